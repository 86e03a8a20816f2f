//! The outline of a small polygon of the plane in rows of numbers that the compiler keeps in vector registers: all edges are asked at once,
//! without a jump.

use core::hint::select_unpredictable;

use crate::math::{Space, Vector, larger, smaller};
use crate::solve::cores::between;

/// Polygons of more vertices are walked around or searched sooner than asked edge by edge.
pub(super) const MOST_VERTICES: usize = 32;

/// The vertices, counter-clockwise. The first comes again in the rows that are left.
pub(super) struct Outline<const N: usize> {
    xs: [f64; N],
    ys: [f64; N],
    count: usize,
}

impl<const N: usize> Outline<N> {
    #[inline(always)]
    pub(super) fn new<V: Vector>(vertices: &[V]) -> Self {
        let mut outline = Self { xs: [0.0; N], ys: [0.0; N], count: vertices.len() };
        // As many as there are rows, as a rule: nothing to choose then.
        if let Some(all) = vertices.first_chunk::<N>() {
            outline.fill(all);
        } else if let Some(first) = vertices.first() {
            let mut all = [*first; N];
            all.iter_mut().zip(vertices).for_each(|(place, vertex)| *place = *vertex);
            outline.fill(&all);
        }
        outline
    }

    #[inline(always)]
    fn fill<V: Vector>(&mut self, vertices: &[V; N]) {
        for ((x, y), vertex) in self.xs.iter_mut().zip(&mut self.ys).zip(vertices) {
            let point = vertex.to_space();
            (*x, *y) = (point.coordinate(0), point.coordinate(1));
        }
    }

    #[inline(always)]
    pub(super) fn turned<S: Space>(mut self, matrix: &S::Matrix) -> Self {
        let [row_x, row_y, _] = S::rows(matrix);
        let ([xx, xy], [yx, yy]) = (xy(row_x), xy(row_y));
        for (x, y) in self.xs.iter_mut().zip(&mut self.ys) {
            (*x, *y) = (xx * *x + xy * *y, yx * *x + yy * *y);
        }
        self
    }

    #[inline(always)]
    pub(super) fn moved<S: Space>(mut self, by: S) -> Self {
        let [by_x, by_y] = xy(by);
        self.xs.iter_mut().for_each(|x| *x += by_x);
        self.ys.iter_mut().for_each(|y| *y += by_y);
        self
    }

    /// The coordinates.
    #[inline(always)]
    pub(super) fn rows(&self) -> [&[f64; N]; 2] {
        [&self.xs, &self.ys]
    }

    #[inline(always)]
    pub(super) fn vertex<S: Space>(&self, i: usize) -> S {
        let at = |row: &[f64; N]| row.get(i).copied().unwrap_or_default();
        S::from_xyz(at(&self.xs), at(&self.ys), 0.0)
    }

    #[inline(always)]
    pub(super) fn after(&self, i: usize) -> usize {
        if i + 1 < self.count { i + 1 } else { 0 }
    }

    #[inline(always)]
    pub(super) fn before(&self, i: usize) -> usize {
        if i > 0 { i - 1 } else { self.count - 1 }
    }

    /// The edge above which the lowest of some points is highest.
    #[inline(always)]
    pub(super) fn separation<const M: usize>(&self, [xs, ys]: [&[f64; M]; 2]) -> Separation {
        let next = |row: &[f64; N]| -> [f64; N] {
            core::array::from_fn(|i| row.get((i + 1) % N).copied().unwrap_or_default())
        };
        // The outward normals, as long as the edges: a quarter turn clockwise points out of a counter-clockwise outline.
        let (mut normal_xs, mut normal_ys) = (next(&self.ys), next(&self.xs));
        normal_xs.iter_mut().zip(&self.ys).for_each(|(normal, y)| *normal -= y);
        normal_ys.iter_mut().zip(&self.xs).for_each(|(normal, x)| *normal = x - *normal);
        let mut per_squares = [0.0; N];
        for ((per_square, x), y) in per_squares.iter_mut().zip(&normal_xs).zip(&normal_ys) {
            *per_square = 1.0 / (x * x + y * y);
        }
        let mut heights = [f64::INFINITY; N];
        for (x, y) in xs.iter().zip(ys) {
            for ((least, normal_x), normal_y) in heights.iter_mut().zip(&normal_xs).zip(&normal_ys)
            {
                *least = smaller(*least, normal_x * x + normal_y * y);
            }
        }
        let lines = normal_xs.iter().zip(&normal_ys).zip(self.xs.iter().zip(&self.ys));
        for (least, ((normal_x, normal_y), (x, y))) in heights.iter_mut().zip(lines) {
            *least -= normal_x * x + normal_y * y;
        }
        let mut signed = heights;
        for (signed, per_square) in signed.iter_mut().zip(&per_squares) {
            let is_edge = *per_square < 1.0 / (SHORT * SHORT);
            *signed = if is_edge { *signed * signed.abs() * per_square } else { f64::NEG_INFINITY };
        }
        let (edge, signed) = highest(signed);
        let at = |row: &[f64; N]| row.get(edge).copied().unwrap_or_default();
        Separation { edge, signed, height: at(&heights), per_square: at(&per_squares) }
    }

    /// The heights of all vertices along a direction.
    #[inline(always)]
    fn heights<S: Space>(&self, direction: S) -> [f64; N] {
        let (dx, dy) = (direction.coordinate(0), direction.coordinate(1));
        let mut heights = self.xs;
        heights.iter_mut().zip(&self.ys).for_each(|(height, y)| *height = dx * *height + dy * y);
        heights
    }

    /// The height of the lowest vertex.
    #[inline(always)]
    pub(super) fn least<S: Space>(&self, direction: S) -> f64 {
        by_halves(self.heights(direction), smaller)
    }

    /// The height of the highest vertex.
    #[inline(always)]
    pub(super) fn most<S: Space>(&self, direction: S) -> f64 {
        by_halves(self.heights(direction), larger)
    }

    /// The vertex that is least high along a direction.
    #[inline(always)]
    pub(super) fn lowest<S: Space>(&self, direction: S) -> usize {
        highest(self.heights(-direction)).0
    }

    /// The point nearest to `point` on the edge between two vertices.
    #[inline(always)]
    pub(super) fn nearest<S: Space>(&self, (from, to): (usize, usize), point: S) -> S {
        let from: S = self.vertex(from);
        let along = self.vertex::<S>(to) - from;
        let part = (point - from).dot(along) / along.length_squared();
        from + along * between(part, 0.0, 1.0)
    }
}

/// An edge, and how high the other outline is above it.
#[derive(Clone, Copy)]
pub(super) struct Separation {
    pub(super) edge: usize,
    /// The square of the distance, with its sign: of all edges, the distances would cost as many roots.
    pub(super) signed: f64,
    /// The distance times the edge's length.
    pub(super) height: f64,
    /// One by the square of the edge's length.
    pub(super) per_square: f64,
}

/// One of some values, chosen in rounds of two against two, since in a row each choice would wait for the last.
#[inline(always)]
fn by_halves<T: Copy + Default, const N: usize>(mut left: [T; N], choose: impl Fn(T, T) -> T) -> T {
    let mut count = N / 2;
    while count > 0 {
        let (winners, rivals) = left.split_at_mut(count);
        winners
            .iter_mut()
            .zip(rivals)
            .for_each(|(winner, rival)| *winner = choose(*winner, *rival));
        count /= 2;
    }
    left.first().copied().unwrap_or_default()
}

#[inline(always)]
fn xy<S: Space>(v: S) -> [f64; 2] {
    [v.coordinate(0), v.coordinate(1)]
}

/// The place of the largest of some numbers, none of which is NaN, and the number.
#[inline(always)]
fn highest<const N: usize>(heights: [f64; N]) -> (usize, f64) {
    let mut rows = [(0, 0.0); N];
    rows.iter_mut().zip(heights).enumerate().for_each(|(i, (row, height))| *row = (i, height));
    by_halves(rows, |p, q| {
        let second = q.1 > p.1;
        (select_unpredictable(second, q.0, p.0), if second { q.1 } else { p.1 })
    })
}

/// Edges no longer than this are none, as those of the rows that are left: without an edge no depth is larger by more than its length, and the
/// squares of squares of the others are normal numbers.
const SHORT: f64 = 1e-70;
