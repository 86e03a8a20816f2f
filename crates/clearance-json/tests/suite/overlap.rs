//! Lines that ask how much two polytopes share.
#![cfg(feature = "lines")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use clearance_json::{Context, Libraries, answer};
use serde_json::{Value, json};

fn asked(line: &Value) -> Result<Value, String> {
    let context = Context::new(Libraries::closed());
    let answer = answer(&context, line).map_err(|fault| fault.to_string())?;
    Ok(serde_json::from_str(&answer).unwrap())
}

fn boxes(more: &Value, pose: &Value) -> Value {
    let cube = json!({"type": "box", "half_extents": [1, 1, 1]});
    let mut moved = cube.clone();
    moved["pose"] = pose.clone();
    let mut line = json!({"query": "overlap", "id": 7, "a": cube, "b": moved});
    let object = line.as_object_mut().unwrap();
    object.extend(more.as_object().unwrap().clone());
    line
}

#[track_caller]
fn holds(answer: &Value, volume: f64, width: f64) {
    let [low, high] = [0, 1].map(|i| answer["volume"][i].as_f64().unwrap());
    assert!(low <= volume && volume <= high && high - low <= width, "{answer}");
}

#[test]
fn boxes_share_what_is_known() {
    for precision in ["f64", "f32"] {
        let beside = json!({"translation": [1.5, 0, 0]});
        let found = asked(&boxes(&json!({"precision": precision}), &beside)).unwrap();
        holds(&found, 2.0, 1e-12);
        assert_eq!((&found["state"], &found["id"]), (&json!("overlapping"), &json!(7)));
        assert_eq!(found["points"].as_array().unwrap().len(), 8);
        assert_eq!(found["faces"].as_array().unwrap().len(), 6);
        assert_eq!(found["centroid"], json!([0.75, 0.0, 0.0]));
    }
    let found = asked(&boxes(&json!({}), &json!({"translation": [2, 0, 0]}))).unwrap();
    assert_eq!(found["state"], "touching");
    assert!((found["area"].as_f64().unwrap() - 4.0).abs() < 1e-3);
    let found = asked(&boxes(&json!({}), &json!({"translation": [3, 0, 0]}))).unwrap();
    assert_eq!((&found["state"], &found["volume"]), (&json!("apart"), &json!([0.0, 0.0])));
    assert_eq!(found["centroid"], Value::Null);
}

#[test]
fn what_cannot_be_asked_says_why() {
    let here = json!({"translation": [0, 0, 0]});
    let refused = |more: Value| asked(&boxes(&more, &here)).unwrap_err();
    assert!(refused(json!({"cut_off": 1})).contains("no `cut_off`"));
    let ball = json!({"b": {"type": "sphere", "radius": 1}});
    assert!(refused(ball).contains("known for polytopes only"));
}
