//! Certificates of contact points: found and tight for all shapes that touch, and refused once any
//! claim is one float better than the truth.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Capsule, CertificateError, Cuboid, Cylinder, HalfSpace, ManifoldCertificate, Pose,
    Rotation3, Scalar, Shape, Space, Xy, Xyz, contact_manifold, manifold_certificate,
    verify_manifold,
};
use clearance_trust::family::Family;
use clearance_trust::{Court, Pair, spaces};

/// The bounds are as close as rounding lets the points be: of `f64` a few roundings of the size.
fn found_and_tight<V: Court>() {
    let (mut points, mut widest) = (0, 0.0_f64);
    for seed in 0..60 {
        let pair = Family::Manifolds.case::<V>(seed).pair;
        let within = V::Scalar::from_f64(0.1 * pair.size());
        let Pair { a, at_a, b, at_b } = &pair;
        let proof = manifold_certificate(a, at_a, b, at_b, within).unwrap();
        let label = format!("{seed}: {proof:?}");
        verify_manifold(a, at_a, b, at_b, &proof).unwrap_or_else(|error| panic!("{error} {label}"));
        let found = contact_manifold(a, at_a, b, at_b, within);
        let places = found.iter().flat_map(|manifold| manifold.points());
        let mut places: Vec<_> = places.map(|p| (p.on_a.to_space(), p.on_b.to_space())).collect();
        places.dedup();
        assert!(
            places.iter().copied().eq(proof.points.iter().map(|p| (p.on_a, p.on_b))),
            "{label}"
        );
        let Some(found) = found else { continue };
        let world = at_a.translation.to_space().length() + at_b.translation.to_space().length();
        let rounding = 4.0 * V::Scalar::EPSILON * (pair.size() + world);
        let room = found.gap.to_f64() + rounding;
        for point in &proof.points {
            for surface in [&point.from_a, &point.from_b] {
                widest = widest.max((surface.upper - surface.lower) / pair.size());
                let off = f64::max(surface.upper, -surface.lower);
                assert!(off <= room, "{off:e} off, not {room:e}: {label}");
            }
            points += 1;
        }
        assert!(proof.gap <= room && proof.tilt <= 4.0 * V::Scalar::EPSILON, "{label}");
        assert!(proof.upper - proof.lower <= 1e-15 * pair.size(), "{label}");
    }
    println!("{points} points, each surface known to {widest:e} of the size");
    assert!(points > 60 && widest < 2.0 * V::Scalar::EPSILON, "{points} {widest:e}");
}
spaces!(found_for_what_touches, found_and_tight);

/// The point of the core under one on its cap's rounding is on the cap, not on the way to its
/// centre.
#[test]
fn points_over_the_cap_of_a_rounded_cylinder_are_known_to_a_rounding() {
    let (half_height, radius) = (2.0265579223632813e-6, 2.562999725341797e-6);
    let can = Shape::from(Cylinder::new(radius, half_height)).rounded(radius).unwrap();
    let table = Cuboid::new(Xyz::new(1e-5, 1e-6, 1e-5));
    let turned = Rotation3::from_xyzw(0.0, 0.25, 0.125, 1.0);
    for (place, rotation) in [
        (
            Xyz::new(3e-7, -(1e-6 + half_height + radius), 2e-7),
            Rotation3::from_xyzw(0.0, 0.3, 0.0, 1.0),
        ),
        (Xyz::new(3e-7, -5.5e-6, 2e-7), turned),
    ] {
        let pose = Pose { translation: place, rotation };
        let within = 1e-6;
        let proof = manifold_certificate(&table, &Xyz::default(), &can, &pose, within).unwrap();
        assert!(!proof.points.is_empty());
        for point in &proof.points {
            let off = f64::max(point.from_b.upper, -point.from_b.lower);
            assert!(off < 1e-19, "{off:e} off: {proof:?}");
        }
    }
}

const TABLE: Xyz = Xyz::new(2.0, 0.5, 2.0);
const CRATE: Xyz = Xyz::new(0.5, 0.5, 0.5);
const PLACE: Xyz = Xyz::new(0.25, 0.875, -0.125);

type Proof = ManifoldCertificate<Xyz>;

fn on_the_table(proof: &Proof) -> Result<(), CertificateError> {
    let (table, a_crate) = (Cuboid::new(TABLE), Cuboid::new(CRATE));
    verify_manifold(&table, &Xyz::default(), &a_crate, &PLACE, proof)
}

/// A crate an eighth deep in a table, every number a float: no claim has any room.
fn crate_on_table() -> Proof {
    let (table, a_crate) = (Cuboid::new(TABLE), Cuboid::new(CRATE));
    let proof = manifold_certificate(&table, &Xyz::default(), &a_crate, &PLACE, 0.0).unwrap();
    assert_eq!((proof.lower, proof.upper, proof.gap, proof.tilt), (-0.125, -0.125, 0.0, 0.0));
    assert_eq!((proof.normal, proof.points.len()), (Xyz::new(0.0, 1.0, 0.0), 4));
    for point in &proof.points {
        assert_eq!((point.depth, point.on_a.y, point.on_b.y), (0.125, 0.5, 0.375));
        for surface in [&point.from_a, &point.from_b] {
            assert_eq!((surface.lower, surface.upper), (0.0, 0.0), "{surface:?}");
        }
    }
    assert_eq!(on_the_table(&proof), Ok(()));
    proof
}

#[test]
fn claims_one_float_better_than_the_truth() {
    use CertificateError as E;
    let proof = crate_on_table();
    let refused = |why: CertificateError, change: &dyn Fn(&mut Proof)| {
        let mut forged = proof.clone();
        change(&mut forged);
        assert_eq!(on_the_table(&forged), Err(why), "{forged:?}");
    };
    refused(E::LowerTooHigh, &|p| {
        (p.lower, p.upper) = ((-0.125_f64).next_up(), 0.0);
    });
    refused(E::UpperTooLow, &|p| {
        (p.lower, p.upper) = (-1.0, (-0.125_f64).next_down());
    });
    // A normal that leans by the least that floats hold; its length does not matter.
    refused(E::LowerTooHigh, &|p| p.normal.x = f64::from_bits(1));
    refused(E::LowerTooHigh, &|p| p.normal = -p.normal);
    for length in [f64::from_bits(1), 1e-300, f64::MAX] {
        assert_eq!(on_the_table(&Proof { normal: proof.normal * length, ..proof.clone() }), Ok(()));
    }
    for none in [Xyz::default(), Xyz::splat(f64::NAN), Xyz::new(0.0, f64::INFINITY, 0.0)] {
        refused(E::Normal, &|p| p.normal = none);
    }
    refused(E::Normal, &|p| p.tilt = f64::from_bits(1));
    for (point, deeper) in [(0, true), (3, false)] {
        let off = if deeper { 0.125_f64.next_up() } else { 0.125_f64.next_down() };
        refused(E::Depth { point }, &|p| p.points[point].depth = off);
        // With a gap of one float it is as true as the other.
        let mut wider = proof.clone();
        (wider.points[point].depth, wider.gap) = (off, (off - 0.125).abs());
        assert_eq!(on_the_table(&wider), Ok(()));
        wider.gap = wider.gap.next_down();
        assert_eq!(on_the_table(&wider), Err(E::Depth { point }));
    }
    // Above the table, or inside it, by one float; beside the crate's corner by one.
    for y in [0.5_f64.next_up(), 0.5_f64.next_down()] {
        refused(E::Place { point: 1, which: 'a' }, &|p| p.points[1].on_a.y = y);
    }
    refused(E::Place { point: 2, which: 'b' }, &|p| {
        let x = &mut p.points[2].on_b.x;
        *x = if *x > PLACE.x { x.next_up() } else { x.next_down() };
    });
    for surface in [[f64::from_bits(1), 1.0], [-1.0, -f64::from_bits(1)]] {
        refused(E::Place { point: 0, which: 'a' }, &|p| {
            [p.points[0].from_a.lower, p.points[0].from_a.upper] = surface;
        });
        refused(E::Place { point: 3, which: 'b' }, &|p| {
            [p.points[3].from_b.lower, p.points[3].from_b.upper] = surface;
        });
    }
    refused(E::Place { point: 0, which: 'a' }, &|p| {
        (p.points[0].from_a, p.points[0].from_b) =
            (p.points[0].from_b.clone(), p.points[0].from_a.clone());
    });
    refused(E::LowerTooHigh, &|p| {
        (p.pair.lower, p.pair.upper) = ((-0.125_f64).next_up(), 0.0);
    });
}

#[test]
fn names_and_numbers_that_are_none() {
    use CertificateError as E;
    let proof = crate_on_table();
    let refused = |why: CertificateError, change: &dyn Fn(&mut Proof)| {
        let mut forged = proof.clone();
        change(&mut forged);
        assert_eq!(on_the_table(&forged), Err(why), "{forged:?}");
    };
    refused(E::Points, &|p| p.points[1] = p.points[0].clone());
    refused(E::Points, &|p| {
        let mut fifth = p.points[0].clone();
        fifth.on_a = (fifth.on_a + p.points[1].on_a) * 0.5;
        p.points.push(fifth);
    });
    for number in [f64::NAN, f64::INFINITY] {
        refused(E::Bounds, &|p| p.lower = number);
        refused(E::Bounds, &|p| p.upper = -number);
        refused(E::Bounds, &|p| p.tilt = number);
        refused(E::Bounds, &|p| p.gap = -number);
        refused(E::Depth { point: 2 }, &|p| p.points[2].depth = number);
        refused(E::Depth { point: 2 }, &|p| {
            (p.points[2].depth, p.gap) = (number, f64::INFINITY);
        });
        refused(E::Place { point: 2, which: 'a' }, &|p| p.points[2].on_a.z = number);
        refused(E::Place { point: 2, which: 'b' }, &|p| p.points[2].on_b.z = -number);
    }
    refused(E::Bounds, &|p| p.tilt = -f64::from_bits(1));
    refused(E::Bounds, &|p| p.gap = -f64::from_bits(1));
    // A weaker claim is as true.
    let weak =
        Proof { lower: f64::NEG_INFINITY, upper: f64::INFINITY, gap: f64::INFINITY, ..proof };
    assert_eq!(on_the_table(&weak), Ok(()));
}

#[test]
fn of_another_pair() {
    let proof = crate_on_table();
    let verify = |table: Xyz, half: Xyz, place: Xyz| {
        let (table, a_crate) = (Cuboid::new(table), Cuboid::new(half));
        verify_manifold(&table, &Xyz::default(), &a_crate, &place, &proof)
    };
    assert_eq!(verify(TABLE, CRATE, PLACE), Ok(()));
    let axis = Xyz::new(0.0, f64::EPSILON, 0.0);
    for sign in [1.0, -1.0] {
        assert!(verify(TABLE + axis * sign, CRATE, PLACE).is_err());
        assert!(verify(TABLE, CRATE + axis * sign, PLACE).is_err());
        assert!(verify(TABLE, CRATE, PLACE + axis * sign).is_err());
        let aside = Xyz::new(f64::EPSILON * sign, 0.0, 0.0);
        assert!(verify(TABLE, CRATE, PLACE + aside).is_err());
        // Where there is no point, the table may end elsewhere.
        assert_eq!(verify(TABLE + aside * 2.0, CRATE, PLACE), Ok(()));
    }
}

/// The way out of a half-space is along its own normal, which floats hold only approximately.
#[test]
fn beside_a_half_space() {
    let wall = HalfSpace::new(Xyz::new(2.0, 3.0, 6.0), 0.0);
    let turned = Pose {
        translation: Xyz::new(1.0, -1.0, 0.5),
        rotation: Rotation3 { x: 1.0, y: 2.0, z: 2.0, w: 4.0 },
    };
    let shapes: [Shape<Xyz>; 3] =
        [Ball::new(1.5).into(), Capsule::new(1.0, 0.5).into(), Cuboid::new(CRATE).into()];
    for shape in &shapes {
        let at = Pose { translation: Xyz::new(0.3, -0.75, 1.0), ..turned };
        for (a, at_a, b, at_b) in
            [(&wall.into(), &turned, shape, &at), (shape, &at, &Shape::from(wall), &turned)]
        {
            let proof = manifold_certificate(a, at_a, b, at_b, 10.0).unwrap();
            let verify = |proof: &Proof| verify_manifold(a, at_a, b, at_b, proof);
            assert_eq!(verify(&proof), Ok(()));
            assert!(!proof.points.is_empty() && proof.tilt < 1e-15, "{proof:?}");
            assert!(proof.upper - proof.lower < 1e-14, "{proof:?}");
            let normal = -proof.normal;
            assert_eq!(verify(&Proof { normal, ..proof.clone() }), Err(CertificateError::Normal));
            let leaning = proof.normal + Xyz::new(1e-3, -1e-3, 0.0);
            let leaning = Proof { normal: leaning, gap: 1.0, ..proof.clone() };
            assert_eq!(verify(&leaning), Err(CertificateError::Normal));
            assert_eq!(verify(&Proof { tilt: 2e-3, ..leaning }), Ok(()));
            let least = Proof { tilt: 0.25 * proof.tilt, ..proof.clone() };
            assert_eq!(verify(&least).is_err(), proof.tilt > 0.0);
        }
    }
}

#[test]
fn without_points() {
    let (square, there) = (Cuboid::new(Xy::new(1.0, 1.0)), Xy::new(4.0, 0.0));
    let here = Xy::default();
    let proof = manifold_certificate(&square, &here, &square, &there, 1.0).unwrap();
    assert_eq!((proof.points.len(), proof.pair.lower), (0, 2.0));
    let verify =
        |proof: &ManifoldCertificate<Xy>| verify_manifold(&square, &here, &square, &there, proof);
    assert_eq!(verify(&proof), Ok(()));
    let claim = ManifoldCertificate { lower: 1.0, ..proof.clone() };
    assert_eq!(verify(&claim), Err(CertificateError::Normal));
    assert_eq!(verify(&ManifoldCertificate { normal: Xy::new(1.0, 0.0), ..claim }), Ok(()));

    let closure = |d: Xy| d;
    let refused = manifold_certificate(&square, &here, &closure, &there, 1.0);
    assert_eq!(refused, Err(CertificateError::Unsupported { which: 'b' }));
}
