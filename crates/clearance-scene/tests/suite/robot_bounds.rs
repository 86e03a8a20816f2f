//! Lower bounds of motions in which links overlap, against closed forms at many times.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clearance::{Cuboid, Pose, Xyz};
use clearance_scene::robot::{By, Checker, Known, Leave, Loading, Robot, Sample, Sweep, Swept};
use clearance_scene::scene::{Body, Part};

struct Chance(u64);

impl Chance {
    /// From -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A still body at the origin, and a ball that a turn about z and a slide along x carry.
fn robot(folder: &std::path::Path, still: &str, ball: f64, by: By) -> Robot {
    let limit = "<limit lower=\"-99\" upper=\"99\"/>";
    let text = format!(
        "<robot name=\"r\"><link name=\"still\"><collision><geometry>{still}</geometry></collision>\
         </link><link name=\"m\"/><link name=\"ball\"><collision><geometry>\
         <sphere radius=\"{ball}\"/></geometry></collision></link>\
         <joint name=\"turn\" type=\"revolute\"><parent link=\"still\"/><child link=\"m\"/>\
         <axis xyz=\"0 0 1\"/>{limit}</joint><joint name=\"slide\" type=\"prismatic\">\
         <parent link=\"m\"/><child link=\"ball\"/><axis xyz=\"1 0 0\"/>{limit}</joint></robot>"
    );
    let path = folder.join("r.urdf");
    std::fs::write(&path, text).unwrap();
    Loading { by, ..Loading::default() }.robot(&path).unwrap()
}

fn cube_stl(half: f64) -> String {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half } else { -half });
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mut text = "solid b\n".to_owned();
    for [a, b, c, d] in faces {
        for triangle in [[a, b, c], [a, c, d]] {
            text += "facet normal 0 0 0\nouter loop\n";
            for [x, y, z] in triangle.map(corner) {
                let _ = writeln!(text, "vertex {x} {y} {z}");
            }
            text += "endloop\nendfacet\n";
        }
    }
    text + "endsolid b\n"
}

/// Minus the way out of a cube, or the way to it.
fn to_cube([x, y]: [f64; 2], half: f64) -> f64 {
    let off = [x.abs() - half, y.abs() - half];
    let out = off.map(|x| x.max(0.0));
    if out == [0.0; 2] { off[0].max(off[1]).max(-half) } else { out[0].hypot(out[1]) }
}

/// Checks the bounds at many times; returns whether the links overlap at one.
fn hold(swept: &Swept, path: &[Sample], truth: impl Fn([f64; 2]) -> f64) -> bool {
    let mut least = f64::INFINITY;
    for (ends, bound) in path.windows(2).zip(&swept.lower_bounds) {
        for step in 0..=200 {
            let t = f64::from(step) / 200.0;
            let at = |i: usize| {
                let [a, b] = [&ends[0], &ends[1]].map(|sample| sample.configuration[i]);
                a + t * (b - a)
            };
            let (angle, along) = (at(0), at(1));
            let signed = truth([along * angle.cos(), along * angle.sin()]);
            assert!(signed >= bound - 1e-12, "{signed} below {bound}");
            least = least.min(signed);
        }
        assert!(swept.lower_bound <= *bound);
    }
    let nearest = swept.nearest.unwrap().found.clearance.signed_distance();
    // What is inside counts by its surface there.
    assert!(swept.lower_bound <= nearest.min(least.max(0.0)) + 1e-12, "{swept:?}");
    least < 0.0
}

fn path(chance: &mut Chance) -> Vec<Sample> {
    let sample = |time: usize, configuration| Sample { time: time as f64, configuration };
    let count = 2 + (chance.next() * 2.0).abs() as usize;
    (0..count).map(|i| sample(i, vec![2.0 * chance.next(), 2.5 * chance.next()])).collect()
}

/// It was 0 wherever links overlap, and where nothing was known.
#[test]
fn lower_bounds_are_signed_and_true() {
    let wanted: usize = crate::rounds(60);
    let (home, mut chance) = (folder("bounds"), Chance(7));
    let (mut deep, mut apart) = (0, 0);
    for round in 0..wanted {
        let [size, ball] = [0; 2].map(|_| 0.1 + 0.4 * chance.next().abs());
        let samples = path(&mut chance);
        let most = [0, 5, 1_000_000][round % 3];
        let sweep = Sweep { tolerance: 1e-2, most, ..Sweep::default() };
        let still = match round % 4 {
            0 => format!("<sphere radius=\"{size}\"/>"),
            3 => {
                std::fs::write(home.join("cube.stl"), cube_stl(size)).unwrap();
                "<mesh filename=\"cube.stl\"/>".into()
            }
            _ => format!("<box size=\"{0} {0} {0}\"/>", 2.0 * size),
        };
        let by = if round % 4 == 3 { By::Triangles } else { By::Hull };
        let robot = robot(&home, &still, ball, by);
        let pairs = robot.pairs(&Leave::default()).unwrap();
        let swept = Checker::new(&robot, pairs).sweep(&samples, &sweep, |_| true).unwrap();
        let overlap = hold(&swept, &samples, |at| match round % 4 {
            0 => at[0].hypot(at[1]) - size - ball,
            _ => to_cube(at, size) - ball,
        });
        let floor = -(1.8 * size + ball) * (1.0 + 1e-12);
        assert!(swept.lower_bound >= floor, "{} {floor}", swept.lower_bound);
        if overlap {
            deep += 1;
        } else {
            apart += usize::from(swept.stretches.is_empty());
        }
    }
    std::fs::remove_dir_all(&home).unwrap();
    assert!(20 * deep >= wanted && 20 * apart >= wanted, "{deep} {apart} of {wanted}");
}

/// The margin lies a little below the truth: more halvings give the proof, and a little above it
/// nothing does.
#[test]
fn a_margin_just_below_the_distance_is_proved() {
    let wanted: usize = crate::rounds(12);
    let (home, mut chance) = (folder("margins"), Chance(3));
    for round in 0..wanted {
        let ball = 0.1 + 0.4 * chance.next().abs();
        let robot = robot(&home, "<sphere radius=\"0.25\"/>", ball, By::Hull);
        let pairs = robot.pairs(&Leave::default()).unwrap();
        // It turns about the still ball, always as far away.
        let away = 0.01 + 0.1 * chance.next().abs();
        let at =
            |time: f64, turn: f64| Sample { time, configuration: vec![turn, away + 0.25 + ball] };
        let samples = [at(0.0, 0.0), at(1.0, 1.0 + chance.next())];
        let tolerance = 1e-2;
        let below = tolerance * [0.3, 0.1, 0.03, -0.03][round % 4];
        let sweep = Sweep { margin: away - below, tolerance, ..Sweep::default() };
        let swept = Checker::new(&robot, pairs).sweep(&samples, &sweep, |_| true).unwrap();
        if below > 0.0 {
            assert_eq!(swept.stretches, [], "{below} below {away}");
            assert!(swept.lower_bound > sweep.margin && swept.lower_bound <= away + 1e-12);
        } else {
            assert!(swept.stretches.iter().any(|stretch| stretch.known == Known::Meets));
            assert!(swept.first_meeting.is_some());
        }
        assert!(swept.looked_at < 100_000, "{}", swept.looked_at);
    }
    std::fs::remove_dir_all(&home).unwrap();
}

/// A part that stands aside in its body was looked at in the middle of it.
#[test]
fn a_part_aside_is_met_where_it_is() {
    let home = folder("aside");
    let mut robot = robot(&home, "<sphere radius=\"0.25\"/>", 0.25, By::Hull);
    let pose = Pose::from_translation(Xyz::new(0.0, 3.0, 0.0));
    let part = Part { shape: Cuboid::new(Xyz::new(0.5, 0.5, 0.5)).into(), pose };
    robot.geometries[0].set_body(Arc::new(Body::of_parts(vec![part]).unwrap()));
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let mut checker = Checker::new(&robot, pairs);
    checker.pose(&[0.0, 0.0]);
    let found = checker.nearest().unwrap().clearance.signed_distance();
    assert!((found - 2.25).abs() < 1e-12 && !checker.collides(), "{found}");
    std::fs::remove_dir_all(&home).unwrap();
}

/// A body of several parts had no bounding ball, and so was never near anything: the ball that goes
/// through one of them was free of collision.
#[test]
fn a_body_of_parts_is_met() {
    let home = folder("parts");
    let mut robot = robot(&home, "<sphere radius=\"0.25\"/>", 0.25, By::Hull);
    let part = |y: f64| Part {
        shape: Cuboid::new(Xyz::new(0.5, 0.5, 0.5)).into(),
        pose: Pose::from_translation(Xyz::new(0.0, y, 0.0)),
    };
    robot.geometries[0].set_body(Arc::new(Body::of_parts(vec![part(0.0), part(3.0)]).unwrap()));
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let at = |time: f64, along: f64| Sample { time, configuration: vec![0.0, along] };
    let samples = [at(0.0, -2.0), at(1.0, 2.0)];
    let sweep = Sweep::default();
    let mut checker = Checker::new(&robot, pairs);
    let swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
    assert!(swept.lower_bound <= -0.75, "{swept:?}");
    // The box's side is at -0.5, the ball's at 0.25 before its middle.
    let first = swept.first_meeting.unwrap().time;
    assert!((first - 1.25 / 4.0).abs() < 1e-3, "{first}");
    checker.pose(&[0.0, 0.0]);
    assert!(checker.collides() && checker.all().count() == 1);
    std::fs::remove_dir_all(&home).unwrap();
}
