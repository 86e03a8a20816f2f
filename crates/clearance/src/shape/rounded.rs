//! A shape grown by a ball.

use crate::math::{Scalar, Space, Vector, exact_sum};

use super::error::ShapeError;
use super::flats::Flats;
use super::moments::Moments;
use super::primitive::Primitive;
use super::radius::{in_one, sum_in_two};
use super::support::{Factors, Support, SupportMap, VisitTerm, support_from_f64};

/// Any shape grown by a ball: a safety margin, rounded corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Rounded<A, T> {
    pub inner: A,
    pub radius: T,
}

impl<A, T> Rounded<A, T> {
    /// `inner` grown by `radius`.
    pub const fn new(inner: A, radius: T) -> Self {
        Self { inner, radius }
    }
}

impl<V: Vector, A: SupportMap<V>> SupportMap<V> for Rounded<A, V::Scalar> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.inner.support_f64(direction, hint)
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::from_f64(self.radius_f64())
    }
    #[inline]
    fn radius_f64(&self) -> f64 {
        in_one(SupportMap::<V>::radius_in_two(self))
    }
    #[inline]
    fn radius_in_two(&self) -> [f64; 2] {
        sum_in_two(self.inner.radius_in_two(), [self.radius.to_f64(), 0.0])
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        self.inner.center()
    }
    #[inline]
    fn inradius(&self) -> f64 {
        self.inner.inradius()
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.inner.reach()
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        self.inner.reach_stretched(factors)
    }
    #[inline]
    fn unbounded(&self) -> Option<f64> {
        self.inner.unbounded()
    }
    #[inline]
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        self.inner.support_within(direction, hint, within)
    }
    #[inline]
    fn reach_within(&self, within: f64) -> f64 {
        self.inner.reach_within(within)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        self.inner.rounding()
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.inner.vertex(feature)
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        self.inner.primitive()
    }
    fn lengths(&self) -> f64 {
        self.inner.lengths()
    }
    fn has_exact_normal(&self) -> bool {
        self.inner.has_exact_normal()
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        self.inner.flats()
    }
    fn corners(&self) -> Option<u32> {
        self.inner.corners()
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        self.inner.corner(index)
    }
    fn corner_terms(
        &self,
        index: u64,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        self.inner.corner_terms(index, over, visit)
    }
    fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
        self.inner.corners_of_summands(visit)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        exact_sum(self.inner.exact_radius()?, [self.radius.to_f64(), 0.0])
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        self.inner.radius_terms(over, visit)?;
        visit(V::Space::axis(0) * self.radius.to_f64(), over);
        Some(())
    }
    fn moments(&self) -> Option<Moments<V::Space>> {
        if self.radius == V::Scalar::ZERO {
            return self.inner.moments();
        }
        Moments::of_primitive(&self.inner.primitive(), self.radius_f64())
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.inner.check()?;
        ShapeError::length("radius", self.radius.to_f64())
    }
}
