//! What the page receives: exactly the library's answers, and what it draws.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::HashMap;
use std::path::Path;

use clearance_json::{Context, Libraries};
use clearance_web::{
    Pair, answer, certify, hull_of_mesh, icosphere_indices, shape_faces, shape_mesh, trace, verify,
};
use serde_json::{Value, json};

fn unwrap<T>(result: Result<T, wasm_bindgen::JsError>) -> T {
    result.unwrap_or_else(|_| panic!("it was refused"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Pairs of all four spaces, some of whose shapes stand on another axis.
fn pairs() -> Vec<Value> {
    let place = json!({ "translation": [1.4, 0.7, 0.3], "rotation": [0.1, 0.2, 0.3, 0.9] });
    let mut pairs = Vec::new();
    for precision in ["f32", "f64"] {
        for x in [0.2, 3.0] {
            pairs.push(json!({ "precision": precision, "a": { "type": "cylinder", "axis": "x", "half_height": 1, "radius": 0.5, "pose": place },
                "b": { "type": "box", "half_extents": [1, 2, 0.5], "margin": 0.25, "pose": { "translation": [x, 0.1, 0.2] } } }));
            pairs.push(json!({ "precision": precision, "dim": 2, "a": { "type": "capsule", "axis": "x", "half_height": 1, "radius": 0.5 },
                "b": { "type": "polygon", "vertices": [[0, 0], [1, 0.2], [0.3, 1]], "pose": { "translation": [x, 0.4], "angle": 0.7 } } }));
        }
    }
    pairs
}

/// The numbers of a pose as the page gives them.
fn pose(pose: &Value, dim: usize) -> Vec<f64> {
    let mut found = numbers(&pose["translation"]);
    match (dim, pose.get("rotation")) {
        (2, _) => found.push(pose.get("angle").map_or(0.0, |angle| angle.as_f64().unwrap())),
        (_, Some(rotation)) => found.extend(numbers(rotation)),
        (_, None) => found.extend([0.0, 0.0, 0.0, 1.0]),
    }
    found
}

#[test]
fn the_fast_path_answers_to_the_last_digit() {
    for pair in pairs() {
        let dim = if pair.get("dim").is_some() { 2 } else { 3 };
        let text = unwrap(answer(&pair.to_string()));
        assert_eq!(
            text,
            clearance_json::answer(&Context::new(Libraries::closed()), &pair).unwrap()
        );
        let expected: Value = serde_json::from_str(&text).unwrap();
        // Starts elsewhere, and moves to the pair's own poses.
        let mut elsewhere = pair.clone();
        elsewhere["b"]["pose"]["translation"][0] = json!(17.0);
        let mut moved = unwrap(Pair::new(&elsewhere.to_string()));
        unwrap(moved.set_pose(1, &pose(&pair["b"]["pose"], dim)));
        for held in [unwrap(Pair::new(&pair.to_string())), moved] {
            let found = unwrap(held.proximity());
            let intersects = expected["intersects"] == true;
            let state =
                f64::from(u8::from(intersects) + u8::from(expected.get("undecided").is_some()));
            assert_eq!(found[0], state);
            let length = &expected[if intersects { "penetration" } else { "distance" }];
            let single = pair["precision"] == "f32";
            let same = |found: f64, expected: f64| {
                // The digits match the pair's own precision.
                if single { found as f32 == expected as f32 } else { found == expected }
            };
            assert!(same(found[1], length.as_f64().unwrap()), "{found:?} {text}");
            assert!(same(found[2], expected["gap"].as_f64().unwrap()));
            for (from, name) in [(3, "normal"), (6, "witness_a"), (9, "witness_b")] {
                for (i, x) in numbers(&expected[name]).iter().enumerate() {
                    assert!(same(found[from + i], *x), "{name}: {found:?} {text}");
                }
            }
        }
    }
}

/// A line that queries a pair, with more keys.
fn queried(pair: &Value, query: &str, more: &[(&str, Value)]) -> Value {
    let mut line = pair.clone();
    line["query"] = json!(query);
    for (key, value) in more {
        line[*key] = value.clone();
    }
    let text = clearance_json::answer(&Context::new(Libraries::closed()), &line).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Compares numbers as the page has them: three coordinates, in the pair's own precision.
fn agree(pair: &Value, found: &[f64], expected: &Value) {
    let single = pair["precision"] == "f32";
    for (i, x) in numbers(expected).iter().enumerate() {
        let same = if single { found[i] as f32 == *x as f32 } else { found[i] == *x };
        assert!(same, "{found:?} for {expected} of {pair}");
    }
}

#[test]
fn contacts_are_those_of_the_command_line() {
    let mut points = 0;
    for pair in pairs() {
        for within in [0.0, 0.75] {
            let found = unwrap(unwrap(Pair::new(&pair.to_string())).contact(within));
            let expected = queried(&pair, "manifold", &[("max_distance", json!(within))]);
            let list = expected["points"].as_array().unwrap();
            assert_eq!(found.len(), if list.is_empty() { 0 } else { 5 + 9 * list.len() });
            if list.is_empty() {
                continue;
            }
            agree(&pair, &found, &expected["normal"]);
            agree(&pair, &found[3..], &json!([expected["gap"], expected["corners"]]));
            for (found, point) in found[5..].chunks(9).zip(list) {
                agree(&pair, found, &point["on_a"]);
                agree(&pair, &found[3..], &point["on_b"]);
                agree(&pair, &found[6..], &json!([point["depth"]]));
                let key = format!("{:08x}{:08x}", found[7] as u32, found[8] as u32);
                assert_eq!(point["key"], key);
                points += 1;
            }
        }
    }
    assert!(points >= 12, "{points}");
}

#[test]
fn meetings_are_those_of_the_command_line() {
    let mut seen = [0; 3];
    let mut limited = 0;
    for pair in pairs() {
        let dim = if pair.get("dim").is_some() { 2 } else { 3 };
        let held = unwrap(Pair::new(&pair.to_string()));
        for (velocity, rate) in [(-4.0, 0.0), (-4.0, 2.0), (3.0, 0.0), (3.0, -9.0), (-0.5, 1.0)] {
            let turning = if dim == 2 { [0.0, 0.0, rate] } else { [rate, 0.5 * rate, rate] };
            let motion =
                [&[0.5, 0.0, 0.0, 0.0, 0.0, 0.0, velocity, 0.25, 0.0], &turning[..]].concat();
            let mut line = pair.clone();
            line["a"]["velocity"] = json!([0.5, 0.0, 0.0][..dim]);
            line["b"]["velocity"] = json!([velocity, 0.25, 0.0][..dim]);
            let rates = if dim == 2 { json!(rate) } else { json!(turning) };
            if rate != 0.0 {
                line["b"]["angular_velocity"] = rates;
            }
            let expected = queried(&line, "cast", &[("max_toi", json!(1.5))]);
            let found = unwrap(held.meeting(&motion, 1.5, None));
            seen[found[0] as usize] += 1;
            assert_eq!(expected["hit"], json!(found[0] != 0.0), "{expected}");
            if found[0] == 0.0 {
                assert_eq!(found.len(), 1);
                continue;
            }
            let time = expected["time_of_impact"].as_f64().unwrap();
            assert!(found[1] <= time && time <= found[2]);
            agree(&pair, &found[3..], &expected["impact_normal"]);
            agree(&pair, &found[6..], &expected["impact_a"]);
            agree(&pair, &found[9..], &expected["impact_b"]);
            // What a limited search proves free is free, and it grows with the limit.
            let mut free = 0.0;
            for steps in 1..6 {
                let found_by_then = unwrap(held.meeting(&motion, 1.5, Some(steps)));
                if found_by_then[0] == 2.0 {
                    assert!(free <= found_by_then[1] && found_by_then[1] <= found[2]);
                    free = found_by_then[1];
                    limited += 1;
                }
            }
        }
    }
    assert!(seen[0] > 4 && seen[1] > 12 && limited > 12, "{seen:?} {limited}");
}

/// The signed area of a polygon.
fn area(outline: &[f32]) -> f64 {
    let points: Vec<[f64; 2]> =
        outline.chunks(2).map(|p| [f64::from(p[0]), f64::from(p[1])]).collect();
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(p, q)| 0.5 * (p[0] * q[1] - p[1] * q[0])).sum()
}

#[test]
fn outlines_have_all_corners_of_polygons_and_enough_of_curves() {
    let square = unwrap(shape_mesh(r#"{"type":"box","half_extents":[1,2]}"#, 2, 16));
    assert_eq!(square.len(), 8);
    assert_eq!(area(&square), 8.0);
    // A sliver's end spans such narrow normals that none of the first directions is among them.
    let sliver = unwrap(shape_mesh(
        r#"{"type":"polygon","vertices":[[0,0],[5,0.001],[10,0],[5,-0.002]]}"#,
        2,
        8,
    ));
    assert_eq!(sliver.len(), 8, "{sliver:?}");
    assert!((area(&sliver) - 0.015).abs() < 1e-6);
    let disc = unwrap(shape_mesh(r#"{"type":"ellipse","radii":[1,2]}"#, 2, 64));
    assert!((area(&disc) - std::f64::consts::TAU).abs() < 1e-3, "{}", area(&disc));
    let round = unwrap(shape_mesh(r#"{"type":"box","half_extents":[1,1],"margin":0.5}"#, 2, 64));
    let exact = 4.0 + 4.0 + 0.25 * std::f64::consts::PI;
    assert!((area(&round) - exact).abs() < 2e-3, "{}", area(&round));
}

#[test]
fn the_difference_of_two_squares_is_a_square() {
    let pair = json!({ "dim": 2, "a": { "type": "box", "half_extents": [1, 1] },
        "b": { "type": "box", "half_extents": [0.5, 0.5], "pose": { "translation": [3, 0] } } });
    let held = unwrap(Pair::new(&pair.to_string()));
    let outline = held.difference(16);
    assert_eq!((outline.len(), area(&outline)), (8, 9.0));
    // A - B is centred at about -3, and is as far from the origin as the shapes are from each
    // other.
    let right = outline.chunks(2).map(|p| p[0]).fold(f32::NEG_INFINITY, f32::max);
    assert_eq!(f64::from(right), -unwrap(held.proximity())[1]);
    assert_eq!(held.supports(&[2.0, 0.0])[..3], [1.0, 1.0, 0.0]);
    assert_eq!(held.supports(&[2.0, 0.0])[6], -1.5);
    assert!(held.supports(&[0.0, 0.0]).is_empty());
}

#[test]
fn the_sphere_is_closed_and_faces_outward() {
    for detail in 0..4 {
        let triangles = icosphere_indices(detail);
        let pair = r#"{"dim":3,"a":{"type":"sphere","radius":2},"b":{"type":"point"}}"#;
        let points = unwrap(Pair::new(pair)).difference(detail);
        assert_eq!(triangles.len() as u32, 60 * 4_u32.pow(detail));
        assert_eq!(points.len() as u32, 3 * (10 * 4_u32.pow(detail) + 2));
        let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
        let mut volume = 0.0;
        for triangle in triangles.chunks(3) {
            let corner = |i: usize| {
                let at = 3 * triangle[i] as usize;
                [0, 1, 2].map(|k| f64::from(points[at + k]))
            };
            let [[a, b, c], [d, e, f], [g, h, i]] = [corner(0), corner(1), corner(2)];
            volume += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6.0;
            for k in 0..3 {
                let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
                *edges.entry((p.min(q), p.max(q))).or_default() += if p < q { 1 } else { -1 };
            }
        }
        assert!(edges.values().all(|balance| *balance == 0));
        let exact = 8.0 * 4.0 / 3.0 * std::f64::consts::PI;
        assert!(
            volume < exact && volume > exact * (1.0 - 0.5 / 3.0_f64.powi(detail as i32)),
            "{volume}"
        );
    }
}

#[test]
fn polytopes_have_faces_and_curved_shapes_have_none() {
    let volume = |shape: &str| -> f64 {
        let faces = unwrap(shape_faces(shape)).unwrap();
        let determinant = |t: &[f32]| {
            let t: Vec<f64> = t.iter().map(|x| f64::from(*x)).collect();
            (t[0] * (t[4] * t[8] - t[5] * t[7]) - t[1] * (t[3] * t[8] - t[5] * t[6])
                + t[2] * (t[3] * t[7] - t[4] * t[6]))
                / 6.0
        };
        faces.chunks(9).map(determinant).sum()
    };
    assert_eq!(volume(r#"{"type":"box","half_extents":[1,2,3]}"#), 48.0);
    assert_eq!(volume(r#"{"type":"hull","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,6]]}"#), 1.0);
    let scaled =
        r#"{"type":"scaled","inner":{"type":"box","half_extents":[1,1,1]},"scale":[1,2,3]}"#;
    assert_eq!(volume(scaled), 48.0);
    for curved in
        [r#"{"type":"sphere","radius":1}"#, r#"{"type":"cone","half_height":1,"radius":1}"#]
    {
        assert!(unwrap(shape_faces(curved)).is_none());
    }
}

#[test]
fn traces_and_proofs_are_those_of_the_command_line() {
    for pair in pairs() {
        let found = clearance_json::Trace::read(&unwrap(trace(&pair.to_string()))).unwrap();
        assert!(found.steps.len() > 1);
        if let Some(document) = unwrap(certify(&pair.to_string())) {
            let said = verify(&document);
            assert!(said.starts_with("verified: "), "{said}");
            let lie = document.replace(r#""verdict":"Separated""#, r#""verdict":"Intersecting""#);
            assert!(lie == document || verify(&lie).starts_with("refused: "));
        }
    }
    assert!(verify("{}").starts_with("refused: query: is missing"));
}

#[test]
fn meshes_are_read_from_bytes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/panda/link5.stl");
    let hull = unwrap(hull_of_mesh(&std::fs::read(file).unwrap(), "link5.stl", None));
    let hull: Value = serde_json::from_str(&hull).unwrap();
    assert_eq!(hull["stands_for"]["path"], "link5.stl");
    assert_eq!(hull["stands_for"]["convex"], false);
    let pair = json!({ "dim": 3, "a": hull,
        "b": { "type": "point", "pose": { "translation": [1, 0, 0] } } });
    let said = unwrap(answer(&pair.to_string()));
    assert!(said.contains(r#""intersects":false"#), "{said}");
    assert!(said.contains(r#""hull_of_concave":true,"parts":"apart""#), "{said}");
}
