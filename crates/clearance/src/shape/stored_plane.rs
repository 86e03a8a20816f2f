//! The plane of a facet as a hull stores it, with its error.

use crate::math::tolerance::{UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Space, Xyz, power_of_two};

/// A facet's plane: its normal, and the height of its corners along it, from below and from above.
pub(super) struct StoredPlane<S> {
    /// Outwards, of unit length; zero where a facet's area vanishes in floats.
    pub(super) normal: S,
    pub(super) heights: [f64; 2],
}

impl<S: Space> StoredPlane<S> {
    /// Through the corners of a facet, in their order, of a hull with this reach from its local
    /// origin: the two ends of an edge of the plane, the loop of a face of space.
    pub(super) fn new(corners: impl ExactSizeIterator<Item = S> + Clone, reach: f64) -> Self {
        // Products of extreme sizes would leave the range.
        let per_unit = power_of_two(exponent_to_unit(reach));
        let at = corners.clone().map(|corner| (corner * per_unit).coordinates());
        let ([x, y, z], size) = if S::DIM == 2 { right_of(at) } else { area_vector(at) };
        let direction = S::from_xyz(x, y, z);
        let count = corners.len();
        let first = corners.into_iter().next().unwrap_or_default();
        let plane = |normal: S| {
            let height = normal.dot(first);
            let slack = slack(size / direction.length(), count, reach);
            Self { normal, heights: [height - slack, height + slack] }
        };
        let unknown = Self { normal: S::default(), heights: [-f64::MAX, f64::MAX] };
        direction.try_normalize().map_or(unknown, plane)
    }
}

/// The vector to the right of an edge of the plane, and its length.
fn right_of(mut ends: impl Iterator<Item = [f64; 3]>) -> ([f64; 3], f64) {
    let mut end = || ends.next().unwrap_or_default();
    let ([px, py, _], [qx, qy, _]) = (end(), end());
    ([qy - py, px - qx, 0.0], Xyz::new(qx - px, qy - py, 0.0).length())
}

/// Twice the area of a flat loop, along its normal: the sum of the fan about the first corner; and
/// the sum of the products of lengths that went into it.
fn area_vector(mut corners: impl Iterator<Item = [f64; 3]>) -> ([f64; 3], f64) {
    let Some(first) = corners.next() else { return ([0.0; 3], 0.0) };
    let from_first = |[x, y, z]: [f64; 3]| Xyz::new(x - first[0], y - first[1], z - first[2]);
    let mut spokes = corners.map(from_first);
    let (mut last, mut sum, mut size) = (spokes.next().unwrap_or_default(), Xyz::default(), 0.0);
    for spoke in spokes {
        sum += last.cross(spoke);
        size += last.length() * spoke.length();
        last = spoke;
    }
    ([sum.x, sum.y, sum.z], size)
}

/// How far a facet's plane may be off, within three reaches of its first corner (lemma 36).
///
/// A cross product of spokes `s`, `t` is good to `6 u |s| |t|` and their running sum to `u` a term,
/// so that the direction of an area vector which is `thinness` times as short as the products in it
/// is good to `(12 + 2 corners) u thinness`, and to 4 more once it is of unit length. The height of
/// the first corner is good to `3 u reach`.
fn slack(thinness: f64, corners: usize, reach: f64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // Fewer than 2^32.
    let tilt = (16.0 + 4.0 * corners as f64) * UNIT_ROUNDOFF * thinness;
    let slack = reach * (4.0 * tilt + 8.0 * UNIT_ROUNDOFF);
    if slack.is_finite() { slack } else { f64::MAX }
}
