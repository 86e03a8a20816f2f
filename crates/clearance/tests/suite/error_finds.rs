//! Finds of the proof of the error constants, each a literal case.
#![allow(clippy::unwrap_used)]

use clearance::{
    Ball, ConvexHull, Ellipsoid, HalfSpace, Point, Pose, Rotation2, Rotation3, Segment, Verdict,
    distance, proximity, verdict,
};
use glam::{DVec2, DVec3};

/// B is turned by 2e-17 about z against A's axes: its point is at x = 1 + 2e-17, outside. The
/// relative quaternion rounds to a quarter turn, which the poses are not.
#[test]
fn a_turn_lost_in_the_relative_rotation() {
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0 - 1.0)
        .collect();
    let cube = ConvexHull::new(&corners).unwrap();
    let point = Point(DVec3::new(-1.0, 1.0, 0.0));
    let there = (Rotation3::from_xyzw(0.0, 0.0, -1e-17, 1.0), DVec3::new(2.0, 0.0, 0.0));
    for quarter in [[0.0, 0.0, 1.0, 1.0], [0.5, 0.5, 0.5, 0.5]] {
        let [x, y, z, w] = quarter;
        let here = Pose { translation: DVec3::ZERO, rotation: Rotation3::from_xyzw(x, y, z, w) };
        assert_ne!(verdict(&cube, &here, &point, &there), Verdict::Intersecting);
    }
}

/// Two segments on rays from one origin, an ulp of turn apart: they have no common point.
#[test]
fn rotations_an_ulp_apart() {
    let segment = Segment::new(DVec2::new(1.0, 0.0), DVec2::new(2.0, 0.0));
    let (cos, sin) = (0.900_191_8_f64, 0.300_015_4_f64);
    assert_eq!(cos * sin, cos * sin.next_up()); // which is how the difference gets lost
    let pose = |sin| Pose { translation: DVec2::new(3.0, 4.0), rotation: Rotation2 { cos, sin } };
    let found = verdict(&segment, &pose(sin), &segment, &pose(sin.next_up()));
    assert_ne!(found, Verdict::Intersecting);
}

/// Squares of subnormal size have no digits left: these balls overlap by a twentieth of their radius.
#[test]
fn balls_whose_squares_are_subnormal() {
    let m = 2.0_f64.powi(-537);
    let ball = Ball::new(0.9083 * m);
    let there = DVec2::new(1.23 * m, 1.23 * m);
    assert_ne!(verdict(&ball, &DVec2::ZERO, &ball, &there), Verdict::Separated);
}

/// The exact distance is 7 sqrt(2) of the smallest number, which floats do not hold.
#[test]
fn a_distance_that_rounds_when_scaled_back() {
    let tiny = f64::from_bits(7);
    let point = Point(DVec2::ZERO);
    let found = distance(&point, &DVec2::ZERO, &point, &DVec2::splat(tiny)).unwrap();
    assert!(found.gap > 0.0, "{found:?}");
}

/// The first direction is 1e-161 long, and its square has two digits.
#[test]
fn centres_that_nearly_coincide() {
    let ball = |d: DVec3| DVec3::new(4.0, 0.0, 0.0) + d.normalize_or_zero();
    let found = proximity(&ball, &DVec3::new(1e-161, 0.0, 0.0), &Point(DVec3::ZERO), &DVec3::ZERO);
    assert!((found.signed_distance() - 3.0).abs() <= found.witness().gap, "{found:?}");
}

/// Radius times direction leaves the range, and the support point becomes the centre.
#[test]
fn an_ellipsoid_near_the_largest_number() {
    let ellipsoid = Ellipsoid::new(DVec3::new(1.6e308, 1e308, 1e308));
    let inside = DVec3::new(1.5e308, 0.0, 0.0);
    let found = verdict(&ellipsoid, &DVec3::ZERO, &Point(DVec3::ZERO), &inside);
    assert_ne!(found, Verdict::Separated);
}

/// Support points in subnormal numbers have few digits, which the gap did not cover.
#[test]
fn an_ellipse_of_subnormal_size() {
    let size = 1e-318;
    let ellipse = Ellipsoid::new(DVec2::new(2.0, 1.0) * size);
    let there = DVec2::new(3.0, 2.0) * size;
    let found = distance(&ellipse, &DVec2::ZERO, &Point(DVec2::ZERO), &there).unwrap();
    assert!((found.length / size - 1.964_049).abs() < found.gap / size + 1e-4, "{found:?}");
}

/// `(4, 7)` and its rounded unit vector are not parallel: these half-planes meet, far away.
#[test]
fn boundaries_parallel_but_for_rounding() {
    let length = (4.0_f64 * 4.0 + 7.0 * 7.0).sqrt();
    let a = HalfSpace::new(DVec2::new(4.0, 7.0), 0.0);
    let b = HalfSpace::new(DVec2::new(-4.0 / length, -7.0 / length), -5.0);
    assert_ne!(verdict(&a, &DVec2::ZERO, &b, &DVec2::ZERO), Verdict::Separated);
}
