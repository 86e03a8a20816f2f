//! `clearance decompose` on a square ring of four boxes.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{ring, run, scratch, stderr, stdout};
use serde_json::Value;

/// A box as an OBJ object; vertices are counted back.
fn part(name: &str, low: [f64; 3], high: [f64; 3]) -> String {
    let mut text = format!("o {name}\n");
    for i in 0..8 {
        let pick = |bit: usize, axis: usize| if i & bit == 0 { low[axis] } else { high[axis] };
        text += &format!("v {} {} {}\n", pick(1, 0), pick(2, 1), pick(4, 2));
    }
    text + "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n"
}

/// The ring, and its sides as parts: one is a quarter too high, another an eighth too short.
fn files(name: &str) -> (PathBuf, [String; 2]) {
    let folder = scratch(name);
    let sides = part("north", [-2.0, 1.0, -0.5], [2.0, 2.0, 0.75])
        + &part("south", [-2.0, -2.0, -0.5], [2.0, -1.0, 0.5])
        + &part("east", [1.0, -1.0, -0.5], [1.875, 1.0, 0.5])
        + &part("west", [-2.0, -1.0, -0.5], [-1.0, 1.0, 0.5]);
    let save = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = [save("ring.obj", &ring()), save("parts.obj", &sides)];
    (folder, files)
}

#[test]
fn bounds_are_proved_and_carried_into_answers() {
    let (folder, [mesh, parts]) = files("decompose");
    let [scene, html] = ["ring.jsonl", "ring.html"].map(|name| folder.join(name));
    let [scene, html] = [&scene, &html].map(|path| path.to_str().unwrap());
    let arguments = ["decompose", &mesh, "--parts", &parts, "--tolerance", "0.1"];
    let with = |more: &[&str]| run(&[&arguments[..], more].concat(), "");
    let output = with(&["--json", "--out", scene, "--html", html]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(found["count"], 4);
    let bound = |name: &str, end: &str| found[name][end].as_f64().unwrap();
    for (name, truth) in [("uncovered", 0.125), ("overshoot", 0.25)] {
        let (least, most) = (bound(name, "at_least"), bound(name, "at_most"));
        assert!(least <= truth && truth <= most && most - least < 0.1001, "{name}: {least} {most}");
    }
    assert!(stdout(&with(&[])).starts_with("4 parts, 32 triangles\nuncovered  at most 0.1"));
    assert_eq!(with(&["--at-most", "0.5"]).status.code(), Some(0));
    assert_eq!(with(&["--at-most", "0.2"]).status.code(), Some(1));
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("id=\"uncovered\"") && page.contains("id=\"overshoot\""));

    // What stands 0.25 from the ring, and an eighth more from the side that is too short.
    let probe = folder.join("probe.obj");
    std::fs::write(&probe, part("probe", [2.25, -0.5, -0.25], [3.0, 0.5, 0.25])).unwrap();
    let probe = probe.to_str().unwrap();
    let clash = |scale: &str, distance: f64, truth: f64| {
        let text = std::fs::read_to_string(scene).unwrap();
        let placed = folder.join("placed.jsonl");
        std::fs::write(&placed, text.replace("{\"cover\"", &format!("{{{scale}\"cover\"")))
            .unwrap();
        let placed = placed.to_str().unwrap();
        let output = run(&["clash", placed, probe, "--within", "3", "--json"], "");
        let row: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!((row["signed_distance"].as_f64().unwrap() - distance).abs() < 1e-12, "{row}");
        let bounds = row["mesh_distance"].as_array().unwrap();
        let [least, most] = [&bounds[0], &bounds[1]].map(|bound| bound.as_f64().unwrap());
        assert!(least <= truth && truth <= most, "{row}");
        [least, most]
    };
    let [least, most] = clash("", 0.375, 0.25);
    let (uncovered, overshoot) = (bound("uncovered", "at_most"), bound("overshoot", "at_most"));
    assert!((least - (0.375 - uncovered)).abs() < 1e-12);
    assert!((most - (0.375 + overshoot)).abs() < 1e-12);
    // Half as large, bounds too.
    let [least, most] = clash("\"scale\":0.5,", 1.25, 1.25);
    assert!((least - (1.25 - 0.5 * uncovered)).abs() < 1e-12);
    assert!((most - (1.25 + 0.5 * overshoot)).abs() < 1e-12);
}

#[test]
fn what_is_not_known_and_what_is_wrong_is_said() {
    let (folder, [mesh, parts]) = files("decompose-open");
    let open = folder.join("open.obj");
    let text = ring();
    let last = text.trim_end().rfind('\n').unwrap();
    std::fs::write(&open, &text[..last]).unwrap();
    let output =
        run(&["decompose", open.to_str().unwrap(), "--parts", &parts, "--at-most", "9"], "");
    assert!(stdout(&output).contains("overshoot  unknown: the mesh does not close"));
    assert_eq!(output.status.code(), Some(1), "what is unknown is not proved");
    let missing = run(&["decompose", &mesh, "--parts", "nowhere.obj"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("nowhere.obj"), "{}", stderr(&missing));

    // A cover in a scene file is checked.
    let scene = folder.join("scene.jsonl");
    let said = |cover: &str| {
        let line = format!("{{\"file\":\"parts.obj\",\"cover\":{cover}}}");
        std::fs::write(&scene, line).unwrap();
        stderr(&run(&["clash", scene.to_str().unwrap()], ""))
    };
    assert!(said("{}").contains("scene.jsonl:1.cover.uncovered"), "{}", said("{}"));
    assert!(said("{\"uncovered\":-1}").contains("uncovered"));
}
