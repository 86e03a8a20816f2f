//! Shapes made of shapes made of shapes: as exact as their parts up to the depth that is allowed,
//! and refused beyond.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::Cell;

use clearance::{
    Ball, Cone, ConvexHull, Cuboid, InputError, MOST_NESTED, MinkowskiSum, Pose, Primitive,
    Proximity, Rotation3, Rounded, Scaled, Segment, Shape, ShapeError, Support, SupportMap,
    Verdict, check, distance, intersects, proximity, verdict,
};
use clearance_oracle::{self as oracle, Rational, exact};
use clearance_trust::Random;
use glam::DVec3;

/// A shape, and its exact value: the hull of points, grown by a radius.
#[derive(Clone)]
struct Known {
    shape: Shape<DVec3>,
    points: Vec<oracle::Vector<3>>,
    radius: Rational,
}

fn number(x: f64) -> Rational {
    exact(x).unwrap()
}

fn point([x, y, z]: [f64; 3]) -> oracle::Vector<3> {
    oracle::Vector([number(x), number(y), number(z)])
}

impl Known {
    fn of(shape: impl Into<Shape<DVec3>>, points: &[[f64; 3]], radius: f64) -> Self {
        let points = points.iter().copied().map(point).collect();
        Self { shape: shape.into(), points, radius: number(radius) }
    }

    fn cuboid(half: [f64; 3]) -> Self {
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { -1.0 } else { 1.0 };
        let corner = |i| [0, 1, 2].map(|bit| sign(i, bit) * half[bit as usize]);
        let corners: Vec<_> = (0..8).map(corner).collect();
        Self::of(Cuboid::new(DVec3::from(half)), &corners, 0.0)
    }

    fn leaf(random: &mut Random) -> Self {
        let mut number = || random.range(-1.0, 1.0) + random.range(-1e-9, 1e-9);
        let mut place = || [number(), number(), number()];
        match place()[0].to_bits() % 4 {
            0 => Self::cuboid(place().map(f64::abs)),
            1 => Self::of(Ball::new(0.3), &[[0.0; 3]], 0.3),
            2 => {
                let [a, b] = [place(), place()];
                Self::of(Segment::new(a.into(), b.into()), &[a, b], 0.0)
            }
            _ => {
                let corners = [(); 5].map(|()| place());
                Self::of(ConvexHull::new(&corners.map(DVec3::from)).unwrap(), &corners, 0.0)
            }
        }
    }

    fn scaled(self, by: [f64; 3]) -> Self {
        let is_even = by.iter().all(|x| x.abs() == by[0].abs());
        assert!(is_even || self.radius == Rational::ZERO);
        let shape = self.shape.scaled(by.into()).unwrap();
        let scale = |v: &oracle::Vector<3>| {
            oracle::Vector(std::array::from_fn(|i| &v.0[i] * &number(by[i])))
        };
        let points = self.points.iter().map(scale).collect();
        Self { shape, points, radius: self.radius * number(by[0].abs()) }
    }

    fn rounded(self, radius: f64) -> Self {
        let Self { shape, points, radius: inner } = self;
        Self { shape: shape.rounded(radius).unwrap(), points, radius: inner + number(radius) }
    }

    fn swept(self, over: Self) -> Self {
        let sum = |a: &oracle::Vector<3>| over.points.iter().map(|b| a + b).collect::<Vec<_>>();
        let points = self.points.iter().flat_map(sum).collect();
        let shape = self.shape.swept(over.shape).unwrap();
        Self { shape, points, radius: self.radius + over.radius }
    }

    /// Nested this deep. Factors of up to `decades`, which the next level mostly reverses in part.
    fn nested(random: &mut Random, depth: u32, decades: f64) -> Self {
        let mut known = Self::leaf(random);
        let mut owed = [0.0; 3];
        for level in 0..depth {
            let mut factor = |i: usize| {
                let wanted = random.range(-decades, decades);
                let power = if random.below(3) > 0 { -owed[i] } else { wanted };
                owed[i] += power;
                let sign = if random.below(4) == 0 { -1.0 } else { 1.0 };
                sign * 10.0_f64.powf(power) * random.range(0.8, 1.25)
            };
            let (x, y, z) = (factor(0), factor(1), factor(2));
            known = match random.below(6) {
                0 => known.rounded(random.range(0.0, 0.3) * 10.0_f64.powf(-owed[0].abs())),
                1 if known.points.len() < 40 && level + 1 < depth => {
                    known.swept(Self::leaf(random))
                }
                _ if known.radius == Rational::ZERO => known.scaled([x, y, z]),
                _ => known.scaled([x, x, -x]),
            };
        }
        known
    }
}

fn turned(random: &mut Random) -> [f64; 4] {
    match random.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [0.0, 0.0, 3.0, 4.0],
        _ => [(); 4].map(|()| random.range(-1.0, 1.0)),
    }
}

fn pose(at: [f64; 3], [x, y, z, w]: [f64; 4]) -> (Pose<DVec3>, oracle::Pose<3>) {
    let rotation = Rotation3 { x, y, z, w };
    let ours = Pose { translation: at.into(), rotation };
    (ours, oracle::Pose::from_quaternion(at, [x, y, z, w]).unwrap())
}

/// The faults of the answers for a pair, by exact arithmetic: the booleans, and the bounds of the
/// distance.
fn fault(a: &Known, b: &Known, at: [([f64; 3], [f64; 4]); 2]) -> Option<String> {
    let [(at_a, of_a), (at_b, of_b)] = at.map(|(place, turn)| pose(place, turn));
    let world = |known: &Known, pose: &oracle::Pose<3>| {
        oracle::Polytope::new(known.points.iter().map(|p| pose.apply(p)).collect()).unwrap()
    };
    let squared = oracle::distance_squared(&world(a, &of_a), &world(b, &of_b)).squared;
    let radius = &a.radius + &b.radius;
    let meet = squared <= &radius * &radius;
    let (a, b) = (&a.shape, &b.shape);
    let (found, answer) = (verdict(a, &at_a, b, &at_b), proximity(a, &at_a, b, &at_b));
    let apart = distance(a, &at_a, b, &at_b);
    let report = format!("{found:?} {answer:?} {apart:?}, truly {meet} at {}", {
        oracle::near(&squared).sqrt() - oracle::near(&radius)
    });
    let right = if meet { Verdict::Intersecting } else { Verdict::Separated };
    let of_answer = match answer {
        Proximity::Separated(_) => Verdict::Separated,
        Proximity::Intersecting(_) => Verdict::Intersecting,
        Proximity::Undecided(_) => Verdict::Undecided,
    };
    if found != right || of_answer != right || intersects(a, &at_a, b, &at_b) != meet {
        return Some(report);
    }
    if apart.is_some() == meet {
        return Some(report);
    }
    for witness in apart.iter().chain((!meet).then(|| answer.witness())) {
        // Bounds of the distance against the root, squared, the radii on their side.
        let (length, gap) = (number(witness.length), number(witness.gap));
        let (low, high) = (&length - &gap + &radius, &length + &gap + &radius);
        if (low > Rational::ZERO && &low * &low > squared) || &high * &high < squared {
            return Some(report);
        }
    }
    None
}

/// Pairs drawn, and those that were wrong.
pub(crate) fn nested_pairs(seed: u64, rounds: usize) -> (usize, usize) {
    let mut random = Random(seed);
    let (mut wrong, mut touching) = (0, 0);
    for round in 0..rounds {
        let depth = 1 + (random.below(u64::from(MOST_NESTED)) as u32);
        let decades = [0.3, 3.0, 12.0][round % 3];
        let a = Known::nested(&mut random, depth, decades);
        let b = match random.below(3) {
            0 => a.clone(),
            1 => Known::leaf(&mut random),
            _ => Known::nested(&mut random, 2, 0.3),
        };
        let place = |random: &mut Random| [(); 3].map(|()| random.range(-2.0, 2.0));
        let (turn_a, turn_b) = (turned(&mut random), turned(&mut random));
        let (mut from, mut to) = (place(&mut random), place(&mut random));
        // Corner on corner, as far as floats hold them: the booleans then depend on the last bit of
        // the products.
        if random.below(2) == 0 {
            let [p, q] = [&a, &b].map(|known| {
                let corner = &known.points[random.below(known.points.len() as u64) as usize];
                [0, 1, 2].map(|i| oracle::near(&corner.0[i]))
            });
            if q.iter().chain(&p).all(|x| x.abs() < 1e100) {
                (from, to) = (q, p);
                touching += 1;
                let plain = [0.0, 0.0, 0.0, 1.0];
                if let Some(report) = fault(&a, &b, [(from, plain), (to, plain)]) {
                    wrong += 1;
                    println!(
                        "{seed} {round}: {:?} {from:?} {:?} {to:?}: {report}",
                        a.shape, b.shape
                    );
                }
                continue;
            }
        }
        if let Some(report) = fault(&a, &b, [(from, turn_a), (to, turn_b)]) {
            wrong += 1;
            println!(
                "{seed} {round}: {:?} {from:?} {turn_a:?} {:?} {to:?} {turn_b:?}: {report}",
                a.shape, b.shape
            );
        }
    }
    assert!(rounds < 100 || touching > rounds / 10);
    (rounds, wrong)
}

#[test]
fn nested_polytopes_are_exact_to_the_last_level() {
    assert_eq!(nested_pairs(7, 1500).1, 0);
}

/// The product of the largest factors is 1e15 times the box: its distance was 0.5 ± 25.8.
#[test]
fn a_box_scaled_there_and_back_is_the_box() {
    let cube = || Known::cuboid([1.0; 3]).scaled([1e-15, 1.0, 1.0]).scaled([1e15, 1.0, 1.0]);
    let plain = [0.0, 0.0, 0.0, 1.0];
    assert_eq!(fault(&cube(), &cube(), [([0.0; 3], plain), ([0.0, 2.5, 0.0], plain)]), None);
    let apart = distance(&cube().shape, &DVec3::ZERO, &cube().shape, &DVec3::new(0.0, 2.5, 0.0));
    let apart = apart.unwrap();
    assert!((apart.length - 0.5).abs() <= apart.gap && apart.gap < 1e-13, "{apart:?}");
    // One scale of a thin box is the same mistake.
    let thin = Scaled::new(Cuboid::new(DVec3::new(1e-15, 1.0, 1.0)), DVec3::new(1e15, 1.0, 1.0));
    let thin = thin.unwrap();
    let apart = distance(&thin, &DVec3::ZERO, &thin, &DVec3::new(0.0, 2.5, 0.0)).unwrap();
    assert!((apart.length - 0.5).abs() <= apart.gap && apart.gap < 1e-13, "{apart:?}");
}

/// `3 · (0.1 · 0.1)` has three times as many digits as a float, beside a face at `1.03 - 1`.
#[test]
fn a_face_of_three_factors_is_decided() {
    let thin = Known::cuboid([0.1, 1.0, 1.0]).scaled([0.1, 1.0, 1.0]).scaled([3.0, 1.0, 1.0]);
    let plain = [0.0, 0.0, 0.0, 1.0];
    for x in [1.03, 1.03_f64.next_up(), 1.03_f64.next_down(), 1.030_000_000_000_000_3] {
        let places = [([0.0; 3], plain), ([x, 0.0, 0.0], plain)];
        assert_eq!(fault(&thin, &Known::cuboid([1.0; 3]), places), None);
    }
}

/// Three margins need three terms, and round once.
#[test]
fn margins_of_margins_are_added_exactly() {
    let grown = Known::cuboid([1.0; 3]).rounded(0.1).rounded(0.2).rounded(0.3);
    let plain = [0.0, 0.0, 0.0, 1.0];
    for x in [2.6, 2.6_f64.next_up(), 2.6_f64.next_down()] {
        let places = [([0.0; 3], plain), ([x, 0.0, 0.0], plain)];
        assert_eq!(fault(&grown, &Known::cuboid([1.0; 3]), places), None);
    }
}

#[test]
fn deeper_nesting_than_the_limit_is_an_error() {
    let ball = || Shape::<DVec3>::from(Ball::new(1.0));
    let to_the_limit = (0..MOST_NESTED).try_fold(ball(), |shape, _| shape.rounded(0.5));
    let deepest = to_the_limit.unwrap();
    assert_eq!(deepest.clone().rounded(0.5), Err(ShapeError::TooDeep));
    assert_eq!(deepest.clone().scaled(DVec3::splat(2.0)), Err(ShapeError::TooDeep));
    assert_eq!(ball().swept(deepest.clone()), Err(ShapeError::TooDeep));
    assert_eq!(deepest.clone().swept(ball()), Err(ShapeError::TooDeep));
    let far = distance(&deepest, &DVec3::ZERO, &ball(), &DVec3::new(20.0, 0.0, 0.0)).unwrap();
    assert!((far.length - 12.0).abs() <= far.gap, "{far:?}");
    let flat = Shape::from(Cone::new(1.0, 1.0)).scaled(DVec3::new(1.0, 0.0, 1.0));
    assert_eq!(flat, Err(ShapeError::ZeroScale));
}

/// A hundred thousand levels by `into`, of each kind: no stack overflows, in no call and no drop.
#[test]
fn nesting_without_end_is_no_shape() {
    let ball = || Shape::<DVec3>::from(Ball::new(1.0));
    let mut shapes = [ball(), ball(), ball()];
    for _ in 0..100_000 {
        let [a, b, c] = shapes;
        shapes = [
            Rounded::new(a, 0.5).into(),
            Scaled::new(b, DVec3::new(1.0, 2.0, 1.0)).unwrap().into(),
            MinkowskiSum::new(c, ball()).into(),
        ];
    }
    for shape in &shapes {
        let error = check(shape, &DVec3::ZERO, &ball(), &DVec3::ZERO);
        assert_eq!(error, Err(InputError::ShapeA(ShapeError::TooDeep)));
        let answer = proximity(shape, &DVec3::ZERO, &ball(), &DVec3::splat(9.0));
        assert!(!answer.is_decided() && answer.witness().gap == f64::INFINITY, "{answer:?}");
        let answer = proximity(&ball(), &DVec3::ZERO, shape, &DVec3::splat(9.0));
        assert!(!answer.is_decided() && answer.witness().gap == f64::INFINITY, "{answer:?}");
        assert!(intersects(shape, &DVec3::ZERO, &ball(), &DVec3::splat(9.0)));
    }
}

/// A point that counts the calls of its methods.
struct Counted<'c>(&'c Cell<u32>);

impl SupportMap<DVec3> for Counted<'_> {
    fn support(&self, _direction: DVec3, _hint: u32) -> Support<DVec3> {
        self.0.set(self.0.get() + 1);
        Support { point: DVec3::new(0.25, 0.5, 0.75), feature: 0 }
    }
    fn radius(&self) -> f64 {
        self.0.set(self.0.get() + 1);
        0.125
    }
    fn primitive(&self) -> Primitive<'_, DVec3> {
        self.0.set(self.0.get() + 1);
        Primitive::General
    }
    fn corners(&self) -> Option<u32> {
        self.0.set(self.0.get() + 1);
        Some(1)
    }
}

/// A support point, the core and the exact radius of scales and margins in one another: each
/// doubled the work of the level below.
#[test]
fn work_grows_with_the_depth_and_not_to_its_power() {
    type Level<A> = Scaled<Rounded<A, f64>, DVec3>;
    fn level<A>(inner: A) -> Level<A> {
        Scaled::new(Rounded::new(inner, 0.125), DVec3::new(1.0, 2.0, 1.5)).unwrap()
    }
    let count = Cell::new(0);
    let deep = level(level(level(level(level(level(level(level(Counted(&count)))))))));
    let calls = |query: &dyn Fn()| {
        count.set(0);
        query();
        count.get()
    };
    let support = calls(&|| {
        let _ = deep.support_f64(clearance::Xyz::new(0.3, 0.4, 0.5), 0);
    });
    let core =
        calls(&|| assert!(matches!(SupportMap::<DVec3>::primitive(&deep), Primitive::General)));
    let radius = calls(&|| assert_eq!(SupportMap::<DVec3>::exact_radius(&deep), None));
    let checks = calls(&|| assert_eq!(SupportMap::<DVec3>::check(&deep), Ok(())));
    let most = [support, core, radius, checks].into_iter().max().unwrap();
    assert!(most <= 128, "{support} {core} {radius} {checks}");
}
