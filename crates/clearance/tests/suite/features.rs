//! Features as geometry, against all corners of the shape: numbers are integers, so that floats
//! find the highest corners exactly.
#![cfg(all(feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Feature, Frustum, HalfSpace,
    MinkowskiSum, Rounded, Scaled, Segment, Shape, SupportMap, ToPose, Triangle, Vector,
    contact_feature, contact_manifold, contact_points, corner_points, support_feature,
};
use glam::{DQuat, DVec2, DVec3, Vec3};

/// The distinct corners that are exactly highest.
fn highest<T: Copy + PartialEq>(
    corners: impl Iterator<Item = T>,
    height: impl Fn(T) -> f64,
) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for corner in corners {
        let over = found.first().map_or(1.0, |top| height(corner) - height(*top));
        if over > 0.0 {
            found.clear();
        }
        if over >= 0.0 && !found.contains(&corner) {
            found.push(corner);
        }
    }
    found
}

fn are_same<T: Copy + PartialEq>(some: &[T], others: &[T]) -> bool {
    some.iter().all(|p| others.contains(p)) && others.iter().all(|p| some.contains(p))
}

fn directions() -> impl Iterator<Item = DVec3> {
    let all = || (-3..=3).map(f64::from);
    all()
        .flat_map(move |x| all().flat_map(move |y| all().map(move |z| DVec3::new(x, y, z))))
        .filter(|d| *d != DVec3::ZERO)
}

/// Every direction's feature in space is the hull of the highest corners. Returns how many corners,
/// edges and faces there were.
fn examine(
    shape: &(impl SupportMap<DVec3> + ?Sized),
    pose: &impl ToPose<Vector = DVec3>,
) -> [u32; 3] {
    let mut seen = [0; 3];
    for direction in directions() {
        let expected = highest(corner_points(shape, pose), |p| p.dot(direction));
        let found = support_feature(shape, pose, direction, 0.0);
        let corners: Vec<DVec3> = found.corners().collect();
        // Those of a box without a thickness coincide.
        assert!(are_same(&corners, &expected), "{direction}: {found:?}, not {expected:?}");
        match found {
            Feature::Vertex(_) => seen[0] += 1,
            Feature::Edge([p, q]) => {
                assert_ne!(p, q, "{direction}");
                seen[1] += 1;
            }
            Feature::Face { normal, corners } => {
                let loop_: Vec<DVec3> = corners.collect();
                let (first, rest) = loop_.split_first().unwrap();
                let spokes = || rest.iter().map(|p| *p - *first);
                let area: DVec3 = spokes().zip(spokes().skip(1)).map(|(p, q)| p.cross(q)).sum();
                // Counter-clockwise, and without a corner out of its order: a convex loop's area is
                // the largest that its corners have.
                assert!(area.dot(direction) > 0.0, "{direction}: {loop_:?}");
                assert!(spokes().zip(spokes().skip(1)).all(|(p, q)| p.cross(q).dot(area) >= 0.0));
                assert!((normal - direction.normalize()).length() < 1e-15, "{direction}: {normal}");
                seen[2] += 1;
            }
            other => panic!("{direction}: {other:?}"),
        }
    }
    seen
}

/// The same in the plane.
fn examine_plane(
    shape: &(impl SupportMap<DVec2> + ?Sized),
    pose: &impl ToPose<Vector = DVec2>,
) -> [u32; 2] {
    let mut seen = [0; 2];
    for direction in directions().map(DVec3::truncate).filter(|d| *d != DVec2::ZERO) {
        let expected = highest(corner_points(shape, pose), |p| p.dot(direction));
        let found = support_feature(shape, pose, direction, 0.0);
        let corners: Vec<DVec2> = found.corners().collect();
        assert!(are_same(&corners, &expected), "{direction}: {found:?}, not {expected:?}");
        match found {
            Feature::Vertex(_) => seen[0] += 1,
            Feature::Edge([p, q]) => {
                let outside = -(q - p).perp();
                assert!(outside.dot(direction) > 0.0, "{direction}: {p} {q}");
                seen[1] += 1;
            }
            other => panic!("{direction}: {other:?}"),
        }
    }
    seen
}

fn scaled<A: SupportMap<V>, V: Vector>(shape: A, scale: V) -> Scaled<A, V> {
    Scaled::new(shape, scale).unwrap()
}

fn hull(corners: &[[f64; 3]]) -> ConvexHull<DVec3> {
    ConvexHull::new(&corners.iter().copied().map(DVec3::from).collect::<Vec<_>>()).unwrap()
}

/// For each shape of space, how many of the 342 directions have a corner, an edge, a face: each
/// axis occurs three times, as do the diagonals.
#[test]
fn of_space() {
    let at = DVec3::new(5.0, -3.0, 2.0);
    let quarter = DQuat::from_xyzw(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt());
    let block = Cuboid::new(DVec3::new(1.0, 2.0, 3.0));
    assert_eq!(examine(&block, &at), [8 * 27, 12 * 9, 6 * 3]);
    assert_eq!(examine(&block, &(quarter, at)), [8 * 27, 12 * 9, 6 * 3]);
    assert_eq!(examine(&Rounded::new(block, 0.3), &at), [8 * 27, 12 * 9, 6 * 3]);
    // The corners of a box, two of its faces' middles (merged), and a point within.
    let corners: Vec<DVec3> = corner_points(&block, &DVec3::ZERO).collect();
    let more = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.0, 2.0, 0.0), DVec3::ZERO];
    let same = ConvexHull::new(&[&corners[..], &more].concat()).unwrap();
    assert_eq!(examine(&same, &at), [8 * 27, 12 * 9, 6 * 3]);
    for scale in [DVec3::new(2.0, 1.0, 0.5), DVec3::new(-1.0, 1.0, 4.0)] {
        assert_eq!(examine(&scaled(block, scale), &at), [8 * 27, 12 * 9, 6 * 3]);
        assert_eq!(examine(&scaled(same.clone(), scale), &at), [8 * 27, 12 * 9, 6 * 3]);
        assert_eq!(examine(&Shape::from(scaled(Shape::from(block), scale)), &at)[2], 6 * 3);
    }
    // Boxes without a thickness: two faces, four edges; one edge; a point.
    assert_eq!(examine(&Cuboid::new(DVec3::new(1.0, 2.0, 0.0)), &at)[2], 2 * 3);
    assert_eq!(examine(&Cuboid::new(DVec3::new(0.0, 2.0, 0.0)), &at), [342 - 48, 48, 0]);
    assert_eq!(examine(&Cuboid::new(DVec3::ZERO), &at), [342, 0, 0]);
    // Faces of an octahedron are seen along the diagonals.
    let octahedron = hull(&[
        [2.0, 0.0, 0.0],
        [-2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, -2.0, 0.0],
        [0.0, 0.0, 2.0],
        [0.0, 0.0, -2.0],
    ]);
    assert_eq!(examine(&octahedron, &at)[2], 8 * 3);
    // A wedge, a flat hull, a triangle: two sides, three edges.
    let wedge = hull(&[
        [0.0, 0.0, 0.0],
        [3.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 2.0],
        [3.0, 0.0, 2.0],
        [0.0, 1.0, 2.0],
    ]);
    assert!(examine(&wedge, &at)[2] > 4 * 3);
    let sheet = hull(&[[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 3.0, 1.0], [0.0, 3.0, 1.0]]);
    assert_eq!(examine(&sheet, &at)[2], 2 * 3);
    let [p, q, r] = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]].map(DVec3::from);
    assert_eq!(examine(&Triangle::new(p, q, r), &at)[2], 2 * 3);
    assert_eq!(examine(&scaled(Triangle::new(p, q, r), DVec3::new(-1.0, 2.0, 1.0)), &at)[2], 6);
    assert_eq!(examine(&Triangle::new(p, q, p), &at)[2], 0);
    // Across a segment the feature is an edge; for a point, and a segment of no length, a corner.
    assert_eq!(examine(&Segment::new(p, q), &at), [342 - 48, 48, 0]);
    assert_eq!(examine(&Segment::new(p, p), &at), [342, 0, 0]);
    assert_eq!(examine(&hull(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), &at), [342 - 48, 48, 0]);
    assert_eq!(examine(&hull(&[[1.0, 2.0, 3.0]]), &at), [342, 0, 0]);
}

#[test]
fn of_the_plane() {
    let at = DVec2::new(5.0, -3.0);
    // Every direction of the plane counts 7 times: 48 of them, 3 along each axis.
    let tile = Cuboid::new(DVec2::new(1.0, 2.0));
    assert_eq!(examine_plane(&tile, &at), [7 * 36, 7 * 12]);
    assert_eq!(examine_plane(&Rounded::new(tile, 0.5), &at), [7 * 36, 7 * 12]);
    assert_eq!(examine_plane(&scaled(tile, DVec2::new(-1.0, 3.0)), &at), [7 * 36, 7 * 12]);
    assert_eq!(examine_plane(&Cylinder::new(2.0, 1.0), &at), [7 * 36, 7 * 12]);
    assert_eq!(examine_plane(&Cuboid::new(DVec2::new(0.0, 2.0)), &at), [7 * 42, 7 * 6]);
    // The sides of a cone have the slope 4.
    assert_eq!(examine_plane(&Cone::new(1.0, 1.0), &at)[1], 7 * (3 + 2));
    let [p, q, r] = [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]].map(DVec2::from);
    // Either way around: three along each of three sides.
    assert_eq!(examine_plane(&Triangle::new(p, q, r), &at)[1], 7 * 9);
    assert_eq!(examine_plane(&Triangle::new(p, r, q), &at)[1], 7 * 9);
    assert_eq!(examine_plane(&Segment::new(p, q), &at)[1], 7 * 6);
    let points = [[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [1.0, 3.0], [0.0, 2.0]].map(DVec2::from);
    let pentagon = ConvexHull::new(&points).unwrap();
    assert!(examine_plane(&pentagon, &at)[1] >= 7 * 5);
    let mirrored = scaled(pentagon, DVec2::new(1.0, -1.0));
    assert!(examine_plane(&mirrored, &at)[1] >= 7 * 5);
    assert_eq!(examine_plane(&ConvexHull::new(&[p, q]).unwrap(), &at)[1], 7 * 6);
}

/// Three times the float next to a third is 1 to floats, and less exactly.
#[test]
fn ties_are_exact() {
    let (p, q) = (DVec3::new(3.0, 0.0, 0.0), DVec3::new(0.0, 1.0, 0.0));
    let direction = DVec3::new(1.0 / 3.0, 1.0, 0.0);
    assert_eq!(p.dot(direction), q.dot(direction));
    for segment in [Segment::new(p, q), Segment::new(q, p)] {
        let found = support_feature(&segment, &DVec3::ZERO, direction, 0.0);
        assert!(matches!(found, Feature::Vertex(point) if point == q), "{found:?}");
        let found = support_feature(&segment, &DVec3::ZERO, direction, 1e-15);
        assert!(matches!(found, Feature::Edge(_)), "{found:?}");
    }
    // The direction may have any length.
    let cube = Cuboid::new(DVec3::ONE);
    for length in [1e-300, 1e-160, 1e160, 1e300] {
        let found = support_feature(&cube, &DVec3::ZERO, DVec3::X * length, 0.0);
        assert!(matches!(found, Feature::Face { normal: DVec3::X, .. }), "{found:?}");
    }
    for direction in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY] {
        let found = support_feature(&cube, &DVec3::ZERO, direction, 0.0);
        assert!(matches!(found, Feature::Face { normal: DVec3::X, .. }), "{found:?}");
    }
}

/// In a pose that rounds, the face behind a normal is found by a tolerance, and the best one of
/// several.
#[test]
fn a_tolerance_finds_what_rounding_hides() {
    let turn = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
    let pose = (turn, DVec3::new(1.0, 2.0, 3.0));
    let block = Cuboid::new(DVec3::new(1.0, 2.0, 3.0));
    for direction in [DVec3::X, DVec3::NEG_Y, DVec3::Z] {
        let found = support_feature(&block, &pose, turn * direction, 1e-12);
        let Feature::Face { normal, .. } = found else { panic!("{found:?}") };
        assert!((normal - turn * direction).length() < 1e-15);
    }
    let found = support_feature(&block, &pose, turn * DVec3::new(1.0, 1.0, 0.0), 1e-12);
    let Feature::Edge([p, q]) = found else { panic!("{found:?}") };
    assert!(((p - q).length() - 6.0).abs() < 1e-14);
    // The face along x is 0.2 lower at its far end, the one along y 2: the better one is taken.
    let off = DVec3::new(1.0, 0.05, 0.0).normalize();
    for (within, is_face) in [(0.199, false), (0.2, true), (100.0, true)] {
        let found = support_feature(&block, &DVec3::ZERO, off, within);
        let is_x = matches!(found, Feature::Face { normal: DVec3::X, .. });
        assert_eq!(is_x, is_face, "{within}: {found:?}");
    }
    let found = support_feature(&block, &DVec3::ZERO, off, f64::NAN);
    assert!(matches!(found, Feature::Edge(_)), "{found:?}");
}

/// Shapes with curved surfaces, and those without end.
#[test]
fn of_curved_shapes() {
    let feature = |shape: &Shape<DVec3>, direction: DVec3| {
        let found = support_feature(shape, &DVec3::ZERO, direction, 0.0);
        format!("{found:?}")
    };
    let ball = Shape::from(Ball::new(2.0));
    assert_eq!(feature(&ball, DVec3::X), "Vertex(DVec3(0.0, 0.0, 0.0))");
    let capsule = Shape::from(Capsule::new(1.0, 0.5));
    assert!(feature(&capsule, DVec3::X).starts_with("Edge"));
    assert_eq!(feature(&capsule, DVec3::ONE), "Vertex(DVec3(0.0, 1.0, 0.0))");
    let can = Shape::from(Cylinder::new(1.0, 2.0));
    for direction in [DVec3::Y, DVec3::NEG_Y] {
        let found = support_feature(&can, &DVec3::ZERO, direction, 0.0);
        let Feature::Disc { center, normal, radius } = found else { panic!("{found:?}") };
        assert_eq!((center, normal, radius), (direction, direction, 2.0));
    }
    let found = support_feature(&can, &DVec3::ZERO, DVec3::Z, 0.0);
    let Feature::Edge([p, q]) = found else { panic!("{found:?}") };
    assert_eq!((p, q), (DVec3::new(0.0, 1.0, 2.0), DVec3::new(0.0, -1.0, 2.0)));
    assert!(feature(&can, DVec3::ONE).starts_with("Smooth"));
    // A cone as high as wide: tip, base, flank, rim.
    let cone = Shape::from(Cone::new(1.0, 1.0));
    assert_eq!(feature(&cone, DVec3::Y), "Vertex(DVec3(0.0, 1.0, 0.0))");
    assert!(feature(&cone, DVec3::NEG_Y).starts_with("Disc"));
    assert!(feature(&cone, DVec3::new(2.0, 1.0, 0.0)).starts_with("Edge"));
    assert!(feature(&cone, DVec3::new(3.0, 1.0, 0.0)).starts_with("Smooth"));
    assert!(feature(&cone, DVec3::new(3.0, 2.0, 0.0)).starts_with("Vertex"));
    let egg = Shape::from(Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)));
    assert_eq!(feature(&egg, DVec3::Y), "Smooth(DVec3(0.0, 2.0, 0.0))");
    let floor = Shape::from(HalfSpace::new(DVec3::Y, 1.0));
    for direction in [DVec3::Y, DVec3::X] {
        assert!(feature(&floor, direction).starts_with("Boundary"));
    }
    let sum = MinkowskiSum::new(Cuboid::new(DVec3::ONE), Cuboid::new(DVec3::ONE));
    let found = support_feature(&sum, &DVec3::ZERO, DVec3::ONE, 0.0);
    assert!(matches!(found, Feature::Smooth(point) if point == DVec3::splat(2.0)), "{found:?}");
}

/// The features that a contact's key names, of either shape, hold the contact's point; and those of
/// numbers that no feature has are `None`.
#[test]
fn of_contacts() {
    let turn = DQuat::from_rotation_y(0.4);
    let block = Shape::from(Cuboid::new(DVec3::new(1.0, 0.5, 1.0)));
    let wedge = Shape::from(hull(&[
        [-1.0, 0.0, -1.0],
        [1.0, 0.0, -1.0],
        [-1.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [-1.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
    ]));
    let mut seen = std::collections::BTreeSet::new();
    let tilts = [
        turn,
        turn * DQuat::from_rotation_x(1.0),
        DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::NEG_Y),
    ];
    for (upper, tilt) in [&block, &wedge].into_iter().flat_map(|b| tilts.map(|tilt| (b, tilt))) {
        for (lower, x) in [(&block, 0.1), (&wedge, 0.3)] {
            let pose = (tilt, DVec3::new(x, 1.0, 0.2));
            let mut points = Vec::new();
            let touch = contact_points(lower, &DVec3::ZERO, upper, &pose, 1.0, |p| points.push(p));
            assert!(touch.is_some());
            for point in points {
                let ours = contact_feature(lower, &DVec3::ZERO, point.key.on_a()).unwrap();
                let theirs = contact_feature(upper, &pose, point.key.on_b()).unwrap();
                for (feature, at) in [(ours, point.on_a), (theirs, point.on_b)] {
                    let kind = match &feature {
                        Feature::Vertex(vertex) => {
                            assert!((*vertex - at).length() < 1e-3, "{feature:?} {at}");
                            0
                        }
                        Feature::Edge([p, q]) => {
                            let off = (at - *p).cross((*q - *p).normalize()).length();
                            assert!(off < 1e-3, "{feature:?} {at}");
                            1
                        }
                        Feature::Face { normal, corners } => {
                            let corner = corners.clone().next().unwrap();
                            assert!((at - corner).dot(*normal).abs() < 1e-9, "{feature:?} {at}");
                            2
                        }
                        other => panic!("{other:?}"),
                    };
                    seen.insert(kind);
                }
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");

    // Every number has one feature, and no others have any: 8 corners, 12 edges, 6 faces.
    for shape in [&block, &Shape::from(scaled(block.clone(), DVec3::new(-1.0, 1.0, 2.0)))] {
        for (kind, count) in [(1, 8), (2, 12), (3, 6)] {
            let all = (0..200_u32).filter_map(|number| {
                let feature = contact_feature(shape, &DVec3::ZERO, kind << 30 | number)?;
                Some(format!("{feature:?}"))
            });
            assert_eq!(all.collect::<std::collections::BTreeSet<_>>().len(), count);
        }
    }
    assert!(contact_feature(&block, &DVec3::ZERO, 0).is_none());
    let ball = Ball::new(1.0);
    let middle = contact_feature(&ball, &DVec3::X, 1 << 30);
    assert!(matches!(middle, Some(Feature::Vertex(DVec3::X))), "{middle:?}");
    let can = Cylinder::new(1.0, 2.0);
    assert!(contact_feature(&can, &DVec3::ZERO, 3 << 30).is_none());
    for number in [1, 2] {
        let cap = contact_feature(&can, &DVec3::ZERO, 3 << 30 | number);
        assert!(matches!(cap, Some(Feature::Disc { .. })), "{cap:?}");
    }
}

/// In `f32`, and for shapes whose faces have no names.
#[test]
fn in_single_precision() {
    let cube = Cuboid::new(Vec3::splat(0.1));
    let found = support_feature(&cube, &Vec3::ZERO, Vec3::NEG_Z, 0.0);
    let Feature::Face { corners, .. } = found else { panic!("{found:?}") };
    assert!(corners.into_iter().all(|corner| corner.z == -0.1));
    let corners: Vec<Vec3> = corner_points(&cube, &Vec3::ZERO).collect();
    let camera = Frustum::from_corners(corners.try_into().unwrap()).unwrap();
    let found = support_feature(&camera, &Vec3::ZERO, Vec3::NEG_Z, 0.0);
    assert!(matches!(found, Feature::Smooth(_)), "{found:?}");
}

/// The number of each edge at a tip was looked for among all edges there.
#[test]
fn a_tip_of_many_edges() {
    const SIDES: u32 = 20_000;
    let rim = (0..SIDES).map(|i| std::f64::consts::TAU * f64::from(i) / f64::from(SIDES));
    let rim = rim.map(|angle| DVec3::new(angle.cos(), 0.0, angle.sin()));
    let corners: Vec<DVec3> = core::iter::once(DVec3::Y).chain(rim).collect();
    let tip = ConvexHull::new(&corners).unwrap();
    let start = Instant::now();
    for i in 0..20 {
        let lean = DVec3::new(0.01 * f64::from(i), 1.0, 0.0);
        let found = support_feature(&tip, &DVec3::ZERO, lean, 1e-6);
        assert!(matches!(found, Feature::Vertex(at) if at == DVec3::Y), "{found:?}");
        let (block, above) = (Cuboid::new(DVec3::splat(2.0)), DVec3::new(0.0, 2.999, 0.0));
        let touch = contact_manifold(&tip, &DVec3::ZERO, &block, &above, 0.0).unwrap();
        assert_eq!(touch.points().len(), 1);
    }
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    for number in [0, 1, SIDES / 2, SIDES - 1] {
        let edge = contact_feature(&tip, &DVec3::ZERO, 2 << 30 | number);
        assert!(matches!(edge, Some(Feature::Edge([p, _])) if p == DVec3::Y), "{edge:?}");
    }
}
