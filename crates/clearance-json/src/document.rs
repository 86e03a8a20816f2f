//! A certificate together with the pair that it is about, as JSON.
//!
//! JSON has no infinities: a bound that claims nothing is left out, and one that is missing or
//! `null` claims nothing.

use clearance::{
    CastCertificate, Certificate, CertificateError, CertifiedContact, ManifoldCertificate, Scalar,
    SupportPair, Verdict, cast_certificate, certificate, manifold_certificate,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ask::asked;
use crate::cast::{self, Motions};
use crate::describe::described;
use crate::escape;
use crate::fault::Fault;
use crate::field;
use crate::kind::MOTION;
use crate::library::Libraries;
use crate::place::Dimension;
use crate::proved::Proved;
use crate::request::{QueryKind, Request, Task};
use crate::shape::{Placed, names_file};

/// A line of `clearance verify`.
#[derive(Serialize)]
struct Document<'v> {
    query: &'v Value,
    certificate: &'v Value,
}

/// A [`Certificate`] as it is written. Unknown keys are refused: a bound whose name is misspelt
/// would be checked by nobody.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>"))]
struct Written<S> {
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upper: Option<f64>,
    #[serde(default)]
    direction: Vec<S>,
    #[serde(default)]
    pairs: Vec<SupportPair<S>>,
    #[serde(default)]
    weights: Vec<f64>,
    #[serde(default)]
    facets: Vec<[u32; 3]>,
}

/// A [`CastCertificate`] as it is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>"))]
struct WrittenCast<S> {
    verdict: Verdict,
    /// Missing: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_contact_before: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contact_by: Option<f64>,
    #[serde(default)]
    direction: Vec<S>,
    #[serde(default)]
    early: Vec<SupportPair<S>>,
    #[serde(default)]
    late: Vec<SupportPair<S>>,
    #[serde(default)]
    weights: Vec<f64>,
}

/// A [`ManifoldCertificate`] as it is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>"))]
struct WrittenManifold<S> {
    pair: Written<S>,
    normal: S,
    #[serde(default)]
    tilt: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upper: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gap: Option<f64>,
    points: Vec<WrittenContact<S>>,
}

/// A [`CertifiedContact`] as it is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>"))]
struct WrittenContact<S> {
    on_a: S,
    on_b: S,
    depth: f64,
    from_a: Written<S>,
    from_b: Written<S>,
}

/// What of the shapes that can be written as text exact arithmetic does not know, and how to write
/// them so that it does.
const BEYOND: &str = "beyond exact arithmetic: it scales a curved shape or a sum of radii, or adds up radii to more digits \
     than two floats have; give its sizes scaled and its radii added up instead";

/// The certificate of the pair that `query` describes, as a JSON value, and what it proves.
///
/// The pair is read anew from what is written: a hull of its own corners may count them in another
/// order.
///
/// # Errors
/// Where `query` is no pair, names a file, or is beyond exact arithmetic.
pub fn prove(query: &Value) -> Result<(Value, Proved), Fault> {
    let request = Request::read_proved(query)?;
    request.perform(&Libraries::closed(), &Proving { query, request: &request })
}

/// The pair that `query` describes as [`verify`](crate::judge()) takes it: with poses by the
/// rotation that an angle or a matrix is rounded to.
///
/// # Errors
/// Where `query` is no pair, or names a file.
pub fn provable(query: &Value) -> Result<Value, Fault> {
    Request::read_proved(query)?.perform(&Libraries::closed(), &Describing { query })
}

struct Describing<'v> {
    query: &'v Value,
}

impl Task for Describing<'_> {
    type Outcome = Value;

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Value, Fault> {
        let mut query = self.query.clone();
        restate(&mut query, &a, &b)?;
        Ok(query)
    }
}

/// Restates the shapes of a query that certificates cannot be about as they are written: those of
/// files, and those in poses by an angle or a matrix, for a certificate is about the rotation
/// itself.
pub(crate) fn restate<S: Dimension>(
    query: &mut Value,
    a: &Placed<S>,
    b: &Placed<S>,
) -> Result<(), Fault> {
    let Some(object) = query.as_object_mut() else { return Ok(()) };
    for (side, placed) in [("a", a), ("b", b)] {
        let Some(shape) = object.get(side) else { continue };
        if names_file(shape) || !placed.is_as_written() {
            let mut restated = described(placed)?;
            let moving = MOTION.iter().filter_map(|key| Some((*key, shape.get(key)?.clone())));
            if let Some(keys) = restated.as_object_mut() {
                keys.extend(moving.map(|(key, value)| (key.to_owned(), value)));
            }
            object.insert(side.into(), restated);
        }
    }
    Ok(())
}

struct Proving<'v> {
    query: &'v Value,
    request: &'v Request<'v>,
}

impl Task for Proving<'_> {
    type Outcome = (Value, Proved);

    fn perform<S: Dimension>(&self, a: Placed<S>, b: Placed<S>) -> Result<Self::Outcome, Fault> {
        let unknown = |error| match error {
            CertificateError::Unsupported { which } => Fault::new(format!("{which} is {BEYOND}")),
            other => Fault::new(other),
        };
        let (a, b) = (&a, &b);
        // Not in the page, which has no casts in lines.
        if cfg!(feature = "lines") && self.request.query == QueryKind::Cast {
            let motions: Motions<S> = cast::of_line(self.query, self.request)?;
            let found = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
                cast_certificate(shape_a, pose_a, shape_b, pose_b, &motions.straight()?)
            });
            let found = found.map_err(unknown)?;
            let proved = Proved::of_cast(&found).about(a, b);
            return Ok((write_cast(found)?, proved));
        }
        if cfg!(feature = "lines") && self.request.query == QueryKind::Manifold {
            let within = a.precision.rounded(self.request.touching.max_distance);
            let found = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
                manifold_certificate(shape_a, pose_a, shape_b, pose_b, Scalar::from_f64(within))
            });
            let found = found.map_err(unknown)?;
            has_points(&found, within)?;
            let proved = Proved::of_manifold(&found).about(a, b);
            return Ok((write_manifold(found)?, proved));
        }
        let found = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
            certificate(shape_a, pose_a, shape_b, pose_b)
        });
        let found = found.map_err(unknown)?;
        let proved = Proved::of(&found).about(a, b);
        Ok((write(found)?, proved))
    }
}

/// The certificate of a cast as a JSON value.
fn write_cast<S: Serialize>(certificate: CastCertificate<S>) -> Result<Value, Fault> {
    let CastCertificate { verdict, low, high, direction, early, late, weights } = certificate;
    let time = |time: f64| (time < f64::INFINITY).then_some(time);
    let (no_contact_before, contact_by) = (time(low), time(high));
    let written =
        WrittenCast { verdict, no_contact_before, contact_by, direction, early, late, weights };
    serde_json::to_value(written).map_err(Fault::new)
}

/// The certificate of a cast that a JSON value is.
///
/// # Errors
/// Where it is none.
pub fn read_cast<S>(value: &Value) -> Result<CastCertificate<S>, Fault>
where
    S: Serialize + for<'de> Deserialize<'de>,
{
    let WrittenCast { verdict, no_contact_before, contact_by, direction, early, late, weights } =
        whole::<WrittenCast<S>>(value)?;
    Ok(CastCertificate {
        verdict,
        low: no_contact_before.unwrap_or(f64::INFINITY),
        high: contact_by.unwrap_or(f64::INFINITY),
        direction,
        early,
        late,
        weights,
    })
}

/// Refuses a certificate without contact points of shapes that it proves no farther apart than the
/// query asks: it would say nothing of what the query is about.
pub(crate) fn has_points<S>(
    certificate: &ManifoldCertificate<S>,
    max_distance: f64,
) -> Result<(), Fault> {
    let upper = certificate.pair.upper;
    if certificate.points.is_empty() && upper <= max_distance {
        let message = format!(
            "has no contact points, though the shapes are {upper} apart at most and `max_distance` is \
             {max_distance}"
        );
        return Err(Fault::field("points", message));
    }
    Ok(())
}

/// The certificate of contact points as a JSON value.
fn write_manifold<S: Serialize>(certificate: ManifoldCertificate<S>) -> Result<Value, Fault> {
    let ManifoldCertificate { pair, normal, tilt, lower, upper, gap, points } = certificate;
    let point = |point: CertifiedContact<S>| WrittenContact {
        on_a: point.on_a,
        on_b: point.on_b,
        depth: point.depth,
        from_a: point.from_a.into(),
        from_b: point.from_b.into(),
    };
    let written = WrittenManifold {
        pair: pair.into(),
        normal,
        tilt,
        lower: finite(lower),
        upper: finite(upper),
        gap: finite(gap),
        points: points.into_iter().map(point).collect(),
    };
    serde_json::to_value(written).map_err(Fault::new)
}

/// The certificate of contact points that a JSON value is.
///
/// # Errors
/// Where it is none.
pub fn read_manifold<S>(value: &Value) -> Result<ManifoldCertificate<S>, Fault>
where
    S: Serialize + for<'de> Deserialize<'de>,
{
    let WrittenManifold { pair, normal, tilt, lower, upper, gap, points } =
        whole::<WrittenManifold<S>>(value)?;
    let point = |point: WrittenContact<S>| CertifiedContact {
        on_a: point.on_a,
        on_b: point.on_b,
        depth: point.depth,
        from_a: point.from_a.into(),
        from_b: point.from_b.into(),
    };
    Ok(ManifoldCertificate {
        pair: pair.into(),
        normal,
        tilt,
        lower: lower.unwrap_or(f64::NEG_INFINITY),
        upper: upper.unwrap_or(f64::INFINITY),
        gap: gap.unwrap_or(f64::INFINITY),
        points: points.into_iter().map(point).collect(),
    })
}

/// A bound, unless it claims nothing.
fn finite(bound: f64) -> Option<f64> {
    Some(bound).filter(|bound| bound.is_finite())
}

impl<S> From<Certificate<S>> for Written<S> {
    fn from(certificate: Certificate<S>) -> Self {
        let Certificate { verdict, lower, upper, direction, pairs, weights, facets } = certificate;
        let (lower, upper) = (finite(lower), finite(upper));
        Self { verdict, lower, upper, direction, pairs, weights, facets }
    }
}

impl<S> From<Written<S>> for Certificate<S> {
    fn from(written: Written<S>) -> Self {
        let Written { verdict, lower, upper, direction, pairs, weights, facets } = written;
        Self {
            verdict,
            lower: lower.unwrap_or(f64::NEG_INFINITY),
            upper: upper.unwrap_or(f64::INFINITY),
            direction,
            pairs,
            weights,
            facets,
        }
    }
}

/// The certificate as a JSON value.
fn write<S: Serialize>(certificate: Certificate<S>) -> Result<Value, Fault> {
    serde_json::to_value(Written::from(certificate)).map_err(Fault::new)
}

/// The certificate that a JSON value is.
///
/// # Errors
/// Where it is none.
pub fn read<S>(value: &Value) -> Result<Certificate<S>, Fault>
where
    S: Serialize + for<'de> Deserialize<'de>,
{
    whole::<Written<S>>(value).map(Certificate::from)
}

/// What a value is, where nothing of it is passed over: also within points and pairs.
fn whole<T: Serialize + for<'de> Deserialize<'de>>(value: &Value) -> Result<T, Fault> {
    let read = T::deserialize(value).map_err(Fault::new)?;
    is_read(value, &serde_json::to_value(&read).map_err(Fault::new)?)?;
    Ok(read)
}

/// Refuses keys that are not among those written back.
fn is_read(given: &Value, written: &Value) -> Result<(), Fault> {
    match (given, written) {
        (Value::Object(given), Value::Object(written)) => {
            given.iter().filter(|(_, value)| !value.is_null()).try_for_each(|(key, value)| {
                let unknown = || Fault::field(&field::shortened(key), "is no key here");
                is_read(value, written.get(key).ok_or_else(unknown)?)
            })
        }
        (Value::Array(given), Value::Array(written)) => {
            given.iter().zip(written).try_for_each(|(given, written)| is_read(given, written))
        }
        _ => Ok(()),
    }
}

/// The document of a pair and its certificate: one line, newline included.
///
/// # Errors
/// None that is known: both are JSON already.
pub fn line(query: &Value, certificate: &Value) -> Result<String, Fault> {
    let document = Document { query, certificate };
    Ok(escape::json(serde_json::to_string(&document).map_err(Fault::new)?) + "\n")
}
