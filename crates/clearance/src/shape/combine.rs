//! Shapes made of shapes: rounded, scaled, and the Minkowski sum of two.

use crate::math::{Scalar, Space, Vector, Xy, exact_product, exact_sum};

use super::half_space::unit_boundary;
use super::support::{
    Factors, Meridian, Primitive, ShapeError, Support, SupportMap, Tell, if_length,
    support_from_f64,
};

/// Any shape grown by a ball: a safety margin, rounded corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct Rounded<A, T> {
    pub inner: A,
    pub radius: T,
}

/// Any shape stretched along its local axes about its local origin. Negative factors mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scaled<A, V> {
    inner: A,
    scale: V,
}

/// All sums of a point of one shape and a point of the other, both in the same local frame: the first swept
/// over the second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct MinkowskiSum<A, B> {
    pub a: A,
    pub b: B,
}

impl<A, T> Rounded<A, T> {
    /// `inner` grown by `radius`.
    pub const fn new(inner: A, radius: T) -> Self {
        Self { inner, radius }
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
    pub const fn inner(&self) -> &A {
        &self.inner
    }

    /// The factors along the local axes.
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
    /// Whether the radius becomes part of the core: stretched unevenly a ball is no ball.
    #[inline]
    fn swallows_radius(&self) -> bool {
        self.uniform().is_none() && self.inner.radius_f64() != 0.0
    }

    /// The support point, by the inner shape's along the direction that stretches to this one.
    #[inline]
    fn stretched_support(
        &self,
        direction: V::Space,
        inner: impl Fn(V::Space) -> Support<V::Space>,
    ) -> Support<V::Space> {
        let scale = self.scale.to_space();
        let stretched = scale.zip(direction, |s, d| s * d);
        // Stretching may leave the range at either end; only the direction matters.
        let stretched = stretched.try_normalize().unwrap_or(V::Space::axis(0));
        let Support { point, feature } = inner(stretched);
        // Stretched unevenly a ball is no ball, so its radius becomes part of the core.
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

    /// The distance within which the inner shape matters, rounded up.
    fn inner_within(&self, within: f64) -> f64 {
        within / self.scale.to_space().map(f64::abs).min() * (1.0 + 4.0 * f64::EPSILON)
    }

    /// The semi-axes of the ellipsoid that a ball about the origin becomes, where none is rounded.
    fn stretched_ball(&self) -> Option<V::Space> {
        self.stretched_core(&self.inner.primitive())
    }

    /// The same of an inner shape whose core is known already. Its radius is sought last: to seek both at each level would double the
    /// work from level to level.
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
    let is_exact = |i| {
        exact_product(scale.coordinate(i), lengths.coordinate(i))
            .is_some_and(|[_, rest]| rest == 0.0)
    };
    (0..S::DIM).all(is_exact).then(|| scale.map(f64::abs).zip(lengths, |s, x| s * x))
}

/// Two terms as one number.
#[inline]
fn rounded([high, low]: [f64; 2]) -> f64 {
    high + low
}

/// The sum of two radii of two terms each, good to `4 u²`: radii nested in one another round once, however many they are. NaN, of
/// what is no length, stays.
#[inline]
fn sum_in_two([a, more_a]: [f64; 2], [b, more_b]: [f64; 2]) -> [f64; 2] {
    let (a, b) = (if_length(a), if_length(b));
    if a == 0.0 {
        return [b, more_b];
    }
    let sum = a + b;
    if !sum.is_finite() {
        return [sum, 0.0];
    }
    let of_b = sum - a;
    let rest = (a - (sum - of_b)) + (b - of_b) + (more_a + more_b);
    let high = sum + rest;
    [high, rest - (high - sum)]
}

/// Such a radius times a factor, where the terms do not leave the range good to `4 u²`.
#[inline]
fn product_in_two([a, more]: [f64; 2], factor: f64) -> [f64; 2] {
    let length = if_length(a);
    if length == 0.0 {
        return [0.0; 2];
    }
    match exact_product(length, factor) {
        Some([high, low]) => [high, low + more * factor],
        None => [length * factor, 0.0],
    }
}

impl<A, B> MinkowskiSum<A, B> {
    /// The sum of two shapes.
    pub const fn new(a: A, b: B) -> Self {
        Self { a, b }
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
        rounded(SupportMap::<V>::radius_in_two(self))
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
    fn corners(&self) -> Option<u32> {
        self.inner.corners()
    }
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        self.inner.corner(index)
    }
    fn corner_terms(
        &self,
        index: u32,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        self.inner.corner_terms(index, over, tell)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        exact_sum(self.inner.exact_radius()?, [self.radius.to_f64(), 0.0])
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        self.inner.radius_terms(over, tell)?;
        tell(V::Space::axis(0) * self.radius.to_f64(), over);
        Some(())
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.inner.check()?;
        ShapeError::length("radius", self.radius.to_f64())
    }
}

impl<V: Vector, A: SupportMap<V>> SupportMap<V> for Scaled<A, V> {
    support_from_f64!(V);

    /// `scale · K` is supported along `d` by `scale · support(K, scale · d)`.
    #[inline]
    fn support_f64(&self, direction: V::Space, hint: u32) -> Support<V::Space> {
        self.stretched_support(direction, |stretched| self.inner.support_f64(stretched, hint))
    }
    fn unbounded(&self) -> Option<f64> {
        Some(self.inner.unbounded()? * self.scale.to_space().max_abs())
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
        rounded(SupportMap::<V>::radius_in_two(self))
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
        // Rounded down, that of a shape scaled many times is one still.
        least * (self.inner.inradius() + swallowed) * (1.0 - 2.0 * f64::EPSILON)
    }
    /// The inner shape's under the factors, not the product of its own and the largest: what one scale shrinks another may stretch.
    #[inline]
    fn reach(&self) -> f64 {
        let scale = self.scale.to_space();
        self.inner.reach_stretched(scale) + scale.max_abs() * self.swallowed()
    }
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        // Rounded up, and never to nothing: an inner factor may be as large as this one is small.
        let above =
            |s: f64, t: f64| ((s * t).abs() * (1.0 + 2.0 * f64::EPSILON)).max(f64::MIN_POSITIVE);
        let factors = self.scale.to_space().zip(factors, above);
        self.inner.reach_stretched(factors) + factors.max_abs() * self.swallowed()
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
            Primitive::HalfSpace(normal, offset) => {
                let (normal, offset) = unit_boundary(normal, offset);
                // `n · p <= o` with `p = q / s`; the radius moves the boundary before stretching.
                let grown = offset + self.inner.radius_f64();
                let radius = SupportMap::<V>::radius_f64(self);
                let normal = scale.zip(normal, |s, n| n / s);
                match normal.try_normalize() {
                    Some(unit) => {
                        let factor = unit.max_abs() / normal.max_abs();
                        Primitive::HalfSpace(unit, grown * factor - radius)
                    }
                    None => Primitive::HalfSpace(V::Space::axis(0), f64::NAN),
                }
            }
            core if self.swallows_radius() => {
                self.stretched_core(&core).map_or(Primitive::General, Primitive::ellipsoid)
            }
            Primitive::Point(p) if p == V::Space::default() => Primitive::Point(p),
            // A formula allows for points that are rounded once; scaled again, they are known by their support mapping.
            Primitive::Point(_) | Primitive::Segment(..) | Primitive::Cuboid(_)
                if self.inner.rounding() > 0.0 =>
            {
                Primitive::General
            }
            Primitive::Point(p) => Primitive::Point(stretch(p)),
            Primitive::Segment(p, q) => Primitive::Segment(stretch(p), stretch(q)),
            // What is negative and no length stays so.
            Primitive::Cuboid(half) => Primitive::Cuboid(scale.zip(half, |s, h| s.abs() * h)),
            Primitive::Ellipsoid(radii) => {
                stretched(scale, radii).map_or(Primitive::General, Primitive::ellipsoid)
            }
            Primitive::Revolved(meridian) => self.stretched_meridian(meridian),
            Primitive::General | Primitive::Polygon(_) | Primitive::Frustum(_) => {
                Primitive::General
            }
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
        index: u32,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        let factors = Factors { by: self.scale.to_space(), over };
        self.inner.corner_terms(index, Some(&factors), tell)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        if let Some(factor) = self.uniform() {
            let [radius, rest] = self.inner.exact_radius()?;
            return (rest == 0.0).then(|| exact_product(factor, radius))?;
        }
        // Of a ball that became an ellipsoid nothing is left.
        let is_ball = || self.stretched_ball().is_some();
        let is_none = || self.inner.exact_radius() == Some([0.0; 2]);
        (is_ball() || is_none()).then_some([0.0; 2])
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        match self.uniform() {
            Some(factor) => {
                let factors = Factors { by: V::Space::splat(factor), over };
                self.inner.radius_terms(Some(&factors), tell)
            }
            None => SupportMap::<V>::exact_radius(self).map(|_| ()),
        }
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.inner.check()?;
        match SupportMap::<V>::primitive(self) {
            Primitive::HalfSpace(_, offset) => ShapeError::finite("scaled offset", offset),
            _ => {
                let reach = SupportMap::<V>::reach(self);
                let extent = SupportMap::<V>::unbounded(self).unwrap_or(reach);
                ShapeError::finite("scaled extent", extent)
            }
        }
    }
}

/// Sums of two corners that the exact stage looks at.
const MOST_SUMS: u32 = 1 << 14;

impl<A, B> MinkowskiSum<A, B> {
    /// The distance within which the part without end matters, rounded up: the other's points may
    /// lead back.
    fn parts_within<V: Vector>(&self, within: f64) -> f64
    where
        A: SupportMap<V>,
        B: SupportMap<V>,
    {
        let ended = if self.a.unbounded().is_none() { self.a.reach() } else { self.b.reach() };
        (within + ended) * (1.0 + 4.0 * f64::EPSILON)
    }
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> SupportMap<V> for MinkowskiSum<A, B> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        // Two features do not fit into one, so neither is hinted.
        let point = self.a.support_f64(direction, 0).point + self.b.support_f64(direction, 0).point;
        Support { point, feature: Support::<V>::SMOOTH }
    }
    /// Where one of the two ends: of others a near point may be the sum of two far ones.
    fn unbounded(&self) -> Option<f64> {
        let (a, b) = (self.a.unbounded(), self.b.unbounded());
        let finite = |reach: f64| (reach < f64::INFINITY).then_some(reach);
        match (a, b) {
            (Some(corners), None) => Some(corners + finite(self.b.reach())?),
            (None, Some(corners)) => Some(corners + finite(self.a.reach())?),
            _ => None,
        }
    }
    #[inline]
    fn support_within(&self, direction: V::Space, hint: u32, within: f64) -> Support<V::Space> {
        if within == 0.0 {
            return SupportMap::<V>::support_f64(self, direction, hint);
        }
        let within = self.parts_within::<V>(within);
        let point = self.a.support_within(direction, 0, within).point
            + self.b.support_within(direction, 0, within).point;
        Support { point, feature: Support::<V>::SMOOTH }
    }
    fn reach_within(&self, within: f64) -> f64 {
        let within = self.parts_within::<V>(within);
        self.a.reach_within(within) + self.b.reach_within(within)
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::from_f64(self.radius_f64())
    }
    #[inline]
    fn radius_f64(&self) -> f64 {
        rounded(SupportMap::<V>::radius_in_two(self))
    }
    #[inline]
    fn radius_in_two(&self) -> [f64; 2] {
        sum_in_two(self.a.radius_in_two(), self.b.radius_in_two())
    }
    #[inline]
    fn center(&self) -> Option<V::Space> {
        Some(self.a.center()? + self.b.center()?)
    }
    #[inline]
    fn inradius(&self) -> f64 {
        self.a.inradius() + self.b.inradius()
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.a.reach() + self.b.reach()
    }
    #[inline]
    fn reach_stretched(&self, factors: V::Space) -> f64 {
        self.a.reach_stretched(factors) + self.b.reach_stretched(factors)
    }
    #[inline]
    fn rounding(&self) -> f64 {
        // The sum itself, and each part's own.
        self.a.rounding().max(self.b.rounding()) + f64::EPSILON
    }
    #[inline]
    fn primitive(&self) -> Primitive<'_, V> {
        match (self.a.primitive(), self.b.primitive()) {
            (Primitive::HalfSpace(normal, offset), Primitive::HalfSpace(other, more)) => {
                let ((normal, offset), (other, more)) =
                    (unit_boundary(normal, offset), unit_boundary(other, more));
                // Two half-spaces that do not face the same way fill everything.
                let offset = if normal == other { offset + more } else { f64::INFINITY };
                Primitive::HalfSpace(normal, offset)
            }
            (Primitive::HalfSpace(normal, offset), _) => {
                // Of what is no shape the reach is NaN, and then so is the offset.
                let height = normal.dot(self.b.support_f64(normal, 0).point) + 0.0 * self.b.reach();
                Primitive::HalfSpace(normal, offset + height)
            }
            (_, Primitive::HalfSpace(normal, offset)) => {
                // Of what is no shape the reach is NaN, and then so is the offset.
                let height = normal.dot(self.a.support_f64(normal, 0).point) + 0.0 * self.a.reach();
                Primitive::HalfSpace(normal, offset + height)
            }
            _ => Primitive::General,
        }
    }
    fn corners(&self) -> Option<u32> {
        // Beyond, listing them would cost more than deciding is worth.
        let count = self.a.corners()?.checked_mul(self.b.corners()?)?;
        (count <= MOST_SUMS).then_some(count)
    }
    /// Those of the sum are among the sums of one of each, and the rest lie within.
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        let count = self.a.corners().filter(|count| *count > 0)?;
        let ([a, rest_a], [b, rest_b]) =
            (self.a.corner(index % count)?, self.b.corner(index / count)?);
        let mut terms = [V::Space::default(); 2];
        for i in 0..V::Space::DIM {
            let term = |v: V::Space, rest: V::Space| [v.coordinate(i), rest.coordinate(i)];
            let [high, low] = exact_sum(term(a, rest_a), term(b, rest_b))?;
            let [sum, more] = terms;
            terms = [sum + V::Space::axis(i) * high, more + V::Space::axis(i) * low];
        }
        Some(terms)
    }
    fn corner_terms(
        &self,
        index: u32,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        let count = self.a.corners().filter(|count| *count > 0)?;
        self.a.corner_terms(index % count, over, &mut *tell)?;
        self.b.corner_terms(index / count, over, tell)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        exact_sum(self.a.exact_radius()?, self.b.exact_radius()?)
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        tell: Tell<'_, V::Space>,
    ) -> Option<()> {
        self.a.radius_terms(over, &mut *tell)?;
        self.b.radius_terms(over, tell)
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.a.check()?;
        self.b.check()
    }
}
