//! Casts of shapes that turn: when does B first touch A?
//!
//! The distance at a time is no longer a convex function, so no single plane ends the search. But
//! along one direction, which rests in the world or is fixed to A or to B, every pair of points
//! moves smoothly: `course` gives a body's motion, `pair` how two bodies stand and by how much
//! their points bend off a straight line, `step` how far a plane keeps them apart, `advance` goes
//! from plane to plane. `own` knows the turns that show nowhere. `part` finds when shapes in
//! contact part, and `hold` proves that they have not yet.

mod advance;
mod course;
mod hold;
mod own;
mod pair;
mod part;
mod step;

pub(crate) use advance::{Ahead, STEPS, first_contact};
pub(crate) use course::Course;
pub(crate) use own::Own;
pub(crate) use pair::{Look, Two};
pub(crate) use part::{Parting, goes_deeper, parting};
