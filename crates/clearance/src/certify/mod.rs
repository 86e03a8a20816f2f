//! What the numbers prove, whatever the search did.
//!
//! Two stages so far. The *bounds* of the loops, widened by the rounding that made them, prove most booleans for free.
//! Where they do not, *orientation* predicates decide simplices whose vertices are free of rounding: shapes on grids, and
//! everything that touches on them.

mod orientation;

use arrayvec::ArrayVec;

use crate::solve::Simplex;

pub(crate) use orientation::Orient;
pub(crate) use orientation::{turn, volume};

/// Whether the simplex proves that the difference holds the origin: its vertices are the exact differences of points of the
/// shapes, and their closed hull holds it.
pub(crate) fn proves_intersection<S: Orient>(simplex: &Simplex<S>) -> bool {
    let vertices = simplex.vertices();
    vertices.iter().all(|v| v.exact) && {
        let points: ArrayVec<S, 4> = vertices.iter().map(|v| v.point).collect();
        S::hull_holds_origin(&points)
    }
}
