//! The plugin in programs without a window. Truth comes from closed forms over all pairs.
#![allow(clippy::unwrap_used, clippy::panic, clippy::unreachable, clippy::indexing_slicing)]

mod changes;
mod composites;
mod faults;
mod features;
mod questions;
mod slides;
mod triggers;
mod world;
