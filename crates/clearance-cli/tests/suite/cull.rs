//! `clearance cull` on a row of boxes.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::{run, scratch, stderr, stdout};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

/// Looks along -z, with right angles from side to side, from 1 to 9: row by row.
const MATRIX: &str = "1,0,0,0;0,1,0,0;0,0,-1.25,-2.25;0,0,-1,0";

/// Boxes of edge 2 along -z, and one beyond a corner of the frustum that no plane of it excludes.
fn row(name: &str) -> String {
    let mut text = String::new();
    let places =
        [("near", [0.0, 0.0, -1.0]), ("middle", [0.0, 0.0, -5.0]), ("far", [0.0, 0.0, -20.0])];
    for (name, [x, y, z]) in places.into_iter().chain([("corner", [10.6, 0.0, -9.6])]) {
        text += &format!("o {name}\n");
        for i in 0..8 {
            let pick = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
            text += &format!("v {} {} {}\n", x + pick(1), y + pick(2), z + pick(4));
        }
        for quad in ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"] {
            // The last eight vertices, counted back.
            let back: Vec<String> =
                quad.split(' ').map(|i| (i.parse::<i32>().unwrap() - 9).to_string()).collect();
            text += &format!("f {}\n", back.join(" "));
        }
    }
    let path = scratch(name).join("row.obj");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

#[test]
fn a_matrix_tells_what_is_seen_three_ways() {
    let scene = row("cull");
    let csv = scratch("cull").join("seen.csv");
    let options = ["--matrix", MATRIX, "--depth-range=-1,1", "--csv", csv.to_str().unwrap()];
    let arguments = |more: &'static [&'static str]| {
        ["cull", &scene].into_iter().chain(options).chain(more.iter().copied()).collect::<Vec<_>>()
    };
    let output = run(&arguments(&[]), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "inside    camera 1  middle");
    assert_eq!(lines[2], "crossing  camera 1  near");
    assert_eq!(lines[3..5], ["outside   camera 1  far", "outside   camera 1  corner"]);
    assert_eq!(lines[6], "camera 1: 1 inside, 1 crossing, 2 outside");
    let table = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(table.lines().nth(1), Some("inside,camera 1,middle,middle"));
    assert_eq!(table.lines().count(), 5);
    let json = stdout(&run(&arguments(&["--json"]), ""));
    let rows: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[1]["view"], &rows[1]["object"]), (&"crossing".into(), &"near".into()));
}

/// What is seen has a row and a colour, what is not has neither, and the frustum stands where it
/// sees: from 1 to 9 along -z, as wide as it is far.
#[test]
fn the_picture_shows_what_is_seen() {
    let scene = row("cull-html");
    let file = scratch("cull-html").join("seen.html");
    let options = ["--matrix", MATRIX, "--depth-range=-1,1", "--html", file.to_str().unwrap()];
    let output = run(&[&["cull", &scene][..], &options].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = std::fs::read_to_string(&file).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let tones: Vec<i64> = data["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| own["tone"].as_i64().unwrap())
        .collect();
    // The camera, then near, middle, far, corner.
    assert_eq!(tones, [3, 1, 0, 2, 2]);
    let rows: Vec<&Value> = data["rows"].as_array().unwrap().iter().collect();
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["view-0-1", "view-0-0"]);
    assert_eq!(rows[0]["objects"], serde_json::json!([2, 0]));
    assert!(
        page.contains("class=\"t0\">inside</b>") && page.contains("data-name=\"object\">middle<")
    );
    let coordinates = BASE64_STANDARD.decode(data["positions"].as_str().unwrap()).unwrap();
    let numbers = coordinates.chunks_exact(4);
    let numbers: Vec<f32> = numbers.map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    let mut frustum: Vec<&[f32]> = numbers.chunks_exact(3).take(8).collect();
    frustum.sort_by(|a, b| a[2].total_cmp(&b[2]));
    // Coordinates are about the middle of all: z from -21 to 0.
    let depth = |corner: &[f32]| f64::from(corner[2]) - 10.5;
    assert!((depth(frustum[0]) + 9.0).abs() < 1e-5 && (depth(frustum[7]) + 1.0).abs() < 1e-5);
    let wide = |corners: &[&[f32]]| corners.iter().map(|c| c[1]).fold(f32::MIN, f32::max);
    assert!((wide(&frustum[..4]) - 9.0).abs() < 1e-5 && (wide(&frustum[4..]) - 1.0).abs() < 1e-5);
}

#[test]
fn cameras_are_read_from_files_and_slips_are_named() {
    let scene = row("cull-files");
    let file = scratch("cull-files").join("cameras.jsonl");
    let columns = "[1,0,0,0, 0,1,0,0, 0,0,-1.25,-1, 0,0,-2.25,0]";
    let lines = format!(
        "{{\"name\":\"door\",\"view_projection\":{columns},\"depth_range\":[-1,1]}}\n\n\
         {{\"corners\":[[-2,-2,-30],[2,-2,-30],[-2,2,-30],[2,2,-30],[-2,-2,-15],[2,-2,-15],\
         [-2,2,-15],[2,2,-15]]}}\n"
    );
    std::fs::write(&file, lines).unwrap();
    let file = file.to_str().unwrap();
    let text = stdout(&run(&["cull", &scene, "--camera", file, "--top", "1"], ""));
    assert!(text.contains("door: 1 inside, 1 crossing, 2 outside"), "{text}");
    assert!(text.contains("camera 2: 1 inside, 0 crossing, 3 outside"), "{text}");
    assert!(text.contains("… and 7 more"), "{text}");

    let said = |line: &str| {
        let output = run(&["cull", &scene, "--camera", "-"], line);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    assert!(said("{\"view_projektion\":[]}").contains("did you mean `view_projection`"));
    assert!(said("{\"view_projection\":[1,2]}").contains(":1.view_projection"));
    let zeros = said("{\"view_projection\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}");
    assert!(zeros.contains("cannot be inverted"), "{zeros}");
    assert!(said("").contains("no camera"));
    let output = run(&["cull", &scene, "--matrix", "1,2;3"], "");
    assert!(stderr(&output).contains("16 numbers"), "{}", stderr(&output));
    assert_eq!(run(&["cull", &scene], "").status.code(), Some(2));
}
