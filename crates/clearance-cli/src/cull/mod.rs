//! `clearance cull`: which objects a camera sees.

mod html;

use std::fmt::Write as _;
use std::process::ExitCode;

use clearance::{Frustum, Xyz};
use clearance_json::suggest::did_you_mean;
use clearance_json::{Fault, Precision, escape, field, line, shape};
use clearance_scene::scene::{Camera, View};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::{By, CullArgs, ObjectsArgs, numbers};
use crate::clash::{progress_bar, write};
use crate::csv::quoted;
use crate::objects::{self, Side};
use crate::stream::Lines;
use crate::words::counted;

/// An object and a camera.
#[derive(Serialize)]
struct Row<'s> {
    camera: &'s str,
    object: &'s str,
    group: &'s str,
    /// `inside`, `crossing` or `outside`.
    view: &'static str,
}

/// Reads, looks, reports.
pub(crate) fn run(args: &CullArgs) -> Result<ExitCode, Fault> {
    let cameras = cameras(args)?;
    let progress = progress_bar();
    let pictured = args.html.is_some();
    let side = objects::side(&args.scene, &ObjectsArgs { pictured, ..args.objects }, &progress)?;
    side.complain();
    progress.set_length(cameras.len() as u64);
    progress.set_position(0);
    progress.set_message("cameras");
    let mut views = Vec::new();
    for Named { camera, .. } in &cameras {
        views.push(camera.views(&side.objects));
        progress.inc(1);
    }
    progress.finish_and_clear();
    let summary = summary(&side, &cameras, &views, args.objects.by);
    let mut rows = Vec::new();
    for (Named { name: camera, .. }, views) in cameras.iter().zip(&views) {
        // What is seen most comes first; objects else stay in the order of the file.
        for wanted in View::ALL {
            let seen = side.objects.iter().zip(views).filter(|(_, view)| **view == wanted);
            rows.extend(seen.map(|(object, view)| {
                let (object, group) = (&*object.name, &*object.group);
                Row { camera, object, group, view: view.name() }
            }));
        }
    }
    if args.json {
        let mut out = String::new();
        for row in &rows {
            out += &escape::json(serde_json::to_string(row).map_err(Fault::new)?);
            out += "\n";
        }
        crate::print(&out)?;
    } else {
        crate::print(&(table(&rows, args.top) + &summary))?;
    }
    write("--csv", args.csv.as_ref(), || Ok(csv(&rows).into_bytes()))?;
    write("--html", args.html.as_ref(), || {
        html::html(&side, &cameras, &views, &summary).map(String::into_bytes)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A camera as reports call it.
struct Named {
    name: String,
    frustum: Frustum<Xyz>,
    camera: Camera,
}

/// Those of the files, then those of the matrices.
fn cameras(args: &CullArgs) -> Result<Vec<Named>, Fault> {
    let mut cameras = Vec::new();
    for path in &args.camera {
        let lines = Lines::open(path)?;
        let name = lines.name.clone();
        let text = lines.text(args.objects.limit.max_line)?;
        let before = cameras.len();
        for (text, number) in text.split(|byte| *byte == b'\n').zip(1..) {
            if text.trim_ascii().is_empty() {
                continue;
            }
            let read = line::parse(text).and_then(|value| camera(&value, cameras.len()));
            cameras.push(read.map_err(|fault| fault.within(&format!("{name}:{number}")))?);
        }
        if cameras.len() == before {
            return Err(Fault::field(&name, "no camera is in it"));
        }
    }
    for text in &args.matrix {
        let fault = |fault: Fault| fault.within("--matrix");
        let value = matrix(text, &args.depth_range).map_err(fault)?;
        cameras.push(camera(&value, cameras.len()).map_err(fault)?);
    }
    Ok(cameras)
}

/// A matrix of the command line, as a line of a file has it.
fn matrix(text: &str, depth_range: &str) -> Result<Value, Fault> {
    let rows = text.split(';').map(|row| numbers(row).map(|row| row.0));
    let rows = rows.collect::<Result<Vec<Vec<f64>>, String>>().map_err(Fault::new)?;
    let depths = numbers(depth_range).map_err(Fault::new)?.0;
    let matrix = match rows.as_slice() {
        [flat] if flat.len() == 16 => json!(flat),
        [_, _, _, _] if rows.iter().all(|row| row.len() == 4) => json!(rows),
        _ => {
            let usage = "write 16 numbers column by column, or four rows A,B,C,D;…;…;…";
            return Err(Fault::new(usage));
        }
    };
    Ok(json!({"view_projection": matrix, "depth_range": depths}))
}

const KEYS: [&str; 5] = ["name", "type", "view_projection", "corners", "depth_range"];

fn camera(value: &Value, place: usize) -> Result<Named, Fault> {
    let object = field::object(value)?;
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let meant = did_you_mean(key, KEYS);
        let message = format!("is no key of a camera, which takes {}{meant}", KEYS.join(", "));
        return Err(Fault::field(&field::shortened(key), message));
    }
    let name = match field::optional(object, "name") {
        None => format!("camera {}", place + 1),
        Some(Value::String(name)) => name.clone(),
        Some(other) => {
            let message = format!("must be a text, is {}", field::kind(other));
            return Err(Fault::field("name", message));
        }
    };
    if let Some(kind) = field::optional(object, "type").filter(|kind| *kind != "frustum") {
        return Err(Fault::field("type", format!("must be \"frustum\", is {kind}")));
    }
    let frustum: Frustum<Xyz> = shape::frustum(object, Precision::F64)?;
    Ok(Named { name, frustum, camera: Camera::new(frustum).map_err(Fault::new)? })
}

fn table(rows: &[Row<'_>], top: usize) -> String {
    let shown = if top == 0 { rows.len() } else { rows.len().min(top) };
    let mut out = String::new();
    let width = rows.iter().take(shown).map(|row| escape::shown(row.camera).chars().count()).max();
    let width = width.unwrap_or(0).max("camera".len());
    let _ = writeln!(out, "view      {:width$}  object", "camera");
    for row in rows.iter().take(shown) {
        let (camera, object) = (escape::shown(row.camera), escape::shown(row.object));
        let _ = writeln!(out, "{:8}  {camera:width$}  {object}", row.view);
    }
    if shown < rows.len() {
        let _ = writeln!(out, "… and {} more; --top 0 prints all", rows.len() - shown);
    }
    out
}

fn summary(side: &Side, cameras: &[Named], views: &[Vec<View>], by: By) -> String {
    let count = side.objects.len();
    let by = match by {
        By::Hull => {
            ", meshes by their convex hulls: what crosses a view by its hull may be outside"
        }
        _ => "",
    };
    let mut out = format!(
        "{}: {} {}{by}\n",
        escape::shown(&side.file),
        counted(count, "object"),
        side.unit()
    );
    for (Named { name, .. }, views) in cameras.iter().zip(views) {
        let counts: Vec<String> = View::ALL
            .iter()
            .map(|view| (views.iter().filter(|own| *own == view).count(), view.name()))
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        let _ = writeln!(out, "{}: {}", escape::shown(name), counts.join(", "));
    }
    out
}

fn csv(rows: &[Row<'_>]) -> String {
    let mut out = "view,camera,object,group\n".to_owned();
    for row in rows {
        let [camera, object, group] = [row.camera, row.object, row.group].map(quoted);
        let _ = writeln!(out, "{},{camera},{object},{group}", row.view);
    }
    out
}
