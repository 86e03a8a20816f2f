//! Puts the built page into the program, if it is there: `web/dist`, or the folder that
//! `CLEARANCE_PAGE` names.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CLEARANCE_PAGE");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = env::var_os("CLEARANCE_PAGE").map_or_else(|| web.join("dist"), PathBuf::from);
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        list(&page, &page, &mut files)?;
        println!("cargo:rerun-if-changed={}", page.display());
    } else if web.is_dir() {
        // To notice when it is built. Watching what is not there would build the program anew each
        // time.
        println!("cargo:rerun-if-changed={}", web.display());
    }
    files.sort();
    // Copies, so that a page that is built anew meanwhile does not take them away from the
    // compiler.
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut table = String::from("&[\n");
    for (number, (name, file)) in files.iter().enumerate() {
        fs::copy(file, out.join(format!("page-{number}")))?;
        let copy = format!("concat!(env!(\"OUT_DIR\"), \"/page-{number}\")");
        let _ = writeln!(table, "    ({name:?}, include_bytes!({copy})),");
    }
    table.push(']');
    fs::write(out.join("page.rs"), table)
}

/// The files of a folder, by their paths from the root of the page with `/` between.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // The compressed twins are for hosts on a network; here bytes travel within one machine.
        if path.extension().is_some_and(|extension| extension == "br") {
            continue;
        }
        if path.is_dir() {
            list(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), path));
        }
    }
    Ok(())
}
