//! A tuple where a `Pose` is wanted.
//! says: expected `&Pose<Vec3>`, found `&(Quat, Vec3)`
use clearance::Pose;
use glam::{Quat, Vec3};
fn main() {
    let arm = Pose::from_translation(Vec3::X);
    let _ = arm.compose(&(Quat::IDENTITY, Vec3::Y));
}
