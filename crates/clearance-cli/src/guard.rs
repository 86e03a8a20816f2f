//! What is written is no input and no other output: looked at before any work.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clearance_json::Fault;
use clearance_scene::mesh::{Address, path_of};
use serde_json::Value;

use crate::args::OutFile;
use crate::output::own_stdout;

/// Refuses output options of a command that would destroy one of its inputs or one another, or
/// cannot be written.
pub(crate) fn check(matches: &ArgMatches) -> Result<(), Fault> {
    let Some((_, own)) = matches.subcommand() else { return Ok(()) };
    let mut outputs: Vec<(String, Identity)> = Vec::new();
    if let Some(identity) = own_stdout().and_then(|file| Identity::of_file(&file)) {
        outputs.push(("standard output".into(), identity));
    }
    for id in own.ids() {
        let Ok(Some(paths)) = own.try_get_many::<OutFile>(id.as_str()) else { continue };
        for path in paths.filter(|path| ***path != *Path::new("-")) {
            let name = format!("--{} {}", id.as_str().replace('_', "-"), path.display());
            let Some(identity) = to_write(path).map_err(|text| Fault::field(&name, text))? else {
                continue;
            };
            if let Some((other, _)) = outputs.iter().find(|(_, own)| *own == identity) {
                let message = format!("is the file that {other} writes; give each its own");
                return Err(Fault::field(&name, message));
            }
            outputs.push((name, identity));
        }
    }
    // A file that is not there yet is no input.
    if !outputs.iter().any(|(_, identity)| matches!(identity, Identity::Known(..))) {
        return Ok(());
    }
    let mut inputs = Inputs { outputs: &outputs, seen: HashSet::new(), packages: Vec::new() };
    for id in own.ids() {
        if let Ok(Some(packages)) = own.try_get_many::<(String, PathBuf)>(id.as_str()) {
            inputs.packages.extend(packages.map(|(_, folder)| folder.clone()));
        }
    }
    let search = std::env::var_os("ROS_PACKAGE_PATH").unwrap_or_default();
    inputs.packages.extend(std::env::split_paths(&search));
    for id in own.ids() {
        if let Ok(Some(paths)) = own.try_get_many::<PathBuf>(id.as_str()) {
            paths.into_iter().try_for_each(|path| inputs.file(path, ""))?;
        }
        if let Ok(Some(texts)) = own.try_get_many::<String>(id.as_str()) {
            for text in texts {
                match serde_json::from_str(text) {
                    Ok(value @ Value::Object(_)) => inputs.json(&value, Path::new(""), "")?,
                    _ => {
                        inputs.file(&path_of(text), "")?;
                        inputs.file(&Address::of(text).path, "")?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// A file that can be written, if it is a regular one.
fn to_write(path: &Path) -> Result<Option<Identity>, String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(format!("there is no folder {}", folder.display()));
    }
    let Ok(about) = path.metadata() else { return Ok(Identity::of_new(path)) };
    if about.is_dir() {
        return Err("is a folder; name a file in it".into());
    }
    if !about.is_file() {
        return Ok(None);
    }
    OpenOptions::new().write(true).open(path).map_err(|error| error.to_string())?;
    Ok(Identity::of(path))
}

/// What two paths of one file share, also where links lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    #[cfg(unix)]
    Known(u64, u64),
    #[cfg(not(unix))]
    Known(PathBuf),
    /// The file is still to be made.
    New(PathBuf),
}

impl Identity {
    /// The identity of a regular file.
    fn of(path: &Path) -> Option<Self> {
        path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        #[cfg(unix)]
        return Self::of_file(&File::open(path).ok()?);
        #[cfg(not(unix))]
        path.canonicalize().ok().map(Self::Known)
    }

    #[cfg(unix)]
    fn of_file(file: &File) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let about = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some(Self::Known(about.dev(), about.ino()))
    }

    #[cfg(not(unix))]
    fn of_file(_: &File) -> Option<Self> {
        None
    }

    /// The identity of a file that is not there; a link may lead to where it is to be.
    fn of_new(path: &Path) -> Option<Self> {
        let mut path = path.to_path_buf();
        for _ in 0..40 {
            let folder = path.parent().unwrap_or(Path::new(""));
            let Ok(target) = path.read_link() else { break };
            path = folder.join(target);
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(Self::New(folder.join(path.file_name()?)))
    }
}

/// The files that a command reads, also those that others name.
struct Inputs<'o> {
    outputs: &'o [(String, Identity)],
    seen: HashSet<Identity>,
    /// Folders in which a URDF's meshes may be.
    packages: Vec<PathBuf>,
}

impl Inputs<'_> {
    /// Looks at a file, and at those that it names; `of` says which file names it.
    fn file(&mut self, path: &Path, of: &str) -> Result<(), Fault> {
        let Some(identity) = Identity::of(path) else { return Ok(()) };
        if let Some((name, _)) = self.outputs.iter().find(|(_, own)| *own == identity) {
            let path = path.display();
            let message = format!("would overwrite the input {path}{of}; write another file");
            return Err(Fault::field(name, message));
        }
        if !self.seen.insert(identity) {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let of = format!(", which {} names", path.display());
        let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match end.as_str() {
            "jsonl" | "ndjson" => {
                for line in read(path).split(|byte| *byte == b'\n') {
                    if let Ok(value) = serde_json::from_slice(line) {
                        self.json(&value, folder, &of)?;
                    }
                }
            }
            "json" | "gltf" => {
                if let Ok(value) = serde_json::from_slice(&read(path)) {
                    self.json(&value, folder, &of)?;
                }
            }
            "glb" => {
                let bytes = read(path);
                let length = bytes.get(12..16).and_then(|length| length.try_into().ok());
                let end = length.map(|length| 20 + u32::from_le_bytes(length) as usize);
                let text = end.and_then(|end| bytes.get(20..end)).unwrap_or_default();
                if let Ok(value) = serde_json::from_slice(text) {
                    self.json(&value, folder, &of)?;
                }
            }
            "urdf" => self.urdf(&String::from_utf8_lossy(&read(path)), path, &of)?,
            _ => {}
        }
        Ok(())
    }

    /// Looks at the files that JSON names: those of scenes, shapes and buffers.
    fn json(&mut self, value: &Value, folder: &Path, of: &str) -> Result<(), Fault> {
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.json(item, folder, of)),
            Value::Object(keys) => keys.iter().try_for_each(|(key, value)| match value {
                Value::String(text) if matches!(key.as_str(), "file" | "path" | "uri") => {
                    let paths = [path_of(text), Address::of(text).path, path_of(&decoded(text))];
                    paths.iter().try_for_each(|path| self.file(&folder.join(path), of))
                }
                _ => self.json(value, folder, of),
            }),
            _ => Ok(()),
        }
    }

    /// Looks wherever a mesh of a URDF may be.
    fn urdf(&mut self, text: &str, path: &Path, of: &str) -> Result<(), Fault> {
        let path = path.canonicalize().unwrap_or(path.into());
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let attributes = text.split("filename").skip(1);
        let values = attributes.filter_map(|rest| {
            let rest = rest.trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
            rest.get(1..)?.split(quote).next()
        });
        for name in values.collect::<HashSet<&str>>() {
            let Some(name) = name.strip_prefix("package://") else {
                let name = name.strip_prefix("file://").unwrap_or(name);
                self.file(&folder.join(name), of)?;
                continue;
            };
            let inner = name.split_once('/').map_or("", |(_, inner)| inner);
            let folders = self.packages.clone();
            for folder in folders.iter().map(PathBuf::as_path).chain(folder.ancestors()) {
                self.file(&folder.join(inner), of)?;
                self.file(&folder.join(name), of)?;
            }
        }
        Ok(())
    }
}

/// The content of a file, as far as it can be read; what is wrong with it is said by its reader.
fn read(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(1 << 30).read_to_end(&mut bytes);
    }
    bytes
}

/// A URI without its escapes.
fn decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = uri_escape(rest);
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| uri.to_owned())
}

fn uri_escape(text: &[u8]) -> Option<u8> {
    let digits = text.strip_prefix(b"%")?.get(..2)?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests;
