//! Finding a certificate for a cast: the cast's own times, made wider where exact arithmetic finds
//! no evidence for them.

use alloc::vec;
use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::budget::Budget;
use crate::cast::{AtStart, Cast, Interval, Sweep};
use crate::certify::{
    CastCertificate, CertificateError, Decision, Dyadic, Judge, Moving, SupportPair, TimesUntil,
    decision_drawn,
};
use crate::math::{Pose, ToPose, Vector, larger};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;
use crate::solve::Expand;

use super::Builder;

/// Evidence for whether and when two shapes meet, of which B moves on a straight line: for the
/// answer of a [`cast`](crate::cast()), without trust in its search.
/// [`verify_cast`](crate::verify_cast()) checks it.
///
/// The times are those of the cast, or wider by some roundings where shapes graze. As exact as the
/// cast, for polytopes, balls, capsules, these rounded, and half-spaces against them; for
/// cylinders, cones and ellipsoids grazes may stay [`Verdict::Undecided`]. A ray is a cast of a
/// [`Point`](crate::Point). Cost: a cast and some exact arithmetic, 0.1 to 10 ms.
///
/// ```
/// use clearance::{Cuboid, Sweep, Verdict, cast_certificate};
/// use glam::DVec2;
///
/// let square = Cuboid::new(DVec2::ONE);
/// let (here, there) = (DVec2::ZERO, DVec2::new(-4.0, 2.5));
/// let past = Sweep::new(DVec2::new(8.0, 0.0));
/// let proof = cast_certificate(&square, &here, &square, &there, &past)?;
/// assert_eq!(proof.verdict, Verdict::Separated);
/// let along = proof.direction[0];
/// assert!(along.x == 0.0 && along.y > 0.0);
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// # Errors
/// [`CertificateError::Input`], [`CertificateError::Unsupported`], and
/// [`CertificateError::Motion`].
pub fn cast_certificate<V, P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    sweep: &Sweep<V>,
) -> Result<CastCertificate<V::Space>, CertificateError>
where
    V: Vector,
    P: ToPose<Vector = V>,
    Q: ToPose<Vector = V>,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let sweep = &sweep.widened();
    Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::cast_certificate(pair, sweep))
}

/// See [`cast_certificate`].
pub(crate) fn of_pair<S: Expand>(
    pair: &Pair<'_, S>,
    sweep: &Sweep<S>,
) -> Result<CastCertificate<S>, CertificateError> {
    pair.check()?;
    let mut moving = Moving::new(pair, sweep)?;
    let sweep = sweep.at_start(AtStart::Report);
    let (hit, is_decided) = match pair.cast(sweep) {
        Cast::Miss => (None, true),
        Cast::Hit(hit) => (Some(hit), true),
        Cast::Undecided(hit) => (Some(hit), false),
    };
    let mut proof = CastCertificate {
        verdict: Verdict::Undecided,
        low: 0.0,
        high: f64::INFINITY,
        direction: Vec::new(),
        early: Vec::new(),
        late: Vec::new(),
        weights: Vec::new(),
    };
    let Some(hit) = hit else {
        let last = moving.last;
        if let Some(direction) = moving.plane(None, TimesUntil { until: last, is_closed: true })? {
            (proof.verdict, proof.low, proof.direction) = (Verdict::Separated, last, direction);
        }
        return Ok(proof);
    };
    let Interval { low, high } = hit.time;
    (proof.low, proof.direction) = moving.free_until(low, hit.witness.normal)?;
    // Exact arithmetic finds contacts of curved shapes on axes alone: this is what a search finds
    // where the motion has them, but for a rounding of `f64`.
    let relative = sweep.relative_velocity();
    let searched = |time: f64, judge: &Judge<_>| {
        let Pose { rotation, translation } = *pair.pose_b;
        let pose_b = &Pose { rotation, translation: translation + relative * time };
        let found = Pair { pose_b, ..*pair }.found();
        Builder { judge, found: &found }.pairs_of_simplex()
    };
    if is_decided
        && let Some((high, ProvedTouch { pairs: [early, late], weights })) =
            moving.touch_from([proof.low, high], searched)
    {
        proof =
            CastCertificate { verdict: Verdict::Intersecting, high, early, late, weights, ..proof };
    }
    Ok(proof)
}

/// Pairs of a contact, with B as at the first time and the second.
struct ProvedTouch<S> {
    pairs: [Vec<SupportPair<S>>; 2],
    weights: Vec<f64>,
}

/// A time may be off by this many roundings of itself, each try this many times as many, until
/// there is evidence for one.
const FIRST: f64 = 4.0 * f64::EPSILON;
const WIDER: f64 = 16.0;
const TIMES: u32 = 9;

/// Times ever farther from a given one, on one side; that one first.
fn beside(time: f64, outwards: f64) -> impl Iterator<Item = f64> {
    let mut step = larger(time * FIRST, f64::MIN_POSITIVE);
    core::iter::once(time).chain((0..TIMES).map(move |_| {
        let moved = time + outwards * step;
        step *= WIDER;
        moved
    }))
}

impl<S: Expand> Moving<S> {
    /// A direction along which they are apart during a span: the one that the cast ended with, or
    /// what exact arithmetic finds.
    fn plane(
        &mut self,
        likely: Option<S>,
        span: TimesUntil,
    ) -> Result<Option<Vec<S>>, CertificateError> {
        if self.at(0.0).wall().is_some() {
            return Ok(self.is_free(&[], span)?.then(Vec::new));
        }
        if let Some(likely) = likely
            && likely != S::default()
            && likely.is_finite()
            && self.is_free(&[likely], span)?
        {
            return Ok(Some(vec![likely]));
        }
        // Where the motion has no end, as much as floats can name.
        let until = Dyadic::from(span.until.min(f64::MAX));
        let velocity = self.velocity.clone();
        let Judge { a, b, placement, radii } = self.at(0.0);
        let way = velocity.times(&placement.number(until));
        match decision_drawn(a, b, placement, Some(&way), radii, &[], &Budget::endless()) {
            Some(Decision::Apart(exactly)) => {
                Judge::rounded(&exactly, |terms| self.is_free(terms, span))
            }
            Some(Decision::Together { .. }) | None => Ok(None),
        }
    }

    /// The latest time found before which they are free of contact, with its evidence.
    fn free_until(&mut self, low: f64, normal: S) -> Result<(f64, Vec<S>), CertificateError> {
        for until in beside(low, -1.0).take_while(|until| *until > 0.0) {
            let span = TimesUntil { until, is_closed: false };
            if let Some(direction) = self.plane(Some(normal), span)? {
                return Ok((until, direction));
            }
        }
        Ok((0.0, Vec::new()))
    }

    /// The first time found from `high` on until which they touch after `low`, with its evidence.
    fn touch_from(
        &mut self,
        [low, high]: [f64; 2],
        searched: impl Fn(f64, &Judge<S>) -> Vec<SupportPair<S>>,
    ) -> Option<(f64, ProvedTouch<S>)> {
        let last = self.last.min(f64::MAX);
        let mut times = beside(high, 1.0).take_while(|time| *time <= last).chain([last]);
        times.find_map(|high| Some((high, self.touch([low, high], &searched)?)))
    }

    fn touch(
        &mut self,
        times: [f64; 2],
        searched: impl Fn(f64, &Judge<S>) -> Vec<SupportPair<S>>,
    ) -> Option<ProvedTouch<S>> {
        let [low, high] = times;
        let velocity = self.velocity.clone();
        let judge = self.at(low);
        let touch = if let Some((wall, other)) = judge.wall() {
            ProvedTouch {
                pairs: [Vec::new(), vec![judge.lowest_over(&wall, other)]],
                weights: vec![1.0],
            }
        } else {
            let Judge { a, b, placement, radii } = judge;
            let span = &Dyadic::from(high) - &Dyadic::from(low);
            let way = velocity.times(&placement.number(span));
            let [near, far] =
                match decision_drawn(a, b, placement, Some(&way), radii, &[], &Budget::endless()) {
                    Some(Decision::Together { near, far }) => [near, far],
                    Some(Decision::Apart(_)) => return None,
                    None => [Vec::new(), searched(high, judge)],
                };
            let points = self.differences(times, [&near, &far]).ok()?;
            let (places, weights) = Judge::<S>::feature_nearest(&points)?;
            let mut feature: Vec<_> = places.into_iter().zip(weights).collect();
            feature.sort_unstable_by_key(|(place, _)| *place);
            let kept = |pairs: &[SupportPair<S>], first: usize| {
                let places = feature.iter().filter_map(|(place, _)| place.checked_sub(first));
                places.filter_map(|place| pairs.get(place).copied()).collect()
            };
            let pairs = [kept(&near, 0), kept(&far, near.len())];
            ProvedTouch { pairs, weights: feature.iter().map(|(_, weight)| *weight).collect() }
        };
        let ProvedTouch { pairs: [early, late], weights } = &touch;
        self.touches(times, [early, late], weights).ok()?.then_some(touch)
    }
}
