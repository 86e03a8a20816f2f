//! The report as one HTML file: a picture whose rows fly to their pair.

use std::borrow::Cow;

use clearance_json::Fault;
use clearance_scene::scene::Class;

use super::Picture;
use super::row::Row;
use super::table::number;
use crate::picture::{Cell, Line, Page, Shown, Tone};

/// The colour of a class, as pictures and the coloured model have it.
pub(super) const fn colour(class: Class) -> [u8; 3] {
    match class {
        Class::Clash => [0xd6, 0x3a, 0x2f],
        Class::Duplicate => [0x9c, 0x3f, 0xc0],
        Class::Contains => [0xe0, 0x7b, 0x1a],
        Class::Undecided => [0x77, 0x77, 0x77],
        Class::Touch => [0xe3, 0xc0, 0x3a],
        Class::Near => [0x5b, 0x8d, 0xbd],
    }
}

const COLUMNS: [&str; 6] = ["distance", "thickness", "A", "B", "group", "notes"];

/// The whole report.
pub(super) fn report(
    title: &str,
    summary: &str,
    rows: &[Row<'_>],
    picture: &Picture<'_>,
) -> Result<String, Fault> {
    let is_one = std::ptr::eq(picture.a, picture.b);
    let behind = if is_one { 0 } else { picture.a.meshes.len() };
    let names = picture.a.objects.iter().chain(&picture.b.objects).map(|own| own.name.as_str());
    let objects = picture.meshes().zip(names).map(|(mesh, name)| Shown {
        name: Cow::Borrowed(name),
        mesh: Cow::Borrowed(mesh),
        tone: None,
    });
    // What only touches or is near may stand before what clashes.
    let tones = Class::ALL.map(|class| Tone {
        name: class.name(),
        colour: colour(class),
        solid: if class <= Class::Undecided { 1.0 } else { 0.3 },
    });
    let unit = picture.a.lengths();
    let line = |row: &Row<'_>| {
        let [a, b] = row.places;
        Line {
            id: row.id.clone(),
            cells: cells(row),
            tone: row.kind as usize,
            objects: [a, b + behind],
            ends: [row.point_a, row.point_b],
        }
    };
    let page = Page {
        title,
        summary,
        up: picture.up,
        tones: tones.into(),
        unit: &unit,
        faint: 0.07,
        objects: objects.collect(),
        columns: &COLUMNS,
        rows: rows.iter().map(line).collect(),
        is_named: false,
        film: None,
    };
    page.toned().html()
}

fn cells(row: &Row<'_>) -> Vec<Cell> {
    let bound = row.bound();
    let mut notes: Vec<String> = Vec::new();
    notes.extend(row.exact_contact.then(|| "exact contact".into()));
    match row.inside {
        "neither" => notes.extend(row.leaving()),
        "a_in_b" => notes.push("A inside B".into()),
        "b_in_a" => notes.push("B inside A".into()),
        _ => notes.push("inside not decided: open surface".into()),
    }
    if let (true, Some(most)) = (!bound.is_empty(), row.depth_at_most) {
        notes.push(format!("way out at most {}", number(most)));
    }
    notes.extend(row.of_copies());
    notes.extend(row.status.map(str::to_owned));
    vec![
        Cell::Number(format!("{bound}{}", number(row.signed_distance))),
        Cell::Number(row.thickness.map(number).unwrap_or_default()),
        Cell::Text(row.a.to_owned()),
        Cell::Text(row.b.to_owned()),
        Cell::Number(row.group.map(|group| group.to_string()).unwrap_or_default()),
        Cell::Note(notes.join(", ")),
    ]
}
