//! Names, instances, units and the small print of the formats of meshes.
#![cfg(all(feature = "robot", feature = "gltf"))]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use clearance_scene::mesh::{Loaded, Reading};

fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-reading-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Each object's name and box.
fn boxes(name: &str, bytes: &[u8], unit: Option<f64>) -> Vec<(String, [[f64; 3]; 2])> {
    let reading = Reading { unit, ..Reading::default() };
    let path = written(name, bytes);
    let objects = reading.objects(&path).unwrap_or_else(|error| panic!("{error}"));
    let of = |vertices: &[[f64; 3]], pick: fn(f64, f64) -> f64| {
        vertices.iter().copied().reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i]))).unwrap()
    };
    let ends = |vertices: &[[f64; 3]]| [of(vertices, f64::min), of(vertices, f64::max)];
    objects.into_iter().map(|(name, mesh)| (name, ends(&mesh.vertices))).collect()
}

fn names(name: &str, text: &str) -> Vec<String> {
    boxes(name, text.as_bytes(), None).into_iter().map(|(name, _)| name).collect()
}

fn read(name: &str, bytes: &[u8]) -> Result<Loaded, String> {
    Reading::default().bytes(Path::new(name), bytes).map_err(|error| error.to_string())
}

#[test]
fn objects_of_one_name_stay_apart() {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let text = format!(
        "{corners}o Cube\nf 1 2 3\no Cube\no Cube\ng a\nf 1 2 3\ng b\nf 3 2 1\no Cube (2)\nf 1 2 3\n\
         o Cube\nf 1 2 3\n"
    );
    assert_eq!(names("same.obj", &text), ["Cube", "Cube (2)", "Cube (2) (2)", "Cube (3)"]);
    // Groups are sets: a later `g` of the name goes on with the first.
    assert_eq!(
        names("g.obj", &format!("{corners}g a\nf 1 2 3\ng b\nf 1 2 3\ng a\nf 3 2 1\n")),
        ["a", "b"]
    );
    let pick = |name: &str| {
        let reading = Reading { object: Some(name.into()), ..Reading::default() };
        reading.bytes(Path::new("same.obj"), text.as_bytes()).unwrap().mesh.triangles.len()
    };
    assert_eq!([pick("Cube"), pick("Cube (2)"), pick("Cube (3)"), pick("b")], [4, 3, 1, 3]);
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n\
                 endfacet\n";
    let solid = |name: &str| format!("solid {name}\n{facet}endsolid {name}\n");
    assert_eq!(names("two.stl", &(solid("a") + &solid("a") + &solid("b"))), ["a", "a (2)", "b"]);
    assert_eq!(names("no.stl", &(solid("") + &solid(""))), ["", "solid (2)"]);
}

const BOX: &str = "0 0 0 1 0 0 0 1 0 0 0 1";

fn dae(asset: &str, params: &str, points: &str, library: &str, scene: &str) -> String {
    let stride = params.matches("<param").count();
    format!(
        "<COLLADA version=\"1.4.1\"><asset>{asset}<up_axis>Z_UP</up_axis></asset>\
         <library_geometries><geometry id=\"g\" name=\"tetra\"><mesh><source id=\"s\"><float_array \
         id=\"a\" count=\"0\">{points}</float_array><technique_common><accessor source=\"#a\" \
         count=\"4\" stride=\"{stride}\">{params}</accessor></technique_common></source><vertices \
         id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices><triangles count=\"4\">\
         <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p>\
         </triangles></mesh></geometry></library_geometries><library_nodes>{library}</library_nodes>\
         <library_visual_scenes><visual_scene id=\"w\">{scene}</visual_scene>\
         </library_visual_scenes><scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>"
    )
}

const XYZ: &str = "<param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>";
const MESH: &str = "<instance_geometry url=\"#g\"/>";

#[test]
fn instances_are_named_by_the_nodes_that_place_them() {
    let of = |library: &str, scene: &str| names("n.dae", &dae("", XYZ, BOX, library, scene));
    let library = format!("<node id=\"L\" name=\"Cube\">{MESH}</node>");
    let place = "<instance_node url=\"#L\"/>";
    let twice = format!("<node name=\"one\">{place}</node><node name=\"two\">{place}</node>");
    assert_eq!(of(&library, &twice), ["one", "two"]);
    let named =
        format!("<node name=\"all\"><instance_node url=\"#L\" name=\"left\"/>{place}</node>");
    assert_eq!(of(&library, &named), ["all/left", "all/Cube"]);
    let parts = format!(
        "<node id=\"L\" name=\"Set\"><node name=\"bolt\">{MESH}</node><node \
         name=\"nut\">{MESH}</node></node>"
    );
    assert_eq!(of(&parts, &twice), ["one/bolt", "one/nut", "two/bolt", "two/nut"]);
    let outer = format!("<node id=\"O\">{place}</node>{library}");
    let nested = twice.replace("#L", "#O");
    assert_eq!(of(&outer, &nested), ["one", "two"]);
    // Parents of nodes without a name.
    assert_eq!(of("", &format!("<node name=\"lid\"><node>{MESH}</node></node>")), ["lid"]);
    let two = format!("<node name=\"lid\"><node>{MESH}</node><node>{MESH}</node></node>");
    assert_eq!(of("", &two), ["lid/tetra", "lid/tetra (2)"]);
    assert_eq!(of("", &format!("<node>{MESH}</node>")), ["tetra"]);
}

#[test]
fn coordinates_go_by_the_names_of_their_parameters() {
    // As many numbers as parameters; which coordinate each is, 9 for none.
    for (order, params) in [
        ([0, 1, 2, 9], "<param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>"),
        ([2, 0, 1, 9], "<param name=\"Z\"/><param name=\"X\"/><param name=\"Y\"/>"),
        ([1, 0, 2, 9], "<param name=\"y\"/><param name=\"x\"/><param name=\"z\"/>"),
        (
            [9, 2, 1, 0],
            "<param name=\"W\"/><param name=\"Z\"/><param name=\"Y\"/><param name=\"X\"/>",
        ),
        ([9, 0, 1, 2], "<param/><param name=\"A\"/><param name=\"B\"/><param name=\"C\"/>"),
        ([0, 9, 2, 1], "<param name=\"X\"/><param/><param name=\"Z\"/><param name=\"Y\"/>"),
    ] {
        let points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]];
        let count = params.matches("<param").count();
        let number = |point: &[i32; 3], axis: usize| *point.get(axis).unwrap_or(&77);
        let numbers = points.iter().flat_map(|p| order[..count].iter().map(|a| number(p, *a)));
        let text = numbers.map(|x| x.to_string()).collect::<Vec<_>>().join(" ");
        let text = dae("", params, &text, "", &format!("<node>{MESH}</node>"));
        let found = boxes("order.dae", text.as_bytes(), None);
        assert_eq!(found[0].1, [[0.0; 3], [1.0, 2.0, 3.0]], "{params}");
    }
}

fn base64(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            out.push(letters[(bits >> (18 - 6 * place) & 63) as usize] as char);
        }
    }
    let missing = (4 - out.len() % 4) % 4;
    out + &"==="[..missing]
}

/// A tetrahedron, and half turns and quarter turns of it, at a turned and scaled parent.
#[test]
fn instances_of_a_gltf_are_placed() {
    let mut bytes: Vec<u8> = Vec::new();
    for x in BOX.split(' ').map(|x| x.parse::<f32>().unwrap()) {
        bytes.extend(x.to_le_bytes());
    }
    let places = [[10.0_f32, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 30.0]];
    bytes.extend(places.iter().flatten().flat_map(|x| x.to_le_bytes()));
    // About z: no turn, a quarter, a half.
    let half = (0.5_f64.sqrt() * 32767.0).round() as i16;
    let turns = [[0, 0, 0, 32767], [0, 0, half, half], [0, 0, 32767, 0]];
    bytes.extend(turns.iter().flatten().flat_map(|x: &i16| x.to_le_bytes()));
    let sizes = [[1.0_f32, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 1.0, -1.0]];
    bytes.extend(sizes.iter().flatten().flat_map(|x| x.to_le_bytes()));
    let document = |attributes: &str, count: usize| {
        format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],\
             \"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],\"buffers\":[{{\"byteLength\":{},\
             \"uri\":\"data:application/octet-stream;base64,{}\"}}],\"bufferViews\":[\
             {{\"buffer\":0,\"byteLength\":48}},{{\"buffer\":0,\"byteOffset\":48,\"byteLength\":36}},\
             {{\"buffer\":0,\"byteOffset\":84,\"byteLength\":24}},\
             {{\"buffer\":0,\"byteOffset\":108,\"byteLength\":36}}],\"accessors\":[\
             {{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}},\
             {{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}},\
             {{\"bufferView\":2,\"componentType\":5122,\"normalized\":true,\"count\":3,\
             \"type\":\"VEC4\"}},\
             {{\"bufferView\":3,\"componentType\":5126,\"count\":{count},\"type\":\"VEC3\"}}],\
             \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"mode\":5}}]}}],\
             \"nodes\":[{{\"name\":\"row\",\"scale\":[2,2,2],\"translation\":[0,0,5],\
             \"children\":[1]}},{{\"name\":\"chair\",\"mesh\":0,\"extensions\":{{\
             \"EXT_mesh_gpu_instancing\":{{\"attributes\":{{{attributes}}}}}}}}}],\
             \"scenes\":[{{\"nodes\":[0]}}]}}",
            bytes.len(),
            base64(&bytes)
        )
    };
    let all = "\"TRANSLATION\":1,\"ROTATION\":2,\"SCALE\":3,\"_ID\":1";
    let near = |found: [[f64; 3]; 2], truth: [[f64; 3]; 2]| {
        let pairs = found.iter().flatten().zip(truth.iter().flatten());
        assert!(pairs.clone().all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {truth:?}");
    };
    for unit in [None, Some(1.0), Some(0.001)] {
        let factor = unit.map_or(1.0, |unit: f64| 1.0 / unit);
        let found = boxes("i.gltf", document(all, 3).as_bytes(), unit);
        let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["chair[0]", "chair[1]", "chair[2]"]);
        let truths = [
            [[20.0, 0.0, 5.0], [22.0, 2.0, 7.0]],
            [[-2.0, 40.0, 5.0], [0.0, 44.0, 7.0]],
            [[-2.0, -2.0, 63.0], [0.0, 0.0, 65.0]],
        ];
        for ((_, found), truth) in found.iter().zip(truths) {
            near(found.map(|point| point.map(|x| x / factor)), truth);
        }
    }
    let places = boxes("i.gltf", document("\"TRANSLATION\":1", 3).as_bytes(), None);
    near(places[2].1, [[0.0, 0.0, 65.0], [2.0, 2.0, 67.0]]);
    for (attributes, count, what) in [
        ("\"_ID\":1", 3, "neither places nor turns nor sizes"),
        (all, 2, "3 instances by one accessor, 2 by another"),
        ("\"TRANSLATION\":2", 3, "are not 3 floats each"),
    ] {
        let message = read("i.gltf", document(attributes, count).as_bytes()).unwrap_err();
        assert!(message.contains(what), "{message}");
    }
    let few = Reading { max_triangles: 1, ..Reading::default() };
    assert!(few.bytes(Path::new("i.gltf"), document(all, 3).as_bytes()).is_ok());
}

#[test]
fn lengths_are_in_the_unit_asked_for() {
    let scene = format!("<node>{MESH}</node>");
    let text = dae("<unit meter=\"0.001\"/>", XYZ, BOX, "", &scene);
    for (unit, size) in [(None, 0.001), (Some(1.0), 0.001), (Some(0.001), 1.0), (Some(0.1), 0.01)] {
        let found = boxes("u.dae", text.as_bytes(), unit);
        assert_eq!(found[0].1, [[0.0; 3], [size; 3]]);
        let reading = Reading { unit, ..Reading::default() };
        let loaded = reading.bytes(Path::new("u.dae"), text.as_bytes()).unwrap();
        assert_eq!(loaded.metres, unit.or(Some(1.0)));
        assert_eq!(loaded.notes.iter().any(|n| n.to_string().contains("0.001 m")), unit.is_none());
        let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let loaded = reading.bytes(Path::new("u.obj"), obj).unwrap();
        assert_eq!((loaded.metres, loaded.mesh.vertices[1]), (None, [1.0, 0.0, 0.0]));
    }
}

#[test]
fn off_is_a_stream_of_words() {
    let points = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"];
    let faces = ["3 0 2 1", "3 0 1 3", "3 0 3 2", "3 1 2 3"];
    let all: Vec<&str> = ["OFF", "4 4 6"].into_iter().chain(points).chain(faces).collect();
    let plain = read("p.off", all.join("\n").as_bytes()).unwrap().mesh;
    let words: Vec<&str> = all.iter().flat_map(|line| line.split(' ')).collect();
    let coloured = |ends: [&str; 2], start: &str| {
        let lines = points.map(|p| format!("{p} {}", ends[0])).into_iter();
        let lines = lines.chain(faces.map(|f| format!("{f} {}", ends[1])));
        format!("{start}\n4 4 0\n{}\n", lines.collect::<Vec<_>>().join("\n"))
    };
    let rgba = points.map(|p| format!("{p} 1 0 0 1")).join(" ");
    for text in [
        words.join(" "),
        words.join("\n"),
        words.join("  \r\n\r\n"),
        all.join("\n").to_lowercase(),
        all.join(" ").to_lowercase(),
        coloured(["", "255 0 0"], "OFF"),
        coloured(["1 0 0 1", "3 1 2"], "coff"),
        format!("COFF 4 4 0 {rgba} {}", faces.join(" ")),
        format!("4 4 0\n{}\n{}", points.join("\n"), faces.join("\n")),
        format!("4 4 0 {} {}", points.join(" "), faces.join(" ")),
    ] {
        let found =
            read("p.off", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found.mesh, plain, "{text}");
    }
    for (text, what) in [
        (all.join("\n").replace("3 0 1 3", "4 0 1 3"), "line 8: the line ends after 3 corners"),
        (words[..30].join(" "), "the file ends here"),
        (all.join("\n") + " 7\n3 0 1 2", "behind the last face"),
        (all.join("\n").replace("OFF", "4OFF"), "not with `OFF`"),
    ] {
        let message = read("p.off", text.as_bytes()).unwrap_err();
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn a_wrong_count_in_a_ply_is_found_in_its_line() {
    let header = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
                  property float z\nelement face 3\nproperty list uchar int vertex_indices\n\
                  end_header\n";
    let points = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
    let good = format!("{header}{points}3 0 1 2\n3 0 1 3\n3 0 2 3\n");
    assert!(read("c.ply", good.as_bytes()).is_ok());
    for (from, to, line) in [
        ("3 0 1 2\n", "4 0 1 2\n", 14),
        ("3 0 1 3\n", "2 0 1 3\n", 15),
        ("3 0 1 3\n", "3 0 1 3 2\n", 15),
        ("0 1 0\n", "0 1\n", 12),
        ("0 1 0\n", "0 1 0 5\n", 12),
    ] {
        let message = read("c.ply", good.replace(from, to).as_bytes()).unwrap_err();
        assert!(message.contains(&format!("line {line}: ")), "{message}");
    }
    // White space is free where no element has a line of its own.
    let free = good.split("end_header\n").last().unwrap().replace('\n', " ");
    assert!(read("c.ply", format!("{header}{free}\n").as_bytes()).is_ok());
}
