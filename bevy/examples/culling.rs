//! Which of 10 000 balls a camera sees, by its frustum, beside a test of each ball against the six
//! planes.
//!
//! Run it with `cargo run --release --example culling`; it needs no window.

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_clearance::clearance::{DepthRange, Frustum, FrustumError};
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Mat4, Vec3, Vec4};
use bevy_shape::Sphere;
use bevy_transform::components::Transform;

/// The matrix of a camera as Bevy has it: right-handed, depths from 1 at the near plane to 0 at the
/// far one.
fn view_projection(aspect: f32, near: f32, far: f32, tan: f32, camera: &Transform) -> Mat4 {
    let depth = near / (far - near);
    let projection = Mat4::from_cols(
        Vec4::X / (aspect * tan),
        Vec4::Y / tan,
        Vec4::new(0.0, 0.0, depth, -1.0),
        Vec4::new(0.0, 0.0, far * depth, 0.0),
    );
    projection * camera.to_matrix().inverse()
}

fn main() -> Result<(), FrustumError> {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin);
    let mut seed = 1_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let mut balls: Vec<(Entity, Vec3, f32)> = Vec::new();
    for _ in 0..10_000 {
        let at = (Vec3::new(random(), random(), random()) - 0.5) * 200.0;
        let radius = 0.2 + random();
        let ball = (Collider::from(Sphere::new(radius)), Transform::from_translation(at));
        balls.push((app.world_mut().spawn(ball).id(), at, radius));
    }
    app.update();

    let camera = Transform::from_xyz(10.0, 5.0, 30.0).looking_at(Vec3::ZERO, Vec3::Y);
    let matrix = view_projection(1.5, 0.1, 120.0, 0.5, &camera);
    let frustum = Frustum::from_view_projection(matrix.to_cols_array_2d(), DepthRange::ZeroToOne)?;
    let view = Collider::new(frustum);
    let tree = app.world().resource::<ColliderTree>();
    let begin = Instant::now();
    let seen = tree.intersections(&view, &Vec3::ZERO, &Filter::ALL);
    let time = begin.elapsed();

    // A ball whose centre is outside a plane by more than its radius is not seen; one whose centre
    // is inside all of them is. Between the two, near edges, only the shapes tell.
    let rows = [0, 1, 2, 3].map(|i| matrix.row(i));
    let [x, y, z, w] = rows;
    let planes = [w + x, w - x, w + y, w - y, z, w - z].map(|row| row / row.truncate().length());
    let (mut inside, mut between) = (0, 0);
    for (entity, at, radius) in &balls {
        let least = planes.iter().map(|plane| plane.dot(at.extend(1.0))).fold(f32::MAX, f32::min);
        let is_seen = seen.contains(entity);
        if least > 1e-3 {
            assert!(is_seen, "{at} is in view");
            inside += 1;
        } else if least < -radius - 1e-3 {
            assert!(!is_seen, "{at} is not in view");
        } else {
            between += 1;
        }
    }
    println!("{} of {} are seen, in {time:?}", seen.len(), balls.len());
    println!("{inside} by their centres; {between} lie across a plane");
    assert!(inside > 100 && seen.len() >= inside && seen.len() <= inside + between);
    Ok(())
}
