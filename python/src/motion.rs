//! Shapes and rays in motion: casts of one pair, and of many.

use clearance::{AtStart, Cast, Query, Ray, RayCast, Scalar, Sweep};
use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

use crate::fault::{Argument, Fault};
use crate::flavour::{Flavour, Kind, in_flavour};
use crate::job::{Batch, Manner, share};
use crate::pairs::{Arguments, Pairs, Placed};
use crate::pose::{fits, vectors};
use crate::sheet::{Sheet, array, room};
use crate::strided::{Numbers, Run};
use crate::verbs::{components, put};

/// A part of a motion besides its pair: one for all, or one for each pair.
pub(crate) struct Part {
    pub(crate) argument: Argument,
    given: Given,
}

enum Given {
    Number(f64),
    Numbers(Numbers),
    Vectors(Numbers),
}

/// The parts that follow each other along the last axis of a batch.
pub(crate) enum PartRun<'p> {
    Number(f64),
    Each(Run<'p>),
}

impl Part {
    pub(crate) fn vectors(
        argument: Argument,
        value: &Bound<'_, PyAny>,
        kind: Kind,
    ) -> PyResult<Self> {
        Ok(Self { argument, given: Given::Vectors(vectors(argument, value, kind)?) })
    }

    pub(crate) fn numbers(
        argument: Argument,
        value: &Bound<'_, PyAny>,
        kind: Kind,
    ) -> PyResult<Self> {
        // NumPy's doubles are Python's floats too, and are not rounded either.
        let given = if let Ok(number) = value.cast_exact::<PyFloat>() {
            Given::Number(number.extract()?)
        } else {
            let numbers = Numbers::of(&argument, value)?;
            fits(argument, &numbers, kind)?;
            Given::Numbers(numbers)
        };
        Ok(Self { argument, given })
    }

    /// Zero, for all.
    pub(crate) fn zero(argument: Argument) -> Self {
        Self { argument, given: Given::Number(0.0) }
    }

    /// Joins its axes to those of the batch.
    pub(crate) fn join(&self, arguments: &mut Arguments<'_>) -> PyResult<()> {
        match &self.given {
            Given::Number(_) => Ok(()),
            Given::Numbers(numbers) => arguments.join(self.argument, numbers.batch(0)),
            Given::Vectors(numbers) => arguments.join(self.argument, numbers.batch(1)),
        }
    }

    pub(crate) fn run(&self, place: &[usize]) -> PartRun<'_> {
        match &self.given {
            Given::Number(number) => PartRun::Number(*number),
            Given::Numbers(numbers) => PartRun::Each(numbers.run(0, place)),
            Given::Vectors(numbers) => PartRun::Each(numbers.run(1, place)),
        }
    }
}

impl PartRun<'_> {
    pub(crate) fn vector<V: Flavour>(&self, k: usize) -> Result<V, &'static str> {
        let coordinates = match self {
            Self::Number(number) => [*number; 3],
            Self::Each(run) if V::KIND.dim == 2 => {
                let [x, y] = run.at(k).vector();
                [x, y, 0.0]
            }
            Self::Each(run) => run.at(k).vector(),
        };
        let vector = V::vector(coordinates);
        // In the shapes' precision, to which lists are rounded.
        if vector.coordinates().iter().all(|x| x.is_finite()) {
            Ok(vector)
        } else {
            Err("has a coordinate that is NaN or infinite")
        }
    }

    pub(crate) fn number(&self, k: usize) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Each(run) => run.at(k).number(),
        }
    }

    /// A number that is finite in the shapes' precision.
    pub(crate) fn finite<V: Flavour>(&self, k: usize) -> Result<f64, &'static str> {
        let number = self.number(k);
        let is_finite = V::Scalar::from_f64(number).to_f64().is_finite();
        if is_finite { Ok(number) } else { Err("is NaN or infinite") }
    }

    pub(crate) fn time<V: Flavour>(&self, k: usize) -> Result<V::Scalar, &'static str> {
        let time = self.number(k);
        if time >= 0.0 { Ok(V::Scalar::from_f64(time)) } else { Err("must not be negative or NaN") }
    }

    pub(crate) fn length<V: Flavour>(&self, k: usize) -> Result<V::Scalar, &'static str> {
        let length = self.number(k);
        if length.abs() <= V::Scalar::LARGEST {
            Ok(V::Scalar::from_f64(length))
        } else {
            Err("must be finite, and up to 1e306, in float32 up to 1e37")
        }
    }
}

/// The straight motions of B and of A.
struct Straight {
    velocity: Part,
    velocity_a: Option<Part>,
    max_time: Part,
    target_distance: Option<Part>,
}

impl Straight {
    fn join(&self, arguments: &mut Arguments<'_>) -> PyResult<()> {
        [Some(&self.velocity), self.velocity_a.as_ref(), Some(&self.max_time)]
            .into_iter()
            .chain([self.target_distance.as_ref()])
            .flatten()
            .try_for_each(|part| part.join(arguments))
    }
}

/// Pairs of a space, and their motions.
struct Moves<'s, V> {
    pairs: Pairs<'s, V>,
    motion: &'s Straight,
}

struct Move<'s, V: Flavour> {
    pair: Placed<'s, V>,
    sweep: Sweep<V>,
    /// The same as a ray from B's position.
    ray: Ray<V>,
}

impl<'s, V: Flavour> Batch for Moves<'s, V> {
    type Item = Move<'s, V>;

    fn shape(&self) -> &[usize] {
        self.pairs.shape()
    }

    fn row(
        &self,
        place: &[usize],
        count: usize,
        moves: &mut Vec<Move<'s, V>>,
    ) -> Result<(), Fault> {
        let Straight { velocity, velocity_a, max_time, target_distance } = self.motion;
        let row = self.pairs.operands.row(place);
        let velocities = velocity.run(place);
        let velocities_of_a = velocity_a.as_ref().map(|part| (part.argument, part.run(place)));
        let times = max_time.run(place);
        let targets = target_distance.as_ref().map(|part| (part.argument, part.run(place)));
        for k in 0..count {
            let wrong =
                |argument: Argument| move |message: &str| Fault::along(argument, place, k, message);
            let pair = row.pair(k)?;
            let velocity = velocities.vector(k).map_err(wrong(velocity.argument))?;
            let time = times.time::<V>(k).map_err(wrong(max_time.argument))?;
            let mut sweep = Sweep::new(velocity).until(time);
            if let Some((argument, run)) = &velocities_of_a {
                sweep = sweep.and_a(run.vector(k).map_err(wrong(*argument))?);
            }
            if let Some((argument, run)) = &targets {
                let target = run.length::<V>(k).map_err(wrong(*argument))?;
                sweep = sweep.target_distance(target);
            }
            let ray = Ray::new(pair.3.translation, velocity).until(time);
            moves.push(Move { pair, sweep, ray });
        }
        Ok(())
    }
}

/// The answer for a motion; for a miss everything is NaN.
pub(crate) struct Impact<V: Flavour> {
    /// 0 a miss, 1 a hit, 2 undecided.
    outcome: i8,
    /// The ends of the interval of time.
    times: [V::Scalar; 2],
    normal: V,
    point_a: V,
    point_b: V,
}

impl<V: Flavour> Impact<V> {
    fn miss() -> Self {
        let (nan, nowhere) = (V::Scalar::from_f64(f64::NAN), V::vector([f64::NAN; 3]));
        Self { outcome: 0, times: [nan; 2], normal: nowhere, point_a: nowhere, point_b: nowhere }
    }

    pub(crate) fn cast(found: &Cast<V>) -> Self {
        let Some(hit) = found.hit() else { return Self::miss() };
        Self {
            outcome: if found.is_decided() { 1 } else { 2 },
            times: [hit.time.low, hit.time.high],
            normal: hit.witness.normal,
            point_a: hit.witness.on_a,
            point_b: hit.witness.on_b,
        }
    }

    fn ray(found: &RayCast<V>) -> Self {
        let Some(hit) = found.hit() else { return Self::miss() };
        Self {
            outcome: if found.is_decided() { 1 } else { 2 },
            times: [hit.time.low, hit.time.high],
            normal: hit.normal,
            point_a: hit.point,
            point_b: hit.point,
        }
    }
}

/// The answers of a batch by columns; rays have no points of B.
struct Columns<T> {
    outcome: Vec<i8>,
    times: [Vec<T>; 2],
    normal: Vec<T>,
    point_a: Vec<T>,
    point_b: Vec<T>,
}

impl<T: Scalar + Element> Columns<T> {
    fn new(shape: &[usize], dim: usize, points_of_b: bool) -> PyResult<Self> {
        let numbers = 2 + if points_of_b { 3 * dim } else { 2 * dim };
        let len = room(shape, 1 + numbers * size_of::<T>())?;
        let [numbers, vectors] = [len, len * dim].map(|n| vec![T::ZERO; n]);
        Ok(Self {
            outcome: vec![0; len],
            times: [numbers.clone(), numbers],
            normal: vectors.clone(),
            point_b: if points_of_b { vectors.clone() } else { Vec::new() },
            point_a: vectors,
        })
    }

    fn sheet(&mut self) -> Sheet<'_, T> {
        let Self { outcome, times: [low, high], normal, point_a, point_b } = self;
        Sheet { status: outcome, low, high, normal, point_a, point_b, ..Sheet::default() }
    }
}

/// Writes the answers of a block to its sheet.
fn write<V: Flavour>(sheet: Sheet<'_, V::Scalar>, answers: impl Iterator<Item = Impact<V>>) {
    let dim = V::KIND.dim;
    let Sheet { status, low, high, normal, point_a, point_b, .. } = sheet;
    let rows = normal.chunks_exact_mut(dim).zip(point_a.chunks_exact_mut(dim));
    let mut points_of_b = point_b.chunks_exact_mut(dim);
    for ((((status, low), high), (normal, point_a)), answer) in
        status.iter_mut().zip(low).zip(high).zip(rows).zip(answers)
    {
        *status = answer.outcome;
        [*low, *high] = answer.times;
        let point_b = points_of_b.next().unwrap_or_default();
        for (slots, vector) in
            [(normal, answer.normal), (point_a, answer.point_a), (point_b, answer.point_b)]
        {
            put(slots, vector);
        }
    }
}

/// Runs one motion or many: for one that misses None, else (outcome, low, high, normal, point_a,
/// point_b); the last is None if it is not wanted.
pub(crate) fn impacts<'py, V: Flavour, B: Batch<Item: Sync>>(
    py: Python<'py>,
    batch: &B,
    points_of_b: bool,
    manner: &Manner,
    ask: impl Fn(&B::Item) -> Impact<V> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let (shape, dim) = (batch.shape(), V::KIND.dim);
    if shape.is_empty() {
        let mut one = Vec::new();
        batch.row(&[], 1, &mut one)?;
        let [one] = one.as_slice() else { unreachable!("one item was gathered") };
        let found = py.detach(|| ask(one));
        if found.outcome == 0 {
            return Ok(py.None().into_bound(py));
        }
        let [low, high] = found.times.map(Scalar::to_f64);
        let vector = |v: V| array(py, components(v), &[dim]);
        let (normal, point_a) = (vector(found.normal)?, vector(found.point_a)?);
        let point_b = points_of_b.then(|| vector(found.point_b)).transpose()?;
        let fields = (found.outcome, low, high, normal, point_a, point_b);
        return Ok(fields.into_pyobject(py)?.into_any());
    }
    let mut columns = Columns::<V::Scalar>::new(shape, dim, points_of_b)?;
    share::<V, _>(py, batch, columns.sheet(), manner, |moves, sheet| {
        write(sheet, moves.iter().map(&ask));
    })?;
    let Columns { outcome, times: [low, high], normal, point_a, point_b } = columns;
    let long = [shape, &[dim]].concat();
    let (low, high) = (array(py, low, shape)?, array(py, high, shape)?);
    let point_b = points_of_b.then(|| array(py, point_b, &long)).transpose()?;
    let (normal, point_a) = (array(py, normal, &long)?, array(py, point_a, &long)?);
    let fields = (array(py, outcome, shape)?, low, high, normal, point_a, point_b);
    Ok(fields.into_pyobject(py)?.into_any())
}

/// How to treat a contact at the start.
pub(crate) fn choice(py: Python<'_>, at_start: &str) -> PyResult<AtStart> {
    clearance_json::cast::choice(at_start).ok_or_else(|| {
        let message = format!("must be 'report', 'ignore_separating' or 'ignore', is {at_start:?}");
        Argument("at_start").value_error(py, message)
    })
}

/// How far shapes may approach within the time of a hit.
pub(crate) fn not_negative(py: Python<'_>, tolerance: f64) -> PyResult<f64> {
    if tolerance >= 0.0 {
        return Ok(tolerance);
    }
    let message = format!("must be a length, 0 or more, is {tolerance}");
    Err(Argument("tolerance").value_error(py, message))
}

/// When and where B, moving on a straight line, first touches A; see `clearance.cast`.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, velocity, *, velocity_a, max_time, target_distance, at_start, tolerance = 0.0, threads = 1, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn cast<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    velocity: &Bound<'py, PyAny>,
    velocity_a: Option<&Bound<'py, PyAny>>,
    max_time: &Bound<'py, PyAny>,
    target_distance: &Bound<'py, PyAny>,
    at_start: &str,
    tolerance: f64,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let mut arguments = Arguments::beside(
        [a, pose_a, b, pose_b],
        &[Some(velocity), velocity_a, Some(max_time), Some(target_distance)],
    )?;
    let kind = arguments.kind;
    let (at_start, tolerance) = (choice(py, at_start)?, not_negative(py, tolerance)?);
    let motion = Straight {
        velocity: Part::vectors(Argument("velocity"), velocity, kind)?,
        velocity_a: velocity_a
            .map(|velocity| Part::vectors(Argument("velocity_a"), velocity, kind))
            .transpose()?,
        max_time: Part::numbers(Argument("max_time"), max_time, kind)?,
        target_distance: Some(Part::numbers(Argument("target_distance"), target_distance, kind)?),
    };
    motion.join(&mut arguments)?;
    let manner = Manner::new(threads, progress)?;
    let (operands, motion) = (arguments.operands(), &motion);
    in_flavour!(kind, V => {
        let batch = Moves { pairs: operands.pairs::<V>(), motion };
        impacts(py, &batch, true, &manner, |one: &Move<'_, V>| {
            let (a, pose_a, b, pose_b) = &one.pair;
            let tolerance = <V as clearance::Vector>::Scalar::from_f64(tolerance);
            let sweep = one.sweep.at_start(at_start).tolerance(tolerance);
            Impact::cast(&Query::new().cast(*a, pose_a, *b, pose_b, &sweep))
        })
    })
}

/// When and where rays first meet a shape; see `clearance.cast_ray`.
#[pyfunction]
#[pyo3(signature = (shape, pose, origins, directions, *, max_time, hollow, threads = 1, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn cast_ray<'py>(
    shape: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    max_time: &Bound<'py, PyAny>,
    hollow: bool,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shape.py();
    let mut arguments = Arguments::with_points(
        shape,
        pose,
        Argument("origins"),
        origins,
        &[Some(directions), Some(max_time)],
    )?;
    let kind = arguments.kind;
    let motion = Straight {
        velocity: Part::vectors(Argument("directions"), directions, kind)?,
        velocity_a: None,
        max_time: Part::numbers(Argument("max_time"), max_time, kind)?,
        target_distance: None,
    };
    motion.join(&mut arguments)?;
    let manner = Manner::new(threads, progress)?;
    let (operands, motion) = (arguments.operands(), &motion);
    in_flavour!(kind, V => {
        let batch = Moves { pairs: operands.pairs::<V>(), motion };
        impacts(py, &batch, false, &manner, |one: &Move<'_, V>| {
            let (a, pose_a, _, _) = &one.pair;
            let ray = if hollow { one.ray.hollow() } else { one.ray };
            Impact::ray(&Query::new().cast_ray(*a, pose_a, &ray))
        })
    })
}
