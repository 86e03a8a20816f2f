//! Any bytes as a mesh file: an error or a mesh, and one that can be asked for its hull and its dents.
//!
//! A mutation seldom leaves the lengths in a binary file right, so that readers would give up at once; some inputs are framed
//! with the right ones.

use std::path::PathBuf;
use std::sync::OnceLock;

use clearance_scene::{Mesh, MeshError};

pub fn run(bytes: &[u8]) {
    let Some((container, bytes)) = bytes.split_first() else { return };
    match container % 6 {
        0 => read("stl", bytes),
        1 => read("stl", &binary_stl(bytes)),
        2 => read("obj", bytes),
        3 => read("gltf", bytes),
        4 => read("glb", bytes),
        _ => read("glb", &glb(bytes)),
    }
}

fn binary_stl(triangles: &[u8]) -> Vec<u8> {
    let count = (triangles.len() / 50) as u32;
    let mut file = vec![0; 80];
    file.extend(count.to_le_bytes());
    file.extend(&triangles[..count as usize * 50]);
    file
}

/// Of the text up to the first 0 and the bytes behind it.
fn glb(bytes: &[u8]) -> Vec<u8> {
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
    [header.as_slice(), &chunks[0], &chunks[1]].concat()
}

/// One file, written anew each time: the readers take paths.
fn scratch(extension: &str) -> PathBuf {
    static STEM: OnceLock<PathBuf> = OnceLock::new();
    let stem = STEM.get_or_init(|| {
        // In memory where the system has such a place: a disk is ten times slower.
        let memory = PathBuf::from("/dev/shm");
        let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let directory = place.join(format!("clearance-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory for one file");
        directory.join("mesh")
    });
    stem.with_extension(extension)
}

fn read(extension: &str, bytes: &[u8]) {
    let path = scratch(extension);
    std::fs::write(&path, bytes).expect("a file that can be written");
    match Mesh::load(&path) {
        Ok(mesh) => examine(&mesh),
        Err(error) => {
            // An unknown extension or an unreadable file would mean that nothing was tested.
            let tested = !matches!(error, MeshError::UnknownExtension { .. });
            assert!(tested && !error.to_string().is_empty(), "{error:?}");
        }
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
