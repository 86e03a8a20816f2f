//! Completions and manual pages cover the whole grammar.

#![allow(clippy::unwrap_used)]

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
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
}
