//! Numbers of a NumPy array, read in place: of any strides, without a copy. One of the two files
//! with unsafe code.

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyTuple};

use crate::fault::Argument;

/// An array of `f32` or `f64`, as passed or as converted by `numpy.asarray`.
pub(crate) struct Numbers {
    array: Py<PyAny>,
    data: *const u8,
    pub(crate) shape: Vec<usize>,
    /// In bytes.
    strides: Vec<isize>,
    pub(crate) single: bool,
    /// Lists and integers take the precision of the operand that they are used with.
    pub(crate) weak: bool,
}

// SAFETY: the array is kept alive by `array`, and its buffer is only read. NumPy lets other threads
// write to it meanwhile, as it does during its own functions; the numbers read are then partly old
// and partly new.
unsafe impl Send for Numbers {}
unsafe impl Sync for Numbers {}

pub(crate) const MASKED: &str = "has masked entries: fill them first (.filled(number))";

/// Whether a mask hides something, which the numbers do not show.
pub(crate) fn is_masked(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_exact_instance_of::<PyUntypedArray>() {
        return Ok(false);
    }
    if value.is_instance_of::<PyUntypedArray>() {
        return value.py().import("numpy.ma")?.call_method1("is_masked", (value,))?.is_truthy();
    }
    // NumPy makes one array of the items of lists, without their masks.
    if let Ok(list) = value.cast::<PyList>() {
        any_masked(list.iter())
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        any_masked(tuple.iter())
    } else {
        Ok(false)
    }
}

/// The same as [`is_masked`], for Python.
#[pyfunction]
pub(crate) fn _is_masked(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    is_masked(value)
}

fn any_masked<'py>(mut items: impl Iterator<Item = Bound<'py, PyAny>>) -> PyResult<bool> {
    items.try_fold(false, |found, item| Ok(found || is_masked(&item)?))
}

impl Numbers {
    /// Arrays of `f32` and `f64` as they are; anything else through `numpy.asarray`.
    pub(crate) fn of(argument: &Argument, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        let unmasked = || match is_masked(value)? {
            true => Err(argument.value_error(py, MASKED)),
            false => Ok(()),
        };
        if value.is_instance_of::<PyUntypedArray>() {
            unmasked()?;
        }
        if let Some(numbers) = Self::floats(value, false) {
            return Ok(numbers);
        }
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (value,)).map_err(|error| {
            argument.value_error(py, format!("is not an array of numbers ({})", error.value(py)))
        })?;
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        let size: usize = dtype.getattr("itemsize")?.extract()?;
        if !(matches!(kind.as_str(), "i" | "u") || kind == "f" && size <= 8) {
            let named = match kind.as_str() {
                "O" => "object (ragged, or no numbers)".into(),
                "f" => format!("{dtype}: round it to float64 (.astype(float))"),
                _ => dtype.str()?.to_string(),
            };
            return Err(
                argument.type_error(format!("must be of floats or integers, is of {named}"))
            );
        }
        // After the conversion, which fails for a list that holds itself.
        unmasked()?;
        // Includes float16, which converts to float32.
        let native =
            array.call_method1("astype", (if size <= 4 && kind == "f" { "f4" } else { "f8" },))?;
        // Not every array of floats is one of NumPy.
        let is_list = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
        let weak = kind != "f" || is_list || value.is_exact_instance_of::<PyFloat>();
        Self::floats(&native, weak)
            .ok_or_else(|| argument.type_error(format!("cannot be read as floats ({dtype})")))
    }

    fn floats(value: &Bound<'_, PyAny>, weak: bool) -> Option<Self> {
        if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
            return Some(Self::around(array, array.data().cast(), false, weak));
        }
        let array = value.cast::<PyArrayDyn<f32>>().ok()?;
        Some(Self::around(array, array.data().cast(), true, weak))
    }

    fn around<'py, A: PyUntypedArrayMethods<'py> + AsRef<Bound<'py, PyAny>>>(
        array: &A,
        data: *const u8,
        single: bool,
        weak: bool,
    ) -> Self {
        Self {
            data,
            shape: array.shape().to_vec(),
            strides: array.strides().to_vec(),
            single,
            weak,
            array: array.as_ref().clone().unbind(),
        }
    }

    /// The array, for Python.
    pub(crate) fn array<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.array.bind(py)
    }

    /// The array, or a list that takes the precision of its operand as the numbers passed do.
    pub(crate) fn as_passed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py);
        if !self.weak {
            return Ok(array.clone());
        }
        // An empty list would not have its axes; integers are as weak.
        if self.shape.contains(&0) {
            return array.call_method1("astype", ("i8",));
        }
        array.call_method0("tolist")
    }

    /// The length of a last axis: 1 means the last, 2 the one before.
    pub(crate) fn last(&self, from_end: usize) -> Option<usize> {
        self.shape.len().checked_sub(from_end).and_then(|i| self.shape.get(i)).copied()
    }

    /// The axes before the last `inner`.
    pub(crate) fn batch(&self, inner: usize) -> &[usize] {
        self.shape.get(..self.shape.len().saturating_sub(inner)).unwrap_or_default()
    }

    /// Whether each of its matrices (3, 3) is a rotation or a mirror, which three translations
    /// hardly are.
    pub(crate) fn are_turns(&self) -> bool {
        let batch = self.batch(2);
        let count: usize = batch.iter().product();
        let mut place = vec![0; batch.len()];
        (0..count).all(|number| {
            let mut rest = number;
            for (slot, len) in place.iter_mut().zip(batch).rev() {
                (*slot, rest) = (rest % len, rest / len);
            }
            let rows: [[f64; 3]; 3] = self.item(2, &place).matrix();
            let dot = |a: usize, b: usize| -> f64 { (0..3).map(|k| rows[a][k] * rows[b][k]).sum() };
            let is_near = |a: usize, b: usize| {
                (dot(a, b) - f64::from(u8::from(a == b))).abs() <= Self::NEARLY
            };
            (0..3).all(|a| (0..=a).all(|b| is_near(a, b)))
        }) && count > 0
    }

    /// How far the product of a rotation with its transpose may be from the identity: looser than
    /// for poses, as a bad rotation is no three translations either.
    const NEARLY: f64 = 1e-3;

    /// The items of `inner` last axes, from an index on along the last axis of the batch shape to
    /// which this array is broadcast.
    pub(crate) fn run(&self, inner: usize, place: &[usize]) -> Run<'_> {
        let batch = self.batch(inner);
        // Axes are matched from the last on, and those of length 1 do not move.
        let skipped = place.len().saturating_sub(batch.len());
        let (mut offset, mut step, mut left) = (0_isize, 0, usize::MAX);
        for ((index, len), stride) in place.iter().skip(skipped).zip(batch).zip(&self.strides) {
            (step, left) = (0, usize::MAX);
            if *len != 1 {
                debug_assert!(index < len);
                let index = (*index).min(len - 1);
                offset += index as isize * stride;
                (step, left) = (*stride, len - index);
            }
        }
        let axis = |from_end: usize| {
            let axis = self.shape.len() - from_end;
            (self.shape[axis], self.strides[axis])
        };
        Run {
            numbers: self,
            offset,
            step,
            left,
            row: if inner >= 2 { axis(2) } else { (1, 0) },
            column: if inner >= 1 { axis(1) } else { (1, 0) },
        }
    }

    /// The item of `inner` last axes at an index of a batch.
    pub(crate) fn item(&self, inner: usize, place: &[usize]) -> Item<'_> {
        self.run(inner, place).at(0)
    }
}

/// Vectors or matrices of an array that follow each other along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Run<'n> {
    numbers: &'n Numbers,
    /// In bytes: the offset of the first, and the step to the next.
    offset: isize,
    step: isize,
    /// How many there are.
    left: usize,
    /// Their lengths and strides.
    row: (usize, isize),
    column: (usize, isize),
}

impl<'n> Run<'n> {
    #[inline(always)]
    pub(crate) fn at(&self, k: usize) -> Item<'n> {
        assert!(k < self.left);
        let Self { numbers, row, column, .. } = *self;
        let offset = self.offset + k as isize * self.step;
        Item { numbers, offset, row, column }
    }
}

/// One vector or matrix of an array.
#[derive(Clone, Copy)]
pub(crate) struct Item<'n> {
    numbers: &'n Numbers,
    offset: isize,
    row: (usize, isize),
    column: (usize, isize),
}

impl Item<'_> {
    /// The number itself, of an array of single numbers.
    pub(crate) fn number(&self) -> f64 {
        let [[x]] = self.read::<1, 1>();
        x
    }

    /// A vector of the last axis's length.
    #[inline(always)]
    pub(crate) fn vector<const N: usize>(&self) -> [f64; N] {
        let [row] = self.read::<1, N>();
        row
    }

    /// A matrix, by rows.
    #[inline(always)]
    pub(crate) fn matrix<const N: usize>(&self) -> [[f64; N]; N] {
        self.read::<N, N>()
    }

    #[inline(always)]
    fn read<const R: usize, const C: usize>(&self) -> [[f64; C]; R] {
        assert_eq!((self.row.0, self.column.0), (R, C));
        let single = self.numbers.single;
        // Where a row's numbers are contiguous, only its length matters.
        if self.column.1 == if single { 4 } else { 8 } {
            // SAFETY: as below; the numbers of a row are contiguous.
            std::array::from_fn(|i| unsafe {
                if single {
                    self.address(i, 0).cast::<[f32; C]>().read_unaligned().map(f64::from)
                } else {
                    self.address(i, 0).cast::<[f64; C]>().read_unaligned()
                }
            })
        } else {
            // SAFETY: every index is below the length of its axis, here, in `Run::at` and in
            // `Numbers::run`, and no axis is empty where an item is read: so the address is within
            // the array's buffer. It may not be aligned.
            std::array::from_fn(|i| {
                std::array::from_fn(|j| unsafe {
                    let address = self.address(i, j);
                    if single {
                        f64::from(address.cast::<f32>().read_unaligned())
                    } else {
                        address.cast::<f64>().read_unaligned()
                    }
                })
            })
        }
    }

    /// The offset of the number in a row and column.
    #[inline(always)]
    fn address(&self, i: usize, j: usize) -> *const u8 {
        let offset = self.offset + i as isize * self.row.1 + j as isize * self.column.1;
        self.numbers.data.wrapping_offset(offset)
    }
}

/// A one-dimensional array of integers.
pub(crate) struct Indices {
    _array: Py<PyAny>,
    data: *const u8,
    stride: isize,
    pub(crate) len: usize,
    width: Width,
}

#[derive(Clone, Copy)]
enum Width {
    I64,
    I32,
    U32,
    U64,
}

// SAFETY: as for `Numbers`.
unsafe impl Send for Indices {}
unsafe impl Sync for Indices {}

impl Indices {
    /// Arrays of 32-bit and 64-bit integers as they are, others through int64.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(found) = Self::as_they_are(value) {
            return Ok(found);
        }
        let wide = value.call_method1("astype", ("i8",))?;
        Self::as_they_are(&wide)
            .ok_or_else(|| Argument("index").type_error("must be one-dimensional, of integers"))
    }

    fn as_they_are(value: &Bound<'_, PyAny>) -> Option<Self> {
        fn around<T: numpy::Element>(
            array: &Bound<'_, PyArrayDyn<T>>,
            width: Width,
        ) -> Option<Indices> {
            let (&[len], &[stride]) = (array.shape(), array.strides()) else { return None };
            let data = array.data().cast();
            Some(Indices { data, stride, len, width, _array: array.as_any().clone().unbind() })
        }
        if let Ok(array) = value.cast::<PyArrayDyn<i64>>() {
            return around(array, Width::I64);
        }
        if let Ok(array) = value.cast::<PyArrayDyn<u32>>() {
            return around(array, Width::U32);
        }
        if let Ok(array) = value.cast::<PyArrayDyn<u64>>() {
            return around(array, Width::U64);
        }
        around(value.cast::<PyArrayDyn<i32>>().ok()?, Width::I32)
    }

    /// The index at a place.
    pub(crate) fn at(&self, place: usize) -> i64 {
        assert!(place < self.len);
        // SAFETY: the index is below the length, so the address is within the array's buffer. It
        // may not be aligned.
        unsafe {
            let address = self.data.offset(place as isize * self.stride);
            match self.width {
                Width::I64 => address.cast::<i64>().read_unaligned(),
                Width::I32 => i64::from(address.cast::<i32>().read_unaligned()),
                Width::U32 => i64::from(address.cast::<u32>().read_unaligned()),
                // Beyond every list; wrapped around, it would count from the end.
                Width::U64 => i64::try_from(self.unsigned(place)).unwrap_or(i64::MAX),
            }
        }
    }

    /// The index at a place, however large, for messages.
    pub(crate) fn named(&self, place: usize) -> String {
        match self.width {
            Width::U64 => self.unsigned(place).to_string(),
            _ => self.at(place).to_string(),
        }
    }

    fn unsigned(&self, place: usize) -> u64 {
        assert!(place < self.len && matches!(self.width, Width::U64));
        // SAFETY: as in `at`.
        unsafe { self.data.offset(place as isize * self.stride).cast::<u64>().read_unaligned() }
    }
}
