//! Shapes: one class for all kinds, and what makes each kind.

use std::sync::Arc;

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, DepthRange, Ellipsoid, Frustum, HalfSpace,
    InputError, Point, Pose, Scalar, Segment, Shape, SupportMap, Triangle, Vector, Xyz, check,
};
use clearance_json::{Libraries, Placed, Solid, describe::described, shape::placed};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::fault::{Argument, Fault};
use crate::flavour::{Any, Flavour, Kind, in_flavour};
use crate::pose::shape_text;
use crate::strided::{Indices, Numbers};

/// A convex shape in its own frame, of the plane or space, in float32 or float64. Immutable.
///
/// Made by `ball`, `cuboid`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `hull`, `half_space`,
/// `point`, `segment`, `triangle`, `frustum` and `mesh`; and from others by `rounded`, `scaled` and
/// `swept`.
///
/// >>> import clearance as cl
/// >>> box = cl.cuboid([1.0, 2.0, 3.0])
/// >>> box.kind, box.dim, box.dtype, box == cl.cuboid([1, 2, 3])
/// ('cuboid', 3, dtype('float64'), True)
#[pyclass(frozen, name = "Shape", module = "clearance")]
pub(crate) struct PyShape(pub(crate) Any);

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl PyShape {
    /// Checked: finite, no negative lengths, not too large.
    pub(crate) fn new<V: Flavour>(shape: Shape<V>) -> PyResult<Self> {
        let here = Pose::<V>::identity();
        match check(&shape, &here, &shape, &here) {
            Ok(()) => Ok(Self(V::any(shape))),
            Err(InputError::ShapeA(error) | InputError::ShapeB(error)) => Err(refused(error)),
            Err(other) => Err(refused(other)),
        }
    }

    fn value(&self) -> PyResult<Value> {
        in_flavour!(self.0.kind(), V => {
            let shape = V::of(&self.0).ok_or_else(|| refused("the shape is of another space"))?;
            described(&place(shape, Pose::identity())).map_err(refused)
        })
    }
}

/// A shape in a pose, for the format.
pub(crate) fn place<V: Flavour>(shape: &Shape<V>, pose: Pose<V>) -> Placed<V> {
    Placed::new(Solid::Own(shape.clone()), pose.into(), Vec::new())
}

/// As JSON, with its dimension and dtype.
type Pickled = (String, usize, &'static str);

#[pymethods]
impl PyShape {
    /// The kind: "ball", "cuboid", "hull", ...
    #[getter]
    fn kind(&self) -> &'static str {
        in_flavour!(self.0.kind(), V => V::of(&self.0).map_or("", Shape::name))
    }

    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.0.kind().dim
    }

    /// "float64" or "float32".
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("numpy")?.call_method1("dtype", (self.0.kind().dtype(),))
    }

    /// The corners, an array (n, dim): of hulls those that are left of the points given, of
    /// triangles, segments and points their own; None of other shapes.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        in_flavour!(self.0.kind(), V => {
            let vertices: Vec<V> = match V::of(&self.0) {
                Some(Shape::Hull(hull)) => hull.vertices().to_vec(),
                Some(Shape::Triangle(t)) => vec![t.a, t.b, t.c],
                Some(Shape::Segment(s)) => vec![s.a, s.b],
                Some(Shape::Point(p)) => vec![p.0],
                _ => return Ok(None),
            };
            let dim = V::KIND.dim;
            let flat = vertices.into_iter().flat_map(|v| v.coordinates().into_iter().take(dim));
            let flat: Vec<<V as Vector>::Scalar> = flat.map(<V as Vector>::Scalar::from_f64).collect();
            let rows = flat.len() / dim;
            crate::job::array(py, flat, &[rows, dim]).map(Some)
        })
    }

    /// The faces of a hull in space, lists of corners counter-clockwise from outside; None of other
    /// shapes.
    #[getter]
    fn faces(&self) -> Option<Vec<Vec<u32>>> {
        in_flavour!(self.0.kind(), V => match V::of(&self.0) {
            Some(Shape::Hull(hull)) => Some(hull.faces().map(<[u32]>::to_vec).collect()),
            _ => None,
        })
    }

    /// For each direction (n, dim), a point of the shape that is farthest along it: an array
    /// (n, dim). Of a frustum without a far plane, points of a bounded part of it that holds all
    /// within `within` of the local origin; it must be given then. A half-space has none:
    /// `ValueError`.
    ///
    /// >>> import clearance as cl
    /// >>> cl.cuboid([1.0, 2.0, 3.0]).support([[1.0, 0.1, -0.1]])
    /// array([[ 1.,  2., -3.]])
    #[pyo3(signature = (directions, *, within = None))]
    fn support<'py>(
        &self,
        directions: &Bound<'py, PyAny>,
        within: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let argument = Argument("directions");
        let py = directions.py();
        let (dim, directions) = points(argument, directions)?;
        let kind = self.0.kind();
        if dim != kind.dim {
            let message = format!("must have {} coordinates, as the shape has", kind.dim);
            return Err(argument.value_error(py, message));
        }
        in_flavour!(kind, V => {
            let shape = V::of(&self.0).ok_or_else(|| refused("no such shape"))?;
            if shape.reach() == f64::INFINITY && shape.unbounded().is_none() {
                return Err(refused("support: the shape is a half-space, which has no farthest point"));
            }
            let within = match (within, shape.unbounded()) {
                (None, Some(_)) => {
                    return Err(Argument("within").value_error(py, "must be given: the shape has no end"));
                }
                (Some(length), _) if !(0.0..f64::INFINITY).contains(&length) => {
                    return Err(Argument("within").value_error(py, "must be finite and not negative"));
                }
                (within, _) => within.unwrap_or_default(),
            };
            let mut found = Vec::with_capacity(directions.len() * dim);
            for (i, direction) in directions.into_iter().enumerate() {
                let unit = clearance::Space::try_normalize(V::vector(direction).to_space());
                let unit = unit.ok_or_else(|| {
                    refused(format!("directions[{i}]: must be finite and not all zeros"))
                })?;
                let core = shape.support_within(unit, 0, within).point;
                let point = V::from_space(core + unit * shape.radius_f64());
                found.extend(point.coordinates().into_iter().take(dim).map(<V as Vector>::Scalar::from_f64));
            }
            let rows = found.len() / dim;
            crate::job::array(py, found, &[rows, dim])
        })
    }

    /// The shape grown by a ball of this radius.
    ///
    /// >>> import clearance as cl
    /// >>> cl.cuboid([1.0, 1.0, 1.0]).rounded(0.25)
    /// <cuboid half_extents=[1.0, 1.0, 1.0] rounded by 0.25>
    fn rounded(&self, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let radius = number("radius", radius)?;
        in_flavour!(self.0.kind(), V => {
            let shape = V::of(&self.0).cloned().ok_or_else(|| refused("no such shape"))?;
            Self::new::<V>(shape.rounded(<V as Vector>::Scalar::from_f64(radius)).map_err(refused)?)
        })
    }

    /// The shape stretched along its local axes: one factor, or one an axis. Negative factors
    /// mirror.
    ///
    /// >>> import clearance as cl
    /// >>> cl.ball(1.0).scaled([1.0, 2.0, 3.0])
    /// <ball radius=1.0 scaled by [1.0, 2.0, 3.0]>
    fn scaled(&self, factors: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = self.0.kind();
        let factors = match factors.extract::<f64>() {
            Ok(factor) => [factor; 3],
            Err(_) => vector(Argument("factors"), factors, Some(kind.dim))?.1,
        };
        in_flavour!(kind, V => {
            let shape = V::of(&self.0).cloned().ok_or_else(|| refused("no such shape"))?;
            Self::new::<V>(shape.scaled(V::vector(factors)).map_err(refused)?)
        })
    }

    /// The shape swept over another: their Minkowski sum.
    ///
    /// >>> import clearance as cl
    /// >>> cl.cuboid([1.0, 1.0, 1.0]).swept(cl.segment([0, 0, 0], [5, 0, 0])).support([[1.0, 0.1, 0.1]])
    /// array([[6., 1., 1.]])
    fn swept(&self, over: &Self) -> PyResult<Self> {
        let kind = self.0.kind();
        if over.0.kind() != kind {
            let message = format!(
                "over: is of {}, but the shape is of {}",
                over.0.kind().named(),
                kind.named()
            );
            return Err(PyTypeError::new_err(message));
        }
        in_flavour!(kind, V => match (V::of(&self.0), V::of(&over.0)) {
            (Some(a), Some(b)) => Self::new::<V>(a.clone().swept(b.clone()).map_err(refused)?),
            _ => Err(refused("no such shape")),
        })
    }

    /// The shape as JSON, as the command `clearance query` reads it.
    ///
    /// >>> import clearance as cl
    /// >>> cl.ball(0.5).to_json()
    /// '{"radius":0.5,"type":"sphere"}'
    fn to_json(&self) -> PyResult<String> {
        let mut value = self.value()?;
        if let Some(object) = value.as_object_mut() {
            object.remove("pose");
        }
        Ok(value.to_string())
    }

    /// The shape that JSON describes.
    ///
    /// >>> import clearance as cl
    /// >>> cl.Shape.from_json('{"type":"sphere","radius":0.5}')
    /// <ball radius=0.5>
    #[staticmethod]
    #[pyo3(signature = (text, *, dim = 3, dtype = None))]
    fn from_json(text: &str, dim: usize, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let kind = Kind { dim: checked_dim(dim)?, single: is_single(dtype)? };
        let value: Value = serde_json::from_str(text).map_err(|e| refused(format!("text: {e}")))?;
        let libraries = Libraries::closed();
        in_flavour!(kind, V => {
            let Placed { solid, pose, .. } = placed(&value, V::library(&libraries)).map_err(refused)?;
            if pose != Pose::identity() {
                return Err(refused("text: has a pose, but a shape has none of its own; give the pose to the query"));
            }
            Self::new::<V>(solid.into_shape())
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        let Kind { single, .. } = self.0.kind();
        let text = in_flavour!(self.0.kind(), V => V::of(&self.0).map_or_else(String::new, shown));
        Ok(if single { format!("<{text} float32>") } else { format!("<{text}>") })
    }

    /// Hulls of the same corners are the same, in whatever order they are counted.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        if self.0 == other.0 {
            return Ok(true);
        }
        if self.0.kind() != other.0.kind() || self.kind() != other.kind() {
            return Ok(false);
        }
        Ok(sorted(self.value()?) == sorted(other.value()?))
    }

    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        // Equal shapes are written alike, but for the sign of zero: of the kind alone.
        self.kind().hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let Kind { dim, .. } = self.0.kind();
        Ok((
            py.import("clearance._clearance")?.getattr("_shape")?,
            (self.to_json()?, dim, self.0.kind().dtype()),
        ))
    }
}

/// The description of a shape with the corners of its hulls in order.
fn sorted(mut value: Value) -> Value {
    let is_hull = matches!(value.get("type").and_then(Value::as_str), Some("hull" | "polygon"));
    if is_hull && let Some(Value::Array(corners)) = value.get_mut("vertices") {
        let numbers = |corner: &Value| -> Vec<f64> {
            corner.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
        };
        corners.sort_by(|a, b| {
            numbers(a).partial_cmp(&numbers(b)).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    for inner in ["inner", "a", "b"] {
        if let Some(shape) = value.get_mut(inner) {
            *shape = sorted(shape.take());
        }
    }
    value
}

#[pyfunction]
pub(crate) fn _shape(text: &str, dim: usize, dtype: &Bound<'_, PyAny>) -> PyResult<PyShape> {
    PyShape::from_json(text, dim, Some(dtype))
}

fn shown<V: Flavour>(shape: &Shape<V>) -> String {
    let dim = V::KIND.dim;
    let list = |v: V| format!("{:?}", &v.coordinates()[..dim]);
    let points = |vs: &[V]| vs.iter().map(|v| list(*v)).collect::<Vec<_>>().join(", ");
    let round = |name: &str, half_height: V::Scalar, radius: V::Scalar| {
        format!("{name} half_height={:?} radius={:?}", half_height.to_f64(), radius.to_f64())
    };
    match shape {
        Shape::Point(p) => format!("point {}", list(p.0)),
        Shape::Segment(s) => format!("segment {}", points(&[s.a, s.b])),
        Shape::Triangle(t) => format!("triangle {}", points(&[t.a, t.b, t.c])),
        Shape::Ball(b) => format!("ball radius={:?}", b.radius.to_f64()),
        Shape::Capsule(c) => round("capsule", c.half_height, c.radius),
        Shape::Cylinder(c) => round("cylinder", c.half_height, c.radius),
        Shape::Cone(c) => round("cone", c.half_height, c.radius),
        Shape::Cuboid(c) => format!("cuboid half_extents={}", list(c.half_extents)),
        Shape::Ellipsoid(e) => format!("ellipsoid radii={}", list(e.radii)),
        Shape::Hull(hull) => match (dim, hull.vertices().len()) {
            (2, n) => format!("hull of {n} corners in the plane"),
            (_, n) => format!("hull of {n} corners and {} faces", hull.faces().count()),
        },
        Shape::HalfSpace(h) => {
            format!("half_space normal={} offset={:?}", list(h.normal), h.offset.to_f64())
        }
        Shape::Rounded(r) => format!("{} rounded by {:?}", shown(&r.inner), r.radius.to_f64()),
        Shape::Scaled(s) => format!("{} scaled by {}", shown(s.inner()), list(s.scale())),
        Shape::Sum(s) => format!("{} swept over {}", shown(&s.a), shown(&s.b)),
        other => other.name().into(),
    }
}

pub(crate) fn checked_dim(dim: usize) -> PyResult<usize> {
    if matches!(dim, 2 | 3) {
        Ok(dim)
    } else {
        Err(refused(format!("dim: must be 2 or 3, is {dim}")))
    }
}

/// Whether a dtype is float32; float64 where none is given.
fn is_single(dtype: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
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

/// A number. PyO3 names the argument in a note, which Python 3.10 does not have.
fn number(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    value.extract().map_err(|error: PyErr| Argument(name).type_error(error.value(value.py())))
}

fn scalar<V: Flavour>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// The ball of a radius about the local origin; in the plane (dim=2) a circle.
///
/// >>> import clearance as cl
/// >>> cl.ball(0.5), cl.ball(0.5, dim=2)
/// (<ball radius=0.5>, <ball radius=0.5>)
#[pyfunction]
#[pyo3(signature = (radius, *, dim = 3, dtype = None))]
pub(crate) fn ball(
    radius: &Bound<'_, PyAny>,
    dim: usize,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let radius = number("radius", radius)?;
    in_flavour!(Kind { dim: checked_dim(dim)?, single: is_single(dtype)? }, V => PyShape::new::<V>(Ball::new(scalar::<V>(radius)).into()))
}

/// The box about the local origin with these half edge lengths: 3 numbers, 2 in the plane.
///
/// >>> import clearance as cl
/// >>> cl.cuboid([1.0, 2.0, 3.0])                      # 2 by 4 by 6
/// <cuboid half_extents=[1.0, 2.0, 3.0]>
#[pyfunction]
#[pyo3(signature = (half_extents, *, dtype = None))]
pub(crate) fn cuboid(
    half_extents: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, half) = vector(Argument("half_extents"), half_extents, None)?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => PyShape::new::<V>(Cuboid::new(V::vector(half)).into()))
}

/// The ellipsoid about the local origin with these half axes: 3 numbers, 2 in the plane.
///
/// >>> import clearance as cl
/// >>> cl.ellipsoid([1.0, 2.0, 3.0]).support([[0.0, 0.0, 1.0]])
/// array([[0., 0., 3.]])
#[pyfunction]
#[pyo3(signature = (radii, *, dtype = None))]
pub(crate) fn ellipsoid(
    radii: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, radii) = vector(Argument("radii"), radii, None)?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => PyShape::new::<V>(Ellipsoid::new(V::vector(radii)).into()))
}

/// All points within `radius` of a segment on the local y axis, from -half_height to half_height.
///
/// >>> import clearance as cl
/// >>> cl.capsule(1.0, 0.25).support([[0.0, 1.0, 0.0]])
/// array([[0.  , 1.25, 0.  ]])
#[pyfunction]
#[pyo3(signature = (half_height, radius, *, dim = 3, dtype = None))]
pub(crate) fn capsule(
    half_height: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
    dim: usize,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let half_height = number("half_height", half_height)?;
    let radius = number("radius", radius)?;
    in_flavour!(Kind { dim: checked_dim(dim)?, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Capsule::new(scalar::<V>(half_height), scalar::<V>(radius)).into())
    })
}

/// The cylinder about the local y axis, from -half_height to half_height.
///
/// >>> import clearance as cl
/// >>> cl.cylinder(1.0, 0.25)
/// <cylinder half_height=1.0 radius=0.25>
#[pyfunction]
#[pyo3(signature = (half_height, radius, *, dtype = None))]
pub(crate) fn cylinder(
    half_height: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let half_height = number("half_height", half_height)?;
    let radius = number("radius", radius)?;
    in_flavour!(Kind { dim: 3, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Cylinder::new(scalar::<V>(half_height), scalar::<V>(radius)).into())
    })
}

/// The cone about the local y axis: apex at +half_height, base of this radius at -half_height.
///
/// >>> import clearance as cl
/// >>> cl.cone(1.0, 0.25).support([[0.0, 1.0, 0.0]])   # the apex
/// array([[0., 1., 0.]])
#[pyfunction]
#[pyo3(signature = (half_height, radius, *, dtype = None))]
pub(crate) fn cone(
    half_height: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let half_height = number("half_height", half_height)?;
    let radius = number("radius", radius)?;
    in_flavour!(Kind { dim: 3, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Cone::new(scalar::<V>(half_height), scalar::<V>(radius)).into())
    })
}

/// All points with normal . point <= offset. The normal need not be of unit length: both are
/// divided by its.
///
/// >>> import clearance as cl
/// >>> floor = cl.half_space([0.0, 0.0, 1.0], 0.0)
/// >>> cl.proximity(floor, None, cl.ball(0.5), [0.0, 0.0, 2.0]).distance
/// 1.5
#[pyfunction]
#[pyo3(signature = (normal, offset, *, dtype = None))]
pub(crate) fn half_space(
    normal: &Bound<'_, PyAny>,
    offset: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let offset = number("offset", offset)?;
    let (dim, normal) = vector(Argument("normal"), normal, None)?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(HalfSpace::new(V::vector(normal), scalar::<V>(offset)).into())
    })
}

/// The convex hull of points (n, 3), in the plane (n, 2). Only its corners are kept.
///
/// >>> import clearance as cl
/// >>> cl.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]])
/// <hull of 4 corners and 4 faces>
#[pyfunction]
#[pyo3(signature = (points, *, dtype = None))]
pub(crate) fn hull(
    points: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, points) = self::points(Argument("points"), points)?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        let points: Vec<V> = points.into_iter().map(V::vector).collect();
        PyShape::new::<V>(ConvexHull::new(&points).map_err(|e| refused(format!("points: {e}")))?.into())
    })
}

/// A single point.
///
/// >>> import clearance as cl
/// >>> cl.point([1.0, 2.0, 3.0])
/// <point [1.0, 2.0, 3.0]>
#[pyfunction]
#[pyo3(signature = (position, *, dtype = None))]
pub(crate) fn point(
    position: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, at) = vector(Argument("position"), position, None)?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => PyShape::new::<V>(Point::new(V::vector(at)).into()))
}

/// The segment between two points.
///
/// >>> import clearance as cl
/// >>> cl.segment([0.0, 0.0], [1.0, 0.0])              # in the plane
/// <segment [0.0, 0.0], [1.0, 0.0]>
#[pyfunction]
#[pyo3(signature = (a, b, *, dtype = None))]
pub(crate) fn segment(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, a) = vector(Argument("a"), a, None)?;
    let (_, b) = vector(Argument("b"), b, Some(dim))?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => PyShape::new::<V>(Segment::new(V::vector(a), V::vector(b)).into()))
}

/// The triangle of three points.
///
/// >>> import clearance as cl
/// >>> cl.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]).dim
/// 3
#[pyfunction]
#[pyo3(signature = (a, b, c, *, dtype = None))]
pub(crate) fn triangle(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    c: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, a) = vector(Argument("a"), a, None)?;
    let (_, b) = vector(Argument("b"), b, Some(dim))?;
    let (_, c) = vector(Argument("c"), c, Some(dim))?;
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Triangle::new(V::vector(a), V::vector(b), V::vector(c)).into())
    })
}

/// What a camera sees: a view-projection matrix (4, 4) by its rows, depths 0 ... 1
/// (`depth_range="zero_to_one"`) or -1 ... 1 (`"minus_one_to_one"`); or eight corners (8, 3).
///
/// >>> import clearance as cl
/// >>> box = [[x, y, z] for z in (1, 2) for y in (-z, z) for x in (-z, z)]
/// >>> view = cl.frustum(corners=[box[i] for i in (0, 1, 2, 3, 4, 5, 6, 7)])
/// >>> cl.intersects(view, None, cl.ball(0.1), [0.0, 0.0, 1.5])
/// True
#[pyfunction]
#[pyo3(signature = (view_projection = None, *, depth_range = "zero_to_one", corners = None, dtype = None))]
pub(crate) fn frustum(
    view_projection: Option<&Bound<'_, PyAny>>,
    depth_range: &str,
    corners: Option<&Bound<'_, PyAny>>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let range = match depth_range {
        "zero_to_one" => DepthRange::ZeroToOne,
        "minus_one_to_one" => DepthRange::MinusOneToOne,
        other => {
            return Err(refused(format!(
                "depth_range: must be 'zero_to_one' or 'minus_one_to_one', is {other:?}"
            )));
        }
    };
    let rows = match (view_projection, corners) {
        (Some(matrix), None) => {
            let numbers = Numbers::of(&Argument("view_projection"), matrix)?;
            if numbers.shape != [4, 4] {
                let message = format!(
                    "view_projection: must be (4, 4), has shape {}",
                    shape_text(&numbers.shape)
                );
                return Err(refused(message));
            }
            Ok(numbers.item(2, &[]).matrix::<4>())
        }
        (None, Some(corners)) => {
            let (dim, corners) = points(Argument("corners"), corners)?;
            let count = corners.len();
            match <[[f64; 3]; 8]>::try_from(corners) {
                Ok(corners) if dim == 3 => Err(corners),
                _ => {
                    return Err(refused(format!(
                        "corners: must be (8, 3), has shape ({count}, {dim})"
                    )));
                }
            }
        }
        _ => return Err(PyTypeError::new_err("view_projection, corners: give one of them")),
    };
    macro_rules! made {
        ($V:ty) => {{
            let shape: Shape<$V> = match rows {
                Ok(rows) => {
                    let columns =
                        [0, 1, 2, 3].map(|j| [0, 1, 2, 3].map(|i: usize| rows[i][j] as _));
                    Frustum::from_view_projection(columns, range).map_err(refused)?.into()
                }
                Err(corners) => {
                    Frustum::from_corners(corners.map(<$V>::vector)).map_err(refused)?.into()
                }
            };
            PyShape::new::<$V>(shape)
        }};
    }
    if is_single(dtype)? { made!(glam::Vec3) } else { made!(Xyz) }
}

/// Many shapes of one space and precision, for batches: an immutable list, and which of them each
/// pair means.
///
/// `Shapes([a, b, c])` is three; `Shapes([a, b, c])[index]` with an integer array is as long as
/// that, and refers to the array without copying it.
///
/// >>> import clearance as cl, numpy as np
/// >>> shapes = cl.Shapes([cl.ball(0.5), cl.cuboid([1.0, 1.0, 1.0])])
/// >>> shapes[np.array([0, 1, 1])]
/// <3 shapes of 2, of space, in float64>
#[pyclass(frozen, name = "Shapes", module = "clearance")]
pub(crate) struct PyShapes {
    shapes: Arc<Vec<Py<PyShape>>>,
    kind: Kind,
    index: Option<Py<PyAny>>,
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
        let array = numpy.call_method1("asarray", (&index,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let (array, kind) = if kind == "b" {
            (array.call_method0("nonzero")?.get_item(0)?, "i".to_owned())
        } else {
            (array, kind)
        };
        if !matches!(kind.as_str(), "i" | "u") || array.getattr("ndim")?.extract::<usize>()? != 1 {
            return Err(PyTypeError::new_err(
                "index: must be an integer, a slice, or a one-dimensional array of integers",
            ));
        }
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

/// An argument that is a shape or many.
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
            // A list has one shape at least.
            Self::Many { shapes, .. } => &shapes[0],
        }
    }

    /// The shapes from a place on along the batch's last axis, where lists of shapes lie.
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
    /// Or it is the same for all.
    moves: bool,
}

/// Why there is no shape.
pub(crate) struct NoShape {
    message: String,
    is_index: bool,
}

impl NoShape {
    #[cold]
    fn named(number: i64, len: usize) -> Self {
        Self { message: format!("names shape {number}, but there are {len}"), is_index: true }
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
                Some(found.ok_or_else(|| NoShape::named(number, len))?)
            }
        };
        shape.and_then(|shape| V::of(&shape.get().0)).ok_or_else(NoShape::of_another_space)
    }
}
