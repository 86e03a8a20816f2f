//! The grammar of `clearance contact`.

use clap::Args;
use clearance_json::Precision;

use super::numbers::length;
use super::{ByMesh, LineArgs, MeshArgs, OutFile, ShapeArgs, precision, shape};

/// Where two shapes touch: the normal, and up to four points (two in the plane) with their depths
///
/// A and B are given as for `clearance pair`; `clearance help pair` lists the ways. Each point is on
/// both shapes, as deep as they overlap there along the normal, and names the features that meet:
/// the numbers stay the same however the shapes move.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit status: 0 farther apart, 1 in contact or within --max-distance, 2 error.

Examples:
  clearance contact box:2,0.5,2 box:0.5,0.5,0.5 --move-b 0,0.999,0 --rotate-b axis:y:20
  clearance contact half_space:0,1,0;0 cylinder:1,0.5 --move-b 0,1.02,0 --max-distance 0.05
  clearance contact box:5,0.5 capsule:1,0.5 --rotate-b 90 --move-b 0.3,0.99 --json
  clearance contact box:1,1,1 box:1,1,1 --move-b 0,1.99,0 --rotate-b axis:y:45 --all
  clearance contact assets/building/wall.obj box:0.1,0.1,0.1 --by triangles \
    --move-b 4.1,0.1,0.999
  clearance contact box:2,0.5,2 box:0.5,0.5,0.5 --move-b 0,0.999,0 --certificate proof.json; \
    clearance verify proof.json")]
pub(crate) struct ContactArgs {
    /// The first shape
    #[arg(value_parser = shape())]
    pub(crate) a: String,
    /// The second shape
    #[arg(value_parser = shape())]
    pub(crate) b: String,

    #[command(flatten)]
    pub(crate) shapes: ShapeArgs,

    /// How far apart they may be and still have contact points, in front of one another
    #[arg(
        long,
        value_name = "DISTANCE",
        default_value_t = 0.0,
        allow_hyphen_values = true,
        value_parser = length
    )]
    pub(crate) max_distance: f64,
    /// What stands for a mesh file: its convex hull, or its triangles, dents and holes as they are.
    /// Then there may be several patches, each with its normal
    #[arg(long, value_enum, default_value_t = ByMesh::Hull, conflicts_with = "certificate")]
    pub(crate) by: ByMesh,
    /// Show every corner of the patch that they touch in
    #[arg(long)]
    pub(crate) all: bool,
    /// In which floats the input is stored and the answer rounded
    #[arg(long, value_parser = precision(), default_value = "f64")]
    pub(crate) precision: Precision,
    /// Print one JSON object, as `clearance query` does
    #[arg(long)]
    pub(crate) json: bool,
    /// Write what proves the answer to this file, as one line for `clearance verify`; or with -
    /// print it instead of the answer. With --all too it is about the four points
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<OutFile>,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}
