//! Traces of casts: their looks close on the time, and the answer is that of `clearance query`.

use serde_json::{Value, json};

use super::{text, trace};
use crate::common::{answers, numbers, run, scratch, stderr};

/// A ball falls on a floor from 2 above it, at a speed of 4.
fn fall() -> Value {
    json!({
        "id": 7, "dim": 3, "query": "cast", "max_toi": 2,
        "a": { "type": "box", "half_extents": [10, 0.5, 10] },
        "b": { "type": "sphere", "radius": 0.25, "pose": { "translation": [0, 2.75, 0], "rotation": [0, 0, 0, 1] }, "velocity": [1, -4, 0] },
    })
}

/// A tilted box, and one that passes over its corner or meets it.
fn tilted(height: f64) -> Value {
    json!({
        "dim": 2, "query": "cast", "max_toi": 4, "precision": "f64",
        "a": { "type": "box", "half_extents": [1, 1], "pose": { "translation": [0, 0], "angle": 0.8 } },
        "b": { "type": "ellipse", "radii": [0.5, 0.25], "pose": { "translation": [-5, height], "angle": 0.3 }, "velocity": [3, 0] },
    })
}

#[test]
fn looks_close_on_the_time() {
    for (line, truth) in [(fall(), Some(0.5)), (tilted(0.5), None), (tilted(1.75), None)] {
        let trace = trace(&["-"], &line.to_string());
        let looks = trace["steps"].as_array().unwrap();
        assert!(!looks.is_empty() && looks.iter().all(|look| look["kind"] == "look"));
        let mut free = 0.0;
        for (i, look) in looks.iter().enumerate() {
            assert_eq!(look["iteration"], i);
            // The first is where balls about both come near each other.
            let time = look["time"].as_f64().unwrap();
            assert!(time == free || i == 0 && time > 0.0, "{look}");
            let (ahead, normal) = (look["ahead"].as_f64().unwrap(), numbers(&look["normal"]));
            assert!((normal.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
            // Along the normal the nearest points are as far apart as is still to go.
            let (p, q) = (numbers(&look["on_a"]), numbers(&look["on_b"]));
            let apart: f64 = q.iter().zip(&p).zip(normal).map(|((q, p), n)| (q - p) * n).sum();
            let radii: f64 = numbers(&trace["radii"]).iter().sum();
            assert!((apart - radii - ahead).abs() < 1e-6 * (1.0 + apart), "{look}");
            assert!(look["says"].as_str().unwrap().ends_with('.'));
            let Some(next) = look["free_until"].as_f64() else { continue };
            assert!(next >= free, "{look}");
            free = next;
        }
        let answer = answers(&[], &(line.to_string() + "\n")).remove(0);
        for key in ["hit", "time_of_impact", "impact_normal", "impact_a", "distance"] {
            let (traced, plain) = (&trace["answer"][key], &answer[key]);
            // An angle is written as the rotation that it is rounded to.
            let same = match (traced.as_f64(), plain.as_f64()) {
                (Some(p), Some(q)) => (p - q).abs() < 1e-12,
                _ => traced == plain || line["dim"] == 2 && traced.is_array(),
            };
            assert!(same, "{key}: {traced} {plain}");
        }
        if let Some(truth) = truth {
            let last = looks.last().unwrap();
            let [low, high] = ["free_until", "contact_by"].map(|key| last[key].as_f64().unwrap());
            assert!(low <= truth && truth <= high && high - low < 1e-12, "{last}");
            assert_eq!(trace["query"]["id"], 7);
        }
        // Run again it is the same, bit by bit; and it is a document for `clearance verify`.
        let written = trace.to_string() + "\n";
        let again = super::trace(&["-"], &written);
        assert_eq!(again, trace);
        let checked = run(&["verify", "-"], &written);
        assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    }
}

#[test]
fn a_person_reads_how_the_time_was_found() {
    let printed = text(&["-", "--text"], &fall().to_string());
    let proved = "so there is no contact before 0.5; at the points that are nearest now they touch";
    let in_one_line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(in_one_line.contains(proved), "{printed}");
    assert!(in_one_line.contains("free until contact by look 0 0"), "{printed}");
    assert!(printed.contains("They meet at time 0.5"), "{printed}");
    assert!(printed.ends_with("A certificate is in the trace.\n"), "{printed}");

    let passes = text(&["-", "--text"], &tilted(1.75).to_string());
    assert!(passes.contains("They do not meet.\n"), "{passes}");
    // Balls about both shapes never come near each other: nothing is looked at.
    let far = text(&["-", "--text"], &tilted(30.0).to_string());
    assert!(far.contains("No step was taken.") && far.contains("They do not meet."), "{far}");
    // Moving away, they never meet.
    let mut parting = fall();
    parting["b"]["velocity"] = json!([0, 1, 0]);
    let parting = text(&["-", "--text"], &parting.to_string());
    assert!(parting.contains("They do not meet."), "{parting}");
}

#[test]
fn what_has_no_trace_says_so() {
    let refused = |change: &dyn Fn(&mut Value), arguments: &[&str], why: &str| {
        let mut line = fall();
        change(&mut line);
        let output = run(&[&["trace", "-"], arguments].concat(), &line.to_string());
        let said = stderr(&output);
        assert!(output.status.code() == Some(2) && said.contains(why), "{said}");
    };
    let turns = "b: turns, and only straight motions have certificates and traces";
    refused(&|line| line["b"]["angular_velocity"] = json!([0, 0, 1]), &[], turns);
    refused(&|_| {}, &["--start", "constant"], "start: means nothing to a cast");
    refused(&|_| {}, &["--cut-off", "1"], "cut_off: means nothing to a cast");
    let manifold = |line: &mut Value| {
        *line =
            json!({ "query": "manifold", "a": line["a"], "b": { "type": "sphere", "radius": 1 } });
    };
    refused(&manifold, &[], "query: a manifold has no trace");

    // The page shows motions, and no traces of them.
    let file = scratch("trace-of-cast").join("cast.json");
    for content in [fall(), trace(&["-"], &fall().to_string())] {
        std::fs::write(&file, content.to_string()).unwrap();
        let output = run(&["view", "--no-open", file.to_str().unwrap()], "");
        let said = stderr(&output);
        assert!(said.contains("the page shows no trace of a cast; open the pair"), "{said}");
    }
}

#[test]
fn options_and_choices_stay_in_the_query() {
    let mut line = fall();
    (line["at_start"], line["target_distance"]) = (json!("ignore"), json!(0.5));
    let short = trace(&["-", "--max-iterations", "1"], &line.to_string());
    assert_eq!(short["query"]["max_iterations"], 1);
    assert_eq!(short["query"]["at_start"], "ignore");
    assert_eq!(short["steps"].as_array().unwrap().len(), 1);
    let far = trace(&["-"], &line.to_string());
    let time = far["answer"]["time_of_impact"].as_f64().unwrap();
    assert!((time - 0.375).abs() < 1e-12, "{time}");
}
