//! The grammar of `clearance field`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, value_parser};

use super::numbers::{Corners, corners, length};
use super::{ObjectsArgs, OutFile};

/// The signed distance from the nearest surface at each node of a grid, with proved error
///
/// Reads the objects of a mesh file, or of a scene file, as `clearance clash` does. At each node:
///
///   distance  from the nearest surface; negative inside, where it is that of
///             the object in which the node is deepest
///   gap       how far the distance may be off, proved
///   side      -1 inside or on the surface, 1 outside, 2 of an open surface,
///             which has no inside and so no sign, 0 where rounding hides the
///             side
///
/// Between nodes distances change by no more than the way from the node.
///
/// A .npy file has the distances, 64-bit, as an array [x, y, z] for `numpy.load`; a .vti file has
/// all three, for ParaView and VTK. --json says where the grid lies.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(group(ArgGroup::new("fineness").args(["cells", "spacing"])))]
#[command(after_help = "\
Exit status: 0, or 2 for an error.

Examples:
  clearance field chair.obj --out chair.npy
  clearance field building.glb --spacing 0.1 --margin 0.5 --out building.vti
  clearance field bin.jsonl --cells 128 --box '-1,-1,0;1,1,2' --out bin.npy --json")]
pub(crate) struct FieldArgs {
    /// A mesh file, with one object or many, or a scene file, .jsonl; see `clearance help clash`
    pub(crate) scene: PathBuf,
    /// The file that is written: .npy or .vti
    #[arg(long, value_name = "FILE")]
    pub(crate) out: OutFile,
    /// Cells along the longest side of the grid
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    #[arg(value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) cells: u32,
    /// The length of a cell's side, instead
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) spacing: Option<f64>,
    /// How far the grid reaches beyond the box about all objects, at least; a tenth of its longest
    /// side without it
    #[arg(long, value_name = "LENGTH", value_parser = length, conflicts_with = "corners")]
    pub(crate) margin: Option<f64>,
    /// The grid's lowest corner, and one that it reaches at least: X,Y,Z;X,Y,Z
    #[arg(long = "box", id = "corners", value_name = "LOW;HIGH", allow_hyphen_values = true)]
    #[arg(value_parser = corners)]
    pub(crate) corners: Option<Corners>,
    /// Refuse a grid of more nodes: each takes 17 bytes of memory
    #[arg(long, value_name = "COUNT", default_value_t = 20_000_000)]
    pub(crate) most: usize,
    /// Print the summary as JSON: the grid, its greatest gap, and how many nodes are on which side
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) objects: ObjectsArgs,
}
