//! Where two shapes touch along a direction of the caller's.

use crate::math::{Scalar, Space, ToPose, Vector, larger};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;
use crate::solve::Expand;

use super::outline::{Across, PatchOutline, direction_of};
use super::patch::{Patch, PatchCorner};
use super::reduce::Corners;
use super::side::{Origin, Side, wide};
use super::{ContactPoint, band_of, extent};

/// Shows every corner of the patch in which two shapes touch along a direction that the caller
/// chooses, from A to B, and returns how far their depths may be off; `None` where the features
/// that face it have no common part over one another, or that is farther in front than
/// `max_distance`.
///
/// For surfaces made of pieces: at an edge between two pieces the least way out of one is no way
/// out of the surface, but the normal of its face is. Depths and points are those of
/// [`contact_points`](super::contact_points), measured along the direction (of any length but 0);
/// whether the shapes overlap less along another is not looked at.
///
/// ```
/// use clearance::{Cuboid, Triangle, contact_points_along, proximity};
/// use glam::Vec3;
///
/// // A floor's triangle, and a crate that is 2 cm over its edge and 3 cm deep.
/// let corners = [(0.0, -9.0), (0.0, 9.0), (9.0, 0.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
/// let floor = Triangle::new(corners[0], corners[1], corners[2]);
/// let (a_crate, place) = (Cuboid::new(Vec3::splat(0.5)), Vec3::new(-0.48, 0.47, 0.0));
///
/// // The least way out of this triangle leads back to its neighbour.
/// let least = proximity(&floor, &Vec3::ZERO, &a_crate, &place);
/// assert!(least.witness().normal.x < -0.999);
///
/// let mut depths = Vec::new();
/// let gap = contact_points_along(&floor, &Vec3::ZERO, &a_crate, &place, Vec3::Y, 0.0, |point| {
///     depths.push(point.depth);
/// });
/// assert!(gap.unwrap() < 1e-5 && depths.len() == 4);
/// assert!(depths.iter().all(|depth| (depth - 0.03).abs() < 1e-6));
/// ```
#[must_use]
pub fn contact_points_along<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    direction: P::Vector,
    max_distance: <P::Vector as Vector>::Scalar,
    mut show: impl FnMut(ContactPoint<P::Vector>),
) -> Option<<P::Vector as Vector>::Scalar>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let (direction, within) = (direction.to_space(), max_distance.to_f64());
    let mut rounded = 0.0;
    let mut show = |point: ContactPoint<_>| {
        let narrow: ContactPoint<P::Vector> = point.narrowed();
        rounded = larger(rounded, (narrow.depth.to_f64() - point.depth).abs());
        show(narrow);
    };
    let gap = Pair::with((a, pose_a), (b, pose_b), |pair| {
        Compiled::points_along(pair, direction, within, &mut show)
    })?;
    Some(Scalar::from_f64_up(gap + rounded))
}

/// Receives points.
pub(crate) type ShowPoint<'s, S> = &'s mut dyn FnMut(ContactPoint<S>);

/// See [`contact_points_along`].
pub(crate) fn points_along<S: Expand>(
    pair: &Pair<'_, S>,
    direction: S,
    max_distance: f64,
    show: ShowPoint<'_, S>,
) -> Option<f64> {
    let normal = wide(direction).try_normalize()?;
    let origin = Origin::of(pair);
    let first = &Side::new(pair.a, pair.pose_a, origin);
    let second = &Side::new(pair.b, pair.pose_b, origin);
    let band = band_of(first, second);
    let features = [first.feature(normal, None, band), second.feature(-normal, None, band)];
    let [ours, theirs] = &features;
    let hint = direction_of(first, ours).or_else(|| direction_of(second, theirs));
    let across = Across::new(normal, hint);
    let scale = extent(first, second);
    let mut outlines =
        (PatchOutline::new(first, across, scale), PatchOutline::new(second, across, scale));
    outlines.0.set(ours);
    outlines.1.set(theirs);
    let within = -max_distance * origin.per_unit;
    let patch = Patch { first: &outlines.0, second: &outlines.1, across, band };
    // Those of a face that just touches stay while another is there.
    let mut deepest = f64::NEG_INFINITY;
    patch.each(|corner| deepest = larger(deepest, corner.depth));
    if !(deepest >= within) {
        return None;
    }
    patch.each(|PatchCorner { points: [on_a, on_b], depth, key }| {
        if depth >= within - band {
            let depth = depth / origin.per_unit;
            let [on_a, on_b] = [on_a, on_b].map(|point| origin.to_world(point));
            show(ContactPoint { on_a, on_b, depth, key });
        }
    });
    Some((outlines.0.error + outlines.1.error) / origin.per_unit)
}
