//! Frusta given by their matrix, judged by exactly the planes of the matrix in rational arithmetic.
//!
//! The judge finds corners in its own way: every three of the planes meet in a point, and a corner
//! is such a point on the inner side of all planes. A frustum without end is cut, far beyond all
//! that matters, by a plane across the camera's axis.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, CertificateError, Cuboid, DepthRange, Frustum, FrustumError, HalfSpace, Point, Proximity,
    Rounded, Scalar, Scaled, Shape, Space, SupportMap, Vector, Xyz, certificate, proximity, verify,
};
use clearance_oracle::{
    Polytope, Rational, Vector as Exact, depth_squared, distance_squared, exact, sqrt_bounds,
};
use clearance_trust::Random;
use glam::{DVec3, Vec3};

type Columns = [[f64; 4]; 4];

fn number(x: f64) -> Rational {
    exact(x).unwrap()
}

/// `normal · p + offset >= 0`.
#[derive(Clone)]
struct Plane(Exact<3>, Rational);

impl Plane {
    fn height(&self, p: &Exact<3>) -> Rational {
        self.0.dot(p) + &self.1
    }
}

/// The clip-space rows `x`, `y`, `z`, `w` as planes of the source.
fn rows(columns: &Columns) -> [Plane; 4] {
    std::array::from_fn(|row| {
        let entry = |column: usize| number(columns[column][row]);
        Plane(Exact([entry(0), entry(1), entry(2)]), entry(3))
    })
}

fn blend(a: &Plane, by: f64, b: &Plane, to: f64) -> Plane {
    let (by, to) = (number(by), number(to));
    Plane(&(&a.0 * &by) + &(&b.0 * &to), &a.1 * &by + &b.1 * &to)
}

/// The six half-spaces of a matrix.
fn planes(columns: &Columns, depth: DepthRange) -> Vec<Plane> {
    let [x, y, z, w] = rows(columns);
    let near = if depth == DepthRange::ZeroToOne { 0.0 } else { -1.0 };
    let sides = [&x, &y].map(|row| [blend(&w, 1.0, row, 1.0), blend(&w, 1.0, row, -1.0)]);
    let ends = [blend(&z, 1.0, &w, -near), blend(&w, 1.0, &z, -1.0)];
    sides.into_iter().flatten().chain(ends).collect()
}

/// The part where `w <= most`.
fn cut(columns: &Columns, depth: DepthRange, most: f64) -> Vec<Exact<3>> {
    let mut planes = planes(columns, depth);
    let [_, _, _, w] = rows(columns);
    planes.push(Plane(-&w.0, number(most) - &w.1));
    let mut corners: Vec<Exact<3>> = Vec::new();
    for i in 0..planes.len() {
        for j in 0..i {
            for k in 0..j {
                let [p, q, r] = [i, j, k].map(|i| &planes[i]);
                let edge = q.0.cross(&r.0);
                let volume = p.0.dot(&edge);
                if volume == Rational::ZERO {
                    continue;
                }
                let sum =
                    &(&(&edge * &p.1) + &(&r.0.cross(&p.0) * &q.1)) + &(&p.0.cross(&q.0) * &r.1);
                let corner = &sum * &(-Rational::ONE / volume);
                let inside = planes.iter().all(|plane| plane.height(&corner) >= Rational::ZERO);
                if inside && !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
    }
    corners
}

fn floats(p: &Exact<3>) -> Xyz {
    let [x, y, z] = p.0.each_ref().map(clearance_oracle::near);
    Xyz::new(x, y, z)
}

/// A camera's matrix in the caller's precision, and its kind.
struct Camera {
    columns: Columns,
    depth: DepthRange,
    kind: &'static str,
}

fn product(a: &Columns, b: &Columns, round: impl Fn(f64) -> f64) -> Columns {
    b.map(|column| {
        std::array::from_fn(|row| {
            (0..4).fold(0.0, |sum, k| round(sum + round(a[k][row] * column[k])))
        })
    })
}

/// A camera as engines make it: a projection times a view, each rounded to the precision.
fn camera(random: &mut Random, round: impl Fn(f64) -> f64 + Copy) -> Camera {
    let between = |random: &mut Random, low: f64, high: f64| low + (high - low) * unit(random);
    let kinds = [
        "perspective",
        "perspective",
        "reversed",
        "infinite",
        "infinite reversed",
        "orthographic",
        "oblique",
        "any",
    ];
    let kind = kinds[(unit(random) * 8.0) as usize % 8];
    let depth = if unit(random) < 0.5 { DepthRange::ZeroToOne } else { DepthRange::MinusOneToOne };
    let zero_to_one = depth == DepthRange::ZeroToOne;
    let near = 10f64.powf(between(random, -2.0, 1.0));
    let far = near * 10f64.powf(between(random, 1.0, 8.0));
    let (fx, fy) = (between(random, 0.3, 3.0), between(random, 0.3, 3.0));
    // Depth as z' = (a z + b) / -z.
    let (a, b) = match (kind, zero_to_one) {
        ("infinite", true) => (-1.0, -near),
        ("infinite", false) => (-1.0, -2.0 * near),
        ("infinite reversed", true) => (0.0, near),
        ("infinite reversed", false) => (1.0, 2.0 * near),
        ("reversed", true) => (near / (far - near), near * far / (far - near)),
        ("reversed", false) => ((far + near) / (far - near), 2.0 * near * far / (far - near)),
        (_, true) => (-far / (far - near), -near * far / (far - near)),
        (_, false) => (-(far + near) / (far - near), -2.0 * near * far / (far - near)),
    };
    let mut projection =
        [[fx, 0.0, 0.0, 0.0], [0.0, fy, 0.0, 0.0], [0.0, 0.0, a, -1.0], [0.0, 0.0, b, 0.0]];
    if kind == "orthographic" {
        let depth = if zero_to_one { [-1.0, -near] } else { [-2.0, -(far + near)] };
        let [a, b] = depth.map(|x| x / (far - near));
        projection =
            [[fx, 0.0, 0.0, 0.0], [0.0, fy, 0.0, 0.0], [0.0, 0.0, a, 0.0], [0.0, 0.0, b, 1.0]];
    }
    if kind == "oblique" {
        // The near plane replaces the third row (Lengyel 2005), whatever becomes of the far one.
        let plane = [between(random, -0.6, 0.6), between(random, -0.6, 0.6), -1.0, -near];
        let scale = between(random, 0.1, 2.0);
        for (column, x) in projection.iter_mut().zip(plane) {
            column[2] = x * scale - if zero_to_one { 0.0 } else { column[3] };
        }
    }
    if kind == "any" {
        projection = std::array::from_fn(|_| std::array::from_fn(|_| between(random, -1.0, 1.0)));
    }
    let q: [f64; 4] = std::array::from_fn(|_| between(random, -1.0, 1.0));
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z, w] = q.map(|c| c / length);
    let eye: [f64; 3] = std::array::from_fn(|_| between(random, -1e3, 1e3) * unit(random).powi(4));
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let moved: [f64; 3] =
        std::array::from_fn(|row| -(0..3).map(|k| turn[k][row] * eye[k]).sum::<f64>());
    let view = [turn[0], turn[1], turn[2], moved];
    let view: Columns = std::array::from_fn(|k| {
        let [x, y, z] = view[k];
        [x, y, z, if k == 3 { 1.0 } else { 0.0 }].map(round)
    });
    let columns = product(&projection.map(|c| c.map(round)), &view, round);
    Camera { columns, depth, kind }
}

fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The counts for some thousand pairs.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    judged: usize,
    unbounded: usize,
    touching_nearly: usize,
    intersecting: usize,
    wrong_booleans: usize,
    wrong_gaps: usize,
    undecided: usize,
    certified: usize,
    not_certified: usize,
    refused_cameras: usize,
}

/// Pairs of a camera and a point, ball or box, many of them within `1e-13` of a plane.
fn judge<V: Vector<Space = Xyz> + std::fmt::Debug>(
    seed: u64,
    pairs: usize,
    vector: impl Fn([f64; 3]) -> V,
    round: impl Fn(f64) -> f64 + Copy,
) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    while tally.judged < pairs {
        let Camera { columns, depth, kind } = camera(&mut random, round);
        let typed = columns.map(|c| c.map(V::Scalar::from_f64));
        let frustum: Frustum<V> = match Frustum::from_view_projection(typed, depth) {
            Ok(frustum) => frustum,
            Err(FrustumError::Empty) => {
                assert!(cut(&columns, depth, 1e30).is_empty(), "{kind} {columns:?}");
                tally.refused_cameras += 1;
                continue;
            }
            Err(error) => panic!("{kind} {error}: {columns:?}"),
        };
        // Corners near enough that objects by them are of an ordinary size.
        let reach = 10f64.powf(unit(&mut random) * 4.0);
        let near_by = cut(&columns, depth, reach);
        if near_by.len() < 4 {
            continue;
        }
        for _ in 0..3 {
            let (shape, at, center) =
                object(&mut random, &near_by, &columns, depth, &vector, round);
            let truth = Truth::of(&columns, depth, &shape, center);
            let found = proximity(&frustum, &vector([0.0; 3]), &shape, &at);
            tally.judged += 1;
            tally.unbounded += usize::from(frustum.is_unbounded());
            tally.intersecting += usize::from(truth.intersects);
            let context =
                || format!("{kind} {columns:?} {depth:?} {shape:?} {at:?}: {found:?}, {truth:?}");
            if !found.is_decided() {
                tally.undecided += 1;
            } else if found.intersects() != truth.intersects {
                tally.wrong_booleans += 1;
                eprintln!("boolean: {}", context());
            }
            let (signed, gap) = (found.signed_distance().to_f64(), found.witness().gap.to_f64());
            let (low, high) = (number(signed - 0.0) - number(gap), number(signed) + number(gap));
            if truth.signed.0 < low || truth.signed.1 > high {
                tally.wrong_gaps += 1;
                eprintln!("gap: {}", context());
            }
            let near = clearance_oracle::near(&truth.signed.0).abs();
            let by_a_rounding = 1e4 * V::Scalar::EPSILON;
            tally.touching_nearly += usize::from(near < by_a_rounding * reach);
            if tally.judged % 16 == 0 {
                match certificate(&frustum, &vector([0.0; 3]), &shape, &at) {
                    Ok(proof) => {
                        verify(&frustum, &vector([0.0; 3]), &shape, &at, &proof).unwrap();
                        assert!(
                            number(proof.lower) <= truth.signed.1
                                && number(proof.upper) >= truth.signed.0,
                            "{}",
                            context()
                        );
                        tally.certified += 1;
                    }
                    Err(CertificateError::Unsupported { .. }) if frustum.is_unbounded() => {
                        tally.not_certified += 1;
                    }
                    Err(error) => panic!("{error}: {}", context()),
                }
            }
        }
    }
    tally
}

/// A point, ball or axis-aligned box by the frustum's boundary, its pose, and where that is.
fn object<V: Vector<Space = Xyz>>(
    random: &mut Random,
    corners: &[Exact<3>],
    columns: &Columns,
    depth: DepthRange,
    vector: impl Fn([f64; 3]) -> V,
    round: impl Fn(f64) -> f64,
) -> (Shape<V>, V, Xyz) {
    let mut planes = planes(columns, depth);
    // A far plane at infinity has no normal.
    planes.retain(|plane| plane.0 != Exact::zero());
    let plane = &planes[(unit(random) * planes.len() as f64) as usize];
    let on_it: Vec<Xyz> =
        corners.iter().filter(|c| plane.height(c) == Rational::ZERO).map(floats).collect();
    let all: Vec<Xyz> = corners.iter().map(floats).collect();
    let from = if on_it.is_empty() { &all } else { &on_it };
    let weights: Vec<f64> = from.iter().map(|_| unit(random).powi(3)).collect();
    let total: f64 = weights.iter().sum();
    let mut center =
        from.iter().zip(&weights).fold(Xyz::default(), |sum, (p, w)| sum + *p * (w / total));
    let outward = floats(&-&plane.0);
    let outward = outward * (1.0 / outward.dot(outward).sqrt());
    let size = center.dot(center).sqrt() + 1e-3;
    let radius = round(size * 10f64.powf(-4.0 * unit(random)));
    let off = match (unit(random) * 4.0) as u32 {
        0 => 0.0,
        1 => {
            size * 10f64.powf(-16.0 + 3.0 * unit(random))
                * if unit(random) < 0.5 { 1.0 } else { -1.0 }
        }
        2 => size * (unit(random) - 0.5),
        _ => size * 10f64.powf(-10.0 * unit(random)),
    };
    let kind = (unit(random) * 3.0) as u32;
    let half: [f64; 3] = std::array::from_fn(|_| round(radius * (0.1 + unit(random))));
    let extent = match kind {
        0 => 0.0,
        1 => radius,
        _ => half.iter().zip([outward.x, outward.y, outward.z]).map(|(h, n)| h * n.abs()).sum(),
    };
    center += outward * (extent + off);
    let at = [center.x, center.y, center.z].map(&round);
    let shape: Shape<V> = match kind {
        0 => Point(vector([0.0; 3])).into(),
        1 => Ball::new(V::Scalar::from_f64(radius)).into(),
        _ => Cuboid::new(vector(half)).into(),
    };
    let [x, y, z] = at;
    (shape, vector(at), Xyz::new(x, y, z))
}

#[derive(Debug)]
struct Truth {
    intersects: bool,
    signed: (Rational, Rational),
}

impl Truth {
    fn of<V: Vector<Space = Xyz>>(
        columns: &Columns,
        depth: DepthRange,
        shape: &Shape<V>,
        at: Xyz,
    ) -> Self {
        let center = Exact::exact([at.x, at.y, at.z]).unwrap();
        let (points, radius) = match shape {
            Shape::Cuboid(cuboid) => {
                let half = cuboid.half_extents.to_space();
                let corner = |i: u32| {
                    let side = |bit: u32, h: f64| if i >> bit & 1 == 0 { h } else { -h };
                    let corner = [side(0, half.x), side(1, half.y), side(2, half.z)];
                    &center + &Exact::exact(corner).unwrap()
                };
                ((0..8).map(corner).collect(), Rational::ZERO)
            }
            other => (vec![center.clone()], number(other.radius_f64())),
        };
        let (a, b) =
            (Polytope::new(cut(columns, depth, f64::MAX)).unwrap(), Polytope::new(points).unwrap());
        let nearest = distance_squared(&a, &b).squared;
        let (low, high) = if nearest > Rational::ZERO {
            sqrt_bounds(&nearest)
        } else {
            let depth = depth_squared(&a, &b).unwrap().squared;
            let (low, high) = sqrt_bounds(&depth);
            (-high, -low)
        };
        let intersects = nearest <= &radius * &radius;
        Self { intersects, signed: (low - &radius, high - &radius) }
    }
}

pub(crate) fn in_f64(seed: u64, pairs: usize) -> Tally {
    judge(seed, pairs, DVec3::from_array, |x| x)
}

pub(crate) fn in_f32(seed: u64, pairs: usize) -> Tally {
    #[allow(clippy::cast_possible_truncation)]
    let narrow = |x: f64| x as f32;
    judge(seed, pairs, |p| Vec3::from_array(p.map(narrow)), |x| f64::from(narrow(x)))
}

fn assert_right(tally: &Tally) {
    assert_eq!((tally.wrong_booleans, tally.wrong_gaps, tally.undecided), (0, 0, 0), "{tally:?}");
    assert!(tally.unbounded * 20 > tally.judged && tally.certified > 0, "{tally:?}");
    assert!(tally.intersecting * 5 > tally.judged, "{tally:?}");
    assert!(tally.touching_nearly * 5 > tally.judged, "{tally:?}");
}

#[test]
fn matrices_of_every_kind_are_judged_about_their_planes() {
    assert_right(&in_f64(1, 240));
    assert_right(&in_f32(2, 240));
}

/// Judges as many as `FRUSTA`, in an optimised build.
#[test]
#[ignore = "minutes"]
fn very_many_matrices() {
    let pairs = std::env::var("FRUSTA").ok().and_then(|n| n.parse().ok()).unwrap_or(50_000);
    for (seed, judge) in [(11, in_f64 as fn(u64, usize) -> Tally), (12, in_f32)] {
        let tally = judge(seed, pairs);
        println!("{tally:?}");
        assert_right(&tally);
    }
}

/// Right in front of a plane of a camera; its corners, rounded once to `f64`, decided otherwise.
#[test]
fn a_ball_before_a_far_corner() {
    let columns = [
        [
            -1.196_338_459_621_549,
            -1.184_734_077_231_527,
            0.562_279_274_092_939,
            0.562_273_651_328_311_9,
        ],
        [
            0.678_881_123_435_544_4,
            0.951_979_701_334_17,
            0.823_032_502_793_949_1,
            0.823_024_272_510_072_6,
        ],
        [
            1.415_422_741_642_452_3,
            -1.457_955_937_426_350_4,
            0.080_495_449_997_175_78,
            0.080_494_645_046_700_56,
        ],
        [
            690.853_834_106_449_1,
            -512.273_492_685_391_,
            -500.573_370_353_788_1,
            -500.548_364_745_112_56,
        ],
    ];
    let camera: Frustum<DVec3> =
        Frustum::from_view_projection(columns, DepthRange::MinusOneToOne).unwrap();
    let ball = Ball::new(2.917_190_681_820_788);
    let at = DVec3::new(1_112.518_219_788_517, 1_001.052_818_284_672_6, -665.035_371_974_490_8);
    let found = proximity(&camera, &DVec3::ZERO, &ball, &at);
    let shape: Shape<DVec3> = ball.into();
    let truth = Truth::of(&columns, DepthRange::MinusOneToOne, &shape, at.to_space());
    assert_eq!(found.intersects(), truth.intersects);
    let length = number(found.signed_distance());
    let gap = number(found.witness().gap);
    assert!(&length - &gap <= truth.signed.0 && truth.signed.1 <= length + gap);
}

/// The camera of Bevy: reversed, without a far plane. A box that an ulp keeps from the near plane.
#[test]
fn without_an_end() {
    let columns = [
        [1.357_995_128_834_866, 0.0, 0.0, 0.0],
        [0.0, 2.414_213_562_373_095, 0.0, 0.0],
        [0.0, 0.0, 0.0, -1.0],
        [0.0, 0.0, 0.1, 0.0],
    ];
    let camera: Frustum<DVec3> =
        Frustum::from_view_projection(columns, DepthRange::ZeroToOne).unwrap();
    assert!(camera.is_unbounded() && camera.corners().is_none());
    let cube = Cuboid::new(DVec3::ONE);
    let stands = |at: DVec3| proximity(&camera, &DVec3::ZERO, &cube, &at);
    assert!(matches!(stands(DVec3::new(0.0, 0.0, 0.9)), Proximity::Separated(_)));
    assert!(matches!(
        stands(DVec3::new(0.0, 0.0, 0.9_f64.next_down())),
        Proximity::Intersecting(_)
    ));
    assert!(matches!(stands(DVec3::new(1e5, 2e4, -1e6)), Proximity::Intersecting(_)));
    // Grown, stretched, and in another frame it has no end either.
    let grown = Rounded::new(camera, 0.5);
    let behind = proximity(&grown, &DVec3::ZERO, &cube, &DVec3::new(0.0, 0.0, 3.9));
    assert!((behind.signed_distance() - 2.5).abs() <= behind.witness().gap);
    let doubled = Scaled::new(camera, DVec3::splat(2.0)).unwrap();
    let behind = proximity(&doubled, &DVec3::ZERO, &cube, &DVec3::new(0.0, 0.0, 3.8));
    assert!((behind.signed_distance() - 3.0).abs() <= behind.witness().gap);
    // Over a wall that it faces, falling through it without end, and along a wall.
    let wall = |normal: DVec3, offset: f64| {
        proximity(&HalfSpace::new(normal, offset), &DVec3::ZERO, &camera, &DVec3::ZERO)
    };
    let through = wall(DVec3::Z, -5.0);
    assert!(matches!(through, Proximity::Intersecting(_)), "{through:?}");
    let behind = wall(DVec3::NEG_Z, -5.0);
    assert!((behind.signed_distance() - 5.1).abs() <= behind.witness().gap, "{behind:?}");
    let before = wall(DVec3::NEG_Z, 0.0);
    assert!(matches!(before, Proximity::Separated(_)));
    assert!((before.signed_distance() - 0.1).abs() <= before.witness().gap);
    assert!(matches!(wall(DVec3::X, -9.0), Proximity::Intersecting(_)));
    // Two without an end may meet anywhere.
    let both = proximity(&camera, &DVec3::ZERO, &camera, &DVec3::X);
    assert!(!both.is_decided() && both.witness().gap == f64::INFINITY);
    assert_eq!(
        certificate(&camera, &DVec3::ZERO, &cube, &DVec3::ZERO),
        Err(CertificateError::Unsupported { which: 'a' })
    );
}
