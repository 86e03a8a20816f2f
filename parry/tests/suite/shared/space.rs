//! Random shapes of space, as parry's and as `clearance`'s, each made from the same numbers.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, Segment, Shape, Triangle,
};

use super::parry::math::{Pose, Real, Vector};
use super::parry::shape::{Shape as ParryShape, SharedShape, TypedShape};
use crate::rng::Rng;

pub(crate) const KINDS: [&str; 15] = [
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
    "cylinder",
    "cone",
    "round cylinder",
    "round cone",
];

pub(crate) fn real(rng: &mut Rng, low: f64, high: f64) -> Real {
    rng.between(low, high) as Real
}

pub(crate) fn vector(rng: &mut Rng, size: f64) -> Vector {
    Vector::new(real(rng, -size, size), real(rng, -size, size), real(rng, -size, size))
}

pub(crate) fn pose(rng: &mut Rng, spread: f64) -> Pose {
    Pose::new(vector(rng, spread), vector(rng, 3.0))
}

/// A shape some two units across. Half-spaces have no end.
pub(crate) fn shape(kind: &str, rng: &mut Rng) -> (SharedShape, Shape<Vector>) {
    let mut size = || real(rng, 0.3, 1.0);
    let (p, q, r, radius) = (size(), size(), size(), size() * 0.3);
    let corners: Vec<Vector> = (0..24).map(|_| vector(rng, 1.0)).collect();
    let [a, b, c] = [corners[0], corners[1], corners[2]];
    let rounded = |shape: Shape<Vector>| shape.rounded(radius).unwrap();
    let hull = |points: &[Vector]| ConvexHull::new(points).unwrap();
    match kind {
        "ball" => (SharedShape::ball(p), Ball::new(p).into()),
        "cuboid" => (SharedShape::cuboid(p, q, r), Cuboid::new(Vector::new(p, q, r)).into()),
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
            let core = Cuboid::new(Vector::new(p, q, r)).into();
            (SharedShape::round_cuboid(p, q, r, radius), rounded(core))
        }
        "round triangle" => {
            let core = Triangle::new(a, b, c).into();
            (SharedShape::round_triangle(a, b, c, radius), rounded(core))
        }
        "hull" => {
            let made = SharedShape::convex_hull(&corners).unwrap();
            let points = made.as_convex_polyhedron().unwrap().points().to_vec();
            (made, hull(&points).into())
        }
        "round hull" => {
            let made = SharedShape::round_convex_hull(&corners, radius).unwrap();
            let inner = &made.as_round_convex_polyhedron().unwrap().inner_shape;
            let core = hull(inner.points()).into();
            (made, rounded(core))
        }
        "cylinder" => (SharedShape::cylinder(p, q), Cylinder::new(p, q).into()),
        "cone" => (SharedShape::cone(p, q), Cone::new(p, q).into()),
        "round cylinder" => {
            (SharedShape::round_cylinder(p, q, radius), rounded(Cylinder::new(p, q).into()))
        }
        "round cone" => (SharedShape::round_cone(p, q, radius), rounded(Cone::new(p, q).into())),
        other => panic!("no such kind: {other}"),
    }
}

/// How far a point is off a shape's surface, by parry's projection, which is exact enough for cores
/// only.
pub(crate) fn off(shape: &dyn ParryShape, point: Vector) -> Real {
    let (core, radius): (&dyn ParryShape, Real) = match shape.as_typed_shape() {
        TypedShape::RoundCuboid(round) => (&round.inner_shape, round.border_radius),
        TypedShape::RoundTriangle(round) => (&round.inner_shape, round.border_radius),
        TypedShape::RoundCylinder(round) => (&round.inner_shape, round.border_radius),
        TypedShape::RoundCone(round) => (&round.inner_shape, round.border_radius),
        TypedShape::RoundConvexPolyhedron(round) => (&round.inner_shape, round.border_radius),
        _ => (shape, 0.0),
    };
    ((core.project_local_point(point, radius > 0.0).point - point).length() - radius).abs()
}

/// A box for a contact with as many points as there can be.
pub(crate) fn block(half: Vector) -> (SharedShape, usize) {
    (SharedShape::cuboid(half.x, half.y, half.z), 4)
}

/// The same as a hull of points.
pub(crate) fn hull_block(half: Vector) -> SharedShape {
    let sign = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |n: usize| half * Vector::new(sign(n & 1), sign(n & 2), sign(n & 4));
    let corners: Vec<Vector> = (0..8).map(corner).collect();
    SharedShape::convex_hull(&corners).unwrap()
}

/// A turn about the vertical, which keeps boxes flat on the floor.
pub(crate) fn upright(height: Real, turn: Real) -> Pose {
    Pose::new(Vector::Y * height, Vector::Y * turn)
}

/// A turn that lifts a side of a box that lies flat.
pub(crate) fn tilt(angle: Real) -> Pose {
    Pose::new(Vector::ZERO, Vector::Z * angle)
}

pub(crate) fn spin(rng: &mut Rng) -> Vector {
    vector(rng, 1.0)
}

/// A plate of two by two cells, at height 0, as each composite that has one.
pub(crate) fn plates() -> Vec<(&'static str, SharedShape)> {
    use super::parry::shape::TriMeshFlags;
    use super::parry::utils::Array2;
    let mut corners = Vec::new();
    for z in -2..=2 {
        for x in -2..=2 {
            corners.push(Vector::new(x as Real, 0.0, z as Real));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..4 {
        for x in 0..4 {
            let p = z * 5 + x;
            triangles.push([p, p + 5, p + 1]);
            triangles.push([p + 1, p + 5, p + 6]);
        }
    }
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    let mesh = SharedShape::trimesh_with_flags(corners, triangles, flags).unwrap();
    let field = Array2::new(3, 3, vec![0.0; 9]);
    let field = SharedShape::heightfield(field, Vector::new(4.0, 1.0, 4.0));
    let tile = |x: Real, z: Real| {
        (Pose::from_translation(Vector::new(x, -0.5, z)), SharedShape::cuboid(1.0, 0.5, 1.0))
    };
    let tiles = vec![tile(-1.0, -1.0), tile(1.0, -1.0), tile(-1.0, 1.0), tile(1.0, 1.0)];
    let centers: Vec<Vector> =
        (0..16).map(|n| Vector::new((n % 4) as Real - 1.5, -0.5, (n / 4) as Real - 1.5)).collect();
    let voxels = SharedShape::voxels_from_points(Vector::splat(1.0), &centers);
    vec![
        ("mesh", mesh),
        ("height field", field),
        ("compound", SharedShape::compound(tiles)),
        ("voxels", voxels),
    ]
}
