//! A character that slides along walls and round a corner, never nearer to them than its skin.
//!
//! The recipe: cast the capsule with a `target_distance`, the skin, and `IgnoreSeparating`, so that
//! a wall along which it slides is no hit; go to the time of the hit; take out of the rest of the
//! way what leads into the wall; again. In a crease of two walls only the way along both is left.
//!
//! Run it with `cargo run --release -p clearance --example character`.

use clearance::{AtStart, Capsule, Cuboid, Shape, Sweep, cast, distance};
use glam::{Quat, Vec3};

const SKIN: f32 = 0.02;

type Wall = (Shape<Vec3>, (Quat, Vec3));

/// Where the character comes to that wants to go a way.
fn slide(walls: &[Wall], player: &Capsule<f32>, mut place: Vec3, mut way: Vec3) -> Vec3 {
    let mut normals: Vec<Vec3> = Vec::new();
    for _ in 0..4 {
        let sweep = Sweep::new(way).target_distance(SKIN).at_start(AtStart::IgnoreSeparating);
        let hits = walls.iter().filter_map(|(wall, pose)| {
            let cast = cast(wall, pose, player, &place, &sweep);
            cast.hit().map(|hit| (hit.time.low, hit.witness.normal))
        });
        let Some((time, normal)) = hits.min_by(|(one, _), (two, _)| one.total_cmp(two)) else {
            return place + way;
        };
        place += way * time;
        normals.push(normal);
        way = along(way * (1.0 - time), &normals);
        if way == Vec3::ZERO {
            break;
        }
    }
    place
}

/// What is left of a way that leads into no wall.
fn along(way: Vec3, normals: &[Vec3]) -> Vec3 {
    let is_free = |way: Vec3| normals.iter().all(|n| way.dot(*n) >= -1e-6 * way.length());
    let flat = |normal: &Vec3| way - *normal * way.dot(*normal).min(0.0);
    if let Some(way) = normals.iter().rev().map(flat).find(|way| is_free(*way)) {
        return way;
    }
    let creases = normals.iter().zip(normals.iter().skip(1)).map(|(a, b)| a.cross(*b));
    let mut ways = creases.map(|crease| way.project_onto(crease.normalize_or_zero()));
    ways.find(|way| way.is_finite() && is_free(*way)).unwrap_or(Vec3::ZERO)
}

fn main() {
    let wall = |half: Vec3, angle: f32, at: Vec3| -> Wall {
        (Cuboid::new(half).into(), (Quat::from_rotation_y(angle), at))
    };
    let walls = [
        wall(Vec3::new(10.0, 0.5, 10.0), 0.0, Vec3::new(0.0, -0.5, 0.0)), // the floor
        wall(Vec3::new(4.0, 2.0, 0.1), 0.0, Vec3::new(0.0, 2.0, -1.0)),
        wall(Vec3::new(0.1, 2.0, 2.5), -0.4, Vec3::new(3.0, 2.0, 1.0)),
    ];
    let player = Capsule::new(0.5, 0.4); // 1.8 high
    let mut place = Vec3::new(-2.0, 0.9 + SKIN, 1.0);
    let begin = place;
    for step in 0..240 {
        // To the right and towards the wall, down on the floor.
        place = slide(&walls, &player, place, Vec3::new(2.0, -0.5, -1.0) / 60.0);
        for (wall, pose) in &walls {
            let gap = distance(wall, pose, &player, &place).map_or(0.0, |apart| apart.length);
            assert!(gap > 0.99 * SKIN, "step {step}: {gap} from a wall, at {place}");
        }
        if step % 40 == 0 {
            println!("{:5.2} s  {place:.3}", step as f32 / 60.0);
        }
    }
    println!("it comes to rest in the corner, at {place:.3}");
    assert!(place.x > begin.x + 3.0 && (place.y - begin.y).abs() < 1e-3);
    let again = slide(&walls, &player, place, Vec3::new(2.0, -0.5, -1.0) / 60.0);
    assert!(place.distance(again) < 1e-4, "it trembles");
}
