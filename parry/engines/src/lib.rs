//! `clearance-parry` in Bevy's two physics engines, bevy_rapier and avian, without a window.
//!
//! `parry/engines/try.sh` runs both programs.

pub mod avian;
pub mod grazes;
pub mod worlds;

#[path = "../../tests/suite/rng.rs"]
mod rng;
