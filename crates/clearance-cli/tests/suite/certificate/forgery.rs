//! One bit of a document is another, anywhere: it is refused, or what it claims is true all the
//! same, says the exact judge.

use std::collections::HashMap;

use clearance_oracle as oracle;
use serde_json::{Value, json};

use super::{TURNED, certified, one_line};
use crate::common::{Step, each_part, numbers, run, scratch, stdout, with};

/// Last and first digits, exponents, the sign.
const BITS: [u32; 14] = [0, 1, 5, 20, 40, 51, 52, 53, 54, 57, 60, 61, 62, 63];
/// Bits of indices and of the dimension.
const LOW_BITS: [u32; 5] = [0, 1, 2, 3, 31];

const OVERLAPPING: &str = r#"{"dim":3,
    "a":{"type":"hull","vertices":[[0.1,0,0],[1,0.3,0],[0,1,0.2],[0.3,0.1,1.1]],"pose":{"translation":[0.1,0.2,0.3],"rotation":[0.3,0.1,-0.2,0.8]}},
    "b":{"type":"box","half_extents":[0.3,0.2,0.1],"pose":{"translation":[0.3,0.4,0.5],"rotation":[0,0,0,1]}}}"#;
const TOUCHING: &str = r#"{"dim":3,"precision":"f32",
    "a":{"type":"box","half_extents":[1,1,1]},
    "b":{"type":"capsule","half_height":1,"radius":0.5,"pose":{"translation":[1.5,0.5,0.25],"rotation":[0,0,0,1]}}}"#;

#[test]
fn of_a_separation() {
    let [refused, verified] = forged("turned", TURNED);
    assert!(refused > 300 && verified > 20, "{refused} {verified}");
}

#[test]
fn of_a_depth() {
    let [refused, verified] = forged("overlapping", OVERLAPPING);
    assert!(refused > 400 && verified > 20, "{refused} {verified}");
}

#[test]
fn of_a_touch_in_f32() {
    let [refused, verified] = forged("touching", TOUCHING);
    assert!(refused > 100 && verified > 20, "{refused} {verified}");
}

/// Forges the document of a line in every way; how many were refused and verified.
fn forged(name: &str, line: &str) -> [usize; 2] {
    let answer = certified(&[], &one_line(line)).remove(0);
    let document = json!({"query": answer["query"], "certificate": answer["certificate"]});
    let mut forgeries = Vec::new();
    each_part(&document, &mut |path, part| {
        if part.is_number() {
            let flipped = flipped(part, path).into_iter();
            forgeries.extend(flipped.map(|flipped| with(&document, path, flipped)));
        }
    });
    let file = scratch("forgery").join(name);
    let lines: String = forgeries.iter().map(|forgery| format!("{forgery}\n")).collect();
    std::fs::write(&file, lines).unwrap();
    let file = file.to_str().unwrap();
    let output = run(&["verify", file, "--verbose"], "");
    let said = stdout(&output);
    assert_eq!(said.lines().count(), forgeries.len());
    let (mut counts, mut truths) = ([0, 0], HashMap::new());
    for (forgery, said) in forgeries.iter().zip(said.lines()) {
        if said.contains(" refused: ") {
            counts[0] += 1;
            continue;
        }
        assert!(said.contains(" verified: "), "{said}");
        counts[1] += 1;
        let query = &forgery["query"];
        let truth = truths.entry(query.to_string()).or_insert_with(|| truth(query));
        let (proof, signed) = (&forgery["certificate"], truth.signed_distance);
        // Bounds are floats and the judge's are the floats next to the truth, so no slack is due.
        assert!(
            proof["lower"].as_f64().is_none_or(|lower| lower <= signed.lo),
            "{forgery} {truth:?}"
        );
        assert!(
            proof["upper"].as_f64().is_none_or(|upper| upper >= signed.hi),
            "{forgery} {truth:?}"
        );
        let claimed = match proof["verdict"].as_str().unwrap() {
            "Separated" => Some(false),
            "Intersecting" => Some(true),
            _ => None,
        };
        assert!(claimed.is_none() || claimed == truth.intersects, "{forgery} {truth:?}");
    }
    counts
}

/// The number with each of its bits flipped; `null` where it is then none.
fn flipped(number: &Value, path: &[Step]) -> Vec<Value> {
    let is_index = |step: &Step| matches!(step, Step::Key(key) if ["corner", "facets", "dim"].contains(&key.as_str()));
    if path.iter().any(is_index) {
        let index = number.as_u64().unwrap();
        return LOW_BITS.iter().map(|bit| (index ^ 1 << bit).into()).collect();
    }
    let bits = number.as_f64().unwrap().to_bits();
    BITS.iter().map(|bit| f64::from_bits(bits ^ 1 << bit).into()).collect()
}

fn truth(query: &Value) -> oracle::Truth<3> {
    let round = |x: f64| if query["precision"] == "f32" { f64::from(x as f32) } else { x };
    let point =
        |value: &Value| -> [f64; 3] { <[f64; 3]>::try_from(numbers(value)).unwrap().map(round) };
    let length = |value: &Value| round(value.as_f64().unwrap());
    let shape = |value: &Value| match value["type"].as_str().unwrap() {
        "box" => oracle::Shape::Box { half_extents: point(&value["half_extents"]) },
        "capsule" => oracle::Shape::Capsule {
            half_height: length(&value["half_height"]),
            radius: length(&value["radius"]),
        },
        _ => oracle::Shape::Hull(value["vertices"].as_array().unwrap().iter().map(point).collect()),
    };
    let pose = |value: &Value| {
        let Value::Object(pose) = &value["pose"] else { return oracle::Pose::identity() };
        let rotation = <[f64; 4]>::try_from(numbers(&pose["rotation"])).unwrap().map(round);
        oracle::Pose::from_quaternion(point(&pose["translation"]), rotation).unwrap()
    };
    let [a, b] = ["a", "b"].map(|side| &query[side]);
    oracle::judge(&shape(a), &pose(a), &shape(b), &pose(b)).unwrap()
}
