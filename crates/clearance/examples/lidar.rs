//! A lidar: an image of rays, the nearest hit of each, and the uncertainty of its range.

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Cylinder, HalfSpace, Ray, RayCast, Shape, cast_ray,
};
use glam::Vec3;

const WIDTH: i32 = 72;
const HEIGHT: i32 = 24;

fn main() -> Result<(), clearance::HullError> {
    let tent = ConvexHull::new(&[
        Vec3::new(-1.0, 0.0, -1.0),
        Vec3::new(1.0, 0.0, -1.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(-1.0, 0.0, 1.0),
        Vec3::new(0.0, 1.5, 0.0),
    ])?;
    let scene: [(Shape<Vec3>, Vec3); 6] = [
        (HalfSpace::new(Vec3::Y, 0.0).into(), Vec3::ZERO),
        (tent.into(), Vec3::new(-3.5, 0.0, -6.0)),
        (Cuboid::new(Vec3::new(0.8, 0.5, 0.8)).into(), Vec3::new(-0.8, 0.5, -5.0)),
        (Ball::new(0.7).into(), Vec3::new(1.3, 0.7, -4.5)),
        (Capsule::new(0.6, 0.3).into(), Vec3::new(2.6, 0.9, -5.0)),
        (Cylinder::new(0.9, 0.5).into(), Vec3::new(4.2, 0.9, -6.0)),
    ];
    let eye = Vec3::new(0.0, 1.6, 2.0);
    let (mut hits, mut widest) = (0, 0.0_f32);
    for row in 0..HEIGHT {
        let line: String = (0..WIDTH)
            .map(|column| {
                let across = (column as f32 + 0.5) / WIDTH as f32 - 0.5;
                let up = 0.5 - (row as f32 + 0.5) / HEIGHT as f32;
                let ray = Ray::new(eye, Vec3::new(1.6 * across, 0.6 * up - 0.15, -1.0)).until(20.0);
                let found = scene.iter().map(|(shape, place)| cast_ray(shape, place, &ray));
                // Times are proved intervals, so the hit found is the nearest.
                let nearest = found
                    .filter_map(|cast| if let RayCast::Hit(hit) = cast { Some(hit) } else { None })
                    .min_by(|a, b| a.time.low.total_cmp(&b.time.low));
                let Some(hit) = nearest else { return ' ' };
                hits += 1;
                widest = widest.max(hit.time.width());
                let light = hit.normal.dot(Vec3::new(0.5, 0.8, 0.33)).clamp(0.0, 0.99);
                ":-=+*#%@".chars().nth((light * 8.0) as usize).unwrap_or(' ')
            })
            .collect();
        println!("{}", line.trim_end());
    }
    println!("{hits} of {} rays hit; the widest interval of a time is {widest:e}", WIDTH * HEIGHT);
    assert!(hits > 900 && widest < 1e-5);
    Ok(())
}
