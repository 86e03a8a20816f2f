//! The binding to mint 0.5, the exchange format of mathematics libraries. The only file that names
//! it.
//!
//! Its vectors and its points are both vectors here. It has no isometries: poses are pairs.

use mint::{ColumnMatrix3, ColumnMatrix4, Point2, Point3, Quaternion, Vector2, Vector3};

use super::pose::{Pose, PoseError, ToPose, model_matrix_2d, model_matrix_3d};
use super::rotation::{Rotation2, Rotation3};
use super::scalar::Scalar;
use super::vector::{Vector, Xy, Xyz};

impl<T: Scalar> From<Quaternion<T>> for Rotation3<T> {
    #[inline]
    fn from(q: Quaternion<T>) -> Self {
        Self { x: q.v.x, y: q.v.y, z: q.v.z, w: q.s }
    }
}

/// Binds a type of vectors or points of the plane, and the pair that places them.
macro_rules! bind_plane {
    ($V:ident) => {
        impl<T: Scalar> Vector for $V<T> {
            type Scalar = T;
            type Space = Xy;
            #[inline]
            fn to_space(self) -> Xy {
                Xy::new(self.x.to_f64(), self.y.to_f64())
            }
            #[inline]
            fn from_space(point: Xy) -> Self {
                Self { x: T::from_f64(point.x), y: T::from_f64(point.y) }
            }
        }
        /// Radians counter-clockwise, then a translation.
        impl<T: Scalar> ToPose for (T, $V<T>) {
            type Vector = $V<T>;
            #[inline]
            fn to_pose(&self) -> Pose<$V<T>> {
                Pose { rotation: Rotation2::from_angle(self.0), translation: self.1 }
            }
        }
    };
}
bind_plane!(Vector2);
bind_plane!(Point2);

/// Binds a type of vectors or points of space, and the pair that places them.
macro_rules! bind_space {
    ($V:ident) => {
        impl<T: Scalar> Vector for $V<T> {
            type Scalar = T;
            type Space = Xyz;
            #[inline]
            fn to_space(self) -> Xyz {
                Xyz::new(self.x.to_f64(), self.y.to_f64(), self.z.to_f64())
            }
            #[inline]
            fn from_space(point: Xyz) -> Self {
                Self { x: T::from_f64(point.x), y: T::from_f64(point.y), z: T::from_f64(point.z) }
            }
        }
        impl<T: Scalar> ToPose for (Quaternion<T>, $V<T>) {
            type Vector = $V<T>;
            #[inline]
            fn to_pose(&self) -> Pose<$V<T>> {
                Pose { rotation: self.0.into(), translation: self.1 }
            }
        }
    };
}
bind_space!(Vector3);
bind_space!(Point3);

impl<T: Scalar> Pose<Vector3<T>> {
    /// Splits a model matrix into a pose and the scale along the local axes, which belongs to the
    /// shape: [`Scaled::new`](crate::Scaled::new). Mirrorings give a negative scale along x.
    /// Rounded, as [`model_matrix_3d`](crate::model_matrix_3d) says.
    ///
    /// # Errors
    /// [`PoseError`]: not finite, a projection, singular, or sheared.
    pub fn from_matrix(matrix: ColumnMatrix4<T>) -> Result<(Self, Vector3<T>), PoseError> {
        model_matrix_3d(matrix.into())
    }
}

impl<T: Scalar> Pose<Vector2<T>> {
    /// Splits a 3×3 model matrix into a pose and the scale along the local axes, which belongs to
    /// the shape: [`Scaled::new`](crate::Scaled::new). Mirrorings give a negative scale along x.
    /// Rounded, as [`model_matrix_2d`](crate::model_matrix_2d) says.
    ///
    /// # Errors
    /// [`PoseError`]: not finite, a projection, singular, or sheared.
    pub fn from_matrix(matrix: ColumnMatrix3<T>) -> Result<(Self, Vector2<T>), PoseError> {
        model_matrix_2d(matrix.into())
    }
}
