//! Files to objects of a scene: what `clash` and `cull` look at.

mod placed;
mod sum;

use std::collections::HashMap;
use std::path::Path;

use clearance::{Pose, Shape};
use clearance_json::{Fault, library::neighbour};
use clearance_scene::Mesh;
use clearance_scene::mesh::{MeshError, Note};
use clearance_scene::scene::{self, Body, Extent, Object};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;

use crate::args::{By, ObjectsArgs, Up, unit_name};

pub(crate) use sum::sum;

/// The objects of one file.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// The name in messages and reports.
    pub(crate) file: String,
    pub(crate) objects: Vec<Object>,
    /// How many before each have its name, as lines of a scene file may.
    copies: Vec<usize>,
    /// Each one's mesh, for pictures.
    pub(crate) meshes: Vec<Mesh>,
    /// How many objects stand for themselves by their hull, and how many of those that do not
    /// do not close.
    pub(crate) hulls: usize,
    pub(crate) open: usize,
    /// What is proved of each object's parts and what they stand for, in a scene file.
    pub(crate) covers: Vec<Option<Bounds>>,
    /// What was left out.
    pub(crate) left_out: Vec<String>,
    /// What readers say about the files.
    pub(crate) notes: Vec<String>,
    /// How many metres the unit is, where that is known.
    pub(crate) metres: Option<f64>,
    /// Which axis points up, for pictures.
    pub(crate) up: Up,
}

/// How far convex parts and the mesh that they stand for leave each other at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) uncovered: f64,
    /// Unknown where the mesh does not close.
    pub(crate) overshoot: Option<f64>,
    /// How far from the parts a point of the mesh may be, or of the solid that it bounds.
    pub(crate) hollow: f64,
}

impl Side {
    /// What tells an object from others of its name in every run: nothing of the first, then its
    /// number.
    pub(crate) fn copy(&self, place: usize) -> Option<usize> {
        self.copies.get(place).copied().filter(|copies| *copies > 0)
    }

    /// Numbers objects of one name.
    fn count_copies(mut self) -> Self {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for object in &self.objects {
            let seen = seen.entry(&object.name).or_default();
            self.copies.push(*seen);
            *seen += 1;
        }
        self
    }

    /// Whether an object is a shape that is no hull.
    pub(crate) fn has_shapes(&self) -> bool {
        let mut parts = self.objects.iter().flat_map(|object| object.body.parts());
        parts.any(|part| !matches!(part.shape, Shape::Hull(_)))
    }

    /// What is proved of an object's parts, if it is made of such.
    pub(crate) fn cover(&self, place: usize) -> Option<Bounds> {
        self.covers.get(place).copied().flatten()
    }

    /// The unit of its lengths, as a headline has it.
    pub(crate) fn unit(&self) -> String {
        self.metres.map_or_else(
            || "in a unit that it does not name".into(),
            |metres| format!("in {}", unit_name(metres)),
        )
    }

    /// The same of a report's lengths.
    pub(crate) fn lengths(&self) -> String {
        self.metres.map_or_else(
            || "in the unit of the files, which they do not name".into(),
            |metres| format!("in {}", unit_name(metres)),
        )
    }

    /// The box about all objects.
    pub(crate) fn extent(&self) -> Option<Extent> {
        let all = self.objects.iter().map(Object::extent);
        let ends = Extent::of_points(all.flat_map(|Extent { low, high }| [low, high]));
        (!self.objects.is_empty()).then_some(ends)
    }

    /// Says aloud what was left out, and what readers say about the files.
    pub(crate) fn complain(&self) {
        self.notes.iter().for_each(|note| crate::remark(note));
        self.left_out.iter().for_each(|text| crate::remark(&format!("left out: {text}")));
    }
}

/// Reads a file's objects and makes bodies of them, on all cores.
pub(crate) fn side(path: &Path, args: &ObjectsArgs, progress: &ProgressBar) -> Result<Side, Fault> {
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        if args.scale.is_some() {
            let message = "is scaled line by line, by `scale`; --scale-a and --scale-b are for mesh \
                           files";
            return Err(Fault::field(&path.display().to_string(), message));
        }
        return placed::side(path, args, progress);
    }
    let file = path.display().to_string();
    progress.set_message(format!("reading {file}"));
    let read = args.meshes.reading().each_object(path).map_err(|error| {
        let meant = neighbour(path).unwrap_or_default();
        Fault::new(format!("{error}{meant}"))
    })?;
    let up = read.notes.iter().find_map(up_of).unwrap_or_else(|| usual_up(path));
    let notes = read.notes.iter().map(|note| format!("{file}: {note}")).collect();
    // What is scaled has no unit that the file could name.
    let metres = read.metres.or(args.meshes.unit).filter(|_| args.scale.is_none());
    let (mut good, left_out) = sort_out(read.each, args.skip_bad)?;
    if let Some(factor) = args.scale {
        for (_, mesh) in &mut good {
            *mesh = std::mem::take(mesh).scaled([factor; 3]);
        }
    }
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
    let covers = Vec::new();
    let copies = Vec::new();
    let side =
        Side { file, objects, copies, meshes, hulls, open, covers, left_out, notes, metres, up };
    Ok(side.count_copies())
}

/// The axis that a note says points up.
fn up_of(note: &Note) -> Option<Up> {
    match note {
        Note::Up { axis: "X_UP" } => Some(Up::X),
        Note::Up { .. } => Some(Up::Y),
        _ => None,
    }
}

/// glTF has y up; models of buildings as OBJ, STL mostly z.
fn usual_up(path: &Path) -> Up {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if matches!(extension.as_str(), "gltf" | "glb") { Up::Y } else { Up::Z }
}

/// What a name begins with: of `Wall_12`, the wall.
fn group_of(name: &str) -> String {
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

fn body(mesh: &Mesh, by: By) -> Result<Body, Fault> {
    let by = match by {
        // Of one mesh, that is its one part.
        By::Hull | By::Parts => scene::By::Hull,
        By::Triangles => scene::By::Triangles,
        By::Auto => scene::By::Auto,
    };
    by.body(mesh).map_err(Fault::new)
}
