//! Triangle meshes from files.

mod error;
#[cfg(feature = "gltf")]
mod gltf;
mod obj;
mod stl;

use std::path::Path;

use clearance::{ConvexHull, Convexity, ConvexityError, HullError, Space, Vector, Xyz, convexity};

pub use error::MeshError;

/// A triangle mesh as a file holds it. Lengths are in the file's own unit: STL and OBJ do not name one, glTF means
/// metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners of the triangles.
    pub vertices: Vec<[f64; 3]>,
    /// Triples of positions in `vertices`.
    pub triangles: Vec<[u32; 3]>,
}

/// The extensions of the formats that are read, lower case.
#[cfg(feature = "gltf")]
pub const EXTENSIONS: &[&str] = &["stl", "obj", "gltf", "glb"];
/// The extensions of the formats that are read, lower case.
#[cfg(not(feature = "gltf"))]
pub const EXTENSIONS: &[&str] = &["stl", "obj"];

/// The relative rounding of the coordinates in mesh files. STL and glTF hold `f32`, and what writes OBJ mostly prints as
/// many digits.
const FILE_ROUNDOFF: f64 = f32::EPSILON as f64 * 0.5;

impl Mesh {
    /// Everything in the file as one mesh; the file's extension says what it is: `stl` (binary or text), `obj`, `gltf`,
    /// `glb`.
    ///
    /// Coordinates are kept as they stand in the file: `f32` are widened exactly and decimals are read to the nearest
    /// `f64`. The nodes of a glTF scene are placed where the scene has them.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn load(path: &Path) -> Result<Self, MeshError> {
        Self::whole(Self::load_objects(path)?, path)
    }

    /// The same of bytes that are in memory. `name` is what messages call them, its extension says what they are, and a glTF looks for its
    /// buffers beside it.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn from_bytes(name: &Path, bytes: Vec<u8>) -> Result<Self, MeshError> {
        Self::whole(read(bytes, name, &extension(name)?)?, name)
    }

    fn whole(objects: Vec<(String, Self)>, path: &Path) -> Result<Self, MeshError> {
        let mut whole = Self::default();
        for (_, part) in objects {
            whole.append(&part, path)?;
        }
        Ok(whole)
    }

    /// The objects in the file with their names: the `o` and `g` groups of an OBJ, the mesh nodes of a glTF; an STL is one
    /// object without a name.
    ///
    /// # Errors
    /// See [`MeshError`]: each names the file.
    pub fn load_objects(path: &Path) -> Result<Vec<(String, Self)>, MeshError> {
        let extension = extension(path)?;
        let bytes =
            std::fs::read(path).map_err(|source| MeshError::Read { path: path.into(), source })?;
        read(bytes, path, &extension)
    }

    /// Adds the triangles of another mesh.
    fn append(&mut self, other: &Self, path: &Path) -> Result<(), MeshError> {
        let too_many = || MeshError::TooMany { path: path.into() };
        let offset = u32::try_from(self.vertices.len()).map_err(|_| too_many())?;
        u32::try_from(self.vertices.len() + other.vertices.len()).map_err(|_| too_many())?;
        self.vertices.extend_from_slice(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + offset)));
        Ok(())
    }

    /// The mesh with its coordinates multiplied by `factors`. An odd number of negative factors mirrors it, which turns
    /// the triangles inside out; they are turned back.
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

    /// Its convex hull, in the precision of `V`. For `f32` vectors the vertices are rounded first; those of STL files
    /// already are.
    ///
    /// # Errors
    /// [`HullError`]: no vertices, one that is not finite (in `f32`, after rounding), or too many.
    pub fn hull<V>(&self) -> Result<ConvexHull<V>, HullError>
    where
        V: Vector<Space = Xyz>,
    {
        let round = |[x, y, z]: &[f64; 3]| V::from_space(Xyz::new(*x, *y, *z));
        let points: Vec<V> = self.vertices.iter().map(round).collect();
        // Rounding may have left the range of `f32`.
        match points.iter().position(|p| !p.to_space().is_finite()) {
            Some(index) => Err(HullError::NotFinite { index }),
            None => ConvexHull::new(&points),
        }
    }

    /// How far the mesh is from its hull: the deepest dent, and the share of the hull's volume that it fills.
    ///
    /// # Errors
    /// See [`ConvexityError`].
    pub fn convexity(&self) -> Result<Convexity<3>, ConvexityError> {
        convexity(&self.vertices, &self.triangles)
    }

    /// Whether its hull may stand for it: it is convex up to the rounding of coordinates in mesh files, which is that of `f32`.
    ///
    /// # Errors
    /// See [`ConvexityError`].
    pub fn is_convex(&self) -> Result<bool, ConvexityError> {
        self.convexity().map(|found| is_convex(&found))
    }
}

/// The extension of a format that is read, lower case.
fn extension(path: &Path) -> Result<String, MeshError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if EXTENSIONS.contains(&extension.as_str()) {
        Ok(extension)
    } else {
        Err(MeshError::UnknownExtension { path: path.into(), extension })
    }
}

/// The objects in the bytes of a file.
fn read(bytes: Vec<u8>, path: &Path, extension: &str) -> Result<Vec<(String, Mesh)>, MeshError> {
    let objects = match extension {
        "stl" => stl::read(bytes, path)?,
        "obj" => obj::read(&bytes, path)?,
        #[cfg(feature = "gltf")]
        _ => gltf::read(&bytes, path)?,
        #[cfg(not(feature = "gltf"))]
        _ => {
            return Err(MeshError::UnknownExtension {
                path: path.into(),
                extension: extension.into(),
            });
        }
    };
    if objects.iter().all(|(_, mesh)| mesh.triangles.is_empty()) {
        return Err(MeshError::Empty { path: path.into() });
    }
    for (name, mesh) in &objects {
        let finite = |v: &[f64; 3]| v.iter().all(|x| x.is_finite());
        if let Some(vertex) = mesh.vertices.iter().position(|v| !finite(v)) {
            return Err(MeshError::NotFinite { path: path.into(), object: name.clone(), vertex });
        }
    }
    Ok(objects)
}

/// Whether this is the convexity of a mesh from a file whose hull may stand for it; see [`Mesh::is_convex`].
pub fn is_convex(found: &Convexity<3>) -> bool {
    found.is_convex_to(FILE_ROUNDOFF)
}

#[cfg(test)]
mod tests;
