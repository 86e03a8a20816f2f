//! The outline of a small polygon of the plane in rows of numbers that the compiler keeps in vector
//! registers: all edges at once, without a branch.

use core::hint::select_unpredictable;

use crate::list::item;
use crate::math::{Space, Vector, larger, smaller};
use crate::solve::cores::between;

/// Polygons of more vertices are faster to walk around or to search than to scan edge by edge.
pub(super) const MOST_VERTICES: usize = 32;

/// The vertices, counter-clockwise. The first comes again in the rows that are left.
pub(super) struct Outline<const N: usize> {
    xs: [f64; N],
    ys: [f64; N],
    count: usize,
    /// The edges' outward normals, as long as they.
    out_xs: [f64; N],
    out_ys: [f64; N],
    /// One over the squares of their lengths.
    per_squares: [f64; N],
}

impl<const N: usize> Outline<N> {
    #[inline(always)]
    pub(super) fn new<V: Vector>(vertices: &[V]) -> Self {
        let count = vertices.len();
        let [xs, ys, out_xs, out_ys, per_squares] = [[0.0; N]; 5];
        let mut outline = Self { xs, ys, count, out_xs, out_ys, per_squares };
        // Usually as many as there are rows: then there is nothing to choose.
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

    /// The one that stays, whose edges are tried.
    #[inline(always)]
    pub(super) fn with_edges(mut self) -> Self {
        let next =
            |row: &[f64; N]| -> [f64; N] { core::array::from_fn(|i| item(row, (i + 1) % N)) };
        // A quarter turn clockwise points out of a counter-clockwise outline.
        (self.out_xs, self.out_ys) = (next(&self.ys), next(&self.xs));
        self.out_xs.iter_mut().zip(&self.ys).for_each(|(out, y)| *out -= y);
        self.out_ys.iter_mut().zip(&self.xs).for_each(|(out, x)| *out = x - *out);
        let outs = self.out_xs.iter().zip(&self.out_ys);
        for (per_square, (x, y)) in self.per_squares.iter_mut().zip(outs) {
            *per_square = 1.0 / (x * x + y * y);
        }
        self
    }

    /// The outward normal of the edge that begins at a vertex, as long as it.
    #[inline(always)]
    pub(super) fn out<S: Space>(&self, edge: usize) -> S {
        S::from_xyz(item(&self.out_xs, edge), item(&self.out_ys, edge), 0.0)
    }

    /// One over the square of its length.
    #[inline(always)]
    pub(super) fn per_square(&self, edge: usize) -> f64 {
        item(&self.per_squares, edge)
    }

    /// The coordinates.
    #[inline(always)]
    pub(super) fn rows(&self) -> [&[f64; N]; 2] {
        [&self.xs, &self.ys]
    }

    #[inline(always)]
    pub(super) fn vertex<S: Space>(&self, i: usize) -> S {
        S::from_xyz(item(&self.xs, i), item(&self.ys, i), 0.0)
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
    pub(super) fn separation<const M: usize>(&self, [xs, ys]: [&[f64; M]; 2]) -> HeightOverEdge {
        let mut heights = [f64::INFINITY; N];
        // Two by two: in sequence each choice would wait for the last. With more rows there is
        // enough independent work, and no registers for two.
        let (pairs_x, rest_x) = if N <= 8 { xs.as_chunks::<2>() } else { (&[][..], &xs[..]) };
        let (pairs_y, rest_y) = if N <= 8 { ys.as_chunks::<2>() } else { (&[][..], &ys[..]) };
        for ([x, next_x], [y, next_y]) in pairs_x.iter().zip(pairs_y) {
            for ((least, out_x), out_y) in heights.iter_mut().zip(&self.out_xs).zip(&self.out_ys) {
                let lower = smaller(out_x * x + out_y * y, out_x * next_x + out_y * next_y);
                *least = smaller(*least, lower);
            }
        }
        for (x, y) in rest_x.iter().zip(rest_y) {
            for ((least, out_x), out_y) in heights.iter_mut().zip(&self.out_xs).zip(&self.out_ys) {
                *least = smaller(*least, out_x * x + out_y * y);
            }
        }
        let lines = self.out_xs.iter().zip(&self.out_ys).zip(self.xs.iter().zip(&self.ys));
        for (least, ((out_x, out_y), (x, y))) in heights.iter_mut().zip(lines) {
            *least -= out_x * x + out_y * y;
        }
        let mut signed = heights;
        for (signed, per_square) in signed.iter_mut().zip(&self.per_squares) {
            let is_edge = *per_square < 1.0 / (SHORT * SHORT);
            *signed = if is_edge { *signed * signed.abs() * per_square } else { f64::NEG_INFINITY };
        }
        let (edge, signed) = highest(signed);
        HeightOverEdge { edge, signed, height: item(&heights, edge) }
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

    /// The point nearest to `point` on the edge that begins at a vertex.
    #[inline(always)]
    pub(super) fn nearest<S: Space>(&self, edge: usize, point: S) -> S {
        let (from, along) = (self.vertex::<S>(edge), along(self.out::<S>(edge)));
        let part = (point - from).dot(along) * self.per_square(edge);
        from + along * between(part, 0.0, 1.0)
    }
}

/// An edge's direction from its outward normal.
#[inline(always)]
pub(super) fn along<S: Space>(out: S) -> S {
    S::from_xyz(-out.coordinate(1), out.coordinate(0), 0.0)
}

/// An edge, and how high the other outline is above it.
#[derive(Clone, Copy)]
pub(super) struct HeightOverEdge {
    pub(super) edge: usize,
    /// The square of the distance, with its sign: the distances would cost a root for each edge.
    pub(super) signed: f64,
    /// The distance times the edge's length.
    pub(super) height: f64,
}

/// One of some values, chosen in rounds of two against two, since in sequence each choice would
/// wait for the last.
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
    item(&left, 0)
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

/// Edges no longer than this do not count, like those of unused rows: the fourth powers of the
/// others are normal numbers. Hulls with edges that short are no polygons here; what a pose rounds
/// to it has no length at all.
const SHORT: f64 = 1e-70;
