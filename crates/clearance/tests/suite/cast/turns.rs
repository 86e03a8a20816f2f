//! Motions that turn: inputs on which other libraries answer wrongly, closed forms, choices.

use core::f64::consts::{FRAC_PI_2, PI};

use clearance::{
    AtStart, Ball, Capsule, Cast, Cuboid, DepthRange, Frustum, HalfSpace, Hit, Interval, Meeting,
    Motion, Point, Query, Rotation2, Segment, Shape, time_of_impact, verdict,
};
use glam::{DQuat, DVec3, Vec2};

fn hit(found: &Cast<DVec3>) -> Hit<DVec3> {
    match found {
        Cast::Hit(hit) => *hit,
        other => panic!("{other:?}"),
    }
}

/// The time lies in the interval, which is narrow.
fn holds(found: &Cast<DVec3>, time: f64) -> Hit<DVec3> {
    let hit = hit(found);
    assert!(hit.time.low <= time && time <= hit.time.high, "{time}: {hit:?}");
    assert!(hit.time.width() < 1e-12 * time.max(1.0), "{hit:?}");
    hit
}

const Z: DVec3 = DVec3::Z;

/// parry's `cast_shapes_nonlinear` finds nothing; the overlap is 0.2995 deep at 0.624.
#[test]
fn a_capsule_that_spins_over_a_cube() {
    let cube = Motion::new(&DVec3::ZERO);
    let capsule =
        Motion::new(&DVec3::new(-4.0, 2.95, 0.0)).velocity(DVec3::X * 8.0).turning(Z * 5.0);
    let (a, b) = (Cuboid::new(DVec3::ONE), Capsule::new(2.0, 0.25));
    let found = hit(&time_of_impact(&a, &cube, &b, &capsule));
    assert!(found.time.high < 0.624 && found.time.width() < 1e-12, "{found:?}");
    sampled(&a, &cube, &b, &capsule, 1.0);
}

/// `sweep_time_of_impact` of parry and `b3TimeOfImpact` of Box3D report a miss.
#[test]
fn a_rod_that_goes_through_a_small_cube() {
    let (a, b) = (Cuboid::new(DVec3::splat(0.05)), Cuboid::new(DVec3::new(1.0, 0.02, 0.02)));
    let cube = Motion::new(&DVec3::new(0.5, 0.0, 0.0));
    let at = |degrees: f64| (DQuat::from_rotation_z(degrees.to_radians()), DVec3::ZERO);
    for rod in [Motion::between(&at(-90.0), &at(65.0)), Motion::blended(&at(-90.0), &at(65.0))] {
        let found = hit(&time_of_impact(&a, &cube, &b, &rod));
        assert!(found.time.width() < 1e-12, "{found:?}");
        sampled(&a, &cube, &b, &rod, 1.0);
    }
}

/// parry2d's `sweep_time_of_impact` and Box2D's `b2TimeOfImpact` report a miss, below the angle up
/// to which the latter promises an answer.
#[test]
fn two_boxes_of_the_plane_that_turn_by_44_degrees() {
    let a = Cuboid::new(Vec2::new(0.9863922, 0.35303828));
    let b = Cuboid::new(Vec2::new(0.41745982, 0.85799485));
    let still = Motion::new(&(Rotation2::from_angle(0.74194264), Vec2::new(-0.496928, -1.9372822)));
    let from = (Rotation2::from_angle(0.06834698), Vec2::new(-2.721813, -3.9309933));
    let moving = Motion::new(&from).velocity(Vec2::new(2.689618, 4.944816)).turning(-0.7732064);
    let Cast::Hit(found) = time_of_impact(&a, &still, &b, &moving) else { panic!() };
    assert!(found.time.high < 0.4875 && found.time.width() < 1e-6, "{found:?}");
    let at = |time| verdict(&a, still.from(), &b, &moving.at(time)).intersects();
    assert!(at(0.4875) && !at(found.time.low - 1e-6));
}

/// erincatto/box2d#115: reported as touching, and an endless loop where angles are not normalised.
/// The least distance on the way is 6.8.
#[test]
fn two_boxes_of_the_plane_that_pass() {
    let (a, b) = (Cuboid::new(Vec2::new(25.0, 5.0)), Cuboid::new(Vec2::new(2.5, 2.5)));
    let still = Motion::new(&(Rotation2::from_angle(2.95), Vec2::new(24.0, -60.0)));
    let from = (Rotation2::from_angle(4.428_75), Vec2::new(53.474274, -50.252514));
    let to = (Rotation2::from_angle(4.689_8), Vec2::new(54.595478, -51.083473));
    assert_eq!(time_of_impact(&a, &still, &b, &Motion::between(&from, &to)), Cast::Miss);
    assert_eq!(time_of_impact(&a, &still, &b, &Motion::blended(&from, &to)), Cast::Miss);
    let turning = Motion::new(&from).velocity(to.1 - from.1).turning(0.26105);
    assert_eq!(time_of_impact(&a, &still, &b, &turning), Cast::Miss);
}

/// A hand of a clock meets a ball.
#[test]
fn times_known_in_closed_form() {
    let hand = Segment::new(DVec3::ZERO, DVec3::X * 2.0);
    let point = Point(DVec3::ZERO);
    let place = DVec3::new(0.5, 0.5, 0.0);
    let still = Motion::new(&place);
    for (rate, time) in [(1.0, PI / 4.0), (-1.0, 7.0 * PI / 4.0), (100.0, PI / 400.0)] {
        let turning = Motion::new(&DVec3::ZERO).turning(Z * rate);
        let until = Meeting::new().until(100.0);
        let small = Ball::new(0.125);
        // The line to the centre and the tangent from the origin.
        let tangent = (0.125 / place.length()).asin() / rate.abs();
        let found = Query::new().time_of_impact(&hand, &turning, &small, &still, &until);
        holds(&found, time - tangent);
        let found = Query::new().time_of_impact(&small, &still, &hand, &turning, &until);
        holds(&found, time - tangent);
        // The point itself has nothing to overlap: never a miss, and free until then.
        let found = Query::new().time_of_impact(&hand, &turning, &point, &still, &until);
        let low = found.time().unwrap();
        assert!(low <= time && time - low < 1e-12, "{found:?}");
    }
    // A corner of a square that turns comes down on the floor.
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    let square = Cuboid::new(DVec3::ONE);
    let roll = Motion::new(&DVec3::new(0.0, 1.3, 0.0)).turning(Z * 0.5);
    let rest = Motion::new(&DVec3::ZERO);
    let time = 2.0 * ((1.3 / 2_f64.sqrt()).asin() - PI / 4.0);
    holds(&time_of_impact(&floor, &rest, &square, &roll), time);
    holds(&time_of_impact(&square, &roll, &floor, &rest), time);
    // The floor itself tips over.
    let tip = Motion::new(&DVec3::ZERO).turning(Z);
    let ball = Ball::new(0.5);
    let place = Motion::new(&DVec3::new(2.0, 1.0, 0.0));
    let time = (1.0_f64 / 2.0).atan() - (0.5 / 5_f64.sqrt()).asin();
    holds(&time_of_impact(&floor, &tip, &ball, &place), time);
    holds(&time_of_impact(&ball, &place, &floor, &tip), time);
}

/// A ball swings about a centre far from its own into the side of a camera without a far plane: the
/// camera counts that far out.
#[test]
fn into_a_camera_without_end() {
    // The camera sees `|x|, |y| <= -z`, from 0.125 on.
    let columns =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0], [0.0, 0.0, 0.125, 0.0]];
    let camera: Frustum<DVec3> =
        Frustum::from_view_projection(columns, DepthRange::ZeroToOne).unwrap();
    let still = Motion::new(&DVec3::ZERO);
    let ball = Ball::new(0.25);
    let swings = Motion::new(&DVec3::new(101.0, 0.0, 0.0))
        .about(DVec3::new(0.0, 0.0, -50.0))
        .turning(DVec3::NEG_Y);
    // It is at `(101 - 50 sin t, 0, 50 cos t - 50)`, and touches where `x + z` is the root of two
    // times its radius.
    let root = 2_f64.sqrt();
    let time = PI / 4.0 + ((51.0 - 0.25 * root) / (50.0 * root)).asin();
    let until = Meeting::new().until(2.0);
    for found in [
        Query::new().time_of_impact(&camera, &still, &ball, &swings, &until),
        Query::new().time_of_impact(&ball, &swings, &camera, &still, &until),
    ] {
        let Hit { time: Interval { low, high }, .. } = hit(&found);
        // The camera's corners are rounded.
        assert!(low <= time && time <= high && high - low < 1e-9, "{time}: {found:?}");
    }
}

/// Turning about a point far away, both at once, and by many turns.
#[test]
fn centres_and_many_turns() {
    let arm = DVec3::new(-3.0, 0.0, 0.0);
    let small = Ball::new(0.25);
    // On a circle of radius 3 about the origin, given by an offset centre.
    let turning = Motion::new(&(DVec3::X * 3.0)).turning(Z).about(arm);

    let still = Motion::new(&DVec3::new(0.0, 3.0, 0.0));
    let until = Meeting::new().until(7.0);
    let time = FRAC_PI_2 - 2.0 * (0.25_f64 / 3.0).asin();
    let found = Query::new().time_of_impact(&small, &turning, &small, &still, &until);
    holds(&found, time);
    // A hundred turns a second, and comes down after two seconds.
    let blade = Cuboid::new(DVec3::new(1.0, 0.1, 0.1));
    let spin = DVec3::Y * 200.0 * PI;
    let down = Motion::new(&DVec3::new(0.0, 2.0, 0.0)).turning(spin).velocity(DVec3::NEG_Y);
    let floor = Cuboid::new(DVec3::new(0.5, 0.5, 0.5));
    let rest = Motion::new(&DVec3::ZERO);
    let found = Query::new().time_of_impact(&blade, &down, &floor, &rest, &until);
    let found = hit(&found);
    assert!((found.time.low - 1.4).abs() < 1e-9 && found.time.width() < 1e-9, "{found:?}");
    // Equal spins cancel.
    let both = Motion::new(&DVec3::ZERO).turning(spin);
    let beside = Motion::new(&(DVec3::X * 4.0)).turning(spin).velocity(DVec3::NEG_X * 4.0);
    let ball = Ball::new(1.0);
    let found = hit(&time_of_impact(&ball, &both, &ball, &beside));
    assert!(found.time.low <= 0.5 && 0.5 <= found.time.high, "{found:?}");
    assert!(found.time.width() < 1e-11, "{found:?}");
}

/// Contact at the start, by each choice.
#[test]
fn contact_at_the_start() {
    let ask = |at_start, until: f64, start: DVec3, spin: f64| {
        let cube = Cuboid::new(DVec3::ONE);
        let rod = Cuboid::new(DVec3::new(2.0, 0.125, 0.125));
        let meeting = Meeting::new().until(until).at_start(at_start);
        let rest = Motion::new(&DVec3::ZERO);
        let moving = Motion::new(&start).turning(Z * spin);
        Query::new().time_of_impact(&cube, &rest, &rod, &moving, &meeting)
    };
    let deep = DVec3::new(2.5, 0.0, 0.0);
    let found = hit(&ask(AtStart::Report, 1.0, deep, 1.0));
    assert_eq!((found.time.low, found.time.high), (0.0, 0.0));
    assert!((found.witness.length - 0.5).abs() < 1e-12, "{found:?}");
    // Its end leaves the cube and comes back after nearly half a turn.
    assert_eq!(ask(AtStart::Ignore, 1.5, deep, 1.0), Cast::Miss);
    let found = hit(&ask(AtStart::Ignore, 4.0, deep, 1.0));
    assert!(found.time.low > 1.6 && found.time.high < 3.0, "{found:?}");
    // Deep inside all the time.
    assert_eq!(ask(AtStart::Ignore, 10.0, DVec3::ZERO, 1.0), Cast::Miss);
    // Touching along a side, and turning into it.
    let touching = DVec3::new(0.5, 1.125, 0.0);
    let found = hit(&ask(AtStart::IgnoreSeparating, 1.0, touching, 1.0));
    assert_eq!(found.time.high, 0.0);
}

/// A limited search returns until when the motion is free. Whether a target distance is met at the
/// start is never wrong, to the last bit; shapes that recede do not meet it later.
#[test]
fn target_distances_at_the_start() {
    let (a, b) = (Cuboid::new(DVec3::ONE), Cuboid::new(DVec3::splat(0.5)));
    let rests = Motion::new(&DVec3::ZERO);
    for signed in [0.5, -0.5] {
        let start = DVec3::new(1.5 + signed, 0.0, 0.0);
        let recedes = Motion::new(&start).velocity(DVec3::X).turning(DVec3::X * 2.0);
        let ask = |target: f64| {
            let meeting = Meeting::new().within(target);
            Query::new().time_of_impact(&a, &rests, &b, &recedes, &meeting)
        };
        for target in [signed, signed.next_up()] {
            assert_ne!(ask(target), Cast::Miss, "{signed} {target}");
        }
        for target in [signed + 1e-9, signed + 0.25] {
            assert_eq!(hit(&ask(target)).time.high, 0.0, "{signed} {target}");
        }
        for target in [signed.next_down(), signed - 1e-15] {
            assert!(!matches!(ask(target), Cast::Hit(_)), "{signed} {target}");
        }
        for target in [signed - 1e-9, signed - 0.25] {
            assert_eq!(ask(target), Cast::Miss, "{signed} {target}");
        }
    }
}

#[test]
fn a_limit_proves_what_it_says() {
    let (a, b) = (Cuboid::new(DVec3::splat(0.05)), Cuboid::new(DVec3::new(1.0, 0.02, 0.02)));
    let cube = Motion::new(&DVec3::new(0.5, 0.0, 0.0));
    let from = (DQuat::from_rotation_z(-1.5), DVec3::ZERO);
    let rod = Motion::new(&from).turning(Z * 3.0);
    let truth = hit(&time_of_impact(&a, &cube, &b, &rod)).time;
    let mut lows = vec![];
    for limit in 1..8 {
        let query = Query::new().max_iterations(limit);
        let found = query.time_of_impact(&a, &cube, &b, &rod, &Meeting::new());
        let low = found.time().unwrap();
        assert!(low <= truth.high, "{found:?}");
        lows.push(low);
    }
    assert!(lows.windows(2).all(|pair| pair[0] <= pair[1]), "{lows:?}");
    assert!(lows[0] < truth.low);
}

/// Numbers that describe nothing.
#[test]
fn what_is_no_motion_is_undecided() {
    let ball = Ball::new(1.0);
    let rest = Motion::new(&DVec3::ZERO);
    for bad in [
        Motion::new(&DVec3::ONE).turning(DVec3::splat(f64::NAN)),
        Motion::new(&DVec3::ONE).turning(Z).velocity(DVec3::splat(f64::INFINITY)),
        Motion::new(&DVec3::ONE).turning(Z).about(DVec3::splat(f64::NAN)),
        Motion::new(&DVec3::splat(f64::NAN)).turning(Z),
    ] {
        let found = time_of_impact(&ball, &rest, &ball, &bad);
        assert!(!found.is_decided(), "{found:?}");
        assert_eq!(found.time().unwrap(), 0.0, "{found:?}");
    }
    // Around A for ever, however fast: one turn shows that.
    let round = Motion::new(&(DVec3::X * 8.0)).turning(Z * 1e300).about(DVec3::NEG_X * 8.0);
    assert_eq!(time_of_impact(&ball, &rest, &ball, &round), Cast::Miss);
}

/// Checks by samples of the poses: no contact before `low`, and contact where it is reported.
fn sampled<A, B>(a: &A, at_a: &Motion<DVec3>, b: &B, at_b: &Motion<DVec3>, last: f64)
where
    A: clearance::SupportMap<DVec3>,
    B: clearance::SupportMap<DVec3>,
{
    let until = Meeting::new().until(last);
    let found = Query::new().time_of_impact(a, at_a, b, at_b, &until);
    let meets = |time| verdict(a, &at_a.at(time), b, &at_b.at(time)).intersects();
    let free = found.time().unwrap_or(last);
    for i in 0..1000 {
        let time = free * f64::from(i) / 1000.0;
        assert!(!meets(time), "{time}: {found:?}");
    }
    if let Cast::Hit(hit) = &found {
        assert!(meets(hit.time.high), "{found:?}");
    }
}

/// Thin rods that turn by three radians about their middle, at a small cube: none goes through.
#[test]
fn rods_do_not_tunnel() {
    let mut state = 7_u64;
    let mut random = move |low: f64, high: f64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    let mut widest: f64 = 0.0;
    for _ in 0..10_000 {
        let thin = random(0.005, 0.03);
        let rod: Shape<DVec3> = if random(0.0, 1.0) < 0.5 {
            Cuboid::new(DVec3::new(1.0, thin, thin)).into()
        } else {
            Cuboid::new(DVec3::new(1.0, thin, 2.0 * thin)).into()
        };
        let cube = Cuboid::new(DVec3::splat(random(0.01, 0.05)));
        // In the middle of the turn the rod lies over the cube's centre.
        let middle = random(0.2, 2.8);
        let far = random(0.3, 0.9);
        let from = (DQuat::from_rotation_z(-middle), DVec3::ZERO);
        let turning = Motion::new(&from).turning(Z * 3.0);
        let still = Motion::new(&DVec3::new(far, 0.0, 0.0));
        let found = time_of_impact(&cube, &still, &rod, &turning);
        let hit = hit(&found);
        assert!(hit.time.high <= middle / 3.0, "{found:?}");
        widest = widest.max(hit.time.width());
    }
    assert!(widest < 1e-12, "{widest}");
}

/// Between two poses about a centre of its own, a body ends in the second, wherever the centre is.
#[test]
fn between_poses_about_any_centre() {
    let ball = Ball::new(0.5);
    let from = (DQuat::IDENTITY, DVec3::ZERO);
    let to = (DQuat::from_rotation_z(FRAC_PI_2), DVec3::new(10.0, 0.0, 0.0));
    for way in [Motion::between(&from, &to), Motion::blended(&from, &to)] {
        for center in [DVec3::ZERO, DVec3::new(3.0, 0.0, 0.0), DVec3::new(0.0, -2.0, 1.0)] {
            // Behind the end by both radii and a tenth, the other way by less.
            for (beyond, meets) in [(0.9, true), (1.1, false)] {
                let rest = Motion::new(&(to.1 + Z * beyond));
                let meeting = Meeting::new().until(1.0);
                let moving = way.about(center);
                let found = Query::new().time_of_impact(&ball, &rest, &ball, &moving, &meeting);
                assert_eq!(found.hit().is_some(), meets, "{center} {beyond}: {found:?}");
            }
        }
    }
}
