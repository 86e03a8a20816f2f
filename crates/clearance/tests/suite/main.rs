//! One program, since every program compiles the queries anew: as sixteen programs, these took
//! twice the time of all other tests.

mod box_capsule;
mod certificates;
mod common_axes;
mod deepest;
mod door;
mod ellipsoid_ball;
mod error_bounds;
mod error_finds;
mod exact;
mod extremes;
mod finds;
mod flush;
mod forged;
mod frusta;
mod hull;
mod inside;
mod integer_boxes;
mod judged;
mod known_shapes;
mod laws;
mod metamorphic;
mod nested;
mod options;
mod parallel_axes;
mod resting;
mod scaling;
mod send_sync;
mod sizes;
mod sums;
mod touch_certificates;
mod traps;
