//! Counts the instructions of a query with callgrind: the same number on every run, whatever else
//! the machine is doing. Covers every cell, in space and in the plane; queries with a memory; pairs of
//! `Shape`s, also of unlike kinds; contact points, casts and turns; and batches, with the widest
//! vectors that valgrind supports: AVX2. Fails if one costs 3 % and 20 instructions more than in
//! `instructions.tsv`.
//!
//! ```sh
//! cargo run --profile gate --bin instructions              # compares
//! cargo run --profile gate --bin instructions -- --update  # writes the new counts
//! ```
//!
//! Counts depend on compiler and profile: with another compiler than that of the file, the table is
//! printed and nothing is judged. Needs valgrind.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use clearance::batch::Lanes;
use clearance_bench::cells::{Cell, cells, flat_cells, mixed_cells};
use clearance_bench::chains::FRAMES;
use clearance_bench::contenders::{
    CONTENDERS, Contender, Enlist, Verb, batched, casts, contacts, roomy_turns, shapes, turns, warm,
};
use clearance_bench::pairs::{MIXED, PairSet, Pools, Regime, Shapes};

/// A cell may cost this factor more than the recorded count, and this many instructions beyond
/// that: symbol names depend on the folder of the package, and inlining depends on the order of the
/// symbols. One revision in three folders: 385, 385 and 399 for a box and a ball.
const TOLERATED: f64 = 1.03;
const INLINING: f64 = 20.0;
const PAIRS: usize = 50;
/// Large enough to hide the cost of the call.
const BATCH: usize = 1024;
const SEED: u64 = 1;
/// Rows that would only add time under callgrind.
const SKIPPED: [&str; 2] = ["hull32", "hull1000"];
/// Verbs with a memory, along a chain of [`FRAMES`].
const REMEMBERED: [&str; 3] = ["box-box", "hull12", "hull64"];
/// Verbs in batches: those with lanes.
const BATCHED: [&str; 5] = ["box-box", "box-sphere", "caps-caps", "hull12", "hull64"];
/// Verbs of pairs whose kinds the compiler does not know.
const SHAPES: [&str; 6] =
    ["box-box", "caps-caps", "hull12", "box-caps", "caps-hull12", "box-hull12"];
/// Contact points, casts and turns.
const MOVED: [&str; 5] = ["box-box", "caps-caps", "hull12", "2D caps-caps", "8-gons"];
/// These queries suffice for any of them.
const TELLING: [&str; 4] = ["bool near", "dist far", "dist near", "pen shallow"];

/// This library, in both precisions.
fn ours() -> impl Iterator<Item = (&'static str, Enlist)> {
    let named = |(name, enlist): (&'static str, Enlist)| {
        name.strip_prefix("clearance ").map(|precision| (precision, enlist))
    };
    CONTENDERS.iter().copied().filter_map(named)
}

#[derive(Parser)]
struct Args {
    /// Write the new counts
    #[arg(long)]
    update: bool,
    /// Run as the program that callgrind watches
    #[arg(long, hide = true)]
    watched: bool,
}

/// The one function that callgrind counts; it writes the counts when the function returns.
#[inline(never)]
fn watched_by_callgrind(contender: &dyn Contender, verb: Verb) {
    contender.run(verb);
}

/// The library's [`Enlist`], for shapes that it certainly has.
type Ask = Box<dyn Fn(&PairSet) -> Box<dyn Contender>>;

/// A line of the table.
struct Line {
    name: String,
    verb: Verb,
    enlist: Ask,
}

/// The queries of one set of pairs.
struct Measured {
    regime: Regime,
    pairs: Pairs,
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
enum Pairs {
    Cold,
    Chain,
    Batch,
    Shape,
    Contact,
    Cast,
    Turn,
}

impl Pairs {
    const ALL: [Self; 7] =
        [Self::Cold, Self::Chain, Self::Batch, Self::Shape, Self::Contact, Self::Cast, Self::Turn];

    const fn count(self) -> usize {
        match self {
            Self::Cold | Self::Shape | Self::Contact | Self::Cast | Self::Turn => PAIRS,
            Self::Chain => FRAMES,
            Self::Batch => BATCH,
        }
    }

    /// Whether these cells are counted.
    fn has(self, cell: &Cell) -> bool {
        let of =
            |kinds: &[&str]| kinds.contains(&cell.shapes.name) && TELLING.contains(&&*cell.query());
        match self {
            Self::Cold => !MIXED.iter().any(|shapes| shapes.name == cell.shapes.name),
            Self::Chain => of(&REMEMBERED),
            Self::Batch => of(&BATCHED),
            Self::Shape => of(&SHAPES),
            Self::Contact => of(&MOVED) && cell.query() == "pen shallow",
            Self::Cast | Self::Turn => of(&MOVED) && cell.query() == "dist near",
        }
    }

    fn draw(self, pools: &Pools, regime: Regime) -> PairSet {
        match self {
            Self::Chain => pools.chains(regime, 1, SEED),
            _ => pools.pairs(regime, self.count(), SEED),
        }
    }

    fn lines(self, cell: &Cell) -> Vec<Line> {
        let line = |how: &str, enlist| {
            let name = format!("{} {} {how}", cell.shapes.name, cell.query());
            Line { name, verb: cell.verb, enlist }
        };
        let other = |what: &str, enlist: fn(&PairSet) -> Box<dyn Contender>| Line {
            name: format!("{} {what} {}", cell.shapes.name, cell.regime.name()),
            verb: cell.verb,
            enlist: Box::new(enlist),
        };
        let known = |contender: Option<_>| contender.expect("this library has every shape");
        match self {
            Self::Cold => ours()
                .map(|(precision, enlist)| {
                    line(precision, Box::new(move |set: &PairSet| known(enlist(set))))
                })
                .collect(),
            Self::Chain => {
                vec![line("warm", Box::new(|set| warm::<f32>(set, FRAMES)))]
            }
            Self::Batch => vec![line("batch", Box::new(|set| batched::single(set, Lanes::Auto)))],
            Self::Shape => vec![line("Shape", Box::new(|set| shapes::<f32>(set)))],
            Self::Contact => vec![other("contact", contacts::<f32>)],
            Self::Cast => vec![other("cast", casts::<f32>)],
            Self::Turn => {
                vec![other("turn", turns::<f32>), other("turn 1e-3", roomy_turns::<f32>)]
            }
        }
    }
}

/// All queries, by pair of kinds, in the order in which [`watch`] does.
fn all_measured() -> impl Iterator<Item = (Shapes, Vec<Measured>)> {
    let rows = cells().chain(flat_cells()).chain(mixed_cells());
    rows.filter(|(shapes, _)| !SKIPPED.contains(&shapes.name)).map(|(shapes, cells)| {
        let mut sets = Vec::new();
        for pairs in Pairs::ALL {
            for regime in Regime::ALL {
                let cells = cells.iter().filter(|cell| cell.regime == regime && pairs.has(cell));
                let lines: Vec<Line> = cells.flat_map(|cell| pairs.lines(cell)).collect();
                if !lines.is_empty() {
                    sets.push(Measured { regime, pairs, lines });
                }
            }
        }
        (shapes, sets)
    })
}

fn watch() {
    for (shapes, sets) in all_measured() {
        let pools = Pools::draw(shapes, SEED);
        for Measured { regime, pairs, lines } in sets {
            let set = pairs.draw(&pools, regime);
            for Line { verb, enlist, .. } in lines {
                watched_by_callgrind(&*enlist(&set), verb);
            }
        }
    }
}

/// Instructions a query of every line.
fn count() -> Result<BTreeMap<String, f64>, String> {
    let folder =
        std::env::temp_dir().join(format!("clearance-instructions-{}", std::process::id()));
    let counted = count_into(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    counted
}

fn count_into(folder: &Path) -> Result<BTreeMap<String, f64>, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let itself = std::env::current_exe().map_err(|e| e.to_string())?;
    // By its full name: callgrind dumps nothing for a pattern.
    let function = "instructions::watched_by_callgrind";
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--toggle-collect={function}"))
        .arg(format!("--dump-after={function}"))
        .arg(format!("--callgrind-out-file={}/out", folder.display()))
        .arg(itself)
        .arg("--watched")
        .status()
        .map_err(|e| format!("valgrind: {e}; install it (Debian: apt install valgrind)"))?;
    if !status.success() {
        return Err(format!("valgrind ended with {status}"));
    }
    let mut counts = BTreeMap::new();
    let lines = all_measured()
        .flat_map(|(_, sets)| sets)
        .flat_map(|set| set.lines.into_iter().map(move |line| (line.name, set.pairs.count())));
    for (place, (name, queries)) in lines.enumerate() {
        let path = folder.join(format!("out.{}", place + 1));
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let total = text
            .lines()
            .find_map(|line| line.strip_prefix("summary:").or(line.strip_prefix("totals:")))
            .and_then(|rest| rest.trim().parse::<f64>().ok())
            .ok_or_else(|| format!("{}: no total", path.display()))?;
        counts.insert(name, total / queries as f64);
    }
    Ok(counts)
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv")
}

fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    version.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned()).unwrap_or_default()
}

/// The compiler recorded in the file, and its counts.
fn written() -> Result<(String, BTreeMap<String, f64>), String> {
    let path = file();
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = text.lines();
    let compiler = lines.next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    let counts = lines
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(name, count)| Some((name.to_owned(), count.parse().ok()?)))
        .collect();
    Ok((compiler.to_owned(), counts))
}

fn run() -> Result<ExitCode, String> {
    let args = Args::parse();
    if args.watched {
        watch();
        return Ok(ExitCode::SUCCESS);
    }
    let counted = count()?;
    if args.update {
        let mut text = format!("# {}\n", compiler());
        for (name, count) in &counted {
            let _ = writeln!(text, "{name}\t{count:.0}");
        }
        std::fs::write(file(), text).map_err(|e| e.to_string())?;
        println!("{} cells written to {}", counted.len(), file().display());
        return Ok(ExitCode::SUCCESS);
    }
    let (of_file, before) = written()?;
    let mut slower = 0;
    println!("{:<32} {:>10} {:>10} {:>7}", "cell", "before", "now", "ratio");
    for (name, now) in &counted {
        let Some(then) = before.get(name) else {
            return Err(format!("instructions.tsv has no cell `{name}`; write it with --update"));
        };
        let ratio = now / then;
        let costs_more = *now > then * TOLERATED + INLINING;
        let mark = if costs_more { "  <-- costs more" } else { "" };
        slower += usize::from(costs_more);
        println!("{name:<32} {then:>10.0} {now:>10.0} {ratio:>7.3}{mark}");
    }
    if of_file != compiler() {
        println!("not judged: counted with {}, written with {of_file}", compiler());
        return Ok(ExitCode::SUCCESS);
    }
    if slower > 0 {
        println!(
            "{slower} cells cost 3 % and {INLINING} instructions more. If that is meant: --update, \
             and say why in the commit."
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("instructions: {error}");
        ExitCode::from(2)
    })
}
