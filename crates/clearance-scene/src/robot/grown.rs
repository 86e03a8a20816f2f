//! What a robot's shapes count as beside what stands around: larger, link by link.

use std::sync::Arc;

use clearance::{
    Ball as Round, Capsule, ConvexHull, Cuboid, Cylinder, Pose, Shape, Space as _, Xyz,
};

use super::model::{Ball, Geometry, Robot};
use crate::lengths::length;
use crate::scene::{Body, Extent, Object, Part};

/// A geometry of the robot as it is looked at beside what stands around.
#[derive(Clone, Debug)]
pub(super) struct Grown {
    /// Its pose is that of the moment.
    pub(super) object: Object,
    /// The radius of its bounding ball, padding included; `None` where it has none.
    pub(super) radius: Option<f64>,
    /// How much farther from every axis it reaches than the geometry, without the padding: that
    /// shifts a distance by the same length wherever the shape is.
    pub(super) extra: f64,
    /// The factor by which it may be farther off, by the rounding of the joints' product.
    pub(super) more: f64,
}

impl Grown {
    pub(super) fn new(
        robot: &Robot,
        geometry: &Geometry,
        body: Option<&Arc<Body>>,
        padding: f64,
    ) -> Self {
        let body = body.unwrap_or(geometry.body());
        let (was, is) = (geometry.ball, Ball::about(body));
        let reach = |ball: Ball| length(ball.center) + ball.radius;
        let ratio = reach(is) / reach(was);
        let extra = (length(is.center - was.center) + is.radius - was.radius).max(0.0);
        let radius = (is.radius + padding) * (1.0 + 4.0 * f64::EPSILON);
        let link = robot.links.get(geometry.link).map(|link| link.name.clone());
        let object = Object {
            name: geometry.name.clone(),
            group: link.unwrap_or_default(),
            body: body.clone(),
            pose: geometry.origin,
            padding,
        };
        Self {
            object,
            radius: Some(radius).filter(|radius| radius.is_finite() && is.center.is_finite()),
            extra: extra * (1.0 + 8.0 * f64::EPSILON),
            more: if ratio > 1.0 { ratio * (1.0 + 8.0 * f64::EPSILON) } else { 1.0 },
        }
    }
}

/// A body so many times as large, about the middle of its box.
pub(super) fn scaled(body: &Body, factor: f64) -> Result<Body, String> {
    let Extent { low, high } = extent(body);
    let middle = (low + high) * 0.5;
    if !middle.is_finite() {
        return Err("it has no end, and no size that a factor changes".into());
    }
    if let Some(mesh) = body.mesh() {
        let mut mesh = mesh.clone();
        for vertex in &mut mesh.vertices {
            let [x, y, z] = *vertex;
            let at = |x: f64, middle: f64| middle + factor * (x - middle);
            *vertex = [at(x, middle.x), at(y, middle.y), at(z, middle.z)];
        }
        return Body::of_triangles(mesh).map_err(|error| error.to_string());
    }
    let part = |Part { shape, pose }: &Part| {
        let shape = larger(shape, factor).map_err(|error| error.to_string())?;
        let translation = middle + (pose.translation - middle) * factor;
        Ok(Part { shape, pose: Pose { translation, ..*pose } })
    };
    let parts = body.parts().iter().map(part).collect::<Result<Vec<Part>, String>>()?;
    Body::of_parts(parts).map_err(|error| error.to_string())
}

fn extent(body: &Body) -> Extent {
    let parts = body.parts().iter();
    let boxes = parts.map(|part| Extent::of_shape(&part.shape, &part.pose));
    let corners = body.mesh().into_iter().flat_map(|mesh| &mesh.vertices);
    let points = Extent::of_points(corners.map(|[x, y, z]| Xyz::new(*x, *y, *z)));
    boxes.fold(points, Extent::joined)
}

/// A shape so many times as large, about its own origin; of the same kind where there is a closed
/// form for it.
fn larger(shape: &Shape<Xyz>, factor: f64) -> Result<Shape<Xyz>, clearance::ShapeError> {
    Ok(match shape {
        Shape::Ball(own) => Round::new(own.radius * factor).into(),
        Shape::Capsule(own) => Capsule::new(own.half_height * factor, own.radius * factor).into(),
        Shape::Cuboid(own) => Cuboid::new(own.half_extents * factor).into(),
        Shape::Cylinder(own) => Cylinder::new(own.half_height * factor, own.radius * factor).into(),
        Shape::Hull(own) => {
            let corners: Vec<Xyz> = own.vertices().iter().map(|v| *v * factor).collect();
            match ConvexHull::new(&corners) {
                Ok(hull) => hull.into(),
                Err(_) => shape.clone().scaled(Xyz::new(factor, factor, factor))?,
            }
        }
        other => other.clone().scaled(Xyz::new(factor, factor, factor))?,
    })
}
