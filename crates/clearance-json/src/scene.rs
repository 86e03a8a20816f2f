//! Lines about bodies of many pieces: `soup`, triangles, and `compound`, convex parts.

use clearance::{Pose, Space, SupportMap, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Clearance, Inside, Object, Part, between};
use serde::Serialize;
use serde_json::Value;

use crate::answer::Evidence;
use crate::escape;
use crate::fault::Fault;
use crate::field;
use crate::id::Id;
use crate::keys;
use crate::library::Library;
use crate::line::{Context, in_full};
use crate::place::{self, Axis, Stand};
use crate::request::Precision;
use crate::shape::placed;
use crate::suggest::did_you_mean;

/// Which of these lines it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two surfaces of triangles.
    Soup,
    /// Two bodies of convex parts.
    Compound,
}

impl Kind {
    /// The query that a line names; `None` where it is another.
    pub fn of(line: &Value) -> Option<Self> {
        match line.get("query")?.as_str()? {
            "soup" => Some(Self::Soup),
            "compound" => Some(Self::Compound),
            _ => None,
        }
    }

    /// What a side is, by its `type`; `None` of a single shape.
    pub(crate) fn of_side(side: &Value) -> Option<Self> {
        match side.get("type")?.as_str()? {
            "soup" => Some(Self::Soup),
            "compound" => Some(Self::Compound),
            _ => None,
        }
    }
}

/// Whether a side of a line is a body of many pieces.
pub(crate) fn has_body(line: &Value) -> bool {
    let is_body = |side: &str| line.get(side).is_some_and(|own| Kind::of_side(own).is_some());
    is_body("a") || is_body("b")
}

/// Two bodies where they stand. A single shape is a body of one part.
pub(crate) fn sides(context: &Context, [a, b]: [&Value; 2]) -> Result<[Placed; 2], Fault> {
    let side = |value, name| side(context, value, Kind::of_side(value), name);
    Ok([side(a, "a")?, side(b, "b")?])
}

/// A body of a kind, or a single shape, where it stands.
fn side(context: &Context, value: &Value, kind: Option<Kind>, name: &str) -> Result<Placed, Fault> {
    let library = context.libraries.space(Precision::F64);
    let read = match kind {
        Some(kind) => Placed::read(kind, value, library),
        None => Placed::of_shape(value, library),
    };
    read.map_err(|fault| fault.within(name))
}

/// What is printed; `docs/formats.md` describes it.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    /// Whether they have a point in common, or may have.
    pub intersects: bool,
    /// Too close to call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// How far apart they are; 0 where they intersect.
    pub distance: f64,
    /// The way out is no shorter; `null` where they are apart.
    pub overlap_lower_bound: Option<f64>,
    /// From A to B.
    pub normal: [f64; 3],
    /// On A.
    pub witness_a: [f64; 3],
    /// On B.
    pub witness_b: [f64; 3],
    /// How far the distance or the depth may be off.
    pub gap: f64,
    /// The part or triangle of A that is nearest, or deepest.
    pub part_a: u32,
    /// That of B.
    pub part_b: u32,
    /// For soups: `neither`, `a_in_b`, `b_in_a`, `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) evidence: Option<Evidence>,
}

/// The answer to such a line.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn answer(
    context: &Context,
    kind: Kind,
    id: Option<Id<'_>>,
    line: &Value,
) -> Result<String, Fault> {
    let object = field::object(line)?;
    in_space(context, object)?;
    keys::check(object, &[&keys::BODIES])?;
    let is_solid = match field::optional(object, "solid") {
        None => false,
        Some(Value::Bool(solid)) if kind == Kind::Soup => *solid,
        Some(_) if kind == Kind::Compound => {
            return Err(Fault::field("solid", "belongs to soups: parts are solid"));
        }
        Some(other) => {
            let message = format!("must be true or false, is {}", field::kind(other));
            return Err(Fault::field("solid", message));
        }
    };
    // A body need not say what it is; beside one that does, a single shape may stand.
    let read = |name: &str| {
        let value = field::required(object, name)?;
        let is_shape = value.get("type").is_some() && has_body(line);
        let own = Kind::of_side(value).or((!is_shape).then_some(kind));
        side(context, value, own, name)
    };
    let (a, b) = (read("a")?, read("b")?);
    let found = between(&a.object, &b.object, f64::INFINITY);
    let found = found.ok_or_else(|| Fault::new("too far apart for floats to hold"))?;
    let apart = (b.object.pose.translation - a.object.pose.translation).length()
        + found.proximity.witness().length;
    let moved = a.moved(&b, apart) + b.moved(&a, apart);
    let mut text = SceneQuery { kind, is_solid, moved }.answer(id, &found);
    text.evidence = evidence(context, line);
    serde_json::to_string(&text).map_err(Fault::new).map(escape::json)
}

/// Checks that a line asks in space and in `f64`, as bodies of many pieces are answered.
pub(crate) fn in_space(context: &Context, object: &field::Object) -> Result<(), Fault> {
    let precision = field::optional(object, "precision").and_then(Value::as_str);
    if context.precision == Some(Precision::F32)
        || precision.is_some_and(|name| name != Precision::F64.name())
    {
        return Err(Fault::field("precision", "must be \"f64\": bodies are answered in that"));
    }
    match field::optional(object, "dim").map(Value::as_f64) {
        None | Some(Some(3.0)) => {}
        Some(_) => return Err(Fault::field("dim", "must be 3: bodies are of space")),
    }
    Ok(())
}

/// What stands where a certificate is asked for.
pub(crate) fn evidence(context: &Context, line: &Value) -> Option<Evidence> {
    context.certificate.then(|| {
        let none = Fault::new("bodies of many pieces have no certificates");
        Evidence::new(in_full(line, context.precision), Err(none))
    })
}

/// A body where it stands, and how far its points may be elsewhere than as written.
pub(crate) struct Placed {
    pub(crate) object: Object,
    off: Off,
    /// Along which a single shape was written to stand: its pose has it turned to y.
    pub(crate) axis: Axis,
}

/// How far a body's points may be elsewhere than as written.
#[derive(Clone, Copy, Default)]
struct Off {
    /// A part of their distance from the origin of their part, or of the body.
    turn: f64,
    /// A length besides.
    shift: f64,
    /// How far the body reaches from its origin.
    reach: f64,
    /// How far the origins of its parts are from its own.
    origins: f64,
}

impl Placed {
    pub(crate) fn read(kind: Kind, value: &Value, library: &Library<Xyz>) -> Result<Self, Fault> {
        let object = field::object(value)?;
        let keys: &[&str] = match kind {
            Kind::Soup => &["type", "vertices", "triangles", "closed", "pose"],
            Kind::Compound => &["type", "parts", "pose"],
        };
        if let Some(key) = object.keys().find(|key| !keys.contains(&key.as_str())) {
            let (known, meant) = (keys.join(", "), did_you_mean(key, keys.iter().copied()));
            let message = format!("is no key of such a body, which takes {known}{meant}");
            return Err(Fault::field(&field::shortened(key), message));
        }
        let stand: Stand<Xyz> = match field::optional(object, "pose") {
            Some(value) => {
                place::pose(value, Precision::F64).map_err(|fault| fault.within("pose"))?
            }
            None => Pose::identity().into(),
        };
        let (body, off) = match kind {
            Kind::Soup => soup(object)?,
            Kind::Compound => compound(object, library)?,
        };
        let off = Off { turn: off.turn + stand.off, shift: off.shift + stand.shift, ..off };
        let object = Object { pose: stand.pose, ..Object::new("", body) };
        Ok(Self { object, off, axis: Axis::Y })
    }

    /// A single shape as a body of one part, which stands as the body does.
    pub(crate) fn of_shape(value: &Value, library: &Library<Xyz>) -> Result<Self, Fault> {
        let (body, off) = of_parts(std::slice::from_ref(value), library, |_| String::new())?;
        let [Part { shape, pose }] = body.parts() else {
            return Ok(Self { object: Object::new("", body), off, axis: Axis::Y });
        };
        let body = Body::of_parts(vec![shape.clone().into()]).map_err(Fault::new)?;
        let object = Object { pose: *pose, ..Object::new("", body) };
        Ok(Self { object, off, axis: placed(value, library)?.axis })
    }

    /// How far its points may be off that matter to another body, whose origin is so far away: as
    /// well the other may be thought turned back.
    pub(crate) fn moved(&self, other: &Self, apart: f64) -> f64 {
        let Off { turn, shift, reach, origins } = self.off;
        // A pose that is as written moves no half-space, endless as it is.
        let most = reach.min(origins + apart + other.off.reach);
        shift + if turn > 0.0 { 1.01 * turn * most } else { 0.0 }
    }
}

/// The body, and how far its points may be off.
type Made = (Body, Off);

fn soup(object: &field::Object) -> Result<Made, Fault> {
    let vertices: Vec<Xyz> = field::vectors(field::required(object, "vertices")?, Precision::F64)
        .map_err(|f| f.within("vertices"))?;
    let list = field::list(field::required(object, "triangles")?);
    let list = list.map_err(|fault| fault.within("triangles"))?;
    let corner = |value: &Value| {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.filter(|i| (*i as usize) < vertices.len()).ok_or_else(|| {
            Fault::new(format!(
                "must name vertices by their places, 0 to {}, is {}",
                vertices.len().saturating_sub(1),
                field::kind(value)
            ))
        })
    };
    let triangle = |(value, place): (&Value, usize)| {
        let here = |fault: Fault| fault.within(&format!("triangles[{place}]"));
        let corners = field::list(value).map_err(here)?;
        let [a, b, c] = corners else {
            return Err(here(Fault::new(format!("has {} corners, needs 3", corners.len()))));
        };
        Ok([corner(a).map_err(here)?, corner(b).map_err(here)?, corner(c).map_err(here)?])
    };
    let triangles = list.iter().zip(0..).map(triangle).collect::<Result<_, Fault>>()?;
    let reach = vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
    let vertices = vertices.iter().map(|v| v.coordinates()).collect();
    let body = Body::of_triangles(Mesh { vertices, triangles }).map_err(Fault::new)?;
    match field::optional(object, "closed") {
        None => {}
        Some(Value::Bool(closed)) if *closed == body.is_closed() => {}
        Some(Value::Bool(true)) => {
            let message =
                "is true, but an edge bounds an odd number of triangles, or a piece is two-sided";
            return Err(Fault::field("closed", message));
        }
        Some(Value::Bool(false)) => {
            let message = "is false, but every edge bounds an even number of triangles";
            return Err(Fault::field("closed", message));
        }
        Some(other) => {
            let message = format!("must be true or false, is {}", field::kind(other));
            return Err(Fault::field("closed", message));
        }
    }
    Ok((body, Off { reach, ..Off::default() }))
}

fn compound(object: &field::Object, library: &Library<Xyz>) -> Result<Made, Fault> {
    let list = field::list(field::required(object, "parts")?);
    let list = list.map_err(|fault| fault.within("parts"))?;
    of_parts(list, library, |place| format!("parts[{place}]"))
}

/// `within` names a part by its place.
fn of_parts(
    list: &[Value],
    library: &Library<Xyz>,
    within: impl Fn(usize) -> String,
) -> Result<Made, Fault> {
    /// Each part is a shape of its own: a short line may name the mesh of a long file very often.
    const MOST: u64 = 1 << 21;
    let (mut parts, mut off) = (Vec::new(), Off::default());
    let mut corners = 0;
    for (value, place) in list.iter().zip(0..) {
        let part = placed(value, library).map_err(|fault| match within(place) {
            name if name.is_empty() => fault,
            name => fault.within(&name),
        })?;
        let shape = part.solid.shape();
        corners += SupportMap::<Xyz>::corners(shape).map_or(1, u64::from);
        if corners > MOST {
            return Err(Fault::field("parts", format!("have more than {MOST} corners in all")));
        }
        let shape = shape.clone();
        let own = SupportMap::<Xyz>::reach(&shape) + SupportMap::<Xyz>::radius_f64(&shape);
        let origin = part.pose.translation.length();
        off = Off {
            turn: off.turn.max(part.off),
            shift: off.shift.max(part.shift),
            reach: off.reach.max(own + origin),
            origins: off.origins.max(origin),
        };
        parts.push(Part { shape, pose: part.pose });
    }
    let body = Body::of_parts(parts).map_err(|error| Fault::field("parts", error))?;
    Ok((body, off))
}

/// What shapes the answer besides the search: how the bodies count, and how exactly they stand.
#[derive(Clone, Copy, Debug)]
pub struct SceneQuery {
    /// What the bodies are.
    pub kind: Kind,
    /// Whether a closed surface counts with what it surrounds.
    pub is_solid: bool,
    /// How far points may be from where they were written.
    pub moved: f64,
}

impl SceneQuery {
    /// What is to be said of two bodies as they were found.
    pub fn answer<'a>(&self, id: Option<Id<'a>>, found: &Clearance) -> Answer<'a> {
        // A surface that surrounds the other does not meet it.
        let surfaces = found.surfaces.filter(|_| !self.is_solid);
        let proximity = surfaces.unwrap_or(found.proximity);
        let witness = proximity.witness();
        let gap = witness.gap + self.moved;
        // Too close to call where the poses written could turn it around.
        let is_close = self.moved > 0.0 && witness.length <= gap;
        let meets = proximity.intersects();
        let is_hidden = self.is_solid && !meets && found.inside == Inside::Unknown;
        let undecided = !proximity.is_decided() || is_close || is_hidden;
        let intersects = meets || undecided;
        // The distance that is called 0 then.
        let gap = if is_close && !meets { gap + witness.length } else { gap };
        let overlap = meets.then_some(witness.length);
        let [part_a, part_b] = found.parts;
        Answer {
            id,
            intersects,
            undecided,
            distance: if intersects { 0.0 } else { witness.length },
            overlap_lower_bound: overlap,
            normal: plain(witness.normal),
            witness_a: plain(witness.on_a),
            witness_b: plain(witness.on_b),
            gap,
            part_a,
            part_b,
            inside: (self.kind == Kind::Soup).then_some(match found.inside {
                Inside::Neither => "neither",
                Inside::AInB => "a_in_b",
                Inside::BInA => "b_in_a",
                Inside::Open | Inside::Unknown => "unknown",
            }),
            evidence: None,
        }
    }
}

/// Coordinates, of which zeros are written as 0, whatever their sign.
fn plain(point: Xyz) -> [f64; 3] {
    point.coordinates().map(|x| x + 0.0)
}
