//! One random shape of each kind: common ones, thin ones down to 1e-12, flat and degenerate ones,
//! and shapes made of shapes.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, MinkowskiSum, Point,
    Rounded, Scalar, Scaled, Segment, Shape, Space, Triangle, Vector,
};

use crate::court::Court;
use crate::random::{Random, cloud, point, vector};

/// The half-space, which does not meet another.
pub const WALL: u64 = 26;
/// How many kinds there are.
pub const KINDS: u64 = 27;
/// The names of what [`shape`] makes of each.
pub const NAMES: [&str; KINDS as usize] = [
    "point",
    "segment",
    "triangle",
    "ball",
    "capsule",
    "box",
    "hull 8",
    "hull 14",
    "plate hull",
    "rounded hull",
    "cylinder",
    "cone",
    "ellipsoid",
    "frustum",
    "scaled hull",
    "scaled ball",
    "sum",
    "rounded sum",
    "needle hull",
    "grid hull",
    "flat box",
    "degenerate",
    "thin ellipsoid",
    "rounded segment",
    "thin cylinder",
    "thin cone",
    "half-space",
];

/// A factor of 1 to 10^-digits.
fn thin<T: Scalar>(random: &mut Random, digits: u64) -> f64 {
    let digits = if T::EPSILON > 1e-10 { digits.min(6) } else { digits };
    10.0_f64.powi(-(random.below(digits + 1) as i32)) as f32 as f64
}

/// Rounded to multiples of 2^-12, so that sums and products of two are floats.
fn few_bits<V: Vector>(v: V) -> V {
    V::from_space(v.to_space().map(|x| (x * 4096.0).round() / 4096.0))
}

fn dyadic<V: Vector>(random: &mut Random) -> V {
    vector(|| [1.0, -1.0, 0.5, 2.0, -3.0, 0.75, 0.0625, 17.0][random.below(8) as usize])
}

/// A length of few bits, so that sums and products of radii are exact even in `f32`.
fn short_length<T: Scalar>(r: &mut Random) -> T {
    T::from_f64((r.range(0.1, 1.0) * 256.0).round() / 256.0)
}

fn sum<V: Court>(r: &mut Random) -> MinkowskiSum<Shape<V>, Shape<V>> {
    let mut part = |n: usize| -> Shape<V> {
        let points: Vec<V> = (0..n).map(|_| few_bits(point(r))).collect();
        ConvexHull::new(&points).unwrap().into()
    };
    let (a, b) = (part(5), part(3));
    match r.below(4) {
        0 => MinkowskiSum::new(a, Ball::new(short_length(r)).into()),
        1 => MinkowskiSum::new(Capsule::new(short_length(r), short_length(r)).into(), b),
        _ => MinkowskiSum::new(a, b),
    }
}

/// One shape of each kind.
pub fn shape<V: Court>(random: &mut Random, kind: u64) -> Shape<V> {
    let r = random;
    let some = |r: &mut Random, n: u64| 1 + r.below(n) as usize;
    let extents = |r: &mut Random, digits: u64| {
        vector::<V>(|| (r.range(0.1, 1.0) * thin::<V::Scalar>(r, digits)) as f32 as f64)
    };
    match kind % KINDS {
        0 => Point(point(r)).into(),
        1 => Segment::new(point(r), point(r)).into(),
        2 => Triangle::new(point(r), point(r), point(r)).into(),
        3 => Ball::new(r.length()).into(),
        4 => Capsule::new(r.length(), r.length()).into(),
        5 => Cuboid::new(V::from_space(r.vector::<V::Space>(1.0).map(f64::abs))).into(),
        6 => ConvexHull::new(&cloud::<V>(r, 8, 1.0)).unwrap().into(),
        7 => ConvexHull::new(&cloud::<V>(r, 14, 1.0)).unwrap().into(),
        8 => {
            let flat = thin::<V::Scalar>(r, 12);
            ConvexHull::new(&cloud::<V>(r, 10, flat)).unwrap().into()
        }
        9 => {
            let inner = ConvexHull::new(&cloud::<V>(r, 8, 0.5)).unwrap();
            Rounded::new(inner.into(), r.length()).into()
        }
        10 => Cylinder::new(r.length(), r.length()).into(),
        11 => Cone::new(r.length(), r.length()).into(),
        12 => {
            Ellipsoid::new(V::from_space(r.vector::<V::Space>(0.9).map(|x| x.abs() + 0.1))).into()
        }
        13 => V::frustum(std::array::from_fn(|_| point(r))),
        14 => {
            let count = some(r, 9);
            let inner = ConvexHull::new(
                &cloud::<V>(r, count, 1.0).iter().map(|p| few_bits(*p)).collect::<Vec<_>>(),
            );
            Scaled::new(inner.unwrap().into(), dyadic(r)).unwrap().into()
        }
        15 => Scaled::new(Ball::new(short_length(r)).into(), dyadic(r)).unwrap().into(),
        16 => sum::<V>(r).into(),
        17 => {
            let sum: Shape<V> = sum::<V>(r).into();
            Rounded::new(sum, short_length(r)).into()
        }
        18 => {
            // A needle: two coordinates squeezed.
            let (one, two) = (thin::<V::Scalar>(r, 12), thin::<V::Scalar>(r, 12));
            let points: Vec<V> = (0..7)
                .map(|_| {
                    let p: V::Space = r.vector(1.0);
                    let squeeze = V::Space::axis(0)
                        + V::Space::axis(1) * one
                        + if V::Space::DIM == 3 {
                            V::Space::axis(2) * two
                        } else {
                            V::Space::default()
                        };
                    V::from_space(p.zip(squeeze, |x, s| x * s))
                })
                .collect();
            ConvexHull::new(&points).unwrap().into()
        }
        19 => {
            // On a grid of half units, duplicates and coplanar points and all.
            let count = some(r, 12);
            let points: Vec<V> =
                (0..count).map(|_| vector::<V>(|| (r.below(5) as f64 - 2.0) * 0.5)).collect();
            ConvexHull::new(&points).unwrap().into()
        }
        20 => {
            let e: V::Space = r.vector(1.0);
            let mask = r.below(8);
            let mut flat = V::Space::default();
            for i in 0..V::Space::DIM {
                let factor = if mask >> i & 1 == 1 {
                    1.0
                } else {
                    thin::<V::Scalar>(r, 12) * (r.below(2) as f64)
                };
                flat += V::Space::axis(i) * (e.coordinate(i).abs() * factor);
            }
            Cuboid::new(V::from_space(flat)).into()
        }
        21 => {
            let (p, q) = (point::<V>(r), point::<V>(r));
            match r.below(7) {
                0 => Segment::new(p, p).into(),
                1 => Triangle::new(p, p, q).into(),
                2 => Triangle::new(p, q, V::from_space((p.to_space() + q.to_space()) * 0.5)).into(),
                3 => Triangle::new(p, p, p).into(),
                4 => Capsule::new(V::Scalar::ZERO, r.length()).into(),
                5 => Ball::new(V::Scalar::ZERO).into(),
                _ => Capsule::new(r.length(), V::Scalar::ZERO).into(),
            }
        }
        22 => Ellipsoid::new(extents(r, 6)).into(),
        23 => {
            let small = V::Scalar::from_f64(r.range(0.0, 1.0) * thin::<V::Scalar>(r, 12));
            Rounded::new(Segment::new(point(r), point(r)).into(), small).into()
        }
        24 => {
            let (h, q) = (
                r.range(0.1, 1.0) * thin::<V::Scalar>(r, 6),
                r.range(0.1, 1.0) * thin::<V::Scalar>(r, 6),
            );
            Cylinder::new(V::Scalar::from_f64(h), V::Scalar::from_f64(q)).into()
        }
        25 => {
            let (h, q) = (
                r.range(0.1, 1.0) * thin::<V::Scalar>(r, 6),
                r.range(0.1, 1.0) * thin::<V::Scalar>(r, 6),
            );
            Cone::new(V::Scalar::from_f64(h), V::Scalar::from_f64(q)).into()
        }
        _ => HalfSpace::new(point(r), V::Scalar::from_f64(r.range(-1.0, 1.0))).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new shape of the library fails here until the trust suite draws it.
    #[test]
    fn every_shape_is_drawn() {
        let mut random = Random(1);
        let drawn: Vec<&str> =
            (0..KINDS * 8).map(|i| shape::<glam::DVec3>(&mut random, i % KINDS).name()).collect();
        for name in Shape::<glam::DVec3>::NAMES {
            assert!(drawn.contains(name), "{name}");
        }
    }
}
