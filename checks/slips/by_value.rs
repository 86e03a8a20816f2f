//! Shapes and poses by value.
//! says: consider borrowing here
use glam::Vec3;
fn main() {
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::intersects(ball, Vec3::ZERO, ball, Vec3::X);
}
