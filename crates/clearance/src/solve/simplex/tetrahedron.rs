//! The origin against a tetrahedron: four vertex regions, six edge regions, four face regions, and the inside.
//!
//! The origin is inside where it lies on the inner side of all four faces. Otherwise its nearest point lies on a face
//! whose outer side it is on.

use crate::certify::volume;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz};
use crate::solve::difference::Vertex;

use super::{Nearest, Simplex, triangle};

/// A height below this, relative to the largest coordinates of its three factors, may have the wrong sign: the differences (1 u),
/// six products of three (each 3 u, each up to the product of the largest coordinates), their sums.
const DOUBT: f64 = 48.0 * UNIT_ROUNDOFF;

#[inline]
pub(super) fn nearest(vertices: &[Vertex<Xyz>; 4]) -> Nearest<Xyz> {
    let [a, b, c, d] = vertices;
    // Each face with the vertex opposite.
    let faces = [(a, b, c, d), (a, c, d, b), (a, d, b, c), (b, d, c, a)];
    // Volumes of the tetrahedra that the origin makes with each face, positive on the inner side.
    let volumes = faces.map(|(p, q, r, opposite)| {
        let (pq, pr) = (q.point - p.point, r.point - p.point);
        let normal = pq.cross(pr);
        let scale = pq.max_abs() * pr.max_abs();
        let side_of = |to: Xyz| {
            let height = normal.dot(to - p.point);
            // Too small for its sign to be certain: ask exactly. A wrong "inside" would hide a gap.
            if height.abs() <= DOUBT * scale * (to - p.point).max_abs() {
                let exact = -volume(p.point, q.point, r.point, to);
                if exact == 0.0 { 0.0 } else { height.abs().max(f64::MIN_POSITIVE).copysign(exact) }
            } else {
                height
            }
        };
        let inner_side = side_of(opposite.point);
        if inner_side > 0.0 {
            side_of(Xyz::default())
        } else if inner_side < 0.0 {
            -side_of(Xyz::default())
        } else {
            // No inner side: the four points are coplanar, and every face is a candidate.
            f64::NEG_INFINITY
        }
    });
    let [over_abc, over_acd, over_adb, over_bdc] = volumes;
    if volumes.iter().all(|volume| *volume >= 0.0) {
        let whole = 1.0 / (over_abc + over_acd + over_adb + over_bdc);
        return Nearest {
            feature: Simplex::Cell(*vertices),
            weights: [over_bdc * whole, over_acd * whole, over_adb * whole, over_abc * whole],
            point: Xyz::default(),
            encloses: true,
        };
    }
    let mut nearest: Option<Nearest<Xyz>> = None;
    for ((p, q, r, _), volume) in faces.iter().zip(volumes) {
        if volume < 0.0 {
            let candidate = triangle::nearest_in_space(p, q, r);
            nearest = Some(nearest.map_or(candidate, |best| best.or(candidate)));
        }
    }
    nearest.unwrap_or(Nearest::vertex(*a))
}
