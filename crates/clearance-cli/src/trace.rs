//! `clearance trace`: every step of a query.

use std::process::ExitCode;

use clearance_json::Fault;

use crate::args::TraceArgs;
use crate::output::Output;
use crate::watch;

/// Writes the trace, or its table.
pub(crate) fn run(args: &TraceArgs) -> Result<ExitCode, Fault> {
    let trace = watch::trace(&args.watch)?.ok_or_else(|| {
        Fault::new("say what to watch: two shapes, or a file of JSON Lines; `clearance help trace` says more")
    })?;
    let text = if args.text { trace.text() } else { trace.json()? };
    match &args.out {
        None => crate::print(&text)?,
        Some(path) => Output::create("--out", path)?.lines(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
