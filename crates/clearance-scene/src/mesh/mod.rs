//! Triangle meshes from files.

mod address;
mod cloud;
#[cfg(feature = "robot")]
mod dae;
mod error;
mod foreign;
#[cfg(feature = "gltf")]
mod gltf;
mod highest;
#[cfg(any(feature = "gltf", feature = "robot"))]
mod matrix;
mod note;
mod obj;
mod off;
mod parts;
mod pcd;
mod ply;
mod polygon;
mod reading;
mod stl;
mod sweep;
mod words;

use std::path::Path;

use clearance::{ConvexHull, Convexity, ConvexityError, HullError, Space, Vector, Xyz, convexity};

use parts::Content;
#[cfg(feature = "robot")]
pub(crate) use parts::closest;

pub use address::{Address, path_of, text_of};
pub use cloud::Cloud;
pub use error::MeshError;
pub use foreign::is_model;
pub use note::Note;
use reading::extension;
pub use reading::{Loaded, Named, Objects, Reading};
#[cfg(feature = "robot")]
pub(crate) use words::{printable, printable_path};

/// A triangle mesh as read from a file. Lengths are in the file's own unit: STL, OBJ, PLY and OFF
/// do not name one, glTF uses metres, and COLLADA is converted to metres; [`Reading::unit`] asks
/// for another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners of the triangles.
    pub vertices: Vec<[f64; 3]>,
    /// Triples of indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
}

/// The extensions of the formats that are read, lower case.
pub const EXTENSIONS: &[&str] = &[
    "stl",
    "obj",
    "ply",
    "off",
    #[cfg(feature = "gltf")]
    "gltf",
    #[cfg(feature = "gltf")]
    "glb",
    #[cfg(feature = "robot")]
    "dae",
];

/// The relative rounding of the coordinates in mesh files. STL and glTF hold `f32`, and programs
/// that write OBJ mostly print as many digits.
const FILE_ROUNDOFF: f64 = f32::EPSILON as f64 * 0.5;

impl Mesh {
    /// Everything in the file as one mesh; the file's extension says what it is: `stl` (binary or
    /// text), `obj`, `ply`, `off`, `gltf`, `glb`, `dae`.
    ///
    /// Coordinates are kept as in the file: `f32` are widened exactly and decimals are rounded to
    /// the nearest `f64`. The nodes of a glTF or COLLADA scene are placed by their transforms.
    /// [`Reading`] picks one object, sets limits, and reports what was joined or left out.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn load(path: &Path) -> Result<Self, MeshError> {
        Reading::default().file(path).map(|loaded| loaded.mesh)
    }

    /// The same from bytes in memory; see [`Reading::bytes`].
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn from_bytes(name: &Path, bytes: &[u8]) -> Result<Self, MeshError> {
        Reading::default().bytes(name, bytes).map(|loaded| loaded.mesh)
    }

    /// The objects in the file with their names: those of an OBJ, or its groups if it has no
    /// objects; the mesh nodes of a glTF or COLLADA; the solids of a text STL. A binary STL, a PLY
    /// and an OFF are one object without a name.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn load_objects(path: &Path) -> Result<Vec<(String, Self)>, MeshError> {
        Reading::default().objects(path)
    }

    /// The mesh with its coordinates multiplied by `factors`. An odd number of negative factors
    /// mirrors it and would turn the triangles inside out, so their winding is restored.
    #[must_use]
    pub fn scaled(mut self, factors: [f64; 3]) -> Self {
        let [fx, fy, fz] = factors;
        for vertex in &mut self.vertices {
            let [x, y, z] = *vertex;
            *vertex = [x * fx, y * fy, z * fz];
        }
        if factors.iter().filter(|f| **f < 0.0).count() % 2 == 1 {
            for [_, b, c] in &mut self.triangles {
                std::mem::swap(b, c);
            }
        }
        self
    }

    /// Its convex hull, in the precision of `V`: that of the vertices which its triangles use, or
    /// of all where there are no triangles. For `f32` vectors they are rounded first; those of STL
    /// files are `f32` already.
    ///
    /// # Errors
    /// [`HullError`]: no vertices, one that is not finite (in `f32`, after rounding), or too many.
    pub fn hull<V>(&self) -> Result<ConvexHull<V>, HullError>
    where
        V: Vector<Space = Xyz>,
    {
        let round = |[x, y, z]: &[f64; 3]| V::from_space(Xyz::new(*x, *y, *z));
        let points: Vec<V> = self.vertices.iter().map(round).collect();
        // Rounding may have exceeded the range of `f32`.
        if let Some(index) = points.iter().position(|p| !p.to_space().is_finite()) {
            return Err(HullError::NotFinite { index });
        }
        if self.triangles.is_empty() {
            return ConvexHull::new(&points);
        }
        let used = self.used();
        let used = points.iter().zip(used).filter(|(_, is_used)| *is_used).map(|(p, _)| *p);
        ConvexHull::new(&used.collect::<Vec<V>>())
    }

    /// Whether a triangle uses each vertex.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.vertices.len()];
        for corner in self.triangles.iter().flatten() {
            used.get_mut(*corner as usize).into_iter().for_each(|used| *used = true);
        }
        used
    }

    /// Without vertices that no triangle uses.
    pub(crate) fn pruned(mut self) -> Self {
        let used = self.used();
        if used.iter().all(|used| *used) {
            return self;
        }
        let mut count = 0;
        let number = |used: &bool| {
            count += u32::from(*used);
            count.saturating_sub(1)
        };
        let numbers: Vec<u32> = used.iter().map(number).collect();
        let own = |corner: u32| numbers.get(corner as usize).copied().unwrap_or(corner);
        self.triangles.iter_mut().for_each(|triangle| *triangle = triangle.map(own));
        let mut keep = used.into_iter();
        self.vertices.retain(|_| keep.next().unwrap_or(true));
        self
    }

    /// How far the mesh is from its hull: the deepest dent, and the share of the hull's volume that
    /// the mesh fills.
    ///
    /// # Errors
    /// See [`ConvexityError`].
    pub fn convexity(&self) -> Result<Convexity<3>, ConvexityError> {
        convexity(&self.vertices, &self.triangles)
    }

    /// Whether its hull may stand for it: its surface is that of the hull, up to the rounding of
    /// coordinates in mesh files, which is that of `f32`. An open mesh is not convex.
    ///
    /// # Errors
    /// See [`ConvexityError`].
    pub fn is_convex(&self) -> Result<bool, ConvexityError> {
        self.convexity().map(|found| is_convex(&found))
    }
}

/// The file to be read, and the settings for reading it.
#[derive(Clone, Copy, Debug)]
struct Source<'a> {
    path: &'a Path,
    extension: &'a str,
    reading: &'a Reading,
}

impl Source<'_> {
    fn format(&self, line: Option<usize>, reason: String) -> MeshError {
        MeshError::Format { path: self.path.into(), line, reason }
    }
}

/// The triangles in the bytes of a file.
fn read(source: &Source<'_>, bytes: &[u8]) -> Result<Content, MeshError> {
    let is_foreign = |expected| match foreign::found(bytes, expected) {
        Some(what) => Err(source.format(None, what)),
        None => Ok(()),
    };
    let mut content = match source.extension {
        // Bytes 81 to 84 may identify as binary STL a file that begins like something else.
        "stl" => stl::read(bytes, source)?,
        "obj" => is_foreign("obj").and_then(|()| obj::read(bytes, source))?,
        "ply" => is_foreign("ply").and_then(|()| ply::read(bytes, source))?,
        "off" => is_foreign("off").and_then(|()| off::read(bytes, source))?,
        #[cfg(feature = "robot")]
        "dae" => is_foreign("dae").and_then(|()| dae::read(bytes, source))?,
        #[cfg(feature = "gltf")]
        _ if bytes.starts_with(b"glTF") => gltf::read(bytes, source)?,
        #[cfg(feature = "gltf")]
        _ => is_foreign("gltf").and_then(|()| gltf::read(bytes, source))?,
        #[cfg(not(feature = "gltf"))]
        _ => {
            let extension = source.extension.into();
            return Err(MeshError::UnknownExtension { path: source.path.into(), extension });
        }
    };
    content.cut();
    if content.mesh.triangles.is_empty() {
        let count = content.mesh.vertices.len();
        let left_out = content.notes.iter().map(ToString::to_string);
        let vertices = (count > 0).then(|| format!("{count} vertices"));
        let instead: Vec<String> = vertices.into_iter().chain(left_out).collect();
        return Err(MeshError::Empty { path: source.path.into(), instead: instead.join(", ") });
    }
    Ok(content)
}

/// Whether a mesh from a file with this convexity may be replaced by its hull; see
/// [`Mesh::is_convex`].
pub fn is_convex(found: &Convexity<3>) -> bool {
    found.is_convex_to(FILE_ROUNDOFF)
}

/// Whether a mesh that is not convex has a dent, and is not only open.
#[cfg(feature = "robot")]
pub(crate) fn has_dent(found: &Convexity<3>) -> bool {
    found.deepest_dent > 4.0 * FILE_ROUNDOFF * found.magnitude
}

#[cfg(test)]
mod tests;
