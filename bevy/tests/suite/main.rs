//! The plugin in programs without a window. Truth comes from closed forms over all pairs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod changes;
mod composites;
mod faults;
mod questions;
mod slides;
mod triggers;
mod world;
