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

/// Any rotation; one in four is none.
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
