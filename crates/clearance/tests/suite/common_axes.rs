//! Deep overlaps with many ways out that are equally short or nearly: regular solids, pyramids,
//! prisms and antiprisms with round shapes about a common axis, and pairs that drift a little from
//! that; in the plane regular polygons with ellipses. Such a search sees dozens of ways out, and
//! all of its answer must belong to one of them: each is measured again along its own normal, in
//! exact arithmetic.
//!
//! `CLEARANCE_AXES` is the number of pairs in each space (200), `CLEARANCE_SEED` where they begin:
//! `CLEARANCE_AXES=50000 cargo test --release -p clearance --test suite common_axes`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::f64::consts::TAU;

use clearance::{
    Capsule, Cone, ConvexHull, Cylinder, Ellipsoid, Pose, Proximity, Query, Rounded, Scalar, Shape,
    Space, Start, Warm,
};
use clearance_trust::literal::make::*;
use clearance_trust::pair::length;
use clearance_trust::{Court, Pair, Random, mixed, pose, spaces, vector};

use crate::judged::from_environment;

/// How far from the common axis, and by which angle.
const DRIFTS: [f64; 9] = [0.0, 1e-12, 1e-10, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
/// Sizes, so that some pairs have equal ones.
const SIZES: [f64; 9] = [0.25, 0.5, 0.6, 0.75, 1.0, 1.2, 1.5, 2.0, 3.0];

fn one_of<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len() as u64) as usize]
}

fn size<T: Scalar>(random: &mut Random) -> T {
    let any = random.range(0.2, 3.0);
    T::from_f64(if random.below(4) == 0 { any } else { one_of(random, &SIZES) })
}

/// Corners of a regular polygon around the y-axis; in the plane around the origin.
fn ring(sides: u64, radius: f64, y: f64, turn: f64) -> impl Iterator<Item = [f64; 3]> {
    (0..sides).map(move |i| {
        let (sin, cos) = (TAU * (i as f64 + turn) / sides as f64).sin_cos();
        [radius * cos, y, radius * sin]
    })
}

/// A tetrahedron, an octahedron, a cube, an icosahedron, a dodecahedron.
fn regular_solid(kind: u64) -> Vec<[f64; 3]> {
    let signs = [1.0, -1.0];
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut corners = Vec::new();
    let cyclic = |[x, y, z]: [f64; 3]| [[x, y, z], [y, z, x], [z, x, y]];
    for a in signs {
        for b in signs {
            match kind {
                0 => corners.push([a, b, a * b]),
                1 => corners.extend(cyclic([a, 0.0, 0.0])),
                2 => corners.extend([[a, b, 1.0], [a, b, -1.0]]),
                3 => corners.extend(cyclic([0.0, a, b * golden])),
                _ => {
                    corners.extend([[a, b, 1.0], [a, b, -1.0]]);
                    corners.extend(cyclic([0.0, a / golden, b * golden]));
                }
            }
        }
    }
    corners
}

/// A polytope with many equal faces about the y-axis.
fn regular<V: Court>(random: &mut Random) -> Shape<V> {
    let sides = one_of(random, &[3, 4, 5, 6, 7, 8, 12, 16, 24, 32]);
    let (radius, half): (f64, f64) = (size::<f64>(random), size::<f64>(random));
    let points: Vec<[f64; 3]> = if V::Space::DIM == 2 {
        ring(sides, radius, 0.0, 0.0).map(|[x, _, y]| [x, y, 0.0]).collect()
    } else {
        let (low, high) = (|turn| ring(sides, radius, -half, turn), [0.0, half, 0.0]);
        match random.below(6) {
            0 => low(0.0).chain([high]).collect(),
            1 => low(0.0).chain(ring(sides, radius, half, 0.0)).collect(),
            2 => low(0.0).chain(ring(sides, radius, half, 0.5)).collect(),
            3 => ring(sides, radius, 0.0, 0.0).chain([high, [0.0, -half, 0.0]]).collect(),
            _ => {
                regular_solid(random.below(5)).into_iter().map(|p| p.map(|x| x * radius)).collect()
            }
        }
    };
    let points: Vec<V> = points
        .into_iter()
        .map(|p| {
            let mut coordinates = p.into_iter();
            vector(|| coordinates.next().unwrap_or(0.0))
        })
        .collect();
    ConvexHull::new(&points).unwrap().into()
}

fn round<V: Court>(random: &mut Random) -> Shape<V> {
    let (radius, half): (V::Scalar, V::Scalar) = (size(random), size(random));
    match random.below(if V::Space::DIM == 2 { 4 } else { 5 }) {
        0 => {
            // Nearly a ball.
            let about: f64 = one_of(random, &[1e-7, 1e-5, 1e-4, 1e-3]);
            let radius = radius.to_f64();
            Ellipsoid::new(vector(|| radius * (1.0 + about * random.below(3) as f64))).into()
        }
        1 => {
            // A spheroid about the axis, or any ellipsoid.
            let other = if random.below(3) == 0 { size(random) } else { radius };
            let mut radii = [radius, half, other].into_iter();
            let next = || radii.next().unwrap_or(radius).to_f64();
            Ellipsoid::new(vector(next)).into()
        }
        2 => Capsule::new(half, radius).into(),
        3 => Cone::new(half, radius).into(),
        _ => Cylinder::new(half, radius).into(),
    }
}

/// Each is rotated and moved by as little as the pair drifts.
fn drifted<V: Court>(random: &mut Random) -> Pose<V> {
    let drift = one_of(random, &DRIFTS);
    let angle = one_of(random, &DRIFTS);
    let along = [0.0, 0.0, 0.25, -0.1][random.below(4) as usize];
    let translation = random.vector::<V::Space>(drift) + V::Space::axis(1) * along;
    Pose { translation: V::from_space(translation), rotation: V::turn(random, angle) }
}

fn drawn<V: Court>(seed: u64) -> Pair<V> {
    let mut random = Random(seed);
    let r = &mut random;
    let a = if r.below(5) == 0 { round(r) } else { regular(r) };
    let b = if r.below(12) == 0 { regular(r) } else { round(r) };
    let grown = |r: &mut Random, shape: Shape<V>| -> Shape<V> {
        let by = V::Scalar::from_f64(one_of(r, &[0.05, 0.1, 0.5]));
        if r.below(6) == 0 { Rounded::new(shape, by).into() } else { shape }
    };
    let (a, b) = (grown(r, a), grown(r, b));
    let (mut at_a, mut at_b) = (Pose::identity(), drifted::<V>(r));
    // Both moved by the same in one of three, which rounds.
    if r.below(3) == 0 {
        let by = pose::<V>(r, 8.0);
        at_b = by.compose(&at_b);
        at_a = by;
    }
    let pair = Pair { a, at_a, b, at_b };
    if r.below(2) == 0 { pair.swapped() } else { pair }
}

/// The fault of an answer, measured again.
fn fault<V: Court>(pair: &Pair<V>, answer: &Proximity<V>) -> Option<String> {
    let Pair { a, at_a, b, at_b } = pair;
    let witness = answer.witness();
    let (signed, gap) = (answer.signed_distance().to_f64(), witness.gap.to_f64());
    let world = length(at_a.translation.to_space()) + length(at_b.translation.to_space());
    // A normal and a point of the caller's precision.
    let tilt = (V::Scalar::EPSILON + 32.0 * f64::EPSILON) * pair.size();
    let rounding = tilt + 2.0 * V::Scalar::EPSILON * (world + pair.size());

    let along = V::separation(a, at_a, b, at_b, witness.normal);
    let off = (along.lo - signed).abs().max((along.hi - signed).abs());
    if !(off <= gap + tilt) {
        return Some(format!("normal needs {:e}, off by {off:e}", along.lo));
    }
    let between = witness.on_b.to_space() - witness.on_a.to_space();
    let off = (length(between) - signed.abs()).abs();
    if !(off <= gap + rounding) {
        return Some(format!("points off by {off:e}"));
    }
    for (shape, at, point) in [(a, at_a, witness.on_a), (b, at_b, witness.on_b)] {
        let off = V::outside(point, shape, at);
        if !(off <= rounding) {
            return Some(format!("{off:e} outside of {shape:?}"));
        }
    }
    None
}

fn measured<V: Court>() {
    let (first, count) =
        (from_environment("CLEARANCE_SEED", 0), from_environment("CLEARANCE_AXES", 200));
    let mut faults = Vec::new();
    let mut widest = [0.0_f64; 2];
    let mut limits = 0;
    for seed in first..first + count {
        let pair = drawn::<V>(seed);
        let answer = pair.proximity();
        let end = answer.witness().end == clearance::End::Limit;
        limits += u64::from(end);
        let relative = answer.witness().gap.to_f64() / pair.size() / V::Scalar::EPSILON;
        let widest = &mut widest[usize::from(end)];
        *widest = widest.max(relative);
        if let Some(fault) = fault(&pair, &answer) {
            faults.push(format!("{seed}: {fault} {answer:?} {}", pair.literal()));
        }
    }
    let space = std::any::type_name::<V>();
    println!(
        "{space}: {count} pairs, {} wrong, {limits} limits, widest gaps {widest:?} eps",
        faults.len()
    );
    for fault in faults.iter().take(30) {
        println!("{fault}");
    }
    assert!(faults.is_empty(), "{} of {count} wrong", faults.len());
}
spaces!(answers_measured_again, measured);

/// Pairs of every kind, near contact and far from the origin, whatever the options: stopped early,
/// the gap covers what does not fit.
fn measured_with_options<V: Court>() {
    for pair in mixed::<V>(77, 300) {
        if pair.has_wall() {
            continue;
        }
        let Pair { a, at_a, b, at_b } = &pair;
        let mut memory = Warm::default();
        let answers = [
            Query::new().warm(&mut memory).proximity(a, at_a, b, at_b),
            Query::new().warm(&mut memory).proximity(a, at_a, b, at_b),
            Query::new().cut_off(V::Scalar::from_f64(0.01)).proximity(a, at_a, b, at_b),
            Query::new().start(Start::Constant).proximity(a, at_a, b, at_b),
        ];
        let stopped = [1, 2, 4, 7, 12]
            .map(|most| Query::new().max_iterations(most).proximity(a, at_a, b, at_b));
        for answer in answers.iter().chain(&stopped) {
            assert_eq!(fault(&pair, answer), None, "{answer:?} {}", pair.literal());
        }
    }
}
spaces!(any_answer_measured_again, measured_with_options);

// Reported answers whose normals and points belonged to a different way out than the length, with
// gaps of 1e-14.

/// The answer, measured again, and its depth.
#[track_caller]
fn again<V: Court>(a: Shape<V>, at_a: Pose<V>, b: Shape<V>, at_b: Pose<V>, depth: f64) {
    let pair = Pair { a, at_a, b, at_b };
    for pair in [pair.swapped(), pair] {
        let answer = pair.proximity();
        assert_eq!(fault(&pair, &answer), None, "{answer:?} {}", pair.literal());
        let off = (-answer.signed_distance().to_f64() - depth).abs();
        // The depth is written to this many digits.
        let digits = 4.0 * V::Scalar::EPSILON * pair.size();
        assert!(off <= answer.witness().gap.to_f64() + digits, "off by {off:e}: {answer:?}");
    }
}

fn pyramid(sides: u64, radius: f64, half: f64) -> Shape<glam::DVec3> {
    let points = ring(sides, radius, -half, 0.0).chain([[0.0, half, 0.0]]);
    ConvexHull::new(&points.map(glam::DVec3::from).collect::<Vec<_>>()).unwrap().into()
}

fn polygon(sides: u64, radius: f64) -> Shape<glam::DVec2> {
    let points = ring(sides, radius, 0.0, 0.0).map(|[x, _, y]| glam::DVec2::new(x, y));
    ConvexHull::new(&points.collect::<Vec<_>>()).unwrap().into()
}

#[test]
fn octahedron_in_an_ellipsoid() {
    again::<glam::DVec3>(
        hull([
            [1.2, 0.0, 0.0],
            [-1.2, 0.0, 0.0],
            [0.0, 1.2, 0.0],
            [0.0, -1.2, 0.0],
            [0.0, 0.0, 1.2],
            [0.0, 0.0, -1.2],
        ]),
        Pose::identity(),
        ellipsoid([1.0, 0.75, 1.0]),
        at(
            [8.203360414205407e-05, -0.00013824393610410517, -3.97477441929855e-05],
            [-3.9689220918668056e-05, -6.274525410968244e-05, 1.2297688350458337e-05, 1.0],
        ),
        1.616890218530215,
    );
}

#[test]
fn pyramids_in_round_shapes() {
    let tilted = |y, by| at([0.0, y, 0.0], [by, 0.0, 0.0, 1.0]);
    let twice = |x, y| at([x, y, 0.0], [1e-7, 1e-7, 0.0, 1.0]);
    let upright = Pose::identity();
    let cases = [
        (
            pyramid(8, 3.0, 0.5),
            ellipsoid([0.6, 0.5, 0.6]),
            at([0.0, 0.25, 0.0], [0.001, 0.0, 0.0005, 1.0]),
            0.7475229349858195,
        ),
        (pyramid(16, 1.0, 2.5), cylinder(1.0, 2.0), tilted(0.25, 1e-9), 2.5881868197123854),
        (pyramid(12, 1.2, 2.5), ellipsoid([2.5, 0.75, 2.5]), tilted(0.0, 1e-9), 3.0058807703482207),
        (pyramid(6, 1.5, 1.5), ellipsoid([2.0, 1.5, 2.0]), tilted(0.25, 1e-9), 2.426384636166295),
        (
            pyramid(12, 3.0, 1.2),
            cone(3.0, 1.2),
            at([1e-9, -0.1, 0.0], [0.0, 0.19866933079506122, 0.0, 0.9800665778412416]),
            3.645580751348921,
        ),
        (
            pyramid(32, 0.6, 3.0),
            ellipsoid([2.0, 0.6, 2.0]),
            at([1e-9, 0.0, 0.0], [1e-9, 0.0, 0.0, 1.0]),
            2.288143685236599,
        ),
        (pyramid(16, 0.3, 0.6), ellipsoid([2.0, 2.5, 2.0]), twice(1e-9, -0.1), 2.1983493005251113),
        (pyramid(32, 0.25, 0.75), cone(0.6, 0.75), twice(1e-9, 0.1), 0.9444271731334237),
        (pyramid(16, 0.75, 0.5), cone(1.0, 0.5), tilted(0.1, 1e-9), 1.1016831122933857),
        (pyramid(8, 2.0, 2.0), cone(0.75, 1.5), twice(0.0, 0.0), 2.514966916439426),
        (pyramid(12, 0.3, 3.0), cylinder(2.5, 0.5), twice(1e-4, -0.1), 0.7694656318036106),
        (
            pyramid(32, 1.0, 1.2),
            cylinder(1.5, 1.5),
            at([1e-4, 0.25, 0.0], [0.0, 0.0, 0.0, 1.0]),
            2.3239457358402076,
        ),
    ];
    for (a, b, at_b, depth) in cases {
        again(a, upright, b, at_b, depth);
    }
}

#[test]
fn rounded_polygons_in_an_ellipse() {
    let cases = [
        (0.5, at([1e-9, 7e-10], [1.0, 3e-10]), 1.5903964452906876),
        (0.5, at([1e-6, 7e-7], [0.999999999999955, 2.999999999999955e-7]), 1.5903953290480606),
        (1.3, at([1e-4, 7e-5], [0.99999999955, 2.99999999955e-5]), 2.37491293473203),
    ];
    for (radius, at_b, depth) in cases {
        let a = rounded(polygon(16, radius), 0.1);
        again(a, Pose::identity(), ellipsoid([1.0, 1.0001]), at_b, depth);
    }
}

#[test]
fn tetrahedron_in_an_ellipsoid_f32() {
    let to = [-8.156087875366211, -7.784755706787109, -2.539759874343872];
    again::<glam::Vec3>(
        hull([[0.5, 0.5, 0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5], [-0.5, -0.5, 0.5]]),
        at(to, [0.0, 0.0, 0.0, 1.0]),
        ellipsoid([1.0, 1.0, 1.5]),
        at(to, [-1.3484907412930625e-07, -1.49700980500711e-07, 7.014801894911216e-08, 1.0]),
        1.4789130067937464,
    );
}

/// The points were 1.1e-3 nearer to each other than the shapes overlap.
#[test]
fn axle_in_a_wheel_f32() {
    again::<glam::Vec3>(
        rounded(cylinder(5.0, 0.3), 0.05),
        Pose::identity(),
        cylinder(0.5, 3.0),
        at(
            [0.0, 0.0, 0.0],
            [2.282574129708337e-08, 7.046917716024836e-08, -2.0481964568830335e-08, 1.0],
        ),
        3.35,
    );
}

#[test]
fn capsule_in_what_is_nearly_a_ball_f32() {
    again::<glam::Vec3>(
        ellipsoid([1.0, 1.0000001192092896, 1.0]),
        Pose::identity(),
        capsule(0.699999988079071, 0.5),
        at(
            [1.5865798258518637e-11, -1.2068135553378045e-11, 2.8802231866881245e-12],
            [-8.336305951095468e-11, -3.585616178969353e-11, 1.3459978964736052e-10, 1.0],
        ),
        1.5,
    );
}

#[test]
fn segment_in_what_is_nearly_a_spheroid() {
    again::<glam::DVec3>(
        segment([0.0, -2.3913304097437593, 0.0], [0.0, 2.3913304097437593, 0.0]),
        Pose::identity(),
        ellipsoid([2.6426099412973305, 2.642612421665971, 2.654361397658886]),
        at(
            [4.9886043652211846e-11, 0.3105448050218278, 6.835748999631927e-11],
            [0.0019011818880920826, 0.0017823449158482583, -0.00167701096534123, 1.0],
        ),
        2.642609941275478,
    );
}
