//! Finding the answer: the Minkowski difference, GJK on a simplex, EPA on a polytope, closed forms
//! for pairs.

mod approach;
pub(crate) mod cast;
pub(crate) mod cores;
mod curved;
pub(crate) mod difference;
mod epa;
pub(crate) mod gjk;
pub(crate) mod overlap;
pub(crate) mod pairs;
mod polytope;
mod signed_distance;
mod simplex;
pub(crate) mod turn;

#[cfg(all(test, feature = "alloc"))]
mod search_tests;

#[cfg(feature = "alloc")]
pub(crate) use difference::Frame;
pub use difference::Vertex;
pub use polytope::Expand;
pub(crate) use signed_distance::signed_distance;
pub use simplex::{Nearest, Simplex};
