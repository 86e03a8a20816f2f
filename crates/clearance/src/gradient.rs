//! How the signed distance changes while the shapes move, and where it has a kink.

use crate::answer::Witness;
use crate::contact::wide;
use crate::math::{Pose, Scalar, Space, ToPose, Vector, Xyz, larger, smaller};
use crate::motion::Motion;
use crate::query::{Compiled, Pair};
use crate::shape::{Solid, SupportMap};
use crate::solve::Expand;

/// How fast a body moves, or how a number depends on where it is: a vector for its origin, and one
/// for its turning about that origin, both along the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, <V::Space as Space>::Angular<V>: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, <V::Space as Space>::Angular<V>: serde::Deserialize<'de>"
    ))
)]
pub struct Twist<V: Vector> {
    /// The part of the pose's translation.
    pub linear: V,
    /// The part of the rotation: in the plane a number, counter-clockwise; in space a vector along
    /// the axis, in radians.
    pub angular: <V::Space as Space>::Angular<V>,
}

impl<V: Vector> Twist<V> {
    /// Without turning.
    pub fn along(linear: V) -> Self {
        Self { linear, angular: V::Space::turning(Xyz::default()) }
    }

    fn dot(&self, other: &Self) -> f64 {
        let [one, another] = [self, other].map(|twist| V::Space::spin::<V>(twist.angular));
        self.linear.to_space().dot(other.linear.to_space()) + one.dot(another)
    }

    fn times(&self, factor: f64) -> Self {
        Self {
            linear: V::from_space(self.linear.to_space() * factor),
            angular: V::Space::turning(V::Space::spin::<V>(self.angular) * factor),
        }
    }
}

/// The derivatives of a number of a pair, the signed distance or the time of impact, with respect
/// to both poses.
///
/// By [`Witness::gradient`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, <V::Space as Space>::Angular<V>: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, <V::Space as Space>::Angular<V>: serde::Deserialize<'de>"
    ))
)]
pub struct Gradient<V: Vector> {
    /// The derivative with respect to A's pose.
    pub a: Twist<V>,
    /// The derivative with respect to B's pose.
    pub b: Twist<V>,
}

impl<V: Vector> Gradient<V> {
    /// How fast the number changes while the bodies move like this: for the signed distance,
    /// negative where they approach.
    #[must_use]
    pub fn rate(&self, a: &Twist<V>, b: &Twist<V>) -> V::Scalar {
        V::Scalar::from_f64(self.a.dot(a) + self.b.dot(b))
    }

    /// Turns the gradient of the signed distance at the time of impact into that of the time
    /// itself, for bodies that move like this at that time: how much later they touch, for a small
    /// change of either pose then. A radius that grows by `r` changes the time by `r / rate`.
    /// `None` where they do not approach: at a graze the time has no derivative.
    ///
    /// ```
    /// use clearance::{Ball, Cast, Cuboid, Pose, Sweep, Twist, cast};
    /// use glam::DVec3;
    ///
    /// let (wall, ball) = (Cuboid::new(DVec3::ONE), Ball::new(0.5));
    /// let (start, velocity) = (DVec3::new(4.0, 0.0, 0.0), DVec3::new(-4.0, 1.0, 0.0));
    /// let Cast::Hit(hit) = cast(&wall, &DVec3::ZERO, &ball, &start, &Sweep::new(velocity)) else {
    ///     panic!("it hits");
    /// };
    /// let then = start + velocity * hit.time.high;
    /// let apart = hit.witness.gradient(&DVec3::ZERO, &then);
    /// let still = Twist::along(DVec3::ZERO);
    /// let time = apart.of_time(&still, &Twist::along(velocity)).unwrap();
    /// // Farther away by x, it comes later by x over the speed towards the wall.
    /// assert!((time.b.linear - DVec3::new(0.25, 0.0, 0.0)).length() < 1e-12);
    /// ```
    #[must_use]
    pub fn of_time(&self, a: &Twist<V>, b: &Twist<V>) -> Option<Self> {
        let rate = self.a.dot(a) + self.b.dot(b);
        let factor = -1.0 / rate;
        (rate < 0.0).then(|| Self { a: self.a.times(factor), b: self.b.times(factor) })
    }
}

impl<V: Vector> Witness<V> {
    /// The derivatives of the signed distance (the distance, or minus the depth) with respect to
    /// both poses, from any witness of a pair in these poses: of a distance, a depth, or the hit of
    /// a cast.
    ///
    /// With the normal `n` from A to B they are `n` for B's translation and `(on_b - origin) × n`
    /// for B's turning about its origin; for A the same with the other sign and point. A radius
    /// that grows changes the signed distance by -1 of its growth; a vertex of A that moves by `u`,
    /// by `-w n·u`, where `w` is its weight in `on_a` ([`vertex_weights`](crate::vertex_weights)).
    /// These are derivatives where [`smoothness`] returns [`Smooth`](Smoothness::Smooth); elsewhere
    /// they are one choice of several, as good for descending.
    ///
    /// Source: Danskin 1967. Costs some multiplications.
    ///
    /// ```
    /// use clearance::{Cuboid, Twist, proximity};
    /// use glam::{DQuat, DVec3};
    ///
    /// let (shelf, tool) = (Cuboid::new(DVec3::ONE), Cuboid::new(DVec3::new(0.1, 0.1, 0.5)));
    /// let pose = (DQuat::from_rotation_y(0.5), DVec3::new(2.0, 0.2, 0.1));
    /// let near = proximity(&shelf, &DVec3::ZERO, &tool, &pose);
    /// let gradient = near.witness().gradient(&DVec3::ZERO, &pose);
    /// // One way or the other, turning the tool about y brings it nearer.
    /// let turn = Twist { linear: DVec3::ZERO, angular: DVec3::Y };
    /// let rate = gradient.rate(&Twist::along(DVec3::ZERO), &turn);
    /// let turned = (DQuat::from_rotation_y(0.5 + 1e-6), pose.1);
    /// let then = proximity(&shelf, &DVec3::ZERO, &tool, &turned).signed_distance();
    /// assert!(((then - near.signed_distance()) / 1e-6 - rate).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn gradient<P, Q>(&self, pose_a: &P, pose_b: &Q) -> Gradient<V>
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
    {
        let normal = self.normal.to_space();
        let moment = |point: V, pose: Pose<V>, normal: V::Space| Twist {
            linear: V::from_space(normal),
            // In the plane along z.
            angular: V::Space::turning(
                wide(point.to_space() - pose.translation.to_space()).cross(wide(normal)),
            ),
        };
        Gradient {
            a: moment(self.on_a, pose_a.to_pose(), -normal),
            b: moment(self.on_b, pose_b.to_pose(), normal),
        }
    }
}

/// Whether the signed distance of a pair has a derivative at its poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Smoothness {
    /// It has, and no kink is near: within a turn of 5e-6 rad, or a move by that part of the
    /// smaller shape, the derivatives do not jump, but for jumps of less than a ten-millionth of
    /// how fast they change there (radii count for that).
    Smooth,
    /// It has with respect to translations only. Turned one way or the other, different points are
    /// nearest: facets or edges are parallel; or a shape is so small beside the other, or beside
    /// their distance, by some 1e-9, that the gap hides whether they are.
    Moment,
    /// It has none, or nothing is known: several directions are equally good, as in the middle of a
    /// box, or corners just touch.
    Normal,
}

/// How far a body is moved to look for kinks, in radians, or in sizes of the smaller shape (of the
/// larger one where the smaller is a point).
const STEP: f64 = 1.0 / 16384.0;

/// How many gaps long a body must be for its kinks to show: over a quarter of a step of it, a jump
/// of the derivative by a 32nd bends the distance by twice the noise of four queries.
const FAINTEST: f64 = 8.0 * 32.0 * 4.0 / STEP;

/// What bends smoothly bends by a sixteenth with a quarter of the step, to within this part.
const STRAIGHT: f64 = 1.0 / 1024.0;

/// Whether the numbers that [`Witness::gradient`] gives are derivatives, or those of one side of a
/// kink.
///
/// It compares the signed distances of B moved a little to and fro, along each axis and about each
/// through `on_b`, in two sizes of step. With the step, the bend of a smooth distance shrinks by
/// the square, that of a kink in proportion. Works for every shape, those of your own included; in
/// `f64` also for shapes in `f32`.
///
/// Cost: 25 times [`proximity`](crate::proximity()), in the plane 13 times; more where two sizes
/// do not tell.
///
/// ```
/// use clearance::{Ball, Cuboid, Smoothness, smoothness};
/// use glam::DVec3;
///
/// let cube = Cuboid::new(DVec3::ONE);
/// let at = |b: DVec3| smoothness(&cube, &DVec3::ZERO, &Ball::new(0.5), &b);
/// assert_eq!(at(DVec3::new(2.0, 0.3, 0.1)), Smoothness::Smooth);
/// assert_eq!(at(DVec3::ZERO), Smoothness::Normal); // Six ways out.
/// let above = DVec3::new(0.0, 2.5, 0.0); // Face over face.
/// assert_eq!(smoothness(&cube, &DVec3::ZERO, &cube, &above), Smoothness::Moment);
/// ```
#[must_use]
pub fn smoothness<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Smoothness
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Pair::with((a, pose_a), (b, pose_b), Compiled::smoothness)
}

/// See [`smoothness`].
pub(crate) fn smoothness_of<S: Expand>(pair: &Pair<'_, S>) -> Smoothness {
    let (a, b) = (pair.a, pair.b);
    // About A's origin: far from the world's, steps would be lost in rounding.
    let here = Pose { translation: S::ORIGIN, ..*pair.pose_a };
    let there = pair.pose_b.translation - pair.pose_a.translation;
    let pose_b = &Pose { translation: there, ..*pair.pose_b };
    let pair = Pair { pose_a: &here, pose_b, ..*pair };
    let at = |pose: &Pose<S>| {
        let found = Pair { pose_b: pose, ..pair }.proximity(None, None);
        (found.signed_distance(), *found.witness())
    };
    let (here, Witness { gap, on_b, .. }) = at(pose_b);
    if !(gap < f64::INFINITY) {
        return Smoothness::Normal;
    }
    let size = |shape: &Solid<'_, S>| shape.reach() + shape.radius_f64();
    let (one, other) = (size(a), size(b));
    // A point has no size, and a shape without end has none that counts.
    let unit = [smaller(one, other), larger(one, other), here.abs()]
        .into_iter()
        .find(|length| 0.0 < *length && *length < f64::INFINITY)
        .unwrap_or(1.0);
    // Steps that the gap does not hide, for a grain beside a boulder say.
    let unit = larger(unit, FAINTEST * gap);
    let has_kink = |moved: &dyn Fn(f64) -> Pose<S>| {
        let bend = |step: f64| {
            let [(to, ahead), (fro, behind)] = [step, -step].map(|step| at(&moved(step)));
            ((to - here + (fro - here)).abs(), ahead.gap + behind.gap + 2.0 * gap)
        };
        let mut step = 0.25 * STEP;
        let ((mut wide, _), (mut close, mut noise)) = (bend(STEP), bend(step));
        if close <= 2.0 * noise || 16.0 * close - wide <= STRAIGHT * wide + 32.0 * noise {
            return false;
        }
        // What is left is of a kink, or of a higher power of the step, which dies out faster.
        let mut most = 1.0;
        loop {
            let left = (16.0 * close - wide).abs();
            if !(left < most * wide) {
                return true;
            }
            if left <= STRAIGHT * wide + 32.0 * noise {
                return false;
            }
            (most, step, wide) = (0.25 * left / wide, 0.25 * step, close);
            (close, noise) = bend(step);
        }
    };
    let shifts = |i: usize| {
        let axis = S::axis(i) * unit;
        has_kink(&|step| Pose { translation: pose_b.translation + axis * step, ..*pose_b })
    };
    if (0..S::DIM).any(shifts) {
        return Smoothness::Normal;
    }
    let still = Motion::new(pose_b).about(pose_b.inverse_transform_point(on_b));
    let turns = |axis: Xyz| has_kink(&|step| still.turning(S::turning(axis * step)).at(1.0));
    // In the plane there is one axis to turn about.
    let axes = [Xyz::new(0.0, 0.0, 1.0), Xyz::new(1.0, 0.0, 0.0), Xyz::new(0.0, 1.0, 0.0)];
    if axes.into_iter().take(if S::DIM == 2 { 1 } else { 3 }).any(turns) {
        return Smoothness::Moment;
    }
    // A turn moves the ends of the smaller core by its size; a core that is a point has none.
    let lever = smaller(a.reach(), b.reach());
    if lever > 0.0 && lever < FAINTEST * gap { Smoothness::Moment } else { Smoothness::Smooth }
}
