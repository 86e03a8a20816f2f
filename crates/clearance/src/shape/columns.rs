//! Vertices stored for scanning: eight x-coordinates, eight y, eight z, and so on, so that the compiler keeps eight heights
//! in vector registers at once.

use alloc::vec::Vec;

use crate::math::{Scalar, Space, Vector};

/// Vertices a block. Eight `f64` fill an AVX-512 register, two AVX, four SSE2 ones.
const LANES: usize = 8;

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
        let mut winner = (f64::NEG_INFINITY, 0_u32);
        for (lane, (height, block)) in (0_u32..).zip(best.into_iter().zip(best_block)) {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let index = block as u32 * LANES as u32 + lane;
            if height > winner.0 || (height == winner.0 && index < winner.1) {
                winner = (height, index);
            }
        }
        winner.1
    }
}
