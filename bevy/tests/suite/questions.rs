//! Every question, beside closed forms over all colliders.

use bevy_clearance::clearance::Frustum;
use bevy_clearance::{AtStart, prelude::*};
use bevy_ecs::prelude::*;
use bevy_math::{Dir3, Isometry3d, Vec3};
use bevy_shape::{Cuboid, Ray3d, Sphere};

use crate::world::{Body, Dice, app, crowd, tree};

const NEAR: f64 = 1e-5;

fn least(crowd: &[(Entity, Body)], of: impl Fn(Body) -> Option<f64>) -> Option<(f64, Entity)> {
    let all = crowd.iter().filter_map(|(entity, body)| Some((of(*body)?, *entity)));
    all.min_by(|a, b| a.0.total_cmp(&b.0))
}

#[test]
fn rays_hit_what_they_meet_first() {
    let (mut app, mut dice) = (app(), Dice(1));
    let crowd = crowd(&mut app, &mut dice, 300, 12.0);
    app.update();
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..2000 {
        let (origin, direction) = (dice.point(14.0), Dir3::new(dice.point(1.0)).unwrap());
        let ray = Ray3d::new(origin, direction);
        let truth = least(&crowd, |body| body.enters(origin, *direction).filter(|far| *far <= 9.0));
        let found = tree(&app).cast_ray(ray, 9.0, &Filter::ALL);
        match (found, truth) {
            (Some(found), Some((far, entity))) => {
                assert!((f64::from(found.distance) - far).abs() < NEAR, "{found:?} {far}");
                assert!(found.entity == entity || far == 0.0);
                hits += 1;
            }
            (None, None) => misses += 1,
            // Where a closed form rounds.
            (found, truth) => panic!("{found:?} {truth:?}"),
        }
        let all = tree(&app).ray_hits(ray, 9.0, &Filter::ALL);
        let count = |(_, body): &&(Entity, Body)| {
            body.enters(origin, *direction).is_some_and(|far| far <= 9.0)
        };
        assert_eq!(all.len(), crowd.iter().filter(count).count());
        assert!(all.is_sorted_by(|a, b| a.distance <= b.distance));
    }
    assert!(hits > 500 && misses > 100, "{hits} {misses}");
}

#[test]
fn nearest_and_intersections_are_those_of_all_pairs() {
    let (mut app, mut dice) = (app(), Dice(2));
    let crowd = crowd(&mut app, &mut dice, 300, 15.0);
    app.update();
    let [mut apart, mut overlap, mut far_off] = [0; 3];
    for i in 0..2000 {
        let body = Body::random(&mut dice, 17.0);
        let (collider, place) = body.bundle(false);
        let pose = place.to_isometry();
        let truth: Vec<f64> = crowd.iter().map(|(_, other)| body.distance(*other)).collect();
        let found = tree(&app).nearest(&collider, &pose, 2.0, &Filter::ALL);
        let met = tree(&app).intersections(&collider, &pose, &Filter::ALL);
        for ((entity, _), distance) in crowd.iter().zip(&truth) {
            if distance.abs() > NEAR {
                assert_eq!(met.contains(entity), *distance < 0.0, "{i} {body:?} {distance}");
            }
        }
        let least = truth.iter().copied().fold(f64::INFINITY, f64::min);
        match found {
            Some(near) if least > 0.0 => {
                let error = (f64::from(near.distance) - least).abs();
                assert!(error < NEAR + f64::from(near.gap), "{near:?} {least}");
                let points = (near.point_on_shape - near.point).length();
                assert!((points - near.distance).abs() < 1e-4);
                apart += 1;
            }
            Some(near) => {
                assert!(near.distance <= 0.0 && met.contains(&near.entity));
                overlap += 1;
            }
            None => {
                assert!(least > 2.0 - NEAR);
                far_off += 1;
            }
        }
    }
    assert!(apart > 300 && overlap > 150 && far_off > 50, "{apart} {overlap} {far_off}");
}

/// A ball that moves is a ray at balls that are larger by its radius.
#[test]
fn moving_balls_hit_what_rays_hit_of_larger_balls() {
    let (mut app, mut dice) = (app(), Dice(3));
    let mut crowd = crowd(&mut app, &mut dice, 400, 12.0);
    crowd.retain(|(entity, body)| {
        let is_ball = matches!(body, Body::Ball(..));
        if !is_ball {
            app.world_mut().despawn(*entity);
        }
        is_ball
    });
    app.update();
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..2000 {
        let (origin, way, radius) = (dice.point(14.0), dice.point(8.0), 0.1 + 0.5 * dice.next());
        let skin = 0.25 * dice.next();
        let ball = Collider::from(Sphere::new(radius));
        let options = CastOptions { skin, ..Default::default() };
        let found = tree(&app).cast_shape(&ball, &origin, way, &options, &Filter::ALL);
        let truth = least(&crowd, |body| {
            let Body::Ball(at, own) = body else { unreachable!() };
            Body::Ball(at, own + radius + skin).enters(origin, way).filter(|time| *time <= 1.0)
        });
        match (found, truth) {
            (Some(found), Some((time, entity))) => {
                assert!((f64::from(found.fraction) - time).abs() < NEAR, "{found:?} {time}");
                assert!(found.entity == entity || time == 0.0);
                hits += 1;
            }
            (None, None) => misses += 1,
            (found, truth) => panic!("{found:?} {truth:?}"),
        }
    }
    assert!(hits > 500 && misses > 300, "{hits} {misses}");
}

/// A hit at the start says how deep, or how near; leaving, or sliding along, is none if asked.
#[test]
fn hits_at_the_start() {
    let mut app = app();
    app.world_mut().spawn(Collider::from(Cuboid::from_length(2.0)));
    app.update();
    let ball = Collider::from(Sphere::new(1.0));
    let cast = |y: f32, way: Vec3, at_start| {
        let options = CastOptions { skin: 0.5, at_start };
        tree(&app).cast_shape(&ball, &(Vec3::Y * y), way, &options, &Filter::ALL)
    };
    for (y, distance) in [(1.75, -0.25), (2.25, 0.25)] {
        let hit = cast(y, Vec3::Y, AtStart::Report).unwrap();
        assert!(hit.fraction == 0.0 && (hit.distance - distance).abs() < 1e-6, "{hit:?}");
        assert!(cast(y, Vec3::Y, AtStart::IgnoreSeparating).is_none());
        assert!(cast(y, Vec3::NEG_Y, AtStart::IgnoreSeparating).is_some());
        assert!(cast(y, Vec3::NEG_Y, AtStart::Ignore).is_none());
    }
    let hit = cast(3.5, Vec3::NEG_Y * 2.0, AtStart::Report).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-6 && (hit.distance - 0.5).abs() < 1e-6, "{hit:?}");
}

#[test]
fn sight_ends_at_what_stands_between() {
    let (mut app, mut dice) = (app(), Dice(4));
    let crowd = crowd(&mut app, &mut dice, 100, 10.0);
    app.update();
    let mut seen = 0;
    for _ in 0..2000 {
        let (eye, point) = (dice.point(12.0), dice.point(12.0));
        let hides = |body: Body| body.enters(eye, point - eye).filter(|time| *time <= 1.0);
        let is_visible = tree(&app).visible_from(eye, point, &Filter::ALL);
        assert_eq!(is_visible, least(&crowd, hides).is_none());
        seen += u32::from(is_visible);
    }
    assert!((200..1800).contains(&seen), "{seen}");
}

#[test]
fn contacts_of_a_crate_on_a_table() {
    let mut app = app();
    let table = app.world_mut().spawn(Collider::from(Cuboid::new(4.0, 1.0, 4.0))).id();
    app.update();
    let a_crate = Collider::from(Cuboid::from_length(1.0));
    let pose = Isometry3d::from_xyz(0.5, 0.9975, 0.0);
    let contacts = tree(&app).contacts(&a_crate, &pose, 0.01, &Filter::ALL);
    assert_eq!(contacts.len(), 1);
    assert_eq!((contacts[0].entity, contacts[0].manifold.points().len()), (table, 4));
    assert_eq!(contacts[0].manifold.normal, Vec3::Y);
    for point in contacts[0].manifold.points() {
        assert!((point.depth - 0.0025).abs() < 1e-6);
    }
    assert!(tree(&app).contacts(&a_crate, &Vec3::Y, -0.1, &Filter::ALL).is_empty());
}

#[test]
fn a_frustum_finds_what_is_in_view() {
    let (mut app, mut dice) = (app(), Dice(5));
    let crowd = crowd(&mut app, &mut dice, 2000, 20.0);
    app.update();
    // A pyramid without its top, about the z-axis: |x| and |y| up to half of z, from 1 to 15.
    let corner = |z: f32, x: f32, y: f32| Vec3::new(0.5 * z * x, 0.5 * z * y, z);
    let ends = |z: f32| {
        [corner(z, -1.0, -1.0), corner(z, 1.0, -1.0), corner(z, -1.0, 1.0), corner(z, 1.0, 1.0)]
    };
    let corners = [ends(1.0), ends(15.0)].concat();
    let view = Collider::new(Frustum::from_corners(corners.try_into().unwrap()).unwrap());
    let seen = tree(&app).intersections(&view, &Vec3::ZERO, &Filter::ALL);
    let mut balls = 0;
    for (entity, body) in &crowd {
        let Body::Ball(at, radius) = *body else { continue };
        // A ball whose centre is within, or beyond one of the planes by more than its radius,
        // the answer is known.
        let slope = 1.25_f32.sqrt();
        let sides = [at.x, -at.x, at.y, -at.y].map(|side| (side - 0.5 * at.z) / slope);
        let ends = [1.0 - at.z, at.z - 15.0];
        let out = sides.into_iter().chain(ends).fold(f32::NEG_INFINITY, f32::max);
        if out < -1e-4 {
            assert!(seen.contains(entity));
            balls += 1;
        } else if out > radius + 1e-4 {
            assert!(!seen.contains(entity));
        }
    }
    assert!(balls > 10 && seen.len() < 500, "{balls} {}", seen.len());
}

/// Layers, exceptions and functions leave out what they say, and nothing else.
#[test]
fn filters_leave_out() {
    let mut app = app();
    let mut spawn = |x: f32, layers| {
        let place = bevy_transform::components::Transform::from_xyz(x, 0.0, 0.0);
        app.world_mut().spawn((Collider::from(Sphere::new(0.5)), place, layers)).id()
    };
    let [a, b, c] = [
        spawn(2.0, CollisionLayers::ALL),
        spawn(4.0, CollisionLayers::new(0b10, 0b01)),
        spawn(6.0, CollisionLayers::new(0b01, 0b10)),
    ];
    app.update();
    let first = |filter: &Filter<'_>| {
        let ray = Ray3d::new(Vec3::ZERO, Dir3::X);
        tree(&app).cast_ray(ray, 100.0, filter).map(|hit| hit.entity)
    };
    assert_eq!(first(&Filter::ALL), Some(a));
    assert_eq!(first(&Filter::ALL.without(&[a])), Some(b));
    assert_eq!(first(&Filter::ALL.without(&[a]).on_layers(0b01)), Some(c));
    // In layer 1, meeting both: b meets it and c does not.
    let asker = CollisionLayers::new(0b01, 0b11);
    assert_eq!(first(&Filter::ALL.as_layers(asker).without(&[a, b])), None);
    assert_eq!(first(&Filter::ALL.only(&|entity| entity == c)), Some(c));
    assert_eq!(first(&Filter::ALL.on_layers(0b100).without(&[a])), None);
}
