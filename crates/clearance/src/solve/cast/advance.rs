//! The lower bound of the time, from plane to plane: Newton's method on the distance at a time.
//!
//! The distance of a convex set from a point that moves on a straight line is a convex function of
//! time, and the plane across the nearest point is its tangent. So each step ends at the first
//! contact or before it, steps only shrink, and between polytopes the last is exact but for
//! rounding: its plane is that of the facet that is hit. (Van den Bergen's ray cast of 2004 clips
//! by the same planes, but one support point after the other.) The steps decide nothing: "hit" or
//! "miss" never follows from why they ended, only from a plane or a point of contact.

use crate::math::tolerance::{GJK_ITERATIONS, NORMAL, UNIT_ROUNDOFF};
use crate::math::{Space, larger};
use crate::observe::{CastStep, Observer};
use crate::shape::{Primitive, SupportMap, length_above};
use crate::solve::cores::{self, Signed};
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::{Gjk, Limits};
use crate::solve::pairs;
use crate::solve::polytope::Expand;

use super::arrival;
use super::contact::crossing;
use super::faces;
use super::memory::Memory;
use super::path::Path;

/// Steps to take. Four are usual, ten where round shapes graze: there each halves what is left.
pub(crate) const STEPS: u32 = 64;

/// The error that turning the velocity into A's frame adds to its product with a unit vector, in
/// units of `u · |velocity|`: A's matrix 18.3, applying it 5.2 (lemmas 2 to 5), the product 3, the
/// vector's length 3.5. Sum 30.
pub(super) const RATE: f64 = 32.0;

/// An interval this many times as wide as its bounds' own errors is as good as closed.
const CLOSED: f64 = 32.0;

/// Where the shapes touch. In A's frame and the caller's lengths; B as it stands at the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch<S> {
    /// On the cores.
    pub(crate) on_a: S,
    pub(crate) on_b: S,
    /// Unit, from A to B.
    pub(crate) normal: S,
}

impl<S: Space> Touch<S> {
    fn times(self, unit: f64) -> Self {
        Self { on_a: self.on_a * unit, on_b: self.on_b * unit, ..self }
    }
}

/// What is proved of a motion. The first contact is the first in the sense of the motion.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Course<S> {
    /// There is no contact.
    Free,
    /// The first contact is at the first of these times or later, and not later than the second.
    Touches { times: [f64; 2], touch: Touch<S> },
    /// There is no contact before this time. All else that is known is where the cores are nearest
    /// then, and how fast they approach, at most.
    Open { time: f64, touch: Touch<S>, closing: f64 },
}

/// How the cores stand at a time.
pub(crate) struct Stand<S> {
    pub(crate) signed: Signed<S>,
    /// The search that found it, where one did.
    pub(crate) run: Option<Gjk<S>>,
    /// No less far than this along `signed.normal`, rounding included.
    pub(crate) height: f64,
    /// How far bounds may be off.
    pub(crate) error: f64,
    /// Whether B's point belongs to a body, which moves, and A's is the foot under it: beside a
    /// half-space, one of the two points is such a foot.
    pub(crate) follows_b: bool,
}

impl<S: Expand> Stand<S> {
    /// The direction in which round shapes will touch if what is nearest now stays so.
    fn arrival(&self, velocity: S, target: f64) -> Option<S> {
        let run = self.run.as_ref().filter(|_| target > 0.0)?;
        arrival::direction(run.vertices(), velocity, target)
    }
}

/// What the plane across this very normal proves: how far the cores are apart along it.
fn height_along<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>, along: S) -> f64 {
    let below = along.dot(placed.support(along, None).point) / along.length();
    -below - placed.error()
}

/// Limits of a search for the nearest points of cores that are to come as near as `target`.
pub(crate) fn limits<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    (target, slack): (f64, f64),
) -> Limits {
    let error = placed.error() + slack;
    Limits {
        apart: larger(target, 0.0) + error,
        touching: f64::NEG_INFINITY,
        far: f64::INFINITY,
        near: f64::NEG_INFINITY,
        enough: if target < 0.0 { f64::INFINITY } else { error },
        tolerance: placed.tolerance(),
        relative: NORMAL,
        iterations: GJK_ITERATIONS,
        unit: placed.frame.unit,
    }
}

/// The first contact on the way between two times, of which the later may come first.
pub(crate) fn first_contact<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    path: &Path<'_, S, A>,
    [first, last]: [f64; 2],
    most_steps: u32,
    observer: &mut O,
) -> Course<S> {
    let Some([first, last]) = path.near([first, last]) else { return Course::Free };
    let sense = if last >= first { 1.0 } else { -1.0 };
    let mut memory = Memory::default();
    let mut time = first;
    let mut normal = None;
    let mut closing = 0.0;
    let mut steps = 0;
    // Observers see searches.
    let mut looks_at_faces = !O::WATCHES;
    loop {
        let frame = path.at(time);
        let placed = path.placed(&frame);
        let (target, slack) = path.target(&frame);
        let velocity = path.velocity_in(&frame) * sense;
        let by_face = core::mem::take(&mut looks_at_faces) && target >= 0.0;
        let by_face = by_face.then(|| {
            let least = target + slack + placed.error();
            faces::stand(&placed, velocity, target, least)
        });
        let (stand, face) = match by_face.flatten() {
            Some((stand, face)) => (stand, Some(face)),
            None => (stand(&placed, (target, slack), &mut memory, observer), None),
        };
        let gap = stand.height - target - slack;
        let mut show = |[low, high]: [f64; 2], closing: f64| {
            if O::WATCHES {
                let Signed { on_a, on_b, normal, .. } = stand.signed;
                let (iteration, ahead, unit) = (steps, gap, frame.unit);
                observer.cast_step(&CastStep {
                    iteration,
                    time,
                    normal,
                    on_a,
                    on_b,
                    ahead,
                    closing,
                    low,
                    high,
                    unit,
                });
            }
        };
        if !(gap > 0.0) {
            show([time, f64::INFINITY], closing);
            return match normal {
                Some(normal) => open(time, &stand, frame.unit, normal, closing),
                None => in_contact(time, &placed, &stand, velocity),
            };
        }
        let drift = RATE * UNIT_ROUNDOFF * speed_above(velocity);
        let mut along = stand.signed.normal;
        closing = drift - along.dot(velocity);
        let mut ahead = gap / closing;
        if closing > 0.0
            && !O::WATCHES
            && let Some(direction) = stand.arrival(velocity, target)
        {
            let gap = height_along(&placed, direction) - target - slack;
            let faster = drift - direction.dot(velocity);
            if gap > 0.0 && gap > ahead * faster {
                (along, closing, ahead) = (direction, faster, gap / faster);
            }
        }
        normal = Some(along);
        if closing <= 0.0 {
            show([f64::INFINITY; 2], closing);
            return Course::Free;
        }
        // The quotient, its sum with the time.
        let next = beside(time + sense * ahead * (1.0 - 4.0 * f64::EPSILON), -sense);
        if sense * (next - last) > 0.0 {
            show([next, f64::INFINITY], closing);
            return Course::Free;
        }
        let error = stand.error + slack;
        let after = |later: f64| beside(time + sense * later * (1.0 + 4.0 * f64::EPSILON), sense);
        let is_by_then = |high: f64| sense * (high - last) <= 0.0;
        let crossed = |room: f64| {
            let found = match &face {
                Some(face) => face.landing(&placed, velocity, ahead, (target, error), closing),
                None => crossing(&stand, velocity, ahead, (target, error), closing, room),
            };
            found.map(|(later, touch)| (after(later), later, touch))
        };
        // Where the caller has room, a later contact is proved sooner.
        let room = path.tolerance * frame.per_unit;
        let roomy = if room > 0.0 { crossed(0.5 * room) } else { None };
        let contact = roomy.filter(|(high, ..)| is_by_then(*high)).or_else(|| crossed(0.0));
        let proved = contact.map(|(high, ..)| high).filter(|high| is_by_then(*high));
        show([larger(next, time), proved.unwrap_or(f64::INFINITY)], closing);
        if let Some((high, later, touch)) = contact {
            let width = sense * (high - next);
            let of_caller = 0.125 * placed.precision.epsilon * larger(high.abs(), next.abs());
            let of_rounding = CLOSED * (error / closing + f64::EPSILON * high.abs());
            if is_by_then(high) && width <= larger(larger(of_caller, of_rounding), room / closing) {
                let least = target - error - 2.0 * closing * (later - ahead);
                let normal = shown(&placed, [touch.normal, along], velocity * later, least);
                let touch = Touch { normal, ..touch }.times(frame.unit);
                return Course::Touches { times: [next, high], touch };
            }
        }
        let moves = sense * (next - time) > 0.0;
        time = if moves { next } else { time };
        if face.is_some() {
            continue;
        }
        steps += 1;
        path.budget.spend(1);
        if !moves || steps >= most_steps || path.budget.is_spent() {
            return open(time, &stand, frame.unit, along, closing);
        }
    }
}

/// The first of two normals if, once B has moved, it keeps the cores as far apart as `least`, which
/// the plane across the second does. The way between two points, which rounding turns, may not:
/// beside long bodies a little lean is a large height.
fn shown<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    [normal, along]: [S; 2],
    way: S,
    least: f64,
) -> S {
    let is_as_good = (normal - along).max_abs() * placed.reach() <= placed.error();
    if is_as_good || normal.dot(way - placed.support(normal, None).point) >= least {
        normal
    } else {
        along
    }
}

/// The next float in the sense of `sign`.
pub(crate) fn beside(time: f64, sign: f64) -> f64 {
    if sign > 0.0 { time.next_up() } else { time.next_down() }
}

fn open<S: Expand>(time: f64, stand: &Stand<S>, unit: f64, normal: S, closing: f64) -> Course<S> {
    let Signed { on_a, on_b, .. } = stand.signed;
    let touch = Touch { on_a, on_b, normal };
    Course::Open { time, touch: touch.times(unit), closing }
}

/// The same where no plane has separated the cores, so that the plane which they have crossed least
/// is yet to find.
#[cold]
#[inline(never)]
fn in_contact<S: Expand, A: SupportMap<S>>(
    time: f64,
    placed: &Placed<'_, S, A>,
    stand: &Stand<S>,
    velocity: S,
) -> Course<S> {
    let signed = crossed_least(placed, stand);
    let Signed { on_a, on_b, normal, .. } = signed;
    let closing = RATE * UNIT_ROUNDOFF * speed_above(velocity) - normal.dot(velocity);
    let touch = Touch { on_a, on_b, normal };
    Course::Open { time, touch: touch.times(placed.frame.unit), closing: larger(closing, 0.0) }
}

/// How the cores stand, with a normal that shows it also where they touch within rounding: there
/// the way between the nearest points, which is rounding itself, has any direction.
pub(crate) fn crossed_least<S: Expand, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    stand: &Stand<S>,
) -> Signed<S> {
    match &stand.run {
        Some(run) if run.lower <= stand.error => {
            let limits = limits(placed, (-f64::MAX, 0.0));
            cores::depth(placed, run, &limits, &mut (), None)
        }
        _ => stand.signed,
    }
}

/// A speed rounded up; near zero a product with a unit vector may lose bits, for which [`RATE`] of
/// the rounding of `MIN_POSITIVE` is more than enough.
#[inline]
pub(crate) fn speed_above<S: Space>(velocity: S) -> f64 {
    length_above(velocity) + f64::MIN_POSITIVE
}

/// How the cores stand, with a plane between them or, where they overlap, the plane that they have
/// crossed least.
pub(crate) fn stand<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    placed: &Placed<'_, S, A>,
    target: (f64, f64),
    memory: &mut Memory<S>,
    observer: &mut O,
) -> Stand<S> {
    if let Some(signed) = pairs::half_space(placed) {
        // Along the boundary's normal, and no other.
        let error = 0.5 * (signed.upper - signed.lower);
        let follows_b = matches!(placed.a.primitive(), Primitive::HalfSpace(..));
        return Stand { height: signed.lower, signed, run: None, error, follows_b };
    }
    let limits = limits(placed, target);
    let run = memory.search(placed, &limits, observer);
    let error = placed.error();
    if run.lower > error {
        // The plane may be newer than the highest one, and lower by a sixteenth of the error.
        let height = run.lower - 1.125 * error;
        return Stand {
            height,
            signed: cores::distance(&run, error),
            run: Some(run),
            error,
            follows_b: true,
        };
    }
    if target.0 >= 0.0 {
        // As near as that already, or within rounding.
        let signed = cores::distance(&run, error);
        return Stand {
            height: run.lower - 1.125 * error,
            signed,
            run: Some(run),
            error,
            follows_b: true,
        };
    }
    let signed = cores::depth(placed, &run, &limits, observer, None);
    let height = height_along(placed, signed.normal);
    Stand { height, signed, run: Some(run), error, follows_b: true }
}

/// From the origin to the difference; any direction where they are at one place.
pub(crate) fn towards<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>) -> S {
    let towards = placed.towards();
    let is_plain = (1e-200..1e200).contains(&towards.length_squared());
    if is_plain { towards } else { towards.try_normalize().unwrap_or(S::axis(0)) }
}
