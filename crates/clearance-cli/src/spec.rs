//! A shape on the command line as the JSON shape that it means.

use std::path::Path;

use clearance_scene::mesh::EXTENSIONS;
use serde_json::{Value, json};

use clearance_json::Fault;

use crate::args;

/// Reads a mesh file's name, a `.json` file, JSON, or `box:1,2,3`.
pub(crate) fn parse(text: &str) -> Result<Value, Fault> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|e| Fault::new(format!("no JSON: {e}")));
    }
    let path = Path::new(text);
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if EXTENSIONS.contains(&extension.as_str()) {
        return Ok(json!({"type": "mesh", "path": text}));
    }
    if extension == "json" {
        return from_file(path);
    }
    match text.split_once(':') {
        Some((name, rest)) => inline(name, rest).map_err(Fault::new),
        None => Err(Fault::new(format!(
            "neither a mesh file (.{}), nor a .json file, nor a shape such as box:1,2,3 or sphere:0.5; \
             `clearance help pair` lists them",
            EXTENSIONS.join(", .")
        ))),
    }
}

fn from_file(path: &Path) -> Result<Value, Fault> {
    let text = std::fs::read_to_string(path).map_err(Fault::new)?;
    let mut value = serde_json::from_str(&text).map_err(|e| Fault::new(format!("no JSON: {e}")))?;
    anchor(&mut value, path.parent().unwrap_or(Path::new("")));
    Ok(value)
}

/// Makes the path of a mesh, which is relative to the JSON file, relative to where the command runs.
fn anchor(value: &mut Value, directory: &Path) {
    if let Some(Value::String(path)) = value.get_mut("path") {
        *path = directory.join(&*path).to_string_lossy().into_owned();
    }
    if let Some(inner) = value.get_mut("inner") {
        anchor(inner, directory);
    }
}

fn inline(name: &str, rest: &str) -> Result<Value, String> {
    let points: Vec<Vec<f64>> =
        rest.split(';').map(|p| args::numbers(p).map(|n| n.0)).collect::<Result<_, _>>()?;
    let flat = match points.as_slice() {
        [only] => only.as_slice(),
        _ => &[],
    };
    let usage = |usage: &str| Err(format!("write {usage}"));
    match (name, flat) {
        ("box" | "rectangle", [_, _]) | ("box", [_, _, _]) => {
            Ok(json!({"type": "box", "half_extents": flat}))
        }
        ("box", _) => usage("box:HX,HY,HZ or, in the plane, box:HX,HY: half the edge lengths"),
        ("rectangle", _) => usage("rectangle:HX,HY: half the edge lengths"),
        ("sphere" | "circle", [radius]) => Ok(json!({"type": name, "radius": radius})),
        ("sphere" | "circle", _) => usage(&format!("{name}:RADIUS")),
        ("capsule" | "cylinder" | "cone", [half_height, radius]) => {
            Ok(json!({"type": name, "half_height": half_height, "radius": radius}))
        }
        ("capsule" | "cylinder" | "cone", _) => usage(&format!("{name}:HALF_HEIGHT,RADIUS")),
        ("ellipsoid", [_, _, _]) | ("ellipse", [_, _]) => Ok(json!({"type": name, "radii": flat})),
        ("ellipsoid", _) => usage("ellipsoid:RX,RY,RZ"),
        ("ellipse", _) => usage("ellipse:RX,RY"),
        ("point", [_, _] | [_, _, _]) => Ok(json!({"type": name, "vertices": points})),
        ("point", _) => usage("point:X,Y,Z or, in the plane, point:X,Y"),
        ("segment" | "triangle" | "polygon" | "hull", _) => {
            let dims = match name {
                "polygon" => 2..=2,
                "hull" => 3..=3,
                _ => 2..=3,
            };
            let count = match name {
                "segment" => 2..=2,
                "triangle" => 3..=3,
                _ => 1..=usize::MAX,
            };
            let dim = points.first().map_or(0, Vec::len);
            let fits = count.contains(&points.len())
                && dims.contains(&dim)
                && points.iter().all(|p| p.len() == dim);
            if fits {
                return Ok(json!({"type": name, "vertices": points}));
            }
            usage(match name {
                "segment" => "segment:X,Y,Z;X,Y,Z or, in the plane, segment:X,Y;X,Y",
                "triangle" => "triangle:X,Y,Z;X,Y,Z;X,Y,Z or, in the plane, three points X,Y",
                "polygon" => "polygon:X,Y;X,Y;…: any points of the plane",
                _ => "hull:X,Y,Z;X,Y,Z;…: any points of space",
            })
        }
        _ => Err(format!("no shape is called `{name}`; `clearance help pair` lists them")),
    }
}
