//! `clearance pair`, as a person runs it.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use common::{numbers, run, scratch, stderr, stdout};
use serde_json::Value;

fn panda(move_b: &str, more: &[&str]) -> (Value, i32) {
    let assets = common::repository().join("assets/panda");
    let [link, hand] = ["link5.stl", "hand.stl"].map(|f| assets.join(f).display().to_string());
    let mut arguments = vec!["pair", &link, &hand, "--move-b", move_b, "--json"];
    arguments.extend(more);
    let output = run(&arguments, "");
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code().unwrap())
}

fn near(found: &Value, expected: &[f64], tolerance: f64) {
    for (x, y) in numbers(found).iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found} instead of {expected:?}");
    }
}

/// The truths come from exact arithmetic; those of points and normals were printed with six places.
const SIX_PLACES: f64 = 0.5e-6;

#[test]
fn panda_parts_apart() {
    let (found, status) = panda("0.3,0,0", &[]);
    assert_eq!(status, 0);
    assert_eq!(found["intersects"], false);
    assert!((found["distance"].as_f64().unwrap() - 0.221173456716295).abs() <= 1e-12);
    assert!(found["penetration"].is_null());
    near(&found["normal"], &[0.997053, -0.069398, 0.032696], SIX_PLACES);
    near(&found["witness_a"], &[0.048002, 0.015041, -0.006213], SIX_PLACES);
    near(&found["witness_b"], &[0.268524, -0.000307, 0.001018], SIX_PLACES);
    // The report about the meshes.
    assert_eq!(found["mesh_a"]["convex"], false);
    assert!(found["mesh_a"]["deepest_dent"].as_f64().unwrap() > 0.0);
}

#[test]
fn panda_parts_near() {
    let (found, status) = panda("0.1,0.05,-0.1", &[]);
    assert_eq!(status, 0);
    assert!((found["distance"].as_f64().unwrap() - 0.016540712214544).abs() <= 1e-12);
}

#[test]
fn panda_parts_overlapping() {
    let (found, status) = panda("0,0,0", &[]);
    assert_eq!(status, 1);
    assert_eq!(found["intersects"], true);
    assert_eq!(found["distance"], 0.0);
    assert!((found["penetration"].as_f64().unwrap() - 0.064077117769891).abs() <= 1e-12);
    near(&found["normal"], &[0.019162, -0.145985, 0.989101], SIX_PLACES);
}

#[test]
fn panda_parts_in_f32() {
    let (found, status) = panda("0.3,0,0", &["--precision", "f32"]);
    assert_eq!(status, 0);
    assert!((found["distance"].as_f64().unwrap() - 0.221173456716295).abs() <= 3e-8);
}

#[test]
fn scaling_both_scales_the_answer() {
    let (found, _) = panda("300,0,0", &["--scale", "1000"]);
    assert!((found["distance"].as_f64().unwrap() - 221.173456716295).abs() <= 1e-9);
}

fn pair(arguments: &[&str]) -> (String, i32) {
    let mut all = vec!["pair"];
    all.extend(arguments);
    let output = run(&all, "");
    assert_eq!(stderr(&output), "");
    (stdout(&output), output.status.code().unwrap())
}

#[test]
fn a_person_can_read_it() {
    let (text, status) = pair(&["box:1,2,3", "sphere:0.5", "--move-b", "4,0,0"]);
    assert_eq!(status, 0);
    for line in
        ["apart", "  distance  2.5 ± ", "from A to B", "Lengths are in the unit of the numbers"]
    {
        assert!(text.contains(line), "{text}");
    }
    let (text, status) = pair(&["box:1,2,3", "sphere:0.5", "--move-b=-1.25,0,0"]);
    assert_eq!(status, 1);
    for line in ["overlapping", "  depth     0.25 ± ", "move B by (-0.2500000"] {
        assert!(text.contains(line), "{text}");
    }
    let (text, status) = pair(&["box:1,1,1", "box:1,1,1", "--move-b", "2,0,0"]);
    assert_eq!(status, 1, "touching counts: {text}");
}

/// The signed distance and the exit status.
fn signed(arguments: &[&str]) -> f64 {
    let mut all = arguments.to_vec();
    all.push("--json");
    let (text, status) = pair(&all);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(status == 1, found["intersects"] == true);
    found["distance"].as_f64().unwrap() - found["penetration"].as_f64().unwrap_or(0.0)
}

#[test]
fn inline_shapes_and_options_mean_what_they_say() {
    let cases: &[(&[&str], f64)] = &[
        (&["sphere:1", "point:-3,0,0"], 2.0),
        (&["circle:1", "point:-3,0"], 2.0),
        (&["capsule:1,0.5", "point:0,4,0"], 2.5),
        (&["capsule:1,0.5", "point:0,4"], 2.5),
        (&["cylinder:1,0.5", "point:3.5,0,0"], 3.0),
        (&["cone:1,0.5", "point:0,4,0"], 3.0),
        (&["ellipsoid:1,2,3", "point:0,0,5"], 2.0),
        (&["ellipse:1,2", "point:3,0"], 2.0),
        (&["segment:0,0,0;1,0,0", "point:3,0,0"], 2.0),
        (&["triangle:0,0;1,0;0,1", "point:-2,0"], 2.0),
        (&["hull:0,0,0;1,0,0;0,1,0;0,0,1", "point:-2,0,0"], 2.0),
        (&["polygon:0,0;1,0;0,1", "rectangle:0.5,0.5", "--move-b", "-2.5,0"], 2.0),
        // Turned about z by a quarter, the long half extent lies along x: exactly.
        (&["box:1,3,1", "point:5,0,0", "--rotate-a", "axis:z:90"], 2.0),
        (&["box:1,3,1", "point:5,0,0", "--rotate-a", "axis:0,0,-2:-270"], 2.0),
        (&["box:1,3,1", "point:5,0,0", "--rotate-a", "0,0,-1,1"], 2.0),
        (&["box:1,3", "point:5,0", "--rotate-a", "-90"], 2.0),
        (&["capsule:1,0.5", "capsule:1,0.5", "--move-b", "3,0,0", "--rotate-b", "axis:x:180"], 2.0),
        // Scale, then margin, then turn, then move.
        (&["box:1,1,1", "point:5,0,0", "--scale-a", "2", "--margin-a", "0.5"], 2.5),
        (&["box:1,1,1", "point:5,0,0", "--scale", "2"], 8.0),
        (&["sphere:1", "sphere:1", "--move-a=-2,0,0", "--move-b", "2,0,0", "--margin-b", "1"], 1.0),
        (&[r#"{"type":"cylinder","half_height":2,"radius":1,"axis":"x"}"#, "point:5,0,0"], 3.0),
        (&["box:1,1,1", "box:1,1,1", "--precision", "f32"], -2.0),
        (&["half_space:0,2,0;4", "point:7,5,3"], 3.0),
        (&["half_space:0,2;4", "point:7,5"], 3.0),
        (&["scaled:1,2,3:sphere:1", "point:0,0,5"], 2.0),
        (&["scaled:2:box:1,1", "point:5,0"], 3.0),
        (&["rounded:0.5:segment:0,0,0;0,1e+0,0", "point:3,0,0"], 2.5),
        (&["sum:box:1,1,1+sphere:0.5+point:1,0,0", "point:5,0,0"], 2.5),
        (&["scaled:2:sum:box:1,1,+1+sphere:0.5", "point:5,0,0"], 2.0),
        (&["box:1,1,1", "point:5,0,0", "--scale-a", "2,1,1"], 3.0),
        (&["hull:0,0;1,0;0,1", "circle:1", "--move-b", "4,0"], 2.0),
    ];
    for (arguments, expected) in cases {
        let found = signed(arguments);
        assert!((found - expected).abs() <= 4e-15, "{arguments:?}: {found} instead of {expected}");
    }
}

#[test]
fn a_json_file_is_a_shape_and_its_mesh_lies_beside_it() {
    let directory = scratch("json_shape");
    std::fs::write(directory.join("tetrahedron.obj"), TETRAHEDRON).unwrap();
    let file = directory.join("shape.json");
    let shape =
        r#"{"type":"mesh","path":"tetrahedron.obj","scale":2,"pose":{"translation":[0,1,0]}}"#;
    std::fs::write(&file, shape).unwrap();
    let file = file.display().to_string();
    assert_eq!(signed(&[&file, "point:0,-1,0"]), 2.0);
    // The pose of the file comes first, then that of the options.
    assert_eq!(signed(&[&file, "point:0,-1,0", "--move-a", "0,1,0"]), 3.0);
    let (text, _) = pair(&[&file, "point:0,-1,0"]);
    assert!(text.contains("convex, 4 corners"), "{text}");
    assert!(text.contains("unit of the file"), "{text}");
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

#[test]
fn errors_say_what_is_wrong_and_exit_with_2() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["missing.stl", "sphere:1"], &["missing.stl", "No such file"]),
        (
            &["part.step", "sphere:1"],
            &["A (part.step)", ".stl, .obj, .ply, .off, .gltf, .glb, .dae"],
        ),
        (&["box:1,2,3,4", "sphere:1"], &["A (box:1,2,3,4)", "box:HX,HY,HZ"]),
        (&["sphere:1", "blob:1"], &["B (blob:1)", "`blob`"]),
        (&["bx:1,2,3", "sphere:1"], &["`bx`", "did you mean `box`?"]),
        (&["cuboid:1,2,3", "sphere:1"], &["`cuboid`", "did you mean `box`?"]),
        (&["box", "sphere:1"], &["A (box): write box:HX,HY,HZ"]),
        (&["shpere", "sphere:1"], &["A (shpere)", "did you mean `sphere`?"]),
        (&["part.slt", "sphere:1"], &["A (part.slt)", "is it a .stl file?"]),
        (&["half_space:0,1,0,4", "sphere:1"], &["half_space:X,Y,Z;OFFSET"]),
        (&["sum:box:1,1,1", "sphere:1"], &["write sum:SHAPE+SHAPE"]),
        (&["rounded:1,2:sphere:1", "sphere:1"], &["write rounded:RADIUS:SHAPE"]),
        (&["scaled:2:bax:1", "sphere:1"], &["did you mean `box`?"]),
        (&["scaled:1,2:sphere:1", "point:1,2,3"], &["A (scaled:1,2:sphere:1).scale", "needs 3"]),
        (&["box:1,1,1", "box:1,1,1", "--scale-b", "1,2,3,4"], &["one for each axis"]),
        (&["sphere:x", "sphere:1"], &["`x` is no number"]),
        (&["sphere:NaN", "sphere:1"], &["not finite"]),
        (&["sphere:-1", "sphere:1"], &["radius", "negative"]),
        (&["sphere:1", "circle:1"], &["space", "plane"]),
        (
            &["box:1,2", "sphere:1"],
            &["A (box:1,2) is in the plane", "in the plane a `sphere` is a `circle`"],
        ),
        (
            &["circle:1", "point:0,0,3"],
            &["B (point:0,0,3) in space", "in space a `circle` is a `sphere`"],
        ),
        (&["sphere:1", "sphere:1", "--move-b", "4,0"], &["--move-b", "2 numbers", "needs 3"]),
        (&["rounded:1:sphere:1", "box:1,2"], &["A (rounded:1:sphere:1) is in space"]),
        (&["box:1,1,1", "box:1,1,1", "--move-b", "1,2"], &["--move-b", "2 numbers", "needs 3"]),
        (&["rectangle:1,1", "circle:1", "--rotate-a", "axis:z:9"], &["--rotate-a", "plane"]),
        (&["sphere:1", "sphere:1", "--rotate-a", "0,0,0,0"], &["--rotate-a", "zeros"]),
        (&["sphere:1", "sphere:1", "--scale", "0"], &["scale of 0"]),
        (
            &["sphere:1e200", "sphere:1", "--precision", "f32"],
            &["A (sphere:1e200)", "too large for f32"],
        ),
        (&["sphere:1"], &["<B>"]),
    ];
    for (arguments, words) in cases {
        let mut all = vec!["pair"];
        all.extend(*arguments);
        let output = run(&all, "");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty());
        for word in *words {
            assert!(message.contains(word), "{arguments:?}: `{word}` is not in {message}");
        }
    }
}

#[test]
fn shapes_one_inside_the_other_have_an_end() {
    let text = format!("{}sphere:1", "rounded:1:".repeat(10_000));
    let output = run(&["pair", &text, "sphere:1"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("one inside the other"));
}

#[test]
fn a_misspelt_file_is_found_beside_its_name() {
    let directory = scratch("misspelt");
    std::fs::write(directory.join("gripper.obj"), TETRAHEDRON).unwrap();
    std::fs::write(directory.join("shape.json"), r#"{"type":"sphere","radius":1}"#).unwrap();
    for (wrong, right) in [("griper.obj", "gripper.obj"), ("shap.json", "shape.json")] {
        let wrong = directory.join(wrong).display().to_string();
        let output = run(&["pair", &wrong, "sphere:1"], "");
        let message = stderr(&output);
        assert!(message.contains(&format!("did you mean `{right}`?")), "{message}");
    }
}

/// A ball in the hole of a ring is clear of it, and overlaps its hull.
#[test]
fn a_hull_in_the_place_of_a_part_is_said_in_the_headline() {
    let directory = scratch("pair_concave");
    let file = directory.join("ring.obj").display().to_string();
    std::fs::write(&file, common::ring()).unwrap();
    let (text, status) = pair(&[&file, "sphere:0.5"]);
    let headline = "the convex hull of A, and B overlap; the parts may be apart\n";
    assert!(text.starts_with(headline), "{text}");
    assert_eq!(status, 1);
    for line in
        ["To separate the hulls, and so the parts, move B", "it fills 75.0000 % of the hull"]
    {
        assert!(text.contains(line), "{text}");
    }
    let (text, _) = pair(&["sphere:0.5", &file]);
    assert!(text.starts_with("A, and the convex hull of B overlap; the parts may"), "{text}");
    let (text, _) = pair(&[&file, &file, "--move-b", "4,0,0"]);
    assert!(text.starts_with("the convex hulls of A and B touch; the parts may"), "{text}");
    // Apart is apart, and the distance a bound.
    let (text, status) = pair(&[&file, "sphere:0.5", "--move-b", "4,0,0"]);
    assert!(text.starts_with("apart\n\n  distance  1.5 "), "{text}");
    assert!(text.contains("the parts are as far apart at least"), "{text}");
    assert_eq!(status, 0);
    let proof = directory.join("proof.json").display().to_string();
    let (text, _) = pair(&[&file, "sphere:0.5", "--certificate", &proof]);
    assert!(text.contains("at most (of convex hulls: the parts may be apart)."), "{text}");
    // A convex mesh is its own hull: nothing is to be said.
    let convex = directory.join("tetrahedron.obj").display().to_string();
    std::fs::write(&convex, TETRAHEDRON).unwrap();
    let (text, _) = pair(&[&convex, "sphere:0.5"]);
    assert!(text.starts_with("overlapping\n") && !text.contains("hulls"), "{text}");
}

/// A hull fills what is open as well as what is dented.
#[test]
fn an_open_mesh_is_not_called_convex() {
    let path = std::env::temp_dir().join(format!("clearance-open-{}.obj", std::process::id()));
    let sheet = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4\nf 1 4 5 6\n";
    std::fs::write(&path, sheet).unwrap();
    let (text, status) = pair(&[path.to_str().unwrap(), "point:1.4,1.4,0"]);
    assert!(text.contains("the parts may be apart") && text.contains("leaves a part"), "{text}");
    assert_eq!(status, 1);
    std::fs::remove_file(&path).unwrap();
}

/// 49 times the inverse of 49 is less than 1 in floats: the turn was a rounding off, and exact.
#[test]
fn quarter_turns_about_axes_of_any_length_are_exact() {
    for axis in ["0,0,49", "0,0,1", "0,0,1e-300", "z"] {
        let turned = format!("axis:{axis}:90");
        let found = ["segment:0,0,0;0,2,0", "point:-2,0,0", "--rotate-a", &turned];
        let (text, status) = pair(&found);
        assert!(status == 1 && text.starts_with("touching"), "{axis}: {text}");
    }
}

#[test]
fn an_object_of_a_file_can_be_picked_and_what_was_joined_is_said() {
    let directory = scratch("objects");
    let file = directory.join("two.obj").display().to_string();
    let far = "o far\nv 10 0 0\nv 11 0 0\nv 10 1 0\nv 10 0 1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";
    std::fs::write(&file, format!("o near\n{TETRAHEDRON}{far}")).unwrap();
    let point = ["point:0,0,-3"];
    assert_eq!(signed(&[&format!("{file}#near"), point[0]]), 3.0);
    assert_eq!(signed(&[&format!("{file}#far"), "point:10,0,-4"]), 4.0);
    let (text, _) = pair(&[&file, point[0]]);
    assert!(text.contains("A: its 2 objects (`near`, `far`) were joined into one"), "{text}");
    let (text, _) = pair(&[&format!("{file}#far"), point[0]]);
    assert!(!text.contains("joined") && text.contains("two.obj#far"), "{text}");
    let output = run(&["pair", &format!("{file}#fer"), point[0]], "");
    assert!(stderr(&output).contains("`far`"), "{}", stderr(&output));
    let line = format!(
        r#"{{"a":{{"type":"mesh","path":"{file}"}},"b":{{"type":"point","pose":{{"translation":[0,0,-3]}}}}}}"#
    );
    let found = &common::answers(&[], &line)[0];
    let note = found["mesh_a"]["notes"][0].as_str().unwrap();
    assert!(note.starts_with("its 2 objects"), "{found}");
    // What may be read is limited by options that the errors name.
    let output = run(&["pair", &file, point[0], "--max-file-bytes", "50"], "");
    assert!(stderr(&output).contains("--max-file-bytes"), "{}", stderr(&output));
}

#[test]
fn help_and_version() {
    for arguments in [&["--help"][..], &["pair", "--help"], &["query", "--help"]] {
        let output = run(arguments, "");
        assert!(output.status.success());
        assert!(stdout(&output).contains("Examples:"), "{arguments:?}");
    }
    let version = stdout(&run(&["--version"], ""));
    let first = version.lines().next();
    assert_eq!(first, Some(concat!("clearance ", env!("CARGO_PKG_VERSION"))));
}

/// Names of a mesh, of the JSON file that names it, and of the object in it.
#[cfg(unix)]
#[test]
fn files_may_have_names_that_are_no_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let directory = scratch("latin").join(OsStr::from_bytes(b"Geh\xe4use"));
    std::fs::create_dir_all(&directory).unwrap();
    let mesh = directory.join(OsStr::from_bytes(b"pr\xfcf.obj"));
    std::fs::write(
        &mesh,
        "o lid\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    )
    .unwrap();
    let json = directory.join("shape.json");
    // A byte that is no UTF-8 is named by U+10FF00 and its lower seven bits.
    std::fs::write(&json, "{\"type\":\"mesh\",\"path\":\"pr\u{10ff7c}f.obj\"}").unwrap();
    let mut object = mesh.clone().into_os_string();
    object.push("#lid");
    for file in [mesh.into_os_string(), object, json.into_os_string()] {
        let arguments =
            [OsStr::new("pair"), &file, OsStr::new("point:3,0,0"), OsStr::new("--json")];
        let output = common::command().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{file:?}: {}", stderr(&output));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["distance"], 2.0, "{answer}");
    }
}

/// Reversed depth and no far plane, by columns and by rows.
#[test]
fn a_camera_without_a_far_plane() {
    let columns = "frustum:1,0,0,0,0,1,0,0,0,0,0,-1,0,0,0.5,0";
    let rows = "frustum:1,0,0,0;0,1,0,0;0,0,0,0.5;0,0,-1,0";
    for camera in [columns, rows] {
        let behind = run(&["pair", camera, "sphere:1", "--move-b", "0,0,2", "--json"], "");
        let behind: serde_json::Value = serde_json::from_str(&stdout(&behind)).unwrap();
        let off = (behind["distance"].as_f64().unwrap() - 1.5).abs();
        assert!(off <= behind["gap"].as_f64().unwrap(), "{behind}");
        let ahead = run(&["pair", camera, "sphere:1", "--move-b", "0,0,-1e12"], "");
        assert!(stdout(&ahead).starts_with("overlapping"), "{}", stdout(&ahead));
    }
    let few = run(&["pair", "frustum:1,2,3", "sphere:1"], "");
    assert!(stderr(&few).contains("16 numbers column by column"), "{}", stderr(&few));
}

#[test]
fn the_nearest_rotation_is_in_the_headline() {
    let cube = r#"{"type":"box","half_extents":[1,1,1],"pose":{"matrix":[1,0.001,0,-0.001,1,0,0,0,1.001],"nearest":true}}"#;
    let output = run(&["pair", cube, "point:3,0,0"], "");
    let text = stdout(&output);
    let said = "apart\nA in the rotation nearest to its matrix, which is 0.0010 off it\n";
    assert!(text.starts_with(said), "{text}");
}

/// The wall has a window, from 3.5 to 4.7 and from 0.9 to 2.1 high.
#[test]
fn a_mesh_is_answered_by_its_triangles() {
    let wall = common::repository().join("assets/building/wall.obj").display().to_string();
    let ask = |at: &str, more: &[&str]| {
        run(&[&["pair", &wall, "sphere:0.1", "--move-b", at][..], more].concat(), "")
    };
    let hull = stdout(&ask("4.1,0.1,1.5", &[]));
    assert!(hull.contains("--by triangles answers it as it is"), "{hull}");
    for by in ["triangles", "auto"] {
        let output = ask("4.1,0.1,1.5", &["--by", by, "--json"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let off = (found["distance"].as_f64().unwrap() - 0.5).abs();
        assert!(off <= found["gap"].as_f64().unwrap(), "{found}");
        assert_eq!((output.status.code(), &found["inside"]), (Some(0), &Value::from("neither")));
    }
    // Just above the sill, and 0.05 deep in it.
    let text = stdout(&ask("4.1,0.1,1.25", &["--by", "triangles"]));
    assert!(text.starts_with("apart\n\n  distance  0.2"), "{text}");
    let output = ask("4.1,0.1,0.95", &["--by", "triangles"]);
    let text = stdout(&output);
    assert!(text.starts_with("overlapping\n\n  depth     at least 0.05"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    // Within a closed surface without meeting it.
    let inside = ["pair", &wall, "sphere:0.05", "--move-b", "0.5,0.1,1.5", "--by", "triangles"];
    let output = run(&inside, "");
    let text = stdout(&output);
    assert!(text.ends_with("B, or a piece of it, is inside A.\n"), "{text}");
    assert!(text.starts_with("overlapping") && output.status.code() == Some(1), "{text}");
    let proof = ask("4.1,0.1,1.5", &["--by", "triangles", "--certificate", "-"]);
    assert!(stderr(&proof).contains("cannot be used with"), "{}", stderr(&proof));
}
