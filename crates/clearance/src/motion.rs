//! Motions of a body that turns: constant velocities, and the ways between two poses.

use crate::cast::AtStart;
use crate::math::{Pose, Rotation, Scalar, Space, ToPose, Vector, two_sum};
use crate::solve::turn::Course;

/// A motion of one body that may turn, for times from 0 on.
///
/// The body turns about its *centre*, a point of its own that moves on a straight line: the local
/// origin unless [`about`](Self::about) names another. The motion is exact, for the very floats
/// given: rounding of the poses on the way is charged to the answer.
///
/// ```
/// use clearance::Motion;
/// use glam::{DQuat, DVec3};
///
/// // A quarter turn about y while it moves along x, twice over.
/// let spin = DVec3::new(0.0, core::f64::consts::FRAC_PI_2, 0.0);
/// let steady = Motion::new(&DVec3::ZERO).velocity(DVec3::X).turning(spin);
/// let to = (DQuat::from_rotation_y(core::f64::consts::FRAC_PI_2), DVec3::X);
/// let same = Motion::between(&DVec3::ZERO, &to);
/// assert!((steady.at(0.3).translation - DVec3::new(0.3, 0.0, 0.0)).length() < 1e-15);
/// assert!((steady.at(0.3).rotation.y - same.at(0.3).rotation.y).abs() < 1e-15);
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, \
                     <V::Space as Space>::Angular<V>: serde::Serialize, \
                     <V::Space as Space>::Rotation<V::Scalar>: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, \
                       <V::Space as Space>::Angular<V>: serde::Deserialize<'de>, \
                       <V::Space as Space>::Rotation<V::Scalar>: serde::Deserialize<'de>"
    ))
)]
pub struct Motion<V: Vector> {
    pub(crate) from: Pose<V>,
    pub(crate) center: V,
    pub(crate) way: Way<V>,
}

/// What leads from the first pose to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, \
                     <V::Space as Space>::Angular<V>: serde::Serialize, \
                     <V::Space as Space>::Rotation<V::Scalar>: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, \
                       <V::Space as Space>::Angular<V>: serde::Deserialize<'de>, \
                       <V::Space as Space>::Rotation<V::Scalar>: serde::Deserialize<'de>"
    ))
)]
pub(crate) enum Way<V: Vector> {
    Steady { velocity: V, turning: Option<<V::Space as Space>::Angular<V>> },
    Between { to: Pose<V>, is_blend: bool },
}

impl<V: Vector> Motion<V> {
    /// At rest, until [`velocity`](Self::velocity) or [`turning`](Self::turning) changes that.
    pub fn new<P: ToPose<Vector = V>>(from: &P) -> Self {
        let rest = V::from_space(V::Space::default());
        Self {
            from: from.to_pose(),
            center: rest,
            way: Way::Steady { velocity: rest, turning: None },
        }
    }

    /// From one pose at time 0 to another at time 1: the centre on a straight line, the rotation at
    /// constant speed, the short way around (slerp); after time 1 it goes on as before. It passes
    /// through both poses exactly. Where they are half a turn apart, to a rounding, neither way is
    /// the shorter, and a query answers that nothing is known.
    pub fn between<P, Q>(from: &P, to: &Q) -> Self
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
    {
        Self { way: Way::Between { to: to.to_pose(), is_blend: false }, ..Self::new(from) }
    }

    /// The same with the quaternions blended in a straight line and normalised (nlerp), as many
    /// engines step: the same arc, faster in its middle by up to 4/π. In the plane too the half
    /// angle is blended.
    pub fn blended<P, Q>(from: &P, to: &Q) -> Self
    where
        P: ToPose<Vector = V>,
        Q: ToPose<Vector = V>,
    {
        Self { way: Way::Between { to: to.to_pose(), is_blend: true }, ..Self::new(from) }
    }

    /// The centre's velocity, in the world. A motion between poses becomes a steady one.
    pub fn velocity(self, velocity: V) -> Self {
        let turning = match self.way {
            Way::Steady { turning, .. } => turning,
            Way::Between { .. } => None,
        };
        Self { way: Way::Steady { velocity, turning }, ..self }
    }

    /// The angular velocity, in the world, in radians per unit time: any number of turns. In the
    /// plane a number, counter-clockwise; in space a vector along the axis. A motion between poses
    /// becomes a steady one.
    pub fn turning(self, turning: <V::Space as Space>::Angular<V>) -> Self {
        let velocity = match self.way {
            Way::Steady { velocity, .. } => velocity,
            Way::Between { .. } => V::from_space(V::Space::default()),
        };
        Self { way: Way::Steady { velocity, turning: Some(turning) }, ..self }
    }

    /// The point that moves on a straight line, in the body's own frame.
    pub fn about(self, center: V) -> Self {
        Self { center, ..self }
    }

    /// Where it begins.
    pub const fn from(&self) -> &Pose<V> {
        &self.from
    }

    /// Where it is at a time, rounded to the caller's precision.
    pub fn at(&self, time: V::Scalar) -> Pose<V> {
        let time = time.to_f64();
        if let (Way::Between { to, .. }, true) = (&self.way, time == 1.0) {
            return *to;
        }
        let wide = self.widened();
        let course = Course::new(&wide);
        let translation = self.from.translation.to_space() + course.way(time);
        Pose {
            translation: V::from_space(translation),
            rotation: Rotation::rounded(course.rotation(time)),
        }
    }

    /// The same in `f64`, exactly.
    pub(crate) fn widened(self) -> Motion<V::Space> {
        let way = match self.way {
            Way::Steady { velocity, turning } => {
                let turning = turning.map(|rate| V::Space::turning(V::Space::spin::<V>(rate)));
                Way::Steady { velocity: velocity.to_space(), turning }
            }
            Way::Between { to, is_blend } => Way::Between { to: to.widened(), is_blend },
        };
        Motion { from: self.from.widened(), center: self.center.to_space(), way }
    }

    /// The same without its turn; `None` where floats do not hold the velocity of that.
    pub(crate) fn without_turn(&self) -> Option<Self> {
        let velocity = match self.way {
            Way::Steady { velocity, .. } => velocity,
            Way::Between { to, .. } => {
                let way = two_sum(to.translation.to_space(), -self.from.translation.to_space());
                let velocity = V::from_space(way.0);
                let is_exact = way.1 == V::Space::default() && velocity.to_space() == way.0;
                is_exact.then_some(velocity)?
            }
        };
        Some(Self { way: Way::Steady { velocity, turning: None }, ..*self })
    }

    /// Its velocity, where it was given one.
    pub(crate) fn straight(&self) -> Option<V> {
        match self.way {
            Way::Steady { velocity, turning } => {
                let turns = turning.is_some_and(|rate| V::Space::spin::<V>(rate) != <_>::default());
                (!turns).then_some(velocity)
            }
            Way::Between { .. } => None,
        }
    }
}

/// For how long two bodies move, and what counts as their meeting.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Meeting<T> {
    /// The last time; 1 by default. Infinity is allowed.
    pub max_time: T,
    /// A hit where the shapes come as near as this; if negative, where they overlap that deep.
    pub target_distance: T,
    /// How to treat shapes in contact at time 0.
    ///
    /// Shapes that turn may part and meet again. So where the first contact is ignored, it is
    /// ignored until they are proved apart, and the hit is the first contact after that. A parting
    /// is noticed only where they come apart by more than 1e-9 of their size. Where both turn, or
    /// one rolls on a curved side, and they touch or overlap by less than that, it is noticed only
    /// where it lasts for a 256th of the longest time (a 16th of the time so far, if that has no
    /// end). It is a miss if they never part, or never meet again.
    pub at_start: AtStart,
    /// How far the shapes may approach within a hit's interval of time; see
    /// [`Sweep::tolerance`](crate::Sweep::tolerance).
    pub tolerance: T,
}

impl<T: Scalar> Meeting<T> {
    /// Contact, in times from 0 to 1, also at time 0.
    pub const fn new() -> Self {
        Self {
            max_time: T::ONE,
            target_distance: T::ZERO,
            at_start: AtStart::Report,
            tolerance: T::ZERO,
        }
    }

    /// For times up to this one.
    pub fn until(self, max_time: T) -> Self {
        Self { max_time, ..self }
    }

    /// See [`target_distance`](Self::target_distance).
    pub fn within(self, distance: T) -> Self {
        Self { target_distance: distance, ..self }
    }

    /// See [`tolerance`](Self::tolerance).
    pub fn tolerance(self, length: T) -> Self {
        Self { tolerance: length, ..self }
    }

    /// See [`at_start`](Self::at_start).
    pub fn at_start(self, at_start: AtStart) -> Self {
        Self { at_start, ..self }
    }
}

impl<T: Scalar> Meeting<T> {
    /// The same in `f64`, exactly.
    pub(crate) fn widened(self) -> Meeting<f64> {
        let Self { max_time, target_distance, at_start, tolerance } = self;
        let [max_time, target_distance, tolerance] =
            [max_time, target_distance, tolerance].map(T::to_f64);
        Meeting { max_time, target_distance, at_start, tolerance }
    }
}

impl<T: Scalar> Default for Meeting<T> {
    fn default() -> Self {
        Self::new()
    }
}
