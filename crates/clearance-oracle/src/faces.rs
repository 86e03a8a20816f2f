//! The faces and edges of a polytope, by definition.
//!
//! A facet is a plane through vertices with all vertices on one side; an edge is where two facets
//! meet. Every triple of vertices is tried: slow, and nothing can go wrong.

use crate::lattice::{self, Point};
use dashu_base::BitTest;
use dashu_int::IBig;

/// The data from which the facet normals of a Minkowski sum follow.
pub(crate) struct Faces<const N: usize> {
    /// One normal (sense arbitrary) of every face of dimension N - 1: the facets of a full
    /// polytope, or the whole of one that is flat by one dimension.
    pub(crate) normals: Vec<Point<N>>,
    /// One direction of every edge, parallel ones once.
    pub(crate) edges: Vec<Point<N>>,
}

impl<const N: usize> Faces<N> {
    /// Cost: for a solid with n vertices up to n^3 / 6 planes, most refuted after a few floats.
    pub(crate) fn new(points: &[Point<N>]) -> Self {
        let mut points = points.to_vec();
        points.sort();
        points.dedup();
        let first = points.first().cloned();
        let offsets = points.iter().filter_map(|p| Some(lattice::sub(p, first.as_ref()?)));
        let span = lattice::basis(offsets);
        let (mut normals, mut edges) = match (span.as_slice(), N) {
            ([], _) => (vec![], vec![]),
            ([u], 2) => (vec![lattice::perp(u)], vec![u.clone()]),
            ([u], _) => (vec![], vec![u.clone()]),
            ([_, _], 2) => {
                let edges = outline(&points, lattice::perp);
                (edges.iter().map(lattice::perp).collect(), edges)
            }
            ([u, v], _) => {
                let normal = lattice::cross(u, v);
                let edges = outline(&points, |e| lattice::cross(&normal, e));
                (vec![normal], edges)
            }
            _ => solid(&points),
        };
        unique(&mut normals);
        unique(&mut edges);
        Self { normals, edges }
    }
}

/// Replaces directions by the names of their lines and keeps each once.
fn unique<const N: usize>(directions: &mut Vec<Point<N>>) {
    *directions = directions.iter().map(lattice::line_name).collect();
    directions.sort();
    directions.dedup();
}

/// Edges of a polygon: the pairs of vertices with every vertex on one side. `across` turns an edge
/// into a direction of the polygon's plane perpendicular to it.
fn outline<const N: usize>(
    points: &[Point<N>],
    across: impl Fn(&Point<N>) -> Point<N>,
) -> Vec<Point<N>> {
    let mut edges = Vec::new();
    for (i, p) in points.iter().enumerate() {
        for q in &points[..i] {
            let edge = lattice::sub(p, q);
            let normal = across(&edge);
            let heights = || points.iter().map(|x| lattice::dot(&normal, &lattice::sub(x, p)));
            if heights().all(|h| h <= IBig::ZERO) || heights().all(|h| h >= IBig::ZERO) {
                edges.push(edge);
            }
        }
    }
    edges
}

/// Facet normals and edge directions of distinct points that span space.
fn solid<const N: usize>(points: &[Point<N>]) -> (Vec<Point<N>>, Vec<Point<N>>) {
    let floats = approximate(points);
    // Facets as their normal and the set of all points on them.
    let mut facets: Vec<(Point<N>, Vec<bool>)> = Vec::new();
    for i in 0..points.len() {
        for j in 0..i {
            for k in 0..j {
                if cuts_surely(&floats, [i, j, k]) {
                    continue;
                }
                if facets.iter().any(|(_, on)| on[i] && on[j] && on[k]) {
                    continue;
                }
                let u = lattice::sub(&points[j], &points[i]);
                let v = lattice::sub(&points[k], &points[i]);
                let normal = lattice::cross(&u, &v);
                if lattice::is_zero(&normal) {
                    continue;
                }
                let heights: Vec<IBig> = points
                    .iter()
                    .map(|x| lattice::dot(&normal, &lattice::sub(x, &points[i])))
                    .collect();
                if heights.iter().all(|h| *h <= IBig::ZERO)
                    || heights.iter().all(|h| *h >= IBig::ZERO)
                {
                    facets.push((normal, heights.iter().map(IBig::is_zero).collect()));
                }
            }
        }
    }
    let mut edges = Vec::new();
    for (i, (_, on)) in facets.iter().enumerate() {
        for (_, also_on) in &facets[..i] {
            // Two planes share a line, so two shared points (all are distinct) span an edge.
            let mut shared = (0..points.len()).filter(|&p| on[p] && also_on[p]);
            if let (Some(p), Some(q)) = (shared.next(), shared.next()) {
                edges.push(lattice::sub(&points[p], &points[q]));
            }
        }
    }
    (facets.into_iter().map(|(normal, _)| normal).collect(), edges)
}

/// Floats for whole points, all divided by one power of two so that they lie in [-1, 1].
///
/// Each is within 2^-52 of the true quotient.
pub(crate) fn approximate<const N: usize>(points: &[Point<N>]) -> Vec<[f64; N]> {
    let bits = points.iter().flatten().map(BitTest::bit_len).max().unwrap_or(0);
    let drop = bits.saturating_sub(64);
    let unit = 2f64.powi(-(bits.min(64) as i32));
    let float = |x: &IBig| i128::try_from(x >> drop).unwrap_or(0) as f64 * unit;
    points.iter().map(|p| std::array::from_fn(|i| float(&p[i]))).collect()
}

/// Whether the plane through three points certainly has points strictly on both sides.
///
/// Coordinates are at most 1 and off by at most 2^-52, so a height (a determinant of edges of at
/// most 2 per coordinate) is off by less than 200 * 2^-52 < 1e-12.
fn cuts_surely<const N: usize>(floats: &[[f64; N]], [i, j, k]: [usize; 3]) -> bool {
    let edge = |p: usize| -> [f64; 3] { std::array::from_fn(|x| floats[p][x] - floats[i][x]) };
    let (u, v) = (edge(j), edge(k));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let (mut above, mut below) = (false, false);
    for p in 0..floats.len() {
        let [x, y, z] = edge(p);
        let height = normal[0] * x + normal[1] * y + normal[2] * z;
        above |= height > 1e-12;
        below |= height < -1e-12;
        if above && below {
            return true;
        }
    }
    false
}
