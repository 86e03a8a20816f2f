//! `cargo run --release --bin batch`: batches beside single calls, on the same pairs in the same run, and its record.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use clearance::Frustum;
use clearance::batch::Lanes;
use clearance::batch::cull::{BoxColumns, Region};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use clearance_bench::contenders::{CONTENDERS, Contender, Verb, batched};
use clearance_bench::measure::{Effort, rounds};
use clearance_bench::pairs::{PairSet, Pools, Regime, SHAPES};
use clearance_bench::record::Circumstances;

type V = parry3d::math::Vector;

/// Times batches against single calls of clearance and parry3d (f32) on the same pairs in the same run.
#[derive(Parser)]
struct Options {
    /// Few pairs, few rounds, no record: whether everything works, not how fast it is.
    #[arg(long)]
    quick: bool,
    /// Seed of the pairs.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Where records go.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/records"))]
    records: PathBuf,
}

/// The kinds and questions of the table.
const KINDS: [&str; 4] = ["box-box", "box-sphere", "caps-caps", "hull12"];
const QUERIES: [(Verb, Regime, &str); 8] = [
    (Verb::Intersects, Regime::Far, "bool far"),
    (Verb::Intersects, Regime::Near, "bool near"),
    (Verb::Intersects, Regime::Shallow, "bool shallow"),
    (Verb::Intersects, Regime::Deep, "bool deep"),
    (Verb::Distance, Regime::Far, "dist far"),
    (Verb::Distance, Regime::Near, "dist near"),
    (Verb::Penetration, Regime::Shallow, "pen shallow"),
    (Verb::Penetration, Regime::Deep, "pen deep"),
];

fn main() -> ExitCode {
    let options = Options::parse();
    let here = Circumstances::here(options.seed);
    let mut text = format!("# Batches, one core and two\n\n{}\n", here.lines());
    text.push_str(
        "Nanoseconds a pair, one thread: least (median) of interleaved rounds, all contenders in each round, in thread time on a machine \
         that other programs use. `pen` is `batch::proximity` with normal and points. × single and × parry: least of the widest lanes \
         against the least of the single calls, f32.\n\n\
         | shapes | query | SSE2 | AVX2 | AVX-512 | f64, widest | single | parry f32 | × single | × parry |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for shapes in SHAPES.into_iter().filter(|shapes| KINDS.contains(&shapes.name)) {
        let pools = Pools::draw(shapes, options.seed);
        for (verb, regime, name) in QUERIES {
            let set = pools.pairs(regime, if options.quick { 200 } else { 2000 }, options.seed);
            let line = format!("| {} | {name} | {} |", shapes.name, row(&set, verb, options.quick));
            eprintln!("{line}");
            text.push_str(&line);
            text.push('\n');
        }
    }
    text.push_str(&culling(options.quick, options.seed));
    println!("{text}");
    if options.quick {
        return ExitCode::SUCCESS;
    }
    let path = options.records.join(format!("{}-batch.md", here.stem()));
    match fs::write(&path, text) {
        Ok(()) => {
            println!("wrote {}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot write the record: {error}");
            ExitCode::FAILURE
        }
    }
}

fn row(set: &PairSet, verb: Verb, quick: bool) -> String {
    let effort = Effort {
        turn: Duration::from_micros(if quick { 100 } else { 1000 }),
        rounds: if quick { 3 } else { 15 },
        budget: Duration::from_millis(if quick { 0 } else { 600 }),
    };
    let contenders: [Box<dyn Contender>; 6] = [
        batched::single(set, Lanes::Baseline),
        batched::single(set, Lanes::Avx2),
        batched::single(set, Lanes::Avx512),
        batched::double(set, Lanes::Auto),
        CONTENDERS[0].1(set),
        CONTENDERS[2].1(set),
    ];
    let refs: Vec<&dyn Contender> = contenders.iter().map(|c| &**c).collect();
    let count = set.pairs.len() as f64;
    let times: Vec<[f64; 2]> = rounds(&refs, verb, &effort)
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[0] / count, times[times.len() / 2] / count]
        })
        .collect();
    // What this processor has not is not its time.
    let there = [Lanes::Baseline, Lanes::Avx2, Lanes::Avx512].map(Lanes::is_available);
    let cell = |i: usize| match there.get(i) {
        Some(false) => "–".into(),
        _ => format!("{:.1} ({:.1})", times[i][0], times[i][1]),
    };
    let widest = (0..3).rev().find(|i| there[*i]).unwrap_or(0);
    let mut cells: Vec<String> = (0..6).map(cell).collect();
    cells.extend([4, 5].map(|i| format!("{:.1}", times[i][0] / times[widest][0])));
    cells.join(" | ")
}

/// A frustum against a million boxes on one core and on two.
fn culling(quick: bool, seed: u64) -> String {
    let count = if quick { 10_000 } else { 1_000_000 };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut column = |low: f32, high: f32| -> Vec<f32> {
        (0..count).map(|_| rng.random_range(low..high)).collect()
    };
    let center = [(); 3].map(|()| column(-120.0, 120.0));
    let half = [(); 3].map(|()| column(0.1, 1.0));
    let [x, y, z] = &center;
    let [u, v, w] = &half;
    let boxes = BoxColumns::<V, 3>::new([x, y, z], [u, v, w]).expect("columns of one length");
    // 60° high, 16 : 9, from 0.1 to 100, along -z.
    let (near, far, high) = (0.1_f32, 100.0_f32, 30.0_f32.to_radians().tan());
    let wide = high * 16.0 / 9.0;
    let corner = |i: usize| {
        let depth = if i < 4 { near } else { far };
        let side = |bit: usize| if i >> bit & 1 == 0 { -depth } else { depth };
        V::new(side(0) * wide, side(1) * high, -depth)
    };
    let frustum = Frustum::from_corners(std::array::from_fn(corner)).expect("finite corners");
    let region = Region::of_frustum(&frustum).expect("finite corners");
    let mut out = vec![false; count];
    let tally = region.objects(&boxes, &mut out, Lanes::Auto).expect("as long as the boxes");
    let seen = out.iter().filter(|seen| **seen).count();

    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let (one, two) = (pool(1), pool(2));
    let ways: [(&str, Box<dyn Fn(&mut [bool])>); 5] = [
        ("SSE2, one core", Box::new(|out| ask(&region, &boxes, out, Lanes::Baseline))),
        ("AVX2, one core", Box::new(|out| ask(&region, &boxes, out, Lanes::Avx2))),
        ("widest, one core", Box::new(|out| ask(&region, &boxes, out, Lanes::Auto))),
        ("widest, rayon on one core", Box::new(|out| share(&one, &region, &boxes, out))),
        ("widest, rayon on two cores", Box::new(|out| share(&two, &region, &boxes, out))),
    ];
    let rounds = if quick { 2 } else { 300 };
    let mut times = vec![Vec::new(); ways.len() + 1];
    let mut sink = 0.0;
    for _ in 0..rounds {
        for ((_, way), times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            way(black_box(&mut out));
            times.push(start.elapsed().as_secs_f64());
        }
        // What it costs to read the columns and write a byte a box, and nothing else.
        let start = Instant::now();
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = x[i] + y[i] + z[i] > u[i] + v[i] + w[i];
        }
        sink += f64::from(u8::from(black_box(&out)[0]));
        times[ways.len()].push(start.elapsed().as_secs_f64());
    }
    black_box(sink);
    let mut text = format!(
        "\n## A frustum against {count} axis-aligned boxes\n\n{seen} seen; {} left to the single query. Millions of boxes a second, wall \
         time, best (median) of {rounds} interleaved rounds.\n\n| way | M boxes/s |\n| --- | ---: |\n",
        tally.by_query
    );
    let names = ways.iter().map(|(name, _)| *name).chain(["reading the columns, one core"]);
    for (name, times) in names.zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let rate = |t: f64| count as f64 / t / 1e6;
        let line =
            format!("| {name} | {:.0} ({:.0}) |\n", rate(times[0]), rate(times[times.len() / 2]));
        text.push_str(&line);
    }
    text
}

fn ask(region: &Region<V>, boxes: &BoxColumns<'_, V, 3>, out: &mut [bool], lanes: Lanes) {
    black_box(region.objects(boxes, out, lanes).expect("as long as the boxes"));
}

fn share(
    pool: &rayon::ThreadPool,
    region: &Region<V>,
    boxes: &BoxColumns<'_, V, 3>,
    out: &mut [bool],
) {
    let answered = pool.install(|| region.par_objects(boxes, out, Lanes::Auto));
    black_box(answered.expect("as long as the boxes"));
}
