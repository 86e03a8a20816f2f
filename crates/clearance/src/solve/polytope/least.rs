//! The facet nearest to the origin, by a look at all distances: up to a few hundred, faster than a
//! heap.

/// The distance of a face, and its place among all.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) distance: f64,
    pub(super) place: usize,
}

impl Key {
    /// The less of two. Which it is is unpredictable, so no branch depends on it.
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

    /// Of every length that ends differently among the fours, with the least in every place.
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

    #[test]
    fn what_is_out_of_the_running_is_never_the_least() {
        for count in 0..9 {
            assert_eq!(Key::least_of(&[f64::INFINITY; 9][..count]).distance, f64::INFINITY);
        }
        let keys = [f64::INFINITY, f64::NAN, -3.0, f64::INFINITY, f64::NAN, -2.0];
        assert_eq!(Key::least_of(&keys).place, 2);
    }
}
