//! The table of methods: each answers the pairs that it exists for, and ARCHITECTURE.md shows the
//! library's own table.
#![cfg(all(feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests say what must hold by unwrapping.

use std::collections::BTreeMap;

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Method, Observer, Pose,
    Query, Shape, ToPose, Vector, Warm, Xyz,
};
use clearance_trust::Random;
use glam::{DQuat, DVec2, DVec3};

/// Pairs of each kind.
const PAIRS: usize = 100;

/// A method earns its place if it settles at least this part of the pairs of some kind.
const LEAST: usize = PAIRS / 20;

/// How many pairs each method settled, by kind of pair and verb.
#[derive(Default)]
struct Shares(BTreeMap<(Method, String), usize>);

impl Shares {
    fn count(&mut self, kind: &str, verb: &str, method: Option<Method>) {
        let method = method.unwrap_or_else(|| panic!("{kind}, {verb}: no method"));
        *self.0.entry((method, format!("{kind}, {verb}"))).or_default() += 1;
    }

    /// A pair by each verb.
    fn ask<V: Vector>(
        &mut self,
        kind: &str,
        (a, pose_a): (&Shape<V>, &Pose<V>),
        (b, pose_b): (&Shape<V>, &Pose<V>),
    ) {
        let mut method = None;
        let _ = Query::new().observe(&mut method).verdict(a, pose_a, b, pose_b);
        self.count(kind, "boolean", method.take());
        let _ = Query::new().observe(&mut method).proximity(a, pose_a, b, pose_b);
        self.count(kind, "number", method.take());
    }
}

fn number(random: &mut Random) -> f64 {
    random.range(-1.0, 1.0)
}

fn point(random: &mut Random) -> DVec3 {
    DVec3::new(number(random), number(random), number(random))
}

fn turn(random: &mut Random) -> DQuat {
    let v = point(random);
    DQuat::from_xyzw(v.x, v.y, v.z, number(random)).normalize()
}

/// Anywhere within `range`, with any rotation.
fn pose(random: &mut Random, range: f64) -> Pose<DVec3> {
    (turn(random), point(random) * range).to_pose()
}

fn hull(random: &mut Random) -> Shape<DVec3> {
    let corners: Vec<DVec3> = (0..12).map(|_| point(random).normalize()).collect();
    ConvexHull::new(&corners).unwrap().into()
}

/// A regular polygon about the origin, or corners on a circle at random.
fn polygon(corners: u32, random: Option<&mut Random>) -> Shape<DVec2> {
    let step = core::f64::consts::TAU / f64::from(corners);
    let mut angles: Vec<f64> = (0..corners).map(|i| step * f64::from(i)).collect();
    if let Some(random) = random {
        angles.iter_mut().for_each(|angle| *angle += 0.4 * step * number(random));
    }
    let corners: Vec<DVec2> = angles.into_iter().map(DVec2::from_angle).collect();
    ConvexHull::new(&corners).unwrap().into()
}

fn in_space(shares: &mut Shares, random: &mut Random) {
    let cube: Shape<DVec3> = Cuboid::new(DVec3::new(1.0, 0.75, 0.5)).into();
    let ball: Shape<DVec3> = Ball::new(0.5).into();
    let capsule: Shape<DVec3> = Capsule::new(0.5, 0.25).into();
    let ellipsoid: Shape<DVec3> = Ellipsoid::new(DVec3::new(1.0, 0.75, 0.5)).into();
    let cylinder: Shape<DVec3> = Cylinder::new(1.0, 0.5).into();
    let origin = Pose::identity();
    let mut ask = |kind: &str, a: &Shape<DVec3>, b: &Shape<DVec3>, at: &Pose<DVec3>| {
        shares.ask(kind, (a, &origin), (b, at));
    };
    for _ in 0..PAIRS {
        ask("boxes", &cube, &cube, &pose(random, 1.5));
        ask("box, ball", &cube, &ball, &pose(random, 1.5));
        ask("box, capsule", &cube, &capsule, &pose(random, 1.5));
        ask("capsules", &capsule, &capsule, &pose(random, 1.0));
        ask("ball, ellipsoid", &ball, &ellipsoid, &pose(random, 1.5));
        ask("ball within an ellipsoid", &ball, &ellipsoid, &pose(random, 0.1));
        ask("cylinders", &cylinder, &cylinder, &pose(random, 1.0));
        let up = (DQuat::IDENTITY, DVec3::Y * number(random)).to_pose();
        ask("cylinders, one axis", &cylinder, &cylinder, &up);
        let (a, b) = (hull(random), hull(random));
        ask("hulls", &a, &b, &pose(random, 1.5));
        let wall = HalfSpace::new(point(random).normalize(), number(random));
        ask("half-space, hull", &wall.into(), &b, &pose(random, 1.0));
        // Deepest all around a circle, or nearly.
        let lean = DQuat::from_rotation_x(10.0_f64.powf(random.range(-5.0, -2.0)));
        let leaning = (lean, point(random) * 0.1).to_pose();
        ask("cylinders, leaning", &cylinder, &Cylinder::new(2.0, 0.5).into(), &leaning);
        let spheroid = Ellipsoid::new(DVec3::new(0.5, 2.0, 0.5) + point(random) * 1e-3);
        ask("nearly a spheroid, cylinder", &spheroid.into(), &cylinder, &up);
    }
    flush(shares, random);
    frames(shares, random);
}

/// Boxes whose faces touch, in poses that round.
fn flush(shares: &mut Shares, random: &mut Random) {
    let cube: Shape<DVec3> = Cuboid::new(DVec3::new(1.0, 0.75, 0.5)).into();
    for _ in 0..PAIRS {
        let rotation = turn(random);
        let place = |x: f64| (rotation, rotation * DVec3::new(x, 0.0, 0.0)).to_pose();
        shares.ask("boxes, flush", (&cube, &place(-1.0)), (&cube, &place(1.0)));
    }
}

/// Overlapping hulls that move a little from frame to frame.
fn frames(shares: &mut Shares, random: &mut Random) {
    for _ in 0..PAIRS {
        let (a, b) = (hull(random), hull(random));
        let (origin, rotation) = (Pose::identity(), turn(random));
        let (mut memory, mut method) = (Warm::default(), None);
        for frame in 0..3 {
            let at = (rotation, DVec3::X * (1.0 + 1e-3 * f64::from(frame))).to_pose();
            let query = Query::new().warm(&mut memory).observe(&mut method);
            let _ = query.verdict(&a, &origin, &b, &at);
        }
        shares.count("hulls, a frame later", "boolean", method);
    }
}

fn in_the_plane(shares: &mut Shares, random: &mut Random) {
    let origin = Pose::identity();
    for _ in 0..PAIRS {
        let mut ask = |kind: &str, a: &Shape<DVec2>, b: &Shape<DVec2>, at: DVec2| {
            shares.ask(kind, (a, &origin), (b, &at.to_pose()));
        };
        let at = point(random).truncate();
        let (a, b) = (polygon(8, Some(random)), polygon(8, Some(random)));
        ask("octagons", &a, &b, at * 1.5);
        ask("circle, octagon", &Ball::new(0.5).into(), &a, at);
        ask("round 64-gons", &polygon(64, None), &polygon(64, None), at * 1e-9);
    }
}

#[test]
fn each_method_is_taken() {
    let (mut shares, mut random) = (Shares::default(), Random(0x7ab1e));
    in_space(&mut shares, &mut random);
    in_the_plane(&mut shares, &mut random);
    for ((method, kind), count) in &shares.0 {
        println!("{:<18} {count:>4} of {PAIRS}  {kind}", method.name());
    }
    for method in Method::ALL {
        let most = shares.0.iter().filter(|((taken, _), _)| taken == method).map(|(_, n)| *n).max();
        assert!(most.unwrap_or(0) >= LEAST, "{method:?} settles {most:?} of {PAIRS} at most");
    }
}

/// The methods are those of the plain query, in the order in which it tries them; a watched query
/// reports the same.
#[test]
fn the_order_in_which_they_are_tried() {
    struct Watch(u32, Vec<Method>);
    impl Observer<Xyz> for Watch {
        fn gjk_step(&mut self, _: &clearance::GjkStep<'_, Xyz>) {
            self.0 += 1;
        }
        fn method(&mut self, method: Method) {
            self.1.push(method);
        }
    }
    let cube: Shape<DVec3> = Cuboid::new(DVec3::ONE).into();
    let (origin, beside) = (Pose::identity(), DVec3::new(1.5, 0.25, 0.0).to_pose());
    let (mut watch, mut methods) = (Watch(0, Vec::new()), Vec::new());
    let _ = Query::new().observe(&mut methods).verdict(&cube, &origin, &cube, &beside);
    let _ = Query::new().observe(&mut watch).verdict(&cube, &origin, &cube, &beside);
    assert_eq!(methods, [Method::BoundingBalls, Method::InscribedBalls]);
    assert_eq!(watch.1, methods);
    assert!(watch.0 > 0, "no iteration was shown");

    let far = DVec3::new(9.0, 0.0, 0.0).to_pose();
    let mut method = None;
    let _ = Query::new().observe(&mut method).intersects(&cube, &origin, &cube, &far);
    assert_eq!(method, Some(Method::BoundingBalls));
    // Under a limit only the loops are tried.
    methods.clear();
    let limited = Query::new().max_iterations(50).observe(&mut methods);
    let _ = limited.proximity(&cube, &origin, &cube, &beside);
    assert_eq!(methods, [Method::Gjk, Method::Epa]);
}

#[test]
fn the_table_in_architecture() {
    let document = include_str!("../../../../ARCHITECTURE.md");
    let head =
        "| method | pairs | queries | answers where | why |\n| --- | --- | --- | --- | --- |\n";
    let row = |m: &Method| {
        let [pairs, queries, condition, reason] =
            [m.pairs(), m.queries(), m.condition(), m.reason()];
        format!("| `{}` | {pairs} | {queries} | {condition} | {reason} |\n", m.name())
    };
    let table: String = Method::ALL.iter().map(row).collect();
    assert!(document.contains(&(head.to_owned() + &table)), "it shall have:\n\n{head}{table}");
}
