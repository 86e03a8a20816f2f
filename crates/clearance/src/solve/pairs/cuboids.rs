//! Boxes against boxes and points: separating axes (Gottschalk, Lin, Manocha 1996), which give the exact depth as well.
//!
//! The facets of the difference of two boxes have the normals of A's faces, of B's faces, and in space of the planes that
//! an edge of each spans. The signed distance along each such axis is a difference of projected extents; where none is
//! positive, the largest is minus the depth.

use crate::math::{Space, Vector, sqrt};
use crate::shape::SupportMap;
use crate::solve::cores::{Signed, between};
use crate::solve::difference::{Difference, Placed};
use crate::solve::gjk::Limits;
use crate::solve::polytope::Expand;

use super::{Formula, contact};

/// The point of a box about the origin nearest to `point`.
pub(super) fn clamp<S: Space>(point: S, half: S) -> S {
    point.zip(half, |x, h| between(x, -h.abs(), h.abs()))
}

/// A point inside box A: it leaves by the nearest face. In the box's frame.
pub(super) fn point_inside<S: Space>(half: S, point: S, error: f64) -> Option<Signed<S>> {
    let (mut depth, mut normal) = (f64::INFINITY, S::axis(0));
    for i in 0..S::DIM {
        let room = half.coordinate(i).abs() - point.coordinate(i).abs();
        if room < depth {
            let side = if point.coordinate(i) < 0.0 { -1.0 } else { 1.0 };
            (depth, normal) = (room, S::axis(i) * side);
        }
    }
    // Nearer to the boundary than rounding is for exact predicates to judge.
    let bounds = [-depth - error, -depth + error];
    let on_a = point + normal * depth;
    (depth > error).then(|| Signed::proved(bounds, -depth, normal, on_a, point))
}

/// Edges closer to parallel than this sine leave too few digits to their common normal; EPA then does it.
const NEARLY_PARALLEL: f64 = 1.0 / 64.0;

/// The axis with the largest signed distance so far, which bounds the pair's.
struct Best<S> {
    axis: S,
    distance: f64,
    lower: f64,
    upper: f64,
    /// What rounding may do to a sum of extents along a unit axis.
    error: f64,
}

impl<S: Space> Best<S> {
    /// An axis of the given length, the centres' distance along it, and the extents of both boxes.
    #[inline]
    fn consider(&mut self, axis: S, length: f64, towards: f64, extents: f64) {
        let distance = (towards.abs() - extents) / length;
        let error = self.error / length;
        self.lower = self.lower.max(distance - error);
        self.upper = self.upper.max(distance + error);
        // Ties stay with the earlier axis: faces before edges, whose contact is the plainer.
        if distance > self.distance + 2.0 * self.error {
            let sign = if towards < 0.0 { -1.0 } else { 1.0 };
            (self.distance, self.axis) = (distance, axis * (sign / length));
        }
    }
}

/// Whether two boxes are apart by more than `beyond`, or overlap; `None` where rounding hides it. Axes stay as long as they
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
    let dim = V::Space::DIM;
    let (half_a, half_b) = (half_a.map(f64::abs), half_b.map(f64::abs));
    let axes_b = [0, 1, 2].map(|j| V::Space::axis(j).rotate(&placed.frame.rotation));
    let [m0, m1, m2] = axes_b.map(|axis| axis.map(f64::abs));
    let centers = placed.frame.translation;
    let apart = placed.error() + beyond.max(0.0);
    let mut most = f64::NEG_INFINITY;

    let extents_b = m0 * half_b.coordinate(0)
        + m1 * half_b.coordinate(1)
        + if dim == 3 { m2 * half_b.coordinate(2) } else { V::Space::default() };
    let along_a = centers.map(f64::abs) - half_a - extents_b;
    for i in 0..dim {
        most = most.max(along_a.coordinate(i));
    }
    if most > apart {
        return Some(Formula::Apart);
    }
    for ((axis, m), j) in axes_b.into_iter().zip([m0, m1, m2]).zip(0..dim) {
        most = most.max(centers.dot(axis).abs() - half_a.dot(m) - half_b.coordinate(j));
    }
    if most > apart {
        return Some(Formula::Apart);
    }
    if dim == 3 {
        let [e0, e1, e2] = axes_b;
        for (i, u, v) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            for (e, m, p, m_p, q, m_q) in
                [(e0, m0, 1, m1, 2, m2), (e1, m1, 2, m2, 0, m0), (e2, m2, 0, m0, 1, m1)]
            {
                let towards = e.coordinate(u) * centers.coordinate(v)
                    - e.coordinate(v) * centers.coordinate(u);
                let extents = half_a.coordinate(u) * m.coordinate(v)
                    + half_a.coordinate(v) * m.coordinate(u)
                    + half_b.coordinate(p) * m_q.coordinate(i)
                    + half_b.coordinate(q) * m_p.coordinate(i);
                // Exactly parallel edges have no common normal; the faces cover their plane.
                if m.coordinate(u) != 0.0 || m.coordinate(v) != 0.0 {
                    most = most.max(towards.abs() - extents);
                }
            }
        }
    }
    if most > apart {
        Some(Formula::Apart)
    } else if most < -placed.error() {
        Some(Formula::Overlapping)
    } else {
        None
    }
}

/// The depth of two boxes that overlap by more than rounding, by the axis that takes them apart soonest.
pub(super) fn depth<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    half_a: V::Space,
    half_b: V::Space,
    limits: &Limits,
) -> Option<Formula<V::Space>>
where
    V: Vector<Space: Expand>,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let dim = V::Space::DIM;
    let (half_a, half_b) = (half_a.map(f64::abs), half_b.map(f64::abs));
    let axes_b = [0, 1, 2].map(|j| V::Space::axis(j).rotate(&placed.frame.rotation));
    let centers = placed.frame.translation;
    // The pose's rounding is the same as for a height along a direction; the centres' product (4 u) and the six terms of the
    // extents (9 u) stand in for the choice of vertices (6 u) and the quotient (7 u) there.
    let error = placed.error();
    let mut best = Best {
        axis: V::Space::axis(0),
        distance: f64::NEG_INFINITY,
        lower: f64::NEG_INFINITY,
        upper: f64::NEG_INFINITY,
        error,
    };
    let extent_b = |axis: V::Space| {
        (0..dim)
            .zip(axes_b)
            .fold(0.0, |sum, (j, edge)| sum + half_b.coordinate(j) * axis.dot(edge).abs())
    };
    for i in 0..dim {
        let axis = V::Space::axis(i);
        let extents = half_a.coordinate(i) + extent_b(axis);
        best.consider(axis, 1.0, centers.coordinate(i), extents);
    }
    for (j, axis) in (0..dim).zip(axes_b) {
        let extents = half_a.dot(axis.map(f64::abs)) + half_b.coordinate(j);
        best.consider(axis, 1.0, centers.dot(axis), extents);
    }
    if dim == 3 {
        // Along e_i × m_j neither edge has an extent, so two of A's and two of B's remain.
        let [m0, m1, m2] = axes_b;
        for (i, u, v) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            for (m, p, m_p, q, m_q) in [(m0, 1, m1, 2, m2), (m1, 2, m2, 0, m0), (m2, 0, m0, 1, m1)]
            {
                let (along_u, along_v) = (-m.coordinate(v), m.coordinate(u));
                let length = sqrt(along_u * along_u + along_v * along_v);
                if length < NEARLY_PARALLEL {
                    // Exactly parallel edges have no common normal; the faces cover their plane.
                    if length == 0.0 {
                        continue;
                    }
                    return None;
                }
                let towards = along_u * centers.coordinate(u) + along_v * centers.coordinate(v);
                let extents = half_a.coordinate(u) * along_u.abs()
                    + half_a.coordinate(v) * along_v.abs()
                    + half_b.coordinate(p) * m_q.coordinate(i).abs()
                    + half_b.coordinate(q) * m_p.coordinate(i).abs();
                let axis = V::Space::axis(u) * along_u + V::Space::axis(v) * along_v;
                best.consider(axis, length, towards, extents);
            }
        }
    }
    let Best { axis: normal, distance, lower, upper, .. } = best;
    if upper >= 0.0 {
        // Apart, or too near to contact for these bounds: GJK ends with a simplex that exact predicates can judge.
        return None;
    }
    let (on_a, on_b) = contact(placed, normal, -distance, limits)?;
    Some(Formula::Signed(Signed::proved([lower, upper], distance, normal, on_a, on_b)))
}
