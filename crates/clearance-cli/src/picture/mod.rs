//! One HTML file that needs no other: a picture of objects, and rows that fly to their pair.
//!
//! ```text
//! mod ─> rows, svg, text  the file; without a script or WebGL it shows a still picture
//!   ├──> film             how objects move, and what is proved of it
//!   ├──> viewer/*.js      what draws, steers and lists, and style.css
//!   └──> surface          triangles of any shape
//! ```

mod film;
mod rows;
mod surface;
mod svg;
mod text;

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clearance::{Pose, Xyz};
use clearance_json::{Fault, escape};
use clearance_scene::Mesh;
use clearance_scene::scene::Extent;
use serde_json::json;

use crate::args::Up;
pub(crate) use film::{Film, Frame, Span};
pub(crate) use surface::{middle, of_body, of_object};
use text::harmless;

/// What may stand in the file: the viewer's own script and style, and nothing from elsewhere.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
/// How the file begins, and no other page.
const HEAD: &str =
    "<!doctype html><html lang=\"en\" class=\"clearance-report\"><meta charset=\"utf-8\">";
/// What draws, steers and lists, in this order.
const SCRIPTS: [&str; 5] = [
    include_str!("viewer/draw.js"),
    include_str!("viewer/steer.js"),
    include_str!("viewer/rows.js"),
    include_str!("viewer/film.js"),
    include_str!("viewer/main.js"),
];
/// Triangles drawn at most; what is in no pair and beyond them is drawn as its box.
const MOST: usize = 2_000_000;

/// All that is shown.
pub(crate) struct Page<'p> {
    pub(crate) title: &'p str,
    /// A paragraph a line.
    pub(crate) summary: &'p str,
    pub(crate) up: Up,
    /// In what lengths are.
    pub(crate) unit: &'p str,
    /// From worst to least.
    pub(crate) tones: Vec<Tone>,
    /// How solid is what is in no row, from 0 to 1; and beside a row that is chosen.
    pub(crate) faint: f64,
    pub(crate) objects: Vec<Shown<'p>>,
    pub(crate) columns: &'p [&'p str],
    pub(crate) rows: Vec<Line>,
    /// Whether objects bear their names from the start.
    pub(crate) is_named: bool,
    /// How the objects move.
    pub(crate) film: Option<Film>,
}

/// A class, its colour, and how solid its objects are while no row is chosen.
pub(crate) struct Tone {
    pub(crate) name: &'static str,
    pub(crate) colour: [u8; 3],
    pub(crate) solid: f64,
}

/// An object, where it stands.
pub(crate) struct Shown<'p> {
    pub(crate) name: Cow<'p, str>,
    pub(crate) mesh: Cow<'p, Mesh>,
    /// That of its worst row.
    pub(crate) tone: Option<usize>,
}

/// A row of the table.
pub(crate) struct Line {
    pub(crate) id: String,
    /// Its first cell is the tone's name; these follow.
    pub(crate) cells: Vec<Cell>,
    pub(crate) tone: usize,
    /// Places among the objects.
    pub(crate) objects: [usize; 2],
    /// The nearest or deepest points of both.
    pub(crate) ends: [[f64; 3]; 2],
}

/// Numbers stand in columns, names under each other, and notes last.
pub(crate) enum Cell {
    Number(String),
    Text(String),
    Note(String),
}

impl Page<'_> {
    /// Gives each object the tone of its worst row.
    pub(crate) fn toned(mut self) -> Self {
        for row in &self.rows {
            for object in row.objects {
                if let Some(object) = self.objects.get_mut(object) {
                    object.tone = Some(object.tone.map_or(row.tone, |tone| tone.min(row.tone)));
                }
            }
        }
        self
    }

    /// The file.
    pub(crate) fn html(&self) -> Result<String, Fault> {
        let title = harmless(self.title);
        let mut out = format!(
            "{HEAD}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <title>{title}</title><style>{}",
            include_str!("style.css")
        );
        for (tone, place) in self.tones.iter().zip(0..) {
            // Darker, to be read on white; the dots as the picture has them.
            let [ink, dot] = [tone.colour.map(|c| c / 5 * 3), tone.colour].map(hex);
            let _ = writeln!(out, ".t{place}{{color:{ink};--dot:{dot}}}");
        }
        out += &rows::widths(self);
        let _ = write!(out, "</style><body><header><h1>{title}</h1><details open>");
        out += "<summary>What this is about</summary>";
        for line in self.summary.lines() {
            let _ = writeln!(out, "<p>{}</p>", harmless(line));
        }
        let _ = writeln!(out, "<p>Lengths are {}.</p>", harmless(self.unit));
        let _ = writeln!(out, "</details></header>\n<main><section id=\"picture\">");
        out += "<div id=\"stage\"><canvas id=\"view\" tabindex=\"0\" role=\"img\" \
                aria-label=\"the objects in space\"></canvas><div id=\"names\"></div>\n";
        out += &svg::still(self);
        out += "</div></section>\n<section id=\"list\">";
        out += &rows::table(self);
        out += "</section></main>\n<script type=\"application/json\" id=\"data\">";
        // No text in it can end the element.
        out += &escape::json(self.data()?).replace('<', "\\u003c");
        let scripts = SCRIPTS.concat();
        let _ = write!(out, "</script>\n<script>(() => {{\n{scripts}}})();</script></html>\n");
        Ok(out)
    }

    /// What the viewer draws: coordinates are `f32` about the middle of all, with z up.
    #[allow(clippy::cast_possible_truncation)] // What a screen shows is f32.
    fn data(&self) -> Result<String, Fault> {
        let mut left = MOST;
        let mut drawn: Vec<Option<Cow<'_, Mesh>>> = self.objects.iter().map(|_| None).collect();
        // What is in pairs first.
        for in_pair in [true, false] {
            for (object, slot) in self.objects.iter().zip(&mut drawn) {
                if object.tone.is_some() != in_pair {
                    continue;
                }
                let count = object.mesh.triangles.len();
                *slot = Some(if count <= left {
                    left -= count;
                    Cow::Borrowed(&*object.mesh)
                } else {
                    Cow::Owned(surface::of_box(&object.mesh))
                });
            }
        }
        let corners = self.objects.iter().flat_map(|object| &object.mesh.vertices);
        let points = corners.map(|[x, y, z]| Xyz::new(*x, *y, *z));
        let Extent { low, high } = Extent::of_points(points);
        let middle = (low + high) * 0.5;
        let place = |[x, y, z]: [f64; 3]| {
            let about = [x - middle.x, y - middle.y, z - middle.z];
            self.up.turned(about.map(|x| if x.is_finite() { x } else { 0.0 })).map(|x| x as f32)
        };
        let (mut positions, mut indices, mut objects) = (Vec::new(), Vec::new(), Vec::new());
        let (mut begin, mut first) = (0_u32, 0_usize);
        for (object, mesh) in self.objects.iter().zip(drawn.iter().flatten()) {
            let vertices = mesh.vertices.iter().flat_map(|v| place(*v));
            positions.extend(vertices.flat_map(f32::to_le_bytes));
            let corners = mesh.triangles.iter().flatten();
            indices.extend(corners.flat_map(|i| i.saturating_add(begin).to_le_bytes()));
            let count = 3 * mesh.triangles.len();
            let tone = object.tone.map_or(json!(-1), |tone| json!(tone));
            let name = escape::shown(&object.name);
            objects.push(json!({"first": first, "count": count, "tone": tone, "name": name}));
            first += count;
            begin = begin.saturating_add(u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX));
        }
        let rows = self.rows.iter().map(|row| {
            let ends = row.ends.map(place);
            json!({"id": row.id, "tone": row.tone, "objects": row.objects, "ends": ends})
        });
        let tones = self.tones.iter();
        let tones =
            tones.map(|own| json!({"name": own.name, "colour": own.colour, "solid": own.solid}));
        let about = Pose::from_translation(middle);
        let data = json!({
            "positions": BASE64_STANDARD.encode(&positions),
            "indices": BASE64_STANDARD.encode(&indices),
            "objects": objects,
            "rows": rows.collect::<Vec<_>>(),
            "tones": tones.collect::<Vec<_>>(),
            "faint": self.faint,
            "named": self.is_named,
            "film": self.film.as_ref().map(|film| film.json(&about)),
        });
        serde_json::to_string(&data).map_err(Fault::new)
    }
}

/// Whether a file is one that this program wrote, by its beginning.
pub(crate) fn is_report(bytes: &[u8]) -> bool {
    bytes.starts_with(HEAD.as_bytes())
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
