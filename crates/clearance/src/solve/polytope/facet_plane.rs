//! The plane of a triangle, with what it may be off.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, normal_of_sliver, sqrt};
use crate::shape::CORNER;

/// A facet's plane.
pub(super) struct Plane {
    pub(super) normal: Xyz,
    pub(super) distance: f64,
    pub(super) error: f64,
    /// By how much heights of other points over the plane may be wrong, for each unit of their distance from the origin.
    pub(super) slope: f64,
}

impl Plane {
    /// Through `corner`, across the product of two edges that meet there. Each edge carries one rounding a coordinate, the cross product
    /// three more: its error is at most `6u |e||f|`, as an angle `6u/sin`; `per_sine` is no less than `1/sin`.
    #[inline]
    pub(super) fn of_edges(
        normal: Xyz,
        area2: f64,
        per_sine: f64,
        corner: Xyz,
        size: f64,
    ) -> Option<Self> {
        // A quotient that need not wait for the root.
        let per_length = sqrt(area2) * (1.0 / area2);
        Self::new(normal, per_length, 6.0 * UNIT_ROUNDOFF * per_sine, corner, size)
    }

    /// `tilt` is an angle by which the normal may lean, `size` that of `corner`. `None` where the tilt says nothing.
    #[inline]
    fn new(normal: Xyz, per_length: f64, tilt: f64, corner: Xyz, size: f64) -> Option<Self> {
        if !(tilt < 0.25 && per_length < 1e140) {
            return None;
        }
        let normal = normal * per_length;
        let slope = 2.0 * tilt + 8.0 * UNIT_ROUNDOFF;
        Some(Self { normal, distance: normal.dot(corner), error: slope * size, slope })
    }

    /// Of any triangle, by its two shortest edges or with twice the digits. Where those do not reach either, it says no more than that it passes by
    /// the origin.
    pub(super) fn narrow([a, b, c]: [Xyz; 3]) -> Self {
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
        // The two shortest edges, for the least rounding; the vertex between them is `corner`.
        let (normal, scale, corner) = if ab2 >= bc2 && ab2 >= ca2 {
            (bc.cross(ca), bc2 * ca2, c)
        } else if bc2 >= ca2 {
            (ca.cross(ab), ca2 * ab2, a)
        } else {
            (ab.cross(bc), ab2 * bc2, b)
        };
        let area2 = normal.length_squared();
        let size = size_of(corner);
        let plane = if area2 > SLIVER * SLIVER * scale {
            Self::of_edges(normal, area2, sqrt(scale * (1.0 / area2)), corner, size)
        } else {
            // Computed again with twice the digits.
            let normal = normal_of_sliver(a, b, c);
            let per_length = 1.0 / normal.length();
            let tilt = 56.0 * UNIT_ROUNDOFF * UNIT_ROUNDOFF * sqrt(scale) * per_length;
            Self::new(normal, per_length, tilt + 2.0 * UNIT_ROUNDOFF, corner, size)
        };
        plane.unwrap_or_else(|| {
            // Thinner than the digits reach. Its plane passes within |corner| of the origin, whatever its normal.
            let normal = longest(ab, bc, ca).any_perpendicular();
            Self { normal, distance: 0.0, error: size, slope: 1.0 }
        })
    }
}

/// The distance of a point from the origin or more: from the largest coordinate to the length, rounded up.
#[inline]
pub(super) fn size_of(point: Xyz) -> f64 {
    point.max_abs() * CORNER
}

/// The sine above which the edges at any corner will do: which is widest is as good as random, and a wrong guess of the processor
/// costs more than the two bits that it might gain.
pub(super) const WIDE: f64 = 0.25;

/// The sine below which a triangle's normal deserves more digits: the error of its distance then stays below `200 u`.
const SLIVER: f64 = 1.0 / 16.0;

fn longest(ab: Xyz, bc: Xyz, ca: Xyz) -> Xyz {
    [bc, ca].into_iter().fold(ab, |longest, edge| {
        if edge.length_squared() > longest.length_squared() { edge } else { longest }
    })
}
