//! Exact work in whole numbers.
//!
//! A pair of polytopes is scaled by the common denominator of all coordinates once; afterwards
//! there are only sums, products and signs of big integers, which are far cheaper than rationals
//! (no gcd per operation).

use crate::{number::Rational, polytope::Polytope};
use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// A point or direction with whole coordinates.
pub(crate) type Point<const N: usize> = [IBig; N];

/// Two polytopes in whole coordinates: `point = (original - origin) * scale`.
pub(crate) struct Pair<const N: usize> {
    /// The common factor, positive.
    pub(crate) scale: IBig,
    /// Points of the first, in the order of its vertices.
    pub(crate) a: Vec<Point<N>>,
    /// Points of the second, in the order of its vertices.
    pub(crate) b: Vec<Point<N>>,
}

impl<const N: usize> Pair<N> {
    /// Scales a pair. The origin is put at the first vertex of `a`, so that a common offset,
    /// however large, does not make the integers long.
    pub(crate) fn new(a: &Polytope<N>, b: &Polytope<N>) -> Self {
        let origin = a.first();
        let shift = |p: &Polytope<N>| -> Vec<_> {
            p.vertices().iter().map(|vertex| vertex - origin).collect()
        };
        let (a, b) = (shift(a), shift(b));
        let mut scale = UBig::ONE;
        for x in a.iter().chain(&b).flat_map(|v| &v.0) {
            let gcd = (&scale).gcd(x.denominator());
            scale *= x.denominator() / gcd;
        }
        let whole = |x: &Rational| x.numerator() * IBig::from(&scale / x.denominator());
        let convert = |points: &[crate::vector::Vector<N>]| {
            points.iter().map(|v| std::array::from_fn(|i| whole(&v.0[i]))).collect()
        };
        Self { a: convert(&a), b: convert(&b), scale: IBig::from(scale.clone()) }
    }
}

pub(crate) fn sub<const N: usize>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub(crate) fn negate<const N: usize>(a: &Point<N>) -> Point<N> {
    std::array::from_fn(|i| -&a[i])
}

pub(crate) fn dot<const N: usize>(a: &Point<N>, b: &Point<N>) -> IBig {
    a.iter().zip(b).fold(IBig::ZERO, |sum, (x, y)| sum + x * y)
}

pub(crate) fn is_zero<const N: usize>(a: &Point<N>) -> bool {
    a.iter().all(IBig::is_zero)
}

/// The vector product of the first three coordinates; only called with N = 3.
pub(crate) fn cross<const N: usize>(u: &Point<N>, v: &Point<N>) -> Point<N> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % N, (i + 2) % N);
        &u[j] * &v[k] - &u[k] * &v[j]
    })
}

/// The vector turned a quarter turn; only called with N = 2.
pub(crate) fn perp<const N: usize>(v: &Point<N>) -> Point<N> {
    std::array::from_fn(|i| if i == 0 { -&v[1] } else { v[0].clone() })
}

/// Whether one vector is a multiple of the other (or one is 0).
pub(crate) fn parallel<const N: usize>(u: &Point<N>, v: &Point<N>) -> bool {
    (0..N).all(|i| (0..i).all(|j| &u[i] * &v[j] == &u[j] * &v[i]))
}

/// The shortest whole vector of the same direction and sense. Zero stays zero.
pub(crate) fn primitive<const N: usize>(v: &Point<N>) -> Point<N> {
    let mut gcd = UBig::ZERO;
    for x in v.iter().filter(|x| !x.is_zero()) {
        gcd = if gcd.is_zero() { x.unsigned_abs() } else { gcd.gcd(x.unsigned_abs()) };
    }
    if gcd.is_zero() {
        return v.clone();
    }
    let gcd = IBig::from(gcd);
    std::array::from_fn(|i| &v[i] / &gcd)
}

/// [`primitive`] with the first coordinate that is not 0 made positive: a name for the line.
pub(crate) fn line_name<const N: usize>(v: &Point<N>) -> Point<N> {
    let p = primitive(v);
    match p.iter().find(|x| !x.is_zero()) {
        Some(x) if *x < IBig::ZERO => negate(&p),
        _ => p,
    }
}

/// A greedily chosen basis of the span of some vectors; its length is the dimension of the span.
pub(crate) fn basis<const N: usize>(vectors: impl Iterator<Item = Point<N>>) -> Vec<Point<N>> {
    let mut chosen: Vec<Point<N>> = Vec::new();
    for v in vectors {
        let independent = match chosen.as_slice() {
            [] => !is_zero(&v),
            [u] => !parallel(u, &v),
            // In the plane two vectors already span everything.
            [u, w] => N == 3 && !dot(&cross(u, w), &v).is_zero(),
            _ => break,
        };
        if independent {
            chosen.push(v);
        }
    }
    chosen
}
