//! The shapes of one call: parry's as `clearance`'s, on the stack.

use clearance::{
    Ball, Capsule, Cone, ConvexPoints, Cuboid, Cylinder, HalfSpace, Rounded, Segment, Shape,
    SupportMap, Triangle,
};

use super::dimension;
use super::parry::math::{Real, Vector};
use super::parry::shape::{self, TypedShape};

/// A convex shape of parry's.
#[allow(dead_code, reason = "the plane has no cylinders and no cones")]
pub(super) enum Solid<'a> {
    Plain(Shape<Vector>),
    Stadium(Rounded<Segment<Vector>, Real>),
    RoundCuboid(Rounded<Cuboid<Vector>, Real>),
    RoundTriangle(Rounded<Triangle<Vector>, Real>),
    RoundCylinder(Rounded<Cylinder<Real>, Real>),
    RoundCone(Rounded<Cone<Real>, Real>),
    Points(Rounded<ConvexPoints<'a, Vector>, Real>),
}

impl<'a> Solid<'a> {
    /// Both shapes, where both are convex and known.
    pub(super) fn pair(a: &'a dyn shape::Shape, b: &'a dyn shape::Shape) -> Option<[Self; 2]> {
        Some([Self::new(a)?, Self::new(b)?])
    }

    pub(super) fn new(shape: &'a dyn shape::Shape) -> Option<Self> {
        Some(match shape.as_typed_shape() {
            TypedShape::Ball(ball) => Self::Plain(Ball::new(ball.radius).into()),
            TypedShape::Cuboid(cuboid) => Self::Plain(Cuboid::new(cuboid.half_extents).into()),
            TypedShape::Capsule(capsule) => Self::capsule(&capsule.segment, capsule.radius),
            TypedShape::Segment(segment) => Self::Plain(Segment::new(segment.a, segment.b).into()),
            TypedShape::Triangle(triangle) => {
                Self::Plain(Triangle::new(triangle.a, triangle.b, triangle.c).into())
            }
            TypedShape::HalfSpace(half) => Self::Plain(HalfSpace::new(half.normal, 0.0).into()),
            TypedShape::RoundCuboid(round) => Self::RoundCuboid(Rounded::new(
                Cuboid::new(round.inner_shape.half_extents),
                round.border_radius,
            )),
            TypedShape::RoundTriangle(round) => {
                let shape::Triangle { a, b, c } = round.inner_shape;
                Self::RoundTriangle(Rounded::new(Triangle::new(a, b, c), round.border_radius))
            }
            other => match dimension::corners(&other) {
                Some((points, radius)) => {
                    let inner = ConvexPoints::new(points).ok()?;
                    Self::Points(Rounded::new(inner, radius))
                }
                None => return dimension::solid(&other),
            },
        })
    }

    /// Along the y-axis it has closed forms with boxes.
    fn capsule(segment: &shape::Segment, radius: Real) -> Self {
        let (a, b) = (segment.a, segment.b);
        if a == -b && a == Vector::Y * a.y {
            return Self::Plain(Capsule::new(a.y.abs(), radius).into());
        }
        Self::Stadium(Rounded::new(Segment::new(a, b), radius))
    }

    /// The shape for `clearance`'s verbs.
    pub(super) fn map(&self) -> &dyn SupportMap<Vector> {
        match self {
            Self::Plain(shape) => shape,
            Self::Stadium(shape) => shape,
            Self::RoundCuboid(shape) => shape,
            Self::RoundTriangle(shape) => shape,
            Self::RoundCylinder(shape) => shape,
            Self::RoundCone(shape) => shape,
            Self::Points(Rounded { inner, radius: 0.0 }) => inner,
            Self::Points(shape) => shape,
        }
    }
}
