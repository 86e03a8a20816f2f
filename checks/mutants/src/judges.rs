//! The tests that judge a mutant, each a process of its own.

use std::collections::HashSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Families of the trust suite in `quick`.
const FAMILIES: [&str; 13] = [
    "ladder",
    "scales",
    "contact",
    "critical",
    "resting",
    "edges",
    "nested",
    "camera",
    "odd",
    "forged",
    "casts",
    "turns",
    "manifolds",
];

/// One test, or one family of the trust suite.
pub struct Judge {
    pub name: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// Mutants whose line it runs.
    pub reached: HashSet<usize>,
    /// Processor time without a mutant.
    pub seconds: f64,
}

/// A judge's verdict on a mutant.
#[derive(Clone, Copy, PartialEq)]
pub enum Sentence {
    Passes,
    Fails,
    /// Ended by its limit of processor time.
    Endless,
}

/// The tests of some programs that take no longer than `longest`, the quickest first; each has
/// passed a run without a mutant.
pub fn judges(
    copy: &Path,
    programs: &[String],
    pairs: u32,
    longest: u64,
) -> Result<Vec<Judge>, String> {
    let (trust, tests): (Vec<&str>, Vec<&str>) =
        programs.iter().map(String::as_str).partition(|name| *name == "trust");
    let mut judges = Vec::new();
    for program in test_programs(copy, &tests)? {
        let list = Command::new(&program).args(["--list", "--format", "terse"]).output();
        let list = list.map_err(|e| format!("{}: {e}", program.display()))?.stdout;
        for line in String::from_utf8_lossy(&list).lines() {
            if let Some(name) = line.strip_suffix(": test") {
                let arguments = ["--exact", name, "--test-threads", "1"].map(str::to_owned);
                judges.push(Judge::new(name.to_owned(), &program, arguments.into()));
            }
        }
    }
    if !trust.is_empty() {
        cargo(copy, &["build", "-p", "clearance-trust"])?;
        let trust = copy.join("target/debug/clearance-trust");
        for family in FAMILIES {
            let pairs = pairs.to_string();
            let arguments = ["quick", "--only", family, "--pairs", &pairs].map(str::to_owned);
            judges.push(Judge::new(format!("trust {family}"), &trust, arguments.into()));
        }
    }
    println!("{} tests and families without a mutant", judges.len());
    let mut learned = Vec::new();
    for mut judge in judges {
        match judge.learn(copy, longest)? {
            Sentence::Passes => learned.push(judge),
            Sentence::Fails => println!("left out, fails without a mutant: {}", judge.name),
            Sentence::Endless => println!("left out, over {longest} s: {}", judge.name),
        }
    }
    learned.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(learned)
}

impl Judge {
    fn new(name: String, program: &Path, arguments: Vec<String>) -> Self {
        let program = program.to_owned();
        Self { name, program, arguments, reached: HashSet::new(), seconds: 0.0 }
    }

    /// Runs without a mutant: measures the time, and records which mutants it reaches.
    fn learn(&mut self, copy: &Path, longest: u64) -> Result<Sentence, String> {
        let before = processor_time()?;
        let found = self.run(copy, "CLEARANCE_MUTANT", "0", longest)?;
        self.seconds = processor_time()? - before;
        if found != Sentence::Passes {
            return Ok(found);
        }
        let notes = copy.join("target/reached");
        if notes.exists() {
            fs::remove_file(&notes).map_err(|e| format!("{}: {e}", notes.display()))?;
        }
        self.run(copy, "CLEARANCE_REACHED", &notes.to_string_lossy(), 3600)?;
        // A test that reaches no mutant writes no file.
        let text = fs::read_to_string(&notes).unwrap_or_default();
        self.reached = text.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(found)
    }

    /// The verdict on a mutant. Wall-clock time is not used: other programs may have had the
    /// processor.
    pub fn judge(&self, copy: &Path, mutant: usize) -> Result<Sentence, String> {
        let limit = (5.0 * self.seconds).ceil() as u64 + 3;
        self.run(copy, "CLEARANCE_MUTANT", &mutant.to_string(), limit)
    }

    fn run(&self, copy: &Path, key: &str, value: &str, limit: u64) -> Result<Sentence, String> {
        // The shell limits processor time and memory (8 GiB). The soft limit of time has its own
        // signal.
        let limits = format!("ulimit -S -t {limit}; ulimit -v 8388608; exec \"$0\" \"$@\"");
        let status = Command::new("sh")
            .args(["-c", &limits])
            .arg(&self.program)
            .args(&self.arguments)
            .current_dir(copy.join("crates/clearance"))
            .env(key, value)
            .env("RUST_BACKTRACE", "0")
            .env("RAYON_NUM_THREADS", "1")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|e| format!("{}: {e}", self.program.display()))?;
        // SIGXCPU; and SIGKILL, where another process has killed it.
        Ok(match status.signal() {
            Some(24) => Sentence::Endless,
            Some(9) => return Err(format!("{} was killed from outside", self.name)),
            _ if status.success() => Sentence::Passes,
            _ => Sentence::Fails,
        })
    }
}

/// Seconds of the processor that all processes so far have taken.
fn processor_time() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| format!("getrusage: {e}"))?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + 1e-6 * time.tv_usec() as f64;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Builds with assertions, which are tests. The core is optimised as for its own tests: more takes
/// a quarter of an hour to compile; the judges' arithmetic, where most time goes, is fully
/// optimised.
fn cargo(copy: &Path, arguments: &[&str]) -> Result<String, String> {
    let fully = |package: &str| format!("profile.dev.package.\"{package}\".opt-level=3");
    let output = Command::new("cargo")
        .current_dir(copy)
        .args(["--config", &fully("*"), "--config", &fully("clearance-oracle")])
        .args(arguments)
        .env("RUSTFLAGS", "--cap-lints allow")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err("the instrumented copy does not compile".to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The core's tests: `lib` for its modules, the others from outside.
fn test_programs(copy: &Path, tests: &[&str]) -> Result<Vec<PathBuf>, String> {
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let mut build = vec!["test", "-p", "clearance", "--no-run", "--message-format", "json"];
    for name in tests {
        build.extend(if *name == "lib" { vec!["--lib"] } else { vec!["--test", name] });
    }
    let messages = cargo(copy, &build)?;
    let marker = "\"executable\":\"";
    let programs = messages.lines().filter_map(|line| {
        let rest = &line[line.find(marker)? + marker.len()..];
        Some(PathBuf::from(&rest[..rest.find('"')?]))
    });
    Ok(programs.collect())
}
