//! The origin against a tetrahedron: four vertex regions, six edge regions, four face regions, and the inside.
//!
//! The origin is inside where it lies on the inner side of all four faces. Otherwise its nearest point lies on a face
//! whose outer side it is on.

use crate::certify::volume;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz};

use super::{Foot, triangle};

/// A height below this, relative to the largest coordinates of its three factors, may have the wrong sign: the differences (1 u),
/// six products of three (each 3 u, each up to the product of the largest coordinates), their sums.
const DOUBT: f64 = 48.0 * UNIT_ROUNDOFF;

/// The faces, by the places of their vertices, all turning the same way seen from outside.
const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];

/// Six times the volume of the tetrahedron with the face `p`, `q`, `r` and the fourth vertex `to`, with the right sign.
#[inline]
fn signed_volume(p: Xyz, q: Xyz, r: Xyz, to: Xyz) -> f64 {
    let (pq, pr, up) = (q - p, r - p, to - p);
    let height = pq.cross(pr).dot(up);
    if height.abs() > DOUBT * pq.max_abs() * pr.max_abs() * up.max_abs() {
        return height;
    }
    // Too small for its sign to be certain: ask exactly. A wrong "inside" would hide a gap.
    let exact = -volume(p, q, r, to);
    if exact == 0.0 { 0.0 } else { height.abs().max(f64::MIN_POSITIVE).copysign(exact) }
}

#[inline]
pub(super) fn nearest(points: [Xyz; 4]) -> Foot<Xyz> {
    let [a, b, c, d] = points;
    let origin = Xyz::default();
    let whole = signed_volume(a, b, c, d);
    // Volumes of the tetrahedra that the origin makes with each face, positive on the inner side. Without any volume every face
    // is a candidate.
    let inner = |p, q, r| {
        if whole == 0.0 {
            f64::NEG_INFINITY
        } else {
            signed_volume(p, q, r, origin) * whole.signum()
        }
    };
    let (over_abc, over_acd, over_adb, over_bdc) =
        (inner(a, b, c), inner(a, c, d), inner(a, d, b), inner(b, d, c));
    if over_abc >= 0.0 && over_acd >= 0.0 && over_adb >= 0.0 && over_bdc >= 0.0 {
        let whole = 1.0 / (over_abc + over_acd + over_adb + over_bdc);
        return Foot::inside([over_bdc, over_acd, over_adb, over_abc].map(|over| over * whole));
    }
    let place = |i| {
        (
            i,
            match i {
                0 => a,
                1 => b,
                2 => c,
                _ => d,
            },
        )
    };
    let mut nearest: Option<Foot<Xyz>> = None;
    for (face, over) in FACES.into_iter().zip([over_abc, over_acd, over_adb, over_bdc]) {
        if over < 0.0 {
            let candidate = triangle::nearest_in_space(face.map(place));
            nearest = Some(nearest.map_or(candidate, |best| best.or(candidate)));
        }
    }
    // One of the four is negative, or the origin would be inside; none is where a coordinate is NaN.
    nearest.unwrap_or_else(|| triangle::nearest_in_space([0, 1, 2].map(place)))
}

/// How far the origin lies inside the tetrahedron, rounding deducted.
pub(super) fn room_around_origin([a, b, c, d]: [Xyz; 4]) -> f64 {
    let outward = if signed_volume(a, b, c, d) > 0.0 { -1.0 } else { 1.0 };
    [(a, b, c), (a, c, d), (a, d, b), (b, d, c)].into_iter().fold(
        f64::INFINITY,
        |room, (p, q, r)| {
            let (pq, pr) = (q - p, r - p);
            let normal = pq.cross(pr);
            let area = normal.length();
            // The edges' rounding and the cross product's turn the normal by 6u |pq||pr| / area, which the arm |p| makes a height.
            let tilt = 8.0 * UNIT_ROUNDOFF * pq.length() * pr.length() / area;
            let distance = outward * normal.dot(p) / area;
            room.min(distance - (tilt + 8.0 * UNIT_ROUNDOFF) * p.length())
        },
    )
}
