//! Completions and manual pages cover the whole grammar.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;

use crate::common::{command, scratch};

fn clearance(arguments: &[&str]) -> String {
    let output = command().args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that `clearance --help` lists.
fn commands() -> BTreeSet<String> {
    let help = clearance(&["--help"]);
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    assert!(commands.contains("pair") && commands.contains("verify"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = clearance(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} does not know {command}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = scratch("man");
    clearance(&["man", directory.to_str().unwrap()]);
    for command in commands().iter().filter(|command| *command != "help") {
        let page = fs::read_to_string(directory.join(format!("clearance-{command}.1"))).unwrap();
        let synopsis = page.lines().skip_while(|line| *line != ".SH SYNOPSIS").nth(1).unwrap();
        if command == "clash" {
            assert!(synopsis.contains(r"[\fB\-\-within\fR \fIDISTANCE\fR]"), "{synopsis}");
        }
        // Tables are not filled, and are no wider than a terminal.
        let mut is_kept = false;
        for line in page.lines() {
            is_kept = match line {
                ".nf" => true,
                ".fi" => false,
                _ => is_kept,
            };
            let is_example = line.trim_start().starts_with("clearance");
            let width = line.replace("\\*(Aq", "'").replace('\\', "").chars().count();
            assert!(is_kept || !line.starts_with(' '), "{command}: {line}");
            assert!(!is_kept || is_example || width <= 76, "{command}: {width}: {line}");
        }
    }
}

/// Paragraphs fill a terminal of 80 columns: a line ends early only where the next word, or a
/// table, begins.
#[test]
fn help_breaks_its_lines_where_the_terminal_ends() {
    for name in commands().iter().filter(|name| *name != "help") {
        let output = command().env("COLUMNS", "80").args([name, "--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = help.split("\nUsage:").next().unwrap().lines().collect();
        for pair in lines.windows(2) {
            let [line, next] = pair else { continue };
            assert!(line.chars().count() <= 80, "{name}: {line}");
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            if is_prose(line) && is_prose(next) {
                let word = next.split_whitespace().next().unwrap().chars().count();
                assert!(line.chars().count() + 1 + word > 80, "{name}: {line}\n{next}");
            }
        }
        assert!(help.trim_end().lines().count() > 5, "{help}");
        let order: Vec<usize> = ["--quiet", "--help", "--version"]
            .iter()
            .filter_map(|option| help.find(&format!(", {option}\n")))
            .collect();
        assert!(order.len() == 3 && order.is_sorted(), "{name}");
        assert!(!help.get(order[0]..).unwrap().contains("\n      --"), "{name}: -q is not last");
    }
}

#[test]
fn numbers_below_zero_are_values() {
    let scene = crate::common::repository().join("assets/panda/hand.stl");
    let scene = scene.to_str().unwrap();
    for (arguments, said) in [
        (["clash", scene, scene, "--within", "-1"].as_slice(), "must not be negative"),
        (&["clash", scene, "--touch-band", "-1"], "must not be negative"),
        (&["clash", scene, "--scale-a", "-1"], "is above 0"),
        (&["clash", scene, "--top", "-1"], "invalid digit"),
        (&["clash", scene, "--max-line", "-1"], "write a number of bytes"),
        (&["robot", "arm.urdf", "--within", "-1"], "must not be negative"),
        (&["decompose", scene, "--parts", scene, "--tolerance", "-1"], "must not be negative"),
        (&["cast", "box:1,1,1", "box:1,1,1", "--max-time", "-1"], "velocity"),
    ] {
        let output = command().args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(said) && !text.contains("-- -1"), "{arguments:?}: {text}");
    }
}
