//! How far apart two boxes of space are, and where: the nearest points as a least-squares problem
//! in two boxes of coordinates.
//!
//! Whichever point of B is held, the point of A nearest to it is found by clamping, and the other
//! way around: clamping in turns converges (Cheney, Goldstein 1959), and after a few turns it is
//! known which coordinates are at a bound. With these held the rest is a linear system of three
//! unknowns, solved at once. It starts where the boxes would touch along their best separating
//! axis: near contact that is the answer already, but for corners and edges that face no axis. Far
//! apart, too, more of the coordinates are then at the right bound than where the centres are
//! projected. Points found so are an answer once the plane between them proves them nearest, as in
//! `solve/pairs/segments.rs`; the rest is for the single query.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use clearance_lanes::Kernel;

use crate::math::Scalar;

use super::algebra::{
    abs, choose, clamp, dot, each, length, matrix, minus, norm, plus, rotate, times, transposed,
};
use super::box_axis::{Boxes, PlacedBoxes, axis, size};
use super::box_depth::{BoxContact, contact};
use super::numbers::{self, Found, NORMS, Rows, SIZES, Three, error, in_world, is_nearest};
use super::rows::{Columns, Empty};
use super::{APART, BLOCK, at, blocks, put};

/// Rounds of clamping and solving. Each settles most pairs that the one before left; the tests
/// count how many remain.
const ROUNDS: usize = 5;

/// A number of each pair of a block.
type Numbers = [f64; BLOCK];

/// What is kept of a block's pairs from pass to pass.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct State {
    half_a: [Numbers; 3],
    half_b: [Numbers; 3],
    /// The position of B in A's frame, and its axes.
    center: [Numbers; 3],
    rows: [[Numbers; 3]; 3],
    /// The rounding error of a height; NaN where lanes do not judge, which proves nothing.
    error: Numbers,
    /// A point of each box in its own frame.
    on_a: [Numbers; 3],
    on_b: [Numbers; 3],
    /// An answer, but in A's frame.
    found: Found<Numbers>,
}

impl State {
    pub(in crate::batch) const fn new() -> Self {
        const ZERO: Numbers = [0.0; BLOCK];
        const THREE: [Numbers; 3] = [ZERO; 3];
        Self {
            half_a: THREE,
            half_b: THREE,
            center: THREE,
            rows: [THREE; 3],
            error: ZERO,
            on_a: THREE,
            on_b: THREE,
            found: Found::EMPTY,
        }
    }

    /// Whether the search is done; lanes whose answer is not wanted do not count.
    #[inline(always)]
    fn is_done(&self, wanted: &[bool; BLOCK]) -> bool {
        let [known] = &self.found.known;
        known.iter().zip(wanted).all(|(known, wanted)| *known != 0.0 || !wanted)
    }
}

/// The distance of boxes that are apart by more than rounding.
pub(in crate::batch) struct Gaps<'a, T>(
    pub(in crate::batch) &'a mut Boxes<T>,
    pub(in crate::batch) &'a mut State,
);

#[inline(always)]
fn within(p: Three, half: Three) -> Three {
    let ([x, y, z], [a, b, c]) = (p, half);
    [clamp(x, a), clamp(y, b), clamp(z, c)]
}

/// A pair as the passes see it.
#[derive(Clone, Copy)]
struct Between {
    half_a: Three,
    half_b: Three,
    center: Three,
    rows: Rows,
}

impl Between {
    #[inline(always)]
    fn at(state: &State, i: usize) -> Self {
        let [r0, r1, r2] = &state.rows;
        Self {
            half_a: at(&state.half_a, i),
            half_b: at(&state.half_b, i),
            center: at(&state.center, i),
            rows: [at(r0, i), at(r1, i), at(r2, i)],
        }
    }

    /// The point of A nearest to a point of B, each in its box's own frame.
    #[inline(always)]
    fn nearest_of_a(self, on_b: Three) -> Three {
        within(plus(self.center, rotate(self.rows, on_b)), self.half_a)
    }

    #[inline(always)]
    fn nearest_of_b(self, on_a: Three) -> Three {
        within(rotate(transposed(self.rows), minus(on_a, self.center)), self.half_b)
    }

    #[inline(always)]
    fn way(self, on_a: Three, on_b: Three) -> Three {
        minus(plus(self.center, rotate(self.rows, on_b)), on_a)
    }

    /// The nearest points among those that keep the coordinates that are at a bound now.
    #[inline(always)]
    fn solved(self, on_a: Three, on_b: Three) -> Three {
        let free = |p: Three, half: Three| {
            let mut free = [0.0; 3];
            for ((free, x), half) in free.iter_mut().zip(p).zip(half) {
                *free = if x.abs() < half { 1.0 } else { 0.0 };
            }
            free
        };
        // A free coordinate of A follows B's point at no cost, so only the others weigh.
        let [d0, d1, d2] = each(free(on_a, self.half_a), |f| 1.0 - f);
        let weighed = |[x, y, z]: Three| [d0 * x, d1 * y, d2 * z];
        let [c0, c1, c2] = transposed(self.rows);
        let (w0, w1, w2) = (weighed(c0), weighed(c1), weighed(c2));
        let to_a = minus(on_a, self.center);
        // The normal equations in the coordinates of B's point: symmetric, 3 × 3; those at a bound
        // stay what they are.
        let (g00, g11, g22) = (dot(w0, c0), dot(w1, c1), dot(w2, c2));
        let (g01, g02, g12) = (dot(w0, c1), dot(w0, c2), dot(w1, c2));
        let [f0, f1, f2] = free(on_b, self.half_b);
        let [y0, y1, y2] = on_b;
        let (k0, k1, k2) = ((1.0 - f0) * y0, (1.0 - f1) * y1, (1.0 - f2) * y2);
        let r0 = f0 * (dot(w0, to_a) - (g01 * k1 + g02 * k2)) + k0;
        let r1 = f1 * (dot(w1, to_a) - (g01 * k0 + g12 * k2)) + k1;
        let r2 = f2 * (dot(w2, to_a) - (g02 * k0 + g12 * k1)) + k2;
        let (a, d, f) = (f0 * g00 + (1.0 - f0), f1 * g11 + (1.0 - f1), f2 * g22 + (1.0 - f2));
        let (b, c, e) = (f0 * f1 * g01, f0 * f2 * g02, f1 * f2 * g12);
        // Cramer's rule by the cofactors of the symmetric matrix [a b c; b d e; c e f].
        let (m00, m01, m02) = (d * f - e * e, c * e - b * f, b * e - c * d);
        let (m11, m12, m22) = (a * f - c * c, b * c - a * e, a * d - b * b);
        let per = 1.0 / (a * m00 + b * m01 + c * m02);
        let solution = [
            (m00 * r0 + m01 * r1 + m02 * r2) * per,
            (m01 * r0 + m11 * r1 + m12 * r2) * per,
            (m02 * r0 + m12 * r1 + m22 * r2) * per,
        ];
        within(solution, self.half_b)
    }
}

impl<T: Scalar> Kernel for Gaps<'_, T> {
    type Output = ();
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
    fn run(self) {
        let Self(boxes, state) = self;
        for first in blocks(boxes.len) {
            let mut wanted = [false; BLOCK];
            for (i, wanted) in wanted.iter_mut().enumerate() {
                *wanted = boxes.results.sides[first + i] == APART && first + i < boxes.len;
            }
            if !wanted.contains(&true) {
                continue;
            }
            for i in 0..BLOCK {
                place::<T>(boxes.question(first + i), state, i);
            }
            for i in 0..BLOCK {
                touch(f64::from(boxes.results.best[first + i]), state, i);
            }
            for round in 0..ROUNDS {
                if state.is_done(&wanted) {
                    break;
                }
                if round > 0 {
                    for i in 0..BLOCK {
                        approach(state, i);
                    }
                }
                for i in 0..BLOCK {
                    solve(state, i);
                }
            }
            let mut found = Found::<Numbers>::EMPTY;
            for i in 0..BLOCK {
                found.put(i, finish(boxes.question(first + i), state.found.at(i)));
            }
            for (i, wanted) in wanted.iter().enumerate() {
                // Depths of pairs that overlap are kept.
                let out = &mut boxes.results.found;
                let kept = out.at(first + i);
                out.put(first + i, Found::chosen(*wanted, found.at(i), kept));
            }
        }
    }
}

/// Clamps in turns.
#[inline(always)]
fn approach(state: &mut State, i: usize) {
    let between = Between::at(state, i);
    let on_a = at(&state.on_a, i);
    let on_a = between.nearest_of_a(between.nearest_of_b(on_a));
    let on_b = between.nearest_of_b(on_a);
    put(&mut state.on_a, i, between.nearest_of_a(on_b));
    put(&mut state.on_b, i, on_b);
}

/// The relative position of the boxes.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below BLOCK.
fn place<T: Scalar>(row: PlacedBoxes<f64>, state: &mut State, i: usize) {
    let frame = row.frame();
    put(&mut state.half_a, i, row.half_a);
    put(&mut state.half_b, i, row.half_b);
    put(&mut state.center, i, frame.offset);
    let ([x, y, z], [row_x, row_y, row_z]) = (&mut state.rows, frame.rows);
    put(x, i, row_x);
    put(y, i, row_y);
    put(z, i, row_z);
    let [reach_a, reach_b, apart] = each([row.half_a, row.half_b, frame.offset], size::<T>);
    let is_judged = SIZES.contains(&(reach_a + reach_b + apart)) & frame.is_within(&NORMS);
    // The single query rounds reaches up, and here a quotient is a product with a reciprocal.
    let error = error(reach_a, reach_b, apart) * 1.125;
    state.error[i] = if is_judged { error } else { f64::NAN };
}

/// Begins where the boxes touch along the axis of this number.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below BLOCK.
fn touch(which: f64, state: &mut State, i: usize) {
    let (Between { half_a, half_b, center, rows }, error) = (Between::at(state, i), state.error[i]);
    let axis = axis(which, rows);
    let per_length = 1.0 / length(axis);
    let normal = times(axis, if dot(center, axis) < 0.0 { -per_length } else { per_length });
    let extents = dot(half_a, abs(normal)) + dot(half_b, abs(rotate(transposed(rows), normal)));
    let distance = dot(center, normal) - extents;
    let BoxContact { on_a, on_b, in_b, off } =
        contact(normal, -distance, half_a, half_b, center, rows, error);
    put(&mut state.on_a, i, within(on_a, half_a));
    put(&mut state.on_b, i, within(in_b, half_b));
    // Where they touch along the axis they are nearest, since no distance is smaller than that
    // along a separating axis.
    let upper = length(minus(on_b, on_a)) + error;
    let estimate = if distance < upper { distance } else { upper };
    let proved = (off <= 2.0 * error) & (distance > 2.0 * error);
    let bounds = [distance - error, upper, estimate];
    state.found.put(i, numbers::found(proved, bounds, [normal, on_a, on_b]));
}

/// Solves with the coordinates at a bound held, keeps the better points, and writes the answer down
/// if they are proved nearest.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // `i` is below BLOCK.
fn solve(state: &mut State, i: usize) {
    let between = Between::at(state, i);
    let (old_a, old_b) = (at(&state.on_a, i), at(&state.on_b, i));
    let new_b = between.solved(old_a, old_b);
    let new_a = between.nearest_of_a(new_b);
    let (old_way, new_way) = (between.way(old_a, old_b), between.way(new_a, new_b));
    let (old, new) = (dot(old_way, old_way), dot(new_way, new_way));
    // NaN fails this comparison.
    let better = new <= old;
    let (on_a, on_b) = (choose(better, new_a, old_a), choose(better, new_b, old_b));
    put(&mut state.on_a, i, on_a);
    put(&mut state.on_b, i, on_b);
    let way = choose(better, new_way, old_way);

    let Between { half_a, half_b, center, rows } = between;
    let upper = length(way);
    // The way has no part along a free coordinate of B, and what rounding left of one would tilt
    // the plane. Those of A are zero already.
    let mut free_part = rotate(transposed(rows), way);
    for ((part, x), half) in free_part.iter_mut().zip(on_b).zip(half_b) {
        *part = if x.abs() < half { *part } else { 0.0 };
    }
    let direction = minus(way, rotate(rows, free_part));
    let along_b = abs(rotate(transposed(rows), direction));
    let extents = dot(abs(direction), half_a) + dot(along_b, half_b);
    let per_length = 1.0 / length(direction);
    let lower = (dot(direction, center) - extents) * per_length;
    let error = state.error[i];
    let proved = is_nearest(lower, upper, error);
    let normal = times(direction, per_length);
    let of_b = plus(center, rotate(rows, on_b));
    let bounds = [lower - error, upper + error, upper];
    let new = numbers::found(proved, bounds, [normal, on_a, of_b]);
    let old = state.found.at(i);
    state.found.put(i, Found::chosen(proved & !old.is_known(), new, old));
}

/// An answer of A's frame in the world.
#[inline(always)]
fn finish(row: PlacedBoxes<f64>, found: Found<f64>) -> Found<f64> {
    let world = matrix(row.turn_a, norm(row.turn_a));
    let of_pair = [found.normal, found.on_a, found.on_b];
    in_world(found.is_known(), found.bounds, of_pair, world, row.origin_a)
}
