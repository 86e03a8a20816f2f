//! What holds of every trace, and pairs whose truth is known.

use serde_json::{Value, json};

use crate::common::numbers;

pub(crate) fn steps<'t>(trace: &'t Value, kind: &str) -> Vec<&'t Value> {
    trace["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == kind).collect()
}

/// Lines of JSON with the exact signed distance of the shapes, known without this program.
pub(crate) fn known() -> Vec<(Value, f64)> {
    let at = |shape: Value, x: f64, y: f64, z: f64| {
        let mut shape = shape;
        shape["pose"] = json!({ "translation": [x, y, z], "rotation": [0, 0, 0, 1] });
        shape
    };
    let in_plane = |shape: Value, x: f64, y: f64| {
        let mut shape = shape;
        shape["pose"] = json!({ "translation": [x, y], "angle": 0 });
        shape
    };
    let cube = || json!({ "type": "box", "half_extents": [1, 1, 1] });
    let square = || json!({ "type": "box", "half_extents": [1, 1] });
    let ball = || json!({ "type": "ellipsoid", "radii": [1, 2, 2] });
    let tent = || json!({ "type": "hull", "vertices": [[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [0, 1, 0]] });
    let corner = || json!({ "type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2]] });
    vec![
        (
            json!({ "dim": 3, "a": cube(), "b": at(json!({ "type": "sphere", "radius": 0.5 }), 4.0, 0.0, 0.0) }),
            2.5,
        ),
        (
            json!({ "dim": 3, "a": cube(), "b": at(json!({ "type": "sphere", "radius": 0.5 }), 1.25, 0.5, 0.0) }),
            -0.25,
        ),
        (json!({ "dim": 3, "a": cube(), "b": at(cube(), 3.5, 0.25, 1.0) }), 1.5),
        (json!({ "dim": 3, "a": cube(), "b": at(cube(), 1.5, 0.25, 0.5) }), -0.5),
        (json!({ "dim": 3, "a": tent(), "b": at(cube(), 0.0, 2.5, 0.0) }), 0.5),
        (json!({ "dim": 3, "a": tent(), "b": at(cube(), 0.25, 1.5, 0.0) }), -0.5),
        (json!({ "dim": 3, "a": ball(), "b": at(ball(), 2.5, 0.0, 0.0) }), 0.5),
        (json!({ "dim": 3, "a": ball(), "b": at(ball(), 1.5, 0.0, 0.0) }), -0.5),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), 3.0, 0.0) }), 2.0),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), -1.5, -1.5) }), -0.5_f64.sqrt()),
        (json!({ "dim": 2, "a": square(), "b": in_plane(corner(), 0.75, -0.5) }), -0.25),
        (
            json!({ "dim": 2, "a": { "type": "capsule", "half_height": 1, "radius": 0.5 }, "b": in_plane(square(), 3.0, 0.5) }),
            1.5,
        ),
    ]
}

/// The line with all its lengths multiplied.
pub(crate) fn scaled(line: &Value, factor: f64) -> Value {
    match line {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| match key.as_str() {
                "dim" | "rotation" | "angle" => (key.clone(), value.clone()),
                _ => (key.clone(), scaled(value, factor)),
            })
            .collect(),
        Value::Array(items) => items.iter().map(|item| scaled(item, factor)).collect(),
        Value::Number(number) => json!(number.as_f64().unwrap() * factor),
        other => other.clone(),
    }
}

/// Everything that holds of any trace, and that its bounds enclose the truth and lead to the
/// answer.
pub(crate) fn check(trace: &Value, truth: f64, size: f64, rounding: f64) {
    let room = rounding * size;
    assert_eq!(trace["clearance_trace"], 1);
    assert_eq!(trace["method"], "iterations");
    let dim = usize::try_from(trace["dim"].as_u64().unwrap()).unwrap();
    let margin: f64 = numbers(&trace["radii"]).iter().sum();
    let core = truth + margin;
    assert_eq!(numbers(&trace["frame"]["origin"]).len(), dim);
    assert_eq!(trace["frame"]["axes"].as_array().unwrap().len(), dim);

    let bound = |step: &Value, name: &str| step[name].as_f64();
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut before: Vec<Value> = Vec::new();
    let mut found: Vec<Value> = Vec::new();
    for (i, step) in steps(trace, "gjk").into_iter().enumerate() {
        assert_eq!(step["iteration"], i);
        simplex(step, &before, &found, dim);
        if !found.contains(&step["support"]["point"]) {
            found.push(step["support"]["point"].clone());
        }
        assert!(names(step, &step["support"], &found), "{step}");
        before = step["simplex"].as_array().unwrap().clone();
        before.push(step["support"].clone());
        vertex(&step["support"], room);
        let direction = numbers(&step["direction"]);
        assert!((direction.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
        let (least, most) =
            (bound(step, "lower").unwrap(), bound(step, "upper").unwrap_or(f64::INFINITY));
        assert!(least >= lower && most <= upper, "bounds only ever close: {step}");
        assert!(least <= core.max(0.0) + room && most >= core.max(0.0) - room, "{core} {step}");
        (lower, upper) = (least, most);
    }
    let end = steps(trace, "gjk_end");
    assert_eq!(end.len(), 1);
    simplex(end[0], &before, &found, dim);

    let (mut shallow, mut deep) = (f64::NEG_INFINITY, f64::INFINITY);
    let epa = steps(trace, "epa");
    for (i, step) in epa.iter().enumerate() {
        assert_eq!(step["iteration"], i);
        closed(step, dim);
        let (least, most) =
            (bound(step, "lower").unwrap_or(f64::NEG_INFINITY), bound(step, "upper").unwrap());
        assert!(least >= shallow && most <= deep, "bounds only ever close: {step}");
        assert!(least <= -core + room && most >= -core - room, "{core} {step}");
        (shallow, deep) = (least, most);
    }
    for step in trace["steps"].as_array().unwrap() {
        assert!(step["says"].as_str().unwrap().ends_with('.'), "{step}");
    }

    let answer = &trace["answer"];
    let gap = answer["gap"].as_f64().unwrap();
    let (found, reached) = if answer["intersects"] == true {
        (
            -answer["penetration"].as_f64().unwrap(),
            if epa.is_empty() { [lower, upper] } else { [-deep, -shallow] },
        )
    } else {
        (answer["distance"].as_f64().unwrap(), [lower, upper])
    };
    assert!((found - truth).abs() <= gap + room, "{found} is not {truth}");
    let slack = gap + room + 1e-9 * size;
    for bound in reached {
        assert!(
            (bound - margin - found).abs() <= slack,
            "{reached:?} do not lead to {found} ± {gap}"
        );
    }
    assert!(trace["certificate"].is_object() || trace["certificate_error"].is_string());
}

/// Whether the sentence names a vertex by its age among all that were found, from 1 on.
fn names(step: &Value, vertex: &Value, found: &[Value]) -> bool {
    let age = found.iter().position(|point| *point == vertex["point"]).unwrap() + 1;
    let says = step["says"].as_str().unwrap();
    says.split(|c: char| !c.is_alphanumeric()).any(|word| word == age.to_string())
}

/// A simplex is what was there before, with the support point, without what was dropped.
fn simplex(step: &Value, before: &[Value], found: &[Value], dim: usize) {
    let vertices = step["simplex"].as_array().unwrap();
    let dropped: Vec<usize> =
        numbers(&step["dropped"]).iter().map(|i| format!("{i}").parse().unwrap()).collect();
    let kept = before.iter().enumerate().filter(|(i, _)| !dropped.contains(i)).map(|(_, v)| v);
    assert!(kept.eq(vertices), "{step}");
    let region = match (&step["region"], vertices.len()) {
        (Value::Null, 0) => return,
        (region, _) => region.as_str().unwrap(),
    };
    match region {
        "vertex" => assert_eq!(vertices.len(), 1),
        "edge" => assert_eq!(vertices.len(), 2),
        "face" => assert_eq!((vertices.len(), dim), (3, 3)),
        "inside" => assert!(vertices.len() <= dim + 1),
        other => panic!("{other}"),
    }
    // The nearest point is where the next direction comes from, so there is one.
    assert_eq!(numbers(&step["nearest"]).len(), dim);
    if step["kind"] == "gjk" {
        assert!(dropped.iter().all(|i| names(step, &before[*i], found)), "{step}");
    }
}

fn vertex(vertex: &Value, room: f64) {
    let [point, a, b] = ["point", "on_a", "on_b"].map(|name| numbers(&vertex[name]));
    for (i, x) in point.iter().enumerate() {
        assert!((a[i] - b[i] - x).abs() <= room, "{vertex}");
    }
    assert_eq!(vertex["features"].as_array().unwrap().len(), 2);
}

/// The facets are a closed surface of vertices that are there, and the horizon is made of their
/// edges.
fn closed(step: &Value, dim: usize) {
    let count = step["vertices"].as_array().unwrap().len();
    let facets: Vec<Vec<f64>> = step["facets"].as_array().unwrap().iter().map(numbers).collect();
    let chosen = usize::try_from(step["chosen"].as_u64().unwrap()).unwrap();
    assert!(chosen < facets.len());
    assert!(facets.iter().flatten().all(|corner| (*corner as usize) < count));
    assert!(facets.iter().all(|facet| facet.len() == dim));
    let mut edges: Vec<(u64, u64)> = Vec::new();
    for facet in &facets {
        for i in 0..if dim == 3 { 3 } else { 1 } {
            edges.push((facet[i] as u64, facet[(i + 1) % dim] as u64));
        }
    }
    if dim == 3 {
        assert!(edges.iter().all(|(a, b)| edges.contains(&(*b, *a))), "{step}");
    } else {
        assert!(edges.iter().all(|(_, b)| edges.iter().any(|(a, _)| a == b)), "{step}");
    }
    for edge in step["horizon"].as_array().unwrap() {
        assert!(numbers(edge).iter().all(|corner| (*corner as usize) < count), "{step}");
    }
}
