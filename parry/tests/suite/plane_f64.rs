//! The tests of `parry2d-f64`.

use parry2d_f64 as parry;

#[path = "shared/against.rs"]
mod against;
#[path = "shared/carried.rs"]
mod carried;
#[path = "shared/casts.rs"]
mod casts;
#[path = "shared/composites.rs"]
mod composites;
#[path = "shared/plane.rs"]
mod dimension;
#[path = "shared/touch.rs"]
mod touch;
