//! The grammar of `clearance decompose`.

use std::path::PathBuf;

use clap::Args;

use super::MeshArgs;
use super::numbers::length;

/// How well convex parts stand for a mesh: how far either leaves the other, proved
///
/// Reads a mesh and its convex parts, as CoACD, V-HACD and other tools write them (OBJ: each `o` or
/// `g` is a part; STL: each solid), and of each part takes the convex hull. Then
///
///   uncovered  is the greatest distance of a point of the mesh's surface from the parts,
///   overshoot  that of a point of the parts, outside the mesh, from its surface; unknown where the
///              mesh does not close.
///
/// Of both a bound from above and one from below are proved, no more than --tolerance apart. So what
/// stands at a distance D from the parts stands at least D - uncovered from the mesh, and at most
/// D + overshoot. --out keeps the bounds with the parts, in a scene file, and `clearance clash`
/// carries them into every answer about the object.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0, 1 where --at-most is given and not proved, 2 for an error.

Examples:
  clearance decompose chair.obj --parts chair-parts.obj
  clearance decompose chair.obj --parts chair-parts.obj --at-most 0.002 --out chair.jsonl
  clearance clash chair.jsonl room.obj --within 0.05")]
pub(crate) struct DecomposeArgs {
    /// The mesh file
    pub(crate) mesh: PathBuf,
    /// The mesh file whose objects are its parts, in the same frame
    #[arg(long, value_name = "FILE")]
    pub(crate) parts: PathBuf,
    /// How far apart the two bounds may be; a 200th of the mesh's longest side without it
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) tolerance: Option<f64>,
    /// Look at so many places at most for each of both; the bounds are then farther apart
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000)]
    pub(crate) most: usize,
    /// Exit with 1 where uncovered or overshoot may be more
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) at_most: Option<f64>,
    /// Write a scene file that places the parts, with the bounds
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) out: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a picture that turns: the mesh, and the parts beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}
