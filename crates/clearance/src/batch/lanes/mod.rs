//! What runs in lanes: kernels that judge up to [`CHUNK`] pairs at once in `f32`, each number of a
//! pair in a column of its own; and kernels that answer with numbers, in `f64` (`numbers.rs`).
//!
//! A kernel is a loop over places whose body has no branch: the compiler vectorises it, with the
//! width of the level. It returns [`APART`] or [`OVERLAP`] only beyond the bounds of
//! `tolerance.rs`.

use crate::math::Scalar;

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
#[allow(clippy::indexing_slicing)] // Every caller's place is below the length: a chunk's or a block's.
fn at<T: Scalar, const L: usize, const N: usize>(columns: &[[T; L]; N], place: usize) -> [T; N] {
    let mut row = [T::ZERO; N];
    for (entry, column) in row.iter_mut().zip(columns) {
        *entry = column[place];
    }
    row
}

/// Writes row `place` of some columns.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // See `at`.
fn put<T: Scalar, const L: usize, const N: usize>(
    columns: &mut [[T; L]; N],
    place: usize,
    row: [T; N],
) {
    for (column, entry) in columns.iter_mut().zip(row) {
        column[place] = entry;
    }
}

/// Columns for one kind of pair, and which pair of the chunk each place is. Columns come first and
/// begin at a cache line, as in the other structures here, so that no vector lies across two lines:
/// that costs up to a tenth.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Queue<const N: usize> {
    columns: [Column; N],
    verdicts: Verdicts,
    origins: [u8; CHUNK],
    len: usize,
}

impl<const N: usize> Queue<N> {
    pub(super) const fn new() -> Self {
        Self { columns: [[0.0; CHUNK]; N], origins: [0; CHUNK], verdicts: [OPEN; CHUNK], len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends pair `origin` of the chunk.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // A chunk has 128 pairs.
    pub(super) fn push(&mut self, origin: usize, row: [f32; N]) {
        let place = self.len;
        if place < CHUNK {
            put(&mut self.columns, place, row);
            self.origins[place] = origin as u8;
            self.len = place + 1;
        }
    }

    /// Each pair of the chunk that is here, with its verdict.
    #[inline]
    pub(super) fn verdicts(&self) -> impl Iterator<Item = (usize, u32)> {
        let places = self.origins.iter().zip(&self.verdicts).take(self.len);
        places.map(|(origin, verdict)| (usize::from(*origin), *verdict))
    }
}

/// Turns a function from a row to a verdict into a kernel.
macro_rules! judge {
    ($(#[$doc:meta])* $Name:ident, $columns:literal, $row:ident => $verdict:expr) => {
        $(#[$doc])*
        pub(in crate::batch) struct $Name<'a>(pub(in crate::batch) &'a mut super::Queue<$columns>);

        impl clearance_lanes::Kernel for $Name<'_> {
            type Output = ();
            #[inline(always)]
            #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
            fn run(self) {
                let super::Queue { columns, verdicts, len, .. } = self.0;
                for place in 0..super::rounded_up(*len) {
                    let $row = super::at(columns, place);
                    verdicts[place] = $verdict;
                }
            }
        }
    };
}
use judge;
