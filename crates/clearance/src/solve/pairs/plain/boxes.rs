//! Whether two boxes meet.

use crate::math::tolerance::{HEIGHT, ROTATED_POINT, SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector};
use crate::shape::{Primitive, SupportMap};
use crate::solve::pairs::cuboids::Boxes;

use super::{Bounds, deeply_overlap};

/// The half extents of both, if both are boxes.
#[inline(always)]
pub(super) fn halves<V: Vector>(
    a: &(impl SupportMap<V> + ?Sized),
    b: &(impl SupportMap<V> + ?Sized),
) -> Option<[V::Space; 2]> {
    match (a.primitive(), b.primitive()) {
        (Primitive::Cuboid(half_a), Primitive::Cuboid(half_b)) => Some([half_a, half_b]),
        _ => None,
    }
}

/// By separating axes; `None` where it is close, for numbers that describe no shapes and no poses, and for extreme ones.
#[inline]
pub(super) fn intersect<V, A, B>(
    [half_a, half_b]: [V::Space; 2],
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if deeply_overlap(bounds, a, pose_a, b, pose_b) {
        return Some(true);
    }
    let (world, factor) = pose_a.rotation.stretched_matrix();
    let (relative, relative_factor) = pose_a.rotation.relative(pose_b.rotation).stretched_matrix();
    // Before anything comes of them: mixed by the compiler, both matrices and what follows take a twelfth longer.
    if !(SAFE_REACH.contains(&factor) && SAFE_REACH.contains(&relative_factor)) {
        return None;
    }
    let centers = bounds.offset.rotate_back(&world) * (1.0 / factor);
    let per_factor = 1.0 / relative_factor;
    let rows = V::Space::rows(&relative).map(|row| row * per_factor);
    if !bounds.is_meaningful() {
        return None;
    }
    // Twice what it may be of a pair that is set up, which has time for the rest.
    let error = 2.0 * (HEIGHT + ROTATED_POINT) * UNIT_ROUNDOFF * bounds.rough_size();
    Boxes::new(rows, centers, half_a, half_b).meet(error, bounds.radii.iter().sum())
}
