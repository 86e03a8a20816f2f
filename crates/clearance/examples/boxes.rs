//! The closest points of two oriented boxes: a reader's question under one of the articles.
//!
//! `cargo run --example boxes`

use clearance::{Cuboid, Pose, Rotation3, distance};
use glam::DVec3;

fn main() -> Result<(), clearance::PoseError> {
    let crate_ = Cuboid::new(DVec3::new(0.5, 0.4, 0.3));
    let shelf = Cuboid::new(DVec3::new(1.0, 0.02, 0.3));
    let turned = Rotation3::from_axis_angle(clearance::Xyz::new(1.0, 1.0, 0.0), 0.7);
    let there = Pose::new(turned, DVec3::new(0.9, 1.4, 0.2))?;

    match distance(&crate_, &DVec3::ZERO, &shelf, &there) {
        None => println!("they intersect"),
        Some(apart) => {
            println!("{} apart, and no further from the truth than {:e}", apart.length, apart.gap);
            println!("on the crate: {}", apart.on_a);
            println!("on the shelf: {}", apart.on_b);
        }
    }
    Ok(())
}
