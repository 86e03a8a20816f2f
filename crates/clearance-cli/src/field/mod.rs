//! `clearance field`: the signed distance at each node of a grid.

mod files;
mod grid;

use std::process::ExitCode;

use clearance::Space;
use clearance_json::{Fault, escape};
use clearance_scene::scene::{Boxes, Projection, Side, project_points};
use serde_json::json;

use self::grid::Grid;
use crate::args::FieldArgs;
use crate::clash::progress_bar;
use crate::objects;
use crate::output::Output;
use crate::report::rounded_up;
use crate::words::counted;

/// What is known at each node, x first.
#[derive(Default)]
struct Field {
    /// NaN where nothing is known.
    distances: Vec<f64>,
    gaps: Vec<f64>,
    /// Numbers for sides, which the help of the command lists.
    sides: Vec<i8>,
    /// How many are inside an object of several convex parts, and may be deeper.
    lower_bounds: usize,
}

impl Field {
    fn push(&mut self, found: Option<Projection>) {
        let (mut distance, mut gap, mut side) = (f64::NAN, f64::INFINITY, 0);
        // An object that nothing is known of has a gap without end.
        if let Some(found) = found.filter(|found| found.gap < f64::INFINITY) {
            (distance, gap) = (found.signed_distance + 0.0, found.gap);
            side = match found.side {
                Side::Inside => -1,
                Side::Outside => 1,
                Side::Open => 2,
                Side::Undecided => 0,
            };
            self.lower_bounds += usize::from(found.is_lower_bound);
        }
        self.distances.push(distance);
        self.gaps.push(gap);
        self.sides.push(side);
    }

    fn on(&self, side: i8) -> usize {
        self.sides.iter().filter(|own| **own == side).count()
    }

    fn greatest_gap(&self) -> f64 {
        self.gaps.iter().copied().fold(0.0, f64::max)
    }
}

/// Reads, looks, writes.
pub(crate) fn run(args: &FieldArgs) -> Result<ExitCode, Fault> {
    let write = match args.out.extension().and_then(|end| end.to_str()) {
        Some("npy") => files::npy,
        Some("vti") => files::vti,
        _ => return Err(Fault::new("--out: a field is written for NumPy, .npy, or VTK, .vti")),
    };
    let progress = progress_bar();
    let side = objects::side(&args.scene, &args.objects, &progress)?;
    side.complain();
    let Some(extent) = side.extent() else {
        return Err(Fault::field(&side.file, "no object is in it"));
    };
    let grid = Grid::new(args, extent)?;
    let boxes = Boxes::new(&side.objects);
    progress.set_length(grid.nodes() as u64);
    progress.set_position(0);
    progress.set_message("nodes");
    let mut field = Field::default();
    for layer in 0..grid.counts[2] {
        let points = grid.layer(layer);
        project_points(&side.objects, &boxes, &points).into_iter().for_each(|p| field.push(p));
        progress.inc(points.len() as u64);
    }
    progress.finish_and_clear();
    Output::create("--out", &args.out)?.lines(&write(&grid, &field))?;
    let told = if args.json {
        // A gap without end is `null`.
        let summary = json!({
            "origin": grid.low.coordinates(), "spacing": grid.spacing, "nodes": grid.counts,
            "gap": field.greatest_gap(), "inside": field.on(-1), "outside": field.on(1),
            "open": field.on(2), "undecided": field.on(0), "lower_bounds": field.lower_bounds,
        });
        escape::json(summary.to_string()) + "\n"
    } else {
        summary(&side, &grid, &field)
    };
    crate::print(&told)?;
    Ok(ExitCode::SUCCESS)
}

fn summary(side: &objects::Side, grid: &Grid, field: &Field) -> String {
    let [x, y, z] = grid.counts;
    let (low, spacing) = (grid.low, grid.spacing);
    let mut out = format!(
        "{}: {}, {}\n{x} × {y} × {z} nodes, {spacing} apart, from ({}, {}, {})\n",
        escape::shown(&side.file),
        counted(side.objects.len(), "object"),
        side.lengths(),
        low.x,
        low.y,
        low.z,
    );
    out += &format!("distances are off by {} at most\n", rounded_up(field.greatest_gap()));
    let sides = [
        (-1, "inside or on the surface"),
        (1, "outside"),
        (2, "of an open surface, whose distance has no sign"),
        (0, "undecided, too near to tell the side"),
    ];
    for (number, words) in sides {
        let count = field.on(number);
        if count > 0 {
            out += &format!("{count} {words}\n");
        }
    }
    if field.lower_bounds > 0 {
        let count = field.lower_bounds;
        out += &format!("{count} inside several convex parts: they may be deeper than told\n");
    }
    out
}
