//! `--pairs`: pairs of links that are not looked at, each with the reason.

use clearance_json::escape;
use clearance_scene::robot::{LeftOut, Robot};
use serde::Serialize;

use super::table;

/// A pair of links that is not looked at.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    a: String,
    b: String,
    /// `left_out`, as pairs that are looked at have theirs.
    class: &'static str,
    reason: String,
}

pub(super) fn list(robot: &Robot, left_out: &[LeftOut]) -> Vec<Line> {
    let link = |place: usize| robot.links.get(place).map_or("", |link| link.name.as_str());
    let line = |left: &LeftOut| {
        let [a, b] = left.links.map(link).map(str::to_owned);
        Line { a, b, class: "left_out", reason: left.why(robot) }
    };
    left_out.iter().map(line).collect()
}

/// The same in columns.
pub(super) fn text(lines: &[Line]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let cells = lines.iter().map(|line| {
        let shown = |text: &str| escape::shown(text).into_owned();
        [
            line.class.replace('_', " "),
            String::new(),
            shown(&line.a),
            shown(&line.b),
            shown(&line.reason),
        ]
    });
    let header = ["class", "", "A", "B", "reason"].map(str::to_owned);
    table::columns(&std::iter::once(header).chain(cells).collect::<Vec<_>>())
}
