//! From a line of text to a trace.
//!
//! The query is written out first and read again, so that the trace is one of what it says, and
//! asking it again repeats it: the hull of a mesh, built from its own corners, may count them in
//! another order.

use clearance::{Rotation, SupportMap, check};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::look::Looks;
use super::{Frame, Method, Recorder, Trace, VERSION, says};
use crate::answer::{Answer, proximity};
use crate::ask::asked;
use crate::cast;
use crate::describe::{described, pair_in_full, vector};
use crate::document;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::id::{Id, is_exact};
use crate::library::Libraries;
use crate::place::Dimension;
use crate::request::{Precision, QueryKind, Request, Task};
use crate::shape::{Placed, names_file};

impl Trace {
    /// The trace of a pair as `clearance query` reads it, or of the `query` in a trace or in a
    /// document of `clearance verify`. `precision` and `effort` go before the pair's own.
    ///
    /// # Errors
    /// [`Fault`], which names the field that is wrong.
    pub fn of_line(
        line: &Value,
        libraries: &Libraries,
        precision: Option<Precision>,
        effort: Effort,
    ) -> Result<Self, Fault> {
        let line = line.get("query").filter(|query| query.is_object()).unwrap_or(line);
        let request = Request::read(line, precision)?;
        let mut query = request.perform(libraries, &InFull { line, request: &request })?;
        // A number that would lose digits as a value is left out.
        if let Some(id) = line.get("id").filter(|id| is_exact(id)) {
            query.insert("id".into(), id.clone());
        }
        watch(query, effort.or(request.effort))
    }

    /// The trace of two placed shapes.
    ///
    /// # Errors
    /// [`Fault`]: the format has no name for a shape, or its numbers describe none.
    pub fn of_pair<S: Dimension>(
        a: &Placed<S>,
        b: &Placed<S>,
        effort: Effort,
    ) -> Result<Self, Fault> {
        match pair_in_full(a, b)? {
            Value::Object(query) => watch(query, effort),
            other => Err(Fault::new(format!("a pair is an object, not {other}"))),
        }
    }
}

/// The pair as it is written in a trace: only what the query depends on, and no files.
struct InFull<'v> {
    line: &'v Value,
    request: &'v Request<'v>,
}

impl Task for InFull<'_> {
    type Outcome = Map<String, Value>;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Self::Outcome, Fault> {
        let side = |given: &Value, placed: &Placed<S>| {
            if names_file(given) { described(placed) } else { Ok(given.clone()) }
        };
        let Request { dim, precision, query, .. } = *self.request;
        if query == QueryKind::Cast {
            let mut query = self.line.clone();
            document::restate(&mut query, &a, &b)?;
            let keys = query.as_object().into_iter().flatten();
            let keys = keys.filter(|(key, _)| OF_CAST.contains(&key.as_str()));
            let keys = keys.map(|(key, value)| (key.clone(), value.clone()));
            let meant = [("dim", dim.into()), ("precision", precision.name().into())];
            let meant = meant.map(|(key, value): (&str, Value)| (key.to_owned(), value));
            return Ok(keys.chain(meant).collect());
        }
        Ok(Map::from_iter([
            ("dim".into(), dim.into()),
            ("precision".into(), precision.name().into()),
            ("a".into(), side(self.request.a, &a)?),
            ("b".into(), side(self.request.b, &b)?),
        ]))
    }
}

/// What the line of a cast holds of it, beside the space.
const OF_CAST: [&str; 6] = ["query", "a", "b", "max_toi", "target_distance", "at_start"];

/// Asks a query that is written in full.
fn watch(mut query: Map<String, Value>, effort: Effort) -> Result<Trace, Fault> {
    let dim = query.get("dim").and_then(Value::as_u64).unwrap_or(3);
    if query.contains_key("query") {
        if effort.begin.is_some() {
            return Err(Fault::field("start", "means nothing to a cast"));
        }
        if effort.cut_off.is_some() {
            return Err(cast::without_cut_off());
        }
        effort.write_limits(&mut query);
    } else {
        effort.write(&mut query, if dim == 2 { 2 } else { 3 });
    }
    let query = Value::Object(query);
    let request = Request::read(&query, None)?;
    request.perform(&Libraries::closed(), &Watching { query: &query, request: &request })
}

struct Watching<'v> {
    query: &'v Value,
    request: &'v Request<'v>,
}

impl Task for Watching<'_> {
    type Outcome = Trace;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Trace, Fault> {
        asked!(&a, &b, |shape_a, pose_a, shape_b, pose_b| {
            check(shape_a, pose_a, shape_b, pose_b).map_err(Fault::new)?;
        });
        let radii = [&a, &b].map(|side| side.solid.shape().radius_f64());
        let effort = self.request.effort;
        let mut methods = Vec::new();
        let (steps, found, met) = if self.request.query == QueryKind::Cast {
            let motions: cast::Motions<S> = cast::of_line(self.query, self.request)?;
            let mut looks = Looks::default();
            asked!(&a, &b, |shape_a, pose_a, shape_b, pose_b| {
                let query = effort.query().observe(&mut looks);
                let _ = query.cast(shape_a, pose_a, shape_b, pose_b, &motions.straight()?);
            });
            let met = cast::cast(&a, &b, &motions, effort)?;
            let last = motions.meeting.max_time;
            (looks.narrated(last), proximity(&a, &b, effort)?, Some((met, motions.meeting)))
        } else {
            let mut recorder = Recorder::default();
            let found = asked!(&a, &b, |shape_a, pose_a, shape_b, pose_b| {
                let query = effort.query().observe(&mut recorder);
                query.proximity(shape_a, pose_a, shape_b, pose_b).widened()
            });
            methods = recorder.methods().iter().map(|m| m.name().to_owned()).collect();
            let mut steps = recorder.into_steps();
            says::narrate(&mut steps, &says::Query { radii, effort });
            (steps, found, None)
        };
        let mut answer =
            Answer::new(self.query.get("id").map(Id::Value), &found).with_meshes(&a, &b, false);
        if let Some((met, meeting)) = &met {
            answer = answer.with_cast(met, meeting, self.request.precision);
        }
        let answer = serde_json::to_string(&answer).and_then(RawValue::from_string);
        let (certificate, certificate_error) = match document::prove(self.query) {
            Ok((certificate, _)) => (Some(certificate), None),
            Err(fault) => (None, Some(fault.to_string())),
        };
        let matrix = a.pose.rotation.matrix();
        let axes = (0..S::DIM).map(|i| vector(S::axis(i).rotate(&matrix)));
        Ok(Trace {
            clearance_trace: VERSION,
            dim: S::DIM,
            precision: self.request.precision,
            query: self.query.clone(),
            frame: Frame { origin: vector(a.pose.translation), axes: axes.collect() },
            radii,
            method: Method::Iterations,
            methods,
            steps,
            certificate,
            certificate_error,
            answer: answer.map_err(Fault::new)?,
        })
    }
}
