//! Boxes: a cuboid in space, a rectangle in the plane.

use crate::math::{Space, Vector};

use super::error::ShapeError;
use super::lengths::{if_lengths, least, length_above};
use super::primitive::Primitive;
use super::support::{Support, SupportMap, support_from_f64};

/// A box about the local origin, with faces perpendicular to the local axes; a rectangle in the
/// plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cuboid<V> {
    /// Half the edge lengths.
    pub half_extents: V,
}

impl<V> Cuboid<V> {
    /// From half its edge lengths.
    pub const fn new(half_extents: V) -> Self {
        Self { half_extents }
    }
}

impl<V: Vector> Cuboid<V> {
    /// The box from its lowest corner to its highest along the axes, and its middle, which is its
    /// place.
    ///
    /// These are halves of sums and differences of floats, and so, but for overflow and underflow,
    /// rounded only where the sum or difference is. Corners out of order make a box that
    /// [`check`](crate::check) refuses.
    ///
    /// ```
    /// use clearance::{Cuboid, Point, intersects};
    /// use glam::Vec3;
    ///
    /// let (room, middle) = Cuboid::from_min_max(Vec3::ZERO, Vec3::new(4.0, 2.5, 3.0));
    /// assert!(intersects(&room, &middle, &Point::new(Vec3::ZERO), &Vec3::ZERO));
    /// ```
    #[must_use]
    pub fn from_min_max(min: V, max: V) -> (Self, V) {
        let (min, max) = (min.to_space(), max.to_space());
        let half_extents = V::from_space((max + -min) * 0.5);
        (Self { half_extents }, V::from_space((min + max) * 0.5))
    }
}

/// The corner of a box of these half extents; each bit of its number is the sign of a coordinate.
#[inline(always)]
pub(super) fn support<S: Space>(half: S, direction: S) -> Support<S> {
    let point = half.with_signs_of(direction);
    let feature =
        (0..S::DIM).fold(0, |bits, i| bits | (u32::from(direction.coordinate(i) < 0.0) << i));
    Support { point, feature }
}

/// The corner of this number.
#[inline(always)]
pub(super) fn corner<S: Space>(half: S, number: u32) -> S {
    let sign = |i: usize| if number >> i & 1 == 1 { -1.0 } else { 1.0 };
    half.with_signs_of(S::from_xyz(sign(0), sign(1), sign(2)))
}

impl<V: Vector> SupportMap<V> for Cuboid<V> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        support(self.half_extents.to_space(), direction)
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    #[inline]
    fn inradius(&self) -> f64 {
        least(self.half_extents)
    }
    #[inline]
    fn reach(&self) -> f64 {
        let half = self.half_extents.to_space();
        if_lengths(half, length_above(half))
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        let half = self.half_extents.to_space();
        if_lengths(half, length_above(half.zip(factors, |h, f| h * f)))
    }
    #[inline]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::Cuboid(self.half_extents.to_space())
    }
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::lengths("half extent", self.half_extents.to_space())
    }
}
