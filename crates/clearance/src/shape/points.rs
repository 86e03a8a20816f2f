//! The hull of borrowed points: what a build without an allocator uses.

use crate::math::Vector;

use super::error::ShapeError;
use super::segment::{extents, farthest, mean_of_many, reach, stretched_within};
use super::support::{Support, SupportMap, support_from_f64};

/// The convex hull of a borrowed list of points, any points: interior ones and duplicates change
/// nothing.
///
/// Nothing is built, so every support point is a scan over all points: O(n). For shapes that are
/// queried often an owned `ConvexHull` drops the interior points once and for all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPoints<'a, V: Vector> {
    points: &'a [V],
    center: V::Space,
    reach: f64,
    /// The largest coordinates.
    extents: V::Space,
}

impl<'a, V: Vector> ConvexPoints<'a, V> {
    /// Checks the points and measures them once. O(n).
    ///
    /// # Errors
    /// [`ShapeError::Empty`], [`ShapeError::VertexNotFinite`] with the index,
    /// [`ShapeError::TooMany`].
    pub fn new(points: &'a [V]) -> Result<Self, ShapeError> {
        ShapeError::vertices(points)?;
        let (center, extents) = (mean_of_many(points), extents(points));
        Ok(Self { points, center, reach: reach(points), extents })
    }

    /// The points.
    #[must_use]
    pub const fn points(&self) -> &'a [V] {
        self.points
    }
}

impl<V: Vector> SupportMap<V> for ConvexPoints<'_, V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        farthest(self.points, direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(self.center)
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.reach
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        stretched_within(self.reach, self.extents, factors)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.points.get(feature as usize).map(|v| v.to_space())
    }
    #[inline]
    fn corners(&self) -> Option<u32> {
        u32::try_from(self.points.len()).ok()
    }
}
