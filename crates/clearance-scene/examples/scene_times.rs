//! Times of the queries that scenes and robots exist for, each on one core: a building's hulls
//! against its fittings', a bin of parts at rest and in motion, and a robot's self-distances.
//!
//!     cargo run --release -p clearance-scene --example scene_times -- DATA
//!
//! The folder DATA holds
//!
//! - `duplex/architecture.obj` and `electrical.obj` (Duplex Apartment, buildingSMART),
//! - `random_urdfs/bin_scene.jsonl`, which places Bullet's meshes beside it,
//! - `example-robot-data/robots/panda_description`, from the package `example-robot-data`.
//!
//! Parts of it that are missing are skipped with a message. Prints one row of a Markdown table for
//! each query: the least mean over rounds in milliseconds of processor time, the time we aim at,
//! and the answer.

#![allow(clippy::indexing_slicing)] // A panic is the right end of a measurement.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clearance::{ConvexHull, Pose, Rotation3, Xyz};
use clearance_scene::mesh::Reading;
use clearance_scene::robot::{Checker, Leave, Loading, Robot, Sample, Sweep};
use clearance_scene::scene::{
    Body, Boxes, By, Class, Object, Pair, Rules, classify, pairs_between, pairs_within,
};
use serde_json::Value;

type Wrong = Box<dyn Error>;

/// The processor time of this thread where the system reports it, else the wall-clock time.
fn spent() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = text.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least mean over rounds, in milliseconds, and the answer. Rounds are long because some
/// systems count a thread's time in steps of milliseconds.
fn least<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    const ROUNDS: u32 = 7;
    const ROUND: Duration = Duration::from_millis(150);
    let (start, mut answer) = (Instant::now(), run());
    let once = start.elapsed().max(Duration::from_micros(1));
    let runs = (ROUND.as_secs_f64() / once.as_secs_f64()).ceil();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = spent();
        for _ in 0..runs as u32 {
            answer = run();
        }
        best = best.min((spent() - start).as_secs_f64() * 1e3 / runs);
    }
    (best, answer)
}

fn row(question: &str, time: f64, aim: Option<f64>, answer: &dyn Display) {
    let aim = aim.map_or(String::new(), |aim| aim.to_string());
    println!("| {question} | {time:.2} | {aim} | {answer} |");
}

fn main() -> Result<(), Wrong> {
    if cfg!(feature = "rayon") {
        return Err("this measures one core: leave out the feature `rayon`".into());
    }
    let data = std::env::args_os().nth(1).ok_or("give the folder of the data; see this file")?;
    let data = Path::new(&data);
    println!("| question | ms | aim | answer |");
    println!("| --- | --- | --- | --- |");
    for (name, measure) in [
        ("duplex", building as fn(&Path) -> Result<(), Wrong>),
        ("random_urdfs", bin),
        ("example-robot-data/robots/panda_description", panda),
    ] {
        let folder = data.join(name);
        if folder.is_dir() {
            measure(&folder)?;
        } else {
            eprintln!("left out: {} is no folder", folder.display());
        }
    }
    Ok(())
}

/// The hull of each object of a file.
fn hulls(path: &Path) -> Result<Vec<Object>, Wrong> {
    let read = Reading::default().each_object(path)?;
    let objects =
        read.each.into_iter().map(|(name, mesh)| Ok(Object::new(name, By::Hull.body(&mesh?)?)));
    objects.collect()
}

fn building(folder: &Path) -> Result<(), Wrong> {
    const WITHIN: f64 = 0.25;
    let walls = hulls(&folder.join("architecture.obj"))?;
    let fittings = hulls(&folder.join("electrical.obj"))?;
    let (time, pairs) = least(|| {
        let boxes = [&walls, &fittings].map(|objects| Boxes::new(objects));
        pairs_between(&walls, &boxes[0], &fittings, &boxes[1], WITHIN, &Rules::default())
    });
    let class = |pair: &Pair| classify(&walls[pair.a], &fittings[pair.b], &pair.clearance, 0.0);
    let classes: Vec<Class> = pairs.iter().map(|pair| class(pair).class).collect();
    let count = |class: Class| classes.iter().filter(|own| **own == class).count();
    let [clash, touch, near] = [Class::Clash, Class::Touch, Class::Near].map(count);
    let answer = format!("{} pairs: {clash} clash, {touch} touch, {near} near", pairs.len());
    row("Duplex, hulls within 0.25 m, trees built", time, Some(4.0), &answer);
    Ok(())
}

/// The parts that the scene file places, as the convex hulls of each file's objects; entries that
/// are not meshes are left out.
fn parts(folder: &Path) -> Result<Vec<Object>, Wrong> {
    let text = std::fs::read_to_string(folder.join("bin_scene.jsonl"))?;
    let mut bodies: HashMap<String, Option<Arc<Body>>> = HashMap::new();
    let mut objects = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)?;
        let numbers = |key: &str| -> Option<Vec<f64>> {
            line[key].as_array()?.iter().map(Value::as_f64).collect()
        };
        let file = line["file"].as_str().ok_or("a line has no `file`")?;
        let scale = line["scale"].as_f64().ok_or("a line has no `scale`")?;
        let body = bodies.entry(format!("{file} {scale}")).or_insert_with(|| {
            let read = Reading::default().each_object(&folder.join(file)).ok()?;
            let hull = |mesh: clearance_scene::Mesh| mesh.scaled([scale; 3]).hull::<Xyz>().ok();
            let hulls = read.each.into_iter().map(|(_, mesh)| hull(mesh.ok()?));
            let parts: Vec<ConvexHull<Xyz>> = hulls.collect::<Option<_>>()?;
            Body::of_parts(parts.into_iter().map(Into::into).collect()).ok().map(Arc::new)
        });
        let Some(body) = body else { continue };
        let [x, y, z] = numbers("translation").and_then(|v| v.try_into().ok()).ok_or("no place")?;
        let [i, j, k, w] = numbers("rotation").and_then(|v| v.try_into().ok()).ok_or("no turn")?;
        objects.push(Object {
            name: format!("part {}", line["part"]),
            group: String::new(),
            body: body.clone(),
            pose: Pose {
                translation: Xyz::new(x, y, z),
                rotation: Rotation3::from_xyzw(i, j, k, w),
            },
            padding: 0.0,
        });
    }
    Ok(objects)
}

fn bin(folder: &Path) -> Result<(), Wrong> {
    const WITHIN: f64 = 0.005;
    const FRAMES: u32 = 100;
    let rules = Rules::default();
    let mut objects = parts(folder)?;
    let (time, pairs) = least(|| {
        let boxes = Boxes::new(&objects);
        pairs_within(&objects, &boxes, WITHIN, &rules).len()
    });
    let answer = format!("{pairs} pairs of {} parts", objects.len());
    row("Bin, within 5 mm, tree built", time, Some(15.0), &answer);

    // Every part swings by 2 mm and 2°, each about a direction of its own, and returns.
    let rest: Vec<Pose<Xyz>> = objects.iter().map(|object| object.pose).collect();
    let mut boxes = Boxes::new(&objects);
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let ways: Vec<Xyz> = rest
        .iter()
        .map(|_| Xyz::new(chance.next() - 0.5, chance.next() - 0.5, chance.next() - 0.5))
        .collect();
    let (time, pairs) = least(|| {
        let mut pairs = 0;
        for frame in 0..FRAMES {
            let swing = (std::f64::consts::TAU * f64::from(frame) / f64::from(FRAMES)).sin();
            for ((object, rest), way) in objects.iter_mut().zip(&rest).zip(&ways) {
                let turn = Rotation3::from_axis_angle(*way, swing * 2_f64.to_radians());
                let moved = Pose { translation: *way * (0.004 * swing), rotation: turn };
                object.pose = Pose {
                    translation: rest.translation + moved.translation,
                    rotation: moved.compose(rest).rotation,
                };
            }
            boxes.refit(&objects);
            pairs += pairs_within(&objects, &boxes, WITHIN, &rules).len();
        }
        pairs
    });
    let answer = format!("{:.1} pairs", pairs as f64 / f64::from(FRAMES));
    row("Bin in motion, a frame of 100", time / f64::from(FRAMES), Some(8.0), &answer);
    Ok(())
}

/// Numbers from 0 to 1, the same in every run: Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        f64::from((self.0 >> 32) as u32) / f64::from(u32::MAX)
    }

    fn configuration(&mut self, robot: &Robot) -> Vec<f64> {
        let joints = robot.variables.iter().filter_map(|variable| robot.joints.get(*variable));
        let limits = joints.map(|joint| joint.limits.unwrap_or([-3.0, 3.0]));
        limits.map(|[low, high]| low + (high - low) * self.next()).collect()
    }
}

fn sum_of_all(checker: &mut Checker<'_>, configurations: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for q in configurations {
        checker.pose(q);
        sum += checker.all().map(|found| found.clearance.signed_distance()).sum::<f64>();
    }
    sum
}

fn panda(folder: &Path) -> Result<(), Wrong> {
    const COUNT: u32 = 1000;
    let loading = Loading::default();
    let robot = loading.robot(&folder.join("urdf/panda.urdf"))?;
    let semantics = loading.semantics(&folder.join("srdf/panda.srdf"), &robot)?;
    let pairs = robot.pairs(&Leave { semantics: Some(&semantics), ..Leave::default() })?;
    let of = |what: &str| format!("Panda, {} pairs, 1000 {what}", pairs.len());

    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let random: Vec<Vec<f64>> = (0..COUNT).map(|_| chance.configuration(&robot)).collect();
    let mut checker = Checker::new(&robot, pairs.clone());
    let (time, ()) = least(|| random.iter().for_each(|q| checker.pose(q)));
    row(&of("random, kinematics alone"), time, None, &"");
    let (time, sum) = least(|| sum_of_all(&mut checker, &random));
    row(&of("random, all distances"), time, Some(20.0), &format!("sum {sum:.9}"));
    let (time, count) = least(|| {
        let collides = |q: &&Vec<f64>| {
            checker.pose(q);
            checker.collides()
        };
        random.iter().filter(collides).count()
    });
    row(&of("random, collides or not"), time, Some(4.0), &format!("{count} do"));
    let (time, count) = least(|| {
        let meeting = |q: &Vec<f64>| {
            checker.pose(q);
            (0..pairs.len()).filter(|pair| checker.meets(*pair)).count()
        };
        random.iter().map(meeting).sum::<usize>()
    });
    row(&of("random, each pair or not"), time, Some(4.0), &format!("{count} pairs do"));
    let (time, least_of) = least(|| least_distance(&mut checker, &random));
    row(&of("random, nearest pair"), time, None, &format!("least {least_of:.9}"));

    let [from, to] = [(); 2].map(|()| chance.configuration(&robot));
    let at = |step: u32| {
        let t = f64::from(step) / f64::from(COUNT - 1);
        from.iter().zip(&to).map(|(a, b)| a * (1.0 - t) + b * t).collect()
    };
    let path: Vec<Vec<f64>> = (0..COUNT).map(at).collect();
    let (time, sum) = least(|| sum_of_all(&mut checker, &path));
    row(&of("of a motion, all distances"), time, Some(7.0), &format!("sum {sum:.9}"));
    let (time, least_of) = least(|| least_distance(&mut checker, &path));
    row(&of("of a motion, nearest pair"), time, None, &format!("least {least_of:.9}"));
    let sample = |(configuration, time): (&Vec<f64>, u32)| Sample {
        time: f64::from(time),
        configuration: configuration.clone(),
    };
    let samples: Vec<Sample> = path.iter().zip(0..).map(sample).collect();
    let (time, swept) = least(|| checker.sweep(&samples, &Sweep::default(), |_| true));
    let swept = swept?;
    let answer = format!("at least {:.9}, {} open", swept.lower_bound, swept.stretches.len());
    row(&of("of a motion, least with its bound between"), time, Some(30.0), &answer);
    Ok(())
}

fn least_distance(checker: &mut Checker<'_>, configurations: &[Vec<f64>]) -> f64 {
    let nearest = |q: &Vec<f64>| {
        checker.pose(q);
        checker.nearest().map_or(f64::INFINITY, |found| found.clearance.signed_distance())
    };
    configurations.iter().map(nearest).fold(f64::INFINITY, f64::min)
}
