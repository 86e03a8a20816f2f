//! How far one direction keeps two bodies apart: from its heights at two times and a bound of what
//! bends between them.
//!
//! Along a direction, the distance of two points is a function of time whose second derivative is
//! no more than `bend`. So it is nowhere below its chord by more than `bend/2` times the times to
//! both ends, and neither is the least of all such functions, the height of the direction (lemma
//! 35): two heights prove a whole span, or its part up to the root of a parabola. For a short span
//! this becomes Mirtich's bound: one height and the largest speed.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, larger, smaller, sqrt};
use crate::shape::SupportMap;
use crate::solve::cast::beside;

use super::pair::{Axis, Glued, Look, Two};

/// How far the absence of contact is proved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Until the end.
    Free,
    /// Until this time, along a direction that moves with this frame.
    Until(f64, Glued),
}

/// Where a search stands: a time, the direction from A to B then, in A's frame, the height along it
/// less the target, and how fast the nearest points approach; in the caller's lengths.
pub(super) struct Now<'l, S: Space> {
    pub(super) look: &'l Look<S>,
    pub(super) time: f64,
    pub(super) last: f64,
    pub(super) normal: S,
    pub(super) gap: f64,
    pub(super) closing: f64,
}

/// A step this near to what the speed of the nearest points allows is taken at once.
const ENOUGH: f64 = 0.75;

/// One trial: how far it reaches, where it was made, and the height there.
struct Trial {
    until: f64,
    then: f64,
    there: f64,
}

impl<S: Space, A: SupportMap<S>> Two<'_, S, A> {
    /// The longest step that one of a few trials proves.
    pub(super) fn step(&self, now: &Now<'_, S>, first: Glued) -> Step {
        let mut best = (now.time, first);
        let own = self.axes();
        let others = own.into_iter().flatten().filter(|glued| *glued != first);
        let axes = own.into_iter().flatten().filter(|glued| *glued == first).chain(others);
        for glued in axes {
            let axis = self.axis(glued, now.look, now.normal);
            let gap = now.gap - self.tilted(&axis, now.look);
            if !(gap > 0.0) {
                continue;
            }
            let Some((until, wanted)) = self.along(now, &axis, gap) else { return Step::Free };
            if until > best.0 {
                best = (until, glued);
            }
            if best.0 - now.time >= ENOUGH * wanted || self.budget.is_spent() {
                break;
            }
        }
        Step::Until(best.0, best.1)
    }

    /// The longest step along one axis, and the step that would be good; `None` where there is no
    /// contact until the end.
    fn along(&self, now: &Now<'_, S>, axis: &Axis<S>, gap: f64) -> Option<(f64, f64)> {
        let Now { time, last, closing, .. } = *now;
        let rest = last - time;
        let met = if closing > 0.0 { gap / closing } else { f64::INFINITY };
        // Where the nearest points meet before the end, a trial of all of it is likely in vain.
        let may_last = met >= rest && self.may_last(now, axis, gap);
        if may_last && self.trial(now, axis, gap, last).until >= last {
            return None;
        }
        // Up to here the bow takes no more than the height, if the heights at both ends are equal.
        let level = 1.8 * self.bends_in(axis.glued, time, gap);
        let wanted = smaller(level, met);
        let trial = self.trial(now, axis, gap, smaller(time + wanted, last));
        if trial.until >= last {
            return None;
        }
        let mut until = trial.until;
        // Far points may fall sooner than near ones: at the time that a straight line gives.
        let Trial { then, there, .. } = trial;
        if until - time < 0.5 * smaller(wanted, rest) && there < gap {
            let sooner = time + (then - time) * (gap / (gap - there));
            if sooner > until && sooner < then {
                until = larger(until, self.trial(now, axis, gap, sooner).until);
            }
        }
        Some((until, smaller(wanted, rest)))
    }

    /// Whether the height at the end of the motion may prove all of it.
    fn may_last(&self, now: &Now<'_, S>, axis: &Axis<S>, gap: f64) -> bool {
        let span = [now.time, now.last];
        let rest = now.last - now.time;
        if !(rest < f64::INFINITY) {
            return false;
        }
        let bow = self.bow(axis.glued, span, rest);
        let most = sqrt(gap) + sqrt(gap + self.speed(span) * rest);
        bow < most * most
    }

    /// What the heights now and at a later time prove of the span between.
    fn trial(&self, now: &Now<'_, S>, axis: &Axis<S>, gap: f64, then: f64) -> Trial {
        let time = now.time;
        let there = self.height(axis, &self.at(then));
        let ahead = (then - time) * (1.0 + 4.0 * f64::EPSILON);
        let bow = self.bow(axis.glued, [time, then], ahead);
        let until = match lowest(gap, there, bow) {
            None => then,
            Some(share) => beside(time + share * (then - time) * (1.0 - 8.0 * f64::EPSILON), -1.0),
        };
        Trial { until: larger(until, time), then, there }
    }
}

/// The first root in 0 to 1 of the parabola from `here` to `there` that hangs below its chord, and
/// by a quarter of `bow` at most, rounded down; `None` where it has none.
fn lowest(here: f64, there: f64, bow: f64) -> Option<f64> {
    let most = larger(larger(here, there.abs()), bow);
    let (here, there, bow) = (here / most, there / most, bow / most);
    let slope = there - here - bow;
    if there > 0.0 && (slope >= 0.0 || 2.0 * bow <= -slope) {
        return None;
    }
    let (square, product) = (slope * slope, 4.0 * bow * here);
    let room = 64.0 * UNIT_ROUNDOFF * (square + product);
    let under = square - product;
    if there > 0.0 && under < -room {
        return None;
    }
    let share = 2.0 * here / (sqrt(larger(under + room, 0.0)) - slope);
    let share = share * (1.0 - 64.0 * UNIT_ROUNDOFF);
    Some(if share > 0.0 { smaller(share, 1.0) } else { 0.0 })
}
