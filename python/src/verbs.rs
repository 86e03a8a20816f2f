//! The verbs: for one pair a single query, for many in batches.

use std::sync::OnceLock;

use clearance::batch::{self, Depth};
use clearance::{
    Proximity, Query, Scalar, Vector, Verdict, Witness, separation as along, verdict as judge,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Answer, Many, Stands, signed, status, status_of, verdict_of};
use crate::argument::vector;
use crate::fault::Argument;
use crate::flavour::{Flavour, in_flavour};
use crate::job::{Manner, run};
use crate::pairs::{Arguments, Placed};
use crate::pose::fits;
use crate::rows;
use crate::sheet::{Sheet, array, room};
use crate::strided::Numbers;

/// Declares a verb: its docstring, and what it does with arguments of a space `V`.
macro_rules! verb {
    ($(#[$doc:meta])* $name:ident, $one:ident, $many:ident) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (a, pose_a, b, pose_b, *, threads = 1, progress = None))]
        pub(crate) fn $name<'py>(
            a: &Bound<'py, PyAny>,
            pose_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyAny>,
            pose_b: &Bound<'py, PyAny>,
            threads: isize,
            progress: Option<Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let py = a.py();
            let arguments = Arguments::new(a, pose_a, b, pose_b)?;
            let manner = Manner::new(threads, progress)?;
            let found = in_flavour!(arguments.kind, V => {
                if arguments.shape.is_empty() {
                    $one::<V>(py, &arguments)
                } else {
                    $many::<V>(py, &arguments, &manner)
                }
            })?;
            rows::remember(&found, [a, pose_a, b, pose_b])?;
            Ok(found)
        }
    };
}

verb! {
    /// Whether two shapes have a point in common. Touching counts.
    ///
    /// >>> import clearance as cl
    /// >>> cl.intersects(cl.ball(1.0), None, cl.ball(1.0), [[2.0, 0.0, 0.0], [2.5, 0.0, 0.0]])
    /// array([ True, False])
    intersects, intersects_one, intersects_many
}
verb! {
    /// Whether they have a point in common, distinguishing "too close to call".
    ///
    /// >>> import clearance as cl
    /// >>> cl.verdict(cl.ball(1.0), None, cl.ball(1.0), [2.5, 0.0, 0.0])
    /// <Status.SEPARATED: 0>
    verdict, verdict_one, verdict_many
}
verb! {
    /// How far apart, where and which way; None (in batches NaN) where they intersect.
    ///
    /// >>> import clearance as cl
    /// >>> cl.distance(cl.ball(1.0), None, cl.ball(1.0), [[1.0, 0.0, 0.0], [2.5, 0.0, 0.0]]).distance
    /// array([nan, 0.5])
    distance, distance_one, distance_many
}
verb! {
    /// How deep they overlap, where and which way out; None (in batches NaN) where they are apart.
    ///
    /// >>> import clearance as cl
    /// >>> cl.penetration(cl.ball(1.0), None, cl.ball(1.0), [1.5, 0.0, 0.0]).distance
    /// -0.5
    penetration, penetration_one, penetration_many
}
verb! {
    /// Distance or depth, whichever it is.
    ///
    /// >>> import clearance as cl
    /// >>> found = cl.proximity(cl.ball(1.0), None, cl.ball(1.0), [2.5, 0.0, 0.0])
    /// >>> found.distance, found.normal.tolist(), found.point_a.tolist()
    /// (0.5, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    proximity, proximity_one, proximity_many
}
verb! {
    /// How deep and which way out, but not where: (depth, normal, gap); None (in batches NaN) where
    /// they are apart.
    depth, depth_one, depth_many
}

/// Whether a shape contains points (..., dim); see `clearance.contains`.
#[pyfunction]
#[pyo3(signature = (shape, pose, points, *, threads = 1, progress = None))]
pub(crate) fn contains<'py>(
    shape: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shape.py();
    let arguments = Arguments::with_points(shape, pose, Argument("points"), points, &[])?;
    let manner = Manner::new(threads, progress)?;
    in_flavour!(arguments.kind, V => {
        if arguments.shape.is_empty() {
            intersects_one::<V>(py, &arguments)
        } else {
            intersects_many::<V>(py, &arguments, &manner)
        }
    })
}

/// The points of a shape's surface nearest to points (..., dim), as the `Proximity` of the shape
/// and the points; see `clearance.project_point`.
#[pyfunction]
#[pyo3(signature = (shape, pose, points, *, threads = 1, progress = None))]
pub(crate) fn project_point<'py>(
    shape: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = shape.py();
    let arguments = Arguments::with_points(shape, pose, Argument("points"), points, &[])?;
    let manner = Manner::new(threads, progress)?;
    in_flavour!(arguments.kind, V => {
        if arguments.shape.is_empty() {
            proximity_one::<V>(py, &arguments)
        } else {
            proximity_many::<V>(py, &arguments, &manner)
        }
    })
}

/// Runs a single query without Python's lock, so that other threads go on.
pub(crate) fn found<V: Flavour, R: Send>(
    py: Python<'_>,
    pair: Placed<'_, V>,
    verb: impl FnOnce(Placed<'_, V>) -> R + Send,
) -> R {
    py.detach(|| verb(pair))
}

fn intersects_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let meet = found(py, pair, |(a, p, b, q)| Query::new().intersects(a, &p, b, &q));
    Ok(meet.into_pyobject(py)?.to_owned().into_any())
}

fn intersects_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    let operands = arguments.operands();
    let mut flags = vec![false; room(&arguments.shape, 1)?];
    let sheet = Sheet { flags: &mut flags, ..Sheet::default() };
    run::<V>(py, operands, sheet, manner, |pairs, sheet| {
        filled(batch::intersects(pairs, sheet.flags));
    })?;
    array(py, flags, &arguments.shape)
}

/// Blocks have the length of the sheets that they are written to.
fn filled(tally: Result<batch::Tally, batch::LengthMismatch>) {
    assert!(tally.is_ok(), "a block and its answers differ in length");
}

fn verdict_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let found = found(py, pair, |(a, p, b, q)| judge(a, &p, b, &q));
    status_of(py, status(found))
}

fn verdict_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    let operands = arguments.operands();
    let mut found = vec![0_i8; room(&arguments.shape, 1)?];
    let sheet = Sheet { status: &mut found, ..Sheet::default() };
    run::<V>(py, operands, sheet, manner, |pairs, sheet| {
        // Lanes prove most pairs that are apart; for the others the single query reports how
        // certain it is.
        let mut flags = vec![false; pairs.len()];
        filled(batch::intersects(pairs, &mut flags));
        for ((slot, meet), (a, p, b, q)) in sheet.status.iter_mut().zip(flags).zip(pairs) {
            *slot = status(if meet { judge(*a, p, *b, q) } else { Verdict::Separated });
        }
    })?;
    array(py, found, &arguments.shape)
}

fn answer_of<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    (_, pose_a, _, pose_b): Placed<'_, V>,
    answer: Option<(Verdict, Witness<V>)>,
) -> PyResult<Bound<'py, PyAny>> {
    match answer {
        Some((verdict, witness)) => {
            let [a, b] = arguments.shapes(py);
            let pair = [Stands::new(a, &pose_a), Stands::new(b, &pose_b)];
            Ok(Bound::new(py, Answer::one(verdict, &witness, pair))?.into_any())
        }
        None => Ok(py.None().into_bound(py)),
    }
}

fn distance_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let found = found(py, pair, |(a, p, b, q)| Query::new().distance(a, &p, b, &q));
    answer_of(py, arguments, pair, found.map(|witness| (Verdict::Separated, witness)))
}

fn proximity_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let found = found(py, pair, |(a, p, b, q)| Query::new().proximity(a, &p, b, &q));
    answer_of(py, arguments, pair, Some((verdict_of(&found), *found.witness())))
}

fn penetration_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let found = found(py, pair, |(a, p, b, q)| Query::new().proximity(a, &p, b, &q));
    answer_of(
        py,
        arguments,
        pair,
        found.intersects().then(|| (verdict_of(&found), *found.witness())),
    )
}

/// All outputs for many pairs.
struct Table<T> {
    status: Vec<i8>,
    distance: Vec<T>,
    gap: Vec<T>,
    normal: Vec<T>,
    point_a: Vec<T>,
    point_b: Vec<T>,
}

impl<T: Scalar + numpy::Element> Table<T> {
    fn new(shape: &[usize], dim: usize, points: bool) -> PyResult<Self> {
        let numbers = 2 + if points { 3 * dim } else { dim };
        let len = room(shape, 1 + numbers * size_of::<T>())?;
        let [numbers, vectors] = [len, len * dim].map(|n| vec![T::ZERO; n]);
        let places = || if points { vec![T::ZERO; len * dim] } else { Vec::new() };
        Ok(Self {
            status: vec![0; len],
            gap: numbers.clone(),
            distance: numbers,
            normal: vectors,
            point_a: places(),
            point_b: places(),
        })
    }

    fn sheet(&mut self) -> Sheet<'_, T> {
        let Self { status, distance, gap, normal, point_a, point_b } = self;
        Sheet { status, distance, gap, normal, point_a, point_b, ..Sheet::default() }
    }

    fn answer<'py>(
        self,
        py: Python<'py>,
        shape: &[usize],
        dim: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut vectors = shape.to_vec();
        vectors.push(dim);
        let many = Many {
            distance: array(py, self.distance, shape)?.unbind(),
            gap: array(py, self.gap, shape)?.unbind(),
            normal: array(py, self.normal, &vectors)?.unbind(),
            point_a: array(py, self.point_a, &vectors)?.unbind(),
            point_b: array(py, self.point_b, &vectors)?.unbind(),
            status: array(py, self.status, shape)?.unbind(),
            of: OnceLock::new(),
        };
        Ok(Bound::new(py, Answer::many(many))?.into_any())
    }
}

/// Writes the answers of a block, one for each pair; for `None`, where the verb has no answer, the
/// status is the other one.
fn write<V: Flavour>(
    sheet: Sheet<'_, V::Scalar>,
    answers: impl Iterator<Item = (Verdict, Option<Witness<V>>)>,
) {
    let dim = V::KIND.dim;
    let nan = V::Scalar::from_f64(f64::NAN);
    let vectors = sheet
        .normal
        .chunks_exact_mut(dim)
        .zip(sheet.point_a.chunks_exact_mut(dim))
        .zip(sheet.point_b.chunks_exact_mut(dim));
    let numbers = sheet.status.iter_mut().zip(sheet.distance).zip(sheet.gap);
    for ((((slot, distance), gap), ((normal, point_a), point_b)), (verdict, witness)) in
        numbers.zip(vectors).zip(answers)
    {
        *slot = status(verdict);
        let Some(witness) = witness else {
            (*distance, *gap) = (nan, nan);
            for vector in [normal, point_a, point_b] {
                vector.fill(nan);
            }
            continue;
        };
        *distance = V::Scalar::from_f64(signed(verdict, &witness));
        *gap = witness.gap;
        for (vector, found) in
            [(normal, witness.normal), (point_a, witness.on_a), (point_b, witness.on_b)]
        {
            put(vector, found);
        }
    }
}

fn distance_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    let mut table = Table::new(&arguments.shape, V::KIND.dim, true)?;
    run::<V>(py, arguments.operands(), table.sheet(), manner, |pairs, sheet| {
        let mut answers = vec![None; pairs.len()];
        filled(batch::distance(pairs, &mut answers));
        // A pair that is not apart may be undecided; the verb does not distinguish these, and the
        // status errs towards contact as the booleans do.
        let judged = |(witness, (a, p, b, q)): (Option<Witness<V>>, &Placed<'_, V>)| match witness {
            Some(_) => (Verdict::Separated, witness),
            None => (judge(*a, p, *b, q), None),
        };
        write(sheet, answers.into_iter().zip(pairs).map(judged));
    })?;
    table.answer(py, &arguments.shape, V::KIND.dim)
}

fn proximity_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    proximities::<V>(py, arguments, manner, |_| true)
}

fn penetration_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    proximities::<V>(py, arguments, manner, Proximity::intersects)
}

/// Distances or depths of the pairs for which the verb has an answer.
fn proximities<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
    speaks_of: fn(&Proximity<V>) -> bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut table = Table::new(&arguments.shape, V::KIND.dim, true)?;
    run::<V>(py, arguments.operands(), table.sheet(), manner, |pairs, sheet| {
        let mut answers = vec![Proximity::default(); pairs.len()];
        filled(batch::proximity(pairs, &mut answers));
        write(
            sheet,
            answers
                .iter()
                .map(|found| (verdict_of(found), speaks_of(found).then(|| *found.witness()))),
        );
    })?;
    table.answer(py, &arguments.shape, V::KIND.dim)
}

fn depth_one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let found = found(py, pair, |(a, p, b, q)| Query::new().penetration(a, &p, b, &q));
    let Some(Witness { normal, length, gap, .. }) = found else {
        return Ok(py.None().into_bound(py));
    };
    let normal: Vec<V::Scalar> = components(normal);
    Ok((length.to_f64(), array(py, normal, &[V::KIND.dim])?, gap.to_f64())
        .into_pyobject(py)?
        .into_any())
}

/// Writes a vector into an array's row.
pub(crate) fn put<V: Flavour>(row: &mut [V::Scalar], vector: V) {
    for (slot, x) in row.iter_mut().zip(vector.coordinates()) {
        *slot = V::Scalar::from_f64(x);
    }
}

pub(crate) fn components<V: Flavour>(vector: V) -> Vec<V::Scalar> {
    vector.coordinates().into_iter().take(V::KIND.dim).map(V::Scalar::from_f64).collect()
}

fn depth_many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    let dim = V::KIND.dim;
    let nan = V::Scalar::from_f64(f64::NAN);
    let mut table = Table::<V::Scalar>::new(&arguments.shape, dim, false)?;
    run::<V>(py, arguments.operands(), table.sheet(), manner, |pairs, sheet| {
        let mut answers: Vec<Option<Depth<V>>> = vec![None; pairs.len()];
        filled(batch::depth(pairs, &mut answers));
        let rows = sheet.distance.iter_mut().zip(sheet.gap).zip(sheet.normal.chunks_exact_mut(dim));
        for (((length, gap), normal), answer) in rows.zip(answers) {
            match answer {
                Some(found) => {
                    (*length, *gap) = (found.length, found.gap);
                    put(normal, found.normal);
                }
                None => {
                    (*length, *gap) = (nan, nan);
                    normal.fill(nan);
                }
            }
        }
    })?;
    let mut vectors = arguments.shape.clone();
    vectors.push(dim);
    let length = array(py, table.distance, &arguments.shape)?;
    let gap = array(py, table.gap, &arguments.shape)?;
    Ok((length, array(py, table.normal, &vectors)?, gap).into_pyobject(py)?.into_any())
}

/// How far apart along one direction: (length, gap).
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, direction, *, threads = 1, progress = None))]
pub(crate) fn separation<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = a.py();
    let arguments = Arguments::beside([a, pose_a, b, pose_b], &[Some(direction)])?;
    let manner = Manner::new(threads, progress)?;
    let argument = Argument("direction");
    fits(argument, &Numbers::of(&argument, direction)?, arguments.kind)?;
    let (_, direction) = vector(argument, direction, Some(arguments.kind.dim))?;
    in_flavour!(arguments.kind, V => {
        let direction = V::vector(direction);
        // In the shapes' precision, to which lists are rounded.
        let rounded = direction.coordinates();
        if !rounded.iter().all(|x| x.is_finite()) || rounded.iter().all(|x| *x == 0.0) {
            return Err(argument.value_error(py, "must be finite and not all zeros"));
        }
        if arguments.shape.is_empty() {
            let (a, p, b, q) = arguments.operands().pair::<V>(&[])?;
            let found = along(a, &p, b, &q, direction);
            (found.length.to_f64(), found.gap.to_f64()).into_pyobject(py)
        } else {
            let dim = V::KIND.dim;
            let mut table = Table::<<V as Vector>::Scalar>::new(&arguments.shape, dim, false)?;
            run::<V>(py, arguments.operands(), table.sheet(), &manner, |pairs, sheet| {
                for ((length, gap), (a, p, b, q)) in sheet.distance.iter_mut().zip(sheet.gap).zip(pairs) {
                    let found = along(*a, p, *b, q, direction);
                    (*length, *gap) = (found.length, found.gap);
                }
            })?;
            (array(py, table.distance, &arguments.shape)?, array(py, table.gap, &arguments.shape)?).into_pyobject(py)
        }
    })
}
