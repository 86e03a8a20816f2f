//! Two numbers in one vector.

use core::ops::{Add, Div, Mul, Sub};

/// Two numbers that are computed at once, in a vector that the build's target has: SSE2 on x86-64,
/// elsewhere whatever the compiler makes of a pair.
///
/// For arithmetic in the middle of other work, too short for a [`Kernel`](crate::Kernel). On its
/// own, the compiler packs what lies side by side in memory, the coordinates of one point, and then
/// has to shuffle them all the time.
///
/// ```
/// use clearance_lanes::Two;
///
/// let sum = Two::new(1.0, 2.0) + Two::splat(0.5) * Two::new(4.0, 6.0);
/// assert_eq!(sum.both(), [3.0, 5.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Two(vector::Lanes);

impl Two {
    /// A vector of these numbers.
    #[inline(always)]
    pub fn new(first: f64, second: f64) -> Self {
        Self(vector::new(first, second))
    }

    /// A vector of one number twice.
    #[inline(always)]
    pub fn splat(number: f64) -> Self {
        Self::new(number, number)
    }

    /// Both numbers.
    #[inline(always)]
    pub fn both(self) -> [f64; 2] {
        vector::both(self.0)
    }

    /// The second number of `self` and the first of `next`: where a row of numbers is read in twos,
    /// the pairs in between.
    #[inline(always)]
    pub fn across(self, next: Self) -> Self {
        Self(vector::across(self.0, next.0))
    }

    /// Applies `f`, which the compiler can do on both at once: a square root.
    #[inline(always)]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let [first, second] = self.both();
        Self::new(f(first), f(second))
    }
}

macro_rules! operators {
    ($($Operator:ident $name:ident;)+) => {$(
        impl $Operator for Two {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(vector::$name(self.0, other.0))
            }
        }
    )+};
}
operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[allow(unsafe_code)]
mod vector {
    use core::arch::x86_64 as sse2;

    pub(super) type Lanes = sse2::__m128d;

    macro_rules! instructions {
        ($($name:ident($($x:ident: $X:ty),+) -> $R:ty: $made:expr;)+) => {$(
            #[inline(always)]
            pub(super) fn $name($($x: $X),+) -> $R {
                // SAFETY: the build's target has SSE2, and so has the processor.
                unsafe { $made }
            }
        )+};
    }
    instructions! {
        new(first: f64, second: f64) -> Lanes: sse2::_mm_set_pd(second, first);
        both(a: Lanes) -> [f64; 2]: [sse2::_mm_cvtsd_f64(a), sse2::_mm_cvtsd_f64(sse2::_mm_unpackhi_pd(a, a))];
        across(a: Lanes, b: Lanes) -> Lanes: sse2::_mm_shuffle_pd::<0b01>(a, b);
        add(a: Lanes, b: Lanes) -> Lanes: sse2::_mm_add_pd(a, b);
        sub(a: Lanes, b: Lanes) -> Lanes: sse2::_mm_sub_pd(a, b);
        mul(a: Lanes, b: Lanes) -> Lanes: sse2::_mm_mul_pd(a, b);
        div(a: Lanes, b: Lanes) -> Lanes: sse2::_mm_div_pd(a, b);
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
mod vector {
    pub(super) type Lanes = [f64; 2];

    macro_rules! instructions {
        ($($name:ident($([$a:ident, $b:ident]),+) -> $made:expr;)+) => {$(
            #[inline(always)]
            pub(super) const fn $name($([$a, $b]: Lanes),+) -> Lanes {
                $made
            }
        )+};
    }
    instructions! {
        across([_a, b], [c, _d]) -> [b, c];
        add([a, b], [c, d]) -> [a + c, b + d];
        sub([a, b], [c, d]) -> [a - c, b - d];
        mul([a, b], [c, d]) -> [a * c, b * d];
        div([a, b], [c, d]) -> [a / c, b / d];
    }

    #[inline(always)]
    pub(super) const fn new(first: f64, second: f64) -> Lanes {
        [first, second]
    }

    #[inline(always)]
    pub(super) const fn both(lanes: Lanes) -> [f64; 2] {
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::Two;

    /// Equal to scalar arithmetic bit for bit, in each place.
    #[test]
    fn arithmetic_of_two_is_that_of_each() {
        let numbers = [0.1, -3.0, 1e300, -1e-310, 0.0, -0.0, f64::INFINITY, f64::NAN, 7.25];
        let bits =
            |[a, b]: [f64; 2]| [a, b].map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() });
        for (i, a) in numbers.into_iter().enumerate() {
            for (j, b) in numbers.into_iter().enumerate() {
                let (c, d) = (numbers[(i + 2) % numbers.len()], numbers[(j + 5) % numbers.len()]);
                let (x, y) = (Two::new(a, c), Two::new(b, d));
                assert_eq!(bits((x + y).both()), bits([a + b, c + d]));
                assert_eq!(bits((x - y).both()), bits([a - b, c - d]));
                assert_eq!(bits((x * y).both()), bits([a * b, c * d]));
                assert_eq!(bits((x / y).both()), bits([a / b, c / d]));
                assert_eq!(bits(x.across(y).both()), bits([c, b]));
                assert_eq!(bits(x.map(f64::abs).both()), bits([a.abs(), c.abs()]));
                assert_eq!(bits(Two::splat(a).both()), bits([a, a]));
            }
        }
    }
}
