//! `clearance decompose`: how well convex parts stand for a mesh.
//!
//! ```text
//! parts ─> coacd, vhacd     those of a file, or made by a tool
//! ```

mod coacd;
mod parts;
mod vhacd;

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clearance::{Point, Space, Xyz};
use clearance_json::{Fault, escape, library::neighbour};
use clearance_scene::Mesh;
use clearance_scene::mesh::Note;
use clearance_scene::scene::{Body, Cover, Extent, Part, Reach};
use parts::{Parts, obj, parts};
use serde_json::{Value, json};

use crate::args::{DecomposeArgs, Tool, Up};
use crate::clash::{number, write};
use crate::objects::sum;
use crate::picture::{Cell, Line, Page, Shown, Tone};
use crate::report::rounded_up;
use crate::words::{are, counted};

/// Reads, bounds, reports; the exit code says whether the bounds do.
pub(crate) fn run(args: &DecomposeArgs) -> Result<ExitCode, Fault> {
    let reading = args.meshes.reading();
    let loaded = reading.file(&args.mesh).map_err(|error| failed(&args.mesh, &error))?;
    remark_all(&args.mesh, &loaded.notes);
    let surface = Body::of_triangles(loaded.mesh)
        .map_err(|error| Fault::field(&args.mesh.display().to_string(), error))?;
    let Some(mesh) = surface.mesh() else { return Err(Fault::new("the mesh has no triangles")) };
    let Parts { body: parts, flat, hulls } = parts(args, mesh)?;
    if !flat.is_empty() {
        crate::remark(&format!(
            "{} of {} {} flat, without an inside: {}",
            flat.len(),
            counted(parts.count(), "part"),
            are(flat.len()),
            flat.join(", ")
        ));
    }
    let size = longest_side(&mesh.vertices);
    let tolerance = args.tolerance.unwrap_or(size / 200.0);
    let cover = Cover::of(&surface, &parts, tolerance, args.most).ok_or_else(|| {
        Fault::new("the coordinates are too large to tell how well the parts stand for the mesh")
    })?;
    let report =
        Report { args, surface: &surface, parts: &parts, flat: &flat, hulls: &hulls, cover };
    if args.json {
        crate::print(&(escape::json(report.json().to_string()) + "\n"))?;
    } else {
        crate::print(&report.text())?;
    }
    write("--save-parts", args.save_parts.as_ref(), || obj(parts.parts()).map(String::into_bytes))?;
    write("--out", args.out.as_ref(), || report.scene().map(String::into_bytes))?;
    write("--html", args.html.as_ref(), || report.html().map(String::into_bytes))?;
    let worst = cover.overshoot.map_or(f64::INFINITY, |reach| reach.most);
    let worst = cover.hollow.map_or(worst, |reach| worst.max(reach.most));
    let worst = worst.max(cover.uncovered.most);
    let fails = args.at_most.is_some_and(|most| !(worst <= most));
    Ok(ExitCode::from(u8::from(fails)))
}

/// What a reader says about a file.
fn remark_all(path: &Path, notes: &[Note]) {
    // The objects of a file are one mesh here.
    let notes = notes.iter().filter(|note| !matches!(note, Note::Joined { .. }));
    notes.for_each(|note| crate::remark(&format!("{}: {note}", path.display())));
}

fn failed(path: &Path, error: &dyn Display) -> Fault {
    Fault::new(format!("{error}{}", neighbour(path).unwrap_or_default()))
}

fn longest_side(vertices: &[[f64; 3]]) -> f64 {
    let Extent { low, high } =
        Extent::of_points(vertices.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z)));
    (high - low).max_abs()
}

struct Report<'t> {
    args: &'t DecomposeArgs,
    surface: &'t Body,
    parts: &'t Body,
    flat: &'t [String],
    /// Parts that are not convex, and stand here by their hulls.
    hulls: &'t [String],
    cover: Cover,
}

impl Report<'_> {
    fn reaches(&self) -> [(&'static str, Option<Reach>); 3] {
        let Cover { uncovered, overshoot, hollow } = self.cover;
        [("uncovered", Some(uncovered)), ("overshoot", overshoot), ("hollow", hollow)]
    }

    /// The file that holds the parts.
    fn file(&self) -> Option<&Path> {
        self.args.parts.as_deref().or(self.args.save_parts.as_deref())
    }

    fn text(&self) -> String {
        let mut out = format!(
            "{}, {}\n",
            counted(self.parts.count(), "part"),
            counted(self.surface.count(), "triangle")
        );
        if let Some(first) = self.hulls.first() {
            let (count, first) = (self.hulls.len(), escape::shown(first));
            let _ = writeln!(
                out,
                "{count} of the parts {} not convex, as {first}: all below is by hulls",
                are(count)
            );
        }
        for (name, reach) in self.reaches() {
            let _ = match reach {
                Some(Reach { most: 0.0, .. }) => writeln!(out, "{name:9}  none, proved"),
                Some(reach) => writeln!(
                    out,
                    "{name:9}  at most {}, at least {}{}",
                    above(reach.most),
                    number(reach.least),
                    match reach.least {
                        0.0 => String::new(),
                        _ => format!(" at {}", reach.at[0].coordinates().map(number).join(", ")),
                    }
                ),
                None => writeln!(out, "{name:9}  unknown: the mesh does not close"),
            };
        }
        out
    }

    fn json(&self) -> Value {
        let reach = |reach: Reach| {
            let [at, from] = reach.at.map(Space::coordinates);
            json!({"at_least": reach.least, "at_most": reach.most, "at": at, "from": from})
        };
        let [uncovered, overshoot, hollow] = self.reaches().map(|(_, own)| own.map(reach));
        json!({
            "mesh": self.args.mesh.display().to_string(),
            "parts": self.file().map(|path| path.display().to_string()),
            "with": self.args.with.map(Tool::name),
            "count": self.parts.count(),
            "flat": self.flat,
            "hulls_of_concave": self.hulls,
            "uncovered": uncovered,
            "overshoot": overshoot,
            "hollow": hollow,
        })
    }

    /// A line that places the parts, with the bounds.
    fn scene(&self) -> Result<String, Fault> {
        let Some(parts) = self.file() else {
            return Err(Fault::new("--out needs --save-parts, or --parts"));
        };
        let out = self.args.out.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let file = beside(out, parts)?;
        let name = self.args.mesh.file_stem().unwrap_or_default().to_string_lossy();
        let sum = |path: &Path| {
            sum(path).map_err(|error| Fault::field(&path.display().to_string(), error))
        };
        let cover = json!({
            "of": self.args.mesh.file_name().unwrap_or_default().to_string_lossy(),
            "sums": {"of": sum(&self.args.mesh)?, "file": sum(parts)?},
            "uncovered": self.cover.uncovered.most,
            "overshoot": self.cover.overshoot.map(|reach| reach.most),
            "hollow": self.cover.hollow.map(|reach| reach.most),
        });
        let line = json!({"file": file.display().to_string(), "name": name, "cover": cover});
        Ok(escape::json(line.to_string()) + "\n")
    }

    /// The mesh, the parts beside it, and where they leave each other most.
    fn html(&self) -> Result<String, Fault> {
        const COLOURS: [[u8; 3]; 6] = [
            [0x4e, 0x79, 0xa7],
            [0x59, 0xa1, 0x4f],
            [0xed, 0xc9, 0x48],
            [0xb0, 0x7a, 0xa1],
            [0x76, 0xb7, 0xb2],
            [0x9c, 0x75, 0x5f],
        ];
        let Some(mesh) = self.surface.mesh() else { return Ok(String::new()) };
        let whole = longest_side(&mesh.vertices);
        let by = Xyz::new(1.25 * whole, 0.0, 0.0);
        let tone = |name, colour| Tone { name, colour, solid: 1.0 };
        let names = self.reaches().map(|(name, _)| tone(name, [0xd6, 0x3a, 0x2f]));
        let first = names.len();
        let mut tones = Vec::from(names);
        tones.extend(COLOURS.map(|colour| tone("part", colour)));
        let mut objects =
            vec![Shown { name: "mesh".into(), mesh: Cow::Borrowed(mesh), tone: Some(first) }];
        for (part, place) in self.parts.parts().iter().zip(0..) {
            let body = Body::of_parts(vec![part.clone()]).map_err(Fault::new)?;
            let mut drawn =
                crate::picture::of_object(&clearance_scene::scene::Object::new("", body));
            drawn.vertices.iter_mut().for_each(|[x, _, _]| *x += by.x);
            let tone = Some(first + place % COLOURS.len());
            let name = format!("part {}", place + 1).into();
            objects.push(Shown { name, mesh: Cow::<Mesh>::Owned(drawn), tone });
        }
        let row = |(tone, (name, reach)): (usize, (&'static str, Option<Reach>))| {
            let reach = reach.filter(|reach| reach.least > 0.0)?;
            Some(Line {
                id: name.into(),
                cells: vec![Cell::Number(number(reach.least)), Cell::Number(above(reach.most))],
                tone,
                objects: [0, 1 + self.part_at(reach.at)],
                ends: reach.at.map(|point| (point + by).coordinates()),
            })
        };
        let rows = self.reaches().into_iter().zip(0..).map(|(own, tone)| (tone, own));
        let page = Page {
            title: &format!("{} and its parts", self.args.mesh.display()),
            summary: &self.text(),
            up: Up::Z,
            unit: "in the mesh's unit",
            tones,
            faint: 0.3,
            objects,
            columns: &["at least", "at most"],
            rows: rows.filter_map(row).collect(),
            is_named: false,
            film: None,
        };
        page.html()
    }

    /// The part nearest to two points.
    fn part_at(&self, points: [Xyz; 2]) -> usize {
        let origin = Xyz::default();
        let away = |part: &Part| -> f64 {
            let way = |point| clearance::distance(&part.shape, &part.pose, &Point(point), &origin);
            points.map(|point| way(point).map_or(0.0, |found| found.length)).into_iter().sum()
        };
        let parts = self.parts.parts().iter().map(away).zip(0..);
        parts.min_by(|(one, _), (two, _)| one.total_cmp(two)).map_or(0, |(_, place)| place)
    }
}

/// Two digits, not below the bound.
fn above(bound: f64) -> String {
    number(rounded_up(bound).parse().unwrap_or(bound))
}

/// A file's path from a folder, or where it is in none of those below it its whole path.
fn beside(folder: &Path, file: &Path) -> Result<PathBuf, Fault> {
    let here = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        path.canonicalize().map_err(|error| Fault::field(&path.display().to_string(), error))
    };
    let (folder, file) = (here(folder)?, here(file)?);
    Ok(file.strip_prefix(&folder).map(Path::to_path_buf).unwrap_or(file))
}
