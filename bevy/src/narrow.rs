//! Two colliders where they stand, part by part.

use bevy_math::Vec3;
use clearance::{
    Cast, Manifold, Pose, Proximity, Query, Ray, RayCast, Shape, Sweep, bounding_box, cast,
    cast_ray, contact_manifold, support_point, verdict,
};

use crate::bounds::{Bounds, Moving, distance};
use crate::geometry::Geometry;

/// A collider where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) pose: &'a Pose<Vec3>,
}

/// A convex part where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) shape: &'a Shape<Vec3>,
    pub(crate) pose: Pose<Vec3>,
}

impl Placed<'_> {
    fn bounds(&self) -> Bounds {
        bounding_box(self.shape, &self.pose).into()
    }
}

impl<'a> Body<'a> {
    /// Its parts, each where it stands.
    fn parts(&self) -> impl Iterator<Item = (u32, Placed<'a>)> + use<'a> {
        let Self { geometry, pose } = *self;
        (0..)
            .zip(&geometry.parts)
            .map(move |(i, part)| (i, Placed { shape: &part.shape, pose: part.placed(pose) }))
    }

    /// Visits its parts whose boxes are no farther than a limit from that of a placed part,
    /// nearer nodes first; `each` returns the limit from there on.
    fn near(&self, of: &Placed<'_>, limit: f64, mut each: impl FnMut(u32, Placed<'_>) -> f64) {
        let (geometry, pose) = (self.geometry, self.pose);
        // A single part is visited without a look at boxes.
        let asked = geometry.frame(pose).map_or(Bounds::NONE, |own| of.bounds().in_frame(&own));
        let far = |own: &Bounds| Some(distance(own, &asked));
        geometry.visit(far, limit, |i, part| {
            each(i, Placed { shape: &part.shape, pose: part.placed(pose) })
        });
    }

    /// Visits its parts that a moving box of the world meets up to a time, sooner nodes first;
    /// `each` returns the time from there on.
    fn along(&self, moving: &Moving, until: f64, mut each: impl FnMut(u32, Placed<'_>) -> f64) {
        let (geometry, pose) = (self.geometry, self.pose);
        let moving = geometry.frame(pose).map_or(*moving, |frame| moving.in_frame(&frame));
        geometry.visit(
            |own| moving.enters(own),
            until,
            |i, part| each(i, Placed { shape: &part.shape, pose: part.placed(pose) }),
        );
    }
}

/// The one with fewer parts first, whose parts are looked at one by one; whether they were swapped.
fn ordered<'b, 'a>(a: &'b Body<'a>, b: &'b Body<'a>) -> (&'b Body<'a>, &'b Body<'a>, bool) {
    let is_swapped = a.geometry.parts.len() > b.geometry.parts.len();
    if is_swapped { (b, a, true) } else { (a, b, false) }
}

/// Whether they touch or overlap, or may: too close to call is yes.
pub(crate) fn meets(a: &Body<'_>, b: &Body<'_>) -> bool {
    let (few, many, _) = ordered(a, b);
    few.parts().any(|(_, one)| {
        let mut found = false;
        many.near(&one, 0.0, |_, two| {
            found = found || verdict(one.shape, &one.pose, two.shape, &two.pose).intersects();
            // Nothing is nearer than that, and the search ends.
            if found { -1.0 } else { 0.0 }
        });
        found
    })
}

/// The nearest parts, or those that overlap deepest, within a distance: their numbers, and A and B
/// as given.
pub(crate) fn nearest(
    a: &Body<'_>,
    b: &Body<'_>,
    within: f32,
) -> Option<([u32; 2], Proximity<Vec3>)> {
    let (few, many, is_swapped) = ordered(a, b);
    let mut best: Option<([u32; 2], Proximity<Vec3>)> = None;
    let mut limit = f64::from(within);
    for (i, one) in few.parts() {
        many.near(&one, limit, |j, two| {
            let query = || Query::new().cut_off(within);
            let (numbers, found) = if is_swapped {
                ([j, i], query().proximity(two.shape, &two.pose, one.shape, &one.pose))
            } else {
                ([i, j], query().proximity(one.shape, &one.pose, two.shape, &two.pose))
            };
            let length = found.signed_distance();
            let is_less = best.as_ref().is_none_or(|(_, least)| length < least.signed_distance());
            if length <= within && is_less {
                best = Some((numbers, found));
                limit = limit.min(f64::from(length).max(0.0));
            }
            limit
        });
    }
    best
}

/// Where and when B, moving, first meets A, which rests: the parts' numbers and the cast, a hit or
/// undecided.
pub(crate) fn first_meeting(
    a: &Body<'_>,
    b: &Body<'_>,
    sweep: &Sweep<Vec3>,
    moving: impl Fn(Bounds) -> Moving,
) -> Option<([u32; 2], Cast<Vec3>)> {
    let mut best: Option<([u32; 2], Cast<Vec3>)> = None;
    let mut until = f64::from(sweep.last());
    for (j, two) in b.parts() {
        a.along(&moving(two.bounds()), until, |i, one| {
            let found = cast(one.shape, &one.pose, two.shape, &two.pose, sweep);
            if is_sooner(found.time(), best.as_ref().and_then(|(_, best)| best.time())) {
                best = Some(([i, j], found));
                until = found.time().map_or(until, f64::from);
            }
            until
        });
    }
    best
}

/// Where and when a ray first meets it: the part's number and the cast, a hit or undecided.
pub(crate) fn first_hit(
    a: &Body<'_>,
    ray: &Ray<Vec3>,
    moving: &Moving,
) -> Option<(u32, RayCast<Vec3>)> {
    let mut best: Option<(u32, RayCast<Vec3>)> = None;
    let mut until = f64::from(ray.max_time);
    a.along(moving, until, |i, one| {
        let found = cast_ray(one.shape, &one.pose, ray);
        if is_sooner(found.time(), best.as_ref().and_then(|(_, best)| best.time())) {
            best = Some((i, found));
            until = found.time().map_or(until, f64::from);
        }
        until
    });
    best
}

fn is_sooner(time: Option<f32>, than: Option<f32>) -> bool {
    time.is_some_and(|time| than.is_none_or(|than| time < than))
}

/// Shows the manifolds of all parts within a distance, of A and B as given.
pub(crate) fn contacts(
    a: &Body<'_>,
    b: &Body<'_>,
    within: f32,
    mut show: impl FnMut([u32; 2], Manifold<Vec3>),
) {
    let (few, many, is_swapped) = ordered(a, b);
    for (i, one) in few.parts() {
        many.near(&one, f64::from(within), |j, two| {
            let (numbers, x, y) = if is_swapped { ([j, i], two, one) } else { ([i, j], one, two) };
            let found = contact_manifold(x.shape, &x.pose, y.shape, &y.pose, within);
            if let Some(manifold) = found {
                show(numbers, manifold);
            }
            f64::from(within)
        });
    }
}

/// How far up its lowest point is.
pub(crate) fn lowest(body: &Body<'_>, up: Vec3) -> f32 {
    let low = |placed: Placed<'_>| support_point(placed.shape, &placed.pose, -up).point.dot(up);
    body.parts().map(|(_, placed)| low(placed)).fold(f32::INFINITY, f32::min)
}
