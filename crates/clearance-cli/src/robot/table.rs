//! Pairs of links as text for a person, as CSV and as JSON Lines.

use std::collections::HashSet;
use std::fmt::Write as _;

use clearance::{Pose, Space};
use clearance_json::{Fault, escape};
use clearance_scene::robot::JointKind;
use serde::Serialize;

use super::load::Loaded;
use super::row::Row;
use crate::clash::number;
use crate::csv::quoted;
use crate::words::counted;

/// The nearest rows, in columns.
pub(super) fn text(rows: &[Row], top: usize) -> String {
    let shown = if top == 0 { rows.len() } else { rows.len().min(top) };
    let header = ["class", "distance", "A", "B", "point on A", "point on B"].map(str::to_owned);
    let mut cells = vec![header];
    cells.extend(rows.iter().take(shown).map(|row| {
        let bound = if row.depth_is_lower_bound { "≤ " } else { "" };
        [
            row.class.to_owned(),
            format!("{bound}{}", number(row.signed_distance)),
            escape::shown(&row.shape_a).into_owned(),
            escape::shown(&row.shape_b).into_owned(),
            point(row.point_a),
            point(row.point_b),
        ]
    }));
    let mut out = columns(&cells);
    if shown < rows.len() {
        let _ = writeln!(out, "… and {} more; --top 0 prints all", rows.len() - shown);
    }
    out
}

fn point(coordinates: [f64; 3]) -> String {
    // A rounding about zero is zero, for a person.
    let size = coordinates.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let of = |x: f64| if x.abs() < 1e-12 * size { 0.0 } else { x };
    coordinates.map(|x| number(of(x))).join(", ")
}

/// Cells under each other; numbers, in the second column, by their ends.
pub(super) fn columns<const N: usize>(cells: &[[String; N]]) -> String {
    let width = |i: usize| {
        let lengths = cells.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in cells {
        let mut line = String::new();
        for ((cell, i), width) in row.iter().zip(0..).zip(&widths) {
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            let (before, behind) = if i == 1 { (&*pad, "") } else { ("", &*pad) };
            let _ = write!(line, "{before}{cell}{behind}  ");
        }
        out += line.trim_end();
        out += "\n";
    }
    out
}

/// What was looked at, and what came of it.
pub(super) fn summary(loaded: &Loaded, rows: &[Row]) -> String {
    let mut out = about(loaded);
    let _ = match configuration(loaded, &loaded.configuration) {
        none if none.is_empty() => writeln!(out, "no joint takes a value"),
        values => writeln!(out, "at {values}"),
    };
    let count = |class: &str| rows.iter().filter(|row| row.class == class).count();
    let (collisions, undecided) = (count("collision"), count("undecided"));
    let said = match (collisions, rows.first()) {
        (0, Some(row)) => format!(
            "no collision; nearest are {} and {}, {} apart",
            escape::shown(&row.a),
            escape::shown(&row.b),
            number(row.signed_distance)
        ),
        (0, None) => NO_PAIR.into(),
        (some, _) => {
            let of_links = if loaded.world().is_some() { "" } else { " of links" };
            let verb = if some == 1 { "collides" } else { "collide" };
            format!("{}{of_links} {verb}", counted(some, "pair"))
        }
    };
    let _ = match undecided {
        0 => write!(out, "{said}"),
        some => write!(out, "{said}; {some} too close to call"),
    };
    let _ = match rows.iter().filter(|row| row.fails() && row.hull_of_concave).count() {
        0 => writeln!(out),
        some => writeln!(out, "; {some} by hulls that fill dents: the links may be apart there"),
    };
    out
}

/// What is known where nothing is looked at.
pub(super) const NO_PAIR: &str = "no pair of links is looked at, so nothing is known";

/// The robot in a line, and one for each joint that stands somewhere unasked.
pub(super) fn about(loaded: &Loaded) -> String {
    let robot = &loaded.robot;
    let links: HashSet<[usize; 2]> = loaded
        .pairs
        .iter()
        .map(|pair| pair.map(|place| robot.geometries.get(place).map_or(0, |g| g.link)))
        .collect();
    let with_shapes: HashSet<usize> = robot.geometries.iter().map(|own| own.link).collect();
    let all = with_shapes.len() * with_shapes.len().saturating_sub(1) / 2;
    let left_out = match all.saturating_sub(links.len()) {
        0 => String::new(),
        some => format!("; {some} left out, which --pairs lists"),
    };
    let mut out = format!(
        "{}: {}, {}; {} looked at, {} of shapes{left_out}\n",
        escape::shown(&robot.name),
        counted(robot.links.len(), "link"),
        counted(robot.geometries.len(), "shape"),
        match links.len() {
            1 => "1 pair of links is".into(),
            some => format!("{some} pairs of links are"),
        },
        loaded.pairs.len()
    );
    for line in loaded.around.iter().flat_map(|around| &around.lines) {
        let _ = writeln!(out, "{line}");
    }
    let free = robot.joints.iter().zip(0..).filter(|(joint, _)| joint.kind.values() > 1);
    for (joint, place) in free {
        let kind = if joint.kind == JointKind::Planar { "planar" } else { "floating" };
        let name = escape::shown(&joint.name);
        let _ = match joint.place == Pose::identity() {
            _ if robot.is_released(place) => writeln!(out, "{kind} joint {name} moves"),
            true => writeln!(out, "{kind} joint {name} stands at its origin"),
            false => {
                let Pose { translation, rotation } = joint.place;
                let turned = [rotation.x, rotation.y, rotation.z, rotation.w].map(number);
                let at = point(translation.coordinates());
                writeln!(out, "{kind} joint {name} stands at {at}, turned by {}", turned.join(", "))
            }
        };
    }
    out
}

/// The joints' values, by their names.
pub(super) fn configuration(loaded: &Loaded, values: &[f64]) -> String {
    let robot = &loaded.robot;
    let names = robot.variables.iter().filter_map(|joint| robot.joints.get(*joint));
    let values: Vec<String> = names
        .zip(values)
        .map(|(joint, value)| format!("{}={}", escape::shown(&joint.name), number(*value)))
        .collect();
    values.join(", ")
}

/// One object a line.
pub(super) fn json_lines(rows: &[impl Serialize]) -> Result<String, Fault> {
    let mut out = String::new();
    for row in rows {
        out += &escape::json(serde_json::to_string(row).map_err(Fault::new)?);
        out += "\n";
    }
    Ok(out)
}

pub(super) const COLUMNS: &str = "class,signed_distance,gap,depth_is_lower_bound,hull_of_concave,a,b,shape_a,shape_b,\
point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,normal_x,normal_y,normal_z,\
b_is_around\n";

/// All fields, quoted as RFC 4180 has it, numbers in the shortest form that reads back the same.
pub(super) fn csv(rows: &[Row]) -> String {
    let mut out = COLUMNS.to_owned();
    for row in rows {
        out += &csv_line(row);
        out += "\n";
    }
    out
}

/// A row, without the end of its line.
pub(super) fn csv_line(row: &Row) -> String {
    let mut fields = vec![
        row.class.to_owned(),
        row.signed_distance.to_string(),
        row.gap.to_string(),
        row.depth_is_lower_bound.to_string(),
        row.hull_of_concave.to_string(),
    ];
    fields.extend([&row.a, &row.b, &row.shape_a, &row.shape_b].map(|text| quoted(text)));
    let numbers = row.point_a.iter().chain(&row.point_b).chain(&row.normal);
    fields.extend(numbers.map(|x| (x + 0.0).to_string()));
    fields.push(row.b_is_around.to_string());
    fields.join(",")
}
