#![doc = include_str!("../README.md")]
// One source for each of parry's crates, which are one source too.
#![allow(clippy::duplicate_mod)]

#[cfg(feature = "parry2d")]
mod plane_f32;
#[cfg(feature = "parry2d-f64")]
mod plane_f64;
#[cfg(feature = "parry3d")]
mod space_f32;
#[cfg(feature = "parry3d-f64")]
mod space_f64;

/// A query dispatcher for parry and rapier whose answers are `clearance`'s, for each of parry's
/// crates whose feature is on.
///
/// ```
/// use clearance_parry::Clearance;
/// use parry3d::math::{Pose, Vector};
/// use parry3d::query::QueryDispatcher;
/// use parry3d::shape::{Ball, Cuboid};
///
/// let (cuboid, ball) = (Cuboid::new(Vector::splat(1.0)), Ball::new(0.5));
/// let place = Pose::translation(0.0, 3.0, 0.0);
/// assert_eq!(Clearance.distance(&place, &cuboid, &ball)?.distance, 1.5);
/// # Ok::<(), parry3d::query::Unsupported>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clearance;

/// [`Clearance`] with contact points that are carried along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClearanceCarried;
