//! Columns of Arrow, by its C data interface: read in place, and exported without a copy.
//! <https://arrow.apache.org/docs/format/CDataInterface.html>, and its capsules for Python,
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>. One of the two
//! files with unsafe code.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{self, null, null_mut};
use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

/// A structure of the interface, released when its last owner drops it.
trait Handed {
    /// The empty structure: before it is filled, and after it has been moved.
    const EMPTY: Self;
    fn is_empty(&self) -> bool;
    fn release(&mut self);
}

macro_rules! handed {
    ($T:ident { $($empty:tt)* }) => {
        impl Handed for $T {
            const EMPTY: Self = Self { release: None, private_data: null_mut(), $($empty)* };
            fn is_empty(&self) -> bool {
                self.release.is_none()
            }
            fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the producer's own function, called once: it marks the structure as
                    // released.
                    unsafe { release(self) }
                }
            }
        }
    };
}
handed!(ArrowSchema {
    format: null(),
    name: null(),
    metadata: null(),
    flags: 0,
    n_children: 0,
    children: null_mut(),
    dictionary: null_mut(),
});
handed!(ArrowArray {
    length: 0,
    null_count: 0,
    offset: 0,
    n_buffers: 0,
    n_children: 0,
    buffers: null_mut(),
    children: null_mut(),
    dictionary: null_mut(),
});
handed!(ArrowArrayStream { get_schema: None, get_next: None, get_last_error: None });

/// A structure that we own.
struct Own<T: Handed>(T);

// SAFETY: the interface allows any thread to read and release; we only read.
unsafe impl<T: Handed> Send for Own<T> {}
unsafe impl<T: Handed> Sync for Own<T> {}

impl<T: Handed> Drop for Own<T> {
    fn drop(&mut self) {
        self.0.release();
    }
}

impl<T: Handed> Own<T> {
    /// Moves it out of a capsule, which is left empty, as the interface requires.
    fn out_of(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<Self> {
        // SAFETY: by the interface, a capsule of this name holds such a structure; Python checks
        // the name.
        unsafe {
            let held = ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()).cast::<T>();
            if held.is_null() {
                return Err(PyErr::fetch(capsule.py()));
            }
            let held = ptr::replace(held, T::EMPTY);
            // Its texts and buffers are no longer there.
            let message = "a capsule of Arrow that has been read before";
            if held.is_empty() { Err(PyValueError::new_err(message)) } else { Ok(Self(held)) }
        }
    }
}

/// An array and its schema, with all their children. Neither changes until both are dropped.
struct Imported {
    array: Own<ArrowArray>,
    schema: Arc<Own<ArrowSchema>>,
}

/// A column of Arrow, or a child of one: numbers and lists of numbers as arrays that refer to its
/// memory.
#[pyclass(frozen, name = "_Column", module = "clearance._clearance")]
pub(crate) struct Column {
    whole: Arc<Imported>,
    array: *const ArrowArray,
    schema: *const ArrowSchema,
}

// SAFETY: the pointers point into `whole`.
unsafe impl Send for Column {}
unsafe impl Sync for Column {}

impl Column {
    fn of(whole: Imported) -> Self {
        let whole = Arc::new(whole);
        let (array, schema) = (&raw const whole.array.0, &raw const whole.schema.0);
        Self { whole, array, schema }
    }

    fn parts(&self) -> (&ArrowArray, &ArrowSchema) {
        // SAFETY: they point into `whole`, which is alive and does not change.
        unsafe { (&*self.array, &*self.schema) }
    }

    fn name(&self) -> &str {
        let (_, schema) = self.parts();
        if schema.format.is_null() {
            return "?";
        }
        // SAFETY: by the interface, a text that ends in 0.
        unsafe { CStr::from_ptr(schema.format) }.to_str().unwrap_or("?")
    }

    /// The value of a key of the schema's metadata: a count, then lengths and bytes in turn.
    fn metadata(&self, wanted: &str) -> PyResult<Option<String>> {
        let mut at = self.parts().1.metadata.cast::<u8>();
        if at.is_null() {
            return Ok(None);
        }
        // SAFETY, of both: by the interface, so many 32-bit numbers and bytes are there.
        let number = |at: &mut *const u8| {
            let number = unsafe { at.cast::<i32>().read_unaligned() };
            *at = at.wrapping_add(size_of::<i32>());
            usize::try_from(number)
                .map_err(|_| PyValueError::new_err("metadata of Arrow of a negative length"))
        };
        let text = |at: &mut *const u8| -> PyResult<String> {
            let len = number(at)?;
            let bytes = unsafe { std::slice::from_raw_parts(*at, len) };
            *at = at.wrapping_add(len);
            Ok(String::from_utf8_lossy(bytes).into_owned())
        };
        for _ in 0..number(&mut at)? {
            let (key, value) = (text(&mut at)?, text(&mut at)?);
            if key == wanted {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn buffer(&self, index: usize) -> *const u8 {
        let (array, _) = self.parts();
        if (index as i64) < array.n_buffers {
            // SAFETY: there are that many buffers.
            unsafe { (*array.buffers.add(index)).cast() }
        } else {
            null()
        }
    }

    /// The numbers of a buffer, starting at `first`.
    fn view<'py, T: numpy::Element>(
        slf: &Bound<'py, Self>,
        buffer: usize,
        first: usize,
        len: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let start = slf.get().buffer(buffer).cast::<T>();
        if len == 0 {
            return Ok(PyArray1::<T>::from_vec(slf.py(), Vec::new()).into_any());
        }
        if start.is_null() || !start.is_aligned() {
            return Err(PyValueError::new_err("a buffer of Arrow is missing or not aligned"));
        }
        // SAFETY: the producer guarantees the buffer's length, and nothing writes to it; the array
        // keeps the column alive.
        let array = unsafe {
            let view = ArrayView1::from_shape_ptr(len, start.add(first));
            PyArray1::borrow_from_array(&view, slf.clone().into_any())
        };
        array.call_method1("setflags", (false,))?;
        Ok(array.into_any())
    }
}

#[pymethods]
impl Column {
    /// The type's format string in the interface.
    #[getter]
    fn format(&self) -> &str {
        self.name()
    }

    /// The name and the parameters of its extension type; without one, two empty texts.
    #[getter]
    fn extension(&self) -> PyResult<(String, String)> {
        let (name, parameters) =
            (self.metadata("ARROW:extension:name")?, self.metadata("ARROW:extension:metadata")?);
        Ok((name.unwrap_or_default(), parameters.unwrap_or_default()))
    }

    /// For lists and structs: how many of a child's items come before the first of this one.
    #[getter]
    fn offset(&self) -> i64 {
        self.parts().0.offset
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.parts().0.length).unwrap_or_default()
    }

    /// Whether its numbers are indices into a dictionary.
    #[getter]
    fn is_dictionary(&self) -> bool {
        !self.parts().1.dictionary.is_null()
    }

    /// Which rows are valid: an array of bytes whose bits are the rows, and the index of the first;
    /// None if all are valid.
    fn valid<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<(Bound<'py, PyAny>, i64)>> {
        let (array, _) = slf.get().parts();
        if array.null_count == 0 || slf.get().buffer(0).is_null() || array.length == 0 {
            return Ok(None);
        }
        let bytes = usize::try_from(array.offset + array.length).unwrap_or_default().div_ceil(8);
        Ok(Some((Self::view::<u8>(slf, 0, 0, bytes)?, array.offset)))
    }

    /// The numbers; for lists of varying length, the start of each, and the end of the last.
    fn numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (array, _) = slf.get().parts();
        let place = |n: i64| {
            usize::try_from(n).map_err(|_| PyValueError::new_err("an array of negative length"))
        };
        let (first, len) = (place(array.offset)?, place(array.length)?);
        match slf.get().name() {
            "c" => Self::view::<i8>(slf, 1, first, len),
            "C" => Self::view::<u8>(slf, 1, first, len),
            "s" => Self::view::<i16>(slf, 1, first, len),
            "S" => Self::view::<u16>(slf, 1, first, len),
            "i" => Self::view::<i32>(slf, 1, first, len),
            "I" => Self::view::<u32>(slf, 1, first, len),
            "l" => Self::view::<i64>(slf, 1, first, len),
            "L" => Self::view::<u64>(slf, 1, first, len),
            "f" => Self::view::<f32>(slf, 1, first, len),
            "g" => Self::view::<f64>(slf, 1, first, len),
            "+l" if len > 0 => Self::view::<i32>(slf, 1, first, len + 1),
            "+L" if len > 0 => Self::view::<i64>(slf, 1, first, len + 1),
            "+l" | "+L" => Self::view::<i64>(slf, 1, 0, 0),
            other => Err(PyTypeError::new_err(format!("has no numbers: its type is {other:?}"))),
        }
    }

    #[getter]
    fn children(&self) -> PyResult<Vec<Self>> {
        let (array, schema) = self.parts();
        if array.n_children != schema.n_children {
            return Err(PyValueError::new_err(
                "an array and its schema have not the same children",
            ));
        }
        let child = |i: i64| {
            // SAFETY: there are that many children.
            let (array, schema) = unsafe {
                (*array.children.offset(i as isize), *schema.children.offset(i as isize))
            };
            Self { whole: Arc::clone(&self.whole), array, schema }
        };
        Ok((0..array.n_children).map(child).collect())
    }
}

/// The chunks of any object with Arrow's capsules: arrays, chunked arrays, series.
#[pyfunction]
pub(crate) fn _columns(value: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
    if value.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            value.call_method0("__arrow_c_array__")?.extract()?;
        let schema = Arc::new(Own::out_of(&schema, SCHEMA)?);
        return Ok(vec![Column::of(Imported { array: Own::out_of(&array, ARRAY)?, schema })]);
    }
    let capsule = value.call_method0("__arrow_c_stream__")?;
    let mut stream = Own::<ArrowArrayStream>::out_of(&capsule, STREAM)?;
    let mut schema = Own(ArrowSchema::EMPTY);
    let (Some(get_schema), Some(get_next)) = (stream.0.get_schema, stream.0.get_next) else {
        return Err(PyValueError::new_err("a stream of Arrow without its functions"));
    };
    let failed = |stream: &mut Own<ArrowArrayStream>| {
        // SAFETY: the producer's own function; the text is alive until its next call.
        let text = unsafe {
            let text = stream.0.get_last_error.map_or(null(), |last| last(&raw mut stream.0));
            if text.is_null() { c"no more is said" } else { CStr::from_ptr(text) }
        };
        PyValueError::new_err(format!("a stream of Arrow fails: {}", text.to_string_lossy()))
    };
    // SAFETY: the producer's own function, with room for what it writes.
    if unsafe { get_schema(&raw mut stream.0, &raw mut schema.0) } != 0 {
        return Err(failed(&mut stream));
    }
    let schema = Arc::new(schema);
    let mut chunks = Vec::new();
    loop {
        let mut array = Own(ArrowArray::EMPTY);
        // SAFETY: as above.
        if unsafe { get_next(&raw mut stream.0, &raw mut array.0) } != 0 {
            return Err(failed(&mut stream));
        }
        if array.0.is_empty() {
            return Ok(chunks);
        }
        chunks.push(Column::of(Imported { array, schema: Arc::clone(&schema) }));
    }
}

/// Answers as an array of Arrow: any reader of its capsules takes it over without a copy, as
/// `pyarrow.array(answers)` and `polars.Series(answers)` do.
///
/// >>> import clearance as cl, clearance.arrow
/// >>> import pyarrow as pa                                      # doctest: +SKIP
/// >>> pa.array(clearance.arrow.intersects(a, p, b, q, shapes=shapes))   # doctest: +SKIP
#[pyclass(frozen, name = "ArrowArray", module = "clearance._clearance")]
pub(crate) struct Answers {
    format: CString,
    name: CString,
    length: usize,
    nulls: usize,
    /// The validity bits of the rows; and the numbers.
    buffers: Vec<Option<Py<PyUntypedArray>>>,
    children: Vec<Py<Self>>,
}

#[pymethods]
impl Answers {
    #[new]
    fn new(
        format: CString,
        name: CString,
        length: usize,
        nulls: usize,
        buffers: Vec<Option<Bound<'_, PyUntypedArray>>>,
        children: Vec<Py<Self>>,
    ) -> PyResult<Self> {
        if buffers.iter().flatten().any(|array| !array.is_c_contiguous()) {
            return Err(PyValueError::new_err("buffers: must be contiguous"));
        }
        let buffers = buffers.into_iter().map(|array| array.map(Bound::unbind)).collect();
        Ok(Self { format, name, length, nulls, buffers, children })
    }

    fn __len__(&self) -> usize {
        self.length
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let names: Vec<_> =
            self.children.iter().map(|child| child.bind(py).get().name.to_string_lossy()).collect();
        let of = if names.is_empty() { "booleans".into() } else { names.join(", ") };
        format!("<ArrowArray of {} rows: {of}>", self.length)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        capsule(py, self.schema(py), SCHEMA)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // The interface lets a producer that cannot cast return what it has.
        let _ = requested_schema;
        let array = capsule(py, self.array(py), ARRAY)?;
        PyTuple::new(py, [capsule(py, self.schema(py), SCHEMA)?, array])
    }
}

/// The private data of an exported structure.
struct Kept<T: Handed> {
    texts: [CString; 2],
    buffers: Vec<*const c_void>,
    children: Vec<*mut T>,
    arrays: Vec<Py<PyUntypedArray>>,
}

/// Drops it, its children first.
///
/// # Safety
/// `private_data` comes from `Box::into_raw` of a `Kept::<T>`, and has not been dropped.
unsafe fn dropped<T: Handed>(private_data: *mut c_void) {
    // SAFETY: see above; children come from `Box::into_raw` too.
    let kept = unsafe { Box::from_raw(private_data.cast::<Kept<T>>()) };
    for child in &kept.children {
        // SAFETY: see above. A consumer may have moved it out and left it empty.
        unsafe { drop(Own(*Box::from_raw(*child))) }
    }
    // Foreign threads may release, with or without Python's lock; at Python's end there is none to
    // take.
    if Python::try_attach(|_| ()).is_none() {
        kept.arrays.into_iter().for_each(std::mem::forget);
    } else {
        Python::attach(|_| drop(kept));
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: called once, with a structure made by `Answers::schema`.
    unsafe {
        dropped::<ArrowSchema>((*schema).private_data);
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: called once, with a structure made by `Answers::array`.
    unsafe {
        dropped::<ArrowArray>((*array).private_data);
        (*array).release = None;
    }
}

impl Answers {
    fn kept<T: Handed>(&self, py: Python<'_>, each: impl Fn(&Self) -> T) -> Box<Kept<T>> {
        let start = |array: &Option<Py<PyUntypedArray>>| match array {
            None => null(),
            // SAFETY: an array's fields; the array is kept alive.
            Some(array) => unsafe {
                (*array.bind(py).as_array_ptr()).fields.data.cast_const().cast()
            },
        };
        Box::new(Kept {
            texts: [self.format.clone(), self.name.clone()],
            buffers: self.buffers.iter().map(start).collect(),
            children: self
                .children
                .iter()
                .map(|child| Box::into_raw(Box::new(each(child.bind(py).get()))))
                .collect(),
            arrays: self.buffers.iter().flatten().map(|array| array.clone_ref(py)).collect(),
        })
    }

    fn schema(&self, py: Python<'_>) -> ArrowSchema {
        let mut kept = self.kept(py, |child| child.schema(py));
        let [format, name] = kept.texts.each_ref().map(|text| text.as_ptr());
        ArrowSchema {
            format,
            name,
            flags: 2, // Rows may be null.
            n_children: kept.children.len() as i64,
            children: kept.children.as_mut_ptr(),
            release: Some(release_schema),
            private_data: Box::into_raw(kept).cast(),
            ..ArrowSchema::EMPTY
        }
    }

    fn array(&self, py: Python<'_>) -> ArrowArray {
        let mut kept = self.kept(py, |child| child.array(py));
        ArrowArray {
            length: self.length as i64,
            null_count: self.nulls as i64,
            n_buffers: kept.buffers.len() as i64,
            buffers: kept.buffers.as_mut_ptr(),
            n_children: kept.children.len() as i64,
            children: kept.children.as_mut_ptr(),
            release: Some(release_array),
            private_data: Box::into_raw(kept).cast(),
            ..ArrowArray::EMPTY
        }
    }
}

/// A structure in a capsule, which releases it unless a consumer has moved it out.
fn capsule<'py, T: Handed>(
    py: Python<'py>,
    structure: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyAny>> {
    unsafe extern "C" fn destroy<T: Handed>(capsule: *mut ffi::PyObject) {
        // SAFETY: its own name and pointer, from `Box::into_raw` below.
        unsafe {
            let name = ffi::PyCapsule_GetName(capsule);
            let held = ffi::PyCapsule_GetPointer(capsule, name).cast::<T>();
            drop(Own(*Box::from_raw(held)));
        }
    }
    let held = Box::into_raw(Box::new(structure));
    // SAFETY: the name is static.
    unsafe {
        let capsule = ffi::PyCapsule_New(held.cast(), name.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
