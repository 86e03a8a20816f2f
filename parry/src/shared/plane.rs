//! The shapes that only the plane has.

use super::parry::math::{Real, Vector};
use super::parry::shape::TypedShape;
use super::solid::Solid;

pub(super) const fn solid<'a>(_: &TypedShape<'a>) -> Option<Solid<'a>> {
    None
}

/// The points of a hull of points, and the radius that rounds it.
pub(super) fn corners<'a>(shape: &TypedShape<'a>) -> Option<(&'a [Vector], Real)> {
    match shape {
        TypedShape::ConvexPolygon(hull) => Some((hull.points(), 0.0)),
        TypedShape::RoundConvexPolygon(round) => {
            Some((round.inner_shape.points(), round.border_radius))
        }
        _ => None,
    }
}
