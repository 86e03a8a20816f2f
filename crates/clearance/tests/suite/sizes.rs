//! How large shapes may be: what `check` refuses, and the answers up to there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, HalfSpace, InputError, Point, PoseError, Proximity, Query,
    Rounded, Scalar, Segment, Shape, ShapeError, Space, Start, Verdict, Warm, check, proximity,
    verdict,
};
use clearance_trust::{Court, Random, vector};
use glam::{DVec3, Vec3};

#[test]
fn lengths_beyond_the_limit_are_refused_by_name() {
    let origin = DVec3::ZERO;
    let small = Shape::<DVec3>::from(Ball::new(1.0));
    let is_large = |shape: &Shape<DVec3>| {
        let first = check(shape, &origin, &small, &origin);
        let second = check(&small, &origin, shape, &origin);
        matches!(first, Err(InputError::ShapeA(ShapeError::TooLarge { .. })))
            && matches!(second, Err(InputError::ShapeB(ShapeError::TooLarge { .. })))
    };
    let most = f64::LARGEST;
    for (size, large) in [(5e307, true), (2.0 * most, true), (0.5 * most, false), (1e200, false)] {
        let long = DVec3::new(size, 0.0, 0.0);
        let shapes: [Shape<DVec3>; 7] = [
            Ball::new(size).into(),
            Capsule::new(1.0, size).into(),
            Cuboid::new(long).into(),
            Point(long).into(),
            ConvexHull::new(&[long, origin, DVec3::Y, DVec3::Z]).unwrap().into(),
            Rounded::new(Segment::new(origin, DVec3::Y).into(), size).into(),
            HalfSpace::new(DVec3::Y, size).into(),
        ];
        for shape in &shapes {
            assert_eq!(is_large(shape), large, "{shape:?}");
        }
        let far = check(&small, &long, &small, &origin);
        assert_eq!(far == Err(InputError::PoseA(PoseError::TooFar)), large, "{far:?}");
    }
    let message = check(&small, &origin, &Shape::from(Ball::new(5e307)), &origin).unwrap_err();
    assert_eq!(message.to_string(), "shape b: the extent is 5e307, and lengths may be up to 1e306");
}

/// The forged certificate's pair: a point within a triangle of 1e308 was `Separated`, its depth
/// 1.7e307.
#[test]
fn what_is_too_large_is_not_answered_falsely() {
    let corners =
        [DVec3::new(1.03e308, 1.03e308, -1.03e308), DVec3::new(0.7e308, 0.0, 0.7e308), DVec3::ZERO];
    let triangle = Shape::from(ConvexHull::new(&corners).unwrap());
    let point = Shape::from(Point(DVec3::new(0.63e308, 0.0, 0.63e308)));
    let (a, b, at) = (&triangle, &point, &DVec3::ZERO);
    assert!(check(a, at, b, at).is_err());
    let mut memory = Warm::default();
    let starts = [Start::Centers, Start::Constant, Start::Given(DVec3::new(1.0, -2.0, 3.0))];
    for start in starts {
        assert_ne!(Query::new().start(start).verdict(a, at, b, at), Verdict::Separated);
        let again = Query::new().start(start).warm(&mut memory).proximity(a, at, b, at);
        assert!(!matches!(again, Proximity::Separated(_)), "{again:?}");
    }
}

/// The faults of answers for pairs with corners of about this size, by the judge.
fn faults<V: Court>(random: &mut Random, rounds: usize, sizes: [f64; 2]) -> usize {
    let mut wrong = 0;
    for _ in 0..rounds {
        let [low, high] = sizes;
        let size = 10.0_f64.powf(random.range(low, high));
        let number = |random: &mut Random| {
            let x = random.range(-1.0, 1.0) * size;
            // Now and then a coordinate exactly at the end.
            let x = if random.below(16) == 0 { x.signum() * 1.79e308 } else { x };
            let of_v = V::Scalar::from_f64(x).to_f64();
            let largest = if V::Scalar::EPSILON > 1e-10 { f64::from(f32::MAX) } else { f64::MAX };
            of_v.clamp(-largest, largest)
        };
        let shape = |random: &mut Random| -> Shape<V> {
            let length = |random: &mut Random| V::Scalar::from_f64(number(random).abs());
            match random.below(6) {
                0 => Point(vector(|| number(random))).into(),
                1 => Segment::new(vector(|| number(random)), vector(|| number(random))).into(),
                2 => Cuboid::new(vector(|| number(random).abs())).into(),
                3 => Ball::new(length(random)).into(),
                4 => Capsule::new(length(random), length(random)).into(),
                _ => {
                    let points: [V; 5] = std::array::from_fn(|_| vector(|| number(random)));
                    ConvexHull::new(&points)
                        .map_or_else(|_| Ball::new(length(random)).into(), Into::into)
                }
            }
        };
        let pose = |random: &mut Random| {
            let mut numbers = [0.0; 7];
            for (i, slot) in numbers.iter_mut().enumerate() {
                *slot = if i < V::Space::DIM { number(random) } else { random.range(-1.0, 1.0) };
            }
            V::raw_pose(numbers)
        };
        let (a, b, at_a, at_b) = (shape(random), shape(random), pose(random), pose(random));
        let checked = check(&a, &at_a, &b, &at_b);
        let answer = proximity(&a, &at_a, &b, &at_b);
        let witness = answer.witness();
        let gap = witness.gap.to_f64();
        let is_refused = matches!(
            checked,
            Err(InputError::ShapeA(_)
                | InputError::ShapeB(_)
                | InputError::PoseA(_)
                | InputError::PoseB(_))
        );
        let is_there = |v: V| v.to_space().is_finite();
        let finite = is_there(witness.on_a) && is_there(witness.on_b);
        let truth = V::judge(&a, &at_a, &b, &at_b);
        let meets = truth.intersects;
        let right = truth.signed.admits(answer.signed_distance().to_f64(), gap)
            && (finite || gap == f64::INFINITY)
            && (is_refused || gap < f64::INFINITY)
            && !matches!(
                (&answer, verdict(&a, &at_a, &b, &at_b), meets),
                (Proximity::Separated(_), _, Some(true))
                    | (Proximity::Intersecting(_), _, Some(false))
                    | (_, Verdict::Separated, Some(true))
                    | (_, Verdict::Intersecting, Some(false))
            );
        if !right {
            wrong += 1;
            println!("{checked:?} {answer:?} {truth:?}: {a:?} {at_a:?} {b:?} {at_b:?}");
        }
    }
    wrong
}

/// Pairs of sizes about the largest, in both precisions and spaces; how many were wrong.
pub(crate) fn large_pairs(seed: u64, rounds: usize) -> usize {
    let mut random = Random(seed);
    let each = rounds / 4;
    faults::<DVec3>(&mut random, each, [297.0, 308.3])
        + faults::<glam::DVec2>(&mut random, each, [297.0, 308.3])
        + faults::<Vec3>(&mut random, each, [35.0, 38.6])
        + faults::<glam::Vec2>(&mut random, each, [35.0, 38.6])
}

#[test]
fn about_the_largest_sizes_nothing_is_false() {
    assert_eq!(large_pairs(3, 2000), 0);
}

/// Witnesses beyond the largest `f32`, beside a finite gap.
#[test]
fn points_near_the_largest_single_precision_number() {
    let far = Vec3::new(f32::MAX, 0.0, 0.0);
    let (a, b) = (Ball::new(1e37), Ball::new(2e37));
    for answer in [
        proximity(&a, &far, &b, &far),
        proximity(&a, &far, &b, &(0.5 * far)),
        proximity(&Cuboid::new(Vec3::splat(3e37)), &far, &b, &far),
    ] {
        let w = answer.witness();
        assert!(w.gap == f32::INFINITY || w.on_a.is_finite() && w.on_b.is_finite(), "{answer:?}");
    }
}
