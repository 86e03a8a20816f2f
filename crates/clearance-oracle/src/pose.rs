//! Poses, exact.

use crate::{
    number::{Rational, exact},
    shape::Invalid,
    vector::Vector,
};

/// Where a shape is: `point_in_world = linear * point_in_shape + translation`, in exact rationals.
///
/// `linear` is a rotation when the pose comes from a quaternion or a half angle. A matrix of floats
/// is taken literally and is then a rotation only to within its rounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pose<const N: usize> {
    /// Rows of the linear part.
    pub linear: [Vector<N>; N],
    /// Image of the shape's origin.
    pub translation: Vector<N>,
}

impl<const N: usize> Pose<N> {
    /// The pose that moves nothing.
    pub fn identity() -> Self {
        Self { linear: identity(), translation: Vector::zero() }
    }

    /// A pure translation by floats, exact.
    pub fn translation(by: [f64; N]) -> Result<Self, Invalid> {
        Ok(Self { linear: identity(), translation: finite(by)? })
    }

    /// A matrix given row by row, each float at its face value, and a translation.
    pub fn from_matrix(translation: [f64; N], rows: [[f64; N]; N]) -> Result<Self, Invalid> {
        let mut linear = identity();
        for (row, values) in linear.iter_mut().zip(rows) {
            *row = finite(values)?;
        }
        Ok(Self { linear, translation: finite(translation)? })
    }

    /// The image of a point, exact.
    pub fn apply(&self, point: &Vector<N>) -> Vector<N> {
        &self.turn(point) + &self.translation
    }

    /// This pose after another: `a.after(&b).apply(p) = a.apply(b.apply(p))`, exact.
    pub fn after(&self, first: &Self) -> Self {
        let column = |j: usize| Vector(std::array::from_fn(|i| first.linear[i].0[j].clone()));
        Self {
            linear: std::array::from_fn(|i| {
                Vector(std::array::from_fn(|j| self.linear[i].dot(&column(j))))
            }),
            translation: self.apply(&first.translation),
        }
    }

    /// The image of a direction (no translation), exact.
    pub fn turn(&self, direction: &Vector<N>) -> Vector<N> {
        Vector(std::array::from_fn(|i| self.linear[i].dot(direction)))
    }
}

impl Pose<3> {
    /// The rotation of the quaternion `[x, y, z, w]` divided by its length, and a translation.
    ///
    /// The rotation matrix of q / |q| holds only products of two components over |q|^2, so it is
    /// rational and exactly orthogonal though |q| is not rational.
    pub fn from_quaternion(translation: [f64; 3], xyzw: [f64; 4]) -> Result<Self, Invalid> {
        let Vector([x, y, z, w]) = finite(xyzw)?;
        let norm = &x * &x + &y * &y + &z * &z + &w * &w;
        if norm.is_zero() {
            return Err(Invalid::ZeroRotation);
        }
        let two_over = Rational::from(2) / norm;
        let twice = |a: &Rational, b: &Rational| a * b * &two_over;
        let one = || Rational::ONE;
        let linear = [
            Vector([
                one() - twice(&y, &y) - twice(&z, &z),
                twice(&x, &y) - twice(&z, &w),
                twice(&x, &z) + twice(&y, &w),
            ]),
            Vector([
                twice(&x, &y) + twice(&z, &w),
                one() - twice(&x, &x) - twice(&z, &z),
                twice(&y, &z) - twice(&x, &w),
            ]),
            Vector([
                twice(&x, &z) - twice(&y, &w),
                twice(&y, &z) + twice(&x, &w),
                one() - twice(&x, &x) - twice(&y, &y),
            ]),
        ];
        Ok(Self { linear, translation: finite(translation)? })
    }
}

impl Pose<2> {
    /// The matrix `[[c, -s], [s, c]]` with both floats at face value, and a translation.
    ///
    /// (c, s) / |(c, s)| is irrational in general, so this is not renormalised: lengths come out
    /// scaled by |(c, s)|, which is 1 to within the rounding of c and s. Where a rotation that is
    /// exactly a rotation is wanted, use [`Pose::from_half_angle`].
    pub fn from_cos_sin(translation: [f64; 2], cos: f64, sin: f64) -> Result<Self, Invalid> {
        Self::from_matrix(translation, [[cos, -sin], [sin, cos]])
    }

    /// An angle in radians: the floats `cos` and `sin` of it, then [`Pose::from_cos_sin`].
    pub fn from_angle(translation: [f64; 2], angle: f64) -> Result<Self, Invalid> {
        Self::from_cos_sin(translation, angle.cos(), angle.sin())
    }

    /// The rotation by twice the angle of the vector (w, z), and a translation.
    ///
    /// The plane's quaternion: the matrix of (w + iz)^2 / |w + iz|^2 is rational and exactly
    /// orthogonal for any floats that are not both 0.
    pub fn from_half_angle(translation: [f64; 2], w: f64, z: f64) -> Result<Self, Invalid> {
        let (w, z) = (exact(w).ok_or(Invalid::NotFinite)?, exact(z).ok_or(Invalid::NotFinite)?);
        let norm = &w * &w + &z * &z;
        if norm.is_zero() {
            return Err(Invalid::ZeroRotation);
        }
        let cos = (&w * &w - &z * &z) / &norm;
        let sin = Rational::from(2) * &w * &z / &norm;
        let linear = [Vector([cos.clone(), -sin.clone()]), Vector([sin, cos])];
        Ok(Self { linear, translation: finite(translation)? })
    }
}

fn identity<const N: usize>() -> [Vector<N>; N] {
    std::array::from_fn(|i| {
        Vector(std::array::from_fn(|j| if i == j { Rational::ONE } else { Rational::ZERO }))
    })
}

fn finite<const N: usize>(values: [f64; N]) -> Result<Vector<N>, Invalid> {
    Vector::exact(values).ok_or(Invalid::NotFinite)
}
