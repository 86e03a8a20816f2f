//! The polytope of the plane: a ring of vertices, counter-clockwise.

use crate::certify::turn;
use crate::list::item;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xy};
use crate::solve::curved::LocalMinimum;
use crate::solve::difference::Vertex;
use crate::solve::epa::Around;
use crate::solve::simplex::{Nearest, Simplex};

use super::store::{List, Store};
use super::{Facet, FacetList, Growth, Horizon, Polytope, WALK, first_met, is_one_with};

/// Edge `i` goes from corner `i` to the next.
pub struct Ring<R: Store> {
    /// In the order in which they joined.
    vertices: R::Vertices<Vertex<Xy>>,
    /// Indices of vertices, counter-clockwise, with the edge that starts there.
    corners: R::Vertices<RingCorner>,
    /// The corner after the newest, where the list in order begins.
    begin: usize,
    /// The least bound proved by the minima that cover edges.
    covers: f64,
}

#[derive(Clone, Copy)]
struct RingCorner {
    vertex: u16,
    normal: Xy,
    distance: f64,
    error: f64,
    retired: bool,
    /// Whether a local minimum proves more than it does.
    covered: bool,
}

impl<R: Store> Ring<R> {
    fn point(&self, vertex: u16) -> Xy {
        self.vertices.get(usize::from(vertex)).map_or(Xy::default(), |v| v.point)
    }

    fn corner(&self, index: usize) -> Option<&RingCorner> {
        self.corners.get(index % self.corners.len().max(1))
    }

    /// The corners with their places, the two edges of the newest vertex last.
    fn in_order(&self) -> impl Iterator<Item = (usize, &RingCorner)> {
        let (first, rest) = self.corners.split_at_checked(self.begin).unwrap_or_default();
        (self.begin..).zip(rest).chain(first.iter().enumerate())
    }

    /// Puts two edges in the place of a run of edges. By loops, since the slices' own moves may
    /// panic.
    fn replace(&mut self, first: usize, run: usize, [one, other]: [RingCorner; 2]) {
        let count = self.corners.len();
        let first = first % count.max(1);
        if let wrapped @ 1.. = (first + run).saturating_sub(count) {
            self.corners.shorten(first);
            self.close_up(0, wrapped);
            self.corners.add_all([one, other]);
            self.begin = 0;
            return;
        }
        if let Some(place) = self.corners.get_mut(first) {
            *place = one;
        }
        if run == 1 {
            let mut carried = other;
            for place in self.corners.iter_mut().skip(first + 1) {
                core::mem::swap(place, &mut carried);
            }
            self.corners.add(carried);
        } else {
            if let Some(place) = self.corners.get_mut(first + 1) {
                *place = other;
            }
            self.close_up(first + 2, run - 2);
        }
        self.begin = first + 2;
    }

    /// Removes corners from a place on.
    fn close_up(&mut self, from: usize, gap: usize) {
        let left = self.corners.len().saturating_sub(gap);
        for to in from..left {
            if let Some(corner) = self.corners.get(to + gap).copied()
                && let Some(place) = self.corners.get_mut(to)
            {
                *place = corner;
            }
        }
        self.corners.shorten(left);
    }

    fn edge(&self, from: u16, to: u16) -> RingCorner {
        let (a, b) = (self.point(from), self.point(to));
        let along = b - a;
        let length = along.length();
        let normal = -along.perp() * (1.0 / length);
        let nearer = if a.length_squared() < b.length_squared() { a } else { b };
        let distance = normal.dot(nearer);
        // The edge's coordinates and the product carry 4 roundings each; an edge is never a sliver.
        let error = 8.0 * UNIT_ROUNDOFF * nearer.max_abs();
        RingCorner { vertex: from, normal, distance, error, retired: false, covered: false }
    }
}

impl<R: Store> Polytope<Xy> for Ring<R> {
    fn empty() -> Self {
        let (vertices, corners) = Default::default();
        Self { vertices, corners, begin: 0, covers: f64::INFINITY }
    }

    fn start(&mut self, vertices: &[Vertex<Xy>]) -> bool {
        let [a, b, c] = *vertices else { return false };
        let sign = turn(a.point, b.point, c.point);
        if sign == 0.0 {
            return false;
        }
        self.vertices.add_all(if sign > 0.0 { [a, b, c] } else { [a, c, b] });
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let corner = self.edge(from, to);
            self.corners.add(corner);
        }
        true
    }

    fn nearest(&mut self) -> Option<Facet<Xy>> {
        let (index, corner) = self
            .in_order()
            .filter(|(_, c)| !c.retired)
            .min_by(|(_, p), (_, q)| p.distance.total_cmp(&q.distance))?;
        let (from, to) = (corner.vertex, self.corner(index + 1)?.vertex);
        let RingCorner { normal, distance, error, .. } = *corner;
        Some(Facet { index, corners: [from, to, to], normal, distance, error })
    }

    fn grow(&mut self, facet: usize, vertex: Vertex<Xy>, horizon: Option<&mut Horizon>) -> Growth {
        let count = self.corners.len();
        let at = |ring: &Self, i: usize| ring.corner(i).map_or(0, |c| c.vertex);
        let sees = |ring: &Self, i: usize| {
            let (a, b) = (ring.point(at(ring, i)), ring.point(at(ring, i + 1)));
            turn(a, b, vertex.point) < 0.0
        };
        if !sees(self, facet) {
            return Growth::OnBoundary;
        }
        if self.vertices.len() >= R::VERTICES || self.corners.len() >= R::VERTICES {
            return Growth::Full;
        }
        // The edges that the vertex sees are a run around `facet`: exactly, by convexity.
        let (mut first, mut last) = (facet + count, facet + count);
        while last - first + 1 < count - 1 && sees(self, first - 1) {
            first -= 1;
        }
        while last - first + 1 < count - 1 && sees(self, last + 1) {
            last += 1;
        }
        let (from, to) = (at(self, first), at(self, last + 1));
        #[allow(clippy::cast_possible_truncation)]
        let newest = self.vertices.len() as u16;
        self.vertices.add(vertex);
        if let Some(horizon) = horizon {
            horizon.clear();
            horizon.add([from, to]);
        }
        let edges = [self.edge(from, newest), self.edge(newest, to)];
        self.replace(first, last - first + 1, edges);
        Growth::Grown
    }

    fn lower_bound(&self) -> f64 {
        self.corners
            .iter()
            .filter(|edge| !edge.covered)
            .fold(self.covers, |least, edge| least.min(edge.distance - edge.error))
    }

    fn retire(&mut self, facet: usize) {
        if let Some(corner) = self.corners.get_mut(facet) {
            corner.retired = true;
        }
    }

    #[allow(private_interfaces)]
    fn cover(&mut self, facet: usize, minimum: &LocalMinimum<Xy>) -> bool {
        let Some(edge) = self.corners.get_mut(facet) else { return false };
        let distance = edge.distance - edge.error;
        if !minimum.covers(edge.normal, distance, 8.0 * UNIT_ROUNDOFF) {
            return false;
        }
        (edge.covered, edge.retired) = (true, true);
        self.covers = self.covers.min(minimum.lower);
        true
    }

    fn foot(&self, facet: &Facet<Xy>, error: f64) -> Nearest<Xy> {
        let vertex = |v: u16| item(&self.vertices, usize::from(v));
        let start_of = |i: usize| self.corner(i).map_or(0, |corner| corner.vertex);
        let edge = |from: u16, to: u16| Simplex::Edge([vertex(from), vertex(to)]).nearest();
        let nearest_on = |i: usize| edge(start_of(i), start_of(i + 1));
        let [from, to, _] = facet.corners;
        let mut nearest = edge(from, to);
        // Removed since, or moved along the ring: no neighbours to walk to.
        if (start_of(facet.index), start_of(facet.index + 1)) != (from, to) {
            return nearest;
        }
        // One of the edges in line with this one, within rounding, holds the foot.
        let count = self.corners.len();
        let in_line = |i: usize| {
            let ends = [i, i + 1].into_iter().map(|i| vertex(start_of(i)).point);
            self.corner(i)
                .is_some_and(|edge| is_one_with(facet, (edge.distance, edge.normal), ends, error))
        };
        for forward in [true, false] {
            for steps in 1..WALK.min(count) {
                let i = if forward { facet.index + steps } else { facet.index + count - steps };
                if !in_line(i) {
                    break;
                }
                nearest = nearest.or(nearest_on(i));
            }
        }
        nearest
    }

    fn exit(&self, direction: Xy) -> Option<(Simplex<Xy>, f64)> {
        let edges = self.in_order();
        let (i, distance) =
            first_met(direction, edges.map(|(i, edge)| (edge.normal, edge.distance, i)))?;
        let corner = |i| self.vertices.get(usize::from(self.corner(i)?.vertex)).copied();
        Some((Simplex::Edge([corner(i)?, corner(i + 1)?]), distance))
    }

    /// Without a memory: an edge more or less is soon found.
    fn around(&self, _: &Facet<Xy>) -> Option<Around> {
        None
    }

    fn vertices(&self) -> &[Vertex<Xy>] {
        &self.vertices
    }

    fn list_facets(&self, chosen: usize) -> (FacetList, usize) {
        let edges = self.in_order().filter_map(|(i, corner)| {
            let to = self.corner(i + 1)?.vertex;
            Some([corner.vertex, to, to])
        });
        let mut list = FacetList::new();
        list.add_all(edges);
        let place = self.in_order().position(|(i, _)| i == chosen);
        (list, place.unwrap_or_default())
    }
}
