//! A shape swept over another.

use crate::math::{Scalar, Space, Vector, exact_sum};

use super::error::ShapeError;
use super::half_space::{are_parallel, boundary_near_one};
use super::primitive::Primitive;
use super::radius::{in_one, sum_in_two};
use super::support::{Factors, Support, SupportMap, VisitTerm, support_from_f64};

/// All sums of a point of one shape and a point of the other, both in the same local frame: the
/// first swept over the second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)]
pub struct MinkowskiSum<A, B> {
    pub a: A,
    pub b: B,
}

impl<A, B> MinkowskiSum<A, B> {
    /// The sum of two shapes.
    pub const fn new(a: A, b: B) -> Self {
        Self { a, b }
    }
}

/// How many sums of two corners are listed.
const MOST_SUMS: u32 = 1 << 14;

/// How many sums there are of one corner of each summand, however many.
fn sums_of_corners<V: Vector, A: SupportMap<V>>(shape: &A) -> Option<u64> {
    let mut product = Some(1_u64);
    let mut times = |count: u32| product = product.and_then(|all| all.checked_mul(count.into()));
    shape.corners_of_summands(&mut times)?;
    product
}

impl<A, B> MinkowskiSum<A, B> {
    /// The distance within which the part without end matters, rounded up: adding the other's
    /// points may lead back.
    fn parts_within<V: Vector>(&self, within: f64) -> f64
    where
        A: SupportMap<V>,
        B: SupportMap<V>,
    {
        let ended = if self.a.unbounded().is_none() { self.a.reach() } else { self.b.reach() };
        (within + ended) * (1.0 + 4.0 * f64::EPSILON)
    }
}

/// A half-space swept over a shape that has an end.
fn moved_by<'a, V: Vector, A: SupportMap<V>>(
    normal: V::Space,
    offset: f64,
    shape: &A,
) -> Primitive<'a, V> {
    let (normal, offset) = boundary_near_one(normal, offset);
    // If the shape is none its reach is NaN, and so is the offset.
    let height = normal.dot(shape.support_f64(normal, 0).point) + 0.0 * shape.reach();
    Primitive::HalfSpace(normal, offset + height)
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> SupportMap<V> for MinkowskiSum<A, B> {
    support_from_f64!(V);

    #[inline]
    fn support_f64(&self, direction: V::Space, _hint: u32) -> Support<V::Space> {
        // Two features do not fit into one number, so neither is passed as a hint.
        let point = self.a.support_f64(direction, 0).point + self.b.support_f64(direction, 0).point;
        Support { point, feature: Support::<V>::SMOOTH }
    }
    /// Only where one of the two ends: otherwise a near point may be the sum of two far ones.
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
        in_one(SupportMap::<V>::radius_in_two(self))
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
                let is_exact = self.a.has_exact_normal() && self.b.has_exact_normal();
                let are_one = is_exact && are_parallel(normal, other);
                let ((normal, offset), (other, more)) =
                    (boundary_near_one(normal, offset), boundary_near_one(other, more));
                // Two half-spaces that do not face the same way fill everything.
                let more = if are_one && normal.dot(other) > 0.0 {
                    more * (normal.max_abs() / other.max_abs())
                } else {
                    f64::INFINITY
                };
                Primitive::HalfSpace(normal, offset + more)
            }
            (Primitive::HalfSpace(normal, offset), _) => moved_by(normal, offset, &self.b),
            (_, Primitive::HalfSpace(normal, offset)) => moved_by(normal, offset, &self.a),
            _ => Primitive::General,
        }
    }
    fn lengths(&self) -> f64 {
        self.a.lengths() + self.b.lengths()
    }
    fn has_exact_normal(&self) -> bool {
        let Primitive::HalfSpace(normal, _) = SupportMap::<V>::primitive(self) else {
            return false;
        };
        let is_kept = |of_part: Primitive<'_, V>, is_exact: bool| match of_part {
            Primitive::HalfSpace(own, _) => is_exact && are_parallel(own, normal),
            _ => true,
        };
        is_kept(self.a.primitive(), self.a.has_exact_normal())
            && is_kept(self.b.primitive(), self.b.has_exact_normal())
    }
    fn corners(&self) -> Option<u32> {
        let count = u32::try_from(sums_of_corners::<V, Self>(self)?).ok()?;
        (count <= MOST_SUMS).then_some(count)
    }
    /// The sum's corners are among the sums of one corner of each, and the rest lie inside.
    fn corner(&self, index: u32) -> Option<[V::Space; 2]> {
        // Of more than it can name, it names the first.
        let count = sums_of_corners::<V, A>(&self.a)?;
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let (in_a, in_b) = (index.checked_rem(count)?, index.checked_div(count)?);
        let ([a, rest_a], [b, rest_b]) = (self.a.corner(in_a)?, self.b.corner(in_b)?);
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
        index: u64,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        let count = sums_of_corners::<V, A>(&self.a).filter(|count| *count > 0)?;
        self.a.corner_terms(index % count, over, &mut *visit)?;
        self.b.corner_terms(index / count, over, visit)
    }
    fn corners_of_summands(&self, visit: &mut dyn FnMut(u32)) -> Option<()> {
        self.a.corners_of_summands(visit)?;
        self.b.corners_of_summands(visit)
    }
    fn exact_radius(&self) -> Option<[f64; 2]> {
        exact_sum(self.a.exact_radius()?, self.b.exact_radius()?)
    }
    fn radius_terms(
        &self,
        over: Option<&Factors<'_, V::Space>>,
        visit: VisitTerm<'_, V::Space>,
    ) -> Option<()> {
        self.a.radius_terms(over, &mut *visit)?;
        self.b.radius_terms(over, visit)
    }
    fn check(&self) -> Result<(), ShapeError> {
        self.a.check()?;
        self.b.check()
    }
}
