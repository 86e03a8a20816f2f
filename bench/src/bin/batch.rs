//! `cargo run --profile dist --features peers --bin batch`: compares batches with single calls, on
//! the same pairs in the same run, and writes a record.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use clearance::Frustum;
use clearance::batch::Lanes;
use clearance::batch::cull::{BoxColumns, Region};
use cpu_time::ProcessTime;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use clearance_bench::cells::{Cell, cells};
use clearance_bench::contenders::{batched, depths};
use clearance_bench::measure::{Effort, Entrant, Row, Seen, field, least_and_median, measure};
use clearance_bench::pairs::{PairSet, Pools, UNLEARNED};
use clearance_bench::record::{Circumstances, exit_code, write};
use clearance_bench::table;

type V = parry3d::math::Vector;

/// Times batches against single calls of clearance and parry3d (f32) on the same pairs in the same
/// run.
#[derive(Parser)]
struct Options {
    /// Few pairs, few rounds, no record: checks that everything works, not how fast it is.
    #[arg(long)]
    quick: bool,
    /// Seed of the pairs.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Where records go.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/records"))]
    records: PathBuf,
}

/// The kinds of the table.
const KINDS: [&str; 6] = ["box-box", "box-sphere", "caps-caps", "hull12", "hull32", "hull64"];

/// The names of the widest vectors in the tables.
const WAYS: [(&str, Lanes); 3] =
    [("SSE2", Lanes::Baseline), ("AVX2", Lanes::Avx2), ("AVX-512", Lanes::Avx512)];

fn main() -> ExitCode {
    let options = Options::parse();
    let here = Circumstances::here(options.seed);
    let (mut rows, mut cores) = (Vec::new(), Vec::new());
    for (shapes, cells) in cells().filter(|(shapes, _)| KINDS.contains(&shapes.name)) {
        let pools = Pools::draw(shapes, options.seed);
        for cell in cells {
            let count = if options.quick { 200 } else { UNLEARNED };
            let set = pools.pairs(cell.regime, count, options.seed);
            rows.push(one_core(&cell, &set, options.quick));
            cores.push(two_cores(&cell, &set, options.quick));
            eprintln!("{} {}", cell.shapes.name, cell.query());
        }
    }
    let mut text = format!(
        "# Batches, one core and two\n\n{}\nNanoseconds a pair, one thread: the least of interleaved rounds, all contenders in each \
         round, in thread time on a machine that other programs use. `pen` is `batch::proximity` with normal and points, \
         `depth alone` is `batch::depth`. × single and \
         × parry: the widest lanes against the single calls, f32.\n\n{}",
        here.lines(),
        table::batch(&rows.iter().collect::<Vec<_>>()),
    );
    text.push_str(&format!(
        "\n## Two cores\n\nNanoseconds a pair, wall time of {MANY} pairs with the widest lanes, f32: the least of interleaved rounds. \
         rayon on one core and on two. Work is processor time, of all threads together, the median: where another program has the second \
         core, wall time cannot halve, and twice the work of one core over that of two says what a free one would give.\n\n{}",
        table::cores(&cores.iter().collect::<Vec<_>>()),
    ));
    text.push_str(&culling(options.quick, options.seed));
    println!("{text}");
    if options.quick {
        return ExitCode::SUCCESS;
    }
    rows.extend(cores);
    exit_code(write(&options.records, &here, "-batch", &text, &rows))
}

fn one_core(cell: &Cell, set: &PairSet, quick: bool) -> Row {
    let effort = Effort {
        turn: Duration::from_micros(if quick { 100 } else { 1000 }),
        rounds: if quick { 3 } else { 15 },
        budget: Duration::from_millis(if quick { 0 } else { 600 }),
    };
    // Skips vectors that this processor lacks.
    let there = WAYS.into_iter().filter(|(_, lanes)| lanes.is_available());
    let mut entrants: Vec<Entrant<'static>> = there
        .map(|(name, lanes)| -> Entrant {
            (name, Box::new(move |s| Some(batched::single(s, lanes))))
        })
        .collect();
    entrants.push(("depth alone", Box::new(|set| Some(depths::single(set, Lanes::Auto)))));
    entrants.push(("f64 widest", Box::new(|set| Some(batched::double(set, Lanes::Auto)))));
    let single = ["clearance f32", "parry f32"];
    entrants.extend(field("").into_iter().filter(|(name, _)| single.contains(name)));
    measure("batch", cell, set, &entrants, &effort)
}

/// Pairs of a batch that keeps two cores busy.
const MANY: usize = 40_000;

fn two_cores(cell: &Cell, set: &PairSet, quick: bool) -> Row {
    let mut set = set.clone();
    let many = if quick { 4000 } else { MANY };
    set.pairs = set.pairs.iter().cycle().take(many).copied().collect();
    let contenders = [1, 2].map(|threads| batched::parallel(&set, Lanes::Auto, threads));
    // Both cores have to be free at the same time, so many rounds are needed.
    let (least, budget) = if quick { (2, 0.0) } else { (40, 1.5) };
    let (mut times, mut spent) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
    let begun = Instant::now();
    while times[0].len() < least || begun.elapsed().as_secs_f64() < budget {
        for ((contender, times), spent) in contenders.iter().zip(&mut times).zip(&mut spent) {
            let (start, worked) = (Instant::now(), ProcessTime::now());
            contender.run(cell.verb);
            spent.push(worked.elapsed().as_secs_f64() * 1e9 / many as f64);
            times.push(start.elapsed().as_secs_f64() * 1e9 / many as f64);
        }
    }
    let rounds = times[0].len();
    let [one, two] = times.map(least_and_median);
    // Some kernels count another thread's time late, so the least of many rounds may be almost
    // zero: the median counts.
    let [one_works, two_work] = spent.map(least_and_median).map(|[_, median]| [median; 2]);
    let seen = [
        ("one core", one),
        ("two cores", two),
        ("one core works", one_works),
        ("two cores work", two_work),
    ]
    .map(|(name, time)| Seen { name: name.into(), time: Some(time), error: 0.0, wrong: 0 });
    Row {
        part: "cores".into(),
        shapes: cell.shapes.name.into(),
        query: cell.query(),
        verb: cell.verb,
        bar: None,
        pairs: many,
        rounds,
        seen: seen.into(),
        gap: 0.0,
    }
}

/// A frustum against a million boxes, on one core and on two.
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
    type Way<'a> = Box<dyn Fn(&mut [bool]) + 'a>;
    let ways: [(&str, Way<'_>); 5] = [
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
        // The cost of only reading the columns and writing a byte for each box.
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
