//! How deep two boxes of space overlap, and where: the single query's separating axes
//! (`solve/pairs/cuboids`), and the points from where the features that the axis names meet,
//! instead of a search.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use super::algebra::{
    LaneFrame, Real, abs, choose, clamp, dot, larger, length, plus, rotate, times, transposed,
};
use super::box_axis::PlacedBoxes;
use super::fifteen_axes::{BoxAxis, KeepsAxes, each_axis};
use super::numbers::{Found, NORMS, Rows, SIZES, Three, error, in_world};
use super::rows::Question;

/// Squared sine below which edges are too nearly parallel for their common normal, as in the single
/// query.
pub(super) const NEARLY_PARALLEL: f64 = 1.0 / (64.0 * 64.0);

/// The axis with the largest signed distance so far; see `cuboids::Best`.
struct BestAxis {
    axis: Three,
    distance: f64,
    lower: f64,
    upper: f64,
    error: f64,
    /// Whether no two edges are nearly parallel but not exactly parallel.
    unparallel: bool,
}

impl BestAxis {
    #[inline(always)]
    fn new(error: f64) -> Self {
        let never = f64::NEG_INFINITY;
        Self {
            axis: [1.0, 0.0, 0.0],
            distance: never,
            lower: never,
            upper: never,
            error,
            unparallel: true,
        }
    }

    #[inline(always)]
    fn consider(&mut self, axis: Three, per_length: f64, towards: f64, extents: f64, counts: bool) {
        let distance = (towards.abs() - extents) * per_length;
        let error = self.error * per_length;
        let never = f64::NEG_INFINITY;
        self.lower = larger(if counts { distance - error } else { never }, self.lower);
        self.upper = larger(if counts { distance + error } else { never }, self.upper);
        let better = counts & (distance > self.distance + 2.0 * self.error);
        let scale = if towards < 0.0 { -per_length } else { per_length };
        self.axis = choose(better, times(axis, scale), self.axis);
        self.distance = if better { distance } else { self.distance };
    }
}

impl KeepsAxes<f64> for BestAxis {
    #[inline(always)]
    fn face(&mut self, BoxAxis { along, towards, .. }: BoxAxis<f64>, own: f64, other: f64) {
        self.consider(along, 1.0, towards, own + other, true);
    }

    #[inline(always)]
    fn edge(&mut self, axis: BoxAxis<f64>, [m_u, m_v]: [f64; 2], extents: f64) {
        let squared = m_u * m_u + m_v * m_v;
        let parallel = squared < NEARLY_PARALLEL;
        self.unparallel &= !parallel | (squared == 0.0);
        let per_length = 1.0 / Real::sqrt(squared);
        self.consider(axis.along, per_length, axis.towards, extents, !parallel);
    }
}

impl Question<Found<f64>> for PlacedBoxes<f64> {
    /// The depth of boxes that overlap by more than rounding.
    #[inline(always)]
    fn result(self) -> Found<f64> {
        let Self { half_a, half_b, origin_a, .. } = self;
        let frame = self.frame();
        let LaneFrame { world, rows, offset: center, .. } = frame;
        let (reach_a, reach_b, apart) = (length(half_a), length(half_b), length(center));
        let size = reach_a + reach_b + apart;
        // The single query rounds reaches up, and here a quotient is a product with a reciprocal:
        // 2 u of the 19 at most.
        let error = error(reach_a, reach_b, apart) * 1.125;

        let mut best = BestAxis::new(error);
        each_axis(half_a, half_b, &frame, &mut best);
        let BestAxis { axis: normal, distance, lower, upper, unparallel, .. } = best;
        let BoxContact { on_a, on_b, off, .. } =
            contact(normal, -distance, half_a, half_b, center, rows, error);
        let known = SIZES.contains(&size) & frame.is_within(&NORMS);
        let known = known & unparallel & (upper < 0.0) & (off <= 4.0 * error);
        // Boxes that are none, which `Axes` leaves open, come here too.
        let are_lengths = |[x, y, z]: Three| (x >= 0.0) & (y >= 0.0) & (z >= 0.0);
        let known = known & are_lengths(half_a) & are_lengths(half_b);
        in_world(known, [lower, upper, distance], [normal, on_a, on_b], world, origin_a)
    }
}

/// Where two boxes touch.
pub(super) struct BoxContact {
    pub(super) on_a: Three,
    pub(super) on_b: Three,
    /// The point of B in its own frame.
    pub(super) in_b: Three,
    /// How far the difference of both is from `depth * normal`.
    pub(super) off: f64,
}

/// Where the boxes touch once B has moved by `depth` along the normal.
///
/// The farthest feature of A along the normal and that of B against it are a corner, an edge or a
/// face each: coordinates to which the normal is perpendicular are free. Two edges meet where their
/// lines do. Otherwise the point of B's feature is the one nearest to the middle of A's, which is
/// exact where either is a corner; where that misses, the single query searches.
#[inline(always)]
pub(super) fn contact(
    normal: Three,
    depth: f64,
    half_a: Three,
    half_b: Three,
    center: Three,
    rows: Rows,
    error: f64,
) -> BoxContact {
    let columns = transposed(rows);
    let along_b = rotate(columns, normal);
    let free = |along: Three, half: Three| {
        let mut free = [0.0; 3];
        for ((free, along), half) in free.iter_mut().zip(along).zip(half) {
            *free = if along.abs() * half <= error { 1.0 } else { 0.0 };
        }
        free
    };
    let fixed = |along: Three, half: Three, free: Three, sign: f64| {
        let mut point = [0.0; 3];
        for (((point, along), half), free) in point.iter_mut().zip(along).zip(half).zip(free) {
            let side = if along < 0.0 { -half } else { half };
            *point = sign * side * (1.0 - free);
        }
        point
    };
    let (free_a, free_b) = (free(normal, half_a), free(along_b, half_b));
    let middle_a = fixed(normal, half_a, free_a, 1.0);
    let fixed_b = fixed(along_b, half_b, free_b, -1.0);
    let middle_b = plus(center, rotate(rows, fixed_b));
    // From A's feature to B's once it has moved.
    let way = plus(plus(middle_b, times(middle_a, -1.0)), times(normal, depth));
    let [way_b0, way_b1, way_b2] = rotate(columns, way);

    let count = |[x, y, z]: Three| x + y + z;
    let edges = (count(free_a) == 1.0) & (count(free_b) == 1.0);
    let cosine = dot(free_a, rotate(rows, free_b));
    let along_edge_a = dot(free_a, way);
    let along_edge_b = dot(free_b, [way_b0, way_b1, way_b2]);
    let on_edge_b = (cosine * along_edge_a - along_edge_b) / (1.0 - cosine * cosine);
    let mut within_b = [-way_b0, -way_b1, -way_b2];
    for ((x, half), free) in within_b.iter_mut().zip(half_b).zip(free_b) {
        *x = clamp(if edges { on_edge_b } else { *x }, half) * free;
    }
    let on_b = plus(middle_b, rotate(rows, within_b));
    let moved = plus(on_b, times(normal, depth));
    let mut on_a = middle_a;
    for (((x, moved), half), free) in on_a.iter_mut().zip(moved).zip(half_a).zip(free_a) {
        *x = if free == 1.0 { clamp(moved, half) } else { *x };
    }
    let off = plus(moved, times(on_a, -1.0));
    let [x, y, z] = abs(off);
    // Comparisons with NaN, from invalid features, are false.
    BoxContact { on_a, on_b, in_b: plus(fixed_b, within_b), off: x + y + z }
}
