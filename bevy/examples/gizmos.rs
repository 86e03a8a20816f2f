//! What the gizmos draw of a nearest pair, contacts, a cast shape and a ray: as a picture (SVG) of
//! the lines that Bevy's renderer would be given.
//!
//! ```sh
//! cargo run --features gizmos --example gizmos > space.svg
//! cargo run --features gizmos --example gizmos plane > plane.svg
//! ```
//!
//! The first is seen by a camera in space, the second as a `Camera2d` sees the same. It needs no
//! window.

use bevy_app::prelude::*;
use bevy_clearance::{ClearanceGizmos, prelude::*};
use bevy_color::palettes::css;
use bevy_color::{Color, ColorToPacked, Srgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::config::DefaultGizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::{Dir3, Quat, Vec2, Vec3};
use bevy_shape::{Capsule3d, Cuboid, Cylinder, Ray3d, Sphere};
use bevy_transform::components::Transform;

const SIZE: Vec2 = Vec2::new(960.0, 540.0);

#[derive(Resource, Default)]
struct Drawn(GizmoBuffer<DefaultGizmoConfigGroup, ()>);

fn things() -> [(Collider, Transform); 4] {
    let tilted = Quat::from_rotation_y(0.5) * Quat::from_rotation_z(0.4);
    [
        (Collider::from(Cuboid::new(12.0, 0.5, 5.0)), Transform::from_xyz(0.0, -0.25, 0.0)),
        (
            Collider::from(Cuboid::new(1.4, 1.0, 1.2)),
            Transform::from_xyz(-4.0, 1.6, 0.0).with_rotation(tilted),
        ),
        (Collider::from(Cylinder::new(0.7, 2.0)), Transform::from_xyz(3.6, 1.0, 0.0)),
        (Collider::from(Sphere::new(0.7)), Transform::from_xyz(0.0, 3.5, -1.0)),
    ]
}

fn draw(space: SpatialQuery, mut drawn: ResMut<Drawn>) {
    let gizmos = &mut drawn.0;
    for (shape, at) in things() {
        gizmos.collider(&shape, &(at.rotation, at.translation), css::GRAY);
    }
    // The tilted box above the floor: what is nearest to a ball.
    let (ball, at) = (Collider::from(Sphere::new(0.4)), Vec3::new(-2.0, 2.6, 0.6));
    gizmos.collider(&ball, &at, css::ROYAL_BLUE);
    let near = space.nearest(&ball, &at, 9.0, &Filter::ALL);
    if let Some(near) = &near {
        gizmos.near(near, css::ROYAL_BLUE);
    }

    // A box that has sunk a little into the floor.
    let (cube, at) = (Collider::from(Cuboid::from_length(1.2)), Vec3::new(-0.6, 0.58, 0.8));
    let place = (Quat::from_rotation_y(0.6), at);
    gizmos.collider(&cube, &place, css::DARK_ORANGE);
    let contacts = space.contacts(&cube, &place, 0.0, &Filter::ALL);
    for contact in &contacts {
        gizmos.contact(contact, css::DARK_ORANGE);
    }

    // A capsule that flies against the cylinder.
    let (capsule, from) = (Collider::from(Capsule3d::new(0.3, 0.8)), Vec3::new(-1.0, 1.8, 1.0));
    let (way, options) = (Vec3::new(8.0, -0.8, -1.6), CastOptions::default());
    let hit = space.cast_shape(&capsule, &from, way, &options, &Filter::ALL);
    gizmos.sweep(&capsule, &from, way, hit.as_ref(), css::CRIMSON);

    // A ray, straight up against the ball.
    let ray = Ray3d::new(Vec3::new(0.2, 0.5, -1.2), Dir3::Y);
    let up = space.cast_ray(ray, 9.0, &Filter::ALL);
    if let Some(hit) = &up {
        gizmos.line(ray.origin, hit.point, css::SEA_GREEN);
        gizmos.ray_hit(hit, css::SEA_GREEN);
    }
    assert!(near.is_some() && contacts.len() == 1 && hit.is_some() && up.is_some());
}

/// The way from a point to the picture: in front of a camera, or along the depth.
fn project(point: Vec3, plane: bool) -> Vec2 {
    if plane {
        return (point.truncate() - Vec2::Y * 1.8) * 70.0;
    }
    let camera = Transform::from_xyz(-3.0, 5.5, 11.0).looking_at(Vec3::Y * 1.2, Vec3::Y);
    let seen = camera.to_matrix().inverse().transform_point3(point);
    seen.truncate() / -seen.z * 900.0
}

fn line(from: Vec3, to: Vec3, color: Color, plane: bool) {
    let [from, to] = [from, to].map(|point| {
        let seen = project(point, plane);
        SIZE / 2.0 + Vec2::new(seen.x, -seen.y)
    });
    let [red, green, blue] = Srgba::from(color).to_u8_array_no_alpha();
    println!(
        r##"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="#{red:02x}{green:02x}{blue:02x}"/>"##,
        from.x, from.y, to.x, to.y,
    );
}

fn main() {
    let plane = std::env::args().nth(1).is_some_and(|word| word == "plane");
    let mut app = App::new();
    app.add_plugins(ClearancePlugin).init_resource::<Drawn>();
    for thing in things() {
        app.world_mut().spawn(thing);
    }
    app.update();
    app.add_systems(Update, draw).update();

    let drawn = &app.world().resource::<Drawn>().0;
    let (width, height) = (SIZE.x, SIZE.y);
    println!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill="none">"#
    );
    println!(r#"<rect width="{width}" height="{height}" fill="white"/>"#);
    let pairs = drawn.list_positions.chunks(2).zip(drawn.list_colors.chunks(2));
    let strips = drawn.strip_positions.windows(2).zip(drawn.strip_colors.windows(2));
    for (ends, colors) in pairs.chain(strips) {
        let ([from, to], [color, _]) = (ends, colors) else { continue };
        // Strips end in a point that is no number.
        if from.is_finite() && to.is_finite() {
            line(*from, *to, (*color).into(), plane);
        }
    }
    println!("</svg>");
}
