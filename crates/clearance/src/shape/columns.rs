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

    /// A vertex farthest along `direction` and its index; which of equals, the order of the lanes decides.
    #[inline]
    pub(crate) fn farthest<S: Space>(&self, direction: S) -> (u32, S) {
        let (dx, dy) = (direction.coordinate(0), direction.coordinate(1));
        let dz = if S::DIM == 3 { direction.coordinate(2) } else { 0.0 };
        let mut best = [f64::NEG_INFINITY; LANES];
        // As wide as the heights, so that one comparison selects both.
        let mut index = [0_u64; LANES];
        let mut first = 0;
        for [xs, ys, zs] in &self.blocks {
            for lane in 0..LANES {
                #[allow(clippy::indexing_slicing)] // A lane is below the length of every row.
                {
                    let planar = dx * xs[lane] + dy * ys[lane];
                    let height = if S::DIM == 3 { planar + dz * zs[lane] } else { planar };
                    let better = height > best[lane];
                    best[lane] = if better { height } else { best[lane] };
                    index[lane] = if better { first + lane as u64 } else { index[lane] };
                }
            }
            first += LANES as u64;
        }
        let [h0, h1, h2, h3] = best;
        let [i0, i1, i2, i3] = index;
        let (_, winner) = higher(higher((h0, i0), (h1, i1)), higher((h2, i2), (h3, i3)));
        #[allow(clippy::cast_possible_truncation)] // Hulls number their vertices in 32 bits.
        let winner = winner as u32;
        (winner, self.vertex(winner))
    }

    /// From these columns, because they are at hand and wide already.
    #[inline]
    fn vertex<S: Space>(&self, index: u32) -> S {
        let index = index as usize;
        let lane = |row: &[f64; LANES]| row.get(index % LANES).copied().unwrap_or_default();
        self.blocks
            .get(index / LANES)
            .map_or(S::default(), |[xs, ys, zs]| S::from_xyz(lane(xs), lane(ys), lane(zs)))
    }
}

/// The higher of two candidates, each a height and an index. Which of them wins is as good as random, so no branch should hang
/// on it.
#[inline]
fn higher(p: (f64, u64), q: (f64, u64)) -> (f64, u64) {
    let second = q.0 > p.0;
    (if second { q.0 } else { p.0 }, core::hint::select_unpredictable(second, q.1, p.1))
}
