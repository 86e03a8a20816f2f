//! Random numbers from integers.
//!
//! The generator must give every build the same input, whatever its square roots and sines are. So
//! nothing here uses `libm` or the library under test: a float is an integer divided by a power of
//! two, which is exact.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(u64);

/// How many digits the coordinates of a pair have.
#[derive(Clone, Copy)]
pub enum Grain {
    /// Quarters: sums are exact, shapes share vertices, edges and planes.
    Coarse,
    /// Digits that fit an `f32`.
    Fine,
}

impl Random {
    /// A generator for one pair, so that any pair can be made without those before it.
    pub fn new(space: u64, pair: u64) -> Self {
        Self((space << 32) | pair)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `n - 1`. The bias of the remainder does not matter here.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// From `-n` to `n`.
    pub fn integer(&mut self, n: u32) -> f64 {
        self.below(2 * u64::from(n) + 1) as f64 - f64::from(n)
    }

    /// From -2 to 2.
    pub fn coordinate(&mut self, grain: Grain) -> f64 {
        match grain {
            Grain::Coarse => self.integer(8) / 4.0,
            Grain::Fine => self.integer(1 << 22) / f64::from(1 << 21),
        }
    }

    /// From 0 to 2; some thin, some zero.
    pub fn length(&mut self, grain: Grain) -> f64 {
        let length = self.coordinate(grain).abs();
        match self.below(16) {
            0 => 0.0,
            1 => length * power_of_two(-12),
            _ => length,
        }
    }
}

/// `2^exponent`, for exponents of normal numbers.
pub fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
