//! `clearance` for JavaScript: shapes as handles, and a desk of numbers that both sides read.
//!
//! `npm/clearance.js` is the reference for callers. It writes poses onto the [`Desk`], asks by
//! handles and plain numbers, and reads the answer off the desk: nothing is copied in or out, and a
//! call makes no garbage. Every question returns 0 apart, 1 in contact, 2 undecided, or -1 where
//! the input describes nothing, which [`Desk::fault`] puts into words.

mod desk;
mod in_words;
mod shape;

pub use desk::Desk;
pub use shape::Shape;
