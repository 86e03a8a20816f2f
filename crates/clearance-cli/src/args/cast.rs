//! The grammar of `clearance cast`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use clearance_json::Precision;

use super::numbers::{Numbers, length, number, numbers};
use super::{ByMesh, LineArgs, MeshArgs, OutFile, ShapeArgs, precision, shape};

/// When and where B, moving and turning, first touches A
///
/// A and B are shapes as `clearance help pair` lists them; a ray is a cast of `point:0,0,0`.
/// B moves by TIME times its velocity, from where --move-b puts it, and turns about its own origin
/// there. Whether they meet is proved, and the time is an interval that holds the exact one.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0 they do not meet, 1 they meet (or it is too close to call), 2 error.

Examples:
  clearance cast box:10,0.5,10 sphere:0.25 --move-b 0,2.75,0 --velocity 1,-4,0
  clearance cast cylinder:1,0.5 point:0,0,0 --move-b -3,0.5,0 --velocity 1,0,0 --max-time 10
  clearance cast box:1,1 polygon:0,0;1,0;0,1 --move-b 3,0.5 --velocity -1,0 --max-time 9 --json
  clearance cast box:0.05,0.05,0.05 box:1,0.02,0.02 --move-a 0.5,0,0 --rotate-b axis:z:-90 \
    --turn 0,0,2.7
  clearance cast link5.stl hand.stl --move-b 0.3,0,0 --velocity -0.5,0,0 --target-distance 0.01
  clearance cast assets/building/wall.obj sphere:0.1 --by triangles --move-b 4.1,3,1.5 \
    --velocity 0,-5,0
  clearance cast box:10,0.5,10 sphere:0.25 --move-b 0,2.75,0 --velocity 1,-4,0 \
    --certificate proof.json; clearance verify proof.json")]
pub(crate) struct CastArgs {
    /// The first shape
    #[arg(value_parser = shape())]
    pub(crate) a: String,
    /// The second shape
    #[arg(value_parser = shape())]
    pub(crate) b: String,

    /// How far B moves in one unit of time: X,Y,Z (or X,Y)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    #[arg(required_unless_present_any = ["turn", "turn_a"])]
    pub(crate) velocity: Option<Numbers>,
    /// How far A moves, if it does
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) velocity_a: Option<Numbers>,
    /// How fast B turns: radians in one unit of time, about the axis X,Y,Z (in the plane one number)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) turn: Option<Numbers>,
    /// How fast A turns, if it does
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) turn_a: Option<Numbers>,
    /// Until when they move
    #[arg(long, value_name = "TIME", default_value_t = 1.0, value_parser = number)]
    pub(crate) max_time: f64,
    /// How near they are to come; negative: how deep they are to overlap
    #[arg(long, value_name = "DISTANCE", default_value_t = 0.0, allow_hyphen_values = true)]
    #[arg(value_parser = number)]
    pub(crate) target_distance: f64,
    /// How far they may approach within a hit's interval of time: sooner found, and as true
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, allow_hyphen_values = true)]
    #[arg(value_parser = length)]
    pub(crate) tolerance: f64,
    /// What to make of shapes in contact at time 0: a hit, a miss if they part or slide, a miss
    #[arg(long, value_name = "CHOICE", default_value = "report")]
    #[arg(value_parser = PossibleValuesParser::new(["report", "ignore_separating", "ignore"]))]
    pub(crate) at_start: String,

    #[command(flatten)]
    pub(crate) shapes: ShapeArgs,

    /// What stands for a mesh file: its convex hull, or its triangles, dents and holes as they are.
    /// A surface is met from either side, also by what begins inside it
    #[arg(long, value_enum, default_value_t = ByMesh::Hull, conflicts_with = "certificate")]
    pub(crate) by: ByMesh,
    /// In which floats the input is stored and the answer rounded
    #[arg(long, value_parser = precision(), default_value = "f64")]
    pub(crate) precision: Precision,
    /// Print one JSON object, as `clearance query` does
    #[arg(long)]
    pub(crate) json: bool,
    /// Write what proves the answer to this file, as one line for `clearance verify`; or with -
    /// print it instead of the answer. Of shapes that do not turn
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<OutFile>,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}
