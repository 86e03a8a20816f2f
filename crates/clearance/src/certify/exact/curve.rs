//! Cylinders, cones and ellipsoids: heights rounded to either side, and which points belong to
//! them.
//!
//! A height takes a root, which is known as closely as needed, not exactly; but a root with
//! finitely many digits comes out exactly. That is the case where curved shapes touch at floats:
//! the heights there are sums of such roots and of floats, none of the roots is negative, and the
//! sum is a float again, which no sum of other roots is.

use crate::math::Space;

use super::dyadic::{Dyadic, Towards};
use super::number::Number;
use super::placement::{Exact, ExactPlacement};

/// Digits of the roots below: far more than floats have, so that no bound in floats is lost to
/// them.
pub(crate) const ROOT_BITS: u32 = 256;

/// A root of a number that is not negative, rounded.
pub(crate) fn root(square: &Number, towards: Towards) -> Dyadic {
    let square = square.rounded(2 * ROOT_BITS, towards);
    // Rounded down, a zero may come out negative.
    let square = if square.sign() < 0 { Dyadic::zero() } else { square };
    square.sqrt(ROOT_BITS, towards)
}

/// A solid bounded by a root, about its y-axis or in line with its axes.
#[derive(Clone, Copy)]
pub(crate) enum Curve<S> {
    Cylinder { radius: f64, half_height: f64 },
    Cone { radius: f64, half_height: f64 },
    Ellipsoid(S),
}

impl<S: Space> Curve<S> {
    /// The height of the highest point along a direction of the local frame, rounded to the given
    /// side by 2^-200 of the size at most, and exact where its root is a dyadic number.
    pub(crate) fn height(
        &self,
        direction: &Exact,
        placement: &ExactPlacement,
        towards: Towards,
    ) -> Number {
        let number = |x: f64| placement.number(Dyadic::from(x));
        let [x, y, z] = &direction.0;
        let across = || placement.number(root(&(&x.squared() + &z.squared()), towards));
        match *self {
            Self::Cylinder { radius, half_height } => {
                let along = if y.sign() < 0 { -y } else { y.clone() };
                &(&along * &number(half_height)) + &(&across() * &number(radius))
            }
            Self::Cone { radius, half_height } => {
                let apex = y * &number(half_height);
                let base = &(&across() * &number(radius)) - &apex;
                if (&apex - &base).sign() > 0 { apex } else { base }
            }
            Self::Ellipsoid(radii) => {
                let square = radii
                    .coordinates()
                    .into_iter()
                    .zip([x, y, z])
                    .fold(placement.number(Dyadic::zero()), |sum, (radius, d)| {
                        &sum + &(d * &number(radius)).squared()
                    });
                placement.number(root(&square, towards))
            }
        }
    }

    /// Whether a local point is one of the solid's.
    pub(crate) fn holds(&self, point: S) -> bool {
        let [x, y, z] = point.coordinates().map(Dyadic::from);
        let across = &(&x * &x) + &(&z * &z);
        let not_negative = |x: &Dyadic| x.sign() >= 0;
        match *self {
            Self::Cylinder { radius, half_height } => {
                let (r, h) = (Dyadic::from(radius), Dyadic::from(half_height));
                not_negative(&(&h - &y))
                    && not_negative(&(&h + &y))
                    && not_negative(&(&(&r * &r) - &across))
            }
            Self::Cone { radius, half_height } => {
                // At height y the radius is r (h - y) / 2h.
                let (r, h) = (Dyadic::from(radius), Dyadic::from(half_height));
                let below = &h - &y;
                let (rim, doubled) = (&r * &below, h.clone().shifted(1));
                // The second condition is for a cone without height, which has no side.
                not_negative(&below)
                    && not_negative(&(&(&r * &r) - &across))
                    && not_negative(&(&h + &y))
                    && not_negative(&(&(&rim * &rim) - &(&(&doubled * &doubled) * &across)))
            }
            Self::Ellipsoid(radii) => {
                // Σ (x_i / r_i)² <= 1, times every r_i² that is not zero; along the others it is
                // flat.
                let flat = |i: usize| i >= S::DIM || radii.coordinate(i) == 0.0;
                let squares = [0, 1, 2].map(|i| {
                    let r = Dyadic::from(if flat(i) { 1.0 } else { radii.coordinate(i) });
                    &r * &r
                });
                let [a, b, c] = &squares;
                let [x, y, z] = [&x, &y, &z];
                let within = [x, y, z].iter().enumerate().all(|(i, x)| !flat(i) || x.is_zero());
                let [x, y, z] = [x * x, y * y, z * z];
                let sum = &(&(&x * &(b * c)) + &(&y * &(a * c))) + &(&z * &(a * b));
                within && not_negative(&(&(&(a * b) * c) - &sum))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Xyz;

    /// On the surface, by whole numbers, and a float outside it, in every direction.
    #[test]
    fn points_on_surfaces_are_held_and_a_float_outside_not() {
        let cylinder = Curve::<Xyz>::Cylinder { radius: 5.0, half_height: 2.0 };
        let cone = Curve::<Xyz>::Cone { radius: 5.0, half_height: 2.0 };
        let ellipsoid = Curve::Ellipsoid(Xyz::new(5.0, 10.0, 5.0));
        let tall = Curve::Ellipsoid(Xyz::new(5.0, 5.0, 10.0));
        let cases = [
            (cylinder, [[3.0, 1.0, 4.0], [4.0, -2.0, 3.0], [0.0, 2.0, 0.0], [5.0, 0.0, 0.0]]),
            // Its radius is 2.5 half way up, and 3.75 at a quarter.
            (cone, [[1.5, 0.0, 2.0], [3.0, -1.0, 2.25], [3.0, -2.0, 4.0], [0.0, 2.0, 0.0]]),
            (ellipsoid, [[3.0, 8.0, 0.0], [3.0, 0.0, 4.0], [0.0, 6.0, 4.0], [0.0, 10.0, 0.0]]),
            (tall, [[3.0, 4.0, 0.0], [3.0, 0.0, 8.0], [0.0, 4.0, 6.0], [0.0, 0.0, 10.0]]),
        ];
        for (curve, points) in cases {
            for point in points {
                for signs in 0..8 {
                    let sign = |i: usize| if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
                    // A cone upside down is not the same cone.
                    let up = if matches!(curve, Curve::Cone { .. }) { 1.0 } else { sign(1) };
                    let [x, y, z] = [point[0] * sign(0), point[1] * up, point[2] * sign(2)];
                    let mirrored = Xyz::new(x, y, z);
                    assert!(curve.holds(mirrored), "{mirrored:?}");
                    let out = |v: f64| if v > 0.0 { v.next_up() } else { v.next_down() };
                    for beyond in [Xyz::new(out(x), y, z), Xyz::new(x, y, out(z))] {
                        let is_inside = beyond.x.abs() < 1.0 && beyond.z.abs() < 1.0;
                        let is_capped = is_inside && matches!(curve, Curve::Cylinder { .. });
                        assert!(is_capped || !curve.holds(beyond), "{beyond:?}");
                    }
                }
            }
        }
        assert!(!cylinder.holds(Xyz::new(0.0, 2.0_f64.next_up(), 0.0)));
        assert!(!cylinder.holds(Xyz::new(0.0, -2.0_f64.next_up(), 0.0)));
        assert!(!cone.holds(Xyz::new(0.0, -2.0_f64.next_up(), 0.0)));
    }
}
