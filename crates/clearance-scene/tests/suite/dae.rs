//! COLLADA: scenes are placed correctly, and errors name their line.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::Path;

use clearance_scene::mesh::{Loaded, Reading};

const POSITIONS: &str = "<source id=\"p\"><float_array id=\"pa\" count=\"12\">\n0 0 0 1 0 0\n\
     0 2 0 0 0 3</float_array><technique_common><accessor source=\"#pa\" count=\"4\" \
     stride=\"3\"><param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/></accessor>\
     </technique_common></source>\n<vertices id=\"v\"><input semantic=\"POSITION\" \
     source=\"#p\"/></vertices>\n";
const TRIANGLES: &str = "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" \
     offset=\"0\"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>\n";
const PLACED: &str = "<node id=\"n\"><instance_geometry url=\"#g\"/></node>\n";

fn file(asset: &str, mesh: &str, nodes: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
         version=\"1.4.1\"><asset>{asset}</asset>\n<library_geometries><geometry id=\"g\" \
         name=\"tetra\"><mesh>{mesh}</mesh></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"s\">{nodes}</visual_scene>\
         </library_visual_scenes>\n<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
}

const Z_UP: &str = "<up_axis>Z_UP</up_axis>";

fn read_by(reading: &Reading, text: &str) -> Result<Loaded, String> {
    reading.bytes(Path::new("part.dae"), text.as_bytes()).map_err(|error| error.to_string())
}

fn read(text: &str) -> Result<Loaded, String> {
    read_by(&Reading::default(), text)
}

/// The vertices in any order.
fn corners(loaded: &Loaded) -> Vec<[f64; 3]> {
    let mut all = loaded.mesh.vertices.clone();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

/// Six times the volume, positive if the triangles turn outward.
fn volume(loaded: &Loaded) -> f64 {
    let at = |corner: u32| loaded.mesh.vertices[corner as usize];
    let of = |[a, b, c]: &[u32; 3]| {
        let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (at(*a), at(*b), at(*c));
        ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    };
    loaded.mesh.triangles.iter().map(of).sum()
}

#[test]
fn every_kind_of_polygon_gives_the_same_solid() {
    let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/>\
                 <input semantic=\"NORMAL\" source=\"#none\" offset=\"0\"/>";
    let kinds = [
        TRIANGLES.to_owned(),
        format!(
            "<polylist count=\"4\">{input}<vcount>3 3 3 3</vcount><p>9 0 9 2 9 1 9 0 9 1 9 3 9 0 \
             9 3 9 2 9 1 9 2 9 3</p></polylist>"
        ),
        format!(
            "<polygons>{input}<p>9 0 9 2 9 1</p><p>9 0 9 1 9 3</p><p>9 0 9 3 9 2</p>\
             <p>9 1 9 2 9 3</p></polygons>"
        ),
        format!("<trifans>{input}<p>9 0 9 2 9 1 9 3 9 2</p><p>9 1 9 2 9 3</p></trifans>"),
        format!("<tristrips>{input}<p>9 0 9 2 9 1 9 3 9 0 9 2</p></tristrips>"),
    ];
    for kind in kinds {
        let found = read(&file(Z_UP, &format!("{POSITIONS}{kind}"), PLACED)).unwrap();
        assert!(found.notes.is_empty(), "{kind}: {:?}", found.notes);
        assert_eq!(found.mesh.triangles.len(), 4, "{kind}");
        let expected = [[0.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]];
        assert_eq!(corners(&found), expected, "{kind}");
        assert_eq!(volume(&found), 6.0, "{kind}");
    }
}

#[test]
fn only_what_places_a_mesh_must_stand_as_is_read() {
    let mesh = format!("{POSITIONS}{TRIANGLES}");
    let camera = "<node><lookat>9 9 9 0 0 0 0 0 1</lookat><instance_camera url=\"#c\"/></node>";
    let found = read(&file(Z_UP, &mesh, &format!("{camera}{PLACED}"))).unwrap();
    assert_eq!(found.mesh.triangles.len(), 4);
    let below = camera.replace("</node>", &format!("{PLACED}</node>"));
    assert!(read(&file(Z_UP, &mesh, &below)).unwrap_err().contains("`<lookat>`"));
}

#[test]
fn each_object_is_picked_by_the_name_that_the_note_gives_it() {
    let mesh = format!("{POSITIONS}{TRIANGLES}");
    let bolts: String = [0, 10]
        .map(|x| {
            format!(
                "<node name=\"bolt\"><translate>{x} 0 0</translate>\
                 <instance_geometry url=\"#g\"/></node>"
            )
        })
        .concat();
    let text = file(Z_UP, &mesh, &bolts);
    assert!(read(&text).unwrap().notes[0].to_string().contains("`bolt`, `bolt (2)`"));
    let reading = Reading { object: Some("bolt (2)".into()), ..Reading::default() };
    assert!(corners(&read_by(&reading, &text).unwrap()).contains(&[11.0, 0.0, 0.0]));
}

#[test]
fn nodes_are_placed_in_the_order_of_their_transforms() {
    let mesh = format!("{POSITIONS}{TRIANGLES}");
    let at = |nodes: &str| corners(&read(&file(Z_UP, &mesh, nodes)).unwrap());
    // First moved in the turned frame: x becomes y, y becomes -x.
    let turned = "<node><rotate>0 0 2 90</rotate><translate>10 0 0</translate>\
                  <instance_geometry url=\"#g\"/></node>";
    let expected = [[-2.0, 10.0, 0.0], [0.0, 10.0, 0.0], [0.0, 10.0, 3.0], [0.0, 11.0, 0.0]];
    assert_eq!(at(turned), expected);
    let nested = "<node><rotate>0 0 1 90</rotate><node><translate>10 0 0</translate>\
                  <instance_geometry url=\"#g\"/></node></node>";
    assert_eq!(at(nested), expected);
    let matrix = "<node><matrix>0 -1 0 0 1 0 0 10 0 0 1 0 0 0 0 1</matrix>\
                  <instance_geometry url=\"#g\"/></node>";
    assert_eq!(at(matrix), expected);
    let instance = "<node id=\"inner\"><translate>10 0 0</translate>\
                    <instance_geometry url=\"#g\"/></node><node><translate>0 0 5</translate>\
                    <instance_node url=\"#inner\"/></node>";
    let found = read(&file(Z_UP, &mesh, instance)).unwrap();
    assert_eq!(found.mesh.vertices.len(), 8);
    assert!(found.notes[0].to_string().contains("2 objects"), "{:?}", found.notes);
    assert!(corners(&found).contains(&[10.0, 0.0, 8.0]));
    // A mirror turns triangles inside out; they are turned back.
    let mirrored = "<node><scale>1 -1 1</scale><instance_geometry url=\"#g\"/></node>";
    assert_eq!(volume(&read(&file(Z_UP, &mesh, mirrored)).unwrap()), 6.0);
    // One of them by its name, or all by that of their geometry.
    let pick = |name: &str| {
        let reading = Reading { object: Some(name.into()), ..Reading::default() };
        read_by(&reading, &file(Z_UP, &mesh, instance)).map(|found| found.mesh.vertices.len())
    };
    assert_eq!(pick("tetra"), Ok(8));
    assert_eq!(pick("inner"), Ok(8));
    assert!(pick("teatr").unwrap_err().contains("did you mean `tetra`"));
}

#[test]
fn lengths_are_metres_and_axes_turn_on_request() {
    let mesh = format!("{POSITIONS}{TRIANGLES}");
    let inch = "<unit name=\"inch\" meter=\"0.0254\"/><up_axis>Z_UP</up_axis>";
    let found = read(&file(inch, &mesh, PLACED)).unwrap();
    assert_eq!(corners(&found)[3], [0.0254, 0.0, 0.0]);
    let z_up = Reading { z_up: true, ..Reading::default() };
    // The tip in z, 3 long, and the one in y, 2 long, depending on which axis is up.
    let rules: [(&str, [f64; 3], [f64; 3]); 4] = [
        ("", [0.0, -3.0, 0.0], [0.0, 0.0, 2.0]),
        ("<up_axis>Y_UP</up_axis>", [0.0, -3.0, 0.0], [0.0, 0.0, 2.0]),
        ("<up_axis>X_UP</up_axis>", [0.0, -3.0, 0.0], [-2.0, 0.0, 0.0]),
        (Z_UP, [0.0, 0.0, 3.0], [0.0, 2.0, 0.0]),
    ];
    for (asset, z_tip, y_tip) in rules {
        let text = file(asset, &mesh, PLACED);
        let turned = read_by(&z_up, &text).unwrap();
        assert!(turned.notes.is_empty());
        assert!(turned.mesh.vertices.contains(&z_tip), "{asset}: {:?}", turned.mesh);
        assert!(turned.mesh.vertices.contains(&y_tip), "{asset}: {:?}", turned.mesh);
        assert_eq!(volume(&turned), 6.0, "{asset}");
        let kept = read(&text).unwrap();
        assert!(kept.mesh.vertices.contains(&[0.0, 0.0, 3.0]));
        let says = kept.notes.iter().any(|note| note.to_string().contains("--z-up"));
        assert_eq!(says, asset != Z_UP, "{asset}");
    }
}

/// Each was read in part, or as another, without a word.
#[test]
fn an_id_is_of_one_kind_and_counts_are_compared() {
    let whole = file(Z_UP, &format!("{POSITIONS}{TRIANGLES}"), PLACED);
    // A node that has the id of its geometry.
    let same = read(&whole.replace("<node id=\"n\">", "<node id=\"g\">")).unwrap();
    assert_eq!(same.mesh.triangles.len(), 4);
    assert!(same.notes.is_empty(), "{:?}", same.notes);
    let same_unit =
        whole.replace("name=\"tetra\">", "name=\"tetra\"><asset><unit meter=\"1.0\"/></asset>");
    assert_eq!(read(&same_unit).unwrap(), same);
    let fewer = read(&whole.replace("<triangles count=\"4\">", "<triangles count=\"5\">")).unwrap();
    assert!(
        fewer.notes[0].to_string().contains("`count` is 5, and 4 are in it"),
        "{:?}",
        fewer.notes
    );
}

#[test]
fn what_is_left_out_is_said() {
    let lines = "<lines><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1</p></lines>";
    let point = "<polygons><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1</p>\
                 </polygons>";
    let mesh = format!("{POSITIONS}{TRIANGLES}{lines}{point}");
    let nodes = format!("{PLACED}<node><instance_controller url=\"#c\"/></node>");
    let notes: Vec<String> =
        read(&file(Z_UP, &mesh, &nodes)).unwrap().notes.iter().map(ToString::to_string).collect();
    for words in ["primitives of lines (1, in line", "fewer than three corners", "skins"] {
        assert!(notes.iter().any(|note| note.contains(words)), "{words}: {notes:?}");
    }
    let no_scene = file(Z_UP, &mesh, PLACED);
    let (before, rest) = no_scene.split_once("<library_visual_scenes>").unwrap();
    let (_, _) = rest.split_once("</scene>").unwrap();
    let found = read(&format!("{before}</COLLADA>")).unwrap();
    assert_eq!(found.mesh.triangles.len(), 4);
    assert!(found.notes.iter().any(|note| note.to_string().contains("no scene")));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let whole = file(Z_UP, &format!("{POSITIONS}{TRIANGLES}"), PLACED);
    let swap = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from}");
        whole.replace(from, to)
    };
    let ring = "<node id=\"a\"><instance_node url=\"#b\"/></node><node id=\"b\"><instance_node \
                url=\"#a\"/></node>";
    let asset = |inner: &str| format!("name=\"tetra\"><asset>{inner}</asset>");
    let wrong: [(String, &[&str]); 25] = [
        (
            swap("<source id=\"p\">", "<source id=\"p\"/><source id=\"p\">"),
            &["`#p`", "two `<source>`s"],
        ),
        (swap("source=\"#v\"", "source=\"#p\""), &["`#p`", "is a `<source>`, not a `<vertices>`"]),
        (swap("name=\"tetra\">", &asset("<unit meter=\"0.001\"/>")), &["line 3", "its own"]),
        (swap("name=\"tetra\">", &asset("<up_axis>Y_UP</up_axis>")), &["line 3", "its own"]),
        (
            swap("</p>", "</p><p>0 1 2</p><vcount>3</vcount>").replace("triangles", "polylist"),
            &["second `<p>`"],
        ),
        (swap("0 2 0 0 0 3", "0 2 x 0 0 3"), &["line 5", "`x`", "float_array"]),
        (swap("0 2 0 0 0 3", "0 2 0 0 0"), &["line 3", "3 points", "counts 4"]),
        (swap("0 2 0 0 0 3", "0 2 0 0 0 nan"), &["line 3", "NaN"]),
        (swap("1 2 3</p>", "1 2 4</p>"), &["line 7", "vertex 4", "there are 4"]),
        (swap("1 2 3</p>", "1 2 -3</p>"), &["line 7", "`-3`"]),
        (swap("1 2 3</p>", "1 2</p>"), &["line 7", "within a triangle"]),
        (swap("source=\"#v\"", "source=\"#w\""), &["line 7", "`#w`"]),
        (swap("url=\"#g\"", "url=\"#h\""), &["`#h`", "does not have"]),
        (swap("url=\"#g\"", "url=\"other.dae#g\""), &["other.dae", "not in this file"]),
        (swap("stride=\"3\"", "stride=\"2\""), &["stride", "too short"]),
        (swap("offset=\"0\"", "offset=\"999999\""), &["offset", "999999"]),
        (swap("Z_UP", "W_UP"), &["line 2", "W_UP"]),
        (swap(Z_UP, "<unit meter=\"0\"/>"), &["line 2", "`meter`"]),
        (swap("<node id=\"n\">", "<node><matrix>1 2</matrix>"), &["2 numbers, not 16"]),
        (swap("<node id=\"n\">", "<node><lookat/>"), &["lookat", "matrix"]),
        (swap("<node id=\"n\">", "<node><rotate>0 0 0 1</rotate>"), &["no direction"]),
        (file(Z_UP, "", ring), &["ring"]),
        (swap("<?xml version=\"1.0\"?>", "<!DOCTYPE x [<!ENTITY a \"b\">]>"), &["document type"]),
        (swap("COLLADA", "collada"), &["<collada>", "COLLADA"]),
        (whole[..whole.len() - 9].to_owned(), &["no XML"]),
    ];
    for (text, words) in wrong {
        let message = read(&text).unwrap_err();
        assert!(message.starts_with("part.dae: "), "{message}");
        for word in words {
            assert!(message.contains(word), "no word of `{word}` in: {message}");
        }
    }
    assert!(read("").unwrap_err().contains("0 bytes"));
    assert!(read("solid x\nfacet").unwrap_err().contains("text STL"));
    let empty = file(Z_UP, POSITIONS, PLACED);
    assert!(read(&empty).unwrap_err().contains("no triangle"));
}

#[test]
fn instances_that_multiply_are_bounded() {
    // Each of forty nodes places the next twice: a trillion placements.
    let mut nodes = String::new();
    for i in 0..40 {
        let next = format!("<instance_node url=\"#n{}\"/>", i + 1);
        nodes += &format!("<node id=\"n{i}\">{next}{next}</node>");
    }
    nodes += "<node id=\"n40\"><instance_geometry url=\"#g\"/></node>";
    let text = file(Z_UP, &format!("{POSITIONS}{TRIANGLES}"), &nodes);
    let few = Reading { max_triangles: 1000, ..Reading::default() };
    let message = read_by(&few, &text).unwrap_err();
    assert!(message.contains("--max-triangles"), "{message}");
    let many = format!("<node>{}</node>", "<instance_geometry url=\"#g\"/>".repeat(300));
    let text = file(Z_UP, &format!("{POSITIONS}{}", TRIANGLES.repeat(30)), &many);
    let message = read_by(&few, &text).unwrap_err();
    assert!(message.contains("triangles, more than 1000"), "{message}");
    assert!(read(&text).is_ok());
}

/// The first of each counted, or the last.
#[test]
fn what_is_there_twice_is_refused_and_other_scenes_are_told() {
    let mesh = format!("{POSITIONS}{TRIANGLES}");
    let good = file(Z_UP, &mesh, PLACED);
    let again = |what: &str| good.replacen(what, &format!("{what}{what}"), 1);
    let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
    let position = "<input semantic=\"POSITION\" source=\"#p\"/>";
    for (text, said) in [
        (again(Z_UP), "a second `<up_axis>` in one `<asset>`"),
        (good.replace(Z_UP, "<unit/><unit meter=\"2\"/>"), "a second `<unit>` in one `<asset>`"),
        (again("<asset><up_axis>Z_UP</up_axis></asset>"), "a second `<asset>` in one `<COLLADA>`"),
        (again("<instance_visual_scene url=\"#s\"/>"), "a second `<instance_visual_scene>`"),
        (again(input), "a second `<input>` of VERTEX"),
        (again(position), "a second `<input>` of POSITION"),
        (good.replace("</mesh>", "</mesh><mesh/>"), "a second `<mesh>` in one `<geometry>`"),
        (
            good.replace("</technique_common>", "</technique_common><technique_common/>"),
            "a second `<technique_common>` in one `<source>`",
        ),
    ] {
        let message = read(&text).unwrap_err();
        assert!(message.contains(said), "{message}");
    }
    let other = "</visual_scene><visual_scene id=\"t\"/>";
    let loaded = read(&good.replace("</visual_scene>", other)).unwrap();
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["left out: scenes but the one shown (1)"]);
}

/// The line of each was counted from the file's beginning.
#[test]
fn many_polygons_and_geometries_take_no_longer_each() {
    let begun = std::time::Instant::now();
    let polygons = "<p>0 2 1</p>\n".repeat(100_000);
    let text = file(
        Z_UP,
        &format!(
            "{POSITIONS}<polygons><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>{polygons}\
             <p>0 1</p><p>0 1</p></polygons>"
        ),
        PLACED,
    );
    let loaded = read(&text).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 100_000);
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert!(notes[0].contains("line 100007"), "{notes:?}");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn a_robot_of_collada_meshes_says_which_axis_is_up() {
    let folder = std::env::temp_dir().join(format!("clearance-dae-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = file("<unit meter=\"0.001\"/>", &format!("{POSITIONS}{TRIANGLES}"), PLACED);
    std::fs::write(folder.join("a.dae"), &text).unwrap();
    std::fs::write(folder.join("b.dae"), text).unwrap();
    let collision = |name: &str| {
        format!("<collision><geometry><mesh filename=\"{name}\"/></geometry></collision>")
    };
    let link = collision("a.dae") + &collision("b.dae");
    let urdf = folder.join("r.urdf");
    std::fs::write(&urdf, format!("<robot name=\"r\"><link name=\"l\">{link}</link></robot>"))
        .unwrap();
    let mut loading = clearance_scene::robot::Loading::default();
    let robot = loading.robot(&urdf).unwrap();
    assert_eq!(robot.notes.len(), 1, "{:?}", robot.notes);
    assert!(robot.notes[0].contains("`a.dae`, and 1 more") && robot.notes[0].contains("Y_UP"));
    loading.reading.z_up = true;
    assert!(loading.robot(&urdf).unwrap().notes.is_empty());
    std::fs::remove_dir_all(&folder).unwrap();
}
