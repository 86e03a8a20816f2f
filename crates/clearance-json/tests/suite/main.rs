//! Lines from outside, as one program.

mod doors;
mod poses;
mod scene;
