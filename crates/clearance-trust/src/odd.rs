//! Unlikely pairs: mirrored copies, negative zeros, one shape inside of a far larger one,
//! needles beside plates, grains far away, walls through corners, sums of flat shapes, flat shapes
//! moved along themselves.

use clearance::{
    Capsule, ConvexHull, Cuboid, HalfSpace, MinkowskiSum, Point, Pose, Rotation as _, Rounded,
    Scalar, Scaled, Segment, Shape, Space, Triangle,
};

use crate::court::Court;
use crate::kinds::{WALL, shape};
use crate::ladder::to_a_rung;
use crate::pair::{Pair, magnified};
use crate::random::{Random, cloud, point, pose, vector};

/// A pair, and which sort it is of.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let single = V::Scalar::EPSILON > 1e-10;
    let any = |r: &mut Random| {
        let kind = r.below(WALL);
        shape::<V>(r, kind)
    };
    match r.below(10) {
        0 => {
            let points = cloud::<V>(r, 8, 1.0);
            let (shift, mask) = (r.below(3) as usize, r.below(8));
            let mirrored: Vec<V> = points
                .iter()
                .map(|p| {
                    let mut i = 0;
                    vector(|| {
                        let x = p.to_space().coordinate((i + shift) % V::Space::DIM);
                        let x = if mask >> i & 1 == 1 { -x } else { x };
                        i += 1;
                        x
                    })
                })
                .collect();
            let hull = |points: &[V]| ConvexHull::new(points).unwrap().into();
            let (a, b) = (hull(&points), hull(&mirrored));
            let at = Pose::from_translation(vector(|| [0.0, -0.0, 0.5][r.below(3) as usize]));
            (Pair { a, at_a: Pose::identity(), b, at_b: at }, "mirrored")
        }
        1 => {
            let (a, at) = (any(r), pose(r, 2.0));
            (Pair { b: a.clone(), a, at_a: at, at_b: at }, "the same twice")
        }
        2 => {
            let digits = if single { 5 } else { 12 };
            let less = 10.0_f64.powi(-(2 + r.below(digits) as i32)) as f32 as f64;
            let (a, b) = (any(r), simple::<V>(r));
            let (at_a, at_b) = (pose::<V>(r, 0.5), pose::<V>(r, 0.5));
            let pair = Pair { a, at_a, b: magnified(&b, less), at_b };
            (if r.below(2) == 0 { to_a_rung(pair, r) } else { pair }, "a grain in a boulder")
        }
        3 => {
            let thin = |r: &mut Random| {
                let kind = [1, 2, 8, 18, 20, 22, 24, 25][r.below(8) as usize];
                shape::<V>(r, kind)
            };
            let pair = Pair { a: thin(r), at_a: pose(r, 0.3), b: thin(r), at_b: pose(r, 0.3) };
            (to_a_rung(pair, r), "needles and plates")
        }
        4 => {
            let less = if single { 2.0_f64.powi(-10) } else { 2.0_f64.powi(-26) };
            let far: V::Space = r.vector(1.0);
            let (a, b) = (simple::<V>(r), simple::<V>(r));
            let pair = Pair { a, at_a: pose(r, 1.0), b, at_b: pose(r, 1.0) };
            let mut pair = to_a_rung(pair, r).magnified(less);
            for at in [&mut pair.at_a, &mut pair.at_b] {
                at.translation = V::from_space(at.translation.to_space() + far);
            }
            (pair, "grains far away")
        }
        5 => {
            let whole = |r: &mut Random| vector::<V>(|| r.below(9) as f64 - 4.0);
            let points: Vec<V> = (0..2 + r.below(8)).map(|_| whole(r)).collect();
            let mut normal = whole(r);
            if normal.to_space() == V::Space::default() {
                normal = V::from_space(V::Space::axis(0));
            }
            let lowest = points.iter().map(|p| p.to_space().dot(normal.to_space()));
            let offset = lowest.fold(f64::INFINITY, f64::min);
            let wall = HalfSpace::new(normal, V::Scalar::from_f64(offset));
            let b = ConvexHull::new(&points).unwrap();
            let at = Pose::from_translation(whole(r));
            (Pair { a: wall.into(), at_a: at, b: b.into(), at_b: at }, "a wall through a corner")
        }
        6 => {
            let flat = |r: &mut Random| -> Shape<V> {
                match r.below(4) {
                    0 => Segment::new(point(r), point(r)).into(),
                    1 => Triangle::new(point(r), point(r), point(r)).into(),
                    2 => Point(point(r)).into(),
                    _ => {
                        let mut keep = r.below(V::Space::DIM as u64);
                        Cuboid::new(vector(|| {
                            keep = keep.wrapping_sub(1);
                            if keep == u64::MAX { 0.0 } else { 0.5 }
                        }))
                        .into()
                    }
                }
            };
            let one = flat(r);
            let other = if r.below(3) == 0 { one.clone() } else { flat(r) };
            let a = MinkowskiSum::new(one, other).into();
            let pair = Pair { a, at_a: pose(r, 0.5), b: flat(r), at_b: pose(r, 0.5) };
            (to_a_rung(pair, r), "sums of flat shapes")
        }
        7 => {
            // Moved along itself, and aside by what the pose rounds.
            let [p, q, s] = [0; 3].map(|_| r.vector::<V::Space>(1.0));
            let (along, across) = (r.range(-1.2, 1.2), r.range(-1.2, 1.2));
            let [start, end, top] = [p, q, s].map(V::from_space);
            let (flat, offset): (Shape<V>, _) = match r.below(3) {
                0 => (Segment::new(start, end).into(), (q - p) * along),
                1 => {
                    let within = (q - p) * along + (s - p) * across;
                    (Triangle::new(start, end, top).into(), within)
                }
                _ => {
                    let half = p.map(f64::abs).zip(V::Space::axis(1), |x, axis| x * (1.0 - axis));
                    let within = half.zip(q, |x, share| 2.0 * x * share);
                    (Cuboid::new(V::from_space(half)).into(), within)
                }
            };
            let at_a = pose::<V>(r, 2.0);
            let offset = offset.rotate(&at_a.rotation.matrix());
            let there = V::from_space(at_a.translation.to_space() + offset);
            let at_b = Pose { translation: there, rotation: at_a.rotation };
            (Pair { a: flat.clone(), at_a, b: flat, at_b }, "flat, upon itself")
        }
        8 => {
            // Wrapped in shapes that change nothing.
            let kind = [0, 1, 2, 4, 5, 6, 7, 19][r.below(8) as usize];
            let inner = shape::<V>(r, kind);
            let b = inner.clone();
            let nothing = V::Scalar::from_f64([0.0, -0.0][r.below(2) as usize]);
            let a = match r.below(3) {
                0 => Rounded::new(inner, nothing).into(),
                1 => Scaled::new(inner, vector(|| 1.0)).unwrap().into(),
                _ => MinkowskiSum::new(inner, Point(vector(|| -0.0)).into()).into(),
            };
            let pair = Pair { a, at_a: pose(r, 1.0), b, at_b: pose(r, 1.0) };
            (to_a_rung(pair, r), "wrapped in nothing")
        }
        _ => {
            // Corners on the spine of a capsule, and ends on a plane of symmetry.
            let h = r.length::<V::Scalar>();
            let a = Capsule::new(h, r.length()).into();
            let mut i = 0;
            let side = [1.0, -1.0, 0.5, 0.0][r.below(4) as usize];
            let at_b = Pose::from_translation(vector(|| {
                i += 1;
                if i == 2 { side * h.to_f64() } else { -0.0 }
            }));
            (Pair { a, at_a: Pose::identity(), b: simple(r), at_b }, "on the spine")
        }
    }
}

/// A shape that may be multiplied by any factor.
fn simple<V: Court>(r: &mut Random) -> Shape<V> {
    let kind = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12][r.below(10) as usize];
    shape::<V>(r, kind)
}
