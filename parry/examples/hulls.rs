//! What hulls of points cost, and what it costs to build one, once.
//!
//! `cargo run --release --example hulls`

use std::hint::black_box;
use std::time::Instant;

use clearance_parry::Clearance;
use parry3d::math::{Pose, Vector};
use parry3d::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
};
use parry3d::shape::{ConvexPolyhedron, Shape};

const ROUNDS: u32 = 200;

fn micros(mut ask: impl FnMut(&Pose)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let begun = Instant::now();
        for round in 0..ROUNDS {
            // Ever another place, so that parry cannot carry its points along.
            let turn = Vector::new(0.1, 0.7, 0.03) * round as f32;
            ask(&Pose::new(Vector::new(0.1, 1.7, 0.05), turn));
        }
        least = least.min(begun.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS));
    }
    least
}

fn main() {
    println!("microseconds   distance  contact points  one hull");
    println!("corners      parry   ours   parry   ours     built");
    for corners in [8, 24, 100, 400] {
        // On a ball, spread by the golden angle.
        let points: Vec<Vector> = (0..corners)
            .map(|n| {
                let height = 1.0 - 2.0 * (n as f32 + 0.5) / corners as f32;
                let (sin, cos) = (n as f32 * 2.399_963).sin_cos();
                let radius = (1.0 - height * height).sqrt();
                Vector::new(radius * cos, height, radius * sin)
            })
            .collect();
        let Some(hull) = ConvexPolyhedron::from_convex_hull(&points) else { continue };
        let (a, b): (&dyn Shape, &dyn Shape) = (&hull, &hull);
        let distance = |ask: &dyn QueryDispatcher| {
            micros(|place| {
                let _ = black_box(ask.distance(place, a, b));
            })
        };
        let manifold = |ask: &dyn PersistentQueryDispatcher| {
            let mut manifold = ContactManifold::new();
            let took = micros(|place| {
                let found = &mut manifold;
                let _ = ask.contact_manifold_convex_convex(place, a, b, None, None, 0.5, found);
            });
            assert!(!manifold.points.is_empty());
            took
        };
        let begun = Instant::now();
        for _ in 0..ROUNDS {
            let _ = black_box(clearance::ConvexHull::new(black_box(hull.points())));
        }
        let built = begun.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS);
        println!(
            "{corners:7} {:10.2} {:6.2} {:7.2} {:6.2} {built:9.1}",
            distance(&DefaultQueryDispatcher),
            distance(&Clearance),
            manifold(&DefaultQueryDispatcher),
            manifold(&Clearance),
        );
    }
}
