//! Boxes of space: on which side of contact they are, by the fifteen axes in `f32`.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{AXIS, LENGTH, NORMS, PARALLEL, PARALLEL_MOVES, SIZES};
use super::algebra::{LaneFrame, Real, larger, smaller, sum_abs};
use super::fifteen_axes::{BoxAxis, KeepsAxes, each_axis};
use super::rows::{Question, row};
use super::verdict;

row! {
    /// Half extents, rotations, offset of the origins, sum of the radii.
    BoxPair { half_a: 3, half_b: 3, turn_a: 4, turn_b: 4, offset: 3, radii: 1, }
}

impl Question<u32> for BoxPair<f32> {
    /// Whether boxes of space, grown by radii or not, have a common point.
    #[inline(always)]
    fn result(self) -> u32 {
        judged::<false, false>(self).verdict()
    }
}

/// The largest signed distances along faces and along edges: what the bound is about.
#[cfg(test)]
pub(super) fn signed_distances(row: BoxPair<f32>) -> [f32; 2] {
    let JudgedBoxes { faces, edges, .. } = judged::<false, false>(row);
    [faces, edges]
}

/// Whether no sign is set: what was negative and too small for `f32` is `-0.0` here.
#[inline(always)]
fn are_lengths([x, y, z]: [f32; 3]) -> bool {
    (x.to_bits() | y.to_bits() | z.to_bits()) >> 31 == 0
}

/// The results of fifteen axes: signed distances, negative where the boxes overlap. With `PARTS`
/// the axis along which they are apart, with `DEPTH` how deep they are and along which axis,
/// otherwise whether they overlap.
pub(super) struct JudgedBoxes<const PARTS: bool, const DEPTH: bool> {
    /// The largest along a face normal.
    faces: f32,
    /// The largest along a cross product of edges, which is no longer than 1.
    edges: f32,
    /// Negative where no cross product can keep the boxes apart, nearly parallel edges included.
    edges_beyond_doubt: f32,
    /// The largest square of a distance, and its axis.
    apart: f32,
    pub(super) parts: f32,
    /// The square of the least depth, its axis, and the square of the depth after it, each no more
    /// than it is.
    least: f32,
    pub(super) best: f32,
    pub(super) second: f32,
    reach_b: f32,
    size: f32,
    error: f32,
    radii: f32,
    pub(super) known: bool,
}

#[inline(always)]
pub(super) fn judged<const PARTS: bool, const DEPTH: bool>(
    row: BoxPair<f32>,
) -> JudgedBoxes<PARTS, DEPTH> {
    let BoxPair { half_a, half_b, turn_a, turn_b, offset, radii: [radii] } = row;
    let frame = LaneFrame::new(turn_a, turn_b, offset);
    let reach_b = sum_abs(half_b);
    let size = sum_abs(half_a) + reach_b + sum_abs(offset) + radii;
    let known = SIZES.contains(&size) & frame.is_within(&NORMS);
    let never = f32::INFINITY;
    let mut judged = JudgedBoxes {
        faces: -never,
        edges: -never,
        edges_beyond_doubt: -never,
        apart: 0.0,
        parts: 0.0,
        least: never,
        best: 0.0,
        second: never,
        reach_b,
        size,
        error: AXIS * size,
        radii,
        known: known & are_lengths(half_a) & are_lengths(half_b),
    };
    each_axis(half_a, half_b, &frame, &mut judged);
    judged
}

impl<const PARTS: bool, const DEPTH: bool> JudgedBoxes<PARTS, DEPTH> {
    #[inline(always)]
    pub(super) fn are_apart(&self) -> bool {
        self.known & (larger(self.faces, self.edges) - self.radii > self.error)
    }

    #[inline(always)]
    pub(super) fn verdict(&self) -> u32 {
        let overlap = !DEPTH & (self.faces < -self.error) & (self.edges_beyond_doubt < 0.0);
        verdict(self.are_apart(), self.known & overlap)
    }

    #[inline(always)]
    fn consider(&mut self, which: u8, distance: f32, per_squared: f32) {
        let which = f32::from(which);
        if PARTS {
            let apart = larger(distance, 0.0);
            let apart = apart * apart * per_squared;
            self.parts = if apart > self.apart { which } else { self.parts };
            self.apart = larger(apart, self.apart);
        }
        if DEPTH {
            let depth = smaller(distance + self.error, 0.0);
            let depth = depth * depth * per_squared;
            self.best = if depth < self.least { which } else { self.best };
            self.second = smaller(larger(depth, self.least), self.second);
            self.least = smaller(depth, self.least);
        }
    }
}

impl<const PARTS: bool, const DEPTH: bool> KeepsAxes<f32> for JudgedBoxes<PARTS, DEPTH> {
    #[inline(always)]
    fn face(&mut self, BoxAxis { which, towards, .. }: BoxAxis<f32>, own: f32, other: f32) {
        let distance = Real::abs(towards) - own - other;
        self.faces = larger(distance, self.faces);
        self.consider(which, distance, 1.0);
    }

    #[inline(always)]
    fn edge(&mut self, axis: BoxAxis<f32>, [m_u, m_v]: [f32; 2], extents: f32) {
        let distance = Real::abs(axis.towards) - extents;
        self.edges = larger(distance, self.edges);
        self.consider(axis.which, distance, 1.0 / (m_u * m_u + m_v * m_v + LENGTH));
        if !DEPTH {
            let moves = PARALLEL_MOVES * (m_u.abs() + m_v.abs()) * self.reach_b;
            let parallel = self.faces + PARALLEL * self.size + moves;
            let doubt = smaller(distance + self.error, parallel);
            self.edges_beyond_doubt = larger(self.edges_beyond_doubt, doubt);
        }
    }
}
