//! The command line's grammar.

mod cast;
mod clash;
mod contact;
mod cull;
mod decompose;
mod field;
mod grammar;
mod install;
mod numbers;
mod objects;
mod out_file;
mod pair;
mod query;
mod robot;
mod watch;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clearance_json::effort::Begin;
use clearance_json::{Effort, Precision};
use clearance_scene::mesh::{Reading, text_of};

pub(crate) use cast::CastArgs;
pub(crate) use clash::{BcfVersion, ClashArgs, FailOn, Up};
pub(crate) use contact::ContactArgs;
pub(crate) use cull::CullArgs;
pub(crate) use decompose::{DecomposeArgs, Tool};
pub(crate) use field::FieldArgs;
pub(crate) use grammar::grammar;
pub(crate) use install::{CompletionsArgs, ManArgs};
pub(crate) use numbers::{Numbers, number, numbers};
use numbers::{bytes, length};
pub(crate) use objects::{By, ObjectsArgs};
pub(crate) use out_file::OutFile;
pub(crate) use pair::{PairArgs, ShapeArgs};
pub(crate) use query::{QueryArgs, VerifyArgs};
pub(crate) use robot::{ByMesh, RobotArgs};
pub(crate) use watch::{TraceArgs, ViewArgs, WatchArgs};

/// Certified distance and penetration of convex shapes and mesh files.
///
/// Every number comes with the error it may have, and every yes or no is proved.
#[derive(Debug, Parser)]
#[command(name = "clearance", version, long_version = crate::install::version())]
#[command(propagate_version = true)]
#[command(after_help = "\
Examples:
  clearance pair link5.stl hand.stl --move-b 0.3,0,0
  clearance pair box:1,2,3 sphere:0.5 --move-b 4,0,0
  clearance cast box:10,0.5,10 sphere:0.25 --move-b 0,2.75,0 --velocity 1,-4,0
  clearance contact box:2,0.5,2 box:0.5,0.5,0.5 --move-b 0,0.999,0
  clearance query pairs.jsonl > answers.jsonl
  clearance query pairs.jsonl --certificate > proofs.jsonl
  clearance verify proofs.jsonl
  clearance trace box:1,2,3 cone:1,0.5 --move-b 1.5,2,1 --text
  clearance view box:1,2,3 cone:1,0.5 --move-b 1.5,2,1
  clearance clash architecture.obj electrical.obj --within 0.25
  clearance robot panda.urdf --srdf panda.srdf --state default
  clearance cull building.glb --camera cameras.jsonl
  clearance decompose chair.obj --parts chair-parts.obj
  clearance decompose chair.obj --with coacd --save-parts chair-parts.obj
  clearance field chair.obj --out chair.npy

`clearance help pair`, `help query` and so on say more.")]
pub(crate) struct Cli {
    /// No notes, progress or summaries on standard error; errors are still said
    #[arg(long, short, global = true, display_order = 900)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pair(Box<PairArgs>),
    Cast(Box<CastArgs>),
    Contact(Box<ContactArgs>),
    Query(QueryArgs),
    Verify(VerifyArgs),
    Trace(Box<TraceArgs>),
    View(Box<ViewArgs>),
    Clash(Box<ClashArgs>),
    Robot(Box<RobotArgs>),
    Cull(Box<CullArgs>),
    Decompose(Box<DecomposeArgs>),
    Field(Box<FieldArgs>),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EffortArgs {
    /// Stop once the shapes are proved farther apart than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = length)]
    pub(crate) cut_off: Option<f64>,
    /// Stop after this many support points; the answer stays true, with a larger gap
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_iterations: Option<u32>,
    /// Take this many steps of work for the whole query at most: support points, trials of a cast,
    /// exact ones as 64; what is found in closed form is kept
    #[arg(long, value_name = "STEPS")]
    pub(crate) budget: Option<u32>,
}

/// How much is read at once.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LineArgs {
    /// The longest line, or JSON file, that is read: bytes, or with k, M or G so many times 1024.
    /// What a line takes in memory may be some thirty times as much
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    pub(crate) max_line: usize,
}

/// How mesh files are read.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MeshArgs {
    /// The longest mesh file that is read
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) max_file_bytes: usize,
    /// A glTF places its meshes in as many triangles at most, or in as many as its bytes hold
    #[arg(long, value_name = "COUNT", default_value_t = Reading::default().max_triangles)]
    pub(crate) max_triangles: usize,
    /// A glTF may name files outside of its own folder, and a URDF meshes outside of its packages
    #[arg(long)]
    pub(crate) outside: bool,
    /// Turn COLLADA by its `up_axis` so that z is up; else its axes stay as they stand
    #[arg(long)]
    pub(crate) z_up: bool,
    /// The unit of all lengths, given and answered: m, cm, mm, in, ft, or so many metres. Files that
    /// name theirs (COLLADA, glTF) are converted to it, others are taken to be in it; without it the
    /// first are in metres
    #[arg(long, value_name = "UNIT", value_parser = unit)]
    pub(crate) unit: Option<f64>,
}

/// Reads a unit, in metres.
fn unit(text: &str) -> Result<f64, String> {
    let metres = Reading::unit_named(text).or_else(|| number(text).ok());
    let metres = metres.filter(|metres| *metres > 0.0);
    metres.ok_or_else(|| "write m, cm, mm, in, ft, or so many metres".into())
}

/// A unit as a headline has it.
pub(crate) fn unit_name(metres: f64) -> String {
    let known = Reading::UNITS.iter().find(|(.., own)| *own == metres);
    known.map_or_else(|| format!("units of {metres} m"), |(_, words, _)| (*words).into())
}

impl MeshArgs {
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            object: None,
            max_file_bytes: self.max_file_bytes as u64,
            max_triangles: self.max_triangles,
            outside: self.outside,
            z_up: self.z_up,
            unit: self.unit,
        }
    }
}

impl EffortArgs {
    pub(crate) const fn effort(&self, begin: Option<Begin>) -> Effort {
        let Self { cut_off, max_iterations, budget } = *self;
        Effort { cut_off, max_iterations, budget, begin }
    }
}

/// Reads the name of a precision.
fn precision() -> impl TypedValueParser<Value = Precision> {
    let names = [("f32", "32-bit floats"), ("f64", "64-bit floats")];
    let names = names.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names)
        .map(|name| if name == Precision::F32.name() { Precision::F32 } else { Precision::F64 })
}

/// Reads a shape, which may be a file whose name is no UTF-8.
fn shape() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|given| text_of(&given))
}
