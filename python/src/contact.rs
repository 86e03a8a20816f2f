//! Contact manifolds.

use clearance::{Manifold, Scalar, contact_manifold as manifold};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::answer::{signed, status, verdict_of};
use crate::fault::Argument;
use crate::flavour::{Flavour, in_flavour};
use crate::job::{Arguments, array};
use crate::verbs::{components, found};

/// Where one pair touches; see `clearance.contact_manifold`. None where it is farther apart than
/// `max_distance`; else (normal, depth, point_a, point_b, key, gap, distance, status).
#[pyfunction]
pub(crate) fn contact_manifold<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    max_distance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let arguments = Arguments::new(a, pose_a, b, pose_b)?;
    if !arguments.shape.is_empty() {
        return Err(PyTypeError::new_err(
            "contact_manifold: is found for one pair at a time; these are many",
        ));
    }
    in_flavour!(arguments.kind, V => told::<V>(py, &arguments, max_distance))
}

fn told<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    max_distance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    if max_distance.is_nan() || max_distance.abs() > V::Scalar::LARGEST {
        let message = "must be finite, and up to 1e306, in float32 up to 1e37";
        return Err(Argument("max_distance").value_error(py, message));
    }
    let pair = arguments.operands().pair::<V>(&[])?;
    let within = V::Scalar::from_f64(max_distance);
    let touch = found(py, pair, |(a, p, b, q)| manifold(a, &p, b, &q, within));
    let Some(touch) = touch else { return Ok(py.None().into_bound(py)) };
    let Manifold { normal, proximity, gap, .. } = touch;
    let (points, dim) = (touch.points(), V::KIND.dim);
    let count = points.len();
    let places = |of: &dyn Fn(usize) -> V| {
        array(py, (0..count).flat_map(|i| components(of(i))).collect(), &[count, dim])
    };
    let depths: Vec<V::Scalar> = points.iter().map(|point| point.depth).collect();
    let keys: Vec<u64> = points.iter().map(|point| point.key.0).collect();
    let verdict = verdict_of(&proximity);
    let fields = (
        array(py, components(normal), &[dim])?,
        array(py, depths, &[count])?,
        places(&|i| points[i].on_a)?,
        places(&|i| points[i].on_b)?,
        array(py, keys, &[count])?,
        gap.to_f64(),
        signed(verdict, proximity.witness()),
        status(verdict),
    );
    Ok(fields.into_pyobject(py)?.into_any())
}
