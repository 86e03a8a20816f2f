//! What avian does with shapes: bodies that fall, casts that graze.

use std::time::Duration;

use avian3d::prelude::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::avian::{CertifiedCollider, CertifiedColliderPlugin, CertifiedQuery};
use crate::grazes::{Graze, Numbers};

fn app() -> App {
    let mut app = App::new();
    let step = Duration::from_secs_f64(1.0 / 60.0);
    app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()))
        .add_plugins(CertifiedColliderPlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(step))
        .insert_resource(Time::<Fixed>::from_hz(60.0));
    app.finish();
    app
}

/// Where the bodies of a world are after ten seconds.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// The farthest that one is from the height at which it should rest.
    pub off: f32,
    /// The speed of the fastest.
    pub fastest: f32,
    /// All contact points.
    pub points: usize,
}

/// Bodies of several kinds fall for ten seconds, as a kind of collider.
pub fn fall<C: Component>(kind: fn(Collider) -> C) -> Result<Rest> {
    let mut app = app();
    let ground = (RigidBody::Static, kind(Collider::cuboid(40.0, 1.0, 40.0)));
    app.world_mut().spawn((ground, Transform::from_xyz(0.0, -0.5, 0.0)));
    // Ten boxes, one above the other, then a body of each other kind. Heights at rest.
    let mut bodies: Vec<(Collider, Vec3, f32)> = (0..10)
        .map(|level| 0.5 + level as f32)
        .map(|height| (Collider::cuboid(1.0, 1.0, 1.0), Vec3::new(0.0, height + 0.01, 0.0), height))
        .collect();
    let corners = (0..8)
        .map(|n| Vec3::new((n & 1) as f32, (n >> 1 & 1) as f32, (n >> 2) as f32) - 0.5)
        .collect();
    let hull = Collider::convex_hull(corners).ok_or("no hull")?;
    let others = [
        (Collider::sphere(0.5), 0.5),
        (Collider::cylinder(0.5, 1.0), 0.5),
        (Collider::cone(0.5, 1.0), 0.5),
        (Collider::capsule(0.5, 1.0), 1.0),
        (Collider::round_cuboid(0.8, 0.8, 0.8, 0.1), 0.5),
        (hull, 0.5),
    ];
    bodies.extend(others.into_iter().zip(0..).map(|((collider, rest), place)| {
        (collider, Vec3::new(4.0 + 3.0 * place as f32, rest + 1.0, 0.0), rest)
    }));
    let bodies: Vec<(Entity, f32)> = bodies
        .into_iter()
        .map(|(collider, at, rest)| {
            let body = (RigidBody::Dynamic, kind(collider), SleepingDisabled);
            (app.world_mut().spawn((body, Transform::from_translation(at))).id(), rest)
        })
        .collect();
    for _ in 0..600 {
        app.update();
    }
    let (mut off, mut fastest) = (0.0f32, 0.0f32);
    for (body, rest) in bodies {
        let body = app.world().entity(body);
        let height = body.get::<Position>().map_or(f32::NAN, |at| at.0.y);
        let speed = body.get::<LinearVelocity>().map_or(f32::NAN, |velocity| velocity.length());
        // Not `max`, which would forget what is no number.
        off = if (height - rest).abs() < off { off } else { (height - rest).abs() };
        fastest = if speed < fastest { fastest } else { speed };
    }
    let points = app.world_mut().run_system_once(|collisions: Collisions| {
        let pairs = collisions.graph().iter_active_touching();
        pairs.flat_map(|pair| &pair.manifolds).map(|manifold| manifold.points.len()).sum()
    })?;
    Ok(Rest { off, fastest, points })
}

/// Casts that graze: how many there are, how many are missed, how many avian's own query misses.
pub fn misses(depth: f32) -> Result<[u32; 3]> {
    let mut numbers = Numbers::new(52);
    let mut app = app();
    let mut counts = [0; 3];
    for _ in 0..200 {
        let (shape, place) = (numbers.shape(), numbers.turn());
        let collider = Collider::from(shape.clone());
        let at = Transform::from_rotation(place.rotation);
        let ours = (RigidBody::Static, CertifiedCollider(collider.clone()), at);
        let targets = [
            app.world_mut().spawn(ours).id(),
            app.world_mut().spawn((RigidBody::Static, collider, at)).id(),
        ];
        app.update();
        let grazes: Vec<Graze> =
            (0..50).map(|_| Graze::new(&mut numbers, &*shape, &place, depth)).collect();
        counts[0] += grazes.len() as u32;
        let [ours, theirs] = app.world_mut().run_system_once(
            move |certified: CertifiedQuery, theirs: SpatialQuery| {
                let filter = SpatialQueryFilter::default();
                let config = ShapeCastConfig::from_max_distance(2.0 * Graze::MEETING);
                let mut missed = [0; 2];
                for Graze { shape, start, along } in grazes {
                    let shape = Collider::from(shape);
                    let (at, turn) = (start.translation, start.rotation);
                    let way = Dir3::new_unchecked(along);
                    let hits = [
                        certified.cast_shape(&shape, at, turn, way, &config, &filter),
                        theirs.cast_shape(&shape, at, turn, way, &config, &filter),
                    ];
                    let late = Graze::MEETING + 0.01;
                    for (missed, hit) in missed.iter_mut().zip(hits) {
                        *missed += u32::from(hit.is_none_or(|hit| hit.distance > late));
                    }
                }
                missed
            },
        )?;
        counts[1] += ours;
        counts[2] += theirs;
        targets.map(|target| app.world_mut().despawn(target));
    }
    Ok(counts)
}
