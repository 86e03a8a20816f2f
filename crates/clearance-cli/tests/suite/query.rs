//! `clearance query`: order, streaming, formats and errors.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{answers, command, run, scratch, start, stderr, stdout};
use serde_json::Value;

fn spheres(id: usize, distance: f64) -> String {
    format!(
        r#"{{"id":{id},"dim":3,"a":{{"type":"sphere","radius":1}},"b":{{"type":"sphere","radius":1,"pose":{{"translation":[{distance},0,0],"rotation":[0,0,0,1]}}}}}}"#
    )
}

#[test]
fn ten_thousand_lines_come_back_in_order() {
    let lines: String = (0..10_000).map(|i| spheres(i, 2.5 + i as f64) + "\n").collect();
    let directory = scratch("order");
    let file = directory.join("pairs.jsonl");
    std::fs::write(&file, &lines).unwrap();
    let from_file = run(&["query", file.to_str().unwrap()], "");
    let from_stdin = run(&["query", "-"], &lines);
    assert_eq!(from_file.status.code(), Some(0));
    assert_eq!(from_file.stdout, from_stdin.stdout);
    assert!(stderr(&from_file).is_empty(), "no progress bar where nobody watches");
    let text = stdout(&from_file);
    assert_eq!(text.lines().count(), 10_000);
    for (i, line) in text.lines().enumerate() {
        let found: Value = serde_json::from_str(line).unwrap();
        assert_eq!(found["id"], i);
        assert_eq!(found["distance"], 0.5 + i as f64);
    }
}

#[test]
fn a_line_is_answered_before_the_next_is_written() {
    let mut child = command()
        .args(["query", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for i in 0..3 {
        writeln!(stdin, "{}", spheres(i, 3.0)).unwrap();
        let mut answer = String::new();
        out.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("{{\"id\":{i},")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_format_is_that_of_the_document() {
    let output = run(&["query", "-"], &spheres(7, 4.5));
    let text = stdout(&output);
    let (before, gap) = text.trim().split_once(",\"gap\":").unwrap();
    assert_eq!(
        before,
        r#"{"id":7,"intersects":false,"distance":2.5,"penetration":null,"normal":[1.0,0.0,0.0],"witness_a":[1.0,0.0,0.0],"witness_b":[3.5,0.0,0.0]"#
    );
    assert!(gap.strip_suffix('}').unwrap().parse::<f64>().unwrap() < 2e-14);
    let deep = &answers(&[], &spheres(8, 1.5))[0];
    assert_eq!((&deep["intersects"], &deep["distance"]), (&Value::from(true), &Value::from(0.0)));
    assert_eq!(deep["penetration"], 0.5);
}

#[test]
fn f32_prints_the_float_that_any_reader_gets() {
    let line = spheres(1, 2.7);
    let [narrow, wide] =
        ["f32", "f64"].map(|p| stdout(&run(&["query", "-", "--precision", p], &line)));
    // 2.7f32 - 2 is 0.70000005 to a reader of f32 alone: to others that is 2e-9 off, beside a gap
    // of 1e-14.
    assert!(narrow.contains(r#""distance":0.7000000476837158,"#), "{narrow}");
    assert!(wide.contains(r#""distance":0.7000000000000002,"#), "{wide}");
    // The line's own word counts where no option overrides it.
    let own = line.replace("\"dim\":3", "\"dim\":3,\"precision\":\"f32\"");
    assert_eq!(stdout(&run(&["query", "-"], &own)), narrow);
}

#[test]
fn every_float_reads_back() {
    // Decimals that a parser without care misses by one rounding.
    for text in
        ["0.1", "2.2250738585072014e-308", "9007199254740993", "9.999999999999999e305", "5e-324"]
    {
        let line = format!(
            r#"{{"dim":2,"a":{{"type":"circle","radius":0}},"b":{{"type":"point","pose":{{"translation":[{text},0]}}}}}}"#
        );
        let found = &answers(&[], &line)[0];
        assert_eq!(
            found["witness_b"][0].as_f64().unwrap(),
            text.parse::<f64>().unwrap(),
            "{found}"
        );
    }
}

#[test]
fn what_cannot_be_answered_says_why_in_its_place() {
    let cases = [
        ("nonsense", "not JSON at column"),
        (r#"{"id":"x","dim":3,"a":{"type":"sphere","radius":NaN}}"#, "not JSON"),
        ("[1,2]", "must be an object"),
        (r#"{"dim":3,"a":{"type":"sphere","radius":1}}"#, "b: is missing"),
        (r#"{"dim":4,"a":{},"b":{}}"#, "dim: must be 2 or 3, is 4"),
        (r#"{"a":{"type":"point"},"b":{"type":"point"}}"#, "dim: is missing"),
        (r#"{"dim":3,"precision":"f16","a":{},"b":{}}"#, "precision: must be"),
        (
            r#"{"dim":3,"query":"cast","a":{"type":"point"},"b":{"type":"point","angular_velocity":[0,1]}}"#,
            "b.angular_velocity: has 2 numbers, needs 3 in space",
        ),
        (
            r#"{"dim":2,"query":"cast","a":{"type":"point"},"b":{"type":"point","motion":{"end_angle":1}}}"#,
            "b.motion.end_translation: is missing",
        ),
        (
            r#"{"dim":2,"query":"cast","a":{"type":"point"},"b":{"type":"point","velocity":[1,0],"motion":{}}}"#,
            "b.velocity: stands beside a `motion`; give one of the two",
        ),
        (
            r#"{"dim":3,"query":"cast","a":{"type":"point"},"b":{"type":"point","motion":{"end_translation":[1,0,0],"end_rotation":[0,0,1,0]}}}"#,
            "b.motion: is by half a turn",
        ),
        (
            r#"{"dim":3,"a":{"type":"point"},"b":{"type":"point","angular_velocity":[0,0,1]}}"#,
            "b.angular_velocity: belongs to a cast",
        ),
        (
            r#"{"dim":3,"query":"cast","max_toi":-1,"a":{"type":"point"},"b":{"type":"point"}}"#,
            "max_toi: must not be negative, is -1",
        ),
        (
            r#"{"dim":3,"query":"project","a":{"type":"point"},"b":{"type":"sphere","radius":1}}"#,
            "b: must be a point",
        ),
        (r#"{"dim":3,"query":"ray","a":{},"b":{}}"#, "query: must be one of"),
        (r#"{"dim":3,"a":{"type":"ball"},"b":{}}"#, "a.type: `ball` is none of point"),
        (
            r#"{"dim":2,"a":{"type":"ellipsoid","radii":[1,1]},"b":{}}"#,
            "its counterpart is `ellipse`",
        ),
        (
            r#"{"dim":3,"a":{"type":"sphere","radius":"1"},"b":{}}"#,
            "a.radius: must be a number, is the text \"1\"",
        ),
        (
            r#"{"dim":3,"a":{"type":"sphere","radius":-1},"b":{}}"#,
            "a.radius: must not be negative, is -1",
        ),
        (
            r#"{"dim":3,"a":{"type":"box","half_extents":[1,2]},"b":{}}"#,
            "a.half_extents: has 2 numbers, needs 3",
        ),
        (
            r#"{"dim":3,"a":{"type":"box","half_extents":[1,-2,1]},"b":{}}"#,
            "a.half_extents[1]: must not be negative",
        ),
        (
            r#"{"dim":3,"a":{"type":"hull","vertices":[]},"b":{}}"#,
            "a.vertices: a convex hull needs",
        ),
        (
            r#"{"dim":3,"a":{"type":"hull","vertices":[[0,0,0],[1,2,null]]},"b":{}}"#,
            "a.vertices[1][2]: must be a number, is null",
        ),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"rotation":[0,0,0,0]}},"b":{}}"#,
            "a.pose.rotation: is all zeros",
        ),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"angle":1}},"b":{}}"#,
            "a.pose.angle: belongs to the plane",
        ),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"matrix":[1,0,0,0,1,0,0,0.1,1]}},"b":{}}"#,
            "a.pose.matrix: is no rotation",
        ),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"rotation":[0,0,0,1],"matrix":[0,-1,0,1,0,0,0,0,1]}},"b":{}}"#,
            "a.pose.matrix: is another pose",
        ),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"rotation":[0,0,0,1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]}},"b":{}}"#,
            "a.pose.matrix: is another pose",
        ),
        (
            r#"{"dim":2,"a":{"type":"point","pose":{"rotation":[1,0],"angle":1}},"b":{}}"#,
            "a.pose.angle: stands beside a `rotation`",
        ),
        (
            r#"{"dim":3,"a":{"type":"segment","vertices":[[0,0,0],[0,0,1]],"half_height":7},"b":{}}"#,
            "a.half_height: stands beside `vertices`",
        ),
        (
            r#"{"dim":3,"a":{"type":"capsule","radius":1,"vertices":[[0,0,0],[0,0,1]],"axis":"x"},"b":{}}"#,
            "a.axis: stands beside `vertices`",
        ),
        (
            r#"{"dim":3,"a":{"type":"frustum","corners":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]],"view_projection":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},"b":{}}"#,
            "a.view_projection: stands beside `corners`",
        ),
        (
            r#"{"dim":3,"a":{"type":"rounded","radius":1,"inner":{"type":"cone","radius":1}},"b":{}}"#,
            "a.inner.half_height: is missing",
        ),
        (r#"{"dim":3,"a":{"type":"mesh","path":"no.stl"},"b":{}}"#, "a.path: no.stl: No such file"),
        (
            r#"{"dim":3,"a":{"type":"point","pose":{"translation":[1e400,0,0]}},"b":{}}"#,
            "number out of range",
        ),
        (
            r#"{"dim":3,"precision":"f32","a":{"type":"point","pose":{"translation":[1e39,0,0]}},"b":{}}"#,
            "a.pose.translation[0]: 1e39 is too large for f32",
        ),
    ];
    let mut lines = spheres(0, 3.0) + "\n\n";
    for (line, _) in cases {
        lines.push_str(line);
        lines.push('\n');
    }
    lines.push_str(&spheres(1, 3.0));
    let output = run(&["query", "-"], &lines);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("36 of 38 lines"), "{}", stderr(&output));
    let found: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found.len(), cases.len() + 2);
    assert_eq!((&found[0]["distance"], &found[37]["id"]), (&Value::from(1.0), &Value::from(1)));
    for (i, (line, message)) in cases.iter().enumerate() {
        let answer = &found[i + 1];
        // The blank second line counts.
        assert_eq!(answer["line"], i + 3, "{line}");
        assert!(answer["error"].as_str().unwrap().contains(message), "{line}\n{answer}");
    }
}

#[test]
fn keys_and_words_that_are_not_known_are_errors_and_the_near_one_is_named() {
    let cases = [
        (r#"{"type":"sphere","raduis":1}"#, "a.raduis: is no key of a sphere", "`radius`"),
        (r#"{"type":"box","size":[1,1,1]}"#, "a.size: is no key of a box", "`half_extents`"),
        (r#"{"type":"sphere","radius":1,"position":[1,0,0]}"#, "a.position: is no key", "`pose`"),
        (
            r#"{"type":"point","pose":{"position":[9,0,0],"orientation":[0,0,0,1]}}"#,
            "a.pose.orientation: is no key of a pose",
            "`rotation`",
        ),
        (r#"{"type":"point","pose":{"xyz":[9,0,0]}}"#, "a.pose.xyz: is no key", "`translation`"),
        (
            r#"{"type":"rounded","radius":1,"inner":{"type":"box","half_extent":[1,1,1]}}"#,
            "a.inner.half_extent: is no key",
            "`half_extents`",
        ),
        (
            r#"{"type":"halfspace","normal":[0,0,1],"offset":0}"#,
            "a.type: `halfspace`",
            "`half_space`",
        ),
        (r#"{"type":"bax"}"#, "a.type: `bax` is none of", "`box`"),
        (r#"{"shape":"box"}"#, "a.shape: is no key of a shape", "`type`"),
        (r#"{"type":"mesh","file":"x.stl"}"#, "a.file: is no key of a mesh", "`path`"),
        (r#"{"type":"point","velocity":[1,0,0]}"#, "a.velocity: belongs to a cast", ""),
        (r#"{"type":"point","colour":"red"}"#, "a.colour: is no key of a point, which takes", ""),
        (
            r#"{"type":"scaled","scale":2,"inner":{"type":"point","pose":{}}}"#,
            "a.inner.pose: belongs to the outer shape",
            "",
        ),
        (
            r#"{"type":"sum","a":{"type":"point"},"b":{"type":"cone","half_height":1,"radius":1,"axis":"x"}}"#,
            "a.b: must stand along the same `axis`",
            "",
        ),
        (r#"{"type":"half_space","normal":[0,0,0],"offset":1}"#, "a.normal: is all zeros", ""),
    ];
    let line = |(shape, _, _): &(&str, &str, &str)| {
        format!("{{\"dim\":3,\"a\":{shape},\"b\":{{\"type\":\"point\"}},\"colour\":1}}\n")
    };
    let found = answers(&[], &cases.iter().map(line).collect::<String>());
    for ((shape, message, meant), found) in cases.iter().zip(&found) {
        let error = found["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(message), "{shape}: {found}");
        let suggestion = format!("did you mean {meant}?");
        assert_eq!(error.ends_with(&suggestion), !meant.is_empty(), "{shape}: {found}");
        assert_eq!(error.contains("did you mean"), !meant.is_empty(), "{shape}: {found}");
    }
}

#[test]
fn names_of_both_dimensions_and_of_one() {
    let point = r#""b":{"type":"point","pose":{"translation":[5,0]}}"#;
    for (shape, expected) in [
        (r#"{"type":"circle","radius":1}"#, 4.0),
        (r#"{"type":"hull","vertices":[[0,0],[1,0],[0,1]]}"#, 4.0),
        (r#"{"type":"half_space","normal":[2,0],"offset":6}"#, 2.0),
        (
            r#"{"type":"sum","a":{"type":"box","half_extents":[1,1]},"b":{"type":"circle","radius":1}}"#,
            3.0,
        ),
    ] {
        // With `dim`, and by the coordinates alone.
        for dim in ["\"dim\":2,", ""] {
            let found = &answers(&[], &format!("{{{dim}\"a\":{shape},{point}}}"))[0];
            assert_eq!(found["normal"].as_array().map(Vec::len), Some(2), "{shape}: {found}");
            assert!((found["distance"].as_f64().unwrap() - expected).abs() < 1e-13, "{found}");
        }
    }
    // A ball's name is that of one space.
    let polygon = r#"{"type":"polygon","vertices":[[3,0,0],[4,1,0],[4,0,1]]}"#;
    let line = format!(r#"{{"dim":3,"a":{{"type":"circle","radius":1}},"b":{polygon}}}"#);
    let message = answers(&[], &line)[0]["error"].to_string();
    assert!(message.contains("no `circle` in space") && message.contains("`sphere`"), "{message}");
    let line = r#"{"a":{"type":"box","half_extents":[1,2]},"b":{"type":"sphere","radius":1}}"#;
    let message = answers(&[], line)[0]["error"].to_string();
    assert!(
        message.contains("no `sphere` in the plane") && message.contains("`circle`"),
        "{message}"
    );
    // By their names alone.
    let line = r#"{"a":{"type":"circle","radius":1},"b":{"type":"circle","radius":1}}"#;
    assert_eq!(answers(&[], line)[0]["normal"].as_array().map(Vec::len), Some(2));
}

/// The truth: `cases/hostile` kept a hundred digits of an id as 1.2e99.
#[test]
fn ids_come_back_digit_for_digit() {
    let many = "1234567890".repeat(10);
    for id in [
        "123456789012345678901234567890",
        "18446744073709551616",
        "-9223372036854775809",
        "1.50",
        "1e3",
        "[1.0,{\"x\":100000000000000000000}]",
        "9007199254740993",
        "\"é\"",
        many.as_str(),
    ] {
        let line = spheres(0, 3.0).replace("\"id\":0", &format!("\"id\":{id}"));
        let wrong = line.replace("\"a\":", "\"c\":");
        let twice = line.replace("\"radius\":", "\"radius\":1,\"radius\":");
        let all = format!("{line}\n{wrong}\n{twice}\n");
        let text = stdout(&run(&["query", "-", "--certificate"], &all));
        let mut lines = text.lines();
        for what in ["\"intersects\":false", "\"line\":2", "\"line\":3,\"error\":\"the key"] {
            let begin = format!("{{\"id\":{id},{what}");
            let line = lines.next().unwrap();
            assert!(line.starts_with(&begin), "{line} does not begin with {begin}");
        }
        // The document of the proof goes by the same name.
        let verified = run(&["verify", "-", "--verbose"], text.lines().next().unwrap());
        assert!(stdout(&verified).starts_with(&format!("standard input:1: {id}: verified")));
    }
}

/// Nothing says which of the two counts.
#[test]
fn an_id_that_is_there_twice_is_none() {
    let line = spheres(0, 3.0).replace("\"id\":0", "\"id\":1,\"id\":2");
    let text = stdout(&run(&["query", "-"], &line));
    assert!(text.starts_with("{\"id\":null,\"line\":1,\"error\":\"the key `id` is there twice"));
}

/// A reader that refuses the line would refuse an answer with such an id too.
#[test]
fn an_id_that_no_reader_takes_is_none() {
    let deep = ["[".repeat(200), "]".repeat(200)].concat();
    for id in ["21e308", "[-1e400]", r#""\ud800""#, r#"{"x":"\udc00"}"#, &deep] {
        let line = spheres(0, 3.0).replace("\"id\":0", &format!("\"id\":{id}"));
        let text = stdout(&run(&["query", "-"], &line));
        assert!(text.starts_with("{\"id\":null,\"line\":1,\"error\":"), "{text}");
        serde_json::from_str::<Value>(&text).unwrap();
    }
}

#[test]
fn text_of_strangers_sends_no_control_characters() {
    let line =
        "{\"id\":\"\u{9b}31m\\u001b\u{202e}\",\"a\":{\"type\":\"\u{9b}31m\u{2028}\"},\"b\":{}}";
    let text = stdout(&run(&["query", "-"], line));
    let is_plain = |c: char| c == '\n' || !c.is_control() && !"\u{202e}\u{2028}".contains(c);
    assert!(text.chars().all(is_plain), "{text:?}");
    assert_eq!(text.lines().count(), 1);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["id"], "\u{9b}31m\u{1b}\u{202e}");
    let file = "no\u{1b}[31msuch\nfile.jsonl";
    let said = stderr(&run(&["query", file], ""));
    assert!(said.starts_with("clearance: no\\u{1b}[31msuch\\nfile.jsonl: "), "{said:?}");
}

#[test]
fn a_line_too_long_is_refused_in_its_place_and_the_next_is_answered() {
    let long = spheres(1, 3.0).replace("\"id\":1", &format!("\"id\":\"{}\"", "x".repeat(2000)));
    // Beyond what is read at once, too.
    for padding in [0, 3 << 20] {
        let long = format!("{long}{}", " ".repeat(padding));
        let lines = format!("{}\n{long}\n\n{}", spheres(0, 3.0), spheres(2, 3.0));
        let output = run(&["query", "-", "--max-line", "1k"], &lines);
        assert_eq!(output.status.code(), Some(1));
        let found: Vec<Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(found.len(), 3);
        assert_eq!((&found[0]["id"], &found[2]["id"]), (&Value::from(0), &Value::from(2)));
        assert_eq!(found[1]["line"], 2);
        assert_eq!(found[1]["error"], "is longer than 1024 bytes; --max-line allows more");
        if padding == 0 {
            let found = run(&["query", "-", "--max-line", "4k"], &lines);
            assert_eq!(found.status.code(), Some(0));
            assert_eq!(stdout(&found).lines().count(), 3);
        }
    }
    let output = run(&["verify", "-", "--max-line", "1k"], &long);
    assert!(stdout(&output).contains("refused: is longer than 1024 bytes; --max-line"));
    let output = run(&["trace", "-", "--max-line", "1k"], &long);
    assert!(stderr(&output).contains("--max-line allows more"), "{}", stderr(&output));
    for wrong in ["", "x", "-1", "1.5M", "M", "99999999999G"] {
        assert_eq!(run(&["query", "-", "--max-line", wrong], "").status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_ends() {
    let mut child = start(&["query", "-", "--max-line", "1M"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let zeros = vec![0; 1 << 20];
    for _ in 0..3 {
        stdin.write_all(&zeros).unwrap();
    }
    let mut answer = String::new();
    out.read_line(&mut answer).unwrap();
    assert!(answer.contains("--max-line allows more"), "{answer}");
    stdin.write_all(&zeros).unwrap();
    writeln!(stdin, "\n{}", spheres(7, 3.0)).unwrap();
    answer.clear();
    out.read_line(&mut answer).unwrap();
    assert!(answer.starts_with("{\"id\":7,"), "{answer}");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_hull_in_the_place_of_a_part_is_said() {
    let directory = scratch("concave");
    std::fs::write(directory.join("ring.obj"), common::ring()).unwrap();
    let ball = |x: f64| {
        format!(r#""b":{{"type":"sphere","radius":0.5,"pose":{{"translation":[{x},0,0]}}}}"#)
    };
    let mesh = r#"{"type":"mesh","path":"ring.obj"}"#;
    let inner = format!(r#"{{"type":"rounded","radius":0.25,"inner":{mesh}}}"#);
    let lines = format!(
        "{{\"a\":{mesh},{}}}\n{{\"a\":{mesh},{}}}\n{{\"a\":{inner},{}}}\n",
        ball(0.0),
        ball(4.0),
        ball(0.0)
    );
    let file = directory.join("pairs.jsonl");
    std::fs::write(&file, lines).unwrap();
    let text = stdout(&run(&["query", file.to_str().unwrap(), "--certificate"], ""));
    let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (found, parts) in found.iter().zip(["unknown", "apart", "unknown"]) {
        assert_eq!(
            (&found["hull_of_concave"], &found["parts"]),
            (&Value::from(true), &Value::from(parts))
        );
        let mesh = &found["mesh_a"];
        assert_eq!(
            (&mesh["path"], &mesh["convex"]),
            (&Value::from("ring.obj"), &Value::from(false))
        );
        // The hole is a square of 2, in a square of 4; its walls are 1 deep at their middle.
        assert_eq!(mesh["volume_ratio"], 0.75);
        assert!(mesh["deepest_dent"].as_f64().unwrap() >= 0.5, "{mesh}");
        assert!(found.get("mesh_b").is_none());
    }
    assert_eq!(found[1]["distance"], 1.5);
    // The documents say so too, to a query of the pair in them; `verify`, which reads no file, says
    // that it was not checked.
    let verified = stdout(&run(&["verify", "-", "--verbose"], &text));
    for line in verified.lines() {
        assert!(line.ends_with("what they stand for was not checked)"), "{line}");
    }
    let queries: String = found.iter().map(|found| format!("{}\n", found["query"])).collect();
    for (again, found) in answers(&[], &queries).iter().zip(&found) {
        for key in ["hull_of_concave", "parts", "mesh_a", "distance", "penetration"] {
            assert_eq!(again[key], found[key], "{key}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let output = run(&["query", "missing.jsonl"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("missing.jsonl"));
}

#[test]
fn extremes_of_the_range_are_answered() {
    for scale in ["1e-300", "1e-200", "1e200", "1e300"] {
        let line = format!(
            r#"{{"dim":3,"a":{{"type":"sphere","radius":{scale}}},"b":{{"type":"box","half_extents":[{scale},{scale},{scale}],"pose":{{"translation":[0,0,0],"rotation":[0,0,1e-30,1e-30]}}}}}}"#
        );
        let found = &answers(&[], &line)[0];
        let unit: f64 = scale.parse().unwrap();
        assert!((found["penetration"].as_f64().unwrap() / unit - 2.0).abs() < 1e-12, "{found}");
    }
}

#[test]
fn meshes_lie_beside_the_input_file() {
    let directory = scratch("meshes");
    let assets = common::repository().join("assets/panda");
    std::fs::create_dir_all(directory.join("parts")).unwrap();
    for part in ["link5.stl", "hand.stl"] {
        std::fs::copy(assets.join(part), directory.join("parts").join(part)).unwrap();
    }
    let line = r#"{"id":"arm","a":{"type":"mesh","path":"parts/link5.stl"},"b":{"type":"mesh","path":"parts/hand.stl","pose":{"translation":[0.3,0,0]}}}"#;
    let scaled = line.replace("stl\"", "stl\",\"scale\":[2,2,2]").replace("0.3", "0.6");
    let file = directory.join("pairs.jsonl");
    std::fs::write(&file, format!("\u{feff}{line}\r\n{scaled}\n")).unwrap();
    let output = run(&["query", file.to_str().unwrap()], "");
    let found: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (answer, factor) in found.iter().zip([1.0, 2.0]) {
        let distance = answer["distance"].as_f64().unwrap();
        assert!((distance - factor * 0.221173456716295).abs() <= 1e-12, "{answer}");
    }
    assert_eq!(found.len(), 2);
}

#[test]
fn shapes_of_the_format_and_its_extensions() {
    // A shape and its distance to the point (9, 0, 0).
    let cases = [
        (r#"{"type":"segment","half_height":2,"pose":{"rotation":[0,0,1,1]}}"#, 7.0),
        (r#"{"type":"segment","vertices":[[0,0,0],[4,0,0]]}"#, 5.0),
        (r#"{"type":"capsule","vertices":[[0,0,0],[4,0,0]],"radius":1}"#, 4.0),
        (r#"{"type":"capsule","half_height":2,"radius":1,"axis":"x"}"#, 6.0),
        (r#"{"type":"cylinder","half_height":2,"radius":1,"axis":"x"}"#, 7.0),
        (r#"{"type":"cylinder","half_height":2,"radius":1,"axis":"z"}"#, 8.0),
        (r#"{"type":"cone","half_height":2,"radius":1,"axis":"x"}"#, 7.0),
        (
            r#"{"type":"rounded","radius":0.5,"inner":{"type":"cone","half_height":2,"radius":1,"axis":"x"}}"#,
            6.5,
        ),
        (r#"{"type":"box","half_extents":[1,1,1],"margin":0.25}"#, 7.75),
        (r#"{"type":"box","half_extents":[1,2,3],"pose":{"matrix":[0,0,1,0,1,0,-1,0,0]}}"#, 6.0),
        (r#"{"type":"point","vertices":[[1,0,0]]}"#, 8.0),
        (r#"{"type":"half_space","normal":[2,0,0],"offset":4}"#, 7.0),
        (
            r#"{"type":"half_space","normal":[0,2,0],"offset":4,"pose":{"rotation":[0,0,-1,1],"translation":[1,0,0]}}"#,
            6.0,
        ),
        (
            r#"{"type":"sum","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"sphere","radius":2},"margin":0.5}"#,
            5.5,
        ),
        (
            r#"{"type":"sum","a":{"type":"cone","half_height":1,"radius":2,"axis":"z"},"b":{"type":"cylinder","half_height":1,"radius":1,"axis":"z"}}"#,
            6.0,
        ),
        (r#"{"type":"scaled","scale":[3,1,1],"inner":{"type":"sphere","radius":1}}"#, 6.0),
        (r#"{"type":"frustum","view_projection":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}"#, 8.0),
        (
            r#"{"type":"frustum","depth_range":[-1,1],"view_projection":[0,0,0.5,0, 0,1,0,0, 1,0,0,0, 0,0,0,1]}"#,
            7.0,
        ),
        // Its nearest corner is (2, 0, 1).
        (
            r#"{"type":"frustum","corners":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[2,0,1],[0,2,1],[2,2,1]]}"#,
            50.0_f64.sqrt(),
        ),
    ];
    let lines: String = cases
        .iter()
        .map(|(shape, _)| format!("{{\"dim\":3,\"a\":{shape},\"b\":{{\"type\":\"point\",\"pose\":{{\"translation\":[9,0,0]}}}}}}\n"))
        .collect();
    for ((shape, expected), found) in cases.iter().zip(answers(&[], &lines)) {
        let distance = found["distance"].as_f64().unwrap_or(f64::NAN);
        assert!((distance - expected).abs() < 1e-13, "{shape}: {found} instead of {expected}");
    }
}

#[test]
fn a_cut_off_and_a_limit_say_so() {
    let line = r#"{"dim":3,"a":{"type":"cone","half_height":1,"radius":1},"b":{"type":"ellipsoid","radii":[1,2,3],"pose":{"translation":[30,20,10]}}}"#;
    for (options, end) in [(["--cut-off", "1"], "cut-off"), (["--max-iterations", "1"], "limit")] {
        let found = &answers(&options, line)[0];
        assert_eq!(found["end"], end, "{found}");
        assert!(found["gap"].as_f64().unwrap() > 1e-9);
    }
    assert!(answers(&[], line)[0].get("end").is_none());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = start(&["query", "-"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = writeln!(stdin, "{}", spheres(0, 3.0));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
}
