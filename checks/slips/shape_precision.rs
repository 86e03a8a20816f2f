//! A shape in `f64`, poses in `f32`.
//! says: all `Vec3`, or all `DVec3`
use glam::{DVec3, Vec3};
fn main() {
    let cuboid = clearance::Cuboid::new(DVec3::ONE);
    let _ = clearance::intersects(&cuboid, &Vec3::ZERO, &cuboid, &Vec3::X);
}
