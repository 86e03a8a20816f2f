//! glTF 2.0, as text with buffers beside it or as one `.glb`.
//!
//! The `gltf` crate reads the structure. Numbers are fetched here, so that a file with wrong offsets gives an error and never
//! a panic, and no image decoder is needed.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use gltf::{Accessor, Gltf, Node, Primitive, Semantic, buffer::Source};

use super::{Mesh, MeshError};

pub(super) fn read(bytes: &[u8], path: &Path) -> Result<Vec<(String, Mesh)>, MeshError> {
    let format = |reason: String| MeshError::Format { path: path.into(), line: None, reason };
    names_what_is_there(bytes).map_err(format)?;
    let gltf = Gltf::from_slice(bytes).map_err(|error| format(error.to_string()))?;
    let buffers = gltf.buffers().map(|buffer| contents(&gltf, buffer.source(), path));
    let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
    placed_nodes(&gltf)
        .and_then(|nodes| {
            let meshes = nodes.iter().map(|(node, matrix)| {
                let name = node.name().unwrap_or_default().to_owned();
                Ok((name, node_mesh(node, matrix, &buffers)?))
            });
            meshes.collect()
        })
        .map_err(format)
}

/// What the `gltf` crate's own validation takes for granted: it indexes with accessor numbers before it has checked them, and subtracts
/// the header from a length that may be shorter.
fn names_what_is_there(bytes: &[u8]) -> Result<(), String> {
    if let (Some(b"glTF"), Some(length)) = (bytes.get(..4), bytes.get(8..12)) {
        let length = <[u8; 4]>::try_from(length).map_or(0, u32::from_le_bytes);
        if length < 12 {
            return Err("the binary header says that the file is shorter than itself".into());
        }
    }
    let gltf = Gltf::from_slice_without_validation(bytes).map_err(|error| error.to_string())?;
    let json = gltf.document.into_json();
    for (index, mesh) in json.meshes.iter().enumerate() {
        for primitive in &mesh.primitives {
            let named = primitive.attributes.values().chain(primitive.indices.iter());
            let missing = |accessor: &usize| *accessor >= json.accessors.len();
            if let Some(accessor) = named.map(gltf::json::Index::value).find(missing) {
                return Err(format!(
                    "mesh {index} names accessor {accessor}, which does not exist"
                ));
            }
        }
    }
    Ok(())
}

/// The bytes of a buffer: in the file itself, in a `data:` address, or in a file beside it.
fn contents(gltf: &Gltf, source: Source<'_>, path: &Path) -> Result<Vec<u8>, MeshError> {
    let format = |reason: String| MeshError::Format { path: path.into(), line: None, reason };
    let uri = match source {
        Source::Bin => {
            let missing = || format("the binary part is missing".into());
            return gltf.blob.clone().ok_or_else(missing);
        }
        Source::Uri(uri) => uri,
    };
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, encoded) = data
            .split_once(";base64,")
            .ok_or_else(|| format("a buffer's `data:` address is not base64".into()))?;
        return STANDARD.decode(encoded).map_err(|e| format(format!("a buffer's base64: {e}")));
    }
    if uri.contains("://") {
        return Err(format(format!("the buffer {uri} is not a local file; download it first")));
    }
    let name = percent_encoding::percent_decode_str(uri).decode_utf8_lossy();
    let file = path.parent().unwrap_or(Path::new("")).join(name.as_ref());
    // A device would never end.
    if file.metadata().is_ok_and(|what| !what.is_file()) {
        return Err(format(format!("the buffer {uri} is not a file")));
    }
    std::fs::read(&file).map_err(|source| MeshError::Read { path: file, source })
}

/// Columns of a 4×4 matrix.
type Matrix = [[f64; 4]; 4];

/// The nodes of the scene with a mesh, and where they stand in it.
fn placed_nodes(gltf: &Gltf) -> Result<Vec<(Node<'_>, Matrix)>, String> {
    let identity: Matrix =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let scene = gltf.default_scene().or_else(|| gltf.scenes().next());
    let roots: Vec<Node<'_>> = match scene {
        Some(scene) => scene.nodes().collect(),
        // A library without a scene: whatever is no part of something else.
        None => {
            let mut is_child = vec![false; gltf.nodes().len()];
            for child in gltf.nodes().flat_map(|node| node.children()) {
                is_child.get_mut(child.index()).into_iter().for_each(|is| *is = true);
            }
            gltf.nodes().zip(is_child).filter(|(_, is)| !is).map(|(node, _)| node).collect()
        }
    };
    let mut pending: Vec<(Node<'_>, Matrix)> = roots.into_iter().map(|n| (n, identity)).collect();
    pending.reverse();
    let mut seen = vec![false; gltf.nodes().len()];
    let mut found = Vec::new();
    while let Some((node, parent)) = pending.pop() {
        if seen.get_mut(node.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
            return Err(format!("node {} is its own ancestor or has two parents", node.index()));
        }
        let matrix = product(&parent, &node.transform().matrix().map(|c| c.map(f64::from)));
        pending.extend(node.children().map(|child| (child, matrix)));
        if node.mesh().is_some() {
            found.push((node, matrix));
        }
    }
    Ok(found)
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| apply(a, column))
}

fn apply(matrix: &Matrix, point: [f64; 4]) -> [f64; 4] {
    let mut sum = [0.0; 4];
    for (column, factor) in matrix.iter().zip(point) {
        for (entry, x) in sum.iter_mut().zip(column) {
            *entry += x * factor;
        }
    }
    sum
}

/// Of the upper left 3×3 part: negative if the node mirrors, which turns triangles inside out.
fn determinant([[ax, ay, az, _], [bx, by, bz, _], [cx, cy, cz, _], _]: &Matrix) -> f64 {
    ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

fn node_mesh(node: &Node<'_>, matrix: &Matrix, buffers: &[Vec<u8>]) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    let mirrors = determinant(matrix) < 0.0;
    for primitive in node.mesh().into_iter().flat_map(|m| m.primitives()) {
        let Some(positions) = primitive.get(&Semantic::Positions) else { continue };
        let points = vectors(&positions, buffers)?;
        let corners = corners(&primitive, points.len(), buffers)?;
        let offset = mesh.vertices.len();
        for triangle in triangles(primitive.mode(), &corners) {
            if triangle.iter().any(|v| *v as usize >= points.len()) {
                return Err("a triangle names a vertex that does not exist".into());
            }
            let number = |v: u32| u32::try_from(v as usize + offset);
            let [a, b, c] = triangle.map(number);
            let [b, c] = if mirrors { [c, b] } else { [b, c] };
            let (Ok(a), Ok(b), Ok(c)) = (a, b, c) else { return Err("too many vertices".into()) };
            mesh.triangles.push([a, b, c]);
        }
        mesh.vertices.extend(points.iter().map(|[x, y, z]| {
            let [x, y, z, _] = apply(matrix, [*x, *y, *z, 1.0]);
            [x, y, z]
        }));
    }
    Ok(used_only(mesh))
}

/// Without the vertices that no triangle names: those of points and lines do not belong to the solid.
fn used_only(mesh: Mesh) -> Mesh {
    let mut places: Vec<Option<u32>> = vec![None; mesh.vertices.len()];
    let mut vertices = Vec::new();
    let mut place = |v: u32| -> u32 {
        let Some(place) = places.get_mut(v as usize) else { return v };
        *place.get_or_insert_with(|| {
            vertices.extend(mesh.vertices.get(v as usize));
            #[allow(clippy::cast_possible_truncation)] // No more than there were.
            let last = vertices.len().saturating_sub(1) as u32;
            last
        })
    };
    let triangles = mesh.triangles.iter().map(|t| t.map(&mut place)).collect();
    Mesh { vertices, triangles }
}

/// The vertex numbers of a primitive in order.
fn corners(
    primitive: &Primitive<'_>,
    count: usize,
    buffers: &[Vec<u8>],
) -> Result<Vec<u32>, String> {
    let Some(accessor) = primitive.indices() else {
        return Ok((0_u32..).take(count).collect());
    };
    let bytes = |item: &[u8]| match *item {
        [a] => u32::from(a),
        [a, b] => u32::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => u32::MAX,
    };
    let size = match accessor.data_type() {
        DataType::U8 => 1,
        DataType::U16 => 2,
        DataType::U32 => 4,
        other => return Err(format!("vertex numbers of type {other:?}")),
    };
    items(&accessor, size, buffers).map(|found| found.map(bytes).collect())
}

fn vectors(accessor: &Accessor<'_>, buffers: &[Vec<u8>]) -> Result<Vec<[f64; 3]>, String> {
    if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
        return Err("positions that are not triples of f32 (compressed or quantised); export without compression".into());
    }
    let float = |item: &[u8], at: usize| {
        let bytes = item.get(at..at + 4).and_then(|b| b.try_into().ok());
        bytes.map_or(f64::NAN, |b| f64::from(f32::from_le_bytes(b)))
    };
    let point = |item: &[u8]| [float(item, 0), float(item, 4), float(item, 8)];
    items(accessor, 12, buffers).map(|found| found.map(point).collect())
}

/// The items of an accessor, each of `size` bytes.
fn items<'b>(
    accessor: &Accessor<'_>,
    size: usize,
    buffers: &'b [Vec<u8>],
) -> Result<impl Iterator<Item = &'b [u8]>, String> {
    let wrong = || format!("accessor {} reaches beyond its buffer", accessor.index());
    let Some(view) = accessor.view().filter(|_| accessor.sparse().is_none()) else {
        return Err(format!(
            "accessor {} is sparse or compressed, which is not read; export plain buffers",
            accessor.index()
        ));
    };
    let stride = view.stride().unwrap_or(size);
    let end = view.offset().checked_add(view.length()).ok_or_else(wrong)?;
    let buffer = buffers.get(view.buffer().index()).ok_or_else(wrong)?;
    let slice = buffer.get(view.offset()..end).ok_or_else(wrong)?;
    let slice = slice.get(accessor.offset()..).ok_or_else(wrong)?;
    let last = accessor.count().checked_sub(1).and_then(|n| n.checked_mul(stride));
    let needed = last.map_or(Some(0), |last| last.checked_add(size)).ok_or_else(wrong)?;
    if stride == 0 || needed > slice.len() || (last.is_none() && accessor.count() > 0) {
        return Err(wrong());
    }
    Ok(slice.chunks(stride).take(accessor.count()).map(move |c| c.get(..size).unwrap_or_default()))
}

/// The triangles of a primitive; points and lines have none.
fn triangles(mode: Mode, corners: &[u32]) -> Vec<[u32; 3]> {
    let triple = |t: &[u32]| -> Option<[u32; 3]> { t.try_into().ok() };
    match mode {
        Mode::Triangles => corners.chunks_exact(3).filter_map(triple).collect(),
        Mode::TriangleStrip => {
            let strip = corners.windows(3).filter_map(triple).enumerate();
            // Every second one is wound the other way.
            strip.map(|(i, [a, b, c])| if i % 2 == 0 { [a, b, c] } else { [b, a, c] }).collect()
        }
        Mode::TriangleFan => {
            let Some((&hub, rim)) = corners.split_first() else { return Vec::new() };
            let spoke = |pair: &[u32]| Some([hub, *pair.first()?, *pair.get(1)?]);
            rim.windows(2).filter_map(spoke).collect()
        }
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => Vec::new(),
    }
}
