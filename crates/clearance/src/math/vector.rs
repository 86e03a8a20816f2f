//! Vectors: the narrow trait that a caller's type implements, and the two `f64` spaces in which
//! every algorithm computes.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::rotation::{Matrix2, Matrix3, Rotation, Rotation2, Rotation3};
use super::scalar::{Scalar, larger, power_of_two, smaller, sqrt};
use super::tolerance::exponent_to_unit;
use crate::solve::Expand;

/// A caller's vector type, in the plane or in space, of `f32` or `f64`.
///
/// The whole interface is a pair of conversions to the `f64` space in which the algorithms run, so
/// a binding to a vector library is a few lines. Points and vectors are one type.
///
/// Implemented for the types of glam 0.33 and 0.34 (features `glam` and `glam034`, on by default),
/// glamx (`glamx`), nalgebra (`nalgebra`) and mint (`mint`), and for [`Xy`] and [`Xyz`] always.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a vector nor a pose that clearance knows",
    note = "a pose is a vector (a translation), `(rotation, translation)` in this order, a `clearance::Pose`, or an isometry of an enabled binding",
    note = "a matrix becomes one by `let (pose, scale) = Pose::<Vec3>::from_matrix(matrix)?`; the scale goes to the shape: `Scaled::new(shape, scale)?`",
    note = "vectors are those of the enabled features `glam` (0.33), `glam034`, `glamx` (0.3), `nalgebra` (0.35) and `mint` (0.5), and `clearance::Xy` and `Xyz`; those of other versions are other types: `cargo tree -i glam` tells which you have"
)]
pub trait Vector: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Its coordinates.
    type Scalar: Scalar;
    /// The space it lives in: [`Xy`] for the plane, [`Xyz`] for space.
    type Space: Expand;
    /// Widens exactly.
    fn to_space(self) -> Self::Space;
    /// Rounds each coordinate to nearest.
    fn from_space(point: Self::Space) -> Self;
}

/// An `f64` vector of the plane or of space, with the operations that the algorithms use.
///
/// Sealed: there are two spaces, [`Xy`] and [`Xyz`], and one source of each algorithm serves both.
pub trait Space:
    sealed::Sealed
    + Vector<Scalar = f64, Space = Self>
    + Default
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
{
    /// 2 or 3.
    const DIM: usize;
    /// The zero vector, which is the default, as a constant.
    const ORIGIN: Self;
    /// A rotation as a caller stores it, in the caller's precision.
    type Rotation<T: Scalar>: Rotation<T, Self>;
    /// A rotation as the algorithms apply it.
    type Matrix: Copy + Debug + Send + Sync;
    /// How fast a body turns, in radians per unit time: in the plane a number, counter-clockwise; in
    /// space a vector along the axis, right-handed.
    type Angular<V: Vector<Space = Self>>: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The vector with every coordinate `value`.
    fn splat(value: f64) -> Self;
    /// The unit vector along coordinate `index`; the last one for a larger index.
    fn axis(index: usize) -> Self;
    /// From three coordinates, of which the plane takes two.
    fn from_xyz(x: f64, y: f64, z: f64) -> Self;
    /// Coordinate `index`; the last one for a larger index.
    fn coordinate(self, index: usize) -> f64;
    /// Applies `f` to each coordinate.
    fn map(self, f: impl Fn(f64) -> f64) -> Self;
    /// Applies `f` to each pair of coordinates.
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self;
    /// Sum of the products of the coordinates.
    fn dot(self, other: Self) -> f64;
    /// Largest magnitude of a coordinate; NaN if one is NaN.
    fn max_abs(self) -> f64;
    /// The part of `self` perpendicular to `edge`: the point nearest to the origin on the line
    /// through `self` along `edge`. Computed as a product with a vector perpendicular to the edge
    /// and not as `self - t * edge`, whose error along the edge would tilt a search direction.
    fn perpendicular_to(self, edge: Self) -> Self;
    /// The same, times the square of the edge's length: a direction, without a quotient.
    fn across(self, edge: Self) -> Self;
    /// Some unit vector perpendicular to `self`; an axis if `self` is zero.
    fn any_perpendicular(self) -> Self;
    /// `matrix * self`.
    fn rotate(self, matrix: &Self::Matrix) -> Self;
    /// `transpose(matrix) * self`.
    fn rotate_back(self, matrix: &Self::Matrix) -> Self;
    /// The matrix's rows; in the plane the third is zero.
    fn rows(matrix: &Self::Matrix) -> [Self; 3];
    /// An angular velocity as a vector of space; that of the plane is along z.
    fn spin<V: Vector<Space = Self>>(angular: Self::Angular<V>) -> Xyz;
    /// The angular velocity that [`spin`](Self::spin) turns into a vector.
    fn turning<V: Vector<Space = Self>>(spin: Xyz) -> Self::Angular<V>;

    /// Square of the length.
    #[inline]
    fn length_squared(self) -> f64 {
        self.dot(self)
    }
    /// The smallest coordinate, where none is NaN.
    #[inline]
    fn min(self) -> f64 {
        (1..Self::DIM).fold(self.coordinate(0), |least, i| smaller(least, self.coordinate(i)))
    }
    /// The largest coordinate, where none is NaN, and which.
    #[inline]
    fn largest(self) -> (usize, f64) {
        (1..Self::DIM).fold((0, self.coordinate(0)), |(place, most), i| {
            let is_larger = self.coordinate(i) > most;
            (if is_larger { i } else { place }, larger(self.coordinate(i), most))
        })
    }
    /// The coordinates; the plane's third is 0.
    fn coordinates(self) -> [f64; 3] {
        [0, 1, 2].map(|i| if i < Self::DIM { self.coordinate(i) } else { 0.0 })
    }
    /// Euclidean length.
    #[inline]
    fn length(self) -> f64 {
        sqrt(self.length_squared())
    }
    /// The unit vector along `self`, for lengths from the smallest to the largest number; `None`
    /// for the zero vector and where a coordinate is not finite.
    // Not inlined: most calls are off the caller's common path.
    #[inline(never)]
    fn try_normalize(self) -> Option<Self> {
        let squared = self.length_squared();
        if (1e-200..1e200).contains(&squared) {
            return Some(self * (1.0 / sqrt(squared)));
        }
        normalize_extreme(self)
    }
    /// Whether every coordinate is finite.
    #[inline]
    fn is_finite(self) -> bool {
        (0..Self::DIM).all(|i| self.coordinate(i).is_finite())
    }
    /// `self` with the magnitudes `self` and the signs of `direction`: the corner of a box.
    #[inline]
    fn with_signs_of(self, direction: Self) -> Self {
        self.zip(direction, |x, d| if d < 0.0 { -x } else { x })
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Xy {}
    impl Sealed for super::Xyz {}
}

/// A vector of the plane, in `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Xy {
    pub x: f64,
    pub y: f64,
}

/// A vector of space, in `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
#[repr(C)]
pub struct Xyz {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

macro_rules! coordinatewise {
    ($V:ident, $($c:ident),+) => {
        impl $V {
            /// From its coordinates.
            #[inline]
            pub const fn new($($c: f64),+) -> Self {
                Self { $($c),+ }
            }
        }
        impl Vector for $V {
            type Scalar = f64;
            type Space = Self;
            #[inline]
            fn to_space(self) -> Self {
                self
            }
            #[inline]
            fn from_space(point: Self) -> Self {
                point
            }
        }
        impl Add for $V {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self { $($c: self.$c + other.$c),+ }
            }
        }
        impl AddAssign for $V {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl Sub for $V {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self { $($c: self.$c - other.$c),+ }
            }
        }
        impl Neg for $V {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self { $($c: -self.$c),+ }
            }
        }
        impl Mul<f64> for $V {
            type Output = Self;
            #[inline]
            fn mul(self, factor: f64) -> Self {
                Self { $($c: self.$c * factor),+ }
            }
        }
    };
}
coordinatewise!(Xy, x, y);
coordinatewise!(Xyz, x, y, z);

impl Xy {
    /// A quarter turn counter-clockwise.
    #[inline]
    #[must_use]
    pub const fn perp(self) -> Self {
        Self::new(-self.y, self.x)
    }
    /// `perp(self) · other`: twice the signed area of the triangle origin, `self`, `other`.
    #[inline]
    #[must_use]
    pub const fn perp_dot(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

impl Xyz {
    /// Cross product.
    #[inline]
    #[must_use]
    pub const fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }
}

/// In two steps, because the square of a large or small length leaves the range of `f64`.
#[cold]
#[inline(never)]
fn normalize_extreme<S: Space>(v: S) -> Option<S> {
    let largest = v.max_abs();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let scaled = near_one(v);
    Some(scaled * (1.0 / scaled.length()))
}

/// The vector times the power of two that brings its largest coordinate near 1.
#[inline]
pub(crate) fn near_one<S: Space>(v: S) -> S {
    v * power_of_two(exponent_to_unit(v.max_abs()))
}

/// The products of coordinates, as a direction of unit length; `None` where all are zero or one is
/// not finite. No product is lost of factors up to [`MOST_UNEVEN`] times each other.
#[inline]
pub(crate) fn direction_times<S: Space>(factors: S, direction: S) -> Option<S> {
    let products = factors.zip(direction, |s, d| s * d);
    let squared = products.length_squared();
    let least = factors.map(f64::abs).min();
    // A product that underflows is off by 1e-323, and what it is for by that over its factor.
    if (1e-200..1e200).contains(&squared) && least * direction.max_abs() > 1e-280 {
        return Some(products * (1.0 / sqrt(squared)));
    }
    direction_times_extreme(factors, direction)
}

/// How many times as large as the least factor the largest may be for directions to hold their
/// products: `2^1000`, so that a direction near 1 times the least is a normal number.
pub(crate) const MOST_UNEVEN: f64 = power_of_two(1000);

/// Whether some of the factors are more than [`MOST_UNEVEN`] times as large as others.
#[inline]
pub(crate) fn is_too_uneven<S: Space>(factors: S) -> bool {
    let factors = factors.map(f64::abs);
    factors.max_abs() > factors.min() * MOST_UNEVEN
}

#[cold]
fn direction_times_extreme<S: Space>(factors: S, direction: S) -> Option<S> {
    near_one(factors).zip(near_one(direction), |s, d| s * d).try_normalize()
}

/// `max` that lets NaN through, so that one comparison at the end finds it.
#[inline]
fn max_or_nan(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}

impl Space for Xy {
    const DIM: usize = 2;
    const ORIGIN: Self = Self::new(0.0, 0.0);
    type Rotation<T: Scalar> = Rotation2<T>;
    type Matrix = Matrix2;
    type Angular<V: Vector<Space = Self>> = V::Scalar;

    fn spin<V: Vector<Space = Self>>(angular: V::Scalar) -> Xyz {
        Xyz::new(0.0, 0.0, angular.to_f64())
    }
    fn turning<V: Vector<Space = Self>>(spin: Xyz) -> V::Scalar {
        V::Scalar::from_f64(spin.z)
    }

    #[inline]
    fn from_xyz(x: f64, y: f64, _: f64) -> Self {
        Self::new(x, y)
    }
    #[inline]
    fn splat(value: f64) -> Self {
        Self::new(value, value)
    }
    #[inline]
    fn axis(index: usize) -> Self {
        if index == 0 { Self::new(1.0, 0.0) } else { Self::new(0.0, 1.0) }
    }
    #[inline]
    fn coordinate(self, index: usize) -> f64 {
        if index == 0 { self.x } else { self.y }
    }
    #[inline]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(f(self.x), f(self.y))
    }
    #[inline]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::new(f(self.x, other.x), f(self.y, other.y))
    }
    #[inline]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
    #[inline]
    fn max_abs(self) -> f64 {
        max_or_nan(self.x.abs(), self.y.abs())
    }
    #[inline]
    fn perpendicular_to(self, edge: Self) -> Self {
        edge.perp() * (edge.perp_dot(self) / edge.length_squared())
    }
    #[inline]
    fn across(self, edge: Self) -> Self {
        edge.perp() * edge.perp_dot(self)
    }
    #[inline]
    fn any_perpendicular(self) -> Self {
        self.perp().try_normalize().unwrap_or(Self::new(0.0, 1.0))
    }
    #[inline]
    fn rotate(self, m: &Matrix2) -> Self {
        Self::new(m.cos * self.x - m.sin * self.y, m.sin * self.x + m.cos * self.y)
    }
    #[inline]
    fn rotate_back(self, m: &Matrix2) -> Self {
        Self::new(m.cos * self.x + m.sin * self.y, m.cos * self.y - m.sin * self.x)
    }
    #[inline]
    fn rows(m: &Matrix2) -> [Self; 3] {
        [Self::new(m.cos, -m.sin), Self::new(m.sin, m.cos), Self::default()]
    }
}

impl Space for Xyz {
    const DIM: usize = 3;
    const ORIGIN: Self = Self::new(0.0, 0.0, 0.0);
    type Rotation<T: Scalar> = Rotation3<T>;
    type Matrix = Matrix3;
    type Angular<V: Vector<Space = Self>> = V;

    fn spin<V: Vector<Space = Self>>(angular: V) -> Xyz {
        angular.to_space()
    }
    fn turning<V: Vector<Space = Self>>(spin: Xyz) -> V {
        V::from_space(spin)
    }

    #[inline]
    fn from_xyz(x: f64, y: f64, z: f64) -> Self {
        Self::new(x, y, z)
    }
    #[inline]
    fn splat(value: f64) -> Self {
        Self::new(value, value, value)
    }
    #[inline]
    fn axis(index: usize) -> Self {
        match index {
            0 => Self::new(1.0, 0.0, 0.0),
            1 => Self::new(0.0, 1.0, 0.0),
            _ => Self::new(0.0, 0.0, 1.0),
        }
    }
    #[inline]
    fn coordinate(self, index: usize) -> f64 {
        match index {
            0 => self.x,
            1 => self.y,
            _ => self.z,
        }
    }
    #[inline]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(f(self.x), f(self.y), f(self.z))
    }
    #[inline]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self::new(f(self.x, other.x), f(self.y, other.y), f(self.z, other.z))
    }
    #[inline]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    #[inline]
    fn max_abs(self) -> f64 {
        max_or_nan(max_or_nan(self.x.abs(), self.y.abs()), self.z.abs())
    }
    #[inline]
    fn perpendicular_to(self, edge: Self) -> Self {
        self.across(edge) * (1.0 / edge.length_squared())
    }
    #[inline]
    fn across(self, edge: Self) -> Self {
        edge.cross(self.cross(edge))
    }
    #[inline]
    fn any_perpendicular(self) -> Self {
        // Crossing with the axis that is least aligned keeps the product from vanishing.
        let least = if self.x.abs() <= self.y.abs() && self.x.abs() <= self.z.abs() {
            Self::axis(0)
        } else if self.y.abs() <= self.z.abs() {
            Self::axis(1)
        } else {
            Self::axis(2)
        };
        self.cross(least).try_normalize().unwrap_or(Self::new(1.0, 0.0, 0.0))
    }
    #[inline]
    fn rotate(self, m: &Matrix3) -> Self {
        Self::new(m.rows[0].dot(self), m.rows[1].dot(self), m.rows[2].dot(self))
    }
    #[inline]
    fn rotate_back(self, m: &Matrix3) -> Self {
        m.rows[0] * self.x + m.rows[1] * self.y + m.rows[2] * self.z
    }
    #[inline]
    fn rows(m: &Matrix3) -> [Self; 3] {
        m.rows
    }
}
