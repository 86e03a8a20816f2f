//! Lines with `"query":"overlap"`: what two polytopes share, and how much.

use clearance::{OverlapState, SupportMap, Vector, overlap};
use serde::Serialize;
use serde_json::Value;

use crate::ask::asked;
use crate::describe::vector;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::field;
use crate::id::Id;
use crate::line::Context;
use crate::place::Dimension;
use crate::request::{Request, Task};
use crate::shape::Placed;

/// Whether a line asks this.
pub(crate) fn is_asked(line: &Value) -> bool {
    line.get("query").and_then(Value::as_str) == Some("overlap")
}

/// The answer that `docs/formats.md` describes.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    state: &'static str,
    volume: [f64; 2],
    /// Infinite, where it is not looked for, prints as `null`.
    area: f64,
    centroid: Option<Vec<f64>>,
    points: Vec<Vec<f64>>,
    faces: Vec<Vec<u32>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hull_of_concave: bool,
}

struct Asking<'a> {
    id: Option<Id<'a>>,
}

/// The answer to such a line.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub(crate) fn answer(context: &Context, id: Option<Id<'_>>, line: &Value) -> Result<String, Fault> {
    if context.certificate {
        return Err(Fault::field("query", "an overlap has no certificate"));
    }
    // The line reads as that of a pair at rest.
    let mut pair = field::object(line)?.clone();
    pair.remove("query");
    let pair = Value::Object(pair);
    let request = Request::read_any(&pair, context.precision)?;
    if request.effort != Effort::default() {
        let message = "an overlap has no `cut_off`, `max_iterations`, `budget` or `start`";
        return Err(Fault::field("query", message));
    }
    request.perform(&context.libraries, &Asking { id })
}

impl Task for Asking<'_> {
    type Outcome = String;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<String, Fault> {
        let mut answer = asked!(&a, &b, |shape_a, pose_a, shape_b, pose_b| {
            let found = overlap(shape_a, pose_a, shape_b, pose_b).map_err(Fault::new)?;
            let is_empty = found.points().is_empty();
            Answer {
                id: self.id.clone(),
                state: name(found.state),
                volume: found.volume,
                area: found.area,
                centroid: (!is_empty).then(|| vector(found.centroid.to_space())),
                points: found.points().iter().map(|p| vector(p.to_space())).collect(),
                faces: found.faces().map(<[u32]>::to_vec).collect(),
                hull_of_concave: a.is_hull_of_concave() || b.is_hull_of_concave(),
            }
        });
        if !(a.is_as_written() && b.is_as_written()) {
            let by = moved(&a) + moved(&b);
            let [low, high] = answer.volume;
            answer.volume = [(low - by).next_down().max(0.0), (high + by).next_up()];
            answer.state = if answer.volume[0] > 0.0 { "overlapping" } else { "undecided" };
        }
        serde_json::to_string(&answer).map_err(Fault::new)
    }
}

const fn name(state: OverlapState) -> &'static str {
    match state {
        OverlapState::Apart => "apart",
        OverlapState::Touching => "touching",
        OverlapState::Overlapping => "overlapping",
        OverlapState::Undecided => "undecided",
    }
}

/// How much of a shape may be elsewhere than as written: no more than the way of its points times
/// its surface, which is no larger than that of a ball about it, on both sides.
fn moved<S: Dimension>(side: &Placed<S>) -> f64 {
    let size = side.solid.shape().reach();
    let way = 1.01 * (side.off * size + side.shift);
    let around = size + way;
    let surface = if S::DIM == 2 { 6.3 * around } else { 12.6 * around * around };
    2.0 * way * surface
}
