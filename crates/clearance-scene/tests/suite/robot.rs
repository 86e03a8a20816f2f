//! Robots: what files describe, where links are, and how near they come.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::f64::consts::{FRAC_PI_2, PI};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::{Cuboid, Pose, Proximity, Xyz};
use clearance_scene::robot::{By, Checker, JointKind, Leave, Loading, Posed, Robot};
use clearance_scene::scene::{Body, Clearance, Part};

fn arm() -> (Robot, PathBuf) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/arm");
    (Loading::default().robot(&folder.join("arm.urdf")).unwrap(), folder)
}

/// A folder of its own for each test's files.
fn folder(test: &str) -> PathBuf {
    let name = format!("clearance-robot-{test}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn robot_of(test: &str, inner: &str) -> Result<Robot, String> {
    let path = folder(test).join("r.urdf");
    std::fs::write(&path, format!("<robot name=\"r\">\n{inner}\n</robot>")).unwrap();
    Loading::default().robot(&path).map_err(|error| error.to_string())
}

const BOX: &str = "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>";

fn link(name: &str) -> String {
    format!("<link name=\"{name}\">{BOX}</link>\n")
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, rest: &str) -> String {
    format!(
        "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
         <child link=\"{child}\"/>{rest}</joint>\n"
    )
}

#[test]
fn a_replaced_body_is_met_where_it_is() {
    let slide = joint("slide", "prismatic", "a", "b", "<limit lower=\"0\" upper=\"9\"/>");
    let mut robot = robot_of("replaced", &[link("a"), link("b"), slide].concat()).unwrap();
    let pairs = robot.pairs(&Leave { adjacent: true, ..Leave::default() }).unwrap();
    assert_eq!(pairs, [[0, 1]]);
    let mut checker = Checker::new(&robot, pairs.clone());
    checker.pose(&[5.0]);
    assert!(!checker.collides());
    let large =
        Part { shape: Cuboid::new(Xyz::new(4.75, 4.75, 4.75)).into(), pose: Pose::identity() };
    robot.geometries[1].set_body(Arc::new(Body::of_parts(vec![large]).unwrap()));
    let mut checker = Checker::new(&robot, pairs);
    checker.pose(&[5.0]);
    assert!(checker.collides());
    assert_eq!(checker.nearest().unwrap().clearance.signed_distance(), -0.25);
}

#[test]
fn the_arm_is_read_as_it_stands_in_the_file() {
    let (robot, folder) = arm();
    assert_eq!(robot.name, "arm");
    assert_eq!(robot.links.len(), 6);
    assert_eq!(robot.geometries.len(), 6);
    let names: Vec<&str> =
        robot.variables.iter().map(|joint| robot.joints[*joint].name.as_str()).collect();
    assert_eq!(names, ["shoulder", "elbow", "grip"]);
    // The post is one body with the plate.
    assert_eq!(robot.links[robot.link("post").unwrap()].body, robot.link("plate").unwrap());
    // An axis of any length.
    assert_eq!(robot.joints[robot.joint("shoulder").unwrap()].axis, Xyz::new(0.0, 0.0, 1.0));
    assert_eq!(robot.rest(), [0.0, 0.0, 0.05]);
    assert!(robot.notes.is_empty(), "{:?}", robot.notes);

    let semantics = Loading::default().semantics(&folder.join("arm.srdf"), &robot).unwrap();
    assert_eq!(semantics.disabled.len(), 3);
    let all = &semantics.groups.iter().find(|(name, _)| name == "all").unwrap().1;
    let all: Vec<&str> = all.iter().map(|joint| robot.joints[*joint].name.as_str()).collect();
    assert_eq!(all, ["post_joint", "shoulder", "elbow", "grip"]);
    let folded = semantics.state("folded").unwrap();
    assert_eq!(folded.over(&robot, &robot.rest()), [0.0, PI, 0.05]);

    let pairs = |leave: &Leave<'_>| robot.pairs(leave).unwrap().len();
    // Of 15 pairs, one is fixed; joined are the upper beam with the post, the beams with each
    // other, and the fore beam with either finger.
    assert_eq!(pairs(&Leave::default()), 10);
    assert_eq!(pairs(&Leave { adjacent: true, ..Leave::default() }), 15);
    assert_eq!(pairs(&Leave { semantics: Some(&semantics), ..Leave::default() }), 7);
}

#[test]
fn quarter_turns_come_out_as_by_hand() {
    let (robot, _) = arm();
    let mut posed = Posed::default();
    posed.set(&robot, &[FRAC_PI_2, FRAC_PI_2, 0.1]);
    let at = |name: &str| posed.links[robot.link(name).unwrap()].translation;
    let near = |p: Xyz, q: [f64; 3]| {
        let off = [p.x - q[0], p.y - q[1], p.z - q[2]];
        assert!(off.iter().all(|x| x.abs() < 1e-15), "{p:?} is not {q:?}");
    };
    near(at("upper"), [0.0, 0.0, 0.5]);
    // Along y, then back along x.
    near(at("fore"), [0.0, 1.0, 0.5]);
    near(at("left"), [-1.25, 0.9, 0.375]);
    // The other finger follows.
    near(at("right"), [-1.25, 1.1, 0.375]);
}

/// A rotation about an axis by Rodrigues' formula, and a URDF's origin, as rows.
type Matrix = [[f64; 4]; 4];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

fn turn([x, y, z]: [f64; 3], angle: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    let t = 1.0 - c;
    [
        [t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0.0],
        [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0.0],
        [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

fn shift([x, y, z]: [f64; 3]) -> Matrix {
    [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z], [0.0, 0.0, 0.0, 1.0]]
}

fn chance(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    f64::from((*state >> 32) as u32) / f64::from(u32::MAX) * 2.0 - 1.0
}

#[test]
fn random_trees_stand_as_products_of_matrices_say() {
    let mut state = 7_u64;
    for tree in 0..20 {
        const LINKS: usize = 12;
        let mut text = link("l0");
        let mut frames: Vec<Matrix> = vec![shift([0.0; 3])];
        let mut values = Vec::new();
        for i in 1..LINKS {
            let mut three = || -> [f64; 3] { std::array::from_fn(|_| chance(&mut state)) };
            let (xyz, rpy, axis) = (three(), three().map(|x| 3.0 * x), three());
            let value = 3.0 * chance(&mut state);
            let parent = ((chance(&mut state) + 1.0) * 0.5 * i as f64) as usize % i;
            let kind = ["revolute", "prismatic", "fixed", "continuous"][i % 4];
            text += &link(&format!("l{i}"));
            let text_of = |v: [f64; 3]| format!("{} {} {}", v[0], v[1], v[2]);
            text += &joint(
                &format!("j{i}"),
                kind,
                &format!("l{parent}"),
                &format!("l{i}"),
                &format!(
                    "<origin xyz=\"{}\" rpy=\"{}\"/><axis xyz=\"{}\"/>\
                     <limit lower=\"-4\" upper=\"4\"/>",
                    text_of(xyz),
                    text_of(rpy),
                    text_of(axis)
                ),
            );
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            let unit = axis.map(|x| x / length);
            let turned = product(
                &turn([0.0, 0.0, 1.0], rpy[2]),
                &product(&turn([0.0, 1.0, 0.0], rpy[1]), &turn([1.0, 0.0, 0.0], rpy[0])),
            );
            let moved = match kind {
                "prismatic" => shift(unit.map(|x| x * value)),
                "fixed" => shift([0.0; 3]),
                _ => turn(unit, value),
            };
            if kind != "fixed" {
                values.push(value);
            }
            let own = product(&product(&shift(xyz), &turned), &moved);
            frames.push(product(&frames[parent], &own));
        }
        let robot = robot_of(&format!("tree{tree}"), &text).unwrap();
        let mut posed = Posed::default();
        posed.set(&robot, &values);
        for (pose, frame) in posed.links.iter().zip(&frames) {
            for p in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, -0.2, 1.0]] {
                let found = pose.transform_point(Xyz::new(p[0], p[1], p[2]));
                let row = |i: usize| {
                    let [a, b, c, t] = frame[i];
                    a * p[0] + b * p[1] + c * p[2] + t
                };
                let off = (found.x - row(0)).abs() + (found.y - row(1)).abs();
                let off = off + (found.z - row(2)).abs();
                // Ours is within its stated error; the matrices round as much.
                let most = 2.0 * posed.off[LINKS - 1].max(1e-13);
                assert!(off < most, "{off} {found:?} {frame:?}");
            }
        }
    }
}

#[test]
fn distances_of_the_arm_are_those_of_its_drawing() {
    let (robot, folder) = arm();
    let semantics = Loading::default().semantics(&folder.join("arm.srdf"), &robot).unwrap();
    let leave = Leave { semantics: Some(&semantics), ..Leave::default() };
    let mut checker = Checker::new(&robot, robot.pairs(&leave).unwrap());
    checker.pose(&semantics.state("straight").unwrap().over(&robot, &robot.rest()));
    let name = |place: usize| robot.geometries[place].name.as_str();
    let expected = [
        ("plate", "fore", (0.5_f64 * 0.5 + 0.25 * 0.25).sqrt()),
        ("post", "fore", 0.875),
        ("left", "right", 0.1),
    ];
    let found: Vec<_> = checker.all().collect();
    for (a, b, distance) in expected {
        let pair = found.iter().find(|f| f.geometries.map(name) == [a, b]).unwrap();
        let signed = pair.clearance.signed_distance();
        assert!((signed - distance).abs() <= pair.clearance.gap() + 1e-16, "{a} {b} {signed}");
        assert!(pair.clearance.gap() < 1e-12);
    }
    let nearest = checker.nearest().unwrap();
    assert_eq!(nearest.geometries.map(name), ["left", "right"]);
    assert!(!checker.collides());
    assert_eq!(checker.within(0.5).count(), 1);

    checker.pose(&semantics.state("folded").unwrap().over(&robot, &robot.rest()));
    assert!(checker.collides());
    // The fore beam's end encloses the post's axis; the shortest way out is sideways.
    let nearest = checker.nearest().unwrap();
    assert_eq!(nearest.geometries.map(name), ["post", "fore"]);
    let signed = nearest.clearance.signed_distance();
    assert!((signed + 0.125).abs() < 1e-9, "{signed}");
}

#[test]
fn memory_changes_no_answer() {
    let (robot, _) = arm();
    let pairs = robot.pairs(&Leave { adjacent: true, ..Leave::default() }).unwrap();
    let mut warm = Checker::new(&robot, pairs.clone());
    let mut meeting = 0;
    for step in 0..200 {
        let t = f64::from(step) * 0.015;
        let q = [t.sin(), t, 0.05 + 0.1 * t.cos().abs()];
        warm.pose(&q);
        let mut cold = Checker::new(&robot, pairs.clone());
        cold.pose(&q);
        let cold: Vec<_> = cold.all().collect();
        for (one, two) in warm.all().zip(&cold) {
            let gaps = one.clearance.gap() + two.clearance.gap();
            let off = one.clearance.signed_distance() - two.clearance.signed_distance();
            assert!(off.abs() <= gaps, "{off} {gaps}");
            meeting += usize::from(one.clearance.proximity.intersects());
        }
        let least = cold.iter().map(|f| f.clearance.signed_distance()).fold(9.0, f64::min);
        let nearest = warm.nearest().unwrap();
        assert!((nearest.clearance.signed_distance() - least).abs() < 1e-12);
        assert_eq!(warm.collides(), cold.iter().any(|f| f.clearance.proximity.intersects()));
    }
    assert!(meeting > 200, "{meeting}");
}

fn text_stl(size: [f64; 3]) -> String {
    let corner = |i: usize| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|x| x as f64);
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mut text = "solid b\n".to_owned();
    for [a, b, c, d] in faces {
        for triangle in [[a, b, c], [a, c, d]] {
            text += "facet normal 0 0 0\nouter loop\n";
            for i in triangle {
                let [x, y, z] = corner(i);
                let [sx, sy, sz] = size;
                text += &format!("vertex {} {} {}\n", x * sx, y * sy, z * sz);
            }
            text += "endloop\nendfacet\n";
        }
    }
    text + "endsolid b\n"
}

#[test]
fn meshes_are_found_in_packages_and_mirrored() {
    let home = folder("package").join("my-robot");
    std::fs::create_dir_all(home.join("urdf")).unwrap();
    std::fs::create_dir_all(home.join("meshes")).unwrap();
    std::fs::write(home.join("meshes/part.stl"), text_stl([1.0, 2.0, 3.0])).unwrap();
    let text = |mesh: &str| {
        format!(
            "<robot name=\"r\">{}<link name=\"tip\"><collision><geometry>{mesh}</geometry>\
             </collision></link>{}</robot>",
            link("base"),
            joint("j", "fixed", "base", "tip", "<origin xyz=\"2 0 0\"/>")
        )
    };
    let path = home.join("urdf/r.urdf");
    let load = |mesh: &str, loading: &Loading| {
        std::fs::write(&path, text(mesh)).unwrap();
        loading.robot(&path).map_err(|error| error.to_string())
    };
    let default = Loading::default();
    let triangles = Loading { by: By::Triangles, ..Loading::default() };
    for loading in [&default, &triangles] {
        for name in ["package://my-robot/meshes/part.stl", "../meshes/part.stl"] {
            let robot =
                load(&format!("<mesh filename=\"{name}\" scale=\"1 -1 1\"/>"), loading).unwrap();
            let body = robot.geometries[1].body();
            let extent = clearance_scene::scene::Object::new(
                "o",
                match body.mesh() {
                    Some(mesh) => clearance_scene::scene::Body::of_triangles(mesh.clone()).unwrap(),
                    None => clearance_scene::scene::Body::of_parts(body.parts().to_vec()).unwrap(),
                },
            )
            .extent();
            assert!((extent.low.y + 2.0).abs() < 1e-12 && extent.high.y.abs() < 1e-12);
        }
    }
    // Without a side it is open, which every way to stand for it says.
    let text = text_stl([1.0, 2.0, 3.0]);
    let cut = text.rfind("facet normal").unwrap();
    std::fs::write(home.join("meshes/open.stl"), format!("{}endsolid b\n", &text[..cut])).unwrap();
    for (by, word) in
        [(By::Hull, "close 1 of them"), (By::Auto, "1 of the meshes"), (By::Triangles, "1 of the")]
    {
        let loading = Loading { by, ..Loading::default() };
        let robot = load("<mesh filename=\"../meshes/open.stl\"/>", &loading).unwrap();
        let note = robot.notes.concat();
        assert!(note.contains(word) && note.contains("open, as `../meshes/open.stl`"), "{note}");
    }
    // Given by name, or found in a folder of packages.
    let elsewhere = folder("package").join("elsewhere");
    std::fs::create_dir_all(elsewhere.join("other")).unwrap();
    std::fs::write(elsewhere.join("other/part.stl"), text_stl([1.0; 3])).unwrap();
    let other = "<mesh filename=\"package://other/part.stl\"/>";
    let error = load(other, &default).unwrap_err();
    assert!(error.contains("link `tip`") && error.contains("package://other/part.stl"), "{error}");
    assert!(error.contains("searched") && error.contains("--package other="), "{error}");
    let given =
        Loading { packages: vec![("other".into(), elsewhere.join("other"))], ..Loading::default() };
    let search = Loading { search: vec![elsewhere.clone()], ..Loading::default() };
    let itself = Loading { search: vec![elsewhere.join("other")], ..Loading::default() };
    for loading in [given, search, itself] {
        load(other, &loading).unwrap();
    }
    // Not outside, unless that is allowed.
    std::fs::write(elsewhere.join("far.stl"), text_stl([1.0; 3])).unwrap();
    let ways = [
        "package://my-robot/../elsewhere/far.stl".to_owned(),
        "../../elsewhere/far.stl".to_owned(),
        elsewhere.join("far.stl").display().to_string(),
        format!("file://{}", elsewhere.join("far.stl").display()),
    ];
    for way in ways {
        let mesh = format!("<mesh filename=\"{way}\"/>");
        let error = load(&mesh, &default).unwrap_err();
        assert!(error.contains("lies outside") && error.contains("tip"), "{error}");
        let mut outside = Loading::default();
        outside.reading.outside = true;
        load(&mesh, &outside).unwrap();
    }
    #[cfg(unix)]
    {
        let _ = std::os::unix::fs::symlink(elsewhere.join("far.stl"), home.join("meshes/l.stl"));
        let error = load("<mesh filename=\"../meshes/l.stl\"/>", &default).unwrap_err();
        assert!(error.contains("lies outside"), "{error}");
    }
    let missing = load("<mesh filename=\"package://my-robot/meshes/no.stl\"/>", &default);
    let missing = missing.unwrap_err();
    assert!(missing.contains("no.stl") && missing.contains("tip"), "{missing}");
    let flat = load("<mesh filename=\"../meshes/part.stl\" scale=\"1 0 1\"/>", &default);
    assert!(flat.unwrap_err().contains("flattens"));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let two = || link("a") + &link("b");
    let wrong: &[(&str, String, &[&str])] = &[
        (
            "loop",
            two() + &joint("j", "fixed", "a", "b", "") + &joint("k", "fixed", "b", "a", ""),
            &["line 2", "`a`", "`b`", "loop"],
        ),
        ("self", link("a") + &joint("j", "fixed", "a", "a", ""), &["`a`", "loop"]),
        (
            "limit",
            two() + &joint("j", "revolute", "a", "b", "<limit lower=\"-1\" uper=\"1\"/>"),
            &["joint `j`", "`uper`", "did you mean `upper`?"],
        ),
        (
            "lasso",
            two()
                + &link("c")
                + &joint("j", "fixed", "a", "b", "")
                + &joint("k", "fixed", "b", "a", ""),
            &["`a`", "`b`", "loop"],
        ),
        (
            "parents",
            two()
                + &link("c")
                + &joint("j", "fixed", "a", "c", "")
                + &joint("k", "fixed", "b", "c", ""),
            &["line 6", "`c`", "`j`", "`k`", "one parent"],
        ),
        ("roots", two(), &["line 3", "`a`", "`b`", "one tree"]),
        ("twice", link("a") + &link("a"), &["line 3", "two links", "`a`"]),
        (
            "child",
            link("arm") + &joint("j", "fixed", "arm", "arn", ""),
            &["line 3", "joint `j`", "`arn`", "did you mean `arm`"],
        ),
        (
            "nan",
            "<link name=\"a\"><collision><geometry><sphere radius=\"nan\"/></geometry></collision>\
             </link>"
                .into(),
            &["line 2", "link `a`", "radius", "not finite"],
        ),
        (
            "size",
            "<link name=\"a\"><collision><geometry><box size=\"1 x 2 3\"/></geometry></collision>\
             </link>"
                .into(),
            &["line 2", "link `a`", "size", "`x`"],
        ),
        (
            "comma",
            "<link name=\"a\"><collision><origin xyz=\"0,0,1\"/><geometry><box size=\"1 1 1\"/>\
             </geometry></collision></link>"
                .into(),
            &["link `a`", "xyz", "blanks"],
        ),
        (
            "negative",
            "<link name=\"a\"><collision><geometry><cylinder radius=\"-1\" length=\"1\"/>\
             </geometry></collision></link>"
                .into(),
            &["link `a`", "radius", "not positive"],
        ),
        (
            "ellipsoid",
            "<link name=\"a\"><collision><geometry><ellipsoid radii=\"1 1 1\"/></geometry>\
             </collision></link>"
                .into(),
            &["link `a`", "ellipsoid", "capsule"],
        ),
        (
            "visual",
            "<link name=\"a\"><visual><geometry><box size=\"1 1 1\"/></geometry></visual></link>"
                .into(),
            &["collision", "visual"],
        ),
        (
            "type",
            two() + &joint("j", "ball", "a", "b", ""),
            &["line 4", "joint `j`", "`ball`", "prismatic"],
        ),
        (
            "axis",
            two() + &joint("j", "revolute", "a", "b", "<axis xyz=\"0 0 0\"/>"),
            &["line 4", "joint `j`", "axis"],
        ),
        (
            "limits",
            two() + &joint("j", "revolute", "a", "b", "<limit lower=\"1\" upper=\"-1\"/>"),
            &["joint `j`", "limit"],
        ),
        (
            "mimic",
            two() + &joint("j", "revolute", "a", "b", "<mimic joint=\"k\"/>"),
            &["joint `j`", "`k`", "does not exist"],
        ),
        (
            "ring",
            two()
                + &link("c")
                + &joint("j", "revolute", "a", "b", "<mimic joint=\"k\"/>")
                + &joint("k", "revolute", "b", "c", "<mimic joint=\"j\"/>"),
            &["follows itself"],
        ),
        (
            "xacro",
            "<xacro:property xmlns:xacro=\"http://www.ros.org/wiki/xacro\" name=\"w\"/>\
             <link name=\"base\"><collision><geometry><box size=\"${w} 1 1\"/></geometry>\
             </collision></link>"
                .into(),
            &["link `base`", "xacro"],
        ),
        (
            "macro",
            link("a") + "<xacro:arm xmlns:xacro=\"http://www.ros.org/wiki/xacro\"/>",
            &["line 3", "xacro:arm", "not expanded"],
        ),
        (
            "shapes",
            link("a")
                .replace("</collision>", "<geometry><sphere radius=\"9\"/></geometry></collision>"),
            &["line 2", "link `a`", "second `<geometry>`"],
        ),
        (
            "origins",
            two()
                + &joint("j", "fixed", "a", "b", "<origin xyz=\"0 0 1\"/><origin rpy=\"1 0 0\"/>"),
            &["line 4", "joint `j`", "second `<origin>`"],
        ),
        (
            "quaternion",
            two() + &joint("j", "fixed", "a", "b", "<origin quat_xyzw=\"0 1 0 1\"/>"),
            &["line 4", "joint `j`", "`quat_xyzw` of `<origin>` is not read", "rpy"],
        ),
        (
            "attribute",
            two() + &joint("j", "revolute", "a", "b", "<axis xzy=\"0 0 1\"/>"),
            &["joint `j`", "`xzy` of `<axis>`", "only xyz"],
        ),
        (
            "colision",
            link("b") + &link("a").replace("collision", "colision"),
            &["line 3", "link `a`", "`<colision>`", "did you mean `collision`"],
        ),
        (
            "limit",
            two() + &joint("j", "revolute", "a", "b", "<limits/>"),
            &["`<limits>`", "`limit`"],
        ),
        ("cut", "<link name=\"a\">".into(), &["no XML"]),
        ("none", String::new(), &["no `<link>`"]),
    ];
    for (test, text, words) in wrong {
        let error = robot_of(test, text).expect_err(test);
        for word in [&["r.urdf"][..], words].concat() {
            assert!(error.contains(word), "{test}: no word of `{word}` in: {error}");
        }
    }
}

#[test]
fn hostile_files_end_soon() {
    let path = folder("hostile").join("h.urdf");
    let error = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Loading::default().robot(&path).unwrap_err().to_string()
    };
    let mut laughs = "<!DOCTYPE robot [<!ENTITY l0 \"ha\">".to_owned();
    for i in 1..20 {
        let more = format!("&l{};", i - 1).repeat(10);
        laughs += &format!("<!ENTITY l{i} \"{more}\">");
    }
    laughs += "]><robot name=\"&l19;\"><link name=\"a\"/></robot>";
    assert!(error(&laughs).contains("document type"));
    let attributes: String = (0..100_000).map(|i| format!(" a{i}='1'")).collect();
    assert!(error(&format!("<robot{attributes}/>")).contains("attributes"));
    let spaces: String = (0..5000).map(|i| format!("<l xmlns:a{i}='u'>")).collect();
    assert!(error(&format!("<robot>{spaces}")).contains("name spaces"));
    // Nested as deep as the file is long: nothing recurses.
    let deep = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
    assert!(error(&format!("<robot>{deep}</robot>")).contains("no `<link>`"));
    // A chain of mimics, each following the one before it.
    let mut chain = link("l0");
    for i in 1..20_000 {
        chain += &format!("<link name=\"l{i}\"/>\n");
        let rest = format!("<mimic joint=\"j{}\" offset=\"1\"/>", i - 1);
        let rest = if i == 1 { "" } else { &rest };
        chain +=
            &joint(&format!("j{i}"), "revolute", &format!("l{}", i - 1), &format!("l{i}"), rest);
    }
    let robot = robot_of("mimics", &chain).unwrap();
    let mut posed = Posed::default();
    posed.set(&robot, &[0.5]);
    assert_eq!(robot.joints[19_998].mimic.unwrap().offset, 19_998.0);
    assert_eq!(robot.joints[19_998].mimic.unwrap().joint, 0);
}

/// Each took time or memory by the square of its length.
#[test]
fn many_of_a_kind_take_no_longer_each() {
    let chained = |count: usize| {
        let links = (1..=count).map(|i| {
            let (upper, own) = (format!("l{}", i - 1), format!("l{i}"));
            format!("<link name=\"{own}\"/>") + &joint(&own, "continuous", &upper, &own, "")
        });
        robot_of("many", &(link("l0") + &links.collect::<String>())).unwrap()
    };
    let robot = chained(4000);
    let path = folder("many").join("r.srdf");
    let read = |inner: &str| {
        std::fs::write(&path, format!("<robot name=\"r\">\n{inner}</robot>")).unwrap();
        Loading::default().semantics(&path, &robot).map_err(|error| error.to_string())
    };
    let begun = std::time::Instant::now();
    let many = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect();
    let defaults: String = many(100_000, &|_| "<disable_default_collisions link=\"l1\"/>\n".into());
    assert_eq!(read(&defaults).unwrap().disabled_links.len(), 100_000);
    let strange: String =
        many(100_000, &|i| format!("<disable_collisions link1=\"l{i}\" link2=\"m\"/>\n"));
    let notes = read(&strange).unwrap().notes;
    assert_eq!(notes.len(), 101, "{:?}", notes.get(..2));
    assert!(notes[0].starts_with("line 2: "), "{notes:?}");
    assert!(notes[100].contains("more of the like are not listed"), "{notes:?}");
    let mut states: String = many(50_000, &|i| format!("<group name=\"g{i}\"/>"));
    states.extend((0..50_000).map(|i| {
        format!("<virtual_joint name=\"v{i}\"/><group_state name=\"s\" group=\"g{i}\"/>")
    }));
    assert_eq!(read(&states).unwrap().state("s").unwrap().values, []);
    let whole = "<chain base_link=\"l0\" tip_link=\"l4000\"/>";
    let once = read(&format!("<group name=\"g\">{whole}</group>")).unwrap();
    assert_eq!(once.groups[0].1.len(), 4000);
    let chains: String = many(4000, &|i| format!("<group name=\"g{i}\">{whole}</group>"));
    assert!(read(&chains).unwrap_err().contains("line 2: the groups have more than 4194304"));
    let nested: String = many(4000, &|i| {
        format!("<group name=\"g{i}\"><joint name=\"l1\"/><group name=\"g{}\"/></group>", i / 2)
    });
    let nested = nested
        + &many(4000, &|i| {
            format!(
                "<group name=\"h{i}\"><joint name=\"l2\"/><group name=\"h{}\"/></group>",
                (i + 1) % 4000
            )
        });
    assert!(read(&nested).unwrap_err().contains("more than 4194304 members"));
    // One link of many shapes has no pair.
    let shapes = BOX.repeat(30_000);
    let alone = robot_of("many", &format!("<link name=\"a\">{shapes}</link>")).unwrap();
    assert_eq!(alone.pairs(&Leave::default()).unwrap(), [[0; 2]; 0]);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// Motions were said to be free where values that follow leave the floats and nothing is known.
#[test]
fn what_leaves_the_floats_is_not_proved_free() {
    for kind in ["revolute", "prismatic"] {
        let limit = "<limit lower=\"-1e308\" upper=\"1e308\"/>";
        let mimic = format!("{limit}<mimic joint=\"j\" multiplier=\"100\"/>");
        let text = link("a")
            + "<link name=\"m\"/>"
            + &link("b")
            + &joint("j", kind, "a", "m", limit)
            + &joint("k", kind, "m", "b", &mimic);
        let robot = robot_of("beyond", &text).unwrap();
        let mut checker = Checker::new(&robot, robot.pairs(&Leave::default()).unwrap());
        assert_eq!(robot.check(&[1e307]), Ok(()));
        for value in [1e307, f64::NAN, f64::INFINITY] {
            checker.pose(&[value]);
            assert!(checker.collides() && checker.meets(0), "{kind} {value}");
            assert_eq!(checker.within(1.0).count(), 1, "{kind} {value}");
            assert_eq!(checker.nearest().unwrap().clearance.gap(), f64::INFINITY);
        }
    }
}

/// It collides, though the surfaces are 1.5 apart, and was left out.
#[test]
fn what_is_inside_is_within_any_distance() {
    let folder = folder("inside");
    std::fs::write(folder.join("room.stl"), text_stl([4.0; 3])).unwrap();
    let text = "<link name=\"a\"><collision><geometry><mesh filename=\"room.stl\"/></geometry>\
                </collision></link><link name=\"m\"/>"
        .to_owned()
        + &link("b")
        + &joint("j", "continuous", "a", "m", "")
        + &joint("k", "continuous", "m", "b", "<origin xyz=\"2 2 2\"/>");
    std::fs::write(folder.join("r.urdf"), format!("<robot name=\"r\">{text}</robot>")).unwrap();
    let loading = Loading { by: By::Triangles, ..Loading::default() };
    let robot = loading.robot(&folder.join("r.urdf")).unwrap();
    let mut checker = Checker::new(&robot, robot.pairs(&Leave::default()).unwrap());
    checker.pose(&[0.0, 0.0]);
    assert!(checker.collides());
    let found: Vec<f64> = checker.within(0.1).map(|f| f.clearance.signed_distance()).collect();
    assert_eq!(found, [-1.5]);
}

/// The one pair of two boxes, the second of which one joint moves.
fn boxes_apart(test: &str, sizes: [&str; 2], rest: &str, value: f64) -> Clearance {
    let [a, b] = sizes.map(|size| {
        format!("<collision><geometry><box size=\"{size}\"/></geometry></collision></link>")
    });
    let text = format!("<link name=\"a\">{a}<link name=\"b\">{b}{}{rest}", link("c"));
    let text = text + &joint("turns", "continuous", "a", "c", "<origin xyz=\"900 0 0\"/>");
    let robot = robot_of(test, &text).unwrap();
    let leave = Leave { adjacent: true, ..Leave::default() };
    let mut checker = Checker::new(&robot, robot.pairs(&leave).unwrap());
    checker.pose(&[value]);
    checker.pair(0, f64::INFINITY).unwrap().clearance
}

/// Each overstated what it knew: a direction and a value that follows are rounded.
#[test]
fn a_single_motion_along_an_axis_is_as_exact_as_its_direction() {
    let slide = |axis: &str, more: &str| {
        joint("j", "prismatic", "a", "b", &format!("<axis xyz=\"{axis}\"/>{more}"))
    };
    // 2 6 9 has the length 11: at 77 the upper box is moved by 14 42 63, and stands on the lower.
    let on = boxes_apart("slanted", ["200 200 80", "2 2 46"], &slide("2 6 9", ""), 77.0);
    assert!(!matches!(on.proximity, Proximity::Separated(_)), "{on:?}");
    assert!(on.signed_distance().abs() <= on.gap(), "{on:?}");
    // 49 times the inverse of 49 is less than 1, in floats.
    let axis = slide("0 0 49", "");
    assert!(matches!(
        boxes_apart("long-axis", ["1 1 1", "1 1 1"], &axis, 1.0).proximity,
        Proximity::Intersecting(w) if w.length == 0.0
    ));
    // Of the square of 1 + 2^-30 the last term, 2^-60, is rounded off: so far they are apart.
    let size = 2.0_f64.powi(-30);
    let mimic = format!(
        "<mimic joint=\"turns\" multiplier=\"{}\" offset=\"{}\"/>",
        1.0 + size,
        -2.0 * size
    );
    let near = boxes_apart("follows", ["1 1 1", "1 1 1"], &slide("0 0 1", &mimic), 1.0 + size);
    assert!(!matches!(near.proximity, Proximity::Intersecting(_)), "{near:?}");
    assert!((near.signed_distance() - size * size).abs() <= near.gap(), "{near:?}");
    // What just has the other's value is exact.
    let same = slide("0 0 -1", "<mimic joint=\"turns\" multiplier=\"-1\"/>");
    let touch = boxes_apart("same", ["1 1 1", "1 1 1"], &same, 1.0);
    assert!(matches!(touch.proximity, Proximity::Intersecting(_)), "{touch:?}");
}

/// A thousand and a bit minus a thousand: the bit has the rounding of thousands.
#[test]
fn values_that_follow_through_others_are_off_by_what_cancels() {
    let first = "<axis xyz=\"0 0 1\"/><mimic joint=\"turns\" multiplier=\"3\" offset=\"1000.1\"/>";
    let second = "<axis xyz=\"0 0 1\"/><mimic joint=\"first\" offset=\"-1000\"/>";
    let rest = link("d")
        + &joint("first", "prismatic", "a", "d", first)
        + &joint("j", "prismatic", "a", "b", second);
    // 3 * 0.3 + 1000.1 - 1000 of these floats, in units of 2^-54.
    let exact = |x: f64| (x * 2.0_f64.powi(54)) as i128;
    let sum = 3 * exact(0.3) + exact(1000.1) - exact(1000.0) - exact(1.0);
    let near = boxes_apart("cancels", ["1 1 1", "1 1 1"], &rest, 0.3);
    let off = near.signed_distance() - sum as f64 * 2.0_f64.powi(-54);
    assert!(off.abs() <= near.gap() && near.gap() < 1e-11, "{near:?} {sum}");
    assert!(!near.proximity.is_decided(), "{near:?}");
}

#[test]
fn what_is_not_followed_is_said() {
    let text = link("a")
        + &link("b")
        + &link("c")
        + &joint("j", "floating", "a", "b", "<origin xyz=\"2 0 0\"/>")
        + &joint("k", "revolute", "b", "c", "");
    let robot = robot_of("notes", &text).unwrap();
    assert_eq!(robot.joints[0].kind, JointKind::Floating);
    let notes = robot.notes.join("\n");
    assert!(notes.contains("`j` is floating") && notes.contains("`k` has no `<limit>`"), "{notes}");
    let mut posed = Posed::default();
    posed.set(&robot, &[0.0]);
    assert_eq!(posed.links[1], Pose::from_translation(Xyz::new(2.0, 0.0, 0.0)));
    assert_eq!(posed.off, [0.0; 3]);
}

#[test]
fn srdf_names_are_checked() {
    let (robot, folder) = arm();
    let path = self::folder("srdf").join("r.srdf");
    let read = |inner: &str| {
        std::fs::write(&path, format!("<robot name=\"arm\">\n{inner}\n</robot>")).unwrap();
        Loading::default().semantics(&path, &robot).map_err(|error| error.to_string())
    };
    let error = read("<disable_collisions link1=\"plate\"/>").unwrap_err();
    assert!(error.contains("r.srdf: line 2") && error.contains("without `link2`"), "{error}");
    let slip = read("<enable_colisions link1=\"upper\" link2=\"fore\"/>").unwrap_err();
    assert!(slip.contains("did you mean `enable_collisions`"), "{slip}");
    let groups = read("<group name=\"g\"/><group name=\"g\"/>").unwrap_err();
    assert!(groups.contains("two groups are called `g`"), "{groups}");
    let enabled = read("<enable_collisions link1=\"upper\" link2=\"fore\"/>").unwrap();
    let leave = Leave { semantics: Some(&enabled), ..Leave::default() };
    assert_eq!(robot.pairs(&leave).unwrap().len(), 11);
    assert!(folder.exists());
}

#[test]
fn a_srdf_may_name_a_group_before_it_stands_and_give_groups_states_of_one_name() {
    let (robot, _) = arm();
    let path = self::folder("srdf-groups").join("r.srdf");
    let read = |inner: &str| {
        std::fs::write(&path, format!("<robot name=\"arm\">{inner}</robot>")).unwrap();
        Loading::default().semantics(&path, &robot).map_err(|error| error.to_string())
    };
    let groups = "<group name=\"all\"><group name=\"one\"/><group name=\"two\"/></group>\
                  <group name=\"one\"><joint name=\"shoulder\"/></group>\
                  <group name=\"two\"><joint name=\"elbow\"/><group name=\"all\"/></group>";
    let state = |group: &str, joint: &str, value: f64| {
        format!(
            "<group_state name=\"home\" group=\"{group}\"><joint name=\"{joint}\" \
             value=\"{value}\"/></group_state>"
        )
    };
    let semantics =
        read(&format!("{groups}{}{}", state("one", "shoulder", 0.5), state("two", "elbow", 0.25)))
            .unwrap();
    let joint = |name: &str| robot.joint(name).unwrap();
    let mut both = vec![joint("shoulder"), joint("elbow")];
    both.sort_unstable();
    for (name, joints) in &semantics.groups {
        let expected = if name == "one" { vec![joint("shoulder")] } else { both.clone() };
        assert_eq!(*joints, expected, "{name}");
    }
    let values = |name: &str| semantics.state(name).unwrap().values;
    assert_eq!(values("home"), [(joint("shoulder"), 0.5), (joint("elbow"), 0.25)]);
    assert_eq!(values("two/home"), [(joint("elbow"), 0.25)]);
    assert!(semantics.state("hoem").unwrap_err().contains("did you mean `home`?"));

    let torn = read(&format!(
        "{groups}{}{}",
        state("one", "shoulder", 0.5),
        state("all", "shoulder", 1.0)
    ))
    .unwrap();
    let error = torn.state("home").unwrap_err();
    assert!(error.contains("one and all") && error.contains("`all/home`"), "{error}");
    assert_eq!(torn.state("all/home").unwrap().values, [(joint("shoulder"), 1.0)]);
}

#[test]
fn pairs_that_are_disabled_and_enabled_are_told() {
    let (robot, folder) = arm();
    let path = self::folder("srdf-both").join("r.srdf");
    let [a, b] = [0, 2].map(|place: usize| robot.links[place].name.as_str());
    let text = format!(
        "<robot name=\"arm\"><disable_collisions link1=\"{a}\" link2=\"{b}\"/>\
         <enable_collisions link1=\"{b}\" link2=\"{a}\"/></robot>"
    );
    std::fs::write(&path, text).unwrap();
    let notes = Loading::default().semantics(&path, &robot).unwrap().notes;
    assert!(notes[0].contains("both disabled and enabled"), "{notes:?}");
    let own = Loading::default().semantics(&folder.join("arm.srdf"), &robot).unwrap();
    assert_eq!(own.notes, [""; 0]);
}

#[test]
fn a_srdf_that_xacro_has_not_expanded_is_refused() {
    let (robot, _) = arm();
    let path = self::folder("srdf-xacro").join("r.srdf");
    let text = "<robot name=\"arm\" xmlns:xacro=\"http://wiki.ros.org/xacro\">\n\
                <xacro:disabled/></robot>";
    std::fs::write(&path, text).unwrap();
    let error = Loading::default().semantics(&path, &robot).unwrap_err().to_string();
    assert!(error.contains("line 2: `<xacro:disabled>` is not expanded"), "{error}");
}

/// The robots of a folder outside the repository; `None`, with a message, if it is missing.
fn shared(path: &str) -> Option<PathBuf> {
    let robots = "../shared/data/example-robot-data/robots";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join(robots).join(path);
    if !file.exists() {
        eprintln!("skipped: {} is not here", file.display());
        return None;
    }
    Some(file)
}

#[test]
fn the_panda_has_its_pairs() {
    let (Some(urdf), Some(srdf)) =
        (shared("panda_description/urdf/panda.urdf"), shared("panda_description/srdf/panda.srdf"))
    else {
        return;
    };
    let robot = Loading::default().robot(&urdf).unwrap();
    let semantics = Loading::default().semantics(&srdf, &robot).unwrap();
    let pairs = robot.pairs(&Leave { semantics: Some(&semantics), ..Leave::default() }).unwrap();
    let links: std::collections::BTreeSet<[usize; 2]> =
        pairs.iter().map(|pair| pair.map(|place| robot.geometries[place].link)).collect();
    assert_eq!((robot.geometries.len(), pairs.len(), links.len()), (17, 44, 20));
    let mut checker = Checker::new(&robot, pairs);
    let state = semantics.state("default").unwrap().over(&robot, &robot.rest());
    robot.check(&state).unwrap();
    checker.pose(&state);
    assert!(!checker.collides());
}

#[test]
fn the_talos_stands_in_its_state() {
    let (Some(urdf), Some(srdf)) =
        (shared("talos_data/robots/talos_reduced.urdf"), shared("talos_data/srdf/talos.srdf"))
    else {
        return;
    };
    let robot = Loading::default().robot(&urdf).unwrap();
    let semantics = Loading::default().semantics(&srdf, &robot).unwrap();
    let pairs = robot.pairs(&Leave { semantics: Some(&semantics), ..Leave::default() }).unwrap();
    let mut checker = Checker::new(&robot, pairs);
    assert_eq!(semantics.states.len(), 1);
    for state in &semantics.states {
        let state = state.over(&robot, &robot.rest());
        robot.check(&state).unwrap();
        checker.pose(&state);
        assert!(!checker.collides(), "{:?}", checker.nearest());
    }
}
