//! Vertices stored for scanning: four x-coordinates, four y, four z, and so on, so that the
//! compiler keeps four heights in vector registers at once.

use alloc::boxed::Box;
use alloc::vec::Vec;

use clearance_lanes::{Kernel, Level};

use crate::math::{Scalar, Space, Vector};

use super::gauss_map::GaussMap;

/// Vertices a block: four `f64` fill one AVX register or two of SSE2. Eight spill the registers of
/// SSE2 and lengthen the final choice among lanes; measured slower at 12 to 256 vertices.
pub(crate) const LANES: usize = 4;

/// Coordinates by axis; of the plane the third stays zero.
pub(super) type Block<T> = [[T; LANES]; 3];

/// Any number of vertices, at least one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    stored: Stored,
    /// The instructions to scan with, looked up once: the lookup costs as much as a short scan.
    pub(super) level: Level,
}

#[derive(Clone, Debug, PartialEq)]
enum Stored {
    /// All vertices. Widened once: converting in every scan costs small hulls of `f32` a third more
    /// time than the larger loads do.
    All(Vec<Block<f64>>),
    /// Vertices so many that it is faster to scan only those that a direction can mean.
    Mapped(Box<GaussMap<f64>>),
    /// The same of `f32`: half the memory.
    MappedSingle(Box<GaussMap<f32>>),
}

impl Columns {
    pub(super) fn new<V: Vector>(vertices: &[V]) -> Self {
        let points: Vec<V::Space> = vertices.iter().map(|v| v.to_space()).collect();
        let mapped = if V::Scalar::EPSILON > f64::EPSILON {
            GaussMap::new(&points).map(|map| Stored::MappedSingle(Box::new(map)))
        } else {
            GaussMap::new(&points).map(|map| Stored::Mapped(Box::new(map)))
        };
        let all = || Stored::All(points.chunks(LANES).map(block).collect());
        Self { stored: mapped.unwrap_or_else(all), level: Level::best() }
    }

    /// A vertex farthest along `direction` and its index; among equals the order of the lanes
    /// decides.
    #[inline(always)]
    pub(crate) fn farthest<S: Space>(&self, direction: S) -> (u32, S) {
        // A place fits into a register. A point would go through memory, on the critical path of
        // the search's next step.
        let place = self.level.run(VertexScan { stored: &self.stored, direction });
        match &self.stored {
            Stored::All(blocks) => (place, point(blocks, place)),
            Stored::Mapped(map) => map.vertex(place),
            Stored::MappedSingle(map) => map.vertex(place),
        }
    }
}

struct VertexScan<'a, S> {
    stored: &'a Stored,
    direction: S,
}

impl<S: Space> Kernel for VertexScan<'_, S> {
    /// The place where it is stored.
    type Output = u32;
    #[inline(always)]
    fn run(self) -> u32 {
        match self.stored {
            Stored::All(blocks) => farthest_of(blocks, self.direction),
            Stored::Mapped(map) => map.farthest(self.direction),
            Stored::MappedSingle(map) => map.farthest(self.direction),
        }
    }
}

/// One to four points as a block, the last one repeated to fill it.
pub(super) fn block<S: Space, T: Scalar>(points: &[S]) -> Block<T> {
    let mut block = [[T::ZERO; LANES]; 3];
    for (axis, row) in block.iter_mut().enumerate().take(S::DIM) {
        for (lane, value) in row.iter_mut().enumerate() {
            let point = points.get(lane).or(points.last());
            *value = point.map_or(T::ZERO, |p| T::from_f64(p.coordinate(axis)));
        }
    }
    block
}

/// The place of a point farthest along `direction`.
#[inline(always)]
pub(super) fn farthest_of<'a, S: Space, T: Scalar>(
    blocks: impl IntoIterator<Item = &'a Block<T>>,
    direction: S,
) -> u32 {
    let (dx, dy) = (direction.coordinate(0), direction.coordinate(1));
    let dz = if S::DIM == 3 { direction.coordinate(2) } else { 0.0 };
    #[allow(clippy::indexing_slicing)] // A lane is below the length of every row.
    let height = |[xs, ys, zs]: &Block<T>, lane: usize| {
        let planar = dx * xs[lane].to_f64() + dy * ys[lane].to_f64();
        if S::DIM == 3 { planar + dz * zs[lane].to_f64() } else { planar }
    };
    let mut blocks = blocks.into_iter();
    // Not from minus infinity: that would be one more comparison on the critical path.
    let Some(block) = blocks.next() else { return 0 };
    let mut best = [0.0; LANES];
    // As wide as the heights, so that one comparison selects both.
    let mut place = [0_u64; LANES];
    for lane in 0..LANES {
        #[allow(clippy::indexing_slicing)]
        {
            (best[lane], place[lane]) = (height(block, lane), lane as u64);
        }
    }
    let mut first = LANES as u64;
    for block in blocks {
        for lane in 0..LANES {
            #[allow(clippy::indexing_slicing)]
            {
                let height = height(block, lane);
                let better = height > best[lane];
                best[lane] = if better { height } else { best[lane] };
                place[lane] = if better { first + lane as u64 } else { place[lane] };
            }
        }
        first += LANES as u64;
    }
    let [h0, h1, h2, h3] = best;
    let [p0, p1, p2, p3] = place;
    let (_, winner) = higher(higher((h0, p0), (h1, p1)), higher((h2, p2), (h3, p3)));
    #[allow(clippy::cast_possible_truncation)] // Hulls number their vertices in 32 bits.
    let winner = winner as u32;
    winner
}

/// From the columns, which are loaded and widened already.
#[inline(always)]
fn point<S: Space>(blocks: &[Block<f64>], place: u32) -> S {
    let place = place as usize;
    blocks.get(place / LANES).map_or(S::default(), |block| point_of(block, place % LANES))
}

#[inline(always)]
pub(super) fn point_of<S: Space, T: Scalar>([xs, ys, zs]: &Block<T>, lane: usize) -> S {
    let at = |row: &[T; LANES]| row.get(lane).map_or(0.0, |x| x.to_f64());
    S::from_xyz(at(xs), at(ys), at(zs))
}

/// The higher of two candidates, each a height and a place. Which of them wins is as good as
/// random, so no branch should depend on it.
#[inline(always)]
fn higher(p: (f64, u64), q: (f64, u64)) -> (f64, u64) {
    let second = q.0 > p.0;
    (if second { q.0 } else { p.0 }, core::hint::select_unpredictable(second, q.1, p.1))
}
