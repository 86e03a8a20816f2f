//! Every command of the documentation runs on the clone's own files, and prints what stands there.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{answers, repository, scratch};

const PAGES: [&str; 6] =
    ["README.md", "guide.md", "scenes.md", "robots.md", "formats.md", "trace.md"];

/// Tools that the clone does not hold; without them the command names the way to them.
const ELSEWHERE: [&str; 2] = ["--features vhacd", "pip install coacd"];

/// A command, and the lines that stand under it.
struct Shown {
    place: String,
    command: String,
    lines: Vec<String>,
}

#[test]
fn every_command_prints_what_stands_under_it() {
    let folder = clone("docs");
    let mut count = 0;
    for shown in PAGES.iter().flat_map(|page| commands(page)) {
        let Shown { place, command, lines } = shown;
        let output = run(&folder, &command);
        let out = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        let is_elsewhere = ELSEWHERE.iter().any(|way| said.contains(way));
        let is_known = matches!(output.status.code(), Some(0 | 1));
        assert!(is_known || is_elsewhere, "{place}: {command}\n{said}");
        let mut rest = out.lines();
        for line in &lines {
            let found = rest.any(|own| fits(own, line));
            assert!(found, "{place}: {command}\nprints\n{out}\nand not, in its place,\n{line}");
        }
        count += 1;
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn every_line_of_json_is_answered() {
    let pairs: Vec<String> = PAGES.iter().flat_map(|page| pairs(page)).collect();
    assert!(pairs.len() >= 2, "{pairs:?}");
    for (pair, answer) in pairs.iter().zip(answers(&[], &pairs.join("\n"))) {
        assert!(answer.get("error").is_none(), "{pair}\n{answer}");
    }
}

/// A folder in which the clone's files have the names that the pages give them.
fn clone(name: &str) -> PathBuf {
    let folder = scratch(name);
    // Made by an earlier run, and never overwritten.
    let _ = fs::remove_file(folder.join("made.srdf"));
    for files in ["assets", "cases"] {
        // Left by an earlier run.
        let _ = fs::remove_file(folder.join(files));
        symlink(repository().join(files), folder.join(files)).unwrap();
    }
    folder
}

/// Runs a line as a shell does. The page waits for Ctrl-C, so its own is not opened: only its input
/// is read.
fn run(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_clearance")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let command = command.replacen("clearance view", "clearance trace", 1);
    Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .unwrap()
}

/// Whether a line is the one shown, which `…` cuts short. Columns are narrower where a page leaves
/// out rows.
fn fits(line: &str, shown: &str) -> bool {
    let [line, shown] =
        [line, shown].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    match shown.split_once('…') {
        None => line == shown,
        Some((begin, end)) => line.starts_with(begin) && line.ends_with(end),
    }
}

/// Blocks of code: those between fences, with their language, and those that are indented.
fn blocks(page: &str) -> Vec<(usize, String, Vec<String>)> {
    let folder = if page == "README.md" { "" } else { "docs/" };
    let text = fs::read_to_string(repository().join(format!("{folder}{page}"))).unwrap();
    let mut blocks: Vec<(usize, String, Vec<String>)> = Vec::new();
    let (mut is_fenced, mut is_open) = (false, false);
    for (line, number) in text.lines().zip(1..) {
        if let Some(language) = line.strip_prefix("```") {
            is_fenced = !is_fenced;
            is_open = is_fenced;
            if is_fenced {
                blocks.push((number + 1, language.to_owned(), Vec::new()));
            }
            continue;
        }
        let own = if is_fenced { Some(line) } else { line.strip_prefix("    ") };
        match own {
            Some(own) => {
                if !is_open {
                    blocks.push((number, String::new(), Vec::new()));
                    is_open = true;
                }
                blocks.last_mut().unwrap().2.push(own.to_owned());
            }
            None if line.is_empty() && is_open => blocks.last_mut().unwrap().2.push(String::new()),
            None => is_open = false,
        }
    }
    blocks
}

/// Commands and the lines under them; those of a block `text` belong to the last command.
fn commands(page: &str) -> Vec<Shown> {
    const BEGINS: [&str; 2] = ["clearance ", "cargo run -p clearance-cli -- "];
    let mut all: Vec<Shown> = Vec::new();
    for (first, language, lines) in blocks(page) {
        let mut is_output = language == "text";
        for (line, number) in lines.iter().zip(first..) {
            let arguments = BEGINS.iter().find_map(|begin| line.strip_prefix(begin));
            if let Some(arguments) = arguments {
                // A remark stands behind blanks.
                let arguments = arguments.split("   ").next().unwrap();
                let command = format!("clearance {arguments}");
                let place = format!("{page}:{number}");
                all.push(Shown { place, command, lines: Vec::new() });
                is_output = language != "sh";
            } else if is_output && !line.trim().is_empty() && line != "…" {
                all.last_mut().into_iter().for_each(|shown| shown.lines.push(line.clone()));
            }
        }
    }
    all
}

/// Pairs given as JSON, also where the page breaks their line.
fn pairs(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, _, lines) in blocks(page) {
        let mut text = String::new();
        for line in &lines {
            if line.starts_with('{') {
                text.clear();
            }
            text += line;
            let pair = serde_json::from_str::<Value>(&text).ok();
            if pair.is_some_and(|pair| pair.get("a").is_some() && pair.get("b").is_some()) {
                found.push(std::mem::take(&mut text));
            }
        }
    }
    found
}
