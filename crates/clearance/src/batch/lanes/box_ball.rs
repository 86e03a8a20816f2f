//! A box and a ball: the ball's centre, clamped to the box.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{NORMS, ROUND, SIZES};
use super::algebra::{dot, each, larger, matrix, norm, rotate_back, sum_abs};
use super::rows::{Question, row};
use super::verdict;

row! {
    /// Half extents of the box, its rotation, the offset of the ball's centre from the box's, the
    /// sum of the radii.
    BoxBall { half: 3, turn: 4, offset: 3, radii: 1, }
}

impl Question<u32> for BoxBall<f32> {
    /// Whether a box and a ball, or a box grown by a ball and a point, have a common point. The
    /// plane's third coordinate is 0.
    #[inline(always)]
    fn result(self) -> u32 {
        let Self { half, turn, offset, radii: [radii] } = self;
        let [hx, hy, hz] = half;
        let norm = norm(turn);
        let [x, y, z] = rotate_back(matrix(turn, norm), offset);
        // How far the centre is outside each slab. The squares' sum is the squared distance.
        let outside = [x.abs() - hx, y.abs() - hy, z.abs() - hz];
        let [ox, oy, oz] = outside;
        let beyond = each(outside, |o| larger(o, 0.0));
        let squared = dot(beyond, beyond);
        let size = sum_abs(half) + sum_abs(offset) + radii;
        let error = ROUND * size;
        let known = SIZES.contains(&size) & NORMS.contains(&norm);
        // Inside by more than rounding, whatever the radius.
        let inside = larger(larger(ox, oy), oz) < -error;
        let (least, most) = (radii + error, larger(radii - error, 0.0));
        let apart = squared > least * least;
        let touches = inside | (squared < most * most);
        verdict(known & apart, known & touches)
    }
}
