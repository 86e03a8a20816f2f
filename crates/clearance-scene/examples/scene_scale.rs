//! How time and memory of a scene grow from thousands to a million parts of one density: all pairs
//! of the scene's own parts within 10 mm.
//!
//!     cargo run --release -p clearance-scene --features rayon --example scene_scale
//!
//! A list of counts may follow after `--`.
//!
//! Prints a line of a Markdown table for each kind, count and number of threads.

#![allow(clippy::expect_used, clippy::indexing_slicing)] // A panic is the right end of a measurement.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use clearance::{ConvexHull, Cuboid, Pose, Rotation3, Space, Xyz};
use clearance_scene::scene::{Body, Boxes, Object, Part, Rules, candidates_within, pairs_within};
use rayon::ThreadPoolBuilder;

/// In metres, as are all lengths here.
const WITHIN: f64 = 0.01;
/// How many different bodies the parts share.
const BODIES: usize = 1000;
/// The edge of the cube of space that each part has.
const ROOM: f64 = 0.115;

/// Numbers from 0 to 1, the same in every run: Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        f64::from((self.0 >> 32) as u32) / f64::from(u32::MAX)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    /// A unit vector, uniform over all directions.
    fn direction(&mut self) -> Xyz {
        loop {
            let v =
                Xyz::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if let (true, Some(unit)) = (v.dot(v) <= 1.0, v.try_normalize()) {
                return unit;
            }
        }
    }
}

/// 30 to 90 mm long on each side.
fn cuboid(chance: &mut Chance) -> Part {
    let mut half = || chance.between(0.015, 0.045);
    Cuboid::new(Xyz::new(half(), half(), half())).into()
}

/// 16 corners on an ellipsoid of the same range of sizes.
fn hull(chance: &mut Chance) -> Part {
    let radii = [0; 3].map(|_| chance.between(0.02, 0.055));
    let corners: Vec<Xyz> = (0..16)
        .map(|_| {
            let [x, y, z] = chance.direction().coordinates();
            Xyz::new(radii[0] * x, radii[1] * y, radii[2] * z)
        })
        .collect();
    ConvexHull::new(&corners).expect("16 points in space").into()
}

/// Parts in random poses, each in its own cube of the space.
fn scene(count: usize, make: fn(&mut Chance) -> Part) -> Result<Vec<Object>, Box<dyn Error>> {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let bodies =
        (0..BODIES.min(count)).map(|_| Ok(Arc::new(Body::of_parts(vec![make(&mut chance)])?)));
    let bodies = bodies.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let side = ROOM * (count as f64).cbrt();
    let objects = (0..count).map(|i| {
        let mut place = || chance.between(0.0, side);
        let translation = Xyz::new(place(), place(), place());
        let mut q = || chance.between(-1.0, 1.0);
        let rotation = Rotation3::from_xyzw(q(), q(), q(), q());
        Object {
            name: format!("part {i}"),
            group: String::new(),
            body: bodies[i % bodies.len()].clone(),
            pose: Pose { translation, rotation },
            padding: 0.0,
        }
    });
    Ok(objects.collect())
}

/// The process's peak memory in megabytes, where the system reports it.
fn peak() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
}

/// Resets the peak, so that the next one is that of what follows.
fn reset_peak() {
    // Where the system does not allow it, the peak covers everything before, too.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The least time of a few runs, in seconds, and the last answer.
fn least<T>(runs: usize, mut run: impl FnMut() -> T) -> (f64, T) {
    let mut time = |best: f64| {
        let start = Instant::now();
        let answer = run();
        (best.min(start.elapsed().as_secs_f64()), answer)
    };
    let first = time(f64::INFINITY);
    (1..runs).fold(first, |(best, _), _| time(best))
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = std::env::args().skip(1).map(|count| count.parse());
    let mut counts = given.collect::<Result<Vec<usize>, _>>()?;
    if counts.is_empty() {
        counts = vec![1_000, 10_000, 100_000, 1_000_000];
    }
    println!(
        "| parts | of | threads | pairs | boxes, s | candidates, s | refit, s | in all, s | ns a pair | memory, MB |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (kind, make) in [("boxes", cuboid as fn(&mut Chance) -> Part), ("hulls", hull)] {
        for &count in &counts {
            let objects = scene(count, make)?;
            for threads in [1, 2] {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
                let runs = (300_000 / count).clamp(3, 100);
                reset_peak();
                pool.install(|| {
                    let (build, mut boxes) = least(runs, || Boxes::new(&objects));
                    let (broad, _) = least(runs, || candidates_within(&boxes, WITHIN).len());
                    let (refit, ()) = least(runs, || boxes.refit(&objects));
                    let rules = Rules::default();
                    let (all, pairs) = least(runs, || {
                        let boxes = Boxes::new(&objects);
                        pairs_within(&objects, &boxes, WITHIN, &rules)
                    });
                    let pairs = pairs.len();
                    let memory = peak().map_or("?".into(), |peak| format!("{peak:.0}"));
                    let each = all * 1e9 / pairs as f64;
                    println!(
                        "| {count} | {kind} | {threads} | {pairs} | {build:.4} | {broad:.4} | \
                         {refit:.4} | {all:.4} | {each:.0} | {memory} |"
                    );
                });
            }
        }
    }
    Ok(())
}
