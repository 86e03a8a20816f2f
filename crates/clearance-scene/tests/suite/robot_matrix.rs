//! Pairs of links that never meet, or always do. Truth by the closed form of an arm of two links of
//! balls, on a fine grid of all its angles; of the Panda, by the list that comes with it and by
//! further samples.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use clearance_scene::robot::{Checker, Judged, Judging, Leave, Loading, Robot, Verdict};
use clearance_trust::Random;

use crate::robot_made::robot_of;
use crate::rounds;

/// An arm about z and a hand at its end, whose ball is to meet the one that rests at `post`, or
/// not.
struct Arm {
    post: f64,
    upper: f64,
    fore: f64,
    /// The post's and the hand's.
    radii: [f64; 2],
    shoulder: [f64; 2],
    elbow: [f64; 2],
    mimic: Option<f64>,
}

impl Arm {
    fn random(r: &mut Random) -> Self {
        let range = |r: &mut Random| {
            let middle = r.range(-3.0, 3.0);
            let half = [r.range(0.0, 0.5), r.range(0.5, 3.0)][r.place(2)];
            [middle - half, middle + half]
        };
        Self {
            post: [0.0, r.range(0.2, 1.6)][r.place(2)],
            upper: r.range(0.2, 1.0),
            fore: r.range(0.1, 0.5),
            radii: [0; 2].map(|_| [r.range(0.01, 0.1), r.range(0.2, 0.6)][r.place(2)]),
            shoulder: range(r),
            elbow: range(r),
            mimic: (r.below(3) == 0).then(|| [1.0, -2.0, 0.5][r.place(3)]),
        }
    }

    fn robot(&self) -> Robot {
        let Self { post, upper, fore, radii: [a, b], shoulder, elbow, mimic } = self;
        let mut text = String::new();
        for (link, x, radius) in [("still", post, a), ("hand", fore, b)] {
            let _ = write!(
                text,
                "<link name=\"{link}\"><collision><origin xyz=\"{x} 0 0\"/><geometry>\
                 <sphere radius=\"{radius}\"/></geometry></collision></link>"
            );
        }
        text += "<link name=\"arm\"/>";
        let mimic =
            mimic.map_or(String::new(), |by| format!("<mimic joint=\"s\" multiplier=\"{by}\"/>"));
        for (name, [parent, child], x, [low, high], rest) in [
            ("s", ["still", "arm"], 0.0, shoulder, ""),
            ("e", ["arm", "hand"], *upper, elbow, &*mimic),
        ] {
            let _ = write!(
                text,
                "<joint name=\"{name}\" type=\"revolute\"><parent link=\"{parent}\"/>\
                 <child link=\"{child}\"/><origin xyz=\"{x} 0 0\"/><axis xyz=\"0 0 1\"/>\
                 <limit lower=\"{low}\" upper=\"{high}\"/>{rest}</joint>"
            );
        }
        robot_of("matrix", &text)
    }

    /// The least and the greatest signed distance on a grid, and by how much all may differ.
    fn extremes(&self) -> [f64; 3] {
        const STEPS: usize = 400;
        let [a, b] = self.radii;
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let at = |[low, high]: [f64; 2], i: usize| low + (high - low) * i as f64 / STEPS as f64;
        for i in 0..=STEPS {
            for j in 0..=if self.mimic.is_some() { 0 } else { STEPS } {
                let shoulder = at(self.shoulder, i);
                let elbow = self.mimic.map_or_else(|| at(self.elbow, j), |by| by * shoulder);
                let [x, y] = [
                    self.upper * shoulder.cos() + self.fore * (shoulder + elbow).cos(),
                    self.upper * shoulder.sin() + self.fore * (shoulder + elbow).sin(),
                ];
                let signed = (x - self.post).hypot(y) - a - b;
                (least, most) = (least.min(signed), most.max(signed));
            }
        }
        let [turn, bend] = [self.shoulder, self.elbow].map(|[low, high]| high - low);
        let bend = self.mimic.map_or(bend, |by| by.abs() * turn);
        let off = (turn * (self.upper + self.fore) + bend * self.fore) / STEPS as f64;
        [least, most, off]
    }
}

#[test]
fn an_arm_never_meets_its_post_or_always_does_as_by_hand() {
    let (mut never, mut always, mut sometimes) = (0, 0, 0);
    for seed in 0..rounds(60_u64) {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let arm = Arm::random(r);
        let robot = arm.robot();
        let samples = [0, 10, 400][r.place(3)];
        let judging = Judging { samples, cells: 200_000 };
        let all = robot.judge_pairs(&judging, |_| true).unwrap();
        let [Judged { verdict, .. }] = all[..] else { panic!("{all:?}") };
        let [least, most, off] = arm.extremes();
        match verdict {
            Verdict::Never(_) => {
                assert!(least > 0.0, "{seed}: {least}");
                never += 1;
            }
            Verdict::Always(_) => {
                assert!(most < 0.0, "{seed}: {most}");
                always += 1;
            }
            Verdict::Sometimes(_) => {
                assert!(least - off <= 0.0, "{seed}: {least}");
                sometimes += 1;
            }
            Verdict::NeverSeen | Verdict::Unknown => {
                assert!(least < 0.02, "{seed}: {least} {verdict:?}")
            }
            Verdict::AlwaysSeen => assert!(most > -0.02, "{seed}: {most} {verdict:?}"),
            other => panic!("{other:?}"),
        }
        // What is clear is proved, with samples or without.
        if least > 0.02 {
            assert!(matches!(verdict, Verdict::Never(_)), "{seed}: {least} {verdict:?}");
        }
        if most < -0.02 {
            assert!(matches!(verdict, Verdict::Always(_)), "{seed}: {most} {verdict:?}");
        }
    }
    let few = usize::try_from(rounds(60) / 20).unwrap();
    assert!(never >= few && always >= few && sometimes >= few, "{never} {always} {sometimes}");
}

#[test]
fn what_nothing_bounds_is_not_judged() {
    let shape = "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision>";
    let joint = |name: &str, kind: &str, [parent, child]: [&str; 2], rest: &str| {
        format!(
            "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
             <child link=\"{child}\"/><origin xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/>{rest}</joint>"
        )
    };
    let links: String =
        ["a", "b", "c", "d"].map(|l| format!("<link name=\"{l}\">{shape}</link>")).concat();
    // Round and round, then free, then fixed.
    let text = links
        + &joint("turn", "continuous", ["a", "b"], "")
        + &joint("free", "floating", ["b", "c"], "")
        + &joint("held", "fixed", ["c", "d"], "");
    let robot = robot_of("unbounded", &text);
    let all = robot.judge_pairs(&Judging::default(), |_| true).unwrap();
    let free = robot.joint("free").unwrap();
    let verdicts: BTreeMap<[usize; 2], Verdict> =
        all.iter().map(|own| (own.links, own.verdict)).collect();
    assert_eq!(verdicts[&[0, 1]], Verdict::Adjacent);
    assert_eq!(verdicts[&[2, 3]], Verdict::Adjacent);
    for pair in [[0, 2], [0, 3], [1, 2], [1, 3]] {
        assert_eq!(verdicts[&pair], Verdict::Unbounded(free));
    }
    assert!(robot.judge_pairs(&Judging::default(), |_| false).is_ok(), "nothing is open");
}

#[test]
fn the_panda_has_the_list_that_comes_with_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/example-robot-data/robots/panda_description");
    let (urdf, srdf) = (folder.join("urdf/panda.urdf"), folder.join("srdf/panda.srdf"));
    if !urdf.exists() {
        eprintln!("skipped: {} is not here", urdf.display());
        return;
    }
    let robot = Loading::default().robot(&urdf).unwrap();
    let semantics = Loading::default().semantics(&srdf, &robot).unwrap();
    let all = robot.judge_pairs(&Judging::default(), |_| true).unwrap();
    assert_eq!(all.len(), 55);
    let count = |is: fn(&Judged) -> bool| all.iter().filter(|own| is(own)).count();
    assert_eq!(count(|own| own.verdict == Verdict::Adjacent), 10);
    assert_eq!(count(|own| matches!(own.verdict, Verdict::Never(_))), 22);
    assert_eq!(count(|own| matches!(own.verdict, Verdict::Sometimes(_))), 23);
    let is_left_out = |own: &&Judged| match own.verdict {
        Verdict::Sometimes(_) => own.by_default,
        _ => true,
    };
    let ordered = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
    let ours: HashSet<[usize; 2]> =
        all.iter().filter(is_left_out).map(|own| ordered(own.links)).collect();
    let theirs: HashSet<[usize; 2]> = semantics.disabled.iter().copied().map(ordered).collect();
    assert_eq!((ours.len(), &ours), (35, &theirs));

    // No sample of another kind finds one of them in contact.
    let never: HashSet<[usize; 2]> = all
        .iter()
        .filter(|own| matches!(own.verdict, Verdict::Never(_)))
        .map(|own| ordered(own.links))
        .collect();
    let link = |place: usize| robot.geometries[place].link;
    let pairs = robot.pairs(&Leave::default()).unwrap();
    let pairs = pairs.into_iter().filter(|pair| never.contains(&ordered(pair.map(link)))).collect();
    let mut checker = Checker::new(&robot, pairs);
    let r = &mut Random(3);
    for _ in 0..rounds(4000_u64) {
        let value = |place: &usize| {
            let [low, high] = robot.joints[*place].limits.unwrap();
            // The ends of the limits too.
            if r.below(4) == 0 { [low, high][r.place(2)] } else { r.range(low, high) }
        };
        let configuration: Vec<f64> = robot.variables.iter().map(value).collect();
        checker.pose(&configuration);
        assert!(!checker.collides(), "{configuration:?}");
    }
}

/// What is written is read again, whatever the names.
#[test]
fn a_written_srdf_leaves_out_what_was_judged() {
    let shape = "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision>";
    let names = ["a--&lt;&quot;", "b &amp;&#10;c", "d"];
    let links: String = names.map(|name| format!("<link name=\"{name}\">{shape}</link>")).concat();
    let joint = |place: usize| {
        format!(
            "<joint name=\"j{place}\" type=\"revolute\"><parent link=\"{}\"/><child link=\"{}\"/>\
             <origin xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\"/></joint>",
            names[place],
            names[place + 1]
        )
    };
    let robot = robot_of("written", &(links + &joint(0) + &joint(1)));
    let judging = Judging::default();
    let all = robot.judge_pairs(&judging, |_| true).unwrap();
    assert!(matches!(all[1], Judged { links: [0, 2], verdict: Verdict::Never(_), .. }), "{all:?}");
    let text = robot.srdf(&all, &judging, false);
    let path = std::env::temp_dir().join(format!("clearance-written-{}.srdf", std::process::id()));
    std::fs::write(&path, &text).unwrap();
    let semantics = Loading::default().semantics(&path, &robot).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(semantics.disabled, [[0, 1], [0, 2], [1, 2]], "{text}");
    assert!(semantics.notes.is_empty(), "{:?}", semantics.notes);
}
