//! Ten bodies that stand for ten seconds under rapier, with parry's dispatcher and with ours.
//!
//! `cargo run --release --example stack`

use std::time::Instant;

use clearance_parry::{Clearance, ClearanceCarried};
use rapier3d::prelude::*;

fn run(kind: &str, shape: &SharedShape, whose: &str) {
    let mut world = PhysicsWorld::new();
    match whose {
        "Clearance" => world.narrow_phase.set_query_dispatcher(Clearance),
        "ClearanceCarried" => world.narrow_phase.set_query_dispatcher(ClearanceCarried),
        _ => {}
    }
    world.colliders.insert(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
    let mut bodies = Vec::new();
    for level in 0..10 {
        let at = Vector::Y * (0.5 + level as f32);
        let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
        bodies.push(world.insert(body, ColliderBuilder::new(shape.clone())).0);
    }
    let (mut counts, mut changes) = (Vec::new(), 0);
    let begun = Instant::now();
    for step in 0..600 {
        world.step();
        let manifolds = world.contact_pairs().flat_map(|pair| pair.manifolds());
        let now: Vec<usize> = manifolds.map(|manifold| manifold.points.len()).collect();
        changes += usize::from(step > 60 && now != counts);
        counts = now;
    }
    let micros = begun.elapsed().as_micros() as f64 / 600.0;
    let top = bodies.last().and_then(|last| world.bodies.get(*last));
    let sag = top.map_or(f32::NAN, |body| 9.5 - body.translation().y);
    let points: usize = counts.iter().sum();
    println!(
        "{kind:10} {whose:16} sag {sag:.4}, {points:3} points, {changes:3} changes, {micros:6.1} us"
    );
}

fn main() {
    let corners: Vec<Vector> = (0..8)
        .map(|n| Vector::new((n & 1) as f32, (n >> 1 & 1) as f32, (n >> 2) as f32) - 0.5)
        .collect();
    let mut shapes = vec![
        ("boxes", SharedShape::cuboid(0.5, 0.5, 0.5)),
        ("cylinders", SharedShape::cylinder(0.5, 0.5)),
        ("rounded", SharedShape::round_cuboid(0.45, 0.45, 0.45, 0.05)),
    ];
    shapes.extend(SharedShape::convex_hull(&corners).map(|hull| ("hulls", hull)));
    for (kind, shape) in shapes {
        for whose in ["parry", "Clearance", "ClearanceCarried"] {
            run(kind, &shape, whose);
        }
    }
}
