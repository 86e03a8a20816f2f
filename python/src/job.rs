//! Many pairs: broadcast like NumPy, gathered a block at a time, shared among threads, interrupted
//! by Ctrl-C.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use clearance::{Pose, Shape};
use numpy::{Element, IxDyn, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fault::{Argument, Fault, place_along};
use crate::flavour::{Flavour, Kind};
use crate::pose::{Placement, PoseArgument, shape_text};
use crate::shape::{PyShape, ShapeArgument, ShapeRun};
use crate::strided::Run;

/// An array of these numbers, which it takes over.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(IxDyn(shape))?.into_any())
}

/// The operands of a verb, as Python gave them.
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
        Self::named(PAIR, a, pose_a, b, pose_b)
    }

    /// A pair whose arguments have other names.
    pub(crate) fn named(
        names: [Argument; 4],
        a: &Bound<'py, PyAny>,
        pose_a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        pose_b: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let [name_a, name_pose_a, name_b, name_pose_b] = names;
        let (a, b) = (ShapeArgument::new(name_a, a)?, ShapeArgument::new(name_b, b)?);
        let kind = a.kind();
        if b.kind() != kind {
            return Err(name_b.type_error(format!(
                "is of {}, but a is of {}",
                b.kind().named(),
                kind.named()
            )));
        }
        let pose_a = PoseArgument::new(name_pose_a, pose_a, kind)?;
        let pose_b = PoseArgument::new(name_pose_b, pose_b, kind)?;
        Self::broadcast(names, a, pose_a, b, pose_b)
    }

    /// A shape and points: those are B, a point each.
    pub(crate) fn with_points(
        shape: &Bound<'py, PyAny>,
        pose: &Bound<'py, PyAny>,
        name: Argument,
        points: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let names = [Argument("shape"), Argument("pose"), name, name];
        let a = ShapeArgument::new(names[0], shape)?;
        let kind = a.kind();
        let pose_a = PoseArgument::new(names[1], pose, kind)?;
        let points = PoseArgument::points(name, points, kind)?;
        Self::broadcast(names, a, pose_a, ShapeArgument::origin(shape.py(), kind)?, points)
    }

    /// Shapes where they stand; of these B says nothing.
    pub(crate) fn alone(shape: &Bound<'py, PyAny>, pose: &Bound<'py, PyAny>) -> PyResult<Self> {
        let names = [Argument("shape"), Argument("pose"), Argument("shape"), Argument("pose")];
        let a = ShapeArgument::new(names[0], shape)?;
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

    /// What is left of them once Python's lock is let go.
    pub(crate) fn operands(&self) -> Operands<'_> {
        let Self { a, pose_a, b, pose_b, shape, names, .. } = self;
        let (pose_a, pose_b) = (pose_a.placement(), pose_b.placement());
        Operands { a, pose_a, b, pose_b, shape, names: *names }
    }
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

/// What a batch is made of, one item a pair.
pub(crate) trait Batch: Sync {
    type Item;

    /// How many items a block begins with, and how many it has at least unless they end. Blocks are
    /// halved and doubled: where both are the same, each is a multiple of it.
    fn grain(&self) -> (usize, usize) {
        (CHUNK, 1)
    }

    /// The batch's axes.
    fn shape(&self) -> &[usize];

    /// Adds so many items from a place on along the last axis.
    fn row(&self, place: &[usize], count: usize, items: &mut Vec<Self::Item>) -> Result<(), Fault>;

    fn gather(&self, first: usize, count: usize, items: &mut Vec<Self::Item>) -> Result<(), Fault> {
        items.clear();
        items.reserve(count);
        let mut place = vec![0; self.shape().len()];
        while items.len() < count {
            let (mut rest, mut before_end) = (first + items.len(), 1);
            for (axis, (slot, len)) in place.iter_mut().zip(self.shape()).rev().enumerate() {
                (*slot, rest) = (rest % len, rest / len);
                if axis == 0 {
                    before_end = len - *slot;
                }
            }
            self.row(&place, before_end.min(count - items.len()), items)?;
        }
        Ok(())
    }
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

    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    pub(crate) fn pair<V: Flavour>(&self, place: &[usize]) -> Result<Placed<'s, V>, Fault> {
        self.row(place).pair(0)
    }

    /// The pairs from a place on along the batch's last axis.
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
    /// Of the first.
    place: &'r [usize],
    names: [Argument; 4],
}

impl<'s> Row<'s, '_> {
    /// In line, as all it calls: what is wrong with a pair is large, and would be returned by way of
    /// memory.
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
        // A point's place is no pose.
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

/// What the answers of consecutive pairs are written to; all that a verb does not answer is empty.
#[derive(Default)]
pub(crate) struct Sheet<'o, T> {
    /// The first pair's number.
    pub(crate) first: usize,
    pub(crate) flags: &'o mut [bool],
    pub(crate) status: &'o mut [i8],
    pub(crate) distance: &'o mut [T],
    pub(crate) gap: &'o mut [T],
    /// Of casts, the ends of the interval of time.
    pub(crate) low: &'o mut [T],
    pub(crate) high: &'o mut [T],
    /// As many numbers a pair as the space has dimensions; so the points.
    pub(crate) normal: &'o mut [T],
    pub(crate) point_a: &'o mut [T],
    pub(crate) point_b: &'o mut [T],
}

/// Splits the first off.
fn first<'o, U>(rest: &mut &'o mut [U], count: usize) -> &'o mut [U] {
    let count = count.min(rest.len());
    let (taken, left) = std::mem::take(rest).split_at_mut(count);
    *rest = left;
    taken
}

/// Where the answers of consecutive items go, whatever these are.
pub(crate) trait Slots: Send {
    /// Splits those of the first items off.
    fn take(&mut self, items: usize) -> Self;
}

/// So many numbers an item.
pub(crate) struct Rows<'o, T> {
    pub(crate) numbers: &'o mut [T],
    pub(crate) width: usize,
}

impl<T: Send> Slots for Rows<'_, T> {
    fn take(&mut self, items: usize) -> Self {
        Self { numbers: first(&mut self.numbers, items * self.width), width: self.width }
    }
}

impl<S: Slots, T: Slots> Slots for (S, T) {
    fn take(&mut self, items: usize) -> Self {
        (self.0.take(items), self.1.take(items))
    }
}

/// A sheet whose vectors are of a space.
pub(crate) struct SheetOf<'o, V: Flavour>(pub(crate) Sheet<'o, V::Scalar>);

impl<V: Flavour> Slots for SheetOf<'_, V> {
    fn take(&mut self, items: usize) -> Self {
        Self(self.0.take(items, V::KIND.dim))
    }
}

impl<'o, T> Sheet<'o, T> {
    /// Splits the first pairs off.
    fn take(&mut self, pairs: usize, dim: usize) -> Self {
        let at = self.first;
        self.first += pairs;
        Self {
            first: at,
            flags: first(&mut self.flags, pairs),
            status: first(&mut self.status, pairs),
            distance: first(&mut self.distance, pairs),
            gap: first(&mut self.gap, pairs),
            low: first(&mut self.low, pairs),
            high: first(&mut self.high, pairs),
            normal: first(&mut self.normal, pairs * dim),
            point_a: first(&mut self.point_a, pairs * dim),
            point_b: first(&mut self.point_b, pairs * dim),
        }
    }
}

/// How to go about it.
pub(crate) struct Manner {
    /// 1 is the calling thread alone.
    pub(crate) threads: usize,
    /// Something with a method `update(n)`, as tqdm's bars.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Manner {
    /// 0 threads are as many as there are cores.
    pub(crate) fn new(threads: usize, progress: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Some(progress) = &progress
            && !progress.hasattr("update")?
        {
            return Err(Argument("progress")
                .type_error("must have a method update(n), as the bars of tqdm have"));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            threads: if threads == 0 { cores() } else { threads.min(1024) },
            progress: progress.map(Bound::unbind),
        })
    }
}

/// How often Ctrl-C is looked for and progress told.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// A block takes about so long, so that no thread is deaf for longer.
const BLOCK: Duration = Duration::from_millis(5);
/// Blocks of pairs are whole chunks of the lanes, at first one.
const CHUNK: usize = 128;
/// Blocks grow to so many times what they begin with.
const MOST: usize = 8;

/// Answers every pair into the sheet, by `answer` a block at a time.
///
/// # Errors
/// The first fault found, or what a signal's handler or the progress bar raised.
pub(crate) fn run<V: Flavour>(
    py: Python<'_>,
    operands: Operands<'_>,
    sheet: Sheet<'_, V::Scalar>,
    manner: &Manner,
    answer: impl Fn(&[Placed<'_, V>], Sheet<'_, V::Scalar>) + Sync,
) -> PyResult<()> {
    share::<V, _>(py, &operands.pairs::<V>(), sheet, manner, answer)
}

/// As [`run`], of a batch of any items.
pub(crate) fn share<V: Flavour, B: Batch>(
    py: Python<'_>,
    batch: &B,
    sheet: Sheet<'_, V::Scalar>,
    manner: &Manner,
    answer: impl Fn(&[B::Item], Sheet<'_, V::Scalar>) + Sync,
) -> PyResult<()> {
    share_out(py, batch, SheetOf::<V>(sheet), manner, |items, SheetOf(sheet)| answer(items, sheet))
}

/// As [`share`], into any slots.
pub(crate) fn share_out<B: Batch, S: Slots>(
    py: Python<'_>,
    batch: &B,
    slots: S,
    manner: &Manner,
    answer: impl Fn(&[B::Item], S) + Sync,
) -> PyResult<()> {
    let (begin, least) = batch.grain();
    let len: usize = batch.shape().iter().product();
    let queue = Mutex::new((0, slots));
    let done = Mutex::new(0_usize);
    let stop = AtomicBool::new(false);
    let fault = Mutex::new(None);
    let finished = Condvar::new();

    // Takes blocks until there are none. After each, `each` may end it.
    let work = |each: &mut dyn FnMut() -> bool| {
        let mut pairs = Vec::new();
        let mut size = begin;
        while !stop.load(Ordering::Relaxed) {
            let (first, count, block) = {
                let mut queue = lock(&queue);
                let (first, slots) = &mut *queue;
                let count = size.min(len - *first);
                let taken = (*first, count, slots.take(count));
                *first += count;
                taken
            };
            if count == 0 {
                break;
            }
            let begun = Instant::now();
            if let Err(found) = batch.gather(first, count, &mut pairs) {
                // Of several the first in the batch, whatever thread comes upon it.
                let mut fault = lock(&fault);
                if fault.as_ref().is_none_or(|(at, _)| first < *at) {
                    *fault = Some((first, found));
                }
                stop.store(true, Ordering::Relaxed);
                break;
            }
            answer(&pairs, block);
            *lock(&done) += count;
            let took = begun.elapsed();
            if took < BLOCK / 2 {
                size = (2 * size).min(MOST * begin);
            } else if took > 2 * BLOCK {
                size = (size / 2).max(least);
            }
            if !each() {
                break;
            }
        }
    };
    let told = Mutex::new(0_usize);
    let report = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = &manner.progress {
            let done = *lock(&done);
            let new = done - std::mem::replace(&mut *lock(&told), done);
            if new > 0 {
                progress.bind(py).call_method1("update", (new,))?;
            }
        }
        Ok(())
    };

    let threads = manner.threads.min(len.div_ceil(begin)).max(1);
    let mut raised = Ok(());
    if threads == 1 {
        let mut last = Instant::now();
        py.detach(|| {
            work(&mut || {
                if last.elapsed() < TICK {
                    return true;
                }
                last = Instant::now();
                raised = Python::attach(report);
                raised.is_ok()
            });
        });
    } else {
        py.detach(|| {
            let running = Mutex::new(threads);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        // Counted down however it ends, or the caller would wait for a thread that
                        // has panicked.
                        let _last = CountDown(&running, &finished);
                        work(&mut || true);
                    });
                }
                let mut left = lock(&running);
                while *left > 0 {
                    left = match finished.wait_timeout(left, TICK) {
                        Ok((left, _)) => left,
                        Err(poisoned) => poisoned.into_inner().0,
                    };
                    if raised.is_ok() {
                        drop(left);
                        raised = Python::attach(report);
                        if raised.is_err() {
                            stop.store(true, Ordering::Relaxed);
                        }
                        left = lock(&running);
                    }
                }
            });
        });
    }
    raised?;
    if let Some((_, fault)) = lock(&fault).take() {
        return Err(fault.into());
    }
    report(py)
}

struct CountDown<'c>(&'c Mutex<usize>, &'c Condvar);

impl Drop for CountDown<'_> {
    fn drop(&mut self) {
        *lock(self.0) -= 1;
        self.1.notify_all();
    }
}

/// A thread that panicked has said so already.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
