//! The origin against a triangle: three vertex regions, three edge regions, and the face's.
//!
//! The origin (in space, its foot on the triangle's plane) is inside where it lies on the inner side of all three
//! edges. Otherwise its nearest point lies on an edge whose outer side it is on.

use crate::certify::turn as exact_turn;
use crate::math::{Space, Xy, Xyz};
use crate::solve::difference::Vertex;

use super::{Nearest, Simplex, segment};

/// Below this ratio of `|normal|²` to the product of the squared edges a triangle counts as its edges: the sine of its
/// angle is then below `32 u`, so that rounding decides the normal's direction.
const FLAT: f64 = (16.0 * f64::EPSILON) * (16.0 * f64::EPSILON);

#[inline]
pub(super) fn nearest_in_space(a: &Vertex<Xyz>, b: &Vertex<Xyz>, c: &Vertex<Xyz>) -> Nearest<Xyz> {
    let (ab, bc, ca) = (b.point - a.point, c.point - b.point, a.point - c.point);
    let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
    // The cross product of the two shortest edges carries the least rounding (Catto).
    let (normal, scale) = if ab2 >= bc2 && ab2 >= ca2 {
        (bc.cross(ca), bc2 * ca2)
    } else if bc2 >= ca2 {
        (ca.cross(ab), ca2 * ab2)
    } else {
        (ab.cross(bc), ab2 * bc2)
    };
    let area2 = normal.length_squared();
    if !(area2 > FLAT * scale) {
        return segment::nearest(a, b).or(segment::nearest(b, c)).or(segment::nearest(c, a));
    }
    // Signed areas of the triangles that the origin's foot makes with each edge, times |normal|: heights over the edges'
    // inner side, measured from a vertex of the edge.
    let over_ab = ab.cross(normal).dot(a.point);
    let over_bc = bc.cross(normal).dot(b.point);
    let over_ca = ca.cross(normal).dot(c.point);
    if over_ab > 0.0 && over_bc > 0.0 && over_ca > 0.0 {
        let whole = 1.0 / (over_ab + over_bc + over_ca);
        return Nearest {
            feature: Simplex::Face([*a, *b, *c]),
            weights: [over_bc * whole, over_ca * whole, over_ab * whole, 0.0],
            point: normal * (normal.dot(a.point) / area2),
            encloses: false,
        };
    }
    nearest_edge([(a, b, over_ab), (b, c, over_bc), (c, a, over_ca)])
}

#[inline]
pub(super) fn nearest_in_plane(a: &Vertex<Xy>, b: &Vertex<Xy>, c: &Vertex<Xy>) -> Nearest<Xy> {
    let turn = exact_turn(a.point, b.point, c.point);
    if turn == 0.0 {
        return segment::nearest(a, b).or(segment::nearest(b, c)).or(segment::nearest(c, a));
    }
    // A wrong "inside" would hide a gap, so the signs are exact; the filter of the predicate makes that nearly free.
    let inward = turn.signum();
    let over = |from: Xy, to: Xy| exact_turn(from, to, Xy::default()) * inward;
    let over_ab = over(a.point, b.point);
    let over_bc = over(b.point, c.point);
    let over_ca = over(c.point, a.point);
    if over_ab >= 0.0 && over_bc >= 0.0 && over_ca >= 0.0 {
        let whole = 1.0 / (over_ab + over_bc + over_ca);
        return Nearest {
            feature: Simplex::Face([*a, *b, *c]),
            weights: [over_bc * whole, over_ca * whole, over_ab * whole, 0.0],
            point: Xy::default(),
            encloses: true,
        };
    }
    nearest_edge([(a, b, over_ab), (b, c, over_bc), (c, a, over_ca)])
}

/// Among the edges whose outer side the origin is on, the nearest point.
#[inline]
fn nearest_edge<S: Space>(edges: [(&Vertex<S>, &Vertex<S>, f64); 3]) -> Nearest<S> {
    let mut nearest: Option<Nearest<S>> = None;
    for (from, to, over) in edges {
        if !(over > 0.0) {
            let candidate = segment::nearest(from, to);
            nearest = Some(nearest.map_or(candidate, |best| best.or(candidate)));
        }
    }
    // At least one side is not positive, or this was not called.
    let [(first, ..), ..] = edges;
    nearest.unwrap_or(Nearest::vertex(*first))
}
