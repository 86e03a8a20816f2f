//! A verb whose feature is off.
//! says: gated behind the `batch` feature
use glam::Vec3;
fn main() {
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::batch::intersects(&ball, &[Vec3::ZERO], &ball, &[Vec3::X]);
}
