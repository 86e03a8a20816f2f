//! Each field of each kind of document is falsified in turn: `verify` refuses it, or says the same
//! as before and the field is a remark, or what is claimed instead is weaker and as true.

use serde_json::{Value, json};

use crate::common::{Step, answers, each_part, run, scratch, stdout, with};

/// What `verify` neither checks nor repeats: documented in `docs/formats.md`.
const REMARKS: [&str; 31] = [
    // Of an answer.
    "id",
    "normal",
    "witness_a",
    "witness_b",
    "gap",
    "end",
    "undecided",
    "projection",
    "time_gap",
    "impact_normal",
    "impact_a",
    "impact_b",
    "corners",
    "key",
    "hull_of_concave",
    "parts",
    "mesh_a",
    "mesh_b",
    // Of a query: options of the search, and what a hull stands for.
    "stands_for",
    "cut_off",
    "max_iterations",
    "budget",
    "start",
    "all",
    // Of a trace.
    "clearance_trace",
    "frame",
    "radii",
    "method",
    "methods",
    "steps",
    "precision",
];

/// Keys that an answer to a cast has of its start, of which the certificate says nothing.
const OF_START: [&str; 3] = ["intersects", "distance", "penetration"];

/// A document that is false or says something else in one field, and which.
struct Forgery {
    path: Vec<Step>,
    how: &'static str,
    document: Value,
}

/// A part made false in every way.
fn falsified(part: &Value) -> Vec<(&'static str, Value)> {
    match part {
        Value::Null => vec![],
        Value::Bool(is) => vec![("turned", json!(!is)), ("of another type", json!("maybe"))],
        Value::String(text) => vec![("renamed", json!(format!("{text}x")))],
        Value::Number(number) => {
            let x = number.as_f64().unwrap();
            let [larger, smaller] = [x + 0.375 + x.abs(), x - 0.375 - x.abs()];
            vec![("larger", json!(larger)), ("smaller", json!(smaller)), ("a text", json!("0"))]
        }
        Value::Array(items) => {
            let last = items.last().cloned();
            let longer: Vec<Value> = items.iter().cloned().chain(last).collect();
            let shorter = items.get(1..).unwrap_or_default();
            vec![("shorter", json!(shorter)), ("empty", json!([])), ("longer", json!(longer))]
        }
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("zzz_of_ones_own".into(), json!(1));
            vec![("with a key more", Value::Object(more))]
        }
    }
}

fn forged(whole: &Value) -> Vec<Forgery> {
    let mut found = Vec::new();
    each_part(whole, &mut |path, part| {
        for (how, value) in falsified(part) {
            let document = with(whole, path, value);
            if document != *whole {
                found.push(Forgery { path: path.to_vec(), how, document });
            }
        }
    });
    found
}

/// The claims of a certificate, each an interval that holds the truth.
fn claims(certificate: &Value) -> Vec<[f64; 2]> {
    let number = |value: &Value, otherwise: f64| value.as_f64().unwrap_or(otherwise);
    let bounds =
        |of: &Value| [number(&of["lower"], f64::NEG_INFINITY), number(&of["upper"], f64::INFINITY)];
    let mut all = vec![bounds(certificate), bounds(&certificate["pair"])];
    if certificate.get("early").is_some() {
        let time = |key: &str| number(&certificate[key], f64::INFINITY);
        all.push([time("no_contact_before"), time("contact_by")]);
    }
    all
}

fn is_remark(forgery: &Forgery, is_cast: bool) -> bool {
    let keys = || {
        forgery.path.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Place(_) => None,
        })
    };
    // Of all corners of a patch only those are proved that the certificate has.
    let shows_all = forgery.document["query"]["all"] == true;
    let is_corner = shows_all && keys().next() == Some("points");
    is_corner || keys().any(|key| REMARKS.contains(&key) || is_cast && OF_START.contains(&key))
}

/// What is wrong with a forgery that was verified, if anything.
fn fault(forgery: &Forgery, whole: &Value, before: &str, said: &str) -> Option<String> {
    let is_cast = whole["query"]["query"] == "cast";
    let same = said == before;
    match forgery.path.first() {
        Some(Step::Key(part)) if part == "certificate" => {
            if forgery.how == "with a key more" {
                return Some("a key that nobody reads".into());
            }
            // Less is as true.
            let (old, new) =
                (claims(&whole["certificate"]), claims(&forgery.document["certificate"]));
            let meet = |(old, new): (&[f64; 2], &[f64; 2])| new[0] <= old[1] && new[1] >= old[0];
            if !old.iter().zip(&new).all(meet) {
                return Some("a claim that is false".into());
            }
            let verdict = |document: &Value| {
                let own = &document["certificate"];
                own.get("pair").unwrap_or(own)["verdict"].clone()
            };
            let (old, new) = (verdict(whole), verdict(&forgery.document));
            if new != old && new != "Undecided" {
                return Some("the other verdict".into());
            }
            let points = |document: &Value| {
                document["certificate"]["points"].as_array().cloned().unwrap_or_default()
            };
            let known = points(whole);
            let place = |point: &Value| (point["on_a"].clone(), point["on_b"].clone());
            let mut seen = Vec::new();
            for point in points(&forgery.document) {
                let gap = forgery.document["certificate"]["gap"].as_f64().unwrap_or(f64::INFINITY);
                let own = known.iter().find(|known| place(known) == place(&point));
                let Some(own) = own else { return Some("a point moved".into()) };
                let off = (own["depth"].as_f64().unwrap() - point["depth"].as_f64().unwrap()).abs();
                if off > gap || seen.contains(&place(&point)) {
                    return Some("a point's depth, or a point twice".into());
                }
                seen.push(place(&point));
            }
            (seen.is_empty() && !known.is_empty()).then(|| "no points".into())
        }
        Some(Step::Key(part)) if part == "query" => {
            // Another question, of which other sentences are true; numbers are forged elsewhere.
            let is_number = matches!(forgery.how, "larger" | "smaller");
            (!same && !is_number && forgery.how != "turned").then(|| "another question".into())
        }
        _ if forgery.path.is_empty() || forgery.how == "with a key more" => {
            (!same).then(|| "says something else".into())
        }
        _ if !same => Some("says something else".into()),
        _ => (!is_remark(forgery, is_cast)).then(|| "a field that nobody checks".into()),
    }
}

fn documents() -> Vec<Value> {
    let hull = r#"{"type":"hull","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"stands_for":{"path":"part.stl","hull_vertices":4,"convex":false,"deepest_dent":0.25,"deepest_at":[0.25,0.25,0.25],"volume_ratio":0.5}}"#;
    let lines = [
        r#"{"id":"apart","cut_off":9,"a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"sphere","radius":0.5,"pose":{"translation":[4,0.5,0.25]}}}"#.into(),
        r#"{"id":"touch","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"box","half_extents":[1,1,1],"pose":{"translation":[2,0.5,0]}}}"#.into(),
        r#"{"id":"deep","precision":"f32","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"cylinder","half_height":1,"radius":0.5,"pose":{"translation":[1.25,0.5,0]}}}"#.into(),
        r#"{"dim":2,"a":{"type":"box","half_extents":[1,1]},"b":{"type":"circle","radius":0.5,"pose":{"translation":[3,0.25]}}}"#.into(),
        r#"{"query":"project","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"point","vertices":[[0.25,2,0]]}}"#.into(),
        r#"{"query":"cast","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"sphere","radius":0.5,"pose":{"translation":[4,0.5,0.25]},"velocity":[-1,0,0]},"max_toi":8}"#.into(),
        r#"{"query":"cast","a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"sphere","radius":0.5,"pose":{"translation":[4,0.5,0.25]},"velocity":[1,0,0]},"max_toi":8}"#.into(),
        r#"{"query":"manifold","a":{"type":"box","half_extents":[2,0.5,2]},"b":{"type":"box","half_extents":[0.5,0.5,0.5],"pose":{"translation":[0.25,0.875,0]}}}"#.into(),
        r#"{"query":"manifold","max_distance":0.5,"all":true,"a":{"type":"box","half_extents":[1,1,1]},"b":{"type":"box","half_extents":[1,1,1],"pose":{"translation":[0,2.125,0],"rotation":[0,0.375,0,1]}}}"#.into(),
        r#"{"query":"manifold","max_distance":0.25,"a":{"type":"sphere","radius":1},"b":{"type":"sphere","radius":1,"pose":{"translation":[3,0,0]}}}"#.into(),
        format!(r#"{{"a":{hull},"b":{{"type":"sphere","radius":0.5,"pose":{{"translation":[3,0,0]}}}}}}"#),
        format!(r#"{{"a":{hull},"b":{{"type":"sphere","radius":0.5}}}}"#),
    ];
    let lines: Vec<String> = Vec::from(lines);
    let mut all = answers(&["--certificate"], &lines.join("\n"));
    let trace = run(&["trace", "box:1,1,1", "sphere:0.5", "--move-b", "2,0.5,0"], "");
    all.push(serde_json::from_str(&stdout(&trace)).unwrap());
    all
}

#[test]
fn every_field_is_checked_or_a_remark() {
    let (mut refused, mut kept, mut faults) = (0, 0, Vec::new());
    let file = scratch("fields").join("forged.jsonl");
    for whole in documents() {
        let forgeries = forged(&whole);
        let first = std::iter::once(&whole);
        let lines: String = first
            .chain(forgeries.iter().map(|forgery| &forgery.document))
            .map(|document| format!("{document}\n"))
            .collect();
        std::fs::write(&file, lines).unwrap();
        let said = stdout(&run(&["verify", file.to_str().unwrap(), "--verbose"], ""));
        // Without the file, the line and the name.
        let sentence = |line: &str| {
            let [verified, refused] = [" verified: ", " refused: "].map(|word| line.find(word));
            line[verified.or(refused).unwrap()..].to_owned()
        };
        let said: Vec<String> = said.lines().map(sentence).collect();
        assert_eq!(said.len(), 1 + forgeries.len(), "{whole}");
        assert!(said[0].starts_with(" verified: "), "{} {whole}", said[0]);
        for (forgery, text) in forgeries.iter().zip(&said[1..]) {
            if text.starts_with(" refused: ") {
                refused += 1;
                continue;
            }
            kept += 1;
            if let Some(fault) = fault(forgery, &whole, &said[0], text) {
                let Forgery { path, how, .. } = forgery;
                faults.push(format!("{fault}: {path:?} {how}:{text}"));
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(refused > 800 && kept > 200, "{refused} {kept}");
}
