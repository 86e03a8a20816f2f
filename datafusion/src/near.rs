//! The near pairs of a table of bodies.

use std::sync::Arc;

use clearance::{BoundingBox, Pose, Proximity, Shape, Xyz, bounding_box};
use clearance_scene::scene::{Boxes, Extent, candidates_up_to};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, Int64Array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::Result;

use crate::Shapes;
use crate::answers::{Rows, proximity_fields, signed};
use crate::columns::{Integers, Lists, wrong};
use crate::pairs::answered;

/// Pairs of boxes that are held at once, at most.
const MOST: usize = 1 << 16;

/// The columns of answers.
pub(crate) fn schema() -> SchemaRef {
    let ids = ["a", "b"].map(|name| Arc::new(Field::new(name, DataType::Int64, true)));
    let answers = proximity_fields();
    let fields: Vec<_> = ids.into_iter().chain(answers.iter().cloned()).collect();
    Arc::new(Schema::new(fields))
}

struct Body<'s> {
    id: i64,
    shape: &'s Shape<Xyz>,
    pose: Pose<Xyz>,
    extent: Extent,
    group: Option<String>,
}

/// The pairs of bodies that are not proved farther apart than `within`, in order of `a`, then `b`,
/// the lesser and the greater id, with what `proximity` has: some at a time.
///
/// `id`: integers, each once. `group`: pairs of one group are skipped; null is none. Rows with a
/// null elsewhere are skipped.
///
/// ```
/// use std::sync::Arc;
/// use clearance_datafusion::{Shapes, near};
/// use datafusion::arrow::array::{ArrayRef, AsArray, FixedSizeListArray, Int64Array};
/// use datafusion::arrow::datatypes::Float64Type;
///
/// let shapes = Shapes::of(r#"{"type":"sphere","radius":1.0}"#)?;
/// let id: ArrayRef = Arc::new(Int64Array::from(vec![7, 9]));
/// let shape: ArrayRef = Arc::new(Int64Array::from(vec![0, 0]));
/// let at = [0.0, 3.0].map(|x| Some([Some(x), Some(0.0), Some(0.0)]));
/// let pose: ArrayRef =
///     Arc::new(FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>(at, 3));
/// let found: Vec<_> = near(&shapes, &id, &shape, &pose, None, 1.5)?.collect::<Result<_, _>>()?;
/// let distance = found[0].column_by_name("distance").unwrap().as_primitive::<Float64Type>();
/// assert_eq!(distance.value(0), 1.0);
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
/// Of a column's type or a row, which are named; of an id that two bodies have; or where `within`
/// is no length.
pub fn near<'s>(
    shapes: &'s Shapes,
    id: &ArrayRef,
    shape: &ArrayRef,
    pose: &ArrayRef,
    group: Option<&ArrayRef>,
    within: f64,
) -> Result<Near<'s>> {
    if !(0.0..f64::INFINITY).contains(&within) {
        let message = "within: must be a length, at least 0 and finite, is";
        return Err(wrong(format!("{message} {within}")));
    }
    let lengths = [Some(shape), Some(pose), group];
    if lengths.into_iter().flatten().any(|column| column.len() != id.len()) {
        return Err(wrong("id, shape, pose and group must be equally long"));
    }
    let (ids, index, poses) =
        (Integers::new("id", id)?, Integers::new("shape", shape)?, Lists::new("pose", pose)?);
    let groups = group.map(|group| cast(group, &DataType::Utf8)).transpose()?;
    let mut bodies = Vec::with_capacity(ids.len());
    for row in 0..ids.len() {
        let (id, shape, pose) = (ids.at(row), index.shape(row, shapes)?, poses.pose(row)?);
        let (Some(id), Some(shape), Some(pose)) = (id, shape, pose) else { continue };
        let group = groups.as_ref().map(AsArray::as_string::<i32>).filter(|of| of.is_valid(row));
        let group = group.map(|of| of.value(row).to_owned());
        bodies.push(Body { id, shape, pose, extent: grown(shape, &pose, within), group });
    }
    bodies.sort_by_key(|body| body.id);
    if let Some([one, _]) = bodies.array_windows().find(|[one, two]| one.id == two.id) {
        return Err(wrong(format!("id: {} stands for more than one body", one.id)));
    }
    let extents: Vec<Extent> = bodies.iter().map(|body| body.extent).collect();
    let boxes = Boxes::of_extents(&extents);
    Ok(Near { bodies, extents, boxes, within, first: 0, size: 1 << 16 })
}

/// The box around a body, grown so that those of bodies within a distance have a point in common.
fn grown(shape: &Shape<Xyz>, pose: &Pose<Xyz>, within: f64) -> Extent {
    let BoundingBox { min, max } = bounding_box(shape, pose);
    if within == 0.0 {
        return Extent { low: min, high: max };
    }
    let (low, high) =
        (|x: f64| (x - within / 2.0).next_down(), |x: f64| (x + within / 2.0).next_up());
    Extent {
        low: Xyz::new(low(min.x), low(min.y), low(min.z)),
        high: Xyz::new(high(max.x), high(max.y), high(max.z)),
    }
}

/// The answers of [`near`], batch by batch.
pub struct Near<'s> {
    /// In order of their ids.
    bodies: Vec<Body<'s>>,
    extents: Vec<Extent>,
    boxes: Boxes,
    within: f64,
    /// The first body whose pairs with later ones are not answered yet.
    first: usize,
    /// Bodies to go on with.
    size: usize,
}

impl Iterator for Near<'_> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.first < self.bodies.len() {
            let last = (self.first + self.size).min(self.bodies.len());
            let some = Boxes::of_extents(self.extents.get(self.first..last)?);
            // One body has no more pairs than there are bodies.
            let most = if self.size > 1 { MOST } else { usize::MAX };
            let Some(pairs) = candidates_up_to(&some, Some(&self.boxes), 0.0, most) else {
                self.size = (self.size / 4).max(1);
                continue;
            };
            let first = std::mem::replace(&mut self.first, last);
            if pairs.len() < MOST / 4 {
                self.size *= 2;
            }
            match self.answer(first, &pairs) {
                Ok(batch) if batch.num_rows() == 0 => {}
                found => return Some(found),
            }
        }
        None
    }
}

impl Near<'_> {
    fn answer(&self, first: usize, pairs: &[[u32; 2]]) -> Result<RecordBatch> {
        let (mut ids, mut placed) = (Vec::new(), Vec::new());
        for [one, two] in pairs {
            let (one, two) = (first + *one as usize, *two as usize);
            let (Some(a), Some(b)) = (self.bodies.get(one), self.bodies.get(two)) else { continue };
            let is_grouped = a.group.is_some() && a.group == b.group;
            if one < two && !is_grouped {
                ids.push([a.id, b.id]);
                placed.push((a.shape, a.pose, b.shape, b.pose));
            }
        }
        let found = answered(&placed)?;
        let (mut a, mut b, mut rows) = (Vec::new(), Vec::new(), Rows::default());
        for ([id_a, id_b], found) in ids.into_iter().zip(&found) {
            if self.is_near(found) {
                a.push(id_a);
                b.push(id_b);
                rows.proximity(found);
            }
        }
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(Int64Array::from(a)), Arc::new(Int64Array::from(b))];
        columns.extend(rows.columns()?);
        Ok(RecordBatch::try_new(schema(), columns)?)
    }

    fn is_near(&self, found: &Proximity<Xyz>) -> bool {
        let (class, distance) = signed(found);
        class != 0 || distance - found.witness().gap <= self.within
    }
}
