//! What is printed about a pair.

use clearance::{AtStart, Cast, End, Meeting, Proximity, Space, SupportMap, check};
use serde::Serialize;
use serde_json::Value;

use crate::ask::asked;
use crate::cast::Impact;
use crate::describe::vector;
use crate::effort::Effort;
use crate::fault::Fault;
use crate::id::Id;
use crate::place::Dimension;
use crate::request::Precision;
use crate::shape::Placed;
use crate::stand_in::{Parts, StandIn};

/// Asks the core about a pair. Where a pose is not the very one written, the gap holds what that
/// may make, and what it may turn around is undecided.
///
/// # Errors
/// Where the numbers describe no shape or no pose.
pub fn proximity<S: Dimension>(
    a: &Placed<S>,
    b: &Placed<S>,
    effort: Effort,
) -> Result<Proximity<S>, Fault> {
    let found = asked!(a, b, |shape_a, pose_a, shape_b, pose_b| {
        check(shape_a, pose_a, shape_b, pose_b).map_err(Fault::new)?;
        effort.query().proximity(shape_a, pose_a, shape_b, pose_b).widened()
    });
    if a.is_as_written() && b.is_as_written() {
        return Ok(found);
    }
    Ok(as_written(found, a, b))
}

/// A point of A is `off` times its distance from A's origin elsewhere than as written. As well B
/// may be thought turned back about that origin: then no more than the pair's distance from there
/// counts.
fn as_written<S: Dimension>(found: Proximity<S>, a: &Placed<S>, b: &Placed<S>) -> Proximity<S> {
    let size = |side: &Placed<S>| {
        let shape = side.solid.shape();
        shape.reach() + shape.radius_f64()
    };
    let apart = (b.pose.translation - a.pose.translation).length();
    let mut witness = *found.witness();
    let length = witness.length;
    let moves = |side: &Placed<S>, other: &Placed<S>| {
        let most = size(side).min(apart + size(other) + length);
        // A pose that is as written moves no half-space, endless as it is.
        if side.off > 0.0 { 1.01 * side.off * most } else { 0.0 }
    };
    let moved = moves(a, b) + moves(b, a) + a.shift + b.shift;
    let far = witness.end == End::CutOff && matches!(found, Proximity::Separated(_));
    let is_certain = far || length - witness.gap > moved;
    witness.gap = a.precision.rounded_up(witness.gap + moved);
    match found {
        Proximity::Separated(_) if is_certain => Proximity::Separated(witness),
        Proximity::Intersecting(_) if is_certain => Proximity::Intersecting(witness),
        Proximity::Intersecting(_) | Proximity::Undecided(_) => Proximity::Undecided(witness),
        // An undecided length is a depth, and the distance is no longer than that and the gap.
        Proximity::Separated(_) => {
            witness.gap = a.precision.rounded_up(witness.gap + length);
            witness.length = 0.0;
            Proximity::Undecided(witness)
        }
    }
}

/// The answer that `docs/formats.md` describes.
///
/// Every number is the shortest decimal of the `f64` that it equals, also where it is an `f32`:
/// read in whichever precision, it is the float that `gap` speaks of.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    intersects: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
    distance: f64,
    penetration: Option<f64>,
    normal: Vec<f64>,
    witness_a: Vec<f64>,
    witness_b: Vec<f64>,
    /// Infinite, where nothing is known, prints as `null`.
    gap: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    /// Whether the hull of a part that is not convex stood in the part's place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hull_of_concave: bool,
    /// What holds of the parts then.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    /// How far a pose's matrix is from the nearest rotation, where the option takes that.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_a: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_b: Option<f64>,
    /// What is to be said about the meshes that the shapes come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_a: Option<&'a StandIn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_b: Option<&'a StandIn>,
    /// What `"query":"project"` adds.
    #[serde(flatten)]
    projection: Option<Projection>,
    /// What `"query":"cast"` adds.
    #[serde(flatten)]
    impact: Option<Impact>,
    #[serde(flatten)]
    evidence: Option<Evidence>,
}

/// The point of A's surface nearest to a point.
#[derive(Debug, Serialize)]
struct Projection {
    /// Negative inside.
    signed_distance: f64,
    projection: Vec<f64>,
}

/// What proves an answer, or why nothing does.
#[derive(Debug, Serialize)]
pub struct Evidence {
    query: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_error: Option<String>,
}

impl Evidence {
    /// A pair in full, and its certificate or why there is none.
    pub fn new(query: Value, certificate: Result<Value, Fault>) -> Self {
        let (certificate, certificate_error) = match certificate {
            Ok(certificate) => (Some(certificate), None),
            Err(fault) => (None, Some(fault.to_string())),
        };
        Self { query, certificate, certificate_error }
    }
}

impl<'a> Answer<'a> {
    /// Without meshes or evidence. `id` is the pair's own, if it is to be repeated.
    pub fn new<S: Space>(id: Option<Id<'a>>, proximity: &Proximity<S>) -> Self {
        let witness = proximity.witness();
        let intersects = proximity.intersects();
        let length = witness.length;
        Self {
            id,
            intersects,
            undecided: !proximity.is_decided(),
            distance: if intersects { 0.0 } else { length },
            penetration: intersects.then_some(length),
            normal: vector(witness.normal),
            witness_a: vector(witness.on_a),
            witness_b: vector(witness.on_b),
            gap: witness.gap,
            end: match witness.end {
                End::Converged => None,
                End::CutOff => Some("cut-off"),
                End::Limit => Some("limit"),
            },
            hull_of_concave: false,
            parts: None,
            nearest_a: None,
            nearest_b: None,
            mesh_a: None,
            mesh_b: None,
            projection: None,
            impact: None,
            evidence: None,
        }
    }

    /// Adds the projection, where B is a point: its normal is that from A to B.
    #[must_use]
    pub fn with_projection(self) -> Self {
        let signed_distance = self.distance - self.penetration.unwrap_or(0.0);
        let projection = self.witness_a.clone();
        Self { projection: Some(Projection { signed_distance, projection }), ..self }
    }

    /// Adds what comes of a motion that begins so. Undecided is then what that is, and of parts is
    /// said what holds at every time.
    #[must_use]
    pub fn with_cast<S: Space>(
        self,
        cast: &Cast<S>,
        meeting: &Meeting<f64>,
        precision: Precision,
    ) -> Self {
        // A miss leaves open what is ignored at the start, and what overlaps by less than wanted.
        let target = meeting.target_distance;
        let is_watched = meeting.at_start == AtStart::Report
            || !self.intersects && self.distance - self.gap > target;
        let is_apart = is_watched && target >= 0.0 && cast.hit().is_none();
        let parts = self.parts.map(|_| Parts::of_hulls(!is_apart));
        Self {
            impact: Some(Impact::of(cast, precision)),
            undecided: !cast.is_decided(),
            parts,
            ..self
        }
    }

    /// Adds the nearest rotations that were taken for matrices.
    pub fn with_nearest(self, nearest_a: Option<f64>, nearest_b: Option<f64>) -> Self {
        Self { nearest_a, nearest_b, ..self }
    }

    /// Adds what is to be said about the meshes in the shapes: of those that are not convex or have
    /// notes, and where `all` of the others too.
    pub fn with_meshes<S: Space>(mut self, a: &'a Placed<S>, b: &'a Placed<S>, all: bool) -> Self {
        let said = |mesh: &&StandIn| all || !mesh.convex || !mesh.notes.is_empty();
        self.mesh_a = a.mesh().filter(said);
        self.mesh_b = b.mesh().filter(said);
        self.hull_of_concave = a.is_hull_of_concave() || b.is_hull_of_concave();
        self.parts = self.hull_of_concave.then(|| Parts::of_hulls(self.intersects));
        self
    }

    /// Adds what proves it.
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence: Some(evidence), ..self }
    }
}
