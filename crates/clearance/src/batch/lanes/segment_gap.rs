//! Distance and depth of balls and capsules: the nearest points of their cores, and the plane
//! between them that proves them nearest, as `solve/pairs/segments.rs` has both.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use super::algebra::{LaneFrame, length, minus, plus, rotate, times};
use super::numbers::{NORMS, NUMBERS, SIZES, Three, answer, error, grown, in_world, is_nearest};
use super::segments::{height, nearest};

/// For A and for B: centre of the segment, half its way from end to end, rotation, radius. Offset
/// of the origins, position of A.
pub(in crate::batch) const COLUMNS: usize = 2 * (3 + 3 + 4 + 1) + 3 + 3;

answer!(
    /// The signed distance of segments or points, grown by radii.
    Answer, 28, row => answer_one(row)
);

#[inline(always)]
fn answer_one(row: [f64; COLUMNS]) -> [f64; NUMBERS] {
    let [acx, acy, acz, adx, ady, adz, ap, aq, ar, az, radius_a, rest @ ..] = row;
    let [bcx, bcy, bcz, bdx, bdy, bdz, bp, bq, br, bz, radius_b, rest @ ..] = rest;
    let [dx, dy, dz, ox, oy, oz] = rest;
    let (center_a, way_a) = ([acx, acy, acz], [adx, ady, adz]);
    let (center_b, way_b) = ([bcx, bcy, bcz], [bdx, bdy, bdz]);
    let frame = LaneFrame::new([ap, aq, ar, az], [bp, bq, br, bz], [dx, dy, dz]);
    let LaneFrame { world, rows, offset, .. } = frame;
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
    let [along_a, along_b] = nearest(d, e, to_q);
    let (on_a, on_b) = (plus(p, times(d, along_a)), plus(q, times(e, along_b)));

    let way: Three = minus(on_b, on_a);
    let upper = length(way);
    let lower = height(way, d, e, to_q) / upper;
    let normal = times(way, 1.0 / upper);
    let (bounds, decided) = grown(lower, upper, error, radii);
    let known = SIZES.contains(&size) & frame.is_within(&NORMS) & decided;
    let known = known & is_nearest(lower, upper, error);
    let on_a = plus(on_a, times(normal, radius_a));
    let on_b = plus(on_b, times(normal, -radius_b));
    in_world(known, bounds, [normal, on_a, on_b], world, [ox, oy, oz])
}
