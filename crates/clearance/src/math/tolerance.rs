//! Every tolerance of the crate, each in units of the rounding unit and each with its derivation.
//!
//! Notation: `u = 2^-53` is the largest relative error of one `f64` operation. First-order
//! analysis; the products of two such errors (`u² ~ 1e-32`) are covered by the slack left in each
//! constant. The lemmas named here, which count the roundings one by one, and what they assume, are
//! in `docs/errors.md`; `tests/suite/error_bounds.rs` measures them.

/// `u`: half of `f64::EPSILON`.
pub(crate) const UNIT_ROUNDOFF: f64 = f64::EPSILON * 0.5;

/// Error of a point of B carried into A's frame, in units of `u · |point|`, where the relative
/// rotation is not exact (lemmas 2 to 5).
///
/// * The relative quaternion: each component is a sum of four products, three roundings a term,
///   error at most `3u Σ|terms|`, and `Σ|terms| <= |q_a||q_b|` (Cauchy–Schwarz), so the error
///   vector has length at most `6u |q|`. Its part along `q` is undone by the normalisation; the
///   rest turns the rotation by at most `12u` radians.
/// * The matrix: `2/|q|²` is good to `4u`, which costs `8u` for a half turn; products and sums in
///   the entries, `10.3u` as an operator (largest row sum).
/// * Applying it: `3u` a row, `sqrt(3) · 3u < 5.2u`. The direction of B's support
///   point is rotated back with the same matrix, whose rounding (`5.2u`) may cost height
///   twice.
///
/// The sum is 45.9.
pub(crate) const ROTATED_POINT: f64 = 48.0;

/// Error of the relative translation in units of `u · |t|` (lemma 6): the difference of the
/// translations (1), A's matrix as above without the relative quaternion (18.3), applying it (5.2).
pub(crate) const ROTATED_TRANSLATION: f64 = 28.0;

/// Error of heights along a direction `d`, in units of `u · (reach of A + reach of B + |t|)`, that
/// no pose can avoid (lemma 8): the dot products by which a vertex is chosen among its rivals (3
/// each for the winner and the loser it beat, on either shape: 6), the sums `b + t` and `a - b`
/// (2), the dot product with the direction (3), its length, reciprocal, and the product with it
/// (2.5 + 1 + 1), and the bound's own differences with its error and the radii (3). Sum 18.5. A
/// distance of blended points costs 18.5 (lemma 9).
pub(crate) const HEIGHT: f64 = 19.0;

/// Error of the distance of two centres less the radii of the balls about them that the shapes
/// hold, in units of `u` of the reaches and these radii (lemma 30).
pub(crate) const CENTERS: f64 = 64.0;

/// Error of a support point of a curved core in units of `u · reach`: an ellipsoid's coordinate `r
/// (r d / |r d|)` is good to 7.5, a rim's to 4; a shape stretched unevenly adds a direction good to
/// 2, which may cost the choice of the point 4, a radius (6.5) and the product (1).
pub(crate) const CURVED_SUPPORT: f64 = 12.0;

/// Error of a support point of a frustum given by its matrix, in units of `u · reach`: each
/// coordinate of a corner is good to 1.01, the end of an endless edge to 3 (its corner, its
/// direction, their sum); of three coordinates `sqrt(3) · 3 < 5.3`, of the point chosen and of the
/// one it beat.
pub(crate) const FRUSTUM_CORNER: f64 = 12.0;

/// Reaches outside this range are brought to 1 by a power of two before the query starts. Products
/// of degree six occur (squares of triple products), so the sixth power of the bounds must be a
/// normal number.
pub(crate) const SAFE_REACH: core::ops::Range<f64> = 1e-40..1e40;

/// Squares of directions in this range are as good as any product. Directions of degree three in
/// sizes of [`SAFE_REACH`] leave it only where a simplex is all but flat.
pub(crate) const SAFE_SQUARE: core::ops::Range<f64> = 1e-290..1e290;

/// Coordinates of the difference below this are zero. Sizes are above 1e-40 ([`SAFE_REACH`]), so
/// that this is less than 1e-24 of any height's error. The last bits of what remains are above
/// `2^-320`, and products of three differences of them above `2^-960`: no partial product of the
/// predicates (`certify/expansion`) underflows.
pub(crate) const NEGLIGIBLE: f64 = 1e-80;

/// The loop of GJK ends by itself on polytopes: each step shortens the vector or ends it, and 3 to
/// 15 steps are usual. Curved shapes converge linearly; 25 steps are usual near contact, and
/// grazing contact of very different radii needs more.
pub(crate) const GJK_ITERATIONS: u32 = 128;

/// How close the bounds of a distance must be, relative to it, for the direction between the two
/// points to be a good normal (lemmas 8 and 9). The distance is then no less than `1 - 1e-9` of the
/// way's length, so the way leans from the exact normal by at most `sqrt(2 · 1e-9)`, some 5e-5
/// radians. That matters for curved shapes in `f32` near contact; straight ones end exactly.
pub(crate) const NORMAL: f64 = 1e-9;

/// The exponent of the power of two that brings `largest` into `[1, 2)`, kept so that the power and
/// its reciprocal are normal numbers. Zero and non-finite numbers stay as they are.
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
