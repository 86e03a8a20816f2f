//! The planes of a hull's facets, stored for scanning, each with its error.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::math::tolerance::{UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Space, Vector, Xyz, power_of_two};

use super::columns::{Block, LANES, block, point_of};
use super::hull::Face;

/// Some planes, the last one repeated to fill the block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlaneBlock {
    /// Outwards, of unit length; zero where a facet's area vanishes in floats.
    pub(crate) normals: Block<f64>,
    /// The hull is below this height along the normal.
    pub(crate) above: [f64; LANES],
    /// A point within twice the hull's reach that is below this height along every normal is in the
    /// hull.
    pub(crate) below: [f64; LANES],
}

/// One plane a facet: an edge in the plane, a face in space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Planes {
    blocks: Box<[PlaneBlock]>,
}

/// A facet's plane: its normal, and the height of its corners along it, from below and from above.
struct StoredPlane<S> {
    normal: S,
    heights: [f64; 2],
}

impl Planes {
    /// For a hull with this reach from its local origin. In the plane the one face is the outline.
    pub(super) fn new<V: Vector>(faces: &[Face], vertices: &[V], reach: f64) -> Self {
        // Products of extreme sizes would leave the range.
        let per_unit = power_of_two(exponent_to_unit(reach));
        let at = |corner: &u32| {
            let vertex = vertices.get(*corner as usize).copied();
            vertex.map_or([0.0; 3], |v| (v.to_space() * per_unit).coordinates())
        };
        let through = |(direction, size): ([f64; 3], f64), corners: usize, first: &u32| {
            let [x, y, z] = direction;
            let direction = V::Space::from_xyz(x, y, z);
            let plane = |normal: V::Space| {
                let point = vertices.get(*first as usize).copied();
                let height = point.map_or(0.0, |p| normal.dot(p.to_space()));
                let slack = slack(size / direction.length(), corners, reach);
                StoredPlane { normal, heights: [height - slack, height + slack] }
            };
            let unknown =
                StoredPlane { normal: V::Space::default(), heights: [-f64::MAX, f64::MAX] };
            direction.try_normalize().map_or(unknown, plane)
        };
        let planes: Vec<StoredPlane<V::Space>> = if V::Space::DIM == 2 {
            let outline: Vec<u32> = faces.iter().flat_map(|face| &face.vertices).copied().collect();
            let next = outline.iter().cycle().skip(1);
            let edge = |(p, q): (&u32, &u32)| {
                let ([px, py, _], [qx, qy, _]) = (at(p), at(q));
                let length = V::Space::from_xyz(qx - px, qy - py, 0.0).length();
                through(([qy - py, px - qx, 0.0], length), 2, p)
            };
            outline.iter().zip(next).map(edge).collect()
        } else {
            let face = |face: &Face| {
                let first = face.vertices.first().unwrap_or(&0);
                through(area_vector(face.vertices.iter().map(at)), face.vertices.len(), first)
            };
            faces.iter().map(face).collect()
        };
        let blocks = planes.chunks(LANES).map(|planes| {
            let normals: Vec<V::Space> = planes.iter().map(|plane| plane.normal).collect();
            let [mut below, mut above] = [[0.0; LANES]; 2];
            for (lane, (below, above)) in below.iter_mut().zip(&mut above).enumerate() {
                let plane = planes.get(lane).or(planes.last());
                [*below, *above] = plane.map_or([0.0; 2], |plane| plane.heights);
            }
            PlaneBlock { normals: block(&normals), above, below }
        });
        Self { blocks: blocks.collect() }
    }

    pub(crate) fn blocks(&self) -> &[PlaneBlock] {
        &self.blocks
    }

    /// The normal of a facet's plane, and the height of the hull along it.
    pub(crate) fn get<S: Space>(&self, index: usize) -> Option<(S, f64)> {
        let (block, lane) = (self.blocks.get(index / LANES)?, index % LANES);
        let (below, above) = (block.below.get(lane)?, block.above.get(lane)?);
        Some((point_of(&block.normals, lane), 0.5 * (below + above)))
    }
}

/// Twice the area of a flat loop, along its normal: the sum of the fan about the first corner; and
/// the sum of the products of lengths that went into it.
fn area_vector(mut corners: impl Iterator<Item = [f64; 3]>) -> ([f64; 3], f64) {
    let Some(first) = corners.next() else { return ([0.0; 3], 0.0) };
    let from_first = |[x, y, z]: [f64; 3]| Xyz::new(x - first[0], y - first[1], z - first[2]);
    let mut spokes = corners.map(from_first);
    let (mut last, mut sum, mut size) = (spokes.next().unwrap_or_default(), Xyz::default(), 0.0);
    for spoke in spokes {
        sum += last.cross(spoke);
        size += last.length() * spoke.length();
        last = spoke;
    }
    ([sum.x, sum.y, sum.z], size)
}

/// How far a facet's plane may be off, within three reaches of its first corner (lemma 36).
///
/// A cross product of spokes `s`, `t` is good to `6 u |s| |t|` and their running sum to `u` a term,
/// so that the direction of an area vector which is `thinness` times as short as the products in it
/// is good to `(12 + 2 corners) u thinness`, and to 4 more once it is of unit length. The height of
/// the first corner is good to `3 u reach`.
fn slack(thinness: f64, corners: usize, reach: f64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // Fewer than 2^32.
    let tilt = (16.0 + 4.0 * corners as f64) * UNIT_ROUNDOFF * thinness;
    let slack = reach * (4.0 * tilt + 8.0 * UNIT_ROUNDOFF);
    if slack.is_finite() { slack } else { f64::MAX }
}
