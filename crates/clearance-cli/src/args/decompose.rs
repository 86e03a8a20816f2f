//! The grammar of `clearance decompose`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum, value_parser};

use super::numbers::{length, number};
use super::{MeshArgs, OutFile};

/// How well convex parts stand for a mesh: how far either leaves the other, proved
///
/// Reads a mesh and its convex parts, as CoACD, V-HACD and other tools write them (OBJ: each `o` or
/// `g` is a part; STL: each solid), or makes them, and of each part takes the convex
/// hull. Answers are
///
///   uncovered  the greatest distance of a point of the mesh's surface from the
///              parts,
///   overshoot  that of a point of the parts, outside the mesh, from its
///              surface; unknown where the mesh does not close,
///   hollow     that of a point of the solid within the mesh from the parts,
///              which may leave a void.
///
/// Of each a bound from above and one from below are proved, no more than --tolerance apart. So
/// what stands at a distance D from the parts stands at most D + overshoot from the mesh, and if D
/// is more than hollow, at least D - uncovered. --out keeps the bounds with the parts, in a scene
/// file, and `clearance clash` carries them into every answer about the object.
///
/// --with makes the parts: by `vhacd`, parry's V-HACD, where the feature of that name is built in
/// (`cargo install --path crates/clearance-cli --features vhacd`), or by `coacd`,
/// which runs CoACD in the Python
/// on the path (`pip install coacd`). CoACD takes seconds to minutes and fits better with fewer
/// parts. Either makes the same parts of the same mesh each time.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(group(ArgGroup::new("source").args(["parts", "with"]).required(true)))]
#[command(group(ArgGroup::new("file").args(["parts", "save_parts"])))]
#[command(after_help = "\
Exit status: 0, 1 where --at-most is given and not proved, 2 for an error.

Examples:
  clearance decompose chair.obj --parts chair-parts.obj
  clearance decompose chair.obj --parts chair-parts.obj --at-most 0.002 --out chair.jsonl
  clearance decompose chair.obj --with coacd --save-parts chair-parts.obj --out chair.jsonl
  clearance decompose chair.obj --with vhacd --resolution 256 --html chair.html
  clearance clash chair.jsonl room.obj --within 0.05")]
pub(crate) struct DecomposeArgs {
    /// The mesh file
    pub(crate) mesh: PathBuf,
    /// The mesh file whose objects are its parts, in the same frame
    #[arg(long, value_name = "FILE")]
    pub(crate) parts: Option<PathBuf>,
    /// Make the parts with this tool
    #[arg(long, value_name = "TOOL")]
    pub(crate) with: Option<Tool>,
    /// Divide no part further that is no farther from its hull: for vhacd the volume between the
    /// two, as a share of that of the mesh's hull, 0.001 unless given; for coacd its own measure,
    /// its `threshold`, 0.05 unless given
    #[arg(long, value_name = "SHARE", conflicts_with = "parts", value_parser = share)]
    pub(crate) concavity: Option<f64>,
    /// Cells along the mesh's longest side: of vhacd those that it divides, 128 unless given; of
    /// coacd those by which it rebuilds a mesh that does not close or cuts itself, 50 unless given
    #[arg(long, value_name = "COUNT", conflicts_with = "parts")]
    #[arg(value_parser = value_parser!(u32).range(8..=1000))]
    pub(crate) resolution: Option<u32>,
    /// Make so many parts at most; vhacd takes the power of two that is no more, and 4 at least
    #[arg(long, value_name = "COUNT", conflicts_with = "parts", default_value_t = 64)]
    #[arg(value_parser = value_parser!(u32).range(1..=4096))]
    pub(crate) most_parts: u32,
    /// Write the parts that were made, each an object
    #[arg(long, value_name = "FILE.obj", conflicts_with = "parts", value_parser = obj)]
    pub(crate) save_parts: Option<OutFile>,
    /// How far apart the two bounds may be; a 200th of the mesh's longest side without it
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) tolerance: Option<f64>,
    /// Look at so many places at most for each of both; the bounds are then farther apart
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000)]
    pub(crate) most: usize,
    /// Exit with 1 where uncovered, overshoot or hollow may be more
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(crate) at_most: Option<f64>,
    /// Write a scene file that places the parts, with the bounds; of parts that were made it wants
    /// --save-parts
    #[arg(long, value_name = "FILE.jsonl", requires = "file")]
    pub(crate) out: Option<OutFile>,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a picture that turns: the mesh, and the parts beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<OutFile>,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// What makes parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tool {
    /// V-HACD, by parry: fast; wants the feature `vhacd`
    Vhacd,
    /// CoACD, in Python: slower, and fits better with fewer parts
    Coacd,
}

impl Tool {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Vhacd => "vhacd",
            Self::Coacd => "coacd",
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = number(text)?;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err("is above 0 and at most 1".into()) }
}

/// A file that is written as OBJ, and read again by its name.
fn obj(text: &str) -> Result<OutFile, String> {
    let path = OutFile::from(OsString::from(text));
    let is_obj = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("obj"));
    if is_obj { Ok(path) } else { Err("the parts are written as OBJ: end the name in .obj".into()) }
}
