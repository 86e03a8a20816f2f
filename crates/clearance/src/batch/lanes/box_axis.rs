//! Boxes of space without radii, gathered once for every question about them: on which side of
//! contact they are, along which axis they are least deep, and how deep.
//!
//! The depth is found twice. All fifteen axes in `f32` show which is the best, and that no other is
//! as good beyond the bound of `f32`; this one in `f64` is the depth. Sides are proved for the
//! sizes of `tolerance::SIZES`, depths for those of `numbers::SIZES`, which every kernel checks.
//! Axes that tie within that bound, as those of upright boxes do, are for `box_depth.rs`.

use clearance_lanes::Kernel;

use crate::math::Scalar;

use super::super::tolerance::{AXIS, LENGTH, NORMS, PARALLEL, PARALLEL_MOVES, SECOND, SIZES};
use super::algebra::{
    Real, Three, abs, dot, each, larger, length, matrix, minus, norm, relative, rotate,
    rotate_back, smaller, sum_abs, times,
};
use super::box_depth::{BoxContact, NEARLY_PARALLEL, contact};
use super::boxes::are_lengths;
use super::numbers::{self, NUMBERS, Wide, error, in_world};
use super::{BLOCK, CHUNK, Column, OPEN, Verdicts, at, blocks, put, verdict};

#[inline(always)]
#[allow(clippy::indexing_slicing)] // A place of a block is below CHUNK.
fn write<T: Copy>(column: &mut [T; CHUNK], first: usize, block: &[T; BLOCK]) {
    for (i, entry) in block.iter().enumerate() {
        column[first + i] = *entry;
    }
}

/// Half extents of A and of B, rotation of A and of B, position of A and of B: the caller's very
/// numbers.
pub(in crate::batch) const COLUMNS: usize = 3 + 3 + 4 + 4 + 3 + 3;

/// Pairs of boxes, and what the kernels find.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct Boxes<T> {
    columns: [[T; CHUNK]; COLUMNS],
    pub(super) sides: Verdicts,
    /// The axis along which they are farthest apart or least deep: faces of A, faces of B, edges of
    /// A with edges of B.
    pub(super) best: Column,
    /// The square of a depth that no other axis is below.
    second: Column,
    pub(super) found: [Wide; NUMBERS],
    origins: [u8; CHUNK],
    pub(super) len: usize,
}

impl<T: Scalar> Boxes<T> {
    pub(in crate::batch) const fn new() -> Self {
        Self {
            columns: [[T::ZERO; CHUNK]; COLUMNS],
            origins: [0; CHUNK],
            sides: [OPEN; CHUNK],
            best: [0.0; CHUNK],
            second: [0.0; CHUNK],
            found: [[0.0; CHUNK]; NUMBERS],
            len: 0,
        }
    }

    pub(in crate::batch) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends pair `origin` of the chunk.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // A chunk has 128 pairs.
    pub(in crate::batch) fn push(&mut self, origin: usize, row: [T; COLUMNS]) {
        let place = self.len;
        if place < CHUNK {
            put(&mut self.columns, place, row);
            self.origins[place] = origin as u8;
            self.len = place + 1;
        }
    }

    /// Places, each with the pair of the chunk that it holds and its side.
    #[inline(always)]
    pub(in crate::batch) fn sides(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let places = self.origins.iter().zip(&self.sides).enumerate().take(self.len);
        places.map(|(place, (origin, side))| (place, usize::from(*origin), *side))
    }

    /// What was found at a place.
    #[inline(always)]
    pub(in crate::batch) fn found(&self, place: usize) -> [f64; NUMBERS] {
        at(&self.found, place)
    }

    /// The pair as the kernels of `f64` take it: with the offset of the origins before the position
    /// of A.
    #[inline(always)]
    pub(in crate::batch) fn question(&self, place: usize) -> [f64; COLUMNS] {
        let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] =
            each(at(&self.columns, place), T::to_f64);
        let [t, u, v, w, ox, oy, oz, tx, ty, tz] = rest;
        let [dx, dy, dz] = minus([tx, ty, tz], [ox, oy, oz]);
        [a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, dx, dy, dz, ox, oy, oz]
    }

    /// The pair as `boxes.rs` judges it.
    #[inline(always)]
    fn narrowed(&self, place: usize) -> [f32; super::boxes::COLUMNS] {
        let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] =
            each(at(&self.columns, place), T::to_f64);
        let [t, u, v, w, ox, oy, oz, tx, ty, tz] = rest;
        let [dx, dy, dz] = minus([tx, ty, tz], [ox, oy, oz]);
        each([a0, a1, a2, b0, b1, b2, p, q, r, s, t, u, v, w, dx, dy, dz, 0.0], f32::from_f64)
    }
}

/// On which side of contact boxes are: with `PARTS` the axis along which they are apart, with
/// `DEPTH` how deep they are and along which axis, otherwise whether they overlap.
pub(in crate::batch) struct Axes<'a, T, const PARTS: bool, const DEPTH: bool>(
    pub(in crate::batch) &'a mut Boxes<T>,
);

impl<T: Scalar, const PARTS: bool, const DEPTH: bool> Kernel for Axes<'_, T, PARTS, DEPTH> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let boxes = self.0;
        for first in blocks(boxes.len) {
            // Answers apart from questions until a block of them is there. With columns of `f32`
            // beside columns of `f64` in one struct, the compiler does not see that they do not
            // overlap.
            let mut rest = [[0.0; BLOCK]; 2];
            let mut sides = [OPEN; BLOCK];
            for i in 0..BLOCK {
                let all = all::<PARTS, DEPTH>(boxes.narrowed(first + i));
                let apart = all.most > all.error;
                let overlap = !DEPTH & (all.faces < -all.error) & (all.beyond_doubt < 0.0);
                #[allow(clippy::indexing_slicing)]
                {
                    sides[i] = verdict(all.known & apart, all.known & overlap);
                    rest[0][i] = if apart { all.parts } else { all.best };
                    rest[1][i] = if all.known { all.second } else { 0.0 };
                }
            }
            let [best, second] = &rest;
            write(&mut boxes.sides, first, &sides);
            write(&mut boxes.best, first, best);
            write(&mut boxes.second, first, second);
        }
    }
}

/// The results of fifteen axes.
struct All<const PARTS: bool, const DEPTH: bool> {
    /// The largest signed distance, of edges times the length of their cross product; of faces
    /// alone.
    most: f32,
    faces: f32,
    /// The largest square of a distance, and its axis.
    apart: f32,
    parts: f32,
    /// The square of the least depth, its axis, and the square of the depth after it, each no more
    /// than it is.
    least: f32,
    best: f32,
    second: f32,
    /// The same as in `boxes.rs`.
    beyond_doubt: f32,
    reach_b: f32,
    size: f32,
    error: f32,
    known: bool,
}

impl<const PARTS: bool, const DEPTH: bool> All<PARTS, DEPTH> {
    #[inline(always)]
    fn face(&mut self, which: f32, distance: f32) {
        self.faces = larger(distance, self.faces);
        self.consider(which, distance, 1.0);
    }

    /// Along `e_i × m_j`, of which two coordinates are not zero.
    #[inline(always)]
    fn edge(&mut self, which: f32, distance: f32, [m_u, m_v]: [f32; 2]) {
        self.consider(which, distance, 1.0 / (m_u * m_u + m_v * m_v + LENGTH));
        if !DEPTH {
            let moves = PARALLEL_MOVES * (m_u.abs() + m_v.abs()) * self.reach_b;
            let parallel = self.faces + PARALLEL * self.size + moves;
            let doubt = smaller(distance + self.error, parallel);
            self.beyond_doubt = larger(self.beyond_doubt, doubt);
        }
    }

    #[inline(always)]
    fn consider(&mut self, which: f32, distance: f32, per_squared: f32) {
        self.most = larger(distance, self.most);
        if PARTS {
            let apart = larger(distance, 0.0);
            let apart = apart * apart * per_squared;
            self.parts = if apart > self.apart { which } else { self.parts };
            self.apart = larger(apart, self.apart);
        }
        if DEPTH {
            let depth = smaller(distance + self.error, 0.0);
            let depth = depth * depth * per_squared;
            self.best = if depth < self.least { which } else { self.best };
            self.second = smaller(larger(depth, self.least), self.second);
            self.least = smaller(depth, self.least);
        }
    }
}

/// The fifteen axes, as `boxes.rs` has them.
#[inline(always)]
fn all<const PARTS: bool, const DEPTH: bool>(
    row: [f32; super::boxes::COLUMNS],
) -> All<PARTS, DEPTH> {
    let [a0, a1, a2, b0, b1, b2, ax, ay, az, aw, bx, by, bz, bw, dx, dy, dz, _] = row;
    let (half_a, half_b, turn_a) = ([a0, a1, a2], [b0, b1, b2], [ax, ay, az, aw]);
    let between = relative(turn_a, [bx, by, bz, bw]);
    let (norm_a, norm_between) = (norm(turn_a), norm(between));
    let [r0, r1, r2] = matrix(between, norm_between);
    let [t0, t1, t2] = rotate_back(matrix(turn_a, norm_a), [dx, dy, dz]);
    let size = sum_abs(half_a) + sum_abs(half_b) + sum_abs([dx, dy, dz]);
    let known = SIZES.contains(&size) & NORMS.contains(&norm_a) & NORMS.contains(&norm_between);
    let known = known & are_lengths(half_a) & are_lengths(half_b);
    let (never, error) = (f32::INFINITY, AXIS * size);
    let mut all = All {
        most: -never,
        faces: -never,
        apart: 0.0,
        parts: 0.0,
        least: never,
        best: 0.0,
        second: never,
        beyond_doubt: -never,
        reach_b: sum_abs(half_b),
        size,
        error,
        known,
    };
    let ([m00, m01, m02], [m10, m11, m12], [m20, m21, m22]) = (r0, r1, r2);
    let ([n00, n01, n02], [n10, n11, n12], [n20, n21, n22]) = (abs(r0), abs(r1), abs(r2));
    let of_a = |t: f32, a: f32, x: f32, y: f32, z: f32| t.abs() - a - (x * b0 + y * b1 + z * b2);
    let of_b = |t: f32, b: f32, x: f32, y: f32, z: f32| t.abs() - b - (x * a0 + y * a1 + z * a2);
    all.face(0.0, of_a(t0, a0, n00, n01, n02));
    all.face(1.0, of_a(t1, a1, n10, n11, n12));
    all.face(2.0, of_a(t2, a2, n20, n21, n22));
    all.face(3.0, of_b(t0 * m00 + t1 * m10 + t2 * m20, b0, n00, n10, n20));
    all.face(4.0, of_b(t0 * m01 + t1 * m11 + t2 * m21, b1, n01, n11, n21));
    all.face(5.0, of_b(t0 * m02 + t1 * m12 + t2 * m22, b2, n02, n12, n22));
    let mut edge = |which: f32, m_u: f32, m_v: f32, t: [f32; 2], a: [f32; 2], b: [f32; 4]| {
        let ([t_u, t_v], [a_u, a_v], [b_p, n_q, b_q, n_p]) = (t, a, b);
        let extents = a_u * m_v.abs() + a_v * m_u.abs() + b_p * n_q + b_q * n_p;
        let distance = (m_u * t_v - m_v * t_u).abs() - extents;
        all.edge(which, distance, [m_u, m_v]);
    };
    edge(6.0, m10, m20, [t1, t2], [a1, a2], [b1, n02, b2, n01]);
    edge(7.0, m11, m21, [t1, t2], [a1, a2], [b2, n00, b0, n02]);
    edge(8.0, m12, m22, [t1, t2], [a1, a2], [b0, n01, b1, n00]);
    edge(9.0, m20, m00, [t2, t0], [a2, a0], [b1, n12, b2, n11]);
    edge(10.0, m21, m01, [t2, t0], [a2, a0], [b2, n10, b0, n12]);
    edge(11.0, m22, m02, [t2, t0], [a2, a0], [b0, n11, b1, n10]);
    edge(12.0, m00, m10, [t0, t1], [a0, a1], [b1, n22, b2, n21]);
    edge(13.0, m01, m11, [t0, t1], [a0, a1], [b2, n20, b0, n22]);
    edge(14.0, m02, m12, [t0, t1], [a0, a1], [b0, n21, b1, n20]);
    all
}

/// The depth along the best axis, and where they touch along it if `POINTS`.
pub(in crate::batch) struct Depths<'a, T, const POINTS: bool>(
    pub(in crate::batch) &'a mut Boxes<T>,
);

impl<T: Scalar, const POINTS: bool> Kernel for Depths<'_, T, POINTS> {
    type Output = ();
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
    fn run(self) {
        let boxes = self.0;
        for first in blocks(boxes.len) {
            let mut found = [[0.0; BLOCK]; NUMBERS];
            for i in 0..BLOCK {
                let place = first + i;
                let (best, second) = (f64::from(boxes.best[place]), f64::from(boxes.second[place]));
                let row = boxes.question(place);
                let row = depth::<T, POINTS>(row, best, second);
                for (column, number) in found.iter_mut().zip(row) {
                    column[i] = number;
                }
            }
            let wanted = if POINTS { NUMBERS } else { numbers::WITHOUT_POINTS };
            for (column, found) in boxes.found.iter_mut().zip(&found).take(wanted) {
                write(column, first, found);
            }
        }
    }
}

/// The length of a vector, or a little more: the sum of its coordinates serves, as the difference
/// is hidden by the rounding to `f32`. Roots take a fifth of the time.
#[inline(always)]
pub(super) fn size<T: Scalar>(p: Three<f64>) -> f64 {
    if T::EPSILON < 1e-9 { length(p) } else { sum_abs(p) }
}

#[inline(always)]
fn depth<T: Scalar, const POINTS: bool>(
    row: [f64; COLUMNS],
    best: f64,
    second: f64,
) -> [f64; NUMBERS] {
    let [a0, a1, a2, b0, b1, b2, p, q, r, s, rest @ ..] = row;
    let [t, u, v, w, dx, dy, dz, ox, oy, oz] = rest;
    let (half_a, half_b, turn_a) = ([a0, a1, a2], [b0, b1, b2], [p, q, r, s]);
    let between = relative(turn_a, [t, u, v, w]);
    let world = matrix(turn_a, norm(turn_a));
    let rows = matrix(between, norm(between));
    let center = rotate_back(world, [dx, dy, dz]);
    let [reach_a, reach_b, apart] = each([half_a, half_b, center], size::<T>);
    // A quotient is a reciprocal's product here.
    let error = error(reach_a, reach_b, apart) * 1.125;

    let axis = axis(best, rows);
    let squared = dot(axis, axis);
    let per_length = 1.0 / Real::sqrt(squared);
    let along = dot(center, axis);
    let normal = times(axis, if along < 0.0 { -per_length } else { per_length });
    let extents = dot(half_a, abs(normal)) + dot(half_b, abs(rotate_back(rows, normal)));
    let distance = dot(center, normal) - extents;
    // The direction of an edge's axis is as good as its length is large.
    let (lower, upper) = (distance - error, distance + error * per_length);
    // No other axis is less deep, to the last digit of `f32` that is certain.
    let least = (upper < 0.0) & (lower * lower <= second * SECOND);
    let is_judged = numbers::SIZES.contains(&(reach_a + reach_b + apart));
    let known = least & is_judged & (squared >= NEARLY_PARALLEL);
    let bounds = [lower, upper, distance];
    if POINTS {
        let BoxContact { on_a, on_b, off, .. } =
            contact(normal, -distance, half_a, half_b, center, rows, error);
        let known = known & (off <= 4.0 * error);
        in_world(known, bounds, [normal, on_a, on_b], world, [ox, oy, oz])
    } else {
        numbers::without_points(known, bounds, rotate(world, normal))
    }
}

/// The axis of this number, in A's frame.
#[inline(always)]
pub(super) fn axis(which: f64, [r0, r1, r2]: [Three<f64>; 3]) -> Three<f64> {
    let is_edge = which >= 6.0;
    let of_edge = which - 6.0;
    let row = if of_edge < 3.0 { 0.0 } else { 3.0 };
    let row = if of_edge < 6.0 { row } else { 6.0 };
    let (i, j) = if is_edge { (row, of_edge - row) } else { (which * 3.0, which - 3.0) };
    let one = |which: bool| if which { 1.0 } else { 0.0 };
    let (u, v, w) = (one(i == 0.0), one(i == 3.0), one(i == 6.0));
    let entry = |[x, y, z]: Three<f64>| {
        let xy = if j < 1.0 { x } else { y };
        if j < 2.0 { xy } else { z }
    };
    let [x, y, z] = [entry(r0), entry(r1), entry(r2)];
    let of_b = if which < 3.0 { [u, v, w] } else { [x, y, z] };
    let cross = [v * z - w * y, w * x - u * z, u * y - v * x];
    let mut axis = of_b;
    for (axis, cross) in axis.iter_mut().zip(cross) {
        *axis = if is_edge { cross } else { *axis };
    }
    axis
}
