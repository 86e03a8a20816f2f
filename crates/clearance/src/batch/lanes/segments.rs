//! Balls and capsules: cores that are segments or points, in any mix.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{NORMS, ROUND, SIZES};
use super::algebra::{
    Real, Three, clamp, dot, larger, matrix, minus, norm, plus, rotate, sum_abs, times,
};
use super::rows::{Question, row};
use super::verdict;

row! {
    /// Two segments or points, the offset of their origins, the sum of their radii; `way`s lead
    /// from centres to ends.
    SegmentPair {
        center_a: 3, way_a: 3, turn_a: 4, center_b: 3, way_b: 3, turn_b: 4, offset: 3, radii: 1,
    }
}

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
pub(super) fn bounds(row: SegmentPair<f32>) -> [f32; 2] {
    let JudgedSegments { squared, height, .. } = judged(row);
    [if squared > 0.0 { height / Real::sqrt(squared) } else { 0.0 }, Real::sqrt(squared)]
}

impl Question<u32> for SegmentPair<f32> {
    /// Whether two segments or points, grown by radii, have a common point.
    #[inline(always)]
    fn result(self) -> u32 {
        let JudgedSegments { squared, height, size, known, radii } = judged(self);
        let error = ROUND * size;
        let (least, most) = (radii + error, larger(radii - error, 0.0));
        let apart = (squared > 0.0) & (height > least * Real::sqrt(squared));
        verdict(known & apart, known & (squared < most * most))
    }
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
fn judged(row: SegmentPair<f32>) -> JudgedSegments {
    let SegmentPair { center_a, way_a, turn_a, center_b, way_b, turn_b, offset, .. } = row;
    let [radii] = row.radii;
    let (norm_a, norm_b) = (norm(turn_a), norm(turn_b));
    let (in_world_a, in_world_b) = (matrix(turn_a, norm_a), matrix(turn_b, norm_b));
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
