//! How deep a point of one body lies inside another's closed surface.
//!
//! A body that is sunk flush into another meets its surface at edges only, where no pair of
//! triangles overlaps. Points inside show the depth: a point of B at a distance d inside A's
//! surface has at least d to go, in whatever direction the bodies separate. So d is a lower bound
//! of their depth.

use clearance::{Point, Pose, Proximity, Query, Rotation, Shape, Space, SupportMap, Witness, Xyz};

use super::body::{Soup, placed, point_off, xyz};
use super::closed::{Side, side};
use super::extent::{Extent, Motion};
use super::object::Object;
use super::tree::{Tree, descend};

/// A point of one body inside the other's surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sunk {
    /// The point, in the world.
    pub(super) point: Xyz,
    /// The nearest point of the surface.
    pub(super) surface: Xyz,
    /// The distance between the two.
    pub(super) length: f64,
    pub(super) gap: f64,
    /// The part or triangle that contains the point.
    pub(super) part: u32,
    /// The nearest triangle.
    pub(super) triangle: u32,
}

/// The deepest corner of `inner` in the closed surface of `outer`, if deeper than `floor`; or, if
/// no corner is inside, the deepest middle of a triangle. Ends where `go_on` says no.
pub(super) fn deepest(
    inner: &Object,
    outer: &Object,
    floor: f64,
    go_on: &dyn Fn() -> bool,
) -> Option<Sunk> {
    if !outer.body.soup()?.surface().is_closed {
        return None;
    }
    let mut search = Search { inner, outer, floor, found: None, go_on };
    search.corners();
    if search.found.is_none() {
        search.middles();
    }
    search.found
}

struct Search<'s> {
    inner: &'s Object,
    outer: &'s Object,
    floor: f64,
    found: Option<Sunk>,
    go_on: &'s dyn Fn() -> bool,
}

impl Search<'_> {
    fn corners(&mut self) {
        let pose = self.inner.pose;
        if let Some(soup) = self.inner.body.soup() {
            let mut seen = vec![false; soup.mesh.vertices.len()];
            for (triangle, number) in soup.mesh.triangles.iter().zip(0..) {
                for corner in triangle.map(|i| i as usize) {
                    let is_new = seen.get_mut(corner).is_some_and(|s| !std::mem::replace(s, true));
                    if let (true, Some(vertex)) = (is_new, soup.mesh.vertices.get(corner)) {
                        self.look(pose.transform_point(xyz(*vertex)), 0.0, number);
                    }
                }
            }
            return;
        }
        for (part, number) in self.inner.body.parts().iter().zip(0..) {
            let (pose, off) = placed(&pose, part);
            let off = off + point_off(part);
            corners_of(&part.shape, |corner| self.look(pose.transform_point(corner), off, number));
        }
    }

    fn middles(&mut self) {
        let Some(soup) = self.inner.body.soup() else { return };
        for number in (0..).take(soup.mesh.triangles.len()) {
            let clearance::Triangle { a, b, c } = soup.triangle(number);
            let middle = (a + b + c) * (1.0 / 3.0);
            let off = 4.0 * f64::EPSILON * (a.max_abs() + b.max_abs() + c.max_abs());
            self.look(self.inner.pose.transform_point(middle), off, number);
        }
    }

    /// Keeps the point if it is deeper than all before. It may be off by so much, and by the
    /// rounding of the inner object's pose.
    fn look(&mut self, point: Xyz, off: f64, part: u32) {
        let (Some(soup), tree) = (self.outer.body.soup(), self.outer.body.tree()) else { return };
        let off = off + ROUNDING * self.inner.pose.translation.max_abs();
        let Spot { local, gap } = Spot::new(point, off, self.outer);
        if !tree.extent().holds(&Extent::of_points([local])) || !(self.go_on)() {
            return;
        }
        let floor = self.found.map_or(self.floor, |found| found.length).max(2.0 * gap);
        let Some((witness, triangle)) = nearest_triangle(local, soup, tree, floor) else {
            return;
        };
        let length = witness.length;
        if !(length - witness.gap - gap > floor) || side(local, soup, tree) != Some(Side::Inside) {
            return;
        }
        self.found = Some(Sunk {
            point,
            surface: self.outer.pose.transform_point(witness.on_a),
            length,
            gap: witness.gap + gap,
            part,
            triangle,
        });
    }
}

/// The rounding of rotations there and back, relative to the operands.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A point of the world in an object's frame.
pub(super) struct Spot {
    pub(super) local: Xyz,
    /// How far it may be off.
    pub(super) gap: f64,
}

impl Spot {
    /// For a point that may be off by so much already.
    pub(super) fn new(point: Xyz, off: f64, object: &Object) -> Self {
        let pose = &object.pose;
        let local = (point - pose.translation).rotate_back(&pose.rotation.matrix());
        let size = point.max_abs() + pose.translation.max_abs();
        Self { local, gap: ROUNDING * size + off }
    }
}

/// The triangle nearest to a point, and how far: 0 where the point may be on one. The search ends
/// once one is as near as `floor`.
pub(super) fn nearest_triangle(
    point: Xyz,
    soup: &Soup,
    tree: &Tree,
    floor: f64,
) -> Option<(Witness<Xyz>, u32)> {
    let origin = Xyz::default();
    nearest(tree, point, floor, |i, least| {
        let query = Query::new().cut_off(least);
        Some(outside(query.proximity(&soup.triangle(i), &origin, &Point(point), &origin)))
    })
}

/// The nearest of a tree's items to a point; its gap allows for the others'. The search ends once
/// one is as near as `floor`. `to_item` gets the distance of the nearest item so far.
pub(super) fn nearest(
    tree: &Tree,
    point: Xyz,
    floor: f64,
    to_item: impl Fn(u32, f64) -> Option<Witness<Xyz>>,
) -> Option<(Witness<Xyz>, u32)> {
    let (mut best, mut least, mut lowest) = (None, f64::INFINITY, f64::INFINITY);
    let spot = Tree::new(&[Extent::of_points([point])]);
    let still = Motion::to_world(&Pose::identity());
    descend(tree, &spot, &still, f64::INFINITY, |i, _| {
        if let Some(witness) = to_item(i, least) {
            lowest = lowest.min(witness.length - witness.gap);
            if best.is_none() || witness.length < least {
                (best, least) = (Some((witness, i)), witness.length);
            }
        }
        (least > floor).then_some(least)
    });
    let (witness, i): (Witness<Xyz>, u32) = best?;
    let gap = witness.gap.max(witness.length - lowest);
    Some((Witness { gap, ..witness }, i))
}

/// A depth counts as distance 0.
pub(super) fn outside(found: Proximity<Xyz>) -> Witness<Xyz> {
    match found {
        Proximity::Separated(witness) => witness,
        Proximity::Intersecting(witness) => Witness { length: 0.0, gap: 0.0, ..witness },
        // Its length is a depth; the distance is at most the gap.
        Proximity::Undecided(witness) => Witness { length: 0.0, ..witness },
    }
}

/// Visits the corners of a shape that has corners and no radius.
fn corners_of(shape: &Shape<Xyz>, look: impl FnMut(Xyz)) {
    let count = if shape.radius_f64() > 0.0 { None } else { shape.corners() };
    (0..count.unwrap_or(0)).filter_map(|i| shape.vertex(i)).for_each(look);
}
