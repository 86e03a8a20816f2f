//! Why a file gives no mesh.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::EXTENSIONS;
use super::foreign::by_extension;
use super::words::{printable, printable_path};

/// Why a file gives no mesh. The message names the file and how to fix the problem.
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
    /// The extension is not one of [`EXTENSIONS`].
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// Its extension, lower case; empty if there is none.
        extension: String,
    },
    /// The content does not match the extension, or uses a part of the format that is not read.
    Format {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, where the format has lines and the reader counts them.
        line: Option<usize>,
        /// What is wrong.
        reason: String,
    },
    /// The file has no triangle.
    Empty {
        /// The file.
        path: PathBuf,
        /// What it holds instead, as `8 vertices`; empty if nothing.
        instead: String,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// The file.
        path: PathBuf,
        /// The object's name; empty where objects have none, or where all are read as one.
        object: String,
        /// The vertex, counted from 0 in the file.
        vertex: usize,
        /// The line, counted from 1, where the format has lines.
        line: Option<usize>,
    },
    /// The outline of a face crosses itself, as seen along its normal: what it bounds is not known.
    Crossed {
        /// The file.
        path: PathBuf,
        /// The object's name; empty where objects have none, or where all are read as one.
        object: String,
        /// The face, counted from 1 in the file or, of COLLADA, in the geometry.
        face: usize,
        /// The line, counted from 1, where the format has lines.
        line: Option<usize>,
    },
    /// The file has no object of the requested name.
    NoSuchObject {
        /// The file.
        path: PathBuf,
        /// The name, similar names, and the names that exist.
        reason: String,
    },
    /// More vertices than 32 bits can number.
    TooMany {
        /// The file.
        path: PathBuf,
    },
    /// The file is longer than [`Reading::max_file_bytes`](super::Reading::max_file_bytes).
    TooLong {
        /// The file.
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The triangles that the file places exceed
    /// [`Reading::max_triangles`](super::Reading::max_triangles).
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The triangles that it places.
        triangles: u64,
        /// The limit.
        limit: usize,
    },
    /// A glTF refers to a buffer outside its folder; see
    /// [`Reading::outside`](super::Reading::outside).
    Outside {
        /// The file.
        path: PathBuf,
        /// The address in the file.
        uri: String,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self {
            Self::Read { path, .. }
            | Self::UnknownExtension { path, .. }
            | Self::Format { path, .. }
            | Self::Empty { path, .. }
            | Self::NotFinite { path, .. }
            | Self::Crossed { path, .. }
            | Self::NoSuchObject { path, .. }
            | Self::TooMany { path }
            | Self::TooLong { path, .. }
            | Self::TooLarge { path, .. }
            | Self::Outside { path, .. } => printable_path(path),
        };
        let line = match self {
            Self::Format { line, .. }
            | Self::NotFinite { line, .. }
            | Self::Crossed { line, .. } => *line,
            _ => None,
        };
        match line {
            Some(line) => write!(f, "{path}: line {line}: ")?,
            None => write!(f, "{path}: ")?,
        }
        match self {
            Self::Read { source, .. } => source.fmt(f),
            Self::UnknownExtension { extension, .. } => {
                match (extension.as_str(), by_extension(extension)) {
                    ("", _) => f.write_str("the file has no extension that says what it is")?,
                    (_, Some(what)) => write!(f, "no reader for `.{extension}` files: {what}")?,
                    _ => write!(f, "no reader for `.{}` files", printable(extension.as_bytes()))?,
                }
                write!(f, "; export it as STL, OBJ or glTF (.{})", EXTENSIONS.join(", ."))
            }
            Self::Format { reason, .. } | Self::NoSuchObject { reason, .. } => f.write_str(reason),
            Self::Empty { instead, .. } => {
                f.write_str("there is no triangle in it")?;
                if !instead.is_empty() {
                    write!(f, ", but {instead}")?;
                }
                f.write_str("; export the model as a triangle mesh")
            }
            Self::NotFinite { object, vertex, .. } => write!(
                f,
                "{}vertex {vertex} has a coordinate that is NaN or infinite; repair the mesh",
                of(object)
            ),
            Self::Crossed { object, face, .. } => write!(
                f,
                "{}face {face} crosses itself, so that what it bounds is not known; repair it, or \
                 export triangles",
                of(object)
            ),
            Self::TooMany { .. } => f.write_str("more than 4294967295 vertices; split the mesh"),
            Self::TooLong { limit, .. } => write!(
                f,
                "longer than {limit} bytes; `--max-file-bytes` allows \
                 more"
            ),
            Self::TooLarge { triangles, limit, .. } => write!(
                f,
                "its nodes place {triangles} triangles, more than {limit}; `--max-triangles` \
                 allows more"
            ),
            Self::Outside { uri, .. } => write!(
                f,
                "the buffer {} lies outside the file's folder; put it beside the file, or allow \
                 it with `--outside`",
                printable(uri.as_bytes())
            ),
        }
    }
}

/// The beginning of what is said about an object.
fn of(object: &str) -> String {
    match object {
        "" => String::new(),
        name => format!("object `{}`: ", printable(name.as_bytes())),
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
