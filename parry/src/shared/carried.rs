//! Contact points that are carried along while a pair turns and slides little, by parry's rule; all
//! else is [`Clearance`]'s.

use super::manifolds::walk;
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints};
use super::parry::query::{
    ClosestPoints, Contact, ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher,
    QueryDispatcher, ShapeCastHit, ShapeCastOptions, ShapeDistance, ShapeIntersection, Unsupported,
};
use super::parry::shape::{Shape, ShapeType};
use crate::{Clearance, ClearanceCarried};

impl<M, D> PersistentQueryDispatcher<M, D> for ClearanceCarried
where
    M: Default + Clone + Send + Sync,
    D: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, D>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        walk(self, pos12, [g1, g2], prediction, manifolds, workspace)
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported> {
        let types = [g1.shape_type(), g2.shape_type()];
        if is_carried(types) && carry(pos12, prediction, manifold) {
            return Ok(());
        }
        Clearance.contact_manifold_convex_convex(
            pos12,
            g1,
            g2,
            normal_constraints1,
            normal_constraints2,
            prediction,
            manifold,
        )
    }
}

/// Whether points of such a pair are worth carrying: round ones have one, which rolls on.
fn is_carried(types: [ShapeType; 2]) -> bool {
    use ShapeType::{Ball, Capsule};
    types != [Capsule, Capsule] && !types.contains(&Ball)
}

/// Moves the points along, if they still stand for the pair: by parry's rule, which lets NaN and
/// pairs that have parted pass.
fn carry<M, D>(pos12: &Pose, prediction: Real, manifold: &mut ContactManifold<M, D>) -> bool
where
    D: Default + Copy,
{
    pos12.is_finite()
        && manifold.try_update_contacts(pos12)
        && manifold.points.iter().any(|point| point.dist <= prediction)
}

impl QueryDispatcher for ClearanceCarried {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        Clearance.intersection_test(pos12, g1, g2)
    }

    fn distance(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        Clearance.distance(pos12, g1, g2)
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        Clearance.contact(pos12, g1, g2, prediction)
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        Clearance.closest_points(pos12, g1, g2, max_dist)
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        Clearance.cast_shapes(pos12, local_vel12, g1, g2, options)
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
        let (start, end, stop) = (start_time, end_time, stop_at_penetration);
        Clearance.cast_shapes_nonlinear(motion1, g1, motion2, g2, start, end, stop)
    }
}
