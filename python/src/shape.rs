//! Shapes: one class for all kinds.

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::{InputError, Pose, Rotation, Scalar, Shape, SupportMap, Vector, check};
use clearance_json::{Libraries, Placed, Solid, describe::described, line::parse, shape::placed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::argument::{checked_dim, is_single, number_of, points, vector};
use crate::fault::Argument;
use crate::flavour::{Any, Flavour, Kind, in_flavour};
use crate::job::watched;
use crate::parameters::parameter;
use crate::pose::fits;
use crate::sheet::array;
use crate::strided::Numbers;
use crate::verbs::components;

/// A convex shape in its own frame, of the plane or space, in float32 or float64. Immutable.
///
/// Made by `ball`, `cuboid`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `hull`, `half_space`,
/// `point`, `segment`, `triangle`, `frustum` and `mesh`; and from others by `rounded`, `scaled` and
/// `swept`. What these were given can be read under the names of their arguments.
///
/// >>> import clearance as cl
/// >>> box = cl.cuboid([1.0, 2.0, 3.0])
/// >>> box.kind, box.dim, box.dtype, box == cl.cuboid([1, 2, 3])
/// ('cuboid', 3, dtype('float64'), True)
/// >>> box.half_extents, cl.capsule(1.0, 0.25).radius
/// (array([1., 2., 3.]), 0.25)
#[pyclass(frozen, name = "Shape", module = "clearance")]
pub(crate) struct PyShape(pub(crate) Any);

pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
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
            described(&place(shape, &Pose::identity())?).map_err(refused)
        })
    }
}

/// A shape in a pose, for output as JSON.
pub(crate) fn place<V: Flavour>(shape: &Shape<V>, pose: &Pose<V>) -> PyResult<Placed<V::Space>> {
    let shape: Shape<V::Space> = shape.in_vectors().ok_or_else(|| refused("no such shape"))?;
    let (translation, rotation) = (pose.translation.to_space(), pose.rotation.widened());
    let stand = Pose { translation, rotation }.into();
    Ok(Placed::new(Solid::Own(shape), stand, Vec::new(), V::precision()))
}

/// JSON, with its dimension and dtype.
type Pickled = (String, usize, &'static str);

#[pymethods]
impl PyShape {
    /// The kind: "ball", "cuboid", "hull", ...
    #[getter]
    pub(crate) fn kind(&self) -> &'static str {
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

    /// The corners, an array (n, dim): for hulls those of the given points that remain, for
    /// triangles, segments and points their own; None for other shapes.
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
            array(py, flat, &[rows, dim]).map(Some)
        })
    }

    /// The faces of a hull in space, lists of corners counter-clockwise from outside; None for
    /// other shapes.
    #[getter]
    fn faces(&self) -> Option<Vec<Vec<u32>>> {
        in_flavour!(self.0.kind(), V => match V::of(&self.0) {
            Some(Shape::Hull(hull)) => Some(hull.faces().map(<[u32]>::to_vec).collect()),
            _ => None,
        })
    }

    /// The radius of a ball, capsule, cylinder or cone, or by how much a shape is rounded.
    #[getter]
    fn radius<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "radius")
    }

    /// Half the height of a capsule's segment, a cylinder or a cone.
    #[getter]
    fn half_height<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "half_height")
    }

    /// Half the edge lengths of a cuboid, (dim,).
    #[getter]
    fn half_extents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "half_extents")
    }

    /// The half axes of an ellipsoid, (dim,).
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "radii")
    }

    /// The normal of a half-space, (dim,), as it was given.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "normal")
    }

    /// Where the boundary of a half-space is along its normal.
    #[getter]
    fn offset<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "offset")
    }

    /// Where a point is, (dim,).
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "position")
    }

    /// The first corner of a segment or triangle, (dim,).
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "a")
    }

    /// The second corner of a segment or triangle, (dim,).
    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "b")
    }

    /// The third corner of a triangle, (dim,).
    #[getter]
    fn c<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "c")
    }

    /// What is rounded, scaled or swept: a `Shape`.
    #[getter]
    fn inner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "inner")
    }

    /// The factors by which a shape is scaled along each axis, (dim,).
    #[getter]
    fn factors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "factors")
    }

    /// What a shape is swept over: a `Shape`.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parameter(py, self, "over")
    }

    /// For each direction (n, dim), a point of the shape that is farthest along it: an array (n,
    /// dim). For a frustum without a far plane `within` must be given: the points are then those of
    /// a bounded part that contains everything within `within` of the local origin. A half-space
    /// has none: `ValueError`.
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
            let found = watched(py, |go_on| -> PyResult<Vec<_>> {
                let mut found = Vec::with_capacity(directions.len() * dim);
                for (i, direction) in directions.into_iter().enumerate() {
                    if !go_on() {
                        break;
                    }
                    let unit = clearance::Space::try_normalize(V::vector(direction).to_space());
                    let unit = unit.ok_or_else(|| {
                        refused(format!("directions[{i}]: must be finite and not all zeros"))
                    })?;
                    let core = shape.support_within(unit, 0, within).point;
                    let point = V::from_space(core + unit * shape.radius_f64());
                    found.extend(components(point));
                }
                Ok(found)
            })??;
            let rows = found.len() / dim;
            array(py, found, &[rows, dim])
        })
    }

    /// The shape grown by a ball of this radius.
    ///
    /// >>> import clearance as cl
    /// >>> cl.cuboid([1.0, 1.0, 1.0]).rounded(0.25)
    /// <cuboid half_extents=[1.0, 1.0, 1.0] rounded by 0.25>
    fn rounded(&self, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        let radius = number_of("radius", radius, self.0.kind())?;
        in_flavour!(self.0.kind(), V => {
            let shape = V::of(&self.0).cloned().ok_or_else(|| refused("no such shape"))?;
            Self::new::<V>(shape.rounded(<V as Vector>::Scalar::from_f64(radius)).map_err(refused)?)
        })
    }

    /// The shape stretched along its local axes: one factor, or one for each axis. Negative factors
    /// mirror.
    ///
    /// >>> import clearance as cl
    /// >>> cl.ball(1.0).scaled([1.0, 2.0, 3.0])
    /// <ball radius=1.0 scaled by [1.0, 2.0, 3.0]>
    fn scaled(&self, factors: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (kind, argument) = (self.0.kind(), Argument("factors"));
        let factors = match factors.extract::<f64>() {
            Ok(_) => [number_of("factors", factors, kind)?; 3],
            Err(_) => {
                fits(argument, &Numbers::of(&argument, factors)?, kind)?;
                vector(argument, factors, Some(kind.dim))?.1
            }
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
    fn from_json(
        py: Python<'_>,
        text: &str,
        dim: isize,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let kind = Kind { dim: checked_dim(dim)?, single: is_single(dtype)? };
        py.detach(|| {
            let value = parse(text.as_bytes()).map_err(|e| refused(format!("text: {e}")))?;
            let libraries = Libraries::closed();
            in_flavour!(kind, V => {
                let read = placed(&value, V::library(&libraries)).map_err(refused)?;
                let Placed { solid, pose, .. } = read;
                if pose != Pose::identity() {
                    return Err(refused(
                        "text: has a pose, but a shape has none of its own; give the pose to the \
                         query",
                    ));
                }
                let shape = solid.into_shape().in_vectors();
                let shape = shape.ok_or_else(|| refused("no such shape"))?;
                Self::new::<V>(shape)
            })
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        let Kind { single, .. } = self.0.kind();
        let text = in_flavour!(self.0.kind(), V => V::of(&self.0).map_or_else(String::new, shown));
        Ok(if single { format!("<{text} float32>") } else { format!("<{text}>") })
    }

    /// Hulls with the same corners are equal, in whatever order these are numbered. If the other
    /// object is not a shape, it decides.
    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let is_same = py.detach(|| -> PyResult<bool> {
            if self.0 == other.0 {
                return Ok(true);
            }
            if self.0.kind() != other.0.kind() || self.kind() != other.kind() {
                return Ok(false);
            }
            Ok(sorted(self.value()?) == sorted(other.value()?))
        })?;
        Ok(is_same.into_pyobject(py)?.to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        py.detach(|| {
            let mut hasher = DefaultHasher::new();
            self.0.kind().dim.hash(&mut hasher);
            hash(&sorted(self.value()?), &mut hasher);
            Ok(hasher.finish())
        })
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

/// Hashes a sorted description: equal shapes have equal ones, except for the sign of zero.
fn hash(value: &Value, hasher: &mut DefaultHasher) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| hash(item, hasher)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            name.hash(hasher);
            hash(field, hasher);
        }),
        Value::String(text) => text.hash(hasher),
        other => other.as_f64().map(|x| (x + 0.0).to_bits()).hash(hasher),
    }
}

#[pyfunction]
pub(crate) fn _shape(text: &str, dim: isize, dtype: &Bound<'_, PyAny>) -> PyResult<PyShape> {
    PyShape::from_json(dtype.py(), text, dim, Some(dtype))
}

impl PyShape {
    /// The same shape in float64, where every float32 is a number.
    pub(crate) fn widened(&self) -> PyResult<Self> {
        in_flavour!(self.0.kind(), V => {
            let wide = V::of(&self.0).and_then(Shape::in_vectors::<<V as Vector>::Space>);
            Self::new(wide.ok_or_else(|| refused("no such shape"))?)
        })
    }
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
