//! One query to one of parry's four crates, through its public queries. Compiled once for each
//! crate, as the child of a module that names the crate `parry` and defines what differs between
//! the plane and space.

use serde_json::{Value, json};

use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ClosestPoints, Contact, NonlinearRigidMotion, Ray, ShapeCastOptions, cast_shapes,
    cast_shapes_nonlinear, closest_points, contact, distance, intersection_test,
};
use super::parry::shape::{Ball, Capsule, Cuboid, Segment, Shape, Triangle};
use super::{angular, coordinates, hull, pose, solid, vector};
use crate::row::{Body, Form, Frame, Query, Row};

/// The answer as JSON; `None` where parry has no such shape or query.
pub fn answer(row: &Row) -> Option<Value> {
    let [a, b] = &row.bodies;
    let (at_a, at_b) = (pose(&a.frame), pose(&b.frame));
    // Points have queries of their own in parry.
    match (&a.form, &b.form) {
        (Form::Point, _) => return point(row, a, &at_a, &*shape(&b.form)?, &at_b, b, 1.0),
        (_, Form::Point) => return point(row, b, &at_b, &*shape(&a.form)?, &at_a, a, -1.0),
        _ => {}
    }
    let (shape_a, shape_b) = (shape(&a.form)?, shape(&b.form)?);
    let (shape_a, shape_b) = (&*shape_a, &*shape_b);
    if row.query == Query::Cast {
        return cast(row, shape_a, &at_a, shape_b, &at_b);
    }
    let intersects = intersection_test(&at_a, shape_a, &at_b, shape_b).ok()?.intersecting;
    let apart = || {
        let length = distance(&at_a, shape_a, &at_b, shape_b).ok()?.distance;
        let normal = match closest_points(&at_a, shape_a, &at_b, shape_b, Real::MAX).ok()? {
            ClosestPoints::WithinMargin(p, q) => Some(q - p),
            _ => None,
        };
        Some((length, normal))
    };
    let (signed, normal) = match row.query {
        Query::Intersect => return Some(json!({ "intersects": intersects })),
        Query::Distance => apart()?,
        _ => match contact(&at_a, shape_a, &at_b, shape_b, 0.0).ok()? {
            Some(Contact { dist, normal1, .. }) => (dist, Some(normal1)),
            None => apart()?,
        },
    };
    Some(json!({
        "intersects": intersects,
        "signed": f64::from(signed),
        "normal": normal.map(coordinates),
    }))
}

fn shape(form: &Form) -> Option<Box<dyn Shape>> {
    Some(match form {
        Form::Point => return None,
        Form::Ball { radius } => Box::new(Ball::new(*radius as Real)),
        Form::Segment([a, b]) => Box::new(Segment::new(vector(*a), vector(*b))),
        Form::Triangle([a, b, c]) => Box::new(Triangle::new(vector(*a), vector(*b), vector(*c))),
        Form::Capsule { ends: [a, b], radius } => {
            Box::new(Capsule::new(vector(*a), vector(*b), *radius as Real))
        }
        Form::Cuboid { half } => Box::new(Cuboid::new(vector(*half))),
        Form::Cylinder { half_height, radius } => {
            return solid(*half_height as Real, *radius as Real);
        }
        // parry calls a hull of three points a triangle.
        Form::Hull(points) => match points[..] {
            [a, b, c] => return shape(&Form::Triangle([a, b, c])),
            _ => {
                let points: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
                return hull(&points);
            }
        },
    })
}

/// A point against a shape; `sign` is 1 where the point is A.
fn point(
    row: &Row,
    point: &Body,
    at_point: &Pose,
    shape: &dyn Shape,
    at_shape: &Pose,
    other: &Body,
    sign: Real,
) -> Option<Value> {
    let place = at_point.translation;
    if row.query == Query::Cast {
        let velocity = relative(&other.frame, &point.frame);
        let hit = shape.cast_ray(at_shape, &Ray::new(place, velocity), row.max_time as Real, true);
        return Some(json!({ "hit": hit.is_some(), "time": hit.map(f64::from) }));
    }
    let nearest = shape.project_point(at_shape, place, true).point;
    Some(json!({
        "intersects": shape.contains_point(at_shape, place),
        "signed": f64::from(shape.distance_to_point(at_shape, place, true)),
        "normal": coordinates((nearest - place) * sign),
    }))
}

fn cast(row: &Row, a: &dyn Shape, at_a: &Pose, b: &dyn Shape, at_b: &Pose) -> Option<Value> {
    let [frame_a, frame_b] = row.bodies.each_ref().map(|body| &body.frame);
    let max_time = row.max_time as Real;
    let hit = if frame_a.angular_velocity != 0.0 || frame_b.angular_velocity != 0.0 {
        let motion = |frame: &Frame, at: &Pose| {
            let velocity = vector(frame.velocity);
            let turning = angular(frame.angular_velocity as Real);
            NonlinearRigidMotion::new(*at, Vector::ZERO, velocity, turning)
        };
        let (a_moves, b_moves) = (motion(frame_a, at_a), motion(frame_b, at_b));
        cast_shapes_nonlinear(&a_moves, a, &b_moves, b, 0.0, max_time, true)
    } else {
        let (v, w) = (vector(frame_a.velocity), vector(frame_b.velocity));
        let options = ShapeCastOptions::with_max_time_of_impact(max_time);
        cast_shapes(at_a, v, a, at_b, w, b, options)
    };
    let time = hit.ok()?.map(|hit| f64::from(hit.time_of_impact));
    Some(json!({ "hit": time.is_some(), "time": time }))
}

/// The velocity of the second relative to the first.
fn relative(of: &Frame, seen: &Frame) -> Vector {
    vector(seen.velocity) - vector(of.velocity)
}
