//! The view frustum of a camera.

use core::fmt;

use crate::math::{Scalar, Vector, Xyz};

use super::segment::{farthest, mean, reach};
use super::support::{ShapeError, Support, SupportMap, support_from_f64};

/// The part of space that a camera sees, as the hull of its eight corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Frustum<V: Vector> {
    corners: [V; 8],
}

/// The depths that a graphics API gives to the near and far plane; reversed depth is the same range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthRange {
    /// 0 … 1: Vulkan, Metal, Direct3D, WebGPU, Bevy, and `glam`'s `perspective_rh`.
    #[default]
    ZeroToOne,
    /// -1 … 1: OpenGL, WebGL, three.js, and `glam`'s `perspective_rh_gl`.
    MinusOneToOne,
}

/// Why a matrix gives no frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrustumError {
    /// An entry is NaN or infinite.
    NotFinite,
    /// The matrix cannot be inverted.
    Singular,
    /// The far plane is infinitely far: an infinite projection has no corners there. Give it a far plane.
    Unbounded,
}

impl fmt::Display for FrustumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "the view-projection matrix has an entry that is NaN or infinite",
            Self::Singular => "the view-projection matrix cannot be inverted",
            Self::Unbounded => {
                "the frustum is unbounded (an infinite projection); give the projection a far plane"
            }
        })
    }
}

impl core::error::Error for FrustumError {}

impl<V: Vector<Space = Xyz>> Frustum<V> {
    /// What a camera with this view-projection matrix sees, in the frame that the matrix maps from (the world, where it is
    /// `projection * view`). `columns` as `to_cols_array_2d` of glam gives them.
    ///
    /// # Errors
    /// See [`FrustumError`].
    pub fn from_view_projection(
        columns: [[V::Scalar; 4]; 4],
        depth: DepthRange,
    ) -> Result<Self, FrustumError> {
        let m = columns.map(|c| c.map(Scalar::to_f64));
        if m.iter().flatten().any(|x| !x.is_finite()) {
            return Err(FrustumError::NotFinite);
        }
        let near = match depth {
            DepthRange::ZeroToOne => 0.0,
            DepthRange::MinusOneToOne => -1.0,
        };
        let mut corners = [V::from_space(Xyz::default()); 8];
        for (i, corner) in corners.iter_mut().enumerate() {
            let side = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let clip = [side(0), side(1), if i >> 2 == 0 { near } else { 1.0 }, 1.0];
            let [x, y, z, w] = solve(m, clip).ok_or(FrustumError::Singular)?;
            // The homogeneous weight is the reciprocal of the depth: 0 at infinity, negative beyond it.
            let point = Xyz::new(x / w, y / w, z / w);
            if !(crate::math::Space::is_finite(point) && w > 0.0) {
                return Err(FrustumError::Unbounded);
            }
            *corner = V::from_space(point);
        }
        Ok(Self { corners })
    }

    /// From its eight corners, in any order.
    ///
    /// # Errors
    /// [`ShapeError::VertexNotFinite`].
    pub fn from_corners(corners: [V; 8]) -> Result<Self, ShapeError> {
        ShapeError::vertices(&corners).map(|()| Self { corners })
    }
}

impl<V: Vector> Frustum<V> {
    /// The eight corners. From a matrix: x runs fastest, then y, then depth, near before far.
    pub const fn corners(&self) -> &[V; 8] {
        &self.corners
    }
}

impl<V: Vector> SupportMap<V> for Frustum<V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        farthest(&self.corners, direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(mean(&self.corners))
    }
    #[inline]
    fn reach(&self) -> f64 {
        reach(&self.corners)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.corners.get(feature as usize).map(|v| v.to_space())
    }
    #[inline]
    fn corners(&self) -> Option<u32> {
        Some(8)
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(&self.corners)
    }
}

/// Solves `m x = b`, `m` by columns, by Cramer's rule; `None` where the determinant vanishes.
fn solve(m: [[f64; 4]; 4], b: [f64; 4]) -> Option<[f64; 4]> {
    let [c0, c1, c2, c3] = m;
    let det = determinant(c0, c1, c2, c3);
    if !(det.is_finite() && det != 0.0) {
        return None;
    }
    Some(
        [
            determinant(b, c1, c2, c3),
            determinant(c0, b, c2, c3),
            determinant(c0, c1, b, c3),
            determinant(c0, c1, c2, b),
        ]
        .map(|d| d / det),
    )
}

/// The determinant by complementary 2×2 minors (Laplace).
fn determinant(a: [f64; 4], b: [f64; 4], c: [f64; 4], d: [f64; 4]) -> f64 {
    let minor = |p: [f64; 4], q: [f64; 4]| {
        let [p0, p1, p2, p3] = p;
        let [q0, q1, q2, q3] = q;
        [
            p0 * q1 - p1 * q0,
            p0 * q2 - p2 * q0,
            p0 * q3 - p3 * q0,
            p1 * q2 - p2 * q1,
            p1 * q3 - p3 * q1,
            p2 * q3 - p3 * q2,
        ]
    };
    let [s01, s02, s03, s12, s13, s23] = minor(a, b);
    let [t01, t02, t03, t12, t13, t23] = minor(c, d);
    s01 * t23 - s02 * t13 + s03 * t12 + s12 * t03 - s13 * t02 + s23 * t01
}
