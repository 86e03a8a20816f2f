//! A line of JSON Lines and its answer.

use clearance::Shape;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Evidence, proximity};
use crate::cast;
use crate::document;
use crate::effort::Effort;
use crate::escape;
use crate::fault::Fault;
use crate::id::{Id, is_exact};
use crate::library::Libraries;
use crate::manifold::{ManifoldAnswer, touch};
use crate::place::Dimension;
use crate::request::{Precision, QueryKind, Request, Task};
use crate::shape::Placed;
use crate::unique::Unique;
#[cfg(feature = "bodies")]
use crate::{moving, scene};
#[cfg(feature = "lines")]
use crate::{patches, volume};

/// What all lines share.
#[derive(Debug)]
pub struct Context {
    /// The meshes that lines may name.
    pub libraries: Libraries,
    /// Overrides the `precision` of every line.
    pub precision: Option<Precision>,
    /// Goes before the options that a line names itself.
    pub effort: Effort,
    /// Whether answers come with what proves them.
    pub certificate: bool,
}

impl Context {
    /// Every line is meant as it says, and answered without evidence.
    pub fn new(libraries: Libraries) -> Self {
        Self { libraries, precision: None, effort: Effort::default(), certificate: false }
    }
}

/// What stands in the place of an answer.
#[derive(Serialize)]
struct Unanswered<'a> {
    id: Id<'a>,
    line: usize,
    error: String,
}

/// The answer to a line, newline included, and whether it is one.
pub fn answer_line(context: &Context, number: usize, line: &[u8]) -> (Vec<u8>, bool) {
    let parsed = parse(line);
    let id = match &parsed {
        Ok(value) => Id::of(line, value),
        Err(_) => Id::written(line),
    };
    let answer = parsed.as_ref().map_err(Clone::clone).and_then(|value| {
        let id = id.clone().unwrap_or(Id::Value(&Value::Null));
        answer_as(context, Some(id), value)
    });
    match answer {
        Ok(text) => ((text + "\n").into_bytes(), true),
        Err(fault) => (unanswered(id, number, &fault), false),
    }
}

/// What stands in the place of the answer to a line that was not even parsed, newline included.
pub fn unanswered_line(number: usize, fault: &Fault) -> Vec<u8> {
    unanswered(None, number, fault)
}

fn unanswered(id: Option<Id<'_>>, line: usize, fault: &Fault) -> Vec<u8> {
    let id = id.unwrap_or(Id::Value(&Value::Null));
    let unanswered = Unanswered { id, line, error: fault.to_string() };
    let text = serde_json::to_string(&unanswered).unwrap_or_default();
    (escape::json(text) + "\n").into_bytes()
}

/// The parser counts lines too, but it sees only this one.
fn not_json(error: &serde_json::Error) -> Fault {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    if error.is_data() {
        return Fault::new(format!("{message}, at column {}", error.column()));
    }
    Fault::new(format!(
        "not JSON at column {}: {message} (NaN and infinity are no JSON numbers)",
        error.column()
    ))
}

/// The JSON value that a text is.
///
/// # Errors
/// Where it is none, or an object has a key twice; with the column.
pub fn parse(text: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(text).map(|Unique(value)| value).map_err(|error| not_json(&error))
}

/// The answer to a pair, as one JSON object. A pair's own `id` is repeated.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn answer(context: &Context, pair: &Value) -> Result<String, Fault> {
    answer_as(context, pair.get("id").map(Id::Value), pair)
}

fn answer_as(context: &Context, id: Option<Id<'_>>, line: &Value) -> Result<String, Fault> {
    #[cfg(feature = "bodies")]
    if let Some(kind) = scene::Kind::of(line) {
        return scene::answer(context, kind, id, line);
    }
    #[cfg(feature = "bodies")]
    if moving::is_asked(line) {
        return moving::answer(context, id, line);
    }
    #[cfg(feature = "lines")]
    if patches::is_asked(line) {
        return patches::answer(context, id, line);
    }
    #[cfg(feature = "lines")]
    if volume::is_asked(line) {
        return volume::answer(context, id, line).map(escape::json);
    }
    // Without the code for what moves or touches, the pair at rest alone.
    let request = if cfg!(feature = "lines") {
        Request::read_any(line, context.precision)?
    } else {
        Request::read(line, context.precision)?
    };
    let answering = Answering { context, id, line, request: &request };
    request.perform(&context.libraries, &answering).map(escape::json)
}

/// The answer to a line as JSON.
struct Answering<'v> {
    context: &'v Context,
    id: Option<Id<'v>>,
    line: &'v Value,
    request: &'v Request<'v>,
}

impl Task for Answering<'_> {
    type Outcome = String;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<String, Fault> {
        if cfg!(feature = "lines") && self.request.query == QueryKind::Manifold {
            let touched = touch(&a, &b, self.request.touching)?;
            let wanted = self.request.touching;
            let mut answer = ManifoldAnswer::new(self.id.clone(), touched.as_ref(), wanted, &a, &b);
            if self.context.certificate {
                answer = answer.with_evidence(self.evidence(&a, &b)?);
            }
            return serde_json::to_string(&answer).map_err(Fault::new);
        }
        let effort = self.context.effort.or(self.request.effort);
        let found = proximity(&a, &b, effort)?;
        let mut answer = Answer::new(self.id.clone(), &found)
            .with_nearest(a.nearest, b.nearest)
            .with_meshes(&a, &b, false);
        match self.request.query {
            QueryKind::Pair => {}
            QueryKind::Project => {
                if !matches!(b.solid.shape(), Shape::Point(_)) {
                    return Err(Fault::field("b", "must be a point, without a margin"));
                }
                answer = answer.with_projection();
            }
            QueryKind::Cast if cfg!(feature = "lines") => {
                let motions = cast::of_line(self.line, self.request)?;
                let found = cast::cast(&a, &b, &motions, effort)?;
                answer = answer.with_cast(&found, &motions.meeting, a.precision);
            }
            QueryKind::Manifold | QueryKind::Cast => {}
        }
        if self.context.certificate {
            answer = answer.with_evidence(self.evidence(&a, &b)?);
        }
        serde_json::to_string(&answer).map_err(Fault::new)
    }
}

impl Answering<'_> {
    /// The line in full, and what proves its answer.
    fn evidence<S: Dimension>(&self, a: &Placed<S>, b: &Placed<S>) -> Result<Evidence, Fault> {
        let query = self.query(a, b)?;
        let certificate = document::prove(&query).map(|(certificate, _)| certificate);
        Ok(Evidence::new(query, certificate))
    }

    /// The line, made to mean this pair wherever it is read: in its precision, and
    /// without files.
    fn query<S: Dimension>(&self, a: &Placed<S>, b: &Placed<S>) -> Result<Value, Fault> {
        let mut query = in_full(self.line, self.context.precision);
        document::restate(&mut query, a, b)?;
        Ok(query)
    }
}

/// The line in its precision, without an `id` that JSON would round.
pub(crate) fn in_full(line: &Value, precision: Option<Precision>) -> Value {
    let mut query = line.clone();
    let Some(object) = query.as_object_mut() else { return query };
    // The answer has it, and digit for digit.
    if object.get("id").is_some_and(|id| !is_exact(id)) {
        object.remove("id");
    }
    if let Some(precision) = precision {
        object.insert("precision".into(), precision.name().into());
    }
    query
}
