//! The meshes that an input names, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clearance::{Shape, Vector};
use clearance_scene::Mesh;
use glam::{Vec2, Vec3};

use crate::fault::Fault;
use crate::place::Dimension;

/// Beyond this many, meshes are read anew each time they are named, so that memory stays bounded.
const MOST: usize = 4096;

/// A mesh file and the factors its coordinates are multiplied by, as bits.
type Key = (PathBuf, [u64; 3]);
type Entry<V> = Arc<OnceLock<Result<Arc<Shape<V>>, Fault>>>;

/// The hulls of mesh files in one space and precision.
#[derive(Debug)]
pub struct Library<V: Vector> {
    /// Relative paths start here; where there is none, no file is read.
    directory: Option<PathBuf>,
    hulls: Mutex<HashMap<Key, Entry<V>>>,
}

impl<V: Vector<Space: Dimension>> Library<V> {
    fn new(directory: Option<&Path>) -> Self {
        Self { directory: directory.map(Path::to_path_buf), hulls: Mutex::default() }
    }

    /// The hull of a mesh file.
    ///
    /// # Errors
    /// Where it cannot be read, or no file may be.
    pub fn hull(&self, path: &str, scale: [f64; 3]) -> Result<Arc<Shape<V>>, Fault> {
        let Some(directory) = &self.directory else {
            return Err(Fault::field(
                "path",
                "is a file, which proves nothing: give a hull with its vertices",
            ));
        };
        let path = directory.join(path);
        let entry = {
            let mut hulls = self.hulls.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (path.clone(), scale.map(f64::to_bits));
            if hulls.len() < MOST {
                hulls.entry(key).or_default().clone()
            } else {
                hulls.get(&key).cloned().unwrap_or_default()
            }
        };
        // Outside the lock: whoever wants another mesh need not wait.
        entry.get_or_init(|| read(&path, scale)).clone()
    }
}

fn read<V: Vector<Space: Dimension>>(path: &Path, scale: [f64; 3]) -> Result<Arc<Shape<V>>, Fault> {
    let mesh = Mesh::load(path).map_err(|error| Fault::field("path", error))?;
    let hull = V::Space::hull::<V>(&mesh.scaled(scale));
    let named = |fault| Fault::field("path", format!("{}: {fault}", path.display()));
    hull.map(|hull| Arc::new(hull.into())).map_err(named)
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
    pub fn new(directory: &Path) -> Self {
        Self::of(Some(directory))
    }

    /// For input that may name no files.
    pub fn closed() -> Self {
        Self::of(None)
    }

    fn of(directory: Option<&Path>) -> Self {
        Self {
            plane_f32: Library::new(directory),
            plane_f64: Library::new(directory),
            space_f32: Library::new(directory),
            space_f64: Library::new(directory),
        }
    }
}
