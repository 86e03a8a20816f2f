//! What is left where not all could be written: whole lines, and a word about it.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::process::{Command, Output};

use common::{command, scratch, stderr};
use serde_json::Value;

/// Runs where files may not grow beyond 8 blocks of the shell's; a write that reaches the limit is
/// cut there, as on a full disk.
fn in_little_space(script: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f 8; {script}"))
        .arg(command().get_program())
        .args(arguments)
        .output()
        .unwrap()
}

fn pairs(count: usize) -> String {
    let pair = |i| {
        format!(
            "{{\"id\":{i},\"dim\":3,\"a\":{{\"type\":\"point\"}},\"b\":{{\"type\":\"sphere\",\"radius\":1}}}}\n"
        )
    };
    (0..count).map(pair).collect()
}

#[test]
fn answers_on_a_full_disk_end_with_a_whole_line() {
    let directory = scratch("full");
    let input = directory.join("pairs.jsonl");
    std::fs::write(&input, pairs(1000)).unwrap();
    let answers = directory.join("answers.jsonl");
    for (how, before) in [(">", ""), (">>", "{\"id\":\"before\"}\n")] {
        std::fs::write(&answers, before).unwrap();
        let script = format!("exec \"$0\" \"$@\" {how} '{}'", answers.display());
        let output = in_little_space(&script, &["query", input.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        let text = std::fs::read_to_string(&answers).unwrap();
        assert!(text.ends_with('\n') && text.len() > 1000, "{how} {text}");
        let ids: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
            .filter(Value::is_u64)
            .collect();
        assert_eq!(ids, (0..ids.len()).map(Value::from).collect::<Vec<_>>());
        let said = stderr(&output);
        let count = format!("; {} whole lines were written", ids.len());
        assert!(said.contains("standard output: ") && said.contains(&count), "{said}");
    }
}

#[test]
fn a_file_that_does_not_fit_is_left_empty() {
    let directory = scratch("full_file");
    let file = directory.join("trace.json").display().to_string();
    let hulls =
        ["trace", "ellipsoid:1,2,3", "ellipsoid:3,2,1", "--move-b", "1,1,1", "--out", &file];
    let output = in_little_space("exec \"$0\" \"$@\"", &hulls);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains(&format!("--out {file}: ")) && said.contains("nothing was"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn a_full_device_is_said() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let output = Command::new("sh")
        .args(["-c", "exec \"$0\" \"$@\" > /dev/full"])
        .arg(command().get_program())
        .args(["pair", "point:0,0", "circle:1"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("; nothing was written"), "{}", stderr(&output));
}

/// Notes and summaries are for people; errors are said all the same.
#[test]
fn quiet_leaves_errors_alone() {
    let proof = scratch("quiet").join("proof.json");
    let proof = proof.to_str().unwrap();
    let pair = ["pair", "box:1,1,1", "sphere:1", "--move-b", "4,0,0", "--certificate", proof];
    assert!(common::run(&pair, "").status.success());
    assert!(stderr(&common::run(&["verify", proof], "")).contains("verified"));
    assert_eq!(stderr(&common::run(&["verify", proof, "--quiet"], "")), "");
    let wrong = common::run(&["--quiet", "pair", "bxo:1,1,1", "sphere:1"], "");
    assert!(stderr(&wrong).contains("did you mean `box`?"), "{}", stderr(&wrong));
}

#[test]
fn version_says_what_is_built_in() {
    let said = common::run(&["--version"], "");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.starts_with(concat!("clearance ", env!("CARGO_PKG_VERSION"), "\n")), "{said}");
    assert!(said.contains("obj") && said.contains("`clearance view`"), "{said}");
}

/// Colour only for a terminal that wants it: none in a pipe, nor under `NO_COLOR`.
#[test]
fn no_colour_in_pipes() {
    for variable in ["NO_COLOR", "UNRELATED"] {
        let output = command().args(["pair", "--hlep"]).env(variable, "1").output().unwrap();
        assert!(!output.stderr.contains(&0x1b), "{}", stderr(&output));
        assert!(stderr(&output).contains("--help"), "{}", stderr(&output));
    }
}
