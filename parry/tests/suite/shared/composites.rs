//! Composite shapes, which parry walks and asks us about the parts of.

use clearance_parry::Clearance;

use super::dimension::{block, hull_block, plates, upright};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ContactManifold, PersistentQueryDispatcher, QueryDispatcher, ShapeCastOptions, Unsupported,
};
use super::parry::shape::{Shape, SharedShape};

fn visitors() -> [SharedShape; 3] {
    let half = Vector::splat(0.5);
    [block(half).0, hull_block(half), SharedShape::ball(0.5)]
}

/// The normals of the manifolds that have points, and the least and the largest distance.
fn touch(
    plate: &dyn Shape,
    visitor: &dyn Shape,
    height: Real,
    x: Real,
) -> (Vec<Vector>, [Real; 2]) {
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let mut place = upright(height, 0.0);
    place.translation += Vector::X * x;
    Clearance.contact_manifolds(&place, plate, visitor, 0.02, &mut manifolds, &mut None).unwrap();
    manifolds.retain(|manifold| !manifold.points.is_empty());
    let points = manifolds.iter().flat_map(|manifold| &manifold.points);
    let [mut least, mut largest] = [Real::MAX, Real::MIN];
    for point in points {
        (least, largest) = (least.min(point.dist), largest.max(point.dist));
    }
    (manifolds.iter().map(|manifold| manifold.local_n1).collect(), [least, largest])
}

#[test]
fn every_query_reaches_the_parts() {
    for (name, plate) in plates() {
        for visitor in visitors() {
            let (above, resting) = (upright(1.25, 0.0), upright(0.49, 0.0));
            let hit = |place| Clearance.intersection_test(place, &*plate, &*visitor).unwrap();
            assert!(!hit(&above).intersecting && hit(&resting).intersecting, "{name}");
            let aside = Pose::from_translation(Vector::X * 1.2) * resting;
            let back = Clearance.intersection_test(&aside.inverse(), &*visitor, &*plate);
            let (there, back) = (hit(&aside), back.unwrap());
            assert_eq!((back.intersecting, back.subshape2), (true, there.subshape1), "{name}");
            if name == "height field" {
                let nowhere = upright(Real::NAN, 0.0);
                assert!(hit(&nowhere).intersecting && !hit(&upright(-2.0, 0.0)).intersecting);
            }
            match Clearance.distance(&above, &*plate, &*visitor) {
                Ok(found) => assert!((found.distance - 0.75).abs() < 1e-5, "{name}"),
                Err(Unsupported) => assert!(["height field", "voxels"].contains(&name)),
            }
            let options = ShapeCastOptions::default();
            let fall = Clearance.cast_shapes(&above, -Vector::Y, &*plate, &*visitor, options);
            let fall = fall.unwrap().unwrap();
            assert!((fall.time_of_impact - 0.75).abs() < 1e-4, "{name}: {fall:?}");
            assert!((fall.normal1 - Vector::Y).length() < 1e-3, "{name}: {fall:?}");

            let (normals, [least, _]) = touch(&*plate, &*visitor, 0.49, 0.0);
            assert!(!normals.is_empty(), "{name}");
            assert!((least + 0.01).abs() < 2e-3, "{name}: {least}");
        }
    }
}

/// A box, a hull and a ball that slide over a mesh's inner edges feel the floor, and nothing else.
#[test]
fn inner_edges_are_no_bumps() {
    for (name, plate) in plates() {
        if name != "mesh" {
            continue;
        }
        for visitor in visitors() {
            // The last two just reach over an inner edge, less far than they are deep.
            let places = (0..=100).map(|step| -1.2 + 0.024 * step as Real).chain([-0.498, 0.502]);
            for x in places {
                for height in [0.495, 0.5, 0.505] {
                    let (normals, [least, largest]) = touch(&*plate, &*visitor, height, x);
                    assert!(!normals.is_empty() && (least - (height - 0.5)).abs() < 1e-3);
                    // No point of a face that lies flat is less deep than the others.
                    let is_flat = visitor.as_ball().is_none();
                    assert!(!is_flat || largest - least < 1e-3, "{x} {height}: {least} {largest}");
                    for normal in normals {
                        assert!((normal - Vector::Y).length() < 2e-3, "{x} {height}: {normal:?}");
                    }
                }
            }
        }
    }
}
