//! What commands say of files: their units, and outputs that would destroy them.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use crate::common;

use std::path::{Path, PathBuf};

use common::{run, stderr, stdout};

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("clearance-files-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

const POINTS: [[u32; 3]; 4] = [[0, 0, 0], [5, 0, 0], [0, 5, 0], [0, 0, 5]];

fn obj(by: u32) -> String {
    let points: String =
        POINTS.iter().map(|[x, y, z]| format!("v {} {} {}\n", x * by, y * by, z * by)).collect();
    points + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
}

fn dae() -> String {
    let numbers: Vec<String> = POINTS.iter().flatten().map(ToString::to_string).collect();
    format!(
        "<COLLADA version=\"1.4.1\"><asset><unit meter=\"0.001\"/><up_axis>Z_UP</up_axis></asset>\
         <library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array id=\"a\" \
         count=\"12\">{}</float_array><technique_common><accessor source=\"#a\" count=\"4\" \
         stride=\"3\"><param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/></accessor>\
         </technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/>\
         </vertices><triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
         <p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"w\"><node name=\"part\"><instance_geometry \
         url=\"#g\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene \
         url=\"#w\"/></scene></COLLADA>",
        numbers.join(" ")
    )
}

#[test]
fn units_are_said_and_chosen() {
    let folder = folder("units");
    let (dae, obj) = (written(&folder, "a.dae", &dae()), written(&folder, "b.obj", &obj(1)));
    let far = written(&folder, "far.obj", "v 9 9 9\nv 10 9 9\nv 9 10 9\nf 1 2 3\n");
    let clash = |more: &[&str]| {
        let output = run(&[&["clash"], more].concat(), "");
        (stdout(&output), stderr(&output), output.status.code())
    };
    let (out, err, _) = clash(&[&dae, &obj]);
    assert!(out.contains("a.dae: 1 object in metres"), "{out}");
    assert!(out.contains("b.obj: 1 object in a unit that it does not name"), "{out}");
    assert!(out.contains("b.obj names no unit") && out.contains("1000 times as large"), "{out}");
    assert!(err.contains("its unit is 0.001 m"), "{err}");
    let (out, err, _) = clash(&[&dae, &obj, "--json"]);
    assert!(err.contains("1000 times as large") && !out.contains("times"), "{err}");
    for options in [&["--unit", "mm"][..], &["--unit", "0.001"], &["--scale-a", "1000"]] {
        let (out, _, status) = clash(&[&[&*dae, &*obj], options].concat());
        assert!(out.contains("duplicate") && status == Some(1), "{out}");
        assert!(!out.contains("times as large"), "{out}");
    }
    let (out, _, status) = clash(&[&obj, &far]);
    assert!(out.contains("do not meet: their boxes are at least 4 apart"), "{out}");
    assert_eq!(status, Some(0));
    assert!(!clash(&[&obj, &far, "--within", "4"]).0.contains("do not meet"));
    assert!(clash(&[&obj, &obj]).0.contains("duplicate"));
    let output = run(&["pair", &dae, &obj, "--unit", "mm", "--json"], "");
    assert!(stdout(&output).contains("\"intersects\":true"));
    assert!(stderr(&clash_error(&["clash", &obj, "--unit", "parsec"])).contains("write m, cm"));
    std::fs::remove_dir_all(folder).unwrap();
}

fn clash_error(arguments: &[&str]) -> std::process::Output {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2));
    output
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = folder("outputs");
    let (a, b) = (written(&folder, "a.obj", &obj(1)), written(&folder, "b.obj", &obj(2)));
    let new = folder.join("new").display().to_string();
    for (arguments, what) in [
        (vec!["clash", &*a, &*b, "--html", &*a], "would overwrite the input"),
        (vec!["clash", &a, &b, "--csv", &b], "would overwrite the input"),
        (vec!["pair", &a, &b, "--certificate", &a], "would overwrite the input"),
        (vec!["decompose", &a, "--parts", &b, "--out", &b], "would overwrite the input"),
        (vec!["clash", &a, &b, "--html", &new, "--csv", &new], "give each its own"),
        (vec!["clash", &a, &b, "--html", "/none/there/x.html"], "there is no folder"),
    ] {
        let message = stderr(&clash_error(&arguments));
        assert!(message.contains(what), "{message}");
        assert_eq!(std::fs::read_to_string(&a).unwrap(), obj(1));
        assert_eq!(std::fs::read_to_string(&b).unwrap(), obj(2));
        assert!(!Path::new(&new).exists());
    }
    std::fs::remove_dir_all(folder).unwrap();
}
