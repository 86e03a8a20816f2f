//! The tables of casts and contacts.

use super::Question;
use super::race::{Line, Seen};
use super::tremor::Shaken;
use crate::table::{aligned, nanoseconds};

const OURS: [&str; 3] = ["clearance f32", "clearance f64", "clearance 1e-3"];
const PEERS: [&str; 3] = ["parry f32", "parry f64", "box f32"];

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

fn row(line: &Line) -> Vec<String> {
    vec![format!("{} {}", line.question.name(), line.shapes), line.regime.into()]
}

fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "–".into(), |ratio| format!("{ratio:.2}"))
}

fn small(length: f64) -> String {
    if length > 0.0 { format!("{length:.0e}") } else { "0".into() }
}

/// Nanoseconds a query, and how many times faster than parry; `1e-3` is this library in `f32` with
/// room for as much of the size, which is about what the peers' tolerances leave.
pub fn speed(lines: &[Line]) -> String {
    let names = ["query", "regime", "f32", "f64", "1e-3", "parry f32", "parry f64", "box f32"];
    let ratios = ["× parry f32", "× parry f64", "× box", "1e-3 × parry", "1e-3 × box", "aim"];
    let head = head(&[&names[..], &ratios].concat());
    let rows = lines.iter().map(|line| {
        let mut cells = row(line);
        cells.extend(OURS.iter().chain(&PEERS).map(|name| nanoseconds(line.least(name))));
        let faster = |peer: &str, us: &str| Some(line.least(peer)? / line.least(us)?);
        cells.push(times(faster("parry f32", "clearance f32")));
        cells.push(times(faster("parry f64", "clearance f64")));
        cells.push(times(faster("box f32", "clearance f32")));
        cells.push(times(faster("parry f32", "clearance 1e-3")));
        cells.push(times(faster("box f32", "clearance 1e-3")));
        cells.push(times(line.aim));
        cells
    });
    aligned(&head, &rows.collect::<Vec<_>>())
}

/// Wrong answers: hits + misses, in brackets those that rounding cannot explain, and how often it
/// gave up; the largest error, and for this library's times the widest interval.
pub fn errors(lines: &[Line]) -> String {
    let names = ["query", "regime", "cases", "f32", "width", "f64", "width", "1e-3", "width"];
    let peers = ["parry f32", "error", "parry f64", "error", "box f32", "error"];
    let head = head(&[&names[..], &peers].concat());
    let rows = lines.iter().map(|line| {
        let mut cells = row(line);
        cells.push(line.cases.to_string());
        let is_timed = line.question != Question::Contact;
        for name in OURS.into_iter().chain(PEERS) {
            let seen = line.of(name);
            let is_interval = is_timed && OURS.contains(&name);
            cells.push(wrong(seen, is_interval));
            cells.push(seen.map_or_else(
                || "–".into(),
                |seen| small(if is_interval { seen.tally.width } else { seen.tally.error }),
            ));
        }
        cells
    });
    aligned(&head, &rows.collect::<Vec<_>>())
}

/// A time outside its interval is wrong too.
fn wrong(seen: Option<&Seen>, is_interval: bool) -> String {
    let Some(Seen { tally, .. }) = seen else { return "–".into() };
    let mut text = match (tally.wrong(), tally.plain) {
        (0, _) => "0".into(),
        (_, plain) => format!("{}+{} ({plain})", tally.wrong_hits, tally.wrong_misses),
    };
    if tally.open > 0 {
        text.push_str(&format!(" ?{}", tally.open));
    }
    if is_interval && tally.error > 0.0 {
        text.push_str(&format!(" off {}", small(tally.error)));
    }
    text
}

/// The effect of a small motion, as shares of the pairs that touch.
pub fn tremor(sets: &[(&str, Vec<Shaken>)]) -> String {
    let head = head(&["pairs", "contender", "touch", "any", "count", "names", "normal"]);
    let rows = sets.iter().flat_map(|(set, all)| {
        all.iter().map(move |shaken| {
            let share = |count: usize| {
                let percent = 100.0 * count as f64 / shaken.pairs as f64;
                if count == 0 { "0".to_string() } else { format!("{percent:.2} %") }
            };
            let Shaken { counts, keys, normals, any, .. } = *shaken;
            let mut cells = vec![(*set).to_string(), shaken.name.to_string()];
            cells.push(shaken.pairs.to_string());
            cells.extend([any, counts, keys, normals].map(share));
            cells
        })
    });
    aligned(&head, &rows.collect::<Vec<_>>())
}

/// The results for the rods.
pub fn rods(lines: &[Line]) -> String {
    let head = head(&["rods by", "contender", "tunnel", "late", "gave up", "ns"]);
    let rows = lines.iter().flat_map(|line| {
        line.seen.iter().map(move |seen| {
            let late = if seen.tally.error > 0.0 { small(seen.tally.error) } else { "–".into() };
            vec![
                line.question.name().to_string(),
                seen.name.to_string(),
                format!("{} of {}", seen.tally.wrong_misses, line.cases),
                late,
                seen.tally.open.to_string(),
                nanoseconds(seen.time.map(|[least, _]| least)),
            ]
        })
    });
    aligned(&head, &rows.collect::<Vec<_>>())
}
