//! SRDF: what names something that the robot does not have, and joints of several values.
#![cfg(feature = "robot")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::PathBuf;

use clearance::{Space, Xyz};
use clearance_scene::robot::{JointKind, Loading, Posed, Robot, Semantics};

const BOX: &str = "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>";

fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-srdf-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A base that flies, a cart in a plane, and an arm on the base.
fn floater(test: &str) -> Robot {
    let text = format!(
        "<robot name=\"r\"><link name=\"world\"/>\
         <link name=\"base\">{BOX}</link><link name=\"cart\">{BOX}</link><link name=\"arm\">{BOX}</link>\
         <joint name=\"free\" type=\"floating\"><parent link=\"world\"/><child link=\"base\"/></joint>\
         <joint name=\"slide\" type=\"planar\"><parent link=\"world\"/><child link=\"cart\"/>\
         <origin xyz=\"0 0 0.5\"/><axis xyz=\"0 0 1\"/></joint>\
         <joint name=\"shoulder\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>\
         <origin xyz=\"2 0 0.25\"/><axis xyz=\"0 1 0\"/></joint></robot>"
    );
    Loading::default().robot(&file(test, "r.urdf", &text)).unwrap()
}

fn read(test: &str, robot: &Robot, inner: &str) -> Result<Semantics, String> {
    let text = format!("<robot name=\"r\">\n{inner}\n</robot>");
    Loading::default().semantics(&file(test, "r.srdf", &text), robot).map_err(|e| e.to_string())
}

fn state(name: &str, joints: &[(&str, &str)]) -> String {
    let joints =
        joints.iter().map(|(joint, value)| format!("<joint name=\"{joint}\" value=\"{value}\"/>"));
    format!(
        "<group_state name=\"{name}\" group=\"g\">{}</group_state>\n",
        joints.collect::<String>()
    )
}

/// A value of several numbers refused the whole file.
#[test]
fn floating_and_planar_joints_stand_where_states_put_them() {
    let mut robot = floater("places");
    assert_eq!([0, 1, 2].map(|i| robot.joints[i].kind.values()), [7, 3, 1]);
    assert_eq!(robot.joints[1].kind, JointKind::Planar);
    let half = "0.7071067811865476";
    let free = format!("1 0 0.5  0 0 {half} {half}");
    let up = state(
        "up",
        &[("free", &free), ("slide", "-1 0.5 1.5707963267948966"), ("shoulder", "0.25")],
    );
    let semantics = read("places", &robot, &format!("<group name=\"g\"/>{up}")).unwrap();
    assert_eq!(semantics.notes, [""; 0]);
    let up = semantics.state("up").unwrap();
    assert_eq!(up.over(&robot, &[0.0]), [0.25]);
    for (joint, values) in &up.places {
        robot.place(*joint, values).unwrap();
    }
    let mut posed = Posed::default();
    posed.set(&robot, &[0.0]);
    // By hand: quarter turns about z.
    let expected =
        [("base", [1.0, 0.0, 0.5]), ("cart", [-1.0, 0.5, 0.5]), ("arm", [1.0, 2.0, 0.75])];
    for (name, [x, y, z]) in expected {
        let pose = posed.links[robot.link(name).unwrap()];
        let off = pose.translation - Xyz::new(x, y, z);
        assert!(off.max_abs() < 1e-15, "{name}: {pose:?}");
        let ahead = pose.transform_vector(Xyz::new(1.0, 0.0, 0.0)) - Xyz::new(0.0, 1.0, 0.0);
        assert!(ahead.max_abs() < 1e-15, "{name}: {pose:?}");
    }
    // Quarter turns round nothing where floats hold them; where they do not, it is known.
    assert!(posed.off.iter().all(|off| *off < 1e-12), "{:?}", posed.off);
    assert!(posed.off.iter().any(|off| *off > 0.0), "{:?}", posed.off);
    let wrong = [
        (0, &[1.0, 2.0, 3.0][..], "needs 7: x, y, z and a quaternion x, y, z, w"),
        (0, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5], "has the length 0.5, not 1"),
        (1, &[0.0, 0.0], "needs 3: x, y and an angle about z"),
        (1, &[0.0, 0.0, f64::NAN], "not finite"),
        (2, &[0.0], "neither floating nor planar"),
    ];
    for (joint, values, word) in wrong {
        let message = robot.place(joint, values).unwrap_err();
        assert!(message.contains(word) && message.contains(&robot.joints[joint].name), "{message}");
    }
}

/// Each refused the whole file, with all that was right in it.
#[test]
fn one_strange_name_refuses_nothing_else() {
    let robot = floater("strange");
    let good = state("good", &[("shoulder", "1")]);
    let whole = "<disable_collisions link1=\"base\" link2=\"cart\"/>";
    // What is strange, the note about it, and the state of its that cannot be taken.
    let strange = [
        (
            "<disable_collisions link1=\"bsae\" link2=\"cart\"/>".to_owned(),
            "did you mean `base`?",
            None,
        ),
        ("<enable_collisions link1=\"base\" link2=\"tool\"/>".into(), "no link `tool`", None),
        ("<disable_default_collisions link=\"carrt\"/>".into(), "did you mean `cart`?", None),
        ("<passive_joint name=\"x\"/>".into(), "no joint `x`", None),
        ("<group name=\"h\"><joint name=\"shoulde\"/></group>".into(), "mean `shoulder`?", None),
        ("<group name=\"h\"><link name=\"y\"/></group>".into(), "no link `y`", None),
        ("<group name=\"h\"><group name=\"k\"/></group>".into(), "group `k`", None),
        (
            "<group name=\"h\"><chain base_link=\"arm\" tip_link=\"base\"/></group>".into(),
            "does not carry",
            None,
        ),
        ("<group_state name=\"s\" group=\"gg\"/>".into(), "group `gg` does not exist", None),
        (state("bad", &[("shoulder", "nan")]), "`nan` of joint `shoulder`", Some("`nan`")),
        (state("bad", &[("shoulder", "1 2")]), "not one finite number", Some("`1 2`")),
        (state("bad", &[("slide", "1 2")]), "not 3 finite numbers", Some("3 finite")),
        (state("bad", &[("sholder", "1")]), "did you mean `shoulder`?", Some("`sholder`")),
        (state("bad", &[("shoulder", "1"), ("shoulder", "2")]), "two values", Some("two values")),
        (state("s", &[("root", "0 0 1 0 0 0 1")]), "places the whole robot", None),
    ];
    for (text, note, fault) in strange {
        let inner = format!("<group name=\"g\"/>\n{whole}\n{text}\n{good}");
        let semantics = read("strange", &robot, &inner).unwrap();
        assert_eq!(semantics.disabled, [[1, 2]], "{text}");
        assert!(semantics.enabled.is_empty() && semantics.disabled_links.is_empty(), "{text}");
        assert_eq!(semantics.state("good").unwrap().over(&robot, &[0.0]), [1.0], "{text}");
        assert_eq!(semantics.notes.len(), 1, "{:?}", semantics.notes);
        let told = &semantics.notes[0];
        assert!(told.starts_with("line 4: ") && told.contains(note), "{told}");
        match (semantics.state("bad"), fault) {
            (Err(told), Some(fault)) => {
                assert!(told.contains(fault) && told.contains("line 4"), "{told}")
            }
            (Err(told), None) => assert!(told.contains("no state `bad`"), "{told}"),
            (Ok(state), _) => panic!("{text}: {state:?}"),
        }
    }
}

/// It was advised to name one of them as `g/s`, which is the name of both.
#[test]
fn two_states_of_one_name_and_group_are_named_by_their_lines() {
    let robot = floater("twice");
    let twice = |value: &str| {
        let both = state("s", &[("shoulder", "1")]) + &state("s", &[("shoulder", value)]);
        read("twice", &robot, &format!("<group name=\"g\"/>\n{both}")).unwrap()
    };
    for name in ["s", "g/s"] {
        let message = twice("2").state(name).unwrap_err();
        assert!(message.contains("lines 3 and 4") && message.contains("rename"), "{message}");
        assert_eq!(twice("1").state(name).unwrap().over(&robot, &[0.0]), [1.0]);
    }
}

/// Elements of another namespace are someone else's.
#[test]
fn elements_of_another_namespace_are_not_followed() {
    let robot = floater("spaces");
    let own = "<disable_collisions link1=\"base\" link2=\"cart\"/>";
    let foreign = "<x:disable_collisions xmlns:x=\"u\" link1=\"base\" link2=\"arm\"/>\
                   <x:group xmlns:x=\"u\" name=\"g\"/><disable_collisions xmlns=\"u\"/>";
    let semantics = read("spaces", &robot, &format!("{own}{foreign}")).unwrap();
    assert_eq!((semantics.disabled, semantics.groups.len()), (vec![[1, 2]], 0));
    // A file may have a namespace of its own throughout.
    let text = format!("<robot name=\"r\" xmlns=\"u\">{own}</robot>");
    let path = file("spaces", "own.srdf", &text);
    assert_eq!(Loading::default().semantics(&path, &robot).unwrap().disabled, [[1, 2]]);
}

/// It was looked for as a file, or taken for a name.
#[test]
fn what_xacro_replaces_is_said_to_be_that() {
    let error = |inner: &str| {
        let text = format!("<robot name=\"r\">\n<link name=\"a\">{inner}</robot>");
        Loading::default().robot(&file("xacro", "r.urdf", &text)).unwrap_err().to_string()
    };
    let mesh = |name: &str| {
        format!("<collision><geometry><mesh filename=\"{name}\"/></geometry></collision></link>")
    };
    let cases = [
        mesh("$(find arm)/meshes/a.stl"),
        mesh("file://$(find arm)/a.stl"),
        mesh("package://arm/${name}.stl"),
        "<collision><geometry><sphere radius=\"${r}\"/></geometry></collision></link>".into(),
        "</link><link name=\"${prefix}b\"/>".into(),
    ];
    for inner in cases {
        let message = error(&inner);
        assert!(message.contains("line 2") && message.contains("xacro"), "{message}");
    }
}
