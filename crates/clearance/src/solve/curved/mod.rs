//! Newton's steps on curved shapes, for GJK and EPA.
//!
//! GJK's step moves to the nearest point of a simplex whose vertices stay where they are; on a
//! curved surface each step then goes only a part of the way. But the support points of cylinders,
//! cones and ellipsoids move by a known law as the direction turns. So where a search is near,
//! [`follow`] moves the vertices of its simplex with the direction until both fit. The results are
//! points of the difference, with which GJK's loop goes on and proves the same as with any others.
//!
//! For a depth the point alone is not enough: a polytope of flat facets has to tile the surface
//! around it, more finely for every further digit. There [`LocalMinimum`] bounds the heights of a
//! whole cone of directions at once, by the same law.

mod law;
mod minimum;
mod newton;
#[cfg(all(test, feature = "alloc"))]
mod tests;

pub(crate) use minimum::LocalMinimum;
pub(super) use newton::{follow, is_curved};
