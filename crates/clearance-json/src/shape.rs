//! A JSON shape as a shape of the core. One text for the four spaces.

use std::sync::Arc;

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, DepthRange, Ellipsoid, Frustum, Point, Pose,
    Rounded, Scaled, Segment, Shape, Space, Triangle, Vector, Xyz,
};
use serde_json::Value;

use crate::fault::Fault;
use crate::field::{self, Object};
use crate::library::Library;
use crate::place::{self, Axis, Dimension};

/// A shape where it stands.
#[derive(Debug)]
pub struct Placed<V: Vector> {
    /// The shape.
    pub solid: Solid<V>,
    /// Where it stands.
    pub pose: Pose<V>,
}

/// A shape of its own, or one that a library holds for many.
#[derive(Debug)]
pub enum Solid<V: Vector> {
    /// Its own.
    Own(Shape<V>),
    /// A library's.
    Shared(Arc<Shape<V>>),
}

impl<V: Vector> Solid<V> {
    /// The shape.
    pub fn shape(&self) -> &Shape<V> {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => shape,
        }
    }

    /// The shape, copied if it is a library's.
    pub fn into_shape(self) -> Shape<V> {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => Arc::unwrap_or_clone(shape),
        }
    }
}

impl<V: Vector> From<Shape<V>> for Solid<V> {
    fn from(shape: Shape<V>) -> Self {
        Self::Own(shape)
    }
}

/// What a type name stands for, and in which spaces.
pub const TYPES: [(&str, &[usize]); 18] = [
    ("point", &[2, 3]),
    ("segment", &[2, 3]),
    ("triangle", &[2, 3]),
    ("sphere", &[3]),
    ("circle", &[2]),
    ("capsule", &[2, 3]),
    ("box", &[2, 3]),
    ("rectangle", &[2]),
    ("cylinder", &[3]),
    ("cone", &[3]),
    ("ellipsoid", &[3]),
    ("ellipse", &[2]),
    ("hull", &[3]),
    ("polygon", &[2]),
    ("rounded", &[2, 3]),
    ("scaled", &[2, 3]),
    ("frustum", &[3]),
    ("mesh", &[3]),
];

/// The `type` of a shape, known and at home in the space.
fn type_name(object: &Object, dim: usize) -> Result<&str, Fault> {
    let value = field::required(object, "type")?;
    let wrong = |message: String| Fault::field("type", message);
    let name = value
        .as_str()
        .ok_or_else(|| wrong(format!("must be a name, is {}", field::kind(value))))?;
    let Some((name, dims)) = TYPES.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
        return Err(wrong(format!("`{name}` is none of {}", known.join(", "))));
    };
    if dims.contains(&dim) {
        return Ok(name);
    }
    let there = if dim == 2 { "the plane" } else { "space" };
    let instead = match *name {
        "sphere" => "; its counterpart is `circle`",
        "circle" => "; its counterpart is `sphere`",
        "ellipsoid" => "; its counterpart is `ellipse`",
        "ellipse" => "; its counterpart is `ellipsoid`",
        "hull" => "; its counterpart is `polygon`",
        "polygon" => "; its counterpart is `hull`",
        "rectangle" => "; its counterpart is `box`",
        "cylinder" => "; its section is a `box`",
        "cone" => "; its section is a `triangle`",
        _ => "",
    };
    Err(wrong(format!("there is no `{name}` in {there} (dim is {dim}){instead}")))
}

/// Reads a shape with its pose.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn placed<V: Vector<Space: Dimension>>(
    value: &Value,
    library: &Library<V>,
) -> Result<Placed<V>, Fault> {
    let object = field::object(value)?;
    let (solid, axis) = solid(object, library)?;
    let mut pose = match field::optional(object, "pose") {
        Some(value) => place::pose(value).map_err(|fault| fault.within("pose"))?,
        None => Pose::identity(),
    };
    if axis != Axis::Y {
        let upright = Pose { rotation: V::Space::upright(axis), ..Pose::identity() };
        pose = pose.compose(&upright);
    }
    Ok(Placed { solid, pose })
}

/// Reads a shape without its pose, and the local axis that its y is to be turned to.
fn solid<V: Vector<Space: Dimension>>(
    object: &Object,
    library: &Library<V>,
) -> Result<(Solid<V>, Axis), Fault> {
    let mut axis = Axis::Y;
    let solid = match type_name(object, V::Space::DIM)? {
        "point" => Shape::from(Point(match field::optional(object, "vertices") {
            Some(_) => vertices::<1, V>(object)?[0],
            None => V::from_space(V::Space::default()),
        }))
        .into(),
        "segment" => Shape::from(segment(object)?).into(),
        "triangle" => {
            let [a, b, c] = vertices(object)?;
            Shape::from(Triangle { a, b, c }).into()
        }
        "sphere" | "circle" => {
            Shape::Ball(Ball { radius: field::length(object, "radius")? }).into()
        }
        "capsule" => capsule(object)?.into(),
        "box" | "rectangle" => {
            Shape::from(Cuboid { half_extents: lengths(object, "half_extents")? }).into()
        }
        "cylinder" => {
            axis = axis_of::<V>(object)?;
            let half_height = field::length(object, "half_height")?;
            Shape::Cylinder(Cylinder { half_height, radius: field::length(object, "radius")? })
                .into()
        }
        "cone" => {
            axis = axis_of::<V>(object)?;
            let half_height = field::length(object, "half_height")?;
            Shape::Cone(Cone { half_height, radius: field::length(object, "radius")? }).into()
        }
        "ellipsoid" | "ellipse" => {
            Shape::from(Ellipsoid { radii: lengths(object, "radii")? }).into()
        }
        "hull" | "polygon" => {
            let points: Vec<V> = field::vectors(field::required(object, "vertices")?)
                .map_err(|fault| fault.within("vertices"))?;
            let hull = ConvexHull::new(&points).map_err(|e| Fault::field("vertices", e))?;
            Shape::from(hull).into()
        }
        "rounded" => {
            let (inner, inner_axis) = inner(object, library)?;
            axis = inner_axis;
            let radius = field::length(object, "radius")?;
            Shape::from(Rounded { inner: inner.into_shape(), radius }).into()
        }
        "scaled" => {
            let (inner, inner_axis) = inner(object, library)?;
            axis = inner_axis;
            let factors = scale::<V>(object, axis)?;
            let scaled = Scaled::new(inner.into_shape(), factors);
            Shape::from(scaled.map_err(|e| Fault::field("scale", e))?).into()
        }
        "frustum" => Shape::from(V::Space::frustum::<V>(object)?).into(),
        // The one name left in the table.
        _ => mesh(object, library)?,
    };
    if field::optional(object, "margin").is_none() {
        return Ok((solid, axis));
    }
    let radius = field::length(object, "margin")?;
    Ok((Shape::from(Rounded { inner: solid.into_shape(), radius }).into(), axis))
}

/// The shape inside another, which has no pose of its own.
fn inner<V: Vector<Space: Dimension>>(
    object: &Object,
    library: &Library<V>,
) -> Result<(Solid<V>, Axis), Fault> {
    let read = |value| {
        let inner = field::object(value)?;
        if inner.contains_key("pose") {
            return Err(Fault::field("pose", "belongs to the outer shape, not inside it"));
        }
        solid(inner, library)
    };
    read(field::required(object, "inner")?).map_err(|fault| fault.within("inner"))
}

/// The `scale` of a scaled shape: one factor, or one for each axis.
fn scale<V: Vector>(object: &Object, axis: Axis) -> Result<V, Fault> {
    let read = |value: &Value| match value {
        Value::Array(_) if axis != Axis::Y => {
            Err(Fault::new("must be one factor where the inner shape has an `axis`"))
        }
        Value::Array(_) => field::vector(value),
        _ => {
            let factor: V::Scalar = field::scalar(value)?;
            Ok(V::from_space(V::Space::splat(clearance::Scalar::to_f64(factor))))
        }
    };
    read(field::required(object, "scale")?).map_err(|fault| fault.within("scale"))
}

/// The `vertices` of a shape with a fixed number of them.
fn vertices<const N: usize, V: Vector>(object: &Object) -> Result<[V; N], Fault> {
    field::vectors_exactly(field::required(object, "vertices")?)
        .map_err(|fault| fault.within("vertices"))
}

/// A vector of lengths: none negative.
fn lengths<V: Vector>(object: &Object, name: &str) -> Result<V, Fault> {
    let value: V =
        field::vector(field::required(object, name)?).map_err(|fault| fault.within(name))?;
    let space = value.to_space();
    match (0..V::Space::DIM).find(|i| space.coordinate(*i) < 0.0) {
        Some(i) => {
            let message = format!("must not be negative, is {}", space.coordinate(i));
            Err(Fault::new(message).within(&format!("[{i}]")).within(name))
        }
        None => Ok(value),
    }
}

/// The `axis` of a solid of revolution: an extension, for data that stands on z or lies along x.
fn axis_of<V: Vector>(object: &Object) -> Result<Axis, Fault> {
    let Some(value) = field::optional(object, "axis") else { return Ok(Axis::Y) };
    match value.as_str() {
        Some("x") => Ok(Axis::X),
        Some("y") => Ok(Axis::Y),
        Some("z") if V::Space::DIM == 3 => Ok(Axis::Z),
        _ => {
            let known = if V::Space::DIM == 3 { "\"x\", \"y\" or \"z\"" } else { "\"x\" or \"y\"" };
            Err(Fault::field("axis", format!("must be {known}, is {}", field::kind(value))))
        }
    }
}

/// The segment by its ends or by half its height along the axis.
fn segment<V: Vector>(object: &Object) -> Result<Segment<V>, Fault> {
    if object.contains_key("vertices") {
        let [a, b] = vertices(object)?;
        return Ok(Segment { a, b });
    }
    if !object.contains_key("half_height") {
        return Err(Fault::field("vertices", "is missing (or `half_height`)"));
    }
    let half_height: V::Scalar = field::length(object, "half_height")?;
    let top =
        V::Space::axis(axis_of::<V>(object)?.index()) * clearance::Scalar::to_f64(half_height);
    Ok(Segment { a: V::from_space(top), b: V::from_space(-top) })
}

/// A capsule as such where it stands along y; along other lines as the rounded segment that it is, free of a turn's rounding.
fn capsule<V: Vector>(object: &Object) -> Result<Shape<V>, Fault> {
    let radius = field::length(object, "radius")?;
    if object.contains_key("vertices") || axis_of::<V>(object)? != Axis::Y {
        return Ok(Rounded { inner: Shape::from(segment(object)?), radius }.into());
    }
    let half_height = field::length(object, "half_height")?;
    Ok(Shape::Capsule(Capsule { half_height, radius }))
}

/// A frustum by its matrix or its corners.
///
/// # Errors
/// Where neither is there, or describes none.
pub fn frustum<V: Vector<Space = Xyz>>(object: &Object) -> Result<Frustum<V>, Fault> {
    if let Some(value) = field::optional(object, "corners") {
        let corners: [V; 8] =
            field::vectors_exactly(value).map_err(|fault| fault.within("corners"))?;
        return Frustum::from_corners(corners).map_err(|e| Fault::field("corners", e));
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
        let entries: [f64; 16] = field::numbers(value)?;
        let mut columns = [[V::Scalar::default(); 4]; 4];
        for (slot, entry) in columns.iter_mut().flatten().zip(entries) {
            *slot = clearance::Scalar::from_f64(entry);
        }
        Frustum::from_view_projection(columns, depth).map_err(Fault::new)
    };
    read(value).map_err(|fault| fault.within("view_projection"))
}

fn mesh<V: Vector<Space: Dimension>>(
    object: &Object,
    library: &Library<V>,
) -> Result<Solid<V>, Fault> {
    let path = field::required(object, "path")?;
    let path = path
        .as_str()
        .ok_or_else(|| Fault::field("path", format!("must be a text, is {}", field::kind(path))))?;
    library.hull(path, mesh_scale(object)?).map(Solid::Shared)
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
        || value.get("inner").is_some_and(names_file)
}

/// In how many dimensions a shape lives, as far as it tells: from its type, or from how many coordinates it has.
pub fn dim_of(value: &Value) -> Option<usize> {
    let object = value.as_object()?;
    let name = object.get("type")?.as_str()?;
    if let Some((_, [dim])) = TYPES.iter().find(|(known, _)| *known == name) {
        return Some(*dim);
    }
    let count = |value: &Value| value.as_array().map(Vec::len).filter(|n| [2, 3].contains(n));
    let pose = object.get("pose");
    object
        .get("half_extents")
        .and_then(count)
        .or_else(|| object.get("vertices")?.get(0).and_then(count))
        .or_else(|| object.get("inner").and_then(dim_of))
        .or_else(|| pose?.get("translation").and_then(count))
        .or_else(|| pose?.get("rotation").map(|_| 3))
        .or_else(|| pose?.get("angle").map(|_| 2))
}
