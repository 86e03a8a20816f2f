//! Lines from outside, as one program.

mod doors;
mod overlap;
mod poses;
mod scene;
