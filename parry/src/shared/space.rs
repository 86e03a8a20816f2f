//! The shapes that only space has.

use clearance::{Cone, Cylinder, Rounded};

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
        TypedShape::ConvexPolyhedron(hull) => Solid::points(hull.points(), 0.0)?,
        TypedShape::RoundConvexPolyhedron(round) => {
            Solid::points(round.inner_shape.points(), round.border_radius)?
        }
        _ => return None,
    })
}
