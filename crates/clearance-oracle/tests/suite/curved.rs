//! Cylinders, cones, ellipsoids: closed forms, and polytopes that hold them or that they hold.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::Dice;
use clearance_oracle::{Invalid, Pose, Shape, Truth, judge};
use std::f64::consts::TAU;

fn at(translation: [f64; 3]) -> Pose<3> {
    Pose::translation(translation).unwrap()
}

fn truth(a: &Shape<3>, pose_a: &Pose<3>, b: &Shape<3>, pose_b: &Pose<3>) -> Truth<3> {
    let forth = judge(a, pose_a, b, pose_b).unwrap();
    let back = judge(b, pose_b, a, pose_a).unwrap();
    let (x, y) = (forth.signed_distance, back.signed_distance);
    assert!(x.lo <= y.hi && y.lo <= x.hi, "swapped: {x:?} {y:?}");
    forth
}

#[track_caller]
fn assert_is(truth: &Truth<3>, signed_distance: f64, normal: Option<[f64; 3]>) {
    let bracket = truth.signed_distance;
    assert!(bracket.admits(signed_distance, 4e-15), "{bracket:?} should hold {signed_distance}");
    assert!(bracket.width() < 1e-12, "{bracket:?}");
    if let Some(normal) = normal {
        let off = truth.normals[0].iter().zip(normal).map(|(x, y)| (x - y).abs());
        assert!(off.fold(0.0, f64::max) < 1e-6, "{:?} should be {normal:?}", truth.normals);
    }
    match truth.intersects {
        Some(hit) => assert_eq!(hit, signed_distance < 0.0),
        None => assert!(signed_distance.abs() < 1e-12),
    }
}

const CYLINDER: Shape<3> = Shape::Cylinder { half_height: 1.0, radius: 0.5 };
const CONE: Shape<3> = Shape::Cone { half_height: 1.0, radius: 0.5 };
const BALL: Shape<3> = Shape::Ball { radius: 0.25 };

#[test]
fn a_ball_and_a_cylinder() {
    let origin = at([0.0; 3]);
    let case = |p: [f64; 3]| truth(&CYLINDER, &origin, &BALL, &at(p));
    assert_is(&case([2.0, 0.3, 0.0]), 1.25, Some([1.0, 0.0, 0.0]));
    assert_is(&case([0.1, 3.0, 0.2]), 1.75, Some([0.0, 1.0, 0.0]));
    // Nearest to the rim: a 3-4-5 triangle.
    assert_is(&case([3.5, 5.0, 0.0]), 5.0 - 0.25, Some([0.6, 0.8, 0.0]));
    // Inside, nearer to the side, then nearer to the top, then on the axis.
    assert_is(&case([0.3, 0.0, 0.0]), -0.45, Some([1.0, 0.0, 0.0]));
    assert_is(&case([0.0, 0.9, 0.1]), -0.35, Some([0.0, 1.0, 0.0]));
    assert_is(&case([0.0, 0.0, 0.0]), -0.75, None);
    assert_is(&case([0.75, 0.0, 0.0]), 0.0, Some([1.0, 0.0, 0.0]));
}

#[test]
fn a_ball_and_a_cone() {
    let origin = at([0.0; 3]);
    let case = |p: [f64; 3]| truth(&CONE, &origin, &BALL, &at(p));
    assert_is(&case([0.0, 2.0, 0.0]), 0.75, Some([0.0, 1.0, 0.0]));
    assert_is(&case([0.2, -3.0, 0.0]), 1.75, Some([0.0, -1.0, 0.0]));
    // The side's outward normal in the plane z = 0 is (2, 0.5) / |...|, through (0, 1).
    let length = 4.25f64.sqrt();
    let normal = [2.0 / length, 0.5 / length, 0.0];
    let plane = 0.5 / length;
    assert_is(&case([1.0, 0.5, 0.0]), (2.0 + 0.25) / length - plane - 0.25, Some(normal));
    assert_is(&case([0.2, 0.0, 0.0]), 0.4 / length - plane - 0.25, Some(normal));
    // The base is the nearest way out near the base.
    assert_is(&case([0.0, -0.95, 0.0]), -0.3, Some([0.0, -1.0, 0.0]));
}

#[test]
fn cylinders_and_cones() {
    let origin = at([0.0; 3]);
    let case = |b: &Shape<3>, p: [f64; 3]| truth(&CYLINDER, &origin, b, &at(p));
    assert_is(&case(&CYLINDER, [1.5, 0.2, 0.0]), 0.5, Some([1.0, 0.0, 0.0]));
    assert_is(&case(&CYLINDER, [0.3, 2.5, 0.4]), 0.5, Some([0.0, 1.0, 0.0]));
    assert_is(&case(&CYLINDER, [0.0, 1.5, 0.0]), -0.5, Some([0.0, 1.0, 0.0]));
    assert_is(&case(&CYLINDER, [1.6, 2.8, 0.0]), 1.0, Some([0.6, 0.8, 0.0]));
    assert_is(&case(&CONE, [0.1, 3.0, 0.0]), 1.0, Some([0.0, 1.0, 0.0]));
    assert_is(&case(&CONE, [0.2, -1.95, 0.1]), -0.05, Some([0.0, -1.0, 0.0]));
    // Crossed at right angles, axes 1.2 apart.
    let across = Pose::from_quaternion([0.0, 0.0, 1.2], [0.0, 0.0, 1.0, 1.0]).unwrap();
    assert_is(&truth(&CYLINDER, &origin, &CYLINDER, &across), 0.2, Some([0.0, 0.0, 1.0]));
}

#[test]
fn ellipsoids() {
    let long = Shape::Ellipsoid { radii: [3.0, 2.0, 1.0] };
    let origin = at([0.0; 3]);
    let case = |b: &Shape<3>, p: [f64; 3]| truth(&long, &origin, b, &at(p));
    assert_is(&case(&BALL, [5.0, 0.0, 0.0]), 1.75, Some([1.0, 0.0, 0.0]));
    assert_is(&case(&BALL, [0.0, 0.0, 3.0]), 1.75, Some([0.0, 0.0, 1.0]));
    assert_is(&case(&BALL, [0.0, 0.0, 0.0]), -1.25, None);
    assert_is(&case(&long, [6.5, 0.0, 0.0]), 0.5, Some([1.0, 0.0, 0.0]));
    assert_is(&case(&long, [0.0, 0.0, 1.5]), -0.5, Some([0.0, 0.0, 1.0]));
    // A surface point and a step along its normal: (x / 9, y / 4, z) at (1.8, 1.2, z).
    let z = (1.0f64 - 0.36 - 0.36).sqrt();
    let n = [1.8 / 9.0, 1.2 / 4.0, z];
    let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    let n = n.map(|x| x / length);
    let p = [1.8 + 1.5 * n[0], 1.2 + 1.5 * n[1], z + 1.5 * n[2]];
    assert_is(&case(&Shape::Point, p), 1.5, Some(n));
    // With equal radii it is a ball, and exact.
    let round = Shape::Ellipsoid { radii: [0.25; 3] };
    let exact = judge(&round, &origin, &BALL, &at([0.0, 0.5, 0.0])).unwrap();
    assert!(exact.exact && exact.signed_distance.lo == 0.0 && exact.signed_distance.hi == 0.0);
}

#[test]
fn ellipses_in_the_plane() {
    let ellipse = Shape::<2>::Ellipsoid { radii: [2.0, 1.0] };
    let origin = Pose::identity();
    for (p, expected) in [([4.0, 0.0], 1.75), ([0.0, 0.5], -0.75), ([0.0, -1.25], 0.0)] {
        let pose = Pose::translation(p).unwrap();
        let ball = Shape::Ball { radius: 0.25 };
        let truth = judge(&ellipse, &origin, &ball, &pose).unwrap();
        assert!(truth.signed_distance.admits(expected, 1e-15), "{truth:?}");
        assert!(truth.signed_distance.width() < 1e-13);
    }
    let cone = Shape::<2>::Cone { half_height: 1.0, radius: 1.0 };
    assert_eq!(judge(&cone, &origin, &ellipse, &origin), Err(Invalid::SpaceOnly));
}

#[test]
fn brackets_scale_with_powers_of_two() {
    let scaled = |k: i32| {
        let s = 2f64.powi(k);
        let a = Shape::Cylinder { half_height: s, radius: 0.5 * s };
        let b = Shape::Cone { half_height: 0.75 * s, radius: 0.3 * s };
        let pose = |p: [f64; 3], q| Pose::from_quaternion(p.map(|x| x * s), q).unwrap();
        let pose_a = pose([0.1, 0.2, 0.3], [0.1, 0.5, -0.3, 0.8]);
        let pose_b = pose([1.1, 0.9, -0.3], [-0.6, 0.5, 0.4, 0.1]);
        let bracket = judge(&a, &pose_a, &b, &pose_b).unwrap().signed_distance;
        (bracket.lo / s, bracket.hi / s)
    };
    assert_eq!(scaled(0), scaled(300));
    assert_eq!(scaled(0), scaled(-300));
}

/// A ring of `count` points of the circle of `radius` around the y axis at height y, turned so that
/// the polygon's corners (or for `outside` its edges' middles) lie on the circle.
fn ring(count: usize, radius: f64, y: f64, outside: bool) -> Vec<[f64; 3]> {
    let reach = if outside { radius / (TAU / 2.0 / count as f64).cos() } else { radius };
    (0..count)
        .map(|k| (TAU * k as f64 / count as f64).sin_cos())
        .map(|(s, c)| [reach * c, y, reach * s])
        .collect()
}

/// A hull inside the shape (up to rounding) and one around it.
fn sandwich(shape: &Shape<3>) -> [Shape<3>; 2] {
    const COUNT: usize = 20;
    [false, true].map(|outside| match shape {
        Shape::Cylinder { half_height: h, radius: r } => {
            Shape::Hull([ring(COUNT, *r, -h, outside), ring(COUNT, *r, *h, outside)].concat())
        }
        Shape::Cone { half_height: h, radius: r } => {
            Shape::Hull([ring(COUNT, *r, -h, outside), vec![[0.0, *h, 0.0]]].concat())
        }
        other => other.clone(),
    })
}

#[test]
fn polytopes_inside_and_around_bracket_the_truth() {
    let mut dice = Dice::new(3);
    let (mut apart, mut deep) = (0, 0);
    for _ in 0..60 {
        let mut pick = || match dice.below(3) {
            0 => CYLINDER,
            1 => CONE,
            _ => Shape::Box { half_extents: [0.5, 0.25, 1.0] },
        };
        let (a, b) = (pick(), pick());
        let mut pose = |spread: f64| {
            let p = [dice.signed(), dice.signed(), dice.signed()].map(|x| x * spread);
            let q = [dice.signed(), dice.signed(), dice.signed(), dice.signed()];
            Pose::from_quaternion(p, q).unwrap()
        };
        let (pose_a, pose_b) = (pose(0.0), pose(1.5));
        let middle = truth(&a, &pose_a, &b, &pose_b).signed_distance;
        let [(a_in, b_in), (a_out, b_out)] = {
            let ([a_in, a_out], [b_in, b_out]) = (sandwich(&a), sandwich(&b));
            [(a_in, b_in), (a_out, b_out)]
        };
        let inside = judge(&a_in, &pose_a, &b_in, &pose_b).unwrap().signed_distance;
        let outside = judge(&a_out, &pose_a, &b_out, &pose_b).unwrap().signed_distance;
        // Larger shapes are nearer or deeper. A polygon of 20 sides is within 1.3 % of its circle.
        assert!(outside.lo <= middle.hi + 1e-14 && middle.lo <= inside.hi + 1e-14);
        assert!(inside.hi - outside.lo < 0.03, "{inside:?} {outside:?}");
        assert!(middle.width() < 1e-12, "{middle:?}");
        if middle.lo > 0.0 { apart += 1 } else { deep += 1 }
    }
    println!("apart {apart} deep {deep}");
    assert!(apart >= 15 && deep >= 15);
}

/// Shapes as people place them: turned by quarters, on a coarse grid, so that faces, edges and axes
/// coincide all the time. The brackets must hold for both orders, and be narrow but for a few.
#[test]
fn on_a_grid_with_quarter_turns() {
    let mut dice = Dice::new(11);
    let (mut apart, mut close, mut deep, mut wide) = (0, 0, 0, 0);
    const COUNT: usize = 400;
    for _ in 0..COUNT {
        let mut pick = || match dice.below(6) {
            0 => CYLINDER,
            1 => CONE,
            2 => Shape::Ellipsoid { radii: [0.5, 1.0, 0.25] },
            3 => Shape::Ellipsoid { radii: [0.5, 1.0, 0.5] },
            4 => Shape::Box { half_extents: [0.5, 0.25, 1.0] },
            _ => Shape::Capsule { half_height: 0.5, radius: 0.25 },
        };
        let (a, b) = (pick(), pick());
        let mut pose = || {
            let p = std::array::from_fn(|_| dice.below(6) as f64 * 0.25 - 0.5);
            let turns =
                [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0; 4]];
            Pose::from_quaternion(p, turns[dice.below(4) as usize]).unwrap()
        };
        let (pose_a, pose_b) = (pose(), pose());
        let truth = truth(&a, &pose_a, &b, &pose_b);
        let width = truth.signed_distance.width();
        if width > 1e-12 {
            wide += 1;
            println!(
                "wide {width:e} {a:?} {b:?} {:?} {:?}",
                pose_a.translation, pose_b.translation
            );
        }
        match truth.intersects {
            Some(false) => apart += 1,
            Some(true) => deep += 1,
            None => close += 1,
        }
    }
    println!("apart {apart} close {close} deep {deep} wide {wide}");
    assert!(deep > 50 && apart > 50 && close > 5);
    assert!(wide <= COUNT / 20, "{wide}");
}

#[test]
fn flat_and_thin_shapes() {
    let origin = at([0.0; 3]);
    let disc = Shape::Cylinder { half_height: 0.0, radius: 0.5 };
    assert_is(&truth(&disc, &origin, &BALL, &at([0.0, 1.0, 0.0])), 0.75, Some([0.0, 1.0, 0.0]));
    assert_is(&truth(&disc, &origin, &Shape::Point, &at([0.25, 0.0, 0.0])), 0.0, None);
    let plate = Shape::Ellipsoid { radii: [1.0, 0.0, 2.0] };
    assert_is(&truth(&plate, &origin, &Shape::Point, &at([0.1, -0.5, 0.1])), 0.5, None);
    let needle = Shape::Ellipsoid { radii: [0.0, 0.0, 2.0] };
    assert_is(&truth(&needle, &origin, &BALL, &at([0.0, 0.0, 3.0])), 0.75, None);
    // No radius: a segment, and exact.
    let pole = Shape::Cone { half_height: 1.0, radius: 0.0 };
    let judged = judge(&pole, &origin, &BALL, &at([1.0, 0.0, 0.0])).unwrap();
    assert!(judged.exact && judged.distance.lo == 0.75 && judged.distance.hi == 0.75);
}

#[test]
fn the_ends_of_the_range_of_floats() {
    let origin = at([0.0; 3]);
    let huge = Shape::Ball { radius: f64::MAX };
    let dust = Shape::Ball { radius: 5e-324 };
    let inside = judge(&huge, &origin, &dust, &origin).unwrap();
    assert_eq!((inside.depth.lo, inside.depth.hi), (f64::MAX, f64::INFINITY));
    let far = judge(&dust, &origin, &dust, &at([f64::MAX, f64::MAX, -f64::MAX])).unwrap();
    assert_eq!((far.distance.lo, far.distance.hi), (f64::MAX, f64::INFINITY));
    let near = judge(&dust, &origin, &dust, &at([1.5e-323, 0.0, 0.0])).unwrap();
    assert_eq!((near.distance.lo, near.distance.hi), (5e-324, 5e-324));
    let cylinder = Shape::Cylinder { half_height: 1e-320, radius: 1e-320 };
    let tiny = judge(&cylinder, &origin, &dust, &at([1e-319, 0.0, 0.0])).unwrap();
    assert_eq!(tiny.intersects, Some(false));
    assert!(tiny.signed_distance.admits(9e-320, 2e-323), "{tiny:?}");
    let mixed = judge(&cylinder, &origin, &huge, &at([f64::MAX, 0.0, 1.0])).unwrap();
    assert!(mixed.signed_distance.lo <= mixed.signed_distance.hi);
}
