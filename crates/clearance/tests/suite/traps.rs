//! The articles' traps, with answers known without a judge: the origin exactly on a feature of the simplex, coplanar support
//! points, identical shapes at identical poses, one shape inside another, concentric and coaxial shapes, crossings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{Pose, Proximity, Scalar, Shape, Space};
use clearance_trust::literal::make::*;
use clearance_trust::spaces;
use clearance_trust::{Court, KINDS, NAMES, WALL, is_straight, vector};

/// The signed distance is this, in both orders, with a tight gap; with `must_decide` the pair has
/// to be decided.
#[track_caller]
fn expect<V: Court>(
    a: Shape<V>,
    at_a: Pose<V>,
    b: Shape<V>,
    at_b: Pose<V>,
    signed: f64,
    must_decide: bool,
) {
    for (a, at_a, b, at_b) in [(&a, &at_a, &b, &at_b), (&b, &at_b, &a, &at_a)] {
        let answer = clearance::proximity(a, at_a, b, at_b);
        let witness = *answer.witness();
        let (found, gap) = (answer.signed_distance().to_f64(), witness.gap.to_f64());
        assert!((found - signed).abs() <= gap + 1e-15 * signed.abs(), "{signed} {answer:?}");
        assert!(
            gap <= 256.0 * V::Scalar::EPSILON * (1.0 + signed.abs()) + 1e-7 * signed.abs(),
            "{answer:?}"
        );
        assert_eq!(clearance::intersects(a, at_a, b, at_b), signed <= 0.0, "{answer:?}");
        assert_eq!(clearance::distance(a, at_a, b, at_b).is_some(), signed > 0.0);
        assert_eq!(clearance::penetration(a, at_a, b, at_b).is_some(), signed <= 0.0);
        if must_decide || signed != 0.0 {
            assert_eq!(matches!(answer, Proximity::Intersecting(_)), signed <= 0.0, "{answer:?}");
            assert_eq!(matches!(answer, Proximity::Separated(_)), signed > 0.0, "{answer:?}");
        }
        let length = witness.normal.to_space().length();
        assert!((length - 1.0).abs() < 1e-6, "{answer:?}");
    }
}

fn spot<V: Court>(coordinates: &[f64]) -> Pose<V> {
    let mut i = 0;
    Pose::from_translation(vector(|| {
        i += 1;
        coordinates.get(i - 1).copied().unwrap_or(0.0)
    }))
}

fn v3(x: f64, y: f64, z: f64) -> [f64; 3] {
    [x, y, z]
}

/// A point against a square or cube of edge 2: on vertices, edges, faces, centre. The origin is then exactly on that feature of
/// every simplex made of its corners.
fn point_on_features<V: Court>() {
    let corners: Vec<V> = (0..1 << V::Space::DIM)
        .map(|m: usize| {
            let mut i = 0;
            vector(|| {
                i += 1;
                if m >> (i - 1) & 1 == 1 { 1.0 } else { -1.0 }
            })
        })
        .collect();
    let cube: Shape<V> = clearance::ConvexHull::new(&corners).unwrap().into();
    let steps = [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5];
    let (mut touching, mut apart, mut inside) = (0, 0, 0);
    for code in 0..7_usize.pow(V::Space::DIM as u32) {
        let at: Vec<f64> =
            (0..V::Space::DIM).map(|i| steps[code / 7_usize.pow(i as u32) % 7]).collect();
        let over: Vec<f64> = at.iter().map(|x| x.abs() - 1.0).collect();
        let most = over.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let signed = if most > 0.0 {
            over.iter().map(|x| x.max(0.0).powi(2)).sum::<f64>().sqrt()
        } else {
            most
        };
        match signed {
            s if s > 0.0 => apart += 1,
            s if s < 0.0 => inside += 1,
            _ => touching += 1,
        }
        let dot = clearance::Point(spot::<V>(&at).translation);
        expect(cube.clone(), Pose::identity(), dot.into(), Pose::identity(), signed, true);
        let dot = clearance::Point(V::from_space(V::Space::default()));
        expect(cube.clone(), Pose::identity(), dot.into(), spot(&at), signed, true);
    }
    assert!(touching > 15 && apart > 20 && inside > 8);
}
spaces!(the_origin_on_a_feature, point_on_features);

/// Every kind at one pose with itself: overlapping (or touching, if flat), with the depth that the judge finds.
fn identical<V: Court>() {
    for kind in 0..KINDS {
        if kind == WALL {
            continue;
        }
        for seed in 0..6 {
            let mut random = clearance_trust::Random(900 + seed);
            let shape = clearance_trust::shape::<V>(&mut random, kind);
            let pose = clearance_trust::pose::<V>(&mut random, 3.0);
            let truth = V::judge(&shape, &pose, &shape, &pose);
            let answer = clearance::proximity(&shape, &pose, &shape, &pose);
            let label = || {
                format!(
                    "{} {truth:?} {answer:?} {}",
                    NAMES[kind as usize],
                    clearance_trust::brief(&shape)
                )
            };
            let (found, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
            assert!(truth.signed.admits(found, gap), "{}", label());
            assert!(answer.intersects(), "{}", label());
            assert!(clearance::intersects(&shape, &pose, &shape, &pose));
            // One frame for both: no rounding at all, so that a solid straight shape's overlap with
            // itself is proved. A flat one's contact with itself needs the exact stage.
            if is_straight(&shape) && truth.signed.hi < 0.0 {
                assert!(answer.is_decided(), "{}", label());
            }
        }
    }
}
spaces!(identical_shapes_at_identical_poses, identical);

fn planar<V: Court<Space = clearance::Xy>>() {
    let o = || Pose::<V>::identity();
    // Crossing segments have no depth in the plane's sense: leaving takes half of the shorter way out.
    expect(
        segment([-1.0, 0.0], [1.0, 0.0]),
        o(),
        segment([0.0, -1.0], [0.0, 1.0]),
        o(),
        -1.0,
        true,
    );
    expect(
        segment([-2.0, 0.0], [2.0, 0.0]),
        o(),
        segment([0.0, -1.0], [0.0, 3.0]),
        o(),
        -1.0,
        true,
    );
    // Touching ends, collinear overlap, one in the other's line.
    expect(segment([0.0, 0.0], [1.0, 0.0]), o(), segment([1.0, 0.0], [2.0, 1.0]), o(), 0.0, true);
    expect(segment([0.0, 0.0], [2.0, 0.0]), o(), segment([1.0, 0.0], [3.0, 0.0]), o(), 0.0, true);
    expect(segment([0.0, 0.0], [1.0, 0.0]), o(), segment([3.0, 0.0], [5.0, 0.0]), o(), 2.0, true);
    // A small square deep in a large one; concentric circles, ellipses.
    expect(cuboid([4.0, 4.0]), o(), cuboid([0.5, 0.5]), spot(&[1.0, 0.0]), -3.5, true);
    expect(ball(2.0), o(), ball(0.5), o(), -2.5, true);
    expect(ellipsoid([2.0, 1.0]), o(), ellipsoid([1.0, 0.5]), o(), -1.5, true);
    expect(cylinder(2.0, 1.0), o(), cylinder(1.0, 0.5), o(), -1.5, true);
    // A square and itself turned a quarter.
    expect(cuboid([1.0, 1.0]), o(), cuboid([1.0, 1.0]), at([0.0, 0.0], [0.0, 1.0]), -2.0, true);
    // Capsules sharing an axis: overlapping, touching, apart, one in the other.
    for (y, signed) in [(0.0, -1.0), (2.0, -1.0), (3.0, 0.0), (4.0, 1.0)] {
        expect(capsule(1.0, 0.5), o(), capsule(1.0, 0.5), spot(&[0.0, y]), signed, false);
    }
    // Triangles corner to edge, corner to corner, edge to edge.
    let t = || triangle([0.0, 0.0], [2.0, 0.0], [0.0, 2.0]);
    expect(t(), o(), t(), spot(&[2.0, 0.0]), 0.0, true);
    expect(t(), o(), t(), spot(&[1.0, 1.0]), 0.0, true);
    expect(t(), o(), triangle([2.0, 2.0], [2.0, 0.0], [0.0, 2.0]), o(), 0.0, true);
    expect(t(), o(), t(), spot(&[3.0, 0.0]), 1.0, true);
}
#[test]
fn of_the_plane() {
    planar::<glam::Vec2>();
    planar::<glam::DVec2>();
}

fn spatial<V: Court<Space = clearance::Xyz>>() {
    let o = || Pose::<V>::identity();
    // The difference of crossing segments or coplanar triangles has no volume: depth 0.
    expect(
        segment(v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0)),
        o(),
        segment(v3(0.0, -1.0, 0.0), v3(0.0, 1.0, 0.0)),
        o(),
        0.0,
        true,
    );
    expect(
        segment(v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0)),
        o(),
        segment(v3(0.0, -1.0, 1.0), v3(0.0, 1.0, 1.0)),
        o(),
        1.0,
        true,
    );
    let t = || triangle(v3(0.0, 0.0, 0.0), v3(2.0, 0.0, 0.0), v3(0.0, 2.0, 0.0));
    // Coplanar: overlapping, corner to corner, edge to edge, apart; parallel planes.
    expect(t(), o(), t(), spot(&[0.5, 0.5, 0.0]), 0.0, true);
    expect(t(), o(), t(), spot(&[2.0, 0.0, 0.0]), 0.0, true);
    expect(t(), o(), t(), spot(&[1.0, 1.0, 0.0]), 0.0, true);
    expect(t(), o(), t(), spot(&[3.0, 0.0, 0.0]), 1.0, true);
    expect(t(), o(), t(), spot(&[0.0, 0.0, 0.5]), 0.5, true);
    // Crossing at right angles: the way out is the shorter one.
    let upright = triangle(v3(0.5, 0.5, -1.0), v3(0.5, 0.5, 1.0), v3(4.0, 4.0, 0.0));
    expect(t(), o(), upright, o(), -(0.5_f64.sqrt()), true);
    // Concentric.
    expect(ball(2.0), o(), ball(0.5), o(), -2.5, true);
    expect(cuboid(v3(3.0, 2.0, 1.0)), o(), cuboid(v3(1.0, 1.0, 1.0)), o(), -2.0, true);
    expect(cylinder(0.25, 1.0), o(), cylinder(0.25, 1.0), o(), -0.5, true);
    expect(ellipsoid(v3(3.0, 2.0, 1.0)), o(), ellipsoid(v3(1.5, 1.0, 0.5)), o(), -1.5, true);
    expect(ellipsoid(v3(1.0, 1.0, 1.0)), o(), ellipsoid(v3(1.0, 1.0, 1.0)), o(), -2.0, true);
    // A box deep in a box, a point in a hull, a ball in a box.
    expect(
        cuboid(v3(4.0, 4.0, 4.0)),
        o(),
        cuboid(v3(0.5, 0.5, 0.5)),
        spot(&[1.0, 2.0, 0.0]),
        -2.5,
        true,
    );
    expect(cuboid(v3(4.0, 4.0, 4.0)), o(), ball(0.5), spot(&[0.0, 0.0, 3.0]), -1.5, true);
    let octahedron = || {
        hull([
            v3(1.0, 0.0, 0.0),
            v3(-1.0, 0.0, 0.0),
            v3(0.0, 1.0, 0.0),
            v3(0.0, -1.0, 0.0),
            v3(0.0, 0.0, 1.0),
            v3(0.0, 0.0, -1.0),
        ])
    };
    expect(octahedron(), o(), hull([v3(0.0, 0.0, 0.0)]), o(), -(1.0 / 3.0_f64.sqrt()), true);
    expect(octahedron(), o(), hull([v3(0.5, 0.5, 0.0)]), o(), 0.0, true);
    // Hulls with themselves, turned a quarter about z.
    let quarter = || at::<V, 3, 4>(v3(0.0, 0.0, 0.0), [0.0, 0.0, 1.0, 1.0]);
    expect(octahedron(), o(), octahedron(), quarter(), -2.0 / 3.0_f64.sqrt(), true);
    expect(cuboid(v3(1.0, 2.0, 3.0)), o(), cuboid(v3(1.0, 2.0, 3.0)), quarter(), -3.0, true);
    // Capsules, cylinders, cones on one axis.
    for (y, signed) in [(0.0, -1.0), (3.0, 0.0), (4.0, 1.0)] {
        expect(capsule(1.0, 0.5), o(), capsule(1.0, 0.5), spot(&[0.0, y, 0.0]), signed, false);
    }
    expect(cylinder(1.0, 0.5), o(), cylinder(1.0, 0.5), spot(&[0.0, 2.5, 0.0]), 0.5, true);
    expect(cylinder(1.0, 0.5), o(), cylinder(1.0, 0.5), spot(&[0.0, 1.5, 0.0]), -0.5, true);
    expect(cylinder(1.0, 0.5), o(), cylinder(1.0, 0.25), spot(&[1.0, 0.0, 0.0]), 0.25, true);
    expect(cone(1.0, 0.5), o(), cone(1.0, 0.5), spot(&[0.0, 2.5, 0.0]), 0.5, true);
    // Four coplanar support points: a box's face over the origin, from every side.
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut offset = [0.0; 3];
            offset[axis] = 2.0 * side;
            expect(
                cuboid(v3(1.0, 1.0, 1.0)),
                o(),
                cuboid(v3(1.0, 1.0, 1.0)),
                spot(&offset),
                0.0,
                true,
            );
            offset[axis] = 3.0 * side;
            expect(
                cuboid(v3(1.0, 1.0, 1.0)),
                o(),
                cuboid(v3(1.0, 1.0, 1.0)),
                spot(&offset),
                1.0,
                true,
            );
        }
    }
    // Edges crossing in one point.
    let wedge =
        |z: f64| hull([v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(0.0, -1.0, z), v3(0.0, 1.0, z)]);
    expect(wedge(-1.0), o(), wedge(1.0), quarter(), 0.0, true);
    expect(wedge(-1.0), o(), wedge(1.0), at(v3(0.0, 0.0, 0.25), [0.0, 0.0, 1.0, 1.0]), 0.25, true);
}
#[test]
fn of_space() {
    spatial::<glam::Vec3>();
}
#[test]
fn of_space_f64() {
    spatial::<glam::DVec3>();
}

/// A whole circle of directions is equally good here, which polytopes approach slowly.
fn circles<V: Court<Space = clearance::Xyz>>() {
    let o = || Pose::<V>::identity();
    // Equal cones: the difference is a double cone; it can only be left across its slant.
    for (a, b, depth) in [
        (cylinder(2.0, 1.0), cylinder(1.0, 0.5), 1.5),
        (cone(1.0, 0.5), cone(1.0, 0.5), 0.970_142_500_145_332),
    ] {
        // EPA's storage ends before the circle is tiled: the interval stays true, and below a thousandth.
        let answer = clearance::proximity(&a, &o(), &b, &o());
        let witness = *answer.witness();
        let (length, gap) = (witness.length.to_f64(), witness.gap.to_f64());
        assert!(matches!(answer, Proximity::Intersecting(_)), "{answer:?}");
        assert!((length - depth).abs() <= gap && gap < 1e-3, "{answer:?}");
        assert!((length - depth).abs() < 1e-4, "{answer:?}");
    }
}
#[test]
fn a_circle_of_ways_out_f32() {
    circles::<glam::Vec3>();
}
#[test]
fn a_circle_of_ways_out_f64() {
    circles::<glam::DVec3>();
}
