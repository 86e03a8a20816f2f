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
    ("; `--unit` asks for another", ""),
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
