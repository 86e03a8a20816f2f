//! `clearance` for the page in `web/`: the same library, compiled to WebAssembly.
//!
//! Input and output are text, as in `clearance_json`. What a page needs sixty times a second, a
//! [`Pair`] answers without text.
//!
//! ```text
//! lib ─> pair ─> held        a pair in any of the four spaces, parsed once
//!   │             └─> meeting  where they touch, and when they meet
//!   ├──> outline, sphere     what a support mapping looks like, in the plane and in space
//!   ├──> surface             one shape to draw
//!   └──> program             a pair as a Rust program
//! ```

mod held;
mod meeting;
mod outline;
mod pair;
mod program;
mod sphere;
mod surface;

use std::path::Path;

use clearance::Xyz;
use clearance_json::{
    Context, Effort, Fault, Libraries, Request, StandIn, Trace, document, judge, line,
};
use clearance_scene::Mesh;
use clearance_scene::mesh::{Loaded, Reading};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

pub use pair::Pair;

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// The answer for a pair, as `clearance query` prints it. Both are JSON.
///
/// # Errors
/// Names the place of the error in the pair.
#[wasm_bindgen]
pub fn answer(pair: &str) -> Result<String, JsError> {
    read(pair).and_then(|pair| answered(&pair)).map_err(thrown)
}

/// Checks all but the shapes of a line that `clearance query` reads: pairs, casts and others.
///
/// # Errors
/// Names the place of the error in the line.
#[wasm_bindgen]
pub fn check_line(text: &str) -> Result<(), JsError> {
    read(text).and_then(|line| Request::read_any(&line, None).map(drop)).map_err(thrown)
}

/// The trace of a pair, as `clearance trace` writes it.
///
/// # Errors
/// Names the place of the error in the pair.
#[wasm_bindgen]
pub fn trace(pair: &str) -> Result<String, JsError> {
    let trace =
        |pair: Value| Trace::of_line(&pair, &Libraries::closed(), None, Effort::default())?.json();
    read(pair).and_then(trace).map_err(thrown)
}

/// Checks the text of a trace from elsewhere.
///
/// # Errors
/// If it is not a trace, contradicts itself, or is the trace of a cast, which the page does not
/// show.
#[wasm_bindgen]
pub fn check_trace(text: &str) -> Result<(), JsError> {
    let of_pair = |trace: Trace| match trace.is_of_cast() {
        true => Err(Fault::new("is of a cast, which `clearance trace --text` prints")),
        false => Ok(()),
    };
    Trace::read(text).and_then(of_pair).map_err(thrown)
}

/// The certificate of a pair, as `clearance verify` reads it; nothing if there is no proof.
///
/// # Errors
/// Names the place of the error in the pair.
#[wasm_bindgen]
pub fn certify(pair: &str) -> Result<Option<String>, JsError> {
    let certify = |query: Value| {
        // It is an error if a pair has no answer, but not if it has no proof.
        answered(&query)?;
        let query = document::provable(&query)?;
        let proved = document::prove(&query).ok();
        proved.map(|(certificate, _)| document::line(&query, &certificate)).transpose()
    };
    read(pair).and_then(certify).map_err(thrown)
}

/// Whether a certificate's claims are true, as reported by `clearance verify`.
#[wasm_bindgen]
pub fn verify(document: &str) -> String {
    match read(document).and_then(|document| judge(&document)) {
        Ok(proved) => format!("verified: {proved}"),
        Err(fault) => format!("refused: {fault}"),
    }
}

/// A small Rust program that queries a pair.
///
/// # Errors
/// Names the place of the error in the pair.
#[wasm_bindgen]
pub fn to_rust(pair: &str) -> Result<String, JsError> {
    read(pair).and_then(|pair| program::rust(&pair)).map_err(thrown)
}

/// The triangles for the points of [`Pair::difference`] and [`shape_mesh`] in space.
#[wasm_bindgen]
pub fn icosphere_indices(detail: u32) -> Vec<u32> {
    sphere::Sphere::new(detail).triangles.concat()
}

/// A shape to draw, in its local frame: its outline in the plane, a point for each vertex of an
/// icosphere in space.
///
/// # Errors
/// Names the place of the error in the shape.
#[wasm_bindgen]
pub fn shape_mesh(shape: &str, dim: usize, detail: u32) -> Result<Vec<f32>, JsError> {
    read(shape).and_then(|shape| surface::mesh(shape, dim, detail)).map_err(thrown)
}

/// The faces of a polytope of space in its local frame: triangles, counter-clockwise from outside;
/// nothing for curved shapes.
///
/// # Errors
/// Names the place of the error in the shape.
#[wasm_bindgen]
pub fn shape_faces(shape: &str) -> Result<Option<Vec<f32>>, JsError> {
    read(shape).and_then(surface::faces).map_err(thrown)
}

/// The names of the objects in a mesh file, which may share them.
///
/// # Errors
/// What is wrong with the file.
#[wasm_bindgen]
pub fn mesh_objects(bytes: &[u8], name: &str) -> Result<Vec<String>, JsError> {
    let objects = Reading::default().each_object_in(Path::new(name), bytes).map_err(thrown)?;
    Ok(objects.each.into_iter().map(|(name, _)| name).collect())
}

/// The convex hull of a mesh file, or of one of its objects, as a shape in JSON, with what it
/// stands for: the file, whether its mesh is convex, and what else is to be said about it.
///
/// # Errors
/// What is wrong with the file, or if it has fewer objects.
#[wasm_bindgen]
pub fn hull_of_mesh(bytes: &[u8], name: &str, object: Option<usize>) -> Result<String, JsError> {
    let (name, mesh, notes) = mesh_in(bytes, name, object)?;
    let hull = mesh.hull::<Xyz>().map_err(thrown)?;
    let vertices: Vec<_> = hull.vertices().iter().map(|v| [v.x, v.y, v.z]).collect();
    let found = mesh.convexity().map_err(thrown)?;
    let stands_for = StandIn::new(&name, &found, notes);
    Ok(json!({ "type": "hull", "vertices": vertices, "stands_for": stands_for }).to_string())
}

/// The triangles of a mesh file, or of one of its objects, in JSON: `vertices` and `triangles`.
///
/// # Errors
/// Like those of [`hull_of_mesh`].
#[wasm_bindgen]
pub fn surface_of_mesh(bytes: &[u8], name: &str, object: Option<usize>) -> Result<String, JsError> {
    let (_, mesh, _) = mesh_in(bytes, name, object)?;
    Ok(json!({ "vertices": mesh.vertices, "triangles": mesh.triangles }).to_string())
}

/// A mesh file or one of its objects, what to call it, and what is to be said about the file.
fn mesh_in(
    bytes: &[u8],
    name: &str,
    object: Option<usize>,
) -> Result<(String, Mesh, Vec<String>), JsError> {
    let (reading, path) = (Reading::default(), Path::new(name));
    let (name, mesh, notes) = match object {
        None => {
            let Loaded { mesh, notes, .. } = reading.bytes(path, bytes).map_err(thrown)?;
            (name.into(), mesh, notes)
        }
        Some(place) => {
            let mut objects = reading.each_object_in(path, bytes).map_err(thrown)?;
            if place >= objects.each.len() {
                return Err(thrown(format!("{name} has {} objects", objects.each.len())));
            }
            let (own, mesh) = objects.each.swap_remove(place);
            (format!("{name}#{own}"), mesh.map_err(thrown)?, objects.notes)
        }
    };
    Ok((name, mesh, notes.iter().map(ToString::to_string).collect()))
}

/// Throws a panic with its message, should there be one: otherwise the page would only see
/// `unreachable`.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        wasm_bindgen::throw_val(JsValue::from_str(&info.to_string()))
    }));
}

fn read(text: &str) -> Result<Value, Fault> {
    line::parse(text.as_bytes())
}

fn answered(pair: &Value) -> Result<String, Fault> {
    clearance_json::answer(&Context::new(Libraries::closed()), pair)
}

fn thrown(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}
