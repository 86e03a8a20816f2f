//! Certificates through the command: written, read, verified, and worthless once a bit of them or
//! of the pair is another.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod fields;
mod forgery;
mod published;

use crate::common::{answers, repository, run, scratch, stderr, stdout};
use clearance::{Capsule, Cuboid, Pose, Rotation3, Xyz, certificate};
use serde_json::{Value, json};

/// A box, turned, beside a capsule, turned: every number of the certificate needs all its digits.
const TURNED: &str = r#"{"id":"turned","dim":3,
    "a":{"type":"box","half_extents":[0.1,0.7,0.3],"pose":{"translation":[0.1,-0.2,0.3],"rotation":[0.1,0.2,0.3,0.7]}},
    "b":{"type":"capsule","half_height":0.9,"radius":0.1,"pose":{"translation":[1.3,0.4,-0.7],"rotation":[0.4,-0.3,0.2,0.9]}}}"#;

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect()
}

/// The documents of lines, and what `verify` says of them.
fn certified(options: &[&str], lines: &str) -> Vec<Value> {
    answers(&[&["--certificate"], options].concat(), lines)
}

fn verify(documents: &[Value], options: &[&str]) -> std::process::Output {
    let lines: String = documents.iter().map(|document| format!("{document}\n")).collect();
    run(&[&["verify", "-"], options].concat(), &lines)
}

fn assert_verified(documents: &[Value]) {
    let output = verify(documents, &[]);
    assert_eq!(stdout(&output), "");
    assert_eq!(stderr(&output), format!("clearance: {} verified, 0 refused\n", documents.len()));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_pair_and_its_proof_in_a_file() {
    let file = scratch("proof").join("proof.json");
    let file = file.to_str().unwrap();
    let output =
        run(&["pair", "box:1,1,1", "sphere:0.5", "--move-b", "4,0,0", "--certificate", file], "");
    assert_eq!(output.status.code(), Some(0));
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    let bytes = document["certificate"].to_string().len();
    let report = stdout(&output);
    assert!(report.contains("Proved: apart, by 2.5 at least and 2.5 at most.\n"), "{report}");
    let evidence = format!(
        "{bytes} bytes of evidence are in {file}; check them with `clearance verify {file}`."
    );
    assert!(report.contains(&evidence), "{report}");

    let checked = run(&["verify", file, "--verbose"], "");
    assert_eq!(checked.status.code(), Some(0));
    let said = format!("{file}:1: verified: apart, by 2.5 at least and 2.5 at most\n");
    assert_eq!(stdout(&checked), said);
    assert_eq!(stderr(&checked), "clearance: 1 verified, 0 refused\n");
}

#[test]
fn intersecting_pairs_are_proved_and_still_exit_with_1() {
    let pair = ["pair", "box:1,1", "circle:1", "--move-b", "1.5,0", "--certificate", "-"];
    let output = run(&pair, "");
    assert_eq!(output.status.code(), Some(1));
    let checked = run(&["verify", "-", "-v"], &stdout(&output));
    assert_eq!(
        stdout(&checked),
        "standard input:1: verified: intersecting, to a depth of 0.5 at least and 0.5 at most\n"
    );
}

#[test]
fn what_cannot_be_done_says_what_to_do() {
    let refused = |arguments: &[&str], message: &str| {
        let output = run(&[&["pair"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    };
    refused(
        &["cone:0.1,0.1", "box:1,1,1", "--scale-a", "0.3", "--certificate", "-"],
        "--certificate: a is beyond exact arithmetic: it scales a curved shape or a sum of radii",
    );
    refused(
        &["box:1,1", "box:1,1", "--certificate", "-", "--json"],
        "both want standard output; give --certificate a file",
    );
    let nowhere = scratch("nowhere").join("missing/proof.json");
    let nowhere = nowhere.to_str().unwrap();
    refused(
        &["box:1,1", "box:1,1", "--certificate", nowhere],
        &format!("--certificate {nowhere}: "),
    );
}

/// The `query` of a document, answered anew, gives the very answer of the pair: the same floats are
/// in it but for the gap, which is a pair's own where it was turned by an angle.
#[test]
fn the_document_describes_the_very_pair() {
    let link = repository().join("assets/panda/link5.stl");
    let link = link.to_str().unwrap();
    let turned = [
        "--move-b",
        "0.7,0.2,-0.4",
        "--rotate-b",
        "0.1,0.3,-0.2,0.8",
        "--rotate-a",
        "axis:1,2,3:20",
    ];
    let in_plane = ["--move-b", "0.7,0.2", "--rotate-b", "33", "--rotate-a", "-17.3"];
    let shapes = [
        "point:0.1,0.2,0.3",
        "segment:0,0,0.1;1,2,3",
        "triangle:0,0,0;0.1,0.2,0;0.3,0,0.7",
        "sphere:0.1",
        "box:0.1,0.2,0.3",
        "capsule:0.3,0.1",
        "cylinder:0.7,0.1",
        "cone:0.7,0.3",
        "ellipsoid:0.1,0.2,0.3",
        link,
        "hull:0,0,0;1,0,0;0,1,0;0,0,1;0.1,0.1,0.1;0.7,0.7,0.7",
        "hull:0.3,0.3,0;1,1,0;0,0,0;0,1,0;1,0,0;0.5,1.5,0",
        "hull:0.5,0.5,0.5;1,0,0;0,1,0;0,0,1",
        r#"{"type":"capsule","vertices":[[0,0,0.1],[0.3,0.2,0.1]],"radius":0.1}"#,
        r#"{"type":"cylinder","half_height":0.3,"radius":0.1,"axis":"x","pose":{"translation":[0.1,0,0],"rotation":[0.1,0,0,1]}}"#,
        r#"{"type":"rounded","inner":{"type":"segment","half_height":1,"axis":"z"},"radius":0.1,"margin":0.3}"#,
        r#"{"type":"frustum","corners":[[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-2,-2,-3],[2,-2,-3],[2,2,-3],[-2,2,-3]]}"#,
    ];
    let flat = [
        "circle:0.1",
        "ellipse:0.1,0.7",
        "rectangle:0.1,0.3",
        "polygon:0,0;1,0.1;0.3,2",
        "capsule:1,0.1",
        r#"{"type":"rounded","inner":{"type":"segment","half_height":1,"axis":"x"},"radius":0.1,"pose":{"translation":[0,1],"angle":0.3}}"#,
    ];
    let pairs = shapes
        .iter()
        .map(|shape| (*shape, "box:0.3,0.1,0.2", turned))
        .chain(flat.iter().map(|shape| (*shape, "polygon:0,0;0.3,0.1;0.1,0.9", in_plane)));
    let scales_exactly = |shape: &str| {
        !["cylinder", "cone", "ellips", "margin"].iter().any(|name| shape.contains(name))
    };
    let mut documents = Vec::new();
    for (a, b, options) in pairs {
        for precision in ["f32", "f64"] {
            let mut pair =
                [&["pair", a, b, "--precision", precision, "--margin-b", "0.05"], &options[..]]
                    .concat();
            if scales_exactly(a) {
                pair.extend(["--scale-a", "1.7"]);
            }
            let mut answer: Value =
                serde_json::from_str(&stdout(&run(&[&pair[..], &["--json"]].concat(), "")))
                    .unwrap();
            let output = run(&[&pair[..], &["--certificate", "-"]].concat(), "");
            let document: Value = serde_json::from_str(&stdout(&output))
                .unwrap_or_else(|_| panic!("{a}: {}", stderr(&output)));
            let mut again = answers(&[], &document["query"].to_string()).remove(0);
            again.as_object_mut().unwrap().remove("id");
            if answer["mesh_a"]["convex"] == true {
                // Of a mesh that is its own hull `query` says nothing.
                answer.as_object_mut().unwrap().remove("mesh_a");
            }
            // The document's rotations are those of the certificate, the pair's an angle, whose
            // rounding its gap holds.
            let [again_gap, gap] = [&mut again, &mut answer].map(|answer| {
                let gap = answer.as_object_mut().unwrap().remove("gap").unwrap();
                gap.as_f64().unwrap()
            });
            assert!(again_gap < gap, "{a} {precision}: {document}");
            assert_eq!(again, answer, "{a} {precision}: {document}");
            documents.push(document);
        }
    }
    assert_verified(&documents);
}

/// Text and back keeps every bit: the documents hold what the library found, digit by digit.
#[test]
fn every_bit_survives_the_text() {
    let line = one_line(TURNED);
    let at = |t: [f64; 3], [x, y, z, w]: [f64; 4]| Pose {
        translation: Xyz::new(t[0], t[1], t[2]),
        rotation: Rotation3 { x, y, z, w },
    };
    let at_a = at([0.1, -0.2, 0.3], [0.1, 0.2, 0.3, 0.7]);
    let at_b = at([1.3, 0.4, -0.7], [0.4, -0.3, 0.2, 0.9]);
    let a = Cuboid::new(Xyz::new(0.1, 0.7, 0.3));
    let found = certificate(&a, &at_a, &Capsule::new(0.9, 0.1), &at_b).unwrap();
    let documents = certified(&[], &line);
    let (mut expected, mut written) = (Vec::new(), Vec::new());
    bits(&serde_json::to_value(&found).unwrap(), &mut expected);
    bits(&documents[0]["certificate"], &mut written);
    assert_eq!(written, expected);
    assert!(expected.len() > 8, "{found:?}");
    let (mut given, mut kept) = (Vec::new(), Vec::new());
    bits(&serde_json::from_str(&line).unwrap(), &mut given);
    bits(&documents[0]["query"], &mut kept);
    assert_eq!(kept, given);
    assert_verified(&documents);
}

fn bits(value: &Value, found: &mut Vec<u64>) {
    match value {
        Value::Number(number) => found.push(number.as_f64().unwrap().to_bits()),
        Value::Array(items) => items.iter().for_each(|item| bits(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| bits(field, found)),
        _ => {}
    }
}

#[test]
fn a_bound_that_is_missing_or_null_claims_nothing() {
    let whole = certified(&[], &one_line(TURNED)).remove(0);
    for bound in ["lower", "upper"] {
        let mut missing = whole.clone();
        missing["certificate"].as_object_mut().unwrap().remove(bound);
        let mut null = whole.clone();
        null["certificate"][bound] = Value::Null;
        assert_verified(&[missing, null]);
    }
    let mut misspelt = whole.clone();
    misspelt["certificate"]["uper"] = json!(0.0);
    let output = verify(&[misspelt], &[]);
    assert!(
        stdout(&output).contains("\"turned\": refused: certificate: unknown field `uper`"),
        "{}",
        stdout(&output)
    );

    // Without an upper bound the distance may be anything from the lower one on.
    let mut open = whole.clone();
    open["certificate"].as_object_mut().unwrap().remove("upper");
    let output = verify(&[open], &["--verbose"]);
    let said = stdout(&output);
    assert!(said.contains("inf at most"), "{said}");

    // A flat ellipsoid has points all the same.
    let flat = r#"{"dim":3,"a":{"type":"ellipsoid","radii":[1,0,2]},"b":{"type":"sphere","radius":1,"pose":{"translation":[0,3,0]}}}"#;
    assert_eq!(certified(&[], flat)[0]["certificate"]["upper"], 2.0);

    // Nothing claimed is nothing proved, and the summary says so.
    let nothing = json!({"query": whole["query"], "certificate": {"verdict": "Undecided"}});
    let output = verify(&[nothing], &[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output),
        "clearance: 1 verified, 0 refused; 1 of the verified claim bounds only, not whether the shapes touch\n"
    );
}

#[test]
fn lines_in_f32_certify_the_shapes_in_f32() {
    let line = r#"{"id":1,"dim":2,"a":{"type":"circle","radius":0.1},"b":{"type":"point","vertices":[[0.3,0]]}}"#;
    let own = line.replace("\"dim\":2", "\"dim\":2,\"precision\":\"f32\"");
    // 0.3 - 0.1 of the floats, which is exact in f64 where they are f32.
    let expected = f64::from(0.3_f32) - f64::from(0.1_f32);
    let overridden = certified(&["--precision", "f32"], line);
    for documents in [&overridden, &certified(&[], &own)] {
        assert_eq!(documents[0]["query"]["precision"], "f32");
        let proof = &documents[0]["certificate"];
        assert_eq!(
            (proof["lower"].as_f64(), proof["upper"].as_f64()),
            (Some(expected), Some(expected))
        );
        assert_verified(documents);
    }
    // Of the shapes in f64 the same claim is false.
    let mut wide = overridden[0].clone();
    wide["query"]["precision"] = "f64".into();
    assert_eq!(verify(&[wide], &[]).status.code(), Some(1));
}

#[test]
fn meshes_become_hulls_and_documents_need_no_file() {
    let directory = scratch("meshes");
    let mesh = repository().join("assets/panda/hand.stl");
    std::fs::copy(mesh, directory.join("hand.stl")).unwrap();
    let line = r#"{"id":"hand","dim":3,"a":{"type":"rounded","inner":{"type":"mesh","path":"hand.stl","scale":[2,1,1]},"radius":0.1,"pose":{"translation":[0.1,0,0],"rotation":[0.1,0.2,0.3,0.4]}},"b":{"type":"sphere","radius":0.3,"pose":{"translation":[1,0,0]}}}"#;
    let file = directory.join("pairs.jsonl");
    std::fs::write(&file, line).unwrap();
    let output = run(&["query", file.to_str().unwrap(), "--certificate"], "");
    std::fs::remove_file(directory.join("hand.stl")).unwrap();
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let inner = &document["query"]["a"]["inner"];
    assert_eq!(inner["type"], "hull");
    assert!(inner["vertices"].as_array().unwrap().len() > 20);
    assert_verified(std::slice::from_ref(&document));
    let mut naming = document;
    naming["query"]["a"] = json!({"type": "mesh", "path": "hand.stl"});
    let output = verify(&[naming], &[]);
    let said = stdout(&output);
    assert!(said.contains("query.a.path: is a file, which proves nothing: give a hull"), "{said}");
}

#[test]
fn an_answer_without_a_certificate_says_why() {
    let line = r#"{"id":7,"dim":3,"a":{"type":"scaled","inner":{"type":"sphere","radius":0.1},"scale":[5,0.3,5]},"b":{"type":"sphere","radius":1,"pose":{"translation":[4,0,0]}}}"#;
    let found = certified(&[], line);
    assert_eq!((&found[0]["distance"], found[0].get("certificate")), (&json!(2.5), None));
    let error = "a is beyond exact arithmetic: it scales a curved shape or a sum of radii";
    let reason = found[0]["certificate_error"].as_str().unwrap();
    assert!(
        reason.starts_with(error)
            && reason.ends_with("give its sizes scaled and its radii added up instead"),
        "{reason}"
    );
    let output = verify(&found, &[]);
    assert_eq!(
        stdout(&output),
        format!("standard input:1: 7: refused: there is no certificate: {reason}\n")
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_are_checked_to_their_end_and_the_status_says_the_worst() {
    let directory = scratch("files");
    let put = |name: &str, text: &str| {
        let file = directory.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let good = certified(&[], &one_line(TURNED)).remove(0).to_string();
    let plain = r#"{"id":3,"query":"distance","dim":2,"a":{"type":"point"},"b":{"type":"point"}}"#;
    let bad = put("bad.jsonl", &format!("\u{feff}{good}\n\nnonsense\n[1]\n{plain}\n{{}}\n{good}"));
    let (good, empty) = (put("good.jsonl", &good), put("empty.jsonl", "\n\n"));
    let output = run(&["verify", &good, &bad], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "clearance: 3 verified, 4 refused\n");
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        format!("{bad}:3: refused: not JSON at column"),
        format!("{bad}:4: refused: must be an object, is a list of 1"),
        format!(
            "{bad}:5: 3: refused: query: must be an object, is the text \"distance\"; write documents with `clearance query --certificate`"
        ),
        format!("{bad}:6: refused: query: is missing; write"),
    ];
    assert_eq!(lines.len(), expected.len(), "{said}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(&expected), "{line}\n{expected}");
    }
    let missing = directory.join("missing.jsonl");
    let missing = missing.to_str().unwrap();
    for (unreadable, message) in
        [(missing, "missing.jsonl: "), (&empty, "empty.jsonl: holds no document")]
    {
        let output = run(&["verify", unreadable, &good], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(stderr(&output).ends_with("clearance: 1 verified, 0 refused\n"));
    }
}

/// A type that ends its line and goes on as a verdict, and escape codes of a terminal in an id and
/// in a pose.
#[test]
fn text_of_strangers_forges_no_line_and_steers_no_terminal() {
    let ball = json!({"type": "sphere", "radius": 1});
    let nothing = json!({"verdict": "Undecided"});
    let forged = json!({
        "query": {
            "dim": 3,
            "a": {"type": "x\nforged.jsonl:2: verified: apart, by 5 at least and 5 at most"},
            "b": ball
        },
        "certificate": nothing
    });
    let pose = "\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}";
    let steering = json!({
        "id": "\u{9b}31mRED\u{202e}",
        "query": {"dim": 3, "a": ball, "b": {"type": "sphere", "radius": 1, "pose": pose}},
        "certificate": nothing
    });
    let output = verify(&[forged, steering], &["--verbose"]);
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines.iter().all(|line| line.contains(" refused: ")), "{said}");
    let hidden = |c: char| c.is_control() || c == '\u{202e}';
    assert!(!lines.iter().any(|line| line.contains(hidden)), "{said:?}");
}

#[test]
fn a_cast_and_its_proof_in_a_file() {
    let file = scratch("cast").join("proof.json");
    let file = file.to_str().unwrap();
    let cast = ["cast", "box:10,0.5,10", "sphere:0.25", "--move-b", "0,2.75,0", "--velocity"];
    let output = run(&[&cast[..], &["1,-4,0", "--certificate", file]].concat(), "");
    assert_eq!(output.status.code(), Some(1));
    let report = stdout(&output);
    assert!(report.contains("Proved: the first contact is at 0.499999"), "{report}");
    let checked = run(&["verify", file, "--verbose"], "");
    assert_eq!(
        (checked.status.code(), stderr(&checked).as_str()),
        (Some(0), "clearance: 1 verified, 0 refused\n")
    );

    // It proves nothing of another motion, of a sooner contact, or of a later one.
    let text = std::fs::read_to_string(file).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let changed = |path: &str, value: Value| {
        let mut document = document.clone();
        *document.pointer_mut(path).unwrap() = value;
        verify(&[document], &[]).status.code()
    };
    assert_eq!(changed("/query/b/velocity/1", json!(-3.0)), Some(1));
    assert_eq!(changed("/query/b/radius", json!(0.125)), Some(1));
    assert_eq!(changed("/query/b/radius", json!(0.5)), Some(1));
    assert_eq!(changed("/query/max_toi", json!(0.25)), Some(1));
    assert_eq!(changed("/certificate/contact_by", json!(0.4375)), Some(1));
    assert_eq!(changed("/certificate/verdict", json!("Separated")), Some(1));
}

#[test]
fn a_cast_that_turns_has_none() {
    let cast = ["cast", "box:1,1,1", "box:1,1,1", "--move-b", "4,0,0", "--turn", "0,0,1"];
    let output = run(&[&cast[..], &["--certificate", "-"]].concat(), "");
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    let reason = "b: turns, and only straight motions have certificates";
    assert!(said.contains(reason), "{said}");
}

#[test]
fn contact_points_and_their_proof_in_a_file() {
    let file = scratch("contact").join("proof.json");
    let file = file.to_str().unwrap();
    let contact = ["contact", "box:2,0.5,2", "box:0.5,0.5,0.5", "--move-b", "0.25,0.875,-0.125"];
    let output = run(&[&contact[..], &["--certificate", file]].concat(), "");
    assert_eq!(output.status.code(), Some(1));
    let report = stdout(&output);
    let proved = "intersecting, to a depth of 0.125 at least and 0.125 at most; 4 contact points, off \
                  the surfaces by 0 and in depth by 0 at most; along the normal they overlap by 0.125 \
                  at least and 0.125 at most";
    assert!(report.contains(&format!("Proved: {proved}.")), "{report}");
    let checked = run(&["verify", file, "--verbose"], "");
    assert_eq!(stdout(&checked), format!("{file}:1: verified: {proved}\n"));

    let text = std::fs::read_to_string(file).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let refused = |path: &str, value: Value, why: &str| {
        let mut document = document.clone();
        *document.pointer_mut(path).unwrap() = value;
        let output = verify(&[document], &[]);
        let said = stdout(&output);
        assert!(output.status.code() == Some(1) && said.contains(why), "{path}: {said}");
    };
    let off = "contact point 2 is not as near to the surface of b as claimed";
    refused("/certificate/points/2/on_b/y", json!(0.375_f64.next_up()), off);
    refused("/query/b/half_extents/0", json!(0.5_f64.next_down()), "is not as near to the surface");
    refused("/certificate/points/1/depth", json!(0.25), "contact point 1 is not as deep");
    let other = document["certificate"]["points"][1].clone();
    refused("/certificate/points/0", other, "one of them twice");
    refused("/certificate/points", json!([]), "points: has no contact points");
    refused("/certificate/normal/x", json!(1e-300), "not as far apart as claimed");
    refused("/certificate/pair/verdict", json!("Separated"), "does not separate");

    // In floats of the other precision it is another pair; each has its own.
    let output = run(
        &[&contact[..4], &["0.3,0.9,0.1", "--precision", "f32", "--certificate", "-"]].concat(),
        "",
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["query"]["precision"], "f32");
    assert_verified(&[document]);
}

#[test]
fn contact_lines_have_one_beyond_the_distance_too() {
    let line = |more: &str| {
        let ball = r#"{"type":"circle","radius":1,"pose":{"translation":[0,2.25]}}"#;
        let wall = r#"{"type":"half_space","normal":[0.6,0.8],"offset":0.25}"#;
        format!(r#"{{"query":"manifold","dim":2,"a":{wall},"b":{ball}{more}}}"#) + "\n"
    };
    let documents = certified(&[], &(line("") + &line(r#","max_distance":4"#)));
    assert_verified(&documents);
    let count = |i: usize| documents[i]["certificate"]["points"].as_array().unwrap().len();
    assert_eq!((count(0), count(1)), (0, 1));
    let text = documents.iter().map(|document| format!("{document}\n")).collect::<String>();
    let said = stdout(&run(&["verify", "-", "--verbose"], &text));
    assert!(
        said.lines().nth(1).unwrap().contains("1 contact point, off the surfaces by"),
        "{said}"
    );
}
