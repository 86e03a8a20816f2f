//! A shape of the plane, poses of space.
//! says: expected `Vec2`, found `Vec3`
use glam::{Vec2, Vec3};
fn main() {
    let square = clearance::Cuboid::new(Vec2::ONE);
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::proximity(&square, &Vec3::ZERO, &ball, &Vec3::X);
}
