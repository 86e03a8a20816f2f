//! Arithmetic on unevaluated sums of two `f64`, about 106 bits, for the few numbers that cancel.

use super::vector::{Space, Xyz};

/// `high + low` with `|low| <= u |high|`.
#[derive(Clone, Copy)]
struct TwoTerm {
    high: f64,
    low: f64,
}

/// `a - b` exactly (Knuth 1969).
fn difference(a: f64, b: f64) -> TwoTerm {
    let high = a - b;
    let b_part = a - high;
    let a_part = high + b_part;
    TwoTerm { high, low: (a - a_part) + (b_part - b) }
}

/// `a * b` exactly, without a fused multiply-add (Dekker 1971): halves of 26 bits multiply without rounding.
fn product(a: f64, b: f64) -> TwoTerm {
    let split = |x: f64| {
        let shifted = x * 134_217_729.0; // 2^27 + 1
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let high = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    TwoTerm { high, low: ((ah * bh - high) + ah * bl + al * bh) + al * bl }
}

impl TwoTerm {
    fn times(self, other: Self) -> Self {
        let TwoTerm { high, low } = product(self.high, other.high);
        Self { high, low: low + (self.high * other.low + self.low * other.high) }
    }

    fn minus(self, other: Self) -> f64 {
        let TwoTerm { high, low } = difference(self.high, other.high);
        high + (low + (self.low - other.low))
    }
}

/// `(q - p) × (r - p)`, each coordinate with an error below `32 u² |q - p| |r - p|` and one rounding: good for
/// triangles so thin that their edges' rounding would decide the normal. About 200 operations.
pub(crate) fn normal_of_sliver(p: Xyz, q: Xyz, r: Xyz) -> Xyz {
    let edge = |to: Xyz| [0, 1, 2].map(|i| difference(to.coordinate(i), p.coordinate(i)));
    let ([ex, ey, ez], [fx, fy, fz]) = (edge(q), edge(r));
    Xyz::new(
        ey.times(fz).minus(ez.times(fy)),
        ez.times(fx).minus(ex.times(fz)),
        ex.times(fy).minus(ey.times(fx)),
    )
}
