//! Convex hulls of finitely many points, in the plane and in space, without tolerances.
//!
//! Every decision is the sign of an orientation determinant of the coordinates given (Shewchuk's
//! adaptive predicates), so the hull is *the* hull: a grid of 10 x 10 x 10 points has 8 vertices
//! and 6 square faces, and a millionth decimal of jitter gives the faces that the jittered points
//! have.
//!
//! ```text
//! spatial ── rank ──> flat ──> planar         point, segment, polygon
//!    └─────> mesh (triangles, insertion) ──> merge (coplanar triangles become faces)
//! convexity ─> spatial, planar, surface      is a mesh or outline convex, and if not,
//!    └─────> dent, nearest, cover           by how much, and does it cover its hull
//! scale, predicates                           under all of them
//! ```
//!
//! # Domain
//!
//! Any finite coordinates. They are first multiplied by one power of two that brings the largest
//! into `[0.5, 1)`; see `scale` for the one rounding this can cause: coordinates less than 2^-248
//! (2e-75) of the largest are rounded to a multiple of 2^-299 of it. The result is then the exact
//! hull of the rounded points, so it is still convex and still terminates.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::faceted::Lists;

pub(crate) mod convexity;
mod cover;
mod dent;
mod facet_plane;
mod flat;
pub(crate) mod inball;
mod merge;
mod mesh;
mod nearest;
pub(crate) mod planar;
mod predicates;
mod scale;
pub(crate) mod spatial;
mod surface;

#[cfg(test)]
mod convexity_tests;
#[cfg(test)]
mod tests;

/// How many dimensions a set of points spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rank {
    /// All points coincide.
    Point,
    /// The points lie on a line and do not coincide.
    Segment,
    /// The points lie in a plane and on no line. In the plane: the full rank.
    Polygon,
    /// The points lie in no plane.
    Solid,
}

/// Why a set of points has no hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HullError {
    /// There are no points.
    Empty,
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// Position of the first such point in the input.
        index: usize,
    },
    /// More points than 32-bit edge numbers can serve (2^28).
    TooMany,
}

impl core::fmt::Display for HullError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Empty => f.write_str("a convex hull needs at least one point"),
            Self::NotFinite { index } => {
                write!(f, "point {index} has a coordinate that is NaN or infinite")
            }
            Self::TooMany => f.write_str("a convex hull takes at most 2^28 points"),
        }
    }
}

impl core::error::Error for HullError {}

/// A surface on n points has at most 2n - 4 triangles (Euler), one insertion adds at most n before
/// it removes others, and a triangle has three half-edges: 9n numbers, which must fit `u32`.
const MAX_POINTS: usize = 1 << 28;

/// The convex hull of points in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hull2 {
    /// [`Rank::Point`], [`Rank::Segment`] or [`Rank::Polygon`].
    pub(crate) rank: Rank,
    /// Positions in the input of the extreme points, counter-clockwise, starting from the
    /// lexicographically smallest. Among coincident points the first is named.
    pub(crate) vertices: Vec<u32>,
}

/// The convex hull of points in space, in a canonical form: it depends on the positions of the
/// points alone, and on their order only through the numbers in `vertices`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hull3 {
    pub(crate) rank: Rank,
    /// Positions in the input of the extreme points, ascending. Among coincident points the first
    /// is named.
    pub(crate) vertices: Vec<u32>,
    /// Every facet once, coplanar triangles merged, in lexicographic order of the loops. For
    /// [`Rank::Polygon`] the two sides, so that every edge borders two faces and V - E + F = 2
    /// holds for flat hulls too. Empty for points and segments.
    pub(crate) faces: Vec<Face>,
    /// For each hull vertex the hull vertices joined to it by an edge.
    pub(crate) neighbours: Neighbours,
}

/// A facet of a [`Hull3`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Face {
    /// Positions in [`Hull3::vertices`], counter-clockwise seen from outside, the smallest first.
    pub(crate) vertices: Vec<u32>,
}

/// Lists of vertices, one per vertex, stored end to end: the neighbours of `v` are
/// `list[starts[v]..starts[v + 1]]`.
///
/// The edges of the *merged* faces suffice for hill climbing. A polytope lies in the cone at each
/// of its vertices v spanned by the edges at v (Ziegler, Lectures on Polytopes, Lemma 3.6), so if
/// every edge at v leads to no larger dot product, no point of the polytope has a larger one. A
/// vertex where a climb by strict improvement stops is therefore extreme, up to the rounding of the
/// dot products compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Neighbours {
    pub(crate) starts: Box<[u32]>,
    pub(crate) list: Box<[u32]>,
}

impl Neighbours {
    pub(crate) fn lists(&self) -> Lists<'_> {
        Lists { starts: &self.starts, list: &self.list }
    }

    /// The vertices joined to `vertex` by an edge, ascending; empty when there is no such vertex.
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        self.lists().of(vertex)
    }
}
