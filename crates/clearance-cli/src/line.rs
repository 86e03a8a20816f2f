//! One line of `clearance query`.

use clearance::Vector;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Effort, Evidence, proximity};
use crate::args::Precision;
use crate::describe::described;
use crate::document;
use crate::fault::Fault;
use crate::library::Libraries;
use crate::place::Dimension;
use crate::request::{Request, Task};
use crate::shape::{Placed, names_file};

/// What all lines share.
pub(crate) struct Context {
    pub(crate) libraries: Libraries,
    pub(crate) precision: Option<Precision>,
    pub(crate) effort: Effort,
    /// Whether answers come with what proves them.
    pub(crate) certificate: bool,
}

/// What stands in the place of an answer.
#[derive(Serialize)]
struct Unanswered<'a> {
    id: &'a Value,
    line: usize,
    error: String,
}

/// The answer to a line, newline included, and whether it is one.
pub(crate) fn answer_line(context: &Context, number: usize, line: &[u8]) -> (Vec<u8>, bool) {
    let mut id = &Value::Null;
    let parsed = serde_json::from_slice::<Value>(line).map_err(|error| not_json(&error));
    let answer = parsed.as_ref().map_err(Clone::clone).and_then(|value| {
        id = value.get("id").unwrap_or(&Value::Null);
        answer(context, id, value)
    });
    let (mut text, answered) = match answer {
        Ok(text) => (text, true),
        Err(fault) => {
            let unanswered = Unanswered { id, line: number, error: fault.to_string() };
            (serde_json::to_vec(&unanswered).unwrap_or_default(), false)
        }
    };
    text.push(b'\n');
    (text, answered)
}

/// The parser counts lines too, but it sees only this one.
pub(crate) fn not_json(error: &serde_json::Error) -> Fault {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    Fault::new(format!(
        "not JSON at column {}: {message} (NaN and infinity are no JSON numbers)",
        error.column()
    ))
}

fn answer(context: &Context, id: &Value, line: &Value) -> Result<Vec<u8>, Fault> {
    let request = Request::read(line, context.precision)?;
    request.perform(&context.libraries, &Answering { context, id, line, request: &request })
}

/// The answer to a line as JSON.
struct Answering<'v> {
    context: &'v Context,
    id: &'v Value,
    line: &'v Value,
    request: &'v Request<'v>,
}

impl Task for Answering<'_> {
    type Outcome = Vec<u8>;

    fn perform<V>(&self, a: Placed<V>, b: Placed<V>) -> Result<Vec<u8>, Fault>
    where
        V: Vector<Space: Dimension, Scalar: Serialize>,
    {
        let found = proximity(&a, &b, self.context.effort)?;
        let mut answer = Answer::new(Some(self.id), &found);
        if self.context.certificate {
            let query = self.query(&a, &b)?;
            let certificate = document::prove(&query).map(|(certificate, _)| certificate);
            answer = answer.with_evidence(Evidence::new(query, certificate));
        }
        serde_json::to_vec(&answer).map_err(Fault::new)
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
