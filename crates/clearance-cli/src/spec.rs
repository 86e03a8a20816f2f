//! A shape on the command line as the JSON shape that it means.

use std::path::Path;

use clearance_scene::mesh::{Address, EXTENSIONS, is_model, path_of, text_of};
use serde_json::{Value, json};

use clearance_json::library::neighbour;
use clearance_json::shape::INSIDE;
use clearance_json::suggest::{did_you_mean, near};
use clearance_json::{Fault, kind, line};

use crate::args::{self, LineArgs};
use crate::stream::Lines;

/// How many shapes may be one inside the other.
const DEEPEST: usize = 32;

/// Reads a mesh file's name, a `.json` file, JSON, or `box:1,2,3`.
pub(crate) fn parse(text: &str, limit: LineArgs) -> Result<Value, Fault> {
    nested(text, limit, DEEPEST)
}

fn nested(text: &str, limit: LineArgs, depth: usize) -> Result<Value, Fault> {
    if text.trim_start().starts_with('{') {
        return line::parse(text.as_bytes());
    }
    let extension = |path: &Path| path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    // The name of an object in a file may follow.
    let mesh = extension(&Address::of(text).path);
    let is_mesh = |e: String| EXTENSIONS.contains(&e.as_str()) || is_model(&e);
    if mesh.is_some_and(is_mesh) && !is_made_of(text) {
        return Ok(json!({"type": "mesh", "path": text}));
    }
    if extension(Path::new(text)).is_some_and(|e| e == "json") && !is_made_of(text) {
        return from_file(&path_of(text), limit);
    }
    let (name, rest) = match text.split_once(':') {
        Some(parted) => parted,
        None if kind::names().any(|known| known == text) => (text, ""),
        None => return Err(unknown(text)),
    };
    let inner = |text: &str| match depth.checked_sub(1) {
        Some(depth) => nested(text, limit, depth),
        None => Err(Fault::new(format!("has more than {DEEPEST} shapes one inside the other"))),
    };
    // `scaled:FACTORS:SHAPE` and so on.
    let stretched = |usage: &str| {
        let wrong = || Fault::new(format!("write {usage}"));
        let (numbers, shape) = rest.split_once(':').ok_or_else(wrong)?;
        let numbers =
            args::numbers(numbers).map_err(|e| Fault::new(format!("{e}; write {usage}")))?;
        Ok::<_, Fault>((numbers.0, inner(shape)?))
    };
    match name {
        "scaled" => {
            let (factors, inner) = stretched("scaled:FACTORS:SHAPE")?;
            let scale = match *factors {
                [factor] => json!(factor),
                _ => json!(factors),
            };
            Ok(json!({"type": name, "scale": scale, "inner": inner}))
        }
        "rounded" => match stretched("rounded:RADIUS:SHAPE")? {
            (radius, inner) if radius.len() == 1 => {
                Ok(json!({"type": name, "radius": radius.first(), "inner": inner}))
            }
            _ => Err(Fault::new("write rounded:RADIUS:SHAPE")),
        },
        "sum" => {
            let mut terms = terms(rest).into_iter().map(inner);
            let first = terms.next().transpose()?.unwrap_or_default();
            let sum = terms.try_fold((first, 1), |(a, count), b| {
                Ok::<_, Fault>((json!({"type": name, "a": a, "b": b?}), count + 1))
            });
            match sum? {
                (sum, 2..=DEEPEST) => Ok(sum),
                _ => Err(Fault::new("write sum:SHAPE+SHAPE")),
            }
        }
        _ => inline(name, rest).map_err(Fault::new),
    }
}

/// Whether a text that ends like a file's name says how to make its shape of others.
fn is_made_of(text: &str) -> bool {
    ["scaled:", "rounded:", "sum:"].iter().any(|word| text.starts_with(word))
}

/// The shapes of a sum: what stands between plus signs that are not those of numbers.
fn terms(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_name = |place: usize| bytes.get(place + 1).is_some_and(u8::is_ascii_alphabetic);
    let signs = text.match_indices('+').filter(|(place, _)| is_name(*place));
    let mut terms = Vec::new();
    let mut begin = 0;
    for (place, _) in signs {
        terms.extend(text.get(begin..place));
        begin = place + 1;
    }
    terms.extend(text.get(begin..));
    terms
}

/// What is said of a word that is neither a file nor a shape.
fn unknown(text: &str) -> Fault {
    let endings = EXTENSIONS.iter().copied().chain(["json"]);
    let meant = match Path::new(text).extension().and_then(|e| e.to_str()) {
        None => did_you_mean(text, kind::names()),
        Some(wrong) => match near(wrong, endings) {
            Some(ending) => format!("; is it a .{ending} file?"),
            None => String::new(),
        },
    };
    Fault::new(format!(
        "neither a mesh file (.{}), nor a .json file, nor a shape such as box:1,2,3 or sphere:0.5{meant}; \
         `clearance help pair` lists them",
        EXTENSIONS.join(", .")
    ))
}

fn from_file(path: &Path, limit: LineArgs) -> Result<Value, Fault> {
    let meant = neighbour(path).unwrap_or_default();
    let lines = Lines::open(path).map_err(|fault| Fault::new(format!("{fault}{meant}")))?;
    let mut value = line::parse(&lines.text(limit.max_line)?)?;
    anchor(&mut value, path.parent().unwrap_or(Path::new("")));
    Ok(value)
}

/// Makes the paths of meshes, which are relative to the JSON file, relative to where the command
/// runs.
fn anchor(value: &mut Value, directory: &Path) {
    if let Some(Value::String(path)) = value.get_mut("path") {
        *path = text_of(directory.join(path_of(path)).as_os_str());
    }
    for key in INSIDE {
        if let Some(inner) = value.get_mut(key) {
            anchor(inner, directory);
        }
    }
}

fn inline(name: &str, rest: &str) -> Result<Value, String> {
    if !kind::names().any(|known| known == name) {
        let meant = did_you_mean(name, kind::names());
        return Err(format!(
            "no shape is called `{name}`{meant}; `clearance help pair` lists them"
        ));
    }
    let points = rest.split(';').filter(|_| !rest.is_empty());
    let points: Vec<Vec<f64>> =
        points.map(|p| args::numbers(p).map(|n| n.0)).collect::<Result<_, _>>()?;
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
        ("frustum", numbers) if numbers.len() == 16 => {
            Ok(json!({"type": name, "view_projection": numbers}))
        }
        ("frustum", _) if points.len() == 4 && points.iter().all(|row| row.len() == 4) => {
            Ok(json!({"type": name, "view_projection": points}))
        }
        ("frustum", _) => usage(
            "frustum: and the view-projection matrix, 16 numbers column by column or four rows \
             A,B,C,D;…;…;…, of depths from 0 to 1; for depths from -1 use JSON with depth_range",
        ),
        ("point", [_, _] | [_, _, _]) => Ok(json!({"type": name, "vertices": points})),
        ("point", _) => usage("point:X,Y,Z or, in the plane, point:X,Y"),
        ("segment" | "triangle" | "polygon" | "hull", _) => {
            let dims = match name {
                "polygon" => 2..=2,
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
                _ => "hull:X,Y,Z;X,Y,Z;… or, in the plane, points X,Y: any points",
            })
        }
        ("half_space", []) if matches!(points.as_slice(), [_, offset] if offset.len() == 1) => Ok(
            json!({"type": name, "normal": points.first(), "offset": points.last().and_then(|p| p.first())}),
        ),
        ("half_space", _) => usage(
            "half_space:X,Y,Z;OFFSET: the outward normal, and how high the boundary is along it",
        ),
        _ => usage(&format!("it as JSON, {{\"type\":\"{name}\", …}}")),
    }
}
