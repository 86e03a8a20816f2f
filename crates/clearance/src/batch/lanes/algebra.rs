//! Vectors and rotations in lanes, operation by operation as the single query has them
//! (`math/rotation`): the bounds count on it. One source for `f32`, where kernels judge, and `f64`,
//! where they give numbers.

use core::ops::{Add, Div, Mul, Neg, Range, Sub};

pub(super) use crate::math::{larger, smaller};

/// The number of a lane.
pub(in crate::batch) trait Real:
    Copy
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const TWO: Self;
    const INFINITY: Self;
    /// The largest relative error of one operation.
    const ROUNDOFF: f64;
    /// Rounds to nearest.
    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
    fn abs(self) -> Self;
    /// Correctly rounded; `core` has no square root, and without `std` this is not a vector
    /// instruction.
    fn sqrt(self) -> Self;
}

macro_rules! real {
    ($T:ty, $sqrt:ident) => {
        impl Real for $T {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const INFINITY: Self = <$T>::INFINITY;
            const ROUNDOFF: f64 = 0.5 * <$T>::EPSILON as f64;
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn of(value: f64) -> Self {
                value as $T
            }
            #[inline(always)]
            fn wide(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$T>::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                #[cfg(feature = "std")]
                {
                    <$T>::sqrt(self)
                }
                #[cfg(not(feature = "std"))]
                {
                    libm::$sqrt(self)
                }
            }
        }
    };
}
real!(f32, sqrtf);
real!(f64, sqrt);

pub(super) type Three<T> = [T; 3];
pub(super) type Rows<T> = [Three<T>; 3];

#[inline(always)]
pub(super) fn clamp<T: Real>(x: T, limit: T) -> T {
    smaller(larger(x, -limit), limit)
}

/// No more than 1, also where it is NaN.
#[inline(always)]
pub(super) fn clamp_to_one<T: Real>(x: T) -> T {
    smaller(x, T::ONE)
}

#[inline(always)]
pub(super) fn abs<T: Real>([x, y, z]: Three<T>) -> Three<T> {
    [x.abs(), y.abs(), z.abs()]
}

/// Each entry by itself. Not by `map`, which the compiler may leave as a call, and a call in a
/// kernel spills its vectors.
#[inline(always)]
pub(super) fn each<A: Copy, T: Copy + Default, const N: usize>(
    entries: [A; N],
    convert: impl Fn(A) -> T,
) -> [T; N] {
    let mut out = [T::default(); N];
    for (out, entry) in out.iter_mut().zip(entries) {
        *out = convert(entry);
    }
    out
}

/// One row or the other, by selections and not by a branch.
#[inline(always)]
pub(super) fn choose<T: Copy, const N: usize>(take: bool, new: [T; N], old: [T; N]) -> [T; N] {
    let mut chosen = old;
    for (chosen, new) in chosen.iter_mut().zip(new) {
        *chosen = if take { new } else { *chosen };
    }
    chosen
}

#[inline(always)]
pub(super) fn sum_abs<T: Real>([x, y, z]: Three<T>) -> T {
    x.abs() + y.abs() + z.abs()
}

#[inline(always)]
pub(super) fn dot<T: Real>([ax, ay, az]: Three<T>, [bx, by, bz]: Three<T>) -> T {
    ax * bx + ay * by + az * bz
}

#[inline(always)]
pub(super) fn cross<T: Real>([ax, ay, az]: Three<T>, [bx, by, bz]: Three<T>) -> Three<T> {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

#[inline(always)]
pub(super) fn max_abs<T: Real>([x, y, z]: Three<T>) -> T {
    larger(larger(x.abs(), y.abs()), z.abs())
}

#[inline(always)]
pub(super) fn plus<T: Real>([ax, ay, az]: Three<T>, [bx, by, bz]: Three<T>) -> Three<T> {
    [ax + bx, ay + by, az + bz]
}

#[inline(always)]
pub(super) fn minus<T: Real>([ax, ay, az]: Three<T>, [bx, by, bz]: Three<T>) -> Three<T> {
    [ax - bx, ay - by, az - bz]
}

#[inline(always)]
pub(super) fn times<T: Real>([x, y, z]: Three<T>, k: T) -> Three<T> {
    [x * k, y * k, z * k]
}

#[inline(always)]
pub(super) fn length<T: Real>(p: Three<T>) -> T {
    dot(p, p).sqrt()
}

#[inline(always)]
pub(super) fn rotate<T: Real>([r0, r1, r2]: Rows<T>, p: Three<T>) -> Three<T> {
    [dot(r0, p), dot(r1, p), dot(r2, p)]
}

#[inline(always)]
pub(super) fn transposed<T: Real>([[a, b, c], [d, e, f], [g, h, i]]: Rows<T>) -> Rows<T> {
    [[a, d, g], [b, e, h], [c, f, i]]
}

#[inline(always)]
pub(super) fn rotate_back<T: Real>(rows: Rows<T>, p: Three<T>) -> Three<T> {
    rotate(transposed(rows), p)
}

#[inline(always)]
pub(super) fn norm<T: Real>([x, y, z, w]: [T; 4]) -> T {
    (x * x + y * y) + (z * z + w * w)
}

/// `conj(a) * b`.
#[inline(always)]
pub(super) fn relative<T: Real>(a: [T; 4], b: [T; 4]) -> [T; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        (aw * bx - ax * bw) - (ay * bz - az * by),
        (aw * by - ay * bw) - (az * bx - ax * bz),
        (aw * bz - az * bw) - (ax * by - ay * bx),
        (aw * bw + ax * bx) + (ay * by + az * bz),
    ]
}

/// The rows of the matrix of a quaternion of this squared length.
#[inline(always)]
pub(super) fn matrix<T: Real>([x, y, z, w]: [T; 4], norm: T) -> Rows<T> {
    let s = T::TWO / norm;
    let (sx, sy, sz) = (s * x, s * y, s * z);
    let (xx, yy, zz) = (sx * x, sy * y, sz * z);
    let (xy, xz, yz) = (sx * y, sx * z, sy * z);
    let (wx, wy, wz) = (sx * w, sy * w, sz * w);
    [
        [T::ONE - (yy + zz), xy - wz, xz + wy],
        [xy + wz, T::ONE - (xx + zz), yz - wx],
        [xz - wy, yz + wx, T::ONE - (xx + yy)],
    ]
}

/// How B stands in A's frame.
pub(super) struct LaneFrame<T> {
    /// The rotation of A.
    pub(super) world: Rows<T>,
    /// The rotation of B, as A sees it.
    pub(super) rows: Rows<T>,
    /// The origin of B, as A sees it.
    pub(super) offset: Three<T>,
    /// The squared lengths of A's quaternion and of the one between them.
    pub(super) norms: [T; 2],
}

impl<T: Real> LaneFrame<T> {
    #[inline(always)]
    pub(super) fn new(turn_a: [T; 4], turn_b: [T; 4], offset: Three<T>) -> Self {
        let between = relative(turn_a, turn_b);
        let (norm_a, norm_between) = (norm(turn_a), norm(between));
        let world = matrix(turn_a, norm_a);
        Self {
            world,
            rows: matrix(between, norm_between),
            offset: rotate_back(world, offset),
            norms: [norm_a, norm_between],
        }
    }

    /// Whether both quaternions are rotations that lanes judge.
    #[inline(always)]
    pub(super) fn is_within(&self, norms: &Range<T>) -> bool {
        let [norm_a, norm_between] = &self.norms;
        norms.contains(norm_a) & norms.contains(norm_between)
    }
}
