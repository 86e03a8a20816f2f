//! The pairs of polytopes of a chunk, sorted by size, so that those that step side by side have as
//! many corners to scan.

use crate::math::{Scalar, Vector};
use crate::shape::SupportMap;

use super::lanes::CHUNK;
use super::lanes::hulls::{Hulls, WIDTH, corners};
use super::pairs::Pair;

/// A pair of polytopes of the chunk.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// How many corners to scan, of A and of B.
    corners: [u8; 2],
    place: u8,
}

/// The pairs that wait, and the lanes that they go through.
#[derive(Clone, Debug)]
pub(super) struct Polytopes<T> {
    places: [Slot; CHUNK],
    len: usize,
    hulls: Hulls<T>,
}

impl<T: Scalar> Polytopes<T> {
    pub(super) const fn new() -> Self {
        let none = Slot { corners: [0; 2], place: 0 };
        Self { places: [none; CHUNK], len: 0, hulls: Hulls::new() }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a pair of the chunk if lanes can judge it; returns whether they can.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // A chunk has 128 pairs, and a shape here no more than 64 corners.
    pub(super) fn push<V, A, B>(&mut self, place: usize, pair: &Pair<'_, V, A, B>) -> bool
    where
        V: Vector<Scalar = T>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (Some(corners), Some(slot)) = (corners(pair), self.places.get_mut(self.len)) else {
            return false;
        };
        *slot = Slot { corners: corners.map(|count| count as u8), place: place as u8 };
        self.len += 1;
        true
    }

    /// Runs a kernel on as many pairs at once as there are lanes, and passes on each with its lane.
    #[inline]
    pub(super) fn each<'p, V, A, B>(
        &mut self,
        pair: impl Fn(usize) -> Option<Pair<'p, V, A, B>>,
        mut run: impl FnMut(&mut Hulls<T>),
        mut answer: impl FnMut(usize, &Hulls<T>, usize),
    ) where
        V: Vector<Scalar = T>,
        A: SupportMap<V> + ?Sized + 'p,
        B: SupportMap<V> + ?Sized + 'p,
    {
        let Self { places, len, hulls } = self;
        let Some(places) = places.get_mut(..*len) else { return };
        places.sort_unstable_by_key(|place| place.corners);
        for group in places.chunks(WIDTH) {
            let most =
                |side: fn(&Slot) -> u8| usize::from(group.iter().map(side).max().unwrap_or(0));
            hulls.clear([
                most(|Slot { corners: [a, _], .. }| *a),
                most(|Slot { corners: [_, b], .. }| *b),
            ]);
            for (lane, place) in group.iter().enumerate() {
                if let Some(pair) = pair(usize::from(place.place)) {
                    hulls.put(lane, &pair);
                }
            }
            run(hulls);
            for (lane, place) in group.iter().enumerate() {
                answer(usize::from(place.place), hulls, lane);
            }
        }
    }
}
