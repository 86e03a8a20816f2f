//! A point and an ellipsoid, or an ellipse: what is left of a ball beside one once its radius is
//! set aside.
//!
//! In the ellipsoid's frame let `r` be its semi-axes and `t` the point. By Lagrange the nearest
//! point of the boundary is `x_i = r_i² t_i / D_i` with `D_i = r_i² + s`, for the `s` that puts it
//! there: `q(s) = Σ (r_i t_i / D_i)² = 1`. As for trust regions, `1 / √q` is nearly a line in `s`,
//! so Newton's method needs few steps, and concave, so from where it is below 1 none overshoots
//! (Conn, Gould, Toint 2000, 7.3.3).
//!
//! *Outside* `s > 0`, and the plane across the segment from `t` to `x` proves the distance.
//!
//! *Inside* `s = -σ²` with `σ` at most the least semi-axis, and the depth needs another proof: all
//! directions are to be excluded, not one. For any `p` outside, `Σ p_i² / r_i² >= 1`, and any such
//! `σ`,
//!
//! ```text
//! |p - t|² >= |p - t|² + σ² (1 - Σ p_i² / r_i²) >= σ² (1 - Σ t_i² / (r_i² - σ²)),
//! ```
//!
//! where the last step minimises each `(p_i - t_i)² - σ² p_i² / r_i²` over `p_i`. The best `σ`
//! makes both sides equal (the S-lemma, Yakubovich 1971), also where whole circles of boundary
//! points are nearest, which a search would have to walk around.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, larger, smaller, sqrt};
use crate::shape::ellipsoid_support;
use crate::solve::cores::Signed;

/// Newton's method doubles the digits with every step.
const STEPS: u32 = 32;

/// A step that moves the root by no more than this part is the last: what is left is about its
/// square.
const ENOUGH: f64 = 1e-9;

/// Where an ellipsoid and a point stand to one another.
pub(super) enum NearestOnEllipse<S> {
    /// The point is outside or nearly so; this is the nearest point of the ellipsoid, as far as
    /// rounding allows.
    Outside(S),
    /// The point is inside: the depth with its proof, the ellipsoid being A.
    Inside(Signed<S>),
}

/// `None` where the proof fails: flat ellipsoids, and points nearer to the boundary than `error`.
pub(super) fn nearest<S: Space>(radii: S, point: S, error: f64) -> Option<NearestOnEllipse<S>> {
    if !(radii.min() > 0.0) {
        return None;
    }
    let relative = point.zip(radii, |t, r| t / r);
    if relative.length_squared() < 1.0 {
        inside(radii, point, error).map(NearestOnEllipse::Inside)
    } else {
        Some(NearestOnEllipse::Outside(nearest_outside(radii, point)))
    }
}

/// The point of an ellipsoid nearest to a point outside. Never outside the ellipsoid by more than
/// roundings, even if the root is off.
pub(super) fn nearest_outside<S: Space>(radii: S, point: S) -> S {
    let moments = radii.zip(point, |r, t| r * t);
    let denominators = |s: f64| radii.map(|r| r * r + s);
    // Where one term reaches 1 alone, so the sum does; or all together were the denominators equal
    // to their mean by these weights, since the mean of inverse squares is no less than the inverse
    // square of the mean (Jensen). It is NaN for the origin, where the other serves.
    let alone = moments.zip(radii, |m, r| larger(m.abs() - r * r, 0.0)).max_abs();
    let (product, sum) = (|p, q| p * q, moments.length_squared());
    let mean = moments.zip(radii, product).length_squared() / sum;
    let s =
        newton(larger(sqrt(sum) - mean, alone), f64::INFINITY, moments, |s| (denominators(s), 1.0));
    let unit = moments.zip(denominators(s), |m, d| m / d);
    let per_length = 1.0 / sqrt(unit.length_squared().max(1.0));
    unit.zip(radii, |unit, r| r * unit) * per_length
}

fn inside<S: Space>(radii: S, point: S, error: f64) -> Option<Signed<S>> {
    let least = radii.min();
    let moments = radii.zip(point, |r, t| r * t);
    // Counted from the least semi-axis down, `σ = least - δ`, so that `r_i² - σ²` keeps its digits
    // where it nearly vanishes.
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

    // A point without a part along the least axis leaves by either end of that axis, or by any of a
    // circle of such ends.
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

/// The root of `q(x) = Σ (moment_i / D_i(x))² = 1` from the left, where the sum is larger: Newton's
/// steps for `1 / √q = 1`, or a little less. `denominators` gives the `D_i` and their common slope,
/// which does not grow.
pub(super) fn newton<S: Space>(
    start: f64,
    end: f64,
    moments: S,
    denominators: impl Fn(f64) -> (S, f64),
) -> f64 {
    let mut x = start;
    for _ in 0..STEPS {
        let (d, slope) = denominators(x);
        let inverses = d.map(|d| 1.0 / d);
        let product = |m, inverse| if m == 0.0 { 0.0 } else { m * inverse };
        let shares = moments.zip(inverses, product);
        let steepness = shares.zip(shares, |p, q| p * q).zip(inverses, product);
        let steepness = (0..S::DIM).fold(0.0, |sum, i| sum + steepness.coordinate(i));
        let sum = shares.length_squared();
        // `(√q - 1) q / (slope · Σ share² / D)` with `√q - 1 = (q - 1) / (√q + 1)`, and there `(q +
        // 1) / 2` for the root: never less, and equal up to the square of `q - 1`.
        let step = (sum - 1.0) * sum / ((0.5 * sum + 1.5) * slope * steepness);
        // NaN where nothing pulls away from the start.
        let (last, next) = (x, smaller(end, x + step));
        if !(next > last) {
            break;
        }
        x = next;
        // The digits double.
        if next - last <= ENOUGH * next {
            break;
        }
    }
    x
}
