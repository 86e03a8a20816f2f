//! glTF 2.0, as text with buffers beside it or as one `.glb`.
//!
//! Reads only what the shape depends on, and checks every number of the file where it is used: a
//! wrong offset gives an error, and nothing is allocated for a count before there are bytes for it.

mod accessor;
mod buffers;
mod document;
mod scene;

use super::matrix::{Matrix, apply, determinant};
use super::parts::{Content, Wanted};
use super::words::without_mark;
use super::{MeshError, Source};

use accessor::Accessors;
use buffers::Buffers;
use document::{Document, Head, Primitive};
use scene::Placed;

pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let format = |reason: String| source.format(None, reason);
    let (text, blob) = parts(bytes).map_err(format)?;
    let text = without_mark(text);
    let head: Head<'_> = serde_json::from_slice(text).map_err(|e| format(no_json(&e)))?;
    head.check().map_err(format)?;
    let document: Document<'_> = serde_json::from_slice(text).map_err(|e| format(no_json(&e)))?;
    let mut wanted = Wanted::new(source.reading.object.as_deref());
    let buffers = Buffers::load(&document, blob, source)?;
    let accessors = Accessors { document: &document, buffers: &buffers };
    let bytes = bytes.len() as u64 + buffers.outside_bytes();
    let most = (source.reading.max_triangles as u64).max(bytes / 3);
    let (placed, mut notes) =
        scene::placed(&accessors, source.reading.unit, &mut wanted, most).map_err(format)?;
    wanted.check(source.path)?;
    check_size(&placed, &accessors, most, source)?;

    let mut content = Content::default();
    content.metres = Some(source.reading.unit.unwrap_or(1.0));
    content.pieces = placed.len();
    for node in &placed {
        for primitive in node.primitives {
            add(primitive, &node.matrix, &accessors, &mut content)
                .map_err(|reason| format(format!("node {}: {reason}", node.number)))?;
        }
        content.end_run(&node.name);
    }
    if u32::try_from(content.mesh.vertices.len()).is_err() {
        return Err(MeshError::TooMany { path: source.path.into() });
    }
    content.notes.append(&mut notes);
    Ok(content)
}

fn no_json(error: &serde_json::Error) -> String {
    format!("no glTF: {error}")
}

/// The JSON and the binary part of a file.
fn parts(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let number = |at: usize| -> Result<usize, String> {
        let bytes = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        let number = bytes.map(u32::from_le_bytes);
        number.map(|n| n as usize).ok_or_else(|| "it ends inside its header: it was cut off".into())
    };
    let (version, length) = (number(4)?, number(8)?);
    if version != 2 {
        return Err(format!(
            "a binary glTF of version {version}; version 2 is read, so export it as glTF 2.0"
        ));
    }
    if length < 12 {
        return Err("the binary header says that the file is shorter than itself".into());
    }
    let body = bytes.get(..length).ok_or_else(|| {
        format!(
            "its header gives a length of {length} bytes, and it has {}: it was cut off; fetch or \
             write it again",
            bytes.len()
        )
    })?;
    let chunk = |at: usize| -> Result<(&[u8], &[u8], usize), String> {
        let (end, kind) = (at + 8 + number(at)?, body.get(at + 4..at + 8).unwrap_or_default());
        let content =
            body.get(at + 8..end).ok_or("a part is longer than the file: it was cut off")?;
        Ok((kind, content, end.next_multiple_of(4)))
    };
    let (kind, text, end) = chunk(12)?;
    if kind != b"JSON" {
        return Err("its first part is not JSON".into());
    }
    if end + 8 > body.len() {
        return Ok((text, None));
    }
    let (kind, blob, _) = chunk(end)?;
    Ok((text, (kind == b"BIN\0").then_some(blob)))
}

/// Refuses a scene much larger than the file itself, before any of it is built.
///
/// A stored triangle takes at least three bytes and a vertex three, so a file that places each of
/// its meshes once has fewer triangles than a third of its bytes.
fn check_size(
    placed: &[Placed<'_>],
    accessors: &Accessors<'_>,
    most: u64,
    source: &Source<'_>,
) -> Result<(), MeshError> {
    let mut triangles = 0_u64;
    let mut vertices = 0_u64;
    for primitive in placed.iter().flat_map(|node| node.primitives) {
        let (more_triangles, more_vertices) = accessors.counts(primitive);
        // An empty one takes time, too.
        triangles = triangles.saturating_add(more_triangles.max(1));
        vertices = vertices.saturating_add(more_vertices);
    }
    let limit = source.reading.max_triangles;
    if triangles > most || vertices / 3 > most {
        let triangles = triangles.max(vertices / 3);
        return Err(MeshError::TooLarge { path: source.path.into(), triangles, limit });
    }
    Ok(())
}

/// Adds the triangles of a primitive as placed in the scene.
fn add(
    primitive: &Primitive,
    matrix: &Matrix,
    accessors: &Accessors<'_>,
    content: &mut Content,
) -> Result<(), String> {
    let Some(position) = primitive.attributes.position else { return Ok(()) };
    if primitive.mode < 4 {
        content.leave_out("primitives of points or lines", None);
        return Ok(());
    }
    if primitive.extensions.draco.is_some() && !accessors.are_stored(primitive) {
        return Err(document::DRACO.into());
    }
    let mesh = &mut content.mesh;
    let before = mesh.vertices.len();
    accessors.for_each(position, "positions", |[x, y, z]| {
        let [x, y, z, _] = apply(matrix, [x, y, z, 1.0]);
        mesh.vertices.push([x, y, z]);
    })?;
    let count = mesh.vertices.len() - before;
    let corners = match primitive.indices {
        Some(indices) => accessors.indices(indices)?,
        None => (0_u32..).take(count).collect(),
    };
    if let Some(wrong) = corners.iter().find(|corner| **corner as usize >= count) {
        let restart = matches!(wrong, 0xff | 0xffff | 0xffff_ffff);
        let hint =
            if restart { "; is it a restart of a strip, which glTF does not have?" } else { "" };
        return Err(format!("a triangle names vertex {wrong}, and there are {count}{hint}"));
    }
    // A mirroring node turns triangles inside out.
    let mirrors = determinant(matrix) < 0.0;
    for_each_triangle(primitive.mode, &corners, |[a, b, c]| {
        let triangle = if mirrors { [a, c, b] } else { [a, b, c] };
        let number = |corner| u32::try_from(before + corner as usize).unwrap_or(u32::MAX);
        mesh.triangles.push(triangle.map(number));
    })?;
    if primitive.mode == 4 && corners.len() % 3 > 0 {
        content.leave_out("triangles of fewer than three corners", None);
    }
    Ok(())
}

fn for_each_triangle(
    mode: u32,
    corners: &[u32],
    mut each: impl FnMut([u32; 3]),
) -> Result<(), String> {
    match mode {
        4 => {
            let triples = corners.chunks_exact(3).filter_map(|triple| triple.try_into().ok());
            triples.for_each(each);
        }
        5 => {
            let strip = corners.windows(3).filter_map(|triple| <[u32; 3]>::try_from(triple).ok());
            for (i, [a, b, c]) in strip.enumerate() {
                // Every second triangle of a strip has the opposite winding.
                each(if i % 2 == 0 { [a, b, c] } else { [b, a, c] });
            }
        }
        6 => {
            let Some((hub, rim)) = corners.split_first() else { return Ok(()) };
            let spokes = rim.windows(2).filter_map(|pair| <[u32; 2]>::try_from(pair).ok());
            spokes.for_each(|[b, c]| each([*hub, b, c]));
        }
        other => return Err(format!("a primitive of mode {other}, which glTF does not have")),
    }
    Ok(())
}
