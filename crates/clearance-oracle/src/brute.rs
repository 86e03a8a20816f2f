//! Second opinions: the same questions answered by other methods, from the definitions alone.
//!
//! For the oracle's own tests, and for small inputs: the cost grows with a high power of the number
//! of vertices. Nothing here is used by the main methods.

use crate::{
    depth::{candidates, difference_span, supports},
    impact::meeting,
    lattice::Pair,
    number::Rational,
    polytope::Polytope,
    program::{Outcome, minimise},
    vector::Vector,
};
use dashu_int::IBig;

/// The square of the distance, by trying every pair of faces.
///
/// If conv A and conv B are nearest at two points, those lie on sub-simplices of at most N + 2
/// vertices together (Kirchberger's theorem where they intersect, one less where they are apart),
/// at the nearest points of the two affine hulls. Rational Gaussian elimination; cost about C(|A| +
/// |B|, N + 2).
pub fn distance_squared<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> Rational {
    let mut best: Option<Rational> = None;
    for subset_a in subsets(a.vertices().len(), N + 1) {
        for subset_b in subsets(b.vertices().len(), N + 2 - subset_a.len()) {
            let pick = |p: &Polytope<N>, subset: &[usize]| -> Vec<Vector<N>> {
                subset.iter().map(|&i| p.vertices()[i].clone()).collect()
            };
            let found = nearest_affine(&pick(a, &subset_a), &pick(b, &subset_b));
            if let Some(squared) = found.filter(|s| best.as_ref().is_none_or(|old| s < old)) {
                best = Some(squared);
            }
        }
    }
    best.unwrap_or(Rational::ZERO)
}

/// Whether two polytopes share a point, as the feasibility of a linear program.
pub fn intersects<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> bool {
    let pair = Pair::new(a, b);
    let (rows, right) = meeting(&pair, &std::array::from_fn(|_| IBig::ZERO));
    let cost = vec![IBig::ZERO; pair.a.len() + pair.b.len() + 1];
    !matches!(minimise(&cost, &rows, &right), Outcome::Infeasible)
}

/// The square of the depth, from the hull of all differences of vertices: every N of those points
/// that span a supporting hyperplane, nothing known of faces and edges. `None` if the hull does not
/// contain the origin, 0 if it is flat and [`intersects`].
pub fn depth_squared<const N: usize>(a: &Polytope<N>, b: &Polytope<N>) -> Option<Rational> {
    let mut points: Vec<Vector<N>> = Vec::new();
    for p in a.vertices() {
        for q in b.vertices() {
            let difference = p - q;
            if !points.contains(&difference) {
                points.push(difference);
            }
        }
    }
    let mut best: Option<Rational> = None;
    for chosen in subsets(points.len(), N).into_iter().filter(|s| s.len() == N) {
        let normal = plane_normal(&chosen.iter().map(|&i| &points[i]).collect::<Vec<_>>());
        let square = normal.norm_squared();
        if square.is_zero() {
            continue;
        }
        let level = normal.dot(&points[chosen[0]]);
        let heights: Vec<Rational> = points.iter().map(|p| normal.dot(p) - &level).collect();
        let below = heights.iter().all(|h| *h <= Rational::ZERO);
        let above = heights.iter().all(|h| *h >= Rational::ZERO);
        // A plane that all points lie on: the hull is flat and bounds nothing.
        if below && above {
            return intersects(a, b).then_some(Rational::ZERO);
        }
        if below && level < Rational::ZERO || above && level > Rational::ZERO {
            return None;
        }
        if below || above {
            let squared = &level * &level / square;
            if best.as_ref().is_none_or(|old| squared < *old) {
                best = Some(squared);
            }
        }
    }
    best.or_else(|| intersects(a, b).then_some(Rational::ZERO))
}

/// The time of impact by clipping the ray t * velocity against all facet planes of A - B, for a
/// difference of full dimension; the outer `None` means that it is not.
pub fn time_of_impact<const N: usize>(
    a: &Polytope<N>,
    b: &Polytope<N>,
    velocity: &Vector<N>,
    max: &Rational,
) -> Option<Option<Rational>> {
    let pair = Pair::new(a, b);
    if difference_span(&pair).len() < N {
        return None;
    }
    let scale = Rational::from(pair.scale.clone());
    let (mut enter, mut leave) = (Rational::ZERO, max.clone());
    for candidate in candidates(&pair) {
        let (above, below) = supports(&pair, &candidate);
        let normal = Vector::<N>(candidate.map(Rational::from));
        // At time t the difference is moved back by t * velocity, which must leave it around 0:
        // n . velocity t <= h(n).
        for (normal, height) in [(normal.clone(), above), (-&normal, below)] {
            let speed = normal.dot(velocity) * &scale;
            let height = Rational::from(height);
            if speed.is_zero() {
                if height < Rational::ZERO {
                    return Some(None);
                }
            } else if speed > Rational::ZERO {
                leave = leave.min(height / speed);
            } else {
                enter = enter.max(height / speed);
            }
        }
    }
    Some((enter <= leave).then_some(enter))
}

/// All subsets of 1 to `most` of `count` things.
fn subsets(count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|s| {
                let start = s.last().map_or(0, |l| l + 1);
                (start..count).map(move |i| s.iter().copied().chain([i]).collect())
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// The squared distance of two affine hulls if their nearest points are unique and lie in the
/// simplices.
fn nearest_affine<const N: usize>(a: &[Vector<N>], b: &[Vector<N>]) -> Option<Rational> {
    let (first_a, rest_a) = a.split_first()?;
    let (first_b, rest_b) = b.split_first()?;
    let start = first_a - first_b;
    let mut edges: Vec<Vector<N>> = rest_a.iter().map(|p| p - first_a).collect();
    edges.extend(rest_b.iter().map(|p| first_b - p));
    let mut system: Vec<Vec<Rational>> = edges
        .iter()
        .map(|e| edges.iter().map(|f| e.dot(f)).chain([-e.dot(&start)]).collect())
        .collect();
    let weights = solve(&mut system)?;
    let (of_a, of_b) = weights.split_at(rest_a.len());
    for part in [of_a, of_b] {
        let sum = part.iter().fold(Rational::ZERO, |sum, x| sum + x);
        if sum > Rational::ONE || part.iter().any(|w| *w < Rational::ZERO) {
            return None;
        }
    }
    let end = edges.iter().zip(&weights).fold(start, |sum, (e, w)| &sum + &(e * w));
    Some(end.norm_squared())
}

/// Gauss-Jordan elimination; rows hold their right-hand side last. `None` if singular.
fn solve(system: &mut [Vec<Rational>]) -> Option<Vec<Rational>> {
    let size = system.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| !system[row][column].is_zero())?;
        system.swap(pivot, column);
        let lead = system[column][column].clone();
        let top: Vec<Rational> = system[column].iter().map(|x| x / &lead).collect();
        for (index, row) in system.iter_mut().enumerate() {
            let factor = row[column].clone();
            if index != column {
                row.iter_mut().zip(&top).for_each(|(x, y)| *x = &*x - &factor * y);
            }
        }
        system[column] = top;
    }
    Some(system.iter().filter_map(|row| row.last().cloned()).collect())
}

/// The direction perpendicular to the hyperplane through N points; 0 if they do not span one.
fn plane_normal<const N: usize>(points: &[&Vector<N>]) -> Vector<N> {
    let edge = |k: usize| points[k] - points[0];
    let whole = |v: [Rational; N]| Vector(v);
    if N == 2 {
        let e = edge(1).0;
        return whole(std::array::from_fn(|i| if i == 0 { -e[1].clone() } else { e[0].clone() }));
    }
    let (u, v) = (edge(1).0, edge(2).0);
    whole(std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % N, (i + 2) % N);
        &u[j] * &v[k] - &u[k] * &v[j]
    }))
}

/// Whether a direction parts two polytopes that were moved apart by it: the height of A along it
/// does not exceed that of B + `shift` * direction. Used to check the normals of a depth.
pub fn parts<const N: usize>(
    a: &Polytope<N>,
    b: &Polytope<N>,
    direction: &Vector<N>,
    shift: &Rational,
) -> bool {
    let moved = b.map(|p| p + &(direction * shift));
    a.vertices()
        .iter()
        .all(|p| moved.vertices().iter().all(|q| direction.dot(p) <= direction.dot(q)))
}

#[cfg(test)]
mod tests {
    use super::subsets;

    #[test]
    fn subsets_are_counted_by_binomials() {
        assert_eq!(subsets(5, 3).len(), 5 + 10 + 10);
        assert_eq!(subsets(2, 4).len(), 3);
    }
}
