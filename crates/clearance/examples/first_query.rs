//! The first query: are two shapes apart, and how far?
//!
//! `cargo run --example first_query`

use clearance::{ConvexHull, Proximity, proximity};
use glam::{Quat, Vec3};

fn main() -> Result<(), clearance::HullError> {
    // Any points: the hull keeps the corners, whatever else is in the cloud.
    let roof = ConvexHull::new(&[
        Vec3::new(-1.0, 0.0, -1.0),
        Vec3::new(1.0, 0.0, -1.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(-1.0, 0.0, 1.0),
        Vec3::new(0.0, 1.0, 0.0),
        Vec3::new(0.1, 0.3, 0.0), // inside: no corner
    ])?;
    let here = Vec3::ZERO;

    for height in [2.5, 1.5] {
        // A second instance of the same shape, upside down.
        let above = (Quat::from_rotation_x(core::f32::consts::PI), Vec3::new(0.2, height, 0.0));
        match proximity(&roof, &here, &roof, &above) {
            Proximity::Separated(w) => println!(
                "apart by {} ± {:e}, from {} to {}, along {}",
                w.length, w.gap, w.on_a, w.on_b, w.normal
            ),
            Proximity::Intersecting(w) => println!(
                "overlapping {} ± {:e} deep; move the second by {} to separate them",
                w.length,
                w.gap,
                w.normal * w.length
            ),
            Proximity::Undecided(w) => {
                println!("too close to call: touching within {:e}", w.gap);
            }
        }
    }
    Ok(())
}
