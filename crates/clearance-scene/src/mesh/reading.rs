//! How a mesh file is read, and the result.

use std::io::Read as _;
use std::path::Path;

use super::{EXTENSIONS, Mesh, MeshError, Note, Source};

/// A mesh from a file, and the notes about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// All objects that were chosen, as one mesh.
    pub mesh: Mesh,
    /// What the mesh alone does not show; see [`Note`].
    pub notes: Vec<Note>,
    /// How many metres the unit of the mesh is, where the file names one, as glTF and COLLADA do.
    pub metres: Option<f64>,
}

/// An object's name, and its mesh or why it has none.
pub type Named = (String, Result<Mesh, MeshError>);

/// The objects of a file, and the notes about it.
#[derive(Debug, Default)]
pub struct Objects {
    /// Each with its name.
    pub each: Vec<Named>,
    /// What the meshes alone do not show; see [`Note`].
    pub notes: Vec<Note>,
    /// How many metres the unit of the meshes is, where the file names one, as glTF and COLLADA do.
    pub metres: Option<f64>,
}

/// How mesh files are read: which object, and limits on time and memory.
///
/// ```no_run
/// use clearance_scene::mesh::Reading;
///
/// let reading = Reading { object: Some("lid".into()), ..Reading::default() };
/// let loaded = reading.file("box.obj".as_ref())?;
/// for note in &loaded.notes {
///     eprintln!("box.obj: {note}");
/// }
/// println!("{} triangles", loaded.mesh.triangles.len());
/// # Ok::<(), clearance_scene::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The name of the one object to read: an object or group of an OBJ, a node or mesh of a glTF
    /// or COLLADA, a solid of a text STL. A node includes everything below it. `None` joins all
    /// objects.
    pub object: Option<String>,
    /// The longest file accepted, in bytes; also for the buffers beside a glTF together.
    pub max_file_bytes: u64,
    /// A glTF or COLLADA can place one mesh many times. It may place this many triangles in total,
    /// or as many as its bytes could hold once, whichever is more.
    pub max_triangles: usize,
    /// Whether a glTF may refer to buffers outside its own folder.
    pub outside: bool,
    /// Turns a COLLADA by its `up_axis` so that z is up; otherwise its axes stay as in the file, as
    /// for every other format, and a note names the axis.
    pub z_up: bool,
    /// The unit of the meshes, in metres: 0.001 for millimetres. The lengths of files that name
    /// their unit are converted to it, and those of others are taken to be in it. With `None` the
    /// first are in metres, and the others in a unit that is not known.
    pub unit: Option<f64>,
}

impl Default for Reading {
    /// All objects, files of up to 1 GiB, four million placed triangles, nothing outside the
    /// folder, axes as in the file, metres where a file names its unit.
    fn default() -> Self {
        Self {
            object: None,
            max_file_bytes: 1 << 30,
            max_triangles: 4_000_000,
            outside: false,
            z_up: false,
            unit: None,
        }
    }
}

impl Reading {
    /// Units by their short names: also in words, and in metres.
    pub const UNITS: [(&str, &str, f64); 5] = [
        ("m", "metres", 1.0),
        ("cm", "centimetres", 0.01),
        ("mm", "millimetres", 0.001),
        ("in", "inches", 0.0254),
        ("ft", "feet", 0.3048),
    ];

    /// A unit by its short name, in metres.
    pub fn unit_named(name: &str) -> Option<f64> {
        Self::UNITS.iter().find(|(short, ..)| *short == name).map(|(.., metres)| *metres)
    }

    /// The mesh in a file, whose extension gives the format.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn file(&self, path: &Path) -> Result<Loaded, MeshError> {
        let extension = extension(path)?;
        let bytes = self.bytes_of(path)?;
        super::read(&Source { path, extension: &extension, reading: self }, &bytes)
            .and_then(|content| content.whole(path))
    }

    /// The mesh in bytes in memory. Messages call them `name`; its extension gives the format, and
    /// a glTF looks for its buffers beside it.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn bytes(&self, name: &Path, bytes: &[u8]) -> Result<Loaded, MeshError> {
        let extension = extension(name)?;
        super::read(&Source { path: name, extension: &extension, reading: self }, bytes)
            .and_then(|content| content.whole(name))
    }

    /// The objects in a file with their names. Objects of the same name are joined, but nodes of a
    /// glTF or COLLADA stay separate, and the second of a name is called `name (2)`.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn objects(&self, path: &Path) -> Result<Vec<(String, Mesh)>, MeshError> {
        let each = self.each_object(path)?.each.into_iter();
        each.map(|(name, mesh)| Ok((name, mesh?))).collect()
    }

    /// The same as [`objects`](Self::objects), but an object with a coordinate that is not finite
    /// does not spoil the others.
    ///
    /// # Errors
    /// See [`MeshError`]: only if the file as a whole cannot be read.
    pub fn each_object(&self, path: &Path) -> Result<Objects, MeshError> {
        extension(path)?;
        self.each_object_in(path, &self.bytes_of(path)?)
    }

    /// The same of bytes in memory; see [`bytes`](Self::bytes) for the name.
    ///
    /// # Errors
    /// See [`MeshError`]: only if the file as a whole cannot be read.
    pub fn each_object_in(&self, name: &Path, bytes: &[u8]) -> Result<Objects, MeshError> {
        let extension = extension(name)?;
        super::read(&Source { path: name, extension: &extension, reading: self }, bytes)
            .map(|content| content.apart(name))
    }

    /// The bytes of a file, if it is not too long. The length of a device or a pipe is not known in
    /// advance, so reading stops at the limit.
    pub(super) fn bytes_of(&self, path: &Path) -> Result<Vec<u8>, MeshError> {
        let failed = |source| MeshError::Read { path: path.into(), source };
        let too_long = || MeshError::TooLong { path: path.into(), limit: self.max_file_bytes };
        let file = std::fs::File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > self.max_file_bytes {
            return Err(too_long());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        let most = self.max_file_bytes.saturating_add(1);
        file.take(most).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > self.max_file_bytes { Err(too_long()) } else { Ok(bytes) }
    }
}

/// The extension in lower case, if its format is read.
pub(super) fn extension(path: &Path) -> Result<String, MeshError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if EXTENSIONS.contains(&extension.as_str()) {
        Ok(extension)
    } else {
        Err(MeshError::UnknownExtension { path: path.into(), extension })
    }
}
