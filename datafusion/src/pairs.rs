//! The verbs over columns of pairs.

use std::sync::Arc;

use clearance::{
    AtStart, Point, Pose, Proximity, Query, Shape, Sweep, Xyz, batch, contact_manifold, verdict,
};
use datafusion::arrow::array::{Array, ArrayRef, BooleanArray, StructArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::error::Result;

use crate::Shapes;
use crate::answers::{
    Points, Rows, cast_fields, manifold_fields, point_fields, proximity_fields, signed, status,
    structs,
};
use crate::columns::{Integers, Lists, Poses, wrong};

/// The columns of a table of pairs: which shapes, in which poses. A column of poses of the type
/// `Null` is the origin.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'c> {
    /// Indices of shapes.
    pub a: &'c ArrayRef,
    /// Poses of those.
    pub pose_a: &'c ArrayRef,
    /// Indices of the others.
    pub b: &'c ArrayRef,
    /// Poses of the others.
    pub pose_b: &'c ArrayRef,
}

/// Two shapes in their poses.
pub(crate) type Placed<'s> = (&'s Shape<Xyz>, Pose<Xyz>, &'s Shape<Xyz>, Pose<Xyz>);

/// The rows without a null, and which these are.
struct Present<T> {
    given: Vec<T>,
    valid: Vec<bool>,
}

impl<T> Present<T> {
    fn gather(count: usize, row: impl Fn(usize) -> Result<Option<T>>) -> Result<Self> {
        let (mut given, mut valid) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for index in 0..count {
            let one = row(index)?;
            valid.push(one.is_some());
            given.extend(one);
        }
        Ok(Self { given, valid })
    }
}

/// Equally long columns, with their names.
fn count(columns: &[(&str, &ArrayRef)]) -> Result<usize> {
    let Some((_, first)) = columns.first() else { return Ok(0) };
    let all: Vec<_> = columns.iter().map(|(name, one)| format!("{name}: {}", one.len())).collect();
    if columns.iter().any(|(_, one)| one.len() != first.len()) {
        return Err(wrong(format!("columns must be equally long, but are {}", all.join(", "))));
    }
    Ok(first.len())
}

/// The columns of pairs, read.
struct Read {
    a: Integers,
    pose_a: Poses,
    b: Integers,
    pose_b: Poses,
}

impl Pairs<'_> {
    fn read(&self) -> Result<Read> {
        let Self { a, pose_a, b, pose_b } = self;
        count(&[("a", a), ("pose_a", pose_a), ("b", b), ("pose_b", pose_b)])?;
        Ok(Read {
            a: Integers::new("a", a)?,
            pose_a: Poses::new("pose_a", pose_a)?,
            b: Integers::new("b", b)?,
            pose_b: Poses::new("pose_b", pose_b)?,
        })
    }

    fn gather<'s>(&self, shapes: &'s Shapes) -> Result<Present<Placed<'s>>> {
        let read = self.read()?;
        Present::gather(read.a.len(), |row| read.at(row, shapes))
    }
}

impl Read {
    fn at<'s>(&self, row: usize, shapes: &'s Shapes) -> Result<Option<Placed<'s>>> {
        // All are read, so that what is wrong in a row with a null is an error all the same.
        let (a, b) = (self.a.shape(row, shapes)?, self.b.shape(row, shapes)?);
        let (pose_a, pose_b) = (self.pose_a.at(row)?, self.pose_b.at(row)?);
        Ok(a.zip(pose_a)
            .zip(b.zip(pose_b))
            .map(|((a, pose_a), (b, pose_b))| (a, pose_a, b, pose_b)))
    }
}

/// The answers of a batch.
pub(crate) fn answered(pairs: &[Placed<'_>]) -> Result<Vec<Proximity<Xyz>>> {
    let mut found = vec![Proximity::default(); pairs.len()];
    batch::proximity(pairs, &mut found).map_err(|error| wrong(error.to_string()))?;
    Ok(found)
}

/// A struct of answers for the rows that have one, nulls for the others.
fn spread(valid: &[bool], found: impl IntoIterator<Item = impl FnOnce(&mut Rows)>) -> Rows {
    let (mut rows, mut found) = (Rows::default(), found.into_iter());
    for is_valid in valid {
        match is_valid.then(|| found.next()).flatten() {
            Some(write) => write(&mut rows),
            None => rows.nothing(),
        }
    }
    rows
}

/// Distance or depth of each pair: structs of `status` (0 apart, 1 intersecting, 2 too close to
/// call), `distance` (minus the depth where they intersect), `gap`, `normal`, `point_a`, `point_b`.
///
/// ```
/// use std::sync::Arc;
/// use clearance_datafusion::{Pairs, Shapes, proximity};
/// use datafusion::arrow::array::{ArrayRef, AsArray, FixedSizeListArray, Int64Array, NullArray};
/// use datafusion::arrow::datatypes::Float64Type;
///
/// let shapes = Shapes::of(r#"{"type":"sphere","radius":0.5}"#)?;
/// let a: ArrayRef = Arc::new(Int64Array::from(vec![0]));
/// let pose_a: ArrayRef = Arc::new(NullArray::new(1));
/// let at = [Some([Some(3.0), Some(0.0), Some(0.0)])];
/// let pose_b: ArrayRef =
///     Arc::new(FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>(at, 3));
/// let found = proximity(&shapes, Pairs { a: &a, pose_a: &pose_a, b: &a, pose_b: &pose_b })?;
/// let distance = found.column_by_name("distance").unwrap().as_primitive::<Float64Type>();
/// assert_eq!(distance.value(0), 2.0);
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
/// Of a column's type, a pose, or an index that names no shape: they name column and row.
pub fn proximity(shapes: &Shapes, pairs: Pairs<'_>) -> Result<StructArray> {
    let Present { given, valid } = pairs.gather(shapes)?;
    let found = answered(&given)?;
    let rows = spread(&valid, found.iter().map(|one| |rows: &mut Rows| rows.proximity(one)));
    structs(proximity_fields(), rows.columns()?, valid)
}

/// Whether each pair has a point in common.
///
/// # Errors
/// As [`proximity`].
pub fn intersects(shapes: &Shapes, pairs: Pairs<'_>) -> Result<BooleanArray> {
    let Present { given, valid } = pairs.gather(shapes)?;
    let mut found = vec![false; given.len()];
    batch::intersects(&given[..], &mut found).map_err(|error| wrong(error.to_string()))?;
    let mut found = found.into_iter();
    let flags: Vec<bool> =
        valid.iter().map(|is_valid| *is_valid && found.next().unwrap_or_default()).collect();
    let nulls = Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0);
    Ok(BooleanArray::new(flags.into(), nulls))
}

/// When and where B, moving by `velocity` and A by `velocity_a`, first touches A: structs of
/// `outcome` (0 miss, 1 hit, 2 undecided), `time_low`, `time_high`, `normal`, `point_a`, `point_b`;
/// NaN where they miss.
///
/// # Errors
/// As [`proximity`]; or of a time or a distance that is none.
pub fn casts(
    shapes: &Shapes,
    pairs: Pairs<'_>,
    velocity: &ArrayRef,
    velocity_a: Option<&ArrayRef>,
    max_time: f64,
    target_distance: f64,
    at_start: AtStart,
) -> Result<StructArray> {
    if max_time.is_nan() || max_time < 0.0 {
        return Err(wrong(format!("max_time: must not be negative or NaN, is {max_time}")));
    }
    let target = limit("target_distance", target_distance)?;
    let read = pairs.read()?;
    count(&[
        ("a", pairs.a),
        ("velocity", velocity),
        ("velocity_a", velocity_a.unwrap_or(velocity)),
    ])?;
    let velocities = Lists::new("velocity", velocity)?;
    let of_a = velocity_a.map(|column| Lists::new("velocity_a", column)).transpose()?;
    let Present { given, valid } = Present::gather(read.a.len(), |row| {
        let pair = read.at(row, shapes)?;
        let velocity = velocities.vector(row)?;
        let of_a = of_a
            .as_ref()
            .map_or(Ok(Some(None)), |lists| lists.vector(row).map(|vector| vector.map(Some)))?;
        Ok(pair.zip(velocity).zip(of_a))
    })?;
    let rows = spread(
        &valid,
        given.iter().map(|((pair, velocity), of_a)| {
            move |rows: &mut Rows| {
                let (a, pose_a, b, pose_b) = pair;
                let mut sweep = Sweep::new(*velocity).until(max_time).target_distance(target);
                if let Some(velocity) = of_a {
                    sweep = sweep.and_a(*velocity);
                }
                let found = Query::new().cast(*a, pose_a, *b, pose_b, &sweep.at_start(at_start));
                match found.hit() {
                    None => rows.push(0, [f64::NAN; 2], [nowhere(); 3]),
                    Some(hit) => {
                        let (times, at) = ([hit.time.low, hit.time.high], hit.witness);
                        let class = if found.is_decided() { 1 } else { 2 };
                        rows.push(class, times, [at.normal, at.on_a, at.on_b]);
                    }
                }
            }
        }),
    );
    structs(cast_fields(), rows.columns()?, valid)
}

/// Where each pair touches: structs of `status`, `distance`, `gap`, `normal`, and `points`, up to
/// four of `depth`, `point_a`, `point_b`, `key`; none, and NaN, where they are farther apart than
/// `max_distance`.
///
/// # Errors
/// As [`proximity`]; or where `max_distance` is none.
pub fn manifolds(shapes: &Shapes, pairs: Pairs<'_>, max_distance: f64) -> Result<StructArray> {
    let within = limit("max_distance", max_distance)?;
    let Present { given, valid } = pairs.gather(shapes)?;
    let mut points = Points::default();
    let (mut rows, mut given) = (Rows::default(), given.into_iter());
    for is_valid in &valid {
        let Some((a, pose_a, b, pose_b)) = is_valid.then(|| given.next()).flatten() else {
            rows.nothing();
            points.counts.push(0);
            continue;
        };
        match contact_manifold(a, &pose_a, b, &pose_b, within) {
            Some(touch) => {
                let (class, distance) = signed(&touch.proximity);
                rows.push(class, [distance, touch.gap], [touch.normal; 3]);
                points.counts.push(touch.points().len());
                for point in touch.points() {
                    points.depth.push(point.depth);
                    let [on_a, on_b] = &mut points.on;
                    on_a.push(point.on_a);
                    on_b.push(point.on_b);
                    points.key.push(point.key.0);
                }
            }
            None => {
                // Beyond the limit; but if that is a depth, they may overlap.
                let is_depth = within < 0.0;
                let class = if is_depth { status(verdict(a, &pose_a, b, &pose_b)) } else { 0 };
                rows.push(class, [f64::NAN; 2], [nowhere(); 3]);
                points.counts.push(0);
            }
        }
    }
    let mut columns = rows.columns()?;
    columns.truncate(4);
    columns.push(points.array()?);
    structs(manifold_fields(), columns, valid)
}

/// The signed distance of points from the shapes of their rows: structs of `status`, `distance`
/// (negative within), `gap`, `normal` (out of the shape), `point`, the nearest of the surface.
///
/// # Errors
/// As [`proximity`].
pub fn signed_distance(
    shapes: &Shapes,
    shape: &ArrayRef,
    pose: &ArrayRef,
    points: &ArrayRef,
) -> Result<StructArray> {
    let rows = count(&[("shape", shape), ("pose", pose), ("points", points)])?;
    let (shape, pose) = (Integers::new("shape", shape)?, Poses::new("pose", pose)?);
    let points = Lists::new("points", points)?;
    let point: Shape<Xyz> = Point::new(Xyz::default()).into();
    let Present { given, valid } = Present::gather(rows, |row| {
        let (one, at) = (shape.shape(row, shapes)?, pose.at(row)?);
        let to = points.vector(row)?.map(|to| Pose { translation: to, ..Pose::identity() });
        Ok(one.zip(at).zip(to).map(|((one, at), to)| (one, at, &point, to)))
    })?;
    let found = answered(&given)?;
    let rows = spread(&valid, found.iter().map(|one| |rows: &mut Rows| rows.proximity(one)));
    let mut columns = rows.columns()?;
    columns.truncate(5);
    structs(point_fields(), columns, valid)
}

fn nowhere() -> Xyz {
    Xyz::new(f64::NAN, f64::NAN, f64::NAN)
}

fn limit(name: &str, length: f64) -> Result<f64> {
    if length.abs() <= <f64 as clearance::Scalar>::LARGEST {
        Ok(length)
    } else {
        Err(wrong(format!("{name}: must be finite, and up to 1e306, is {length}")))
    }
}

/// An answer as DataFusion takes it.
pub(crate) fn shared(array: impl Array + 'static) -> ArrayRef {
    Arc::new(array)
}
