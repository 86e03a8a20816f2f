//! The grammar of `clearance query` and `clearance verify`.

use std::path::PathBuf;

use clap::Args;
use clearance_json::Precision;

use super::{EffortArgs, LineArgs, MeshArgs, precision};

/// Answers pairs given as JSON Lines, in their order, on all cores
///
/// A line is a pair:
///
///   {"id":1,"dim":3,"a":{"type":"box","half_extents":[1,2,3]},
///    "b":{"type":"sphere","radius":0.5,
///         "pose":{"translation":[4,0,0],"rotation":[0,0,0,1]}}}
///
/// and so is its answer:
///
///   {"id":1,"intersects":false,"distance":2.5,"penetration":null,
///    "normal":[1.0,0.0,0.0],"witness_a":[1.0,0.0,0.0],
///    "witness_b":[3.5,0.0,0.0],"gap":1e-15}
///
/// (each on one line). The exact distance or depth lies within `gap` of the number given; a gap of
/// null means that nothing is known. `"undecided":true` is added where a pair is too close to call,
/// and `"end":"cut-off"` or `"end":"limit"` where the search stopped early. A line that cannot be
/// answered gives {"id":…,"line":17,"error":"…"} in its place. Blank lines are skipped, unknown
/// keys of a line ignored.
///
/// Where a mesh that is not convex is answered by its hull, `"hull_of_concave":true` is added, with
/// `"parts":"apart"` (proved, the distance is a lower bound) or `"parts":"unknown"`, and in
/// `mesh_a` and `mesh_b` how deep its deepest dent is and which share of the hull it fills.
///
/// Shapes, each with an optional `pose` and `margin`; a key that a shape does not know is an error:
///
///   point
///   segment             vertices or half_height
///   triangle            vertices
///   polygon, hull       vertices
///   box                 half_extents
///   circle, sphere      radius
///   ellipse, ellipsoid  radii
///   capsule             vertices or half_height, and radius
///   cylinder, cone      half_height, radius
///   half_space          normal, offset
///   frustum             view_projection or corners
///   mesh                path, scale
///   rounded             inner, radius
///   scaled              inner, scale
///   sum                 a, b: shapes without a pose
///
/// Extensions of the format: `vertices` of a capsule or segment are its two ends, of a point
/// itself; capsule, segment, cylinder and cone take `axis` ("x", "y", "z"); a pose takes `matrix`
/// (3 or 4 rows, nine numbers row by row, or 16 column by column) where it has no `rotation`: each
/// entry within 1e-6 of a rotation's, or `"nearest":true`, which takes the nearest rotation and
/// answers how far that is (`nearest_a`, `nearest_b`); a frustum's matrix, 16 numbers or 4 rows,
/// takes `depth_range` ([0,1], the default, or [-1,1]) and may have its far plane at infinity;
/// `scale` is one factor or one for each axis; where `dim` is missing, the types and coordinates of
/// the shapes tell it; a pose of the plane takes `rotation`, [cosine,sine]. docs/formats.md of the
/// repository describes all of it. A pair may say how hard to look: `cut_off` and `max_iterations`,
/// as the options of these names, which go before them, and `start`, the first search direction
/// ("centers", "constant" or [x,y,z]).
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
    #[arg(long, value_parser = precision())]
    pub(crate) precision: Option<Precision>,
    /// Add what proves each answer, for `clearance verify`; it proves the pair itself, whatever
    /// --cut-off and --max-iterations made of the answer
    #[arg(long)]
    pub(crate) certificate: bool,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// Checks certificates in exact arithmetic: by their evidence alone, without any search or
/// tolerance
///
/// A line is a document that needs nothing else, as `clearance pair --certificate` and
/// `clearance query --certificate` write them:
///
///   {"query":{"dim":3,"a":SHAPE,"b":SHAPE},
///    "certificate":{"verdict":"Separated","lower":2.5,"upper":2.5,
///    "direction":[{"x":1.0,"y":0.0,"z":0.0}],
///    "pairs":[{"on_a":{"corner":0},"on_b":{"corner":0}}],"weights":[1.0],
///    "facets":[]}}
///
/// The distance of the shapes, or minus the depth of their overlap, is claimed to be `lower` at
/// least and `upper` at most, and the verdict is "Separated", "Intersecting" or "Undecided". A
/// bound that is missing or null claims nothing. The evidence: along `direction`, the sum of these
/// vectors, the shapes are `lower` apart; the hull of the differences of the `pairs` comes as near
/// to the origin as `upper` says, at the point that the `weights` give, or, where there are
/// `facets`, they are a closed surface about it. A corner is counted among those of the shape's
/// core, the shape without its radius.
///
/// Of a cast of shapes that do not turn, as `clearance cast --certificate` writes it, the
/// certificate has `no_contact_before` and `contact_by`: along `direction` the shapes are apart at
/// time 0 and at the first of these, and so in between; between these two times they meet, proved
/// by the hull of the pairs, the `early` ones with B as at the first and the `late` ones as at the
/// second. The verdict "Separated" claims no contact until the last time of the query.
///
/// Of contact points, as `clearance contact --certificate` writes it, the certificate has that of
/// the `pair`; the `normal`, along which the shapes are `lower` at least and `upper` at most apart
/// (beside a half-space along its own, which is `tilt` away); and `points`. Along the normal each
/// pair of points overlaps by `depth` but for `gap`; `from_a` and `from_b` are certificates of a
/// shape and the point, in this order: how far outside of it or inside it is.
///
/// Each document that is not true gets a line with its place and the reason on standard output, and
/// standard error says how many were verified and refused. An answer beside the certificate must
/// not contradict it: its yes or no, distance, depth or time, and its contact points. Its other keys
/// are remarks, which are not checked; docs/formats.md lists them. Files that a document names are
/// not read.
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
    #[command(flatten)]
    pub(crate) limit: LineArgs,
}
