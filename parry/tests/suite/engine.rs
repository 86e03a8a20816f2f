//! Under rapier: boxes stand.

use clearance_parry::{Clearance, ClearanceCarried};
use rapier3d::prelude::*;

/// Ten boxes on a half-space.
fn stack(narrow_phase: NarrowPhase) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld { narrow_phase, ..PhysicsWorld::new() };
    world.colliders.insert(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
    let boxes = (0..10).map(|level| {
        let at = Vector::Y * (0.5 + level as f32);
        let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
        world.insert(body, ColliderBuilder::cuboid(0.5, 0.5, 0.5)).0
    });
    let boxes = boxes.collect();
    (world, boxes)
}

#[test]
fn ten_boxes_stand() {
    let dispatchers = [
        NarrowPhase::new(),
        NarrowPhase::with_query_dispatcher(Clearance),
        NarrowPhase::with_query_dispatcher(ClearanceCarried),
    ];
    let mut is_ours = false;
    let [theirs, ours, carried] = dispatchers.map(|narrow_phase| {
        let (mut world, boxes) = stack(narrow_phase);
        for step in 0..600 {
            world.step();
            if step < 60 || !is_ours {
                continue;
            }
            let manifolds = world.contact_pairs().flat_map(|pair| pair.manifolds());
            let points = manifolds.flat_map(|manifold| &manifold.points);
            let impulses: Vec<f32> = points.map(|point| point.data.impulse).collect();
            assert_eq!(impulses.len(), 40);
            assert!(impulses.iter().all(|impulse| *impulse > 0.0));
        }
        let top = world.bodies[boxes[9]].translation();
        is_ours = true;
        assert!(top.x.abs() < 1e-3 && top.z.abs() < 1e-3, "{top:?}");
        top.y
    });
    for ours in [ours, carried] {
        assert!(ours > 9.45 && ours <= 9.5, "{ours}");
        assert!((ours - theirs).abs() < 1e-2, "{ours} {theirs}");
    }
}

/// A shape of every kind, dropped on a mesh, comes to rest on it.
#[test]
fn all_kinds_rest_on_a_mesh() {
    use crate::rng::Rng;
    use crate::space_f32::dimension::{KINDS, plates, shape};

    let mut rng = Rng(9);
    for kind in KINDS {
        // Without end, and without mass.
        if ["half-space", "segment", "triangle", "round triangle"].contains(&kind) {
            continue;
        }
        let mut world = PhysicsWorld::new();
        world.narrow_phase.set_query_dispatcher(Clearance);
        let (name, mesh) = plates().remove(0);
        assert_eq!(name, "mesh");
        world.colliders.insert(ColliderBuilder::new(mesh).friction(1.0));
        let body = RigidBodyBuilder::dynamic().translation(Vector::new(0.1, 1.5, 0.2));
        let collider = ColliderBuilder::new(shape(kind, &mut rng).0).friction(1.0);
        let (body, _) = world.insert(body.angular_damping(8.0), collider);
        for _ in 0..300 {
            world.step();
        }
        let body = &world.bodies[body];
        let (at, speed) = (body.center_of_mass(), body.linvel().length());
        assert!(at.x.abs() < 2.0 && at.z.abs() < 2.0 && at.y > 0.1 && at.y < 1.5, "{kind}: {at:?}");
        assert!(speed < 0.05, "{kind}: {speed}");
    }
}
