//! What [`clearance`] reads and writes as JSON: pairs of shapes, answers, certificates, and
//! [`trace`]s of whole queries. The command line and the page speak this text, and so may any other
//! program.
//!
//! ```
//! use clearance_json::{Context, Libraries, answer};
//!
//! let pair = r#"{"dim":3,"a":{"type":"box","half_extents":[1,2,3]},
//!     "b":{"type":"sphere","radius":0.5,"pose":{"translation":[4,0,0]}}}"#;
//! // Without a directory: a pair that names a mesh file is refused.
//! let context = Context::new(Libraries::closed());
//! let answer = answer(&context, &serde_json::from_str(pair)?)?;
//! assert!(answer.starts_with(r#"{"intersects":false,"distance":2.5,"#), "{answer}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! line ─> request ─> shape ─> place, library      a line of text to two placed shapes, in the space and precision meant
//!   │                  ├────> kind ─> suggest      the types of shapes and their keys
//!   │                  └────> stand_in             what is to be said where a hull takes a part's place
//!   ├───> scene <─ moving, patches                bodies of triangles or of many parts
//!   ├───> effort                                  how hard to look
//!   ├───> answer, cast, manifold                  what is printed about them, and their motion
//!   └───> describe, document                      and what proves it
//! judge ─> document                               is what was printed true?
//! trace ─> request, document, answer              every step of a query
//! line ──> unique                                 text to JSON
//! all ───> field, fault, escape, id               what is wrong, and where; text of strangers
//! ```

pub mod answer;
mod ask;
mod beside;
pub mod cast;
pub mod describe;
pub mod document;
pub mod effort;
pub mod escape;
pub mod fault;
pub mod field;
pub mod id;
pub mod judge;
mod keys;
pub mod kind;
pub mod library;
pub mod line;
pub mod manifold;
mod matrix;
#[cfg(feature = "bodies")]
pub mod moving;
#[cfg(feature = "lines")]
mod patches;
pub mod place;
pub mod proved;
pub mod request;
#[cfg(feature = "bodies")]
pub mod scene;
pub mod shape;
pub mod stand_in;
pub mod suggest;
pub mod trace;
mod unique;
#[cfg(feature = "lines")]
mod volume;

pub use effort::Effort;
pub use fault::Fault;
pub use id::Id;
pub use judge::judge;
pub use library::{Libraries, Library};
pub use line::{Context, answer, answer_line, unanswered_line};
pub use manifold::{ManifoldAnswer, Touched, Touching};
#[cfg(feature = "lines")]
pub use patches::ContactsAnswer;
pub use place::Dimension;
pub use proved::Proved;
pub use request::{Precision, Request, Task};
pub use shape::{Placed, Solid};
pub use stand_in::{Parts, StandIn};
pub use trace::Trace;
