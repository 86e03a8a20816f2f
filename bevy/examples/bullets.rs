//! Bullets at 900 m/s against a pane of a tenth of a millimetre, at 30 frames a second: 30 m a
//! frame. None gets through, none stops short.
//!
//! Run it with `cargo run --example bullets`; it needs no window.

use bevy_app::prelude::*;
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::{Cuboid, Sphere};
use bevy_transform::components::Transform;

const FRAME: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.004;

#[derive(Component)]
struct Bullet(Vec3);

#[derive(Resource, Default)]
struct Holes(Vec<Vec3>);

fn fly(
    space: SpatialQuery,
    mut bullets: Query<(Entity, &Bullet, &mut Transform)>,
    mut holes: ResMut<Holes>,
    mut commands: Commands,
) {
    // Bullets have no collider: they ask, and nothing asks for them.
    let ball = Collider::from(Sphere::new(RADIUS));
    for (entity, bullet, mut place) in &mut bullets {
        let (way, options) = (bullet.0 * FRAME, CastOptions::default());
        match space.cast_shape(&ball, &place.translation, way, &options, &Filter::ALL) {
            Some(hit) => {
                holes.0.push(hit.point);
                commands.entity(entity).despawn();
            }
            None => place.translation += way,
        }
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin).init_resource::<Holes>().add_systems(Update, fly);
    let pane = Collider::from(Cuboid::new(40.0, 40.0, 1e-4));
    app.world_mut().spawn((pane, Transform::from_xyz(0.0, 0.0, -100.0)));
    app.update();
    let mut count = 0;
    for x in -20..=20_i8 {
        for y in -20..=20_i8 {
            // Fanned out, so that they meet it at all angles.
            let way = Vec3::new(0.8 * f32::from(x), 0.8 * f32::from(y), -100.0).normalize();
            app.world_mut().spawn((Bullet(way * 900.0), Transform::IDENTITY));
            count += 1;
        }
    }
    for _ in 0..10 {
        app.update();
    }
    let holes = &app.world().resource::<Holes>().0;
    println!("{} of {count} bullets hit the pane", holes.len());
    assert_eq!(holes.len(), count);
    for hole in holes {
        assert!((hole.z - (-100.0 + 5e-5)).abs() < 1e-4, "a hole at {hole}");
    }
    let mut left = app.world_mut().query::<&Bullet>();
    assert_eq!(left.iter(app.world()).count(), 0);
}
