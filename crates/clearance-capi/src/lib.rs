//! `clearance` for C and C++: flat structs in, an integer and flat structs out.
//!
//! `include/clearance/clearance.h` is the reference for callers; `docs/c.md` shows how to build and
//! link. A shape is a value: its kind and its numbers, or a pointer to the caller's points, to a
//! hull that [`door::clearance_hull_new`] made, or to a block of [`door::clearance_hull_build`].
//! Every question returns 0 apart, 1 in contact, 2 undecided, or a negative number that
//! [`door::clearance_message`] puts into words.
//!
//! ```
//! use clearance_capi::door::clearance_proximity;
//! use clearance_capi::types::{
//!     CLEARANCE_BALL, CLEARANCE_IDENTITY, clearance_pose, clearance_shape, clearance_vec3,
//! };
//! use std::mem::MaybeUninit;
//!
//! let ball = clearance_shape {
//!     kind: CLEARANCE_BALL,
//!     size: [1.0, 0.0, 0.0, 0.0],
//!     ..Default::default()
//! };
//! let position = clearance_vec3 { x: 3.0, y: 0.0, z: 0.0 };
//! let (here, there) = (CLEARANCE_IDENTITY, clearance_pose { position, ..CLEARANCE_IDENTITY });
//! let mut witness = MaybeUninit::uninit();
//! // SAFETY: the shapes hold no pointers.
//! let class = unsafe {
//!     let (a, b) = (Some(&ball), Some(&ball));
//!     clearance_proximity(a, Some(&here), b, Some(&there), None, Some(&mut witness))
//! };
//! assert_eq!(class, 0);
//! // SAFETY: the class is not negative.
//! let witness = unsafe { witness.assume_init() };
//! assert!((witness.length - 1.0).abs() <= witness.gap);
//! ```
//!
//! ```text
//! door ─> types            what crosses the door; the only unsafe code
//!   ├───> side ─> types    a shape's numbers as a shape of the library
//!   ├───> answer ─> types  answers as flat structs
//!   ├───> many ─> side     batches
//!   ├───> block            a hull in one piece
//!   └───> text             JSON in and out
//! ```

mod answer;
mod block;
pub mod door;
mod many;
mod side;
#[cfg(feature = "json")]
mod text;
pub mod types;
