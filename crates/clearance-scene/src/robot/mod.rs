//! Robots: links of a URDF in a tree of joints, and how near they come to each other.
//!
//! ```text
//! urdf ─> package, tree ─> model     a file to plain data
//! srdf ─> model                      pairs that are left out, and named states
//! kinematics ─> model                where the links stand; carry: what they grasp
//! free ─> model                      joints of several values that move
//! pairs ─> srdf                      which of them are looked at
//! check ─> kinematics                how they stand to each other
//! world ─> check, grown              and to what stands around
//! sweep ─> reach, turns, world       and over a motion
//! matrix ─> reach, check             which pairs never meet, or always do; srdf_text: as a file
//! ```

mod carry;
mod check;
mod error;
mod free;
mod grown;
mod kinematics;
mod matrix;
mod model;
mod package;
mod pairs;
mod reach;
mod srdf;
mod srdf_text;
mod state;
mod sweep;
mod tree;
mod turns;
mod urdf;
mod world;

use std::path::{Path, PathBuf};

use crate::Mesh;
use crate::mesh::{Reading, has_dent, is_convex};
use crate::scene::Body;
use crate::xml;

pub use crate::scene::By;
pub use check::{Checker, Found};
pub use error::RobotError;
pub use kinematics::Posed;
pub use matrix::{Judged, Judging, Verdict};
pub use model::{Geometry, Joint, JointKind, Link, Mimic, Robot};
pub use pairs::{Leave, LeftOut, Reason};
pub use srdf::Semantics;
pub use state::State;
pub use sweep::{Known, Moment, Sample, Stretch, Sweep, Swept};
pub use world::World;

const EXPAND: &str = "this is a xacro file; give what `xacro FILE` writes";

/// Refuses unexpanded xacro.
fn check_expanded(root: roxmltree::Node<'_, '_>) -> Result<(), xml::Wrong> {
    let is_xacro = |node: &roxmltree::Node<'_, '_>| {
        node.is_element() && node.tag_name().namespace().is_some_and(|own| own.contains("xacro"))
    };
    match root.descendants().find(is_xacro) {
        None => Ok(()),
        Some(left) => {
            let name = left.tag_name().name();
            Err(xml::Wrong::at(left, format!("`<xacro:{name}>` is not expanded: {EXPAND}")))
        }
    }
}

/// What the hull of a mesh fills.
enum Filled {
    /// Dents, of this depth at most.
    Dents(f64),
    /// What a surface without dents leaves open.
    Opening,
}

/// The body of a mesh, and what it fills.
fn body(by: By, mesh: &Mesh) -> Result<(Body, Option<Filled>), String> {
    let convexity = match by {
        By::Triangles => return Ok((By::Triangles.body(mesh)?, None)),
        // A flat or degenerate mesh has a hull, but no known dent.
        By::Hull => mesh.convexity().ok(),
        By::Auto => Some(mesh.convexity().map_err(|error| error.to_string())?),
    };
    let is_convex = convexity.as_ref().is_some_and(is_convex);
    if by == By::Auto && !is_convex {
        return Ok((By::Triangles.body(mesh)?, None));
    }
    let filled = convexity.filter(|_| !is_convex).map(|found| match has_dent(&found) {
        true => Filled::Dents(found.deepest_dent + found.gap),
        false => Filled::Opening,
    });
    Ok((By::Hull.body(mesh)?, filled))
}

/// How a robot is read: where its packages are, and which shapes replace its meshes.
///
/// ```no_run
/// use clearance_scene::robot::Loading;
///
/// let robot = Loading::default().robot("robot.urdf".as_ref())?;
/// for note in &robot.notes {
///     eprintln!("robot.urdf: {note}");
/// }
/// println!("{} links, {} values", robot.links.len(), robot.variables.len());
/// # Ok::<(), clearance_scene::robot::RobotError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loading {
    /// How meshes are read. Its `max_file_bytes` limits URDF and SRDF files too, and its `outside`
    /// allows them to refer to meshes outside their packages.
    pub reading: Reading,
    /// Which shape replaces a mesh.
    pub by: By,
    /// Packages by name, and their folders.
    pub packages: Vec<(String, PathBuf)>,
    /// Folders that are packages or hold some, as in ROS_PACKAGE_PATH. A package not listed above
    /// is searched for from the URDF's folder upward, then here.
    pub search: Vec<PathBuf>,
}

impl Loading {
    /// The robot in a URDF file.
    ///
    /// # Errors
    /// See [`RobotError`]: each names the file.
    pub fn robot(&self, path: &Path) -> Result<Robot, RobotError> {
        let read = || {
            let bytes = xml::bytes_of(path, self.reading.max_file_bytes)?;
            urdf::read(xml::text(&bytes)?, path, self)
        };
        read().map_err(|wrong| RobotError::of(path, wrong))
    }

    /// Reads an SRDF file for a robot.
    ///
    /// # Errors
    /// See [`RobotError`]: each names the file; it is an error to name a link or joint that the
    /// robot does not have.
    pub fn semantics(&self, path: &Path, robot: &Robot) -> Result<Semantics, RobotError> {
        let read = || {
            let bytes = xml::bytes_of(path, self.reading.max_file_bytes)?;
            srdf::read(xml::text(&bytes)?, robot)
        };
        read().map_err(|wrong| RobotError::of(path, wrong))
    }
}
