//! Meshes, picking and gizmos.
#![cfg(all(feature = "mesh", feature = "picking", feature = "gizmos"))]

use bevy_clearance::{ClearanceGizmos, ClearancePickingPlugin, ColliderError, prelude::*};
use bevy_color::Color;
use bevy_ecs::message::Messages;
use bevy_gizmos::config::DefaultGizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::{Dir3, Vec3};
use bevy_mesh::Mesh;
use bevy_picking::Pickable;
use bevy_picking::backend::PointerHits;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::pointer::PointerId;
use bevy_shape::{Cuboid, Ray3d, Sphere, Torus};
use bevy_transform::components::Transform;

use crate::world::{app, tree};

/// A ring by its hull is filled, by its triangles it is not.
#[test]
fn meshes_as_hulls_and_as_triangles() {
    let ring = Mesh::from(Torus::new(0.8, 1.2));
    let (hull, triangles) = (Collider::hull_of_mesh(&ring), Collider::triangles_of_mesh(&ring));
    let (hull, triangles) = (hull.unwrap(), triangles.unwrap());
    assert!(hull.part_count() == 1 && triangles.part_count() > 100);
    let mut app = app();
    let far = Transform::from_xyz(10.0, 0.0, 0.0);
    app.world_mut().spawn(hull);
    app.world_mut().spawn((triangles, far));
    app.update();
    let ball = Collider::from(Sphere::new(0.5));
    let found = |at: Vec3| tree(&app).nearest(&ball, &at, 5.0, &Filter::ALL).unwrap().distance;
    assert!(found(Vec3::ZERO) < -0.5);
    // The hole is 0.8 in radius; the mesh is of chords within the circle that bounds the tube.
    assert!((found(far.translation) - 0.3).abs() < 0.02, "{}", found(far.translation));
    let points = Mesh::new(bevy_mesh::PrimitiveTopology::PointList, Default::default());
    assert!(matches!(Collider::hull_of_mesh(&points), Err(ColliderError::Mesh(_))));
    let cube = Mesh::from(Cuboid::from_length(1.0));
    assert_eq!(Collider::triangles_of_mesh(&cube).unwrap().part_count(), 12);
}

/// The pointer's ray reports all that it meets but what is let through.
#[test]
fn pointers_meet_colliders() {
    let mut app = app();
    app.add_plugins(ClearancePickingPlugin).add_message::<PointerHits>();
    let world = app.world_mut();
    let mut ball = |z: f32| {
        world.spawn((Collider::from(Sphere::new(1.0)), Transform::from_xyz(0.0, 0.0, z))).id()
    };
    let [near, through, far] = [ball(-5.0), ball(-10.0), ball(-15.0)];
    world.entity_mut(through).insert(Pickable::IGNORE);
    let camera = world.spawn(bevy_camera::Camera { order: 3, ..Default::default() }).id();
    let mut rays = RayMap::default();
    let ray = Ray3d::new(Vec3::ZERO, Dir3::NEG_Z);
    rays.map.insert(RayId::new(camera, PointerId::Mouse), ray);
    world.insert_resource(rays);
    app.update();
    app.update();
    let hits = app.world_mut().resource_mut::<Messages<PointerHits>>().drain().last().unwrap();
    assert!(hits.pointer == PointerId::Mouse && hits.order == 3.0);
    let picks: Vec<_> =
        hits.picks.iter().map(|(entity, hit)| (*entity, hit.depth.round())).collect();
    assert_eq!(picks, [(near, 4.0), (far, 14.0)]);
    assert_eq!(hits.picks[0].1.normal, Some(Vec3::Z));
}

/// What is drawn lies where the answer says.
#[test]
fn answers_are_drawn_where_they_are() {
    let mut app = app();
    app.world_mut().spawn(Collider::from(Cuboid::from_length(2.0)));
    app.update();
    let ball = Collider::from(Sphere::new(0.5));
    let mut gizmos = GizmoBuffer::<DefaultGizmoConfigGroup, ()>::new();
    let near = tree(&app).nearest(&ball, &(Vec3::Y * 3.0), 9.0, &Filter::ALL).unwrap();
    gizmos.near(&near, Color::WHITE);
    assert_eq!(gizmos.list_positions[..2], [near.point, near.point_on_shape]);

    let mut gizmos = GizmoBuffer::<DefaultGizmoConfigGroup, ()>::new();
    let (from, way, options) = (Vec3::Y * 4.0, Vec3::NEG_Y * 4.0, CastOptions::default());
    let hit = tree(&app).cast_shape(&ball, &from, way, &options, &Filter::ALL).unwrap();
    gizmos.sweep(&ball, &from, way, Some(&hit), Color::WHITE);
    let drawn = gizmos.strip_positions.iter().filter(|point| point.is_finite());
    let (low, high) = drawn
        .fold((f32::MAX, f32::MIN), |(low, high), point| (low.min(point.y), high.max(point.y)));
    // From above down to where the ball touches the box, whose upper face is at 1.
    assert!((0.999..1.01).contains(&low) && (4.49..=4.5).contains(&high), "{low} {high}");
    let ray = Ray3d::new(from, Dir3::NEG_Y);
    let hit = tree(&app).cast_ray(ray, 9.0, &Filter::ALL).unwrap();
    gizmos.ray_hit(&hit, Color::WHITE);
    for contact in tree(&app).contacts(&ball, &(Vec3::Y * 1.4), 0.0, &Filter::ALL) {
        gizmos.contact(&contact, Color::WHITE);
    }
    assert!(gizmos.list_positions.contains(&Vec3::Y));
}
