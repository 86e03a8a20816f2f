//! The signed distance of two cores: GJK's bounds where they are apart, EPA's where they are not.

use crate::certify::proves_intersection;
use crate::math::{Space, larger, smaller};
use crate::observe::Observer;

use super::difference::Difference;
pub(crate) use super::epa::Around;
use super::epa::{AROUND_THE_LOOP, EPA_ITERATIONS, Epa, EpaLimits, epa};
#[cfg(feature = "alloc")]
use super::epa::{MANY_ITERATIONS, epa_at_length};
use super::gjk::{Gjk, GjkEnd, Limits};
use super::polytope::Expand;
use super::simplex::Cell;

/// The signed distance of two cores, negative where they overlap: proved bounds, and where it is
/// attained. In A's frame and solver units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signed<S> {
    /// Rounding included.
    pub(crate) lower: f64,
    /// Rounding included.
    pub(crate) upper: f64,
    /// The best guess between the bounds: `on_b - on_a = estimate * normal`.
    pub(crate) estimate: f64,
    /// Unit, from A to B.
    pub(crate) normal: S,
    pub(crate) on_a: S,
    pub(crate) on_b: S,
    /// Whether an exact predicate proved that the cores have a common point.
    pub(crate) intersect: bool,
    /// Whether the search ran out of iterations or room.
    pub(crate) limited: bool,
}

impl<S: Space> Signed<S> {
    /// An answer proved by bounds, from a search or a formula that ran to its end.
    pub(crate) fn proved(
        [lower, upper]: [f64; 2],
        estimate: f64,
        normal: S,
        on_a: S,
        on_b: S,
    ) -> Self {
        Self { lower, upper, estimate, normal, on_a, on_b, intersect: false, limited: false }
    }

    /// Takes a lower bound that is proved along another normal, where that is more.
    pub(crate) fn at_least(self, lower: f64, normal: S) -> Self {
        if !(lower > self.lower) {
            return self;
        }
        let upper = larger(self.upper, lower);
        Self { lower, upper, estimate: between(self.estimate, lower, upper), normal, ..self }
    }

    /// The same answer for B against A, in another frame.
    #[inline]
    pub(crate) fn swapped(self, point: impl Fn(S) -> S, direction: impl Fn(S) -> S) -> Self {
        Self {
            normal: -direction(self.normal),
            on_a: point(self.on_b),
            on_b: point(self.on_a),
            ..self
        }
    }
}

/// `value` brought between two bounds, also where it is NaN; unlike `f64::clamp` it is total, also
/// where the bounds are NaN or crossed.
#[inline(always)]
pub(crate) fn between(value: f64, lower: f64, upper: f64) -> f64 {
    smaller(larger(value, lower), upper)
}

/// The cores are apart: the distance of the nearest points, measured on what is returned.
pub(crate) fn distance<S: Cell>(run: &Gjk<S>, error: f64) -> Signed<S> {
    let length = |(a, b): (S, S)| (a - b).length();
    let (on_a, on_b) = run.best_witnesses(run.lower + error, length);
    let point = run.point();
    let upper = (on_a - on_b).length();
    // NaN, from weights that left the range, is no bound.
    let upper = if upper.is_nan() { f64::INFINITY } else { larger(upper, run.lower) };
    // Along the feature's normal the length is good to the last digits; blended weights are not.
    let length = point.length();
    let bounds = [run.lower - error, upper + error];
    let estimate = between(length, run.lower, upper);
    let limited = run.end == GjkEnd::Limit;
    Signed { limited, ..Signed::proved(bounds, estimate, -run.separating, on_a, on_b) }
}

/// The same where no more than GJK is to be done: whatever it proved of the depth.
#[cold]
#[inline(never)]
fn without_depth<S: Expand>(run: &Gjk<S>, error: f64) -> Signed<S> {
    let (on_a, on_b) = run.witnesses();
    // A lean build has no exact predicates either.
    let intersect = !cfg!(clearance_lean) && proves_intersection(run.vertices());
    // The cores are as near as the nearest point, and where the origin is well within the simplex
    // they overlap.
    let nearest = if intersect || encloses_with_certainty(run, error) {
        0.0
    } else {
        (on_a - on_b).length() + error
    };
    let lower = run.lower - error;
    // NaN, from weights that left the range, is no bound.
    let upper = if nearest.is_nan() { f64::INFINITY } else { larger(nearest, lower) };
    let estimate = between(0.0, lower, upper);
    let bounds = [lower, upper];
    let signed = Signed::proved(bounds, estimate, -run.separating, on_a, on_b);
    Signed { intersect, limited: true, ..signed }
}

/// Where no plane was found between the cores: how deep they overlap, or how near to contact they
/// are.
pub(crate) fn depth<S: Expand, D: Difference<S>, O: Observer<S>>(
    difference: &D,
    run: &Gjk<S>,
    limits: &Limits,
    observer: &mut O,
    around: Option<&mut Option<Around>>,
) -> Signed<S> {
    // A lean build has no EPA: its polytope is most of the stack.
    if cfg!(clearance_lean) || !difference.budget().allows(AROUND_THE_LOOP) {
        return without_depth(run, difference.error());
    }
    // A caller's own limit applies to both loops.
    let iterations = if limits.is_callers() { limits.iterations } else { EPA_ITERATIONS };
    let epa_limits = epa_limits(limits, difference.error(), iterations);
    // As in `gjk`: observers that do not watch share one search.
    let found = if O::WATCHES {
        epa(difference, run, &epa_limits, observer, around)
    } else {
        epa(difference, run, &epa_limits, &mut (), around)
    };
    bounded(run, limits, difference.error(), found)
}

/// The same with no more than this many support points: `limited` where they do not suffice.
pub(crate) fn depth_within<S: Expand, D: Difference<S>>(
    difference: &D,
    run: &Gjk<S>,
    limits: &Limits,
    iterations: u32,
) -> Signed<S> {
    let epa_limits = epa_limits(limits, difference.error(), iterations);
    bounded(run, limits, difference.error(), epa(difference, run, &epa_limits, &mut (), None))
}

/// The same where [`depth`] ran out of room: with eight times as much, on the heap.
#[cfg(feature = "alloc")]
pub(crate) fn depth_at_length<S: Expand, D: Difference<S>>(
    difference: &D,
    run: &Gjk<S>,
    limits: &Limits,
) -> Signed<S> {
    let epa_limits = epa_limits(limits, difference.error(), MANY_ITERATIONS);
    bounded(run, limits, difference.error(), epa_at_length(difference, run, &epa_limits))
}

fn epa_limits(limits: &Limits, error: f64, iterations: u32) -> EpaLimits {
    let Limits { enough, unit, .. } = *limits;
    // Below what rounding may have done, nothing is gained.
    EpaLimits {
        tolerance: limits.tolerance.max(0.25 * error),
        enough,
        iterations,
        is_callers: limits.is_callers(),
        unit,
    }
}

/// What both loops together prove of the depth.
fn bounded<S: Expand>(run: &Gjk<S>, limits: &Limits, error: f64, epa: Epa<S>) -> Signed<S> {
    let intersect = proves_intersection(run.vertices());
    // GJK's bounds hold here too: its simplex is a part of the difference.
    let nearest = match (intersect, run.encloses()) {
        (true, _) => 0.0,
        (false, true) => error,
        (false, false) => {
            let (a, b) = run.witnesses();
            (a - b).length() + error
        }
    };
    // A polytope that holds the origin bounds the depth by its nearest plane. One that does not
    // bounds the distance by its nearest point, which may be farther than any plane.
    let of_polytope =
        if epa.lower >= 0.0 { -epa.lower + error } else { (epa.on_a - epa.on_b).length() + error };
    let lower = (-epa.upper - error).max(run.lower - error);
    // The normal has to show the lower bound: that of a flat polytope may be far from the best.
    let normal = if run.lower > -epa.upper + error { -run.separating } else { epa.normal };
    let smaller = if of_polytope < nearest { of_polytope } else { nearest };
    // NaN, from shapes whose sizes differ so much that their weights leave the range, is no bound.
    let upper = if smaller.is_nan() { f64::INFINITY } else { smaller.max(lower) };
    let is_stopped = run.end == GjkEnd::Limit;
    Signed {
        lower,
        upper,
        estimate: between(-epa.height, lower, upper),
        normal,
        on_a: epa.on_a,
        on_b: epa.on_b,
        intersect,
        limited: is_stopped && limits.is_callers()
            || (is_stopped || !epa.converged) && !is_close(upper - lower, limits, error),
    }
}

/// Whether bounds are as close as those of a search that has run to its end: a digit of the
/// caller's precision, or what rounding hides.
pub(crate) fn is_close(gap: f64, limits: &Limits, error: f64) -> bool {
    gap <= 8.0 * limits.tolerance + 4.0 * error
}

/// Whether the simplex encloses the origin with more room than rounding could take: its vertices'
/// own error and that of its faces' distances.
pub(crate) fn encloses_with_certainty<S: Expand>(run: &Gjk<S>, error: f64) -> bool {
    if !run.encloses() {
        return false;
    }
    let [a, b, c, d] = match run.vertices() {
        [a, b, c] => [a, b, c, c],
        [a, b, c, d] => [a, b, c, d],
        _ => return false,
    };
    S::encloses_with_room([a.point, b.point, c.point, d.point], 2.0 * error)
}
