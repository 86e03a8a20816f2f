//! Pairs of shapes in their poses: broadcast like NumPy, and accessed by index.

use std::marker::PhantomData;

use clearance::{Pose, Shape};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fault::{Argument, Fault, place_along};
use crate::flavour::{Flavour, Kind};
use crate::job::Batch;
use crate::operand::{ShapeArgument, ShapeRun};
use crate::pose::{Placement, PoseArgument, is_double, shape_text};
use crate::shape::PyShape;
use crate::strided::Run;

/// The operands of a verb, as Python passed them.
pub(crate) struct Arguments<'py> {
    a: ShapeArgument,
    pose_a: PoseArgument<'py>,
    b: ShapeArgument,
    pose_b: PoseArgument<'py>,
    pub(crate) kind: Kind,
    /// The axes of the batch; none for one pair.
    pub(crate) shape: Vec<usize>,
    names: [Argument; 4],
}

const PAIR: [Argument; 4] = [Argument("a"), Argument("pose_a"), Argument("b"), Argument("pose_b")];

impl<'py> Arguments<'py> {
    pub(crate) fn new(
        a: &Bound<'py, PyAny>,
        pose_a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        pose_b: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        Self::named(PAIR, [a, pose_a, b, pose_b], &[])
    }

    /// The same, where others tell the precision too.
    pub(crate) fn beside(
        pair: [&Bound<'py, PyAny>; 4],
        others: &[Option<&Bound<'py, PyAny>>],
    ) -> PyResult<Self> {
        Self::named(PAIR, pair, others)
    }

    /// A pair whose arguments have other names, and what else tells the precision: if anything
    /// is of float64, all is.
    pub(crate) fn named(
        names: [Argument; 4],
        [a, pose_a, b, pose_b]: [&Bound<'py, PyAny>; 4],
        others: &[Option<&Bound<'py, PyAny>>],
    ) -> PyResult<Self> {
        let py = a.py();
        let [name_a, name_pose_a, name_b, name_pose_b] = names;
        let (mut a, mut b) = (ShapeArgument::new(name_a, a)?, ShapeArgument::new(name_b, b)?);
        if a.kind().dim != b.kind().dim {
            return Err(name_b.type_error(format!(
                "is of {}, but a is of {}",
                b.kind().named(),
                a.kind().named()
            )));
        }
        let is_single = a.kind().single && b.kind().single;
        if !is_single || others_are_double(&[Some(pose_a), Some(pose_b)], others) {
            a = in_double(py, a)?;
            b = in_double(py, b)?;
        }
        let kind = a.kind();
        let pose_a = PoseArgument::new(name_pose_a, pose_a, kind)?;
        let pose_b = PoseArgument::new(name_pose_b, pose_b, kind)?;
        Self::broadcast(names, a, pose_a, b, pose_b)
    }

    /// A shape and points: each point is a B.
    pub(crate) fn with_points(
        shape: &Bound<'py, PyAny>,
        pose: &Bound<'py, PyAny>,
        name: Argument,
        points: &Bound<'py, PyAny>,
        others: &[Option<&Bound<'py, PyAny>>],
    ) -> PyResult<Self> {
        let names = [Argument("shape"), Argument("pose"), name, name];
        let mut a = ShapeArgument::new(names[0], shape)?;
        if others_are_double(&[Some(pose), Some(points)], others) {
            a = in_double(shape.py(), a)?;
        }
        let kind = a.kind();
        let points = PoseArgument::points(name, points, kind)?;
        let pose_a = PoseArgument::new(names[1], pose, kind)?;
        Self::broadcast(names, a, pose_a, ShapeArgument::origin(shape.py(), kind)?, points)
    }

    /// Shapes in their poses; B is a dummy.
    pub(crate) fn alone(shape: &Bound<'py, PyAny>, pose: &Bound<'py, PyAny>) -> PyResult<Self> {
        let names = [Argument("shape"), Argument("pose"), Argument("shape"), Argument("pose")];
        let mut a = ShapeArgument::new(names[0], shape)?;
        if others_are_double(&[Some(pose)], &[]) {
            a = in_double(shape.py(), a)?;
        }
        let kind = a.kind();
        let pose_a = PoseArgument::new(names[1], pose, kind)?;
        let b = ShapeArgument::origin(shape.py(), kind)?;
        Self::broadcast(names, a, pose_a, b, PoseArgument::Identity)
    }

    fn broadcast(
        names: [Argument; 4],
        a: ShapeArgument,
        pose_a: PoseArgument<'py>,
        b: ShapeArgument,
        pose_b: PoseArgument<'py>,
    ) -> PyResult<Self> {
        let kind = a.kind();
        let mut shape = Vec::new();
        broadcast(&mut shape, names[0], &a.batch())?;
        for batch in pose_a.placement().into_iter().flat_map(Placement::batches) {
            broadcast(&mut shape, names[1], batch)?;
        }
        broadcast(&mut shape, names[2], &b.batch())?;
        for batch in pose_b.placement().into_iter().flat_map(Placement::batches) {
            broadcast(&mut shape, names[3], batch)?;
        }
        Ok(Self { a, pose_a, b, pose_b, kind, shape, names })
    }

    /// Joins the axes of one more argument to the batch's.
    pub(crate) fn join(&mut self, argument: Argument, batch: &[usize]) -> PyResult<()> {
        broadcast(&mut self.shape, argument, batch)
    }

    /// The shapes of one pair.
    pub(crate) fn shapes(&self, py: Python<'_>) -> [Py<PyShape>; 2] {
        [&self.a, &self.b].map(|shape| shape.first().clone_ref(py))
    }

    /// The part of them that is used without Python's lock.
    pub(crate) fn operands(&self) -> Operands<'_> {
        let Self { a, pose_a, b, pose_b, shape, names, .. } = self;
        let (pose_a, pose_b) = (pose_a.placement(), pose_b.placement());
        Operands { a, pose_a, b, pose_b, shape, names: *names }
    }
}

fn others_are_double(
    poses: &[Option<&Bound<'_, PyAny>>],
    others: &[Option<&Bound<'_, PyAny>>],
) -> bool {
    poses.iter().chain(others).flatten().any(|value| is_double(value))
}

fn in_double(py: Python<'_>, shape: ShapeArgument) -> PyResult<ShapeArgument> {
    if shape.kind().single { shape.widened(py) } else { Ok(shape) }
}

/// Joins the axes of an argument to those of the batch.
fn broadcast(shape: &mut Vec<usize>, argument: Argument, batch: &[usize]) -> PyResult<()> {
    while shape.len() < batch.len() {
        shape.insert(0, 1);
    }
    let skipped = shape.len() - batch.len();
    let fits = shape[skipped..]
        .iter()
        .zip(batch)
        .all(|(mine, other)| mine == other || *mine == 1 || *other == 1);
    if !fits {
        let (found, before) = (shape_text(batch), shape_text(shape));
        let message =
            format!("{}: a batch of {found} does not go with one of {before}", argument.0);
        return Err(PyValueError::new_err(message));
    }
    for (mine, other) in shape[skipped..].iter_mut().zip(batch) {
        if *mine == 1 {
            *mine = *other;
        }
    }
    Ok(())
}

/// Two shapes in their poses.
pub(crate) type Placed<'s, V> = (&'s Shape<V>, Pose<V>, &'s Shape<V>, Pose<V>);

#[derive(Clone, Copy)]
pub(crate) struct Operands<'s> {
    a: &'s ShapeArgument,
    pose_a: Option<&'s Placement>,
    b: &'s ShapeArgument,
    pose_b: Option<&'s Placement>,
    shape: &'s [usize],
    names: [Argument; 4],
}

/// The pairs of a space.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<'s, V> {
    pub(crate) operands: Operands<'s>,
    space: PhantomData<fn() -> V>,
}

impl<'s, V: Flavour> Batch for Pairs<'s, V> {
    type Item = Placed<'s, V>;

    fn shape(&self) -> &[usize] {
        self.operands.shape
    }

    fn row(
        &self,
        place: &[usize],
        count: usize,
        pairs: &mut Vec<Placed<'s, V>>,
    ) -> Result<(), Fault> {
        let row = self.operands.row(place);
        for k in 0..count {
            pairs.push(row.pair(k)?);
        }
        Ok(())
    }
}

impl<'s> Operands<'s> {
    pub(crate) fn pairs<V: Flavour>(self) -> Pairs<'s, V> {
        Pairs { operands: self, space: PhantomData }
    }

    pub(crate) fn pair<V: Flavour>(&self, place: &[usize]) -> Result<Placed<'s, V>, Fault> {
        self.row(place).pair(0)
    }

    /// The pairs from an index on along the batch's last axis.
    pub(crate) fn row<'r>(&self, place: &'r [usize]) -> Row<'s, 'r> {
        let poses = |placement: Option<&'s Placement>| placement.map(|poses| poses.run(place));
        let (pose_a, pose_b) = (poses(self.pose_a), poses(self.pose_b));
        let (a, b) = (self.a.run(place), self.b.run(place));
        Row { a, pose_a, b, pose_b, place, names: self.names }
    }
}

/// Pairs that follow each other along the last axis of a batch.
pub(crate) struct Row<'s, 'r> {
    a: ShapeRun<'s>,
    pose_a: Option<Placement<Run<'s>>>,
    b: ShapeRun<'s>,
    pose_b: Option<Placement<Run<'s>>>,
    /// The index of the first.
    place: &'r [usize],
    names: [Argument; 4],
}

impl<'s> Row<'s, '_> {
    /// Inlined with everything it calls: the error of a pair is large, and would be returned
    /// through memory.
    #[inline(always)]
    pub(crate) fn pair<V: Flavour>(&self, k: usize) -> Result<Placed<'s, V>, Fault> {
        Ok((
            self.shape::<V>(self.names[0], &self.a, k)?,
            self.pose::<V>(self.names[1], &self.pose_a, k)?,
            self.shape::<V>(self.names[2], &self.b, k)?,
            self.pose::<V>(self.names[3], &self.pose_b, k)?,
        ))
    }

    #[inline(always)]
    fn pose<V: Flavour>(
        &self,
        argument: Argument,
        run: &Option<Placement<Run<'_>>>,
        k: usize,
    ) -> Result<Pose<V>, Fault> {
        let Some(run) = run else { return Ok(Pose::identity()) };
        run.at::<V>(k).map_err(|message| self.misplaced(argument, k, message))
    }

    #[inline(always)]
    fn shape<V: Flavour>(
        &self,
        argument: Argument,
        run: &ShapeRun<'s>,
        k: usize,
    ) -> Result<&'s Shape<V>, Fault> {
        run.at::<V>(k).map_err(|no| no.fault(argument, self.place_of(k)))
    }

    #[cold]
    fn misplaced(&self, argument: Argument, k: usize, message: String) -> Fault {
        // A point's position is not a pose.
        let is_pose = ["pose", "motion"].iter().any(|name| argument.0.starts_with(name));
        let of_point = ["the pose's translation ", "the pose "];
        let rest = of_point.iter().find_map(|begin| message.strip_prefix(begin));
        let message = match rest {
            Some(rest) if !is_pose => rest.to_owned(),
            _ => message,
        };
        Fault::along(argument, self.place, k, message)
    }

    #[cold]
    fn place_of(&self, k: usize) -> Vec<usize> {
        place_along(self.place, k)
    }
}
