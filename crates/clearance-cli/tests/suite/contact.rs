//! `clearance contact`, and lines that ask for a manifold.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::{answers, numbers, run, stdout};
use serde_json::Value;

const CRATE: [&str; 7] = [
    "contact",
    "box:2,0.5,2",
    "box:0.5,0.5,0.5",
    "--move-b",
    "0,0.999,0",
    "--rotate-b",
    "axis:y:20",
];

#[test]
fn a_person_reads_where_a_crate_stands() {
    let output = run(&CRATE, "");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.starts_with("in contact at 4 points\n"), "{text}");
    assert!(text.contains("normal    (0.0000000, 1.0000000, 0.0000000) from A to B"), "{text}");
    assert_eq!(text.matches("face 2 of A on vertex").count(), 4, "{text}");
}

#[test]
fn a_program_reads_the_same() {
    let output = run(&[&CRATE[..], &["--json"]].concat(), "");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(numbers(&found["normal"]), [0.0, 1.0, 0.0]);
    assert_eq!((found["points"].as_array().unwrap().len(), &found["corners"]), (4, &4.into()));
    assert!((found["depth"].as_f64().unwrap() - 0.001).abs() < 1e-15);
}

#[test]
fn beyond_the_distance_there_is_none_and_within_it_is_in_front() {
    let ask = |most: &str| {
        let output = run(
            &["contact", "box:1,1", "box:1,1", "--move-b", "0,2.5", "--max-distance", most],
            "",
        );
        (output.status.code(), stdout(&output))
    };
    let (status, text) = ask("0.25");
    assert_eq!((status, text.as_str()), (Some(0), "farther apart than 0.25\n"));
    let (status, text) = ask("0.75");
    assert!(status == Some(1) && text.starts_with("in front at 2 points\n"), "{text}");
    assert!(text.contains("-0.5 deep"), "{text}");
}

#[test]
fn a_line_may_want_every_corner_and_refuses_what_has_no_meaning() {
    let line = |more: &str| {
        format!(
            r#"{{"query":"manifold","dim":3,"a":{{"type":"box","half_extents":[1,1,1]}},"b":{{"type":"box","half_extents":[1,1,1],"pose":{{"translation":[0,1.99,0],"rotation":[0,0.3826834323650898,0,0.9238795325112867]}}}}{more}}}"#
        ) + "\n"
    };
    let more = ["", r#","all":true"#, r#","max_distance":"far""#, r#","all":1"#, r#","cut_off":1"#];
    let found = answers(&[], &more.map(line).concat());
    let count = |i: usize| found[i]["points"].as_array().unwrap().len();
    assert_eq!((count(0), count(1)), (4, 8));
    assert_eq!(found[2]["error"], "max_distance: must be a number, is the text \"far\"");
    assert_eq!(found[3]["error"], "all: must be true or false, is a number");
    assert!(found[4]["error"].as_str().unwrap().starts_with("query: a manifold has no `cut_off`"));
    let proofs = answers(&["--certificate"], &line(r#","all":true"#));
    let count = |value: &Value| value["points"].as_array().unwrap().len();
    assert_eq!((count(&proofs[0]), count(&proofs[0]["certificate"])), (8, 4));
}

#[test]
fn points_of_a_rim_are_named_by_their_angle() {
    // A cylinder rests on a box: its points are an eighth of a turn apart, in the directions of the
    // box, from which the turn of the cylinder about its own axis is taken off.
    for turn in [0, 30] {
        let rotation = format!("axis:y:{turn}");
        let arguments =
            ["contact", "cylinder:1,1", "box:2,0.5,2", "--move-b", "0,-1.4,0", "--rotate-a"];
        let output = run(&[&arguments[..], &[&rotation]].concat(), "");
        let text = String::from_utf8_lossy(&output.stdout);
        let (mut angles, mut lines) = (Vec::new(), text.lines().peekable());
        while let Some(line) = lines.next() {
            let Some((_, rest)) = line.split_once("lower rim at ") else { continue };
            let angle: f64 = rest.split_once('°').unwrap().0.parse().unwrap();
            let place = lines.peek().unwrap().split_once('(').unwrap().1;
            let place: Vec<f64> =
                place.trim_end_matches(')').split(", ").map(|x| x.parse().unwrap()).collect();
            // A turn about y takes x to -z.
            let world = (angle + f64::from(turn)).to_radians();
            assert!((place[0] - world.cos()).abs() < 1e-6, "{text}");
            assert!((place[2] + world.sin()).abs() < 1e-6, "{text}");
            angles.push(angle);
        }
        assert_eq!(angles.len(), 4, "{text}");
    }
    let output = run(&["contact", "box:1,1,1", "box:1,1,1", "--move-b", "0,1.9,0"], "");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("rim"));
}

/// A parcel on the sill of a window: the wall's hull would hold it, its triangles do not.
#[test]
fn a_mesh_is_touched_where_it_is() {
    let wall = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/building/wall.obj");
    let asked = ["contact", wall, "box:0.1,0.1,0.1", "--move-b", "4.1,0.1,0.999"];
    let by_hull = run(&asked, "");
    assert!(stdout(&by_hull).contains("convex hull of A"), "{}", stdout(&by_hull));
    let asked = [&asked[..], &["--by", "triangles"]].concat();
    let output = run(&asked, "");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("in contact at 1 patch\n"), "{text}");
    assert!(text.contains("normal    (0.0000000, 0.0000000, 1.0000000) from A to B"), "{text}");
    assert_eq!(text.matches("part 0 of B, 0.001").count(), 4, "{text}");
    let output = run(&[&asked[..], &["--json"]].concat(), "");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let contacts = found["contacts"].as_array().unwrap();
    assert_eq!((contacts.len(), numbers(&contacts[0]["normal"])), (1, vec![0.0, 0.0, 1.0]));
    assert!((found["depth"].as_f64().unwrap() - 0.001).abs() < 1e-15);
    // In the middle of the window it touches nothing.
    let output =
        run(&["contact", wall, "box:0.1,0.1,0.1", "--by", "auto", "--move-b", "4.1,0.1,1.5"], "");
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), "farther apart than 0\n".into()));
}
