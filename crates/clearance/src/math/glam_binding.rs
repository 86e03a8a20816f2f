//! The binding to glam, whichever version: one source for one file a version.

/// Binds one vector type by its coordinates.
macro_rules! bind_vector {
    ($V:ty, $Scalar:ty, $Space:ident, $($c:ident),+) => {
        impl $crate::math::Vector for $V {
            type Scalar = $Scalar;
            type Space = $crate::math::$Space;
            #[inline]
            fn to_space(self) -> Self::Space {
                <$crate::math::$Space>::new($(self.$c.into()),+)
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation)]
            fn from_space(point: Self::Space) -> Self {
                <$V>::new($(point.$c as $Scalar),+)
            }
        }
    };
}

/// Binds one precision: vectors, rotation with translation, isometries and model matrices.
macro_rules! bind_glam {
    ($glam:ident, $Scalar:ty, $Vec2:ident, $Vec3:ident, $Quat:ident, $Mat3:ident, $Mat4:ident) => {
        bind_vector!($glam::$Vec2, $Scalar, Xy, x, y);
        bind_vector!($glam::$Vec3, $Scalar, Xyz, x, y, z);

        impl From<$glam::$Quat> for $crate::math::Rotation3<$Scalar> {
            fn from(q: $glam::$Quat) -> Self {
                Self { x: q.x, y: q.y, z: q.z, w: q.w }
            }
        }
        impl $crate::math::ToPose for ($glam::$Quat, $glam::$Vec3) {
            type Vector = $glam::$Vec3;
            #[inline]
            fn to_pose(&self) -> $crate::math::Pose<$glam::$Vec3> {
                $crate::math::Pose { rotation: self.0.into(), translation: self.1 }
            }
        }
        /// Radians counter-clockwise, then a translation.
        impl $crate::math::ToPose for ($Scalar, $glam::$Vec2) {
            type Vector = $glam::$Vec2;
            #[inline]
            fn to_pose(&self) -> $crate::math::Pose<$glam::$Vec2> {
                let rotation = $crate::math::Rotation2::from_angle(self.0);
                $crate::math::Pose { rotation, translation: self.1 }
            }
        }
        impl $crate::math::Pose<$glam::$Vec3> {
            /// Splits a model matrix into a pose and the scale along the local axes, which belongs
            /// to the shape: [`Scaled::new`](crate::Scaled::new). Mirrorings give a negative scale
            /// along x. Rounded, as [`model_matrix_3d`](crate::model_matrix_3d) says.
            ///
            /// # Errors
            /// [`PoseError`](crate::PoseError): not finite, a projection, singular, or sheared.
            pub fn from_matrix(
                matrix: $glam::$Mat4,
            ) -> Result<(Self, $glam::$Vec3), $crate::math::PoseError> {
                $crate::math::model_matrix_3d(matrix.to_cols_array_2d())
            }
        }
        impl $crate::math::Pose<$glam::$Vec2> {
            /// Splits a 3×3 model matrix into a pose and the scale along the local axes, which
            /// belongs to the shape: [`Scaled::new`](crate::Scaled::new). Mirrorings give a
            /// negative scale along x. Rounded, as [`model_matrix_2d`](crate::model_matrix_2d)
            /// says.
            ///
            /// # Errors
            /// [`PoseError`](crate::PoseError): not finite, a projection, singular, or sheared.
            pub fn from_matrix(
                matrix: $glam::$Mat3,
            ) -> Result<(Self, $glam::$Vec2), $crate::math::PoseError> {
                $crate::math::model_matrix_2d(matrix.to_cols_array_2d())
            }
        }
    };
}

pub(crate) use {bind_glam, bind_vector};
