//! Numbers `a + b √m + c √n + d √(mn)`: the coordinates of the vertices of two placed shapes.
//!
//! A quaternion turns by a matrix of rationals over its squared length, so in space everything,
//! multiplied by both squared lengths, is dyadic. In the plane a rotation is a cosine and a sine
//! over the *root* of their squared sum; the roots of both shapes' rotations are `√m` and `√n`.
//! Sums and products of such numbers are such numbers, and their signs are decided by squaring.

use core::ops::{Add, Mul, Neg, Sub};

use alloc::boxed::Box;
use alloc::rc::Rc;

use super::dyadic::{Dyadic, Towards};

/// `m` and `n`, not negative.
pub(crate) type Roots = Rc<[Dyadic; 2]>;

/// An exact number. All numbers of one computation share their roots.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// The part of 1.
    plain: Dyadic,
    /// The parts of √m, √n, √(mn), where not all of them are zero: in space they are.
    of_roots: Option<Box<[Dyadic; 3]>>,
    roots: Roots,
}

static ZERO: Dyadic = Dyadic::ZERO;

impl Number {
    pub(crate) fn new([plain, b, c, d]: [Dyadic; 4], roots: &Roots) -> Self {
        let of_roots = [b, c, d];
        let is_plain = of_roots.iter().all(Dyadic::is_zero);
        let of_roots = (!is_plain).then(|| Box::new(of_roots));
        Self { plain, of_roots, roots: Rc::clone(roots) }
    }

    pub(crate) fn plain(plain: Dyadic, roots: &Roots) -> Self {
        Self { plain, of_roots: None, roots: Rc::clone(roots) }
    }

    /// The parts of 1, √m, √n, √(mn).
    fn parts(&self) -> [&Dyadic; 4] {
        match &self.of_roots {
            None => [&self.plain, &ZERO, &ZERO, &ZERO],
            Some(of_roots) => {
                let [b, c, d] = &**of_roots;
                [&self.plain, b, c, d]
            }
        }
    }

    pub(crate) fn zero(roots: &Roots) -> Self {
        Self::plain(Dyadic::zero(), roots)
    }

    /// Zero, of the same roots.
    pub(crate) fn nothing(&self) -> Self {
        Self::zero(&self.roots)
    }

    /// A plain number, of the same roots.
    pub(crate) fn alike(&self, value: Dyadic) -> Self {
        Self::plain(value, &self.roots)
    }

    pub(crate) fn squared(&self) -> Self {
        self * self
    }

    /// -1, 0 or 1. Right also where √m, √n are rational, or multiples of one another: a square
    /// decides, not a normal form.
    pub(crate) fn sign(&self) -> i32 {
        if self.of_roots.is_none() {
            return self.plain.sign();
        }
        let [a, b, c, d] = self.parts();
        let [m, n] = &*self.roots;
        let without = sign_over_root([a, b], m);
        let with = if n.is_zero() { 0 } else { sign_over_root([c, d], m) };
        if without == with || with == 0 {
            return without;
        }
        if without == 0 {
            return with;
        }
        // (a + b √m)² against n (c + d √m)².
        let square = |x: &Dyadic, y: &Dyadic| {
            let (xx, yy, xy) = (x * x, y * y, x * y);
            [&xx + &(&yy * m), &xy + &xy]
        };
        let ([p, q], [r, s]) = (square(a, b), square(c, d));
        match sign_over_root([&(&p - &(n * &r)), &(&q - &(n * &s))], m) {
            0 => 0,
            1 => without,
            _ => with,
        }
    }

    /// A dyadic number on the given side, wrong by some `2^-bits` of the largest part: what
    /// cancels between the parts costs digits.
    pub(crate) fn rounded(&self, bits: u32, towards: Towards) -> Dyadic {
        let [a, b, c, d] = self.parts();
        if self.of_roots.is_none() {
            return a.clone();
        }
        let [m, n] = &*self.roots;
        let mut sum = a.clone();
        for (part, square) in [(b, m.clone()), (c, n.clone()), (d, m * n)] {
            if part.is_zero() {
                continue;
            }
            // A negative part turns the side around.
            let side = match (part.sign() < 0, towards) {
                (false, side) => side,
                (true, Towards::Less) => Towards::More,
                (true, Towards::More) => Towards::Less,
            };
            sum = &sum + &(part * &square.sqrt(bits, side));
        }
        sum
    }

    /// The exponent of the largest part, roots included, rounded up.
    pub(crate) fn magnitude(&self) -> i64 {
        let [m, n] = &*self.roots;
        let root = |x: &Dyadic| x.magnitude().max(i64::MIN / 8) / 2 + 1;
        let sizes = [0, root(m), root(n), root(m) + root(n)];
        let parts = self.parts().into_iter().zip(sizes);
        parts.map(|(part, size)| part.magnitude() + size).max().unwrap_or(0)
    }
}

/// The sign of `a + b √m`.
fn sign_over_root([a, b]: [&Dyadic; 2], m: &Dyadic) -> i32 {
    let with = if m.is_zero() { 0 } else { b.sign() };
    match (a.sign(), with) {
        (s, 0) | (0, s) => s,
        (s, t) if s == t => s,
        (s, t) => match (&(a * a) - &(&(b * b) * m)).sign() {
            0 => 0,
            1 => s,
            _ => t,
        },
    }
}

/// Coordinate by coordinate.
fn each(x: &Number, y: &Number, f: impl Fn(&Dyadic, &Dyadic) -> Dyadic) -> Number {
    if x.of_roots.is_none() && y.of_roots.is_none() {
        return Number::plain(f(&x.plain, &y.plain), &x.roots);
    }
    let ([a, b, c, d], [e, g, h, i]) = (x.parts(), y.parts());
    Number::new([f(a, e), f(b, g), f(c, h), f(d, i)], &x.roots)
}

impl Add for &Number {
    type Output = Number;
    fn add(self, other: Self) -> Number {
        each(self, other, |x, y| x + y)
    }
}

impl Sub for &Number {
    type Output = Number;
    fn sub(self, other: Self) -> Number {
        each(self, other, |x, y| x - y)
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        each(self, self, |x, _| -x)
    }
}

impl Mul for &Number {
    type Output = Number;
    fn mul(self, other: Self) -> Number {
        if self.of_roots.is_none() && other.of_roots.is_none() {
            return Number::plain(&self.plain * &other.plain, &self.roots);
        }
        let ([a, b, c, d], [e, f, g, h]) = (self.parts(), other.parts());
        let [m, n] = &*self.roots;
        let sum = |x: Dyadic, y: &Dyadic| &x + y;
        let one = sum(&(a * e) + &(&(b * f) * m), &(n * &(&(c * g) + &(&(d * h) * m))));
        let over_m = sum(&(a * f) + &(b * e), &(n * &(&(c * h) + &(d * g))));
        let over_n = sum(&(a * g) + &(c * e), &(m * &(&(b * h) + &(d * f))));
        let over_both = sum(&(a * h) + &(d * e), &(&(b * g) + &(c * f)));
        Number::new([one, over_m, over_n, over_both], &self.roots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(m: f64, n: f64) -> Roots {
        Rc::new([Dyadic::from(m), Dyadic::from(n)])
    }

    fn number(parts: [f64; 4], roots: &Roots) -> Number {
        Number::new(parts.map(Dyadic::from), roots)
    }

    #[test]
    fn signs_of_what_cancels() {
        let plain = roots(2.0, 3.0);
        // √2 √3 = √6, (√2 + √3)² = 5 + 2 √6.
        let sum = number([0.0, 1.0, 1.0, 0.0], &plain);
        assert_eq!((&sum.squared() - &number([5.0, 0.0, 0.0, 2.0], &plain)).sign(), 0);
        // √2 + √3 > 3.146264369 and < 3.14626437.
        assert_eq!(number([-3.146_264_369, 1.0, 1.0, 0.0], &plain).sign(), 1);
        assert_eq!(number([-3.146_264_370, 1.0, 1.0, 0.0], &plain).sign(), -1);
        // Rational roots: 3 - √9 = 0, and roots of one another: √8 = 2 √2, 3 √2 √8 = 12.
        assert_eq!(number([-3.0, 1.0, 0.0, 0.0], &roots(9.0, 5.0)).sign(), 0);
        assert_eq!(number([0.0, 2.0, -1.0, 0.0], &roots(2.0, 8.0)).sign(), 0);
        assert_eq!(number([-12.0, 0.0, 0.0, 3.0], &roots(2.0, 8.0)).sign(), 0);
        assert_eq!(number([-12.0, 1e-30, 0.0, 3.0], &roots(2.0, 8.0)).sign(), 1);
        assert_eq!(number([0.0, 0.0, 5.0, 0.0], &roots(2.0, 0.0)).sign(), 0);
    }

    /// Against plain arithmetic where that is certain.
    #[test]
    fn signs_and_bounds_as_in_floats() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 40) as f64 / (1 << 23) as f64 - 1.0) * 4.0
        };
        let (mut plus, mut minus) = (0, 0);
        for _ in 0..2000 {
            let (m, n) = (random().abs(), random().abs());
            let r = roots(m, n);
            let [p, q] = [(); 2].map(|()| [random(), random(), random(), random()]);
            let float =
                |p: [f64; 4]| p[0] + p[1] * m.sqrt() + p[2] * n.sqrt() + p[3] * (m * n).sqrt();
            let product = &number(p, &r) * &number(q, &r);
            let value = float(p) * float(q);
            for (exact, value) in [(number(p, &r), float(p)), (product, value)] {
                if value.abs() < 1e-9 {
                    continue;
                }
                assert_eq!(exact.sign(), if value > 0.0 { 1 } else { -1 });
                let (low, high) =
                    (exact.rounded(200, Towards::Less), exact.rounded(200, Towards::More));
                let float = |x: &Dyadic| {
                    let (digits, exponent) = x.leading();
                    digits * 2.0_f64.powi(i32::try_from(exponent).unwrap())
                };
                assert!((float(&low) - value).abs() < 1e-9 && (float(&high) - value).abs() < 1e-9);
                assert!((&high - &low).sign() >= 0);
                plus += usize::from(value > 0.0);
                minus += usize::from(value < 0.0);
            }
        }
        assert!(plus > 500 && minus > 500);
    }
}
