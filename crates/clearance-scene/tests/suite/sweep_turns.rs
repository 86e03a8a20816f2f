//! Robots whose joints turn many times over between two samples: one turn shows it all. Truth by
//! the closed form of an arm of two links of balls, at many angles of the first turns and at
//! random times of all.
#![cfg(feature = "robot")]
#![allow(clippy::panic, clippy::unwrap_used)]

use core::f64::consts::TAU;
use std::fmt::Write as _;

use clearance_scene::robot::{Checker, Loading, Robot, Sample, Sweep, Swept};
use clearance_trust::Random;

fn rounds() -> u64 {
    crate::rounds(60)
}

/// An arm about z, and a hand at its end; a ball each, and one that rests at `post`.
struct Arm {
    post: f64,
    upper: f64,
    fore: f64,
    /// Radii of the post, the arm's end and the hand's.
    radii: [f64; 3],
    mimic: Option<f64>,
}

impl Arm {
    fn random(r: &mut Random, mimic: Option<f64>) -> Self {
        let upper = r.range(0.5, 1.0);
        Self {
            post: r.range(0.2, 2.2),
            upper,
            fore: r.range(0.2, 0.5),
            radii: [0; 3].map(|_| r.range(0.01, 0.1)),
            mimic,
        }
    }

    fn robot(&self, name: &str) -> Robot {
        let Self { post, upper, fore, radii: [a, b, c], .. } = self;
        let mut text = "<robot name=\"r\">".to_owned();
        for (link, x, radius) in [("still", post, a), ("arm", upper, b), ("hand", fore, c)] {
            let _ = write!(
                text,
                "<link name=\"{link}\"><collision><origin xyz=\"{x} 0 0\"/><geometry>\
                 <sphere radius=\"{radius}\"/></geometry></collision></link>"
            );
        }
        let mimic = self
            .mimic
            .map_or(String::new(), |by| format!("<mimic joint=\"shoulder\" multiplier=\"{by}\"/>"));
        let joint = |name, parent, child, x: f64, rest| {
            format!(
                "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/>\
                 <child link=\"{child}\"/><origin xyz=\"{x} 0 0\"/><axis xyz=\"0 0 1\"/>{rest}</joint>"
            )
        };
        text += &joint("shoulder", "still", "arm", 0.0, "");
        text += &joint("elbow", "arm", "hand", *upper, &mimic);
        text += "</robot>";
        let file = format!("clearance-{name}-{}.urdf", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, text).unwrap();
        let robot = Loading::default().robot(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        robot
    }

    /// How far the post is from the nearer of arm and hand.
    fn distance(&self, [shoulder, elbow]: [f64; 2]) -> f64 {
        let [a, b, c] = self.radii;
        let (sine, cosine) = shoulder.sin_cos();
        let arm = [self.upper * cosine, self.upper * sine];
        let (sine, cosine) = (shoulder + elbow).sin_cos();
        let hand = [arm[0] + self.fore * cosine, arm[1] + self.fore * sine];
        let to_post = |[x, y]: [f64; 2]| (x - self.post).hypot(y);
        (to_post(arm) - a - b).min(to_post(hand) - a - c)
    }
}

/// Where the elbow turns `elbow` times as fast as the shoulder, by `way` from `from` on.
struct Turns {
    from: [f64; 2],
    way: f64,
    elbow: f64,
}

impl Turns {
    fn at(&self, part: f64) -> [f64; 2] {
        let [a, b] = self.from;
        [a + self.way * part, b + self.way * self.elbow * part]
    }
}

fn swept(robot: &Robot, arm: &Arm, turns: &Turns, most: usize) -> Swept {
    let sample = |part: f64| {
        let [a, b] = turns.at(part);
        let configuration = if arm.mimic.is_some() { vec![a] } else { vec![a, b] };
        Sample { time: part, configuration }
    };
    let pairs = vec![[0, 1], [0, 2]];
    let sweep = Sweep { most, ..Sweep::default() };
    let samples = [sample(0.0), sample(1.0), sample(1.0 + 0.7 / turns.way.abs())];
    Checker::new(robot, pairs).sweep(&samples, &sweep, |_| true).unwrap()
}

/// Nothing that is proved is wrong, at any time.
fn holds(arm: &Arm, turns: &Turns, swept: &Swept, r: &mut Random, context: &str) {
    let off = 1e-12 + 1e-15 * turns.way.abs() * (1.0 + turns.elbow.abs());
    let is_open = |part: f64| swept.stretches.iter().any(|s| s.from <= part && part <= s.to);
    for step in 0..400 {
        let part = match step % 4 {
            0 | 1 => r.unit(),
            2 => r.unit() * (2.0 * TAU / turns.way.abs()).min(1.0),
            // Between the last two samples.
            _ => 1.0 + r.unit() * 0.7 / turns.way.abs(),
        };
        let distance = arm.distance(turns.at(part));
        assert!(distance + off >= swept.lower_bound, "{context} {part}: {distance} {swept:?}");
        let is_proved = !is_open(part);
        assert!(!is_proved || distance > -off, "{context} {part}: {distance} was not seen");
        if let Some(free) = swept.free_until() {
            assert!(part >= free || distance > -off, "{context} {part} {free}: {distance}");
        }
    }
}

#[test]
fn whole_turns_are_looked_at_once() {
    let (mut free, mut meeting) = (0, 0);
    for seed in 0..rounds() {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kind = r.below(4);
        let elbow = [1.0, -1.0, 2.0, 0.5, -3.0, 1.5][r.place(6)];
        let mimic = (kind == 3).then_some(elbow);
        let (from, elbow) = match kind {
            // Alone, from anywhere.
            0 | 1 => ([r.range(-9.0, 9.0), r.range(-9.0, 9.0)], 0.0),
            2 => ([0.5, r.below(9) as f64 - 4.0], elbow),
            _ => ([0.0; 2], elbow),
        };
        let turned = 10.0_f64.powf(r.range(1.5, 7.2)).round();
        let way = if r.below(2) == 0 { turned } else { -turned };
        let turns = Turns { from, way, elbow };
        let arm = Arm::random(r, mimic);
        let robot = arm.robot(&format!("turns{seed}"));
        let swept = swept(&robot, &arm, &turns, 100_000);
        let context = format!("{seed} {from:?} by {way} {elbow}");
        holds(&arm, &turns, &swept, r, &context);
        // All that ever happens happens in two turns of the shoulder.
        let step = 2.0 * TAU / way.abs() / 8192.0;
        let all = (0..=8192).map(|i| (f64::from(i) * step).min(1.0));
        let least = all.map(|part| arm.distance(turns.at(part))).fold(f64::INFINITY, f64::min);
        let nearest = swept.nearest.unwrap().found.clearance.signed_distance();
        assert!(swept.looked_at < 60_000, "{context}: {}", swept.looked_at);
        if least > 2e-3 {
            assert!(swept.stretches.is_empty(), "{context}: {:?}", swept.stretches);
            assert!((nearest - least).abs() < 2e-3, "{context}: {nearest} {least}");
            assert!(swept.lower_bound > least - 3e-3, "{context}: {}", swept.lower_bound);
            free += 1;
        } else if least < -1e-3 {
            assert!(swept.free_until().is_some(), "{context}");
            meeting += 1;
        }
    }
    println!("{free} free, {meeting} meeting");
    assert!(free.min(meeting) > rounds() / 10, "{free} {meeting}");
}

/// Angles that never repeat together are looked at one by one, and what is left is said.
#[test]
fn what_does_not_repeat_is_left_open() {
    for seed in 0..rounds() / 10 {
        let r = &mut Random(seed);
        let turns = Turns { from: [0.0; 2], way: 1e6, elbow: r.range(0.3, 0.9) };
        let arm = Arm { post: 0.8, ..Arm::random(r, None) };
        let robot = arm.robot(&format!("never{seed}"));
        let swept = swept(&robot, &arm, &turns, 2_000);
        assert!(!swept.stretches.is_empty(), "{seed}");
        holds(&arm, &turns, &swept, r, &seed.to_string());
    }
}
