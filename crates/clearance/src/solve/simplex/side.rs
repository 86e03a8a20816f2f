//! The side of a simplex on which the origin lies, for a search that wants no more than a direction: no nearest point, no weights, no
//! quotient. The regions are those of the other files; only features of the newest vertex are asked about, since the origin was on
//! this vertex's side of all the others.

use crate::math::{Space, Xy, Xyz};

/// The vertices of the feature that faces the origin, the newest last.
#[derive(Clone, Copy)]
pub(crate) enum Facing<S> {
    Vertex(S),
    Edge(S, S),
    /// In space alone; counter-clockwise as the origin sees it.
    Face(S, S, S),
}

/// The feature that faces the origin, and a direction from it to where the origin is.
pub(crate) type Side<S> = (Facing<S>, S);

/// What holds the origin, as far as plain arithmetic can tell: of four corners the plane has the first three.
pub(crate) type Enclosing<S> = [S; 4];

/// The feature of the edge from an older to the newest vertex.
#[inline(always)]
fn of_edge<S: Space>(older: S, newest: S) -> Side<S> {
    let edge = older - newest;
    if edge.dot(newest) < 0.0 {
        let towards = -newest.across(edge);
        (Facing::Edge(older, newest), if towards == S::default() { any_way(edge) } else { towards })
    } else {
        (Facing::Vertex(newest), -newest)
    }
}

/// The origin is on the edge: no way from it is better than another.
#[cold]
#[inline(never)]
fn any_way<S: Space>(edge: S) -> S {
    edge.any_perpendicular()
}

/// The feature of the triangle `p`, `q`, `newest`, which is counter-clockwise as the origin sees it, with that side's normal.
#[inline(always)]
fn of_face(p: Xyz, q: Xyz, newest: Xyz, normal: Xyz) -> Side<Xyz> {
    let (to_p, to_q) = (p - newest, q - newest);
    if newest.dot(normal.cross(to_p)) > 0.0 {
        of_edge(p, newest)
    } else if newest.dot(to_q.cross(normal)) > 0.0 {
        of_edge(q, newest)
    } else {
        (Facing::Face(p, q, newest), normal)
    }
}

/// Adds a vertex in the plane.
#[inline(always)]
pub(super) fn of_plane(facing: Facing<Xy>, newest: Xy) -> Result<Side<Xy>, Enclosing<Xy>> {
    match facing {
        Facing::Vertex(p) => Ok(of_edge(p, newest)),
        Facing::Edge(p, q) => {
            let inward = (q - p).perp_dot(newest - p);
            let over = |from: Xy, to: Xy| from.perp_dot(to - from) * inward;
            if over(newest, p) < 0.0 {
                Ok(of_edge(p, newest))
            } else if over(q, newest) < 0.0 {
                Ok(of_edge(q, newest))
            } else {
                Err([p, q, newest, newest])
            }
        }
        Facing::Face(..) => Ok(of_edge(newest, newest)),
    }
}

/// Adds a vertex in space.
#[inline(always)]
pub(super) fn of_space(facing: Facing<Xyz>, newest: Xyz) -> Result<Side<Xyz>, Enclosing<Xyz>> {
    match facing {
        Facing::Vertex(p) => Ok(of_edge(p, newest)),
        Facing::Edge(p, q) => {
            let normal = (p - newest).cross(q - newest);
            Ok(if normal.dot(newest) < 0.0 {
                of_face(p, q, newest, normal)
            } else {
                of_face(q, p, newest, -normal)
            })
        }
        Facing::Face(p, q, r) => {
            let (to_p, to_q, to_r) = (p - newest, q - newest, r - newest);
            let (pq, qr, rp) = (to_p.cross(to_q), to_q.cross(to_r), to_r.cross(to_p));
            if pq.dot(newest) < 0.0 {
                Ok(of_face(p, q, newest, pq))
            } else if qr.dot(newest) < 0.0 {
                Ok(of_face(q, r, newest, qr))
            } else if rp.dot(newest) < 0.0 {
                Ok(of_face(r, p, newest, rp))
            } else {
                Err([p, q, r, newest])
            }
        }
    }
}
