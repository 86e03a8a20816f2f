//! One answer a pair: yes or no, distances, contacts. Composite shapes are walked by parry, which
//! asks us about their parts.

use clearance::{End, Proximity, Query, SupportMap};

use super::casts;
use super::parry::bounding_volume::BoundingVolume;
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ClosestPoints, Contact, DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher,
    ShapeCastHit, ShapeCastOptions, ShapeDistance, ShapeIntersection, Unsupported, details,
};
use super::parry::shape::{HeightField, Shape};
use super::solid::Solid;
use crate::Clearance;

/// Where the first shape stands: parry gives the second's pose seen from it.
pub(super) const ORIGIN: Vector = Vector::ZERO;

/// A vector of the first shape's frame in the second's.
pub(super) fn turned(pos12: &Pose, vector: Vector) -> Vector {
    pos12.rotation.inverse() * vector
}

/// Distance or depth of a pair; where it is farther apart than that, the axis along which it is.
pub(super) fn within(
    [a, b]: [&dyn SupportMap<Vector>; 2],
    pos12: &Pose,
    distance: Real,
) -> Result<Proximity<Vector>, Vector> {
    let query = Query::new().cut_off(distance.max(0.0));
    let found = query.proximity(a, &ORIGIN, b, pos12);
    // NaN, which is no distance, is no reason to stop.
    let is_far = found.witness().end == End::CutOff || found.signed_distance() > distance;
    if is_far { Err(found.witness().normal) } else { Ok(found) }
}

/// Whether a shape meets a part of a height field, of which parry has no walk for this question.
fn meets(pos12: &Pose, field: &HeightField, shape: &dyn Shape) -> ShapeIntersection {
    let bounds = shape.compute_aabb(pos12);
    // A touch must not be lost to the box's rounding.
    let rounding = 16.0 * Real::EPSILON * (bounds.mins.abs() + bounds.maxs.abs()).max_element();
    // parry panics where this is no number.
    if !(rounding >= 0.0) {
        return ShapeIntersection::new(true);
    }
    let mut met = ShapeIntersection::new(false);
    field.map_elements_in_local_aabb(&bounds.loosened(rounding), &mut |part, element| {
        if !met.intersecting
            && let Ok(found) = Clearance.intersection_test(pos12, element, shape)
            && found.intersecting
        {
            met = found.with_subshapes(part, found.subshape2);
        }
    });
    met
}

impl QueryDispatcher for Clearance {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        if let Some([a, b]) = Solid::pair(g1, g2) {
            return Ok(clearance::intersects(a.map(), &ORIGIN, b.map(), pos12).into());
        }
        Ok(if let Some(field) = g1.as_heightfield() {
            meets(pos12, field, g2)
        } else if let Some(field) = g2.as_heightfield() {
            meets(&pos12.inverse(), field, g1).swapped()
        } else if let Some(parts) = g1.as_composite_shape() {
            details::intersection_test_composite_shape_shape(self, pos12, parts, g2)
        } else if let Some(parts) = g2.as_composite_shape() {
            details::intersection_test_shape_composite_shape(self, pos12, g1, parts)
        } else if let Some(voxels) = g1.as_voxels() {
            details::intersection_test_voxels_shape(self, pos12, voxels, g2)
        } else if let Some(voxels) = g2.as_voxels() {
            details::intersection_test_shape_voxels(self, pos12, g1, voxels)
        } else {
            return DefaultQueryDispatcher.intersection_test(pos12, g1, g2);
        })
    }

    fn distance(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        if let Some([a, b]) = Solid::pair(g1, g2) {
            let apart = clearance::distance(a.map(), &ORIGIN, b.map(), pos12);
            return Ok(apart.map_or(0.0, |found| found.length).into());
        }
        Ok(if let Some(parts) = g1.as_composite_shape() {
            details::distance_composite_shape_shape(self, pos12, parts, g2)
        } else if let Some(parts) = g2.as_composite_shape() {
            details::distance_shape_composite_shape(self, pos12, g1, parts)
        } else {
            return DefaultQueryDispatcher.distance(pos12, g1, g2);
        })
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        if let Some([a, b]) = Solid::pair(g1, g2) {
            let near = within([a.map(), b.map()], pos12, prediction);
            let Ok(near) = near else { return Ok(None) };
            let found = near.witness();
            if found.gap == Real::INFINITY {
                return Err(Unsupported);
            }
            let point2 = pos12.inverse_transform_point(found.on_b);
            let normal2 = turned(pos12, -found.normal);
            let dist = near.signed_distance();
            return Ok(Some(Contact::new(found.on_a, point2, found.normal, normal2, dist)));
        }
        Ok(if let Some(field) = g1.as_heightfield() {
            details::contact_heightfield_shape(self, pos12, field, g2, prediction)
        } else if let Some(field) = g2.as_heightfield() {
            details::contact_shape_heightfield(self, pos12, g1, field, prediction)
        } else if let Some(parts) = g1.as_composite_shape() {
            details::contact_composite_shape_shape(self, pos12, parts, g2, prediction)
        } else if let Some(parts) = g2.as_composite_shape() {
            details::contact_shape_composite_shape(self, pos12, g1, parts, prediction)
        } else {
            return DefaultQueryDispatcher.contact(pos12, g1, g2, prediction);
        })
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        if let Some([a, b]) = Solid::pair(g1, g2) {
            return Ok(match within([a.map(), b.map()], pos12, max_dist) {
                Ok(Proximity::Separated(found)) => {
                    let point2 = pos12.inverse_transform_point(found.on_b);
                    ClosestPoints::WithinMargin(found.on_a, point2)
                }
                Ok(_) => ClosestPoints::Intersecting,
                Err(_) => ClosestPoints::Disjoint,
            });
        }
        Ok(if let Some(parts) = g1.as_composite_shape() {
            details::closest_points_composite_shape_shape(self, pos12, parts, g2, max_dist)
        } else if let Some(parts) = g2.as_composite_shape() {
            details::closest_points_shape_composite_shape(self, pos12, g1, parts, max_dist)
        } else {
            return DefaultQueryDispatcher.closest_points(pos12, g1, g2, max_dist);
        })
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (vel12, rest) = (local_vel12, options);
        if let Some(pair) = Solid::pair(g1, g2) {
            return Ok(casts::straight(&pair, pos12, vel12, &options));
        }
        Ok(if let Some(field) = g1.as_heightfield() {
            return details::cast_shapes_heightfield_shape(self, pos12, vel12, field, g2, rest);
        } else if let Some(field) = g2.as_heightfield() {
            return details::cast_shapes_shape_heightfield(self, pos12, vel12, g1, field, rest);
        } else if let Some(parts) = g1.as_composite_shape() {
            details::cast_shapes_composite_shape_shape(self, pos12, vel12, parts, g2, rest)
        } else if let Some(parts) = g2.as_composite_shape() {
            details::cast_shapes_shape_composite_shape(self, pos12, vel12, g1, parts, rest)
        } else if let Some(voxels) = g1.as_voxels() {
            details::cast_shapes_voxels_shape(self, pos12, vel12, voxels, g2, rest)
        } else if let Some(voxels) = g2.as_voxels() {
            details::cast_shapes_shape_voxels(self, pos12, vel12, g1, voxels, rest)
        } else {
            return DefaultQueryDispatcher.cast_shapes(pos12, vel12, g1, g2, rest);
        })
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (times, stop) = ([start_time, end_time], stop_at_penetration);
        if let Some(pair) = Solid::pair(g1, g2) {
            return Ok(casts::turning(&pair, [motion1, motion2], times, stop));
        }
        let [start, end] = times;
        Ok(if let Some(parts) = g1.as_composite_shape() {
            details::cast_shapes_nonlinear_composite_shape_shape(
                self, motion1, parts, motion2, g2, start, end, stop,
            )
        } else if let Some(parts) = g2.as_composite_shape() {
            details::cast_shapes_nonlinear_shape_composite_shape(
                self, motion1, g1, motion2, parts, start, end, stop,
            )
        } else if let Some(voxels) = g1.as_voxels() {
            details::cast_shapes_nonlinear_voxels_shape(
                self, motion1, voxels, motion2, g2, start, end, stop,
            )
        } else if let Some(voxels) = g2.as_voxels() {
            details::cast_shapes_nonlinear_shape_voxels(
                self, motion1, g1, motion2, voxels, start, end, stop,
            )
        } else {
            return DefaultQueryDispatcher
                .cast_shapes_nonlinear(motion1, g1, motion2, g2, start, end, stop);
        })
    }
}
