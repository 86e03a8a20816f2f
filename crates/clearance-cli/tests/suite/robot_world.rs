//! `clearance robot --world`: a ball on a stand, among things whose distances are known.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::PathBuf;

use crate::common::{run, scratch, stderr, stdout};
use serde_json::Value;

/// A ball of radius 0.1 that slides along x, half a metre over a plate.
const URDF: &str = "<robot name=\"slider\"><link name=\"plate\"><collision>\
    <origin xyz=\"0 0 -0.05\"/><geometry><box size=\"0.2 0.2 0.1\"/></geometry></collision></link>\
    <link name=\"ball\"><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link>\
    <joint name=\"x\" type=\"prismatic\"><origin xyz=\"0 0 0.5\"/><parent link=\"plate\"/>\
    <child link=\"ball\"/><axis xyz=\"1 0 0\"/><limit lower=\"-9\" upper=\"9\"/></joint></robot>";

/// The floor at z = -0.1, and a wall whose face is at x = 2.
const CELL: &str = r#"{"name":"floor","shape":{"type":"box","half_extents":[9,9,0.5]},"translation":[0,0,-0.6]}
{"name":"wall, back","shape":{"type":"box","half_extents":[0.5,9,9]},"translation":[2.5,0,0]}
"#;

struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let home = Self(scratch(name));
        home.write("r.urdf", URDF);
        home
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().into()
    }

    /// The status, the output and what is remarked.
    fn ask(&self, options: &[&str]) -> (Option<i32>, String, String) {
        let urdf = self.0.join("r.urdf");
        let output = run(&[&["robot", urdf.to_str().unwrap()], options].concat(), "");
        (output.status.code(), stdout(&output), stderr(&output))
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_base_stands_on_its_floor_and_a_wall_is_met() {
    let home = Home::new("world-cell");
    let cell = home.write("cell.jsonl", CELL);
    // The plate stands on the floor, which was not allowed.
    let (status, text, _) = home.ask(&["--world", &cell, "--joints", "x=1"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("1 pair collides") && text.contains("4 pairs of a link"), "{text}");
    assert!(text.contains("in the frame of plate, the root link"), "{text}");
    assert!(text.contains("cell.jsonl: 2 objects (convex), taken to be in metres"), "{text}");

    let may = ["--world", &cell, "--may-touch", "plate,floor"];
    let (status, text, _) = home.ask(&[&may[..], &["--joints", "x=1"]].concat());
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("3 pairs of a link and an object are looked at"), "{text}");
    assert!(text.contains("may touch: plate and floor"), "{text}");
    let (_, text, _) = home.ask(&[&may[..], &["--joints", "x=1.25", "--json"]].concat());
    let rows = lines(&text);
    // Each link's nearest: of the ball the floor, 0.6 below its middle, is nearer than the wall.
    assert_eq!(rows.len(), 2, "{text}");
    assert_eq!((&rows[0]["a"], &rows[0]["b"]), (&"ball".into(), &"floor".into()));
    assert_eq!((&rows[0]["b_is_around"], &rows[1]["b"]), (&true.into(), &"wall, back".into()));
    assert!((rows[0]["signed_distance"].as_f64().unwrap() - 0.5).abs() < 1e-12);
    assert!((rows[1]["signed_distance"].as_f64().unwrap() - 1.9).abs() < 1e-12);
    // And all that it has within a distance.
    let options = ["--joints", "x=1.25", "--json", "--within", "0.7"];
    let rows = lines(&home.ask(&[&may[..], &options].concat()).1);
    assert_eq!(rows.len(), 2);
    assert!((rows[1]["signed_distance"].as_f64().unwrap() - 0.65).abs() < 1e-12, "{rows:?}");

    // A name with a comma in it; a link that may touch all.
    let all = ["--may-touch", "ball,wall, back", "--may-touch", "plate"];
    let (_, text, _) = home.ask(&[&["--world", &cell], &all[..], &["--joints", "x=1"]].concat());
    assert!(text.contains("1 pair of a link and an object is looked at"), "{text}");
    assert!(text.contains("may touch: ball and wall, back, plate (all of it)"), "{text}");
}

#[test]
fn a_motion_is_proved_against_the_world_or_the_meeting_named() {
    let home = Home::new("world-motion");
    let cell = home.write("cell.jsonl", CELL);
    let (free, meets) = (home.write("a.csv", "x\n-1\n1.5\n"), home.write("b.csv", "x\n0\n4\n"));
    let may = ["--world", &cell, "--may-touch", "plate,floor", "--trajectory"];
    let (status, text, _) = home.ask(&[&may[..], &[&free, "--margin", "0.39"]].concat());
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("nearest: ball and wall, back, 0.4 apart, at 1"), "{text}");
    assert!(text.contains("proved at every time: all pairs are at least 0.39"), "{text}");
    let html = home.0.join("b.html");
    let options = [&meets, "--json", "--html", html.to_str().unwrap()];
    let (status, text, _) = home.ask(&[&may[..], &options].concat());
    assert_eq!(status, Some(1), "{text}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["first_meeting"]["b"], "wall, back");
    assert_eq!(report["stretches"][0]["shape_b"], "wall, back");
    // The ball's side is at the wall where x is 1.9.
    let first = report["first_meeting"]["time"].as_f64().unwrap();
    assert!((first - 1.9 / 4.0).abs() < 1e-3, "{first}");
    // The picture has the world too; what moves are the robot's two shapes.
    let page = std::fs::read_to_string(html).unwrap();
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let names: Vec<&Value> =
        data["objects"].as_array().unwrap().iter().map(|own| &own["name"]).collect();
    assert_eq!(names, ["plate", "ball", "floor", "wall, back"]);
    assert_eq!(data["film"]["moving"], 2);
}

#[test]
fn points_are_balls_in_the_unit_that_is_said() {
    let home = Home::new("world-points");
    // Half a metre in front of the ball.
    let metres = home.write("a.xyz", "0.5 0 0.5\nnan nan nan\n0.7 0 0.5\n");
    let inches = home.write("b.xyz", "# a scan\n500,0,500\n700,0,500\n");
    let points = ["--point-radius", "0.05", "--json"];
    for (file, unit) in [(&metres, &[][..]), (&inches, &["--world-unit", "mm"])] {
        let options = [&["--world", file][..], &points, unit].concat();
        let (status, text, _) = home.ask(&options);
        let rows = lines(&text);
        assert_eq!((status, rows[0]["a"].as_str()), (Some(0), Some("ball")), "{text}");
        assert!((rows[0]["signed_distance"].as_f64().unwrap() - 0.35).abs() < 1e-12, "{text}");
    }
    let options = ["--world", &metres, "--world", &inches, "--point-radius", "0.05"];
    let (_, text, _) = home.ask(&options);
    assert!(text.contains("a.xyz: 2 points (1 left out"), "{text}");
    assert!(text.contains("b.xyz: 2 points, each a ball of radius 0.05"), "{text}");
    assert!(text.contains("4 pairs of a link and an object"), "{text}");
    let motion = home.write("m.csv", "x\n0\n1\n");
    let options = ["--world", &metres, "--point-radius", "0.05", "--trajectory", &motion, "--json"];
    let report: Value = serde_json::from_str(&home.ask(&options).1).unwrap();
    let first = report["first_meeting"]["time"].as_f64().unwrap();
    assert!((first - 0.35).abs() < 1e-3, "{report}");
    // No ball is deeper in another than both are wide.
    assert!((report["lower_bound"].as_f64().unwrap() + 0.15).abs() < 1e-9, "{report}");
}

#[test]
fn a_world_that_shows_nothing_is_an_error() {
    let home = Home::new("world-slips");
    let cell = home.write("cell.jsonl", CELL);
    let cloud = home.write("a.xyz", "1 2 3\n");
    let slips: [(&[&str], &[&str]); 12] = [
        (&["--world", "nowhere.obj"], &["nowhere.obj"]),
        (&["--world", &home.write("e.jsonl", "\n")], &["e.jsonl", "empty"]),
        (&["--world", &home.write("e.obj", "v 0 0 0\n")], &["e.obj", "no triangle"]),
        (&["--world", &home.write("e.xyz", "# no\n"), "--point-radius", "1"], &["no point"]),
        (&["--world", &home.write("n.xyz", "nan 0 0\n"), "--point-radius", "1"], &["no point"]),
        (&["--world", &cloud], &["--point-radius", "point cloud"]),
        (&["--world", &cloud, "--point-radius", "0"], &["--point-radius", "point cloud"]),
        (&["--world", &cell, "--point-radius", "1"], &["none of the files"]),
        (&["--world", &cell, "--world-unit", "mm"], &["line by line"]),
        (&["--world", &cell, "--may-touch", "plat"], &["no link `plat`", "`plate`"]),
        (&["--world", &cell, "--may-touch", "plate,flor"], &["`flor`", "`floor`"]),
        (
            &["--world", &cell, "--may-touch", "plate", "--may-touch", "ball"],
            &["no link with a shape is left"],
        ),
    ];
    for (options, words) in slips {
        let (status, text, message) = home.ask(options);
        assert_eq!(status, Some(2), "{options:?}: {text} {message}");
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
}

/// A parcel a metre ahead of the ball, on its height.
const PARCEL: &str = r#"{"name":"parcel","shape":{"type":"box","half_extents":[0.1,0.1,0.1]},"translation":[1,0,0.5]}
"#;

#[test]
fn what_is_grasped_moves_with_its_link() {
    let home = Home::new("world-grasp");
    let cell = home.write("cell.jsonl", &(CELL.to_owned() + PARCEL));
    let motion = home.write("m.csv", "x\n0\n1.5\n");
    let may = ["--world", &cell, "--may-touch", "plate,floor", "--trajectory", &motion, "--json"];
    // It stands in the way, or goes along and meets the wall: its side is 1.1 ahead.
    let report: Value = serde_json::from_str(&home.ask(&may).1).unwrap();
    assert_eq!(report["first_meeting"]["b"], "parcel");
    let report = home.ask(&[&may[..], &["--attach", "parcel,ball"]].concat()).1;
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&report["first_meeting"]["a"], &report["first_meeting"]["b"]),
        (&"parcel".into(), &"wall, back".into())
    );
    let first = report["first_meeting"]["time"].as_f64().unwrap();
    assert!((first - 0.9 / 1.5).abs() < 1e-3, "{first}");
    // From where the motion begins, not where --joints has it.
    let late = home.write("late.csv", "x\n0.25\n1\n");
    let options = ["--world", &cell, "--may-touch", "plate", "--attach", "parcel,ball,plate"];
    let rest = ["--joints", "x=-1", "--trajectory", &late];
    let (status, text, _) = home.ask(&[&options[..], &rest].concat());
    assert!(text.contains("nearest: parcel and wall, back, 0.15 apart, at 1"), "{text}");
    assert!(text.contains("ball carries parcel from where it stands, and plate may touch it"));
    assert_eq!((status, text.contains("left out")), (Some(0), true), "{text}");

    let parcel = home.write("parcel.jsonl", PARCEL);
    // Alone in the world, it is looked at beside the robot's own links: 0.4 over the plate.
    let options = ["--world", &parcel, "--attach", "parcel,ball", "--joints", "x=1", "--json"];
    let rows = lines(&home.ask(&options).1);
    let row = rows.iter().find(|row| row["b"] == "parcel").unwrap();
    let away = (0.8_f64.powi(2) + 0.4_f64.powi(2)).sqrt();
    assert!((row["signed_distance"].as_f64().unwrap() - away).abs() < 1e-12, "{row}");
    assert_eq!(row["b_is_around"], false);
    for (options, words) in [
        (&["--attach", "parcel"][..], "OBJECT,LINK"),
        (&["--attach", "parsel,ball"], "did you mean `parcel`"),
        (&["--attach", "parcel,bal"], "did you mean `ball`"),
        (&["--attach", "parcel,ball", "--may-touch", "ball"], "all of it is carried"),
    ] {
        let (status, _, message) = home.ask(&[&["--world", &parcel], options].concat());
        assert!(status == Some(2) && message.contains(words), "{options:?}: {message}");
    }
}

#[test]
fn links_count_as_larger_beside_the_world_alone() {
    let home = Home::new("world-larger");
    let cell = home.write("cell.jsonl", CELL);
    let options =
        ["--world", &cell, "--may-touch", "plate", "--adjacent", "--joints", "x=1.5", "--json"];
    let distance = |more: &[&str], b: &str| {
        let rows = lines(&home.ask(&[&options[..], more].concat()).1);
        let row = rows.iter().find(|row| row["b"] == b || row["a"] == b);
        row.unwrap()["signed_distance"].as_f64().unwrap()
    };
    let wall = "wall, back";
    let own = distance(&[], "plate");
    for (more, expected) in [
        (&[][..], 0.4),
        (&["--link-padding", "ball=0.05"], 0.35),
        (&["--link-scale", "ball=2"], 0.3),
        (&["--link-scale", "ball=2", "--link-padding", "ball=0.05"], 0.25),
        (&["--link-scale", "ball=0.5", "--link-padding", "plate=1"], 0.45),
    ] {
        let found = distance(more, wall);
        assert!((found - expected).abs() < 1e-12, "{more:?}: {found}");
        assert_eq!(distance(more, "plate"), own);
    }
    let more = ["--link-scale", "ball=2", "--link-padding", "ball=0.05"];
    let text = home.ask(&[&options[..7], &more].concat()).1;
    assert!(text.contains("beside it count ball 2 times as large, ball padded by 0.05"), "{text}");
    for (more, words) in [
        (["--link-scale", "ball=0"], "0 is no factor"),
        (["--link-padding", "ball=-1"], "-1 is no length"),
        (["--link-padding", "bal=1"], "did you mean `ball`"),
        (["--link-padding", "ball"], "LINK=NUMBER"),
    ] {
        let (status, _, message) = home.ask(&[&options[..], &more].concat());
        assert!(status == Some(2) && message.contains(words), "{more:?}: {message}");
    }
}
