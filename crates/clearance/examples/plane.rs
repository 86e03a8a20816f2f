//! The plane: the same verbs, the same shapes, with two coordinates.
//!
//! `cargo run --example plane`

use clearance::{Ball, Capsule, ConvexHull, Cuboid, HalfSpace, intersects, penetration, proximity};
use glam::Vec2;

fn main() -> Result<(), clearance::HullError> {
    let circle = Ball::new(0.5);
    let capsule = Capsule::new(1.0, 0.25);
    let rectangle = Cuboid::new(Vec2::new(2.0, 0.5));
    let hexagon = ConvexHull::new(
        &[0, 1, 2, 3, 4, 5].map(|i| Vec2::from_angle(i as f32 * core::f32::consts::FRAC_PI_3)),
    )?;
    let ground = HalfSpace::new(Vec2::Y, 0.0);

    // Poses: a translation, or an angle in radians and a translation.
    let tilted = (0.3, Vec2::new(0.0, 1.5));
    let near = proximity(&capsule, &Vec2::new(0.0, 4.0), &rectangle, &tilted);
    println!("capsule and rectangle: signed distance {}", near.signed_distance());

    println!(
        "circle meets hexagon: {}",
        intersects(&circle, &Vec2::new(1.4, 0.0), &hexagon, &Vec2::ZERO)
    );

    if let Some(hit) = penetration(&ground, &Vec2::ZERO, &hexagon, &Vec2::new(3.0, 0.7)) {
        println!(
            "the hexagon sinks {:.4} into the ground; lift it by {:.4}",
            hit.length,
            hit.normal * hit.length
        );
    }
    if let Some(hit) = penetration(&hexagon, &Vec2::ZERO, &hexagon, &Vec2::new(0.4, 0.1)) {
        println!("two hexagons overlap {:.4} deep", hit.length);
    }
    Ok(())
}
