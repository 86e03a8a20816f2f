//! Casts, rays, and motions that turn.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "cast/endless.rs"]
mod endless;
#[path = "cast/finds.rs"]
mod finds;
#[path = "cast/known.rs"]
mod known;
#[path = "cast/laws.rs"]
mod laws;
#[path = "cast/own.rs"]
mod own;
#[path = "cast/rays.rs"]
mod rays;
#[path = "cast/turns.rs"]
mod turns;
