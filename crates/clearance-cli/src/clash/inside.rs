//! `clearance clash A --inside CONTAINER`: which objects are wholly in it, how near they come to
//! its walls, and how far they stick out.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use clearance::{ConvexHull, Pose, Shape, Xyz};
use clearance_json::{Fault, escape};
use clearance_scene::mesh::{Address, Reading};
use clearance_scene::scene::{Body, Contained, contained};
use rayon::prelude::*;
use serde::Serialize;

use super::table::{coordinates, number};
use crate::args::{ClashArgs, FailOn, Up, numbers};
use crate::csv::quoted;
use crate::objects::{self, Side};
use crate::output::Output;
use crate::picture::{Cell, Line, Page, Shown, Tone, middle, of_body};
use crate::words::counted;

/// From worst to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Class {
    /// Sticks out, proved.
    Outside,
    /// Rounding or a curved surface hides whether it sticks out.
    Undecided,
    /// Wholly inside, proved, and not proved farther than `--within` from the walls.
    Near,
    /// Wholly inside, and farther from the walls.
    Inside,
}

impl Class {
    const ALL: [Self; 4] = [Self::Outside, Self::Undecided, Self::Near, Self::Inside];

    const fn name(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::Undecided => "undecided",
            Self::Near => "near",
            Self::Inside => "inside",
        }
    }

    const fn fails(self, on: FailOn) -> bool {
        match on {
            FailOn::Clash => matches!(self, Self::Outside | Self::Undecided),
            FailOn::Touch | FailOn::Near => !matches!(self, Self::Inside),
            FailOn::Never => false,
        }
    }
}

/// What reports say about an object. The names of the fields are those of CSV and JSON.
#[derive(Debug, Serialize)]
struct Row<'s> {
    class: Class,
    object: &'s str,
    file: &'s str,
    /// The distance of the nearest wall; negative: minus that of its farthest point from the
    /// container.
    room: f64,
    /// What that may be off; `null` where nothing is known.
    gap: f64,
    /// Which part or triangle.
    part: u32,
    /// Its corner that is nearest to a wall or sticks out farthest; `null` where it is round.
    point: Option<[f64; 3]>,
    #[serde(skip)]
    place: usize,
}

/// Reads, asks, reports; the exit code says what the worst object is.
pub(super) fn run(args: &ClashArgs, text: &str) -> Result<ExitCode, Fault> {
    let mut container = container(text, args).map_err(|fault| fault.within("--inside"))?;
    let progress = super::progress_bar();
    let side = objects::side(&args.a, &args.objects(), &progress)?;
    progress.finish_and_clear();
    side.complain();
    if side.objects.is_empty() {
        return Err(Fault::field(&side.file, "no object is in it, so that nothing was looked at"));
    }
    if container.metres.is_some() != side.metres.is_some() && !is_box(text) {
        container.notes.push("of both files one names its unit: --unit says that of both".into());
    }
    let mut rows: Vec<Row<'_>> = (0..side.objects.len())
        .into_par_iter()
        .filter_map(|place| {
            let found = contained(&container.shape, &Pose::identity(), side.objects.get(place)?);
            Row::new(&side, place, &found, args.within)
        })
        .collect();
    rows.sort_by(|a, b| a.class.cmp(&b.class).then(a.room.total_cmp(&b.room)));
    let summary = summary(&side, &container, &rows, args);
    if args.json {
        crate::print(&json_lines(&rows)?)?;
        container.notes.iter().for_each(|note| crate::remark(note));
    } else {
        crate::print(&(table(&rows, args.top) + &summary))?;
    }
    if let Some(path) = &args.csv {
        Output::create("--csv", path)?.lines(csv(&rows).as_bytes())?;
    }
    super::write("--html", args.html.as_ref(), || {
        html(&side, &container, &rows, &summary, args.up.unwrap_or(side.up))
    })?;
    let fails = rows.iter().any(|row| row.class.fails(args.fail_on));
    Ok(ExitCode::from(u8::from(fails)))
}

/// A convex container, and what is to say about it.
struct Container {
    name: String,
    shape: Shape<Xyz>,
    notes: Vec<String>,
    /// How many metres the unit is, where the file names one.
    metres: Option<f64>,
}

fn is_box(text: &str) -> bool {
    text.split(',').all(|word| word.trim().parse::<f64>().is_ok())
}

/// A box by two corners, or a convex mesh file.
fn container(text: &str, args: &ClashArgs) -> Result<Container, Fault> {
    if is_box(text) {
        let ends = numbers(text).map_err(Fault::new)?.0;
        let [x0, y0, z0, x1, y1, z1] = *ends else {
            return Err(Fault::new("write a box as X0,Y0,Z0,X1,Y1,Z1, or name a mesh file"));
        };
        if !(x0 < x1 && y0 < y1 && z0 < z1) {
            return Err(Fault::new("of a box the first corner must be below the second"));
        }
        let corner = |i: u8| {
            let pick = |bit: u8, low: f64, high: f64| if i & bit == 0 { low } else { high };
            Xyz::new(pick(1, x0, x1), pick(2, y0, y1), pick(4, z0, z1))
        };
        // The very corners: the middle and half the lengths of a cuboid would be rounded.
        let corners: Vec<Xyz> = (0..8).map(corner).collect();
        let hull = ConvexHull::new(&corners).map_err(Fault::new)?;
        let name = format!("the box {text}");
        return Ok(Container { name, shape: hull.into(), notes: Vec::new(), metres: None });
    }
    let Address { path, object } = Address::of(text);
    let reading = Reading { object, ..args.objects().meshes.reading() };
    let loaded = reading.file(&path).map_err(Fault::new)?;
    let mesh = &loaded.mesh;
    let convexity = mesh.convexity().map_err(Fault::new)?;
    if !mesh.is_convex().map_err(Fault::new)? {
        return Err(Fault::new(format!(
            "{text} is not convex: its deepest dent is {}; a container must be",
            number(convexity.deepest_dent)
        )));
    }
    let mut notes: Vec<String> =
        loaded.notes.iter().map(|note| format!("{text}: {note}")).collect();
    if convexity.deepest_dent > 0.0 {
        let dent = number(convexity.deepest_dent);
        notes.push(format!("{text}: its hull is the container, which fills dents of {dent}"));
    }
    let shape = mesh.hull::<Xyz>().map_err(Fault::new)?.into();
    Ok(Container { name: text.to_owned(), shape, notes, metres: loaded.metres })
}

impl<'s> Row<'s> {
    fn new(side: &'s Side, place: usize, found: &Contained, within: f64) -> Option<Self> {
        let class = match found.is_inside {
            Some(false) => Class::Outside,
            None => Class::Undecided,
            Some(true) if found.room.length - found.room.gap > within => Class::Inside,
            Some(true) => Class::Near,
        };
        Some(Self {
            class,
            object: &side.objects.get(place)?.name,
            file: &side.file,
            room: found.room.length + 0.0,
            gap: found.room.gap,
            part: found.part,
            point: found.corner.map(coordinates),
            place,
        })
    }

    /// Whether it touches a wall, for all that is known.
    fn is_flush(&self) -> bool {
        self.class == Class::Near && self.room <= self.gap
    }

    fn shown_room(&self) -> String {
        number(if self.is_flush() { 0.0 } else { self.room })
    }

    fn note(&self) -> String {
        let at = self.point.map_or(String::new(), |at| {
            let at = at.map(number).join(", ");
            format!(" at {at}")
        });
        match self.class {
            Class::Outside => format!("sticks out by {}{at}", number(-self.room)),
            Class::Undecided => "not decided".into(),
            Class::Near | Class::Inside if self.is_flush() => format!("flush{at}"),
            Class::Near | Class::Inside => String::new(),
        }
    }
}

fn json_lines(rows: &[Row<'_>]) -> Result<String, Fault> {
    let mut out = String::new();
    for row in rows {
        out += &escape::json(serde_json::to_string(row).map_err(Fault::new)?);
        out += "\n";
    }
    Ok(out)
}

fn table(rows: &[Row<'_>], top: usize) -> String {
    let shown = if top == 0 { rows.len() } else { rows.len().min(top) };
    let wide = rows.iter().take(shown).map(|row| escape::shown(row.object).chars().count());
    let wide = wide.max().unwrap_or(0).max(6);
    let mut out = format!("class      {:>10}  object\n", "room");
    for row in rows.iter().take(shown) {
        let name = escape::shown(row.object);
        let line = format!(
            "{:<9}  {:>10}  {name:<wide$}  {}",
            row.class.name(),
            row.shown_room(),
            row.note()
        );
        out += line.trim_end();
        out += "\n";
    }
    if shown < rows.len() {
        let _ = writeln!(out, "… and {} more; --top 0 prints all", rows.len() - shown);
    }
    out
}

fn csv(rows: &[Row<'_>]) -> String {
    let mut out = "class,object,file,room,gap,part,point_x,point_y,point_z\n".to_owned();
    for row in rows {
        let [x, y, z] =
            row.point.map_or([const { String::new() }; 3], |p| p.map(|x| x.to_string()));
        let (object, file) = (quoted(row.object), quoted(row.file));
        let Row { room, gap, part, .. } = row;
        let class = row.class.name();
        let _ = writeln!(out, "{class},{object},{file},{room},{gap},{part},{x},{y},{z}");
    }
    out
}

fn summary(side: &Side, container: &Container, rows: &[Row<'_>], args: &ClashArgs) -> String {
    let count = |class: Class| rows.iter().filter(|row| row.class == class).count();
    let worth = Class::ALL.into_iter().filter(|c| count(*c) > 0 || *c == Class::Outside);
    let counts: Vec<String> = worth.map(|c| format!("{} {}", count(c), c.name())).collect();
    let mut lines = vec![
        format!(
            "{}: {} {}",
            escape::shown(&side.file),
            counted(side.objects.len(), "object"),
            side.unit()
        ),
        format!(
            "in {}: {}; near is within {} of a wall",
            escape::shown(&container.name),
            counts.join(", "),
            args.within
        ),
    ];
    lines.extend(container.notes.iter().cloned());
    lines.join("\n") + "\n"
}

const TONES: [(&str, [u8; 3], f64); 5] = [
    (Class::Outside.name(), [0xd6, 0x3a, 0x2f], 1.0),
    (Class::Undecided.name(), [0x77, 0x77, 0x77], 1.0),
    (Class::Near.name(), [0xe3, 0xc0, 0x3a], 1.0),
    (Class::Inside.name(), [0x2e, 0x9e, 0x5b], 1.0),
    ("container", [0x5b, 0x8d, 0xbd], 0.15),
];

/// The container, drawn so that one looks through, what is in it, and a row for each object.
fn html(
    side: &Side,
    container: &Container,
    rows: &[Row<'_>],
    summary: &str,
    up: Up,
) -> Result<Vec<u8>, Fault> {
    let body = Body::of_parts(vec![container.shape.clone().into()]).map_err(Fault::new)?;
    let around = of_body(&body, &Pose::identity());
    let there = middle(&around).unwrap_or_default();
    let line = |row: &Row<'_>| Line {
        id: format!("object-{}", row.place),
        cells: vec![
            Cell::Number(row.shown_room()),
            Cell::Text(row.object.to_owned()),
            Cell::Note(row.note()),
        ],
        tone: row.class as usize,
        objects: [1 + row.place, 0],
        ends: [row.point.unwrap_or(there); 2],
    };
    let around = Shown {
        name: Cow::Borrowed(&*container.name),
        mesh: Cow::Owned(around),
        tone: Some(TONES.len() - 1),
    };
    let tones: HashMap<usize, usize> =
        rows.iter().map(|row| (row.place, row.class as usize)).collect();
    let objects = side.meshes.iter().zip(&side.objects).enumerate();
    let objects = objects.map(|(place, (mesh, object))| Shown {
        name: Cow::Borrowed(&*object.name),
        mesh: Cow::Borrowed(mesh),
        tone: tones.get(&place).copied(),
    });
    let page = Page {
        title: &format!("{} in {}", side.file, container.name),
        summary,
        up,
        unit: &side.lengths(),
        tones: TONES.map(|(name, colour, solid)| Tone { name, colour, solid }).into(),
        faint: 0.15,
        objects: [around].into_iter().chain(objects).collect(),
        columns: &["room", "object", "notes"],
        rows: rows.iter().map(line).collect(),
        is_named: false,
        film: None,
    };
    page.html().map(String::into_bytes)
}
