//! A placed shape as the JSON shape that reads back to the very same floats.

use std::sync::Arc;

use clearance::{DepthRange, Pose, Rotation, Shape, Space};
use serde_json::{Value, json};

use crate::cast::Motions;
use crate::fault::Fault;
use crate::manifold::Touching;
use crate::place::Dimension;
use crate::shape::{INSIDE, Placed};
use crate::stand_in::StandIn;

/// The shape with its pose; a mesh is the hull that it stands for, with its corners.
///
/// # Errors
/// For shapes that the format has no name for; none is known.
pub fn described<S: Dimension>(placed: &Placed<S>) -> Result<Value, Fault> {
    let mut value = shape(placed.solid.shape())?;
    say_what_hulls_stand_for(&mut value, &mut placed.hulls.iter())?;
    if let Some(object) = value.as_object_mut() {
        object.insert("pose".into(), pose(&placed.pose));
    }
    Ok(value)
}

/// Writes beside the hulls of meshes what they stand for. Hulls are read and described in the same
/// order.
fn say_what_hulls_stand_for<'m>(
    value: &mut Value,
    hulls: &mut impl Iterator<Item = &'m Option<Arc<StandIn>>>,
) -> Result<(), Fault> {
    let is_hull = matches!(value.get("type").and_then(Value::as_str), Some("hull" | "polygon"));
    if is_hull && let (Some(object), Some(Some(mesh))) = (value.as_object_mut(), hulls.next()) {
        let said = serde_json::to_value(&**mesh).map_err(Fault::new)?;
        object.insert("stands_for".into(), said);
    }
    for key in INSIDE {
        if let Some(inner) = value.get_mut(key) {
            say_what_hulls_stand_for(inner, hulls)?;
        }
    }
    Ok(())
}

/// A pair that needs nothing else, neither files nor options.
///
/// # Errors
/// As for [`described`].
pub fn pair_in_full<S: Dimension>(a: &Placed<S>, b: &Placed<S>) -> Result<Value, Fault> {
    Ok(json!({
        "dim": S::DIM,
        "precision": a.precision.name(),
        "a": described(a)?,
        "b": described(b)?,
    }))
}

/// The cast of a pair whose shapes do not turn, which needs nothing else either.
///
/// # Errors
/// As for [`described`], and where a shape turns.
pub fn cast_in_full<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    motions: &Motions<S>,
) -> Result<Value, Fault> {
    let mut query = pair_in_full(a, b)?;
    let sweep = motions.straight::<S>()?;
    for (side, velocity) in ["a", "b"].into_iter().zip(motions.velocities()?) {
        if let Some(shape) = query.get_mut(side).and_then(Value::as_object_mut) {
            shape.insert("velocity".into(), json!(vector(velocity)));
        }
    }
    if let Some(line) = query.as_object_mut() {
        line.insert("query".into(), "cast".into());
        // JSON has no infinity, and a line without the key means another time.
        let last = json!(sweep.last());
        if last.is_null() {
            return Err(Fault::new("a cast without a largest time has no certificate in JSON"));
        }
        line.insert("max_toi".into(), last);
        line.insert("target_distance".into(), json!(sweep.skin()));
    }
    Ok(query)
}

/// The contact of a pair, which needs nothing else either.
///
/// # Errors
/// As for [`described`].
pub fn manifold_in_full<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    touching: Touching,
) -> Result<Value, Fault> {
    let mut query = pair_in_full(a, b)?;
    if let Some(line) = query.as_object_mut() {
        line.insert("query".into(), "manifold".into());
        line.insert("max_distance".into(), json!(touching.max_distance));
    }
    Ok(query)
}

/// The rotation by its components: in the plane few pairs of cosine and sine are those of an angle
/// in floats.
fn pose<S: Space>(pose: &Pose<S>) -> Value {
    let [x, y, z, w] = pose.rotation.components();
    let rotation = if S::DIM == 2 { json!([x, y]) } else { json!([x, y, z, w]) };
    json!({ "translation": vector(pose.translation), "rotation": rotation })
}

fn shape<S: Space>(shape: &Shape<S>) -> Result<Value, Fault> {
    let in_plane = S::DIM == 2;
    Ok(match shape {
        Shape::Point(point) => json!({ "type": "point", "vertices": vectors(&[point.0]) }),
        Shape::Segment(s) => json!({ "type": "segment", "vertices": vectors(&[s.a, s.b]) }),
        Shape::Triangle(t) => json!({ "type": "triangle", "vertices": vectors(&[t.a, t.b, t.c]) }),
        Shape::Ball(ball) => {
            let name = if in_plane { "circle" } else { "sphere" };
            json!({ "type": name, "radius": ball.radius })
        }
        Shape::Capsule(c) => revolved("capsule", c.half_height, c.radius),
        Shape::Cylinder(c) if !in_plane => revolved("cylinder", c.half_height, c.radius),
        Shape::Cone(c) if !in_plane => revolved("cone", c.half_height, c.radius),
        Shape::Cuboid(cuboid) => {
            json!({ "type": "box", "half_extents": vector(cuboid.half_extents) })
        }
        Shape::Ellipsoid(ellipsoid) => {
            let name = if in_plane { "ellipse" } else { "ellipsoid" };
            json!({ "type": name, "radii": vector(ellipsoid.radii) })
        }
        Shape::Hull(hull) => {
            let name = if in_plane { "polygon" } else { "hull" };
            json!({ "type": name, "vertices": vectors(hull.vertices()) })
        }
        Shape::Frustum(frustum) => match (frustum.view_projection(), frustum.corners()) {
            (Some((columns, depth)), _) => {
                let entries = columns.as_flattened();
                let near = if depth == DepthRange::ZeroToOne { 0 } else { -1 };
                json!({
                    "type": "frustum", "view_projection": entries, "depth_range": [near, 1],
                })
            }
            (None, Some(corners)) => json!({ "type": "frustum", "corners": vectors(&corners) }),
            (None, None) => return Err(Fault::new("the format has no name for such a shape")),
        },
        Shape::Rounded(rounded) => json!({
            "type": "rounded",
            "inner": self::shape(&rounded.inner)?,
            "radius": rounded.radius,
        }),
        Shape::Scaled(scaled) => json!({
            "type": "scaled",
            "inner": self::shape(scaled.inner())?,
            "scale": vector(scaled.scale()),
        }),
        Shape::HalfSpace(half) => json!({
            "type": "half_space",
            "normal": vector(half.normal),
            "offset": half.offset,
        }),
        Shape::Sum(sum) => json!({
            "type": "sum",
            "a": self::shape(&sum.a)?,
            "b": self::shape(&sum.b)?,
        }),
        _ => return Err(Fault::new("the format has no name for such a shape")),
    })
}

fn revolved(name: &str, half_height: f64, radius: f64) -> Value {
    json!({ "type": name, "half_height": half_height, "radius": radius })
}

fn vectors<S: Space>(points: &[S]) -> Vec<Vec<f64>> {
    points.iter().copied().map(vector).collect()
}

/// Zeros are written as 0, whatever their sign.
///
/// Those of `f64` for either precision: the shortest decimals of an `f32` are read by way of `f64`,
/// and so could be rounded twice.
pub(crate) fn vector<S: Space>(vector: S) -> Vec<f64> {
    (0..S::DIM).map(|i| vector.coordinate(i) + 0.0).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::library::Libraries;
    use crate::request::{Request, Task};

    struct Describe;

    impl Task for Describe {
        type Outcome = (&'static str, Value);

        fn perform<S: Dimension>(
            &self,
            a: Placed<S>,
            _: Placed<S>,
        ) -> Result<Self::Outcome, Fault> {
            Ok((a.solid.shape().name(), described(&a)?))
        }
    }

    fn describe(shape: &Value) -> (&'static str, Value) {
        let pair = json!({ "dim": 3, "a": shape, "b": { "type": "point" } });
        let request = Request::read(&pair, None).unwrap();
        request.perform(&Libraries::closed(), &Describe).unwrap()
    }

    /// A new shape of the library fails here until the format reads and writes it, and the file has
    /// one; the page's programs are tested by the same file.
    #[test]
    fn every_shape_is_read_and_described() {
        let mut names = Vec::new();
        for line in include_str!("../tests/every-shape.jsonl").lines() {
            let (name, once) = describe(&serde_json::from_str(line).unwrap());
            names.push(name);
            assert_eq!(describe(&once), (name, once), "{line}");
        }
        assert_eq!(names, Shape::<glam::DVec3>::NAMES);
    }
}
