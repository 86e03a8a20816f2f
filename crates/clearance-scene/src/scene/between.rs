//! Two objects: how far apart, how deep, which of their parts, and whether one is inside the other.

use clearance::{
    End, Pose, Proximity, Query, Rotation, Shape, Space, SupportMap, Triangle, Witness, Xyz,
};

use super::body::{placed, point_off, rounding_of, xyz};
use super::closed::{self, Side};
use super::common;
use super::depth::{self, Sunk};
use super::extent::{Extent, Motion};
use super::object::Object;
use super::tree::descend;
use crate::lengths::length;

/// How two objects stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Separated, or with a point in common: with points, normal and gap, all in the world.
    ///
    /// The depth is that of the deepest pair of parts or triangles or, where that is more, of the
    /// deepest corner of one body inside a closed surface of triangles. What is inside such a
    /// surface, and does not meet it, is as deep at least as the surfaces are apart. Where surfaces
    /// only touch, the depth is that of a point inside both, if there is one.
    pub proximity: Proximity<Xyz>,
    /// The part or triangle of A, and of B, that the proximity is about.
    pub parts: [u32; 2],
    /// Whether the depth is only a lower bound: separating bodies of several parts or triangles
    /// takes at least what separates their deepest pair.
    pub is_lower_bound: bool,
    /// Whether one is inside the other.
    pub inside: Inside,
    /// How the surfaces stand where the bodies meet and their surfaces do not, or may not: one is
    /// inside the other.
    pub surfaces: Option<Proximity<Xyz>>,
}

/// Whether one of two bodies surrounds the other or a piece of it, without their surfaces meeting.
/// A piece is a part, or triangles connected by their vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Proved: neither.
    Neither,
    /// Proved: A, or a piece of it, is inside B's closed surface.
    AInB,
    /// Proved: B, or a piece of it, is inside A's closed surface.
    BInA,
    /// Has no answer: the surface that may surround the other is not closed; or they just touch,
    /// and the surface that the other may be sunk into is not closed.
    Open,
    /// Not decided: the surface that may surround the other is so near that rounding hides the
    /// side.
    Unknown,
}

impl Inside {
    /// Whether one is proved to be inside the other.
    pub(super) fn is_surrounded(self) -> bool {
        matches!(self, Self::AInB | Self::BInA)
    }
}

impl Clearance {
    /// The distance, or minus the depth.
    pub fn signed_distance(&self) -> f64 {
        self.proximity.signed_distance()
    }

    /// How far the distance or depth may be off.
    pub fn gap(&self) -> f64 {
        self.proximity.witness().gap
    }

    /// The answer if every point may be off by so much.
    #[cfg(feature = "robot")]
    pub(crate) fn where_off_by(self, off: f64) -> Self {
        if !(off > 0.0) {
            return self;
        }
        let surfaces = self.surfaces.map(|own| moved(own, off));
        Self { proximity: moved(self.proximity, off), surfaces, ..self }
    }
}

/// The clearance of two objects, if their surfaces are not farther apart than `within`, or one is
/// inside the other. A negative `within` is how deep they overlap at least; of NaN none is within.
///
/// Cost: one core query for two hulls; otherwise one for each pair of parts whose boxes are not
/// farther apart than the nearest pair found.
///
/// ```
/// use clearance::{Cuboid, Pose, Xyz};
/// use clearance_scene::scene::{Body, Object, between};
///
/// let body = Body::of_parts(vec![Cuboid::new(Xyz::new(1.0, 1.0, 1.0)).into()])?;
/// let a = Object::new("a", body);
/// let b = Object { pose: Pose::from_translation(Xyz::new(2.5, 0.0, 0.0)), ..a.clone() };
/// assert_eq!(between(&a, &b, 1.0).map(|found| found.signed_distance()), Some(0.5));
/// assert_eq!(between(&a, &b, 0.1), None);
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn between(a: &Object, b: &Object, within: f64) -> Option<Clearance> {
    between_while(a, b, within, &|| true)
}

/// Answers as [`between`], but asks `go_on` before each pair of parts, of which large bodies have
/// millions: once it says no, the answer is `None` whatever is so.
pub fn between_while(
    a: &Object,
    b: &Object,
    within: f64,
    go_on: &dyn Fn() -> bool,
) -> Option<Clearance> {
    // Nothing is known of an object whose padding is invalid.
    let known = a.has_padding() && b.has_padding();
    let paddings = if known { [a.padding, b.padding] } else { [f64::INFINITY; 2] };
    let padding = paddings[0] + paddings[1];
    let mut search = Search { a, b, found: None, lowest: None, go_on };
    let is_length = within >= 0.0;
    let reach = if is_length { within } else { 0.0 };
    // Not less by the roundings of the sums.
    let far = (reach + padding.next_up()).next_up();
    search.run(if padding == 0.0 { reach } else { far });
    // A surface around the other object may be any distance away.
    let is_beyond = search.found.is_none() && (may_surround(a, b) || may_surround(b, a));
    if is_beyond {
        search.run(f64::INFINITY);
    }
    let mut found = search.best()?;
    let mut inside = found.inside(a, b);
    if is_beyond && matches!(inside, Inside::Neither | Inside::Open) {
        return None;
    }
    // What padding makes of surfaces that are apart.
    let grown = padded(found.proximity, paddings);
    let is_surrounded = inside.is_surrounded();
    let may_be_inside = is_surrounded || inside == Inside::Unknown;
    if !matches!(grown, Proximity::Separated(_)) && may_be_inside {
        let meets = matches!(grown, Proximity::Intersecting(_));
        inside = if meets { Inside::Neither } else { Inside::Unknown };
    }
    if is_surrounded {
        found = found.surrounded();
    }
    if !inside.is_surrounded() && !found.is_apart() {
        found = found.or_sunk(a, b, go_on).or_shared(a, b, go_on);
    }
    let is_of_surfaces = found.is_apart() || matches!(grown, Proximity::Intersecting(_));
    let found = Clearance {
        proximity: padded(found.proximity, paddings),
        parts: found.parts,
        is_lower_bound: a.body.count() > 1 || b.body.count() > 1,
        inside: if known { inside } else { Inside::Unknown },
        surfaces: (known && !is_of_surfaces).then_some(grown),
    };
    let is_within = is_length
        || found.signed_distance() - found.gap() <= within
        || found.inside.is_surrounded();
    (is_within && go_on()).then_some(found)
}

/// The deepest or, where none meet, the nearest pair of parts.
struct Search<'s> {
    a: &'s Object,
    b: &'s Object,
    found: Option<Found>,
    /// The signed distance and the gap of the pair that may be less than all others.
    lowest: Option<[f64; 2]>,
    go_on: &'s dyn Fn() -> bool,
}

#[derive(Clone, Copy)]
struct Found {
    proximity: Proximity<Xyz>,
    parts: [u32; 2],
}

impl Found {
    fn is_apart(&self) -> bool {
        matches!(self.proximity, Proximity::Separated(_))
    }

    fn distance(&self) -> f64 {
        let witness = self.proximity.witness();
        (witness.length - witness.gap).max(0.0)
    }

    /// Whether one is inside the other.
    fn inside(&self, a: &Object, b: &Object) -> Inside {
        let witness = self.proximity.witness();
        let is_open = |object: &Object| !object.body.is_closed();
        if self.is_apart() {
            surrounds(a, b, self.distance())
        } else if witness.length <= witness.gap && (is_open(a) || is_open(b)) {
            // They touch; whether one is sunk flush into an open surface is unknown.
            Inside::Open
        } else if self.proximity.is_decided() {
            Inside::Neither
        } else {
            // Whether their surfaces meet is not known.
            let inside = surrounds(a, b, -1.0);
            if inside.is_surrounded() { Inside::Unknown } else { inside }
        }
    }

    /// The same bodies, one of which is inside the other: they have as far to go at least as their
    /// surfaces are apart.
    fn surrounded(self) -> Self {
        let witness = *self.proximity.witness();
        let normal = -witness.normal;
        Self { proximity: Proximity::Intersecting(Witness { normal, ..witness }), ..self }
    }

    /// The depth of a point inside both bodies, if they only touch.
    fn or_shared(self, a: &Object, b: &Object, go_on: &dyn Fn() -> bool) -> Self {
        let Witness { length, gap, .. } = *self.proximity.witness();
        if length > gap {
            return self;
        }
        let Some(shared) = common::deepest(a, b, gap, gap, go_on) else { return self };
        Self {
            proximity: Proximity::Intersecting(shared.witness()),
            parts: [shared.of_a.part, shared.of_b.part],
        }
    }

    /// The depth of a corner of one body inside the other, which it meets, if that is more.
    fn or_sunk(mut self, a: &Object, b: &Object, go_on: &dyn Fn() -> bool) -> Self {
        let depth = |found: &Self| (-found.proximity.signed_distance()).max(0.0);
        let witness_of = |length, gap, on_a: Xyz, on_b: Xyz| {
            let normal = (on_a - on_b).try_normalize().unwrap_or(Xyz::axis(0));
            Witness { on_a, on_b, normal, length, gap, end: End::Converged }
        };
        if let Some(Sunk { point, surface, length, gap, part, triangle }) =
            depth::deepest(b, a, depth(&self), go_on)
        {
            let witness = witness_of(length, gap, surface, point);
            self = Self { proximity: Proximity::Intersecting(witness), parts: [triangle, part] };
        }
        if let Some(Sunk { point, surface, length, gap, part, triangle }) =
            depth::deepest(a, b, depth(&self), go_on)
        {
            let witness = witness_of(length, gap, point, surface);
            self = Self { proximity: Proximity::Intersecting(witness), parts: [part, triangle] };
        }
        self
    }
}

impl Search<'_> {
    fn run(&mut self, within: f64) {
        let (a, b) = (self.a, self.b);
        if a.body.count() == 1 && b.body.count() == 1 {
            let found = self.pair(0, 0, within);
            self.take(found, [0, 0], within);
            return;
        }
        let motion = Motion::between(&a.pose, &b.pose);
        descend(a.body.tree(), b.body.tree(), &motion, within, |i, j| {
            let found = self.pair(i, j, self.still(within));
            self.take(found, [i, j], within);
            (self.go_on)().then(|| self.still(within))
        });
    }

    /// The best pair; its gap allows for the others', which may be wider.
    fn best(&self) -> Option<Found> {
        let Found { proximity, parts } = self.found?;
        let gap = self.lowest.map_or(0.0, |[signed, gap]| {
            (proximity.signed_distance() - signed + gap).max(proximity.witness().gap)
        });
        Some(Found { proximity: with_gap(proximity, gap), parts })
    }

    /// The distance up to which a pair still matters.
    fn still(&self, within: f64) -> f64 {
        match &self.found {
            Some(best) if !best.is_apart() => 0.0,
            Some(best) => best.proximity.witness().length.min(within),
            None => within,
        }
    }

    /// Keeps a proved contact, then the lesser signed distance; of equal ones the lowest part
    /// indices, so that the order of the search does not matter.
    fn take(&mut self, found: Option<Proximity<Xyz>>, parts: [u32; 2], within: f64) {
        let Some(proximity) = found else { return };
        let signed = proximity.signed_distance();
        // Only if that is proved: a pair exactly at the limit may appear one rounding farther.
        let Witness { gap, end, .. } = *proximity.witness();
        let is_far = signed > within && (end == End::CutOff || signed - gap > within);
        let is_lower = |[low, low_gap]: [f64; 2]| signed - low < gap - low_gap;
        if self.lowest.is_none_or(is_lower) {
            self.lowest = Some([signed, gap]);
        }
        let is_better = self.found.as_ref().is_none_or(|best| {
            // One proved contact is the bodies', however close to call another pair is.
            let rank = |proximity: &Proximity<Xyz>| match proximity {
                Proximity::Intersecting(_) => 0,
                Proximity::Undecided(_) => 1,
                Proximity::Separated(_) => 2,
            };
            let order = rank(&proximity)
                .cmp(&rank(&best.proximity))
                .then(signed.total_cmp(&best.proximity.signed_distance()))
                .then(parts.cmp(&best.parts));
            order.is_lt()
        });
        if is_better && !is_far {
            self.found = Some(Found { proximity, parts });
        }
    }

    fn pair(&self, i: u32, j: u32, within: f64) -> Option<Proximity<Xyz>> {
        let (one, two) = (Piece::of(self.a, i)?, Piece::of(self.b, j)?);
        let (at, there) = (&one.pose, &two.pose);
        let off = one.off_beside(self.a, &two) + two.off_beside(self.b, &one);
        Some(match (&one.solid, &two.solid) {
            (Solid::Triangle(a), Solid::Triangle(b)) => ask(a, at, b, there, within, off),
            (Solid::Triangle(a), Solid::Shape(b)) => ask(a, at, *b, there, within, off),
            (Solid::Shape(a), Solid::Triangle(b)) => ask(*a, at, b, there, within, off),
            (Solid::Shape(a), Solid::Shape(b)) => ask(*a, at, *b, there, within, off),
        })
    }
}

/// A part or triangle in the world.
pub(super) struct Piece<'s> {
    pub(super) solid: Solid<'s>,
    pub(super) pose: Pose<Xyz>,
    /// How far its points may be off.
    pub(super) off: f64,
}

pub(super) enum Solid<'s> {
    Shape(&'s Shape<Xyz>),
    Triangle(Triangle<Xyz>),
}

impl<'s> Piece<'s> {
    pub(super) fn of(object: &'s Object, i: u32) -> Option<Self> {
        if let Some(soup) = object.body.soup() {
            let solid = Solid::Triangle(soup.triangle(i));
            return Some(Self { solid, pose: object.pose, off: 0.0 });
        }
        let part = object.body.parts().get(i as usize)?;
        let (pose, off) = placed(&object.pose, part);
        Some(Self { solid: Solid::Shape(&part.shape), pose, off })
    }

    /// How far the points may be off that another piece is next to. Of a shape without end others
    /// may be off by any length; the height of a point over it is off by no more than what its
    /// direction swings the point itself.
    pub(super) fn off_beside(&self, own: &Object, other: &Self) -> f64 {
        if self.off < f64::INFINITY {
            return self.off;
        }
        let (here, there) = (self.pose.translation, other.pose.translation);
        let reach = match &other.solid {
            Solid::Shape(shape) => shape.reach() + shape.radius_f64(),
            Solid::Triangle(triangle) => triangle.reach(),
        };
        let apart = length(there - here) + reach;
        rounding_of(apart + length(here) + 2.0 * length(own.pose.translation))
    }
}

/// The core's answer, widened by the rounding of the poses.
fn ask<A: SupportMap<Xyz>, B: SupportMap<Xyz>>(
    a: &A,
    pose_a: &Pose<Xyz>,
    b: &B,
    pose_b: &Pose<Xyz>,
    within: f64,
    off: f64,
) -> Proximity<Xyz> {
    // Cut off beyond what the poses round.
    let far = if off == 0.0 { within } else { (within + off).next_up() };
    let query = if far < f64::INFINITY { Query::new().cut_off(far) } else { Query::new() };
    let found = query.proximity(a, pose_a, b, pose_b);
    if off == 0.0 { found } else { moved(found, off) }
}

/// The answer if every point may be off by so much.
fn moved(found: Proximity<Xyz>, off: f64) -> Proximity<Xyz> {
    let witness = *found.witness();
    let signed = found.signed_distance();
    let gap = witness.gap + off;
    reassembled(signed, Witness { gap, ..witness })
}

/// An object's padding grows it by a ball, which moves its surface out along the normal.
fn padded(found: Proximity<Xyz>, [of_a, of_b]: [f64; 2]) -> Proximity<Xyz> {
    let padding = of_a + of_b;
    if padding == 0.0 {
        return found;
    }
    let mut witness = *found.witness();
    if padding < f64::INFINITY {
        witness.on_a += witness.normal * of_a;
        witness.on_b = witness.on_b - witness.normal * of_b;
    }
    let unpadded = found.signed_distance();
    let signed = unpadded - padding;
    let gap = witness.gap + f64::EPSILON * (unpadded.abs() + padding);
    reassembled(signed, Witness { gap, ..witness })
}

/// The same with another gap.
fn with_gap(found: Proximity<Xyz>, gap: f64) -> Proximity<Xyz> {
    match found {
        Proximity::Separated(witness) => Proximity::Separated(Witness { gap, ..witness }),
        Proximity::Intersecting(witness) => Proximity::Intersecting(Witness { gap, ..witness }),
        Proximity::Undecided(witness) => Proximity::Undecided(Witness { gap, ..witness }),
    }
}

/// Apart or overlapping if the gap proves it; otherwise undecided.
fn reassembled(signed: f64, witness: Witness<Xyz>) -> Proximity<Xyz> {
    let witness = Witness { length: signed.abs(), ..witness };
    if signed > witness.gap {
        Proximity::Separated(witness)
    } else if signed < -witness.gap {
        Proximity::Intersecting(witness)
    } else {
        let gap = witness.gap + witness.length;
        Proximity::Undecided(Witness { length: 0.0, gap, ..witness })
    }
}

/// Whether a closed surface seems to contain a piece of an object.
fn may_surround(outer: &Object, inner: &Object) -> bool {
    outer.body.soup().is_some()
        && outer.extent().apart(&inner.extent()) == 0.0
        && outer.body.is_closed()
        && side_of(inner, outer, f64::INFINITY) != Some(Side::Outside)
}

/// Which of two bodies contains the other, or a piece of it. Their surfaces are at least `distance`
/// apart and do not meet; where they may, it is negative.
fn surrounds(a: &Object, b: &Object, distance: f64) -> Inside {
    let (of_a, of_b) = (a.extent(), b.extent());
    let mut otherwise = Inside::Neither;
    if of_a.apart(&of_b) > 0.0 {
        return otherwise;
    }
    let sides = [(a, b, Inside::BInA, &of_a, &of_b), (b, a, Inside::AInB, &of_b, &of_a)];
    for (outer, inner, inside, outer_box, inner_box) in sides {
        let Some(soup) = outer.body.soup() else { continue };
        if !soup.surface().is_closed {
            let holds_piece =
                |(point, off): (Xyz, f64)| outer_box.holds(&Extent::of_points([point]).grown(off));
            let may_hold = outer_box.holds(inner_box)
                || inner.body.pieces() > 1 && points_of(inner).any(holds_piece);
            if may_hold && otherwise == Inside::Neither {
                otherwise = Inside::Open;
            }
            continue;
        }
        match side_of(inner, outer, distance) {
            Some(Side::Inside) => return inside,
            Some(Side::Outside) => {}
            Some(Side::On) | None => otherwise = Inside::Unknown,
        }
    }
    otherwise
}

/// The side of a surface on which a body is that does not meet it: inside if a piece of it is.
///
/// A piece is connected, so any of its points decides. The point is rounded into the surface's
/// frame. It stays on its side as long as that moves it by less than the distance of the surfaces,
/// or than its own.
fn side_of(inner: &Object, outer: &Object, distance: f64) -> Option<Side> {
    let (soup, tree) = (outer.body.soup()?, outer.body.tree());
    let is_moved = inner.pose != Pose::identity() || outer.pose != Pose::identity();
    let size = inner.pose.translation.max_abs()
        + outer.pose.translation.max_abs()
        + size_of(&inner.extent());
    let mut all = Some(Side::Outside);
    let side_at = |point: Xyz, off: f64| {
        let moved = if is_moved { 64.0 * f64::EPSILON * (size + point.max_abs()) } else { 0.0 };
        let rounding = moved + off;
        let local = (point - outer.pose.translation).rotate_back(&outer.pose.rotation.matrix());
        if tree.extent().apart(&Extent::of_points([local])) > rounding {
            return Some(Side::Outside);
        }
        let is_certain = || {
            rounding == 0.0
                || distance > rounding
                || distance >= 0.0
                    && depth::nearest_triangle(local, soup, tree, rounding)
                        .is_some_and(|(witness, _)| witness.length - witness.gap > rounding)
        };
        closed::side(local, soup, tree).filter(|side| *side != Side::On && is_certain())
    };
    for (point, off) in points_of(inner) {
        match side_at(point, off).or_else(|| elsewhere(inner, &side_at)) {
            Some(Side::Inside) => return Some(Side::Inside),
            Some(Side::Outside) => {}
            other => all = other,
        }
    }
    all
}

/// The side of another corner of a body in one piece, for a corner so near that rounding hides it.
#[cold]
fn elsewhere(inner: &Object, side_at: &dyn Fn(Xyz, f64) -> Option<Side>) -> Option<Side> {
    if inner.body.pieces() > 1 {
        return None;
    }
    let off = inner.body.parts().iter().map(point_off).fold(0.0, f64::max);
    let corners = inner.body.corners()?.into_iter();
    corners.map(|corner| inner.pose.transform_point(corner)).find_map(|v| side_at(v, off))
}

/// A point of each piece of a body that a surface can surround, in the world, and how far it may be
/// off by more than the rounding of the object's pose.
fn points_of(object: &Object) -> Box<dyn Iterator<Item = (Xyz, f64)> + '_> {
    if let Some(soup) = object.body.soup() {
        let vertices = &soup.mesh.vertices;
        let pieces = soup.surface().pieces.iter().filter_map(|i| vertices.get(*i as usize));
        return Box::new(pieces.map(|vertex| (object.pose.transform_point(xyz(*vertex)), 0.0)));
    }
    let parts = object.body.parts().iter().filter(|part| part.shape.unbounded().is_none());
    Box::new(parts.map(|part| {
        let (pose, off) = placed(&object.pose, part);
        let point = part.shape.support_f64(Xyz::axis(0), 0).point;
        (pose.transform_point(point), off + point_off(part))
    }))
}

fn size_of(extent: &Extent) -> f64 {
    (extent.high - extent.low).max_abs()
}
