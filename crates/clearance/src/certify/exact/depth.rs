//! Whether two polytopes overlap as deep as asked at some place of a straight way.
//!
//! The depth is the distance from the origin to the nearest facet of the difference. A motion moves
//! the origin along a segment of the difference's frame; each facet leaves a span of it, deep
//! enough below that facet, and the question is whether all spans have a place in common. Few
//! facets tell: the hull of some corners lies within the difference, so a place that its facets
//! leave is deep enough. Facets that leave no place, and belong to the difference too, prove that
//! no place is; others are built upon. In exact numbers no corner is nearly on a facet.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::Space;

use super::dyadic::{Dyadic, Towards};
use super::exceeds;
use super::number::Number;
use super::placement::Exact;
use super::search::ExactDifference;

/// Digits of what is no rational number, mostly lengths of normals, from few to many. In space some
/// tell: where two spans meet in one place, a sum of positive multiples of two lengths is rational,
/// and so are both.
const DIGITS: [u32; 3] = [128, 512, 2048];

/// Facets at most, far more than are usual.
const MOST_FACETS: usize = 1 << 12;

/// A triangle of the hull.
struct Outermost {
    corners: [usize; 3],
    /// Outward.
    normal: Exact,
    height: Number,
    /// Whether no corner of the difference is higher.
    is_outermost: bool,
    /// Rounded to less of the way, and to more.
    spans: [Stretch; 2],
}

/// The parts `s` of the way with `s · rise <= room`.
struct Stretch {
    rise: Dyadic,
    room: Dyadic,
}

/// The place `over / under` of the way, at which a facet ends its span.
struct SpanEnd {
    over: Dyadic,
    under: Dyadic,
    facet: Option<usize>,
}

impl SpanEnd {
    fn is_before(&self, other: &Self) -> bool {
        (&(&other.over * &self.under) - &(&self.over * &other.under)).sign() > 0
    }
}

/// Some of the difference.
struct Hull<'d, S> {
    difference: &'d ExactDifference<'d, S>,
    /// The origin's way.
    along: &'d Exact,
    depth: &'d Number,
    digits: u32,
    points: Vec<Exact>,
    facets: Vec<Outermost>,
}

/// Whether two polytopes overlap by `depth`, more than zero, somewhere on B's way `along`; all in
/// the scaled world.
pub(super) fn overlap_by<S: Space>(
    difference: &ExactDifference<'_, S>,
    along: &Exact,
    depth: &Number,
) -> Option<bool> {
    let [digits, more @ ..] = DIGITS;
    let (points, facets) = (Vec::new(), Vec::new());
    let mut hull = Hull { difference, along, depth, digits, points, facets };
    // What is flat has no depth.
    if !hull.begins()? {
        return Some(false);
    }
    let mut more = more.into_iter();
    while hull.facets.len() < MOST_FACETS {
        if let Some(ends) = hull.blocked(Towards::More) {
            let Some(inner) = ends.into_iter().flatten().find(|end| hull.is_inner(*end)) else {
                return Some(false);
            };
            hull.build_upon(inner)?;
        } else if hull.blocked(Towards::Less).is_none() {
            return Some(true);
        } else {
            hull.digits = more.next()?;
            hull.measure();
        }
    }
    None
}

impl<S: Space> Hull<'_, S> {
    /// The corner farthest along a direction. Polygons of the plane become prisms, higher than
    /// deep.
    fn farthest(&self, direction: &Exact) -> Option<Exact> {
        let mut point = self.difference.lowest(&direction.negated())?.point;
        if S::DIM == 2 {
            let ([.., z], [.., up]) = (&mut point.0, &direction.0);
            let top = self.depth + self.depth;
            *z = if up.sign() < 0 { -&top } else { top };
        }
        Some(point)
    }

    /// Spans a tetrahedron; `false` where all corners are in one plane.
    fn begins(&mut self) -> Option<bool> {
        let number = |x: f64| self.depth.alike(Dyadic::from(x));
        let axes =
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|a| Exact(a.map(number)));
        let [x, ..] = &axes;
        self.points.push(self.farthest(x)?);
        while self.points.len() < 4 {
            let across: Vec<Exact> = match &*self.points {
                [p, q] => axes.iter().map(|axis| q.minus(p).cross(axis)).collect(),
                [p, q, r] => vec![q.minus(p).cross(&r.minus(p))],
                _ => axes.to_vec(),
            };
            let from = self.points.first()?;
            let mut found = None;
            for along in across.iter().flat_map(|along| [along.clone(), along.negated()]) {
                let point = self.farthest(&along)?;
                if along.dot(&point.minus(from)).sign() > 0 {
                    found = Some(point);
                    break;
                }
            }
            let Some(found) = found else { return Some(false) };
            self.points.push(found);
        }
        let [p, q, r, s] = &*self.points else { return None };
        let is_left = q.minus(p).cross(&r.minus(p)).dot(&s.minus(p)).sign() < 0;
        for [a, b, c] in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            self.push(if is_left { [a, c, b] } else { [a, b, c] })?;
        }
        Some(true)
    }

    fn push(&mut self, corners: [usize; 3]) -> Option<()> {
        let [p, q, r] = corners.map(|corner| self.points.get(corner));
        let (p, q, r) = (p?, q?, r?);
        let normal = q.minus(p).cross(&r.minus(p));
        let height = normal.dot(p);
        let spans = self.spans(&normal, &height);
        self.facets.push(Outermost { corners, normal, height, is_outermost: false, spans });
        Some(())
    }

    fn spans(&self, normal: &Exact, height: &Number) -> [Stretch; 2] {
        let (rise, digits) = (normal.dot(self.along), self.digits);
        if rise.sign() == 0 {
            // Along the facet they are as deep all the way: whether enough, squares tell.
            let is_short = exceeds(&-height, &-self.depth, normal);
            let room = if is_short { -1.0 } else { 0.0 };
            return [room; 2]
                .map(|room| Stretch { rise: Dyadic::zero(), room: Dyadic::from(room) });
        }
        let squared = &normal.dot(normal) * &self.depth.squared();
        [(Towards::Less, Towards::More), (Towards::More, Towards::Less)].map(|(little, much)| {
            let squared = squared.rounded(2 * digits, much);
            // Where its parts cancel, it may be rounded below nothing.
            let below =
                if squared.sign() > 0 { squared.sqrt(digits, much) } else { Dyadic::zero() };
            Stretch {
                rise: rise.rounded(digits, much),
                room: &height.rounded(digits, little) - &below,
            }
        })
    }

    /// Measures all facets again, to more digits.
    fn measure(&mut self) {
        let facets = core::mem::take(&mut self.facets).into_iter();
        let again = |facet: Outermost| Outermost {
            spans: self.spans(&facet.normal, &facet.height),
            ..facet
        };
        self.facets = facets.map(again).collect();
    }

    /// The facets that leave nothing of the way, one or two; `None` where some of it is left.
    fn blocked(&self, towards: Towards) -> Option<[Option<usize>; 2]> {
        let end = |over, under, facet| SpanEnd { over, under, facet };
        let one = || Dyadic::from(1.0);
        let [mut first, mut last] = [Dyadic::zero(), one()].map(|over| end(over, one(), None));
        for (index, Outermost { spans: [less, more], .. }) in self.facets.iter().enumerate() {
            let Stretch { rise, room } = if towards == Towards::Less { less } else { more };
            let facet = Some(index);
            match rise.sign() {
                0 if room.sign() < 0 => return Some([facet, None]),
                0 => {}
                1 => {
                    let ends = end(room.clone(), rise.clone(), facet);
                    last = if ends.is_before(&last) { ends } else { last };
                }
                _ => {
                    let begins = end(-room, -rise, facet);
                    first = if first.is_before(&begins) { begins } else { first };
                }
            }
        }
        last.is_before(&first).then_some([first.facet, last.facet])
    }

    fn is_inner(&self, facet: usize) -> bool {
        self.facets.get(facet).is_some_and(|facet| !facet.is_outermost)
    }

    /// Adds the corner farthest beyond a facet; where there is none, the facet is the difference's.
    fn build_upon(&mut self, facet: usize) -> Option<()> {
        let point = self.farthest(&self.facets.get(facet)?.normal)?;
        let sees = |facet: &Outermost| (&facet.normal.dot(&point) - &facet.height).sign() > 0;
        let facet = self.facets.get_mut(facet)?;
        if !sees(facet) {
            facet.is_outermost = true;
            return Some(());
        }
        let (seen, kept): (Vec<_>, _) =
            core::mem::take(&mut self.facets).into_iter().partition(sees);
        self.facets = kept;
        let corner = self.points.len();
        self.points.push(point);
        let edges = seen
            .iter()
            .flat_map(|Outermost { corners: [a, b, c], .. }| [[*a, *b], [*b, *c], [*c, *a]]);
        let edges: Vec<[usize; 2]> = edges.collect();
        let horizon = edges.iter().filter(|[a, b]| !edges.contains(&[*b, *a]));
        horizon.map(|[a, b]| [*a, *b, corner]).try_for_each(|corners| self.push(corners))
    }
}
