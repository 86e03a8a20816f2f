//! Every tolerance of the crate, each in units of the rounding unit and each with its derivation.
//!
//! Notation: `u = 2^-53` is the largest relative error of one `f64` operation. First-order analysis;
//! the products of two such errors (`u² ~ 1e-32`) are covered by the slack left in each constant.

/// `u`: half of `f64::EPSILON`.
pub(crate) const UNIT_ROUNDOFF: f64 = f64::EPSILON * 0.5;

/// Error of a point of B carried into A's frame, in units of `u · |point|`, where the relative
/// rotation is not exact.
///
/// * The relative quaternion: each component is a sum of four products, error at most `4u Σ|terms|`,
///   and `Σ|terms| <= |q_a||q_b|` (Cauchy–Schwarz), so the error vector has length at most `8u |q|`.
///   Its part along `q` is undone by the normalisation; the rest turns the rotation by at most
///   `2 · 8u = 16u` radians.
/// * The matrix: `2/|q|²` is good to `5u`, each product in an entry to `3u` more, and the products in
///   an entry sum to at most 2 in magnitude on the diagonal and 1 off it: at most `17u` and `9u` an
///   entry, hence at most `17u + 2 · 9u = 35u` as an operator (largest row sum).
/// * Applying it: `3u` a row, `sqrt(3) · 3u < 6u`.
///
/// The sum is 57; the direction in which B is asked for its support point is rotated back with the
/// same matrix, whose rounding (`6u`) may cost height twice: 12. Together 69.
pub(crate) const ROTATED_POINT: f64 = 72.0;

/// Error of the relative translation in units of `u · |t|`: the difference of the translations (1),
/// A's matrix as above without the relative quaternion (35), applying it (6).
pub(crate) const ROTATED_TRANSLATION: f64 = 44.0;

/// Error of heights along a direction `d`, in units of `u · (reach of A + reach of B + |t|)`, that no pose can avoid:
/// the sums `b + t` and `a - b` (2), the dot products by which a vertex is chosen among its rivals
/// (3 each for the winner and the loser it beat, on either shape: 6), and the dot product with the
/// length of `d` that turns the chosen point into a bound (3 for the product, 3 for the length, 1 for the division). Sum 15.
pub(crate) const HEIGHT: f64 = 16.0;

/// Error of a support point of a curved core in units of `u · reach`: normalising the direction (4),
/// a product with each radius and the sums (3 a coordinate, `sqrt(3)·3 < 6`); its height falls short by less.
pub(crate) const CURVED_SUPPORT: f64 = 12.0;

/// Reaches outside this range are brought to 1 by a power of two before the query starts. Products of degree six occur
/// (squares of triple products), so the sixth power of the bounds must be a normal number.
pub(crate) const SAFE_REACH: core::ops::Range<f64> = 1e-40..1e40;

/// The loop of GJK ends by itself on polytopes: each step shortens the vector or ends it, and 3 to 15 steps are usual.
/// Curved shapes converge linearly; 25 steps are usual near contact, and grazing contact of very different radii needs more.
pub(crate) const GJK_ITERATIONS: u32 = 128;

/// The exponent of the power of two that brings `largest` into `[1, 2)`, kept so that the power and its
/// reciprocal are normal numbers. Zero and non-finite numbers stay as they are.
#[inline]
pub(crate) fn exponent_to_unit(largest: f64) -> i32 {
    if !(largest > 0.0 && largest.is_finite()) {
        return 0;
    }
    #[allow(clippy::cast_possible_truncation)]
    let biased = ((largest.to_bits() >> 52) & 0x7ff) as i32;
    if biased == 0 {
        // Subnormal: count the leading zeros of the fraction instead.
        #[allow(clippy::cast_possible_wrap)]
        let leading = largest.to_bits().leading_zeros() as i32;
        return (1011 + leading).min(1022);
    }
    (1023 - biased).clamp(-1022, 1022)
}
