//! The verbs of `clearance` as functions of [DataFusion](https://datafusion.apache.org): of SQL, of
//! its data frames, and of plain Arrow arrays.
//!
//! ```no_run
//! # async fn run() -> datafusion::error::Result<()> {
//! use clearance_datafusion::{Shapes, register_all};
//! use datafusion::prelude::*;
//!
//! let context = SessionContext::new();
//! register_all(&context, Shapes::read("shapes.jsonl")?);
//! context.register_csv("pairs", "pairs.csv", CsvReadOptions::new()).await?;
//! context.sql("select proximity(a, pose_a, b, pose_b) from pairs").await?.show().await?;
//! # Ok(())
//! # }
//! ```
//!
//! Names, the order of arguments, columns and their meaning are those of `clearance.arrow` in
//! Python; what is a keyword there follows in the order of its signature. A literal `NULL` for a
//! pose is the origin, as `None` is there; a row with a null in it has a null for an answer.
//!
//! | function | answers |
//! | --- | --- |
//! | `proximity(a, pose_a, b, pose_b)` | structs of `status`, `distance`, `gap`, `normal`, `point_a`, `point_b` |
//! | `intersects(a, pose_a, b, pose_b)` | booleans |
//! | `casts(a, pose_a, b, pose_b, velocity[, velocity_a[, max_time[, target_distance[, at_start]]]])` | structs of `outcome`, `time_low`, `time_high`, `normal`, `point_a`, `point_b` |
//! | `manifolds(a, pose_a, b, pose_b[, max_distance])` | structs of `status`, `distance`, `gap`, `normal`, `points` |
//! | `signed_distance(shape, pose, points)` | structs of `status`, `distance`, `gap`, `normal`, `point` |
//! | `near('table', within)` | a table of `a`, `b` and what `proximity` has |
//!
//! Shapes are indices into [`Shapes`]; poses lists of 7 numbers, translation and quaternion x, y,
//! z, w, or of 3, a translation.

mod answers;
mod columns;
mod near;
mod pairs;
mod shapes;
mod table;
mod verb;

pub use near::{Near, near};
pub use pairs::{Pairs, casts, intersects, manifolds, proximity, signed_distance};
pub use shapes::Shapes;

use std::sync::Arc;

use datafusion::execution::context::SessionContext;
use datafusion::logical_expr::ScalarUDF;

/// Makes all functions known to a context. They hold the shapes, which all queries share.
///
/// ```
/// use clearance_datafusion::{Shapes, register_all};
/// use datafusion::execution::FunctionRegistry;
/// use datafusion::prelude::SessionContext;
///
/// let context = SessionContext::new();
/// register_all(&context, Shapes::of(r#"{"type":"sphere","radius":0.5}"#)?);
/// assert!(context.udf("proximity").is_ok());
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn register_all(context: &SessionContext, shapes: Shapes) {
    for verb in verb::VERBS {
        context.register_udf(ScalarUDF::from(verb::Function::new(verb, &shapes)));
    }
    context.register_udtf("near", Arc::new(table::NearTable(shapes)));
}

/// The scalar functions for processes that send plans to each other: scheduler, executors and
/// client of a cluster, each of which registers them.
///
/// A plan names functions and does not bring their shapes. So the names in plans end with a hash of
/// the shapes, and a process that has others does not know them; queries call them as ever.
///
/// ```
/// let shapes = clearance_datafusion::Shapes::of(r#"{"type":"sphere","radius":0.5}"#)?;
/// assert_eq!(clearance_datafusion::scalar_functions(&shapes).len(), 5);
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn scalar_functions(shapes: &Shapes) -> Vec<ScalarUDF> {
    let mark = shapes.mark();
    verb::VERBS
        .iter()
        .map(|verb| ScalarUDF::from(verb::Function::new(verb, shapes).marked(&mark)))
        .collect()
}
