//! 10 000 colliders that all move: what a frame costs, and a thousand casts, beside rapier's
//! collision and query pipelines in one run.
//!
//! Usage: cargo run --release [colliders]

use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Dir3, Quat, Vec3};
use bevy_shape::{Cuboid, Ray3d, Sphere};
use bevy_transform::components::Transform;
use rapier3d::parry::query::{DefaultQueryDispatcher, ShapeCastOptions};
use rapier3d::prelude::{
    ActiveCollisionTypes, ActiveEvents, Ball, BroadPhaseBvh, ColliderBuilder, ColliderHandle,
    ColliderSet, CollisionPipeline, IslandManager, NarrowPhase, Pose, QueryFilter, Ray,
    RigidBodySet,
};

const FRAMES: usize = 60;
const CASTS: usize = 1000;
/// The sides of a cube that holds one body.
const ROOM: f32 = 2.2;

/// Numbers from 0 to 1.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
    fn point(&mut self, half: f32) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next()) * 2.0 * half - half
    }
}

/// A ball or a turned box that flies about.
#[derive(Clone, Copy)]
struct Body {
    at: Vec3,
    turn: Quat,
    velocity: Vec3,
    radius: Option<f32>,
    half: Vec3,
}

impl Body {
    /// Where it is in a frame: to and fro, so that the crowd stays where it is.
    fn place(&self, frame: usize) -> Vec3 {
        self.at + self.velocity * ((frame as f32 * 0.05).sin() * 2.0)
    }
}

fn bodies(count: usize, dice: &mut Dice) -> (Vec<Body>, f32) {
    let half_room = 0.5 * ROOM * (count as f32).cbrt();
    let bodies = (0..count).map(|i| Body {
        at: dice.point(half_room),
        turn: Quat::from_scaled_axis(dice.point(3.0)),
        velocity: dice.point(1.0),
        radius: (i % 2 == 0).then(|| 0.2 + 0.4 * dice.next()),
        half: Vec3::splat(0.2) + dice.point(0.2).abs(),
    });
    (bodies.collect(), half_room)
}

/// When each stage of a frame was done.
#[derive(Resource, Default)]
struct Marks(Vec<Instant>);

fn mark(mut marks: ResMut<Marks>) {
    marks.0.push(Instant::now());
}

/// The middle of some times.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

/// The median tree and triggers of a frame, in ms, starts and ends, and the program as it ends.
fn ours(bodies: &[Body], triggers: usize) -> ([f64; 2], [usize; 2], App) {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin).init_resource::<Marks>();
    app.add_systems(
        PostUpdate,
        (
            mark.before(ClearanceSystems::Tree).after(bevy_transform::TransformSystems::Propagate),
            mark.after(ClearanceSystems::Tree).before(ClearanceSystems::Triggers),
            mark.after(ClearanceSystems::Triggers),
        ),
    );
    let spawn = |(i, body): (usize, &Body)| {
        let collider = match body.radius {
            Some(radius) => Collider::from(Sphere::new(radius)),
            None => Collider::from(Cuboid { half_size: body.half }),
        };
        let place = Transform::from_translation(body.place(0)).with_rotation(body.turn);
        let mut entity = app.world_mut().spawn((collider, place));
        if i < triggers {
            entity.insert(Trigger::default());
        }
        entity.id()
    };
    let entities: Vec<Entity> = bodies.iter().enumerate().map(spawn).collect();
    app.update();
    let (mut tree, mut trigger, mut changes) = (Vec::new(), Vec::new(), [0; 2]);
    for frame in 1..=FRAMES {
        for (entity, body) in entities.iter().zip(bodies) {
            if let Some(mut place) = app.world_mut().get_mut::<Transform>(*entity) {
                place.translation = body.place(frame);
            }
        }
        app.world_mut().resource_mut::<Marks>().0.clear();
        app.update();
        if let [begin, kept, told] = app.world().resource::<Marks>().0[..] {
            tree.push(kept - begin);
            trigger.push(told - kept);
        }
        let world = app.world_mut();
        changes[0] += world.resource_mut::<Messages<OverlapStart>>().drain().count();
        changes[1] += world.resource_mut::<Messages<OverlapEnd>>().drain().count();
    }
    ([median(tree), median(trigger)], changes, app)
}

/// Rapier's colliders without bodies, all of them sensors.
struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    handles: Vec<ColliderHandle>,
}

/// The median step of the collision pipeline, in ms.
fn rapier(all: &[Body], sensors: usize) -> (f64, usize, Rapier) {
    let (mut islands, mut pipeline) = (IslandManager::new(), CollisionPipeline::new());
    let mut rapier = Rapier {
        bodies: RigidBodySet::new(),
        colliders: ColliderSet::new(),
        broad: BroadPhaseBvh::new(),
        narrow: NarrowPhase::new(),
        handles: Vec::new(),
    };
    for (i, body) in all.iter().enumerate() {
        let collider = match body.radius {
            Some(radius) => ColliderBuilder::ball(radius),
            None => ColliderBuilder::cuboid(body.half.x, body.half.y, body.half.z),
        };
        let is_sensor = i < sensors;
        let kinds =
            if is_sensor { ActiveCollisionTypes::all() } else { ActiveCollisionTypes::empty() };
        let collider = collider
            .position(Pose::from_parts(body.place(0), body.turn))
            .sensor(is_sensor)
            .active_collision_types(kinds)
            .active_events(if is_sensor {
                ActiveEvents::COLLISION_EVENTS
            } else {
                ActiveEvents::empty()
            });
        rapier.handles.push(rapier.colliders.insert(collider));
    }
    let mut step = |rapier: &mut Rapier| {
        let Rapier { bodies, colliders, broad, narrow, .. } = rapier;
        pipeline.step(0.0, &mut islands, broad, narrow, bodies, colliders, &(), &());
    };
    step(&mut rapier);
    let mut times = Vec::new();
    for frame in 1..=FRAMES {
        for (handle, body) in rapier.handles.iter().zip(all) {
            if let Some(collider) = rapier.colliders.get_mut(*handle) {
                collider.set_translation(body.place(frame));
            }
        }
        let begin = Instant::now();
        step(&mut rapier);
        times.push(begin.elapsed());
    }
    let overlaps = rapier.narrow.intersection_pairs().filter(|(.., is)| *is).count();
    (median(times), overlaps, rapier)
}

fn timed<T>(mut ask: impl FnMut() -> T) -> (f64, T) {
    let mut least = f64::INFINITY;
    let mut answer = ask();
    for _ in 0..5 {
        let begin = Instant::now();
        answer = ask();
        least = least.min(begin.elapsed().as_secs_f64() * 1e3);
    }
    (least, answer)
}

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let mut dice = Dice(1);
    let (all, half_room) = bodies(count, &mut dice);
    println!(
        "{count} colliders, half balls, half turned boxes, all move; medians of {FRAMES} frames"
    );
    println!(
        "| triggers | tree, ms | triggers, ms | starts and ends a frame | rapier's step, ms |"
    );
    println!("| --- | --- | --- | --- | --- |");
    let mut last = None;
    for triggers in [0, count / 10, count] {
        let ([tree, told], changes, app) = ours(&all, triggers);
        let (step, overlaps, rapier) = rapier(&all, triggers);
        let a_frame = (changes[0] + changes[1]) as f64 / FRAMES as f64;
        println!("| {triggers} | {tree:.2} | {told:.2} | {a_frame:.0} | {step:.2} |");
        if triggers == count {
            let mut found = 0;
            let world = app.world().resource::<ColliderTree>();
            for entity in app.world().iter_entities().map(|entity| entity.id()) {
                if let (Some(pose), Some(collider)) =
                    (world.pose_of(entity), app.world().get::<Collider>(entity))
                {
                    found +=
                        world.intersections(collider, &pose, &Filter::ALL.without(&[entity])).len();
                }
            }
            println!("\noverlaps at the end: {} here, {overlaps} in rapier", found / 2);
        }
        last = Some((app, rapier));
    }
    let Some((app, rapier)) = last else { return };
    casts(app.world().resource::<ColliderTree>(), &rapier, half_room, &mut dice);
}

/// A thousand rays, moving balls, nearest points and overlaps.
fn casts(tree: &ColliderTree, rapier: &Rapier, half_room: f32, dice: &mut Dice) {
    let asked: Vec<(Vec3, Vec3)> =
        (0..CASTS).map(|_| (dice.point(half_room), dice.point(1.0).normalize() * 20.0)).collect();
    let dispatcher = DefaultQueryDispatcher;
    let Rapier { bodies, colliders, broad, .. } = rapier;
    let pipeline = broad.as_query_pipeline(&dispatcher, bodies, colliders, QueryFilter::default());
    println!("\n| {CASTS} questions, ms | here | rapier | hits here | hits in rapier |");
    println!("| --- | --- | --- | --- | --- |");

    let row = |name: &str, (ours, hits): (f64, usize), (theirs, others): (f64, usize)| {
        println!("| {name} | {ours:.2} | {theirs:.2} | {hits} | {others} |");
    };
    let ray = |(from, way): &(Vec3, Vec3)| {
        let ray = Ray3d::new(*from, Dir3::new(*way).unwrap_or(Dir3::X));
        tree.cast_ray(ray, 20.0, &Filter::ALL).is_some()
    };
    let ray_of_rapier = |(from, way): &(Vec3, Vec3)| {
        pipeline.cast_ray_and_get_normal(&Ray::new(*from, way.normalize()), 20.0, true).is_some()
    };
    row(
        "rays of 20 m",
        timed(|| asked.iter().filter(|one| ray(one)).count()),
        timed(|| asked.iter().filter(|one| ray_of_rapier(one)).count()),
    );

    let (ball, options) = (Collider::from(Sphere::new(0.3)), CastOptions::default());
    let cast = |(from, way): &(Vec3, Vec3)| {
        tree.cast_shape(&ball, from, *way, &options, &Filter::ALL).is_some()
    };
    let cast_of_rapier = |(from, way): &(Vec3, Vec3)| {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let pose = Pose::from_translation(*from);
        pipeline.cast_shape(&pose, *way, &Ball::new(0.3), options).is_some()
    };
    row(
        "balls over 20 m",
        timed(|| asked.iter().filter(|one| cast(one)).count()),
        timed(|| asked.iter().filter(|one| cast_of_rapier(one)).count()),
    );

    let near =
        |(from, _): &(Vec3, Vec3)| tree.nearest_to_point(*from, 20.0, &Filter::ALL).is_some();
    let near_of_rapier =
        |(from, _): &(Vec3, Vec3)| pipeline.project_point(*from, 20.0, true).is_some();
    row(
        "nearest of a point",
        timed(|| asked.iter().filter(|one| near(one)).count()),
        timed(|| asked.iter().filter(|one| near_of_rapier(one)).count()),
    );

    let large = Collider::from(Sphere::new(2.0));
    let met = |(from, _): &(Vec3, Vec3)| tree.intersections(&large, from, &Filter::ALL).len();
    let met_of_rapier = |(from, _): &(Vec3, Vec3)| {
        pipeline.intersect_shape(Pose::from_translation(*from), &Ball::new(2.0)).count()
    };
    row(
        "all that meet a ball of 2 m",
        timed(|| asked.iter().map(met).sum()),
        timed(|| asked.iter().map(met_of_rapier).sum()),
    );
}
