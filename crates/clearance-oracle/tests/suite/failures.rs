//! The published failures of other libraries and the reports (`cases/`): their computed truth must
//! agree with the oracle.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance_oracle::{Bracket, Impact, Pose, Shape, judge, judge_impact};
use serde_json::Value;
use std::path::Path;

fn floats<const N: usize>(value: &Value) -> [f64; N] {
    std::array::from_fn(|i| value[i].as_f64().unwrap())
}

/// A number of the file as the library under test sees it.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn points<const N: usize>(value: &Value) -> Vec<[f64; N]> {
    value.as_array().unwrap().iter().map(floats).collect()
}

/// The shape, and the matrix that turns local y into the axis that the row names.
fn shape<const N: usize>(value: &Value) -> Shape<N> {
    match value.get("margin") {
        Some(margin) => {
            Shape::Rounded { inner: Box::new(bare_shape(value)), radius: number(margin) }
        }
        None => bare_shape(value),
    }
}

fn bare_shape<const N: usize>(value: &Value) -> Shape<N> {
    let radius = || number(&value["radius"]);
    let half_height = || number(&value["half_height"]);
    match value["type"].as_str().unwrap() {
        "point" => Shape::Point,
        "segment" if value.get("half_height").is_some() => Shape::segment_along_y(half_height()),
        "segment" | "triangle" | "hull" | "polygon" => Shape::Hull(points(&value["vertices"])),
        "sphere" | "circle" => Shape::Ball { radius: radius() },
        "box" => Shape::Box { half_extents: floats(&value["half_extents"]) },
        "capsule" if value.get("vertices").is_some() => Shape::Rounded {
            inner: Box::new(Shape::Hull(points(&value["vertices"]))),
            radius: radius(),
        },
        "capsule" => Shape::Capsule { half_height: half_height(), radius: radius() },
        "cylinder" => Shape::Cylinder { half_height: half_height(), radius: radius() },
        "cone" => Shape::Cone { half_height: half_height(), radius: radius() },
        "ellipsoid" | "ellipse" => Shape::Ellipsoid { radii: floats(&value["radii"]) },
        "rounded" => Shape::Rounded { inner: Box::new(shape(&value["inner"])), radius: radius() },
        other => panic!("no such shape: {other}"),
    }
}

/// The columns of a rotation permuted so that local y goes where the named axis would.
fn onto_axis(rows: [[f64; 3]; 3], axis: &str) -> [[f64; 3]; 3] {
    // Images of local x, y, z; a cyclic permutation is a rotation.
    let columns = match axis {
        "x" => [2, 0, 1],
        "z" => [1, 2, 0],
        _ => [0, 1, 2],
    };
    rows.map(|row| columns.map(|c| row[c]))
}

fn pose_3(value: &Value) -> Pose<3> {
    let axis = value.get("axis").and_then(Value::as_str).unwrap_or("y");
    let permutation = onto_axis([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], axis);
    let Some(pose) = value.get("pose") else {
        return Pose::from_matrix([0.0; 3], permutation).unwrap();
    };
    let translation = pose.get("translation").map_or([0.0; 3], floats);
    if let Some(matrix) = pose.get("matrix") {
        let flat: [f64; 9] = floats(matrix);
        let rows = std::array::from_fn(|i| std::array::from_fn(|j| flat[3 * i + j]));
        return Pose::from_matrix(translation, onto_axis(rows, axis)).unwrap();
    }
    let quaternion = pose.get("rotation").map_or([0.0, 0.0, 0.0, 1.0], floats);
    let turned = Pose::from_quaternion(translation, quaternion).unwrap();
    let local = Pose::from_matrix([0.0; 3], permutation).unwrap();
    turned.after(&local)
}

fn pose_2(value: &Value) -> Pose<2> {
    let Some(pose) = value.get("pose") else { return Pose::identity() };
    Pose::from_angle(floats(&pose["translation"]), number(&pose["angle"])).unwrap()
}

#[test]
fn agree_with_the_oracle() {
    let text = text("failures.jsonl");
    let (mut exact, mut curved, mut skipped) = (0, 0, 0);
    let mut wrong = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let truth = &row["truth"];
        // Casts without a start distance state nothing about the pair at rest.
        let start = truth.get("signed_distance").or(truth.get("initial_signed_distance"));
        let Some(expected) = start.and_then(Value::as_f64) else {
            skipped += 1;
            continue;
        };
        let slack = number(&truth["tol"]);
        let (intersects, bracket, is_exact) = if row["dim"] == 3 {
            let (a, b) = (&row["a"], &row["b"]);
            let t = judge(&shape::<3>(a), &pose_3(a), &shape(b), &pose_3(b)).unwrap();
            (t.intersects, t.signed_distance, t.exact)
        } else {
            let (a, b) = (&row["a"], &row["b"]);
            let t = judge(&shape::<2>(a), &pose_2(a), &shape(b), &pose_2(b)).unwrap();
            (t.intersects, t.signed_distance, t.exact)
        };
        if is_exact {
            exact += 1
        } else {
            curved += 1
        }
        let boundary = truth["boundary"] == true;
        let boolean = truth["intersects"].as_bool();
        let contradicts = !boundary
            && matches!((boolean, intersects), (Some(x), Some(y)) if x != y && expected.abs() > slack);
        if !bracket.admits(expected, slack) || contradicts {
            wrong.push(format!(
                "{} {}: {expected:e} +- {slack:e}, oracle {bracket:?} {intersects:?} off by {:e}",
                row["id"],
                row["precision"],
                (bracket.middle() - expected).abs()
            ));
        }
    }
    println!("{exact} exact, {curved} curved, {skipped} without a distance at rest");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
    assert!(exact > 90 && curved > 10);
}

/// Frusta, half-spaces and meshes are not the oracle's shapes.
const FOREIGN: [&str; 3] = ["frustum", "half_space", "mesh"];

#[test]
fn reports_agree_with_the_oracle() {
    let text = text("reports.jsonl");
    let (mut judged, mut wrong) = (0, Vec::new());
    for line in text.lines() {
        let mut row: Value = serde_json::from_str(line).unwrap();
        if row["precision"] == "f32" {
            // The numbers as read in that precision.
            for side in ["a", "b"] {
                round_to_f32(&mut row[side]);
            }
        }
        let (a, b, truth) = (&row["a"], &row["b"], &row["truth"]);
        let foreign = [a, b].iter().any(|s| {
            s["type"].as_str().is_none_or(|name| FOREIGN.contains(&name)) || s["concave"] == true
        });
        let Some(expected) = truth["signed_distance"].as_f64() else { continue };
        // An angle is not rational, and its floats are those of f64.
        if foreign || row["query"].is_string() || row["id"] == "angle-f32" {
            continue;
        }
        let found = if row["dim"] == 3 {
            let t = judge(&shape::<3>(a), &pose_3(a), &shape(b), &pose_3(b)).unwrap();
            (t.intersects, t.signed_distance)
        } else {
            let t = judge(&shape::<2>(a), &pose_2(a), &shape(b), &pose_2(b)).unwrap();
            (t.intersects, t.signed_distance)
        };
        judged += 1;
        let (intersects, bracket) = found;
        let given = truth["bracket"].as_f64().or(truth["tol"].as_f64()).unwrap_or(0.0);
        let slack = given + f64::EPSILON * expected.abs();
        let boolean = truth["intersects"].as_bool();
        let contradicts =
            given == 0.0 && matches!((boolean, intersects), (Some(x), Some(y)) if x != y);
        if !bracket.admits(expected, slack) || contradicts {
            wrong.push(format!("{} {expected:e}, oracle {bracket:?} {intersects:?}", row["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged > 200, "{judged}");
}

fn round_to_f32(value: &mut Value) {
    match value {
        Value::Number(_) => *value = Value::from(f64::from(number(value) as f32)),
        Value::Array(list) => list.iter_mut().for_each(round_to_f32),
        Value::Object(fields) => fields.values_mut().for_each(round_to_f32),
        _ => {}
    }
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The velocity of B relative to A; a shape without one rests.
fn velocity<const N: usize>(a: &Value, b: &Value) -> [f64; N] {
    let of = |s: &Value| s.get("velocity").map_or([0.0; N], floats);
    let (of_a, of_b): ([f64; N], [f64; N]) = (of(a), of(b));
    std::array::from_fn(|i| of_b[i] - of_a[i])
}

#[test]
fn casts_agree_with_the_oracle() {
    let text = text("failures.jsonl");
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (a, b, truth) = (&row["a"], &row["b"], &row["truth"]);
        // The oracle does not judge turning motions here.
        if row["query"] != "cast" || a.get("motion").is_some() || b.get("motion").is_some() {
            continue;
        }
        rows += 1;
        let max = row.get("max_toi").and_then(Value::as_f64).unwrap_or(1.0);
        let found = if row["dim"] == 3 {
            let v = velocity(a, b);
            judge_impact(&shape::<3>(a), &pose_3(a), &shape(b), &pose_3(b), v, max)
        } else {
            let v = velocity(a, b);
            judge_impact(&shape::<2>(a), &pose_2(a), &shape(b), &pose_2(b), v, max)
        };
        let found = found.unwrap();
        let time = truth["time_of_impact"].as_f64().unwrap_or(f64::NAN);
        let slack = number(&truth["tol"]) + 4.0 * f64::EPSILON * time;
        let agrees = match found {
            Impact::Misses => truth["hit"] == false,
            Impact::Hits(Bracket { lo, hi }) => {
                truth["hit"] == true && lo - slack <= time && time <= hi + slack
            }
            Impact::Undecided => truth["boundary"] == true,
        };
        if !agrees && truth["boundary"] != true {
            wrong.push(format!("{}: {truth} {found:?}", row["id"]));
        }
        println!("{} {found:?}", row["id"]);
    }
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows > 10, "{rows}");
}
