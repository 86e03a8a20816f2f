//! The triangulated surface of a growing hull: half-edges, conflict lists, and the insertion of a
//! point.
//!
//! Quickhull (Barber, Dobkin, Huhdanpaa 1996): every point not yet inside keeps one triangle that
//! it sees, its *conflict*; the farthest point of a triangle is inserted next.
//!
//! # Why exact strict visibility needs no special cases
//!
//! A triangle is *visible* from p when p is strictly outside its plane. Let p see at least one
//! triangle of a surface that tiles the boundary of a convex polytope H, coplanar triangles
//! allowed.
//!
//! 1. *The visible triangles form a disc.* Coplanar triangles share their visibility, so they tile
//!    the strictly visible facets of H. Projection from p is one to one on each of these, since no
//!    such plane contains p, and on their union: were s and t on one ray from p, s nearer, t on a
//!    visible facet with outside f > 0, then f(p) > 0 = f(t) makes f(s) > 0, and s is not in H. The
//!    image is the whole closed shadow of H, which is convex. So the horizon is one simple cycle.
//! 2. *No new triangle is degenerate.* A horizon edge lies in a visible triangle; a p collinear
//!    with that edge would lie in that triangle's plane and not see it.
//! 3. *The new surface tiles the boundary of the hull of H and p.* Let g be visible and f not
//!    visible across horizon edge e. They are not coplanar, so e lies in an edge of H. If p is
//!    strictly inside the plane of f, the plane through e and p supports H and a new facet lies in
//!    it. If p lies in the plane of f, the facet of f grows in its plane by the triangles between p
//!    and those edges of the facet that p is beyond; a p beyond such an edge sees the facet across
//!    it, so these edges are the horizon edges of that facet, and the new triangle is coplanar with
//!    f. The step `merge` joins them.
//! 4. *Testing only new triangles for conflicts loses none.* Let q see a visible triangle g and lie
//!    outside the new hull. If q sees some triangle that is kept, then, as what q sees is
//!    connected, somewhere across a horizon edge q sees the kept f and the removed g; the normal of
//!    the new triangle there is a non-negative combination of theirs (it supports H at e), so q
//!    sees it. If q sees no kept triangle it sees a new one, being outside.
//!
//! Counting coplanar triangles as visible is consistent too (then no kept triangle is coplanar with
//! p), but every point of a large flat face would rebuild that face.
//!
//! Vertices may come to lie within an edge or a facet of the hull as it grows. They stay in the
//! surface, which the argument allows, until `merge` drops them.

// Every number used as an index here was produced by this file for the array it indexes: points by
// `enclosing`, triangles by `add`, half-edges by `link`. Fallible accessors would hide that.
#![allow(clippy::indexing_slicing)]

use alloc::vec;
use alloc::vec::Vec;

use super::predicates::height;

/// Ends a conflict list.
const NONE: u32 = u32::MAX;

/// Half-edge `3 t + k` of triangle t leads from its vertex k to its vertex k + 1.
pub(super) type HalfEdge = u32;

#[derive(Clone, Copy, Debug)]
struct MeshTriangle {
    vertices: [u32; 3],
    /// The same edges as seen from the neighbours.
    twins: [HalfEdge; 3],
    /// First of the points that have their conflict here; the others follow by
    /// `Mesh::next_conflict`.
    conflicts: u32,
    farthest: u32,
    farthest_height: f64,
    /// The last insertion that tested the visibility of this triangle, and the result.
    asked_by: u32,
    visible: bool,
    alive: bool,
}

/// The boundary of the convex hull of some points, as triangles seen counter-clockwise from
/// outside.
#[derive(Debug)]
pub(super) struct Mesh<'a> {
    points: &'a [[f64; 3]],
    triangles: Vec<MeshTriangle>,
    free: Vec<u32>,
    next_conflict: Vec<u32>,
    /// Triangles that may have conflicts.
    pending: Vec<u32>,
    insertions: u32,
    scratch: Scratch,
}

/// Kept between insertions to save allocations.
#[derive(Debug, Default)]
struct Scratch {
    visible: Vec<u32>,
    /// Half-edges of kept triangles whose twins are removed.
    horizon: Vec<HalfEdge>,
    created: Vec<u32>,
    /// For each point on the horizon the new triangle whose horizon edge starts there.
    spoke: Vec<u32>,
    /// The new triangles in the order around the new point.
    ring: Vec<u32>,
}

impl<'a> Mesh<'a> {
    /// The hull of `points`, of which the four named are in no plane.
    pub(super) fn enclosing(points: &'a [[f64; 3]], tetrahedron: [u32; 4]) -> Self {
        let mut mesh = Self {
            points,
            triangles: Vec::new(),
            free: Vec::new(),
            next_conflict: vec![NONE; points.len()],
            pending: Vec::new(),
            insertions: 0,
            scratch: Scratch { spoke: vec![NONE; points.len()], ..Scratch::default() },
        };
        mesh.start(tetrahedron);
        while let Some(triangle) = mesh.pending.pop() {
            let MeshTriangle { alive, conflicts, .. } = mesh.triangles[triangle as usize];
            if alive && conflicts != NONE {
                mesh.insert_farthest(triangle);
            }
        }
        mesh
    }

    /// The half-edges of the finished surface.
    pub(super) fn half_edges(&self) -> impl Iterator<Item = HalfEdge> {
        let numbered = (0_u32..).zip(&self.triangles).filter(|(_, triangle)| triangle.alive);
        numbered.flat_map(|(t, _)| [3 * t, 3 * t + 1, 3 * t + 2])
    }

    /// One more than the largest number of a half-edge.
    pub(super) fn half_edge_bound(&self) -> usize {
        3 * self.triangles.len()
    }

    pub(super) fn point_count(&self) -> usize {
        self.points.len()
    }

    pub(super) fn twin(&self, edge: HalfEdge) -> HalfEdge {
        self.triangles[edge as usize / 3].twins[edge as usize % 3]
    }

    /// The point that a half-edge leaves.
    pub(super) fn origin(&self, edge: HalfEdge) -> u32 {
        self.triangles[edge as usize / 3].vertices[edge as usize % 3]
    }

    /// Whether the two triangles at an edge lie in one plane.
    pub(super) fn is_flat_across(&self, edge: HalfEdge) -> bool {
        let apex = self.origin(after(after(self.twin(edge))));
        self.height_above(edge / 3, apex) == 0.0
    }

    fn height_above(&self, triangle: u32, point: u32) -> f64 {
        let corners = self.triangles[triangle as usize].vertices.map(|v| self.points[v as usize]);
        height(corners, self.points[point as usize])
    }

    fn start(&mut self, [a, b, c, d]: [u32; 4]) {
        let corners = [a, b, c].map(|v| self.points[v as usize]);
        let inward = height(corners, self.points[d as usize]) > 0.0;
        let [a, b, c] = if inward { [a, c, b] } else { [a, b, c] };
        // d is now below a, b, c.
        let base = self.add([a, b, c]);
        let sides = [[b, a, d], [c, b, d], [a, c, d]].map(|side| self.add(side));
        for k in 0..3 {
            self.link(3 * base + k, 3 * sides[k as usize]);
            // Side k ends where side k + 1, going the other way round, begins.
            self.link(3 * sides[k as usize] + 2, 3 * sides[(k as usize + 1) % 3] + 1);
        }
        let [s0, s1, s2] = sides;
        let created = [base, s0, s1, s2];
        for point in 0..self.points.len() as u32 {
            self.assign(point, &created);
        }
        self.pending.extend(created);
    }

    fn add(&mut self, vertices: [u32; 3]) -> u32 {
        let triangle = MeshTriangle {
            vertices,
            twins: [NONE; 3],
            conflicts: NONE,
            farthest: NONE,
            farthest_height: 0.0,
            asked_by: 0,
            visible: false,
            alive: true,
        };
        if let Some(slot) = self.free.pop() {
            self.triangles[slot as usize] = triangle;
            return slot;
        }
        self.triangles.push(triangle);
        self.triangles.len() as u32 - 1
    }

    fn link(&mut self, a: HalfEdge, b: HalfEdge) {
        self.triangles[a as usize / 3].twins[a as usize % 3] = b;
        self.triangles[b as usize / 3].twins[b as usize % 3] = a;
    }

    /// Gives `point` to the first of `candidates` that it sees; a point that sees none is inside.
    fn assign(&mut self, point: u32, candidates: &[u32]) {
        for &candidate in candidates {
            let height = self.height_above(candidate, point);
            if height > 0.0 {
                return self.record(point, candidate, height);
            }
        }
    }

    /// Notes that `point` sees a triangle, from this height.
    fn record(&mut self, point: u32, seen: u32, height: f64) {
        let triangle = &mut self.triangles[seen as usize];
        self.next_conflict[point as usize] = triangle.conflicts;
        triangle.conflicts = point;
        // Rounding may misjudge the farthest, which costs time only. Coincident points have equal
        // heights; the first is the one to name.
        if height > triangle.farthest_height
            || (height == triangle.farthest_height && point < triangle.farthest)
        {
            triangle.farthest = point;
            triangle.farthest_height = height;
        }
    }

    /// Some triangle of the cone at `apex` that `point` sees, and its height above; none if it is
    /// inside the cone.
    ///
    /// The horizon of a point far from a fine surface has very many edges, so the triangles are
    /// bisected. Let v_0 .. v_(k-1) be the ring, and let the point see neither triangle at the edge
    /// from the apex to v_0: it lies in the wedge between these. The planes through that edge and
    /// each v_i divide the wedge in order. Between those of v_i and v_(i+1), seen from the apex,
    /// the point's direction is a v_0 + b v_i + c v_(i+1) with b, c >= 0: it is inside the cone if
    /// a >= 0, and beyond triangle i, which holds the other two, if a < 0.
    ///
    /// A point in the plane of some v_i has a triangle to either side. Where it sees neither, it is
    /// inside the cone, or behind v_0, or in the plane of several triangles; then all are tested.
    fn seen_of_cone(&self, apex: u32, ring: &[u32], point: u32) -> Option<(u32, f64)> {
        if self.points[point as usize] == self.points[apex as usize] {
            return None;
        }
        let seen = |i: usize| {
            let height = self.height_above(ring[i], point);
            (height > 0.0).then_some((ring[i], height))
        };
        let corner = |i: usize| {
            let [vertex, ..] = self.triangles[ring[i] as usize].vertices;
            self.points[vertex as usize]
        };
        let at_edge = seen(0).or_else(|| seen(ring.len() - 1));
        if at_edge.is_some() {
            return at_edge;
        }
        let (start, apex) = (corner(0), self.points[apex as usize]);
        let (mut low, mut high) = (1, ring.len() - 1);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            let side = height([start, corner(middle), apex], self.points[point as usize]);
            if side < 0.0 {
                low = middle;
            } else if side > 0.0 {
                high = middle;
            } else {
                let beside = seen(middle).or_else(|| seen(middle - 1));
                return beside.or_else(|| (1..ring.len() - 1).find_map(seen));
            }
        }
        seen(low)
    }

    /// Replaces what the farthest point in conflict with `seed` sees by the cone from that point to
    /// the horizon.
    fn insert_farthest(&mut self, seed: u32) {
        let point = self.triangles[seed as usize].farthest;
        self.insertions += 1;
        let mut scratch = core::mem::take(&mut self.scratch);
        self.find_horizon(seed, point, &mut scratch);
        self.add_cone(point, &mut scratch);
        for &removed in &scratch.visible {
            let mut conflict = self.triangles[removed as usize].conflicts;
            while conflict != NONE {
                let next = self.next_conflict[conflict as usize];
                if let Some((seen, height)) = self.seen_of_cone(point, &scratch.ring, conflict) {
                    self.record(conflict, seen, height);
                }
                conflict = next;
            }
            self.triangles[removed as usize].alive = false;
            self.free.push(removed);
        }
        self.pending.extend(&scratch.created);
        self.scratch = scratch;
    }

    /// Walks over the triangles visible from `point`, from `seed` on, and collects the edges at
    /// which they end.
    fn find_horizon(&mut self, seed: u32, point: u32, scratch: &mut Scratch) {
        scratch.visible.clear();
        scratch.horizon.clear();
        scratch.visible.push(seed);
        self.triangles[seed as usize].asked_by = self.insertions;
        self.triangles[seed as usize].visible = true;
        let mut walked = 0;
        while let Some(&triangle) = scratch.visible.get(walked) {
            walked += 1;
            for twin in self.triangles[triangle as usize].twins {
                let across = twin / 3;
                if self.triangles[across as usize].asked_by != self.insertions {
                    let visible = self.height_above(across, point) > 0.0;
                    self.triangles[across as usize].asked_by = self.insertions;
                    self.triangles[across as usize].visible = visible;
                    if visible {
                        scratch.visible.push(across);
                    }
                }
                if !self.triangles[across as usize].visible {
                    scratch.horizon.push(twin);
                }
            }
        }
    }

    /// Adds a triangle from `point` to each edge of the horizon. The horizon is a simple cycle, so
    /// a new triangle finds its neighbours by the points where their horizon edges start.
    fn add_cone(&mut self, point: u32, scratch: &mut Scratch) {
        scratch.created.clear();
        for &kept in &scratch.horizon {
            let (from, to) = (self.origin(after(kept)), self.origin(kept));
            let triangle = self.add([from, to, point]);
            self.link(3 * triangle, kept);
            scratch.spoke[from as usize] = triangle;
            scratch.created.push(triangle);
        }
        for &triangle in &scratch.created {
            let [_, to, _] = self.triangles[triangle as usize].vertices;
            self.link(3 * triangle + 1, 3 * scratch.spoke[to as usize] + 2);
        }
        scratch.ring.clear();
        let mut next = scratch.created[0];
        for _ in &scratch.created {
            scratch.ring.push(next);
            let [_, to, _] = self.triangles[next as usize].vertices;
            next = scratch.spoke[to as usize];
        }
    }
}

/// The next half-edge around the same triangle.
pub(super) fn after(edge: HalfEdge) -> HalfEdge {
    if edge % 3 == 2 { edge - 2 } else { edge + 1 }
}
