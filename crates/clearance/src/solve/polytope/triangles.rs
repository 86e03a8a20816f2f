//! The polytope of space: triangles with their neighbours.

use arrayvec::ArrayVec;

use crate::certify::volume;
use crate::math::{Space, Xyz, larger};
use crate::solve::curved::LocalMinimum;
use crate::solve::difference::Vertex;
use crate::solve::epa::Around;
use crate::solve::simplex::{Nearest, Simplex};

use super::facet_plane::{Plane, WIDE, size_of};
use super::{Facet, FacetList, Growth, Horizon, Polytope, WALK, add, first_met, is_one_with};

/// A closed, exactly convex surface of triangles.
pub struct Triangles<const VERTICES: usize, const FACETS: usize> {
    vertices: ArrayVec<Vertex<Xyz>, VERTICES>,
    faces: ArrayVec<Face, FACETS>,
    /// The faces' distances side by side, for the search of the least; infinite for those out of the running.
    keys: ArrayVec<f64, FACETS>,
    /// The least that the minima prove by which faces are covered.
    covers: f64,
}

#[derive(Clone, Copy)]
struct Face {
    /// Counter-clockwise from outside.
    vertices: [u16; 3],
    /// The face across the edge from vertex `i` to the next.
    neighbours: [u16; 3],
    normal: Xyz,
    distance: f64,
    error: f64,
    /// By how much heights of other points over the plane may be wrong, for each unit of their distance from the origin.
    slope: f64,
    removed: bool,
    /// Whether a local minimum proves more than it does.
    covered: bool,
}

impl<const VERTICES: usize, const FACETS: usize> Triangles<VERTICES, FACETS> {
    fn point(&self, vertex: u16) -> Xyz {
        self.vertices.get(usize::from(vertex)).map_or(Xyz::default(), |v| v.point)
    }

    /// Whether `point` lies strictly outside the plane of `face`, exactly. The plane as computed decides what its error leaves no
    /// doubt of. `size` is the point's distance from the origin or more.
    #[inline]
    fn sees(&self, face: &Face, point: Xyz, size: f64) -> bool {
        let height = face.normal.dot(point) - face.distance;
        if height.abs() > face.error + face.slope * size {
            return height > 0.0;
        }
        // A product, so that the call has a copy of its own: with an address, the point would be copied for each face, in other pieces than
        // it is read in.
        self.sees_exactly(face, point * 1.0)
    }

    #[cold]
    #[inline(never)]
    fn sees_exactly(&self, face: &Face, point: Xyz) -> bool {
        let [a, b, c] = face.vertices.map(|v| self.point(v));
        volume(a, b, c, point) < 0.0
    }

    /// The face of two vertices and the `apex`, whose distance from the origin is `size` at most. That point is handed on, since one just
    /// stored and read back is waited for.
    #[inline(always)]
    fn face(&self, vertices: [u16; 3], neighbours: [u16; 3], apex: Xyz, size: f64) -> Face {
        let [a, b, _] = vertices;
        let (to_a, to_b) = (self.point(a) - apex, self.point(b) - apex);
        let (normal, scale) = (to_a.cross(to_b), to_a.length_squared() * to_b.length_squared());
        let area2 = normal.length_squared();
        // The tangent of the root at 4: no less than it, and within a quarter of it down to that sine.
        let per_sine = 1.0 + 0.25 * scale * (1.0 / area2);
        let wide = (area2 > WIDE * WIDE * scale)
            .then(|| Plane::of_edges(normal, area2, per_sine, apex, size))
            .flatten();
        let plane = wide.unwrap_or_else(|| self.narrow_plane(vertices));
        let Plane { normal, distance, error, slope } = plane;
        Face {
            vertices,
            neighbours,
            normal,
            distance,
            error,
            slope,
            removed: false,
            covered: false,
        }
    }

    /// Reads the vertices again: were those of [`face`](Self::face) handed on, the compiler would keep them in memory there, and wait for
    /// them.
    #[cold]
    #[inline(never)]
    fn narrow_plane(&self, vertices: [u16; 3]) -> Plane {
        Plane::narrow(vertices.map(|v| self.point(v)))
    }

    /// Takes a face off the polytope.
    fn remove(&mut self, face: u16, seen: &mut ArrayVec<u16, FACETS>) {
        let slot = usize::from(face);
        if let (Some(face), Some(key)) = (self.faces.get_mut(slot), self.keys.get_mut(slot)) {
            (face.removed, *key) = (true, f64::INFINITY);
        }
        add(seen, [face]);
    }

    /// Takes the next slot for a face.
    fn push(&mut self, face: Face) {
        add(&mut self.keys, [face.distance]);
        add(&mut self.faces, [face]);
    }

    /// Gives a slot to another face.
    fn put(&mut self, slot: u16, face: Face) {
        let slot = usize::from(slot);
        if let (Some(old), Some(key)) = (self.faces.get_mut(slot), self.keys.get_mut(slot)) {
            (*old, *key) = (face, face.distance);
        }
    }
}

impl Face {
    /// Of no vertices yet.
    const NONE: Self = Self {
        vertices: [0; 3],
        neighbours: [0; 3],
        normal: Xyz::ORIGIN,
        distance: f64::INFINITY,
        error: 0.0,
        slope: 0.0,
        removed: true,
        covered: false,
    };

    /// From, to, and the face across.
    #[inline]
    fn edge(&self, edge: usize) -> Option<(u16, u16, u16)> {
        let (from, to) = (self.vertices.get(edge)?, self.vertices.get(after(edge))?);
        Some((*from, *to, *self.neighbours.get(edge)?))
    }

    /// The edges that follow the one that begins at a vertex of this face.
    #[inline]
    fn others(&self, vertex: u16) -> [u16; 2] {
        let entered = self.edge_from(vertex);
        let next = after(entered);
        #[allow(clippy::cast_possible_truncation)]
        [next as u16, after(next) as u16]
    }

    /// The edge that begins at a vertex of this face. Which it is nobody can foresee, so that it is no question.
    #[inline]
    fn edge_from(&self, vertex: u16) -> usize {
        let [_, b, c] = self.vertices;
        usize::from(b == vertex) + 2 * usize::from(c == vertex)
    }
}

/// The next edge around a face.
const fn after(edge: usize) -> usize {
    if edge == 2 { 0 } else { edge + 1 }
}

/// An edge of a face that is seen, across which another may be.
#[derive(Clone, Copy)]
struct Way {
    face: u16,
    edge: u16,
}

/// An edge of the horizon: from, to, and the face beyond that stays.
#[derive(Clone, Copy)]
struct Rim {
    from: u16,
    to: u16,
    beyond: u16,
}

impl<const VERTICES: usize, const FACETS: usize> Polytope<Xyz> for Triangles<VERTICES, FACETS> {
    fn empty() -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            keys: ArrayVec::new(),
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
        add(&mut self.vertices, [a, b, c, d]);
        for (vertices, neighbours, apex) in [
            ([0, 1, 2], [1, 2, 3], c.point),
            ([1, 0, 3], [0, 3, 2], d.point),
            ([2, 1, 3], [0, 1, 3], d.point),
            ([0, 2, 3], [0, 2, 1], d.point),
        ] {
            self.push(self.face(vertices, neighbours, apex, size_of(apex)));
        }
        true
    }

    fn nearest(&self) -> Option<Facet<Xyz>> {
        let (mut least, mut index) = (f64::INFINITY, None);
        for (place, key) in self.keys.iter().enumerate() {
            if *key < least {
                (least, index) = (*key, Some(place));
            }
        }
        let index = index?;
        let face = self.faces.get(index)?;
        let Face { vertices, normal, distance, error, .. } = *face;
        Some(Facet { index, corners: vertices, normal, distance, error })
    }

    /// The faces that the vertex sees are connected and their border is one ring, because the polytope is exactly
    /// convex. No new triangle has zero area: a vertex in line with a border edge would lie in the plane of the seen face
    /// at that edge, which it is strictly outside of.
    fn grow(&mut self, facet: usize, vertex: Vertex<Xyz>, horizon: Option<&mut Horizon>) -> Growth {
        let size = size_of(vertex.point);
        match self.faces.get(facet) {
            Some(face) if self.sees(face, vertex.point, size) => {}
            _ => return Growth::OnBoundary,
        }
        // The rim is a ring of vertices and the new surface obeys Euler's formula, so with room for one more vertex
        // there is room for everything.
        if self.vertices.is_full() {
            return Growth::Full;
        }
        let mut seen = ArrayVec::<u16, FACETS>::new();
        let mut rim = ArrayVec::<Rim, VERTICES>::new();
        #[allow(clippy::cast_possible_truncation)]
        let first = facet as u16;
        self.remove(first, &mut seen);
        // In depth, and around each face from where it was entered, so that the rim's edges come in the order of the ring. Each seen face adds
        // two ways and takes one, so that there are never as many as there is room for faces.
        let mut ways = ArrayVec::<Way, FACETS>::new();
        let [last, next, way] = [2, 1, 0].map(|edge| Way { face: first, edge });
        add(&mut ways, [last, next]);
        let mut way = Some(way);
        while let Some(Way { face, edge }) = way {
            let face = self.faces.get(usize::from(face));
            let Some((from, to, neighbour)) = face.and_then(|face| face.edge(usize::from(edge)))
            else {
                break;
            };
            let Some(across) = self.faces.get(usize::from(neighbour)) else { break };
            way = if across.removed {
                ways.pop()
            } else if self.sees(across, vertex.point, size) {
                let [next, last] = across.others(to).map(|edge| Way { face: neighbour, edge });
                self.remove(neighbour, &mut seen);
                add(&mut ways, [last]);
                Some(next)
            } else {
                add(&mut rim, [Rim { from, to, beyond: neighbour }]);
                ways.pop()
            };
        }
        #[allow(clippy::cast_possible_truncation)]
        let newest = self.vertices.len() as u16;
        add(&mut self.vertices, [vertex]);

        // One new face a rim edge, in the slots of the seen ones, the last of these first. By Euler's formula that is two more than were seen, and
        // two fewer for each vertex that is now inside: a remembered simplex may have such vertices.
        let slots = &mut seen;
        slots.reverse();
        while slots.len() < rim.len() {
            #[allow(clippy::cast_possible_truncation)]
            add(slots, [self.faces.len() as u16]);
            self.push(Face::NONE);
        }
        slots.truncate(rim.len());
        let mut left = slots.last().copied().unwrap_or_default();
        let round = slots.first().copied();
        add(slots, round);
        for (Rim { from, to, beyond }, slots) in rim.iter().zip(slots.windows(2)) {
            let [slot, right] = *slots else { break };
            let face = self.face([*from, *to, newest], [*beyond, right, left], vertex.point, size);
            self.put(slot, face);
            if let Some(beyond) = self.faces.get_mut(usize::from(*beyond)) {
                let shared = beyond.edge_from(*to);
                if let Some(neighbour) = beyond.neighbours.get_mut(shared) {
                    *neighbour = slot;
                }
            }
            left = slot;
        }
        if let Some(horizon) = horizon {
            horizon.clear();
            add(horizon, rim.iter().map(|rim| [rim.from, rim.to]));
        }
        Growth::Grown
    }

    fn lower_bound(&self) -> f64 {
        self.faces
            .iter()
            .filter(|face| !(face.removed || face.covered))
            .fold(self.covers, |least, face| least.min(face.distance - face.error))
    }

    fn retire(&mut self, facet: usize) {
        if let Some(key) = self.keys.get_mut(facet) {
            *key = f64::INFINITY;
        }
    }

    #[allow(private_interfaces)]
    fn cover(&mut self, facet: usize, minimum: &LocalMinimum<Xyz>) -> bool {
        let Some(face) = self.faces.get_mut(facet) else { return false };
        if !minimum.covers(face.normal, face.distance - face.error, face.slope) {
            return false;
        }
        face.covered = true;
        self.covers = self.covers.min(minimum.lower);
        self.retire(facet);
        true
    }

    fn foot(&self, facet: &Facet<Xyz>, error: f64) -> Nearest<Xyz> {
        let corners_of = |corners: [u16; 3]| {
            corners.map(|v| self.vertices.get(usize::from(v)).copied().unwrap_or_default())
        };
        let nearest_on = |corners| Simplex::Face(corners_of(corners)).nearest();
        let mut nearest = nearest_on(facet.corners);
        // Gone since, or its slot is another face's: no neighbours to walk to.
        let still_there = |face: &&Face| !face.removed && face.vertices == facet.corners;
        let Some(mut face) = self.faces.get(facet.index).filter(still_there) else {
            return nearest;
        };
        for _ in 0..WALK {
            // Across which edge does the foot lie farthest out?
            let [a, b, c] = corners_of(face.vertices).map(|v| v.point);
            let foot = face.normal * face.distance;
            let outside = |from: Xyz, to: Xyz| {
                let out = (to - from).cross(face.normal);
                out.dot(foot - from) / out.length()
            };
            let mut step = None;
            let beyond = [outside(a, b), outside(b, c), outside(c, a)];
            for (out, neighbour) in beyond.into_iter().zip(face.neighbours) {
                let across = self.faces.get(usize::from(neighbour));
                if let Some(across) = across
                    && out > 0.0
                    && is_one_with(
                        facet,
                        (across.distance, across.normal),
                        corners_of(across.vertices).iter().map(|v| v.point),
                        error,
                    )
                    && step.is_none_or(|(most, _)| out > most)
                {
                    step = Some((out, across));
                }
            }
            let Some((_, across)) = step else { break };
            let candidate = nearest_on(across.vertices);
            // As near around a vertex that is the nearest of several faces.
            if !(candidate.point.length_squared() <= nearest.point.length_squared()) {
                break;
            }
            (face, nearest) = (across, candidate);
        }
        nearest
    }

    fn exit(&self, direction: Xyz) -> Option<(Simplex<Xyz>, f64)> {
        let there = self.faces.iter().filter(|face| !face.removed);
        let (face, distance) =
            first_met(direction, there.map(|face| (face.normal, face.distance, face)))?;
        let corner = |v: u16| self.vertices.get(usize::from(v)).copied().unwrap_or_default();
        Some((Simplex::Face(face.vertices.map(corner)), distance))
    }

    fn around(&self, facet: &Facet<Xyz>) -> Option<Around> {
        let [a, b, c] = facet.corners.map(|v| self.point(v));
        // Planes through the origin and an edge: what is beyond all three is opposite.
        let planes = [a.cross(b), b.cross(c), c.cross(a)];
        let (mut least, mut opposite) = (0.0, None);
        for vertex in &self.vertices {
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
            if !face.removed {
                if index == chosen {
                    place = list.len();
                }
                add(&mut list, [face.vertices]);
            }
        }
        (list, place)
    }
}
