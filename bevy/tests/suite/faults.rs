//! What cannot be answered is left out, and says why.

use bevy_clearance::clearance::{PoseError, ShapeError};
use bevy_clearance::{ColliderError, ColliderFault, prelude::*};
use bevy_ecs::prelude::*;
use bevy_math::{Isometry3d, Quat, Vec3};
use bevy_shape::{Cuboid, Sphere};
use bevy_transform::components::Transform;

use crate::world::{app, tree};

#[test]
fn a_sheared_child_is_left_out_until_it_stands_straight() {
    let mut app = app();
    let parent = app.world_mut().spawn(Transform::from_scale(Vec3::new(2.0, 1.0, 1.0))).id();
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.5));
    let child = app
        .world_mut()
        .spawn((Collider::from(Cuboid::from_length(1.0)), turned, ChildOf(parent)))
        .id();
    app.update();
    assert!(!tree(&app).contains(child));
    let fault = app.world().get::<ColliderFault>(child).copied();
    assert_eq!(fault, Some(ColliderFault::Place(PoseError::Sheared)));
    app.world_mut().entity_mut(child).insert(Transform::IDENTITY);
    app.update();
    assert!(tree(&app).contains(child) && app.world().get::<ColliderFault>(child).is_none());
}

#[test]
fn shapes_and_places_that_are_none() {
    let mut app = app();
    let mut fault = |collider: Collider, place: Transform| {
        let entity = app.world_mut().spawn((collider, place)).id();
        app.update();
        assert!(!tree(&app).contains(entity));
        app.world().get::<ColliderFault>(entity).copied().unwrap()
    };
    let ball = || Collider::from(Sphere::new(1.0));
    assert!(matches!(
        fault(Sphere::new(-1.0).into(), Transform::IDENTITY),
        ColliderFault::Shape { part: 0, error: ShapeError::Negative { .. } }
    ));
    assert_eq!(
        fault(ball(), Transform::from_scale(Vec3::new(1.0, 0.0, 1.0))),
        ColliderFault::Shape { part: 0, error: ShapeError::ZeroScale }
    );
    assert_eq!(
        fault(ball(), Transform::from_xyz(f32::NAN, 0.0, 0.0)),
        ColliderFault::Place(PoseError::NotFinite)
    );
    let turned = Isometry3d::from_rotation(Quat::from_rotation_x(0.4));
    let compound = Collider::compound([
        (Isometry3d::IDENTITY, ball()),
        (turned, Collider::from(Cuboid::from_length(1.0))),
    ]);
    assert_eq!(
        fault(compound.unwrap(), Transform::from_scale(Vec3::new(1.0, 2.0, 1.0))),
        ColliderFault::TurnedPart { part: 1 }
    );
}

#[test]
fn colliders_that_cannot_be_made() {
    assert!(matches!(Collider::hull(&[]), Err(ColliderError::Hull(_))));
    assert!(matches!(Collider::compound([]), Err(ColliderError::Empty)));
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    assert!(matches!(Collider::triangles(&corners, &[]), Err(ColliderError::Empty)));
    assert!(matches!(
        Collider::triangles(&corners, &[[0, 1, 2], [0, 1, 3]]),
        Err(ColliderError::NoSuchVertex { triangle: 1 })
    ));
    let wrong = [Vec3::ZERO, Vec3::X, Vec3::NAN];
    assert!(matches!(
        Collider::triangles(&wrong, &[[0, 1, 2]]),
        Err(ColliderError::Shape { part: 0, .. })
    ));
}
