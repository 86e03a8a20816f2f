//! One pose in `f32`, the other in `f64`.
//! says: expected `Vec3`, found `DVec3`
use glam::{DVec3, Vec3};
fn main() {
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::intersects(&ball, &Vec3::ZERO, &ball, &DVec3::X);
}
