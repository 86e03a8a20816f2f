//! Whole multiples of powers of two, of any size: what floats are, and what sums and products of
//! floats are. Stored in place while they are short ([`Limbs`]), on the heap beyond.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, BigUint, Sign};

use super::limbs::Limbs;
use super::scalar::power_of_two;

/// `mantissa · 2^exponent`, exactly. The mantissa is odd or zero, so that numbers stay as short as
/// they can be.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    mantissa: Mantissa,
    exponent: i64,
}

/// A whole number.
#[derive(Clone, Debug)]
enum Mantissa {
    Short { is_negative: bool, size: Limbs },
    Long(BigInt),
}

use Mantissa::{Long, Short};

impl Mantissa {
    fn of(value: BigInt) -> Self {
        match Limbs::of(value.magnitude().iter_u64_digits()) {
            Some(size) => Short { is_negative: value.sign() == Sign::Minus, size },
            None => Long(value),
        }
    }

    fn magnitude(&self) -> BigUint {
        match self {
            Short { size, .. } => {
                let halves = |digit: u64| [digit & 0xffff_ffff, digit >> 32];
                let halves = size.digits().flat_map(halves).map(|half| u32::try_from(half).ok());
                BigUint::new(halves.collect::<Option<Vec<u32>>>().unwrap_or_default())
            }
            Long(value) => value.magnitude().clone(),
        }
    }

    fn long(&self) -> BigInt {
        match self {
            Short { is_negative, .. } => {
                let sign = if *is_negative { Sign::Minus } else { Sign::Plus };
                BigInt::from_biguint(sign, self.magnitude())
            }
            Long(value) => value.clone(),
        }
    }

    fn bits(&self) -> u64 {
        match self {
            Short { size, .. } => size.bits(),
            Long(value) => value.bits(),
        }
    }
}

/// Which way a rounding may go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Towards {
    Less,
    More,
}

impl Dyadic {
    pub(crate) const ZERO: Self =
        Self { mantissa: Short { is_negative: false, size: Limbs::ZERO }, exponent: 0 };

    pub(crate) fn zero() -> Self {
        Self::ZERO
    }

    fn new(mantissa: BigInt, exponent: i64) -> Self {
        let Some(zeros) = mantissa.trailing_zeros() else { return Self::ZERO };
        let odd = if zeros == 0 { mantissa } else { mantissa >> zeros };
        Self { mantissa: Mantissa::of(odd), exponent: exponent + signed(zeros) }
    }

    #[inline]
    fn short(is_negative: bool, size: &Limbs, exponent: i64) -> Self {
        let Some(zeros) = size.trailing_zeros() else { return Self::ZERO };
        let size = size.shifted_down(zeros);
        Self { mantissa: Short { is_negative, size }, exponent: exponent + signed(zeros) }
    }

    /// -1, 0 or 1.
    #[inline]
    pub(crate) fn sign(&self) -> i32 {
        match &self.mantissa {
            Short { size, .. } if size.is_zero() => 0,
            Short { is_negative: true, .. } => -1,
            Short { is_negative: false, .. } => 1,
            Long(value) => match value.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.sign() == 0
    }

    /// `e` with `2^(e-1) <= |self| < 2^e`; very low for zero.
    pub(crate) fn magnitude(&self) -> i64 {
        if self.is_zero() { i64::MIN / 4 } else { signed(self.mantissa.bits()) + self.exponent }
    }

    pub(crate) fn shifted(mut self, by: i64) -> Self {
        if !self.is_zero() {
            self.exponent += by;
        }
        self
    }

    /// The square root of a number that is not negative, with an error below `2^-bits` of itself,
    /// on the given side.
    pub(crate) fn sqrt(&self, bits: u32, towards: Towards) -> Self {
        let length = signed(self.mantissa.bits());
        // An even exponent, and twice the digits wanted.
        let mut shift = (2 * i64::from(bits) + 4 - length).max(0);
        if (self.exponent - shift) % 2 != 0 {
            shift += 1;
        }
        let radicand: BigUint = self.mantissa.magnitude() << shift.unsigned_abs();
        let mut root = radicand.sqrt();
        if towards == Towards::More && &root * &root != radicand {
            root += 1_u32;
        }
        Self::new(BigInt::from(root), (self.exponent - shift) / 2)
    }

    /// The quotient as a float, with an error below `0.501` of its last digit, or of the least
    /// float where it is subnormal; infinite where it is too large, or the divisor zero.
    pub(crate) fn over(&self, divisor: &Self) -> f64 {
        if divisor.is_zero() {
            return f64::INFINITY;
        }
        // 62 or 63 digits of the quotient, of which the conversion rounds off the last.
        let shift = 62 - (signed(self.mantissa.bits()) - signed(divisor.mantissa.bits()));
        let (mut over, mut under) = (self.mantissa.magnitude(), divisor.mantissa.magnitude());
        if shift >= 0 {
            over <<= shift.unsigned_abs();
        } else {
            under <<= shift.unsigned_abs();
        }
        let digits = (over / under).iter_u64_digits().next().unwrap_or(0);
        #[allow(clippy::cast_precision_loss)]
        let size = scaled(digits as f64, self.exponent - divisor.exponent - shift);
        if self.sign() * divisor.sign() < 0 { -size } else { size }
    }

    /// The nearest number of 53 bits next to zero, as a float times a power of two; `(0, 0)` for
    /// zero.
    pub(crate) fn leading(&self) -> (f64, i64) {
        let excess = signed(self.mantissa.bits()) - 53;
        let (by, exponent) = (excess.max(0).unsigned_abs(), self.exponent + excess.max(0));
        let digits = match &self.mantissa {
            Short { size, .. } => size.shifted_down(by).digits().next(),
            Long(value) => (value.magnitude() >> by).iter_u64_digits().next(),
        };
        let digits = digits.unwrap_or(0);
        #[allow(clippy::cast_precision_loss)]
        let value = digits as f64;
        (if self.sign() < 0 { -value } else { value }, exponent)
    }
}

/// Bit counts fit: no memory holds 2^63 bits.
fn signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX)
}

/// `digits · 2^exponent`, in steps that do not leave the range before the product does.
pub(crate) fn scaled(digits: f64, exponent: i64) -> f64 {
    let exponent = i32::try_from(exponent).unwrap_or(if exponent < 0 { -4000 } else { 4000 });
    let third = exponent / 3;
    digits * power_of_two(third) * power_of_two(third) * power_of_two(exponent - 2 * third)
}

/// Exact for every finite float; others count as zero, and are refused before they get here.
impl From<f64> for Dyadic {
    fn from(value: f64) -> Self {
        if !value.is_finite() {
            return Self::zero();
        }
        let bits = value.to_bits();
        let biased = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let (digits, exponent) = if biased == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, signed(biased) - 1075)
        };
        let size = Limbs::of(core::iter::once(digits)).unwrap_or(Limbs::ZERO);
        Self::short(value < 0.0, &size, exponent)
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: Self) -> Dyadic {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let (low, high) =
            if self.exponent <= other.exponent { (self, other) } else { (other, self) };
        let shift = (high.exponent - low.exponent).unsigned_abs();
        let (of_high, of_low) = (&high.mantissa, &low.mantissa);
        if let (Short { is_negative, size }, Short { is_negative: other, size: low_size }) =
            (of_high, of_low)
            && let Some(size) = size.shifted_up(shift)
        {
            if is_negative == other {
                if let Some(sum) = size.plus(low_size) {
                    return Dyadic::short(*is_negative, &sum, low.exponent);
                }
            } else if size.order(low_size) == Ordering::Less {
                return Dyadic::short(*other, &low_size.minus(&size), low.exponent);
            } else {
                return Dyadic::short(*is_negative, &size.minus(low_size), low.exponent);
            }
        }
        Dyadic::new((of_high.long() << shift) + of_low.long(), low.exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        let mantissa = match &self.mantissa {
            Short { is_negative, size } => Short { is_negative: !is_negative, size: *size },
            Long(value) => Long(-value),
        };
        Dyadic { mantissa, exponent: self.exponent }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Self) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: Self) -> Dyadic {
        if self.is_zero() || other.is_zero() {
            return Dyadic::zero();
        }
        // A product of odd numbers is odd.
        let exponent = self.exponent + other.exponent;
        if let (Short { is_negative, size }, Short { is_negative: other, size: by }) =
            (&self.mantissa, &other.mantissa)
            && let Some(size) = size.times(by)
        {
            return Dyadic {
                mantissa: Short { is_negative: is_negative != other, size },
                exponent,
            };
        }
        Dyadic { mantissa: Long(self.mantissa.long() * other.mantissa.long()), exponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(x: &Dyadic) -> f64 {
        let (digits, exponent) = x.leading();
        digits * 2.0_f64.powi(i32::try_from(exponent).unwrap_or(0))
    }

    #[test]
    fn floats_are_dyadic() {
        for x in [0.0, -0.0, 1.0, -3.5, f64::MIN_POSITIVE, 1e300, -0.1, 12_345.678] {
            let exact = Dyadic::from(x);
            assert_eq!(value(&exact), x);
            assert_eq!(
                exact.sign(),
                if x > 0.0 {
                    1
                } else if x < 0.0 {
                    -1
                } else {
                    0
                }
            );
        }
        let least = Dyadic::from(f64::from_bits(1));
        assert_eq!((least.leading(), least.magnitude()), ((1.0, -1074), -1073));
    }

    #[test]
    fn what_floats_round_is_kept() {
        let (big, small) = (Dyadic::from(1e200), Dyadic::from(1e-200));
        let sum = &big + &small;
        assert_eq!((&(&sum - &big) - &small).sign(), 0);
        let square = &sum * &sum;
        let expanded =
            &(&(&big * &big) + &(&(&big * &small) * &Dyadic::from(2.0))) + &(&small * &small);
        assert_eq!((&square - &expanded).sign(), 0);
    }

    #[test]
    fn roots_are_bounded_on_either_side() {
        for x in [2.0, 9.0, 0.1, 1e-300, 3e250, 4.0, 1.0 / 1024.0] {
            let exact = Dyadic::from(x);
            let (low, high) = (exact.sqrt(100, Towards::Less), exact.sqrt(100, Towards::More));
            assert!((&(&low * &low) - &exact).sign() <= 0);
            assert!((&(&high * &high) - &exact).sign() >= 0);
            assert!((&high - &low).magnitude() <= low.magnitude() - 100, "{x}");
        }
        let nine = Dyadic::from(9.0);
        assert_eq!(value(&nine.sqrt(10, Towards::More)), 3.0);
        assert!(Dyadic::zero().sqrt(50, Towards::More).is_zero());
    }
}
