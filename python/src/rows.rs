//! Which pair a row of a batch is of.

use clearance::{Query, Scalar};
use pyo3::prelude::*;

use crate::answer::{Answer, Stands, signed, verdict_of};
use crate::flavour::{Flavour, in_flavour};
use crate::pairs::Arguments;
use crate::shape::PyShape;

/// The arguments of the verb whose answers a batch holds, and which rows of them these are, unless
/// they are all: the places in the whole batch, as an array of the answers' shape.
pub(crate) struct Asked {
    arguments: [Py<PyAny>; 4],
    places: Option<Py<PyAny>>,
}

/// Keeps what was asked with the answer to a batch. The arrays are referenced, not copied.
pub(crate) fn remember(found: &Bound<'_, PyAny>, asked: [&Bound<'_, PyAny>; 4]) -> PyResult<()> {
    let Ok(answer) = found.cast::<Answer>() else { return Ok(()) };
    if let Some(many) = answer.get().batch() {
        let arguments = asked.map(|argument| argument.clone().unbind());
        // An iterator is used up by now; a list of its shapes would have been kept.
        let is_kept = asked.iter().all(|argument| !argument.hasattr("__next__").unwrap_or(true));
        if is_kept {
            let _ = many.of.set(Asked { arguments, places: None });
        }
    }
    Ok(())
}

impl Asked {
    /// The places of rows in the whole batch.
    fn at<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
        status: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let all = match &self.places {
            Some(places) => places.bind(py).clone(),
            None => {
                let numbers =
                    py.import("numpy")?.call_method1("arange", (status.getattr("size")?,))?;
                numbers.call_method1("reshape", (status.getattr("shape")?,))?
            }
        };
        all.get_item(index)
    }

    /// The same of some rows.
    pub(crate) fn rows<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
        status: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let arguments = self.arguments.each_ref().map(|argument| argument.clone_ref(py));
        Ok(Self { arguments, places: Some(self.at(py, index, status)?.unbind()) })
    }

    /// The pair of one row, unless the arrays hold another by now.
    pub(crate) fn pair<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
        status: &Bound<'py, PyAny>,
        distance: f64,
    ) -> PyResult<Option<[Stands; 2]>> {
        let mut flat: usize = self.at(py, index, status)?.extract()?;
        let [a, pose_a, b, pose_b] = self.arguments.each_ref().map(|argument| argument.bind(py));
        let Ok(arguments) = Arguments::new(a, pose_a, b, pose_b) else { return Ok(None) };
        let mut place = vec![0; arguments.shape.len()];
        for (own, axis) in place.iter_mut().zip(&arguments.shape).rev() {
            (*own, flat) = (flat % axis.max(&1), flat / axis.max(&1));
        }
        in_flavour!(arguments.kind, V => {
            let Ok((a, p, b, q)) = arguments.operands().pair::<V>(&place) else { return Ok(None) };
            let now = Query::new().proximity(a, &p, b, &q);
            let found = signed(verdict_of(&now), now.witness());
            let gap = now.witness().gap;
            // Verbs that give no distance leave NaN.
            let is_same = distance.is_nan() || (found - distance).abs() <= 4.0 * gap.to_f64();
            let shape = |shape: &clearance::Shape<V>| Py::new(py, PyShape(V::any(shape.clone())));
            Ok(is_same.then_some([Stands::new(shape(a)?, &p), Stands::new(shape(b)?, &q)]))
        })
    }
}
