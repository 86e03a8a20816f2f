//! Counts the instructions of a query of each cell, by callgrind: the same number on every run, whatever else the machine is doing.
//! Fails where a cell costs 3 % more than `instructions.tsv` says.
//!
//! ```sh
//! cargo run --release --bin instructions              # compares
//! cargo run --release --bin instructions -- --update  # writes what is counted now
//! ```
//!
//! Counts belong to a compiler: with another than that of the file the table is shown and nothing is judged. Needs valgrind.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use clearance_bench::cells::{Cell, cells};
use clearance_bench::contenders::{CONTENDERS, Contender, Enlist, Verb};
use clearance_bench::pairs::{Pools, Regime};

/// Cells may cost this much more than written down.
const TOLERATED: f64 = 1.03;
const PAIRS: usize = 50;
const SEED: u64 = 1;
/// Rows that add nothing but time under callgrind.
const SKIPPED: [&str; 2] = ["hull32", "hull1000"];

/// This library, in both precisions.
fn ours() -> impl Iterator<Item = (&'static str, Enlist)> {
    let named = |(name, enlist): (&'static str, Enlist)| {
        name.strip_prefix("clearance ").map(|precision| (precision, enlist))
    };
    CONTENDERS.iter().copied().filter_map(named)
}

#[derive(Parser)]
struct Args {
    /// Write down what is counted
    #[arg(long)]
    update: bool,
    /// Be what callgrind watches
    #[arg(long, hide = true)]
    watched: bool,
}

/// The one function that callgrind counts, and after which it writes its counts down.
#[inline(never)]
fn watched_by_callgrind(contender: &dyn Contender, verb: Verb) {
    contender.run(verb);
}

fn rows() -> impl Iterator<Item = ([Cell; 8], Pools)> {
    cells()
        .filter(|(shapes, _)| !SKIPPED.contains(&shapes.name))
        .map(|(shapes, cells)| (cells, Pools::draw(shapes, SEED)))
}

/// Every cell, in the order in which [`watch`] runs them.
fn names() -> Vec<String> {
    let shapes = cells().filter(|(shapes, _)| !SKIPPED.contains(&shapes.name));
    shapes
        .flat_map(|(shapes, cells)| {
            ours().flat_map(move |(precision, _)| {
                cells.map(|cell| format!("{} {} {precision}", shapes.name, cell.query()))
            })
        })
        .collect()
}

fn watch() {
    for (cells, pools) in rows() {
        let sets = Regime::ALL.map(|regime| pools.pairs(regime, PAIRS, SEED));
        for (_, enlist) in ours() {
            for cell in &cells {
                let contender = enlist(&sets[cell.regime as usize]);
                let contender = contender.expect("this library has every shape");
                watched_by_callgrind(&*contender, cell.verb);
            }
        }
    }
}

/// Instructions a query of every cell.
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
    // By its whole name: callgrind writes nothing after a pattern.
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
    let names = names();
    let mut counts = BTreeMap::new();
    for (place, name) in names.iter().enumerate() {
        let path = folder.join(format!("out.{}", place + 1));
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let total = text
            .lines()
            .find_map(|line| line.strip_prefix("summary:").or(line.strip_prefix("totals:")))
            .and_then(|rest| rest.trim().parse::<f64>().ok())
            .ok_or_else(|| format!("{}: no total", path.display()))?;
        counts.insert(name.clone(), total / PAIRS as f64);
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

/// The compiler that the file names, and its counts.
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
    println!("{:<28} {:>10} {:>10} {:>7}", "cell", "before", "now", "ratio");
    for (name, now) in &counted {
        let Some(then) = before.get(name) else {
            return Err(format!("instructions.tsv has no cell `{name}`; write it with --update"));
        };
        let ratio = now / then;
        let mark = if ratio > TOLERATED { "  <-- costs more" } else { "" };
        slower += usize::from(ratio > TOLERATED);
        println!("{name:<28} {then:>10.0} {now:>10.0} {ratio:>7.3}{mark}");
    }
    if of_file != compiler() {
        println!("not judged: counted with {}, written with {of_file}", compiler());
        return Ok(ExitCode::SUCCESS);
    }
    if slower > 0 {
        println!(
            "{slower} cells cost over 3 % more. If that is meant: --update, and say why in the commit."
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
