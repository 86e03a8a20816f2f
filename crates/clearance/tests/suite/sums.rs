//! Sums of many summands. The hull of their corners has few vertices beside the pairs, triples and
//! so on of corners, so nothing may go through all of these.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::Cell;

use clearance::{
    CertificateError, ConvexHull, Cuboid, HalfSpace, MinkowskiSum, Point, Segment, Shape, Support,
    SupportMap, Verdict, certificate, intersects, proximity, verdict, verify,
};
use clearance_trust::Random;
use clearance_trust::literal::make::*;
use glam::{DVec2, DVec3};

/// The sum of segments from `-end` to `end`, as deep as a balanced tree.
fn sum_of_segments(ends: &[DVec3]) -> Shape<DVec3> {
    match ends {
        [end] => Segment::new(-*end, *end).into(),
        _ => {
            let (some, others) = ends.split_at(ends.len() / 2);
            MinkowskiSum::new(sum_of_segments(some), sum_of_segments(others)).into()
        }
    }
}

/// Truth by construction: the vertex along an integer direction is the sum of the ends along it,
/// all whole numbers. Sums of over `2^14` corners were undecided there, then those of over `2^32`.
#[test]
fn points_at_vertices_of_large_zonotopes() {
    let mut random = Random(41);
    for round in 0..20 {
        let mut whole = |most: u64| random.below(2 * most + 1) as f64 - most as f64;
        let mut vector = || DVec3::new(whole(50), whole(50), whole(50));
        let count = 4 + round * 3;
        let ends: Vec<DVec3> = (0..count).map(|_| vector()).collect();
        let along = vector() + DVec3::new(0.0, 0.0, 101.0);
        let tip: DVec3 = ends.iter().map(|end| *end * end.dot(along).signum()).sum();
        let zonotope = sum_of_segments(&ends);
        let at = |point: DVec3| {
            let point = (&Point(DVec3::ZERO), &point);
            let there = verdict(&zonotope, &DVec3::ZERO, point.0, point.1);
            let back = verdict(point.0, point.1, &zonotope, &DVec3::ZERO);
            assert_eq!(there, back, "{ends:?} {point:?}");
            there
        };
        assert_eq!(at(tip), Verdict::Intersecting, "{ends:?} {along}");
        assert_eq!(at(DVec3::ZERO), Verdict::Intersecting, "{ends:?}");
        // A step up from the plane through the vertex.
        let out = DVec3::new(tip.x, tip.y, tip.z.next_up());
        assert_eq!(at(out), Verdict::Separated, "{ends:?} {along}");
    }
}

/// Evidence names corners by index, and those of such a sum are too many to look through.
#[test]
fn certificates_of_sums() {
    let ends: Vec<DVec3> = (1..=15)
        .map(f64::from)
        .map(|i| DVec3::new(i, (i * 7.0) % 5.0 - 2.0, (i * 3.0) % 4.0))
        .collect();
    let (fourteen, fifteen) = (sum_of_segments(&ends[..14]), sum_of_segments(&ends));
    let (here, there) = (DVec3::ZERO, DVec3::new(0.0, 80.0, 0.0));
    let proof = certificate(&fourteen, &here, &fourteen, &there).unwrap();
    verify(&fourteen, &here, &fourteen, &there, &proof).unwrap();
    assert_ne!(proof.verdict, Verdict::Undecided);
    assert_eq!(
        certificate(&fifteen, &here, &fourteen, &there),
        Err(CertificateError::TooManySums { which: 'a' })
    );
    // What is no sum may have more.
    let ball: Vec<DVec3> = (0..17_000)
        .map(f64::from)
        .map(|i| {
            let (angle, y) = (2.4 * i, (i + 0.5) / 8500.0 - 1.0);
            let out = (1.0 - y * y).sqrt();
            DVec3::new(out * angle.cos(), y, out * angle.sin())
        })
        .collect();
    let ball = ConvexHull::new(&ball).unwrap();
    let proof = certificate(&ball, &here, &Cuboid::new(DVec3::ONE), &there).unwrap();
    assert_eq!(proof.verdict, Verdict::Separated);
}

/// Prisms of eight sides, each with 16 corners: the product for eight of them takes 33 bits. Their
/// heights are whole, and so is that of the ground below them.
#[test]
fn many_prisms_rest_on_the_ground() {
    let ring = (0..8).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_4);
    let corners: Vec<DVec3> = ring
        .flat_map(|angle| [-1.0, 1.0].map(|y| DVec3::new(angle.cos(), y, angle.sin())))
        .collect();
    let prism = || Shape::from(ConvexHull::new(&corners).unwrap());
    let ground: [(Shape<DVec3>, f64); 2] = [
        (HalfSpace { normal: DVec3::Y, offset: 0.0 }.into(), 0.0),
        (Cuboid::new(DVec3::new(64.0, 1.0, 64.0)).into(), 1.0),
    ];
    for count in [2_u32, 8, 15] {
        let sum = balanced((0..count).map(|_| prism()).collect());
        for (ground, top) in &ground {
            let high = f64::from(count) + top;
            for (y, touches) in
                [(high, true), (high.next_up(), false), (high.next_down(), true), (0.5, true)]
            {
                let there = DVec3::new(0.25, y, -0.5);
                let expected = if touches { Verdict::Intersecting } else { Verdict::Separated };
                assert_eq!(verdict(ground, &DVec3::ZERO, &sum, &there), expected, "{count} {y}");
            }
        }
    }
}

/// The sum of shapes, as deep as a balanced tree.
fn balanced(mut shapes: Vec<Shape<DVec3>>) -> Shape<DVec3> {
    let others = shapes.split_off(shapes.len() / 2);
    match shapes.is_empty() {
        true => others.into_iter().next().unwrap(),
        false => MinkowskiSum::new(balanced(shapes), balanced(others)).into(),
    }
}

/// A box that counts how often one of its corners is looked up.
struct Counted<'c>(Cuboid<DVec3>, &'c Cell<u32>);

impl SupportMap<DVec3> for Counted<'_> {
    fn support(&self, direction: DVec3, hint: u32) -> Support<DVec3> {
        self.0.support(direction, hint)
    }
    fn rounding(&self) -> f64 {
        SupportMap::<DVec3>::rounding(&self.0)
    }
    fn reach(&self) -> f64 {
        SupportMap::<DVec3>::reach(&self.0)
    }
    fn corners(&self) -> Option<u32> {
        SupportMap::<DVec3>::corners(&self.0)
    }
    fn corner(&self, index: u32) -> Option<[<DVec3 as clearance::Vector>::Space; 2]> {
        self.1.set(self.1.get() + 1);
        SupportMap::<DVec3>::corner(&self.0, index)
    }
}

/// The exact stage went through every sum of corners of the summands: 4096 of four boxes, and as
/// many heights a step. A nest of sums in the plane took 10 s of processor (found by fuzzing).
#[test]
fn work_grows_with_the_summands_and_not_with_their_product() {
    let calls = Cell::new(0);
    let counted = |half: f64| Counted(Cuboid::new(DVec3::splat(half)), &calls);
    let four = MinkowskiSum::new(
        MinkowskiSum::new(counted(0.1), counted(0.2)),
        MinkowskiSum::new(counted(0.3), counted(0.4)),
    );
    let half: f64 = 0.1 + 0.2 + 0.3 + 0.4;
    let there = DVec3::new(half + 1.0, 0.0, 0.0);
    assert!(intersects(&four, &DVec3::ZERO, &Cuboid::new(DVec3::ONE), &there));
    assert!((1..1000).contains(&calls.get()), "{}", calls.get());
}

/// The fuzzer's nest, at its own lengths: each of the two holds the other's origin.
#[test]
fn a_nest_of_sums_of_all_lengths() {
    let long = 5.957_502_789_848_768e228;
    let like_long = |radius: f64| sum(cone(long, radius), cone(long, long));
    let a: Shape<DVec2> = sum(
        sum(
            sum(
                cone(1.177_358_985_387_063_8e-94, 1.937_221_445_078_518_5e-106),
                cuboid([1.937_221_445_078_517_6e-106, 1.937_221_445_078_516_6e-106]),
            ),
            sum(
                cone(1.398_980_421_757_348_9e-306, 0.0),
                hull([
                    [-1.156_989_252_401_443_6e294, long],
                    [long, -1.156_989_252_401_443_1e294],
                    [long, 5.957_502_786_715_877_4e228],
                    [3.229_568_733_671_244e209, 5.957_676_297_266_391e228],
                ]),
            ),
        ),
        sum(like_long(5.957_502_078_197_25e228), like_long(long)),
    );
    let b: Shape<DVec2> = sum(
        sum(
            sum(
                cone(3.248_706_602_487_543e96, 3.723_519_082_301_076e227),
                cone(1.861_759_541_150_538e227, 3.464_304_925_255_106e-303),
            ),
            hull([[4.0, 2.0]]),
        ),
        capsule(1.0, 0.5),
    );
    let at_a = at([0.25, 0.125], [0.0625, 0.03125]);
    let at_b = at(
        [-1.137_346_086_736_179e-177, -5.686_730_433_680_895e-178],
        [-2.843_365_216_840_447_4e-178, -1.421_682_608_420_223_7e-178],
    );
    assert_eq!(verdict(&a, &at_a, &b, &at_b), Verdict::Intersecting);
    assert!(proximity(&a, &at_a, &b, &at_b).intersects());
}
