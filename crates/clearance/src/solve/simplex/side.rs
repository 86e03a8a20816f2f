//! The side of a simplex on which the origin lies, for a search that needs only a direction: no
//! nearest point, no weights, no quotient. The regions are those of the other files; only features
//! of the newest vertex count, since the origin was on this vertex's side of all the others.

use crate::math::{Space, Xy, Xyz};
use crate::solve::difference::Vertex;

/// A corner of a simplex: a point, or a vertex with its features.
pub(crate) trait Corner<S>: Copy {
    fn at(&self) -> S;
}

impl<S: Space> Corner<S> for S {
    #[inline(always)]
    fn at(&self) -> S {
        *self
    }
}

impl<S: Space> Corner<S> for Vertex<S> {
    #[inline(always)]
    fn at(&self) -> S {
        self.point
    }
}

/// The corners of the feature that faces the origin, the newest last.
#[derive(Clone, Copy)]
pub(crate) enum Facing<C> {
    Vertex(C),
    Edge(C, C),
    /// In space alone; counter-clockwise as the origin sees it.
    Face(C, C, C),
}

/// The feature that faces the origin, and a direction from it to where the origin is.
pub(crate) type Side<C, S> = (Facing<C>, S);

/// The corners that hold the origin, as far as plain arithmetic shows: four, in the plane the first
/// three.
pub(crate) type Enclosing<C> = [C; 4];

/// The feature of the edge from an older to the newest corner.
#[inline(always)]
fn of_edge<S: Space, C: Corner<S>>(older: C, newest: C) -> Side<C, S> {
    let at = newest.at();
    let edge = older.at() - at;
    if edge.dot(at) < 0.0 {
        let towards = -at.across(edge);
        (Facing::Edge(older, newest), if towards == S::default() { any_way(edge) } else { towards })
    } else {
        (Facing::Vertex(newest), -at)
    }
}

/// The origin is on the edge: no way from it is better than another.
#[cold]
#[inline(never)]
fn any_way<S: Space>(edge: S) -> S {
    edge.any_perpendicular()
}

/// Where the origin's foot on a triangle's plane is, but for the edge without the newest corner.
enum Beyond {
    Neither,
    /// The edge from the first to the newest corner.
    First,
    /// The edge from the second to the newest corner.
    Second,
}

/// The side of the triangle `p`, `q`, `newest`, which is counter-clockwise as seen from the origin,
/// with that side's normal.
#[inline(always)]
fn beyond<C: Corner<Xyz>>(p: C, q: C, newest: C, normal: Xyz) -> Beyond {
    let at = newest.at();
    if at.dot(normal.cross(p.at() - at)) > 0.0 {
        Beyond::First
    } else if at.dot((q.at() - at).cross(normal)) > 0.0 {
        Beyond::Second
    } else {
        Beyond::Neither
    }
}

#[inline(always)]
fn of_region<C: Corner<Xyz>>(beyond: Beyond, p: C, q: C, newest: C, normal: Xyz) -> Side<C, Xyz> {
    match beyond {
        Beyond::Neither => (Facing::Face(p, q, newest), normal),
        Beyond::First => of_edge(p, newest),
        Beyond::Second => of_edge(q, newest),
    }
}

/// The faces of a tetrahedron at its newest corner, by the other corners.
#[derive(Clone, Copy)]
enum Seen {
    Pq,
    Qr,
    Rp,
}

/// Adds a corner in the plane.
#[inline(always)]
pub(super) fn of_plane<C: Corner<Xy>>(
    facing: Facing<C>,
    newest: C,
) -> Result<Side<C, Xy>, Enclosing<C>> {
    match facing {
        Facing::Vertex(p) => Ok(of_edge(p, newest)),
        Facing::Edge(p, q) => {
            let (from, to, at) = (p.at(), q.at(), newest.at());
            let inward = (to - from).perp_dot(at - from);
            let over = |from: Xy, to: Xy| from.perp_dot(to - from) * inward;
            if over(at, from) < 0.0 {
                Ok(of_edge(p, newest))
            } else if over(to, at) < 0.0 {
                Ok(of_edge(q, newest))
            } else {
                Err([p, q, newest, newest])
            }
        }
        // Not reached in the plane.
        Facing::Face(p, ..) => Ok(of_edge(p, newest)),
    }
}

/// Adds a corner in space.
#[inline(always)]
pub(super) fn of_space<C: Corner<Xyz>>(
    facing: Facing<C>,
    newest: C,
) -> Result<Side<C, Xyz>, Enclosing<C>> {
    let at = newest.at();
    match facing {
        Facing::Vertex(p) => Ok(of_edge(p, newest)),
        Facing::Edge(p, q) => {
            let normal = (p.at() - at).cross(q.at() - at);
            // Which edge the origin is beyond does not depend on the side from which it sees the
            // triangle.
            Ok(match beyond(p, q, newest, normal) {
                Beyond::First => of_edge(p, newest),
                Beyond::Second => of_edge(q, newest),
                Beyond::Neither if normal.dot(at) < 0.0 => (Facing::Face(p, q, newest), normal),
                Beyond::Neither => (Facing::Face(q, p, newest), -normal),
            })
        }
        Facing::Face(p, q, r) => {
            let (to_p, to_q, to_r) = (p.at() - at, q.at() - at, r.at() - at);
            let (pq, qr, rp) = (to_p.cross(to_q), to_q.cross(to_r), to_r.cross(to_p));
            let sees = |normal: Xyz| normal.dot(at) < 0.0;
            let (sees_pq, sees_qr, sees_rp) = (sees(pq), sees(qr), sees(rp));
            let mut seen = match (sees_pq, sees_qr, sees_rp) {
                (true, ..) => Seen::Pq,
                (_, true, _) => Seen::Qr,
                (_, _, true) => Seen::Rp,
                _ => return Err([p, q, r, newest]),
            };
            loop {
                let (from, to, normal) = match seen {
                    Seen::Pq => (p, q, pq),
                    Seen::Qr => (q, r, qr),
                    Seen::Rp => (r, p, rp),
                };
                // Beyond an edge there may be another face that sees the origin.
                seen = match (seen, beyond(from, to, newest, normal)) {
                    (Seen::Pq, Beyond::Second) if sees_qr => Seen::Qr,
                    (Seen::Pq, Beyond::First) | (Seen::Qr, Beyond::Second) if sees_rp => Seen::Rp,
                    (_, beyond) => return Ok(of_region(beyond, from, to, newest, normal)),
                };
            }
        }
    }
}
