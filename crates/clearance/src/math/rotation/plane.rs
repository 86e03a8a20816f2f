//! Rotations of the plane: cosine and sine.

use super::{Rotation, RotationPair, SAFE_NORM, about_unit, held, nearest_sign, signs};
use crate::math::Xyz;
use crate::math::scalar::{Scalar, power_of_two, sqrt};
use crate::math::tolerance::exponent_to_unit;
use crate::math::two_term::exact_dot;
use crate::math::vector::{Space, Xy};

/// A rotation of the plane as cosine and sine, in that order. Counts as normalised: the length of
/// the pair does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Rotation2<T> {
    pub cos: T,
    pub sin: T,
}

/// A rotation matrix of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Matrix2 {
    pub(crate) cos: f64,
    pub(crate) sin: f64,
}

impl<T: Scalar> Rotation2<T> {
    /// Counter-clockwise by `angle` radians.
    ///
    /// The sine and cosine come from `libm` in every build, so that equal angles give equal bits on
    /// every machine.
    pub fn from_angle(angle: T) -> Self {
        let (sin, cos) = libm::sincos(angle.to_f64());
        Self { cos: T::from_f64(cos), sin: T::from_f64(sin) }
    }
}

impl Rotation2<f64> {
    #[inline]
    fn norm(self) -> f64 {
        self.cos * self.cos + self.sin * self.sin
    }

    /// Cosine and sine multiplied by a power of two if their products would leave the range of
    /// `f64`, and their squared length.
    #[inline]
    fn in_range(self) -> (Self, f64) {
        let Self { cos, sin } = self;
        let norm = cos * cos + sin * sin;
        if SAFE_NORM.contains(&norm) {
            return (self, norm);
        }
        let k = power_of_two(exponent_to_unit(Xy::new(cos, sin).max_abs()));
        let (cos, sin) = (cos * k, sin * k);
        (Self { cos, sin }, cos * cos + sin * sin)
    }

    #[inline]
    fn to_matrix(self, norm: f64) -> Matrix2 {
        // Keeps the division off the critical path.
        let scale = sqrt(norm) * (1.0 / norm);
        let (cos, sin) = (self.cos * scale, self.sin * scale);
        if self.maps_axes() {
            return Matrix2 { cos: nearest_sign(cos), sin: nearest_sign(sin) };
        }
        Matrix2 { cos, sin }
    }
}

impl<T: Scalar> Rotation<T, Xy> for Rotation2<T> {
    const IDENTITY: Self = Self { cos: T::ONE, sin: T::ZERO };

    #[inline(always)]
    fn widened(self) -> Rotation2<f64> {
        self.widen()
    }
    #[inline]
    fn matrix(self) -> Matrix2 {
        let (rotation, norm) = self.widen().in_range();
        rotation.to_matrix(norm)
    }
    #[inline(always)]
    fn stretched_matrix(self) -> (Matrix2, f64) {
        let Rotation2 { cos, sin } = self.widen();
        (Matrix2 { cos, sin }, sqrt(cos * cos + sin * sin))
    }
    #[inline(always)]
    fn relative(self, other: Self) -> Rotation2<f64> {
        let ((a, _), (b, _)) = (self.widen().in_range(), other.widen().in_range());
        Rotation2 { cos: a.cos * b.cos + a.sin * b.sin, sin: a.cos * b.sin - a.sin * b.cos }
    }
    #[inline(always)]
    fn with_relative(self, other: Self) -> RotationPair<Matrix2> {
        let relative = self.relative(other);
        let (rotation, norm) = self.widen().in_range();
        RotationPair {
            world: rotation.to_matrix(norm),
            relative: relative.to_matrix(relative.norm()),
            world_is_exact: self.is_exact(),
            // Not by checking the product, in which a turn may have been rounded away.
            relative_is_exact: self == other || self.is_exact() && other.is_exact(),
        }
    }
    fn compose(self, inner: Self) -> Self {
        let ((a, _), (b, _)) = (self.widen().in_range(), inner.widen().in_range());
        let product = [a.cos * b.cos - a.sin * b.sin, a.cos * b.sin + a.sin * b.cos];
        let [cos, sin] = about_unit(product).map(T::from_f64);
        Self { cos, sin }
    }
    fn compose_exactly(self, inner: Self) -> Option<Self> {
        let ([a_cos, a_sin], [b_cos, b_sin]) = (self.plain(), inner.plain());
        let cos = exact_dot([[a_cos, b_cos], [-a_sin, b_sin]])?;
        let sin = exact_dot([[a_cos, b_sin], [a_sin, b_cos]])?;
        let [cos, sin] = held(about_unit([cos, sin]))?;
        Some(Self { cos, sin }).filter(|product| !product.is_zero())
    }
    #[inline(always)]
    fn length_squared(self) -> T {
        self.cos * self.cos + self.sin * self.sin
    }
    fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }
    fn interpolate(self, other: Self, t: f64) -> Self {
        let between = self.relative(other);
        let angle = t * libm::atan2(between.sin, between.cos);
        self.compose(Self::from_angle(T::from_f64(angle)))
    }
    fn turned(self, axis: Xyz, [sin, cos]: [f64; 2]) -> Rotation2<f64> {
        let whole = Rotation2 { cos: cos * cos - sin * sin, sin: 2.0 * sin * cos * axis.z };
        whole.compose(self.widen().in_range().0)
    }
    fn turn_to(self, other: Self) -> (Xyz, f64) {
        let between = self.relative(other);
        let angle = libm::atan2(between.sin, between.cos);
        let up = if angle < 0.0 { -1.0 } else { 1.0 };
        (Xyz::new(0.0, 0.0, up), angle.abs())
    }
    fn rounded(rotation: Rotation2<f64>) -> Self {
        Self { cos: T::from_f64(rotation.cos), sin: T::from_f64(rotation.sin) }
    }
    fn raising(up: Xy) -> Self {
        Self { cos: T::from_f64(up.y), sin: T::from_f64(-up.x) }
    }
    fn components(self) -> [f64; 4] {
        [self.cos.to_f64(), self.sin.to_f64(), 0.0, 0.0]
    }
    #[inline]
    fn is_exact(self) -> bool {
        self.maps_axes()
    }
    fn without_spin(self) -> Self {
        self
    }
}

impl<T: Scalar> Rotation2<T> {
    /// The quarter turns.
    #[inline]
    fn maps_axes(self) -> bool {
        let Self { cos, sin } = self;
        // For nearly every other rotation the product alone decides.
        cos * sin == T::ZERO && (sin == T::ZERO) != (cos == T::ZERO)
    }

    /// The components, or whole numbers that mean the same.
    fn plain(self) -> [f64; 2] {
        let [cos, sin, ..] = self.components();
        if self.maps_axes() { signs([cos, sin]) } else { [cos, sin] }
    }

    #[inline]
    fn widen(self) -> Rotation2<f64> {
        Rotation2 { cos: self.cos.to_f64(), sin: self.sin.to_f64() }
    }
}
