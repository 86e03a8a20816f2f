//! The patch along which two features touch: one outline clipped by the other, seen along the
//! normal.
//!
//! Nothing is clipped in steps, so nothing needs to be stored, and both shapes are treated alike:
//! the corners of a common part of two convex outlines are the corners of the one within the other,
//! those of the other within the one, and the crossings of two edges. A point within the band
//! counts as inside, and takes the name of the feature that it is near; a crossing counts only
//! where both edges lead past one another by more than the band. So every name occurs once, and a
//! name changes only at a distance of exactly the band.

use crate::math::{Space, Xy, Xyz, larger, smaller};

use super::key::ContactKey;
use super::outline::{Across, FEW, PatchOutline, PatchPlace, Spot};
use super::reduce::Corners;

/// A corner of the patch: the points on the first shape and on the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchCorner {
    pub(super) points: [Xyz; 2],
    pub(super) depth: f64,
    pub(super) key: ContactKey,
}

/// Lines along which round shapes touch may be apart sideways by this part of the smaller radius.
const SIDEWAYS: f64 = 0.1;

/// Lines that rise by less than this part of their length lie across the normal.
const LEVEL: f64 = 1e-4;

/// See the [module](self).
pub(super) struct Patch<'s, 'a, S: Space> {
    pub(super) first: &'s PatchOutline<'s, 'a, S>,
    pub(super) second: &'s PatchOutline<'s, 'a, S>,
    pub(super) across: Across,
    pub(super) band: f64,
}

impl<S: Space> Patch<'_, '_, S> {
    /// How far apart sideways two lines may be that touch along them.
    fn width(&self) -> f64 {
        match (self.first.bend(), self.second.bend()) {
            // Where they lean, their ends are not across the normal.
            (Some(p), Some(q)) if self.is_level() => larger(self.band, SIDEWAYS * smaller(p, q)),
            _ => self.band,
        }
    }

    /// Whether both features lie across the normal.
    fn is_level(&self) -> bool {
        let slopes = [self.first.slope(), self.second.slope()];
        slopes.iter().all(|slope| slope.length_squared() < LEVEL * LEVEL)
    }

    /// The lowest point of the second shape along the normal, and the highest of the first, each
    /// with the other's point over or under it: corners of the patch where a rounding leans away
    /// from the normal, so that its feature is not the farthest.
    pub(super) fn extremes(&self) -> impl Iterator<Item = PatchCorner> {
        let Self { first, second, band, .. } = self;
        let normal = self.across.normal;
        let lowest = second.extreme(-normal).and_then(|point| {
            let (over, key) = first.opposite(point, *band)?;
            Some(([over, point], [key, second.key()]))
        });
        let highest = first.extreme(normal).and_then(|point| {
            let (under, key) = second.opposite(point, *band)?;
            Some(([point, under], [first.key(), key]))
        });
        [lowest, highest].into_iter().flatten().map(move |(points, key)| {
            let [p, q] = points;
            PatchCorner { points, depth: (p - q).dot(normal), key: ContactKey::of(key) }
        })
    }

    fn corner(&self, [at_first, at_second]: [Xy; 2], [first, second]: [u32; 2]) -> PatchCorner {
        let mut p = (at_first, self.first.height(at_first));
        let mut q = (at_second, self.second.height(at_second));
        if let (Some(bend), Some(other)) = (self.first.bend(), self.second.bend())
            && bend > 0.0
            && other > 0.0
        {
            // Both surfaces fall away from their lines, towards the middle between these. Lines
            // that cross are not as far from it as from one another, and end elsewhere.
            let middle = self.second.beside(self.first.beside((at_first + at_second) * 0.5));
            (p, q) = (self.first.beside_top(middle, bend), self.second.beside_top(middle, -other));
        }
        let points = [self.across.lifted(p.0, p.1), self.across.lifted(q.0, q.1)];
        PatchCorner { points, depth: p.1 - q.1, key: ContactKey::of([first, second]) }
    }
}

impl<S: Space> Corners for Patch<'_, '_, S> {
    /// Shows every corner, always in the same order.
    fn each(&self, mut show: impl FnMut(PatchCorner)) {
        match (self.first.few(), self.second.few()) {
            (Some(ours), Some(theirs)) => self.each_of_few(ours, theirs, &mut show),
            _ => self.each_of_many(&mut show),
        }
    }
}

impl<S: Space> Patch<'_, '_, S> {
    fn each_of_many(&self, show: &mut impl FnMut(PatchCorner)) {
        let Self { first, second, band, .. } = self;
        let (band, width) = (*band, self.width());
        for spot in first.spots() {
            if let Some(place) = second.place(spot.at, band, width) {
                show(self.corner([spot.at, place.at], [spot.key, place.key]));
            }
        }
        for spot in second.spots() {
            if let Some(place) = first.place(spot.at, band, width).filter(is_new) {
                show(self.corner([place.at, spot.at], [place.key, spot.key]));
            }
        }
        for (from, to) in first.edges() {
            if second.is_inside(&from, width) {
                continue;
            }
            for (low, high) in second.edges_near([from.at, to.at]) {
                let across = [low.room(from.at), low.room(to.at)];
                if passes(across, width) && passes([from.room(low.at), from.room(high.at)], width) {
                    show(self.crossing([from, to], low, across));
                }
            }
        }
    }

    /// The same, by tables of how far each corner of one loop is inside each edge of the other.
    fn each_of_few(
        &self,
        ours: &[Spot; FEW],
        theirs: &[Spot; FEW],
        show: &mut impl FnMut(PatchCorner),
    ) {
        let Self { first, second, band, .. } = self;
        // As wide as the band, since neither is a line.
        let (band, width) = (*band, *band);
        // How far each of our corners is inside their edges, and each of theirs inside ours.
        let ours_inside = turned(&rooms(theirs, ours));
        let beyond_ours = rooms(ours, theirs);
        for (spot, rooms) in ours.iter().zip(&ours_inside) {
            if let Some(place) = second.place_by_room(spot.at, least(rooms), band) {
                show(self.corner([spot.at, place.at], [spot.key, place.key]));
            }
        }
        for (spot, rooms) in theirs.iter().zip(&turned(&beyond_ours)) {
            let place = first.place_by_room(spot.at, least(rooms), band);
            if let Some(place) = place.filter(is_new) {
                show(self.corner([place.at, spot.at], [place.key, spot.key]));
            }
        }
        let edges = with_next(ours).into_iter().zip(with_next(&ours_inside)).zip(&beyond_ours);
        for ((edge, [starts, ends]), theirs_beyond) in edges {
            if theirs_beyond.iter().all(|room| *room >= -width) {
                continue;
            }
            let others = theirs.iter().zip(with_next(theirs_beyond)).zip(starts).zip(ends);
            for (((other, beyond), start), end) in others {
                if passes([start, end], width) && passes(beyond, width) {
                    show(self.crossing(edge, *other, [start, end]));
                }
            }
        }
    }

    /// Where an edge crosses another, beyond which its ends are this far.
    fn crossing(&self, [from, to]: [Spot; 2], other: Spot, [start, end]: [f64; 2]) -> PatchCorner {
        let at = from.at + (to.at - from.at) * (start / (start - end));
        self.corner([at, at], [from.edge, other.edge])
    }
}

/// How far each corner of a loop is inside each edge of another.
#[inline(always)]
fn rooms([p, q, r, s]: &[Spot; FEW], corners: &[Spot; FEW]) -> [[f64; FEW]; FEW] {
    let [a, b, c, d] = corners.each_ref().map(|corner| corner.at);
    let row = |edge: &Spot| [edge.room(a), edge.room(b), edge.room(c), edge.room(d)];
    [row(p), row(q), row(r), row(s)]
}

/// A table by the corner rather than by the edge.
#[inline(always)]
fn turned([p, q, r, s]: &[[f64; FEW]; FEW]) -> [[f64; FEW]; FEW] {
    let ([a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, t]) = (*p, *q, *r, *s);
    [[a, e, i, m], [b, f, j, n], [c, g, k, o], [d, h, l, t]]
}

#[inline(always)]
fn least([p, q, r, s]: &[f64; FEW]) -> f64 {
    smaller(smaller(*p, *q), smaller(*r, *s))
}

/// Each of a loop, with the next.
#[inline(always)]
fn with_next<T: Copy>([p, q, r, s]: &[T; FEW]) -> [[T; 2]; FEW] {
    [[*p, *q], [*q, *r], [*r, *s], [*s, *p]]
}

/// Whether a corner of the second loop has not been shown already, as one of the first.
fn is_new(place: &PatchPlace) -> bool {
    !place.is_corner
}

/// Whether two ends are on either side of an edge, by more than the width.
fn passes([p, q]: [f64; 2], width: f64) -> bool {
    smaller(p, q) < -width && larger(p, q) > width
}
