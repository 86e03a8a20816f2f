//! Shapes that the library knows, in poses in which many ways out are nearly equally short: in
//! themselves, about one centre or axis, and drifted from that by little. Each search has to end by
//! itself, with bounds as close as rounding lets them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::cast_precision_loss)]

use core::f64::consts::{PI, TAU};

use std::time::Instant;

use clearance::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, End, Pose, Rotation as _, Rotation2,
    Rotation3, Rounded, Shape, Space, SupportMap, Xy, Xyz, penetration, proximity,
};

/// What poses drift by.
const DRIFTS: [f64; 9] = [0.0, 1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/// A regular polygon of radius 1 with its first corner on the x-axis.
fn regular(corners: usize) -> Shape<Xy> {
    let corner = |i: usize| {
        let angle = TAU * i as f64 / corners as f64;
        Xy::new(angle.cos(), angle.sin())
    };
    ConvexHull::new(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap().into()
}

/// One regular polygon in another about its centre, turned by less than half a side: a side of the
/// one stays as far out, and the other's corner next to its middle has turned towards it.
#[test]
fn round_polygons_have_no_cliff() {
    for corners in [96, 256, 258, 512, 514, 1024, 2000, 4000] {
        let outline = regular(corners);
        let here = Pose { translation: Xy::new(0.0, 0.0), rotation: Rotation2::from_angle(0.0) };
        for turn in DRIFTS.into_iter().filter(|turn| *turn <= PI / corners as f64) {
            let turned = Pose { rotation: Rotation2::from_angle(turn), ..here };
            let half = PI / corners as f64;
            let truth = half.cos() + (half - turn).cos();
            for (at_a, at_b) in [(&here, &turned), (&turned, &here)] {
                let found = penetration(&outline, at_a, &outline, at_b).unwrap();
                let case = format!("{corners} {turn:e} {found:?}");
                assert_eq!(found.end, End::Converged, "{case}");
                assert!(found.gap < 3e-14, "{case}");
                // The corners themselves are rounded.
                assert!((found.length - truth).abs() <= found.gap + 2e-15, "{truth} {case}");
                let way = found.on_a - found.on_b - found.normal * found.length;
                assert!(way.max_abs() < 3e-14, "{case}");
            }
        }
    }
}

fn cylinder(half_height: f64, radius: f64) -> Shape<Xyz> {
    Cylinder::new(half_height, radius).into()
}

fn cone(half_height: f64, radius: f64) -> Shape<Xyz> {
    Cone::new(half_height, radius).into()
}

fn capsule(half_height: f64, radius: f64) -> Shape<Xyz> {
    Capsule::new(half_height, radius).into()
}

fn ellipsoid(x: f64, y: f64, z: f64) -> Shape<Xyz> {
    Ellipsoid::new(Xyz::new(x, y, z)).into()
}

fn placed(x: f64, y: f64, z: f64, axis: Xyz, turn: f64) -> Pose<Xyz> {
    let rotation = Rotation3::from_axis_angle(axis, turn);
    Pose { translation: Xyz::new(x, y, z), rotation }
}

/// B in A's frame, with both in a pose of the world.
fn in_the_world(local: &Pose<Xyz>) -> [Pose<Xyz>; 2] {
    let world = placed(0.3, -0.7, 0.2, Xyz::new(0.3, 0.5, -0.2), 1.1);
    let rotation = world.rotation.compose(local.rotation);
    [world, Pose { rotation, ..world.compose(local) }]
}

#[track_caller]
fn is_as_deep(a: &Shape<Xyz>, b: &Shape<Xyz>, [at_a, at_b]: &[Pose<Xyz>; 2], truth: f64) {
    for (a, at_a, b, at_b) in [(a, at_a, b, at_b), (b, at_b, a, at_a)] {
        let found = penetration(a, at_a, b, at_b).unwrap();
        let case = format!("{a:?} {at_a:?} {b:?} {at_b:?} {truth} {found:?}");
        assert_eq!(found.end, End::Converged, "{case}");
        assert!(found.gap < 1e-12, "{case}");
        assert!((found.length - truth).abs() <= found.gap, "{case}");
        let off = (found.on_b - found.on_a).length() - found.length;
        assert!(off.abs() <= found.gap + 1e-14, "{case}");
    }
}

/// About one centre and nearly one axis. Let no direction be less high for either body than those
/// across its axis, as for cylinders and spheroids that are longer than wide. Along a direction `z`
/// across both axes the height is the sum of the radii, so with B moved along it by `s` the depth
/// is that sum less `s`: along no direction does `s` take away more.
#[test]
fn nearly_about_one_axis() {
    let rounded: Shape<Xyz> = Rounded::new(cylinder(1.0, 0.5), 0.25).into();
    let bodies = [
        (cylinder(1.0, 0.5), 0.5),
        (cylinder(1.0, 1.0), 1.0),
        (cylinder(2.0, 0.3), 0.3),
        (capsule(1.0, 0.3), 0.3),
        (ellipsoid(0.5, 2.0, 0.5), 0.5),
        (rounded, 0.75),
    ];
    for (a, radius_a) in &bodies {
        for (b, radius_b) in &bodies {
            for tilt in DRIFTS {
                for aside in [0.0, 1e-9, 1e-4] {
                    let local = placed(0.0, 0.0, aside, Xyz::new(0.0, 0.0, 1.0), tilt);
                    let truth = radius_a + radius_b - aside;
                    let here = placed(0.0, 0.0, 0.0, Xyz::new(0.0, 1.0, 0.0), 0.0);
                    is_as_deep(a, b, &[here, local], truth);
                    // The pose of the world rounds.
                    let world = in_the_world(&local);
                    let found = penetration(a, &world[0], b, &world[1]).unwrap();
                    assert_eq!(found.end, End::Converged, "{a:?} {b:?} {tilt:e} {found:?}");
                    let off = (found.length - truth).abs();
                    assert!(off <= found.gap + 4e-16, "{a:?} {b:?} {tilt:e} {found:?}");
                }
            }
        }
    }
}

/// Nearly balls: turned about their common shortest axis, the depth is twice that, less how far
/// they are aside along it.
#[test]
fn nearly_balls() {
    for less in [1e-9, 1e-6, 1e-4, 1e-2] {
        let a = ellipsoid(1.0, 1.0 + less, 1.0 - less);
        for turn in DRIFTS.into_iter().chain([0.3]) {
            for aside in [0.0, 1e-9, 1e-4] {
                let local = placed(0.0, 0.0, aside, Xyz::new(0.0, 0.0, 1.0), turn);
                let here = placed(0.0, 0.0, 0.0, Xyz::new(0.0, 1.0, 0.0), 0.0);
                // The semi-axis is rounded.
                is_as_deep(&a, &a, &[here, local], 2.0 * (1.0 - less) - aside);
            }
        }
    }
}

/// An ellipsoid that is nearly a spheroid, nearly about a cylinder's axis: moved in some direction,
/// so that one way out is the best of a circle of them.
#[test]
fn nearly_a_spheroid_in_a_cylinder() {
    let (a, b) = (cylinder(2.0, 1.0), ellipsoid(0.9, 2.0, 0.90001));
    let here = placed(0.0, 0.0, 0.0, Xyz::new(0.0, 1.0, 0.0), 0.0);
    for drift in [1e-6, 1e-5, 1e-4, 1e-3] {
        let local = placed(drift, 0.3 * drift, -0.2 * drift, Xyz::new(0.6, 0.2, 0.7), drift);
        for [at_a, at_b] in [[here, local], in_the_world(&local)] {
            for (a, at_a, b, at_b) in [(&a, &at_a, &b, &at_b), (&b, &at_b, &a, &at_a)] {
                let found = penetration(a, at_a, b, at_b).unwrap();
                assert_eq!(found.end, End::Converged, "{drift:e} {found:?}");
                assert!(found.gap < 1e-12, "{drift:e} {found:?}");
            }
        }
    }
}

/// The same in the plane.
#[test]
fn nearly_circles() {
    for less in [1e-9, 1e-6, 1e-4, 1e-2] {
        let a: Shape<Xy> = Ellipsoid::new(Xy::new(1.0, 1.0 + less)).into();
        for aside in [0.0, 1e-9, 1e-4] {
            let at =
                |x| Pose { translation: Xy::new(x, 0.0), rotation: Rotation2::from_angle(0.0) };
            let found = penetration(&a, &at(0.0), &a, &at(aside)).unwrap();
            assert_eq!(found.end, End::Converged, "{less:e} {aside:e} {found:?}");
            let off = (found.length - (2.0 - aside)).abs();
            assert!(found.gap < 1e-13 && off <= found.gap, "{less:e} {aside:e} {found:?}");
        }
    }
}

/// The longest time of pairs of each kind, how many of them end in a limit, and the widest gap in
/// parts of their size. For `docs/accuracy.md`:
/// `cargo test --release -p clearance --test suite -- --ignored --nocapture known_shapes::times`.
#[test]
#[ignore = "a table of times, which say nothing in a build for debugging"]
fn times() {
    let cuboid: Shape<Xyz> = Cuboid::new(Xyz::new(0.5, 1.0, 0.5)).into();
    let rounded: Shape<Xyz> = Rounded::new(cylinder(0.7, 0.9), 0.2).into();
    let prism = |sides: usize, low: f64, high: f64| -> Shape<Xyz> {
        let ring = |radius: f64, height: f64| {
            (0..sides).map(move |i| {
                let (sin, cos) = (TAU * i as f64 / sides as f64).sin_cos();
                Xyz::new(radius * cos, height, radius * sin)
            })
        };
        let corners: Vec<Xyz> = ring(low, -1.0).chain(ring(high, 1.0)).collect();
        ConvexHull::new(&corners).unwrap().into()
    };
    let list = [
        ("cylinder in itself", cylinder(1.0, 0.5), cylinder(1.0, 0.5)),
        ("cylinder as high as wide", cylinder(1.0, 1.0), cylinder(1.0, 1.0)),
        ("cylinder in cylinder", cylinder(1.0, 0.5), cylinder(2.0, 0.3)),
        ("cone in itself", cone(1.0, 0.5), cone(1.0, 0.5)),
        ("cone in cone", cone(1.0, 0.5), cone(0.6, 0.9)),
        ("cone in cylinder", cone(1.0, 0.5), cylinder(1.5, 0.4)),
        ("capsule in cylinder", cylinder(1.0, 0.5), capsule(1.0, 0.3)),
        ("capsule in cone", cone(1.0, 0.5), capsule(1.0, 0.3)),
        ("capsule in spheroid", ellipsoid(0.9, 2.0, 0.9), capsule(1.0, 0.3)),
        ("ellipsoid in itself", ellipsoid(1.0, 0.6, 0.8), ellipsoid(1.0, 0.6, 0.8)),
        ("nearly a ball in itself", ellipsoid(1.0, 1.0001, 0.9999), ellipsoid(1.0, 1.0001, 0.9999)),
        ("spheroid in itself", ellipsoid(1.0, 2.0, 1.0), ellipsoid(1.0, 2.0, 1.0)),
        ("spheroid in cylinder", cylinder(2.0, 1.0), ellipsoid(0.9, 2.0, 0.9)),
        ("spheroid in cone", cone(2.0, 1.0), ellipsoid(0.9, 2.0, 0.9)),
        ("nearly a spheroid in cylinder", cylinder(2.0, 1.0), ellipsoid(0.9, 2.0, 0.90001)),
        ("rounded cylinder in cylinder", rounded.clone(), cylinder(1.0, 1.0)),
        ("box in cylinder", cuboid.clone(), cylinder(1.0, 0.5)),
        ("box in cone", cuboid, cone(1.0, 0.5)),
        ("prism of 32 in cylinder", prism(32, 0.5, 0.5), cylinder(1.0, 0.5)),
        ("prism of 1024 in cylinder", prism(1024, 0.5, 0.5), cylinder(1.0, 0.5)),
        ("prism of 1024 in itself", prism(1024, 0.5, 0.5), prism(1024, 0.5, 0.5)),
        ("cone of 1024 sides in itself", prism(1024, 0.5, 1e-3), prism(1024, 0.5, 1e-3)),
    ];
    for (name, a, b) in &list {
        let (mut slowest, mut limits, mut count, mut widest) = (0.0_f64, 0, 0, 0.0_f64);
        for drift in DRIFTS {
            let axis = Xyz::new(0.6, 0.2, 0.7);
            for [x, y, z] in [[0.0; 3], [drift, 0.3 * drift, -0.2 * drift], [0.0, 0.3, 0.0]] {
                let local = placed(x, y, z, axis, drift);
                let here = placed(0.0, 0.0, 0.0, Xyz::new(0.0, 1.0, 0.0), 0.0);
                for [at_a, at_b] in [[here, local], in_the_world(&local)] {
                    let mut least = f64::INFINITY;
                    for _ in 0..3 {
                        let start = Instant::now();
                        std::hint::black_box(proximity(a, &at_a, b, &at_b));
                        least = least.min(start.elapsed().as_secs_f64());
                    }
                    let found = *proximity(a, &at_a, b, &at_b).witness();
                    slowest = slowest.max(least);
                    limits += usize::from(found.end != End::Converged);
                    count += 1;
                    widest = widest.max(found.gap / (a.reach() + b.reach()));
                }
            }
        }
        println!("| {name} | {:.0} µs | {limits} of {count} | {widest:.0e} |", 1e6 * slowest);
    }
}
