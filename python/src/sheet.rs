//! The output of a batch: columns of numbers, split among blocks, and NumPy arrays made of them.

use numpy::{Element, IxDyn, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::flavour::Flavour;
use crate::pose::shape_text;

/// The number of items along these axes, if there is memory for so many bytes each.
///
/// # Errors
/// Python's `MemoryError`, before anything is allocated: Rust's own reaction would end the process.
pub(crate) fn room(axes: &[usize], bytes: usize) -> PyResult<usize> {
    let len = axes.iter().try_fold(1_usize, |len, axis| len.checked_mul(*axis));
    let fits = |len: &usize| {
        let mut probe = Vec::<u8>::new();
        let size = len.checked_mul(bytes);
        let fits = size.is_some_and(|size| probe.try_reserve_exact(size).is_ok());
        // Otherwise it would be optimised away.
        std::hint::black_box(&probe);
        fits
    };
    len.filter(fits).ok_or_else(|| {
        let message = format!(
            "there is no memory for {} times {bytes} bytes; ask for fewer at once",
            shape_text(axes)
        );
        PyMemoryError::new_err(message)
    })
}

/// The most items of so many bytes each that there is memory for.
pub(crate) fn most(bytes: usize) -> usize {
    let add = |most: usize, bit: u32| match room(&[most | 1 << bit], bytes) {
        Ok(more) => more,
        Err(_) => most,
    };
    (0..usize::BITS - 1).rev().fold(0, add)
}

/// An array that takes over these numbers.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(IxDyn(shape))?.into_any())
}

/// The outputs for consecutive pairs; columns that a verb does not compute are empty.
#[derive(Default)]
pub(crate) struct Sheet<'o, T> {
    /// The first pair's number.
    pub(crate) first: usize,
    pub(crate) flags: &'o mut [bool],
    pub(crate) status: &'o mut [i8],
    pub(crate) distance: &'o mut [T],
    pub(crate) gap: &'o mut [T],
    /// For casts, the ends of the interval of time.
    pub(crate) low: &'o mut [T],
    pub(crate) high: &'o mut [T],
    /// Numbers for each pair, as many as the space has dimensions; likewise the points.
    pub(crate) normal: &'o mut [T],
    pub(crate) point_a: &'o mut [T],
    pub(crate) point_b: &'o mut [T],
}

/// Splits the first off.
fn first<'o, U>(rest: &mut &'o mut [U], count: usize) -> &'o mut [U] {
    let count = count.min(rest.len());
    let (taken, left) = std::mem::take(rest).split_at_mut(count);
    *rest = left;
    taken
}

/// The outputs for consecutive items of any kind.
pub(crate) trait Slots: Send {
    /// Splits off the outputs of the first items.
    fn take(&mut self, items: usize) -> Self;
}

/// A fixed count of numbers for each item.
pub(crate) struct Rows<'o, T> {
    pub(crate) numbers: &'o mut [T],
    pub(crate) width: usize,
}

impl<T: Send> Slots for Rows<'_, T> {
    fn take(&mut self, items: usize) -> Self {
        Self { numbers: first(&mut self.numbers, items * self.width), width: self.width }
    }
}

impl<S: Slots, T: Slots> Slots for (S, T) {
    fn take(&mut self, items: usize) -> Self {
        (self.0.take(items), self.1.take(items))
    }
}

/// A sheet with vectors of a space.
pub(crate) struct SheetOf<'o, V: Flavour>(pub(crate) Sheet<'o, V::Scalar>);

impl<V: Flavour> Slots for SheetOf<'_, V> {
    fn take(&mut self, items: usize) -> Self {
        Self(self.0.take(items, V::KIND.dim))
    }
}

impl<'o, T> Sheet<'o, T> {
    /// Splits off the first pairs.
    fn take(&mut self, pairs: usize, dim: usize) -> Self {
        let at = self.first;
        self.first += pairs;
        Self {
            first: at,
            flags: first(&mut self.flags, pairs),
            status: first(&mut self.status, pairs),
            distance: first(&mut self.distance, pairs),
            gap: first(&mut self.gap, pairs),
            low: first(&mut self.low, pairs),
            high: first(&mut self.high, pairs),
            normal: first(&mut self.normal, pairs * dim),
            point_a: first(&mut self.point_a, pairs * dim),
            point_b: first(&mut self.point_b, pairs * dim),
        }
    }
}
