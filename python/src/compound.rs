//! Many convex shapes as one rigid body, under a tree of boxes: the representation of a mesh of
//! triangles, for programs that query its surface.

use clearance::{ConvexityError, Pose, Query, Shape, Triangle, Xyz, convexity as judge};
use clearance_scene::scene::{Extent, PartBoxes};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::argument::points;
use crate::fault::{Argument, Fault};
use crate::flavour::{Any, Flavour, Kind};
use crate::job::{LARGE, alone, watched};
use crate::operand::ShapeArgument;
use crate::pose::{PoseArgument, shape_text};
use crate::shape::PyShape;
use crate::strided::{Indices, MASKED, is_masked};

pub(crate) const SPACE: Kind = Kind { dim: 3, single: false };
/// Convex shapes of space, in float64, as one rigid body. Not a part of the public interface.
#[pyclass(frozen, module = "clearance._clearance")]
pub(crate) struct Compound {
    shapes: Vec<Shape<Xyz>>,
    boxes: PartBoxes,
}

impl Compound {
    fn of(shapes: Vec<Shape<Xyz>>) -> PyResult<Self> {
        if shapes.is_empty() {
            return Err(PyValueError::new_err("shapes: has no shape"));
        }
        let boxes = PartBoxes::new(&shapes);
        Ok(Self { shapes, boxes })
    }
}

/// Two bodies where they stand.
struct Pair<'c> {
    a: &'c Compound,
    pose_a: Pose<Xyz>,
    b: &'c Compound,
    pose_b: Pose<Xyz>,
}

impl Pair<'_> {
    /// Visits the pairs of shapes whose boxes are not farther apart than `within`, nearer boxes
    /// first; `visit` returns the distance that still matters, or `None` to end, as `go_on` may.
    fn each(
        &self,
        within: f64,
        go_on: &dyn Fn() -> bool,
        mut visit: impl FnMut(usize, usize) -> Option<f64>,
    ) {
        let Self { a, pose_a, b, pose_b } = self;
        a.boxes.each_near(pose_a, &b.boxes, pose_b, within, |p, q| {
            if go_on() { visit(p, q) } else { None }
        });
    }

    fn meet(&self, p: usize, q: usize) -> bool {
        clearance::intersects(&self.a.shapes[p], &self.pose_a, &self.b.shapes[q], &self.pose_b)
    }
}

/// One pose of space.
pub(crate) fn pose(argument: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Pose<Xyz>> {
    let argument = Argument(argument);
    match PoseArgument::new(argument, value, SPACE)?.placement() {
        None => Ok(Pose::identity()),
        Some(placement) if placement.batches().all(<[usize]>::is_empty) => {
            placement.run(&[]).at(0).map_err(|message| argument.value_error(value.py(), message))
        }
        Some(_) => Err(argument.type_error("must be one pose")),
    }
}

#[pymethods]
impl Compound {
    #[new]
    fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let argument = Argument("shapes");
        let given = ShapeArgument::new(argument, shapes)?;
        if given.kind() != SPACE {
            return Err(argument.type_error(format!("must be of {}", SPACE.named())));
        }
        let count = given.batch().first().copied().unwrap_or(1);
        let run = given.run(&[0]);
        let shapes: Result<Vec<_>, Fault> = (0..count)
            .map(|i| run.at::<Xyz>(i).cloned().map_err(|no| no.fault(argument, vec![i])))
            .collect();
        Self::of(shapes?)
    }

    /// The triangles of a mesh: vertices (n, 3), faces (m, 3).
    #[staticmethod]
    fn triangles(vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = faces.py();
        let (vertices, faces) = mesh(vertices, faces)?;
        if let Some(i) = vertices.iter().position(|v| v.iter().any(|x| !x.is_finite())) {
            return Err(PyValueError::new_err(format!(
                "vertices[{i}]: has a coordinate that is NaN or infinite"
            )));
        }
        let beyond = |face: &[u32; 3]| face.iter().any(|i| *i as usize >= vertices.len());
        if let Some(f) = faces.iter().position(beyond) {
            return Err(PyIndexError::new_err(format!(
                "faces[{f}]: names a vertex that is not there; there are {}",
                vertices.len()
            )));
        }
        let is_large = faces.len() > LARGE;
        let make = move || {
            let corner = |i: u32| Xyz::vector(vertices[i as usize]);
            let triangle =
                |[a, b, c]: [u32; 3]| Shape::from(Triangle::new(corner(a), corner(b), corner(c)));
            Self::of(faces.into_iter().map(triangle).collect())
        };
        if is_large { alone(py, make)? } else { py.detach(make) }
    }

    fn __len__(&self) -> usize {
        self.shapes.len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<PyShape> {
        let shape = self.shapes.get(index).ok_or_else(|| PyIndexError::new_err("no such shape"))?;
        Ok(PyShape(Any::SpaceF64(shape.clone())))
    }

    /// The corners of the box around the body in a pose, (low, high); infinite where it is
    /// unbounded.
    fn extent(&self, pose: &Bound<'_, PyAny>) -> PyResult<([f64; 3], [f64; 3])> {
        let Extent { low, high } = self.boxes.around(&self::pose("pose", pose)?);
        Ok((Flavour::coordinates(low), Flavour::coordinates(high)))
    }

    /// The pairs of shapes that have a point in common, by index, at most `most`.
    fn meeting(
        &self,
        py: Python<'_>,
        pose: &Bound<'_, PyAny>,
        other: &Bound<'_, Self>,
        other_pose: &Bound<'_, PyAny>,
        most: usize,
    ) -> PyResult<Vec<(usize, usize)>> {
        let (pose, other_pose) = (self::pose("pose", pose)?, self::pose("other_pose", other_pose)?);
        let pair = Pair { a: self, pose_a: pose, b: other.get(), pose_b: other_pose };
        watched(py, |go_on| {
            let mut found = Vec::new();
            if most > 0 {
                pair.each(0.0, go_on, |p, q| {
                    if pair.meet(p, q) {
                        found.push((p, q));
                    }
                    (found.len() < most).then_some(0.0)
                });
            }
            found
        })
    }

    /// The pair of shapes with the least signed distance; None if that is above `within`.
    #[pyo3(signature = (pose, other, other_pose, within = f64::INFINITY))]
    fn nearest(
        &self,
        py: Python<'_>,
        pose: &Bound<'_, PyAny>,
        other: &Bound<'_, Self>,
        other_pose: &Bound<'_, PyAny>,
        within: f64,
    ) -> PyResult<Option<(usize, usize)>> {
        let (pose, other_pose) = (self::pose("pose", pose)?, self::pose("other_pose", other_pose)?);
        let pair = Pair { a: self, pose_a: pose, b: other.get(), pose_b: other_pose };
        watched(py, |go_on| {
            let (mut found, mut least) = (None, within);
            pair.each(within, go_on, |p, q| {
                let (a, b) = (&pair.a.shapes[p], &pair.b.shapes[q]);
                let signed =
                    Query::new().proximity(a, &pair.pose_a, b, &pair.pose_b).signed_distance();
                if signed < least || found.is_none() && signed <= least {
                    (found, least) = (Some((p, q)), signed);
                }
                // Boxes that meet may contain a deeper pair.
                Some(least.max(0.0))
            });
            found
        })
    }

    /// The pairs of shapes whose boxes are not farther apart than `within`; None if there are more
    /// than `most`.
    fn near(
        &self,
        py: Python<'_>,
        pose: &Bound<'_, PyAny>,
        other: &Bound<'_, Self>,
        other_pose: &Bound<'_, PyAny>,
        within: f64,
        most: usize,
    ) -> PyResult<Option<Vec<(usize, usize)>>> {
        let (pose, other_pose) = (self::pose("pose", pose)?, self::pose("other_pose", other_pose)?);
        let pair = Pair { a: self, pose_a: pose, b: other.get(), pose_b: other_pose };
        watched(py, |go_on| {
            let mut found = Vec::new();
            pair.each(within, go_on, |p, q| {
                found.push((p, q));
                (found.len() <= most).then_some(within)
            });
            (found.len() <= most).then_some(found)
        })
    }
}

pub(crate) type Mesh = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// Corners (n, 3), and triangles as indices of three corners (m, 3).
pub(crate) fn mesh(vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Mesh> {
    let (dim, vertices) = points(Argument("vertices"), vertices)?;
    if dim != 3 {
        return Err(PyValueError::new_err("vertices: must be (n, 3)"));
    }
    let argument = Argument("faces");
    if is_masked(faces)? {
        return Err(argument.value_error(faces.py(), MASKED));
    }
    let array = faces.py().import("numpy")?.call_method1("asarray", (faces,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err("faces: must be of integers"));
    }
    let [count, 3] = *shape.as_slice() else {
        return Err(argument
            .value_error(faces.py(), format!("must be (m, 3), has shape {}", shape_text(&shape))));
    };
    let flat = Indices::of(&array.call_method1("reshape", (-1,))?)?;
    let corner = |i: usize| {
        u32::try_from(flat.at(i)).map_err(|_| {
            PyIndexError::new_err(format!("faces[{}]: names vertex {}", i / 3, flat.at(i)))
        })
    };
    let faces: PyResult<Vec<_>> =
        (0..count).map(|f| Ok([corner(3 * f)?, corner(3 * f + 1)?, corner(3 * f + 2)?])).collect();
    Ok((vertices, faces?))
}

/// How near a mesh is to its hull: (is it convex, how deep the deepest dent is, where, its volume
/// as a share of the hull's or None).
#[pyfunction]
pub(crate) fn convexity(
    py: Python<'_>,
    vertices: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
) -> PyResult<(bool, f64, [f64; 3], Option<f64>)> {
    let (vertices, faces) = mesh(vertices, faces)?;
    let is_large = vertices.len() > LARGE;
    let judged = move || judge(&vertices, &faces);
    let found = if is_large { alone(py, judged)? } else { py.detach(judged) };
    let found =
        found.map_err(|error: ConvexityError| PyValueError::new_err(format!("mesh: {error}")))?;
    // Coordinates of files are mostly float32, and so is the rounding of a mesh that was convex.
    let is_convex = found.is_convex_to(f64::from(f32::EPSILON) / 2.0);
    Ok((is_convex, found.deepest_dent, found.deepest_at, found.volume_ratio))
}
