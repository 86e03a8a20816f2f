//! Files to objects.

use std::fs;
use std::path::Path;

use clearance::Pose;
use clearance_json::{Fault, escape, library::neighbour};
use clearance_scene::Mesh;
use clearance_scene::mesh::MeshError;
use clearance_scene::scene::{self, Body, Object, Rules};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;

use crate::args::{By, ClashArgs};

/// The objects of one file.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// As messages and reports name it.
    pub(super) file: String,
    pub(super) objects: Vec<Object>,
    /// Each one's mesh, for pictures.
    pub(super) meshes: Vec<Mesh>,
    /// How many objects stand for themselves by their hull, and how many of those that do not
    /// do not close.
    pub(super) hulls: usize,
    pub(super) open: usize,
    /// What was left out.
    pub(super) left_out: Vec<String>,
}

/// Reads a file's objects and makes bodies of them, on all cores.
pub(super) fn side(path: &Path, args: &ClashArgs, progress: &ProgressBar) -> Result<Side, Fault> {
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        return super::placed::side(path, args, progress);
    }
    let file = path.display().to_string();
    progress.set_message(format!("reading {file}"));
    let read = args.meshes.reading().each_object(path).map_err(|error| {
        let meant = neighbour(path).unwrap_or_default();
        Fault::new(format!("{error}{meant}"))
    })?;
    let (good, left_out) = sort_out(read, args.skip_bad)?;
    progress.set_length(good.len() as u64);
    progress.set_message(format!("objects of {file}"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let made = good.par_iter().progress_with(progress.clone()).map(|(name, mesh)| {
        let name = if name.is_empty() { &*stem } else { name };
        let body = body(mesh, args.by).map_err(|fault| fault.within(&format!("{file}#{name}")))?;
        Ok(Object {
            group: group_of(name),
            padding: args.padding,
            pose: Pose::identity(),
            ..Object::new(name, body)
        })
    });
    let objects = made.collect::<Result<Vec<Object>, Fault>>()?;
    let hulls = objects.iter().filter(|object| object.body.mesh().is_none()).count();
    let open = objects.par_iter().filter(|object| !object.body.is_closed()).count();
    let meshes = good.into_iter().map(|(_, mesh)| mesh).collect();
    Ok(Side { file, objects, meshes, hulls, open, left_out })
}

/// What a name begins with: of `Wall_12`, the wall.
pub(super) fn group_of(name: &str) -> String {
    name.split(['_', '.', ':', '/']).next().unwrap_or_default().to_owned()
}

type Named<T> = Vec<(String, T)>;

/// The objects that are right, and what is said about the others where they may be left out.
fn sort_out(
    read: Named<Result<Mesh, MeshError>>,
    skip_bad: bool,
) -> Result<(Named<Mesh>, Vec<String>), Fault> {
    let (mut good, mut left_out) = (Vec::new(), Vec::new());
    for (name, mesh) in read {
        match mesh {
            Ok(mesh) => good.push((name, mesh)),
            Err(error) if skip_bad => left_out.push(error.to_string()),
            Err(error) => {
                return Err(Fault::new(format!("{error}; --skip-bad leaves such objects out")));
            }
        }
    }
    Ok((good, left_out))
}

pub(super) fn body(mesh: &Mesh, by: By) -> Result<Body, Fault> {
    let by = match by {
        // Of one mesh, that is its one part.
        By::Hull | By::Parts => scene::By::Hull,
        By::Triangles => scene::By::Triangles,
        By::Auto => scene::By::Auto,
    };
    by.body(mesh).map_err(Fault::new)
}

/// Which pairs are left out; names that no object has are an error, as they are a slip.
pub(super) fn rules(args: &ClashArgs, sides: &[&Side]) -> Result<Rules, Fault> {
    let mut rules = Rules { ignore_same_group: args.ignore_same_group, ..Rules::default() };
    let Some(path) = &args.allow else { return Ok(rules) };
    let name = format!("--allow {}", path.display());
    let text = fs::read_to_string(path).map_err(|error| Fault::field(&name, error))?;
    let is_known =
        |name: &str| sides.iter().any(|side| side.objects.iter().any(|o| o.name == name));
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: String| Fault::field(&format!("{name}:{number}"), message);
        let fields = super::table::fields(line);
        let [a, b, ..] = fields.as_slice() else {
            return Err(fault("needs two names with a comma between".into()));
        };
        if let Some(unknown) = [a, b].into_iter().find(|name| !is_known(name)) {
            // The first line may say what the columns are.
            if number == 1 && !is_known(a) && !is_known(b) {
                continue;
            }
            return Err(fault(format!("no object is called `{}`", escape::shown(unknown))));
        }
        rules.allow(a.as_str(), b.as_str());
    }
    Ok(rules)
}
