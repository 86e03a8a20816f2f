//! Contact manifolds: what other libraries get wrong, what was found wrong here, and the laws, each
//! by exact arithmetic.
#![cfg(all(feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use std::time::{Duration, Instant};

use clearance::{
    Ball, Capsule, Cone, ContactPoint, ConvexHull, Cuboid, Cylinder, Ellipsoid, Feature, HalfSpace,
    Manifold, Point, Pose, Rotation2, Rounded, Scaled, Segment, Shape, SupportMap, ToPose,
    Triangle, Vector, contact_feature, contact_manifold, contact_points, manifold_certificate,
    project_point, support_feature,
};
use clearance_oracle::common_area;
use clearance_trust::manifold::examine;
use clearance_trust::tally::Fault;
use clearance_trust::{Court, Pair, Random};
use glam::{DQuat, DVec2, DVec3, Quat, Vec3};

/// Every law about a manifold, by the judge, and that a small motion changes nothing.
fn holds<V: Court>(
    a: impl Into<Shape<V>>,
    at_a: impl ToPose<Vector = V>,
    b: impl Into<Shape<V>>,
    at_b: impl ToPose<Vector = V>,
) {
    let pair = Pair { a: a.into(), at_a: at_a.to_pose(), b: b.into(), at_b: at_b.to_pose() };
    for seed in 0..6 {
        let tally = examine(&pair, "aligned", seed);
        assert_eq!(tally.total(), 0, "{:?}", tally.finds);
    }
}

fn keys<V: Vector>(manifold: &Manifold<V>) -> BTreeSet<u64> {
    manifold.points().iter().map(|point| point.key.0).collect()
}

fn all<V: Court>(
    a: &impl SupportMap<V>,
    at_a: impl ToPose<Vector = V>,
    b: &impl SupportMap<V>,
    at_b: impl ToPose<Vector = V>,
) -> Vec<ContactPoint<V>>
where
    V::Scalar: Default,
{
    let mut points = Vec::new();
    contact_points(a, &at_a, b, &at_b, V::Scalar::default(), |point| points.push(point)).unwrap();
    points
}

fn turn(x: f64, y: f64, z: f64) -> DQuat {
    DQuat::from_scaled_axis(DVec3::new(x, y, z))
}

/// A regular prism about y.
fn prism(sides: u32, radius: f64, height: f64) -> ConvexHull<DVec3> {
    let rim = (0..sides).map(|i| TAU * f64::from(i) / f64::from(sides));
    let corners = rim.flat_map(|angle| {
        [-height, height].map(|y| DVec3::new(radius * angle.cos(), y, radius * angle.sin()))
    });
    ConvexHull::new(&corners.collect::<Vec<_>>()).unwrap()
}

/// parry 0.31 finds 8 points, then 4 to 7, and others at each move.
#[test]
fn equal_boxes_exactly_stacked_keep_four_points_and_their_keys() {
    let cube = Cuboid::new(DVec3::ONE);
    let ask = |at: DVec3| contact_manifold(&cube, &DVec3::ZERO, &cube, &at, 0.0).unwrap();
    let still = ask(DVec3::new(0.0, 1.999, 0.0));
    assert_eq!((still.points().len(), still.normal), (4, DVec3::Y));
    for i in 0..64 {
        let sign = |bit: u32| f64::from((i >> bit & 3) as i8 - 1) * 1e-6;
        let moved = ask(DVec3::new(sign(0), 1.999 + sign(2), sign(4)));
        assert_eq!(keys(&moved), keys(&still));
        assert_eq!(moved.normal, DVec3::Y);
    }
    holds(cube, DVec3::ZERO, cube, DVec3::new(0.0, 1.999, 0.0));
    holds(cube, DVec3::ZERO, cube, DVec3::new(0.0, 2.0, 0.0));
}

/// parry 0.31 in `f64`: normal (.577, .577, -.577), points 1.73 deep.
#[test]
fn cylinders_and_cones_half_into_one_another_are_one_deep() {
    let up = DVec3::new(0.0, 1.0, 0.0);
    let cylinder = Cylinder::new(1.0, 1.0);
    let cone = Cone::new(1.0, 1.0);
    let by = |m: Manifold<DVec3>| (m.normal, m.depth(), m.points().len());
    let of = contact_manifold(&cylinder, &DVec3::ZERO, &cylinder, &up, 0.0).unwrap();
    assert_eq!(by(of), (DVec3::Y, 1.0, 4));
    let of = contact_manifold(&cone, &DVec3::ZERO, &cone, &up, 0.0).unwrap();
    assert_eq!(by(of), (DVec3::Y, 1.0, 1));
    holds(cylinder, DVec3::ZERO, cylinder, up);
    holds(cone, DVec3::ZERO, cone, up);
}

/// Box3D refuses a hull of 64 points: "half edge count of 372 exceeds limit of 256".
#[test]
fn hulls_of_64_points_stand_on_one_another() {
    let points: Vec<DVec3> = (0..64)
        .map(|i| {
            let z = 1.0 - (2.0 * f64::from(i) + 1.0) / 64.0;
            let (sin, cos) = (2.399_963 * f64::from(i)).sin_cos();
            let across = (1.0 - z * z).sqrt();
            DVec3::new(across * cos, z, across * sin)
        })
        .collect();
    let hull = ConvexHull::new(&points).unwrap();
    holds(hull.clone(), DVec3::ZERO, hull, (turn(0.4, 1.0, 0.2), DVec3::new(0.3, 1.9, 0.1)));
}

/// A facet of more corners than are stored.
#[test]
fn prisms_of_a_hundred_sides_meet_in_all_their_corners() {
    let drum = prism(100, 1.0, 1.0);
    let points = all(&drum, DVec3::ZERO, &drum, DVec3::new(0.0, 1.9, 0.0));
    assert_eq!(points.len(), 100);
    let corners = |points: &[ContactPoint<DVec3>]| -> Vec<DVec2> {
        points.iter().map(|p| DVec2::new(p.on_a.x, p.on_a.z)).collect()
    };
    let whole = 50.0 * (TAU / 100.0).sin();
    assert!((area(&corners(&points)) - whole).abs() < 1e-14);
    // Turned by half a side, each corner is cut off twice.
    let turned = (turn(0.0, TAU / 200.0, 0.0), DVec3::new(0.0, 1.9, 0.0));
    let points = all(&drum, DVec3::ZERO, &drum, turned);
    let rim = |shift: f64| -> Vec<[f64; 2]> {
        let angle = |i: u32| TAU * (f64::from(i) + shift) / 100.0;
        (0..100).map(|i| [angle(i).cos(), angle(i).sin()]).collect()
    };
    let exact = common_area(&rim(0.0), &rim(0.5)).unwrap();
    assert!((area(&corners(&points)) - exact).abs() < 3e-3);
}

#[test]
fn squares_turned_by_an_eighth_meet_in_an_octagon_of_which_four_corners_stay() {
    let cube = Cuboid::new(DVec3::ONE);
    let pose = (turn(0.0, FRAC_PI_4, 0.0), DVec3::new(0.0, 1.99, 0.0));
    let octagon = all(&cube, DVec3::ZERO, &cube, pose);
    let inner = 2.0_f64.sqrt() - 1.0;
    assert_eq!(octagon.len(), 8);
    for point in &octagon {
        let (x, z) = (point.on_a.x.abs(), point.on_a.z.abs());
        assert!((x.max(z) - 1.0).abs() < 1e-15 && (x.min(z) - inner).abs() < 1e-15, "{point:?}");
    }
    let four = contact_manifold(&cube, &DVec3::ZERO, &cube, &pose, 0.0).unwrap();
    let side = |p: usize, q: usize| (four.points()[p].on_a - four.points()[q].on_a).length();
    // Opposite corners, and another on either side of the line between them.
    assert!(side(0, 1) > 2.0 && side(2, 3) > 1.5, "{four:?}");
}

/// Capsules and cylinders that lie, at rest and tilted by less than a facet may be.
#[test]
fn what_lies_on_its_side_has_two_points_on_the_surface() {
    let table = Cuboid::new(DVec3::new(2.0, 1.0, 2.0));
    for tilt in [0.0, 1e-8, 1e-4, 1e-2, 0.08] {
        let lying = turn(FRAC_PI_2 + tilt, 0.0, 0.0);
        let capsule = Capsule::new(1.0, 0.5);
        let at = |radius: f64| (lying, DVec3::new(0.3, 1.0 + radius - 0.01, 0.2));
        let touch = contact_manifold(&table, &DVec3::ZERO, &capsule, &at(0.5), 0.2).unwrap();
        assert_eq!(touch.points().len(), 2, "{tilt}");
        assert!((touch.depth() + touch.proximity.signed_distance()).abs() < 1e-15, "{tilt}");
        holds(table, DVec3::ZERO, capsule, at(0.5));
        holds(table, DVec3::ZERO, Cylinder::new(1.0, 0.4), at(0.4));
    }
}

#[test]
fn logs_that_are_nearly_parallel_touch_at_both_ends_and_crossed_ones_once() {
    let log = Capsule::new(1.0, 0.5);
    let count = |angle: f64| {
        let place = (turn(angle, 0.0, 0.0), DVec3::new(0.99, 0.2, 0.0));
        holds(log, DVec3::ZERO, log, place);
        contact_manifold(&log, &DVec3::ZERO, &log, &place, 0.0).unwrap().points().len()
    };
    assert_eq!([0.0, 1e-6, 0.01].map(count), [2; 3]);
    assert_eq!([0.5, FRAC_PI_2].map(count), [1; 2]);
}

#[test]
fn a_tilted_can_stands_on_the_deepest_point_of_its_rim() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    let can = Cylinder::new(1.0, 1.0);
    let pose = (turn(0.03, 0.4, 0.05), DVec3::new(3.0, 1.0, 0.0));
    let touch = contact_manifold(&floor, &DVec3::ZERO, &can, &pose, 0.0).unwrap();
    let certified = touch.proximity.witness().length;
    assert!((touch.depth() - certified).abs() < 1e-12, "{touch:?}");
    assert_eq!(touch.points().len(), 4);
    holds(floor, DVec3::ZERO, can, pose);
}

#[test]
fn the_plane_has_two_points_named_by_corner_and_edge() {
    let table = Cuboid::new(DVec2::new(5.0, 0.5));
    let stick = Rounded::new(Segment::new(-DVec2::X, DVec2::X), 0.5);
    let at = DVec2::new(0.3, 0.99);
    let touch = contact_manifold(&table, &DVec2::ZERO, &stick, &at, 0.0).unwrap();
    let mut xs: Vec<f64> = touch.points().iter().map(|point| point.on_a.x).collect();
    xs.sort_by(f64::total_cmp);
    assert!((xs[0] + 0.7).abs() < 1e-15 && (xs[1] - 1.3).abs() < 1e-15, "{xs:?}");
    let corner = Triangle::new(DVec2::ZERO, DVec2::new(1.0, 2.0), DVec2::new(-1.0, 2.0));
    let tip = contact_manifold(&table, &DVec2::ZERO, &corner, &DVec2::new(0.0, 0.49), 0.0).unwrap();
    assert_eq!(tip.points().len(), 1);
    let face_and_corner = (3 << 30 | 2, 1 << 30);
    assert_eq!((tip.points()[0].key.on_a(), tip.points()[0].key.on_b()), face_and_corner);
    holds(table, DVec2::ZERO, Shape::from(corner), DVec2::new(0.0, 0.49));
}

#[test]
fn edges_flush_within_rounding_keep_the_face_of_the_larger() {
    let cube = Cuboid::new(DVec3::ONE);
    let at = DVec3::new(2.0, 2.0, 0.0);
    let still = contact_manifold(&cube, &DVec3::ZERO, &cube, &at, 1e-3).unwrap();
    for step in [DVec3::new(1e-6, 1e-6, 0.0), DVec3::new(-1e-6, 1e-6, 0.0), DVec3::splat(-1e-6)] {
        let moved = contact_manifold(&cube, &DVec3::ZERO, &cube, &(at + step), 1e-3).unwrap();
        assert_eq!((moved.normal, keys(&moved)), (still.normal, keys(&still)), "{step}");
    }
}

/// A box that slides over another for 400 frames and turns: a key comes or goes only as the overlap
/// changes.
#[test]
fn a_key_stays_for_as_long_as_its_features_meet() {
    let table = Cuboid::new(DVec3::new(4.0, 0.5, 4.0));
    let (mut changes, mut last) = (0, BTreeSet::new());
    for frame in 0..400 {
        let t = f64::from(frame) * 0.005;
        let place = (turn(1e-9 * t, 0.3 * t, 0.0), DVec3::new(t, 0.9999, 0.5 * t));
        let a_box = Cuboid::new(DVec3::splat(0.5));
        let touch = contact_manifold(&table, &DVec3::ZERO, &a_box, &place, 0.0).unwrap();
        changes += usize::from(frame > 0 && keys(&touch) != last);
        last = keys(&touch);
    }
    assert_eq!(changes, 0);
}

#[test]
fn speculative_points_are_in_front_and_end_at_the_distance_asked_for() {
    let cube = Cuboid::new(Vec3::ONE);
    let above = |gap: f32| (Quat::from_rotation_y(0.2), Vec3::new(0.1, 2.0 + gap, 0.0));
    let ahead = contact_manifold(&cube, &Vec3::ZERO, &cube, &above(0.125), 0.2).unwrap();
    assert!(ahead.points().iter().all(|point| (point.depth + 0.125).abs() <= ahead.gap));
    assert!(contact_manifold(&cube, &Vec3::ZERO, &cube, &above(0.125), 0.1).is_none());
    assert!(contact_manifold(&cube, &Vec3::ZERO, &cube, &above(0.0), -0.01).is_none());
    assert!(contact_manifold(&cube, &Vec3::ZERO, &cube, &above(-0.02), -0.01).is_some());
}

#[test]
fn one_point_where_nothing_is_flat() {
    let cube = Cuboid::new(DVec3::ONE);
    let shapes: [Shape<DVec3>; 3] = [
        Ball::new(0.5).into(),
        Ellipsoid::new(DVec3::new(0.4, 0.5, 0.6)).into(),
        Point::new(DVec3::new(0.0, -0.5, 0.0)).into(),
    ];
    for shape in shapes {
        let at = DVec3::new(0.2, 1.49, 0.3);
        let touch = contact_manifold(&cube, &DVec3::ZERO, &shape, &at, 0.0).unwrap();
        assert_eq!((touch.points().len(), touch.normal), (1, DVec3::Y));
        holds(cube, DVec3::ZERO, shape, at);
    }
}

/// Nothing is known about these, and nothing panics.
#[test]
fn numbers_that_are_none_have_an_infinite_gap() {
    let cube = Cuboid::new(DVec3::ONE);
    let nowhere = DVec3::splat(f64::NAN);
    let touch = contact_manifold(&cube, &DVec3::ZERO, &cube, &nowhere, 0.0).unwrap();
    assert_eq!((touch.gap, touch.points().len()), (f64::INFINITY, 1));
    let wall = HalfSpace::new(DVec3::Y, 0.0);
    let both = contact_manifold(&wall, &DVec3::ZERO, &wall, &DVec3::ZERO, 0.0);
    assert!(both.is_none_or(|both| both.gap == f64::INFINITY));
    for strange in [f64::MAX, f64::MIN_POSITIVE, 0.0, -1.0, f64::INFINITY] {
        let shape = Cuboid::new(DVec3::splat(strange));
        let _ = contact_manifold(&shape, &DVec3::ZERO, &cube, &DVec3::X, 0.0);
        let _ = contact_manifold(&cube, &DVec3::X, &shape, &Pose::identity(), strange);
    }
}

#[test]
fn powers_of_two_scale_every_point() {
    let (cube, at) = (Cuboid::new(DVec3::ONE), DVec3::new(0.5, 1.9, 0.25));
    let one = contact_manifold(&cube, &DVec3::ZERO, &cube, &at, 0.0).unwrap();
    for exponent in [-400, -100, 20, 100, 400] {
        let factor = 2.0_f64.powi(exponent);
        let (large, there) = (Cuboid::new(DVec3::splat(factor)), at * factor);
        let scaled = contact_manifold(&large, &DVec3::ZERO, &large, &there, 0.0).unwrap();
        assert_eq!(keys(&scaled), keys(&one));
        for (p, q) in scaled.points().iter().zip(one.points()) {
            assert_eq!(
                (p.on_a, p.on_b, p.depth),
                (q.on_a * factor, q.on_b * factor, q.depth * factor)
            );
        }
    }
}

/// Prisms on prisms, turned by any angle, flush or not: the patch's corners span the part that the
/// two facets share, clipped in rational numbers.
#[test]
fn corners_span_the_exact_patch() {
    let mut random = Random(7);
    for round in 0..400 {
        let sides = |r: &mut Random| 3 + r.below(9) as u32;
        let (m, n) = (sides(&mut random), sides(&mut random));
        let (below, above) = (prism(m, 1.0, 0.5), prism(n, 0.7, 0.5));
        let yaw = [0.0, random.range(-3.0, 3.0)][round % 2];
        let aside = [
            DVec2::ZERO,
            DVec2::new(random.range(-0.9, 0.9), random.range(-0.9, 0.9)),
            DVec2::new(0.3, 0.0),
        ][round % 3];
        let pose = (turn(0.0, yaw, 0.0), DVec3::new(aside.x, 0.99, aside.y));
        let rim = |sides: u32, radius: f64, pose: &(DQuat, DVec3)| -> Vec<[f64; 2]> {
            let angle = |i: u32| TAU * f64::from(i) / f64::from(sides);
            let corner = |i: u32| {
                let flat = DVec3::new(radius * angle(i).cos(), 0.0, radius * angle(i).sin());
                let there = pose.0 * flat + pose.1;
                [there.x, there.z]
            };
            (0..sides).map(corner).collect()
        };
        let still = (DQuat::IDENTITY, DVec3::ZERO);
        let exact = common_area(&rim(m, 1.0, &still), &rim(n, 0.7, &pose)).unwrap();
        let mut points = Vec::new();
        let show = |point: ContactPoint<DVec3>| points.push(point);
        let Some(touch) = contact_points(&below, &DVec3::ZERO, &above, &pose, 0.0, show) else {
            assert!(exact == 0.0, "no point, but {exact}: {m} {n} {pose:?}");
            continue;
        };
        if touch.normal != DVec3::Y {
            // Pushed sideways, the way out is shorter.
            assert!(exact < 0.1, "{exact} shared, and {touch:?}");
            continue;
        }
        // A band of a thousandth of the inner radius along the rim.
        let corners: Vec<DVec2> = points.iter().map(|p| DVec2::new(p.on_a.x, p.on_a.z)).collect();
        let spanned = area(&corners);
        assert!((spanned - exact).abs() < 3e-3, "{spanned}, not {exact}: {m} {n} {pose:?}");
        assert!(exact > 0.01 || round % 3 == 1);
    }
}

/// The area of the hull of points.
fn area(points: &[DVec2]) -> f64 {
    let hull = ConvexHull::new(points).unwrap();
    let corners = hull.vertices();
    let next = corners.iter().cycle().skip(1);
    0.5 * corners.iter().zip(next).map(|(p, q)| p.perp_dot(*q)).sum::<f64>()
}

/// Found by the trust suite: points on the chord of a lying capsule's lifted ends, below its
/// surface.
#[test]
fn a_tilted_capsule_clipped_by_an_edge_touches_on_its_surface() {
    let drum = prism(6, 0.875, 0.25);
    let at = Pose {
        translation: DVec3::new(-0.21203401684761047, 0.71874975, -0.047363045159727335),
        rotation: clearance::Rotation3::from_xyzw(
            -0.6863655483664114,
            -0.6801267182478784,
            0.18289549907454414,
            0.18132627377001967,
        ),
    };
    holds(drum, DVec3::ZERO, Capsule::new(0.875, 0.46875), at);
}

/// Found by the trust suite: a flat box's corners coincide, and the sign of zero named a different
/// one each time.
#[test]
fn a_flat_box_names_one_of_two_corners_that_coincide() {
    let flat = Cuboid::new(DVec3::new(0.7, 0.0, 0.7));
    let below = Ball::new(0.5);
    let key = |y: f64| {
        let at = DVec3::new(0.9, y, 0.9);
        let touch = contact_manifold(&flat, &DVec3::ZERO, &below, &at, 0.5).unwrap();
        touch.points()[0].key
    };
    assert_eq!(key(1e-12), key(-1e-12));
}

/// Between two lines that cross a point is nearer to each than they are to one another, and past
/// the end of neither.
#[test]
fn flanks_that_cross_one_another() {
    let at = DVec3::new(364249.04296875, 2512805.5625, -8822223.5);
    let [p, q] = [
        [-0.023229242210896277, -0.0004977274188893686, -0.004331128418783328, 0.9997206589344566],
        [0.060077205882398343, -0.033640112002360376, -0.006479712465977382, 0.9976056763692711],
    ]
    .map(DQuat::from_array);
    let (capsule, can) =
        (Capsule::new(233714.984375, 711929.0), Cylinder::new(969680.0, 475655.90625));
    // With a whole circle of normals, a small motion may change the one taken.
    let [at_a, at_b] = [(p, at).to_pose(), (q, at).to_pose()];
    let pair = Pair { a: Shape::from(capsule), at_a, b: can.into(), at_b };
    let finds = examine(&pair, "concentric", 1).finds;
    assert!(finds.keys().all(|fault| *fault == Fault::Unsteady), "{finds:?}");
    for (long, short) in [(2.0, 0.5), (0.5, 2.0), (1.0, 1.0)] {
        for angle in [1e-3, 0.02, 0.06] {
            let turned = (DQuat::from_rotation_x(angle), DVec3::new(2.48, 0.1, 0.0));
            holds(Cylinder::new(long, 1.0), DVec3::ZERO, Capsule::new(short, 1.5), turned);
        }
    }
}

/// Rounded slivers on one another: the rounding beside a facet leans away from the normal, and its
/// corner is higher than the depth.
#[test]
fn the_deepest_point_of_rounded_slivers_is_as_deep_as_they_are() {
    let corners = [
        DVec2::new(-0.203125, 0.0),
        DVec2::new(-0.05078125, -0.15234375),
        DVec2::new(0.15234375, -0.203125),
        DVec2::new(-0.15234375, 0.05078125),
    ];
    let sliver = Shape::from(ConvexHull::new(&corners).unwrap()).rounded(0.15234375).unwrap();
    let half = Rotation2 { cos: -1.0, sin: 0.0 };
    let at = |y: f64| Pose { translation: DVec2::new(2.296875, y), rotation: half };
    let [a, b] = [at(2.9140625), at(2.9140625000000004)];
    let touch = contact_manifold(&sliver, &a, &sliver, &b, 0.0).unwrap();
    let depth = -touch.proximity.signed_distance();
    assert!((touch.depth() - depth).abs() <= 3.86e-4, "{} of {depth}", touch.depth());
}

/// A needle's corner beyond the sharp end of a blade, near the lines of both edges there.
#[test]
fn points_are_aside_of_the_normal_by_two_bands_at_most() {
    let mut random = Random(31);
    let mut pairs = 0;
    for _ in 0..4000 {
        let sharp = |r: &mut Random| {
            let (length, half) = (r.range(0.5, 1.0), r.range(0.02, 0.2));
            let [p, q, tip] = [[-length, half], [-length, -half], [length, 0.0]];
            let at = |[x, z]: [f64; 2], y: f64| DVec3::new(x, y, z);
            let points = [p, q, tip].map(|p| [at(p, -0.1), at(p, 0.1)]);
            let hull = ConvexHull::new(points.as_flattened()).unwrap();
            // The triangle's inner radius: its area over half its perimeter.
            let side = (4.0 * length * length + half * half).sqrt();
            (hull, length, 2.0 * length * half / (half + side))
        };
        let (blade, reach, thick) = sharp(&mut random);
        let (needle, length, thin) = sharp(&mut random);
        // Tip to tip, or on one another, within a part of the band.
        let band = 1e-3 * thick.min(thin).min(0.1);
        let yaw = [0.0, 2.0 * FRAC_PI_2][random.below(2) as usize];
        let x = if yaw == 0.0 { reach - length } else { reach + length };
        let off = DVec2::new(random.range(-4.0, 4.0), random.range(-0.5, 0.5)) * band;
        let pose = (turn(0.0, yaw, 0.0), DVec3::new(x + off.x, 0.199, off.y));
        let touch = contact_manifold(&blade, &DVec3::ZERO, &needle, &pose, 0.0);
        let Some(touch) = touch.filter(|touch| touch.normal == DVec3::Y) else { continue };
        pairs += 1;
        for point in touch.points() {
            let between = point.on_a - point.on_b;
            let aside = (between - touch.normal * between.dot(touch.normal)).length();
            assert!(aside <= 2.0 * band, "{aside:e}: {pose:?} {touch:?}");
        }
    }
    assert!(pairs > 500, "{pairs}");
}

/// Deep hulls, where the normal of a facet that is not over the deepest points is as good: no point
/// is aside by more than two bands, and the deepest is as deep as certified.
#[test]
fn facets_beside_the_deepest_points_give_way() {
    type Points = [[i8; 3]; 8];
    let found: [(Points, Points, [i8; 4], [i8; 3]); 3] = [
        (
            [
                [-3, -7, 1],
                [-2, 8, 1],
                [-5, 6, -6],
                [1, -9, -9],
                [9, 8, -2],
                [9, -8, -9],
                [9, 7, -6],
                [-1, -5, -7],
            ],
            [
                [1, -6, 1],
                [-8, -8, 9],
                [2, 9, 4],
                [9, -8, 2],
                [7, 7, -5],
                [-3, 9, -3],
                [7, -7, -6],
                [5, 6, 9],
            ],
            [-5, 1, 2, 0],
            [2, 9, -3],
        ),
        (
            [
                [-5, -1, 0],
                [-7, 8, -1],
                [9, 7, -5],
                [1, 4, -7],
                [-6, -5, 6],
                [5, -6, 2],
                [-5, -5, 7],
                [-1, -4, -9],
            ],
            [
                [-6, -6, 2],
                [-2, 4, 0],
                [5, -6, -9],
                [6, 9, -7],
                [9, -8, -1],
                [8, 1, -7],
                [5, -1, -9],
                [3, -6, 5],
            ],
            [3, -5, 3, -5],
            [-4, 0, -7],
        ),
        (
            [
                [4, -7, -4],
                [1, -8, -8],
                [-9, 8, 8],
                [6, -1, -5],
                [4, 7, -6],
                [-7, 8, 2],
                [0, 3, 8],
                [-5, 4, 8],
            ],
            [
                [7, 4, 6],
                [9, -7, 6],
                [-9, 8, -1],
                [-7, -4, -1],
                [5, -5, -7],
                [5, 5, -8],
                [-3, 6, 5],
                [-1, -7, -1],
            ],
            [4, -5, -3, -1],
            [0, 2, -6],
        ),
    ];
    for (a, b, turn, place) in found {
        let at = |[x, y, z]: [i8; 3]| DVec3::new(x.into(), y.into(), z.into());
        let hull = |points: Points| ConvexHull::new(&points.map(at)).unwrap();
        let (a, b) = (hull(a), hull(b));
        let [x, y, z, w] = turn.map(f64::from);
        let pose = (DQuat::from_xyzw(x, y, z, w), at(place));
        let touch = contact_manifold(&a, &DVec3::ZERO, &b, &pose, 0.0).unwrap();
        // A thousandth of an inner radius of at most 9.
        let band = 9e-3;
        assert!(-touch.proximity.signed_distance() - touch.depth() <= band, "{touch:?}");
        for point in touch.points() {
            let between = point.on_a - point.on_b;
            let aside = (between - touch.normal * between.dot(touch.normal)).length();
            assert!(aside <= 2.0 * band, "{aside:e} of {touch:?}");
        }
    }
}

/// Along the axis of the first, since a band without end took every direction for as good.
#[test]
fn half_spaces_and_points_touch_along_their_certified_normal() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    for offset in [-1.0, 0.5] {
        let ceiling = HalfSpace::new(DVec3::NEG_Y, offset);
        let touch = contact_manifold(&floor, &DVec3::ZERO, &ceiling, &DVec3::ZERO, 2.0).unwrap();
        assert_eq!(touch.normal, DVec3::Y);
        let [point] = touch.points() else { panic!("{touch:?}") };
        assert!((point.depth - offset).abs() <= touch.gap && touch.gap < 1e-14, "{touch:?}");
    }
    let (dot, grain) = (Cuboid::new(DVec3::ZERO), DVec3::new(0.0, 0.25, 0.0));
    let touch = contact_manifold(&dot, &DVec3::ZERO, &dot, &grain, 1.0).unwrap();
    assert_eq!((touch.normal, touch.depth()), (DVec3::Y, -0.25));
}

/// A box without breadth touched in coinciding points, with a gap of 32 sizes: in facets without
/// area.
#[test]
fn shapes_without_breadth_touch_in_edges_and_corners() {
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    for (half, count) in
        [([0.0, 0.0, 0.0], 1), ([1.0, 0.0, 0.0], 2), ([1.0, 1.0, 0.0], 2), ([0.0, 1.0, 0.0], 1)]
    {
        let half = DVec3::from(half);
        let above = DVec3::Y * (half.y + 0.25);
        let touch =
            contact_manifold(&floor, &DVec3::ZERO, &Cuboid::new(half), &above, 1.0).unwrap();
        assert!(touch.points().len() == count && touch.gap < 1e-12, "{touch:?}");
        assert!(touch.points().iter().all(|p| (p.depth + 0.25).abs() <= touch.gap));
    }
    for thin in [Shape::from(Cylinder::new(1.0, 0.0)), Cone::new(1.0, 0.0).into()] {
        let touch = contact_manifold(&floor, &DVec3::ZERO, &thin, &(DVec3::Y * 1.25), 1.0).unwrap();
        assert!(touch.points().len() == 1 && touch.gap < 1e-12, "{touch:?}");
    }
}

#[test]
fn a_distance_that_is_no_number_finds_nothing() {
    let cube = Cuboid::new(DVec3::ONE);
    for above in [1.5, 4.0] {
        let above = DVec3::Y * above;
        assert!(contact_manifold(&cube, &DVec3::ZERO, &cube, &above, f64::NAN).is_none());
    }
}

/// Points beside the lines of cylinders that lean were off their ends by what the surface falls
/// away there: 3e-8.
#[test]
fn points_of_cylinders_that_lean_are_on_them() {
    let a = Cylinder::new(2.0, 1.0);
    let lie = |lean: f64| DQuat::from_rotation_z(FRAC_PI_2 + lean);
    for half in [2.0, 0.5] {
        for lean in [-1e-3, -9e-5, -5e-5, 5e-5, 9e-5, 1e-3] {
            for aside in [0.001, 0.02, 0.05] {
                let b = Cylinder::new(half, 0.99);
                let high = (1.99_f64 * 1.99 - aside * aside).sqrt() - 0.001;
                let at = (lie(lean), DVec3::new(0.7, high, aside));
                let proof = manifold_certificate(&a, &(lie(0.0), DVec3::ZERO), &b, &at, 0.1);
                let touch = contact_manifold(&a, &(lie(0.0), DVec3::ZERO), &b, &at, 0.1).unwrap();
                for point in &proof.unwrap().points {
                    for surface in [&point.from_a, &point.from_b] {
                        let off = surface.lower.max(-surface.upper);
                        assert!(off <= touch.gap, "{off:e} {lean} {aside} {touch:?}");
                    }
                }
            }
        }
    }
}

/// A cone's rim had the name of its tip, where the way to it led a little upwards; and of a cone in
/// the plane every corner that of its first side.
#[test]
fn the_tip_of_a_cone_and_its_rim_have_names_of_their_own() {
    let (cone, ball) = (Cone::new(0.04, 0.05), Ball::new(0.9));
    let beside = DVec3::new(0.0, 0.03, 0.95);
    let touch = contact_manifold(&cone, &DVec3::ZERO, &ball, &beside, 0.1).unwrap();
    let key = touch.points()[0].key.on_a();
    assert!(contact_feature(&cone, &DVec3::ZERO, key).is_none(), "{touch:?}");
    let above = DVec3::new(0.01, 1.0, 0.0);
    let touch = contact_manifold(&cone, &DVec3::ZERO, &ball, &above, 0.1).unwrap();
    let tip = contact_feature(&cone, &DVec3::ZERO, touch.points()[0].key.on_a());
    assert!(matches!(tip, Some(Feature::Vertex(at)) if at.y == 0.04), "{tip:?}");

    let floor = Cuboid::new(DVec2::new(3.0, 1.0));
    let cone = Cone::new(1.0, 1.0);
    let quarter = Rotation2 { cos: 0.0, sin: 1.0 };
    let half = Rotation2 { cos: -1.0, sin: 0.0 };
    for (rotation, corner) in [(quarter, DVec2::new(1.0, 1.2)), (half, DVec2::new(0.0, 1.2))] {
        let at = Pose { rotation, translation: DVec2::new(0.0, 2.2) };
        let touch = contact_manifold(&floor, &DVec2::ZERO, &cone, &at, 0.5).unwrap();
        let [point] = touch.points() else { panic!("{touch:?}") };
        let found = contact_feature(&cone, &at, point.key.on_b());
        let is_corner = matches!(found, Some(Feature::Vertex(p)) if (p - corner).length() < 1e-12);
        assert!(is_corner, "{found:?}");
    }
}

/// A box whose corners were turned before its hull was built has twelve triangles, and touched with
/// one of them: three points of four, or one of two.
#[test]
fn sides_whose_corners_are_rounded_touch_as_a_whole() {
    let floor = Cuboid::new(DVec3::new(5.0, 1.0, 5.0));
    let half = DVec3::new(0.5, 0.3, 0.4);
    let rod = Cuboid::new(DVec3::new(0.05, 0.05, 2.0));
    for (i, turned) in
        [(1.0, turn(0.3, 0.2, 0.1)), (2.0, turn(-1.0, 0.7, 2.0)), (3.0, turn(2.0, -0.4, 0.3))]
    {
        let signs =
            |i: u32| DVec3::from([0, 1, 2].map(|axis| 1.0 - 2.0 * f64::from(i >> axis & 1)));
        let corners: Vec<DVec3> = (0..8).map(|i| turned * (half * signs(i))).collect();
        let hull = ConvexHull::new(&corners).unwrap();
        let flat = (turned.conjugate(), DVec3::new(0.1 * i, 1.299, 0.0));
        for radius in [0.0, 0.001] {
            let shape = Shape::from(hull.clone()).rounded(radius).unwrap();
            let touch = contact_manifold(&floor, &DVec3::ZERO, &shape, &flat, 0.0).unwrap();
            assert!(touch.points().len() == 4 && touch.corners == 4, "{touch:?}");
            assert!(touch.gap < 1e-12, "{touch:?}");
            for point in touch.points() {
                assert!((point.depth - 0.001 - radius).abs() <= touch.gap, "{touch:?}");
                let side = contact_feature(&shape, &flat, point.key.on_b());
                assert!(matches!(side, Some(Feature::Vertex(at)) if at.y < 1.0), "{side:?}");
            }
            holds(floor, DVec3::ZERO, shape, flat);
        }
        // Two of an edge across it, wherever.
        for x in [-0.4, -0.2, 0.05, 0.3] {
            let across = (turn(0.0, 0.0, FRAC_PI_4), DVec3::new(x, 0.3 + 0.0707, 0.1));
            let on = (turned.conjugate(), DVec3::ZERO);
            let touch = contact_manifold(&hull, &on, &rod, &across, 0.01).unwrap();
            assert_eq!(touch.points().len(), 2, "{touch:?}");
            let side = contact_feature(&hull, &on, 3 << 30 | 12);
            assert!(matches!(side, Some(Feature::Face { corners, .. }) if corners.len() == 4));
        }
        let single: Vec<Vec3> = corners.iter().map(|corner| corner.as_vec3()).collect();
        let single = ConvexHull::new(&single).unwrap();
        let (floor, flat) =
            (Cuboid::new(Vec3::new(5.0, 1.0, 5.0)), (flat.0.as_quat(), flat.1.as_vec3()));
        let touch = contact_manifold(&floor, &Vec3::ZERO, &single, &flat, 0.0).unwrap();
        assert!(touch.points().len() == 4 && touch.gap < 1e-6, "{touch:?}");
        let found = support_feature(&single, &flat, Vec3::NEG_Y, 1e-6);
        assert!(matches!(found, Feature::Face { corners, .. } if corners.len() == 4));
    }
}

/// What is curved stays curved, a thin hull has no side less, and joined sides are convex.
#[test]
fn faces_are_joined_only_where_they_are_flat() {
    let sides = |hull: &ConvexHull<DVec3>| {
        let named =
            (0..200).filter_map(|number| contact_feature(hull, &DVec3::ZERO, 3 << 30 | number));
        named.count() - hull.faces().len()
    };
    assert_eq!(sides(&prism(32, 1.0, 0.5)), 0);
    let ball: Vec<DVec3> = (0..60)
        .map(|i| {
            let (angle, y) = (2.4 * f64::from(i), (f64::from(i) - 29.5) / 30.0);
            let out = (1.0 - y * y).sqrt();
            DVec3::new(out * angle.cos(), y, out * angle.sin())
        })
        .collect();
    assert_eq!(sides(&ConvexHull::new(&ball).unwrap()), 0);
    // A roof 1e-7 high over a plate as thin, and over a block.
    for (thick, joined) in [(1e-7, 0), (1.0, 1)] {
        let square = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let mut corners: Vec<DVec3> = square.iter().map(|[x, z]| DVec3::new(*x, 0.0, *z)).collect();
        corners.extend(square.iter().map(|[x, z]| DVec3::new(*x, -thick, *z)));
        corners.push(DVec3::new(0.0, 1e-7, 0.0));
        let hull = ConvexHull::new(&corners).unwrap();
        assert_eq!(sides(&hull), joined);
        // Stretched it is a roof again.
        let tall = Scaled::new(hull, DVec3::new(1.0, 1e6, 1.0)).unwrap();
        let (ball, above) = (Ball::new(0.5), DVec3::new(0.3, 0.5, 0.0));
        let touch = contact_manifold(&tall, &DVec3::ZERO, &ball, &above, 1.0).unwrap();
        assert!(touch.gap < 1e-6, "{touch:?}");
    }
}

/// Half of a triangle without area was left out, where its corner in the middle comes first.
#[test]
fn triangles_without_area_touch_along_their_longest_edge() {
    let corners = [1.0, 0.0, 2.0];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [a, b, c] = order.map(|i| DVec3::X * corners[i]);
        let floor = HalfSpace::new(DVec3::Y, 0.0);
        let sliver = Triangle::new(a, b, c);
        let above = DVec3::Y * 0.25;
        let touch = contact_manifold(&floor, &DVec3::ZERO, &sliver, &above, 1.0).unwrap();
        let mut ends: Vec<f64> = touch.points().iter().map(|point| point.on_b.x).collect();
        ends.sort_unstable_by(f64::total_cmp);
        assert!(ends.len() == 2 && ends[0].abs() < 1e-12 && (ends[1] - 2.0).abs() < 1e-12);
        let floor = Cuboid::new(DVec2::new(3.0, 1.0));
        let [a, b, c] = [a, b, c].map(|p| DVec2::new(p.x, 0.0));
        for y in [1.25, -1.25] {
            let there = DVec2::new(0.0, y);
            let sliver = Triangle::new(a, b, c);
            let touch = contact_manifold(&floor, &DVec2::ZERO, &sliver, &there, 1.0).unwrap();
            assert_eq!(touch.points().len(), 2, "{touch:?}");
            let found = support_feature(&sliver, &there, DVec2::NEG_Y * y, 0.0);
            let Feature::Edge([p, q]) = found else { panic!("{found:?}") };
            assert_eq!((q - p).length(), 2.0);
        }
    }
}

/// The surface about a rounded cone's line was taken for a cylinder of the rounding's radius: where
/// another line crosses it a little, the points were off it.
#[test]
fn a_rounded_cone_bends_less_than_its_rounding() {
    let cone = Shape::from(Cone::new(1.0, 1.0)).rounded(0.2).unwrap();
    let along = DVec3::new(1.0, -2.0, 0.0).normalize();
    let out = DVec3::new(2.0, 1.0, 0.0).normalize();
    let middle = DVec3::new(0.5, 0.0, 0.0);
    for crossing in [0.0, 1e-3, 5e-3, 0.02] {
        let onto = DQuat::from_rotation_arc(DVec3::Y, along);
        let rod = Capsule::new(0.8, 0.5);
        let at = (DQuat::from_axis_angle(out, crossing) * onto, middle + out * 0.699);
        let touch = contact_manifold(&cone, &DVec3::ZERO, &rod, &at, 0.0).unwrap();
        let proof = manifold_certificate(&cone, &DVec3::ZERO, &rod, &at, 0.0).unwrap();
        for point in &proof.points {
            for surface in [&point.from_a, &point.from_b] {
                let off = surface.lower.max(-surface.upper);
                assert!(off <= touch.gap, "{off:e} {crossing} {touch:?}");
            }
        }
    }
}

/// In the plane a side that is straight but for rounding touched with a piece of it.
#[test]
fn straight_sides_of_several_edges_touch_as_one() {
    let above = 1.125 + 4.5e-16;
    let half = [(-1.25, 1.125), (-0.625, above), (0.625, above), (1.25, 1.125)];
    let corners: Vec<DVec2> =
        half.iter().flat_map(|(x, y)| [DVec2::new(*x, *y), DVec2::new(*x, -y)]).collect();
    let hull = ConvexHull::new(&corners).unwrap();
    assert_eq!(hull.vertices().len(), 8);
    for width in [0.25, 0.75, 1.0, 2.0] {
        for x in [-0.5, 0.0, 0.625, 0.7] {
            let block = Cuboid::new(DVec2::new(width, 0.125));
            let at = DVec2::new(x, 1.249);
            let touch = contact_manifold(&hull, &DVec2::ZERO, &block, &at, 0.0).unwrap();
            let mut on: Vec<f64> = touch.points().iter().map(|point| point.on_a.x).collect();
            on.sort_unstable_by(f64::total_cmp);
            let expected = [f64::max(-1.25, x - width), f64::min(1.25, x + width)];
            assert!(on.len() == 2 && touch.gap < 1e-12, "{touch:?}");
            assert!(on.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-9), "{touch:?}");
        }
    }
    let side = support_feature(&hull, &DVec2::ZERO, DVec2::Y, 1e-12);
    assert!(matches!(side, Feature::Edge([p, q]) if p.x == 1.25 && q.x == -1.25), "{side:?}");
    holds(hull, DVec2::ZERO, Cuboid::new(DVec2::new(0.75, 0.125)), DVec2::new(0.7, 1.249));
}

/// A side that is flat but for a corner in its middle, half a millionth higher: the points were as
/// far off the surface, and the gap did not say so.
#[test]
fn corners_within_a_side_count_for_the_gap() {
    let signs = |i: u32| DVec3::from([0, 1, 2].map(|axis| 1.0 - 2.0 * f64::from(i >> axis & 1)));
    let middles = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let middles = middles.map(|middle| middle * (1.0 + 5e-7));
    let corners: Vec<DVec3> = (0..8).map(signs).chain(middles).collect();
    let hull = ConvexHull::new(&corners).unwrap();
    assert_eq!(hull.faces().len(), 24);
    for size in [0.1, 1e-5] {
        for (x, z) in [(0.0, 0.05), (0.3, 0.05), (0.5, -0.2), (0.8, 0.1)] {
            for gap in [-0.1 * size, 0.0, 0.1 * size] {
                let (block, at) =
                    (Cuboid::new(DVec3::splat(size)), DVec3::new(x, 1.0 + gap + size, z));
                let touch = contact_manifold(&hull, &DVec3::ZERO, &block, &at, 0.1).unwrap();
                assert!(touch.gap < 2e-6, "{touch:?}");
                let signed = touch.proximity.signed_distance();
                let band = 2e-3 * size + touch.gap;
                assert!((touch.depth() + signed).abs() <= band, "{touch:?}");
                let along = hull.support(touch.normal, 0).point.dot(touch.normal)
                    - block.support(-touch.normal, 0).point.dot(touch.normal)
                    - at.dot(touch.normal);
                assert!((along + signed).abs() <= 2e-3 * size, "{along} {touch:?}");
                for point in touch.points() {
                    let on_a = project_point(&hull, &DVec3::ZERO, point.on_a);
                    let on_b = project_point(&block, &at, point.on_b);
                    for off in [on_a.signed_distance, on_b.signed_distance] {
                        assert!(off.abs() <= touch.gap + 1e-15, "{off} {touch:?}");
                    }
                }
            }
        }
    }
}

/// Each pair of edges was looked at a dozen times over, and each time computed again: faces of
/// 1000 corners took 2.5 s, of 4000 a minute.
#[test]
fn faces_of_many_corners() {
    let start = Instant::now();
    for (sides, shift) in [(24, 0.3), (25, 0.3), (64, 0.5), (1000, 0.3), (3000, 0.1)] {
        let drum = prism(sides, 1.0, 1.0);
        let turned = (turn(0.0, 0.1 / f64::from(sides), 0.0), DVec3::new(shift, 1.999, 0.1));
        let points = all(&drum, DVec3::ZERO, &drum, turned);
        let names: BTreeSet<u64> = points.iter().map(|point| point.key.0).collect();
        assert_eq!(names.len(), points.len());
        // All of a lens, and nothing else, but for the band: each point is within both circles, and
        // their hull is as large.
        let flat: Vec<DVec2> =
            points.iter().map(|point| DVec2::new(point.on_a.x, point.on_a.z)).collect();
        let middle = DVec2::new(shift, 0.1);
        for at in &flat {
            assert!(at.length() < 1.002 && (at - middle).length() < 1.002);
        }
        let lens = ConvexHull::new(&flat).unwrap();
        let corners = lens.vertices();
        let next = corners.iter().cycle().skip(1);
        let area: f64 = corners.iter().zip(next).map(|(p, q)| p.perp_dot(*q)).sum::<f64>() / 2.0;
        let apart = middle.length();
        let circles = 2.0 * (apart / 2.0).acos() - apart / 2.0 * (4.0 - apart * apart).sqrt();
        let room = 20.0 / f64::from(sides).powi(2) + 0.01;
        assert!((area - circles).abs() < room, "{area} {circles}");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// A cylinder or cone times a factor whose products round touched a table in one point.
#[test]
fn scaled_cans_stand_on_their_caps() {
    let table = Cuboid::new(DVec3::new(2.0, 0.5, 2.0));
    let cans: [Shape<DVec3>; 2] = [Cylinder::new(0.7, 0.9).into(), Cone::new(0.7, 0.9).into()];
    for (can, by) in cans.iter().flat_map(|can| {
        [DVec3::splat(0.3), DVec3::new(-0.3, 0.7, 0.3), DVec3::new(0.1, 1.1, -0.1)]
            .map(|by| (can.clone(), by))
    }) {
        let scaled: Shape<DVec3> = Scaled::new(can, by).unwrap().into();
        let standing = (DQuat::from_rotation_y(0.3), DVec3::new(0.1, 0.499 + 0.7 * by.y, 0.2));
        let touch = contact_manifold(&table, &DVec3::ZERO, &scaled, &standing, 0.0).unwrap();
        assert_eq!((touch.points().len(), touch.corners), (4, 8), "{touch:?}");
        for ContactPoint { on_a, on_b, depth, .. } in touch.points() {
            let from_axis = DVec2::new(on_b.x - 0.1, on_b.z - 0.2).length();
            assert!((depth - 0.001).abs() < 1e-15 && (on_a.y - 0.5).abs() < 1e-15);
            assert!((on_b.y - 0.499).abs() < 1e-15, "{touch:?}");
            assert!((from_axis - 0.9 * by.x.abs()).abs() < 1e-15, "{touch:?}");
        }
    }
}

/// Far from the origin of the world points are rounded to what `f32` holds there; depths are not.
/// The deepest point of a rounding or a rim took its depth from its points.
#[test]
fn depths_are_the_same_anywhere_in_the_world() {
    let cube = |half| Rounded::new(Shape::from(Cuboid::new(Vec3::splat(half))), 0.125).into();
    let shapes: [Shape<Vec3>; 3] = [cube(0.375), cube(0.25), Cylinder::new(0.5, 0.5).into()];
    let r = &mut Random(3);
    let mut count = 0;
    for _ in 0..4000 {
        let [a, b] = [(); 2].map(|()| &shapes[r.below(3) as usize]);
        let mut turn = || {
            let axis: clearance::Xyz = r.direction();
            let angle = [0.02, 0.09, 0.5][r.below(3) as usize];
            let axis = DVec3::new(axis.x, axis.y, axis.z).normalize();
            DQuat::from_axis_angle(axis, angle).as_quat()
        };
        let turns = [turn(), turn()];
        let away: clearance::Xyz = r.direction();
        // Both sums are floats.
        let [x, y, z] = [away.x, away.y, away.z].map(|x| (x * 0.95 * 64.0).round() as f32 / 64.0);
        let depth = |from: Vec3| {
            let (here, there) = ((turns[0], from), (turns[1], from + Vec3::new(x, y, z)));
            contact_manifold(a, &here, b, &there, 0.0).map(|found| found.depth())
        };
        let (near, far) = (depth(Vec3::ZERO), depth(Vec3::splat(65_536.0)));
        assert_eq!(near.is_some(), far.is_some());
        if let (Some(near), Some(far)) = (near, far) {
            count += 1;
            assert!((near - far).abs() < 1e-5, "{near} {far} {turns:?} {away:?}");
        }
    }
    assert!(count > 1000, "{count}");
}
