//! Any bytes as the lines of `clearance query`: every line gets one line of JSON, an answer or an
//! error that names the fault.
#![no_main]

use std::path::Path;

use clearance_json::{Context, Libraries, answer_line};
use clearance_scene::mesh::Reading;
use serde_json::Value;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Anew each time: a mesh that an earlier input named must not matter.
    let context = Context::new(Libraries::new(Path::new("no such directory"), &Reading::default()));
    for (number, text) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let (output, answered) = answer_line(&context, number, text);
        examine(text, number, &output, answered);
        assert_eq!((output, answered), answer_line(&context, number, text));
    }
});

fn examine(text: &[u8], number: usize, output: &[u8], answered: bool) {
    let shown = || format!("{} gave {}", text.escape_ascii(), output.escape_ascii());
    let Some((b'\n', output)) = output.split_last() else { panic!("no line: {}", shown()) };
    assert!(!output.contains(&b'\n'), "more than a line: {}", shown());
    let output: Value =
        serde_json::from_slice(output).unwrap_or_else(|e| panic!("{e}: {}", shown()));
    if let Ok(input) = serde_json::from_slice::<Value>(text) {
        let id = input.get("id").unwrap_or(&Value::Null);
        let is_twice = output["error"].as_str().is_some_and(|e| e.contains("`id` is there twice"));
        assert!(is_twice || output.get("id").unwrap_or(&Value::Null) == id, "{}", shown());
    }
    if !answered {
        let says = output["error"].as_str().is_some_and(|e| !e.is_empty());
        assert!(says && output["line"] == number, "{}", shown());
        return;
    }
    let intersects = output["intersects"].as_bool().unwrap_or_else(|| panic!("{}", shown()));
    let length = |field: &str| output[field].as_f64();
    assert!(
        length("distance").is_some_and(|d| d >= 0.0 && !(intersects && d > 0.0)),
        "{}",
        shown()
    );
    assert_eq!(length("penetration").is_some(), intersects, "{}", shown());
    assert!(length("gap").is_none_or(|gap| gap >= 0.0), "{}", shown());
}
