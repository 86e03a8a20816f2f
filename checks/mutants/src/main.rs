//! `cargo run -- --minutes 30`: see README.md.

mod copy;
mod judges;
mod mutate;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use copy::instrumented_copy;
use judges::{Judge, Sentence, judges};
use mutate::Mutant;

/// Builds every small mistake into one program, and checks which of them the tests notice.
#[derive(Parser)]
struct Options {
    /// Only mutants whose place (`solve/epa.rs:17`) contains one of these
    #[arg(long, value_name = "PLACE")]
    only: Vec<String>,
    /// How long to try mutants; as many as fit, in random order
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Seed of the random order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The test programs that judge: those of the core, and the trust suite
    #[arg(long, value_delimiter = ',', default_value = "lib,suite,trust")]
    tests: Vec<String>,
    /// Leave out tests that take more processor time than this without a mutant
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    longest: u64,
    /// Pairs in each cell of the trust suite
    #[arg(long, default_value_t = 60)]
    pairs: u32,
    /// List the mutants, and try none
    #[arg(long)]
    list: bool,
    /// Write the table of the mutants tried here, as tab-separated values
    #[arg(long)]
    table: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = here.join("target/copy");
    let mutants = instrumented_copy(&here.join("../.."), &copy)?;
    let chosen: Vec<&Mutant> = mutants.iter().filter(|m| options.wants(m)).collect();
    if options.list {
        chosen.iter().for_each(|m| println!("{}\t{}\t{}", m.number, m.place, m.change));
        return Ok(());
    }
    println!("{} mutants, {} of them chosen", mutants.len(), chosen.len());
    let judges = judges(&copy, &options.tests, options.pairs, options.longest)?;
    let seconds: f64 = judges.iter().map(|judge| judge.seconds).sum();
    println!("{} tests, {seconds:.0} s without a mutant", judges.len());

    let start = Instant::now();
    let mut table = String::new();
    let mut fates: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in in_random_order(chosen, options.seed) {
        if start.elapsed().as_secs_f64() > 60.0 * options.minutes {
            break;
        }
        let (fate, by) = fate(&judges, &copy, mutant.number)?;
        *fates.entry(fate).or_default() += 1;
        let Mutant { place, change, .. } = mutant;
        let row = format!("{fate}\t{place}\t{change}\t{by}");
        println!("{row}");
        table.push_str(&format!("{row}\n"));
    }
    let tried: usize = fates.values().sum();
    println!("{tried} tried: {fates:?}");
    if let Some(path) = &options.table {
        fs::write(path, table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

impl Options {
    fn wants(&self, mutant: &Mutant) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| mutant.place.contains(part))
    }
}

/// The outcome for a mutant, and the test that decided it.
fn fate<'j>(
    judges: &'j [Judge],
    copy: &Path,
    mutant: usize,
) -> Result<(&'static str, &'j str), String> {
    let mut fate = "NOT REACHED";
    for judge in judges.iter().filter(|judge| judge.reached.contains(&mutant)) {
        match judge.judge(copy, mutant)? {
            Sentence::Passes => fate = "LIVES",
            Sentence::Fails => return Ok(("killed", &judge.name)),
            Sentence::Endless => return Ok(("endless", &judge.name)),
        }
    }
    Ok((fate, ""))
}

/// Shuffled (Fisher, Yates), by SplitMix64.
fn in_random_order(mut mutants: Vec<&Mutant>, mut seed: u64) -> Vec<&Mutant> {
    let mut bits = || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for i in (1..mutants.len()).rev() {
        mutants.swap(i, (bits() % (i as u64 + 1)) as usize);
    }
    mutants
}
