//! One HTML file that needs no other: a picture of objects, and rows that fly to their pair.
//!
//! ```text
//! mod ─> svg, text        the file; without a script or WebGL it shows a still picture
//!   ├──> viewer.js        what turns it, and style.css
//!   └──> surface          triangles of any shape
//! ```

mod surface;
mod svg;
mod text;

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clearance::Xyz;
use clearance_json::{Fault, escape};
use clearance_scene::Mesh;
use clearance_scene::scene::Extent;
use serde_json::json;

use crate::args::Up;
pub(crate) use surface::{middle, of_body, of_object};
use text::harmless;

/// What may stand in the file: the viewer's own script and style, and nothing from elsewhere.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
/// How the file begins, and no other page.
const HEAD: &str =
    "<!doctype html><html lang=\"en\" class=\"clearance-report\"><meta charset=\"utf-8\">";
/// Triangles drawn at most; what is in no pair and beyond them is drawn as its box.
const MOST: usize = 2_000_000;

/// All that is shown.
pub(crate) struct Page<'p> {
    pub(crate) title: &'p str,
    /// A paragraph a line.
    pub(crate) summary: &'p str,
    pub(crate) up: Up,
    /// From worst to least.
    pub(crate) tones: Vec<Tone>,
    /// How many of them, from the worst, are drawn solid while no row is chosen.
    pub(crate) solid: usize,
    /// How solid is what is in no row, from 0 to 1.
    pub(crate) faint: f64,
    pub(crate) objects: Vec<Shown<'p>>,
    pub(crate) columns: &'p [&'p str],
    pub(crate) rows: Vec<Line>,
    /// The row that is chosen when the file is opened.
    pub(crate) first: Option<usize>,
}

/// A class and its colour.
pub(crate) struct Tone {
    pub(crate) name: &'static str,
    pub(crate) colour: [u8; 3],
}

/// An object, where it stands.
pub(crate) struct Shown<'p> {
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

pub(crate) enum Cell {
    Number(String),
    Text(String),
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
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{}",
            include_str!("style.css")
        );
        for (tone, place) in self.tones.iter().zip(0..) {
            // Darker, to be read on white.
            let _ = writeln!(out, ".t{place}{{color:{}}}", hex(tone.colour.map(|c| c / 4 * 3)));
        }
        let _ = writeln!(out, "</style><body><h1>{title}</h1>");
        for line in self.summary.lines() {
            let _ = writeln!(out, "<p>{}</p>", harmless(line));
        }
        out += "<p id=\"keys\">Drag to turn, with Shift to move, wheel to zoom; click a row or use \
                the arrow keys to fly to its pair, Escape to see all.</p>\n<main><div>";
        out += "<canvas id=\"view\" aria-label=\"the objects in space\"></canvas>\n";
        out += &svg::still(self);
        out += "</div>\n<div id=\"rows\"><table><tr><th>class";
        self.columns.iter().for_each(|column| {
            let _ = write!(out, "<th>{column}");
        });
        out += "</tr>\n";
        for (row, place) in self.rows.iter().zip(0..) {
            let name = self.tones.get(row.tone).map_or("", |tone| tone.name);
            let _ = write!(
                out,
                "<tr id=\"{}\" data-row=\"{place}\"><td class=\"t{}\">{name}",
                row.id, row.tone
            );
            for cell in &row.cells {
                let _ = match cell {
                    Cell::Number(text) => write!(out, "<td class=\"n\">{}", harmless(text)),
                    Cell::Text(text) => write!(out, "<td class=\"w\">{}", harmless(text)),
                };
            }
            out += "</tr>\n";
        }
        out += "</table></div></main>\n<script type=\"application/json\" id=\"data\">";
        // No text in it can end the element.
        out += &escape::json(self.data()?).replace('<', "\\u003c");
        let _ = write!(out, "</script>\n<script>{}</script></html>\n", include_str!("viewer.js"));
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
            objects.push(json!({"first": first, "count": count, "tone": tone}));
            first += count;
            begin = begin.saturating_add(u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX));
        }
        let rows = self.rows.iter().map(|row| {
            let ends = row.ends.map(place);
            json!({"id": row.id, "tone": row.tone, "objects": row.objects, "ends": ends})
        });
        let data = json!({
            "positions": BASE64_STANDARD.encode(&positions),
            "indices": BASE64_STANDARD.encode(&indices),
            "objects": objects,
            "rows": rows.collect::<Vec<_>>(),
            "tones": self.tones.iter().map(|tone| tone.colour).collect::<Vec<_>>(),
            "opaque": self.solid,
            "faint": self.faint,
            "first": self.first.map_or(json!(-1), |row| json!(row)),
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
