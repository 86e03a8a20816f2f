//! Files and options to a robot, its pairs and a configuration.
//!
//! What a joint of several values stands at becomes part of the robot, the rest a configuration.

use std::collections::HashMap;
use std::path::PathBuf;

use clearance_json::suggest::did_you_mean;
use clearance_json::{Fault, escape};
use clearance_scene::robot::{By, Joint, Leave, LeftOut, Loading, Robot, Sample, World};

use super::motion;
use super::row::Seen;
use super::surroundings::{self, Surroundings};
use crate::args::{ByMesh, RobotArgs};

/// The most pairs that `--pairs` lists: a thousand links have half as many.
const MOST_LEFT_OUT: usize = 1 << 20;

/// What to look at.
pub(super) struct Loaded {
    pub(super) robot: Robot,
    /// Pairs of geometries.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Pairs of links that are not looked at; listed only where that is asked for.
    pub(super) left_out: Vec<LeftOut>,
    /// A value for each of the robot's variables.
    pub(super) configuration: Vec<f64>,
    /// The motion, if one is given.
    pub(super) samples: Option<Vec<Sample>>,
    pub(super) around: Option<Surroundings>,
    /// What files do not say or what is not followed.
    pub(super) notes: Vec<String>,
}

impl Loaded {
    pub(super) fn seen(&self) -> Seen<'_> {
        Seen { robot: &self.robot, world: self.world() }
    }

    /// Whether no pair at all is looked at.
    pub(super) fn looks_at_nothing(&self) -> bool {
        self.pairs.is_empty() && self.world().is_none()
    }

    pub(super) fn world(&self) -> Option<&World> {
        self.around.as_ref().and_then(|around| around.world.as_ref())
    }
}

pub(super) fn load(args: &RobotArgs) -> Result<Loaded, Fault> {
    if args.meshes.unit.is_some() {
        return Err(Fault::field("--unit", "is no option here: a URDF is in metres"));
    }
    let search = std::env::var_os("ROS_PACKAGE_PATH").unwrap_or_default();
    let loading = Loading {
        reading: args.meshes.reading(),
        by: match args.by {
            ByMesh::Hull => By::Hull,
            ByMesh::Auto => By::Auto,
            ByMesh::Triangles => By::Triangles,
        },
        packages: args.package.clone(),
        search: std::env::split_paths(&search).filter(|path| *path != PathBuf::new()).collect(),
    };
    let mut robot = loading.robot(&args.urdf).map_err(Fault::new)?;
    let named = |file: &std::path::Path, note: &String| format!("{}: {note}", file.display());
    let mut notes: Vec<String> = robot.notes.iter().map(|note| named(&args.urdf, note)).collect();
    let semantics = match &args.srdf {
        Some(path) => {
            let semantics = loading.semantics(path, &robot).map_err(Fault::new)?;
            notes.extend(semantics.notes.iter().map(|note| named(path, note)));
            Some(semantics)
        }
        None => None,
    };
    let mut configuration = robot.rest();
    if let (Some(name), Some(semantics)) = (&args.state, &semantics) {
        let fault = |message: String| Fault::field("--state", message);
        let state = semantics.state(name).map_err(fault)?;
        configuration = state.over(&robot, &configuration);
        for (joint, values) in &state.places {
            robot.place(*joint, values).map_err(fault)?;
        }
    }
    let mut given: HashMap<usize, &[f64]> = HashMap::new();
    for (name, values) in args.joints.iter().flat_map(|joints| &joints.0) {
        let fault = |message: String| Fault::field("--joints", message);
        let joint = joint(&robot, name).map_err(fault)?;
        if given.insert(joint, values).is_some_and(|other| other != values) {
            return Err(fault(format!("joint `{}` has two values", escape::shown(name))));
        }
        match (values.as_slice(), robot.joints.get(joint).map(|joint| joint.kind.values())) {
            ([value], Some(1)) => {
                let at = variable(&robot, name).map_err(fault)?;
                configuration.get_mut(at).into_iter().for_each(|own| *own = *value);
            }
            (_, Some(0)) => return Err(fault(takes_none(name, "it is fixed"))),
            (values, Some(1)) => {
                let count = values.len();
                let name = escape::shown(name);
                return Err(fault(format!("joint `{name}` takes one value, has {count}")));
            }
            _ => robot.place(joint, values).map_err(fault)?,
        }
    }
    if !args.beyond_limits {
        robot.check(&configuration).map_err(beyond)?;
    }
    let read = |path: &PathBuf| motion::read(path, args, &mut robot, &mut configuration);
    let samples = args.trajectory.as_ref().map(read);
    let samples = samples.transpose()?;
    let begin = samples.as_ref().and_then(|samples| samples.first());
    let begin = begin.map_or(&configuration, |sample| &sample.configuration);
    let (around, touch) = surroundings::read(args, &mut robot, begin, &mut notes)?;
    let link = |name: &String| {
        robot.link(name).ok_or_else(|| {
            let known = robot.links.iter().map(|link| link.name.as_str());
            let meant = did_you_mean(name, known);
            Fault::field("--ignore", format!("no link `{}`{meant}", escape::shown(name)))
        })
    };
    let ignore = args.ignore.iter().map(|[a, b]| Ok([link(a)?, link(b)?]));
    let mut ignore = ignore.collect::<Result<Vec<_>, Fault>>()?;
    ignore.extend(touch);
    let leave = Leave { adjacent: args.adjacent, semantics: semantics.as_ref(), ignore };
    let pairs = robot.pairs(&leave).map_err(Fault::new)?;
    let most = if args.pairs { MOST_LEFT_OUT + 1 } else { 0 };
    let left_out: Vec<LeftOut> = robot.left_out(&leave).take(most).collect();
    if left_out.len() > MOST_LEFT_OUT {
        let message = format!("more than {MOST_LEFT_OUT} pairs of links are left out");
        return Err(Fault::field("--pairs", message));
    }
    Ok(Loaded { robot, pairs, left_out, configuration, samples, around, notes })
}

/// The fault of a configuration, and what allows it.
pub(super) fn beyond(message: String) -> Fault {
    Fault::new(format!("{message}; --beyond-limits takes it as it is"))
}

/// The place of a joint among all.
fn joint(robot: &Robot, name: &str) -> Result<usize, String> {
    robot.joint(name).ok_or_else(|| {
        let takes = |joint: &&Joint| joint.kind.values() > 0 && joint.mimic.is_none();
        let known = robot.joints.iter().filter(takes);
        let meant = did_you_mean(name, known.map(|joint| joint.name.as_str()));
        format!("no joint `{}`{meant}", escape::shown(name))
    })
}

fn takes_none(name: &str, why: &str) -> String {
    format!("joint `{}` takes no value: {why}", escape::shown(name))
}

/// The place of a joint among those that take a value in a configuration.
pub(super) fn variable(robot: &Robot, name: &str) -> Result<usize, String> {
    let shown = escape::shown(name);
    let joint = joint(robot, name)?;
    robot.variables.iter().position(|own| *own == joint).ok_or_else(|| {
        let mimic = robot.joints.get(joint).and_then(|joint| joint.mimic);
        match mimic.and_then(|mimic| robot.joints.get(mimic.joint)) {
            Some(other) => format!(
                "joint `{shown}` follows joint `{}`: give the value of that one",
                escape::shown(&other.name)
            ),
            None if robot.joints.get(joint).is_some_and(|joint| joint.kind.values() > 1) => {
                let parts = robot.value_parts(joint).iter().map(|part| format!("{shown}/{part}"));
                let parts: Vec<String> = parts.collect();
                let why = format!(
                    "it is floating or planar, and stands where --joints places it, or moves as a \
                     motion says: {}",
                    parts.join(", ")
                );
                takes_none(name, &why)
            }
            None => takes_none(name, "it is fixed"),
        }
    })
}
