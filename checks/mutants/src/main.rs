//! `cargo run -- --minutes 30`: see README.md.

mod mutate;

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use clap::Parser;
use mutate::{Mutant, instrument};
use wait_timeout::ChildExt;

/// Builds every small mistake into one program, and sees which of them the tests notice.
#[derive(Parser)]
struct Options {
    /// Only mutants of files whose path holds this
    #[arg(long, default_value = "")]
    only: String,
    /// How long to try mutants; as many as fit, in random order
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Where the random order begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs in each cell of the trust suite
    #[arg(long, default_value_t = 60)]
    pairs: u32,
    /// List the mutants, and try none
    #[arg(long)]
    list: bool,
    /// Write the table of those tried here, as tab-separated values
    #[arg(long)]
    table: Option<PathBuf>,
}

/// Folders and files of the core that are mutated.
const MUTATED: [&str; 6] = ["solve", "certify", "shape/hull", "batch", "query", "check.rs"];

/// What a mutated core knows of mutants: none by default.
const CHOICE: &str = r#"
static MUTANT: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(usize::MAX);

#[cold]
fn choose_mutant() -> usize {
    let chosen = std::env::var("CLEARANCE_MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    MUTANT.store(chosen, core::sync::atomic::Ordering::Relaxed);
    chosen
}

#[inline]
pub(crate) fn mutant(number: usize) -> bool {
    let chosen = MUTANT.load(core::sync::atomic::Ordering::Relaxed);
    number == if chosen == usize::MAX { choose_mutant() } else { chosen }
}
"#;

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
    let root = here.join("../..");
    let copy = here.join("target/copy");
    let mutants = instrumented_copy(&root, &copy)?;
    let chosen: Vec<&Mutant> = mutants.iter().filter(|m| m.file.contains(&options.only)).collect();
    if options.list {
        chosen.iter().for_each(|m| println!("{}\t{}:{}\t{}", m.number, m.file, m.line, m.change));
        return Ok(());
    }
    println!("{} mutants, {} of them chosen; building", mutants.len(), chosen.len());
    let tests = build(&copy)?;
    let quick = vec!["quick".into(), "--pairs".into(), options.pairs.to_string()];
    // What takes the least time first.
    let mut runs = vec![(tests.unit, vec!["--quiet".into()]), (tests.trust, quick)];
    runs.extend(tests.suites.into_iter().map(|suite| (suite, vec!["--quiet".into()])));
    let mut limits = Vec::new();
    for (program, arguments) in &runs {
        let start = Instant::now();
        if !passes(program, arguments, 0, Duration::from_secs(1800))? {
            return Err(format!("{} fails without a mutant", program.display()));
        }
        limits.push(5 * start.elapsed() + Duration::from_secs(5));
        println!("{}: {:.0} s without a mutant", program.display(), start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let (mut killed, mut tried, mut table) = (0, 0, String::new());
    for mutant in in_random_order(chosen, options.seed) {
        if start.elapsed().as_secs_f64() > 60.0 * options.minutes {
            break;
        }
        tried += 1;
        let mut lives = true;
        for ((program, arguments), limit) in runs.iter().zip(&limits) {
            lives = lives && passes(program, arguments, mutant.number, *limit)?;
        }
        killed += usize::from(!lives);
        let Mutant { number, file, line, change } = mutant;
        let fate = if lives { "LIVES" } else { "killed" };
        println!("{fate}\t{number}\t{file}:{line}\t{change}");
        table.push_str(&format!("{fate}\t{file}:{line}\t{change}\n"));
    }
    println!(
        "{killed} of {tried} killed ({:.0} %)",
        100.0 * f64::from(killed as u32) / f64::from(tried.max(1))
    );
    if let Some(path) = &options.table {
        fs::write(path, table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// A copy of the tracked files in which every mutant is a choice.
fn instrumented_copy(root: &Path, copy: &Path) -> Result<Vec<Mutant>, String> {
    let listed = Command::new("git").arg("-C").arg(root).args(["ls-files", "-z"]).output();
    let listed = listed.map_err(|e| format!("git: {e}"))?.stdout;
    let mut mutants = Vec::new();
    for name in String::from_utf8_lossy(&listed).split('\0').filter(|name| !name.is_empty()) {
        let is_needed = name.starts_with("crates/")
            || ["Cargo.toml", "Cargo.lock"].contains(&name)
            || name.starts_with("assets/")
            || name.starts_with("cases/")
            || name.starts_with("README");
        if !is_needed {
            continue;
        }
        let failed = |e: io::Error| format!("{name}: {e}");
        let mut bytes = fs::read(root.join(name)).map_err(failed)?;
        let in_core = name.strip_prefix("crates/clearance/src/");
        if let Some(file) = in_core
            && MUTATED.iter().any(|part| file.starts_with(part))
            && file.ends_with(".rs")
            && !file.contains("test")
        {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mutated =
                instrument(file, &text, &mut mutants).map_err(|e| format!("{name}: {e}"))?;
            bytes = mutated.into_bytes();
        } else if in_core == Some("lib.rs") {
            bytes.extend(CHOICE.bytes());
        } else if name == "Cargo.toml" {
            // Lints of the original do not hold for what is generated.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let end = text.find("[workspace.lints.rust]").unwrap_or(text.len());
            let profiles = text.find("[profile.release]").unwrap_or(text.len());
            bytes = format!("{}[workspace.lints.rust]\n\n{}", &text[..end], &text[profiles..])
                .into_bytes();
        }
        let target = copy.join(name);
        // What has not changed keeps its date, so that cargo builds it once.
        if fs::read(&target).is_ok_and(|before| before == bytes) {
            continue;
        }
        let folder = target.parent().unwrap_or(copy);
        fs::create_dir_all(folder).and_then(|()| fs::write(&target, bytes)).map_err(failed)?;
    }
    Ok(mutants)
}

/// The programs that judge.
struct Tests {
    /// The core's tests of its own parts.
    unit: PathBuf,
    trust: PathBuf,
    /// Its tests from outside, those of batches last.
    suites: [PathBuf; 2],
}

fn build(copy: &Path) -> Result<Tests, String> {
    let cargo = |arguments: &[&str]| -> Result<String, String> {
        let output = Command::new("cargo")
            .current_dir(copy)
            .args(arguments)
            .env("RUSTFLAGS", "--cap-lints allow")
            .stdout(Stdio::piped())
            .output()
            .map_err(|e| format!("cargo: {e}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!(
                "the instrumented copy does not compile:\n{}",
                String::from_utf8_lossy(&output.stderr)
            ))
        }
    };
    cargo(&["build", "-p", "clearance-trust"])?;
    let test = |which: &[&str]| -> Result<PathBuf, String> {
        let build = ["test", "-p", "clearance", "--no-run", "--message-format", "json"];
        let messages = cargo(&[&build, which].concat())?;
        let marker = "\"executable\":\"";
        let program = messages.lines().rev().find_map(|line| {
            let rest = &line[line.find(marker)? + marker.len()..];
            Some(PathBuf::from(&rest[..rest.find('"')?]))
        });
        program.ok_or_else(|| format!("cargo names no test program for {which:?}"))
    };
    Ok(Tests {
        unit: test(&["--lib"])?,
        trust: copy.join("target/debug/clearance-trust"),
        suites: [test(&["--test", "suite"])?, test(&["--test", "batch"])?],
    })
}

/// Whether a program succeeds with a mutant; it is ended at its first failure, or beyond the limit.
fn passes(
    program: &Path,
    arguments: &[String],
    mutant: usize,
    limit: Duration,
) -> Result<bool, String> {
    let mut child = Command::new(program)
        .args(arguments)
        .env("CLEARANCE_MUTANT", mutant.to_string())
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let failed = ends_early(&mut child, limit);
    if failed {
        let _ = child.kill();
    }
    let status = child.wait_timeout(Duration::from_secs(10)).map_err(|e| e.to_string())?;
    Ok(!failed && status.is_some_and(|status| status.success()))
}

/// Whether it says that a test failed, or says nothing more until the limit.
fn ends_early(child: &mut Child, limit: Duration) -> bool {
    let Some(output) = child.stdout.take() else { return true };
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let end = Instant::now() + limit;
    loop {
        match receive.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.contains("FAILED") => return true,
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => return true,
        }
    }
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
