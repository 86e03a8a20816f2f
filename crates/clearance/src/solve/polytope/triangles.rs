//! The polytope of space: triangles with their neighbours.

use crate::certify::volume;
use crate::list::item;
use crate::math::{Space, Xyz, larger, smaller};
use crate::solve::curved::LocalMinimum;
use crate::solve::difference::Vertex;
use crate::solve::epa::Around;
use crate::solve::simplex::{Nearest, Simplex};

use super::face::{Edge, Face, Four, after};
use super::facet_plane::{Apex, Edges, Plane, is_of_wide, size_of};
use super::least::{Key, Keys};
use super::store::{List, Store};
use super::{Facet, FacetList, Growth, Horizon, Polytope, WALK, first_met, is_one_with};

/// A closed, exactly convex surface of triangles.
pub struct Triangles<R: Store> {
    vertices: R::Vertices<Vertex<Xyz>>,
    faces: R::Facets<Face>,
    keys: Keys<R>,
    /// The least bound proved by the minima that cover faces.
    covers: f64,
}

impl<R: Store> Triangles<R> {
    fn point(&self, vertex: u16) -> Xyz {
        self.vertices.get(usize::from(vertex)).map_or(Xyz::default(), |v| v.point)
    }

    /// Whether `point` lies strictly outside the plane of `face`, exactly. The computed plane
    /// decides where its error leaves no doubt. `size` is the point's distance from the origin or
    /// more.
    #[inline(always)]
    fn sees(&self, face: &Face, point: Xyz, size: f64) -> bool {
        let height = face.normal.dot(point) - face.distance;
        if height.abs() > face.error + face.slope * size {
            return height > 0.0;
        }
        // PERF(store forwarding): a product, so that the call has a copy of its own; by address,
        // the point would be stored for each face and read back in other pieces.
        self.sees_exactly(face, point * 1.0)
    }

    #[cold]
    #[inline(never)]
    fn sees_exactly(&self, face: &Face, point: Xyz) -> bool {
        let [a, b, c] = face.corners.three().map(|v| self.point(v));
        volume(a, b, c, point) < 0.0
    }

    /// If the edges from which its plane was computed were not at a wide angle, computes the plane
    /// again with more care.
    #[cold]
    #[inline(never)]
    fn with_care(&mut self, place: usize) {
        let Some(corners) = self.faces.get(place).map(|face| face.corners.three()) else { return };
        let Plane { normal, distance, error, slope } =
            Plane::narrow(corners.map(|v| self.point(v)));
        if let Some(face) = self.faces.get_mut(place) {
            *face = Face { normal, distance, error, slope, ..*face };
        }
        self.keys.set(place, distance);
    }

    /// Takes a face off the polytope.
    #[inline(always)]
    fn remove(&mut self, slot: u16) {
        let slot = usize::from(slot);
        if let Some(face) = self.faces.get_mut(slot) {
            face.across = face.across.or_fourth(Face::REMOVED);
        }
        self.keys.set(slot, f64::INFINITY);
    }

    /// Gives a slot to the face of these corners, with these faces across its edges, in this plane.
    #[inline(always)]
    fn put(&mut self, slot: u16, corners: Four, across: Four, plane: Plane) {
        let place = usize::from(slot);
        let is_wide = is_of_wide(plane.slope);
        let Plane { normal, distance, error, slope } = plane;
        if let Some(face) = self.faces.get_mut(place) {
            *face = Face { corners, across, normal, distance, error, slope };
        }
        self.keys.set(place, distance);
        // Later, since from a choice of two the plane would go through memory.
        if !is_wide {
            self.with_care(place);
        }
    }

    /// The same for an edge of the rim and the newest vertex. Seen from that, the faces of the
    /// edges before and after are on the left and the right.
    #[inline(always)]
    fn put_between(
        &mut self,
        [left, slot, right]: [u16; 3],
        edge: Edge,
        newest: u16,
        plane: Plane,
    ) {
        let corners = Four::new([edge.from(), edge.to(), newest, edge.from()]);
        let across = Four::new([edge.beyond(), right, left, Face::UNCOVERED]);
        self.put(slot, corners, across, plane);
        if let Some(beyond) = self.faces.get_mut(usize::from(edge.beyond())) {
            beyond.across = beyond.across.with(beyond.place_of(edge.to()), slot);
        }
    }

    /// The faces between the rim and the newest vertex, which is at `apex` and no farther from the
    /// origin than `size`; in a slot an edge of the rim.
    #[inline(always)]
    fn close(&mut self, rim: &[Edge], slots: &[u16], newest: u16, (apex, size): (Xyz, f64)) {
        let (Some(begin), Some(around), Some(last)) = (rim.first(), slots.first(), slots.last())
        else {
            return;
        };
        let apex = Apex::new(apex, apex, [size; 2]);
        // To the first corner of the rim, as the second of two.
        let begin = self.point(begin.from());
        let mut before = Edges::new(&apex, begin, begin);
        let (mut left, mut place) = (*last, 0);
        while let (Some(one), Some(slot)) = (rim.get(place), slots.get(place)) {
            let other = rim.get(place + 1);
            let (end, next_end) = (one.to(), other.unwrap_or(one).to());
            let to = Edges::new(&apex, self.point(end), self.point(next_end));
            let [plane, next] = Plane::of_edges(before.across(to), to, &apex);
            let right = *slots.get(place + 1).unwrap_or(around);
            self.put_between([left, *slot, right], *one, newest, plane);
            let Some(other) = other else { break };
            let beyond = *slots.get(place + 2).unwrap_or(around);
            self.put_between([*slot, right, beyond], *other, newest, next);
            (left, before, place) = (right, to, place + 2);
        }
    }

    /// One more slot, out of the running until it has a face.
    #[inline(always)]
    fn add_slot(&mut self) {
        self.keys.push();
        self.faces.add(Face::NONE);
    }
}

impl<R: Store> Polytope<Xyz> for Triangles<R> {
    fn empty() -> Self {
        Self {
            vertices: Default::default(),
            faces: Default::default(),
            keys: Keys::new(),
            covers: f64::INFINITY,
        }
    }

    fn start(&mut self, vertices: &[Vertex<Xyz>]) -> bool {
        let [a, b, c, d] = *vertices else { return false };
        // Positive where `d` lies on the inner side of the face a, b, c.
        let sign = volume(a.point, b.point, c.point, d.point);
        if sign == 0.0 {
            return false;
        }
        let (b, c) = if sign > 0.0 { (b, c) } else { (c, b) };
        self.vertices.add_all([a, b, c, d]);
        for _ in 0..4 {
            self.add_slot();
        }
        let (a, b, c, d) = (a.point, b.point, c.point, d.point);
        let mut put = |slot, [i, j, k]: [u16; 3], [ij, jk, ki]: [u16; 3], plane| {
            let across = Four::new([ij, jk, ki, Face::UNCOVERED]);
            self.put(slot, Four::new([i, j, k, i]), across, plane);
        };
        let apex = Apex::new(c, d, [size_of(c), size_of(d)]);
        let [abc, bad] = Plane::of_edges(Edges::new(&apex, a, b), Edges::new(&apex, b, a), &apex);
        put(0, [0, 1, 2], [1, 2, 3], abc);
        put(1, [1, 0, 3], [0, 3, 2], bad);
        let apex = Apex::new(d, d, [size_of(d); 2]);
        let [cbd, acd] = Plane::of_edges(Edges::new(&apex, c, a), Edges::new(&apex, b, c), &apex);
        put(2, [2, 1, 3], [0, 1, 3], cbd);
        put(3, [0, 2, 3], [0, 2, 1], acd);
        true
    }

    #[inline(always)]
    fn nearest(&mut self) -> Option<Facet<Xyz>> {
        let Key { distance, place } = self.keys.least();
        let index = (distance < f64::INFINITY).then_some(place)?;
        let face = self.faces.get(index)?;
        let Face { normal, distance, error, .. } = *face;
        Some(Facet { index, corners: face.corners.three(), normal, distance, error })
    }

    /// The faces that the vertex sees are connected and their border is one ring, because the
    /// polytope is exactly convex. No new triangle has zero area: a vertex in line with a border
    /// edge would lie in the plane of the seen face at that edge, which it is strictly outside of.
    fn grow(&mut self, facet: usize, vertex: Vertex<Xyz>, horizon: Option<&mut Horizon>) -> Growth {
        let size = size_of(vertex.point);
        let first = match self.faces.get(facet) {
            Some(face) if self.sees(face, vertex.point, size) => face,
            _ => return Growth::OnBoundary,
        };
        // The rim is a ring of vertices and the new surface satisfies Euler's formula, so with room
        // for one more vertex there is room for everything.
        if self.vertices.len() >= R::VERTICES {
            return Growth::Full;
        }
        let mut rim = R::Vertices::<Edge>::default();
        // The slots of the seen faces, for the new ones.
        let mut slots = R::Facets::<u16>::default();
        // Depth first, and around each face from where it was entered, so that the rim's edges come
        // in the order of the ring. Each seen face adds two ways and takes one, so that there are
        // never as many as there is room for faces.
        let mut ways = R::Facets::<Edge>::default();
        ways.add(first.edge(2));
        ways.add(first.edge(1));
        let mut way = Some(first.edge(0));
        #[allow(clippy::cast_possible_truncation)]
        let first = facet as u16;
        self.remove(first);
        slots.add(first);
        while let Some(edge) = way {
            let Some(across) = self.faces.get(usize::from(edge.beyond())) else { break };
            way = if !across.is_on_polytope() {
                ways.take_last()
            } else if self.sees(across, vertex.point, size) {
                let next = after(across.place_of(edge.to()));
                let (next, last) = (across.edge(next), across.edge(after(next)));
                ways.add(last);
                slots.add(edge.beyond());
                self.remove(edge.beyond());
                Some(next)
            } else {
                rim.add(edge);
                ways.take_last()
            };
        }
        #[allow(clippy::cast_possible_truncation)]
        let newest = self.vertices.len() as u16;
        self.vertices.add(vertex);

        // One new face for each edge of the rim. By Euler's formula that is two more than were
        // removed, and two fewer for each vertex that is now inside: a remembered simplex may have
        // such vertices.
        while slots.len() < rim.len() {
            #[allow(clippy::cast_possible_truncation)]
            slots.add(self.faces.len() as u16);
            self.add_slot();
        }
        slots.shorten(rim.len());
        self.close(&rim, &slots, newest, (vertex.point, size));
        if let Some(horizon) = horizon {
            horizon.clear();
            horizon.add_all(rim.iter().map(|edge| [edge.from(), edge.to()]));
        }
        Growth::Grown
    }

    fn lower_bound(&self) -> f64 {
        self.faces
            .iter()
            .filter(|face| face.across.at(3) == Face::UNCOVERED)
            .fold(self.covers, |least, face| smaller(face.distance - face.error, least))
    }

    fn retire(&mut self, facet: usize) {
        self.keys.set(facet, f64::INFINITY);
    }

    #[allow(private_interfaces)]
    fn cover(&mut self, facet: usize, minimum: &LocalMinimum<Xyz>) -> bool {
        let Some(face) = self.faces.get_mut(facet) else { return false };
        if !minimum.covers(face.normal, face.distance - face.error, face.slope) {
            return false;
        }
        face.across = face.across.or_fourth(Face::COVERED);
        self.covers = self.covers.min(minimum.lower);
        self.retire(facet);
        true
    }

    fn foot(&self, facet: &Facet<Xyz>, error: f64) -> Nearest<Xyz> {
        let corners_of = |corners: [u16; 3]| corners.map(|v| item(&self.vertices, usize::from(v)));
        let nearest_on = |corners| Simplex::Face(corners_of(corners)).nearest();
        let mut nearest = nearest_on(facet.corners);
        // Removed since, or its slot holds another face: no neighbours to walk to.
        let still_there =
            |face: &&Face| face.is_on_polytope() && face.corners.three() == facet.corners;
        let Some(mut face) = self.faces.get(facet.index).filter(still_there) else {
            return nearest;
        };
        // The foot lies within; for a sliver the weights do not decide that.
        if matches!(nearest.feature, Simplex::Face(_)) && is_of_wide(face.slope) {
            return nearest;
        }
        for _ in 0..WALK {
            // Across which edge does the foot lie farthest out?
            let [a, b, c] = corners_of(face.corners.three()).map(|v| v.point);
            let foot = face.normal * face.distance;
            let outside = |from: Xyz, to: Xyz| {
                let out = (to - from).cross(face.normal);
                out.dot(foot - from) / out.length()
            };
            let mut step = None;
            let beyond = [outside(a, b), outside(b, c), outside(c, a)];
            for (out, place) in beyond.into_iter().zip(0..) {
                let neighbour = face.across.at(place);
                let across = self.faces.get(usize::from(neighbour));
                if let Some(across) = across
                    && out > 0.0
                    && is_one_with(
                        facet,
                        (across.distance, across.normal),
                        corners_of(across.corners.three()).iter().map(|v| v.point),
                        error,
                    )
                    && step.is_none_or(|(most, _)| out > most)
                {
                    step = Some((out, across));
                }
            }
            let Some((_, across)) = step else { break };
            let candidate = nearest_on(across.corners.three());
            // Equally near, around a vertex that is the nearest point of several faces.
            if !(candidate.point.length_squared() <= nearest.point.length_squared()) {
                break;
            }
            (face, nearest) = (across, candidate);
        }
        nearest
    }

    fn exit(&self, direction: Xyz) -> Option<(Simplex<Xyz>, f64)> {
        let there = self.faces.iter().filter(|face| face.is_on_polytope());
        let (face, distance) =
            first_met(direction, there.map(|face| (face.normal, face.distance, face)))?;
        let corner = |v: u16| item(&self.vertices, usize::from(v));
        Some((Simplex::Face(face.corners.three().map(corner)), distance))
    }

    fn around(&self, facet: &Facet<Xyz>) -> Option<Around> {
        let [a, b, c] = facet.corners.map(|v| self.point(v));
        // Planes through the origin and an edge: what is beyond all three is opposite.
        let planes = [a.cross(b), b.cross(c), c.cross(a)];
        let (mut least, mut opposite) = (0.0, None);
        for vertex in self.vertices.iter() {
            let [x, y, z] = planes.map(|normal| normal.dot(vertex.point));
            let side = larger(larger(x, y), z);
            if side < least {
                (least, opposite) = (side, Some(vertex.features));
            }
        }
        let features = |v: u16| self.vertices.get(usize::from(v)).map(|vertex| vertex.features);
        let [a, b, c] = facet.corners.map(features);
        Some([a?, b?, c?, opposite?])
    }

    fn vertices(&self) -> &[Vertex<Xyz>] {
        &self.vertices
    }

    fn list_facets(&self, chosen: usize) -> (FacetList, usize) {
        let mut list = FacetList::new();
        let mut place = 0;
        for (index, face) in self.faces.iter().enumerate() {
            if face.is_on_polytope() {
                if index == chosen {
                    place = list.len();
                }
                list.add(face.corners.three());
            }
        }
        (list, place)
    }
}
