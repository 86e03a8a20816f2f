//! The tests, as one program: each of parry's crates has the same.

#![allow(
    clippy::duplicate_mod,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    // To the type that one of the crates has.
    clippy::unnecessary_cast
)]

mod rng;

#[cfg(feature = "parry3d")]
mod engine;
#[cfg(feature = "parry2d")]
mod plane_f32;
#[cfg(feature = "parry2d-f64")]
mod plane_f64;
#[cfg(feature = "parry3d")]
mod space_f32;
#[cfg(feature = "parry3d-f64")]
mod space_f64;
