//! EPA: how deep the origin lies in the Minkowski difference (van den Bergen 2001).
//!
//! Two bounds enclose the depth at every step. The polytope's facet nearest to the origin bounds it
//! from below, since the polytope lies inside the difference. The height of any support point over
//! its direction bounds it from above, since moving the difference by that much along that
//! direction brings the origin outside.
//!
//! The polytope starts small and need not hold the origin; see `polytope::seed`. Distances are
//! signed, so a difference that turns out not to hold the origin gives negative bounds: it is that
//! far from the origin.

use arrayvec::ArrayVec;

use crate::list;
use crate::observe::{EpaStep, Observer};

use super::curved::LocalMinimum;
use super::difference::Difference;
use super::gjk::Gjk;
#[cfg(feature = "alloc")]
use super::polytope::MANY_VERTICES;
use super::polytope::{Expand, Growth, Horizon, MAX_VERTICES, Polytope, seed, witnesses_along};

/// What the loop found about the signed depth: positive inside, negative outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epa<S> {
    /// The depth is at least this, but for the difference's own error.
    pub(crate) lower: f64,
    /// The depth is at most this, but for the difference's own error.
    pub(crate) upper: f64,
    /// The outward unit normal of the way out in the answer.
    pub(crate) normal: S,
    /// How far out the difference reaches along it: `upper`, but for the bounds' tolerance.
    pub(crate) height: f64,
    pub(crate) on_a: S,
    pub(crate) on_b: S,
    /// Whether the bounds met, or the storage was full first.
    pub(crate) converged: bool,
}

/// The features of a simplex around the origin that has the facet of the depth, for a query of
/// nearly the same pair: it then only has to rule out what might be less deep.
pub(crate) type Around = [[u32; 2]; 4];

/// When to stop before the bounds meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EpaLimits {
    /// Bounds this close are good enough.
    pub(crate) tolerance: f64,
    /// A depth above this is enough: the caller does not care how much deeper.
    pub(crate) enough: f64,
    /// Support points at most.
    pub(crate) iterations: u32,
    /// Whether that is the caller's wish.
    pub(crate) is_callers: bool,
    /// Caller's lengths per solver unit, for the observer.
    pub(crate) unit: f64,
}

/// Steps that go before the loop and after it, at most: the last corners of a first polytope, and
/// the way out. Less than this is not worth its polytope.
pub(crate) const AROUND_THE_LOOP: u32 = 8;

/// Local minima of curved shapes that are kept to cover facets.
const MINIMA: usize = 8;

/// Facets to expand before the first search for a local minimum, and between two.
const FIRST_LOOK: u32 = 3;
const LOOK: u32 = 2;

/// Never inlined: its polytope takes some 50 kB of stack, which queries that end without it should
/// not touch.
#[inline(never)]
pub(crate) fn epa<S: Expand, D: Difference<S>, O: Observer<S>>(
    difference: &D,
    start: &Gjk<S>,
    limits: &EpaLimits,
    observer: &mut O,
    around: Option<&mut Option<Around>>,
) -> Epa<S> {
    expand_any(&mut S::Polytope::empty(), difference, start, limits, observer, around)
}

/// The same with room for more, on the heap.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
pub(crate) fn epa_at_length<S: Expand, D: Difference<S>>(
    difference: &D,
    start: &Gjk<S>,
    limits: &EpaLimits,
) -> Epa<S> {
    let mut polytope = alloc::boxed::Box::new(S::LargePolytope::empty());
    expand_any(&mut *polytope, difference, start, limits, &mut (), None)
}

/// Two loops, as in [`gjk`](super::gjk::gjk).
#[inline(always)]
fn expand_any<S: Expand, P: Polytope<S>, D: Difference<S>, O: Observer<S>>(
    polytope: &mut P,
    difference: &D,
    start: &Gjk<S>,
    limits: &EpaLimits,
    observer: &mut O,
    around: Option<&mut Option<Around>>,
) -> Epa<S> {
    if difference.is_curved() {
        // Its vertices have no names.
        expand::<true, S, P, D, O>(polytope, difference, start, limits, observer, None)
    } else {
        expand::<false, S, P, D, O>(polytope, difference, start, limits, observer, around)
    }
}

fn expand<const CURVED: bool, S: Expand, P: Polytope<S>, D: Difference<S>, O: Observer<S>>(
    polytope: &mut P,
    difference: &D,
    start: &Gjk<S>,
    limits: &EpaLimits,
    observer: &mut O,
    around: Option<&mut Option<Around>>,
) -> Epa<S> {
    difference.budget().spend(AROUND_THE_LOOP);
    if let Err(normal) = seed::<S, D>(polytope, difference, start.vertices()) {
        return flat(difference, start, normal);
    }
    // Planes this close may be one side of the difference.
    let tie = difference.error();
    let mut horizon = Horizon::new();
    let mut upper = f64::INFINITY;
    // The facet that showed the shortest way out, and the vertex found along it.
    let mut best = None;
    let mut converged = false;
    // The least that a facet on the boundary proves; farther facets need no expansion.
    let mut floor = f64::INFINITY;

    let mut minima = ArrayVec::<LocalMinimum<S>, MINIMA>::new();
    // The local minimum with the shortest way out, of all those kept or not.
    let mut least: Option<LocalMinimum<S>> = None;
    let mut wait = 0;
    let mut look_at = if O::WATCHES || limits.is_callers { u32::MAX } else { FIRST_LOOK };

    for iteration in difference.budget().steps(limits.iterations) {
        let Some(facet) = polytope.nearest().filter(|facet| facet.distance < floor) else {
            converged = true;
            break;
        };
        // Within twice the error of the nearest facet, each facet's own error may decide which
        // proves least.
        if facet.distance - 2.0 * tie > limits.enough && polytope.lower_bound() > limits.enough {
            break;
        }
        if CURVED && minima.iter().any(|minimum| polytope.cover(facet.index, minimum)) {
            continue;
        }
        if CURVED && iteration >= look_at {
            wait += LOOK;
            look_at = iteration + wait;
            let minimum = difference.local_minimum(&polytope.foot(&facet, tie), facet.normal);
            // Otherwise the plane touches more than these features.
            let is_tight =
                |least: &LocalMinimum<S>| least.upper - least.lower <= limits.tolerance.max(tie);
            if let Some(minimum) = minimum.filter(is_tight) {
                upper = upper.min(minimum.upper);
                floor = floor.min(minimum.lower);
                if least.is_none_or(|least| minimum.upper < least.upper) {
                    least = Some(minimum);
                }
                // Where there is no room, it replaces the last of them.
                if minima.is_full() {
                    minima.pop();
                }
                let _ = minima.try_push(minimum);
                if polytope.cover(facet.index, &minimum) {
                    wait = LOOK;
                    look_at = iteration + wait;
                    continue;
                }
            }
        }
        let vertex = difference.support(facet.normal, polytope.vertices().last());
        let height = facet.normal.dot(vertex.point);
        let met = height - facet.distance <= limits.tolerance;
        let before = (O::WATCHES).then(|| polytope.list_facets(facet.index));
        let growth = if met {
            Growth::OnBoundary
        } else {
            polytope.grow(facet.index, vertex, (O::WATCHES).then_some(&mut horizon))
        };
        let on_boundary = growth == Growth::OnBoundary && height <= upper + limits.tolerance;
        if height < upper || on_boundary {
            upper = upper.min(height);
            best = Some((facet, vertex));
        }
        if let Some((facets, chosen)) = before {
            let grown = growth == Growth::Grown;
            let count = polytope.vertices().len() - usize::from(grown);
            observer.epa_step(&EpaStep {
                iteration,
                vertices: list::first(polytope.vertices(), count),
                facets: &facets,
                chosen,
                direction: facet.normal,
                support: &vertex,
                horizon: if grown { &horizon } else { &[] },
                lower: if facet.distance >= facet.error {
                    facet.distance - facet.error
                } else {
                    f64::NEG_INFINITY
                },
                upper,
                unit: limits.unit,
            });
        }
        match growth {
            Growth::Grown => {}
            Growth::OnBoundary => {
                polytope.retire(facet.index);
                floor = floor.min(facet.distance);
            }
            Growth::Full => break,
        }
    }
    if let (Some(around), Some((facet, _))) = (around, &best) {
        *around = polytope.around(facet);
    }
    let along = |normal: S| witnesses_along(polytope, normal);
    let least = least.filter(|minimum| minimum.upper <= upper + tie);
    let is_stopped_early = -start.lower + tie + 4.0 * limits.tolerance < upper;
    // Each way out has its own height, so that the answer's length is what its normal needs.
    let (normal, height, (on_a, on_b)) = if is_stopped_early {
        // No facet has shown a way out as short as GJK's last plane.
        let normal = -start.separating;
        let vertex = difference.support(normal, None);
        (normal, -start.lower, along(normal).unwrap_or((vertex.on_a, vertex.on_b())))
    } else if let Some(minimum) = least {
        (minimum.normal, minimum.upper, (minimum.on_a, minimum.on_b))
    } else if let Some((facet, vertex)) = best {
        // The foot on the facet fits its normal; or the vertex found along it, where round shapes
        // meet; or, where the facet has grown since, the points where this way leaves the polytope.
        let normal = facet.normal;
        let off = |(a, b): (S, S)| (a - b - normal * upper).length();
        let nearer = |one, other| if off(other) < off(one) { other } else { one };
        let good = 4.0 * tie;
        let foot = polytope.foot(&facet, tie).best_witnesses(good, off);
        let mut points = nearer(foot, (vertex.on_a, vertex.on_b()));
        if off(points) > good {
            points = along(normal).map_or(points, |exit| nearer(points, exit));
        }
        (normal, normal.dot(vertex.point), points)
    } else {
        (S::axis(0), f64::INFINITY, start.witnesses())
    };
    Epa { lower: polytope.lower_bound(), upper, normal, height, on_a, on_b, converged }
}

/// Iterations that a full polytope can use.
pub(crate) const EPA_ITERATIONS: u32 = 4 * MAX_VERTICES as u32;
#[cfg(feature = "alloc")]
pub(crate) const MANY_ITERATIONS: u32 = 4 * MANY_VERTICES as u32;

/// A difference without volume has no inside: where it holds the origin the depth is 0, to either
/// side. Where GJK was stopped on its way there, all that is known is the nearest point so far.
fn flat<S: Expand, D: Difference<S>>(difference: &D, start: &Gjk<S>, normal: S) -> Epa<S> {
    let height = |n: S| n.dot(difference.support(n, None).point);
    let (above, below) = (height(normal), height(-normal));
    let (normal, upper) = if above <= below { (normal, above) } else { (-normal, below) };
    let (on_a, on_b) = start.witnesses();
    // Holding the origin bounds the depth by 0; not holding it, by no plane at all.
    let lower = if on_a == on_b { upper.min(0.0) } else { f64::NEG_INFINITY };
    // For a simplex as thin as its last digits, the weights may be anything.
    let (on_a, on_b) = start.best_witnesses(4.0 * difference.error(), |(a, b)| (a - b).length());
    // GJK reports whether it was stopped.
    Epa { lower, upper, normal, height: upper, on_a, on_b, converged: true }
}
