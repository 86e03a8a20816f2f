//! How files are read, and the library's messages about them, with the names of Python's arguments.

use std::path::PathBuf;

use clearance_scene::mesh::{Address, Cloud, Reading};
use clearance_scene::scene::By;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fault::Argument;
use crate::job::alone;
use crate::sheet::array;

/// Python's arguments: outside, z_up, max_file_bytes, max_triangles.
pub(crate) type Limits = (bool, bool, u64, usize);

pub(crate) fn reading((outside, z_up, max_file_bytes, max_triangles): Limits) -> Reading {
    Reading { outside, z_up, max_file_bytes, max_triangles, ..Reading::default() }
}

/// A unit of length, by its name or in metres.
#[derive(FromPyObject)]
pub(crate) enum Unit {
    Named(String),
    Metres(f64),
}

/// The unit in metres.
pub(crate) fn unit(py: Python<'_>, given: Option<Unit>) -> PyResult<Option<f64>> {
    let metres = match &given {
        None => return Ok(None),
        Some(Unit::Named(name)) => Reading::unit_named(name),
        Some(Unit::Metres(metres)) => Some(*metres),
    };
    if let Some(metres) = metres.filter(|metres| *metres > 0.0 && metres.is_finite()) {
        return Ok(Some(metres));
    }
    let given = match given {
        Some(Unit::Metres(metres)) => metres.to_string(),
        Some(Unit::Named(name)) => format!("{name:?}"),
        None => "None".into(),
    };
    let message = format!("must be 'm', 'cm', 'mm', 'in', 'ft' or so many metres, is {given}");
    Err(Argument("unit").value_error(py, message))
}

/// The mesh of a file, all its objects joined, or the one that `FILE#NAME` names: vertices (n, 3),
/// triangles (m, 3), and what is worth knowing about the file.
#[pyfunction]
pub(crate) fn _mesh_file<'py>(
    py: Python<'py>,
    path: &str,
    limits: Limits,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Vec<String>)> {
    let address = Address::of(path);
    let reading = Reading { object: address.object, ..reading(limits) };
    let loaded = alone(py, move || reading.file(&address.path).map_err(|error| error.to_string()))?;
    let loaded = loaded.map_err(refused)?;
    let (vertices, triangles) = (loaded.mesh.vertices, loaded.mesh.triangles);
    let sizes = [[vertices.len(), 3], [triangles.len(), 3]];
    let corners = triangles.into_iter().flatten().map(i64::from).collect();
    let vertices = array(py, vertices.into_iter().flatten().collect::<Vec<f64>>(), &sizes[0])?;
    let notes = loaded.notes.iter().map(|note| ours(&note.to_string())).collect();
    Ok((vertices, array::<i64>(py, corners, &sizes[1])?, notes))
}

/// The points of a file (n, 3), how many were left out, and what is worth knowing about the file.
#[pyfunction]
pub(crate) fn _cloud_file<'py>(
    py: Python<'py>,
    path: PathBuf,
    limits: Limits,
) -> PyResult<(Bound<'py, PyAny>, usize, Vec<String>)> {
    let reading = reading(limits);
    let file = path.clone();
    let read = alone(py, move || reading.cloud(&file).map_err(|error| error.to_string()))?;
    let Some(cloud) = read.map_err(refused)? else {
        let known = Cloud::EXTENSIONS.join(", .");
        let message = format!("holds no points; they are read from .{known} without faces");
        return Err(PyValueError::new_err(format!("{}: {message}", path.display())));
    };
    let count = cloud.points.len();
    let points = array(py, cloud.points.into_iter().flatten().collect::<Vec<f64>>(), &[count, 3])?;
    Ok((points, cloud.left_out, cloud.notes))
}

/// Which shape replaces a mesh.
pub(crate) fn stands_for(py: Python<'_>, by: &str) -> PyResult<By> {
    match by {
        "hull" => Ok(By::Hull),
        "auto" => Ok(By::Auto),
        "triangles" => Ok(By::Triangles),
        _ => {
            let message = format!("must be 'hull', 'auto' or 'triangles', is {by:?}");
            Err(Argument("by").value_error(py, message))
        }
    }
}

/// Options by their names in the library and its command line, and in Python.
const OPTIONS: [(&str, &str); 7] = [
    ("`--unit`", "`unit`"),
    ("`--outside`", "`outside=True`"),
    ("`--z-up`", "`z_up=True`"),
    ("`--max-file-bytes`", "`max_file_bytes`"),
    ("`--max-triangles`", "`max_triangles`"),
    ("`--by triangles`", "`by=\"triangles\"`"),
    ("`--by hull`", "`by=\"hull\"`"),
];

/// A message of the library, with options under their Python names.
pub(crate) fn ours(message: &str) -> String {
    let mut message = message.to_owned();
    for (theirs, own) in OPTIONS {
        message = message.replace(theirs, own);
    }
    if let Some((before, rest)) = message.split_once("`--package ")
        && let Some((package, after)) = rest.split_once("=FOLDER`")
    {
        message = format!("{before}`packages={{{package:?}: FOLDER}}`{after}");
    }
    if let Some((before, rest)) = message.split_once("`--joints ")
        && let Some((joint, after)) = rest.split_once("=…`")
    {
        message = format!("{before}`place={{{joint:?}: …}}`{after}");
    }
    message
}

/// The error for a file.
pub(crate) fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(ours(&error.to_string()))
}
