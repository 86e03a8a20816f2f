//! What does the camera see? The articles' own use: one frustum against 10 000 objects, yes or no.
//!
//! Testing bounding boxes against the frustum's planes one by one keeps boxes that no pixel shows: those near a corner
//! of the frustum, outside of it but on the inner side of every plane. The exact test drops them.
//!
//! `cargo run --release --example frustum_culling`

use clearance::{Cuboid, DepthRange, Frustum, SupportMap, intersects};
use glam::camera::rh::proj::directx::perspective;
use glam::camera::rh::view::look_at_mat4;
use glam::{Quat, Vec3};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let projection = perspective(1.0, 16.0 / 9.0, 0.1, 60.0);
    let view = look_at_mat4(Vec3::new(0.0, 10.0, 40.0), Vec3::ZERO, Vec3::Y);
    let camera = Frustum::from_view_projection(
        (projection * view).to_cols_array_2d(),
        DepthRange::ZeroToOne,
    )?;

    // A spiral of 10 000 turned boxes.
    let objects: Vec<(Cuboid<Vec3>, (Quat, Vec3))> = (0..10_000_u16)
        .map(|i| {
            let t = f32::from(i) * 0.01;
            let place = Vec3::new(t.cos() * t, (t * 0.7).sin() * 8.0, t.sin() * t);
            let turn = Quat::from_euler(glam::EulerRot::YXZ, t, 2.0 * t, 0.0);
            (Cuboid::new(Vec3::new(5.0, 0.3, 0.5)), (turn, place))
        })
        .collect();

    let is_seen = |(shape, pose): &&(Cuboid<Vec3>, (Quat, Vec3))| {
        intersects(&camera, &Vec3::ZERO, shape, pose)
    };
    let (mut visible, mut fastest) = (0, f64::INFINITY);
    for _ in 0..5 {
        let start = Instant::now();
        visible = objects.iter().filter(is_seen).count();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }

    // The plane test, for comparison: a box goes when it lies wholly outside one plane.
    let planes = planes_of(&camera.corners().ok_or("the camera has no far plane")?);
    let kept_by_planes = objects
        .iter()
        .filter(|(shape, (turn, place))| {
            planes.iter().all(|(normal, height)| {
                let toward = turn.inverse() * -*normal;
                let nearest = *turn * shape.support(toward, 0).point + *place;
                normal.dot(nearest) <= *height
            })
        })
        .count();

    println!("{visible} of {} objects are in view", objects.len());
    println!("{kept_by_planes} pass the plane test: {} too many", kept_by_planes - visible);
    println!("{:.0} ns an object", fastest * 1e9 / objects.len() as f64);
    Ok(())
}

/// Outward normals and heights of the six planes, from corners in the order near to far, bottom to top, left to right.
fn planes_of(corners: &[Vec3; 8]) -> [(Vec3, f32); 6] {
    let [a, b, c, d, e, f, g, _] = *corners;
    let middle = corners.iter().sum::<Vec3>() / 8.0;
    [[a, b, c], [e, f, g], [a, b, e], [c, d, g], [a, c, e], [b, d, f]].map(|[p, q, r]| {
        let normal = (q - p).cross(r - p).normalize();
        let outward = if normal.dot(middle - p) > 0.0 { -normal } else { normal };
        (outward, outward.dot(p))
    })
}
