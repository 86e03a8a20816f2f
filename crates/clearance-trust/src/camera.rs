//! Frusta of cameras given by their matrix: the planes are the matrix's own, and the corners are
//! seldom floats.
//!
//! The truth is that of the matrix as given, whose corners are solved in rational numbers.

use clearance::{DepthRange, Frustum, Pose, Rotation as _, Scalar, Shape, Space, Vector};
use clearance_oracle::{Rational, Vector as Exact, exact, near};

use crate::court::Court;
use crate::kinds::shape;
use crate::ladder::to_a_rung;
use crate::pair::Pair;
use crate::random::{Random, vector};

/// The corners of the frustum of the matrix, given by columns; `None` if one is behind the camera.
/// One at infinity is placed so far away that no shape of the suite is beyond it.
pub(crate) fn corners(columns: [[f64; 4]; 4], depth: DepthRange) -> Option<Vec<Exact<3>>> {
    let near = if depth == DepthRange::ZeroToOne { 0 } else { -1 };
    let column = columns.map(|c| c.map(|x| exact(x).unwrap()));
    let seen = |i: usize| {
        let side = |bit: usize| if i >> bit & 1 == 0 { -1 } else { 1 };
        let clip = [side(0), side(1), if i >> 2 == 0 { near } else { 1 }, 1];
        solve(&column, clip.map(Rational::from))
    };
    let at = |[x, y, z, w]: [Rational; 4]| Exact([x / &w, y / &w, z / &w]);
    let far = exact(2.0_f64.powi(100)).unwrap();
    (0..8)
        .map(|i| {
            let [x, y, z, w] = seen(i)?;
            if w.is_zero() {
                let from = seen(i ^ 4).filter(|[.., w]| *w > Rational::ZERO)?;
                return Some(&at(from) + &Exact([x * &far, y * &far, z * &far]));
            }
            (w > Rational::ZERO).then(|| at([x, y, z, w]))
        })
        .collect()
}

/// How far from the origin the finite corners are.
pub(crate) fn near_reach<V: Vector>(frustum: &Frustum<V>) -> f64 {
    let (columns, depth) = frustum.view_projection().expect("of a matrix");
    let corners = corners(columns.map(|c| c.map(|x| x.to_f64())), depth).expect("in front");
    let reach = |p: &Exact<3>| p.0.iter().fold(0.0, |sum: f64, x| sum.hypot(near(x)));
    corners.iter().map(reach).filter(|reach| *reach < REMOTE).fold(0.0, f64::max)
}

/// Only corners at infinity are farther away than this.
const REMOTE: f64 = 1e20;

/// Solves `m x = b` by elimination.
fn solve(columns: &[[Rational; 4]; 4], b: [Rational; 4]) -> Option<[Rational; 4]> {
    let mut rows: [[Rational; 5]; 4] = std::array::from_fn(|i| {
        std::array::from_fn(|j| if j < 4 { columns[j][i].clone() } else { b[i].clone() })
    });
    for i in 0..4 {
        let pivot = (i..4).find(|&k| !rows[k][i].is_zero())?;
        rows.swap(i, pivot);
        let head = rows[i][i].clone();
        rows[i].iter_mut().for_each(|x| *x /= &head);
        for k in 0..4 {
            if k != i && !rows[k][i].is_zero() {
                let (factor, pivot_row) = (rows[k][i].clone(), rows[i].clone());
                for (entry, of_pivot) in rows[k].iter_mut().zip(&pivot_row) {
                    *entry -= of_pivot * &factor;
                }
            }
        }
    }
    Some(rows.map(|[.., x]| x))
}

/// A pair of a camera's frustum and a shape near one of its sides; in the plane `None`.
pub fn pair<V: Court>(seed: u64) -> Option<(Pair<V>, &'static str)> {
    let r = &mut Random(seed);
    let round = |x: f64| V::Scalar::from_f64(x).to_f64();
    loop {
        let digits = if V::Scalar::EPSILON > 1e-10 { 4 } else { 8 };
        let n = [0.01, 0.1, 0.5, 1.0][r.below(4) as usize];
        let f = n * 10.0_f64.powi(1 + r.below(digits) as i32);
        let depth = [DepthRange::ZeroToOne, DepthRange::MinusOneToOne][r.below(2) as usize];
        let reversed = depth == DepthRange::ZeroToOne && r.below(2) == 0;
        let (one, other) = if reversed { (f, n) } else { (n, f) };
        let endless = r.below(4) == 0;
        let (z, w) = match depth {
            // The limits of the others as the far plane goes to infinity.
            DepthRange::ZeroToOne if endless && reversed => (0.0, n),
            DepthRange::ZeroToOne if endless => (-1.0, -n),
            _ if endless => (-1.0, -2.0 * n),
            DepthRange::ZeroToOne => (other / (one - other), one * other / (one - other)),
            _ => ((f + n) / (n - f), 2.0 * f * n / (n - f)),
        };
        let focal = 1.0 / r.range(0.2, 1.2);
        let aspect = r.range(0.5, 2.0);
        // view = turn and translation; the matrix is projection * view.
        let turn = V::turn(r, 2.0).matrix();
        let spread = [0.0, 10.0, 1000.0][r.below(3) as usize];
        let eye: V::Space = r.vector(spread);
        let rows = |p: V::Space, weight: f64| -> [f64; 4] {
            let p = |i| p.coordinate(i);
            [focal / aspect * p(0), focal * p(1), z * p(2) + w * weight, -p(2)]
        };
        if V::Space::DIM == 2 {
            return None;
        }
        let axis = |i| V::Space::axis(i).rotate(&turn);
        let shift = eye.rotate(&turn) * -1.0;
        let columns =
            [rows(axis(0), 0.0), rows(axis(1), 0.0), rows(axis(2), 0.0), rows(shift, 1.0)];
        let columns = columns.map(|c| c.map(round));
        let (Some(exact), Some(seen)) = (corners(columns, depth), V::seen(columns, depth)) else {
            continue;
        };
        let kind = [0, 3, 3, 5, 6][r.below(5) as usize];
        let b = shape::<V>(r, kind);
        // Anywhere on one of the six sides: a mean of its four corners. What is at infinity has no
        // weight.
        let (bit, high) = (r.below(3), r.below(2));
        let weights: Vec<f64> =
            (0..8).map(|i| if i >> bit & 1 == high { r.unit() + 0.01 } else { 0.0 }).collect();
        let weights: Vec<f64> = weights
            .iter()
            .zip(&exact)
            .map(|(w, p)| {
                let remote = p.0.iter().any(|x| near(x).abs() > REMOTE);
                if remote { 0.0 } else { *w }
            })
            .collect();
        if weights.iter().all(|w| *w == 0.0) {
            continue;
        }
        let total: f64 = weights.iter().sum();
        let mut i = 0;
        let to = vector(|| {
            let coordinate = |p: &Exact<3>| near(&p.0[i]);
            let sum: f64 = exact.iter().zip(&weights).map(|(p, w)| w * coordinate(p)).sum();
            i += 1;
            sum / total
        });
        let pair = Pair {
            a: seen,
            at_a: Pose::identity(),
            b,
            at_b: Pose { translation: to, ..crate::random::pose(r, 1.0) },
        };
        let sort = match &pair.a {
            Shape::Frustum(frustum) if frustum.is_unbounded() => "no far plane",
            _ if f / n > 1e5 => "far plane beyond 1e5 near ones",
            _ => "perspective",
        };
        return Some((to_a_rung(pair, r), sort));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(columns: [[f64; 4]; 4], depth: DepthRange) -> Vec<[f64; 3]> {
        let corners = corners(columns, depth).unwrap();
        corners.into_iter().map(|p| p.0.map(|x| near(&x))).collect()
    }

    #[test]
    fn corners_of_a_right_angle() {
        // Near 1, far 3, both angles 90 degrees: z = -3/2 z - 3/2, w = -z.
        let columns = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, -1.5, -1.0],
            [0.0, 0.0, -1.5, 0.0],
        ];
        let found = floats(columns, DepthRange::ZeroToOne);
        assert_eq!(found[0], [-1.0, -1.0, -1.0]);
        assert_eq!(found[3], [1.0, 1.0, -1.0]);
        assert_eq!(found[4], [-3.0, -3.0, -3.0]);
        assert_eq!(found[7], [3.0, 3.0, -3.0]);
    }

    #[test]
    fn corners_without_a_far_plane_lead_along_the_edges() {
        let columns = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, -1.0, -1.0],
            [0.0, 0.0, -1.0, 0.0],
        ];
        let found = floats(columns, DepthRange::ZeroToOne);
        assert_eq!(found[0], [-1.0, -1.0, -1.0]);
        let [x, y, z] = found[7];
        assert!(x == y && z == -x && x > 1e29, "{x} {y} {z}");
        // Behind the camera.
        let behind = columns.map(|c| c.map(|x| -x));
        assert_eq!(corners(behind, DepthRange::ZeroToOne), None);
    }
}
