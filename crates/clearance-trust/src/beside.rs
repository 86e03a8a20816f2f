//! How far a point is outside of a placed shape: a lower bound, exact but for the rounding of its
//! last steps.
//!
//! The judge could answer this too, but takes long for a point on a rim or at an apex, where a
//! whole cone of directions is equally good.

use clearance_oracle as oracle;
use oracle::{Rational, exact, near};

/// How far a point is outside, or 0 inside. The point must be finite.
pub(crate) fn outside<const N: usize>(
    point: [f64; N],
    shape: &oracle::Shape<N>,
    place: &oracle::Pose<N>,
) -> f64 {
    let (core, radius) = match shape {
        oracle::Shape::Rounded { inner, radius } => (&**inner, *radius),
        other => (other, 0.0),
    };
    let from_origin = &oracle::Vector::exact(point).unwrap() - &place.translation;
    let local: [f64; N] = std::array::from_fn(|j| {
        let column = (0..N).map(|i| &from_origin.0[i] * &place.linear[i].0[j]);
        near(&column.fold(Rational::ZERO, |sum, x| sum + x))
    });
    let around = |p: &[f64; N]| {
        p.iter().enumerate().filter(|(i, _)| *i != 1).fold(0.0, |s: f64, (_, x)| s.hypot(*x))
    };
    let far = match core {
        oracle::Shape::Cylinder { half_height, radius } => {
            let (up, across) = (local[1].abs() - half_height, around(&local) - radius);
            up.max(0.0).hypot(across.max(0.0))
        }
        oracle::Shape::Cone { half_height, radius } => {
            let across = around(&local);
            let rim = |y: f64| (across - radius).max(0.0).hypot(y);
            let below = -half_height - local[1];
            // Over the slope, whose normal is (2 h, r) over its length.
            let slant = (2.0 * half_height).hypot(*radius);
            let over = if slant > 0.0 {
                (2.0 * half_height / slant) * across + (radius / slant) * (local[1] - half_height)
            } else {
                across
            };
            if below > 0.0 { rim(below) } else { over }
        }
        oracle::Shape::Ellipsoid { radii } => beyond_tangent(&local, radii),
        _ => {
            let dot = oracle::Shape::Hull(vec![point]);
            let truth = oracle::judge(&dot, &oracle::Pose::identity(), shape, place).unwrap();
            return truth.signed_distance.lo.max(0.0);
        }
    };
    near(&(exact(far.max(0.0)).unwrap() - exact(radius).unwrap())).max(0.0)
}

/// How far beyond the plane that touches an ellipsoid and whose normal is the gradient at the
/// point: a lower bound of how far outside it is, and off by the second order only.
fn beyond_tangent<const N: usize>(point: &[f64; N], radii: &[f64; N]) -> f64 {
    let least = radii.iter().copied().fold(f64::INFINITY, f64::min);
    // The ratios keep squares of extreme sizes within the range.
    let gradient: [f64; N] = std::array::from_fn(|i| {
        let ratio = if radii[i] > 0.0 { least / radii[i] } else { 1.0 };
        if least > 0.0 { (point[i] / radii[i]) * ratio } else { point[i] }
    });
    let length = gradient.iter().fold(0.0, |s: f64, x| s.hypot(*x));
    if !(length > 0.0) {
        return 0.0;
    }
    let unit = gradient.map(|x| x / length);
    let height: f64 = unit.iter().zip(point).map(|(n, x)| n * x).sum();
    let reach = unit.iter().zip(radii).fold(0.0, |s: f64, (n, r)| s.hypot(n * r));
    height - reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::Shape;

    fn off(point: [f64; 3], shape: &Shape<3>) -> f64 {
        outside(point, shape, &oracle::Pose::translation([0.0; 3]).unwrap())
    }

    #[test]
    fn known_distances() {
        let cylinder = Shape::Cylinder { half_height: 1.0, radius: 2.0 };
        assert_eq!(off([5.0, 5.0, 0.0], &cylinder), 5.0);
        assert_eq!(off([0.0, 0.5, 2.0], &cylinder), 0.0);
        let cone = Shape::Cone { half_height: 2.0, radius: 3.0 };
        assert_eq!(off([6.0, -6.0, 0.0], &cone), 5.0);
        assert!((off([3.0, 2.0, 0.0], &cone) - 12.0 / 5.0).abs() < 1e-15);
        assert_eq!(off([0.0, 2.0, 0.0], &cone), 0.0);
        let egg = Shape::Ellipsoid { radii: [1.0, 2.0, 3.0] };
        assert!((off([0.0, 0.0, 5.0], &egg) - 2.0).abs() < 1e-15);
        let grown = Shape::Rounded { inner: Box::new(egg), radius: 0.5 };
        assert!((off([3.0, 0.0, 0.0], &grown) - 1.5).abs() < 1e-15);
        let flat = Shape::Box { half_extents: [1.0, 1.0, 0.0] };
        assert_eq!(off([0.0, 0.0, 0.25], &flat), 0.25);
    }
}
