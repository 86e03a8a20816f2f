//! Vertices stored for scanning: four x-coordinates, four y, four z, and so on, so that the compiler keeps four heights in
//! vector registers at once.

use alloc::vec::Vec;

use crate::math::{Scalar, Space, Vector};

/// Vertices a block: four `f64` fill one AVX register or two of SSE2. Eight spill the registers of SSE2 and lengthen the final
/// choice among lanes; measured slower at 12 to 256 vertices.
const LANES: usize = 4;

/// Coordinates by axis; of the plane the third stays zero.
type Block<T> = [[T; LANES]; 3];

/// Any number of vertices, at least one, the last one repeated to fill the last block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns<T> {
    blocks: Vec<Block<T>>,
}

impl<T: Scalar> Columns<T> {
    pub(crate) fn new<V: Vector<Scalar = T>>(vertices: &[V]) -> Self {
        let blocks = vertices
            .chunks(LANES)
            .map(|chunk| {
                let mut block = [[T::ZERO; LANES]; 3];
                for (axis, row) in block.iter_mut().enumerate().take(V::Space::DIM) {
                    for (lane, value) in row.iter_mut().enumerate() {
                        let vertex = chunk.get(lane).or(chunk.last());
                        let x = vertex.map_or(0.0, |v| v.to_space().coordinate(axis));
                        *value = T::from_f64(x);
                    }
                }
                block
            })
            .collect();
        Self { blocks }
    }

    /// The index of a vertex farthest along `direction`, among equals the first.
    #[inline]
    pub(crate) fn farthest<S: Space>(&self, direction: S) -> u32 {
        let (dx, dy) = (direction.coordinate(0), direction.coordinate(1));
        let dz = if S::DIM == 3 { direction.coordinate(2) } else { 0.0 };
        let mut best = [f64::NEG_INFINITY; LANES];
        // Numbers of blocks, as floats: lanes of one width can be selected by one comparison.
        let mut best_block = [0.0; LANES];
        let mut number = 0.0;
        for [xs, ys, zs] in &self.blocks {
            for lane in 0..LANES {
                #[allow(clippy::indexing_slicing)] // A lane is below the length of every row.
                {
                    let planar = dx * xs[lane].to_f64() + dy * ys[lane].to_f64();
                    let height = if S::DIM == 3 { planar + dz * zs[lane].to_f64() } else { planar };
                    let better = height > best[lane];
                    best[lane] = if better { height } else { best[lane] };
                    best_block[lane] = if better { number } else { best_block[lane] };
                }
            }
            number += 1.0;
        }
        // Among equal heights the lowest index wins, so that the answer does not depend on the lanes.
        let mut winner = 0.0;
        let mut highest = f64::NEG_INFINITY;
        let mut offset = 0.0;
        for (height, block) in best.into_iter().zip(best_block) {
            let index = block * LANES as f64 + offset;
            if height > highest || (height == highest && index < winner) {
                (highest, winner) = (height, index);
            }
            offset += 1.0;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        {
            winner as u32
        }
    }
}
