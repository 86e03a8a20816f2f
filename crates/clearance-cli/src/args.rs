//! The command line's grammar.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::place::Turn;

/// Certified distance and penetration of convex shapes and mesh files.
///
/// Every number comes with the error it may have, and every yes or no is proved.
#[derive(Debug, Parser)]
#[command(name = "clearance", version, propagate_version = true)]
#[command(after_help = "\
Examples:
  clearance pair link5.stl hand.stl --move-b 0.3,0,0
  clearance pair box:1,2,3 sphere:0.5 --move-b 4,0,0
  clearance query pairs.jsonl > answers.jsonl
  clearance query pairs.jsonl --certificate > proofs.jsonl
  clearance verify proofs.jsonl

`clearance help pair`, `help query` and `help verify` say more.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pair(Box<PairArgs>),
    Query(QueryArgs),
    Verify(VerifyArgs),
}

/// How two shapes stand to each other: apart or overlapping, by how much, where, and in which direction
///
/// A and B are mesh files, of which the convex hull is meant (.stl, .obj, .gltf, .glb), files
/// with one JSON shape (.json), JSON shapes {"type":…}, or:
///
///   box:HX,HY,HZ          half the edge lengths; box:HX,HY is a rectangle
///   sphere:R              in the plane circle:R
///   capsule:H,R           H is half the height of the segment, along y
///   cylinder:H,R          H is half the height, along y
///   cone:H,R              likewise; the apex is at +y
///   ellipsoid:RX,RY,RZ    in the plane ellipse:RX,RY
///   point:X,Y,Z           or point:X,Y, and so on
///   segment:P;Q           two points, each X,Y,Z
///   triangle:P;Q;R
///   hull:P;Q;…            the hull of points; in the plane polygon:P;Q;…
///
/// Touching counts as intersecting. Lengths are in the unit of the input.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0 apart, 1 intersecting (or too close to call), 2 error.

Examples:
  clearance pair link5.stl hand.stl --move-b 0.3,0,0
  clearance pair box:1,1,1 box:1,1,1 --move-b 2.5,0,0 --rotate-b axis:z:45
  clearance pair capsule:1,0.5 'polygon:0,0;1,0;0,1' --rotate-a 90
  clearance pair part.obj '{\"type\":\"sphere\",\"radius\":0.1}' --scale-a 0.001 --margin-a 0.02 --json
  clearance pair box:1,1,1 cone:1,0.5 --move-b 2.5,0,0 --certificate proof.json
  clearance verify proof.json")]
pub(crate) struct PairArgs {
    /// The first shape
    pub(crate) a: String,
    /// The second shape
    pub(crate) b: String,

    /// Where A stands: X,Y,Z (or X,Y)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) move_a: Option<Numbers>,
    /// Where B stands
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) move_b: Option<Numbers>,
    /// How A is turned about its origin before it is moved: a quaternion X,Y,Z,W, or
    /// axis:X,Y,Z:DEGREES (axis:z:90 for short), or in the plane DEGREES
    #[arg(long, value_name = "TURN", allow_hyphen_values = true, value_parser = turn)]
    pub(crate) rotate_a: Option<Turn>,
    /// How B is turned
    #[arg(long, value_name = "TURN", allow_hyphen_values = true, value_parser = turn)]
    pub(crate) rotate_b: Option<Turn>,
    /// Multiplies the lengths of both shapes in their own frames, before anything else: one
    /// factor, or for mesh files three
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) scale: Option<Numbers>,
    /// The same for A alone, instead of --scale
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) scale_a: Option<Numbers>,
    /// The same for B alone, instead of --scale
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, value_parser = numbers)]
    pub(crate) scale_b: Option<Numbers>,
    /// Grows A by a ball of this radius, a safety margin; it is not scaled
    #[arg(long, value_name = "RADIUS", allow_hyphen_values = true, value_parser = length)]
    pub(crate) margin_a: Option<f64>,
    /// Grows B by a ball of this radius
    #[arg(long, value_name = "RADIUS", allow_hyphen_values = true, value_parser = length)]
    pub(crate) margin_b: Option<f64>,

    /// In which floats the input is stored and the answer rounded
    #[arg(long, value_enum, default_value = "f64")]
    pub(crate) precision: Precision,
    /// Print one JSON object, as `clearance query` does
    #[arg(long)]
    pub(crate) json: bool,
    /// Write what proves the answer to this file, as one line for `clearance verify`; or with -
    /// print it instead of the answer
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
}

/// Answers pairs given as JSON Lines, in their order, on all cores
///
/// A line is a pair:
///
///   {"id":1,"dim":3,"a":{"type":"box","half_extents":[1,2,3]},
///    "b":{"type":"sphere","radius":0.5,"pose":{"translation":[4,0,0],"rotation":[0,0,0,1]}}}
///
/// and so is its answer:
///
///   {"id":1,"intersects":false,"distance":2.5,"penetration":null,"normal":[1.0,0.0,0.0],
///    "witness_a":[1.0,0.0,0.0],"witness_b":[3.5,0.0,0.0],"gap":1e-15}
///
/// (each on one line). The exact distance or depth lies within `gap` of the number given; a gap of
/// null means that nothing is known. `"undecided":true` is added where a pair is too close to call,
/// and `"end":"cut-off"` or `"end":"limit"` where the search stopped early. A line that cannot be
/// answered gives {"id":…,"line":17,"error":"…"} in its place. Blank lines are skipped, unknown
/// keys ignored.
///
/// Shapes, each with an optional `pose` and `margin`:
///
///   point                               circle, sphere   radius
///   segment   vertices or half_height   capsule          the same and radius
///   triangle  vertices                  cylinder, cone   half_height, radius
///   box       half_extents              ellipse, ellipsoid   radii
///   polygon, hull   vertices            rounded          inner, radius
///   mesh      path, scale               frustum          view_projection or corners
///
/// Extensions of the format: `vertices` of a capsule or segment are its two ends, of a point itself;
/// capsule, segment, cylinder and cone take `axis` ("x", "y", "z"); a pose takes `matrix` (nine
/// numbers, row by row) where it has no `rotation`; a frustum's matrix takes `depth_range` ([0,1],
/// the default, or [-1,1]); a mesh's `scale` is one factor or three; where `dim` is missing, the
/// types and coordinates of the shapes tell it; a pose of the plane takes `rotation`, [cosine,sine];
/// {"type":"scaled"} takes `inner` and `scale`, one factor or one for each axis.
///
/// With --certificate each answer has two more keys: `query`, the pair in full (meshes as the
/// hulls that they stand for), and `certificate`, what proves how it stands; or
/// `certificate_error`, why nothing does. `clearance help verify` says what is in it.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0, or 1 if a line could not be answered, or 2 if the input could not be read.

Examples:
  clearance query pairs.jsonl > answers.jsonl
  generate-pairs | clearance query - | jq 'select(.intersects)'
  clearance query pairs.jsonl --precision f32 --cut-off 0.1
  clearance query pairs.jsonl --certificate > proofs.jsonl; clearance verify proofs.jsonl")]
pub(crate) struct QueryArgs {
    /// A file of JSON Lines, or - for standard input; paths of meshes are relative to it
    pub(crate) file: PathBuf,
    /// Overrides the `precision` of every line
    #[arg(long, value_enum)]
    pub(crate) precision: Option<Precision>,
    /// Add what proves each answer, for `clearance verify`; it proves the pair itself, whatever
    /// --cut-off and --max-iterations made of the answer
    #[arg(long)]
    pub(crate) certificate: bool,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
}

/// Checks certificates in exact arithmetic: by their evidence alone, without any search or tolerance
///
/// A line is a document that needs nothing else, as `clearance pair --certificate` and
/// `clearance query --certificate` write them:
///
///   {"query":{"dim":3,"a":SHAPE,"b":SHAPE},"certificate":{"verdict":"Separated",
///    "lower":2.5,"upper":2.5,"direction":[{"x":1.0,"y":0.0,"z":0.0}],
///    "pairs":[{"on_a":{"corner":0},"on_b":{"corner":0}}],"weights":[1.0],"facets":[]}}
///
/// The distance of the shapes, or minus the depth of their overlap, is claimed to be `lower` at
/// least and `upper` at most, and the verdict is "Separated", "Intersecting" or "Undecided". A bound
/// that is missing or null claims nothing. The evidence: along `direction`, the sum of these
/// vectors, the shapes are `lower` apart; the hull of the differences of the `pairs` comes as near
/// to the origin as `upper` says, at the point that the `weights` give, or, where there are
/// `facets`, they are a closed surface about it. A corner is counted among those of the shape's
/// core, the shape without its radius.
///
/// Each document that is not true gets a line with its place and the reason on standard output, and
/// standard error says how many were verified and refused. Only `query` and `certificate` are
/// checked: other keys of an answer, its rounded `distance` for one, are not. Files that a document
/// names are not read.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Exit status: 0 all are verified, 1 some are refused, 2 a file could not be read or is empty.

Examples:
  clearance pair box:1,1,1 sphere:0.5 --move-b 4,0,0 --certificate proof.json
  clearance verify proof.json --verbose
  clearance query pairs.jsonl --certificate | clearance verify -")]
pub(crate) struct VerifyArgs {
    /// Files of JSON Lines, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Print a line for each document that is true as well: what it proves
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EffortArgs {
    /// Stop once the shapes are proved farther apart than this
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true, value_parser = length)]
    pub(crate) cut_off: Option<f64>,
    /// Stop after this many support points; the answer stays true, with a larger gap
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_iterations: Option<u32>,
}

/// The two precisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Precision {
    /// 32-bit floats
    F32,
    /// 64-bit floats
    F64,
}

impl Precision {
    /// As in a line of JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// Numbers of one option.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers(pub(crate) Vec<f64>);

/// One finite number.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("`{text}` is not finite")),
        Err(_) => Err(format!("`{text}` is no number")),
    }
}

/// Numbers with commas between.
pub(crate) fn numbers(text: &str) -> Result<Numbers, String> {
    text.split(',').map(number).collect::<Result<_, _>>().map(Numbers)
}

fn length(text: &str) -> Result<f64, String> {
    let number = number(text)?;
    if number < 0.0 { Err("a length must not be negative".into()) } else { Ok(number) }
}

fn turn(text: &str) -> Result<Turn, String> {
    if let Some(rest) = text.strip_prefix("axis:") {
        let (axis, degrees) =
            rest.rsplit_once(':').ok_or("write axis:X,Y,Z:DEGREES or axis:z:DEGREES")?;
        let axis = match axis {
            "x" => [1.0, 0.0, 0.0],
            "y" => [0.0, 1.0, 0.0],
            "z" => [0.0, 0.0, 1.0],
            other => {
                let numbers = numbers(other)?.0;
                let wrong = |n: Vec<f64>| format!("the axis has {} numbers, needs 3", n.len());
                numbers.try_into().map_err(wrong)?
            }
        };
        if axis == [0.0; 3] {
            return Err("the axis is all zeros, which is no direction".into());
        }
        return Ok(Turn::Degrees(Some(axis), number(degrees)?));
    }
    let given = numbers(text)?.0;
    match given.as_slice() {
        [degrees] => Ok(Turn::Degrees(None, *degrees)),
        [x, y, z, w] if given.iter().any(|c| *c != 0.0) => Ok(Turn::Quaternion([*x, *y, *z, *w])),
        [_, _, _, _] => Err("the quaternion is all zeros, which is no rotation".into()),
        _ => Err(format!(
            "has {} numbers; write a quaternion X,Y,Z,W, or axis:X,Y,Z:DEGREES, or in the plane DEGREES",
            given.len()
        )),
    }
}
