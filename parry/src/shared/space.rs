//! The shapes that only space has.

use clearance::{Cone, Cylinder, Rounded};

use super::parry::math::{Real, Vector};
use super::parry::shape::TypedShape;
use super::solid::Solid;

pub(super) fn solid<'a>(shape: &TypedShape<'a>) -> Option<Solid<'a>> {
    Some(match shape {
        TypedShape::Cylinder(shape) => {
            Solid::Plain(Cylinder::new(shape.half_height, shape.radius).into())
        }
        TypedShape::Cone(shape) => Solid::Plain(Cone::new(shape.half_height, shape.radius).into()),
        TypedShape::RoundCylinder(round) => {
            let inner = Cylinder::new(round.inner_shape.half_height, round.inner_shape.radius);
            Solid::RoundCylinder(Rounded::new(inner, round.border_radius))
        }
        TypedShape::RoundCone(round) => {
            let inner = Cone::new(round.inner_shape.half_height, round.inner_shape.radius);
            Solid::RoundCone(Rounded::new(inner, round.border_radius))
        }
        _ => return None,
    })
}

/// The points of a hull of points, and the radius that rounds it.
pub(super) fn corners<'a>(shape: &TypedShape<'a>) -> Option<(&'a [Vector], Real)> {
    match shape {
        TypedShape::ConvexPolyhedron(hull) => Some((hull.points(), 0.0)),
        TypedShape::RoundConvexPolyhedron(round) => {
            Some((round.inner_shape.points(), round.border_radius))
        }
        _ => None,
    }
}
