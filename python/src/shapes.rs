//! Many shapes: the class of lists of shapes, and the index of each pair's shape.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::Argument;
use crate::flavour::Kind;
use crate::shape::PyShape;
use crate::strided::{MASKED, is_masked};

/// Many shapes of one space and precision, for batches: an immutable list, and the index of each
/// pair's shape in it.
///
/// `Shapes([a, b, c])` is three shapes; `Shapes([a, b, c])[index]` with an integer array has the
/// length of the array, and refers to it without copying it.
///
/// >>> import clearance as cl, numpy as np
/// >>> shapes = cl.Shapes([cl.ball(0.5), cl.cuboid([1.0, 1.0, 1.0])])
/// >>> shapes[np.array([0, 1, 1])]
/// <3 shapes of 2, of space, in float64>
#[pyclass(frozen, name = "Shapes", module = "clearance")]
pub(crate) struct PyShapes {
    pub(crate) shapes: Arc<Vec<Py<PyShape>>>,
    pub(crate) kind: Kind,
    pub(crate) index: Option<Py<PyAny>>,
}

#[pymethods]
impl PyShapes {
    #[new]
    fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(Argument("shapes"), shapes)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.index.as_ref().map_or(Ok(self.shapes.len()), |index| index.bind(py).len())
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy")?;
        let index = match &self.index {
            Some(inner) => inner.bind(py).get_item(index)?,
            None if index.is_instance_of::<pyo3::types::PySlice>() => {
                numpy.call_method1("arange", (self.shapes.len(),))?.get_item(index)?
            }
            None => index.clone(),
        };
        if let Ok(one) = index.extract::<isize>() {
            let len = self.shapes.len() as isize;
            let place = if one < 0 { one + len } else { one };
            let shape =
                usize::try_from(place).ok().and_then(|i| self.shapes.get(i)).ok_or_else(|| {
                    PyIndexError::new_err(format!("index {one} is out of range for {len} shapes"))
                })?;
            return Ok(shape.bind(py).clone().into_any());
        }
        if is_masked(&index)? {
            return Err(Argument("index").value_error(py, MASKED));
        }
        let array = numpy.call_method1("asarray", (&index,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let array = match (kind.as_str(), shape.as_slice()) {
            ("i" | "u", [_]) => array,
            ("b", &[len]) if len == self.shapes.len() => {
                array.call_method0("nonzero")?.get_item(0)?
            }
            ("b", &[len]) => {
                let message =
                    format!("index: a mask of {len} does not go with {} shapes", self.shapes.len());
                return Err(PyIndexError::new_err(message));
            }
            // NumPy makes an empty list an array of floats.
            ("f", [0]) if !index.hasattr("dtype")? => array.call_method1("astype", ("i8",))?,
            _ => {
                return Err(PyTypeError::new_err(
                    "index: must be an integer, a slice, or a one-dimensional array of integers or \
                     bools",
                ));
            }
        };
        let own =
            Self { shapes: self.shapes.clone(), kind: self.kind, index: Some(array.unbind()) };
        Ok(Bound::new(py, own)?.into_any())
    }

    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.kind.dim
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (len, many) = (self.__len__(py)?, self.shapes.len());
        let of = if self.index.is_some() { format!(" of {many}") } else { String::new() };
        Ok(format!("<{len} shapes{of}, of {}>", self.kind.named()))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let all: Vec<_> = self.shapes.iter().map(|shape| shape.bind(py).clone()).collect();
        let index = self.index.as_ref().map(|index| index.bind(py).clone());
        let make = py.import("clearance._clearance")?.getattr("_shapes")?;
        Ok((make, (all, index).into_pyobject(py)?))
    }
}

#[pyfunction]
pub(crate) fn _shapes<'py>(
    py: Python<'py>,
    shapes: &Bound<'py, PyAny>,
    index: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let all = Bound::new(py, PyShapes::new(shapes)?)?;
    if index.is_none() { Ok(all.into_any()) } else { all.get_item(index) }
}

impl PyShapes {
    pub(crate) fn of(argument: Argument, shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut list: Vec<Py<PyShape>> = Vec::new();
        let mut kind = None;
        let items = shapes.try_iter().map_err(|_| {
            let found = shapes.get_type().name().map_or_else(|_| "?".into(), |n| n.to_string());
            argument.type_error(format!(
                "must be a clearance.Shape, clearance.Shapes or a list of shapes, is {found}"
            ))
        })?;
        for (i, item) in items.enumerate() {
            let item = item?;
            let shape = item.cast::<PyShape>().map_err(|_| {
                let found = item.get_type().name().map_or_else(|_| "?".into(), |n| n.to_string());
                PyTypeError::new_err(format!(
                    "{}[{i}]: must be a clearance.Shape, is {found}",
                    argument.0
                ))
            })?;
            let found = shape.get().0.kind();
            let first = *kind.get_or_insert(found);
            if first != found {
                let message = format!(
                    "{}[{i}]: is of {}, but {0}[0] is of {}",
                    argument.0,
                    found.named(),
                    first.named()
                );
                return Err(PyTypeError::new_err(message));
            }
            list.push(shape.clone().unbind());
        }
        let kind = kind.ok_or_else(|| argument.value_error(shapes.py(), "has no shape"))?;
        Ok(Self { shapes: Arc::new(list), kind, index: None })
    }
}
