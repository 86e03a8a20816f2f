//! How files are read, and the library's messages about them, with the names of Python's arguments.

use clearance_scene::mesh::Reading;
use clearance_scene::scene::By;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fault::Argument;

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
const OPTIONS: [(&str, &str); 6] = [
    ("`--unit` (`Reading::unit`)", "`unit`"),
    ("`--outside` (`Reading::outside`)", "`outside=True`"),
    ("`--z-up` (`Reading::z_up`)", "`z_up=True`"),
    ("`--max-file-bytes` (`Reading::max_file_bytes`)", "`max_file_bytes`"),
    ("`--max-triangles` (`Reading::max_triangles`)", "`max_triangles`"),
    ("`--by triangles` (`By::Triangles`)", "`by=\"triangles\"`"),
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
        && let Some((joint, after)) = rest.split_once("=…` (`Robot::place`)")
    {
        message = format!("{before}`place={{{joint:?}: …}}`{after}");
    }
    message
}

/// The error for a file.
pub(crate) fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(ours(&error.to_string()))
}
