//! The support mapping: the only method that a convex shape must have.

#[cfg(feature = "alloc")]
use crate::answer::{Proximity, Verdict, Witness};
use crate::math::{Scalar, Space, Vector};
#[cfg(feature = "alloc")]
use crate::query::OfShapes;

use super::error::ShapeError;
use super::flats::Flats;
use super::lengths::length_above;
use super::moments::Moments;
use super::primitive::Primitive;

/// A support point, and the feature of the shape that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<V> {
    /// A point of the core farthest along the direction, in the shape's local frame.
    pub point: V,
    /// The vertex's index, for shapes with vertices. It comes back as the hint of a later call,
    /// shows GJK that a vertex repeats, and lets a [`Warm`](crate::Warm) memory find the vertex
    /// again. Curved shapes use [`Support::SMOOTH`].
    pub feature: u32,
}

impl<V> Support<V> {
    /// The feature of a point on a curved surface, which cannot be found again.
    pub const SMOOTH: u32 = u32::MAX;
}

/// A convex shape: a core, known by its support mapping, grown by a ball of
/// [`radius`](Self::radius).
///
/// Balls are points with a radius, capsules segments, rounded boxes boxes: the core is what GJK
/// sees, so these shapes cost as little as their cores and shallow contact never needs EPA.
///
/// Only [`support`](Self::support) must be written. Everything is in the shape's local frame.
///
/// ```
/// use clearance::{Support, SupportMap, distance};
/// use glam::Vec3;
///
/// /// A disc in the xz-plane.
/// struct Disc(f32);
///
/// impl SupportMap<Vec3> for Disc {
///     fn support(&self, direction: Vec3, _hint: u32) -> Support<Vec3> {
///         let flat = Vec3::new(direction.x, 0.0, direction.z);
///         Support { point: flat.normalize_or_zero() * self.0, feature: Support::<Vec3>::SMOOTH }
///     }
/// }
///
/// let apart = distance(&Disc(1.0), &Vec3::ZERO, &Disc(1.0), &Vec3::new(3.0, 0.0, 0.0)).unwrap();
/// assert!((apart.length - 1.0).abs() <= apart.gap);
/// ```
///
/// A wrong mapping makes every answer meaningless; [`check_support`](crate::check_support) tests
/// whether a mapping is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape for poses of `{V}`",
    note = "shapes and poses of one query have one vector type: all `Vec3`, or all `DVec3`, `Vec2` or `DVec2`",
    note = "points become a shape by `ConvexHull::new(&points)?`, and constructors that check their numbers want their `?`",
    note = "your own shape implements `SupportMap<{V}>`, or is a closure `|direction: {V}| ...`"
)]
pub trait SupportMap<V: Vector> {
    /// A point of the core that is farthest along `direction`: it maximises `point · direction`.
    ///
    /// `direction` is not zero but of any length. `hint` is the feature that this mapping returned
    /// for a nearby direction, or 0: a place to start looking, never a reason for another answer.
    fn support(&self, direction: V, hint: u32) -> Support<V>;

    /// The same in `f64`, in which the algorithms run. Shapes whose data allow it return it without
    /// the rounding of `V`; by default the direction is rounded to `V` and the result widened.
    #[inline]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        // A direction of extreme length would round to zero or infinity in f32.
        let direction = direction.try_normalize().unwrap_or(V::Space::axis(0));
        let Support { point, feature } = self.support(V::from_space(direction), hint);
        Support { point: point.to_space(), feature }
    }

    /// The radius of the ball that grows the core; 0 by default.
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// The radius without the rounding of `V`: shapes made of shapes add and multiply theirs in
    /// `f64`.
    #[inline]
    fn radius_f64(&self) -> f64 {
        self.radius().to_f64()
    }

    /// The radius as the sum of two numbers, in which shapes made of shapes round less than once.
    #[doc(hidden)]
    #[inline]
    fn radius_in_two(&self) -> [f64; 2] {
        [self.radius_f64(), 0.0]
    }

    /// A point of the core, well inside if it has an inside, and off by no more than 16 roundings
    /// of `f64` of [`reach`](Self::reach); `None`, as by default, where it is unknown. A search
    /// begins there, and proves overlaps a step sooner.
    #[inline]
    fn center(&self) -> Option<V::Space> {
        None
    }

    /// The radius of a ball about [`center`](Self::center) that the core holds, to 16 roundings of
    /// `f64` of [`reach`](Self::reach); 0, as by default, where the ball is unknown or does not
    /// exist. Where the balls of two shapes meet, so do the shapes, and a boolean needs no search.
    #[inline]
    fn inradius(&self) -> f64 {
        0.0
    }

    /// An upper bound of the distance of the core's points from the local origin; it scales the
    /// error bounds. NaN if the numbers describe no shape. By default the corner of the bounding
    /// box, from support points along each axis.
    fn reach(&self) -> f64 {
        let mut corner = V::Space::default();
        for i in 0..V::Space::DIM {
            let axis = V::Space::axis(i);
            let (high, low) = (self.support_f64(axis, 0).point, self.support_f64(-axis, 0).point);
            corner += axis * high.coordinate(i).abs().max(low.coordinate(i).abs());
        }
        // Support points along the axes have the mapping's own rounding.
        length_above(corner) * (1.0 + 2.0 * self.rounding())
    }

    /// For a shape without end: the largest distance of its corners from the local origin. A query
    /// then looks at the part of it that [`support_within`](Self::support_within) describes, if the
    /// other shape ends. `None`, as by default, for shapes that end.
    #[inline]
    fn unbounded(&self) -> Option<f64> {
        None
    }

    /// The support point of a bounded convex part of the shape that holds all of it within a
    /// distance of the local origin: the same part for all directions. By default, and for `within`
    /// 0, that of the shape itself.
    #[inline(always)]
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        let _ = within;
        self.support_f64(direction, hint)
    }

    /// The [`reach`](Self::reach) of that part.
    #[inline]
    fn reach_within(&self, within: f64) -> f64 {
        let _ = within;
        self.reach()
    }

    /// The [`reach`](Self::reach) of the core once each coordinate is multiplied by that of
    /// `factors`. By default as if the farthest point lay along the axis of the largest.
    #[doc(hidden)]
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        factors.max_abs() * self.reach()
    }

    /// How much lower than the true maximum the height of a support point may be, relative to
    /// [`reach`](Self::reach); 0 where the points are exact. By default 16 roundings of the scalar.
    #[inline]
    fn rounding(&self) -> f64 {
        16.0 * V::Scalar::EPSILON
    }

    /// The vertex that carries `feature`, for shapes with vertices: how a [`Warm`](crate::Warm)
    /// memory builds its simplex again.
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        self.primitive().corner(feature)
    }

    /// How many vertices the core is exactly the hull of; `None` where it is not (curved, or known
    /// with rounding only).
    ///
    /// With these, [`corner`](Self::corner) and [`exact_radius`](Self::exact_radius), booleans are
    /// exact: where the search's arithmetic cannot decide, exact arithmetic does.
    #[inline]
    fn corners(&self) -> Option<u32> {
        self.primitive().corners()
    }

    /// The exact vertex of this index, below [`corners`](Self::corners), as the unevaluated sum of
    /// two.
    #[inline]
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        Some([self.vertex(index)?, V::Space::default()])
    }

    /// Visits how many corners each summand of the core has; `None` where
    /// [`corners`](Self::corners) is, unless only because their product is too large. An index
    /// counts through the corners of the first summand first. By default the core is no sum.
    #[doc(hidden)]
    fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
        self.corners().map(visit)
    }

    /// The exact radius as the unevaluated sum of two numbers; `None` where these do not hold it.
    #[inline]
    fn exact_radius(&self) -> Option<[f64; 2]> {
        Some([self.radius().to_f64(), 0.0])
    }

    /// Visits the terms whose sum is the exact vertex of this index, each a vector and the factors
    /// that multiply its coordinates. For nested shapes two numbers do not hold it. By default the
    /// two terms of [`corner`](Self::corner), under the factors `over` the shape.
    #[doc(hidden)]
    fn corner_terms(
        &self,
        index: u64,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        let index = u32::try_from(index).ok()?;
        self.corner(index)?.into_iter().for_each(|term| visit(term, over));
        Some(())
    }

    /// Visits the terms whose sum is the exact radius, each the first coordinate of a vector. By
    /// default those of [`exact_radius`](Self::exact_radius).
    #[doc(hidden)]
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        self.exact_radius()?.into_iter().for_each(|term| visit(V::Space::axis(0) * term, over));
        Some(())
    }

    /// The kind of the core, exactly: from it come [`corners`](Self::corners),
    /// [`vertex`](Self::vertex), [`flats`](Self::flats) and [`moments`](Self::moments), formulas
    /// that are faster than iterating, and, where [`rounding`](Self::rounding) is 0, support
    /// points.
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        Primitive::General
    }

    /// Volume, centre of mass and second moments; `None` where no formula is known. By default by
    /// the [`primitive`](Self::primitive). See [`mass_properties`](crate::mass_properties).
    fn moments(&self) -> Option<Moments<V::Space>> {
        Moments::of_primitive(&self.primitive(), self.radius_f64())
    }

    /// The flat parts of the core, along which contacts have more than one point.
    #[inline]
    fn flats(&self) -> Flats<'_, V::Space> {
        Flats::of(&self.primitive())
    }

    /// The sum of the magnitudes of the terms of a half-space's boundary height: in a sum they may
    /// cancel, and the rounding error is a part of them. For another shape, its reach.
    #[doc(hidden)]
    fn lengths(&self) -> f64 {
        self.reach()
    }

    /// Whether the normal that a half-space's [`primitive`](Self::primitive) gives has exactly the
    /// direction of its boundary's: rounded ones prove nothing about two that are parallel.
    #[doc(hidden)]
    fn has_exact_normal(&self) -> bool {
        self.rounding() == 0.0
    }

    /// Itself, if it is a [`Shape`](crate::Shape): the compiler knows other types.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline(always)]
    fn as_shape(&self) -> Option<&super::Shape<V>> {
        None
    }

    /// How a [`Shape`](crate::Shape) answers beside another, if it is one. A method for each verb:
    /// what one names is compiled for those callers alone who ask that verb of a `Shape`.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline(always)]
    fn verdicts(&self) -> Option<OfShapes<V, Verdict>> {
        None
    }
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline(always)]
    fn distances(&self) -> Option<OfShapes<V, Option<Witness<V>>>> {
        None
    }
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline(always)]
    fn depths(&self) -> Option<OfShapes<V, Option<Witness<V>>>> {
        None
    }
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline(always)]
    fn proximities(&self) -> Option<OfShapes<V, Proximity<V>>> {
        None
    }
    /// Whether the shape's numbers describe one: finite, no negative length. Queries are total: for
    /// a shape that fails here they answer that nothing is known (`Undecided`, with an infinite
    /// gap).
    ///
    /// # Errors
    /// [`ShapeError`], which names the offending number.
    fn check(&self) -> Result<(), ShapeError> {
        ShapeError::finite("extent", self.reach())?;
        ShapeError::length("radius", self.radius_f64())
    }
}

/// Factors of the coordinates, one list over the other: those by which the scales around a shape
/// multiply its points.
#[derive(Clone, Copy, Debug)]
pub struct Factors<'a, S> {
    pub(crate) by: S,
    pub(crate) over: Option<&'a Factors<'a, S>>,
}

impl<S: Copy> Factors<'_, S> {
    /// Each list of factors, the innermost first.
    pub fn each(&self) -> impl Iterator<Item = S> {
        core::iter::successors(Some(self), |factors| factors.over).map(|factors| factors.by)
    }
}

/// Takes a term and the factors over it.
pub type VisitTerm<'t, S> = &'t mut dyn FnMut(S, Option<&Factors<'_, S>>);

/// Closures are support mappings of a core without radius: `|direction: Vec3| -> Vec3`.
#[diagnostic::do_not_recommend]
impl<V: Vector, F: Fn(V) -> V> SupportMap<V> for F {
    #[inline]
    fn support(&self, direction: V, _hint: u32) -> Support<V> {
        Support { point: self(direction), feature: Support::<V>::SMOOTH }
    }
}

/// Implements `support` by `support_f64`, for shapes that answer without rounding.
macro_rules! support_from_f64 {
    ($V:ty) => {
        #[inline]
        fn support(&self, direction: $V, hint: u32) -> $crate::shape::Support<$V> {
            let direction = <$V as $crate::math::Vector>::to_space(direction);
            let $crate::shape::Support { point, feature } =
                $crate::shape::SupportMap::<$V>::support_f64(self, direction, hint);
            $crate::shape::Support {
                point: <$V as $crate::math::Vector>::from_space(point),
                feature,
            }
        }
    };
}
pub(crate) use support_from_f64;
