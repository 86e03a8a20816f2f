//! Under rapier: boxes stand.

use clearance_parry::Clearance;
use rapier3d::prelude::*;

/// Ten boxes on a half-space, under a dispatcher or parry's own.
fn stack(is_ours: bool) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld::new();
    if is_ours {
        world.narrow_phase = NarrowPhase::with_query_dispatcher(Clearance);
    }
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
    let [ours, theirs] = [true, false].map(|is_ours| {
        let (mut world, boxes) = stack(is_ours);
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
        assert!(top.x.abs() < 1e-3 && top.z.abs() < 1e-3, "{top:?}");
        top.y
    });
    assert!(ours > 9.45 && ours <= 9.5, "{ours}");
    assert!((ours - theirs).abs() < 1e-2, "{ours} {theirs}");
}
