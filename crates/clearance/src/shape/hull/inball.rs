//! Balls about points of a hull that the hull holds: how far the nearest facet is.

use alloc::vec::Vec;

use crate::math::{Space, Xyz, normal_of_sliver, sqrt};

use super::Face;
use super::facet_plane::{left_of, wide_triangle};

/// The sine of the angle between two sides of a facet, squared, below which its normal is not
/// trusted: `normal_of_sliver` is good to `2^-100` over the sine.
const THIN: f64 = 1.0 / (1_u64 << 60) as f64;

/// Below this square of a normal, products of two coordinates lose digits next to zero.
const LEAST: f64 = 1e-270;

/// For a polygon, by its corners counter-clockwise: the distance of each centre from the nearest
/// edge.
pub(crate) fn of_plane<const N: usize>(corners: &[[f64; 3]], centers: [[f64; 3]; N]) -> [f64; N] {
    let flat = |[x, y, _]: [f64; 3]| [x, y];
    let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
    let edges = before.zip(corners).filter_map(|(a, b)| left_of(flat(*a), flat(*b)));
    edges.fold([f64::INFINITY; N], |nearest, edge| {
        let mut depths = centers.iter().map(|center| edge.depth(flat(*center)));
        nearest.map(|nearest| nearest.min(depths.next().unwrap_or(nearest)))
    })
}

/// For a solid, by its corners and its facets: the distance of each centre from the nearest facet;
/// 0 where one is too thin to decide.
pub(crate) fn of_space<const N: usize>(
    corners: &[[f64; 3]],
    facets: &[Face],
    centers: [[f64; 3]; N],
) -> [f64; N] {
    let mut nearest = [f64::INFINITY; N];
    let mut around = Vec::new();
    let at = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    for facet in facets {
        around.clear();
        around.extend(facet.vertices.iter().filter_map(|i| corners.get(*i as usize)).copied());
        let triangle = match *around.as_slice() {
            [a, b, c] => Some([a, b, c]),
            _ => wide_triangle(&around),
        };
        let Some([a, b, c]) = triangle.map(|corners| corners.map(at)) else { return [0.0; N] };
        let normal = normal_of_sliver(a, b, c);
        let squared = normal.length_squared();
        let thin = THIN * (b - a).length_squared() * (c - a).length_squared();
        if !(squared > thin && squared > LEAST) {
            return [0.0; N];
        }
        let per_length = 1.0 / sqrt(squared);
        for (nearest, center) in nearest.iter_mut().zip(centers) {
            *nearest = nearest.min(normal.dot(a - at(center)) * per_length);
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_facet_counts() {
        let square = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
        assert_eq!(of_plane(&square, [[0.0, 0.25, 0.0], [-0.5, 0.0, 0.0]]), [0.75, 0.5]);
        let corners = [[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]];
        let facets = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]].map(facet);
        let [low, flank] = of_space(&corners, &facets, [[0.25, 0.5, 0.5], [0.9; 3]]);
        assert_eq!(low, 0.25);
        assert!((flank - 0.3 / sqrt(3.0)).abs() < 1e-15, "{flank}");
    }

    #[test]
    fn a_facet_too_thin_leaves_no_room() {
        let up = f64::from_bits(1.0_f64.to_bits() + 1);
        let corners = [[0.0; 3], [1.0, 1.0, 0.0], [0.5, 0.5 * up, 0.0], [1.0, 0.0, 0.0]];
        let facets = |first| [facet(first), facet([0, 3, 1])];
        assert_eq!(of_space(&corners, &facets([0, 1, 2]), [[0.5, 0.2, -1.0]]), [0.0]);
        assert_eq!(of_space(&corners, &facets([0, 3, 2]), [[0.5, 0.2, -1.0]]), [1.0]);
    }

    fn facet<const N: usize>(corners: [u32; N]) -> Face {
        Face { vertices: corners.to_vec() }
    }
}
