//! The query that `trace` and `view` watch.

use std::path::Path;

use clearance_json::{Dimension, Effort, Fault, Libraries, Library, Precision, Trace, line};
use clearance_scene::mesh::path_of;
use serde_json::Value;

use crate::args::WatchArgs;
use crate::side::{Side, common_dim, sides};
use crate::stream::Lines;

/// The trace of what the command line names, if it names anything.
pub(crate) fn trace(args: &WatchArgs) -> Result<Option<Trace>, Fault> {
    let effort = args.effort.effort(args.start);
    match args.inputs.as_slice() {
        [] => match args.line {
            Some(_) => Err(Fault::new("--line needs a file")),
            None => Ok(None),
        },
        [file] => of_file(args, &path_of(file)).map(Some),
        [a, b, ..] => {
            if args.line.is_some() {
                return Err(Fault::new("--line chooses from one file, and here are two inputs"));
            }
            let [a, b] = sides([a, b], &args.shapes, args.limit)?;
            let dim = common_dim(&a, &b)?;
            // Paths on the command line start where the command runs.
            let libraries = Libraries::new(Path::new(""), &args.meshes.reading());
            let precision = args.precision.unwrap_or(Precision::F64);
            let trace = match dim {
                2 => of_sides(&a, &b, libraries.plane(precision), effort),
                _ => of_sides(&a, &b, libraries.space(precision), effort),
            };
            trace.map(Some)
        }
    }
}

fn of_sides<S: Dimension>(
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<S>,
    effort: Effort,
) -> Result<Trace, Fault> {
    Trace::of_pair(&a.place(library)?, &b.place(library)?, effort)
}

/// What the page is to show: a trace as it is, or the trace of anything else.
pub(crate) fn shown(args: &WatchArgs) -> Result<Option<String>, Fault> {
    let asked_again =
        args.precision.is_some() || args.effort.effort(args.start) != Effort::default();
    if let ([file], None, false) = (args.inputs.as_slice(), args.line, asked_again) {
        let path = path_of(file);
        let lines = Lines::open(&path)?;
        let name = lines.name.clone();
        let text = lines.text(args.limit.max_line)?;
        if let Ok(text) = std::str::from_utf8(&text)
            && let Ok(trace) = Trace::read(text)
        {
            return for_the_page(&trace).map(|()| Some(text.to_owned()));
        }
        let trace = of_text(args, &path, &name, &text)?;
        return for_the_page(&trace).and_then(|()| trace.json()).map(Some);
    }
    let trace = trace(args)?;
    trace.map(|trace| for_the_page(&trace).and_then(|()| trace.json())).transpose()
}

/// The page shows how shapes move, but no trace of that.
fn for_the_page(trace: &Trace) -> Result<(), Fault> {
    if trace.is_of_cast() {
        return Err(Fault::new(
            "the page shows no trace of a cast; open the pair and choose Motion, or see the steps \
             with `clearance trace --text`",
        ));
    }
    Ok(())
}

fn of_file(args: &WatchArgs, path: &Path) -> Result<Trace, Fault> {
    let lines = Lines::open(path)?;
    let name = lines.name.clone();
    let most = args.limit.max_line;
    match args.line {
        None => of_text(args, path, &name, &lines.text(most)?),
        Some(wanted) => {
            let line = lines.line(wanted, most)?;
            let value = line::parse(&line).map_err(|fault| in_line(&name, wanted, &fault))?;
            of_value(args, path, &name, wanted, &value)
        }
    }
}

fn of_text(args: &WatchArgs, path: &Path, name: &str, text: &[u8]) -> Result<Trace, Fault> {
    let (number, value) = pick(name, text)?;
    of_value(args, path, name, number, &value)
}

fn of_value(
    args: &WatchArgs,
    path: &Path,
    name: &str,
    number: usize,
    value: &Value,
) -> Result<Trace, Fault> {
    if let Some(option) = args.shapes.first_given() {
        let message =
            format!("--{option} changes shapes on the command line, and {name} has its own");
        return Err(Fault::new(message));
    }
    let libraries = Libraries::new(&Lines::directory(path), &args.meshes.reading());
    let effort = args.effort.effort(args.start);
    Trace::of_line(value, &libraries, args.precision, effort)
        .map_err(|fault| in_line(name, number, &fault))
}

/// The one line that there is, and its number. A single value on several lines is one too.
fn pick(name: &str, text: &[u8]) -> Result<(usize, Value), Fault> {
    let mut found = text
        .split(|byte| *byte == b'\n')
        .zip(1..)
        .filter(|(line, _)| !line.trim_ascii().is_empty());
    if let Ok(value) = line::parse(text) {
        return Ok((1, value));
    }
    match (found.next(), found.next()) {
        (None, _) => Err(Fault::field(name, "is empty")),
        (Some((line, number)), None) => {
            let value = line::parse(line).map_err(|fault| in_line(name, number, &fault))?;
            Ok((number, value))
        }
        (Some(_), Some(_)) => {
            let count = 2 + found.count();
            let message = format!("has {count} lines; choose one of them with --line");
            Err(Fault::field(name, message))
        }
    }
}

fn in_line(name: &str, number: usize, fault: &Fault) -> Fault {
    Fault::new(format!("{name}:{number}: {fault}"))
}
