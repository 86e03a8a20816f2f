//! The bytes that a glTF refers to: in the file, in a `data:` URI, or in files beside it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::super::words::printable;
use super::super::{MeshError, Source};
use super::document::Document;

/// Some writers leave out the padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The contents of the buffers. A file is read once, however many buffers refer to it.
pub(super) struct Buffers<'a> {
    contents: Vec<Content<'a>>,
    outside_bytes: u64,
}

enum Content<'a> {
    Here(&'a [u8]),
    Decoded(Vec<u8>),
    Beside(Rc<Vec<u8>>),
    /// It has no URI, and is not the first of a `.glb`.
    Nowhere,
}

impl<'a> Buffers<'a> {
    pub(super) fn load(
        document: &Document<'_>,
        blob: Option<&'a [u8]>,
        source: &Source<'_>,
    ) -> Result<Self, MeshError> {
        let mut files = Files { source, read: HashMap::new(), bytes: 0 };
        let mut contents = Vec::with_capacity(document.buffers.len());
        for (number, buffer) in document.buffers.iter().enumerate() {
            contents.push(match (&buffer.uri, blob) {
                (Some(uri), _) => files.content(uri)?,
                (None, Some(blob)) if number == 0 => Content::Here(blob),
                (None, _) => Content::Nowhere,
            });
        }
        Ok(Self { contents, outside_bytes: files.bytes })
    }

    /// The length of the files beside the glTF.
    pub(super) const fn outside_bytes(&self) -> u64 {
        self.outside_bytes
    }

    pub(super) fn get(&self, number: u32) -> Result<&[u8], String> {
        match self.contents.get(number as usize) {
            Some(Content::Here(bytes)) => Ok(bytes),
            Some(Content::Decoded(bytes)) => Ok(bytes),
            Some(Content::Beside(bytes)) => Ok(bytes),
            Some(Content::Nowhere) => {
                Err(format!("buffer {number} has no `uri`, and there is no binary part for it"))
            }
            None => Err(format!("buffer {number} does not exist")),
        }
    }
}

/// The files beside a glTF.
struct Files<'s> {
    source: &'s Source<'s>,
    read: HashMap<PathBuf, Rc<Vec<u8>>>,
    bytes: u64,
}

impl Files<'_> {
    fn content<'a>(&mut self, uri: &str) -> Result<Content<'a>, MeshError> {
        let format = |reason: String| self.source.format(None, reason);
        if let Some(data) = uri.strip_prefix("data:") {
            let (_, encoded) = data
                .split_once(";base64,")
                .ok_or_else(|| format("a buffer's `data:` address is not base64".into()))?;
            let decoded = BASE64.decode(encoded);
            return decoded
                .map(Content::Decoded)
                .map_err(|e| format(format!("a buffer's base64: {e}")));
        }
        if uri.contains("://") || uri.starts_with("file:") {
            let uri = printable(uri.as_bytes());
            return Err(format(format!(
                "the buffer {uri} is not a file beside it; put it there and name it by its name"
            )));
        }
        self.file(uri).map(Content::Beside)
    }

    fn file(&mut self, uri: &str) -> Result<Rc<Vec<u8>>, MeshError> {
        let name = decoded(uri);
        let allowed = self.source.reading.outside;
        let outside = || MeshError::Outside { path: self.source.path.into(), uri: uri.into() };
        if !allowed && leaves(&name) {
            return Err(outside());
        }
        let folder = folder_of(self.source.path);
        let file = folder.join(&name);
        let failed = |source| MeshError::Read { path: file.clone(), source };
        // Links are followed before the folder is compared. Two names of one file count as one.
        let real = file.canonicalize().map_err(failed)?;
        if !allowed && !lies_beside(&real, self.source.path) {
            return Err(outside());
        }
        if let Some(known) = self.read.get(&real) {
            return Ok(known.clone());
        }
        // A device would never end, and a pipe may never begin.
        if !real.metadata().map_err(failed)?.is_file() {
            let uri = printable(uri.as_bytes());
            return Err(self.source.format(None, format!("the buffer {uri} is not a file")));
        }
        let bytes = self.source.reading.bytes_of(&file)?;
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        let limit = self.source.reading.max_file_bytes;
        if self.bytes > limit {
            return Err(MeshError::TooLong { path: self.source.path.into(), limit });
        }
        let bytes = Rc::new(bytes);
        self.read.insert(real, bytes.clone());
        Ok(bytes)
    }
}

/// A file name with the URI's escapes decoded.
fn decoded(uri: &str) -> PathBuf {
    let bytes: Cow<'_, [u8]> = percent_encoding::percent_decode_str(uri).into();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        PathBuf::from(std::ffi::OsStr::from_bytes(&bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a path leads out of the folder, without looking at the disk.
fn leaves(name: &Path) -> bool {
    let mut depth = 0_usize;
    for part in name.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(_) => depth += 1,
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

/// Whether a file lies in the folder of the glTF, or in that of the file which the glTF's own path
/// links to: build systems link models file by file.
fn lies_beside(real: &Path, path: &Path) -> bool {
    let folder = folder_of(path).canonicalize();
    let own = path.canonicalize().ok().and_then(|own| own.parent().map(Path::to_path_buf));
    folder.ok().into_iter().chain(own).any(|folder| real.starts_with(folder))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
