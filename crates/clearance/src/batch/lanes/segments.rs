//! Balls and capsules: cores that are segments or points, in any mix.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{NORMS, ROUND, SIZES};
use super::algebra::{
    Real, Three, clamp, dot, larger, matrix, minus, norm, plus, rotate, sum_abs, times,
};
use super::{judge, verdict};

/// For A and for B: centre of the segment, half its way from end to end, rotation. Offset of the
/// origins, sum of the radii.
pub(in crate::batch) const COLUMNS: usize = 2 * (3 + 3 + 4) + 3 + 1;

judge!(
    /// Whether two segments or points, grown by radii, have a common point.
    Judge, 24, row => judge_one(row)
);

/// A quotient clamped to -1 and 1; 0 where the divisor is not positive.
#[inline(always)]
fn ratio<T: Real>(over: T, under: T) -> T {
    let quotient = clamp(over / under, T::ONE);
    if under > T::ZERO { quotient } else { T::ZERO }
}

/// The nearest points of two segments (Lumelsky 1985), as `solve/pairs/segments.rs` has them, from
/// the middles out: in parts of `d` and `e`, the ways from the middles to the ends.
#[inline(always)]
pub(super) fn nearest<T: Real>(d: Three<T>, e: Three<T>, between: Three<T>) -> [T; 2] {
    let (dd, ee, de) = (dot(d, d), dot(e, e), dot(d, e));
    let (d_to, e_to) = (dot(d, between), dot(e, between));
    let along_a = ratio(d_to * ee - e_to * de, dd * ee - de * de);
    let along_b = ratio(along_a * de - e_to, ee);
    [ratio(d_to + along_b * de, dd), along_b]
}

/// How far apart two segments are along a way, times its length.
#[inline(always)]
pub(super) fn height<T: Real>(way: Three<T>, d: Three<T>, e: Three<T>, between: Three<T>) -> T {
    dot(way, between) - dot(way, d).abs() - dot(way, e).abs()
}

/// Bounds of the cores' distance, before their rounding is added.
#[cfg(test)]
pub(super) fn bounds(row: [f32; COLUMNS]) -> [f32; 2] {
    let JudgedSegments { squared, height, .. } = judged(row);
    [if squared > 0.0 { height / Real::sqrt(squared) } else { 0.0 }, Real::sqrt(squared)]
}

#[inline(always)]
fn judge_one(row: [f32; COLUMNS]) -> u32 {
    let JudgedSegments { squared, height, size, known, radii } = judged(row);
    let error = ROUND * size;
    let (least, most) = (radii + error, larger(radii - error, 0.0));
    let apart = (squared > 0.0) & (height > least * Real::sqrt(squared));
    verdict(known & apart, known & (squared < most * most))
}

struct JudgedSegments {
    /// The squared distance of two points of the cores.
    squared: f32,
    /// How far apart the cores are along the way between these points, times that way's length.
    height: f32,
    size: f32,
    known: bool,
    radii: f32,
}

#[inline(always)]
fn judged(row: [f32; COLUMNS]) -> JudgedSegments {
    let [acx, acy, acz, adx, ady, adz, aqx, aqy, aqz, aqw, rest @ ..] = row;
    let [bcx, bcy, bcz, bdx, bdy, bdz, bqx, bqy, bqz, bqw, tx, ty, tz, radii] = rest;
    let (center_a, way_a, rotation_a) = ([acx, acy, acz], [adx, ady, adz], [aqx, aqy, aqz, aqw]);
    let (center_b, way_b, rotation_b) = ([bcx, bcy, bcz], [bdx, bdy, bdz], [bqx, bqy, bqz, bqw]);
    let (norm_a, norm_b) = (norm(rotation_a), norm(rotation_b));
    let (in_world_a, in_world_b) = (matrix(rotation_a, norm_a), matrix(rotation_b, norm_b));
    let offset = [tx, ty, tz];
    let lengths = sum_abs(center_a) + sum_abs(way_a) + sum_abs(center_b) + sum_abs(way_b);
    let size = lengths + sum_abs(offset) + radii;
    let known =
        SIZES.contains(&size) & NORMS.contains(&norm_a) & NORMS.contains(&norm_b) & (radii >= 0.0);

    // From the middle of A to that of B, in the world.
    let between = plus(offset, minus(rotate(in_world_b, center_b), rotate(in_world_a, center_a)));
    let (d, e) = (rotate(in_world_a, way_a), rotate(in_world_b, way_b));
    let [along_a, along_b] = nearest(d, e, between);
    let direction = minus(plus(between, times(e, along_b)), times(d, along_a));
    // However good the weights are, these are points of the cores, and this is a direction: an
    // upper bound of the distance, and by the ends' heights along it a lower one.
    let squared = dot(direction, direction);
    let height = height(direction, d, e, between);
    JudgedSegments { squared, height, size, known, radii }
}
