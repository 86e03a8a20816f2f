//! The answers of verbs: the numbers of one pair, or arrays of many.

use std::sync::OnceLock;

use clearance::{Pose, Proximity, Scalar, Vector, Verdict, Witness};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::flavour::{Flavour, Kind};
use crate::pose::PyPose;
use crate::rows::Asked;
use crate::shape::PyShape;
use crate::sheet::array;

pub(crate) const fn status(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Separated => 0,
        Verdict::Intersecting => 1,
        Verdict::Undecided => 2,
    }
}

/// The member of `clearance.Status` with this value.
pub(crate) fn status_of(py: Python<'_>, status: i8) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("clearance._status")?.getattr("Status")?;
        (0..3).map(|value| Ok(class.call1((value,))?.unbind())).collect::<PyResult<Vec<_>>>()
    })?;
    Ok(members[status as usize].bind(py).clone())
}

/// Distance or depth of a pair, or of each pair of a batch, and where.
///
/// For one pair the numbers are floats and the vectors arrays (dim,); for a batch of shape (...)
/// they are arrays (...) and (..., dim), and it is a sequence of its rows.
///
/// >>> import clearance as cl
/// >>> found = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [[2.5, 0.0, 0.0], [1.0, 0.0, 0.0]])
/// >>> found.distance, found.intersects, found.normal.shape
/// (array([ 0.5, -1. ]), array([False,  True]), (2, 3))
/// >>> len(found), found[1].distance, [row.intersects for row in found]
/// (2, -1.0, [False, True])
#[pyclass(frozen, name = "Proximity", module = "clearance")]
pub(crate) struct Answer(Held);

enum Held {
    One(One),
    Many(Many),
}

/// A shape and its pose at the time of the query.
pub(crate) struct Stands {
    shape: Py<PyShape>,
    translation: [f64; 3],
    /// A quaternion x, y, z, w, or the cosine and sine.
    rotation: [f64; 4],
}

impl Stands {
    pub(crate) fn new<V: Flavour>(shape: Py<PyShape>, pose: &Pose<V>) -> Self {
        let rotation = V::rotation(pose);
        Self { shape, translation: pose.translation.coordinates(), rotation }
    }

    /// The shape, and its pose as a Python `Pose`.
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let kind = self.shape.get().0.kind();
        let ([x, y, z], [p, q, r, s]) = (self.translation, self.rotation);
        let pose = py.get_type::<PyPose>();
        let pose = if kind.dim == 2 {
            let rows = [p, -q, x, q, p, y, 0.0, 0.0, 1.0];
            pose.call_method1("matrix", (numbers(py, kind, &rows, &[3, 3])?,))?
        } else {
            let at = numbers(py, kind, &[x, y, z], &[3])?;
            pose.call_method1("xyzw", (at, numbers(py, kind, &[p, q, r, s], &[4])?))?
        };
        Ok([self.shape.bind(py).clone().into_any(), pose])
    }
}

/// An array in the precision of a space.
fn numbers<'py>(
    py: Python<'py>,
    kind: Kind,
    numbers: &[f64],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    if kind.single {
        array(py, numbers.iter().map(|x| *x as f32).collect(), shape)
    } else {
        array(py, numbers.to_vec(), shape)
    }
}

pub(crate) struct One {
    pub(crate) status: i8,
    pub(crate) distance: f64,
    pub(crate) gap: f64,
    normal: [f64; 3],
    point_a: [f64; 3],
    point_b: [f64; 3],
    kind: Kind,
    /// What stood there; not known of some rows of a batch.
    pair: Option<[Stands; 2]>,
}

/// In the order of the constructor's arguments.
pub(crate) struct Many {
    pub(crate) distance: Py<PyAny>,
    pub(crate) gap: Py<PyAny>,
    pub(crate) normal: Py<PyAny>,
    pub(crate) point_a: Py<PyAny>,
    pub(crate) point_b: Py<PyAny>,
    pub(crate) status: Py<PyAny>,
    /// What it is of, if that is known.
    pub(crate) of: OnceLock<Asked>,
}

pub(crate) fn verdict_of<V: Vector>(proximity: &Proximity<V>) -> Verdict {
    match proximity {
        Proximity::Separated(_) => Verdict::Separated,
        Proximity::Intersecting(_) => Verdict::Intersecting,
        Proximity::Undecided(_) => Verdict::Undecided,
    }
}

/// The distance, or minus the depth; a depth of zero becomes a positive zero.
pub(crate) fn signed<V: Vector>(verdict: Verdict, witness: &Witness<V>) -> f64 {
    let length = witness.length.to_f64();
    if matches!(verdict, Verdict::Separated) || length == 0.0 { length } else { -length }
}

impl Answer {
    pub(crate) fn one<V: Flavour>(
        verdict: Verdict,
        witness: &Witness<V>,
        pair: [Stands; 2],
    ) -> Self {
        Self(Held::One(One {
            status: status(verdict),
            distance: signed(verdict, witness),
            gap: witness.gap.to_f64(),
            normal: witness.normal.coordinates(),
            point_a: witness.on_a.coordinates(),
            point_b: witness.on_b.coordinates(),
            kind: V::KIND,
            pair: Some(pair),
        }))
    }

    pub(crate) fn many(many: Many) -> Self {
        Self(Held::Many(many))
    }

    fn number<'py>(
        &self,
        py: Python<'py>,
        one: impl Fn(&One) -> f64,
        many: impl Fn(&Many) -> &Py<PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Held::One(numbers) => Ok(one(numbers).into_pyobject(py)?.into_any()),
            Held::Many(arrays) => Ok(many(arrays).bind(py).clone()),
        }
    }

    fn vector<'py>(
        &self,
        py: Python<'py>,
        one: impl Fn(&One) -> [f64; 3],
        many: impl Fn(&Many) -> &Py<PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Held::One(found) => {
                let dim = found.kind.dim;
                numbers(py, found.kind, &one(found)[..dim], &[dim])
            }
            Held::Many(arrays) => Ok(many(arrays).bind(py).clone()),
        }
    }

    /// The arrays, if it is of a batch.
    pub(crate) fn batch(&self) -> Option<&Many> {
        if let Held::Many(many) = &self.0 { Some(many) } else { None }
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyAny>; 6]> {
        Ok([
            self.distance(py)?,
            self.gap(py)?,
            self.normal(py)?,
            self.point_a(py)?,
            self.point_b(py)?,
            self.status(py)?,
        ])
    }
}

#[pymethods]
impl Answer {
    /// Builds it from the arrays of a batch; for pickling.
    #[new]
    fn new(
        distance: Py<PyAny>,
        gap: Py<PyAny>,
        normal: Py<PyAny>,
        point_a: Py<PyAny>,
        point_b: Py<PyAny>,
        status: Py<PyAny>,
    ) -> Self {
        let of = OnceLock::new();
        Self::many(Many { distance, gap, normal, point_a, point_b, status, of })
    }

    /// How far apart, or minus how deep they overlap; NaN where the verb computes neither.
    #[getter]
    fn distance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |one| one.distance, |many| &many.distance)
    }

    /// The exact value differs from `distance` by no more than this, rounding included.
    #[getter]
    fn gap<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |one| one.gap, |many| &many.gap)
    }

    /// The unit vector from A to B.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vector(py, |one| one.normal, |many| &many.normal)
    }

    /// The point of A nearest to B, or deepest in it; in the world.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vector(py, |one| one.point_a, |many| &many.point_a)
    }

    /// The point of B nearest to A, or deepest in it; in the world.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.vector(py, |one| one.point_b, |many| &many.point_b)
    }

    /// A `Status`, or an array of int8 with their values.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Held::One(one) => status_of(py, one.status),
            Held::Many(many) => Ok(many.status.bind(py).clone()),
        }
    }

    /// Whether they have a point in common; True where undecided. A bool, or an array of bools.
    #[getter]
    fn intersects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Held::One(one) => Ok((one.status != 0).into_pyobject(py)?.to_owned().into_any()),
            Held::Many(many) => many.status.bind(py).call_method1("__ne__", (0,)),
        }
    }

    /// For one pair, also a row of a batch, `(a, pose_a, b, pose_b)`, as the verbs take them.
    /// `None` for a batch, for rows of one that was pickled or made from arrays, and where the arrays of
    /// poses have changed since.
    #[getter]
    fn pair<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Held::One(One { pair: Some([a, b]), .. }) = &self.0 else { return Ok(None) };
        let ([a, pose_a], [b, pose_b]) = (a.to_python(py)?, b.to_python(py)?);
        Ok(Some(PyTuple::new(py, [a, pose_a, b, pose_b])?))
    }

    /// The number of rows of a batch, along its first axis.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        match &self.0 {
            Held::One(_) => Err(PyTypeError::new_err("is of one pair, which has no rows")),
            Held::Many(many) => many.status.bind(py).len(),
        }
    }

    /// A row of a batch, or some rows, by what indexes an array of its shape.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Held::Many(many) = &self.0 else {
            return Err(PyTypeError::new_err("is of one pair, which has no rows"));
        };
        let row = |array: &Py<PyAny>| array.bind(py).get_item(index);
        let [distance, gap, status] = [row(&many.distance)?, row(&many.gap)?, row(&many.status)?];
        let [normal, point_a, point_b] =
            [row(&many.normal)?, row(&many.point_a)?, row(&many.point_b)?];
        // NumPy gives a number for a row, and an array for rows.
        if status.hasattr("__len__")? && status.getattr("ndim")?.extract::<usize>()? > 0 {
            let [distance, gap, status] = [distance, gap, status].map(Bound::unbind);
            let [normal, point_a, point_b] = [normal, point_a, point_b].map(Bound::unbind);
            let of = OnceLock::new();
            if let Some(asked) = many.of.get() {
                let _ = of.set(asked.rows(py, index, many.status.bind(py))?);
            }
            return Ok(Self::many(Many { distance, gap, normal, point_a, point_b, status, of }));
        }
        let single = distance.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4;
        let kind = Kind { dim: normal.len()?, single };
        let vector = |array: &Bound<'_, PyAny>| -> PyResult<[f64; 3]> {
            let mut numbers = array.call_method0("tolist")?.extract::<Vec<f64>>()?;
            numbers.resize(3, 0.0);
            numbers.try_into().map_err(|_| PyValueError::new_err("no vectors"))
        };
        let distance: f64 = distance.extract()?;
        let pair = match many.of.get() {
            Some(asked) => asked.pair(py, index, many.status.bind(py), distance)?,
            None => None,
        };
        Ok(Self(Held::One(One {
            status: status.extract()?,
            distance,
            gap: gap.extract()?,
            normal: vector(&normal)?,
            point_a: vector(&point_a)?,
            point_b: vector(&point_b)?,
            kind,
            pair,
        })))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let places = builtins.call_method1("range", (slf.len()?,))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, places))
    }

    /// True, whatever the answer, and whether there are rows.
    #[allow(clippy::unused_self)]
    fn __bool__(&self) -> bool {
        true
    }

    /// Shows the pair and the answer: see `clearance.show` for `how`.
    ///
    /// >>> import clearance as cl
    /// >>> cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [3.0, 0.0, 0.0]).show()    # doctest: +SKIP
    #[pyo3(signature = (how = "auto"))]
    fn show<'py>(slf: &Bound<'py, Self>, how: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("clearance._show")?.call_method1("show_found", (slf, how))
    }

    #[pyo3(signature = (include = None, exclude = None))]
    fn _repr_mimebundle_<'py>(
        slf: &Bound<'py, Self>,
        include: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = (include, exclude);
        slf.py().import("clearance._show")?.call_method1("bundle", (slf,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Held::One(one) => {
                let name = status_of(py, one.status)?.getattr("name")?.to_string();
                let dim = one.kind.dim;
                Ok(format!(
                    "Proximity({name}, distance={:?} ± {:.1e}, normal={:?}, point_a={:?}, point_b={:?})",
                    one.distance,
                    one.gap,
                    &one.normal[..dim],
                    &one.point_a[..dim],
                    &one.point_b[..dim]
                ))
            }
            Held::Many(many) => {
                let status = many.status.bind(py);
                let size: usize = status.getattr("size")?.extract()?;
                let count = |value: i8| -> PyResult<usize> {
                    status.call_method1("__eq__", (value,))?.call_method0("sum")?.extract()
                };
                let (apart, meet, open) = (count(0)?, count(1)?, count(2)?);
                let numpy = py.import("numpy")?;
                let of = |name: &str, array: &Py<PyAny>| -> PyResult<f64> {
                    numpy.call_method1(name, (array,))?.extract()
                };
                let known = size > 0
                    && !numpy
                        .call_method1("isnan", (&many.distance,))?
                        .call_method0("all")?
                        .is_truthy()?;
                let range = if known {
                    format!(
                        "; distance {:.6} to {:.6}, gap at most {:.1e}",
                        of("nanmin", &many.distance)?,
                        of("nanmax", &many.distance)?,
                        of("nanmax", &many.gap)?
                    )
                } else {
                    String::new()
                };
                Ok(format!(
                    "<Proximity of {size} pairs: {apart} separated, {meet} intersecting, {open} undecided{range}>"
                ))
            }
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = py.import("clearance._clearance")?;
        let fields = PyTuple::new(py, self.fields(py)?)?;
        match &self.0 {
            Held::One(One { status, distance, gap, normal, point_a, point_b, pair, kind }) => {
                let pair = pair.as_ref().map(|pair| {
                    let [a, b] = pair.each_ref().map(|Stands { shape, translation, rotation }| {
                        (shape.clone_ref(py), *translation, *rotation)
                    });
                    (a, b)
                });
                let (vectors, of) = ((*normal, *point_a, *point_b), (kind.dim, kind.single));
                let state = (*status, *distance, *gap, vectors, pair, of);
                Ok((module.getattr("_proximity")?, state.into_pyobject(py)?))
            }
            Held::Many(_) => Ok((module.getattr("Proximity")?, fields)),
        }
    }
}

/// The fields of [`Stands`].
type Stood = (Py<PyShape>, [f64; 3], [f64; 4]);

#[pyfunction]
pub(crate) fn _proximity(
    status: i8,
    distance: f64,
    gap: f64,
    vectors: ([f64; 3], [f64; 3], [f64; 3]),
    pair: Option<(Stood, Stood)>,
    kind: (usize, bool),
) -> PyResult<Answer> {
    let (dim, single) = kind;
    if !(0..3).contains(&status) || !(2..=3).contains(&dim) {
        return Err(PyValueError::new_err("not a pickled Proximity"));
    }
    let (normal, point_a, point_b) = vectors;
    let stands = |(shape, translation, rotation)| Stands { shape, translation, rotation };
    let pair = pair.map(|(a, b)| [stands(a), stands(b)]);
    let kind = Kind { dim, single };
    let one = One { status, distance, gap, normal, point_a, point_b, kind, pair };
    Ok(Answer(Held::One(one)))
}
