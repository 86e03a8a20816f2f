//! Times `clearance` against its peers, on the same pairs in the same run.
//!
//! [`forms`] draws shapes, [`pairs`] puts them into the four regimes and states the truth, [`contenders`] answers with each
//! library, [`cells`] lists what is asked and the bar to clear, [`measure`] takes the time and the errors, [`record`] writes
//! them down.

pub mod cells;
pub mod contenders;
pub mod forms;
pub mod measure;
pub mod pairs;
pub mod record;
