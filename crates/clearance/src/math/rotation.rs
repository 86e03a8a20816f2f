//! Rotations, as a caller stores them and as the algorithms apply them.

use core::fmt::Debug;

use super::Xyz;
use super::scalar::{Scalar, power_of_two, sqrt};
use super::tolerance::exponent_to_unit;
use super::vector::{Space, Xy};

/// A rotation in the caller's precision. Sealed by way of [`Space`].
pub trait Rotation<T: Scalar, S: Space>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// No rotation.
    const IDENTITY: Self;
    /// Widens exactly, up to a power of two that keeps later products in range.
    fn widen(self) -> S::Rotation<f64>;
    /// The rotation that `other` has as seen from `self`: `inverse(self) * other`, not normalised.
    /// Exactly without rotation if both are equal.
    fn relative(self, other: Self) -> Self;
    /// The rotation as a matrix, normalised; whatever is not finite stays so.
    fn matrix(self) -> S::Matrix;
    /// Whether applying the matrix is free of rounding: it only permutes and flips coordinates.
    fn is_exact(self) -> bool;
    /// Whether it describes a rotation: finite, and not all zero.
    fn is_valid(self) -> bool;
}

/// A rotation of the plane as cosine and sine, in that order. Counts as normalised: the length of
/// the pair does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Rotation2<T> {
    pub cos: T,
    pub sin: T,
}

/// A rotation of space as a quaternion. Counts as normalised: its length does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Rotation3<T> {
    pub x: T,
    pub y: T,
    pub z: T,
    pub w: T,
}

/// A rotation matrix of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Matrix2 {
    pub(crate) cos: f64,
    pub(crate) sin: f64,
}

/// A rotation matrix of space.
#[derive(Clone, Copy, Debug)]
pub struct Matrix3 {
    pub(crate) rows: [Xyz; 3],
}

impl<T: Scalar> Rotation2<T> {
    /// Counter-clockwise by `angle` radians.
    ///
    /// The sine and cosine come from `libm` in every build, so that equal angles give equal bits on every machine.
    pub fn from_angle(angle: T) -> Self {
        let (sin, cos) = libm::sincos(angle.to_f64());
        Self { cos: T::from_f64(cos), sin: T::from_f64(sin) }
    }
}

impl<T: Scalar> Rotation3<T> {
    /// From the four components, the scalar part last.
    pub const fn from_xyzw(x: T, y: T, z: T, w: T) -> Self {
        Self { x, y, z, w }
    }

    /// By `angle` radians about `axis`, right-handed. The axis need not be of unit length; about the zero
    /// vector nothing turns.
    pub fn from_axis_angle(axis: Xyz, angle: f64) -> Self {
        let Some(axis) = axis.try_normalize() else { return Self::IDENTITY };
        let (sin, cos) = libm::sincos(0.5 * angle);
        Self {
            x: T::from_f64(axis.x * sin),
            y: T::from_f64(axis.y * sin),
            z: T::from_f64(axis.z * sin),
            w: T::from_f64(cos),
        }
    }

    /// From the columns of a rotation matrix (Shepperd 1978: divide by the largest component).
    pub(crate) fn from_columns(x: Xyz, y: Xyz, z: Xyz) -> Self {
        let trace = x.x + y.y + z.z;
        let q = if trace >= x.x.max(y.y).max(z.z) {
            [y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace]
        } else if x.x >= y.y.max(z.z) {
            [1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y]
        } else if y.y >= z.z {
            [x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y, z.x - x.z]
        } else {
            [z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z, x.y - y.x]
        };
        let scale = 1.0 / sqrt(q.iter().map(|c| c * c).sum());
        let [x, y, z, w] = q.map(|c| T::from_f64(c * scale));
        Self { x, y, z, w }
    }
}

impl<T: Scalar> Rotation<T, Xy> for Rotation2<T> {
    const IDENTITY: Self = Self { cos: T::ONE, sin: T::ZERO };

    #[inline]
    fn widen(self) -> Rotation2<f64> {
        let (cos, sin) = (self.cos.to_f64(), self.sin.to_f64());
        let k = factor_into_range(cos.abs().max(sin.abs()));
        Rotation2 { cos: cos * k, sin: sin * k }
    }
    #[inline]
    fn relative(self, other: Self) -> Self {
        let (a, b) = (self.widen(), other.widen());
        Self {
            cos: T::from_f64(a.cos * b.cos + a.sin * b.sin),
            sin: T::from_f64(a.cos * b.sin - a.sin * b.cos),
        }
    }
    #[inline]
    fn matrix(self) -> Matrix2 {
        let Rotation2 { cos, sin } = self.widen();
        let scale = 1.0 / sqrt(cos * cos + sin * sin);
        let (cos, sin) = (cos * scale, sin * scale);
        if self.is_exact() {
            return Matrix2 { cos: nearest_sign(cos), sin: nearest_sign(sin) };
        }
        Matrix2 { cos, sin }
    }
    fn is_exact(self) -> bool {
        let Rotation2 { cos, sin } = self.widen();
        (sin == 0.0) != (cos == 0.0)
    }
    fn is_valid(self) -> bool {
        let v = Xy::new(self.cos.to_f64(), self.sin.to_f64());
        v.is_finite() && v.max_abs() > 0.0
    }
}

/// The nearest of -1, 0 and 1.
fn nearest_sign(entry: f64) -> f64 {
    if entry > 0.5 {
        1.0
    } else if entry < -0.5 {
        -1.0
    } else {
        0.0
    }
}

/// A power of two that brings `largest` near 1, or 1 where products of degree four stay in range anyway.
#[inline]
fn factor_into_range(largest: f64) -> f64 {
    if (1e-60..1e60).contains(&largest) { 1.0 } else { power_of_two(exponent_to_unit(largest)) }
}

impl<T: Scalar> Rotation<T, Xyz> for Rotation3<T> {
    const IDENTITY: Self = Self { x: T::ZERO, y: T::ZERO, z: T::ZERO, w: T::ONE };

    #[inline]
    fn widen(self) -> Rotation3<f64> {
        let [x, y, z, w] = [self.x, self.y, self.z, self.w].map(T::to_f64);
        let k = factor_into_range(x.abs().max(y.abs()).max(z.abs()).max(w.abs()));
        Rotation3 { x: x * k, y: y * k, z: z * k, w: w * k }
    }
    #[inline]
    fn relative(self, other: Self) -> Self {
        let (a, b) = (self.widen(), other.widen());
        // conj(a) * b. Each component pairs the terms that cancel when the rotations are equal, so
        // that equal rotations give exactly (0, 0, 0, |q|²).
        Self {
            x: T::from_f64((a.w * b.x - a.x * b.w) - (a.y * b.z - a.z * b.y)),
            y: T::from_f64((a.w * b.y - a.y * b.w) - (a.z * b.x - a.x * b.z)),
            z: T::from_f64((a.w * b.z - a.z * b.w) - (a.x * b.y - a.y * b.x)),
            w: T::from_f64((a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z)),
        }
    }
    #[inline]
    fn matrix(self) -> Matrix3 {
        let Rotation3 { x, y, z, w } = self.widen();
        let norm = (x * x + y * y) + (z * z + w * w);
        let s = 2.0 / norm;
        let (xx, yy, zz) = (s * x * x, s * y * y, s * z * z);
        let (xy, xz, yz) = (s * x * y, s * x * z, s * y * z);
        let (wx, wy, wz) = (s * w * x, s * w * y, s * w * z);
        let rows = [
            Xyz::new(1.0 - (yy + zz), xy - wz, xz + wy),
            Xyz::new(xy + wz, 1.0 - (xx + zz), yz - wx),
            Xyz::new(xz - wy, yz + wx, 1.0 - (xx + yy)),
        ];
        if self.is_exact() {
            return Matrix3 { rows: rows.map(|row| row.map(nearest_sign)) };
        }
        Matrix3 { rows }
    }
    #[inline]
    fn is_exact(self) -> bool {
        // The rotations that map the axes to axes: multiples of a quarter turn about an axis, half turns
        // about a diagonal of two axes, thirds of a turn about a diagonal of three.
        let Rotation3 { x, y, z, w } = self.widen();
        let [x, y, z, w] = [x.abs(), y.abs(), z.abs(), w.abs()];
        let largest = x.max(y).max(z).max(w);
        let count = |value: f64| [x, y, z, w].iter().filter(|c| **c == value).count();
        let (equal, zero) = (count(largest), count(0.0));
        equal + zero == 4 && equal != 3 && zero != 4
    }
    fn is_valid(self) -> bool {
        let q = self.widen();
        let largest = Xyz::new(q.x, q.y, q.z).max_abs().max(q.w.abs());
        Xyz::new(q.x, q.y, q.z).is_finite() && q.w.is_finite() && largest > 0.0
    }
}
