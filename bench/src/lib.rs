//! Times `clearance` against its peers, on the same pairs in the same run.
//!
//! [`forms`] draws shapes, [`pairs`] puts them into the four regimes, [`chains`] moves them frame
//! by frame, [`degenerate`] draws what is hard to get right, [`rest`] what is at rest or aligned,
//! [`casts`] asks for casts, times of impact and manifolds, [`truth`] judges by exact arithmetic,
//! [`contenders`] answers with each library, [`cells`] lists the queries and the bar to clear,
//! [`measure`] takes the time and the errors, [`record`] and [`table`] write them down, [`export`]
//! writes the pairs for libraries that are not of Rust or C.

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
