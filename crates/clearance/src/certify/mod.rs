//! What the numbers prove, whatever the search did.
//!
//! Two stages so far. The *bounds* of the loops, widened by the rounding that made them, prove most booleans for free.
//! Where they do not, *orientation* predicates decide simplices whose vertices are free of rounding: shapes on grids, and
//! everything that touches on them.

mod expansion;
mod orientation;

use crate::solve::Simplex;

pub(crate) use expansion::{turn, volume};
pub(crate) use orientation::Orient;

/// Whether the simplex proves that the difference holds the origin: its vertices are the exact differences of points of the
/// shapes, and their closed hull holds it.
pub(crate) fn proves_intersection<S: Orient>(simplex: &Simplex<S>) -> bool {
    simplex.vertices().iter().all(|v| v.exact)
        && match simplex {
            Simplex::Vertex(v) => S::hull_holds_origin(&v.map(|v| v.point)),
            Simplex::Edge(v) => S::hull_holds_origin(&v.map(|v| v.point)),
            Simplex::Face(v) => S::hull_holds_origin(&v.map(|v| v.point)),
            Simplex::Cell(v) => S::hull_holds_origin(&v.map(|v| v.point)),
        }
}
