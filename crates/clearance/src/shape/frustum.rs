//! The view frustum of a camera.

use core::fmt;
use core::marker::PhantomData;

use crate::list;
#[cfg(feature = "alloc")]
use crate::math::near_one;
use crate::math::tolerance::{FRUSTUM_CORNER, UNIT_ROUNDOFF, exponent_to_unit};
use crate::math::{Scalar, Space, Vector, Xyz, power_of_two};

use super::error::ShapeError;
use super::lengths::length_above;
use super::primitive::Primitive;
use super::segment::{farthest, mean, reach};
use super::support::{Support, SupportMap, support_from_f64};

/// The part of space that a camera sees, given by its matrix or by its eight corners.
///
/// Given by the matrix, it is the set of points whose image `(x, y, z, w)` has `-w <= x, y <= w`
/// and `near · w <= z <= w`, for the matrix's very floats. Its corners are solved exactly and
/// rounded once to `f64`, which the `gap` of every answer covers; booleans that this rounding
/// leaves open are decided for the exact corners. Reversed depth, oblique near planes and infinite
/// far planes are such sets too. With an infinite far plane the frustum has no end: distances,
/// booleans and depths against all bounded shapes, and against half-spaces, are those of the whole
/// of it; against another shape without end the answer is `Undecided`.
///
/// ```
/// use clearance::{Ball, DepthRange, Frustum, distance};
/// use glam::{DMat4, DVec3};
///
/// // Reversed depth, no far plane: what Bevy's cameras have.
/// let matrix = DMat4::perspective_infinite_reverse_rh(1.0, 1.5, 0.1);
/// let camera: Frustum<DVec3> =
///     Frustum::from_view_projection(matrix.to_cols_array_2d(), DepthRange::ZeroToOne)?;
/// let star = Ball::new(1.0);
/// assert!(distance(&camera, &DVec3::ZERO, &star, &DVec3::new(0.0, 0.0, -1e9)).is_none());
/// let behind = distance(&camera, &DVec3::ZERO, &star, &DVec3::new(0.0, 0.0, 5.0)).unwrap();
/// assert!((behind.length - 4.1).abs() <= behind.gap);
/// # Ok::<(), clearance::FrustumError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "FrustumData<V>", into = "FrustumData<V>"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Frustum<V: Vector> {
    core: FrustumCore<V::Space>,
    vector: PhantomData<V>,
}

/// What a search needs from a frustum, whatever the caller's vectors are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrustumCore<S> {
    matrix: Option<Matrix>,
    /// The first `count` of these.
    corners: [S; 8],
    count: u8,
    /// The first `endless_count` of these.
    endless: [Endless<S>; MOST_ENDLESS],
    endless_count: u8,
    /// The reach of the corners.
    reach: f64,
}

/// Edges of a cube that a plane crosses, at most.
const MOST_ENDLESS: usize = 6;

/// An edge without end: a corner, and a direction, a unit of which leads by 1 or more along the
/// camera's axis (see [`Frustum::end`]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Endless<S> {
    from: u8,
    direction: S,
}

/// The matrix as given: the columns, and the range of depths.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matrix {
    columns: [[f64; 4]; 4],
    depth: DepthRange,
}

/// The depths that a graphics API gives to the near and far plane; reversed depth is the same
/// range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The camera sees no point of space, as where the matrix is the negative of a camera's.
    Empty,
    /// A corner's coordinate is larger than the largest float.
    OutOfRange,
}

impl fmt::Display for FrustumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "the view-projection matrix has an entry that is NaN or infinite",
            Self::Singular => {
                "the view-projection matrix cannot be inverted, as where the near plane is at 0: \
                 give that a small distance, or the corners instead"
            }
            Self::Empty => {
                "the view-projection matrix sees no point of space; is its sign that of a camera's?"
            }
            Self::OutOfRange => "a corner of the frustum is beyond the largest float",
        })
    }
}

impl core::error::Error for FrustumError {}

impl<V: Vector<Space = Xyz>> Frustum<V> {
    /// What a camera with this view-projection matrix sees, in the frame that the matrix maps from
    /// (the world, where it is `projection * view`). `columns` as `to_cols_array_2d` of glam gives
    /// them. Costs about 50 µs: the corners are exact before they are rounded.
    ///
    /// # Errors
    /// See [`FrustumError`].
    #[cfg(feature = "alloc")]
    pub fn from_view_projection(
        columns: [[V::Scalar; 4]; 4],
        depth: DepthRange,
    ) -> Result<Self, FrustumError> {
        Self::of_matrix(columns, depth)
    }

    /// From its eight corners, in any order.
    ///
    /// # Errors
    /// [`ShapeError::VertexNotFinite`].
    pub fn from_corners(corners: [V; 8]) -> Result<Self, ShapeError> {
        Self::of_corners(corners)
    }
}

impl<V: Vector> Frustum<V> {
    /// The eight corners, rounded to the caller's precision; `None` where there are fewer, as
    /// without a far plane. From a matrix: x runs fastest, then y, then depth, near before far
    /// (of reversed depth, far before near).
    #[must_use]
    pub fn corners(&self) -> Option<[V; 8]> {
        let FrustumCore { corners, count, endless_count, .. } = self.core;
        (count == 8 && endless_count == 0).then(|| corners.map(V::from_space))
    }

    /// The columns of the matrix and its range of depths, as given; `None` if the corners were
    /// given.
    #[must_use]
    pub fn view_projection(&self) -> Option<([[V::Scalar; 4]; 4], DepthRange)> {
        // They were widened.
        let given = |column: [f64; 4]| column.map(Scalar::from_f64);
        self.core.matrix.map(|matrix| (matrix.columns.map(given), matrix.depth))
    }

    /// Whether it has no end, as with an infinite far plane.
    #[must_use]
    pub const fn is_unbounded(&self) -> bool {
        self.core.endless_count > 0
    }

    #[cfg(all(feature = "batch", feature = "alloc"))]
    pub(crate) const fn core(&self) -> &FrustumCore<V::Space> {
        &self.core
    }

    fn of_corners(corners: [V; 8]) -> Result<Self, ShapeError> {
        ShapeError::vertices(&corners)?;
        let core = FrustumCore {
            matrix: None,
            corners: corners.map(V::to_space),
            count: 8,
            endless: [Endless::default(); MOST_ENDLESS],
            endless_count: 0,
            reach: reach(&corners),
        };
        Ok(Self { core, vector: PhantomData })
    }

    #[cfg(feature = "alloc")]
    fn of_matrix(columns: [[V::Scalar; 4]; 4], depth: DepthRange) -> Result<Self, FrustumError> {
        let columns = columns.map(|column| column.map(Scalar::to_f64));
        let core = FrustumCore::of_matrix(Matrix { columns, depth })?;
        Ok(Self { core, vector: PhantomData })
    }
}

#[cfg(feature = "alloc")]
impl<V: Vector> Frustum<V> {
    /// The same, given in other vectors, if these hold the numbers that it was given by.
    pub(super) fn in_vectors<W: Vector<Space = V::Space>>(&self) -> Option<Frustum<W>> {
        let Self { core, .. } = *self;
        let is_held = match core.matrix {
            Some(Matrix { columns, .. }) => {
                columns.iter().flatten().all(|x| W::Scalar::from_f64(*x).to_f64() == *x)
            }
            None => core.finite_corners().iter().all(|p| W::from_space(*p).to_space() == *p),
        };
        is_held.then_some(Frustum { core, vector: PhantomData })
    }
}

impl<S: Space> FrustumCore<S> {
    /// The corners as rounded, at least one.
    pub(crate) fn finite_corners(&self) -> &[S] {
        list::first(&self.corners, usize::from(self.count))
    }

    /// Its edges without end: where they begin, and their direction.
    pub(crate) fn endless(&self) -> impl Iterator<Item = (S, S)> + '_ {
        let edges = self.endless.iter().take(usize::from(self.endless_count));
        edges.filter_map(|edge| Some((*self.corners.get(usize::from(edge.from))?, edge.direction)))
    }

    /// How far each endless edge is followed, in units of its direction, so that the hull of the
    /// corners and these points holds all of the frustum within a distance of the local origin.
    ///
    /// Each unit leads by 1 or more along the camera's axis. The ends of the unbounded edges are
    /// then at that distance along the axis or beyond; the part of the frustum below is the hull of
    /// the corners and of nearer points on the same edges.
    pub(crate) fn end(&self, within: f64) -> f64 {
        power_of_two(2 - exponent_to_unit(within + self.reach))
    }
}

#[cfg(feature = "alloc")]
impl<S: Space> FrustumCore<S> {
    fn of_matrix(matrix: Matrix) -> Result<Self, FrustumError> {
        if matrix.columns.iter().flatten().any(|x| !x.is_finite()) {
            return Err(FrustumError::NotFinite);
        }
        let super::clip::Kept { corners, endless } = matrix.kept()?;
        let mut frustum = Self {
            matrix: Some(matrix),
            corners: [S::default(); 8],
            count: 0,
            endless: [Endless::default(); MOST_ENDLESS],
            endless_count: 0,
            reach: 0.0,
        };
        let point = |[x, y, z]: [f64; 3]| S::from_xyz(x, y, z);
        for (slot, corner) in frustum.corners.iter_mut().zip(&corners) {
            *slot = point(corner.rounded());
            frustum.count += 1;
        }
        for (slot, (from, direction)) in frustum.endless.iter_mut().zip(&endless) {
            #[allow(clippy::cast_possible_truncation)] // One of eight.
            let from = *from as u8;
            *slot = Endless { from, direction: point(direction.rounded()) };
            frustum.endless_count += 1;
        }
        let directions = frustum.endless.iter().map(|edge| edge.direction);
        if !frustum.corners.into_iter().chain(directions).all(Space::is_finite) {
            return Err(FrustumError::OutOfRange);
        }
        // Slightly more, since the corners are rounded.
        frustum.reach = reach(frustum.finite_corners()) * (1.0 + 4.0 * f64::EPSILON);
        Ok(frustum)
    }

    /// The boundaries of its half-spaces as normal, outwards and of any length, and offset, each
    /// number rounded once. A far plane at infinity has no normal.
    #[cfg(feature = "batch")]
    pub(crate) fn planes(&self) -> impl Iterator<Item = (S, f64)> + '_ {
        self.matrix.iter().flat_map(|matrix| {
            let near = matrix.near();
            // What is at most 0, by the rows of clip space.
            let walls = [
                [1.0, 0.0, 0.0, -1.0],
                [-1.0, 0.0, 0.0, -1.0],
                [0.0, 1.0, 0.0, -1.0],
                [0.0, -1.0, 0.0, -1.0],
                [0.0, 0.0, 1.0, -1.0],
                [0.0, 0.0, -1.0, near],
            ];
            walls.map(|[p, q, r, s]| {
                let wall = |scale: f64| {
                    matrix.columns.map(|column| {
                        let [x, y, z, w] = column.map(|entry| entry * scale);
                        p * x + q * y + r * z + s * w
                    })
                };
                let [x, y, z, offset] = match wall(1.0) {
                    plain if plain.iter().all(|x| x.is_finite()) => plain,
                    // Two entries near the largest float.
                    _ => wall(0.25),
                };
                (S::from_xyz(x, y, z), -offset)
            })
        })
    }

    /// The exact corners and endless edges of a frustum given by its matrix, in the order of the
    /// rounded ones; directions have the same lengths.
    pub(crate) fn exactly(&self) -> Option<super::clip::Kept> {
        self.matrix.as_ref()?.kept().ok()
    }
}

#[cfg(feature = "alloc")]
impl Matrix {
    /// The corners and endless edges, a unit of whose direction leads by 1 or more along the axis,
    /// the gradient of `w`.
    fn kept(&self) -> Result<super::clip::Kept, FrustumError> {
        let mut kept = super::clip::kept(self.columns, self.near())?;
        let step = self.step();
        for (_, direction) in &mut kept.endless {
            for x in &mut direction.point {
                *x = x.clone().shifted(step);
            }
        }
        Ok(kept)
    }

    /// The depth of the near plane.
    fn near(&self) -> f64 {
        match self.depth {
            DepthRange::ZeroToOne => 0.0,
            DepthRange::MinusOneToOne => -1.0,
        }
    }

    /// The exponent of a power of two: this multiple of a direction along which `w` grows by 1
    /// leads by 1 or more along the gradient of `w`. Of any matrix: that of a camera times a factor
    /// is that of the same camera.
    fn step(&self) -> i64 {
        let [a, b, c, _] = self.columns.map(|[_, _, _, w]| w);
        let gradient = Xyz::new(a, b, c);
        // The length of the gradient itself may be beyond the largest float.
        let near = exponent_to_unit(gradient.max_abs());
        i64::from(1 - near - exponent_to_unit(length_above(near_one(gradient))))
    }
}

impl<V: Vector> SupportMap<V> for Frustum<V> {
    support_from_f64!(V);

    /// For a frustum without end, the farthest corner.
    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        farthest(self.core.finite_corners(), direction)
    }
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        let mut best = SupportMap::<V>::support_f64(self, direction, hint);
        if self.is_unbounded() && within > 0.0 {
            let end = self.core.end(within);
            let first = u32::from(self.core.count);
            for (feature, (from, along)) in (first..).zip(self.core.endless()) {
                let point = from + along * end;
                if direction.dot(point) > direction.dot(best.point) {
                    best = Support { point, feature };
                }
            }
        }
        best
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(mean(self.core.finite_corners()))
    }
    #[inline]
    fn reach(&self) -> f64 {
        if self.is_unbounded() { f64::INFINITY } else { self.core.reach }
    }
    fn reach_within(&self, within: f64) -> f64 {
        let end = self.core.end(within);
        let ends = self.core.endless().map(|(from, along)| length_above(from + along * end));
        let farthest = ends.fold(self.core.reach, f64::max) * (1.0 + 4.0 * f64::EPSILON);
        if within < f64::INFINITY { farthest } else { f64::INFINITY }
    }
    fn unbounded(&self) -> Option<f64> {
        self.is_unbounded().then_some(self.core.reach)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        if self.core.matrix.is_some() { FRUSTUM_CORNER * UNIT_ROUNDOFF } else { 0.0 }
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.core.finite_corners().get(feature as usize).copied()
    }
    #[inline]
    fn corners(&self) -> Option<u32> {
        self.core.matrix.is_none().then_some(8)
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        match self.core.matrix {
            Some(_) => Primitive::Frustum(&self.core),
            None => Primitive::General,
        }
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(self.core.finite_corners())
    }
}

/// The data: one of both.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound(
    serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
    deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
))]
struct FrustumData<V: Vector> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corners: Option<[V; 8]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    view_projection: Option<[[V::Scalar; 4]; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth_range: Option<DepthRange>,
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Frustum<V>> for FrustumData<V> {
    fn from(frustum: Frustum<V>) -> Self {
        let (view_projection, depth_range) = frustum.view_projection().unzip();
        let corners = if view_projection.is_none() { frustum.corners() } else { None };
        Self { corners, view_projection, depth_range }
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<FrustumData<V>> for Frustum<V> {
    type Error = &'static str;
    fn try_from(given: FrustumData<V>) -> Result<Self, &'static str> {
        match given {
            FrustumData { corners: Some(corners), view_projection: None, .. } => {
                Self::of_corners(corners).map_err(|_| "a corner is NaN or infinite")
            }
            #[cfg(feature = "alloc")]
            FrustumData { corners: None, view_projection: Some(columns), depth_range } => {
                let depth = depth_range.unwrap_or_default();
                Self::of_matrix(columns, depth)
                    .map_err(|_| "the matrix is no camera's; `from_view_projection` says why")
            }
            _ => Err("a frustum has `corners`, or else a `view_projection`"),
        }
    }
}
