//! Two shapes in their poses, and the other inputs of a query.

use clearance::{Pose, Rotation, Scalar, Shape, Space, Vector};

use crate::random::{Grain, Random, power_of_two};
use crate::shapes::{KINDS, Maker, extent};
use crate::space::World;

#[derive(Debug)]
pub struct Scene<V: Vector> {
    /// Indices into [`KINDS`].
    pub kinds: [usize; 2],
    /// Index into [`PLACEMENTS`].
    pub placement: usize,
    pub a: Shape<V>,
    pub b: Shape<V>,
    pub pose_a: Pose<V>,
    pub pose_b: Pose<V>,
    /// The pose of B in the next frame.
    pub next_b: Pose<V>,
    pub direction: V,
    pub cut_off: V::Scalar,
    pub iterations: u32,
}

pub const PLACEMENTS: [&str; 7] =
    ["anywhere", "touching", "near", "deep", "at one place", "far", "invalid"];

impl<V: Vector<Space: World>> Scene<V> {
    pub fn new(mut random: Random) -> Self {
        let grain = if random.one_in(3) { Grain::Coarse } else { Grain::Fine };
        let unit = unit::<V::Scalar>(&mut random);
        let kinds = [0; 2].map(|_| random.below(KINDS.len() as u64) as usize);
        let placement = match random.below(64) {
            0..24 => 0,
            24..36 => 1,
            36..48 => 2,
            48..56 => 3,
            56..60 => 4,
            60..63 => 5,
            _ => 6,
        };
        let mut maker = Maker { random: &mut random, grain, unit };
        let [a, b] = kinds.map(|kind| maker.shape::<V>(kind));
        let [pose_a, pose_b] = poses(&mut maker, placement, [&a, &b]);
        let step = maker.vector::<V::Space>() * power_of_two(-8);
        let next_b = Pose {
            translation: V::from_space(pose_b.translation.to_space() + step),
            rotation: pose_b.rotation,
        };
        let direction = V::from_space(maker.vector());
        let cut_off = V::Scalar::from_f64(unit);
        let iterations = random.below(8) as u32;
        Self { kinds, placement, a, b, pose_a, pose_b, next_b, direction, cut_off, iterations }
    }
}

/// 1 for most pairs; otherwise so small or large that squares leave the scalar's range.
fn unit<T: Scalar>(random: &mut Random) -> f64 {
    let single = T::EPSILON == f64::from(f32::EPSILON);
    let exponent = match (random.below(32), single) {
        (0, _) => 40,
        (1, _) => -40,
        (2, true) => 100,
        (3, true) => -100,
        (2, false) => 400,
        (3, false) => -400,
        _ => 0,
    };
    power_of_two(exponent)
}

fn poses<V: Vector<Space: World>>(
    maker: &mut Maker<'_>,
    placement: usize,
    [a, b]: [&Shape<V>; 2],
) -> [Pose<V>; 2] {
    let turn_a = V::Space::turn(maker.random);
    let turn_b = V::Space::turn(maker.random);
    let rotation_a = V::Space::rotation::<V::Scalar>(turn_a);
    let rotation_b = V::Space::rotation::<V::Scalar>(turn_b);
    let at_a = maker.vector::<V::Space>();
    let offset = maker.vector::<V::Space>();
    // B to the left or right of A, side by side along x.
    let aside = beside(maker.random, [extent(a), extent(b)]);
    let aside = offset + V::Space::axis(0) * (aside - offset.coordinate(0));
    let pose = |translation, rotation| Pose { translation: V::from_space(translation), rotation };
    match PLACEMENTS[placement] {
        "anywhere" => [pose(at_a, rotation_a), pose(at_a + offset * 2.0, rotation_b)],
        "touching" => {
            let none = Rotation::IDENTITY;
            [pose(V::Space::default(), none), pose(aside, none)]
        }
        // Touching up to a difference between the size of the shapes and one rounding of it, and
        // turned together.
        "near" => {
            let exponent = -(maker.random.below(53) as i32);
            let sign = if maker.random.one_in(2) { 1.0 } else { -1.0 };
            let gap = V::Space::axis(0) * (sign * power_of_two(exponent) * maker.unit);
            [pose(at_a, rotation_a), pose(at_a + (aside + gap).turned(turn_a), rotation_a)]
        }
        "deep" => [pose(at_a, rotation_a), pose(at_a + offset * power_of_two(-4), rotation_b)],
        "at one place" => [pose(at_a, rotation_a); 2],
        "far" => [pose(at_a, rotation_a), pose(at_a + offset * 1000.0, rotation_b)],
        _ => {
            let bad = [f64::NAN, f64::INFINITY][maker.random.below(2) as usize];
            let nowhere = V::Space::axis(V::Space::DIM - 1) * bad;
            [pose(at_a, rotation_a), pose(nowhere, rotation_b)]
        }
    }
}

fn beside(
    random: &mut Random,
    [[least_a, greatest_a], [least_b, greatest_b]]: [[f64; 2]; 2],
) -> f64 {
    if random.one_in(2) { greatest_a - least_b } else { least_a - greatest_b }
}
