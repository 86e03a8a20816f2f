//! Is a query's input what it should be?

use crate::math::{PoseError, ToPose};
use crate::shape::{ShapeError, SupportMap};

/// Which part of a query's input describes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// The first shape.
    ShapeA(ShapeError),
    /// The second shape.
    ShapeB(ShapeError),
    /// The first pose.
    PoseA(PoseError),
    /// The second pose.
    PoseB(PoseError),
}

impl core::fmt::Display for InputError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::ShapeA(error) => write!(f, "shape a: {error}"),
            Self::ShapeB(error) => write!(f, "shape b: {error}"),
            Self::PoseA(error) => write!(f, "pose of a: {error}"),
            Self::PoseB(error) => write!(f, "pose of b: {error}"),
        }
    }
}

impl core::error::Error for InputError {}

/// Whether a query's input describes two placed shapes. Queries themselves are total: what fails here gets the answer that
/// nothing is known, [`Proximity::Undecided`](crate::Proximity::Undecided) with an infinite gap, and `true` from [`intersects`](crate::intersects()).
///
/// ```
/// use clearance::{Ball, InputError, PoseError, check};
/// use glam::Vec3;
///
/// let ball = Ball::new(1.0);
/// let error = check(&ball, &Vec3::ZERO, &ball, &Vec3::new(0.0, f32::NAN, 0.0)).unwrap_err();
/// assert_eq!(error, InputError::PoseB(PoseError::NotFinite));
/// ```
///
/// # Errors
/// [`InputError`], which names the part.
pub fn check<P, Q, A, B>(a: &A, pose_a: &P, b: &B, pose_b: &Q) -> Result<(), InputError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    a.check().map_err(InputError::ShapeA)?;
    b.check().map_err(InputError::ShapeB)?;
    pose_a.to_pose().check().map_err(InputError::PoseA)?;
    pose_b.to_pose().check().map_err(InputError::PoseB)
}
