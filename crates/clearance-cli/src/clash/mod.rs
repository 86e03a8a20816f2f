//! `clearance clash`: which of many objects clash, touch or come too near.
//!
//! ```text
//! objects, rules ─> kept (copies, row, volume) ─> table (text, CSV, JSON Lines), html, glb
//!                                           └─> bcf ─> snapshot
//! inside ─> table                 which objects are in a container
//! ```

mod bcf;
mod copies;
mod glb;
mod html;
mod inside;
mod kept;
mod row;
mod rules;
mod snapshot;
mod table;
mod volume;

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clearance::Space;
use clearance_json::{Fault, escape};
use clearance_scene::Mesh;
use clearance_scene::scene::{Class, groups};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{ClashArgs, OutFile, Up};
use crate::objects::{self, Side};
use crate::output::Output;
use crate::words::counted;
use kept::Kept;
use row::Row;
pub(crate) use table::{coordinates, number};

/// Reads, asks, reports; the exit code says what the worst pair is.
pub(crate) fn run(args: &ClashArgs) -> Result<ExitCode, Fault> {
    if let Some(container) = &args.inside {
        return inside::run(args, container);
    }
    let progress = progress_bar();
    let objects = args.objects();
    let a = objects::side(&args.a, &objects, &progress)?;
    let b = args
        .b
        .as_deref()
        .map(|path| objects::side(path, &args.objects_of_b(), &progress))
        .transpose()?;
    let sides: Vec<&Side> = [&a].into_iter().chain(&b).collect();
    sides.iter().for_each(|side| side.complain());
    if args.json {
        doubts(args, &sides).iter().for_each(|doubt| crate::remark(doubt));
    }
    let rules = rules::rules(args, &sides)?;
    kept::check(&a, b.as_ref(), &rules)?;
    let most = args.objects().meshes.max_file_bytes;
    let known = args.baseline.as_deref().map(|path| table::baseline(path, most)).transpose()?;
    let mut kept = Kept::of(args, &a, b.as_ref(), &rules, known, &progress);
    progress.finish_and_clear();
    number_groups(&mut kept.rows, b.is_some());
    let summary = summary(&sides, &kept, args);
    let rows = &kept.rows;
    if args.json {
        rows.chunks(LINES).try_for_each(|rows| crate::print(&table::json_lines(rows)?))?;
        if rows.len() < kept.all() {
            crate::remark(&kept_of(&kept));
        }
    } else {
        crate::print(&(table::text(rows, kept.all(), args.top) + &summary))?;
    }
    let title = sides.iter().map(|side| side.file.as_str()).collect::<Vec<_>>().join(" × ");
    let up = args.up.unwrap_or(a.up);
    let picture = Picture { a: &a, b: b.as_ref().unwrap_or(&a), up };
    if let Some(path) = &args.csv {
        let mut out = Output::create("--csv", path)?;
        out.lines(table::columns(args.volume).as_bytes())?;
        let lines = |rows| out.lines(table::csv(rows, args.volume).as_bytes());
        rows.chunks(LINES).try_for_each(lines)?;
    }
    write("--html", args.html.as_ref(), || {
        html::report(&title, &summary, rows, &picture).map(String::into_bytes)
    })?;
    write("--glb", args.glb.as_ref(), || glb::scene(rows, &picture))?;
    write("--bcf", args.bcf.as_ref(), || bcf::file(rows, args, &picture))?;
    let fails = Class::ALL.iter().any(|c| kept.count(*c) > 0 && args.fail_on.holds(*c));
    Ok(ExitCode::from(u8::from(fails)))
}

/// What pictures are drawn from.
struct Picture<'s> {
    a: &'s Side,
    b: &'s Side,
    up: Up,
}

impl<'s> Picture<'s> {
    /// The surfaces of a row's objects.
    fn pair(&self, row: &Row<'_>) -> [Option<&'s Mesh>; 2] {
        let [a, b] = row.places;
        [self.a.meshes.get(a), self.b.meshes.get(b)]
    }

    /// All surfaces, each once.
    fn meshes(&self) -> impl Iterator<Item = &'s Mesh> {
        let of_b = if std::ptr::eq(self.a, self.b) { &[][..] } else { &self.b.meshes };
        self.a.meshes.iter().chain(of_b)
    }
}

/// Failing pairs that share an object are of one cause; duplicates are a set of their own.
fn number_groups(rows: &mut [Row<'_>], is_apart: bool) {
    let most = rows.iter().map(|row| row.places.iter().max().map_or(0, |most| most + 1)).max();
    let offset = if is_apart { most.unwrap_or(0) } else { 0 };
    let mut next = 0;
    for of_duplicates in [true, false] {
        let is_meant = |row: &&mut Row<'_>| {
            row.kind <= Class::Undecided && (row.kind == Class::Duplicate) == of_duplicates
        };
        let mut meant: Vec<&mut Row<'_>> = rows.iter_mut().filter(is_meant).collect();
        let numbers = groups(meant.iter().map(|row| {
            let [a, b] = row.places;
            [a, b + offset]
        }));
        let first = next;
        for (row, number) in meant.iter_mut().zip(numbers) {
            row.group = Some(first + number);
            next = next.max(first + number + 1);
        }
    }
}

/// Rows that are turned into text at a time.
const LINES: usize = 1 << 10;

/// That not all pairs are written.
fn kept_of(kept: &Kept<'_>) -> String {
    let (some, all) = (kept.rows.len(), kept.all());
    format!("of {all} pairs the worst {some} are kept and written, as --most-pairs has it")
}

/// Whose hulls or triangles.
const fn its(count: usize) -> &'static str {
    if count == 1 { "its" } else { "their" }
}

fn summary(sides: &[&Side], kept: &Kept<'_>, args: &ClashArgs) -> String {
    let mut lines = Vec::new();
    for side in sides {
        let count = side.objects.len();
        let mut line = format!(
            "{}: {} {}, {} by {} {}, {} by {} triangles",
            escape::shown(&side.file),
            counted(count, "object"),
            side.unit(),
            side.hulls,
            its(side.hulls),
            if side.has_shapes() { "hull or shape" } else { "hull" },
            count - side.hulls,
            its(count - side.hulls)
        );
        if side.open > 0 {
            let close = if side.open == 1 { "does not close" } else { "do not close" };
            line += &format!(" ({} {close}: what is inside is not known)", side.open);
        }
        lines.push(line);
    }
    let worth = Class::ALL.iter().filter(|c| kept.count(**c) > 0 || **c == Class::Clash);
    let counts: Vec<String> = worth.map(|c| format!("{} {}", kept.count(*c), c.name())).collect();
    let groups = kept.rows.iter().filter_map(|row| row.group).max().map_or(0, |most| most + 1);
    let mut line = format!(
        "{} within {}: {} ({} in exact contact",
        counted(kept.all(), "pair"),
        args.within,
        counts.join(", "),
        kept.exact
    );
    if kept.folded > 0 {
        let _ = write!(line, "; copies in one place stand for {} more", kept.folded);
    }
    if groups > 0 {
        line += &format!("; the failing pairs form {}", counted(groups, "group"));
    }
    lines.push(line + ")");
    if kept.rows.len() < kept.all() {
        lines.push(kept_of(kept));
    }
    if let Some(gone) = kept.gone() {
        let new = kept.new;
        let gone: Vec<String> = gone.iter().map(|(class, n)| format!("{n} {class}")).collect();
        let gone = if gone.is_empty() { "none".into() } else { gone.join(", ") };
        lines.push(format!("beside the baseline: {new} new, gone: {gone}"));
    }
    lines.extend(doubts(args, sides));
    lines.join("\n") + "\n"
}

/// What makes it doubtful that two scenes share a unit and a frame.
fn doubts(args: &ClashArgs, sides: &[&Side]) -> Vec<String> {
    let [a, b] = sides else { return Vec::new() };
    let mut doubts = Vec::new();
    if a.metres.is_some() != b.metres.is_some() {
        let (known, other) = if a.metres.is_some() { (a, b) } else { (b, a) };
        doubts.push(format!(
            "{} is {}, and {} names no unit: --unit says that of both, --scale-a and --scale-b \
             multiply",
            escape::shown(&known.file),
            known.unit(),
            escape::shown(&other.file)
        ));
    }
    let (Some(one), Some(other)) = (a.extent(), b.extent()) else { return doubts };
    let [large, small] = {
        let mut sizes = [&one, &other].map(|of| (of.high - of.low).max_abs());
        sizes.sort_by(|a, b| b.total_cmp(a));
        sizes
    };
    if small > 0.0 && large.is_finite() && large >= 100.0 * small {
        let times = table::number((large / small).round());
        doubts.push(format!(
            "one scene is {times} times as large as the other ({} and {}): are they in one unit?",
            table::number(large),
            table::number(small)
        ));
    }
    let [over, under] = [one.low - other.high, other.low - one.high].map(Space::coordinates);
    let gap = over.into_iter().chain(under).fold(f64::NEG_INFINITY, f64::max);
    if gap > args.within {
        doubts.push(format!(
            "the scenes do not meet: their boxes are at least {} apart, so no pair is within {}",
            table::number(gap),
            args.within
        ));
    }
    doubts
}

/// Writes a file, if one is wanted.
pub(crate) fn write(
    option: &str,
    path: Option<&OutFile>,
    content: impl FnOnce() -> Result<Vec<u8>, Fault>,
) -> Result<(), Fault> {
    let Some(path) = path else { return Ok(()) };
    let content = content()?;
    Output::create(option, path)?.lines(&content)
}

/// On standard error, and only where a person watches it.
pub(crate) fn progress_bar() -> ProgressBar {
    if crate::is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}  {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
