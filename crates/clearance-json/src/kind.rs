//! The types of shapes: their names, the spaces that have them, and the keys that they know.

use serde_json::Value;

use crate::fault::Fault;
use crate::field::{self, Object};
use crate::shape::INSIDE;
use crate::suggest::did_you_mean;

/// A type of shape.
#[derive(Debug)]
pub struct Kind {
    /// The value of `type`.
    pub name: &'static str,
    /// The numbers of dimensions of the spaces that have it.
    pub dims: &'static [usize],
    /// Its own keys, besides those that every shape knows.
    pub keys: &'static [&'static str],
}

/// The keys that every shape knows.
const COMMON: [&str; 3] = ["type", "pose", "margin"];
/// The keys that a shape has only where its line asks about a motion.
pub(crate) const MOTION: [&str; 3] = ["velocity", "angular_velocity", "motion"];

const BOTH: &[usize] = &[2, 3];
const PLANE: &[usize] = &[2];
const SPACE: &[usize] = &[3];
const REVOLVED: &[&str] = &["half_height", "radius", "axis"];

/// All of them.
pub const KINDS: [Kind; 20] = [
    Kind { name: "point", dims: BOTH, keys: &["vertices"] },
    Kind { name: "segment", dims: BOTH, keys: &["vertices", "half_height", "axis"] },
    Kind { name: "triangle", dims: BOTH, keys: &["vertices"] },
    Kind { name: "sphere", dims: SPACE, keys: &["radius"] },
    Kind { name: "circle", dims: PLANE, keys: &["radius"] },
    Kind { name: "capsule", dims: BOTH, keys: &["vertices", "half_height", "radius", "axis"] },
    Kind { name: "box", dims: BOTH, keys: &["half_extents"] },
    Kind { name: "rectangle", dims: PLANE, keys: &["half_extents"] },
    Kind { name: "cylinder", dims: SPACE, keys: REVOLVED },
    Kind { name: "cone", dims: SPACE, keys: REVOLVED },
    Kind { name: "ellipsoid", dims: SPACE, keys: &["radii"] },
    Kind { name: "ellipse", dims: PLANE, keys: &["radii"] },
    Kind { name: "hull", dims: BOTH, keys: &["vertices", "stands_for"] },
    Kind { name: "polygon", dims: BOTH, keys: &["vertices", "stands_for"] },
    Kind { name: "half_space", dims: BOTH, keys: &["normal", "offset"] },
    Kind { name: "rounded", dims: BOTH, keys: &["inner", "radius"] },
    Kind { name: "scaled", dims: BOTH, keys: &["inner", "scale"] },
    Kind { name: "sum", dims: BOTH, keys: &["a", "b"] },
    Kind { name: "frustum", dims: SPACE, keys: &["view_projection", "corners", "depth_range"] },
    Kind { name: "mesh", dims: SPACE, keys: &["path", "scale"] },
];

/// The names of all types.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    KINDS.iter().map(|kind| kind.name)
}

impl Kind {
    /// The kind of a shape: its `type` is known and at home in the space, and so are all keys.
    ///
    /// # Errors
    /// Where it is not, with what may have been meant.
    pub fn of(shape: &Object, dim: usize) -> Result<&'static Self, Fault> {
        let Some(value) = shape.get("type") else {
            // Where another key has its place, it is named.
            return Err(match shape.keys().find(|key| key_meant(key) == Some("type")) {
                Some(key) => Fault::field(key, "is no key of a shape; did you mean `type`?"),
                None => Fault::field("type", "is missing"),
            });
        };
        let wrong = |message: String| Fault::field("type", message);
        let name = value
            .as_str()
            .ok_or_else(|| wrong(format!("must be a name, is {}", field::kind(value))))?;
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            let known: Vec<&str> = names().collect();
            let (name, meant) = (field::shortened(name), did_you_mean(name, names()));
            return Err(wrong(format!("`{name}` is none of {}{meant}", known.join(", "))));
        };
        if !kind.dims.contains(&dim) {
            return Err(wrong(kind.elsewhere(dim)));
        }
        kind.knows_all_keys(shape)?;
        Ok(kind)
    }

    /// Every key that it knows.
    fn all_keys(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.keys.iter().chain(&COMMON).copied()
    }

    fn knows_all_keys(&self, shape: &Object) -> Result<(), Fault> {
        let Some(key) = shape.keys().find(|key| self.all_keys().all(|known| known != *key)) else {
            return Ok(());
        };
        let fault = |message: String| Err(Fault::field(&field::shortened(key), message));
        if MOTION.contains(&key.as_str()) {
            return fault("belongs to a cast, which this is not".into());
        }
        let meant = did_you_mean(key, self.all_keys());
        let known: Vec<&str> = self.all_keys().collect();
        fault(format!("is no key of a {}, which takes {}{meant}", self.name, known.join(", ")))
    }

    /// Why the space does not have it.
    fn elsewhere(&self, dim: usize) -> String {
        let there = if dim == 2 { "the plane" } else { "space" };
        let instead = match (counterpart(self.name), self.name) {
            (Some(other), _) => format!("; its counterpart is `{other}`"),
            (None, "cylinder") => "; its section is a `box`".into(),
            (None, "cone") => "; its section is a `triangle`".into(),
            _ => String::new(),
        };
        format!("there is no `{}` in {there} (dim is {dim}){instead}", self.name)
    }
}

/// What a type is called in the other space, if it is at home in one alone.
pub fn counterpart(name: &str) -> Option<&'static str> {
    Some(match name {
        "sphere" => "circle",
        "circle" => "sphere",
        "ellipsoid" => "ellipse",
        "ellipse" => "ellipsoid",
        "rectangle" => "box",
        _ => return None,
    })
}

fn key_meant(key: &str) -> Option<&'static str> {
    let all = KINDS.iter().flat_map(|kind| kind.keys).chain(&COMMON).copied();
    crate::suggest::near(key, all)
}

/// In how many dimensions a shape lives, as far as its type, its coordinates and its pose tell.
pub fn dim_of(shape: &Value) -> Option<usize> {
    let object = shape.as_object()?;
    let name = object.get("type")?.as_str()?;
    if let Some(Kind { dims: [dim], .. }) = KINDS.iter().find(|kind| kind.name == name) {
        return Some(*dim);
    }
    let count = |value: &Value| value.as_array().map(Vec::len).filter(|n| [2, 3].contains(n));
    let pose = object.get("pose");
    let of = |key: &str| object.get(key);
    of("half_extents")
        .and_then(count)
        .or_else(|| of("normal").and_then(count))
        .or_else(|| of("vertices")?.get(0).and_then(count))
        .or_else(|| INSIDE.into_iter().find_map(|key| of(key).and_then(dim_of)))
        .or_else(|| pose?.get("translation").and_then(count))
        .or_else(|| pose?.get("rotation").map(|_| 3))
        .or_else(|| pose?.get("angle").map(|_| 2))
}
