//! `clearance robot` on small robots.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::{command, repository, run, scratch, stderr, stdout};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

fn asset(name: &str) -> String {
    repository().join("assets/arm").join(name).to_str().unwrap().into()
}

/// The signed distance of each pair of links.
fn pairs(text: &str) -> BTreeMap<String, f64> {
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let pair =
        |row: &Value| format!("{}|{}", row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
    rows.map(|row| (pair(&row), row["signed_distance"].as_f64().unwrap())).collect()
}

#[test]
fn the_robots_of_public_reports_are_right() {
    let text = std::fs::read_to_string(repository().join("cases/robots.jsonl")).unwrap();
    let mut checked = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let id = row["id"].as_str().unwrap();
        let home = scratch("reports").join(id);
        let mut folder: PathBuf = home.clone();
        std::fs::create_dir_all(&folder).unwrap();
        for file in row["files"].as_array().into_iter().flatten() {
            let (from, to) = match file {
                Value::String(name) => (name.as_str(), name.rsplit('/').next().unwrap()),
                pair => (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()),
            };
            let to = home.join(to);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(repository().join("cases").join(from), &to).unwrap();
            if let Some((package, _)) = file[1].as_str().and_then(|to| to.split_once('/')) {
                folder = home.join(package).join("urdf");
                std::fs::create_dir_all(&folder).unwrap();
            }
        }
        let urdf = folder.join("r.urdf");
        std::fs::write(&urdf, row["urdf"].as_str().unwrap()).unwrap();
        let joints: Vec<String> = row["joints"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| format!("--joints={name}={value}"))
            .collect();
        let ask = |more: &[&str]| {
            let mut arguments = vec!["robot", urdf.to_str().unwrap(), "--json"];
            arguments.extend(joints.iter().map(String::as_str));
            arguments.extend(more);
            run(&arguments, "")
        };
        let output = ask(&["--adjacent"]);
        let words = row["error_should_mention"].as_array();
        for word in words.into_iter().flatten() {
            let (word, message) = (word.as_str().unwrap(), stderr(&output));
            assert_eq!(output.status.code(), Some(2), "{id}");
            assert!(message.contains(word), "{id}: no word of `{word}` in: {message}");
            checked += 1;
        }
        let tolerance = row["tol"].as_f64().unwrap_or(1e-15);
        let answers = [
            (&row["pairs"], pairs(&stdout(&output))),
            (&row["all_pairs"], pairs(&stdout(&output))),
            (&row["without_adjacent"], pairs(&stdout(&ask(&[])))),
        ];
        for (expected, found) in answers {
            for (pair, distance) in expected.as_object().into_iter().flatten() {
                let (off, distance) = (found.get(pair), distance.as_f64().unwrap());
                let off = off.unwrap_or_else(|| panic!("{id}: no pair {pair}")) - distance;
                assert!(off.abs() <= tolerance, "{id}: {pair} is off by {off}");
                checked += 1;
            }
        }
        if let Some(only) = row["without_adjacent"].as_object() {
            assert_eq!(pairs(&stdout(&ask(&[]))).len(), only.len(), "{id}");
        }
    }
    assert_eq!(checked, 27);
}

#[test]
fn a_state_is_told_as_a_table() {
    let (urdf, srdf) = (asset("arm.urdf"), asset("arm.srdf"));
    let straight = run(&["robot", &urdf, "--srdf", &srdf, "--state", "straight"], "");
    assert_eq!(straight.status.code(), Some(0), "{}", stderr(&straight));
    let text = stdout(&straight);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("apart       0.1  left"), "{text}");
    assert!(text.contains("arm: 6 links, 6 shapes; 7 pairs of links are looked at, 7 of shapes"));
    assert!(text.contains("at shoulder=0, elbow=0, grip=0.1"), "{text}");
    assert!(text.contains("no collision; nearest are left and right, 0.1 apart"), "{text}");

    let folded = run(&["robot", &urdf, "--srdf", &srdf, "--state", "folded"], "");
    assert_eq!(folded.status.code(), Some(1));
    assert!(stdout(&folded).starts_with("class"), "{}", stdout(&folded));
    assert!(stdout(&folded).contains("collision    -0.125  post"), "{}", stdout(&folded));

    // A joint goes before the state; what is near alone is listed.
    let arguments =
        ["robot", &urdf, "--srdf", &srdf, "--state", "folded", "--joints", "elbow=0,grip=0.2"];
    let near = run(&[&arguments[..], &["--json", "--within", "0.6"]].concat(), "");
    let found = pairs(&stdout(&near));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["left|right", "plate|fore"]);
    assert!((found["left|right"] - 0.3).abs() < 1e-15);
}

/// The pair that collides was left out of what is near.
#[test]
fn what_is_inside_is_listed_however_far_its_surface_is() {
    let folder = scratch("robot-inside");
    let room = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::fs::write(folder.join("room.obj"), room).unwrap();
    let geometry = |inner: &str| format!("<collision><geometry>{inner}</geometry></collision>");
    let joint = |name: &str, ends: [&str; 2], at: &str| {
        let [parent, child] = ends;
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/><child \
             link=\"{child}\"/><origin xyz=\"{at}\"/></joint>"
        )
    };
    let text = format!(
        "<robot name=\"r\"><link name=\"a\">{}</link><link name=\"m\"/>\
         <link name=\"b\">{}</link>{}{}\
         </robot>",
        geometry("<mesh filename=\"room.obj\"/>"),
        geometry("<sphere radius=\"0.25\"/>"),
        joint("j", ["a", "m"], "0 0 0"),
        joint("k", ["m", "b"], "0.75 0.75 0.75"),
    );
    let urdf = folder.join("r.urdf");
    std::fs::write(&urdf, text).unwrap();
    let arguments = ["robot", urdf.to_str().unwrap(), "--by", "triangles", "--json", "--within"];
    for within in ["0.1", "1"] {
        let output = run(&[&arguments[..], &[within]].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_eq!(pairs(&stdout(&output)), BTreeMap::from([("a|b".to_owned(), -0.5)]));
    }
}

#[test]
fn a_table_holds_every_field() {
    let file = scratch("robot-csv").join("pairs.csv");
    let path = file.to_str().unwrap();
    let output = run(&["robot", &asset("arm.urdf"), "--csv", path, "--json"], "");
    assert_eq!(output.status.code(), Some(1), "the fingers overlap at rest");
    let text = std::fs::read_to_string(&file).unwrap();
    let rows: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(text.lines().count(), rows.len() + 1);
    let fields: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(fields.len(), text.lines().next().unwrap().split(',').count());
    assert_eq!(fields[1].parse::<f64>().unwrap(), rows[0]["signed_distance"].as_f64().unwrap());
}

#[test]
fn a_picture_shows_the_whole_robot_and_its_motion() {
    let file = scratch("robot-html").join("arm.html");
    let path = file.to_str().unwrap();
    let (urdf, srdf) = (asset("arm.urdf"), asset("arm.srdf"));
    let data = || {
        let text = std::fs::read_to_string(&file).unwrap();
        let data = text.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        serde_json::from_str::<Value>(data).unwrap()
    };
    run(&["robot", &urdf, "--srdf", &srdf, "--state", "straight", "--html", path], "");
    let straight = data();
    // Six shapes; the fingers are nearest, 0.1 apart, in the coordinates about the middle.
    assert_eq!(straight["objects"].as_array().unwrap().len(), 6);
    assert_eq!((&straight["film"], straight["rows"].as_array().unwrap().len()), (&Value::Null, 7));
    assert_eq!(
        (&straight["named"], &straight["objects"][4]["name"]),
        (&true.into(), &"left".into())
    );
    let ends = straight["rows"][0]["ends"].clone();
    let y = |i: usize| ends[i][1].as_f64().unwrap();
    assert!((y(0) - y(1) - 0.1).abs() < 1e-6, "{ends}");
    assert_eq!(straight["rows"][0]["tone"], 2);

    // Of a motion the moment in which the fingers meet: half of the way.
    let motion = scratch("robot-html").join("grip.csv");
    std::fs::write(&motion, "grip\n0.1\n0\n").unwrap();
    let motion = motion.to_str().unwrap();
    let options = ["--trajectory", motion, "--beyond-limits", "--html", path];
    run(&[&["robot", &urdf, "--srdf", &srdf], &options[..]].concat(), "");
    let moves = data();
    assert_eq!(moves["rows"][0]["tone"], 0);
    // Free at first, and from about the middle on in contact; each finger has moved a tenth by the
    // end, one along y, the other against it.
    let (frames, spans) = (&moves["film"]["frames"], &moves["film"]["spans"]);
    let frames = frames.as_array().unwrap();
    assert!(frames.len() > 200 && frames[0]["tone"] == 2 && frames[frames.len() - 1]["tone"] == 0);
    let meets = spans.as_array().unwrap().iter().find(|span| span["known"] == "meets").unwrap();
    assert!((meets["from"].as_f64().unwrap() - 0.5).abs() < 0.01 && meets["to"] == 1.0, "{spans}");
    let moved = BASE64_STANDARD.decode(moves["film"]["moves"].as_str().unwrap()).unwrap();
    let moved: Vec<f32> =
        moved.chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
    assert_eq!(moved.len(), frames.len() * 6 * 12);
    let first = moves["film"]["first"].as_u64().unwrap();
    let at = |frame: usize, object: usize| &moved[12 * (6 * frame + object)..][..12];
    let still = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    assert!((0..6).all(|object| at(first as usize, object) == still));
    let way = |object: usize| at(frames.len() - 1, object)[10] - at(0, object)[10];
    assert!((way(4) + 0.1).abs() < 1e-6 && (way(5) - 0.1).abs() < 1e-6, "{} {}", way(4), way(5));
    assert_eq!((at(0, 2), way(2)), (&still[..], 0.0));
}

#[test]
fn slips_are_named() {
    let (urdf, srdf) = (asset("arm.urdf"), asset("arm.srdf"));
    let slips: [(&[&str], &[&str]); 7] = [
        (&["--joints", "elbwo=1"], &["--joints", "`elbwo`", "`elbow`"]),
        (&["--joints", "grip_mirror=0.1"], &["follows joint `grip`"]),
        (&["--joints", "post_joint=0.1"], &["takes no value"]),
        (&["--joints", "elbow=4"], &["joint `elbow`", "limits", "--beyond-limits"]),
        (&["--srdf", &srdf, "--state", "foled"], &["--state", "`folded`"]),
        (&["--ignore", "fore,lefd"], &["--ignore", "`lefd`", "`left`"]),
        (&["--state", "folded"], &["--srdf"]),
    ];
    for (options, words) in slips {
        let output = run(&[&["robot", &urdf], options].concat(), "");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
    let beyond = run(&["robot", &urdf, "--joints", "elbow=4,grip=0.1", "--beyond-limits"], "");
    assert_ne!(beyond.status.code(), Some(2), "{}", stderr(&beyond));
}

/// The last one counted.
#[test]
fn a_joint_has_one_value() {
    let urdf = asset("arm.urdf");
    let ask = |joints: &str| run(&["robot", &urdf, "--joints", joints, "--joints", "elbow=1"], "");
    let output = ask("elbow=0.5");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("joint `elbow` has two values"), "{}", stderr(&output));
    assert_ne!(ask("elbow=1").status.code(), Some(2));
}

#[test]
fn packages_are_looked_for_where_ros_has_them() {
    let home = scratch("robot-ros");
    let package = home.join("share/parts/meshes");
    std::fs::create_dir_all(&package).unwrap();
    std::fs::create_dir_all(home.join("robot")).unwrap();
    let mesh = repository().join("cases/odd-meshes/stl-bin-solid-header.stl");
    std::fs::copy(mesh, package.join("part.stl")).unwrap();
    let urdf = home.join("robot/r.urdf");
    let link = "<link name=\"part\"><collision><geometry><mesh \
                filename=\"package://parts/meshes/part.stl\"/></geometry></collision></link>";
    std::fs::write(&urdf, format!("<robot name=\"r\">{link}</robot>")).unwrap();
    let ask = |variable: &str, options: &[&str]| {
        let output = command()
            .arg("robot")
            .arg(&urdf)
            .args(options)
            .env("ROS_PACKAGE_PATH", variable)
            .output()
            .unwrap();
        (output.status.code(), stderr(&output))
    };
    let share = home.join("share");
    let share = share.to_str().unwrap();
    // Found, and as a link alone has no pair, no success.
    assert_eq!(ask(share, &[]).0, Some(1));
    let given = format!("parts={share}/parts");
    assert_eq!(ask("", &["--package", &given]).0, Some(1));
    let (status, message) = ask("/nowhere", &[]);
    assert_eq!(status, Some(2));
    assert!(message.contains("/nowhere") && message.contains("--package parts="), "{message}");
}

#[test]
fn a_motion_is_proved_or_its_meeting_named() {
    let (urdf, srdf) = (asset("arm.urdf"), asset("arm.srdf"));
    let home = scratch("robot-motion");
    let file = home.join("motion.csv");
    let table = home.join("samples.csv");
    let ask = |text: &str, options: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let motion = file.to_str().unwrap();
        let always = ["robot", &urdf, "--srdf", &srdf, "--joints", "grip=0.1"];
        let output = run(&[&always[..], &["--trajectory", motion], options].concat(), "");
        (output.status.code(), stdout(&output), stderr(&output))
    };
    // The fingers stay 0.1 apart; joints that the file does not name keep their values.
    let free = "time,shoulder,elbow\n0,0,0\n1.5,0.5,0.25\n\n2,1,-0.5\n";
    let (status, text, _) = ask(free, &["--csv", table.to_str().unwrap()]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("3 samples from 0 to 2, 2 points looked at between"), "{text}");
    assert!(text.contains("nearest: left and right, 0.1 apart, at "), "{text}");
    assert!(text.contains("proved at every time: all pairs are at least 0.0999"), "{text}");
    let written = std::fs::read_to_string(&table).unwrap();
    let rows: Vec<Vec<&str>> = written.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!(rows[0][..3], ["time", "lower_bound_to_next", "class"]);
    assert!((rows[1][1].parse::<f64>().unwrap() - 0.1).abs() < 1e-3);
    assert_eq!(rows[3][..2], ["2", ""]);

    // The fingers close, and are open at both samples.
    let (status, text, _) = ask("grip\n0.1\n0.25\n", &["--margin", "0.15"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("known"), "{text}");
    assert!(text.contains("before 0, not at 0: left and right, 0.1 apart, at 0"), "{text}");
    // The fore beam sweeps through the post in half a turn.
    let (status, text, _) = ask("elbow\n-3\n3\n", &["--json", "--margin", "0.05"]);
    assert_eq!(status, Some(1));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["verdict"], "meets");
    assert_eq!(report["samples"], 2);
    assert_eq!(report["first_meeting"]["a"], "post");
    assert_eq!(report["nearest"]["b"], "fore");
    assert_eq!(report["stretches"][0]["shape_a"], "post");
    assert!(
        report["free_until"].as_f64().unwrap() <= report["first_meeting"]["time"].as_f64().unwrap()
    );
    let (status, text, _) = ask("elbow\n-2\n2\n", &["--json", "--most", "0"]);
    assert_eq!((status, text.contains("\"verdict\":\"unknown\"")), (Some(1), true), "{text}");

    let slips: [(&str, &[&str], &[&str]); 9] = [
        ("", &[], &["empty"]),
        ("elbow\n", &[], &["no sample"]),
        ("elbwo\n1\n", &[], &["line 1", "`elbwo`", "`elbow`"]),
        ("elbow,elbow\n1,1\n", &[], &["line 1", "two columns"]),
        ("elbow\n1\n\n1,2\n", &[], &["line 4", "2 values for 1"]),
        ("elbow\n1\nx\n", &[], &["line 3", "`x`"]),
        ("elbow\n1\n4\n", &[], &["line 3", "joint `elbow`", "--beyond-limits"]),
        ("t,elbow\n1,1\n1,1\n", &[], &["line 3", "times must rise"]),
        ("elbow\n1\n", &["--tolerance=-1"], &["--tolerance"]),
    ];
    for (text, options, words) in slips {
        let (status, _, message) = ask(text, options);
        assert_eq!(status, Some(2), "{text}: {message}");
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
}

const SHAPE: &str = "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>";

/// Bodies of a unit box in a row along x, each two steps from the one before, by joints.
fn row_of(test: &str, joints: &[(&str, &str, &str)]) -> String {
    let mut text = format!("<robot name=\"r\"><link name=\"a\">{SHAPE}</link>");
    for (name, kind, parent) in joints {
        text += &format!(
            "<link name=\"{name}\">{SHAPE}</link><joint name=\"to_{name}\" type=\"{kind}\">\
             <parent link=\"{parent}\"/><child link=\"{name}\"/><origin xyz=\"2 0 0\"/></joint>"
        );
    }
    let file = scratch(test).join("r.urdf");
    std::fs::write(&file, text + "</robot>").unwrap();
    file.to_str().unwrap().into()
}

/// An arm deep in a table was free of collision, as a floating joint counted as fixed.
#[test]
fn what_floats_is_looked_at_where_it_is_placed() {
    let urdf = row_of("floats", &[("b", "floating", "a"), ("c", "continuous", "b")]);
    let ask = |options: &[&str]| {
        let output = run(&[&["robot", &urdf], options].concat(), "");
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let (status, text, note) = ask(&[]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("floating joint to_b stands at its origin\n"), "{text}");
    assert!(note.contains("joint `to_b` is floating") && note.contains("--joints to_b="), "{note}");
    assert!(text.contains("2 pairs of links are looked at, 2 of shapes; 1 left out"), "{text}");
    let (status, text, _) = ask(&["--joints", "to_b=-1.25,0,0,0,0,0,1,to_c=0.5"]);
    assert!(text.contains("collision     -0.25  a  b"), "{text}");
    assert!(status == Some(1) && text.contains("stands at -1.25, 0, 0"), "{text}");
    let motion = scratch("floats").join("m.csv");
    std::fs::write(&motion, "to_c\n0\n1\n").unwrap();
    let (status, text, _) = ask(&["--trajectory", motion.to_str().unwrap()]);
    assert!(status == Some(0) && text.contains("floating joint to_b stands at its"), "{text}");
    std::fs::write(&motion, "to_b\n0\n1\n").unwrap();
    let (status, _, message) = ask(&["--trajectory", motion.to_str().unwrap()]);
    assert!(status == Some(2) && message.contains("floating or planar"), "{message}");
    for (value, word) in [
        ("to_b=1", "1 values, needs 7: x, y, z and a quaternion"),
        ("to_b=0,0,0,0,0,0,2", "has the length 2, not 1"),
        ("to_c=1,2", "takes one value, has 2"),
        ("to_b=0,0,0,0,0,0,1,to_b=1,0,0,0,0,0,1", "two values"),
        ("1,to_c=2", "write NAME=VALUE"),
        ("to_d=1", "did you mean"),
    ] {
        let (status, _, message) = ask(&["--joints", value]);
        assert!(status == Some(2) && message.contains(word), "{value}: {message}");
    }
}

/// Pairs that nobody looked at were passed over in silence, exit 0.
#[test]
fn pairs_that_nobody_looks_at_are_listed_and_no_success() {
    let urdf = row_of("nobody", &[("b", "fixed", "a"), ("c", "continuous", "b")]);
    let ask = |options: &[&str]| {
        let output = run(&[&["robot", &urdf], options].concat(), "");
        (output.status.code(), stdout(&output))
    };
    // Beside the joint, what is fixed to one of its links is looked at.
    let (status, text) = ask(&["--pairs"]);
    assert!(status == Some(0) && text.contains("nearest are a and c, 3 apart"), "{text}");
    for line in ["left out    a  b  fixed to each other", "left out    b  c  joined by to_c"] {
        assert!(text.contains(line), "no `{line}` in:\n{text}");
    }
    let (status, text) = ask(&["--pairs", "--json", "--ignore", "c,a"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let reason = |line: &Value| (line["class"].clone(), line["reason"].clone());
    assert_eq!((status, lines.len()), (Some(1), 3), "{text}");
    assert_eq!(reason(&lines[1]), ("left_out".into(), "ignored by name".into()));
    let nothing = "no pair of links is looked at, so nothing is known";
    let (status, text) = ask(&["--ignore", "c,a"]);
    assert!(status == Some(1) && text.contains(nothing), "{text}");
    let motion = scratch("nobody").join("m.csv");
    std::fs::write(&motion, "to_c\n0\n1\n").unwrap();
    let moving = ["--trajectory", motion.to_str().unwrap(), "--ignore", "c,a"];
    let (status, text) = ask(&moving);
    assert!(status == Some(1) && text.contains(nothing), "{text}");
    let (status, text) = ask(&[&moving[..], &["--json", "--pairs"]].concat());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &report["verdict"]), (Some(1), &"unknown".into()), "{text}");
    assert_eq!(report["left_out"].as_array().unwrap().len(), 3, "{text}");
}

/// Hulls of rings meet though the rings do not.
#[test]
fn hulls_that_collide_are_said_to_be_hulls() {
    let home = scratch("robot-hulls");
    std::fs::write(home.join("ring.obj"), crate::common::ring()).unwrap();
    let text = "<robot name=\"r\"><link name=\"ring\"><collision><geometry>\
                <mesh filename=\"ring.obj\"/></geometry></collision></link><link name=\"m\"/>\
                <link name=\"ball\"><collision><geometry><sphere radius=\"0.5\"/></geometry>\
                </collision></link><joint name=\"x\" type=\"continuous\"><parent link=\"ring\"/>\
                <child link=\"m\"/></joint><joint name=\"y\" type=\"continuous\">\
                <parent link=\"m\"/><child link=\"ball\"/></joint></robot>";
    let urdf = home.join("r.urdf");
    std::fs::write(&urdf, text).unwrap();
    let ask = |options: &[&str]| run(&[&["robot", urdf.to_str().unwrap()], options].concat(), "");
    let said = "1 pair of links collides; 1 by hulls that fill dents: the links may be apart there";
    assert!(stdout(&ask(&[])).contains(said), "{}", stdout(&ask(&[])));
    assert!(stdout(&ask(&["--json"])).contains("\"hull_of_concave\":true"));
    let exact = ask(&["--by", "triangles"]);
    assert!(exact.status.code() == Some(0) && !stdout(&exact).contains("hulls"), "{exact:?}");
}

#[test]
fn a_srdf_is_made_of_what_never_meets() {
    let home = scratch("make-srdf");
    let path = home.join("made.srdf");
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().unwrap();
    let urdf = asset("arm.urdf");
    let output = run(&["robot", &urdf, "--make-srdf", file], "");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text} {}", stderr(&output));
    // Counted by hand: the beams turn above the plate, and the upper one on the post, which the
    // fore beam reaches when folded; the fingers are too short for that, and touch where they are
    // closed.
    assert!(text.contains("arm: 6 links, 6 shapes; 15 pairs of links"), "{text}");
    assert!(text.contains("5 adjacent; proved within the joints' limits: 8 never meet"), "{text}");
    assert!(text.contains("13 pairs left out in"), "{text}");
    let made = std::fs::read_to_string(&path).unwrap();
    assert_eq!(made.matches("<disable_collisions ").count(), 13, "{made}");
    assert!(made.contains("link1=\"plate\" link2=\"fore\" reason=\"Never\"/> <!-- proved: "));
    let rows = run(&["robot", &urdf, "--srdf", file, "--json"], "");
    assert_eq!(stdout(&rows).lines().count(), 2);
    // It is the user's now.
    let again = run(&["robot", &urdf, "--make-srdf", file], "");
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("is not overwritten"), "{}", stderr(&again));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), made);

    // Too few boxes to prove it: as samples have it, marked; or without them, to be looked at.
    let few = ["robot", &urdf, "--boxes", "2", "--json", "--make-srdf"];
    for (samples, name, reason) in [("100", "seen.srdf", "Never"), ("0", "unknown.srdf", "")] {
        let path = home.join(name);
        let _ = std::fs::remove_file(&path);
        let more = [path.to_str().unwrap(), "--samples", samples];
        let text = stdout(&run(&[&few[..], &more].concat(), ""));
        let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let row = rows.into_iter().find(|row| row["a"] == "plate" && row["b"] == "left").unwrap();
        assert_eq!((&row["proved"], row["reason"].as_str().unwrap_or("")), (&false.into(), reason));
        let made = std::fs::read_to_string(&path).unwrap();
        assert_eq!(made.contains("<!-- not proved: apart in 125 samples -->"), samples == "100");
    }
}

/// A ball that flies over another, by columns of its joint's values.
#[test]
fn a_motion_moves_what_floats() {
    let home = scratch("robot-flies");
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"0.1\"/></geometry>\
             </collision></link>"
        )
    };
    let urdf = home.join("r.urdf");
    let joint = "<joint name=\"free\" type=\"floating\"><parent link=\"pad\"/><child link=\"ball\"/></joint>";
    let text = format!("<robot name=\"r\">{}{}{joint}</robot>", link("pad"), link("ball"));
    std::fs::write(&urdf, text).unwrap();
    let urdf = urdf.to_str().unwrap();
    let file = home.join("m.csv");
    let ask = |text: &str, options: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let always = ["robot", urdf, "--trajectory", file.to_str().unwrap()];
        let output = run(&[&always[..], options].concat(), "");
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let head = "time,free/trans_x,free/trans_y,free/trans_z,free/rot_x,free/rot_y,free/rot_z,\
                free/rot_w\n";
    let html = home.join("m.html");
    let over = format!("{head}0,-1,0,0.3,0,0,0,1\n2,1,0,0.3,0,0,0.6,0.8\n");
    let (status, text, _) = ask(&over, &["--html", html.to_str().unwrap()]);
    assert_eq!(status, Some(0), "{text}");
    // At the middle one is 0.3 over the other.
    assert!(text.contains("nearest: pad and ball, 0.1"), "{text}");
    assert!(text.contains("floating joint free moves"), "{text}");
    assert!(text.contains("proved at every time: all pairs are at least 0.09"), "{text}");
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("\"moving\":2"));
    let through = format!("{head}0,-1,0,0,0,0,0,1\n2,1,0,0,0,0,0,1\n");
    let (status, text, _) = ask(&through, &["--json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let first = report["first_meeting"]["time"].as_f64().unwrap();
    assert!(status == Some(1) && (first - 0.8).abs() < 1e-3, "{text}");
    for (text, words) in [
        ("free/trans_x\n1\n", "no column for free/trans_y"),
        ("free\n1\n", "or moves as a motion says: free/trans_x"),
        (&*format!("{head}0,1,0,0,0,0,0,2\n"), "the length 2, not 1"),
        (&*format!("{head}0,1,0,0,0,0,0,1\n1,1,0,0,0,0,1,0\n"), "half a turn"),
    ] {
        let (status, _, message) = ask(text, &[]);
        assert!(status == Some(2) && message.contains(words), "{text}: {message}");
    }
}
