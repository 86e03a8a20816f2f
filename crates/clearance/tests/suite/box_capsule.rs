//! A box and a capsule: closed forms in both orders, compared with the hull of the box's corners,
//! for which there is no formula.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::f64::consts::FRAC_PI_4;

use clearance::{
    Capsule, ConvexHull, Cuboid, Pose, Scalar, Space, Vector, distance, intersects, penetration,
    proximity,
};
use clearance_trust::{Court, Random, pose, spaces};
use glam::{DQuat, DVec2, DVec3};

/// Every verb, in both orders, against a signed distance and a normal from the box to the capsule.
#[track_caller]
fn is<V: Vector<Scalar = f64> + Court>(
    capsule: &Capsule<f64>,
    at: &Pose<V>,
    signed: f64,
    normal: V::Space,
) {
    let cube = Cuboid::new(V::from_space(V::Space::from_xyz(1.0, 1.0, 1.0)));
    let origin = Pose::identity();
    for (answer, normal) in [
        (proximity(&cube, &origin, capsule, at), normal),
        (proximity(capsule, at, &cube, &origin), -normal),
    ] {
        let witness = answer.witness();
        assert!((answer.signed_distance() - signed).abs() <= witness.gap, "{answer:?}");
        assert!(witness.gap < 1e-13 && answer.is_decided(), "{answer:?}");
        assert!(witness.normal.to_space().dot(normal) > 1.0 - 1e-12, "{answer:?}");
    }
    assert_eq!(intersects(&cube, &origin, capsule, at), signed <= 0.0);
    assert_eq!(intersects(capsule, at, &cube, &origin), signed <= 0.0);
    assert_eq!(distance(capsule, at, &cube, &origin).is_some(), signed > 0.0);
    assert_eq!(penetration(capsule, at, &cube, &origin).is_some(), signed <= 0.0);
}

#[test]
fn stands_pierces_and_leans() {
    let capsule = Capsule::new(0.5, 0.25);
    let way = |x: f64, y: f64, z: f64| clearance::Xyz::new(x, y, z);
    let place = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z));
    // Above a face, beside an edge, and beyond a corner, by (2, 3, 6).
    is(&capsule, &place(0.25, 2.0, 0.5), 0.25, way(0.0, 1.0, 0.0));
    is(&capsule, &place(4.0, 1.25, 5.0), 4.75, way(0.6, 0.0, 0.8));
    is(&capsule, &place(3.0, 4.5, 7.0), 6.75, way(2.0, 3.0, 6.0) * (1.0 / 7.0));
    // By its radius alone, and then by its core, which leaves through the nearest face.
    is(&capsule, &place(1.125, 0.0, 0.0), -0.125, way(1.0, 0.0, 0.0));
    is(&capsule, &place(0.75, 0.0, 0.0), -0.5, way(1.0, 0.0, 0.0));
    // Longer than the cube is high, it leaves by a side.
    is(&Capsule::new(3.0, 0.25), &place(0.0, 0.0, -0.75), -0.5, way(0.0, 0.0, -1.0));
    // Across an edge, which its axis crosses at a right angle, along neither's face.
    let lean = DQuat::from_rotation_x(-FRAC_PI_4);
    for (along, signed) in [(2.0, 2.0_f64.sqrt() - 0.25), (0.875, -0.125 * 2.0_f64.sqrt() - 0.25)] {
        let translation = DVec3::new(0.0, along, along);
        let at = Pose { rotation: lean.into(), translation };
        is(&capsule, &at, signed, way(0.0, FRAC_PI_4.sin(), FRAC_PI_4.cos()));
    }
}

#[test]
fn in_the_plane() {
    let capsule = Capsule::new(0.5, 0.25);
    let place = |x: f64, y: f64| Pose::from_translation(DVec2::new(x, y));
    is(&capsule, &place(0.25, 2.0), 0.25, clearance::Xy::new(0.0, 1.0));
    is(&capsule, &place(4.0, 5.5), 4.75, clearance::Xy::new(0.6, 0.8));
    is(&capsule, &place(0.75, 0.0), -0.5, clearance::Xy::new(1.0, 0.0));
}

/// Boxes with all their dimensions, without one, and needles; capsules of every proportion.
fn as_the_hull_of_its_corners<V: Court>() {
    let mut random = Random(7);
    for i in 0..2000 {
        let number = |x: f64| V::Scalar::from_f64(x);
        let [x, y, z] = [0; 3].map(|_| random.range(0.01, 1.0));
        let half = V::from_space(V::Space::from_xyz(x, y, if i % 7 == 0 { 0.0 } else { z }));
        let corners: Vec<V> = (0..8)
            .map(|corner: u32| {
                let side = |bit: u32| if corner >> bit & 1 == 0 { 1.0 } else { -1.0 };
                let signs = V::Space::from_xyz(side(0), side(1), side(2));
                V::from_space(half.to_space().zip(signs, |h, sign| h * sign))
            })
            .collect();
        let (cuboid, hull) = (Cuboid::new(half), ConvexHull::new(&corners).unwrap());
        let capsule = Capsule::new(number(random.range(0.01, 2.0)), number(random.range(0.0, 0.5)));
        let [at_a, at_b] = [0.4, 1.2].map(|size| pose::<V>(&mut random, size));
        let formula = proximity(&cuboid, &at_a, &capsule, &at_b);
        let search = proximity(&hull, &at_a, &capsule, &at_b);
        let apart = formula.signed_distance().to_f64() - search.signed_distance().to_f64();
        let gaps = formula.witness().gap.to_f64() + search.witness().gap.to_f64();
        assert!(
            apart.abs() <= gaps,
            "{formula:?} {search:?} {cuboid:?} {at_a:?} {capsule:?} {at_b:?}"
        );
        assert_eq!(
            intersects(&cuboid, &at_a, &capsule, &at_b),
            intersects(&hull, &at_a, &capsule, &at_b)
        );
    }
}
spaces!(hulls, as_the_hull_of_its_corners);
