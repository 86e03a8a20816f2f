//! What stands for the objects of a scene, in the grammar of every command that takes one.

use clap::{Args, ValueEnum};

use super::numbers::length;
use super::{LineArgs, MeshArgs};

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ObjectsArgs {
    /// What stands for an object
    #[arg(long, value_enum, default_value_t = By::Auto)]
    pub(crate) by: By,
    /// Every object counts as larger by this much on all sides
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length)]
    pub(crate) padding: f64,
    /// Leave out objects with a coordinate that is no number, and name them; else they are an error
    #[arg(long)]
    pub(crate) skip_bad: bool,
    /// Whether the meshes of a scene file are kept where they stand, for pictures.
    #[arg(skip)]
    pub(crate) pictured: bool,
    /// The factor of all lengths.
    #[arg(skip)]
    pub(crate) scale: Option<f64>,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// What stands for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The hull of a convex mesh, the triangles of any other
    Auto,
    /// The convex hull
    Hull,
    /// The triangles
    Triangles,
    /// In a scene file: the convex hulls of the file's objects, which together are one body
    Parts,
}
