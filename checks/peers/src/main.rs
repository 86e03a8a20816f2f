//! Runs every case through parry and prints the answers, JSON Lines. Each query runs in a process
//! of its own with a time limit, so that a panic, a crash or an endless loop costs one answer and
//! can be distinguished from the others. table.py judges the answers.

// One text for both precisions: what is a conversion in one is a no-op in the other, and each crate
// has modules of one file.
#[allow(clippy::duplicate_mod, clippy::unnecessary_cast, clippy::useless_conversion)]
mod libraries;
mod row;

use std::io::{BufRead, Read};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use wait_timeout::ChildExt;

use row::Row;

/// Far more time than any convex query takes.
const LIMIT: Duration = Duration::from_secs(10);

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [file] => all(file),
        [file, precision, id] => one(file, precision, id),
        _ => Err("usage: clearance-peers CASES [PRECISION ID]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

fn rows(file: &str) -> Result<Vec<Row>, Failure> {
    let file = std::io::BufReader::new(std::fs::File::open(file)?);
    file.lines()
        .map(|line| Row::parse(&line?).ok_or_else(|| "a case does not parse".into()))
        .collect()
}

fn all(file: &str) -> Result<(), Failure> {
    for precision in libraries::PRECISIONS {
        for row in rows(file)? {
            let mut answer = in_child(file, precision, &row.id)?;
            answer["id"] = json!(row.id);
            answer["peer"] = json!(format!("parry {precision}"));
            println!("{answer}");
        }
    }
    Ok(())
}

/// The child's side: prints the answer, if there is one.
fn one(file: &str, precision: &str, id: &str) -> Result<(), Failure> {
    let row = rows(file)?.into_iter().find(|row| row.id == id).ok_or("no such case")?;
    match libraries::answer(precision, &row) {
        Some(answer) => println!("{answer}"),
        None => println!("{}", json!({ "outcome": "not expressible" })),
    }
    Ok(())
}

fn in_child(file: &str, precision: &str, id: &str) -> Result<Value, Failure> {
    let mut child = Command::new(std::env::current_exe()?)
        .args([file, precision, id])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let Some(status) = child.wait_timeout(LIMIT)? else {
        child.kill()?;
        child.wait()?;
        return Ok(json!({ "outcome": "hang" }));
    };
    let read = |pipe: Option<&mut dyn Read>| -> Result<String, Failure> {
        let mut text = String::new();
        pipe.ok_or("no pipe")?.read_to_string(&mut text)?;
        Ok(text)
    };
    if status.success() {
        let text = read(child.stdout.as_mut().map(|pipe| pipe as &mut dyn Read))?;
        return Ok(serde_json::from_str(&text)?);
    }
    let why = read(child.stderr.as_mut().map(|pipe| pipe as &mut dyn Read))?;
    let outcome = if status.code() == Some(101) { "panic" } else { "crash" };
    Ok(json!({ "outcome": outcome, "why": why.trim() }))
}
