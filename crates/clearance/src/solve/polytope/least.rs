//! The facet nearest to the origin: by a scan of all distances, which is faster than a heap up to a
//! few hundred; among thousands by blocks.

use super::store::{List, Store};

/// The faces' distances side by side; infinite for those out of the running.
pub(super) struct Keys<R: Store> {
    distances: R::Facets<f64>,
    /// A lower bound for each block of distances, which only a scan of the block raises; none where
    /// a scan of all is faster.
    blocks: R::Vertices<f64>,
}

/// Distances in a block.
const BLOCK: usize = 128;

impl<R: Store> Keys<R> {
    const HAS_BLOCKS: bool = R::FACETS > 8 * BLOCK;

    pub(super) fn new() -> Self {
        Self { distances: Default::default(), blocks: Default::default() }
    }

    /// One more, out of the running until it is set.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        if Self::HAS_BLOCKS && self.distances.len().is_multiple_of(BLOCK) {
            self.blocks.add(f64::INFINITY);
        }
        self.distances.add(f64::INFINITY);
    }

    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, distance: f64) {
        if let Some(key) = self.distances.get_mut(place) {
            *key = distance;
        }
        if Self::HAS_BLOCKS
            && let Some(bound) = self.blocks.get_mut(place / BLOCK)
            && distance < *bound
        {
            *bound = distance;
        }
    }

    /// The least of all.
    #[inline(always)]
    pub(super) fn least(&mut self) -> Key {
        if !Self::HAS_BLOCKS {
            return Key::least_of(&self.distances);
        }
        loop {
            let Key { distance, place: block } = Key::least_of(&self.blocks);
            let distances = self.distances.chunks(BLOCK).nth(block).unwrap_or_default();
            let found = Key::least_of(distances);
            if found.distance <= distance {
                return Key { place: block * BLOCK + found.place, ..found };
            }
            if let Some(bound) = self.blocks.get_mut(block) {
                *bound = found.distance;
            }
        }
    }
}

/// The distance of a face, and its place among all.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) distance: f64,
    pub(super) place: usize,
}

impl Key {
    /// The smaller of two. Which one is unpredictable, so no branch depends on it.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let is_less = other.distance < self.distance;
        Self {
            distance: if is_less { other.distance } else { self.distance },
            place: core::hint::select_unpredictable(is_less, other.place, self.place),
        }
    }

    /// The least of all, four at a time.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // A lane is below four.
    pub(super) fn least_of(keys: &[f64]) -> Self {
        let (fours, rest) = keys.as_chunks::<4>();
        let (mut least, mut places) = ([f64::INFINITY; 4], [0_u64; 4]);
        let mut first = 0;
        for four in fours {
            for lane in 0..4 {
                let is_less = four[lane] < least[lane];
                least[lane] = if is_less { four[lane] } else { least[lane] };
                places[lane] = if is_less { first } else { places[lane] };
            }
            first += 4;
        }
        let key = |lane: usize| Self { distance: least[lane], place: places[lane] as usize + lane };
        let mut least = key(0).or(key(1)).or(key(2).or(key(3)));
        for (distance, place) in rest.iter().zip(first as usize..) {
            least = least.or(Self { distance: *distance, place });
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    #[cfg(feature = "alloc")]
    use super::{super::store::OnHeap, Keys};

    /// Lists of every length modulo four, with the least in every place.
    #[test]
    fn the_least_is_found_wherever_it_is() {
        for length in 0..19 {
            for place in 0..length {
                let mut keys: [f64; 19] = core::array::from_fn(|i| 2.0 + (i % 7) as f64);
                keys[place] = 1.0;
                let least = Key::least_of(&keys[..length]);
                assert_eq!((least.distance, least.place), (1.0, place), "{keys:?}");
            }
        }
    }

    /// Blocks find what a full scan does, while distances come, go and change.
    #[test]
    #[cfg(feature = "alloc")]
    fn blocks_have_the_same_least() {
        let mut keys = Keys::<OnHeap>::new();
        const { assert!(Keys::<OnHeap>::HAS_BLOCKS) };
        let mut plain = std::vec::Vec::new();
        for step in 0..4000_usize {
            if step % 3 == 0 {
                keys.push();
                plain.push(f64::INFINITY);
            }
            let place = (step * 7919) % plain.len();
            let distance = if step % 5 == 0 { f64::INFINITY } else { ((step * 31) % 997) as f64 };
            keys.set(place, distance);
            plain[place] = distance;
            let least = plain.iter().copied().fold(f64::INFINITY, f64::min);
            let found = keys.least();
            assert_eq!(found.distance, least, "{step}");
            assert!(least == f64::INFINITY || plain[found.place] == least, "{step}");
        }
    }

    #[test]
    fn what_is_out_of_the_running_is_never_the_least() {
        for count in 0..9 {
            assert_eq!(Key::least_of(&[f64::INFINITY; 9][..count]).distance, f64::INFINITY);
        }
        let keys = [f64::INFINITY, f64::NAN, -3.0, f64::INFINITY, f64::NAN, -2.0];
        assert_eq!(Key::least_of(&keys).place, 2);
    }
}
