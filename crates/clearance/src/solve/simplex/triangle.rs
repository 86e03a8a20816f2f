//! The origin against a triangle: three vertex regions, three edge regions, and the face's.
//!
//! The origin (in space, its foot on the triangle's plane) is inside where it lies on the inner
//! side of all three edges. Otherwise its nearest point lies on an edge whose outer side it is on.

use crate::certify::turn;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xy, Xyz, larger};

use super::{Foot, Numbered, Region, segment};

/// Below this ratio of `|normal|²` to the product of the squared edges a triangle counts as its
/// edges: the sine of its angle is then below `32 u`, so that rounding decides the normal's
/// direction.
const FLAT: f64 = (16.0 * f64::EPSILON) * (16.0 * f64::EPSILON);

/// The same for the cross product of any two edges: above, where the sine is 1/8, the product is
/// good enough, and the edges are not compared nor the normal corrected.
const WIDE: f64 = 1.0 / 64.0;

/// A weight that rounding may have made of 0.
const ON_EDGE: f64 = 0.5 * UNIT_ROUNDOFF;

#[inline]
pub(super) fn nearest_in_space(corners: [Numbered<Xyz>; 3]) -> Foot<Xyz> {
    let [(_, a), (_, b), (_, c)] = corners;
    let (ab, bc) = (b - a, c - b);
    let normal = ab.cross(bc);
    if normal.length_squared() > WIDE * (ab.length_squared() * bc.length_squared()) {
        let over = areas(corners, normal);
        if is_within(over) { on_face(corners, normal, over) } else { nearest_edge(corners, over) }
    } else {
        nearest_in_thin(corners)
    }
}

/// Signed areas of the triangles that the origin's foot on the plane of this normal makes with each
/// edge, times |normal|: heights over the edges' inner side, measured from a vertex of the edge.
#[inline(always)]
fn areas([(_, a), (_, b), (_, c)]: [Numbered<Xyz>; 3], normal: Xyz) -> [f64; 3] {
    [(b - a).cross(normal).dot(a), (c - b).cross(normal).dot(b), (a - c).cross(normal).dot(c)]
}

#[inline(always)]
fn is_within([over_ab, over_bc, over_ca]: [f64; 3]) -> bool {
    over_ab > 0.0 && over_bc > 0.0 && over_ca > 0.0
}

#[inline(always)]
fn on_face(
    [(i, a), (j, _), (k, _)]: [Numbered<Xyz>; 3],
    normal: Xyz,
    [over_ab, over_bc, over_ca]: [f64; 3],
) -> Foot<Xyz> {
    let whole = 1.0 / (over_ab + over_bc + over_ca);
    Foot {
        region: Region::Face([i, j, k]),
        weights: [over_bc * whole, over_ca * whole, over_ab * whole, 0.0],
        point: normal * (normal.dot(a) / normal.length_squared()),
    }
}

/// Rounding, over the sine of the angle, makes the cross product of a thin triangle lean along the
/// longest edge and moves the weights along it: either error would count with the edge's whole
/// length. Across that edge it counts only with the triangle's width.
#[inline(never)]
fn nearest_in_thin(corners: [Numbered<Xyz>; 3]) -> Foot<Xyz> {
    let [(_, a), (_, b), (_, c)] = corners;
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
    // The cross product of the two shortest edges carries the least rounding (Catto). Also
    // returned: how much the weights change along the longest edge.
    let (normal, scale, longest, change) = if ab2 >= bc2 && ab2 >= ca2 {
        (bc.cross(ca), bc2 * ca2, ab, [-1.0, 1.0, 0.0, 0.0])
    } else if bc2 >= ca2 {
        (ca.cross(ab), ca2 * ab2, bc, [0.0, -1.0, 1.0, 0.0])
    } else {
        (ab.cross(bc), ab2 * bc2, ca, [1.0, 0.0, -1.0, 0.0])
    };
    if !(normal.length_squared() > FLAT * scale) {
        return nearest_edge(corners, [f64::NEG_INFINITY; 3]);
    }
    let per_squared = 1.0 / longest.length_squared();
    let along = |v: Xyz| v.dot(longest) * per_squared;
    let normal = normal - longest * along(normal);
    let over = areas(corners, normal);
    if !is_within(over) {
        return nearest_edge(corners, over);
    }
    let foot = on_face(corners, normal, over);
    let [of_a, of_b, of_c, _] = foot.weights;
    let off = along(foot.point - (a * of_a + b * of_b + c * of_c));
    let mut weights = foot.weights;
    let mut is_beside = false;
    for (weight, change) in weights.iter_mut().zip(change) {
        *weight += change * off;
        // A foot on an edge, but for rounding, is the face's: its normal holds all three corners at
        // one height, the edge's only two.
        is_beside |= *weight < -ON_EDGE;
        // NaN stays: weights that are not finite must bound nothing.
        *weight = larger(0.0, *weight);
    }
    if is_beside { nearest_edge(corners, [f64::NEG_INFINITY; 3]) } else { Foot { weights, ..foot } }
}

#[inline]
pub(super) fn nearest_in_plane(corners: [Numbered<Xy>; 3]) -> Foot<Xy> {
    let [(_, a), (_, b), (_, c)] = corners;
    let area = turn(a, b, c);
    if area == 0.0 {
        return nearest_edge(corners, [f64::NEG_INFINITY; 3]);
    }
    // A wrong "inside" would hide a gap, so the signs are exact; the filter of the predicate makes
    // that nearly free.
    let over = |from: Xy, to: Xy| turn(from, to, Xy::default()) * area.signum();
    let (over_ab, over_bc, over_ca) = (over(a, b), over(b, c), over(c, a));
    if over_ab >= 0.0 && over_bc >= 0.0 && over_ca >= 0.0 {
        let whole = 1.0 / (over_ab + over_bc + over_ca);
        return Foot::inside([over_bc * whole, over_ca * whole, over_ab * whole, 0.0]);
    }
    nearest_edge(corners, [over_ab, over_bc, over_ca])
}

/// The nearest point of the edges ab, bc, ca whose outer side the origin is on: whose signed area
/// is not positive.
#[inline]
fn nearest_edge<S: Space>([a, b, c]: [Numbered<S>; 3], over: [f64; 3]) -> Foot<S> {
    let [over_ab, over_bc, over_ca] = over.map(|over| over > 0.0);
    // An edge whose outer side the origin is on has the whole triangle on its other side, so a foot
    // within the edge is the nearest point of all; only a corner must be compared.
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
