//! Distance and depth of balls and capsules: the nearest points of their cores, and the plane
//! between them that proves them nearest, as `solve/pairs/segments.rs` has both.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use super::algebra::{
    clamp, dot, length, matrix, minus, norm, plus, relative, rotate, times, transposed,
};
use super::numbers::{NORMS, NUMBERS, SIZES, Three, answer, error, in_world};

/// For A and for B: centre of the segment, half its way from end to end, rotation, radius. Offset
/// of the origins, position of A.
pub(in crate::batch) const COLUMNS: usize = 2 * (3 + 3 + 4 + 1) + 3 + 3;

answer!(
    /// The signed distance of segments or points, grown by radii.
    Answer, 28, row => answer_one(row)
);

/// How near the nearest points must be to nearest, relative, so that their direction is a normal to
/// nine digits: as in `solve/gjk.rs`.
const NEAREST: f64 = 1e-9;

#[inline(always)]
fn ratio(over: f64, under: f64) -> f64 {
    if under > 0.0 { clamp(over / under, 1.0) } else { 0.0 }
}

#[inline(always)]
fn answer_one(row: [f64; COLUMNS]) -> [f64; NUMBERS] {
    let [acx, acy, acz, adx, ady, adz, ap, aq, ar, az, radius_a, rest @ ..] = row;
    let [bcx, bcy, bcz, bdx, bdy, bdz, bp, bq, br, bz, radius_b, rest @ ..] = rest;
    let [dx, dy, dz, ox, oy, oz] = rest;
    let (center_a, way_a, turn_a) = ([acx, acy, acz], [adx, ady, adz], [ap, aq, ar, az]);
    let (center_b, way_b) = ([bcx, bcy, bcz], [bdx, bdy, bdz]);
    let between = relative(turn_a, [bp, bq, br, bz]);
    let (norm_a, norm_between) = (norm(turn_a), norm(between));
    let (world, rows) = (matrix(turn_a, norm_a), matrix(between, norm_between));
    let offset = rotate(transposed(world), [dx, dy, dz]);
    let (reach_a, reach_b) = (length(center_a) + length(way_a), length(center_b) + length(way_b));
    let apart = length(offset);
    let radii = radius_a + radius_b;
    let size = reach_a + reach_b + apart + radii;
    // Here ends are a middle and a way: each is rounded once more on either side. The single query
    // rounds the reaches, and rounds them up.
    let error = error(reach_a, reach_b, apart) * 1.25;

    let (p, d) = (center_a, way_a);
    let (q, e) = (plus(rotate(rows, center_b), offset), rotate(rows, way_b));
    let to_q = minus(q, p);
    let (dd, ee, de) = (dot(d, d), dot(e, e), dot(d, e));
    let (d_to, e_to) = (dot(d, to_q), dot(e, to_q));
    let along_a = ratio(d_to * ee - e_to * de, dd * ee - de * de);
    let along_b = ratio(along_a * de - e_to, ee);
    let along_a = ratio(d_to + along_b * de, dd);
    let (on_a, on_b) = (plus(p, times(d, along_a)), plus(q, times(e, along_b)));

    let way: Three = minus(on_b, on_a);
    let upper = length(way);
    let lower = (dot(way, to_q) - dot(way, d).abs() - dot(way, e).abs()) / upper;
    let normal = times(way, 1.0 / upper);
    // Radii may be sums themselves; their sum, and its difference with a core's distance. As in
    // `Margin`.
    let margin = 8.0 * (0.5 * f64::EPSILON) * radii;
    let bounds = [lower - error - radii - margin, upper + error - radii + margin, upper - radii];
    let [below, above, _] = bounds;
    let known = SIZES.contains(&size) & NORMS.contains(&norm_a) & NORMS.contains(&norm_between);
    let within = if NEAREST * upper < 0.25 * error { NEAREST * upper } else { 0.25 * error };
    let nearest = (upper - lower <= within) & (lower > error);
    let decided = (below > 0.0) | (above <= 0.0);
    let on_a = plus(on_a, times(normal, radius_a));
    let on_b = plus(on_b, times(normal, -radius_b));
    in_world(known & nearest & decided, bounds, [normal, on_a, on_b], world, [ox, oy, oz])
}
