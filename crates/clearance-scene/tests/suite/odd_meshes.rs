//! Every file of `cases/odd-meshes`: read correctly with the required notes, or refused by an error
//! that names what is wrong.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clearance::Xyz;
use clearance_scene::mesh::{EXTENSIONS, Reading};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/odd-meshes")
}

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn points(row: &Value) -> Vec<[f64; 3]> {
    if row["hull"] == "box" {
        let corner = |i: u32| [i >> 2 & 1, 2 * (i >> 1 & 1), 3 * (i & 1)].map(f64::from);
        return (0..8).map(corner).collect();
    }
    serde_json::from_value(row["hull"].clone()).unwrap()
}

/// What is wrong with the result for a file, if anything.
fn judged(row: &Value) -> Result<(), String> {
    let path = folder().join(row["file"].as_str().unwrap());
    let is_read = |path: &Path| {
        let extension = path.extension().unwrap().to_string_lossy().to_ascii_lowercase();
        EXTENSIONS.contains(&extension.as_str())
    };
    if !is_read(&path) && row["expect"] != "unread" {
        return Ok(()); // Built without its reader.
    }
    let loaded = Reading::default().file(&path);
    if row["expect"] != "ok" {
        let message = match loaded {
            Ok(loaded) => return Err(format!("read as {} vertices", loaded.mesh.vertices.len())),
            Err(error) => error.to_string(),
        };
        let words = texts(&row["error_should_mention"]);
        assert!(!words.is_empty(), "nothing to look for in the message about {path:?}");
        return match words.iter().find(|word| !message.contains(*word)) {
            Some(word) => Err(format!("no word of `{word}` in: {message}")),
            None => Ok(()),
        };
    }
    let loaded = loaded.map_err(|error| format!("refused: {error}"))?;
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    match row["note_should_mention"].as_str() {
        Some(word) if !notes.iter().any(|note| note.contains(word)) => {
            return Err(format!("no word of `{word}` in: {notes:?}"));
        }
        None if !notes.is_empty() => return Err(format!("needless: {notes:?}")),
        _ => {}
    }
    let scale = serde_json::from_value(row["ask_scale"].clone()).unwrap_or([1.0; 3]);
    let found: Vec<[f64; 3]> = {
        let hull = loaded.mesh.scaled(scale).hull::<Xyz>().map_err(|e| e.to_string())?;
        let at = |p: &Xyz| [p.x, p.y, p.z];
        hull.vertices().iter().map(at).collect()
    };
    let expected = points(row);
    let size = expected.iter().flatten().fold(0.0_f64, |size, x| size.max(x.abs()));
    let tolerance = row["tol"].as_f64().unwrap_or(1e-9) * size;
    let near =
        |p: &[f64; 3], q: &[f64; 3]| p.iter().zip(q).all(|(a, b)| (a - b).abs() <= tolerance);
    if found.len() != expected.len() {
        return Err(format!("{} corners, not {}: {found:?}", found.len(), expected.len()));
    }
    match expected.iter().find(|corner| !found.iter().any(|p| near(p, corner))) {
        Some(missing) => Err(format!("no corner at {missing:?}: {found:?}")),
        None => Ok(()),
    }
}

#[test]
fn odd_meshes_are_read_rightly_or_refused_clearly() {
    let rows = rows();
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| judged(row).err().map(|what| format!("{}: {what}", row["file"])))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn every_odd_mesh_has_a_truth() {
    let named: BTreeSet<String> =
        rows().iter().map(|row| row["file"].as_str().unwrap().to_owned()).collect();
    let there = std::fs::read_dir(folder()).unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        name.to_string_lossy().into_owned()
    });
    let beside = ["expected.json", "side car é.bin"];
    let there: BTreeSet<String> = there.filter(|name| !beside.contains(&name.as_str())).collect();
    assert_eq!(named, there);
}
