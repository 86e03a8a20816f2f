//! Running the real binary.
#![allow(dead_code, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_clearance"))
}

/// Starts with arguments; all three streams are pipes.
pub(crate) fn start(arguments: &[&str]) -> Child {
    command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs with arguments and standard input.
pub(crate) fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Writing beside reading: both pipes may fill.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The answers to lines on standard input.
pub(crate) fn answers(options: &[&str], lines: &str) -> Vec<Value> {
    let mut arguments = vec!["query", "-"];
    arguments.extend(options);
    let output = run(&arguments, lines);
    assert_ne!(output.status.code(), Some(2), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// A directory of its own for a test's files.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// A square ring about z with a hole of half width 1, as OBJ: it fills three quarters of its hull.
pub(crate) fn ring() -> String {
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let mut text = String::new();
    for (half, z) in [(2.0, 0.5), (1.0, 0.5), (2.0, -0.5), (1.0, -0.5)] {
        for (x, y) in corners {
            text += &format!("v {} {} {z}\n", half * x, half * y);
        }
    }
    for k in 0..4 {
        let next = (k + 1) % 4;
        // Corner k outside above, inside above, outside below, inside below, counted from 1.
        let [a, b, c, d] = [1, 5, 9, 13].map(|first| first + k);
        let [e, f, g, h] = [1, 5, 9, 13].map(|first| first + next);
        text += &format!("f {a} {e} {f} {b}\nf {c} {d} {h} {g}\n");
        text += &format!("f {a} {c} {g} {e}\nf {b} {f} {h} {d}\n");
    }
    text
}

/// One step into a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Key(String),
    Place(usize),
}

/// Visits a document and each part within, with the way to it.
pub(crate) fn each_part(whole: &Value, visit: &mut impl FnMut(&[Step], &Value)) {
    let mut pending = vec![(Vec::new(), whole)];
    while let Some((path, part)) = pending.pop() {
        visit(&path, part);
        let mut enter = |step, part| {
            let mut path = path.clone();
            path.push(step);
            pending.push((path, part));
        };
        match part {
            Value::Object(fields) => {
                fields.iter().rev().for_each(|(key, part)| enter(Step::Key(key.clone()), part));
            }
            Value::Array(items) => {
                items.iter().enumerate().rev().for_each(|(i, part)| enter(Step::Place(i), part));
            }
            _ => {}
        }
    }
}

/// The document with another value at the end of a way.
pub(crate) fn with(whole: &Value, path: &[Step], value: Value) -> Value {
    let mut document = whole.clone();
    let part = path.iter().fold(&mut document, |inner, step| match step {
        Step::Key(key) => &mut inner[key],
        Step::Place(i) => &mut inner[i],
    });
    *part = value;
    document
}
