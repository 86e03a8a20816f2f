//! A file that is written.

use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The path of a file that a command writes: `guard` looks at every option of this type before any
/// work, and `Output` takes no other path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutFile(PathBuf);

impl From<OsString> for OutFile {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl Deref for OutFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}
