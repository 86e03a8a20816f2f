//! Why files give no robot.

use std::fmt;
use std::path::PathBuf;

use crate::mesh::printable_path;
use crate::xml::Wrong;

/// Why a file gives no robot. The message names the file, the line where there is one, and how to
/// fix the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RobotError {
    /// The file.
    pub path: PathBuf,
    /// The line of the error, counted from 1, if it has one.
    pub line: Option<usize>,
    /// What is wrong, with the names of links and joints.
    pub reason: String,
}

impl RobotError {
    pub(super) fn of(path: impl Into<PathBuf>, wrong: Wrong) -> Self {
        Self { path: path.into(), line: wrong.line, reason: wrong.reason }
    }
}

impl fmt::Display for RobotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable_path(&self.path);
        match self.line {
            Some(line) => write!(f, "{path}: line {line}: {}", self.reason),
            None => write!(f, "{path}: {}", self.reason),
        }
    }
}

impl std::error::Error for RobotError {}
