//! How well convex parts approximate a surface: how far each deviates from the other, proved.
//!
//! The searches subdivide their domain, the surface's triangles or boxes around the parts or the
//! surface, and continue where the upper bound is greatest. A distance changes by no more than the
//! way between two points, so the distance at one point bounds it nearby.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use clearance::{Cuboid, Point, Pose, Query, Space, Witness, Xyz};

use super::body::{Body, Part, Soup, xyz};
use super::closed::{Side, side};
use super::depth::{self, nearest, outside};
use super::extent::Extent;
use super::tree::Tree;
use crate::lengths::length;

/// A value between two proved bounds, and the place of the lower one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Proved lower bound.
    pub least: f64,
    /// Proved upper bound.
    pub most: f64,
    /// The point, of the surface or of a part, whose distance is [`least`](Self::least), and the
    /// point that it is measured to.
    pub at: [Xyz; 2],
}

/// How far a surface and the union of convex parts deviate from each other.
///
/// The distance of another body from the surface's solid is at most its distance from the parts
/// plus `overshoot`. Where that distance is more than `hollow`, that body is not in the solid, and
/// its distance from it is at least that from the parts minus `uncovered`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cover {
    /// The greatest distance of a point of the surface from the parts.
    pub uncovered: Reach,
    /// The greatest distance from the surface of a point that is in a part and outside the surface;
    /// `None` if the surface is not closed, and has no outside.
    pub overshoot: Option<Reach>,
    /// The greatest distance from the parts of a point of the solid within the surface, no less
    /// than [`uncovered`](Self::uncovered): parts may leave a void. `None` if the surface is not
    /// closed.
    pub hollow: Option<Reach>,
}

impl Cover {
    /// For a body of triangles and one of parts, both in one frame; `None` for bodies of the other
    /// kind, or if a part is unbounded.
    ///
    /// Subdivides until the bounds of each are `tolerance` apart, or `most` places have been
    /// checked. Where parts lie flush with the surface, the overshoot takes about the flush area
    /// divided by the square of the tolerance.
    ///
    /// ```
    /// use clearance::{Cuboid, Xyz};
    /// use clearance_scene::Mesh;
    /// use clearance_scene::scene::{Body, Cover};
    ///
    /// // A tetrahedron in a box that is 1 too high.
    /// let vertices = vec![[0., 0., 0.], [2., 0., 0.], [0., 2., 0.], [0., 0., 2.]];
    /// let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    /// let surface = Body::of_triangles(Mesh { vertices, triangles })?;
    /// let parts = Body::of_parts(vec![Cuboid::new(Xyz::new(2., 2., 3.)).into()])?;
    /// let cover = Cover::of(&surface, &parts, 0.1, 100_000).unwrap();
    /// assert_eq!(cover.uncovered.most, 0.0);
    /// assert!(cover.overshoot.unwrap().most >= 3.0);
    /// assert_eq!(cover.hollow.unwrap().most, 0.0);
    /// # Ok::<(), clearance_scene::scene::BodyError>(())
    /// ```
    pub fn of(surface: &Body, parts: &Body, tolerance: f64, most: usize) -> Option<Self> {
        let soup = surface.soup()?;
        let all = surface.tree().extent().joined(parts.tree().extent());
        // What the middles of cells and nearest points round off, many times over.
        let slack = 64.0 * f64::EPSILON * all.low.max_abs().max(all.high.max_abs());
        if parts.parts().is_empty() || !slack.is_finite() {
            return None;
        }
        let search = Search { soup, tree: surface.tree(), parts, slack, tolerance, most };
        let is_closed = soup.surface().is_closed;
        let uncovered = search.uncovered();
        let overshoot = is_closed.then(|| search.overshoot());
        let hollow = is_closed.then(|| search.hollow(uncovered));
        Some(Self { uncovered, overshoot, hollow })
    }
}

struct Search<'s> {
    soup: &'s Soup,
    /// Over the soup's triangles.
    tree: &'s Tree,
    parts: &'s Body,
    slack: f64,
    tolerance: f64,
    most: usize,
}

/// A cell to subdivide: the greatest bound comes first.
struct Open<C> {
    bound: f64,
    cell: C,
}

impl<C> Ord for Open<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl<C> PartialOrd for Open<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C> PartialEq for Open<C> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C> Eq for Open<C> {}

/// The result for a cell: no point of it is farther than `bound`, and one is `least` away.
struct Seen {
    bound: f64,
    least: f64,
    at: [Xyz; 2],
}

impl Search<'_> {
    /// Subdivides cells until the greatest bound is near the greatest distance found.
    fn divide<C>(
        &self,
        first: Vec<C>,
        look: impl Fn(&C) -> Option<Seen>,
        halves: impl Fn(&C) -> [C; 2],
    ) -> Reach {
        let mut best = Reach { least: 0.0, most: 0.0, at: [Xyz::default(); 2] };
        // The bound over all cells that are not subdivided further.
        let mut closed = 0.0_f64;
        let mut open = BinaryHeap::new();
        let mut looked_at = 0;
        let see = |cell: C, best: &mut Reach, open: &mut BinaryHeap<Open<C>>| {
            let Some(seen) = look(&cell) else { return };
            if seen.least > best.least {
                *best = Reach { least: seen.least, at: seen.at, ..*best };
            }
            open.push(Open { bound: seen.bound, cell });
        };
        first.into_iter().for_each(|cell| see(cell, &mut best, &mut open));
        while let Some(Open { bound, cell }) = open.pop() {
            // No remaining cell is farther.
            if bound <= best.least + self.tolerance || looked_at >= self.most {
                closed = bound;
                break;
            }
            looked_at += 2;
            for half in halves(&cell) {
                see(half, &mut best, &mut open);
            }
        }
        Reach { most: closed.max(best.least), ..best }
    }

    fn uncovered(&self) -> Reach {
        let mesh = &self.soup.mesh;
        let corners = |i: &[u32; 3]| {
            i.map(|i| xyz(mesh.vertices.get(i as usize).copied().unwrap_or_default()))
        };
        let first = mesh.triangles.iter().map(corners).collect();
        let look = |triangle: &[Xyz; 3]| {
            let [a, b, c] = *triangle;
            let middle = (a + b + c) * (1.0 / 3.0);
            let (witness, part) = self.nearest_part(middle)?;
            let least = self.least(&witness);
            let radius = triangle.map(|v| length(v - middle)).into_iter().fold(0.0, f64::max);
            let about = self.most(&witness) + radius + self.slack;
            // The distance from one convex part is greatest at a corner.
            let part = self.parts.parts().get(part as usize)?;
            let at_corners = triangle.map(|v| self.most(&to_part(v, part)));
            let bound = at_corners.into_iter().fold(0.0, f64::max).min(about);
            Some(Seen { bound, least, at: [middle, witness.on_a] })
        };
        self.divide(first, look, |[a, b, c]| {
            let (a, b, c) = (*a, *b, *c);
            let sides = [(a, b, c), (b, c, a), (c, a, b)];
            let long = |(p, q, _): &(Xyz, Xyz, Xyz)| length(*p - *q);
            let longest = sides.into_iter().max_by(|s, t| long(s).total_cmp(&long(t)));
            let (p, q, r) = longest.unwrap_or((a, b, c));
            let middle = (p + q) * 0.5;
            [[p, middle, r], [middle, q, r]]
        })
    }

    fn overshoot(&self) -> Reach {
        let boxes = self.parts.parts().iter().zip(0_usize..);
        let first = boxes.map(|(part, i)| (i, Extent::of_shape(&part.shape, &part.pose))).collect();
        let look = |(i, extent): &(usize, Extent)| {
            let part = self.parts.parts().get(*i)?;
            let half = (extent.high - extent.low) * 0.5;
            let middle = extent.low + half;
            let radius = length(half) + self.slack;
            let witness = to_part(middle, part);
            let away = witness.length - witness.gap - self.slack;
            // A box that does not meet its part contains nothing of it; a distance query is cheap.
            let grown = Cuboid::new(half + Xyz::splat(self.slack));
            if away > radius
                || away > 0.0
                    && !clearance::intersects(
                        &grown,
                        &Pose::from_translation(middle),
                        &part.shape,
                        &part.pose,
                    )
            {
                return None;
            }
            let to_surface = |point: Xyz| {
                let witness = self.nearest_triangle(point)?;
                // Too close to call counts as outside.
                let near = self.least(&witness);
                let is_inside =
                    near > 0.0 && side(point, self.soup, self.tree) == Some(Side::Inside);
                Some((witness, is_inside))
            };
            let (found, is_inside) = to_surface(middle)?;
            let bound = if is_inside {
                (radius - self.least(&found)).max(0.0)
            } else {
                self.most(&found) + radius
            };
            // The point of the part nearest to the middle is in it, up to rounding.
            let point = if witness.length > 0.0 { witness.on_a } else { middle };
            let (found, is_inside) = to_surface(point)?;
            let least = (self.least(&found) - witness.gap).max(0.0);
            let least = if is_inside { 0.0 } else { least };
            Some(Seen { bound, least, at: [point, found.on_a] })
        };
        self.divide(first, look, |(i, extent)| extent.halves().map(|half| (*i, half)))
    }

    /// What the parts leave of the solid, given what they leave of its surface.
    fn hollow(&self, uncovered: Reach) -> Reach {
        // The distance from one convex part is greatest on the surface.
        if self.parts.parts().len() == 1 {
            return uncovered;
        }
        let look = |extent: &Extent| {
            let half = (extent.high - extent.low) * 0.5;
            let middle = extent.low + half;
            let radius = length(half) + self.slack;
            let (witness, part) = self.nearest_part(middle)?;
            let part = self.parts.parts().get(part as usize)?;
            let at_corners = extent.corners().map(|v| self.most(&to_part(v, part)));
            let about = self.most(&witness) + radius;
            let bound = at_corners.into_iter().fold(0.0, f64::max).min(about);
            if bound <= uncovered.most {
                return None;
            }
            let near = self.least(&self.nearest_triangle(middle)?);
            let side = side(middle, self.soup, self.tree);
            if near > radius && side == Some(Side::Outside) {
                return None;
            }
            let is_inside = near > 0.0 && side == Some(Side::Inside);
            let least = if is_inside { self.least(&witness) } else { 0.0 };
            Some(Seen { bound, least, at: [middle, witness.on_a] })
        };
        let within = self.divide(vec![self.tree.extent()], look, |extent| extent.halves());
        let deepest = if within.least > uncovered.least { within } else { uncovered };
        Reach { most: within.most.max(uncovered.most), ..deepest }
    }

    fn least(&self, witness: &Witness<Xyz>) -> f64 {
        (witness.length - witness.gap - self.slack).max(0.0)
    }

    fn most(&self, witness: &Witness<Xyz>) -> f64 {
        let length = witness.length + witness.gap;
        if length == 0.0 { 0.0 } else { length + self.slack }
    }

    /// The part nearest to a point, with the witness.
    fn nearest_part(&self, point: Xyz) -> Option<(Witness<Xyz>, u32)> {
        nearest(self.parts.tree(), point, 0.0, |i, _| {
            Some(to_part(point, self.parts.parts().get(i as usize)?))
        })
    }

    fn nearest_triangle(&self, point: Xyz) -> Option<Witness<Xyz>> {
        let found = depth::nearest_triangle(point, self.soup, self.tree, 0.0);
        found.map(|(witness, _)| witness)
    }
}

/// The witness from a part to a point; its length is 0 if the part contains the point.
fn to_part(point: Xyz, part: &Part) -> Witness<Xyz> {
    let origin = Xyz::default();
    outside(Query::new().proximity(&part.shape, &part.pose, &Point(point), &origin))
}
