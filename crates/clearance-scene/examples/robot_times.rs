//! Times of a robot among things, each on one core: the Panda among 1 000 boxes, and among a cloud
//! of 100 000 points on their sides.
//!
//!     cargo run --release -p clearance-scene --example robot_times -- PANDA BOXES.json
//!
//! The folder PANDA is `panda_description` of the package `example-robot-data`; BOXES.json has the
//! boxes' `centre`, `size` (full sides) and `q` (quaternions x, y, z, w), and `configurations`, and
//! perhaps what another program found: `hit` and `least_of_free`.

#![allow(clippy::indexing_slicing)] // A panic is the right end of a measurement.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clearance::{Ball, Cuboid, Pose, Rotation3, Xyz};
use clearance_scene::robot::{Checker, Leave, Loading, Sample, Sweep, World};
use clearance_scene::scene::{Body, Object, Part};
use serde_json::Value;

type Wrong = Box<dyn Error>;

fn main() -> Result<(), Wrong> {
    let mut given = std::env::args_os().skip(1);
    let (Some(panda), Some(boxes)) = (given.next(), given.next()) else {
        return Err("give the robot's folder and the file of boxes; see this file".into());
    };
    let panda = Path::new(&panda);
    let loading =
        Loading { search: panda.ancestors().map(Into::into).collect(), ..Loading::default() };
    let mut robot = loading.robot(&panda.join("urdf/panda.urdf"))?;
    let semantics = loading.semantics(&panda.join("srdf/panda.srdf"), &robot)?;
    // The file gives each finger a value of its own.
    for joint in 0..robot.joints.len() {
        if robot.joints[joint].mimic.take().is_some() {
            robot.variables.push(joint);
        }
    }
    let file: Value = serde_json::from_slice(&std::fs::read(Path::new(&boxes))?)?;
    let things = boxes_of(&file)?;
    let all = table(&file["configurations"]);
    println!("{} shapes, {} boxes", robot.geometries.len(), things.len());

    let start = Instant::now();
    let world = World::new(things.clone())?;
    println!("tree of boxes: {:.2} ms", ms(start));
    let mut checker = Checker::new(&robot, Vec::new()).among(&world);
    let found = |checker: &mut Checker<'_>| -> Vec<bool> {
        let collides = |q: &Vec<f64>| {
            checker.pose(q);
            checker.collides()
        };
        all.iter().map(collides).collect()
    };
    let hits = timed("boxes: collides or not", all.len(), || found(&mut checker));
    let count = hits.iter().filter(|hit| **hit).count();
    let theirs: Vec<bool> =
        file["hit"].as_array().into_iter().flatten().map(|hit| hit == &Value::from(1)).collect();
    let differ = hits.iter().zip(&theirs).filter(|(a, b)| a != b).count();
    println!("  {count} collide; {differ} answers differ from the file's");
    let free: Vec<&Vec<f64>> =
        all.iter().zip(&hits).filter(|(_, hit)| !**hit).map(|f| f.0).collect();
    let least = timed("boxes: least distance, where free", free.len(), || {
        let mut least = Vec::new();
        for q in &free {
            checker.pose(q);
            least.extend(checker.nearest().map(|found| found.clearance.signed_distance()));
        }
        least
    });
    let theirs: Vec<f64> =
        file["least_of_free"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let off = least.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("  differs from the file's by {off:e} at most");
    timed("boxes: least distance, or greatest depth, of all", all.len(), || {
        for q in &all {
            checker.pose(q);
            checker.nearest();
        }
    });

    let start = Instant::now();
    let cloud = World::new(vec![cloud_of(&things)?])?;
    println!("tree of points: {:.2} ms", ms(start));
    let mut among = Checker::new(&robot, Vec::new()).among(&cloud);
    let hits = timed("cloud: collides or not", all.len(), || found(&mut among));
    println!("  {} collide", hits.iter().filter(|hit| **hit).count());
    let free: Vec<&Vec<f64>> =
        all.iter().zip(&hits).filter(|(_, hit)| !**hit).map(|f| f.0).collect();
    timed("cloud: least distance, where free", free.len(), || {
        for q in &free {
            among.pose(q);
            among.nearest();
        }
    });

    let pairs = robot.pairs(&Leave { semantics: Some(&semantics), ..Leave::default() })?;
    let motion = motion(&mut among, &free);
    for (name, world) in [("boxes", &world), ("cloud", &cloud)] {
        let mut checker = Checker::new(&robot, pairs.clone()).among(world);
        let swept = timed(&format!("{name}: motion of {} samples", motion.len()), 1, || {
            checker.sweep(&motion, &Sweep::default(), |_| true)
        })?;
        let nearest = swept.nearest.map(|own| own.found.clearance.signed_distance());
        println!(
            "  nearest {nearest:?}, proved {}, {} stretches, {} points between",
            swept.lower_bound,
            swept.stretches.len(),
            swept.looked_at
        );
    }
    Ok(())
}

fn ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// The least of five times, for each of `count`.
fn timed<T>(what: &str, count: usize, mut run: impl FnMut() -> T) -> T {
    let mut best = f64::INFINITY;
    let mut answer = run();
    for _ in 0..5 {
        let start = Instant::now();
        answer = run();
        best = best.min(ms(start));
    }
    println!("{what}: {:.4} ms each ({count})", best / count as f64);
    answer
}

fn table(value: &Value) -> Vec<Vec<f64>> {
    let row =
        |row: &Value| row.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    value.as_array().into_iter().flatten().map(row).collect()
}

fn boxes_of(file: &Value) -> Result<Vec<Object>, Wrong> {
    let (centres, sizes, turns) = (table(&file["centre"]), table(&file["size"]), table(&file["q"]));
    let each = centres.iter().zip(&sizes).zip(&turns).zip(0..);
    each.map(|(((c, s), q), place)| {
        let half = Xyz::new(s[0], s[1], s[2]) * 0.5;
        let rotation = Rotation3 { x: q[0], y: q[1], z: q[2], w: q[3] };
        let pose = Pose { translation: Xyz::new(c[0], c[1], c[2]), rotation };
        let body = Body::of_parts(vec![Cuboid::new(half).into()])?;
        Ok(Object { pose, ..Object::new(format!("b{place}"), body) })
    })
    .collect()
}

/// A hundred points on the sides of each box, as balls of 5 mm.
fn cloud_of(boxes: &[Object]) -> Result<Object, Wrong> {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let mut parts = Vec::new();
    for object in boxes {
        let half = match &object.body.parts()[0].shape {
            clearance::Shape::Cuboid(own) => own.half_extents,
            _ => return Err("a box".into()),
        };
        for i in 0..100 {
            let at = [next(), next(), next()];
            let mut at = [at[0] * half.x, at[1] * half.y, at[2] * half.z];
            let side = [half.x, half.y, half.z][i % 3];
            at[i % 3] = if i % 2 == 0 { side } else { -side };
            let point = object.pose.transform_point(Xyz::new(at[0], at[1], at[2]));
            parts
                .push(Part { shape: Ball::new(0.005).into(), pose: Pose::from_translation(point) });
        }
    }
    println!("{} points of {} bytes", parts.len(), size_of::<Part>());
    Ok(Object { body: Arc::new(Body::of_parts(parts)?), ..boxes[0].clone() }).map(|own| Object {
        pose: Pose::identity(),
        name: "cloud".into(),
        ..own
    })
}

/// A thousand samples about a free configuration, the first that stays free of the cloud.
fn motion(checker: &mut Checker<'_>, free: &[&Vec<f64>]) -> Vec<Sample> {
    let about = |q: &[f64]| -> Vec<Sample> {
        let at = |i: u32| {
            let angle = f64::from(i) * 6.3e-3;
            let wave = |(value, joint): (&f64, f64)| match joint {
                7.0.. => *value,
                joint => value + 0.15 * (angle * (1.0 + 0.5 * joint)).sin(),
            };
            let joints = (0..).map(f64::from);
            Sample { time: f64::from(i), configuration: q.iter().zip(joints).map(wave).collect() }
        };
        (0..1000).map(at).collect()
    };
    for q in free {
        let motion = about(q);
        let is_free = motion.iter().all(|sample| {
            checker.pose(&sample.configuration);
            !checker.collides()
        });
        if is_free {
            return motion;
        }
    }
    Vec::new()
}
