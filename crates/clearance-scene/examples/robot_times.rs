//! How long a robot's questions take: a thousand random configurations, and a straight motion of a
//! thousand samples.
//!
//!     cargo run --release --example robot_times -- robot.urdf [robot.srdf]

#![allow(clippy::indexing_slicing)] // A panic is the right end of a measurement.

use std::error::Error;
use std::time::{Duration, Instant};

use clearance_scene::robot::{Checker, Leave, Loading, Robot, Sample, Sweep};

/// Numbers from 0 to 1, the same in every run: Marsaglia's xorshift.
fn chance(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    f64::from((*state >> 32) as u32) / f64::from(u32::MAX)
}

fn random(robot: &Robot, state: &mut u64) -> Vec<f64> {
    let joints = robot.variables.iter().filter_map(|variable| robot.joints.get(*variable));
    let limits = joints.map(|joint| joint.limits.unwrap_or([-3.0, 3.0]));
    limits.map(|[low, high]| low + (high - low) * chance(state)).collect()
}

/// The processor time of this thread, where the system says it; else the time that has passed.
fn spent() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = text.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The mean time of several runs, in milliseconds, and what they answer. Some systems count a
/// thread's time in steps of milliseconds only.
fn mean<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    const RUNS: u32 = 25;
    let mut answer = run();
    let start = spent();
    for _ in 0..RUNS {
        answer = run();
    }
    ((spent() - start).as_secs_f64() * 1e3 / f64::from(RUNS), answer)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let urdf = files.next().ok_or("give a URDF file")?;
    let loading = Loading::default();
    let start = Instant::now();
    let robot = loading.robot(urdf.as_ref())?;
    println!("read in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let semantics =
        files.next().map(|srdf| loading.semantics(srdf.as_ref(), &robot)).transpose()?;
    let leave = Leave { semantics: semantics.as_ref(), ..Leave::default() };
    let pairs = robot.pairs(&leave)?;
    robot.notes.iter().for_each(|note| println!("{note}"));
    println!("{} pairs of {} shapes", pairs.len(), robot.geometries.len());

    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let configurations: Vec<Vec<f64>> = (0..1000).map(|_| random(&robot, &mut state)).collect();
    let mut checker = Checker::new(&robot, pairs);
    let (time, ()) = mean(|| configurations.iter().for_each(|q| checker.pose(q)));
    println!("kinematics alone:         {time:7.2} ms");
    let (time, sum) = mean(|| {
        let distances = |q: &Vec<f64>| {
            checker.pose(q);
            checker.all().map(|found| found.clearance.signed_distance()).sum::<f64>()
        };
        configurations.iter().map(distances).sum::<f64>()
    });
    println!("random, all distances:    {time:7.2} ms, which sum up to {sum}");
    let (time, sum) = mean(|| {
        let mut sum = 0.0;
        for q in &configurations {
            checker.pose(q);
            for [a, b] in checker.pairs() {
                let (ga, gb) = (&robot.geometries[*a], &robot.geometries[*b]);
                let (pa, pb) = (&checker.posed().geometries[*a], &checker.posed().geometries[*b]);
                sum += clearance::proximity(
                    &ga.body.parts()[0].shape,
                    pa,
                    &gb.body.parts()[0].shape,
                    pb,
                )
                .signed_distance();
            }
        }
        sum
    });
    println!("random, cold:             {time:7.2} ms, which sum up to {sum}");
    let (time, count) = mean(|| {
        let collides = |q: &&Vec<f64>| {
            checker.pose(q);
            checker.collides()
        };
        configurations.iter().filter(collides).count()
    });
    println!("random, collides or not:  {time:7.2} ms, {count} do");
    let (time, count) = mean(|| {
        let colliding = |q: &Vec<f64>| {
            checker.pose(q);
            (0..checker.pairs().len()).filter(|pair| checker.meets(*pair)).count()
        };
        configurations.iter().map(colliding).sum::<usize>()
    });
    println!("random, each pair or not: {time:7.2} ms, {count} do");
    let (time, sum) = mean(|| {
        let nearest = |q: &Vec<f64>| {
            checker.pose(q);
            checker.nearest().map_or(0.0, |found| found.clearance.signed_distance())
        };
        configurations.iter().map(nearest).sum::<f64>()
    });
    println!("random, nearest pair:     {time:7.2} ms, which sum up to {sum}");

    let ends = [random(&robot, &mut state), random(&robot, &mut state)];
    let [from, to] = &ends;
    let path: Vec<Vec<f64>> = (0..1000)
        .map(|step| {
            let t = f64::from(step) / 999.0;
            from.iter().zip(to).map(|(a, b)| a * (1.0 - t) + b * t).collect()
        })
        .collect();
    let (time, sum) = mean(|| {
        let distances = |q: &Vec<f64>| {
            checker.pose(q);
            checker.all().map(|found| found.clearance.signed_distance()).sum::<f64>()
        };
        path.iter().map(distances).sum::<f64>()
    });
    println!("motion, all distances:    {time:7.2} ms, which sum up to {sum}");
    let (time, sum) = mean(|| {
        let nearest = |q: &Vec<f64>| {
            checker.pose(q);
            checker.nearest().map_or(0.0, |found| found.clearance.signed_distance())
        };
        path.iter().map(nearest).fold(f64::INFINITY, f64::min)
    });
    println!("motion, nearest pair:     {time:7.2} ms, at least {sum}");
    let sample = |(configuration, time): (&Vec<f64>, u32)| Sample {
        time: f64::from(time),
        configuration: configuration.clone(),
    };
    let samples: Vec<Sample> = path.iter().zip(0..).map(sample).collect();
    let (time, swept) = mean(|| checker.sweep(&samples, &Sweep::default(), |_| true));
    let swept = swept?;
    println!(
        "motion, proved between:   {time:7.2} ms, at least {}; {} stretches open, {} points between",
        swept.lower_bound,
        swept.stretches.len(),
        swept.looked_at
    );
    Ok(())
}
