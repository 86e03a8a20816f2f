//! Two bodies in motion: how they stand at a time, and how their points bend off straight lines.

use crate::budget::Budget;
use crate::math::tolerance::{ROTATED_POINT, UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Precision, Rotation, Space, Xyz, larger, power_of_two, smaller, sqrt};
use crate::shape::{Primitive, SupportMap, length_above};
use crate::solve::cast::near;
use crate::solve::difference::{Difference, Frame, Placed, within_of};
use crate::solve::pairs;

use super::course::Course;

/// Two shapes in motion.
pub(crate) struct Two<'p, S: Space, A> {
    pub(crate) a: &'p A,
    pub(crate) b: &'p A,
    pub(crate) courses: [Course<'p, S>; 2],
    pub(crate) budget: &'p Budget,
    /// The precision of the caller's numbers.
    pub(crate) precision: Precision,
    /// The target distance, in the caller's lengths: negative where they are to overlap.
    pub(crate) skin: f64,
    /// How far they may approach within the time of a hit, in the caller's lengths.
    pub(crate) tolerance: f64,
    /// From A's first origin to B's, and no less than its length; A's own.
    pub(super) offset: S,
    offset_length: f64,
    from: S,
    /// How fast one centre is as seen from the other, at most, and how far the computed velocity
    /// may be off.
    straight: f64,
    off_velocity: f64,
    reaches: [f64; 2],
    /// Bounds of the distance of the cores' points from their centres, and from their axes.
    whole: [f64; 2],
    radius: [f64; 2],
    round: f64,
    within: f64,
}

/// How they stand at a time.
pub(crate) struct Look<S: Space> {
    pub(crate) frame: Frame<S>,
    /// How far a height between them may be off because the exact poses are not the computed ones,
    /// in the caller's lengths.
    pub(crate) loss: f64,
    /// The reaches of what ends, and the way between the origins, in the caller's lengths.
    pub(crate) size: f64,
}

/// The frame that a direction moves with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glued {
    A,
    B,
    World,
}

/// A direction from A to B at some time, and what it moves with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<S> {
    pub(crate) glued: Glued,
    pub(super) direction: S,
}

/// Below the first a product may lose bits, and no more than the second.
const LOSES: f64 = 1e-290;
const LOST: f64 = f64::from_bits(16);

impl<'p, S: Space, A: SupportMap<S>> Two<'p, S, A> {
    /// Two shapes on their courses, until `last`.
    pub(crate) fn new(
        (a, course_a, from): (&'p A, Course<'p, S>, S),
        (b, course_b, to): (&'p A, Course<'p, S>, S),
        last: f64,
        skin: f64,
        budget: &'p Budget,
        precision: Precision,
    ) -> Self {
        let offset = to - from;
        let off_velocity = course_a.off_velocity() + course_b.off_velocity();
        let straight = length_above(course_b.velocity - course_a.velocity) + off_velocity;
        let mut reaches = [a.reach(), b.reach()];
        let mut within = 0.0;
        let has_end = a.unbounded().is_none() && b.unbounded().is_none();
        if reaches[0] + reaches[1] == f64::INFINITY && !has_end {
            let straight = straight * last;
            let arms = 2.0 * (course_a.arm_length() + course_b.arm_length());
            let travel = length_above(offset) + straight + arms + larger(skin, 0.0);
            within = within_of(a, b, travel * (1.0 + 1e-9));
            if within > 0.0 {
                reaches = [a.reach_within(within), b.reach_within(within)];
            }
        }
        let whole = [reaches[0] + course_a.arm_length(), reaches[1] + course_b.arm_length()];
        let radius = [
            course_a
                .radius(reaches[0], a.rounding(), |along| a.support_within(along, 0, within).point),
            course_b
                .radius(reaches[1], b.rounding(), |along| b.support_within(along, 0, within).point),
        ];
        Self {
            a,
            b,
            courses: [course_a, course_b],
            budget,
            precision,
            skin,
            tolerance: 0.0,
            offset,
            offset_length: length_above(offset),
            off_velocity,
            straight,
            from,
            reaches,
            whole,
            radius,
            round: larger(a.radius_f64(), b.radius_f64()) * 1e-60,
            within,
        }
    }

    /// The bodies, whose meeting is found once they approach by no more within its time.
    pub(crate) fn stopping_at(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Whether the numbers describe motions and a distance.
    pub(crate) fn is_motion(&self) -> bool {
        let [a, b] = &self.courses;
        (a.speed + b.speed).is_finite()
            && (a.rate + b.rate + a.bend + b.bend + a.arm_length() + b.arm_length()).is_finite()
            && self.skin.is_finite()
    }

    /// The time after which all is as it was: of one body that turns steadily beside another that
    /// does not, and moves as that does, a turn later.
    pub(crate) fn until_repeated(&self, first: f64, last: f64) -> f64 {
        let [a, b] = &self.courses;
        let turns = match (a.turns(), b.turns()) {
            (true, false) => a.turn_time(),
            (false, true) => b.turn_time(),
            _ => None,
        };
        let until = first + turns.unwrap_or(f64::INFINITY) * (1.0 + 1e-9);
        if a.velocity == b.velocity && until < last { until } else { last }
    }

    /// The lengths of the terms whose sum is the way between the bodies at a time.
    fn sum(&self, time: f64) -> f64 {
        let [a, b] = &self.courses;
        self.offset_length + (a.speed + b.speed) * time + a.arm_length() + b.arm_length()
    }

    /// How they stand at a time.
    pub(crate) fn at(&self, time: f64) -> Look<S> {
        let [a, b] = &self.courses;
        let (turn_a, turn_b) = (a.rotation(time), b.rotation(time));
        let turns = <S as Space>::Rotation::with_relative(turn_a, turn_b);
        let (way_a, way_b) = (a.way_of(time, turn_a), b.way_of(time, turn_b));
        let offset = self.offset + (way_b - way_a);
        let inexact = || false;
        let frame = Frame::of_offset(
            &turns,
            self.from + way_a,
            (offset, inexact),
            self.reaches,
            self.round,
        )
        .known(Some(0.0), self.within);
        let ended = |reach: f64| if reach < f64::INFINITY { reach } else { 0.0 };
        let size = ended(self.reaches[0]) + ended(self.reaches[1]) + length_above(offset);
        let loss = (a.tilt(time) + b.tilt(time)) * size
            + a.off(time)
            + b.off(time)
            + 8.0 * UNIT_ROUNDOFF * self.sum(time);
        Look { frame, loss, size }
    }

    pub(crate) fn placed<'f>(&self, look: &'f Look<S>) -> Placed<'f, S, A>
    where
        'p: 'f,
    {
        Placed::new(self.a, self.b, &look.frame, self.budget, self.precision)
    }

    /// The cores' distance at which they touch in the caller's sense, and its error; in solver
    /// units.
    pub(crate) fn target(&self, look: &Look<S>) -> (f64, f64) {
        let (a, b) = (self.a.radius_f64(), self.b.radius_f64());
        let per_unit = look.frame.per_unit;
        let size = (a + b + self.skin.abs()) * per_unit;
        let slack = 8.0 * UNIT_ROUNDOFF * size + look.loss * per_unit;
        ((a + b + self.skin) * per_unit, slack)
    }

    /// The part of a span of time outside of which balls about the centres are apart; `None` where
    /// they are apart throughout.
    pub(crate) fn near(&self, span: [f64; 2]) -> Option<[f64; 2]> {
        let [a, b] = &self.courses;
        let offset = self.offset + (b.center(0.0) - a.center(0.0));
        let radii = self.a.radius_f64() + self.b.radius_f64() + larger(self.skin, 0.0);
        // Arms are turned, and the sums rounded.
        let room = 1e-12 * (self.sum(0.0));
        let reach = self.whole[0] + self.whole[1] + radii + room + a.sway + b.sway;
        let velocity = b.velocity - a.velocity;
        // Where the velocity is off, so is the way: until the end, or until they are surely apart.
        let off = self.off_velocity;
        let speed = length_above(velocity) * (1.0 - 1e-12) - off;
        let gone = if speed > off { (length_above(offset) + reach) / speed } else { f64::INFINITY };
        let until = smaller(gone, span[1]);
        let drift = if off == 0.0 { 0.0 } else { off * until * (1.0 + 1e-9) };
        near((offset, velocity), reach + drift, span)
    }

    /// The largest distance of the centres in a span: it is convex, so at one of the ends.
    fn apart(&self, [first, last]: [f64; 2]) -> f64 {
        let [a, b] = &self.courses;
        let at = |time| length_above(self.offset + (b.center(time) - a.center(time)));
        let apart = larger(at(first), at(last)) + 64.0 * UNIT_ROUNDOFF * self.sum(last);
        if apart.is_nan() { f64::INFINITY } else { apart }
    }

    /// An upper bound of the speed of any point of B as seen from any point of A, in any direction.
    pub(crate) fn speed(&self, span: [f64; 2]) -> f64 {
        let [a, b] = &self.courses;
        let turning = |rate: f64, radius: f64| if rate == 0.0 { 0.0 } else { rate * radius };
        let [of_a, of_b] = [turning(a.rate, self.radius[0]), turning(b.rate, self.radius[1])];
        let apart = self.apart(span);
        // Seen from a body without end, everything around it turns.
        let by_a = larger(of_b, 0.0) + turning(a.rate, apart + self.whole[1]);
        let by_b = larger(of_a, 0.0) + turning(b.rate, apart + self.whole[0]);
        (self.straight + smaller(of_a + of_b, smaller(by_a, by_b))) * (1.0 + 1e-9)
    }

    /// How much the distance of two points, measured along a direction, may bend off a straight
    /// line in a time, as at the end of a parabola: half of the square of this time, times no less
    /// than the second derivative in a span (lemma 34). Rates are multiplied by the time before
    /// they are squared, which the slowest would not survive.
    pub(crate) fn bow(&self, glued: Glued, span: [f64; 2], ahead: f64) -> f64 {
        let [a, b] = &self.courses;
        let bow = match glued {
            Glued::World => bow_of(a, self.radius[0], ahead) + bow_of(b, self.radius[1], ahead),
            Glued::A if !a.turns() => bow_of(b, self.radius[1], ahead),
            Glued::B if !b.turns() => bow_of(a, self.radius[0], ahead),
            Glued::A => self.bow_from(a, b, self.whole[1], span, ahead),
            Glued::B => self.bow_from(b, a, self.whole[0], span, ahead),
        };
        // The smallest products lose bits.
        let lost = if bow < LOSES { LOST } else { 0.0 };
        0.5 * bow * (1.0 + 1e-9) + lost
    }

    /// The time in which the distance of two points may bend by a length, or thereabouts.
    pub(crate) fn bends_in(&self, glued: Glued, time: f64, length: f64) -> f64 {
        let [a, b] = &self.courses;
        let rate = a.rate + b.rate;
        if rate == 0.0 {
            return f64::INFINITY;
        }
        let trial = power_of_two(exponent_to_unit(rate));
        trial * sqrt(length / self.bow(glued, [time, time], trial))
    }

    /// The bow of one body's points as seen from the other, which turns itself.
    fn bow_from(
        &self,
        eye: &Course<'_, S>,
        other: &Course<'_, S>,
        whole: f64,
        span: [f64; 2],
        ahead: f64,
    ) -> f64 {
        let apart = self.apart(span);
        let steady = eye.is_steady() && other.is_steady();
        let [of_eye, of_other] = [eye.rate * ahead, other.rate * ahead];
        let (turn, twist) = if steady {
            let (one, two) = (eye.spin() * ahead, other.spin() * ahead);
            (length_above(two - one), length_above(one.cross(two)))
        } else {
            (of_eye + of_other, of_eye * of_other)
        };
        // The difference of the spins is good to a few roundings of these.
        let turn = turn + 1e-12 * (of_eye + of_other);
        let twist = twist + 1e-12 * of_eye * of_other;
        let (bend_of_eye, bend_of_other) = (eye.bend * ahead * ahead, other.bend * ahead * ahead);
        (turn * turn + twist + bend_of_other + bend_of_eye) * whole
            + (of_eye * of_eye + bend_of_eye) * apart
            + 2.0 * of_eye * (self.straight * ahead)
    }

    /// A direction, given in A's frame at a time, in the frame that it moves with.
    pub(crate) fn axis(&self, glued: Glued, look: &Look<S>, normal: S) -> Axis<S> {
        let direction = match glued {
            Glued::A => normal,
            Glued::B => look.frame.direction_in_b(normal),
            Glued::World => look.frame.world_direction(normal),
        };
        Axis { glued, direction }
    }

    /// The error that turning to and fro adds to a height along an axis, in the caller's lengths.
    pub(crate) fn tilted(&self, axis: &Axis<S>, look: &Look<S>) -> f64 {
        match axis.glued {
            Glued::A => 0.0,
            Glued::B | Glued::World => ROTATED_POINT * UNIT_ROUNDOFF * look.size,
        }
    }

    /// Which axes a pair has: a half-space has its own alone.
    pub(crate) fn axes(&self) -> [Option<Glued>; 3] {
        let is_wall = [
            matches!(self.a.primitive(), Primitive::HalfSpace(..)),
            matches!(self.b.primitive(), Primitive::HalfSpace(..)),
        ];
        let [a, b] = &self.courses;
        match is_wall {
            [true, _] => [Some(Glued::A), None, None],
            [false, true] => [Some(Glued::B), None, None],
            // A body that does not turn is as good as the world.
            [false, false] => {
                let turn = [a.turns(), b.turns()];
                [Some(Glued::A), Some(Glued::B), (turn == [true, true]).then_some(Glued::World)]
            }
        }
    }

    /// How far apart the shapes are along an axis, less the target, at least; in the caller's
    /// lengths.
    pub(crate) fn height(&self, axis: &Axis<S>, look: &Look<S>) -> f64 {
        let placed = self.placed(look);
        let (target, slack) = self.target(look);
        let frame = &look.frame;
        if let Some(signed) = pairs::half_space(&placed) {
            return (signed.lower - target - slack) * frame.unit;
        }
        let direction = match axis.glued {
            Glued::A => axis.direction,
            Glued::B => frame.direction_out_of_b(axis.direction),
            Glued::World => frame.direction_in_a(axis.direction),
        };
        self.budget.spend(1);
        let vertex = placed.support(direction, None);
        let height = -direction.dot(vertex.point) / direction.length();
        (height - placed.error() - target - slack) * frame.unit - self.tilted(axis, look)
    }

    /// How fast two points, given in A's frame and solver units, approach along a direction.
    pub(crate) fn closing(
        &self,
        look: &Look<S>,
        [on_a, on_b]: [S; 2],
        normal: S,
        time: f64,
    ) -> f64 {
        let frame = &look.frame;
        let [a, b] = &self.courses;
        let from_center = |point: S, course: &Course<'_, S>, origin: S| {
            let place = frame.world_point(point) - self.from - origin;
            place - course.center(time)
        };
        let swept = |course: &Course<'_, S>, r: S| {
            let [x, y, z] = r.coordinates();
            let turned = course.spin().cross(Xyz::new(x, y, z));
            course.velocity + S::from_xyz(turned.x, turned.y, turned.z)
        };
        let of_a = swept(a, from_center(on_a, a, S::default()));
        let of_b = swept(b, from_center(on_b, b, self.offset));
        let normal = frame.world_direction(normal);
        normal.dot(of_a - of_b)
    }
}

/// The bow of a body's points in the world.
fn bow_of<S: Space>(course: &Course<'_, S>, radius: f64, ahead: f64) -> f64 {
    if !course.turns() {
        return 0.0;
    }
    let angle = course.rate * ahead;
    (angle * angle + course.bend * ahead * ahead) * radius
}
