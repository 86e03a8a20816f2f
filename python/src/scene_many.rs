//! Scenes: many rays and points, and bodies that move among others.

use clearance::{AtStart, Interval, Meeting, Ray, Space, Xyz};
use clearance_scene::scene::{
    Faces, Impact, Projection, RayHit, Side, Targets, Way, all_impacts, all_turns, first_impact,
    first_turn, project_these,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fault::Fault;
use crate::job::{Batch, Manner, alone, share_out};
use crate::scene::{PyScene, rules};
use crate::sheet::{Rows, array, room};

/// What a ray or point takes at most, with its answer, its row, and the columns it is made from.
const BYTES: usize = 512;

/// Items that a scene is asked about one by one.
struct Items<'s, T> {
    items: &'s [T],
    shape: [usize; 1],
}

impl<'s, T> Items<'s, T> {
    fn new(items: &'s [T]) -> Self {
        Self { items, shape: [items.len()] }
    }
}

impl<T: Copy + Sync> Batch for Items<'_, T> {
    type Item = T;

    /// Neighbours among points help each other.
    fn grain(&self) -> (usize, usize) {
        (1024, 16)
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn row(&self, place: &[usize], count: usize, items: &mut Vec<T>) -> Result<(), Fault> {
        let first = place.first().copied().unwrap_or_default();
        items.extend(self.items.iter().skip(first).take(count));
        Ok(())
    }
}

/// The rows of a contiguous array (n, 3).
fn vectors(rows: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<Xyz>> {
    let rows = rows.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
    room(&[rows.len() / 3], BYTES)?;
    Ok(rows.as_chunks::<3>().0.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z)).collect())
}

fn plain(v: Xyz) -> [f64; 3] {
    v.coordinates().map(|x| x + 0.0)
}

/// 1 for a hit, 2 for one that is too close to call.
const fn status(is_proved: bool) -> i8 {
    if is_proved { 1 } else { 2 }
}

/// Where rays, of contiguous arrays (n, 3) and (n,), meet the objects: columns of ray, status,
/// object, part, low, high, point, normal, is_inner. Of the first hits there is a row a ray, with
/// -1 for the object of one that misses.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _scene_rays<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyScene>,
    origins: PyReadonlyArray2<'py, f64>,
    directions: PyReadonlyArray2<'py, f64>,
    max_times: PyReadonlyArray1<'py, f64>,
    hollow: bool,
    faces: &str,
    first: bool,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let manner = Manner::new(threads, progress)?;
    let faces = match faces {
        "both" => Faces::Both,
        "outer" => Faces::Outer,
        "inner" => Faces::Inner,
        other => {
            let message = format!("faces: must be 'both', 'outer' or 'inner', is {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let (origins, directions) = (vectors(&origins)?, vectors(&directions)?);
    let times = max_times.as_slice().map_err(|e| PyValueError::new_err(e.to_string()))?;
    let ray = |((origin, direction), max_time): ((&Xyz, &Xyz), &f64)| Ray {
        origin: *origin,
        direction: *direction,
        max_time: *max_time,
        hollow,
    };
    let rays: Vec<Ray<Xyz>> = origins.iter().zip(&directions).zip(times).map(ray).collect();
    let (objects, boxes) = scene.get().fitted(py);
    let targets = Targets::new(&objects, &boxes);
    let batch = Items::new(&rays);
    let mut rows: Vec<(usize, Option<RayHit>)> = Vec::new();
    if first {
        let mut found = vec![None; rays.len()];
        let slots = Rows { numbers: &mut found, width: 1 };
        share_out(py, &batch, slots, &manner, |rays: &[Ray<Xyz>], slots, _| {
            let found = targets.first(rays, faces);
            slots.numbers.iter_mut().zip(found).for_each(|(slot, found)| *slot = found);
        })?;
        rows.extend(found.into_iter().enumerate());
    } else {
        let mut found = vec![Vec::new(); rays.len()];
        let slots = Rows { numbers: &mut found, width: 1 };
        share_out(py, &batch, slots, &manner, |rays: &[Ray<Xyz>], slots, go_on| {
            for (slot, ray) in slots.numbers.iter_mut().zip(rays) {
                if go_on() {
                    *slot = targets.all(ray, faces);
                }
            }
        })?;
        let each = found.into_iter().enumerate();
        rows.extend(each.flat_map(|(i, hits)| hits.into_iter().map(move |hit| (i, Some(hit)))));
    }
    let len = rows.len();
    let numbers = |make: fn(&RayHit) -> f64| -> Vec<f64> {
        rows.iter().map(|(_, hit)| hit.as_ref().map_or(f64::NAN, make)).collect()
    };
    let points = |make: fn(&RayHit) -> Xyz| -> Vec<f64> {
        let row = |hit: &Option<RayHit>| hit.as_ref().map_or([f64::NAN; 3], |hit| plain(make(hit)));
        rows.iter().flat_map(|(_, hit)| row(hit)).collect()
    };
    let fields = (
        array(py, rows.iter().map(|(ray, _)| *ray as i64).collect(), &[len])?,
        array(
            py,
            rows.iter().map(|(_, hit)| hit.map_or(0, |hit| status(hit.is_proved))).collect(),
            &[len],
        )?,
        array(
            py,
            rows.iter().map(|(_, hit)| hit.map_or(-1, |hit| hit.object as i64)).collect(),
            &[len],
        )?,
        array(py, rows.iter().map(|(_, hit)| hit.map_or(0, |hit| hit.part)).collect(), &[len])?,
        array(py, numbers(|hit| hit.time.low), &[len])?,
        array(py, numbers(|hit| hit.time.high), &[len])?,
        array(py, points(|hit| hit.point), &[len, 3])?,
        array(py, points(|hit| hit.normal), &[len, 3])?,
        array(
            py,
            rows.iter().map(|(_, hit)| hit.is_some_and(|hit| hit.is_inner)).collect::<Vec<bool>>(),
            &[len],
        )?,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}

/// How far points, a contiguous array (n, 3), are from the nearest object: columns of object, part,
/// signed distance, gap, side, point, normal, is_lower_bound.
#[pyfunction]
pub(crate) fn _scene_points<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyScene>,
    points: PyReadonlyArray2<'py, f64>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let manner = Manner::new(threads, progress)?;
    let points = vectors(&points)?;
    let (objects, boxes) = scene.get().fitted(py);
    let mut found: Vec<Option<Projection>> = vec![None; points.len()];
    let slots = Rows { numbers: &mut found, width: 1 };
    share_out(py, &Items::new(&points), slots, &manner, |points: &[Xyz], slots, _| {
        let found = project_these(&objects, &boxes, points);
        slots.numbers.iter_mut().zip(found).for_each(|(slot, found)| *slot = found);
    })?;
    let found: Vec<Projection> = found.into_iter().flatten().collect();
    if found.len() != points.len() {
        return Err(PyValueError::new_err("signed_distance: the scene has no objects"));
    }
    let len = found.len();
    let side = |found: &Projection| -> i8 {
        match found.side {
            Side::Outside => 0,
            Side::Inside => 1,
            Side::Undecided => 2,
            Side::Open => 3,
        }
    };
    let fields = (
        array(py, found.iter().map(|own| own.object as i64).collect(), &[len])?,
        array(py, found.iter().map(|own| own.part).collect(), &[len])?,
        array(py, found.iter().map(|own| own.signed_distance + 0.0).collect(), &[len])?,
        array(py, found.iter().map(|own| own.gap).collect(), &[len])?,
        array(py, found.iter().map(side).collect(), &[len])?,
        array(py, found.iter().flat_map(|own| plain(own.point)).collect(), &[len, 3])?,
        array(py, found.iter().flat_map(|own| plain(own.normal)).collect(), &[len, 3])?,
        array(py, found.iter().map(|own| own.is_lower_bound).collect::<Vec<bool>>(), &[len])?,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}

/// When the objects of another scene, which all move with one velocity, meet those of this:
/// columns of a, b, status, low, high, normal, point_a, point_b, part_a, part_b.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _scene_cast<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyScene>,
    other: &Bound<'py, PyScene>,
    velocity: [f64; 3],
    max_time: f64,
    target_distance: f64,
    at_start: &str,
    allow: Vec<(String, String)>,
    ignore_same_group: bool,
    first: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let meeting = meeting(max_time, target_distance, at_start)?;
    let (a, b) = (scene.get().fitted(py), other.get().fitted(py));
    let rules = rules(allow, ignore_same_group, &a.0, Some(&b.0))?;
    let [x, y, z] = velocity;
    let velocity = Xyz::new(x, y, z);
    let (own_a, own_b) = (a.clone(), b.clone());
    let found: Vec<Impact> = alone(py, move || {
        let a: (&[_], _) = (own_a.0.as_slice(), &*own_a.1);
        let b: (&[_], _) = (own_b.0.as_slice(), &*own_b.1);
        if first {
            first_impact(a, b, velocity, &meeting, &rules).into_iter().collect()
        } else {
            all_impacts(a, b, velocity, &meeting, &rules)
        }
    })?;
    impacts(py, &found)
}

/// When the objects of another scene, which move and turn, meet those of this: by velocities of
/// their origins and about these, or to where they stand in `ended`. Columns as those of
/// `_scene_cast`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _scene_turn<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyScene>,
    other: &Bound<'py, PyScene>,
    velocity: [f64; 3],
    turning: [f64; 3],
    ended: Option<&Bound<'py, PyScene>>,
    max_time: f64,
    target_distance: f64,
    at_start: &str,
    allow: Vec<(String, String)>,
    ignore_same_group: bool,
    first: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let meeting = meeting(max_time, target_distance, at_start)?;
    let (a, b) = (scene.get().fitted(py), other.get().fitted(py));
    let rules = rules(allow, ignore_same_group, &a.0, Some(&b.0))?;
    let vector = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    let steady = Way::Steady { velocity: vector(velocity), turning: vector(turning) };
    let ways: Vec<Way> = match ended {
        None => vec![steady; b.0.len()],
        Some(ended) => {
            let ended = ended.get().fitted(py);
            let ends: Vec<_> = ended.0.iter().map(|own| own.pose).collect();
            if ends.len() != b.0.len() {
                let told =
                    format!("end: holds {} objects, the other scene {}", ends.len(), b.0.len());
                return Err(PyValueError::new_err(told));
            }
            ends.into_iter().map(|end| Way::To { end, is_blend: false }).collect()
        }
    };
    let (own_a, own_b) = (a.clone(), b.clone());
    let found: Vec<Impact> = alone(py, move || {
        if let (true, [b], [way]) = (first, own_b.0.as_slice(), ways.as_slice()) {
            let a: (&[_], _) = (own_a.0.as_slice(), &*own_a.1);
            return first_turn(a, b, way, &meeting, &rules).into_iter().collect();
        }
        let mut all = all_turns((&own_a.0, &[]), (&own_b.0, &ways), &meeting, &rules);
        all.truncate(if first { 1 } else { all.len() });
        all
    })?;
    impacts(py, &found)
}

fn meeting(max_time: f64, target_distance: f64, at_start: &str) -> PyResult<Meeting<f64>> {
    let at_start = match at_start {
        "report" => AtStart::Report,
        "ignore_separating" => AtStart::IgnoreSeparating,
        "ignore" => AtStart::Ignore,
        other => {
            let known = "'report', 'ignore_separating' or 'ignore'";
            let message = format!("at_start: must be {known}, is {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    Ok(Meeting { at_start, ..Meeting::new() }.until(max_time).within(target_distance))
}

/// The columns of contacts of what moves.
fn impacts<'py>(py: Python<'py>, found: &[Impact]) -> PyResult<Bound<'py, PyAny>> {
    let len = found.len();
    let times =
        |make: fn(&Interval<f64>) -> f64| found.iter().map(|own| make(&own.hit.time)).collect();
    let vectors =
        |make: fn(&Impact) -> Xyz| found.iter().flat_map(|own| plain(make(own))).collect();
    let fields = (
        array(py, found.iter().map(|own| own.a as i64).collect(), &[len])?,
        array(py, found.iter().map(|own| own.b as i64).collect(), &[len])?,
        array(py, found.iter().map(|own| status(own.is_proved)).collect(), &[len])?,
        array(py, times(|time| time.low), &[len])?,
        array(py, times(|time| time.high), &[len])?,
        array(py, vectors(|own| own.hit.witness.normal), &[len, 3])?,
        array(py, vectors(|own| own.hit.witness.on_a), &[len, 3])?,
        array(py, vectors(|own| own.hit.witness.on_b), &[len, 3])?,
        array(py, found.iter().map(|own| own.parts[0]).collect(), &[len])?,
        array(py, found.iter().map(|own| own.parts[1]).collect(), &[len])?,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}
