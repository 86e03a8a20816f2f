//! Writes the rows down: for a person, and for a program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{fs, io};

use crate::contenders::{CONTENDERS, WATCHED};
use crate::measure::Row;

/// Where and how it was measured.
pub struct Circumstances {
    date: String,
    cpu: String,
    revision: String,
    seed: u64,
}

/// The compiler's flags, as the records call them.
pub const FLAGS: &str = env!("BENCH_FLAGS");

impl Circumstances {
    /// As this machine and this build say.
    pub fn here(seed: u64) -> Self {
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = date.get(..10).unwrap_or("unknown").to_string();
        Self { date, cpu: cpu(), revision: revision(), seed }
    }

    /// One line a fact.
    pub fn lines(&self) -> String {
        let flags = if FLAGS.is_empty() { "none (the target's baseline)" } else { FLAGS };
        let threads = std::thread::available_parallelism().map_or(0, usize::from);
        format!(
            "* date: {}\n* CPU: {} ({threads} threads, {})\n* compiler: {}, release, LTO; RUSTFLAGS: {flags}\n* revision: {}\n\
             * seed: {}\n",
            self.date,
            self.cpu,
            std::env::consts::ARCH,
            env!("BENCH_RUSTC"),
            self.revision,
            self.seed,
        )
    }

    /// What its records are called, without an ending.
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

/// The commit, and whether anything but records differs from it.
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

fn nanoseconds(time: Option<f64>) -> String {
    match time {
        Some(t) if t < 99.5 => format!("{t:.1}"),
        Some(t) => format!("{t:.0}"),
        None => "–".into(),
    }
}

impl Row {
    fn least(&self, contender: usize) -> Option<f64> {
        self.seen[contender].map(|seen| seen.least)
    }

    /// How many times faster than parry, `f32` or `f64`.
    pub fn ratio(&self, double: bool) -> Option<f64> {
        let i = usize::from(double);
        Some(self.least(2 + i)? / self.least(i)?)
    }

    fn cells(&self) -> Vec<String> {
        let ratio = |r: Option<f64>| r.map_or("–".into(), |r| format!("{r:.2}"));
        let verdict = match (self.ratio(false), self.cell.bar) {
            (Some(r), _) if r < 1.0 => "slower",
            (Some(r), Some(bar)) if r >= bar => "met",
            (Some(r), Some(bar)) if r >= 0.65 * bar => "near",
            (Some(_), Some(_)) => "below",
            _ => "",
        };
        let mut cells = vec![self.cell.shapes.name.to_string(), self.cell.query()];
        cells.extend((0..CONTENDERS.len()).map(|i| nanoseconds(self.least(i))));
        cells.push(ratio(self.ratio(false)));
        cells.push(ratio(self.ratio(true)));
        cells.push(self.cell.bar.map_or("–".into(), |bar| format!("{bar:.1}")));
        cells.push(verdict.into());
        let error = |e: f64| if e <= 0.0 { "0".into() } else { format!("{e:.0e}") };
        let boolean = self.cell.query().starts_with("bool");
        for (i, seen) in self.seen.iter().enumerate() {
            cells.push(match seen {
                None => "–".into(),
                Some(seen) if boolean => wrong(seen.wrong),
                Some(seen) => {
                    // Of the certified answer itself, its gap.
                    let off = if i == 1 { error(self.gap) } else { error(seen.error) };
                    if seen.wrong > 0 { format!("{off}, {}", wrong(seen.wrong)) } else { off }
                }
            });
        }
        cells
    }
}

fn wrong(count: usize) -> String {
    if count == 0 { "0".into() } else { format!("{count} wrong") }
}

/// The head of the table.
fn head() -> Vec<String> {
    let mut head = vec!["shapes".to_string(), "query".into()];
    head.extend(CONTENDERS.map(|(name, _)| name.to_string()));
    head.extend(["× f32", "× f64", "bar", "verdict"].map(String::from));
    head.extend(["err c32", "gap c64", "err p32", "err p64"].map(String::from));
    head
}

/// A Markdown table whose columns line up in a terminal too: the first two to the left, the others to the right.
fn aligned(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().map(|row| &row[i]).chain([&head[i]]);
        cells.map(|cell| cell.chars().count()).fold(3, usize::max)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(i, (cell, width))| {
            if i < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().enumerate().map(|(i, width)| {
        if i < 2 { "-".repeat(*width) } else { format!("{}:", "-".repeat(width - 1)) }
    });
    let mut text = line(head);
    let _ = writeln!(text, "| {} |", rule.collect::<Vec<_>>().join(" | "));
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}

/// The table of cells.
pub fn table(rows: &[Row]) -> String {
    aligned(&head(), &rows.iter().map(Row::cells).collect::<Vec<_>>())
}

/// What the cells come to.
pub fn summary(rows: &[Row]) -> String {
    let ratios: Vec<(f64, Option<f64>)> =
        rows.iter().filter_map(|row| Some((row.ratio(false)?, row.cell.bar))).collect();
    let count = |test: &dyn Fn(f64, f64) -> bool| {
        ratios.iter().filter(|(r, bar)| bar.is_some_and(|bar| test(*r, bar))).count()
    };
    let barred = ratios.iter().filter(|(_, bar)| bar.is_some()).count();
    let slower =
        |double| rows.iter().filter(|row| row.ratio(double).is_some_and(|r| r < 1.0)).count();
    let mean = |double| {
        let logs: Vec<f64> = rows.iter().filter_map(|row| row.ratio(double)).map(f64::ln).collect();
        (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp()
    };
    format!(
        "{} cells: {} slower than parry f32, {} slower than parry f64; geometric mean {:.2}× and {:.2}× parry. \
         Of {barred} with a bar, {} met it, {} came within 0.65 of it.\n",
        rows.len(),
        slower(false),
        slower(true),
        mean(false),
        mean(true),
        count(&|r, bar| r >= bar),
        count(&|r, bar| r < bar && r >= 0.65 * bar),
    )
}

/// A row of the observers' table: shapes, query, and nanoseconds in the order of [`WATCHED`].
pub type Watching = (String, String, [f64; WATCHED.len()]);

/// The observers' table.
pub fn watching(rows: &[Watching]) -> String {
    let mut head = vec!["shapes".to_string(), "query".into()];
    head.extend(WATCHED.map(|(name, _)| name.to_string()));
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(shapes, query, times)| {
            let mut cells = vec![shapes.clone(), query.clone()];
            cells.extend(times.map(|t| nanoseconds(Some(t))));
            cells
        })
        .collect();
    aligned(&head, &rows)
}

/// Comma-separated values, a row a cell and contender.
fn csv(here: &Circumstances, rows: &[Row]) -> String {
    let mut text = String::from(
        "date,cpu,flags,revision,shapes,query,pairs,rounds,contender,least_ns,median_ns,error,wrong,gap,bar\n",
    );
    for row in rows {
        for ((name, _), seen) in CONTENDERS.iter().zip(&row.seen) {
            let Some(seen) = seen else { continue };
            let bar = row.cell.bar.map_or(String::new(), |bar| bar.to_string());
            let _ = writeln!(
                text,
                "{},{},{FLAGS},{},{},{},{},{},{name},{:.2},{:.2},{:e},{},{:e},{bar}",
                here.date,
                here.cpu,
                here.revision,
                row.cell.shapes.name,
                row.cell.query(),
                row.pairs,
                row.rounds,
                seen.least,
                seen.median,
                seen.error.max(0.0),
                seen.wrong,
                row.gap,
            );
        }
    }
    text
}

/// Writes the Markdown and the CSV into `folder`, over those of the same day, machine and build; their paths.
pub fn write(
    folder: &Path,
    here: &Circumstances,
    rows: &[Row],
    watched: &[Watching],
) -> io::Result<[PathBuf; 2]> {
    fs::create_dir_all(folder)?;
    let [markdown, values] = ["md", "csv"].map(|e| folder.join(format!("{}.{e}", here.stem())));
    let text = format!(
        "# Speed, {}\n\n{}\n{}\nNanoseconds a query, one thread, cold; `../README.md` says what the columns mean.\n\n{}\n\
         ## What an observer costs\n\nclearance f32, nanoseconds a query.\n\n{}",
        here.date,
        here.lines(),
        summary(rows),
        table(rows),
        watching(watched),
    );
    fs::write(&markdown, text)?;
    fs::write(&values, csv(here, rows))?;
    Ok([markdown, values])
}
