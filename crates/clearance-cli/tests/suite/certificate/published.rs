//! The published failures of other libraries, each with a certificate that holds its exact truth.

use serde_json::Value;

use super::{assert_verified, certified};
use crate::common::repository;

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

/// The one whose shape turns: only straight motions have certificates.
const TURNS: &str = "box2d-115";

#[test]
fn casts() {
    let casts: Vec<Value> = rows().into_iter().filter(|row| row["query"] == "cast").collect();
    assert_eq!(casts.len(), 24);
    let lines: String = casts.iter().map(|row| format!("{row}\n")).collect();
    for precision in ["f64", "f32"] {
        let documents = certified(&["--precision", precision], &lines);
        let (without, with): (Vec<_>, Vec<_>) =
            documents.into_iter().partition(|document| document["id"] == TURNS);
        assert_verified(&with);
        let [document] = &without[..] else { panic!("{without:?}") };
        let reason = document["certificate_error"].as_str().unwrap();
        assert!(
            reason.ends_with("turns, and only straight motions have certificates and traces"),
            "{reason}"
        );
        for document in &with {
            let proof = &document["certificate"];
            let verdict = if document["hit"] == true { "Intersecting" } else { "Separated" };
            assert_eq!(proof["verdict"], verdict, "{document}");
            let row = casts.iter().find(|row| row["id"] == document["id"]).unwrap();
            if precision == "f64" && document["hit"] == true {
                let truth = &row["truth"];
                let (exact, off) =
                    (truth["time_of_impact"].as_f64().unwrap(), truth["tol"].as_f64().unwrap());
                let [low, high] =
                    ["no_contact_before", "contact_by"].map(|key| proof[key].as_f64().unwrap());
                assert!(low <= exact + off && exact - off <= high, "{truth} {proof}");
            }
        }
    }
}

/// The rows but the casts, and their documents, all of which verify.
fn graded(precision: &str) -> (Vec<Value>, Vec<Value>) {
    let (casts, rows): (Vec<Value>, Vec<Value>) =
        rows().into_iter().partition(|row| row["query"] == "cast");
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

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(repository().join("cases/failures.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
