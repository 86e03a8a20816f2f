//! The hull in the plane: Andrew's monotone chain (1979), with exact turns.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::predicates::turn;
use super::scale::{Normalized, normalized};
use super::{Hull2, HullError, Rank};

/// The convex hull of `points`: which of them are its corners, in counter-clockwise order.
///
/// Only strictly extreme points are named: duplicates and points within an edge are not. Exact for
/// all finite input, but for the rounding of very small coordinates described in the module's
/// documentation. Time O(n log n), space O(n).
///
/// # Errors
///
/// [`HullError`] when there are no points, too many, or one is not finite.
pub(crate) fn hull2(points: &[[f64; 2]]) -> Result<Hull2, HullError> {
    let Normalized { points, .. } = normalized(points)?;
    let vertices = monotone_chain(&points);
    let rank = match vertices.len() {
        1 => Rank::Point,
        2 => Rank::Segment,
        _ => Rank::Polygon,
    };
    Ok(Hull2 { rank, vertices })
}

fn lexicographic(a: [f64; 2], b: [f64; 2]) -> Ordering {
    // Coordinates are finite, where this order is total and counts -0 equal to 0.
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// The strictly extreme points of scaled points, counter-clockwise from the lexicographically
/// smallest.
pub(super) fn monotone_chain(points: &[[f64; 2]]) -> Vec<u32> {
    let mut sorted: Vec<(u32, [f64; 2])> = (0..).zip(points.iter().copied()).collect();
    sorted.sort_unstable_by(|a, b| lexicographic(a.1, b.1).then(a.0.cmp(&b.0)));
    sorted.dedup_by(|later, first| later.1 == first.1);

    let mut chain = half_chain(sorted.iter().copied());
    let mut upper = half_chain(sorted.iter().rev().copied());
    // Each half ends where the other starts.
    chain.pop();
    upper.pop();
    chain.append(&mut upper);
    if chain.is_empty() {
        // A single position: both halves were that one point.
        chain.extend(sorted.first());
    }
    chain.into_iter().map(|(index, _)| index).collect()
}

/// The chain that turns left at each point, from the first to the last of sorted points.
fn half_chain(sorted: impl Iterator<Item = (u32, [f64; 2])>) -> Vec<(u32, [f64; 2])> {
    let mut chain: Vec<(u32, [f64; 2])> = Vec::new();
    for next in sorted {
        while let [.., a, b] = chain.as_slice() {
            // A straight turn is dropped too: `b` would lie within an edge.
            if turn(a.1, b.1, next.1) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(next);
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_strictly_extreme_points_are_named() {
        let grid: Vec<[f64; 2]> =
            (0..25).map(|i| [f64::from(i % 5) * 0.1, f64::from(i / 5) * 0.1]).collect();
        let hull = hull2(&grid).unwrap();
        assert_eq!(hull.rank, Rank::Polygon);
        assert_eq!(hull.vertices, [0, 4, 24, 20]);
    }

    #[test]
    fn degenerate_sets_have_lower_rank() {
        let point = hull2(&[[3.0, 4.0]; 5]).unwrap();
        assert_eq!((point.rank, point.vertices), (Rank::Point, [0].into()));
        let segment = hull2(&[[1.0, 1.0], [0.0, 0.0], [3.0, 3.0], [0.0, -0.0]]).unwrap();
        assert_eq!((segment.rank, segment.vertices), (Rank::Segment, [1, 2].into()));
    }

    #[test]
    fn one_unit_in_the_last_place_is_a_corner() {
        let up = 0.5_f64.next_up();
        let hull = hull2(&[[0.0, 0.0], [1.0, 1.0], [0.5, up], [0.5, 0.5]]).unwrap();
        assert_eq!(hull.vertices, [0, 1, 2]);
    }
}
