//! A JSON shape as a shape of the core. One text for the plane and for space; the precision is that
//! of the library which meshes come from.

use std::sync::Arc;

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, DepthRange, Ellipsoid, Frustum, HalfSpace,
    Point, Pose, Rounded, Segment, Shape, Space, Triangle, Vector, Xyz,
};
use serde::Deserialize;
use serde_json::Value;

use crate::fault::Fault;
use crate::field::{self, Object};
use crate::kind::Kind;
use crate::library::Library;
use crate::matrix;
use crate::place::{self, Axis, Dimension, Stand};
use crate::request::Precision;
use crate::stand_in::StandIn;

/// A shape where it stands.
#[derive(Debug)]
pub struct Placed<S: Space> {
    /// The shape.
    pub solid: Solid<S>,
    /// Where it stands, as the query takes it.
    pub pose: Pose<S>,
    /// In which floats it is meant: they hold its numbers and its pose's.
    pub precision: Precision,
    /// How much a point is off what is written, as a part of its distance from the local origin: 0
    /// where the pose's own components were given, and not an angle or a matrix.
    pub off: f64,
    /// How far every point is elsewhere besides.
    pub shift: f64,
    /// How far the matrix written is from the nearest rotation, where the option takes that.
    pub nearest: Option<f64>,
    /// For each hull in it, in their order, the mesh that it stands for, if any.
    pub hulls: Vec<Option<Arc<StandIn>>>,
    /// The axis along which it was written to stand; the pose has it turned to y.
    pub axis: Axis,
}

impl<S: Space> Placed<S> {
    /// A shape where it stands, with the meshes of its hulls.
    pub fn new(
        solid: Solid<S>,
        stand: Stand<S>,
        hulls: Vec<Option<Arc<StandIn>>>,
        precision: Precision,
    ) -> Self {
        let Stand { pose, off, shift, nearest } = stand;
        Self { solid, pose, precision, off, shift, nearest, hulls, axis: Axis::Y }
    }

    /// Where it stands.
    pub const fn stand(&self) -> Stand<S> {
        let Self { pose, off, shift, nearest, .. } = *self;
        Stand { pose, off, shift, nearest }
    }

    /// Whether the pose is the very one written.
    pub fn is_as_written(&self) -> bool {
        self.off == 0.0 && self.shift == 0.0
    }

    /// The mesh in it, if there is any; of several the first that is not convex.
    pub fn mesh(&self) -> Option<&StandIn> {
        let meshes = || self.hulls.iter().flatten().map(|mesh| &**mesh);
        meshes().find(|mesh| !mesh.convex).or_else(|| meshes().next())
    }

    /// Whether what is proven of it is proven of the hull of a part that is not convex, not of the
    /// part.
    pub fn is_hull_of_concave(&self) -> bool {
        self.mesh().is_some_and(|mesh| !mesh.convex)
    }
}

/// A shape in its own frame.
struct Read<S: Space> {
    solid: Solid<S>,
    /// What its y is to be turned to.
    axis: Axis,
    hulls: Vec<Option<Arc<StandIn>>>,
}

impl<S: Space, A: Into<Shape<S>>> From<A> for Read<S> {
    fn from(shape: A) -> Self {
        Self { solid: Solid::Own(shape.into()), axis: Axis::Y, hulls: Vec::new() }
    }
}

/// A shape of its own, or one that a library holds for many.
#[derive(Debug)]
pub enum Solid<S: Space> {
    /// Its own.
    Own(Shape<S>),
    /// A library's.
    Shared(Arc<Shape<S>>),
}

impl<S: Space> Solid<S> {
    /// The shape.
    pub fn shape(&self) -> &Shape<S> {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => shape,
        }
    }

    /// The shape, copied if it is a library's.
    pub fn into_shape(self) -> Shape<S> {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => Arc::unwrap_or_clone(shape),
        }
    }
}

impl<S: Space> From<Shape<S>> for Solid<S> {
    fn from(shape: Shape<S>) -> Self {
        Self::Own(shape)
    }
}

/// Reads a shape with its pose.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn placed<S: Dimension>(value: &Value, library: &Library<S>) -> Result<Placed<S>, Fault> {
    let (object, precision) = (field::object(value)?, library.precision);
    let Read { solid, axis, hulls } = solid(object, library)?;
    let mut stand: Stand<S> = match field::optional(object, "pose") {
        Some(value) => place::pose(value, precision).map_err(|fault| fault.within("pose"))?,
        None => Pose::identity().into(),
    };
    stand = upright(stand, axis, precision);
    Ok(Placed { axis, ..Placed::new(solid, stand, hulls, precision) })
}

/// Where a shape stands that was written along an axis.
pub(crate) fn upright<S: Dimension>(stand: Stand<S>, axis: Axis, precision: Precision) -> Stand<S> {
    if axis == Axis::Y {
        return stand;
    }
    let upright = Pose { rotation: S::upright(axis), ..Pose::identity() };
    stand.compose(&upright.into(), precision)
}

/// Reads a shape without its pose.
fn solid<S: Dimension>(object: &Object, library: &Library<S>) -> Result<Read<S>, Fault> {
    let precision = library.precision;
    let length = |name: &str| field::length(object, name, precision);
    let read: Read<S> = match Kind::of(object, S::DIM)?.name {
        "point" => Shape::from(Point(match field::optional(object, "vertices") {
            Some(_) => vertices::<1, S>(object, precision)?[0],
            None => S::default(),
        }))
        .into(),
        "segment" => segment(object, precision)?.into(),
        "triangle" => {
            let [a, b, c] = vertices(object, precision)?;
            Triangle { a, b, c }.into()
        }
        "sphere" | "circle" => Shape::Ball(Ball { radius: length("radius")? }).into(),
        "capsule" => capsule(object, precision)?.into(),
        "box" | "rectangle" => {
            Cuboid { half_extents: lengths(object, "half_extents", precision)? }.into()
        }
        "cylinder" => {
            let (half_height, radius) = (length("half_height")?, length("radius")?);
            let cylinder = Shape::Cylinder(Cylinder { half_height, radius });
            Read { axis: axis_of::<S>(object)?, ..cylinder.into() }
        }
        "cone" => {
            let (half_height, radius) = (length("half_height")?, length("radius")?);
            let cone = Shape::Cone(Cone { half_height, radius });
            Read { axis: axis_of::<S>(object)?, ..cone.into() }
        }
        "ellipsoid" | "ellipse" => Ellipsoid { radii: lengths(object, "radii", precision)? }.into(),
        "hull" | "polygon" => hull(object, precision)?,
        "half_space" => half_space(object, precision)?.into(),
        "rounded" => {
            let inner = inner(object, "inner", library)?;
            rounded(inner, length("radius")?)?
        }
        "scaled" => {
            let Read { solid, axis, hulls } = inner(object, "inner", library)?;
            let factors = scale::<S>(object, axis, precision)?;
            let scaled = solid.into_shape().scaled(factors);
            let scaled = scaled.map_err(|e| Fault::field("scale", e))?;
            Read { solid: scaled.into(), axis, hulls }
        }
        "sum" => sum(object, library)?,
        "frustum" => S::frustum(object, precision)?.into(),
        // The one name left in the table.
        _ => mesh(object, library)?,
    };
    match field::optional(object, "margin") {
        None => Ok(read),
        Some(_) => rounded(read, length("margin")?),
    }
}

/// A shape grown by a ball.
fn rounded<S: Space>(read: Read<S>, radius: f64) -> Result<Read<S>, Fault> {
    let grown = read.solid.into_shape().rounded(radius).map_err(Fault::new)?;
    Ok(Read { solid: grown.into(), ..read })
}

/// The shape inside another, which has no pose of its own.
fn inner<S: Dimension>(
    object: &Object,
    name: &str,
    library: &Library<S>,
) -> Result<Read<S>, Fault> {
    let read = |value| {
        let inner = field::object(value)?;
        if inner.contains_key("pose") {
            return Err(Fault::field("pose", "belongs to the outer shape, not inside it"));
        }
        solid(inner, library)
    };
    read(field::required(object, name)?).map_err(|fault| fault.within(name))
}

/// The Minkowski sum of two shapes.
fn sum<S: Dimension>(object: &Object, library: &Library<S>) -> Result<Read<S>, Fault> {
    let (a, b) = (inner(object, "a", library)?, inner(object, "b", library)?);
    if a.axis != b.axis {
        let message = "must stand along the same `axis` as `a`: a sum is turned as a whole";
        return Err(Fault::field("b", message));
    }
    let sum = a.solid.into_shape().swept(b.solid.into_shape()).map_err(Fault::new)?;
    let hulls = a.hulls.into_iter().chain(b.hulls).collect();
    Ok(Read { solid: sum.into(), axis: a.axis, hulls })
}

/// All points whose height along `normal` is `offset` at most.
fn half_space<S: Space>(object: &Object, precision: Precision) -> Result<HalfSpace<S>, Fault> {
    let normal: S = field::vector(field::required(object, "normal")?, precision)
        .map_err(|f| f.within("normal"))?;
    if normal.max_abs() == 0.0 {
        return Err(Fault::field("normal", "is all zeros, which is no direction"));
    }
    let offset = field::scalar(field::required(object, "offset")?, precision);
    Ok(HalfSpace { normal, offset: offset.map_err(|fault| fault.within("offset"))? })
}

/// The hull of points, and what it says of the mesh that it stands for.
fn hull<S: Dimension>(object: &Object, precision: Precision) -> Result<Read<S>, Fault> {
    let points: Vec<S> = field::vectors(field::required(object, "vertices")?, precision)
        .map_err(|fault| fault.within("vertices"))?;
    let wrong = |e| Fault::field("vertices", e);
    let hull: Shape<S> = match precision {
        // Which faces are one but for rounding depends on the precision.
        Precision::F32 => {
            let points: Vec<S::Single> = points.into_iter().map(place::single).collect();
            widened(ConvexHull::new(&points).map_err(wrong)?.into())?
        }
        Precision::F64 => ConvexHull::new(&points).map_err(wrong)?.into(),
    };
    let stands_for = field::optional(object, "stands_for").map(StandIn::deserialize);
    let stands_for = stands_for.transpose().map_err(|e| Fault::field("stands_for", e))?;
    Ok(Read { hulls: vec![stands_for.map(Arc::new)], ..hull.into() })
}

/// The shape of `f32` in `f64`, which holds it.
pub(crate) fn widened<S: Dimension>(shape: Shape<S::Single>) -> Result<Shape<S>, Fault> {
    shape.in_vectors().ok_or_else(|| Fault::new("is nested too deep"))
}

/// The `scale` of a scaled shape: one factor, or one for each axis.
fn scale<S: Space>(object: &Object, axis: Axis, precision: Precision) -> Result<S, Fault> {
    let read = |value: &Value| match value {
        Value::Array(_) if axis != Axis::Y => {
            Err(Fault::new("must be one factor where the inner shape has an `axis`"))
        }
        Value::Array(_) => field::vector(value, precision),
        _ => field::scalar(value, precision).map(S::splat),
    };
    read(field::required(object, "scale")?).map_err(|fault| fault.within("scale"))
}

/// The `vertices` of a shape with a fixed number of them.
fn vertices<const N: usize, S: Space>(
    object: &Object,
    precision: Precision,
) -> Result<[S; N], Fault> {
    field::vectors_exactly(field::required(object, "vertices")?, precision)
        .map_err(|fault| fault.within("vertices"))
}

/// A vector of lengths: none negative.
fn lengths<S: Space>(object: &Object, name: &str, precision: Precision) -> Result<S, Fault> {
    let value: S = field::vector(field::required(object, name)?, precision)
        .map_err(|fault| fault.within(name))?;
    match (0..S::DIM).find(|i| value.coordinate(*i) < 0.0) {
        Some(i) => {
            let message = format!("must not be negative, is {}", value.coordinate(i));
            Err(Fault::new(message).within(&format!("[{i}]")).within(name))
        }
        None => Ok(value),
    }
}

/// The `axis` of a solid of revolution: an extension, for data that stands on z or lies along x.
fn axis_of<S: Space>(object: &Object) -> Result<Axis, Fault> {
    let Some(value) = field::optional(object, "axis") else { return Ok(Axis::Y) };
    match value.as_str() {
        Some("x") => Ok(Axis::X),
        Some("y") => Ok(Axis::Y),
        Some("z") if S::DIM == 3 => Ok(Axis::Z),
        _ => {
            let known = if S::DIM == 3 { "\"x\", \"y\" or \"z\"" } else { "\"x\" or \"y\"" };
            Err(Fault::field("axis", format!("must be {known}, is {}", field::kind(value))))
        }
    }
}

/// Refuses keys of another way to give the same shape.
fn either(object: &Object, given: &str, others: &[&str]) -> Result<(), Fault> {
    match others.iter().find(|key| field::optional(object, key).is_some()) {
        None => Ok(()),
        Some(key) => {
            Err(Fault::field(key, format!("stands beside `{given}`; give the shape in one way")))
        }
    }
}

/// The segment by its ends or by half its height along the axis.
fn segment<S: Space>(object: &Object, precision: Precision) -> Result<Segment<S>, Fault> {
    if object.contains_key("vertices") {
        either(object, "vertices", &["half_height", "axis"])?;
        let [a, b] = vertices(object, precision)?;
        return Ok(Segment { a, b });
    }
    if !object.contains_key("half_height") {
        return Err(Fault::field("vertices", "is missing (or `half_height`)"));
    }
    let half_height = field::length(object, "half_height", precision)?;
    let top = S::axis(axis_of::<S>(object)?.index()) * half_height;
    Ok(Segment { a: top, b: -top })
}

/// A capsule as such where it stands along y; along other lines as the rounded segment that it is,
/// free of a turn's rounding.
fn capsule<S: Space>(object: &Object, precision: Precision) -> Result<Shape<S>, Fault> {
    let radius = field::length(object, "radius", precision)?;
    if object.contains_key("vertices") || axis_of::<S>(object)? != Axis::Y {
        return Ok(Rounded { inner: Shape::from(segment(object, precision)?), radius }.into());
    }
    let half_height = field::length(object, "half_height", precision)?;
    Ok(Shape::Capsule(Capsule { half_height, radius }))
}

/// A frustum by its matrix or its corners.
///
/// # Errors
/// Where neither is there, or describes none.
pub fn frustum<V: Vector<Space = Xyz>>(
    object: &Object,
    precision: Precision,
) -> Result<Frustum<V>, Fault> {
    if let Some(value) = field::optional(object, "corners") {
        let corners: [Xyz; 8] =
            field::vectors_exactly(value, precision).map_err(|fault| fault.within("corners"))?;
        either(object, "corners", &["view_projection", "depth_range"])?;
        return Frustum::from_corners(corners.map(V::from_space))
            .map_err(|e| Fault::field("corners", e));
    }
    let Some(value) = field::optional(object, "view_projection") else {
        return Err(Fault::field("view_projection", "is missing (or `corners`)"));
    };
    let depth = match field::optional(object, "depth_range") {
        None => DepthRange::ZeroToOne,
        Some(value) => match field::numbers(value).map_err(|fault| fault.within("depth_range"))? {
            [0.0, 1.0] => DepthRange::ZeroToOne,
            [-1.0, 1.0] => DepthRange::MinusOneToOne,
            _ => return Err(Fault::field("depth_range", "must be [0,1] or [-1,1]")),
        },
    };
    let read = |value| {
        let columns = matrix::columns(value)?.map(|c| c.map(clearance::Scalar::from_f64));
        Frustum::from_view_projection(columns, depth).map_err(Fault::new)
    };
    read(value).map_err(|fault| fault.within("view_projection"))
}

fn mesh<S: Dimension>(object: &Object, library: &Library<S>) -> Result<Read<S>, Fault> {
    let path = field::required(object, "path")?;
    let path = path
        .as_str()
        .ok_or_else(|| Fault::field("path", format!("must be a text, is {}", field::kind(path))))?;
    let (hull, stand_in) = library.hull(path, mesh_scale(object)?)?;
    Ok(Read { solid: Solid::Shared(hull), axis: Axis::Y, hulls: vec![Some(stand_in)] })
}

/// The `scale` of a mesh: one factor, or one for each axis; not zero.
///
/// # Errors
/// Where it is something else.
pub fn mesh_scale(object: &Object) -> Result<[f64; 3], Fault> {
    let read = |value: &Value| match value {
        Value::Array(_) => field::numbers(value),
        _ => field::number(value).map(|factor| [factor; 3]),
    };
    let Some(value) = field::optional(object, "scale") else { return Ok([1.0; 3]) };
    let factors = read(value).map_err(|fault| fault.within("scale"))?;
    if factors.contains(&0.0) {
        return Err(Fault::field("scale", "must not be 0, which would flatten the mesh"));
    }
    Ok(factors)
}

/// Whether a shape is, or has inside, what a file says.
pub fn names_file(value: &Value) -> bool {
    value.get("type").and_then(Value::as_str) == Some("mesh")
        || INSIDE.into_iter().filter_map(|key| value.get(key)).any(names_file)
}

/// The keys of the shapes inside others.
pub const INSIDE: [&str; 3] = ["inner", "a", "b"];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use clearance::Xyz;
    use serde_json::{Value, json};

    use super::placed;
    use crate::{Libraries, Precision};

    /// Each level doubled a query's work; two dozen on a line of 2.8 kB blocked it for ever.
    #[test]
    fn shapes_nested_without_end_are_refused_by_the_limit() {
        let library = Libraries::closed();
        let ball = || json!({ "type": "sphere", "radius": 1 });
        let levels: [fn(Value) -> Value; 3] = [
            |inner| json!({ "type": "scaled", "scale": [1, 2, 1.5], "margin": 0.125, "inner": inner }),
            |inner| json!({ "type": "rounded", "radius": 0.5, "inner": inner }),
            |inner| json!({ "type": "sum", "a": inner, "b": { "type": "point" } }),
        ];
        for (level, fit) in levels.into_iter().zip([6, 12, 12]) {
            let nested = |depth| (0..depth).fold(ball(), |inner, _| level(inner));
            assert!(placed::<Xyz>(&nested(fit), library.space(Precision::F64)).is_ok());
            for depth in [fit + 1, 26, 50] {
                let fault =
                    placed::<Xyz>(&nested(depth), library.space(Precision::F64)).unwrap_err();
                assert!(fault.to_string().contains("deeper than 12"), "{fault}");
            }
        }
    }
}
