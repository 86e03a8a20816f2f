//! Bevy's primitives mean here what they mean there: distances in closed form, and all else as the
//! shapes that they are.
#![cfg(feature = "bevy")]
#![allow(clippy::unwrap_used)] // The helpers are no test functions to clippy.

use bevy_math::{Dir2, Dir3, Isometry2d, Isometry3d, Quat, Vec2, Vec3};
use bevy_shape::{
    Aabb2d, Aabb3d, Bounded2d, Bounded3d, Capsule2d, Capsule3d, Circle, Cone, Cuboid, Cylinder,
    Ellipse, HalfSpace, Ray2d, Ray3d, Rectangle, Rhombus, Segment2d, Segment3d, Sphere,
    Tetrahedron, Triangle2d, Triangle3d,
};
use clearance::{
    Ball, BoundingBox, Ray, SupportMap, bounding_box, cast_ray, check_support, contact_manifold,
    distance, intersects, proximity, verdict,
};

/// How far a small ball at a place is from a shape at the origin, but for its radius.
fn from(shape: &impl SupportMap<Vec3>, place: Vec3) -> f32 {
    let ball = Sphere::new(0.25);
    let at = Isometry3d::from_translation(place);
    distance(shape, &Isometry3d::IDENTITY, &ball, &at).map_or(0.0, |found| found.length + 0.25)
}

fn from_2d(shape: &impl SupportMap<Vec2>, place: Vec2) -> f32 {
    let at = Isometry2d::from_translation(place);
    let found = distance(shape, &Isometry2d::IDENTITY, &Circle::new(0.25), &at);
    found.map_or(0.0, |found| found.length + 0.25)
}

#[test]
fn distances_in_space() {
    let capsule = Capsule3d { radius: 0.5, half_length: 2.0 };
    assert_eq!(from(&capsule, Vec3::Y * 4.0), 1.5);
    assert_eq!(from(&capsule, Vec3::X * 4.0), 3.5);
    let can = Cylinder { radius: 0.5, half_height: 2.0 };
    assert_eq!(from(&can, Vec3::Y * 4.0), 2.0);
    assert_eq!(from(&can, Vec3::Z * 4.0), 3.5);
    // The tip is up, half the height above the origin.
    let cone = Cone { radius: 1.0, height: 2.0 };
    assert_eq!(from(&cone, Vec3::Y * 4.0), 3.0);
    assert_eq!(from(&cone, Vec3::new(1.0, -4.0, 0.0)), 3.0);
    assert!((from(&cone, Vec3::new(1.0, 1.0, 0.0)) - 1.0 / 1.25_f32.sqrt()).abs() < 1e-6);
    let cuboid = Cuboid { half_size: Vec3::new(1.0, 2.0, 3.0) };
    assert_eq!(from(&cuboid, Vec3::Z * 4.0), 1.0);
    let segment = Segment3d { vertices: [Vec3::ZERO, Vec3::X] };
    assert_eq!(from(&segment, Vec3::new(3.0, 0.0, 0.0)), 2.0);
    let triangle = Triangle3d { vertices: [Vec3::ZERO, Vec3::X, Vec3::Z] };
    assert_eq!(from(&triangle, Vec3::new(0.25, 2.0, 0.25)), 2.0);
    let tetrahedron = Tetrahedron { vertices: [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] };
    assert_eq!(from(&tetrahedron, Vec3::new(0.25, -2.0, 0.25)), 2.0);
    // Bevy's own example: all points with a z of at most 8.
    let half = HalfSpace::new(Vec3::NEG_Z.extend(8.0));
    assert_eq!(from(&half, Vec3::new(5.0, 7.0, 10.0)), 2.0);
    assert_eq!(from(&half, Vec3::ZERO), 0.0);
}

#[test]
fn distances_in_the_plane() {
    let capsule = Capsule2d { radius: 0.5, half_length: 2.0 };
    assert_eq!(from_2d(&capsule, Vec2::Y * 4.0), 1.5);
    let ellipse = Ellipse { half_size: Vec2::new(1.0, 2.0) };
    assert_eq!(from_2d(&ellipse, Vec2::Y * 4.0), 2.0);
    let rectangle = Rectangle { half_size: Vec2::new(1.0, 2.0) };
    assert_eq!(from_2d(&rectangle, Vec2::X * 4.0), 3.0);
    let segment = Segment2d { vertices: [Vec2::ZERO, Vec2::X] };
    assert_eq!(from_2d(&segment, Vec2::X * 3.0), 2.0);
    let triangle = Triangle2d { vertices: [Vec2::ZERO, Vec2::X, Vec2::Y] };
    assert_eq!(from_2d(&triangle, Vec2::new(0.25, -2.0)), 2.0);
    let rhombus = Rhombus { half_diagonals: Vec2::new(1.0, 2.0) };
    assert_eq!(from_2d(&rhombus, Vec2::Y * 4.0), 2.0);
    assert!((from_2d(&rhombus, Vec2::new(1.0, 2.0)) - 2.0 / 5.0_f32.sqrt()).abs() < 1e-6);
    // A quarter turn.
    let turned = Isometry2d::from_rotation(bevy_math::Rot2 { cos: 0.0, sin: 1.0 });
    let at = Isometry2d::from_translation(Vec2::Y * 4.0);
    let found = distance(&rectangle, &turned, &Circle::new(0.25), &at).unwrap();
    assert_eq!(found.length, 2.75);
}

/// Every question about a shape of Bevy's and about what it is here has the same answer, to the
/// bit.
#[test]
fn all_answers_are_those_of_the_same_shape() {
    let turn = Quat::from_xyzw(0.1, 0.7, -0.2, 0.4).normalize();
    let other = Cuboid { half_size: Vec3::new(0.5, 0.25, 0.75) };
    macro_rules! same {
        ($($bevy:expr => $ours:expr),+ $(,)?) => {$(
            let (bevy, ours) = ($bevy, $ours);
            check_support(&bevy).unwrap();
            for height in [0.0, 0.9, 1.2, 3.0] {
                let at = Isometry3d::new(Vec3::new(0.1, height, -0.2), turn);
                let here = Isometry3d::from_rotation(turn.inverse());
                let both = (
                    proximity(&bevy, &here, &other, &at),
                    proximity(&ours, &here, &other, &at),
                );
                assert_eq!(both.0, both.1);
                assert_eq!(
                    contact_manifold(&bevy, &here, &other, &at, 0.5),
                    contact_manifold(&ours, &here, &other, &at, 0.5),
                );
                assert_eq!(
                    verdict(&bevy, &here, &other, &at),
                    verdict(&ours, &here, &other, &at),
                );
            }
            assert_eq!(clearance::mass_properties(&bevy), clearance::mass_properties(&ours));
        )+};
    }
    let [a, b, c] = [Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1.0, 0.25)];
    same!(
        Sphere::new(0.75) => Ball::new(0.75),
        Cuboid { half_size: Vec3::new(1.0, 0.5, 0.75) } =>
            clearance::Cuboid::new(Vec3::new(1.0, 0.5, 0.75)),
        Cylinder { radius: 0.5, half_height: 1.0 } => clearance::Cylinder::new(1.0, 0.5),
        Capsule3d { radius: 0.5, half_length: 1.0 } => clearance::Capsule::new(1.0, 0.5),
        Cone { radius: 0.5, height: 1.5 } => clearance::Cone::new(0.75, 0.5),
        Segment3d { vertices: [a, c] } => clearance::Segment::new(a, c),
        Triangle3d { vertices: [a, b, c] } => clearance::Triangle::new(a, b, c),
        HalfSpace::new(Vec3::Y.extend(0.25)) => clearance::HalfSpace::new(-Vec3::Y, 0.25),
    );
}

#[test]
fn rays_and_boxes() {
    let ray = Ray3d::new(Vec3::new(0.0, 5.0, 0.0), Dir3::NEG_Y);
    let hit = cast_ray(&Sphere::new(1.0), &Isometry3d::IDENTITY, &Ray::from(ray).until(9.0));
    assert!(hit.hit().is_some_and(|hit| hit.time.low <= 4.0 && hit.time.high >= 4.0));
    assert!(hit.hit().is_some_and(|hit| hit.time.width() < 1e-5));
    let ray = Ray2d::new(Vec2::new(-5.0, 0.0), Dir2::X);
    let hit = cast_ray(&Circle::new(1.0), &Isometry2d::IDENTITY, &Ray::from(ray).until(9.0));
    assert!(hit.hit().is_some_and(|hit| hit.time.low <= 4.0 && hit.time.high >= 4.0));
    assert!(hit.hit().is_some_and(|hit| hit.time.width() < 1e-5));

    let (cuboid, at) = (Cuboid::new(1.0, 2.0, 3.0), Isometry3d::from_translation(Vec3::X));
    let bounds: Aabb3d = bounding_box(&cuboid, &at).into();
    assert_eq!(bounds, cuboid.aabb_3d(at));
    assert_eq!(BoundingBox::<Vec3>::from(bounds), bounding_box(&cuboid, &at));
    let (square, at) = (Rectangle::new(1.0, 2.0), Isometry2d::from_translation(Vec2::X));
    let bounds: Aabb2d = bounding_box(&square, &at).into();
    assert_eq!(bounds, square.aabb_2d(at));
}

/// Half-spaces are closed here, so a ball that just touches one intersects it.
#[test]
fn touching_a_half_space_is_intersecting() {
    let floor = HalfSpace::new(Vec3::NEG_Y.extend(0.0));
    let at = |height| Isometry3d::from_translation(Vec3::Y * height);
    assert!(intersects(&floor, &at(0.0), &Sphere::new(1.0), &at(1.0)));
    assert!(!intersects(&floor, &at(0.0), &Sphere::new(1.0), &at(1.0 + f32::EPSILON)));
}
