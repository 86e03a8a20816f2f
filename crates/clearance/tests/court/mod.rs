//! The exact judge of `clearance-oracle` over this crate's shapes and poses.
//!
//! Poses are told exactly: a quaternion as it is; a cosine and sine divided by their length, whose root the oracle bounds to
//! 2^-190 of itself (exactly, where it is rational), so that no slack is needed for a rotation of the plane either.
#![allow(dead_code, unreachable_pub, clippy::collapsible_if, clippy::collapsible_match)]

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, MinkowskiSum,
    Point, Pose, Proximity, Rotation2, Rotation3, Rounded, Scalar, Scaled, Segment, Shape, Space,
    SupportMap, Triangle, Vector, Verdict, Xy, Xyz,
};
use clearance_oracle as oracle;
use oracle::{Bracket, Rational, exact};

use crate::common::{Random, World, cloud, point, pose};

/// What the judge says of a pair.
#[derive(Clone, Debug)]
pub struct Truth {
    /// `None`: curved, and too close for the judge too.
    pub intersects: Option<bool>,
    pub signed: Bracket,
    /// Exact but for the rounding of the bracket to neighbouring floats.
    pub exact: bool,
}

impl Truth {
    /// How far the exact signed distance is from 0 at least.
    pub fn least_magnitude(&self) -> f64 {
        self.signed.lo.max(-self.signed.hi).max(0.0)
    }
}

/// The spaces of the judge.
pub trait Court: World {
    fn judge(a: &Shape<Self>, at_a: &Pose<Self>, b: &Shape<Self>, at_b: &Pose<Self>) -> Truth;
    fn frustum(corners: [Self; 8]) -> Shape<Self>;
    /// A pose of these very numbers: the translation's, then the rotation's (cosine and sine, or x, y, z, w).
    fn raw_pose(numbers: [f64; 7]) -> Pose<Self>;
    /// The exact separation along a direction, in a bracket of neighbouring floats; polytopes, balls, capsules, rounded.
    fn separation(
        a: &Shape<Self>,
        at_a: &Pose<Self>,
        b: &Shape<Self>,
        at_b: &Pose<Self>,
        direction: Self,
    ) -> Option<Bracket>;
}

impl<V: World<Space: Bench>> Court for V {
    fn judge(a: &Shape<V>, at_a: &Pose<V>, b: &Shape<V>, at_b: &Pose<V>) -> Truth {
        V::Space::judge(a, at_a, b, at_b)
    }
    fn frustum(corners: [V; 8]) -> Shape<V> {
        V::Space::frustum(corners)
    }
    fn raw_pose(numbers: [f64; 7]) -> Pose<V> {
        let mut numbers = numbers.into_iter();
        let translation = vector(|| numbers.next().unwrap_or(0.0));
        let rest = std::array::from_fn(|_| numbers.next().unwrap_or(0.0));
        Pose { translation, rotation: V::Space::raw_rotation(rest) }
    }
    fn separation(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
        direction: V,
    ) -> Option<Bracket> {
        V::Space::separation(a, at_a, b, at_b, direction)
    }
}

pub trait Bench: Space {
    /// Of eight points; in the plane, which has no cameras, their hull.
    fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V>;
    fn raw_rotation<T: Scalar>(numbers: [f64; 4]) -> Self::Rotation<T>;
    fn judge<V: Vector<Space = Self>>(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
    ) -> Truth;
    fn separation<V: Vector<Space = Self>>(
        a: &Shape<V>,
        at_a: &Pose<V>,
        b: &Shape<V>,
        at_b: &Pose<V>,
        direction: V,
    ) -> Option<Bracket>;
}

macro_rules! bench {
    ($Space:ty, $dim:literal, $pose:ident, $frustum:expr, $rotation:expr) => {
        impl Bench for $Space {
            fn frustum<V: Vector<Space = Self>>(corners: [V; 8]) -> Shape<V> {
                $frustum(corners)
            }
            fn raw_rotation<T: Scalar>(numbers: [f64; 4]) -> Self::Rotation<T> {
                $rotation(numbers.map(T::from_f64))
            }
            fn judge<V: Vector<Space = Self>>(
                a: &Shape<V>,
                at_a: &Pose<V>,
                b: &Shape<V>,
                at_b: &Pose<V>,
            ) -> Truth {
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                if let Shape::HalfSpace(wall) = a {
                    return wall_truth(wall, &place_a, &tell::<V, $dim>(b), &place_b);
                }
                if let Shape::HalfSpace(wall) = b {
                    return wall_truth(wall, &place_b, &tell::<V, $dim>(a), &place_a);
                }
                let truth = oracle::judge(&tell(a), &place_a, &tell(b), &place_b).unwrap();
                Truth {
                    intersects: truth.intersects,
                    signed: truth.signed_distance,
                    exact: truth.exact,
                }
            }
            fn separation<V: Vector<Space = Self>>(
                a: &Shape<V>,
                at_a: &Pose<V>,
                b: &Shape<V>,
                at_b: &Pose<V>,
                direction: V,
            ) -> Option<Bracket> {
                let (a, radius_a) = outline(&tell::<V, $dim>(a))?;
                let (b, radius_b) = outline(&tell::<V, $dim>(b))?;
                let (place_a, place_b) = ($pose(at_a), $pose(at_b));
                let d = oracle::Vector::exact(array(direction)).unwrap();
                let place = |p: [f64; $dim], at: &oracle::Pose<$dim>| {
                    d.dot(&at.apply(&oracle::Vector::exact(p).unwrap()))
                };
                let high = a.into_iter().map(|p| place(p, &place_a)).max()?;
                let low = b.into_iter().map(|p| place(p, &place_b)).min()?;
                Some(over_length(low - high, d.norm_squared(), &(radius_a + radius_b)))
            }
        }
    };
}
bench!(
    Xy,
    2,
    pose2,
    |c: [_; 8]| ConvexHull::new(&c).unwrap().into(),
    |[cos, sin, _, _]: [_; 4]| Rotation2 { cos, sin }
);
bench!(
    Xyz,
    3,
    pose3,
    |c: [_; 8]| Frustum::from_corners(c).unwrap().into(),
    |[x, y, z, w]: [_; 4]| Rotation3 { x, y, z, w }
);

/// `height / sqrt(squared) - radii`, bracketed.
fn over_length(height: Rational, squared: Rational, radii: &Rational) -> Bracket {
    let (low, high) = oracle::sqrt_bounds(&squared);
    let (one, other) = (&height / low, &height / high);
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    Bracket::around(&(low - radii), &(high - radii))
}

pub fn array<V: Vector, const N: usize>(v: V) -> [f64; N] {
    std::array::from_fn(|i| v.to_space().coordinate(i))
}

fn pose2<V: Vector<Space = Xy>>(pose: &Pose<V>) -> oracle::Pose<2> {
    let Rotation2 { cos, sin } = pose.rotation;
    let (cos, sin) = (exact(cos.to_f64()).unwrap(), exact(sin.to_f64()).unwrap());
    let (length, _) = oracle::sqrt_bounds(&(&cos * &cos + &sin * &sin));
    let (cos, sin) = (cos / &length, sin / length);
    oracle::Pose {
        linear: [oracle::Vector([cos.clone(), -sin.clone()]), oracle::Vector([sin, cos])],
        translation: oracle::Vector::exact(array(pose.translation)).unwrap(),
    }
}

fn pose3<V: Vector<Space = Xyz>>(pose: &Pose<V>) -> oracle::Pose<3> {
    let Rotation3 { x, y, z, w } = pose.rotation;
    oracle::Pose::from_quaternion(array(pose.translation), [x, y, z, w].map(V::Scalar::to_f64))
        .unwrap()
}

/// A shape in the judge's words. Products and sums of coordinates that the judge cannot write as floats fail the test: make
/// them of few bits.
pub fn tell<V: Vector, const N: usize>(shape: &Shape<V>) -> oracle::Shape<N> {
    let hull = |points: &[V]| oracle::Shape::Hull(points.iter().map(|p| array(*p)).collect());
    match shape {
        Shape::Point(p) => hull(&[p.0]),
        Shape::Segment(s) => oracle::Shape::Segment([array(s.a), array(s.b)]),
        Shape::Triangle(t) => oracle::Shape::Triangle([array(t.a), array(t.b), array(t.c)]),
        Shape::Ball(b) => oracle::Shape::Ball { radius: b.radius.to_f64() },
        Shape::Capsule(c) => oracle::Shape::Capsule {
            half_height: c.half_height.to_f64(),
            radius: c.radius.to_f64(),
        },
        Shape::Cuboid(c) => oracle::Shape::Box { half_extents: array(c.half_extents) },
        Shape::Cylinder(c) => {
            let (h, r) = (c.half_height.to_f64(), c.radius.to_f64());
            if N == 2 {
                let half_extents = std::array::from_fn(|i| if i == 0 { r } else { h });
                oracle::Shape::Box { half_extents }
            } else {
                oracle::Shape::Cylinder { half_height: h, radius: r }
            }
        }
        Shape::Cone(c) => {
            let (h, r) = (c.half_height.to_f64(), c.radius.to_f64());
            if N == 2 {
                let corner = |x: f64, y: f64| std::array::from_fn(|i| if i == 0 { x } else { y });
                oracle::Shape::Triangle([corner(0.0, h), corner(-r, -h), corner(r, -h)])
            } else {
                oracle::Shape::Cone { half_height: h, radius: r }
            }
        }
        Shape::Ellipsoid(e) => oracle::Shape::Ellipsoid { radii: array(e.radii) },
        Shape::Hull(h) => hull(h.vertices()),
        Shape::Frustum(f) => hull(f.corners()),
        Shape::Rounded(r) => {
            oracle::Shape::Rounded { inner: Box::new(tell(&r.inner)), radius: r.radius.to_f64() }
        }
        Shape::Scaled(s) => scaled(&tell::<V, N>(s.inner()), array(s.scale())),
        Shape::Sum(s) => {
            let (a, radius_a) = outline(&tell::<V, N>(&s.a)).expect("straight");
            let (b, radius_b) = outline(&tell::<V, N>(&s.b)).expect("straight");
            let sums = a.iter().flat_map(|p| {
                b.iter().map(move |q| std::array::from_fn(|i| exact_sum(p[i], q[i])))
            });
            let inner = Box::new(oracle::Shape::Hull(sums.collect()));
            rounded_exactly(*inner, &[radius_a, radius_b])
        }
        other => panic!("the judge knows no {other:?}"),
    }
}

fn rounded_exactly<const N: usize>(
    inner: oracle::Shape<N>,
    radii: &[Rational],
) -> oracle::Shape<N> {
    radii.iter().fold(inner, |inner, radius| {
        let float = oracle::near(radius);
        assert_eq!(exact(float).as_ref(), Some(radius));
        if float == 0.0 {
            inner
        } else {
            oracle::Shape::Rounded { inner: Box::new(inner), radius: float }
        }
    })
}

fn exact_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    assert_eq!(exact(sum), Some(exact(a).unwrap() + exact(b).unwrap()), "{a} + {b}");
    sum
}

fn exact_product(a: f64, b: f64) -> f64 {
    let product = a * b;
    assert_eq!(exact(product), Some(exact(a).unwrap() * exact(b).unwrap()), "{a} * {b}");
    product
}

fn scaled<const N: usize>(shape: &oracle::Shape<N>, by: [f64; N]) -> oracle::Shape<N> {
    if let oracle::Shape::Ball { radius } = shape {
        let radii = by.map(|s| exact_product(*radius, s.abs()));
        return oracle::Shape::Ellipsoid { radii };
    }
    let (points, radius) = outline(shape).expect("straight");
    let points = points.iter().map(|p| std::array::from_fn(|i| exact_product(p[i], by[i])));
    let points = oracle::Shape::Hull(points.collect());
    if radius == Rational::ZERO {
        return points;
    }
    assert!(by.iter().all(|s| s.abs() == by[0].abs()), "a radius stretched unevenly");
    rounded_exactly(points, &[radius * exact(by[0].abs()).unwrap()])
}

/// Vertices and radius, where the core is straight.
pub fn outline<const N: usize>(shape: &oracle::Shape<N>) -> Option<(Vec<[f64; N]>, Rational)> {
    use oracle::Shape as S;
    let up = |y: f64| std::array::from_fn(|i| if i == 1 { y } else { 0.0 });
    Some(match shape {
        S::Point => (vec![[0.0; N]], Rational::ZERO),
        S::Segment(ends) => (ends.to_vec(), Rational::ZERO),
        S::Triangle(corners) => (corners.to_vec(), Rational::ZERO),
        S::Hull(points) => (points.clone(), Rational::ZERO),
        S::Ball { radius } => (vec![[0.0; N]], exact(*radius)?),
        S::Capsule { half_height, radius } => {
            (vec![up(*half_height), up(-half_height)], exact(*radius)?)
        }
        S::Box { half_extents } => {
            let corner = |mask: usize| {
                std::array::from_fn(|i| {
                    if mask >> i & 1 == 1 { half_extents[i] } else { -half_extents[i] }
                })
            };
            ((0..1 << N).map(corner).collect(), Rational::ZERO)
        }
        S::Rounded { inner, radius } => {
            let (points, inner) = outline(inner)?;
            (points, inner + exact(*radius)?)
        }
        _ => return None,
    })
}

/// A half-space against a placed shape, from the definition: the least height of the shape over the boundary.
fn wall_truth<V: Vector, const N: usize>(
    wall: &clearance::HalfSpace<V>,
    at: &oracle::Pose<N>,
    shape: &oracle::Shape<N>,
    place: &oracle::Pose<N>,
) -> Truth {
    let local = oracle::Vector::exact(array(wall.normal)).unwrap();
    let normal = at.turn(&local);
    let squared = local.norm_squared();
    let offset = exact(wall.offset.to_f64()).unwrap();
    let base = normal.dot(&(&place.translation - &at.translation)) - offset;
    if let Some((points, radius)) = outline(shape) {
        let least = points
            .into_iter()
            .map(|p| normal.dot(&place.turn(&oracle::Vector::exact(p).unwrap())))
            .min()
            .unwrap();
        let height = base + least;
        let intersects =
            height <= Rational::ZERO || &height * &height <= &squared * &radius * &radius;
        return Truth {
            intersects: Some(intersects),
            signed: over_length(height, squared, &radius),
            exact: true,
        };
    }
    // The depth below its origin that a round shape has along the normal, times the normal's length.
    let back: [Rational; N] = std::array::from_fn(|j| {
        (0..N).fold(Rational::ZERO, |sum, i| sum + &normal.0[i] * &place.linear[i].0[j])
    });
    let root = |square: Rational| oracle::sqrt_bounds(&square).0;
    let number = |x: f64| exact(x).unwrap();
    let ring = |radius: f64| {
        let square =
            (0..N).filter(|i| *i != 1).fold(Rational::ZERO, |s, i| s + &back[i] * &back[i]);
        root(square) * number(radius)
    };
    let (core, radius) = match shape {
        oracle::Shape::Rounded { inner, radius } => (&**inner, number(*radius)),
        other => (other, Rational::ZERO),
    };
    let magnitude = |x: Rational| if x < Rational::ZERO { -x } else { x };
    let deep = match core {
        oracle::Shape::Ellipsoid { radii } => root((0..N).fold(Rational::ZERO, |s, i| {
            let x = &back[i] * number(radii[i]);
            s + &x * &x
        })),
        oracle::Shape::Cylinder { half_height, radius } => {
            magnitude(&back[1] * number(*half_height)) + ring(*radius)
        }
        oracle::Shape::Cone { half_height, radius } => {
            let apex = &back[1] * number(*half_height);
            (-apex.clone()).max(apex + ring(*radius))
        }
        other => panic!("{other:?}"),
    };
    let height = base - deep;
    // Roots are good to 2^-190: the sign is certain unless the height is that small.
    let signed = over_length(height, squared, &radius);
    let intersects = if signed.lo > 0.0 {
        Some(false)
    } else if signed.hi < 0.0 {
        Some(true)
    } else {
        None
    };
    Truth { intersects, signed, exact: false }
}

pub const WALL: u64 = 26;
pub const KINDS: u64 = 27;
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

/// A vector of numbers drawn one by one.
pub fn vector<V: Vector>(mut draw: impl FnMut() -> f64) -> V {
    let v = (0..V::Space::DIM).fold(V::Space::default(), |v, i| v + V::Space::axis(i) * draw());
    V::from_space(v)
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

fn sum<V: World>(r: &mut Random) -> MinkowskiSum<Shape<V>, Shape<V>> {
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

/// Whether the core is curved, in this space.
pub fn is_curved<V: Vector>(kind: u64) -> bool {
    match kind % KINDS {
        12 | 15 | 22 => true,
        10 | 11 | 24 | 25 => V::Space::DIM == 3,
        _ => false,
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

/// A pair of shapes in poses.
pub struct Pair<V: Vector> {
    pub a: Shape<V>,
    pub at_a: Pose<V>,
    pub b: Shape<V>,
    pub at_b: Pose<V>,
    pub kinds: (u64, u64),
    pub straight: bool,
}

impl<V: Vector> Pair<V> {
    pub fn size(&self) -> f64 {
        let extent = |s: &Shape<V>| match s {
            Shape::HalfSpace(wall) => wall.offset.to_f64().abs() / wall.normal.to_space().length(),
            s => s.reach() + s.radius().to_f64(),
        };
        let offset = self.at_a.translation.to_space() - self.at_b.translation.to_space();
        extent(&self.a) + extent(&self.b) + offset.length()
    }
    pub fn label(&self) -> String {
        let (i, j) = self.kinds;
        format!(
            "{} / {}\nLIT {}, {}, {}, {}\n",
            NAMES[i as usize],
            NAMES[j as usize],
            brief(&self.a),
            numbers(&self.at_a),
            brief(&self.b),
            numbers(&self.at_b)
        )
    }
}

/// A shape as the source text that builds it with [`make`].
pub fn brief<V: Vector>(shape: &Shape<V>) -> String {
    let v = |p: V| match V::Space::DIM {
        2 => format!("{:?}", array::<V, 2>(p)),
        _ => format!("{:?}", array::<V, 3>(p)),
    };
    let list = |points: &[V]| points.iter().map(|p| v(*p)).collect::<Vec<_>>().join(", ");
    let t = |x: V::Scalar| format!("{:?}", x.to_f64());
    match shape {
        Shape::Point(p) => format!("hull([{}])", v(p.0)),
        Shape::Segment(s) => format!("segment({}, {})", v(s.a), v(s.b)),
        Shape::Triangle(s) => format!("triangle({}, {}, {})", v(s.a), v(s.b), v(s.c)),
        Shape::Ball(s) => format!("ball({})", t(s.radius)),
        Shape::Capsule(s) => format!("capsule({}, {})", t(s.half_height), t(s.radius)),
        Shape::Cuboid(s) => format!("cuboid({})", v(s.half_extents)),
        Shape::Cylinder(s) => format!("cylinder({}, {})", t(s.half_height), t(s.radius)),
        Shape::Cone(s) => format!("cone({}, {})", t(s.half_height), t(s.radius)),
        Shape::Ellipsoid(s) => format!("ellipsoid({})", v(s.radii)),
        Shape::Hull(h) => format!("hull([{}])", list(h.vertices())),
        Shape::Frustum(f) => format!("frustum([{}])", list(f.corners())),
        Shape::HalfSpace(w) => format!("wall({}, {})", v(w.normal), t(w.offset)),
        Shape::Rounded(r) => format!("rounded({}, {})", brief(&r.inner), t(r.radius)),
        Shape::Scaled(s) => format!("scaled({}, {})", brief(s.inner()), v(s.scale())),
        Shape::Sum(s) => format!("sum({}, {})", brief(&s.a), brief(&s.b)),
        other => format!("{other:?}"),
    }
}

/// A pose as the numbers of [`Court::raw_pose`].
pub fn numbers<V: Vector>(pose: &Pose<V>) -> String {
    let debug = format!("{:?}", pose.rotation);
    let rotation: Vec<String> = debug
        .split(": ")
        .skip(1)
        .map(|s| s.split([',', ' ']).next().unwrap_or_default().to_owned())
        .map(|s| {
            // In f32 the shortest digits name another f64.
            let x: f64 = if V::Scalar::EPSILON > 1e-10 {
                f64::from(s.parse::<f32>().unwrap_or(f32::NAN))
            } else {
                s.parse().unwrap_or(f64::NAN)
            };
            format!("{x:?}")
        })
        .collect();
    let t = match V::Space::DIM {
        2 => format!("{:?}", array::<V, 2>(pose.translation)),
        _ => format!("{:?}", array::<V, 3>(pose.translation)),
    };
    format!("at({t}, [{}])", rotation.join(", "))
}

/// Shapes from literal numbers, as [`brief`] and [`numbers`] write them.
pub mod make {
    use super::*;

    fn v<V: Vector, const N: usize>(p: [f64; N]) -> V {
        assert_eq!(N, V::Space::DIM);
        let mut i = 0;
        vector(|| {
            i += 1;
            p[i - 1]
        })
    }
    fn t<T: Scalar>(x: f64) -> T {
        T::from_f64(x)
    }
    pub fn at<V: Court, const N: usize, const R: usize>(to: [f64; N], turn: [f64; R]) -> Pose<V> {
        let mut numbers = [0.0; 7];
        numbers[..N].copy_from_slice(&to);
        numbers[N..N + R].copy_from_slice(&turn);
        V::raw_pose(numbers)
    }
    pub fn hull<V: Court, const N: usize, const M: usize>(points: [[f64; N]; M]) -> Shape<V> {
        if M == 1 {
            return Point(v(points[0])).into();
        }
        ConvexHull::new(&points.map(v)).unwrap().into()
    }
    pub fn frustum<V: Court, const N: usize>(points: [[f64; N]; 8]) -> Shape<V> {
        V::frustum(points.map(v))
    }
    pub fn segment<V: Court, const N: usize>(p: [f64; N], q: [f64; N]) -> Shape<V> {
        Segment::new(v(p), v(q)).into()
    }
    pub fn triangle<V: Court, const N: usize>(p: [f64; N], q: [f64; N], r: [f64; N]) -> Shape<V> {
        Triangle::new(v(p), v(q), v(r)).into()
    }
    pub fn ball<V: Court>(r: f64) -> Shape<V> {
        Ball::new(t(r)).into()
    }
    pub fn capsule<V: Court>(h: f64, r: f64) -> Shape<V> {
        Capsule::new(t(h), t(r)).into()
    }
    pub fn cuboid<V: Court, const N: usize>(e: [f64; N]) -> Shape<V> {
        Cuboid::new(v(e)).into()
    }
    pub fn cylinder<V: Court>(h: f64, r: f64) -> Shape<V> {
        Cylinder::new(t(h), t(r)).into()
    }
    pub fn cone<V: Court>(h: f64, r: f64) -> Shape<V> {
        Cone::new(t(h), t(r)).into()
    }
    pub fn ellipsoid<V: Court, const N: usize>(e: [f64; N]) -> Shape<V> {
        Ellipsoid::new(v(e)).into()
    }
    pub fn wall<V: Court, const N: usize>(n: [f64; N], o: f64) -> Shape<V> {
        HalfSpace::new(v(n), t(o)).into()
    }
    pub fn rounded<V: Court>(inner: Shape<V>, r: f64) -> Shape<V> {
        Rounded::new(inner, t(r)).into()
    }
    pub fn scaled<V: Court, const N: usize>(inner: Shape<V>, by: [f64; N]) -> Shape<V> {
        Scaled::new(inner, v(by)).unwrap().into()
    }
    pub fn sum<V: Court>(a: Shape<V>, b: Shape<V>) -> Shape<V> {
        MinkowskiSum::new(a, b).into()
    }
}

/// One pair: the seed names it.
pub fn pair<V: Court>(seed: u64, kind_a: u64, kind_b: u64) -> Pair<V> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9) ^ (kind_a << 40) ^ (kind_b << 48));
    let r = &mut random;
    let (a, b) = (shape::<V>(r, kind_a), shape::<V>(r, kind_b));
    let spread = [0.3, 1.0, 2.0, 8.0][r.below(4) as usize];
    let (at_a, mut at_b) = (pose::<V>(r, spread), pose::<V>(r, spread));
    match r.below(8) {
        0 => at_b.rotation = at_a.rotation,
        1 => at_b.translation = at_a.translation,
        2 => {
            // On a grid.
            let grid = |v: V| V::from_space(v.to_space().map(|x| (x * 2.0).round() / 2.0));
            at_b = Pose::from_translation(grid(at_b.translation));
            return nudge(
                Pair {
                    a,
                    at_a: Pose::from_translation(grid(at_a.translation)),
                    b,
                    at_b,
                    kinds: (kind_a, kind_b),
                    straight: !is_curved::<V>(kind_a) && !is_curved::<V>(kind_b),
                },
                r,
            );
        }
        _ => {}
    }
    let straight = !is_curved::<V>(kind_a) && !is_curved::<V>(kind_b);
    nudge(Pair { a, at_a, b, at_b, kinds: (kind_a, kind_b), straight }, r)
}

/// Brings three in four near contact along the answer's normal, on a ladder of gaps of both signs, and one in four far from
/// the origin.
fn nudge<V: Court>(mut pair: Pair<V>, r: &mut Random) -> Pair<V> {
    if r.below(4) != 0 {
        for _ in 0..2 {
            let near = clearance::proximity(&pair.a, &pair.at_a, &pair.b, &pair.at_b);
            let signed = near.signed_distance().to_f64();
            let rung = 10.0_f64.powi(-(r.below(19) as i32));
            let target = pair.size() * rung * [1.0, -1.0, 0.0][r.below(3) as usize];
            let step = near.witness().normal.to_space() * (target - signed);
            pair.at_b.translation = V::from_space(pair.at_b.translation.to_space() + step);
        }
    }
    if r.below(4) == 0 {
        let size = pair.size() * 10.0_f64.powi(r.below(7) as i32);
        let far: V::Space = r.vector(size);
        for at in [&mut pair.at_a, &mut pair.at_b] {
            at.translation = V::from_space(at.translation.to_space() + far);
        }
    }
    pair
}

/// What a judged answer was.
#[derive(Default, Debug, Clone)]
pub struct Tally {
    pub pairs: usize,
    pub apart: usize,
    pub touching: usize,
    pub overlapping: usize,
    pub undecided: usize,
    pub near: usize,
    pub widest: [f64; KINDS as usize],
    pub wrong: Vec<String>,
    /// Straight pairs with a gap of more than [`TIGHT`] eps of the size.
    pub loose: Vec<(f64, String)>,
    /// All straight pairs.
    pub straight: usize,
}

/// What a gap of straight shapes should stay below, in eps of the pair's size.
pub const TIGHT: f64 = 100.0;

/// Judges one pair.
pub fn try_pair<V: Court>(pair: &Pair<V>, tally: &mut Tally) {
    let Pair { a, at_a, b, at_b, .. } = pair;
    let truth = V::judge(a, at_a, b, at_b);
    let answer = clearance::proximity(a, at_a, b, at_b);
    let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
    let size = pair.size();
    tally.pairs += 1;
    if truth.signed.lo > 0.0 {
        tally.apart += 1;
    } else if truth.signed.hi < 0.0 {
        tally.overlapping += 1;
    } else {
        tally.touching += 1;
    }
    tally.near += usize::from(truth.least_magnitude() < 1e-6 * size);
    tally.undecided += usize::from(!answer.is_decided());
    let mut wrong = |what: &str| {
        tally.wrong.push(format!("{what}: {truth:?}\n {answer:?}\n {}", pair.label()));
    };
    if !truth.signed.admits(signed, gap) {
        wrong("interval");
    }
    match (answer, truth.intersects) {
        (Proximity::Separated(_), Some(true)) => wrong("said apart"),
        (Proximity::Penetrating(_), Some(false)) => wrong("said overlapping"),
        (Proximity::Undecided(_), _) if truth.least_magnitude() > gap => wrong("undecided"),
        _ => {}
    }
    match (clearance::verdict(a, at_a, b, at_b), truth.intersects) {
        (Verdict::Separated, Some(true)) | (Verdict::Intersecting, Some(false)) => wrong("verdict"),
        (Verdict::Undecided, _)
            if truth.least_magnitude() > 1.001 * gap + 4.0 * V::Scalar::EPSILON * size =>
        {
            wrong("verdict undecided")
        }
        _ => {}
    }
    let intersects = clearance::intersects(a, at_a, b, at_b);
    if truth.intersects == Some(true) && !intersects {
        wrong("intersects");
    }
    match clearance::distance(a, at_a, b, at_b) {
        Some(w) => {
            if truth.intersects == Some(true) {
                wrong("distance: said apart");
            }
            if !truth.signed.admits(w.length.to_f64(), w.gap.to_f64()) {
                wrong("distance: interval");
            }
        }
        None if truth.least_magnitude() > gap && truth.intersects == Some(false) => {
            wrong("no distance")
        }
        None => {}
    }
    match clearance::penetration(a, at_a, b, at_b) {
        Some(w) => {
            if !truth.signed.admits(-w.length.to_f64(), w.gap.to_f64()) {
                wrong("penetration: interval");
            }
        }
        None if truth.intersects == Some(true) => wrong("no penetration"),
        None => {}
    }
    // The normal is optimal: along it they are as far apart as anywhere.
    let along = clearance::separation(a, at_a, b, at_b, answer.witness().normal);
    let slack =
        along.gap.to_f64() + gap + 4.0 * V::Scalar::EPSILON * size + 100.0 * f64::EPSILON * size;
    let short = truth.signed.lo - along.length.to_f64();
    if short > slack {
        wrong("normal");
    }
    if pair.straight && pair.kinds.0 != WALL && pair.kinds.1 != WALL {
        let relative = gap / size / V::Scalar::EPSILON;
        tally.straight += 1;
        if relative > TIGHT {
            tally.loose.push((relative, format!("{truth:?}\n {answer:?}\n {}", pair.label())));
        }
        for kind in [pair.kinds.0, pair.kinds.1] {
            let widest = &mut tally.widest[kind as usize];
            *widest = widest.max(relative);
        }
        if let Some(exactly) = V::separation(a, at_a, b, at_b, answer.witness().normal) {
            if !exactly.admits(along.length.to_f64(), along.gap.to_f64()) {
                tally.wrong.push(format!("separation {exactly:?} {along:?} {}", pair.label()));
            }
        }
    }
}

/// The shape with every length multiplied, exactly where `factor` is a power of two and nothing leaves the range.
pub fn magnified<V: Court>(shape: &Shape<V>, factor: f64) -> Shape<V> {
    let v = |p: V| V::from_space(p.to_space() * factor);
    let t = |x: V::Scalar| V::Scalar::from_f64(x.to_f64() * factor);
    match shape {
        Shape::Point(p) => Point(v(p.0)).into(),
        Shape::Segment(s) => Segment::new(v(s.a), v(s.b)).into(),
        Shape::Triangle(s) => Triangle::new(v(s.a), v(s.b), v(s.c)).into(),
        Shape::Ball(s) => Ball::new(t(s.radius)).into(),
        Shape::Capsule(s) => Capsule::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cuboid(s) => Cuboid::new(v(s.half_extents)).into(),
        Shape::Cylinder(s) => Cylinder::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cone(s) => Cone::new(t(s.half_height), t(s.radius)).into(),
        Shape::Ellipsoid(s) => Ellipsoid::new(v(s.radii)).into(),
        Shape::Hull(h) => {
            ConvexHull::new(&h.vertices().iter().map(|p| v(*p)).collect::<Vec<_>>()).unwrap().into()
        }
        Shape::Frustum(f) => V::frustum(f.corners().map(v)),
        Shape::HalfSpace(w) => HalfSpace::new(w.normal, t(w.offset)).into(),
        Shape::Rounded(r) => Rounded::new(magnified(&r.inner, factor), t(r.radius)).into(),
        Shape::Scaled(s) => Scaled::new(magnified(s.inner(), factor), s.scale()).unwrap().into(),
        Shape::Sum(s) => MinkowskiSum::new(magnified(&s.a, factor), magnified(&s.b, factor)).into(),
        other => panic!("{other:?}"),
    }
}

impl<V: Court> Pair<V> {
    pub fn magnified(&self, factor: f64) -> Self {
        let place = |at: &Pose<V>| Pose {
            translation: V::from_space(at.translation.to_space() * factor),
            rotation: at.rotation,
        };
        Self {
            a: magnified(&self.a, factor),
            at_a: place(&self.at_a),
            b: magnified(&self.b, factor),
            at_b: place(&self.at_b),
            kinds: self.kinds,
            straight: self.straight,
        }
    }
    pub fn proximity(&self) -> Proximity<V> {
        clearance::proximity(&self.a, &self.at_a, &self.b, &self.at_b)
    }
}

/// `count` pairs of mixed kinds.
pub fn mixed<V: Court>(seed: u64, count: u64) -> impl Iterator<Item = Pair<V>> {
    let mut random = Random(seed);
    (0..count).map(move |i| {
        let kinds = (random.below(KINDS), random.below(KINDS - 1));
        pair::<V>(seed * 1_000_003 + i, kinds.0, kinds.1)
    })
}

/// The test for each of the four spaces.
#[macro_export]
macro_rules! spaces {
    ($name:ident, $law:ident) => {
        mod $name {
            #[test]
            fn vec2() {
                super::$law::<glam::Vec2>();
            }
            #[test]
            fn dvec2() {
                super::$law::<glam::DVec2>();
            }
            #[test]
            fn vec3() {
                super::$law::<glam::Vec3>();
            }
            #[test]
            fn dvec3() {
                super::$law::<glam::DVec3>();
            }
        }
    };
}
