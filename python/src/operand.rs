//! An argument that is one shape or many, and the shape of each pair of a batch.

use std::sync::Arc;

use clearance::{Point, Shape};
use pyo3::prelude::*;

use crate::fault::{Argument, Fault};
use crate::flavour::{Flavour, Kind, in_flavour};
use crate::shape::PyShape;
use crate::shapes::PyShapes;
use crate::strided::Indices;

/// An argument that is one shape or many.
pub(crate) enum ShapeArgument {
    One(Py<PyShape>),
    Many { shapes: Arc<Vec<Py<PyShape>>>, kind: Kind, index: Option<Indices> },
}

impl ShapeArgument {
    pub(crate) fn new(argument: Argument, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(shape) = value.cast::<PyShape>() {
            return Ok(Self::One(shape.clone().unbind()));
        }
        if let Ok(shapes) = value.cast::<PyShapes>() {
            let PyShapes { shapes, kind, index } = shapes.get();
            let index =
                index.as_ref().map(|index| Indices::of(index.bind(value.py()))).transpose()?;
            return Ok(Self::Many { shapes: shapes.clone(), kind: *kind, index });
        }
        let PyShapes { shapes, kind, .. } = PyShapes::of(argument, value)?;
        Ok(Self::Many { shapes, kind, index: None })
    }
}

impl ShapeArgument {
    /// The point at the origin.
    pub(crate) fn origin(py: Python<'_>, kind: Kind) -> PyResult<Self> {
        let point = in_flavour!(kind, V => V::any(Point::new(V::vector([0.0; 3])).into()));
        Ok(Self::One(Py::new(py, PyShape(point))?))
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::One(shape) => shape.get().0.kind(),
            Self::Many { kind, .. } => *kind,
        }
    }

    /// The same in float64, which changes no number.
    pub(crate) fn widened(self, py: Python<'_>) -> PyResult<Self> {
        let wide = |shape: &Py<PyShape>| Py::new(py, shape.get().widened()?);
        Ok(match self {
            Self::One(shape) => Self::One(wide(&shape)?),
            Self::Many { shapes, kind, index } => {
                let shapes = shapes.iter().map(wide).collect::<PyResult<Vec<_>>>()?;
                Self::Many { shapes: shapes.into(), kind: Kind { single: false, ..kind }, index }
            }
        })
    }

    /// The axes of its batch.
    pub(crate) fn batch(&self) -> Vec<usize> {
        match self {
            Self::One(_) => Vec::new(),
            Self::Many { index: Some(index), .. } => vec![index.len],
            Self::Many { shapes, .. } => vec![shapes.len()],
        }
    }

    /// The shape of one pair.
    pub(crate) fn first(&self) -> &Py<PyShape> {
        match self {
            Self::One(shape) => shape,
            // A list has at least one shape.
            Self::Many { shapes, .. } => &shapes[0],
        }
    }

    /// The shapes from an index on along the batch's last axis, which lists of shapes follow.
    pub(crate) fn run(&self, place: &[usize]) -> ShapeRun<'_> {
        let (shapes, index, len) = match self {
            Self::One(shape) => (std::slice::from_ref(shape), None, 1),
            Self::Many { shapes, index: None, .. } => (shapes.as_slice(), None, shapes.len()),
            Self::Many { shapes, index: Some(index), .. } => {
                (shapes.as_slice(), Some(index), index.len)
            }
        };
        let moves = len != 1;
        let first = if moves { place.last().copied().unwrap_or_default() } else { 0 };
        ShapeRun { shapes, index, first, moves }
    }
}

/// Shapes that follow each other along the last axis of a batch.
pub(crate) struct ShapeRun<'s> {
    shapes: &'s [Py<PyShape>],
    index: Option<&'s Indices>,
    first: usize,
    /// Whether it advances, or is the same for all.
    moves: bool,
}

/// Why there is no shape.
pub(crate) struct NoShape {
    message: String,
    is_index: bool,
}

impl NoShape {
    #[cold]
    fn named(index: &Indices, place: usize, len: usize) -> Self {
        let message = format!("names shape {}, but there are {len}", index.named(place));
        Self { message, is_index: true }
    }

    #[cold]
    fn of_another_space() -> Self {
        Self { message: "is a shape of another space or precision".into(), is_index: false }
    }

    pub(crate) fn fault(self, argument: Argument, place: Vec<usize>) -> Fault {
        Fault { argument, place, message: self.message, is_index: self.is_index }
    }
}

impl<'s> ShapeRun<'s> {
    #[inline(always)]
    pub(crate) fn at<V: Flavour>(&self, k: usize) -> Result<&'s Shape<V>, NoShape> {
        let along = if self.moves { self.first + k } else { self.first };
        let shape = match self.index {
            None => self.shapes.get(along),
            Some(index) => {
                let (number, len) = (index.at(along), self.shapes.len());
                let from_start = if number < 0 { number + len as i64 } else { number };
                let found = usize::try_from(from_start).ok().and_then(|i| self.shapes.get(i));
                Some(found.ok_or_else(|| NoShape::named(index, along, len))?)
            }
        };
        shape.and_then(|shape| V::of(&shape.get().0)).ok_or_else(NoShape::of_another_space)
    }
}
