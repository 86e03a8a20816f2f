//! The origin against a triangle: three vertex regions, three edge regions, and the face's.
//!
//! The origin (in space, its foot on the triangle's plane) is inside where it lies on the inner side of all three
//! edges. Otherwise its nearest point lies on an edge whose outer side it is on.

use crate::certify::turn;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xy, Xyz};

use super::{Foot, Numbered, Region, segment};

/// Below this ratio of `|normal|²` to the product of the squared edges a triangle counts as its edges: the sine of its
/// angle is then below `32 u`, so that rounding decides the normal's direction.
const FLAT: f64 = (16.0 * f64::EPSILON) * (16.0 * f64::EPSILON);

/// Below this the sine of the angle is below 1/32, and the triangle is [`thin`].
const THIN: f64 = 1.0 / 1024.0;

#[inline]
pub(super) fn nearest_in_space(corners: [Numbered<Xyz>; 3]) -> Foot<Xyz> {
    let [(_, a), (_, b), (_, c)] = corners;
    let (ab, bc, ca) = (b - a, c - b, a - c);
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
    if area2 > THIN * scale {
        within_face(corners, normal).unwrap_or_else(|over| nearest_edge(corners, over))
    } else if area2 > FLAT * scale {
        thin(corners, normal)
    } else {
        nearest_edge(corners, [f64::NEG_INFINITY; 3])
    }
}

/// The foot on the plane of this normal, if it is within the triangle; else signed areas of the triangles that it makes with each edge, times
/// |normal|: heights over the edges' inner side, measured from a vertex of the edge.
#[inline(always)]
fn within_face(corners: [Numbered<Xyz>; 3], normal: Xyz) -> Result<Foot<Xyz>, [f64; 3]> {
    let [(i, a), (j, b), (k, c)] = corners;
    let over_ab = (b - a).cross(normal).dot(a);
    let over_bc = (c - b).cross(normal).dot(b);
    let over_ca = (a - c).cross(normal).dot(c);
    if !(over_ab > 0.0 && over_bc > 0.0 && over_ca > 0.0) {
        return Err([over_ab, over_bc, over_ca]);
    }
    let whole = 1.0 / (over_ab + over_bc + over_ca);
    Ok(Foot {
        region: Region::Face([i, j, k]),
        weights: [over_bc * whole, over_ca * whole, over_ab * whole, 0.0],
        point: normal * (normal.dot(a) / normal.length_squared()),
    })
}

/// Where rounding, over the sine of the angle, makes the cross product lean along the longest edge and moves the weights along it: either
/// would be felt by the edge's whole length. Across that edge it is felt by the triangle's width alone.
#[cold]
#[inline(never)]
fn thin(corners: [Numbered<Xyz>; 3], normal: Xyz) -> Foot<Xyz> {
    let [(_, a), (_, b), (_, c)] = corners;
    // Each edge, and what weights change by from its one end to the other.
    let ab = (b - a, [-1.0, 1.0, 0.0, 0.0]);
    let bc = (c - b, [0.0, -1.0, 1.0, 0.0]);
    let ca = (a - c, [1.0, 0.0, -1.0, 0.0]);
    let longest = [bc, ca].into_iter().fold(ab, |longest, edge| {
        if edge.0.length_squared() > longest.0.length_squared() { edge } else { longest }
    });
    let (edge, change) = longest;
    let along = |v: Xyz| v.dot(edge) / edge.length_squared();
    let foot = match within_face(corners, normal - edge * along(normal)) {
        Ok(foot) => foot,
        Err(over) => return nearest_edge(corners, over),
    };
    let [of_a, of_b, of_c, _] = foot.weights;
    let off = along(foot.point - (a * of_a + b * of_b + c * of_c));
    let mut weights = foot.weights;
    for (weight, change) in weights.iter_mut().zip(change) {
        *weight += change * off;
    }
    let [of_a, of_b, of_c, _] = weights;
    if of_a > 0.0 && of_b > 0.0 && of_c > 0.0 {
        Foot { weights, ..foot }
    } else {
        nearest_edge(corners, [f64::NEG_INFINITY; 3])
    }
}

#[inline]
pub(super) fn nearest_in_plane(corners: [Numbered<Xy>; 3]) -> Foot<Xy> {
    let [(_, a), (_, b), (_, c)] = corners;
    let area = turn(a, b, c);
    if area == 0.0 {
        return nearest_edge(corners, [f64::NEG_INFINITY; 3]);
    }
    // A wrong "inside" would hide a gap, so the signs are exact; the filter of the predicate makes that nearly free.
    let over = |from: Xy, to: Xy| turn(from, to, Xy::default()) * area.signum();
    let (over_ab, over_bc, over_ca) = (over(a, b), over(b, c), over(c, a));
    if over_ab >= 0.0 && over_bc >= 0.0 && over_ca >= 0.0 {
        let whole = 1.0 / (over_ab + over_bc + over_ca);
        return Foot::inside([over_bc * whole, over_ca * whole, over_ab * whole, 0.0]);
    }
    nearest_edge(corners, [over_ab, over_bc, over_ca])
}

/// The nearest point of the edges ab, bc, ca whose outer side the origin is on: whose signed area is not positive.
#[inline]
fn nearest_edge<S: Space>([a, b, c]: [Numbered<S>; 3], over: [f64; 3]) -> Foot<S> {
    let [over_ab, over_bc, over_ca] = over.map(|over| over > 0.0);
    // An edge whose outer side the origin is on has the whole triangle on its other side, so a foot within the edge is the nearest
    // point of all; only a corner must be compared.
    let nearer = |first: Foot<S>, from, to| {
        if first.is_edge() { first } else { first.or(segment::nearest(from, to)) }
    };
    // At most two of the three have the origin outside, unless the triangle is flat.
    match (over_ab, over_bc, over_ca) {
        (_, true, true) => segment::nearest(a, b),
        (true, false, true) => segment::nearest(b, c),
        (true, true, false) => segment::nearest(a, c),
        (false, false, true) => nearer(segment::nearest(a, b), b, c),
        (true, false, false) => nearer(segment::nearest(b, c), a, c),
        (false, true, false) => nearer(segment::nearest(a, b), a, c),
        (false, false, false) => {
            segment::nearest(a, b).or(segment::nearest(b, c)).or(segment::nearest(a, c))
        }
    }
}

/// Whether the origin lies inside the triangle by more than `room`.
pub(super) fn encloses_with_room([a, b, c]: [Xy; 3], room: f64) -> bool {
    let inward = turn(a, b, c).signum();
    [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| {
        let edge = to - from;
        // The edge's rounding turns the height by 1 u of the arm; the product costs 3 u more.
        let height = from.perp_dot(edge) * inward;
        height > edge.length() * (room + 8.0 * UNIT_ROUNDOFF * from.length())
    })
}
