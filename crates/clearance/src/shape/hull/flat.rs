//! The hull of points that lie in one plane of space.

use alloc::vec;
use alloc::vec::Vec;

use super::planar::monotone_chain;
use super::predicates::CoordinatePlane;

/// The two sides of the polygon that coplanar `points` span, as loops of input points.
///
/// Forgetting a coordinate maps the plane of `triangle` one to one onto a coordinate plane whenever
/// the triangle keeps an area, and it rounds nothing; so the planar hull of the images is the hull.
pub(super) fn polygon_sides(points: &[[f64; 3]], triangle: [[f64; 3]; 3]) -> Vec<Vec<u32>> {
    let Some(axis) = CoordinatePlane::ALL.into_iter().find(|axis| axis.turn(triangle) != 0.0)
    else {
        // A triangle has an area in at least one of the three projections.
        return Vec::new();
    };
    let images: Vec<[f64; 2]> = points.iter().map(|&p| axis.project(p)).collect();
    let front = monotone_chain(&images);
    let mut back = front.clone();
    back.reverse();
    vec![front, back]
}
