//! What stands behind the door: two shapes in poses of `f64`, without the caller's types.
//!
//! Functions of a pair are not generic over shapes and vectors, so they are compiled once, in this
//! crate, for the plane and for space; [`Compiled`](super::Compiled) lists them.

use crate::answer::Proximity;
#[cfg(feature = "alloc")]
use crate::answer::Verdict;
use crate::budget::Budget;
#[cfg(feature = "alloc")]
use crate::cast::{Cast, Sweep};
use crate::math::{Pose, Precision, Space, ToPose, Vector};
use crate::observe::Observer;
use crate::shape::{Solid, SupportMap, Widened};
use crate::solve::Expand;
use crate::warm::Warm;

use super::Query;
#[cfg(feature = "alloc")]
use super::certificate::Prove;
#[cfg(feature = "alloc")]
use super::run::Found;
use super::search::{Lowered, Quiet};
use super::verb::Approach;
#[cfg(feature = "alloc")]
use super::verb::Decide;

/// Two shapes in poses, as everything behind the door knows them.
pub struct Pair<'a, S: Space> {
    pub(crate) a: &'a Solid<'a, S>,
    pub(crate) pose_a: &'a Pose<S>,
    pub(crate) b: &'a Solid<'a, S>,
    pub(crate) pose_b: &'a Pose<S>,
    pub(crate) budget: &'a Budget,
    /// The precision of the caller's numbers.
    pub(crate) precision: Precision,
}

impl<S: Space> Clone for Pair<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Pair<'_, S> {}

impl<S: Expand> Pair<'_, S> {
    /// Lowers a caller's pair, for as long as `ask` runs.
    #[inline(always)]
    pub(crate) fn with<P, Q, A, B, R>(
        (a, pose_a): (&A, &P),
        (b, pose_b): (&B, &Q),
        ask: impl FnOnce(&Pair<'_, S>) -> R,
    ) -> R
    where
        P: ToPose<Vector: Vector<Space = S>>,
        Q: ToPose<Vector = P::Vector>,
        A: SupportMap<P::Vector> + ?Sized,
        B: SupportMap<P::Vector> + ?Sized,
    {
        let (pose_a, pose_b) = (&pose_a.to_pose().widened(), &pose_b.to_pose().widened());
        let (a, b) = (&Widened::new(a), &Widened::new(b));
        let (a, b) = (&Solid::called(a), &Solid::called(b));
        let precision = Precision::of::<<P::Vector as Vector>::Scalar>();
        let budget = &Budget::endless();
        ask(&Pair { a, pose_a, b, pose_b, budget, precision })
    }

    /// The same with A and B exchanged.
    pub(crate) fn swapped(self) -> Self {
        let Self { a, pose_a, b, pose_b, .. } = self;
        Self { a: b, pose_a: pose_b, b: a, pose_b: pose_a, ..self }
    }

    /// For a search that shows itself to an observer, without options.
    pub(super) fn lowered<'o, O: Observer<S>>(&self, observer: O) -> Lowered<'_, 'o, S, O> {
        let Self { a, pose_a, b, pose_b, budget, precision } = *self;
        let query = Query::new().observe(observer);
        Lowered { a, pose_a, b, pose_b, query, budget, precision, is_tried: false }
    }

    /// Distance or depth, beginning where a memory points to; a distance beyond `cut_off` need not
    /// be exact.
    pub(crate) fn proximity(
        &self,
        cut_off: Option<f64>,
        memory: Option<&mut Warm>,
    ) -> Proximity<S> {
        let mut pair = self.lowered(Quiet(None));
        (pair.query.cut_off, pair.query.warm) = (cut_off, memory);
        S::search_proximity(Approach, pair)
    }

    /// Whether they intersect.
    #[cfg(feature = "alloc")]
    pub(crate) fn verdict(&self) -> Verdict {
        S::search_verdict(Decide, self.lowered(Quiet(None)))
    }

    /// When B, moving on a straight line, first touches A.
    #[cfg(feature = "alloc")]
    pub(super) fn cast(&self, sweep: Sweep<S>) -> Cast<S> {
        S::search_cast(sweep, self.lowered(Quiet(None)))
    }

    /// Where a search ends, for a proof in exact arithmetic.
    #[cfg(feature = "alloc")]
    pub(super) fn found(&self) -> Found<S> {
        S::search_found(Prove, self.lowered(Quiet(None)))
    }
}
