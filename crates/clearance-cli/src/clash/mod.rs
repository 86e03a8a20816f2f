//! `clearance clash`: which of many objects clash, touch or come too near.
//!
//! ```text
//! objects, rules ─> row ─> table (text, CSV, JSON Lines), html, glb, bcf ─> zip
//! ```

mod bcf;
mod glb;
mod html;
mod row;
mod rules;
mod table;
mod zip;

use std::collections::{BTreeMap, HashMap};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clearance::Space;
use clearance_json::{Fault, escape};
use clearance_scene::scene::{
    Boxes, Class, Rules, between, candidates_between, candidates_within, groups,
};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::args::{ClashArgs, OutFile, Up};
use crate::objects::{self, Side};
use crate::output::Output;
use row::Row;
pub(crate) use table::{fields, number, quoted};

/// Reads, asks, reports; the exit code says what the worst pair is.
pub(crate) fn run(args: &ClashArgs) -> Result<ExitCode, Fault> {
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
    let mut rows = rows(args, &a, b.as_ref(), &rules, &progress);
    progress.finish_and_clear();
    sort(&mut rows);
    number_groups(&mut rows, b.is_some());
    let most = args.objects().meshes.max_file_bytes;
    let known = args.baseline.as_deref().map(|path| table::baseline(path, most)).transpose()?;
    let gone = known.map(|known| compare(&mut rows, known));

    if args.json {
        crate::print(&table::json_lines(&rows)?)?;
    } else {
        let mut text = table::text(&rows, args.top);
        text += &summary(&sides, &rows, args, gone.as_ref());
        crate::print(&text)?;
    }
    let title = sides.iter().map(|side| side.file.as_str()).collect::<Vec<_>>().join(" × ");
    let up = args.up.unwrap_or(a.up);
    let picture = Picture { a: &a, b: b.as_ref().unwrap_or(&a), up };
    write("--csv", args.csv.as_ref(), || Ok(table::csv(&rows).into_bytes()))?;
    write("--html", args.html.as_ref(), || {
        let summary = summary(&sides, &rows, args, gone.as_ref());
        html::report(&title, &summary, &rows, &picture).map(String::into_bytes)
    })?;
    write("--glb", args.glb.as_ref(), || glb::scene(&rows, &picture))?;
    write("--bcf", args.bcf.as_ref(), || bcf::file(&rows, args, up))?;
    let fails = rows.iter().any(|row| args.fail_on.holds(row.kind));
    Ok(ExitCode::from(u8::from(fails)))
}

/// What pictures are drawn from.
struct Picture<'s> {
    a: &'s Side,
    b: &'s Side,
    up: Up,
}

/// Every pair within the distance, on all cores and in a fixed order.
fn rows(
    args: &ClashArgs,
    a: &Side,
    b: Option<&Side>,
    rules: &Rules,
    progress: &ProgressBar,
) -> Vec<Row> {
    let boxes = Boxes::new(&a.objects);
    let candidates = match b {
        None => candidates_within(&boxes, args.within),
        Some(b) => candidates_between(&boxes, &Boxes::new(&b.objects), args.within),
    };
    let b = b.unwrap_or(a);
    progress.set_length(candidates.len() as u64);
    progress.set_position(0);
    progress.set_message("pairs");
    let pairs = candidates.into_par_iter().progress_with(progress.clone());
    pairs
        .filter_map(|pair| {
            let [i, j] = pair.map(|place| place as usize);
            let (one, two) = (a.objects.get(i)?, b.objects.get(j)?);
            if rules.skip(one, two) {
                return None;
            }
            let found = between(one, two, args.within)?;
            Some(Row::new([a, b], [i, j], [one, two], &found, args.touch_band))
        })
        .collect()
}

/// The worst first.
fn sort(rows: &mut [Row]) {
    rows.sort_by(|one, two| {
        let distance = one.signed_distance.total_cmp(&two.signed_distance);
        one.kind.cmp(&two.kind).then(distance).then(one.places.cmp(&two.places))
    });
}

/// Failing pairs that share an object are of one cause; duplicates are a set of their own.
fn number_groups(rows: &mut [Row], is_apart: bool) {
    let most = rows.iter().map(|row| row.places.iter().max().map_or(0, |most| most + 1)).max();
    let offset = if is_apart { most.unwrap_or(0) } else { 0 };
    let mut next = 0;
    for of_duplicates in [true, false] {
        let is_meant = |row: &&mut Row| {
            row.kind <= Class::Undecided && (row.kind == Class::Duplicate) == of_duplicates
        };
        let mut meant: Vec<&mut Row> = rows.iter_mut().filter(is_meant).collect();
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

/// How many pairs of an earlier run are gone, by class.
type Gone = BTreeMap<String, usize>;

fn compare(rows: &mut [Row], mut known: HashMap<String, String>) -> Gone {
    for row in rows {
        let before = known.remove(&row.id);
        // A pair that was near and clashes now is news.
        row.status = Some(if before.as_deref() == Some(row.class) { "known" } else { "new" });
    }
    known.into_values().fold(Gone::new(), |mut gone, class| {
        *gone.entry(class).or_default() += 1;
        gone
    })
}

fn summary(sides: &[&Side], rows: &[Row], args: &ClashArgs, gone: Option<&Gone>) -> String {
    let mut lines = Vec::new();
    for side in sides {
        let count = side.objects.len();
        let mut line = format!(
            "{}: {count} objects {}, {} by their {}, {} by their triangles",
            escape::shown(&side.file),
            side.unit(),
            side.hulls,
            if side.has_shapes() { "hull or shape" } else { "hull" },
            count - side.hulls
        );
        if side.open > 0 {
            line += &format!(" ({} do not close: what is inside them is not known)", side.open);
        }
        lines.push(line);
    }
    let count = |class: Class| rows.iter().filter(|row| row.kind == class).count();
    let counted = Class::ALL.iter().filter(|class| count(**class) > 0 || **class == Class::Clash);
    let counts: Vec<String> = counted.map(|c| format!("{} {}", count(*c), c.name())).collect();
    let exact = rows.iter().filter(|row| row.exact_contact).count();
    let groups = rows.iter().filter_map(|row| row.group).max().map_or(0, |most| most + 1);
    let mut line = format!(
        "{} pairs within {}: {} ({exact} in exact contact",
        rows.len(),
        args.within,
        counts.join(", ")
    );
    if groups > 0 {
        line += &format!("; the failing pairs form {groups} groups");
    }
    lines.push(line + ")");
    if let Some(gone) = gone {
        let new = rows.iter().filter(|row| row.status == Some("new")).count();
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
