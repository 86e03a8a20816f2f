//! The planes of the facets of a hull, with unit normals as accurate as the coordinates.
//!
//! A facet may be a sliver whose normal plain arithmetic loses to cancellation, and one wrong
//! normal falsifies the distance to the whole hull. So cross products are taken in double-double
//! (Dekker 1971; Knuth, TAOCP 2, 4.2.2): a product of two differences then has a relative error
//! near 2^-102, and the normal one near 2^-100 / sin(a), where a is the angle between the two facet
//! edges used. It is a rounding error unless sin(a) < 2^-48.

use alloc::vec::Vec;

use crate::math::{Xyz, normal_of_sliver};

use super::predicates::spread;

/// The border of a half-space `normal . x <= offset`, in which a facet lies; in the plane, the line
/// of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetPlane<const D: usize> {
    pub(super) normal: [f64; D],
    pub(super) offset: f64,
}

impl<const D: usize> FacetPlane<D> {
    fn through(point: [f64; D], normal: [f64; D]) -> Self {
        Self { normal, offset: dot(normal, point) }
    }

    /// How far `x` is inside, negative outside.
    pub(super) fn depth(&self, x: [f64; D]) -> f64 {
        self.offset - dot(self.normal, x)
    }
}

/// The line of the edge from `a` to `b`, its inner side on the left; none if they coincide.
pub(super) fn left_of(a: [f64; 2], b: [f64; 2]) -> Option<FacetPlane<2>> {
    let [dx, dy] = minus(b, a);
    Some(FacetPlane::through(a, unit([dy, -dx])?))
}

/// The plane of a triangle, its inner side that from which it is seen clockwise; none without an
/// area.
pub(super) fn below(triangle: [[f64; 3]; 3]) -> Option<FacetPlane<3>> {
    let [a, b, c] = triangle;
    let at = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    let Xyz { x, y, z } = normal_of_sliver(at(a), at(b), at(c));
    Some(FacetPlane::through(a, unit([x, y, z])?))
}

/// Three corners of a convex loop that span much of it, in the order of the loop.
pub(super) fn wide_triangle(around: &[[f64; 3]]) -> Option<[[f64; 3]; 3]> {
    let farthest = |measure: &dyn Fn([f64; 3]) -> f64| {
        let sizes = around.iter().map(|&p| measure(p)).enumerate();
        sizes.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    };
    let first = *around.first()?;
    let second = farthest(&|p| dot(minus(p, first), minus(p, first)));
    let opposite = *around.get(second)?;
    let third = farthest(&|p| spread([first, opposite, p]));
    let corners: Vec<[f64; 3]> = [second.min(third), second.max(third)]
        .into_iter()
        .filter_map(|at| around.get(at).copied())
        .collect();
    match *corners.as_slice() {
        [b, c] => Some([first, b, c]),
        _ => None,
    }
}

pub(super) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn minus<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    let mut difference = a;
    for (x, y) in difference.iter_mut().zip(b) {
        *x -= y;
    }
    difference
}

/// The direction of a vector; none for zero. Dividing by the largest component first keeps the
/// squares of the smallest normal numbers from underflowing.
fn unit<const D: usize>(v: [f64; D]) -> Option<[f64; D]> {
    let largest = v.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let v = v.map(|x| x / largest);
    let length = libm::sqrt(dot(v, v));
    (largest > 0.0).then(|| v.map(|x| x / length))
}

#[cfg(test)]
mod tests {
    use super::super::predicates::CoordinatePlane;
    use super::*;

    #[test]
    fn slivers_have_accurate_normals() {
        // Twice the area is 2^-53 exactly, far below the roundoff of the plain products.
        let up = 0.7_f64;
        let sliver = [[0.1, 0.1], [0.9, 0.9], [up, up.next_up()]];
        let exact = (0.9 - 0.1) * (up.next_up() - up);
        let [a, b, c] = sliver.map(|[x, y]| Xyz::new(x, y, 0.0));
        assert!((normal_of_sliver(a, b, c).z / exact - 1.0).abs() < 1e-15);
        let plane = below(sliver.map(|[x, y]| [x, y, x * 0.25])).unwrap();
        for [x, y] in sliver {
            assert!(plane.depth([x, y, x * 0.25]).abs() < 4e-16);
        }
        assert!(below([[0.0; 3], [0.5; 3], [0.25; 3]]).is_none());
    }

    #[test]
    fn a_triangle_of_a_loop_keeps_its_order() {
        let ring: Vec<[f64; 3]> = (0..100)
            .map(|i| f64::from(i) * core::f64::consts::TAU / 100.0)
            .map(|t| [libm::cos(t), libm::sin(t), 0.5])
            .collect();
        for shift in 0..100 {
            let mut around = ring.clone();
            around.rotate_left(shift);
            let triangle = wide_triangle(&around).unwrap();
            assert!(CoordinatePlane::Z.turn(triangle) > 0.5);
        }
    }
}
