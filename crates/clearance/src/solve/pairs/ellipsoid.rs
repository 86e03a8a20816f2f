//! A point and an ellipsoid, or an ellipse: what is left of a ball beside one once its radius is set aside.
//!
//! In the ellipsoid's frame let `r` be its semi-axes and `t` the point. By Lagrange the nearest point of the boundary is
//! `x_i = r_i² t_i / D_i` with `D_i = r_i² + s`, for the `s` that puts it there: `Σ (r_i t_i / D_i)² = 1`. The left side is
//! convex in `s`, so Newton's method from where it exceeds 1 never overshoots.
//!
//! *Outside* `s > 0`, and the plane across the segment from `t` to `x` proves the distance.
//!
//! *Inside* `s = -σ²` with `σ` at most the least semi-axis, and the depth needs another proof: not one direction but all are to be
//! excluded. For any `p` outside, `Σ p_i² / r_i² >= 1`, and any such `σ`,
//!
//! ```text
//! |p - t|² >= |p - t|² + σ² (1 - Σ p_i² / r_i²) >= σ² (1 - Σ t_i² / (r_i² - σ²)),
//! ```
//!
//! where the last step minimises each `(p_i - t_i)² - σ² p_i² / r_i²` over `p_i`. The best `σ` makes both sides equal (the S-lemma,
//! Yakubovich 1971), also where whole circles of boundary points are nearest, which a search would have to walk around.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, sqrt};
use crate::shape::ellipsoid_support;
use crate::solve::cores::Signed;

/// Newton's method doubles the digits with every step.
const STEPS: u32 = 32;

/// Where an ellipsoid and a point stand to one another.
pub(super) enum Nearest<S> {
    /// The point is outside or nearly so; this is the nearest point of the ellipsoid, as far as rounding allows.
    Outside(S),
    /// The point is inside: the depth with its proof, the ellipsoid being A.
    Inside(Signed<S>),
}

/// `None` where the proof fails: flat ellipsoids, and points nearer to the boundary than `error`.
pub(super) fn nearest<S: Space>(radii: S, point: S, error: f64) -> Option<Nearest<S>> {
    if !(radii.min() > 0.0) {
        return None;
    }
    let relative = point.zip(radii, |t, r| t / r);
    if relative.length_squared() < 1.0 {
        inside(radii, point, error).map(Nearest::Inside)
    } else {
        Some(Nearest::Outside(nearest_outside(radii, point)))
    }
}

/// The point of an ellipsoid nearest to a point outside. Never outside itself by more than roundings, though the root be.
pub(super) fn nearest_outside<S: Space>(radii: S, point: S) -> S {
    let moments = radii.zip(point, |r, t| r * t);
    let denominators = |s: f64| radii.map(|r| r * r + s);
    // Each term alone reaches 1 here, so the sum does.
    let start = moments.zip(radii, |m, r| (m.abs() - r * r).max(0.0)).max_abs();
    let s = newton(start, f64::INFINITY, moments, |s| (denominators(s), 1.0));
    let unit = moments.zip(denominators(s), |m, d| m / d);
    let per_length = 1.0 / sqrt(unit.length_squared().max(1.0));
    unit.zip(radii, |unit, r| r * unit) * per_length
}

fn inside<S: Space>(radii: S, point: S, error: f64) -> Option<Signed<S>> {
    let least = radii.min();
    let moments = radii.zip(point, |r, t| r * t);
    // Counted from the least semi-axis down, `σ = least - δ`, so that `r_i² - σ²` keeps its digits where it nearly vanishes.
    let denominators = |delta: f64| radii.map(|r| ((r - least) + delta) * ((r + least) - delta));
    // Where the terms reach 1 alone: `σ² = r (r - |t|)`, along the least axis without cancellation.
    let start = radii.zip(point, |r, t| {
        let root = sqrt(r * (r - t.abs()).max(0.0));
        if r == least { r * t.abs() / (r + root) } else { (least - root).max(0.0) }
    });
    let delta = newton(start.max_abs(), least, moments, |delta| {
        (denominators(delta), 2.0 * (least - delta))
    });
    let (sigma, denominators) = (least - delta, denominators(delta));

    // A point without a part along the least axis leaves by either of its ends, or of its circle's.
    let shares = moments.zip(denominators, |m, d| if m == 0.0 { 0.0 } else { m / d });
    let rest = 1.0 - shares.length_squared();
    let free = (0..S::DIM).find(|i| delta == 0.0 && radii.coordinate(*i) == least);
    let free = free.map_or(S::default(), |i| S::axis(i) * sqrt(rest.max(0.0)));
    let normal = (shares + free).zip(radii, |share, r| share / r).try_normalize()?;

    let upper = radii.zip(normal, |r, n| r * n).length() - normal.dot(point);
    let spent = point.zip(shares, |t, share| t * share).zip(radii, |x, r| x / r);
    let spent = (0..S::DIM).fold(0.0, |sum, i| sum + spent.coordinate(i));
    // The parts are positive, none larger than 1, and each is good to 12 u.
    let share = 1.0 - spent - 16.0 * UNIT_ROUNDOFF;
    let lower = sigma * sqrt(share.max(0.0)) * (1.0 - 8.0 * UNIT_ROUNDOFF);
    let on_a = ellipsoid_support(radii, normal);
    let bounds = [-upper - error, -lower + error];
    (lower > error && upper - lower <= error)
        .then(|| Signed::proved(bounds, -upper, normal, on_a, point))
}

/// The root of `Σ (moment_i / D_i(x))² = 1` from the left, where the sum is larger. `denominators` gives the `D_i` and their common slope.
fn newton<S: Space>(
    start: f64,
    end: f64,
    moments: S,
    denominators: impl Fn(f64) -> (S, f64),
) -> f64 {
    let mut x = start;
    for _ in 0..STEPS {
        let (d, slope) = denominators(x);
        let shares = moments.zip(d, |m, d| if m == 0.0 { 0.0 } else { m / d });
        let steepness =
            shares.zip(d, |share, d| if share == 0.0 { 0.0 } else { share * share / d });
        let steepness = (0..S::DIM).fold(0.0, |sum, i| sum + steepness.coordinate(i));
        let step = (shares.length_squared() - 1.0) / (2.0 * slope * steepness);
        let next = (x + step).min(end);
        // Also where the step is NaN: nothing pulls away from the start.
        if !(next > x) {
            break;
        }
        x = next;
    }
    x
}
