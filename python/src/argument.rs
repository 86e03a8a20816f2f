//! Reads the arguments of shapes: a number, a vector, points, a space.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::fault::Argument;
use crate::flavour::Kind;
use crate::pose::{fits, shape_text};
use crate::sheet::room;
use crate::strided::{MASKED, Numbers, is_masked};

pub(crate) fn checked_dim(dim: isize) -> PyResult<usize> {
    match dim {
        2 => Ok(2),
        3 => Ok(3),
        _ => Err(PyValueError::new_err(format!("dim: must be 2 or 3, is {dim}"))),
    }
}

/// Whether a dtype is float32; without a dtype it is float64.
pub(crate) fn is_single(dtype: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(dtype) = dtype else { return Ok(false) };
    let found = dtype.py().import("numpy")?.call_method1("dtype", (dtype,))?;
    match found.getattr("name")?.extract::<String>()?.as_str() {
        "float32" => Ok(true),
        "float64" => Ok(false),
        other => {
            Err(PyTypeError::new_err(format!("dtype: must be float32 or float64, is {other}")))
        }
    }
}

/// One vector of the plane or space, and its dimension.
pub(crate) fn vector(
    argument: Argument,
    value: &Bound<'_, PyAny>,
    dim: Option<usize>,
) -> PyResult<(usize, [f64; 3])> {
    let numbers = Numbers::of(&argument, value)?;
    let expected = dim.map_or("2 or 3".into(), |dim| dim.to_string());
    match *numbers.shape.as_slice() {
        [2] if dim != Some(3) => {
            let [x, y] = numbers.item(1, &[]).vector();
            Ok((2, [x, y, 0.0]))
        }
        [3] if dim != Some(2) => Ok((3, numbers.item(1, &[]).vector())),
        _ => {
            let message =
                format!("must be {expected} numbers, has shape {}", shape_text(&numbers.shape));
            Err(argument.value_error(value.py(), message))
        }
    }
}

/// Points, an array (n, dim), and their dimension.
pub(crate) fn points(
    argument: Argument,
    value: &Bound<'_, PyAny>,
) -> PyResult<(usize, Vec<[f64; 3]>)> {
    let numbers = Numbers::of(&argument, value)?;
    room(&numbers.shape, 2 * size_of::<[f64; 3]>())?;
    match *numbers.shape.as_slice() {
        [n, 2] => Ok((
            2,
            (0..n).map(|i| numbers.item(1, &[i]).vector()).map(|[x, y]| [x, y, 0.0]).collect(),
        )),
        [n, 3] => Ok((3, (0..n).map(|i| numbers.item(1, &[i]).vector()).collect())),
        _ => {
            let message = format!(
                "must be points, (n, 2) or (n, 3), has shape {}",
                shape_text(&numbers.shape)
            );
            Err(argument.value_error(value.py(), message))
        }
    }
}

/// A number that joins shapes: as for their poses, what is of float64 is not rounded to float32.
pub(crate) fn number_of(name: &'static str, value: &Bound<'_, PyAny>, kind: Kind) -> PyResult<f64> {
    if kind.single && value.hasattr("dtype")? {
        let argument = Argument(name);
        fits(argument, &Numbers::of(&argument, value)?, kind)?;
    }
    number(name, value)
}

/// A number. PyO3 would name the argument in a note, which Python 3.10 does not have.
pub(crate) fn number(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let (py, argument) = (value.py(), Argument(name));
    if is_masked(value)? {
        return Err(argument.value_error(py, MASKED));
    }
    value.extract().map_err(|error: PyErr| match error {
        error if error.is_instance_of::<PyTypeError>(py) => argument.type_error(error.value(py)),
        error if error.is_instance_of::<PyOverflowError>(py) => {
            argument.value_error(py, error.value(py))
        }
        other => other,
    })
}
