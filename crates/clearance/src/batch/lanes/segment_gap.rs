//! Distance and depth of balls and capsules: the nearest points of their cores, and the plane
//! between them that proves them nearest, as `solve/pairs/segments.rs` has both.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use super::algebra::{LaneFrame, length, minus, plus, rotate, times};
use super::numbers::{Found, NORMS, SIZES, Three, error, grown, in_world, is_nearest};
use super::rows::{Question, row};
use super::segments::{height, nearest};

row! {
    /// Segments or points in balls, the offset of their origins, the position of A; `way`s lead
    /// from centres to ends.
    PlacedSegments {
        center_a: 3, way_a: 3, turn_a: 4, radius_a: 1,
        center_b: 3, way_b: 3, turn_b: 4, radius_b: 1,
        offset: 3, origin: 3,
    }
}

impl Question<Found<f64>> for PlacedSegments<f64> {
    /// The signed distance of segments or points, grown by radii.
    #[inline(always)]
    fn result(self) -> Found<f64> {
        let Self { center_a, way_a, center_b, way_b, .. } = self;
        let ([radius_a], [radius_b]) = (self.radius_a, self.radius_b);
        let frame = LaneFrame::new(self.turn_a, self.turn_b, self.offset);
        let LaneFrame { world, rows, offset, .. } = frame;
        let (reach_a, reach_b) =
            (length(center_a) + length(way_a), length(center_b) + length(way_b));
        let apart = length(offset);
        let radii = radius_a + radius_b;
        let size = reach_a + reach_b + apart + radii;
        // Here ends are a middle and a way: each is rounded once more on either side. The single
        // query rounds the reaches, and rounds them up.
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
        in_world(known, bounds, [normal, on_a, on_b], world, self.origin)
    }
}
