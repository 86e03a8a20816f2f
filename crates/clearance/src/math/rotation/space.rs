//! Rotations of space: quaternions.

use super::{Rotation, RotationPair, SAFE_NORM, about_unit, held, nearest_sign, signs};
use crate::math::Xyz;
use crate::math::scalar::{Scalar, larger, power_of_two, sqrt};
use crate::math::tolerance::exponent_to_unit;
use crate::math::two_term::exact_dot;
use crate::math::vector::Space;

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

/// A rotation matrix of space.
#[derive(Clone, Copy, Debug)]
pub struct Matrix3 {
    pub(crate) rows: [Xyz; 3],
}

impl<T: Scalar> Rotation3<T> {
    /// From the four components, the scalar part last.
    pub const fn from_xyzw(x: T, y: T, z: T, w: T) -> Self {
        Self { x, y, z, w }
    }

    /// A turn by `angle` radians about `axis`, right-handed. The axis need not be of unit length;
    /// about the zero vector nothing turns.
    #[must_use]
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

impl<T: Scalar> Rotation3<T> {
    /// The rotations that map the axes to axes: multiples of a quarter turn about an axis, half
    /// turns about a diagonal of two axes, thirds of a turn about a diagonal of three.
    #[inline]
    fn maps_axes(self) -> bool {
        let Self { x, y, .. } = self;
        // Each component is zero or of the largest magnitude, so that two of them decide for nearly
        // every other rotation.
        if x != T::ZERO && y != T::ZERO && x != y && x != -y {
            return false;
        }
        let [x, y, z, w] = self.components().map(f64::abs);
        let largest = larger(larger(x, y), larger(z, w));
        let count = |value: f64| {
            u8::from(x == value)
                + u8::from(y == value)
                + u8::from(z == value)
                + u8::from(w == value)
        };
        let (equal, zero) = (count(largest), count(0.0));
        equal + zero == 4 && equal != 3
    }

    /// The components, or small whole numbers that mean the same.
    fn plain(self) -> [f64; 4] {
        let components = self.components();
        if self.maps_axes() { signs(components) } else { components }
    }

    #[inline]
    fn widen(self) -> Rotation3<f64> {
        let [x, y, z, w] = T::widen4([self.x, self.y, self.z, self.w]);
        Rotation3 { x, y, z, w }
    }
}

impl Rotation3<f64> {
    #[inline]
    fn norm(self) -> f64 {
        (self.x * self.x + self.y * self.y) + (self.z * self.z + self.w * self.w)
    }

    /// The quaternion multiplied by a power of two if its products would leave the range of `f64`,
    /// and its squared length.
    #[inline]
    fn in_range(self) -> (Self, f64) {
        let norm = self.norm();
        if SAFE_NORM.contains(&norm) {
            return (self, norm);
        }
        let Self { x, y, z, w } = self;
        let largest = Xyz::new(x, y, z).max_abs().max(w.abs());
        let k = power_of_two(exponent_to_unit(largest));
        let scaled = Self { x: x * k, y: y * k, z: z * k, w: w * k };
        (scaled, scaled.norm())
    }

    #[inline(always)]
    fn to_matrix(self, norm: f64) -> Matrix3 {
        let Self { x, y, z, w } = self;
        let s = 2.0 / norm;
        let (sx, sy, sz) = (s * x, s * y, s * z);
        let (xx, yy, zz) = (sx * x, sy * y, sz * z);
        let (xy, xz, yz) = (sx * y, sx * z, sy * z);
        let (wx, wy, wz) = (sx * w, sy * w, sz * w);
        let rows = [
            Xyz::new(1.0 - (yy + zz), xy - wz, xz + wy),
            Xyz::new(xy + wz, 1.0 - (xx + zz), yz - wx),
            Xyz::new(xz - wy, yz + wx, 1.0 - (xx + yy)),
        ];
        if self.maps_axes() {
            let [x, y, z] = rows;
            let rows = [x.map(nearest_sign), y.map(nearest_sign), z.map(nearest_sign)];
            return Matrix3 { rows };
        }
        Matrix3 { rows }
    }
}

impl<T: Scalar> Rotation<T, Xyz> for Rotation3<T> {
    const IDENTITY: Self = Self { x: T::ZERO, y: T::ZERO, z: T::ZERO, w: T::ONE };

    #[inline(always)]
    fn widened(self) -> Rotation3<f64> {
        self.widen()
    }
    #[inline(always)]
    fn matrix(self) -> Matrix3 {
        let (rotation, norm) = self.widen().in_range();
        rotation.to_matrix(norm)
    }
    #[inline(always)]
    fn stretched_matrix(self) -> (Matrix3, f64) {
        let Rotation3 { x, y, z, w } = self.widen();
        let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let (wx, wy, wz) = (w * x, w * y, w * z);
        let rows = [
            Xyz::new((ww + xx) - (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)),
            Xyz::new(2.0 * (xy + wz), (ww + yy) - (xx + zz), 2.0 * (yz - wx)),
            Xyz::new(2.0 * (xz - wy), 2.0 * (yz + wx), (ww + zz) - (xx + yy)),
        ];
        (Matrix3 { rows }, (xx + yy) + (zz + ww))
    }
    #[inline(always)]
    fn relative(self, other: Self) -> Rotation3<f64> {
        let ((a, _), (b, _)) = (self.widen().in_range(), other.widen().in_range());
        // conj(a) * b. Each component pairs the terms that cancel when the rotations are equal, so
        // that equal rotations give exactly (0, 0, 0, |q|²).
        Rotation3 {
            x: (a.w * b.x - a.x * b.w) - (a.y * b.z - a.z * b.y),
            y: (a.w * b.y - a.y * b.w) - (a.z * b.x - a.x * b.z),
            z: (a.w * b.z - a.z * b.w) - (a.x * b.y - a.y * b.x),
            w: (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z),
        }
    }
    #[inline(always)]
    fn with_relative(self, other: Self) -> RotationPair<Matrix3> {
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
        let product = [
            (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
            (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
            (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
            (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
        ];
        let [x, y, z, w] = about_unit(product).map(T::from_f64);
        Self { x, y, z, w }
    }
    fn compose_exactly(self, inner: Self) -> Option<Self> {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.plain(), inner.plain());
        let product = [
            exact_dot([[aw, bx], [ax, bw], [ay, bz], [-az, by]])?,
            exact_dot([[aw, by], [ay, bw], [az, bx], [-ax, bz]])?,
            exact_dot([[aw, bz], [az, bw], [ax, by], [-ay, bx]])?,
            exact_dot([[aw, bw], [-ax, bx], [-ay, by], [-az, bz]])?,
        ];
        let [x, y, z, w] = held(about_unit(product))?;
        Some(Self { x, y, z, w }).filter(|product| !product.is_zero())
    }
    #[inline(always)]
    fn length_squared(self) -> T {
        (self.x * self.x + self.z * self.z) + (self.y * self.y + self.w * self.w)
    }
    fn inverse(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z, w: self.w }
    }
    fn interpolate(self, other: Self, t: f64) -> Self {
        let Rotation3 { x, y, z, w } = self.relative(other);
        // Of a rotation's two quaternions, the one that turns by at most half a turn.
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        let axis = Xyz::new(x, y, z) * sign;
        let half = libm::atan2(axis.length(), w * sign);
        let part = Rotation3::<f64>::from_axis_angle(axis, 2.0 * t * half);
        let [x, y, z, w] = self.widen().in_range().0.compose(part).components();
        Self::from_xyzw(T::from_f64(x), T::from_f64(y), T::from_f64(z), T::from_f64(w))
    }
    fn turned(self, axis: Xyz, [sin, cos]: [f64; 2]) -> Rotation3<f64> {
        let Xyz { x, y, z } = axis * sin;
        Rotation3 { x, y, z, w: cos }.compose(self.widen().in_range().0)
    }
    fn turn_to(self, other: Self) -> (Xyz, f64) {
        // That of the inverses is `self * inverse(other)`, the turn back.
        let Rotation3 { x, y, z, w } = self.inverse().relative(other.inverse());
        let sign = if w < 0.0 { 1.0 } else { -1.0 };
        let axis = Xyz::new(x, y, z) * sign;
        let half = libm::atan2(axis.length(), w.abs());
        (axis.try_normalize().unwrap_or(Xyz::new(0.0, 0.0, 1.0)), 2.0 * half)
    }
    fn rounded(rotation: Rotation3<f64>) -> Self {
        let [x, y, z, w] = rotation.components().map(T::from_f64);
        Self { x, y, z, w }
    }
    fn raising(up: Xyz) -> Self {
        // The half-way vector h between y and up as a quaternion (y × h, y · h); 1 + y without
        // cancellation where up is nearly -y.
        let squared = up.x * up.x + up.z * up.z;
        let along = if up.y < 0.0 { squared / (1.0 - up.y) } else { 1.0 + up.y };
        // Half a turn about any axis across y, where up is -y.
        let half = Xyz::new(up.x, along, up.z).try_normalize().unwrap_or(Xyz::new(0.0, 0.0, 1.0));
        Self { x: T::from_f64(half.z), y: T::ZERO, z: T::from_f64(-half.x), w: T::from_f64(half.y) }
    }
    fn components(self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w].map(T::to_f64)
    }
    #[inline]
    fn is_exact(self) -> bool {
        self.maps_axes()
    }
    #[inline]
    fn without_spin(self) -> Self {
        let Rotation3 { x, y, z, w } = self.widen();
        let is_turn = |a: f64, b: f64| (a != 0.0 || b != 0.0) && (a + b).is_finite();
        if x == 0.0 && z == 0.0 && is_turn(y, w) {
            Self::IDENTITY
        } else if y == 0.0 && w == 0.0 && is_turn(x, z) {
            Self { x: T::ONE, y: T::ZERO, z: T::ZERO, w: T::ZERO }
        } else {
            self
        }
    }
}
