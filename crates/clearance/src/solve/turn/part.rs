//! Shapes in contact at the start: until when they are in contact, and when they have parted.

use crate::math::{larger, smaller};
use crate::shape::SupportMap;
use crate::solve::cast::{ALONG, Memory, deepens, signed_distance};
use crate::solve::polytope::Expand;

use super::advance::{STEPS, gap};
use super::hold::IsNear;
use super::pair::{Axis, Glued, Two};

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

/// And no longer than this part of the time asked for, or of the time so far where that has no end.
const MOST: f64 = 1.0 / 256.0;
const MOST_OF_PAST: f64 = 1.0 / 16.0;

/// Steps to take where one body turns.
const FEW: u32 = 512;

/// The first trial of a proof is this many times as long as the last step.
const LONGER_STRIDE: f64 = 16.0;

/// When two shapes that are in contact at time 0 have parted.
#[cold]
#[inline(never)]
pub(crate) fn parting<S: Expand, A: SupportMap<S>>(
    two: &Two<'_, S, A>,
    last: f64,
    is_near: &IsNear<'_, S>,
) -> Parting {
    let mut memory = Memory::default();
    let mut time = 0.0;
    let mut wait = 0.0;
    let mut stride = f64::INFINITY;
    // Steps by a point are long; where there is none, more of them help little.
    let most_steps = if two.courses.iter().all(|course| course.turns()) { STEPS } else { FEW };
    for _ in 0..most_steps {
        let look = two.at(time);
        let (stand, gap) = gap(two, &look, &mut memory, &mut ());
        if gap > 0.0 {
            return Parting::At(time);
        }
        if time >= last {
            return Parting::Never;
        }
        let (target, slack) = two.target(&look);
        // The stand holds no depth where the target is no depth: search again for the depth.
        let signed = two.deepest(&look, &stand);
        let deep = (target - slack - signed.upper) * look.frame.unit;
        let seen = SEEN * look.size;
        let speed = two.speed([time, last]);
        let ahead = if deep > seen {
            wait = 0.0;
            deep / speed
        } else {
            let longest = if last < f64::INFINITY { MOST * last } else { MOST_OF_PAST * time };
            wait = larger(smaller(LONGER * wait, longest), seen / speed);
            wait
        };
        let held = two.held(&look, &signed, [time, last], [ahead, stride], seen, is_near);
        let next = held.unwrap_or(time + ahead);
        stride = LONGER_STRIDE * (next - time);
        if !(next > time) || two.budget.is_spent() {
            return Parting::Unknown(time);
        }
        time = if next < last { next } else { last };
    }
    Parting::Unknown(time)
}

/// Whether the motion makes shapes in contact overlap deeper, as far as a look a millionth of their
/// size ahead shows; where it shows nothing, it does. `normal` is their shortest way apart.
pub(crate) fn goes_deeper<S: Expand, A: SupportMap<S>>(
    two: &Two<'_, S, A>,
    last: f64,
    normal: S,
) -> bool {
    let here = two.at(0.0);
    let speed = two.speed([0.0, 0.0]);
    let ahead = 1e-6 * (here.size + two.a.radius_f64() + two.b.radius_f64()) / speed;
    let ahead = if ahead < last { ahead } else { last };
    if !(ahead > 0.0 && ahead.is_finite()) {
        return false;
    }
    let way = ahead * speed;
    let looks = [here, two.at(ahead)];
    // The depth is at most the overlap along any direction, which is known more finely.
    let axis = Axis { glued: Glued::World, direction: normal };
    let [now, then] = looks.each_ref().map(|look| two.height(&axis, look));
    if then - now >= -ALONG * way {
        return false;
    }
    let distances = looks.each_ref().map(|look| {
        let [low, high] = signed_distance(&two.placed(look));
        let slack = two.target(look).1 * look.frame.unit;
        [low - slack, high + slack]
    });
    deepens(distances, way, 1e-3 * way)
}
