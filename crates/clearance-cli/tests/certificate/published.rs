//! The published failures of other libraries, each with a certificate that holds its exact truth.

use serde_json::Value;

use super::common::{repository, run, stderr, stdout};
use super::{assert_verified, certified};

/// Those without a certificate: casts, which are not answered yet.
const CASTS: [&str; 24] = [
    "ncollide-141-still",
    "ncollide-141-away",
    "ncollide-141-down",
    "ncollide-35-3d",
    "ncollide-35-2d",
    "ncollide-214",
    "parry-segment-ball",
    "parry-429-0",
    "parry-429-1",
    "parry-429-2",
    "parry-414",
    "collision-rs-111",
    "box2d-short-edge-cast",
    "box2d-917",
    "box2d-115",
    "cute-252",
    "dyn4j-70",
    "jolt-2103",
    "bullet-596",
    "physx-610",
    "physx-600",
    "parry-180-0",
    "parry-180-1",
    "parry-180-2",
];

#[test]
fn in_f64() {
    let (rows, documents) = graded("f64");
    for (row, document) in rows.iter().zip(&documents) {
        let (truth, proof) = (&row["truth"], &document["certificate"]);
        let [exact, tol] = ["signed_distance", "tol"].map(|key| truth[key].as_f64().unwrap());
        let [lower, upper] = ["lower", "upper"].map(|key| proof[key].as_f64().unwrap());
        assert!(lower <= exact + tol && exact - tol <= upper, "{}: {truth} {proof}", row["id"]);
        assert!(lower <= upper, "{}: {proof}", row["id"]);
        if truth["boundary"] != true {
            let verdict = if truth["intersects"] == true { "Intersecting" } else { "Separated" };
            assert_eq!(proof["verdict"], verdict, "{}: {truth}", row["id"]);
        }
    }
}

#[test]
fn in_f32() {
    for document in graded("f32").1 {
        assert_eq!(document["query"]["precision"], "f32");
    }
}

/// The rows but the casts, and their documents, all of which verify.
fn graded(precision: &str) -> (Vec<Value>, Vec<Value>) {
    let (casts, rows): (Vec<Value>, Vec<Value>) =
        rows().into_iter().partition(|row| CASTS.contains(&row["id"].as_str().unwrap()));
    assert_eq!((casts.len(), rows.len()), (24, 111));
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let documents = certified(&["--precision", precision], &lines);
    for (row, document) in rows.iter().zip(&documents) {
        assert_eq!(row["id"], document["id"]);
        assert!(document.get("certificate").is_some(), "{document}");
    }
    assert_verified(&documents);
    (rows, documents)
}

#[test]
fn those_without_a_certificate_are_refused_by_name() {
    const NONE: &str = "there is no certificate: a cast has no certificate";
    let file = repository().join("cases/failures.jsonl");
    let answered = run(&["query", file.to_str().unwrap(), "--certificate"], "");
    let output = run(&["verify", "-"], &stdout(&answered));
    assert_eq!(stderr(&output), "clearance: 111 verified, 24 refused\n");
    let refused: Vec<_> =
        (1..).zip(rows()).filter(|(_, row)| CASTS.contains(&row["id"].as_str().unwrap())).collect();
    let text = stdout(&output);
    assert_eq!(text.lines().count(), refused.len());
    for ((line, row), found) in refused.iter().zip(text.lines()) {
        let expected = format!("standard input:{line}: {}: refused: {NONE}", row["id"]);
        assert!(found.starts_with(&expected), "{found}\n{expected}");
    }
}

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(repository().join("cases/failures.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
