//! Casts and projections, as a person and a program ask for them.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common::{self, answers, numbers, run, stderr, stdout};
use serde_json::Value;

fn line(text: &str) -> Value {
    let found = answers(&[], &format!("{text}\n"));
    assert_eq!(found.len(), 1);
    found[0].clone()
}

#[test]
fn a_ball_falls_on_a_box() {
    let arguments =
        ["cast", "box:10,0.5,10", "sphere:0.25", "--move-b", "0,2.75,0", "--velocity", "1,-4,0"];
    let output = run(&arguments, "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    let time =
        text.strip_prefix("A and B meet at time ").and_then(|t| t.split_once(" ± ")).unwrap();
    assert!((time.0.parse::<f64>().unwrap() - 0.5).abs() < 1e-12, "{text}");
    assert!(time.1.contains(" (proved).\n"), "{text}");
    assert!(text.contains("normal    (0.0000000, 1.0000000, 0.0000000)"), "{text}");
    let found: Value = {
        let output = run(&[&arguments[..], &["--json"]].concat(), "");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!((&found["hit"], &found["intersects"]), (&true.into(), &false.into()));
    let (time, gap) =
        (found["time_of_impact"].as_f64().unwrap(), found["time_gap"].as_f64().unwrap());
    assert!((time - 0.5).abs() <= gap && gap < 1e-13, "{found}");
    assert!((numbers(&found["impact_a"])[0] - 0.5).abs() < 1e-12, "{found}");
    // Too short, and away.
    for more in [["--max-time", "0.4999"], ["--velocity-a", "0,-5,0"]] {
        let output = run(&[&arguments[..], &more].concat(), "");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(stdout(&output), "A and B do not meet (proved).\n");
    }
    let output = run(&["cast", "box:1,1,1", "sphere:1", "--velocity", "1,0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "clearance: --velocity: has 2 numbers, needs 3\n");
}

#[test]
fn contact_at_the_start_is_the_callers_choice() {
    let ask = |choice: &str| {
        run(
            &[
                "cast",
                "box:1,1",
                "circle:1",
                "--move-b",
                "2,0",
                "--velocity",
                "0,1",
                "--at-start",
                choice,
            ],
            "",
        )
    };
    let output = ask("report");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("A and B are in contact at the start (proved).\n"));
    assert_eq!(ask("ignore_separating").status.code(), Some(0));
    assert_eq!(ask("ignore").status.code(), Some(0));
}

#[test]
fn a_pose_by_an_angle_widens_the_interval() {
    let found = line(
        r#"{"dim":2,"query":"cast","a":{"type":"box","half_extents":[1,1],"pose":{"angle":0.5}},
            "b":{"type":"circle","radius":1,"pose":{"translation":[9,0.5]},"velocity":[-10,0]}}"#
            .replace('\n', " ")
            .as_str(),
    );
    assert_eq!(found["hit"], true);
    let gap = found["time_gap"].as_f64().unwrap();
    assert!(gap > 1e-16 && gap < 1e-13 && found.get("undecided").is_none(), "{found}");
}

#[test]
fn projections() {
    let found = line(
        r#"{"dim":3,"query":"project","a":{"type":"box","half_extents":[1,2,3]},"b":{"type":"point","pose":{"translation":[0.75,0,0]}}}"#,
    );
    assert_eq!(found["signed_distance"], -0.25);
    assert_eq!(numbers(&found["projection"]), [1.0, 0.0, 0.0]);
    assert_eq!(numbers(&found["normal"]), [1.0, 0.0, 0.0]);
}

/// A rod that goes through a small cube while it turns, by velocities and between two poses.
#[test]
fn a_rod_turns_through_a_cube() {
    let arguments = [
        "cast",
        "box:0.05,0.05,0.05",
        "box:1,0.02,0.02",
        "--move-a",
        "0.5,0,0",
        "--rotate-b",
        "axis:z:-90",
        "--turn",
        "0,0,2.7",
    ];
    let output = run(&arguments, "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    // The cube's near lower corner is the first that its face meets.
    let time = (std::f64::consts::FRAC_PI_2 - rod_meets_cube()) / 2.7;
    let text = stdout(&output);
    let found = text.strip_prefix("A and B meet at time ").unwrap();
    let (number, rest) = found.split_once(" ± ").unwrap();
    assert!((number.parse::<f64>().unwrap() - time).abs() < 1e-9, "{time} {text}");
    assert!(rest.contains(" (proved).\n"), "{text}");
    // Turned the other way, it passes on the other side later; too short, it does not.
    let output = run(&[&arguments[..], &["--max-time", "0.5"]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let output = run(&["cast", "box:1,1", "box:1,1", "--move-b", "3,0", "--turn", "1,2"], "");
    assert_eq!(stderr(&output), "clearance: --turn: has 2 numbers, needs 1 in the plane\n");
    let output = run(&["cast", "box:1,1", "box:1,1", "--move-b", "3,0"], "");
    assert_eq!(output.status.code(), Some(2));

    let half = std::f64::consts::FRAC_1_SQRT_2;
    let ask = |b: &str| {
        line(
            &format!(
                r#"{{"dim":3,"query":"cast","a":{{"type":"box","half_extents":[0.05,0.05,0.05],
            "pose":{{"translation":[0.5,0,0]}}}},"b":{{"type":"box","half_extents":[1,0.02,0.02],
            "pose":{{"rotation":[0,0,{},{half}]}},{b}}}}}"#,
                -half
            )
            .replace('\n', " "),
        )
    };
    let turning = ask(r#""angular_velocity":[0,0,2.7]"#);
    assert!((turning["time_of_impact"].as_f64().unwrap() - time).abs() < 1e-9, "{turning}");
    let angle: f64 = 0.5 * (2.7 - std::f64::consts::FRAC_PI_2);
    let end = format!(
        r#""motion":{{"end_translation":[0,0,0],"end_rotation":[0,0,{},{}]"#,
        angle.sin(),
        angle.cos()
    );
    let between = ask(&format!("{end}}}"));
    assert!((between["time_of_impact"].as_f64().unwrap() - time).abs() < 1e-9, "{between}");
    let blended = ask(&format!("{end},\"path\":\"nlerp\"}}"));
    let later = blended["time_of_impact"].as_f64().unwrap();
    assert!(blended["hit"] == true && (later - time).abs() < 0.1 && later != time, "{blended}");
}

/// The angle below the x-axis at which a rod of half width 0.02 through the origin touches the
/// cube's corner at (0.45, -0.05).
fn rod_meets_cube() -> f64 {
    let (x, y) = (0.45_f64, 0.05_f64);
    y.atan2(x) + (0.02 / x.hypot(y)).asin()
}

/// The wall has a window, from 3.5 to 4.7 and from 0.9 to 2.1 high.
#[test]
fn a_ball_is_thrown_through_a_window() {
    let wall = common::repository().join("assets/building/wall.obj").display().to_string();
    let thrown = |from: &str, more: &[&str]| {
        let ball = ["cast", &wall, "sphere:0.1", "--move-b", from, "--velocity", "0,-5,0"];
        run(&[&ball[..], more].concat(), "")
    };
    let hull = stdout(&thrown("4.1,3,1.5", &[]));
    assert!(hull.contains("--by triangles answers it as it is"), "{hull}");
    for by in ["triangles", "auto"] {
        let output = thrown("4.1,3,1.5", &["--by", by]);
        let missed = (Some(0), "A and B do not meet (proved).\n".to_owned());
        assert_eq!((output.status.code(), stdout(&output)), missed);
    }
    // Half a radius beside the frame, whose edge is at 0.2: it meets it with 60 degrees to go.
    let time = (3.0 - 0.2 - 0.1 * 0.75_f64.sqrt()) / 5.0;
    let output = thrown("3.55,3,1.5", &["--by", "triangles", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let off = (found["time_of_impact"].as_f64().unwrap() - time).abs();
    assert!(off <= found["time_gap"].as_f64().unwrap() + 1e-15, "{found}");
    assert_eq!((output.status.code(), &found["impact_part_b"]), (Some(1), &Value::from(0)));
    let text = stdout(&thrown("3.55,3,1.5", &["--by", "triangles"]));
    assert!(text.contains(&format!("triangle {} of A, part 0 of B", found["impact_part_a"])));
    // A ray is a cast of a point.
    let ray = ["cast", &wall, "point:0,0,0", "--by", "triangles", "--velocity", "0,-5,0"];
    let struck = stdout(&run(&[&ray[..], &["--move-b", "4.1,3,0.5"]].concat(), ""));
    assert!(struck.starts_with("A and B meet at time 0.56"), "{struck}");
    let missed = run(&[&ray[..], &["--move-b", "4.1,3,1.5"]].concat(), "");
    assert_eq!(missed.status.code(), Some(0));
    let turned =
        thrown("4.1,3,1.5", &["--by", "auto", "--turn", "0,0,1", "--rotate-b", "axis:z:9"]);
    assert!(stderr(&turned).contains("an angle rounds them"), "{}", stderr(&turned));
    let flat = run(&["cast", "box:1,1", "circle:1", "--velocity", "1,0", "--by", "triangles"], "");
    assert!(stderr(&flat).contains("triangles are of space"), "{}", stderr(&flat));
}
