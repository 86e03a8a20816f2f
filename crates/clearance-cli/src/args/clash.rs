//! The grammar of `clearance clash`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clearance_scene::scene::Class;

use super::numbers::{length, number};
use super::{ObjectsArgs, OutFile};

/// Which objects clash, touch or come too near: of a building, a machine, a bin of parts
///
/// Reads every object of A (OBJ: each `o`, or `g` where there are none; glTF: each node with a
/// mesh; STL: each solid) and puts each against each of B; without B, the objects of A against each
/// other. Every pair within --within is listed, worst first:
///
///   clash      deeper into each other than the touch band. Two measures:
///              `depth`, the way out (how far B must move, in the best
///              direction, to be free) and `thickness`, how much of both lies
///              at the same heights along the normal of the thinner one (of a
///              duct through a thin wall: the wall)
///   duplicate  the same geometry in the same place, to the touch band; of
///              copies that are equal to the last bit one row is about all
///   contains   one, or a piece of it, inside the other, and no surface meets
///   undecided  too close to call within the gap of the arithmetic
///   touch      not deeper than the touch band, and not farther apart; `=`
///              marks exact contact
///   near       farther apart than the touch band, not farther than --within
///
/// There are two tolerances, and they work in opposite directions. --within is a clearance: the
/// larger, the more pairs are `near`; it never changes what clashes. --touch-band is a forgiveness:
/// the larger, the fewer pairs clash, as shallow overlaps become `touch`. With the default of 0
/// only exact contact touches: a lamp on a ceiling at the same coordinate, proved by exact
/// arithmetic, and not a row among the clashes.
///
/// What an object is (--by): `hull`, its convex hull; `triangles`, its surface as it is, dents and
/// all; `auto`, the hull where the mesh is convex, else its triangles. Between surfaces distance
/// and contact are exact. Their depth is a lower bound (`≤` before the signed distance): that of
/// the deepest corner inside,
/// or of two triangles. Inside is known of closed surfaces only; where it matters and one is open,
/// the row says so.
///
/// Lengths are in the files' unit: glTF and COLLADA in metres, the others name none; --unit says it
/// for all. A and B must share a frame.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0 no clash, 1 a clash, duplicate, containment or undecided pair (see --fail-on),
2 an error.

Examples:
  clearance clash architecture.obj electrical.obj --within 0.25
  clearance clash building.glb --within 0.05 --touch-band 0.001 --html report.html
  clearance clash arch.glb mep.glb --within 0.25 --csv now.csv --baseline last-week.csv
  clearance clash assembly.obj --allow mates.csv --json | jq 'select(.class == \"clash\")'
  clearance clash plate.obj --inside 0,0,0,250,210,220 --html plate.html
  clearance clash arch.glb mep.glb --bcf clashes.bcf --glb clashes.glb")]
pub(crate) struct ClashArgs {
    /// A mesh file with many objects; or a scene file, .jsonl, each line of which places a mesh file
    /// as one object: {"file":"bolt.obj","translation":[1,0,0],"rotation":[0,0,0,1],"scale":0.01,
    /// "name":"bolt 1","group":"bolts","padding":0.002}, of which only `file` is needed; or, by
    /// `shape` in the place of `file`, a shape as `clearance help query` lists them
    pub(crate) a: PathBuf,
    /// A second one, against whose objects those of A are put; without it, A against itself
    pub(crate) b: Option<PathBuf>,
    /// Ask of each object of A whether all of it is in this container, in the place of pairs: a box
    /// by two corners, X0,Y0,Z0,X1,Y1,Z1, or a convex mesh file. Touching a wall is inside; an
    /// object within --within of one is `near`, one that sticks out `outside`. `room` is the
    /// distance of the nearest wall, or minus that of the farthest point from the container
    #[arg(
        long,
        value_name = "CONTAINER",
        allow_hyphen_values = true,
        conflicts_with_all = [
            "b", "touch_band", "allow", "ignore_same_group", "baseline", "most_pairs", "glb", "bcf",
            "volume",
        ]
    )]
    pub(crate) inside: Option<String>,
    /// Multiply the lengths of A by this
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    pub(crate) scale_a: Option<f64>,
    /// The same for B
    #[arg(long, value_name = "FACTOR", requires = "b", value_parser = factor)]
    pub(crate) scale_b: Option<f64>,
    /// List pairs up to this far apart, in the files' unit
    #[arg(long, value_name = "DISTANCE", default_value_t = 0.0, value_parser = length)]
    pub(crate) within: f64,
    /// Overlaps no deeper, and distances no larger, than this count as touching
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length)]
    pub(crate) touch_band: f64,
    /// Leave out pairs named in this file: CSV with two names a line
    #[arg(long, value_name = "FILE")]
    pub(crate) allow: Option<PathBuf>,
    /// Leave out pairs whose names agree up to their first `_`, `.`, `:` or `/`
    #[arg(long)]
    pub(crate) ignore_same_group: bool,
    /// A CSV of an earlier run: each row then says whether it is new, and pairs that are gone are
    /// counted
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Print the worst so many rows of the table; 0 prints all
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    pub(crate) top: usize,
    /// Keep and write the worst so many pairs; all are counted, and the summary and the exit status
    /// are about all
    #[arg(long, value_name = "COUNT", default_value_t = 500_000)]
    pub(crate) most_pairs: usize,
    /// Print JSON Lines instead of the table: one object a pair
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a table with every field of every pair
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<OutFile>,
    /// Write a report with a picture, one file that needs no other
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<OutFile>,
    /// Write the objects of the pairs, coloured, with a line from point to point
    #[arg(long, value_name = "FILE")]
    pub(crate) glb: Option<OutFile>,
    /// Write a topic for each pair that fails, for BIM viewers, the worst 1000 with a snapshot; names
    /// of 22 letters that may be IFC GlobalIds select their elements
    #[arg(long, value_name = "FILE")]
    pub(crate) bcf: Option<OutFile>,
    /// The version of that file
    #[arg(long, value_enum, default_value = "2.1")]
    pub(crate) bcf_version: BcfVersion,
    /// The date of its topics, as 2026-11-28T09:00:00Z; now without it. With one, equal runs write
    /// equal files
    #[arg(long, value_name = "DATE", requires = "bcf")]
    pub(crate) bcf_date: Option<String>,
    /// Say how much each overlapping pair shares: a volume between proved bounds, in the cube of
    /// the files' unit, and in litres or m³ where that is known. For hulls and boxes, the parts of
    /// an object, and closed surfaces; `unknown` with the reason for others. With --glb the common
    /// parts of hulls are bodies too
    #[arg(long)]
    pub(crate) volume: bool,
    /// Which axis of the files points up, for the pictures and BCF; without it what COLLADA says, y
    /// for glTF, z for others
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
    /// The least bad class that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Clash)]
    pub(crate) fail_on: FailOn,
    #[command(flatten)]
    objects: ObjectsArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Up {
    X,
    Y,
    #[default]
    Z,
}

impl Up {
    /// A point in the frame in which z is up.
    pub(crate) fn turned(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match self {
            Self::X => [-y, -z, x],
            Self::Y => [x, -z, y],
            Self::Z => [x, y, z],
        }
    }
}

fn factor(text: &str) -> Result<f64, String> {
    let factor = number(text)?;
    if factor > 0.0 { Ok(factor) } else { Err("is above 0".into()) }
}

/// The least bad class that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Clashes, duplicates, containments, undecided pairs
    Clash,
    /// Those and touching
    Touch,
    /// Any pair within the distance
    Near,
    /// Nothing
    Never,
}

impl ClashArgs {
    /// How objects are read; their meshes are kept for pictures.
    pub(crate) fn objects(&self) -> ObjectsArgs {
        let pictured = self.html.is_some() || self.glb.is_some();
        ObjectsArgs { pictured, scale: self.scale_a, ..self.objects }
    }

    /// How those of B are read.
    pub(crate) fn objects_of_b(&self) -> ObjectsArgs {
        ObjectsArgs { scale: self.scale_b, ..self.objects() }
    }
}

impl FailOn {
    pub(crate) fn holds(self, class: Class) -> bool {
        match self {
            Self::Clash => class <= Class::Undecided,
            Self::Touch => class <= Class::Touch,
            Self::Near => true,
            Self::Never => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BcfVersion {
    #[value(name = "2.1")]
    V2_1,
    #[value(name = "3.0")]
    V3_0,
}
