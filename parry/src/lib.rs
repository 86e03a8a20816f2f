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

/// [`Clearance`], but contact points are carried along while a pair turns by less than a degree and
/// no point slides by a thousandth of a unit, as parry's own are.
///
/// Between, points are moved, not found: their distances along the normal are those of the new
/// poses, but nothing is proved, and a corner that has come down since is not seen. All other
/// questions are answered as by [`Clearance`].
///
/// ```
/// use clearance_parry::ClearanceCarried;
/// use parry3d::math::{Pose, Vector};
/// use parry3d::query::{ContactManifold, PersistentQueryDispatcher};
/// use parry3d::shape::Cuboid;
///
/// let cuboid = Cuboid::new(Vector::splat(0.5));
/// let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
/// for height in [0.9999, 0.9996] {
///     let (place, near, memory) = (Pose::translation(0.2, height, 0.1), 0.01, &mut None);
///     ClearanceCarried
///         .contact_manifolds(&place, &cuboid, &cuboid, near, &mut manifolds, memory)?;
///     let points = &manifolds[0].points;
///     assert!(points.len() == 4 && points.iter().all(|p| (p.dist - (height - 1.0)).abs() < 1e-6));
/// }
/// # Ok::<(), parry3d::query::Unsupported>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClearanceCarried;
