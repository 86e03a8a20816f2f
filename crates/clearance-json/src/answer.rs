//! What is printed about a pair.

use clearance::{End, Proximity, Scalar, Space, Vector, check};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::Value;

use crate::effort::Effort;
use crate::fault::Fault;
use crate::id::Id;
use crate::place::Dimension;
use crate::shape::Placed;
use crate::stand_in::{Parts, StandIn};

/// Asks the core about a pair.
///
/// # Errors
/// Where the numbers describe no shape or no pose.
pub fn proximity<V: Vector<Space: Dimension>>(
    a: &Placed<V>,
    b: &Placed<V>,
    effort: Effort,
) -> Result<Proximity<V>, Fault> {
    check(a.solid.shape(), &a.pose, b.solid.shape(), &b.pose).map_err(Fault::new)?;
    Ok(effort.query().proximity(a.solid.shape(), &a.pose, b.solid.shape(), &b.pose))
}

/// The answer that `docs/formats.md` describes. Floats print in the shortest form that reads back, each in its own precision.
#[derive(Debug, Serialize)]
#[serde(bound = "V::Scalar: Serialize")]
pub struct Answer<'a, V: Vector> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id<'a>>,
    intersects: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
    distance: V::Scalar,
    penetration: Option<V::Scalar>,
    normal: Coordinates<V>,
    witness_a: Coordinates<V>,
    witness_b: Coordinates<V>,
    /// Infinite, where nothing is known, prints as `null`.
    gap: V::Scalar,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    /// Whether the hull of a part that is not convex was asked about in the part's place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hull_of_concave: bool,
    /// What holds of the parts then.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    /// What is to be said about the meshes that the shapes come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_a: Option<&'a StandIn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh_b: Option<&'a StandIn>,
    #[serde(flatten)]
    evidence: Option<Evidence>,
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

impl<'a, V: Vector<Scalar: Serialize>> Answer<'a, V> {
    /// Without meshes or evidence. `id` is the pair's own, if it is to be repeated.
    pub fn new(id: Option<Id<'a>>, proximity: &Proximity<V>) -> Self {
        let witness = proximity.witness();
        let intersects = proximity.intersects();
        Self {
            id,
            intersects,
            undecided: !proximity.is_decided(),
            distance: if intersects { V::Scalar::ZERO } else { witness.length },
            penetration: intersects.then_some(witness.length),
            normal: Coordinates(witness.normal),
            witness_a: Coordinates(witness.on_a),
            witness_b: Coordinates(witness.on_b),
            gap: witness.gap,
            end: match witness.end {
                End::Converged => None,
                End::CutOff => Some("cut-off"),
                End::Limit => Some("limit"),
            },
            hull_of_concave: false,
            parts: None,
            mesh_a: None,
            mesh_b: None,
            evidence: None,
        }
    }

    /// With what is to be said about the meshes in the shapes: of those that are not convex or have notes, and where `all` of the
    /// others too.
    pub fn with_meshes(mut self, a: &'a Placed<V>, b: &'a Placed<V>, all: bool) -> Self {
        let said = |mesh: &&StandIn| all || !mesh.convex || !mesh.notes.is_empty();
        self.mesh_a = a.mesh().filter(said);
        self.mesh_b = b.mesh().filter(said);
        self.hull_of_concave = a.is_hull_of_concave() || b.is_hull_of_concave();
        self.parts = self.hull_of_concave.then(|| Parts::of_hulls(self.intersects));
        self
    }

    /// With what proves it.
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence: Some(evidence), ..self }
    }
}

/// A vector as a list of its coordinates in its own precision.
#[derive(Debug)]
struct Coordinates<V>(V);

impl<V: Vector<Scalar: Serialize>> Serialize for Coordinates<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let space = self.0.to_space();
        let mut list = serializer.serialize_seq(Some(V::Space::DIM))?;
        for i in 0..V::Space::DIM {
            list.serialize_element(&V::Scalar::from_f64(space.coordinate(i)))?;
        }
        list.end()
    }
}
