//! bevy_rapier with the dispatcher, by one line; beside it, the same without.
//!
//! Fails where the dispatcher is not the one that answers: ten boxes then stand on other points.

use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_rapier3d::prelude::*;
use clearance_engines::grazes::{Graze, Numbers};
use clearance_parry::Clearance;

fn app(certified: bool) -> App {
    let mut app = App::new();
    let step = Duration::from_secs_f64(1.0 / 60.0);
    app.add_plugins((TransformPlugin, TimePlugin, RapierPhysicsPlugin::<NoUserData>::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(step))
        .insert_resource(TimestepMode::Fixed { dt: 1.0 / 60.0, substeps: 1 });
    if certified {
        app.add_systems(Startup, |mut context: Single<&mut RapierContextSimulation>| {
            context.set_query_dispatcher(Clearance); // this one
        });
    }
    app.finish();
    app
}

/// Ten boxes stand for ten seconds: how high the last one is, and on how many points all stand.
fn stack(mut app: App) -> Result<(f32, usize)> {
    app.world_mut().spawn((Collider::cuboid(20.0, 0.5, 20.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    let mut last = Entity::PLACEHOLDER;
    for level in 0..10 {
        let at = Transform::from_xyz(0.0, 0.5 + level as f32, 0.0);
        let body = (RigidBody::Dynamic, Collider::cuboid(0.5, 0.5, 0.5), Sleeping::disabled());
        last = app.world_mut().spawn((body, at)).id();
    }
    for _ in 0..600 {
        app.update();
    }
    let points: Result<usize, _> = app.world_mut().run_system_once(|context: ReadRapierContext| {
        let context = context.single()?;
        let pairs = context.simulation.contact_pairs(context.colliders, context.rigidbody_set);
        Ok::<usize, BevyError>(
            pairs.map(|pair| pair.manifolds().map(|m| m.num_points()).sum::<usize>()).sum(),
        )
    });
    let points = points.expect("the system runs");
    let top = app.world().get::<Transform>(last).map_or(f32::NAN, |at| at.translation.y);
    Ok((top, points))
}

/// Casts that graze: how many there are, and how many are missed.
fn misses(mut app: App, depth: f32) -> Result<(u32, u32)> {
    let mut numbers = Numbers::new(51);
    let (mut casts, mut missed) = (0, 0);
    for _ in 0..200 {
        let (shape, place) = (numbers.shape(), numbers.turn());
        let at = Transform::from_rotation(place.rotation);
        let target = app.world_mut().spawn((Collider::from(shape.clone()), at)).id();
        app.update();
        let grazes: Vec<Graze> =
            (0..50).map(|_| Graze::new(&mut numbers, &*shape, &place, depth)).collect();
        casts += grazes.len() as u32;
        let lost: Result<u32, _> =
            app.world_mut().run_system_once(move |context: ReadRapierContext| {
                let context = context.single()?;
                let options = ShapeCastOptions::with_max_time_of_impact(2.0 * Graze::MEETING);
                let hits = grazes.iter().filter(|graze| {
                    let Graze { shape, start, along } = graze;
                    let (at, turn) = (start.translation, start.rotation);
                    let filter = QueryFilter::default();
                    context
                        .cast_shape(at, turn, *along, &**shape, options, filter)
                        .is_some_and(|(_, hit)| hit.time_of_impact < Graze::MEETING + 0.01)
                });
                Ok::<u32, BevyError>((grazes.len() - hits.count()) as u32)
            });
        missed += lost.expect("the system runs");
        app.world_mut().despawn(target);
    }
    Ok((casts, missed))
}

fn main() -> Result {
    let [ours, theirs] = [true, false].map(|certified| stack(app(certified)));
    let (ours, theirs) = (ours?, theirs?);
    println!("ten boxes after 10 s: top at {:.4}, {} points", ours.0, ours.1);
    println!("  with parry's dispatcher: {:.4}, {} points", theirs.0, theirs.1);
    // Four a contact, ten contacts.
    assert_eq!(ours.1, 40, "the boxes stand on other points than ours");
    assert_ne!(theirs.1, 40, "without the line, the points should be parry's");
    assert!((ours.0 - 9.5).abs() < 0.05 && (theirs.0 - 9.5).abs() < 0.05);

    for depth in [1e-2, 1e-3, 1e-4] {
        let (casts, missed) = misses(app(true), depth)?;
        let (_, lost) = misses(app(false), depth)?;
        println!("{casts} casts that graze {depth} deep: {missed} missed, by parry {lost}");
        assert_eq!(missed, 0);
    }
    Ok(())
}
