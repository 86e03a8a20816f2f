//! `clearance trace`: the format, what its numbers mean, and that a trace's query can run again.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod casts;
use crate::common;
mod holds;

use common::{numbers, run, scratch, stderr, stdout};
use holds::{check, known, scaled, steps};
use serde_json::Value;

fn text(arguments: &[&str], input: &str) -> String {
    let mut all = vec!["trace"];
    all.extend(arguments);
    let output = run(&all, input);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

fn trace(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&text(arguments, input)).unwrap()
}

#[test]
fn bounds_enclose_the_truth_and_lead_to_the_answer() {
    for (line, truth) in known() {
        check(&trace(&["-"], &line.to_string()), truth, 8.0, 1e-13);
        check(&trace(&["-", "--start", "constant"], &line.to_string()), truth, 8.0, 1e-13);
        check(&trace(&["-", "--precision", "f32"], &line.to_string()), truth, 8.0, 1e-6);
    }
}

#[test]
fn extreme_sizes_are_no_exception() {
    for (line, truth) in known() {
        for exponent in [-900, 900] {
            let size = 2.0_f64.powi(exponent);
            check(
                &trace(&["-"], &scaled(&line, size).to_string()),
                truth * size,
                8.0 * size,
                1e-13,
            );
        }
    }
}

#[test]
fn both_algorithms_are_seen_in_both_spaces() {
    let mut seen = Vec::new();
    for (line, truth) in known() {
        let trace = trace(&["-"], &line.to_string());
        let core = truth + numbers(&trace["radii"]).iter().sum::<f64>();
        // Where the cores are apart, GJK is enough.
        assert_eq!(steps(&trace, "epa").is_empty(), core > 0.0, "{line}");
        assert!(!steps(&trace, "gjk").is_empty());
        seen.push((trace["dim"].as_u64().unwrap(), core > 0.0));
    }
    for expected in [(2, false), (2, true), (3, false), (3, true)] {
        assert!(seen.contains(&expected));
    }
}

#[test]
fn the_query_in_a_trace_gives_the_same_trace() {
    let directory = scratch("trace-again");
    let mut texts: Vec<String> =
        known().iter().map(|(line, _)| text(&["-"], &line.to_string())).collect();
    let panda = common::repository().join("assets/panda");
    let [link, hand] = ["link5.stl", "hand.stl"].map(|f| panda.join(f).display().to_string());
    for options in [
        &["--move-b", "0.3,0,0"][..],
        &[],
        &["--precision", "f32", "--max-iterations", "3", "--start", "0,1,0"],
    ] {
        let mut arguments = vec![link.as_str(), hand.as_str()];
        arguments.extend(options);
        texts.push(text(&arguments, ""));
    }
    texts.push(text(
        &[
            "box:1,2,3",
            "cone:1,0.5",
            "--move-b",
            "1.1,2,1",
            "--rotate-a",
            "axis:1,2,3:40",
            "--scale-a",
            "2",
            "--margin-b",
            "0.1",
            "--cut-off",
            "0.5",
        ],
        "",
    ));
    for (i, first) in texts.iter().enumerate() {
        let found: Value = serde_json::from_str(first).unwrap();
        assert_eq!(text(&["-"], &found["query"].to_string()), *first);
        // So does the trace itself, and its query as one line of many.
        let file = directory.join(format!("{i}.json"));
        std::fs::write(&file, first).unwrap();
        assert_eq!(text(&[file.to_str().unwrap()], ""), *first);
        let lines = format!("\n{{\"not\":\"this\"}}\n{}\n", found["query"]);
        assert_eq!(text(&["--line", "3", "-"], &lines), *first);
    }
}

#[test]
fn options_are_part_of_the_query() {
    let found = trace(
        &[
            "box:1,1,1",
            "box:1,1,1",
            "--move-b",
            "9,2,1",
            "--max-iterations",
            "2",
            "--start",
            "0,0,1",
        ],
        "",
    );
    assert_eq!(found["query"]["max_iterations"], 2);
    assert_eq!(numbers(&found["query"]["start"]), [0.0, 0.0, 1.0]);
    assert_eq!(numbers(&steps(&found, "gjk")[0]["direction"]), [0.0, 0.0, 1.0]);
    assert_eq!(steps(&found, "gjk").len(), 2);
    // The command line goes before the line.
    let line = found["query"].to_string();
    assert_eq!(trace(&["-", "--max-iterations", "1"], &line)["query"]["max_iterations"], 1);
    // Of a pair that has no formula: a watched query answers as the plain one does.
    let cut = trace(&["cone:1,1", "ellipsoid:1,2,3", "--move-b", "9,2,1", "--cut-off", "1"], "");
    assert_eq!(cut["answer"]["end"], "cut-off");
    assert!(steps(&cut, "gjk_end")[0]["says"].as_str().unwrap().contains("cut-off"));
    // `clearance query` reads the same keys.
    let answers = common::answers(&[], &line);
    assert_eq!(answers[0]["end"], "limit");
}

#[test]
fn the_frame_is_that_of_a() {
    let found = trace(
        &[
            "box:1,2,3",
            "sphere:1",
            "--move-a",
            "10,20,30",
            "--rotate-a",
            "axis:z:90",
            "--move-b",
            "10,20,40",
        ],
        "",
    );
    assert_eq!(numbers(&found["frame"]["origin"]), [10.0, 20.0, 30.0]);
    let axes: Vec<Vec<f64>> =
        found["frame"]["axes"].as_array().unwrap().iter().map(numbers).collect();
    assert_eq!(axes, [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    for step in steps(&found, "gjk") {
        let corner: Vec<f64> = numbers(&step["support"]["on_a"]).iter().map(|x| x.abs()).collect();
        assert_eq!(corner, [1.0, 2.0, 3.0]);
        assert_eq!(numbers(&step["support"]["on_b"]), [0.0, 0.0, 10.0]);
    }
}

#[test]
fn the_certificate_is_one() {
    let found = text(&["box:1,1,1", "cylinder:1,0.5", "--move-b", "3,0,0"], "");
    let output = run(&["verify", "-"], &found);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn the_answer_is_that_of_query_up_to_the_gaps() {
    let lines: String = known().iter().map(|(line, _)| line.to_string() + "\n").collect();
    for ((line, _), plain) in known().iter().zip(common::answers(&[], &lines)) {
        let watched = trace(&["-"], &line.to_string())["answer"].clone();
        let signed = |answer: &Value| {
            answer["distance"].as_f64().unwrap() - answer["penetration"].as_f64().unwrap_or(0.0)
        };
        let gaps = watched["gap"].as_f64().unwrap() + plain["gap"].as_f64().unwrap();
        assert_eq!(watched["intersects"], plain["intersects"]);
        assert!((signed(&watched) - signed(&plain)).abs() <= gaps, "{watched} {plain}");
    }
}

#[test]
fn the_table_has_a_row_and_a_sentence_for_every_step() {
    for (line, _) in known() {
        let found = trace(&["-"], &line.to_string());
        let table = text(&["-", "--text"], &line.to_string());
        let words: Vec<&str> = table.split_whitespace().collect();
        let words = words.join(" ");
        for step in found["steps"].as_array().unwrap() {
            assert!(words.contains(step["says"].as_str().unwrap()), "{step} is not in {table}");
        }
        let rows = table.lines().filter(|l| l.starts_with("gjk ") || l.starts_with("epa ")).count();
        assert_eq!(rows, found["steps"].as_array().unwrap().len());
        let sentences = table.lines().filter(|l| l.starts_with("    "));
        assert!(sentences.clone().count() >= rows);
        assert!(sentences.clone().all(|l| l.chars().count() <= 88), "{table}");
    }
}

#[test]
fn errors_say_what_to_do() {
    let directory = scratch("trace-errors");
    let two = directory.join("two.jsonl");
    std::fs::write(&two, "{\"a\":1}\n{\"a\":2}\n").unwrap();
    let two = two.to_str().unwrap();
    let cases: [(&[&str], &str, &str); 10] = [
        (&["trace"], "", "two shapes, or a file"),
        (&["trace", "--line", "1"], "", "--line needs a file"),
        (&["trace", two], "", "has 2 lines; choose one of them with --line"),
        (&["trace", two, "--line", "7"], "", "no pair in line 7"),
        (&["trace", two, "--line", "2"], "", "two.jsonl:2: b: is missing"),
        (&["trace", "-"], "", "standard input: is empty"),
        (&["trace", "-"], "{", "not JSON at column"),
        (&["trace", "box:1,1,1", "box:1,1,1", "--line", "2"], "", "--line chooses from one file"),
        (&["trace", "-", "--move-a", "1,2,3"], "{}", "--move-a changes shapes on the command line"),
        (
            &["trace", "box:1,1,1", "box:1,1,1", "--start", "0,0,0"],
            "",
            "all zeros are no direction",
        ),
    ];
    for (arguments, input, message) in cases {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let line = r#"{"dim":3,"start":[0,0,0],"a":{"type":"point"},"b":{"type":"point"}}"#;
    assert!(stderr(&run(&["trace", "-"], line)).contains("start: is all zeros"));
    let line = r#"{"dim":3,"max_iterations":-1,"a":{"type":"point"},"b":{"type":"point"}}"#;
    assert!(stderr(&run(&["trace", "-"], line)).contains("max_iterations: must be a whole number"));
}

#[test]
fn a_file_is_written_where_it_is_asked_for() {
    let file = scratch("trace-out").join("trace.json");
    let path = file.to_str().unwrap();
    assert_eq!(text(&["box:1,1", "circle:1", "--move-b", "3,0", "--out", path], ""), "");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written, text(&["box:1,1", "circle:1", "--move-b", "3,0"], ""));
    let output = run(&["trace", "box:1,1", "circle:1", "--out", "/no/such/folder/trace.json"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--out /no/such/folder/trace.json"));
}

#[test]
fn the_documentation_shows_what_is_printed() {
    let documentation =
        std::fs::read_to_string(common::repository().join("docs/trace.md")).unwrap();
    let pair = ["segment:0,1;0,-1", "circle:0.5", "--move-b", "2,0.25"];
    let mut arguments = vec!["--text"];
    arguments.extend(pair);
    assert!(documentation.contains(&text(&arguments, "")));
    let json = documentation.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let shown: Value = serde_json::from_str(json).unwrap();
    assert_eq!(shown, *steps(&trace(&pair, ""), "gjk")[1]);
}
