//! GJK: the point of the Minkowski difference nearest to the origin (Gilbert, Johnson, Keerthi
//! 1988).
//!
//! Two bounds enclose the distance at every step. The nearest point of the simplex is a point of
//! the difference: its length is an upper bound. The plane through the support point, perpendicular
//! to the search direction, has the whole difference on its far side: its distance is a lower
//! bound, whatever the direction.
//!
//! The loop decides nothing. The reason why it ended affects how wide the bounds are; `certify`
//! decides what they prove.

use crate::math::tolerance::GJK_ITERATIONS;
use crate::math::{larger, smaller, sqrt};
use crate::observe::{GjkStep, Observer};

use super::approach::{Approached, approach};
use super::difference::{Difference, Vertex};
use super::simplex::{Cell, Foot, Working};

/// When to stop before the bounds meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// A lower bound above this proves the shapes apart.
    pub(crate) apart: f64,
    /// An upper bound below this proves them touching.
    pub(crate) touching: f64,
    /// A lower bound above this is enough: the caller does not care how much farther apart the
    /// cores are.
    pub(crate) far: f64,
    /// An upper bound below this is enough: the caller does not care how much nearer the cores are.
    pub(crate) near: f64,
    /// A depth above this is enough, should the cores overlap: the caller does not care how much
    /// deeper.
    pub(crate) enough: f64,
    /// Bounds this close are good enough, once they prove one or the other, and closer than this
    /// part of the distance.
    pub(crate) tolerance: f64,
    pub(crate) relative: f64,
    /// Support points at most.
    pub(crate) iterations: u32,
    /// Caller's lengths per solver unit, for the observer.
    pub(crate) unit: f64,
}

impl Limits {
    /// Whether the caller wants fewer support points than the search would take.
    pub(crate) const fn is_callers(&self) -> bool {
        self.iterations < GJK_ITERATIONS
    }
}

/// Where the search begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begin<'s, S> {
    /// From a direction towards the difference.
    Direction(S),
    /// From a simplex remembered from an earlier query.
    Remembered(Remembered<S>),
    /// From a direction towards the difference, with a quick search first.
    Ahead(S),
    /// From a simplex that was nearest, in this direction, before curved shapes moved a little.
    Moved(&'s Working<S>, S),
}

/// A simplex by the features of its vertices, which shapes other than those of the earlier query
/// need not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remembered<S> {
    pub(crate) features: [[u16; 2]; 4],
    pub(crate) count: u8,
    /// Towards the difference, where none of them is found.
    pub(crate) otherwise: S,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GjkEnd {
    /// The simplex encloses the origin, or its nearest point is the origin, as far as rounding
    /// shows.
    Enclosed,
    /// No support point gets nearer, or the bounds met.
    Converged,
    /// The lower bound passed `far`.
    Far,
    /// The upper bound passed `near`.
    Near,
    /// Out of iterations.
    Limit,
}

/// What the loop found, with the simplex in place, which is too large to be copied often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gjk<S> {
    /// The feature of the difference that is nearest to the origin, without further vertices.
    simplex: Working<S>,
    foot: Foot<S>,
    /// Lower bound of the cores' distance; negative if no plane separates.
    pub(crate) lower: f64,
    /// The unit direction from the origin to the plane of `lower`.
    pub(crate) separating: S,
    pub(crate) end: GjkEnd,
}

impl<S: Cell> Gjk<S> {
    /// The vertices of the nearest feature.
    #[inline]
    pub(crate) fn vertices(&self) -> &[Vertex<S>] {
        self.simplex.vertices()
    }

    /// The nearest point, along the feature's normal.
    #[inline]
    pub(crate) const fn point(&self) -> S {
        self.foot.point
    }

    /// The same with the plane across the nearest point, if that is farther from the origin than
    /// the current one.
    pub(crate) fn with_plane_across<D: Difference<S>>(self, difference: &D) -> Self {
        let point = self.point();
        let separating = point * (1.0 / point.length());
        let lower = separating.dot(difference.support(-point, None).point);
        if lower > self.lower { Self { lower, separating, ..self } } else { self }
    }

    /// Whether the simplex encloses the origin, as far as rounding shows.
    #[inline]
    pub(crate) const fn encloses(&self) -> bool {
        self.foot.encloses()
    }

    /// See [`witnesses`](super::simplex::Nearest::witnesses) of a nearest feature.
    #[inline]
    pub(crate) fn witnesses(&self) -> (S, S) {
        self.simplex.witnesses(&self.foot)
    }

    /// See [`best_witnesses`](super::simplex::Nearest::best_witnesses) of a nearest feature.
    #[inline]
    pub(crate) fn best_witnesses(&self, good: f64, off: impl Fn((S, S)) -> f64) -> (S, S) {
        self.simplex.best_witnesses(&self.foot, good, off)
    }

    /// The nearest feature as a value.
    #[cfg(feature = "alloc")]
    pub(crate) fn nearest(&self) -> super::simplex::Nearest<S> {
        self.simplex.nearest(&self.foot)
    }
}

/// Steps between two attempts to follow the shapes' curvature.
const FOLLOW: u32 = 3;

/// How many steps may leave the nearest point no shorter.
const STALLS: u32 = 4;

#[inline]
pub(crate) fn gjk<S: Cell, D: Difference<S>, O: Observer<S>>(
    difference: &D,
    begin: Begin<'_, S>,
    limits: &Limits,
    observer: &mut O,
) -> Gjk<S> {
    // Two loops, because a simplex that another function may move stays in memory, which costs a
    // tenth of the time on straight shapes.
    let is_curved = difference.is_curved();
    // Observers that do not watch share one search: the compiler drops the other branch.
    if O::WATCHES {
        if is_curved {
            search::<true, S, D, O>(difference, begin, limits, observer)
        } else {
            search::<false, S, D, O>(difference, begin, limits, observer)
        }
    } else if is_curved && !cfg!(clearance_lean) {
        search::<true, S, D, ()>(difference, begin, limits, &mut ())
    } else {
        search::<false, S, D, ()>(difference, begin, limits, &mut ())
    }
}

fn search<const CURVED: bool, S: Cell, D: Difference<S>, O: Observer<S>>(
    difference: &D,
    begin: Begin<'_, S>,
    limits: &Limits,
    observer: &mut O,
) -> Gjk<S> {
    let mut simplex = Working::new();
    // PERF(store forwarding): an `Option` would be built elsewhere and copied.
    let mut foot = Foot::at(S::default());
    let mut is_begun = false;
    let mut known = None;
    let mut lower = f64::NEG_INFINITY;
    let mut separating = S::axis(0);
    // Where steps are observed or counted, no unobserved one may come between two of them.
    let mut follow_at = if O::WATCHES || limits.is_callers() { u32::MAX } else { FOLLOW };
    let mut direction = match begin {
        Begin::Direction(towards) => towards,
        Begin::Remembered(Remembered { features, count, otherwise }) => {
            for pair in features.iter().take(usize::from(count).min(S::DIM + 1)) {
                let Some(vertex) = difference.vertex(pair.map(u32::from)) else { break };
                if !simplex.has(&vertex) {
                    simplex.push(vertex);
                }
            }
            if simplex.vertices().is_empty() {
                otherwise
            } else {
                foot = simplex.foot();
                simplex.keep(&foot);
                is_begun = true;
                foot.point
            }
        }
        // None that is straight has moved so.
        Begin::Moved(_, ahead) if !CURVED => ahead,
        Begin::Moved(moved, ahead) => {
            simplex = *moved;
            foot = simplex.foot();
            simplex.keep(&foot);
            match difference.follow(&mut simplex, &foot, ahead) {
                Some(new) => {
                    (foot, is_begun) = (new, true);
                    new.point
                }
                // Other features are nearest now.
                None => {
                    simplex = Working::new();
                    ahead
                }
            }
        }
        // The last step is for the proof; and a lean build has one loop.
        Begin::Ahead(towards) if cfg!(clearance_lean) || !difference.budget().allows(2) => towards,
        Begin::Ahead(towards) => {
            // Unless never.
            follow_at = if follow_at == FOLLOW { 0 } else { follow_at };
            let ahead = approach(difference, towards, limits.far, &mut simplex);
            let found = simplex.vertices().len();
            foot = simplex.foot();
            simplex.keep(&foot);
            is_begun = true;
            match ahead {
                Approached::Beyond(along, vertex) if simplex.vertices().len() == found => {
                    known = Some((along, vertex));
                }
                // Another feature of the simplex is nearest.
                Approached::Beyond(..) => {}
                Approached::Within(shallow, depth) => {
                    let per_length = 1.0 / shallow.length();
                    let height = -depth * per_length;
                    // A search from an invalid direction proves nothing.
                    if height.is_finite() {
                        (lower, separating) = (height, -shallow * per_length);
                    }
                }
            }
            foot.point
        }
    };
    // A sixteenth of what rounding may have done to a height: nothing is gained below.
    let rounding = 0.0625 * difference.error();
    let mut end = GjkEnd::Limit;
    let mut upper = f64::INFINITY;
    let mut stalls = 0;

    for iteration in difference.budget().steps(limits.iterations) {
        if CURVED && iteration == follow_at {
            follow_at = u32::MAX;
            let before = if is_begun { foot.point.length() } else { 0.0 };
            // Not where they are far enough apart, nor where only rounding moves them.
            if is_begun && (difference.error()..=limits.far).contains(&before) {
                let moved = difference.follow(&mut simplex, &foot, foot.point);
                let gain = moved.map_or(f64::INFINITY, |new| before - new.point.length());
                if gain > difference.error() {
                    follow_at = iteration + FOLLOW;
                }
                if let Some(new) = moved {
                    direction = new.point;
                    (known, foot) = (None, new);
                }
            }
        }
        let squared = direction.length_squared();
        // True for a NaN direction too.
        if !(squared > 0.0) {
            end = GjkEnd::Enclosed;
            break;
        }
        let length = sqrt(squared);
        let (along, vertex, per_length) = match known.take() {
            // A support point proves a height along its own direction only.
            Some((along, vertex)) => (along, vertex, 1.0 / along.length()),
            None => {
                let vertex = difference.support(-direction, simplex.vertices().last());
                (direction, vertex, 1.0 / length)
            }
        };
        let height = along.dot(vertex.point) * per_length;
        // Among heights within rounding of the best, the newer direction is the better normal,
        // since an older one that is equally high to the last digit can lean by the square root of
        // that digit.
        if height > lower - rounding {
            lower = larger(lower, height);
            separating = along * per_length;
        }
        if is_begun {
            upper = smaller(upper, length);
        }
        if O::WATCHES {
            observer.gjk_step(&GjkStep {
                iteration,
                nearest: is_begun.then(|| simplex.nearest(&foot)).as_ref(),
                direction: -direction,
                support: &vertex,
                lower,
                upper,
                unit: limits.unit,
            });
        }
        let proved = lower > limits.apart || upper < limits.touching;
        // The height along this very direction, so that it is the answer's normal as well.
        let good = larger(smaller(limits.tolerance, limits.relative * upper), rounding);
        let met = proved && upper - height <= good;
        if met || simplex.has(&vertex) {
            end = GjkEnd::Converged;
            break;
        }
        if lower > limits.far && is_begun {
            end = GjkEnd::Far;
            break;
        }
        simplex.push(vertex);
        let next = simplex.foot();
        // Strict decrease of a float, so that no simplex comes twice and the loop ends even without
        // its limit; but for a few steps that leave the length as it is and turn the direction by
        // its last digits. Next to a long shape those decide the height of the separating plane.
        if is_begun && !(next.point.length_squared() < squared) {
            stalls += 1;
            if stalls > STALLS
                || !(next.point.length_squared() <= squared * (1.0 + 4.0 * f64::EPSILON))
            {
                simplex.pop();
                end = GjkEnd::Converged;
                break;
            }
        }
        simplex.keep(&next);
        (foot, is_begun) = (next, true);
        direction = next.point;
        if lower > limits.far {
            end = GjkEnd::Far;
            break;
        }
        if next.encloses() {
            end = GjkEnd::Enclosed;
            break;
        }
        if limits.near > 0.0 && direction.length_squared() < limits.near * limits.near {
            end = GjkEnd::Near;
            break;
        }
    }
    if O::WATCHES {
        observer.gjk_end(&simplex.nearest(&foot));
    }
    Gjk { simplex, foot, lower, separating, end }
}
