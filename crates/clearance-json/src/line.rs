//! A line of JSON Lines and its answer.

use clearance::Vector;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Evidence, proximity};
use crate::describe::described;
use crate::document;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::library::Libraries;
use crate::place::Dimension;
use crate::request::{Precision, Request, Task};
use crate::shape::{Placed, names_file};

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
    id: &'a Value,
    line: usize,
    error: String,
}

/// The answer to a line, newline included, and whether it is one.
pub fn answer_line(context: &Context, number: usize, line: &[u8]) -> (Vec<u8>, bool) {
    let mut id = &Value::Null;
    let parsed = parse(line);
    let answer = parsed.as_ref().map_err(Clone::clone).and_then(|value| {
        id = value.get("id").unwrap_or(&Value::Null);
        answer_as(context, Some(id), value)
    });
    let (mut text, answered) = match answer {
        Ok(text) => (text.into_bytes(), true),
        Err(fault) => {
            let unanswered = Unanswered { id, line: number, error: fault.to_string() };
            (serde_json::to_vec(&unanswered).unwrap_or_default(), false)
        }
    };
    text.push(b'\n');
    (text, answered)
}

/// The parser counts lines too, but it sees only this one.
fn not_json(error: &serde_json::Error) -> Fault {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    Fault::new(format!(
        "not JSON at column {}: {message} (NaN and infinity are no JSON numbers)",
        error.column()
    ))
}

/// The JSON value that a text is.
///
/// # Errors
/// Where it is none, with the column.
pub fn parse(text: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(text).map_err(|error| not_json(&error))
}

/// The answer to a pair, as one JSON object. A pair's own `id` is repeated.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn answer(context: &Context, pair: &Value) -> Result<String, Fault> {
    answer_as(context, pair.get("id"), pair)
}

fn answer_as(context: &Context, id: Option<&Value>, line: &Value) -> Result<String, Fault> {
    let request = Request::read(line, context.precision)?;
    request.perform(&context.libraries, &Answering { context, id, line, request: &request })
}

/// The answer to a line as JSON.
struct Answering<'v> {
    context: &'v Context,
    id: Option<&'v Value>,
    line: &'v Value,
    request: &'v Request<'v>,
}

impl Task for Answering<'_> {
    type Outcome = String;

    fn perform<V>(&self, a: Placed<V>, b: Placed<V>) -> Result<String, Fault>
    where
        V: Vector<Space: Dimension, Scalar: Serialize>,
    {
        let effort = self.context.effort.or(self.request.effort);
        let found = proximity(&a, &b, effort)?;
        let mut answer = Answer::new(self.id, &found);
        if self.context.certificate {
            let query = self.query(&a, &b)?;
            let certificate = document::prove(&query).map(|(certificate, _)| certificate);
            answer = answer.with_evidence(Evidence::new(query, certificate));
        }
        serde_json::to_string(&answer).map_err(Fault::new)
    }
}

impl Answering<'_> {
    /// The line, made to mean this pair wherever it is read: in the precision asked for, and without files.
    fn query<V>(&self, a: &Placed<V>, b: &Placed<V>) -> Result<Value, Fault>
    where
        V: Vector<Space: Dimension>,
    {
        let mut query = self.line.clone();
        let Some(object) = query.as_object_mut() else { return Ok(query) };
        if let Some(precision) = self.context.precision {
            object.insert("precision".into(), precision.name().into());
        }
        for (side, given, placed) in [("a", self.request.a, a), ("b", self.request.b, b)] {
            if names_file(given) {
                object.insert(side.into(), described(placed)?);
            }
        }
        Ok(query)
    }
}
