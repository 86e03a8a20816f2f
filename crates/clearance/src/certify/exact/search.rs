//! GJK once more, exactly. Its bounds are those of the loop in floats: the nearest point of the
//! simplex, and the plane through the lowest vertex.
//!
//! Between polytopes it ends by itself: each step is nearer, and there are finitely many simplices.
//! For curved cores the vertices are inner points, in floats, and the heights of planes are rounded
//! down. So what it returns is proved, and what is nearer to touching than such points show is left
//! open. Where caps, sides, tips and poles touch at floats, the points are those of the contact;
//! the normal is then along an axis of a curved core, and other contacts are not searched for.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::budget::Budget;
use crate::math::Space;

use super::body::ExactCore;
use super::dyadic::{Dyadic, Towards};
use super::feature::{ExactFoot, nearest_face, nearest_face_with_last};
use super::filter::{farthest, rough};
use super::number::Number;
use super::placement::{Exact, ExactPlacement, ExactTurn};
use super::{CorePoint, Decision, STEP, SupportPair, exceeds};

/// Steps between curved cores, at most; each takes some 20 µs. Contacts at floats usually take up
/// to nine, and more where two caps overlap little.
const MOST_STEPS: u32 = 64;

/// Cores that touch along an axis, but for rounding, are off by no more than this part of their
/// width's square, as a power of two; it has room for a search's gap.
const NEAR: i64 = 40;

/// Digits that suffice for a number's size, also where its parts cancel.
const LEADING: u32 = 160;

/// The part of its length that tilts a direction a little.
const LITTLE: f64 = 1.0 / 4096.0;

/// A core that has an end, and how it is turned.
pub(crate) struct PlacedCore<'a, S> {
    pub(crate) core: &'a ExactCore<S>,
    pub(crate) turn: &'a ExactTurn,
    pub(crate) placement: &'a ExactPlacement,
}

impl<S: Space> PlacedCore<'_, S> {
    /// A point that is farthest along a direction of the world; of a curved core, nearly so.
    pub(crate) fn farthest(&self, direction: &Exact) -> CorePoint<S> {
        match self.core {
            ExactCore::Polytope(corners) => {
                let along = self.turn.apply_back(direction);
                CorePoint::Corner(farthest(corners, &along, self.placement))
            }
            ExactCore::Curved(curve) => {
                CorePoint::Inside(curve.highest_point(self.roughly(direction)))
            }
            ExactCore::HalfSpace(..) => CorePoint::Boundary,
        }
    }

    /// Where a point of the core lies in the world, seen from the local origin.
    fn point(&self, point: CorePoint<S>) -> Option<Exact> {
        let local = match (self.core, point) {
            (ExactCore::Polytope(corners), CorePoint::Corner(index)) => {
                corners.at(index, self.placement)?
            }
            (ExactCore::Curved(_), CorePoint::Inside(point)) => self.placement.vector(&[point]),
            _ => return None,
        };
        Some(self.turn.apply(&local))
    }

    /// The height of the highest point along a direction, or above it where that takes a root.
    /// `highest` is the point that is farthest along it.
    fn height(&self, direction: &Exact, highest: CorePoint<S>) -> Option<Number> {
        match self.core {
            ExactCore::Curved(curve) => {
                let along = self.turn.apply_back(direction);
                Some(curve.height(&along, self.placement, Towards::More))
            }
            _ => Some(self.point(highest)?.dot(direction)),
        }
    }

    /// A direction of the world in the local frame, rounded to floats before and after.
    fn roughly(&self, direction: &Exact) -> S {
        rough(&self.turn.apply_back(&self.placement.vector(&[rough::<S>(direction)])))
    }

    /// The axes of a curved core's own frame, in the world.
    fn axes(&self) -> impl Iterator<Item = Exact> {
        let dimensions = if let ExactCore::Curved(_) = self.core { S::DIM } else { 0 };
        (0..dimensions).map(|i| self.turn.apply(&self.placement.vector(&[S::axis(i)])))
    }

    /// The direction without the little that tilts it from an axis of a curved core, or from the
    /// plane across the core's own axis. Where caps and sides touch, the points' rounding to floats
    /// tilts it by that little.
    fn upright(&self, direction: &Exact) -> Option<Exact> {
        let ExactCore::Curved(_) = self.core else { return None };
        let floats = self.roughly(direction);
        let least = floats.max_abs() * LITTLE;
        let is_little = floats.coordinates().map(|part| part.abs() < least);
        if !is_little.contains(&true) {
            return None;
        }
        let [x, y, z] = self.turn.apply_back(direction).0;
        let [p, q, r] = is_little;
        let mut is_tilted = false;
        let mut kept = |exact: Number, is_little: bool| {
            is_tilted |= is_little && exact.sign() != 0;
            if is_little { exact.nothing() } else { exact }
        };
        let upright = Exact([kept(x, p), kept(y, q), kept(z, r)]);
        is_tilted.then(|| self.turn.apply(&upright))
    }
}

/// A point of A minus a point of B, in the world.
#[derive(Clone)]
pub(super) struct ExactVertex<S> {
    pair: SupportPair<S>,
    /// Whether B's point is at the far end of its sweep.
    is_far: bool,
    pub(super) point: Exact,
}

/// The difference of two placed cores.
pub(super) struct ExactDifference<'a, S> {
    pub(super) a: PlacedCore<'a, S>,
    pub(super) b: PlacedCore<'a, S>,
    /// B is swept along this vector of the scaled world, from its place in the placement.
    pub(super) drawn: Option<&'a Exact>,
    pub(super) budget: &'a Budget,
}

impl<S: Space> ExactDifference<'_, S> {
    fn vertex(&self, pair: SupportPair<S>) -> Option<ExactVertex<S>> {
        let (a, b) = (self.a.point(pair.on_a)?, self.b.point(pair.on_b)?);
        let point = a.minus(&b.plus(&self.a.placement.offset));
        Some(ExactVertex { pair, is_far: false, point })
    }

    /// The lowest vertex along a direction: at the end of B's sweep, if that rises.
    pub(super) fn lowest(&self, direction: &Exact) -> Option<ExactVertex<S>> {
        self.budget.take(STEP)?;
        let on_a = self.a.farthest(&direction.negated());
        let near = self.vertex(SupportPair { on_a, on_b: self.b.farthest(direction) })?;
        Some(match self.drawn {
            Some(drawn) if drawn.dot(direction).sign() > 0 => {
                ExactVertex { is_far: true, point: near.point.minus(drawn), ..near }
            }
            _ => near,
        })
    }

    /// How high its lowest point is along a direction, rounded down. `lowest` is the lowest vertex.
    fn height(&self, direction: &Exact, lowest: SupportPair<S>) -> Option<Number> {
        let a = self.a.height(&direction.negated(), lowest.on_a)?;
        let b = self.b.height(direction, lowest.on_b)?;
        let height = &-&self.a.placement.offset.dot(direction) - &(&a + &b);
        let rise = self.drawn.map(|drawn| drawn.dot(direction));
        Some(match rise.filter(|rise| rise.sign() > 0) {
            Some(rise) => &height - &rise,
            None => height,
        })
    }

    fn is_curved(&self) -> bool {
        [&self.a, &self.b].iter().any(|placed| matches!(placed.core, ExactCore::Curved(_)))
    }

    /// Vertices near the contact, by the corners named.
    fn named(&self, hints: &[[u32; 2]]) -> Option<Vec<ExactVertex<S>>> {
        let corner = |[a, b]: [u32; 2]| {
            let [on_a, on_b] = [a, b].map(|index| CorePoint::Corner(index.into()));
            self.vertex(SupportPair { on_a, on_b })
        };
        let named: Vec<_> =
            hints.iter().take(S::DIM + 1).filter_map(|pair| corner(*pair)).collect();
        if named.is_empty() { Some(alloc::vec![corner([0, 0])?]) } else { Some(named) }
    }

    /// Decides by the exact distance of the cores and the sum of their radii.
    ///
    /// Not every pair of curved cores can be decided. Which ones can must not depend on where a
    /// search in floats ended, or verbs would contradict one another. So this search begins along
    /// each axis of either core along which they touch, or nearly.
    pub(super) fn decide(&self, radii: &Dyadic, hints: &[[u32; 2]]) -> Option<Decision<S>> {
        if !self.is_curved() {
            return self.decide_from(radii, self.named(hints)?);
        }
        self.a.axes().chain(self.b.axes()).find_map(|axis| {
            let back = axis.negated();
            let ends = [self.lowest(&axis)?, self.lowest(&back)?];
            let width = ends[0].point.minus(&ends[1].point);
            let width = &width.dot(&width) * &axis.dot(&axis);
            [axis, back].into_iter().zip(ends).find_map(|(direction, lowest)| {
                let beyond = self.beyond(radii, &direction, &lowest);
                let is_near = magnitude(&beyond) <= magnitude(&width) - NEAR;
                if is_near { self.decide_from(radii, alloc::vec![lowest]) } else { None }
            })
        })
    }

    /// How much farther than the radii a vertex is along a direction, by the difference of the
    /// squares, in which the height's sign is lost.
    fn beyond(&self, radii: &Dyadic, direction: &Exact, lowest: &ExactVertex<S>) -> Number {
        let placement = self.a.placement;
        let radius = &placement.number(radii.clone()) * &placement.scale;
        let height = direction.dot(&lowest.point);
        &height.squared() - &(&radius.squared() * &direction.dot(direction))
    }

    fn decide_from(&self, radii: &Dyadic, mut simplex: Vec<ExactVertex<S>>) -> Option<Decision<S>> {
        let placement = self.a.placement;
        let radius = &placement.number(radii.clone()) * &placement.scale;
        let is_apart = |height: &Number, direction: &Exact| exceeds(height, &radius, direction);
        let apart = |direction: &Exact| Decision::Apart(Box::new(direction.negated()));
        // No root is taken where a point is too low already.
        let separates = |direction: &Exact, lowest: &ExactVertex<S>| -> Option<bool> {
            Some(
                is_apart(&direction.dot(&lowest.point), direction)
                    && is_apart(&self.height(direction, lowest.pair)?, direction),
            )
        };
        let is_curved = self.is_curved();
        let mut steps = 0;
        loop {
            let points: Vec<Exact> = simplex.iter().map(|vertex| vertex.point.clone()).collect();
            let nearest = if steps == 0 { nearest_face } else { nearest_face_with_last };
            let face = nearest(&points)?;
            simplex = face.places.iter().filter_map(|i| simplex.get(*i).cloned()).collect();
            let ExactFoot { direction, height, .. } = face.foot;
            if !is_apart(&height, &direction) {
                let (far, near): (Vec<_>, Vec<_>) = simplex.iter().partition(|v| v.is_far);
                let [near, far] = [near, far].map(|part| part.iter().map(|v| v.pair).collect());
                return Some(Decision::Together { near, far });
            }
            let lowest = self.lowest(&direction)?;
            // Also if the vertex is no lower than the face: the face is then as far away as the
            // radii allow.
            if separates(&direction, &lowest)? {
                return Some(apart(&direction));
            }
            if is_curved {
                let upright = [&self.a, &self.b].map(|placed| placed.upright(&direction));
                for direction in upright.iter().flatten() {
                    if separates(direction, &self.lowest(direction)?)? {
                        return Some(apart(direction));
                    }
                }
                let is_nearer = (&direction.dot(&lowest.point) - &height).sign() < 0;
                if !is_nearer || steps == MOST_STEPS {
                    return None;
                }
            }
            simplex.push(lowest);
            steps += 1;
        }
    }
}

/// The power of two that a number is below, by its leading digits.
fn magnitude(number: &Number) -> i64 {
    let leading = number.rounded(LEADING, Towards::Less);
    if leading.is_zero() { i64::MIN / 2 } else { leading.magnitude() }
}
