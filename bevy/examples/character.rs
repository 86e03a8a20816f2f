//! A character that slides along walls, climbs stairs and slopes, and comes to rest in a corner:
//! never nearer to anything than its skin.
//!
//! Run it with `cargo run --example character`; it needs no window.

use bevy_app::prelude::*;
use bevy_clearance::clearance::Capsule;
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_shape::{Capsule3d, Cuboid};
use bevy_transform::components::Transform;

const STEP: f32 = 1.0 / 60.0;

#[derive(Component, Default)]
struct Player {
    /// Where it wants to go, in metres a second.
    wish: Vec3,
    falling: f32,
    on_ground: bool,
}

fn spawn(mut commands: Commands) {
    let mut block = |size: [f32; 3], at: [f32; 3], turn: Quat| {
        let place = Transform::from_translation(at.into()).with_rotation(turn);
        commands.spawn((Collider::from(Cuboid::from_size(size.into())), place));
    };
    block([60.0, 1.0, 60.0], [0.0, -0.5, 0.0], Quat::IDENTITY); // the floor
    block([40.0, 4.0, 0.2], [14.0, 2.0, -2.0], Quat::IDENTITY); // a wall along x
    for i in 1..=6_u8 {
        // Stairs of 25 cm, then a platform.
        let (i, rise) = (f32::from(i), 0.25 * f32::from(i));
        block([0.6, rise, 4.0], [6.0 + 0.6 * i, 0.5 * rise, 0.0], Quat::IDENTITY);
    }
    block([6.0, 1.5, 4.0], [12.9, 0.75, 0.0], Quat::IDENTITY);
    // A ramp of 30 degrees down from the platform, on the far side.
    let turn = Quat::from_rotation_z(-30_f32.to_radians());
    let (length, middle) = (3.0, Vec3::new(15.9, 1.5, 0.0));
    let at = middle + turn * Vec3::new(0.5 * length, -0.1, 0.0);
    block([length, 0.2, 4.0], at.to_array(), turn);
    block([0.2, 4.0, 60.0], [25.0, 2.0, 0.0], Quat::IDENTITY); // the end
    let player = Player { wish: Vec3::new(4.0, 0.0, -1.0), ..Player::default() };
    let body = Collider::from(Capsule3d::new(0.4, 1.0));
    commands.spawn((player, body, Transform::from_xyz(-4.0, 1.5, 0.0)));
}

fn run(space: SpatialQuery, mut players: Query<(Entity, &mut Player, &Collider, &mut Transform)>) {
    for (entity, mut player, collider, mut place) in &mut players {
        player.falling = if player.on_ground { 1.0 } else { player.falling + 9.8 * STEP };
        let way = (player.wish + Vec3::NEG_Y * player.falling) * STEP;
        let (pose, others) = (place.to_isometry(), [entity]);
        let filter = Filter::ALL.without(&others);
        let slid = space.move_and_slide(collider, &pose, way, &Slide::default(), &filter);
        player.on_ground = slid.ground.is_some();
        place.translation = slid.position;
        assert!(!slid.is_stuck);
    }
}

/// What the example promises, by the distance to everything.
fn check(space: SpatialQuery, players: Query<(Entity, &Transform), With<Player>>) {
    for (player, place) in &players {
        let capsule = Collider::new(Capsule::new(0.5, 0.4));
        let others = [player];
        let filter = Filter::ALL.without(&others);
        let near = space.nearest(&capsule, &place.to_isometry(), 10.0, &filter);
        assert!(near.is_some_and(|near| near.distance > 0.99 * Slide::default().skin), "{near:?}");
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin);
    app.add_systems(Startup, spawn).add_systems(Update, run).add_systems(Last, check);
    let (mut highest, mut last) = (0.0_f32, Vec3::ZERO);
    for frame in 0..600 {
        app.update();
        let mut players = app.world_mut().query::<(&Player, &Transform)>();
        for (player, place) in players.iter(app.world()) {
            highest = highest.max(place.translation.y);
            last = place.translation;
            if frame % 40 == 0 {
                let stands = if player.on_ground { "on the ground" } else { "in the air" };
                println!("{:5.2} s  {:6.2}  {stands}", frame as f32 * STEP, place.translation);
            }
        }
    }
    assert!((highest - (1.5 + 0.91)).abs() < 0.01, "it was on the platform: {highest}");
    assert!((last.x - (24.9 - 0.41)).abs() < 1e-3, "it stands at the end: {last}");
    assert!((last.y - 0.91).abs() < 1e-3, "on the floor: {last}");
}
