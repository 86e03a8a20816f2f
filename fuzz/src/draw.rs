//! Numbers out of bytes. When the bytes are used up, everything is 0: short inputs are whole
//! inputs.

use arbitrary::Unstructured;
use clearance::{Scalar, Vector};
use clearance_trust::{EDGES, forge::Source, ulps, vector};

/// The bytes of one run, and the numbers drawn from them so far.
pub struct Draw<'a> {
    bytes: Unstructured<'a>,
    last: f64,
}

impl<'a> Draw<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes), last: 0.0 }
    }

    /// All the bytes that are left.
    pub fn rest(&mut self) -> &'a [u8] {
        let count = self.bytes.len();
        self.bytes.bytes(count).unwrap_or_default()
    }

    pub fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    pub fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    pub fn word(&mut self) -> u16 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    /// Any bit pattern of `T`, with the patterns that matter made likely: small whole numbers, the
    /// edges of the range, the number before and its neighbours, another number of the same
    /// magnitude.
    pub fn number<T: Scalar>(&mut self) -> f64 {
        let single = T::EPSILON > 1e-10;
        let x = match self.below(8) {
            0 | 1 => f64::from(self.byte() as i8) / 8.0,
            2 => EDGES[usize::from(self.below(16))],
            3 => self.last * [1.0, -1.0, 2.0, 0.5][usize::from(self.below(4))],
            4 => self.nudged::<T>(),
            5 => self.last * (1.0 + f64::from(self.word()) / 65536.0),
            _ if single => f64::from(f32::from_bits(self.bytes.arbitrary().unwrap_or(0))),
            _ => f64::from_bits(self.bytes.arbitrary().unwrap_or(0)),
        };
        self.last = T::from_f64(x).to_f64();
        self.last
    }

    /// The last number, a few roundings of `T` on.
    fn nudged<T: Scalar>(&mut self) -> f64 {
        let steps = i64::from(self.byte() as i8);
        ulps::<T>(self.last, steps)
    }

    pub fn scalar<T: Scalar>(&mut self) -> T {
        T::from_f64(self.number::<T>())
    }

    pub fn vector<V: Vector>(&mut self) -> V {
        vector(|| self.number::<V::Scalar>())
    }
}

/// For code that works with bytes and with random numbers alike.
impl Source for Draw<'_> {
    fn below(&mut self, n: u64) -> u64 {
        u64::from(self.byte()) % n
    }

    fn number(&mut self) -> f64 {
        self.number::<f64>()
    }
}
