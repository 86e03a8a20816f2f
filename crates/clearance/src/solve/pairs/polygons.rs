//! The depth of two polygons of the plane, exactly and in O(n + m): their difference is walked once
//! around.
//!
//! The boundary of A - B consists of the edges of A and of -B, sorted by angle. Both outlines are
//! sorted already, so one merge lists all edges, each with the vertex of the other shape that it
//! belongs to. The depth is the least distance of an edge's line from the origin. Corners are
//! placed as the walk comes to them, so that outlines may have any number.

use crate::list::item;
use crate::math::Space;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::shape::SupportMap;
use crate::solve::cores::{Signed, between};
use crate::solve::difference::{Difference, Placed};

/// An outline walked counter-clockwise from its lowest vertex, once around. Which of two outlines
/// goes on is unpredictable, so a step consists of selections between numbers, without a branch.
struct Walk<S, F> {
    /// The corner of an index, placed.
    corner: F,
    len: usize,
    /// The index of `next`.
    place: usize,
    here: S,
    next: S,
    /// Edges to go.
    left: usize,
}

impl<S: Space, F: Fn(usize) -> S> Walk<S, F> {
    #[inline(always)]
    fn new(len: usize, corner: F) -> Self {
        let (mut lowest, mut least) = (0, (f64::INFINITY, f64::INFINITY));
        for i in 0..len {
            let point = corner(i);
            let height = (point.coordinate(1), point.coordinate(0));
            if height < least {
                (lowest, least) = (i, height);
            }
        }
        let place = if lowest + 1 < len { lowest + 1 } else { 0 };
        let (here, next) = (corner(lowest), corner(place));
        Self { corner, len, place, here, next, left: len }
    }

    #[inline(always)]
    fn edge(&self) -> S {
        self.next - self.here
    }

    /// Goes on to the next corner if `if_so`.
    #[inline(always)]
    fn advance(&mut self, if_so: bool) {
        let after = self.place + 1;
        let after = if after < self.len { after } else { 0 };
        self.left -= usize::from(if_so);
        self.place = if if_so { after } else { self.place };
        self.here = if if_so { self.next } else { self.here };
        self.next = (self.corner)(self.place);
    }
}

/// Polygons of this many vertices together are worth a support point that shows which edges can be
/// skipped.
const MANY: usize = 24;

/// Polygons of no more vertices together are walked around before it is known whether they overlap:
/// finding out costs as much.
pub(super) const FEW: usize = 64;

/// An edge of the difference as a way out.
struct WalkedEdge<S> {
    normal: S,
    on_a: S,
    on_b: S,
}

fn perp_dot<S: Space>(a: S, b: S) -> f64 {
    a.coordinate(0) * b.coordinate(1) - a.coordinate(1) * b.coordinate(0)
}

pub(crate) fn depth<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    a: &[S],
    b: &[S],
) -> Option<Signed<S>> {
    let frame = placed.frame;
    let corner_of_a = |i| frame.point_of_a(item(a, i));
    let mut walk_a = Walk::new(a.len(), corner_of_a);
    // -B, whose counter-clockwise order is that of B.
    let corner_of_b = |i| -frame.point_of_b(item(b, i));
    let mut walk_b = Walk::new(b.len(), corner_of_b);

    let tie = placed.error();
    // No edge higher than some way out is of interest; away from the centre that way is usually
    // short.
    let out = if a.len() + b.len() < MANY { None } else { (-placed.towards()).try_normalize() };
    let known = out.map_or(f64::INFINITY, |out| out.dot(placed.support(out, None).point));
    let mut least = f64::INFINITY;
    let mut best: Option<WalkedEdge<S>> = None;
    let (mut best_height, mut best_miss) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..a.len() + b.len() {
        let (edge_a, edge_b) = (walk_a.edge(), walk_b.edge());
        let from_a = (walk_b.left == 0) | ((walk_a.left > 0) & (perp_dot(edge_a, edge_b) >= 0.0));
        let edge = edge_a.zip(edge_b, |a, b| if from_a { a } else { b });
        let from = walk_a.here + walk_b.here;
        // Times the edge's length: most edges are plainly higher than the best so far, which shows
        // without a root or quotient.
        let tall = perp_dot(from, edge);
        let bound = (best_height.min(known) + tie) * (1.0 + 16.0 * UNIT_ROUNDOFF);
        let is_plainly_higher =
            tall > 0.0 && bound >= 0.0 && tall * tall > bound * bound * edge.length_squared();
        if !is_plainly_higher && let Some(along) = edge.try_normalize() {
            // A quarter turn clockwise points out of a counter-clockwise outline.
            let normal = S::axis(0) * along.coordinate(1) + S::axis(1) * -along.coordinate(0);
            let height = normal.dot(from);
            least = least.min(height);
            if height <= best_height + tie {
                // The foot of the origin, and how far it is from the edge.
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
                    best = Some(WalkedEdge { normal, on_a, on_b });
                }
            }
        }
        walk_a.advance(from_a);
        walk_b.advance(!from_a);
    }
    let WalkedEdge { normal, on_a, on_b } = best?;
    // As for a height along a direction: the edge's normal (4 u) and the product (3 u) instead of
    // the choice and the quotient.
    let error = placed.error();
    // Rounding may bend an outline whose edges differ by many orders of magnitude, and then the
    // merge is out of order. One support point shows that; where the difference is no thicker than
    // rounding, a foot beside the edge does. EPA takes such pairs.
    let reached = normal.dot(placed.support(normal, None).point);
    if !(reached - least <= error && best_miss <= 4.0 * tie) {
        return None;
    }
    let bounds = [-reached.max(least) - error, -least + error];
    Some(Signed::proved(bounds, -best_height, normal, on_a, on_b))
}
