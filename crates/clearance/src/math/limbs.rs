//! Whole numbers that need no allocator: up to 576 bits, in place.
//!
//! Queries decide exactly by determinants of the caller's floats. In `f32`, and in `f64` where the
//! pose does not round, these fit in here; an operation takes 5 to 20 ns instead of 100 to 300 with
//! numbers of any size. What does not fit is `None`, and is computed with those.

use core::cmp::Ordering;

// PERF(copies): with 16, numbers are copied by calls of `memmove`, half of the time of a decision
const LIMBS: usize = 9;

/// Bits of a limb.
const WIDTH: u64 = 64;

/// A whole number that is not negative, its least limb first; the limbs from `length` on are zero,
/// the last one before is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limbs {
    limbs: [u64; LIMBS],
    length: usize,
}

impl Limbs {
    pub(super) const ZERO: Self = Self { limbs: [0; LIMBS], length: 0 };

    /// A number of limbs, of which those from `length` on are zero.
    #[inline]
    fn trimmed(limbs: [u64; LIMBS], length: usize) -> Self {
        let leading = limbs.iter().take(length).rev().take_while(|limb| **limb == 0).count();
        Self { limbs, length: length - leading }
    }

    pub(super) fn of(mut digits: impl Iterator<Item = u64>) -> Option<Self> {
        let mut limbs = [0; LIMBS];
        for (limb, digit) in limbs.iter_mut().zip(&mut digits) {
            *limb = digit;
        }
        let fits = digits.all(|digit| digit == 0);
        fits.then(|| Self::trimmed(limbs, LIMBS))
    }

    /// The limbs, the least first.
    #[inline]
    pub(super) fn digits(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.limbs.iter().copied().take(self.length)
    }

    #[inline]
    pub(super) fn is_zero(&self) -> bool {
        self.length == 0
    }

    #[inline]
    pub(super) fn bits(&self) -> u64 {
        let top = self.digits().next_back().unwrap_or(0);
        self.length as u64 * WIDTH - if top == 0 { 0 } else { u64::from(top.leading_zeros()) }
    }

    /// `None` for zero.
    #[inline]
    pub(super) fn trailing_zeros(&self) -> Option<u64> {
        let (place, limb) = (0_u64..).zip(self.digits()).find(|(_, limb)| *limb != 0)?;
        Some(place * WIDTH + u64::from(limb.trailing_zeros()))
    }

    /// Times `2^by`.
    #[inline]
    pub(super) fn shifted_up(&self, by: u64) -> Option<Self> {
        if by == 0 || self.is_zero() {
            return Some(*self);
        }
        let bits = self.bits().checked_add(by)?;
        let length = usize::try_from(bits.div_ceil(WIDTH)).ok().filter(|n| *n <= LIMBS)?;
        let (whole, part) = (usize::try_from(by / WIDTH).ok()?, by % WIDTH);
        let mut limbs = [0; LIMBS];
        let mut below = 0_u64;
        for (limb, digit) in limbs.iter_mut().skip(whole).zip(&self.limbs) {
            let wide = u128::from(*digit) << part;
            *limb = low(wide) | below;
            below = high(wide);
        }
        Some(Self { limbs, length })
    }

    /// Over `2^by`, rounded down.
    #[inline]
    pub(super) fn shifted_down(&self, by: u64) -> Self {
        if by == 0 {
            return *self;
        }
        let whole = usize::try_from(by / WIDTH).unwrap_or(LIMBS).min(LIMBS);
        let part = by % WIDTH;
        let mut limbs = [0; LIMBS];
        let above = self.limbs.iter().skip(whole + 1).copied().chain([0]);
        for ((limb, digit), above) in limbs.iter_mut().zip(self.digits().skip(whole)).zip(above) {
            *limb = low((u128::from(above) << WIDTH | u128::from(digit)) >> part);
        }
        Self::trimmed(limbs, self.length)
    }

    #[inline]
    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let mut limbs = self.limbs;
        let mut carry = false;
        for (limb, digit) in limbs.iter_mut().zip(&other.limbs) {
            let (sum, over) = limb.overflowing_add(*digit);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, over || over_again);
        }
        let length = (self.length.max(other.length) + 1).min(LIMBS);
        (!carry).then(|| Self::trimmed(limbs, length))
    }

    /// For an `other` that is not larger.
    #[inline]
    pub(super) fn minus(&self, other: &Self) -> Self {
        debug_assert!(self.order(other) != Ordering::Less, "a difference below zero");
        let mut limbs = self.limbs;
        let mut borrow = false;
        for (limb, digit) in limbs.iter_mut().zip(&other.limbs) {
            let (rest, under) = limb.overflowing_sub(*digit);
            let (rest, under_again) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, under || under_again);
        }
        Self::trimmed(limbs, self.length)
    }

    #[inline]
    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.length.cmp(&other.length).then_with(|| self.digits().rev().cmp(other.digits().rev()))
    }

    #[inline]
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let length = self.length + other.length;
        if length > LIMBS {
            return None;
        }
        let mut limbs = [0; LIMBS];
        for (place, x) in self.digits().enumerate() {
            let mut carry = 0_u64;
            let mut rest = limbs.iter_mut().skip(place);
            for (y, limb) in other.digits().zip(rest.by_ref()) {
                let wide = u128::from(x) * u128::from(y) + u128::from(*limb) + u128::from(carry);
                (*limb, carry) = (low(wide), high(wide));
            }
            if let Some(limb) = rest.next() {
                *limb = carry;
            }
        }
        Some(Self::trimmed(limbs, length))
    }
}

#[allow(clippy::cast_possible_truncation)] // the upper half is the other function's
const fn low(wide: u128) -> u64 {
    wide as u64
}

const fn high(wide: u128) -> u64 {
    (wide >> WIDTH) as u64
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use num_bigint::BigUint;

    use super::*;

    fn long(x: &Limbs) -> BigUint {
        x.digits().rev().fold(BigUint::ZERO, |sum, digit| (sum << WIDTH) + digit)
    }

    /// Numbers of all lengths, with runs of ones and zeros, where carries go far.
    fn samples() -> Vec<Limbs> {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match state >> 61 {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << 63,
                _ => state ^ (state >> 31),
            }
        };
        let one = |length: usize| Limbs::of((0..length).map(|_| random())).unwrap();
        (0..=LIMBS).cycle().take(40 * (LIMBS + 1)).map(one).collect()
    }

    #[test]
    fn as_numbers_of_any_size() {
        let all = samples();
        let most = BigUint::from(1_u32) << (WIDTH * LIMBS as u64);
        let (mut fits, mut too_long) = (0, 0);
        let mut same = |short: Option<Limbs>, exact: BigUint, is_sure: bool| match short {
            Some(short) => {
                assert_eq!(long(&short), exact);
                assert_eq!(short.bits(), exact.bits());
                assert_eq!(short.trailing_zeros(), exact.trailing_zeros());
                fits += 1;
            }
            None => {
                assert!(!is_sure || exact >= most, "{exact} fits");
                too_long += 1;
            }
        };
        for (x, y) in all.iter().zip(all.iter().skip(7)) {
            let (p, q) = (long(x), long(y));
            assert_eq!(x.order(y), p.cmp(&q));
            assert_eq!(x.order(x), Ordering::Equal);
            same(x.plus(y), &p + &q, true);
            // A product that needs one limb less than the sum of lengths is refused too.
            same(x.times(y), &p * &q, false);
            let (more, less) = if p < q { (y, x) } else { (x, y) };
            same(Some(more.minus(less)), long(more) - long(less), true);
            for by in [0, 1, 17, 63, 64, 65, 127, 128, 500, 1023, 1024, 5000] {
                same(x.shifted_up(by), &p << by, true);
                same(Some(x.shifted_down(by)), &p >> by, true);
            }
        }
        assert!(fits > 5000 && too_long > 1000, "{fits} fit, {too_long} do not");
    }
}
