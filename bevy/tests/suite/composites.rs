//! Compounds and triangles, beside closed forms of the whole.

use bevy_clearance::prelude::*;
use bevy_math::{Dir3, Isometry3d, Quat, Vec3};
use bevy_shape::{Cuboid, HalfSpace, Ray3d, Sphere};
use bevy_transform::components::Transform;

use crate::world::{Body, Dice, app, tree};

/// The surface of a box of half extents, by twelve triangles.
fn shell(half: Vec3) -> Collider {
    let vertices: Vec<Vec3> = (0..8)
        .map(|i| {
            let side = |bit: u8| if i & bit == 0 { -1.0 } else { 1.0 };
            half * Vec3::new(side(1), side(2), side(4))
        })
        .collect();
    let quads =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangles: Vec<_> =
        quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Collider::triangles(&vertices, &triangles).unwrap()
}

/// A cloud of balls in one collider answers as the balls do, also turned and scaled.
#[test]
fn a_compound_is_its_parts() {
    let mut dice = Dice(41);
    let balls: Vec<(Vec3, f32)> =
        (0..60).map(|_| (dice.point(4.0), 0.2 + 0.5 * dice.next())).collect();
    let parts = balls.iter().map(|(at, radius)| {
        (Isometry3d::from_translation(*at), Collider::from(Sphere::new(*radius)))
    });
    let compound = Collider::compound(parts).unwrap();
    assert_eq!(compound.part_count(), 60);
    let place = Transform {
        translation: Vec3::new(3.0, -2.0, 1.0),
        rotation: Quat::from_rotation_y(0.8) * Quat::from_rotation_x(-0.4),
        scale: Vec3::splat(1.5),
    };
    let mut app = app();
    let entity = app.world_mut().spawn((compound.clone(), place)).id();
    app.update();
    let world: Vec<Body> = balls
        .iter()
        .map(|(at, radius)| Body::Ball(place.transform_point(*at), 1.5 * radius))
        .collect();
    let [mut hits, mut met, mut apart] = [0; 3];
    for _ in 0..1500 {
        let (origin, way) = (dice.point(12.0), dice.point(20.0));
        let sooner = |body: &Body| body.enters(origin, way).filter(|time| *time <= 1.0);
        let truth = world.iter().filter_map(sooner).min_by(f64::total_cmp);
        let ray = Ray3d::new(origin, Dir3::new(way).unwrap());
        let found = tree(&app).cast_ray(ray, way.length(), &Filter::ALL);
        let error = match (found, truth) {
            (Some(hit), Some(time)) => {
                hits += 1;
                f64::from(hit.distance / way.length()) - time
            }
            (None, None) => 0.0,
            (found, truth) => panic!("{found:?} {truth:?}"),
        };
        assert!(error.abs() < 1e-5, "{error}");

        let body = Body::random(&mut dice, 9.0);
        let (collider, at) = body.bundle(false);
        let truth = world.iter().map(|own| own.distance(body)).fold(f64::INFINITY, f64::min);
        let near = tree(&app).nearest(&collider, &at.to_isometry(), 100.0, &Filter::ALL).unwrap();
        let found =
            !tree(&app).intersections(&collider, &at.to_isometry(), &Filter::ALL).is_empty();
        if truth.abs() > 1e-5 {
            assert_eq!(found, truth < 0.0);
            assert_eq!(near.distance < 0.0, truth < 0.0);
            met += u32::from(found);
        }
        if truth > 0.0 {
            assert!((f64::from(near.distance) - truth).abs() < 1e-5, "{near:?} {truth}");
            apart += 1;
        }
    }
    assert!(hits > 100 && met > 100 && apart > 300, "{hits} {met} {apart}");
    // It moves as a shape too, and hits itself where it stands.
    let options = CastOptions::default();
    let to = Vec3::new(0.0, 0.0, 40.0);
    let hit = tree(&app).cast_shape(&compound, &-to, 2.0 * to, &options, &Filter::ALL).unwrap();
    assert!(hit.entity == entity && hit.fraction > 0.2);
    assert!(
        tree(&app)
            .nearest(&compound, &(hit.fraction * 2.0 * to - to), 1.0, &Filter::ALL)
            .is_some_and(|near| near.distance.abs() < 1e-3)
    );
}

/// Triangles are a surface: from outside they answer as the box that they bound, inside they are
/// not touched.
#[test]
fn triangles_are_a_surface() {
    let half = Vec3::new(3.0, 2.0, 1.0);
    let mut app = app();
    app.world_mut().spawn((shell(Vec3::ONE), Transform::from_scale(half)));
    app.update();
    let whole = Body::Brick(Vec3::ZERO, half);
    let mut dice = Dice(42);
    let [mut inside, mut outside, mut hits] = [0; 3];
    for _ in 0..1500 {
        let body = Body::Ball(dice.point(4.0), 0.1 + 0.3 * dice.next());
        let Body::Ball(at, radius) = body else { unreachable!() };
        let found =
            tree(&app).nearest(&Sphere::new(radius).into(), &at, 100.0, &Filter::ALL).unwrap();
        let depth = (half - at.abs()).min_element();
        let truth = if depth > 0.0 { f64::from(depth - radius) } else { body.distance(whole) };
        if truth > 1e-5 {
            assert!((f64::from(found.distance) - truth).abs() < 1e-5, "{found:?} {truth}");
            if depth > 0.0 { inside += 1 } else { outside += 1 }
        } else {
            assert!(found.distance < 1e-5);
        }
        let way = dice.point(8.0);
        if depth < 0.0 {
            let found =
                tree(&app).cast_ray(Ray3d::new(at, Dir3::new(way).unwrap()), 50.0, &Filter::ALL);
            let truth = whole.enters(at, way.normalize());
            assert_eq!(found.is_some(), truth.is_some());
            if let (Some(hit), Some(truth)) = (found, truth) {
                assert!((f64::from(hit.distance) - truth).abs() < 2e-5, "{hit:?} {truth}");
                assert!(hit.normal.dot(way) < 0.0);
                hits += 1;
            }
        }
    }
    assert!(inside > 50 && outside > 300 && hits > 50, "{inside} {outside} {hits}");
}

/// A bullet of a millimetre meets a shell without thickness, at any speed.
#[test]
fn bullets_do_not_tunnel_through_triangles() {
    let mut app = app();
    app.world_mut().spawn(shell(Vec3::ONE));
    app.update();
    let (bullet, mut dice) = (Collider::from(Sphere::new(5e-4)), Dice(43));
    for _ in 0..500 {
        let (from, through) = (dice.point(1.0).normalize() * 30.0, dice.point(0.999));
        let way = (through - from) * (1.0 + 1e4 * dice.next());
        let options = CastOptions::default();
        let hit = tree(&app).cast_shape(&bullet, &from, way, &options, &Filter::ALL).unwrap();
        let truth = Body::Brick(Vec3::ZERO, Vec3::ONE).enters(from, way).unwrap();
        let error = (f64::from(hit.fraction) - truth) * f64::from(way.length());
        // The ball is ahead of its centre by a radius over the sine of how it meets the face.
        assert!(error < 1e-3 && error > -0.1, "{error}");
    }
}

/// A floor without end is found beside colliders that have one.
#[test]
fn half_spaces_have_no_end() {
    let mut app = app();
    // Bevy's normal points into it: everything below y = 0.
    let floor = HalfSpace::new(bevy_math::Vec4::new(0.0, -1.0, 0.0, 0.0));
    let floor = app.world_mut().spawn(Collider::from(floor)).id();
    for x in 0..100 {
        let place = Transform::from_xyz(f32::from(x as u8), 5.0, 0.0);
        app.world_mut().spawn((Collider::from(Cuboid::from_length(0.5)), place));
    }
    app.update();
    let far = Vec3::new(1e6, 2.0, -3e5);
    let near = tree(&app).nearest_to_point(far, 10.0, &Filter::ALL).unwrap();
    assert_eq!((near.entity, near.distance), (floor, 2.0));
    let ball = Collider::from(Sphere::new(0.5));
    let options = CastOptions::default();
    let hit =
        tree(&app).cast_shape(&ball, &far, Vec3::NEG_Y * 3.0, &options, &Filter::ALL).unwrap();
    assert!(hit.entity == floor && (hit.fraction - 0.5).abs() < 1e-6, "{hit:?}");
    assert_eq!(tree(&app).intersections(&ball, &(Vec3::Y * 0.5), &Filter::ALL), [floor]);
    assert_eq!(tree(&app).intersections(&ball, &(Vec3::Y * 0.51), &Filter::ALL), []);
}
