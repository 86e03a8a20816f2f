//! Bodies that move on straight lines without turning: when and where they first meet.

use clearance::{
    AtStart, Cast, Hit, Interval, Meeting, Pose, Query, Rotation, Space, SupportMap, Sweep, Xyz,
};

use super::between::{Piece, Solid};
use super::body::rounding_of;
use super::extent::{Extent, Motion};
use super::object::Object;
use super::pairs::{Boxes, Rules};
use super::swept::Velocity;
use super::threads;
use super::tree::descend_by;
use crate::lengths::length;

/// The first contact of two bodies, one of which moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The index of A's object.
    pub a: usize,
    /// The index of B's object.
    pub b: usize,
    /// The part or triangle of A, and of B.
    pub parts: [u32; 2],
    /// When, and where: as in the core's [`Cast::Hit`]. The bodies are free of contact before the
    /// `low` of the time.
    pub hit: Hit<Xyz>,
    /// Whether it is proved that they meet within that time. Otherwise they may, as the core's
    /// [`Cast::Undecided`], or as the roundings of a part's pose hide.
    pub is_proved: bool,
}

/// When and where B, moving with a velocity in the world, first meets A at rest; `None` is proved:
/// they do not, by the last time of `meeting`.
///
/// Bodies count as their parts and triangles. A surface of triangles is met from either side, also
/// by what begins inside, and at time 0 only by what it touches then;
/// [`between`](super::between()) tells what it surrounds. No speed takes a body through a triangle.
/// What `meeting` says of the start holds of each pair of parts or triangles:
/// [`AtStart::Ignore`] leaves out those that touch or overlap at time 0, and those alone.
///
/// Whether two pieces meet is as exact as in [`clearance::cast()`], and so are the times; paddings
/// and the roundings of turned compounds widen them. Of equal times, the first parts are named.
///
/// Cost: one cast of the core, some µs, for each pair of pieces whose boxes may meet before the
/// first contact that is found.
///
/// ```
/// use clearance::{Ball, Meeting, Pose, Xyz};
/// use clearance_scene::Mesh;
/// use clearance_scene::scene::{Body, Object, first_impact_between};
///
/// // A wall of one triangle, and a bullet of a millimetre at a thousand metres a second.
/// let vertices = vec![[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]];
/// let wall = Body::of_triangles(Mesh { vertices, triangles: vec![[0, 1, 2]] })?;
/// let wall = Object::new("wall", wall);
/// let bullet = Object {
///     pose: Pose::from_translation(Xyz::new(-500.0, 0.0, 0.0)),
///     ..Object::new("bullet", Body::of_parts(vec![Ball::new(0.0005).into()])?)
/// };
/// let speed = Xyz::new(1000.0, 0.0, 0.0);
/// let impact = first_impact_between(&wall, &bullet, speed, &Meeting::new()).unwrap();
/// assert!((impact.hit.time.middle() - 0.499_999_5).abs() < 1e-15);
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn first_impact_between(
    a: &Object,
    b: &Object,
    velocity: Xyz,
    meeting: &Meeting<f64>,
) -> Option<Impact> {
    Search { a, b, places: [0, 0], velocity, meeting }.first(meeting.max_time)
}

/// The first of all pairs of an object of one scene, at rest, and one of another, all of which move
/// with one velocity: what a vehicle of many parts drives against, or a single body. `None` is
/// proved: no two meet.
///
/// The boxes must be those of these objects in their current poses; `rules` skips pairs. As
/// [`first_impact_between`].
pub fn first_impact(
    (a, boxes_a): (&[Object], &Boxes),
    (b, boxes_b): (&[Object], &Boxes),
    velocity: Xyz,
    meeting: &Meeting<f64>,
    rules: &Rules,
) -> Option<Impact> {
    let mut first = First::new(meeting.max_time);
    candidates(boxes_a, boxes_b, velocity, meeting, |i, j| {
        if let Some(search) = Search::of(a, b, [i, j], velocity, meeting, rules)
            && let Some(found) = search.first(first.until)
        {
            first.take(found);
        }
        first.until
    });
    first.answer()
}

/// The first contact of each pair of objects that meet, one of either scene; sooner ones first,
/// then by `a` and `b`. As [`first_impact`]. With the feature `rayon` all cores share the pairs.
pub fn all_impacts(
    (a, boxes_a): (&[Object], &Boxes),
    (b, boxes_b): (&[Object], &Boxes),
    velocity: Xyz,
    meeting: &Meeting<f64>,
    rules: &Rules,
) -> Vec<Impact> {
    let mut pairs = Vec::new();
    candidates(boxes_a, boxes_b, velocity, meeting, |i, j| {
        pairs.push([i, j]);
        meeting.max_time
    });
    let mut all = threads::filter_map(pairs, |pair| {
        Search::of(a, b, pair, velocity, meeting, rules)?.first(meeting.max_time)
    });
    sooner_first(&mut all);
    all
}

/// Sorts contacts by time, then by the objects.
pub(super) fn sooner_first(all: &mut [Impact]) {
    let key = |one: &Impact| (one.a, one.b);
    all.sort_by(|one, two| {
        one.hit.time.low.total_cmp(&two.hit.time.low).then(key(one).cmp(&key(two)))
    });
}

/// Visits the pairs of objects whose boxes may meet, sooner ones first.
fn candidates(
    a: &Boxes,
    b: &Boxes,
    velocity: Xyz,
    meeting: &Meeting<f64>,
    mut visit: impl FnMut(u32, u32) -> f64,
) {
    let (still, velocity) = (Motion::to_world(&Pose::identity()), Velocity::of(velocity));
    let by = meeting.target_distance.max(0.0);
    let enters = |a: &Extent, b: &Extent| Some(velocity.meets(a, &b.grown(by))?[0]);
    descend_by(a.tree(), b.tree(), &still, enters, meeting.max_time, |i, j| Some(visit(i, j)));
}

/// The first of several contacts.
pub(super) struct First {
    best: Option<Impact>,
    /// The time by which there surely is one.
    until: f64,
    is_proved: bool,
}

impl First {
    pub(super) fn new(until: f64) -> Self {
        Self { best: None, until, is_proved: false }
    }

    /// The time by which there surely is one, or the last.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn take(&mut self, found: Impact) {
        if found.is_proved {
            self.until = self.until.min(found.hit.time.high);
            self.is_proved = true;
        }
        let places = |one: &Impact| (one.a, one.b, one.parts);
        let is_sooner = self.best.as_ref().is_none_or(|best| {
            let order = found.hit.time.low.total_cmp(&best.hit.time.low);
            order.then(places(&found).cmp(&places(best))).is_lt()
        });
        if is_sooner {
            self.best = Some(found);
        }
    }

    pub(super) fn answer(self) -> Option<Impact> {
        let mut best = self.best?;
        if self.is_proved {
            best.hit.time.high = self.until;
        }
        Some(Impact { is_proved: self.is_proved, ..best })
    }
}

/// Two objects, the second of which moves.
struct Search<'s> {
    a: &'s Object,
    b: &'s Object,
    places: [usize; 2],
    velocity: Xyz,
    meeting: &'s Meeting<f64>,
}

impl<'s> Search<'s> {
    fn of(
        a: &'s [Object],
        b: &'s [Object],
        pair: [u32; 2],
        velocity: Xyz,
        meeting: &'s Meeting<f64>,
        rules: &Rules,
    ) -> Option<Self> {
        let places = pair.map(|place| place as usize);
        let (a, b) = (a.get(places[0])?, b.get(places[1])?);
        (!rules.skip(a, b)).then_some(Self { a, b, places, velocity, meeting })
    }

    fn first(&self, until: f64) -> Option<Impact> {
        let (a, b) = (self.a, self.b);
        let mut first = First::new(until);
        let motion = Motion::between(&a.pose, &b.pose);
        let turned = self.velocity.rotate_back(&a.pose.rotation.matrix());
        let velocity = if a.pose.rotation == Pose::<Xyz>::identity().rotation {
            Velocity::of(self.velocity)
        } else {
            Velocity::of(turned).off_by(rounding_of(4.0 * self.velocity.max_abs()))
        };
        // Nothing is known of an object whose padding is invalid.
        let padding =
            if a.has_padding() && b.has_padding() { a.padding + b.padding } else { f64::INFINITY };
        let by = (padding + self.meeting.target_distance.max(0.0)).next_up();
        let by = if by > f64::from_bits(1) { by } else { 0.0 };
        let enters = |a: &Extent, b: &Extent| Some(velocity.meets(a, &b.grown(by))?[0]);
        descend_by(a.body.tree(), b.body.tree(), &motion, enters, until, |i, j| {
            if let Some(found) = self.pair(i, j, padding) {
                first.take(found);
            }
            Some(first.until)
        });
        first.answer()
    }

    fn pair(&self, i: u32, j: u32, padding: f64) -> Option<Impact> {
        let (one, two) = (Piece::of(self.a, i)?, Piece::of(self.b, j)?);
        let mut off = one.off_beside(self.a, &two) + two.off_beside(self.b, &one);
        if !(one.off < f64::INFINITY && two.off < f64::INFINITY) {
            // A shape without end turns by as much over the way.
            off += rounding_of(2.0 * length(self.velocity) * self.meeting.max_time);
        }
        let (at, there) = (&one.pose, &two.pose);
        let found = match (&one.solid, &two.solid) {
            (Solid::Triangle(a), Solid::Triangle(b)) => self.ask(a, at, b, there, padding, off),
            (Solid::Triangle(a), Solid::Shape(b)) => self.ask(a, at, *b, there, padding, off),
            (Solid::Shape(a), Solid::Triangle(b)) => self.ask(*a, at, b, there, padding, off),
            (Solid::Shape(a), Solid::Shape(b)) => self.ask(*a, at, *b, there, padding, off),
        };
        let is_proved = found.is_decided();
        let is_known = padding < f64::INFINITY;
        let paddings = [self.a.padding, self.b.padding].map(|p| if is_known { p } else { padding });
        let hit = padded_hit(found.hit()?, paddings);
        let [a, b] = self.places;
        Some(Impact { a, b, parts: [i, j], hit, is_proved })
    }

    fn ask<A: SupportMap<Xyz>, B: SupportMap<Xyz>>(
        &self,
        a: &A,
        pose_a: &Pose<Xyz>,
        b: &B,
        pose_b: &Pose<Xyz>,
        padding: f64,
        off: f64,
    ) -> Cast<Xyz> {
        let Meeting { max_time, tolerance, .. } = *self.meeting;
        let sweep = Sweep::new(self.velocity).until(max_time).tolerance(tolerance);
        widened(self.meeting, padding, off, |distance, at_start| {
            let sweep = sweep.target_distance(distance).at_start(at_start);
            Query::new().cast(a, pose_a, b, pose_b, &sweep)
        })
    }
}

/// The core's answer about two pieces, as wide as paddings and roundings make it: `cast` takes the
/// distance at which they meet, and what is to be made of their contact at the start.
pub(super) fn widened(
    meeting: &Meeting<f64>,
    padding: f64,
    off: f64,
    cast: impl Fn(f64, AtStart) -> Cast<Xyz>,
) -> Cast<Xyz> {
    let Meeting { max_time, target_distance, at_start, .. } = *meeting;
    let distance = target_distance + padding;
    if off == 0.0 && distance.is_finite() {
        return cast(distance, at_start);
    }
    let open = |low: f64, found: Cast<Xyz>| {
        let hit = found.hit().copied().unwrap_or_else(|| nowhere(max_time));
        Cast::Undecided(Hit { time: Interval { low, high: max_time }, ..hit })
    };
    if !(off.is_finite() && distance.is_finite()) {
        return open(0.0, Cast::Miss);
    }
    // The pieces as they are meet no sooner than when these are so near, and no later than when
    // they are so much deeper.
    let (wide, deep) = ((distance + off).next_up(), (distance - off).next_down());
    let sooner = cast(wide, AtStart::Report);
    let Some(low) = sooner.time() else { return Cast::Miss };
    let later = cast(deep, AtStart::Report);
    if low == 0.0 && at_start != AtStart::Report {
        let touches = later.is_decided() && later.time() == Some(0.0);
        return if touches { cast(distance, at_start) } else { open(0.0, sooner) };
    }
    match (cast(distance, AtStart::Report), later) {
        (Cast::Hit(mut hit), Cast::Hit(last)) => {
            hit.time = Interval { low, high: last.time.high };
            Cast::Hit(hit)
        }
        (Cast::Hit(hit), _) => open(low, Cast::Hit(hit)),
        _ => open(low, sooner),
    }
}

/// A hit of what is within paddings, as one of these, which are balls: their surfaces are farther
/// out along the normal. Nothing is known of paddings that are no lengths.
pub(super) fn padded_hit(hit: &Hit<Xyz>, [of_a, of_b]: [f64; 2]) -> Hit<Xyz> {
    let (padding, mut hit) = (of_a + of_b, *hit);
    if padding > 0.0 && padding < f64::INFINITY {
        let witness = &mut hit.witness;
        let is_apart = (witness.on_b - witness.on_a).dot(witness.normal) >= 0.0;
        let signed = if is_apart { witness.length } else { -witness.length };
        witness.length = (signed - padding).abs();
        witness.gap += f64::EPSILON * (signed.abs() + padding);
        witness.on_a += witness.normal * of_a;
        witness.on_b = witness.on_b - witness.normal * of_b;
    }
    hit
}

/// A contact of which nothing is known.
fn nowhere(until: f64) -> Hit<Xyz> {
    let (zero, normal) = (Xyz::default(), Xyz::axis(0));
    let end = clearance::End::Limit;
    Hit {
        time: Interval { low: 0.0, high: until },
        witness: clearance::Witness {
            on_a: zero,
            on_b: zero,
            normal,
            length: 0.0,
            gap: f64::INFINITY,
            end,
        },
    }
}
