//! Evidence for when two shapes meet on a straight way, and its verification.
//!
//! It is as short as that for resting shapes, because along a fixed direction a motion without
//! turning moves them apart or together at one speed. A plane that keeps them apart at both ends of
//! a span of time keeps them apart all the while.

use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::cast::Sweep;
use crate::math::{Space, ToPose, Vector};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;
#[cfg(doc)]
use crate::{AtStart, cast_certificate};

use super::certificate::{CertificateError, SupportPair};
use super::exact::{Dyadic, Exact};
use super::verify::Judge;

/// Evidence for whether and when two shapes meet on a [`Sweep`]: plain data, which
/// [`cast_certificate`] finds and [`verify_cast`] checks in exact arithmetic.
///
/// Two claims, each with its evidence. Before [`low`](Self::low) there is no contact: along
/// [`direction`](Self::direction) the shapes are apart at time 0, and still are at `low`, and on a
/// straight way they are apart in between. At `low`, at [`high`](Self::high), or in between there
/// is contact: all that B covers then is convex, and holds the hull of the differences of the pairs
/// of points, of which some are [`early`](Self::early), with B where it stands at `low`, and some
/// [`late`](Self::late). "Where it stands" is `p + t v`, without any rounding. Contact means as
/// near as the target distance.
///
/// How the caller treats a contact at the start ([`AtStart`]) is not part of the claims: such a
/// contact has both times zero.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
pub struct CastCertificate<S> {
    /// [`Verdict::Separated`]: no contact at any time up to the largest.
    /// [`Verdict::Intersecting`]: there is one. [`Verdict::Undecided`] claims no more than `low`.
    pub verdict: Verdict,
    /// No contact sooner. For shapes that never meet, the largest time.
    pub low: f64,
    /// Contact no later; infinity claims none.
    pub high: f64,
    /// A direction from A to B, of any length, as the unevaluated sum of these. Proves `low`, and
    /// [`Verdict::Separated`]; beside a half-space it is empty, and the half-space's normal proves
    /// them.
    pub direction: Vec<S>,
    /// Pairs of a point of A's core and one of B's, with B as at `low`. With the late ones they
    /// prove `high`.
    pub early: Vec<SupportPair<S>>,
    /// Those with B as at `high`; beside a half-space the only one.
    pub late: Vec<SupportPair<S>>,
    /// The same as in a [`Certificate`](crate::Certificate): where in the hull of the pairs, the
    /// early ones first.
    pub weights: Vec<f64>,
}

/// Whether a certificate proves what it claims of a cast: by its evidence and exact arithmetic
/// alone, without any search and without a tolerance.
///
/// ```
/// use clearance::{Ball, Cuboid, Sweep, cast_certificate, verify_cast};
/// use glam::DVec3;
///
/// let (floor, ball) = (Cuboid::new(DVec3::new(10.0, 0.5, 10.0)), Ball::new(0.25));
/// let (here, there) = (DVec3::ZERO, DVec3::new(0.0, 2.75, 0.0));
/// let fall = Sweep::new(DVec3::new(1.0, -4.0, 0.0));
/// let proof = cast_certificate(&floor, &here, &ball, &there, &fall)?;
/// assert!(proof.low <= 0.5 && 0.5 <= proof.high && proof.high - proof.low < 1e-12);
/// verify_cast(&floor, &here, &ball, &there, &fall, &proof)?;
/// // It proves nothing of a slower fall.
/// let slower = Sweep::new(DVec3::new(1.0, -3.0, 0.0));
/// assert!(verify_cast(&floor, &here, &ball, &there, &slower, &proof).is_err());
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// Cost: 20 to 500 µs.
///
/// # Errors
/// [`CertificateError`], which names the part of the evidence that fails.
pub fn verify_cast<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    sweep: &Sweep<P::Vector>,
    certificate: &CastCertificate<<P::Vector as Vector>::Space>,
) -> Result<(), CertificateError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let sweep = &sweep.widened();
    Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::verify_cast(pair, sweep, certificate))
}

/// See [`verify_cast`].
pub(crate) fn verify_cast_of<S: Space>(
    pair: &Pair<'_, S>,
    sweep: &Sweep<S>,
    certificate: &CastCertificate<S>,
) -> Result<(), CertificateError> {
    pair.check()?;
    let mut moving = Moving::new(pair, sweep)?;
    let CastCertificate { verdict, low, high, direction, early, late, weights } = certificate;
    let last = moving.last;
    let is_within = match verdict {
        Verdict::Separated => *low == last,
        Verdict::Intersecting => *high <= last && *high < f64::INFINITY,
        Verdict::Undecided => true,
    };
    // NaN fails these comparisons.
    if !(0.0 <= *low && low <= high && *low <= last && is_within) {
        return Err(CertificateError::Bounds);
    }
    let span = TimesUntil { until: *low, is_closed: *verdict == Verdict::Separated };
    if !span.is_empty() && !moving.is_free(direction, span)? {
        return Err(CertificateError::NotSeparated);
    }
    if *high < f64::INFINITY && !moving.touches([*low, *high], [early, late], weights)? {
        return Err(CertificateError::NotIntersecting);
    }
    Ok(())
}

/// The times from 0 to another, including that one or not.
#[derive(Clone, Copy)]
pub(crate) struct TimesUntil {
    pub(crate) until: f64,
    pub(crate) is_closed: bool,
}

impl TimesUntil {
    fn is_empty(self) -> bool {
        self.until == 0.0 && !self.is_closed
    }
}

/// Two placed shapes of which one moves past the other, exactly.
pub(crate) struct Moving<S> {
    judge: Judge<S>,
    /// From A's origin to B's at time 0, in the scaled world.
    start: Exact,
    /// B's velocity seen from A, in the scaled world.
    pub(crate) velocity: Exact,
    /// The largest time.
    pub(crate) last: f64,
}

impl<S: Space> Moving<S> {
    /// From shapes and poses that have been checked.
    pub(crate) fn new(pair: &Pair<'_, S>, sweep: &Sweep<S>) -> Result<Self, CertificateError> {
        let ([of_a, of_b], skin, last) = (sweep.velocities(), sweep.skin(), sweep.last());
        if !(of_a.is_finite() && of_b.is_finite() && skin.is_finite() && last >= 0.0) {
            return Err(CertificateError::Motion);
        }
        let mut judge = Judge::of(pair)?;
        judge.radii = &judge.radii + &Dyadic::from(skin);
        if judge.radii.sign() < 0 {
            return Err(CertificateError::Motion);
        }
        let placement = &judge.placement;
        let velocity = placement.vector(&[of_b, -of_a]).times(&placement.scale);
        Ok(Self { start: placement.offset.clone(), velocity, last, judge })
    }

    /// The two as they stand at a time, which is finite.
    pub(crate) fn at(&mut self, time: f64) -> &Judge<S> {
        let time = self.judge.placement.number(Dyadic::from(time));
        self.judge.placement.offset = self.start.plus(&self.velocity.times(&time));
        &self.judge
    }

    /// The differences of pairs, the first ones with B as at the first time.
    pub(crate) fn differences(
        &mut self,
        times: [f64; 2],
        pairs: [&[SupportPair<S>]; 2],
    ) -> Result<Vec<Exact>, CertificateError> {
        let mut points = Vec::new();
        for (time, pairs) in times.into_iter().zip(pairs) {
            points.extend(self.at(time).differences(pairs)?);
        }
        Ok(points)
    }

    /// Whether pairs, of which the first ones have B as at the first time, prove a contact between
    /// two times: differences at both are points of all that B covers on the way, a convex body.
    /// Beside a half-space the height of the last pair decides.
    pub(crate) fn touches(
        &mut self,
        times: [f64; 2],
        pairs: [&[SupportPair<S>]; 2],
        weights: &[f64],
    ) -> Result<bool, CertificateError> {
        if self.judge.wall().is_some() {
            let judge = self.at(times[1]);
            let nearest = judge.nearest(pairs[1], weights, f64::INFINITY)?;
            return Ok(pairs[0].is_empty() && nearest.is_at_most(&judge.radii));
        }
        let points = self.differences(times, pairs)?;
        if points.is_empty() {
            return Err(CertificateError::NoPairs);
        }
        let judge = &self.judge;
        Ok(judge.nearest_of(&points, weights, f64::INFINITY)?.is_at_most(&judge.radii))
    }

    /// Whether a plane across the direction keeps them apart at all times of a span. Along it they
    /// part or close at one speed, so the ends of the span decide; for a span without end, the
    /// speed.
    pub(crate) fn is_free(
        &mut self,
        direction: &[S],
        span: TimesUntil,
    ) -> Result<bool, CertificateError> {
        let judge = self.at(0.0);
        let begins = judge.separation(direction)?;
        if begins.is_at_most(&judge.radii) {
            return Ok(false);
        }
        if span.until == f64::INFINITY {
            let later = self.at(1.0).separation(direction)?;
            return Ok((&later.height - &begins.height).sign() >= 0);
        }
        let judge = self.at(span.until);
        let ends = judge.separation(direction)?;
        Ok(if span.is_closed {
            !ends.is_at_most(&judge.radii)
        } else {
            ends.is_at_least(&judge.radii)
        })
    }
}
