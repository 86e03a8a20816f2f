//! The grammar of `clearance trace` and `clearance view`.

use clap::Args;
use clearance_json::Precision;
use clearance_json::effort::Begin;

use super::numbers::numbers;
use super::{EffortArgs, LineArgs, MeshArgs, OutFile, ShapeArgs, precision, shape};

/// Which query is watched.
#[derive(Args, Debug)]
pub(crate) struct WatchArgs {
    /// Two shapes, as `clearance pair` takes them; or one file of JSON Lines, or - for standard
    /// input, of which one line is watched; or a trace, whose query runs again. `view` also
    /// takes a report that `clearance clash --html`, `robot --html` or `cull --html` wrote, and a
    /// scene: one mesh file, or a scene file
    #[arg(value_name = "A B | FILE", num_args = 0..=2, value_parser = shape())]
    pub(crate) inputs: Vec<String>,
    /// Which line of the file, counted from 1; not needed if there is only one
    #[arg(long, value_name = "NUMBER")]
    pub(crate) line: Option<usize>,
    #[command(flatten)]
    pub(crate) shapes: ShapeArgs,
    /// In which floats the input is stored and the answer rounded; f64 if neither this nor the
    /// line says so
    #[arg(long, value_parser = precision())]
    pub(crate) precision: Option<Precision>,
    /// The first search direction: `centers`, from the centre of A to that of B; `constant`, along
    /// x; or a direction X,Y,Z of the world
    #[arg(long, value_name = "DIRECTION", allow_hyphen_values = true, value_parser = begin)]
    pub(crate) start: Option<Begin>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// Every step of a query: the simplex, the regions, the polytope, the bounds, and why
///
/// A and B are what `clearance pair` takes; or a line of what `clearance query` takes is watched,
/// with --line N FILE. The trace is one JSON object, which docs/trace.md documents, the page of
/// `clearance view` shows, and `clearance trace FILE` repeats: its `query` holds all that the
/// query depends on, and meshes as the hulls that they stand for.
///
/// Of a line with `"query":"cast"` the steps are looks at times: how the bounds of the first
/// contact close. Its shapes must not turn.
///
/// A watched query always iterates, so its answer is the plain query's up to their gaps, and not to
/// the last digit: pairs of boxes, segments or polygons have formulas, which show nothing.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0, or 2 if the input could not be read.

Examples:
  clearance trace box:1,2,3 cone:1,0.5 --move-b 1.5,2,1 --text
  clearance trace link5.stl hand.stl --out trace.json
  clearance trace --line 17 pairs.jsonl --max-iterations 3
  clearance trace --line 3 casts.jsonl --text
  clearance trace trace.json --start 1,0,0 --text")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) watch: WatchArgs,
    /// Print the steps as a table
    #[arg(long)]
    pub(crate) text: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<OutFile>,
}

/// The page that shows a query step by step, opened in the browser on a query of one's own
///
/// Takes what `clearance trace` takes; a trace is shown as it is. Without input the page begins
/// with its own examples. A report, .html, of `clearance clash`, `robot` or `cull` is shown as it
/// is: turn it, pick a row and fly to its pair. So is a scene, a mesh file or a .jsonl that places
/// some: pick an object and fly to it. All is served from this program, to this machine
/// alone, until Ctrl-C.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 2 if the input could not be read; else it runs until it is interrupted.

Examples:
  clearance view
  clearance view link5.stl hand.stl --move-b 0.1,0,0
  clearance view --line 17 pairs.jsonl
  clearance view trace.json --no-open --port 8080
  clearance view building.glb
  clearance clash building.glb --html report.html; clearance view report.html")]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) watch: WatchArgs,
    /// Print the address only
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The port to serve at; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    pub(crate) port: u16,
}

fn begin(text: &str) -> Result<Begin, String> {
    match text {
        "centers" => Ok(Begin::Centers),
        "constant" => Ok(Begin::Constant),
        _ => {
            let direction = match *numbers(text)?.0 {
                [x, y] => [x, y, 0.0],
                [x, y, z] => [x, y, z],
                _ => return Err("write centers, constant, or a direction X,Y,Z".into()),
            };
            if direction == [0.0; 3] {
                return Err("all zeros are no direction".into());
            }
            Ok(Begin::Given(direction))
        }
    }
}
