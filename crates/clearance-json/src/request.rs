//! The pair that a line of JSON describes, in the space and precision that it is meant in.

use clearance::Scalar;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::effort::Effort;
use crate::fault::Fault;
use crate::field;
use crate::keys;
use crate::kind::{MOTION, dim_of};
use crate::library::{Libraries, Library};
use crate::manifold::Touching;
use crate::place::Dimension;
use crate::shape::{Placed, placed};

/// A pair whose shapes are still to be read.
#[derive(Clone, Copy, Debug)]
pub struct Request<'v> {
    /// The shape A with its pose, as JSON.
    pub a: &'v Value,
    /// The shape B.
    pub b: &'v Value,
    /// 2 or 3.
    pub dim: usize,
    /// In which floats the pair is meant.
    pub precision: Precision,
    /// The options that the pair itself names.
    pub effort: Effort,
    /// What the line asks about the pair.
    pub query: QueryKind,
    /// The options of a manifold.
    pub touching: Touching,
}

/// What a line asks about its two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// Distance or depth, whichever there is: one answer serves six names.
    Pair,
    /// The same, of a shape and a point, and the point's projection.
    Project,
    /// When they first touch.
    Cast,
    /// Where they touch; the options are the request's `touching`.
    Manifold,
}

/// The two precisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// 32-bit floats.
    F32,
    /// 64-bit floats.
    F64,
}

impl Precision {
    /// The word in a line of JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// The distance from 1 to the next larger number.
    pub const fn epsilon(self) -> f64 {
        match self {
            Self::F32 => f32::EPSILON as f64,
            Self::F64 => f64::EPSILON,
        }
    }

    /// The nearest number of this precision; infinite beyond its largest.
    pub fn rounded(self, number: f64) -> f64 {
        match self {
            Self::F32 => f32::from_f64(number).to_f64(),
            Self::F64 => number,
        }
    }

    /// A number of this precision that is not less, for bounds.
    pub fn rounded_up(self, number: f64) -> f64 {
        match self {
            Self::F32 => f32::from_f64_up(number).to_f64(),
            Self::F64 => number,
        }
    }
}

/// What a caller does with a pair, written once for the plane and for space.
pub trait Task {
    /// The result.
    type Outcome;
    /// Does it for shapes of one space.
    ///
    /// # Errors
    /// What stands in the way.
    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Self::Outcome, Fault>;
}

/// Where to go with lines that are answered, and nothing more.
const ASK: &str = "`clearance query` answers it";

const QUERIES: [(&str, QueryKind); 9] = [
    ("pair", QueryKind::Pair),
    ("proximity", QueryKind::Pair),
    ("distance", QueryKind::Pair),
    ("penetration", QueryKind::Pair),
    ("intersect", QueryKind::Pair),
    ("intersects", QueryKind::Pair),
    ("project", QueryKind::Project),
    ("cast", QueryKind::Cast),
    ("manifold", QueryKind::Manifold),
];

impl<'v> Request<'v> {
    /// Reads all but the shapes, of a line that traces may be about: a pair at rest or, but for the
    /// page, a cast.
    ///
    /// # Errors
    /// [`Fault`], which names the field that is wrong.
    pub fn read(line: &'v Value, precision: Option<Precision>) -> Result<Self, Fault> {
        let request = Self::read_any(line, precision)?;
        let name = match request.query {
            QueryKind::Cast if !cfg!(feature = "lines") => "cast",
            QueryKind::Manifold => "manifold",
            QueryKind::Pair | QueryKind::Project | QueryKind::Cast => return Ok(request),
        };
        let message = format!("a {name} has no trace; {ASK}");
        Err(Fault::field("query", message))
    }

    /// Reads all but the shapes, of a line that certificates may be about; in the page, of a pair
    /// at rest alone.
    ///
    /// # Errors
    /// [`Fault`], which names the field that is wrong.
    pub fn read_proved(line: &'v Value) -> Result<Self, Fault> {
        if cfg!(feature = "lines") { Self::read_any(line, None) } else { Self::read(line, None) }
    }

    /// Reads all but the shapes. `precision` overrides the line's own.
    ///
    /// # Errors
    /// [`Fault`], which names the field that is wrong.
    pub fn read_any(line: &'v Value, precision: Option<Precision>) -> Result<Self, Fault> {
        let object = field::object(line)?;
        let query = match field::optional(object, "query") {
            None => QueryKind::Pair,
            Some(other) => {
                let known = QUERIES.iter().find(|(name, _)| other.as_str() == Some(name));
                let Some((_, query)) = known else {
                    let known = QUERIES.map(|(name, _)| name).join(", ");
                    let message = match other.as_str() {
                        Some(scene @ ("soup" | "compound" | "overlap")) => {
                            format!("a {scene} has no trace and no certificate; {ASK}")
                        }
                        _ => {
                            let kind = field::kind(other);
                            format!("must be one of {known}, overlap, soup, compound, is {kind}")
                        }
                    };
                    return Err(Fault::field("query", message));
                };
                *query
            }
        };
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
        keys::check(
            object,
            match query {
                QueryKind::Pair | QueryKind::Project => &[&keys::EFFORT],
                QueryKind::Cast => &[&keys::EFFORT, &keys::CAST],
                QueryKind::Manifold => &[&keys::EFFORT, &keys::MANIFOLD],
            },
        )?;
        let effort = Effort::read(object, dim)?;
        let touching = match query {
            QueryKind::Manifold => Touching::read(object, &effort)?,
            _ => Touching::default(),
        };
        Ok(Self { a, b, dim, precision, effort, query, touching })
    }

    /// Reads the shapes and does what is to be done with them.
    ///
    /// # Errors
    /// [`Fault`], which names the field that is wrong, or the task's own.
    pub fn perform<T: Task>(&self, libraries: &Libraries, task: &T) -> Result<T::Outcome, Fault> {
        match self.dim {
            2 => self.perform_in(libraries.plane(self.precision), task),
            _ => self.perform_in(libraries.space(self.precision), task),
        }
    }

    fn perform_in<S: Dimension, T: Task>(
        &self,
        library: &Library<S>,
        task: &T,
    ) -> Result<T::Outcome, Fault> {
        let a = self.placed(self.a, library).map_err(|fault| fault.within("a"))?;
        let b = self.placed(self.b, library).map_err(|fault| fault.within("b"))?;
        task.perform(a, b)
    }

    /// The shape where it stands; of a cast, at the start.
    fn placed<S: Dimension>(
        &self,
        value: &Value,
        library: &Library<S>,
    ) -> Result<Placed<S>, Fault> {
        match value.as_object() {
            Some(shape) if self.query == QueryKind::Cast => {
                let mut at_rest = shape.clone();
                at_rest.retain(|key, _| !MOTION.contains(&key.as_str()));
                placed(&Value::Object(at_rest), library)
            }
            _ => placed(value, library),
        }
    }
}
