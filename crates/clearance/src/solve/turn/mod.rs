//! Casts of shapes that turn: when does B first touch A?
//!
//! The distance at a time is no convex function any more, so no single plane ends the search. What
//! is left is that along one direction, which rests in the world or is glued to A or to B, every
//! pair of points moves smoothly: `course` says how a body moves, `pair` how two of them stand and
//! by how much their points bend off a straight line, `step` how far a plane keeps them apart,
//! `advance` goes from plane to plane, and `part` waits for shapes in contact to part.

mod advance;
mod course;
mod pair;
mod part;
mod step;

pub(crate) use advance::{Ahead, STEPS, first_contact};
pub(crate) use course::Course;
pub(crate) use pair::{Look, Two};
pub(crate) use part::{Parting, goes_deeper, parting};
