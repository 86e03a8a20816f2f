//! The two precisions a caller may store coordinates in.

use core::fmt::{Debug, Display};
use core::ops::{Add, Mul};

/// A coordinate type: `f32` or `f64`.
///
/// Only storage differs. Every algorithm of this crate computes in `f64` for both, because a single
/// query is bound by latency and not by bandwidth: `f64` costs the same and removes nearly every
/// numeric failure of `f32` input.
pub trait Scalar:
    sealed::Sealed
    + Add<Output = Self>
    + Mul<Output = Self>
    + Copy
    + PartialEq
    + PartialOrd
    + Debug
    + Display
    + Default
    + Send
    + Sync
    + 'static
{
    /// The distance from 1 to the next larger number of this type.
    const EPSILON: f64;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// Widens exactly.
    fn to_f64(self) -> f64;
    /// Rounds to nearest.
    fn from_f64(value: f64) -> Self;
    /// Rounds towards positive infinity, so that an upper bound stays one.
    fn from_f64_up(value: f64) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl Scalar for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn from_f64_up(value: f64) -> Self {
        let nearest = Self::from_f64(value);
        // Which way it was rounded is as good as random, so no branch should hang on it. The next number is the next in bits, or the one
        // before below zero.
        let up = u32::from(f64::from(nearest) < value);
        let bits = nearest.to_bits();
        Self::from_bits(if nearest.is_sign_negative() { bits - up } else { bits + up })
    }
}

impl Scalar for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline]
    fn from_f64_up(value: f64) -> Self {
        value
    }
}

/// Correctly rounded in both builds; `core` has no square root.
#[inline]
pub(crate) fn sqrt(value: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        value.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrt(value)
    }
}

/// `2^exponent`, for exponents of normal numbers.
#[inline]
pub(crate) const fn power_of_two(exponent: i32) -> f64 {
    let biased = if exponent < -1022 {
        1
    } else if exponent > 1023 {
        2046
    } else {
        exponent + 1023
    };
    f64::from_bits((biased as u64) << 52)
}

/// The larger of two numbers, `b` where one is NaN: one instruction, while `f64::max` is four, for the sake of NaN.
#[inline(always)]
pub(crate) fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

/// The smaller of two numbers, as [`larger`].
#[inline(always)]
pub(crate) fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}
