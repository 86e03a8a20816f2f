//! A checked constructor without its `?`.
//! says: want their `?`
use clearance::{Ball, Scaled, intersects};
use glam::Vec3;
fn main() {
    let egg = Scaled::new(Ball::new(1.0), Vec3::new(1.0, 2.0, 1.0));
    let _ = intersects(&egg, &Vec3::ZERO, &egg, &Vec3::X);
}
