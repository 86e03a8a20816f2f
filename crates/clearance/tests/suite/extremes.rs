//! Numbers that no scene holds: NaN, infinities, the ends of the range, random bits. Every query
//! returns; input that describes nothing is refused by name, and queries answer that nothing is
//! known; everything else gets a true answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InputError,
    MinkowskiSum, Point, Pose, PoseError, Proximity, Rounded, Scalar, Scaled, Segment, Shape,
    ShapeError, Space, SupportMap, Triangle, Vector, Verdict, check, proximity, verdict,
};
use clearance_trust::Random;
use clearance_trust::{Court, WALL, brief, numbers, shape, vector};
use glam::DVec2;

const KINDS: usize = 16;

/// A shape of these numbers, taken in order; `None` where the constructor refuses them.
fn build<V: Court>(kind: usize, mut n: impl FnMut() -> f64) -> Option<Shape<V>> {
    let s = |x: f64| V::Scalar::from_f64(x);
    let ball = Ball::new(V::Scalar::ONE);
    Some(match kind {
        0 => Point(vector(&mut n)).into(),
        1 => Segment::new(vector(&mut n), vector(&mut n)).into(),
        2 => Triangle::new(vector(&mut n), vector(&mut n), vector(&mut n)).into(),
        3 => Ball::new(s(n())).into(),
        4 => Capsule::new(s(n()), s(n())).into(),
        5 => Cuboid::new(vector(&mut n)).into(),
        6 => Cylinder::new(s(n()), s(n())).into(),
        7 => Cone::new(s(n()), s(n())).into(),
        8 => Ellipsoid::new(vector(&mut n)).into(),
        9 => {
            let points: [V; 5] = std::array::from_fn(|_| vector(&mut n));
            ConvexHull::new(&points).ok()?.into()
        }
        10 => Rounded::new(Segment::new(vector(&mut n), vector(&mut n)).into(), s(n())).into(),
        11 => HalfSpace::new(vector(&mut n), s(n())).into(),
        12 => Scaled::new(Cuboid::new(vector(&mut n)).into(), vector(&mut n)).ok()?.into(),
        13 => Scaled::new(ball.into(), vector(&mut n)).ok()?.into(),
        14 => MinkowskiSum::new(
            Segment::new(vector(&mut n), vector(&mut n)).into(),
            Ball::new(s(n())).into(),
        )
        .into(),
        _ => MinkowskiSum::new(
            Cuboid::new(vector(&mut n)).into(),
            Ellipsoid::new(vector(&mut n)).into(),
        )
        .into(),
    })
}

/// Kinds whose numbers, or some of them, are lengths.
fn lengths(kind: usize) -> bool {
    matches!(kind, 3..=8 | 10 | 12 | 14 | 15)
}

/// Kinds that the judge takes with any numbers.
fn judged(kind: usize) -> bool {
    !matches!(kind, 12..)
}

const ORDINARY: [f64; 15] = [
    0.5, 1.25, 0.75, 1.5, 0.625, 1.0, 0.875, 1.125, 0.25, 1.75, 0.375, 0.8125, 1.0625, 0.5625,
    0.6875,
];

/// The shape with its `place`-th number replaced; `None` where it has none there.
fn spoiled<V: Court>(kind: usize, place: usize, by: f64) -> Option<Option<Shape<V>>> {
    let mut drawn = 0;
    let shape = build::<V>(kind, || {
        drawn += 1;
        if drawn - 1 == place { by } else { ORDINARY[(drawn - 1) % 15] }
    });
    (place < drawn).then_some(shape)
}

fn kind<V: Vector>(shape: &Shape<V>) -> String {
    format!("{shape:?}").split(['(', '{']).next().unwrap_or_default().to_owned()
}

#[derive(Default, Debug)]
struct Seen {
    refused: usize,
    by_constructor: usize,
    judged: usize,
    unknown: usize,
    total: usize,
    wrong: Vec<String>,
}

/// All verbs on one pair: they return, and agree with each other and, where it has an answer, with
/// the judge.
fn ask<V: Court>(
    a: &Shape<V>,
    at_a: &Pose<V>,
    b: &Shape<V>,
    at_b: &Pose<V>,
    seen: &mut Seen,
    judge: bool,
) {
    seen.total += 1;
    let answer = clearance::proximity(a, at_a, b, at_b);
    let verdict = clearance::verdict(a, at_a, b, at_b);
    let hit = clearance::intersects(a, at_a, b, at_b);
    let distance = clearance::distance(a, at_a, b, at_b);
    let penetration = clearance::penetration(a, at_a, b, at_b);
    let along = clearance::separation(a, at_a, b, at_b, vector::<V>(|| 1.0));
    let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
    let label = || {
        format!(
            "{} / {} LIT {}, {}, {}, {}: {answer:?}",
            kind(a),
            kind(b),
            brief(a),
            numbers(at_a),
            brief(b),
            numbers(at_b)
        )
    };
    if gap.is_nan()
        || signed.is_nan()
        || along.gap.to_f64().is_nan()
        || along.length.to_f64().is_nan()
    {
        seen.wrong.push(format!("NaN: {along:?} {}", label()));
    }
    let found = check(a, at_a, b, at_b);
    // Shapes that are too large are shapes all the same: perhaps nothing is known, but nothing
    // false.
    let is_pose = |at: &Pose<V>| matches!(at.check(), Ok(()) | Err(PoseError::TooFar));
    let is_shape = |shape: &Shape<V>| SupportMap::<V>::check(shape).is_ok();
    let is_pair = is_shape(a) && is_shape(b) && is_pose(at_a) && is_pose(at_b);
    if let (Err(error), false) = (found, is_pair) {
        seen.refused += 1;
        if answer.is_decided() || gap != f64::INFINITY {
            seen.wrong.push(format!("{error:?} but known: {}", label()));
        }
        if verdict != Verdict::Undecided || !hit || distance.is_some() {
            seen.wrong.push(format!("{error:?} but {verdict:?} {hit} {distance:?}: {}", label()));
        }
        if penetration.is_none_or(|w| w.gap.to_f64() != f64::INFINITY) {
            seen.wrong.push(format!("{error:?} but {penetration:?}: {}", label()));
        }
        if along.gap.to_f64() != f64::INFINITY {
            seen.wrong.push(format!("{error:?} but {along:?}: {}", label()));
        }
        return;
    }
    if gap == f64::INFINITY {
        seen.unknown += 1;
    }
    if !judge {
        return;
    }
    seen.judged += 1;
    let truth = V::judge(a, at_a, b, at_b);
    if !truth.signed.admits(signed, gap) {
        seen.wrong.push(format!("interval {truth:?}: {}", label()));
    }
    match (&answer, truth.intersects) {
        (Proximity::Separated(_), Some(true)) | (Proximity::Intersecting(_), Some(false)) => {
            seen.wrong.push(format!("boolean {truth:?}: {}", label()));
        }
        _ => {}
    }
    match (verdict, truth.intersects) {
        (Verdict::Separated, Some(true)) | (Verdict::Intersecting, Some(false)) => {
            seen.wrong.push(format!("verdict {verdict:?} {truth:?}: {}", label()));
        }
        _ => {}
    }
    if truth.intersects == Some(true) && (!hit || distance.is_some() || penetration.is_none()) {
        seen.wrong.push(format!("{hit} {distance:?} {penetration:?} {truth:?}: {}", label()));
    }
    if let Some(w) = distance
        && !truth.signed.admits(w.length.to_f64(), w.gap.to_f64())
    {
        seen.wrong.push(format!("distance {w:?} {truth:?}: {}", label()));
    }
}

fn report<V>(seen: &mut Seen) {
    let wrong = std::mem::take(&mut seen.wrong);
    println!("{} {seen:?}", std::any::type_name::<V>());
    // One of each sort.
    let mut sorts = std::collections::BTreeMap::<String, (usize, String)>::new();
    for line in &wrong {
        let letters = |s: &str| {
            s.chars().filter(|c| c.is_ascii_alphabetic() || *c == ' ').take(50).collect::<String>()
        };
        let kinds = line.split(": ").skip(1).collect::<Vec<_>>().join(": ");
        let half = |s: &str| s.split(['(', '[']).next().unwrap_or_default().to_owned();
        let mut sides = kinds.split(" / ");
        let key = format!(
            "{} | {} | {}",
            letters(line.split(": ").next().unwrap_or_default()),
            half(sides.next().unwrap_or_default()),
            half(sides.next().unwrap_or_default())
        );
        let entry = sorts.entry(key).or_insert((0, line.clone()));
        entry.0 += 1;
        if line.len() < entry.1.len() {
            entry.1.clone_from(line);
        }
    }
    for (sort, (count, line)) in &sorts {
        println!("SORT {count} {sort}\n    {line}");
    }
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
}

macro_rules! in_all_spaces {
    ($name:ident, $law:ident) => {
        mod $name {
            use super::*;
            #[test]
            fn vec2() {
                $law::<glam::Vec2>();
            }
            #[test]
            fn dvec2() {
                $law::<glam::DVec2>();
            }
            #[test]
            fn vec3() {
                $law::<glam::Vec3>();
            }
            #[test]
            fn dvec3() {
                $law::<glam::DVec3>();
            }
        }
    };
}

fn here<V: Court>() -> Pose<V> {
    V::raw_pose(if V::Space::DIM == 2 {
        [0.5, 0.25, 0.6, 0.8, 0.0, 0.0, 0.0]
    } else {
        [0.5, 0.25, -0.5, 0.1, 0.3, 0.5, 0.7]
    })
}

/// NaN, infinite or negative in any place of a shape: refused, with the part named.
fn bad_shapes<V: Court>() {
    let mut seen = Seen::default();
    for kind in 0..KINDS {
        for place in 0..15 {
            for by in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
                let Some(shape) = spoiled::<V>(kind, place, by) else { break };
                let Some(shape) = shape else {
                    seen.by_constructor += 1;
                    continue;
                };
                for other in 0..KINDS {
                    let partner = spoiled::<V>(other, 99, 0.0).unwrap_or_else(|| {
                        let mut ordinary = ORDINARY.iter().cycle().skip(1);
                        build::<V>(other, || *ordinary.next().unwrap())
                    });
                    let Some(partner) = partner else { continue };
                    let (at, id) = (here::<V>(), Pose::identity());
                    if !by.is_finite() {
                        let first = check(&shape, &at, &partner, &id);
                        if !matches!(first, Err(InputError::ShapeA(_))) {
                            seen.wrong.push(format!("{first:?} for {}", brief(&shape)));
                        }
                        let second = check(&partner, &at, &shape, &id);
                        if !matches!(second, Err(InputError::ShapeB(_))) {
                            seen.wrong.push(format!("{second:?} for {}", brief(&shape)));
                        }
                    } else if lengths(kind) && matches!(kind, 3..=8) {
                        let first = check(&shape, &at, &partner, &id);
                        if !matches!(first, Err(InputError::ShapeA(_))) {
                            seen.wrong.push(format!("negative: {first:?} for {}", brief(&shape)));
                        }
                    }
                    ask(&shape, &at, &partner, &id, &mut seen, false);
                    ask(&partner, &at, &shape, &id, &mut seen, false);
                }
            }
        }
    }
    report::<V>(&mut seen);
}
in_all_spaces!(bad_numbers_in_shapes, bad_shapes);

fn ordinary<V: Court>(kind: usize) -> Shape<V> {
    let mut i = 0;
    build::<V>(kind, move || {
        i += 1;
        ORDINARY[i % 15]
    })
    .unwrap()
}

/// The same for poses.
fn bad_poses<V: Court>() {
    let mut seen = Seen::default();
    let places = if V::Space::DIM == 2 { 4 } else { 7 };
    let good = if V::Space::DIM == 2 {
        [0.5, 0.25, 0.6, 0.8, 0.0, 0.0, 0.0]
    } else {
        [0.5, 0.25, -0.5, 0.1, 0.3, 0.5, 0.7]
    };
    let mut bad = vec![];
    for place in 0..places {
        for by in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut numbers = good;
            numbers[place] = by;
            bad.push((numbers, PoseError::NotFinite));
        }
    }
    let mut flat = good;
    flat[V::Space::DIM..].fill(0.0);
    bad.push((flat, PoseError::NoRotation));
    for (numbers, error) in bad {
        let pose = V::raw_pose(numbers);
        let rotation = numbers[V::Space::DIM..places].iter().any(|x| !x.is_finite());
        for a in 0..KINDS {
            for b in 0..KINDS {
                let (a, b) = (ordinary::<V>(a), ordinary::<V>(b));
                for (found, want_a) in [
                    (check(&a, &pose, &b, &here::<V>()), true),
                    (check(&a, &here::<V>(), &b, &pose), false),
                ] {
                    // Both errors are right for a rotation with such a number.
                    let right = match found {
                        Err(InputError::PoseA(e)) => want_a && (e == error || rotation),
                        Err(InputError::PoseB(e)) => !want_a && (e == error || rotation),
                        _ => false,
                    };
                    if !right {
                        seen.wrong.push(format!("{found:?} for {pose:?}, wanted {error:?}"));
                    }
                }
                ask(&a, &pose, &b, &here(), &mut seen, false);
                ask(&a, &here(), &b, &pose, &mut seen, false);
                ask(&a, &pose, &b, &pose, &mut seen, false);
            }
        }
    }
    report::<V>(&mut seen);
}
in_all_spaces!(bad_numbers_in_poses, bad_poses);

/// Finite numbers at the ends of the range, in every place.
fn extreme_numbers<V: Court>() {
    let mut seen = Seen::default();
    let extremes = [
        1e200,
        -1e200,
        1e-200,
        5e-324,
        f64::MAX,
        f64::MIN_POSITIVE,
        1e-308,
        f64::from(f32::MAX),
        1e-45,
        1e-38,
        -1e30,
        0.0,
        1e150,
        1e-160,
    ];
    let places = if V::Space::DIM == 2 { 4 } else { 7 };
    let partners = [0, 1, 3, 5, 9, 11, 8];
    for by in extremes {
        let by = V::Scalar::from_f64(by).to_f64();
        if !by.is_finite() {
            continue;
        }
        for kind in 0..KINDS {
            for place in 0..15 {
                let Some(shape) = spoiled::<V>(kind, place, by) else { break };
                let Some(shape) = shape else { continue };
                for other in partners {
                    let curved = |k: usize| matches!(k, 6..=8);
                    let judge = judged(kind)
                        && !(kind == 11 && other == 11)
                        && (!curved(kind) && !curved(other)
                            || place == 0 && (curved(kind) != curved(other)));
                    let partner = ordinary::<V>(other);
                    ask(&shape, &here(), &partner, &Pose::identity(), &mut seen, judge);
                    ask(
                        &partner,
                        &Pose::identity(),
                        &shape,
                        &here(),
                        &mut seen,
                        judge && !curved(kind),
                    );
                }
            }
        }
        for place in 0..places {
            let mut numbers = [0.5, 0.25, -0.5, 0.1, 0.3, 0.5, 0.7];
            numbers[place] = by;
            let pose = V::raw_pose(numbers);
            for (a, b) in [(0, 3), (1, 5), (5, 5), (9, 9), (2, 4), (11, 5), (10, 9), (3, 8)] {
                let judge = matches!(pose.check(), Ok(()) | Err(PoseError::TooFar));
                ask(
                    &ordinary::<V>(a),
                    &pose,
                    &ordinary::<V>(b),
                    &Pose::identity(),
                    &mut seen,
                    judge,
                );
                ask(&ordinary::<V>(a), &here(), &ordinary::<V>(b), &pose, &mut seen, judge);
            }
        }
    }
    report::<V>(&mut seen);
}
in_all_spaces!(ends_of_the_range, extreme_numbers);

/// Random bits as numbers, judged where finite.
fn random_bits<V: Court>() {
    let mut seen = Seen::default();
    let mut random = Random(V::Space::DIM as u64 + (V::Scalar::EPSILON > 1e-10) as u64 * 7);
    for round in 0..2500 {
        let finite_only = round % 4 != 0;
        let mut number = || loop {
            let bits = random.bits();
            let x = if V::Scalar::EPSILON > 1e-10 {
                f64::from(f32::from_bits((bits >> 32) as u32))
            } else {
                f64::from_bits(bits)
            };
            if !finite_only || x.is_finite() {
                return x;
            }
        };
        // Now and then all numbers have about one magnitude, so that more than the largest matters.
        let scale = number();
        let mut part = |magnitude: bool, positive: bool| {
            let x = number();
            let x = if magnitude && x.is_finite() {
                let mantissa = 1.0 + (x.to_bits() << 12 >> 12) as f64 / (1_u64 << 52) as f64;
                V::Scalar::from_f64(scale * mantissa / 4.0 * x.signum()).to_f64()
            } else {
                x
            };
            if positive { x.abs() } else { x }
        };
        let (kind_a, kind_b) = (part(false, true).to_bits() as usize % 1000, round);
        let straight = [0, 1, 2, 3, 4, 5, 9, 10, 11];
        let (kind_a, kind_b) = (straight[kind_a % 9], straight[kind_b / 3 % 8]);
        let magnitude = round % 2 == 0;
        let a = build::<V>(kind_a, || part(magnitude, lengths(kind_a)));
        let b = build::<V>(kind_b, || part(magnitude, lengths(kind_b)));
        let at_a = V::raw_pose(std::array::from_fn(|_| part(magnitude, false)));
        let at_b = V::raw_pose(std::array::from_fn(|_| part(magnitude, false)));
        let (Some(a), Some(b)) = (a, b) else {
            seen.by_constructor += 1;
            continue;
        };
        ask(&a, &at_a, &b, &at_b, &mut seen, true);
    }
    report::<V>(&mut seen);
}
in_all_spaces!(bits, random_bits);

/// A support point depends on the direction and not on its length; and what is stretched is not
/// lost where the factors, or their products with the direction, leave the range.
fn support_along_any_length<V: Court>() {
    let mut random = Random(41);
    let r = &mut random;
    let most = if V::Scalar::EPSILON > 1e-10 { 60 } else { 500 };
    let agree = |shape: &Shape<V>, same: &Shape<V>, direction: V::Space| {
        let height = |point: V::Space| point.dot(direction);
        let expected = height(same.support_f64(direction, 0).point);
        for exponent in [-1020, -700, -300, -1, 0, 300, 700, 1020] {
            let along = direction * 2.0_f64.powi(exponent);
            let found = height(shape.support_f64(along, 0).point);
            let off = (found - expected).abs();
            assert!(
                off <= 1e-14 * (1.0 + same.reach()),
                "{} along {direction:?} times 2^{exponent}: {found:e}, not {expected:e}",
                brief(shape)
            );
        }
    };
    for round in 0..40 * WALL {
        let plain = shape::<V>(r, round);
        if matches!(plain, Shape::HalfSpace(_)) {
            continue;
        }
        agree(&plain, &plain, r.direction());
        let corners: [V::Space; 3] = [0; 3].map(|_| r.vector(1.0));
        let exponents = [0; 3].map(|_| r.below(2 * most + 1) as i32 - most as i32);
        let factor = |i: usize| 2.0_f64.powi(exponents[i]);
        let factors = V::Space::from_xyz(factor(0), factor(1), factor(2));
        let triangle = |corners: [V::Space; 3]| -> Shape<V> {
            let [p, q, s] = corners.map(V::from_space);
            Triangle::new(p, q, s).into()
        };
        let shrunk = corners.map(|p| p.zip(factors, |x, s| x / s));
        let stretched = Scaled::new(triangle(shrunk), V::from_space(factors)).unwrap();
        agree(&stretched.into(), &triangle(corners), r.direction());
    }
}
in_all_spaces!(support_points, support_along_any_length);

/// Directions hold no factors so far apart, of shapes that need them: refused, and nothing is known
/// of them. A thin plate is none of these.
#[test]
fn factors_too_uneven_are_refused() {
    let most = 2.0_f64.powi(1000);
    let stretched = |inner: Shape<DVec2>, x, y| -> Shape<DVec2> {
        Scaled::new(inner, DVec2::new(x, y)).unwrap().into()
    };
    let long = |x| Triangle::new(DVec2::ZERO, DVec2::new(x, 0.0), DVec2::Y).into();
    let plate = stretched(Cuboid::new(DVec2::ONE).into(), 5e-324, 1.0);
    let even = stretched(long(most), 1.0 / most, 1.0);
    let balanced = stretched(even.clone(), 2.0, 1.0);
    for known in [plate, even.clone(), balanced] {
        assert_eq!(SupportMap::<DVec2>::check(&known), Ok(()));
    }
    let uneven = stretched(long(4.0 * most), 0.25 / most, 1.0);
    assert_eq!(SupportMap::<DVec2>::check(&uneven), Err(ShapeError::UnevenScale));
    // Each of the two is even enough, but not one upon the other.
    let twice = stretched(stretched(long(4.0 * most), 1.0 / most, 1.0), 0.25, 1.0);
    let uneven_box = stretched(Cuboid::new(DVec2::new(4.0 * most, 1.0)).into(), 0.25 / most, 1.0);
    for refused in [uneven, twice, uneven_box] {
        assert!(SupportMap::<DVec2>::check(&refused).is_err());
        let (here, ball) = (Pose::identity(), Ball::new(0.5));
        assert_eq!(verdict(&refused, &here, &ball, &here), Verdict::Undecided);
        let answer = proximity(&refused, &here, &ball, &here);
        assert!(!answer.is_decided() && answer.witness().gap == f64::INFINITY, "{answer:?}");
    }
}
