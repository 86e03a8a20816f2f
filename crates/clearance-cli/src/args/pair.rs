//! The grammar of `clearance pair`, and of the shapes on a command line.

use clap::Args;
use clearance_json::Precision;
use clearance_json::place::Turn;

use super::numbers::{Numbers, length, numbers, turn};
use super::{ByMesh, EffortArgs, LineArgs, MeshArgs, OutFile, precision, shape};

/// How two shapes stand to each other: apart or overlapping, by how much, where, and in which
/// direction
///
/// A and B are mesh files, of which the convex hull is meant (.stl, .obj, .ply, .off, .gltf,
/// .glb, .dae), files with one JSON shape (.json), JSON shapes {"type":…}, or:
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
///   half_space:X,Y,Z;D    all points p with (X,Y,Z)·p <= D; half_space:X,Y;D
///   frustum:MATRIX        what a camera sees, by its view-projection matrix:
///                         16 numbers column by column, or four rows R;R;R;R;
///                         its far plane may be at infinity
///   scaled:FACTORS:SHAPE  any of these stretched by one factor, or one an axis
///   rounded:R:SHAPE       grown by a ball of radius R
///   sum:SHAPE+SHAPE       the Minkowski sum
///
/// A mesh that is not convex is answered by its hull: the answer says so, hulls apart prove the
/// parts apart, and overlapping hulls prove nothing about the parts; `--by triangles` takes its
/// surface.
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
  clearance pair assets/building/wall.obj sphere:0.1 --move-b 4.1,0.1,1.5 --by triangles
  clearance pair box:1,1,1 cone:1,0.5 --move-b 2.5,0,0 --certificate proof.json
  clearance verify proof.json")]
pub(crate) struct PairArgs {
    /// The first shape
    #[arg(value_parser = shape())]
    pub(crate) a: String,
    /// The second shape
    #[arg(value_parser = shape())]
    pub(crate) b: String,

    #[command(flatten)]
    pub(crate) shapes: ShapeArgs,

    /// What stands for a mesh file: its convex hull, or its triangles, dents and holes as they are;
    /// a closed surface is solid
    #[arg(long, value_enum, default_value_t = ByMesh::Hull)]
    #[arg(conflicts_with_all = ["certificate", "EffortArgs"])]
    pub(crate) by: ByMesh,
    /// In which floats the input is stored and the answer rounded
    #[arg(long, value_parser = precision(), default_value = "f64")]
    pub(crate) precision: Precision,
    /// Print one JSON object, as `clearance query` does
    #[arg(long)]
    pub(crate) json: bool,
    /// Write what proves the answer to this file, as one line for `clearance verify`; or with -
    /// print it instead of the answer
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<OutFile>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// What is done to the shapes before the query.
#[derive(Args, Debug, Default)]
pub(crate) struct ShapeArgs {
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
    /// factor, or one for each axis
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
}

impl ShapeArgs {
    /// The name of an option that is given, if any is.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let Self {
            move_a,
            move_b,
            rotate_a,
            rotate_b,
            scale,
            scale_a,
            scale_b,
            margin_a,
            margin_b,
        } = self;
        let given = [
            ("move-a", move_a.is_some()),
            ("move-b", move_b.is_some()),
            ("rotate-a", rotate_a.is_some()),
            ("rotate-b", rotate_b.is_some()),
            ("scale", scale.is_some()),
            ("scale-a", scale_a.is_some()),
            ("scale-b", scale_b.is_some()),
            ("margin-a", margin_a.is_some()),
            ("margin-b", margin_b.is_some()),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}
