//! A thousand balls and boxes: the near pairs of a table, in SQL, and what a join makes of them.
//!
//! `cargo run --example near`

use std::sync::Arc;

use clearance_datafusion::{Shapes, register_all};
use datafusion::arrow::array::{ArrayRef, FixedSizeListArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::Float64Type;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

const SHAPES: &str = r#"{"type":"sphere","radius":0.5}
{"type":"box","half_extents":[0.3,0.4,0.5]}
"#;

#[tokio::main]
async fn main() -> Result<()> {
    let context = SessionContext::new();
    register_all(&context, Shapes::of(SHAPES)?);

    // Translations; with a quaternion x, y, z, w they would be lists of 7.
    let at = |n: u32| [n / 100, n / 10 % 10, n % 10].map(|step| Some(f64::from(step) * 0.9));
    let poses = (0..1000).map(|n| Some(at(n)));
    let columns: [(&str, ArrayRef); 3] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..1000))),
        ("shape", Arc::new(Int64Array::from_iter_values((0..1000).map(|n| n % 2)))),
        ("pose", Arc::new(FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>(poses, 3))),
    ];
    let bodies = RecordBatch::try_from_iter(columns)?;
    let table = MemTable::try_new(bodies.schema(), vec![vec![bodies]])?;
    context.register_table("bodies", Arc::new(table))?;

    let by_class = "select status, count(*) as pairs, min(distance), max(gap) \
                    from near('bodies', 0.05) group by status order by status";
    context.sql(by_class).await?.show().await?;

    let deepest = "select n.a, n.b, n.distance, one.shape, two.shape from near('bodies', 0.05) n \
                   join bodies one on one.id = n.a join bodies two on two.id = n.b \
                   order by n.distance, n.a limit 3";
    context.sql(deepest).await?.show().await
}
