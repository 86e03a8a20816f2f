//! The polytope of space: triangles with their neighbours.

use arrayvec::ArrayVec;

use crate::certify::volume;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, normal_of_sliver, sqrt};
use crate::solve::difference::Vertex;
use crate::solve::simplex::Simplex;

use super::{Facet, FacetList, Growth, Horizon, MAX_FACETS, MAX_VERTICES, Polytope, WALK, add};

/// A closed, exactly convex surface of triangles.
pub struct Triangles {
    vertices: ArrayVec<Vertex<Xyz>, MAX_VERTICES>,
    faces: ArrayVec<Face, MAX_FACETS>,
    /// Slots of faces that were removed.
    free: ArrayVec<u16, MAX_FACETS>,
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
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Active,
    /// On the boundary of the difference: it stays, but cannot grow.
    Retired,
    Removed,
}

impl Triangles {
    fn point(&self, vertex: u16) -> Xyz {
        self.vertices.get(usize::from(vertex)).map_or(Xyz::default(), |v| v.point)
    }

    /// Whether `point` lies strictly outside the plane of `face`, exactly.
    fn sees(&self, face: &Face, point: Xyz) -> bool {
        let [a, b, c] = face.vertices.map(|v| self.point(v));
        volume(a, b, c, point) < 0.0
    }

    fn face(&self, vertices: [u16; 3], neighbours: [u16; 3]) -> Face {
        let [a, b, c] = vertices.map(|v| self.point(v));
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
        // The two shortest edges, for the least rounding; the vertex between them is `corner`.
        let (normal, scale, corner) = if ab2 >= bc2 && ab2 >= ca2 {
            (bc.cross(ca), bc2 * ca2, c)
        } else if bc2 >= ca2 {
            (ca.cross(ab), ca2 * ab2, a)
        } else {
            (ab.cross(bc), ab2 * bc2, b)
        };
        let scale = sqrt(scale);
        let size = corner.length();
        // Each edge carries one rounding a coordinate, the cross product three more: its error is at most 6u |e||f|, as
        // an angle 6u/sin. A sliver's normal is computed again with twice the digits.
        let (normal, tilt) = if normal.length() > SLIVER * scale {
            (normal, 6.0 * UNIT_ROUNDOFF * scale / normal.length())
        } else {
            let normal = normal_of_sliver(a, b, c);
            let tilt = 56.0 * UNIT_ROUNDOFF * UNIT_ROUNDOFF * scale / normal.length();
            (normal, tilt + 2.0 * UNIT_ROUNDOFF)
        };
        if tilt < 0.25 {
            let normal = normal * (1.0 / normal.length());
            let error = (2.0 * tilt + 6.0 * UNIT_ROUNDOFF) * size;
            let distance = normal.dot(corner);
            Face { vertices, neighbours, normal, distance, error, state: State::Active }
        } else {
            // Thinner than the digits reach. Its plane passes within |corner| of the origin, whatever its normal.
            let normal = longest(ab, bc, ca).any_perpendicular();
            Face { vertices, neighbours, normal, distance: 0.0, error: size, state: State::Active }
        }
    }

    /// The slot that the next face will take.
    fn next_slot(&self) -> Option<usize> {
        match self.free.last() {
            Some(slot) => Some(usize::from(*slot)),
            None if !self.faces.is_full() => Some(self.faces.len()),
            None => None,
        }
    }

    fn insert(&mut self, face: Face) {
        match self.free.pop() {
            Some(slot) => {
                if let Some(place) = self.faces.get_mut(usize::from(slot)) {
                    *place = face;
                }
            }
            None => {
                let _ = self.faces.try_push(face);
            }
        }
    }
}

/// The sine below which a triangle's normal deserves more digits: the error of its distance then stays below `200 u`.
const SLIVER: f64 = 1.0 / 16.0;

fn longest(ab: Xyz, bc: Xyz, ca: Xyz) -> Xyz {
    [bc, ca].into_iter().fold(ab, |longest, edge| {
        if edge.length_squared() > longest.length_squared() { edge } else { longest }
    })
}

/// An edge of the horizon: from, to, and the face beyond that stays.
#[derive(Clone, Copy)]
struct Rim {
    from: u16,
    to: u16,
    beyond: u16,
}

impl Polytope<Xyz> for Triangles {
    fn empty() -> Self {
        Self { vertices: ArrayVec::new(), faces: ArrayVec::new(), free: ArrayVec::new() }
    }

    fn start(&mut self, vertices: &[Vertex<Xyz>]) -> bool {
        let [a, b, c, d] = *vertices else { return false };
        // Positive where `d` lies on the inner side of the face a, b, c.
        let sign = volume(a.point, b.point, c.point, d.point);
        if sign == 0.0 {
            return false;
        }
        add(&mut self.vertices, if sign > 0.0 { [a, b, c, d] } else { [a, c, b, d] });
        for (vertices, neighbours) in [
            ([0, 1, 2], [1, 2, 3]),
            ([1, 0, 3], [0, 3, 2]),
            ([2, 1, 3], [0, 1, 3]),
            ([0, 2, 3], [0, 2, 1]),
        ] {
            let face = self.face(vertices, neighbours);
            add(&mut self.faces, [face]);
        }
        true
    }

    fn nearest(&self) -> Option<Facet<Xyz>> {
        let mut nearest: Option<(usize, &Face)> = None;
        for (index, face) in self.faces.iter().enumerate() {
            if face.state == State::Active
                && nearest.is_none_or(|(_, n)| face.distance < n.distance)
            {
                nearest = Some((index, face));
            }
        }
        nearest.map(|(index, face)| Facet {
            index,
            normal: face.normal,
            distance: face.distance,
            error: face.error,
        })
    }

    /// The faces that the vertex sees are connected and their border is one ring, because the polytope is exactly
    /// convex. No new triangle has zero area: a vertex in line with a border edge would lie in the plane of the seen face
    /// at that edge, which it is strictly outside of.
    fn grow(&mut self, facet: usize, vertex: Vertex<Xyz>, horizon: &mut Horizon) -> Growth {
        horizon.clear();
        match self.faces.get(facet) {
            Some(face) if self.sees(face, vertex.point) => {}
            _ => return Growth::OnBoundary,
        }
        let mut seen = ArrayVec::<u16, MAX_FACETS>::new();
        let mut rim = ArrayVec::<Rim, MAX_VERTICES>::new();
        #[allow(clippy::cast_possible_truncation)]
        add(&mut seen, [facet as u16]);
        let mut next = 0;
        while let Some(current) = seen.get(next).copied() {
            next += 1;
            let Some(face) = self.faces.get(usize::from(current)).copied() else { continue };
            let [a, b, c] = face.vertices;
            for ((from, to), neighbour) in [(a, b), (b, c), (c, a)].into_iter().zip(face.neighbours)
            {
                if seen.contains(&neighbour) {
                    continue;
                }
                let Some(across) = self.faces.get(usize::from(neighbour)) else { continue };
                if self.sees(across, vertex.point) {
                    let _ = seen.try_push(neighbour);
                } else if rim.try_push(Rim { from, to, beyond: neighbour }).is_err() {
                    return Growth::Full;
                }
            }
        }
        let spare = (MAX_FACETS - self.faces.len()) + self.free.len() + seen.len();
        if self.vertices.is_full() || rim.len() > spare {
            return Growth::Full;
        }

        for face in &seen {
            if let Some(face) = self.faces.get_mut(usize::from(*face)) {
                face.state = State::Removed;
            }
            let _ = self.free.try_push(*face);
        }
        #[allow(clippy::cast_possible_truncation)]
        let newest = self.vertices.len() as u16;
        add(&mut self.vertices, [vertex]);

        // One new face a rim edge. Its neighbours across the edges to the new vertex are the faces of the rim edges that
        // end where it starts, and start where it ends.
        let mut slots = ArrayVec::<(Rim, u16), MAX_VERTICES>::new();
        for edge in &rim {
            let Some(slot) = self.next_slot() else { break };
            #[allow(clippy::cast_possible_truncation)]
            let slot = slot as u16;
            let face = self.face([edge.from, edge.to, newest], [edge.beyond, slot, slot]);
            self.insert(face);
            if let Some(beyond) = self.faces.get_mut(usize::from(edge.beyond)) {
                let [a, b, c] = beyond.vertices;
                for ((from, to), neighbour) in
                    [(a, b), (b, c), (c, a)].into_iter().zip(&mut beyond.neighbours)
                {
                    if from == edge.to && to == edge.from {
                        *neighbour = slot;
                    }
                }
            }
            add(&mut slots, [(*edge, slot)]);
            add(horizon, [[edge.from, edge.to]]);
        }
        for (edge, slot) in &slots {
            let starting = slots.iter().find(|(other, _)| other.from == edge.to);
            let ending = slots.iter().find(|(other, _)| other.to == edge.from);
            if let (Some((_, right)), Some((_, left)), Some(face)) =
                (starting, ending, self.faces.get_mut(usize::from(*slot)))
            {
                face.neighbours = [edge.beyond, *right, *left];
            }
        }
        Growth::Grown
    }

    fn lower_bound(&self) -> f64 {
        self.faces
            .iter()
            .filter(|face| face.state != State::Removed)
            .fold(f64::INFINITY, |least, face| least.min(face.distance - face.error))
    }

    fn retire(&mut self, facet: usize) {
        if let Some(face) = self.faces.get_mut(facet) {
            face.state = State::Retired;
        }
    }

    fn witnesses(&self, facet: usize, tie: f64) -> (Xyz, Xyz) {
        let corners_of = |face: &Face| {
            face.vertices.map(|v| self.vertices.get(usize::from(v)).copied().unwrap_or_default())
        };
        let nearest_on = |face: &Face| Simplex::Face(corners_of(face)).nearest();
        let Some(mut face) = self.faces.get(facet) else { return Default::default() };
        let mut nearest = nearest_on(face);
        for _ in 0..WALK {
            // Across which edge does the foot lie farthest out?
            let [a, b, c] = corners_of(face).map(|v| v.point);
            let foot = face.normal * face.distance;
            let outside = [(a, b), (b, c), (c, a)].map(|(from, to)| {
                let out = (to - from).cross(face.normal);
                out.dot(foot - from) / out.length()
            });
            let mut step = None;
            for (out, neighbour) in outside.into_iter().zip(face.neighbours) {
                let across = self.faces.get(usize::from(neighbour));
                if let Some(across) = across
                    && out > 0.0
                    && across.distance <= tie
                    && step.is_none_or(|(most, _)| out > most)
                {
                    step = Some((out, across));
                }
            }
            let Some((_, across)) = step else { break };
            let candidate = nearest_on(across);
            if !(candidate.point.length_squared() < nearest.point.length_squared()) {
                break;
            }
            (face, nearest) = (across, candidate);
        }
        nearest.witnesses()
    }

    fn vertices(&self) -> &[Vertex<Xyz>] {
        &self.vertices
    }

    fn list_facets(&self, chosen: usize) -> (FacetList, usize) {
        let mut list = FacetList::new();
        let mut place = 0;
        for (index, face) in self.faces.iter().enumerate() {
            if face.state != State::Removed {
                if index == chosen {
                    place = list.len();
                }
                add(&mut list, [face.vertices]);
            }
        }
        (list, place)
    }
}
