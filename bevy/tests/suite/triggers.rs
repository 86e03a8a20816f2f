//! Triggers report each start and each end once, beside closed forms over all pairs.

use std::collections::BTreeSet;

use bevy_app::App;
use bevy_clearance::prelude::*;
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Sphere;
use bevy_transform::components::Transform;

use crate::world::{Body, Dice, app, crowd};

fn drain<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

/// What observers saw.
#[derive(Resource, Default)]
struct Seen {
    starts: Vec<(Entity, Entity)>,
    ends: Vec<(Entity, Entity)>,
}

fn watched() -> App {
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_observer(|start: On<OverlapStart>, mut seen: ResMut<Seen>| {
        seen.starts.push((start.trigger, start.other));
    });
    app.add_observer(|end: On<OverlapEnd>, mut seen: ResMut<Seen>| {
        seen.ends.push((end.trigger, end.other));
    });
    app
}

/// Starts and ends add up to the pairs that overlap, in every frame of a moving crowd.
#[test]
fn starts_and_ends_add_up() {
    let (mut app, mut dice) = (watched(), Dice(21));
    let mut crowd = crowd(&mut app, &mut dice, 120, 5.0);
    let is_trigger = |i: usize| i.is_multiple_of(3);
    for (i, (entity, _)) in crowd.iter().enumerate() {
        if is_trigger(i) {
            app.world_mut().entity_mut(*entity).insert(Trigger::STAYING);
        }
    }
    let mut open: BTreeSet<(Entity, Entity)> = BTreeSet::new();
    let [mut started, mut ended, mut stayed] = [0; 3];
    for frame in 0..50 {
        for (entity, body) in &mut crowd {
            // Many rest, so that what is remembered counts too.
            if dice.next() < 0.3 {
                let step = dice.point(0.6);
                let mut place = app.world_mut().get_mut::<Transform>(*entity).unwrap();
                place.translation += step;
                match body {
                    Body::Ball(at, _) | Body::Brick(at, _) => *at = place.translation,
                }
            }
        }
        app.update();
        let before = open.clone();
        for OverlapEnd { trigger, other } in drain(&mut app) {
            assert!(open.remove(&(trigger, other)), "an end without a start");
            ended += 1;
        }
        for OverlapStart { trigger, other } in drain(&mut app) {
            assert!(open.insert((trigger, other)), "a start without an end");
            started += 1;
        }
        let stays: BTreeSet<_> =
            drain::<OverlapStay>(&mut app).iter().map(|stay| (stay.trigger, stay.other)).collect();
        assert_eq!(stays, before.intersection(&open).copied().collect());
        stayed += stays.len();
        for (i, (trigger, body)) in crowd.iter().enumerate().filter(|(i, _)| is_trigger(*i)) {
            for (j, (other, body_of_other)) in crowd.iter().enumerate() {
                let distance = body.distance(*body_of_other);
                if i != j && distance.abs() > 1e-5 {
                    assert_eq!(open.contains(&(*trigger, *other)), distance < 0.0, "frame {frame}");
                }
            }
        }
    }
    assert!(started > 200 && ended > 200 && stayed > 1000, "{started} {ended} {stayed}");
    let seen = app.world().resource::<Seen>();
    assert_eq!((seen.starts.len(), seen.ends.len()), (started, ended));
}

/// However one of the two goes, the end is reported, once.
#[test]
fn what_goes_ends_its_overlaps() {
    let ways: [fn(&mut App, Entity, Entity); 6] = [
        |app, trigger, _| {
            _ = app.world_mut().despawn(trigger);
        },
        |app, _, other| {
            _ = app.world_mut().despawn(other);
        },
        |app, _, other| {
            _ = app.world_mut().entity_mut(other).remove::<Collider>();
        },
        |app, trigger, _| {
            _ = app.world_mut().entity_mut(trigger).remove::<Trigger>();
        },
        |app, _, other| {
            app.world_mut().entity_mut(other).insert(bevy_ecs::entity_disabling::Disabled);
        },
        |app, _, other| {
            app.world_mut().entity_mut(other).insert(CollisionLayers::NONE);
        },
    ];
    for (number, way) in ways.into_iter().enumerate() {
        let mut app = watched();
        let ball = || Collider::from(Sphere::new(1.0));
        let trigger = app.world_mut().spawn((ball(), Trigger::default())).id();
        let other = app.world_mut().spawn((ball(), Transform::from_xyz(1.0, 0.0, 0.0))).id();
        app.update();
        assert_eq!(drain::<OverlapStart>(&mut app), [OverlapStart { trigger, other }]);
        app.update();
        assert!(drain::<OverlapStay>(&mut app).is_empty(), "not asked for");
        way(&mut app, trigger, other);
        app.update();
        app.update();
        assert_eq!(drain::<OverlapEnd>(&mut app), [OverlapEnd { trigger, other }], "way {number}");
        assert!(drain::<OverlapStart>(&mut app).is_empty());
        assert_eq!(app.world().resource::<Seen>().ends, [(trigger, other)], "way {number}");
    }
}

/// Observers of one entity hear of its own overlaps; touching counts.
#[test]
fn observers_hear_of_their_own() {
    let mut app = app();
    app.init_resource::<Seen>();
    let spawn = |app: &mut App, x: f32| {
        let place = Transform::from_translation(Vec3::X * x);
        app.world_mut().spawn((Collider::from(Sphere::new(1.0)), Trigger::default(), place)).id()
    };
    let [a, b, c] = [0.0, 2.0, 4.5].map(|x| spawn(&mut app, x));
    app.world_mut().entity_mut(b).observe(|start: On<OverlapStart>, mut seen: ResMut<Seen>| {
        seen.starts.push((start.trigger, start.other));
    });
    app.update();
    assert_eq!(app.world().resource::<Seen>().starts, [(b, a)]);
    app.world_mut().get_mut::<Transform>(c).unwrap().translation.x = 4.0;
    app.update();
    assert_eq!(app.world().resource::<Seen>().starts, [(b, a), (b, c)]);
}
