//! Any bytes as a mesh file: an error, or a mesh in proportion to them whose hull and dents can be
//! computed.
//!
//! A mutation seldom leaves the lengths in a binary file right, so that readers would give up at
//! once; each input is also read with the right ones put before it.

use std::path::Path;

use clearance_scene::mesh::Reading;
use clearance_scene::{Mesh, MeshError};

/// Reads a text STL or a binary one.
pub fn stl(bytes: &[u8]) {
    read("any.stl", bytes);
    let count = bytes.len() / 50;
    let header = [&[0; 80][..], &(count as u32).to_le_bytes()].concat();
    read("framed.stl", &[&header, &bytes[..50 * count]].concat());
}

/// Reads an OBJ.
pub fn obj(bytes: &[u8]) {
    read("any.obj", bytes);
}

/// Reads COLLADA.
pub fn dae(bytes: &[u8]) {
    read("any.dae", bytes);
}

/// Reads a PLY, text or binary by its header.
pub fn ply(bytes: &[u8]) {
    read("any.ply", bytes);
}

/// Reads an OFF.
pub fn off(bytes: &[u8]) {
    read("any.off", bytes);
}

/// Reads a glTF: text, binary, or the text up to the first 0 with the bytes behind it as its binary
/// part.
pub fn gltf(bytes: &[u8]) {
    read("any.gltf", bytes);
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    let (text, binary) = bytes.split_at(end);
    let chunk = |kind: &[u8; 4], content: &[u8], padding: u8| {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(4), padding);
        [&(content.len() as u32).to_le_bytes(), kind, content.as_slice()].concat()
    };
    let chunks = [chunk(b"JSON", text, b' '), chunk(b"BIN\0", binary.get(1..).unwrap_or(&[]), 0)];
    let size = 12 + chunks.iter().map(Vec::len).sum::<usize>();
    let header = [&b"glTF"[..], &2_u32.to_le_bytes(), &(size as u32).to_le_bytes()].concat();
    read("framed.glb", &[header.as_slice(), &chunks[0], &chunks[1]].concat());
}

/// The number of triangles that a small file may place.
const MOST: usize = 1000;

fn read(name: &str, bytes: &[u8]) {
    // In a folder that is not there, so that no file beside is found.
    let path = Path::new("/nowhere/to/be").join(name);
    let reading = Reading { max_triangles: MOST, ..Reading::default() };
    let loaded = match reading.bytes(&path, bytes) {
        Ok(loaded) => loaded,
        Err(error) => {
            let text = error.to_string();
            assert!(!matches!(error, MeshError::UnknownExtension { .. }), "nothing was tested");
            assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
            return;
        }
    };
    let mesh = &loaded.mesh;
    let most = MOST.max(bytes.len());
    assert!(mesh.triangles.len() <= most && mesh.vertices.len() <= 3 * most, "{}", bytes.len());
    examine(mesh);
    for note in loaded.notes {
        let text = note.to_string();
        assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
    }
    // One object is a part of all.
    let picking = Reading { object: Some("a".into()), ..reading };
    match picking.bytes(&path, bytes) {
        Ok(picked) => assert!(picked.mesh.triangles.len() <= mesh.triangles.len()),
        Err(MeshError::NoSuchObject { .. } | MeshError::Empty { .. }) => {}
        Err(other) => panic!("read as a whole, but of one object: {other}"),
    }
}

fn examine(mesh: &Mesh) {
    let count = mesh.vertices.len();
    assert!(!mesh.triangles.is_empty(), "an empty mesh is an error");
    assert!(mesh.vertices.iter().flatten().all(|x| x.is_finite()), "{mesh:?}");
    assert!(mesh.triangles.iter().flatten().all(|v| (*v as usize) < count), "{mesh:?}");
    let hull = mesh.hull::<clearance::Xyz>().expect("the hull of finite points");
    assert!(hull.vertices().len() <= count);
    if let Err(error) = mesh.hull::<glam::Vec3>() {
        let largest = mesh.vertices.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(largest > f64::from(f32::MAX), "{error:?} {mesh:?}");
    }
    if let Ok(found) = mesh.convexity() {
        assert!(!found.deepest_dent.is_nan() && found.deepest_dent >= 0.0, "{found:?} {mesh:?}");
    }
}
