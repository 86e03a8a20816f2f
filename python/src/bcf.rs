//! Topics for BIM viewers.

use clearance::Xyz;
use clearance_scene::bcf::{self, Topic, Version, View};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A pair: its id, title, text, labels, both objects, a point of each, and how far from these the
/// view reaches.
type Listed = (String, String, String, Vec<String>, [String; 2], [[f64; 3]; 2], f64);

/// A file of topics in metres, as `bcf::file` writes it; dated now without a date.
#[pyfunction]
pub(crate) fn _bcf<'py>(
    py: Python<'py>,
    topics: Vec<Listed>,
    version: &str,
    date: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let version = match version {
        "2.1" => Version::V2_1,
        "3.0" => Version::V3_0,
        other => {
            let message = format!("bcf_version: must be '2.1' or '3.0', is {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let date = date.map_or_else(bcf::now, str::to_owned);
    let topics = topics.iter().map(|(id, title, text, labels, [a, b], ends, reach)| Topic {
        id,
        title: title.clone(),
        description: text.clone(),
        labels: labels.clone(),
        objects: vec![a, b],
        view: View::of(ends.map(|[x, y, z]| Xyz::new(x, y, z)), *reach),
        snapshot: None,
    });
    let file = bcf::file(topics, version, &date, 1.0);
    Ok(PyBytes::new(py, &file.map_err(|full| PyValueError::new_err(full.to_string()))?))
}
