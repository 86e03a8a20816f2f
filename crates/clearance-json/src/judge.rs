//! Whether what proves an answer is true.

use clearance::{verify, verify_cast, verify_manifold};
use serde_json::Value;

use crate::ask::asked;
use crate::beside;
use crate::cast::{self, Motions};
use crate::document;
use crate::fault::Fault;
use crate::field;
use crate::library::Libraries;
use crate::place::Dimension;
use crate::proved::Proved;
use crate::request::{QueryKind, Request, Task};
use crate::shape::Placed;

/// What a document proves: an object with a `query` and its `certificate`. An answer beside them
/// must not contradict what they prove. Files that it names are not read, and remarks not checked.
///
/// # Errors
/// Where it is no such document, its certificate is not true, or its answer contradicts it.
pub fn judge(document: &Value) -> Result<Proved, Fault> {
    const WRITE: &str = "write documents with `clearance query --certificate`";
    let document = field::object(document)?;
    if let Some(Value::String(error)) = document.get("certificate_error") {
        return Err(Fault::new(format!("there is no certificate: {error}")));
    }
    if let Some(Value::String(error)) = document.get("error") {
        return Err(Fault::new(format!("there is no answer: {error}")));
    }
    let missing = |name: &str| Fault::field(name, format!("is missing; {WRITE}"));
    let query = document.get("query").ok_or_else(|| missing("query"))?;
    if !query.is_object() {
        let message = format!("must be an object, is {}; {WRITE}", field::kind(query));
        return Err(Fault::field("query", message));
    }
    let certificate = document.get("certificate").ok_or_else(|| missing("certificate"))?;
    let within = |fault: Fault| fault.within("query");
    let request = Request::read_proved(query).map_err(within)?;
    let judging = Judging { query, request: &request, certificate };
    let proved = request.perform(&Libraries::closed(), &judging).map_err(within)??;
    if let Some(dim) = document.get("dim").filter(|_| document.contains_key("clearance_trace"))
        && dim.as_u64() != Some(request.dim as u64)
    {
        return Err(Fault::field("dim", format!("is not the query's, {}", request.dim)));
    }
    beside::agrees(document, &request, &proved, certificate)?;
    if let Some(answer) = document.get("answer").and_then(Value::as_object) {
        let agrees = beside::agrees(answer, &request, &proved, certificate);
        agrees.map_err(|fault| fault.within("answer"))?;
    }
    Ok(proved)
}

/// A certificate before the judge.
struct Judging<'v> {
    query: &'v Value,
    request: &'v Request<'v>,
    certificate: &'v Value,
}

impl Task for Judging<'_> {
    /// What is wrong with the certificate is not what is wrong with the pair.
    type Outcome = Result<Proved, Fault>;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Self::Outcome, Fault> {
        if !(a.is_as_written() && b.is_as_written()) {
            return Err(Fault::new(
                "gives a pose by an angle or a matrix, or an `axis` beside a turned one, which no \
                 floats hold exactly; certificates are about poses by `rotation`",
            ));
        }
        let (a, b) = (&a, &b);
        if cfg!(feature = "lines") && self.request.query == QueryKind::Cast {
            let motions: Motions<S> = cast::of_line(self.query, self.request)?;
            let certificate = match document::read_cast::<S>(self.certificate) {
                Ok(certificate) => certificate,
                Err(fault) => return Ok(Err(fault.within("certificate"))),
            };
            let verified = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
                let sweep = motions.straight()?;
                verify_cast(shape_a, pose_a, shape_b, pose_b, &sweep, &certificate)
            });
            let proved = || Proved::of_cast(&certificate).as_written(a, b);
            return Ok(verified.map(|()| proved()).map_err(Fault::new));
        }
        if cfg!(feature = "lines") && self.request.query == QueryKind::Manifold {
            let certificate = match document::read_manifold::<S>(self.certificate) {
                Ok(certificate) => certificate,
                Err(fault) => return Ok(Err(fault.within("certificate"))),
            };
            let within = a.precision.rounded(self.request.touching.max_distance);
            let verified = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
                verify_manifold(shape_a, pose_a, shape_b, pose_b, &certificate)
            });
            let verified = verified.map_err(Fault::new);
            let complete = verified.and_then(|()| document::has_points(&certificate, within));
            return Ok(complete.map(|()| Proved::of_manifold(&certificate).as_written(a, b)));
        }
        let certificate = match document::read::<S>(self.certificate) {
            Ok(certificate) => certificate,
            Err(fault) => return Ok(Err(fault.within("certificate"))),
        };
        let verified = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
            verify(shape_a, pose_a, shape_b, pose_b, &certificate)
        });
        Ok(verified.map(|()| Proved::of(&certificate).as_written(a, b)).map_err(Fault::new))
    }
}
