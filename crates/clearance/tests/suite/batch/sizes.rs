//! Batches are single queries at every size: from subnormal numbers to the largest, at the edges of
//! each kernel's range, and for shapes that a scale has made.

use clearance::batch::{Batch, Lanes};
use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Pose, Proximity, Rotation3, Rounded, Scalar, Scaled,
    Segment, Shape, Space, Triangle, Vector, intersects, penetration, proximity, verdict,
};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::{Body, Random, World, levels};

/// The exponents of two at which some kernel's range begins or ends: of `f32` and of `f64`, and the
/// squares and roots of these.
const EDGES: [f64; 14] = [
    -1074.0, -1022.0, -540.0, -511.0, -133.0, -126.0, -100.0, -30.0, -13.3, 13.3, 30.0, 100.0,
    127.0, 1000.0,
];

fn size<T: Scalar>(random: &mut Random) -> f64 {
    let (least, most) = if T::EPSILON > 1e-10 { (-149.0, 127.9) } else { (-1074.0, 1023.9) };
    let power = if random.below(3) == 0 {
        EDGES[random.below(14) as usize] + random.between(-4.0, 4.0)
    } else {
        random.between(least, most)
    };
    2.0_f64.powf(power.clamp(least, most))
}

fn shape<V: World>(random: &mut Random, size: f64) -> Shape<V> {
    let length = |random: &mut Random| V::Scalar::from_f64(size * random.between(0.1, 1.0));
    let vector = |random: &mut Random, low: f64| {
        let mut c = || size * random.between(low, 1.0);
        V::from_space(V::Space::from_xyz(c(), c(), c()))
    };
    match random.below(10) {
        0 | 1 => Cuboid::new(vector(random, 0.0)).into(),
        2 => Ball::new(length(random)).into(),
        3 => Capsule::new(length(random), length(random)).into(),
        4 => Segment::new(vector(random, -1.0), vector(random, -1.0)).into(),
        5 => Triangle::new(vector(random, -1.0), vector(random, -1.0), vector(random, -1.0)).into(),
        6 => {
            let points = [(); 6].map(|()| vector(random, -1.0));
            ConvexHull::new(&points).map_or_else(|_| Ball::new(length(random)).into(), Into::into)
        }
        7 => Rounded::new(Cuboid::new(vector(random, 0.0)).into(), length(random)).into(),
        kind => {
            let mut factor = || {
                let x = 2.0_f64.powf(random.between(-30.0, 30.0));
                if x.to_bits() & 1 == 0 { x } else { -x }
            };
            let factors = V::Space::from_xyz(factor(), factor(), factor());
            let inverse = factors.map(|x| 1.0 / x);
            let inner: Shape<V> = if kind == 8 {
                Cuboid::new(vector(random, 0.0)).into()
            } else {
                Segment::new(vector(random, -1.0), vector(random, -1.0)).into()
            };
            let scaled = |inner: Shape<V>, by: V::Space| {
                Scaled::new(inner.clone(), V::from_space(by)).map_or(inner, Into::into)
            };
            if random.below(2) == 0 {
                scaled(scaled(inner, factors), inverse)
            } else {
                scaled(inner, factors)
            }
        }
    }
}

fn pair<V: World>(random: &mut Random) -> (Body<V>, Body<V>) {
    let own = size::<V::Scalar>(random);
    let other = if random.below(4) == 0 { size::<V::Scalar>(random) } else { own };
    let mut pose = |far: f64| Pose {
        translation: V::from_space(V::Space::from_xyz(
            far * random.between(-1.5, 1.5),
            far * random.between(-1.5, 1.5),
            far * random.between(-1.5, 1.5),
        )),
        rotation: V::turn(random),
    };
    let (pose_a, pose_b) = (pose(own), pose(own));
    ((shape(random, own), pose_a), (shape(random, other), pose_b))
}

/// What an answer claims about the signed distance.
fn bounds<V: Vector>(length: V::Scalar, gap: V::Scalar, side: f64) -> [f64; 2] {
    let (length, gap) = (side * length.to_f64(), gap.to_f64());
    [length - gap, length + gap]
}

fn disagree([low, high]: [f64; 2], [least, most]: [f64; 2]) -> bool {
    low > most || least > high
}

/// Pairs for which a batch, on some level, differs from the single query.
fn differing<V: World>(random: &mut Random, rounds: usize) -> usize {
    let mut differing = 0;
    let pairs: Vec<_> = (0..rounds).map(|_| pair::<V>(random)).collect();
    let borrowed: Vec<_> = pairs.iter().map(|((a, p), (b, q))| (a, *p, b, *q)).collect();
    let all: Vec<Lanes> = levels().collect();
    for chunk in borrowed.chunks(512) {
        let singles: Vec<_> = chunk.iter().map(|(a, p, b, q)| proximity(*a, p, *b, q)).collect();
        for lanes in &all {
            let batch = Batch::new().lanes(*lanes);
            let (mut meet, mut near) = (vec![false; chunk.len()], vec![None; chunk.len()]);
            let (mut both, mut deep) =
                (vec![Proximity::default(); chunk.len()], vec![None; chunk.len()]);
            batch.intersects(chunk, &mut meet).unwrap();
            batch.distance(chunk, &mut near).unwrap();
            batch.proximity(chunk, &mut both).unwrap();
            batch.depth(chunk, &mut deep).unwrap();
            for (i, (a, p, b, q)) in chunk.iter().enumerate() {
                let (single, both) = (&singles[i], &both[i]);
                let side = |answer: &Proximity<V>| if answer.intersects() { -1.0 } else { 1.0 };
                let claimed = |answer: &Proximity<V>| {
                    bounds::<V>(answer.witness().length, answer.witness().gap, side(answer))
                };
                let apart = !single.intersects();
                let wrong = meet[i] != intersects(*a, p, *b, q)
                    || near[i].is_some() != apart
                    || deep[i].is_some() != penetration(*a, p, *b, q).is_some()
                    || both.intersects() == apart
                    || both.is_decided() != single.is_decided()
                    || disagree(claimed(both), claimed(single))
                    || near[i].is_some_and(|w| {
                        disagree(bounds::<V>(w.length, w.gap, 1.0), claimed(single))
                    })
                    || deep[i].is_some_and(|d| {
                        disagree(bounds::<V>(d.length, d.gap, -1.0), claimed(single))
                    });
                if wrong {
                    differing += 1;
                    println!(
                        "{lanes:?}: {:?} {both:?} {:?} {:?} for {:?} {single:?}: {a:?} {p:?} {b:?} {q:?}",
                        meet[i],
                        near[i],
                        deep[i],
                        verdict(*a, p, *b, q)
                    );
                }
            }
        }
    }
    differing
}

/// Those that differ, of this many pairs, half in space and half in the plane, in both precisions.
pub(crate) fn differing_pairs(seed: u64, rounds: usize) -> usize {
    let mut random = Random(seed);
    differing::<DVec3>(&mut random, rounds * 2 / 5)
        + differing::<Vec3>(&mut random, rounds * 2 / 5)
        + differing::<DVec2>(&mut random, rounds / 10)
        + differing::<Vec2>(&mut random, rounds / 10)
}

#[test]
fn sizes_from_the_least_to_the_largest_number() {
    assert_eq!(differing_pairs(1, 10_000), 0);
}

/// Apart by a step of the smallest number; lanes saw an overlap without a gap up to 2^540 times as
/// large.
#[test]
fn boxes_of_two_steps_of_the_smallest_number() {
    let size =
        |steps: f64, power: i32| (0..power).fold(steps * f64::from_bits(1), |size, _| 2.0 * size);
    for power in (0..1100).step_by(7) {
        let s = |steps: f64| size(steps, power);
        let cube = Cuboid::new(DVec3::new(s(2.0), s(2.0), s(1.0)));
        let turned = |x: f64, y: f64, w: f64| Rotation3 { x, y, z: 0.0, w };
        let pose_a =
            Pose { translation: DVec3::new(0.0, s(-3.0), s(1.0)), rotation: turned(0.0, 0.0, 1.0) };
        let pose_b =
            Pose { translation: DVec3::new(s(3.0), 0.0, s(3.0)), rotation: turned(-3.0, 4.0, 7.0) };
        let single = proximity(&cube, &pose_a, &cube, &pose_b);
        assert!(matches!(single, Proximity::Separated(_)), "{power} {single:?}");
        let pairs = [(&cube, pose_a, &cube, pose_b); 5];
        for lanes in levels() {
            let batch = Batch::new().lanes(lanes);
            let (mut both, mut deep) = ([Proximity::default(); 5], [None; 5]);
            batch.proximity(&pairs, &mut both).unwrap();
            batch.depth(&pairs, &mut deep).unwrap();
            let is_apart = |p: &Proximity<DVec3>| matches!(p, Proximity::Separated(_));
            assert!(both.iter().all(is_apart), "{power} {lanes:?} {both:?}");
            assert_eq!(deep, [None; 5], "{power} {lanes:?}");
        }
    }
}

/// A segment scaled twice, by factors whose largest are not of one axis: the single query knew
/// nothing, while a lane found them apart.
#[test]
fn a_segment_scaled_twice() {
    let segment: Shape<DVec3> = Segment::new(
        DVec3::new(-155_891.031_269_415_63, 65.979_719_865_010_38, -0.651_032_505_585_756_4),
        DVec3::new(
            -0.000_311_071_878_503_786_76,
            0.041_552_946_310_128_2,
            -0.115_579_443_687_092_82,
        ),
    )
    .into();
    let scaled = |shape, x, y, z| Shape::from(Scaled::new(shape, DVec3::new(x, y, z)).unwrap());
    let once =
        scaled(segment, -114_832.488_264_804_1, 525.495_593_398_359_9, -7.798_377_284_575_433e-5);
    let twice = scaled(
        once,
        -5.821_970_734_178_924e-8,
        2.490_897_504_659_354_6e-6,
        3_336_368.624_017_083_6,
    );
    let pose_a = Pose {
        translation: DVec3::new(
            0.157_744_021_896_564_8,
            -3.279_586_976_211_583e-8,
            3.935_969_556_339_178e-6,
        ),
        rotation: Rotation3 {
            x: -0.666_028_288_940_441_3,
            y: 0.321_769_233_253_971_6,
            z: -0.600_042_026_758_07,
            w: -0.304_664_479_364_245_9,
        },
    };
    let pose_b = Pose {
        translation: DVec3::new(
            -6.449_821_586_786_118e-8,
            -446.580_911_911_482_2,
            0.145_672_006_668_948_86,
        ),
        rotation: Rotation3 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
    };
    let single = proximity(&twice, &pose_a, &twice, &pose_b);
    assert!(single.is_decided() && single.witness().gap < 1e-6, "{single:?}");
    let pairs = [(&twice, pose_a, &twice, pose_b)];
    for lanes in levels() {
        let (mut meet, mut both) = ([false], [Proximity::default()]);
        Batch::new().lanes(lanes).intersects(&pairs, &mut meet).unwrap();
        Batch::new().lanes(lanes).proximity(&pairs, &mut both).unwrap();
        assert_eq!(meet[0], single.intersects(), "{lanes:?}");
        assert_eq!((both[0].intersects(), both[0].is_decided()), (meet[0], true), "{lanes:?}");
    }
}
