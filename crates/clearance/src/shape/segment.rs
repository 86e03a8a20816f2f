//! Shapes of one to three vertices, and the balls and capsules they grow into.

use crate::math::{Pose, Rotation, Scalar, Space, Vector, larger, smaller, two_sum};

use super::error::ShapeError;
use super::flats::Flats;
use super::lengths::{if_length, length, length_above};
use super::moments::Moments;
use super::primitive::Primitive;
use super::support::{Support, SupportMap, support_from_f64};

/// One point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point<V>(
    /// Its position in the local frame.
    pub V,
);

/// The segment between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Segment<V> {
    pub a: V,
    pub b: V,
}

/// The triangle of three points, filled. Without thickness in space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Triangle<V> {
    pub a: V,
    pub b: V,
    pub c: V,
}

/// A ball about the local origin: a sphere in space, a circle in the plane, both filled.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Ball<T> {
    pub radius: T,
}

/// A segment along the local y-axis grown by a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule<T> {
    /// Half the length of the segment, without the caps.
    pub half_height: T,
    /// The radius of the ball.
    pub radius: T,
}

impl<V> Point<V> {
    /// At `position` in the local frame.
    pub const fn new(position: V) -> Self {
        Self(position)
    }
}

impl<V> Segment<V> {
    /// From `a` to `b`.
    pub const fn new(a: V, b: V) -> Self {
        Self { a, b }
    }
}

impl<V> Triangle<V> {
    /// A triangle of the corners `a`, `b`, `c` in any order.
    pub const fn new(a: V, b: V, c: V) -> Self {
        Self { a, b, c }
    }
}

impl<T> Ball<T> {
    /// A ball of the given radius about the local origin.
    pub const fn new(radius: T) -> Self {
        Self { radius }
    }
}

impl<T> Capsule<T> {
    /// From half the length of its segment (along local y, without the caps) and its radius.
    pub const fn new(half_height: T, radius: T) -> Self {
        Self { half_height, radius }
    }
}

impl<T: Scalar> Capsule<T> {
    /// The capsule about the segment from `a` to `b`, and the pose that puts it there.
    ///
    /// The pose rounds: its ends are off by a few roundings of the pose's precision. For ends at
    /// exactly these points, use a [`Segment`] in a [`Rounded`](crate::Rounded).
    ///
    /// ```
    /// use clearance::{Capsule, Point, distance};
    /// use glam::DVec3;
    ///
    /// let (a, b) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(-1.0, 4.0, 2.0));
    /// let (limb, pose) = Capsule::from_points(a, b, 0.25);
    /// let apart = distance(&limb, &pose, &Point::new(a + (a - b)), &DVec3::ZERO).unwrap();
    /// assert!((apart.length - (3.0 - 0.25)).abs() < 1e-14);
    /// ```
    pub fn from_points<V: Vector<Scalar = T>>(a: V, b: V, radius: T) -> (Self, Pose<V>) {
        let (a, b) = (a.to_space(), b.to_space());
        let edge = b + -a;
        let up = edge.try_normalize().unwrap_or(V::Space::axis(1));
        let half_height = T::from_f64(0.5 * length(edge));
        let translation = V::from_space((a + b) * 0.5);
        (Self { half_height, radius }, Pose { translation, rotation: Rotation::raising(up) })
    }

    /// The upper end of its segment.
    #[inline(always)]
    fn top<S: Space>(&self) -> S {
        S::from_xyz(0.0, self.half_height.to_f64(), 0.0)
    }
}

/// The support point and the vertex lookup of a fixed list of vertices.
macro_rules! few_vertices {
    ($V:ty, |$shape:ident| $vertices:expr) => {
        support_from_f64!($V);

        #[inline]
        fn support_f64(
            &self,
            direction: <$V as Vector>::Space,
            _hint: u32,
        ) -> Support<<$V as Vector>::Space> {
            let $shape = self;
            farthest::<$V>(&$vertices, direction)
        }
        #[inline]
        fn center(&self) -> Option<<$V as Vector>::Space> {
            let $shape = self;
            Some(mean::<$V>(&$vertices))
        }
        #[inline]
        fn reach(&self) -> f64 {
            let $shape = self;
            reach::<$V>(&$vertices)
        }
        #[inline]
        fn reach_stretched(&self, factors: <$V as Vector>::Space) -> f64 {
            let $shape = self;
            reach_stretched::<$V>(&$vertices, factors)
        }
        #[inline]
        fn rounding(&self) -> f64 {
            0.0
        }
        #[inline]
        fn vertex(&self, feature: u32) -> Option<<$V as Vector>::Space> {
            let $shape = self;
            $vertices.get(feature as usize).map(|v| v.to_space())
        }
        #[inline]
        fn corners(&self) -> Option<u32> {
            let $shape = self;
            u32::try_from($vertices.len()).ok()
        }
    };
}

impl<V: Vector> SupportMap<V> for Point<V> {
    few_vertices!(V, |point| [point.0]);

    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::Point(self.0.to_space())
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(&[self.0])
    }
}

impl<V: Vector> SupportMap<V> for Segment<V> {
    few_vertices!(V, |segment| [segment.a, segment.b]);

    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        let (a, b) = (self.a.to_space(), self.b.to_space());
        if a == b { Primitive::Point(a) } else { Primitive::Segment(a, b) }
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(&[self.a, self.b])
    }
}

/// The hull of a few points, without its faces.
#[cfg(feature = "bevy")]
pub(crate) struct Corners<V, const N: usize>(pub(crate) [V; N]);

#[cfg(feature = "bevy")]
impl<V: Vector, const N: usize> SupportMap<V> for Corners<V, N> {
    few_vertices!(V, |hull| hull.0);

    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(&self.0)
    }
}

impl<V: Vector> SupportMap<V> for Triangle<V> {
    few_vertices!(V, |triangle| [triangle.a, triangle.b, triangle.c]);

    fn moments(&self) -> Option<Moments<V::Space>> {
        Some(Moments::triangle([self.a, self.b, self.c].map(V::to_space)))
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        Flats::Triangle([self.a, self.b, self.c].map(V::to_space))
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::vertices(&[self.a, self.b, self.c])
    }
}

impl<V: Vector> SupportMap<V> for Ball<V::Scalar> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, _direction: V::Space, _hint: u32) -> Support<V::Space> {
        Support { point: V::Space::default(), feature: 0 }
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline]
    fn reach(&self) -> f64 {
        0.0
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::Point(V::Space::default())
    }
}

impl<V: Vector> SupportMap<V> for Capsule<V::Scalar> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        upright_support(self.top(), direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline]
    fn reach(&self) -> f64 {
        if_length(self.half_height.to_f64())
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        if_length(self.half_height.to_f64()) * factors.coordinate(1).abs()
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        let top: V::Space = self.top();
        Some(if feature == 0 { top } else { -top })
    }
    #[inline]
    fn corners(&self) -> Option<u32> {
        Some(2)
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        let top: V::Space = self.top();
        // That of half height 0 is a ball.
        if self.half_height == V::Scalar::ZERO {
            Primitive::Point(top)
        } else {
            Primitive::Segment(top, -top)
        }
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::length("half height", self.half_height.to_f64())?;
        ShapeError::length("radius", self.radius.to_f64())
    }
}

/// The end of a segment along the y-axis, given by its upper end.
#[inline(always)]
pub(super) fn upright_support<S: Space>(top: S, direction: S) -> Support<S> {
    if direction.coordinate(1) < 0.0 {
        Support { point: -top, feature: 1 }
    } else {
        Support { point: top, feature: 0 }
    }
}

/// The vertex farthest along `direction`, by checking each.
#[inline]
pub(crate) fn farthest<V: Vector>(vertices: &[V], direction: V::Space) -> Support<V::Space> {
    let mut best = f64::NEG_INFINITY;
    let first = vertices.first().map_or(V::Space::default(), |v| v.to_space());
    let mut support = Support { point: first, feature: 0 };
    for (feature, vertex) in (0_u32..).zip(vertices) {
        let point = vertex.to_space();
        let height = direction.dot(point);
        if height > best {
            best = height;
            support = Support { point, feature };
        }
    }
    support
}

/// The mean of a few vertices.
#[inline]
pub(crate) fn mean<V: Vector>(vertices: &[V]) -> V::Space {
    weighed(vertices).fold(V::Space::default(), |sum, v| sum + v)
}

/// The mean of any number of vertices, good to a handful of roundings: the rounding errors are
/// summed separately (Neumaier 1974).
pub(crate) fn mean_of_many<V: Vector>(vertices: &[V]) -> V::Space {
    let (sum, lost) =
        weighed(vertices).fold(<(V::Space, V::Space)>::default(), |(sum, lost), v| {
            let (sum, rest) = two_sum(sum, v);
            (sum, lost + rest)
        });
    sum + lost
}

/// Each is divided before it is added: the sum of large coordinates may leave the range.
fn weighed<V: Vector>(vertices: &[V]) -> impl Iterator<Item = V::Space> {
    #[allow(clippy::cast_precision_loss)]
    let weight = 1.0 / vertices.len() as f64;
    vertices.iter().map(move |v| v.to_space() * weight)
}

/// An upper bound of the vertices' distances from the local origin.
#[inline]
pub(crate) fn reach<V: Vector>(vertices: &[V]) -> f64 {
    farthest_of(vertices.iter().map(|v| v.to_space()))
}

/// The same with each coordinate multiplied by that of `factors`.
#[inline]
pub(crate) fn reach_stretched<V: Vector>(vertices: &[V], factors: V::Space) -> f64 {
    farthest_of(vertices.iter().map(|v| v.to_space().zip(factors, |x, f| x * f)))
}

/// The largest magnitude of each coordinate.
pub(crate) fn extents<V: Vector>(vertices: &[V]) -> V::Space {
    vertices
        .iter()
        .fold(V::Space::default(), |most, v| most.zip(v.to_space().map(f64::abs), larger))
}

/// The reach under `factors` of many vertices, by the smaller of two bounds: their own reach, and
/// the corner of the box that holds them.
pub(crate) fn stretched_within<S: Space>(reach: f64, extents: S, factors: S) -> f64 {
    let corner = length_above(extents.zip(factors, |x, f| x * f));
    smaller(factors.max_abs() * reach, corner)
}

#[inline]
fn farthest_of<S: Space>(points: impl Iterator<Item = S>) -> f64 {
    points.fold(0.0, |largest, point| {
        let length = length_above(point);
        // NaN stays, since no comparison with it is true.
        if length > largest || length.is_nan() { length } else { largest }
    })
}
