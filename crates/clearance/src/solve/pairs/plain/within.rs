//! Balls within the shapes.

use crate::math::tolerance::{CENTERS, SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector};
use crate::shape::SupportMap;

use super::Bounds;

/// Whether balls about the centres that the shapes hold have a point in common: then so do the
/// shapes, and most pairs that overlap deeply need no search.
#[inline(always)]
pub(crate) fn deeply_overlap<V, A, B>(
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> bool
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let inner = a.inradius() + b.inradius() + bounds.radii.iter().sum::<f64>();
    // Centres are usually near the local origins, and where they are not, turning them here costs
    // as much as it saves.
    if bounds.is_beyond(inner) {
        return false;
    }
    let (Some(center_a), Some(center_b)) = (a.center(), b.center()) else { return false };
    let placed = |center: V::Space, pose: &Pose<V>| {
        if center == V::Space::default() && pose.rotation.turns() {
            center
        } else {
            center.rotate(&pose.rotation.matrix())
        }
    };
    let apart = placed(center_b, pose_b) - placed(center_a, pose_a) + bounds.offset;
    let size = bounds.reach + inner;
    let sure = inner - CENTERS * UNIT_ROUNDOFF * size;
    SAFE_REACH.contains(&size) && sure > 0.0 && apart.length_squared() < sure * sure
}
