//! `cargo run --release`: the table of all cells, and its record.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use clearance_bench::cells::{Cell, cells};
use clearance_bench::contenders::{Contender, Verb, WATCHED};
use clearance_bench::measure::{Effort, Row, measure, rounds};
use clearance_bench::pairs::{PairSet, Pools, Regime};
use clearance_bench::record::{Circumstances, Watching, summary, table, watching, write};

/// Times clearance against parry3d (f32 and f64) on the same pairs in the same run.
#[derive(Parser)]
#[command(after_help = "Examples:\n  cargo run --release\n  cargo run --release -- --quick\n  \
    cargo run --release -- hull64 'box-box dist'\n  \
    RUSTFLAGS='-C target-cpu=native' cargo run --release")]
struct Options {
    /// Only rows whose "shapes query" holds one of these, such as `hull64`, `dist near`, `box-box bool`. Writes no record.
    rows: Vec<String>,
    /// Few pairs, few rounds, no record: whether everything works, not how fast it is.
    #[arg(long)]
    quick: bool,
    /// Pairs a set; half as many of the largest hulls [default: 2000, quick: 50]
    #[arg(long)]
    pairs: Option<usize>,
    /// Seconds a row, at least [default: 1, quick: 0]
    #[arg(long)]
    seconds: Option<f64>,
    /// Seed of the pairs.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Only contenders whose name holds this, such as `clearance f32`: for a profiler. Writes no record.
    #[arg(long, default_value = "")]
    only: String,
    /// Stay on this core.
    #[arg(long)]
    core: Option<usize>,
    /// Where records go.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/records"))]
    records: PathBuf,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(id) = options.core
        && !core_affinity::set_for_current(core_affinity::CoreId { id })
    {
        eprintln!("cannot stay on core {id}");
    }
    let seconds = options.seconds.unwrap_or(if options.quick { 0.0 } else { 1.0 });
    let effort = Effort {
        turn: Duration::from_micros(if options.quick { 100 } else { 2000 }),
        rounds: if options.quick { 3 } else { 7 },
        budget: Duration::from_secs_f64(seconds),
    };
    let here = Circumstances::here(options.seed);
    println!("{}", here.lines());

    let (rows, watched) = run(&options, &effort);
    println!("{}\n{}", table(&rows), summary(&rows));
    if !watched.is_empty() {
        println!("What an observer costs (clearance f32):\n\n{}", watching(&watched));
    }
    if options.quick || !options.rows.is_empty() || !options.only.is_empty() {
        return ExitCode::SUCCESS;
    }
    match write(&options.records, &here, &rows, &watched) {
        Ok(paths) => {
            paths.iter().for_each(|path| println!("wrote {}", path.display()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot write the record: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options, effort: &Effort) -> (Vec<Row>, Vec<Watching>) {
    let asked = |name: &str| {
        options.rows.is_empty() || options.rows.iter().any(|row| name.contains(row.as_str()))
    };
    let (mut rows, mut watched) = (Vec::new(), Vec::new());
    for (shapes, cells) in cells() {
        let cells: Vec<Cell> = cells
            .into_iter()
            .filter(|cell| asked(&format!("{} {}", shapes.name, cell.query())))
            .collect();
        if cells.is_empty() {
            continue;
        }
        let pools = Pools::draw(shapes, options.seed);
        let count = options.pairs.unwrap_or(if options.quick { 50 } else { 2000 });
        let count = if shapes.name == "hull1000" { count.div_ceil(2) } else { count };
        let mut sets: Vec<PairSet> = Vec::new();
        for cell in cells {
            if !sets.iter().any(|set| set.regime == cell.regime) {
                sets.push(pools.pairs(cell.regime, count, options.seed));
            }
            let Some(set) = sets.iter().find(|set| set.regime == cell.regime) else { continue };
            progress(&format!("{} {}", shapes.name, cell.query()));
            rows.push(measure(cell, set, effort, &options.only));
            let telling = matches!(
                (shapes.name, cell.verb, cell.regime),
                ("hull12" | "hull64", Verb::Distance, Regime::Near)
                    | ("hull12", Verb::Penetration, Regime::Deep)
            );
            if telling && options.only.is_empty() {
                watched.push(watch(cell, set, effort));
            }
        }
    }
    progress("");
    (rows, watched)
}

/// Which row is under way, where somebody watches.
fn progress(row: &str) {
    if stderr().is_terminal() {
        eprint!("\r{row:<30}\r");
    }
}

fn watch(cell: Cell, set: &PairSet, effort: &Effort) -> Watching {
    let contenders = WATCHED.map(|(_, enlist)| enlist(set));
    let steady: Vec<&dyn Contender> = contenders.iter().map(|c| &**c).collect();
    let times = rounds(&steady, cell.verb, effort);
    let least = |i: usize| times[i].iter().copied().fold(f64::INFINITY, f64::min);
    let each = std::array::from_fn(|i| least(i) / set.pairs.len() as f64);
    (cell.shapes.name.into(), cell.query(), each)
}
