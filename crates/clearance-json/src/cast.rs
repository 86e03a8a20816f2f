//! Lines with `"query":"cast"`: shapes that move on straight lines.

use clearance::{AtStart, Cast, Scalar, SupportMap, Sweep, Vector, check};
use serde::Serialize;
use serde_json::Value;

use crate::describe::vector;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::field::{self, Object};
use crate::place::Dimension;
use crate::shape::Placed;

/// What a line says of the motion.
///
/// # Errors
/// [`Fault`], which names the field that is wrong; also of shapes that turn.
pub fn read<V: Vector<Space: Dimension>>(
    line: &Object,
    a: &Value,
    b: &Value,
) -> Result<Sweep<V>, Fault> {
    let velocity = |shape: &Value, side: &str| {
        velocity(field::object(shape)?).map_err(|fault| fault.within(side))
    };
    let mut sweep = Sweep::new(velocity(b, "b")?).and_a(velocity(a, "a")?);
    if let Some(value) = field::optional(line, "max_toi") {
        let read = field::scalar::<V::Scalar>(value).and_then(|time| match time.to_f64() {
            time if time < 0.0 => Err(Fault::new(format!("must not be negative, is {time}"))),
            _ => Ok(time),
        });
        sweep = sweep.until(read.map_err(|fault| fault.within("max_toi"))?);
    }
    if let Some(value) = field::optional(line, "target_distance") {
        let read = field::scalar(value).map_err(|fault| fault.within("target_distance"));
        sweep = sweep.target_distance(read?);
    }
    if let Some(value) = field::optional(line, "at_start") {
        sweep = sweep.at_start(match value.as_str().and_then(choice) {
            Some(choice) => choice,
            None => {
                let known = CHOICES.map(|(name, _)| name).join(", ");
                let message = format!("must be one of {known}, is {}", field::kind(value));
                return Err(Fault::field("at_start", message));
            }
        });
    }
    Ok(sweep)
}

const CHOICES: [(&str, AtStart); 3] = [
    ("report", AtStart::Report),
    ("ignore_separating", AtStart::IgnoreSeparating),
    ("ignore", AtStart::Ignore),
];

/// What to make of a contact at the start, by its name.
pub fn choice(name: &str) -> Option<AtStart> {
    CHOICES.iter().find(|(known, _)| *known == name).map(|(_, choice)| *choice)
}

/// A shape's velocity; it does not turn.
fn velocity<V: Vector>(shape: &Object) -> Result<V, Fault> {
    let turns = |value: &Value| match value {
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::Array(list) => list.iter().any(|x| x.as_f64() != Some(0.0)),
        _ => true,
    };
    if field::optional(shape, "angular_velocity").is_some_and(turns) {
        let message = "a cast of a shape that turns is not supported yet; without it, or with \
                       zeros, the cast is answered";
        return Err(Fault::field("angular_velocity", message));
    }
    match field::optional(shape, "velocity") {
        None => Ok(V::from_space(V::Space::default())),
        Some(value) => field::vector(value).map_err(|fault| fault.within("velocity")),
    }
}

/// Asks the core. Where a pose is not the very one written, the interval holds what that may make,
/// and what it may turn around is undecided.
///
/// # Errors
/// Where the numbers describe no shape or no pose.
pub fn cast<V: Vector<Space: Dimension>>(
    a: &Placed<V>,
    b: &Placed<V>,
    sweep: &Sweep<V>,
    effort: Effort,
) -> Result<Cast<V>, Fault> {
    let (shape_a, shape_b) = (a.solid.shape(), b.solid.shape());
    check(shape_a, &a.pose, shape_b, &b.pose).map_err(Fault::new)?;
    if effort.cut_off.is_some() {
        return Err(Fault::field("cut_off", "means nothing to a cast; use max_toi"));
    }
    let ask = |sweep: &Sweep<V>| effort.query().cast(shape_a, &a.pose, shape_b, &b.pose, sweep);
    if a.is_as_written() && b.is_as_written() {
        return Ok(ask(sweep));
    }
    // Every point is no farther than this from where it is as written: as written the shapes touch
    // no sooner than when these are so near, and no later than when they overlap so deep.
    let off = |side: &Placed<V>| {
        let shape = side.solid.shape();
        1.01 * side.off * (shape.reach() + shape.radius_f64()) + side.shift
    };
    let off = off(a) + off(b);
    let skin = sweep.skin().to_f64();
    let near = |distance: f64| ask(&sweep.target_distance(V::Scalar::from_f64(distance)));
    if !off.is_finite() {
        return Err(Fault::new(
            "casts of a half-space need its pose by `rotation`: an angle or a matrix rounds it",
        ));
    }
    let room = 1.0 + 4.0 * V::Scalar::EPSILON;
    let (sooner, later) = (near(skin + off * room), near(skin - off * room));
    Ok(match (sooner, ask(sweep), later) {
        (Cast::Miss, ..) => Cast::Miss,
        (Cast::Hit(low), Cast::Hit(mut hit), Cast::Hit(high)) => {
            hit.time.low = low.time.low;
            hit.time.high = high.time.high;
            Cast::Hit(hit)
        }
        (Cast::Hit(low) | Cast::Undecided(low), found, _) => {
            let mut hit = *found.hit().unwrap_or(&low);
            hit.time.low = low.time.low;
            hit.time.high = sweep.last();
            Cast::Undecided(hit)
        }
    })
}

/// What is printed about a motion, beside what is about its start.
#[derive(Debug, Serialize)]
pub struct Impact {
    hit: bool,
    time_of_impact: Option<f64>,
    time_gap: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impact_normal: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impact_a: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impact_b: Option<Vec<f64>>,
}

impl Impact {
    /// Of a cast. The time is the middle of its interval, or of an undecided one its beginning; the
    /// gap reaches to both ends.
    pub fn of<V: Vector>(cast: &Cast<V>) -> Self {
        let Some(hit) = cast.hit() else {
            return Self {
                hit: false,
                time_of_impact: None,
                time_gap: None,
                impact_normal: None,
                impact_a: None,
                impact_b: None,
            };
        };
        let (low, high) = (hit.time.low.to_f64(), hit.time.high.to_f64());
        let time = if cast.is_decided() { hit.time.middle().to_f64() } else { low };
        let gap = f64::max(high - time, time - low);
        Self {
            hit: true,
            time_of_impact: Some(time),
            time_gap: Some(V::Scalar::from_f64_up(gap).to_f64()),
            impact_normal: Some(vector(hit.witness.normal)),
            impact_a: Some(vector(hit.witness.on_a)),
            impact_b: Some(vector(hit.witness.on_b)),
        }
    }
}
