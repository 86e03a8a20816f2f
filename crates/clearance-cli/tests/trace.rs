//! `clearance trace`: the format, what its numbers mean, and that a trace can be asked again.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod common;

use common::{numbers, run, scratch, stderr, stdout};
use serde_json::{Value, json};

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

fn steps<'t>(trace: &'t Value, kind: &str) -> Vec<&'t Value> {
    trace["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == kind).collect()
}

/// Lines of JSON with the exact signed distance of the shapes, known without this program.
fn known() -> Vec<(Value, f64)> {
    let at = |shape: Value, x: f64, y: f64, z: f64| {
        let mut shape = shape;
        shape["pose"] = json!({ "translation": [x, y, z], "rotation": [0, 0, 0, 1] });
        shape
    };
    let in_plane = |shape: Value, x: f64, y: f64| {
        let mut shape = shape;
        shape["pose"] = json!({ "translation": [x, y], "angle": 0 });
        shape
    };
    let cube = || json!({ "type": "box", "half_extents": [1, 1, 1] });
    let square = || json!({ "type": "box", "half_extents": [1, 1] });
    let ball = || json!({ "type": "ellipsoid", "radii": [1, 2, 2] });
    let tent = || json!({ "type": "hull", "vertices": [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [0, 1, 0]] });
    let corner = || json!({ "type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2]] });
    vec![
        (
            json!({ "dim": 3, "a": cube(), "b": at(json!({ "type": "sphere", "radius": 0.5 }), 4.0, 0.0, 0.0) }),
            2.5,
        ),
        (
            json!({ "dim": 3, "a": cube(), "b": at(json!({ "type": "sphere", "radius": 0.5 }), 1.25, 0.5, 0.0) }),
            -0.25,
        ),
        (json!({ "dim": 3, "a": cube(), "b": at(cube(), 3.5, 0.25, 1.0) }), 1.5),
        (json!({ "dim": 3, "a": cube(), "b": at(cube(), 1.5, 0.25, 0.5) }), -0.5),
        (json!({ "dim": 3, "a": tent(), "b": at(cube(), 0.0, 2.5, 0.0) }), 0.5),
        (json!({ "dim": 3, "a": tent(), "b": at(cube(), 0.25, 1.5, 0.0) }), -0.5),
        (json!({ "dim": 3, "a": ball(), "b": at(ball(), 2.5, 0.0, 0.0) }), 0.5),
        (json!({ "dim": 3, "a": ball(), "b": at(ball(), 1.5, 0.0, 0.0) }), -0.5),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), 3.0, 0.0) }), 2.0),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), -1.5, -1.5) }), -0.5_f64.sqrt()),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), 0.75, -0.5) }), -0.25),
        (
            json!({ "dim": 2, "a": { "type": "capsule", "half_height": 1, "radius": 0.5 }, "b": in_plane(square(), 3.0, 0.5) }),
            1.5,
        ),
    ]
}

/// The line with all its lengths multiplied.
fn scaled(line: &Value, factor: f64) -> Value {
    match line {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| match key.as_str() {
                "dim" | "rotation" | "angle" => (key.clone(), value.clone()),
                _ => (key.clone(), scaled(value, factor)),
            })
            .collect(),
        Value::Array(items) => items.iter().map(|item| scaled(item, factor)).collect(),
        Value::Number(number) => json!(number.as_f64().unwrap() * factor),
        other => other.clone(),
    }
}

/// Everything that holds of any trace, and that its bounds enclose the truth and lead to the answer.
fn check(trace: &Value, truth: f64, size: f64, rounding: f64) {
    let room = rounding * size;
    assert_eq!(trace["clearance_trace"], 1);
    assert_eq!(trace["method"], "iterations");
    let dim = usize::try_from(trace["dim"].as_u64().unwrap()).unwrap();
    let margin: f64 = numbers(&trace["radii"]).iter().sum();
    let core = truth + margin;
    assert_eq!(numbers(&trace["frame"]["origin"]).len(), dim);
    assert_eq!(trace["frame"]["axes"].as_array().unwrap().len(), dim);

    let bound = |step: &Value, name: &str| step[name].as_f64();
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut before: Vec<Value> = Vec::new();
    for (i, step) in steps(trace, "gjk").into_iter().enumerate() {
        assert_eq!(step["iteration"], i);
        simplex(step, &before, dim);
        before = step["simplex"].as_array().unwrap().clone();
        before.push(step["support"].clone());
        vertex(&step["support"], room);
        let direction = numbers(&step["direction"]);
        assert!((direction.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
        let (least, most) =
            (bound(step, "lower").unwrap(), bound(step, "upper").unwrap_or(f64::INFINITY));
        assert!(least >= lower && most <= upper, "bounds only ever close: {step}");
        assert!(least <= core.max(0.0) + room && most >= core.max(0.0) - room, "{core} {step}");
        (lower, upper) = (least, most);
    }
    let end = steps(trace, "gjk_end");
    assert_eq!(end.len(), 1);
    simplex(end[0], &before, dim);

    let (mut shallow, mut deep) = (f64::NEG_INFINITY, f64::INFINITY);
    let epa = steps(trace, "epa");
    for (i, step) in epa.iter().enumerate() {
        assert_eq!(step["iteration"], i);
        closed(step, dim);
        let (least, most) =
            (bound(step, "lower").unwrap_or(f64::NEG_INFINITY), bound(step, "upper").unwrap());
        assert!(least >= shallow && most <= deep, "bounds only ever close: {step}");
        assert!(least <= -core + room && most >= -core - room, "{core} {step}");
        (shallow, deep) = (least, most);
    }
    for step in trace["steps"].as_array().unwrap() {
        assert!(step["says"].as_str().unwrap().ends_with('.'), "{step}");
    }

    let answer = &trace["answer"];
    let gap = answer["gap"].as_f64().unwrap();
    let (found, reached) = if answer["intersects"] == true {
        (
            -answer["penetration"].as_f64().unwrap(),
            if epa.is_empty() { [lower, upper] } else { [-deep, -shallow] },
        )
    } else {
        (answer["distance"].as_f64().unwrap(), [lower, upper])
    };
    assert!((found - truth).abs() <= gap + room, "{found} is not {truth}");
    let slack = gap + room + 1e-9 * size;
    for bound in reached {
        assert!(
            (bound - margin - found).abs() <= slack,
            "{reached:?} do not lead to {found} ± {gap}"
        );
    }
    assert!(trace["certificate"].is_object() || trace["certificate_error"].is_string());
}

/// A simplex is what was there before, with the support point, without what was dropped.
fn simplex(step: &Value, before: &[Value], dim: usize) {
    let vertices = step["simplex"].as_array().unwrap();
    let dropped: Vec<usize> =
        numbers(&step["dropped"]).iter().map(|i| format!("{i}").parse().unwrap()).collect();
    let kept = before.iter().enumerate().filter(|(i, _)| !dropped.contains(i)).map(|(_, v)| v);
    assert!(kept.eq(vertices), "{step}");
    let region = match (&step["region"], vertices.len()) {
        (Value::Null, 0) => return,
        (region, _) => region.as_str().unwrap(),
    };
    match region {
        "vertex" => assert_eq!(vertices.len(), 1),
        "edge" => assert_eq!(vertices.len(), 2),
        "face" => assert_eq!((vertices.len(), dim), (3, 3)),
        "inside" => assert!(vertices.len() <= dim + 1),
        other => panic!("{other}"),
    }
    // The nearest point is where the next direction comes from, so there is one.
    assert_eq!(numbers(&step["nearest"]).len(), dim);
    let letters = |i: &usize| char::from(b'A' + u8::try_from(*i).unwrap());
    let says = step["says"].as_str().unwrap();
    if step["kind"] == "gjk" {
        assert!(dropped.iter().map(letters).all(|letter| says.contains(letter)), "{step}");
    }
}

fn vertex(vertex: &Value, room: f64) {
    let [point, a, b] = ["point", "on_a", "on_b"].map(|name| numbers(&vertex[name]));
    for (i, x) in point.iter().enumerate() {
        assert!((a[i] - b[i] - x).abs() <= room, "{vertex}");
    }
    assert_eq!(vertex["features"].as_array().unwrap().len(), 2);
}

/// The facets are a closed surface of vertices that are there, and the horizon is made of their edges.
fn closed(step: &Value, dim: usize) {
    let count = step["vertices"].as_array().unwrap().len();
    let facets: Vec<Vec<f64>> = step["facets"].as_array().unwrap().iter().map(numbers).collect();
    let chosen = usize::try_from(step["chosen"].as_u64().unwrap()).unwrap();
    assert!(chosen < facets.len());
    assert!(facets.iter().flatten().all(|corner| (*corner as usize) < count));
    assert!(facets.iter().all(|facet| facet.len() == dim));
    let mut edges: Vec<(u64, u64)> = Vec::new();
    for facet in &facets {
        for i in 0..if dim == 3 { 3 } else { 1 } {
            edges.push((facet[i] as u64, facet[(i + 1) % dim] as u64));
        }
    }
    if dim == 3 {
        assert!(edges.iter().all(|(a, b)| edges.contains(&(*b, *a))), "{step}");
    } else {
        assert!(edges.iter().all(|(_, b)| edges.iter().any(|(a, _)| a == b)), "{step}");
    }
    for edge in step["horizon"].as_array().unwrap() {
        assert!(numbers(edge).iter().all(|corner| (*corner as usize) < count), "{step}");
    }
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
    let cut = trace(&["box:1,1,1", "box:1,1,1", "--move-b", "9,2,1", "--cut-off", "1"], "");
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
