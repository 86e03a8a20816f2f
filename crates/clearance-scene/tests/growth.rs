//! Short files and small scenes that took time or memory by the square of their length.
#![cfg(all(feature = "robot", feature = "gltf"))]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clearance::{Ball, ConvexHull, Pose, Xyz};
use clearance_scene::Mesh;
use clearance_scene::mesh::{Loaded, Reading};
use clearance_scene::robot::Loading;
use clearance_scene::scene::{Body, Class, Inside, Object, Part, between, classify};

/// What ends here ends within a second; by the square it took minutes.
const SOON: Duration = Duration::from_secs(60);

fn soon<T>(work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    done
}

fn read(name: &str, text: &str) -> Result<Loaded, String> {
    let path = Path::new(name);
    Reading::default().bytes(path, text.as_bytes()).map_err(|error| error.to_string())
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-growth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// For each object all vertices of the file were gone through.
#[test]
fn an_obj_of_many_objects() {
    const COUNT: usize = 60_000;
    let object = |i| format!("o o{i}\nv {i} 0 0\nv {i} 1 0\nv {i} 0 1\nf -1 -2 -3\n");
    let path = written("many.obj", &(0..COUNT).map(object).collect::<String>());
    let objects = soon(|| Reading::default().objects(&path)).unwrap();
    assert_eq!(objects.len(), COUNT);
    let mut meshes = objects.iter().zip(0_u32..);
    assert!(meshes.all(|((_, mesh), i)| mesh.vertices[0] == [f64::from(i), 0.0, 1.0]
        && mesh.triangles == [[0, 1, 2]]));
}

/// For each object all names of its groups were compared.
#[test]
fn an_obj_of_many_objects_in_many_groups() {
    const COUNT: usize = 100_000;
    let groups: String = (0..COUNT).map(|i| format!(" g{i}")).collect();
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let faces = "o a\nf 1 2 3\n".repeat(COUNT);
    let text = format!("{corners}o b\nf 3 2 1\ng{groups}\n{faces}g\nf 2 1 3\n");
    let read = |object: &str| {
        let reading = Reading { object: Some(object.into()), ..Reading::default() };
        let loaded = reading.bytes(Path::new("groups.obj"), text.as_bytes()).unwrap();
        loaded.mesh.triangles.len()
    };
    soon(|| {
        assert_eq!(read("g7"), COUNT);
        assert_eq!(read("a"), COUNT + 1);
        assert_eq!(read("b"), 1);
    });
}

fn gltf(accessor: &str, mesh: &str, nodes: usize) -> String {
    let nodes = vec!["{\"mesh\":0}"; nodes].join(",");
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"buffers\":[{{\"byteLength\":36,\"uri\":\
         \"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"\
         }}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\"accessors\":[{{\"bufferView\":0,\
         \"componentType\":5126,\"count\":3,\"type\":\"VEC3\"{accessor}}}],\
         \"meshes\":[{{{mesh}}}],\"nodes\":[{nodes}]}}"
    )
}

const PRIMITIVE: &str = "{\"attributes\":{\"POSITION\":0}}";

/// Each node had a copy of its mesh's name: a file of 1 MB took 20 GB.
#[test]
fn a_gltf_that_places_a_mesh_of_a_long_name_often() {
    let mesh = format!("\"name\":\"{}\",\"primitives\":[{PRIMITIVE}]", "ü".repeat(100_000));
    let path = written("name.gltf", &gltf("", &mesh, 2000));
    let objects = Reading::default().objects(&path).unwrap();
    assert_eq!(objects.len(), 2000);
    assert_eq!(objects[0].0, "ü".repeat(500) + "…");
    assert!(objects[1].0.ends_with("ü… (2)") && objects.iter().all(|(name, _)| name.len() < 1100));
    let whole = Reading { object: Some("ü".repeat(100_000)), ..Reading::default() };
    assert_eq!(whole.file(&path).unwrap().mesh.triangles.len(), 2000);
}

/// Any number of items could replace the same one, and for each primitive anew.
#[test]
fn sparse_items_are_no_more_than_what_they_replace() {
    let sparse = |count: usize| {
        format!(
            ",\"sparse\":{{\"count\":{count},\"indices\":{{\"bufferView\":0,\"componentType\":5121}},\
             \"values\":{{\"bufferView\":0}}}}"
        )
    };
    let mesh = format!("\"primitives\":[{PRIMITIVE}]");
    assert!(read("sparse.gltf", &gltf(&sparse(3), &mesh, 1)).is_ok());
    let message = read("sparse.gltf", &gltf(&sparse(4), &mesh, 1)).unwrap_err();
    assert!(message.contains("4 sparse items replace some of 3"), "{message}");
}

const POSITIONS: &str = "<source id=\"p\"><float_array id=\"pa\">0 0 0 1 0 0 0 1 0</float_array>\
     <technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"/></technique_common>\
     </source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>";
const TRIANGLE: &str =
    "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles>";

fn dae(mesh: &str, libraries: &str, nodes: &str) -> String {
    format!(
        "<COLLADA><asset><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id=\"g\">\
         <mesh>{mesh}</mesh></geometry></library_geometries>{libraries}<library_visual_scenes>\
         <visual_scene id=\"s\">{nodes}</visual_scene></library_visual_scenes><scene>\
         <instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
}

fn placed() -> String {
    "<node><instance_geometry url=\"#g\"/></node>".into()
}

/// What is in the node was gone through for each of its places.
#[test]
fn a_collada_that_places_a_node_of_many_parts_often() {
    const COUNT: usize = 20_000;
    let mesh = format!("{POSITIONS}{TRIANGLE}");
    for part in ["<extra/>", "<translate>0 0 0</translate>"] {
        let node =
            format!("<library_nodes><node id=\"a\">{}</node></library_nodes>", part.repeat(COUNT));
        let places = "<instance_node url=\"#a\"/>".repeat(COUNT);
        let text = dae(&mesh, &node, &format!("{}<node>{places}</node>", placed()));
        assert_eq!(soon(|| read("parts.dae", &text)).unwrap().mesh.triangles.len(), 1);
    }
    // Each place of each geometry is one.
    let geometries = "<instance_geometry url=\"#g\"/>".repeat(COUNT);
    let node = format!("<library_nodes><node id=\"a\">{geometries}</node></library_nodes>");
    let places = "<instance_node url=\"#a\"/>".repeat(COUNT);
    let text = dae(&mesh, &node, &format!("<node>{places}</node>"));
    let few = Reading { max_triangles: 1000, ..Reading::default() };
    let read = soon(|| few.bytes(Path::new("places.dae"), text.as_bytes()));
    assert!(read.unwrap_err().to_string().contains(" places; `--max-triangles`"));
}

/// For each reference all elements of its id were gone through.
#[test]
fn a_collada_of_one_id() {
    const COUNT: usize = 60_000;
    let extras = "<extra id=\"g\"/>".repeat(COUNT);
    let places = "<instance_geometry url=\"#g\"/>".repeat(COUNT);
    let text = dae(&format!("{POSITIONS}{TRIANGLE}"), &extras, &format!("<node>{places}</node>"));
    assert_eq!(soon(|| read("id.dae", &text)).unwrap().mesh.triangles.len(), COUNT);
}

/// The line of each was counted from the file's beginning.
#[test]
fn a_collada_of_many_cameras() {
    const COUNT: usize = 100_000;
    for transform in
        ["<lookat>0 0 0 1 1 1 0 1 0</lookat>", "<rotate>0 0 0</rotate>", "<scale>x</scale>"]
    {
        let cameras = format!("<node>{transform}</node>\n").repeat(COUNT);
        let text = dae(&format!("{POSITIONS}{TRIANGLE}"), "", &format!("{cameras}{}", placed()));
        assert!(soon(|| read("cameras.dae", &text)).is_ok());
    }
}

/// For each primitive all inputs of its vertices, and for each geometry all numbers of its source
/// were gone through.
#[test]
fn a_collada_of_shared_vertices_and_sources() {
    const COUNT: usize = 20_000;
    let inputs = format!("<vertices id=\"v\">{}", "<input/>".repeat(COUNT));
    let mesh = POSITIONS.replace("<vertices id=\"v\">", &inputs) + &TRIANGLE.repeat(COUNT);
    let loaded = soon(|| read("inputs.dae", &dae(&mesh, "", &placed()))).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), COUNT);

    let source = |i: usize| {
        format!(
            "<source id=\"p{i}\"><technique_common><accessor source=\"#many\" count=\"0\"/>\
             </technique_common></source><vertices id=\"v{i}\"><input semantic=\"POSITION\" \
             source=\"#p{i}\"/></vertices><triangles><input semantic=\"VERTEX\" source=\"#v{i}\"/>\
             </triangles>"
        )
    };
    let many = format!("<float_array id=\"many\">{}</float_array>", "0 ".repeat(10 * COUNT));
    let sources: String = (0..COUNT).map(source).collect();
    let mesh = format!("{POSITIONS}{TRIANGLE}<source>{many}</source>{sources}");
    assert!(soon(|| read("sources.dae", &dae(&mesh, "", &placed()))).is_ok());
}

/// Each had a note of its own, which all that was left out later went through.
#[test]
fn a_collada_of_many_wrong_counts() {
    const COUNT: usize = 60_000;
    let wrong = TRIANGLE.replace("count=\"1\"", "count=\"7\"").repeat(COUNT);
    let text = dae(&format!("{POSITIONS}{wrong}{}", "<lines/>".repeat(COUNT)), "", &placed());
    let loaded = soon(|| read("counts.dae", &text)).unwrap();
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 2, "{:?}", notes.first());
    assert!(notes[1].ends_with("and 1 are in it, and 59999 more such"), "{}", notes[1]);
}

fn joint(i: usize, from: usize, to: usize) -> String {
    format!(
        "<joint name=\"j{i}\" type=\"fixed\"><parent link=\"l{from}\"/><child link=\"l{to}\"/></joint>"
    )
}

/// For each link of the loop all of it was gone through; each shape had a copy of its link's name.
#[test]
fn robots_of_a_long_loop_and_of_a_long_name() {
    const COUNT: usize = 100_000;
    let links: String = (0..COUNT).map(|i| format!("<link name=\"l{i}\"/>")).collect();
    let joints: String = (0..COUNT).map(|i| joint(i, i, (i + 1) % COUNT)).collect();
    let path = written("ring.urdf", &format!("<robot name=\"r\">{links}{joints}</robot>"));
    let message = soon(|| Loading::default().robot(&path)).unwrap_err().to_string();
    assert!(message.contains("`l0`, `l1`, `l2`") && message.contains("form a loop"), "{message}");

    let name = "n".repeat(1001);
    let path = written("name.urdf", &format!("<robot name=\"r\"><link name=\"{name}\"/></robot>"));
    let message = Loading::default().robot(&path).unwrap_err().to_string();
    assert!(message.contains("more than 1000 bytes"), "{message}");
}

/// `count` points on a ball, stretched along z.
fn ball(count: u32, radius: f64, stretch: f64) -> Object {
    let turn = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let point = |i: u32| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let (sin, cos) = (turn * f64::from(i)).sin_cos();
        let width = (1.0 - z * z).sqrt();
        Xyz::new(width * cos, width * sin, stretch * z) * radius
    };
    let hull = ConvexHull::new(&(0..count).map(point).collect::<Vec<_>>()).unwrap();
    Object::new("ball", Body::of_parts(vec![hull.into()]).unwrap())
}

/// Each corner was held against all corners of the other within the touch band.
#[test]
fn duplicates_smaller_than_the_touch_band() {
    let (a, b) = (ball(20_000, 1e-3, 1.0), ball(20_000, 1e-3, 1.0));
    let found = between(&a, &b, 0.0).unwrap();
    assert_eq!(soon(|| classify(&a, &b, &found, 0.01)).class, Class::Duplicate);
}

/// For each face of a needle or a cone nearly all corners were gone through.
#[test]
fn the_thinnest_side_of_needles_and_cones() {
    const COUNT: u32 = 40_000;
    let tip = |z: f64| {
        let rim = (0..COUNT).map(|i| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(COUNT)).sin_cos();
            Xyz::new(cos, sin, 0.0)
        });
        let hull = ConvexHull::new(&rim.chain([Xyz::new(0.0, 0.0, z)]).collect::<Vec<_>>());
        Object::new("cone", Body::of_parts(vec![hull.unwrap().into()]).unwrap())
    };
    for (object, width) in [(ball(COUNT, 1.0, 1e4), 2.0), (tip(1.0), 1.0), (tip(5.0), 1.9612)] {
        let found = soon(|| object.body.thinnest()).unwrap();
        assert!((found.width / width - 1.0).abs() < 1e-3, "{found:?} {width}");
    }
}

/// Each part was held against each face of the hull about it.
#[test]
fn many_parts_in_a_hull_of_many_faces() {
    let outer = ball(20_000, 1.0, 1.0);
    let part = |i: u32| Part {
        shape: Ball::new(1e-3).into(),
        pose: Pose::from_translation(Xyz::new(f64::from(i) * 2e-4, 0.0, 0.0)),
    };
    for (count, class) in [(4000, Class::Contains), (6000, Class::Clash)] {
        let inner = Body::of_parts((0..count).map(part).collect()).unwrap();
        let inner = Object::new("inner", inner);
        let found = between(&outer, &inner, 0.0).unwrap();
        assert_eq!(soon(|| classify(&outer, &inner, &found, 0.0)).class, class, "{count}");
    }
}

/// The ray from each piece went along x, through all plates.
#[test]
fn many_bits_between_many_plates() {
    const COUNT: u32 = 8000;
    let cubes = |half: [f64; 3], offset: f64| {
        let mut mesh = Mesh::default();
        for i in 0..COUNT {
            let (first, x) = (8 * i, f64::from(i) + offset);
            let pick = |i: u32, bit: u32, half: f64| if i & bit == 0 { -half } else { half };
            let [u, v, w] = half;
            let corner = |i| [x + pick(i, 1, u), 0.3 + pick(i, 2, v), 0.2 + pick(i, 4, w)];
            mesh.vertices.extend((0..8).map(corner));
            let quads = [
                [0, 2, 3, 1],
                [4, 5, 7, 6],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
            mesh.triangles.extend(triangles.map(|t| t.map(|i: u32| first + i)));
        }
        Object::new("cubes", Body::of_triangles(mesh).unwrap())
    };
    let size = f64::from(COUNT);
    let (plates, bits) = (cubes([0.1, size, size], 0.0), cubes([0.01; 3], 0.5));
    assert_eq!(soon(|| between(&plates, &bits, 0.0)), None);
    let inside = soon(|| between(&plates, &cubes([0.01; 3], 0.0), 0.0)).unwrap().inside;
    assert_eq!(inside, Inside::BInA);
}
