//! Boxes against boxes and points: separating axes (Gottschalk, Lin, Manocha 1996), which give the
//! exact depth as well.
//!
//! The facets of the difference of two boxes have the normals of A's faces, of B's faces, and in
//! space of the planes that an edge of each spans. The signed distance along each such axis is a
//! difference of projected extents; where none is positive, the largest is minus the depth. Where
//! one is, the largest is the distance, unless an edge or vertex of one box is nearest to a vertex
//! or to the end of an edge of the other.

use crate::list::item;
use crate::math::{Space, larger, sqrt};
use crate::solve::cores::Signed;
use crate::solve::difference::Frame;

use super::{Formula, segments};

mod parallel_edges;

/// The point of a box about the origin nearest to `point`; any of it where a coordinate is NaN.
/// Written for one instruction a side; the minimum and maximum of the standard library take more,
/// since they handle NaN.
#[inline]
pub(super) fn clamp<S: Space>(point: S, half: S) -> S {
    point.zip(half, |x, h| {
        let above = if x > -h.abs() { x } else { -h.abs() };
        if above < h.abs() { above } else { h.abs() }
    })
}

/// The signed distance of a box A, in its own frame, from a point: its nearest point, or the
/// nearest face by which the point leaves. `None` where it is within rounding of the boundary, for
/// exact predicates to judge.
///
/// The distance changes by no more than the point does, whose error and three roundings more are
/// below `error`.
#[inline]
pub(super) fn point<S: Space>(half: S, point: S, error: f64) -> Option<Signed<S>> {
    let clamped = clamp(point, half);
    if clamped == point {
        return point_inside(half, point, error);
    }
    let out = point - clamped;
    let distance = out.length();
    let bounds = [distance - error, distance + error];
    (distance > 2.0 * error)
        .then(|| Signed::proved(bounds, distance, out * (1.0 / distance), clamped, point))
}

fn point_inside<S: Space>(half: S, point: S, error: f64) -> Option<Signed<S>> {
    let (depth, normal) = nearest_face(half, point);
    let bounds = [-depth - error, -depth + error];
    let on_a = point + normal * depth;
    (depth > error).then(|| Signed::proved(bounds, -depth, normal, on_a, point))
}

/// The face by which a point inside a box leaves it soonest: how far, and its normal.
#[inline]
pub(super) fn nearest_face<S: Space>(half: S, point: S) -> (f64, S) {
    let (mut depth, mut normal) = (f64::INFINITY, S::axis(0));
    for i in 0..S::DIM {
        let room = half.coordinate(i).abs() - point.coordinate(i).abs();
        if room < depth {
            let side = if point.coordinate(i) < 0.0 { -1.0 } else { 1.0 };
            (depth, normal) = (room, S::axis(i) * side);
        }
    }
    (depth, normal)
}

/// Edges closer to parallel than this sine leave few digits in their common normal, which then
/// bounds no distance by itself: [`Boxes::upper_of_parallel_edges`].
const NEARLY_PARALLEL: f64 = 1.0 / 64.0;

/// Two boxes in A's frame, in solver units.
#[derive(Clone, Copy)]
pub(super) struct Boxes<S> {
    half_a: S,
    half_b: S,
    /// The rows of the matrix that turns B: row `i` has coordinate `i` of each of B's axes.
    rows: [S; 3],
    /// Their coordinates' magnitudes.
    abs: [S; 3],
    /// From A's to B's.
    centers: S,
}

/// What spans a facet of the difference: a face of A or of B, by its axis, or an edge of each.
#[derive(Clone, Copy)]
enum BoxFacet {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// The boxes seen along three normals at once, each coordinate along one.
struct Views<S> {
    /// From A's center to B's.
    towards: S,
    /// The extents of both boxes together.
    extents: S,
}

impl<S: Space> Views<S> {
    /// The signed distances, times the normals' lengths.
    #[inline(always)]
    fn distances(&self) -> S {
        self.towards.map(f64::abs) - self.extents
    }

    /// Whether they are farther apart along one normal than this part of the extents.
    #[inline(always)]
    fn are_beyond(&self, part: f64) -> bool {
        (self.distances() - self.extents * part).largest().1 > 0.0
    }
}

impl<S: Space> Boxes<S> {
    #[inline(always)]
    pub(super) fn new(rows: [S; 3], centers: S, half_a: S, half_b: S) -> Self {
        Self {
            half_a: half_a.map(f64::abs),
            half_b: half_b.map(f64::abs),
            rows,
            abs: rows.map(|row| row.map(f64::abs)),
            centers,
        }
    }

    #[inline(always)]
    pub(super) fn placed(frame: &Frame<S>, half_a: S, half_b: S) -> Self {
        let (half_a, half_b) = (half_a * frame.per_unit, half_b * frame.per_unit);
        Self::new(S::rows(&frame.rotation), frame.translation, half_a, half_b)
    }

    #[inline(always)]
    fn point_out_of_b(&self, point: S) -> S {
        let [x, y, z] = self.rows.map(|row| row.dot(point));
        S::from_xyz(x, y, z) + self.centers
    }

    #[inline(always)]
    fn point_in_b(&self, point: S) -> S {
        turned_back(self.rows, point - self.centers)
    }

    #[inline(always)]
    fn faces_of_a(&self) -> Views<S> {
        let [x, y, z] = self.abs.map(|row| row.dot(self.half_b));
        Views { towards: self.centers, extents: self.half_a + S::from_xyz(x, y, z) }
    }

    #[inline(always)]
    fn faces_of_b(&self) -> Views<S> {
        let Self { half_a, half_b, rows, abs, centers } = *self;
        Views { towards: turned_back(rows, centers), extents: turned_back(abs, half_a) + half_b }
    }

    /// How low the difference reaches along a direction, times its length.
    #[inline(always)]
    fn lowest(&self, direction: S) -> f64 {
        let along_b = turned_back(self.rows, direction);
        let extents =
            self.half_a.dot(direction.map(f64::abs)) + self.half_b.dot(along_b.map(f64::abs));
        -self.centers.dot(direction) - extents
    }

    /// Along the products of one of A's edges with each of B's, and the squares of the products'
    /// lengths. Along `e_i × m_j` neither edge has an extent, so two of A's and two of B's remain.
    /// Exactly parallel edges have no common normal; the faces cover their plane.
    #[inline(always)]
    fn edges(&self, i: usize) -> (Views<S>, S) {
        let Self { half_a, half_b, rows: [r0, r1, r2], abs: [n0, n1, n2], centers } = *self;
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        let ([r_u, r_v], [n_i, n_u, n_v]) = match i {
            0 => ([r1, r2], [n0, n1, n2]),
            1 => ([r2, r0], [n1, n2, n0]),
            _ => ([r0, r1], [n2, n0, n1]),
        };
        let of_a = n_v * half_a.coordinate(u) + n_u * half_a.coordinate(v);
        let next = |w: S| S::from_xyz(w.coordinate(1), w.coordinate(2), w.coordinate(0));
        let last = |w: S| S::from_xyz(w.coordinate(2), w.coordinate(0), w.coordinate(1));
        let product = |p: S, q: S| p.zip(q, |p, q| p * q);
        let of_b = product(next(half_b), last(n_i)) + product(last(half_b), next(n_i));
        let towards = r_u * centers.coordinate(v) - r_v * centers.coordinate(u);
        let squares = product(r_u, r_u) + product(r_v, r_v);
        (Views { towards, extents: of_a + of_b }, squares)
    }

    /// Whether they overlap by more than `error`, or not, and are apart by more than `beyond` and
    /// it; `None` otherwise, where rounding hides it. Normals are not normalised, so nothing is
    /// divided and no root is taken: a cross product of unit vectors is no longer than 1, so a
    /// distance along it is no shorter than it looks.
    #[inline(always)]
    pub(super) fn meet(&self, error: f64, beyond: f64) -> Option<bool> {
        let apart = error + larger(beyond, 0.0);
        let [of_a, of_b] =
            [self.faces_of_a(), self.faces_of_b()].map(|views| views.distances().largest().1);
        let most = larger(of_a, of_b);
        if most > apart {
            return Some(false);
        }
        let of_edges = |i: usize| {
            let (views, squares) = self.edges(i);
            let known =
                |distance, squared| if squared > 0.0 { distance } else { f64::NEG_INFINITY };
            views.distances().zip(squares, known).largest().1
        };
        let most =
            if S::DIM == 3 { [0, 1, 2].map(of_edges).into_iter().fold(most, larger) } else { most };
        if most > apart { Some(false) } else { (most < -error).then_some(true) }
    }

    /// The best facet's normal from A to B, `1 / per_length` long: where the boxes meet is known
    /// before the root that normalises it.
    #[inline(always)]
    fn normal(&self, best: &Best) -> S {
        let axis_b = |index: usize| {
            let [x, y, z] = self.rows.map(|row| numbered(row, index));
            S::from_xyz(x, y, z)
        };
        let normal = match best.facet {
            BoxFacet::FaceOfA(i) => axis_numbered(i),
            BoxFacet::FaceOfB(j) => axis_b(j),
            BoxFacet::Edges(i, j) => {
                let (m, u, v) = (axis_b(j), (i + 1) % 3, (i + 2) % 3);
                axis_numbered::<S>(v) * numbered(m, u) - axis_numbered::<S>(u) * numbered(m, v)
            }
        };
        normal * best.sign
    }

    /// The points of A and B that span the best facet's distance, if any do: as far apart as that,
    /// along its [`normal`](Self::normal), of which edges need the signs alone.
    #[inline(always)]
    fn meeting(&self, best: &Best, normal: S) -> (S, S) {
        let Best { facet, distance, error, .. } = *best;
        let (half_a, half_b) = (self.half_a, self.half_b);
        match facet {
            BoxFacet::FaceOfA(_) => {
                let (down, center) =
                    (-turned_back(self.rows, normal), self.point_in_b(S::default()));
                let on_b = self.point_out_of_b(farthest(half_b, down, center, error));
                (clamp(on_b - normal * distance, half_a), on_b)
            }
            BoxFacet::FaceOfB(_) => {
                let on_a = farthest(half_a, normal, self.centers, error);
                let on_b = self.point_in_b(on_a + normal * distance);
                (on_a, self.point_out_of_b(clamp(on_b, half_b)))
            }
            BoxFacet::Edges(i, j) => {
                let edge = |half: S, index: usize, direction: S| {
                    let end = half.with_signs_of(direction);
                    (end, end - axis_numbered::<S>(index) * (2.0 * numbered(end, index)))
                };
                let (p, q) = edge(half_b, j, -turned_back(self.rows, normal));
                let of_b = (self.point_out_of_b(p), self.point_out_of_b(q));
                segments::nearest(edge(half_a, i, normal), of_b)
            }
        }
    }

    /// Points nearer to each other: each box's point nearest to the other's, in turn (von Neumann's
    /// alternating projections).
    #[inline(always)]
    fn nearer(&self, (mut on_a, mut on_b): (S, S)) -> (S, S) {
        for _ in 0..PROJECTIONS {
            on_a = clamp(on_b, self.half_a);
            on_b = self.point_out_of_b(clamp(self.point_in_b(on_a), self.half_b));
        }
        (on_a, on_b)
    }

    /// The signed distance: where they overlap by more than rounding, by the facet that separates
    /// them soonest; where they are apart, if two points prove each other nearest. Otherwise,
    /// unless they are nearly in contact, where to begin a search. `contact` finds where they meet
    /// along a normal and how deep, if the facet does not show it; without it the caller wants no
    /// depth. `epsilon` is the caller's scalar's.
    #[inline(always)]
    pub(super) fn signed(
        &self,
        error: f64,
        epsilon: f64,
        contact: Option<impl FnOnce(S, f64) -> Option<(S, S)>>,
    ) -> Option<Formula<S>> {
        let lowest = |direction: S| self.lowest(direction);
        let (faces_of_a, faces_of_b) = (self.faces_of_a(), self.faces_of_b());
        if faces_of_a.are_beyond(FAR) || faces_of_b.are_beyond(FAR) {
            let (on_a, on_b) = self.nearer((self.centers, self.centers));
            if let Some(signed) = segments::certify_by(lowest, error, on_a, on_b) {
                return Some(Formula::Signed(signed));
            }
        }
        let mut best = Best::new(error);
        best.consider_faces(&faces_of_a, BoxFacet::FaceOfA);
        best.consider_faces(&faces_of_b, BoxFacet::FaceOfB);
        if S::DIM == 3 {
            // Before any is considered: a choice of A's edge would be a jump at every turn.
            let edges = [self.edges(0), self.edges(1), self.edges(2)];
            for (i, (views, squares)) in edges.iter().enumerate() {
                best.consider_edges(i, views, *squares);
            }
        }
        let Best { lower, upper, distance, .. } = best;
        if contact.is_none() && upper < 0.0 && !best.is_doubtful {
            return Some(Formula::Overlapping);
        }
        let direction = self.normal(&best);
        let normal = direction * best.per_length;
        let (on_a, on_b) = self.meeting(&best, direction);
        let misfit = (on_a + normal * distance - on_b).length();
        // Along a short normal little is certain; the extents along the unit normal restore it.
        let lower = if distance - lower > 2.0 * error {
            larger(lower, lowest(-normal) - error)
        } else {
            lower
        };
        let proved = |upper, on_a, on_b| {
            Formula::Signed(Signed::proved([lower, upper], distance, normal, on_a, on_b))
        };
        if distance > error {
            if misfit <= 0.25 * error {
                return Some(proved((on_a - on_b).length() + error, on_a, on_b));
            }
            let (on_a, on_b) = self.nearer((on_a, on_b));
            let signed = segments::certify_by(lowest, error, on_a, on_b).map(Formula::Signed);
            return Some(signed.unwrap_or(Formula::Towards(on_a - on_b)));
        }
        // Apart, or too near to contact for these bounds: GJK ends with a simplex that exact
        // predicates can judge.
        if !(upper < 0.0) || best.is_doubtful {
            return None;
        }
        let upper = if best.has_parallel_edges {
            larger(upper, self.upper_of_parallel_edges(best, normal, misfit, epsilon)?)
        } else {
            upper
        };
        if misfit <= 2.0 * error {
            return Some(proved(upper, on_a, on_b));
        }
        let (on_a, on_b) = contact?(normal, -distance)?;
        Some(proved(upper, on_a, on_b))
    }
}

/// A coordinate by its number.
// PERF(branch misprediction): the number is unpredictable, so the coordinate is read from memory.
#[inline(always)]
fn numbered<S: Space>(v: S, index: usize) -> f64 {
    item(&v.coordinates(), index)
}

/// Likewise an axis.
#[inline(always)]
fn axis_numbered<S: Space>(index: usize) -> S {
    const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let [x, y, z] = item(&AXES, index);
    S::from_xyz(x, y, z)
}

/// Multiplies by the transpose of the matrix of these rows.
#[inline(always)]
fn turned_back<S: Space>([r0, r1, r2]: [S; 3], v: S) -> S {
    let planar = r0 * v.coordinate(0) + r1 * v.coordinate(1);
    if S::DIM == 3 { planar + r2 * v.coordinate(2) } else { planar }
}

/// How often [`Boxes::nearer`] projects: once finds a vertex nearest to an edge, twice the ends of
/// two edges.
const PROJECTIONS: usize = 2;

/// The point of a box about the origin that is farthest along a unit direction. On edges and faces
/// that are equally far within rounding, the point nearest to `beside`.
fn farthest<S: Space>(half: S, direction: S, beside: S, error: f64) -> S {
    let corner = half.with_signs_of(direction);
    let level = clamp(beside, half);
    let step = half.zip(direction, |half, d| half * d.abs());
    let is_level = step.map(|step| if step <= 0.25 * error { 1.0 } else { 0.0 });
    corner + (level - corner).zip(is_level, |along, is_level| along * is_level)
}

/// The facet of the difference with the largest signed distance so far; the nearest one to an
/// origin inside.
#[derive(Clone, Copy)]
struct Best {
    facet: BoxFacet,
    /// 1 where its normal points from A to B, else -1.
    sign: f64,
    distance: f64,
    /// One over the length of its normal.
    per_length: f64,
    lower: f64,
    upper: f64,
    /// Whether along the common normal of nearly parallel edges, which are left out here, rounding
    /// hides whether the boxes overlap.
    is_doubtful: bool,
    /// Whether they overlap along such a normal, perhaps less deep than along the facet's.
    has_parallel_edges: bool,
    /// The rounding error of a sum of extents along a unit normal.
    error: f64,
}

impl Best {
    const fn new(error: f64) -> Self {
        let (facet, sign, distance) = (BoxFacet::FaceOfA(0), 1.0, f64::NEG_INFINITY);
        let (lower, upper) = (distance, distance);
        let (is_doubtful, has_parallel_edges) = (false, false);
        Self {
            facet,
            sign,
            distance,
            per_length: 1.0,
            lower,
            upper,
            is_doubtful,
            has_parallel_edges,
            error,
        }
    }

    /// Faces before edges, and A's before B's: ties go to the earlier, whose contact is simpler.
    #[inline(always)]
    fn consider_faces<S: Space>(&mut self, views: &Views<S>, facet: fn(usize) -> BoxFacet) {
        let (i, distance) = views.distances().largest();
        self.lower = larger(self.lower, distance - self.error);
        self.upper = larger(self.upper, distance + self.error);
        self.choose(views, (i, distance), facet(i), 1.0);
    }

    /// Along the normals of planes that edges span, by the squares of those normals' lengths.
    #[inline(always)]
    fn consider_edges<S: Space>(&mut self, i: usize, views: &Views<S>, squares: S) {
        let distances = views.distances();
        for j in 0..S::DIM {
            let (along, squared) = (distances.coordinate(j), squares.coordinate(j));
            // Along a unit normal an overlap is no shallower than along this one, whose length is
            // at most 1.
            if along + self.error < 0.0 && along <= self.distance {
                continue;
            }
            if squared < NEARLY_PARALLEL * NEARLY_PARALLEL {
                self.is_doubtful |= squared > 0.0 && !(along + self.error < 0.0);
                self.has_parallel_edges |= squared > 0.0;
                continue;
            }
            let per_length = 1.0 / sqrt(squared);
            let (distance, error) = (along * per_length, self.error * per_length);
            self.lower = larger(distance - error, self.lower);
            self.upper = larger(distance + error, self.upper);
            self.choose(views, (j, distance), BoxFacet::Edges(i, j), per_length);
        }
    }

    #[inline(always)]
    fn choose<S: Space>(
        &mut self,
        views: &Views<S>,
        (i, distance): (usize, f64),
        facet: BoxFacet,
        per_length: f64,
    ) {
        if distance > self.distance + 2.0 * self.error {
            let sign = if numbered(views.towards, i) < 0.0 { -1.0 } else { 1.0 };
            (self.facet, self.sign, self.distance) = (facet, sign, distance);
            self.per_length = per_length;
        }
    }
}

/// Boxes farther apart than this part of their extents are usually nearest at a vertex or at the
/// end of an edge, where no facet has the distance.
const FAR: f64 = 0.125;
