//! Shapes in contact at the start: until when they are in contact, and when they have parted.

use crate::math::larger;
use crate::shape::SupportMap;
use crate::solve::cast::{deepens, signed_distance};
use crate::solve::polytope::Expand;
use crate::warm::Warm;

use super::advance::{STEPS, gap};
use super::pair::Two;

/// How shapes in contact part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parting {
    /// They do not part until the end.
    Never,
    /// They are apart at this time.
    At(f64),
    /// They are in contact until this time, but for moments that were not seen; then nothing is
    /// known.
    Unknown(f64),
}

/// What counts as parted or as back in contact, in parts of the size.
const SEEN: f64 = 1e-9;

/// Each wait for them to part is this many times as long as the last.
const LONGER: f64 = 2.0;

/// When two shapes that are in contact at time 0 have parted.
#[cold]
#[inline(never)]
pub(crate) fn parting<S: Expand, A: SupportMap<S>>(two: &Two<'_, S, A>, last: f64) -> Parting {
    let mut memory = Warm::default();
    let mut time = 0.0;
    let mut wait = 0.0;
    for _ in 0..STEPS {
        let look = two.at(time);
        let (stand, gap) = gap(two, &look, &mut memory, &mut ());
        if gap > 0.0 {
            return Parting::At(time);
        }
        if time >= last {
            return Parting::Never;
        }
        let placed_unit = look.frame.unit;
        let (target, slack) = two.target(&look);
        // The stand holds no depth where the target is no depth: search again for the depth.
        let deep = (target - slack) * placed_unit - two.upper(&look, &stand);
        let seen = SEEN * look.size;
        let speed = two.speed([time, last]);
        let ahead = if deep > seen {
            wait = 0.0;
            deep / speed
        } else {
            wait = larger(LONGER * wait, seen / speed);
            wait
        };
        let next = time + ahead;
        if !(next > time) {
            return Parting::Unknown(time);
        }
        time = if next < last { next } else { last };
    }
    Parting::Unknown(time)
}

/// Whether the motion makes shapes in contact overlap deeper, as far as a query a millionth of
/// their size ahead shows; where it shows nothing, it does.
pub(crate) fn goes_deeper<S: Expand, A: SupportMap<S>>(two: &Two<'_, S, A>, last: f64) -> bool {
    let size = two.at(0.0).size;
    let speed = two.speed([0.0, 0.0]);
    let ahead = 1e-6 * size / speed;
    let ahead = if ahead < last { ahead } else { last };
    if !(ahead > 0.0 && ahead.is_finite()) {
        return false;
    }
    let distances = [0.0, ahead].map(|time| {
        let look = two.at(time);
        let [low, high] = signed_distance(&two.placed(&look));
        let slack = two.target(&look).1 * look.frame.unit;
        [low - slack, high + slack]
    });
    let way = ahead * speed;
    deepens(distances, way, 1e-3 * way)
}
