//! The plane of a triangle, with its error.

use clearance_lanes::Two;

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, normal_of_sliver, sqrt};

/// A facet's plane.
pub(super) struct Plane {
    pub(super) normal: Xyz,
    pub(super) distance: f64,
    pub(super) error: f64,
    /// How wrong heights of other points over the plane may be, for each unit of their
    /// distance from the origin.
    pub(super) slope: f64,
}

/// Two points or vectors side by side, built from two arguments, not from an array.
// PERF(store forwarding): an array in memory, as in a build of many units, would be read in other
// pieces than it was written in.
#[derive(Clone, Copy)]
pub(super) struct Points {
    x: Two,
    y: Two,
    z: Two,
}

impl Points {
    #[inline(always)]
    pub(super) fn new(a: Xyz, b: Xyz) -> Self {
        Self { x: Two::new(a.x, b.x), y: Two::new(a.y, b.y), z: Two::new(a.z, b.z) }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    #[inline(always)]
    fn times(self, factor: Two) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    #[inline(always)]
    fn dot(self, other: Self) -> Two {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

/// Edges of two triangles from where their planes are taken, and their squared lengths.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    along: Points,
    squared: Two,
}

impl Edges {
    #[inline(always)]
    pub(super) fn new(from: &Apex, a: Xyz, b: Xyz) -> Self {
        let along = Points::new(a, b).minus(from.points);
        Self { along, squared: along.dot(along) }
    }

    /// In a fan the edges before `next`, of which these are the last before those.
    #[inline(always)]
    pub(super) fn across(self, next: Self) -> Self {
        let (a, b) = (self.along, next.along);
        let along = Points { x: a.x.across(b.x), y: a.y.across(b.y), z: a.z.across(b.z) };
        Self { along, squared: self.squared.across(next.squared) }
    }
}

/// A corner of each of two triangles, and how far from the origin it is at most.
#[derive(Clone, Copy)]
pub(super) struct Apex {
    points: Points,
    size: Two,
}

impl Apex {
    #[inline(always)]
    pub(super) fn new(a: Xyz, b: Xyz, [size_a, size_b]: [f64; 2]) -> Self {
        Self { points: Points::new(a, b), size: Two::new(size_a, size_b) }
    }
}

impl Plane {
    /// Two at once, of triangles with two edges from an apex.
    ///
    /// Each edge carries one rounding a coordinate, the cross product three more: its error is at
    /// most `6u |e||f|`, as an angle `6u/sin`. `1/sin` is bounded by the tangent of the root at 4:
    /// no less than it, and within a quarter of it down to that sine.
    #[inline(always)]
    pub(super) fn of_edges(from: Edges, to: Edges, apex: &Apex) -> [Self; 2] {
        let normal = from.along.cross(to.along);
        let area2 = normal.dot(normal);
        let inverse = Two::splat(1.0) / area2;
        let scale = from.squared * to.squared;
        let per_sine = Two::splat(1.0) + Two::splat(0.25) * scale * inverse;
        // Keeps the division off the critical path.
        let per_length = area2.map(sqrt) * inverse;
        let normal = normal.times(per_length);
        let distance = normal.dot(apex.points);
        let slope = Two::splat(2.0) * (Two::splat(6.0 * UNIT_ROUNDOFF) * per_sine)
            + Two::splat(8.0 * UNIT_ROUNDOFF)
            + inverse * Two::splat(UNDERFLOW);
        let error = slope * apex.size;
        let ([ax, bx], [ay, by], [az, bz]) = (normal.x.both(), normal.y.both(), normal.z.both());
        let (distances, errors, slopes) = (distance.both(), error.both(), slope.both());
        let [a, b] = [Xyz::new(ax, ay, az), Xyz::new(bx, by, bz)];
        let plane = |normal, distance, error, slope| Self { normal, distance, error, slope };
        [plane(a, distances[0], errors[0], slopes[0]), plane(b, distances[1], errors[1], slopes[1])]
    }

    /// The plane of a triangle whose edges at `corner` are at a known angle: `per_sine` is `1/sin`.
    #[inline]
    fn of_angle(normal: Xyz, area2: f64, per_sine: f64, corner: Xyz, size: f64) -> Option<Self> {
        let per_length = sqrt(area2) * (1.0 / area2);
        Self::new(normal, per_length, 6.0 * UNIT_ROUNDOFF * per_sine, corner, size)
    }

    /// `tilt` is an angle by which the normal may lean, `size` that of `corner`. `None` where the
    /// tilt bounds nothing.
    #[inline]
    fn new(normal: Xyz, per_length: f64, tilt: f64, corner: Xyz, size: f64) -> Option<Self> {
        if !(tilt < 0.25 && per_length < 1e140) {
            return None;
        }
        let normal = normal * per_length;
        let slope = 2.0 * tilt + 8.0 * UNIT_ROUNDOFF;
        Some(Self { normal, distance: normal.dot(corner), error: slope * size, slope })
    }

    /// The plane of any triangle, by its two shortest edges or with twice the digits. Where those
    /// do not suffice either, all that is known is a bound of how far from the origin it passes.
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
            Self::of_angle(normal, area2, sqrt(scale * (1.0 / area2)), corner, size)
        } else {
            // Computed again with twice the digits.
            let normal = normal_of_sliver(a, b, c);
            let per_length = 1.0 / normal.length();
            let tilt = 56.0 * UNIT_ROUNDOFF * UNIT_ROUNDOFF * sqrt(scale) * per_length;
            Self::new(normal, per_length, tilt + 2.0 * UNIT_ROUNDOFF, corner, size)
        };
        plane.unwrap_or_else(|| {
            // Thinner than the digits reach. Its plane passes within |corner| of the origin,
            // whatever its normal.
            let normal = longest(ab, bc, ca).any_perpendicular();
            Self { normal, distance: 0.0, error: size, slope: 1.0 }
        })
    }
}

/// The distance of a point from the origin or more: the sum of its coordinates' magnitudes, rounded
/// up.
#[inline(always)]
pub(super) fn size_of(point: Xyz) -> f64 {
    (point.x.abs() + point.y.abs() + point.z.abs()) * (1.0 + 4.0 * UNIT_ROUNDOFF)
}

/// Whether a plane of this slope comes from two edges at a wide angle that are not so short that
/// their square left the range.
#[inline(always)]
pub(super) fn is_of_wide(slope: f64) -> bool {
    slope < WIDE_SLOPE
}

/// The slope of a plane where the sine of the angle is a quarter. Above it the edges at any corner
/// serve: which angle is widest is unpredictable, and a misprediction costs more than the two bits
/// that the choice might gain.
const WIDE_SLOPE: f64 = 2.0 * (6.0 * UNIT_ROUNDOFF * 5.0) + 8.0 * UNIT_ROUNDOFF;

/// Makes no difference to a slope, except where the square of an area is below 1e-280 and its
/// digits may be lost: then the slope is not that of a wide angle.
const UNDERFLOW: f64 = 1e-294;

/// The sine below which a triangle's normal deserves more digits: the error of its distance then
/// stays below `200 u`.
const SLIVER: f64 = 1.0 / 16.0;

fn longest(ab: Xyz, bc: Xyz, ca: Xyz) -> Xyz {
    [bc, ca].into_iter().fold(ab, |longest, edge| {
        if edge.length_squared() > longest.length_squared() { edge } else { longest }
    })
}

#[cfg(test)]
mod tests {
    use super::{Apex, Edges, Plane, is_of_wide, size_of};
    use crate::math::{Space, Xyz};

    /// Two at once, of edges at a wide angle, as one alone by its shortest edges: within the sum of
    /// their stated errors.
    #[test]
    fn planes_side_by_side_are_those_of_each() {
        // A lattice of corners, from a sequence without a pattern of its own.
        let number = |i: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 16) / 32_768.0 - 1.0;
        let point = |i: u32| Xyz::new(number(3 * i), number(3 * i + 1), number(3 * i + 2));
        let mut wide = 0;
        for i in 0..1000 {
            let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|k| point(5 * i + k));
            let apex = Apex::new(e, e, [size_of(e); 2]);
            let (before, edges) = (Edges::new(&apex, d, a), Edges::new(&apex, b, c));
            let planes = Plane::of_edges(before.across(edges), edges, &apex);
            for (plane, corners) in planes.into_iter().zip([[a, b, e], [b, c, e]]) {
                if !is_of_wide(plane.slope) {
                    continue;
                }
                wide += 1;
                let other = Plane::narrow(corners);
                let off = (plane.distance - other.distance).abs();
                assert!(off <= plane.error + other.error, "{corners:?}: {off:e}");
                let leaning = (plane.normal - other.normal).length();
                assert!(leaning <= plane.slope + other.slope, "{corners:?}: {leaning:e}");
            }
        }
        assert!(wide > 1500, "{wide}");
    }

    /// Areas whose square leaves the range, and zero areas, are not trusted.
    #[test]
    fn tiny_and_flat_triangles_are_left_to_care() {
        for scale in [1.0, 1e-60, 1e-75, 1e-100] {
            let [a, b, apex] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
                .map(|[x, y, z]| Xyz::new(x, y, z) * scale);
            let corner = Apex::new(apex, apex, [scale; 2]);
            let (from, to) = (Edges::new(&corner, a, a), Edges::new(&corner, b, a * 2.0));
            let [wide, flat] = Plane::of_edges(from, to, &corner);
            assert_eq!(is_of_wide(wide.slope), scale >= 1e-60, "{scale}");
            assert!(!is_of_wide(flat.slope), "{scale}");
        }
    }
}
