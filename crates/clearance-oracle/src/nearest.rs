//! Distance and intersection of two polytopes, exact.
//!
//! The nearest point to the origin of the Minkowski difference A - B, by Wolfe's algorithm
//! (P. Wolfe, "Finding the nearest point in a polytope", 1976): hold a simplex of difference
//! vertices, take the point of it nearest to the origin, add the difference vertex that lies
//! farthest against that point, repeat. In exact arithmetic every round strictly shortens the point
//! and there are finitely many simplices, so it ends, and only with a proof: no vertex lies nearer
//! along the point found.

use crate::{
    lattice::{self, Pair, Point},
    number::Rational,
    polytope::Polytope,
    vector::Vector,
};
use dashu_int::IBig;

/// The nearest points of two polytopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<const N: usize> {
    /// The exact square of the distance, in world lengths squared; 0 exactly when they intersect.
    pub squared: Rational,
    /// A point of A, world frame. One of possibly many.
    pub on_a: Vector<N>,
    /// A point of B, world frame, with `|on_b - on_a|^2 = squared`.
    pub on_b: Vector<N>,
}

/// Whether two closed polytopes share a point. Exact; touching counts.
///
/// Cost: a few to some tens of rounds, each linear in the numbers of vertices.
pub fn intersects<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> bool {
    let pair = Pair::new(a, b);
    matches!(search(&pair, true), Some(nearest) if lattice::is_zero(&nearest.vector))
}

/// The exact distance of two polytopes and a pair of points that attains it.
pub fn distance_squared<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> Nearest<N> {
    let pair = Pair::new(a, b);
    // Without the early exit the search always ends at the nearest point.
    let Some(found) = search(&pair, false) else {
        return Nearest { squared: Rational::ZERO, on_a: Vector::zero(), on_b: Vector::zero() };
    };
    let total = Rational::from(found.total.clone());
    let blend = |points: &[Vector<N>], index: fn(&Corner) -> usize| {
        found.weights.iter().fold(Vector::zero(), |sum, (corner, weight)| {
            &sum + &(&points[index(corner)] * &(Rational::from(weight.clone()) / &total))
        })
    };
    let bottom = &total * Rational::from(pair.scale);
    let squared = Rational::from(lattice::dot(&found.vector, &found.vector)) / (&bottom * &bottom);
    Nearest {
        squared,
        on_a: blend(a.vertices(), |corner| corner.a),
        on_b: blend(b.vertices(), |corner| corner.b),
    }
}

/// A vertex of the difference: which vertex of A minus which of B.
#[derive(Clone, Copy, PartialEq)]
struct Corner {
    a: usize,
    b: usize,
}

/// The point `vector / total = sum(weight * corner) / total`, all weights and the total positive.
struct Blend<const N: usize> {
    weights: Vec<(Corner, IBig)>,
    total: IBig,
    vector: Point<N>,
}

/// The nearest point of the difference to the origin. With `early`, `None` as soon as some plane is
/// known to separate.
fn search<const N: usize>(pair: &Pair<N>, early: bool) -> Option<Blend<N>> {
    let at = |corner: Corner| lattice::sub(&pair.a[corner.a], &pair.b[corner.b]);
    let mut simplex = vec![Corner { a: 0, b: 0 }];
    loop {
        let points: Vec<_> = simplex.iter().map(|&corner| at(corner)).collect();
        let near = nearest_of_simplex(&simplex, &points)?;
        if lattice::is_zero(&near.vector) {
            return Some(near);
        }
        let corner = Corner {
            a: lowest(&pair.a, &near.vector, false),
            b: lowest(&pair.b, &near.vector, true),
        };
        let reach = lattice::dot(&near.vector, &at(corner));
        if early && reach > IBig::ZERO {
            return None;
        }
        // No difference vertex lies below the plane through the point across its own direction.
        if reach * &near.total >= lattice::dot(&near.vector, &near.vector) {
            return Some(near);
        }
        simplex = near.weights.iter().map(|(corner, _)| *corner).collect();
        simplex.push(corner);
    }
}

/// Index of the point lowest (or highest) along a direction.
fn lowest<const N: usize>(points: &[Point<N>], along: &Point<N>, highest: bool) -> usize {
    let mut best: Option<(usize, IBig)> = None;
    for (index, point) in points.iter().enumerate() {
        let height = lattice::dot(along, point);
        let height = if highest { -height } else { height };
        if best.as_ref().is_none_or(|(_, least)| height < *least) {
            best = Some((index, height));
        }
    }
    best.map_or(0, |(index, _)| index)
}

/// The point of a simplex nearest to the origin, by trying every face of it.
///
/// The face's nearest affine point is the answer when its weights are positive and no corner of the
/// whole simplex lies below it (the conditions of Karush, Kuhn and Tucker, which suffice as the
/// problem is convex). Some affinely independent face always satisfies them.
fn nearest_of_simplex<const N: usize>(corners: &[Corner], points: &[Point<N>]) -> Option<Blend<N>> {
    for mask in 1u32..1 << points.len() {
        let face: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let Some((weights, total)) = affine_weights(&face, points) else { continue };
        let mut vector: Point<N> = std::array::from_fn(|_| IBig::ZERO);
        for (&i, weight) in face.iter().zip(&weights) {
            for (sum, x) in vector.iter_mut().zip(&points[i]) {
                *sum += weight * x;
            }
        }
        let square = lattice::dot(&vector, &vector);
        if points.iter().all(|p| lattice::dot(&vector, p) * &total >= square) {
            let weights = face.iter().map(|&i| corners[i]).zip(weights).collect();
            return Some(Blend { weights, total, vector });
        }
    }
    None
}

/// Weights (over a common positive total) of the point nearest to the origin on the affine hull of
/// some points, or `None` when they are affinely dependent or a weight is not positive.
///
/// With w0 the first point and e_i = w_i - w0, the normal equations are
/// `sum_j (e_i . e_j) x_j = -(w0 . e_i)`, solved by Cramer's rule.
fn affine_weights<const N: usize>(
    face: &[usize],
    points: &[Point<N>],
) -> Option<(Vec<IBig>, IBig)> {
    let (&first, rest) = face.split_first()?;
    let w0 = &points[first];
    let edges: Vec<_> = rest.iter().map(|&i| lattice::sub(&points[i], w0)).collect();
    let gram: Vec<Vec<IBig>> =
        edges.iter().map(|e| edges.iter().map(|f| lattice::dot(e, f)).collect()).collect();
    let right: Vec<IBig> = edges.iter().map(|e| -lattice::dot(w0, e)).collect();
    // A Gram determinant is never negative, and 0 exactly when the edges are dependent.
    let total = determinant(&gram);
    if total.is_zero() {
        return None;
    }
    let mut weights = vec![IBig::ZERO];
    let mut left = total.clone();
    for column in 0..edges.len() {
        let mut replaced = gram.clone();
        for (row, value) in replaced.iter_mut().zip(&right) {
            row[column] = value.clone();
        }
        let weight = determinant(&replaced);
        left -= &weight;
        weights.push(weight);
    }
    weights[0] = left;
    weights.iter().all(|w| *w > IBig::ZERO).then_some((weights, total))
}

/// The determinant of a small square matrix by expansion along the first row; 1 for the empty one.
fn determinant(matrix: &[Vec<IBig>]) -> IBig {
    let Some((top, rest)) = matrix.split_first() else { return IBig::ONE };
    if let ([a], []) = (top.as_slice(), rest) {
        return a.clone();
    }
    let mut sum = IBig::ZERO;
    for (column, factor) in top.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        let minor: Vec<Vec<IBig>> = rest
            .iter()
            .map(|row| row.iter().enumerate().filter(|(j, _)| *j != column).map(|(_, x)| x.clone()))
            .map(Iterator::collect)
            .collect();
        let term = factor * determinant(&minor);
        if column % 2 == 0 { sum += term } else { sum -= term }
    }
    sum
}
