//! What the planes leave open: a contact a little later, found by a search, or the exact answer.

use crate::answer::Verdict;
use crate::certify::{self, Drawn, proves_intersection};
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Precision, larger, power_of_two};
use crate::shape::SupportMap;
use crate::solve::cores::{self, encloses_with_certainty};
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::{Begin, Limits, gjk};
use crate::solve::pairs::{self, Formula, Wanted};
use crate::solve::polytope::Expand;

use super::advance::{RATE, beside, limits, speed_above, towards};
use super::path::Path;

/// The answer for the rest of a motion.
pub(crate) enum Rest {
    Free,
    /// There is a contact no later than this.
    Touches(f64),
    Unknown,
}

/// How many later times to try before exact arithmetic, which costs as much as some ten of them,
/// and after it, where it does not know the shapes: each eight times as far away as the last. This
/// many reach from rounding to 1e-3 of the size.
const BEFORE: i32 = 3;
const AFTER: i32 = 14;

/// Each bracket of the exact search is this many times as wide as the last.
const WIDER: f64 = 16.0;

impl<S: Expand, A: SupportMap<S>> Path<'_, S, A> {
    /// What happens after a time until which there is no contact, and at which no plane keeps the
    /// cores apart by more than rounding. `closing` is how fast they approach, at most.
    #[cold]
    #[inline(never)]
    pub(crate) fn rest(&self, [time, last]: [f64; 2], closing: f64) -> Rest {
        // Balls about both meet no later.
        let Some([_, last]) = self.near([time, last]) else { return Rest::Free };
        let sense = if last >= time { 1.0 } else { -1.0 };
        let step = self.first_step(time, closing);
        let end = last.min(f64::MAX);
        let later = |times: f64| {
            let later = beside(time + sense * step * times, sense);
            if sense * (later - end) > 0.0 { end } else { later }
        };
        let touched = |rounds: core::ops::Range<i32>| {
            let times = rounds.map(|round| later(power_of_two(3 * round)));
            times
                .into_iter()
                .take_while(|_| !self.budget.is_spent())
                .find(|later| self.touches_at(*later))
        };
        if let Some(later) = touched(0..BEFORE) {
            return Rest::Touches(later);
        }
        match self.exactly([time, last]) {
            Verdict::Separated => return Rest::Free,
            Verdict::Intersecting => {
                let mut times = 1.0;
                loop {
                    let high = later(times);
                    if high == last || self.exactly([time, high]) == Verdict::Intersecting {
                        return Rest::Touches(high);
                    }
                    // At no time that floats hold.
                    if high == end {
                        return Rest::Unknown;
                    }
                    times *= WIDER;
                }
            }
            Verdict::Undecided => {}
        }
        touched(BEFORE..AFTER).map_or(Rest::Unknown, Rest::Touches)
    }

    /// How much later than a time the bounds can prove a contact: their error there, at the speed
    /// at which the cores approach, and no less than the time's own last digits. Never zero, no
    /// multiple of which would reach the end.
    fn first_step(&self, time: f64, closing: f64) -> f64 {
        let frame = self.at(time);
        let placed = self.placed(&frame);
        let (_, slack) = self.target(&frame);
        // Bounds of nearly parallel boundaries are infinite: a part of what is seen then.
        let [error, seen] = match pairs::half_space(&placed) {
            Some(signed) => [0.5 * (signed.upper - signed.lower), signed.estimate.abs()],
            None => [placed.error(), 0.0],
        };
        let error = if error < f64::INFINITY { error } else { f64::EPSILON * seen };
        let speed = speed_above(self.velocity_in(&frame));
        // Not slower than a million times the rounding of the product that says how fast.
        let closing = larger(closing, 1e6 * UNIT_ROUNDOFF * speed);
        let step = 8.0 * (error + slack) / closing;
        let digits = larger(4.0 * f64::EPSILON * time.abs(), f64::MIN_POSITIVE);
        larger(if step.is_finite() { step } else { 0.0 }, digits)
    }

    /// For shapes in contact at time 0: whether the motion makes them overlap deeper.
    ///
    /// The signed distance is a convex function of time, so one query a millionth of the size ahead
    /// shows how it begins, to within the error of the bounds: some 1e-8 of that way. Where the
    /// error is larger, as at the ends of the floats' range, it counts as deeper.
    pub(crate) fn goes_deeper(&self) -> bool {
        let frame = self.at(0.0);
        // The cores of balls about one point are points in one place.
        let radii = self.a.radius_f64() + self.b.radius_f64();
        let reach = self.placed(&frame).reach() * frame.unit + radii;
        let ahead = 1e-6 * reach / self.speed();
        let ahead = if ahead.is_finite() { ahead } else { 1.0 };
        let distances = [0.0, ahead].map(|time| signed_distance(&self.placed(&self.at(time))));
        let way = ahead * self.speed();
        deepens(distances, way, ALONG * way)
    }

    /// For a point inside a half-space: when it crosses the boundary on its way out, `None` where
    /// it never does, and the boundary's normal in A's frame. `None` for other pairs.
    pub(crate) fn leaves_boundary(&self) -> Option<(Option<[f64; 2]>, S)> {
        let frame = self.at(0.0);
        let signed = pairs::half_space(&self.placed(&frame))?;
        let velocity = self.velocity_in(&frame);
        let (rise, off) =
            (signed.normal.dot(velocity), RATE * UNIT_ROUNDOFF * speed_above(velocity));
        let after = |depth: f64, rise: f64| larger(depth, 0.0) / rise;
        let low = larger(beside(after(-signed.upper, rise + off), -1.0), 0.0);
        let slow = rise - off;
        let high = if slow > 0.0 { after(-signed.lower, slow) } else { f64::INFINITY };
        Some(((rise + off > 0.0).then_some([low, beside(high, 1.0)]), signed.normal))
    }

    /// Whether they touch later than at any time that floats hold.
    pub(crate) fn touches_forever(&self) -> bool {
        self.exactly([f64::INFINITY; 2]) == Verdict::Intersecting
    }

    /// B's origin at a time, in A's frame and the caller's lengths.
    pub(crate) fn point_in_a(&self, time: f64) -> S {
        let frame = self.at(time);
        frame.translation * frame.unit
    }

    /// The last time in a span that matters to bounded shapes, as a finite number.
    pub(crate) fn end(&self, span: [f64; 2]) -> Option<f64> {
        self.near(span).map(|[_, last]| last.min(f64::MAX))
    }

    /// Whether they touch at a time.
    pub(crate) fn verdict_at(&self, time: f64) -> Verdict {
        if self.touches_at(time) { Verdict::Intersecting } else { self.exactly([time, time]) }
    }

    /// Whether the shapes are proved to touch at a time, by bounds.
    fn touches_at(&self, time: f64) -> bool {
        self.budget.spend(1);
        let frame = self.at(time);
        let placed = self.placed(&frame);
        let (target, slack) = self.target(&frame);
        if let Some(signed) = pairs::half_space(&placed) {
            return signed.upper <= target - slack;
        }
        let error = placed.error();
        let limits = limits(&placed, (target, slack));
        let beyond = target + slack;
        if target >= 0.0 {
            match pairs::formula(&placed, Wanted::Verdict(beyond), &mut ()) {
                Some(Formula::Signed(signed)) => return signed.upper <= target - slack,
                Some(Formula::Overlapping) => return true,
                Some(Formula::Apart) => return false,
                Some(Formula::Towards(_)) | None => {}
            }
        }
        let run = gjk(&placed, Begin::Ahead(super::advance::towards(&placed)), &limits, &mut ());
        if target >= 0.0 {
            let (on_a, on_b) = run.witnesses();
            let meets = encloses_with_certainty(&run, error)
                || proves_intersection(run.vertices())
                || (on_a - on_b).length() + 2.0 * error <= target - slack;
            if meets {
                return true;
            }
            if run.lower > limits.apart {
                return false;
            }
        }
        let signed = cores::depth(&placed, &run, &limits, &mut (), None);
        signed.upper <= target - slack
    }

    /// Whether they touch between two times, by exact arithmetic.
    fn exactly(&self, times: [f64; 2]) -> Verdict {
        let [a, b] = self.poses;
        let drawn = Drawn { velocities: self.velocities, times, skin: self.skin };
        certify::decide_drawn((self.a, a), (self.b, b), &drawn, self.budget)
    }
}

/// A motion that comes nearer by no more than this part of its way leads along a surface: it does
/// where an `f32` that leads along it is rounded.
pub(crate) const ALONG: f64 = 1e-7;

/// Whether a signed distance is smaller a little later than now, by more than a motion along the
/// surface makes it; by bounds on both, and true where they are off by more than is tolerated.
pub(crate) fn deepens([now, then]: [[f64; 2]; 2], way: f64, tolerated: f64) -> bool {
    let off = now[1] - now[0] + (then[1] - then[0]);
    now[0] - then[1] > ALONG * way || !(off < tolerated)
}

/// Bounds on the cores' signed distance, in the caller's lengths, as narrow as `f64` makes them: in
/// the caller's precision they would be wider than a small part of the size.
pub(crate) fn signed_distance<S: Expand, A: SupportMap<S>>(
    of_caller: &Placed<'_, S, A>,
) -> [f64; 2] {
    let Placed { a, b, frame, budget, .. } = *of_caller;
    let precision = Precision { epsilon: f64::EPSILON, ..of_caller.precision };
    let placed = Placed::new(a, b, frame, budget, precision);
    let signed = pairs::half_space(&placed).unwrap_or_else(|| {
        // With a target that no depth reaches; where a plane keeps them apart, the nearest points.
        let limits = Limits { apart: f64::INFINITY, ..limits(&placed, (-f64::MAX, 0.0)) };
        let run = gjk(&placed, Begin::Ahead(towards(&placed)), &limits, &mut ());
        if run.lower > placed.error() {
            cores::distance(&run, placed.error())
        } else {
            cores::depth(&placed, &run, &limits, &mut (), None)
        }
    });
    [signed.lower * frame.unit, signed.upper * frame.unit]
}
