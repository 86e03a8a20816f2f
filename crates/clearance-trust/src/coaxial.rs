//! Shapes with many equally good ways out, about one axis but for a drift: regular solids, prisms,
//! pyramids, antiprisms, round shapes in one another and in themselves.
//!
//! A depth is a minimum over directions. Here whole sets of directions, faces of a solid or a
//! circle about the axis, are equally good but for the drift, which is zero, a few last digits, or
//! up to a thousandth.

use std::f64::consts::TAU;

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Pose, Rotation as _, Rounded,
    Scalar, Shape, Space,
};

use crate::court::Court;
use crate::pair::{Pair, magnified};
use crate::random::{Random, pose, vector};

type Point = [f64; 3];

/// `n` points about the y-axis, the first at `turn` of the step between two.
fn ring(n: u64, radius: f64, height: f64, turn: f64) -> Vec<Point> {
    (0..n)
        .map(|i| {
            let (sin, cos) = (TAU * (i as f64 + turn) / n as f64).sin_cos();
            [radius * cos, height, radius * sin]
        })
        .collect()
}

/// Every change of sign and every cyclic permutation, each point once.
fn orbit(p: Point) -> Vec<Point> {
    let mut all = Vec::new();
    for mask in 0..8 {
        let signed = |i: usize| if mask >> i & 1 == 1 { -p[i] } else { p[i] };
        for shift in 0..3 {
            let q = std::array::from_fn(|i| signed((i + shift) % 3) + 0.0);
            if !all.contains(&q) {
                all.push(q);
            }
        }
    }
    all
}

/// The corners of one of the five, about the origin.
fn regular_solid(which: u64) -> Vec<Point> {
    let golden = 0.5 + 1.25_f64.sqrt();
    match which {
        0 => vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
        1 => orbit([1.0, 1.0, 1.0]),
        2 => orbit([1.0, 0.0, 0.0]),
        3 => orbit([0.0, 1.0, golden]),
        _ => [orbit([1.0, 1.0, 1.0]), orbit([0.0, 1.0 / golden, golden])].concat(),
    }
}

fn length(r: &mut Random) -> f64 {
    [0.25, 0.3, 0.5, 0.6, 0.75, 1.0, 1.2, 2.0, 2.5, 3.0, 5.0][r.below(11) as usize]
}

fn hull<V: Court>(points: &[Point], scale: f64) -> Shape<V> {
    let corner = |p: &Point| {
        let mut i = 0;
        vector::<V>(|| {
            i += 1;
            scale * p[i - 1]
        })
    };
    ConvexHull::new(&points.iter().map(corner).collect::<Vec<_>>()).unwrap().into()
}

/// Prism, antiprism, pyramid or bipyramid of `n` sides, in the plane their rings.
fn sided<V: Court>(r: &mut Random, n: u64) -> Shape<V> {
    let (radius, h) = (length(r), length(r));
    if V::Space::DIM == 2 {
        let upright = ring(n, radius, 0.0, 0.0).into_iter().map(|[x, _, z]| [x, z, 0.0]);
        return hull(&upright.collect::<Vec<_>>(), 1.0);
    }
    let tips = [[0.0, h, 0.0], [0.0, -h, 0.0]];
    let points = match r.below(4) {
        0 => [ring(n, radius, h, 0.0), ring(n, radius, -h, 0.0)].concat(),
        1 => [ring(n, radius, h, 0.5), ring(n, radius, -h, 0.0)].concat(),
        2 => [ring(n, radius, -h, 0.0), tips[..1].to_vec()].concat(),
        _ => [ring(n, radius, 0.0, 0.0), tips.to_vec()].concat(),
    };
    hull(&points, 1.0)
}

fn round<V: Court>(r: &mut Random) -> Shape<V> {
    let t = |r: &mut Random| V::Scalar::from_f64(length(r));
    match r.below(6) {
        0 => Ball::new(t(r)).into(),
        1 => Capsule::new(t(r), t(r)).into(),
        2 => Cylinder::new(t(r), t(r)).into(),
        3 => Cone::new(t(r), t(r)).into(),
        4 => Rounded::new(Cylinder::new(t(r), t(r)).into(), V::Scalar::from_f64(0.0625)).into(),
        _ => {
            let (round, high) = (length(r), length(r));
            let mut radii = [round, high, round].into_iter();
            Ellipsoid::new(vector(|| radii.next().unwrap())).into()
        }
    }
}

fn shape<V: Court>(r: &mut Random) -> Shape<V> {
    match r.below(8) {
        0 | 1 if V::Space::DIM == 3 => {
            let (which, scale) = (r.below(5), length(r));
            hull(&regular_solid(which), scale)
        }
        0..4 => {
            let sides = 3 + r.below(10);
            let inner = sided::<V>(r, sides);
            if r.below(6) == 0 {
                Rounded::new(inner, V::Scalar::from_f64(0.125)).into()
            } else {
                inner
            }
        }
        4 => {
            let (x, y) = (length(r), length(r));
            let mut extents = [x, y, x].into_iter();
            Cuboid::new(vector(|| extents.next().unwrap())).into()
        }
        _ => round(r),
    }
}

/// 0, or 1e-3 to 1e-12.
fn drift(r: &mut Random) -> f64 {
    if r.below(5) == 0 { 0.0 } else { 10.0_f64.powi(-(3 + r.below(10) as i32)) }
}

/// A pair about one axis, and how they drift from it.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let a = shape::<V>(r);
    let b = match r.below(4) {
        0 => a.clone(),
        1 => magnified(&a, [0.5, 0.75, 1.25, 2.0][r.below(4) as usize]),
        _ => shape::<V>(r),
    };
    let sort = if a == b { "in itself" } else { "about one axis" };
    (about_one_axis(r, a, b), sort)
}

fn about_one_axis<V: Court>(r: &mut Random, a: Shape<V>, b: Shape<V>) -> Pair<V> {
    let (tilt, aside) = (drift(r), drift(r));
    let mut offset: V::Space = r.vector(aside);
    if r.below(2) == 0 {
        offset += V::Space::axis(1) * ((r.below(9) as f64 - 4.0) * 0.0625);
    }
    let spin = [0.0, 0.0, 0.25, 1.0][r.below(4) as usize] * r.range(-1.0, 1.0);
    let mut unit = || r.range(-1.0, 1.0);
    // Cosine and sine, or a quaternion.
    let rotation = if V::Space::DIM == 2 {
        [1.0, tilt * unit(), 0.0, 0.0]
    } else {
        [tilt * unit(), spin, tilt * unit(), 1.0]
    };
    let mut numbers = [0.0; 7];
    for (i, number) in numbers.iter_mut().enumerate().take(V::Space::DIM) {
        *number = offset.coordinate(i);
    }
    numbers[V::Space::DIM..][..4].copy_from_slice(&rotation);
    let local = V::raw_pose(numbers);
    let at_a = if r.below(2) == 0 { Pose::identity() } else { pose::<V>(r, 1.0) };
    Pair {
        a,
        at_a,
        b,
        at_b: Pose { rotation: at_a.rotation.compose(local.rotation), ..at_a.compose(&local) },
    }
}

/// The same for shapes with hundreds of corners, whose facets are too many for the judge to list;
/// and round shapes in themselves.
pub fn many<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let sides = [64, 128, 256, 512, 1024][r.below(5) as usize];
    let (a, sort) = match r.below(3) {
        0 => (round::<V>(r), "round"),
        1 if V::Space::DIM == 3 => (hull(&spiral(r, sides), length(r)), "mesh of a ball"),
        _ => (sided::<V>(r, sides), "of many sides"),
    };
    let b = match r.below(4) {
        0 => magnified(&a, 0.75),
        1 => round(r),
        _ => a.clone(),
    };
    (about_one_axis(r, a, b), sort)
}

/// Points spread over the unit sphere along a spiral of the golden angle.
fn spiral(r: &mut Random, count: u64) -> Vec<Point> {
    let (count, golden) = (count + r.below(2000), TAU * (0.5 * 5.0_f64.sqrt() - 0.5));
    (0..count)
        .map(|i| {
            let y = 1.0 - (2 * i + 1) as f64 / count as f64;
            let (sin, cos) = (golden * i as f64).sin_cos();
            let radius = (1.0 - y * y).sqrt();
            [radius * cos, y, radius * sin]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_solids_are_regular() {
        for (which, corners) in [4, 8, 6, 12, 20].into_iter().enumerate() {
            let points = regular_solid(which as u64);
            assert_eq!(points.len(), corners);
            let radius = |p: &Point| p.iter().fold(0.0, |s: f64, x| s.hypot(*x));
            assert!(points.iter().all(|p| (radius(p) - radius(&points[0])).abs() < 1e-15));
            // The edges at a corner are equally long, three to five of them.
            let to = |p: &Point| (0..3).fold(0.0, |s: f64, i| s.hypot(p[i] - points[0][i]));
            let mut lengths: Vec<f64> = points[1..].iter().map(to).collect();
            lengths.sort_by(f64::total_cmp);
            let edges = lengths.iter().filter(|l| **l < lengths[0] + 1e-12).count();
            assert_eq!(edges, [3, 3, 4, 5, 3][which]);
        }
    }
}
