//! Bodies that turn on their way: when and where they first meet.

use std::collections::HashSet;

use clearance::{Cast, Meeting, Motion as Moving, Pose, Query, Rotation, Space, SupportMap, Xyz};

use super::between::{Piece, Solid};
use super::body::{placed, rounding_of};
use super::extent::{Extent, Motion};
use super::impact::{First, Impact, padded_hit, sooner_first, widened};
use super::object::Object;
use super::pairs::{Boxes, Rules};
use super::threads;
use super::tree::{Tree, descend, descend_by};
use crate::lengths::length;

/// How an object moves, from the pose in which it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Constant velocities.
    Steady {
        /// That of the object's origin, in the world.
        velocity: Xyz,
        /// In radians per unit time about its origin, along the axis, in the world.
        turning: Xyz,
    },
    /// To another pose at time 1: the origin on a straight line, the rotation the short way around.
    To {
        /// The last pose.
        end: Pose<Xyz>,
        /// Whether quaternions are blended (nlerp), instead of turned at constant speed (slerp).
        is_blend: bool,
    },
}

impl Way {
    /// At rest.
    pub fn rest() -> Self {
        Self::Steady { velocity: Xyz::default(), turning: Xyz::default() }
    }

    fn velocity(&self, from: &Pose<Xyz>) -> Xyz {
        match self {
            Self::Steady { velocity, .. } => *velocity,
            Self::To { end, .. } => end.translation - from.translation,
        }
    }

    /// How fast it turns at most, in radians per unit time, up to a time.
    fn rate(&self, from: &Pose<Xyz>, until: f64) -> f64 {
        match self {
            Self::Steady { turning, .. } => length(*turning),
            Self::To { end, is_blend } => {
                let [a, b] = [from, end].map(|pose| pose.rotation.matrix());
                let trace: f64 =
                    (0..3).map(|i| Xyz::axis(i).rotate(&a).dot(Xyz::axis(i).rotate(&b))).sum();
                // Cosines of small angles are coarse.
                let angle = (0.5 * (trace - 1.0)).clamp(-1.0, 1.0).acos() + 1e-6;
                match (is_blend, until <= 1.0) {
                    (false, _) => angle,
                    (true, true) => angle * (4.0 / std::f64::consts::PI),
                    (true, false) => f64::INFINITY,
                }
            }
        }
    }

    fn of(&self, from: &Pose<Xyz>) -> Moving<Xyz> {
        match self {
            Self::Steady { velocity, turning } => {
                Moving::new(from).velocity(*velocity).turning(*turning)
            }
            Self::To { end, is_blend: false } => Moving::between(from, end),
            Self::To { end, is_blend: true } => Moving::blended(from, end),
        }
    }
}

/// When and where two objects first meet of which each may move and turn; `None` is proved: they do
/// not, by the last time of `meeting`.
///
/// As [`first_impact_between`](super::first_impact_between()), and each pair of pieces as by
/// [`time_of_impact`](clearance::time_of_impact()): triangles move exactly, parts that stand aside
/// or are turned in their body to within a rounding, which widens the times. No turn takes a body
/// through a triangle.
///
/// Cost: the time is halved until few pairs of boxes, each grown by how far its points get in that
/// span, may meet; each such pair is a question to the core, some 10 µs.
///
/// ```
/// use clearance::{Cuboid, Meeting, Pose, Xyz};
/// use clearance_scene::Mesh;
/// use clearance_scene::scene::{Body, Object, Way, first_turn_between};
///
/// // A bar of 4 m turns about its middle, and its end meets a post of one triangle, 1.5 m away.
/// let bar = Body::of_parts(vec![Cuboid::new(Xyz::new(2.0, 0.1, 0.1)).into()])?;
/// let bar = Object::new("bar", bar);
/// let vertices = vec![[0.0, 1.5, -1.0], [0.0, 1.5, 1.0], [0.0, 1.7, 0.0]];
/// let post = Body::of_triangles(Mesh { vertices, triangles: vec![[0, 1, 2]] })?;
/// let post = Object::new("post", post);
/// let turn = Way::Steady { velocity: Xyz::default(), turning: Xyz::new(0.0, 0.0, 1.0) };
/// let meeting = Meeting::new().until(10.0);
/// let impact = first_turn_between(&post, &Way::rest(), &bar, &turn, &meeting).unwrap();
/// // Its side is 0.1 from the middle, and so meets the post's lower edge before a quarter turn.
/// let time = std::f64::consts::FRAC_PI_2 - (0.1_f64 / 1.5).asin();
/// assert!(impact.is_proved && (impact.hit.time.middle() - time).abs() < 1e-9);
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn first_turn_between(
    a: &Object,
    way_a: &Way,
    b: &Object,
    way_b: &Way,
    meeting: &Meeting<f64>,
) -> Option<Impact> {
    Search { sides: [(a, way_a), (b, way_b)], places: [0, 0], meeting }.first(meeting.max_time)
}

/// The first contact of an object that moves and turns with those of a scene, which rest; `b` is 0.
/// `None` is proved: it meets none of them.
///
/// The boxes must be those of these objects in their current poses; `rules` skips pairs. As
/// [`first_turn_between`].
pub fn first_turn(
    (a, boxes): (&[Object], &Boxes),
    b: &Object,
    way: &Way,
    meeting: &Meeting<f64>,
    rules: &Rules,
) -> Option<Impact> {
    let rest = Way::rest();
    let mut first = First::new(meeting.max_time);
    let by = meeting.target_distance.max(0.0);
    let mut places = Vec::new();
    boxes.tree().near(&swept(b, way, meeting.max_time), by.next_up(), |i| places.push(i));
    places.sort_unstable();
    for place in places {
        let place = place as usize;
        let Some(own) = a.get(place).filter(|own| !rules.skip(own, b)) else { continue };
        let search = Search { sides: [(own, &rest), (b, way)], places: [place, 0], meeting };
        if let Some(found) = search.first(first.until()) {
            first.take(found);
        }
    }
    first.answer()
}

/// The first contact of each pair of objects that meet, one of either scene, which move and turn
/// each in its way; sooner ones first, then by `a` and `b`. What has no way rests: `&[]` is a scene
/// at rest.
///
/// Pairs that `rules` skip are left out. As [`first_turn_between`]; with the feature `rayon` all
/// cores share the pairs.
///
/// ```
/// use clearance::{Ball, Meeting, Pose, Xyz};
/// use clearance_scene::scene::{Body, Object, Rules, Way, all_turns};
///
/// // Two balls that stand still, and a third that passes one after the other.
/// let ball = |x: f64| Object {
///     pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
///     ..Object::new("", Body::of_parts(vec![Ball::new(0.5).into()]).unwrap())
/// };
/// let way = Way::Steady { velocity: Xyz::new(-1.0, 0.0, 0.0), turning: Xyz::new(0.0, 1.0, 0.0) };
/// let (still, moving) = ([ball(0.0), ball(4.0)], [ball(7.0)]);
/// let meeting = Meeting::new().until(10.0);
/// let all = all_turns((&still, &[]), (&moving, &[way]), &meeting, &Rules::default());
/// let met: Vec<_> = all.iter().map(|met| (met.a, met.hit.time.middle().round())).collect();
/// assert_eq!(met, [(1, 2.0), (0, 6.0)]);
/// ```
pub fn all_turns(
    (a, ways_a): (&[Object], &[Way]),
    (b, ways_b): (&[Object], &[Way]),
    meeting: &Meeting<f64>,
    rules: &Rules,
) -> Vec<Impact> {
    let rest = Way::rest();
    let boxes = |objects: &[Object], ways: &[Way]| {
        let extents = objects.iter().enumerate().map(|(i, own)| match ways.get(i) {
            Some(way) => swept(own, way, meeting.max_time),
            None => own.extent(),
        });
        Tree::new(&extents.collect::<Vec<_>>())
    };
    let (tree_a, tree_b) = (boxes(a, ways_a), boxes(b, ways_b));
    let (still, by) =
        (Motion::to_world(&Pose::identity()), meeting.target_distance.max(0.0).next_up());
    let mut pairs = Vec::new();
    descend(&tree_a, &tree_b, &still, by, |i, j| {
        pairs.push([i as usize, j as usize]);
        Some(by)
    });
    let mut all = threads::filter_map(pairs, |places| {
        let [i, j] = places;
        let (one, two) = (a.get(i)?, b.get(j)?);
        if rules.skip(one, two) {
            return None;
        }
        let ways = [ways_a.get(i).unwrap_or(&rest), ways_b.get(j).unwrap_or(&rest)];
        let sides = [(one, ways[0]), (two, ways[1])];
        Search { sides, places, meeting }.first(meeting.max_time)
    });
    sooner_first(&mut all);
    all
}

/// A box about an object at all times up to one.
fn swept(object: &Object, way: &Way, until: f64) -> Extent {
    const SPANS: u32 = 16;
    if !(until < f64::INFINITY) || object.check().is_err() {
        return Extent::ALL;
    }
    let half = 0.5 * until / f64::from(SPANS);
    let moving = way.of(&object.pose);
    let rate = way.rate(&object.pose, until);
    let reach = reach(&object.body.tree().extent());
    let by = length(way.velocity(&object.pose)) * half + turned(rate, half, reach);
    let at = |span: u32| {
        let pose = moving.at((2.0 * f64::from(span) + 1.0) * half);
        Object { pose, ..object.clone() }.extent()
    };
    let all = (0..SPANS).map(at).fold(Extent::NONE, Extent::joined);
    all.grown(by * (1.0 + 1e-9) + rounding_of(all.high.max_abs().max(all.low.max_abs())))
}

/// How far a box's farthest corner is from the origin.
fn reach(extent: &Extent) -> f64 {
    length(extent.low.map(f64::abs).zip(extent.high.map(f64::abs), f64::max))
}

/// How far points get within a time that are so far from what they turn about.
fn turned(rate: f64, time: f64, reach: f64) -> f64 {
    if rate == 0.0 || reach == 0.0 { 0.0 } else { (rate * time).min(2.0) * reach }
}

/// Two objects that move.
struct Search<'s> {
    sides: [(&'s Object, &'s Way); 2],
    places: [usize; 2],
    meeting: &'s Meeting<f64>,
}

impl Search<'_> {
    fn first(&self, until: f64) -> Option<Impact> {
        /// Pairs of pieces to ask about at once, and how often the time is halved before.
        const MANY: usize = 16;
        const HALVINGS: u32 = 12;
        let mut first = First::new(until);
        let mut asked = HashSet::new();
        // The stack's last is the first in time.
        let mut open = vec![(0.0, until, 0)];
        while let Some((from, to, depth)) = open.pop() {
            if from > first.until() {
                continue;
            }
            let mut fresh = Vec::new();
            let is_last = depth == HALVINGS || !(to < f64::INFINITY);
            self.near(from, to, |pair| {
                if !asked.contains(&pair) {
                    fresh.push(pair);
                }
                is_last || fresh.len() <= MANY
            });
            if !is_last && fresh.len() > MANY {
                let middle = 0.5 * (from + to);
                open.extend([(middle, to, depth + 1), (from, middle, depth + 1)]);
                continue;
            }
            for pair in fresh {
                asked.insert(pair);
                if let Some(found) = self.pair(pair, first.until()) {
                    first.take(found);
                }
            }
        }
        first.answer()
    }

    /// Visits the pairs of pieces that may meet within a span of time, until `visit` says no.
    fn near(&self, from: f64, to: f64, mut visit: impl FnMut([u32; 2]) -> bool) {
        let [(a, way_a), (b, way_b)] = self.sides;
        let (half, middle) = (0.5 * (to - from), 0.5 * (from + to));
        let is_known = half < f64::INFINITY && a.check().is_ok() && b.check().is_ok();
        let at = |own: &Object, way: &Way| {
            if is_known { way.of(&own.pose).at(middle) } else { own.pose }
        };
        let (pose_a, pose_b) = (at(a, way_a), at(b, way_b));
        let motion = Motion::between(&pose_a, &pose_b);
        let there = Xyz::default();
        let origin_b = motion.of(&Extent { low: there, high: there });
        let rates = [way_a.rate(&a.pose, to), way_b.rate(&b.pose, to)];
        let ahead = length(way_b.velocity(&b.pose) - way_a.velocity(&a.pose)) * half;
        let paddings = a.padding + b.padding + self.meeting.target_distance.max(0.0);
        let size = pose_a.translation.max_abs() + pose_b.translation.max_abs();
        let grown = |one: &Extent, two: &Extent| {
            if !is_known {
                return f64::INFINITY;
            }
            let about_b = Extent { low: two.low - origin_b.high, high: two.high - origin_b.low };
            let reaches = [reach(one), reach(&about_b)];
            let turns = turned(rates[0], half, reaches[0]) + turned(rates[1], half, reaches[1]);
            let rounded = rounding_of(size + reaches[0] + reaches[1]);
            (ahead + turns + paddings) * (1.0 + 1e-9) + rounded
        };
        let enters = |one: &Extent, two: &Extent| {
            let apart = one.apart(two);
            // Of pieces without end nothing is known but that.
            let by = grown(one, two);
            (!(apart > by)).then_some(apart)
        };
        descend_by(a.body.tree(), b.body.tree(), &motion, enters, f64::INFINITY, |i, j| {
            visit([i, j]).then_some(f64::INFINITY)
        });
    }

    fn pair(&self, pair: [u32; 2], until: f64) -> Option<Impact> {
        let [(a, way_a), (b, way_b)] = self.sides;
        let (one, two) = (Piece::of(a, pair[0])?, Piece::of(b, pair[1])?);
        let known = a.check().is_ok() && b.check().is_ok();
        let paddings = if known { [a.padding, b.padding] } else { [f64::INFINITY; 2] };
        let ((moving_a, off_a), (moving_b, off_b)) =
            (motion_of(a, way_a, pair[0]), motion_of(b, way_b, pair[1]));
        let meeting = Meeting { max_time: until, ..*self.meeting };
        let (on, off) = ([&moving_a, &moving_b], off_a + off_b);
        let padding = paddings[0] + paddings[1];
        let found = match (&one.solid, &two.solid) {
            (Solid::Triangle(a), Solid::Triangle(b)) => ask(a, b, on, &meeting, padding, off),
            (Solid::Triangle(a), Solid::Shape(b)) => ask(a, *b, on, &meeting, padding, off),
            (Solid::Shape(a), Solid::Triangle(b)) => ask(*a, b, on, &meeting, padding, off),
            (Solid::Shape(a), Solid::Shape(b)) => ask(*a, *b, on, &meeting, padding, off),
        };
        let is_proved = found.is_decided();
        let hit = padded_hit(found.hit()?, paddings);
        let [a, b] = self.places;
        Some(Impact { a, b, parts: pair, hit, is_proved })
    }
}

/// How a piece of an object moves, and how far its points may be off.
fn motion_of(object: &Object, way: &Way, i: u32) -> (Moving<Xyz>, f64) {
    let Some(part) = object.body.parts().get(i as usize) else {
        return (way.of(&object.pose), 0.0);
    };
    if part.pose == Pose::identity() {
        return (way.of(&object.pose), 0.0);
    }
    let (from, mut off) = placed(&object.pose, part);
    let way = match way {
        Way::To { end, is_blend } => {
            let (end, by) = placed(end, part);
            off += by;
            Way::To { end, is_blend: *is_blend }
        }
        steady @ Way::Steady { .. } => *steady,
    };
    // The body's origin, about which all of it turns.
    let center = (Xyz::default() - part.pose.translation).rotate_back(&part.pose.rotation.matrix());
    let size = length(part.pose.translation) + length(object.pose.translation);
    (way.of(&from).about(center), off + 4.0 * rounding_of(size))
}

fn ask<A: SupportMap<Xyz>, B: SupportMap<Xyz>>(
    a: &A,
    b: &B,
    [moving_a, moving_b]: [&Moving<Xyz>; 2],
    meeting: &Meeting<f64>,
    padding: f64,
    off: f64,
) -> Cast<Xyz> {
    widened(meeting, padding, off, |distance, at_start| {
        let meeting = meeting.within(distance).at_start(at_start);
        Query::new().time_of_impact(a, moving_a, b, moving_b, &meeting)
    })
}
