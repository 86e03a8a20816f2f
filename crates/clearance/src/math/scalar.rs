//! The two precisions a caller may store coordinates in.

use core::fmt::{Debug, Display};
use core::ops::{Add, Mul, Neg};

/// A coordinate type: `f32` or `f64`.
///
/// Only storage differs. Every algorithm of this crate computes in `f64` for both, because latency
/// bounds a single query, not bandwidth: `f64` costs the same and removes nearly every numeric
/// failure of `f32` input.
pub trait Scalar:
    sealed::Sealed
    + Add<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
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
    /// The largest length that [`check`](crate::check) accepts, of a shape from its local origin
    /// and of a translation: `1e306` in `f64`, `1e37` in `f32`. Sums of a few such lengths, and the
    /// witnesses of an answer, are far from the largest float.
    const LARGEST: f64;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// Widens exactly.
    fn to_f64(self) -> f64;
    /// Widens four exactly.
    fn widen4(values: [Self; 4]) -> [f64; 4];
    /// Rounds to nearest.
    fn from_f64(value: f64) -> Self;
    /// Rounds up, by less than two steps of this type, so that an upper bound stays one.
    fn from_f64_up(value: f64) -> Self;
    /// Rounds down, to the next number of this type.
    #[inline]
    fn from_f64_down(value: f64) -> Self {
        -Self::from_f64_up(-value)
    }
}

/// What a query must know about the caller's scalar where only the space is known.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// [`Scalar::EPSILON`].
    pub(crate) epsilon: f64,
    /// [`Scalar::LARGEST`].
    pub(crate) largest: f64,
    /// Some steps between subnormal numbers: the error of a rounded point that does not scale with
    /// its size.
    pub(crate) steps: f64,
}

impl Precision {
    pub(crate) const fn of<T: Scalar>() -> Self {
        let is_single = T::EPSILON > f64::EPSILON;
        let least = if is_single { f32::from_bits(1) as f64 } else { f64::from_bits(1) };
        Self { epsilon: T::EPSILON, largest: T::LARGEST, steps: 16.0 * least }
    }

    /// A number as the caller sees it.
    pub(crate) fn rounded(self, value: f64) -> f64 {
        if self.epsilon > f64::EPSILON { f32::from_f64(value).to_f64() } else { value }
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl Scalar for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const LARGEST: f64 = 1e37;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn widen4(values: [Self; 4]) -> [f64; 4] {
        clearance_lanes::widen4(values)
    }
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn from_f64_up(value: f64) -> Self {
        // Raised by a little more than rounding may take away: faster than to round, to check and
        // to round once more.
        if value >= 2.0 * f64::from(f32::MIN_POSITIVE) {
            return Self::from_f64(value * (1.0 + 0.5001 * f64::from(f32::EPSILON)));
        }
        small_from_f64_up(value)
    }
    #[inline]
    fn from_f64_down(value: f64) -> Self {
        // The common numbers, without a branch on how they round.
        if (f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX)).contains(&value) {
            let nearest = Self::from_f64(value);
            return Self::from_bits(nearest.to_bits() - u32::from(f64::from(nearest) > value));
        }
        -small_from_f64_up(-value)
    }
}

/// For steps that are not in proportion to the number, and for zero, which stays zero.
#[cold]
fn small_from_f64_up(value: f64) -> f32 {
    let nearest = f32::from_f64(value);
    if f64::from(nearest) < value { nearest.next_up() } else { nearest }
}

impl Scalar for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const LARGEST: f64 = 1e306;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline(always)]
    fn widen4(values: [Self; 4]) -> [f64; 4] {
        values
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

/// The larger of two numbers, `b` where one is NaN: one instruction, while `f64::max` takes four to
/// handle NaN.
#[inline(always)]
pub(crate) fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

/// The smaller of two numbers, as [`larger`].
#[inline(always)]
pub(crate) fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn what_is_rounded_up_is_no_less_and_less_than_two_steps_more() {
        let [mut small, mut large] = [0, 0];
        for round in 0..200_000 {
            // Numbers of all sizes and both signs, and every other one of 32 bits.
            let spread = (f64::from(round) * 0.618_033_988_749_895).fract() - 0.5;
            let sized = spread * 2f64.powi(round % 290 - 160);
            let value = if round % 2 == 0 { f64::from(sized as f32) } else { sized };
            let up = f32::from_f64_up(value);
            assert!(f64::from(up) >= value, "{value:e}");
            let down = f32::from_f64_down(value);
            assert!(f64::from(down) <= value, "{value:e}");
            assert!(f64::from(down.next_up()) > value || down == f32::MAX, "{value:e}");
            if up.is_finite() {
                assert!(f64::from(up.next_down().next_down()) < value, "{value:e}");
            }
            *(if value.abs() < f64::from(f32::MIN_POSITIVE) { &mut small } else { &mut large }) +=
                1;
        }
        assert!(small > 10_000 && large > 100_000, "{small} {large}");
        assert_eq!([0.0, 1e-60].map(f32::from_f64_up), [0.0, f32::from_bits(1)]);
        assert_eq!(f32::from_f64_up(f64::INFINITY), f32::INFINITY);
        assert_eq!(f32::from_f64_up(3.5e38), f32::INFINITY);
        assert!(f32::from_f64_up(f64::NAN).is_nan());
    }
}
