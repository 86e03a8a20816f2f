//! Robots from URDF files: how near their links come, in many configurations and over motions.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use clearance::{Pose, Xyz};
use clearance_json::suggest::did_you_mean;
use clearance_scene::robot::{
    Checker, Found, Known, Leave, Loading, Moment, Posed, Robot, Sample, Semantics, State, Sweep,
    World,
};
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::compound::pose;
use crate::fault::{Argument, Fault};
use crate::flavour::Flavour;
use crate::job::{Batch, Manner, TICK, alone, share_out};
use crate::pose::shape_text;
use crate::reading::{Limits, ours, reading, refused, stands_for};
use crate::scene::{PyScene, status};
use crate::sheet::{Rows, Sheet, SheetOf, array, room};
use crate::strided::Numbers;
use crate::turn::matrix;

const Q: Argument = Argument("q");
/// What is remembered of pairs carries over between configurations only within a group of at most
/// this many: so answers do not depend on how threads share them, and each thread responds soon.
const TOGETHER: usize = 64;
const TOGETHER_PAIRS: usize = 1 << 14;

/// The links of a URDF, and the pairs of their shapes to check. Not a part of the public interface.
#[pyclass(frozen, name = "_Robot", module = "clearance._clearance")]
pub(crate) struct PyRobot {
    robot: Robot,
    semantics: Option<Semantics>,
    pairs: Vec<[usize; 2]>,
    adjacent: bool,
    ignore: Vec<[usize; 2]>,
    beyond_limits: bool,
    #[pyo3(get)]
    notes: Vec<String>,
}

/// A sequence of configurations.
struct Configurations<'s> {
    robot: &'s PyRobot,
    values: Vec<f64>,
    /// Their axes.
    shape: Vec<usize>,
}

impl Configurations<'_> {
    fn at(&self, place: usize) -> &[f64] {
        let count = self.robot.robot.width();
        self.values.get(place * count..(place + 1) * count).unwrap_or_default()
    }
}

impl<'s> Batch for &'s Configurations<'_> {
    type Item = &'s [f64];

    fn grain(&self) -> (usize, usize) {
        let together = self.robot.together();
        (together, together)
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn row(&self, place: &[usize], count: usize, items: &mut Vec<&'s [f64]>) -> Result<(), Fault> {
        let first = place.iter().zip(&self.shape).fold(0, |at, (index, len)| at * len + index);
        for k in 0..count {
            let values = self.at(first + k);
            let checked = self.robot.check(values);
            checked.map_err(|message| Fault::along(Q, place, k, message))?;
            items.push(values);
        }
        Ok(())
    }
}

impl PyRobot {
    fn together(&self) -> usize {
        (TOGETHER_PAIRS / self.pairs.len().max(1)).clamp(1, TOGETHER)
    }

    fn check(&self, values: &[f64]) -> Result<(), String> {
        match self.robot.check(values) {
            // NaN and infinities are still errors.
            Err(_) if self.beyond_limits && values.iter().all(|value| value.is_finite()) => Ok(()),
            Err(message) if values.iter().all(|value| value.is_finite()) => {
                Err(format!("{message}; Robot(..., beyond_limits=True) takes it as it is"))
            }
            other => other,
        }
    }

    fn configurations(&self, q: &Bound<'_, PyAny>) -> PyResult<Configurations<'_>> {
        let py = q.py();
        if q.is_instance_of::<PyDict>() {
            return Err(
                Q.type_error("is a dict; robot.configuration(q) makes a configuration of it")
            );
        }
        let numbers = Numbers::of(&Q, q)?;
        let count = self.robot.width();
        if numbers.last(1) != Some(count) {
            let found = shape_text(&numbers.shape);
            let message = format!(
                "must end in {count} values, those of `joints`, (..., {count}); has shape {found}"
            );
            return Err(Q.value_error(py, message));
        }
        room(&numbers.shape, 16)?;
        let lined = (numbers.array(py), "f8");
        let lined = py.import("numpy")?.call_method1("ascontiguousarray", lined)?;
        let lined = lined.cast::<PyArrayDyn<f64>>().map_err(PyErr::from)?.clone();
        let values = lined.to_vec().map_err(|error| Q.value_error(py, error))?;
        Ok(Configurations { robot: self, values, shape: numbers.batch(1).to_vec() })
    }

    /// A state is a configuration: it cannot move what stands in all of them.
    fn check_places(&self, state: &State) -> Result<(), String> {
        let places = state.places.iter().filter(|(joint, _)| !self.robot.is_released(*joint));
        for (joint, values) in places {
            let mut moved = self.robot.clone();
            moved.place(*joint, values)?;
            let there = |robot: &Robot| robot.joints.get(*joint).map(|joint| joint.place);
            if there(&moved) != there(&self.robot) {
                let name = moved.joints.get(*joint).map_or("", |joint| joint.name.as_str());
                return Err(format!(
                    "it puts joint {name:?} at {values:?}, where it stands only by Robot(..., \
                     place={{{name:?}: {values:?}}})"
                ));
            }
        }
        Ok(())
    }

    /// One configuration.
    fn one(&self, q: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let configurations = self.configurations(q)?;
        if !configurations.shape.is_empty() {
            let count = self.robot.width();
            let message = format!("must be one configuration, ({count},)");
            return Err(Q.value_error(q.py(), message));
        }
        let (batch, mut rows) = (&configurations, Vec::new());
        batch.row(&[], 1, &mut rows)?;
        Ok(rows.first().copied().unwrap_or_default().to_vec())
    }

    /// The poses of the shapes in one configuration.
    fn placed(&self, q: &Bound<'_, PyAny>, base: &Bound<'_, PyAny>) -> PyResult<Vec<Pose<Xyz>>> {
        let configuration = self.one(q)?;
        let base = pose("base", base)?;
        let mut posed = Posed::default();
        posed.set(&self.robot, &configuration);
        let own = posed.geometries.iter();
        let composed =
            |own: &Pose<Xyz>| base.compose_exactly(own).unwrap_or_else(|| base.compose(own));
        Ok(own.map(composed).collect())
    }

    /// What stands around, of a scene; its pairs are numbered behind the robot's own.
    fn around(&self, py: Python<'_>, around: Option<Around>) -> PyResult<Option<World>> {
        let Some((scene, may_touch, padding, scale)) = around else { return Ok(None) };
        let wrong = |of: &str, message: String| PyValueError::new_err(format!("{of}: {message}"));
        let (objects, _) = scene.get().fitted(py);
        let world = py.detach(|| World::new(objects.to_vec()));
        let mut world = world.map_err(|message| wrong("world", message))?;
        for (link, factor) in scale {
            let own = self.link(&link).map_err(|message| wrong("scale", message))?;
            let scaled = world.scale(&self.robot, own, factor);
            scaled.map_err(|message| wrong(&format!("scale[{link:?}]"), message))?;
        }
        for (link, padding) in padding {
            let own = self.link(&link).map_err(|message| wrong("padding", message))?;
            let padded = world.pad(own, padding);
            padded.map_err(|message| wrong(&format!("padding[{link:?}]"), message))?;
        }
        for (link, object) in may_touch {
            let own = self.link(&link).map_err(|message| wrong("may_touch", message))?;
            let place = object.map(|name| {
                let names = objects.iter().map(|object| object.name.as_str());
                names.clone().position(|known| known == name).ok_or_else(|| {
                    let meant = did_you_mean(&name, names);
                    wrong("may_touch", format!("no object {name:?} in the world{meant}"))
                })
            });
            world.allow(own, place.transpose()?);
        }
        if world.pairs(&self.robot) == 0 {
            let message = "no link with a shape is left that is looked at beside it";
            return Err(wrong("world", message.into()));
        }
        Ok(Some(world))
    }

    fn link(&self, name: &str) -> Result<usize, String> {
        self.robot.link(name).ok_or_else(|| {
            let known = self.robot.links.iter().map(|link| link.name.as_str());
            format!("no link {name:?}{}", did_you_mean(name, known))
        })
    }

    /// The same robot with other links, and pairs to skip beside its own.
    fn changed(&self, robot: Robot, ignore: Vec<[usize; 2]>) -> PyResult<Self> {
        let (semantics, adjacent) = (self.semantics.clone(), self.adjacent);
        let leave = Leave { adjacent, semantics: semantics.as_ref(), ignore };
        let pairs = robot.pairs(&leave).map_err(PyValueError::new_err)?;
        let (ignore, notes) = (leave.ignore, self.notes.clone());
        let beyond_limits = self.beyond_limits;
        Ok(Self { robot, semantics, pairs, adjacent, ignore, beyond_limits, notes })
    }

    fn checker<'s>(&'s self, around: Option<&'s World>) -> Checker<'s> {
        let checker = Checker::new(&self.robot, self.pairs.clone());
        match around {
            Some(world) => checker.among(world),
            None => checker,
        }
    }

    /// Visits configurations one after the other, with the memory kept between them.
    fn each(
        &self,
        items: &[&[f64]],
        around: Option<&World>,
        mut look: impl FnMut(usize, &mut Checker<'_>),
    ) {
        let mut place = 0;
        for together in items.chunks(self.together()) {
            let mut checker = self.checker(around);
            for values in together {
                checker.pose(values);
                look(place, &mut checker);
                place += 1;
            }
        }
    }
}

/// What stands around a robot: a scene, links that may touch it or one of its objects, and by what
/// links count as larger there: lengths, and factors.
type Around = (Py<PyScene>, Vec<(String, Option<String>)>, Vec<(String, f64)>, Vec<(String, f64)>);

/// Columns of the pairs found.
struct Columns {
    pair: Vec<i64>,
    status: Vec<i8>,
    distance: Vec<f64>,
    gap: Vec<f64>,
    normal: Vec<f64>,
    point_a: Vec<f64>,
    point_b: Vec<f64>,
}

type ColumnsOf<'o> = (SheetOf<'o, Xyz>, Rows<'o, i64>);

impl Columns {
    fn new(len: usize) -> Self {
        let [distance, gap] = [(); 2].map(|()| vec![f64::NAN; len]);
        let [normal, point_a, point_b] = [(); 3].map(|()| vec![f64::NAN; 3 * len]);
        let (pair, status) = (vec![-1; len], vec![0; len]);
        Self { pair, status, distance, gap, normal, point_a, point_b }
    }

    fn slots(&mut self) -> ColumnsOf<'_> {
        let Self { pair, status, distance, gap, normal, point_a, point_b } = self;
        let sheet = Sheet { status, distance, gap, normal, point_a, point_b, ..Sheet::default() };
        (SheetOf(sheet), Rows { numbers: pair, width: 1 })
    }

    fn arrays<'py>(self, py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
        let long = [shape, &[3]].concat();
        let fields = (
            array(py, self.pair, shape)?,
            array(py, self.status, shape)?,
            array(py, self.distance, shape)?,
            array(py, self.gap, shape)?,
            array(py, self.normal, &long)?,
            array(py, self.point_a, &long)?,
            array(py, self.point_b, &long)?,
        );
        Ok(fields.into_pyobject(py)?.into_any())
    }
}

fn put(place: usize, (SheetOf(sheet), pair): &mut ColumnsOf<'_>, found: &Found) {
    let witness = found.clearance.proximity.witness();
    pair.numbers[place] = found.pair as i64;
    sheet.status[place] = status(&found.clearance);
    sheet.distance[place] = found.clearance.signed_distance() + 0.0;
    sheet.gap[place] = witness.gap;
    let vectors = [
        (&mut sheet.normal, witness.normal),
        (&mut sheet.point_a, witness.on_a),
        (&mut sheet.point_b, witness.on_b),
    ];
    for (slots, vector) in vectors {
        slots[3 * place..3 * place + 3].copy_from_slice(&vector.coordinates());
    }
}

/// A time, and the pair's columns.
fn moment_columns<'py>(
    py: Python<'py>,
    moment: &Option<Moment>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(Moment { time, found }) = moment else { return Ok(None) };
    let mut columns = Columns::new(1);
    put(0, &mut columns.slots(), found);
    Ok(Some((*time, columns.arrays(py, &[])?).into_pyobject(py)?.into_any()))
}

#[pymethods]
impl PyRobot {
    #[new]
    #[pyo3(signature = (
        urdf, *, srdf, packages, search, by, adjacent, ignore, place, free, beyond_limits, limits
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: HashMap<String, PathBuf>,
        search: Vec<PathBuf>,
        by: &str,
        adjacent: bool,
        ignore: Vec<(String, String)>,
        place: Vec<(String, Vec<f64>)>,
        free: Vec<String>,
        beyond_limits: bool,
        limits: Limits,
    ) -> PyResult<Self> {
        let by = stands_for(py, by)?;
        let packages = packages.into_iter().collect();
        let loading = Loading { reading: reading(limits), by, packages, search };
        let read = alone(py, move || -> Result<_, String> {
            let robot = loading.robot(&urdf).map_err(|error| error.to_string())?;
            let semantics = srdf.map(|path| loading.semantics(&path, &robot)).transpose();
            Ok((robot, semantics.map_err(|error| error.to_string())?))
        });
        let (mut robot, semantics) = read?.map_err(refused)?;
        for (name, values) in &place {
            let wrong = |message: String| PyValueError::new_err(format!("place: {message}"));
            let Some(joint) = robot.joint(name) else {
                let known = robot.joints.iter().filter(|joint| joint.kind.values() > 1);
                let meant = did_you_mean(name, known.map(|joint| joint.name.as_str()));
                return Err(wrong(format!("no joint {name:?}{meant}")));
            };
            robot.place(joint, values).map_err(wrong)?;
        }
        for name in &free {
            let wrong = |message: String| PyValueError::new_err(format!("free: {message}"));
            let Some(joint) = robot.joint(name) else {
                let known = robot.joints.iter().filter(|joint| joint.kind.values() > 1);
                let meant = did_you_mean(name, known.map(|joint| joint.name.as_str()));
                return Err(wrong(format!("no joint {name:?}{meant}")));
            };
            robot.release(joint).map_err(wrong)?;
        }
        let link = |place: usize, name: &str| {
            robot.link(name).ok_or_else(|| {
                let known = robot.links.iter().map(|link| link.name.as_str());
                let meant = did_you_mean(name, known);
                PyValueError::new_err(format!("ignore[{place}]: no link {name:?}{meant}"))
            })
        };
        let ignore = ignore.iter().enumerate();
        let ignore = ignore.map(|(i, (a, b))| Ok([link(i, a)?, link(i, b)?]));
        let ignore = ignore.collect::<PyResult<Vec<_>>>()?;
        let leave = Leave { adjacent, semantics: semantics.as_ref(), ignore };
        let pairs = robot.pairs(&leave).map_err(PyValueError::new_err)?;
        let ignore = leave.ignore;
        let notes = robot.notes.iter().chain(semantics.iter().flat_map(|own| &own.notes));
        let mut notes: Vec<String> = notes.map(|note| ours(note)).collect();
        if pairs.is_empty() {
            notes.push("no pair of links is looked at, so nothing is known".into());
        }
        Ok(Self { robot, semantics, pairs, adjacent, ignore, beyond_limits, notes })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.robot.name
    }

    #[getter]
    fn links(&self) -> Vec<&str> {
        self.robot.links.iter().map(|link| link.name.as_str()).collect()
    }

    #[getter]
    fn shapes(&self) -> Vec<&str> {
        self.robot.geometries.iter().map(|geometry| geometry.name.as_str()).collect()
    }

    /// The values of a configuration, with their limits: of joints, and behind them those of free
    /// ones.
    #[getter]
    fn joints(&self) -> Vec<(String, [f64; 2])> {
        let joints = self.robot.variables.iter().map(|place| self.robot.joints.get(*place));
        let limits = joints.map(|joint| joint.and_then(|joint| joint.limits));
        let free = [f64::NEG_INFINITY, f64::INFINITY];
        let limits = limits.map(|own| own.unwrap_or(free)).chain(std::iter::repeat(free));
        self.robot.value_names().into_iter().zip(limits).collect()
    }

    /// Where the values of a free joint stand in a configuration: the first, and how many.
    fn places(&self, name: &str) -> Option<(usize, usize)> {
        let joint = self.robot.joint(name).filter(|joint| self.robot.is_released(*joint))?;
        let parts = self.robot.value_parts(joint);
        let first = format!("{name}/{}", parts.first()?);
        let names = self.robot.value_names();
        Some((names.iter().position(|own| *own == first)?, parts.len()))
    }

    /// Checks the values of a free joint.
    fn check_free(&self, name: &str, values: Vec<f64>) -> PyResult<()> {
        let wrong = |message: String| PyValueError::new_err(format!("joints: {message}"));
        let joint = self.robot.joint(name).ok_or_else(|| wrong(format!("no joint {name:?}")))?;
        self.robot.put(joint, &values, &mut self.robot.rest()).map_err(wrong)
    }

    /// Indices into the shapes.
    #[getter]
    fn pairs(&self) -> Vec<(usize, usize)> {
        self.pairs.iter().map(|[a, b]| (*a, *b)).collect()
    }

    /// The pairs of links that are not looked at: their names, and why.
    fn left_out(&self) -> Vec<(&str, &str, String)> {
        let (adjacent, semantics) = (self.adjacent, self.semantics.as_ref());
        let leave = Leave { adjacent, semantics, ignore: self.ignore.clone() };
        let name = |link: usize| self.robot.links.get(link).map_or("", |link| &*link.name);
        let left_out = self.robot.left_out(&leave);
        left_out
            .map(|left| {
                let [a, b] = left.links.map(name);
                (a, b, left.why(&self.robot))
            })
            .collect()
    }

    #[getter]
    fn rest(&self) -> Vec<f64> {
        self.robot.rest()
    }

    /// The names of states.
    #[getter]
    fn states(&self) -> Vec<&str> {
        let states = self.semantics.iter().flat_map(|semantics| &semantics.states);
        states.map(|state| state.name.as_str()).collect()
    }

    /// The values of a state; joints that it does not name have those of the rest configuration.
    fn state(&self, name: &str) -> PyResult<Vec<f64>> {
        let none = Semantics::default();
        let state = self.semantics.as_ref().unwrap_or(&none).state(name);
        let wrong = |reason: String| PyValueError::new_err(format!("state: {reason}"));
        let state = state.map_err(wrong)?;
        self.check_places(&state).map_err(wrong)?;
        Ok(state.over(&self.robot, &self.robot.rest()))
    }

    /// The index of a joint's value in a configuration.
    fn variable(&self, name: &str) -> PyResult<usize> {
        let refused = |message: String| Err(PyValueError::new_err(format!("joints: {message}")));
        let Some(joint) = self.robot.joint(name) else {
            let known = self.joints();
            let meant = did_you_mean(name, known.iter().map(|(name, _)| name.as_str()));
            return refused(format!("no joint {name:?}{meant}"));
        };
        if let Some(place) = self.robot.variables.iter().position(|own| *own == joint) {
            return Ok(place);
        }
        let mimic = self.robot.joints.get(joint).and_then(|joint| joint.mimic);
        match mimic.and_then(|mimic| self.robot.joints.get(mimic.joint)) {
            Some(other) => refused(format!(
                "joint {name:?} follows joint {:?}: give the value of that one",
                other.name
            )),
            None if self.robot.joints.get(joint).is_some_and(|joint| joint.kind.values() > 1) => {
                refused(format!(
                    "joint {name:?} is floating or planar, and stands where Robot(..., place=...) \
                     puts it, or moves by Robot(..., free=[{name:?}])"
                ))
            }
            None => refused(format!("joint {name:?} takes no value: it is fixed")),
        }
    }

    /// A scene of the shapes in one configuration, with the root link at `base`.
    fn scene(&self, q: &Bound<'_, PyAny>, base: &Bound<'_, PyAny>) -> PyResult<PyScene> {
        let poses = self.placed(q, base)?;
        let mut objects = self.robot.objects();
        for (object, pose) in objects.iter_mut().zip(poses) {
            object.pose = pose;
        }
        PyScene::of(objects)
    }

    /// Moves the shapes of such a scene to another configuration.
    fn place(
        &self,
        scene: &Bound<'_, PyScene>,
        q: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let names = self.robot.geometries.iter().map(|geometry| geometry.name.as_str());
        scene.get().place_these(names.zip(self.placed(q, base)?))
    }

    /// Matrices (..., links, 4, 4).
    fn kinematics<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        threads: isize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q.py();
        let configurations = self.configurations(q)?;
        let links = self.robot.links.len();
        let len = room(&configurations.shape, 8 * links * 16)?;
        let mut matrices = vec![0.0; len * links * 16];
        let slots = Rows { numbers: &mut matrices, width: links * 16 };
        let manner = Manner::new(threads, None)?;
        share_out(py, &&configurations, slots, &manner, |items: &[&[f64]], slots, _| {
            let mut posed = Posed::default();
            for (values, rows) in items.iter().zip(slots.numbers.chunks_exact_mut(links * 16)) {
                posed.set(&self.robot, values);
                for (pose, rows) in posed.links.iter().zip(rows.chunks_exact_mut(16)) {
                    matrix::<Xyz>(pose, rows);
                }
            }
        })?;
        array(py, matrices, &[&configurations.shape, &[links, 4, 4][..]].concat())
    }

    /// The robot whose link carries an object of a scene: from where it stands there in a
    /// configuration, or without one in its pose in the link's frame. And that object, in that
    /// pose.
    #[pyo3(signature = (scene, name, link, q, touch))]
    fn attached(
        &self,
        py: Python<'_>,
        scene: &PyScene,
        name: &str,
        link: &str,
        q: Option<&Bound<'_, PyAny>>,
        touch: Vec<String>,
    ) -> PyResult<(Self, PyScene)> {
        let wrong = |message: String| PyValueError::new_err(format!("attach: {message}"));
        let (objects, _) = scene.fitted(py);
        let object = objects.iter().find(|object| object.name == name).ok_or_else(|| {
            let meant = did_you_mean(name, objects.iter().map(|own| own.name.as_str()));
            PyKeyError::new_err(format!("no object {name:?}{meant}"))
        })?;
        let carrier = self.link(link).map_err(wrong)?;
        let mut object = object.clone();
        if let Some(q) = q {
            let mut posed = Posed::default();
            posed.set(&self.robot, &self.one(q)?);
            let stands = posed.links.get(carrier).copied().unwrap_or_default();
            object.pose = stands.inverse().compose(&object.pose);
        }
        let mut robot = self.robot.clone();
        let new = robot.attach(&object, carrier).map_err(wrong)?;
        let mut ignore = self.ignore.clone();
        for name in &touch {
            ignore.push([new, self.link(name).map_err(wrong)?]);
        }
        Ok((self.changed(robot, ignore)?, PyScene::of(vec![object])?))
    }

    /// The robot without what a link carries, which is put into a scene where it is in a
    /// configuration.
    fn detached(&self, scene: &PyScene, name: &str, q: &Bound<'_, PyAny>) -> PyResult<Self> {
        let wrong = |message: String| PyValueError::new_err(format!("detach: {message}"));
        let link = self.link(name).map_err(wrong)?;
        let mut robot = self.robot.clone();
        let object = robot.detach(link, &self.one(q)?).map_err(wrong)?;
        let kept = self.ignore.iter().filter(|pair| !pair.contains(&link));
        let moved = kept.map(|pair| pair.map(|own| own - usize::from(own > link)));
        let changed = self.changed(robot, moved.collect())?;
        scene.put(object)?;
        Ok(changed)
    }

    /// For all pairs (..., pairs): distance, gap, status.
    fn distances<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        threads: isize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q.py();
        let configurations = self.configurations(q)?;
        let width = self.pairs.len();
        let len = room(&configurations.shape, 17 * width)? * width;
        let (mut distance, mut gap) = (vec![f64::NAN; len], vec![f64::NAN; len]);
        let mut states = vec![0_i8; len];
        let slots = (
            Rows { numbers: &mut distance, width },
            (Rows { numbers: &mut gap, width }, Rows { numbers: &mut states, width }),
        );
        let manner = Manner::new(threads, progress)?;
        share_out(py, &&configurations, slots, &manner, |items: &[&[f64]], slots, _| {
            let (distance, (gap, states)) = slots;
            self.each(items, None, |place, checker| {
                for found in checker.all() {
                    let slot = place * width + found.pair;
                    distance.numbers[slot] = found.clearance.signed_distance() + 0.0;
                    gap.numbers[slot] = found.clearance.gap();
                    states.numbers[slot] = status(&found.clearance);
                }
            });
        })?;
        let shape = [configurations.shape.as_slice(), &[width]].concat();
        let fields =
            (array(py, distance, &shape)?, array(py, gap, &shape)?, array(py, states, &shape)?);
        Ok(fields.into_pyobject(py)?.into_any())
    }

    /// For the nearest pairs (...): pair, status, distance, gap, normal, point_a, point_b; None if
    /// there are no pairs.
    fn nearest<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        around: Option<Around>,
        threads: isize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = q.py();
        let configurations = self.configurations(q)?;
        let around = self.around(py, around)?;
        let mut columns = Columns::new(room(&configurations.shape, 97)?);
        let manner = Manner::new(threads, progress)?;
        let slots = columns.slots();
        share_out(py, &&configurations, slots, &manner, |items: &[&[f64]], mut slots, _| {
            self.each(items, around.as_ref(), |place, checker| {
                if let Some(found) = checker.nearest() {
                    put(place, &mut slots, &found);
                }
            });
        })?;
        if self.pairs.is_empty() && around.is_none() {
            return Ok(None);
        }
        columns.arrays(py, &configurations.shape).map(Some)
    }

    /// Whether some pair is not proved apart (...).
    fn collides<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        around: Option<Around>,
        threads: isize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q.py();
        let configurations = self.configurations(q)?;
        let around = self.around(py, around)?;
        let mut flags = vec![false; room(&configurations.shape, 1)?];
        let manner = Manner::new(threads, progress)?;
        let slots = Rows { numbers: &mut flags, width: 1 };
        share_out(py, &&configurations, slots, &manner, |items: &[&[f64]], slots, _| {
            self.each(items, around.as_ref(), |place, checker| {
                slots.numbers[place] = checker.collides();
            });
        })?;
        array(py, flags, &configurations.shape)
    }

    /// For a motion: (free_until, lower_bound, lower_bounds, nearest, first_meeting, samples,
    /// stretches, looked_at).
    #[allow(clippy::too_many_arguments)]
    fn sweep<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        times: Vec<f64>,
        margin: f64,
        tolerance: f64,
        most: usize,
        around: Option<Around>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q.py();
        let configurations = self.configurations(q)?;
        let around = self.around(py, around)?;
        let &[count] = configurations.shape.as_slice() else {
            let found = shape_text(&configurations.shape);
            let message = format!("must be samples of one motion, (samples, joints); of {found}");
            return Err(Q.value_error(py, message));
        };
        let (batch, mut rows) = (&configurations, Vec::new());
        batch.row(&[0], count, &mut rows)?;
        let samples = times.iter().zip(&rows);
        let samples: Vec<Sample> = samples
            .map(|(time, values)| Sample { time: *time, configuration: values.to_vec() })
            .collect();
        let manner = Manner::new(1, progress)?;
        let sweep = Sweep { margin, tolerance, most };
        let mut checker = self.checker(around.as_ref());
        let (mut raised, mut last, mut before) = (Ok(()), Instant::now(), 0);
        let mut report = |py: Python<'_>, done: usize| -> PyResult<()> {
            py.check_signals()?;
            if let Some(progress) = &manner.progress
                && done > before
            {
                progress.bind(py).call_method1("update", (done - before,))?;
                before = done;
            }
            Ok(())
        };
        let swept = py.detach(|| {
            checker.sweep(&samples, &sweep, |done| {
                if last.elapsed() < TICK {
                    return true;
                }
                last = Instant::now();
                // Samples are counted twice.
                raised = Python::attach(|py| report(py, (done / 2).min(count)));
                raised.is_ok()
            })
        });
        raised?;
        let swept = swept.map_err(PyValueError::new_err)?;
        report(py, count)?;
        let mut columns = Columns::new(swept.samples.len());
        let mut slots = columns.slots();
        for (place, moment) in swept.samples.iter().enumerate() {
            put(place, &mut slots, &moment.found);
        }
        let samples = match swept.samples.len() {
            0 => None,
            some => Some(columns.arrays(py, &[some])?),
        };
        let stretches = swept.stretches.iter();
        let stretches: Vec<(usize, f64, f64, bool)> =
            stretches.map(|own| (own.pair, own.from, own.to, own.known == Known::Meets)).collect();
        let fields = (
            swept.free_until(),
            swept.lower_bound,
            array(py, swept.lower_bounds.clone(), &[swept.lower_bounds.len()])?,
            moment_columns(py, &swept.nearest)?,
            moment_columns(py, &swept.first_meeting)?,
            samples,
            stretches,
            swept.looked_at,
        );
        Ok(fields.into_pyobject(py)?.into_any())
    }
}
