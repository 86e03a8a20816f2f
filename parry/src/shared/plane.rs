//! The shapes that only the plane has.

use super::parry::shape::TypedShape;
use super::solid::Solid;

pub(super) fn solid<'a>(shape: &TypedShape<'a>) -> Option<Solid<'a>> {
    match shape {
        TypedShape::ConvexPolygon(hull) => Solid::points(hull.points(), 0.0),
        TypedShape::RoundConvexPolygon(round) => {
            Solid::points(round.inner_shape.points(), round.border_radius)
        }
        _ => None,
    }
}
