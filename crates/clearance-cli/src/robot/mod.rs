//! `clearance robot`: how near a robot's links come to each other.
//!
//! ```text
//! surroundings ─> load ─> row, left_out ─> table (text, CSV, JSON Lines), picture (HTML)
//!   ├──> motion ─> row, table, picture (over a trajectory)
//!   └──> matrix ─> table (pairs that need no look)
//! ```

mod left_out;
mod load;
mod matrix;
mod motion;
mod picture;
mod row;
mod surroundings;
mod table;

use std::process::ExitCode;

use clearance_json::Fault;

use crate::args::RobotArgs;
use crate::clash::write;
use load::Loaded;

/// Reads, asks, reports; the exit code says whether links are known not to collide.
pub(crate) fn run(args: &RobotArgs) -> Result<ExitCode, Fault> {
    let loaded = load::load(args)?;
    for note in &loaded.notes {
        crate::remark(note);
    }
    if let Some(path) = &args.make_srdf {
        matrix::run(path, args, &loaded)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (Some(path), Some(samples)) = (&args.trajectory, &loaded.samples) {
        let is_free = motion::run(path, samples, args, &loaded)?;
        return Ok(ExitCode::from(u8::from(!is_free)));
    }
    let Loaded { robot, pairs, configuration, .. } = &loaded;
    let mut rows = row::rows(loaded.seen(), pairs, configuration, args.within.unwrap_or(0.0));
    // What nobody looks at is not known to be free.
    let fails = rows.is_empty() || rows.iter().any(row::Row::fails);
    let summary = table::summary(&loaded, &rows);
    if let Some(within) = args.within {
        // What is just as far as wanted may look a rounding farther; and what is inside another
        // collides, however far the surfaces are apart.
        rows.retain(|row| row.fails() || !(row.signed_distance - row.gap > within));
    }
    let left_out = left_out::list(robot, &loaded.left_out);
    if args.json {
        crate::print(&(table::json_lines(&rows)? + &table::json_lines(&left_out)?))?;
    } else {
        let left_out = left_out::text(&left_out);
        crate::print(&format!("{}{left_out}{summary}", table::text(&rows, args.top)))?;
    }
    write("--csv", args.csv.as_ref(), || Ok(table::csv(&rows).into_bytes()))?;
    write("--html", args.html.as_ref(), || {
        picture::html(&loaded, configuration, &rows, &summary, None)
    })?;
    Ok(ExitCode::from(u8::from(fails)))
}
