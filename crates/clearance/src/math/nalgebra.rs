//! The binding to nalgebra 0.35. The only file that names it.
//!
//! Its vectors and its points are both vectors here. An isometry's are `Vector2` and `Vector3`; a
//! shape of points is placed by a pair of a rotation and a point.

use nalgebra::{
    Isometry2, Isometry3, Matrix3, Matrix4, Point2, Point3, UnitComplex, UnitQuaternion, Vector2,
    Vector3,
};

use super::pose::{Pose, PoseError, ToPose, model_matrix_2d, model_matrix_3d};
use super::rotation::{Rotation2, Rotation3};
use super::scalar::Scalar;
use super::vector::{Vector, Xy, Xyz};

impl<T: Scalar> From<UnitComplex<T>> for Rotation2<T> {
    #[inline]
    fn from(rotation: UnitComplex<T>) -> Self {
        Self { cos: rotation.re, sin: rotation.im }
    }
}

impl<T: Scalar> From<UnitQuaternion<T>> for Rotation3<T> {
    #[inline]
    fn from(rotation: UnitQuaternion<T>) -> Self {
        let [x, y, z, w] = rotation.coords.into();
        Self { x, y, z, w }
    }
}

/// Binds a type of vectors or points of the plane, and the pairs that place them.
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
                Self::new(T::from_f64(point.x), T::from_f64(point.y))
            }
        }
        impl<T: Scalar> ToPose for (UnitComplex<T>, $V<T>) {
            type Vector = $V<T>;
            #[inline]
            fn to_pose(&self) -> Pose<$V<T>> {
                Pose { rotation: self.0.into(), translation: self.1 }
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
                Self::new(T::from_f64(point.x), T::from_f64(point.y), T::from_f64(point.z))
            }
        }
        impl<T: Scalar> ToPose for (UnitQuaternion<T>, $V<T>) {
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

impl<T: Scalar> ToPose for Isometry2<T> {
    type Vector = Vector2<T>;
    #[inline]
    fn to_pose(&self) -> Pose<Vector2<T>> {
        Pose { rotation: self.rotation.into(), translation: self.translation.vector }
    }
}

impl<T: Scalar> ToPose for Isometry3<T> {
    type Vector = Vector3<T>;
    #[inline]
    fn to_pose(&self) -> Pose<Vector3<T>> {
        Pose { rotation: self.rotation.into(), translation: self.translation.vector }
    }
}

impl<T: Scalar> Pose<Vector3<T>> {
    /// Splits a model matrix into a pose and the scale along the local axes, which belongs to the
    /// shape: [`Scaled::new`](crate::Scaled::new). Mirrorings give a negative scale along x.
    /// Rounded, as [`model_matrix_3d`](crate::model_matrix_3d) says.
    ///
    /// # Errors
    /// [`PoseError`]: not finite, a projection, singular, or sheared.
    pub fn from_matrix(matrix: Matrix4<T>) -> Result<(Self, Vector3<T>), PoseError> {
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
    pub fn from_matrix(matrix: Matrix3<T>) -> Result<(Self, Vector2<T>), PoseError> {
        model_matrix_2d(matrix.into())
    }
}
