//! What users of other libraries reported, and kinds of it (`cases/reports.jsonl`), through the
//! command line, against its truth.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use common::{numbers, repository, run, stdout};
use serde_json::Value;

/// What is not right yet, and why. A row that becomes right must leave this list, and no other may
/// enter it.
const NOT_YET: [(&str, &str); 1] = [("limit-sphere-mesh-2562", LIMIT)];

/// Nearly all ways out are equally good, and the search ends by its storage.
const LIMIT: &str = "the search ends by its storage, and the gap is as wide as that leaves it";

/// Queries of features that are not there yet: each line has an error that names what is lacking.
const LATER: [&str; 2] = ["robot", "decompose"];

#[test]
fn every_report_is_answered_right_or_listed() {
    let rows = rows();
    let answers = answers();
    assert_eq!(rows.len(), answers.len());
    let mut wrong = BTreeMap::new();
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(row["id"], answer["id"]);
        let faults = faults(row, answer);
        if !faults.is_empty() {
            wrong.insert(
                row["id"].as_str().unwrap(),
                format!("{}\n    {answer}", faults.join("; ")),
            );
        }
    }
    let listed: BTreeSet<_> = NOT_YET.iter().map(|(id, _)| *id).collect();
    assert_eq!(listed.len(), NOT_YET.len());
    let new: Vec<String> = wrong
        .iter()
        .filter(|(id, _)| !listed.contains(*id))
        .map(|(id, text)| format!("{id}: {text}"))
        .collect();
    assert!(new.is_empty(), "{} wrong and not listed:\n{}", new.len(), new.join("\n"));
    let right: Vec<_> = listed.iter().filter(|id| !wrong.contains_key(*id)).collect();
    assert!(right.is_empty(), "right by now, so take them off the list: {right:?}");
}

#[test]
fn the_file_holds_what_it_should() {
    let rows = rows();
    let ids: BTreeSet<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rows.len());
    let later = rows.iter().filter(|row| is_later(row)).count();
    let wrong_input = rows.iter().filter(|row| row["truth"].get("error").is_some()).count();
    let depths = rows.iter().filter(|row| row["truth"]["signed_distance"].as_f64() < Some(0.0));
    assert_eq!((rows.len(), later, wrong_input), (312, 17, 5));
    assert!(depths.count() > 60);
    for row in &rows {
        assert!(row["source"].is_string() && row["truth"].is_object(), "{}", row["id"]);
        assert!(is_later(row) || has_something_to_hold(&row["truth"]), "{}", row["id"]);
    }
}

#[test]
fn boxes_in_a_row_touch_where_their_very_floats_do() {
    // At k * 0.1, half 0.05: in exact arithmetic 53 neighbours overlap, 2 touch, 44 are apart.
    let lines: String = (0..99)
        .map(|k| {
            let at = |k: i32| f64::from(k) * 0.1;
            let boxed = |x: f64| {
                format!(
                    r#"{{"type":"box","half_extents":[0.05,0.05,0.05],"pose":{{"translation":[{x:?},0,0]}}}}"#
                )
            };
            format!("{{\"dim\":3,\"a\":{},\"b\":{}}}\n", boxed(at(k)), boxed(at(k + 1)))
        })
        .collect();
    let answers = common::answers(&[], &lines);
    let count = |which: &dyn Fn(&Value) -> bool| answers.iter().filter(|a| which(a)).count();
    assert_eq!(count(&|a| a["penetration"].as_f64() > Some(0.0)), 53);
    assert_eq!(count(&|a| a["penetration"] == 0.0), 2);
    assert_eq!(count(&|a| a["intersects"] == false), 44);
    assert_eq!(count(&|a| a.get("undecided").is_some()), 0);
}

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(repository().join("cases/reports.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Answers of the file itself, so that paths are found beside it.
fn answers() -> Vec<Value> {
    let file = repository().join("cases/reports.jsonl");
    let output = run(&["query", file.to_str().unwrap()], "");
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn is_later(row: &Value) -> bool {
    row["query"].as_str().is_some_and(|query| LATER.contains(&query))
}

fn has_something_to_hold(truth: &Value) -> bool {
    ["signed_distance", "intersects", "error", "converged", "hull_of_concave", "hit"]
        .iter()
        .any(|key| truth.get(key).is_some())
        || truth.get("normal").is_some()
        // The motion along the normal and the points between themselves are held in any case.
        || truth.as_object().is_some_and(|keys| keys.is_empty())
}

/// What is wrong with an answer.
fn faults(row: &Value, answer: &Value) -> Vec<String> {
    let truth = &row["truth"];
    let error = answer["error"].as_str();
    if is_later(row) {
        let query = row["query"].as_str().unwrap();
        return match error {
            Some(text) if text.starts_with("query: ") && text.contains(query) => vec![],
            _ => vec![format!("answered, or refused without a word of `{query}`")],
        };
    }
    if let Some(expected) = truth.get("error") {
        // A word, or several of which the error names one.
        let words = expected.as_array().map_or(std::slice::from_ref(expected), Vec::as_slice);
        let named = |word: &Value| error.is_some_and(|text| text.contains(word.as_str().unwrap()));
        return if words.iter().any(named) {
            vec![]
        } else {
            vec![format!("no error that names {expected}")]
        };
    }
    if let Some(text) = error {
        return vec![format!("refused: {text}")];
    }
    if row["query"] == "cast" {
        return faults_of_cast(truth, answer);
    }
    if row["query"] == "manifold" {
        return faults_of_manifold(row, answer);
    }
    let mut faults = Vec::new();
    let mut hold = |holds: bool, fault: String| {
        if !holds {
            faults.push(fault);
        }
    };
    let single = row["precision"] == "f32";
    let size = size(row);
    let rounding = size * if single { 4.0 * f64::from(f32::EPSILON) } else { 64.0 * f64::EPSILON };
    let gap = answer["gap"].as_f64().unwrap();
    let signed =
        answer["distance"].as_f64().unwrap() - answer["penetration"].as_f64().unwrap_or(0.0);

    if let Some(expected) = truth["signed_distance"].as_f64() {
        // The truth is rounded to a float, and where it was bracketed, the bracket is given.
        let known = truth["bracket"].as_f64().or(truth["tol"].as_f64()).unwrap_or(0.0)
            + f64::EPSILON * expected.abs();
        let off = (signed - expected).abs();
        hold(off <= gap + known, format!("{signed:e} ± {gap:e}, not {expected:e}: off by {off:e}"));
    }
    if let Some(expected) = truth["intersects"].as_bool() {
        let undecided = answer["undecided"] == true;
        let said = answer["intersects"].as_bool().unwrap();
        hold(said == expected || undecided, format!("intersects {said}"));
        let decided = truth["undecided"] == false || truth["touching"] == true && is_straight(row);
        hold(!(decided && undecided), "undecided".to_owned());
    }
    if truth["converged"] == true {
        let most = size * if single { 1e-6 } else { 1e-11 };
        hold(gap <= most, format!("a gap of {gap:e}, more than {most:e}"));
    }
    hold(answer.get("end").is_none(), format!("ended by {}", answer["end"]));
    if truth.get("hull_of_concave").is_some() {
        hold(answer.get("hull_of_concave").is_some(), "no word that it is the hull".to_owned());
    }
    // The points are as far apart as the length, and along the normal the shapes need no more and
    // no less than it.
    let normal = numbers(&answer["normal"]);
    let (on_a, on_b) = (numbers(&answer["witness_a"]), numbers(&answer["witness_b"]));
    let between: Vec<f64> = on_b.iter().zip(&on_a).map(|(b, a)| b - a).collect();
    let off = (norm(&between) - signed.abs()).abs();
    let allowed = 4.0 * (gap + rounding);
    hold(off <= allowed, format!("points {off:e} nearer or farther than the length"));
    if let (Some(a), Some(b)) = (highest(&row["a"], &normal), highest(&row["b"], &minus(&normal))) {
        let along = -b - a;
        let short = signed - along;
        hold(
            short.abs() <= allowed,
            format!("along the normal {along:e}, not {signed:e}: {short:e} short"),
        );
    }
    faults
}

/// Hit, time and what is said of a contact at the start.
fn faults_of_cast(truth: &Value, answer: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if answer["hit"] != truth["hit"] || answer.get("undecided").is_some() {
        faults.push(format!("hit {}", answer["hit"]));
    }
    if let Some(expected) = truth["time_of_impact"].as_f64() {
        let time = answer["time_of_impact"].as_f64().unwrap_or(f64::NAN);
        let gap = answer["time_gap"].as_f64().unwrap_or(f64::NAN);
        // Truths are floats themselves.
        let known = truth["tol"].as_f64().unwrap_or(0.0) + f64::EPSILON * expected;
        let off = (time - expected).abs();
        if !(off <= gap + known && gap <= 1e-9) {
            faults.push(format!("{time:e} ± {gap:e}, not {expected:e}"));
        }
    }
    if let Some(depth) = truth["penetration_at_start"].as_f64() {
        let found = answer["penetration"].as_f64().unwrap_or(f64::NAN);
        let off = (found - depth).abs();
        if !(off <= 1e-9 && numbers(&answer["normal"]) == numbers(&truth["normal_at_start"])) {
            faults.push(format!("a depth of {found}, not {depth}"));
        }
    }
    faults
}

/// What is wrong with a manifold: its normal, where its points are, how deep.
fn faults_of_manifold(row: &Value, answer: &Value) -> Vec<String> {
    let truth = &row["truth"];
    let mut faults = Vec::new();
    let mut hold = |holds: bool, fault: String| {
        if !holds {
            faults.push(fault);
        }
    };
    let points = answer["points"].as_array().unwrap();
    let size = size(row);
    hold(!points.is_empty(), "no point".to_owned());
    let off = norm(&minus_of(&numbers(&answer["normal"]), &numbers(&truth["normal"])));
    hold(off <= 1e-3, format!("normal off by {off:e}"));
    if let Some(depth) = truth["depths"].as_f64() {
        for point in points {
            let off = (point["depth"].as_f64().unwrap() - depth).abs();
            hold(off <= 1e-12 * size, format!("a depth off by {off:e}"));
        }
    }
    if let Some(expected) = truth["points"].as_array() {
        // Each point is a corner of the true patch; without a reduction all of them are there.
        let dim = row["dim"].as_u64().unwrap() as usize;
        let kept = expected.len().min(if dim == 2 { 2 } else { 4 });
        hold(points.len() == kept, format!("{} points, not {kept}", points.len()));
        for point in points {
            let on_a = numbers(&point["on_a"]);
            let off = |corner: &Value| norm(&minus_of(&on_a, &numbers(corner)));
            let nearest = expected.iter().map(off).fold(f64::INFINITY, f64::min);
            hold(nearest <= 1e-12 * size, format!("{on_a:?} is {nearest:e} from any corner"));
        }
        let corners = answer["corners"].as_u64().unwrap() as usize;
        hold(corners == expected.len(), format!("{corners} corners, not {}", expected.len()));
    } else {
        // No point is deeper than the least overlap of the faces.
        let deepest = answer["depth"].as_f64().unwrap();
        hold((0.0..0.1).contains(&deepest), format!("{deepest} deep"));
    }
    let keys: BTreeSet<_> = points.iter().map(|point| point["key"].as_str().unwrap()).collect();
    hold(keys.len() == points.len(), format!("two points share a key of {keys:?}"));
    faults
}

fn minus_of(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn is_straight(row: &Value) -> bool {
    let straight =
        ["box", "hull", "polygon", "sphere", "circle", "capsule", "segment", "triangle", "point"];
    ["a", "b"].iter().all(|side| straight.contains(&row[side]["type"].as_str().unwrap()))
}

fn minus(v: &[f64]) -> Vec<f64> {
    v.iter().map(|x| -x).collect()
}

fn norm(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |s: f64, x| s.hypot(*x))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// How far a placed shape reaches along a unit direction; `None` of shapes that reach for ever, or
/// stand in files.
fn highest(shape: &Value, direction: &[f64]) -> Option<f64> {
    let pose = &shape["pose"];
    let moved = pose.get("translation").map_or(0.0, |t| dot(&numbers(t), direction));
    let margin = shape["margin"].as_f64().unwrap_or(0.0);
    Some(moved + reach(shape, &into_shape(pose, direction))? + margin)
}

/// The direction as the shape sees it.
fn into_shape(pose: &Value, direction: &[f64]) -> Vec<f64> {
    if let Some(angle) = pose["angle"].as_f64() {
        let (sin, cos) = angle.sin_cos();
        let [x, y] = direction[..] else { panic!("an angle in space") };
        return vec![cos * x + sin * y, cos * y - sin * x];
    }
    let Some(quaternion) = pose.get("rotation") else { return direction.to_vec() };
    let q = numbers(quaternion);
    let (vector, w) = (&q[..3], q[3]);
    let cross = |a: &[f64], b: &[f64]| -> Vec<f64> {
        (0..3).map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]).collect()
    };
    // The inverse of v + 2 w (q × v) + 2 q × (q × v), for a quaternion of any length.
    let once = cross(vector, direction);
    let twice = cross(vector, &once);
    let squared = dot(&q, &q);
    (0..3).map(|i| direction[i] + 2.0 * (twice[i] - w * once[i]) / squared).collect()
}

/// The support function, from the definition of each shape.
fn reach(shape: &Value, d: &[f64]) -> Option<f64> {
    let number = |key: &str| shape[key].as_f64();
    let spine = || number("half_height").unwrap_or(0.0) * d[1].abs();
    let corners = || {
        let points = shape["vertices"].as_array()?;
        points.iter().map(|p| dot(&numbers(p), d)).reduce(f64::max)
    };
    let around =
        || d.iter().enumerate().filter(|(i, _)| *i != 1).fold(0.0, |s: f64, (_, x)| s.hypot(*x));
    Some(match shape["type"].as_str()? {
        "point" => 0.0,
        "sphere" | "circle" => number("radius")?,
        "box" => numbers(&shape["half_extents"]).iter().zip(d).map(|(e, x)| e * x.abs()).sum(),
        "segment" | "triangle" | "hull" | "polygon" => corners().unwrap_or_else(spine),
        "capsule" => corners().unwrap_or_else(spine) + number("radius")?,
        "cylinder" => spine() + number("radius")? * around(),
        "cone" => {
            let apex = number("half_height")? * d[1];
            f64::max(apex, number("radius")? * around() - apex)
        }
        "ellipsoid" | "ellipse" => {
            numbers(&shape["radii"]).iter().zip(d).fold(0.0, |s: f64, (r, x)| s.hypot(r * x))
        }
        "rounded" => reach(&shape["inner"], d)? + number("radius")?,
        _ => return None,
    })
}

/// A bound of how far a point of one shape is from one of the other.
fn size(row: &Value) -> f64 {
    let dim = row["dim"].as_u64().unwrap() as usize;
    let mut far = 0.0_f64;
    for side in ["a", "b"] {
        for axis in 0..dim {
            for sign in [1.0, -1.0] {
                let direction: Vec<f64> =
                    (0..dim).map(|i| if i == axis { sign } else { 0.0 }).collect();
                far = far.max(highest(&row[side], &direction).unwrap_or(0.0).abs());
            }
        }
    }
    4.0 * far
}
