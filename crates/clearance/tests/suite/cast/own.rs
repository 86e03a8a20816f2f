//! Bodies that turn about an axis, or a point, of their own: the same bodies at every time. Truth
//! is the motion without the turn, and how far a body sways that turns about an axis beside its
//! own.

use clearance::{
    Ball, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Meeting, Motion, Pose,
    Query, Rotation3, Rounded, Segment, Shape, SupportMap, Sweep, Xyz,
};
use clearance_trust::Random;
use glam::{DQuat, DVec2, DVec3, Vec3};

fn rounds() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|n| n.parse().ok()).unwrap_or(240)
}

/// A body about its y-axis (a ball about any), and how large it is.
fn body(r: &mut Random) -> Shape<DVec3> {
    let [p, q, t] = [0; 3].map(|_| r.range(0.1, 1.0));
    match r.below(8) {
        0 => Ball::new(p).into(),
        1 => Capsule::new(p, q).into(),
        2 => Cylinder::new(p, q).into(),
        3 => Cone::new(p, q).into(),
        4 => Ellipsoid::new(DVec3::new(p, q, p)).into(),
        5 => Rounded::new(Cylinder::new(p, q).into(), t).into(),
        6 => Segment::new(DVec3::new(0.0, -p, 0.0), DVec3::new(0.0, q, 0.0)).into(),
        _ => Cylinder::new(1e-3 * p, q).into(),
    }
}

/// A quaternion of whole numbers, of any length: it takes the y-axis along whole numbers too.
fn turned(r: &mut Random) -> (Rotation3<f64>, DVec3) {
    let mut whole = || r.below(7) as f64 - 3.0;
    let [x, y, z, w] = [whole(), whole(), whole(), 1.0 + whole().abs()];
    let axis =
        DVec3::new(2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x));
    (Rotation3 { x, y, z, w }, axis)
}

/// In any pose, at any rate, beside what rests or moves itself: exactly the answer of what does not
/// turn.
#[test]
fn what_turns_about_its_own_axis_does_not_turn() {
    let (mut hits, mut misses) = (0, 0);
    for seed in 0..rounds() {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (shape, other) = (body(r), body(r));
        let draw = |r: &mut Random, shape: &Shape<DVec3>| {
            let (rotation, axis) = turned(r);
            let place = r.vector::<Xyz>(3.0);
            let from = Pose { translation: DVec3::new(place.x, place.y, place.z), rotation };
            let way = r.vector::<Xyz>(1.0);
            let still =
                Motion::new(&from).velocity(DVec3::new(way.x, way.y, way.z) - from.translation);
            // A power of two times whole numbers rounds nowhere.
            let rate = 2.0_f64.powi(r.below(24) as i32 - 4);
            let about = DVec3::new(0.0, r.below(3) as f64 - 1.0, 0.0);
            let is_ball = matches!(shape, Shape::Ball(_));
            let spins =
                still.turning(if is_ball { DVec3::new(0.1, 7.3, rate) } else { axis * rate });
            (still, spins.about(if is_ball { DVec3::ZERO } else { about }))
        };
        let ((still_a, turns_a), (still_b, turns_b)) = (draw(r, &shape), draw(r, &other));
        let meeting = Meeting::new().until(2.0).within([0.0, 0.0, 0.25][r.below(3) as usize]);
        let ask = |of_a: &Motion<DVec3>, of_b: &Motion<DVec3>| {
            Query::new().time_of_impact(&shape, of_a, &other, of_b, &meeting)
        };
        let truth = ask(&still_a, &still_b);
        let found = ask(&turns_a, &turns_b);
        assert_eq!(format!("{found:?}"), format!("{truth:?}"), "{seed}: {shape:?} {other:?}");
        hits += u32::from(matches!(truth, Cast::Hit(_)));
        misses += u32::from(matches!(truth, Cast::Miss));
    }
    assert!(u64::from(hits.min(misses)) * 5 > rounds(), "{hits} hits, {misses} misses");
}

/// About an axis that leans a little from its own, or passes beside it: the body sways by twice
/// that at most, so that it is free where the body that rests is free by more, and meets what that
/// one overlaps by more.
#[test]
fn what_turns_nearly_about_its_own_axis_sways() {
    for seed in 0..rounds() {
        let r = &mut Random(!seed);
        let shape = body(r);
        let lean = 10.0_f64.powi(-4 - r.below(10) as i32);
        let lies = DQuat::from_axis_angle(DVec3::X, r.range(-3.0, 3.0));
        let from = (lies, DVec3::ZERO);
        let about = DVec3::new(lean * r.range(-1.0, 1.0), 0.0, 0.0);
        let axis = lies * (DVec3::Y + DVec3::new(lean, 0.0, lean * r.range(-1.0, 1.0)));
        let rate = 10.0_f64.powi(r.below(7) as i32);
        let spins = Motion::new(&from).turning(axis * rate).about(about);
        // A ball at the side: farther than the sway can bridge, or deeper.
        let room = 8.0 * lean * 3.0 + 1e-12;
        let tip = shape.support_f64(Xyz::new(1.0, 0.0, 0.0), 0).point;
        let tip = DVec3::new(tip.x + shape.radius_f64(), tip.y, tip.z);
        let ask = |gap: f64| {
            let ball = Ball::new(0.5);
            let beside = Motion::new(&(lies * (tip + DVec3::X * (0.5 + gap))));
            Query::new().time_of_impact(&shape, &spins, &ball, &beside, &Meeting::new().until(10.0))
        };
        assert_eq!(ask(room), Cast::Miss, "{seed}: {shape:?} {lean:e} {rate:e}");
        assert!(matches!(ask(-1e-3 - room), Cast::Hit(_)), "{seed}: {shape:?}");
    }
}

/// Case `spin-in-place`: it never meets the box, and of the 1000 radians per unit time no step saw
/// more than 0.277.
#[test]
fn a_cylinder_that_spins_beside_a_box() {
    let (cube, rest) = (Cuboid::new(DVec3::ONE), Motion::new(&DVec3::ZERO));
    let can = Cylinder::new(1.0, 1.0);
    for x in [2.001, 2.0_f64.next_up()] {
        let spins = Motion::new(&DVec3::new(x, 0.0, 0.0)).turning(DVec3::new(0.0, 1000.0, 0.0));
        let until = Meeting::new().until(10.0);
        assert_eq!(Query::new().time_of_impact(&cube, &rest, &can, &spins, &until), Cast::Miss);
    }
    // The same in single precision, lying, with an axis that is rounded.
    let lies = glam::Quat::from_rotation_z(0.7);
    let along = (lies * Vec3::Y) * 1000.0;
    let place = lies * Vec3::new(0.0, 2.001, 0.0);
    let spins = Motion::new(&(lies, place)).turning(along);
    let (cube, rest) = (Cuboid::new(Vec3::ONE), Motion::new(&(lies, Vec3::ZERO)));
    let until = Meeting::new().until(10.0);
    let can = Cylinder::new(1.0_f32, 1.0);
    assert_eq!(Query::new().time_of_impact(&cube, &rest, &can, &spins, &until), Cast::Miss);
}

/// What rests on a floor and spins there is in contact, to the last digit, and a float above it
/// not.
#[test]
fn what_spins_on_a_floor_is_decided() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    let rest = Motion::new(&DVec3::ZERO).turning(DVec3::new(0.0, 3.0, 0.0));
    let can = Cylinder::new(1.0, 0.5);
    let at = |y: f64| Motion::new(&DVec3::new(0.1, y, 0.3)).turning(DVec3::new(0.0, -77.7, 0.0));
    let ask = |y: f64| Query::new().time_of_impact(&floor, &rest, &can, &at(y), &Meeting::new());
    assert!(matches!(ask(1.0), Cast::Hit(hit) if hit.time.high == 0.0));
    assert_eq!(ask(1.0_f64.next_up()), Cast::Miss);
}

/// A ball or disc on a way between two poses that turn it, and one that touches at its end alone.
#[test]
fn balls_between_poses() {
    let to = (DQuat::from_rotation_x(3.0), DVec3::new(4.0, 0.0, 0.0));
    let (ball, rest) = (Ball::new(0.5), Motion::new(&DVec3::new(5.0, 0.0, 0.0)));
    let moves = Motion::between(&DVec3::ZERO, &to);
    let found = clearance::time_of_impact(&ball, &rest, &ball, &moves);
    let straight = clearance::cast(
        &ball,
        &DVec3::new(5.0, 0.0, 0.0),
        &ball,
        &DVec3::ZERO,
        &Sweep::new(DVec3::new(4.0, 0.0, 0.0)),
    );
    assert_eq!(found, straight);
    assert!(matches!(found, Cast::Hit(_)), "{found:?}");
    let disc = Ball::new(1.0);
    let wheel = Motion::new(&DVec2::new(-3.0, 2.0)).velocity(DVec2::X).turning(1e5);
    let still = Motion::new(&DVec2::ZERO);
    let until = Meeting::new().until(f64::INFINITY);
    // They graze, exactly.
    let found = Query::new().time_of_impact(&disc, &still, &disc, &wheel, &until);
    assert!(matches!(found, Cast::Hit(hit) if hit.time.low <= 3.0 && 3.0 <= hit.time.high));
}

/// What turns in place is, after one turn, where it was: of ten million radians, and of turns
/// without end, one turn is looked at. Truth is the circle of the rod's corners.
#[test]
fn ten_million_radians() {
    let rod = Cuboid::new(DVec3::new(0.75, 0.3125, 0.25));
    let radius = 0.8125; // 0.75² + 0.3125² = 0.8125²
    let (still, wall) = (Motion::new(&DVec3::ZERO), HalfSpace::new(DVec3::Y, 0.0));
    let ball = Ball::new(0.5);
    for until in [1.0, 8.0, f64::INFINITY] {
        for (gap, meets) in [(1e-11, false), (-1e-11, true), (0.25, false), (-0.25, true)] {
            let at = |height: f64, turn: f64| (DQuat::from_rotation_z(turn), DVec3::Y * height);
            let over = Motion::new(&at(radius + gap, 0.25)).turning(DVec3::Z * -1e7);
            let beside = Motion::new(&at(radius + 0.5 + gap, -1.0)).turning(DVec3::Z * 1e7);
            let moving = DVec3::new(3.0, -1.0, 0.5);
            let meeting = Meeting::new().until(until);
            let ask = |a: &Shape<DVec3>, of_a: &_, of_b: &_| {
                Query::new().time_of_impact(a, of_a, &rod, of_b, &meeting)
            };
            let found = [
                ask(&wall.into(), &still, &over),
                ask(&ball.into(), &still, &beside),
                ask(&ball.into(), &still.velocity(moving), &beside.velocity(moving)),
            ];
            for found in found {
                assert_eq!(matches!(found, Cast::Hit(_)), meets, "{gap:e} {until}: {found:?}");
                assert_eq!(found == Cast::Miss, !meets, "{gap:e} {until}: {found:?}");
            }
        }
    }
    // 1e7 radians less their whole turns, by an independent sine.
    let exact = Motion::new(&DVec3::ZERO).turning(DVec3::Z * 1e7).at(1.0).rotation;
    assert!((exact.z.abs() - 5e6_f64.sin().abs()).abs() < 1e-15, "{exact:?}");
}
