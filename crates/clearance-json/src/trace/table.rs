//! The steps as a table to read.

use std::fmt::Write as _;

use clearance::Method;
use serde_json::Value;

use super::says::short;
use super::{Region, Step, Trace, Vertex, look};

/// The columns and their widths.
const COLUMNS: [(&str, usize); 6] = [
    ("step", 8),
    ("region", 8),
    ("nearest", 11),
    ("support point", 34),
    ("at least", 11),
    ("at most", 11),
];

pub(super) fn text(trace: &Trace) -> String {
    let mut text = String::new();
    let name = |side| trace.query.pointer(side).and_then(Value::as_str).unwrap_or("shape");
    let (a, b) = (name("/a/type"), name("/b/type"));
    let space = if trace.dim == 2 { "the plane" } else { "space" };
    let precision = trace.precision.name();
    let _ =
        writeln!(text, "A: {a}, B: {b}; in {space}, {precision}. Points are in the frame of A.");
    let [ra, rb] = trace.radii;
    if ra + rb > 0.0 {
        let (ra, rb) = (short(ra), short(rb));
        let _ = writeln!(
            text,
            "Radii of {ra} and {rb} are set aside: the steps are about what is left, the cores."
        );
    }
    text.push('\n');
    let columns = if trace.is_of_cast() { &look::COLUMNS } else { &COLUMNS };
    row(&mut text, columns, &columns.map(|(name, _)| name.to_owned()));
    for step in &trace.steps {
        let (cells, says) = cells(step);
        row(&mut text, columns, &cells);
        wrapped(&mut text, says);
    }
    if trace.steps.is_empty() {
        text.push_str("No step was taken.\n");
    }
    let _ = write!(text, "\n{}", conclusion(trace));
    text
}

/// The columns of a step, and its sentence.
fn cells(step: &Step) -> ([String; 6], &str) {
    let bound = |bound: Option<f64>| bound.map_or_else(|| "-".to_owned(), short);
    match step {
        Step::Gjk(step) => (
            [
                format!("gjk {}", step.iteration + 1),
                step.region.map_or("-", name).into(),
                bound(step.nearest.as_deref().map(length)),
                point(&step.support),
                // No distance is negative, as heights of planes are.
                bound(step.lower.map(|lower| lower.max(0.0))),
                bound(step.upper),
            ],
            &step.says,
        ),
        Step::GjkEnd(step) => (
            [
                "gjk end".into(),
                name(step.region).into(),
                short(length(&step.nearest)),
                "-".into(),
                "-".into(),
                "-".into(),
            ],
            &step.says,
        ),
        Step::Epa(step) => (
            [
                format!("epa {}", step.iteration + 1),
                format!("{}", step.facets.len())
                    + if step.direction.len() == 2 { " edges" } else { " faces" },
                "-".into(),
                point(&step.support),
                bound(step.lower),
                bound(step.upper),
            ],
            &step.says,
        ),
        Step::Look(look) => (look::cells(look), &look.says),
    }
}

fn row(text: &mut String, columns: &[(&str, usize); 6], cells: &[String; 6]) {
    let mut line = String::new();
    for (cell, (_, width)) in cells.iter().zip(columns) {
        let _ = write!(line, "{cell:<width$} ");
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The sentence below its row, in lines of a terminal's width.
fn wrapped(text: &mut String, sentence: &str) {
    const WIDTH: usize = 88;
    const INDENT: usize = 4;
    let mut column = 0;
    for word in sentence.split_whitespace() {
        let needed = 1 + word.chars().count();
        if column == 0 || column + needed > WIDTH {
            let _ = write!(text, "{}{:INDENT$}{word}", if column == 0 { "" } else { "\n" }, "");
            column = INDENT + needed - 1;
        } else {
            let _ = write!(text, " {word}");
            column += needed;
        }
    }
    text.push('\n');
}

/// How it ended.
fn conclusion(trace: &Trace) -> String {
    let Ok(answer) = serde_json::from_str::<Value>(trace.answer.get()) else {
        return String::new();
    };
    let number = |name: &str| answer.get(name).map_or_else(|| "-".into(), Value::to_string);
    let gap = answer.get("gap").filter(|gap| !gap.is_null());
    let gap = gap.map_or_else(|| "any error".into(), |gap| format!("{gap}"));
    let is = |name: &str| answer.get(name).and_then(Value::as_bool).unwrap_or(false);
    let of_hulls = is("hull_of_concave");
    let parts = answer.get("parts").and_then(Value::as_str);
    let proof = match (&trace.certificate, &trace.certificate_error) {
        (Some(_), _) => "A certificate is in the trace.".into(),
        (None, Some(error)) => format!("There is no certificate: {error}."),
        (None, None) => String::new(),
    };
    if trace.is_of_cast() {
        let (time, gap) = (number("time_of_impact"), number("time_gap"));
        let normal = direction(answer.get("impact_normal"));
        let met = match (is("hit"), is("undecided")) {
            (false, _) => "They do not meet.".into(),
            (true, true) => format!("Too close to call: if they meet, then not before {time}."),
            (true, false) => format!("They meet at time {time} ± {gap}, normal {normal}."),
        };
        let parts = match (of_hulls, parts) {
            (false, _) => "",
            (true, Some("apart")) => {
                "So much for convex hulls: nor do the parts, which are not convex.\n"
            }
            (true, _) => {
                "So much for convex hulls: the parts, which are not convex, meet no sooner, if at all.\n"
            }
        };
        return format!("{met}\n{parts}{proof}\n");
    }
    let verdict = match (is("undecided"), is("intersects")) {
        (true, _) => format!("Too close to call: depth {} ± {gap}", number("penetration")),
        (false, true) => format!("They intersect: depth {} ± {gap}", number("penetration")),
        (false, false) => format!("They are apart: distance {} ± {gap}", number("distance")),
    };
    let normal = direction(answer.get("normal"));
    let parts = match (of_hulls, parts) {
        (false, _) => "",
        (true, Some("apart")) => {
            "So much for convex hulls: the parts, which are not convex, are as far apart at least.\n"
        }
        (true, _) => "So much for convex hulls: the parts, which are not convex, may be apart.\n",
    };
    format!("{verdict}, normal {normal}.\n{parts}{}{proof}\n", settled(trace))
}

/// A unit vector for people: what is no digit of it is 0.
fn direction(given: Option<&Value>) -> String {
    let Some(numbers) = given.and_then(Value::as_array) else { return "-".into() };
    let shown = |x: &Value| {
        let x = (x.as_f64().unwrap_or(f64::NAN) * 1e8).round() / 1e8;
        format!("{}", x + 0.0)
    };
    format!("({})", numbers.iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// Which method answers the plain query, and why it is there: in general, not for this pair.
fn settled(trace: &Trace) -> String {
    let last = trace.methods.last();
    let method = last.and_then(|name| Method::ALL.iter().find(|method| method.name() == name));
    let said = |m: &Method| {
        let (name, why) = (m.name(), m.reason());
        format!("Unwatched, the method `{name}` answers (why it is there: {why}).\n")
    };
    method.map(said).unwrap_or_default()
}

const fn name(region: Region) -> &'static str {
    match region {
        Region::Vertex => "vertex",
        Region::Edge => "edge",
        Region::Face => "face",
        Region::Inside => "inside",
    }
}

fn point(vertex: &Vertex) -> String {
    let numbers: Vec<String> = vertex.point.iter().map(|x| short(*x)).collect();
    format!("({})", numbers.join(", "))
}

/// Also of points whose squares leave the range.
fn length(point: &[f64]) -> f64 {
    point.iter().fold(0.0, |length: f64, x| length.hypot(*x))
}
