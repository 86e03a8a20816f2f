//! The `clearance` command: certified distance and penetration of shapes and mesh files, from the
//! command line.
//!
//! ```text
//! main ─> args                           the grammar
//!   ├──> guard                           no output is an input or another output
//!   ├──> pair ─> side, proof, report     one pair, for a person
//!   ├──> cast ─> side, proof             one motion, for a person
//!   ├──> contact ─> side, report         where one pair touches
//!   ├──> query ─> stream, output         JSON Lines, for a program
//!   ├──> verify ─> stream                certificates that those wrote
//!   ├──> trace ─> watch ─> side, stream  every step of one query
//!   ├──> view ─> watch                   the same in the browser
//!   ├──> clash ─> objects, picture       which of many objects clash, touch or come too near
//!   ├──> cull ─> objects                 which objects a camera sees
//!   ├──> decompose ─> picture            how well convex parts stand for a mesh
//!   ├──> field ─> objects                distances at the nodes of a grid
//!   ├──> robot ─> clash, picture         how near a robot's links come, at rest and in motion
//!   └──> install                         completions and manual pages
//! side ─> spec                           shapes on the command line
//! ```
//!
//! What is read and written as JSON is `clearance_json`'s.
//!
//! `docs/formats.md` describes the formats, `clearance help query` in short.

mod args;
mod cast;
mod clash;
mod contact;
mod csv;
mod cull;
mod decompose;
mod field;
mod guard;
mod install;
mod objects;
mod output;
mod pair;
mod picture;
mod proof;
mod query;
mod report;
mod robot;
mod side;
mod spec;
mod stream;
mod trace;
mod verify;
mod view;
mod watch;
mod words;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::FromArgMatches;
use clearance_json::{Fault, escape};

use crate::args::{Cli, Command};
use crate::output::Output;

/// The status of errors; 1 is an answer.
const ERROR: u8 = 2;

/// Whether `--quiet` was given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    let matches = args::grammar().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    IS_QUIET.store(cli.quiet, Ordering::Relaxed);
    let outcome = guard::check(&matches).and_then(|()| match cli.command {
        Command::Pair(args) => pair::run(&args),
        Command::Cast(args) => cast::run(&args),
        Command::Contact(args) => contact::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::View(args) => view::run(&args),
        Command::Clash(args) => clash::run(&args),
        Command::Robot(args) => robot::run(&args),
        Command::Cull(args) => cull::run(&args),
        Command::Decompose(args) => decompose::run(&args),
        Command::Field(args) => field::run(&args),
        Command::Completions(args) => install::completions(&args),
        Command::Man(args) => install::man(&args),
    });
    outcome.unwrap_or_else(|fault| {
        complain(&fault.to_string());
        ExitCode::from(ERROR)
    })
}

/// Prints whole lines on standard output. Where the reader has gone away (`| head`), files are still
/// to be written, and the exit status to say what was found.
fn print(text: &str) -> Result<(), Fault> {
    let mut out = Output::stdout();
    match out.write(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(out.fault(&error)),
        _ => Ok(()),
    }
}

/// Whether standard error holds errors alone.
fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints what is worth knowing and no error, unless `--quiet` is given.
fn remark(message: &str) {
    if !is_quiet() {
        complain(message);
    }
}

/// Prints what went wrong, on one line. If that fails too, no channel is left.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "clearance: {}", escape::shown(message));
}

/// Ends quietly where the reader of the output has gone away (`| head`), as a signal would have it.
fn stop_if_closed(error: &io::Error) {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
}
