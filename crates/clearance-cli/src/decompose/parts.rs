//! The parts of a mesh: read from a file, or made.

use std::fmt::Write as _;
use std::time::Duration;

use clearance::{Pose, Rank, Xyz};
use clearance_json::{Fault, escape};
use clearance_scene::Mesh;
use clearance_scene::mesh::{Named, Objects, is_convex};
use clearance_scene::scene::{Body, Part};
use indicatif::{ProgressBar, ProgressStyle};

use super::{coacd, failed, remark_all, vhacd};
use crate::args::{DecomposeArgs, Tool};
use crate::clash::progress_bar;
use crate::picture::of_body;

/// Convex parts, which of them have no inside, and which are the hulls of parts that are not
/// convex.
pub(super) struct Parts {
    pub(super) body: Body,
    pub(super) flat: Vec<String>,
    pub(super) hulls: Vec<String>,
}

pub(super) fn parts(args: &DecomposeArgs, mesh: &Mesh) -> Result<Parts, Fault> {
    let (source, meshes) = match (&args.parts, args.with) {
        (Some(path), _) => {
            let read = args.meshes.reading().each_object(path);
            let Objects { each, notes, .. } = read.map_err(|error| failed(path, &error))?;
            remark_all(path, &notes);
            let part = |(name, mesh): Named| Ok((name, mesh.map_err(|e| failed(path, &e))?));
            (path.display().to_string(), each.into_iter().map(part).collect::<Result<_, Fault>>()?)
        }
        (None, Some(tool)) => (format!("--with {}", tool.name()), made(tool, mesh, args)?),
        (None, None) => return Err(Fault::new("give --parts or --with")),
    };
    let (mut parts, mut flat, mut hulls) = (Vec::new(), Vec::new(), Vec::new());
    for (name, mesh) in meshes {
        let hull = mesh
            .hull::<Xyz>()
            .map_err(|error| Fault::new(format!("{source}#{}: {error}", escape::shown(&name))))?;
        if hull.rank() != Rank::Solid {
            flat.push(name);
        } else if !mesh.convexity().is_ok_and(|found| is_convex(&found)) {
            hulls.push(name);
        }
        parts.push(Part::from(hull));
    }
    let body = Body::of_parts(parts).map_err(|error| Fault::field(&source, error))?;
    Ok(Parts { body, flat, hulls })
}

fn made(tool: Tool, mesh: &Mesh, args: &DecomposeArgs) -> Result<Vec<(String, Mesh)>, Fault> {
    let progress = waiting(tool);
    let parts = match tool {
        Tool::Vhacd => vhacd::parts(mesh, args),
        Tool::Coacd => coacd::parts(mesh, args),
    };
    progress.finish_and_clear();
    let named = |(place, mesh)| (format!("part_{place}"), mesh);
    Ok((1..).zip(parts?).map(named).collect())
}

/// How long the tool has taken, on standard error and only where a person watches it.
fn waiting(tool: Tool) -> ProgressBar {
    let bar = progress_bar();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} is making parts  {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(tool.name());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The parts as objects of an OBJ, to the last bit.
pub(super) fn obj(parts: &[Part]) -> Result<String, Fault> {
    let mut text = String::new();
    let mut first = 1;
    for (part, place) in parts.iter().zip(1..) {
        let body = Body::of_parts(vec![part.clone()]).map_err(Fault::new)?;
        let Mesh { vertices, mut triangles } = of_body(&body, &Pose::identity());
        if triangles.is_empty() {
            // A point or a segment: an object needs a face.
            triangles.push([0, 0, vertices.len().saturating_sub(1) as u32]);
        }
        let _ = writeln!(text, "o part_{place}");
        for [x, y, z] in &vertices {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        for corners in &triangles {
            let [a, b, c] = corners.map(|corner| first + corner as usize);
            let _ = writeln!(text, "f {a} {b} {c}");
        }
        first += vertices.len();
    }
    Ok(text)
}
