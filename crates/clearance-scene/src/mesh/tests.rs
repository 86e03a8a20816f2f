//! Small files of each format, right and wrong.

use std::path::{Path, PathBuf};

use clearance::{Rank, Xyz};

use super::*;

/// Writes a file and reads it back as a mesh.
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

/// Corners that differ only in the sign of a zero are one corner.
#[test]
fn stl_corners_at_minus_zero() {
    let mut binary = binary_stl(b"");
    let at = 84 + 12;
    assert_eq!(binary[at..at + 4], [0; 4]);
    binary[at..at + 4].copy_from_slice(&(-0.0_f32).to_le_bytes());
    is_tetrahedron(&load("signed.stl", &binary).unwrap());
    let text = text_stl("a").replacen("vertex 0.0", "vertex -0.0", 1);
    assert!(text.contains("-0.0"));
    is_tetrahedron(&load("signed-text.stl", text.as_bytes()).unwrap());
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

#[test]
fn a_solid_of_a_text_stl_with_nan_spoils_no_other() {
    let text = text_stl("one") + &text_stl("two").replacen("1.0", "nan", 1);
    let path = write("nan.stl", text.as_bytes());
    let each = Reading::default().each_object(&path).unwrap().each;
    let [(_, Ok(good)), (_, Err(bad))] = each.as_slice() else { panic!("{each:?}") };
    is_tetrahedron(good);
    let bad = bad.to_string();
    assert!(bad.contains("object `two`") && bad.contains("NaN") && bad.contains("line "), "{bad}");
    let pick = |name: &str| Reading { object: Some(name.into()), ..Reading::default() }.file(&path);
    is_tetrahedron(&pick("one").unwrap().mesh);
    assert!(pick("two").is_err());
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
    is_tetrahedron(&load("part.glb", &glb(&gltf("", ""), &gltf_buffer())).unwrap());
}

/// Found by fuzzing: an earlier reader panicked on both.
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

#[cfg(feature = "gltf")]
#[test]
fn a_gltf_stays_in_its_folder_unless_allowed() {
    let inner = write("x", b"").parent().unwrap().join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    write("outer.bin", &gltf_buffer());
    let outer = inner.parent().unwrap().join("outer.bin").canonicalize().unwrap();
    let load = |name: &str, uri: &str, outside: bool| {
        let text = gltf(&format!(r#","uri":"{uri}""#), "");
        let path = write(&format!("inner/{name}"), text.as_bytes());
        Reading { outside, ..Reading::default() }.file(&path).map(|loaded| loaded.mesh)
    };
    for uri in ["../outer.bin", "%2e%2e/outer.bin", "a/../../outer.bin", outer.to_str().unwrap()] {
        let error = load("leaves.gltf", uri, false).unwrap_err();
        assert!(matches!(error, MeshError::Outside { .. }), "{error}");
        assert!(error.to_string().contains("`--outside`"));
    }
    is_tetrahedron(&load("leaves.gltf", "../outer.bin", true).unwrap());
    // Nor does the message reveal whether a file outside exists.
    let error = load("leaves.gltf", "../nothing.bin", false).unwrap_err();
    assert!(matches!(error, MeshError::Outside { .. }), "{error}");
    #[cfg(unix)]
    {
        let link = |from: &str, to: &std::path::Path| {
            let _ = std::fs::remove_file(inner.join(from));
            std::os::unix::fs::symlink(to, inner.join(from)).unwrap();
        };
        link("link.bin", &outer);
        assert!(matches!(load("l.gltf", "link.bin", false), Err(MeshError::Outside { .. })));
        link("zero.bin", Path::new("/dev/zero"));
        let error = load("z.gltf", "zero.bin", true).unwrap_err().to_string();
        assert!(error.contains("is not a file"), "{error}");
        // Build systems link model and buffer one by one.
        let model = write("model.gltf", gltf(r#","uri":"link.bin""#, "").as_bytes());
        write("link.bin", &gltf_buffer());
        link("model.gltf", &model);
        link("link.bin", &model.with_file_name("link.bin"));
        is_tetrahedron(&Mesh::load(&inner.join("model.gltf")).unwrap());
    }
}

/// A `.glb` of a document and a binary part.
#[cfg(feature = "gltf")]
fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        [&u32::try_from(data.len()).unwrap().to_le_bytes(), &kind[..], data].concat()
    };
    let chunks = [chunk(b"JSON", &json), chunk(b"BIN\0", buffer)].concat();
    let length = u32::try_from(12 + chunks.len()).unwrap().to_le_bytes();
    [b"glTF", &2_u32.to_le_bytes(), &length, &chunks[..]].concat()
}

/// Each came to thousands of times its own size.
#[cfg(feature = "gltf")]
#[test]
fn a_gltf_comes_to_no_more_than_its_bytes_and_the_limit() {
    let whole = gltf("", "");
    let many = |what: &str, count: usize| vec![what; count].join(",");
    // Nodes that place one mesh.
    let nodes = format!(
        r#""nodes":[0],"x":0}}],"nodes":[{{"children":[{}]}},{}]"#,
        (1..=4000).map(|n| n.to_string()).collect::<Vec<_>>().join(","),
        many(r#"{"mesh":0}"#, 4000)
    );
    let (before, rest) = whole.split_once(r#""nodes":[0]}]"#).unwrap();
    let (_, after) = rest.split_once(r#""meshes""#).unwrap();
    let primitive = r#"{"attributes":{"POSITION":1},"indices":0}"#;
    let after = after.replace(primitive, &many(primitive, 10));
    let text = format!(r#"{before}{nodes},"meshes"{after}"#);
    let path = write("nodes.glb", &glb(&text, &gltf_buffer()));
    let limited = |max_triangles| Reading { max_triangles, ..Reading::default() };
    let error = limited(100_000).file(&path).unwrap_err();
    assert!(error.to_string().contains("`--max-triangles`"), "{error}");
    assert_eq!(limited(160_000).file(&path).unwrap().mesh.triangles.len(), 160_000);
    // Primitives that name one accessor.
    let text = whole.replace(primitive, &many(primitive, 500));
    let error = limited(1).file(&write("prims.glb", &glb(&text, &gltf_buffer())));
    assert_eq!(error.unwrap().mesh.triangles.len(), 2000, "a third of the bytes is more");
    // Sparse positions and counts without bytes to back them.
    let text = whole.replace(
        r#""bufferView":1,"componentType":5126,"count":4,"#,
        r#""componentType":5126,"count":4000000000,"sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":1}},"#,
    );
    let error = load("sparse.glb", &glb(&text, &gltf_buffer())).unwrap_err();
    assert!(matches!(error, MeshError::TooLarge { .. }), "{error}");
    // Buffers without an address: only the first is the binary part, and none is copied.
    let text = whole.replace(r#"{"byteLength":72}"#, &many(r#"{"byteLength":72}"#, 5000));
    is_tetrahedron(&load("buffers.glb", &glb(&text, &gltf_buffer())).unwrap());
    let text = text.replace(r#"{"buffer":0,"byteLength":24}"#, r#"{"buffer":1,"byteLength":24}"#);
    assert!(message("second.glb", &glb(&text, &gltf_buffer())).contains("buffer 1 has no `uri`"));
    // The file itself.
    let path = write("long.glb", &glb(&whole, &gltf_buffer()));
    let error = Reading { max_file_bytes: 100, ..Reading::default() }.file(&path).unwrap_err();
    assert!(error.to_string().contains("`--max-file-bytes`"), "{error}");
}

#[cfg(feature = "gltf")]
#[test]
fn nodes_that_are_no_poses_are_errors() {
    let buffer = gltf_buffer();
    let of =
        |node: &str| Reading::default().bytes(Path::new("n.glb"), &glb(&gltf("", node), &buffer));
    for (node, word) in [
        (r#","rotation":[0,0,0,0]"#, "node 1: its rotation 0 0 0 0 is no unit quaternion"),
        (r#","rotation":[0,0,0,2]"#, "its length is 2"),
        (r#","matrix":[1,0,0,1,0,1,0,1,0,0,1,1,0,0,0,0]"#, "node 1: its matrix is projective"),
        (r#","matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[1,1,1]"#, "both a matrix and"),
        (r#","matrix":[1,2]"#, "line 2"),
    ] {
        let error = of(node).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    // A quarter turn about z, rounded to f32: the corner at x = 1 goes to y = 1, and no farther.
    let turned = of(r#","rotation":[0,0,0.70710677,0.70710677]"#).unwrap().mesh;
    let near = |v: &[f64; 3]| v.iter().zip([1.0, 1.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-15);
    assert!(turned.vertices.iter().any(near), "{turned:?}");
    // A scale of 0 hides a mesh.
    let error = of(r#","scale":[0,0,0]"#).unwrap_err().to_string();
    assert!(error.contains("left out: meshes that are scaled to nothing (1)"), "{error}");
}

#[test]
fn one_object_is_picked_by_its_name() {
    let pick = |path: &Path, name: &str| {
        Reading { object: Some(name.into()), ..Reading::default() }.file(path)
    };
    let groups =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng base side\nf 1 3 2\ng side\nf 1 2 4\nf 1 4 3\n";
    let path = write("groups.obj", groups.as_bytes());
    let count = |name| pick(&path, name).unwrap().mesh.triangles.len();
    assert_eq!([count("base"), count("side"), count("base side")], [1, 3, 1]);
    let notes = Reading::default().file(&path).unwrap().notes;
    let text = notes.iter().map(ToString::to_string).collect::<String>();
    assert!(text.contains("2 objects (`base side`, `side`) were joined"), "{text}");
    let error = pick(&path, "sdie").unwrap_err().to_string();
    assert!(
        error.contains("no object `sdie` in it; did you mean `side`? it has `base`, `side`"),
        "{error}"
    );
    let solids = (text_stl("one") + &text_stl("two")).replace("0 0 0\n outer", "0 0 0\nouter");
    let path = write("solids.stl", solids.as_bytes());
    assert_eq!(pick(&path, "two").unwrap().mesh.triangles.len(), 4);
    assert_eq!(Mesh::load_objects(&path).unwrap().len(), 2);
    let nameless = write("nameless.stl", &binary_stl(b""));
    let error = pick(&nameless, "two").unwrap_err().to_string();
    assert!(error.contains("no object `two`") && error.contains("no names"), "{error}");
    #[cfg(feature = "gltf")]
    {
        write("pick.bin", &gltf_buffer());
        let text = gltf(r#","uri":"pick.bin""#, "")
            .replace(r#""children":[1]"#, r#""name":"arm","children":[1]"#);
        let path = write("pick.gltf", text.as_bytes());
        assert_eq!(pick(&path, "part").unwrap().mesh, pick(&path, "arm").unwrap().mesh);
        assert!(pick(&path, "leg").unwrap_err().to_string().contains("it has `arm`, `part`"));
    }
}

/// Three nodes with one mesh, two of one name and one without.
#[cfg(feature = "gltf")]
fn bolts(more: &str) -> PathBuf {
    write("bolts.bin", &gltf_buffer());
    let text = gltf(r#","uri":"bolts.bin""#, "")
        .replace(r#"{"children":[1],"translation":[1,0,0]}"#, r#"{"children":[1,2,3]}"#)
        .replace(
            r#"{"mesh":0,"name":"part"}"#,
            &format!(
                r#"{{"mesh":0,"name":"bolt"}},{{"mesh":0,"name":"bolt","translation":[9,0,0]}},
                {{"mesh":0,"translation":[5,0,0]{more}}}"#
            ),
        );
    write("bolts.gltf", text.as_bytes())
}

#[cfg(feature = "gltf")]
#[test]
fn each_object_of_a_gltf_is_picked_by_the_name_that_the_note_gives_it() {
    let path = bolts("");
    let note = Reading::default().file(&path).unwrap().notes[0].to_string();
    assert!(note.contains("3 objects (`bolt`, `bolt (2)`, `node 3`)"), "{note}");
    for (name, x) in [("bolt (2)", 9.0), ("node 3", 5.0)] {
        let reading = Reading { object: Some(name.into()), ..Reading::default() };
        let mesh = reading.file(&path).unwrap().mesh;
        assert_eq!(mesh.triangles.len(), 4, "{name}");
        assert!(mesh.vertices.contains(&[x, 0.0, 0.0]), "{name}");
    }
}

#[cfg(feature = "gltf")]
#[test]
fn morphs_of_a_node_are_said_too() {
    let said = |more: &str| {
        let notes = Reading::default().file(&bolts(more)).unwrap().notes;
        notes.iter().any(|note| note.to_string().contains("morph targets"))
    };
    assert!(said(r#","weights":[0.5]"#));
    assert!(!said(r#","weights":[0]"#) && !said(""));
}

#[cfg(feature = "gltf")]
#[test]
fn floats_of_a_gltf_are_never_normalized() {
    let mut buffer = gltf_buffer();
    buffer[36..40].copy_from_slice(&(-5.0_f32).to_le_bytes());
    write("far.bin", &buffer);
    let text = gltf(r#","uri":"far.bin""#, "")
        .replace(r#""componentType":5126"#, r#""componentType":5126,"normalized":true"#);
    let mesh = load("far.gltf", text.as_bytes()).unwrap();
    assert!(mesh.vertices.iter().any(|v| v.contains(&-5.0) || v.contains(&-4.0)), "{mesh:?}");
}

/// A name from a file cannot forge a line or a colour in a message.
#[test]
fn messages_are_one_line_without_codes() {
    for (name, content) in [
        ("n.obj", &b"o \x1b[31mx\x07\nf 1 2 3\n"[..]),
        ("n.obj", b"v 0 0 \x1b[2J\n"),
        ("n.obj", "v 0 0 0\u{202e}0\n".as_bytes()),
        ("n.stl", b"solid x\nfacet\n\x1b[31m\n"),
        ("n.gltf", b"{\"asset\":{\"version\":\"\\u001b[31m1\"}}"),
        // Found by mutating seeds: the name of a buffer that does not exist.
        (
            "n.gltf",
            b"{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a\\u000ab\\u001b[2J.bin\"}]}",
        ),
    ] {
        let text = Mesh::from_bytes(Path::new(name), content).unwrap_err().to_string();
        assert!(!text.contains(|c: char| c.is_control() || c == '\u{202e}'), "{text:?}");
    }
}

/// A line may be as long as the file, and a face may have any number of corners.
#[test]
fn obj_in_one_line_and_with_a_face_of_many_corners() {
    let count = 100_000;
    let mut text = String::new();
    for i in 0..count {
        // All above the edge from the last corner to the first.
        let is_end = i == 0 || i == count - 1;
        text += &format!("v {i} {} 0\n", if is_end { 0 } else { 1 + i % 7 });
    }
    text += "f";
    for i in 1..=count {
        text += &format!(" {i}\\\n");
    }
    let mesh = load("wide.obj", text.as_bytes()).unwrap();
    assert_eq!(mesh.triangles.len(), count - 2);
    let text = message("late.obj", format!("{text}\nf 1 2 0\n").as_bytes());
    assert!(text.contains(&format!("line {}: vertex 0", 2 * count + 2)), "{text}");
}
