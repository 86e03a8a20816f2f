//! What avian does with shapes: bodies that fall, casts that graze.

use std::time::Duration;

use avian3d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::avian::{CertifiedCollider, CertifiedPhysicsPlugins, CertifiedQuery};
use crate::grazes::{Graze, Numbers};

/// A kind of collider, and avian's plugins for it.
pub trait Kind: Component {
    /// A collider of this kind.
    fn new(collider: Collider) -> Self;
    /// avian's plugins.
    fn plugins() -> PluginGroupBuilder;
}

impl Kind for Collider {
    fn new(collider: Collider) -> Self {
        collider
    }

    fn plugins() -> PluginGroupBuilder {
        PhysicsPlugins::default().build()
    }
}

impl Kind for CertifiedCollider {
    fn new(collider: Collider) -> Self {
        CertifiedCollider(collider)
    }

    fn plugins() -> PluginGroupBuilder {
        CertifiedPhysicsPlugins.build()
    }
}

fn app<C: Kind>() -> App {
    let mut app = App::new();
    let step = Duration::from_secs_f64(1.0 / 60.0);
    app.add_plugins((MinimalPlugins, TransformPlugin, C::plugins()))
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
pub fn fall<C: Kind>() -> Result<Rest> {
    let mut app = app::<C>();
    let ground = (RigidBody::Static, C::new(Collider::cuboid(40.0, 1.0, 40.0)));
    app.world_mut().spawn((ground, Transform::from_xyz(0.0, -0.5, 0.0)));
    // Ten boxes, one above the other, then a body of each other kind. Heights at rest.
    let mut bodies: Vec<(Collider, Vec3, f32)> = (0..10)
        .map(|level| 0.5 + level as f32)
        .map(|height| (Collider::cuboid(1.0, 1.0, 1.0), Vec3::new(0.0, height + 0.01, 0.0), height))
        .collect();
    let corners: Vec<Vec3> = (0..8)
        .map(|n| Vec3::new((n & 1) as f32, (n >> 1 & 1) as f32, (n >> 2) as f32) - 0.5)
        .collect();
    let hull = Collider::convex_hull(&corners).ok_or("no hull")?;
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
            let body = (RigidBody::Dynamic, C::new(collider), SleepingDisabled);
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
        pairs.flat_map(|pair| &pair.manifolds).map(|manifold| manifold.points.len()).sum::<usize>()
    });
    let points = points.expect("the system runs");
    Ok(Rest { off, fastest, points })
}

/// Casts that graze: how many there are, and how many are missed.
pub fn misses<C: Kind>(depth: f32) -> [u32; 2] {
    let mut numbers = Numbers::new(52);
    let mut app = app::<C>();
    let mut counts = [0; 2];
    for _ in 0..200 {
        let (shape, place) = (numbers.shape(), numbers.turn());
        let at = Transform::from_rotation(place.rotation);
        let target = (RigidBody::Static, C::new(Collider::from(shape.clone())), at);
        let target = app.world_mut().spawn(target).id();
        // Not every update is a step: the first takes no time.
        app.update();
        app.update();
        let grazes: Vec<Graze> =
            (0..50).map(|_| Graze::new(&mut numbers, &*shape, &place, depth)).collect();
        counts[0] += grazes.len() as u32;
        // Each query sees colliders of its own kind only.
        let missed =
            app.world_mut().run_system_once(move |ours: CertifiedQuery, theirs: SpatialQuery| {
                let filter = SpatialQueryFilter::default();
                let config = ShapeCastConfig::from_max_distance(2.0 * Graze::MEETING);
                let hits = grazes.iter().filter(|Graze { shape, start, along }| {
                    let shape = Collider::from(shape.clone());
                    let (at, turn) = (start.translation, start.rotation);
                    let way = Dir3::new_unchecked(*along);
                    ours.cast_shape(&shape, at, turn, way, &config, &filter)
                        .or_else(|| theirs.cast_shape(&shape, at, turn, way, &config, &filter))
                        .is_some_and(|hit| hit.distance < Graze::MEETING + 0.01)
                });
                (grazes.len() - hits.count()) as u32
            });
        counts[1] += missed.expect("the system runs");
        app.world_mut().despawn(target);
    }
    counts
}
