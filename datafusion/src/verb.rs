//! The verbs as scalar functions of DataFusion.

use std::hash::{Hash, Hasher};

use clearance::AtStart;
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};

use crate::Shapes;
use crate::answers::{cast_fields, manifold_fields, point_fields, proximity_fields};
use crate::columns::wrong;
use crate::pairs::{self, Pairs, shared};

/// What a function is called, takes and gives.
#[derive(Debug)]
pub(crate) struct Verb {
    name: &'static str,
    /// The least and the greatest number of arguments.
    takes: [usize; 2],
    gives: fn() -> DataType,
    answer: fn(&Shapes, &Given<'_>) -> Result<ArrayRef>,
}

/// All of them.
pub(crate) const VERBS: &[Verb] = &[
    Verb {
        name: "proximity",
        takes: [4, 4],
        gives: || DataType::Struct(proximity_fields()),
        answer: |shapes, given| pairs::proximity(shapes, given.pairs()?).map(shared),
    },
    Verb {
        name: "intersects",
        takes: [4, 4],
        gives: || DataType::Boolean,
        answer: |shapes, given| pairs::intersects(shapes, given.pairs()?).map(shared),
    },
    Verb {
        name: "casts",
        takes: [5, 9],
        gives: || DataType::Struct(cast_fields()),
        answer: |shapes, given| {
            let velocity_a =
                given.column(5).ok().filter(|of_a| of_a.data_type() != &DataType::Null);
            let (max_time, target) = (given.number(6, 1.0)?, given.number(7, 0.0)?);
            let (pairs, velocity) = (given.pairs()?, given.column(4)?);
            pairs::casts(shapes, pairs, velocity, velocity_a, max_time, target, given.choice(8)?)
                .map(shared)
        },
    },
    Verb {
        name: "manifolds",
        takes: [4, 5],
        gives: || DataType::Struct(manifold_fields()),
        answer: |shapes, given| {
            pairs::manifolds(shapes, given.pairs()?, given.number(4, 0.0)?).map(shared)
        },
    },
    Verb {
        name: "signed_distance",
        takes: [3, 3],
        gives: || DataType::Struct(point_fields()),
        answer: |shapes, given| {
            let (shape, pose, points) = (given.column(0)?, given.column(1)?, given.column(2)?);
            pairs::signed_distance(shapes, shape, pose, points).map(shared)
        },
    },
];

/// The arguments of a call: as they came, and as columns.
struct Given<'a> {
    args: &'a [ColumnarValue],
    columns: Vec<ArrayRef>,
}

impl Given<'_> {
    fn column(&self, index: usize) -> Result<&ArrayRef> {
        self.columns.get(index).ok_or_else(|| wrong("an argument is missing"))
    }

    fn pairs(&self) -> Result<Pairs<'_>> {
        let (a, pose_a) = (self.column(0)?, self.column(1)?);
        Ok(Pairs { a, pose_a, b: self.column(2)?, pose_b: self.column(3)? })
    }

    /// An option: one value for all rows.
    fn option(&self, index: usize) -> Result<Option<&ScalarValue>> {
        match self.args.get(index) {
            None => Ok(None),
            Some(ColumnarValue::Scalar(value)) => Ok(Some(value).filter(|value| !value.is_null())),
            Some(ColumnarValue::Array(_)) => {
                Err(wrong(format!("argument {}: must be one value for all rows", index + 1)))
            }
        }
    }

    fn number(&self, index: usize, otherwise: f64) -> Result<f64> {
        let Some(value) = self.option(index)? else { return Ok(otherwise) };
        match value.cast_to(&DataType::Float64)? {
            ScalarValue::Float64(Some(number)) if value.data_type().is_numeric() => Ok(number),
            _ => Err(wrong(format!("argument {}: must be a number, is {value}", index + 1))),
        }
    }

    fn choice(&self, index: usize) -> Result<AtStart> {
        let Some(value) = self.option(index)? else { return Ok(AtStart::Report) };
        let found = value.try_as_str().flatten().and_then(clearance_json::cast::choice);
        let message = "must be 'report', 'ignore_separating' or 'ignore', is";
        found.ok_or_else(|| wrong(format!("at_start: {message} {value}")))
    }
}

/// A verb with its shapes.
#[derive(Debug)]
pub(crate) struct Function {
    verb: &'static Verb,
    name: String,
    aliases: Vec<String>,
    signature: Signature,
    shapes: Shapes,
}

impl Function {
    pub(crate) fn new(verb: &'static Verb, shapes: &Shapes) -> Self {
        let [least, most] = verb.takes;
        let takes = (least..=most).map(TypeSignature::Any).collect();
        let signature = Signature::one_of(takes, Volatility::Immutable);
        let name = verb.name.to_owned();
        Self { verb, name, aliases: Vec::new(), signature, shapes: shapes.clone() }
    }

    /// The same by a name that plans carry, and the verb's for queries.
    pub(crate) fn marked(self, mark: &str) -> Self {
        Self { name: format!("{}_{mark}", self.verb.name), aliases: vec![self.name], ..self }
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.shapes.identity() == other.shapes.identity()
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.shapes.identity()).hash(state);
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok((self.verb.gives)())
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns: Vec<ArrayRef> =
            call.args.iter().map(|one| one.to_array(call.number_rows)).collect::<Result<_>>()?;
        let given = Given { args: &call.args, columns };
        let answer = (self.verb.answer)(&self.shapes, &given);
        Ok(ColumnarValue::Array(answer.map_err(|error| error.context(self.verb.name))?))
    }
}
