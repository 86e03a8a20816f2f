//! Boxes at rest on each other, as in every physics engine and every assembly: edges parallel, or
//! parallel but for a tilt of 1e-17 to 0.1, about the contact's normal, an edge, or any axis.
//! Judged by exact arithmetic.
#![allow(clippy::indexing_slicing)]

use clearance::{Cuboid, Pose, Rotation3, Scalar, Shape, Warm, Xyz};
use clearance_trust::Court;
use clearance_trust::pair::Pair;
use clearance_trust::random::Random;
use clearance_trust::tally::Tally;
use clearance_trust::trial::try_pair;
use glam::{DQuat, DVec3, Vec3};

/// The widest gap in roundings of the size: those of a height in a pose that rounds over the least
/// sine of edges whose normal is used.
const WIDEST: f64 = 67.0 * 64.0;

const TILTS: [f64; 14] =
    [0.0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-9, 1e-7, 1e-5, 1e-3, 1.5e-2, 0.1];

/// One box on another, this deep in it (or, where negative, this far above) in parts of its size.
fn at_rest<V: Court<Space = Xyz>>(random: &mut Random, tilt: f64, depth: f64) -> Pair<V> {
    let [half_a, half_b] =
        [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.range(0.25, 1.0))));
    let any = |random: &mut Random| {
        let Xyz { x, y, z } = random.direction::<Xyz>();
        DVec3::new(x, y, z)
    };
    let axis = match random.below(4) {
        0 => DVec3::Y,
        1 => DVec3::X,
        2 => DVec3::new(0.0, 0.6, 0.8),
        _ => any(random),
    };
    let base = match random.below(3) {
        0 => DQuat::IDENTITY,
        // Turned about the contact's normal, so that one pair of edges is nearly parallel instead
        // of three.
        1 => DQuat::from_rotation_y(0.3),
        _ => DQuat::from_axis_angle(any(random), 1.0),
    };
    let yaw = DQuat::from_rotation_y(if random.below(3) == 0 { 0.3 } else { 0.0 });
    let slide = DVec3::new(random.range(-0.5, 0.5), 0.0, random.range(-0.5, 0.5));
    let up = DVec3::Y * (half_a.y + half_b.y - depth) + slide * (half_a + half_b);
    let pose = |rotation: DQuat, at: DVec3| {
        let t = V::Scalar::from_f64;
        Pose {
            rotation: Rotation3 {
                x: t(rotation.x),
                y: t(rotation.y),
                z: t(rotation.z),
                w: t(rotation.w),
            },
            translation: V::from_space(Xyz::new(at.x, at.y, at.z)),
        }
    };
    let shape =
        |half: DVec3| Shape::from(Cuboid::new(V::from_space(Xyz::new(half.x, half.y, half.z))));
    Pair {
        a: shape(half_a),
        at_a: pose(base, DVec3::ZERO),
        b: shape(half_b),
        at_b: pose(base * yaw * DQuat::from_axis_angle(axis, tilt), base * up),
    }
}

fn boxes_at_rest<V: Court<Space = Xyz>>() {
    let (mut tally, mut memory) = (Tally::default(), Warm::default());
    let (mut loose, mut count) = (0, 0);
    for (which, &tilt) in TILTS.iter().enumerate() {
        for (row, depth) in [0.0, 1e-3, 1e-2, 0.1, -1e-3, 1e-9].into_iter().enumerate() {
            for round in 0..rounds() {
                let seed = 1000 * (which * 6 + row) as u64 + round;
                let pair = at_rest::<V>(&mut Random(seed), tilt, depth);
                let gap = pair.proximity().witness().gap.to_f64();
                loose += usize::from(gap > WIDEST * 0.5 * V::Scalar::EPSILON * pair.size());
                count += 1;
                tally = tally.with(try_pair(&pair, seed, &mut memory));
            }
        }
    }
    for find in tally.finds.values().flatten() {
        println!("{find}");
    }
    assert_eq!(tally.total(), 0, "{:?}", tally.faults);
    assert_eq!(loose, 0, "of {count}");
}

/// Pairs for each tilt and depth; more by `CLEARANCE_JUDGED`.
fn rounds() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|s| s.parse().ok()).unwrap_or(4)
}

#[test]
fn boxes_at_rest_in_f64() {
    boxes_at_rest::<DVec3>();
}

#[test]
fn boxes_at_rest_in_f32() {
    boxes_at_rest::<Vec3>();
}
