//! Derivatives, against central differences of the signed distance and of the time of impact.
// For helpers, which clippy does not count as tests.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use clearance::{
    Ball, Capsule, Cast, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Motion, Point, Pose, Shape,
    Smoothness, Sweep, Triangle, Twist, cast, proximity, smoothness, vertex_weights,
};
use glam::{DQuat, DVec2, DVec3, EulerRot, Vec3};

/// Numbers in [0, 1), the same in every run (SplitMix64, Steele et al. 2014).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self, most: f64) -> DVec3 {
        let [x, y, z] = [0; 3].map(|_| self.range(-most, most));
        DVec3::new(x, y, z)
    }

    fn rotation(&mut self) -> DQuat {
        let [x, y, z] = self.vector(3.0).into();
        DQuat::from_euler(EulerRot::XYZ, x, y, z)
    }

    fn shape(&mut self) -> Shape<DVec3> {
        let [r, h] = [self.range(0.2, 1.0), self.range(0.2, 1.0)];
        match (self.unit() * 8.0) as u32 {
            0 => Ball::new(r).into(),
            1 => Capsule::new(h, 0.5 * r).into(),
            2 => Cylinder::new(r, h).into(),
            3 => Cone::new(r, h).into(),
            4 => Ellipsoid::new(DVec3::new(r, h, 0.5)).into(),
            5 => Cuboid::new(DVec3::new(r, h, 0.3)).into(),
            6 => Shape::from(Cuboid::new(DVec3::new(r, h, 0.3))).rounded(0.1).unwrap(),
            _ => {
                let points: Vec<DVec3> = (0..12).map(|_| self.vector(0.8)).collect();
                ConvexHull::new(&points).unwrap().into()
            }
        }
    }
}

type At = (DQuat, DVec3);

fn moved(pose: &At, linear: DVec3, angular: DVec3) -> At {
    (DQuat::from_scaled_axis(angular) * pose.0, pose.1 + linear)
}

/// The six central differences of a number of B's pose.
fn differences(step: f64, of: impl Fn(DVec3, DVec3) -> f64) -> [f64; 6] {
    core::array::from_fn(|i| {
        let axis = DVec3::AXES[i % 3] * step;
        let (linear, angular) = if i < 3 { (axis, DVec3::ZERO) } else { (DVec3::ZERO, axis) };
        (of(linear, angular) - of(-linear, -angular)) / (2.0 * step)
    })
}

fn six(twist: &Twist<DVec3>) -> [f64; 6] {
    let (l, a) = (twist.linear, twist.angular);
    [l.x, l.y, l.z, a.x, a.y, a.z]
}

fn off(one: [f64; 6], other: [f64; 6]) -> f64 {
    (0..6).map(|i| (one[i] - other[i]).abs()).fold(0.0, f64::max)
}

#[test]
fn where_it_is_smooth_differences_agree() {
    let mut r = Random(1);
    let mut counts = [0; 3];
    for case in 0..1500 {
        let (a, b) = (r.shape(), r.shape());
        let at_a: At = (r.rotation(), r.vector(1.0));
        let at_b: At = (r.rotation(), at_a.1 + r.vector(1.6));
        let smooth = smoothness(&a, &at_a, &b, &at_b);
        counts[smooth as usize] += 1;
        if smooth != Smoothness::Smooth {
            continue;
        }
        let here = proximity(&a, &at_a, &b, &at_b);
        let gradient = here.witness().gradient(&at_a, &at_b);
        let of_b = differences(1e-5, |linear, angular| {
            proximity(&a, &at_a, &b, &moved(&at_b, linear, angular)).signed_distance()
        });
        let of_a = differences(1e-5, |linear, angular| {
            proximity(&a, &moved(&at_a, linear, angular), &b, &at_b).signed_distance()
        });
        let most = off(of_b, six(&gradient.b)).max(off(of_a, six(&gradient.a)));
        assert!(most < 1e-6, "{case}: {most:e} off: {a:?} {at_a:?} {b:?} {at_b:?} {here:?}");
    }
    // Random poses are seldom near a kink.
    assert!(counts[0] > 1450, "{counts:?}");
}

#[test]
fn kinks_are_named() {
    let cube = Shape::from(Cuboid::new(DVec3::ONE));
    let can = Shape::from(Cylinder::new(0.5, 1.0));
    let ball = Shape::from(Ball::new(0.5));
    let hull = Shape::from(
        ConvexHull::new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 0.25)])
            .unwrap(),
    );
    let at = |x: f64, y: f64, z: f64| (DQuat::IDENTITY, DVec3::new(x, y, z));
    let turned = |angle: f64, y: f64| (DQuat::from_rotation_y(angle), DVec3::new(0.0, y, 0.0));
    use Smoothness::{Moment, Normal, Smooth};
    let origin = at(0.0, 0.0, 0.0);
    for (a, b, pose, expected) in [
        (&cube, &ball, at(0.25, 2.0, 0.125), Smooth),
        // Over an edge and a corner: the direction turns, without a jump.
        (&cube, &ball, at(2.0, 2.0, 0.125), Smooth),
        (&cube, &ball, at(2.0, 2.0, 2.0), Smooth),
        (&cube, &ball, at(0.5, 0.5, 0.0), Normal),
        (&cube, &cube, at(0.5, 2.5, 0.0), Moment),
        (&cube, &cube, turned(0.3, 2.5), Moment),
        (&cube, &cube, turned(0.3, 1.9), Moment),
        (&cube, &cube, at(0.0, 0.0, 0.0), Normal),
        (&cube, &cube, at(2.5, 2.5, 0.0), Moment),
        // Corner to corner.
        (&cube, &cube, at(2.5, 2.5, 2.5), Smooth),
        // They touch there and no farther.
        (&cube, &cube, at(2.0, 2.0, 2.0), Normal),
        // A cap, and a side, on a face.
        (&cube, &can, at(0.0, 2.25, 0.0), Moment),
        (&cube, &can, at(1.75, 0.0, 0.0), Moment),
        (&can, &can, at(2.0, 0.0, 0.0), Moment),
        (&ball, &ball, at(0.0, 0.0, 0.0), Normal),
        (&ball, &ball, at(0.0, 0.25, 0.0), Smooth),
        (&hull, &ball, at(0.25, 0.25, -0.75), Smooth),
    ] {
        assert_eq!(smoothness(a, &origin, b, &pose), expected, "{a:?} {b:?} {pose:?}");
    }
}

/// A point has no size to step by: the other shape's counts, and for two points none.
#[test]
fn kinks_about_points_are_named() {
    let (cube, dot) = (Cuboid::new(DVec3::ONE), Point(DVec3::ZERO));
    let of = |b: DVec3| smoothness(&cube, &DVec3::ZERO, &dot, &b);
    assert_eq!(of(DVec3::new(1.0, 1.0, 0.25)), Smoothness::Normal, "on an edge");
    assert_eq!(of(DVec3::new(1.0, 0.5, 0.25)), Smoothness::Smooth, "on a face");
    assert_eq!(of(DVec3::new(1.0, 1.0 + 1e-9, 0.25)), Smoothness::Normal, "beside an edge");
    let of = |b: DVec3| smoothness(&dot, &DVec3::ZERO, &dot, &b);
    assert_eq!(of(DVec3::ZERO), Smoothness::Normal);
    assert_eq!(of(DVec3::X), Smoothness::Smooth);
}

#[test]
fn a_step_aside_is_one_of_the_one_sided_derivatives() {
    // A box on a box: tilting either way lowers a side.
    let cube = Cuboid::new(DVec3::ONE);
    let above: At = (DQuat::IDENTITY, DVec3::new(0.25, 2.5, 0.0));
    let here = proximity(&cube, &DVec3::ZERO, &cube, &above);
    let gradient = here.witness().gradient(&DVec3::ZERO, &above);
    for axis in [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z] {
        let turn = Twist { linear: DVec3::ZERO, angular: axis };
        let rate = gradient.rate(&Twist::along(DVec3::ZERO), &turn);
        let tilted = moved(&above, DVec3::ZERO, axis * 1e-6);
        let then = proximity(&cube, &DVec3::ZERO, &cube, &tilted).signed_distance();
        let one_sided = (then - here.signed_distance()) * 1e6;
        assert!(one_sided <= rate + 1e-6, "the lesser of both sides: {one_sided} {rate}");
    }
}

#[test]
fn the_time_of_impact_changes_by_its_gradient() {
    let mut r = Random(2);
    let mut hits = 0;
    for case in 0..400 {
        let (a, b) = (r.shape(), r.shape());
        let at_a: At = (r.rotation(), DVec3::ZERO);
        let way = r.vector(1.0).normalize();
        let start: At = (r.rotation(), way * 4.0 + r.vector(0.3));
        let velocity = -4.0 * way + r.vector(0.3);
        let time = |linear: DVec3| {
            let from = moved(&start, linear, DVec3::ZERO);
            match cast(&a, &at_a, &b, &from, &Sweep::new(velocity).until(4.0)) {
                Cast::Hit(hit) => Some(hit),
                _ => None,
            }
        };
        let Some(hit) = time(DVec3::ZERO) else { continue };
        let then: At = (start.0, start.1 + velocity * hit.time.high);
        let still = Twist::along(DVec3::ZERO);
        let apart = hit.witness.gradient(&at_a, &then);
        let Some(of_time) = apart.of_time(&still, &Twist::along(velocity)) else { continue };
        // Flat approaches only: a graze has no derivative, and near one it is large.
        if hit.witness.normal.dot(velocity) > -1.0
            || smoothness(&a, &at_a, &b, &then) == Smoothness::Normal
        {
            continue;
        }
        hits += 1;
        let found = DVec3::AXES.map(|axis| {
            let [late, early] = [1e-5, -1e-5].map(|step| time(axis * step));
            (late.unwrap().time.high - early.unwrap().time.high) / 2e-5
        });
        let error = (DVec3::from(found) - of_time.b.linear).length();
        assert!(error < 1e-4, "{case}: {error:e} {found:?} {of_time:?} {a:?} {b:?} {start:?}");
    }
    assert!(hits > 150, "{hits}");
}

#[test]
fn the_plane_and_f32_too() {
    let (one, other) = (Cuboid::new(DVec2::new(1.0, 0.5)), Cuboid::new(DVec2::new(0.5, 0.25)));
    let pose = |angle: f64| {
        let rotation = clearance::Rotation2::from_angle(angle);
        Pose::new(rotation, DVec2::new(1.0, 1.5)).unwrap()
    };
    assert_eq!(smoothness(&one, &DVec2::ZERO, &other, &pose(0.3)), Smoothness::Smooth);
    assert_eq!(smoothness(&one, &DVec2::ZERO, &other, &pose(0.0)), Smoothness::Moment);
    let at = |angle: f64| proximity(&one, &DVec2::ZERO, &other, &pose(angle));
    let gradient = at(0.3).witness().gradient(&DVec2::ZERO, &pose(0.3));
    let slope = (at(0.3 + 1e-6).signed_distance() - at(0.3 - 1e-6).signed_distance()) / 2e-6;
    assert!((gradient.b.angular - slope).abs() < 1e-8, "{} {slope}", gradient.b.angular);

    let (cube, small) = (Cuboid::new(Vec3::ONE), Cuboid::new(Vec3::splat(0.25)));
    let turned = (glam::Quat::from_rotation_z(0.5), Vec3::new(0.3, 1.75, 0.1));
    // Turned about z alone, an edge of one is parallel to a face of the other.
    assert_eq!(smoothness(&cube, &Vec3::ZERO, &small, &turned), Smoothness::Moment);
    let tipped = (glam::Quat::from_euler(glam::EulerRot::XYZ, 0.4, 0.2, 0.5), turned.1);
    assert_eq!(smoothness(&cube, &Vec3::ZERO, &small, &tipped), Smoothness::Smooth);
}

#[test]
fn turning_into_a_wall() {
    // A rod about its end: the time of impact by its derivative, and by another start.
    let (wall, rod) = (Cuboid::new(DVec3::new(0.5, 5.0, 5.0)), Capsule::new(1.0, 0.1));
    let start = |x: f64| -> Motion<DVec3> {
        Motion::new(&DVec3::new(x, 0.0, 0.0)).turning(DVec3::new(0.0, 0.0, -1.0))
    };
    let rest = Motion::new(&DVec3::ZERO);
    let hit = |x: f64| {
        let meeting = clearance::Meeting::new().until(2.0);
        let found = clearance::Query::new().time_of_impact(&wall, &rest, &rod, &start(x), &meeting);
        let Cast::Hit(hit) = found else { panic!("{found:?}") };
        hit
    };
    let x = -1.25;
    let then = start(x).at(hit(x).time.high);
    let turn = Twist { linear: DVec3::ZERO, angular: DVec3::new(0.0, 0.0, -1.0) };
    let still = Twist::along(DVec3::ZERO);
    let apart = hit(x).witness.gradient(&DVec3::ZERO, &then);
    let of_time = apart.of_time(&still, &turn).unwrap();
    let slope = (hit(x + 1e-6).time.high - hit(x - 1e-6).time.high) / 2e-6;
    assert!((of_time.b.linear.x - slope).abs() < 1e-5, "{of_time:?} {slope}");
}

#[test]
fn nothing_known_is_no_smoothness() {
    let ball = Ball::new(1.0);
    let nowhere = DVec3::new(f64::NAN, 0.0, 0.0);
    assert_eq!(smoothness(&ball, &DVec3::ZERO, &ball, &nowhere), Smoothness::Normal);
    let unknown = proximity(&ball, &DVec3::ZERO, &ball, &nowhere);
    let _ = unknown.witness().gradient(&DVec3::ZERO, &nowhere);
    let still = Twist::along(DVec3::ZERO);
    let gradient = proximity(&ball, &DVec3::ZERO, &ball, &(DVec3::X * 3.0))
        .witness()
        .gradient(&DVec3::ZERO, &(DVec3::X * 3.0));
    assert_eq!(gradient.of_time(&still, &Twist::along(DVec3::X)), None, "they part");
    assert_eq!(gradient.of_time(&still, &still), None, "nothing moves");
}

/// Pairs of hulls without four corners in a plane, of which one corner moves a little: the signed
/// distance changes by the corner's weight.
#[test]
fn weights_of_vertices_are_derivatives_by_vertices() {
    let mut random = Random(11);
    let step = 1e-6;
    let (mut shared, mut checked) = ([0; 3], 0);
    for _ in 0..300 {
        let clouds = [0; 2].map(|_| (0..8).map(|_| random.vector(0.8)).collect::<Vec<DVec3>>());
        let radius = if random.unit() < 0.5 { 0.0 } else { 0.1 };
        let hull = |points: &[DVec3]| {
            let hull = ConvexHull::new(points).unwrap();
            (hull.sources().to_vec(), Shape::from(hull).rounded(radius).unwrap())
        };
        let (sources, a) = hull(&clouds[0]);
        let (_, b) = hull(&clouds[1]);
        let at = |random: &mut Random, most| (random.rotation(), random.vector(most));
        let (pose_a, pose_b) = (at(&mut random, 0.5), at(&mut random, 1.8));
        if smoothness(&a, &pose_a, &b, &pose_b) != Smoothness::Smooth {
            continue;
        }
        let found = proximity(&a, &pose_a, &b, &pose_b);
        let witness = found.witness();
        let weights: Vec<(u32, f64)> =
            vertex_weights(&a, &pose_a, witness.normal, witness.on_a, 1e-9).collect();
        assert!((weights.iter().map(|(_, w)| w).sum::<f64>() - 1.0).abs() < 1e-12);
        shared[weights.len() - 1] += 1;
        for (number, weight) in weights {
            for axis in DVec3::AXES {
                let moved = |by: f64| {
                    let mut points = clouds[0].clone();
                    points[sources[number as usize] as usize] += axis * by;
                    proximity(&hull(&points).1, &pose_a, &b, &pose_b).signed_distance()
                };
                let difference = (moved(step) - moved(-step)) / (2.0 * step);
                let rate = -weight * witness.normal.dot(pose_a.0 * axis);
                assert!((difference - rate).abs() < 2e-6, "{difference} {rate} {clouds:?}");
                checked += 1;
            }
        }
    }
    assert!(shared.iter().all(|count| *count > 20) && checked > 900, "{shared:?} {checked}");
}

#[test]
fn vertices_have_the_numbers_of_their_shape() {
    let cuboid = Cuboid::new(DVec3::ONE);
    let weights = |normal, point| -> Vec<(u32, f64)> {
        vertex_weights(&cuboid, &DVec3::ZERO, normal, point, 1e-9).collect()
    };
    assert_eq!(weights(DVec3::ONE, DVec3::ONE), [(0, 1.0)]);
    let mut edge = weights(DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 0.5));
    edge.sort_unstable_by_key(|(number, _)| *number);
    assert_eq!(edge, [(0, 0.75), (4, 0.25)]);
    let face = weights(DVec3::X, DVec3::new(1.0, 0.5, -0.25));
    let sum = face.iter().fold(DVec3::ZERO, |sum, (number, weight)| {
        let sign = |i: u32| if number >> i & 1 == 1 { -1.0 } else { 1.0 };
        sum + DVec3::new(sign(0), sign(1), sign(2)) * *weight
    });
    assert!((sum - DVec3::new(1.0, 0.5, -0.25)).length() < 1e-15, "{face:?}");
    // A capsule's ends, with its radius left out; a ball has no vertices.
    let capsule = Capsule::new(1.0, 0.5);
    let side = vertex_weights(&capsule, &DVec3::ZERO, DVec3::X, DVec3::new(0.5, 0.5, 0.0), 1e-9);
    assert_eq!(side.collect::<Vec<_>>(), [(0, 0.75), (1, 0.25)]);
    let ball = vertex_weights(&Ball::new(1.0), &DVec3::ZERO, DVec3::X, DVec3::X, 1e-9);
    assert_eq!(ball.count(), 0);
}

/// Steps of a grain's size were hidden by the gap, and every kink with them: everything was
/// reported as smooth.
#[test]
fn kinks_of_grains() {
    let (cube, square) = (Cuboid::new(DVec3::ONE), Cuboid::new(DVec2::ONE));
    for digits in 0..300 {
        let small = 10.0_f64.powi(-digits);
        let middle = smoothness(&cube, &DVec3::ZERO, &Ball::new(small), &DVec3::ZERO);
        assert_eq!(middle, Smoothness::Normal, "1e-{digits}");
        let aside = smoothness(&square, &DVec2::ZERO, &Ball::new(small), &DVec2::splat(0.5));
        assert_eq!(aside, Smoothness::Normal, "1e-{digits}");
        let above = DVec3::new(0.0, 1.5 + small, 0.0);
        let face = smoothness(&cube, &DVec3::ZERO, &Cuboid::new(DVec3::splat(small)), &above);
        assert_eq!(face, Smoothness::Moment, "1e-{digits}");
        let near = DVec3::new(0.3, 1.5 + small, 0.1);
        let ball = smoothness(&cube, &DVec3::ZERO, &Ball::new(small), &near);
        assert_eq!(ball, Smoothness::Smooth, "1e-{digits}");
        let far = DVec3::new(0.0, 4.0 / small, 0.0);
        let apart = smoothness(&cube, &DVec3::ZERO, &cube, &far);
        assert_eq!(apart, Smoothness::Moment, "1e{digits}");
    }
}

/// Steps were lost in the rounding of the world's coordinates: a pair that is smooth had kinks.
#[test]
fn smoothness_far_from_the_worlds_origin() {
    let (cube, ball) = (Cuboid::new(DVec3::ONE), Ball::new(0.5));
    let turned = DQuat::from_euler(EulerRot::XYZ, 0.5, 0.4, 0.3);
    for far in [0.0, 1e3, 1e4, 1e6, 6.4e6, 1e9] {
        let here = DVec3::new(1.0, 0.25, 0.75) * far;
        let at = |x, y, z| here + DVec3::new(x, y, z);
        let corner = smoothness(&cube, &here, &cube, &(turned, at(3.0, 0.25, 0.125)));
        assert_eq!(corner, Smoothness::Smooth, "{far}");
        let beside = smoothness(&cube, &here, &ball, &at(2.0, 1.5, 0.125));
        assert_eq!(beside, Smoothness::Smooth, "{far}");
        let above = smoothness(&cube, &here, &cube, &at(0.0, 2.5, 0.0));
        assert_eq!(above, Smoothness::Moment, "{far}");
    }
}

/// The bend of a radius hid the kink of a core a hundred thousand times smaller; and two ways out
/// are as good at `off` of the ball's size, in any direction within the distance promised.
#[test]
fn kinks_that_bends_hide_and_kinks_nearby() {
    let floor = Cuboid::new(DVec3::new(10.0, 1.0, 10.0));
    for small in [1e-2, 1e-4, 1e-5, 3e-6, 1e-6] {
        let lie = (DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2), DVec3::Y * 2.5);
        let capsule = smoothness(&floor, &DVec3::ZERO, &Capsule::new(small, 1.0), &lie);
        assert_eq!(capsule, Smoothness::Moment, "{small}");
        let grain = Shape::from(Cuboid::new(DVec3::splat(small))).rounded(1.0).unwrap();
        let grain = smoothness(&floor, &DVec3::ZERO, &grain, &(DVec3::Y * 1.5));
        assert_eq!(grain, Smoothness::Moment, "{small}");
    }
    let cube = Cuboid::new(DVec3::ONE);
    for off in [0.0, 1e-6, 3e-6, 5e-6] {
        // Normal to where the ways tie: (-1, 1, 0) / √2.
        let at = DVec3::new(0.5, 0.5 + 0.5 * off * core::f64::consts::SQRT_2, 0.0);
        assert_eq!(smoothness(&cube, &DVec3::ZERO, &Ball::new(0.5), &at), Smoothness::Normal);
    }
}

/// Strongly bent, but smooth: corner beside corner, ever nearer.
#[test]
fn bends_are_no_kinks() {
    let cube = Cuboid::new(DVec3::ONE);
    let turned = DQuat::from_euler(EulerRot::XYZ, 0.5, 0.4, 0.3);
    for near in [1.0, 0.1, 1e-2, 3e-3, 1e-3, 3e-4] {
        let dot = Point(DVec3::ONE + DVec3::new(0.6, 0.64, 0.48) * near);
        let found = smoothness(&cube, &(turned, DVec3::ZERO), &dot, &(turned, DVec3::ZERO));
        assert_eq!(found, Smoothness::Smooth, "{near}");
    }
}

/// The weights were those of a triangle, or an edge, beside the point: sides of four corners that
/// are in one plane but for rounding, and a triangle without area. By construction: the weighted
/// mean is the point.
#[test]
fn weights_where_several_features_are_highest() {
    let rim = (0..6).map(|i| core::f64::consts::TAU * f64::from(i) / 6.0);
    let corners: Vec<DVec3> = rim
        .flat_map(|a| {
            [(1.0, 0.5), (0.6, -0.5)].map(|(r, y)| DVec3::new(r * a.cos(), y, r * a.sin()))
        })
        .collect();
    let frustum = ConvexHull::new(&corners).unwrap();
    let needle = Triangle::new(DVec3::X, DVec3::ZERO, DVec3::X * 2.0);
    let mut r = Random(3);
    let ball = Ball::new(0.25);
    let check = |shape: &Shape<DVec3>, vertices: &[DVec3], at: DVec3| {
        let found = proximity(shape, &DVec3::ZERO, &ball, &at);
        let witness = found.witness();
        let weights = vertex_weights(shape, &DVec3::ZERO, witness.normal, witness.on_a, 1e-9);
        let mean = weights.fold(DVec3::ZERO, |sum, (i, w)| sum + vertices[i as usize] * w);
        assert!((mean - witness.on_a).length() < 1e-12, "{mean} {witness:?}");
    };
    for _ in 0..300 {
        let at = r.vector(1.0) + DVec3::X * 1.5;
        check(&frustum.clone().into(), frustum.vertices(), at);
    }
    for x in [0.5, 1.0, 1.5] {
        let ends = [needle.a, needle.b, needle.c];
        check(&needle.into(), &ends, DVec3::new(x, 1.0, 0.0));
    }
}

/// Products left the range of floats: there were no weights, or those of a corner.
#[test]
fn weights_of_all_sizes() {
    let (sail, ball) = (Triangle::new(DVec3::ZERO, DVec3::X * 4.0, DVec3::Z * 4.0), Ball::new(1.0));
    for exponent in [0, -250, -300, -500, -900, 250, 300, 500, 900] {
        let size = 2.0_f64.powi(exponent);
        let (sail, rod) = (
            Triangle::new(sail.a * size, sail.b * size, sail.c * size),
            Capsule::new(2.0 * size, size),
        );
        let ball = Ball::new(ball.radius * size);
        let near = |shape: &Shape<DVec3>, at: DVec3| {
            let found = proximity(shape, &DVec3::ZERO, &ball, &(at * size));
            let witness = found.witness();
            let weights =
                vertex_weights(shape, &DVec3::ZERO, witness.normal, witness.on_a, 1e-9 * size);
            let mut weights: Vec<_> = weights.collect();
            weights.sort_unstable_by_key(|(number, _)| *number);
            weights
        };
        let of = |found: Vec<(u32, f64)>, expected: &[f64]| {
            assert_eq!(found.len(), expected.len(), "{found:?} {exponent}");
            for ((_, weight), expected) in found.iter().zip(expected) {
                assert!((weight - expected).abs() < 1e-12, "{found:?} {exponent}");
            }
        };
        of(near(&sail.into(), DVec3::new(1.0, 3.0, 2.0)), &[0.25, 0.25, 0.5]);
        of(near(&rod.into(), DVec3::new(3.0, 1.0, 0.0)), &[0.75, 0.25]);
    }
}
