//! The report: for the terminal, as Markdown, as JSON.

use std::fmt::Write;
use std::path::Path;

use clearance_trust::bounds;
use clearance_trust::tally::{Fault, Tally, Tightness};
use serde_json::{Value, json};

use super::args::{Args, SPACES};
use super::cells::Cell;

const BEGIN: &str = "<!-- long suite: begin -->";
const END: &str = "<!-- long suite: end -->";

/// Everything: the tables, what was found, what it took.
pub(crate) fn terminal(args: &Args, cells: &[Cell]) -> String {
    let mut out = markdown(args, cells);
    for cell in cells {
        let Cell { family, space, tally, seconds } = cell;
        let per_pair = 1e3 * seconds / tally.pairs.max(1) as f64;
        let _ = writeln!(out, "{} {space}: {per_pair:.1} ms a pair", family.name());
        for (fault, finds) in &tally.finds {
            for find in finds.iter().take(3) {
                let _ = writeln!(out, "{}: {find}", fault.name().to_uppercase());
            }
        }
    }
    let mut failed = loose(cells);
    for cell in cells {
        let complaints = cell.complaints(args.length);
        let name = cell.family.name();
        failed.extend(complaints.into_iter().map(|c| format!("{name} {}: {c}", cell.space)));
    }
    if failed.is_empty() {
        let _ = writeln!(out, "\nAll true.");
    }
    for complaint in failed {
        let _ = writeln!(out, "FAILED {complaint}");
    }
    out
}

/// The gaps of straight and of curved pairs of a space.
fn gaps(cells: &[Cell], space: &str, straight: bool) -> Vec<f64> {
    let of = |tally: &Tally| {
        if straight { tally.straight_gaps.clone() } else { tally.curved_gaps.clone() }
    };
    cells.iter().filter(|cell| cell.space == space).flat_map(|cell| of(&cell.tally)).collect()
}

/// Gaps that are wider than stated.
pub(crate) fn loose(cells: &[Cell]) -> Vec<String> {
    let mut all = Vec::new();
    for space in SPACES {
        for straight in [true, false] {
            let gaps = gaps(cells, space, straight);
            let bound = bounds::of(space, straight);
            let complaints = bound.broken_by(&gaps);
            let kind = if straight { "straight" } else { "curved" };
            all.extend(complaints.into_iter().map(|c| format!("{space}, {kind} shapes: {c}")));
        }
    }
    all
}

fn markdown(args: &Args, cells: &[Cell]) -> String {
    let mut out = String::new();
    let total: usize = cells.iter().map(|cell| cell.tally.queries).sum();
    let pairs: usize = cells.iter().map(|cell| cell.tally.pairs).sum();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let _ = writeln!(
        out,
        "{total} answers about {pairs} pairs, judged on {cores} cores by\n`{}`.\n",
        args.command()
    );
    out += "| family | space | pairs | answers |";
    for fault in Fault::ALL {
        let _ = write!(out, " {} |", fault.name());
    }
    out += " undecided, allowed | limits of closures | apart | touching | overlapping | near |\n|";
    out += " --- | --- |";
    out += &" ---: |".repeat(Fault::ALL.len() + 8);
    out.push('\n');
    for Cell { family, space, tally, .. } in cells {
        let _ =
            write!(out, "| {} | {space} | {} | {} |", family.name(), tally.pairs, tally.queries);
        for fault in Fault::ALL {
            let _ = write!(out, " {} |", tally.count(fault));
        }
        let _ = write!(out, " {} | {} |", tally.undecided, tally.limited);
        for count in [tally.apart, tally.touching, tally.overlapping, tally.near] {
            let _ = write!(out, " {:.1} % |", 100.0 * count as f64 / tally.pairs.max(1) as f64);
        }
        out.push('\n');
    }
    out += "\nGaps of `proximity` in units of eps times the pair's size (in brackets what is stated and tested):\n\n";
    out += "| space | shapes | pairs | median | 99.9 % below | widest |\n";
    out += "| --- | --- | ---: | ---: | ---: | ---: |\n";
    for space in SPACES {
        for straight in [true, false] {
            let gaps = gaps(cells, space, straight);
            let Some(Tightness { median, most, worst }) = Tightness::of(&gaps) else { continue };
            let bound = bounds::of(space, straight);
            let _ = writeln!(
                out,
                "| {space} | {} | {} | {median:.2} ({}) | {most:.3e} ({:e}) | {worst:.3e} ({:e}) |",
                if straight { "straight" } else { "curved" },
                gaps.len(),
                bound.median,
                bound.most,
                bound.worst,
            );
        }
    }
    out
}

fn as_json(args: &Args, cells: &[Cell]) -> Value {
    let cell = |cell: &Cell| {
        let Cell { family, space, tally, .. } = cell;
        let counts: serde_json::Map<String, Value> =
            Fault::ALL.iter().map(|f| (f.name().to_owned(), json!(tally.count(*f)))).collect();
        let finds: serde_json::Map<String, Value> =
            tally.finds.iter().map(|(f, texts)| (f.name().to_owned(), json!(texts))).collect();
        json!({
            "family": family.name(), "space": space, "pairs": tally.pairs, "answers": tally.queries,
            "apart": tally.apart, "touching": tally.touching, "overlapping": tally.overlapping,
            "near": tally.near, "undecided_allowed": tally.undecided, "limits_of_closures": tally.limited,
            "sorts": tally.sorts, "faults": counts, "finds": finds,
            "complaints": cell.complaints(args.length),
        })
    };
    let tightness = |space: &&str| {
        let of = |straight| {
            Tightness::of(&gaps(cells, space, straight))
                .map(|t| json!({ "median": t.median, "most": t.most, "widest": t.worst }))
        };
        json!({ "space": space, "straight": of(true), "curved": of(false) })
    };
    json!({
        "command": args.command(),
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
        "tightness": SPACES.iter().map(tightness).collect::<Vec<_>>(),
    })
}

/// Writes the reports that the options name.
pub(crate) fn keep(args: &Args, cells: &[Cell]) -> Result<(), String> {
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    if let Some(path) = &args.report {
        write(path, &markdown(args, cells))?;
    }
    if let Some(path) = &args.json {
        write(path, &format!("{:#}\n", as_json(args, cells)))?;
    }
    if let Some(path) = &args.update {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let parts = text
            .split_once(BEGIN)
            .and_then(|(head, rest)| rest.split_once(END).map(|(_, tail)| (head, tail)));
        let Some((head, tail)) = parts else {
            return Err(format!("{}: no marker comments", path.display()));
        };
        write(path, &format!("{head}{BEGIN}\n\n{}\n{END}{tail}", markdown(args, cells)))?;
    }
    Ok(())
}
