//! Lines with `"query":"manifold"` about bodies of many pieces: where they touch, a patch for each
//! plane.

use clearance_scene::scene::{Contact, ContactSpot, contacts_between};
use serde::Serialize;
use serde_json::Value;

use crate::answer::Evidence;
use crate::describe::vector;
use crate::effort::Effort;
use crate::escape;
use crate::fault::Fault;
use crate::field;
use crate::id::Id;
use crate::keys;
use crate::line::Context;
use crate::manifold::{Touching, key};
use crate::scene::{evidence, has_body, in_space, sides};

/// Whether a line asks this.
pub(crate) fn is_asked(line: &Value) -> bool {
    line.get("query").and_then(Value::as_str) == Some("manifold") && has_body(line)
}

/// The answer that `docs/formats.md` describes.
#[derive(Debug, Serialize)]
pub struct ContactsAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    contacts: Vec<Patch>,
    /// That of the deepest; `null` where they are farther apart.
    depth: Option<f64>,
    #[serde(flatten)]
    evidence: Option<Evidence>,
}

#[derive(Debug, Serialize)]
struct Patch {
    normal: Vec<f64>,
    points: Vec<Point>,
    depth: f64,
    /// Infinite, where nothing is known, prints as `null`.
    gap: f64,
    /// Corners of the patch before four were chosen.
    corners: usize,
    /// Whether the normal is one of the surfaces at these points; written where it is not.
    #[serde(skip_serializing_if = "Clone::clone")]
    is_true: bool,
}

#[derive(Debug, Serialize)]
struct Point {
    on_a: Vec<f64>,
    on_b: Vec<f64>,
    depth: f64,
    part_a: u32,
    part_b: u32,
    key: String,
}

impl<'a> ContactsAnswer<'a> {
    /// What is printed of contacts; points may be off by so much more.
    pub fn new(id: Option<Id<'a>>, found: &[Contact], all: bool, off: f64) -> Self {
        let point = |spot: &ContactSpot| Point {
            on_a: vector(spot.on_a),
            on_b: vector(spot.on_b),
            depth: spot.depth + 0.0,
            part_a: spot.parts[0],
            part_b: spot.parts[1],
            key: key(spot.key),
        };
        let patch = |contact: &Contact| {
            let shown = if all { contact.points.clone() } else { contact.few() };
            Patch {
                normal: vector(contact.normal),
                points: shown.iter().map(point).collect(),
                depth: contact.depth() + 0.0,
                gap: contact.gap + off,
                corners: contact.points.len(),
                is_true: contact.is_true,
            }
        };
        let depth = found.iter().map(Contact::depth).reduce(f64::max).map(|depth| depth + 0.0);
        Self { id, contacts: found.iter().map(patch).collect(), depth, evidence: None }
    }
}

/// The answer to such a line.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub(crate) fn answer(context: &Context, id: Option<Id<'_>>, line: &Value) -> Result<String, Fault> {
    let object = field::object(line)?;
    in_space(context, object)?;
    keys::check(object, &[&keys::MANIFOLD])?;
    let wanted = Touching::read(object, &Effort::default())?;
    let values = [field::required(object, "a")?, field::required(object, "b")?];
    let [a, b] = sides(context, values)?;
    let off = a.moved(&b, f64::INFINITY) + b.moved(&a, f64::INFINITY);
    if !off.is_finite() {
        return Err(Fault::new(
            "contacts of half-spaces need poses by `rotation`: an angle or a matrix rounds them",
        ));
    }
    let found = contacts_between(&a.object, &b.object, wanted.max_distance);
    let mut answer = ContactsAnswer::new(id, &found, wanted.all, off);
    answer.evidence = evidence(context, line);
    serde_json::to_string(&answer).map_err(Fault::new).map(escape::json)
}
