//! Small files of each format, right and wrong.

use std::path::{Path, PathBuf};

use clearance::{Rank, Xyz};

use super::*;

/// Writes a file and reads it as a mesh.
fn load(name: &str, content: &[u8]) -> Result<Mesh, MeshError> {
    Mesh::load(&write(name, content))
}

fn write(name: &str, content: &[u8]) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("clearance-scene-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn message(name: &str, content: &[u8]) -> String {
    load(name, content).unwrap_err().to_string()
}

const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.1]];
const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn is_tetrahedron(mesh: &Mesh) {
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (4, 4));
    let hull = mesh.hull::<Xyz>().unwrap();
    assert_eq!((hull.rank(), hull.vertices().len()), (Rank::Solid, 4));
    let found = mesh.convexity().unwrap();
    assert!(is_convex(&found) && found.volume_ratio.is_some_and(|r| (r - 1.0).abs() < 1e-12));
}

fn binary_stl(header: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes[..header.len()].copy_from_slice(header);
    bytes.extend(4_u32.to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flat_map(|v| CORNERS[*v]).flat_map(f32::to_le_bytes));
        bytes.extend([0; 2]);
    }
    bytes
}

fn text_stl(name: &str) -> String {
    let facet = |face: &[usize; 3]| {
        let vertices: String = face
            .iter()
            .map(|v| {
                format!("  vertex {:?} {:?} {:e}\n", CORNERS[*v][0], CORNERS[*v][1], CORNERS[*v][2])
            })
            .collect();
        format!("facet normal 0 0 0\n outer loop\n{vertices} endloop\nendfacet\n")
    };
    format!("solid {name}\n{}endsolid {name}\n", FACES.iter().map(facet).collect::<String>())
}

#[test]
fn stl_binary_even_with_a_misleading_header() {
    for header in [&b"made by nobody"[..], b"solid but binary"] {
        let mesh = load("a.stl", &binary_stl(header)).unwrap();
        is_tetrahedron(&mesh);
        // Widened exactly, not printed and read again.
        assert!(mesh.vertices.contains(&[0.0, 0.0, f64::from(0.1_f32)]));
    }
    // Some writers append.
    let mut longer = binary_stl(b"");
    longer.extend(b"trailing");
    is_tetrahedron(&load("b.stl", &longer).unwrap());
}

#[test]
fn stl_text_in_any_case_and_in_several_solids() {
    is_tetrahedron(&load("c.stl", text_stl("part").as_bytes()).unwrap());
    is_tetrahedron(
        &load("d.STL", text_stl("").to_uppercase().replace('\n', "\r\n").as_bytes()).unwrap(),
    );
    let two = load("e.stl", (text_stl("one") + &text_stl("two")).as_bytes()).unwrap();
    assert_eq!((two.vertices.len(), two.triangles.len()), (4, 8));
}

#[test]
fn stl_errors_name_file_and_line() {
    let cut = &binary_stl(b"")[..100];
    assert!(
        message("cut.stl", cut)
            .contains("cut.stl: a binary STL of 4 triangles that ends 184 bytes too early")
    );
    assert!(message("short.stl", b"no mesh").contains("neither a binary STL"));
    assert!(message("empty.stl", b"solid\nendsolid\n").contains("no triangle"));
    let bad = text_stl("x").replacen("1.0", "one", 1);
    let text = message("bad.stl", bad.as_bytes());
    assert!(text.contains("bad.stl: line 5: `one` is no number"), "{text}");
    let infinite = text_stl("x").replacen("1.0", "inf", 1);
    assert!(message("inf.stl", infinite.as_bytes()).contains("NaN or infinite"));
    assert!(
        message("half.stl", &text_stl("x").as_bytes()[..60])
            .contains("half.stl: line 5: the file ends")
    );
}

const OBJ: &str = "mtllib absent.mtl
o first
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 0.1
v 9 9 9
usemtl red
f 1 3 2
usemtl blue
f 1/1/1 2//1 4
f 1 4 3
f -4 -3 -2
l 1 5
o second
v 5 0 0
v 6 0 0
v 6 1 0
v 5 1 0
f 6 7 8 9
";

#[test]
fn obj_objects_apart_and_together() {
    let obj = OBJ.replace("f 1/1/1 2//1 4", "f 1 2 4");
    // Relative numbers count back from the last vertex, (9, 9, 9).
    let path = write("two.obj", obj.as_bytes());
    let objects = Mesh::load_objects(&path).unwrap();
    let names: Vec<&str> = objects.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
    assert_eq!(objects[0].1.triangles.len(), 4);
    // A quadrilateral is two triangles, and a point that no face names is no part of the solid.
    assert_eq!((objects[1].1.vertices.len(), objects[1].1.triangles.len()), (4, 2));
    let whole = Mesh::load(&path).unwrap();
    assert!(!whole.vertices.contains(&[9.0, 9.0, 9.0]));
    assert!(whole.vertices.contains(&[0.0, 0.0, 0.1]), "decimals are read to the nearest f64");
    assert_eq!(whole.triangles.len(), 6);
}

#[test]
fn obj_errors_name_file_and_line() {
    let text = message("bad.obj", b"v 0 0 0\nv 1 zero 0\n");
    assert!(text.contains("bad.obj: line 2: `zero` is no number"), "{text}");
    let text = message("far.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 7\n");
    assert!(
        text.contains("far.obj: line 3: a face names vertex 7, and there are 2 vertices"),
        "{text}"
    );
}

/// A glTF of the tetrahedron, its first half indices, then positions, in one buffer.
#[cfg(feature = "gltf")]
fn gltf(uri: &str, node: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"children":[1],"translation":[1,0,0]}},{{"mesh":0,"name":"part"{node}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"indices":0}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5123,"count":12,"type":"SCALAR"}},
                     {{"bufferView":1,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}}],
        "bufferViews":[{{"buffer":0,"byteLength":24}},{{"buffer":0,"byteOffset":24,"byteLength":48}}],
        "buffers":[{{"byteLength":72{uri}}}]}}"#
    )
}

#[cfg(feature = "gltf")]
fn gltf_buffer() -> Vec<u8> {
    let indices = FACES.iter().flatten().flat_map(|v| u16::try_from(*v).unwrap().to_le_bytes());
    indices.chain(CORNERS.iter().flatten().flat_map(|x| x.to_le_bytes())).collect()
}

#[cfg(feature = "gltf")]
#[test]
fn gltf_with_a_buffer_beside_it() {
    write("my part.bin", &gltf_buffer());
    let text = gltf(r#","uri":"my%20part.bin""#, r#","scale":[2,2,2]"#);
    let path = write("part.gltf", text.as_bytes());
    let mesh = Mesh::load(&path).unwrap();
    is_tetrahedron(&mesh);
    // Scaled by the node, then moved by its parent.
    assert!(mesh.vertices.contains(&[3.0, 0.0, 0.0]));
    assert_eq!(Mesh::load_objects(&path).unwrap()[0].0, "part");
    // A mirroring node does not turn the mesh inside out.
    let text = gltf(r#","uri":"my%20part.bin""#, r#","scale":[-2,2,2]"#);
    is_tetrahedron(&load("mirrored.gltf", text.as_bytes()).unwrap());
}

#[cfg(feature = "gltf")]
#[test]
fn gltf_as_one_binary() {
    let mut json = gltf("", "").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let buffer = gltf_buffer();
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let length = u32::try_from(data.len()).unwrap().to_le_bytes();
        [&length, &kind[..], data].concat()
    };
    let chunks = [chunk(b"JSON", &json), chunk(b"BIN\0", &buffer)].concat();
    let length = u32::try_from(12 + chunks.len()).unwrap().to_le_bytes();
    let bytes = [b"glTF", &2_u32.to_le_bytes(), &length, &chunks[..]].concat();
    is_tetrahedron(&load("part.glb", &bytes).unwrap());
}

/// Found by fuzzing: a reader before this one panicked on both.
#[cfg(feature = "gltf")]
#[test]
fn gltf_that_names_what_is_not_there() {
    let json =
        br#"{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}"#;
    assert!(message("no_accessor.gltf", json).contains("node 0: accessor 0 does not exist"));
    let header = b"glTF\x02\0\0\0\x05\0\0\0";
    assert!(message("short.glb", header).contains("shorter than itself"));
}

#[cfg(feature = "gltf")]
#[test]
fn gltf_errors() {
    let missing = gltf(r#","uri":"absent.bin""#, "");
    assert!(message("missing.gltf", missing.as_bytes()).contains("absent.bin"));
    let remote = gltf(r#","uri":"https://example.org/a.bin""#, "");
    assert!(message("remote.gltf", remote.as_bytes()).contains("not a file beside it"));
    write("small.bin", &gltf_buffer()[..60]);
    let short = gltf(r#","uri":"small.bin""#, "");
    assert!(message("short.gltf", short.as_bytes()).contains("beyond buffer view 1 or its buffer"));
    write("whole.bin", &gltf_buffer());
    let cycle = gltf(r#","uri":"whole.bin""#, r#","children":[0]"#);
    assert!(message("cycle.gltf", cycle.as_bytes()).contains("its own ancestor"));
    assert!(message("no.gltf", b"{").contains("no.gltf: "));
    // Any offset, count or stride gives an error or a mesh, never a panic.
    let whole = gltf(r#","uri":"whole.bin""#, "");
    for wild in ["0", "1", "4294967295", "18446744073709551615", "9223372036854775807"] {
        for field in [
            "\"count\":4",
            "\"count\":12",
            "\"byteLength\":48",
            "\"byteOffset\":24",
            "\"byteLength\":24",
        ] {
            let (name, _) = field.split_once(':').unwrap();
            let text = whole.replace(field, &format!("{name}:{wild}"));
            let _ = load("wild.gltf", text.as_bytes());
        }
    }
}

#[test]
fn unknown_and_missing_files() {
    let unknown = Mesh::load(Path::new("part.step")).unwrap_err().to_string();
    assert!(unknown.contains("`.step`") && unknown.contains(".stl, .obj"), "{unknown}");
    assert!(Mesh::load(Path::new("part")).unwrap_err().to_string().contains("no extension"));
    assert!(matches!(Mesh::load(Path::new("absent.stl")), Err(MeshError::Read { .. })));
}

#[test]
fn hull_in_f32_refuses_what_does_not_fit() {
    let mesh = Mesh { vertices: vec![[1e300, 0.0, 0.0]], triangles: vec![[0, 0, 0]] };
    assert!(mesh.hull::<Xyz>().is_ok());
    let mirrored = mesh.scaled([-1.0, 1.0, 1.0]);
    assert_eq!(mirrored.vertices, [[-1e300, 0.0, 0.0]]);
}
