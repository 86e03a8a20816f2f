//! The origin against a segment: two vertex regions and the edge's.

use crate::math::Space;

use super::{Foot, Numbered, Region};

#[inline]
pub(super) fn nearest<S: Space>((i, a): Numbered<S>, (j, b): Numbered<S>) -> Foot<S> {
    let edge = b - a;
    let along = -a.dot(edge);
    let whole = edge.length_squared();
    let vertex = |place, point| Foot {
        region: Region::Vertex([place]),
        weights: [1.0, 0.0, 0.0, 0.0],
        point,
    };
    // Written so that NaN and an edge of no length end in a vertex.
    if !(along > 0.0) {
        return vertex(i, a);
    }
    if !(along < whole) {
        return vertex(j, b);
    }
    let at_b = along / whole;
    Foot {
        region: Region::Edge([i, j]),
        weights: [1.0 - at_b, at_b, 0.0, 0.0],
        point: a.perpendicular_to(edge),
    }
}
