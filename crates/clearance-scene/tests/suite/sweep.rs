//! Motions of robots: what is proved between samples, against dense sampling and closed forms.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::Path;

use clearance_scene::robot::{Checker, Known, Leave, Loading, Robot, Sample, Sweep, Swept};

fn arm() -> Robot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/arm/arm.urdf");
    Loading::default().robot(&path).unwrap()
}

fn robot_of(test: &str, inner: &str) -> Robot {
    let name = format!("clearance-sweep-{test}-{}.urdf", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, format!("<robot name=\"r\">\n{inner}\n</robot>")).unwrap();
    let robot = Loading::default().robot(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    robot
}

fn samples(configurations: &[&[f64]]) -> Vec<Sample> {
    let sample = |(place, configuration): (usize, &&[f64])| Sample {
        time: place as f64,
        configuration: configuration.to_vec(),
    };
    configurations.iter().enumerate().map(sample).collect()
}

fn chance(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    f64::from((*state >> 32) as u32) / f64::from(u32::MAX) * 2.0 - 1.0
}

/// Checks the answer against many configurations along the motion, each computed cold.
fn hold_against_dense(
    robot: &Robot,
    pairs: &[[usize; 2]],
    samples: &[Sample],
    sweep: &Sweep,
    swept: &Swept,
) {
    const DENSE: usize = 64;
    for (segment, ends) in samples.windows(2).enumerate() {
        for step in 0..=DENSE {
            let t = step as f64 / DENSE as f64;
            let mix = |a: f64, b: f64| a * (1.0 - t) + b * t;
            let values = ends[0].configuration.iter().zip(&ends[1].configuration);
            let q: Vec<f64> = values.map(|(a, b)| mix(*a, *b)).collect();
            let time = mix(ends[0].time, ends[1].time);
            let mut cold = Checker::new(robot, pairs.to_vec());
            cold.pose(&q);
            for found in cold.all() {
                let signed = found.clearance.signed_distance();
                let gap = found.clearance.gap() + 1e-14;
                let bound = swept.lower_bounds[segment];
                assert!(bound >= swept.lower_bound);
                assert!(signed + gap >= bound, "{time}: {signed} below {bound}");
                let is_open = swept
                    .stretches
                    .iter()
                    .any(|s| s.pair == found.pair && s.from <= time && time <= s.to);
                assert!(is_open || signed + gap > sweep.margin, "{time}: {signed} was not seen");
                if let Some(free) = swept.free_until() {
                    assert!(time >= free || signed + gap > sweep.margin, "{time} {free}");
                }
            }
        }
    }
}

#[test]
fn random_motions_hold_against_dense_sampling() {
    let robot = arm();
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let mut state = 11_u64;
    let (mut free, mut meeting) = (0, 0);
    for motion in 0..60 {
        let size = [0.05, 0.3, 1.5][motion % 3];
        let mut q = [chance(&mut state), 1.5 * chance(&mut state), 0.12];
        let mut path = Vec::new();
        for _ in 0..6 {
            path.push(q.to_vec());
            q[0] += size * chance(&mut state);
            q[1] = (q[1] + 2.0 * size * chance(&mut state)).clamp(-3.1, 3.1);
            q[2] = 0.15 + 0.09 * chance(&mut state);
        }
        let path: Vec<&[f64]> = path.iter().map(Vec::as_slice).collect();
        let samples = samples(&path);
        let margin = [0.0, 0.02][motion % 2];
        let sweep = Sweep { margin, ..Sweep::default() };
        let swept = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
        hold_against_dense(&robot, &pairs, &samples, &sweep, &swept);
        let nearest = swept.nearest.unwrap().found.clearance.signed_distance();
        if swept.stretches.is_empty() {
            // Proved as closely as the tolerance requires, or as the margin needs.
            assert!(swept.lower_bound > margin);
            assert!(swept.lower_bound >= nearest - sweep.tolerance);
            assert!(swept.lower_bound <= nearest + 1e-12);
            assert!(swept.first_meeting.is_none());
            free += 1;
        } else {
            meeting += usize::from(swept.first_meeting.is_some());
        }
    }
    assert!(free >= 10 && meeting >= 10, "{free} {meeting}");
}

#[test]
fn random_trees_hold_against_dense_sampling() {
    let mut state = 5_u64;
    for tree in 0..12 {
        const LINKS: usize = 7;
        let body = "<collision><geometry><box size=\"0.2 0.3 0.1\"/></geometry></collision>";
        let mut text = format!("<link name=\"l0\">{body}</link>\n");
        for i in 1..LINKS {
            let mut three = || {
                let mut next = || chance(&mut state);
                format!("{} {} {}", next(), next(), next())
            };
            let (xyz, rpy, axis) = (three(), three(), three());
            let parent = ((chance(&mut state) + 1.0) * 0.5 * i as f64) as usize % i;
            let kind = ["revolute", "prismatic", "continuous"][i % 3];
            // The last follows the first.
            let mimic = "<mimic joint=\"j1\" multiplier=\"-0.5\" offset=\"0.3\"/>";
            let mimic = if i + 1 == LINKS { mimic } else { "" };
            text += &format!(
                "<link name=\"l{i}\">{body}</link>\n<joint name=\"j{i}\" type=\"{kind}\">\
                 <origin xyz=\"{xyz}\" rpy=\"{rpy}\"/><axis xyz=\"{axis}\"/>\
                 <parent link=\"l{parent}\"/><child link=\"l{i}\"/>\
                 <limit lower=\"-9\" upper=\"9\"/>{mimic}</joint>\n"
            );
        }
        let robot = robot_of(&format!("tree{tree}"), &text);
        let pairs = robot.pairs(&Leave { adjacent: true, ..Leave::default() }).unwrap();
        let mut random =
            || -> Vec<f64> { robot.variables.iter().map(|_| chance(&mut state)).collect() };
        let path: Vec<Vec<f64>> = (0..4).map(|_| random()).collect();
        let path: Vec<&[f64]> = path.iter().map(Vec::as_slice).collect();
        let samples = samples(&path);
        let sweep = Sweep { tolerance: 0.01, ..Sweep::default() };
        let swept = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
        hold_against_dense(&robot, &pairs, &samples, &sweep, &swept);
    }
}

/// A ball of radius 0.5 passes a post of half width 0.5 on a rail, `beside` it.
fn passing(test: &str, beside: f64) -> Robot {
    robot_of(
        test,
        &format!(
            "<link name=\"post\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision>\
             </link><link name=\"rail\"/><link name=\"ball\"><collision><geometry>\
             <sphere radius=\"0.5\"/></geometry></collision></link>\
             <joint name=\"lift\" type=\"prismatic\"><parent link=\"post\"/><child link=\"rail\"/>\
             <origin xyz=\"0 {beside} 0\"/><axis xyz=\"0 0 1\"/><limit lower=\"-9\" upper=\"9\"/>\
             </joint><joint name=\"run\" type=\"prismatic\"><parent link=\"rail\"/>\
             <child link=\"ball\"/><axis xyz=\"1 0 0\"/><limit lower=\"-9\" upper=\"9\"/></joint>"
        ),
    )
}

#[test]
fn a_hit_between_two_free_samples_is_found() {
    let robot = passing("hit", 0.0);
    let pairs = robot.pairs(&Leave::default()).unwrap();
    assert_eq!(pairs.len(), 1);
    // From -4 to 4 in one step: both ends are 3 apart, and it hits at -1, in the time 3/8.
    let samples = samples(&[&[0.0, -4.0], &[0.0, 4.0]]);
    let sweep = Sweep::default();
    let swept = Checker::new(&robot, pairs).sweep(&samples, &sweep, |_| true).unwrap();
    assert!(swept.samples.iter().all(|m| m.found.clearance.signed_distance() == 3.0));
    let (free, first) = (swept.free_until().unwrap(), swept.first_meeting.unwrap());
    assert!((0.375 - 1e-3 / 8.0..=0.375).contains(&free), "{free}");
    assert!((0.375..=0.375 + 1e-3 / 8.0).contains(&first.time), "{}", first.time);
    // The deepest is 1; what is less than that is not looked for.
    assert!((-1.4..=-1.0).contains(&swept.lower_bound), "{}", swept.lower_bound);
    assert!(swept.nearest.unwrap().found.clearance.signed_distance() < 0.0);
    // Unknown, met, unknown; the middle by far the longest, and with the right end.
    let known: Vec<Known> = swept.stretches.iter().map(|s| s.known).collect();
    assert_eq!(known, [Known::Unknown, Known::Meets, Known::Unknown]);
    assert!((0.625..=0.625 + 1e-3 / 8.0).contains(&swept.stretches[2].to));
    // With a margin of 1, the stretch begins at -2.
    let sweep = Sweep { margin: 1.0, ..sweep };
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let swept = Checker::new(&robot, pairs).sweep(&samples, &sweep, |_| true).unwrap();
    let free = swept.free_until().unwrap();
    assert!((0.25 - 1e-3 / 8.0..=0.25).contains(&free), "{free}");
}

#[test]
fn an_arm_that_unfolds_reaches_farther_than_at_its_begin() {
    // The tip begins on the shoulder's axis and unfolds from it; it hits on the way, at 0.7.
    let at = |t: f64| {
        let (inner, outer) = (t, t + std::f64::consts::PI - 0.5 * t);
        [inner.cos() + outer.cos(), inner.sin() + outer.sin()]
    };
    let [x, y] = at(0.7);
    let ball = |place: &str| {
        format!(
            "<collision><origin xyz=\"{place}\"/><geometry><sphere radius=\"0.001\"/></geometry>\
             </collision>"
        )
    };
    let joint = |name: &str, parent: &str, child: &str, x: f64| {
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><origin xyz=\"{x} 0 0\"/>\
             <parent link=\"{parent}\"/><child link=\"{child}\"/><axis xyz=\"0 0 1\"/></joint>"
        )
    };
    let robot = robot_of(
        "unfold",
        &format!(
            "<link name=\"base\">{}</link><link name=\"upper\"/><link name=\"tip\">{}</link>{}{}",
            ball(&format!("{x} {y} 0")),
            ball("1 0 0"),
            joint("shoulder", "base", "upper", 0.0),
            joint("elbow", "upper", "tip", 1.0)
        ),
    );
    let pairs = robot.pairs(&Leave::default()).unwrap();
    assert_eq!(pairs.len(), 1);
    let folded = std::f64::consts::PI;
    let samples = samples(&[&[0.0, folded], &[1.0, folded - 0.5]]);
    for tolerance in [1.0, 1e-3] {
        let sweep = Sweep { tolerance, ..Sweep::default() };
        let swept = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
        let open = swept.stretches.iter().any(|s| s.from <= 0.7 && 0.7 <= s.to);
        assert!(open, "{tolerance}: {:?}", swept.stretches);
        assert!(swept.lower_bound <= 0.0);
    }
}

#[test]
fn a_near_miss_is_proved_as_near_as_it_is() {
    let robot = passing("miss", 1.25);
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let samples = samples(&[&[0.0, -4.0], &[0.0, 4.1]]);
    for tolerance in [0.1, 1e-3, 1e-6] {
        let sweep = Sweep { tolerance, ..Sweep::default() };
        let swept = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
        assert!(swept.stretches.is_empty());
        let bound = swept.lower_bound;
        assert!(bound <= 0.25 && bound >= 0.25 - 2.0 * tolerance, "{bound}");
        let nearest = swept.nearest.unwrap();
        assert!(nearest.found.clearance.signed_distance() >= 0.25 - 1e-12);
        assert!(nearest.found.clearance.signed_distance() <= bound + tolerance + 1e-12);
    }
    // A few points prove little, and the answer reports that.
    let sweep = Sweep { most: 3, ..Sweep::default() };
    let swept = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| true).unwrap();
    assert_eq!(swept.looked_at, 3);
    assert!(!swept.stretches.is_empty() && swept.first_meeting.is_none());
    assert!(swept.stretches.iter().all(|s| s.known == Known::Unknown));
    assert!(swept.lower_bound <= 0.25);
}

#[test]
fn a_graze_stays_unknown_and_short() {
    // It passes at 0.01, less than the margin's 0.01 and a rounding.
    let robot = passing("graze", 1.01);
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let samples = samples(&[&[0.0, -3.9], &[0.0, 4.1]]);
    let sweep = Sweep { margin: 0.01 - 1e-9, ..Sweep::default() };
    let swept = Checker::new(&robot, pairs).sweep(&samples, &sweep, |_| true).unwrap();
    assert!(swept.first_meeting.is_none());
    assert!(swept.stretches.iter().all(|s| s.known == Known::Unknown));
    // Beside the flat of the post, from -0.5 to 0.5, it is open, and hardly elsewhere.
    let (free, end) = (swept.free_until().unwrap(), swept.stretches.last().unwrap().to);
    assert!((free * 8.0 - 3.9 + 0.5).abs() < 0.1, "{free}");
    assert!((end * 8.0 - 3.9 - 0.5).abs() < 0.1, "{end}");
}

#[test]
fn motions_that_are_none_are_refused() {
    let robot = passing("refused", 2.0);
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let mut checker = Checker::new(&robot, pairs.clone());
    let default = Sweep::default();
    let at = |time, configuration: &[f64]| Sample { time, configuration: configuration.to_vec() };
    let refused: [(&[Sample], Sweep, &str); 6] = [
        (&[], default, "sample"),
        (&[at(0.0, &[1.0])], default, "1 values for 2"),
        (&[at(0.0, &[1.0, f64::NAN])], default, "not finite"),
        (&[at(1.0, &[1.0, 1.0]), at(1.0, &[1.0, 1.0])], default, "times must rise"),
        (&[at(1.0, &[1.0, 1.0])], Sweep { margin: -1.0, ..default }, "margin"),
        (&[at(1.0, &[1.0, 1.0])], Sweep { tolerance: f64::NAN, ..default }, "tolerance"),
    ];
    for (samples, sweep, word) in refused {
        let fault = checker.sweep(samples, &sweep, |_| true).unwrap_err();
        assert!(fault.contains(word), "{fault}");
    }
    // A single sample is a motion that stands still.
    let swept = checker.sweep(&[at(0.0, &[0.0, 0.0])], &default, |_| true).unwrap();
    assert!(swept.stretches.is_empty() && swept.lower_bounds.is_empty());
    assert!((swept.lower_bound - 1.0).abs() < 1e-3, "{}", swept.lower_bound);
    let mut last_done = 0;
    let none = Checker::new(&robot, Vec::new())
        .sweep(&[at(0.0, &[0.0, 0.0]), at(1.0, &[1.0, 0.0])], &default, |done| {
            last_done = done;
            true
        })
        .unwrap();
    assert!(none.samples.is_empty() && none.lower_bound == f64::INFINITY);
    assert_eq!(last_done, 3);
}

#[test]
fn a_sweep_ends_where_it_is_told_to() {
    let robot = passing("ended", 1.0 + 1e-9);
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let samples = samples(&[&[0.0, -4.0], &[0.0, 4.1]]);
    // So fine that the search takes long between the only two samples.
    let sweep = Sweep { tolerance: 1e-12, ..Sweep::default() };
    for last in [0, 1, 2, 3, 7] {
        let mut calls = 0;
        let ended = Checker::new(&robot, pairs.clone()).sweep(&samples, &sweep, |_| {
            calls += 1;
            calls <= last
        });
        assert!(ended.unwrap_err().contains("was ended"));
        assert_eq!(calls, last + 1);
    }
}
