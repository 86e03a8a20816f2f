//! `clearance decompose` on a square ring of four boxes, and on an L that it divides itself.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{command, ring, run, scratch, stderr, stdout};
use serde_json::Value;

/// A box as an OBJ object; vertices are counted back.
fn part(name: &str, low: [f64; 3], high: [f64; 3]) -> String {
    let mut text = format!("o {name}\n");
    for i in 0..8 {
        let pick = |bit: usize, axis: usize| if i & bit == 0 { low[axis] } else { high[axis] };
        text += &format!("v {} {} {}\n", pick(1, 0), pick(2, 1), pick(4, 2));
    }
    text + "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n"
}

/// The ring, and its sides as parts: one is a quarter too high, another an eighth too short.
fn files(name: &str) -> (PathBuf, [String; 2]) {
    let folder = scratch(name);
    let sides = part("north", [-2.0, 1.0, -0.5], [2.0, 2.0, 0.75])
        + &part("south", [-2.0, -2.0, -0.5], [2.0, -1.0, 0.5])
        + &part("east", [1.0, -1.0, -0.5], [1.875, 1.0, 0.5])
        + &part("west", [-2.0, -1.0, -0.5], [-1.0, 1.0, 0.5]);
    let save = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = [save("ring.obj", &ring()), save("parts.obj", &sides)];
    (folder, files)
}

#[test]
fn bounds_are_proved_and_carried_into_answers() {
    let (folder, [mesh, parts]) = files("decompose");
    let [scene, html] = ["ring.jsonl", "ring.html"].map(|name| folder.join(name));
    let [scene, html] = [&scene, &html].map(|path| path.to_str().unwrap());
    let arguments = ["decompose", &mesh, "--parts", &parts, "--tolerance", "0.1"];
    let with = |more: &[&str]| run(&[&arguments[..], more].concat(), "");
    let output = with(&["--json", "--out", scene, "--html", html]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(found["count"], 4);
    let bound = |name: &str, end: &str| found[name][end].as_f64().unwrap();
    for (name, truth) in [("uncovered", 0.125), ("overshoot", 0.25)] {
        let (least, most) = (bound(name, "at_least"), bound(name, "at_most"));
        assert!(least <= truth && truth <= most && most - least < 0.1001, "{name}: {least} {most}");
    }
    assert!(stdout(&with(&[])).starts_with("4 parts, 32 triangles\nuncovered  at most 0.1"));
    assert_eq!(with(&["--at-most", "0.5"]).status.code(), Some(0));
    assert_eq!(with(&["--at-most", "0.2"]).status.code(), Some(1));
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("id=\"uncovered\"") && page.contains("id=\"overshoot\""));

    // What stands 0.25 from the ring, and an eighth more from the side that is too short.
    let probe = folder.join("probe.obj");
    std::fs::write(&probe, part("probe", [2.25, -0.5, -0.25], [3.0, 0.5, 0.25])).unwrap();
    let probe = probe.to_str().unwrap();
    let clash = |scale: &str, distance: f64, truth: f64| {
        let text = std::fs::read_to_string(scene).unwrap();
        let placed = folder.join("placed.jsonl");
        std::fs::write(&placed, text.replace("{\"cover\"", &format!("{{{scale}\"cover\"")))
            .unwrap();
        let placed = placed.to_str().unwrap();
        let output = run(&["clash", placed, probe, "--within", "3", "--json"], "");
        let row: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!((row["signed_distance"].as_f64().unwrap() - distance).abs() < 1e-12, "{row}");
        let bounds = row["mesh_distance"].as_array().unwrap();
        let [least, most] = [&bounds[0], &bounds[1]].map(|bound| bound.as_f64().unwrap());
        assert!(least <= truth && truth <= most, "{row}");
        [least, most]
    };
    let [least, most] = clash("", 0.375, 0.25);
    let (uncovered, overshoot) = (bound("uncovered", "at_most"), bound("overshoot", "at_most"));
    assert!((least - (0.375 - uncovered)).abs() < 1e-12);
    assert!((most - (0.375 + overshoot)).abs() < 1e-12);
    // Half as large, bounds too.
    let [least, most] = clash("\"scale\":0.5,", 1.25, 1.25);
    assert!((least - (1.25 - 0.5 * uncovered)).abs() < 1e-12);
    assert!((most - (1.25 + 0.5 * overshoot)).abs() < 1e-12);

    // What was proved is of these very files.
    let said = |text: &str| {
        let placed = folder.join("placed.jsonl");
        std::fs::write(&placed, text).unwrap();
        let output = run(&["clash", placed.to_str().unwrap(), probe, "--within", "3"], "");
        (output.status.code(), stderr(&output))
    };
    let line: Value = serde_json::from_str(&std::fs::read_to_string(scene).unwrap()).unwrap();
    let mut untied = line.clone();
    untied["cover"].as_object_mut().unwrap().remove("sums");
    let (status, note) = said(&untied.to_string());
    assert!(status != Some(2) && note.contains("nothing ties its cover to"), "{note}");
    for file in ["of", "file"] {
        let mut other = line.clone();
        other["cover"]["sums"][file] = "0123456789abcdef".into();
        let (status, note) = said(&other.to_string());
        assert!(status == Some(2) && note.contains("was proved of another"), "{note}");
    }
}

/// A grain in a solid whose parts are its six sides alone, 1.75 from each of them.
#[test]
fn what_is_in_a_void_is_not_apart_from_the_mesh() {
    let folder = scratch("decompose-void");
    let save = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let sides = |i: usize| {
        let (mut low, mut high) = ([-3.0; 3], [3.0; 3]);
        if i.is_multiple_of(2) {
            low[i / 2] = 2.0
        } else {
            high[i / 2] = -2.0
        }
        part(&format!("side{i}"), low, high)
    };
    let solid = save("solid.obj", &part("solid", [-3.0; 3], [3.0; 3]));
    let parts = save("sides.obj", &(0..6).map(sides).collect::<String>());
    let grain = save("grain.obj", &part("grain", [-0.25; 3], [0.25; 3]));
    let scene = folder.join("solid.jsonl");
    let scene = scene.to_str().unwrap();
    let output = run(
        &["decompose", &solid, "--parts", &parts, "--tolerance", "0.25", "--out", scene, "--json"],
        "",
    );
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let hollow = ["at_least", "at_most"].map(|end| found["hollow"][end].as_f64().unwrap());
    assert!(hollow[0] <= 2.0 && 2.0 <= hollow[1] && hollow[1] < 2.26, "{found}");
    let least = |text: &str| {
        let placed = save("placed.jsonl", text);
        let output = run(&["clash", &placed, &grain, "--within", "3", "--json"], "");
        let row: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(row["signed_distance"], 1.75, "{row}");
        row["mesh_distance"][0].as_f64().unwrap()
    };
    let line = std::fs::read_to_string(scene).unwrap();
    assert_eq!(least(&line), 0.0);
    // Of a file that says nothing of it.
    assert_eq!(least(&line.replace("\"hollow\"", "\"other\"")), 0.0);
}

#[test]
fn what_is_not_known_and_what_is_wrong_is_said() {
    let (folder, [mesh, parts]) = files("decompose-open");
    let open = folder.join("open.obj");
    let text = ring();
    let last = text.trim_end().rfind('\n').unwrap();
    std::fs::write(&open, &text[..last]).unwrap();
    let output =
        run(&["decompose", open.to_str().unwrap(), "--parts", &parts, "--at-most", "9"], "");
    assert!(stdout(&output).contains("overshoot  unknown: the mesh does not close"));
    assert_eq!(output.status.code(), Some(1), "what is unknown is not proved");
    let missing = run(&["decompose", &mesh, "--parts", "nowhere.obj"], "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("nowhere.obj"), "{}", stderr(&missing));

    // A cover in a scene file is checked.
    let scene = folder.join("scene.jsonl");
    let said = |cover: &str| {
        let line = format!("{{\"file\":\"parts.obj\",\"cover\":{cover}}}");
        std::fs::write(&scene, line).unwrap();
        stderr(&run(&["clash", scene.to_str().unwrap()], ""))
    };
    assert!(said("{}").contains("scene.jsonl:1.cover.uncovered"), "{}", said("{}"));
    assert!(said("{\"uncovered\":-1}").contains("uncovered"));
}

/// An L, 3 and 2 long and 1 thick. Its hull fills the dent, up to two thirds from the surface.
/// What readers left out was not said.
#[test]
fn what_readers_say_is_said() {
    let (folder, [mesh, parts]) = files("notes");
    let with_line = |name: &str, file: &str| {
        let text = std::fs::read_to_string(file).unwrap() + "l 1 2\n";
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (mesh, parts) = (with_line("mesh-line.obj", &mesh), with_line("parts-line.obj", &parts));
    let said = stderr(&run(&["decompose", &mesh, "--parts", &parts], ""));
    let left_out = "left out: statements that draw points or lines (1";
    assert_eq!(said.matches(left_out).count(), 2, "{said}");
    assert!(!said.contains("joined"), "{said}");
}

fn ell(folder: &Path) -> String {
    let outline = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)];
    let mut text = String::from("o ell\n");
    for z in 0..2 {
        outline.iter().for_each(|(x, y)| text += &format!("v {x} {y} {z}\n"));
    }
    for i in 2..6 {
        text += &format!("f 1 {} {i}\nf 7 {} {}\n", i + 1, i + 6, i + 7);
    }
    for i in 1..7 {
        let next = i % 6 + 1;
        text += &format!("f {i} {next} {} {}\n", next + 6, i + 6);
    }
    let path = folder.join("ell.obj");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn said(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).unwrap()
}

/// Divides the L, and holds the parts that were saved, and answers by them, to its truth.
fn divides_the_ell(name: &str, folder: &Path, ask: impl Fn(&[&str]) -> Output, most: f64) -> Value {
    let mesh = ell(folder);
    let [parts, scene, html] =
        ["ell-parts.obj", "ell.jsonl", "ell.html"].map(|file| folder.join(file));
    let [parts, scene, html] = [&parts, &scene, &html].map(|path| path.to_str().unwrap());
    let with = |more: &[&str]| {
        said(&ask(&[&["decompose", &mesh, "--tolerance", "0.1", "--json"], more].concat()))
    };
    let own = ["--with", name, "--save-parts", parts, "--out", scene, "--html", html];
    let found = with(&own);
    assert!(found["count"].as_u64() >= Some(2), "{found}");
    assert_eq!((&found["with"], &found["parts"]), (&Value::from(name), &Value::from(parts)));
    let bound = |found: &Value, name: &str, end: &str| found[name][end].as_f64().unwrap();
    for name in ["uncovered", "overshoot"] {
        assert!(bound(&found, name, "at_most") <= most, "{found}");
    }
    let hull = with(&["--parts", &mesh]);
    assert!((bound(&hull, "overshoot", "at_least") - 2.0 / 3.0).abs() < 0.1, "{hull}");

    // What was saved is what was judged, to the last bit, and the same again.
    let saved = std::fs::read(parts).unwrap();
    let read = with(&["--parts", parts]);
    for name in ["uncovered", "overshoot", "count"] {
        assert_eq!(found[name], read[name]);
    }
    assert_eq!(with(&own), found);
    assert_eq!(std::fs::read(parts).unwrap(), saved);

    // In the dent, a quarter from the mesh and in its hull.
    let probe = folder.join("probe.obj");
    std::fs::write(&probe, part("probe", [2.0, 1.25, 0.25], [2.5, 1.5, 0.75])).unwrap();
    let answer = ask(&["clash", scene, probe.to_str().unwrap(), "--within", "1", "--json"]);
    let row = said(&answer);
    let bounds = row["mesh_distance"].as_array().unwrap();
    let [least, most] = [&bounds[0], &bounds[1]].map(|bound| bound.as_f64().unwrap());
    assert!(0.0 < least && least <= 0.25 && 0.25 <= most, "{row}");
    found
}

#[cfg(feature = "vhacd")]
#[test]
fn vhacd_divides_what_is_concave() {
    divides_the_ell("vhacd", &scratch("vhacd"), |arguments| run(arguments, ""), 0.1);
    let mesh = ell(&scratch("vhacd-options"));
    let count = |more: &[&str]| {
        let arguments = ["decompose", &mesh, "--json", "--with", "vhacd", "--most", "1000"];
        said(&run(&[&arguments[..], more].concat(), ""))["count"].as_u64().unwrap()
    };
    assert_eq!(count(&["--concavity", "1"]), 1);
    assert!((2..=4).contains(&count(&["--most-parts", "7", "--resolution", "32"])));
    let few = run(&["decompose", &mesh, "--with", "vhacd", "--most-parts", "3"], "");
    assert_eq!(few.status.code(), Some(2));
    assert!(stderr(&few).contains("--most-parts"), "{}", stderr(&few));

    // Of a sheet and of a needle parry has no hull; their parts are flat, and cover them.
    for (name, faces) in [("sheet", "f 1 2 3\nf 1 3 4\n"), ("needle", "f 1 2 2\n")] {
        let path = scratch("vhacd-options").join(name).with_extension("obj");
        let corners = "v 0 0 0\nv 3 0 0\nv 3 2 0\nv 0 2 0\n";
        std::fs::write(&path, format!("o {name}\n{corners}{faces}")).unwrap();
        let path = path.to_str().unwrap();
        let output = run(&["decompose", path, "--json", "--with", "vhacd"], "");
        let found = said(&output);
        let flat = found["flat"].as_array().unwrap();
        assert!(!flat.is_empty() && found["count"] == flat.len(), "{found}");
        assert!(found["uncovered"]["at_most"].as_f64() < Some(0.05), "{found}");
        assert!(stderr(&output).contains("flat, without an inside"), "{}", stderr(&output));
    }
}

#[cfg(not(feature = "vhacd"))]
#[test]
fn vhacd_that_is_not_built_in_is_named() {
    let output = run(&["decompose", &ell(&scratch("no-vhacd")), "--with", "vhacd"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("cargo install --path crates/clearance-cli --features vhacd"), "{said}");
    assert!(said.contains("--with coacd"), "{said}");
}

#[test]
fn coacd_divides_what_is_concave() {
    let has = std::process::Command::new("python3").args(["-c", "import coacd"]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: `python3` cannot import coacd");
        return;
    }
    divides_the_ell("coacd", &scratch("coacd"), |arguments| run(arguments, ""), 0.1);
}

/// Runs with modules in the place of Python's own; `None` without Python.
fn with_modules(folder: &Path, coacd: &str) -> Option<impl Fn(&[&str]) -> Output + use<>> {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no `python3`");
        return None;
    }
    let numpy = "double = int32 = None\ndef array(given, dtype): return given\n";
    std::fs::write(folder.join("numpy.py"), numpy).unwrap();
    std::fs::write(folder.join("coacd.py"), coacd).unwrap();
    let folder = folder.to_owned();
    Some(move |arguments: &[&str]| {
        let mut command = command();
        command.args(arguments).env("PYTHONPATH", &folder).env("PYTHONDONTWRITEBYTECODE", "1");
        command.output().unwrap()
    })
}

/// What CoACD's module is called by, in its place: two boxes of the L, and a flat part.
const BOXES: &str = "
class Rows(list):
    def tolist(self): return list(self)

class Mesh:
    def __init__(self, vertices, triangles):
        assert len(triangles) == 20 and [3.0, 1.0, 1.0] in vertices
        volume = 0
        for i, j, k in triangles:
            (a, b, c), (d, e, f), (g, h, i) = vertices[i], vertices[j], vertices[k]
            volume += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6
        assert abs(volume - 4) < 1e-9

def set_log_level(level): print('what it prints is no part')

def box(low, high):
    corners = [[(low, high)[n >> a & 1][a] for a in range(3)] for n in range(8)]
    return Rows(corners), Rows([[0, 1, 3], [2, 4, 5], [0, 6, 7]])

def run_coacd(mesh, threshold, preprocess_resolution, max_convex_hull, seed):
    assert (threshold, preprocess_resolution, max_convex_hull) == OPTIONS
    return [box([0, 0, 0], [3, 1, 1]), box([0, 1, 0], [1, 2, 1]), box([0, 2, 0], [1, 2, 1])]
";

#[test]
fn coacd_is_called_with_the_mesh_and_the_options() {
    let folder = scratch("coacd-called");
    let Some(ask) = with_modules(&folder, &format!("OPTIONS = 0.05, 50, 64\n{BOXES}")) else {
        return;
    };
    let found = divides_the_ell("coacd", &folder, ask, 0.101);
    assert_eq!((&found["count"], &found["flat"]), (&3.into(), &serde_json::json!(["part_3"])));

    let options = "OPTIONS = 0.25, 30, 5\n";
    let ask = with_modules(&folder, &format!("{options}{BOXES}")).unwrap();
    let mesh = ell(&folder);
    let arguments = ["decompose", &mesh, "--with", "coacd", "--concavity", "0.25"];
    let output = ask(&[&arguments[..], &["--resolution", "30", "--most-parts", "5"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 of 3 parts is flat"), "{}", stderr(&output));
    let wrong = ask(&arguments);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("CoACD failed") && stderr(&wrong).contains("AssertionError"));
}

#[test]
fn what_coacd_lacks_is_named() {
    let folder = scratch("coacd-lacks");
    let mesh = ell(&folder);
    let arguments = ["decompose", &mesh, "--with", "coacd"];
    let mut outputs = vec![command().args(arguments).env("PATH", &folder).output().unwrap()];
    if let Some(ask) = with_modules(&folder, "raise ImportError('not for this Python')") {
        outputs.push(ask(&arguments));
        assert!(stderr(&outputs[1]).contains("not for this Python"), "{}", stderr(&outputs[1]));
    }
    for output in outputs {
        assert_eq!(output.status.code(), Some(2));
        let said = stderr(&output);
        assert!(said.contains("pip install coacd") && said.contains("--parts"), "{said}");
    }
}

#[test]
fn one_source_of_parts_is_wanted() {
    let folder = scratch("decompose-source");
    let mesh = ell(&folder);
    for (arguments, named) in [
        (&[][..], "--with"),
        (&["--parts", &mesh, "--with", "coacd"], "cannot be used with"),
        (&["--with", "coacd", "--out", "ell.jsonl"], "--save-parts"),
        (&["--with", "coacd", "--save-parts", "parts.stl"], ".obj"),
        (&["--parts", &mesh, "--save-parts", "parts.obj"], "cannot be used with"),
        (&["--parts", &mesh, "--concavity", "0.1"], "cannot be used with"),
        (&["--with", "coacd", "--concavity", "0"], "above 0"),
    ] {
        let output = run(&[&["decompose", &mesh], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(named), "{arguments:?}: {}", stderr(&output));
    }
}
