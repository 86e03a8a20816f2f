//! The constructors of each kind of shape.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, DepthRange, Ellipsoid, Frustum, HalfSpace,
    Point, Scalar, Segment, Shape, Triangle, Xyz,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::argument::{checked_dim, is_single, number, points, vector};
use crate::fault::Argument;
use crate::flavour::{Flavour, Kind, in_flavour};
use crate::job::{LARGE, alone};
use crate::pose::shape_text;
use crate::shape::{PyShape, refused};
use crate::strided::Numbers;

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
    dim: isize,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let radius = number("radius", radius)?;
    in_flavour!(Kind { dim: checked_dim(dim)?, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Ball::new(scalar::<V>(radius)).into())
    })
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
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Cuboid::new(V::vector(half)).into())
    })
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
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Ellipsoid::new(V::vector(radii)).into())
    })
}

/// The two numbers of a shape about the local y axis.
fn upright(half_height: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<[f64; 2]> {
    Ok([number("half_height", half_height)?, number("radius", radius)?])
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
    dim: isize,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let [half_height, radius] = upright(half_height, radius)?;
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
    let [half_height, radius] = upright(half_height, radius)?;
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
    let [half_height, radius] = upright(half_height, radius)?;
    in_flavour!(Kind { dim: 3, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Cone::new(scalar::<V>(half_height), scalar::<V>(radius)).into())
    })
}

/// All points with normal . point <= offset. The normal may have any length: both are divided by
/// it.
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
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyShape> {
    let (dim, points) = crate::argument::points(Argument("points"), points)?;
    let single = is_single(dtype)?;
    let is_large = points.len() > LARGE;
    let make = move || {
        in_flavour!(Kind { dim, single }, V => {
            let points: Vec<V> = points.into_iter().map(V::vector).collect();
            let hull = ConvexHull::new(&points).map_err(|e| refused(format!("points: {e}")))?;
            PyShape::new::<V>(hull.into())
        })
    };
    if is_large { alone(py, make)? } else { py.detach(make) }
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
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Point::new(V::vector(at)).into())
    })
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
    in_flavour!(Kind { dim, single: is_single(dtype)? }, V => {
        PyShape::new::<V>(Segment::new(V::vector(a), V::vector(b)).into())
    })
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

/// A camera's view: a view-projection matrix (4, 4) by its rows, depths 0 ... 1
/// (`depth_range="zero_to_one"`) or -1 ... 1 (`"minus_one_to_one"`); or eight corners (8, 3).
///
/// >>> import clearance as cl
/// >>> box = [[x, y, z] for z in (1, 2) for y in (-z, z) for x in (-z, z)]
/// >>> view = cl.frustum(corners=[box[i] for i in (0, 1, 2, 3, 4, 5, 6, 7)])
/// >>> cl.intersects(view, None, cl.ball(0.1), [0.0, 0.0, 1.5])
/// True
#[pyfunction]
#[pyo3(signature = (
    view_projection = None, *, depth_range = "zero_to_one", corners = None, dtype = None
))]
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
