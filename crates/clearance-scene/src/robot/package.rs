//! Finds the file that a URDF means by the name of a mesh.

use std::path::{Component, Path, PathBuf};

use super::Loading;
use super::urdf::shown;

impl Loading {
    /// The file for a name in a URDF: `package://NAME/…`, or a path from the URDF's folder.
    ///
    /// A path may lead to the URDF's folder and to the folder above it (`../meshes`), as a package
    /// has both; elsewhere only if [`outside`](crate::mesh::Reading::outside) allows it. Likewise a
    /// path in a package may only lead within the package.
    pub(super) fn find(&self, urdf: &Path, name: &str) -> Result<PathBuf, String> {
        let schemes = ["package://", "model://"];
        if let Some(rest) = schemes.iter().find_map(|scheme| name.strip_prefix(scheme)) {
            let (package, inner) = rest.split_once('/').unwrap_or((rest, ""));
            return self.in_package(urdf, package, Path::new(inner));
        }
        let plain = name.strip_prefix("file://").unwrap_or(name);
        if plain.contains("://") {
            return Err("an address that is no file: fetch it, and name the file".into());
        }
        let folder = folder_of(urdf)?;
        let within = folder.parent().unwrap_or(&folder).to_path_buf();
        self.checked(folder.join(plain), &within, "the URDF's folder and the one above it")
    }

    fn in_package(&self, urdf: &Path, package: &str, inner: &Path) -> Result<PathBuf, String> {
        if package.is_empty() || matches!(package, "." | "..") {
            return Err("the package has no name".into());
        }
        let own = folder_of(urdf)?;
        let mut folders: Vec<PathBuf> = Vec::new();
        let given = self.packages.iter().filter(|(name, _)| name == package);
        folders.extend(given.map(|(_, folder)| folder.clone()));
        let is_given = !folders.is_empty();
        if !is_given {
            let above = own.ancestors().map(Path::to_path_buf);
            for place in above.chain(self.search.iter().cloned()) {
                if place.file_name().is_some_and(|name| name == package) {
                    folders.push(place.clone());
                }
                folders.push(place.join(package));
            }
            folders.retain(|folder| folder.is_dir());
        }
        let mut first_fault = None;
        for folder in &folders {
            let found = self.checked(folder.join(inner), folder, "its package");
            match found {
                Ok(file) => return Ok(file),
                Err(fault) => first_fault = first_fault.or(Some(fault)),
            }
        }
        let hint = format!("`--package {}=FOLDER` says where it is", shown(package));
        Err(match first_fault {
            Some(fault) => format!("{fault}; searched in {}; {hint}", listed(&folders)),
            None => format!(
                "no folder of that package was found; searched from {} upward{}; {hint}",
                own.display(),
                match self.search.as_slice() {
                    [] => ", and ROS_PACKAGE_PATH names no folder".to_owned(),
                    search => format!(", and in ROS_PACKAGE_PATH: {}", listed(search)),
                }
            ),
        })
    }

    /// A file that exists, and lies within the folder unless files outside are allowed.
    fn checked(&self, file: PathBuf, within: &Path, what: &str) -> Result<PathBuf, String> {
        let outside = || format!("it lies outside of {what}; `--outside` allows it");
        // Checks the path as written first, so that an error reveals nothing about files elsewhere.
        if !self.reading.outside && !plain(&file).starts_with(plain(within)) {
            return Err(outside());
        }
        let real = file.canonicalize().map_err(|error| format!("{}: {error}", file.display()))?;
        let home = within.canonicalize().map_err(|error| error.to_string())?;
        if !self.reading.outside && !real.starts_with(home) {
            return Err(outside());
        }
        // A device would never end, and a pipe may never begin.
        if real.is_file() { Ok(file) } else { Err(format!("{} is not a file", file.display())) }
    }
}

/// The absolute path of a file's folder.
fn folder_of(file: &Path) -> Result<PathBuf, String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))
}

/// Resolves `.` and `..` in the text of the path alone.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn listed(folders: &[PathBuf]) -> String {
    let shown: Vec<String> = folders.iter().take(8).map(|f| f.display().to_string()).collect();
    shown.join(", ")
}
