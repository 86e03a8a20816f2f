//! Wavefront OBJ.

use std::io::BufRead;
use std::path::Path;

use tobj::{LoadError, LoadOptions};

use super::{Mesh, MeshError};

pub(super) fn read(bytes: &[u8], path: &Path) -> Result<Vec<(String, Mesh)>, MeshError> {
    let options = LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..LoadOptions::default()
    };
    let mut counted = Counted { rest: bytes, line: 0 };
    // Materials have no shape: their files are not opened.
    let no_materials = |_: &Path| Ok(Default::default());
    let loaded = tobj::load_obj_buf(&mut counted, &options, no_materials);
    let (models, _) = loaded.map_err(|error| MeshError::Format {
        path: path.into(),
        line: names_line(error).then_some(counted.line),
        reason: error.to_string(),
    })?;
    let mut objects: Vec<(String, Mesh)> = Vec::new();
    for model in models {
        let mesh = Mesh {
            vertices: triples(&model.mesh.positions),
            triangles: triples(&model.mesh.indices),
        };
        match objects.last_mut() {
            // A change of material splits an object.
            Some((name, last)) if *name == model.name => last.append(&mesh, path)?,
            _ => objects.push((model.name, mesh)),
        }
    }
    Ok(objects)
}

fn triples<T: Copy>(flat: &[T]) -> Vec<[T; 3]> {
    flat.chunks_exact(3).filter_map(|chunk| chunk.try_into().ok()).collect()
}

/// Faces are put together when their object ends, so an error about them is found behind their line.
fn names_line(error: LoadError) -> bool {
    !matches!(
        error,
        LoadError::InvalidPolygon
            | LoadError::FaceVertexOutOfBounds
            | LoadError::FaceTexCoordOutOfBounds
            | LoadError::FaceNormalOutOfBounds
            | LoadError::FaceColorOutOfBounds
    )
}

/// A reader that hands out line after line and so knows at which one the parser stopped.
struct Counted<'a> {
    rest: &'a [u8],
    line: usize,
}

impl std::io::Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = std::io::Read::read(&mut self.fill_buf()?, buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        let end =
            self.rest.iter().position(|byte| *byte == b'\n').map_or(self.rest.len(), |i| i + 1);
        Ok(self.rest.get(..end).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        let (used, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, &[]));
        // The last line may lack its newline.
        let ends_line = used.ends_with(b"\n") || (rest.is_empty() && !used.is_empty());
        self.line += usize::from(ends_line);
        self.rest = rest;
    }
}
