//! The judge from outside, as one program.

mod agreement;
mod closed_forms;
mod common;
mod curved;
mod failures;
