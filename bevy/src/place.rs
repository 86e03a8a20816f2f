//! Where a collider stands and how it is scaled, by the transforms of its entity.

use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use clearance::{Pose, PoseError};

/// How far the axes of a transform that came down through parents may be from perpendicular, and
/// their lengths from each other or from 1, to count as rounding. A quaternion of `f32` drifts from
/// unit length as it is turned frame by frame; what a designer shears or scales, he does by more.
const DRIFT: f32 = 1e-4;

/// A pose and a scale along its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) pose: Pose<Vec3>,
    pub(crate) scale: Vec3,
}

impl Place {
    /// An entity without a parent, exactly: a quaternion counts as normalised.
    pub(crate) fn of_root(transform: &Transform) -> Result<Self, PoseError> {
        let Transform { translation, rotation, scale } = *transform;
        let pose = Pose::<Vec3>::new(rotation.into(), translation)?;
        pose.check()?;
        Ok(Self { pose, scale })
    }

    /// An entity with parents: the nearest rotation and scale, if any are near.
    pub(crate) fn of_child(global: &GlobalTransform) -> Result<Self, PoseError> {
        let affine = global.affine();
        if !affine.is_finite() {
            return Err(PoseError::NotFinite);
        }
        let [x, y, z] = [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis];
        let lengths = Vec3::new(x.length(), y.length(), z.length());
        if lengths.min_element() == 0.0 {
            return Err(PoseError::Singular);
        }
        let skew = [x.dot(y) / (lengths.x * lengths.y), y.dot(z) / (lengths.y * lengths.z)]
            .into_iter()
            .chain([z.dot(x) / (lengths.z * lengths.x)])
            .fold(0.0, |most: f32, skew| most.max(skew.abs()));
        // NaN, of overflowing lengths, is refused.
        if !(skew <= DRIFT) {
            return Err(PoseError::Sheared);
        }
        let (scale, rotation, translation) = affine.to_scale_rotation_translation();
        let pose = Pose::<Vec3>::new(rotation.into(), translation)?;
        pose.check()?;
        Ok(Self { pose, scale: even(scale) })
    }
}

/// A scale without what rounding has put into it: factors that are nearly equal are equal, for an
/// unevenly scaled ball is no ball; and factors that are nearly 1 are 1.
fn even(scale: Vec3) -> Vec3 {
    let near = |a: f32, b: f32| (a - b).abs() <= DRIFT * b.abs();
    let one = |x: f32| if near(x.abs(), 1.0) { x.signum() } else { x };
    if near(scale.x, scale.y) && near(scale.z, scale.y) {
        Vec3::splat(one(scale.y))
    } else {
        scale.map(one)
    }
}
