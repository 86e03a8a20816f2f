//! The copy of the repository into which every mutant is built.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::mutate::{Mutant, instrument};

/// Folders and files of the core that are mutated.
const MUTATED: [&str; 6] = ["solve", "certify", "shape/hull", "batch", "query", "check.rs"];

/// The code that a mutated core selects mutants with: one active mutant, none by default; or it
/// records, once, each that is reached. `COUNT` is replaced.
const CHOICE: &str = r#"
mod mutants {
    use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::io::Write;

    const WATCHING: usize = usize::MAX - 1;
    const UNKNOWN: usize = usize::MAX;
    static CHOSEN: AtomicUsize = AtomicUsize::new(UNKNOWN);
    static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

    #[inline]
    pub(crate) fn mutant(number: usize) -> bool {
        let chosen = CHOSEN.load(Relaxed);
        if chosen < WATCHING { number == chosen } else { first_or_watched(number) }
    }

    #[cold]
    #[inline(never)]
    fn first_or_watched(number: usize) -> bool {
        if let Some(path) = std::env::var_os("CLEARANCE_REACHED") {
            CHOSEN.store(WATCHING, Relaxed);
            if !REACHED[number].swap(true, Relaxed) {
                let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
                file.unwrap().write_all(std::format!("{number}\n").as_bytes()).unwrap();
            }
            return false;
        }
        let chosen = std::env::var("CLEARANCE_MUTANT").ok().and_then(|n| n.parse().ok());
        CHOSEN.store(chosen.unwrap_or(0), Relaxed);
        Some(number) == chosen
    }
}
pub(crate) use mutants::mutant;
"#;

/// A copy of the tracked files in which every mutant is a choice at run time.
pub fn instrumented_copy(root: &Path, copy: &Path) -> Result<Vec<Mutant>, String> {
    let listed = Command::new("git").arg("-C").arg(root).args(["ls-files", "-z"]).output();
    let listed = listed.map_err(|e| format!("git: {e}"))?.stdout;
    let listed = String::from_utf8_lossy(&listed);
    let mut mutants = Vec::new();
    let mut files = Vec::new();
    for name in listed.split('\0').filter(|name| is_needed(name)) {
        let mut bytes = fs::read(root.join(name)).map_err(|e| format!("{name}: {e}"))?;
        if let Some(file) = name.strip_prefix("crates/clearance/src/")
            && MUTATED.iter().any(|part| file.starts_with(part))
            && file.ends_with(".rs")
            && !file.contains("test")
        {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mutated = instrument(file, &text, &mut mutants);
            bytes = mutated.map_err(|e| format!("{name}: {e}"))?.into_bytes();
        } else if name == "Cargo.toml" {
            // The original's lints do not hold for generated code.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let end = text.find("[workspace.lints.rust]").unwrap_or(text.len());
            let profiles = text.find("[profile.").unwrap_or(text.len());
            let (start, rest) = text[..end].split_once("members = [").unwrap_or((&text[..end], ""));
            let rest = rest.split_once(']').map_or("", |(_, rest)| rest);
            // The copy holds no other members than the crates.
            bytes = format!(
                "{start}members = [\"crates/*\"]{rest}[workspace.lints.rust]\n\n{}",
                &text[profiles..]
            )
            .into_bytes();
        }
        files.push((name, bytes));
    }
    for (name, mut bytes) in files {
        if name == "crates/clearance/src/lib.rs" {
            bytes.extend(CHOICE.replace("COUNT", &(mutants.len() + 1).to_string()).bytes());
        }
        write(&copy.join(name), &bytes).map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(mutants)
}

fn is_needed(name: &str) -> bool {
    ["crates/", "assets/", "cases/", "README"].iter().any(|start| name.starts_with(start))
        || ["Cargo.toml", "Cargo.lock"].contains(&name)
}

/// Unchanged files keep their dates, so that cargo builds them once.
fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(target).is_ok_and(|before| before == bytes) {
        return Ok(());
    }
    fs::create_dir_all(target.parent().unwrap_or(target))?;
    fs::write(target, bytes)
}
