//! Robots among things. Truth by closed forms of a ball that slides among balls, and of every pair
//! without a tree, at many times, for random robots, surroundings and motions.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::sync::Arc;

use clearance::{
    Ball, Capsule, Cuboid, Cylinder, Pose, Rotation as _, Rotation3, Shape, Space, Xyz,
};
use clearance_scene::Mesh;
use clearance_scene::mesh::Reading;
use clearance_scene::robot::{
    By, Checker, Found, Known, Leave, Loading, Posed, Robot, Sample, Sweep, Swept, World,
};
use clearance_scene::scene::{Body, Inside, Object, Part, between};
use clearance_trust::Random;

use crate::robot_made::robot_of;
use crate::rounds;

fn joint(name: &str, kind: &str, [parent, child]: [&str; 2], origin: &str, axis: Xyz) -> String {
    let [x, y, z] = axis.coordinates();
    format!(
        "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
         {origin}<axis xyz=\"{x} {y} {z}\"/><limit lower=\"-99\" upper=\"99\"/></joint>"
    )
}

fn collision(shape: &str) -> String {
    format!("<collision><geometry>{shape}</geometry></collision>")
}

/// A ball that slides along x, y and z.
fn slider(name: &str, radius: f64) -> Robot {
    let ball = collision(&format!("<sphere radius=\"{radius}\"/>"));
    let mut text = "<link name=\"base\"/><link name=\"a\"/><link name=\"b\"/>".to_owned();
    let _ = write!(text, "<link name=\"ball\">{ball}</link>");
    let links = ["base", "a", "b", "ball"];
    for axis in 0..3 {
        let ends = [links[axis], links[axis + 1]];
        text += &joint(&format!("j{axis}"), "prismatic", ends, "", Xyz::axis(axis));
    }
    robot_of(name, &text)
}

fn at(x: f64, y: f64, z: f64) -> Pose<Xyz> {
    Pose::from_translation(Xyz::new(x, y, z))
}

fn ball(radius: f64, [x, y, z]: [f64; 3]) -> Part {
    Part { shape: Ball::new(radius).into(), pose: at(x, y, z) }
}

/// The distance of a point from a segment.
fn to_segment([a, b]: [&[f64]; 2], c: [f64; 3]) -> f64 {
    let (mut along, mut squared) = (0.0, 0.0);
    for axis in 0..3 {
        along += (c[axis] - a[axis]) * (b[axis] - a[axis]);
        squared += (b[axis] - a[axis]).powi(2);
    }
    let t = if squared == 0.0 { 0.0 } else { (along / squared).clamp(0.0, 1.0) };
    (0..3).map(|i| (a[i] + t * (b[i] - a[i]) - c[i]).powi(2)).sum::<f64>().sqrt()
}

/// Balls as objects, and as the parts of one: of both the least distance is known in closed form.
#[test]
fn a_ball_among_balls_is_as_by_hand() {
    let (mut free, mut meets) = (0, 0);
    for seed in 0..rounds(60_u64) {
        let r = &mut Random(seed + 1);
        let radius = r.range(0.02, 0.2);
        let robot = slider("slider", radius);
        let count = 1 + r.place(60);
        let size = r.range(0.01, 0.15);
        let places: Vec<[f64; 3]> =
            (0..count).map(|_| [0; 3].map(|_| r.range(-1.0, 1.0))).collect();
        let objects: Vec<Object> = match seed % 2 {
            0 => {
                let body = Arc::new(Body::of_parts(vec![ball(size, [0.0; 3])]).unwrap());
                let object = |[x, y, z]: [f64; 3]| Object {
                    name: format!("{x}"),
                    group: String::new(),
                    body: body.clone(),
                    pose: at(x, y, z),
                    padding: 0.0,
                };
                places.iter().copied().map(object).collect()
            }
            _ => {
                let parts = places.iter().map(|place| ball(size, *place)).collect();
                vec![Object::new("cloud", Body::of_parts(parts).unwrap())]
            }
        };
        let world = World::new(objects).unwrap();
        let samples: Vec<Sample> = (0..2 + r.place(4))
            .map(|time| Sample {
                time: time as f64,
                configuration: (0..3).map(|_| r.range(-1.2, 1.2)).collect(),
            })
            .collect();
        let margin = if seed % 3 == 0 { 0.01 } else { 0.0 };
        let sweep = Sweep { margin, tolerance: 1e-3, ..Sweep::default() };
        let mut checker = Checker::new(&robot, Vec::new()).among(&world);
        let swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
        let mut all = f64::INFINITY;
        for (ends, bound) in samples.windows(2).zip(&swept.lower_bounds) {
            let ends = [0, 1].map(|i| ends[i].configuration.as_slice());
            let each = places.iter().map(|place| to_segment(ends, *place) - radius - size);
            let least = each.fold(f64::INFINITY, f64::min);
            assert!(*bound <= least + 1e-12, "{seed}: {bound} is above {least}");
            all = all.min(least);
        }
        let is_free = swept.stretches.is_empty();
        assert_eq!(is_free, all > margin, "{seed}: {all} {swept:?}");
        if is_free {
            free += 1;
            assert!(
                swept.lower_bound >= all - 1e-3 - 1e-12 && swept.lower_bound > margin,
                "{seed}: {all} {swept:?}"
            );
        } else {
            meets += 1;
            // The first time of two balls at a distance, by bisection of what is then outside.
            let until = swept.free_until().unwrap();
            let first = swept.first_meeting.unwrap();
            assert!(until <= first.time && first.found.clearance.signed_distance() <= margin);
        }
        for (sample, moment) in samples.iter().zip(&swept.samples) {
            let ends = [sample.configuration.as_slice(); 2];
            let each = places.iter().map(|place| to_segment(ends, *place) - radius - size);
            let least = each.fold(f64::INFINITY, f64::min);
            let found = moment.found.clearance.signed_distance();
            assert!((found - least).abs() < 1e-12, "{seed}: {found} is not {least}");
            checker.pose(&sample.configuration);
            assert_eq!(checker.collides(), least <= 0.0, "{seed}");
        }
    }
    assert!(free >= 5 && meets >= 5, "{free} {meets}");
}

/// A chain of one to four links.
fn chain(r: &mut Random) -> Robot {
    let shape = |r: &mut Random| {
        let [a, b, c] = [0; 3].map(|_| r.range(0.05, 0.3));
        match r.below(3) {
            0 => format!("<sphere radius=\"{}\"/>", 0.5 * a),
            1 => format!("<box size=\"{a} {b} {c}\"/>"),
            _ => format!("<cylinder radius=\"{}\" length=\"{b}\"/>", 0.3 * a),
        }
    };
    let count = 1 + r.place(4);
    let mut text = format!("<link name=\"l0\">{}</link>", collision(&shape(r)));
    for place in 1..=count {
        let collisions: String = (0..=r.below(2)).map(|_| collision(&shape(r))).collect();
        let _ = write!(text, "<link name=\"l{place}\">{collisions}</link>");
        let kind = if r.below(3) == 0 { "prismatic" } else { "revolute" };
        let [x, y, z] = [0; 3].map(|_| r.range(-0.4, 0.4));
        let origin = format!("<origin xyz=\"{x} {y} {z}\" rpy=\"{x} 0 {y}\"/>");
        let (parent, child) = (format!("l{}", place - 1), format!("l{place}"));
        let axis = r.direction::<Xyz>();
        text += &joint(&format!("j{place}"), kind, [&parent, &child], &origin, axis);
    }
    robot_of("chain", &text)
}

fn cube(half: f64) -> Mesh {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half } else { -half });
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5_u32]];
    let triangles = faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
    Mesh { vertices: (0..8).map(corner).collect(), triangles: triangles.collect() }
}

fn thing(r: &mut Random, place: usize) -> Object {
    let size = r.range(0.03, 0.15);
    let body = match r.below(6) {
        0 => Body::of_parts(vec![Ball::new(size).into()]),
        1 => Body::of_parts(vec![Capsule::new(size, 0.5 * size).into()]),
        2 => Body::of_triangles(cube(size)),
        3 => {
            let parts = (0..3).map(|_| ball(0.3 * size, [0; 3].map(|_| r.range(-0.2, 0.2))));
            Body::of_parts(parts.collect())
        }
        _ => Body::of_parts(vec![Cuboid::new(Xyz::new(size, 0.5 * size, 0.1)).into()]),
    };
    let translation = Xyz::new(r.range(-1.0, 1.0), r.range(-1.0, 1.0), r.range(-1.0, 1.0));
    let rotation = match r.below(3) {
        0 => Rotation3::IDENTITY,
        _ => Rotation3::from_axis_angle(r.direction(), r.range(-3.0, 3.0)),
    };
    let padding = if r.below(8) == 0 { 0.02 } else { 0.0 };
    Object {
        pose: Pose { translation, rotation },
        padding,
        ..Object::new(format!("t{place}"), body.unwrap())
    }
}

/// How much larger a link counts.
#[derive(Clone, Copy)]
struct Larger {
    link: usize,
    factor: f64,
    padding: f64,
}

impl Larger {
    /// A body of one shape about its own origin, so many times as large.
    fn body(&self, body: &Body) -> Body {
        let f = self.factor;
        let [Part { shape, pose }] = body.parts() else { panic!("of one part") };
        let shape = match shape {
            Shape::Ball(own) => Ball::new(own.radius * f).into(),
            Shape::Cuboid(own) => Cuboid::new(own.half_extents * f).into(),
            Shape::Cylinder(own) => Cylinder::new(own.half_height * f, own.radius * f).into(),
            other => panic!("{other:?}"),
        };
        Body::of_parts(vec![Part { shape, pose: *pose }]).unwrap()
    }
}

/// All pairs of a geometry and an object in a configuration, without a tree and cold, by what the
/// checker calls them.
fn brute(
    robot: &Robot,
    things: &[Object],
    q: &[f64],
    larger: Larger,
    looks: &dyn Fn(usize, usize) -> bool,
) -> Vec<Found> {
    let mut posed = Posed::default();
    posed.set(robot, q);
    let mut all = Vec::new();
    let own = robot.objects().into_iter().zip(&posed.geometries).enumerate();
    for (geometry, (object, pose)) in own {
        let mut object = Object { pose: *pose, ..object };
        if robot.geometries[geometry].link == larger.link {
            object.body = Arc::new(larger.body(&object.body));
            object.padding = larger.padding;
        }
        for (place, thing) in things.iter().enumerate() {
            if looks(robot.geometries[geometry].link, place) {
                let clearance = between(&object, thing, f64::INFINITY).unwrap();
                let pair = geometry * things.len() + place;
                all.push(Found { pair, geometries: [geometry, place], clearance });
            }
        }
    }
    all
}

fn meets(found: &Found) -> bool {
    found.clearance.proximity.intersects() || found.clearance.inside == Inside::Unknown
}

fn hold_against_dense(
    robot: &Robot,
    things: &[Object],
    samples: &[Sample],
    margin: f64,
    swept: &Swept,
    larger: Larger,
    looks: &dyn Fn(usize, usize) -> bool,
) {
    const DENSE: usize = 24;
    for (ends, bound) in samples.windows(2).zip(&swept.lower_bounds) {
        for step in 0..=DENSE {
            let t = step as f64 / DENSE as f64;
            let mix = |a: f64, b: f64| a + (b - a) * t;
            let values = ends[0].configuration.iter().zip(&ends[1].configuration);
            let q: Vec<f64> = values.map(|(a, b)| mix(*a, *b)).collect();
            let time = mix(ends[0].time, ends[1].time);
            for found in brute(robot, things, &q, larger, looks) {
                let signed = found.clearance.signed_distance();
                let off = found.clearance.gap() + 1e-12;
                assert!(signed + off >= *bound, "{time}: {signed} below {bound}");
                let is_open = swept.stretches.iter().any(|s| {
                    s.pair == found.pair && s.from - 1e-12 <= time && time <= s.to + 1e-12
                });
                assert!(is_open || signed + off > margin, "{time}: {found:?} was not seen");
                assert!(
                    swept.free_until().is_none_or(|free| time >= free - 1e-12)
                        || signed + off > margin
                );
            }
        }
    }
}

#[test]
fn random_robots_among_random_things_hold_against_every_pair() {
    let (mut free, mut met, mut near, mut carries) = (0, 0, 0, 0);
    for seed in 0..rounds(40_u64) {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut robot = chain(r);
        if r.below(2) == 0 {
            let carried = thing(r, 1000);
            let carried = Object { padding: 0.0, ..carried };
            let at = r.place(robot.links.len());
            let link = robot.attach(&carried, at).unwrap();
            let (mut posed, q) = (Posed::default(), vec![0.7; robot.variables.len()]);
            posed.set(&robot, &q);
            let there = posed.links[at].compose(&carried.pose);
            assert_eq!(posed.links[link].translation, there.translation);
            carries += 1;
        }
        let things: Vec<Object> = (0..1 + r.place(40)).map(|place| thing(r, place)).collect();
        let mut world = World::new(things.clone()).unwrap();
        // What may touch is seen nowhere.
        let (is_free, allowed) = (r.below(4) == 0, r.place(things.len()));
        if is_free {
            world.allow(0, None);
        }
        world.allow(1, Some(allowed));
        let larger = Larger { link: 1, factor: r.range(0.5, 2.0), padding: r.range(0.0, 0.05) };
        world.scale(&robot, larger.link, larger.factor).unwrap();
        world.pad(larger.link, larger.padding).unwrap();
        let looks =
            |link: usize, object: usize| !(is_free && link == 0 || link == 1 && object == allowed);
        let step = [0.02, 0.3, 1.5][r.place(3)];
        let mut configuration: Vec<f64> =
            robot.variables.iter().map(|_| r.range(-1.0, 1.0)).collect();
        let mut samples = Vec::new();
        for time in 0..2 + r.place(3) {
            samples.push(Sample { time: time as f64, configuration: configuration.clone() });
            configuration.iter_mut().for_each(|own| *own += r.range(-step, step));
        }
        let margin = [0.0, 0.0, 0.03][r.place(3)];
        let tolerance = [1e-2, 1e-3, 0.0][r.place(3)];
        let most = if seed % 7 == 0 { 5 } else { 3000 };
        let sweep = Sweep { margin, tolerance, most };
        let mut checker = Checker::new(&robot, Vec::new()).among(&world);
        let swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
        for sample in &samples {
            let all = brute(&robot, &things, &sample.configuration, larger, &looks);
            checker.pose(&sample.configuration);
            assert_eq!(checker.collides(), all.iter().any(meets), "{seed}");
            let least = all.iter().map(|f| f.clearance.signed_distance()).min_by(f64::total_cmp);
            let found = checker.nearest().map(|found| found.clearance.signed_distance());
            assert_eq!(found.is_some(), least.is_some());
            let [found, least] = [found, least].map(|own| own.unwrap_or(0.0));
            assert!((found - least).abs() < 1e-9, "{seed}: {found} is not {least}");
            let within = r.range(0.0, 0.4);
            let near_by: Vec<usize> = checker.within(within).map(|found| found.pair).collect();
            let is_near = |own: &&Found| {
                let clearance = &own.clearance;
                let rest = clearance.signed_distance() - clearance.gap() - within;
                assert!(rest.abs() > 1e-9, "draw another distance");
                rest <= 0.0 || clearance.inside == Inside::Unknown
            };
            let wanted: Vec<usize> = all.iter().filter(is_near).map(|own| own.pair).collect();
            assert_eq!(near_by, wanted, "{seed}");
            near += wanted.len();
        }
        hold_against_dense(&robot, &things, &samples, margin, &swept, larger, &looks);
        if swept.stretches.is_empty() {
            free += usize::from(swept.nearest.is_some());
        } else {
            met += usize::from(swept.stretches.iter().any(|own| own.known == Known::Meets));
        }
    }
    assert!(free >= 4 && met >= 4 && near >= 40 && carries >= 4, "{free} {met} {near} {carries}");
}

#[test]
fn a_world_of_nothing_is_an_error() {
    assert!(World::new(Vec::new()).is_err_and(|why| why.contains("nothing")));
    let body = Body::of_parts(vec![Ball::new(1.0).into()]).unwrap();
    let broken = Object { padding: -1.0, ..Object::new("b", body) };
    assert!(World::new(vec![broken]).is_err_and(|why| why.contains("object `b`")));
}

/// The tip of a wall that is met between two samples which both are free; and the robot's own pairs
/// are looked at beside it.
#[test]
fn what_is_between_samples_is_seen_and_own_pairs_too() {
    let robot = slider("thin", 0.05);
    let wall = Body::of_parts(vec![Cuboid::new(Xyz::new(5e-4, 0.5, 0.5)).into()]).unwrap();
    let mut world = World::new(vec![Object::new("wall", wall)]).unwrap();
    let sample = |time: f64, x: f64| Sample { time, configuration: vec![x, 0.0, 0.0] };
    let samples = [sample(0.0, -1.0), sample(1.0, 1.0)];
    let sweep = Sweep::default();
    let mut checker = Checker::new(&robot, Vec::new()).among(&world);
    let swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
    let first = swept.first_meeting.unwrap();
    // The ball's side is at the wall's.
    assert!((first.time - (1.0 - 0.0505) / 2.0).abs() < 1e-3, "{first:?}");
    assert_eq!(checker.shapes(first.found.pair), Some([0, 1]));
    assert_eq!(checker.object(1), Some(0));
    assert_eq!(world.pairs(&robot), 1);
    world.allow(robot.link("ball").unwrap(), None);
    assert_eq!(world.pairs(&robot), 0);
    let mut checker = Checker::new(&robot, Vec::new()).among(&world);
    let swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
    assert_eq!((swept.nearest, swept.stretches.len()), (None, 0));

    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/arm/arm.urdf");
    let arm = Loading::default().robot(&path).unwrap();
    let pairs = arm.pairs(&Leave::default()).unwrap();
    let far = Body::of_parts(vec![ball(0.1, [50.0, 0.0, 0.0])]).unwrap();
    let world = World::new(vec![Object::new("far", far)]).unwrap();
    let sample = |time: f64, turn: f64| Sample { time, configuration: vec![turn, 0.0, 0.1] };
    let samples = [sample(0.0, 0.0), sample(1.0, 1.0)];
    let alone = Checker::new(&arm, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
    let among = Checker::new(&arm, pairs).among(&world).sweep(&samples, &sweep, |_| true).unwrap();
    assert_eq!(alone.samples, among.samples);
    assert_eq!((alone.nearest, alone.lower_bound), (among.nearest, among.lower_bound));
}

/// A ball, a box and a mesh whose middles are aside of their link's origin, and of known sizes.
#[test]
fn larger_links_are_as_far_as_by_hand() {
    let cube_file = std::env::temp_dir().join(format!("clearance-cube-{}.obj", std::process::id()));
    let mut text = String::new();
    for [x, y, z] in cube(0.5).vertices {
        let _ = writeln!(text, "v {} {y} {z}", x + 3.0);
    }
    for [a, b, c] in cube(0.5).triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    std::fs::write(&cube_file, text).unwrap();
    let mesh = format!("<mesh filename=\"{}\"/>", cube_file.display());
    for (shape, by) in [
        ("<sphere radius=\"0.5\"/>", By::Hull),
        ("<box size=\"1 2 1\"/>", By::Hull),
        ("<capsule radius=\"0.5\" length=\"2\"/>", By::Hull),
        (&mesh, By::Hull),
        (&mesh, By::Triangles),
    ] {
        // Each reaches half a length along x from its middle, which is at 3, of the mesh by itself.
        let aside = if shape.contains("mesh") { 0.0 } else { 3.0 };
        let collision = format!(
            "<collision><origin xyz=\"{aside} 0 0\"/><geometry>{shape}</geometry></collision>"
        );
        let text = format!("<link name=\"l\">{collision}</link>");
        let path =
            std::env::temp_dir().join(format!("clearance-larger-{}.urdf", std::process::id()));
        std::fs::write(&path, format!("<robot name=\"r\">{text}</robot>")).unwrap();
        let robot = Loading {
            by,
            reading: Reading { outside: true, ..Reading::default() },
            ..Loading::default()
        };
        let robot = robot.robot(&path).unwrap();
        let wall = Body::of_parts(vec![Cuboid::new(Xyz::new(0.5, 5.0, 5.0)).into()]).unwrap();
        let wall = Object { pose: at(6.5, 0.0, 0.0), ..Object::new("wall", wall) };
        let mut world = World::new(vec![wall]).unwrap();
        let distance = |world: &World| {
            let mut checker = Checker::new(&robot, Vec::new()).among(world);
            checker.nearest().unwrap().clearance.signed_distance()
        };
        assert!((distance(&world) - 2.5).abs() < 1e-12, "{shape}");
        world.pad(0, 0.25).unwrap();
        assert!((distance(&world) - 2.25).abs() < 1e-12, "{shape}");
        world.scale(&robot, 0, 3.0).unwrap();
        assert!((distance(&world) - 1.25).abs() < 1e-12, "{shape} {}", distance(&world));
        world.pad(0, 2.0).unwrap();
        assert!((distance(&world) + 0.5).abs() < 1e-12, "{shape}");
        // Among its own links it counts as it is.
        assert_eq!(robot.objects()[0].padding, 0.0);
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(world.pad(0, wrong).is_err() && world.scale(&robot, 0, wrong).is_err());
        }
        std::fs::remove_file(&path).unwrap();
    }
    std::fs::remove_file(&cube_file).unwrap();
}

#[test]
fn what_is_grasped_moves_along_and_is_put_down_again() {
    let mut robot = slider("grasp", 0.1);
    let (names, pairs) = (robot.links.clone(), robot.pairs(&Leave::default()).unwrap());
    let body = Body::of_parts(vec![Ball::new(0.2).into()]).unwrap();
    let ball = robot.link("ball").unwrap();
    let parcel = Object { pose: at(0.0, 0.0, -0.25), ..Object::new("parcel", body) };
    let first = robot.attach(&parcel, ball).unwrap();
    let lid = Object { name: "lid".into(), pose: at(0.0, 0.0, 0.25), ..parcel.clone() };
    let second = robot.attach(&lid, first).unwrap();
    // No pair with what carries it, nor with what that is fixed to.
    assert_eq!(robot.pairs(&Leave::default()).unwrap(), pairs);
    assert!(robot.attach(&parcel, ball).is_err_and(|why| why.contains("of that name")));
    let other = Object { name: "other".into(), padding: 0.1, ..parcel.clone() };
    assert!(robot.attach(&other, ball).is_err_and(|why| why.contains("padding")));
    assert!(robot.attach(&Object { padding: 0.0, ..other }, 99).is_err());
    let wall = Body::of_parts(vec![Cuboid::new(Xyz::new(0.5, 5.0, 5.0)).into()]).unwrap();
    let wall = Object { pose: at(2.5, 0.0, 0.0), ..Object::new("wall", wall) };
    let world = World::new(vec![wall]).unwrap();
    let mut checker = Checker::new(&robot, Vec::new()).among(&world);
    checker.pose(&[1.0, 0.0, 0.0]);
    assert!((checker.nearest().unwrap().clearance.signed_distance() - 0.8).abs() < 1e-12);
    let sample = |time: f64, x: f64| Sample { time, configuration: vec![x, 0.0, 0.0] };
    let swept =
        checker.sweep(&[sample(0.0, 0.0), sample(1.0, 2.0)], &Sweep::default(), |_| true).unwrap();
    assert!((swept.first_meeting.unwrap().time - 0.9).abs() < 1e-3);

    assert!(robot.detach(ball, &[0.0; 3]).is_err_and(|why| why.contains("no object")));
    assert!(robot.detach(first, &[0.0; 3]).is_err_and(|why| why.contains("carries another")));
    let down = robot.detach(second, &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!((&*down.name, down.pose), ("lid", at(1.0, 2.0, 3.0)));
    let down = robot.detach(first, &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!((&*down.name, down.pose), ("parcel", at(1.0, 2.0, 2.75)));
    assert_eq!((&robot.links, robot.geometries.len()), (&names, 1));
    assert!(robot.detach(first, &[0.0; 3]).is_err());
    // One that was attached before another goes first.
    let first = robot.attach(&parcel, ball).unwrap();
    let second = robot.attach(&lid, robot.link("a").unwrap()).unwrap();
    robot.detach(first, &[0.0; 3]).unwrap();
    assert_eq!(robot.link("lid"), Some(second - 1));
    let down = robot.detach(second - 1, &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(down.pose, at(1.0, 0.0, 0.25));
}
