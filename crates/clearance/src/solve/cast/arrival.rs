//! The direction in which round shapes will touch if the features that are nearest now stay so.
//!
//! A point of the difference, or a line of it, comes to the target distance at a root of a
//! quadratic. A plane across the way there is as close at that time as any: where the features do
//! stay, it and the contact leave but rounding, and no further search is needed.

use crate::math::{Space, sqrt};
use crate::solve::difference::Vertex;

/// When a point that moves by `t · speed` first comes as near to the origin as `target`; `None`
/// where it begins as near, or stays farther away.
pub(super) fn time_within<S: Space>(from: S, speed: S, target: f64) -> Option<f64> {
    let (squared, towards) = (speed.length_squared(), -from.dot(speed));
    let more = from.length_squared() - target * target;
    let under_root = towards * towards - squared * more;
    // NaN fails the comparison.
    let comes = under_root >= 0.0 && towards > 0.0 && more > 0.0;
    comes.then(|| more / (towards + sqrt(under_root)))
}

/// From A to B, for a simplex of the difference past which the origin moves by `δ · velocity`;
/// `None` where its plane is the answer, or it stays farther away than `target`.
pub(super) fn direction<S: Space>(vertices: &[Vertex<S>], velocity: S, target: f64) -> Option<S> {
    let (point, speed) = match *vertices {
        [p] => (p.point, velocity),
        [p, q] if S::DIM == 3 => {
            let along = (q.point - p.point).try_normalize()?;
            let across = |v: S| v - along * v.dot(along);
            (across(p.point), across(velocity))
        }
        _ => return None,
    };
    let later = time_within(-point, speed, target)?;
    (speed * later - point).try_normalize()
}
