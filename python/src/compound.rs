//! Many convex shapes as one rigid body, under a tree of boxes: the representation of a mesh of
//! triangles, for programs that query its surface.

use clearance::{
    ConvexityError, Pose, Query, Shape, Space, SupportMap, Triangle, Xyz, convexity as judge,
};
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
/// Boxes are grown by this part of their size, to cover the few roundings of a support point and a
/// rotation.
const ROUNDING: f64 = 1e-13;
const LEAF: usize = 2;

/// A box by its centre and half extents. The box of an unbounded shape is all of space.
#[derive(Clone, Copy)]
struct Extent {
    centre: Xyz,
    half: Xyz,
}

impl Extent {
    /// All of space.
    const ALL: Self = {
        let end = f64::INFINITY;
        Self { centre: Xyz { x: 0.0, y: 0.0, z: 0.0 }, half: Xyz { x: end, y: end, z: end } }
    };

    fn of(shape: &Shape<Xyz>) -> Self {
        if SupportMap::<Xyz>::unbounded(shape).is_some() || shape.reach().is_infinite() {
            return Self::ALL;
        }
        let radius = shape.radius_f64();
        let end = |axis: Xyz| shape.support_f64(axis, 0).point.dot(axis) + radius;
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for i in 0..3 {
            (low[i], high[i]) = (-end(-Xyz::axis(i)), end(Xyz::axis(i)));
        }
        Self::between(Xyz::vector(low), Xyz::vector(high))
    }

    fn between(low: Xyz, high: Xyz) -> Self {
        Self::about(low * 0.5 + high * 0.5, high * 0.5 - low * 0.5, 0.0)
    }

    /// Rounded outward, for numbers that were computed from others of this size.
    fn about(centre: Xyz, half: Xyz, size: f64) -> Self {
        // Next to zero, roundings are absolute.
        let size = size + centre.max_abs() + half.max_abs();
        let slack = ROUNDING * size + f64::MIN_POSITIVE;
        let half = half.map(|x| x + slack);
        if centre.is_finite() && half.is_finite() { Self { centre, half } } else { Self::ALL }
    }

    fn joined(self, other: Self) -> Self {
        if !(self.half.is_finite() && other.half.is_finite()) {
            return Self::ALL;
        }
        let low = (self.centre - self.half).zip(other.centre - other.half, f64::min);
        let high = (self.centre + self.half).zip(other.centre + other.half, f64::max);
        Self::between(low, high)
    }

    /// The box around this one in another frame.
    fn moved(self, rows: &[Xyz; 3], by: Xyz) -> Self {
        if !self.half.is_finite() {
            return self;
        }
        let [x, y, z] = *rows;
        let centre = Xyz::new(x.dot(self.centre), y.dot(self.centre), z.dot(self.centre)) + by;
        let reach = |row: Xyz| row.map(f64::abs).dot(self.half);
        let half = Xyz::new(reach(x), reach(y), reach(z));
        Self::about(centre, half, self.centre.max_abs() + by.max_abs())
    }

    /// A lower bound on the distance of the boxes.
    fn apart(&self, other: &Self) -> f64 {
        let between = (self.centre - other.centre).map(f64::abs) - (self.half + other.half);
        let gap = between.map(|x| x.max(0.0));
        let squared = gap.length_squared();
        // Where squares leave the range of floats, the largest coordinate is a lower bound too.
        let is_plain = (1e-200..1e200).contains(&squared);
        (if is_plain { squared.sqrt() } else { gap.max_abs() }) * (1.0 - ROUNDING)
    }
}

struct Node {
    extent: Extent,
    /// The shapes below it, as a range of the tree's order.
    first: usize,
    count: usize,
    /// Its two child nodes; none for a leaf.
    children: Option<[usize; 2]>,
}

/// Convex shapes of space, in float64, as one rigid body. Not a part of the public interface.
#[pyclass(frozen, module = "clearance._clearance")]
pub(crate) struct Compound {
    shapes: Vec<Shape<Xyz>>,
    extents: Vec<Extent>,
    order: Vec<usize>,
    nodes: Vec<Node>,
}

impl Compound {
    fn of(shapes: Vec<Shape<Xyz>>) -> PyResult<Self> {
        if shapes.is_empty() {
            return Err(PyValueError::new_err("shapes: has no shape"));
        }
        let extents = shapes.iter().map(Extent::of).collect();
        let order = (0..shapes.len()).collect();
        let mut tree = Self { shapes, extents, order, nodes: Vec::new() };
        tree.grow(0, tree.shapes.len());
        Ok(tree)
    }

    /// Splits at the median of the longest axis, so the depth of the tree is at most logarithmic in
    /// its size.
    fn grow(&mut self, first: usize, count: usize) -> usize {
        let under = self.order.iter().skip(first).take(count).map(|i| self.extents[*i]);
        let extent = under
            .reduce(Extent::joined)
            .unwrap_or(Extent { centre: Xyz::default(), half: Xyz::splat(0.0) });
        let number = self.nodes.len();
        self.nodes.push(Node { extent, first, count, children: None });
        if count > LEAF {
            let axis = extent.half.largest().0;
            let extents = &self.extents;
            let along = |i: &usize| extents[*i].centre.coordinate(axis);
            let half = count / 2;
            self.order[first..first + count]
                .select_nth_unstable_by(half, |i, j| along(i).total_cmp(&along(j)));
            let children = [self.grow(first, half), self.grow(first + half, count - half)];
            self.nodes[number].children = Some(children);
        }
        number
    }
}

/// Two bodies, the second relative to the first.
struct Pair<'c> {
    a: &'c Compound,
    pose_a: Pose<Xyz>,
    b: &'c Compound,
    pose_b: Pose<Xyz>,
    rows: [Xyz; 3],
    by: Xyz,
}

impl<'c> Pair<'c> {
    fn new(a: &'c Compound, pose_a: Pose<Xyz>, b: &'c Compound, pose_b: Pose<Xyz>) -> Self {
        // The columns of A's rotation are its pose's images of the axes; their products with B's
        // are the rows of B's rotation relative to A.
        let axes = |pose: Pose<Xyz>| {
            let turn = Pose { translation: Xyz::default(), ..pose };
            [0, 1, 2].map(|i| turn.transform_point(Xyz::axis(i)))
        };
        let (of_a, of_b) = (axes(pose_a), axes(pose_b));
        let rows =
            of_a.map(|axis| Xyz::new(axis.dot(of_b[0]), axis.dot(of_b[1]), axis.dot(of_b[2])));
        let between = pose_b.translation - pose_a.translation;
        let by = Xyz::new(of_a[0].dot(between), of_a[1].dot(between), of_a[2].dot(between));
        Self { a, pose_a, b, pose_b, rows, by }
    }

    /// A lower bound on the distance of two nodes. The slack covers the rotation and far-away
    /// origins.
    fn apart(&self, i: usize, j: usize) -> f64 {
        let (of_a, of_b) = (&self.a.nodes[i].extent, self.b.nodes[j].extent);
        let apart = of_a.apart(&of_b.moved(&self.rows, self.by));
        let slack = 1e-12 * (self.pose_a.translation.max_abs() + self.pose_b.translation.max_abs());
        (apart - slack).max(0.0)
    }

    /// Visits the pairs of shapes that are not farther apart than `within`, nearer boxes first;
    /// `visit` returns the distance that still matters, or `None` to end, as `go_on` may.
    fn each(
        &self,
        mut within: f64,
        go_on: &dyn Fn() -> bool,
        mut visit: impl FnMut(usize, usize) -> Option<f64>,
    ) {
        let mut open = vec![(self.apart(0, 0), 0, 0)];
        while let Some((apart, i, j)) = open.pop() {
            if apart > within {
                continue;
            }
            if !go_on() {
                return;
            }
            let (a, b) = (&self.a.nodes[i], &self.b.nodes[j]);
            let size = |node: &Node| node.extent.half.max_abs();
            let split_a = match (a.children, b.children) {
                (None, None) => {
                    for p in &self.a.order[a.first..a.first + a.count] {
                        for q in &self.b.order[b.first..b.first + b.count] {
                            match visit(*p, *q) {
                                Some(still) => within = still,
                                None => return,
                            }
                        }
                    }
                    continue;
                }
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (Some(_), Some(_)) => size(a) >= size(b),
            };
            let mut next = if split_a {
                a.children.unwrap_or_default().map(|child| (self.apart(child, j), child, j))
            } else {
                b.children.unwrap_or_default().map(|child| (self.apart(i, child), i, child))
            };
            // The stack's last is taken first.
            next.sort_by(|one, other| other.0.total_cmp(&one.0));
            open.extend(next);
        }
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
        let pose = self::pose("pose", pose)?;
        let turn = Pose { translation: Xyz::default(), ..pose };
        let axes = [0, 1, 2].map(|i| turn.transform_point(Xyz::axis(i)));
        let rows = [0, 1, 2]
            .map(|i| Xyz::new(axes[0].coordinate(i), axes[1].coordinate(i), axes[2].coordinate(i)));
        // For few shapes the box of each, which is tighter for a rotated body than the rotated box
        // of all.
        let own = |i: &usize| self.extents[*i].moved(&rows, pose.translation);
        let whole =
            self.order.iter().map(own).reduce(Extent::joined).unwrap_or(self.nodes[0].extent);
        Ok((
            Flavour::coordinates(whole.centre - whole.half),
            Flavour::coordinates(whole.centre + whole.half),
        ))
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
        let pair = Pair::new(self, pose, other.get(), other_pose);
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
        let pair = Pair::new(self, pose, other.get(), other_pose);
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
        let pair = Pair::new(self, pose, other.get(), other_pose);
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
