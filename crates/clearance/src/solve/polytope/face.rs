//! A face of the polytope of space, and its edges. Their small numbers go in words, so that a face
//! is one line of the cache, and an edge is handed on in a register.

use crate::math::{Space, Xyz};

/// A triangle and its plane, in 64 bytes.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// Its vertices, counter-clockwise from outside, and the first once more.
    pub(super) corners: Four,
    /// The faces across the edges from each of them to the next, and a [state](Self::UNCOVERED).
    pub(super) across: Four,
    pub(super) normal: Xyz,
    pub(super) distance: f64,
    pub(super) error: f64,
    /// How wrong heights of other points over the plane may be, for each unit of their
    /// distance from the origin.
    pub(super) slope: f64,
}

impl Face {
    /// Its state: on the polytope, and whether a local minimum proves more than the face does; or
    /// gone.
    pub(super) const UNCOVERED: u16 = 0;
    pub(super) const COVERED: u16 = 1;
    pub(super) const REMOVED: u16 = 2;

    /// None yet.
    pub(super) const NONE: Self = Self {
        corners: Four(0),
        across: Four(0).or_fourth(Self::REMOVED),
        normal: Xyz::ORIGIN,
        distance: 0.0,
        error: 0.0,
        slope: 0.0,
    };

    #[inline(always)]
    pub(super) const fn is_on_polytope(&self) -> bool {
        self.across.at(3) < Self::REMOVED
    }

    /// The edge from the vertex in a place to the next.
    #[inline(always)]
    pub(super) const fn edge(&self, place: u32) -> Edge {
        Edge(self.corners.two(place) | (self.across.at(place) as u64) << 32)
    }

    /// The place of a vertex.
    // PERF(branch misprediction): sums instead of branches, since the place is unpredictable.
    #[inline(always)]
    pub(super) fn place_of(&self, vertex: u16) -> u32 {
        u32::from(self.corners.at(1) == vertex) + 2 * u32::from(self.corners.at(2) == vertex)
    }
}

/// The place after this one around a face.
#[inline(always)]
pub(super) const fn after(place: u32) -> u32 {
    if place == 2 { 0 } else { place + 1 }
}

/// Four numbers in one word: stored and read as a whole, and no place is out of bounds.
#[derive(Clone, Copy)]
pub(super) struct Four(u64);

impl Four {
    #[inline(always)]
    pub(super) const fn new([a, b, c, d]: [u16; 4]) -> Self {
        Self(a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48)
    }

    /// The number in a place.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(super) const fn at(self, place: u32) -> u16 {
        (self.0 >> (16 * (place & 3))) as u16
    }

    /// That and the next, in the lower half of a word.
    #[inline(always)]
    pub(super) const fn two(self, place: u32) -> u64 {
        (self.0 >> (16 * (place & 3))) & 0xFFFF_FFFF
    }

    /// The first three.
    pub(super) const fn three(self) -> [u16; 3] {
        [self.at(0), self.at(1), self.at(2)]
    }

    #[inline(always)]
    pub(super) const fn with(self, place: u32, number: u16) -> Self {
        let shift = 16 * (place & 3);
        Self(self.0 & !(0xFFFF << shift) | (number as u64) << shift)
    }

    /// Puts these bits in the fourth.
    #[inline(always)]
    pub(super) const fn or_fourth(self, bits: u16) -> Self {
        Self(self.0 | (bits as u64) << 48)
    }
}

/// An edge of a face in one word: from, to, and the face across.
#[derive(Clone, Copy)]
pub(super) struct Edge(u64);

#[allow(clippy::cast_possible_truncation)]
impl Edge {
    #[inline(always)]
    pub(super) const fn from(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    pub(super) const fn to(self) -> u16 {
        (self.0 >> 16) as u16
    }

    #[inline(always)]
    pub(super) const fn beyond(self) -> u16 {
        (self.0 >> 32) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::{Face, Four, after};

    #[test]
    fn numbers_keep_their_places() {
        let four = Four::new([1, u16::MAX, 3, 0]);
        assert_eq!([0, 1, 2, 3].map(|place| four.at(place)), [1, u16::MAX, 3, 0]);
        for place in 0..4 {
            let changed = four.with(place, 7);
            for other in 0..4 {
                let expected = if other == place { 7 } else { four.at(other) };
                assert_eq!(changed.at(other), expected);
            }
        }
    }

    /// Around a face from any of its vertices.
    #[test]
    fn edges_go_around() {
        let (corners, across) = (Four::new([5, 6, 7, 5]), Four::new([10, 11, 12, Face::COVERED]));
        let face = Face { corners, across, ..Face::NONE };
        assert!(!Face::NONE.is_on_polytope());
        let around = [(5, 6, 10), (6, 7, 11), (7, 5, 12)];
        for (from, to, beyond) in around {
            let edge = face.edge(face.place_of(from));
            assert_eq!((edge.from(), edge.to(), edge.beyond()), (from, to, beyond));
            let next = face.edge(after(face.place_of(from)));
            assert_eq!(next.from(), to);
        }
        assert!(face.is_on_polytope());
        let removed = Face { across: face.across.or_fourth(Face::REMOVED), ..face };
        assert!(!removed.is_on_polytope());
        assert_eq!(removed.edge(2).beyond(), 12);
    }
}
