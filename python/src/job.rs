//! Batches of items of any kind: gathered in blocks, shared among threads, interrupted by Ctrl-C.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::fault::{Argument, Fault};
use crate::flavour::Flavour;
use crate::pairs::{Operands, Placed};
use crate::sheet::{Sheet, SheetOf, Slots};

/// The input of a batch, one item for each pair.
pub(crate) trait Batch: Sync {
    type Item;

    /// The initial size of a block, and its least size except at the end. Blocks are halved and
    /// doubled: where both are equal, each size is a multiple of it.
    fn grain(&self) -> (usize, usize) {
        (CHUNK, 1)
    }

    /// The batch's axes.
    fn shape(&self) -> &[usize];

    /// Adds `count` items, starting at an index along the last axis.
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

/// How to run a batch.
pub(crate) struct Manner {
    /// 1 is only the calling thread, 0 one thread for each core.
    threads: usize,
    /// An object with a method `update(n)`, such as tqdm's bars.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Manner {
    pub(crate) fn new(threads: isize, progress: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        let threads = usize::try_from(threads).map_err(|_| {
            let message = format!("threads: must be at least 0 (0: all cores), is {threads}");
            PyValueError::new_err(message)
        })?;
        if let Some(progress) = &progress
            && !progress.hasattr("update")?
        {
            return Err(Argument("progress")
                .type_error("must have a method update(n), as the bars of tqdm have"));
        }
        Ok(Self { threads, progress: progress.map(Bound::unbind) })
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        if self.threads == 0 { cores() } else { self.threads.min(1024) }
    }
}

/// How often Ctrl-C is checked and progress is reported.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// The time that a block aims at, so that every thread responds soon.
const BLOCK: Duration = Duration::from_millis(5);
/// Blocks of pairs are whole chunks of the lanes, at first one chunk.
const CHUNK: usize = 128;
/// Blocks grow to this multiple of their initial size.
const MOST: usize = 8;

/// More points than this take long to make a shape of.
pub(crate) const LARGE: usize = 5000;

/// Writes the answer for every pair to the sheet; `answer` handles one block at a time.
///
/// # Errors
/// The first fault found, or the exception of a signal's handler or the progress bar.
pub(crate) fn run<V: Flavour>(
    py: Python<'_>,
    operands: Operands<'_>,
    sheet: Sheet<'_, V::Scalar>,
    manner: &Manner,
    answer: impl Fn(&[Placed<'_, V>], Sheet<'_, V::Scalar>) + Sync,
) -> PyResult<()> {
    share::<V, _>(py, &operands.pairs::<V>(), sheet, manner, answer)
}

/// The same as [`run`], for a batch of any items.
pub(crate) fn share<V: Flavour, B: Batch>(
    py: Python<'_>,
    batch: &B,
    sheet: Sheet<'_, V::Scalar>,
    manner: &Manner,
    answer: impl Fn(&[B::Item], Sheet<'_, V::Scalar>) + Sync,
) -> PyResult<()> {
    share_out(py, batch, SheetOf::<V>(sheet), manner, |items, SheetOf(sheet), _| {
        answer(items, sheet);
    })
}

/// The same as [`share`], into any slots. `answer` also gets the question whether to go on, to
/// ask within items that take long; once that is answered with no, its answers are not used.
pub(crate) fn share_out<B: Batch, S: Slots>(
    py: Python<'_>,
    batch: &B,
    slots: S,
    manner: &Manner,
    answer: impl Fn(&[B::Item], S, &dyn Fn() -> bool) + Sync,
) -> PyResult<()> {
    let (begin, least) = batch.grain();
    let len: usize = batch.shape().iter().product();
    let queue = Mutex::new((0, slots));
    let done = Mutex::new(0_usize);
    let stop = AtomicBool::new(false);
    let fault = Mutex::new(None);
    let finished = Condvar::new();

    // Takes blocks until there are none, or `go_on` says no.
    let work = |go_on: &dyn Fn() -> bool| {
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
                // Of several faults, keep the first in the batch, whichever thread finds it.
                let mut fault = lock(&fault);
                if fault.as_ref().is_none_or(|(at, _)| first < *at) {
                    *fault = Some((first, found));
                }
                stop.store(true, Ordering::Relaxed);
                break;
            }
            answer(&pairs, block, go_on);
            *lock(&done) += count;
            let took = begun.elapsed();
            if took < BLOCK / 2 {
                size = (2 * size).min(MOST * begin);
            } else if took > 2 * BLOCK {
                size = (size / 2).max(least);
            }
            if !go_on() {
                break;
            }
        }
    };
    let reported = Mutex::new(0_usize);
    let report = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = &manner.progress {
            let done = *lock(&done);
            let new = done - std::mem::replace(&mut *lock(&reported), done);
            if new > 0 {
                progress.bind(py).call_method1("update", (new,))?;
            }
        }
        Ok(())
    };

    let threads = manner.threads().min(len.div_ceil(begin)).max(1);
    let mut raised = Ok(());
    if threads == 1 {
        let watch = Watch::new(&report);
        let watch = py.detach(|| {
            work(&|| watch.goes_on());
            watch
        });
        raised = watch.ended();
    } else {
        py.detach(|| {
            let running = Mutex::new(threads);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        // Counted down however it ends; otherwise the caller would wait for a
                        // thread that has panicked.
                        let _last = CountDown(&running, &finished);
                        work(&|| !stop.load(Ordering::Relaxed));
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

/// A long loop on the calling thread without Python's lock: now and then it takes the lock to look
/// for Ctrl-C.
pub(crate) struct Watch<F> {
    look: F,
    /// When it last took the lock, and when it last looked at the time.
    last: Cell<Instant>,
    timed: Cell<Instant>,
    /// How many steps it lets pass before it looks at the time, and how many are left of them: none
    /// of long steps.
    stride: Cell<u32>,
    left: Cell<u32>,
    raised: RefCell<PyResult<()>>,
}

impl<F: Fn(Python<'_>) -> PyResult<()>> Watch<F> {
    /// The most steps between two looks at the time, which takes as long as a short step.
    const STRIDE: u32 = 16;
    const SHORT: Duration = Duration::from_millis(2);

    pub(crate) fn new(look: F) -> Self {
        let now = Instant::now();
        Self {
            look,
            last: Cell::new(now),
            timed: Cell::new(now),
            stride: Cell::new(1),
            left: Cell::new(0),
            raised: RefCell::new(Ok(())),
        }
    }

    /// Whether the loop goes on: to ask at each step.
    pub(crate) fn goes_on(&self) -> bool {
        if let Some(left) = self.left.get().checked_sub(1) {
            self.left.set(left);
            return true;
        }
        if self.raised.borrow().is_err() {
            return false;
        }
        let now = Instant::now();
        let is_short = now - self.timed.replace(now) < Self::SHORT;
        self.stride.set(if is_short { (2 * self.stride.get()).min(Self::STRIDE) } else { 1 });
        self.left.set(self.stride.get() - 1);
        if now - self.last.get() >= TICK {
            *self.raised.borrow_mut() = Python::attach(&self.look);
            self.last.set(Instant::now());
            if self.raised.borrow().is_err() {
                self.left.set(0);
                return false;
            }
        }
        true
    }

    /// What ended it, if something did.
    pub(crate) fn ended(self) -> PyResult<()> {
        self.raised.into_inner()
    }
}

/// Runs a search that asks at each step whether to go on, on the calling thread without Python's
/// lock.
pub(crate) fn watched<R: Send>(
    py: Python<'_>,
    search: impl FnOnce(&dyn Fn() -> bool) -> R + Send,
) -> PyResult<R> {
    let watch = Watch::new(|py: Python<'_>| py.check_signals());
    let (found, watch) = py.detach(move || (search(&|| watch.goes_on()), watch));
    watch.ended()?;
    Ok(found)
}

/// Runs work that cannot be cut on a thread of its own. After Ctrl-C nobody waits for it: it ends
/// by itself, and what it made is dropped.
///
/// # Errors
/// The exception of a signal's handler; or if there is no thread to be had.
pub(crate) fn alone<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (sender, mut receiver) = mpsc::channel();
    let send = move || {
        // Nobody may listen any more.
        let _ = sender.send(work());
    };
    // As much stack as the main thread mostly has: readers of files nest.
    std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(send)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread can be made: {error}")))?;
    loop {
        let made;
        (receiver, made) = py.detach(move || {
            let made = receiver.recv_timeout(TICK);
            (receiver, made)
        });
        match made {
            Ok(made) => return Ok(made),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            // A thread that panicked has reported it already.
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a thread has ended without an answer"));
            }
        }
    }
}

struct CountDown<'c>(&'c Mutex<usize>, &'c Condvar);

impl Drop for CountDown<'_> {
    fn drop(&mut self) {
        *lock(self.0) -= 1;
        self.1.notify_all();
    }
}

/// A thread that panicked has reported it already.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
