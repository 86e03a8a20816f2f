//! The depth of two polygons of the plane, exactly and in O(n + m): their difference is walked once around.
//!
//! The boundary of A - B consists of the edges of A and of -B, sorted by angle. Both outlines are sorted already, so one
//! merge lists them all with the vertex of the other shape that each belongs to. The depth is the least distance of an
//! edge's line from the origin.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Vector};
use crate::shape::SupportMap;
use crate::solve::cores::{Signed, between};
use crate::solve::difference::{Difference, Placed};

/// An outline walked counter-clockwise from its lowest vertex, once around.
struct Walk<S, F> {
    point: F,
    count: usize,
    done: usize,
    here: S,
    next: S,
    /// The number of `next`.
    number: usize,
}

impl<S: Space, F: Fn(usize) -> S> Walk<S, F> {
    fn new(count: usize, point: F) -> Self {
        let lower =
            |p: S, q: S| (p.coordinate(1), p.coordinate(0)) < (q.coordinate(1), q.coordinate(0));
        let start =
            (1..count).fold(0, |lowest, i| if lower(point(i), point(lowest)) { i } else { lowest });
        let here = point(start);
        let mut walk = Self { point, count, done: 0, here, next: here, number: start };
        walk.look_ahead();
        walk
    }

    fn look_ahead(&mut self) {
        self.number = if self.number + 1 < self.count { self.number + 1 } else { 0 };
        self.next = (self.point)(self.number);
    }

    fn edge(&self) -> S {
        self.next - self.here
    }

    fn is_done(&self) -> bool {
        self.done >= self.count
    }

    fn advance(&mut self) {
        self.done += 1;
        self.here = self.next;
        self.look_ahead();
    }
}

/// An edge of the difference as a way out.
struct Edge<S> {
    normal: S,
    on_a: S,
    on_b: S,
}

fn perp_dot<S: Space>(a: S, b: S) -> f64 {
    a.coordinate(0) * b.coordinate(1) - a.coordinate(1) * b.coordinate(0)
}

pub(super) fn depth<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    a: &[V],
    b: &[V],
) -> Option<Signed<V::Space>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let frame = &placed.frame;
    let origin = V::Space::default();
    let of_a = |i: usize| a.get(i).map_or(origin, |v| frame.point_of_a(v.to_space()));
    // -B, whose counter-clockwise order is that of B.
    let of_b = |i: usize| b.get(i).map_or(origin, |v| -frame.point_of_b(v.to_space()));
    let mut walk_a = Walk::new(a.len(), of_a);
    let mut walk_b = Walk::new(b.len(), of_b);

    let tie = placed.error();
    let mut least = f64::INFINITY;
    let mut best: Option<Edge<V::Space>> = None;
    let (mut best_height, mut best_miss) = (f64::INFINITY, f64::INFINITY);
    while !(walk_a.is_done() && walk_b.is_done()) {
        let from_a = walk_b.is_done()
            || (!walk_a.is_done() && perp_dot(walk_a.edge(), walk_b.edge()) >= 0.0);
        let edge = if from_a { walk_a.edge() } else { walk_b.edge() };
        let from = walk_a.here + walk_b.here;
        // Times the edge's length: most edges are plainly higher than the best so far, which takes neither root nor quotient to tell.
        let tall = perp_dot(from, edge);
        let bound = (best_height + tie) * (1.0 + 16.0 * UNIT_ROUNDOFF);
        let is_plainly_higher =
            tall > 0.0 && bound >= 0.0 && tall * tall > bound * bound * edge.length_squared();
        if !is_plainly_higher && let Some(along) = edge.try_normalize() {
            // A quarter turn clockwise points out of a counter-clockwise outline.
            let normal =
                V::Space::axis(0) * along.coordinate(1) + V::Space::axis(1) * -along.coordinate(0);
            let height = normal.dot(from);
            least = least.min(height);
            if height <= best_height + tie {
                // The foot of the origin, and by how much it misses the edge.
                let wanted = -from.dot(along);
                let foot = between(wanted, 0.0, edge.length());
                let miss = (wanted - foot).abs();
                if height < best_height - tie || miss < best_miss {
                    let (on_a, on_b) = if from_a {
                        (walk_a.here + along * foot, -walk_b.here)
                    } else {
                        (walk_a.here, -(walk_b.here + along * foot))
                    };
                    (best_height, best_miss) = (height, miss);
                    best = Some(Edge { normal, on_a, on_b });
                }
            }
        }
        if from_a { walk_a.advance() } else { walk_b.advance() }
    }
    let Edge { normal, on_a, on_b } = best?;
    // As for a height along a direction: the edge's normal (4 u) and the product (3 u) instead of the choice and the quotient.
    let error = placed.error();
    // Rounding may have bent an outline whose edges differ by many orders of magnitude, and then the merge is out of order. One
    // support point tells; EPA takes such pairs.
    let reached = normal.dot(placed.support(normal, None).point);
    if !(reached - least <= error) {
        return None;
    }
    let bounds = [-reached.max(least) - error, -least + error];
    Some(Signed::proved(bounds, -best_height, normal, on_a, on_b))
}
