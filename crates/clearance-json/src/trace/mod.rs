//! A whole query, step by step: `docs/trace.md` documents the format.
//!
//! ```
//! use clearance_json::trace::{Step, Trace};
//! use clearance_json::{Effort, Libraries};
//!
//! let pair = r#"{"dim":2,"a":{"type":"box","half_extents":[1,1]},
//!     "b":{"type":"polygon","vertices":[[2,-1],[4,0],[2,1]]}}"#;
//! let trace = Trace::of_line(&serde_json::from_str(pair)?, &Libraries::closed(), None, Effort::default())?;
//! let Some(Step::GjkEnd(end)) = trace.steps.last() else { panic!("they are apart") };
//! assert_eq!(end.nearest, [-1.0, 0.0]);
//! println!("{}", trace.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod look;
mod make;
mod record;
mod says;
mod table;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::escape;
use crate::fault::Fault;
use crate::request::Precision;

pub use record::Recorder;

/// The version of the format, its first key.
pub const VERSION: u32 = 1;

/// Every step of a query, with all that is needed to ask it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// [`VERSION`].
    pub clearance_trace: u32,
    /// 2 or 3.
    pub dim: usize,
    /// In which floats the pair is meant. The steps are in `f64` either way.
    pub precision: Precision,
    /// The pair, as a line of `clearance query`: without files, and with the options of the query.
    pub query: Value,
    /// A's frame, which the steps are in.
    pub frame: Frame,
    /// The radii of balls that grow the cores of A and B. The steps are about the cores.
    pub radii: [f64; 2],
    /// How the query was watched.
    pub method: Method,
    /// Methods of [`clearance::Method`] that the plain query tried, in their order: the last one
    /// settled the answer. None of a cast.
    #[serde(default)]
    pub methods: Vec<String>,
    /// In the order in which they were taken.
    pub steps: Vec<Step>,
    /// What proves how the pair stands, if anything does.
    pub certificate: Option<Value>,
    /// Why nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate_error: Option<String>,
    /// The answer of the plain query, as `clearance query` prints it: text, so that it stays so
    /// to the digit.
    pub answer: Box<RawValue>,
}

/// The place of A in the world: `world = origin + x axes[0] + y axes[1] + z axes[2]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Where A's origin is.
    pub origin: Vec<f64>,
    /// A's axes, as many as dimensions.
    pub axes: Vec<Vec<f64>>,
}

/// How a query was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// GJK, and EPA where GJK proves no distance. A watched query uses no formula.
    Iterations,
}

/// One step of one of the algorithms. All points are in A's frame and in the caller's lengths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// An iteration of GJK.
    Gjk(Gjk),
    /// What GJK ended with.
    GjkEnd(GjkEnd),
    /// An iteration of EPA.
    Epa(Epa),
    /// A look at one time of a cast.
    Look(Look),
}

/// One iteration of GJK, which finds a support point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gjk {
    /// Counted from 0.
    pub iteration: u32,
    /// The vertices of the feature nearest to the origin, before the support point joins them; the
    /// newest last.
    pub simplex: Vec<Vertex>,
    /// Which vertices are gone since the step before, counted in its `simplex` with its `support`
    /// behind it.
    pub dropped: Vec<usize>,
    /// The Voronoi region in which the origin lies; `None` while there is no simplex.
    pub region: Option<Region>,
    /// The point of the simplex nearest to the origin.
    pub nearest: Option<Vec<f64>>,
    /// The direction of the support point, of unit length: from `nearest` to the origin.
    pub direction: Vec<f64>,
    /// The support point of the difference.
    pub support: Vertex,
    /// The distance of the cores is this at least; negative while no plane separates them.
    pub lower: Option<f64>,
    /// The distance of the cores is this at most; `None` while nothing is known.
    pub upper: Option<f64>,
    /// What happened and why.
    pub says: String,
}

/// What GJK ended with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GjkEnd {
    /// The vertices of the feature nearest to the origin.
    pub simplex: Vec<Vertex>,
    /// Which vertices are gone since the last step, counted as there; its support point too, where
    /// it did not join.
    pub dropped: Vec<usize>,
    /// The Voronoi region in which the origin lies.
    pub region: Region,
    /// The point of the simplex nearest to the origin.
    pub nearest: Vec<f64>,
    /// Why it ended.
    pub says: String,
}

/// One iteration of EPA, which finds a support point beyond the facet nearest to the origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epa {
    /// Counted from 0.
    pub iteration: u32,
    /// The vertices of the polytope, before the support point joins them; the newest last.
    pub vertices: Vec<Vertex>,
    /// The facets by their vertices: triangles counter-clockwise from outside, in the plane edges.
    pub facets: Vec<Vec<u16>>,
    /// The facet nearest to the origin.
    pub chosen: usize,
    /// Its outward unit normal.
    pub direction: Vec<f64>,
    /// The support point of the difference along it.
    pub support: Vertex,
    /// The edges around the facets that the support point sees, which it takes the place of; in the
    /// plane one pair of end vertices. Empty where the point does not join.
    pub horizon: Vec<[u16; 2]>,
    /// The depth of the cores is this at least; `None` while the polytope does not hold the origin.
    pub lower: Option<f64>,
    /// The depth of the cores is this at most.
    pub upper: Option<f64>,
    /// What happened and why.
    pub says: String,
}

/// How the shapes of a cast stand at a time, and what follows for later times. The normal and the
/// points are in A's frame, which moves with A.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Counted from 0.
    pub iteration: u32,
    /// The time of the look; there is no contact before it.
    pub time: f64,
    /// The unit normal of a plane between the cores, from A to B.
    pub normal: Vec<f64>,
    /// The point of A's core nearest to B's.
    pub on_a: Vec<f64>,
    /// The point of B's core, which stands where it is at the time.
    pub on_b: Vec<f64>,
    /// How much nearer along the normal they must come to be in contact, at least; not positive
    /// where no plane tells them from shapes in contact.
    pub ahead: Option<f64>,
    /// How fast they approach along the normal, at most.
    pub closing: Option<f64>,
    /// No contact before this time; `None`: never.
    pub free_until: Option<f64>,
    /// Contact no later than this; `None` while none is proved.
    pub contact_by: Option<f64>,
    /// What is seen and what follows.
    pub says: String,
}

/// A vertex of the difference, and the pair of points that made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vertex {
    /// `on_a` minus `on_b`.
    pub point: Vec<f64>,
    /// The point of A's core.
    pub on_a: Vec<f64>,
    /// The point of B's core.
    pub on_b: Vec<f64>,
    /// Which corners of A and of B these are; `None` on curved surfaces.
    pub features: [Option<u32>; 2],
}

/// The Voronoi region of a simplex: the kind of its feature that is nearest to the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// A vertex is nearest.
    Vertex,
    /// An edge.
    Edge,
    /// In space, a face.
    Face,
    /// The origin is inside the simplex.
    Inside,
}

impl Trace {
    /// Whether it is that of a cast, whose steps are looks at times.
    pub fn is_of_cast(&self) -> bool {
        self.query.get("query").and_then(Value::as_str) == Some("cast")
    }

    /// Reads a trace.
    ///
    /// # Errors
    /// Where the text is no trace, one of another version, or one that contradicts itself.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let found: u64 = serde_json::from_str::<Value>(text)
            .ok()
            .and_then(|value| value.get("clearance_trace")?.as_u64())
            .ok_or_else(|| Fault::new("is no trace; `clearance trace` writes them"))?;
        if found != u64::from(VERSION) {
            let message = format!("is {found}, and {VERSION} is the version that is read here");
            return Err(Fault::field("clearance_trace", message));
        }
        let trace: Self = serde_json::from_str(text).map_err(Fault::new)?;
        trace.check().map(|()| trace)
    }

    /// The trace as one line of JSON, newline included.
    ///
    /// # Errors
    /// None that is known.
    pub fn json(&self) -> Result<String, Fault> {
        Ok(escape::json(serde_json::to_string(self).map_err(Fault::new)?) + "\n")
    }

    /// The steps as a table to read, each with its sentence.
    pub fn text(&self) -> String {
        table::text(self)
    }
}
