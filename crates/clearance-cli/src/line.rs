//! One line of `clearance query`.

use clearance::Vector;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Answer, Effort, proximity};
use crate::args::Precision;
use crate::fault::Fault;
use crate::field;
use crate::library::{Libraries, Library};
use crate::place::Dimension;
use crate::shape::{dim_of, placed};

/// What all lines share.
pub(crate) struct Context {
    pub(crate) libraries: Libraries,
    pub(crate) precision: Option<Precision>,
    pub(crate) effort: Effort,
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
fn not_json(error: &serde_json::Error) -> Fault {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    Fault::new(format!(
        "not JSON at column {}: {message} (NaN and infinity are no JSON numbers)",
        error.column()
    ))
}

fn answer(context: &Context, id: &Value, line: &Value) -> Result<Vec<u8>, Fault> {
    let object = field::object(line)?;
    match field::optional(object, "query") {
        None => {}
        Some(Value::String(query)) if query == "cast" => {
            return Err(Fault::field("query", "casts are not supported yet"));
        }
        // Every other query has the same answer: both regimes at once.
        Some(Value::String(query)) if QUERIES.contains(&query.as_str()) => {}
        Some(other) => {
            let known = QUERIES.join(", ");
            let message = format!("must be one of {known}, is {}", field::kind(other));
            return Err(Fault::field("query", message));
        }
    }
    let precision = match (context.precision, field::optional(object, "precision")) {
        (Some(precision), _) => precision,
        (None, None) => Precision::F64,
        (None, Some(value)) => match value.as_str() {
            Some("f64") => Precision::F64,
            Some("f32") => Precision::F32,
            _ => {
                let message = format!("must be \"f64\" or \"f32\", is {}", field::kind(value));
                return Err(Fault::field("precision", message));
            }
        },
    };
    let (a, b) = (field::required(object, "a")?, field::required(object, "b")?);
    let dim = match field::optional(object, "dim") {
        Some(value) => match value.as_f64() {
            Some(2.0) => 2,
            Some(3.0) => 3,
            _ => {
                let message = format!("must be 2 or 3, is {value}");
                return Err(Fault::field("dim", message));
            }
        },
        None => dim_of(a)
            .or_else(|| dim_of(b))
            .ok_or_else(|| Fault::field("dim", "is missing, and the shapes do not tell it"))?,
    };
    let libraries = &context.libraries;
    match (dim, precision) {
        (2, Precision::F32) => answer_in(context, id, a, b, &libraries.plane_f32),
        (2, Precision::F64) => answer_in(context, id, a, b, &libraries.plane_f64),
        (_, Precision::F32) => answer_in(context, id, a, b, &libraries.space_f32),
        (_, Precision::F64) => answer_in(context, id, a, b, &libraries.space_f64),
    }
}

const QUERIES: [&str; 6] =
    ["proximity", "distance", "penetration", "intersect", "intersects", "cast"];

fn answer_in<V>(
    context: &Context,
    id: &Value,
    a: &Value,
    b: &Value,
    library: &Library<V>,
) -> Result<Vec<u8>, Fault>
where
    V: Vector<Space: Dimension, Scalar: Serialize>,
{
    let a = placed(a, library).map_err(|fault| fault.within("a"))?;
    let b = placed(b, library).map_err(|fault| fault.within("b"))?;
    let found = proximity(&a, &b, context.effort)?;
    serde_json::to_vec(&Answer::new(Some(id), &found)).map_err(Fault::new)
}
