//! One body in motion: its centre on a straight line, its rotation about a fixed axis.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Rotation, Space, Xyz, larger, sqrt, two_product, two_sum};
use crate::motion::{Motion, Way};
use crate::shape::length_above;

/// Where a body is at any time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course<'m, S: Space> {
    pub(super) motion: &'m Motion<S>,
    /// The first rotation.
    from: <S as Space>::Rotation<f64>,
    /// From the origin's first place to the centre's, in the world, and no less than its length.
    arm: S,
    arm_length: f64,
    /// The centre's velocity, in the world, and no less than its length.
    pub(crate) velocity: S,
    pub(super) speed: f64,
    /// The axis of the turn, of unit length, in the world and in the body.
    pub(crate) axis: Xyz,
    /// The angle as a function of time.
    turn: Turning,
    /// Upper bounds of the rate of the angle, and of how fast that rate changes.
    pub(crate) rate: f64,
    pub(crate) bend: f64,
    /// How far points may be from where this says; see [`Self::settled`].
    pub(crate) sway: f64,
}

#[derive(Clone, Copy, Debug)]
enum Turning {
    /// Radians per unit time, and what rounding leaves of them.
    Steady(f64, f64),
    /// The arc between two rotations, by blending quaternions: the sine and cosine of half of the
    /// angle between them, and that angle.
    Blend([f64; 2], f64),
}

/// A computed rate is raised by this part of itself, more than its roundings.
const ABOVE: f64 = 1.0 + 1e-12;

/// Errors of a rotation on the way, in units of `u`, as an angle (lemma 33): of the rotation
/// itself, of each radian of its angle, and of each unit of time where it is known by its two ends.
const TURN: f64 = 96.0;
const RADIAN: f64 = 8.0;
const ENDS: f64 = 96.0;

/// Errors of the way between the origins, in units of `u` of its terms, and of the arms.
const WAY: f64 = 8.0;
const ARM: f64 = 128.0;

/// More than the error of the angle between two poses (lemma 33).
const LEAST: f64 = 1e-14;

/// Half a turn less the error of an angle between two poses.
const HALF_TURN: f64 = core::f64::consts::PI - 64.0 * f64::EPSILON;

/// Errors of an angle of many turns, in units of `u²` of itself (lemma 33).
const MANY: f64 = 32.0;

/// Whether an angle is worth counting its turns, and not so large that floats count none.
fn is_many(angle: f64) -> bool {
    (4.0..1e15).contains(&angle.abs())
}

/// The length of an angular velocity, given its direction, as two terms.
fn steady(spin: Xyz, axis: Xyz) -> Turning {
    let rate = spin.dot(axis);
    // Where squares and what they leave are normal numbers.
    if !(1e-100..1e100).contains(&rate) {
        return Turning::Steady(rate, 0.0);
    }
    // Newton's step of the root: what its square leaves of the sum of squares, over twice of it.
    let [x, y, z] = [spin.x, spin.y, spin.z].map(|x| two_product(x, x));
    let (square, rest) = two_product(rate, rate);
    let (sum, one) = two_sum(x.0, -square);
    let (sum, two) = two_sum(sum, y.0);
    let (sum, three) = two_sum(sum, z.0);
    let left = sum + (one + two + three + ((x.1 - rest) + y.1 + z.1));
    Turning::Steady(rate, left / (2.0 * rate))
}

/// The angle of a rate in two terms at a time, less its whole turns.
fn within_turn([rate, rest]: [f64; 2], time: f64) -> f64 {
    // A turn in two terms.
    const WHOLE: [f64; 2] = [core::f64::consts::TAU, 2.449_293_598_294_706_4e-16];
    let (angle, less) = two_product(rate, time);
    let turns = libm::rint(angle / WHOLE[0]);
    let (whole, off) = two_product(turns, WHOLE[0]);
    // The difference of two numbers so near each other is exact.
    (angle - whole) + (less + rest * time - off - turns * WHOLE[1])
}

impl<'m, S: Space> Course<'m, S> {
    pub(crate) fn new(motion: &'m Motion<S>) -> Self {
        let Motion { from, center, way } = motion;
        let arm = center.rotate(&from.rotation.matrix());
        let up = Xyz::new(0.0, 0.0, 1.0);
        let course = |velocity: S, axis: Xyz, turn: Turning, rate: f64, bend: f64| Self {
            motion,
            from: from.rotation.turned(up, [0.0, 1.0]),
            arm,
            arm_length: length_above(*center),
            velocity,
            speed: length_above(velocity),
            axis,
            turn,
            rate,
            bend,
            sway: 0.0,
        };
        match way {
            Way::Steady { velocity, turning } => {
                let spin = turning.map_or(Xyz::default(), S::spin::<S>);
                // Where there is no finite axis nothing is known, and the rate is not finite.
                let axis = spin.try_normalize();
                let rate = length_above(spin);
                // The angle needs the length itself, which `length_above` only bounds.
                let turn = match axis {
                    Some(axis) => steady(spin, axis),
                    None => Turning::Steady(rate, 0.0),
                };
                course(*velocity, axis.unwrap_or(up), turn, rate, 0.0)
            }
            Way::Between { to, is_blend } => {
                let there = center.rotate(&to.rotation.matrix());
                let way = to.translation - from.translation;
                let velocity = way + (there - arm);
                let (axis, angle) = from.rotation.turn_to(to.rotation);
                // By half a turn, to a rounding, neither way is the shorter: nothing is known.
                let angle = if angle < HALF_TURN { angle } else { f64::NAN };
                // Equal poses do not turn; between any others the angle is slightly off.
                let least = if from.rotation == to.rotation { 0.0 } else { LEAST };
                if !is_blend {
                    let turn = Turning::Steady(angle, 0.0);
                    return course(velocity, axis, turn, angle * ABOVE + least, 0.0);
                }
                let (sin, cos) = libm::sincos(0.5 * angle);
                // tan(angle / 4): the rate is at most 4 of it, its derivative `3 sqrt(3)` of its
                // square.
                let tan = sin / (1.0 + cos);
                let rate = 4.0 * tan * ABOVE + least;
                let bend = 5.2 * tan * tan * ABOVE + least * least;
                course(velocity, axis, Turning::Blend([sin, cos], angle), rate, bend)
            }
        }
    }

    /// The same without a turn, of which `sway` is the effect.
    pub(super) fn without_turn(&self, sway: f64) -> Self {
        Self { turn: Turning::Steady(0.0, 0.0), rate: 0.0, bend: 0.0, sway, ..*self }
    }

    /// Whether it turns at all.
    pub(crate) fn turns(&self) -> bool {
        self.rate != 0.0
    }

    /// Whether its angular velocity is the same all the time.
    pub(crate) fn is_steady(&self) -> bool {
        self.bend == 0.0
    }

    /// How long one whole turn takes, where its rate is given and finite.
    pub(super) fn turn_time(&self) -> Option<f64> {
        match (&self.motion.way, self.turn) {
            (Way::Steady { .. }, Turning::Steady(rate, _)) => Some(core::f64::consts::TAU / rate),
            _ => None,
        }
    }

    /// The angular velocity of a steady motion.
    pub(crate) fn spin(&self) -> Xyz {
        match self.turn {
            Turning::Steady(rate, _) => self.axis * rate,
            Turning::Blend(..) => self.axis * self.rate,
        }
    }

    /// The angle by which it has turned.
    fn angle(&self, time: f64) -> f64 {
        match self.turn {
            Turning::Steady(rate, _) => rate * time,
            Turning::Blend(..) => {
                let [sin, cos] = self.half(time);
                2.0 * libm::atan2(sin, cos)
            }
        }
    }

    /// The angle by which it turns between two times: not a difference of two after many turns.
    pub(super) fn angle_between(&self, time: f64, then: f64) -> f64 {
        match self.turn {
            Turning::Steady(rate, _) => rate * (then - time),
            Turning::Blend(..) => self.angle(then) - self.angle(time),
        }
    }

    /// The sine and cosine of half of the angle by which it has turned.
    fn half(&self, time: f64) -> [f64; 2] {
        match self.turn {
            Turning::Steady(rate, rest) => {
                let angle = rate * time;
                let angle = if is_many(angle) { within_turn([rate, rest], time) } else { angle };
                libm::sincos(0.5 * angle).into()
            }
            Turning::Blend([sin, cos], _) => {
                // Beyond, nothing changes, and squares would overflow.
                let time = time.clamp(-1e100, 1e100);
                let (sin, cos) = (time * sin, (1.0 - time) + time * cos);
                let length = sqrt(sin * sin + cos * cos);
                [sin / length, cos / length]
            }
        }
    }

    /// The rotation at a time.
    pub(crate) fn rotation(&self, time: f64) -> <S as Space>::Rotation<f64> {
        if !self.turns() || time == 0.0 {
            return self.from;
        }
        <S as Space>::Rotation::turned(self.from, self.axis, self.half(time))
    }

    /// From the origin's first place to its place at a time, given the rotation then.
    pub(super) fn way_of(&self, time: f64, rotation: <S as Space>::Rotation<f64>) -> S {
        let straight = self.velocity * time;
        let center = self.motion.center;
        if center == S::default() {
            return straight;
        }
        straight + (self.arm - center.rotate(&Rotation::matrix(rotation)))
    }

    /// From the origin's first place to its place at a time.
    pub(crate) fn way(&self, time: f64) -> S {
        self.way_of(time, self.rotation(time))
    }

    /// From the origin's first place to the centre's place at a time.
    pub(crate) fn center(&self, time: f64) -> S {
        self.arm + self.velocity * time
    }

    /// How far the centre is from the origin.
    pub(crate) fn arm_length(&self) -> f64 {
        self.arm_length
    }

    /// How many radians the computed rotation at a time may differ from the exact one.
    pub(crate) fn tilt(&self, time: f64) -> f64 {
        if !self.turns() {
            return 0.0;
        }
        let of_ends = match self.motion.way {
            Way::Between { .. } => ENDS * (1.0 + time),
            Way::Steady { .. } => 0.0,
        };
        // Whole turns are left out exactly, but where the rate itself is rounded.
        let angle = match self.turn {
            Turning::Steady(rate, _) => (rate * time).abs(),
            Turning::Blend(_, whole) if (0.0..=1.0).contains(&time) => whole,
            Turning::Blend(..) => core::f64::consts::TAU,
        };
        let is_exact = matches!(self.motion.way, Way::Steady { .. }) && is_many(angle);
        let radians = if is_exact { 4.0 + MANY * UNIT_ROUNDOFF * angle } else { angle };
        UNIT_ROUNDOFF * (TURN + RADIAN * radians + of_ends)
    }

    /// The error of the computed velocity: of its own terms, each of which may be far larger, where
    /// it is known by its two ends.
    pub(crate) fn off_velocity(&self) -> f64 {
        match self.motion.way {
            Way::Between { .. } => UNIT_ROUNDOFF * (WAY * self.speed + ARM * self.arm_length()),
            Way::Steady { .. } => 0.0,
        }
    }

    /// The error of the computed `way`, without that of its sum with the other body's.
    pub(crate) fn off(&self, time: f64) -> f64 {
        let length = self.speed * time;
        let arm = self.arm_length();
        let of_ends = match self.motion.way {
            Way::Between { .. } => 1.0 + time,
            Way::Steady { .. } => 1.0,
        };
        UNIT_ROUNDOFF * (WAY * length + ARM * arm * of_ends) + self.tilt(time) * arm + self.sway
    }

    /// The largest distance of points from the axis through the centre, when the core's points are
    /// no farther than this from the centre: by a box about the axis.
    pub(crate) fn radius(&self, reach: f64, rounding: f64, support: impl Fn(S) -> S) -> f64 {
        let center = self.motion.center;
        let whole = reach + self.arm_length();
        if S::DIM == 2 || !self.turns() || !whole.is_finite() {
            return whole;
        }
        let axis = S::from_xyz(self.axis.x, self.axis.y, self.axis.z)
            .rotate_back(&self.motion.from.rotation.matrix());
        let across = axis.any_perpendicular();
        let [x, y, z] = axis.coordinates();
        let [u, v, w] = across.coordinates();
        let third = Xyz::new(x, y, z).cross(Xyz::new(u, v, w));
        let extent = |along: S| {
            let high = along.dot(support(along) - center);
            let low = along.dot(support(-along) - center);
            larger(high.abs(), low.abs())
        };
        let (one, two) = (extent(across), extent(S::from_xyz(third.x, third.y, third.z)));
        // For rounded support points along rounded directions.
        let within = length_above(S::from_xyz(one, two, 0.0)) + (1e-9 + 4.0 * rounding) * whole;
        // The box has corners where the body has none.
        if within < whole { within } else { whole }
    }
}
