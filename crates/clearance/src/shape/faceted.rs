//! How the corners of a hull are connected, by their numbers, wherever these are stored.

use crate::list;
use crate::math::Space;

/// Lists of numbers, one for each number below some count, end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists<'a> {
    /// Where each list begins, and the last one ends.
    pub(super) starts: &'a [u32],
    pub(super) list: &'a [u32],
}

impl<'a> Lists<'a> {
    pub(super) const NONE: Self = Self { starts: &[], list: &[] };

    /// How many lists there are.
    pub(super) const fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// One of them; empty beyond the last.
    #[inline]
    pub(super) fn of(&self, number: u32) -> &'a [u32] {
        let place = number as usize;
        let bounds = self.starts.get(place).zip(self.starts.get(place.wrapping_add(1)));
        bounds.and_then(|(&from, &to)| self.list.get(from as usize..to as usize)).unwrap_or(&[])
    }

    /// All of them.
    pub(super) fn all(self) -> impl ExactSizeIterator<Item = &'a [u32]> + Clone {
        (0..self.count()).map(move |place| self.of(list::count(place)))
    }
}

/// Several faces that are one but for the rounding of their corners.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, S> {
    /// Outwards, of unit length.
    pub(super) normal: S,
    pub(super) corners: &'a [u32],
    /// How far a corner is off its plane, at most.
    pub(super) unevenness: f64,
}

/// A hull by its numbered corners and facets: edges of the plane, faces of space.
pub trait Faceted<S: Space> {
    /// How many corners there are.
    fn corner_count(&self) -> u32;
    /// One of them.
    fn corner(&self, number: u32) -> Option<S>;
    /// Whether it has an inside.
    fn is_full(&self) -> bool;
    /// The loops of faces, counter-clockwise from outside. Unused in the plane: the outline is the
    /// order of the corners.
    fn faces(&self) -> Lists<'_>;
    /// For each corner those that an edge joins to it, ascending. Unused in the plane.
    fn neighbours(&self) -> Lists<'_>;
    /// The outward normal of a facet, of unit length but for rounding; zero for one without area.
    fn normal(&self, facet: u32) -> Option<S>;
    /// The first facet from a number on with `normal · along - weight · height >= least`, where the
    /// height is that of its plane. It may have less; none that has as much is left out.
    fn next_beyond(&self, from: u32, along: S, weight: f64, least: f64) -> Option<u32> {
        let _ = (along, weight, least);
        Some(from)
    }
    /// How many sides there are that are several facets but for rounding.
    fn side_count(&self) -> u32 {
        0
    }
    /// One of them.
    fn side(&self, number: u32) -> Option<Side<'_, S>> {
        let _ = number;
        None
    }
    /// The number of the side that a facet is part of.
    fn side_of(&self, facet: u32) -> Option<u32> {
        let _ = facet;
        None
    }
}

/// Prints counts: as a bound of the trait, `Debug` would put every hull's own into each table.
impl<S: Space> core::fmt::Debug for dyn Faceted<S> + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Hull of {} corners and {} facets", self.corner_count(), self.facet_count())
    }
}

impl<S: Space> dyn Faceted<S> + '_ {
    /// How many facets it has. Sides have the numbers after these.
    pub(crate) fn facet_count(&self) -> u32 {
        if S::DIM == 2 {
            return self.corner_count();
        }
        list::count(self.faces().count())
    }

    fn side_numbered(&self, index: u32) -> Option<Side<'_, S>> {
        self.side(index.checked_sub(self.facet_count())?)
    }

    /// How far the surface is off the plane of a facet or side, at most.
    pub(crate) fn unevenness(&self, index: u32) -> f64 {
        self.side_numbered(index).map_or(0.0, |side| side.unevenness)
    }

    /// The number of the side that a facet is part of, or its own.
    pub(crate) fn whole_facet(&self, index: u32) -> u32 {
        self.side_of(index).map_or(index, |number| self.facet_count() + number)
    }

    /// The outward normal of a facet or side, and how many corners it has.
    pub(crate) fn facet(&self, index: u32) -> Option<(S, u32)> {
        if let Some(side) = self.side_numbered(index) {
            return Some((side.normal, u32::try_from(side.corners.len()).ok()?));
        }
        let normal = self.normal(index)?;
        if S::DIM == 2 {
            return Some((normal, 2));
        }
        Some((normal, u32::try_from(self.faces().of(index).len()).ok()?))
    }

    /// A corner of a facet or side by its place in the loop.
    pub(crate) fn facet_corner(&self, index: u32, place: u32) -> Option<u32> {
        if S::DIM == 2 && index < self.corner_count() {
            return (index + place % 2).checked_rem(self.corner_count());
        }
        let corners = match self.side_numbered(index) {
            Some(side) => side.corners,
            None => self.faces().of(index),
        };
        corners.get(place as usize).copied()
    }

    /// A corner that an edge joins to this one.
    pub(crate) fn neighbour(&self, corner: u32, place: u32) -> Option<u32> {
        if S::DIM == 2 {
            let count = self.corner_count();
            let step = [count.checked_sub(1)?, 1].get(place as usize).copied()?;
            return (corner + step).checked_rem(count);
        }
        self.neighbours().of(corner).get(place as usize).copied()
    }

    /// The number of the edge between two corners: its place in the list of neighbours, seen from
    /// the lower corner.
    pub(crate) fn edge_between(&self, p: u32, q: u32) -> u32 {
        let (low, high) = (p.min(q), p.max(q));
        if S::DIM == 2 {
            return 2 * low + u32::from(high == low + 1);
        }
        let neighbours = self.neighbours();
        let before = neighbours.starts.get(low as usize).copied().unwrap_or(0);
        // Long at a tip.
        // Lists that are trusted ([`HullRef::trusted`](super::HullRef::trusted)) may lack the edge.
        let place = neighbours.of(low).binary_search(&high).unwrap_or(0);
        before + list::count(place)
    }
}
