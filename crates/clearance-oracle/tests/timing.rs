//! What a call costs. Prints, asserts nothing: `cargo test -p clearance-oracle --test timing --
//! --ignored --nocapture`.
#![allow(clippy::unwrap_used)]

#[path = "suite/common/mod.rs"]
mod common;

use clearance_oracle::{
    Polytope, Pose, Rational, Shape, Vector, depth_squared, distance_squared, intersects, judge,
    time_of_impact,
};
use common::Dice;
use std::time::Instant;

fn timed<T>(rounds: u32, mut work: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..rounds {
        std::hint::black_box(work());
    }
    start.elapsed().as_secs_f64() * 1e3 / f64::from(rounds)
}

/// Points near the unit sphere in a random pose, `offset` along x.
fn hull(dice: &mut Dice, size: usize, offset: f64) -> Polytope<3> {
    let points: Vec<[f64; 3]> = (0..size)
        .map(|_| {
            let v = [dice.signed(), dice.signed(), dice.signed()];
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            v.map(|x| x / length)
        })
        .collect();
    let turn = [dice.signed(), dice.signed(), dice.signed(), dice.signed()];
    let pose = Pose::from_quaternion([offset, 0.1, 0.2], turn).unwrap();
    Polytope::from_floats(&points).unwrap().map(|p| pose.apply(p))
}

#[test]
#[ignore = "a measurement"]
fn of_polytopes() {
    let mut dice = Dice::new(1);
    for size in [4, 8, 16, 32, 64] {
        for (name, offset) in [("overlapping", 1.0), ("apart", 2.5)] {
            let (a, b) = (hull(&mut dice, size, 0.0), hull(&mut dice, size, offset));
            let v = Vector::exact([-1.0, 0.01, 0.02]).unwrap();
            println!(
                "{size:3} vertices {name:12}: intersects {:8.3} ms, distance {:8.3} ms, depth {:9.3} ms, impact {:8.3} ms",
                timed(5, || intersects(&a, &b)),
                timed(5, || distance_squared(&a, &b)),
                timed(2, || depth_squared(&a, &b)),
                timed(2, || time_of_impact(&a, &b, &v, &Rational::from(100))),
            );
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn of_curved_shapes() {
    let mut dice = Dice::new(2);
    let shapes: [(&str, Shape<3>); 4] = [
        ("cylinder", Shape::Cylinder { half_height: 1.0, radius: 0.5 }),
        ("cone", Shape::Cone { half_height: 1.0, radius: 0.5 }),
        ("ellipsoid", Shape::Ellipsoid { radii: [1.0, 0.7, 0.4] }),
        ("box", Shape::Box { half_extents: [1.0, 0.7, 0.4] }),
    ];
    for (i, (name_a, a)) in shapes.iter().enumerate() {
        for (name_b, b) in &shapes[..=i] {
            for (state, offset) in [("deep", 0.1), ("shallow", 1.0), ("apart", 3.0)] {
                let (mut worst_time, mut worst_width) = (0f64, 0f64);
                let mut total = 0.0;
                for _ in 0..10 {
                    let mut pose = |x: f64| {
                        let turn = [dice.signed(), dice.signed(), dice.signed(), dice.signed()];
                        Pose::from_quaternion([x, 0.1, 0.05], turn).unwrap()
                    };
                    let (pose_a, pose_b) = (pose(0.0), pose(offset));
                    let mut width = 0.0;
                    let time = timed(1, || {
                        width = judge(a, &pose_a, b, &pose_b).unwrap().signed_distance.width();
                    });
                    worst_time = worst_time.max(time);
                    worst_width = worst_width.max(width);
                    total += time;
                }
                println!(
                    "{name_a:9} {name_b:9} {state:7}: mean {:8.2} ms, worst {worst_time:8.2} ms, widest bracket {worst_width:e}",
                    total / 10.0
                );
            }
        }
    }
}

/// Pairs whose least directions fill a circle: the bracket is as narrow as the effort allows.
#[test]
#[ignore = "a measurement"]
fn of_symmetric_pairs() {
    let cylinder = |h, r| Shape::<3>::Cylinder { half_height: h, radius: r };
    let cone = Shape::<3>::Cone { half_height: 1.0, radius: 0.5 };
    let spheroid = Shape::<3>::Ellipsoid { radii: [0.5, 1.0, 0.5] };
    let at = |p| Pose::<3>::translation(p).unwrap();
    let turned = Pose::from_quaternion([0.0, 0.0, 0.0], [0.1, 0.2, 0.3, 0.4]).unwrap();
    let ball = Shape::Ball { radius: 0.25 };
    let cases = [
        ("coaxial cylinders", cylinder(2.0, 0.5), at([0.0; 3]), cylinder(1.0, 0.25), at([0.0; 3])),
        ("coaxial, turned", cylinder(2.0, 0.5), turned.clone(), cylinder(1.0, 0.25), turned),
        (
            "almost coaxial",
            cylinder(2.0, 0.5),
            at([0.0; 3]),
            cylinder(1.0, 0.25),
            at([1e-9, 0.0, 0.0]),
        ),
        ("ball on axis", cylinder(2.0, 0.5), at([0.0; 3]), ball.clone(), at([0.0; 3])),
        ("ball in cone", cone.clone(), at([0.0; 3]), ball.clone(), at([0.0, -0.3, 0.0])),
        ("coaxial cones", cone.clone(), at([0.0; 3]), cone.clone(), at([0.0; 3])),
        ("cone on cone", cone.clone(), at([0.0; 3]), cone, at([0.0, 2.0, 0.0])),
        ("ball in spheroid", spheroid.clone(), at([0.0; 3]), ball, at([0.0; 3])),
        ("equal spheroids", spheroid.clone(), at([0.0; 3]), spheroid, at([0.0; 3])),
        (
            "stacked cylinders",
            cylinder(1.0, 0.5),
            at([0.0; 3]),
            cylinder(1.0, 0.25),
            at([0.0, 2.0, 0.0]),
        ),
        (
            "stacked apart",
            cylinder(1.0, 0.5),
            at([0.0; 3]),
            cylinder(1.0, 0.25),
            at([0.0, 2.5, 0.0]),
        ),
        (
            "side by side",
            cylinder(1.0, 0.5),
            at([0.0; 3]),
            cylinder(1.0, 0.25),
            at([0.75, 0.0, 0.0]),
        ),
        (
            "near sphere",
            Shape::Ellipsoid { radii: [1.0, 1.0, 1.0 + 1e-9] },
            at([0.0; 3]),
            Shape::Ellipsoid { radii: [1.0, 1.0, 1.0 + 1e-9] },
            at([0.0; 3]),
        ),
    ];
    for (name, a, pose_a, b, pose_b) in cases {
        let start = Instant::now();
        let truth = judge(&a, &pose_a, &b, &pose_b).unwrap();
        println!(
            "{name:18} {:8.2} ms {:?} width {:e} {:?}",
            start.elapsed().as_secs_f64() * 1e3,
            truth.signed_distance,
            truth.signed_distance.width(),
            truth.intersects
        );
    }
}
