//! Random shapes of the plane, as parry's and as `clearance`'s, each made from the same numbers.

use clearance::{Ball, Capsule, ConvexHull, Cuboid, HalfSpace, Segment, Shape, Triangle};

use super::parry::math::{Pose, Real, Vector};
use super::parry::shape::{Segment as Edge, Shape as ParryShape, SharedShape, TypedShape};
use crate::rng::Rng;

pub(crate) const KINDS: [&str; 11] = [
    "ball",
    "cuboid",
    "capsule",
    "stadium",
    "segment",
    "triangle",
    "half-space",
    "round cuboid",
    "round triangle",
    "hull",
    "round hull",
];

pub(crate) fn real(rng: &mut Rng, low: f64, high: f64) -> Real {
    rng.between(low, high) as Real
}

pub(crate) fn vector(rng: &mut Rng, size: f64) -> Vector {
    Vector::new(real(rng, -size, size), real(rng, -size, size))
}

pub(crate) fn pose(rng: &mut Rng, spread: f64) -> Pose {
    Pose::new(vector(rng, spread), real(rng, -3.0, 3.0))
}

/// A shape some two units across. Half-planes have no end.
pub(crate) fn shape(kind: &str, rng: &mut Rng) -> (SharedShape, Shape<Vector>) {
    let mut size = || real(rng, 0.3, 1.0);
    let (p, q, radius) = (size(), size(), size() * 0.3);
    let corners: Vec<Vector> = (0..12).map(|_| vector(rng, 1.0)).collect();
    let [a, b, c] = [corners[0], corners[1], corners[2]];
    let rounded = |shape: Shape<Vector>| shape.rounded(radius).unwrap();
    let hull = |points: &[Vector]| ConvexHull::new(points).unwrap();
    match kind {
        "ball" => (SharedShape::ball(p), Ball::new(p).into()),
        "cuboid" => (SharedShape::cuboid(p, q), Cuboid::new(Vector::new(p, q)).into()),
        "capsule" => (SharedShape::capsule_y(p, radius), Capsule::new(p, radius).into()),
        "stadium" => {
            // Askew, across the y-axis, and along it beside the origin.
            let [a, b] = match rng.between(0.0, 3.0) as u8 {
                0 => [a, b],
                1 => [Vector::X * p, -Vector::X * p],
                _ => [Vector::Y * p, Vector::Y * -q],
            };
            let core = Shape::from(Segment::new(a, b));
            (SharedShape::capsule(a, b, radius), rounded(core))
        }
        "segment" => (SharedShape::segment(a, b), Segment::new(a, b).into()),
        "triangle" => (SharedShape::triangle(a, b, c), Triangle::new(a, b, c).into()),
        "half-space" => {
            let normal = a.normalize();
            (SharedShape::halfspace(normal), HalfSpace::new(normal, 0.0).into())
        }
        "round cuboid" => {
            let core = Cuboid::new(Vector::new(p, q)).into();
            (SharedShape::round_cuboid(p, q, radius), rounded(core))
        }
        "round triangle" => {
            let core = Triangle::new(a, b, c).into();
            (SharedShape::round_triangle(a, b, c, radius), rounded(core))
        }
        "hull" => {
            let made = SharedShape::convex_hull(&corners).unwrap();
            let points = made.as_convex_polygon().unwrap().points().to_vec();
            (made, hull(&points).into())
        }
        "round hull" => {
            let made = SharedShape::round_convex_hull(&corners, radius).unwrap();
            let inner = &made.as_round_convex_polygon().unwrap().inner_shape;
            let core = hull(inner.points()).into();
            (made, rounded(core))
        }
        other => panic!("no such kind: {other}"),
    }
}

/// How far a point is off a shape's surface, by parry's projection, which is exact enough for cores
/// only, and of hulls for their edges only.
pub(crate) fn off(shape: &dyn ParryShape, point: Vector) -> Real {
    let of =
        |core: &dyn ParryShape| (core.project_local_point(point, false).point - point).length();
    let of_edges = |points: &[Vector]| {
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        ends.map(|(a, b)| of(&Edge::new(*a, *b))).fold(Real::MAX, Real::min)
    };
    let (off, radius) = match shape.as_typed_shape() {
        TypedShape::RoundCuboid(round) => (of(&round.inner_shape), round.border_radius),
        TypedShape::RoundTriangle(round) => (of(&round.inner_shape), round.border_radius),
        TypedShape::ConvexPolygon(hull) => (of_edges(hull.points()), 0.0),
        TypedShape::RoundConvexPolygon(round) => {
            (of_edges(round.inner_shape.points()), round.border_radius)
        }
        _ => (of(shape), 0.0),
    };
    (off - radius).abs()
}

/// A box for a contact with as many points as there can be.
pub(crate) fn block(half: Vector) -> (SharedShape, usize) {
    (SharedShape::cuboid(half.x, half.y), 2)
}

/// The same as a hull of points.
pub(crate) fn hull_block(half: Vector) -> SharedShape {
    let [x, y] = half.to_array();
    let corners = [[-x, -y], [x, -y], [x, y], [-x, y]].map(Vector::from);
    SharedShape::convex_hull(&corners).unwrap()
}

/// The plane has no turn that keeps boxes flat on the floor.
pub(crate) fn upright(height: Real, turn: Real) -> Pose {
    Pose::new(Vector::Y * height + Vector::X * turn, 0.0)
}

/// A turn that lifts a side of a box that lies flat.
pub(crate) fn tilt(angle: Real) -> Pose {
    Pose::new(Vector::ZERO, angle)
}

pub(crate) fn spin(rng: &mut Rng) -> Real {
    real(rng, -1.0, 1.0)
}

/// A line of four pieces, at height 0, as each composite that has one.
pub(crate) fn plates() -> Vec<(&'static str, SharedShape)> {
    let corners: Vec<Vector> = (-2..=2).map(|x| Vector::X * (2 - x + 2 - 2) as Real).collect();
    let field = SharedShape::heightfield(vec![0.0; 3], Vector::new(4.0, 1.0));
    let tile =
        |x: Real| (Pose::from_translation(Vector::new(x, -0.5)), SharedShape::cuboid(1.0, 0.5));
    let centers: Vec<Vector> = (0..4).map(|n| Vector::new(n as Real - 1.5, -0.5)).collect();
    vec![
        ("polyline", SharedShape::polyline(corners, None)),
        ("height field", field),
        ("compound", SharedShape::compound(vec![tile(-1.0), tile(1.0)])),
        ("voxels", SharedShape::voxels_from_points(Vector::splat(1.0), &centers)),
    ]
}
