//! Numbers: what a float is exactly, and how an exact number is handed back as floats.

use dashu_base::{BitTest, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact rational number, always in lowest terms.
pub type Rational = RBig;

/// The exact value of a float, or `None` for NaN and the infinities.
///
/// Every finite float is an integer times a power of two, so nothing is rounded.
pub fn exact(value: f64) -> Option<Rational> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as usize;
    let fraction = bits & ((1 << 52) - 1);
    // Subnormals (exponent field 0) lack the hidden bit and share the smallest exponent.
    let (mantissa, biased) =
        if exponent == 0 { (fraction, 1) } else { (fraction | 1 << 52, exponent) };
    let magnitude = IBig::from(mantissa);
    let signed = if value.is_sign_negative() { -magnitude } else { magnitude };
    // value = signed * 2^(biased - 1075)
    Some(if biased >= 1075 {
        Rational::from(signed << (biased - 1075))
    } else {
        Rational::from_parts(signed, UBig::ONE << (1075 - biased))
    })
}

/// The largest float that is not above `value`; minus infinity below the range of floats.
pub fn below(value: &Rational) -> f64 {
    let mut guess = near(value);
    // `near` is within a few units in the last place; the comparisons, being exact, finish the job.
    while guess == f64::INFINITY || exact(guess).is_some_and(|g| g > *value) {
        guess = guess.next_down();
    }
    while exact(guess.next_up()).is_some_and(|g| g <= *value) {
        guess = guess.next_up();
    }
    guess
}

/// The smallest float that is not below `value`; plus infinity above the range of floats.
pub fn above(value: &Rational) -> f64 {
    -below(&-value.clone())
}

/// A float near `value`, to a few units in the last place; saturates to the infinities.
pub fn near(value: &Rational) -> f64 {
    let numerator = value.numerator();
    let magnitude: UBig = numerator.unsigned_abs();
    let denominator = value.denominator();
    // Shift so that the integer quotient has 64 or 65 bits, more than a float holds.
    let shift = 64 + denominator.bit_len() as i64 - magnitude.bit_len() as i64;
    let quotient = if shift >= 0 {
        (magnitude << shift as usize) / denominator
    } else {
        magnitude / (denominator << (-shift) as usize)
    };
    let quotient = u128::try_from(quotient).unwrap_or(0) as f64;
    let result = scale_by_power(quotient, -shift);
    if *numerator < IBig::ZERO { -result } else { result }
}

/// `value * 2^power`, in steps so that no intermediate power of two leaves the range of floats.
pub(crate) fn scale_by_power(mut value: f64, mut power: i64) -> f64 {
    while power > 0 {
        let step = power.min(1000);
        value *= 2f64.powi(step as i32);
        power -= step;
        if value.is_infinite() {
            break;
        }
    }
    while power < 0 {
        let step = power.max(-1000);
        value *= 2f64.powi(step as i32);
        power -= step;
        if value == 0.0 {
            break;
        }
    }
    value
}

/// `2^power` exactly.
pub(crate) fn power_of_two(power: i64) -> Rational {
    if power >= 0 {
        Rational::from(IBig::ONE << power as usize)
    } else {
        Rational::from_parts(IBig::ONE, UBig::ONE << (-power) as usize)
    }
}

/// Rationals around the square root of `value`: equal when the root is rational, else closer
/// together than 2^-190 of the root. Negative values count as 0.
///
/// So tight because radii are subtracted next, and what is left must still be tight.
pub fn sqrt_bounds(value: &Rational) -> (Rational, Rational) {
    if *value <= Rational::ZERO {
        return (Rational::ZERO, Rational::ZERO);
    }
    // sqrt(n / d) = sqrt(n * d) / d, with 2k extra bits under the root.
    let denominator = value.denominator();
    let product = value.numerator().unsigned_abs() * denominator;
    let k = 200usize.saturating_sub(product.bit_len() / 2);
    let widened = product << (2 * k);
    let root: UBig = widened.sqrt();
    let bottom = denominator << k;
    let low = Rational::from_parts(IBig::from(root.clone()), bottom.clone());
    let high = if &root * &root == widened {
        low.clone()
    } else {
        Rational::from_parts(IBig::from(root + UBig::ONE), bottom)
    };
    (low, high)
}

/// Two floats with the true number between them, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Not above the true number.
    pub lo: f64,
    /// Not below the true number.
    pub hi: f64,
}

impl Bracket {
    /// The bracket of the one number 0.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };

    /// The tightest floats around everything between two rationals.
    pub fn around(low: &Rational, high: &Rational) -> Self {
        Self { lo: below(low), hi: above(high) }
    }

    /// How far apart the ends are.
    pub fn width(self) -> f64 {
        self.hi - self.lo
    }

    /// The middle of the bracket, rounded.
    pub fn middle(self) -> f64 {
        self.lo + (self.hi - self.lo) / 2.0
    }

    /// Whether `value` may be the true number when it is known to within `slack`.
    pub fn admits(self, value: f64, slack: f64) -> bool {
        self.lo - slack <= value && value <= self.hi + slack
    }

    /// The bracket of the number's positive part, max(x, 0).
    pub fn positive_part(self) -> Self {
        Self { lo: self.lo.max(0.0), hi: self.hi.max(0.0) }
    }
}

impl std::ops::Neg for Bracket {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}
