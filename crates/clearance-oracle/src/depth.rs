//! Penetration depth of two polytopes, exact.
//!
//! Moving B by t parts the pair exactly when t is outside the interior of the Minkowski difference
//! D = A - B. So the depth is the distance from the origin to the boundary of D, the least h(n) /
//! |n| over all directions n, where h(n) = max n.a - min n.b; and it is attained at a facet normal
//! of D. Facets of D come from a face of A, a face of B, or an edge of each. Every n gives an upper
//! bound, so candidates that are not facets do no harm.

use crate::{
    faces::{Faces, approximate},
    lattice::{self, Pair, Point},
    nearest::intersects,
    number::Rational,
    polytope::Polytope,
    vector::Vector,
};
use dashu_int::IBig;

/// How far and in which directions one polytope must move to get free of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth<const N: usize> {
    /// The exact square of the depth, in world lengths squared.
    pub squared: Rational,
    /// All directions of least motion, from A to B, primitive whole vectors (not unit), world
    /// frame: moving B by depth along any of them just parts the pair.
    ///
    /// At depth 0 any positive combination of those listed serves too (they span the cone of
    /// normals), or, where D is flat, any combination (they come in opposite pairs).
    pub normals: Vec<Vector<N>>,
}

/// The exact depth of two polytopes that intersect (touching: 0), or `None` if they are apart.
///
/// Cost: milliseconds for boxes; grows with the product of the numbers of edges.
pub fn depth_squared<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> Option<Depth<N>> {
    if !intersects(a, b) {
        return None;
    }
    let pair = Pair::new(a, b);
    let span = difference_span(&pair);
    if span.len() < N {
        let normals = complement(&span).iter().flat_map(|n| [rational(n), -&rational(n)]).collect();
        return Some(Depth { squared: Rational::ZERO, normals });
    }
    let mut best: Option<(IBig, IBig)> = None;
    let mut normals: Vec<Point<N>> = Vec::new();
    for candidate in promising(&pair, candidates(&pair)) {
        let (above, below) = supports(&pair, &candidate);
        let square = lattice::dot(&candidate, &candidate);
        for (height, normal) in [(above, candidate.clone()), (below, lattice::negate(&candidate))] {
            // Compare h^2 / n.n as fractions; h is not negative as the origin is in D.
            let height = &height * &height;
            let order = best.as_ref().map(|(h, n)| (&height * n).cmp(&(h * &square)));
            match order {
                Some(std::cmp::Ordering::Greater) => {}
                Some(std::cmp::Ordering::Equal) => normals.push(normal),
                _ => {
                    best = Some((height, square.clone()));
                    normals = vec![normal];
                }
            }
        }
    }
    let (height, square) = best?;
    let bottom = Rational::from(square * &pair.scale * &pair.scale);
    let squared = Rational::from(height) / bottom;
    normals.sort();
    normals.dedup();
    Some(Depth { squared, normals: normals.iter().map(rational).collect() })
}

fn rational<const N: usize>(v: &Point<N>) -> Vector<N> {
    Vector(std::array::from_fn(|i| Rational::from(v[i].clone())))
}

/// A basis of the directions in which the difference extends.
pub(crate) fn difference_span<const N: usize>(pair: &Pair<N>) -> Vec<Point<N>> {
    let offsets = [&pair.a, &pair.b]
        .into_iter()
        .flat_map(|points| points.iter().filter_map(|p| Some(lattice::sub(p, points.first()?))));
    lattice::basis(offsets)
}

/// A basis of the directions perpendicular to a basis of fewer than N.
fn complement<const N: usize>(span: &[Point<N>]) -> Vec<Point<N>> {
    let axis = |k: usize| -> Point<N> {
        std::array::from_fn(|i| if i == k { IBig::ONE } else { IBig::ZERO })
    };
    match span {
        [] => (0..N).map(axis).collect(),
        [u] if N == 2 => vec![lattice::primitive(&lattice::perp(u))],
        [u] => {
            // Two of the three products with the axes are independent.
            let across = (0..N).map(|k| lattice::cross(u, &axis(k)));
            lattice::basis(across).iter().map(lattice::primitive).collect()
        }
        [u, v, ..] => vec![lattice::primitive(&lattice::cross(u, v))],
    }
}

/// A superset of the facet normals of a full-dimensional difference, up to sense.
pub(crate) fn candidates<const N: usize>(pair: &Pair<N>) -> Vec<Point<N>> {
    let (a, b) = (Faces::new(&pair.a), Faces::new(&pair.b));
    let mut normals: Vec<Point<N>> = a.normals.into_iter().chain(b.normals).collect();
    if N == 3 {
        for u in &a.edges {
            normals.extend(b.edges.iter().map(|v| lattice::cross(u, v)));
        }
    }
    normals.retain(|n| !lattice::is_zero(n));
    for normal in &mut normals {
        *normal = lattice::line_name(normal);
    }
    normals.sort();
    normals.dedup();
    normals
}

/// The heights h(n) and h(-n) of the difference, exact.
pub(crate) fn supports<const N: usize>(pair: &Pair<N>, normal: &Point<N>) -> (IBig, IBig) {
    let (a_low, a_high) = range(&pair.a, normal);
    let (b_low, b_high) = range(&pair.b, normal);
    (a_high - b_low, b_high - a_low)
}

fn range<const N: usize>(points: &[Point<N>], along: &Point<N>) -> (IBig, IBig) {
    let mut heights = points.iter().map(|p| lattice::dot(p, along));
    let first = heights.next().unwrap_or(IBig::ZERO);
    heights.fold((first.clone(), first), |(low, high), h| {
        if h < low {
            (h, high)
        } else if h > high {
            (low, h)
        } else {
            (low, high)
        }
    })
}

/// Drops the candidates that floats show to be far from the least.
///
/// Points and normals are scaled into [-1, 1] and off by 2^-52 each, normals are at least 1/2 long,
/// so h / |n| is off by less than 1e-13; the margin is ten times that on either side.
fn promising<const N: usize>(pair: &Pair<N>, candidates: Vec<Point<N>>) -> Vec<Point<N>> {
    let both: Vec<Point<N>> = pair.a.iter().chain(&pair.b).cloned().collect();
    let floats = approximate(&both);
    let (a, b) = floats.split_at(pair.a.len());
    let heights: Vec<f64> = candidates
        .iter()
        .map(|candidate| {
            let n = approximate(std::slice::from_ref(candidate)).pop().unwrap_or([0.0; N]);
            let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
            let span = |points: &[[f64; N]]| {
                points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
                    let h: f64 = p.iter().zip(&n).map(|(x, y)| x * y).sum();
                    (low.min(h), high.max(h))
                })
            };
            let ((a_low, a_high), (b_low, b_high)) = (span(a), span(b));
            (a_high - b_low).min(b_high - a_low) / length
        })
        .collect();
    let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let keep = |h: &f64| h.partial_cmp(&(least + 2e-12)) != Some(std::cmp::Ordering::Greater);
    candidates.into_iter().zip(heights).filter(|(_, h)| keep(h)).map(|(c, _)| c).collect()
}
