//! How far apart two boxes of space are, and where: the nearest points as a least-squares problem in two boxes of coordinates.
//!
//! Whichever point of B is held, the point of A nearest to it is found by clamping, and the other way around: clamping in turns
//! converges (Cheney, Goldstein 1959), and after a few turns knows which coordinates are at a bound. With these held the rest is a linear system of
//! three unknowns, solved at once. It starts where the boxes would touch along their best separating axis: near contact that is the
//! answer already, but for corners and edges that face no axis. Points found so are an answer once the plane between them proves them nearest, as in
//! `solve/pairs/segments.rs`; the rest is for the single query.

use clearance_lanes::Kernel;

use super::algebra::{
    clamp, dot, length, matrix, minus, norm, plus, relative, rotate, times, transposed,
};
use super::box_axis::axis;
use super::box_depth::{Contact, contact};
use super::numbers::{NORMS, NUMBERS, Questions, Rows, SIZES, Three, Wide, error, in_world};
use super::{BLOCK, CHUNK, at, blocks, put};

/// Half extents of A and of B, rotation of A and of B, offset of the origins, position of A: as for the depth.
pub(in crate::batch) use super::box_depth::COLUMNS;

/// How near the nearest points must be to nearest, relative, so that their direction is a normal to nine digits: as `solve/gjk.rs` has it.
const NEAREST: f64 = 1e-9;

/// Rounds of clamping and solving. Each settles most pairs that the one before left; the tests tell how many remain.
const ROUNDS: usize = 5;

/// What is kept of each pair from pass to pass: B's axes and position in A's frame, a point of each box in its own frame.
#[derive(Clone, Debug)]
pub(in crate::batch) struct State {
    rows: [Wide; 9],
    center: [Wide; 3],
    on_a: [Wide; 3],
    on_b: [Wide; 3],
    /// The number of the axis along which they are farthest apart, as `box_axis.rs` has it.
    axis: Wide,
}

impl State {
    pub(in crate::batch) const fn new() -> Self {
        const ZERO: Wide = [0.0; CHUNK];
        Self { rows: [ZERO; 9], center: [ZERO; 3], on_a: [ZERO; 3], on_b: [ZERO; 3], axis: ZERO }
    }

    /// Says where the next pair is to begin.
    #[inline(always)]
    pub(in crate::batch) fn begin(&mut self, questions: &Questions<COLUMNS>, axis: f64) {
        if let Some(slot) = self.axis.get_mut(questions.len) {
            *slot = axis;
        }
    }
}

/// The distance of boxes that are apart by more than rounding.
pub(in crate::batch) struct Answer<'a>(
    pub(in crate::batch) &'a mut Questions<COLUMNS>,
    pub(in crate::batch) &'a mut State,
);

#[inline(always)]
fn within(p: Three, half: Three) -> Three {
    let ([x, y, z], [a, b, c]) = (p, half);
    [clamp(x, a), clamp(y, b), clamp(z, c)]
}

/// A pair as the passes see it.
#[derive(Clone, Copy)]
struct Boxes {
    half_a: Three,
    half_b: Three,
    center: Three,
    rows: Rows,
}

impl Boxes {
    #[inline(always)]
    fn at(questions: &Questions<COLUMNS>, state: &State, place: usize) -> Self {
        let [a0, a1, a2, b0, b1, b2, ..] = at(&questions.columns, place);
        let [p, q, r, s, t, u, v, w, x] = at(&state.rows, place);
        Self {
            half_a: [a0, a1, a2],
            half_b: [b0, b1, b2],
            center: at(&state.center, place),
            rows: [[p, q, r], [s, t, u], [v, w, x]],
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

    /// The nearest points among those that keep the coordinates which are at a bound now.
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
        let [d0, d1, d2] = free(on_a, self.half_a).map(|f| 1.0 - f);
        let weighed = |[x, y, z]: Three| [d0 * x, d1 * y, d2 * z];
        let [c0, c1, c2] = transposed(self.rows);
        let (w0, w1, w2) = (weighed(c0), weighed(c1), weighed(c2));
        let to_a = minus(on_a, self.center);
        // The normal equations in the coordinates of B's point: symmetric, 3 × 3; those at a bound stay what they are.
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

impl Kernel for Answer<'_> {
    type Output = ();
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
    fn run(self) {
        let Self(questions, state) = self;
        for first in blocks(questions.len) {
            for i in 0..BLOCK {
                begin(questions, state, first + i);
            }
            for round in 0..ROUNDS {
                // Places past the last pair hold anything, and are not waited for.
                let rest = questions.len - first;
                let known = &questions.found[0][first..first + BLOCK];
                if known.iter().take(rest).all(|known| *known != 0.0) {
                    break;
                }
                if round > 0 {
                    for i in 0..BLOCK {
                        approach(questions, state, first + i);
                    }
                }
                for i in 0..BLOCK {
                    solve(questions, state, first + i);
                }
            }
        }
    }
}

/// Clamps in turns.
#[inline(always)]
fn approach(questions: &Questions<COLUMNS>, state: &mut State, place: usize) {
    let boxes = Boxes::at(questions, state, place);
    let on_a = at(&state.on_a, place);
    let on_a = boxes.nearest_of_a(boxes.nearest_of_b(on_a));
    let on_b = boxes.nearest_of_b(on_a);
    put(&mut state.on_a, place, boxes.nearest_of_a(on_b));
    put(&mut state.on_b, place, on_b);
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // See `at`.
fn begin(questions: &mut Questions<COLUMNS>, state: &mut State, place: usize) {
    let [a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, dx, dy, dz, _, _, _] =
        at(&questions.columns, place);
    let turn_a = [p, q, r, s];
    let between = relative(turn_a, [t, u, v, w]);
    let rows = matrix(between, norm(between));
    let world = matrix(turn_a, norm(turn_a));
    let center = rotate(transposed(world), [dx, dy, dz]);
    let [[m00, m01, m02], [m10, m11, m12], [m20, m21, m22]] = rows;
    put(&mut state.rows, place, [m00, m01, m02, m10, m11, m12, m20, m21, m22]);
    put(&mut state.center, place, center);
    let (half_a, half_b) = ([a0, a1, a2], [b0, b1, b2]);
    // The reaches are rounded up there, and a quotient is a reciprocal's product here.
    let error = error(length(half_a), length(half_b), length(center)) * 1.125;
    let axis = axis(state.axis[place], rows);
    let per_length = 1.0 / length(axis);
    let normal = times(axis, if dot(center, axis) < 0.0 { -per_length } else { per_length });
    let abs = |p: Three| p.map(f64::abs);
    let extents = dot(half_a, abs(normal)) + dot(half_b, abs(rotate(transposed(rows), normal)));
    let distance = dot(center, normal) - extents;
    let Contact { on_a, on_b, in_b, off } =
        contact(normal, -distance, half_a, half_b, center, rows, error);
    put(&mut state.on_a, place, within(on_a, half_a));
    put(&mut state.on_b, place, within(in_b, half_b));
    // Where they touch along the axis they are nearest, for nothing is farther apart than along an axis that parts it.
    let length = length(minus(on_b, on_a));
    let upper = length + error;
    let estimate = if distance < upper { distance } else { upper };
    let proved = known(questions, half_a, half_b, center, place);
    let proved = proved & (off <= 2.0 * error) & (distance > 2.0 * error);
    let bounds = [distance - error, upper, estimate];
    let origin = origin(questions, place);
    let found = in_world(proved, bounds, [normal, on_a, on_b], world, origin);
    put(&mut questions.found, place, found);
}

/// Whether sizes and rotations are what lanes judge.
#[inline(always)]
fn known(
    questions: &Questions<COLUMNS>,
    half_a: Three,
    half_b: Three,
    center: Three,
    place: usize,
) -> bool {
    let [.., p, q, r, s, t, u, v, w, _, _, _, _, _, _] = at(&questions.columns, place);
    let (norm_a, norm_b) = (norm([p, q, r, s]), norm([t, u, v, w]));
    SIZES.contains(&(length(half_a) + length(half_b) + length(center)))
        & NORMS.contains(&norm_a)
        & NORMS.contains(&(norm_a * norm_b))
}

#[inline(always)]
fn origin(questions: &Questions<COLUMNS>, place: usize) -> Three {
    let [.., x, y, z] = at(&questions.columns, place);
    [x, y, z]
}

/// Solves with the coordinates at a bound held, keeps the better points, and writes the answer down if they are proved nearest.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // See `at`.
fn solve(questions: &mut Questions<COLUMNS>, state: &mut State, place: usize) {
    let boxes = Boxes::at(questions, state, place);
    let (old_a, old_b) = (at(&state.on_a, place), at(&state.on_b, place));
    let new_b = boxes.solved(old_a, old_b);
    let new_a = boxes.nearest_of_a(new_b);
    let (old_way, new_way) = (boxes.way(old_a, old_b), boxes.way(new_a, new_b));
    let (old, new) = (dot(old_way, old_way), dot(new_way, new_way));
    // Not a comparison that NaN could win.
    let better = new <= old;
    let choose = |new: Three, old: Three| {
        let mut chosen = old;
        for (chosen, new) in chosen.iter_mut().zip(new) {
            *chosen = if better { new } else { *chosen };
        }
        chosen
    };
    let (on_a, on_b) = (choose(new_a, old_a), choose(new_b, old_b));
    put(&mut state.on_a, place, on_a);
    put(&mut state.on_b, place, on_b);
    let way = choose(new_way, old_way);

    let Boxes { half_a, half_b, center, rows } = boxes;
    let upper = length(way);
    // Along a free coordinate of B there is no way, and what rounding left of one would tilt the plane. Those of A are zero already.
    let mut free_part = rotate(transposed(rows), way);
    for ((part, x), half) in free_part.iter_mut().zip(on_b).zip(half_b) {
        *part = if x.abs() < half { *part } else { 0.0 };
    }
    let direction = minus(way, rotate(rows, free_part));
    let long = length(direction);
    let abs = |p: Three| p.map(f64::abs);
    let along_b = abs(rotate(transposed(rows), direction));
    let extents = dot(abs(direction), half_a) + dot(along_b, half_b);
    let lower = (dot(direction, center) - extents) / long;
    // As in `begin`.
    let error = error(length(half_a), length(half_b), length(center)) * 1.125;
    let within = if NEAREST * upper < 0.25 * error { NEAREST * upper } else { 0.25 * error };
    let proved = known(questions, half_a, half_b, center, place);
    let proved = proved & (upper - lower <= within) & (lower > error);
    let normal = times(direction, 1.0 / long);
    let of_b = plus(center, rotate(rows, on_b));
    let [.., p, q, r, s, _, _, _, _, _, _, _, _, _, _] = at(&questions.columns, place);
    let world = matrix([p, q, r, s], norm([p, q, r, s]));
    let bounds = [lower - error, upper + error, upper];
    let origin = origin(questions, place);
    let found = in_world(proved, bounds, [normal, on_a, of_b], world, origin);
    let take = proved & (questions.found[0][place] == 0.0);
    let old: [f64; NUMBERS] = at(&questions.found, place);
    let mut row = old;
    for (old, new) in row.iter_mut().zip(found) {
        *old = if take { new } else { *old };
    }
    put(&mut questions.found, place, row);
}
