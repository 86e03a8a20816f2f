//! Numbers out of bytes. When the bytes are used up, everything is 0: short inputs are whole inputs.

use arbitrary::Unstructured;
use clearance::{Scalar, Vector};
use clearance_trust::vector;

/// The bytes of one run, and the numbers drawn from them so far.
pub struct Draw<'a> {
    bytes: Unstructured<'a>,
    last: f64,
}

/// Where arithmetic breaks first.
const EDGES: [f64; 16] = [
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

    /// Any bit pattern of `T`, with the patterns that matter made likely: small whole numbers, the edges of the range, the
    /// number before and its neighbours, another number of the same magnitude.
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
