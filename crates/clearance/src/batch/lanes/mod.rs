//! What runs in lanes: kernels that judge up to [`CHUNK`] pairs at once in `f32`, each number of a
//! pair in a column of its own; and kernels that answer with numbers, in `f64` (`numbers.rs`).
//!
//! A kernel is a loop over places whose body has no branch: the compiler vectorises it, with the
//! width of the level. It returns [`APART`] or [`OVERLAP`] only beyond the bounds of
//! `tolerance.rs`.

pub(super) mod algebra;
pub(super) mod balls;
pub(super) mod box_axis;
pub(super) mod box_ball;
pub(super) mod box_ball_gap;
pub(super) mod box_depth;
pub(super) mod box_gap;
pub(super) mod boxes;
#[cfg(test)]
mod climb_tests;
mod fifteen_axes;
mod hull_foot;
mod hull_proof;
mod hull_search;
pub(super) mod hulls;
pub(super) mod numbers;
#[cfg(feature = "alloc")]
pub(super) mod planes;
pub(super) mod rectangles;
pub(super) mod rows;
pub(super) mod segment_gap;
pub(super) mod segments;

/// Pairs a chunk: as many as keep every column of a kernel in the first-level cache.
pub(super) const CHUNK: usize = 128;

/// Widths divide this, so that no loop has a remainder: places past the last pair hold NaN or old
/// pairs, and their verdict is dropped.
const WIDEST: usize = 16;

/// Places that are finished before the next are begun, where that pays.
const BLOCK: usize = WIDEST;

/// The first place of each block. None is beyond the last, so that the compiler checks no index.
#[inline(always)]
fn blocks(len: usize) -> impl Iterator<Item = usize> {
    (0..rounded_up(len) / BLOCK).map(|block| (block * BLOCK) & (CHUNK - BLOCK))
}

/// One number of every pair.
pub(super) type Column = [f32; CHUNK];

/// A kernel's verdict on each pair; as wide as the numbers, so that one comparison selects it.
pub(super) type Verdicts = [u32; CHUNK];

/// Not certain.
pub(super) const OPEN: u32 = 0;
/// Certainly without a common point.
pub(super) const APART: u32 = 1;
/// Certainly with one.
pub(super) const OVERLAP: u32 = 2;

/// The places that a loop covers for this many pairs.
#[inline(always)]
fn rounded_up(len: usize) -> usize {
    len.next_multiple_of(WIDEST).min(CHUNK)
}

#[inline(always)]
fn verdict(apart: bool, overlap: bool) -> u32 {
    if apart {
        APART
    } else if overlap {
        OVERLAP
    } else {
        OPEN
    }
}

/// Row `place` of some columns.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // Every caller's place is below the length.
fn at<T: Copy + Default, const L: usize, const N: usize>(
    columns: &[[T; L]; N],
    place: usize,
) -> [T; N] {
    let mut row = [T::default(); N];
    for (entry, column) in row.iter_mut().zip(columns) {
        *entry = column[place];
    }
    row
}

/// Writes row `place` of some columns.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // See `at`.
fn put<T: Copy, const L: usize, const N: usize>(
    columns: &mut [[T; L]; N],
    place: usize,
    row: [T; N],
) {
    for (column, entry) in columns.iter_mut().zip(row) {
        column[place] = entry;
    }
}
