//! A shape as searches see it: typed by the space alone, with what every query needs looked up
//! once.
//!
//! Searches are long, and a caller has many types of shapes and vectors: a search for each pair of
//! them would be compiled again and again. So each shape is lowered at the door to a [`Solid`], of
//! which there is one type for hulls and one for all others, and searches are compiled for these.

use crate::math::tolerance::{CURVED_SUPPORT, UNIT_ROUNDOFF};
use crate::math::{Precision, Scalar, Space, Vector, Xy, larger};

#[cfg(feature = "alloc")]
use super::convex_hull::HullCore;
use super::error::ShapeError;
use super::flats::Flats;
use super::moments::Moments;
use super::primitive::{Meridian, Primitive};
use super::round::cylinder_support;
use super::segment::upright_support;
use super::support::{Factors, Support, SupportMap, VisitTerm, support_from_f64};

/// The most common support mappings, which a search calls inline.
#[derive(Clone, Copy, Debug)]
pub enum Family<'a, S> {
    /// The origin.
    Point,
    /// A segment along the y-axis, by its upper end.
    Upright(S),
    /// A box, by its half extents.
    Cuboid(S),
    /// A cylinder, by its radius and half height.
    Cylinder(Xy),
    /// The hull of vertices.
    #[cfg(feature = "alloc")]
    Hull(&'a HullCore<S>),
    /// Any other.
    Other,
    /// Nothing else borrows where there is no allocator.
    #[cfg(not(feature = "alloc"))]
    Borrowed(core::marker::PhantomData<&'a S>),
}

impl<'a, S: Space> Family<'a, S> {
    /// The mapping of a shape with this core, if it rounds no more than the core does. A scaled or
    /// swept shape rounds more, and keeps its own.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Space = S>>(core: &Primitive<'a, V>, rounding: f64) -> Self {
        let is_upright = |p: S, q: S| q == -p && p == S::axis(1) * p.coordinate(1).abs();
        match *core {
            Primitive::Revolved(Meridian::Rectangle(size))
                if rounding <= CURVED_SUPPORT * UNIT_ROUNDOFF =>
            {
                Self::Cylinder(size)
            }
            _ if rounding != 0.0 => Self::Other,
            Primitive::Point(p) if p == S::ORIGIN => Self::Point,
            Primitive::Segment(p, q) if is_upright(p, q) => Self::Upright(p),
            Primitive::Cuboid(half) => Self::Cuboid(half),
            #[cfg(feature = "alloc")]
            Primitive::Hull(hull, ..) => Self::Hull(hull),
            _ => Self::Other,
        }
    }
}

/// The support mapping of a [`Solid`].
pub trait Farthest<S: Space> {
    /// Whether every solid with this mapping is a hull: then many checks are left out.
    const IS_HULL: bool = false;
    /// The shape's centre.
    #[inline(always)]
    fn center(&self, shape: &dyn SupportMap<S>) -> Option<S> {
        shape.center()
    }
    /// The support point of `shape`.
    fn farthest(&self, shape: &dyn SupportMap<S>, direction: S, hint: u32) -> Support<S>;
}

impl<S: Space> Farthest<S> for Family<'_, S> {
    #[inline(always)]
    fn farthest(&self, shape: &dyn SupportMap<S>, direction: S, hint: u32) -> Support<S> {
        match *self {
            Self::Point => Support { point: S::ORIGIN, feature: 0 },
            Self::Upright(top) => upright_support(top, direction),
            Self::Cuboid(half) => super::cuboid::support(half, direction),
            Self::Cylinder(Xy { x: radius, y: half_height }) => {
                cylinder_support(radius, half_height, direction)
            }
            #[cfg(feature = "alloc")]
            Self::Hull(hull) => hull.support(direction),
            _ => shape.support_f64(direction, hint),
        }
    }
}

#[cfg(feature = "alloc")]
impl<S: Space> Farthest<S> for &HullCore<S> {
    const IS_HULL: bool = true;
    #[inline(always)]
    fn center(&self, _: &dyn SupportMap<S>) -> Option<S> {
        Some(self.center)
    }
    #[inline(always)]
    fn farthest(&self, _: &dyn SupportMap<S>, direction: S, _hint: u32) -> Support<S> {
        self.support(direction)
    }
}

/// What is needed once a query, or never, comes from the shape itself.
macro_rules! hand_on {
    ($S:ty, |$own:ident| $shape:expr) => {
        fn radius_in_two(&self) -> [f64; 2] {
            let $own = self;
            $shape.radius_in_two()
        }
        fn inradius(&self) -> f64 {
            let $own = self;
            $shape.inradius()
        }
        fn lengths(&self) -> f64 {
            let $own = self;
            $shape.lengths()
        }
        fn has_exact_normal(&self) -> bool {
            let $own = self;
            $shape.has_exact_normal()
        }
        fn reach_stretched(&self, factors: $S) -> f64 {
            let $own = self;
            $shape.reach_stretched(factors)
        }
        fn reach_within(&self, within: f64) -> f64 {
            let $own = self;
            $shape.reach_within(within)
        }
        fn vertex(&self, feature: u32) -> Option<$S> {
            let $own = self;
            $shape.vertex(feature)
        }
        fn corners(&self) -> Option<u32> {
            let $own = self;
            $shape.corners()
        }
        fn corner(&self, index: u32) -> Option<[$S; 2]> {
            let $own = self;
            $shape.corner(index)
        }
        fn corner_terms(
            &self,
            index: u64,
            over: Option<&Factors<'_, $S>>,
            visit: VisitTerm<'_, $S>,
        ) -> Option<()> {
            let $own = self;
            $shape.corner_terms(index, over, visit)
        }
        fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
            let $own = self;
            $shape.corners_of_summands(visit)
        }
        fn exact_radius(&self) -> Option<[f64; 2]> {
            let $own = self;
            $shape.exact_radius()
        }
        fn radius_terms(
            &self,
            over: Option<&Factors<'_, $S>>,
            visit: VisitTerm<'_, $S>,
        ) -> Option<()> {
            let $own = self;
            $shape.radius_terms(over, visit)
        }
        fn flats(&self) -> Flats<'_, $S> {
            let $own = self;
            $shape.flats()
        }
        fn moments(&self) -> Option<Moments<$S>> {
            let $own = self;
            $shape.moments()
        }
        fn check(&self) -> Result<(), ShapeError> {
            let $own = self;
            $shape.check()
        }
    };
}

/// See the [module](self).
pub struct Solid<'a, S: Space, F = Family<'a, S>> {
    farthest: F,
    shape: &'a dyn SupportMap<S>,
    primitive: Primitive<'a, S>,
    radius: f64,
    reach: f64,
    rounding: f64,
}

/// How much lower than the maximum a support point may be, in parts of the reach: the shape's own
/// statement, and some steps of subnormal numbers. Points of a closure over `f32` are rounded to
/// those of `f32`; points that are finer than `f32` are of `f64`.
#[inline(always)]
pub(crate) fn own_rounding<T: Scalar>(rounding: f64, reach: f64) -> f64 {
    let is_finer = rounding < T::EPSILON;
    let Precision { steps, .. } =
        if is_finer { Precision::of::<f64>() } else { Precision::of::<T>() };
    if rounding == 0.0 { 0.0 } else { rounding + steps / larger(reach, steps) }
}

impl<'a, S: Space> Solid<'a, S> {
    /// Reads a shape once.
    // PERF(inlining): a call costs a boolean of two unlike kinds 2 % of its instructions.
    #[inline(always)]
    pub(crate) fn new<V, A>(shape: &'a Widened<'a, V, A>) -> Self
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
    {
        let (primitive, reach, rounding) = (shape.primitive(), shape.0.reach(), shape.0.rounding());
        Self {
            farthest: Family::of(&primitive, rounding),
            shape,
            primitive,
            radius: shape.0.radius_f64(),
            reach,
            rounding: own_rounding::<V::Scalar>(rounding, reach),
        }
    }

    /// The same for what takes microseconds: as a call, which keeps callers small.
    #[inline(never)]
    pub(crate) fn called<V, A>(shape: &'a Widened<'a, V, A>) -> Self
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
    {
        Self::new(shape)
    }

    /// The same typed as a hull, if it is one.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn as_hull(&self) -> Option<Solid<'a, S, &'a HullCore<S>>> {
        let Family::Hull(farthest) = self.farthest else { return None };
        let Self { shape, primitive, radius, reach, rounding, .. } = *self;
        Some(Solid { farthest, shape, primitive, radius, reach, rounding })
    }
}

impl<S: Space, F: Farthest<S>> SupportMap<S> for Solid<'_, S, F> {
    #[inline(always)]
    fn support_f64(&self, direction: S, hint: u32) -> Support<S> {
        self.farthest.farthest(self.shape, direction, hint)
    }
    #[inline(always)]
    fn support_within(&self, direction: S, hint: u32, within: f64) -> Support<S> {
        // All but half-spaces and frusta end.
        if F::IS_HULL || within == 0.0 {
            self.support_f64(direction, hint)
        } else {
            self.shape.support_within(direction, hint, within)
        }
    }
    #[inline(always)]
    fn radius_f64(&self) -> f64 {
        self.radius
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        self.reach
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        if F::IS_HULL { 0.0 } else { self.rounding }
    }
    #[inline(always)]
    fn primitive(&self) -> Primitive<'_, S> {
        if F::IS_HULL && S::DIM == 3 { Primitive::General } else { self.primitive }
    }
    #[inline(always)]
    fn center(&self) -> Option<S> {
        self.farthest.center(self.shape)
    }
    #[inline(always)]
    fn unbounded(&self) -> Option<f64> {
        if F::IS_HULL { None } else { self.shape.unbounded() }
    }
    fn support(&self, direction: S, hint: u32) -> Support<S> {
        self.support_f64(direction, hint)
    }
    hand_on!(S, |solid| solid.shape);
}

/// A shape of a caller's vectors as one of the space's: every number of it, widened.
pub(crate) struct Widened<'a, V, A: ?Sized>(&'a A, core::marker::PhantomData<V>);

impl<'a, V: Vector, A: SupportMap<V> + ?Sized> Widened<'a, V, A> {
    pub(crate) const fn new(shape: &'a A) -> Self {
        Self(shape, core::marker::PhantomData)
    }
}

impl<V: Vector, A: SupportMap<V> + ?Sized> SupportMap<V::Space> for Widened<'_, V, A> {
    fn support(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.0.support_f64(direction, hint)
    }
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.0.support_f64(direction, hint)
    }
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        self.0.support_within(direction, hint, within)
    }
    fn radius(&self) -> f64 {
        self.0.radius_f64()
    }
    fn radius_f64(&self) -> f64 {
        self.0.radius_f64()
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn rounding(&self) -> f64 {
        own_rounding::<V::Scalar>(self.0.rounding(), self.0.reach())
    }
    fn center(&self) -> Option<V::Space> {
        self.0.center()
    }
    fn unbounded(&self) -> Option<f64> {
        self.0.unbounded()
    }
    fn primitive(&self) -> Primitive<'_, V::Space> {
        match self.0.primitive() {
            // A hull has a widened outline already.
            #[cfg(feature = "alloc")]
            Primitive::Hull(hull, facets, _) => Primitive::Hull(hull, facets, &hull.outline),
            core => core.of_vectors(),
        }
    }
    hand_on!(V::Space, |widened| widened.0);
}

/// A shape of the space's vectors as one of a caller's, whose precision holds its numbers: what
/// [`Widened`] undoes. For callers that know the precision only when they run.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Narrowed<'a, A: ?Sized>(pub &'a A);

impl<V: Vector, A: SupportMap<V::Space> + ?Sized> SupportMap<V> for Narrowed<'_, A> {
    support_from_f64!(V);

    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.0.support_f64(direction, hint)
    }
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        self.0.support_within(direction, hint, within)
    }
    fn radius(&self) -> V::Scalar {
        V::Scalar::from_f64(self.0.radius_f64())
    }
    fn radius_f64(&self) -> f64 {
        self.0.radius_f64()
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn rounding(&self) -> f64 {
        self.0.rounding()
    }
    fn center(&self) -> Option<V::Space> {
        self.0.center()
    }
    fn unbounded(&self) -> Option<f64> {
        self.0.unbounded()
    }
    fn primitive(&self) -> Primitive<'_, V> {
        self.0.primitive().of_vectors()
    }
    hand_on!(V::Space, |narrowed| narrowed.0);
}
