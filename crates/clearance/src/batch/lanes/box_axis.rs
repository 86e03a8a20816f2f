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
    LaneFrame, Real, Three, abs, choose, dot, each, length, minus, rotate, rotate_back, sum_abs,
    times,
};
use super::box_depth::{BoxContact, NEARLY_PARALLEL, contact};
use super::boxes::{BoxPair, judged};
use super::numbers::{self, Found, Wide, error, in_world};
use super::rows::{Columns, Empty, Queue, row};
use super::{BLOCK, CHUNK, Column, OPEN, Verdicts, at, blocks, put};

row! {
    /// Half extents, rotations and positions: the caller's very numbers.
    PlacedBoxes { half_a: 3, half_b: 3, turn_a: 4, turn_b: 4, origin_a: 3, origin_b: 3, }
}

/// What the kernels find of boxes.
#[derive(Clone, Debug)]
#[repr(C)]
pub(in crate::batch) struct BoxesFound {
    pub(super) sides: Verdicts,
    /// The axis along which they are farthest apart or least deep, by its number.
    pub(super) best: Column,
    /// The square of a depth that no other axis is below.
    second: Column,
    pub(in crate::batch) found: Found<Wide>,
}

impl Empty for BoxesFound {
    const EMPTY: Self = Self {
        sides: Verdicts::EMPTY,
        best: [0.0; CHUNK],
        second: [0.0; CHUNK],
        found: Found::EMPTY,
    };
}

/// Pairs of boxes, and what the kernels find.
pub(in crate::batch) type Boxes<T> = Queue<PlacedBoxes<[T; CHUNK]>, BoxesFound>;

impl<T: Scalar> Boxes<T> {
    /// Places, each with the pair of the chunk that it holds and its side.
    #[inline(always)]
    pub(in crate::batch) fn sides(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let places = self.places().zip(&self.results.sides);
        places.map(|((place, origin), side)| (place, origin, *side))
    }

    /// The pair as the kernels of `f64` take it.
    #[inline(always)]
    pub(in crate::batch) fn question(&self, place: usize) -> PlacedBoxes<f64> {
        self.questions.at(place).map(T::to_f64)
    }

    /// The pair as `boxes.rs` judges it.
    #[inline(always)]
    fn narrowed(&self, place: usize) -> BoxPair<f32> {
        let row = self.question(place);
        let PlacedBoxes { half_a, half_b, turn_a, turn_b, .. } = row;
        let offset = minus(row.origin_b, row.origin_a);
        BoxPair { half_a, half_b, turn_a, turn_b, offset, radii: [0.0] }.map(f32::from_f64)
    }
}

impl PlacedBoxes<f64> {
    #[inline(always)]
    pub(super) fn frame(&self) -> LaneFrame<f64> {
        LaneFrame::new(self.turn_a, self.turn_b, minus(self.origin_b, self.origin_a))
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
    // A place is below CHUNK; one loop for all columns.
    #[allow(clippy::indexing_slicing, clippy::needless_range_loop)]
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
                let best = if judged.are_apart() { judged.parts } else { judged.best };
                put(&mut rest, i, [best, if judged.known { judged.second } else { 0.0 }]);
                sides[i] = judged.verdict();
            }
            for i in 0..BLOCK {
                let place = first + i;
                let BoxesFound { best, second, .. } = &mut boxes.results;
                [best[place], second[place]] = at(&rest, i);
                boxes.results.sides[place] = sides[i];
            }
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
            let mut found = Found::<[f64; BLOCK]>::EMPTY;
            for i in 0..BLOCK {
                let (place, BoxesFound { best, second, .. }) = (first + i, &boxes.results);
                let (best, second) = (f64::from(best[place]), f64::from(second[place]));
                found.put(i, depth::<T, POINTS>(boxes.question(place), best, second));
            }
            let out = &mut boxes.results.found;
            for i in 0..BLOCK {
                let (place, row) = (first + i, found.at(i));
                put(&mut out.known, place, row.known);
                put(&mut out.bounds, place, row.bounds);
                put(&mut out.normal, place, row.normal);
                if POINTS {
                    put(&mut out.on_a, place, row.on_a);
                    put(&mut out.on_b, place, row.on_b);
                }
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
    row: PlacedBoxes<f64>,
    best: f64,
    second: f64,
) -> Found<f64> {
    let PlacedBoxes { half_a, half_b, origin_a, .. } = row;
    let LaneFrame { world, rows, offset: center, .. } = row.frame();
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
        in_world(known, bounds, [normal, on_a, on_b], world, origin_a)
    } else {
        numbers::found(known, bounds, [rotate(world, normal), [0.0; 3], [0.0; 3]])
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
    choose(is_edge, cross, of_b)
}
