//! A matrix for a pose.
//! says: Pose::<Vec3>::from_matrix(matrix)?
use glam::{Mat4, Vec3};
fn main() {
    let ball = clearance::Ball::new(1.0);
    let _ = clearance::intersects(&ball, &Mat4::IDENTITY, &ball, &Vec3::X);
}
