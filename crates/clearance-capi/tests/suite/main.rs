//! The door as C sees it, from Rust: the header, every verb against the library itself, and
//! whatever a caller gets wrong. `test.sh` does the same from C and C++.

#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod any;
mod docs;
mod draw;
mod faults;
mod header;
mod same;
