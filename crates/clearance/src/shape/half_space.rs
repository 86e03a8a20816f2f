//! The half-space: a floor, a wall, one side of a cut.

use crate::math::tolerance::{UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Scalar, Space, Vector, exact_product, power_of_two};

use super::error::ShapeError;
use super::primitive::Primitive;
use super::support::{Support, SupportMap, support_from_f64};

/// All points `p` with `normal · p <= offset`, with its boundary; a half-plane in the plane.
///
/// It has no farthest point to iterate on: every query answers in closed form, with one support
/// point of the other shape.
///
/// ```
/// use clearance::{Ball, HalfSpace, distance};
/// use glam::Vec3;
///
/// let floor = HalfSpace::new(Vec3::Y, 0.0);
/// let apart = distance(&floor, &Vec3::ZERO, &Ball::new(0.5), &Vec3::new(7.0, 2.0, 3.0)).unwrap();
/// assert_eq!(apart.length, 1.5);
/// assert_eq!(apart.normal, Vec3::Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HalfSpace<V: Vector> {
    /// Points out of the half-space; of any length but zero.
    pub normal: V,
    /// The boundary's height along `normal`, in units of `normal`'s length.
    pub offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// From its outward normal, of any length, and the height of its boundary along it.
    pub const fn new(normal: V, offset: V::Scalar) -> Self {
        Self { normal, offset }
    }
}

/// Unit normal and height of a boundary; no direction at all gives a height that is not finite.
pub(crate) fn unit_boundary<S: Space>(normal: S, offset: f64) -> (S, f64) {
    match normal.try_normalize() {
        // In the largest coordinate the quotient of normal and unit is free of cancellation.
        Some(unit) => {
            let factor = unit.max_abs() / normal.max_abs();
            let is_normal = (f64::MIN_POSITIVE..f64::INFINITY).contains(&factor);
            let height =
                if is_normal { offset * factor } else { extreme_height(normal, unit, offset) };
            (unit, height)
        }
        None => (S::axis(0), f64::NAN),
    }
}

/// The height where the factor from the normal to the unit is no normal number.
#[cold]
fn extreme_height<S: Space>(normal: S, unit: S, offset: f64) -> f64 {
    let (near, offset) = boundary_near_one(normal, offset);
    offset * (unit.max_abs() / near.max_abs())
}

/// The same boundary by a normal near 1, so that products with lengths stay in range. Exactly, but
/// for coordinates so short beside others that they underflow.
pub(super) fn boundary_near_one<S: Space>(normal: S, offset: f64) -> (S, f64) {
    let (normal, exponent) = normal_near_one(normal);
    (normal, libm::scalbn(offset, exponent))
}

/// A normal near 1 of the same direction, and the exponent of the power of two between them.
fn normal_near_one<S: Space>(normal: S) -> (S, i32) {
    let first = exponent_to_unit(normal.max_abs());
    let near = normal * power_of_two(first);
    // Subnormal numbers and those near the largest take a second step.
    let second = exponent_to_unit(near.max_abs());
    (near * power_of_two(second), first + second)
}

/// A boundary once each coordinate is multiplied by that of `scale`, by a normal near 1: `n · p <=
/// o` with `p = q / s`.
pub(super) fn stretched_boundary<S: Space>(normal: S, offset: f64, scale: S) -> (S, f64) {
    let (scale, up) = normal_near_one(scale);
    let (normal, exponent) = normal_near_one(scale.zip(normal, |s, n| n / s));
    (normal, libm::scalbn(offset, exponent - up))
}

/// Whether two directions lie on one line, exactly; `false` where two terms do not hold a product.
pub(crate) fn are_parallel<S: Space>(a: S, b: S) -> bool {
    let product = |i, j| exact_product(a.coordinate(i), b.coordinate(j));
    let parallel = |i, j| product(i, j).is_some() && product(i, j) == product(j, i);
    (0..S::DIM).all(|i| (0..i).all(|j| parallel(i, j)))
}

/// The error of the height of a boundary that scales and sums have moved. Each level rounds by less
/// than 12 roundings of the lengths that it adds, at least two of which it declares.
pub(crate) fn boundary_slack<V: Vector, A: SupportMap<V> + ?Sized>(shape: &A) -> f64 {
    let rounding = shape.rounding();
    if rounding == 0.0 { 0.0 } else { (8.0 * rounding + 16.0 * UNIT_ROUNDOFF) * shape.lengths() }
}

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    support_from_f64!(V);

    /// The foot of the origin on the boundary. A half-space has no farthest point; `reach` is
    /// infinite, and a search with it has an infinite gap.
    fn support_f64(&self, _direction: V::Space, _hint: u32) -> Support<V::Space> {
        let (normal, offset) = unit_boundary(self.normal.to_space(), self.offset.to_f64());
        Support { point: normal * offset, feature: Support::<V>::SMOOTH }
    }
    fn reach(&self) -> f64 {
        f64::INFINITY
    }
    fn rounding(&self) -> f64 {
        0.0
    }
    fn lengths(&self) -> f64 {
        unit_boundary(self.normal.to_space(), self.offset.to_f64()).1.abs()
    }
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::HalfSpace(self.normal.to_space(), self.offset.to_f64())
    }
    fn check(&self) -> Result<(), ShapeError> {
        let normal = self.normal.to_space();
        ShapeError::finite("normal", normal.max_abs())?;
        ShapeError::finite("offset", self.offset.to_f64())?;
        if normal.max_abs() > 0.0 { Ok(()) } else { Err(ShapeError::NoDirection) }
    }
}
