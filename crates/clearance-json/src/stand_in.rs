//! What a hull stands for: a mesh, and whether the hull may take its place.

use clearance::{Convexity, Scalar, Space};
use clearance_scene::mesh::is_convex;
use serde::{Deserialize, Serialize};

use crate::manifold::Touched;

/// A mesh whose hull takes its place in a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandIn {
    /// The file that the mesh was read from.
    pub path: String,
    /// How many corners the hull has.
    pub hull_vertices: usize,
    /// Whether the mesh is convex up to the rounding of its file: only then is its hull the mesh
    /// itself.
    pub convex: bool,
    /// How deep the deepest dent is.
    pub deepest_dent: f64,
    /// Where it is, in the frame of the mesh.
    pub deepest_at: [f64; 3],
    /// The share of the hull's volume that the mesh fills; `None` where the mesh is not closed, or
    /// flat.
    pub volume_ratio: Option<f64>,
    /// What else is to be said about the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl StandIn {
    /// The hull of a mesh, by what its convexity was found to be.
    pub fn new(path: &str, found: &Convexity<3>, notes: Vec<String>) -> Self {
        Self {
            path: path.into(),
            hull_vertices: found.hull_vertices,
            convex: is_convex(found),
            deepest_dent: found.deepest_dent,
            deepest_at: found.deepest_at,
            volume_ratio: found.volume_ratio,
            notes,
        }
    }
}

/// What is proven of hulls, said of the parts themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Parts {
    /// A part lies within its hull, so hulls apart prove the parts apart, and their distance bounds
    /// that of the parts from below. Of a motion: at every time.
    Apart,
    /// One hull may reach into a dent of the other. Of a motion: the parts meet no sooner than the
    /// hulls, if they do.
    Unknown,
}

impl Parts {
    /// What is known of parts whose hulls intersect, or may, or do not.
    pub const fn of_hulls(intersect: bool) -> Self {
        if intersect { Self::Unknown } else { Self::Apart }
    }

    /// What is known of parts whose hulls touch at these points; without any they are farther apart.
    pub(crate) fn of_touch<S: Space>(touched: Option<&Touched<S>>, max_distance: f64) -> Self {
        Self::of_hulls(match touched.map(|touched| &touched.manifold) {
            Some(manifold) => !(manifold.depth().to_f64() + manifold.gap.to_f64() < 0.0),
            // A negative one leaves open what overlaps by less.
            None => !(max_distance >= 0.0),
        })
    }
}
