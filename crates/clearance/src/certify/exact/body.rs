//! A shape as the exact stage knows it: completely, or not at all.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::math::{Space, Xy};
use crate::shape::{Factors, FrustumCore, Kept, Meridian, Primitive, Ratio, SupportMap};

use super::curve::Curve;
use super::dyadic::Dyadic;
use super::number::Number;
use super::placement::{Exact, ExactPlacement};

/// A shape whose every number is known without rounding: a core, grown by a ball.
pub(crate) struct ExactBody<S> {
    pub(crate) core: ExactCore<S>,
    radius: Dyadic,
    /// The core's corners are this many times as large: a common denominator, where they are
    /// fractions.
    pub(crate) weight: Dyadic,
    /// The directions, in the local frame and of any length, in which the core has no end. For each
    /// of its endless edges, the corners include an end far enough away.
    pub(crate) endless: Vec<[Dyadic; 3]>,
}

pub(crate) enum ExactCore<S> {
    /// The hull of corners.
    Polytope(ExactCorners<S>),
    /// `normal · p <= offset`, the normal of any length.
    HalfSpace(S, f64),
    Curved(Curve<S>),
}

/// The corners of a polytope: each is a sum of one from every list. The highest along a direction
/// is then the sum of the highest of each list, and takes a height for each corner of the summands
/// instead of one for each of their sums.
pub(crate) struct ExactCorners<S> {
    /// At least one, and none is empty. Those after the first are seen from their first corner.
    lists: Vec<Vec<ExactCorner<S>>>,
}

/// A corner as the shape gives it.
#[derive(Clone, Debug)]
pub(crate) enum ExactCorner<S> {
    /// An unevaluated sum of two vectors.
    Sum([S; 2]),
    /// A fraction, rounded, and times the body's [`weight`](ExactBody::weight); or a number of more
    /// digits.
    Weighed { near: S, times_weight: Box<[Dyadic; 3]> },
}

impl<S: Space> ExactCorner<S> {
    /// Good to a rounding or two of the core's reach.
    pub(crate) fn near(&self) -> S {
        match self {
            Self::Sum([near, _]) | Self::Weighed { near, .. } => *near,
        }
    }

    fn is_finite(&self) -> bool {
        match self {
            Self::Sum(terms) => terms.iter().all(|term| term.is_finite()),
            Self::Weighed { near, .. } => near.is_finite(),
        }
    }

    /// How far the corner is from `near`, at most, but for roundings of the core's reach.
    pub(crate) fn rest(&self) -> f64 {
        match self {
            Self::Sum([_, rest]) => rest.max_abs(),
            Self::Weighed { .. } => 0.0,
        }
    }

    /// A number of as many digits as it takes.
    fn of_digits(point: [Dyadic; 3]) -> Self {
        let exact = Ratio { point, weight: Dyadic::from(1.0) };
        let [x, y, z] = exact.rounded();
        Self::Weighed { near: S::from_xyz(x, y, z), times_weight: Box::new(exact.point) }
    }
}

impl<S: Space> ExactCorners<S> {
    /// For so many corners of each summand. `None` if there is none, or if one is not finite.
    fn of(shape: &dyn SupportMap<S>, counts: &[u32]) -> Option<Self> {
        let mut stride = 1_u64;
        let mut lists = Vec::with_capacity(counts.len());
        for &count in counts {
            let is_first = lists.is_empty();
            // A summand of one corner is part of all that are seen from the origin.
            if count == 1 && !is_first {
                continue;
            }
            let corner = |place: u32| {
                let index = stride.checked_mul(place.into())?;
                if is_first { exact_corner(shape, index) } else { seen_from_first(shape, index) }
            };
            lists.push((0..count).map(corner).collect::<Option<Vec<_>>>()?);
            stride = stride.checked_mul(count.into())?;
        }
        Self { lists }.checked()
    }

    fn one_list(list: Vec<ExactCorner<S>>) -> Option<Self> {
        Self { lists: vec![list] }.checked()
    }

    fn checked(self) -> Option<Self> {
        let is_list = |list: &Vec<ExactCorner<S>>| {
            !list.is_empty() && list.iter().all(ExactCorner::is_finite)
        };
        (!self.lists.is_empty() && self.lists.iter().all(is_list)).then_some(self)
    }

    pub(crate) fn count(&self) -> u64 {
        self.lists.iter().map(|list| list.len() as u64).fold(1, u64::saturating_mul)
    }

    /// The index of the corner that is the sum of one from each list, each given by its place.
    pub(super) fn index(&self, place: impl Fn(&[ExactCorner<S>]) -> usize) -> u64 {
        // The product of all lengths is a number of 64 bits.
        let mut stride = 1_u64;
        self.lists.iter().fold(0, |index: u64, list| {
            let index = index.wrapping_add(stride.wrapping_mul(place(list) as u64));
            stride = stride.wrapping_mul(list.len() as u64);
            index
        })
    }

    /// The corners whose sum is the corner of this index, one from each list.
    fn summands(&self, index: u64) -> Option<impl Iterator<Item = &ExactCorner<S>>> {
        let mut rest = index;
        let summands = self.lists.iter().filter_map(move |list| {
            let place = rest % list.len() as u64;
            rest /= list.len() as u64;
            list.get(usize::try_from(place).ok()?)
        });
        (index < self.count()).then_some(summands)
    }

    /// Good to a rounding or two of the core's reach for each summand.
    pub(crate) fn near(&self, index: u64) -> Option<S> {
        Some(self.summands(index)?.fold(S::default(), |sum, corner| sum + corner.near()))
    }

    /// Times the body's weight.
    pub(crate) fn at(&self, index: u64, placement: &ExactPlacement) -> Option<Exact> {
        self.summands(index)?.map(|corner| placement.corner(corner)).reduce(|p, q| p.plus(&q))
    }
}

impl<S: Space> ExactBody<S> {
    /// All of a bounded shape; of another the part `within` a distance of its local origin.
    pub(crate) fn of(shape: &dyn SupportMap<S>, within: f64) -> Option<Self> {
        let radius = exact_radius(shape)?;
        let body = |core| {
            let (radius, weight) = (radius.clone(), Dyadic::from(1.0));
            Self { core, radius, weight, endless: Vec::new() }
        };
        let mut counts = Vec::new();
        if shape.corners_of_summands(&mut |count| counts.push(count)).is_some() {
            return Some(body(ExactCore::Polytope(ExactCorners::of(shape, &counts)?)));
        }
        match shape.primitive() {
            Primitive::HalfSpace(normal, offset)
                if shape.rounding() == 0.0 && normal.is_finite() && offset.is_finite() =>
            {
                Some(body(ExactCore::HalfSpace(normal, offset)))
            }
            Primitive::Revolved(meridian) => {
                let curve = match meridian {
                    Meridian::Rectangle(Xy { x: radius, y: half_height }) => {
                        Curve::Cylinder { radius, half_height }
                    }
                    Meridian::Triangle(Xy { x: radius, y: half_height }) => {
                        Curve::Cone { radius, half_height }
                    }
                    Meridian::Ellipse(Xy { x, y }) => Curve::Ellipsoid(S::from_xyz(x, y, x)),
                };
                Some(body(ExactCore::Curved(curve)))
            }
            Primitive::Ellipsoid(radii) => Some(body(ExactCore::Curved(Curve::Ellipsoid(radii)))),
            // An ellipsoid of three equal radii is a point grown by a ball, also where they are
            // zero.
            Primitive::Point(point) if point == S::default() => Some(body(ExactCore::Polytope(
                ExactCorners::one_list(vec![ExactCorner::Sum([point; 2])])?,
            ))),
            Primitive::Frustum(frustum) => {
                let Fractions { corners, weight, endless } = fractions(frustum, within)?;
                let core = ExactCore::Polytope(ExactCorners::one_list(corners)?);
                Some(Self { core, radius, weight, endless })
            }
            _ => None,
        }
    }

    /// How many sums of corners the core is the hull of; none of what is no sum.
    pub(crate) fn sums(&self) -> u64 {
        match &self.core {
            ExactCore::Polytope(corners) if corners.lists.len() > 1 => corners.count(),
            _ => 0,
        }
    }

    pub(crate) fn radius(&self) -> Dyadic {
        self.radius.clone()
    }
}

/// A corner as two terms, or as a sum of products where two do not hold it: for shapes scaled
/// twice, say.
fn exact_corner<S: Space>(shape: &dyn SupportMap<S>, index: u64) -> Option<ExactCorner<S>> {
    if let Some(terms) = u32::try_from(index).ok().and_then(|index| shape.corner(index)) {
        return Some(ExactCorner::Sum(terms));
    }
    let mut sum = Sum::nothing();
    shape.corner_terms(index, None, &mut |term, over| sum.add(term, over))?;
    Some(ExactCorner::of_digits(sum.checked()?))
}

/// The way from the first corner to another. Only one summand's corner changes on it, so the
/// others cancel.
fn seen_from_first<S: Space>(shape: &dyn SupportMap<S>, index: u64) -> Option<ExactCorner<S>> {
    let mut sum = Sum::nothing();
    shape.corner_terms(index, None, &mut |term, over| sum.add(term, over))?;
    shape.corner_terms(0, None, &mut |term, over| sum.add(-term, over))?;
    Some(ExactCorner::of_digits(sum.checked()?))
}

/// In one vector, rounded once.
pub(crate) fn nearest_corner<S: Space>(shape: &dyn SupportMap<S>, index: u32) -> Option<S> {
    Some(match exact_corner(shape, index.into())? {
        ExactCorner::Sum([corner, rest]) => corner + rest,
        ExactCorner::Weighed { near, .. } => near,
    })
}

fn exact_radius<S: Space>(shape: &dyn SupportMap<S>) -> Option<Dyadic> {
    let mut sum = Sum::nothing();
    shape.radius_terms(None, &mut |term, over| sum.add(term, over))?;
    let [radius, ..] = sum.checked()?;
    Some(radius)
}

/// A sum of products of floats, coordinate by coordinate; `None` if one of them is not finite.
struct Sum(Option<[Dyadic; 3]>);

impl Sum {
    fn nothing() -> Self {
        Self(Some([Dyadic::zero(), Dyadic::zero(), Dyadic::zero()]))
    }

    fn add<S: Space>(&mut self, term: S, over: Option<&Factors<'_, S>>) {
        let factors = || over.into_iter().flat_map(Factors::each);
        let Some(sum) = self.0.take() else { return };
        if !(term.is_finite() && factors().all(|by| by.is_finite())) {
            return;
        }
        let product = factors().fold(term.coordinates().map(Dyadic::from), |product, by| {
            let ([p, q, r], [s, t, u]) = (product, by.coordinates().map(Dyadic::from));
            [&p * &s, &q * &t, &r * &u]
        });
        let ([p, q, r], [x, y, z]) = (product, sum);
        self.0 = Some([&x + &p, &y + &q, &z + &r]);
    }

    fn checked(self) -> Option<[Dyadic; 3]> {
        self.0
    }
}

/// The corners of a frustum given by its matrix over a common denominator, `weight`, and its
/// directions without end.
struct Fractions<S> {
    corners: Vec<ExactCorner<S>>,
    weight: Dyadic,
    endless: Vec<[Dyadic; 3]>,
}

/// The ends of endless edges, as [`FrustumCore::end`] gives them, follow the corners.
fn fractions<S: Space>(frustum: &FrustumCore<S>, within: f64) -> Option<Fractions<S>> {
    let Kept { mut corners, endless } = frustum.exactly()?;
    let end = Dyadic::from(frustum.end(within));
    for (from, along) in &endless {
        let Ratio { point, weight } = corners.get(*from)?.clone();
        let sum = |[x, p]: [&Dyadic; 2]| &(x * &along.weight) + &(&(p * &end) * &weight);
        let ([x, y, z], [p, q, r]) = (&point, &along.point);
        let point = [sum([x, p]), sum([y, q]), sum([z, r])];
        corners.push(Ratio { point, weight: &weight * &along.weight });
    }
    let one = || Dyadic::from(1.0);
    let weight = corners.iter().fold(one(), |product, corner| &product * &corner.weight);
    let weighed = (0..).zip(&corners).map(|(index, corner)| {
        let others = corners.iter().enumerate().filter(|(other, _)| *other != index);
        let others = others.fold(one(), |product, (_, other)| &product * &other.weight);
        let [x, y, z] = corner.rounded();
        let times_weight = Box::new(corner.point.each_ref().map(|x| x * &others));
        ExactCorner::Weighed { near: S::from_xyz(x, y, z), times_weight }
    });
    let corners: Vec<_> = weighed.collect();
    let endless = endless.into_iter().map(|(_, along)| along.point).collect();
    Some(Fractions { corners, weight, endless })
}

/// The height of the highest corner along `direction`, both in the shape's frame: of each list the
/// largest of all heights, each exact, in one sum.
pub(crate) fn highest<S: Space>(
    corners: &ExactCorners<S>,
    direction: &Exact,
    placement: &ExactPlacement,
) -> Number {
    let zero = || placement.number(Dyadic::zero());
    let higher =
        |top: Number, height: Number| if (&height - &top).sign() > 0 { height } else { top };
    corners.lists.iter().fold(zero(), |sum, list| {
        let heights = list.iter().map(|corner| placement.corner(corner).dot(direction));
        &sum + &heights.reduce(higher).unwrap_or_else(zero)
    })
}
