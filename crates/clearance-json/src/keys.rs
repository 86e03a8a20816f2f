//! The keys of a line. Those of its author's own are ignored, but not one that is surely a slip: an
//! option that is passed over in silence changes the answer.

use crate::fault::Fault;
use crate::field::{Object, shortened};
use crate::kind::MOTION;
use crate::suggest::slip;

/// Keys of every line.
const COMMON: [&str; 6] = ["a", "b", "dim", "precision", "id", "query"];
/// How hard to look.
pub(crate) const EFFORT: [&str; 4] = ["cut_off", "max_iterations", "budget", "start"];
/// Keys of motions.
pub(crate) const CAST: [&str; 4] = ["max_toi", "target_distance", "at_start", "tolerance"];
/// Keys of contact points.
pub(crate) const MANIFOLD: [&str; 2] = ["max_distance", "all"];
/// Keys of bodies of many pieces.
pub(crate) const BODIES: [&str; 1] = ["solid"];

/// Where a shape stands, as other programs say it too.
const PLACE: [&str; 8] = [
    "pose",
    "translation",
    "rotation",
    "matrix",
    "position",
    "orientation",
    "quaternion",
    "transform",
];

/// Refuses what is meant as a key of a line, but is none of one that asks this.
///
/// # Errors
/// [`Fault`], which names the key and the likely one.
pub(crate) fn check(line: &Object, own: &[&[&str]]) -> Result<(), Fault> {
    let groups = || own.iter().copied().chain([&COMMON[..]]).flatten().copied();
    let all = [&COMMON[..], &EFFORT, &CAST, &MANIFOLD, &BODIES];
    let all = || all.into_iter().flatten().copied();
    for key in line.keys().filter(|key| groups().all(|known| known != *key)) {
        let fault = |message: String| Err(Fault::field(&shortened(key), message));
        if all().any(|known| known == key) {
            return fault("means nothing to what this line asks".into());
        }
        if let Some(meant) = slip(key, all()) {
            return fault(format!("is no key of a line; did you mean `{meant}`?"));
        }
        if let Some(meant) = slip(key, PLACE.into_iter().chain(MOTION)) {
            return fault(format!(
                "is no key of a line: `{meant}` belongs to a shape, in its `pose` or its motion"
            ));
        }
    }
    Ok(())
}
