//! Contact manifolds: of one pair, and of many, whose points are concatenated.

use std::sync::{Mutex, PoisonError};

use clearance::{Manifold, Scalar, Vector, contact_manifold as manifold, verdict as judge};
use pyo3::prelude::*;

use crate::answer::{signed, status, verdict_of};
use crate::argument::number_of;
use crate::fault::Argument;
use crate::flavour::{Flavour, in_flavour};
use crate::job::{Manner, lock, run};
use crate::pairs::Arguments;
use crate::sheet::{Sheet, array, room};
use crate::verbs::{components, found, put};

/// Where pairs touch; see `clearance.contact_manifold`: (normal, depth, point_a, point_b, key, gap,
/// distance, status, count). None for one pair that is farther apart than `max_distance`.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, max_distance, *, threads = 1, progress = None))]
pub(crate) fn contact_manifold<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    max_distance: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let arguments = Arguments::beside([a, pose_a, b, pose_b], &[Some(max_distance)])?;
    let max_distance = number_of("max_distance", max_distance, arguments.kind)?;
    let manner = Manner::new(threads, progress)?;
    in_flavour!(arguments.kind, V => {
        if max_distance.is_nan() || max_distance.abs() > <V as Vector>::Scalar::LARGEST {
            let message = "must be finite, and up to 1e306, in float32 up to 1e37";
            return Err(Argument("max_distance").value_error(py, message));
        }
        let within = <V as Vector>::Scalar::from_f64(max_distance);
        if arguments.shape.is_empty() {
            one::<V>(py, &arguments, within)
        } else {
            many::<V>(py, &arguments, within, &manner)
        }
    })
}

/// The concatenated points of some manifolds, and how many each has.
struct Points<T> {
    count: Vec<i64>,
    depth: Vec<T>,
    point_a: Vec<T>,
    point_b: Vec<T>,
    key: Vec<u64>,
}

impl<T> Points<T> {
    const fn new() -> Self {
        Self {
            count: Vec::new(),
            depth: Vec::new(),
            point_a: Vec::new(),
            point_b: Vec::new(),
            key: Vec::new(),
        }
    }

    fn add<V: Flavour<Scalar = T>>(&mut self, touch: Option<&Manifold<V>>) {
        let points = touch.map(Manifold::points).unwrap_or_default();
        self.count.push(points.len() as i64);
        for point in points {
            self.depth.push(point.depth);
            self.point_a.extend(components(point.on_a));
            self.point_b.extend(components(point.on_b));
            self.key.push(point.key.0);
        }
    }

    fn append(&mut self, mut other: Self) {
        self.count.append(&mut other.count);
        self.depth.append(&mut other.depth);
        self.point_a.append(&mut other.point_a);
        self.point_b.append(&mut other.point_b);
        self.key.append(&mut other.key);
    }
}

fn one<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    within: V::Scalar,
) -> PyResult<Bound<'py, PyAny>> {
    let pair = arguments.operands().pair::<V>(&[])?;
    let touch = found(py, pair, |(a, p, b, q)| manifold(a, &p, b, &q, within));
    let Some(touch) = touch else { return Ok(py.None().into_bound(py)) };
    let mut points = Points::new();
    points.add(Some(&touch));
    let (count, dim) = (points.depth.len(), V::KIND.dim);
    let verdict = verdict_of(&touch.proximity);
    let fields = (
        array(py, components(touch.normal), &[dim])?,
        array(py, points.depth, &[count])?,
        array(py, points.point_a, &[count, dim])?,
        array(py, points.point_b, &[count, dim])?,
        array(py, points.key, &[count])?,
        touch.gap.to_f64(),
        signed(verdict, touch.proximity.witness()),
        status(verdict),
        count,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}

fn many<'py, V: Flavour>(
    py: Python<'py>,
    arguments: &Arguments<'py>,
    within: V::Scalar,
    manner: &Manner,
) -> PyResult<Bound<'py, PyAny>> {
    let (operands, dim) = (arguments.operands(), V::KIND.dim);
    let nan = V::Scalar::from_f64(f64::NAN);
    // The number of points is known only afterwards.
    let len = room(&arguments.shape, 1 + (2 + dim) * size_of::<V::Scalar>())?;
    let [mut distance, mut gap] = [(); 2].map(|()| vec![nan; len]);
    let mut normal = vec![nan; len * dim];
    let mut verdicts = vec![0_i8; len];
    let sheet = Sheet {
        status: &mut verdicts,
        distance: &mut distance,
        gap: &mut gap,
        normal: &mut normal,
        ..Sheet::default()
    };
    // The points of each block, keyed by its first pair: blocks end in any order.
    let blocks = Mutex::new(Vec::new());
    run::<V>(py, operands, sheet, manner, |pairs, sheet| {
        let mut points = Points::new();
        let Sheet { first, status: verdicts, distance, gap, normal, .. } = sheet;
        let rows = verdicts.iter_mut().zip(distance).zip(gap).zip(normal.chunks_exact_mut(dim));
        for ((((slot, distance), gap), normal), (a, p, b, q)) in rows.zip(pairs) {
            let touch = manifold(*a, p, *b, q, within);
            points.add(touch.as_ref());
            match touch {
                Some(touch) => {
                    let verdict = verdict_of(&touch.proximity);
                    *slot = status(verdict);
                    let length = signed(verdict, touch.proximity.witness());
                    (*distance, *gap) = (V::Scalar::from_f64(length), touch.gap);
                    put(normal, touch.normal);
                }
                // Beyond the caller's limit; but if the limit is a depth, they may overlap.
                None if within < V::Scalar::ZERO => *slot = status(judge(*a, p, *b, q)),
                None => {}
            }
        }
        lock(&blocks).push((first, points));
    })?;
    let mut blocks = blocks.into_inner().unwrap_or_else(PoisonError::into_inner);
    blocks.sort_unstable_by_key(|(first, _)| *first);
    let mut points = Points::new();
    for (_, block) in blocks {
        points.append(block);
    }
    let (shape, count) = (&arguments.shape, points.depth.len());
    let fields = (
        array(py, normal, &[shape.as_slice(), &[dim]].concat())?,
        array(py, points.depth, &[count])?,
        array(py, points.point_a, &[count, dim])?,
        array(py, points.point_b, &[count, dim])?,
        array(py, points.key, &[count])?,
        array(py, gap, shape)?,
        array(py, distance, shape)?,
        array(py, verdicts, shape)?,
        array(py, points.count, shape)?,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}
