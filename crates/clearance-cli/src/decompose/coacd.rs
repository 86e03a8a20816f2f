//! Parts by CoACD, whose wheel runs in a Python of its own: mesh and parts pass as JSON.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

use clearance_json::Fault;
use clearance_scene::Mesh;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::args::DecomposeArgs;

const SCRIPT: &str = include_str!("coacd.py");
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
/// What the script exits with where it cannot import what it needs.
const NO_MODULE: i32 = 3;

/// A part as the script writes it.
#[derive(Deserialize)]
struct Part {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

pub(super) fn parts(mesh: &Mesh, args: &DecomposeArgs) -> Result<Vec<Mesh>, Fault> {
    let given = json!({
        "vertices": mesh.vertices,
        "triangles": mesh.triangles,
        "options": {
            "threshold": args.concavity.unwrap_or(0.05),
            "preprocess_resolution": args.resolution.unwrap_or(50),
            "max_convex_hull": args.most_parts,
            // Its own default, named so that one mesh always has the same parts.
            "seed": 0,
        },
    });
    let output = answered(&given).map_err(|error| match error.kind() {
        ErrorKind::NotFound => missing(&format!("there is no `{PYTHON}` on the path")),
        _ => Fault::new(format!("{PYTHON}: {error}")),
    })?;
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
    if output.status.code() == Some(NO_MODULE) {
        return Err(missing(&format!("`{PYTHON}` says: {last}")));
    }
    if !output.status.success() {
        return Err(Fault::new(format!("CoACD failed ({}): {last}", output.status)));
    }
    let parts: Vec<Part> = serde_json::from_slice(&output.stdout)
        .map_err(|error| Fault::new(format!("CoACD's parts cannot be read: {error}")))?;
    let mesh = |Part { vertices, triangles }| Mesh { vertices, triangles };
    Ok(parts.into_iter().map(mesh).collect())
}

/// Runs the script; input is written while output is read, as both pipes may fill.
fn answered(given: &Value) -> std::io::Result<Output> {
    let piped = Stdio::piped;
    let mut command = Command::new(PYTHON);
    command.args(["-c", SCRIPT]).stdin(piped()).stdout(piped()).stderr(piped());
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Where the script has ended before all was read, its status says why.
            stdin.map(|mut pipe| pipe.write_all(given.to_string().as_bytes()))
        });
        child.wait_with_output()
    })
}

fn missing(why: &str) -> Fault {
    Fault::new(format!(
        "--with coacd runs CoACD in Python, and {why}: `pip install coacd`, or give --parts a file \
         that another tool wrote"
    ))
}
