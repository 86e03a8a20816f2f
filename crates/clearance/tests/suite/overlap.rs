//! Volumes of overlaps: exact rational ones lie between the bounds, whatever the pair.
#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, ConvexHull, Cuboid, DepthRange, Frustum, HalfSpace, MinkowskiSum, Overlap, OverlapError,
    OverlapState, Pose, Rotation3, Scaled, Triangle, overlap,
};
use clearance_oracle::{Facets, Polytope, Rational, common_area, exact, shared_volume};
use clearance_trust::Random;
use glam::{DMat4, DQuat, DVec2, DVec3, DVec4, Vec3};

/// Points on a grid of 2^-20: about a sphere of some radius, stretched.
fn cloud(random: &mut Random, stretch: DVec3) -> Vec<DVec3> {
    let count = 8 + random.below(9);
    let on_grid = |p: DVec3| (p * 1_048_576.0).round() / 1_048_576.0;
    let point = |_| loop {
        let mut at = || random.range(-1.0, 1.0);
        let p = DVec3::new(at(), at(), at());
        if (0.1..=1.0).contains(&p.length_squared()) {
            let p = p.normalize() * random.range(0.7, 1.0);
            return on_grid(p * stretch);
        }
    };
    (0..count).map(point).collect()
}

fn pose(translation: DVec3, q: DQuat) -> Pose<DVec3> {
    Pose::new(Rotation3::from_xyzw(q.x, q.y, q.z, q.w), translation).unwrap()
}

fn turned(random: &mut Random) -> DQuat {
    let mut at = || random.range(-1.0, 1.0);
    DQuat::from_xyzw(at(), at(), at(), at() + 0.01)
}

/// A solid of these points, exactly, where it stands.
fn placed(points: &[DVec3], pose: &Pose<DVec3>) -> Facets {
    let points: Vec<_> = points.iter().map(|p| p.to_array()).collect();
    let at = pose.translation.to_array();
    let Rotation3 { x, y, z, w } = pose.rotation;
    let there = clearance_oracle::Pose::from_quaternion(at, [x, y, z, w]).unwrap();
    Facets::of(&Polytope::from_floats(&points).unwrap()).map(|p| there.apply(p))
}

/// Both bounds, and what the state claims.
#[track_caller]
fn judge<V>(found: &Overlap<V>, truth: &Rational) -> f64 {
    let [low, high] = found.volume;
    let (least, most) = (exact(low).unwrap(), exact(high).unwrap());
    assert!(least <= *truth && *truth <= most, "{truth} is not in {low:e} to {high:e}");
    let is_positive = *truth > Rational::ZERO;
    match found.state {
        OverlapState::Overlapping => assert!(is_positive),
        OverlapState::Apart => assert!(!is_positive && high == 0.0),
        OverlapState::Touching => assert!(!is_positive && high < 1e-300),
        _ => panic!("undecided"),
    }
    high - low
}

/// Judges pairs of clouds; answers how many overlap, and the widths of their intervals as parts of
/// the volume, ascending.
fn judge_clouds(
    seed: u64,
    pairs: u64,
    mut draw: impl FnMut(&mut Random) -> [(Vec<DVec3>, Pose<DVec3>); 2],
) -> Vec<f64> {
    let mut widths = Vec::new();
    for seed in seed..seed + pairs {
        let [(a, at_a), (b, at_b)] = draw(&mut Random(seed));
        let [hull_a, hull_b] = [&a, &b].map(|points| ConvexHull::new(points).unwrap());
        let found = overlap(&hull_a, &at_a, &hull_b, &at_b).unwrap();
        let truth = shared_volume(&placed(&a, &at_a), &placed(&b, &at_b));
        let width = judge(&found, &truth);
        if truth > Rational::ZERO {
            widths.push(width / truth.to_f64().value());
            let faces: Vec<_> = found.faces().collect();
            let edges = faces.iter().map(|face| face.len()).sum::<usize>() / 2;
            assert_eq!(found.points().len() + faces.len(), edges + 2, "{seed}");
        }
    }
    widths.sort_by(f64::total_cmp);
    widths
}

fn middle(widths: &[f64]) -> f64 {
    widths[widths.len() / 2]
}

#[test]
fn random_pairs_are_between_their_bounds() {
    let widths = judge_clouds(1, 150, |r| {
        let by = DVec3::new(r.range(-0.7, 0.7), r.range(-0.7, 0.7), r.range(-0.7, 0.7));
        let still = DQuat::IDENTITY;
        [(cloud(r, DVec3::ONE), pose(DVec3::ZERO, still)), (cloud(r, DVec3::ONE), pose(by, still))]
    });
    assert!(widths.len() > 90 && middle(&widths) < 1e-13, "{} {:e}", widths.len(), middle(&widths));
}

#[test]
fn turned_pairs_are_between_their_bounds() {
    let widths = judge_clouds(2, 60, |r| {
        let mut at = |size: f64| DVec3::new(r.range(-size, size), r.range(-size, size), 0.3);
        let (home, by) = (at(100.0), at(0.7));
        let (q, p) = (turned(r), turned(r));
        [(cloud(r, DVec3::ONE), pose(home, q)), (cloud(r, DVec3::ONE), pose(home + by, p))]
    });
    assert!(widths.len() > 30 && middle(&widths) < 1e-11, "{} {:e}", widths.len(), middle(&widths));
}

#[test]
fn thin_long_tiny_and_huge_pairs_are_between_their_bounds() {
    let sizes = [2.0_f64.powi(-300), 2.0_f64.powi(-60), 1.0, 2.0_f64.powi(60), 2.0_f64.powi(300)];
    for (seed, size) in (300..).step_by(100).zip(sizes) {
        for stretch in [DVec3::new(1.0, 0.000_1, 1.0), DVec3::new(0.01, 1.0, 0.01), DVec3::ONE] {
            let widths = judge_clouds(seed, 12, |r| {
                let by = DVec3::new(r.range(-0.5, 0.5), 0.0, r.range(-0.5, 0.5)) * stretch;
                let mut sized = |by: DVec3| {
                    let points = cloud(r, stretch).iter().map(|p| *p * size).collect();
                    (points, pose(by * size, DQuat::IDENTITY))
                };
                [sized(DVec3::ZERO), sized(by)]
            });
            assert!(widths.len() > 6, "{}", widths.len());
            // Volumes of 2^-900 are numbers; their last digits are not.
            assert!(middle(&widths) < 1e-9, "{size:e} {stretch}: {:e}", middle(&widths));
        }
    }
}

/// A point of one is a point of the other: corners, edges and faces that coincide.
#[test]
fn shared_corners_edges_and_faces() {
    let widths = judge_clouds(4, 60, |r| {
        let a = cloud(r, DVec3::ONE);
        let mut b = cloud(r, DVec3::ONE);
        let hull = ConvexHull::new(&a).unwrap();
        let shared = hull.faces().next().unwrap();
        for (place, corner) in (0..r.below(4) as usize).zip(shared) {
            b[place] = hull.vertices()[*corner as usize];
        }
        [(a, Pose::identity()), (b, Pose::identity())]
    });
    assert!(widths.len() > 50 && middle(&widths) < 1e-12, "{} {:e}", widths.len(), middle(&widths));
}

#[test]
fn boxes_of_whole_numbers() {
    let mut states = [0; 3];
    for seed in 0..400 {
        let r = &mut Random(seed);
        let mut whole = |from: u64, to: u64| {
            let mut at = || (from + r.below(to)) as f64;
            DVec3::new(at(), at(), at())
        };
        let (half_a, half_b, by) = (whole(1, 3), whole(1, 3), whole(0, 6));
        let (a, b) = (Cuboid::new(half_a), Cuboid::new(half_b));
        let found = overlap(&a, &DVec3::ZERO, &b, &by).unwrap();
        let edges = (half_a.min(by + half_b) - (-half_a).max(by - half_b)).max(DVec3::ZERO);
        let volume = edges.x * edges.y * edges.z;
        let width = judge(&found, &exact(volume).unwrap());
        assert!(width < 1e-11);
        if volume > 0.0 {
            assert_eq!((found.points().len(), found.faces().count()), (8, 6), "{seed}");
        }
        let touches = (half_a + half_b - by).min_element() == 0.0;
        if touches {
            // A rectangle, an edge or a point.
            let mut sides = edges.to_array();
            sides.sort_by(f64::total_cmp);
            let area = sides[1] * sides[2];
            assert!(found.area >= area && found.area < area + 1e-6, "{seed} {}", found.area);
        }
        states[match found.state {
            OverlapState::Overlapping => 0,
            OverlapState::Touching => 1,
            _ => 2,
        }] += 1;
    }
    assert!(states.iter().all(|count| *count > 40), "{states:?}");
}

#[test]
fn faces_that_touch_in_poses_that_round() {
    // The same rotation on both, so that they touch exactly, or overlap by an ulp of 1.
    let q = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
    let cube = Cuboid::new(DVec3::ONE);
    let at = |y: f64| pose(DVec3::new(0.0, y, 0.0), DQuat::from_rotation_y(0.3));
    let touching = overlap(&cube, &at(0.0), &cube, &at(2.0)).unwrap();
    assert_eq!(touching.state, OverlapState::Touching);
    assert!(touching.area >= 4.0 && touching.area < 4.0 + 1e-4, "{}", touching.area);
    let deeper = overlap(&cube, &at(0.0), &cube, &at(2.0_f64.next_down())).unwrap();
    assert_eq!(deeper.state, OverlapState::Overlapping);
    let volume = 4.0 * (2.0 - 2.0_f64.next_down());
    assert!(deeper.volume[0] <= volume && volume <= deeper.volume[1] && deeper.volume[1] < 1e-10);
    // One ulp more is nothing.
    let apart = overlap(&cube, &at(0.0), &cube, &at(2.0_f64.next_up())).unwrap();
    assert_eq!((apart.state, apart.volume), (OverlapState::Apart, [0.0; 2]));
    assert!(apart.points().is_empty());
    let inside = overlap(&cube, &pose(DVec3::ZERO, q), &cube, &pose(DVec3::ZERO, q)).unwrap();
    judge(&inside, &Rational::from(8));
}

#[test]
fn other_polytopes() {
    let unit = Cuboid::new(DVec3::splat(0.5));
    let origin = DVec3::ZERO;
    // Mirrored and stretched, summed, and single precision.
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let wedge = ConvexHull::new(&tetrahedron).unwrap();
    let mirrored = Scaled::new(wedge.clone(), DVec3::new(-3.0, 3.0, 3.0)).unwrap();
    let found = overlap(&unit, &DVec3::new(-0.5, 0.5, 0.5), &mirrored, &origin).unwrap();
    judge(&found, &Rational::from(1));
    let sum = MinkowskiSum::new(unit, Cuboid::new(DVec3::new(0.5, 0.25, 0.25)));
    let found = overlap(&sum, &origin, &unit, &DVec3::new(1.0, 0.0, 0.0)).unwrap();
    judge(&found, &(Rational::from(1) / Rational::from(2)));
    let found = overlap(&Cuboid::new(Vec3::ONE), &Vec3::ZERO, &Cuboid::new(Vec3::ONE), &Vec3::ONE);
    judge(&found.unwrap(), &Rational::from(1));
    // A camera's view by its corners, and by a matrix that is twice as wide as its depth.
    let corner = |bits: usize| {
        let at = |bit: usize| if bits & bit == 0 { -1.0 } else { 1.0 };
        DVec3::new(at(1), at(2), at(4))
    };
    let view = Frustum::from_corners(std::array::from_fn(corner)).unwrap();
    judge(&overlap(&view, &origin, &unit, &DVec3::ONE).unwrap(), &exact(0.125).unwrap());
    let matrix = DMat4::from_diagonal(DVec4::new(0.5, 0.5, 1.0, 1.0));
    let view =
        Frustum::from_view_projection(matrix.to_cols_array_2d(), DepthRange::ZeroToOne).unwrap();
    judge(&overlap(&view, &origin, &unit, &origin).unwrap(), &exact(0.5).unwrap());
    // Flat.
    let plate = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
    let found = overlap(&unit, &origin, &plate, &origin).unwrap();
    assert_eq!((found.state, found.volume), (OverlapState::Touching, [0.0; 2]));
    // Refused.
    let refused = |error: Result<Overlap<DVec3>, OverlapError>| error.unwrap_err();
    assert_eq!(refused(overlap(&unit, &origin, &Ball::new(1.0), &origin)), OverlapError::Curved);
    let floor = HalfSpace::new(DVec3::Y, 0.0);
    assert_eq!(refused(overlap(&unit, &origin, &floor, &origin)), OverlapError::Endless);
    let nowhere = DVec3::splat(f64::NAN);
    assert!(matches!(refused(overlap(&unit, &origin, &unit, &nowhere)), OverlapError::Input(_)));
}

#[test]
fn polygons_of_the_plane() {
    let mut overlapping = 0;
    for seed in 0..300 {
        let r = &mut Random(seed);
        let mut polygon = || {
            let count = 3 + r.below(6);
            let mut at = || (r.range(-1.0, 1.0) * 1024.0).round() / 1024.0;
            let points: Vec<_> = (0..count).map(|_| DVec2::new(at(), at())).collect();
            ConvexHull::new(&points).unwrap()
        };
        let (a, b) = (polygon(), polygon());
        let found = overlap(&a, &DVec2::ZERO, &b, &DVec2::ZERO).unwrap();
        let outline = |hull: &ConvexHull<DVec2>| -> Vec<[f64; 2]> {
            hull.vertices().iter().map(|p| p.to_array()).collect()
        };
        let area = common_area(&outline(&a), &outline(&b)).unwrap();
        let [low, high] = found.volume;
        assert!(low <= area * (1.0 + 1e-15) && area * (1.0 - 1e-15) <= high, "{seed} {area}");
        if area > 1e-6 {
            overlapping += 1;
            assert!(high - low < 1e-13 && found.state == OverlapState::Overlapping);
            assert_eq!(found.faces().count(), 1);
        }
    }
    assert!(overlapping > 150, "{overlapping}");
    // Side by side, and by a corner.
    let square = Cuboid::new(DVec2::ONE);
    let beside = overlap(&square, &DVec2::ZERO, &square, &DVec2::new(2.0, 0.5)).unwrap();
    assert_eq!(beside.state, OverlapState::Touching);
    assert!(beside.volume[1] < 1e-300 && (beside.area - 1.5).abs() < 1e-6, "{}", beside.area);
}

#[test]
fn points_are_of_both() {
    let (a, b) = (Cuboid::new(DVec3::new(1.0, 2.0, 3.0)), Cuboid::new(DVec3::ONE));
    let at = (DQuat::from_rotation_z(0.4), DVec3::new(1.0, 0.5, 0.0));
    let shared = overlap(&a, &DVec3::ZERO, &b, &at).unwrap();
    for p in shared.points() {
        let point = clearance::Point::new(DVec3::ZERO);
        for depth in [
            clearance::proximity(&a, &DVec3::ZERO, &point, p),
            clearance::proximity(&b, &at, &point, p),
        ] {
            assert!(depth.signed_distance() < 1e-13);
        }
    }
    let mean = shared.points().iter().sum::<DVec3>() / shared.points().len() as f64;
    assert!((shared.centroid - mean).length() < 1.0);
}
