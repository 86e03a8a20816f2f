//! Columns of Arrow, read row by row.

use clearance::{Pose, Rotation3, Shape, Xyz};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, FixedSizeListArray, Float64Array, Int64Array,
};
use datafusion::arrow::compute::{CastOptions, cast_with_options};
use datafusion::arrow::datatypes::{DataType, Float64Type, Int64Type};
use datafusion::error::{DataFusionError, Result};

use crate::Shapes;

/// An error about a column, or a row of it.
pub(crate) fn wrong(message: impl Into<String>) -> DataFusionError {
    DataFusionError::Execution(message.into())
}

fn cast(name: &str, column: &ArrayRef, to: &DataType) -> Result<ArrayRef> {
    let strictly = CastOptions { safe: false, ..CastOptions::default() };
    cast_with_options(column, to, &strictly).map_err(|error| wrong(format!("{name}: {error}")))
}

/// A column of integers.
pub(crate) struct Integers {
    name: &'static str,
    values: Int64Array,
}

impl Integers {
    pub(crate) fn new(name: &'static str, column: &ArrayRef) -> Result<Self> {
        let is_null = column.data_type() == &DataType::Null;
        if !column.data_type().is_integer() && !is_null {
            let found = column.data_type();
            return Err(wrong(format!("{name}: must be of integers, is of {found}")));
        }
        let values = cast(name, column, &DataType::Int64)?.as_primitive::<Int64Type>().clone();
        Ok(Self { name, values })
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn at(&self, row: usize) -> Option<i64> {
        self.values.is_valid(row).then(|| self.values.value(row))
    }

    /// The shape that a row names; `None` if it is null.
    pub(crate) fn shape<'s>(
        &self,
        row: usize,
        shapes: &'s Shapes,
    ) -> Result<Option<&'s Shape<Xyz>>> {
        let Some(index) = self.at(row) else { return Ok(None) };
        let found = usize::try_from(index).ok().and_then(|index| shapes.all().get(index));
        let (name, count) = (self.name, shapes.all().len());
        let none = || wrong(format!("{name}[{row}]: names shape {index}, but there are {count}"));
        found.map(Some).ok_or_else(none)
    }
}

/// A column of lists of numbers.
pub(crate) struct Lists {
    name: &'static str,
    lists: ArrayRef,
    numbers: Float64Array,
}

impl Lists {
    pub(crate) fn new(name: &'static str, column: &ArrayRef) -> Result<Self> {
        let inner: &ArrayRef = match column.data_type() {
            DataType::FixedSizeList(..) => column.as_fixed_size_list().values(),
            DataType::List(_) => column.as_list::<i32>().values(),
            DataType::LargeList(_) => column.as_list::<i64>().values(),
            found => {
                return Err(wrong(format!("{name}: must be of lists of numbers, is of {found}")));
            }
        };
        if !inner.data_type().is_numeric() && inner.data_type() != &DataType::Null {
            let found = inner.data_type();
            return Err(wrong(format!(
                "{name}: must be of lists of numbers, is of lists of {found}"
            )));
        }
        let numbers = cast(name, inner, &DataType::Float64)?.as_primitive::<Float64Type>().clone();
        Ok(Self { name, lists: column.clone(), numbers })
    }

    /// The numbers of a row; `None` if it, or a number of it, is null.
    fn at(&self, row: usize) -> Option<&[f64]> {
        if self.lists.is_null(row) {
            return None;
        }
        let range = match self.lists.data_type() {
            DataType::FixedSizeList(_, width) => {
                let lists: &FixedSizeListArray = self.lists.as_fixed_size_list();
                let first = usize::try_from(lists.value_offset(row)).ok()?;
                first..first + usize::try_from(*width).ok()?
            }
            DataType::List(_) => {
                let ends = self.lists.as_list::<i32>().value_offsets();
                usize::try_from(*ends.get(row)?).ok()?..usize::try_from(*ends.get(row + 1)?).ok()?
            }
            _ => {
                let ends = self.lists.as_list::<i64>().value_offsets();
                usize::try_from(*ends.get(row)?).ok()?..usize::try_from(*ends.get(row + 1)?).ok()?
            }
        };
        let is_whole = self.numbers.null_count() == 0
            || range.clone().all(|place| self.numbers.is_valid(place));
        if is_whole { self.numbers.values().get(range) } else { None }
    }

    fn fault(&self, row: usize, message: impl std::fmt::Display) -> DataFusionError {
        wrong(format!("{}[{row}]: {message}", self.name))
    }

    /// The pose of a row.
    pub(crate) fn pose(&self, row: usize) -> Result<Option<Pose<Xyz>>> {
        let Some(numbers) = self.at(row) else { return Ok(None) };
        let (translation, rotation) = match *numbers {
            [x, y, z] => (Xyz::new(x, y, z), Rotation3::from_xyzw(0.0, 0.0, 0.0, 1.0)),
            [x, y, z, i, j, k, w] => (Xyz::new(x, y, z), Rotation3::from_xyzw(i, j, k, w)),
            _ => {
                let message = "a pose is a list of 7 numbers (translation, quaternion x, y, z, w) \
                               or of 3 (translation), but this is one of";
                return Err(self.fault(row, format!("{message} {}", numbers.len())));
            }
        };
        let pose = Pose { translation, rotation };
        pose.check().map_err(|error| self.fault(row, error))?;
        Ok(Some(pose))
    }

    /// The vector of a row.
    pub(crate) fn vector(&self, row: usize) -> Result<Option<Xyz>> {
        let Some(numbers) = self.at(row) else { return Ok(None) };
        let [x, y, z] = *numbers else {
            return Err(self.fault(row, format!("must have 3 numbers, has {}", numbers.len())));
        };
        if ![x, y, z].iter().all(|number| number.is_finite()) {
            return Err(self.fault(row, "has a coordinate that is NaN or infinite"));
        }
        Ok(Some(Xyz::new(x, y, z)))
    }
}

/// A column of poses; a column of the type null is the origin, for all rows.
pub(crate) struct Poses(Option<Lists>);

impl Poses {
    pub(crate) fn new(name: &'static str, column: &ArrayRef) -> Result<Self> {
        let is_none = column.data_type() == &DataType::Null;
        Ok(Self(if is_none { None } else { Some(Lists::new(name, column)?) }))
    }

    pub(crate) fn at(&self, row: usize) -> Result<Option<Pose<Xyz>>> {
        self.0.as_ref().map_or(Ok(Some(Pose::identity())), |lists| lists.pose(row))
    }
}
