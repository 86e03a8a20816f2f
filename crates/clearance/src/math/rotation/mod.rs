//! Rotations, as a caller stores them and as the algorithms apply them.

use core::fmt::Debug;

use super::Xyz;
use super::scalar::{Scalar, larger, power_of_two};
use super::tolerance::exponent_to_unit;
use super::vector::Space;

mod plane;
mod space;

pub(super) use plane::Matrix2;
pub use plane::Rotation2;
pub(super) use space::Matrix3;
pub use space::Rotation3;

/// A rotation in the caller's precision. Sealed through [`Space`].
pub trait Rotation<T: Scalar, S: Space>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// No rotation.
    const IDENTITY: Self;
    /// The same numbers in `f64`.
    fn widened(self) -> S::Rotation<f64>;
    /// The rotation as a matrix, normalised; numbers that are not finite stay so.
    fn matrix(self) -> S::Matrix;
    /// The rotation as a matrix, times the factor returned with it: what comparisons need, without
    /// a quotient. Both may be zero, infinite or NaN where squares of components leave the range:
    /// the caller checks the factor.
    fn stretched_matrix(self) -> (S::Matrix, f64);
    /// The rotation of `other` as seen from this one, of any length. Exactly the identity if both
    /// are equal.
    fn relative(self, other: Self) -> S::Rotation<f64>;
    /// This rotation, and that of `other` as seen from it.
    fn with_relative(self, other: Self) -> RotationPair<S::Matrix>;
    /// Both rotations, `inner` first: `self * inner`. Exact where either is the identity.
    fn compose(self, inner: Self) -> Self;
    /// The same where nothing is rounded: not in sums and products, nor to the caller's precision.
    fn compose_exactly(self, inner: Self) -> Option<Self>;
    /// The inverse rotation.
    fn inverse(self) -> Self;
    /// The rotation between this and another, `t` of the way: at constant speed, the short way
    /// around. Both count as normalised, and so does the result.
    fn interpolate(self, other: Self, t: f64) -> Self;
    /// The rotation after a turn about an axis of the world, of unit length, in the plane along z;
    /// given the sine and cosine of half of the angle.
    fn turned(self, axis: Xyz, half: [f64; 2]) -> S::Rotation<f64>;
    /// The shortest turn from this rotation to another: the axis in the world, of unit length, and
    /// the angle, from 0 to half a turn.
    fn turn_to(self, other: Self) -> (Xyz, f64);
    /// Rounded from `f64`.
    fn rounded(rotation: S::Rotation<f64>) -> Self;
    /// The shortest rotation that takes the y-axis to `up`, of unit length.
    fn raising(up: S) -> Self;
    /// The stored numbers: cosine and sine, or x, y, z, w; the rest are zeros.
    fn components(self) -> [f64; 4];
    /// Whether every component is finite.
    fn is_finite(self) -> bool {
        self.components().iter().all(|c| c.is_finite())
    }
    /// Whether it is a rotation, by its squared length: faster than component by component, and in
    /// the caller's precision, where nothing is widened. False for those whose length is nowhere
    /// near 1.
    #[inline(always)]
    fn turns(self) -> bool {
        let squared = self.length_squared();
        squared > T::from_f64(1e-30) && squared < T::from_f64(1e30)
    }
    /// The sum of the components' squares, in the caller's precision.
    // PERF(store forwarding): summed as they are stored, two and two.
    fn length_squared(self) -> T;
    /// Whether every component is zero: no rotation.
    fn is_zero(self) -> bool {
        self.components().iter().all(|c| *c == 0.0)
    }
    /// Whether applying it is free of rounding: it only permutes and flips coordinates.
    fn is_exact(self) -> bool;
    /// This rotation without any turn about the y-axis of space before it, if it exactly keeps or
    /// reverses that axis: the identity, or a half turn about x. Otherwise itself.
    fn without_spin(self) -> Self;
}

/// Two rotations as a query uses them.
#[derive(Clone, Copy, Debug)]
pub struct RotationPair<M> {
    /// The first.
    pub(crate) world: M,
    /// The second as seen from the first: `inverse(first) * second`. Exactly the identity if both
    /// are equal.
    pub(crate) relative: M,
    /// Whether applying `world` is free of rounding: it only permutes and flips coordinates.
    pub(crate) world_is_exact: bool,
    /// The same of `relative`.
    pub(crate) relative_is_exact: bool,
}

/// Components multiplied by a power of two where they are nowhere near 1: those of a product of two
/// may leave the range of the caller's numbers, and after many products do.
fn about_unit<const N: usize>(components: [f64; N]) -> [f64; N] {
    let largest = components.iter().fold(0.0, |largest: f64, x| larger(largest, x.abs()));
    if !(largest > 0.0) || (1e-6..1e6).contains(&largest) {
        return components;
    }
    let k = power_of_two(exponent_to_unit(largest));
    components.map(|x| x * k)
}

/// A rotation that maps axes to axes by components of -1, 0 and 1: their products with others are
/// sums alone, and those with each other small whole numbers.
fn signs<const N: usize>(components: [f64; N]) -> [f64; N] {
    components.map(|x| if x == 0.0 { 0.0 } else { x.signum() })
}

/// The numbers in the caller's precision, if it holds them.
fn held<T: Scalar, const N: usize>(numbers: [f64; N]) -> Option<[T; N]> {
    let held = numbers.map(T::from_f64);
    (held.map(T::to_f64) == numbers).then_some(held)
}

/// The nearest of -1, 0 and 1; NaN stays.
fn nearest_sign(entry: f64) -> f64 {
    if entry > 0.5 {
        1.0
    } else if entry < -0.5 {
        -1.0
    } else {
        0.0 * entry
    }
}

/// Norms whose squares and products with each other are normal numbers.
const SAFE_NORM: core::ops::Range<f64> = 1e-120..1e120;
