//! Colliders of Bevy's `Mesh`.

use bevy_math::Vec3;
use bevy_mesh::{Indices, Mesh, PrimitiveTopology};

use crate::collider::{Collider, ColliderError};

impl Collider {
    /// The convex hull of a mesh's positions: dents are filled. Needs the feature `mesh`.
    ///
    /// # Errors
    /// If its data are gone to the renderer, or its positions are none or not finite.
    pub fn hull_of_mesh(mesh: &Mesh) -> Result<Self, ColliderError> {
        Self::hull(&positions(mesh)?)
    }

    /// The triangles of a mesh, as they are; see [`triangles`](Self::triangles). Needs the feature
    /// `mesh`.
    ///
    /// # Errors
    /// If it is not of triangles (lists or strips), its data are gone to the renderer, an index
    /// names a vertex that is not there, or a vertex is not finite.
    pub fn triangles_of_mesh(mesh: &Mesh) -> Result<Self, ColliderError> {
        let positions = positions(mesh)?;
        let gone = |_| ColliderError::Mesh("the indices of the mesh are gone to the renderer");
        let indices: Vec<u32> = match mesh.try_indices_option().map_err(gone)? {
            Some(Indices::U16(indices)) => indices.iter().copied().map(u32::from).collect(),
            Some(Indices::U32(indices)) => indices.clone(),
            None => (0..).take(positions.len()).collect(),
        };
        let triangles: Vec<[u32; 3]> = match mesh.primitive_topology() {
            PrimitiveTopology::TriangleList => {
                let (triangles, rest) = indices.as_chunks::<3>();
                if !rest.is_empty() {
                    return Err(ColliderError::Mesh("the indices of the mesh are not by threes"));
                }
                triangles.to_vec()
            }
            PrimitiveTopology::TriangleStrip => indices.array_windows::<3>().copied().collect(),
            _ => return Err(ColliderError::Mesh("the mesh is not one of triangles")),
        };
        Self::triangles(&positions, &triangles)
    }
}

fn positions(mesh: &Mesh) -> Result<Vec<Vec3>, ColliderError> {
    let values = mesh
        .try_attribute(Mesh::ATTRIBUTE_POSITION)
        .map_err(|_| ColliderError::Mesh("the mesh has no positions, or the renderer took them"))?;
    let wrong = ColliderError::Mesh("the positions of the mesh are not of three `f32` each");
    Ok(values.as_float3().ok_or(wrong)?.iter().copied().map(Vec3::from).collect())
}
