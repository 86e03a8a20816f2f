//! The published failures of other libraries (`cases/`), through the command line, against their
//! exact truth.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::collections::HashSet;

use serde_json::{Value, json};

/// How far an f32 answer may be off, in units of f32's epsilon times all that the coordinates
/// reach: every input number is rounded by half of one, and the answer once more. (Most rows stay
/// far below, as do all below `truth.tol`.)
const F32_BOUND: f64 = 1.0;

/// Shapes without a curved core: whether two of them intersect is decided for the very floats
/// given.
const DECIDED: [&str; 9] =
    ["point", "segment", "triangle", "hull", "polygon", "box", "sphere", "circle", "capsule"];

#[test]
fn published_failures_are_answered_right_in_f64() {
    grade("f64", |_| true);
}

#[test]
fn published_failures_that_f32_can_hold_are_answered_right_in_f32() {
    grade("f32", |row| row["precision"] == "f32" || is_f32(&row["a"]) && is_f32(&row["b"]));
}

#[test]
fn casts_are_answered_right() {
    let casts: Vec<Value> = rows().into_iter().filter(|row| row["query"] == "cast").collect();
    assert_eq!((casts.len(), rows().len()), (24, 135));
    let lines: String = casts.iter().map(|row| format!("{row}\n")).collect();
    for precision in ["f32", "f64"] {
        let found = common::answers(&["--precision", precision], &lines);
        for (row, found) in casts.iter().zip(&found) {
            assert_eq!(row["id"], found["id"]);
            let truth = &row["truth"];
            assert!(found.get("error").is_none(), "{found}");
            let boundary = truth["boundary"] == true;
            assert!(boundary || found["hit"] == truth["hit"], "{row}\n{found}");
            assert!(!(is_decided(row) && found["undecided"] == true), "{found}");
            let Some(expected) = truth["time_of_impact"].as_f64() else { continue };
            let time = found["time_of_impact"].as_f64().unwrap();
            let (gap, tol) = (found["time_gap"].as_f64().unwrap(), truth["tol"].as_f64().unwrap());
            assert!((time - expected).abs() <= gap + tol, "{expected}: {found}");
            // Some digits, and not just any time.
            assert!(gap <= 1e-6 * time.max(1.0) + tol, "{found}");
            if let (Some(_), true) = (truth["normal"].as_array(), time > 0.0) {
                let (n, m) =
                    (common::numbers(&truth["normal"]), common::numbers(&found["impact_normal"]));
                let off: f64 = n.iter().zip(&m).map(|(x, y)| (x - y).powi(2)).sum();
                assert!(off.sqrt() < 1e-3, "{truth} {found}");
            }
        }
    }
}

#[test]
fn every_case_has_a_name_of_its_own_and_a_table_in_the_document() {
    let document = std::fs::read_to_string(common::repository().join("docs/torture.md")).unwrap();
    let rows = rows();
    let ids: HashSet<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rows.len());
    for row in &rows {
        let marker = format!("<!-- {}: generated -->", row["family"].as_str().unwrap());
        assert!(document.contains(&marker), "{}: no {marker}", row["id"]);
        let id = row["id"].as_str().unwrap();
        assert!(document.contains(&format!("| {id} |")) || document.contains(&format!("[{id}](")));
    }
}

fn grade(precision: &str, chosen: impl Fn(&Value) -> bool) {
    let rows: Vec<Value> =
        rows().into_iter().filter(|row| row["query"] != "cast" && chosen(row)).collect();
    let found = ask(precision, &rows);
    // Where the normal leads: overlapping pairs just separate, separate ones just touch.
    let moved: Vec<Value> = rows.iter().zip(&found).map(|(r, f)| along_normal(r, f)).collect();
    let after = ask("f64", &moved);
    let mut wrong = Vec::new();
    let mut worst = 0.0_f64;
    for ((row, found), after) in rows.iter().zip(&found).zip(&after) {
        let truth = &row["truth"];
        let tol = truth["tol"].as_f64().unwrap();
        let rounding = F32_BOUND * f64::from(f32::EPSILON) * reach(row);
        let allowed = match (precision, row["precision"].as_str().unwrap()) {
            ("f32", "f32") => tol.min(rounding),
            ("f32", _) => rounding,
            _ => tol,
        };
        let expected = truth["signed_distance"].as_f64().unwrap();
        let off = (signed(found) - expected).abs();
        worst = worst.max(off / allowed);
        let boolean = truth["boundary"] == true || truth["intersects"] == found["intersects"];
        let undecided = found["undecided"] == true && is_decided(row);
        // A pair that touches has any normal; elsewhere it must lead where it says.
        let led = signed(after).abs();
        let astray = led > 2.0 * tol.max(allowed).max(1e-9 * size(row));
        if off > allowed || !boolean || undecided || astray {
            wrong.push(format!(
                "{}: {expected:e} expected, {:e} found, off by {off:e}, allowed {allowed:e}; \
                 boolean {}{}; after the motion {led:e}\n  {found}",
                row["id"],
                signed(found),
                if boolean { "right" } else { "WRONG" },
                if undecided { ", UNDECIDED" } else { "" },
            ));
        }
    }
    println!("{precision}: {} rows, worst at {worst:.3} of what is allowed", rows.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() > 60);
}

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(common::repository().join("cases/failures.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn is_decided(row: &Value) -> bool {
    ["a", "b"].iter().all(|shape| DECIDED.contains(&row[shape]["type"].as_str().unwrap()))
}

/// Whether rounding every number to f32 changes none.
fn is_f32(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.as_f64().is_some_and(|x| f64::from(x as f32).to_bits() == x.to_bits())
        }
        Value::Array(list) => list.iter().all(is_f32),
        Value::Object(fields) => fields.values().all(is_f32),
        _ => true,
    }
}

/// The answers, each checked to be one.
fn ask(precision: &str, rows: &[Value]) -> Vec<Value> {
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let found = common::answers(&["--precision", precision], &lines);
    assert_eq!(found.len(), rows.len());
    for (row, found) in rows.iter().zip(&found) {
        assert_eq!(row["id"], found["id"]);
        assert!(found.get("error").is_none(), "{found}");
        // Nothing was given up.
        assert!(found.get("end").is_none(), "{found}");
        consistent(found);
    }
    found
}

/// What the format says of every answer.
fn consistent(found: &Value) {
    let normal = common::numbers(&found["normal"]);
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((length - 1.0).abs() < 1e-6, "{found}");
    assert!(found["gap"].as_f64().unwrap() >= 0.0, "{found}");
    if found["intersects"] == true {
        assert_eq!(found["distance"], 0.0);
        assert!(found["penetration"].as_f64().unwrap() >= 0.0);
    } else {
        assert!(found["distance"].as_f64().unwrap() > 0.0);
        assert!(found["penetration"].is_null());
    }
}

fn signed(found: &Value) -> f64 {
    found["distance"].as_f64().unwrap() - found["penetration"].as_f64().unwrap_or(0.0)
}

/// The row with B moved so that, if the normal and the length are right, A and B just touch.
fn along_normal(row: &Value, found: &Value) -> Value {
    let mut row = row.clone();
    let pose = &mut row["b"]["pose"];
    let normal = common::numbers(&found["normal"]);
    let translation = match pose.get("translation") {
        Some(given) => common::numbers(given),
        None => vec![0.0; normal.len()],
    };
    let moved: Vec<f64> =
        translation.iter().zip(&normal).map(|(t, n)| t - n * signed(found)).collect();
    if pose.is_null() {
        *pose = json!({});
    }
    pose["translation"] = json!(moved);
    row
}

/// The sum of the shapes' extents.
fn size(row: &Value) -> f64 {
    extent(&row["a"]) + extent(&row["b"])
}

fn extent(shape: &Value) -> f64 {
    let number = |name: &str| shape[name].as_f64().unwrap_or(0.0);
    let half = shape
        .get("half_extents")
        .map_or(0.0, |h| common::numbers(h).iter().map(|x| x * x).sum::<f64>().sqrt());
    let mut spread: Vec<[f64; 2]> = Vec::new();
    for point in shape.get("vertices").and_then(Value::as_array).into_iter().flatten() {
        let point = common::numbers(point);
        spread.resize(point.len(), [f64::INFINITY, f64::NEG_INFINITY]);
        for (range, x) in spread.iter_mut().zip(point) {
            *range = [range[0].min(x), range[1].max(x)];
        }
    }
    let diagonal = spread.iter().map(|[low, high]| (high - low).powi(2)).sum::<f64>().sqrt();
    2.0 * (half + number("radius") + number("half_height")) + diagonal
}

/// Bounds every coordinate that the computation sees.
fn reach(row: &Value) -> f64 {
    let largest = |value: &Value| {
        value.as_array().map_or(0.0, |list| {
            list.iter().filter_map(Value::as_f64).fold(0.0, |m: f64, x| m.max(x.abs()))
        })
    };
    let of = |shape: &Value| {
        let vertices = shape["vertices"].as_array().cloned().unwrap_or_default();
        let vertex = vertices.iter().map(largest).fold(0.0, f64::max);
        extent(shape) + vertex + largest(&shape["pose"]["translation"])
    };
    of(&row["a"]) + of(&row["b"])
}
