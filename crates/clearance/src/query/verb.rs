//! What each verb does, in the order of its cost.

use crate::answer::{Proximity, Verdict, Witness};
use crate::math::{Pose, ToPose, Vector};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::Expand;
use crate::solve::pairs::plain::{self, Bounds, Found};

use super::Query;

/// Two shapes in their poses, as a caller gave them: four references, whose types stand in one
/// place.
pub(super) trait Placement<V: Vector>: Copy {
    type A: SupportMap<V> + ?Sized;
    type B: SupportMap<V> + ?Sized;
    type P: ToPose<Vector = V>;
    type Q: ToPose<Vector = V>;

    fn a(&self) -> (&Self::A, &Self::P);
    fn b(&self) -> (&Self::B, &Self::Q);
}

/// The one [`Placement`].
pub(super) struct Pair<'p, A: ?Sized, P, B: ?Sized, Q> {
    pub(super) a: &'p A,
    pub(super) pose_a: &'p P,
    pub(super) b: &'p B,
    pub(super) pose_b: &'p Q,
}

impl<A: ?Sized, P, B: ?Sized, Q> Clone for Pair<'_, A, P, B, Q> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized, P, B: ?Sized, Q> Copy for Pair<'_, A, P, B, Q> {}

impl<V, A, P, B, Q> Placement<V> for Pair<'_, A, P, B, Q>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
    P: ToPose<Vector = V>,
    Q: ToPose<Vector = V>,
{
    type A = A;
    type B = B;
    type P = P;
    type Q = Q;

    #[inline(always)]
    fn a(&self) -> (&A, &P) {
        (self.a, self.pose_a)
    }
    #[inline(always)]
    fn b(&self) -> (&B, &Q) {
        (self.b, self.pose_b)
    }
}

/// A verb: formulas first, then bounds, then a search.
pub(super) trait Verb<V: Vector<Space: Expand>>: Copy {
    type Answer;

    /// By a formula.
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Self::Answer>;

    /// By balls about the shapes and within them, and formulas that want these.
    #[inline(always)]
    fn by_bounds<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Self::Answer> {
        let _ = (query, pair);
        None
    }

    /// By GJK and EPA, and what goes before and after them.
    fn by_search<O: Observer<V::Space>>(
        self,
        query: Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Self::Answer;
}

/// Whether they have a point in common.
#[derive(Clone, Copy)]
pub(super) struct Decide;

/// How far apart they are.
#[derive(Clone, Copy)]
pub(super) struct Separate;

/// How deep they overlap.
#[derive(Clone, Copy)]
pub(super) struct Penetrate;

/// Either.
#[derive(Clone, Copy)]
pub(super) struct Approach;

impl<V: Vector<Space: Expand>> Verb<V> for Decide {
    type Answer = Verdict;

    /// A box and a ball's own formula, which calls nothing and so needs no stack.
    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Verdict> {
        let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
        if !query.may_skip() {
            return None;
        }
        let meet = plain::box_meets_ball(a, &taken(pose_a), b, &taken(pose_b))?;
        query.observer.method(Method::BoxBall);
        Some(Verdict::decided(meet))
    }

    #[inline(always)]
    fn by_bounds<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Verdict> {
        let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
        let (pose_a, pose_b) = (taken(pose_a), taken(pose_b));
        query.tries(Method::BoundingBalls);
        let bounds = Bounds::of(a, &pose_a, b, &pose_b);
        if bounds.are_apart(&pose_a, &pose_b) {
            return Some(Verdict::Separated);
        }
        if !query.may_skip() {
            return None;
        }
        plain::intersects(&bounds, a, &pose_a, b, &pose_b, &mut query.observer)
            .map(Verdict::decided)
    }

    #[inline(always)]
    fn by_search<O: Observer<V::Space>>(
        self,
        query: Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Verdict {
        // The last frame's memory has no axis along which they were apart.
        let overlapped =
            query.warm.as_ref().is_some_and(|memory| memory.axis::<V::Space>().is_none());
        if query.may_skip() && overlapped {
            query.searched(pair, |run| run.verdict::<true>())
        } else {
            query.searched(pair, |run| run.verdict::<false>())
        }
    }
}

impl<V: Vector<Space: Expand>> Verb<V> for Separate {
    type Answer = Option<Witness<V>>;

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Option<Witness<V>>> {
        Some(match plainly(query, pair, false)? {
            Found::Answer(answer) => answer.told(Witness::apart),
            Found::Overlapping => None,
        })
    }

    #[inline(always)]
    fn by_search<O: Observer<V::Space>>(
        self,
        query: Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Witness<V>> {
        query.searched(pair, |run| run.distance())
    }
}

impl<V: Vector<Space: Expand>> Verb<V> for Penetrate {
    type Answer = Option<Witness<V>>;

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Option<Witness<V>>> {
        plainly(query, pair, true)?.answer().map(|answer| answer.told(Witness::overlapping))
    }

    #[inline(always)]
    fn by_search<O: Observer<V::Space>>(
        self,
        query: Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Witness<V>> {
        query.searched(pair, |run| run.penetration())
    }
}

impl<V: Vector<Space: Expand>> Verb<V> for Approach {
    type Answer = Proximity<V>;

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Proximity<V>> {
        plainly(query, pair, true)?.answer()
    }

    #[inline(always)]
    fn by_search<O: Observer<V::Space>>(
        self,
        query: Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Proximity<V> {
        query.searched(pair, |run| run.proximity(Proximity::of))
    }
}

#[inline(always)]
fn plainly<V: Vector<Space: Expand>, O: Observer<V::Space>>(
    query: &mut Query<'_, V, O>,
    pair: impl Placement<V>,
    asks_depths: bool,
) -> Option<Found<V>> {
    if !query.may_skip() {
        return None;
    }
    let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
    let (pose_a, pose_b) = (taken(pose_a), taken(pose_b));
    let bounds = Bounds::of(a, &pose_a, b, &pose_b);
    plain::proximity(&bounds, a, &pose_a, b, &pose_b, asks_depths, &mut query.observer)
}

/// The pose, its translation coordinate by coordinate: copied whole it would be stored in other
/// pieces than it is loaded in.
// PERF(store forwarding): a third of a boolean far apart
#[inline(always)]
pub(super) fn taken<P: ToPose>(pose: &P) -> Pose<P::Vector> {
    let Pose { rotation, translation } = pose.to_pose();
    Pose { rotation, translation: P::Vector::from_space(translation.to_space()) }
}
