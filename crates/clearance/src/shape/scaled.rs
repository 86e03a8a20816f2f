//! A shape stretched along its axes.

use crate::math::{
    MOST_UNEVEN, Scalar, Space, Vector, Xy, direction_times, exact_product, is_too_uneven,
};

use super::error::ShapeError;
use super::flats::Flats;
use super::half_space::{are_parallel, boundary_near_one, stretched_boundary};
use super::lengths::{if_length, length};
use super::moments::Moments;
use super::primitive::{Meridian, Primitive};
use super::radius::{in_one, product_in_two};
use super::support::{Factors, Support, SupportMap, VisitTerm, support_from_f64};

/// Any shape stretched along its local axes about its local origin. Negative factors mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "ScaledData<A, V>",
        bound(deserialize = "A: serde::Deserialize<'de>, V: Vector + serde::Deserialize<'de>")
    )
)]
pub struct Scaled<A, V> {
    inner: A,
    scale: V,
}

/// The data, not checked yet.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct ScaledData<A, V> {
    inner: A,
    scale: V,
}

#[cfg(feature = "serde")]
impl<A, V: Vector> TryFrom<ScaledData<A, V>> for Scaled<A, V> {
    type Error = ShapeError;
    fn try_from(ScaledData { inner, scale }: ScaledData<A, V>) -> Result<Self, ShapeError> {
        Self::new(inner, scale)
    }
}

impl<A, V: Vector> Scaled<A, V> {
    /// `inner` with each local coordinate multiplied by that of `scale`.
    ///
    /// # Errors
    /// [`ShapeError::ZeroScale`] and [`ShapeError::NotFinite`].
    pub fn new(inner: A, scale: V) -> Result<Self, ShapeError> {
        let factors = scale.to_space();
        ShapeError::finite("scale", factors.max_abs())?;
        if (0..V::Space::DIM).any(|i| factors.coordinate(i) == 0.0) {
            return Err(ShapeError::ZeroScale);
        }
        Ok(Self { inner, scale })
    }

    /// The shape before scaling.
    #[must_use]
    pub const fn inner(&self) -> &A {
        &self.inner
    }

    /// The factors along the local axes.
    #[must_use]
    pub const fn scale(&self) -> V {
        self.scale
    }

    /// The common magnitude of the factors, under which a ball stays a ball.
    fn uniform(&self) -> Option<f64> {
        let scale = self.scale.to_space().map(f64::abs);
        let first = scale.coordinate(0);
        (scale == V::Space::splat(first)).then_some(first)
    }
}

impl<V: Vector, A: SupportMap<V>> Scaled<A, V> {
    /// Whether the radius becomes part of the core: an unevenly stretched ball is not a ball.
    #[inline]
    fn swallows_radius(&self) -> bool {
        self.uniform().is_none() && self.inner.radius_f64() != 0.0
    }

    /// The support point, from the inner shape's along the corresponding direction.
    #[inline]
    fn stretched_support(
        &self,
        direction: V::Space,
        inner: impl Fn(V::Space) -> Support<V::Space>,
    ) -> Support<V::Space> {
        let scale = self.scale.to_space();
        let stretched = direction_times(scale, direction).unwrap_or(V::Space::axis(0));
        let Support { point, feature } = inner(stretched);
        // An unevenly stretched ball is not a ball, so its radius becomes part of the core.
        let (point, feature) = if self.swallows_radius() {
            (point + stretched * self.inner.radius_f64(), Support::<V>::SMOOTH)
        } else {
            (point, feature)
        };
        Support { point: scale.zip(point, |s, p| s * p), feature }
    }

    /// The radius where it becomes part of the core.
    fn swallowed(&self) -> f64 {
        if self.swallows_radius() { if_length(self.inner.radius_f64()) } else { 0.0 }
    }

    /// The reach under the factors of this scale and those around it together. Infinite where the
    /// factors undo a shape as uneven as they are, beyond what directions hold, and of a shape
    /// without end; NaN if both.
    fn reach_by(&self, factors: V::Space) -> f64 {
        let reach = self.inner.reach_stretched(factors) + factors.max_abs() * self.swallowed();
        if !is_too_uneven(factors) {
            return reach;
        }
        if self.inner.reach() == f64::INFINITY {
            return f64::NAN;
        }
        let is_lost = self.inner.reach() * (factors.max_abs() / MOST_UNEVEN) > reach;
        if is_lost { f64::INFINITY } else { reach }
    }

    /// Whether directions do not hold the factors, and the inner shape needs them to.
    fn is_lost(&self) -> bool {
        let scale = self.scale.to_space();
        is_too_uneven(scale) && !(self.reach_by(scale) < f64::INFINITY)
    }

    /// Whether directions do not hold the factors of this scale and of those within, of a shape
    /// without end.
    fn is_endlessly_lost(&self) -> bool {
        SupportMap::<V>::reach(self).is_nan()
    }

    /// Whether the radius of a ball may have rounded to a subnormal number on the way.
    fn has_lost_radius(&self) -> bool {
        SupportMap::<V>::reach(self) > SupportMap::<V>::radius_f64(self)
    }

    /// The distance within which the inner shape matters, rounded up.
    fn inner_within(&self, within: f64) -> f64 {
        within / self.scale.to_space().map(f64::abs).min() * (1.0 + 4.0 * f64::EPSILON)
    }

    /// The semi-axes of the ellipsoid that a ball about the origin becomes, where none is rounded.
    fn stretched_ball(&self) -> Option<V::Space> {
        self.stretched_core(&self.inner.primitive())
    }

    /// The same for an inner shape whose core is known already. Its radius is computed last:
    /// computing both at each level would double the work from level to level.
    fn stretched_core(&self, core: &Primitive<'_, V>) -> Option<V::Space> {
        let Primitive::Point(center) = *core else { return None };
        (center == V::Space::default()).then_some(())?;
        let [radius, rest] = self.inner.exact_radius()?;
        (radius >= 0.0 && rest == 0.0).then_some(())?;
        stretched(self.scale.to_space(), V::Space::splat(radius))
    }

    /// A body of revolution stays one where both directions across its axis are stretched alike.
    fn stretched_meridian(&self, meridian: Meridian) -> Primitive<'static, V> {
        let scale = self.scale.to_space();
        let [x, y, z] = [0, 1, 2].map(|i| scale.coordinate(i));
        let is_round = x.abs() == z.abs();
        let factors = Xy::new(x, y);
        let named = match meridian {
            Meridian::Ellipse(Xy { x: radius, y: half_height }) => {
                let radii = V::Space::from_xyz(radius, half_height, radius);
                stretched(scale, radii).map(Primitive::ellipsoid)
            }
            Meridian::Rectangle(radii) if is_round => stretched(factors, radii)
                .map(|radii| Primitive::Revolved(Meridian::Rectangle(radii))),
            // Upside down its apex would be below.
            Meridian::Triangle(radii) if is_round && y > 0.0 => stretched(factors, radii)
                .map(|radii| Primitive::Revolved(Meridian::Triangle(radii))),
            Meridian::Rectangle(_) | Meridian::Triangle(_) => None,
        };
        named.unwrap_or(Primitive::General)
    }
}

/// Lengths times the magnitudes of factors, where no product is rounded.
fn stretched<S: Space>(scale: S, lengths: S) -> Option<S> {
    are_exact(scale, lengths).then(|| scale.map(f64::abs).zip(lengths, |s, x| s * x))
}

/// Whether no product of coordinates is rounded.
fn are_exact<S: Space>(scale: S, lengths: S) -> bool {
    let is_exact = |i| {
        exact_product(scale.coordinate(i), lengths.coordinate(i))
            .is_some_and(|[_, rest]| rest == 0.0)
    };
    (0..S::DIM).all(is_exact)
}

impl<V: Vector, A: SupportMap<V>> SupportMap<V> for Scaled<A, V> {
    support_from_f64!(V);

    /// `scale · K` is supported along `d` by `scale · support(K, scale · d)`.
    #[inline]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.stretched_support(direction, |stretched| self.inner.support_f64(stretched, hint))
    }
    fn unbounded(&self) -> Option<f64> {
        let corners = self.inner.unbounded()? * self.scale.to_space().max_abs();
        Some(if self.is_endlessly_lost() { f64::NAN } else { corners })
    }
    #[inline]
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        if within == 0.0 {
            return SupportMap::<V>::support_f64(self, direction, hint);
        }
        let inner = |d| self.inner.support_within(d, hint, self.inner_within(within));
        self.stretched_support(direction, inner)
    }
    fn reach_within(&self, within: f64) -> f64 {
        let inner = self.inner.reach_within(self.inner_within(within));
        self.scale.to_space().max_abs() * (inner + self.swallowed())
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::from_f64(SupportMap::<V>::radius_f64(self))
    }
    #[inline]
    fn radius_f64(&self) -> f64 {
        in_one(SupportMap::<V>::radius_in_two(self))
    }
    #[inline]
    fn radius_in_two(&self) -> [f64; 2] {
        self.uniform().map_or([0.0; 2], |factor| product_in_two(self.inner.radius_in_two(), factor))
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(self.scale.to_space().zip(self.inner.center()?, |s, c| s * c))
    }
    #[inline]
    fn inradius(&self) -> f64 {
        let swallowed = if self.swallows_radius() { self.inner.radius_f64() } else { 0.0 };
        let least = self.scale.to_space().map(f64::abs).min();
        // Rounded down, so that it remains a bound for a shape scaled many times.
        least * (self.inner.inradius() + swallowed) * (1.0 - 2.0 * f64::EPSILON)
    }
    /// The inner shape's under the factors, not the product of its own and the largest: one scale
    /// may stretch what another shrinks. Infinite where points within leave the range of floats.
    #[inline]
    fn reach(&self) -> f64 {
        let reach = self.reach_by(self.scale.to_space());
        let inner = self.inner.reach();
        if inner < f64::INFINITY { reach } else { reach + inner }
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        // Rounded up, and never to zero: an inner factor may be as large as this one is small.
        let above =
            |s: f64, t: f64| ((s * t).abs() * (1.0 + 2.0 * f64::EPSILON)).max(f64::MIN_POSITIVE);
        let reach = self.reach_by(self.scale.to_space().zip(factors, above));
        // A point that rounds to a subnormal number is off as if the shape reached so far.
        let least = factors.max_abs() * f64::MIN_POSITIVE;
        if reach < least { least } else { reach }
    }
    #[inline]
    fn rounding(&self) -> f64 {
        use crate::math::tolerance::{CURVED_SUPPORT, UNIT_ROUNDOFF};
        // The product with the scale, and the direction it turns.
        self.inner.rounding() + CURVED_SUPPORT * UNIT_ROUNDOFF
    }
    #[inline]
    fn vertex(&self, feature: u32) -> Option<V::Space> {
        let vertex = self.inner.vertex(feature)?;
        (!self.swallows_radius()).then(|| self.scale.to_space().zip(vertex, |s, v| s * v))
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        let scale = self.scale.to_space();
        let stretch = |p: V::Space| scale.zip(p, |s, x| s * x);
        match self.inner.primitive() {
            _ if self.is_lost() => Primitive::General,
            Primitive::HalfSpace(..) if self.is_endlessly_lost() => Primitive::General,
            Primitive::HalfSpace(normal, offset) => {
                let (normal, offset) = boundary_near_one(normal, offset);
                // A radius that becomes part of the core moves the boundary before stretching.
                let grown = offset + length(normal) * self.swallowed();
                let (normal, offset) = stretched_boundary(normal, grown, scale);
                Primitive::HalfSpace(normal, offset)
            }
            core if self.swallows_radius() => {
                self.stretched_core(&core).map_or(Primitive::General, Primitive::ellipsoid)
            }
            // Formulas take the radius for a length that was rounded as normal numbers are.
            Primitive::Point(_) if self.inner.rounding() > 0.0 && self.has_lost_radius() => {
                Primitive::General
            }
            Primitive::Point(p) if p == V::Space::default() => Primitive::Point(p),
            // A formula allows for points that are rounded once; scaled again, they are known by
            // their support mapping.
            Primitive::Point(_) | Primitive::Segment(..) | Primitive::Cuboid(_)
                if self.inner.rounding() > 0.0 =>
            {
                Primitive::General
            }
            Primitive::Point(p) => Primitive::Point(stretch(p)),
            Primitive::Segment(p, q) => Primitive::Segment(stretch(p), stretch(q)),
            // A negative number, which is no length, must not round to zero.
            Primitive::Cuboid(half) => {
                Primitive::Cuboid(scale.zip(half, |s, h| s.abs() * if_length(h)))
            }
            Primitive::Ellipsoid(radii) => {
                stretched(scale, radii).map_or(Primitive::General, Primitive::ellipsoid)
            }
            Primitive::Revolved(meridian) => self.stretched_meridian(meridian),
            Primitive::General
            | Primitive::Polygon(_)
            | Primitive::Facets(_)
            | Primitive::Frustum(_) => Primitive::General,
            #[cfg(feature = "alloc")]
            Primitive::Hull(..) => Primitive::General,
        }
    }
    fn lengths(&self) -> f64 {
        self.scale.to_space().max_abs() * (self.inner.lengths() + self.inner.radius_f64())
    }
    fn has_exact_normal(&self) -> bool {
        use Primitive::HalfSpace;
        let (HalfSpace(own, _), HalfSpace(normal, _)) =
            (self.inner.primitive(), SupportMap::<V>::primitive(self))
        else {
            return false;
        };
        // Where no quotient was rounded, the products are the inner normal's multiple.
        let scale = self.scale.to_space();
        self.inner.has_exact_normal()
            && are_exact(scale, normal)
            && are_parallel(scale.zip(normal, |s, n| s * n), own)
    }
    fn flats(&self) -> Flats<'_, V::Space> {
        // A radius that became part of the core is curved.
        if self.swallows_radius() {
            return Flats::None;
        }
        match Flats::of(&SupportMap::<V>::primitive(self)) {
            Flats::None => self.inner.flats().scaled(self.scale.to_space()),
            named => named,
        }
    }
    fn corners(&self) -> Option<u32> {
        self.inner.corners().filter(|_| !self.swallows_radius())
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        let [corner, rest] = self.inner.corner(index)?;
        let scale = self.scale.to_space();
        let mut terms = [V::Space::default(); 2];
        for i in 0..V::Space::DIM {
            let [high, low] = exact_product(scale.coordinate(i), corner.coordinate(i))?;
            let [sum, more] = terms;
            terms = [sum + V::Space::axis(i) * high, more + V::Space::axis(i) * low];
        }
        (rest == V::Space::default()).then_some(terms)
    }
    fn corner_terms(
        &self,
        index: u64,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        let factors = Factors { by: self.scale.to_space(), over };
        self.inner.corner_terms(index, Some(&factors), visit)
    }
    fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
        if self.swallows_radius() {
            return None;
        }
        self.inner.corners_of_summands(visit)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        if let Some(factor) = self.uniform() {
            let [radius, rest] = self.inner.exact_radius()?;
            return (rest == 0.0).then(|| exact_product(factor, radius))?;
        }
        // For a ball that became an ellipsoid no radius is left.
        let is_ball = || self.stretched_ball().is_some();
        let is_none = || self.inner.exact_radius() == Some([0.0; 2]);
        (is_ball() || is_none()).then_some([0.0; 2])
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        match self.uniform() {
            Some(factor) => {
                let factors = Factors { by: V::Space::splat(factor), over };
                self.inner.radius_terms(Some(&factors), visit)
            }
            None => SupportMap::<V>::exact_radius(self).map(|_| ()),
        }
    }
    fn moments(&self) -> Option<Moments<V::Space>> {
        Some(self.inner.moments()?.scaled(self.scale.to_space()))
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.inner.check()?;
        // Within, nothing leaves the range.
        let reach = self.reach_by(self.scale.to_space());
        if self.is_lost() || reach.is_nan() {
            return Err(ShapeError::UnevenScale);
        }
        match SupportMap::<V>::primitive(self) {
            Primitive::HalfSpace(_, offset) => ShapeError::finite("scaled offset", offset),
            _ => {
                let extent = SupportMap::<V>::unbounded(self).unwrap_or(reach);
                ShapeError::finite("scaled extent", extent)
            }
        }
    }
}
