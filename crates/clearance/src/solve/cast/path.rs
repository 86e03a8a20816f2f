//! Where B is at a time, seen from A: `offset + t · velocity`, with less rounding than one float has.

use crate::budget::Budget;
use crate::math::tolerance::{UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{
    Pose, Precision, Rotation, RotationPair, Space, larger, power_of_two, sqrt, two_product,
    two_sum,
};
use crate::shape::{SupportMap, length_above};
use crate::solve::difference::{Frame, Placed, within_of};

/// Two shapes, of which B moves past A on a straight line without turning.
pub(crate) struct Path<'p, S: Space, A> {
    pub(crate) a: &'p A,
    pub(crate) b: &'p A,
    pub(crate) poses: [&'p Pose<S>; 2],
    pub(crate) budget: &'p Budget,
    /// The precision of the caller's numbers.
    pub(crate) precision: Precision,
    /// A's velocity, and B's; in the world, in the caller's lengths.
    pub(crate) velocities: [S; 2],
    /// The target distance, in the caller's lengths: negative where they are to overlap.
    pub(crate) skin: f64,
    /// How far they may approach within the time of a hit, in the caller's lengths.
    pub(crate) tolerance: f64,
    turns: RotationPair<<S as Space>::Matrix>,
    /// From A's origin to B's at time 0, and its rounding error.
    offset: (S, S),
    /// B's velocity seen from A, and its rounding error.
    velocity: (S, S),
    reaches: [f64; 2],
    /// Cores smaller than this part of it count as points.
    round: f64,
    within: f64,
}

/// Balls about the local origins are drawn larger by this part of their radius and of the way
/// between them: far more than the rounding, and too little to cost a step.
const ROOM: f64 = 1e-12;

impl<'p, S: Space, A: SupportMap<S>> Path<'p, S, A> {
    /// The path of two shapes, from their poses on until `last`.
    pub(crate) fn new(
        (a, pose_a): (&'p A, &'p Pose<S>),
        (b, pose_b): (&'p A, &'p Pose<S>),
        velocities: [S; 2],
        last: f64,
        skin: f64,
        budget: &'p Budget,
        precision: Precision,
    ) -> Self {
        let (from, to) = (pose_a.translation, pose_b.translation);
        let [of_a, of_b] = velocities;
        let velocity = two_sum(of_b, -of_a);
        let mut reaches = [a.reach(), b.reach()];
        let has_end = a.unbounded().is_none() && b.unbounded().is_none();
        let mut within = 0.0;
        if reaches[0] + reaches[1] == f64::INFINITY && !has_end {
            let travel = length_above(velocity.0) * last + larger(skin, 0.0);
            within = within_of(a, b, length_above(to - from) + travel);
            if within > 0.0 {
                reaches = [a.reach_within(within), b.reach_within(within)];
            }
        }
        Self {
            a,
            b,
            poses: [pose_a, pose_b],
            budget,
            velocities,
            precision,
            skin,
            tolerance: 0.0,
            turns: pose_a.rotation.with_relative(pose_b.rotation),
            offset: two_sum(to, -from),
            velocity,
            reaches,
            round: larger(a.radius_f64(), b.radius_f64()) * 1e-60,
            within,
        }
    }

    /// The path, of which a hit is found once they approach by no more within its time.
    pub(crate) fn stopping_at(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// The frame of the pair at a time.
    ///
    /// The sum of the offset and the product is good to `8 u²` of its larger term: two terms each,
    /// of which only the low ones are rounded. That is charged beside the rounding of the whole,
    /// which [`Placed`] charges in any pose that rounds.
    pub(crate) fn at(&self, time: f64) -> Frame<S> {
        let (start, rest_of_start) = self.offset;
        let (velocity, rest_of_velocity) = self.velocity;
        let way = velocity.map(|v| v * time);
        // Beyond 1e290 halves of numbers overflow, and far below the last bits are lost.
        let in_range = |v: f64| v == 0.0 || (1e-250..1e280).contains(&v.abs());
        let has_rest = (0..S::DIM)
            .all(|i| in_range(velocity.coordinate(i)) && in_range(way.coordinate(i)))
            && in_range(time);
        let rest_of_way =
            if has_rest { velocity.map(|v| two_product(v, time).1) } else { S::default() };
        let (sum, rest) = two_sum(start, way);
        let rest = rest + rest_of_start + rest_of_way + rest_of_velocity * time;
        let offset = sum + rest;
        let is_exact = has_rest
            && rest == S::default()
            && rest_of_start == rest
            && rest_of_way == rest
            && rest_of_velocity == rest;
        let from = self.poses[0].translation;
        let frame =
            Frame::of_offset(&self.turns, from, (offset, || is_exact), self.reaches, self.round);
        if is_exact {
            return frame.known(None, self.within);
        }
        let larger_term = larger(start.max_abs(), way.max_abs());
        let of_way = if has_rest { 0.0 } else { UNIT_ROUNDOFF * way.max_abs() + f64::from_bits(2) };
        let loss = 16.0 * UNIT_ROUNDOFF * UNIT_ROUNDOFF * larger_term + 4.0 * of_way;
        frame.known(Some(loss), self.within)
    }

    pub(crate) fn placed<'f>(&self, frame: &'f Frame<S>) -> Placed<'f, S, A>
    where
        'p: 'f,
    {
        Placed::new(self.a, self.b, frame, self.budget, self.precision)
    }

    /// B's velocity seen from A, in A's frame and solver units.
    pub(crate) fn velocity_in(&self, frame: &Frame<S>) -> S {
        // Not in the other order: among the smallest numbers each product would be a step off.
        frame.direction_in_a(self.velocity.0 * frame.per_unit)
    }

    /// The cores' distance at which they touch in the caller's sense, and its error; in solver
    /// units.
    pub(crate) fn target(&self, frame: &Frame<S>) -> (f64, f64) {
        let (a, b) = (self.a.radius_f64(), self.b.radius_f64());
        let size = (a + b + self.skin.abs()) * frame.per_unit;
        ((a + b + self.skin) * frame.per_unit, 8.0 * UNIT_ROUNDOFF * size)
    }

    /// See [`near`], of balls about the local origins.
    pub(crate) fn near(&self, span: [f64; 2]) -> Option<[f64; 2]> {
        let [a, b] = self.reaches;
        let radii = self.a.radius_f64() + self.b.radius_f64() + larger(self.skin, 0.0);
        near((self.offset.0, self.velocity.0), a + b + radii, span)
    }

    /// A point or a direction of A's frame, in the caller's lengths, in the world: A as it stands at
    /// a time.
    pub(crate) fn world_point(&self, point: S, time: f64) -> S {
        let from = self.poses[0].translation + self.velocities[0] * time;
        point.rotate(&self.turns.world) + from
    }

    pub(crate) fn world_direction(&self, direction: S) -> S {
        direction.rotate(&self.turns.world)
    }

    /// B's speed seen from A.
    pub(crate) fn speed(&self) -> f64 {
        length_above(self.velocity.0)
    }

    /// From A to B, in the world: whether B moves along a direction, or stays.
    pub(crate) fn recedes_along(&self, normal: S) -> bool {
        normal.dot(self.velocity.0) >= 0.0
    }

    /// Whether the numbers describe a motion and a distance.
    pub(crate) fn is_motion(&self) -> bool {
        self.velocity.0.is_finite()
            && self.velocity.1.is_finite()
            && self.skin.abs() <= self.precision.largest
    }
}

/// The part of a span of time outside of which a point that moves on a straight line is farther
/// than `reach` from the origin, rounded outward; `None` where it is farther throughout. All of the
/// span where that is not known.
pub(crate) fn near<S: Space>(
    (offset, velocity): (S, S),
    reach: f64,
    span: [f64; 2],
) -> Option<[f64; 2]> {
    let (way, squared) = (offset.length(), velocity.length_squared());
    // Where no product of those below leaves the range.
    let is_plain = (1e-120..1e120).contains(&squared) && (1e-70..1e70).contains(&reach);
    if is_plain && way < 1e70 {
        return clipped(within((offset, velocity), reach), span);
    }
    near_extreme((offset, velocity), reach, span)
}

/// The same at any scale: in a length and a time in which the sizes and the speed are near 1.
#[cold]
#[inline(never)]
fn near_extreme<S: Space>(
    (offset, velocity): (S, S),
    reach: f64,
    span: [f64; 2],
) -> Option<[f64; 2]> {
    let size = larger(offset.max_abs(), reach);
    if size == 0.0 && velocity != S::default() {
        return clipped(Some([0.0; 2]), span);
    }
    if !(size > 0.0 && size.is_finite() && velocity.is_finite()) {
        return Some(span);
    }
    let of_length = exponent_to_unit(size);
    let (offset, reach) = (offset * power_of_two(of_length), reach * power_of_two(of_length));
    if velocity == S::default() {
        let way = offset.length();
        return (way <= reach + ROOM * (reach + way)).then_some(span);
    }
    let of_speed = exponent_to_unit(velocity.max_abs());
    let velocity = velocity * power_of_two(of_speed);
    // Back in the caller's time, in two steps, since the factor may leave the range.
    let shift = of_speed - of_length;
    let (half, rest) = (power_of_two(shift / 2), power_of_two(shift - shift / 2));
    let times = within((offset, velocity), reach)
        .map(|[low, high]| [(low * half * rest).next_down(), (high * half * rest).next_up()]);
    clipped(times, span)
}

/// The times between which the point is no farther than `reach`, rounded outward.
#[inline(always)]
fn within<S: Space>((offset, velocity): (S, S), reach: f64) -> Option<[f64; 2]> {
    let reach = reach * (1.0 + ROOM) + ROOM * offset.length();
    let squared = velocity.length_squared();
    let middle = -offset.dot(velocity) / squared;
    let least = (offset + velocity * middle).length();
    if least > reach {
        return None;
    }
    let half = sqrt((reach - least) * (reach + least) / squared);
    let room = ROOM * (middle.abs() + half);
    Some([middle - half - room, middle + half + room])
}

#[inline(always)]
fn clipped(times: Option<[f64; 2]>, [first, last]: [f64; 2]) -> Option<[f64; 2]> {
    let [low, high] = times?;
    let (least, most) = if first <= last { (first, last) } else { (last, first) };
    if high < least || low > most {
        return None;
    }
    // Floats may hold no time as late as they come near.
    let low = low.min(f64::MAX);
    Some([first, last].map(|time| time.max(low).min(high)))
}
