//! Floating and planar joints that move between samples. Truth by Rodrigues' formula, at many
//! times, of a ball that is carried about another.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::sync::Arc;

use clearance::{Ball, Pose, Space, Xyz};
use clearance_scene::robot::{Checker, Leave, Posed, Robot, Sample, Sweep, World};
use clearance_scene::scene::{Body, Object};
use clearance_trust::Random;

use crate::robot_made::robot_of;
use crate::rounds;

const RADIUS: f64 = 0.1;

/// A ball that rests, and one that stands aside at the end of a hinge which a joint carries.
fn flyer(kind: &str, aside: [f64; 3]) -> Robot {
    let [x, y, z] = aside;
    let ball = |origin: &str| {
        format!("<collision>{origin}<geometry><sphere radius=\"{RADIUS}\"/></geometry></collision>")
    };
    let text = format!(
        "<link name=\"rest\">{}</link><link name=\"flies\"/><link name=\"hand\">{}</link>\
         <joint name=\"free\" type=\"{kind}\"><parent link=\"rest\"/><child link=\"flies\"/>\
         <axis xyz=\"0 0 1\"/></joint>\
         <joint name=\"hinge\" type=\"revolute\"><parent link=\"flies\"/><child link=\"hand\"/>\
         <axis xyz=\"0 0 1\"/><limit lower=\"-9\" upper=\"9\"/></joint>",
        ball(""),
        ball(&format!("<origin xyz=\"{x} {y} {z}\"/>"))
    );
    let mut robot = robot_of(kind, &text);
    robot.release(robot.joint("free").unwrap()).unwrap();
    robot
}

/// A vector turned about an axis, by Rodrigues' formula.
fn rodrigues(v: Xyz, axis: Xyz, angle: f64) -> Xyz {
    let (s, c) = angle.sin_cos();
    v * c + axis.cross(v) * s + axis * (axis.dot(v) * (1.0 - c))
}

/// Quaternions x, y, z, w: a turn about an axis, and a turn after another.
fn quaternion(axis: Xyz, angle: f64) -> [f64; 4] {
    let (s, c) = (0.5 * angle).sin_cos();
    let [x, y, z] = (axis * s).coordinates();
    [x, y, z, c]
}

fn after([a, b, c, d]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// A leg of a motion: where it begins and ends, and how it turns on the way.
struct Leg {
    from: Xyz,
    to: Xyz,
    /// The turn before it, about an axis.
    begin: (Xyz, f64),
    /// The turn of its own, after the first.
    turn: (Xyz, f64),
    hinge: [f64; 2],
}

impl Leg {
    fn random(r: &mut Random, is_planar: bool) -> Self {
        let up = Xyz::axis(2);
        let place = |r: &mut Random| {
            let [x, y, z] = [0; 3].map(|_| r.range(-0.6, 0.6));
            Xyz::new(x, y, if is_planar { 0.0 } else { z })
        };
        let axis = |r: &mut Random| if is_planar { up } else { r.direction::<Xyz>() };
        let most = if is_planar { 9.0 } else { 3.1 };
        Self {
            from: place(r),
            to: place(r),
            begin: (axis(r), r.range(-3.0, 3.0)),
            turn: (axis(r), r.range(-most, most)),
            hinge: [0; 2].map(|_| r.range(-2.0, 2.0)),
        }
    }

    fn sample(&self, time: f64, is_planar: bool, sign: f64) -> Sample {
        let at = self.from + (self.to - self.from) * time;
        let (axis, angle) = self.turn;
        let mut configuration = vec![self.hinge[time as usize]];
        if is_planar {
            configuration.extend([at.x, at.y, self.begin.1 + time * angle]);
        } else {
            let turned =
                after(quaternion(axis, time * angle), quaternion(self.begin.0, self.begin.1));
            configuration.extend(at.coordinates());
            // Either sign is the same turn, and a length off by a little is made right.
            configuration.extend(turned.map(|x| x * sign));
        }
        Sample { time, configuration }
    }

    /// The place of the hand's ball.
    fn at(&self, time: f64, aside: [f64; 3]) -> Xyz {
        let [x, y, z] = aside;
        let hinge = self.hinge[0] + (self.hinge[1] - self.hinge[0]) * time;
        let own = rodrigues(Xyz::new(x, y, z), Xyz::axis(2), hinge);
        let begun = rodrigues(own, self.begin.0, self.begin.1);
        self.from + (self.to - self.from) * time + rodrigues(begun, self.turn.0, self.turn.1 * time)
    }
}

#[test]
fn what_flies_is_as_far_as_by_hand() {
    let (mut free, mut meets) = (0, 0);
    for seed in 0..rounds(80_u64) {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let is_planar = seed % 2 == 0;
        let aside = [0; 3].map(|_| r.range(-0.5, 0.5));
        let robot = flyer(if is_planar { "planar" } else { "floating" }, aside);
        let leg = Leg::random(r, is_planar);
        let sign = [1.0, -1.0, 1.0002][r.place(3)];
        let samples = [leg.sample(0.0, is_planar, 1.0), leg.sample(1.0, is_planar, sign)];
        let ball = Arc::new(Body::of_parts(vec![Ball::new(RADIUS).into()]).unwrap());
        let other = r.direction::<Xyz>() * r.range(0.2, 1.0);
        let pose = Pose::from_translation(other);
        let things =
            Object { name: "b".into(), group: String::new(), body: ball, pose, padding: 0.0 };
        let world = World::new(vec![things]).unwrap();
        // Beside the robot's own ball, and beside one that stands around.
        let pairs = robot.pairs(&Leave::default()).unwrap();
        assert_eq!(pairs, [[0, 1]]);
        for (pairs, is_around) in [(pairs.clone(), false), (Vec::new(), true)] {
            let mut checker = Checker::new(&robot, pairs);
            if is_around {
                checker = checker.among(&world);
            }
            let centre = if is_around { other } else { Xyz::default() };
            let sweep = Sweep { tolerance: 1e-3, ..Sweep::default() };
            let mut swept = checker.sweep(&samples, &sweep, |_| true).unwrap();
            if is_around {
                // The ball that rests is looked at too.
                let own = robot.geometries.iter().position(|own| own.name == "rest").unwrap();
                let rest = checker.nearest_to(own).unwrap().clearance.signed_distance();
                let resting = checker.shapes(swept.stretches.first().map_or(0, |s| s.pair));
                if rest <= 0.0
                    || resting.is_some_and(|[a, _]| a == own && !swept.stretches.is_empty())
                {
                    continue;
                }
                swept.lower_bound = swept.lower_bound.min(rest);
            }
            let mut least = f64::INFINITY;
            for step in 0..=400 {
                let time = f64::from(step) / 400.0;
                let off = leg.at(time, aside) - centre;
                let signed = off.dot(off).sqrt() - 2.0 * RADIUS;
                least = least.min(signed);
                assert!(signed + 1e-9 >= swept.lower_bound, "{seed} {time}: {signed} {swept:?}");
                let is_open =
                    swept.stretches.iter().any(|s| s.from - 1e-9 <= time && time <= s.to + 1e-9);
                assert!(is_open || signed > -1e-9, "{seed} {time}: {signed} was not seen");
            }
            if swept.stretches.is_empty() {
                free += 1;
                let nearest = swept.nearest.unwrap().found.clearance.signed_distance();
                assert!(nearest <= least + 0.1, "{seed}");
            } else {
                meets += 1;
                assert!(least < 0.02, "{seed}: {least} {swept:?}");
            }
            for sample in &samples {
                let mut posed = Posed::default();
                posed.set(&robot, &sample.configuration);
                let found = posed.geometries[1].translation;
                let by_hand = leg.at(sample.time, aside);
                let off = found - by_hand;
                assert!(off.max_abs() < 1e-12, "{seed} {sign}: {off:?}");
            }
        }
    }
    assert!(free >= 10 && meets >= 10, "{free} {meets}");
}

#[test]
fn what_is_no_place_is_an_error() {
    let mut robot = flyer("floating", [0.0; 3]);
    let (free, hinge) = (robot.joint("free").unwrap(), robot.joint("hinge").unwrap());
    assert!(robot.release(free).is_err_and(|why| why.contains("twice")));
    assert!(robot.release(hinge).is_err_and(|why| why.contains("neither")));
    assert_eq!((robot.width(), robot.value_names().len()), (8, 8));
    assert_eq!(robot.value_names()[..2], ["hinge", "free/trans_x"]);
    let at = |time: f64, turn: [f64; 4]| {
        let configuration = [&[0.0; 4][..], &turn].concat();
        Sample { time, configuration }
    };
    let ask = |samples: &[Sample]| {
        let mut checker = Checker::new(&robot, robot.pairs(&Leave::default()).unwrap());
        checker.sweep(samples, &Sweep::default(), |_| true).map(|_| ())
    };
    assert_eq!(ask(&[at(0.0, [0.0, 0.0, 0.0, 1.0]), at(1.0, [0.0, 0.6, 0.0, 0.8])]), Ok(()));
    for (turn, said) in [
        ([0.0, 0.0, 1.0, 0.0], "from sample 1 to the next joint `free` makes half a turn"),
        ([0.0; 4], "sample 2: joint `free`: its quaternion"),
        ([0.0, 0.0, 0.0, 2.0], "has the length 2, not 1"),
        ([f64::NAN, 0.0, 0.0, 1.0], "not finite"),
    ] {
        let why = ask(&[at(0.0, [0.0, 0.0, 0.0, 1.0]), at(1.0, turn)]).unwrap_err();
        assert!(why.contains(said), "{why}");
    }
    let short = Sample { time: 0.0, configuration: vec![0.0] };
    assert!(ask(&[short]).is_err_and(|why| why.contains("1 values for 8")));
    let mut configuration = robot.rest();
    assert!(robot.put(free, &[0.0; 3], &mut configuration).is_err());
    assert!(robot.put(hinge, &[0.0], &mut configuration).is_err());
    robot.put(free, &[1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 0.0], &mut configuration).unwrap();
    let mut posed = Posed::default();
    posed.set(&robot, &configuration);
    assert_eq!(posed.geometries[1].translation, Xyz::new(1.0, 2.0, 3.0));
}
