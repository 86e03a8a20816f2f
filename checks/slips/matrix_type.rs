//! `Pose::from_matrix` that does not say of which vectors.
//! says: defined in an impl for the type `Pose<Vec3>`
use glam::Mat4;
fn main() {
    let _ = clearance::Pose::from_matrix(Mat4::IDENTITY);
}
