//! Vectors of exact rationals.

use crate::number::{Rational, exact};
use std::ops::{Add, Mul, Neg, Sub};

/// A point or direction of N-space with exact rational coordinates.
///
/// A plain value of the oracle's own: it shares no type with the library it judges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vector<const N: usize>(pub [Rational; N]);

impl<const N: usize> Vector<N> {
    /// The origin.
    pub fn zero() -> Self {
        Self(std::array::from_fn(|_| Rational::ZERO))
    }

    /// The exact value of an array of floats, or `None` if one of them is not finite.
    pub fn exact(coordinates: [f64; N]) -> Option<Self> {
        let mut out = Self::zero();
        for (place, value) in out.0.iter_mut().zip(coordinates) {
            *place = exact(value)?;
        }
        Some(out)
    }

    /// A vector of whole numbers.
    pub fn whole(coordinates: [i64; N]) -> Self {
        Self(coordinates.map(Rational::from))
    }

    /// The scalar product, exact.
    pub fn dot(&self, other: &Self) -> Rational {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).fold(Rational::ZERO, |sum, x| sum + x)
    }

    /// The square of the length, exact. (The length itself is usually irrational.)
    pub fn norm_squared(&self) -> Rational {
        self.dot(self)
    }
}

impl Vector<3> {
    /// The vector product, exact.
    pub fn cross(&self, other: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (&self.0, &other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

impl Vector<2> {
    /// The vector turned a quarter turn counter-clockwise.
    pub fn perp(&self) -> Self {
        let [x, y] = &self.0;
        Self([-y.clone(), x.clone()])
    }
}

impl<const N: usize> Add for &Vector<N> {
    type Output = Vector<N>;
    fn add(self, other: Self) -> Vector<N> {
        Vector(std::array::from_fn(|i| &self.0[i] + &other.0[i]))
    }
}

impl<const N: usize> Sub for &Vector<N> {
    type Output = Vector<N>;
    fn sub(self, other: Self) -> Vector<N> {
        Vector(std::array::from_fn(|i| &self.0[i] - &other.0[i]))
    }
}

impl<const N: usize> Neg for &Vector<N> {
    type Output = Vector<N>;
    fn neg(self) -> Vector<N> {
        Vector(std::array::from_fn(|i| -self.0[i].clone()))
    }
}

impl<const N: usize> Mul<&Rational> for &Vector<N> {
    type Output = Vector<N>;
    fn mul(self, factor: &Rational) -> Vector<N> {
        Vector(std::array::from_fn(|i| &self.0[i] * factor))
    }
}
