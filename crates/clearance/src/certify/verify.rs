//! Verifies certificates: by exact arithmetic on the caller's floats, without a search.
//!
//! Slow and plain, so that a person can check it: every height is computed over all corners (of a
//! sum, over all corners of each summand), and no float is added, multiplied or compared here or
//! below. It rests on `exact`'s numbers (`dyadic`, `number`), `placement` (poses), `body` and
//! `curve` (shapes), and on the shares of a foot from `feature`, which are checked and not trusted.
//! The search has more in that folder, including a filter and points in floats; the verifier calls
//! none of that.

use alloc::vec;
use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::math::{Space, ToPose, Vector};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;

use super::Stands;
use super::certificate::{Certificate, CertificateError, CorePoint, SupportPair};
use super::exact::{
    Dyadic, Exact, ExactBody, ExactCore, ExactPlacement, ExactTurn, Number, Towards, foot, highest,
};

/// Whether a certificate proves what it claims of two shapes in poses: by its evidence and exact
/// arithmetic alone, without any search and without a tolerance.
///
/// The floats are taken as they are; a quaternion `q` stands for the rotation `q · q̄ / |q|²`, a
/// cosine and sine for the rotation along them. Heights of cylinders, cones and ellipsoids, which
/// take a root, are rounded to the safe side by 2^-200 of their size. Cost: 20 to 500 µs for a
/// separation or a feature, a few milliseconds for a depth's surface.
///
/// ```
/// use clearance::{Cuboid, certificate, verify};
/// use glam::{DQuat, DVec3};
///
/// let cube = Cuboid::new(DVec3::splat(0.5));
/// let there = (DQuat::from_rotation_z(0.3), DVec3::new(1.2, 0.1, 0.0));
/// let proof = certificate(&cube, &DVec3::ZERO, &cube, &there)?;
/// verify(&cube, &DVec3::ZERO, &cube, &there, &proof)?;
/// // It proves nothing of other shapes.
/// let larger = Cuboid::new(DVec3::splat(0.6));
/// assert!(verify(&cube, &DVec3::ZERO, &larger, &there, &proof).is_err());
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// # Errors
/// [`CertificateError`], which names the part of the evidence that fails.
pub fn verify<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    certificate: &Certificate<<P::Vector as Vector>::Space>,
) -> Result<(), CertificateError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::verify(pair, certificate))
}

/// See [`verify`].
pub(crate) fn verify_pair<S: Space>(
    pair: &Pair<'_, S>,
    certificate: &Certificate<S>,
) -> Result<(), CertificateError> {
    pair.check()?;
    Judge::of(pair)?.holds(certificate)
}

/// `height / √squared`: a length that is compared without a root.
pub(crate) struct Length {
    pub(crate) height: Number,
    pub(crate) squared: Number,
}

impl Length {
    /// From a height over a direction, both `scale` times as large as in the world.
    fn new(height: Number, direction: &Exact, scale: &Number) -> Self {
        let squared = &direction.dot(direction) * &scale.squared();
        Self { height, squared }
    }

    pub(crate) fn is_at_least(&self, bound: &Dyadic) -> bool {
        let bound = self.height.alike(bound.clone());
        let by_squares = (&self.height.squared() - &(&bound.squared() * &self.squared)).sign();
        match (self.height.sign() >= 0, bound.sign() >= 0) {
            (true, true) => by_squares >= 0,
            (true, false) => true,
            (false, true) => false,
            (false, false) => by_squares <= 0,
        }
    }

    pub(crate) fn is_at_most(&self, bound: &Dyadic) -> bool {
        self.negated().is_at_least(&-bound)
    }

    pub(crate) fn negated(&self) -> Self {
        Self { height: -&self.height, squared: self.squared.clone() }
    }
}

/// More than these, of a sum, are not named: evidence names corners by their index, and finding the
/// index means looking at each.
const MOST_SUMS: u64 = 1 << 14;

/// Why a shape has no certificates.
fn unknown<S: Space>(shape: &dyn SupportMap<S>, which: char) -> CertificateError {
    let (mut summands, mut sums) = (0, 1_u64);
    let known = shape.corners_of_summands(&mut |count| {
        (summands, sums) = (summands + 1, sums.saturating_mul(count.into()));
    });
    if known.is_some() && summands > 1 && sums > MOST_SUMS {
        return CertificateError::TooManySums { which };
    }
    CertificateError::Unsupported { which }
}

/// Two placed shapes, exactly.
pub(crate) struct Judge<S> {
    pub(crate) a: ExactBody<S>,
    pub(crate) b: ExactBody<S>,
    pub(crate) placement: ExactPlacement,
    /// The sum of the radii.
    pub(crate) radii: Dyadic,
}

impl<S: Space> Judge<S> {
    /// Takes a pair that has been checked.
    pub(crate) fn of(pair: &Pair<'_, S>) -> Result<Self, CertificateError> {
        Self::new((pair.a, pair.pose_a), (pair.b, pair.pose_b))
    }

    /// Takes shapes and poses that have been checked.
    pub(crate) fn new(
        (a, pose_a): Stands<'_, S>,
        (b, pose_b): Stands<'_, S>,
    ) -> Result<Self, CertificateError> {
        // Directions and pairs do not prove anything yet about shapes without end.
        let is_known = |body: &ExactBody<S>| body.endless.is_empty() && body.sums() <= MOST_SUMS;
        let a = ExactBody::of(a, 0.0).filter(is_known).ok_or_else(|| unknown(a, 'a'))?;
        let b = ExactBody::of(b, 0.0).filter(is_known).ok_or_else(|| unknown(b, 'b'))?;
        if let (ExactCore::HalfSpace(..), ExactCore::HalfSpace(..)) = (&a.core, &b.core) {
            return Err(CertificateError::Unsupported { which: 'b' });
        }
        let radii = &a.radius() + &b.radius();
        let placement = ExactPlacement::new(pose_a, pose_b, [&a.weight, &b.weight]);
        Ok(Self { a, b, placement, radii })
    }

    /// Whether a certificate proves what it claims of the two.
    pub(crate) fn holds(&self, certificate: &Certificate<S>) -> Result<(), CertificateError> {
        let Certificate { verdict, lower, upper, direction, pairs, facets, weights } = certificate;
        let claims_lower = *lower > f64::NEG_INFINITY;
        let claims_upper = *upper < f64::INFINITY;
        // NaN fails these comparisons; and nothing is infinitely far apart, or overlaps infinitely
        // deep.
        if !(lower <= upper && *lower < f64::INFINITY && *upper > f64::NEG_INFINITY) {
            return Err(CertificateError::Bounds);
        }
        if claims_lower || *verdict == Verdict::Separated {
            let along = self.separation(direction)?;
            if claims_lower && !along.is_at_least(&self.with_radii(*lower)) {
                return Err(CertificateError::LowerTooHigh);
            }
            if *verdict == Verdict::Separated && along.is_at_most(&self.radii) {
                return Err(CertificateError::NotSeparated);
            }
        }
        if claims_upper || *verdict == Verdict::Intersecting {
            let (reached, intersects) = if facets.is_empty() {
                let nearest = self.nearest(pairs, weights, *upper)?;
                (nearest.is_at_most(&self.with_radii(*upper)), nearest.is_at_most(&self.radii))
            } else {
                let planes = self.surface(pairs, facets)?;
                let deep = -&self.with_radii(*upper);
                (planes.iter().all(|plane| plane.is_at_least(&deep)), true)
            };
            if claims_upper && !reached {
                return Err(CertificateError::UpperTooLow);
            }
            if *verdict == Verdict::Intersecting && !intersects {
                return Err(CertificateError::NotIntersecting);
            }
        }
        Ok(())
    }

    /// A bound of the shapes' signed distance as one of their cores'.
    pub(crate) fn with_radii(&self, bound: f64) -> Dyadic {
        &Dyadic::from(bound) + &self.radii
    }

    /// How far apart the cores are along a direction, or slightly less. A half-space has only one
    /// direction, its normal.
    pub(crate) fn separation(&self, direction: &[S]) -> Result<Length, CertificateError> {
        self.apart(direction, Towards::More)
    }

    /// The same with the heights of curved cores rounded to a side: larger heights mean a smaller
    /// distance.
    pub(crate) fn apart(
        &self,
        direction: &[S],
        heights: Towards,
    ) -> Result<Length, CertificateError> {
        let ExactPlacement { turn_a, turn_b, offset, scale, .. } = &self.placement;
        if let Some((wall, other)) = self.wall() {
            let (body, turn) = self.placed(other);
            let down = turn.apply_back(&wall.normal.negated());
            let depth = support_height(body, &down, &self.placement, heights);
            let least = &wall.height_of_origin - &depth;
            return Ok(Length::new(least, &wall.normal, scale));
        }
        let usable = direction.iter().all(|part| part.is_finite());
        let direction = self.placement.vector(direction);
        if !usable || direction.is_zero() {
            return Err(CertificateError::NoDirection);
        }
        let (up, down) = (turn_a.apply_back(&direction), turn_b.apply_back(&direction.negated()));
        let heights = &support_height(&self.a, &up, &self.placement, heights)
            + &support_height(&self.b, &down, &self.placement, heights);
        Ok(Length::new(&direction.dot(offset) - &heights, &direction, scale))
    }

    /// How far the hull of the pairs' differences is from the origin; of a half-space, how high the
    /// pair's point is over it.
    pub(crate) fn nearest(
        &self,
        pairs: &[SupportPair<S>],
        weights: &[f64],
        upper: f64,
    ) -> Result<Length, CertificateError> {
        let scale = &self.placement.scale;
        if pairs.is_empty() {
            return Err(CertificateError::NoPairs);
        }
        if let Some((wall, other)) = self.wall() {
            let [pair] = pairs else { return Err(CertificateError::NoFoot) };
            let point =
                self.point_of(other, pair).ok_or(CertificateError::NotInShape { pair: 0 })?;
            let height = &wall.normal.dot(&point) + &wall.height_of_origin;
            return Ok(Length::new(height, &wall.normal, scale));
        }
        self.nearest_of(&self.differences(pairs)?, weights, upper)
    }

    /// How far the hull of differences is from the origin.
    pub(super) fn nearest_of(
        &self,
        points: &[Exact],
        weights: &[f64],
        upper: f64,
    ) -> Result<Length, CertificateError> {
        let scale = &self.placement.scale;
        self.weighted(points, weights, upper)?;
        let members: Vec<&Exact> = points.iter().collect();
        let shares = foot(&members).ok_or(CertificateError::NoFoot)?.weights;
        // Whatever the shares, if none is negative and one is positive, their mean lies in the
        // hull.
        if shares.iter().any(|share| share.sign() < 0) {
            return Err(CertificateError::NoFoot);
        }
        let (nothing, zero) =
            (self.placement.vector::<S>(&[]), self.placement.number(Dyadic::zero()));
        let total = shares.iter().fold(zero, |sum, share| &sum + share);
        let mean = points.iter().zip(&shares).fold(nothing, |sum, (p, w)| sum.plus(&p.times(w)));
        if total.sign() <= 0 {
            return Err(CertificateError::NoFoot);
        }
        // |mean| / (total · scale) = mean² / √(mean² · total² · scale²), or 0 / √1.
        let squared = mean.dot(&mean);
        if squared.sign() == 0 {
            // A plain zero: in the plane one may be of parts that cancel, far beyond all floats.
            let number = |x: f64| self.placement.number(Dyadic::from(x));
            return Ok(Length { height: number(0.0), squared: number(1.0) });
        }
        Ok(Length::new(squared, &mean, &(&total * scale)))
    }

    /// Whether the weights give a point of the hull as near as the bound, to ten digits.
    fn weighted(
        &self,
        points: &[Exact],
        weights: &[f64],
        upper: f64,
    ) -> Result<(), CertificateError> {
        const DIGITS: f64 = 1e-10;
        let is_share = |weight: &f64| *weight >= 0.0 && weight.is_finite();
        if weights.len() != points.len() || !weights.iter().all(is_share) {
            return Err(CertificateError::Weights);
        }
        let total = weights.iter().fold(Dyadic::zero(), |sum, w| &sum + &Dyadic::from(*w));
        let (off, digits) = (&total - &Dyadic::from(1.0), Dyadic::from(DIGITS));
        if (&off - &digits).sign() > 0 || (&off + &digits).sign() < 0 {
            return Err(CertificateError::Weights);
        }
        let number = |x: f64| self.placement.number(Dyadic::from(x));
        let nothing = self.placement.vector::<S>(&[]);
        let mean = points
            .iter()
            .zip(weights)
            .fold(nothing, |sum, (point, weight)| sum.plus(&point.times(&number(*weight))));
        // |mean| <= upper + radii + digits · largest: squares, of a sum that is generous enough to be rounded up to two squares.
        let scale = self.placement.scale.squared();
        let near = &self.placement.number(self.with_radii(upper)).squared() * &scale;
        let slack = points.iter().fold(number(0.0), |sum, p| &sum + &p.dot(p));
        let allowed = &(&near + &near) + &(&slack * &number(2.0 * DIGITS * DIGITS));
        let within = upper == f64::INFINITY || (&allowed - &mean.dot(&mean)).sign() >= 0;
        if within { Ok(()) } else { Err(CertificateError::Weights) }
    }

    /// The distances of the facets' planes from the origin, which lies inside all of them and
    /// within the closed surface that they form.
    ///
    /// A closed surface all of whose facets have the origin inside winds around it at least once,
    /// so every ray from the origin meets a facet, no nearer than the nearest plane: a ball of that
    /// radius lies in the hull of the vertices.
    pub(crate) fn surface(
        &self,
        pairs: &[SupportPair<S>],
        facets: &[[u32; 3]],
    ) -> Result<Vec<Length>, CertificateError> {
        if self.wall().is_some() {
            return Err(CertificateError::Surface { facet: 0 });
        }
        let points = self.differences(pairs)?;
        closed::<S>(facets)?;
        let mut planes = Vec::with_capacity(facets.len());
        for (facet, corners) in facets.iter().enumerate() {
            let [p, q, r] = corners.map(|i| points.get(i as usize));
            let (Some(p), Some(q), Some(r)) = (p, q, r) else {
                return Err(CertificateError::Surface { facet });
            };
            let edge = q.minus(p);
            let normal = if S::DIM == 2 {
                // A quarter turn clockwise: outward of a counter-clockwise edge.
                let [x, y, z] = &edge.0;
                Exact([y.clone(), -x, z.clone()])
            } else {
                edge.cross(&r.minus(p))
            };
            let height = normal.dot(p);
            if height.sign() <= 0 {
                return Err(CertificateError::Surface { facet });
            }
            planes.push(Length::new(height, &normal, &self.placement.scale));
        }
        Ok(planes)
    }

    /// The differences of the pairs.
    pub(crate) fn differences(
        &self,
        pairs: &[SupportPair<S>],
    ) -> Result<Vec<Exact>, CertificateError> {
        let offset = &self.placement.offset;
        pairs
            .iter()
            .enumerate()
            .map(|(index, pair)| {
                let a = self.point_of(Which::A, pair);
                let b = self.point_of(Which::B, pair);
                let (a, b) = a.zip(b).ok_or(CertificateError::NotInShape { pair: index })?;
                Ok(a.minus(&b.plus(offset)))
            })
            .collect()
    }

    /// A pair's point of one body, in the scaled world, seen from the body's own origin.
    fn point_of(&self, side: Which, pair: &SupportPair<S>) -> Option<Exact> {
        let (body, turn) = self.placed(side);
        let point = match side {
            Which::A => pair.on_a,
            Which::B => pair.on_b,
        };
        let local = match (&body.core, point) {
            (ExactCore::Polytope(corners), CorePoint::Corner(index)) => {
                corners.at(index, &self.placement)?
            }
            (ExactCore::Curved(curve), CorePoint::Inside(point)) if point.is_finite() => {
                curve.holds(point).then(|| self.placement.vector(&[point]))?
            }
            _ => return None,
        };
        Some(turn.apply(&local))
    }

    /// One of the two, and how it is turned.
    pub(crate) fn placed(&self, side: Which) -> (&ExactBody<S>, &ExactTurn) {
        match side {
            Which::A => (&self.a, &self.placement.turn_a),
            Which::B => (&self.b, &self.placement.turn_b),
        }
    }

    /// The half-space, and which of the two is the other.
    pub(crate) fn wall(&self) -> Option<(Wall, Which)> {
        let ExactPlacement { turn_a, turn_b, offset: between, scale, .. } = &self.placement;
        let (normal, offset, turn, to_other, other) = match (&self.a.core, &self.b.core) {
            (ExactCore::HalfSpace(normal, offset), _) => {
                (*normal, *offset, turn_a, between.clone(), Which::B)
            }
            (_, ExactCore::HalfSpace(normal, offset)) => {
                (*normal, *offset, turn_b, between.negated(), Which::A)
            }
            _ => return None,
        };
        // `scale` times as long as the local one.
        let normal = turn.apply(&self.placement.vector(&[normal]));
        let boundary = &self.placement.number(Dyadic::from(offset)) * &scale.squared();
        let height_of_origin = &normal.dot(&to_other) - &boundary;
        Some((Wall { normal, height_of_origin }, other))
    }
}

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    A,
    B,
}

/// A half-space, in the other body's frame.
pub(crate) struct Wall {
    pub(crate) normal: Exact,
    /// The height of the other body's origin over the boundary.
    height_of_origin: Number,
}

/// The height of the core's highest point along a local direction; for a curved one, slightly more
/// or less.
fn support_height<S: Space>(
    body: &ExactBody<S>,
    direction: &Exact,
    placement: &ExactPlacement,
    towards: Towards,
) -> Number {
    match &body.core {
        ExactCore::Polytope(corners) => highest(corners, direction, placement),
        ExactCore::Curved(curve) => curve.height(direction, placement, towards),
        // Callers use its normal instead.
        ExactCore::HalfSpace(..) => placement.number(Dyadic::zero()),
    }
}

/// Whether each edge of the facets is met once by the same edge the other way; in the plane,
/// whether each vertex at which an edge begins is one at which an edge ends.
fn closed<S: Space>(facets: &[[u32; 3]]) -> Result<(), CertificateError> {
    let sides = (0_usize..).zip(facets).flat_map(|(facet, [i, j, k])| {
        let around = if S::DIM == 2 { vec![[*i, *j]] } else { vec![[*i, *j], [*j, *k], [*k, *i]] };
        around.into_iter().map(move |side| (side, facet))
    });
    let (mut there, mut back): (Vec<_>, Vec<_>) = sides
        .map(|([i, j], facet)| {
            let (there, back) = if S::DIM == 2 { ([i, i], [j, j]) } else { ([i, j], [j, i]) };
            ((there, facet), (back, facet))
        })
        .unzip();
    there.sort_unstable();
    back.sort_unstable();
    for ((side, facet), (met, _)) in there.iter().zip(&back) {
        if side != met {
            return Err(CertificateError::Surface { facet: *facet });
        }
    }
    match there.windows(2).find(|pair| matches!(pair, [one, next] if one.0 == next.0)) {
        Some([(_, facet), ..]) => Err(CertificateError::Surface { facet: *facet }),
        _ => Ok(()),
    }
}
