//! Random shapes and poses for the tests, the same on every machine.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Expand, Point, Pose, Rotation,
    Rounded, Scalar, Segment, Shape, Space, Triangle, Vector,
};

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// In 0..1, with f32 precision so that both precisions get the same numbers.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 41) as f64 / (1_u64 << 23) as f64
    }
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        ((low + (high - low) * self.unit()) as f32) as f64
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    pub fn vector<S: Space>(&mut self, size: f64) -> S {
        (0..S::DIM).fold(S::default(), |v, i| v + S::axis(i) * self.range(-size, size))
    }
    /// Evenly over the directions.
    pub fn direction<S: Space>(&mut self) -> S {
        loop {
            let v = self.vector::<S>(1.0);
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v * (1.0 / v.length());
            }
        }
    }
    pub fn length<T: Scalar>(&mut self) -> T {
        T::from_f64(self.range(0.1, 1.0))
    }
}

/// The spaces of the tests, and how each turns.
pub trait World: Vector<Space: Expand> {
    fn turn(random: &mut Random) -> <Self::Space as Space>::Rotation<Self::Scalar>;
}

impl<V: Vector<Space: Expand + Turn>> World for V {
    fn turn(random: &mut Random) -> <V::Space as Space>::Rotation<V::Scalar> {
        <V::Space as Turn>::turn(random)
    }
}

pub trait Turn: Space {
    fn turn<T: Scalar>(random: &mut Random) -> Self::Rotation<T>;
}

impl Turn for clearance::Xy {
    fn turn<T: Scalar>(random: &mut Random) -> clearance::Rotation2<T> {
        clearance::Rotation2::from_angle(T::from_f64(random.range(-3.2, 3.2)))
    }
}

impl Turn for clearance::Xyz {
    fn turn<T: Scalar>(random: &mut Random) -> clearance::Rotation3<T> {
        clearance::Rotation3::from_axis_angle(random.direction(), random.range(-3.2, 3.2))
    }
}

pub fn pose<V: World>(random: &mut Random, size: f64) -> Pose<V> {
    let rotation = if random.below(4) == 0 { Rotation::IDENTITY } else { V::turn(random) };
    Pose { translation: V::from_space(random.vector(size)), rotation }
}

pub fn point<V: World>(random: &mut Random) -> V {
    V::from_space(random.vector(1.0))
}

pub fn cloud<V: World>(random: &mut Random, count: usize, flatten: f64) -> Vec<V> {
    let squeeze = V::Space::splat(1.0) + V::Space::axis(0) * (flatten - 1.0);
    (0..count)
        .map(|_| {
            let p: V::Space = random.direction();
            V::from_space(p.zip(squeeze, |x, s| x * s))
        })
        .collect()
}

pub const KINDS: u64 = 13;

/// One shape of each kind; `kind` is taken modulo [`KINDS`]. Kinds below [`CURVED`] have straight or round cores whose
/// booleans are exact; those from there on are curved.
pub fn shape<V: World>(random: &mut Random, kind: u64) -> Shape<V> {
    match kind % KINDS {
        0 => Point(point(random)).into(),
        1 => Segment::new(point(random), point(random)).into(),
        2 => Triangle::new(point(random), point(random), point(random)).into(),
        3 => Ball::new(random.length()).into(),
        4 => Capsule::new(random.length(), random.length()).into(),
        5 => Cuboid::new(V::from_space(random.vector::<V::Space>(1.0).map(f64::abs))).into(),
        6 => ConvexHull::new(&cloud::<V>(random, 12, 1.0)).unwrap().into(),
        7 => ConvexHull::new(&cloud::<V>(random, 40, 1.0)).unwrap().into(),
        8 => ConvexHull::new(&cloud::<V>(random, 16, 1.0 / 1024.0)).unwrap().into(),
        9 => {
            let inner = ConvexHull::new(&cloud::<V>(random, 10, 0.5)).unwrap();
            Rounded::new(inner.into(), random.length()).into()
        }
        10 => Cylinder::new(random.length(), random.length()).into(),
        11 => Cone::new(random.length(), random.length()).into(),
        _ => Ellipsoid::new(V::from_space(random.vector::<V::Space>(0.9).map(|x| x.abs() + 0.1)))
            .into(),
    }
}

pub const CURVED: u64 = 10;
