//! What is wrong with an argument, and where.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The argument that an error names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument(pub(crate) &'static str);

impl Argument {
    pub(crate) fn value_error(&self, _: Python<'_>, message: impl std::fmt::Display) -> PyErr {
        PyValueError::new_err(format!("{}: {message}", self.0))
    }

    pub(crate) fn type_error(&self, message: impl std::fmt::Display) -> PyErr {
        PyTypeError::new_err(format!("{}: {message}", self.0))
    }
}

/// What is wrong with one pair of a batch.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) argument: Argument,
    /// The pair's index, as long as the batch has axes.
    pub(crate) place: Vec<usize>,
    pub(crate) message: String,
    pub(crate) is_index: bool,
}

impl Fault {
    /// The fault of the `k`th after a place, along the last axis.
    #[cold]
    pub(crate) fn along(
        argument: Argument,
        place: &[usize],
        k: usize,
        message: impl Into<String>,
    ) -> Self {
        let place = place_along(place, k);
        Self { argument, place, message: message.into(), is_index: false }
    }
}

/// The place of the `k`th after one, along the last axis.
pub(crate) fn place_along(place: &[usize], k: usize) -> Vec<usize> {
    let mut place = place.to_vec();
    if let Some(last) = place.last_mut() {
        *last += k;
    }
    place
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let place: Vec<String> = fault.place.iter().map(ToString::to_string).collect();
        let at = if place.is_empty() { String::new() } else { format!("[{}]", place.join(", ")) };
        let message = format!("{}{at}: {}", fault.argument.0, fault.message);
        if fault.is_index { PyIndexError::new_err(message) } else { PyValueError::new_err(message) }
    }
}
