//! Lines with `"query":"cast"`: shapes that move, and may turn.

use clearance::{
    AtStart, Cast, Meeting, Motion, Pose, Rotation, Scalar, Space, SupportMap, Sweep, Vector, check,
};
use serde::Serialize;
use serde_json::Value;

use crate::ask::asked;
use crate::describe::vector;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::field::{self, Object};
use crate::place::{self, Dimension, Stand};
use crate::request::{Precision, Request};
use crate::shape::{Placed, upright};

/// How both shapes move, and the options.
#[derive(Clone, Copy, Debug)]
pub struct Motions<S: Space> {
    /// A's way from where it stands.
    pub a: Way<S>,
    /// B's.
    pub b: Way<S>,
    /// For how long, and what counts.
    pub meeting: Meeting<f64>,
}

/// How one shape moves, from where it stands.
#[derive(Clone, Copy, Debug)]
pub enum Way<S: Space> {
    /// Constant velocities, about its own origin.
    Steady {
        /// In the world.
        velocity: S,
        /// In radians per unit time.
        turning: Option<S::Angular<S>>,
    },
    /// To another pose at time 1.
    To {
        /// The pose as written, for a shape that stands along y.
        end: Stand<S>,
        /// Whether quaternions are blended, and the turn is not at constant speed.
        is_blend: bool,
    },
}

impl<S: Space> Way<S> {
    /// At rest.
    pub fn rest() -> Self {
        Self::Steady { velocity: S::default(), turning: None }
    }
}

/// What the line of a request says of the motions.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn of_line<S: Dimension>(line: &Value, request: &Request<'_>) -> Result<Motions<S>, Fault> {
    read(field::object(line)?, request.a, request.b, request.precision)
}

/// What a line says of the motions.
///
/// # Errors
/// [`Fault`], which names the field that is wrong.
pub fn read<S: Dimension>(
    line: &Object,
    a: &Value,
    b: &Value,
    precision: Precision,
) -> Result<Motions<S>, Fault> {
    let of = |shape: &Value, side: &str| {
        way(field::object(shape)?, precision).map_err(|fault| fault.within(side))
    };
    let (a, b) = (of(a, "a")?, of(b, "b")?);
    let mut meeting = Meeting::new();
    if let Some(value) = field::optional(line, "max_toi") {
        let read = field::scalar(value, precision).and_then(|time| {
            if time < 0.0 {
                return Err(Fault::new(format!("must not be negative, is {time}")));
            }
            Ok(time)
        });
        meeting = meeting.until(read.map_err(|fault| fault.within("max_toi"))?);
    }
    if let Some(value) = field::optional(line, "target_distance") {
        let read = field::scalar(value, precision);
        let read = read.map_err(|fault| fault.within("target_distance"));
        meeting = meeting.within(read?);
    }
    if let Some(value) = field::optional(line, "tolerance") {
        let read = field::scalar(value, precision).and_then(|length| {
            if length < 0.0 {
                return Err(Fault::new(format!("must not be negative, is {length}")));
            }
            Ok(length)
        });
        meeting = meeting.tolerance(read.map_err(|fault| fault.within("tolerance"))?);
    }
    if let Some(value) = field::optional(line, "at_start") {
        meeting = meeting.at_start(match value.as_str().and_then(choice) {
            Some(choice) => choice,
            None => {
                let known = CHOICES.map(|(name, _)| name).join(", ");
                let message = format!("must be one of {known}, is {}", field::kind(value));
                return Err(Fault::field("at_start", message));
            }
        });
    }
    let has_end = |way: &Way<S>| matches!(way, Way::To { .. });
    if meeting.max_time > 1.0 && (has_end(&a) || has_end(&b)) {
        let message = "is beyond 1, where a `motion` to another pose ends";
        return Err(Fault::field("max_toi", message));
    }
    Ok(Motions { a, b, meeting })
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

/// How a shape moves.
fn way<S: Dimension>(shape: &Object, precision: Precision) -> Result<Way<S>, Fault> {
    if let Some(value) = field::optional(shape, "motion") {
        for other in ["velocity", "angular_velocity"] {
            if field::optional(shape, other).is_some() {
                return Err(Fault::field(other, "stands beside a `motion`; give one of the two"));
            }
        }
        return end(field::object(value)?, precision).map_err(|fault| fault.within("motion"));
    }
    let velocity = match field::optional(shape, "velocity") {
        None => S::default(),
        Some(value) => field::vector(value, precision).map_err(|fault| fault.within("velocity"))?,
    };
    let turning = match field::optional(shape, "angular_velocity") {
        None => None,
        Some(value) => {
            let read = match value {
                Value::Array(list) => list.iter().map(field::number).collect(),
                other => field::number(other).map(|rate| vec![rate]),
            };
            let of = |numbers: Vec<f64>| S::angular(&numbers, precision);
            Some(read.and_then(of).map_err(|fault: Fault| fault.within("angular_velocity"))?)
        }
    };
    Ok(Way::Steady { velocity, turning })
}

/// The keys of a motion to another pose, and of that pose.
const ENDS: [(&str, &str); 3] =
    [("end_translation", "translation"), ("end_rotation", "rotation"), ("end_angle", "angle")];

/// The end of a motion.
fn end<S: Dimension>(motion: &Object, precision: Precision) -> Result<Way<S>, Fault> {
    let mut pose = Object::new();
    let mut is_blend = false;
    for (key, value) in motion {
        if let Some((_, name)) = ENDS.iter().find(|(written, _)| written == key) {
            pose.insert((*name).to_owned(), value.clone());
        } else if key == "path" {
            is_blend = match value.as_str() {
                Some("slerp") => false,
                Some("nlerp") => true,
                _ => return Err(Fault::field("path", "must be \"slerp\" or \"nlerp\"")),
            };
        } else {
            let known = ENDS.map(|(written, _)| written).join(", ");
            let message = format!("is no key of a motion, which takes {known}, path");
            return Err(Fault::field(&field::shortened(key), message));
        }
    }
    if !pose.contains_key("translation") {
        return Err(Fault::field("end_translation", "is missing"));
    }
    if !pose.contains_key("rotation") && !pose.contains_key("angle") {
        let message =
            "is missing (in the plane also `end_angle`); without a turn give a `velocity`";
        return Err(Fault::field("end_rotation", message));
    }
    Ok(Way::To { end: place::pose(&Value::Object(pose), precision)?, is_blend })
}

/// In other floats, which hold it.
fn meeting_in<T: Scalar>(meeting: &Meeting<f64>) -> Meeting<T> {
    let Meeting { max_time, target_distance, at_start, tolerance } = *meeting;
    let new = Meeting::new().until(T::from_f64(max_time)).within(T::from_f64(target_distance));
    new.at_start(at_start).tolerance(T::from_f64(tolerance))
}

impl<S: Space> Motions<S> {
    /// The same as a motion without turning.
    ///
    /// # Errors
    /// Where a shape turns.
    pub fn straight<V: Vector<Space = S>>(&self) -> Result<Sweep<V>, Fault> {
        let [of_a, of_b] = self.velocities()?.map(V::from_space);
        let Meeting { max_time, target_distance, at_start, tolerance } = meeting_in(&self.meeting);
        let sweep = Sweep::new(of_b).and_a(of_a).until(max_time);
        Ok(sweep.target_distance(target_distance).at_start(at_start).tolerance(tolerance))
    }

    /// A's velocity and B's, of shapes that do not turn.
    pub(crate) fn velocities(&self) -> Result<[S; 2], Fault> {
        let of = |way: &Way<S>, side: &str| match way {
            Way::Steady { velocity, turning: None } => Ok(*velocity),
            _ => Err(Fault::new("turns, and only straight motions have certificates and traces")
                .within(side)),
        };
        Ok([of(&self.a, "a")?, of(&self.b, "b")?])
    }
}

/// How a shape moves, in the core's words, and by how much its points are elsewhere on the way than
/// as written.
fn moved<S: Dimension, V: Vector<Space = S>>(
    placed: &Placed<S>,
    pose: &Pose<V>,
    way: &Way<S>,
) -> Result<(Motion<V>, f64), Fault> {
    let shape = placed.solid.shape();
    let of = |off: f64, shift: f64| 1.01 * off * (shape.reach() + shape.radius_f64()) + shift;
    // As written they are, whatever the reach.
    let of = |off: f64, shift: f64| if off == 0.0 { shift } else { of(off, shift) };
    match *way {
        Way::Steady { velocity, turning } => {
            let motion = Motion::new(pose).velocity(V::from_space(velocity));
            let motion = turning.map_or(motion, |rate| motion.turning(S::turning_in(rate)));
            Ok((motion, of(placed.off, placed.shift)))
        }
        Way::To { end, is_blend } => {
            let end = upright(end, placed.axis, placed.precision);
            let off = placed.off + end.off;
            if off > SURE_WAY && S::DIM == 3 {
                let message = "to another pose wants both by `rotation`, or by matrices of more \
                               digits: these leave open which way is the shorter";
                return Err(Fault::field("motion", message));
            }
            if is_half_turn(&placed.pose, &end.pose) {
                let message = "is by half a turn, to a rounding, and does not say which way; give \
                               an `angular_velocity`";
                return Err(Fault::field("motion", message));
            }
            let make = if is_blend { Motion::blended } else { Motion::between };
            // Twice: blended angles are no mean of those at the ends. Of quaternions no more than
            // half a turn apart the blend moves by 1.6 times what both ends do together at most.
            let off = of(2.0 * off, placed.shift + end.shift);
            Ok((make(pose, &place::pose_in(&end.pose)), off))
        }
    }
}

/// Ends that are off by no more do not change which of the two ways around is the shorter, where
/// [`is_half_turn`] refuses those that nearly do.
const SURE_WAY: f64 = 1e-10;

/// Whether one pose is turned by half a turn from another, to a rounding: then neither way is the
/// shorter, and no motion leads from one to the other.
pub fn is_half_turn<V: Vector>(from: &Pose<V>, to: &Pose<V>) -> bool {
    let unit = |pose: &Pose<V>| {
        let numbers = pose.rotation.components();
        let length = numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
        numbers.map(|x| x / length)
    };
    let (p, q) = (unit(from), unit(to));
    let product: f64 = p.iter().zip(q).map(|(x, y)| x * y).sum();
    if V::Space::DIM == 3 { product.abs() < 1e-9 } else { product < -1.0 + 1e-12 }
}

/// Asks the core. Where a pose is not the very one written, the interval holds what that may make,
/// and what it may turn around is undecided.
///
/// # Errors
/// Where the numbers describe no shape or no pose.
pub fn cast<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    motions: &Motions<S>,
    effort: Effort,
) -> Result<Cast<S>, Fault> {
    asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
        check(shape_a, pose_a, shape_b, pose_b).map_err(Fault::new)?;
        if effort.cut_off.is_some() {
            return Err(without_cut_off());
        }
        let (motion_a, off_a) = moved(a, pose_a, &motions.a).map_err(|fault| fault.within("a"))?;
        let (motion_b, off_b) = moved(b, pose_b, &motions.b).map_err(|fault| fault.within("b"))?;
        let ask = |meeting: &Meeting<f64>| {
            let (query, meeting) = (effort.query(), meeting_in(meeting));
            query.time_of_impact(shape_a, &motion_a, shape_b, &motion_b, &meeting).widened()
        };
        as_written(ask, &motions.meeting, off_a + off_b, a.precision)
    })
}

/// Asks so that the times hold what every point may be `off` from where it is written.
fn as_written<S: Space>(
    ask: impl Fn(&Meeting<f64>) -> Cast<S>,
    meeting: &Meeting<f64>,
    off: f64,
    precision: Precision,
) -> Result<Cast<S>, Fault> {
    // The shapes as written touch no sooner than when these are so near, and no later than when
    // they overlap so deep.
    if off == 0.0 {
        return Ok(ask(meeting));
    }
    let skin = meeting.target_distance;
    let near = |distance: f64| ask(&meeting.within(distance));
    if !off.is_finite() {
        return Err(Fault::new(
            "casts of a half-space need its pose by `rotation`: an angle or a matrix rounds it",
        ));
    }
    let room = 1.0 + 4.0 * precision.epsilon();
    let (sooner, later) = (near(skin + off * room), near(skin - off * room));
    Ok(match (sooner, ask(meeting), later) {
        (Cast::Miss, ..) => Cast::Miss,
        (Cast::Hit(low), Cast::Hit(mut hit), Cast::Hit(high)) => {
            hit.time.low = low.time.low;
            hit.time.high = high.time.high;
            Cast::Hit(hit)
        }
        (Cast::Hit(low) | Cast::Undecided(low), found, _) => {
            let mut hit = *found.hit().unwrap_or(&low);
            hit.time.low = low.time.low;
            hit.time.high = meeting.max_time;
            Cast::Undecided(hit)
        }
    })
}

/// A distance from which on pairs do not matter is no option of a cast.
pub(crate) fn without_cut_off() -> Fault {
    Fault::field("cut_off", "means nothing to a cast; use max_toi")
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
    /// The answer to a cast. The time is the middle of its interval, or of an undecided one its
    /// beginning; the gap reaches to both ends.
    pub fn of<S: Space>(cast: &Cast<S>, precision: Precision) -> Self {
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
        let (low, high) = (hit.time.low, hit.time.high);
        let time = if cast.is_decided() { precision.rounded(hit.time.middle()) } else { low };
        let gap = f64::max(high - time, time - low);
        Self {
            hit: true,
            time_of_impact: Some(time),
            time_gap: Some(precision.rounded_up(gap)),
            impact_normal: Some(vector(hit.witness.normal)),
            impact_a: Some(vector(hit.witness.on_a)),
            impact_b: Some(vector(hit.witness.on_b)),
        }
    }
}
