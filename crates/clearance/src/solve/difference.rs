//! The Minkowski difference A - B of two placed shapes, in A's frame, as `f64` vertices.
//!
//! The shapes intersect where the difference holds the origin; they are as far apart as it is from
//! the origin, and overlap as deep as the origin lies in it. Its support point along `d` is A's
//! along `d` minus B's along `-d`.

use crate::budget::Budget;
use crate::math::tolerance::{
    HEIGHT, NEGLIGIBLE, ROTATED_POINT, ROTATED_TRANSLATION, SAFE_REACH, UNIT_ROUNDOFF,
    exponent_to_unit,
};
use crate::math::{
    Pose, Precision, Rotation, RotationPair, Space, Vector, larger, near_one, power_of_two, two_sum,
};
use crate::shape::{Support, SupportMap, length_above};

use super::curved::{self, LocalMinimum};
use super::simplex::{Cell, Foot, Nearest, Working};

/// A point of the difference, and the points of A and B whose difference it is. In A's frame and in
/// solver units (see [`GjkStep::unit`](crate::GjkStep::unit)).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertex<S> {
    /// The point of A's core minus the point of B's.
    pub point: S,
    /// The point of A's core.
    pub on_a: S,
    /// The features that the support mappings named, A's and B's.
    pub features: [u32; 2],
    /// Whether `point` is free of rounding: exactly the difference of the points in their exact
    /// poses.
    pub exact: bool,
}

impl<S: Space> Vertex<S> {
    /// The default as a constant, with which the compiler fills an array in place; with computed
    /// ones it makes the array elsewhere and copies it.
    pub(crate) const NONE: Self =
        Self { point: S::ORIGIN, on_a: S::ORIGIN, features: [0; 2], exact: false };

    /// The point of B's core.
    #[must_use]
    pub fn on_b(&self) -> S {
        self.on_a - self.point
    }
}

/// What GJK and EPA need of a difference of two cores.
pub(crate) trait Difference<S: Space> {
    /// The vertex of the difference farthest along `direction`, and its point in the form that is
    /// available soonest: it is on the critical path of the next step. This form has as few
    /// roundings but different ones, and is not for exact predicates. `near` are the features of a
    /// vertex found for a similar direction.
    fn farthest(&self, direction: S, near: [u32; 2]) -> (S, Vertex<S>);
    /// That vertex alone, found from one for a similar direction.
    #[inline(always)]
    fn support(&self, direction: S, near: Option<&Vertex<S>>) -> Vertex<S> {
        self.farthest(direction, near.map_or([0, 0], |vertex| vertex.features)).1
    }
    /// The vertex with these features, if both shapes can find it.
    fn vertex(&self, features: [u32; 2]) -> Option<Vertex<S>>;
    /// Whether support points follow the direction by a known law.
    fn is_curved(&self) -> bool;
    /// Moves the vertices of a simplex, of which `foot` is the nearest point, to where their curved
    /// features are nearest, which is about `ahead`. `None`, and the simplex unchanged, where there
    /// are none or they are no nearer.
    fn follow(&self, simplex: &mut Working<S>, foot: &Foot<S>, ahead: S) -> Option<Foot<S>>
    where
        S: Cell;
    /// Where the curved features on which a facet's vertices lie are least deep; `nearest` is the
    /// facet's nearest point and `normal` its own.
    fn local_minimum(&self, nearest: &Nearest<S>, normal: S) -> Option<LocalMinimum<S>>
    where
        S: Cell;
    /// A point of the difference, well inside if it has an inside; no farther outside than a vertex
    /// may be. `None` where it is unknown.
    fn center(&self) -> Option<S>;
    /// How far a computed height may be from the exact one; also how far a computed vertex may lie
    /// outside the exact difference.
    fn error(&self) -> f64;
    /// An upper bound of the distance of the difference's points from the origin.
    fn reach(&self) -> f64;
    /// The steps that its query has left.
    fn budget(&self) -> &Budget;
}

/// Two shapes in poses. The frame must not be copied: a copy would load its numbers in other pieces
/// than they were stored in, which defeats store forwarding.
pub(crate) struct Placed<'a, S: Space, A> {
    pub(crate) a: &'a A,
    pub(crate) b: &'a A,
    pub(crate) frame: &'a Frame<S>,
    pub(crate) budget: &'a Budget,
    /// Whether the shapes' points are free of rounding, and placed without any.
    pub(super) exact: bool,
    /// The precision of the caller's numbers.
    pub(crate) precision: Precision,
    /// In solver units.
    error: f64,
}

/// How B stands in A's frame, and A in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<S: Space> {
    /// B's axes in A's frame.
    pub(crate) rotation: S::Matrix,
    /// B's origin in A's frame, in solver units.
    pub(crate) translation: S,
    /// The reach of A's core, of B's and of their difference, in solver units.
    pub(crate) reach_a: f64,
    pub(crate) reach_b: f64,
    pub(crate) reach: f64,
    /// The placement error of B's points in units of [`UNIT_ROUNDOFF`], in poses that round; in
    /// solver units.
    pub(crate) pose_error: f64,
    /// A solver unit is this many of the caller's lengths: a power of two, 1 but for extreme sizes.
    pub(crate) unit: f64,
    /// `1 / unit`, exactly.
    pub(crate) per_unit: f64,
    /// The distance from its local origin within which a shape without end matters, in the caller's
    /// lengths; 0 where both shapes end.
    pub(crate) within: f64,
    world_rotation: S::Matrix,
    world_translation: S,
    /// Whether B's axes are finite.
    // PERF(store forwarding): decided where they are computed, not read back from memory.
    is_finite: bool,
    /// Whether the poses move points without rounding; the shapes' own points may still be rounded.
    pub(crate) exact: bool,
}

impl<S: Space> Frame<S> {
    /// The frame of two shapes in poses.
    #[inline]
    pub(crate) fn new<A: SupportMap<S>>(a: &A, pose_a: &Pose<S>, b: &A, pose_b: &Pose<S>) -> Self {
        // Cores so much smaller than their radii that the radii would leave the range count as
        // points.
        let round = larger(a.radius_f64(), b.radius_f64()) * 1e-60;
        let (reach_a, reach_b) = (a.reach(), b.reach());
        let has_end = a.unbounded().is_none() && b.unbounded().is_none();
        if reach_a + reach_b == f64::INFINITY && !has_end {
            let within = within(a, pose_a, b, pose_b);
            if within > 0.0 {
                let (reach_a, reach_b) = (a.reach_within(within), b.reach_within(within));
                let frame = Self::of_poses(pose_a, reach_a, pose_b, reach_b, round);
                return Self { within, ..frame };
            }
        }
        Self::of_poses(pose_a, reach_a, pose_b, reach_b, round)
    }

    #[inline(always)]
    fn of_poses(
        pose_a: &Pose<S>,
        reach_a: f64,
        pose_b: &Pose<S>,
        reach_b: f64,
        round: f64,
    ) -> Self {
        let turns = pose_a.rotation.with_relative(pose_b.rotation);
        let (from, to) = (pose_a.translation, pose_b.translation);
        let offset = to - from;
        let is_exact = || adds_exactly(to, -from);
        Self::of_offset(&turns, from, (offset, is_exact), [reach_a, reach_b], round)
    }

    /// From the rotations, A's translation, and the way from there to B's with whether it is exact.
    #[inline(always)]
    pub(crate) fn of_offset(
        turns: &RotationPair<S::Matrix>,
        from: S,
        (offset, is_exact): (S, impl Fn() -> bool),
        [reach_a, reach_b]: [f64; 2],
        round: f64,
    ) -> Self {
        let RotationPair { world, relative, world_is_exact, relative_is_exact } = *turns;
        let translation = offset.rotate_back(&world);
        let (reach, pose_error) = reach_and_error(translation, reach_a, reach_b);
        let frame = Self {
            rotation: relative,
            translation,
            reach_a,
            reach_b,
            reach,
            pose_error,
            unit: 1.0,
            per_unit: 1.0,
            within: 0.0,
            world_rotation: world,
            world_translation: from,
            is_finite: S::axis(0).rotate(&relative).is_finite(),
            // Where the origins coincide, A's own rotation moves nothing.
            exact: relative_is_exact && (offset == S::default() || world_is_exact && is_exact()),
        };
        let size = larger(larger(reach_a, reach_b), round);
        let largest = if offset.max_abs() > size { offset.max_abs() } else { size };
        if SAFE_REACH.contains(&largest) || largest == 0.0 {
            return frame;
        }
        let per_unit = power_of_two(exponent_to_unit(largest));
        let translation = (offset * per_unit).rotate_back(&world);
        let (reach_a, reach_b) = (reach_a * per_unit, reach_b * per_unit);
        let (reach, pose_error) = reach_and_error(translation, reach_a, reach_b);
        Self {
            translation,
            reach_a,
            reach_b,
            reach,
            pose_error,
            unit: 1.0 / per_unit,
            per_unit,
            // Scaling down may drop bits of the smallest coordinates.
            exact: frame.exact && offset * per_unit * (1.0 / per_unit) == offset,
            ..frame
        }
    }

    /// The same for a pose that is known to be exact, or whose translation has a further error, in
    /// the caller's lengths; and where a shape without end matters.
    pub(crate) fn known(self, loss: Option<f64>, within: f64) -> Self {
        match loss {
            None => Self { within, ..self },
            Some(loss) => {
                let pose_error = self.pose_error + loss * self.per_unit / UNIT_ROUNDOFF;
                Self { within, exact: false, pose_error, ..self }
            }
        }
    }

    /// The same with B moved by a vector of A's frame, in solver units.
    fn moved(&self, by: S) -> Self {
        let reach = self.reach + by.length();
        Self { translation: self.translation + by, reach, exact: false, ..*self }
    }

    /// A point of A's frame, in solver units, in the world, in the caller's lengths.
    pub(crate) fn world_point(&self, point: S) -> S {
        (point * self.unit).rotate(&self.world_rotation) + self.world_translation
    }

    /// A direction of A's frame in the world.
    pub(crate) fn world_direction(&self, direction: S) -> S {
        direction.rotate(&self.world_rotation)
    }

    /// A direction of the world in A's frame.
    pub(crate) fn direction_in_a(&self, direction: S) -> S {
        direction.rotate_back(&self.world_rotation)
    }

    /// A direction for shapes of extreme sizes, of a length near 1, so that a radius divided by it
    /// stays in the range. Shapes of vertices alone (`rounding` 0) compare products with it, for
    /// which half the exponent is best: neither the direction's small coordinates nor the products
    /// leave the range then. Only by powers of two, so that answers scale exactly.
    #[inline]
    fn askable(&self, direction: S, rounding: f64) -> S {
        if self.unit == 1.0 {
            return direction;
        }
        let near_one = near_one(direction);
        if rounding == 0.0 {
            near_one * power_of_two(exponent_to_unit(self.unit) / 2)
        } else {
            near_one
        }
    }

    /// A direction of A's frame in B's.
    pub(crate) fn direction_in_b(&self, direction: S) -> S {
        direction.rotate_back(&self.rotation)
    }

    /// A direction of B's frame in A's.
    pub(crate) fn direction_out_of_b(&self, direction: S) -> S {
        direction.rotate(&self.rotation)
    }

    /// A point of A's frame in B's, in solver units.
    pub(crate) fn point_in_b(&self, point: S) -> S {
        (point - self.translation).rotate_back(&self.rotation)
    }

    /// A point of B's frame in A's, in solver units.
    pub(crate) fn point_out_of_b(&self, point: S) -> S {
        point.rotate(&self.rotation) + self.translation
    }

    /// A local point of A in A's frame: only the unit changes.
    pub(crate) fn point_of_a(&self, point: S) -> S {
        point * self.per_unit
    }

    /// A local point of B in A's frame.
    pub(crate) fn point_of_b(&self, point: S) -> S {
        self.point_out_of_b(point * self.per_unit)
    }
}

/// The distance from its local origin within which a shape without end matters to a query, if the
/// other shape ends; 0 if both do, or neither.
///
/// Let `v` be the farthest corner of the one from its origin, and no point of the other be farther
/// from there than `b`. Then the two are no farther apart than `v + b`, and the nearest point of
/// the one is no farther than `v + 2b`. A facet's normal at a corner leads out by `v + b` or less,
/// so the shortest way out ends with the other shape within `v + 2b` too, where it touches the same
/// part.
#[cold]
#[inline(never)]
pub(crate) fn within<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> f64
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    within_of(a, b, length_above(pose_b.translation.to_space() - pose_a.translation.to_space()))
}

/// The same for shapes whose origins are no farther apart than this.
pub(crate) fn within_of<V, A, B>(a: &A, b: &B, apart: f64) -> f64
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (corners, other) = match (a.unbounded(), b.unbounded()) {
        (Some(corners), None) => (corners, b.reach()),
        (None, Some(corners)) => (corners, a.reach()),
        _ => return 0.0,
    };
    let within = (corners + 2.0 * (other + apart)) * (1.0 + 16.0 * f64::EPSILON);
    // A half-space has no end either.
    if within < f64::INFINITY { within } else { 0.0 }
}

/// A frame's `reach` and `pose_error`.
fn reach_and_error<S: Space>(translation: S, reach_a: f64, reach_b: f64) -> (f64, f64) {
    let apart = translation.length();
    (reach_a + reach_b + apart, ROTATED_POINT * reach_b + ROTATED_TRANSLATION * apart)
}

impl<'a, S: Space, A: SupportMap<S>> Placed<'a, S, A> {
    /// Two shapes in the poses of which this is the frame.
    #[inline]
    pub(crate) fn new(
        a: &'a A,
        b: &'a A,
        frame: &'a Frame<S>,
        budget: &'a Budget,
        precision: Precision,
    ) -> Self {
        // Exact predicates prove nothing about rounded points.
        let exact = frame.exact && a.rounding() == 0.0 && b.rounding() == 0.0;
        let pose_error = if exact { 0.0 } else { frame.pose_error };
        let error = UNIT_ROUNDOFF * (HEIGHT * frame.reach + pose_error)
            + a.rounding() * frame.reach_a
            + b.rounding() * frame.reach_b;
        Self { a, b, frame, budget, exact, precision, error }
    }

    /// The same pair with B moved by a vector of A's frame, in solver units. Its bounds
    /// are rounded once more.
    pub(crate) fn moved<R>(&self, by: S, query: impl FnOnce(&Placed<'_, S, A>) -> R) -> R {
        let error = self.error + UNIT_ROUNDOFF * HEIGHT * by.length();
        query(&Placed { frame: &self.frame.moved(by), exact: false, error, ..*self })
    }

    /// The radii of A and of B, in solver units.
    #[inline]
    pub(crate) fn radii(&self) -> (f64, f64) {
        let per_unit = self.frame.per_unit;
        (self.a.radius_f64() * per_unit, self.b.radius_f64() * per_unit)
    }

    /// Below the rounding of what is returned to the caller, nothing is gained.
    #[inline]
    pub(crate) fn tolerance(&self) -> f64 {
        0.125 * self.precision.epsilon * self.frame.reach
    }

    /// From the origin to the difference's centre or, where that is unknown, to the difference of
    /// the local origins.
    #[inline]
    pub(crate) fn towards(&self) -> S {
        self.center().unwrap_or(-self.frame.translation)
    }

    /// Whether everything is finite and no radius negative, so that the bounds mean something, and
    /// nothing is larger than what `check` accepts.
    #[inline]
    pub(crate) fn is_meaningful(&self) -> bool {
        let (a, b) = self.radii();
        let most = 8.0 * self.precision.largest;
        (self.frame.reach + a + b + self.error) * self.frame.unit < most
            // As given: in solver units the smallest round to zero.
            && self.a.radius_f64() >= 0.0
            && self.b.radius_f64() >= 0.0
            // The translation's length is part of the reach, and A's rotation of the translation.
            && self.frame.is_finite
    }

    /// A's support point along a direction of its frame, in the caller's lengths.
    #[inline]
    pub(crate) fn support_of_a(&self, direction: S, hint: u32) -> Support<S> {
        let direction = self.frame.askable(direction, self.a.rounding());
        self.a.support_within(direction, hint, self.frame.within)
    }

    /// B's, along a direction of B's frame.
    #[inline]
    pub(crate) fn support_of_b(&self, direction: S, hint: u32) -> Support<S> {
        let direction = self.frame.askable(direction, self.b.rounding());
        self.b.support_within(direction, hint, self.frame.within)
    }

    /// The vertex of a point of A and one of B, each in its own frame.
    #[inline(always)]
    pub(crate) fn vertex_at(&self, a: S, b: S, features: [u32; 2]) -> Vertex<S> {
        self.point_and_vertex_at(a, b, features).1
    }

    /// Its point as [`farthest`](Difference::farthest) returns it, and the vertex.
    #[inline(always)]
    fn point_and_vertex_at(&self, a: S, b: S, features: [u32; 2]) -> (S, Vertex<S>) {
        let on_a = self.frame.point_of_a(a);
        let rotated = (b * self.frame.per_unit).rotate(&self.frame.rotation);
        // A's point is available before B's is turned.
        let soonest = (on_a - self.frame.translation) - rotated;
        let on_b = rotated + self.frame.translation;
        let difference = on_a - on_b;
        // Products of three such numbers, and their rounding errors, stay in the range in which the
        // predicates are exact. What is lost is negligible beside the error of any height.
        let point = difference.map(|x| if x.abs() < NEGLIGIBLE { 0.0 } else { x });
        let (unit, per_unit) = (self.frame.unit, self.frame.per_unit);
        let kept = unit == 1.0 || on_a * unit == a && b * per_unit * unit == b;
        let exact = self.exact
            && kept
            && point == difference
            && adds_exactly(rotated, self.frame.translation)
            && adds_exactly(on_a, -on_b);
        (soonest, Vertex { point, on_a, features, exact })
    }
}

/// Whether no coordinate of `a + b` is rounded, by the error term of the sum.
#[inline]
fn adds_exactly<S: Space>(a: S, b: S) -> bool {
    two_sum(a, b).1 == S::default()
}

impl<S: Space, A: SupportMap<S>> Difference<S> for Placed<'_, S, A> {
    #[inline(always)]
    fn farthest(&self, direction: S, [hint_a, hint_b]: [u32; 2]) -> (S, Vertex<S>) {
        // B's point has a longer way, there and back.
        let b = self.support_of_b(-self.frame.direction_in_b(direction), hint_b);
        let a = self.support_of_a(direction, hint_a);
        self.point_and_vertex_at(a.point, b.point, [a.feature, b.feature])
    }

    #[inline(always)]
    fn vertex(&self, features: [u32; 2]) -> Option<Vertex<S>> {
        let [a, b] = features;
        Some(self.vertex_at(self.a.vertex(a)?, self.b.vertex(b)?, features))
    }

    #[inline]
    fn is_curved(&self) -> bool {
        curved::is_curved(self)
    }

    #[inline]
    fn follow(&self, simplex: &mut Working<S>, foot: &Foot<S>, ahead: S) -> Option<Foot<S>>
    where
        S: Cell,
    {
        curved::follow(self, simplex, foot, ahead)
    }

    #[inline]
    fn local_minimum(&self, nearest: &Nearest<S>, normal: S) -> Option<LocalMinimum<S>>
    where
        S: Cell,
    {
        LocalMinimum::find(self, nearest, normal)
    }

    #[inline]
    fn center(&self) -> Option<S> {
        let (a, b) = (self.a.center()?, self.b.center()?);
        Some(self.frame.point_of_a(a) - self.frame.point_of_b(b))
    }

    #[inline]
    fn error(&self) -> f64 {
        self.error
    }

    #[inline]
    fn reach(&self) -> f64 {
        self.frame.reach
    }

    #[inline]
    fn budget(&self) -> &Budget {
        self.budget
    }
}
