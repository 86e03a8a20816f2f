//! STL, binary and text.

use std::io::{self, Cursor, ErrorKind};
use std::path::Path;

use stl_io::{IndexedMesh, Normal, Triangle, TriangleIterator, Vertex};

use super::{Mesh, MeshError};

const HEADER: usize = 80;
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: Vec<u8>, path: &Path) -> Result<Vec<(String, Mesh)>, MeshError> {
    let indexed = match binary_shortfall(&bytes) {
        Some(0) => binary(bytes, path)?,
        _ if starts_with_solid(&bytes) => text(&bytes, path)?,
        shortfall => {
            let reason = match shortfall {
                Some(missing) => {
                    format!("a binary STL that ends {missing} bytes too early; it was cut off")
                }
                None => "neither a binary STL (too short) nor a text STL (no `solid`)".into(),
            };
            return Err(MeshError::Format { path: path.into(), line: None, reason });
        }
    };
    let too_many = |_| MeshError::TooMany { path: path.into() };
    let mut mesh = Mesh::default();
    mesh.vertices.extend(indexed.vertices.iter().map(|v| v.0.map(f64::from)));
    for face in indexed.faces {
        let [a, b, c] = face.vertices.map(u32::try_from);
        mesh.triangles.push([a.map_err(too_many)?, b.map_err(too_many)?, c.map_err(too_many)?]);
    }
    Ok(vec![(String::new(), mesh)])
}

/// How many bytes a binary STL lacks; `None` if it lacks the header. The length decides what the file is, because many binary
/// files begin with `solid` too.
fn binary_shortfall(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER..HEADER + 4)?;
    let count = u32::from_le_bytes(count.try_into().ok()?);
    let expected = (count as usize).checked_mul(TRIANGLE)?.checked_add(HEADER + 4)?;
    Some(expected.saturating_sub(bytes.len()))
}

fn starts_with_solid(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start().get(..5).unwrap_or_default();
    start.eq_ignore_ascii_case(b"solid")
}

fn binary(mut bytes: Vec<u8>, path: &Path) -> Result<IndexedMesh, MeshError> {
    // The header means nothing, but a reader may take its `solid` for that of a text file.
    bytes.iter_mut().take(HEADER).for_each(|byte| *byte = 0);
    stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|error| format_error(path, None, &error))
}

/// Read here and not by `stl_io`, which knows no line numbers, stops after the first of several solids, and is strict about
/// spaces and case.
fn text(bytes: &[u8], path: &Path) -> Result<IndexedMesh, MeshError> {
    let mut reader = TextReader { lines: bytes.split(|byte| *byte == b'\n'), line: 0 };
    let mesh = reader.as_indexed_triangles();
    mesh.map_err(|error| format_error(path, Some(reader.line), &error))
}

fn format_error(path: &Path, line: Option<usize>, error: &io::Error) -> MeshError {
    MeshError::Format { path: path.into(), line, reason: error.to_string() }
}

/// The triangles of a text STL: three `vertex` lines between `loop` and `endloop`.
struct TextReader<L> {
    lines: L,
    /// The last line read, counted from 1.
    line: usize,
}

impl<'a, L: Iterator<Item = &'a [u8]>> TextReader<L> {
    fn triangle(&mut self) -> Result<Option<Triangle>, String> {
        let mut corners: Vec<Vertex> = Vec::with_capacity(3);
        for line in self.lines.by_ref() {
            self.line += 1;
            let line = String::from_utf8_lossy(line);
            let mut words = line.split_whitespace();
            match words.next().unwrap_or("").to_ascii_lowercase().as_str() {
                "vertex" => corners.push(vertex(words)?),
                "endloop" => {
                    let vertices: [Vertex; 3] = corners.try_into().map_err(|c: Vec<_>| {
                        format!("a facet with {} vertices; STL knows triangles only", c.len())
                    })?;
                    // The normal follows from the corners.
                    return Ok(Some(Triangle { normal: Normal::default(), vertices }));
                }
                "" | "solid" | "endsolid" | "facet" | "endfacet" | "outer" => {}
                other => return Err(format!("`{other}` means nothing in an STL")),
            }
        }
        if corners.is_empty() { Ok(None) } else { Err("the file ends inside a facet".into()) }
    }
}

fn vertex<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vertex, String> {
    let numbers: Result<Vec<f32>, String> =
        words.map(|w| w.parse().map_err(|_| format!("`{w}` is no number"))).collect();
    let corner: [f32; 3] = numbers?
        .try_into()
        .map_err(|v: Vec<_>| format!("a vertex with {} numbers, not 3", v.len()))?;
    Ok(Vertex::new(corner))
}

impl<'a, L: Iterator<Item = &'a [u8]>> Iterator for TextReader<L> {
    type Item = io::Result<Triangle>;

    fn next(&mut self) -> Option<Self::Item> {
        self.triangle().map_err(|reason| io::Error::new(ErrorKind::InvalidData, reason)).transpose()
    }
}

impl<'a, L: Iterator<Item = &'a [u8]>> TriangleIterator for TextReader<L> {}
