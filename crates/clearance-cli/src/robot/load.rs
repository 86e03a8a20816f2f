//! Files and options to a robot, its pairs and a configuration.

use std::collections::HashMap;
use std::path::PathBuf;

use clearance_json::suggest::did_you_mean;
use clearance_json::{Fault, escape};
use clearance_scene::robot::{By, Leave, Loading, Robot};

use crate::args::{ByMesh, RobotArgs};

/// What to look at.
pub(super) struct Loaded {
    pub(super) robot: Robot,
    /// Pairs of geometries.
    pub(super) pairs: Vec<[usize; 2]>,
    /// A value for each of the robot's variables.
    pub(super) configuration: Vec<f64>,
    /// What files do not say or what is not followed.
    pub(super) notes: Vec<String>,
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
    let robot = loading.robot(&args.urdf).map_err(Fault::new)?;
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
    let link = |name: &String| {
        robot.link(name).ok_or_else(|| {
            let known = robot.links.iter().map(|link| link.name.as_str());
            let meant = did_you_mean(name, known);
            Fault::field("--ignore", format!("no link `{}`{meant}", escape::shown(name)))
        })
    };
    let ignore = args.ignore.iter().map(|[a, b]| Ok([link(a)?, link(b)?]));
    let ignore = ignore.collect::<Result<Vec<_>, Fault>>()?;
    let leave = Leave { adjacent: args.adjacent, semantics: semantics.as_ref(), ignore };
    let pairs = robot.pairs(&leave).map_err(Fault::new)?;

    let mut configuration = robot.rest();
    if let (Some(name), Some(semantics)) = (&args.state, &semantics) {
        let state = semantics.state(name).map_err(|message| Fault::field("--state", message))?;
        configuration = state.over(&robot, &configuration);
    }
    let mut given = HashMap::new();
    for (name, value) in &args.joints {
        let fault = |message: String| Fault::field("--joints", message);
        let at = variable(&robot, name).map_err(fault)?;
        if given.insert(at, *value).is_some_and(|other| other != *value) {
            return Err(fault(format!("joint `{}` has two values", escape::shown(name))));
        }
        configuration.get_mut(at).into_iter().for_each(|own| *own = *value);
    }
    if !args.beyond_limits {
        robot.check(&configuration).map_err(beyond)?;
    }
    Ok(Loaded { robot, pairs, configuration, notes })
}

/// The fault of a configuration, and what allows it.
pub(super) fn beyond(message: String) -> Fault {
    Fault::new(format!("{message}; --beyond-limits takes it as it is"))
}

/// The place of a joint among those that take a value.
pub(super) fn variable(robot: &Robot, name: &str) -> Result<usize, String> {
    let shown = escape::shown(name);
    let Some(joint) = robot.joint(name) else {
        let known = robot.variables.iter().filter_map(|joint| robot.joints.get(*joint));
        let meant = did_you_mean(name, known.map(|joint| joint.name.as_str()));
        return Err(format!("no joint `{shown}`{meant}"));
    };
    robot.variables.iter().position(|own| *own == joint).ok_or_else(|| {
        let mimic = robot.joints.get(joint).and_then(|joint| joint.mimic);
        match mimic.and_then(|mimic| robot.joints.get(mimic.joint)) {
            Some(other) => format!(
                "joint `{shown}` follows joint `{}`: give the value of that one",
                escape::shown(&other.name)
            ),
            None => format!("joint `{shown}` takes no value: it is fixed, floating or planar"),
        }
    })
}
