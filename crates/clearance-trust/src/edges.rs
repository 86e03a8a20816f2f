//! Sizes at the ends of what each kernel is proved for: where squares, cubes and products of a
//! pair's numbers leave the range of floats, where coordinates become subnormal, and next to the
//! largest float.

use clearance::Scalar;

use crate::court::Court;
use crate::kinds::shape;
use crate::ladder::to_a_rung;
use crate::pair::Pair;
use crate::random::{Random, pose};

/// Powers of two: of the smallest numbers, of those whose products with themselves end, of the
/// largest.
const DOUBLE: [i32; 16] =
    [-1074, -1050, -1022, -900, -540, -536, -533, -511, -360, -341, 340, 500, 511, 900, 1015, 1022];
const SINGLE: [i32; 16] =
    [-149, -135, -126, -110, -75, -70, -64, -63, -50, -42, 42, 60, 63, 100, 120, 126];

/// A pair on the ladder, every length multiplied; and which end it is at.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    // Often sizes that lanes judge.
    let kind = |r: &mut Random| match r.below(4) {
        0 => [0, 1, 2, 6, 10, 11, 12, 13][r.below(8) as usize],
        _ => [3, 4, 5, 5][r.below(4) as usize],
    };
    let (one, other) = (kind(r), kind(r));
    let here =
        Pair::<V> { a: shape(r, one), at_a: pose(r, 1.0), b: shape(r, other), at_b: pose(r, 1.0) };
    let here = if r.below(3) == 0 { here } else { to_a_rung(here, r) };
    let single = V::Scalar::EPSILON > 1e-10;
    let mut exponent =
        (if single { SINGLE } else { DOUBLE })[r.below(16) as usize] + r.below(8) as i32;
    loop {
        // In two steps: a power of two below the normal numbers is exact, one beyond the largest
        // does not exist.
        let (half, rest) = (exponent / 2, exponent - exponent / 2);
        let fits = {
            let most = V::Scalar::from_f64(here.size() * 2.0_f64.powi(half) * 2.0_f64.powi(rest));
            most.to_f64().is_finite()
        };
        if fits {
            let there = magnified(&here, half, rest);
            if clearance::check(&there.a, &there.at_a, &there.b, &there.at_b).is_ok() {
                let sort = if exponent > 0 { "large" } else { "small" };
                return (there, sort);
            }
        }
        exponent -= exponent.signum();
    }
}

/// Magnifies by the product of two powers, neither of which leaves the range.
fn magnified<V: Court>(pair: &Pair<V>, half: i32, rest: i32) -> Pair<V> {
    if V::Scalar::EPSILON > 1e-10 {
        // f64 holds the product.
        return pair.magnified(2.0_f64.powi(half + rest));
    }
    pair.magnified(2.0_f64.powi(half)).magnified(2.0_f64.powi(rest))
}
