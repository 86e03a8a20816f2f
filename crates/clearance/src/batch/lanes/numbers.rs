//! Kernels that give numbers compute in `f64`, operation by operation as the single query does: so
//! its bounds (`math/tolerance.rs`) are theirs.

use crate::math::tolerance::{HEIGHT, NORMAL, ROTATED_POINT, ROTATED_TRANSLATION, UNIT_ROUNDOFF};

use super::CHUNK;
use super::algebra::{plus, rotate, smaller};

/// A vector, and a matrix by its rows, of these kernels.
pub(super) type Three = super::algebra::Three<f64>;
pub(super) type Rows = super::algebra::Rows<f64>;

/// One number of every pair.
pub(in crate::batch) type Wide = [f64; CHUNK];

/// An answer by its numbers: whether there is one (1) or not (0); proved bounds of the signed
/// distance and the best guess between them; normal; point of A and point of B. In the world.
pub(in crate::batch) const NUMBERS: usize = WITHOUT_POINTS + 3 + 3;
pub(super) const WITHOUT_POINTS: usize = 1 + 3 + 3;

/// Numbers of pairs, and what a kernel finds.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct Questions<const N: usize> {
    pub(super) columns: [Wide; N],
    pub(super) found: [Wide; NUMBERS],
    origins: [u8; CHUNK],
    pub(super) len: usize,
}

impl<const N: usize> Questions<N> {
    pub(in crate::batch) const fn new() -> Self {
        Self {
            columns: [[0.0; CHUNK]; N],
            found: [[0.0; CHUNK]; NUMBERS],
            origins: [0; CHUNK],
            len: 0,
        }
    }

    pub(in crate::batch) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends pair `origin` of the chunk.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // A chunk has 128 pairs.
    pub(in crate::batch) fn push(&mut self, origin: usize, row: [f64; N]) {
        let place = self.len;
        if place < CHUNK {
            for (column, entry) in self.columns.iter_mut().zip(row) {
                column[place] = entry;
            }
            self.origins[place] = origin as u8;
            self.len = place + 1;
        }
    }

    /// Each pair of the chunk that is here, with what was found.
    #[inline]
    #[allow(clippy::indexing_slicing)] // `len` is at most CHUNK.
    pub(in crate::batch) fn answers(&self) -> impl Iterator<Item = (usize, [f64; NUMBERS])> {
        let places = self.origins.iter().enumerate().take(self.len);
        places.map(|(place, origin)| {
            let mut row = [0.0; NUMBERS];
            for (entry, column) in row.iter_mut().zip(&self.found) {
                *entry = column[place];
            }
            (usize::from(*origin), row)
        })
    }
}

/// Turns a function from a row of numbers to those of an answer into a kernel.
macro_rules! answer {
    ($(#[$doc:meta])* $Name:ident, $columns:literal, $row:ident => $found:expr) => {
        $(#[$doc])*
        pub(in crate::batch) struct $Name<'a>(
            pub(in crate::batch) &'a mut super::numbers::Questions<$columns>,
        );

        impl clearance_lanes::Kernel for $Name<'_> {
            type Output = ();
            #[inline(always)]
            #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
            fn run(self) {
                let super::numbers::Questions { columns, found, len, .. } = self.0;
                for place in 0..super::rounded_up(*len) {
                    let mut $row = [0.0; $columns];
                    for (entry, column) in $row.iter_mut().zip(columns.iter()) {
                        *entry = column[place];
                    }
                    for (column, number) in found.iter_mut().zip($found) {
                        column[place] = number;
                    }
                }
            }
        }
    };
}
pub(super) use answer;

/// Factors as in `Placed::error`: reach of A, reach of B, distance of the origins. Also where the
/// poses are exact.
#[inline(always)]
pub(super) fn error(reach_a: f64, reach_b: f64, apart: f64) -> f64 {
    let reach = reach_a + reach_b + apart;
    UNIT_ROUNDOFF * (HEIGHT * reach + (ROTATED_POINT * reach_b + ROTATED_TRANSLATION * apart))
}

/// Whether bounds of the distance of two cores are as near to each other as the direction between
/// their points must be to be a normal, and beyond rounding.
#[inline(always)]
pub(super) fn is_nearest(lower: f64, upper: f64, error: f64) -> bool {
    (upper - lower <= smaller(NORMAL * upper, 0.25 * error)) & (lower > error)
}

/// Bounds of the signed distance of cores once they are grown by radii, and the best guess, given
/// those of the cores, the upper one of which is also the best guess. Also whether that decides on
/// which side of contact they are.
#[inline(always)]
pub(super) fn grown(lower: f64, upper: f64, error: f64, radii: f64) -> (Three, bool) {
    // Radii may be sums themselves; their sum, and its difference with a core's distance. As in
    // `Margin`.
    let margin = 8.0 * UNIT_ROUNDOFF * radii;
    let (below, above) = (lower - error - radii - margin, upper + error - radii + margin);
    ([below, above, upper - radii], (below > 0.0) | (above <= 0.0))
}

/// Sizes whose products of degree four are normal numbers, and squared lengths of quaternions whose
/// products are. Others are for the single query, which scales them.
pub(super) const SIZES: core::ops::Range<f64> = 1e-30..1e30;
pub(super) const NORMS: core::ops::Range<f64> = 1e-60..1e60;

/// An answer in the order of [`NUMBERS`]: its bounds and the best guess, its normal, its points.
#[inline(always)]
pub(super) fn row(
    known: bool,
    [lower, upper, estimate]: Three,
    [[nx, ny, nz], [ax, ay, az], [bx, by, bz]]: Rows,
) -> [f64; NUMBERS] {
    let known = if known { 1.0 } else { 0.0 };
    [known, lower, upper, estimate, nx, ny, nz, ax, ay, az, bx, by, bz]
}

/// An answer without points, its normal in the world.
#[inline(always)]
pub(super) fn without_points(known: bool, bounds: Three, normal: Three) -> [f64; NUMBERS] {
    row(known, bounds, [normal, [0.0; 3], [0.0; 3]])
}

/// An answer in A's frame brought into the world.
#[inline(always)]
pub(super) fn in_world(
    known: bool,
    bounds: Three,
    [normal, on_a, on_b]: Rows,
    world: Rows,
    origin: Three,
) -> [f64; NUMBERS] {
    let point = |p| plus(rotate(world, p), origin);
    row(known, bounds, [rotate(world, normal), point(on_a), point(on_b)])
}
