//! Pairs that are proved apart by the axis that parted them before: two support points, where a
//! search takes ten. Most pairs whose boxes touch are such pairs, step after step.

use clearance::{Scalar, SupportMap};

use super::parry::math::{Pose, Real, Vector};
use super::parry::shape::Shape;
use super::queries::turned;

/// An axis that may part a pair: a half-space's own, or else the one that is remembered.
pub(super) fn axis(shapes: [&dyn Shape; 2], pos12: &Pose, remembered: Vector) -> Vector {
    match shapes.map(|shape| shape.as_halfspace()) {
        [Some(_), Some(_)] => Vector::ZERO,
        [Some(half), None] => half.normal,
        [None, Some(half)] => pos12.rotation * -half.normal,
        [None, None] => remembered,
    }
}

/// Whether the second shape is farther ahead of the first than a distance, along an axis of the
/// first's frame. What rounding might decide is no.
pub(super) fn is_apart(
    [a, b]: [&dyn SupportMap<Vector>; 2],
    pos12: &Pose,
    axis: Vector,
    distance: Real,
) -> bool {
    let Some(axis) = axis.try_normalize() else { return false };
    let ahead = pos12 * b.support(turned(pos12, -axis), 0).point - a.support(axis, 0).point;
    let gap = ahead.dot(axis) - a.radius() - b.radius();
    let rounding = 16.0 * <Real as Scalar>::EPSILON;
    let [off_a, off_b] = [a, b].map(|map| {
        // Of a half-space, whose axis this is, the height of its plane.
        (rounding + map.rounding()) * (map.lengths() + map.radius_f64())
    });
    let off = off_a + off_b + rounding * pos12.translation.length().to_f64();
    // NaN fails.
    gap.to_f64() - distance.to_f64() > off
}
