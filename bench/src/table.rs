//! The tables: functions of only the rows, whether just measured or read from a record.

use std::fmt::Write as _;

use crate::contenders::Verb;
use crate::measure::{Row, Seen, best_peer};

const SINGLE: &str = "clearance f32";
const DOUBLE: &str = "clearance f64";
const PARRY: &str = "parry f32";

/// Makes a table from rows.
pub type Table = fn(&[&Row]) -> String;

/// How a cell compares with the best accurate peer of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    Met,
    Near,
    Below,
    Slower,
}

impl Verdict {
    /// All, from best to worst.
    pub const ALL: [Self; 4] = [Self::Met, Self::Near, Self::Below, Self::Slower];

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Near => "near",
            Self::Below => "below",
            Self::Slower => "slower",
        }
    }

    /// Twice as fast is the aim, 1.3 times the minimum.
    pub fn of(times: f64) -> Self {
        match times {
            t if t >= 2.0 => Self::Met,
            t if t >= 1.3 => Self::Near,
            t if t >= 1.0 => Self::Below,
            _ => Self::Slower,
        }
    }
}

/// How many times faster than the best accurate peer; `None` where there is none.
pub fn times_best(row: &Row) -> Option<f64> {
    Some(best_peer(row)?.least()? / row.least(SINGLE)?)
}

/// How many times faster than parry `f32`'s public queries, right or wrong.
pub fn times_parry(row: &Row) -> Option<f64> {
    Some(row.least(PARRY)? / row.least(SINGLE)?)
}

/// Formats a time.
pub fn nanoseconds(time: Option<f64>) -> String {
    match time {
        Some(t) if t < 99.5 => format!("{t:.1}"),
        Some(t) => format!("{t:.0}"),
        None => "–".into(),
    }
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("–".into(), |r| format!("{r:.2}"))
}

fn length(error: f64) -> String {
    if error <= 0.0 { "0".into() } else { format!("{error:.0e}") }
}

fn wrong(count: usize) -> String {
    if count == 0 { "0".into() } else { format!("{count} wrong") }
}

fn error(seen: Option<&Seen>, verb: Verb) -> String {
    match seen {
        None => "–".into(),
        Some(seen) if seen.time.is_none() => "panics".into(),
        Some(seen) if verb == Verb::Intersects => wrong(seen.wrong),
        Some(seen) if seen.wrong > 0 => format!("{}, {}", length(seen.error), wrong(seen.wrong)),
        Some(seen) => length(seen.error),
    }
}

/// A Markdown table whose columns also line up in a terminal: the first two to the left, the others
/// to the right.
pub fn aligned(head: &[String], rows: &[Vec<String>]) -> String {
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

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// The rows of a part.
pub fn part<'a>(rows: &'a [Row], name: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.part == name).collect()
}

/// The contenders of some rows, in the order of their first appearance.
fn contenders<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for seen in rows.iter().flat_map(|row| &row.seen) {
        if !names.contains(&seen.name.as_str()) {
            names.push(&seen.name);
        }
    }
    names
}

/// The cells: this library and the best accurate peer of the run.
pub fn cells(rows: &[&Row]) -> String {
    let head = head(&[
        "shapes",
        "query",
        "f32",
        "f64",
        "f64/f32",
        "best accurate peer",
        "its ns",
        "× best",
        "verdict",
        "× parry",
        "bar",
        "err f32",
        "gap f64",
    ]);
    let line = |row: &&Row| {
        let [single, double] = [SINGLE, DOUBLE].map(|name| row.least(name));
        let best = best_peer(row);
        let times = times_best(row);
        let gap = if row.verb == Verb::Intersects {
            error(row.of(DOUBLE), row.verb)
        } else {
            length(row.gap)
        };
        vec![
            row.shapes.clone(),
            row.query.clone(),
            nanoseconds(single),
            nanoseconds(double),
            ratio(double.zip(single).map(|(d, s)| d / s)),
            best.map_or("–".into(), |seen| seen.name.clone()),
            nanoseconds(best.and_then(Seen::least)),
            ratio(times),
            times.map_or("", |times| Verdict::of(times).name()).into(),
            ratio(times_parry(row)),
            row.bar.map_or("–".into(), |bar| format!("{bar:.1}")),
            error(row.of(SINGLE), row.verb),
            gap,
        ]
    };
    aligned(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// Every contender's time, with the error of those that are not accurate.
pub fn everyone(rows: &[&Row]) -> String {
    let names = contenders(rows);
    let head: Vec<String> =
        ["shapes", "query"].into_iter().chain(names.iter().copied()).map(String::from).collect();
    let cell = |row: &Row, name: &str| match row.of(name) {
        Some(seen) if !seen.accurate(row.verb) => {
            format!("{} ({})", nanoseconds(seen.least()), error(Some(seen), row.verb))
        }
        seen => nanoseconds(seen.and_then(Seen::least)),
    };
    let line = |row: &&Row| {
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        cells.extend(names.iter().map(|name| cell(row, name)));
        cells
    };
    aligned(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// A summary of the cells.
pub fn summary(rows: &[&Row]) -> String {
    let times: Vec<f64> = rows.iter().filter_map(|row| times_best(row)).collect();
    let count = |verdict: Verdict| times.iter().filter(|t| Verdict::of(**t) == verdict).count();
    let of_parry: Vec<f64> = rows.iter().filter_map(|row| times_parry(row)).collect();
    let mean = |ratios: &[f64]| {
        (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let slow = rows.iter().filter(|row| {
        row.least(DOUBLE)
            .zip(row.least(SINGLE))
            .is_some_and(|(double, single)| double > 1.25 * single)
    });
    let barred: Vec<(f64, f64)> =
        rows.iter().filter_map(|row| Some((times_parry(row)?, row.bar?))).collect();
    let over = |share: f64| barred.iter().filter(|(t, bar)| *t >= share * bar).count();
    let bars = if barred.is_empty() {
        String::new()
    } else {
        format!(
            " Of {} with a bar, {} met it, {} came within 0.65 of it.",
            barred.len(),
            over(1.0),
            over(0.65) - over(1.0)
        )
    };
    format!(
        "{} cells; {} have an accurate peer in this run: {}; geometric mean {:.2}× the best of them, {:.2}× parry f32. \
         f64 takes over 1.25 times as long as f32 in {}.{bars}\n",
        rows.len(),
        times.len(),
        Verdict::ALL.map(|v| format!("{} {}", count(v), v.name())).join(", "),
        mean(&times),
        mean(&of_parry),
        slow.count(),
    )
}

/// The closed enum's time as a multiple of the concrete types' time.
pub fn by_shape(rows: &[&Row]) -> String {
    let ratios = |verb: Option<Verb>| {
        let rows = rows.iter().filter(|row| verb.is_none_or(|verb| row.verb == verb));
        let ratio = |row: &&Row| Some(row.least("clearance Shape f32")? / row.least(SINGLE)?);
        rows.filter_map(ratio).collect::<Vec<f64>>()
    };
    let mean = |ratios: &[f64]| {
        (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let of = |verb| format!("{:.2}", mean(&ratios(verb)));
    format!(
        "`Shape` f32 takes {} times as long as concrete types in the geometric mean: booleans {}, distances {}, depths {}; \
         {:.2} at most.\n",
        of(None),
        of(Some(Verb::Intersects)),
        of(Some(Verb::Distance)),
        of(Some(Verb::Penetration)),
        ratios(None).into_iter().fold(0.0, f64::max),
    )
}

/// The share of wrong booleans, and the worst length.
pub fn degenerate(rows: &[&Row]) -> String {
    let names = contenders(rows);
    let mut head = head(&["set", "query", "f32 ns", "f64 ns"]);
    head.extend(names.iter().map(|name| (*name).to_string()));
    let cell = |row: &Row, name: &str| {
        let Some(seen) = row.of(name) else { return "–".into() };
        if seen.time.is_none() {
            return "panics".into();
        }
        let share = 100.0 * seen.wrong as f64 / row.pairs.max(1) as f64;
        let share = if share == 0.0 { "0".into() } else { format!("{share:.1} %") };
        if row.verb == Verb::Intersects {
            share
        } else {
            format!("{share}; {}", length(seen.error))
        }
    };
    let line = |row: &&Row| {
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        cells.extend([SINGLE, DOUBLE].map(|name| nanoseconds(row.least(name))));
        cells.extend(names.iter().map(|name| cell(row, name)));
        cells
    };
    aligned(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// The name of a contender with a memory.
pub fn warm_name(cold: &str) -> String {
    format!("{cold} warm")
}

/// Cold and warm, and the ratio of the two.
pub fn warm(rows: &[&Row]) -> String {
    let names = [SINGLE, DOUBLE, "box3d f32"];
    let mut columns = head(&["shapes", "query"]);
    for name in ["f32", "f64", "box3d"] {
        columns.extend(["cold", "warm", "warm/cold"].map(|what| format!("{name} {what}")));
    }
    let line = |row: &&Row| {
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        for name in names {
            let (cold, warm) = (row.least(name), row.least(&warm_name(name)));
            let share = ratio(warm.zip(cold).map(|(warm, cold)| warm / cold));
            cells.extend([nanoseconds(cold), nanoseconds(warm), share]);
        }
        cells
    };
    aligned(&columns, &rows.iter().map(line).collect::<Vec<_>>())
}

/// Times by number of vertices, and this library's relative to that at 64 vertices.
pub fn growth(rows: &[&Row]) -> String {
    let names = contenders(rows);
    let mut head = head(&["hulls", "query"]);
    head.extend(names.iter().map(|name| (*name).to_string()));
    head.push("f32, in parts of hull64".into());
    let line = |row: &&Row| {
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        cells.extend(names.iter().map(|name| nanoseconds(row.least(name))));
        let base = rows.iter().find(|r| r.shapes == "hull64" && r.query == row.query);
        let base = base.and_then(|base| base.least(SINGLE));
        cells.push(ratio(row.least(SINGLE).zip(base).map(|(t, base)| t / base)));
        cells
    };
    aligned(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// Batches and single calls.
pub fn batch(rows: &[&Row]) -> String {
    let names = contenders(rows);
    let mut head = head(&["shapes", "query"]);
    head.extend(names.iter().map(|name| (*name).to_string()));
    head.extend(["× single", "× parry"].map(String::from));
    let line = |row: &&Row| {
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        cells.extend(names.iter().map(|name| nanoseconds(row.least(name))));
        let widest =
            row.seen.iter().rfind(|seen| ["SSE2", "AVX2", "AVX-512"].contains(&&*seen.name));
        let widest = widest.and_then(Seen::least);
        cells.extend(
            [SINGLE, PARRY].map(|name| ratio(row.least(name).zip(widest).map(|(t, w)| t / w))),
        );
        cells
    };
    aligned(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// Batches on one core and on two.
pub fn cores(rows: &[&Row]) -> String {
    let names = ["one core", "two cores", "one core works", "two cores work"];
    let mut columns = head(&["shapes", "query"]);
    columns.extend(head(&names));
    columns.extend(head(&["× one", "× one, if free"]));
    let line = |row: &&Row| {
        let [one, two, work, works] = names.map(|name| row.least(name));
        let mut cells = vec![row.shapes.clone(), row.query.clone()];
        cells.extend([one, two, work, works].map(nanoseconds));
        cells.push(ratio(one.zip(two).map(|(one, two)| one / two)));
        cells.push(ratio(work.zip(works).map(|(one, two)| 2.0 * one / two)));
        cells
    };
    aligned(&columns, &rows.iter().map(line).collect::<Vec<_>>())
}
