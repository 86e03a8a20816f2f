//! Answers as columns of Arrow.

use std::sync::Arc;

use clearance::{Proximity, Verdict, Xyz};
use datafusion::arrow::array::{
    ArrayRef, FixedSizeListArray, Float64Array, Int8Array, LargeListArray, StructArray, UInt64Array,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::error::Result;

/// A list of three numbers.
fn triple() -> DataType {
    DataType::FixedSizeList(item(DataType::Float64), 3)
}

fn item(of: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", of, true))
}

fn fields(all: &[(&str, DataType)]) -> Fields {
    all.iter().map(|(name, of)| Field::new(*name, of.clone(), true)).collect()
}

/// The columns of `proximity`.
pub(crate) fn proximity_fields() -> Fields {
    fields(&[
        ("status", DataType::Int8),
        ("distance", DataType::Float64),
        ("gap", DataType::Float64),
        ("normal", triple()),
        ("point_a", triple()),
        ("point_b", triple()),
    ])
}

/// Those of `signed_distance`.
pub(crate) fn point_fields() -> Fields {
    fields(&[
        ("status", DataType::Int8),
        ("distance", DataType::Float64),
        ("gap", DataType::Float64),
        ("normal", triple()),
        ("point", triple()),
    ])
}

/// Those of `casts`.
pub(crate) fn cast_fields() -> Fields {
    fields(&[
        ("outcome", DataType::Int8),
        ("time_low", DataType::Float64),
        ("time_high", DataType::Float64),
        ("normal", triple()),
        ("point_a", triple()),
        ("point_b", triple()),
    ])
}

fn contact_point_fields() -> Fields {
    fields(&[
        ("depth", DataType::Float64),
        ("point_a", triple()),
        ("point_b", triple()),
        ("key", DataType::UInt64),
    ])
}

/// Those of `manifolds`.
pub(crate) fn manifold_fields() -> Fields {
    let point = DataType::Struct(contact_point_fields());
    fields(&[
        ("status", DataType::Int8),
        ("distance", DataType::Float64),
        ("gap", DataType::Float64),
        ("normal", triple()),
        ("points", DataType::LargeList(item(point))),
    ])
}

/// The number of a class: 0 apart, 1 intersecting, 2 undecided.
pub(crate) fn status(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Separated => 0,
        Verdict::Intersecting => 1,
        Verdict::Undecided => 2,
    }
}

/// What an answer says: its class, and distance or minus the depth, where zero is positive.
pub(crate) fn signed(found: &Proximity<Xyz>) -> (i8, f64) {
    let length = found.witness().length;
    match found {
        Proximity::Separated(_) => (0, length),
        Proximity::Intersecting(_) => (1, 0.0 - length),
        Proximity::Undecided(_) => (2, 0.0 - length),
    }
}

/// Vectors, coordinate by coordinate.
#[derive(Default)]
pub(crate) struct Vectors(Vec<f64>);

impl Vectors {
    pub(crate) fn push(&mut self, vector: Xyz) {
        // Adding zero turns a negative zero into a plain one.
        self.0.extend([vector.x + 0.0, vector.y + 0.0, vector.z + 0.0]);
    }

    pub(crate) fn array(self) -> Result<ArrayRef> {
        let numbers = Arc::new(Float64Array::from(self.0));
        Ok(Arc::new(FixedSizeListArray::try_new(item(DataType::Float64), 3, numbers, None)?))
    }
}

/// Rows of `proximity`, or of what moves: a class, two numbers, three vectors.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) class: Vec<i8>,
    pub(crate) numbers: [Vec<f64>; 2],
    pub(crate) vectors: [Vectors; 3],
}

impl Rows {
    pub(crate) fn push(&mut self, class: i8, numbers: [f64; 2], vectors: [Xyz; 3]) {
        self.class.push(class);
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.push(number);
        }
        for (column, vector) in self.vectors.iter_mut().zip(vectors) {
            column.push(vector);
        }
    }

    pub(crate) fn proximity(&mut self, found: &Proximity<Xyz>) {
        let (witness, (class, distance)) = (found.witness(), signed(found));
        self.push(class, [distance, witness.gap], [witness.normal, witness.on_a, witness.on_b]);
    }

    /// The row of a null.
    pub(crate) fn nothing(&mut self) {
        self.push(0, [0.0; 2], [Xyz::default(); 3]);
    }

    /// The columns, in order.
    pub(crate) fn columns(self) -> Result<Vec<ArrayRef>> {
        let [first, second] = self.numbers;
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(Int8Array::from(self.class)),
            Arc::new(Float64Array::from(first)),
            Arc::new(Float64Array::from(second)),
        ];
        for vectors in self.vectors {
            columns.push(vectors.array()?);
        }
        Ok(columns)
    }
}

/// Structs of columns, null where rows are.
pub(crate) fn structs(
    fields: Fields,
    columns: Vec<ArrayRef>,
    valid: Vec<bool>,
) -> Result<StructArray> {
    let nulls = Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0);
    Ok(StructArray::try_new(fields, columns, nulls)?)
}

/// The points of manifolds, one after another, and where each list ends.
#[derive(Default)]
pub(crate) struct Points {
    pub(crate) counts: Vec<usize>,
    pub(crate) depth: Vec<f64>,
    pub(crate) on: [Vectors; 2],
    pub(crate) key: Vec<u64>,
}

impl Points {
    pub(crate) fn array(self) -> Result<ArrayRef> {
        let [on_a, on_b] = self.on;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Float64Array::from(self.depth)),
            on_a.array()?,
            on_b.array()?,
            Arc::new(UInt64Array::from(self.key)),
        ];
        let fields = contact_point_fields();
        let of = item(DataType::Struct(fields.clone()));
        let points = Arc::new(StructArray::try_new(fields, columns, None)?);
        let ends = OffsetBuffer::<i64>::from_lengths(self.counts);
        Ok(Arc::new(LargeListArray::try_new(of, ends, points, None)?))
    }
}
