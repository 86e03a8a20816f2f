//! From a placed pair to an answer: one method, and the next where that proves nothing.

use crate::answer::{Proximity, Separation, Verdict, Witness};
use crate::list;
use crate::math::tolerance::{GJK_ITERATIONS, NORMAL, ROTATED_TRANSLATION, UNIT_ROUNDOFF};
use crate::math::{Pose, Space, larger};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::cores::{self, Signed, encloses_with_certainty};
use crate::solve::difference::{Difference, Frame, Placed};
use crate::solve::gjk::{Begin, Gjk, GjkEnd, Limits, gjk};
use crate::solve::overlap::{Overlap, is_around, overlap, overlap_around};
use crate::solve::pairs::{self, Formula, Wanted};
use crate::solve::{Expand, signed_distance};
use crate::warm::{Start, Warm};

use super::Query;
use super::bounds::Margin;
use super::search::Lowered;

/// One query of one pair.
pub(super) struct Run<'p, 'w, S: Space, A, O> {
    pub(super) placed: Placed<'p, S, A>,
    pub(super) poses: [&'p Pose<S>; 2],
    pub(super) query: Query<'w, S, O>,
    pub(super) margin: Margin,
    /// Whether exact arithmetic has left it open, as it would again.
    pub(super) is_left_open: bool,
}

/// Bounds of straight cores are two errors apart, or a little more; looser ones are computed again.
/// In units of the error.
const LOOSE: f64 = 8.0;

#[cold]
#[inline(never)]
fn unit_or_axis<S: Space>(direction: S) -> S {
    direction.try_normalize().unwrap_or(S::axis(0))
}

/// What a search found.
#[cfg(feature = "alloc")]
pub struct Found<S: Space> {
    pub(super) frame: crate::solve::difference::Frame<S>,
    /// From A to B, in the world: along it their signed distance was found.
    pub(super) direction: S,
    /// The feature of the difference nearest to the origin, as GJK left it.
    pub(super) simplex: crate::solve::Simplex<S>,
}

impl<'p, 'w, S: Expand, A: SupportMap<S>, O: Observer<S>> Run<'p, 'w, S, A, O> {
    /// Sets up a pair in a frame, which lives as long as `what` runs.
    #[inline(always)]
    pub(super) fn with<R>(
        pair: Lowered<'_, 'w, S, O, A>,
        what: impl for<'r> FnOnce(Run<'r, 'w, S, A, O>) -> R,
    ) -> R {
        let Lowered { a, pose_a, b, pose_b, ref query, .. } = pair;
        let unspun =
            if query.may_skip() { pairs::without_spin(a, pose_a, b, pose_b) } else { None };
        let poses = unspun.as_ref().map_or([pose_a, pose_b], |[a, b]| [a, b]);
        Run::in_frame_of(poses, pair, what)
    }

    /// The same in the poses as they are, also of what turns about its own axis: local points are
    /// then the caller's.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(super) fn as_given<R>(
        pair: Lowered<'_, 'w, S, O, A>,
        what: impl for<'r> FnOnce(Run<'r, 'w, S, A, O>) -> R,
    ) -> R {
        Run::in_frame_of([pair.pose_a, pair.pose_b], pair, what)
    }

    #[inline(always)]
    fn in_frame_of<R>(
        [in_a, in_b]: [&Pose<S>; 2],
        pair: Lowered<'_, 'w, S, O, A>,
        what: impl for<'r> FnOnce(Run<'r, 'w, S, A, O>) -> R,
    ) -> R {
        let Lowered { a, pose_a, b, pose_b, query, budget, precision, .. } = pair;
        let frame = Frame::new(a, in_a, b, in_b);
        let placed = Placed::new(a, b, &frame, budget, precision);
        let margin = Margin::new(placed.radii());
        what(Run { placed, poses: [pose_a, pose_b], query, margin, is_left_open: false })
    }

    /// `AS_BEFORE` where a memory has no axis along which they were apart: the corners that
    /// enclosed the origin in the last frame usually enclose it in this one.
    pub(super) fn verdict<const AS_BEFORE: bool>(mut self) -> Verdict {
        if let Some(signed) = pairs::half_space(&self.placed) {
            self.query.tries(Method::HalfSpace);
            return self.decide(&signed, None);
        }
        if !self.placed.is_meaningful() {
            return Verdict::Undecided;
        }
        let mut limits = self.limits();
        limits.far = limits.apart;
        limits.near = limits.touching;
        let towards = match self.formula(Wanted::Verdict(self.margin.sum() + self.margin.error)) {
            Some(Formula::Signed(signed)) => return self.decide(&signed, None),
            Some(Formula::Apart) => return Verdict::Separated,
            Some(Formula::Overlapping) => return Verdict::Intersecting,
            Some(Formula::Towards(direction)) => Some(direction),
            None => None,
        };
        let found = if AS_BEFORE {
            Some(self.overlap_as_before(&limits, towards))
        } else {
            self.overlap(&limits, (towards, self.query.warm.as_deref().copied()))
        };
        let towards = match found {
            Some(Overlap::Apart(_)) => return Verdict::Separated,
            Some(Overlap::Overlapping) => return Verdict::Intersecting,
            Some(Overlap::Close(direction)) => Some(direction),
            None => towards,
        };
        let run = self.search(&limits, towards);
        if run.lower > limits.apart {
            return Verdict::Separated;
        }
        if self.overlaps_plainly(&run, &limits) {
            return Verdict::Intersecting;
        }
        // The depth does not matter once an overlap is certain.
        limits.enough = self.placed.error();
        let mut signed = self.signed_distance(&run, &limits);
        if run.end == GjkEnd::Near
            && self.margin.verdict(&signed) == Verdict::Undecided
            && !self.placed.budget.is_spent()
        {
            // Stopped at the first sign of contact, a hair too early to prove it.
            limits.near = f64::NEG_INFINITY;
            let longer = self.search(&limits, towards);
            signed = self.signed_distance(&longer, &limits);
        }
        // With the first simplex, as `distance` does: it has fewer vertices, and exact arithmetic
        // costs more with each.
        match self.decide(&signed, Some(&run)) {
            // What the search for numbers proves, holds for the boolean too.
            Verdict::Undecided if !self.placed.budget.is_spent() => {
                self.proximity().fold(|verdict, _| verdict)
            }
            decided => decided,
        }
    }

    /// Distance or depth.
    pub(super) fn proximity(mut self) -> Proximity<S> {
        if let Some(signed) = pairs::half_space(&self.placed) {
            self.query.tries(Method::HalfSpace);
            return self.answer(&signed, None);
        }
        if !self.placed.is_meaningful() {
            return Proximity::Undecided(Witness::unknown());
        }
        let limits = self.limits();
        let towards = match self.formula(Wanted::Both(&limits)) {
            Some(Formula::Signed(signed)) => return self.answer(&signed, None),
            Some(Formula::Towards(direction)) => Some(direction),
            Some(Formula::Apart | Formula::Overlapping) | None => None,
        };
        let memory = self.query.warm.as_deref().copied();
        let run = self.search(&limits, towards);
        let signed = self.signed_distance(&run, &limits);
        self.settled(&signed, &run, &limits, (towards, memory))
    }

    /// The same as `proximity`, but without the depth where they plainly overlap.
    pub(super) fn distance(mut self) -> Option<Witness<S>> {
        if pairs::half_space(&self.placed).is_some() || !self.placed.is_meaningful() {
            return self.proximity().fold(Witness::apart);
        }
        let mut limits = self.limits();
        limits.near = limits.touching;
        let towards = match self.formula(Wanted::Distance) {
            Some(Formula::Signed(signed)) => {
                return self.answer(&signed, None).fold(Witness::apart);
            }
            Some(Formula::Overlapping) => return None,
            Some(Formula::Towards(direction)) => Some(direction),
            Some(Formula::Apart) | None => None,
        };
        let memory = self.query.warm.as_deref().copied();
        let run = self.search(&limits, towards);
        if self.overlaps_plainly(&run, &limits) {
            return None;
        }
        let signed = self.signed_distance(&run, &limits);
        self.settled(&signed, &run, &limits, (towards, memory)).fold(Witness::apart)
    }

    /// The answer that a search has found. For curved cores, where its bounds prove nothing and
    /// exact predicates cannot, [`apart_after_all`](Self::apart_after_all); for straight ones that
    /// are apart with bounds that are not [`tight`](Self::tight), the answer with bounds that are.
    #[inline]
    fn settled(
        &mut self,
        signed: &Signed<S>,
        run: &Gjk<S>,
        limits: &Limits,
        start: (Option<S>, Option<Warm>),
    ) -> Proximity<S> {
        let Self { placed, margin, .. } = self;
        if placed.a.rounding() > 0.0 || placed.b.rounding() > 0.0 {
            let is_open = margin.verdict(signed) == Verdict::Undecided
                && !placed.budget.is_spent()
                && !cfg!(clearance_lean);
            let apart = if is_open { self.apart_after_all(limits, start) } else { None };
            return apart.unwrap_or_else(|| self.answer(signed, Some(run)));
        }
        let is_loose = run.lower > placed.error()
            && signed.upper - signed.lower > LOOSE * placed.error()
            && run.end == GjkEnd::Converged
            && !cfg!(clearance_lean);
        let tight;
        let (signed, run) = if is_loose {
            tight = self.tight(run);
            (&tight.0, &tight.1)
        } else {
            (signed, run)
        };
        self.answer(signed, Some(run))
    }

    /// The bounds of straight cores with the plane across the nearest point. The search ahead may
    /// have misjudged that of a thin triangle, and looked for no other support point.
    #[cold]
    #[inline(never)]
    fn tight(&self, run: &Gjk<S>) -> (Signed<S>, Gjk<S>) {
        let run = run.with_plane_across(&self.placed);
        (cores::distance(&run, self.placed.error()), run)
    }

    /// The answer for curved cores for which a verb's own search proves nothing, while that of
    /// another verb proves them apart, since verbs must not contradict each other: the search for
    /// a boolean, or one with the limits of `penetration`, `distance` and `proximity`. It happens
    /// with needles and plates a million times as long as wide.
    #[cold]
    #[inline(never)]
    fn apart_after_all(
        &mut self,
        limits: &Limits,
        start: (Option<S>, Option<Warm>),
    ) -> Option<Proximity<S>> {
        let unlimited = Limits { far: f64::INFINITY, near: f64::NEG_INFINITY, ..*limits };
        if let Some(Overlap::Apart(along)) = self.overlap(limits, start) {
            return Some(self.apart_along(along, limits));
        }
        let (towards, memory) = start;
        let begin = self.ahead(self.begin(towards, memory.as_ref()));
        for its_limits in [
            Limits { far: limits.apart, ..unlimited },
            Limits { near: limits.touching, ..unlimited },
            unlimited,
        ] {
            let run = gjk(&self.placed, begin, &its_limits, &mut ());
            if run.lower > limits.apart {
                return Some(self.apart_along(run.separating, limits));
            }
            let may_skip = self.query.may_skip();
            let signed = signed_distance(&self.placed, &run, &its_limits, may_skip, &mut (), None);
            if self.margin.verdict(&signed) == Verdict::Separated {
                self.query.tries(Method::Epa);
                return Some(self.answer(&signed, Some(&run)));
            }
        }
        None
    }

    /// The answer for cores that a plane across this direction proves apart, be it by a rounding
    /// that a further search does not see.
    fn apart_along(&mut self, along: S, limits: &Limits) -> Proximity<S> {
        self.query.tries(Method::Gjk);
        let run = gjk(&self.placed, Begin::Direction(along), limits, &mut ());
        let may_skip = self.query.may_skip();
        let signed = signed_distance(&self.placed, &run, limits, may_skip, &mut (), None);
        let signed = signed.at_least(self.margin.least_apart(), -unit_or_axis(along));
        self.answer(&signed, Some(&run))
    }

    pub(super) fn penetration(mut self) -> Option<Witness<S>> {
        // The distance does not matter.
        self.query.cut_off = Some(0.0);
        self.proximity().fold(Witness::overlapping)
    }

    pub(super) fn separation(self, direction: S) -> Separation<f64> {
        let Self { placed, margin, .. } = self;
        let unit = direction.try_normalize();
        // Only a part of a shape without end is here.
        let is_known = placed.is_meaningful() && placed.frame.within == 0.0;
        let (Some(direction), true) = (unit, is_known) else {
            return Separation::new(0.0, f64::INFINITY, 1.0);
        };
        let direction = placed.frame.direction_in_a(direction);
        let height = direction.dot(placed.support(direction, None).point) / direction.length();
        // Turning the direction into A's frame tilts it by as much as a point of B is off.
        let tilt = ROTATED_TRANSLATION * UNIT_ROUNDOFF * placed.reach();
        let error = placed.error() + margin.error + tilt;
        Separation::new(-height - margin.sum(), error, placed.frame.unit)
    }

    /// The end of a search, for a proof in exact arithmetic.
    #[cfg(feature = "alloc")]
    pub(super) fn find(mut self) -> Found<S> {
        let limits = self.limits();
        let run = self.search(&limits, None);
        let signed = self.signed_distance(&run, &limits);
        let frame = *self.placed.frame;
        Found {
            frame,
            direction: frame.world_direction(signed.normal),
            simplex: run.nearest().feature,
        }
    }

    #[inline]
    pub(super) fn limits(&self) -> Limits {
        let Self { placed, query, margin, .. } = self;
        let error = placed.error() + margin.error;
        let far = match query.cut_off {
            Some(distance) => distance * placed.frame.per_unit + margin.sum() + error,
            None => f64::INFINITY,
        };
        Limits {
            apart: margin.sum() + error,
            touching: margin.sum() - error,
            far: larger(far, margin.sum() + error),
            near: f64::NEG_INFINITY,
            enough: f64::INFINITY,
            tolerance: placed.tolerance(),
            relative: NORMAL,
            // Without a single support point nothing is known at all.
            iterations: query.max_iterations.unwrap_or(GJK_ITERATIONS).max(1),
            unit: placed.frame.unit,
        }
    }

    #[inline]
    fn begin(&self, towards: Option<S>, memory: Option<&Warm>) -> Begin<'static, S> {
        let remembered = memory.and_then(Warm::begin);
        remembered.unwrap_or_else(|| Begin::Direction(self.towards(towards)))
    }

    /// The direction towards the difference in which a search without memory begins.
    #[inline(always)]
    fn towards(&self, towards: Option<S>) -> S {
        let Self { placed, query, .. } = self;
        let direction = match query.start {
            Start::Centers => towards.unwrap_or_else(|| placed.towards()),
            Start::Constant => placed.frame.direction_in_a(S::axis(0)),
            Start::Given(direction) => {
                let unit = direction.try_normalize().unwrap_or_default();
                -placed.frame.direction_in_a(unit)
            }
        };
        // Centres that coincide or nearly do, any centres that a caller returns, a given direction
        // without length.
        let is_plain = (1e-200..1e200).contains(&direction.length_squared());
        // PERF(store forwarding): a product, so that the call has a copy of its own; with an
        // address the direction would go through memory.
        if is_plain { direction } else { unit_or_axis(direction * 1.0) }
    }

    /// Begins by directions alone, unless the steps are observed or limited.
    #[inline(always)]
    fn ahead<'s>(&self, begin: Begin<'s, S>) -> Begin<'s, S> {
        match begin {
            Begin::Direction(towards) if self.query.may_skip() => Begin::Ahead(towards),
            begin => begin,
        }
    }

    /// Runs GJK with the query's options and memory; `towards` is a formula's hint where the
    /// difference is.
    fn search(&mut self, limits: &Limits, towards: Option<S>) -> Gjk<S> {
        self.query.tries(Method::Gjk);
        let begin = self.ahead(self.begin(towards, self.query.warm.as_deref()));
        let run = gjk(&self.placed, begin, limits, &mut self.query.observer);
        if let Some(memory) = &mut self.query.warm
            && self.query.remembers
        {
            memory.remember(&run);
        }
        run
    }

    /// What the search for the boolean alone finds, unless it is observed or limited. From a memory
    /// it takes the axis alone: one support point along that of the last frame still proves most
    /// pairs apart, and where they overlap the centre is a better start.
    fn overlap(
        &mut self,
        limits: &Limits,
        (towards, memory): (Option<S>, Option<Warm>),
    ) -> Option<Overlap<S>> {
        if !self.query.may_skip() {
            return None;
        }
        self.query.tries(Method::DirectionSearch);
        let axis = memory.and_then(|memory| memory.axis());
        let towards = axis.unwrap_or_else(|| self.towards(towards));
        let found = overlap(&self.placed, towards, limits.apart);
        if let Some(memory) = &mut self.query.warm {
            match found {
                Overlap::Apart(along) => memory.remember_axis(along),
                Overlap::Overlapping => memory.remember_axis(S::default()),
                // A further search follows, and fills the memory.
                Overlap::Close(_) => {}
            }
        }
        Some(found)
    }

    /// The same by the corners that a memory keeps of an overlap, or with names for those of this
    /// one.
    fn overlap_as_before(&mut self, limits: &Limits, towards: Option<S>) -> Overlap<S> {
        let memory = self.query.warm.as_ref();
        let corners = memory.and_then(|memory| memory.corners_around(S::DIM + 1));
        if corners.is_some_and(|corners| is_around(&self.placed, corners)) {
            self.query.tries(Method::Remembered);
            return Overlap::Overlapping;
        }
        self.query.tries(Method::DirectionSearch);
        let (found, around) = overlap_around(&self.placed, self.towards(towards), limits.apart);
        if let Some(memory) = &mut self.query.warm {
            match (found, around) {
                (Overlap::Apart(along), _) => memory.remember_axis(along),
                (_, Some(corners)) => {
                    memory.remember_around(list::first(&corners, S::DIM + 1));
                }
                // A further search follows, and fills the memory.
                _ => {}
            }
        }
        found
    }

    /// What a formula finds, unless the iterations are observed or limited.
    #[inline]
    fn formula(&mut self, wanted: Wanted<'_>) -> Option<Formula<S>> {
        if !self.query.may_skip() {
            return None;
        }
        pairs::formula(&self.placed, wanted, &mut self.query.observer)
    }

    /// Whether GJK alone proves an overlap: the cores' nearest points are nearer than the radii, or
    /// its simplex has room around the origin.
    #[inline]
    fn overlaps_plainly(&self, run: &Gjk<S>, limits: &Limits) -> bool {
        encloses_with_certainty(run, self.placed.error())
            || limits.touching > 0.0 && {
                let (on_a, on_b) = run.witnesses();
                (on_a - on_b).length() < limits.touching
            }
    }

    /// The bounds of a search, by [`signed_distance`].
    fn signed_distance(&mut self, run: &Gjk<S>, limits: &Limits) -> Signed<S> {
        let Self { placed, query, .. } = self;
        let mut around = None;
        let remembers = query.warm.is_some() && query.remembers;
        let wanted = remembers.then_some(&mut around);
        let may_skip = query.may_skip();
        let signed = signed_distance(placed, run, limits, may_skip, &mut query.observer, wanted);
        if let (Some(memory), Some(features)) = (&mut query.warm, around) {
            memory.remember_around(&features.map(Some));
        }
        signed
    }
}
