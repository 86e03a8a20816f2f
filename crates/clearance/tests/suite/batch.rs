//! Batches answer what the single queries answer: booleans bit for bit, whatever the vector instructions.
#![cfg(all(feature = "batch", feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Tests say what must hold by unwrapping and indexing, their helpers too.

use clearance::batch::{self, Batch, Lanes, LengthMismatch, PoseColumns, indexed, one_to_many};
use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Point, Pose, Proximity,
    Query, Rotation2, Rotation3, Rounded, Scalar, Segment, Shape, Space, SupportMap as _, Triangle,
    Vector, Xy, Xyz, intersects, proximity,
};
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};

mod rays;
pub(crate) mod sizes;

/// On a processor with no more than the baseline, `Auto` leaves polytopes to the single query.
fn levels() -> impl Iterator<Item = Lanes> {
    let all = [Lanes::Auto, Lanes::Scalar, Lanes::Baseline, Lanes::Avx2, Lanes::Avx512];
    all.into_iter().skip(usize::from(!Lanes::Avx2.is_available()))
}

/// splitmix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A space in which scenes are drawn.
trait World: Vector<Space: Space<Rotation<Self::Scalar> = Self::Turn>> {
    type Turn;
    fn turn(random: &mut Random) -> Self::Turn;
    fn hull(points: &[Self]) -> Shape<Self>;
}

macro_rules! world {
    ($V:ty, $Turn:ty, $random:ident => $turn:expr) => {
        impl World for $V {
            type Turn = $Turn;
            fn turn($random: &mut Random) -> $Turn {
                $turn
            }
            fn hull(points: &[Self]) -> Shape<Self> {
                ConvexHull::new(points).unwrap().into()
            }
        }
    };
}
fn turn3<T: Scalar>(random: &mut Random) -> Rotation3<T> {
    // Most scenes have boxes that stand upright: about one rotation in three is the identity, about
    // one axis, or tiny.
    let angle = match random.below(8) {
        0 => return Rotation3::from_xyzw(T::ZERO, T::ZERO, T::ZERO, T::ONE),
        1 => random.between(-1.0, 1.0) * 10.0_f64.powf(random.between(-9.0, 0.0)),
        2 => core::f64::consts::FRAC_PI_2,
        _ => random.between(-4.0, 4.0),
    };
    let axis = match random.below(3) {
        0 => Xyz::axis(random.below(3) as usize),
        _ => Xyz::new(
            random.between(-1.0, 1.0),
            random.between(-1.0, 1.0),
            random.between(-1.0, 1.0),
        ),
    };
    Rotation3::from_axis_angle(axis, angle)
}
fn turn2<T: Scalar>(random: &mut Random) -> Rotation2<T> {
    match random.below(4) {
        0 => Rotation2 { cos: T::ONE, sin: T::ZERO },
        1 => Rotation2 {
            cos: T::from_f64(random.between(-9.0, 9.0)),
            sin: T::from_f64(random.between(-1.0, 1.0)),
        },
        _ => Rotation2::from_angle(T::from_f64(random.between(-4.0, 4.0))),
    }
}
world!(Vec3, Rotation3<f32>, random => turn3(random));
world!(DVec3, Rotation3<f64>, random => turn3(random));
world!(Vec2, Rotation2<f32>, random => turn2(random));
world!(DVec2, Rotation2<f64>, random => turn2(random));

fn vector<V: Vector>(random: &mut Random, low: f64, high: f64) -> V {
    let mut c = || random.between(low, high);
    V::from_space(V::Space::from_xyz(c(), c(), c()))
}

fn shape<V: World>(random: &mut Random, kinds: u64) -> Shape<V> {
    let mut length = |low: f64, high: f64| V::Scalar::from_f64(random.between(low, high));
    let (long, round) = (length(0.2, 1.0), length(0.1, 0.6));
    match random.below(kinds) {
        0 | 1 => Cuboid::new(vector(random, 0.05, 1.0)).into(),
        2 => Ball::new(round).into(),
        3 => Capsule::new(long, round).into(),
        4 => Segment::new(vector(random, -1.0, 1.0), vector(random, -1.0, 1.0)).into(),
        5 => Rounded::new(Shape::from(Cuboid::new(vector(random, 0.05, 1.0))), round).into(),
        6 => Rounded::new(
            Shape::from(Segment::new(vector(random, -1.0, 1.0), vector(random, -1.0, 1.0))),
            round,
        )
        .into(),
        7 => Point(vector(random, -0.5, 0.5)).into(),
        8 => V::hull(&core::array::from_fn::<V, 9, _>(|_| vector(random, -0.7, 0.7))),
        9 => Cylinder::new(long, round).into(),
        10 => Ellipsoid::new(vector(random, 0.2, 1.0)).into(),
        _ => Triangle::new(
            vector(random, -1.0, 1.0),
            vector(random, -1.0, 1.0),
            vector(random, -1.0, 1.0),
        )
        .into(),
    }
}

type Body<V> = (Shape<V>, Pose<V>);

/// Two bodies that nearly touch, slightly apart or overlapping: a step along the normal of the
/// single query's answer.
fn near_contact<V: World>(random: &mut Random, kinds: u64, size: f64) -> (Body<V>, Body<V>) {
    let (a, b) = (shape::<V>(random, kinds), shape::<V>(random, kinds));
    let pose = |random: &mut Random| Pose {
        translation: vector::<V>(random, -size, size),
        rotation: V::turn(random),
    };
    let (pose_a, mut pose_b) = (pose(random), pose(random));
    let answer = proximity(&a, &pose_a, &b, &pose_b);
    if random.below(8) > 0 {
        let hair = 10.0_f64.powf(random.between(-9.0, -3.0));
        let aside = if random.below(2) == 0 { hair } else { -hair };
        let step =
            -answer.signed_distance().to_f64() + if random.below(9) == 0 { 0.0 } else { aside };
        let moved = pose_b.translation.to_space() + answer.witness().normal.to_space() * step;
        pose_b.translation = V::from_space(moved);
    }
    ((a, pose_a), (b, pose_b))
}

/// Every level answers as the single query does; returns the share of pairs left to it.
fn assert_equal<V: World>(pairs: &[(Body<V>, Body<V>)], what: &str) -> f64 {
    let borrowed: Vec<_> = pairs.iter().map(|((a, p), (b, q))| (a, *p, b, *q)).collect();
    let single: Vec<bool> = borrowed.iter().map(|(a, p, b, q)| intersects(*a, p, *b, q)).collect();
    let mut share = 0.0;
    for lanes in levels() {
        let mut out = vec![false; pairs.len()];
        let tally = Batch::new().lanes(lanes).intersects(&borrowed[..], &mut out).unwrap();
        assert_eq!(tally.by_lanes + tally.by_query, pairs.len());
        for ((batch, single), pair) in out.iter().zip(&single).zip(pairs) {
            assert_eq!(batch, single, "{what} {lanes:?} {pair:?}");
        }
        if lanes == Lanes::Scalar {
            assert_eq!(tally.by_lanes, 0);
        } else {
            assert!(
                share == 0.0 || share == tally.by_query as f64,
                "levels differ in what they decide"
            );
            share = tally.by_query as f64;
        }
    }
    share / pairs.len().max(1) as f64
}

fn near_contacts<V: World>(seed: u64, count: usize, what: &str) {
    let mut random = Random(seed);
    for kinds in [2, 8, 12] {
        for (size, share) in [(1.5, 1.0 / 3.0), (100.0, 1.0 / 6.0)] {
            let count = (count as f64 * share / 1.5) as usize;
            let pairs: Vec<_> =
                (0..count).map(|_| near_contact::<V>(&mut random, kinds, size)).collect();
            assert_equal(&pairs, what);
        }
    }
}

/// 200 000 pairs in all, slightly apart or overlapping.
#[test]
fn near_contact_every_boolean_is_that_of_the_single_query() {
    near_contacts::<Vec3>(1, 80_000, "3D f32");
    near_contacts::<DVec3>(2, 50_000, "3D f64");
    near_contacts::<Vec2>(3, 40_000, "2D f32");
    near_contacts::<DVec2>(4, 30_000, "2D f64");
}

/// Closed sets: boxes that share no more than a face, an edge or a corner intersect.
#[test]
fn boxes_and_balls_of_an_integer_grid_touch_exactly() {
    let quarter = core::f32::consts::FRAC_1_SQRT_2;
    let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, quarter, quarter], [1.0, 0.0, 0.0, 0.0]];
    let mut pairs = Vec::new();
    for turn in turns {
        let [x, y, z, w] = turn;
        let rotation = Rotation3::from_xyzw(x, y, z, w);
        for i in 0..5 * 5 * 5 {
            let offset = Vec3::new((i % 5) as f32, (i / 5 % 5) as f32, (i / 25) as f32) - Vec3::ONE;
            let pose = |translation| Pose { translation, rotation };
            let (a, b): (Shape<Vec3>, Shape<Vec3>) =
                (Cuboid::new(Vec3::new(1.0, 2.0, 1.0)).into(), Cuboid::new(Vec3::ONE).into());
            let far = Vec3::splat(if i & 1 == 0 { 0.0 } else { 1024.0 });
            pairs.push(((a.clone(), pose(far)), (b, pose(far + offset))));
            pairs.push(((a.clone(), pose(far)), (Ball::new(1.0).into(), pose(far + offset))));
            pairs.push((
                (Ball::new(2.0).into(), pose(far)),
                (Ball::new(3.0).into(), pose(far + offset)),
            ));
            pairs.push((
                (Ball::new(2.0).into(), pose(far)),
                (Ball::new(3.0).into(), pose(far + offset.signum() * Vec3::new(3.0, 4.0, 0.0))),
            ));
        }
    }
    assert_equal(&pairs, "grid");
    let touching = pairs.iter().filter(|((a, p), (b, q))| {
        matches!(proximity(a, p, b, q), Proximity::Intersecting(w) if w.length == 0.0)
    });
    assert!(touching.count() > 50, "the grid is to hold exact contacts");
}

/// Numbers of pairs in which one is no shape: none is known.
fn assert_unknown<V: World>(pairs: &[(Body<V>, Body<V>)]) {
    let is_wrong = |shape: &Shape<V>| shape.check().is_err();
    let wrong = pairs.iter().filter(|((a, _), (b, _))| is_wrong(a) || is_wrong(b));
    let list: Vec<_> = wrong.map(|((a, at_a), (b, at_b))| (a, *at_a, b, *at_b)).collect();
    let mut answers = vec![Proximity::default(); list.len()];
    let mut depths = vec![None; list.len()];
    batch::proximity(&list[..], &mut answers).unwrap();
    batch::depth(&list[..], &mut depths).unwrap();
    for ((pair, answer), depth) in list.iter().zip(&answers).zip(&depths) {
        assert!(!answer.is_decided() || answer.witness().gap.to_f64().is_infinite(), "{pair:?}");
        assert!(depth.is_none_or(|depth| depth.gap.to_f64().is_infinite()), "{pair:?}");
    }
    assert!(list.len() > 1000);
}

/// A list that is shorter than it says: nothing is known of what is not there.
#[test]
fn a_pair_that_is_not_there_counts_as_touching() {
    struct Short(Ball<f32>);
    impl batch::Pairs for Short {
        type Vector = Vec3;
        type A = Ball<f32>;
        type B = Ball<f32>;
        fn len(&self) -> usize {
            3
        }
        fn pair(&self, index: usize) -> Option<batch::Pair<'_, Vec3, Ball<f32>, Ball<f32>>> {
            let pose = |x: f32| Pose::from_translation(Vec3::new(x, 0.0, 0.0));
            (index < 2).then(|| batch::Pair {
                a: &self.0,
                pose_a: pose(0.0),
                b: &self.0,
                pose_b: pose(9.0),
            })
        }
    }
    for lanes in levels() {
        let mut touch = [false; 3];
        Batch::new().lanes(lanes).intersects(&Short(Ball::new(1.0)), &mut touch).unwrap();
        assert_eq!(touch, [false, false, true], "{lanes:?}");
    }
}

/// Any bit pattern, in every number of a pair.
#[test]
fn what_is_no_shape_or_pose_gets_the_answer_of_the_single_query() {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1.0,
        -0.0,
        0.0,
        -1e-300,
        1e-300,
        1e-40,
        1e-12,
        1e12,
        1e30,
        1e38,
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
    ];
    let mut random = Random(5);
    let mut pairs3: Vec<(Body<DVec3>, Body<DVec3>)> = Vec::new();
    let mut single3: Vec<(Body<Vec3>, Body<Vec3>)> = Vec::new();
    let mut pairs2: Vec<(Body<DVec2>, Body<DVec2>)> = Vec::new();
    for _ in 0..20_000 {
        let mut number = |normal: f64| {
            if random.below(12) == 0 {
                odd[random.below(odd.len() as u64) as usize]
            } else {
                normal
            }
        };
        let mut n = [0.0; 24];
        for (i, slot) in n.iter_mut().enumerate() {
            *slot = number(0.3 + 0.1 * i as f64);
        }
        let kind = random.below(4);
        let make = |x: f64, y: f64, z: f64| -> Shape<DVec3> {
            match kind {
                0 => Cuboid::new(DVec3::new(x, y, z)).into(),
                1 => Ball::new(x).into(),
                2 => Capsule::new(x, y).into(),
                _ => Rounded::new(Shape::from(Cuboid::new(DVec3::new(x, y, z))), y).into(),
            }
        };
        let pose = |n: &[f64]| Pose {
            translation: DVec3::new(n[0], n[1], n[2]),
            rotation: Rotation3::from_xyzw(n[3], n[4], n[5], n[6]),
        };
        let other = if random.below(3) == 0 {
            Shape::from(Cuboid::new(DVec3::new(n[3], n[4], n[5])))
        } else {
            make(n[3], n[4], n[5])
        };
        pairs3.push(((make(n[0], n[1], n[2]), pose(&n[6..13])), (other, pose(&n[13..20]))));
        let s = |x: f64| x as f32;
        let pose32 = |n: &[f64]| Pose {
            translation: Vec3::new(s(n[0]), s(n[1]), s(n[2])),
            rotation: Rotation3::from_xyzw(s(n[3]), s(n[4]), s(n[5]), s(n[6])),
        };
        let half = |n: &[f64]| Shape::from(Cuboid::new(Vec3::new(s(n[0]), s(n[1]), s(n[2]))));
        single3.push(((half(&n[0..3]), pose32(&n[6..13])), (half(&n[3..6]), pose32(&n[13..20]))));
        let flat = |n: &[f64]| Pose {
            translation: DVec2::new(n[0], n[1]),
            rotation: Rotation2 { cos: n[2], sin: n[3] },
        };
        let make2 = |x: f64, y: f64| -> Shape<DVec2> {
            if kind & 1 == 0 {
                Cuboid::new(DVec2::new(x, y)).into()
            } else {
                Capsule::new(x, y).into()
            }
        };
        pairs2.push(((make2(n[0], n[1]), flat(&n[2..6])), (make2(n[6], n[7]), flat(&n[8..12]))));
    }
    assert_equal(&pairs3, "odd 3D f64");
    assert_equal(&single3, "odd 3D f32");
    assert_equal(&pairs2, "odd 2D f64");
    assert_unknown(&pairs3);
    assert_unknown(&single3);
    // Half-spaces have no reach.
    let wall = Shape::from(HalfSpace::new(DVec3::Y, 0.0));
    let walls: Vec<_> =
        pairs3.into_iter().map(|(_, b)| ((wall.clone(), Pose::identity()), b)).take(2000).collect();
    assert_equal(&walls, "walls");
}

/// Every length around the size of a chunk and the width of a vector.
#[test]
fn any_number_of_pairs_is_answered() {
    let mut random = Random(6);
    let pairs: Vec<_> = (0..300).map(|_| near_contact::<Vec3>(&mut random, 12, 1.0)).collect();
    for count in (0..20).chain(120..140).chain([255, 256, 257, 300]) {
        assert_equal(&pairs[..count], "lengths");
    }
}

#[test]
fn a_buffer_of_another_length_is_an_error_that_names_both() {
    let ball = Ball::new(1.0);
    let pairs = [(&ball, Vec3::ZERO, &ball, Vec3::X); 3];
    let mut out = [false; 2];
    let error = batch::intersects(&pairs, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "a length of 3 was expected, but it is 2");
    assert!(batch::distance(&pairs, &mut [None; 4]).is_err());
    assert!(batch::proximity(&pairs, &mut [Proximity::default(); 4]).is_err());
    assert!(PoseColumns::<Vec3, 3, 0>::new([&[1.0], &[1.0, 2.0], &[1.0]], []).is_err());
    let bodies = [(Ball::new(1.0), Vec3::ZERO)];
    let error = indexed(&bodies, &bodies, &[[0, 0], [0, 1]]).unwrap_err();
    assert_eq!(error.to_string(), "pair 1 names body 1, but there are 1");
}

/// Columns, indices and slices give the same pairs.
#[test]
fn every_way_to_hand_over_pairs_gives_the_same_answers() -> Result<(), LengthMismatch> {
    let mut random = Random(7);
    let (a, b) = (Cuboid::new(Vec3::new(0.5, 1.0, 0.7)), Capsule::new(0.6, 0.3));
    let poses: Vec<(Quat, Vec3)> = (0..333)
        .map(|_| {
            let Rotation3 { x, y, z, w } = turn3::<f32>(&mut random);
            (Quat::from_xyzw(x, y, z, w), vector(&mut random, -2.0, 2.0))
        })
        .collect();
    let expected: Vec<bool> = poses.iter().map(|q| intersects(&a, &Vec3::Y, &b, q)).collect();
    assert!(expected.contains(&true) && expected.contains(&false));
    let mut out = [false; 333];
    batch::intersects(&one_to_many(&a, &Vec3::Y, &b, &poses[..]), &mut out)?;
    assert_eq!(out[..], expected);

    let column = |f: &dyn Fn(&(Quat, Vec3)) -> f32| poses.iter().map(f).collect::<Vec<f32>>();
    let t = [column(&|p| p.1.x), column(&|p| p.1.y), column(&|p| p.1.z)];
    let r = [column(&|p| p.0.x), column(&|p| p.0.y), column(&|p| p.0.z), column(&|p| p.0.w)];
    let columns =
        PoseColumns::<Vec3, 3, 4>::new([&t[0], &t[1], &t[2]], [&r[0], &r[1], &r[2], &r[3]])?;
    let mut out = [false; 333];
    batch::intersects(&one_to_many(&a, &Vec3::Y, &b, &columns), &mut out)?;
    assert_eq!(out[..], expected);

    let bodies: Vec<_> = poses.iter().map(|p| (b, *p)).collect();
    let indices: Vec<[u32; 2]> = (0..333).map(|i| [0, i]).collect();
    let mut out = [false; 333];
    batch::intersects(&indexed(&[(a, Vec3::Y)], &bodies, &indices).unwrap(), &mut out)?;
    assert_eq!(out[..], expected);
    #[cfg(feature = "rayon")]
    {
        let mut out = [false; 333];
        batch::par_intersects(&one_to_many(&a, &Vec3::Y, &b, &columns), &mut out)?;
        assert_eq!(out[..], expected);
    }
    Ok(())
}

/// Scenes as they come: bodies strewn about, upright or turned, the candidates of a broad phase with 40 % overlaps.
#[test]
fn few_pairs_of_an_ordinary_scene_are_left_to_the_single_query() {
    let mut random = Random(8);
    for upright in [true, false] {
        let mut body = || -> Body<Vec3> {
            let rotation =
                if upright { Rotation3::from_xyzw(0.0, 0.0, 0.0, 1.0) } else { turn3(&mut random) };
            (
                shape(&mut random, 5),
                Pose { translation: vector(&mut random, -50.0, 50.0), rotation },
            )
        };
        let pairs: Vec<_> = (0..50_000)
            .map(|_| {
                let (a, mut b) = (body(), body());
                b.1.translation = a.1.translation + (b.1.translation / 50.0) * 1.2;
                (a, b)
            })
            .filter(|(a, b)| !has_segment_and_box(&a.0, &b.0))
            .collect();
        let overlaps = pairs.iter().filter(|((a, p), (b, q))| intersects(a, p, b, q)).count();
        assert!((0.2..0.9).contains(&(overlaps as f64 / pairs.len() as f64)), "{overlaps}");
        let share = assert_equal(&pairs, "scene");
        println!("upright {upright}: {share:.1e} of {} undecided in lanes", pairs.len());
        assert!(share < 1e-3, "{share}");
    }
}

/// The one mix of simple shapes without a kernel.
fn has_segment_and_box(a: &Shape<Vec3>, b: &Shape<Vec3>) -> bool {
    let is_box = |s: &Shape<Vec3>| matches!(s, Shape::Cuboid(_));
    let is_long = |s: &Shape<Vec3>| matches!(s, Shape::Segment(_) | Shape::Capsule(_));
    is_box(a) && is_long(b) || is_long(a) && is_box(b)
}

/// The plane of `Xy` and the space of `Xyz` need no vector library.
#[test]
fn bare_vectors_do() {
    let flat =
        (&Ball::new(1.0), Xy::new(0.0, 0.0), &Cuboid::new(Xy::new(1.0, 1.0)), Xy::new(2.0, 0.0));
    let mut out = [false];
    batch::intersects(&[flat], &mut out).unwrap();
    assert_eq!(out, [true]);
    let solid = (&Ball::new(1.0), Xyz::default(), &Ball::new(1.0), Xyz::new(0.0, 2.5, 0.0));
    batch::intersects(&[solid], &mut out).unwrap();
    assert_eq!(out, [false]);
}

/// Numbers are true within their gap, which is not much wider than the single query's, and the
/// points fit; every level gives the same bits.
fn assert_numbers<V: World>(pairs: &[(Body<V>, Body<V>)], what: &str) -> usize {
    let borrowed: Vec<_> = pairs.iter().map(|((a, p), (b, q))| (a, *p, b, *q)).collect();
    let mut of_levels: Vec<Vec<Proximity<V>>> = Vec::new();
    let mut by_lanes = 0;
    for lanes in levels() {
        let mut out = vec![Proximity::default(); pairs.len()];
        let tally = Batch::new().lanes(lanes).proximity(&borrowed[..], &mut out).unwrap();
        let mut apart = vec![None; pairs.len()];
        let _ = Batch::new().lanes(lanes).distance(&borrowed[..], &mut apart).unwrap();
        for (i, ((a, p, b, q), batch)) in borrowed.iter().zip(&out).enumerate() {
            let single = proximity(*a, p, *b, q);
            let (found, expected) = (batch.witness(), single.witness());
            let case = || format!("{what} {lanes:?} {:?}\n{batch:?}\n{single:?}", pairs[i]);
            assert_eq!(batch.intersects(), single.intersects(), "{}", case());
            assert_eq!(batch.is_decided(), single.is_decided(), "{}", case());
            let f = |x: V::Scalar| x.to_f64();
            if !f(expected.gap).is_finite() {
                assert!(!f(found.gap).is_finite(), "{}", case());
                continue;
            }
            let off = (f(batch.signed_distance()) - f(single.signed_distance())).abs();
            assert!(off <= f(found.gap) + f(expected.gap), "{}", case());
            assert!(
                f(found.gap)
                    <= 3.0 * f(expected.gap) + 1e-13 + V::Scalar::EPSILON * f(found.length),
                "{}",
                case()
            );
            check_apart(&apart[i], &single, case);
            // Pairs left to the single query have exactly its answer.
            if *batch == single {
                continue;
            }
            let way = found.on_b.to_space() - found.on_a.to_space();
            let sign = if batch.intersects() { -1.0 } else { 1.0 };
            let miss = (way - found.normal.to_space() * (sign * f(found.length))).length();
            let size = 4.0 + p.translation.to_space().length() + q.translation.to_space().length();
            assert!(miss <= (32.0 * V::Scalar::EPSILON).max(1e-12) * size, "{miss} {}", case());
            for (shape, pose, point) in [(a, p, found.on_a), (b, q, found.on_b)] {
                let on = proximity(*shape, pose, &Point(point), &Pose::<V>::identity());
                assert!(
                    f(on.signed_distance()) <= 32.0 * V::Scalar::EPSILON * size,
                    "{on:?} {}",
                    case()
                );
            }
        }
        if lanes != Lanes::Scalar {
            by_lanes = tally.by_lanes;
            of_levels.push(out);
        }
    }
    let bits = |answers: &[Proximity<V>]| format!("{answers:?}");
    for level in &of_levels {
        assert_eq!(bits(level), bits(&of_levels[0]), "{what}");
    }
    by_lanes
}

fn check_apart<V: Vector>(
    apart: &Option<clearance::Witness<V>>,
    single: &Proximity<V>,
    case: impl Fn() -> String,
) {
    assert_eq!(apart.is_none(), single.intersects(), "{}", case());
    if let Some(witness) = apart {
        let off = (witness.length.to_f64() - single.witness().length.to_f64()).abs();
        assert!(off <= witness.gap.to_f64() + single.witness().gap.to_f64(), "{}", case());
    }
}

#[test]
fn numbers_are_those_of_the_single_query_within_the_gaps() {
    let mut random = Random(9);
    let mut answered = 0;
    for kinds in [2, 8, 12] {
        for size in [0.5, 1.5] {
            let pairs: Vec<_> =
                (0..2000).map(|_| near_contact::<Vec3>(&mut random, kinds, size)).collect();
            answered += assert_numbers(&pairs, "3D f32");
            let pairs: Vec<_> =
                (0..1000).map(|_| near_contact::<DVec3>(&mut random, kinds, size)).collect();
            answered += assert_numbers(&pairs, "3D f64");
        }
    }
    assert!(answered > 3000, "{answered}");
    let pairs: Vec<_> = (0..500).map(|_| near_contact::<Vec2>(&mut random, 12, 1.0)).collect();
    assert_numbers(&pairs, "2D f32");
}

/// Deep overlaps of boxes, upright and turned: the lanes' answers, and how few pairs they leave.
#[test]
fn lanes_answer_most_overlaps_of_boxes_and_every_pair_of_balls() {
    let mut random = Random(10);
    for (upright, least) in [(true, 0.9), (false, 0.97)] {
        let pairs: Vec<(Body<Vec3>, Body<Vec3>)> = (0..2000)
            .map(|_| {
                let mut body = || -> Body<Vec3> {
                    let spin = Rotation3::from_axis_angle(Xyz::axis(1), random.between(-3.0, 3.0));
                    let any = Xyz::new(
                        random.between(-1.0, 1.0),
                        random.between(-1.0, 1.0),
                        random.between(-1.0, 1.0),
                    );
                    let turn = Rotation3::from_axis_angle(any, random.between(-3.0, 3.0));
                    let half: Vec3 = vector(&mut random, 0.6, 1.0);
                    let rotation = if upright { spin } else { turn };
                    (
                        Cuboid::new(half).into(),
                        Pose { translation: vector(&mut random, -0.3, 0.3), rotation },
                    )
                };
                (body(), body())
            })
            .collect();
        let by_lanes = assert_numbers(&pairs, "boxes");
        println!("upright {upright}: {by_lanes} of 2000");
        assert!(by_lanes as f64 >= least * 2000.0, "upright {upright}: {by_lanes}");
    }
}

/// Boxes apart, near and far, turned any way.
#[test]
fn lanes_answer_most_distances_of_boxes() {
    let mut random = Random(11);
    for (size, least) in [(1.5, 0.9), (6.0, 0.95)] {
        let pairs: Vec<(Body<Vec3>, Body<Vec3>)> =
            core::iter::repeat_with(|| near_contact::<Vec3>(&mut random, 2, size))
                .filter(|((a, p), (b, q))| proximity(a, p, b, q).signed_distance() > 1e-4)
                .take(2000)
                .collect();
        let by_lanes = assert_numbers(&pairs, "boxes apart");
        println!("size {size}: {by_lanes} of 2000");
        assert!(by_lanes as f64 >= least * 2000.0, "{size}: {by_lanes}");
    }
}

/// The depth alone is that of the single query within the gaps, with any instructions.
#[test]
fn depths_are_those_of_the_single_query_within_the_gaps() {
    let mut random = Random(12);
    for kinds in [2, 8, 12] {
        let pairs: Vec<_> =
            (0..3000).map(|_| near_contact::<Vec3>(&mut random, kinds, 0.7)).collect();
        assert_depths(&pairs);
        let pairs: Vec<_> =
            (0..1000).map(|_| near_contact::<DVec3>(&mut random, kinds, 0.7)).collect();
        assert_depths(&pairs);
    }
}

fn assert_depths<V: World>(pairs: &[(Body<V>, Body<V>)]) {
    let borrowed: Vec<_> = pairs.iter().map(|((a, p), (b, q))| (a, *p, b, *q)).collect();
    let mut by_levels = Vec::new();
    for lanes in levels() {
        let mut depths = vec![None; pairs.len()];
        let tally = Batch::new().lanes(lanes).depth(&borrowed[..], &mut depths).unwrap();
        for (depth, (a, p, b, q)) in depths.iter().zip(&borrowed) {
            // Their distance is not wanted.
            let single = Query::new().cut_off(V::Scalar::ZERO).proximity(*a, p, *b, q);
            let case = || format!("{lanes:?} {a:?} {p:?} {b:?} {q:?}\n{depth:?}\n{single:?}");
            assert_eq!(depth.is_some(), single.intersects(), "{}", case());
            let Some(batch::Depth { normal, length, gap }) = *depth else { continue };
            let expected = single.witness();
            let f = |x: V::Scalar| x.to_f64();
            let off = (f(length) - f(expected.length)).abs();
            assert!(off <= f(gap) + f(expected.gap), "{}", case());
            let limit = 3.0 * f(expected.gap) + 1e-13 + V::Scalar::EPSILON * f(length);
            assert!(f(gap) <= limit, "{}", case());
            // Moved out that way by that much, they touch no deeper than rounding.
            let slab = clearance::separation(*a, p, *b, q, normal);
            let miss = (f(slab.length) + f(length)).abs();
            let size = 4.0 + p.translation.to_space().length() + q.translation.to_space().length();
            assert!(miss <= (8.0 * V::Scalar::EPSILON).max(1e-13) * size, "{miss} {}", case());
        }
        if lanes != Lanes::Scalar {
            by_levels.push((format!("{depths:?}"), tally.by_lanes));
        }
    }
    assert!(by_levels.iter().all(|level| *level == by_levels[0]), "levels differ");
    assert!(by_levels[0].1 * 6 > pairs.len(), "{}", by_levels[0].1);
}

/// A hull of about this many corners, as long as wide or three times as long.
fn hull(random: &mut Random, corners: usize) -> Shape<Vec3> {
    let stretch: Vec3 = vector(random, 0.3, 1.0);
    let points: Vec<Vec3> = (0..corners)
        .map(|_| {
            let point: Vec3 = vector(random, -1.0, 1.0);
            point.normalize() * stretch
        })
        .collect();
    ConvexHull::new(&points).unwrap().into()
}

/// Pairs of hulls of mixed sizes whose signed distances are in this range.
fn hulls(random: &mut Random, sizes: &[usize], range: [f32; 2]) -> Vec<(Body<Vec3>, Body<Vec3>)> {
    let pool: Vec<Shape<Vec3>> = (0..24).map(|i| hull(random, sizes[i % sizes.len()])).collect();
    let one = |random: &mut Random| -> (Body<Vec3>, Body<Vec3>) {
        let mut body = || -> Body<Vec3> {
            let shape = pool[random.below(24) as usize].clone();
            (shape, Pose { translation: vector(random, -1.5, 1.5), rotation: turn3(random) })
        };
        let ((a, p), (b, mut q)) = (body(), body());
        let answer = proximity(&a, &p, &b, &q);
        let wanted = random.between(f64::from(range[0]), f64::from(range[1])) as f32;
        q.translation += answer.witness().normal * (wanted - answer.signed_distance());
        ((a, p), (b, q))
    };
    core::iter::repeat_with(|| one(random))
        .filter(|((a, p), (b, q))| {
            (range[0]..range[1]).contains(&proximity(a, p, b, q).signed_distance())
        })
        .take(1000)
        .collect()
}

/// Near, far, shallow and deep; sizes that fill a vector evenly and sizes that do not.
#[test]
fn lanes_answer_most_pairs_of_hulls() {
    let mut random = Random(13);
    for sizes in [&[12][..], &[32], &[64], &[4, 9, 30, 64]] {
        for (range, least) in [([0.3, 2.0], 0.99), ([0.001, 0.02], 0.98)] {
            let pairs = hulls(&mut random, sizes, range);
            let by_lanes = assert_numbers(&pairs, "hulls apart");
            println!("{sizes:?} {range:?}: {by_lanes} distances of {}", pairs.len());
            let share = by_lanes as f64 / pairs.len() as f64;
            assert!(share >= least, "{sizes:?} {range:?}: {share}");
        }
        for range in [[0.001, 2.0], [-0.02, -0.005], [-0.5, -0.05]] {
            let pairs = hulls(&mut random, sizes, range);
            let open = assert_equal(&pairs, "hulls");
            println!("{sizes:?} {range:?}: {open} of the booleans undecided");
            assert!(open < 0.03, "{sizes:?} {range:?}: {open}");
        }
    }
}

/// Hulls of `f64` that are 1e-10 apart: lanes that judged them in `f32` would leave them.
#[test]
fn lanes_judge_hulls_of_f64_in_f64() {
    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
        let side = |bit: u32| if i & bit == 0 { -1.0 } else { 1.0 };
        DVec3::new(side(1), side(2), side(4))
    });
    let cube: Shape<DVec3> = ConvexHull::new(&corners).unwrap().into();
    let beside = |i: u32| DVec3::new(2.0 + 1e-10, 0.01 * f64::from(i), 0.2);
    let pairs: Vec<_> = (0..64).map(|i| (&cube, DVec3::ZERO, &cube, beside(i))).collect();
    for lanes in levels().filter(|lanes| *lanes != Lanes::Scalar) {
        let mut out = vec![true; pairs.len()];
        let tally = Batch::new().lanes(lanes).intersects(&pairs[..], &mut out).unwrap();
        assert_eq!(tally.by_lanes, pairs.len(), "{lanes:?}");
        assert!(out.iter().all(|meet| !meet), "{lanes:?} {out:?}");
    }
}

/// Triangles, segments and points are polytopes too, and so is a box beside a segment.
#[test]
fn lanes_answer_flat_and_thin_polytopes() {
    let mut random = Random(14);
    let shape = |random: &mut Random| -> Shape<Vec3> {
        let kind = random.below(4);
        let mut point = || vector(random, -1.0, 1.0);
        match kind {
            0 => Triangle::new(point(), point(), point()).into(),
            1 => Segment::new(point(), point()).into(),
            2 => Cuboid::new(vector(random, 0.2, 1.0)).into(),
            _ => hull(random, 10),
        }
    };
    let pairs: Vec<(Body<Vec3>, Body<Vec3>)> = core::iter::repeat_with(|| {
        let mut body = || -> Body<Vec3> {
            let shape = shape(&mut random);
            (
                shape,
                Pose { translation: vector(&mut random, -2.0, 2.0), rotation: turn3(&mut random) },
            )
        };
        (body(), body())
    })
    .filter(|((a, p), (b, q))| proximity(a, p, b, q).signed_distance() > 0.01)
    .take(2000)
    .collect();
    let by_lanes = assert_numbers(&pairs, "flat");
    println!("{by_lanes} of 2000");
    assert!(by_lanes >= 1900, "{by_lanes}");
    assert!(assert_equal(&pairs, "flat") < 0.01);
}
