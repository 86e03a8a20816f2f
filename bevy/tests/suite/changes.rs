//! The tree follows what moves, comes, goes, sleeps, grows and changes its parents.

use bevy_clearance::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_shape::{Cuboid, Sphere};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::world::{Body, Dice, app, crowd, tree};

/// The entities that touch a point.
fn at(app: &bevy_app::App, point: Vec3) -> Vec<Entity> {
    let dot = Collider::new(bevy_clearance::clearance::Point::new(Vec3::ZERO));
    tree(app).intersections(&dot, &point, &Filter::ALL)
}

/// Through frames of random changes, the tree answers as all pairs do.
#[test]
fn the_tree_follows_a_crowd() {
    let (mut app, mut dice) = (app(), Dice(11));
    let mut crowd = crowd(&mut app, &mut dice, 200, 10.0);
    let mut met = 0;
    for frame in 0..60 {
        for _ in 0..dice.below(30) {
            let i = dice.below(crowd.len());
            let body = Body::random(&mut dice, 10.0);
            let by_scale = dice.next() < 0.5;
            match dice.below(4) {
                0 => {
                    app.world_mut().despawn(crowd.swap_remove(i).0);
                    crowd.push((app.world_mut().spawn(body.bundle(by_scale)).id(), body));
                }
                1 => crowd.push((app.world_mut().spawn(body.bundle(by_scale)).id(), body)),
                _ => {
                    app.world_mut().entity_mut(crowd[i].0).insert(body.bundle(by_scale));
                    crowd[i].1 = body;
                }
            }
        }
        app.update();
        assert_eq!(tree(&app).len(), crowd.len());
        for _ in 0..20 {
            let body = Body::random(&mut dice, 10.0);
            let (collider, place) = body.bundle(false);
            let found = tree(&app).intersections(&collider, &place.to_isometry(), &Filter::ALL);
            for (entity, other) in &crowd {
                let distance = body.distance(*other);
                if distance.abs() > 1e-5 {
                    assert_eq!(found.contains(entity), distance < 0.0, "frame {frame}");
                }
            }
            met += found.len();
        }
    }
    assert!(met > 500, "{met}");
}

#[test]
fn what_sleeps_or_loses_its_place_is_not_there() {
    let mut app = app();
    let ball = app.world_mut().spawn(Collider::from(Sphere::new(1.0))).id();
    app.update();
    assert_eq!(at(&app, Vec3::ZERO), [ball]);
    let ever = |app: &mut bevy_app::App, change: &dyn Fn(&mut EntityWorldMut<'_>), is: bool| {
        change(&mut app.world_mut().entity_mut(ball));
        app.update();
        assert_eq!(at(app, Vec3::ZERO).is_empty(), !is);
    };
    ever(
        &mut app,
        &|ball| {
            _ = ball.insert(Disabled);
        },
        false,
    );
    ever(
        &mut app,
        &|ball| {
            _ = ball.remove::<Disabled>();
        },
        true,
    );
    ever(
        &mut app,
        &|ball| {
            _ = ball.remove::<GlobalTransform>();
        },
        false,
    );
    ever(
        &mut app,
        &|ball| {
            _ = ball.insert(GlobalTransform::IDENTITY);
        },
        true,
    );
    ever(
        &mut app,
        &|ball| {
            _ = ball.remove::<Collider>();
        },
        false,
    );
    ever(
        &mut app,
        &|ball| {
            _ = ball.insert(Collider::from(Sphere::new(1.0)));
        },
        true,
    );
}

#[test]
fn layers_may_change_and_go() {
    let mut app = app();
    let layers = CollisionLayers::new(0b10, 0b10);
    let ball = app.world_mut().spawn((Collider::from(Sphere::new(1.0)), layers)).id();
    app.update();
    let ask = |app: &bevy_app::App| {
        let dot = Collider::from(Sphere::new(0.1));
        tree(app).intersections(&dot, &Vec3::ZERO, &Filter::ALL.on_layers(0b01)).len()
    };
    assert_eq!(ask(&app), 0);
    app.world_mut().entity_mut(ball).insert(CollisionLayers::new(0b01, 0b10));
    app.update();
    assert_eq!(ask(&app), 1);
    app.world_mut().entity_mut(ball).insert(layers);
    app.update();
    assert_eq!(ask(&app), 0);
    app.world_mut().entity_mut(ball).remove::<CollisionLayers>();
    app.update();
    assert_eq!(ask(&app), 1, "without the component it is in all layers");
}

/// A child of a turned, evenly scaled parent is a ball still, and stands where it should.
#[test]
fn children_stand_where_their_parents_carry_them() {
    let mut app = app();
    let place = Transform {
        translation: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_rotation_z(0.7) * Quat::from_rotation_x(1.1),
        scale: Vec3::splat(2.0),
    };
    let parent = app.world_mut().spawn(place).id();
    let child =
        Transform { rotation: Quat::from_rotation_y(0.3), ..Transform::from_xyz(1.0, 0.0, 0.0) };
    let child =
        app.world_mut().spawn((Collider::from(Sphere::new(0.5)), child, ChildOf(parent))).id();
    app.update();
    let center = place.translation + place.rotation * (Vec3::X * 2.0);
    let near = tree(&app).nearest_to_point(center + Vec3::Y * 3.0, 10.0, &Filter::ALL).unwrap();
    assert_eq!(near.entity, child);
    assert!((near.distance - 2.0).abs() < 2e-6, "{near:?}");
    // Its parent moves.
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation += Vec3::Z;
    app.update();
    let near = tree(&app).nearest_to_point(center + Vec3::Z, 10.0, &Filter::ALL).unwrap();
    assert!((near.distance + 1.0).abs() < 2e-6, "{near:?}");
}

/// Uneven scales are exact: a ball becomes an ellipsoid, a turned box keeps its axes.
#[test]
fn uneven_scales_stretch() {
    let mut app = app();
    let place = Transform {
        translation: Vec3::ZERO,
        rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        scale: Vec3::new(3.0, 1.0, 0.5),
    };
    let ball = app.world_mut().spawn((Collider::from(Sphere::new(1.0)), place)).id();
    app.update();
    // Its long axis is y now.
    for (point, distance) in [(Vec3::Y * 5.0, 2.0), (Vec3::X * 5.0, 4.0), (Vec3::Z * 5.0, 4.5)] {
        let near = tree(&app).nearest_to_point(point, 10.0, &Filter::ALL).unwrap();
        assert!((near.distance - distance).abs() < 1e-6, "{near:?}");
    }
    app.world_mut().entity_mut(ball).insert(Collider::from(Cuboid::from_length(2.0)));
    app.update();
    let near = tree(&app).nearest_to_point(Vec3::new(2.0, 4.0, 0.0), 10.0, &Filter::ALL).unwrap();
    assert!((near.distance - 2.0_f32.sqrt()).abs() < 1e-6, "{near:?}");
}
