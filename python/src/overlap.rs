//! What two polytopes share.

use clearance::{OverlapState, Vector, overlap as shared};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::flavour::{Flavour, in_flavour};
use crate::pairs::Arguments;
use crate::sheet::array;
use crate::verbs::{components, found};

/// What two polytopes share; see `clearance.overlap`: (state, volume, area, centroid, points,
/// faces).
#[pyfunction]
pub(crate) fn overlap<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = a.py();
    let arguments = Arguments::beside([a, pose_a, b, pose_b], &[])?;
    if !arguments.shape.is_empty() {
        return Err(PyValueError::new_err("overlap takes one pair, not many"));
    }
    in_flavour!(arguments.kind, V => {
        let dim = V::KIND.dim;
        let pair = arguments.operands().pair::<V>(&[])?;
        let result = found(py, pair, |(a, p, b, q)| shared(a, &p, b, &q));
        let result = result.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let state = match result.state {
            OverlapState::Apart => "apart",
            OverlapState::Touching => "touching",
            OverlapState::Overlapping => "overlapping",
            OverlapState::Undecided => "undecided",
        };
        let points = result.points();
        let corners: Vec<<V as Vector>::Scalar> =
            points.iter().flat_map(|point| components(*point)).collect();
        let faces: Vec<Vec<u32>> = result.faces().map(<[u32]>::to_vec).collect();
        let [low, high] = result.volume;
        let centroid = array(py, components(result.centroid), &[dim])?;
        let points = array(py, corners, &[points.len(), dim])?;
        (state, (low, high), result.area, centroid, points, faces).into_pyobject(py)
    })
}
