//! Radii of shapes made of shapes, as unevaluated sums of two numbers.

use crate::math::exact_product;

use super::lengths::if_length;

/// Two terms as one number.
#[inline]
pub(super) fn in_one([high, low]: [f64; 2]) -> f64 {
    high + low
}

/// The sum of two radii of two terms each, good to `4 u²`: radii nested in one another round once,
/// however many there are. NaN, for what is no length, stays.
#[inline]
pub(super) fn sum_in_two([a, more_a]: [f64; 2], [b, more_b]: [f64; 2]) -> [f64; 2] {
    let (a, b) = (if_length(a), if_length(b));
    if a == 0.0 {
        return [b, more_b];
    }
    let sum = a + b;
    if !sum.is_finite() {
        return [sum, 0.0];
    }
    let of_b = sum - a;
    let rest = (a - (sum - of_b)) + (b - of_b) + (more_a + more_b);
    let high = sum + rest;
    [high, rest - (high - sum)]
}

/// Such a radius times a factor, where the terms do not leave the range good to `4 u²`.
#[inline]
pub(super) fn product_in_two([a, more]: [f64; 2], factor: f64) -> [f64; 2] {
    let length = if_length(a);
    if length == 0.0 {
        return [0.0; 2];
    }
    match exact_product(length, factor) {
        Some([high, low]) => [high, low + more * factor],
        None => [length * factor, 0.0],
    }
}
