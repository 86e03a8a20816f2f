//! How hard to look, and where to begin: the keys `cut_off`, `max_iterations`, `budget` and `start`
//! of a pair.

use clearance::{Method, Query, Scalar, Space, Start, Vector};
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::field::{self, Object};

/// The options of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Stop once the shapes are proved farther apart than this.
    pub cut_off: Option<f64>,
    /// Stop after this many support points.
    pub max_iterations: Option<u32>,
    /// Take this many steps of work for the whole query at most.
    pub budget: Option<u32>,
    /// The first search direction.
    pub begin: Option<Begin>,
}

/// The first search direction, in any space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Begin {
    /// From the centre of A to that of B.
    Centers,
    /// Along the world's x-axis.
    Constant,
    /// Along a direction of the world; in the plane its last coordinate is 0.
    Given([f64; 3]),
}

impl Effort {
    /// The options that a pair names itself.
    ///
    /// # Errors
    /// Where one of them makes no sense.
    pub fn read(pair: &Object, dim: usize) -> Result<Self, Fault> {
        let length = |value: &Value| match field::number(value)? {
            number if number < 0.0 => Err(Fault::new(format!("must not be negative, is {number}"))),
            number => Ok(number),
        };
        let count = |value: &Value| {
            let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
            count.ok_or_else(|| {
                Fault::new(format!("must be a whole number from 0 to {}, is {value}", u32::MAX))
            })
        };
        let begin = |value: &Value| Begin::read(value, dim);
        Ok(Self {
            cut_off: read(pair, "cut_off", length)?,
            max_iterations: read(pair, "max_iterations", count)?,
            budget: read(pair, "budget", count)?,
            begin: read(pair, "start", begin)?,
        })
    }

    /// These options, and where they say nothing those of another.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            cut_off: self.cut_off.or(other.cut_off),
            max_iterations: self.max_iterations.or(other.max_iterations),
            budget: self.budget.or(other.budget),
            begin: self.begin.or(other.begin),
        }
    }

    /// Writes the options into a pair, so that [`read`](Self::read) gives them back.
    pub fn write(&self, pair: &mut Map<String, Value>, dim: usize) {
        self.write_limits(pair);
        let start = match self.begin.unwrap_or(Begin::Centers) {
            Begin::Centers => json!("centers"),
            Begin::Constant => json!("constant"),
            Begin::Given(direction) => json!(direction.get(..dim)),
        };
        pair.insert("start".into(), start);
    }

    /// Writes all but where to begin.
    pub(crate) fn write_limits(&self, pair: &mut Map<String, Value>) {
        if let Some(distance) = self.cut_off {
            pair.insert("cut_off".into(), json!(distance));
        }
        if let Some(iterations) = self.max_iterations {
            pair.insert("max_iterations".into(), json!(iterations));
        }
        if let Some(steps) = self.budget {
            pair.insert("budget".into(), json!(steps));
        }
    }

    /// The query with these options.
    ///
    /// It notes its method, so that no formula is compiled for it here: each is, once a space, below
    /// the core's door. Reading a line takes longer than the way there.
    pub fn query<V: Vector>(&self) -> Query<'static, V, Option<Method>> {
        let mut query = Query::new().observe(None);
        if let Some(distance) = self.cut_off {
            query = query.cut_off(V::Scalar::from_f64(distance));
        }
        if let Some(iterations) = self.max_iterations {
            query = query.max_iterations(iterations);
        }
        if let Some(steps) = self.budget {
            query = query.budget(steps);
        }
        match self.begin {
            None | Some(Begin::Centers) => query,
            Some(Begin::Constant) => query.start(Start::Constant),
            Some(Begin::Given([x, y, z])) => {
                query.start(Start::Given(V::from_space(V::Space::from_xyz(x, y, z))))
            }
        }
    }
}

impl Begin {
    /// Reads `"centers"`, `"constant"` or a direction.
    ///
    /// # Errors
    /// Where it is neither.
    pub fn read(value: &Value, dim: usize) -> Result<Self, Fault> {
        let direction = match value {
            Value::String(name) if name == "centers" => return Ok(Self::Centers),
            Value::String(name) if name == "constant" => return Ok(Self::Constant),
            Value::Array(_) if dim == 2 => {
                let [x, y] = field::numbers(value)?;
                [x, y, 0.0]
            }
            Value::Array(_) => field::numbers(value)?,
            other => {
                let kind = field::kind(other);
                return Err(Fault::new(format!(
                    "must be \"centers\", \"constant\" or a direction, is {kind}"
                )));
            }
        };
        if direction == [0.0; 3] {
            return Err(Fault::new("is all zeros, which is no direction"));
        }
        Ok(Self::Given(direction))
    }
}

/// An option, with its name where it is wrong.
fn read<T>(
    pair: &Object,
    name: &str,
    read: impl Fn(&Value) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    let value = field::optional(pair, name);
    value.map(read).transpose().map_err(|fault| fault.within(name))
}
