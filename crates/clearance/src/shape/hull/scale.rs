//! Brings coordinates into the range where the orientation predicates are exact.
//!
//! Shewchuk's proofs assume that nothing overflows or underflows. After scaling by one power of two
//! every coordinate is below 1 in size, so products of three differences are below 8. After the
//! rounding below, every coordinate is a multiple of 2^-300; so is every difference and its
//! roundoff, and every product of up to three of them is a multiple of 2^-900. The smallest error
//! bound the predicates compare with is about 26 * 2^-106 times such a number, above 2^-1002: still
//! normal. Nothing underflows, so every sign is right and no consistency check is needed anywhere
//! above.

use alloc::vec::Vec;

use super::{HullError, MAX_POINTS};

/// Points whose largest coordinate lies in `[0.5, 1)`, or is zero; times `2^exponent` they are the
/// input.
#[derive(Debug)]
pub(super) struct Normalized<const D: usize> {
    pub(super) points: Vec<[f64; D]>,
    pub(super) exponent: i32,
}

/// Scales `points` by a power of two; refuses coordinates that are not finite, an empty set, and
/// too many points.
pub(super) fn normalized<const D: usize>(points: &[[f64; D]]) -> Result<Normalized<D>, HullError> {
    if points.is_empty() {
        return Err(HullError::Empty);
    }
    if points.len() > MAX_POINTS {
        return Err(HullError::TooMany);
    }
    if let Some(index) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        return Err(HullError::NotFinite { index });
    }
    let largest = points.iter().flatten().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let (_, exponent) = libm::frexp(largest);
    let points = points.iter().map(|p| p.map(|x| rounded(libm::scalbn(x, -exponent)))).collect();
    Ok(Normalized { points, exponent })
}

/// Two to the power `exponent`, for exponents of normal numbers.
const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Below this size a 53-bit number need not be a multiple of 2^-300 = 2^-248 * 2^-52.
const FINE: f64 = power_of_two(-248);

/// Adding and subtracting 1.5 * 2^k rounds numbers up to 2^(k-1) to a multiple of 2^(k-52).
const ROUNDER: f64 = 1.5 * power_of_two(-247);

fn rounded(x: f64) -> f64 {
    if x.abs() < FINE { (x + ROUNDER) - ROUNDER } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_of_the_range_are_scaled_exactly() {
        for size in [5e-324, 1e-310, 1e-200, 1.0, 1e200, f64::MAX] {
            let Normalized { points, exponent } = normalized(&[[size, -size / 2.0]]).unwrap();
            assert!((0.5..1.0).contains(&points[0][0]));
            assert_eq!(libm::scalbn(points[0][0], exponent), size);
        }
        assert_eq!(normalized(&[[0.0, -0.0]]).unwrap().points, [[0.0, 0.0]]);
    }

    #[test]
    fn every_result_is_a_multiple_of_the_quantum() {
        let mut x = 0.9;
        while x > 0.0 {
            let quanta = libm::scalbn(rounded(x), 300);
            assert!(quanta > 1e60 || quanta == libm::trunc(quanta), "{x:e}");
            assert!((rounded(x) - x).abs() <= power_of_two(-300));
            x *= 0.37;
        }
    }

    #[test]
    fn bad_input_is_named() {
        assert_eq!(normalized::<2>(&[]).unwrap_err(), HullError::Empty);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let points = [[0.0, 1.0], [1.0, bad], [bad, 0.0]];
            assert_eq!(normalized(&points).unwrap_err(), HullError::NotFinite { index: 1 });
        }
    }
}
