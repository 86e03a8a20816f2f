//! `--html`: the robot in a configuration, and rows that fly to their pair.

use std::borrow::Cow;

use clearance_json::Fault;
use clearance_scene::robot::{Posed, Robot};

use super::row::Row;
use crate::args::Up;
use crate::clash::number;
use crate::picture::{Cell, Line, Page, Shown, Tone, of_object};

const COLUMNS: [&str; 3] = ["distance", "A", "B"];

/// The file; it opens at the first row.
pub(super) fn html(
    robot: &Robot,
    configuration: &[f64],
    rows: &[Row],
    summary: &str,
) -> Result<Vec<u8>, Fault> {
    let mut posed = Posed::default();
    posed.set(robot, configuration);
    let objects = robot.objects().into_iter().zip(&posed.geometries);
    let objects = objects.map(|(object, pose)| {
        let there = clearance_scene::scene::Object { pose: *pose, ..object };
        Shown { mesh: Cow::Owned(of_object(&there)), tone: None }
    });
    let tones = [
        ("collision", [0xd6, 0x3a, 0x2f]),
        ("undecided", [0x77, 0x77, 0x77]),
        ("apart", [0x5b, 0x8d, 0xbd]),
    ];
    let line = |(row, place): (&Row, usize)| {
        let bound = if row.depth_is_lower_bound { "≤ " } else { "" };
        Line {
            id: format!("pair-{place}"),
            cells: vec![
                Cell::Number(format!("{bound}{}", number(row.signed_distance))),
                Cell::Text(row.shape_a.clone()),
                Cell::Text(row.shape_b.clone()),
            ],
            tone: tones.iter().position(|(name, _)| *name == row.class).unwrap_or(0),
            objects: row.places,
            ends: [row.point_a, row.point_b],
        }
    };
    let page = Page {
        title: &robot.name,
        summary,
        up: Up::Z,
        tones: tones.map(|(name, colour)| Tone { name, colour }).into(),
        solid: tones.len(),
        faint: 0.3,
        objects: objects.collect(),
        columns: &COLUMNS,
        rows: rows.iter().zip(0..).map(line).collect(),
        first: if rows.is_empty() { None } else { Some(0) },
    };
    page.toned().html().map(String::into_bytes)
}
