//! Boxes of space without radii, gathered once for every question about them: on which side of
//! contact they are, along which axis they are least deep, and how deep.
//!
//! The depth is found twice. All fifteen axes in `f32` show which is the best, and that no other is
//! as good beyond the bound of `f32`; this one in `f64` is the depth. Sides are proved for the
//! sizes of `tolerance::SIZES`, depths for those of `numbers::SIZES`, which every kernel checks.
//! Axes that tie within that bound, as those of upright boxes do, are for `box_depth.rs`.

use clearance_lanes::Kernel;

use crate::math::Scalar;

use super::super::tolerance::SECOND;
use super::algebra::{
    LaneFrame, Real, Three, abs, dot, each, length, minus, rotate, rotate_back, sum_abs, times,
};
use super::box_depth::{BoxContact, NEARLY_PARALLEL, contact};
use super::boxes::judged;
use super::numbers::{self, NUMBERS, Wide, error, in_world};
use super::{BLOCK, CHUNK, Column, OPEN, Verdicts, at, blocks, put, verdict};

#[inline(always)]
#[allow(clippy::indexing_slicing)] // A place of a block is below CHUNK.
fn write<T: Copy>(column: &mut [T; CHUNK], first: usize, block: &[T; BLOCK]) {
    for (i, entry) in block.iter().enumerate() {
        column[first + i] = *entry;
    }
}

/// Half extents of A and of B, rotation of A and of B, position of A and of B: the caller's very
/// numbers.
pub(in crate::batch) const COLUMNS: usize = 3 + 3 + 4 + 4 + 3 + 3;

/// Pairs of boxes, and what the kernels find.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct Boxes<T> {
    columns: [[T; CHUNK]; COLUMNS],
    pub(super) sides: Verdicts,
    /// The axis along which they are farthest apart or least deep: faces of A, faces of B, edges of
    /// A with edges of B.
    pub(super) best: Column,
    /// The square of a depth that no other axis is below.
    second: Column,
    pub(super) found: [Wide; NUMBERS],
    origins: [u8; CHUNK],
    pub(super) len: usize,
}

impl<T: Scalar> Boxes<T> {
    pub(in crate::batch) const fn new() -> Self {
        Self {
            columns: [[T::ZERO; CHUNK]; COLUMNS],
            origins: [0; CHUNK],
            sides: [OPEN; CHUNK],
            best: [0.0; CHUNK],
            second: [0.0; CHUNK],
            found: [[0.0; CHUNK]; NUMBERS],
            len: 0,
        }
    }

    pub(in crate::batch) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends pair `origin` of the chunk.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // A chunk has 128 pairs.
    pub(in crate::batch) fn push(&mut self, origin: usize, row: [T; COLUMNS]) {
        let place = self.len;
        if place < CHUNK {
            put(&mut self.columns, place, row);
            self.origins[place] = origin as u8;
            self.len = place + 1;
        }
    }

    /// Places, each with the pair of the chunk that it holds and its side.
    #[inline(always)]
    pub(in crate::batch) fn sides(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let places = self.origins.iter().zip(&self.sides).enumerate().take(self.len);
        places.map(|(place, (origin, side))| (place, usize::from(*origin), *side))
    }

    /// What was found at a place.
    #[inline(always)]
    pub(in crate::batch) fn found(&self, place: usize) -> [f64; NUMBERS] {
        at(&self.found, place)
    }

    /// The pair as the kernels of `f64` take it: with the offset of the origins before the position
    /// of A.
    #[inline(always)]
    pub(in crate::batch) fn question(&self, place: usize) -> [f64; COLUMNS] {
        let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] =
            each(at(&self.columns, place), T::to_f64);
        let [t, u, v, w, ox, oy, oz, tx, ty, tz] = rest;
        let [dx, dy, dz] = minus([tx, ty, tz], [ox, oy, oz]);
        [a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, dx, dy, dz, ox, oy, oz]
    }

    /// The pair as `boxes.rs` judges it.
    #[inline(always)]
    fn narrowed(&self, place: usize) -> [f32; super::boxes::COLUMNS] {
        let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] =
            each(at(&self.columns, place), T::to_f64);
        let [t, u, v, w, ox, oy, oz, tx, ty, tz] = rest;
        let [dx, dy, dz] = minus([tx, ty, tz], [ox, oy, oz]);
        each([a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, dx, dy, dz, 0.0], f32::from_f64)
    }
}

/// On which side of contact boxes are: with `PARTS` the axis along which they are apart, with
/// `DEPTH` how deep they are and along which axis, otherwise whether they overlap.
pub(in crate::batch) struct Axes<'a, T, const PARTS: bool, const DEPTH: bool>(
    pub(in crate::batch) &'a mut Boxes<T>,
);

impl<T: Scalar, const PARTS: bool, const DEPTH: bool> Kernel for Axes<'_, T, PARTS, DEPTH> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let boxes = self.0;
        for first in blocks(boxes.len) {
            // Answers apart from questions until a block of them is there. With columns of `f32`
            // beside columns of `f64` in one struct, the compiler does not see that they do not
            // overlap.
            let mut rest = [[0.0; BLOCK]; 2];
            let mut sides = [OPEN; BLOCK];
            for i in 0..BLOCK {
                let judged = judged::<PARTS, DEPTH>(boxes.narrowed(first + i));
                let apart = judged.are_apart();
                #[allow(clippy::indexing_slicing)]
                {
                    sides[i] = verdict(apart, judged.overlap());
                    rest[0][i] = if apart { judged.parts } else { judged.best };
                    rest[1][i] = if judged.known { judged.second } else { 0.0 };
                }
            }
            let [best, second] = &rest;
            write(&mut boxes.sides, first, &sides);
            write(&mut boxes.best, first, best);
            write(&mut boxes.second, first, second);
        }
    }
}

/// The depth along the best axis, and where they touch along it if `POINTS`.
pub(in crate::batch) struct Depths<'a, T, const POINTS: bool>(
    pub(in crate::batch) &'a mut Boxes<T>,
);

impl<T: Scalar, const POINTS: bool> Kernel for Depths<'_, T, POINTS> {
    type Output = ();
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
    fn run(self) {
        let boxes = self.0;
        for first in blocks(boxes.len) {
            let mut found = [[0.0; BLOCK]; NUMBERS];
            for i in 0..BLOCK {
                let place = first + i;
                let (best, second) = (f64::from(boxes.best[place]), f64::from(boxes.second[place]));
                let row = boxes.question(place);
                let row = depth::<T, POINTS>(row, best, second);
                for (column, number) in found.iter_mut().zip(row) {
                    column[i] = number;
                }
            }
            let wanted = if POINTS { NUMBERS } else { numbers::WITHOUT_POINTS };
            for (column, found) in boxes.found.iter_mut().zip(&found).take(wanted) {
                write(column, first, found);
            }
        }
    }
}

/// The length of a vector, or a little more: the sum of its coordinates serves, as the difference
/// is hidden by the rounding to `f32`. Roots take a fifth of the time.
#[inline(always)]
pub(super) fn size<T: Scalar>(p: Three<f64>) -> f64 {
    if T::EPSILON < 1e-9 { length(p) } else { sum_abs(p) }
}

#[inline(always)]
fn depth<T: Scalar, const POINTS: bool>(
    row: [f64; COLUMNS],
    best: f64,
    second: f64,
) -> [f64; NUMBERS] {
    let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] = row;
    let [t, u, v, w, dx, dy, dz, ox, oy, oz] = rest;
    let (half_a, half_b) = ([a0, a1, a2], [b0, b1, b2]);
    let frame = LaneFrame::new([p, q, r, s], [t, u, v, w], [dx, dy, dz]);
    let LaneFrame { world, rows, offset: center, .. } = frame;
    let [reach_a, reach_b, apart] = each([half_a, half_b, center], size::<T>);
    // A quotient is a reciprocal's product here.
    let error = error(reach_a, reach_b, apart) * 1.125;

    let axis = axis(best, rows);
    let squared = dot(axis, axis);
    let per_length = 1.0 / Real::sqrt(squared);
    let along = dot(center, axis);
    let normal = times(axis, if along < 0.0 { -per_length } else { per_length });
    let extents = dot(half_a, abs(normal)) + dot(half_b, abs(rotate_back(rows, normal)));
    let distance = dot(center, normal) - extents;
    // The direction of an edge's axis is as good as its length is large.
    let (lower, upper) = (distance - error, distance + error * per_length);
    // No other axis is less deep, to the last digit of `f32` that is certain.
    let least = (upper < 0.0) & (lower * lower <= second * SECOND);
    let is_judged = numbers::SIZES.contains(&(reach_a + reach_b + apart));
    let known = least & is_judged & (squared >= NEARLY_PARALLEL);
    let bounds = [lower, upper, distance];
    if POINTS {
        let BoxContact { on_a, on_b, off, .. } =
            contact(normal, -distance, half_a, half_b, center, rows, error);
        let known = known & (off <= 4.0 * error);
        in_world(known, bounds, [normal, on_a, on_b], world, [ox, oy, oz])
    } else {
        numbers::without_points(known, bounds, rotate(world, normal))
    }
}

/// The axis of this number, in A's frame.
#[inline(always)]
pub(super) fn axis(which: f64, [r0, r1, r2]: [Three<f64>; 3]) -> Three<f64> {
    let is_edge = which >= 6.0;
    let of_edge = which - 6.0;
    let row = if of_edge < 3.0 { 0.0 } else { 3.0 };
    let row = if of_edge < 6.0 { row } else { 6.0 };
    let (i, j) = if is_edge { (row, of_edge - row) } else { (which * 3.0, which - 3.0) };
    let one = |which: bool| if which { 1.0 } else { 0.0 };
    let (u, v, w) = (one(i == 0.0), one(i == 3.0), one(i == 6.0));
    let entry = |[x, y, z]: Three<f64>| {
        let xy = if j < 1.0 { x } else { y };
        if j < 2.0 { xy } else { z }
    };
    let [x, y, z] = [entry(r0), entry(r1), entry(r2)];
    let of_b = if which < 3.0 { [u, v, w] } else { [x, y, z] };
    let cross = [v * z - w * y, w * x - u * z, u * y - v * x];
    let mut axis = of_b;
    for (axis, cross) in axis.iter_mut().zip(cross) {
        *axis = if is_edge { cross } else { *axis };
    }
    axis
}
