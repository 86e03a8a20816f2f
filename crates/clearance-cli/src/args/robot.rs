//! The grammar of `clearance robot`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clearance_scene::robot::Judging;

use super::numbers::{length, number};
use super::{LineArgs, MeshArgs, OutFile, unit};

/// How near a robot's links come to each other, in one configuration or over a motion
///
/// Reads a URDF: links, joints (revolute, continuous, prismatic, fixed; mimics followed; planar and
/// floating ones stand at their origin or where --joints or the state puts them, throughout a
/// motion that does not move them, which is said), and every <collision>: box, sphere, cylinder,
/// capsule, mesh. A mesh called package://NAME/... is looked for from the URDF's folder upward,
/// then in ROS_PACKAGE_PATH; --package says where it is.
///
/// Links that are fixed to each other are left out, and the two links that a moving joint joins
/// (--adjacent looks at them too), but not what is fixed to either; a SRDF leaves out what it
/// disables. --pairs lists what is left out, and why. Every other pair of links is one row, by its
/// nearest shapes: the signed distance, minus the depth where they overlap, and the points.
///
/// Joints that neither --state nor --joints nor the trajectory names stand at 0 or, where their
/// limits forbid that, at the limit nearest to it. Values beyond the limits are an error.
///
/// --by says what stands for a mesh: `hull`, its convex hull, which fills dents (the deepest is
/// named) and so never misses a collision; `triangles`, its surface as it is; `auto`, the hull of a
/// convex mesh, else the triangles.
///
/// --trajectory FILE.csv takes a motion: a header that names joints and perhaps `time`, then a sample
/// a line; from one to the next each value moves in a line. The answer is the nearest pair, and what
/// is proved of every time, between samples too: that all pairs stay farther apart than --margin; or
/// until when they do, and when a pair does not; or in which stretches of time that is unknown.
///
/// --world FILE puts things around it, in the root link's frame: a mesh file, whose objects are
/// taken by their triangles where they are not convex; a scene file (.jsonl), which also places
/// boxes and other shapes; or a point cloud (.xyz, .pcd, a .ply without faces), of which every
/// point is a ball of --point-radius. Each link's nearest object is one row, and so is every one
/// that it meets, or has within --within. A motion is proved against all of it, between samples
/// too.
///
/// Lengths are in metres, as URDF has them, angles in radians.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
#[command(mut_arg("unit", |unit| unit.hide(true)))]
#[command(after_help = "\
Exit status: 0 no collision, 1 a collision, a pair too close to call, or no pair to look at, 2 an
error; of a trajectory 0 only where the margin is proved at every time.

Examples:
  clearance robot panda.urdf --srdf panda.srdf --state default
  clearance robot arm.urdf --joints shoulder=0.5,elbow=-1.2 --within 0.05
  clearance robot drone.urdf --joints free=0,0,1.5,0,0,0,1 --pairs
  clearance robot arm.urdf --package arm_description=../arm_description --json
  clearance robot arm.urdf --ignore gripper,camera --csv pairs.csv --html pairs.html
  clearance robot arm.urdf --srdf arm.srdf --trajectory motion.csv --margin 0.02
  clearance robot arm.urdf --world cell.obj --may-touch base,floor --trajectory motion.csv
  clearance robot arm.urdf --world scan.pcd --point-radius 0.01 --state home
  clearance robot arm.urdf --make-srdf arm.srdf
  clearance robot arm.urdf --world cell.jsonl --attach box,hand,left_finger,right_finger")]
pub(crate) struct RobotArgs {
    /// The robot's URDF; of a xacro file what `xacro FILE > robot.urdf` writes
    pub(crate) urdf: PathBuf,
    /// Its SRDF: pairs of links that are left out, and named states
    #[arg(long, value_name = "FILE")]
    pub(crate) srdf: Option<PathBuf>,
    /// A named state of the SRDF, of all groups that have one of the name; GROUP/NAME is that of
    /// one
    #[arg(long, value_name = "NAME", requires = "srdf")]
    pub(crate) state: Option<String>,
    /// Values of joints, which go before those of the state; of a floating joint x, y, z and a
    /// quaternion x, y, z, w, of a planar one x, y and an angle about z
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = joints)]
    pub(crate) joints: Vec<Joints>,
    /// A motion: CSV of joints' values, and perhaps of times; without times, samples count from 0.
    /// Columns of a floating joint are NAME/trans_x and on to NAME/rot_w, of a planar one NAME/x,
    /// NAME/y, NAME/theta
    #[arg(long, value_name = "FILE.csv", conflicts_with = "within")]
    pub(crate) trajectory: Option<PathBuf>,
    /// Links are to stay farther apart than this over the motion
    #[arg(long, value_name = "DISTANCE", default_value_t = 0.0, value_parser = length)]
    #[arg(requires = "trajectory")]
    pub(crate) margin: f64,
    /// How far below the least distance found the proved one may lie; and how far a pair may move in
    /// the time that is left open where the margin is not kept
    #[arg(long, value_name = "DISTANCE", default_value_t = 1e-3, value_parser = length)]
    #[arg(requires = "trajectory")]
    pub(crate) tolerance: f64,
    /// Look at so many points between samples at most
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000, requires = "trajectory")]
    pub(crate) most: usize,
    /// List the pairs up to this far apart; without it, all
    #[arg(long, value_name = "DISTANCE", value_parser = length)]
    pub(crate) within: Option<f64>,
    /// Write a new SRDF of the pairs of links that need no look: adjacent ones, and those that
    /// never meet or always do within the joints' limits, proved or, marked as such, in all samples
    #[arg(long, value_name = "FILE.srdf")]
    #[arg(conflicts_with_all = [
        "srdf", "joints", "trajectory", "within", "world", "csv", "html", "ignore", "adjacent",
        "pairs", "beyond_limits",
    ])]
    pub(crate) make_srdf: Option<OutFile>,
    /// Take so many random samples; with 0, only what is proved is left out
    #[arg(long, value_name = "COUNT", default_value_t = Judging::default().samples)]
    #[arg(requires = "make_srdf")]
    pub(crate) samples: usize,
    /// Look at so many boxes of joint values at most, for each pair of links
    #[arg(long, value_name = "COUNT", default_value_t = Judging::default().cells)]
    #[arg(requires = "make_srdf")]
    pub(crate) boxes: usize,
    /// Leave out pairs too that meet in the default configuration, as MoveIt does, though apart in
    /// others: what they meet later is then not seen
    #[arg(long, requires = "make_srdf")]
    pub(crate) leave_default: bool,
    /// What stands around the robot; more than once, all of it
    #[arg(long, value_name = "FILE")]
    pub(crate) world: Vec<PathBuf>,
    /// Every point of a cloud is a ball of this radius
    #[arg(long, value_name = "LENGTH", value_parser = length, requires = "world")]
    pub(crate) point_radius: Option<f64>,
    /// The unit of world files that name none: m (as without it), cm, mm, in, ft, or so many metres
    #[arg(long, value_name = "UNIT", value_parser = unit, requires = "world")]
    pub(crate) world_unit: Option<f64>,
    /// A link that may touch what stands around, or one object of it, as a base its floor
    #[arg(long, value_name = "LINK[,OBJECT]", requires = "world")]
    pub(crate) may_touch: Vec<String>,
    /// Links count as larger by so much on every side, beside what stands around
    #[arg(long, value_name = "LINK=LENGTH", value_parser = named, requires = "world")]
    pub(crate) link_padding: Vec<(String, f64)>,
    /// Links' shapes count as so many times as large, each about its middle, beside what stands
    /// around
    #[arg(long, value_name = "LINK=FACTOR", value_parser = named, requires = "world")]
    pub(crate) link_scale: Vec<(String, f64)>,
    /// A link carries an object of the world, from where it stands in the configuration or at the
    /// motion's begin; further links may touch it, as the fingers that grasp it
    #[arg(long, value_name = "OBJECT,LINK[,LINK...]", requires = "world")]
    pub(crate) attach: Vec<String>,
    /// What stands for a mesh of the robot
    #[arg(long, value_enum, default_value_t = ByMesh::Hull)]
    pub(crate) by: ByMesh,
    /// Where a package is that a mesh is called by
    #[arg(long, value_name = "NAME=FOLDER", value_parser = package)]
    pub(crate) package: Vec<(String, PathBuf)>,
    /// Leave out a pair of links
    #[arg(long, value_name = "LINK,LINK", value_parser = pair)]
    pub(crate) ignore: Vec<[String; 2]>,
    /// Look at links that are fixed to each other or that one joint joins, too
    #[arg(long)]
    pub(crate) adjacent: bool,
    /// List the pairs of links that are left out too, each with the reason
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Take values beyond the joints' limits as they are
    #[arg(long)]
    pub(crate) beyond_limits: bool,
    /// Print the nearest so many rows of the table; 0 prints all
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) top: usize,
    /// Print JSON Lines instead of the table: one object a pair
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a table with every field
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<OutFile>,
    /// Write a picture that turns, one file that needs no other: the robot, and rows that fly to
    /// their pair; of a trajectory with a slider, and what is proved of every time
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<OutFile>,
    #[command(flatten)]
    pub(crate) limit: LineArgs,
    #[command(flatten)]
    pub(crate) meshes: MeshArgs,
}

/// What stands for a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ByMesh {
    /// Its convex hull
    Hull,
    /// The hull of a convex mesh, the triangles of any other
    Auto,
    /// Its triangles
    Triangles,
}

/// Joints and their values, in the order given.
#[derive(Clone, Debug)]
pub(crate) struct Joints(pub(crate) Vec<(String, Vec<f64>)>);

fn joints(text: &str) -> Result<Joints, String> {
    let mut all: Vec<(String, Vec<f64>)> = Vec::new();
    for word in text.split(',') {
        let value = match word.split_once('=') {
            Some((name, value)) => {
                all.push((name.trim().to_owned(), Vec::new()));
                value
            }
            None => word,
        };
        let (_, values) = all.last_mut().ok_or("write NAME=VALUE, as elbow=-1.2")?;
        values.push(number(value)?);
    }
    Ok(Joints(all))
}

fn package(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) = text.split_once('=').ok_or("write NAME=FOLDER")?;
    Ok((name.to_owned(), folder.into()))
}

fn named(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.rsplit_once('=').ok_or("write LINK=NUMBER")?;
    Ok((name.trim().to_owned(), number(value)?))
}

fn pair(text: &str) -> Result<[String; 2], String> {
    let (a, b) = text.split_once(',').ok_or("write two links with a comma between")?;
    Ok([a.trim(), b.trim()].map(str::to_owned))
}
