//! Boxes against boxes and points: separating axes (Gottschalk, Lin, Manocha 1996), which give the exact depth as well.
//!
//! The facets of the difference of two boxes have the normals of A's faces, of B's faces, and in space of the planes that
//! an edge of each spans. The signed distance along each such axis is a difference of projected extents; where none is
//! positive, the largest is minus the depth. Where one is, the largest is the distance, unless an edge or vertex of one box is
//! nearest to a vertex or to the end of an edge of the other.

use crate::math::{Space, Vector, sqrt};
use crate::shape::SupportMap;
use crate::solve::cores::Signed;
use crate::solve::difference::{Difference, Frame, Placed};
use crate::solve::gjk::Limits;
use crate::solve::polytope::Expand;

use super::{Formula, contact, segments};

/// The point of a box about the origin nearest to `point`; any of it where a coordinate is NaN. Written for one instruction a side,
/// which the minimum and maximum of the standard library are not: they care for NaN.
#[inline]
pub(super) fn clamp<S: Space>(point: S, half: S) -> S {
    point.zip(half, |x, h| {
        let above = if x > -h.abs() { x } else { -h.abs() };
        if above < h.abs() { above } else { h.abs() }
    })
}

/// The signed distance of a box A, in its own frame, from a point: its nearest point, or the nearest face by which the point leaves.
/// `None` nearer to the boundary than rounding is, for exact predicates to judge.
///
/// The distance changes by no more than the point does, whose error and three roundings more are below `error`.
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

/// Edges closer to parallel than this sine leave too few digits to their common normal; EPA then does it.
const NEARLY_PARALLEL: f64 = 1.0 / 64.0;

/// Two boxes in A's frame, in solver units.
struct Boxes<S> {
    half_a: S,
    half_b: S,
    axes_b: [S; 3],
    /// Their coordinates' magnitudes.
    abs_b: [S; 3],
    /// From A's to B's.
    centers: S,
}

/// What spans a facet of the difference: a face of A or of B, by its axis, or an edge of each.
#[derive(Clone, Copy)]
enum Facet {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// The boxes seen along the normal of a facet, of any length.
struct View {
    facet: Facet,
    /// The square of the normal's length.
    squared: f64,
    /// From A's center to B's along the normal.
    towards: f64,
    /// Of both boxes together along it.
    extents: f64,
}

impl<S: Space> Boxes<S> {
    #[inline]
    fn new(frame: &Frame<S>, half_a: S, half_b: S) -> Self {
        let axes_b = [0, 1, 2].map(|j| S::axis(j).rotate(&frame.rotation));
        Self {
            half_a: half_a.map(f64::abs),
            half_b: half_b.map(f64::abs),
            axes_b,
            abs_b: axes_b.map(|axis| axis.map(f64::abs)),
            centers: frame.translation,
        }
    }

    #[inline]
    fn faces_of_a(&self, mut visit: impl FnMut(View)) {
        let Self { half_a, half_b, abs_b: [m0, m1, m2], centers, .. } = *self;
        let of_b = m0 * half_b.coordinate(0) + m1 * half_b.coordinate(1);
        let of_b = if S::DIM == 3 { of_b + m2 * half_b.coordinate(2) } else { of_b };
        let extents = half_a + of_b;
        for i in 0..S::DIM {
            let (towards, extents) = (centers.coordinate(i), extents.coordinate(i));
            visit(View { facet: Facet::FaceOfA(i), squared: 1.0, towards, extents });
        }
    }

    #[inline]
    fn faces_of_b(&self, mut visit: impl FnMut(View)) {
        for ((j, axis), abs) in (0..S::DIM).zip(self.axes_b).zip(self.abs_b) {
            let extents = self.half_a.dot(abs) + self.half_b.coordinate(j);
            let towards = self.centers.dot(axis);
            visit(View { facet: Facet::FaceOfB(j), squared: 1.0, towards, extents });
        }
    }

    /// Along `e_i × m_j` neither edge has an extent, so two of A's and two of B's remain. Exactly parallel edges have no common
    /// normal; the faces cover their plane.
    #[inline]
    fn edges(&self, mut visit: impl FnMut(View)) {
        if S::DIM != 3 {
            return;
        }
        let Self { half_a, half_b, axes_b: [m0, m1, m2], abs_b: [n0, n1, n2], centers } = *self;
        for (i, u, v) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            let (half_u, half_v) = (half_a.coordinate(u), half_a.coordinate(v));
            let (centers_u, centers_v) = (centers.coordinate(u), centers.coordinate(v));
            for (j, m, abs, p, abs_p, q, abs_q) in
                [(0, m0, n0, 1, n1, 2, n2), (1, m1, n1, 2, n2, 0, n0), (2, m2, n2, 0, n0, 1, n1)]
            {
                let (along_u, along_v) = (-m.coordinate(v), m.coordinate(u));
                let squared = along_u * along_u + along_v * along_v;
                let towards = along_u * centers_u + along_v * centers_v;
                let extents = half_u * abs.coordinate(v)
                    + half_v * abs.coordinate(u)
                    + half_b.coordinate(p) * abs_q.coordinate(i)
                    + half_b.coordinate(q) * abs_p.coordinate(i);
                if along_u != 0.0 || along_v != 0.0 {
                    visit(View { facet: Facet::Edges(i, j), squared, towards, extents });
                }
            }
        }
    }

    /// The best facet's unit normal from A to B.
    fn normal(&self, best: &Best) -> S {
        let axis_b = |index: usize| {
            let [m0, m1, m2] = self.axes_b;
            [m0, m1].get(index).copied().unwrap_or(m2)
        };
        let normal = match best.facet {
            Facet::FaceOfA(i) => S::axis(i),
            Facet::FaceOfB(j) => axis_b(j),
            Facet::Edges(i, j) => {
                let (m, u, v) = (axis_b(j), (i + 1) % 3, (i + 2) % 3);
                let across = S::axis(v) * m.coordinate(u) - S::axis(u) * m.coordinate(v);
                across * (1.0 / across.length())
            }
        };
        normal * best.sign
    }

    /// The points of A and B that span the best facet's distance, if any do: as far apart as that, along its [`normal`](Self::normal).
    fn meeting(&self, frame: &Frame<S>, best: &Best, normal: S) -> (S, S) {
        let Best { facet, distance, error, .. } = *best;
        let (half_a, half_b) = (self.half_a, self.half_b);
        match facet {
            Facet::FaceOfA(_) => {
                let (down, center) =
                    (-frame.direction_in_b(normal), frame.point_in_b(S::default()));
                let on_b = frame.point_out_of_b(farthest(half_b, down, center, error));
                (clamp(on_b - normal * distance, half_a), on_b)
            }
            Facet::FaceOfB(_) => {
                let on_a = farthest(half_a, normal, self.centers, error);
                let on_b = frame.point_in_b(on_a + normal * distance);
                (on_a, frame.point_out_of_b(clamp(on_b, half_b)))
            }
            Facet::Edges(i, j) => {
                let edge = |half: S, index: usize, direction: S| {
                    let end = half.with_signs_of(direction);
                    (end, end - S::axis(index) * (2.0 * end.coordinate(index)))
                };
                let (p, q) = edge(half_b, j, -frame.direction_in_b(normal));
                let of_b = (frame.point_out_of_b(p), frame.point_out_of_b(q));
                segments::nearest(edge(half_a, i, normal), of_b)
            }
        }
    }

    /// Points nearer to each other: each box's nearest to the other's, in turn (von Neumann's alternating projections).
    fn nearer(&self, frame: &Frame<S>, (mut on_a, mut on_b): (S, S)) -> (S, S) {
        for _ in 0..PROJECTIONS {
            on_a = clamp(on_b, self.half_a);
            on_b = frame.point_out_of_b(clamp(frame.point_in_b(on_a), self.half_b));
        }
        (on_a, on_b)
    }
}

/// How often [`Boxes::nearer`] projects: once finds a vertex nearest to an edge, twice the ends of two edges.
const PROJECTIONS: usize = 2;

/// The point of a box about the origin that is farthest along a unit direction. Of edges and faces that are equally far, as far as
/// rounding can tell, the point nearest to `beside`.
fn farthest<S: Space>(half: S, direction: S, beside: S, error: f64) -> S {
    let corner = half.with_signs_of(direction);
    let level = clamp(beside, half);
    let step = half.zip(direction, |half, d| half * d.abs());
    let is_level = step.map(|step| if step <= 0.25 * error { 1.0 } else { 0.0 });
    corner + (level - corner).zip(is_level, |along, is_level| along * is_level)
}

/// Whether two boxes are apart by more than `beyond`, or overlap; `None` where rounding hides it. Normals stay as long as they
/// are, so nothing is divided and no root is taken: a cross product of unit vectors is no longer than 1, so a
/// distance along it is no shorter than it looks.
pub(super) fn verdict<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    half_a: V::Space,
    half_b: V::Space,
    beyond: f64,
) -> Option<Formula<V::Space>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let boxes = Boxes::new(&placed.frame, half_a, half_b);
    let apart = placed.error() + beyond.max(0.0);
    let mut most = f64::NEG_INFINITY;
    let distance = |view: View| view.towards.abs() - view.extents;
    boxes.faces_of_a(|view| most = most.max(distance(view)));
    if most > apart {
        return Some(Formula::Apart);
    }
    boxes.faces_of_b(|view| most = most.max(distance(view)));
    if most > apart {
        return Some(Formula::Apart);
    }
    boxes.edges(|view| most = most.max(distance(view)));
    if most > apart {
        Some(Formula::Apart)
    } else if most < -placed.error() {
        Some(Formula::Overlapping)
    } else {
        None
    }
}

/// The facet of the difference with the largest signed distance so far; the nearest one to an origin inside.
struct Best {
    facet: Facet,
    /// 1 where its normal points from A to B, else -1.
    sign: f64,
    distance: f64,
    /// Of both boxes together along its normal.
    extents: f64,
    lower: f64,
    upper: f64,
    /// Whether edges nearly parallel were left out, though their common normal may be the one.
    is_doubtful: bool,
    /// What rounding may do to a sum of extents along a unit normal.
    error: f64,
}

impl Best {
    const fn new(error: f64) -> Self {
        let (facet, sign, distance) = (Facet::FaceOfA(0), 1.0, f64::NEG_INFINITY);
        let (lower, upper) = (distance, distance);
        Self { facet, sign, distance, extents: 0.0, lower, upper, is_doubtful: false, error }
    }

    #[inline]
    fn consider(&mut self, view: View) {
        let along = view.towards.abs() - view.extents;
        // Along a unit normal an overlap is no shallower than along this one, whose length is at most 1.
        if along + self.error < 0.0 && along <= self.distance {
            return;
        }
        if view.squared < NEARLY_PARALLEL * NEARLY_PARALLEL {
            self.is_doubtful = true;
            return;
        }
        let per_length = 1.0 / sqrt(view.squared);
        let (along, error) = (along * per_length, self.error * per_length);
        self.lower = self.lower.max(along - error);
        self.upper = self.upper.max(along + error);
        // Ties stay with the earlier facet: faces before edges, whose contact is the plainer.
        if along > self.distance + 2.0 * self.error {
            let sign = if view.towards < 0.0 { -1.0 } else { 1.0 };
            (self.facet, self.sign, self.distance) = (view.facet, sign, along);
            self.extents = view.extents * per_length;
        }
    }
}

/// Boxes farther apart than this part of their extents are as a rule nearest at a vertex or at the end of an edge, where no facet
/// tells the distance.
const FAR: f64 = 0.125;

/// The signed distance of two boxes: where they overlap by more than rounding, by the facet that takes them apart soonest; where
/// they are apart, if two points prove each other nearest. Otherwise, unless they are nearly in contact, where to begin a search.
/// Without `limits` nobody asks how deep.
pub(super) fn signed<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    half_a: V::Space,
    half_b: V::Space,
    limits: Option<&Limits>,
) -> Option<Formula<V::Space>>
where
    V: Vector<Space: Expand>,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let boxes = Boxes::new(&placed.frame, half_a, half_b);
    // The pose's rounding is the same as for a height along a direction; the centres' product (4 u) and the six terms of the
    // extents (9 u) stand in for the choice of vertices (6 u) and the quotient (7 u) there.
    let error = placed.error();
    let mut best = Best::new(error);
    boxes.faces_of_a(|view| best.consider(view));
    boxes.faces_of_b(|view| best.consider(view));
    if best.distance > FAR * best.extents {
        let points = boxes.meeting(&placed.frame, &best, boxes.normal(&best));
        let (on_a, on_b) = boxes.nearer(&placed.frame, points);
        if let Some(signed) = segments::certify(placed, on_a, on_b) {
            return Some(Formula::Signed(signed));
        }
    }
    boxes.edges(|view| best.consider(view));
    let Best { lower, upper, distance, .. } = best;
    let normal = boxes.normal(&best);
    let (on_a, on_b) = boxes.meeting(&placed.frame, &best, normal);
    let misfit = (on_a + normal * distance - on_b).length();
    // Along a short normal little is certain, which a support point along the unit one makes good.
    let lower = if distance - lower > 2.0 * error {
        lower.max(-normal.dot(placed.support(normal, None).point) - error)
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
        let (on_a, on_b) = boxes.nearer(&placed.frame, (on_a, on_b));
        let signed = segments::certify(placed, on_a, on_b).map(Formula::Signed);
        return Some(signed.unwrap_or(Formula::Towards(on_a - on_b)));
    }
    // Apart, or too near to contact for these bounds: GJK ends with a simplex that exact predicates can judge.
    if !(upper < 0.0) || best.is_doubtful {
        return None;
    }
    let Some(limits) = limits else { return Some(Formula::Overlapping) };
    if misfit <= 2.0 * error {
        return Some(proved(upper, on_a, on_b));
    }
    let (on_a, on_b) = contact(placed, normal, -distance, limits)?;
    Some(proved(upper, on_a, on_b))
}
