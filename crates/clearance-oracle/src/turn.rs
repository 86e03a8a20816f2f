//! Where a turning body is, to far more digits than any float.
//!
//! A rotation by the angle `|w| t` about `w` has the matrix `I + t sinc(x) W + t² cosc(x) W²`, `W`
//! that of the vector product with `w`, `x = |w|² t²`, and both functions power series in `x`: no
//! root is needed, and only the series are cut off. Numbers are rounded to 2^-[`DIGITS`] of a unit,
//! so that sizes from 1e-20 on are known to more than a hundred bits.

use crate::{
    number::{Rational, exact, near, power_of_two, sqrt_bounds},
    pose::Pose,
    vector::Vector,
};
use dashu_int::IBig;

/// Binary digits after the point.
const DIGITS: usize = 300;

/// A motion: a centre on a straight line, and a turn about a fixed axis.
#[derive(Clone, Debug)]
pub struct Turning<const N: usize> {
    from: Pose<N>,
    /// From the origin's first place to the centre's.
    arm: Vector<N>,
    center: Vector<N>,
    velocity: Vector<N>,
    /// The angular velocity; or the axis, of length 1.
    axis: [Rational; 3],
    angle: Angle,
}

#[derive(Clone, Debug)]
enum Angle {
    /// An angle of the axis's length in each unit of time.
    Steady,
    /// An angle in radians at time 1, at constant speed.
    Arc(Rational),
    /// An arc by blended quaternions: sine and cosine of half of it.
    Blend([Rational; 2]),
}

impl<const N: usize> Turning<N> {
    /// Constant velocities, about a centre given in the body. In the plane the angular velocity
    /// is the third number.
    pub fn steady(
        from: Pose<N>,
        center: Vector<N>,
        velocity: Vector<N>,
        spin: [f64; 3],
    ) -> Option<Self> {
        let axis = Vector::<3>::exact(spin)?.0;
        let arm = from.turn(&center);
        Some(Self { from, arm, center, velocity, axis, angle: Angle::Steady })
    }

    /// From one pose at time 0 to another at time 1, by the shorter arc, at constant speed or by
    /// blended quaternions. `None` where the poses are half a turn apart, or nearly.
    pub fn between(from: Pose<N>, to: &Pose<N>, center: Vector<N>, blend: bool) -> Option<Self> {
        let arm = from.turn(&center);
        let there = &to.turn(&center) + &to.translation;
        let velocity = &there - &(&arm + &from.translation);
        let (axis, sin, cos) = arc(&from, to)?;
        let angle = angle_of(&sin, &cos)?;
        let angle = if blend {
            let half = &angle / Rational::from(2);
            let (sinc, cosc) = series(&(&half * &half));
            let cos = Rational::ONE - &half * &half * cosc;
            Angle::Blend([fixed(&(half * sinc)), fixed(&cos)])
        } else {
            Angle::Arc(angle)
        };
        Some(Self { from, arm, center, velocity, axis, angle })
    }

    /// The pose at a time.
    pub fn at(&self, time: &Rational) -> Pose<N> {
        let turn = self.turn(time);
        let linear: [Vector<N>; N] = std::array::from_fn(|i| {
            Vector(std::array::from_fn(|j| {
                let sum = (0..N)
                    .fold(Rational::ZERO, |sum, k| sum + &turn[i][k] * &self.from.linear[k].0[j]);
                fixed(&sum)
            }))
        });
        let arm = Vector::<N>(std::array::from_fn(|i| {
            (0..N).fold(Rational::ZERO, |sum, k| sum + &turn[i][k] * &self.arm.0[k])
        }));
        let straight = &(&self.from.translation + &self.arm) + &(&self.velocity * time);
        let place = &straight - &arm;
        Pose { linear, translation: Vector(place.0.map(|x| fixed(&x))) }
    }

    /// The turn from the first rotation to that of a time.
    fn turn(&self, time: &Rational) -> [[Rational; 3]; 3] {
        let squared = self.axis.iter().fold(Rational::ZERO, |sum, w| sum + w * w);
        let (once, twice) = match &self.angle {
            Angle::Steady => {
                let (sinc, cosc) = series(&(&squared * time * time));
                (time * &sinc, time * time * &cosc)
            }
            Angle::Arc(angle) => {
                let angle = angle * time;
                let (sinc, cosc) = series(&(&angle * &angle));
                (&angle * &sinc, &angle * &angle * &cosc)
            }
            Angle::Blend([sin, cos]) => {
                let c = Rational::ONE - time + time * cos;
                let s = time * sin;
                let norm = &c * &c + &s * &s;
                (Rational::from(2) * &s * &c / &norm, Rational::from(2) * &s * &s / &norm)
            }
        };
        let (once, twice) = (fixed(&once), fixed(&twice));
        let [x, y, z] = &self.axis;
        let product = [
            [Rational::ZERO, -z.clone(), y.clone()],
            [z.clone(), Rational::ZERO, -x.clone()],
            [-y.clone(), x.clone(), Rational::ZERO],
        ];
        let w = [x, y, z];
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                // W² = w wᵀ - |w|² I.
                let diagonal = if i == j { squared.clone() } else { Rational::ZERO };
                let square = w[i] * w[j] - diagonal;
                let one = if i == j { Rational::ONE } else { Rational::ZERO };
                one + &once * &product[i][j] + &twice * &square
            })
        })
    }

    /// The centre's path and the turn in floats: the first place of the centre, its velocity, the
    /// matrix of the first rotation, the centre in the body, the axis of length 1 and the speed about
    /// it at a time.
    pub fn floats(&self) -> Floats<N> {
        let v = |v: &Vector<N>| v.0.each_ref().map(near);
        let length =
            near(&sqrt_bounds(&self.axis.iter().fold(Rational::ZERO, |sum, w| sum + w * w)).0);
        let axis =
            self.axis.each_ref().map(near).map(|x| if length > 0.0 { x / length } else { 0.0 });
        let angle = match &self.angle {
            Angle::Steady => FloatAngle::Steady(length),
            Angle::Arc(angle) => FloatAngle::Steady(near(angle)),
            Angle::Blend([sin, cos]) => FloatAngle::Blend(near(sin), near(cos)),
        };
        Floats {
            place: v(&(&self.from.translation + &self.arm)),
            velocity: v(&self.velocity),
            linear: self.from.linear.each_ref().map(v),
            center: v(&self.center),
            axis,
            angle,
        }
    }
}

/// A motion in floats, good to some 1e-15 of its size: for many evaluations.
#[derive(Clone, Debug)]
pub struct Floats<const N: usize> {
    place: [f64; N],
    velocity: [f64; N],
    linear: [[f64; N]; N],
    center: [f64; N],
    axis: [f64; 3],
    angle: FloatAngle,
}

#[derive(Clone, Copy, Debug)]
enum FloatAngle {
    Steady(f64),
    Blend(f64, f64),
}

/// A pose in floats: rows, and the local origin's place.
pub type FloatPose<const N: usize> = ([[f64; N]; N], [f64; N]);

impl<const N: usize> Floats<N> {
    /// The pose at a time.
    pub fn at(&self, time: f64) -> FloatPose<N> {
        let angle = match self.angle {
            FloatAngle::Steady(rate) => rate * time,
            FloatAngle::Blend(sin, cos) => 2.0 * f64::atan2(time * sin, 1.0 - time + time * cos),
        };
        let (sin, versine) = (angle.sin(), 2.0 * (0.5 * angle).sin().powi(2));
        let [x, y, z] = self.axis;
        let product = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        let w = self.axis;
        // In the plane the axis is z, and nothing happens along it.
        let turn = |i: usize, j: usize| {
            let one = if i == j { 1.0 } else { 0.0 };
            let square = w[i] * w[j] - if i == j { 1.0 } else { 0.0 };
            if w == [0.0; 3] { one } else { one + sin * product[i][j] + versine * square }
        };
        let linear: [[f64; N]; N] = std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..N).map(|k| turn(i, k) * self.linear[k][j]).sum())
        });
        let place = std::array::from_fn(|i| {
            let arm: f64 = (0..N).map(|k| linear[i][k] * self.center[k]).sum();
            self.place[i] + self.velocity[i] * time - arm
        });
        (linear, place)
    }

    /// The centre's velocity, and the largest speed of the turn.
    pub fn speeds(&self) -> ([f64; N], f64) {
        let rate = match self.angle {
            FloatAngle::Steady(rate) => rate.abs(),
            // Fastest in the middle: 4 tan(angle / 4).
            FloatAngle::Blend(sin, cos) => 4.0 * sin / (1.0 + cos),
        };
        (self.velocity, rate)
    }
}

/// The axis of length 1 of the turn between two rotations, and the sine and cosine of its angle, of
/// 0 to half a turn.
fn arc<const N: usize>(
    from: &Pose<N>,
    to: &Pose<N>,
) -> Option<([Rational; 3], Rational, Rational)> {
    let entry = |i: usize, j: usize| {
        if i < N && j < N { to.linear[i].dot(&from.linear[j]) } else { Rational::ZERO }
    };
    if N == 2 {
        let (sin, cos) = (entry(1, 0), entry(0, 0));
        let up = if sin < Rational::ZERO { -Rational::ONE } else { Rational::ONE };
        return Some((
            [Rational::ZERO, Rational::ZERO, up.clone()],
            fixed(&(sin * up)),
            fixed(&cos),
        ));
    }
    let twice = [entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0), entry(1, 0) - entry(0, 1)];
    let squared = twice.iter().fold(Rational::ZERO, |sum, w| sum + w * w);
    let length = sqrt_bounds(&squared).0;
    let cos = (entry(0, 0) + entry(1, 1) + entry(2, 2) - Rational::ONE) / Rational::from(2);
    if near(&length) < 1e-6 {
        // No turn, or half a turn, which the sine does not distinguish.
        let none = cos > Rational::ZERO && squared.is_zero();
        let still = [Rational::ZERO, Rational::ZERO, Rational::ONE];
        return none.then_some((still, Rational::ZERO, Rational::ONE));
    }
    let axis = twice.map(|w| fixed(&(w / &length)));
    Some((axis, fixed(&(length / Rational::from(2))), fixed(&cos)))
}

/// The angle of a sine and cosine, by one step from the nearest float: the remaining error is
/// 1e-48.
fn angle_of(sin: &Rational, cos: &Rational) -> Option<Rational> {
    let guess = exact(f64::atan2(near(sin), near(cos)))?;
    let (sinc, cosc) = series(&(&guess * &guess));
    let (s, c) = (&guess * &sinc, Rational::ONE - &guess * &guess * cosc);
    let rest = sin * c - cos * s;
    let cubed = &rest * &rest * &rest / Rational::from(6);
    Some(fixed(&(guess + rest + cubed)))
}

/// `sin(a)/a` and `(1 - cos(a))/a²` as functions of `x = a²`: the series at `x / 4^k`, where few
/// terms suffice, doubled k times.
fn series(x: &Rational) -> (Rational, Rational) {
    let mut halvings = 0;
    let mut small = x.clone();
    while near(&small) > 0.25 {
        small /= Rational::from(4);
        halvings += 1;
    }
    let small = fixed(&small);
    let (mut sinc, mut cosc) = (Rational::ZERO, Rational::ZERO);
    let mut term = Rational::ONE;
    for k in 1..40_u32 {
        // term = (-x)^(k-1) / (2k-1)!
        sinc += &term;
        cosc += &term / Rational::from(2 * k);
        term = fixed(&(-&term * &small / Rational::from(2 * k * (2 * k + 1))));
        if term.is_zero() {
            break;
        }
    }
    let mut at = small;
    for _ in 0..halvings {
        let cos = Rational::ONE - &at * &cosc;
        cosc = fixed(&(&sinc * &sinc / Rational::from(2)));
        sinc = fixed(&(&sinc * cos));
        at *= Rational::from(4);
    }
    (sinc, cosc)
}

/// Rounded to so many digits.
fn fixed(x: &Rational) -> Rational {
    let shifted = x * power_of_two(DIGITS as i64);
    let (numerator, denominator) = (shifted.numerator().clone(), shifted.denominator().clone());
    Rational::from(numerator / IBig::from(denominator)) * power_of_two(-(DIGITS as i64))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn distance<const N: usize>(p: &Pose<N>, q: &Pose<N>) -> f64 {
        let of = |v: Vector<N>| near(&v.norm_squared()).sqrt();
        let rows = (0..N).map(|i| of(&p.linear[i] - &q.linear[i])).fold(0.0, f64::max);
        rows.max(of(&p.translation - &q.translation))
    }

    #[test]
    fn turns_add_up() {
        let from = Pose::from_quaternion([1.0, 2.0, 3.0], [0.5, -0.25, 1.0, 2.0]).unwrap();
        let spin = [3.0, -4.0, 12.0];
        let center = Vector::whole([1, -2, 1]);
        let velocity = Vector::whole([1, 0, -1]);
        let whole = Turning::steady(from, center.clone(), velocity.clone(), spin).unwrap();
        let [one, two, three] = ["3/8", "17/8", "20/8"].map(|x| x.parse::<Rational>().unwrap());
        let rest = Turning::steady(whole.at(&one), center, velocity, spin).unwrap();
        assert!(distance(&rest.at(&two), &whole.at(&three)) < 1e-80);
        // And as floats do it.
        let (rows, place) = whole.floats().at(2.5);
        let exact = whole.at(&three);
        let off = |x: &Rational, float: f64| (near(x) - float).abs();
        for (i, row) in rows.iter().enumerate() {
            assert!(off(&exact.translation.0[i], place[i]) < 1e-12);
            assert!((0..3).all(|j| off(&exact.linear[i].0[j], row[j]) < 1e-12));
        }
        // Lengths stay.
        let row = &exact.linear[0];
        assert!((near(&(row.norm_squared() - Rational::ONE))).abs() < 1e-80);
    }

    #[test]
    fn arcs_meet_their_ends() {
        let from = Pose::from_quaternion([1.0, 2.0, 3.0], [0.5, -0.25, 1.0, 2.0]).unwrap();
        let to = Pose::from_quaternion([0.0, 1.0, -3.0], [0.25, 0.5, -1.0, 1.0]).unwrap();
        for blend in [false, true] {
            let arc = Turning::between(from.clone(), &to, Vector::whole([0, 1, 0]), blend).unwrap();
            assert!(distance(&arc.at(&Rational::ZERO), &from) < 1e-80);
            // The angle is known to 1e-48.
            assert!(distance(&arc.at(&Rational::ONE), &to) < 1e-45);
        }
        let half = "1/2".parse::<Rational>().unwrap();
        let middle = |blend| {
            let center = Vector::whole([0, 0, 0]);
            Turning::between(from.clone(), &to, center, blend).unwrap().at(&half)
        };
        // Half way they agree.
        assert!(distance(&middle(false), &middle(true)) < 1e-45);
    }

    #[test]
    fn a_quarter_turn_of_the_plane() {
        let from = Pose::<2>::identity();
        let turning =
            Turning::steady(from, Vector::whole([1, 0]), Vector::whole([0, 0]), [0.0, 0.0, 1.0]);
        let quarter = exact(std::f64::consts::FRAC_PI_2).unwrap();
        let pose = turning.unwrap().at(&quarter);
        // About (1, 0).
        let [x, y] = pose.translation.0.each_ref().map(near);
        assert!((x - 1.0).abs() < 1e-15 && (y + 1.0).abs() < 1e-15, "{x} {y}");
    }
}
