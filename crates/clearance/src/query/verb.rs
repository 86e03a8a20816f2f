//! What each verb does, in the order of its cost.

use crate::answer::{Proximity, Separation, Verdict, Witness};
use crate::math::{Pose, ToPose, Vector};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::Expand;
use crate::solve::pairs::plain::{self, Bounds, Found};

use super::Query;
#[cfg(feature = "alloc")]
use super::door::OfShapes;
use super::run::Run;
use super::search::{Lowered, Quiet, Search, Shown};

/// Two shapes in their poses, as a caller gave them: four references, whose types are written in
/// one place.
pub(super) trait Placement<V: Vector>: Copy {
    type A: SupportMap<V> + ?Sized;
    type B: SupportMap<V> + ?Sized;
    type P: ToPose<Vector = V>;
    type Q: ToPose<Vector = V>;

    fn a(&self) -> (&Self::A, &Self::P);
    fn b(&self) -> (&Self::B, &Self::Q);
}

/// The one [`Placement`].
pub(super) struct Given<'p, A: ?Sized, P, B: ?Sized, Q> {
    pub(super) a: &'p A,
    pub(super) pose_a: &'p P,
    pub(super) b: &'p B,
    pub(super) pose_b: &'p Q,
}

impl<A: ?Sized, P, B: ?Sized, Q> Clone for Given<'_, A, P, B, Q> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized, P, B: ?Sized, Q> Copy for Given<'_, A, P, B, Q> {}

impl<V, A, P, B, Q> Placement<V> for Given<'_, A, P, B, Q>
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
pub(super) trait Verb<V: Vector>: Copy {
    type Answer;
    /// What a search must find for it.
    type Sought: Search<V::Space>;

    /// How two [`Shape`](crate::Shape)s answer, if A is one and there are formulas.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_shapes<A: SupportMap<V> + ?Sized>(a: &A) -> Option<OfShapes<V, Self::Answer>> {
        let _ = a;
        None
    }

    /// Answers by a formula.
    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Self::Answer> {
        let _ = (query, pair);
        None
    }

    /// Answers by balls about the shapes and within them, and formulas that use these.
    #[inline(always)]
    fn by_bounds<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Self::Answer> {
        let _ = (query, pair);
        None
    }

    /// The same of the space.
    fn sought(self) -> Self::Sought;

    /// What a search found, in the caller's vectors.
    fn answer(found: <Self::Sought as Search<V::Space>>::Found) -> Self::Answer;
}

/// Whether they have a point in common.
#[derive(Clone, Copy, Default)]
pub struct Decide;

/// How far apart they are.
#[derive(Clone, Copy, Default)]
pub struct Separate;

/// How deep they overlap.
#[derive(Clone, Copy, Default)]
pub struct Penetrate;

/// Either.
#[derive(Clone, Copy, Default)]
pub struct Approach;

/// How far apart along a direction of the world.
#[derive(Clone, Copy)]
pub struct Along<V>(pub(super) V);

impl<V: Vector> Verb<V> for Decide {
    type Answer = Verdict;
    type Sought = Self;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_shapes<A: SupportMap<V> + ?Sized>(a: &A) -> Option<OfShapes<V, Verdict>> {
        a.verdicts()
    }

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

    fn sought(self) -> Self {
        self
    }

    fn answer(found: Verdict) -> Verdict {
        found
    }
}

impl<V: Vector> Verb<V> for Separate {
    type Answer = Option<Witness<V>>;
    type Sought = Self;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_shapes<A: SupportMap<V> + ?Sized>(a: &A) -> Option<OfShapes<V, Option<Witness<V>>>> {
        a.distances()
    }

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Option<Witness<V>>> {
        Some(match plainly(query, pair, false)? {
            Found::Answer(answer) => answer.fold(Witness::apart),
            Found::Overlapping => None,
        })
    }

    fn sought(self) -> Self {
        self
    }

    fn answer(found: Option<Witness<V::Space>>) -> Option<Witness<V>> {
        found.map(Witness::narrowed)
    }
}

impl<V: Vector> Verb<V> for Penetrate {
    type Answer = Option<Witness<V>>;
    type Sought = Self;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_shapes<A: SupportMap<V> + ?Sized>(a: &A) -> Option<OfShapes<V, Option<Witness<V>>>> {
        a.depths()
    }

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Option<Witness<V>>> {
        plainly(query, pair, true)?.answer().map(|answer| answer.fold(Witness::overlapping))
    }

    fn sought(self) -> Self {
        self
    }

    fn answer(found: Option<Witness<V::Space>>) -> Option<Witness<V>> {
        found.map(Witness::narrowed)
    }
}

impl<V: Vector> Verb<V> for Approach {
    type Answer = Proximity<V>;
    type Sought = Self;

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn of_shapes<A: SupportMap<V> + ?Sized>(a: &A) -> Option<OfShapes<V, Proximity<V>>> {
        a.proximities()
    }

    #[inline(always)]
    fn at_once<O: Observer<V::Space>>(
        self,
        query: &mut Query<'_, V, O>,
        pair: impl Placement<V>,
    ) -> Option<Proximity<V>> {
        plainly(query, pair, true)?.answer()
    }

    fn sought(self) -> Self {
        self
    }

    fn answer(found: Proximity<V::Space>) -> Proximity<V> {
        found.narrowed()
    }
}

impl<V: Vector> Verb<V> for Along<V> {
    type Answer = Separation<V::Scalar>;
    type Sought = Along<V::Space>;

    fn sought(self) -> Along<V::Space> {
        Along(self.0.to_space())
    }

    fn answer(found: Separation<f64>) -> Separation<V::Scalar> {
        found.narrowed()
    }
}

/// The formulas that the verb has for the caller's types, for the space's.
macro_rules! at_once {
    () => {
        #[inline(always)]
        fn at_once<O: Observer<S>>(
            self,
            query: &mut Query<'_, S, O>,
            pair: impl Placement<S>,
        ) -> Option<Self::Found> {
            let found = Verb::<S>::at_once(self, query, pair);
            found.or_else(|| Verb::<S>::by_bounds(self, query, pair))
        }
    };
}

/// Where a search of this crate's own is compiled.
macro_rules! compiled {
    ($quietly:ident, $shown:ident) => {
        #[inline(always)]
        fn quietly(self, pair: Lowered<'_, '_, S, Quiet<'_>>) -> Self::Found {
            S::$quietly(self, pair)
        }
        #[inline(always)]
        fn shown(self, pair: Lowered<'_, '_, S, Shown<'_, S>>) -> Self::Found {
            S::$shown(self, pair)
        }
    };
}
pub(super) use compiled;

impl<S: Expand> Search<S> for Decide {
    type Found = Verdict;
    at_once!();
    compiled!(search_verdict, show_verdict);

    fn search<A: SupportMap<S>, O: Observer<S>>(self, pair: Lowered<'_, '_, S, O, A>) -> Verdict {
        // The last frame's memory has no axis along which they were apart.
        let overlapped =
            pair.query.warm.as_ref().is_some_and(|memory| memory.axis::<S>().is_none());
        if pair.query.may_skip() && overlapped {
            Run::with(pair, |run| run.verdict::<true>())
        } else {
            Run::with(pair, |run| run.verdict::<false>())
        }
    }
}

impl<S: Expand> Search<S> for Separate {
    type Found = Option<Witness<S>>;
    at_once!();
    compiled!(search_distance, show_distance);

    fn search<A: SupportMap<S>, O: Observer<S>>(
        self,
        pair: Lowered<'_, '_, S, O, A>,
    ) -> Option<Witness<S>> {
        Run::with(pair, |run| run.distance())
    }
}

impl<S: Expand> Search<S> for Penetrate {
    type Found = Option<Witness<S>>;
    at_once!();
    compiled!(search_penetration, show_penetration);

    fn search<A: SupportMap<S>, O: Observer<S>>(
        self,
        pair: Lowered<'_, '_, S, O, A>,
    ) -> Option<Witness<S>> {
        Run::with(pair, |run| run.penetration())
    }
}

impl<S: Expand> Search<S> for Approach {
    type Found = Proximity<S>;
    at_once!();
    compiled!(search_proximity, show_proximity);

    fn search<A: SupportMap<S>, O: Observer<S>>(
        self,
        pair: Lowered<'_, '_, S, O, A>,
    ) -> Proximity<S> {
        Run::with(pair, |run| run.proximity())
    }
}

impl<S: Expand> Search<S> for Along<S> {
    type Found = Separation<f64>;
    compiled!(search_separation, show_separation);

    fn search<A: SupportMap<S>, O: Observer<S>>(
        self,
        pair: Lowered<'_, '_, S, O, A>,
    ) -> Separation<f64> {
        Run::with(pair, |run| run.separation(self.0))
    }
}

#[inline(always)]
fn plainly<V: Vector, O: Observer<V::Space>>(
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

/// The pose, its translation coordinate by coordinate: a whole copy would be loaded in other pieces
/// than it was stored in.
// PERF(store forwarding): a third of a boolean far apart
#[inline(always)]
pub(super) fn taken<P: ToPose>(pose: &P) -> Pose<P::Vector> {
    let Pose { rotation, translation } = pose.to_pose();
    Pose { rotation, translation: P::Vector::from_space(translation.to_space()) }
}
