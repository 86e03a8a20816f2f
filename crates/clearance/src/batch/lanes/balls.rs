//! Any shapes: the balls about their local origins that enclose them.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{SIZES, SQUARED};
use super::algebra::{dot, sum_abs};
use super::{judge, verdict};

/// Offset of the origins, sum of the reaches and radii.
pub(in crate::batch) const COLUMNS: usize = 4;

judge!(
    /// Whether the balls that enclose two shapes are apart. Where they overlap, nothing follows.
    Judge, 4, row => judge_one(row)
);

#[inline(always)]
fn judge_one([dx, dy, dz, reach]: [f32; COLUMNS]) -> u32 {
    let offset = [dx, dy, dz];
    let known = SIZES.contains(&(sum_abs(offset) + reach));
    verdict(known & (dot(offset, offset) * (1.0 - SQUARED) > reach * reach), false)
}
