//! Times `clearance` against its peers, on the same pairs in the same run.
//!
//! [`forms`] draws shapes, [`pairs`] places them in the four regimes, [`chains`] moves them frame
//! by frame, [`degenerate`] draws hard cases, [`rest`] resting or aligned pairs, [`casts`] runs
//! casts, times of impact and manifolds, [`truth`] judges by exact arithmetic, [`contenders`] wraps
//! each library, [`cells`] lists the queries and their bars, [`measure`] takes times and errors,
//! [`record`] and [`table`] write them down, [`export`] writes the pairs for libraries in languages
//! other than Rust and C.

#[cfg(feature = "peers")]
pub mod casts;
pub mod cells;
pub mod chains;
pub mod contenders;
pub mod degenerate;
pub mod export;
pub mod forms;
pub mod measure;
pub mod pairs;
pub mod record;
pub mod rest;
pub mod svg;
pub mod table;
pub mod truth;
