//! A pose with its translation before its rotation.
//! says: `(rotation, translation)` in this order
use glam::{Quat, Vec3};
fn main() {
    let ball = clearance::Ball::new(1.0);
    let there = (Vec3::X, Quat::IDENTITY);
    let _ = clearance::intersects(&ball, &Vec3::ZERO, &ball, &there);
}
