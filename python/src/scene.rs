//! Scenes: many objects, and which of them are near.

use std::collections::{HashMap, HashSet};
use std::mem::take;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use clearance::{Ball, Pose, Proximity, Shape, Xyz};
use clearance_json::suggest::did_you_mean;
use clearance_scene::Mesh;
use clearance_scene::mesh::Reading;
use clearance_scene::scene::{
    Body, Boxes, Clash, Class, Clearance, Contained, Extent, Inside, Object, Pair, Part, Rules,
    between_while, candidates_up_to, classify, contained, nearest_between_while, nearest_while,
};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::compound::{SPACE, mesh, pose};
use crate::fault::{Argument, Fault};
use crate::flavour::Flavour;
use crate::job::{Batch, LARGE, Manner, alone, lock, share_out, watched};
use crate::operand::ShapeArgument;
use crate::pose::{PoseArgument, shape_text};
use crate::reading::{self, Limits, Unit, refused, stands_for};
use crate::shape::PyShape;
use crate::sheet::{Rows, array, most};
use crate::turn::matrix;

/// Objects, and the tree over their boxes. Not a part of the public interface.
///
/// A query sees the objects as they are when it begins: changes meanwhile go to a copy. So no query
/// holds this lock while it takes Python's.
#[pyclass(frozen, name = "_Scene", module = "clearance._clearance")]
pub(crate) struct PyScene(Mutex<Held>);

#[derive(Clone, Default)]
struct Held {
    objects: Arc<Vec<Object>>,
    /// Indices by name.
    places: HashMap<String, usize>,
    boxes: Arc<Boxes>,
    /// Indices of objects that have been removed, and stand among the objects until the next look
    /// at them: so removing and adding many takes no longer each.
    removed: Vec<usize>,
    /// Whether the boxes are up to date with the objects.
    is_fitted: bool,
}

impl Held {
    /// Adds all of them, or none if a name is taken.
    fn push(&mut self, objects: Vec<Object>, of: &str, hint: &str) -> PyResult<()> {
        let mut new = HashMap::with_capacity(objects.len());
        for (object, place) in objects.iter().zip(self.objects.len()..) {
            let name = &object.name;
            if self.places.contains_key(name) || new.insert(name.clone(), place).is_some() {
                let message = format!("{of}: there is an object {name:?} already{hint}");
                return Err(PyValueError::new_err(message));
            }
        }
        self.places.extend(new);
        Arc::make_mut(&mut self.objects).extend(objects);
        self.is_fitted = false;
        Ok(())
    }

    /// Takes out what has been removed.
    fn settle(&mut self) {
        if self.removed.is_empty() {
            return;
        }
        let mut stays = vec![true; self.objects.len()];
        self.removed.drain(..).for_each(|place| stays[place] = false);
        let mut each = stays.iter();
        Arc::make_mut(&mut self.objects).retain(|_| each.next().copied().unwrap_or(true));
        // How many stay before each.
        let before = stays.iter().scan(0, |count, stays| {
            *count += usize::from(*stays);
            Some(*count - usize::from(*stays))
        });
        let before: Vec<usize> = before.collect();
        self.places.values_mut().for_each(|place| *place = before[*place]);
    }

    /// The index of an object.
    fn index(&self, name: &str) -> PyResult<usize> {
        self.places.get(name).copied().ok_or_else(|| {
            let meant = did_you_mean(name, self.objects.iter().map(|own| own.name.as_str()));
            PyKeyError::new_err(format!("no object {name:?}{meant}"))
        })
    }

    fn push_one(&mut self, object: Object) -> PyResult<()> {
        self.push(vec![object], "name", "")
    }
}

fn padding_of(padding: f64) -> PyResult<f64> {
    if padding >= 0.0 && padding.is_finite() {
        Ok(padding)
    } else {
        let message = format!("padding: must be a length, at least 0 and finite, is {padding}");
        Err(PyValueError::new_err(message))
    }
}

/// What a pair takes at most, with its answer, its row, and the columns that this is made from.
const PAIR_BYTES: usize = 640;

/// Fewer objects have no more pairs than are gathered in a moment.
const FEW: usize = 500;

/// Pairs of objects to check.
struct Candidates<'s> {
    pairs: Vec<[u32; 2]>,
    shape: [usize; 1],
    a: &'s [Object],
    b: &'s [Object],
}

fn of_pair<'s>([i, j]: [u32; 2], a: &'s [Object], b: &'s [Object]) -> [&'s Object; 2] {
    [&a[i as usize], &b[j as usize]]
}

impl<'s> Batch for Candidates<'s> {
    type Item = [&'s Object; 2];

    /// Objects with many triangles take long, and may be few.
    fn grain(&self) -> (usize, usize) {
        (8, 1)
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn row(
        &self,
        place: &[usize],
        count: usize,
        items: &mut Vec<[&'s Object; 2]>,
    ) -> Result<(), Fault> {
        let first = place.first().copied().unwrap_or_default();
        let pairs = self.pairs.iter().skip(first).take(count);
        items.extend(pairs.map(|pair| of_pair(*pair, self.a, self.b)));
        Ok(())
    }
}

/// Columns of pairs.
#[derive(Default)]
struct Columns {
    places: [Vec<i64>; 2],
    status: Vec<i8>,
    distance: Vec<f64>,
    gap: Vec<f64>,
    normal: Vec<f64>,
    point_a: Vec<f64>,
    point_b: Vec<f64>,
    parts: [Vec<u32>; 2],
    is_lower_bound: Vec<bool>,
    inside: Vec<i8>,
    class: Vec<i8>,
    depth_at_most: Vec<f64>,
    thickness: Vec<f64>,
}

impl Columns {
    fn push(&mut self, Pair { a, b, clearance }: &Pair) {
        let witness = clearance.proximity.witness();
        for (column, place) in self.places.iter_mut().zip([*a, *b]) {
            column.push(place as i64);
        }
        self.status.push(status(clearance));
        self.distance.push(clearance.signed_distance() + 0.0);
        self.gap.push(clearance.gap());
        let plain = |v: Xyz| v.coordinates().map(|x| x + 0.0);
        self.normal.extend(plain(witness.normal));
        self.point_a.extend(plain(witness.on_a));
        self.point_b.extend(plain(witness.on_b));
        for (column, part) in self.parts.iter_mut().zip(clearance.parts) {
            column.push(part);
        }
        self.is_lower_bound.push(clearance.is_lower_bound && clearance.proximity.intersects());
        self.inside.push(inside(clearance.inside));
    }

    fn push_clash(&mut self, clash: &Clash) {
        let class = Class::ALL.iter().position(|class| *class == clash.class);
        self.class.push(class.map_or(-1, |place| place as i8));
        self.depth_at_most.push(clash.depth_at_most.unwrap_or(f64::NAN));
        self.thickness.push(clash.overlap_thickness.unwrap_or(f64::NAN));
    }

    /// The columns of clashes: class (an index into `Class::ALL`), depth_at_most, thickness; NaN
    /// where they are unknown.
    fn clashes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.class.len();
        let fields = (
            array(py, take(&mut self.class), &[len])?,
            array(py, take(&mut self.depth_at_most), &[len])?,
            array(py, take(&mut self.thickness), &[len])?,
        );
        Ok(fields.into_pyobject(py)?.into_any())
    }

    /// Python's arrays: a, b, status, distance, gap, normal, point_a, point_b, part_a, part_b,
    /// is_lower_bound, inside.
    fn arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let len = self.status.len();
        let vectors = |column| array(py, column, &[len, 3]);
        let [a, b] = self.places;
        let [part_a, part_b] = self.parts;
        let fields = (
            array(py, a, &[len])?,
            array(py, b, &[len])?,
            array(py, self.status, &[len])?,
            array(py, self.distance, &[len])?,
            array(py, self.gap, &[len])?,
            vectors(self.normal)?,
            vectors(self.point_a)?,
            vectors(self.point_b)?,
            array(py, part_a, &[len])?,
            array(py, part_b, &[len])?,
            array(py, self.is_lower_bound, &[len])?,
            array(py, self.inside, &[len])?,
        );
        Ok(fields.into_pyobject(py)?.into_any())
    }
}

/// 0 apart, 1 with a point in common, 2 too close to call.
pub(crate) fn status(clearance: &Clearance) -> i8 {
    match (clearance.proximity, clearance.inside) {
        (Proximity::Intersecting(_), _) => 1,
        (Proximity::Undecided(_), _) | (_, Inside::Unknown) => 2,
        (Proximity::Separated(_), _) => 0,
    }
}

const fn inside(inside: Inside) -> i8 {
    match inside {
        Inside::Neither => 0,
        Inside::AInB => 1,
        Inside::BInA => 2,
        Inside::Open | Inside::Unknown => 3,
    }
}

/// Which pairs of one scene, or of two, are left out. Names that no object has are a slip.
pub(crate) fn rules(
    allow: Vec<(String, String)>,
    ignore_same_group: bool,
    a: &[Object],
    b: Option<&[Object]>,
) -> PyResult<Rules> {
    let mut rules = Rules { ignore_same_group, ..Rules::default() };
    if allow.is_empty() {
        return Ok(rules);
    }
    let objects = a.iter().chain(b.unwrap_or_default());
    let known: HashSet<&str> = objects.map(|object| object.name.as_str()).collect();
    for (a, b) in allow {
        if let Some(name) = [&a, &b].into_iter().find(|name| !known.contains(name.as_str())) {
            let meant = did_you_mean(name, known.iter().copied());
            return Err(PyKeyError::new_err(format!("allow: no object {name:?}{meant}")));
        }
        rules.allow(a, b);
    }
    Ok(rules)
}

impl PyScene {
    fn held(&self) -> MutexGuard<'_, Held> {
        let mut held = lock(&self.0);
        held.settle();
        held
    }

    /// Adds an object under its name.
    pub(crate) fn put(&self, object: Object) -> PyResult<()> {
        lock(&self.0).push_one(object)
    }

    pub(crate) fn of(objects: Vec<Object>) -> PyResult<Self> {
        let mut held = Held::default();
        held.push(objects, "name", "")?;
        Ok(Self(Mutex::new(held)))
    }

    /// Moves objects by name: all, or none if a name is missing.
    pub(crate) fn place_these<'n>(
        &self,
        poses: impl Iterator<Item = (&'n str, Pose<Xyz>)>,
    ) -> PyResult<()> {
        let mut held = self.held();
        let Held { objects, places, is_fitted, .. } = &mut *held;
        let place = |(name, pose): (&str, Pose<Xyz>)| match places.get(name) {
            Some(place) => Ok((*place, pose)),
            None => Err(PyKeyError::new_err(format!("scene: has no object {name:?}"))),
        };
        let new = poses.map(place).collect::<PyResult<Vec<_>>>()?;
        let objects = Arc::make_mut(objects);
        for (place, pose) in new {
            objects.get_mut(place).into_iter().for_each(|object| object.pose = pose);
        }
        *is_fitted = false;
        Ok(())
    }

    /// The objects in their current poses, with an up-to-date tree.
    pub(crate) fn fitted(&self, py: Python<'_>) -> (Arc<Vec<Object>>, Arc<Boxes>) {
        // Without Python's lock, which is only taken again when this one is free.
        py.detach(|| {
            let mut held = self.held();
            let Held { objects, boxes, is_fitted, .. } = &mut *held;
            if !*is_fitted {
                Arc::make_mut(boxes).refit(objects);
                *is_fitted = true;
            }
            (objects.clone(), boxes.clone())
        })
    }
}

/// A body as Python holds it: parts and their poses, or the corners and triangles of a mesh.
type Content<'py> = (Option<Vec<(Py<PyShape>, Stood)>>, Option<[Bound<'py, PyAny>; 2]>);
/// A pose: a translation, and a quaternion x, y, z, w.
type Stood = ([f64; 3], [f64; 4]);
/// An object: its name, its group, its padding, its pose, and which of the bodies is its own.
type Listed = (String, String, f64, Stood, usize);

fn stood(pose: &Pose<Xyz>) -> Stood {
    (pose.translation.coordinates(), Xyz::rotation(pose))
}

fn content<'py>(py: Python<'py>, body: &Body) -> PyResult<Content<'py>> {
    if let Some(Mesh { vertices, triangles }) = body.mesh() {
        let corners = array(py, vertices.as_flattened().to_vec(), &[vertices.len(), 3])?;
        let faces = array(py, triangles.as_flattened().to_vec(), &[triangles.len(), 3])?;
        return Ok((None, Some([corners, faces])));
    }
    let part = |Part { shape, pose }: &Part| {
        let shape = Py::new(py, PyShape(Xyz::any(shape.clone())))?;
        Ok((shape, stood(pose)))
    };
    Ok((Some(body.parts().iter().map(part).collect::<PyResult<Vec<_>>>()?), None))
}

/// A scene as [`PyScene::state`] lists it.
#[pyfunction]
pub(crate) fn _scene(
    py: Python<'_>,
    bodies: Vec<Content<'_>>,
    objects: Vec<Listed>,
) -> PyResult<PyScene> {
    let wrong = |error: String| PyValueError::new_err(format!("not a pickled Scene: {error}"));
    let made = |content: Content<'_>| -> PyResult<Arc<Body>> {
        let body = match content {
            (Some(parts), _) => {
                let part = |(shape, (at, turn)): (Py<PyShape>, Stood)| {
                    let shape: Option<&Shape<Xyz>> = Xyz::of(&shape.get().0);
                    let shape = shape.cloned().ok_or_else(|| wrong("another space".into()))?;
                    Ok(Part { shape, pose: Xyz::pose(at, turn) })
                };
                let parts = parts.into_iter().map(part).collect::<PyResult<Vec<_>>>()?;
                py.detach(|| Body::of_parts(parts))
            }
            (None, Some([vertices, faces])) => {
                let (vertices, triangles) = mesh(&vertices, &faces)?;
                py.detach(|| Body::of_triangles(Mesh { vertices, triangles }))
            }
            (None, None) => return Err(wrong("a body of nothing".into())),
        };
        Ok(Arc::new(body.map_err(|error| wrong(error.to_string()))?))
    };
    let bodies = bodies.into_iter().map(made).collect::<PyResult<Vec<_>>>()?;
    let object = |(name, group, padding, (at, turn), body): Listed| {
        let body = bodies.get(body).ok_or_else(|| wrong("a body is missing".into()))?;
        let (body, pose) = (Arc::clone(body), Xyz::pose(at, turn));
        Ok(Object { name, group, body, pose, padding: padding_of(padding)? })
    };
    PyScene::of(objects.into_iter().map(object).collect::<PyResult<Vec<_>>>()?)
}

/// The pairs of boxes (n, 3) that have a point in common, as rows (m, 2) in order: of one list, or
/// each of the first with each of the others. None if there are more than `most`.
#[pyfunction]
#[pyo3(signature = (low, high, others, most))]
pub(crate) fn _near_boxes<'py>(
    py: Python<'py>,
    low: PyReadonlyArray2<'py, f64>,
    high: PyReadonlyArray2<'py, f64>,
    others: Option<(PyReadonlyArray2<'py, f64>, PyReadonlyArray2<'py, f64>)>,
    most: usize,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let of = |low: &PyReadonlyArray2<'py, f64>, high: &PyReadonlyArray2<'py, f64>| {
        let corners = |array: &PyReadonlyArray2<'py, f64>| match array.as_slice() {
            Ok(numbers) if array.shape().get(1) == Some(&3) => Ok(numbers
                .as_chunks::<3>()
                .0
                .iter()
                .map(|[x, y, z]| Xyz::new(*x, *y, *z))
                .collect::<Vec<_>>()),
            _ => Err(PyValueError::new_err("boxes: must be contiguous arrays (n, 3)")),
        };
        let both = corners(low)?.into_iter().zip(corners(high)?);
        Ok::<_, PyErr>(both.map(|(low, high)| Extent { low, high }).collect::<Vec<_>>())
    };
    let own = of(&low, &high)?;
    let others = others.map(|(low, high)| of(&low, &high)).transpose()?;
    let found = py.detach(|| {
        let others = others.map(|others| Boxes::of_extents(&others));
        candidates_up_to(&Boxes::of_extents(&own), others.as_ref(), 0.0, most)
    });
    let rows = |pairs: Vec<[u32; 2]>| array(py, pairs.as_flattened().to_vec(), &[pairs.len(), 2]);
    found.map(rows).transpose()
}

#[pymethods]
impl PyScene {
    /// What it is made of, for `_scene`: bodies that several objects share once.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<(Vec<Content<'py>>, Vec<Listed>)> {
        let objects = Arc::clone(&self.held().objects);
        let (mut bodies, mut known, mut listed) = (Vec::new(), HashMap::new(), Vec::new());
        for object in objects.iter() {
            let place = *known.entry(Arc::as_ptr(&object.body)).or_insert(bodies.len());
            if place == bodies.len() {
                bodies.push(content(py, &object.body)?);
            }
            let (name, group) = (object.name.clone(), object.group.clone());
            listed.push((name, group, object.padding, stood(&object.pose), place));
        }
        Ok((bodies, listed))
    }

    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    fn __len__(&self) -> usize {
        self.held().objects.len()
    }

    /// A scene of its own with the same objects; the bodies are shared.
    fn copy(&self) -> Self {
        Self(Mutex::new(self.held().clone()))
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.held().objects.iter().map(|object| object.name.clone()).collect()
    }

    #[getter]
    fn groups(&self) -> Vec<String> {
        self.held().objects.iter().map(|object| object.group.clone()).collect()
    }

    #[getter]
    fn paddings(&self) -> Vec<f64> {
        self.held().objects.iter().map(|object| object.padding).collect()
    }

    /// How many parts and triangles each has: one of the two is 0.
    #[getter]
    fn counts(&self) -> Vec<(usize, usize)> {
        let held = self.held();
        let count = |object: &Object| match object.body.mesh() {
            Some(mesh) => (0, mesh.triangles.len()),
            None => (object.body.count(), 0),
        };
        held.objects.iter().map(count).collect()
    }

    /// Whether each has an inside: its surface is closed, or it is made of parts.
    #[getter]
    fn closed(&self) -> Vec<bool> {
        self.held().objects.iter().map(|object| object.body.is_closed()).collect()
    }

    #[getter]
    fn poses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let objects = self.held().objects.clone();
        let mut matrices = vec![0.0; 16 * objects.len()];
        for (object, rows) in objects.iter().zip(matrices.chunks_exact_mut(16)) {
            matrix::<Xyz>(&object.pose, rows);
        }
        let placed = array(py, matrices, &[objects.len(), 4, 4])?;
        // Writes to a copy would be lost.
        placed.call_method1("setflags", (false,))?;
        Ok(placed)
    }

    /// Convex parts, each in its own pose if `parts_at` is given.
    #[allow(clippy::too_many_arguments)]
    fn add_parts(
        &self,
        name: String,
        shapes: &Bound<'_, PyAny>,
        parts_at: Option<Vec<Bound<'_, PyAny>>>,
        at: &Bound<'_, PyAny>,
        group: String,
        padding: f64,
    ) -> PyResult<()> {
        let argument = Argument("shapes");
        let given = ShapeArgument::new(argument, shapes)?;
        if given.kind() != SPACE {
            let found = given.kind().named();
            let message = format!("must be of {}, are of {found}", SPACE.named());
            return Err(argument.type_error(message));
        }
        let count = given.batch().first().copied().unwrap_or(1);
        let run = given.run(&[0]);
        let mut parts = Vec::with_capacity(count);
        for i in 0..count {
            let shape: &Shape<Xyz> = run.at(i).map_err(|no| no.fault(argument, vec![i]))?;
            let own = match parts_at.as_ref().and_then(|poses| poses.get(i)) {
                Some(own) => pose("parts", own)?,
                None => Pose::identity(),
            };
            parts.push(Part { shape: shape.clone(), pose: own });
        }
        let padding = padding_of(padding)?;
        let body = shapes.py().detach(|| Body::of_parts(parts));
        let body = body.map_err(|e| PyValueError::new_err(format!("shapes: {e}")))?;
        let pose = pose("pose", at)?;
        let body = Arc::new(body);
        lock(&self.0).push_one(Object { name, group, body, pose, padding })
    }

    /// Balls of one radius about points (n, 3), as one body.
    #[allow(clippy::too_many_arguments)]
    fn add_points(
        &self,
        name: String,
        points: PyReadonlyArray2<'_, f64>,
        radius: f64,
        at: &Bound<'_, PyAny>,
        group: String,
        padding: f64,
    ) -> PyResult<()> {
        let Ok(numbers) = points.as_slice() else {
            return Err(PyValueError::new_err("points: must be a contiguous array (n, 3)"));
        };
        let (padding, pose) = (padding_of(padding)?, pose("pose", at)?);
        let ball = |[x, y, z]: &[f64; 3]| Part {
            shape: Ball::new(radius).into(),
            pose: Pose::from_translation(Xyz::new(*x, *y, *z)),
        };
        let numbers = numbers.as_chunks::<3>().0;
        let body = at.py().detach(|| Body::of_parts(numbers.iter().map(ball).collect()));
        let body = body.map_err(|error| PyValueError::new_err(format!("points: {error}")))?;
        let body = Arc::new(body);
        lock(&self.0).push_one(Object { name, group, body, pose, padding })
    }

    #[allow(clippy::too_many_arguments)]
    fn add_mesh(
        &self,
        name: String,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        by: &str,
        at: &Bound<'_, PyAny>,
        group: String,
        padding: f64,
    ) -> PyResult<()> {
        let py = vertices.py();
        let (vertices, triangles) = mesh(vertices, faces)?;
        let (by, padding, pose) = (stands_for(py, by)?, padding_of(padding)?, pose("pose", at)?);
        let is_large = vertices.len() > LARGE;
        let make = move || by.body(&Mesh { vertices, triangles });
        let body = if is_large { alone(py, make)? } else { py.detach(make) };
        let body = body.map_err(|error| PyValueError::new_err(format!("mesh: {error}")))?;
        let body = Arc::new(body);
        lock(&self.0).push_one(Object { name, group, body, pose, padding })
    }

    /// The objects of a mesh file, all in one pose. Each has its name in the file, after the
    /// prefix; an object without a name is called `unnamed`.
    #[allow(clippy::too_many_arguments)]
    fn add_file(
        &self,
        path: PathBuf,
        by: &str,
        prefix: &str,
        unnamed: &str,
        at: &Bound<'_, PyAny>,
        group: String,
        padding: f64,
        limits: Limits,
        unit: Option<Unit>,
    ) -> PyResult<Vec<String>> {
        let py = at.py();
        let (by, padding, pose) = (stands_for(py, by)?, padding_of(padding)?, pose("pose", at)?);
        let reading = Reading { unit: reading::unit(py, unit)?, ..reading::reading(limits) };
        let file = path.display().to_string();
        let (unnamed, prefix) = (unnamed.to_owned(), prefix.to_owned());
        let read = alone(py, move || -> Result<Vec<Object>, String> {
            let meshes = reading.objects(&path).map_err(|error| error.to_string())?;
            let object = |(own, mesh): (String, Mesh)| {
                let name = if own.is_empty() { unnamed.clone() } else { format!("{prefix}{own}") };
                let body = by
                    .body(&mesh)
                    .map_err(|error| format!("{}: object {own:?}: {error}", path.display()))?;
                let (group, body) = (group.clone(), Arc::new(body));
                Ok(Object { name, group, body, pose, padding })
            };
            meshes.into_iter().map(object).collect()
        });
        let objects = read?.map_err(refused)?;
        let names: Vec<String> = objects.iter().map(|object| object.name.clone()).collect();
        lock(&self.0).push(objects, &file, "; give this file's a prefix")?;
        Ok(names)
    }

    /// The index of an object.
    fn index(&self, name: &str) -> PyResult<usize> {
        self.held().index(name)
    }

    fn remove(&self, name: &str) -> PyResult<()> {
        let mut held = lock(&self.0);
        let Some(place) = held.places.remove(name) else {
            held.settle();
            return held.index(name).map(|_| ());
        };
        held.removed.push(place);
        held.is_fitted = false;
        Ok(())
    }

    /// New poses for the objects of these indices, or for all: all or none are set.
    fn place(&self, places: Option<Vec<usize>>, poses: &Bound<'_, PyAny>) -> PyResult<()> {
        let argument = Argument("poses");
        let given = PoseArgument::new(argument, poses, SPACE)?;
        let count = match &places {
            Some(places) => places.len(),
            None => self.__len__(),
        };
        let mut new = Vec::with_capacity(count);
        if let Some(placement) = given.placement() {
            let fits = |batch: &[usize]| matches!(batch, [] | [1]) || batch == [count];
            if let Some(batch) = placement.batches().find(|batch| !fits(batch)) {
                let message =
                    format!("a batch of {} does not go with {count} objects", shape_text(batch));
                return Err(argument.value_error(poses.py(), message));
            }
            let run = placement.run(&[0]);
            for k in 0..count {
                let pose = run.at::<Xyz>(k);
                new.push(pose.map_err(|message| Fault::along(argument, &[0], k, message))?);
            }
        } else {
            new.resize(count, Pose::identity());
        }
        let mut held = self.held();
        let objects = Arc::make_mut(&mut held.objects);
        for (k, pose) in new.into_iter().enumerate() {
            let place = places.as_ref().map_or(Some(k), |places| places.get(k).copied());
            if let Some(object) = place.and_then(|place| objects.get_mut(place)) {
                object.pose = pose;
            }
        }
        held.is_fitted = false;
        Ok(())
    }

    /// The columns of all pairs not farther apart than `within`, in order; and, with a touch band,
    /// those of their clashes.
    #[allow(clippy::too_many_arguments)]
    fn pairs_within<'py>(
        &self,
        py: Python<'py>,
        within: f64,
        other: Option<&Bound<'py, Self>>,
        allow: Vec<(String, String)>,
        ignore_same_group: bool,
        touch_band: Option<f64>,
        threads: isize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)> {
        let manner = Manner::new(threads, progress)?;
        let (a, boxes_a) = self.fitted(py);
        let other = other.map(|other| other.get().fitted(py));
        let b = other.as_ref().map(|(b, _)| b.as_slice());
        let rules = rules(allow, ignore_same_group, &a, b)?;
        let most = most(PAIR_BYTES);
        let (own, others) = ((Arc::clone(&a), boxes_a), other.clone());
        let gather = move || {
            let (a, boxes_a) = &own;
            let (b, boxes_b) = others.as_ref().map_or((a, None), |(b, boxes)| (b, Some(&**boxes)));
            let mut pairs = candidates_up_to(boxes_a, boxes_b, within, most)?;
            pairs.retain(|pair| {
                let [one, two] = of_pair(*pair, a, b);
                !rules.skip(one, two)
            });
            Some(pairs)
        };
        let is_long = a.len().max(b.map_or(0, <[Object]>::len)) > FEW;
        let pairs = if is_long { alone(py, gather)? } else { py.detach(gather) };
        let pairs = pairs.ok_or_else(|| {
            let message = format!(
                "there is no memory for more than {most} pairs of objects whose boxes are that \
                 near; ask for a smaller distance"
            );
            PyMemoryError::new_err(message)
        })?;
        let candidates = Candidates { shape: [pairs.len()], pairs, a: &a, b: b.unwrap_or(&a) };
        let mut found: Vec<Option<(Clearance, Option<Clash>)>> = vec![None; candidates.pairs.len()];
        let slots = Rows { numbers: &mut found, width: 1 };
        share_out(py, &candidates, slots, &manner, |items: &[[&Object; 2]], slots, go_on| {
            for ([one, two], slot) in items.iter().zip(slots.numbers) {
                *slot = between_while(one, two, within, go_on).map(|found| {
                    let clash = touch_band.map(|band| classify(one, two, &found, band));
                    (found, clash)
                });
            }
        })?;
        let pairs = candidates.pairs;
        let mut columns = watched(py, |go_on| {
            let mut columns = Columns::default();
            for ([a, b], found) in pairs.iter().zip(found) {
                if let Some((clearance, clash)) = found {
                    columns.push(&Pair { a: *a as usize, b: *b as usize, clearance });
                    clash.iter().for_each(|clash| columns.push_clash(clash));
                }
                if !go_on() {
                    break;
                }
            }
            columns
        })?;
        let clashes = touch_band.map(|_| columns.clashes(py)).transpose()?;
        Ok((columns.arrays(py)?, clashes))
    }

    /// How the objects lie in a convex container: inside (1, or 0, or 2 where undecided), room,
    /// gap, part, and the corner, of NaN where there is none.
    fn contained<'py>(
        &self,
        py: Python<'py>,
        container: &Bound<'py, PyAny>,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let argument = Argument("container");
        let given = ShapeArgument::new(argument, container)?;
        if given.kind() != SPACE || !given.batch().is_empty() {
            let message = format!("must be one shape of {}", SPACE.named());
            return Err(argument.type_error(message));
        }
        let run = given.run(&[0]);
        let shape: &Shape<Xyz> = run.at(0).map_err(|no| no.fault(argument, vec![0]))?;
        let (shape, at) = (shape.clone(), pose("pose", at)?);
        let objects = Arc::clone(&self.held().objects);
        let found = watched(py, |go_on| {
            let each = objects.iter().take_while(|_| go_on());
            each.map(|object| contained(&shape, &at, object)).collect::<Vec<Contained>>()
        })?;
        let len = found.len();
        let each = || found.iter();
        let inside = each().map(|own| own.is_inside.map_or(2, i8::from)).collect();
        let none = Xyz::new(f64::NAN, f64::NAN, f64::NAN);
        let corners = each().map(|own| own.corner.unwrap_or(none).coordinates());
        let fields = (
            array::<i8>(py, inside, &[len])?,
            array(py, each().map(|own| own.room.length + 0.0).collect::<Vec<f64>>(), &[len])?,
            array(py, each().map(|own| own.room.gap).collect::<Vec<f64>>(), &[len])?,
            array(py, each().map(|own| own.part).collect::<Vec<u32>>(), &[len])?,
            array(py, corners.flatten().collect::<Vec<f64>>(), &[len, 3])?,
        );
        Ok(fields.into_pyobject(py)?.into_any())
    }

    /// The columns of the pair with the least signed distance; without rows if there is no pair.
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        other: Option<&Bound<'py, Self>>,
        allow: Vec<(String, String)>,
        ignore_same_group: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (a, boxes_a) = self.fitted(py);
        let other = other.map(|other| other.get().fitted(py));
        let b = other.as_ref().map(|(b, _)| b.as_slice());
        let rules = rules(allow, ignore_same_group, &a, b)?;
        let found = watched(py, |go_on| match &other {
            None => nearest_while(&a, &boxes_a, &rules, go_on),
            Some((b, boxes_b)) => nearest_between_while(&a, &boxes_a, b, boxes_b, &rules, go_on),
        })?;
        let mut columns = Columns::default();
        found.iter().for_each(|pair| columns.push(pair));
        columns.arrays(py)
    }
}
