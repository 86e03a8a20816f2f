//! The tests of `parry3d`.

use parry3d as parry;

#[path = "shared/against.rs"]
mod against;
#[path = "shared/carried.rs"]
mod carried;
#[path = "shared/casts.rs"]
mod casts;
#[path = "shared/composites.rs"]
mod composites;
#[path = "shared/space.rs"]
pub(crate) mod dimension;
#[path = "shared/touch.rs"]
mod touch;
