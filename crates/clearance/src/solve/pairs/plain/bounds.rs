//! Balls about the local origins that enclose the shapes.

use crate::math::tolerance::SAFE_REACH;
use crate::math::{Pose, Rotation, Space, Vector, sqrt};
use crate::shape::SupportMap;

/// How far apart the local origins of a pair are, and how far the shapes reach from them.
/// Computed first of all, and used by every formula.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<S> {
    /// From A's origin to B's, in the world.
    pub(super) offset: S,
    squared: f64,
    /// The radii by which the cores are grown.
    pub(super) radii: [f64; 2],
    /// The sum of both shapes' reaches, radii included. NaN where one is no shape.
    pub(super) reach: f64,
}

impl<S: Space> Bounds<S> {
    #[inline(always)]
    pub(crate) fn of<V, A, B>(a: &A, pose_a: &Pose<V>, b: &B, pose_b: &Pose<V>) -> Self
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
        let radii @ [radius_a, radius_b] = [a.radius_f64(), b.radius_f64()];
        let are_lengths = (radius_a >= 0.0) & (radius_b >= 0.0);
        let reach = a.reach() + b.reach() + (radius_a + radius_b);
        let reach = if are_lengths { reach } else { f64::NAN };
        Self { offset, squared: offset.length_squared(), radii, reach }
    }

    /// Whether the balls are apart. Rotations do not matter, so it costs next to nothing and saves
    /// the rest of the query for most pairs of a scene.
    #[inline(always)]
    pub(crate) fn are_apart<V: Vector<Space = S>>(
        &self,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
    ) -> bool {
        let Self { squared, reach, .. } = *self;
        // Where the square is finite the positions are. Each side is good to a handful of
        // roundings, or out of range and then not larger than anything finite.
        (1e-280..f64::INFINITY).contains(&squared)
            && squared * (1.0 - 16.0 * f64::EPSILON) > reach * reach
            && pose_a.rotation.turns()
            && pose_b.rotation.turns()
    }

    /// Whether balls that the shapes hold, of radii that sum to this, cannot meet about the local
    /// origins.
    #[inline(always)]
    pub(super) fn is_beyond(&self, inner: f64) -> bool {
        !(self.squared < inner * inner)
    }

    /// The size to which the roundings of a formula are relative.
    #[inline(always)]
    pub(super) fn size(&self) -> f64 {
        self.reach + sqrt(self.squared)
    }

    /// That or up to √3 times as much, without a root: for booleans.
    #[inline(always)]
    pub(super) fn rough_size(&self) -> f64 {
        (0..S::DIM).fold(self.reach, |sum, i| sum + self.offset.coordinate(i).abs())
    }

    /// Whether both are shapes, of sizes whose squares stay in the range.
    #[inline(always)]
    pub(super) fn is_meaningful(&self) -> bool {
        SAFE_REACH.contains(&self.rough_size())
    }
}
