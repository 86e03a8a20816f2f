//! Exact orientation of points: whether they are affinely independent, whether their hull holds the
//! origin.
//!
//! Signs of determinants by adaptive arithmetic (`expansion`), on the coordinates as they are.
//! Exact unless a product of three coordinates underflows, which takes coordinates below 1e-100 of
//! the largest.

use crate::math::{Space, Xy, Xyz};

use super::expansion::{turn, volume};

/// The exact predicates of a space.
pub trait Orient: Space {
    /// Whether the points (at most one more than dimensions) span a simplex: a segment, a triangle,
    /// a tetrahedron.
    #[doc(hidden)]
    fn independent(points: &[Self]) -> bool;
    /// Whether the closed hull of the points (at most one more than dimensions) holds the origin.
    #[doc(hidden)]
    fn hull_holds_origin(points: &[Self]) -> bool;
}

/// The sign of the turn at `b`, seen with coordinate `without` dropped.
fn turn_seen(a: Xyz, b: Xyz, c: Xyz, without: usize) -> f64 {
    let coord = |p: Xyz| match without {
        0 => Xy::new(p.y, p.z),
        1 => Xy::new(p.z, p.x),
        _ => Xy::new(p.x, p.y),
    };
    turn(coord(a), coord(b), coord(c))
}

/// Whether the origin, known to be on the line through `a` and `b`, lies between them.
fn between<S: Space>(a: S, b: S) -> bool {
    (0..S::DIM).all(|i| {
        let (a, b) = (a.coordinate(i), b.coordinate(i));
        (a <= 0.0 && b >= 0.0) || (a >= 0.0 && b <= 0.0)
    })
}

/// Whether three orientations, of the origin against three edges in turn, put it in the closed
/// triangle.
fn same_side(turns: [f64; 3]) -> bool {
    turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0)
}

impl Orient for Xy {
    fn independent(points: &[Self]) -> bool {
        match *points {
            [_] => true,
            [a, b] => a != b,
            [a, b, c] => turn(a, b, c) != 0.0,
            _ => false,
        }
    }

    fn hull_holds_origin(points: &[Self]) -> bool {
        let o = Self::default();
        match *points {
            [a] => a == o,
            [a, b] => turn(a, b, o) == 0.0 && between(a, b),
            [a, b, c] if turn(a, b, c) != 0.0 => {
                same_side([(a, b), (b, c), (c, a)].map(|(p, q)| turn(p, q, o)))
            }
            [a, b, c] => [[a, b], [b, c], [c, a]].iter().any(|e| Self::hull_holds_origin(e)),
            _ => false,
        }
    }
}

impl Orient for Xyz {
    fn independent(points: &[Self]) -> bool {
        match *points {
            [_] => true,
            [a, b] => a != b,
            // Collinear in space exactly if collinear in all three projections.
            [a, b, c] => (0..3).any(|i| turn_seen(a, b, c, i) != 0.0),
            [a, b, c, d] => volume(a, b, c, d) != 0.0,
            _ => false,
        }
    }

    fn hull_holds_origin(points: &[Self]) -> bool {
        let o = Self::default();
        match *points {
            [a] => a == o,
            [a, b] => (0..3).all(|i| turn_seen(a, b, o, i) == 0.0) && between(a, b),
            [a, b, c] => {
                if volume(a, b, c, o) != 0.0 {
                    return false;
                }
                // Coplanar with the origin: look along an axis from which the triangle is one.
                match (0..3).find(|i| turn_seen(a, b, c, *i) != 0.0) {
                    Some(i) => {
                        same_side([(a, b), (b, c), (c, a)].map(|(p, q)| turn_seen(p, q, o, i)))
                    }
                    None => [[a, b], [b, c], [c, a]].iter().any(|e| Self::hull_holds_origin(e)),
                }
            }
            [a, b, c, d] => {
                let inward = volume(a, b, c, d);
                if inward == 0.0 {
                    return [[a, b, c], [a, c, d], [a, d, b], [b, d, c]]
                        .iter()
                        .any(|f| Self::hull_holds_origin(f));
                }
                [[a, b, c], [a, c, d], [a, d, b], [b, d, c]]
                    .iter()
                    .all(|[p, q, r]| volume(*p, *q, *r, o) * inward.signum() >= 0.0)
            }
            _ => false,
        }
    }
}
