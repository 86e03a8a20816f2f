//! `near` as a function of DataFusion that gives a table.

use std::sync::Arc;

use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{DataFusionError, ScalarValue, TableReference};
use datafusion::error::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use datafusion::physical_plan::{ExecutionPlan, collect};

use crate::Shapes;
use crate::columns::wrong;
use crate::near::{near, schema};

/// The function `near('table', within)`.
#[derive(Debug)]
pub(crate) struct NearTable(pub(crate) Shapes);

impl TableFunctionImpl for NearTable {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(table, _), Expr::Literal(within, _)] = args.exprs() else {
            return Err(wrong("near takes the name of a table, in quotes, and a length"));
        };
        let Some(Some(table)) = table.try_as_str() else {
            return Err(wrong(format!("near: must be given the name of a table, is {table}")));
        };
        let ScalarValue::Float64(Some(within)) = within.cast_to(&DataType::Float64)? else {
            return Err(wrong("near: within must be a length"));
        };
        let bodies = TableReference::from(table);
        Ok(Arc::new(NearBodies { shapes: self.0.clone(), bodies, within, schema: schema() }))
    }
}

/// The near pairs of a table.
#[derive(Debug)]
struct NearBodies {
    shapes: Shapes,
    bodies: TableReference,
    within: f64,
    schema: SchemaRef,
}

#[async_trait::async_trait]
impl TableProvider for NearBodies {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Temporary
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let names = &session.config_options().catalog;
        let at = self.bodies.clone().resolve(&names.default_catalog, &names.default_schema);
        let catalog = session.catalog_list().catalog(&at.catalog);
        let none = || DataFusionError::Plan(format!("near: there is no table {}", self.bodies));
        let folder = catalog.and_then(|one| one.schema(&at.schema)).ok_or_else(none)?;
        let table = folder.table(&at.table).await?.ok_or_else(none)?;
        let columns = table.schema();
        let mut wanted = Vec::new();
        for name in ["id", "shape", "pose"] {
            wanted.push(columns.index_of(name)?);
        }
        wanted.extend(columns.index_of("group"));
        let bodies = table.scan(session, Some(&wanted), &[], None).await?;
        let (shapes, within) = (self.shapes.clone(), self.within);
        let stream = Arc::new(NearStream { shapes, bodies, within, schema: self.schema() });
        let plan =
            StreamingTableExec::try_new(self.schema(), vec![stream], projection, [], false, limit)?;
        Ok(Arc::new(plan))
    }
}

/// What answers: it holds all bodies, and some pairs at a time.
#[derive(Debug)]
struct NearStream {
    shapes: Shapes,
    bodies: Arc<dyn ExecutionPlan>,
    within: f64,
    schema: SchemaRef,
}

impl PartitionStream for NearStream {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let (bodies, shapes, within) = (Arc::clone(&self.bodies), self.shapes.clone(), self.within);
        let mut built = RecordBatchReceiverStream::builder(Arc::clone(&self.schema), 2);
        let sender = built.tx();
        built.spawn(async move {
            let schema = bodies.schema();
            let all = concat_batches(&schema, &collect(bodies, context).await?)?;
            // On a thread that may take as long as it takes.
            let search = SpawnedTask::spawn_blocking(move || {
                let [id, shape, pose, group @ ..] = all.columns() else { return Ok(()) };
                for found in near(&shapes, id, shape, pose, group.first(), within)? {
                    if sender.blocking_send(found).is_err() {
                        // Nobody listens any more.
                        break;
                    }
                }
                Ok(())
            });
            search.await.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?
        });
        built.build()
    }
}
