//! The meshes that an input names, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clearance::{Shape, Space, Xy, Xyz};
use clearance_scene::mesh::{Address, Reading};

use crate::fault::Fault;
use crate::place::Dimension;
use crate::request::Precision;
use crate::stand_in::StandIn;
use crate::suggest::did_you_mean;

/// Beyond so many meshes, or corners of their hulls together, meshes are read anew each time they
/// are named, so that memory stays bounded where an input names one large mesh at many scales.
const MOST: Kept = Kept { meshes: 4096, corners: 1 << 20 };

/// A mesh file or an object in it as it was named, and the factors its coordinates are multiplied
/// by, as bits.
type Key = (String, [u64; 3]);
/// The hull of a mesh, and what is to be said where it takes the place of the mesh.
type Found<S> = (Arc<Shape<S>>, Arc<StandIn>);
type Entry<S> = Arc<OnceLock<Result<Found<S>, Fault>>>;

/// How much a library holds.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    meshes: usize,
    corners: usize,
}

/// The hulls of mesh files in one space and precision.
#[derive(Debug)]
pub struct Library<S: Space> {
    /// Relative paths start here; where there is none, no file is read.
    directory: Option<PathBuf>,
    reading: Reading,
    /// In which floats what is read is meant.
    pub precision: Precision,
    hulls: Mutex<Hulls<S>>,
}

#[derive(Debug)]
struct Hulls<S: Space> {
    entries: HashMap<Key, Entry<S>>,
    corners: usize,
}

impl<S: Dimension> Library<S> {
    fn new(directory: Option<&Path>, reading: &Reading, precision: Precision) -> Self {
        Self {
            directory: directory.map(Path::to_path_buf),
            reading: reading.clone(),
            precision,
            hulls: Mutex::new(Hulls { entries: HashMap::new(), corners: 0 }),
        }
    }

    /// The hull of a mesh file, or with `file.obj#Name` of an object in it.
    ///
    /// # Errors
    /// Where it cannot be read, or no file may be.
    pub fn hull(&self, name: &str, scale: [f64; 3]) -> Result<Found<S>, Fault> {
        let Some(directory) = &self.directory else {
            return Err(Fault::field(
                "path",
                "is a file, which proves nothing: give a hull with its vertices",
            ));
        };
        let key = (name.to_owned(), scale.map(f64::to_bits));
        let entry = {
            let mut hulls = self.hulls.lock().unwrap_or_else(PoisonError::into_inner);
            if hulls.entries.len() < MOST.meshes && hulls.corners < MOST.corners {
                hulls.entries.entry(key.clone()).or_default().clone()
            } else {
                hulls.entries.get(&key).cloned().unwrap_or_default()
            }
        };
        // Outside the lock: a thread that wants another mesh need not wait.
        let mut is_new = false;
        let found = entry.get_or_init(|| {
            is_new = true;
            self.read(directory, name, scale)
        });
        if let (true, Ok((_, stand_in))) = (is_new, found) {
            let mut hulls = self.hulls.lock().unwrap_or_else(PoisonError::into_inner);
            if hulls.corners < MOST.corners {
                hulls.corners += stand_in.hull_vertices;
            } else {
                hulls.entries.remove(&key);
            }
        }
        found.clone()
    }

    fn read(&self, directory: &Path, name: &str, scale: [f64; 3]) -> Result<Found<S>, Fault> {
        let Address { path, object } = Address::of(name);
        let path = directory.join(path);
        let reading = Reading { object, ..self.reading.clone() };
        let loaded = reading.file(&path).map_err(|error| {
            let meant = neighbour(&path).unwrap_or_default();
            Fault::field("path", format!("{error}{meant}"))
        })?;
        let mesh = loaded.mesh.scaled(scale);
        let named = |fault| Fault::field("path", format!("{}: {fault}", path.display()));
        let hull = S::mesh_hull(&mesh, self.precision).map_err(named)?;
        let convexity = mesh.convexity().map_err(|error| named(Fault::new(error)))?;
        let notes = loaded.notes.iter().map(ToString::to_string).collect();
        Ok((Arc::new(hull), Arc::new(StandIn::new(name, &convexity, notes))))
    }
}

/// Where there is no such file: the question whether one beside it was meant.
pub fn neighbour(path: &Path) -> Option<String> {
    /// Files that are looked at in a folder, at most.
    const MOST: usize = 10_000;
    if path.exists() {
        return None;
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names: Vec<String> =
        entries.take(MOST).flatten().map(|e| e.file_name().to_string_lossy().into()).collect();
    let meant = did_you_mean(path.file_name()?.to_str()?, names.iter().map(String::as_str));
    Some(meant).filter(|meant| !meant.is_empty())
}

/// The libraries of both spaces, in either precision.
#[derive(Debug)]
pub struct Libraries {
    plane: [Library<Xy>; 2],
    space: [Library<Xyz>; 2],
}

impl Libraries {
    /// Relative paths start in the directory.
    pub fn new(directory: &Path, reading: &Reading) -> Self {
        Self::of(Some(directory), reading)
    }

    /// For input that may name no files.
    pub fn closed() -> Self {
        Self::of(None, &Reading::default())
    }

    fn of(directory: Option<&Path>, reading: &Reading) -> Self {
        fn both<S: Dimension>(directory: Option<&Path>, reading: &Reading) -> [Library<S>; 2] {
            [Precision::F32, Precision::F64].map(|p| Library::new(directory, reading, p))
        }
        Self { plane: both(directory, reading), space: both(directory, reading) }
    }

    /// That of the plane.
    pub const fn plane(&self, precision: Precision) -> &Library<Xy> {
        let [single, double] = &self.plane;
        match precision {
            Precision::F32 => single,
            Precision::F64 => double,
        }
    }

    /// That of space.
    pub const fn space(&self, precision: Precision) -> &Library<Xyz> {
        let [single, double] = &self.space;
        match precision {
            Precision::F32 => single,
            Precision::F64 => double,
        }
    }
}
