//! Arithmetic on unevaluated sums of two `f64`, about 106 bits, for the few numbers that cancel.

use core::ops::{Add, Sub};

use super::scalar::power_of_two;
use super::tolerance::exponent_to_unit;
use super::vector::{Space, Xyz};

/// `high + low` with `|low| <= u |high|`.
#[derive(Clone, Copy)]
struct TwoTerm {
    high: f64,
    low: f64,
}

/// `a + b` rounded, and the rounding error (Knuth 1969): of numbers or of vectors, coordinate by
/// coordinate.
#[inline]
pub(crate) fn two_sum<T: Copy + Add<Output = T> + Sub<Output = T>>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// `a * b` rounded, and the rounding error, without a fused multiply-add (Dekker 1971): halves of
/// 26 bits multiply exactly.
#[inline]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let shifted = x * 134_217_729.0; // 2^27 + 1
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, al * bl - (((product - ah * bh) - al * bh) - ah * bl))
}

impl TwoTerm {
    fn times(self, other: Self) -> Self {
        let (high, low) = two_product(self.high, other.high);
        Self { high, low: low + (self.high * other.low + self.low * other.high) }
    }

    /// Where the high parts cancel, the low part is then no longer small beside their sum, but
    /// beside what they were.
    fn minus(self, other: Self) -> Self {
        let (high, low) = two_sum(self.high, -other.high);
        Self { high, low: low + (self.low - other.low) }
    }

    fn plus(self, other: Self) -> Self {
        let (high, low) = two_sum(self.high, other.high);
        Self { high, low: low + (self.low + other.low) }
    }

    fn rounded(self) -> f64 {
        self.high + self.low
    }
}

/// From one point to another, exactly.
fn edge(from: Xyz, to: Xyz) -> [TwoTerm; 3] {
    [0, 1, 2].map(|i| {
        let (high, low) = two_sum(to.coordinate(i), -from.coordinate(i));
        TwoTerm { high, low }
    })
}

fn cross([ex, ey, ez]: [TwoTerm; 3], [fx, fy, fz]: [TwoTerm; 3]) -> [TwoTerm; 3] {
    [
        ey.times(fz).minus(ez.times(fy)),
        ez.times(fx).minus(ex.times(fz)),
        ex.times(fy).minus(ey.times(fx)),
    ]
}

/// The sum of two unevaluated sums as one; `None` where two terms do not hold it.
pub(crate) fn exact_sum([a, rest_a]: [f64; 2], [b, rest_b]: [f64; 2]) -> Option<[f64; 2]> {
    let (high, low) = two_sum(a, b);
    let (low, lost) = two_sum(low, rest_a);
    let (low, lost_too) = two_sum(low, rest_b);
    (high.is_finite() && lost == 0.0 && lost_too == 0.0).then_some([high, low])
}

/// The product as an unevaluated sum; `None` where two terms do not hold it, which takes numbers at
/// the ends of the range.
pub(crate) fn exact_product(a: f64, b: f64) -> Option<[f64; 2]> {
    // Both brought near 1 by powers of two, where halves and last bits of the product are normal
    // numbers.
    let to_unit = |x: f64| power_of_two(exponent_to_unit(x.abs()));
    let (to_a, to_b) = (to_unit(a), to_unit(b));
    let (high, low) = two_product(a * to_a, b * to_b);
    let back = |x: f64| x * (1.0 / to_a) * (1.0 / to_b);
    let (product, rest) = (back(high), back(low));
    // Exact where nothing is lost on the way back.
    let kept = |from: f64, to: f64| to.is_finite() && to * to_a * to_b == from;
    (kept(high, product) && kept(low, rest)).then_some([product, rest])
}

/// The sum of products where one float holds it exactly; also `None` where the sums on the way take
/// more than two.
pub(crate) fn exact_dot<const N: usize>(factors: [[f64; 2]; N]) -> Option<f64> {
    let add = |sum, [a, b]: [f64; 2]| exact_sum(sum, exact_product(a, b)?);
    let [high, low] = factors.into_iter().try_fold([0.0; 2], add)?;
    let (sum, rest) = two_sum(high, low);
    (rest == 0.0).then_some(sum)
}

/// `(q - p) × (r - p)`, each coordinate with an error below `32 u² |q - p| |r - p|` and one
/// rounding: good for triangles so thin that their edges' rounding would decide the normal. About
/// 200 operations.
pub(crate) fn normal_of_sliver(p: Xyz, q: Xyz, r: Xyz) -> Xyz {
    let [x, y, z] = cross(edge(p, q), edge(p, r)).map(TwoTerm::rounded);
    Xyz::new(x, y, z)
}

/// `(a - d) × (b - d) · (c - d)`, with an error below `128 u²` of the sum of its products'
/// magnitudes. Each product of three loses `9 u²` of itself for the first factor, the difference of
/// two such `12 u²` of both, the second factor `10 u²`, the sums of three the rest. About 250
/// operations.
pub(crate) fn volume_in_two_terms(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> f64 {
    let [nx, ny, nz] = cross(edge(d, a), edge(d, b));
    let [cx, cy, cz] = edge(d, c);
    nx.times(cx).plus(ny.times(cy)).plus(nz.times(cz)).rounded()
}
