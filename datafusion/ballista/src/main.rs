//! The functions of `clearance-datafusion` on a cluster of Ballista: one program, three roles. An
//! example, which the gate does not build.
//!
//! ```text
//! clearance-ballista shapes.jsonl scheduler
//! clearance-ballista shapes.jsonl executor 50061
//! clearance-ballista shapes.jsonl executor 50071
//! clearance-ballista shapes.jsonl client pairs.parquet "select count(*) from pairs \
//!     where intersects(a, pose_a, b, pose_b)"
//! ```
//!
//! A query names functions, and does not bring them: scheduler, executors and client register the
//! same ones, with the same shapes, which all of them read. One that has read others refuses.

use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clearance_datafusion::{Shapes, scalar_functions};
use datafusion::error::Result;
use datafusion::execution::{FunctionRegistry, SessionState};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};

type Fault = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str = "clearance-ballista SHAPES scheduler | executor PORT | client PARQUET SQL";

#[tokio::main]
async fn main() -> std::result::Result<(), Fault> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    match given[..] {
        [shapes, "scheduler"] => scheduler(Shapes::read(shapes)?).await,
        [shapes, "executor", port] => executor(&Shapes::read(shapes)?, port.parse()?).await,
        [shapes, "client", parquet, query] => client(&Shapes::read(shapes)?, parquet, query).await,
        _ => Err(USAGE.into()),
    }
}

fn state(config: SessionConfig, shapes: &Shapes) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    for function in scalar_functions(shapes) {
        state.register_udf(Arc::new(function))?;
    }
    Ok(state)
}

async fn scheduler(shapes: Shapes) -> std::result::Result<(), Fault> {
    let mut config = SchedulerConfig::default()
        .with_override_session_builder(Arc::new(move |config| state(config, &shapes)));
    // By default a dead executor is missed after three minutes, and looked for every 15 seconds.
    config.executor_timeout_seconds = 20;
    config.expire_dead_executor_interval_seconds = 5;
    let address = format!("127.0.0.1:{}", config.bind_port).parse()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    Ok(start_server(cluster, address, Arc::new(config)).await?)
}

async fn executor(shapes: &Shapes, port: u16) -> std::result::Result<(), Fault> {
    let state = state(SessionConfig::new(), shapes)?;
    let config = ExecutorProcessConfig {
        port,
        grpc_port: port + 1,
        executor_heartbeat_interval_seconds: 5,
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
        ..ExecutorProcessConfig::default()
    };
    Ok(start_executor_process(Arc::new(config)).await?)
}

async fn client(shapes: &Shapes, parquet: &str, query: &str) -> std::result::Result<(), Fault> {
    let context = SessionContext::remote("df://localhost:50050").await?;
    // It forgets the functions that a state had.
    for function in scalar_functions(shapes) {
        context.register_udf(function);
    }
    // Else a function is called anew for each field that is read of its answer.
    context.sql("set datafusion.optimizer.enable_leaf_expression_pushdown = false").await?;
    context.register_parquet("pairs", parquet, ParquetReadOptions::default()).await?;
    Ok(context.sql(query).await?.show().await?)
}
