//! Writes the rows to records, and reads them back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;
use std::{fs, io};

use crate::contenders::Verb;
use crate::measure::{Row, Seen};

/// Where and how it was measured.
#[allow(missing_docs)]
pub struct Circumstances {
    pub date: String,
    pub cpu: String,
    pub revision: String,
    seed: u64,
}

/// The compiler's flags, as named in the records.
pub const FLAGS: &str = env!("BENCH_FLAGS");

impl Circumstances {
    /// The circumstances of this machine and this build.
    pub fn here(seed: u64) -> Self {
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = date.get(..10).unwrap_or("unknown").to_string();
        Self { date, cpu: cpu(), revision: revision(), seed }
    }

    /// One line for each fact.
    pub fn lines(&self) -> String {
        let flags = if FLAGS.is_empty() { "none (the target's baseline)" } else { FLAGS };
        let threads = std::thread::available_parallelism().map_or(0, usize::from);
        format!(
            "* date: {}\n* CPU: {} ({threads} threads, {})\n* compiler: {}, profile {}; RUSTFLAGS: {flags}\n* revision: {}\n\
             * seed: {}\n",
            self.date,
            self.cpu,
            std::env::consts::ARCH,
            env!("BENCH_RUSTC"),
            env!("BENCH_PROFILE"),
            self.revision,
            self.seed,
        )
    }

    /// The file name of its records, without extension.
    pub fn stem(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let slug: String = self.cpu.chars().map(plain).collect();
        let slug = slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let build = FLAGS
            .split("target-cpu=")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .unwrap_or("baseline");
        format!("{}-{slug}-{build}", self.date)
    }
}

fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().map(str::trim) == Some(name))?;
        Some(line.split(':').nth(1)?.trim().to_string())
    };
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name} family {family} model {model}"),
        _ => said_by("sysctl", &["-n", "machdep.cpu.brand_string"]).unwrap_or("unknown".into()),
    }
}

/// The commit, and whether anything except records differs from it.
fn revision() -> String {
    let Some(commit) = said_by("git", &["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".into();
    };
    match said_by("git", &["status", "--porcelain", "--", "crates", "bench/src"]) {
        Some(changes) if changes.is_empty() => commit,
        _ => format!("{commit} with changes"),
    }
}

fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new(program).args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

const HEAD: &str = "date,cpu,flags,revision,part,shapes,query,pairs,rounds,contender,least_ns,median_ns,error,wrong,gap,bar";

/// Comma-separated values, one row for each cell and contender.
fn csv(here: &Circumstances, rows: &[Row]) -> String {
    let mut text = format!("{HEAD}\n");
    for row in rows {
        let bar = row.bar.map_or(String::new(), |bar| bar.to_string());
        for seen in &row.seen {
            let [least, median] = match seen.time {
                Some(times) => times.map(|t| format!("{t:.2}")),
                None => [const { String::new() }; 2],
            };
            let _ = writeln!(
                text,
                "{},{},{FLAGS},{},{},{},{},{},{},{},{least},{median},{:e},{},{:e},{bar}",
                here.date,
                here.cpu,
                here.revision,
                row.part,
                row.shapes,
                row.query,
                row.pairs,
                row.rounds,
                seen.name,
                seen.error.max(0.0),
                seen.wrong,
                row.gap,
            );
        }
    }
    text
}

/// The rows of a record, and where it was measured: date, processor, flags, revision.
pub fn read(path: &Path) -> Result<(Vec<Row>, [String; 4]), String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err(format!("{}: not a record of this version", path.display()));
    }
    let (mut rows, mut here) = (Vec::<Row>::new(), [const { String::new() }; 4]);
    for line in lines {
        let wrong = || format!("{}: {line}", path.display());
        let fields: Vec<&str> = line.split(',').collect();
        let [
            date,
            cpu,
            flags,
            revision,
            part,
            shapes,
            query,
            pairs,
            rounds,
            name,
            least,
            median,
            error,
            wrongs,
            gap,
            bar,
        ] = fields.try_into().map_err(|_| wrong())?;
        here = [date, cpu, flags, revision].map(String::from);
        let number = |text: &str| text.parse::<f64>().map_err(|_| wrong());
        let count = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let verb = [Verb::Intersects, Verb::Distance, Verb::Penetration]
            .into_iter()
            .find(|verb| query.starts_with(verb.name()))
            .ok_or_else(wrong)?;
        let time = if least.is_empty() { None } else { Some([number(least)?, number(median)?]) };
        let seen = Seen { name: name.into(), time, error: number(error)?, wrong: count(wrongs)? };
        let same = |row: &&mut Row| row.part == part && row.shapes == shapes && row.query == query;
        match rows.last_mut().filter(|row| same(row)) {
            Some(row) => row.seen.push(seen),
            None => rows.push(Row {
                part: part.into(),
                shapes: shapes.into(),
                query: query.into(),
                verb,
                bar: bar.parse().ok(),
                pairs: count(pairs)?,
                rounds: count(rounds)?,
                seen: vec![seen],
                gap: number(gap)?,
            }),
        }
    }
    Ok((rows, here))
}

/// Writes rows as comma-separated values.
///
/// # Errors
/// That of the file; or that a name holds a comma, with which it could not be read back.
pub fn save(path: &Path, here: &Circumstances, rows: &[Row]) -> io::Result<()> {
    if let Some(row) = rows.iter().find(|row| row.shapes.contains(',') || row.query.contains(',')) {
        let message = format!("a comma in the name of a row: {}", row.shapes);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    fs::write(path, csv(here, rows))
}

/// Reports where a record was written, or why it was not: the end of a program.
pub fn exit_code(written: io::Result<Vec<PathBuf>>) -> ExitCode {
    match written {
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

/// Writes the Markdown and the CSV into `folder`, replacing those of the same day, machine and
/// build; returns their paths.
pub fn write(
    folder: &Path,
    here: &Circumstances,
    ending: &str,
    text: &str,
    rows: &[Row],
) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let paths = ["md", "csv"].map(|e| folder.join(format!("{}{ending}.{e}", here.stem())));
    fs::write(&paths[0], text)?;
    save(&paths[1], here, rows)?;
    Ok(paths.into())
}
