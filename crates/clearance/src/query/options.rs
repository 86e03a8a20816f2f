//! A query with options.

#[cfg(doc)]
use crate::answer::End;
use crate::answer::{Proximity, Verdict, Witness};
use crate::budget::Budget;
use crate::math::{Precision, Scalar, Space, ToPose, Vector};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::{Solid, SupportMap, Widened};
use crate::warm::{Start, Warm};

use super::door;
use super::search::{Lowered, Quiet, Search, Shown};
use super::verb::{Approach, Decide, Given, Penetrate, Placement, Separate, Verb};

/// A query with options. Each verb of this crate is also a method here.
///
/// ```
/// use clearance::{Cone, End, Query};
/// use glam::Vec3;
///
/// let cone = Cone::new(1.0, 1.0);
/// let far = (glam::Quat::from_rotation_x(1.0), Vec3::new(30.0, 0.0, 0.0));
/// // How far apart they are beyond 5 does not matter.
/// let apart = Query::new().cut_off(5.0).distance(&cone, &Vec3::ZERO, &cone, &far).unwrap();
/// assert_eq!(apart.end, End::CutOff);
/// assert!(apart.length - apart.gap > 5.0);
/// ```
#[must_use]
#[derive(Debug)]
pub struct Query<'w, V: Vector, O = ()> {
    pub(super) cut_off: Option<V::Scalar>,
    pub(super) max_iterations: Option<u32>,
    pub(super) budget: u32,
    pub(super) start: Start<V>,
    pub(super) warm: Option<&'w mut Warm>,
    /// Whether the query leaves what it found in the memory.
    pub(super) remembers: bool,
    pub(super) observer: O,
}

impl<V: Vector> Query<'_, V> {
    /// Without any option.
    pub const fn new() -> Self {
        Self {
            cut_off: None,
            max_iterations: None,
            budget: Budget::ENDLESS,
            start: Start::Centers,
            warm: None,
            remembers: true,
            observer: (),
        }
    }
}

impl<V: Vector> Default for Query<'_, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'w, V: Vector, O> Query<'w, V, O> {
    /// Stop once the shapes are proved farther apart than this. The answer then ends with
    /// [`End::CutOff`], and is true within its gap; where a closed form has the distance at once,
    /// the answer is full.
    pub fn cut_off(self, distance: V::Scalar) -> Self {
        Self { cut_off: Some(distance), ..self }
    }

    /// At most this many support points in GJK, and as many in EPA. The answer then ends with
    /// [`End::Limit`], and is true within its gap; a boolean is conservative. 0 counts as 1:
    /// without a single support point nothing is known.
    pub fn max_iterations(self, iterations: u32) -> Self {
        Self { max_iterations: Some(iterations), ..self }
    }

    /// At most this many steps of work for the whole query, whatever it is made of: support points
    /// of GJK, EPA and what verbs try after them, trials of a cast or of a motion that turns. One
    /// of exact arithmetic counts as 64; closed forms count nothing, since they have no loop to
    /// speak of, and are kept, unlike under [`max_iterations`](Self::max_iterations). Where the
    /// steps are used up, the answer is what was proved by then, as an interval: it ends with
    /// [`End::Limit`], or is undecided, and a cast is free until the start of its interval.
    ///
    /// It is meant for a cycle of fixed length. A step is a support point of both shapes and what
    /// follows from it, so its time depends on the number of corners, and is to be measured: 50 ns
    /// to 0.3 µs on a server's core for small shapes. Distances take 2 to 20 steps, depths up to
    /// 100, casts 10 to 100; a budget of 1000 leaves nearly everything as it is and cuts what would
    /// take milliseconds. Queries may take 16 support points more, by which they end with what is
    /// true: 0 is no error. A budget that is not used up changes no digit.
    ///
    /// ```
    /// use clearance::{Cast, Cuboid, Cylinder, Proximity, Query, Sweep};
    /// use glam::{DQuat, DVec3};
    ///
    /// let (can, chest) = (Cylinder::new(1.0, 0.5), Cuboid::new(DVec3::splat(0.5)));
    /// let place = (DQuat::from_rotation_z(0.3), DVec3::new(1.5, 0.2, 0.1));
    /// let at = DVec3::ZERO;
    /// let query = |steps| Query::new().budget(steps).proximity(&can, &at, &chest, &place);
    /// // Enough: to the last digit.
    /// let Proximity::Separated(full) = query(1000) else { unreachable!() };
    /// assert!(full.gap < 1e-13);
    /// // Too little: less is known, and nothing that is false.
    /// let short = query(2);
    /// assert!(short.witness().gap > 1e-3);
    /// assert!((short.signed_distance() - full.length).abs() <= short.witness().gap + full.gap);
    ///
    /// // A cast that is cut short is free until `low` all the same.
    /// let sweep = Sweep::new(DVec3::new(-1.0, 0.0, 0.0));
    /// let cast = Query::new().budget(3).cast(&can, &at, &chest, &place, &sweep);
    /// let Cast::Undecided(until) = cast else { unreachable!() };
    /// assert!(until.time.low > 0.2);
    /// ```
    pub fn budget(self, steps: u32) -> Self {
        Self { budget: steps, ..self }
    }

    /// The first search direction, where no memory has one.
    pub fn start(self, start: Start<V>) -> Self {
        Self { start, ..self }
    }

    /// Begin where the last query of the same pair ended, and remember where this one ends.
    pub fn warm(self, memory: &'w mut Warm) -> Self {
        Self { warm: Some(memory), ..self }
    }

    /// Begin where a memory points to, and leave it unchanged.
    #[cfg(feature = "batch")]
    pub(crate) fn begun_by(self, memory: &'w mut Warm) -> Self {
        Self { warm: Some(memory), remembers: false, ..self }
    }

    /// Show every iteration to an observer. Closed forms do not iterate and are skipped, so that
    /// there is something to see; the answer is then found once more without the observer, so that
    /// watching never changes it.
    pub fn observe<W: Observer<V::Space>>(self, observer: W) -> Query<'w, V, W> {
        Query {
            cut_off: self.cut_off,
            max_iterations: self.max_iterations,
            budget: self.budget,
            start: self.start,
            warm: self.warm,
            remembers: self.remembers,
            observer,
        }
    }
}

/// Shows an observer the methods alone.
struct Methods<'o, O>(&'o mut O);

impl<S: Space, O: Observer<S>> Observer<S> for Methods<'_, O> {
    const WATCHES: bool = false;
    fn method(&mut self, method: Method) {
        self.0.method(method);
    }
}

impl<'w, V: Vector, O: Observer<V::Space>> Query<'w, V, O> {
    /// See [`intersects`](crate::intersects()).
    #[must_use]
    pub fn intersects<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q) -> bool
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.verdict(a, pose_a, b, pose_b).intersects()
    }

    /// See [`verdict`](crate::verdict()).
    #[must_use]
    pub fn verdict<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Verdict
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.run(Decide, a, pose_a, b, pose_b)
    }

    /// See [`distance`](crate::distance()).
    #[inline]
    #[must_use]
    pub fn distance<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Option<Witness<V>>
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.run(Separate, a, pose_a, b, pose_b)
    }

    /// See [`penetration`](crate::penetration()).
    #[inline]
    #[must_use]
    pub fn penetration<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Option<Witness<V>>
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.run(Penetrate, a, pose_a, b, pose_b)
    }

    /// See [`proximity`](crate::proximity()).
    #[inline]
    #[must_use]
    pub fn proximity<P, Q, A, B>(self, a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Proximity<V>
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.run(Approach, a, pose_a, b, pose_b)
    }

    #[inline(always)]
    pub(super) fn run<W, P, Q, A, B>(
        self,
        verb: W,
        a: &A,
        pose_a: &P,
        b: &B,
        pose_b: &Q,
    ) -> W::Answer
    where
        W: Verb<V>,
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        if O::WATCHES {
            return self.once_shown(
                |query| drop(query.searched(verb.sought(), Given { a, pose_a, b, pose_b })),
                |query| door::answer(verb, query, Given { a, pose_a, b, pose_b }),
            );
        }
        door::answer(verb, self, Given { a, pose_a, b, pose_b })
    }

    /// Shows the iterations, then runs the same query without showing them, from the same memory.
    #[cold]
    #[inline(never)]
    fn once_shown<R>(
        self,
        show: impl FnOnce(Query<'_, V, &mut O>),
        run: impl FnOnce(Query<'w, V, Methods<'_, O>>) -> R,
    ) -> R {
        let Self { cut_off, max_iterations, budget, start, warm, remembers, mut observer } = self;
        let mut memory = warm.as_deref().copied();
        let (warm_for_show, shown) = (memory.as_mut(), &mut observer);
        show(Query {
            cut_off,
            max_iterations,
            budget,
            start,
            warm: warm_for_show,
            remembers,
            observer: shown,
        });
        let observer = Methods(&mut observer);
        run(Query { cut_off, max_iterations, budget, start, warm, remembers, observer })
    }

    /// Names a method that is tried. Not while iterations are shown: those of the answer follow.
    #[inline(always)]
    pub(super) fn tries(&mut self, method: Method) {
        if !O::WATCHES {
            self.observer.method(method);
        }
    }

    /// Whether a formula may stand in for the iterations: they are neither watched nor limited, nor
    /// all that a lean build has.
    pub(super) fn may_skip(&self) -> bool {
        !O::WATCHES && self.max_iterations.is_none() && !cfg!(clearance_lean)
    }

    /// What a search finds for a pair, once no formula has answered it.
    #[inline(always)]
    pub(super) fn searched<T: Search<V::Space>>(
        self,
        sought: T,
        pair: impl Placement<V>,
    ) -> T::Found {
        let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
        self.lowered(sought, true, a, pose_a, b, pose_b)
    }

    /// The caller's pair in the types of the space. Separate from the verbs, so that formulas need
    /// next to no stack.
    #[inline(never)]
    pub(super) fn lowered<T, P, Q, A, B>(
        self,
        sought: T,
        is_tried: bool,
        a: &A,
        pose_a: &P,
        b: &B,
        pose_b: &Q,
    ) -> T::Found
    where
        T: Search<V::Space>,
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (pose_a, pose_b) = (&pose_a.to_pose().widened(), &pose_b.to_pose().widened());
        let (a, b) = (&Widened::new(a), &Widened::new(b));
        let (a, b) = (&Solid::new(a), &Solid::new(b));
        let precision = Precision::of::<V::Scalar>();
        let Self { cut_off, max_iterations, budget, start, warm, remembers, mut observer } = self;
        let (cut_off, start) = (cut_off.map(Scalar::to_f64), start.widened());
        macro_rules! search {
            ($search:ident, $observer:expr) => {{
                let observer = $observer;
                let query =
                    Query { cut_off, max_iterations, budget, start, warm, remembers, observer };
                let budget = &Budget::new(budget);
                sought.$search(Lowered { a, pose_a, b, pose_b, query, budget, precision, is_tried })
            }};
        }
        if O::WATCHES {
            search!(shown, Shown(&mut observer))
        } else if O::IS_SILENT {
            search!(quietly, Quiet(None))
        } else {
            let mut show = |method| observer.method(method);
            search!(quietly, Quiet(Some(&mut show)))
        }
    }
}
