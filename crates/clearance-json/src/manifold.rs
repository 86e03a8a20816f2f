//! Contact manifolds: what a line asks about them, and what is printed.

use clearance::{
    ContactKey, ContactPoint, Manifold, Scalar, Space, check, contact_feature, contact_points,
};
use serde::Serialize;

use crate::answer::{Evidence, proximity};
use crate::ask::asked;
use crate::describe::vector;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::field::{self, Object};
use crate::id::Id;
use crate::place::{Dimension, rounded};
use crate::shape::Placed;
use crate::stand_in::{Parts, StandIn};

/// The query for the contact of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touching {
    /// Shapes farther apart have no manifold.
    pub max_distance: f64,
    /// Every corner of the patch, not four of them.
    pub all: bool,
}

impl Touching {
    /// The options of a line.
    ///
    /// # Errors
    /// Where one makes no sense, or is one of distances.
    pub fn read(pair: &Object, effort: &Effort) -> Result<Self, Fault> {
        if *effort != Effort::default() {
            let message = "a manifold has no `cut_off`, `max_iterations`, `budget` or \
                           `start`; `max_distance` says how far apart the shapes may be";
            return Err(Fault::field("query", message));
        }
        let within = |fault: Fault| fault.within("max_distance");
        let max_distance = match field::optional(pair, "max_distance") {
            Some(value) => field::number(value).map_err(within)?,
            None => 0.0,
        };
        let all = match field::optional(pair, "all") {
            Some(value) => value.as_bool().ok_or_else(|| {
                Fault::field("all", format!("must be true or false, is {}", field::kind(value)))
            })?,
            None => false,
        };
        Ok(Self { max_distance, all })
    }
}

/// A manifold, and the points that the query wants.
#[derive(Debug)]
pub struct Touched<S: Space> {
    /// Where they touch; the gap holds what poses that are not the very ones written may make.
    pub manifold: Manifold<S>,
    /// Four of the points, two in the plane, or all.
    pub points: Vec<ContactPoint<S>>,
}

/// Asks the core where a pair touches; `None` where it is farther apart.
///
/// # Errors
/// Where the numbers describe no shape or no pose.
pub fn touch<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    wanted: Touching,
) -> Result<Option<Touched<S>>, Fault> {
    let mut all = Vec::new();
    let found = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
        check(shape_a, pose_a, shape_b, pose_b).map_err(Fault::new)?;
        let within = Scalar::from_f64(wanted.max_distance);
        contact_points(shape_a, pose_a, shape_b, pose_b, within, |point| all.push(point.widened()))
            .map(Manifold::widened)
    });
    let Some(mut manifold) = found else { return Ok(None) };
    if !(a.is_as_written() && b.is_as_written()) {
        let moved = proximity(a, b, Effort::default())?.witness().gap;
        manifold.gap = a.precision.rounded_up(manifold.gap + moved);
    }
    let points = if wanted.all { all } else { manifold.points().to_vec() };
    Ok(Some(Touched { manifold, points }))
}

/// One point, as printed.
#[derive(Debug, Serialize)]
struct Point {
    on_a: Vec<f64>,
    on_b: Vec<f64>,
    depth: f64,
    key: String,
}

/// The answer to a `manifold` that `docs/formats.md` describes.
#[derive(Debug, Serialize)]
pub struct ManifoldAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    normal: Option<Vec<f64>>,
    points: Vec<Point>,
    depth: Option<f64>,
    /// Infinite, where nothing is known, prints as `null`.
    gap: Option<f64>,
    /// Corners of the patch before four were chosen.
    corners: u32,
    /// Whether the hull of a part that is not convex stood in the part's place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hull_of_concave: bool,
    /// What holds of the parts then.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_a: Option<&'a StandIn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_b: Option<&'a StandIn>,
    #[serde(flatten)]
    evidence: Option<Evidence>,
}

impl<'a> ManifoldAnswer<'a> {
    /// The answer for a pair; `id` is its own, if it is to be repeated.
    pub fn new<S: Space>(
        id: Option<Id<'a>>,
        touched: Option<&Touched<S>>,
        wanted: Touching,
        a: &'a Placed<S>,
        b: &'a Placed<S>,
    ) -> Self {
        let point = |point: &ContactPoint<S>| Point {
            on_a: vector(point.on_a),
            on_b: vector(point.on_b),
            depth: point.depth + 0.0,
            key: key(point.key),
        };
        let said = |mesh: &&StandIn| !mesh.convex || !mesh.notes.is_empty();
        let hull_of_concave = a.is_hull_of_concave() || b.is_hull_of_concave();
        Self {
            id,
            normal: touched.map(|t| vector(t.manifold.normal)),
            points: touched.map_or(Vec::new(), |t| t.points.iter().map(point).collect()),
            depth: touched.map(|t| t.manifold.depth() + 0.0),
            gap: touched.map(|t| t.manifold.gap),
            corners: touched.map_or(0, |t| t.manifold.corners),
            hull_of_concave,
            parts: hull_of_concave.then(|| Parts::of_touch(touched, wanted.max_distance)),
            mesh_a: a.mesh().filter(said),
            mesh_b: b.mesh().filter(said),
            evidence: None,
        }
    }

    /// Adds what proves it.
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence: Some(evidence), ..self }
    }
}

/// A key as text: many readers of JSON keep 53 bits of a number.
pub(crate) fn key(key: ContactKey) -> String {
    format!("{:016x}", key.0)
}

/// One half of a key in words, of a contact at `point`: `vertex 3`, or where a rim has no corners
/// `upper rim at 90°`: about the shape's own axis, from its x as a rotation about that axis turns.
pub fn feature_in_words<S: Dimension>(side: &Placed<S>, half: u32, point: S) -> String {
    let kind = match half >> 30 {
        1 => "vertex",
        2 => "edge",
        _ => "face",
    };
    let is_round = S::DIM == 3
        && kind != "face"
        && contact_feature(side.solid.shape(), &side.pose, half).is_none();
    if !is_round {
        return format!("{kind} {}", half & 0x3fff_ffff);
    }
    let local = rounded(side.pose.inverse_transform_point(point), side.precision);
    let [x, y, z] = [0, 1, 2].map(|axis| local.coordinate(axis));
    let degrees = (-z).atan2(x).to_degrees().round().rem_euclid(360.0) + 0.0;
    format!("{} rim at {degrees}°", if y < 0.0 { "lower" } else { "upper" })
}
