//! Symmetric matrices of space.

use super::{Space, Xyz, sqrt};

/// A symmetric matrix by its upper triangle, row by row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Symmetric {
    pub(crate) xx: f64,
    pub(crate) xy: f64,
    pub(crate) xz: f64,
    pub(crate) yy: f64,
    pub(crate) yz: f64,
    pub(crate) zz: f64,
}

impl Symmetric {
    /// `weight · v vᵀ` more.
    #[inline(always)]
    pub(crate) fn add_square(&mut self, weight: f64, v: Xyz) {
        let w = v * weight;
        self.xx += w.x * v.x;
        self.xy += w.x * v.y;
        self.xz += w.x * v.z;
        self.yy += w.y * v.y;
        self.yz += w.y * v.z;
        self.zz += w.z * v.z;
    }

    /// `weight` times the identity more.
    #[inline(always)]
    pub(crate) fn add_identity(&mut self, weight: f64) {
        self.xx += weight;
        self.yy += weight;
        self.zz += weight;
    }

    /// `weight` times another more.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self, weight: f64) {
        self.xx += weight * other.xx;
        self.xy += weight * other.xy;
        self.xz += weight * other.xz;
        self.yy += weight * other.yy;
        self.yz += weight * other.yz;
        self.zz += weight * other.zz;
    }

    #[inline(always)]
    pub(crate) fn trace(&self) -> f64 {
        self.xx + self.yy + self.zz
    }

    /// Not finite if it has no inverse.
    #[inline(always)]
    pub(crate) fn inverse(&self) -> Self {
        let Self { xx, xy, xz, yy, yz, zz } = *self;
        let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
        let per = 1.0 / (xx * a + xy * b + xz * c);
        Self {
            xx: a * per,
            xy: b * per,
            xz: c * per,
            yy: (xx * zz - xz * xz) * per,
            yz: (xy * xz - xx * yz) * per,
            zz: (xx * yy - xy * xy) * per,
        }
    }

    #[inline(always)]
    pub(crate) fn times(&self, v: Xyz) -> Xyz {
        Xyz::new(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )
    }

    /// `uᵀ M v`.
    #[inline(always)]
    pub(crate) fn form(&self, u: Xyz, v: Xyz) -> f64 {
        u.dot(self.times(v))
    }

    /// The same with other numbers on the diagonal.
    pub(crate) fn with_diagonal(&self, by: impl Fn(f64) -> f64) -> Self {
        Self { xx: by(self.xx), yy: by(self.yy), zz: by(self.zz), ..*self }
    }

    /// At least the largest eigenvalue's magnitude: the sum of those of all numbers.
    pub(crate) fn size(&self) -> f64 {
        let Self { xx, xy, xz, yy, yz, zz } = self;
        let off = xy.abs() + xz.abs() + yz.abs();
        xx.abs() + yy.abs() + zz.abs() + 2.0 * off
    }

    /// Whether the factorisation into a triangle and its transpose (Cholesky's) runs to its end, in
    /// floating point.
    pub(crate) fn has_factors(&self) -> bool {
        let Self { xx, xy, xz, yy, yz, zz } = *self;
        if !(xx > 0.0) {
            return false;
        }
        let a = sqrt(xx);
        let (b, c) = (xy / a, xz / a);
        let rest = yy - b * b;
        if !(rest > 0.0) {
            return false;
        }
        let d = sqrt(rest);
        let e = (yz - b * c) / d;
        (zz - c * c) - e * e > 0.0
    }
}
