//! The points that a manifold keeps: how much they cover, beside the best that brute force finds,
//! and how far in front and how deep they are.
#![cfg(all(feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use clearance::{
    Capsule, ContactPoint, ConvexHull, Cuboid, HalfSpace, Shape, ToPose, contact_manifold,
    contact_points, corner_points,
};
use clearance_trust::four::chosen_wrongly;
use clearance_trust::stacks::thickness;
use clearance_trust::{Pair, Random};
use glam::{DQuat, DVec3};

fn drawn(r: &mut Random) -> Shape<DVec3> {
    let (width, height, depth) = (r.range(0.3, 1.3), r.range(0.3, 1.3), r.range(0.3, 1.3));
    let sides = r.below(10);
    if sides < 4 {
        return Cuboid::new(DVec3::new(width, height, depth)).into();
    }
    // An uneven prism about y.
    let mut angle: f64 = 0.0;
    let rim: Vec<DVec3> = (0..sides)
        .map(|_| {
            angle += r.range(0.5, 1.5) * std::f64::consts::TAU / sides as f64;
            let radius = r.range(0.6, 1.0);
            DVec3::new(radius * angle.cos(), 0.0, radius * angle.sin())
        })
        .collect();
    let corners = rim.iter().flat_map(|p| [*p - DVec3::Y * height, *p + DVec3::Y * height]);
    ConvexHull::new(&corners.collect::<Vec<_>>()).unwrap().into()
}

fn top(shape: &Shape<DVec3>, direction: DVec3) -> f64 {
    let heights = corner_points(shape, &DVec3::ZERO).map(|corner| corner.dot(direction));
    heights.fold(f64::NEG_INFINITY, f64::max)
}

/// Boxes and prisms on one another, flush and tilted by less and more than the band.
#[test]
fn four_points_cover_as_much_as_four_can() {
    let r = &mut Random(49);
    let (mut many, mut tilted) = (0, 0);
    for round in 0..20_000 {
        let (a, b) = (drawn(r), drawn(r));
        let tilt = [0.0, 1e-5, 1e-3, 0.03][round % 4];
        let about = r.range(0.0, 6.3);
        let axis = DVec3::new(about.cos(), 0.0, about.sin());
        let turn = DQuat::from_axis_angle(axis, tilt) * DQuat::from_rotation_y(r.range(0.0, 6.3));
        let height = top(&a, DVec3::Y) + top(&b, turn.inverse() * DVec3::NEG_Y) - 0.01;
        let at = (turn, DVec3::new(r.range(-0.5, 0.5), height, r.range(-0.5, 0.5)));
        let within = [0.0, 0.02, 0.1][round % 3];
        let mut all: Vec<ContactPoint<DVec3>> = Vec::new();
        let touch = contact_points(&a, &DVec3::ZERO, &b, &at, within, |point| all.push(point));
        let Some(touch) = touch else { continue };
        let at_a = DVec3::ZERO.to_pose();
        let pair = Pair { a: a.clone(), at_a, b: b.clone(), at_b: at.to_pose() };
        let band = 1e-3 * thickness(&pair);
        let wrong = chosen_wrongly(&touch, &all, band);
        assert!(wrong.is_none(), "{wrong:?} in round {round}: {a:?} {b:?} {at:?}");
        for point in &all {
            assert!(point.depth >= -within - band - 1e-12, "{} ahead: {at:?}", point.depth);
        }
        many += usize::from(all.len() > 4);
        tilted += usize::from(all.len() > 4 && tilt > 2e-4);
    }
    assert!(many > 8_000 && tilted > 3_000, "{many} {tilted}");
}

/// A box on its corner, on a table and on the ground: one point, unless more is asked for.
#[test]
fn a_box_on_its_corner_has_one_point() {
    let table = Shape::from(Cuboid::new(DVec3::new(4.0, 0.5, 4.0)));
    let ground = Shape::from(HalfSpace::new(DVec3::Y, 0.5));
    let cube = Shape::from(Cuboid::new(DVec3::ONE));
    for tilt in [0.01, 0.03, 0.05] {
        let turn = DQuat::from_rotation_x(tilt) * DQuat::from_rotation_z(0.7 * tilt);
        let height = 0.5 + top(&cube, turn.inverse() * DVec3::NEG_Y);
        let at = (turn, DVec3::new(0.1, height - 1e-6, 0.2));
        for below in [&table, &ground] {
            let points = |within: f64| {
                let touch = contact_manifold(below, &DVec3::ZERO, &cube, &at, within).unwrap();
                assert!((touch.depth() - 1e-6).abs() <= touch.gap, "{touch:?}");
                let ahead = touch.points().iter().map(|p| -p.depth).fold(0.0, f64::max);
                assert!(ahead <= within + 1e-3, "{ahead} of {within}");
                touch.points().len()
            };
            assert_eq!([points(0.0), points(0.5)], [1, 4], "{tilt}");
        }
    }
}

/// Capsules that lean on a floor, their ends over it or beside: where the certified normal is the
/// floor's, the deepest point is as deep as certified.
#[test]
fn a_leaning_capsule_keeps_its_deepest_point() {
    let r = &mut Random(50);
    let (mut certain, mut clipped) = (0, 0);
    for _ in 0..20_000 {
        let capsule = Capsule::new(r.range(0.1, 1.1), r.range(0.05, 1.05));
        let half = DVec3::new(r.range(0.2, 2.0), r.range(0.1, 1.1), r.range(0.2, 2.0));
        let slope = r.range(0.0, 0.11);
        let lying = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2 + slope);
        let turn = DQuat::from_rotation_y(r.range(0.0, 6.3)) * lying;
        let low = slope.sin() * capsule.half_height + capsule.radius;
        let aside = [half.x, half.z].map(|half| r.range(-1.5, 1.5) * half);
        let height = half.y + low - r.range(0.0, 0.02);
        let at = (turn, DVec3::new(aside[0], height, aside[1]));
        let floor = Cuboid::new(half);
        let Some(touch) = contact_manifold(&floor, &DVec3::ZERO, &capsule, &at, 0.0) else {
            continue;
        };
        let off = (touch.depth() + touch.proximity.signed_distance()).abs();
        assert!(off <= touch.gap, "{off:e} {touch:?}");
        if (touch.proximity.witness().normal - touch.normal).length() < 1e-9 {
            certain += 1;
            clipped += usize::from(aside[0].abs() > half.x || aside[1].abs() > half.z);
            assert!(off < 1e-13, "{off:e} at {at:?} of {floor:?} and {capsule:?}");
        }
    }
    assert!(certain > 5_000 && clipped > 1_000, "{certain} {clipped}");
}
