//! Any shapes: the balls about their local origins that enclose them.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{SIZES, SQUARED};
use super::algebra::{dot, sum_abs};
use super::rows::{Question, row};
use super::verdict;

row! {
    /// The offset of the origins, the sum of the reaches and radii.
    BallPair { offset: 3, reach: 1, }
}

impl Question<u32> for BallPair<f32> {
    /// Whether the balls that enclose two shapes are apart. Where they overlap, nothing follows.
    #[inline(always)]
    fn result(self) -> u32 {
        let Self { offset, reach: [reach] } = self;
        let known = SIZES.contains(&(sum_abs(offset) + reach));
        verdict(known & (dot(offset, offset) * (1.0 - SQUARED) > reach * reach), false)
    }
}
