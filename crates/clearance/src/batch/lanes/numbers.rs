//! Kernels that give numbers compute in `f64`, operation by operation as the single query does: so
//! its bounds (`math/tolerance.rs`) are theirs.

use crate::math::tolerance::{HEIGHT, NORMAL, ROTATED_POINT, ROTATED_TRANSLATION, UNIT_ROUNDOFF};

use super::CHUNK;
use super::algebra::{choose, plus, rotate, smaller};
use super::rows::row;

/// A vector, and a matrix by its rows, of these kernels.
pub(super) type Three = super::algebra::Three<f64>;
pub(super) type Rows = super::algebra::Rows<f64>;

/// One number of every pair.
pub(in crate::batch) type Wide = [f64; CHUNK];

row! {
    /// An answer, in the world: whether there is one (1) or not (0); proved bounds of the signed
    /// distance and the best guess between them; normal and points.
    Found { known: 1, bounds: 3, normal: 3, on_a: 3, on_b: 3, }
}

impl Found<f64> {
    #[inline(always)]
    pub(in crate::batch) fn is_known(&self) -> bool {
        let [known] = self.known;
        known != 0.0
    }

    #[inline(always)]
    pub(super) fn chosen(take: bool, new: Self, old: Self) -> Self {
        Self {
            known: choose(take, new.known, old.known),
            bounds: choose(take, new.bounds, old.bounds),
            normal: choose(take, new.normal, old.normal),
            on_a: choose(take, new.on_a, old.on_a),
            on_b: choose(take, new.on_b, old.on_b),
        }
    }
}

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

/// An answer: its bounds and the best guess; its normal and points.
#[inline(always)]
pub(super) fn found(known: bool, bounds: Three, [normal, on_a, on_b]: Rows) -> Found<f64> {
    Found { known: [if known { 1.0 } else { 0.0 }], bounds, normal, on_a, on_b }
}

/// An answer in A's frame brought into the world.
#[inline(always)]
pub(super) fn in_world(
    known: bool,
    bounds: Three,
    [normal, on_a, on_b]: Rows,
    world: Rows,
    origin: Three,
) -> Found<f64> {
    let point = |p| plus(rotate(world, p), origin);
    found(known, bounds, [rotate(world, normal), point(on_a), point(on_b)])
}
