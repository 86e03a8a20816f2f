//! The origin against a segment: two vertex regions and the edge's.

use crate::math::Space;
use crate::solve::difference::Vertex;

use super::{Nearest, Simplex};

#[inline]
pub(super) fn nearest<S: Space>(a: &Vertex<S>, b: &Vertex<S>) -> Nearest<S> {
    let edge = b.point - a.point;
    let along = -a.point.dot(edge);
    let whole = edge.length_squared();
    // Written so that NaN and an edge of no length end in a vertex.
    if !(along > 0.0) {
        return Nearest::vertex(*a);
    }
    if !(along < whole) {
        return Nearest::vertex(*b);
    }
    let at_b = along / whole;
    Nearest {
        feature: Simplex::Edge([*a, *b]),
        weights: [1.0 - at_b, at_b, 0.0, 0.0],
        point: a.point.perpendicular_to(edge),
        encloses: false,
    }
}
