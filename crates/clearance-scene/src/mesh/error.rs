//! Why a file gives no mesh.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::EXTENSIONS;

/// Why a file gives no mesh. The message names the file and says what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum MeshError {
    /// The file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The extension is none of [`EXTENSIONS`].
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// Its extension, lower case; empty if there is none.
        extension: String,
    },
    /// The content is not what the extension promises, or a part of the format that is not read.
    Format {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, where the format has lines and the reader counts them.
        line: Option<usize>,
        /// What is wrong.
        reason: String,
    },
    /// There is no triangle in it.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// The file.
        path: PathBuf,
        /// The object's name; empty where objects have none.
        object: String,
        /// The vertex, counted from 0 in the object.
        vertex: usize,
    },
    /// More vertices than 32 bits can number.
    TooMany {
        /// The file.
        path: PathBuf,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, source } => write!(f, "{}: {source}", path.display()),
            Self::UnknownExtension { path, extension } => {
                write!(f, "{}: ", path.display())?;
                match extension.as_str() {
                    "" => f.write_str("the file has no extension that says what it is")?,
                    _ => write!(f, "no reader for `.{extension}` files")?,
                }
                write!(f, "; meshes are read from .{}", EXTENSIONS.join(", ."))
            }
            Self::Format { path, line: Some(line), reason } => {
                write!(f, "{}:{line}: {reason}", path.display())
            }
            Self::Format { path, line: None, reason } => write!(f, "{}: {reason}", path.display()),
            Self::Empty { path } => write!(
                f,
                "{}: there is no triangle in it; export the model as a triangle mesh",
                path.display()
            ),
            Self::NotFinite { path, object, vertex } => {
                write!(f, "{}: ", path.display())?;
                if !object.is_empty() {
                    write!(f, "object `{object}`: ")?;
                }
                write!(
                    f,
                    "vertex {vertex} has a coordinate that is NaN or infinite; repair the mesh"
                )
            }
            Self::TooMany { path } => {
                write!(f, "{}: more than 4294967295 vertices; split the mesh", path.display())
            }
        }
    }
}

impl std::error::Error for MeshError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read { source, .. } => Some(source),
            _ => None,
        }
    }
}
