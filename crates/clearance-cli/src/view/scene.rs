//! A scene alone: a mesh file, or a scene file.

use std::borrow::Cow;
use std::path::Path;

use clearance_json::{Effort, Fault, line};
use clearance_scene::mesh::{EXTENSIONS, path_of};
use clearance_scene::scene::Object;

use crate::args::{By, ObjectsArgs, WatchArgs};
use crate::clash::progress_bar;
use crate::objects::{self, Side};
use crate::picture::{Cell, Line, Page, Shown, Tone, middle};
use crate::stream::Lines;
use crate::words::counted;

/// The page of a file, if it is a scene.
pub(super) fn read(file: &str, args: &WatchArgs) -> Result<Option<Vec<u8>>, Fault> {
    let path = path_of(file);
    let path = Path::new(&path);
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !EXTENSIONS.contains(&&*extension) && !is_scene(path, args)? {
        return Ok(None);
    }
    let is_watched = args.line.is_some()
        || args.precision.is_some()
        || args.shapes.first_given().is_some()
        || args.effort.effort(args.start) != Effort::default();
    if is_watched {
        let message = "is a scene, and no query: view it without options that change one";
        return Err(Fault::field(&path.display().to_string(), message));
    }
    let objects = ObjectsArgs {
        // The bodies are not looked at; these are soonest made.
        by: By::Triangles,
        padding: 0.0,
        skip_bad: false,
        pictured: true,
        limit: args.limit,
        scale: None,
        meshes: args.meshes,
    };
    let progress = progress_bar();
    let side = objects::side(path, &objects, &progress)?;
    progress.finish_and_clear();
    side.complain();
    page(&side).map(|page| Some(page.into_bytes()))
}

/// Whether a file of JSON Lines begins with an object of a scene; pairs begin with shapes.
fn is_scene(path: &Path, args: &WatchArgs) -> Result<bool, Fault> {
    if path.extension().is_none_or(|extension| extension != "jsonl") {
        return Ok(false);
    }
    let text = Lines::open(path)?.text(args.limit.max_line)?;
    let first = text.split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let first = first.and_then(|first| line::parse(first).ok());
    Ok(first.is_some_and(|first| ["file", "shape"].iter().any(|key| first.get(key).is_some())))
}

fn page(side: &Side) -> Result<String, Fault> {
    let all = || side.objects.iter().zip(&side.meshes).enumerate();
    let triangles: usize = side.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    let rows = all().map(|(place, (object, mesh))| Line {
        id: format!("object-{place}"),
        cells: vec![
            Cell::Text(object.name.clone()),
            Cell::Number(mesh.triangles.len().to_string()),
        ],
        tone: 0,
        objects: [place; 2],
        ends: [middle(mesh).unwrap_or_default(); 2],
    });
    let shown = |(_, (object, mesh))| {
        let object: &Object = object;
        Shown { name: Cow::Borrowed(&*object.name), mesh: Cow::Borrowed(mesh), tone: Some(0) }
    };
    let page = Page {
        title: &side.file,
        summary: &format!(
            "{}, {}",
            counted(side.objects.len(), "object"),
            counted(triangles, "triangle")
        ),
        up: side.up,
        unit: &side.lengths(),
        tones: vec![Tone { name: "object", colour: [0x8c, 0xa3, 0xb8], solid: 1.0 }],
        faint: 0.1,
        objects: all().map(shown).collect(),
        columns: &["name", "triangles"],
        rows: rows.collect(),
        is_named: false,
        film: None,
    };
    page.html()
}
