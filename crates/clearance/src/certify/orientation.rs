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
pub(crate) fn turn_seen(a: Xyz, b: Xyz, c: Xyz, without: usize) -> f64 {
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Whether the hull holds the origin, the slow way: no whole-numbered direction sees all points
    /// ahead. For points whose coordinates are at most 1, directions to 4 are enough.
    fn holds_origin(points: &[[i32; 3]], dimensions: usize) -> bool {
        let flat = if dimensions == 2 { 0..=0 } else { -4..=4 };
        let sees_all = |u: [i32; 3]| {
            points.iter().all(|p| p.iter().zip(u).map(|(x, y)| x * y).sum::<i32>() > 0)
        };
        !(-4..=4).any(|x| (-4..=4).any(|y| flat.clone().any(|z| sees_all([x, y, z]))))
    }

    /// Whether points span all, by the rank of the differences, in whole numbers.
    fn spans(points: &[[i32; 3]]) -> bool {
        let from = |i: usize| [0, 1, 2].map(|k| points[i][k] - points[0][k]);
        let cross = |[a, b, c]: [i32; 3], [d, e, f]: [i32; 3]| {
            [b * f - c * e, c * d - a * f, a * e - b * d]
        };
        match points.len() {
            1 => true,
            2 => from(1) != [0; 3],
            3 => cross(from(1), from(2)) != [0; 3],
            _ => cross(from(1), from(2)).iter().zip(from(3)).map(|(x, y)| x * y).sum::<i32>() != 0,
        }
    }

    fn on_the_grid<S: Orient>(dimensions: usize) {
        let side = 3_usize.pow(dimensions as u32);
        let point = |i: usize| {
            let [x, y, z] = [i % 3, i / 3 % 3, i / 9].map(|c| c as i32 - 1);
            if dimensions == 2 { [x, y, 0] } else { [x, y, z] }
        };
        let mut bits = 1_u64;
        for count in 1..=dimensions + 1 {
            for _ in 0..4000 {
                let points: Vec<[i32; 3]> = (0..count)
                    .map(|_| {
                        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        point((bits >> 33) as usize % side)
                    })
                    .collect();
                let there: Vec<S> = points
                    .iter()
                    .map(|p| p.map(f64::from))
                    .map(|[x, y, z]| S::from_xyz(x, y, z))
                    .collect();
                assert_eq!(S::independent(&there), spans(&points), "{points:?}");
                let holds = holds_origin(&points, dimensions);
                assert_eq!(S::hull_holds_origin(&there), holds, "{points:?}");
            }
        }
    }

    #[test]
    fn on_grids() {
        on_the_grid::<Xy>(2);
        on_the_grid::<Xyz>(3);
    }
}
