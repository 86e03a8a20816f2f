//! Lengths of vectors, at every scale that floats have, and which numbers are lengths.

use crate::math::tolerance::exponent_to_unit;
use crate::math::{Scalar, Space, Vector, power_of_two, smaller, sqrt};

/// The length of a vector, rounded up, also where its square leaves the range of `f64`; the same at
/// every scale, until numbers lose bits.
#[inline]
pub(crate) fn length_above<S: Space>(v: S) -> f64 {
    let squared = v.length_squared();
    if (1e-200..1e200).contains(&squared) {
        sqrt(squared) * (1.0 + 4.0 * f64::EPSILON)
    } else {
        extreme_length_above(v)
    }
}

#[cold]
#[inline(never)]
fn extreme_length_above<S: Space>(v: S) -> f64 {
    let largest = v.max_abs();
    if (1e-290..1e300).contains(&largest) {
        extreme_length(v) * (1.0 + 4.0 * f64::EPSILON)
    } else {
        largest * CORNER
    }
}

/// The length of a vector, good to a few roundings, also where its square leaves the range of
/// `f64`.
#[inline]
pub(crate) fn length<S: Space>(v: S) -> f64 {
    let squared = v.length_squared();
    if (1e-200..1e200).contains(&squared) { sqrt(squared) } else { extreme_length(v) }
}

#[cold]
#[inline(never)]
fn extreme_length<S: Space>(v: S) -> f64 {
    let per_unit = power_of_two(exponent_to_unit(v.max_abs()));
    (v * per_unit).length() * (1.0 / per_unit)
}

/// A length, or NaN where it is negative: the reach of numbers that describe no shape, about which
/// a query answers that nothing is known.
#[inline]
pub(crate) fn if_length(value: f64) -> f64 {
    if value >= 0.0 { value } else { f64::NAN }
}

/// Whether no coordinate is negative or NaN.
// PERF(branch misprediction): not by the smallest of them, which is unpredictable.
#[inline(always)]
pub(crate) fn are_lengths<S: Space>(extents: S) -> bool {
    (0..S::DIM).fold(true, |are, i| are & (extents.coordinate(i) >= 0.0))
}

/// The reach of a shape of these extents, or NaN where one of them is negative.
#[inline]
pub(crate) fn if_lengths<S: Space>(extents: S, reach: f64) -> f64 {
    if are_lengths(extents) { reach } else { f64::NAN }
}

/// The smallest of these extents.
// PERF(branch misprediction): compared in the caller's precision, one instruction a coordinate; of
// widened numbers the compiler makes an unpredictable branch.
#[inline]
pub(crate) fn least<V: Vector>(extents: V) -> f64 {
    let own = |i| V::Scalar::from_f64(extents.to_space().coordinate(i));
    (1..V::Space::DIM).fold(own(0), |least, i| smaller(least, own(i))).to_f64()
}

/// `sqrt(3)`, rounded up: from the largest coordinate to the length.
pub(crate) const CORNER: f64 = 1.732_051;
