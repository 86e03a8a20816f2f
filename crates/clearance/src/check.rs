//! Is a query's input what it should be?

use crate::math::{PoseError, Precision, Space, ToPose};
use crate::query::Pair;
use crate::shape::{Primitive, ShapeError, SupportMap, unit_boundary};

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

/// Whether a query's input describes two placed shapes. Queries themselves are total: for what
/// fails here they answer that nothing is known,
/// [`Proximity::Undecided`](crate::Proximity::Undecided) with an infinite gap, and `true` from
/// [`intersects`](crate::intersects()).
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
/// Lengths may be up to [`Scalar::LARGEST`](crate::Scalar::LARGEST), `1e306` in `f64` and `1e37` in `f32`: how far a shape
/// reaches from its local origin, its radius included, the offset of a half-space, and each
/// coordinate of a translation. Beyond, products and witnesses may leave the range of floats; a
/// query then answers that nothing is known or, where they do not, what is true. There is no lower
/// limit: lengths of subnormal numbers are treated as any others.
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
    Pair::with((a, pose_a), (b, pose_b), |pair| pair.check())
}

impl<S: Space> Pair<'_, S> {
    /// See [`check`].
    pub(crate) fn check(&self) -> Result<(), InputError> {
        let Self { a, pose_a, b, pose_b, precision, .. } = *self;
        let Precision { largest, .. } = precision;
        is_shape(a, largest).map_err(InputError::ShapeA)?;
        is_shape(b, largest).map_err(InputError::ShapeB)?;
        pose_a.check_within(largest).map_err(InputError::PoseA)?;
        pose_b.check_within(largest).map_err(InputError::PoseB)
    }
}

/// Whether the numbers describe a shape that is not too large.
fn is_shape<S: Space>(shape: &dyn SupportMap<S>, most: f64) -> Result<(), ShapeError> {
    shape.check()?;
    let (what, value) = match shape.primitive() {
        Primitive::HalfSpace(normal, offset) => ("offset", unit_boundary(normal, offset).1.abs()),
        _ => ("extent", shape.unbounded().unwrap_or_else(|| shape.reach())),
    };
    if value.is_nan() {
        return Err(ShapeError::NotFinite { what });
    }
    let value = value + shape.radius_f64();
    if value > most { Err(ShapeError::TooLarge { what, value, most }) } else { Ok(()) }
}
