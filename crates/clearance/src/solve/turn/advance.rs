//! The lower bound of the time, from direction to direction; and a contact after it.

use crate::math::larger;
use crate::observe::Observer;
use crate::shape::SupportMap;
use crate::solve::cast::{Memory, Stand, Touch, beside, crossed_least, limits, stand, towards};
use crate::solve::cores::{self, Signed};
use crate::solve::difference::Difference;
use crate::solve::gjk::{Begin, gjk};
use crate::solve::pairs;
use crate::solve::polytope::Expand;

use super::pair::{Glued, Look, Two};
use super::step::{Now, Step};

/// Steps to take. Some five are usual, tens where they graze, hundreds where edges do: no axis turns
/// with both.
pub(crate) const STEPS: u32 = 4096;

/// What is proved of a motion.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ahead<S> {
    /// There is no contact.
    Free,
    /// No contact before the first of these times, and one no later than the second.
    Touches { times: [f64; 2], touch: Touch<S> },
    /// No contact before this time; nothing else is known.
    Open { time: f64, touch: Touch<S> },
}

/// How the cores stand, and the gap between the shapes less the target, in the caller's lengths.
pub(super) fn gap<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    two: &Two<'_, S, A>,
    look: &Look<S>,
    memory: &mut Memory<S>,
    observer: &mut O,
) -> (Stand<S>, f64) {
    let placed = two.placed(look);
    let (target, slack) = two.target(look);
    let stand = stand(&placed, (target, slack), memory, observer);
    let gap = (stand.height - target - slack) * look.frame.unit;
    (stand, gap)
}

/// The first contact from one time to another.
pub(crate) fn first_contact<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    two: &Two<'_, S, A>,
    span: [f64; 2],
    most_steps: u32,
    observer: &mut O,
) -> Ahead<S> {
    let Some([first, last]) = two.near(span) else { return Ahead::Free };
    let mut memory = Memory::default();
    let mut time = first;
    let mut glued = Glued::A;
    let mut touch;
    let mut steps = 0;
    let mut room = two.tolerance;
    loop {
        let look = two.at(time);
        let (stand, gap) = gap(two, &look, &mut memory, observer);
        let signed = &stand.signed;
        let (on_a, on_b, unit) = (signed.on_a, signed.on_b, look.frame.unit);
        touch = Touch { on_a: on_a * unit, on_b: on_b * unit, normal: signed.normal };
        if !(gap > 0.0) {
            let Signed { on_a, on_b, normal, .. } = in_contact(two, &look, &stand);
            touch = Touch { on_a: on_a * unit, on_b: on_b * unit, normal };
            break;
        }
        two.budget.spend(1);
        if steps >= most_steps || two.budget.is_spent() {
            break;
        }
        let closing = two.closing(&look, [on_a, on_b], signed.normal, time);
        let now = Now { look: &look, time, last, normal: signed.normal, gap, closing };
        let next = match two.step(&now, glued) {
            Step::Free => return Ahead::Free,
            Step::Until(next, along) => {
                glued = along;
                next
            }
        };
        // Nothing is gained below the caller's own rounding, or below what the caller asks.
        let of_caller = 0.015 * two.precision.epsilon * look.size;
        // Where the caller has room, a later contact is proved sooner, which is tried once: what
        // grazes has gone by then.
        for (near, way) in [(0.5 * room, room), (of_caller, 0.0)] {
            if !(gap < near) {
                continue;
            }
            room = 0.0;
            let error = (stand.error + two.target(&look).1) * unit;
            let high = beside(time + larger(way, 2.0 * gap + 8.0 * error) / closing, 1.0);
            if closing > 0.0 && high <= last.min(f64::MAX) && two.touches(high) {
                return Ahead::Touches { times: [larger(time, next), high], touch };
            }
        }
        let moves = next - time > 4.0 * f64::EPSILON * time;
        time = larger(time, next);
        steps += 1;
        if !moves {
            break;
        }
    }
    if steps < most_steps
        && !two.budget.is_spent()
        && let Some(high) = two.later(time, last)
    {
        return Ahead::Touches { times: [time, high], touch };
    }
    Ahead::Open { time, touch }
}

/// How the cores stand where no plane keeps them apart by more than rounding.
#[cold]
#[inline(never)]
fn in_contact<S: Expand, A: SupportMap<S>>(
    two: &Two<'_, S, A>,
    look: &Look<S>,
    stand: &Stand<S>,
) -> Signed<S> {
    crossed_least(&two.placed(look), stand)
}

impl<S: Expand, A: SupportMap<S>> Two<'_, S, A> {
    /// A time of contact, later than a time before which there is none: first where it is beyond
    /// rounding, then each time four times as far ahead.
    #[cold]
    #[inline(never)]
    fn later(&self, time: f64, last: f64) -> Option<f64> {
        let look = self.at(time);
        let placed = self.placed(&look);
        let error = match pairs::half_space(&placed) {
            Some(signed) => 0.5 * (signed.upper - signed.lower),
            None => placed.error(),
        };
        let error = (error + self.target(&look).1) * look.frame.unit;
        let speed = self.speed([time, time]);
        let mut step = larger(2.0 * error / speed, 4.0 * f64::EPSILON * time.abs());
        if !(step > 0.0 && step.is_finite()) {
            return None;
        }
        loop {
            let high = beside(time + step, 1.0);
            if high >= last {
                return (last < f64::INFINITY && self.touches(last)).then_some(last);
            }
            if self.touches(high) {
                return Some(high);
            }
            if self.budget.is_spent() {
                return None;
            }
            step *= 4.0;
        }
    }

    /// Whether the shapes are proved to touch at a time.
    pub(super) fn touches(&self, time: f64) -> bool {
        self.budget.spend(1);
        let look = self.at(time);
        let placed = self.placed(&look);
        let (target, slack) = self.target(&look);
        if let Some(signed) = pairs::half_space(&placed) {
            return signed.upper <= target - slack;
        }
        let error = placed.error();
        let mut limits = limits(&placed, (target, slack));
        if target >= 0.0 {
            limits.enough = 4.0 * (error + slack);
        }
        let run = gjk(&placed, Begin::Ahead(towards(&placed)), &limits, &mut ());
        if target >= 0.0 {
            let (on_a, on_b) = run.witnesses();
            if (on_a - on_b).length() + 2.0 * error <= target - slack {
                return true;
            }
            if run.lower > limits.apart {
                return false;
            }
        }
        let signed = cores::depth(&placed, &run, &limits, &mut (), None);
        signed.upper <= target - slack
    }
}

impl<S: Expand, A: SupportMap<S>> Two<'_, S, A> {
    /// How the cores stand, also how deep they overlap.
    pub(super) fn deepest(&self, look: &Look<S>, stand: &Stand<S>) -> Signed<S> {
        let Some(run) = &stand.run else { return stand.signed };
        let placed = self.placed(look);
        let limits = limits(&placed, (-f64::MAX, 0.0));
        cores::depth(&placed, run, &limits, &mut (), None)
    }
}
