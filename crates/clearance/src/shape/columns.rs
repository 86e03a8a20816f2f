//! Vertices stored for scanning: four x-coordinates, four y, four z, and so on, so that the compiler keeps four heights in
//! vector registers at once.

use alloc::vec::Vec;

use crate::math::{Space, Vector};

/// Vertices a block: four `f64` fill one AVX register or two of SSE2. Eight spill the registers of SSE2 and lengthen the final
/// choice among lanes; measured slower at 12 to 256 vertices.
const LANES: usize = 4;

/// Coordinates by axis; of the plane the third stays zero. Widened once: converting in every scan costs `f32` hulls a third
/// more time than the larger loads do.
type Block = [[f64; LANES]; 3];

/// Any number of vertices, at least one, the last one repeated to fill the last block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns {
    blocks: Vec<Block>,
}

impl Columns {
    pub(crate) fn new<V: Vector>(vertices: &[V]) -> Self {
        let blocks = vertices
            .chunks(LANES)
            .map(|chunk| {
                let mut block = [[0.0; LANES]; 3];
                for (axis, row) in block.iter_mut().enumerate().take(V::Space::DIM) {
                    for (lane, value) in row.iter_mut().enumerate() {
                        let vertex = chunk.get(lane).or(chunk.last());
                        *value = vertex.map_or(0.0, |v| v.to_space().coordinate(axis));
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
                    let planar = dx * xs[lane] + dy * ys[lane];
                    let height = if S::DIM == 3 { planar + dz * zs[lane] } else { planar };
                    let better = height > best[lane];
                    best[lane] = if better { height } else { best[lane] };
                    best_block[lane] = if better { number } else { best_block[lane] };
                }
            }
            number += 1.0;
        }
        let [h0, h1, h2, h3] = best;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let [i0, i1, i2, i3] = best_block.map(|block| block as u32 * LANES as u32);
        higher(higher((h0, i0), (h1, i1 + 1)), higher((h2, i2 + 2), (h3, i3 + 3))).1
    }
}

/// The higher of two candidates, each a height and an index; of equals the one with the lower index, so that the answer does
/// not depend on the lanes. Which of them wins is as good as random, so no branch should hang on it.
#[inline]
fn higher(p: (f64, u32), q: (f64, u32)) -> (f64, u32) {
    let second = (q.0 > p.0) | ((q.0 == p.0) & (q.1 < p.1));
    (if q.0 > p.0 { q.0 } else { p.0 }, core::hint::select_unpredictable(second, q.1, p.1))
}
