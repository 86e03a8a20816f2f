//! Random numbers, points and poses, the same on every machine.

use clearance::{Pose, Rotation, Scalar, Space, Vector};

use crate::court::Court;

/// SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
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
    /// In `low..high`, a number of `f32`.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        ((low + (high - low) * self.unit()) as f32) as f64
    }
    /// In `0..n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    /// A place in a list of this length.
    pub fn place(&mut self, length: usize) -> usize {
        (self.bits() % length as u64) as usize
    }
    /// Each coordinate in `-size..size`.
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
    /// In 0.1 to 1.
    pub fn length<T: Scalar>(&mut self) -> T {
        T::from_f64(self.range(0.1, 1.0))
    }
}

/// Any rotation; one in four is the identity.
fn turned<V: Court>(random: &mut Random) -> <V::Space as Space>::Rotation<V::Scalar> {
    if random.below(4) == 0 {
        return Rotation::IDENTITY;
    }
    let angle = random.range(-3.2, 3.2);
    V::turn(random, angle)
}

/// Anywhere within `size` of the origin along each axis; one in four is not turned.
pub fn pose<V: Court>(random: &mut Random, size: f64) -> Pose<V> {
    let rotation = turned::<V>(random);
    Pose { translation: V::from_space(random.vector(size)), rotation }
}

/// Each coordinate in -1 to 1.
pub fn point<V: Court>(random: &mut Random) -> V {
    V::from_space(random.vector(1.0))
}

/// Points of the unit sphere, x multiplied by `flatten`.
pub fn cloud<V: Court>(random: &mut Random, count: usize, flatten: f64) -> Vec<V> {
    let squeeze = V::Space::splat(1.0) + V::Space::axis(0) * (flatten - 1.0);
    (0..count)
        .map(|_| {
            let p: V::Space = random.direction();
            V::from_space(p.zip(squeeze, |x, s| x * s))
        })
        .collect()
}

/// A vector of numbers drawn one by one.
pub fn vector<V: Vector>(mut draw: impl FnMut() -> f64) -> V {
    let v = (0..V::Space::DIM).fold(V::Space::default(), |v, i| v + V::Space::axis(i) * draw());
    V::from_space(v)
}

/// Where arithmetic breaks first.
pub const EDGES: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    3.4028234663852886e38,
    1.401298464324817e-45,
    1e-8,
    1e8,
    1e154,
    1e-154,
];

/// The number of `T` that is `steps` numbers above `x`, through 0 to the other sign.
pub fn ulps<T: Scalar>(x: f64, steps: i64) -> f64 {
    if !x.is_finite() {
        return x;
    }
    // The patterns of numbers of one sign are in the order of their magnitudes.
    if T::EPSILON > 1e-10 {
        let bits = (x as f32).to_bits() as i32;
        let place = if bits < 0 { i64::from(i32::MIN) - i64::from(bits) } else { bits.into() };
        let place = (place + steps) as i32;
        f64::from(f32::from_bits(
            if place < 0 { i32::MIN.wrapping_sub(place) } else { place } as u32
        ))
    } else {
        let bits = x.to_bits() as i64;
        let place = if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits };
        let place = place.wrapping_add(steps);
        f64::from_bits(if place < 0 { i64::MIN.wrapping_sub(place) } else { place } as u64)
    }
}
