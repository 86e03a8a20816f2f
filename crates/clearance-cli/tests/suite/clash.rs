//! `clearance clash` on small buildings.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::path::PathBuf;

use clearance_scene::mesh::Reading;
use common::{command, run, scratch, stderr, stdout};
use serde_json::Value;

/// A box as an OBJ object, counter-clockwise from outside.
fn solid(name: &str, low: [f64; 3], high: [f64; 3]) -> String {
    let mut text = format!("o {name}\n");
    for i in 0..8 {
        let pick = |bit: usize, axis: usize| if i & bit == 0 { low[axis] } else { high[axis] };
        text += &format!("v {} {} {}\n", pick(1, 0), pick(2, 1), pick(4, 2));
    }
    for [a, b, c, d] in
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    {
        // The last eight vertices, counted back.
        let [a, b, c, d] = [a, b, c, d].map(|i: i32| i - 8);
        text += &format!("f {a} {b} {c} {d}\n");
    }
    text
}

/// A wall with a door cut out of its middle, and what stands about.
fn house(name: &str) -> [String; 2] {
    let folder = scratch(name);
    let save = |file: &str, text: &str| -> String {
        let path: PathBuf = folder.join(file);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().into()
    };
    let walls = solid("Wall_1", [0.0, 0.0, 0.0], [4.0, 0.2, 3.0])
        + &solid("Slab_1", [0.0, 0.2, 0.0], [4.0, 4.0, 0.25])
        + &solid("Tank_1", [10.0, 0.0, 0.0], [12.0, 2.0, 2.0]);
    let things = solid("Pipe_1", [1.0, -1.0, 1.0], [1.5, 1.0, 1.5])
        + &solid("Lamp_1", [2.0, 0.2, 1.0], [2.2, 0.4, 1.2])
        + &solid("Desk_1", [2.5, 0.3, 1.0], [3.5, 1.0, 1.2])
        + &solid("Pump_1", [10.5, 0.5, 0.5], [11.0, 1.0, 1.0])
        + &solid("Slab_1b", [0.0, 0.2, 0.0], [4.0, 4.0, 0.25])
        + &solid("Far_1", [50.0, 50.0, 50.0], [51.0, 51.0, 51.0]);
    [save("walls.obj", &walls), save("things.obj", &things)]
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments, "");
    assert_ne!(output.status.code(), Some(2), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// `clearance clash … | head -1` of more than a pipe holds.
#[cfg(unix)]
#[test]
fn files_are_written_and_clashes_fail_where_the_reader_has_gone_away() {
    let folder = scratch("gone");
    let [scene, csv] = ["many.jsonl", "many.csv"].map(|name| folder.join(name));
    let line = |i| {
        format!("{{\"shape\":{{\"type\":\"sphere\",\"radius\":1}},\"translation\":[0,0,0.0{i}]}}\n")
    };
    std::fs::write(&scene, (10..40).map(line).collect::<String>()).unwrap();
    let mut child = command()
        .args(["clash", "--json", "--csv"])
        .args([&csv, &scene])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 1 + 30 * 29 / 2);
}

/// A gate must not pass because what it looks at was not written.
#[test]
fn a_scene_file_that_places_nothing_is_an_error() {
    let folder = scratch("nothing");
    let scene = folder.join("scene.jsonl");
    let fails = |text: &str, words: &str| {
        std::fs::write(&scene, text).unwrap();
        let output = run(&["clash", scene.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    fails("", "is empty: each line places");
    fails(" \n\n", "is empty: each line places");
    // Nor does a scale of 0.
    fails("{\"file\":\"a.obj\",\"scale\":[1,0,1]}", ":1.scale: must not be 0");
}

#[test]
fn every_class_by_hulls_and_by_triangles() {
    let [a, b] = house("classes");
    for by in ["hull", "triangles", "auto"] {
        let rows = rows(&["clash", &a, &b, "--within", "0.15", "--json", "--by", by]);
        let found: Vec<[&str; 3]> = rows
            .iter()
            .map(|row| ["class", "a", "b"].map(|key| row[key].as_str().unwrap()))
            .collect();
        let expected = [
            ["clash", "Wall_1", "Pipe_1"],
            ["duplicate", "Slab_1", "Slab_1b"],
            ["contains", "Tank_1", "Pump_1"],
            ["touch", "Wall_1", "Lamp_1"],
            ["touch", "Wall_1", "Slab_1b"],
            ["near", "Wall_1", "Desk_1"],
        ];
        assert_eq!(found, expected, "{by}");
        let [pipe, _, tank, lamp, _, desk] = rows.as_slice() else { panic!("{rows:?}") };
        assert_eq!((&tank["inside"], &pipe["inside"]), (&"b_in_a".into(), &"neither".into()));
        // The wall is 0.2 thick, and the way out is longer.
        assert!((pipe["thickness"].as_f64().unwrap() - 0.2).abs() < 1e-12, "{pipe}");
        assert_eq!(lamp["exact_contact"], true);
        assert!((desk["signed_distance"].as_f64().unwrap() - 0.1).abs() < 1e-15);
        let points = ["point_a", "point_b"].map(|key| desk[key][1].as_f64().unwrap());
        assert!((points[0] - 0.2).abs() < 1e-12 && (points[1] - 0.3).abs() < 1e-12);
    }
}

#[test]
fn the_two_tolerances_work_in_opposite_directions() {
    let [a, b] = house("tolerances");
    let count = |options: &[&str], class: &str| {
        let mut arguments = vec!["clash", &a, &b, "--json"];
        arguments.extend(options);
        rows(&arguments).iter().filter(|row| row["class"] == class).count()
    };
    assert_eq!(count(&["--within", "0"], "near"), 0);
    assert_eq!(count(&["--within", "0.15"], "near"), 1);
    assert_eq!(count(&["--within", "0.15"], "clash"), 1);
    assert_eq!(count(&["--within", "0.15", "--touch-band", "3"], "clash"), 0);
    assert_eq!(count(&["--within", "0.15", "--touch-band", "0.12"], "near"), 0);
    // Padding brings the desk into the wall, and what touched it.
    assert_eq!(count(&["--within", "0", "--padding", "0.06"], "clash"), 4);
}

/// Boxes with corners on a small grid, many in one place, against all pairs by whole numbers.
#[test]
fn copies_in_one_place_are_one_row() {
    let folder = scratch("copies");
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i64 % below
    };
    for round in 0..6 {
        let places: Vec<[i64; 3]> = (0..4).map(|_| [next(4), next(2), 0]).collect();
        let mut side = |name: &str, count: usize| -> (String, Vec<[i64; 3]>) {
            let at: Vec<[i64; 3]> = (0..count).map(|_| places[next(4) as usize]).collect();
            let text = at.iter().enumerate().map(|(i, low)| {
                let low = low.map(|x| x as f64);
                // Two of three are of one group, pairs within which are left out.
                let group = if i % 3 < 2 { "g".into() } else { format!("h{name}{i}") };
                solid(&format!("{group}_{name}{i}"), low, low.map(|x| x + 1.5))
            });
            let path = folder.join(format!("{name}{round}.obj"));
            std::fs::write(&path, text.collect::<String>()).unwrap();
            (path.to_str().unwrap().into(), at)
        };
        let (a, at_a) = side("a", 7);
        let (b, at_b) = side("b", 5);
        for (is_one, ignore) in [(true, false), (false, false), (true, true), (false, true)] {
            let others = if is_one { &at_a } else { &at_b };
            let mut meant = std::collections::BTreeMap::<[[i64; 3]; 2], i64>::new();
            for (i, low) in at_a.iter().enumerate() {
                for (j, other) in others.iter().enumerate() {
                    let near = low.iter().zip(other).all(|(x, y)| (x - y).abs() <= 2);
                    let out = ignore && i % 3 < 2 && j % 3 < 2;
                    if near && !out && (!is_one || i < j) {
                        let mut key = [*low, *other];
                        if is_one {
                            key.sort_unstable();
                        }
                        *meant.entry(key).or_default() += 1;
                    }
                }
            }
            let mut words = vec!["clash", &a, "--within", "0.5", "--json"];
            words.extend((!is_one).then_some(b.as_str()));
            words.extend(ignore.then_some("--ignore-same-group"));
            let mut found = std::collections::BTreeMap::new();
            for row in rows(&words) {
                let place = |key: &str, all: &[[i64; 3]]| {
                    let name = row[key].as_str().unwrap();
                    let at: usize = name.split(['a', 'b']).next_back().unwrap().parse().unwrap();
                    all[at]
                };
                let mut key = [place("a", &at_a), place("b", others)];
                if is_one {
                    key.sort_unstable();
                }
                let count = |at: &[[i64; 3]], of: [i64; 3]| at.iter().filter(|x| **x == of).count();
                let copies = [count(&at_a, place("a", &at_a)), count(others, place("b", others))];
                let also = ["also_a", "also_b"].map(|k| row[k].as_array().map_or(0, Vec::len));
                let is_set = is_one && key[0] == key[1];
                let meant = if is_set { [copies[0] - 2, 0] } else { copies.map(|n| n - 1) };
                assert_eq!(also, meant, "{row}");
                let one = row.get("stands_for").map_or(1, |count| count.as_i64().unwrap());
                assert!(found.insert(key, one).is_none(), "{key:?} twice");
            }
            assert_eq!(found, meant, "round {round}, one file {is_one}, groups {ignore}");
        }
    }
}

#[test]
fn copies_are_counted_aloud() {
    let folder = scratch("copies-aloud");
    let pumps: String =
        (0..5).map(|i| solid(&format!("pump_{i}"), [0.0; 3], [1.0, 2.0, 3.0])).collect();
    let path = folder.join("pumps.obj");
    let csv = folder.join("pumps.csv");
    std::fs::write(&path, pumps + &solid("pipe", [0.5, 0.5, -1.0], [0.75, 0.75, 4.0])).unwrap();
    let [path, csv] = [path, csv].map(|path| path.to_str().unwrap().to_owned());
    let text = stdout(&run(&["clash", &path, "--csv", &csv], ""));
    assert!(text.contains("A: 5 copies in one place"), "{text}");
    assert!(text.contains("pump_1  5 copies in one place"), "{text}");
    let counts = "2 pairs within 0: 1 clash, 1 duplicate (0 in exact contact; copies in one place \
                  stand for 13 more";
    assert!(text.contains(counts), "{text}");
    let table = std::fs::read_to_string(csv).unwrap();
    let ends: Vec<&str> = table.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["stands_for", "5", "10"]);
    assert!(table.contains(r#","[""pump_2"",""pump_3"",""pump_4""]",,10"#), "{table}");
}

/// A printer's plate, whose numbers a float does not hold.
#[test]
fn a_container_is_asked_whether_all_is_in_it() {
    let folder = scratch("container");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (plate, room, wedge) = (path("plate.obj"), path("room.obj"), path("wedge.obj"));
    let parts = solid("stands", [0.1, 0.5, 0.1], [0.3, 0.7, 0.3])
        + &solid("under", [0.4, 0.5, 0.0], [0.6, 0.7, 0.3])
        + &solid("clear", [0.4, 0.4, 0.4], [0.5, 0.5, 0.5])
        + &solid("edge", [0.9, 0.9, 0.4], [1.4, 1.5, 0.5]);
    std::fs::write(&plate, parts).unwrap();
    std::fs::write(&room, solid("room", [0.1; 3], [1.1; 3])).unwrap();
    for container in ["0.1,0.1,0.1,1.1,1.1,1.1", &room] {
        let found = rows(&["clash", &plate, "--inside", container, "--json"]);
        let told: Vec<[&str; 2]> = found
            .iter()
            .map(|row| ["class", "object"].map(|key| row[key].as_str().unwrap()))
            .collect();
        let meant =
            [["outside", "edge"], ["outside", "under"], ["near", "stands"], ["inside", "clear"]];
        assert_eq!(told, meant);
        let rooms = found.iter().map(|row| row["room"].as_f64().unwrap());
        for (room, meant) in rooms.zip([-0.5, -0.1, 0.0, 0.3]) {
            assert!((room - meant).abs() < 1e-14, "{room} {meant}");
        }
        assert_eq!(found[1]["point"][2], 0.0);
    }
    let inside = |container: &str, more: &[&str]| {
        run(&[&["clash", &plate, "--inside", container][..], more].concat(), "")
    };
    let (csv, html) = (path("plate.csv"), path("plate.html"));
    let output = inside("0,0,0,2,2,2", &["--within", "0.05", "--csv", &csv, "--html", &html]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let said = "in the box 0,0,0,2,2,2: 0 outside, 1 near, 3 inside; near is within 0.05 of a wall";
    let text = stdout(&output);
    assert!(text.contains(said) && text.contains("under   flush at 0.4, 0.5, 0"), "{text}");
    let table = std::fs::read_to_string(csv).unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("inside,")).count(), 3, "{table}");
    let report = std::fs::read_to_string(html).unwrap();
    assert!(report.contains("flush at 0.4, 0.5, 0") && !report.contains("sticks out"));
    assert_eq!(inside("0,0,0,2,2,2", &["--fail-on", "near"]).status.code(), Some(1));
    assert_eq!(inside("0,0,0,1,2,2", &["--fail-on", "never"]).status.code(), Some(0));
    // What is not convex, and what is no container.
    let joined = solid("a", [0.0; 3], [1.0; 3]) + &solid("b", [5.0; 3], [6.0; 3]);
    std::fs::write(&wedge, joined).unwrap();
    for (container, said) in [
        (wedge.as_str(), "is not convex"),
        ("0,0,0,1,1", "X0,Y0,Z0,X1,Y1,Z1"),
        ("0,0,0,1,-1,1", "below the second"),
        ("0,0,0,1,inf,1", "not finite"),
        ("missing.obj", "missing.obj"),
    ] {
        let output = inside(container, &[]);
        assert_eq!(output.status.code(), Some(2), "{container}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    assert_eq!(inside("0,0,0,1,1,1", &["--bcf", "a.bcf"]).status.code(), Some(2));
}

#[test]
fn the_exit_status_tells_the_worst() {
    let [a, b] = house("status");
    let status = |options: &[&str]| {
        let mut arguments = vec!["clash", a.as_str()];
        arguments.extend(options);
        run(&arguments, "").status.code()
    };
    assert_eq!(status(&[&b]), Some(1));
    assert_eq!(status(&[&b, "--fail-on", "never"]), Some(0));
    // Among the walls two touch, and no more.
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--fail-on", "touch"]), Some(1));
    assert_eq!(status(&["missing.obj"]), Some(2));
    assert_eq!(status(&[&b, "--within", "-1"]), Some(2));
}

#[test]
fn the_table_is_for_a_person() {
    let [a, b] = house("table");
    let output = run(&["clash", &a, &b, "--within", "0.15", "--top", "2"], "");
    let text = stdout(&output);
    assert!(text.contains("clash "), "{text}");
    assert!(text.contains("… and 4 more"), "{text}");
    let counts = "6 pairs within 0.15: 1 clash, 1 duplicate, 1 contains, 2 touch, 1 near";
    assert!(text.contains(counts), "{text}");
    assert!(text.contains("(2 in exact contact; the failing pairs form 3 groups)"), "{text}");
    let help = stdout(&run(&["help", "clash"], ""));
    assert!(help.contains("There are two tolerances"), "{help}");
}

#[test]
fn pairs_are_allowed_by_name_and_by_group() {
    let [a, b] = house("allow");
    let folder = scratch("allow");
    let list = folder.join("allowed.csv");
    let list = list.to_str().unwrap();
    let classes = |options: &[&str]| -> Vec<String> {
        let mut arguments = vec!["clash", a.as_str(), b.as_str(), "--json"];
        arguments.extend(options);
        rows(&arguments).iter().map(|row| row["class"].as_str().unwrap().to_owned()).collect()
    };
    std::fs::write(list, "a,b\nPipe_1,Wall_1\n").unwrap();
    assert_eq!(classes(&["--allow", list]), ["duplicate", "contains", "touch", "touch"]);
    assert_eq!(classes(&["--ignore-same-group"]), ["clash", "contains", "touch", "touch"]);
    // Names that `--csv` writes with an apostrophe, as spreadsheets would take them for formulas.
    let signed = folder.join("signed.obj");
    let both = solid("-1", [0.0; 3], [1.0; 3]) + &solid("=2", [0.5; 3], [1.5; 3]);
    std::fs::write(&signed, both).unwrap();
    for names in ["'-1,'=2", "-1,=2"] {
        std::fs::write(list, format!("\u{feff}{names}\n")).unwrap();
        let output = run(&["clash", signed.to_str().unwrap(), "--allow", list], "");
        // They are all, and a run that looks at nothing is no success.
        assert_eq!(output.status.code(), Some(2), "{names}: {}", stderr(&output));
        assert!(stderr(&output).contains("leave out all pairs"), "{}", stderr(&output));
    }
    std::fs::write(list, "Pipe_1,Wall_1\nPipe_1,Wal_1\n").unwrap();
    let output = run(&["clash", &a, &b, "--allow", list], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("allowed.csv:2: no object is called `Wal_1`"));
}

#[test]
fn a_baseline_tells_what_is_new_and_what_is_gone() {
    let [a, b] = house("baseline");
    let folder = scratch("baseline");
    let before = folder.join("before.csv");
    let before = before.to_str().unwrap();
    run(&["clash", &a, &b, "--within", "0.15", "--csv", before], "");
    let text = std::fs::read_to_string(before).unwrap();
    assert_eq!(text.lines().count(), 7);
    // The same again is known, row by row; and the file is the same.
    let again = folder.join("again.csv");
    let options = ["--within", "0.15", "--json", "--baseline", before, "--csv"];
    let mut arguments = vec!["clash", a.as_str(), b.as_str()];
    arguments.extend(options);
    arguments.push(again.to_str().unwrap());
    assert!(rows(&arguments).iter().all(|row| row["status"] == "known"));
    // The pipe moves out of the wall and close to it; the desk goes.
    let text = std::fs::read_to_string(&b).unwrap();
    let moved = text.replace(" -1 1\n", " 0.25 1\n").replace(" -1 1.5\n", " 0.25 1.5\n");
    assert_ne!(text, moved);
    std::fs::write(&b, moved).unwrap();
    let output = run(&["clash", &a, &b, "--within", "0.12", "--baseline", before], "");
    let text = stdout(&output);
    assert!(text.contains("beside the baseline: 1 new, gone: none"), "{text}");
    let output = run(&["clash", &a, &b, "--within", "0.01", "--baseline", before], "");
    let text = stdout(&output);
    assert!(text.contains("beside the baseline: 0 new, gone: 1 clash, 1 near"), "{text}");
    let output = run(&["clash", &a, &b, "--baseline", &a], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("has no column `id`"));
}

#[test]
fn bad_objects_are_named_and_left_out_on_request() {
    let folder = scratch("bad");
    let path = folder.join("bad.obj");
    let bad = solid("Good", [0.0; 3], [1.0; 3])
        + "o Bad\nv nan 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"
        + &solid("Other", [0.5; 3], [2.0; 3]);
    std::fs::write(&path, bad).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["clash", path], "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("line 17") && said.contains("`Bad`") && said.contains("--skip-bad"),
        "{said}"
    );
    let output = run(&["clash", path, "--skip-bad"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("left out") && stdout(&output).contains("1 clash"));
}

#[test]
fn the_model_can_be_read_back() {
    let [a, b] = house("model");
    let folder = scratch("model");
    let path = folder.join("pairs.glb");
    run(&["clash", &a, &b, "--within", "0.15", "--glb", path.to_str().unwrap()], "");
    let objects = Reading::default().objects(&path).unwrap();
    let names: Vec<&str> = objects.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        ["Wall_1", "Slab_1", "Tank_1", "Pipe_1", "Lamp_1", "Desk_1", "Pump_1", "Slab_1b"];
    assert_eq!(names, expected);
    // The wall where it was, with z for y and y for minus z.
    let (_, wall) = &objects[0];
    let most = |axis: usize| wall.vertices.iter().map(|v| v[axis]).fold(f64::MIN, f64::max);
    for (axis, end) in [(0, 4.0), (1, 3.0), (2, 0.0)] {
        assert!((most(axis) - end).abs() < 1e-6, "{axis}: {}", most(axis));
    }
    // Nothing near: a file that is valid all the same.
    let empty = folder.join("empty.glb");
    run(&["clash", &b, "--ignore-same-group", "--glb", empty.to_str().unwrap()], "");
    let bytes = std::fs::read(&empty).unwrap();
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    assert_eq!(length, bytes.len());
}

#[test]
fn the_report_is_one_harmless_file() {
    let folder = scratch("report");
    let path = folder.join("evil.obj");
    let evil = solid("<script>alert(1)</script>", [0.0; 3], [1.0; 3])
        + &solid("=HYPERLINK(1),\"x\"", [0.5; 3], [2.0; 3]);
    std::fs::write(&path, evil).unwrap();
    let (html, csv) = (folder.join("r.html"), folder.join("r.csv"));
    let files = [html.to_str().unwrap(), csv.to_str().unwrap()];
    run(&["clash", path.to_str().unwrap(), "--html", files[0], "--csv", files[1]], "");
    let text = std::fs::read_to_string(&html).unwrap();
    // The data and the viewer, and no script of the file's own.
    assert!(text.contains("<svg") && text.contains("&lt;script&gt;alert(1)"), "{text}");
    assert_eq!((text.matches("<script").count(), text.matches("</script").count()), (2, 2));
    let data = text.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    // Two boxes of twelve triangles, and their one pair.
    let objects = data["objects"].as_array().unwrap();
    assert_eq!(objects.iter().map(|o| &o["count"]).collect::<Vec<_>>(), [36, 36]);
    assert_eq!(data["rows"][0]["objects"], serde_json::json!([0, 1]));
    assert_eq!(data["rows"][0]["tone"], 0);
    let text = std::fs::read_to_string(&csv).unwrap();
    assert!(text.contains("\"'=HYPERLINK(1),\"\"x\"\"\""), "{text}");
}

/// The files in an archive of stored files, by its directory.
fn unzipped(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let short = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()) as usize;
    let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let end = bytes.len() - 22;
    let mut at = long(end + 16);
    let mut files = Vec::new();
    for _ in 0..short(end + 10) {
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let (size, name, begin) = (long(at + 24), short(at + 28), long(at + 42));
        let content = begin + 30 + short(begin + 26) + short(begin + 28);
        let name_of = String::from_utf8(bytes[at + 46..at + 46 + name].to_vec()).unwrap();
        files.push((name_of, bytes[content..content + size].to_vec()));
        at += 46 + name + short(at + 30) + short(at + 32);
    }
    files
}

#[test]
fn topics_for_bim_viewers() {
    let folder = scratch("topics");
    let guid = "2O2Fr$t4X7Zf8NOew3FNr2";
    let model = solid(guid, [0.0; 3], [1.0; 3]) + &solid("A & B", [0.5; 3], [2.0; 3]);
    let path = folder.join("model.obj");
    std::fs::write(&path, model).unwrap();
    for version in ["2.1", "3.0"] {
        let file = folder.join(format!("topics-{version}.bcf"));
        let write = || {
            let options = ["--bcf-version", version, "--bcf", file.to_str().unwrap()];
            let mut arguments = vec!["clash", path.to_str().unwrap()];
            arguments.extend(options);
            arguments.extend(["--bcf-date", "2026-11-28T09:00:00Z"]);
            run(&arguments, "");
            std::fs::read(&file).unwrap()
        };
        let bytes = write();
        assert_eq!(bytes, write(), "equal runs write equal files");
        let files = unzipped(&bytes);
        let holds = |name: &str, text: &str| {
            files.iter().any(|(file, content)| {
                file.ends_with(name) && String::from_utf8_lossy(content).contains(text)
            })
        };
        assert!(holds("bcf.version", &format!("VersionId=\"{version}\"")));
        assert!(holds("markup.bcf", "A &amp; B"));
        assert!(holds("markup.bcf", "<CreationDate>2026-11-28T09:00:00Z</CreationDate>"));
        assert!(holds(".bcfv", &format!("<Component IfcGuid=\"{guid}\"/>")));
        assert_eq!(holds("extensions.xml", "<TopicType>Clash"), version == "3.0");
        assert_eq!(holds(".bcfv", "<AspectRatio>"), version == "3.0");
        assert!(holds("markup.bcf", ".bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot>"));
    }
}

#[test]
fn a_snapshot_shows_what_the_viewpoint_sees() {
    let folder = scratch("snapshot");
    let model = solid("small", [0.0; 3], [1.0; 3]) + &solid("large", [0.5; 3], [2.0; 3]);
    let [path, file] = ["model.obj", "topics.bcf"].map(|name| folder.join(name));
    std::fs::write(&path, model).unwrap();
    let seen = |unit: &str| {
        let [path, file] = [&path, &file].map(|path| path.to_str().unwrap());
        run(&["clash", path, "--unit", unit, "--bcf", file], "");
        let files = unzipped(&std::fs::read(file).unwrap());
        let of = |end: &str| files.iter().find(|(name, _)| name.ends_with(end)).unwrap().1.clone();
        let view = String::from_utf8(of(".bcfv")).unwrap();
        let xyz = ["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(|tag| {
            let (_, text) = view.split_once(&format!("<{tag}>")).unwrap();
            ["X", "Y", "Z"].map(|axis| {
                let (_, text) = text.split_once(&format!("<{axis}>")).unwrap();
                text.split_once('<').unwrap().0.parse::<f64>().unwrap()
            })
        });
        (xyz, of("/snapshot.png"))
    };
    let ([eye, ahead, upward], bytes) = seen("m");
    let ([near_eye, ..], same) = seen("mm");
    assert!(bytes == same, "one picture in any unit");
    assert!(eye.iter().zip(near_eye).all(|(eye, near)| (eye - 1e3 * near).abs() < 1e-9));

    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let about = reader.next_frame(&mut pixels).unwrap();
    assert_eq!([about.width, about.height], [600, 400]);
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let [ax, ay, az] = ahead;
    let [ux, uy, uz] = upward;
    let right = [ay * uz - az * uy, az * ux - ax * uz, ax * uy - ay * ux];
    let colour = |point: [f64; 3]| {
        let from = [0, 1, 2].map(|axis| point[axis] - eye[axis]);
        // 60 degrees from the lower edge to the upper.
        let scale = 200.0 / (std::f64::consts::FRAC_PI_6.tan() * dot(from, ahead));
        let x = (300.0 + scale * dot(from, right)) as usize;
        let y = (200.0 - scale * dot(from, upward)) as usize;
        <[u8; 3]>::try_from(&pixels[3 * (600 * y + x)..][..3]).unwrap()
    };
    let [r, g, b] = colour([0.2, 0.0, 0.2]);
    assert!(r > 2 * g && r > 2 * b, "the small one is red and solid: {r} {g} {b}");
    let [r, g, b] = colour([1.8, 0.5, 1.8]);
    assert!(g > r + 30 && g > b + 20 && r > 80, "the large one green, translucent: {r} {g} {b}");
    assert_eq!(colour([0.2, 0.0, 1.8]), [255; 3], "nothing there");
    assert_eq!(colour([0.75, 0.75, 0.75]), [0; 3], "the line, in the middle");
}

#[test]
fn a_scene_file_places_meshes() {
    let folder = scratch("scene");
    std::fs::write(folder.join("bolt.obj"), {
        // Two convex parts beside each other; their hull would fill what is between.
        solid("head", [0.0, 0.0, 0.0], [1.0, 1.0, 1.0])
            + &solid("foot", [3.0, 0.0, 0.0], [4.0, 1.0, 1.0])
    })
    .unwrap();
    let nan = "v nan nan nan\nv nan nan nan\nv nan nan nan\nf 1 2 3\n";
    std::fs::write(folder.join("bad.obj"), nan).unwrap();
    let path = folder.join("bin.jsonl");
    let lines = [
        r#"{"file":"bolt.obj","name":"one"}"#,
        r#"{"file":"bolt.obj","translation":[1.2,0,0],"scale":0.1,"name":"small"}"#,
        "",
        r#"{"file":"bad.obj"}"#,
        r#"{"file":"bolt.obj","translation":[9,0,0],"rotation":[0,0,1,0],"padding":0.5}"#,
    ];
    std::fs::write(&path, lines.join("\n")).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["clash", path, "--by", "parts"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("bin.jsonl:4") && said.contains("bad.obj: line 1"), "{said}");
    let found = |by: &str| {
        let options = ["--within", "1", "--skip-bad", "--json", "--by", by];
        let mut arguments = vec!["clash", path];
        arguments.extend(options);
        let rows = rows(&arguments);
        let tell = |row: &Value| format!("{} {} {}", row["class"], row["a"], row["b"]);
        rows.iter().map(|row| tell(row).replace('"', "")).collect::<Vec<_>>()
    };
    assert_eq!(found("parts"), ["near one small", "near one line 5"]);
    assert_eq!(found("triangles"), found("parts"));
    assert_eq!(found("hull"), ["clash one small", "near one line 5"]);
    std::fs::write(path, "{\"file\":\"bolt.obj\",\"scales\":2}\n").unwrap();
    let said = stderr(&run(&["clash", path], ""));
    assert!(said.contains("bin.jsonl:1.scales") && said.contains("did you mean `scale`"), "{said}");
    // Its name was passed over, and the whole file placed.
    std::fs::write(path, "{\"file\":\"bolt.obj\",\"part\":\"lid\"}\n").unwrap();
    let said = stderr(&run(&["clash", path], ""));
    assert!(said.contains("bin.jsonl:1.part: is a number that is not read"), "{said}");
}

#[test]
fn the_axis_that_a_file_says_is_up_is_up_in_pictures() {
    let file = common::repository().join("cases/odd-meshes/dae-yup.dae");
    let (path, out) = (file.to_str().unwrap(), scratch("up").join("pairs.glb"));
    let rotation = |options: &[&str]| {
        let arguments = ["clash", path, path, "--glb", out.to_str().unwrap()];
        let output = run(&[&arguments[..], options].concat(), "");
        let bytes = std::fs::read(&out).unwrap();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let document: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        let root = document["scenes"][0]["nodes"][0].as_u64().unwrap() as usize;
        (document["nodes"][root]["rotation"][0].as_f64().unwrap(), stderr(&output))
    };
    // glTF has y up: nothing is to turn.
    let (turn, said) = rotation(&[]);
    assert_eq!(turn, 0.0);
    assert!(said.contains("dae-yup.dae: its `up_axis` is Y_UP"), "{said}");
    let (turn, said) = rotation(&["--z-up"]);
    assert!((turn + 0.5_f64.sqrt()).abs() < 1e-15 && said.is_empty(), "{said}");
    assert!(rotation(&["--up", "z"]).0 < -0.5);
    assert_eq!(rotation(&["--up", "x"]).0, 0.0);
}

/// Objects of shapes, as a scene file.
fn scene_of(objects: &[Value]) -> String {
    let line = |object: &Value| {
        let mut shape = object.as_object().unwrap().clone();
        let (name, pose) = (shape.remove("name"), shape.remove("pose").unwrap());
        let (at, turn) = (&pose["translation"], &pose["rotation"]);
        let line = serde_json::json!({"shape": shape, "name": name, "translation": at,
            "rotation": turn});
        line.to_string() + "\n"
    };
    objects.iter().map(line).collect()
}

#[test]
fn the_clashes_of_public_reports_are_right() {
    let text = std::fs::read_to_string(common::repository().join("cases/clash.jsonl")).unwrap();
    let mut checked = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let id = row["id"].as_str().unwrap();
        let path = scratch("public").join(format!("{id}.jsonl"));
        std::fs::write(&path, scene_of(row["objects"].as_array().unwrap())).unwrap();
        let within = row["within"].as_f64().unwrap().to_string();
        let found = rows(&["clash", path.to_str().unwrap(), "--json", "--within", &within]);
        let tolerance = row["tol"].as_f64().unwrap();
        for (pair, expected) in row["pairs"].as_object().unwrap() {
            // A row is about all copies of its two objects.
            let names = |own: &Value, key: &str| -> Vec<String> {
                let also = own[format!("also_{key}")].as_array().cloned().unwrap_or_default();
                let all = also.iter().chain([&own[key]]);
                all.map(|name| name.as_str().unwrap().to_owned()).collect()
            };
            let is_pair = |own: &&Value| {
                let (of_a, of_b) = (names(own, "a"), names(own, "b"));
                of_a.iter().any(|a| of_b.iter().any(|b| format!("{a}|{b}") == *pair))
            };
            let own = found.iter().find(is_pair).unwrap_or_else(|| panic!("{id}: no {pair}"));
            // One of them stands on a floor from inside, 1.1e-16 clear of it.
            assert_eq!(own["class"], expected[0], "{id}: {own}");
            let off =
                own["signed_distance"].as_f64().unwrap().abs() - expected[1].as_f64().unwrap();
            assert!(off.abs() <= tolerance, "{id}: {pair} is off by {off}");
            if let Some(thickness) = row["thickness"].as_f64() {
                assert!((own["thickness"].as_f64().unwrap() - thickness).abs() < 1e-12, "{own}");
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 11);
}

/// A hundred boxes side by side, whose coordinates round: of 99 neighbours 53 overlap, 2 touch and
/// 44 are apart, by no more than 1.5e-15, in exact arithmetic. No depth beyond rounding is a clash.
#[test]
fn a_touch_band_forgives_what_coordinates_round() {
    let objects: Vec<Value> = (0..100)
        .map(|k| {
            serde_json::json!({"type": "box", "half_extents": [0.05, 0.05, 0.05],
                "name": format!("box{k}"),
                "pose": {"translation": [f64::from(k) * 0.1, 0, 0], "rotation": [0, 0, 0, 1]}})
        })
        .collect();
    let path = scratch("band").join("row.jsonl");
    std::fs::write(&path, scene_of(&objects)).unwrap();
    let count = |options: &[&str]| {
        let arguments = ["clash", path.to_str().unwrap(), "--within", "1e-9", "--json"];
        let found = rows(&[&arguments[..], options].concat());
        ["clash", "touch", "near"].map(|class| found.iter().filter(|r| r["class"] == class).count())
    };
    assert_eq!(count(&[]), [0, 55, 44]);
    assert_eq!(count(&["--touch-band", "1e-9"]), [0, 99, 0]);
}

#[test]
fn shapes_in_a_scene_file_are_checked() {
    let path = scratch("shapes").join("scene.jsonl");
    let said = |line: &str| {
        std::fs::write(&path, line).unwrap();
        let output = run(&["clash", path.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(2), "{line}");
        stderr(&output)
    };
    let ball = r#""shape":{"type":"sphere","radius":1}"#;
    assert!(said(&format!("{{{ball},\"scale\":2}}")).contains("scale: belongs to a `file`"));
    assert!(said(&format!("{{{ball},\"file\":\"a.obj\"}}")).contains("belongs to a `file`"));
    assert!(said(r#"{"shape":{"type":"sphere"}}"#).contains(":1.shape.radius"));
    let moved = r#"{"shape":{"type":"sphere","radius":1,"pose":{"translation":[1,0,0]}}}"#;
    assert!(said(moved).contains("`translation` and `rotation`"));
    assert!(said(r#"{"shape":{"type":"mesh","path":"a.obj"}}"#).contains("place that by `file`"));
    assert!(said("{}").contains("file: is missing (or `shape`)"));
    assert!(
        said(&format!("{{{ball},\"dim\":2}}")).contains("dim: is no key here: scenes are in space")
    );
    let flat = r#"{"shape":{"type":"rectangle","half_extents":[1,1]}}"#;
    assert!(said(flat).contains("there is no `rectangle` in space"));
    let flat = r#"{"shape":{"type":"polygon","vertices":[[0,0],[1,0],[0,1]]}}"#;
    assert!(said(flat).contains("needs 3"));
    // Drawn, too: the ball as many triangles.
    let glb = scratch("shapes").join("pair.glb");
    std::fs::write(&path, format!("{{{ball}}}\n{{{ball},\"translation\":[1,0,0]}}\n")).unwrap();
    run(&["clash", path.to_str().unwrap(), "--glb", glb.to_str().unwrap()], "");
    let drawn = Reading::default().objects(&glb).unwrap();
    assert!(drawn.len() == 2 && drawn[0].1.triangles.len() > 500);
}

/// Objects of one name had one id: an equal run called the second pair new, and the archive of
/// topics held two files of one name, of which readers show one.
#[test]
fn objects_of_one_name_are_told_apart() {
    let folder = scratch("one-name");
    let scene = folder.join("scene.jsonl");
    let shape = "\"shape\":{\"type\":\"box\",\"half_extents\":[1,1,1]}";
    let line =
        |name: &str, x: f64| format!("{{\"name\":\"{name}\",{shape},\"translation\":[{x},0,0]}}\n");
    let text = line("bolt", 0.0) + &line("plate", 1.5) + &line("bolt", 3.0);
    std::fs::write(&scene, text).unwrap();
    let [scene, csv, bcf] = [scene, folder.join("before.csv"), folder.join("topics.bcf")]
        .map(|path| path.to_str().unwrap().to_owned());
    run(&["clash", &scene, "--csv", &csv, "--bcf", &bcf], "");
    let again = rows(&["clash", &scene, "--json", "--baseline", &csv]);
    let names = |row: &Value| [&row["a"], &row["b"]].map(|name| name.as_str().unwrap().to_owned());
    assert_eq!(again.iter().map(names).collect::<Vec<_>>(), [["bolt", "plate"], ["plate", "bolt"]]);
    assert!(again.iter().all(|row| row["status"] == "known"), "{again:?}");

    // The same of two pairs of the very same names.
    let text = line("plate", 1.5) + &line("bolt", 0.0) + &line("bolt", 3.0);
    std::fs::write(&scene, text).unwrap();
    run(&["clash", &scene, "--csv", &csv, "--bcf", &bcf], "");
    let again = rows(&["clash", &scene, "--json", "--baseline", &csv]);
    assert_eq!(again.len(), 2);
    assert_ne!(again[0]["id"], again[1]["id"]);
    assert!(again.iter().all(|row| row["status"] == "known"), "{again:?}");
    let archive = std::fs::read(&bcf).unwrap();
    let markups: Vec<&[u8]> =
        archive.windows(48).filter(|bytes| bytes.ends_with(b"/markup.bcf")).collect();
    // Each is named at its content and in the list at the end.
    let different: std::collections::BTreeSet<&[u8]> =
        markups.iter().map(|name| name.get(1..).unwrap()).collect();
    assert_eq!((markups.len(), different.len()), (4, 2));
}

#[test]
fn a_run_that_looks_at_no_pair_is_no_success() {
    let folder = scratch("alone");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let one = solid("one", [0.0; 3], [1.0; 3]);
    std::fs::write(path("one.obj"), &one).unwrap();
    std::fs::write(path("empty.jsonl"), "").unwrap();
    std::fs::write(path("two.obj"), one + &solid("other", [5.0; 3], [6.0; 3])).unwrap();
    let (alone, empty, two) = (path("one.obj"), path("empty.jsonl"), path("two.obj"));
    for (files, said) in [
        (vec![&alone], "one object, which makes no pair"),
        (vec![&empty], "is empty"),
        (vec![&alone, &empty], "is empty"),
        (vec![&empty, &alone], "is empty"),
    ] {
        let files: Vec<&str> = files.into_iter().map(String::as_str).collect();
        let output = run(&[&["clash"][..], &files, &["--within", "9"]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{files:?}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    // Far apart is looked at.
    let output = run(&["clash", &two], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn names_like_formulas_are_told_apart() {
    let folder = scratch("formulas");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let names = ["=1+1", "'=1+1", "\u{ff1d}1+1", "' x"];
    let mut high = 1.0;
    let solids = names.map(|name| {
        high += 0.5;
        solid(name, [0.0; 3], [high; 3])
    });
    std::fs::write(path("a.obj"), solids.concat()).unwrap();
    let output = run(&["clash", &path("a.obj"), "--csv", &path("a.csv")], "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = std::fs::read_to_string(path("a.csv")).unwrap();
    for name in ["\"'=1+1\"", "\"''=1+1\"", "\"'\u{ff1d}1+1\"", "\"'' x\""] {
        assert!(text.contains(&format!(",{name},")), "{name}: {text}");
    }
    let allow = |line: &str| {
        std::fs::write(path("allow.csv"), line).unwrap();
        run(&["clash", &path("a.obj"), "--json", "--allow", &path("allow.csv")], "")
    };
    assert_eq!(stdout(&allow("''=1+1,=1+1\n")).lines().count(), 5);
    // Which of both is meant is not known.
    let output = allow("'=1+1,' x\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("write \"''=1+1\" or =1+1"), "{}", stderr(&output));
}

#[test]
fn the_worst_pairs_are_kept_and_all_are_counted() {
    let folder = scratch("most");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let line = |i: i32| {
        let x = f64::from(i * i) / 400.0;
        format!(
            "{{\"shape\":{{\"type\":\"sphere\",\"radius\":1}},\"name\":\"n{i}\",\
             \"translation\":[{x},0,0]}}\n"
        )
    };
    let text: String = (0..40).map(line).collect();
    std::fs::write(path("balls.jsonl"), text).unwrap();
    let all = rows(&["clash", &path("balls.jsonl"), "--json"]);
    let arguments = ["clash", &path("balls.jsonl"), "--json", "--most-pairs", "7"];
    let output = run(&arguments, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the worst 7 are kept"), "{}", stderr(&output));
    // The groups are of what is kept.
    let worst: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(worst, all[..7]);
    let output = run(&["clash", &path("balls.jsonl"), "--most-pairs", "7"], "");
    let clash = all.iter().filter(|row| row["class"] == "clash").count();
    let said = format!("{} pairs within 0: {clash} clash", all.len());
    assert!(stdout(&output).contains(&said), "{}", stdout(&output));
}

#[test]
fn a_row_says_what_leaves_what_by_how_much() {
    let folder = scratch("plate");
    let path = folder.join("plate.obj").to_str().unwrap().to_owned();
    let text = solid("volume", [0.0; 3], [200.0; 3])
        + &solid("ok", [50.0, 50.0, 0.0], [70.0, 70.0, 20.0])
        + &solid("under", [100.0, 50.0, -0.5], [120.0, 70.0, 19.5])
        + &solid("off", [190.0, 100.0, 0.0], [210.0, 120.0, 20.0])
        + &solid("float", [50.0, 150.0, 5.0], [70.0, 170.0, 25.0]);
    std::fs::write(&path, text).unwrap();
    let found = rows(&["clash", &path, "--json"]);
    let of = |name: &str| {
        let row = found.iter().find(|row| row["b"] == name).unwrap();
        let leaves = row["b_leaves_a_at_most"].as_f64().unwrap();
        (row["class"].as_str().unwrap(), row["inside"].as_str().unwrap(), leaves)
    };
    assert_eq!(of("ok"), ("clash", "b_in_a", 0.0));
    assert_eq!(of("float"), ("contains", "b_in_a", 0.0));
    let (class, inside, by) = of("under");
    assert_eq!((class, inside), ("clash", "neither"));
    assert!((0.5..0.5 + 1e-9).contains(&by), "{by}");
    let by = of("off").2;
    assert!((10.0..10.0 + 1e-9).contains(&by), "{by}");
}

#[test]
fn shared_volumes_are_between_bounds_and_in_the_picture() {
    let [a, b] = house("shared");
    let folder = scratch("shared-out");
    let [csv, glb] = ["out.csv", "out.glb"].map(|name| folder.join(name));
    let [csv, glb] = [&csv, &glb].map(|path| path.to_str().unwrap());
    let asked = ["clash", &a, &b, "--volume", "--unit", "mm", "--json", "--csv", csv, "--glb", glb];
    let rows = rows(&asked);
    let of = |name: &str| rows.iter().find(|row| row["b"] == name).unwrap();
    let holds = |name: &str, volume: f64| {
        let bounds = &of(name)["overlap_volume"];
        let [least, most] = [&bounds[0], &bounds[1]].map(|bound| bound.as_f64().unwrap());
        assert!(least <= volume && volume <= most, "{bounds}");
        assert!(most - least < 1e-12 * volume.max(1e-9), "{bounds}");
        assert_eq!(of(name)["overlap_volume_metres"], 0.001);
    };
    // What floats make of 0.2, 0.5 and 3.8 differs from these products by a rounding or two.
    holds("Pump_1", 0.125);
    let [least, most] = [0, 1].map(|i| of("Pipe_1")["overlap_volume"][i].as_f64().unwrap());
    assert!((least - 0.05).abs() < 1e-14 && (most - 0.05).abs() < 1e-14, "{least} {most}");
    let table = std::fs::read_to_string(csv).unwrap();
    let header = table.lines().next().unwrap();
    assert!(header.ends_with(",overlap_volume_unit,overlap_volume_unknown"), "{header}");
    let pump = table.lines().find(|line| line.contains("Pump_1")).unwrap();
    assert!(pump.ends_with(",mm3,"), "{pump}");
    let picture = Reading::default().objects(glb.as_ref()).unwrap();
    let names: Vec<String> = picture.into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name == "shared by Wall_1 and Pipe_1"), "{names:?}");
    // Without the option nothing changes.
    let plain = run(&["clash", &a, &b, "--json"], "");
    assert!(!stdout(&plain).contains("overlap_volume"));
    let text = stdout(&run(&["clash", &a, &b, "--volume"], ""));
    assert!(text.contains("shares 0.05 unit³"), "{text}");
}
