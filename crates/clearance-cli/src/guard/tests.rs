//! Every output option of every command, drawn from the grammar, against every input.

use std::any::TypeId;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, CommandFactory};

use super::check;
use crate::args::{Cli, OutFile};

/// A folder of its own with files to read.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("clearance-guard-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What the guard says of a command line, or `None` where the grammar refuses it.
fn said(words: &[&str]) -> Option<Result<(), String>> {
    let words = ["clearance"].iter().chain(words);
    let matches = Cli::command().try_get_matches_from(words).ok()?;
    Some(check(&matches).map_err(|fault| fault.to_string()))
}

fn is(arg: &Arg, id: TypeId) -> bool {
    arg.get_value_parser().type_id() == id
}

/// The words that give an argument a value.
fn given(arg: &Arg, value: &Path) -> Vec<String> {
    let value = value.display().to_string();
    match arg.get_long() {
        Some(long) => vec![format!("--{long}"), value],
        None => vec![value],
    }
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder("all");
    let [target, other] = ["target.obj", "other.obj"].map(|name| folder.join(name));
    fs::write(&target, "v 0 0 0\n").unwrap();
    fs::write(&other, "v 0 0 0\n").unwrap();
    let mut looked = Vec::new();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        let all: Vec<&Arg> = command.get_arguments().collect();
        let outputs = all.iter().filter(|arg| is(arg, TypeId::of::<OutFile>()));
        let inputs = all.iter().filter(|arg| {
            is(arg, TypeId::of::<PathBuf>())
                || (arg.is_positional() && is(arg, TypeId::of::<String>()))
        });
        for output in outputs.clone() {
            let mut any = 0;
            for input in inputs.clone() {
                // What else a command wants.
                for more in [
                    &[][..],
                    &["--velocity", "1,0,0"],
                    &["--matrix", "1"],
                    &["--with", "coacd"],
                    &["--with", "coacd", "--save-parts", "made.obj"],
                    &["--parts", "parts.obj"],
                ] {
                    let mut words = vec![name.to_owned()];
                    let rest = all.iter().filter(|arg| arg.is_positional() && arg != &input);
                    let needed: Vec<String> =
                        rest.take(2).flat_map(|arg| given(arg, &other)).collect();
                    // Where the input is the first of two, and where it is not.
                    words.extend(given(input, &target));
                    words.extend(needed);
                    words.extend(more.iter().map(|word| (*word).to_owned()));
                    words.extend(given(output, &target));
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let Some(said) = said(&words) else { continue };
                    let message = said.expect_err(&words.join(" "));
                    assert!(message.contains("would overwrite the input"), "{message}");
                    any += 1;
                }
            }
            assert!(any > 0, "{name} {output}: no line was tried");
            looked.push(format!("{name} {}", output.get_id()));
            for second in outputs.clone().filter(|second| second != &output) {
                let new = folder.join("new.obj");
                let mut words = vec![name.to_owned()];
                words.extend(given(output, &new));
                words.extend(given(second, &folder.join(".").join("new.obj")));
                words.extend([other.display().to_string()]);
                words.extend(
                    ["--with".into(), "coacd".into()]
                        .into_iter()
                        .filter(|_: &String| name == "decompose"),
                );
                words.extend(
                    ["--matrix".into(), "1".into()].into_iter().filter(|_: &String| name == "cull"),
                );
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let Some(said) = said(&words) else { continue };
                let message = said.expect_err(&words.join(" "));
                assert!(message.contains("give each its own"), "{message}");
            }
        }
    }
    for known in
        ["clash html", "clash bcf", "robot csv", "decompose out", "trace out", "pair certificate"]
    {
        assert!(looked.iter().any(|looked| looked == known), "{known} of {looked:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Files that inputs name, and links.
#[test]
fn files_that_inputs_name_are_inputs() {
    let folder = folder("named");
    let at = |name: &str| folder.join(name);
    fs::create_dir_all(at("meshes")).unwrap();
    for name in ["part.obj", "meshes/link.obj", "a b.bin"] {
        fs::write(at(name), "v 0 0 0\n").unwrap();
    }
    fs::write(at("scene.jsonl"), "{\"file\":\"part.obj\"}\n{\"file\":\"model.gltf\"}\n").unwrap();
    fs::write(at("model.gltf"), "{\"buffers\":[{\"uri\":\"a%20b.bin\"}]}").unwrap();
    let mesh = "<mesh filename=\"package://arm/meshes/link.obj\"/>";
    fs::write(at("arm.urdf"), format!("<robot>{mesh}</robot>")).unwrap();
    fs::write(at("ball.json"), "{\"type\":\"mesh\",\"path\":\"part.obj\"}").unwrap();
    let path = |name: &str| at(name).display().to_string();
    let mut lines = vec![
        vec!["clash".into(), path("scene.jsonl"), "--csv".into(), path("part.obj")],
        vec!["clash".into(), path("scene.jsonl"), "--html".into(), path("a b.bin")],
        vec!["clash".into(), path("model.gltf"), "--html".into(), path("a b.bin")],
        vec!["robot".into(), path("arm.urdf"), "--csv".into(), path("meshes/link.obj")],
        vec![
            "pair".into(),
            path("ball.json"),
            "box:1".into(),
            "--certificate".into(),
            path("part.obj"),
        ],
        vec![
            "pair".into(),
            path("part.obj#lid"),
            "box:1".into(),
            "--certificate".into(),
            path("part.obj"),
        ],
        vec!["trace".into(), path("part.obj"), "box:1".into(), "--out".into(), path("./part.obj")],
    ];
    #[cfg(unix)]
    {
        fs::hard_link(at("part.obj"), at("hard.obj")).unwrap();
        std::os::unix::fs::symlink(at("part.obj"), at("soft.obj")).unwrap();
        for link in ["hard.obj", "soft.obj"] {
            lines.push(vec!["clash".into(), path("part.obj"), "--glb".into(), path(link)]);
            lines.push(vec!["clash".into(), path(link), "--glb".into(), path("part.obj")]);
        }
    }
    for line in &lines {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let message = said(&words).unwrap().expect_err(&words.join(" "));
        assert!(message.contains("would overwrite the input"), "{message}");
    }
    for (output, what) in [("none/out.csv", "there is no folder"), ("meshes", "is a folder")] {
        let message = said(&["clash", &path("part.obj"), "--csv", &path(output)]).unwrap();
        assert!(message.unwrap_err().contains(what));
    }
    let fine = said(&["clash", &path("scene.jsonl"), "--csv", &path("new.csv")]).unwrap();
    assert_eq!(fine, Ok(()));
    fs::remove_dir_all(folder).unwrap();
}
