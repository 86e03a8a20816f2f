//! Robots among things. Truth by closed forms of a ball that slides among balls, and of every pair
//! without a tree, at many times, for random robots, surroundings and motions.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::sync::Arc;

use clearance::{Ball, Capsule, Cuboid, Pose, Rotation as _, Rotation3, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::robot::{
    Checker, Found, Known, Leave, Loading, Posed, Robot, Sample, Sweep, Swept, World,
};
use clearance_scene::scene::{Body, Inside, Object, Part, between};
use clearance_trust::Random;

fn rounds(few: u64) -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn robot_of(name: &str, inner: &str) -> Robot {
    let path = std::env::temp_dir().join(format!("clearance-{name}-{}.urdf", std::process::id()));
    std::fs::write(&path, format!("<robot name=\"r\">{inner}</robot>")).unwrap();
    let robot = Loading::default().robot(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    robot
}

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
    for seed in 0..rounds(60) {
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

/// All pairs of a geometry and an object in a configuration, without a tree and cold, by what the
/// checker calls them.
fn brute(
    robot: &Robot,
    things: &[Object],
    q: &[f64],
    looks: &dyn Fn(usize, usize) -> bool,
) -> Vec<Found> {
    let mut posed = Posed::default();
    posed.set(robot, q);
    let mut all = Vec::new();
    let own = robot.objects().into_iter().zip(&posed.geometries).enumerate();
    for (geometry, (object, pose)) in own {
        let object = Object { pose: *pose, ..object };
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
            for found in brute(robot, things, &q, looks) {
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
    let (mut free, mut met, mut near) = (0, 0, 0);
    for seed in 0..rounds(40) {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let robot = chain(r);
        let things: Vec<Object> = (0..1 + r.place(40)).map(|place| thing(r, place)).collect();
        let mut world = World::new(things.clone()).unwrap();
        // What may touch is seen nowhere.
        let (is_free, allowed) = (r.below(4) == 0, r.place(things.len()));
        if is_free {
            world.allow(0, None);
        }
        world.allow(1, Some(allowed));
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
            let all = brute(&robot, &things, &sample.configuration, &looks);
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
        hold_against_dense(&robot, &things, &samples, margin, &swept, &looks);
        if swept.stretches.is_empty() {
            free += usize::from(swept.nearest.is_some());
        } else {
            met += usize::from(swept.stretches.iter().any(|own| own.known == Known::Meets));
        }
    }
    assert!(free >= 4 && met >= 4 && near >= 40, "{free} {met} {near}");
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
