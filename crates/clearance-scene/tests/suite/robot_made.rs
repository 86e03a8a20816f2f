//! Robots written as files and read.
#![cfg(feature = "robot")]
#![allow(clippy::unwrap_used)]

use clearance_scene::robot::{Loading, Robot};

/// The robot of these links and joints.
pub(crate) fn robot_of(name: &str, inner: &str) -> Robot {
    let path = std::env::temp_dir().join(format!("clearance-{name}-{}.urdf", std::process::id()));
    std::fs::write(&path, format!("<robot name=\"r\">{inner}</robot>")).unwrap();
    let robot = Loading::default().robot(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    robot
}
