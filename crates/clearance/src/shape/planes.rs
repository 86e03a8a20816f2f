//! The planes of a hull's facets, stored for scanning, each with its error.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::math::{Space, Vector};

use super::columns::{Block, LANES, block, point_of};
use super::hull::Face;
use super::stored_plane::StoredPlane;

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

impl Planes {
    /// For a hull with this reach from its local origin. In the plane the one face is the outline.
    pub(super) fn new<V: Vector>(faces: &[Face], vertices: &[V], reach: f64) -> Self {
        let at = |corner: &u32| {
            vertices.get(*corner as usize).map_or(V::Space::default(), |v| v.to_space())
        };
        let planes: Vec<StoredPlane<V::Space>> = if V::Space::DIM == 2 {
            let outline: Vec<u32> = faces.iter().flat_map(|face| &face.vertices).copied().collect();
            let next = outline.iter().cycle().skip(1);
            let edge = |(p, q): (&u32, &u32)| StoredPlane::new([at(p), at(q)].into_iter(), reach);
            outline.iter().zip(next).map(edge).collect()
        } else {
            let face = |face: &Face| StoredPlane::new(face.vertices.iter().map(at), reach);
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

    /// The first plane from a number on with `normal · along - weight · below >= least`.
    pub(super) fn next_beyond<S: Space>(
        &self,
        from: u32,
        along: S,
        weight: f64,
        least: f64,
    ) -> Option<u32> {
        let [x, y, z] = along.coordinates();
        let (first, lane) = (from as usize / LANES, from as usize % LANES);
        let mut skipped = lane;
        for (place, PlaneBlock { normals: [xs, ys, zs], below, .. }) in
            self.blocks.iter().enumerate().skip(first)
        {
            let rows = xs.iter().zip(ys).zip(zs).zip(below);
            let beyond = rows.map(|(((a, b), c), h)| a * x + b * y + c * z - weight * h >= least);
            let found = beyond.enumerate().skip(skipped).find(|(_, is_beyond)| *is_beyond);
            if let Some((lane, _)) = found {
                return u32::try_from(place * LANES + lane).ok();
            }
            skipped = 0;
        }
        None
    }

    /// The normal of a facet's plane, and the height of the hull along it.
    pub(crate) fn get<S: Space>(&self, index: usize) -> Option<(S, f64)> {
        let (block, lane) = (self.blocks.get(index / LANES)?, index % LANES);
        let (below, above) = (block.below.get(lane)?, block.above.get(lane)?);
        Some((point_of(&block.normals, lane), 0.5 * (below + above)))
    }
}
