//! Casts, rays, and motions that turn.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod deep;
mod endless;
mod finds;
mod known;
mod laws;
mod own;
mod rays;
mod turns;
