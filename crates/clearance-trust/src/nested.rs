//! Shapes made of shapes made of shapes: scaled, rounded and summed up to eight times over, by
//! factors whose products round; half-spaces among them.

use clearance::{
    Ball, Capsule, ConvexHull, Cuboid, MinkowskiSum, Pose, Rounded, Scalar, Scaled, Segment, Shape,
    Space, SupportMap as _,
};

use crate::court::Court;
use crate::kinds::{WALL, shape};
use crate::ladder::to_a_rung;
use crate::pair::{Pair, is_straight};
use crate::random::{Random, cloud, point, pose, vector};

fn core<V: Court>(r: &mut Random) -> Shape<V> {
    match r.below(6) {
        0 => ConvexHull::new(&cloud::<V>(r, 6, 1.0)).unwrap().into(),
        1 => Segment::new(point(r), point(r)).into(),
        2 => Ball::new(r.length()).into(),
        3 => Capsule::new(r.length(), r.length()).into(),
        _ => Cuboid::new(vector(|| r.range(0.1, 1.0))).into(),
    }
}

/// Factors of all bits, of both signs, whose products over eight levels stay near 1.
fn factor(r: &mut Random) -> f64 {
    let size = [0.1_f32, 0.3, 0.7, 1.0, 1.1, 1.5, 3.0, 7.0][r.below(8) as usize];
    f64::from(if r.below(3) == 0 { -size } else { size })
}

fn nested<V: Court>(r: &mut Random, levels: u64) -> Shape<V> {
    let mut shape = core::<V>(r);
    let mut sums = 0;
    for _ in 0..levels {
        shape = match r.below(6) {
            0 => Rounded::new(shape, V::Scalar::from_f64(r.range(0.0, 0.5))).into(),
            1 if sums < 1 => {
                sums += 1;
                MinkowskiSum::new(shape, Segment::new(point(r), point(r)).into()).into()
            }
            2 => {
                // The same along each axis but for signs: a ball stays a ball.
                let size = factor(r);
                let by = vector(|| if r.below(2) == 0 { size } else { -size });
                Scaled::new(shape, by).unwrap().into()
            }
            _ if shape.radius_f64() == 0.0 => {
                Scaled::new(shape, vector(|| factor(r))).unwrap().into()
            }
            _ => {
                let size = factor(r);
                Scaled::new(shape, vector(|| size)).unwrap().into()
            }
        };
    }
    shape
}

/// A pair made small, one shape by way of where floats end: below, numbers lose their last bits; so
/// do products of `f64`, not those of `f32`.
fn there_and_back<V: Court>(r: &mut Random, pair: Pair<V>) -> Pair<V> {
    let scaled = |shape: Shape<V>, power: f64| -> Shape<V> {
        Scaled::new(shape, vector(|| power.exp2())).unwrap().into()
    };
    let Pair { a, at_a, b, at_b } = pair;
    let small = -r.range(0.0, 70.0).floor();
    let a = match r.below(4) {
        0 => [450.0, 450.0, -450.0, small - 450.0],
        _ => [-510.0, small - 510.0, 510.0, 510.0],
    }
    .into_iter()
    .fold(a, scaled);
    let near = |at: Pose<V>| Pose {
        translation: V::from_space(at.translation.to_space() * small.exp2()),
        ..at
    };
    Pair { a, at_a: near(at_a), b: scaled(b, small), at_b: near(at_b) }
}

/// A half-space scaled, rounded and summed, beside a shape that has an end.
fn walled<V: Court>(r: &mut Random) -> Pair<V> {
    let with_end = |r: &mut Random| {
        let kind = r.below(13);
        shape::<V>(r, kind)
    };
    let mut wall = shape::<V>(r, WALL);
    if let Shape::HalfSpace(wall) = &mut wall
        && r.below(4) == 0
    {
        // Of a normal as short as numbers are, and its offset in units of it.
        let by = if V::Scalar::EPSILON < 1e-10 { f64::MIN_POSITIVE / 4096.0 } else { 1e-40 };
        wall.normal = V::from_space(wall.normal.to_space() * by);
        wall.offset = V::Scalar::from_f64(wall.offset.to_f64() * by);
    }
    for _ in 0..1 + r.below(4) {
        wall = match r.below(4) {
            0 => Rounded::new(wall, V::Scalar::from_f64(r.range(0.0, 0.5))).into(),
            1 => MinkowskiSum::new(wall, with_end(r)).into(),
            2 => MinkowskiSum::new(with_end(r), wall).into(),
            _ => Scaled::new(wall, vector(|| factor(r))).unwrap().into(),
        };
    }
    let pair = Pair { a: wall, at_a: pose(r, 2.0), b: with_end(r), at_b: pose(r, 2.0) };
    if r.below(2) == 0 { pair } else { pair.swapped() }
}

/// A pair on the ladder of gaps.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    if r.below(8) == 0 {
        return (to_a_rung(walled(r), r), "a half-space");
    }
    let levels = 2 + r.below(7);
    let a = nested::<V>(r, levels);
    let b = if r.below(2) == 0 { core(r) } else { nested(r, 2) };
    let (at_a, at_b) = if r.below(4) == 0 {
        // Upright, in halves: faces that are parallel.
        let halves = |r: &mut Random| vector::<V>(|| (r.below(17) as f64 - 8.0) * 0.5);
        (Pose::from_translation(halves(r)), Pose::from_translation(halves(r)))
    } else {
        (pose(r, 2.0), pose(r, 2.0))
    };
    debug_assert!(is_straight(&a) && is_straight(&b) && V::Space::DIM > 1);
    let pair = Pair { a, at_a, b, at_b };
    let is_double = V::Scalar::EPSILON < 1e-10;
    let pair = if is_double && r.below(8) == 0 { there_and_back(r, pair) } else { pair };
    (
        if r.below(4) == 0 { pair } else { to_a_rung(pair, r) },
        if levels > 4 { "deep" } else { "twice to four times" },
    )
}
