//! Certificates: evidence for an answer, as the text that `clearance verify` reads.

use clearance_json::describe::pair_in_full;
use clearance_json::line::parse;
use clearance_json::{document, judge};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::answer::status_of;
use crate::flavour::in_flavour;
use crate::job::alone;
use crate::pairs::Arguments;
use crate::shape::place;

/// Evidence for how two shapes stand to each other, with both shapes and poses: `text` is a line of
/// JSON, which `clearance verify` checks as well. The claim is proved once `verify` has returned.
///
/// >>> import clearance as cl
/// >>> proof = cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
/// >>> proof.lower, proof.upper, proof.status
/// (1.0, 1.0, <Status.SEPARATED: 0>)
#[pyclass(frozen, eq, name = "Certificate", module = "clearance")]
#[derive(PartialEq)]
pub(crate) struct PyCertificate {
    /// One line of JSON.
    #[pyo3(get)]
    text: String,
    document: Value,
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl PyCertificate {
    /// What is claimed of the pair; a certificate of contact points holds that of their pair.
    fn claim(&self, name: &str) -> Option<&Value> {
        let certificate = self.document.get("certificate")?;
        certificate.get("pair").unwrap_or(certificate).get(name)
    }

    /// Whether the verdict is of a cast: whether the shapes meet, not how they stand.
    fn is_of_cast(&self) -> bool {
        let kind = self.document.get("query").and_then(|query| query.get("query"));
        kind.and_then(Value::as_str) == Some("cast")
    }
}

#[pymethods]
impl PyCertificate {
    #[new]
    fn new(text: String) -> PyResult<Self> {
        let document = parse(text.as_bytes()).map_err(|error| refused(format!("text: {error}")))?;
        if document.get("certificate").is_none_or(|c| !c.is_object()) {
            return Err(refused("text: is no certificate: it has no object `certificate`"));
        }
        Ok(Self { text, document })
    }

    /// The claimed relation: a `Status`. A cast has none: `ValueError`.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_of_cast() {
            return Err(refused("the certificate is of a cast; verify tells what it proves"));
        }
        status_of(
            py,
            match self.claim("verdict").and_then(Value::as_str) {
                Some("Separated") => 0,
                Some("Intersecting") => 1,
                Some("Undecided") => 2,
                _ => return Err(refused("the certificate names no verdict")),
            },
        )
    }

    /// The claimed lower bound of the signed distance.
    #[getter]
    fn lower(&self) -> f64 {
        self.claim("lower").and_then(Value::as_f64).unwrap_or(f64::NEG_INFINITY)
    }

    /// The claimed upper bound of the signed distance.
    #[getter]
    fn upper(&self) -> f64 {
        self.claim("upper").and_then(Value::as_f64).unwrap_or(f64::INFINITY)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_of_cast() {
            return Ok("Certificate(of a cast)".into());
        }
        let name = match self.status(py) {
            Ok(status) => status.getattr("name")?.to_string(),
            Err(_) => "no verdict".into(),
        };
        Ok(format!(
            "Certificate({name}, signed distance in [{:?}, {:?}])",
            self.lower(),
            self.upper()
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.text.clone(),)))
    }
}

/// Finds evidence for how one pair stands, in exact arithmetic: 0.1 to 10 ms.
///
/// >>> import clearance as cl
/// >>> cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
/// Certificate(SEPARATED, signed distance in [1.0, 1.0])
#[pyfunction]
pub(crate) fn certificate<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
) -> PyResult<PyCertificate> {
    let py = a.py();
    let arguments = Arguments::new(a, pose_a, b, pose_b)?;
    if !arguments.shape.is_empty() {
        return Err(PyTypeError::new_err(
            "certificate: is found for one pair at a time; these are many",
        ));
    }
    in_flavour!(arguments.kind, V => {
        let (a, p, b, q) = arguments.operands().pair::<V>(&[])?;
        let query = pair_in_full(&place(a, &p)?, &place(b, &q)?).map_err(refused)?;
        let text = alone(py, move || {
            let (certificate, _) = document::prove(&query)?;
            document::line(&query, &certificate)
        });
        PyCertificate::new(text?.map_err(refused)?)
    })
}

/// Checks a certificate, or its text, in exact arithmetic and without any search; raises ValueError
/// if it is not true, and returns in words what is proved.
///
/// >>> import clearance as cl
/// >>> proof = cl.certificate(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0])
/// >>> cl.verify(proof)
/// 'apart, by 1 at least and 1 at most'
#[pyfunction]
pub(crate) fn verify(certificate: &Bound<'_, PyAny>) -> PyResult<String> {
    let document = if let Ok(certificate) = certificate.cast::<PyCertificate>() {
        certificate.get().document.clone()
    } else {
        let text: String = certificate.extract().map_err(|_| {
            PyTypeError::new_err("certificate: must be a clearance.Certificate or its text")
        })?;
        PyCertificate::new(text)?.document
    };
    let proved = alone(certificate.py(), move || judge(&document))?.map_err(refused)?;
    Ok(proved.to_string())
}
