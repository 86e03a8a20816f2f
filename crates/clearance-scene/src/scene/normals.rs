//! Which directions are normals of a body at a point of its surface, where several of its pieces
//! meet: an edge between two pieces has fewer normals than the same edge of one of them.
//!
//! Where bodies just touch, the direction that parts them is a normal of every piece that holds the
//! point: none of these reaches farther along it, as it would be in the way. So at an inner edge
//! that is flat only the face's normal is left, at a convex one what lies between the two faces'
//! normals, at a corner what lies between those of the faces about it, and nothing in a valley,
//! where the faces have contacts of their own.

use clearance::{Point, Pose, Query, Rotation, Space, SupportMap, Triangle, Xyz};

use super::between::{Piece, Solid};
use super::body::{Body, Soup};
use super::depth::outside;
use super::extent::Extent;
use super::object::Object;
use crate::lengths::length;

/// Points this close, in parts of the body's size, are in one place, but for rounding.
const PLACE: f64 = 1e-9;
/// A direction that is off a normal by no more than this, in radians, is one, but for rounding.
const ANGLE: f64 = 1e-7;

/// A body in its pose, as one of two that touch.
pub(super) struct Surface<'s> {
    object: &'s Object,
    size: f64,
    /// 1 where the triangles' normals lead out of the body, -1 where they lead into it.
    outward: Option<f64>,
}

impl<'s> Surface<'s> {
    pub(super) fn of(object: &'s Object) -> Self {
        let Extent { low, high } = object.body.tree().extent();
        let size = (high - low).max_abs() + low.max_abs().max(high.max_abs());
        let outward = object.body.soup().and_then(Soup::outward);
        Self { object, size: if size.is_finite() { size } else { 0.0 }, outward }
    }

    /// A length that is nothing but rounding.
    pub(super) fn rounding(&self) -> f64 {
        PLACE * (self.size + self.object.pose.translation.max_abs())
    }

    pub(super) fn is_soup(&self) -> bool {
        self.object.body.soup().is_some()
    }

    /// Whether the side of its triangles is known that is outside.
    pub(super) fn is_one_sided(&self) -> bool {
        self.outward.is_some()
    }

    /// The unit normal of a triangle in the world, outwards where that is known; `None` of parts,
    /// and of triangles without area.
    pub(super) fn face(&self, piece: &Piece<'_>) -> Option<Xyz> {
        let Solid::Triangle(triangle) = &piece.solid else { return None };
        let normal = across(triangle).try_normalize()? * self.outward.unwrap_or(1.0);
        normal.rotate(&self.object.pose.rotation.matrix()).try_normalize()
    }

    /// Whether a direction of the world, which leads away from the body, is one of its normals at a
    /// point of piece `own`. Without `strict` pieces may be in the way by as much as the answers
    /// for convex shapes leave open: a ten-thousandth of their size.
    pub(super) fn has_normal(&self, own: u32, point: Xyz, normal: Xyz, strict: bool) -> bool {
        let body = &*self.object.body;
        if body.count() == 1 && body.soup().is_none() {
            return true;
        }
        let matrix = self.object.pose.rotation.matrix();
        let point = (point - self.object.pose.translation).rotate_back(&matrix);
        let normal = normal.rotate_back(&matrix);
        let near = self.rounding();
        let spot = Extent::of_points([point]).grown(near);
        // What the pieces' normals sum up to, each as much as it is of a turn about the point.
        let mut sum = Xyz::default();
        let is_blocked = body.tree().any_near(&spot, 0.0, |i| {
            if i != own && !holds(body, i, point, near) {
                return false;
            }
            let (height, size) = highest(body, i, normal);
            let tolerance = if strict { ANGLE * size } else { 1e-4 * size };
            if self.outward.is_some()
                && let Some(soup) = body.soup()
            {
                let triangle = soup.triangle(i);
                sum += across(&triangle).try_normalize().unwrap_or_default()
                    * angle_at(&triangle, point, near);
            }
            height - normal.dot(point) > near + tolerance
        });
        // The normals of the faces about the nearest point of a surface, weighted by their angles,
        // tell on which side of it a point is (Bærentzen and Aanæs 2005).
        !is_blocked && self.outward.is_none_or(|outward| sum.dot(normal) * outward > 0.0)
    }
}

/// Across a triangle, as its corners turn.
fn across(Triangle { a, b, c }: &Triangle<Xyz>) -> Xyz {
    let (u, v) = (*b - *a, *c - *a);
    let size = u.max_abs().max(v.max_abs());
    if size > 0.0 { (u * (1.0 / size)).cross(v * (1.0 / size)) } else { Xyz::default() }
}

/// How much of a full turn about a point of it a triangle takes, in radians.
fn angle_at(Triangle { a, b, c }: &Triangle<Xyz>, point: Xyz, near: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let corners = [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]];
    for [p, q, r] in corners {
        if length(point - p) <= near {
            let (u, v) = (q - p, r - p);
            return length(u.cross(v)).atan2(u.dot(v));
        }
    }
    let is_on_edge = corners.iter().any(|[p, q, _]| {
        let along = (*q - *p).try_normalize().unwrap_or_default();
        length((point - *p).cross(along)) <= near
    });
    if is_on_edge { PI } else { TAU }
}

/// Whether a piece holds a point of its body's frame, but for rounding.
fn holds(body: &Body, i: u32, point: Xyz, near: f64) -> bool {
    let origin = Xyz::default();
    let query = || Query::new().cut_off(near);
    let found = match (body.soup(), body.parts().get(i as usize)) {
        (Some(soup), _) => query().proximity(&soup.triangle(i), &origin, &Point(point), &origin),
        (None, Some(part)) => {
            let at = Pose::from_translation(point);
            query().proximity(&part.shape, &part.pose, &Point(origin), &at)
        }
        (None, None) => return false,
    };
    outside(found).length <= near
}

/// How far a piece reaches along a unit vector of its body's frame, and its size.
fn highest(body: &Body, i: u32, direction: Xyz) -> (f64, f64) {
    if let Some(soup) = body.soup() {
        let Triangle { a, b, c } = soup.triangle(i);
        let height = a.dot(direction).max(b.dot(direction)).max(c.dot(direction));
        return (height, (b - a).max_abs().max((c - a).max_abs()));
    }
    let Some(part) = body.parts().get(i as usize) else { return (f64::NEG_INFINITY, 0.0) };
    let (shape, radius) = (&part.shape, part.shape.radius_f64());
    if shape.unbounded().is_some() {
        return (f64::INFINITY, 0.0);
    }
    let local = direction.rotate_back(&part.pose.rotation.matrix());
    let top = part.pose.transform_point(shape.support_f64(local, 0).point);
    (top.dot(direction) + radius, shape.reach() + radius)
}
