//! The meshes that an input names, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clearance::{Shape, Vector};
use clearance_scene::mesh::{Address, Reading};
use glam::{Vec2, Vec3};

use crate::fault::Fault;
use crate::place::Dimension;
use crate::stand_in::StandIn;
use crate::suggest::did_you_mean;

/// Beyond so many meshes, or corners of their hulls together, meshes are read anew each time they
/// are named, so that memory stays bounded where an input names one large mesh at many scales.
const MOST: Kept = Kept { meshes: 4096, corners: 1 << 20 };

/// A mesh file or an object in it as it was named, and the factors its coordinates are multiplied
/// by, as bits.
type Key = (String, [u64; 3]);
/// The hull of a mesh, and what is to be said where it takes the place of the mesh.
type Found<V> = (Arc<Shape<V>>, Arc<StandIn>);
type Entry<V> = Arc<OnceLock<Result<Found<V>, Fault>>>;

/// How much a library holds.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    meshes: usize,
    corners: usize,
}

/// The hulls of mesh files in one space and precision.
#[derive(Debug)]
pub struct Library<V: Vector> {
    /// Relative paths start here; where there is none, no file is read.
    directory: Option<PathBuf>,
    reading: Reading,
    hulls: Mutex<Hulls<V>>,
}

#[derive(Debug)]
struct Hulls<V: Vector> {
    entries: HashMap<Key, Entry<V>>,
    corners: usize,
}

impl<V: Vector<Space: Dimension>> Library<V> {
    fn new(directory: Option<&Path>, reading: &Reading) -> Self {
        Self {
            directory: directory.map(Path::to_path_buf),
            reading: reading.clone(),
            hulls: Mutex::new(Hulls { entries: HashMap::new(), corners: 0 }),
        }
    }

    /// The hull of a mesh file, or with `file.obj#Name` of an object in it.
    ///
    /// # Errors
    /// Where it cannot be read, or no file may be.
    pub fn hull(&self, name: &str, scale: [f64; 3]) -> Result<Found<V>, Fault> {
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

    fn read(&self, directory: &Path, name: &str, scale: [f64; 3]) -> Result<Found<V>, Fault> {
        let Address { path, object } = Address::of(name);
        let path = directory.join(path);
        let reading = Reading { object, ..self.reading.clone() };
        let loaded = reading.file(&path).map_err(|error| {
            let meant = neighbour(&path).unwrap_or_default();
            Fault::field("path", format!("{error}{meant}"))
        })?;
        let mesh = loaded.mesh.scaled(scale);
        let named = |fault| Fault::field("path", format!("{}: {fault}", path.display()));
        let hull = V::Space::hull::<V>(&mesh).map_err(named)?;
        let convexity = mesh.convexity().map_err(|error| named(Fault::new(error)))?;
        let notes = loaded.notes.iter().map(ToString::to_string).collect();
        Ok((Arc::new(hull.into()), Arc::new(StandIn::new(name, &convexity, notes))))
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

/// The libraries of the four spaces.
#[derive(Debug)]
pub struct Libraries {
    /// The plane in `f32`.
    pub plane_f32: Library<Vec2>,
    /// The plane in `f64`.
    pub plane_f64: Library<clearance::Xy>,
    /// Space in `f32`.
    pub space_f32: Library<Vec3>,
    /// Space in `f64`.
    pub space_f64: Library<clearance::Xyz>,
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
        Self {
            plane_f32: Library::new(directory, reading),
            plane_f64: Library::new(directory, reading),
            space_f32: Library::new(directory, reading),
            space_f64: Library::new(directory, reading),
        }
    }
}
