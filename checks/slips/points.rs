//! Points for a shape.
//! says: `ConvexHull::new(&points)?`
use glam::Vec3;
fn main() {
    let ball = clearance::Ball::new(1.0);
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let _ = clearance::distance(&corners[..], &Vec3::ZERO, &ball, &Vec3::X);
}
