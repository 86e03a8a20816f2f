//! Asks patched parry and rapier whether a dispatcher is let in: a bullet by continuous detection,
//! a character's ground.

use std::sync::atomic::{AtomicUsize, Ordering};

use clearance_parry::Clearance;
use parry3d::math::{Pose, Real};
use parry3d::query::details::{ContactManifoldsWorkspace, NormalConstraints, ShapeCastOptions};
use parry3d::query::{
    ClosestPoints, Contact, ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher,
    QueryDispatcher, ShapeCastHit, ShapeDistance, ShapeIntersection, Unsupported,
};
use parry3d::shape::Shape;
use rapier3d::control::KinematicCharacterController;
use rapier3d::prelude::{
    ColliderBuilder, NarrowPhase, PhysicsWorld, QueryFilter, RigidBodyBuilder, Vector,
};

static SWEPT: AtomicUsize = AtomicUsize::new(0);
static TOUCHED: AtomicUsize = AtomicUsize::new(0);

/// [`Clearance`], which counts its questions.
struct Counting;

impl QueryDispatcher for Counting {
    fn sweeps(&self) -> bool {
        true
    }
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
        start: Real,
        end: Real,
        stop: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        SWEPT.fetch_add(1, Ordering::Relaxed);
        Clearance.cast_shapes_nonlinear(motion1, g1, motion2, g2, start, end, stop)
    }
}

impl<M, D> PersistentQueryDispatcher<M, D> for Counting
where
    M: Default + Clone + Send + Sync,
    D: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        near: Real,
        manifolds: &mut Vec<ContactManifold<M, D>>,
        memory: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        TOUCHED.fetch_add(1, Ordering::Relaxed);
        Clearance.contact_manifolds(pos12, g1, g2, near, manifolds, memory)
    }
    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        rule1: Option<&dyn NormalConstraints>,
        rule2: Option<&dyn NormalConstraints>,
        near: Real,
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported> {
        Clearance.contact_manifold_convex_convex(pos12, g1, g2, rule1, rule2, near, manifold)
    }
}

fn main() {
    let narrow_phase = NarrowPhase::with_query_dispatcher(Counting);
    let mut world = PhysicsWorld { narrow_phase, ..PhysicsWorld::new() };
    world.insert_collider(ColliderBuilder::cuboid(0.01, 2.0, 2.0), None);
    world.insert_collider(
        ColliderBuilder::cuboid(9.0, 0.5, 9.0).translation(Vector::Y * -3.0),
        None,
    );
    let bullet = RigidBodyBuilder::dynamic()
        .translation(Vector::X * -3.0)
        .linvel(Vector::X * 300.0)
        .gravity_scale(0.0)
        .ccd_enabled(true);
    let (bullet, _) = world.insert(bullet, ColliderBuilder::cuboid(0.05, 0.05, 0.05));
    world.step();
    let swept = SWEPT.load(Ordering::Relaxed);
    let at = world.bodies[bullet].translation().x;
    println!("the bullet is stopped at {at:.3}, by {swept} casts of the dispatcher");
    assert!(swept > 0 && at < 0.0);

    let before = TOUCHED.load(Ordering::Relaxed);
    let feet = ColliderBuilder::ball(0.3).build();
    let place = Pose::from_translation(Vector::new(4.0, -2.19, 0.0));
    let queries = world.broad_phase.as_query_pipeline(
        world.narrow_phase.query_dispatcher(),
        &world.bodies,
        &world.colliders,
        QueryFilter::default(),
    );
    let controller = KinematicCharacterController::default();
    let down = Vector::new(0.0, -0.01, 0.0);
    let moved = controller.move_shape(1.0 / 60.0, &queries, feet.shape(), &place, down, |_| {});
    let touched = TOUCHED.load(Ordering::Relaxed) - before;
    println!("the character stands: {}, by {touched} contacts of the dispatcher", moved.grounded);
    assert!(moved.grounded && touched > 0);
}
