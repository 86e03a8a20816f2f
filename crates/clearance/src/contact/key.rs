//! Names of contact points that stay the same from one frame to the next.

/// Which features of the two shapes meet in a contact point: A's in the upper half, B's in the
/// lower.
///
/// Each half is two bits for the kind (1 vertex, 2 edge, 3 face) and 30 for its number in the
/// shape, which no motion changes; in the plane edges count as faces, and a side of a hull that is
/// several faces by the rounding of its corners has a number after theirs. A smooth surface is face
/// 0; the rounding about a core counts as the core's vertex or edge. No half is ever 0, and two
/// points of one manifold never share a key: a solver may store its data of a contact under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactKey(pub u64);

pub(crate) const VERTEX: u32 = 1 << 30;
pub(crate) const EDGE: u32 = 2 << 30;
pub(crate) const FACE: u32 = 3 << 30;

impl ContactKey {
    pub(crate) const fn of([a, b]: [u32; 2]) -> Self {
        Self((a as u64) << 32 | b as u64)
    }

    /// A's feature.
    #[allow(clippy::cast_possible_truncation)]
    #[must_use]
    pub const fn on_a(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// B's feature.
    #[allow(clippy::cast_possible_truncation)]
    #[must_use]
    pub const fn on_b(self) -> u32 {
        self.0 as u32
    }

    /// The key of the same point with A and B exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self(self.0.rotate_left(32))
    }
}
