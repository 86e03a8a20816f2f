//! A [`Shape`] of which the questions that every query asks are answered beforehand.

use crate::math::Vector;

use super::any::each;
use super::{Factors, Flats, Primitive, Shape, ShapeError, Support, SupportMap, Tell};

/// A shape, and what it is. Its support mapping tells the simple shapes apart in place, and calls
/// the others.
pub(crate) struct Solid<'a, V: Vector> {
    shape: &'a Shape<V>,
    primitive: Primitive<'a, V>,
    radius: f64,
    reach: f64,
    rounding: f64,
}

impl<'a, V: Vector> Solid<'a, V> {
    /// By one look at the shape.
    #[inline]
    pub(crate) fn new(shape: &'a Shape<V>) -> Self {
        each!(shape, own => Self {
            shape,
            primitive: SupportMap::<V>::primitive(own),
            radius: SupportMap::<V>::radius_f64(own),
            reach: SupportMap::<V>::reach(own),
            rounding: SupportMap::<V>::rounding(own),
        })
    }
}

impl<V: Vector> SupportMap<V> for Solid<'_, V> {
    #[inline(always)]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        match self.shape {
            Shape::Ball(shape) => SupportMap::<V>::support_f64(shape, direction, hint),
            Shape::Capsule(shape) => SupportMap::<V>::support_f64(shape, direction, hint),
            Shape::Cuboid(shape) => shape.support_f64(direction, hint),
            Shape::Hull(shape) => shape.support_f64(direction, hint),
            Shape::Cylinder(shape) => SupportMap::<V>::support_f64(shape, direction, hint),
            shape => shape.support_f64(direction, hint),
        }
    }
    #[inline(always)]
    fn radius_f64(&self) -> f64 {
        self.radius
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.reach
    }
    #[inline(always)]
    fn primitive(&self) -> Primitive<'_, V> {
        self.primitive
    }
    #[inline(always)]
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        // All but half-spaces and frusta end.
        if within == 0.0 {
            self.support_f64(direction, hint)
        } else {
            self.shape.support_within(direction, hint, within)
        }
    }

    fn support(&self, direction: V, hint: u32) -> Support<V> {
        self.shape.support(direction, hint)
    }
    fn radius(&self) -> V::Scalar {
        self.shape.radius()
    }
    fn radius_in_two(&self) -> [f64; 2] {
        self.shape.radius_in_two()
    }
    fn center(&self) -> Option<V::Space> {
        self.shape.center()
    }
    fn inradius(&self) -> f64 {
        self.shape.inradius()
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        self.shape.reach_stretched(factors)
    }
    fn unbounded(&self) -> Option<f64> {
        self.shape.unbounded()
    }
    fn reach_within(&self, within: f64) -> f64 {
        self.shape.reach_within(within)
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.rounding
    }
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.shape.vertex(feature)
    }
    fn corners(&self) -> Option<u32> {
        self.shape.corners()
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        self.shape.corner(index)
    }
    fn corner_terms(
        &self,
        index: u32,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        self.shape.corner_terms(index, over, tell)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        self.shape.exact_radius()
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        self.shape.radius_terms(over, tell)
    }
    fn flats(&self) -> Flats<'_, V> {
        self.shape.flats()
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.shape.check()
    }
}
