//! The pair that a line of JSON describes, in the space and precision that it is meant in.

use clearance::Vector;
use serde::Serialize;
use serde_json::Value;

use crate::args::Precision;
use crate::fault::Fault;
use crate::field;
use crate::library::{Libraries, Library};
use crate::place::Dimension;
use crate::shape::{Placed, dim_of, placed};

/// A pair whose shapes are still to be read.
pub(crate) struct Request<'v> {
    pub(crate) a: &'v Value,
    pub(crate) b: &'v Value,
    dim: usize,
    precision: Precision,
}

/// What is to be done with a pair: one text for the four spaces.
pub(crate) trait Task {
    type Outcome;
    fn perform<V>(&self, a: Placed<V>, b: Placed<V>) -> Result<Self::Outcome, Fault>
    where
        V: Vector<Space: Dimension, Scalar: Serialize>;
}

const QUERIES: [&str; 6] =
    ["proximity", "distance", "penetration", "intersect", "intersects", "cast"];

impl<'v> Request<'v> {
    /// Reads all but the shapes. `precision` overrides the line's own.
    pub(crate) fn read(line: &'v Value, precision: Option<Precision>) -> Result<Self, Fault> {
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
        let precision = match (precision, field::optional(object, "precision")) {
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
        Ok(Self { a, b, dim, precision })
    }

    /// Reads the shapes and does what is to be done with them.
    pub(crate) fn perform<T: Task>(
        &self,
        libraries: &Libraries,
        task: &T,
    ) -> Result<T::Outcome, Fault> {
        match (self.dim, self.precision) {
            (2, Precision::F32) => self.perform_in(&libraries.plane_f32, task),
            (2, Precision::F64) => self.perform_in(&libraries.plane_f64, task),
            (_, Precision::F32) => self.perform_in(&libraries.space_f32, task),
            (_, Precision::F64) => self.perform_in(&libraries.space_f64, task),
        }
    }

    fn perform_in<V, T>(&self, library: &Library<V>, task: &T) -> Result<T::Outcome, Fault>
    where
        V: Vector<Space: Dimension, Scalar: Serialize>,
        T: Task,
    {
        let a = placed(self.a, library).map_err(|fault| fault.within("a"))?;
        let b = placed(self.b, library).map_err(|fault| fault.within("b"))?;
        task.perform(a, b)
    }
}
