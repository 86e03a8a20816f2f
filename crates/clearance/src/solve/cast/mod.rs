//! Linear casts: when does B, on a straight line, first touch A?
//!
//! Seen from A, the origin moves through the resting difference `C = A - B` on a ray, and C is
//! convex. Every support point along `n` gives a plane, and each plane is a proof: while the ray's
//! point is beyond it there is no contact, and if the ray does not come down to it there never is.
//! So `path` gives B's position, `advance` moves the lower bound of the time from plane to plane,
//! `faces` tries those of boxes first, `arrival` guesses where round shapes will touch, `memory`
//! keeps where one look ended for the next, `contact` proves a contact a little later, and what
//! neither proves goes to exact arithmetic. Rays against simple shapes need no planes: `plain` has
//! their times in closed form.

mod advance;
mod arrival;
mod contact;
mod faces;
mod memory;
mod path;
mod plain;
mod resolve;

pub(crate) use advance::{
    Course, STEPS, Stand, Touch, beside, crossed_least, first_contact, limits, stand, towards,
};
pub(crate) use memory::Memory;
pub(crate) use path::{Path, near};
pub(crate) use plain::RayBody;
pub(crate) use resolve::{ALONG, Rest, deepens, signed_distance};
