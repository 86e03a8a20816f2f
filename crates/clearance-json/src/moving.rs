//! Lines with `"query":"cast"` about bodies of many pieces, which move and may turn.

use clearance::{AtStart, Cast, Hit, Interval, Meeting, Space, Xyz};
use clearance_scene::scene::{self, Object, between, first_impact_between, first_turn_between};
use serde::Serialize;
use serde_json::Value;

use crate::cast::{self, Impact, Motions, Way, is_half_turn};
use crate::fault::Fault;
use crate::field;
use crate::id::Id;
use crate::keys;
use crate::kind::MOTION;
use crate::line::Context;
use crate::place::Axis;
use crate::request::Precision;
use crate::scene::{Answer, Kind, SceneQuery, evidence, has_body, in_space, sides};
use crate::shape::upright;

/// What is printed: how the bodies stand at the start, and when they meet.
#[derive(Debug, Serialize)]
pub struct MovedAnswer<'a> {
    #[serde(flatten)]
    start: Answer<'a>,
    #[serde(flatten)]
    impact: Impact,
    /// The part or triangle that is met; `null` where they pass.
    impact_part_a: Option<u32>,
    impact_part_b: Option<u32>,
}

impl<'a> MovedAnswer<'a> {
    /// The answer about two bodies, of this kind, whose points may be `off` from where they were
    /// written, and their first contact as [`meet`] found it.
    ///
    /// # Errors
    /// [`Fault`] of bodies too far apart for floats to hold.
    pub fn new(
        id: Option<Id<'a>>,
        kind: Kind,
        [a, b]: [&Object; 2],
        found: Option<scene::Impact>,
        off: f64,
    ) -> Result<Self, Fault> {
        let stands = between(a, b, f64::INFINITY);
        let stands = stands.ok_or_else(|| Fault::new("too far apart for floats to hold"))?;
        let mut start = SceneQuery { kind, is_solid: false, moved: off }.answer(id, &stands);
        start.undecided = found.is_some_and(|found| !found.is_proved);
        let [impact_part_a, impact_part_b] = found.map_or([None; 2], |found| found.parts.map(Some));
        let impact = Impact::of(&cast_of(found), Precision::F64);
        Ok(Self { start, impact, impact_part_a, impact_part_b })
    }
}

/// The contact as one of a pair of convex shapes would be.
pub fn cast_of(found: Option<scene::Impact>) -> Cast<Xyz> {
    match found {
        None => Cast::Miss,
        Some(found) if found.is_proved => Cast::Hit(found.hit),
        Some(found) => Cast::Undecided(found.hit),
    }
}

/// Whether a line asks about the motion of a body of many pieces.
pub(crate) fn is_asked(line: &Value) -> bool {
    line.get("query").and_then(Value::as_str) == Some("cast") && has_body(line)
}

/// The answer to such a line.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub(crate) fn answer(context: &Context, id: Option<Id<'_>>, line: &Value) -> Result<String, Fault> {
    let object = field::object(line)?;
    in_space(context, object)?;
    keys::check(object, &[&keys::CAST])?;
    let [value_a, value_b] = [field::required(object, "a")?, field::required(object, "b")?];
    let motions = cast::read::<Xyz>(object, value_a, value_b, Precision::F64)?;
    let [still_a, still_b] = [value_a, value_b].map(at_rest);
    let [a, b] = sides(context, [&still_a, &still_b])?;
    let off = a.moved(&b, f64::INFINITY) + b.moved(&a, f64::INFINITY);
    let found = meet([(&a.object, a.axis), (&b.object, b.axis)], &motions, off)?;
    let is_soup = [value_a, value_b].iter().any(|value| Kind::of_side(value) == Some(Kind::Soup));
    let kind = if is_soup { Kind::Soup } else { Kind::Compound };
    let mut moved = MovedAnswer::new(id, kind, [&a.object, &b.object], found, off)?;
    moved.start.evidence = evidence(context, line);
    serde_json::to_string(&moved).map_err(Fault::new).map(crate::escape::json)
}

/// The first contact of two bodies that move, each with the axis that it was written to stand
/// along; their points may be `off` from where they were written.
///
/// # Errors
/// [`Fault`] of motions that are not known exactly enough.
pub fn meet(
    [(a, axis_a), (b, axis_b)]: [(&Object, Axis); 2],
    motions: &Motions<Xyz>,
    off: f64,
) -> Result<Option<scene::Impact>, Fault> {
    match motions.velocities() {
        Ok(velocities) => straight(a, b, velocities, &motions.meeting, off),
        Err(_) => turning([(a, axis_a), (b, axis_b)], motions, off),
    }
}

/// A side without what is said of its motion.
fn at_rest(side: &Value) -> Value {
    let mut side = side.clone();
    if let Some(own) = side.as_object_mut() {
        MOTION.iter().for_each(|key| drop(own.remove(*key)));
    }
    side
}

/// The first contact of bodies that do not turn, at the time where it is in the world.
fn straight(
    a: &Object,
    b: &Object,
    [of_a, of_b]: [Xyz; 2],
    meeting: &Meeting<f64>,
    off: f64,
) -> Result<Option<scene::Impact>, Fault> {
    let velocity = difference(of_b, of_a).ok_or_else(|| {
        Fault::field("a", "moves so that the difference of both velocities rounds; let it rest")
    })?;
    let mut found = first(a, b, velocity, meeting, off)?;
    if let Some(found) = &mut found {
        let (witness, way) = (&mut found.hit.witness, of_a * found.hit.time.low);
        witness.on_a += way;
        witness.on_b += way;
    }
    Ok(found)
}

/// The first contact of bodies that turn.
fn turning(
    [a, b]: [(&Object, Axis); 2],
    motions: &Motions<Xyz>,
    off: f64,
) -> Result<Option<scene::Impact>, Fault> {
    let rounds = || {
        Fault::new(
            "bodies of many pieces that turn need poses by `rotation`, of unit length: an angle or \
             a matrix rounds them",
        )
    };
    if off != 0.0 {
        return Err(rounds());
    }
    let way = |way: &Way<Xyz>, (object, axis): (&Object, Axis), side: &str| match *way {
        Way::Steady { velocity, turning } => {
            let turning = turning.unwrap_or_default();
            Ok(scene::Way::Steady { velocity, turning })
        }
        Way::To { end, .. } if end.off != 0.0 || end.shift != 0.0 => Err(rounds().within(side)),
        Way::To { end, .. }
            if is_half_turn(&object.pose, &upright(end, axis, Precision::F64).pose) =>
        {
            let message = "is by half a turn, to a rounding, and does not say which way; give an \
                           `angular_velocity`";
            Err(Fault::field("motion", message).within(side))
        }
        Way::To { end, is_blend } => {
            let end = upright(end, axis, Precision::F64).pose;
            Ok(scene::Way::To { end, is_blend })
        }
    };
    let (way_a, way_b) = (way(&motions.a, a, "a")?, way(&motions.b, b, "b")?);
    Ok(first_turn_between(a.0, &way_a, b.0, &way_b, &motions.meeting))
}

/// The difference of two velocities, if it is one of floats.
fn difference(one: Xyz, two: Xyz) -> Option<Xyz> {
    let sum = one - two;
    // The rounding of a difference is the difference of its parts (Knuth's two-sum).
    let rounding = |x: f64, y: f64, sum: f64| {
        let part = sum - x;
        (x - (sum - part)) - (y + part)
    };
    let is_exact = (0..3).all(|axis| {
        let at = |v: Xyz| v.coordinate(axis);
        rounding(at(one), at(two), at(sum)) == 0.0
    });
    is_exact.then_some(sum)
}

/// The first contact. Where poses are not the very ones written, its times hold what that may make.
fn first(
    a: &Object,
    b: &Object,
    velocity: Xyz,
    meeting: &Meeting<f64>,
    off: f64,
) -> Result<Option<scene::Impact>, Fault> {
    if off == 0.0 {
        return Ok(first_impact_between(a, b, velocity, meeting));
    }
    if !off.is_finite() || meeting.at_start != AtStart::Report {
        return Err(Fault::new(
            "casts of half-spaces, and of what touches at the start and is to be ignored, need \
             poses by `rotation`: an angle or a matrix rounds them",
        ));
    }
    let ask = |distance: f64| first_impact_between(a, b, velocity, &meeting.within(distance));
    let skin = meeting.target_distance;
    let Some(sooner) = ask((skin + off).next_up()) else { return Ok(None) };
    let found = ask(skin).filter(|found| found.is_proved);
    let later = ask((skin - off).next_down()).filter(|later| later.is_proved);
    let is_proved = found.is_some() && later.is_some();
    let high = later.filter(|_| is_proved).map_or(meeting.max_time, |later| later.hit.time.high);
    let time = Interval { low: sooner.hit.time.low, high };
    let found = found.unwrap_or(sooner);
    Ok(Some(scene::Impact { hit: Hit { time, ..found.hit }, is_proved, ..found }))
}
