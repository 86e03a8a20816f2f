//! The ball about a point of a hull that the hull holds: how far the nearest facet is.

use alloc::vec::Vec;

use crate::math::{Space, Xyz, normal_of_sliver, sqrt};

use super::facet_plane::{left_of, wide_triangle};

/// The sine of the angle between two sides of a facet, squared, below which its normal is not trusted: `normal_of_sliver` is good to
/// `2^-100` over the sine.
const THIN: f64 = 1.0 / (1_u64 << 60) as f64;

/// Of a polygon, by its corners counter-clockwise: the distance of `center` from the nearest edge.
pub(crate) fn of_plane(corners: &[[f64; 2]], center: [f64; 2]) -> f64 {
    let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
    let edges = before.zip(corners).filter_map(|(a, b)| left_of(*a, *b));
    edges.map(|edge| edge.depth(center)).fold(f64::INFINITY, f64::min)
}

/// Of a solid, by the loops of its facets: the distance of `center` from the nearest; 0 where one is too thin to tell.
pub(crate) fn of_space(facets: impl Iterator<Item = Vec<[f64; 3]>>, center: Xyz) -> f64 {
    let depth = |facet: Vec<[f64; 3]>| -> Option<f64> {
        let [a, b, c] = wide_triangle(&facet)?.map(|[x, y, z]| Xyz::new(x, y, z));
        let normal = normal_of_sliver(a, b, c);
        let squared = normal.length_squared();
        let is_wide = squared > THIN * (b - a).length_squared() * (c - a).length_squared();
        is_wide.then(|| normal.dot(a - center) / sqrt(squared))
    };
    facets.map(|facet| depth(facet).unwrap_or(0.0)).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn the_nearest_facet_counts() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        assert_eq!(of_plane(&square, [0.0, 0.25]), 0.75);
        let (o, x, y, z) = ([0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]);
        let facets =
            || [[o, y, x], [o, z, y], [o, x, z], [x, y, z]].map(|f| f.to_vec()).into_iter();
        assert_eq!(of_space(facets(), Xyz::new(0.25, 0.5, 0.5)), 0.25);
        let flank = of_space(facets(), Xyz::new(0.9, 0.9, 0.9));
        assert!((flank - 0.3 / sqrt(3.0)).abs() < 1e-15, "{flank}");
    }

    #[test]
    fn a_facet_too_thin_leaves_no_room() {
        let tip = f64::from_bits(1.0_f64.to_bits() + 1);
        let sliver = vec![[0.0; 3], [1.0, 1.0, 0.0], [0.5, 0.5 * tip, 0.0]];
        let facets = [sliver, vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]];
        assert_eq!(of_space(facets.into_iter(), Xyz::new(0.2, 0.2, -1.0)), 0.0);
    }
}
