//! Many pairs in one call.
//!
//! The verbs are those of the crate, [`intersects`], [`distance`] and [`proximity`], and [`depth`]
//! for the depth alone, over [`Pairs`]: slices of `(&a, pose_a, &b, pose_b)`, one shape against
//! many poses ([`one_to_many`]), or bodies by their indices ([`indexed`]). Answers go into the
//! caller's buffer, one a pair; nothing is allocated.
//!
//! ```
//! use clearance::{Cuboid, batch};
//! use glam::{Quat, Vec3};
//!
//! let cube = Cuboid::new(Vec3::splat(0.5));
//! let places: Vec<(Quat, Vec3)> = (0..100)
//!     .map(|i| (Quat::from_rotation_y(i as f32), Vec3::new(0.1 * i as f32, 0.0, 0.0)))
//!     .collect();
//! let mut touch = vec![false; places.len()];
//! let tally = batch::intersects(&batch::one_to_many(&cube, &Vec3::ZERO, &cube, &places[..]), &mut touch)?;
//! assert!(touch[5] && !touch[50]);
//! println!("{} of {} decided in lanes", tally.by_lanes, touch.len());
//! # Ok::<(), batch::LengthMismatch>(())
//! ```
//!
//! # How
//!
//! Lanes of `f32` judge as many pairs at once as the processor's vectors hold: boxes by their
//! separating axes, balls and capsules by their nearest points, polytopes of up to 64 corners by
//! GJK side by side, everything else by bounding balls. Numbers come from lanes of `f64`: distances
//! of all these, and depths of all but polytopes. Each judgement has a proved error bound. What it
//! leaves open, about one pair in 10 000 of an ordinary scene, goes to the single query. So
//! every boolean is that of the single query, bit for bit, on every processor.
//!
//! [`Batch`] has the same verbs with options. With the feature `rayon` there are [`par_intersects`]
//! and its like, which share the work among the cores. [`cast_rays`] tests many rays against one
//! shape, [`first_hit`] one ray against many, [`cull`] a frustum or other half-spaces against a
//! million boxes or balls.

mod chunk;
#[cfg(feature = "alloc")]
pub mod cull;
mod gather;
mod lanes;
mod options;
mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod polytopes;
mod poses;
mod rays;
mod tolerance;
mod verb;

use core::fmt;

use crate::answer::{Proximity, Witness};
use crate::math::Vector;

pub use options::{Batch, Lanes, Tally};
pub use pairs::{IndexOutOfRange, Indexed, OneToMany, Pair, Pairs, indexed, one_to_many};
#[cfg(feature = "rayon")]
pub use parallel::{par_depth, par_distance, par_intersects, par_proximity};
pub use poses::{PoseColumns, Poses};
#[cfg(feature = "rayon")]
pub use rays::par_cast_rays;
pub use rays::{cast_rays, first_hit};

/// A buffer or column of the wrong length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// How long it must be.
    pub expected: usize,
    /// How long it is.
    pub found: usize,
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "a length of {expected} was expected, but it is {found}")
    }
}

impl core::error::Error for LengthMismatch {}

/// For each pair, whether the shapes have a point in common: exactly the booleans of
/// [`intersects`](crate::intersects()).
///
/// Cost: 5 to 15 ns a pair of boxes, balls or capsules on a processor with AVX2; for other shapes 5
/// to 10 ns where their bounding balls are apart, else a quarter of the single query for polytopes
/// of a dozen corners, a third for those of 64, and the time of the single query for all others.
///
/// ```
/// use clearance::{Capsule, batch};
/// use glam::Vec3;
///
/// let capsule = Capsule::new(0.5_f32, 0.25);
/// let pairs = [
///     (&capsule, Vec3::ZERO, &capsule, Vec3::new(0.5, 0.0, 0.0)),
///     (&capsule, Vec3::ZERO, &capsule, Vec3::new(0.6, 0.0, 0.0)),
/// ];
/// let mut touch = [false; 2];
/// batch::intersects(&pairs, &mut touch)?;
/// assert_eq!(touch, [true, false]);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a pair. It is then left as it was.
pub fn intersects<P>(pairs: &P, out: &mut [bool]) -> Result<Tally, LengthMismatch>
where
    P: Pairs<Vector: Vector> + ?Sized,
{
    Batch::new().intersects(pairs, out)
}

/// For each pair, how far apart the shapes are, where, and in which direction; `None` where they
/// intersect. As [`distance`](crate::distance()), within the sum of both gaps.
///
/// ```
/// use clearance::{Ball, batch};
/// use glam::DVec3;
///
/// let ball = Ball::new(1.0);
/// let poses = [DVec3::new(5.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0)];
/// let mut apart = [None; 2];
/// batch::distance(&batch::one_to_many(&ball, &DVec3::ZERO, &ball, &poses), &mut apart)?;
/// let first = apart[0].unwrap();
/// assert!((first.length - 3.0).abs() <= first.gap);
/// assert_eq!(apart[1], None);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a pair. It is then left as it was.
pub fn distance<P>(
    pairs: &P,
    out: &mut [Option<Witness<P::Vector>>],
) -> Result<Tally, LengthMismatch>
where
    P: Pairs<Vector: Vector> + ?Sized,
{
    Batch::new().distance(pairs, out)
}

/// For each pair, distance or depth, whichever it is. As [`proximity`](crate::proximity()), within
/// the sum of both gaps.
///
/// ```
/// use clearance::{Ball, Proximity, batch};
/// use glam::Vec2;
///
/// let coin = Ball::new(1.0);
/// let poses = [Vec2::new(1.5, 0.0), Vec2::new(2.5, 0.0)];
/// let mut answers = [Proximity::default(); 2];
/// batch::proximity(&batch::one_to_many(&coin, &Vec2::ZERO, &coin, &poses), &mut answers)?;
/// assert!(matches!(answers[0], Proximity::Intersecting(hit) if (hit.length - 0.5).abs() <= hit.gap));
/// assert!(matches!(answers[1], Proximity::Separated(_)));
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a pair. It is then left as it was.
pub fn proximity<P>(pairs: &P, out: &mut [Proximity<P::Vector>]) -> Result<Tally, LengthMismatch>
where
    P: Pairs<Vector: Vector> + ?Sized,
{
    Batch::new().proximity(pairs, out)
}

/// How deep two shapes overlap, and the way out: a [`Witness`] without its points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Depth<V: Vector> {
    /// A unit vector from A to B: moving B by `length * normal` just separates the pair.
    pub normal: V,
    /// The depth. Never negative.
    pub length: V::Scalar,
    /// The exact depth differs from `length` by no more than this, rounding included.
    pub gap: V::Scalar,
}

/// For each pair, how deep the shapes overlap and in which direction, but not where; `None` where
/// they are apart. As [`penetration`](crate::penetration()), within the sum of both gaps.
///
/// Cost: 30 ns a pair of boxes that overlap and 15 ns of boxes apart, on a processor with AVX2.
///
/// ```
/// use clearance::{Cuboid, batch};
/// use glam::Vec3;
///
/// let cube = Cuboid::new(Vec3::splat(1.0));
/// let poses = [Vec3::new(1.5, 0.2, 0.1), Vec3::new(2.5, 0.0, 0.0)];
/// let mut depths = [None; 2];
/// batch::depth(&batch::one_to_many(&cube, &Vec3::ZERO, &cube, &poses), &mut depths)?;
/// let out = depths[0].unwrap();
/// assert!((out.length - 0.5).abs() <= out.gap && out.normal.x > 0.999);
/// assert_eq!(depths[1], None);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a pair. It is then left as it was.
pub fn depth<P>(pairs: &P, out: &mut [Option<Depth<P::Vector>>]) -> Result<Tally, LengthMismatch>
where
    P: Pairs<Vector: Vector> + ?Sized,
{
    Batch::new().depth(pairs, out)
}

/// Nothing is known: what a buffer holds before it is filled.
impl<V: Vector> Default for Proximity<V> {
    fn default() -> Self {
        Self::Undecided(Witness::unknown())
    }
}
