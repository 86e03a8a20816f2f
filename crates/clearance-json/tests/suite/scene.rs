//! Lines about soups and compounds.
#![cfg(feature = "lines")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{Cuboid, Pose, Xyz};
use clearance_json::{Context, Libraries, answer};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Object, contacts_between};
use serde_json::{Value, json};

fn ask(line: &Value) -> Value {
    let context = Context::new(Libraries::closed());
    serde_json::from_str(&answer(&context, line).unwrap()).unwrap()
}

fn refusal(line: &Value) -> String {
    answer(&Context::new(Libraries::closed()), line).unwrap_err().to_string()
}

/// A cube's surface.
fn cube(half: f64) -> Value {
    let pick = |i: usize, bit: usize| if i & bit == 0 { -half } else { half };
    let vertices: Vec<[f64; 3]> = (0..8).map(|i| [pick(i, 1), pick(i, 2), pick(i, 4)]).collect();
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[usize; 3]> =
        quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    json!({"vertices": vertices, "triangles": triangles, "closed": true})
}

fn at(mut body: Value, x: f64) -> Value {
    body["pose"] = json!({"translation": [x, 0, 0]});
    body
}

#[test]
fn soups_are_apart_or_meet() {
    let apart = ask(&json!({"id": 7, "query": "soup", "a": cube(1.0), "b": at(cube(1.0), 2.5)}));
    assert_eq!(apart["intersects"], false);
    assert_eq!((&apart["id"], &apart["distance"]), (&json!(7), &json!(0.5)));
    assert_eq!(
        (&apart["overlap_lower_bound"], &apart["inside"]),
        (&Value::Null, &json!("neither"))
    );
    let touch = ask(&json!({"query": "soup", "a": cube(1.0), "b": at(cube(1.0), 2.0)}));
    assert_eq!((&touch["intersects"], touch.get("undecided")), (&json!(true), None));
    assert!(touch["overlap_lower_bound"].as_f64().unwrap() < 1e-12);
}

#[test]
fn a_closed_soup_counts_as_solid_where_that_is_said() {
    let mut line = json!({"query": "soup", "a": cube(2.0), "b": cube(0.5)});
    let surface = ask(&line);
    assert_eq!(surface["intersects"], false);
    assert_eq!((&surface["distance"], &surface["inside"]), (&json!(1.5), &json!("b_in_a")));
    line["solid"] = true.into();
    let solid = ask(&line);
    assert_eq!((&solid["intersects"], &solid["distance"]), (&json!(true), &json!(0.0)));
    assert_eq!(solid["overlap_lower_bound"], 1.5);
    // So does one that has only a piece inside.
    let mut pieces = cube(0.5);
    let far = cube(0.5)["vertices"].as_array().unwrap().clone();
    let far = far.into_iter().map(|v| json!([v[0].as_f64().unwrap() + 20.0, v[1], v[2]]));
    pieces["vertices"].as_array_mut().unwrap().extend(far);
    let more = cube(0.5)["triangles"].as_array().unwrap().clone();
    let more = more.iter().map(|t| json!([0, 1, 2].map(|i| t[i].as_u64().unwrap() + 8)));
    pieces["triangles"].as_array_mut().unwrap().extend(more);
    line["b"] = pieces;
    assert_eq!(ask(&line)["intersects"], true);
    line["b"] = cube(0.5);
    // An open one does not.
    line["a"]["triangles"].as_array_mut().unwrap().pop();
    line["a"]["closed"] = false.into();
    let open = ask(&line);
    assert_eq!((&open["intersects"], &open["inside"]), (&json!(false), &json!("unknown")));
}

#[test]
fn any_shape_stands_beside_a_body() {
    let mut own = cube(2.0);
    own["type"] = "soup".into();
    let ask = |b: &Value, is_solid: bool| {
        ask(&json!({"query": "soup", "solid": is_solid, "a": own, "b": b}))
    };
    // The signed distance of points: their depth by the nearest face.
    for (x, distance, depth) in [(3.5, 1.5, None), (1.5, 0.0, Some(0.5)), (0.5, 0.0, Some(1.5))] {
        let point = json!({"type": "point", "pose": {"translation": [x, 0.25, 0]}});
        let found = ask(&point, true);
        assert_eq!(found["distance"], distance, "{found}");
        assert_eq!(found["overlap_lower_bound"].as_f64(), depth, "{found}");
        let inside = if depth.is_some() { "b_in_a" } else { "neither" };
        assert_eq!(found["inside"], inside, "{found}");
        let surface = ask(&point, false);
        assert_eq!(surface["distance"], if x > 2.0 { 1.5 } else { 2.0 - x }, "{surface}");
    }
    let along_x = json!({"type": "cylinder", "half_height": 1, "radius": 0.5, "axis": "x",
        "pose": {"translation": [4, 0, 0]}});
    assert_eq!(ask(&along_x, true)["distance"], 1.0);
    let mut compound = json!({"parts": [{"type": "sphere", "radius": 0.5}]});
    compound["type"] = "compound".into();
    assert_eq!(ask(&at(compound, 3.0), false)["distance"], 0.5);
    let unnamed = refusal(&json!({"query": "soup", "a": cube(1.0), "b": along_x}));
    assert!(unnamed.starts_with("b"), "{unnamed}");
}

#[test]
fn compounds_tell_their_parts() {
    let part = |x: f64| {
        json!({"type": "box", "half_extents": [0.5, 0.5, 0.5],
            "pose": {"translation": [x, 0, 0]}})
    };
    let fork = json!({"parts": [part(0.0), part(3.0)]});
    let ball = |x: f64| {
        json!({"parts": [{"type": "sphere", "radius": 0.25}],
        "pose": {"translation": [x, 0, 0]}})
    };
    let apart = ask(&json!({"query": "compound", "a": fork, "b": ball(1.75)}));
    assert_eq!(
        (&apart["part_a"], &apart["part_b"], &apart["distance"]),
        (&json!(1), &json!(0), &json!(0.5))
    );
    let deep = ask(&json!({"query": "compound", "a": fork, "b": ball(2.375)}));
    assert_eq!(deep["intersects"], true);
    let depth = deep["overlap_lower_bound"].as_f64().unwrap();
    assert!((depth - 0.125).abs() <= deep["gap"].as_f64().unwrap() + 1e-15, "{deep}");
}

#[test]
fn wrong_bodies_are_refused_by_their_place() {
    let mut line = json!({"query": "soup", "a": cube(1.0), "b": cube(1.0)});
    line["b"]["triangles"][3][1] = 8.into();
    assert!(
        refusal(&line).starts_with("b.triangles[3]: must name vertices by their places, 0 to 7")
    );
    line["b"] = cube(1.0);
    line["b"]["triangles"].as_array_mut().unwrap().pop();
    assert!(refusal(&line).starts_with("b.closed: is true, but an edge"));
    line["b"] = json!({"vertices": [], "triangle": []});
    assert!(refusal(&line).contains("did you mean `triangles`"), "{}", refusal(&line));
    let line = json!({"query": "compound", "a": {"parts": []}, "b": {"parts": []}});
    assert!(refusal(&line).starts_with("a.parts: there is nothing in it"), "{}", refusal(&line));
    let line =
        json!({"query": "compound", "a": {"parts": [{"type": "sphere", "radius": -1}]}, "b": 1});
    assert!(refusal(&line).starts_with("a.parts[0].radius"), "{}", refusal(&line));
    let line = json!({"query": "soup", "precision": "f32", "a": cube(1.0), "b": cube(1.0)});
    assert!(refusal(&line).starts_with("precision:"));
}

/// Each part had a copy of the hull: a line of 60 kB and a file of 100 kB took gigabytes.
#[test]
fn a_compound_that_names_a_large_mesh_often_is_refused() {
    const CORNERS: u32 = 4000;
    let folder = std::env::temp_dir().join(format!("clearance-compound-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let turn = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let corner = |i: u32| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(CORNERS);
        let (sin, cos) = (turn * f64::from(i)).sin_cos();
        let width = (1.0 - z * z).sqrt();
        format!("v {} {} {z}\n", width * cos, width * sin)
    };
    let faces = (3..=CORNERS).map(|i| format!("f 1 2 {i}\n"));
    let text: String = (0..CORNERS).map(corner).chain(faces).collect();
    std::fs::write(folder.join("ball.obj"), text).unwrap();
    let context = Context::new(Libraries::new(&folder, &Default::default()));
    let part = json!({"type": "mesh", "path": "ball.obj"});
    let ask = |count: usize| {
        let line = json!({"query": "compound", "a": {"parts": vec![part.clone(); count]},
            "b": {"parts": [{"type": "point"}]}});
        answer(&context, &line).map_err(|fault| fault.to_string())
    };
    assert!(ask(3).is_ok());
    assert!(ask(600).unwrap_err().contains("more than 2097152 corners in all"));
    std::fs::remove_dir_all(&folder).unwrap();
}

fn moving(mut body: Value, kind: &str, velocity: [f64; 3]) -> Value {
    body["type"] = kind.into();
    body["velocity"] = json!(velocity);
    body
}

#[test]
fn bodies_of_many_pieces_are_cast() {
    let still = |body: Value| moving(body, "soup", [0.0; 3]);
    let line = json!({"id": 3, "query": "cast", "a": still(cube(1.0)),
        "b": moving(at(cube(1.0), 6.0), "soup", [-8.0, 0.0, 0.0])});
    let found = ask(&line);
    assert_eq!(
        (&found["id"], &found["hit"], found.get("undecided")),
        (&json!(3), &json!(true), None)
    );
    let near = |value: &Value, truth: f64| (value.as_f64().unwrap() - truth).abs() < 1e-12;
    assert!(near(&found["time_of_impact"], 0.5) && near(&found["distance"], 4.0), "{found}");
    assert!(near(&found["impact_normal"][0], 1.0) && found["impact_part_a"].is_u64(), "{found}");
    // A's motion alone comes to the same; the points are where it is then.
    let line = json!({"query": "cast", "a": moving(cube(1.0), "soup", [8.0, 0.0, 0.0]),
        "b": still(at(cube(1.0), 6.0))});
    let found = ask(&line);
    assert!(near(&found["time_of_impact"], 0.5) && near(&found["impact_a"][0], 5.0), "{found}");
    // A fork passes about a ball that its hull would meet.
    let part = |x: f64| json!({"type": "box", "half_extents": [0.5, 1, 1], "pose": {"translation": [x, 0, 0]}});
    let fork = json!({"type": "compound", "parts": [part(-2.0), part(2.0)]});
    let ball = |y: f64| json!({"type": "sphere", "radius": 1.0, "velocity": [y, 8, 0], "pose": {"translation": [0, -4, 0]}});
    let passes = ask(&json!({"query": "cast", "a": fork, "b": ball(0.0)}));
    assert_eq!((&passes["hit"], &passes["impact_part_a"]), (&json!(false), &Value::Null));
    let hits = ask(&json!({"query": "cast", "a": fork, "b": ball(4.0)}));
    assert_eq!((&hits["hit"], &hits["impact_part_a"]), (&json!(true), &json!(1)));
    let sooner = ask(&json!({"query": "cast", "a": fork, "b": ball(4.0), "max_toi": 0.125}));
    assert_eq!(sooner["hit"], false);
}

#[test]
fn casts_of_bodies_name_what_is_wrong() {
    let turns = json!({"query": "cast", "a": moving(cube(1.0), "soup", [0.0; 3]),
        "b": {"type": "sphere", "radius": 1, "angular_velocity": [0, 0, 1]}});
    assert_eq!((&ask(&turns)["hit"], &ask(&turns)["time_of_impact"]), (&json!(true), &json!(0.0)));
    let mut flat = turns.clone();
    flat["b"]["pose"] = json!({"translation": [0, 0, 0],
        "matrix": [[0.8, -0.6, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, 1.0]]});
    assert!(refusal(&flat).contains("need poses by `rotation`"), "{}", refusal(&flat));
    flat["b"] = json!({"type": "sphere", "radius": 1, "velocity": [1, 0, 0]});
    flat["solid"] = true.into();
    assert!(refusal(&flat).starts_with("solid"), "{}", refusal(&flat));
    flat.as_object_mut().unwrap().remove("solid");
    flat["a"]["velocity"] = json!([0.1, 0, 0]);
    flat["b"]["velocity"] = json!([1e-9, 0, 0]);
    assert!(refusal(&flat).contains("let it rest"), "{}", refusal(&flat));
    flat["precision"] = "f32".into();
    assert!(refusal(&flat).starts_with("precision"), "{}", refusal(&flat));
}

/// A crate a millimetre deep in a floor of two triangles, across the edge between them.
#[test]
fn soups_touch_at_the_corners_of_what_stands_on_them() {
    let floor = json!({"type": "soup", "triangles": [[0, 1, 2], [0, 2, 3]],
        "vertices": [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0]]});
    let the_crate = json!({"type": "box", "half_extents": [0.5, 0.5, 0.5],
        "pose": {"translation": [1, 1, 0.4375]}});
    let mut line = json!({"id": 3, "query": "manifold", "a": floor, "b": the_crate});
    let found = ask(&line);
    assert_eq!((&found["id"], &found["depth"]), (&json!(3), &json!(0.0625)));
    let contacts = found["contacts"].as_array().unwrap();
    assert_eq!((contacts.len(), &contacts[0]["corners"]), (1, &json!(4)));
    assert_eq!(contacts[0]["normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(contacts[0].get("is_true"), None);
    let points = contacts[0]["points"].as_array().unwrap();
    assert!(points.iter().all(|point| point["on_b"][2] == json!(-0.0625)), "{points:?}");
    // The library's own answer.
    let vertices = vec![[-9., -9., 0.], [9., -9., 0.], [9., 9., 0.], [-9., 9., 0.]];
    let mesh = Mesh { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] };
    let ground = Object::new("", Body::of_triangles(mesh).unwrap());
    let half = Xyz::new(0.5, 0.5, 0.5);
    let body = Body::of_parts(vec![Cuboid::new(half).into()]).unwrap();
    let pose = Pose::from_translation(Xyz::new(1.0, 1.0, 0.4375));
    let own = contacts_between(&ground, &Object { pose, ..Object::new("", body) }, 0.0);
    let told: Vec<Value> = own[0].few().iter().map(|p| json!([p.on_a.x, p.on_a.y, 0.0])).collect();
    let here: Vec<Value> = points.iter().map(|point| point["on_a"].clone()).collect();
    assert_eq!(here, told);
    // Above it, within reach and not; and what means nothing here.
    line["b"]["pose"] = json!({"translation": [1, 1, 0.75]});
    assert_eq!(ask(&line)["depth"], Value::Null);
    line["max_distance"] = 0.5.into();
    assert_eq!(ask(&line)["depth"], json!(-0.25));
    line["b"]["velocity"] = json!([1, 0, 0]);
    assert!(refusal(&line).contains("velocity"), "{}", refusal(&line));
}

/// A bar that turns about its middle into a post of one triangle.
#[test]
fn bodies_that_turn_are_cast() {
    let post = json!({"type": "soup", "vertices": [[0, 1.5, -1], [0, 1.5, 1], [0, 1.75, 0]],
        "triangles": [[0, 1, 2]]});
    let bar = json!({"type": "box", "half_extents": [2, 0.125, 0.125],
        "angular_velocity": [0, 0, 1]});
    let mut line = json!({"query": "cast", "max_toi": 9, "a": post, "b": bar});
    let found = ask(&line);
    assert_eq!((&found["hit"], found.get("undecided")), (&json!(true), None));
    let time = found["time_of_impact"].as_f64().unwrap();
    // The post's lower edge meets the bar's side, which is 0.125 from the middle.
    let truth = std::f64::consts::FRAC_PI_2 - (0.125_f64 / 1.5).asin();
    assert!((time - truth).abs() < 1e-9, "{time} {truth}");
    line["b"]["angular_velocity"] = json!([0, 0, 0.1]);
    assert_eq!(ask(&line)["hit"], false);
    // To another pose, by a quarter turn.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    line["max_toi"] = 1.into();
    line["b"].as_object_mut().unwrap().remove("angular_velocity");
    line["b"]["motion"] = json!({"end_translation": [0, 0, 0], "end_rotation": [0, 0, half, half]});
    let time = ask(&line)["time_of_impact"].as_f64().unwrap();
    assert!((time - truth / std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{time}");
    line["b"]["pose"] = json!({"rotation": {"axis": [0, 0, 1], "angle": 0.1}});
    assert!(answer(&Context::new(Libraries::closed()), &line).is_err());
}
