//! The trust suite as a program: every query of many pairs, judged; a report; status 1 if anything
//! is wrong.

mod runner {
    pub(crate) mod args;
    pub(crate) mod cells;
    pub(crate) mod report;
}

use std::process::ExitCode;

use clap::Parser;

use runner::{args::Args, cells, report};

fn main() -> ExitCode {
    let args = Args::parse();
    let cells = cells::run(&args);
    print!("{}", report::terminal(&args, &cells));
    let kept = report::keep(&args, &cells);
    if let Err(error) = &kept {
        eprintln!("{error}");
    }
    let clean = cells.iter().all(|cell| cell.complaints(args.length).is_empty())
        && report::loose(&cells).is_empty();
    if clean && kept.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
