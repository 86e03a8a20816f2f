//! From proved bounds of the cores to the answer: what is certain of the shapes, in the caller's
//! world, lengths and precision.

use crate::answer::{End, Proximity, Verdict, Witness, scaled_back};
use crate::certify;
use crate::list;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, larger, smaller};
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::{SupportMap, length};
use crate::solve::Expand;
use crate::solve::cores::{Signed, between};
use crate::solve::gjk::{Gjk, GjkEnd};
use crate::solve::pairs;

use super::run::Run;

/// The radii, and the rounding error of adding them. In solver units.
pub(super) struct Margin {
    a: f64,
    b: f64,
    pub(super) error: f64,
}

impl Margin {
    pub(super) fn new((a, b): (f64, f64)) -> Self {
        // Each may be a sum or product itself; their sum, and its difference with a core's
        // distance.
        Self { a, b, error: 8.0 * UNIT_ROUNDOFF * (a + b) }
    }

    pub(super) fn sum(&self) -> f64 {
        self.a + self.b
    }

    /// The least lower bound of the cores that proves the shapes apart.
    pub(super) fn least_apart(&self) -> f64 {
        let mut least = (self.sum() + self.error).next_up();
        // The difference with the sum may round to the error.
        while least - self.sum() <= self.error {
            least = least.next_up();
        }
        least
    }

    /// What bounds of the cores' signed distance prove about the shapes.
    pub(super) fn verdict<S: Space>(&self, signed: &Signed<S>) -> Verdict {
        if signed.lower - self.sum() > self.error {
            Verdict::Separated
        } else if signed.intersect || signed.upper - self.sum() + self.error <= 0.0 {
            Verdict::Intersecting
        } else {
            Verdict::Undecided
        }
    }
}

impl<S: Expand, A: SupportMap<S>, O: Observer<S>> Run<'_, '_, S, A, O> {
    /// The verdict on the shapes: by the bounds of a search or formula, or by exact arithmetic.
    #[inline]
    pub(super) fn decide(&mut self, signed: &Signed<S>, run: Option<&Gjk<S>>) -> Verdict {
        match self.margin.verdict(signed) {
            Verdict::Undecided => self.decide_exactly(run),
            decided => decided,
        }
    }

    #[cold]
    #[inline(never)]
    fn decide_exactly(&mut self, run: Option<&Gjk<S>>) -> Verdict {
        // A limit of iterations is one of time.
        if self.query.max_iterations.is_some() || self.is_left_open {
            return Verdict::Undecided;
        }
        self.query.tries(Method::Exact);
        let mut hints = [[0; 2]; 4];
        let vertices = run.map_or(&[][..], |run| run.vertices());
        for (hint, vertex) in hints.iter_mut().zip(vertices) {
            *hint = vertex.features;
        }
        let [pose_a, pose_b] = self.poses;
        let hints = list::first(&hints, vertices.len());
        let verdict = certify::decide(
            (self.placed.a, pose_a),
            (self.placed.b, pose_b),
            hints,
            self.placed.budget,
        );
        self.is_left_open = verdict == Verdict::Undecided;
        verdict
    }

    /// Brings proved bounds of the cores, in A's frame and solver units, into the caller's world
    /// and lengths.
    pub(super) fn answer(&mut self, signed: &Signed<S>, run: Option<&Gjk<S>>) -> Proximity<S> {
        let verdict = self.decide(signed, run);
        let Self { placed, margin, .. } = &*self;
        let lower = signed.lower - margin.sum() - margin.error;
        let upper = signed.upper - margin.sum() + margin.error;
        let estimate = between(signed.estimate - margin.sum(), lower, upper);
        // What is proved apart from the bounds narrows them; but not from below, since the normal
        // proves no more than the lower bound, and the gap has to cover that.
        let (estimate, upper) = match verdict {
            // Apart, though the bounds do not show it: half of what they allow, and not zero.
            Verdict::Separated if estimate <= 0.0 => (0.5 * upper, upper),
            Verdict::Separated => (estimate, upper),
            Verdict::Intersecting => (smaller(estimate, 0.0), smaller(upper, 0.0)),
            Verdict::Undecided => (smaller(estimate, 0.0), upper),
        };
        let end = match run {
            Some(run) => end_of(run, signed),
            None if signed.limited => End::Limit,
            None => End::Converged,
        };
        let below = match verdict {
            // The truth is within the gap of touching.
            Verdict::Undecided => -lower,
            Verdict::Separated | Verdict::Intersecting => estimate - lower,
        };
        let gap = larger(upper - estimate, below);
        let normal = signed.normal;
        let points = (signed.on_a + normal * margin.a, signed.on_b - normal * margin.b);
        let off = misfit(points, normal, estimate);
        let ((on_a, on_b), off) = if off > gap && !placed.budget.is_spent() && !cfg!(clearance_lean)
        {
            self.fitting_points(signed, estimate, (points, off))
        } else {
            (points, off)
        };
        // Where no points fit, the gap includes by how much.
        let gap = larger(gap, off);
        let [on_a, on_b] = [on_a, on_b].map(|p| placed.frame.world_point(p));
        let (length, gap) = scaled_back(estimate.abs(), gap, placed.frame.unit);
        let witness =
            Witness { on_a, on_b, normal: placed.frame.world_direction(normal), length, gap, end };
        Proximity::of(verdict, witness)
    }

    /// Points that are as far apart as the signed distance, or nearly so, where those found are
    /// not.
    #[cold]
    #[inline(never)]
    fn fitting_points(
        &self,
        signed: &Signed<S>,
        estimate: f64,
        found: ((S, S), f64),
    ) -> ((S, S), f64) {
        let Self { placed, margin, .. } = self;
        let normal = signed.normal;
        // Overlapping cores touch once B has moved along the normal; those apart are nearest along
        // the line between them.
        let (on_a, on_b, along) = if signed.estimate > 0.0 {
            let between = signed.on_b - signed.on_a;
            (signed.on_a, signed.on_b, between.try_normalize().unwrap_or(normal))
        } else {
            let depth = -signed.estimate;
            let (on_a, on_b) = pairs::nearest_once_moved(placed, normal, depth, &self.limits());
            (on_a, on_b - normal * depth, normal)
        };
        let points = (on_a + along * margin.a, on_b - along * margin.b);
        let off = misfit(points, normal, estimate);
        if off < found.1 { (points, off) } else { found }
    }
}

/// How much farther apart or nearer points are than a signed distance, in length or along the
/// normal.
#[inline(always)]
fn misfit<S: Space>((on_a, on_b): (S, S), normal: S, signed: f64) -> f64 {
    let between = on_b - on_a;
    let along = (normal.dot(between) - signed).abs();
    // Beside a half-space nothing is scaled.
    larger((length(between) - signed.abs()).abs(), along)
}

#[inline]
fn end_of<S>(run: &Gjk<S>, signed: &Signed<S>) -> End {
    match run.end {
        GjkEnd::Far => End::CutOff,
        _ if signed.limited => End::Limit,
        GjkEnd::Limit | GjkEnd::Enclosed | GjkEnd::Converged | GjkEnd::Near => End::Converged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Xyz;

    /// Cores that are known to be `lower` to `upper` apart.
    fn signed(lower: f64, upper: f64) -> Signed<Xyz> {
        let (normal, origin) = (Xyz::axis(0), Xyz::default());
        Signed::proved([lower, upper], lower, normal, origin, origin)
    }

    /// Bounds of cores prove something of the shapes only beyond the radii and their own error.
    #[test]
    fn bounds_at_the_margin_itself() {
        let margin = Margin::new((1.0, 2.0));
        let (sum, error) = (margin.sum(), margin.error);
        assert_eq!((sum, error), (3.0, 24.0 * UNIT_ROUNDOFF));
        // A power of two of the error is added exactly: the difference is the error itself.
        let apart = sum + error;
        assert_eq!(apart - sum, error);
        assert_eq!(margin.verdict(&signed(apart, 9.0)), Verdict::Undecided);
        assert_eq!(margin.verdict(&signed(apart.next_up(), 9.0)), Verdict::Separated);
        let meet = sum - error;
        assert_eq!(sum - meet, error);
        assert_eq!(margin.verdict(&signed(-9.0, meet)), Verdict::Intersecting);
        assert_eq!(margin.verdict(&signed(-9.0, meet.next_up())), Verdict::Undecided);
        let none = Margin::new((0.0, 0.0));
        assert_eq!(none.verdict(&signed(0.0, 1.0)), Verdict::Undecided);
        assert_eq!(none.verdict(&signed(-1.0, 0.0)), Verdict::Intersecting);
        assert_eq!(none.verdict(&signed(f64::NAN, f64::NAN)), Verdict::Undecided);
    }
}
