//! `cargo bench --features peers`: the named rows under criterion, with its statistics and its
//! comparison with the last run. One iteration runs every pair of a set; the throughput is in pairs.

use std::time::Duration;

use clearance_bench::cells::{Cell, cells};
use clearance_bench::contenders::{CONTENDERS, Enlist, Verb, WATCHED};
use clearance_bench::pairs::{PairSet, Pools, Regime};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const SEED: u64 = 20;
const PAIRS: usize = 500;
const SHAPES: [&str; 5] = ["box-box", "caps-caps", "hull12", "hull64", "hull256"];

fn race(
    criterion: &mut Criterion,
    name: &str,
    cell: &Cell,
    set: &PairSet,
    field: &[(&str, Enlist)],
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (contender, enlist) in field {
        if let Some(entrant) = enlist(set).filter(|entrant| entrant.answers(cell.verb)) {
            group.bench_function(BenchmarkId::from_parameter(contender), |bencher| {
                bencher.iter(|| entrant.run(cell.verb));
            });
        }
    }
    group.finish();
}

fn queries(criterion: &mut Criterion) {
    for (shapes, cells) in cells().filter(|(shapes, _)| SHAPES.contains(&shapes.name)) {
        let pools = Pools::draw(shapes, SEED);
        for cell in cells {
            let set = pools.pairs(cell.regime, PAIRS, SEED);
            let name = format!("{} {}", shapes.name, cell.query());
            race(criterion, &name, &cell, &set, CONTENDERS);
            let telling = matches!(
                (cell.verb, cell.regime),
                (Verb::Distance, Regime::Near) | (Verb::Penetration, Regime::Deep)
            );
            if telling && shapes.name.starts_with("hull") {
                race(criterion, &format!("observer {name}"), &cell, &set, &WATCHED);
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800));
    targets = queries
}
criterion_main!(benches);
