//! Certificates: found for every pair of kinds, true, tight, and refused once anything in them or
//! in the pair is changed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Capsule, Certificate, CertificateError, Cone, ConvexHull, CorePoint, Cuboid, Cylinder,
    Ellipsoid, HalfSpace, Point, Pose, Proximity, Rotation3, Scalar, Shape, Space, SupportMap,
    SupportPair, Verdict, Xy, Xyz, certificate, proximity, verify,
};
use clearance_trust::{Court, KINDS, Random, WALL, is_straight, pose, shape};
use glam::{DQuat, DVec3};

/// Kinds as thin as 1e-12 of their length: their gaps are wider, and so are certificates' bounds.
const THIN: [u64; 7] = [8, 18, 20, 22, 23, 24, 25];

struct Tally {
    separated: usize,
    intersecting: usize,
    by_surface: usize,
    widest: f64,
}

fn certified<V: Court>() {
    let mut tally = Tally { separated: 0, intersecting: 0, by_surface: 0, widest: 0.0 };
    for kinds in 0..KINDS * KINDS {
        let (kind_a, kind_b) = (kinds % KINDS, kinds / KINDS);
        if [kind_a, kind_b].contains(&WALL) {
            continue;
        }
        for seed in 0..2 {
            let mut random = Random(kinds * 31 + seed);
            let (a, b) = (shape::<V>(&mut random, kind_a), shape::<V>(&mut random, kind_b));
            let size = if seed == 1 { 0.3 } else { 1.0 };
            let (at_a, at_b) = (pose::<V>(&mut random, size), pose::<V>(&mut random, size));
            let proof = certificate(&a, &at_a, &b, &at_b).unwrap();
            let label = format!("{a:?} {at_a:?}\n{b:?} {at_b:?}\n{proof:?}");
            verify(&a, &at_a, &b, &at_b, &proof).unwrap_or_else(|error| panic!("{error}: {label}"));
            let answer = proximity(&a, &at_a, &b, &at_b);
            match (&answer, proof.verdict) {
                (Proximity::Separated(_), Verdict::Separated) => tally.separated += 1,
                (Proximity::Intersecting(_), Verdict::Intersecting) => tally.intersecting += 1,
                _ => panic!("{answer:?} {label}"),
            }
            let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
            assert!(
                proof.lower <= signed + gap && signed - gap <= proof.upper,
                "{answer:?} {label}"
            );
            let length = a.reach() + b.reach() + a.radius_f64() + b.radius_f64();
            let any = |of: &dyn Fn(u64) -> bool| of(kind_a) || of(kind_b);
            let curved = !(is_straight(&a) && is_straight(&b));
            let width = (proof.upper - proof.lower) / length;
            let loose = curved || any(&|kind| THIN.contains(&kind));
            if !loose {
                tally.widest = tally.widest.max(width);
            }
            // Deep overlaps of curved shapes end where EPA's storage does.
            assert!(width < if loose { 1e-3 } else { 1e-13 }, "{width} {label}");
            tally.by_surface += usize::from(!proof.facets.is_empty());
            tampered((&a, &at_a), (&b, &at_b), &proof);
        }
    }
    let Tally { separated, intersecting, by_surface, widest } = tally;
    println!(
        "{separated} separated, {intersecting} intersecting, {by_surface} by a surface; widest {widest:e} of the size"
    );
    assert!(separated > 100 && intersecting > 100 && by_surface > 50);
}

/// Every claim a little stronger, every piece of evidence missing or changed: none of it verifies.
fn tampered<V: Court>(
    (a, at_a): (&Shape<V>, &Pose<V>),
    (b, at_b): (&Shape<V>, &Pose<V>),
    proof: &Certificate<V::Space>,
) {
    let refused = |what: &str, change: &dyn Fn(&mut Certificate<V::Space>)| {
        let mut forged = proof.clone();
        change(&mut forged);
        let verdict = verify(a, at_a, b, at_b, &forged);
        assert!(verdict.is_err(), "{what}: {forged:?} for {a:?} {at_a:?}, {b:?} {at_b:?}");
    };
    let width = (proof.upper - proof.lower).max(f64::MIN_POSITIVE);
    let grown = 2.0 * width + 1e-12 * (a.reach() + b.reach() + a.radius_f64() + b.radius_f64());
    refused("a higher lower bound", &|c| {
        (c.lower, c.upper) = (c.upper + grown, c.upper + 2.0 * grown)
    });
    refused("a lower upper bound", &|c| {
        (c.upper, c.lower) = (c.lower - grown, c.lower - 2.0 * grown)
    });
    refused("no bound at all", &|c| c.lower = f64::NAN);
    refused("bounds in the wrong order", &|c| {
        (c.lower, c.upper) = (c.upper.max(0.0) + 1.0, c.lower)
    });
    refused("no pairs", &|c| c.pairs.clear());
    refused("no direction", &|c| c.direction.clear());
    refused("the direction turned around", &|c| {
        c.lower = c.lower.max(-grown);
        for part in &mut c.direction {
            *part = -*part;
        }
        // Along the wrong direction they overlap by more than any claim.
        c.lower = c.lower.min(c.upper);
    });
    refused("a point of no shape", &|c| c.pairs[0].on_a = CorePoint::Corner(9999));
    refused("a point outside", &|c| {
        c.pairs[0].on_b = CorePoint::Inside(V::Space::splat(100.0));
    });
    match proof.verdict {
        Verdict::Separated => refused("they meet", &|c| c.verdict = Verdict::Intersecting),
        _ => refused("they do not meet", &|c| c.verdict = Verdict::Separated),
    }
    if proof.facets.is_empty() {
        refused("no weights", &|c| c.weights.clear());
        refused("wrong weights", &|c| c.weights[0] += 1e-6);
    } else {
        refused("a hole", &|c| c.facets.truncate(c.facets.len() - 1));
        refused("a facet inside out", &|c| c.facets[0].swap(0, 1));
        refused("the same facet twice", &|c| c.facets.push(c.facets[0]));
        refused("a facet of no vertex", &|c| c.facets[0][0] = 70_000);
    }
}

macro_rules! spaces {
    ($($name:ident($V:ty)),+) => {$(
        #[test]
        fn $name() {
            certified::<$V>();
        }
    )+};
}
spaces!(vec2(glam::Vec2), dvec2(glam::DVec2), vec3(glam::Vec3), dvec3(glam::DVec3));

#[test]
fn a_miss_by_less_than_a_rounding() {
    let triangle: Shape<Xyz> = ConvexHull::new(&[
        Xyz::new(0.1, 0.2, 0.3),
        Xyz::new(-0.7, 0.4, 0.9),
        Xyz::new(0.3, -0.8, 0.2),
    ])
    .unwrap()
    .into();
    let rotation = Rotation3 { x: 0.1, y: 0.2, z: 0.3, w: 0.7 };
    let at = Pose { translation: Xyz::new(0.3, 5.0, -0.1), rotation };
    let off = Pose { translation: Xyz::new(0.3, 5.0, -0.1_f64.next_up()), ..at };
    let proof = certificate(&triangle, &at, &triangle, &off).unwrap();
    assert_eq!(proof.verdict, Verdict::Separated);
    assert!(proof.lower > 0.0 && proof.upper < 1e-16);
    assert!(proof.direction.len() > 1, "one float a coordinate cannot part them: {proof:?}");
    verify(&triangle, &at, &triangle, &off, &proof).unwrap();
    let mut rounded = proof.clone();
    rounded.direction.truncate(1);
    assert!(verify(&triangle, &at, &triangle, &off, &rounded).is_err());
}

#[test]
fn half_spaces() {
    let wall = HalfSpace::new(Xyz::new(2.0, 3.0, 6.0), 0.0);
    let turned = Pose {
        translation: Xyz::new(1.0, -1.0, 0.5),
        rotation: Rotation3 { x: 1.0, y: 2.0, z: 2.0, w: 4.0 },
    };
    let shapes: [Shape<Xyz>; 4] = [
        Ball::new(1.5).into(),
        Capsule::new(1.0, 0.5).into(),
        Cuboid::new(Xyz::new(1.0, 2.0, 3.0)).into(),
        clearance::Cone::new(1.0, 0.5).into(),
    ];
    for shape in &shapes {
        for height in [-7.0, -1.0, 0.3, 2.0, 9.0] {
            let at = Pose { translation: Xyz::new(0.3, height, 1.0), ..turned };
            let proof = certificate(&wall, &turned, shape, &at).unwrap();
            verify(&wall, &turned, shape, &at, &proof).unwrap();
            let swapped = certificate(shape, &at, &wall, &turned).unwrap();
            verify(shape, &at, &wall, &turned, &swapped).unwrap();
            let answer = proximity(&wall, &turned, shape, &at);
            assert_eq!(answer.intersects(), proof.verdict == Verdict::Intersecting);
            let (signed, gap) = (answer.signed_distance(), answer.witness().gap);
            assert!(
                proof.lower <= signed + gap
                    && signed - gap <= proof.upper
                    && proof.upper - proof.lower < 1e-13
            );
            let mut forged = proof.clone();
            forged.lower = proof.upper + 1e-12;
            forged.upper = proof.upper + 1.0;
            assert_eq!(
                verify(&wall, &turned, shape, &at, &forged),
                Err(CertificateError::LowerTooHigh)
            );
        }
    }
    // The ball of radius 7 at its normal touches the wall: exactly.
    let ball = Ball::new(7.0);
    let proof = certificate(&wall, &Xyz::default(), &ball, &Xyz::new(2.0, 3.0, 6.0)).unwrap();
    assert_eq!((proof.verdict, proof.lower, proof.upper), (Verdict::Intersecting, 0.0, 0.0));
}

#[test]
fn what_exact_arithmetic_does_not_know() {
    let closure = |d: Xyz| d;
    let ball = Ball::new(1.0);
    let refused = certificate(&ball, &Xyz::default(), &closure, &Xyz::default());
    assert_eq!(refused, Err(CertificateError::Unsupported { which: 'b' }));
    let nan = Xyz::new(f64::NAN, 0.0, 0.0);
    assert!(matches!(certificate(&ball, &nan, &ball, &nan), Err(CertificateError::Input(_))));
}

/// Finds of the fuzzer: boxes hardly turned that touch by less than a rounding.
#[test]
fn boxes_hardly_turned() {
    let at = |[x, y, z]: [f64; 3], [a, b, c, d]: [f64; 4]| Pose {
        translation: Xyz::new(x, y, z),
        rotation: Rotation3 { x: a, y: b, z: c, w: d },
    };
    let still = [0.0, 0.0, 0.0, 1.0];
    let cases = [
        (
            Xyz::new(0.1, 1.0, 7.0),
            at(
                [-0.300_000_000_000_000_04, 7.000_000_000_000_002, -1.000_000_000_000_000_2],
                [-1e-15, 1e-15, 1e-15, 1.0],
            ),
            at([-0.100_000_000_000_011, 4.999_999_999_999_989, -8.0], still),
        ),
        (
            Xyz::new(0.666_666_666_666_666_6, 2.333_333_333_333_333e-10, 1.0),
            at(
                [2.333_333_333_333_333, 2.333_333_333_333_333e-10, 0.333_333_333_333_333_3],
                [1e-10, -1e-10, 0.0, 1.0],
            ),
            at(
                [1.000_000_000_199_999_8, -3.333_333_332_000_001e-11, -1.666_666_666_799_999_6],
                still,
            ),
        ),
    ];
    for (half, one, other) in cases {
        let cuboid = Cuboid::new(half);
        for (at_a, at_b) in [(one, other), (other, one)] {
            let proof = certificate(&cuboid, &at_a, &cuboid, &at_b).unwrap();
            verify(&cuboid, &at_a, &cuboid, &at_b, &proof).unwrap();
            assert_ne!(proof.verdict, Verdict::Undecided);
            let answer = proximity(&cuboid, &at_a, &cuboid, &at_b);
            assert_eq!(answer.intersects(), proof.verdict == Verdict::Intersecting);
            assert!(proof.upper.is_finite() && proof.lower.is_finite());
        }
    }
}

#[test]
fn infinite_claims() {
    let point = clearance::Point(Xyz::default());
    let there = Xyz::new(5.0, 0.0, 0.0);
    let proof = certificate(&point, &Xyz::default(), &point, &there).unwrap();
    for (lower, upper) in [(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY)] {
        let forged = Certificate { lower, upper, ..proof.clone() };
        let refused = verify(&point, &Xyz::default(), &point, &there, &forged);
        assert_eq!(refused, Err(CertificateError::Bounds));
    }
}

/// Apart by 1e-324: no sum of floats of length 1 is the direction that separates them.
#[test]
fn directions_with_digits_below_the_smallest_float() {
    let rotation = Rotation3 { x: 0.0, y: 3.0, z: -4.0, w: -1.0 };
    let at = |x, y, z| Pose { rotation, translation: Xyz::new(x, y, z) };
    let segment = clearance::Segment::new(Xyz::new(1e-323, 0.5, 3.5), Xyz::new(-4.0, 3.5, 3.5));
    let triangle = clearance::Triangle::new(
        Xyz::new(-1.5, -3.0, -3.0),
        Xyz::new(1.0, 1e-323, -4.0),
        Xyz::new(-4.0, -4.0, -4.0),
    );
    let at_segment = at(-3.5, 0.5, -1.5);
    let at_triangle = at(-5.415792720542875, -6.998149290561382, -3.500308451573103);
    let proof = certificate(&segment, &at_segment, &triangle, &at_triangle).unwrap();
    assert_eq!(verify(&segment, &at_segment, &triangle, &at_triangle, &proof), Ok(()));
    let said = clearance::verdict(&segment, &at_segment, &triangle, &at_triangle);
    assert_eq!(said, proof.verdict);
    assert_eq!(said, Verdict::Separated);
}

/// Apart by twice the smallest float, beside a thickness of as little.
#[test]
fn plate_of_the_smallest_thickness_beside_a_point() {
    let plate = clearance::Cuboid::new(Xyz::new(7e-7, 8e-7, 1e-323));
    let at_plate = Pose::from_translation(Xyz::new(1e-323, -7e-7, -8e-7));
    let point = clearance::Point(Xyz::new(-8e-7, -8e-7, -8e-7));
    let at_point = Pose::from_translation(Xyz::new(1e-7, -7e-7, 0.0));
    let proof = certificate(&plate, &at_plate, &point, &at_point).unwrap();
    assert_eq!(verify(&plate, &at_plate, &point, &at_point, &proof), Ok(()));
    assert_eq!(clearance::verdict(&plate, &at_plate, &point, &at_point), Verdict::Separated);
    assert_eq!(proof.verdict, Verdict::Separated);
}

/// Touching, beside a width of two steps of the least float: the weights are the remainder where
/// parts a thousand digits larger cancel.
#[test]
fn box_of_the_smallest_width_around_a_point() {
    let (bar, at_bar) = (clearance::Cuboid::new(Xy::new(1e-323, 0.0)), Xy::new(-0.8, -0.8));
    let (point, here) = (clearance::Point(Xy::new(-0.8, -0.8)), Xy::default());
    let proof = certificate(&bar, &at_bar, &point, &here).unwrap();
    assert_eq!(verify(&bar, &at_bar, &point, &here, &proof), Ok(()));
    assert_eq!(proof.verdict, Verdict::Intersecting);
}

/// A point on the edge of a box, of sizes whose squares leave the floats: their distance is zero,
/// of parts that cancel beyond all floats. That lost the upper bound, and the pairs with it, so
/// that nothing proved the contact.
#[test]
fn contact_beyond_the_squares_of_floats() {
    let cases = [
        (
            [8.439198005655859e270, 1.0870166217382598e271],
            [-7.230684766122439e270, 1.0404188288922474e271],
            [-1.9596175369134365e270, 4.510345997996515e270],
            [3.168130776446857e270, 3.9994232123838803e270],
        ),
        (
            [2.7853740676392114e305, 3.5077843334880935e304],
            [-2.556323197647259e305, 6.045233911559086e303],
            [-1.0743552076596347e305, 3.3427115276547996e305],
            [-2.961911807601944e305, -3.633037621888018e305],
        ),
    ];
    for (half, at_box, point, at_point) in cases {
        let [half, at_box, point, at_point] =
            [half, at_box, point, at_point].map(|[x, y]| Xy::new(x, y));
        let (a, b) = (clearance::Cuboid::new(half), clearance::Point(point));
        let proof = certificate(&a, &at_box, &b, &at_point).unwrap();
        assert_eq!(verify(&a, &at_box, &b, &at_point, &proof), Ok(()), "{proof:?}");
        assert_eq!(proof.verdict, Verdict::Intersecting);
        assert_eq!((proof.lower, proof.upper), (0.0, 0.0));
    }
}

/// A corner in a ball of the least floats: the search for the bound used steps that had been
/// rounded to zero.
#[test]
fn corner_in_a_ball_of_the_smallest_radius() {
    let e = 1e-323;
    let at = |[x, y, z]: [f64; 3], [p, q, r, s]: [f64; 4]| Pose {
        rotation: Rotation3 { x: p, y: q, z: r, w: s },
        translation: Xyz::new(x, y, z),
    };
    let corners = [[-6e-7, 1e-7, -4e-7], [1e-7, -2e-7, -1e-7], [-6e-7, 1e-7, -3e-7], [e, e, e]];
    let solid = clearance::ConvexHull::new(&corners.map(|[x, y, z]| Xyz::new(x, y, z))).unwrap();
    let at_solid = at([e, e, e], [1.0, -1.0, 1.0, 1.0]);
    let ball = clearance::Rounded::new(clearance::Point(Xyz::new(e, e, e)), e);
    let at_ball = at([2e-7, 1e-7, 1e-7], [1.0, -1.0, -1.0, -4.0]);
    let proof = certificate(&solid, &at_solid, &ball, &at_ball).unwrap();
    assert_eq!(verify(&solid, &at_solid, &ball, &at_ball, &proof), Ok(()));
    assert_eq!(proof.verdict, Verdict::Intersecting);
}

/// Heights of these corners leave the range of floats: at 1e308 their sums overflow, at 5e-324
/// their errors vanish. There a filter in floats once dropped the farthest corner, and accepted the
/// separation.
#[test]
fn separations_forged_where_floats_end() {
    let origin = DVec3::ZERO;
    let separation = |along: [f64; 3], lower: f64| Certificate {
        verdict: Verdict::Separated,
        lower,
        upper: f64::INFINITY,
        direction: vec![Xyz::from_xyz(along[0], along[1], along[2])],
        pairs: Vec::new(),
        weights: Vec::new(),
        facets: Vec::new(),
    };
    for size in [1.0, 0.4, 0.3, 0.1] {
        let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * (size * 1e308);
        let a = ConvexHull::new(&[at(1.03, 1.03, -1.03), at(0.7, 0.0, 0.7), origin]).unwrap();
        let forged = separation([1.99, 1.99, 1.99], size * 1e307);
        let verdict = verify(&a, &origin, &Point(at(0.63, 0.0, 0.63)), &origin, &forged);
        assert!(verdict.is_err(), "{size}");
    }
    for unit in [f64::from_bits(1), f64::from_bits(3), f64::MIN_POSITIVE] {
        let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * unit;
        let a = ConvexHull::new(&[at(1.0, 1.0, 0.0), at(0.0, 0.0, 1.0), origin]).unwrap();
        let forged = separation([0.499, 0.499, 0.51], f64::NEG_INFINITY);
        let verdict = verify(&a, &origin, &Point(at(1.0, 1.0, 0.0)), &origin, &forged);
        assert_eq!(verdict, Err(CertificateError::NotSeparated), "{unit}");
    }
}

/// Solids without thickness have points too: over a half-space and beside a box the certificate is
/// as good as another's.
#[test]
fn flat_round_solids() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    let cube = Cuboid::new(DVec3::splat(1.0));
    let turned = (DQuat::from_xyzw(0.3, 0.1, -0.2, 0.9).normalize(), DVec3::new(0.4, 5.0, 0.1));
    let flat: [Shape<DVec3>; 6] = [
        Ellipsoid::new(DVec3::new(1.0, 0.0, 0.5)).into(),
        Ellipsoid::new(DVec3::ZERO).into(),
        Cylinder::new(0.0, 1.0).into(),
        Cylinder::new(1.0, 0.0).into(),
        Cone::new(0.0, 1.0).into(),
        Cone::new(1.0, 0.0).into(),
    ];
    for shape in flat {
        let over: [&dyn SupportMap<DVec3>; 2] = [&floor, &cube];
        for other in over {
            let proof = certificate(other, &DVec3::ZERO, &shape, &turned).unwrap();
            assert_eq!(proof.verdict, Verdict::Separated, "{shape:?}");
            assert!(proof.upper - proof.lower < 1e-12, "{shape:?} {proof:?}");
            assert_eq!(verify(other, &DVec3::ZERO, &shape, &turned, &proof), Ok(()));
        }
    }
}

/// A cone without height is a disc: a point of its plane beyond the rim is not one of its points.
#[test]
fn no_point_beyond_the_rim_of_a_flat_cone() {
    let (cone, dot) = (Cone::new(0.0, 1.0), Point(DVec3::ZERO));
    let there = DVec3::new(100.0, 0.0, 0.0);
    for (x, expected) in [(1.0, Ok(())), (100.0, Err(CertificateError::NotInShape { pair: 0 }))] {
        let forged = Certificate {
            verdict: Verdict::Intersecting,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            direction: Vec::new(),
            pairs: vec![SupportPair {
                on_a: CorePoint::Inside(Xyz::from_xyz(x, 0.0, 0.0)),
                on_b: CorePoint::Corner(0),
            }],
            weights: vec![1.0],
            facets: Vec::new(),
        };
        let at = if x == 1.0 { DVec3::X } else { there };
        assert_eq!(verify(&cone, &DVec3::ZERO, &dot, &at, &forged), expected);
    }
}
