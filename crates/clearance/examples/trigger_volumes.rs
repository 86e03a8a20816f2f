//! Trigger volumes: who entered, who left? Yes or no for every frame, with a memory for each pair.
//!
//! `cargo run --example trigger_volumes`

use clearance::{Capsule, Cuboid, Query, Shape, Warm};
use glam::{Quat, Vec3};

fn main() {
    let player = Capsule::new(0.6, 0.4);
    let triggers: [(&str, Shape<Vec3>, (Quat, Vec3)); 2] = [
        (
            "door",
            Cuboid::new(Vec3::new(0.5, 1.0, 0.1)).into(),
            (Quat::from_rotation_y(0.6), Vec3::new(3.0, 1.0, 0.0)),
        ),
        (
            "fountain",
            clearance::Cylinder::new(0.5, 1.0).into(),
            (Quat::IDENTITY, Vec3::new(7.0, 0.5, 0.5)),
        ),
    ];
    let mut memories = [Warm::default(); 2];
    let mut inside = [false; 2];

    for frame in 0..=600_u16 {
        let here = Vec3::new(f32::from(frame) * 0.016, 1.0, 0.2);
        for (((name, volume, place), memory), was_inside) in
            triggers.iter().zip(&mut memories).zip(&mut inside)
        {
            // The next query begins where the last one ended: a step or two instead of five.
            let is_inside = Query::new().warm(memory).intersects(&player, &here, volume, place);
            if is_inside != *was_inside {
                let event = if is_inside { "enters" } else { "leaves" };
                println!("frame {frame}: the player {event} the {name} at x = {:.2}", here.x);
            }
            *was_inside = is_inside;
        }
    }
}
