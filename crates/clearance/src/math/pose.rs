//! Where a shape stands: a rotation followed by a translation.

use core::fmt;

use super::rotation::{Rotation, Rotation2, Rotation3};
use super::scalar::Scalar;
use super::two_term::two_sum;
use super::vector::{Space, Vector, Xy, Xyz};

/// A rigid motion from a shape's local frame to the world: `world = rotation · local +
/// translation`.
///
/// Stored in the caller's precision. The rotation counts as normalised (a quaternion `q` means
/// `q·q̄/|q|²`). Queries take anything that is [`ToPose`]: a `Pose`, a bare vector (a translation),
/// a `(Quat, Vec3)` or `(f32, Vec2)` pair, and the isometries of the optional bindings.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, <V::Space as Space>::Rotation<V::Scalar>: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, <V::Space as Space>::Rotation<V::Scalar>: serde::Deserialize<'de>"
    ))
)]
pub struct Pose<V: Vector> {
    /// The world position of the local origin.
    pub translation: V,
    /// The rotation about the local origin.
    pub rotation: <V::Space as Space>::Rotation<V::Scalar>,
}

/// Why a pose is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoseError {
    /// A coordinate is NaN or infinite.
    NotFinite,
    /// The rotation is all zeros.
    NoRotation,
    /// A coordinate of the translation is larger than [`Scalar::LARGEST`].
    TooFar,
    /// The matrix maps space to a plane, a line or a point.
    Singular,
    /// The matrix's axes are not perpendicular: no rotation and scale give it.
    Sheared,
    /// The last row is not `0 … 0 1`: a projection. A camera's matrix makes a
    /// [`Frustum`](crate::Frustum).
    Projective,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "the pose has a coordinate that is NaN or infinite",
            Self::NoRotation => "the pose's rotation is all zeros, which is no rotation",
            Self::TooFar => {
                "the pose's translation is larger than 1e306, or 1e37 in single precision"
            }
            Self::Singular => "the matrix flattens space: one of its axes is zero",
            Self::Sheared => {
                "the matrix is sheared: its axes are not perpendicular; apply it to the vertices instead"
            }
            Self::Projective => {
                "the matrix is a projection (its last row is not 0 … 0 1); a camera's matrix makes a Frustum"
            }
        })
    }
}

impl core::error::Error for PoseError {}

impl<V: Vector> Pose<V> {
    /// From its two parts, in the order of the tuple `(rotation, translation)`, checked: finite, and
    /// a rotation that is not all zeros.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] or [`PoseError::NoRotation`].
    pub fn new(
        rotation: <V::Space as Space>::Rotation<V::Scalar>,
        translation: V,
    ) -> Result<Self, PoseError> {
        let pose = Self { translation, rotation };
        pose.check().map(|()| pose)
    }

    /// The world frame itself.
    pub fn identity() -> Self {
        Self::from_translation(V::from_space(V::Space::default()))
    }

    /// Without rotation.
    pub fn from_translation(translation: V) -> Self {
        Self { translation, rotation: Rotation::IDENTITY }
    }

    /// Whether the pose is rigid and finite. Queries are total: with a pose that fails here they
    /// answer that nothing is known (`Undecided`, with an infinite gap).
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] or [`PoseError::NoRotation`].
    pub fn check(&self) -> Result<(), PoseError> {
        self.check_within(V::Scalar::LARGEST)
    }

    /// The same for translations up to a length.
    pub(crate) fn check_within(&self, largest: f64) -> Result<(), PoseError> {
        if !(self.translation.to_space().is_finite() && self.rotation.is_finite()) {
            Err(PoseError::NotFinite)
        } else if self.rotation.is_zero() {
            Err(PoseError::NoRotation)
        } else if self.translation.to_space().max_abs() > largest {
            Err(PoseError::TooFar)
        } else {
            Ok(())
        }
    }

    /// Both poses, `inner` first: the world pose of something that stands at `inner` in this pose's
    /// frame.
    pub fn compose(&self, inner: &Self) -> Self {
        Self {
            translation: self.transform_point(inner.translation),
            rotation: self.rotation.compose(inner.rotation),
        }
    }

    /// The same where no number of it is rounded; `None` where one is, or may be.
    ///
    /// Exact are quarter turns, which permute coordinates, and all sums and products that floats
    /// hold. A composed pose that is not exact stands for another place than the two that made it:
    /// by [`compose`](Self::compose) contact to the last bit may be lost.
    ///
    /// ```
    /// use clearance::{Pose, Rotation3};
    /// use glam::DVec3;
    ///
    /// // Unit length is not needed: a quarter turn about z, then two metres along x.
    /// let turn = Rotation3::from_xyzw(0.0, 0.0, 1.0, 1.0);
    /// let outer = Pose::new(turn, DVec3::new(2.0, 0.0, 0.0)).unwrap();
    /// let inner = Pose::from_translation(DVec3::new(1.0, 0.5, 0.0));
    /// let both = outer.compose_exactly(&inner).unwrap();
    /// assert_eq!((both.rotation, both.translation), (turn, DVec3::new(1.5, 1.0, 0.0)));
    /// // The sum of these two takes more digits than a float has.
    /// let third = Pose::from_translation(DVec3::splat(2.0 / 3.0));
    /// assert!(third.compose_exactly(&Pose::from_translation(DVec3::splat(1e-3))).is_none());
    /// ```
    pub fn compose_exactly(&self, inner: &Self) -> Option<Self> {
        let (outer, within) = (self.translation.to_space(), inner.translation.to_space());
        let translation = if within == V::Space::default() {
            self.translation
        } else if self.rotation.is_exact() {
            let (sum, rest) = two_sum(outer, within.rotate(&self.rotation.matrix()));
            let held = V::from_space(sum);
            (rest == V::Space::default() && held.to_space() == sum).then_some(held)?
        } else {
            return None;
        };
        Some(Self { translation, rotation: self.rotation.compose_exactly(inner.rotation)? })
    }

    /// The same in `f64`, exactly.
    #[inline(always)]
    pub(crate) fn widened(&self) -> Pose<V::Space> {
        Pose { translation: self.translation.to_space(), rotation: self.rotation.widened() }
    }

    /// The pose that undoes this one: that of the world as seen from here. Rounded to the caller's
    /// precision, so that there and back is off by a few roundings.
    pub fn inverse(&self) -> Self {
        let back = self.translation.to_space().rotate_back(&self.rotation.matrix());
        Self { translation: V::from_space(-back), rotation: self.rotation.inverse() }
    }

    /// The pose `t` of the way to another: the translation along a straight line, the rotation at
    /// constant speed, the short way around (slerp). 0 is this one, 1 the other, to a rounding.
    ///
    /// ```
    /// use clearance::{Pose, Rotation2};
    /// use glam::DVec2;
    ///
    /// let from = Pose::identity();
    /// let to = Pose::new(Rotation2::from_angle(1.0), DVec2::new(2.0, 0.0)).unwrap();
    /// let middle = from.interpolate(&to, 0.5);
    /// assert_eq!(middle.translation, DVec2::new(1.0, 0.0));
    /// assert!((middle.rotation.sin - 0.5_f64.sin()).abs() < 1e-15);
    /// ```
    pub fn interpolate(&self, other: &Self, t: V::Scalar) -> Self {
        let t = t.to_f64();
        let (from, to) = (self.translation.to_space(), other.translation.to_space());
        Self {
            translation: V::from_space(from.zip(to, |a, b| a * (1.0 - t) + b * t)),
            rotation: self.rotation.interpolate(other.rotation, t),
        }
    }

    /// A local direction in the world: turned, but not translated.
    #[must_use]
    pub fn transform_vector(&self, vector: V) -> V {
        V::from_space(vector.to_space().rotate(&self.rotation.matrix()))
    }

    /// A point of the world in the local frame.
    #[must_use]
    pub fn inverse_transform_point(&self, point: V) -> V {
        let from_here = point.to_space() + -self.translation.to_space();
        V::from_space(from_here.rotate_back(&self.rotation.matrix()))
    }

    /// A local point in the world.
    #[must_use]
    pub fn transform_point(&self, point: V) -> V {
        let matrix = self.rotation.matrix();
        V::from_space(point.to_space().rotate(&matrix) + self.translation.to_space())
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::identity()
    }
}

/// Anything that gives a shape's pose.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a vector nor a pose that clearance knows",
    note = "a pose is a vector (a translation), `(rotation, translation)` in this order, a `clearance::Pose`, or an isometry of an enabled binding",
    note = "a matrix becomes one by `let (pose, scale) = Pose::<Vec3>::from_matrix(matrix)?`; the scale goes to the shape: `Scaled::new(shape, scale)?`",
    note = "vectors are those of the enabled features `glam` (0.33), `glam034`, `glamx` (0.3), `nalgebra` (0.35) and `mint` (0.5), and `clearance::Xy` and `Xyz`; those of other versions are other types: `cargo tree -i glam` tells which you have"
)]
pub trait ToPose {
    /// The caller's vector type, which decides the space and the precision of the whole query.
    type Vector: Vector;
    /// The pose.
    fn to_pose(&self) -> Pose<Self::Vector>;
}

impl<V: Vector> ToPose for Pose<V> {
    type Vector = V;
    #[inline]
    fn to_pose(&self) -> Pose<V> {
        *self
    }
}

#[diagnostic::do_not_recommend]
impl<V: Vector> ToPose for V {
    type Vector = V;
    #[inline]
    fn to_pose(&self) -> Pose<V> {
        Pose::from_translation(*self)
    }
}

impl<T: Scalar, V: Vector<Scalar = T, Space = Xyz>> ToPose for (Rotation3<T>, V) {
    type Vector = V;
    #[inline]
    fn to_pose(&self) -> Pose<V> {
        Pose { rotation: self.0, translation: self.1 }
    }
}

impl<T: Scalar, V: Vector<Scalar = T, Space = Xy>> ToPose for (Rotation2<T>, V) {
    type Vector = V;
    #[inline]
    fn to_pose(&self) -> Pose<V> {
        Pose { rotation: self.0, translation: self.1 }
    }
}

/// How far from perpendicular the axes of a model matrix may be before it counts as sheared, in
/// units of the caller's rounding: a product of three rotations built in that precision stays below
/// 32.
const PERPENDICULAR: f64 = 64.0;

/// Splits a model matrix, given by its columns (the three axes, then the translation, each with the
/// bottom row's entry as fourth number), into a pose and a scale along the local axes.
///
/// The scale goes to the shape: [`Scaled::new(shape, scale)`](crate::Scaled). A mirroring shows as
/// a negative scale along local x.
///
/// Axes of a product of matrices are perpendicular up to rounding, and count as such where they are
/// off by no more than 64 roundings. Pose and scale are rounded too: answers, and their gaps, are
/// about these, which are off from the matrix by as much.
///
/// # Errors
/// See [`PoseError`]: not finite, projective, singular, sheared.
pub fn model_matrix_3d<V: Vector<Space = Xyz>>(
    columns: [[V::Scalar; 4]; 4],
) -> Result<(Pose<V>, V), PoseError> {
    let columns = columns.map(|c| c.map(Scalar::to_f64));
    if columns.iter().flatten().any(|x| !x.is_finite()) {
        return Err(PoseError::NotFinite);
    }
    if columns.map(|c| c[3]) != [0.0, 0.0, 0.0, 1.0] {
        return Err(PoseError::Projective);
    }
    let [x, y, z, t] = columns.map(|[x, y, z, _]| Xyz::new(x, y, z));
    let unit = |axis: Xyz| axis.try_normalize().ok_or(PoseError::Singular);
    let (ux, uy, uz) = (unit(x)?, unit(y)?, unit(z)?);
    let skew = ux.dot(uy).abs().max(uy.dot(uz).abs()).max(uz.dot(ux).abs());
    let volume = ux.cross(uy).dot(uz);
    let tolerance = PERPENDICULAR * V::Scalar::EPSILON;
    if volume.abs() <= tolerance {
        return Err(PoseError::Singular);
    }
    if skew > tolerance {
        return Err(PoseError::Sheared);
    }
    let mirror = if volume < 0.0 { -1.0 } else { 1.0 };
    let scale = Xyz::new(mirror * x.dot(ux), y.dot(uy), z.dot(uz));
    let rotation = Rotation3::from_columns(ux * mirror, uy, uz);
    Ok((Pose { translation: V::from_space(t), rotation }, V::from_space(scale)))
}

/// [`model_matrix_3d`] for the plane: columns of a 3×3 matrix.
///
/// # Errors
/// See [`PoseError`]: not finite, projective, singular, sheared.
pub fn model_matrix_2d<V: Vector<Space = Xy>>(
    columns: [[V::Scalar; 3]; 3],
) -> Result<(Pose<V>, V), PoseError> {
    let columns = columns.map(|c| c.map(Scalar::to_f64));
    if columns.iter().flatten().any(|x| !x.is_finite()) {
        return Err(PoseError::NotFinite);
    }
    if columns.map(|c| c[2]) != [0.0, 0.0, 1.0] {
        return Err(PoseError::Projective);
    }
    let [x, y, t] = columns.map(|[x, y, _]| Xy::new(x, y));
    let unit = |axis: Xy| axis.try_normalize().ok_or(PoseError::Singular);
    let (ux, uy) = (unit(x)?, unit(y)?);
    let area = ux.perp_dot(uy);
    let tolerance = PERPENDICULAR * V::Scalar::EPSILON;
    if area.abs() <= tolerance {
        return Err(PoseError::Singular);
    }
    if ux.dot(uy).abs() > tolerance {
        return Err(PoseError::Sheared);
    }
    let mirror = if area < 0.0 { -1.0 } else { 1.0 };
    let scale = Xy::new(mirror * x.dot(ux), y.dot(uy));
    let rotation = Rotation2 {
        cos: V::Scalar::from_f64(ux.x * mirror),
        sin: V::Scalar::from_f64(ux.y * mirror),
    };
    Ok((Pose { translation: V::from_space(t), rotation }, V::from_space(scale)))
}
