//! Boxes of the plane: the four separating axes of two rectangles. Each number takes fewer
//! operations than its counterpart in space, so the bounds of space hold.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{AXIS, NORMS, SIZES};
use super::algebra::{Real, larger};
use super::rows::{Question, row};
use super::verdict;

row! {
    /// Half extents, cosines and sines, offset of the origins, sum of the radii.
    RectanglePair { half_a: 2, half_b: 2, turn_a: 2, turn_b: 2, offset: 2, radii: 1, }
}

impl Question<u32> for RectanglePair<f32> {
    /// Whether rectangles, grown by radii or not, have a common point.
    #[inline(always)]
    fn result(self) -> u32 {
        let Self { half_a: [a0, a1], half_b: [b0, b1], radii: [radii], .. } = self;
        let ([cos_a, sin_a], [cos_b, sin_b]) = (self.turn_a, self.turn_b);
        let [dx, dy] = self.offset;
        let (cos, sin) = (cos_a * cos_b + sin_a * sin_b, cos_a * sin_b - sin_a * cos_b);
        let (norm_a, norm_between) = (cos_a * cos_a + sin_a * sin_a, cos * cos + sin * sin);
        let (per_a, per_between) = (1.0 / Real::sqrt(norm_a), 1.0 / Real::sqrt(norm_between));
        let (cos, sin) = (cos * per_between, sin * per_between);
        let t0 = (cos_a * dx + sin_a * dy) * per_a;
        let t1 = (cos_a * dy - sin_a * dx) * per_a;
        let (n_cos, n_sin) = (cos.abs(), sin.abs());

        let along_a = larger(
            t0.abs() - a0 - (n_cos * b0 + n_sin * b1),
            t1.abs() - a1 - (n_sin * b0 + n_cos * b1),
        );
        let along_b = larger(
            (t0 * cos + t1 * sin).abs() - b0 - (n_cos * a0 + n_sin * a1),
            (t1 * cos - t0 * sin).abs() - b1 - (n_sin * a0 + n_cos * a1),
        );
        let most = larger(along_a, along_b);
        let size = a0 + a1 + b0 + b1 + dx.abs() + dy.abs() + radii;
        let known = SIZES.contains(&size) & NORMS.contains(&norm_a) & NORMS.contains(&norm_between);
        verdict(known & (most - radii > AXIS * size), known & (most < -(AXIS * size)))
    }
}
