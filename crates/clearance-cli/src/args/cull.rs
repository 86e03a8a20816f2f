//! The grammar of `clearance cull`.

use std::path::PathBuf;

use clap::Args;

use super::{ObjectsArgs, OutFile};

/// Which objects a camera sees: inside its frustum, crossing its border, or outside
///
/// Reads the objects of a mesh file, or of a scene file, as `clearance clash` does, and puts each
/// against each camera:
///
///   inside    all of it is in the frustum, proved
///   crossing  some of it is, or it is too close to call; or the camera stands
///             in its closed surface
///   outside   nothing of it is, proved: not by the planes one by one, which
///             keep what is beyond a corner of the frustum, but by the frustum
///             as a whole
///
/// A camera file is JSON, a camera a line:
///
///   {"name":"door","view_projection":[16 numbers, column by column],
///    "depth_range":[0,1]}
///   {"name":"yard","corners":[[x,y,z], … eight of them]}
///
/// `view_projection` is `projection * view` of the frame of the objects; four rows of four numbers
/// do as well. `depth_range` is [0,1] (Vulkan, Metal, Direct3D, WebGPU; the default; reversed depth
/// is the same) or [-1,1] (OpenGL, three.js).
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0, or 2 for an error.

Examples:
  clearance cull building.glb --camera cameras.jsonl
  clearance cull bin.jsonl --by hull --camera cameras.jsonl --csv seen.csv
  clearance cull building.glb --camera cameras.jsonl --html seen.html
  clearance cull parts.obj --matrix '1,0,0,0;0,1,0,0;0,0,-1.25,-2.25;0,0,-1,0' --depth-range=-1,1
  clearance cull parts.obj --camera cameras.jsonl --json | jq 'select(.view != \"outside\")'")]
pub(crate) struct CullArgs {
    /// A mesh file with many objects, or a scene file, .jsonl; see `clearance help clash`
    pub(crate) scene: PathBuf,
    /// Cameras: JSON, one a line; `-` reads standard input
    #[arg(long, value_name = "FILE", required_unless_present = "matrix")]
    pub(crate) camera: Vec<PathBuf>,
    /// A camera by its view-projection matrix: 16 numbers column by column, or four rows
    /// A,B,C,D;…;…;…
    #[arg(long, value_name = "MATRIX", allow_hyphen_values = true)]
    pub(crate) matrix: Vec<String>,
    /// The depths that the matrices of --matrix give to the near and far plane: 0,1 or -1,1
    #[arg(long, value_name = "NEAR,FAR", default_value = "0,1", allow_hyphen_values = true)]
    #[arg(requires = "matrix")]
    pub(crate) depth_range: String,
    /// Print so many rows of the table; 0 prints all
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    pub(crate) top: usize,
    /// Print JSON Lines instead of the table: one object a camera and object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the same as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<OutFile>,
    /// Write a picture that turns, with the frusta in it and a row for each object that is seen
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<OutFile>,
    #[command(flatten)]
    pub(crate) objects: ObjectsArgs,
}
