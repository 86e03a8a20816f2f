//! A scene file: JSON Lines that place mesh files and shapes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use clearance::{Pose, Space, Xyz};
use clearance_json::suggest::did_you_mean;
use clearance_json::{Fault, Libraries, Precision, field, line, place, shape};
use clearance_scene::Mesh;
use clearance_scene::mesh::{MeshError, Reading};
use clearance_scene::scene::{Body, Object, Part};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;
use serde_json::Value;

use super::sum::sum;
use super::{Bounds, Side, body, group_of};
use crate::args::{By, ObjectsArgs};
use crate::picture;
use crate::stream::Lines;

/// A line of the file.
struct Placed {
    number: usize,
    name: Option<String>,
    group: Option<String>,
    padding: f64,
    pose: Pose<Xyz>,
    cover: Option<Cover>,
    what: What,
}

/// What a line places.
enum What {
    /// A file at a scale, by its place among those that lines name.
    File(usize),
    /// A convex shape.
    Shape(Box<Part>),
}

/// A file at a scale, which many lines may place.
struct Model {
    body: Arc<Body>,
    mesh: Mesh,
    notes: Vec<String>,
    /// How many metres its unit is, where the file names one.
    metres: Option<f64>,
}

const KEYS: [&str; 10] = [
    "file",
    "shape",
    "name",
    "group",
    "padding",
    "scale",
    "translation",
    "rotation",
    "part",
    "cover",
];

/// Reads a scene file and each mesh file once at each of its scales.
pub(super) fn side(path: &Path, args: &ObjectsArgs, progress: &ProgressBar) -> Result<Side, Fault> {
    let file = path.display().to_string();
    progress.set_message(format!("reading {file}"));
    let text = Lines::open(path)?.text(args.limit.max_line)?;
    let mut names: Vec<(String, [f64; 3], By)> = Vec::new();
    let mut places: HashMap<(String, [u64; 3], bool), usize> = HashMap::new();
    let mut placed = Vec::new();
    for (text, number) in text.split(|byte| *byte == b'\n').zip(1..) {
        if text.trim_ascii().is_empty() {
            continue;
        }
        // What was proved of parts is true of parts.
        let mut model = |name: String, scale: [f64; 3], is_covered: bool| {
            let key = (name.clone(), scale.map(f64::to_bits), is_covered);
            *places.entry(key).or_insert_with(|| {
                names.push((name, scale, if is_covered { By::Parts } else { args.by }));
                names.len() - 1
            })
        };
        let read = line::parse(text).and_then(|value| read(&value, number, &mut model));
        placed.push(read.map_err(|fault| fault.within(&format!("{file}:{number}")))?);
    }
    if placed.is_empty() {
        return Err(Fault::field(&file, "is empty: each line places a `file` or a `shape`"));
    }
    progress.set_length(names.len() as u64);
    progress.set_message(format!("objects of {file}"));
    let folder = path.parent().unwrap_or(Path::new(""));
    let reading = args.meshes.reading();
    let names = names.par_iter().progress_with(progress.clone());
    let models: Vec<Result<Model, Fault>> =
        names.map(|(name, scale, by)| load(&folder.join(name), *scale, &reading, *by)).collect();

    let notes = models.iter().flatten().flat_map(|model| model.notes.clone()).collect();
    let named = models.iter().flatten().filter_map(|model| model.metres).next();
    let is_one = models.iter().flatten().all(|model| model.metres == named);
    let metres = reading.unit.or(named.filter(|_| is_one));
    let mut side = Side { file, notes, metres, ..Side::default() };
    if !is_one && reading.unit.is_none() {
        let note = "some of its files are in metres, and others name no unit; --unit says it";
        side.notes.push(format!("{}: {note}", side.file));
    }
    side.notes.dedup();
    for Placed { number, name, group, padding, pose, cover, what } in placed {
        let own;
        let model = match &what {
            What::File(file) => models.get(*file),
            What::Shape(part) => {
                own = of_shape(part, args.pictured);
                Some(&own)
            }
        };
        let Model { body, mesh, metres, .. } = match model {
            None => continue,
            Some(Ok(model)) => model,
            Some(Err(fault)) if args.skip_bad => {
                side.left_out.push(format!("{}:{number}: {fault}", side.file));
                continue;
            }
            Some(Err(fault)) => {
                let message = format!("{fault}; --skip-bad leaves such objects out");
                return Err(Fault::field(&format!("{}:{number}", side.file), message));
            }
        };
        let name = name.unwrap_or_else(|| format!("line {number}"));
        if let (Some(_), Some(_), Some(_)) = (&cover, reading.unit, metres) {
            let message = "was proved in metres, the file's unit: leave out --unit, or `cover`";
            let place = format!("{}:{number}: cover", side.file);
            return Err(Fault::field(&place, message));
        }
        if let Some(cover) = &cover {
            let place = format!("{}:{number}", side.file);
            let within = |fault: Fault| fault.within(&format!("{place}.cover"));
            let note = cover.check(folder).map_err(within)?;
            side.notes.extend(note.map(|note| format!("{place}: {note}")));
        }
        side.covers.push(cover.map(|cover| cover.bounds));
        side.hulls += usize::from(body.mesh().is_none());
        side.open += usize::from(!body.is_closed());
        side.objects.push(Object {
            group: group.unwrap_or_else(|| group_of(&name)),
            name,
            body: body.clone(),
            pose,
            padding: args.padding + padding,
        });
        if args.pictured {
            let world = |v: &[f64; 3]| {
                let [x, y, z] = *v;
                pose.transform_point(Xyz::new(x, y, z)).coordinates()
            };
            let vertices = mesh.vertices.iter().map(world).collect();
            side.meshes.push(Mesh { vertices, triangles: mesh.triangles.clone() });
        }
    }
    Ok(side.count_copies())
}

fn read(
    value: &Value,
    number: usize,
    model: &mut impl FnMut(String, [f64; 3], bool) -> usize,
) -> Result<Placed, Fault> {
    let object = field::object(value)?;
    if object.contains_key("dim") {
        let message = "is no key here: scenes are in space; pairs in the plane are lines of \
                       `clearance query`";
        return Err(Fault::field("dim", message));
    }
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let meant = did_you_mean(key, KEYS);
        let message =
            format!("is no key of a scene's line, which takes {}{meant}", KEYS.join(", "));
        return Err(Fault::field(&field::shortened(key), message));
    }
    // Data sets number their parts; a name would have to choose an object of the file.
    if let Some(Value::String(_)) = field::optional(object, "part") {
        let message = "is a number that is not read; a `file` is placed as a whole";
        return Err(Fault::field("part", message));
    }
    let text = |name: &str| match field::optional(object, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => {
            let message = format!("must be a text, is {}", field::kind(other));
            Err(Fault::field(name, message))
        }
    };
    let file = text("file")?;
    let shape = field::optional(object, "shape");
    if let (Some(_), Some(key)) = (shape, FILES.iter().find(|key| object.contains_key(**key))) {
        return Err(Fault::field(key, "belongs to a `file`, and here is a `shape`"));
    }
    let scale = match field::optional(object, "scale") {
        None => [1.0; 3],
        Some(value @ Value::Number(_)) => {
            [field::number(value).map_err(|fault| fault.within("scale"))?; 3]
        }
        Some(value) => field::numbers(value).map_err(|fault| fault.within("scale"))?,
    };
    if scale.contains(&0.0) {
        return Err(Fault::field("scale", "must not be 0, which would flatten the mesh"));
    }
    let mut pose = serde_json::Map::new();
    for key in ["translation", "rotation"] {
        pose.extend(field::optional(object, key).map(|value| (key.to_owned(), value.clone())));
    }
    let pose = place::pose::<Xyz>(&Value::Object(pose), Precision::F64)?.pose;
    let padding = match field::optional(object, "padding") {
        None => 0.0,
        Some(_) => field::length(object, "padding", Precision::F64)?,
    };
    let (name, group) = (text("name")?, text("group")?);
    let cover = match field::optional(object, "cover") {
        None => None,
        Some(value) => {
            let read = Cover::read(value, scale, file.as_deref());
            Some(read.map_err(|fault| fault.within("cover"))?)
        }
    };
    let what = match (file, shape) {
        (Some(file), _) => What::File(model(file, scale, cover.is_some())),
        (None, Some(value)) => What::Shape(Box::new(part(value).map_err(|f| f.within("shape"))?)),
        (None, None) => return Err(Fault::field("file", "is missing (or `shape`)")),
    };
    Ok(Placed { number, name, group, padding, pose, cover, what })
}

/// Keys that say something about a file.
const FILES: [&str; 3] = ["file", "scale", "cover"];

/// A shape as `clearance query` has it, without a pose: that is the line's.
fn part(value: &Value) -> Result<Part, Fault> {
    if field::optional(field::object(value)?, "pose").is_some() {
        let message = "is given by the line's `translation` and `rotation`";
        return Err(Fault::field("pose", message));
    }
    if shape::names_file(value) {
        return Err(Fault::new("names a mesh file: place that by `file`, a line each"));
    }
    let placed = shape::placed::<Xyz>(value, Libraries::closed().space(Precision::F64))?;
    if placed.off > 0.0 || placed.shift > 0.0 {
        let message = "turns it by what floats only round; leave it out, and turn the line";
        return Err(Fault::field("axis", message));
    }
    Ok(Part { shape: placed.solid.into_shape(), pose: placed.pose })
}

fn of_shape(part: &Part, pictured: bool) -> Result<Model, Fault> {
    let body = Arc::new(Body::of_parts(vec![part.clone()]).map_err(Fault::new)?);
    let mesh = if pictured { picture::of_body(&body, &Pose::identity()) } else { Mesh::default() };
    Ok(Model { body, mesh, notes: Vec::new(), metres: None })
}

/// What `clearance decompose` proved, and of which files.
struct Cover {
    bounds: Bounds,
    /// Names of files, and the sums of their bytes.
    sums: Vec<(String, Option<String>)>,
}

impl Cover {
    fn read(value: &Value, scale: [f64; 3], parts: Option<&str>) -> Result<Self, Fault> {
        let bounds = bounds(value, scale)?;
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let named = [("of", text(value.get("of"))), ("file", parts.map(str::to_owned))];
        let sums = named.into_iter().filter_map(|(key, name)| {
            let name = name?.split('#').next().map(str::to_owned)?;
            Some((name, text(value.get("sums").and_then(|sums| sums.get(key)))))
        });
        Ok(Self { bounds, sums: sums.collect() })
    }

    /// What is to be said where nothing ties it to its files. The mesh itself need not be there.
    ///
    /// # Errors
    /// Where a file is another than it was proved of.
    fn check(&self, folder: &Path) -> Result<Option<String>, Fault> {
        for (name, known) in &self.sums {
            let Some(known) = known else {
                return Ok(Some(format!(
                    "nothing ties its cover to `{name}`; `clearance decompose --out` writes `sums`"
                )));
            };
            if let Ok(found) = sum(&folder.join(name))
                && found != *known
            {
                return Err(Fault::new(format!(
                    "was proved of another `{name}` than the one that is here; run `clearance \
                     decompose` again"
                )));
            }
        }
        Ok(None)
    }
}

/// The bounds, at a scale.
fn bounds(value: &Value, scale: [f64; 3]) -> Result<Bounds, Fault> {
    let object = field::object(value)?;
    let most = scale.iter().fold(0.0_f64, |most, factor| most.max(factor.abs()));
    let scaled = |length: f64| length * most * (1.0 + 2.0 * f64::EPSILON);
    let known = |name: &str| match field::optional(object, name) {
        None => Ok(None),
        Some(_) => field::length(object, name, Precision::F64).map(|length| Some(scaled(length))),
    };
    let uncovered = scaled(field::length(object, "uncovered", Precision::F64)?);
    let (overshoot, hollow) = (known("overshoot")?, known("hollow")?);
    // A mesh that does not close bounds no solid; of one that does, nothing was proved.
    let unsaid = if overshoot.is_some() { f64::INFINITY } else { uncovered };
    Ok(Bounds { uncovered, overshoot, hollow: hollow.unwrap_or(unsaid) })
}

/// A whole file as one body.
fn load(path: &Path, scale: [f64; 3], reading: &Reading, by: By) -> Result<Model, Fault> {
    let read = reading.each_object(path).map_err(Fault::new)?;
    let notes = read.notes.iter().map(|note| format!("{}: {note}", path.display())).collect();
    let objects = read.each.into_iter().map(|(_, mesh)| Ok(mesh?.scaled(scale)));
    let objects = objects.collect::<Result<Vec<Mesh>, MeshError>>().map_err(Fault::new)?;
    let named = |fault: Fault| fault.within(&path.display().to_string());
    let mut whole = Mesh::default();
    for mesh in &objects {
        let first = u32::try_from(whole.vertices.len()).unwrap_or(u32::MAX);
        whole.vertices.extend(&mesh.vertices);
        let moved = |t: &[u32; 3]| t.map(|i| i.saturating_add(first));
        whole.triangles.extend(mesh.triangles.iter().map(moved));
    }
    let made = match by {
        By::Parts => {
            let hulls = objects.iter().map(|mesh| mesh.hull::<Xyz>().map(Into::into));
            let parts = hulls.collect::<Result<_, _>>().map_err(|e| named(Fault::new(e)))?;
            Body::of_parts(parts).map_err(|error| named(Fault::new(error)))?
        }
        _ => body(&whole, by).map_err(named)?,
    };
    Ok(Model { body: Arc::new(made), mesh: whole, notes, metres: read.metres })
}
