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
pub(crate) struct Library<V: Vector> {
    /// Relative paths start here.
    directory: PathBuf,
    hulls: Mutex<HashMap<Key, Entry<V>>>,
}

impl<V: Vector<Space: Dimension>> Library<V> {
    pub(crate) fn new(directory: &Path) -> Self {
        Self { directory: directory.into(), hulls: Mutex::default() }
    }

    /// The hull of a mesh file.
    pub(crate) fn hull(&self, path: &str, scale: [f64; 3]) -> Result<Arc<Shape<V>>, Fault> {
        let path = self.directory.join(path);
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
pub(crate) struct Libraries {
    pub(crate) plane_f32: Library<Vec2>,
    pub(crate) plane_f64: Library<clearance::Xy>,
    pub(crate) space_f32: Library<Vec3>,
    pub(crate) space_f64: Library<clearance::Xyz>,
}

impl Libraries {
    pub(crate) fn new(directory: &Path) -> Self {
        Self {
            plane_f32: Library::new(directory),
            plane_f64: Library::new(directory),
            space_f32: Library::new(directory),
            space_f64: Library::new(directory),
        }
    }
}
