//! The first time at which a moving shape meets a resting one.

use crate::{
    body::Bodies,
    impact::time_of_impact,
    judge::examine,
    number::{Bracket, Rational, exact, scale_by_power},
    pose::Pose,
    shape::{Core, Invalid, Placed, Shape},
    sphere::Effort,
    vector::Vector,
};

/// The end of a motion without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact {
    /// The shapes stay apart until the end.
    Misses,
    /// They first meet at a time within the bracket; at its upper end they certainly intersect.
    Hits(Bracket),
    /// They come so close to grazing, or to meeting exactly at the end, that neither is certain.
    Undecided,
}

/// When two shapes first meet while B moves by t * `velocity` (relative to A, world frame), t from
/// 0 to `max`.
///
/// Polytopes: exact, by [`time_of_impact`]. Others: from any time at which they are apart by s
/// along a normal n, they stay apart for at least s / -(n . velocity); steps of that length are
/// Newton's method on the convex function "distance at time t", so they never pass the first
/// meeting and converge fast where the shapes do not graze. The upper end is the first of growing
/// later times at which they are found to intersect.
pub fn judge_impact<const N: usize>(
    a: &Shape<N>,
    pose_a: &Pose<N>,
    b: &Shape<N>,
    pose_b: &Pose<N>,
    velocity: [f64; N],
    max: f64,
) -> Result<Impact, Invalid> {
    let (a, b) = (a.place(pose_a)?, b.place(pose_b)?);
    let motion = Vector::exact(velocity).ok_or(Invalid::NotFinite)?;
    let end = exact(max).ok_or(Invalid::NotFinite)?;
    let sharp = a.radius.is_zero() && b.radius.is_zero();
    if let (Core::Polytope(p), Core::Polytope(q), true) = (&a.core, &b.core, sharp) {
        let time = time_of_impact(p, q, &motion, &end);
        return Ok(time.map_or(Impact::Misses, |t| Impact::Hits(Bracket::around(&t, &t))));
    }
    if max < 0.0 {
        return Ok(Impact::Misses);
    }
    Ok(advance(&a, &b, &motion, velocity, max))
}

fn advance<const N: usize>(
    a: &Placed<N>,
    b: &Placed<N>,
    motion: &Vector<N>,
    velocity: [f64; N],
    max: f64,
) -> Impact {
    let at = |time: f64| {
        let time = exact(time).unwrap_or(Rational::ZERO);
        b.moved(&(motion * &time))
    };
    let mut time = 0.0;
    for _ in 0..200 {
        let moved = at(time);
        let truth = examine(a, &moved, Effort::default());
        if truth.intersects == Some(true) && time == 0.0 {
            return Impact::Hits(Bracket::ZERO);
        }
        let Some(normal) = truth.normals.first() else { break };
        // The normal is rounded, which tilts its plane by a few roundings of the pair's size.
        let gap = truth.signed_distance.lo - 8.0 * f64::EPSILON * extent(a, &moved);
        if gap <= 0.0 {
            break;
        }
        let closing: f64 = -normal.iter().zip(velocity).map(|(n, v)| n * v).sum::<f64>();
        let speed: f64 = velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
        let closing = closing + 8.0 * f64::EPSILON * speed;
        if closing <= 0.0 {
            return Impact::Misses;
        }
        let next = (time + gap / closing * (1.0 - 4.0 * f64::EPSILON)).next_down();
        if next > max {
            return Impact::Misses;
        }
        if next <= time {
            break;
        }
        time = next;
    }
    // Times a little later, until one certainly intersects.
    let scale = time.max(crossing_time(a, &at(time), &velocity));
    let mut later = scale * f64::EPSILON;
    while later < scale * 1e-3 {
        let hi = (time + later).min(max);
        if examine(a, &at(hi), Effort::default()).intersects == Some(true) {
            return Impact::Hits(Bracket { lo: time, hi });
        }
        later *= 2.0;
    }
    Impact::Undecided
}

/// Not less than the length of any point of the difference of the cores, world lengths.
fn extent<const N: usize>(a: &Placed<N>, b: &Placed<N>) -> f64 {
    let bodies = Bodies::new(&a.core, &b.core);
    scale_by_power(bodies.size(), bodies.exponent)
}

/// The time that the motion takes to cross the pair; 0 at rest.
fn crossing_time<const N: usize>(a: &Placed<N>, b: &Placed<N>, velocity: &[f64; N]) -> f64 {
    let speed = velocity.iter().map(|v| v.abs()).fold(0.0, f64::max);
    let time = extent(a, b) / speed;
    if time.is_finite() { time } else { 0.0 }
}
