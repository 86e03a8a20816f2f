//! `--html`: the robot in a configuration or over a motion, and rows that fly to their pair.

use std::borrow::Cow;

use clearance_json::Fault;
use clearance_scene::robot::{Posed, World};

use super::load::Loaded;
use super::row::Row;
use crate::args::Up;
use crate::clash::number;
use crate::picture::{Cell, Film, Line, Page, Shown, Tone, of_object};

const COLUMNS: [&str; 3] = ["distance", "A", "B"];

const TONES: [(&str, [u8; 3]); 3] = [
    ("collision", [0xd6, 0x3a, 0x2f]),
    ("undecided", [0x77, 0x77, 0x77]),
    ("apart", [0x5b, 0x8d, 0xbd]),
];

/// The place of a class among the tones.
pub(super) fn tone(class: &str) -> usize {
    TONES.iter().position(|(name, _)| *name == class).unwrap_or(0)
}

/// More names than these hide what they name.
const MOST_NAMED: usize = 60;

/// The file; it opens at the whole robot.
pub(super) fn html(
    loaded: &Loaded,
    configuration: &[f64],
    rows: &[Row],
    summary: &str,
    film: Option<Film>,
) -> Result<Vec<u8>, Fault> {
    let robot = &loaded.robot;
    let mut posed = Posed::default();
    posed.set(robot, configuration);
    let objects = robot.objects().into_iter().zip(&posed.geometries);
    let objects = objects.map(|(object, pose)| {
        let there = clearance_scene::scene::Object { pose: *pose, ..object };
        let mesh = Cow::Owned(of_object(&there));
        Shown { name: Cow::Owned(there.name), mesh, tone: None }
    });
    let around = loaded.around.iter().flat_map(|around| {
        let named = around.world.iter().flat_map(World::objects).zip(&around.meshes);
        named.map(|(object, mesh)| Shown {
            name: Cow::Borrowed(&object.name),
            mesh: Cow::Borrowed(mesh),
            tone: None,
        })
    });
    let objects: Vec<Shown<'_>> = objects.chain(around).collect();
    let line = |(row, place): (&Row, usize)| {
        let bound = if row.depth_is_lower_bound { "≤ " } else { "" };
        Line {
            id: format!("pair-{place}"),
            cells: vec![
                Cell::Number(format!("{bound}{}", number(row.signed_distance))),
                Cell::Text(row.shape_a.clone()),
                Cell::Text(row.shape_b.clone()),
            ],
            tone: tone(row.class),
            objects: row.places,
            ends: [row.point_a, row.point_b],
        }
    };
    let page = Page {
        title: &robot.name,
        summary,
        up: Up::Z,
        unit: "in metres",
        tones: TONES.map(|(name, colour)| Tone { name, colour, solid: 1.0 }).into(),
        faint: 0.3,
        is_named: objects.len() <= MOST_NAMED,
        objects,
        columns: &COLUMNS,
        rows: rows.iter().zip(0..).map(line).collect(),
        film,
    };
    page.toned().html().map(String::into_bytes)
}
