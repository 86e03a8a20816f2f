//! Balls within the shapes.

use crate::math::tolerance::{CENTERS, SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector};
use crate::shape::SupportMap;

/// Whether balls about the centres that the shapes hold have a point in common: then so do the shapes, and most pairs that overlap
/// deeply need no search.
#[inline(always)]
pub(crate) fn deeply_overlap<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> bool
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
    let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
    let inner = a.inradius() + b.inradius() + (radius_a + radius_b);
    // Centres are near the local origins as a rule, and where they are not, turning them here costs as much as it spares.
    if !(offset.length_squared() < inner * inner) {
        return false;
    }
    let (Some(center_a), Some(center_b)) = (a.center(), b.center()) else { return false };
    let placed = |center: V::Space, pose: &Pose<V>| {
        if center == V::Space::default() && pose.check().is_ok() {
            center
        } else {
            center.rotate(&pose.rotation.matrix())
        }
    };
    let apart = placed(center_b, pose_b) - placed(center_a, pose_a) + offset;
    let size = a.reach() + b.reach() + inner;
    let sure = inner - CENTERS * UNIT_ROUNDOFF * size;
    SAFE_REACH.contains(&size)
        && radius_a >= 0.0
        && radius_b >= 0.0
        && sure > 0.0
        && apart.length_squared() < sure * sure
}
