//! The binding to glamx 0.3: its poses and its rotations of the plane. Its vectors and quaternions
//! are glam 0.33's.

use glamx::glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};
use glamx::{DPose2, DPose3, DRot2, Pose2, Pose3, Pose3A, Rot2};

use super::{Pose, Rotation2, ToPose};

/// Binds one type of pose: a field for the rotation, a field for the translation.
macro_rules! bind_pose {
    ($Pose:ty, $V:ty) => {
        impl ToPose for $Pose {
            type Vector = $V;
            #[inline]
            fn to_pose(&self) -> Pose<$V> {
                Pose { rotation: self.rotation.into(), translation: self.translation }
            }
        }
    };
}
bind_pose!(Pose2, Vec2);
bind_pose!(DPose2, DVec2);
bind_pose!(Pose3, Vec3);
bind_pose!(Pose3A, Vec3A);
bind_pose!(DPose3, DVec3);

/// Binds one precision's rotation of the plane, alone and in a pair.
macro_rules! bind_rotation {
    ($Rot2:ty, $Scalar:ty, $V:ty) => {
        impl From<$Rot2> for Rotation2<$Scalar> {
            #[inline]
            fn from(rotation: $Rot2) -> Self {
                Self { cos: rotation.re, sin: rotation.im }
            }
        }
        impl ToPose for ($Rot2, $V) {
            type Vector = $V;
            #[inline]
            fn to_pose(&self) -> Pose<$V> {
                Pose { rotation: self.0.into(), translation: self.1 }
            }
        }
    };
}
bind_rotation!(Rot2, f32, Vec2);
bind_rotation!(DRot2, f64, DVec2);
