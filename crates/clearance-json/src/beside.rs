//! What an answer says beside its certificate: a yes or no, lengths, times and contact points that
//! the certificate contradicts are refused.
//!
//! An answer is a search's, rounded, with a gap: the certificate does not prove it to the last
//! digit. Its directions, witness points, keys and notes are remarks, which nothing is known of.

use serde_json::Value;

use crate::fault::Fault;
use crate::field::{self, Object};
use crate::proved::Proved;
use crate::request::{QueryKind, Request};

/// Whether an answer agrees with a certificate that was verified.
///
/// # Errors
/// [`Fault`], which names the field that does not.
pub(crate) fn agrees(
    answer: &Object,
    request: &Request<'_>,
    proved: &Proved,
    certificate: &Value,
) -> Result<(), Fault> {
    let decided = proved.decided();
    match request.query {
        QueryKind::Cast => {
            decision(answer, "hit", decided)?;
            let is_open = answer.get("undecided") == Some(&Value::Bool(true));
            if is_open { Ok(()) } else { within(answer, "time_of_impact", "time_gap", proved) }
        }
        QueryKind::Manifold => points(answer, certificate, request.touching.all),
        QueryKind::Pair | QueryKind::Project => {
            decision(answer, "intersects", decided)?;
            // Where the search was cut off, its number is a bound alone.
            if field::optional(answer, "end").is_some() {
                return Ok(());
            }
            within(answer, "signed_distance", "gap", proved)?;
            match (number(answer, "penetration")?, number(answer, "distance")?) {
                (Some(_), Some(distance)) if distance != 0.0 => {
                    Err(Fault::field("distance", "is not 0, beside a `penetration`"))
                }
                (Some(_), _) => within(answer, "penetration", "gap", &proved.deep()),
                (None, _) => within(answer, "distance", "gap", proved),
            }
        }
    }
}

/// Whether each contact point that is proved is in the answer, and unless it shows all corners no
/// other: by their coordinates and depths.
fn points(answer: &Object, proved: &Value, shows_all: bool) -> Result<(), Fault> {
    let Some(said) = field::optional(answer, "points") else { return Ok(()) };
    let said = field::list(said).map_err(|fault| fault.within("points"))?;
    if said.iter().enumerate().any(|(place, point)| said.iter().take(place).any(|p| p == point)) {
        return Err(Fault::field("points", "hold a point twice"));
    }
    let said: Vec<Vec<f64>> = said.iter().map(point).collect();
    let proved = proved.get("points").and_then(Value::as_array);
    let proved: Vec<Vec<f64>> = proved.into_iter().flatten().map(point).collect();
    let is_missing = proved.iter().any(|point| !said.contains(point));
    let is_other = !shows_all && said.iter().any(|point| !proved.contains(point));
    if is_missing || is_other {
        return Err(Fault::field("points", "are others than the certificate proves"));
    }
    let deepest = said.iter().filter_map(|point| point.last()).copied();
    let deepest = deepest.fold(f64::NEG_INFINITY, f64::max);
    match number(answer, "depth")? {
        Some(depth) if depth != deepest => {
            Err(Fault::field("depth", format!("is not that of the deepest point, {deepest}")))
        }
        _ => Ok(()),
    }
}

/// The numbers of a contact point: on A, on B, and the depth.
fn point(point: &Value) -> Vec<f64> {
    let numbers = |value: &Value| match value {
        Value::Array(items) => items.iter().map(Value::as_f64).collect(),
        Value::Object(named) => {
            ["x", "y", "z"].iter().filter_map(|axis| named.get(*axis)).map(Value::as_f64).collect()
        }
        other => vec![other.as_f64()],
    };
    let all = ["on_a", "on_b", "depth"].iter().filter_map(|key| point.get(*key)).flat_map(numbers);
    all.map(|number| number.unwrap_or(f64::NAN)).collect()
}

/// A yes or no against what is proved.
fn decision(answer: &Object, name: &str, decided: Option<bool>) -> Result<(), Fault> {
    let flag = |name: &str| match answer.get(name) {
        None => Ok(None),
        Some(Value::Bool(said)) => Ok(Some(*said)),
        Some(other) => {
            let message = format!("must be true or false, is {}", field::kind(other));
            Err(Fault::field(name, message))
        }
    };
    let is_open = flag("undecided")? == Some(true);
    match (flag(name)?, decided) {
        (Some(said), Some(proved)) if said != proved && !(is_open && said) => {
            Err(Fault::field(name, format!("is {said}, and the certificate proves the contrary")))
        }
        _ => Ok(()),
    }
}

/// A number that may be absent or null.
fn number(answer: &Object, name: &str) -> Result<Option<f64>, Fault> {
    let value = field::optional(answer, name);
    value.map(|value| field::number(value).map_err(|fault| fault.within(name))).transpose()
}

/// Whether a number may be true to within its gap, unless that is infinite.
fn within(answer: &Object, name: &str, gap: &str, proved: &Proved) -> Result<(), Fault> {
    let [lower, upper] = proved.bounds();
    match (number(answer, name)?, number(answer, gap)?) {
        (Some(said), Some(gap)) if !(said - gap <= upper && said + gap >= lower) => {
            let message = format!(
                "is not within {gap} of what the certificate proves, {lower} at least and {upper} at \
                 most"
            );
            Err(Fault::field(name, message))
        }
        _ => Ok(()),
    }
}
