//! How deep inside: closed forms, a container that only just holds, and the verbs that must agree.
#![allow(clippy::unwrap_used)]

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Point, Pose, Rounded,
    Separation, SupportMap, ToPose, contains, corner_points, inside_by, support_point,
};
use clearance_trust::{Random, point, pose};
use glam::{DQuat, DVec2, DVec3, Vec3};

/// The exact value, and its gap.
#[track_caller]
fn is(found: Separation<f64>, exact: f64) {
    assert!((found.length - exact).abs() <= found.gap && found.gap < 1e-13, "{exact}: {found:?}");
}

#[test]
fn closed_forms() {
    let origin = DVec3::ZERO;
    let zone = Cuboid::new(DVec3::new(4.0, 2.0, 4.0));
    // Balls: the difference of the radii, less the way between the centres, (2, 3, 6) / 4.
    let at = DVec3::new(0.5, 0.75, 1.5);
    is(inside_by(&Ball::new(4.0), &origin, &Ball::new(0.5), &at), 3.5 - 1.75);
    is(inside_by(&Ball::new(2.0), &origin, &Ball::new(0.5), &at), -0.25);
    // A ball in a box, in its middle, at a wall, and through a corner by (1, 2, 2).
    is(inside_by(&zone, &origin, &Ball::new(0.5), &origin), 1.5);
    is(inside_by(&zone, &origin, &Ball::new(0.5), &DVec3::new(3.5, 0.0, 0.0)), 0.0);
    is(inside_by(&zone, &origin, &Ball::new(0.5), &DVec3::new(5.0, 4.0, 6.0)), -3.5);
    // A can in a box: its own walls are axes, and the box around it would stick out.
    let can = Cylinder::new(0.5, 1.0);
    is(inside_by(&zone, &origin, &can, &DVec3::new(2.75, 0.5, 0.0)), 0.25);
    is(inside_by(&zone, &origin, &can, &(DQuat::from_rotation_y(0.7), DVec3::X)), 1.5);
    is(inside_by(&zone, &origin, &can, &DVec3::new(0.0, 2.0, 0.0)), -0.5);
    // The same in a hull, a rounded box, and a half-space.
    let hull = ConvexHull::new(&corner_points(&zone, &origin).collect::<Vec<_>>()).unwrap();
    is(inside_by(&hull, &origin, &can, &DVec3::new(2.75, 0.5, 0.0)), 0.25);
    let round = Rounded::new(zone, 0.25);
    is(inside_by(&round, &origin, &can, &DVec3::new(2.75, 0.5, 0.0)), 0.5);
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    is(inside_by(&floor, &origin, &can, &DVec3::new(0.0, -2.0, 0.0)), 1.5);
    is(inside_by(&floor, &origin, &can, &DVec3::new(0.0, 1.0, 0.0)), -1.5);
    // Boxes in boxes, and a capsule across a plane's square.
    is(inside_by(&zone, &origin, &Cuboid::new(DVec3::ONE), &DVec3::new(1.0, 0.5, 0.0)), 0.5);
    let square = Cuboid::new(DVec2::splat(2.0));
    let lying = (core::f64::consts::FRAC_PI_2, DVec2::new(0.25, 0.0));
    is(inside_by(&square, &DVec2::ZERO, &Capsule::new(1.0, 0.5), &lying), 0.25);
    // A needle in a cone: its slope is 4 down for 3 outward.
    let cone = Cone::new(2.0, 3.0);
    is(inside_by(&cone, &origin, &Point::new(DVec3::ZERO), &origin), 1.5 * 0.8);
}

/// Curved shapes in curved containers have a wide gap, which holds the truth.
#[test]
fn bounds_of_curved_shapes_hold() {
    let ball = Ball::new(4.0);
    for (shape, at, exact) in [
        (DVec3::new(1.0, 2.0, 0.5), DVec3::ZERO, 2.0),
        (DVec3::new(1.0, 2.0, 0.5), DVec3::new(0.0, 1.0, 0.0), 1.0),
        (DVec3::new(1.0, 2.0, 0.5), DVec3::new(0.0, 3.0, 0.0), -1.0),
    ] {
        let found = inside_by(&ball, &DVec3::ZERO, &Ellipsoid::new(shape), &at);
        assert!((found.length - exact).abs() <= found.gap, "{exact}: {found:?}");
        assert!(found.gap < 1.0, "{found:?}");
    }
}

#[test]
fn nothing_is_known_of_what_is_refused_or_has_no_end() {
    let (ball, origin) = (Ball::new(1.0), DVec3::ZERO);
    let unknown = |found: Separation<f64>| assert!(found.gap.is_infinite(), "{found:?}");
    unknown(inside_by(&ball, &origin, &Ball::new(f64::NAN), &origin));
    unknown(inside_by(&Ball::new(-1.0), &origin, &ball, &origin));
    unknown(inside_by(&ball, &DVec3::NAN, &ball, &origin));
    unknown(inside_by(&ball, &origin, &HalfSpace::new(DVec3::Y, 1.0), &origin));
}

/// Grown by less than the depth it is held, and grown by more it is not: checked by its points in
/// many directions.
#[test]
fn a_shape_may_grow_by_its_depth() {
    let mut random = Random(17);
    let mut held = 0;
    for _ in 0..60 {
        let corners: Vec<DVec3> = (0..12).map(|_| point::<DVec3>(&mut random) * 4.0).collect();
        let hull = ConvexHull::new(&corners).unwrap();
        let at: Pose<DVec3> = pose(&mut random, 0.5);
        let there = pose(&mut random, 0.5);
        let shapes: [&dyn SupportMap<DVec3>; 4] = [
            &Capsule::new(0.4, 0.2),
            &Cuboid::new(DVec3::new(0.3, 0.2, 0.5)),
            &Cylinder::new(0.4, 0.3),
            &Ellipsoid::new(DVec3::new(0.3, 0.2, 0.5)),
        ];
        for shape in shapes {
            let found = inside_by(&hull, &at, shape, &there);
            if found.length <= 0.0 {
                continue;
            }
            held += 1;
            assert!(found.gap < 1e-13, "{found:?}");
            let farthest = (0..400)
                .map(|_| {
                    let out = point::<DVec3>(&mut random).normalize();
                    let tip = support_point(shape, &there, out).point;
                    assert!(contains(&hull, &at, tip + out * (found.length - found.gap) * 0.999));
                    !contains(&hull, &at, tip + out * (found.length + 0.5))
                })
                .filter(|is_out| *is_out)
                .count();
            assert!(farthest > 0, "{found:?}");
        }
    }
    assert!(held > 60, "{held}");
}

#[test]
fn support_points_and_corners_stand_in_the_world() {
    let place = (DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2), DVec3::X);
    let tall = Rounded::new(Cuboid::new(DVec3::new(1.0, 2.0, 3.0)), 0.5);
    let top = support_point(&tall, &place, DVec3::new(-8.0, 0.0, 0.0));
    assert!((top.point.x + 1.5).abs() < 1e-15, "{top:?}");
    let corners: Vec<DVec3> = corner_points(&tall, &place).collect();
    assert_eq!(corners.len(), 8);
    assert!(corners.iter().all(|c| ((c.x - 1.0).abs() - 2.0).abs() < 1e-15), "{corners:?}");
    assert_eq!(corner_points(&Cone::new(1.0, 1.0), &place.to_pose()).count(), 0);
    // In single precision too.
    let ball = support_point(&Ball::new(2.0), &Vec3::ONE, Vec3::new(0.0, 0.0, 1e-20));
    assert_eq!(ball.point, Vec3::new(1.0, 1.0, 3.0));
}

/// Corners that two numbers do not hold made the answer unknown.
#[test]
fn shapes_scaled_many_times() {
    use clearance::Shape;
    let corners = [[0.1, 0.2, 0.3], [1.1, 0.7, 0.3], [-0.1, 0.9, 1.3]].map(DVec3::from_array);
    let mut shape: Shape<DVec3> = ConvexHull::new(&corners).unwrap().into();
    let room = Cuboid::new(DVec3::splat(4.0));
    let mut most = 1.3;
    for _ in 0..6 {
        shape = shape.scaled(DVec3::new(0.9, 1.1, 1.1)).unwrap();
        most *= 1.1;
        let found = inside_by(&room, &DVec3::ZERO, &shape, &DVec3::ZERO);
        assert!((found.length - (4.0 - most)).abs() <= found.gap + 1e-15, "{found:?}");
        assert!(found.gap < 1e-13, "{found:?}");
    }
}

/// A shape that `check` refuses was reported as inside, as if its numbers were lengths.
#[test]
fn of_no_shape_nothing_is_known() {
    let (room, here) = (Ball::new(5.0), DVec3::ZERO);
    for radius in [-1.0, 1e307, f64::NAN] {
        assert_eq!(inside_by(&room, &here, &Ball::new(radius), &here).gap, f64::INFINITY);
        assert_eq!(inside_by(&Ball::new(radius), &here, &room, &here).gap, f64::INFINITY);
    }
}
