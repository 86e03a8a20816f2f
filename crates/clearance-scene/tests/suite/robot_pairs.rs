//! Pairs of random robots, by a reading of the files that shares no code with the library: each is
//! looked at, or left out for its true reason.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clearance_scene::robot::{Leave, Loading, Reason, Robot};
use clearance_trust::Random;

const KINDS: [&str; 8] =
    ["fixed", "fixed", "fixed", "revolute", "continuous", "prismatic", "floating", "planar"];

/// The texts of a URDF and of an SRDF, one element a line.
fn files(chance: &mut Random) -> [String; 2] {
    let count = 2 + chance.place(14);
    let (mut urdf, mut srdf) = (Vec::new(), Vec::new());
    for i in 0..count {
        let shape = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
        let shapes = shape.repeat(chance.place(3));
        urdf.push(format!("<link name=\"l{i}\">{shapes}</link>"));
    }
    for i in 1..count {
        let (upper, kind) = (chance.place(i), KINDS[chance.place(KINDS.len())]);
        let mimic = if chance.place(5) == 0 && i > 1 && kind == "prismatic" {
            format!("<mimic joint=\"j{}\"/>", 1 + chance.place(i - 1))
        } else {
            String::new()
        };
        urdf.push(format!(
            "<joint name=\"j{i}\" type=\"{kind}\"><parent link=\"l{upper}\"/>\
             <child link=\"l{i}\"/>{mimic}</joint>"
        ));
    }
    // Links stand anywhere among the joints, and so do joints.
    for i in (1..urdf.len()).rev() {
        urdf.swap(i, chance.place(i + 1));
    }
    // Every tenth name is none of the robot's.
    let name = |chance: &mut Random| match chance.place(10) {
        0 => format!("x{}", chance.place(count)),
        _ => format!("l{}", chance.place(count)),
    };
    for _ in 0..chance.place(2 * count) {
        let (a, b) = (name(chance), name(chance));
        srdf.push(match chance.place(9) {
            0..=3 => format!("<disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"Never\"/>"),
            4..=6 => format!("<enable_collisions link1=\"{a}\" link2=\"{b}\"/>"),
            7 => format!("<x:disable_collisions xmlns:x=\"u\" link1=\"{a}\" link2=\"{b}\"/>"),
            _ => format!("<disable_default_collisions link=\"{a}\"/>"),
        });
    }
    [urdf, srdf].map(|lines| format!("<robot name=\"r\">\n{}\n</robot>", lines.join("\n")))
}

/// What stands between a word and the next quotation mark.
fn quoted<'t>(line: &'t str, word: &str) -> &'t str {
    line.split_once(&format!("{word}=\"")).map_or("", |(_, rest)| rest.split('"').next().unwrap())
}

type Pair<'t> = (&'t str, &'t str);

fn ordered<'t>(a: &'t str, b: &'t str) -> Pair<'t> {
    if a < b { (a, b) } else { (b, a) }
}

/// In what way each pair of links with shapes is left out; an empty text if it is not.
fn by_hand<'t>(
    urdf: &'t str,
    srdf: &'t str,
    ignored: &[Pair<'t>],
    adjacent: bool,
) -> BTreeMap<Pair<'t>, String> {
    let lines = |text: &'t str, tag: &'static str| {
        text.lines().filter(move |line| line.starts_with(&format!("<{tag} ")))
    };
    let shaped: BTreeSet<&str> = lines(urdf, "link")
        .filter(|line| line.contains("<collision>"))
        .map(|line| quoted(line, "name"))
        .collect();
    let joints: Vec<[&str; 4]> = lines(urdf, "joint")
        .map(|line| {
            let end = |tag: &str| quoted(line.split_once(tag).unwrap().1, "link");
            [quoted(line, "name"), quoted(line, "type"), end("<parent"), end("<child")]
        })
        .collect();
    // Grown from a link over fixed joints; through links with shapes or not.
    let welded = |from: &'t str, through_shapes: bool| {
        let mut all = BTreeSet::from([from]);
        loop {
            let before = all.len();
            for [_, kind, upper, lower] in &joints {
                for (one, two) in [(*upper, *lower), (*lower, *upper)] {
                    let passes = through_shapes || !shaped.contains(one);
                    if *kind == "fixed" && all.contains(one) && passes {
                        all.insert(two);
                    }
                }
            }
            if all.len() == before {
                return all;
            }
        }
    };
    let stands_for = |link: &'t str| {
        let seen = welded(link, false);
        let mut with_shapes = seen.into_iter().filter(|link| shaped.contains(link));
        let first = with_shapes.next();
        if shaped.contains(link) {
            Some(link)
        } else {
            first.filter(|_| with_shapes.next().is_none())
        }
    };
    let named = |tag: &'static str, a: &str, b: &str| {
        lines(srdf, tag)
            .any(|line| ordered(quoted(line, "link1"), quoted(line, "link2")) == ordered(a, b))
    };
    let mut all = BTreeMap::new();
    for a in &shaped {
        for b in shaped.iter().filter(|b| a < *b) {
            let off = |link: &str| {
                lines(srdf, "disable_default_collisions").any(|line| quoted(line, "link") == link)
            };
            let joint = || {
                joints.iter().find(|[_, kind, upper, lower]| {
                    let ends = stands_for(upper).zip(stands_for(lower));
                    let moves = ["revolute", "continuous", "prismatic"].contains(kind);
                    moves && ends.is_some_and(|(one, two)| ordered(one, two) == (*a, *b))
                })
            };
            let why = if ignored.contains(&(*a, *b)) {
                "ignored".into()
            } else if named("disable_collisions", a, b) {
                "disabled".into()
            } else if named("enable_collisions", a, b) {
                String::new()
            } else if off(a) || off(b) {
                "default".into()
            } else if adjacent {
                String::new()
            } else if welded(a, true).contains(b) {
                "fixed".into()
            } else if let Some([name, ..]) = joint() {
                format!("joined by {name}")
            } else {
                String::new()
            };
            all.insert((*a, *b), why);
        }
    }
    all
}

/// The same, by the library.
fn by_library<'r>(robot: &'r Robot, leave: &Leave<'_>) -> BTreeMap<Pair<'r>, String> {
    let name = |link: usize| robot.links[link].name.as_str();
    let mut all = BTreeMap::new();
    let pairs = robot.pairs(leave).unwrap();
    assert!(pairs.windows(2).all(|two| two[0] < two[1]), "in order, each once");
    for pair in pairs {
        let [a, b] = pair.map(|place| name(robot.geometries[place].link));
        all.insert(ordered(a, b), String::new());
    }
    for left in robot.left_out(leave) {
        let [a, b] = left.links.map(name);
        let why = match left.reason {
            Reason::Ignored => "ignored".to_owned(),
            Reason::Disabled => "disabled".into(),
            Reason::DisabledByDefault(_) => "default".into(),
            Reason::Fixed => "fixed".into(),
            Reason::Joined(joint) => format!("joined by {}", robot.joints[joint].name),
            other => panic!("{other:?}"),
        };
        assert_eq!(all.insert(ordered(a, b), why), None, "{a} {b}: twice");
    }
    all
}

/// Pairs of shapes of looked-at links, all of them.
fn shapes_of(robot: &Robot, looked_at: &BTreeMap<Pair<'_>, String>) -> usize {
    let count = |link: &str| {
        robot.geometries.iter().filter(|own| robot.links[own.link].name == link).count()
    };
    let looked_at = looked_at.iter().filter(|(_, why)| why.is_empty());
    looked_at.map(|((a, b), _)| count(a) * count(b)).sum()
}

/// Pairs were left out without a word: across floating joints, and of what is fixed beside a joint.
/// More are judged by `CLEARANCE_JUDGED`, the number of pairs.
#[test]
fn each_pair_is_looked_at_or_left_out_for_its_reason() {
    let wanted: usize = crate::rounds(2000);
    let folder = std::env::temp_dir().join(format!("clearance-pairs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut chance, mut judged) = (Random(45), 0);
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    while judged < wanted {
        let [urdf, srdf] = files(&mut chance);
        let paths = [folder.join("r.urdf"), folder.join("r.srdf")];
        std::fs::write(&paths[0], &urdf).unwrap();
        std::fs::write(&paths[1], &srdf).unwrap();
        let read = |path: &Path| Loading::default().robot(path);
        let Ok(robot) = read(&paths[0]) else {
            // No shape at all.
            assert!(!urdf.contains("<collision>"), "{urdf}");
            continue;
        };
        let semantics = Loading::default().semantics(&paths[1], &robot).unwrap();
        let strange = srdf.lines().filter(|line| line.contains("\"x") && !line.contains("<x:"));
        assert_eq!(semantics.notes.iter().any(|n| n.contains("passed over")), strange.count() > 0);
        let some = [chance.place(robot.links.len()), chance.place(robot.links.len())];
        let ignore = if chance.place(3) == 0 { vec![some] } else { Vec::new() };
        let with_srdf = chance.place(4) > 0;
        let adjacent = chance.place(4) == 0;
        let leave =
            Leave { adjacent, semantics: with_srdf.then_some(&semantics), ignore: ignore.clone() };
        let found = by_library(&robot, &leave);
        let named = |link: usize| robot.links[link].name.as_str();
        let ignored: Vec<Pair<'_>> =
            ignore.iter().map(|[a, b]| ordered(named(*a), named(*b))).collect();
        let truth = by_hand(&urdf, if with_srdf { &srdf } else { "" }, &ignored, adjacent);
        assert_eq!(found, truth, "{urdf}\n{srdf}\n{leave:?}");
        assert_eq!(robot.pairs(&leave).unwrap().len(), shapes_of(&robot, &truth));
        judged += truth.len();
        for why in truth.values() {
            let kind = why.split(' ').next().unwrap().to_owned();
            *tally.entry(kind).or_default() += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    // The sample holds what it claims.
    for (kind, least) in
        [("", 25), ("fixed", 3), ("joined", 3), ("disabled", 3), ("default", 3), ("ignored", 0)]
    {
        let count = tally.get(kind).copied().unwrap_or(0);
        assert!(100 * count >= least * judged && count > 0, "{kind}: {tally:?} of {judged}");
    }
    println!("{judged} pairs: {tally:?}");
}
