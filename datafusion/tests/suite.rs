//! The functions in SQL, against closed forms; and against `clearance.arrow` in Python, byte by byte.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::sync::Arc;

use clearance_datafusion::{Shapes, register_all, scalar_functions};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Float64Array, Int64Array, Int64Builder, ListBuilder, RecordBatch,
    StringArray,
};
use datafusion::arrow::array::{FixedSizeListArray, Float64Builder};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, Float64Type, Int8Type, Int64Type, UInt64Type};
use datafusion::arrow::ipc::reader::FileReader;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

const SHAPES: &str = r#"{"type":"sphere","radius":0.5}
{"type":"box","half_extents":[1.0,1.0,1.0]}
"#;

fn context() -> SessionContext {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(2));
    register_all(&context, Shapes::of(SHAPES).unwrap());
    context
}

fn integers(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

fn triples(values: impl IntoIterator<Item = [f64; 3]>) -> ArrayRef {
    let rows = values.into_iter().map(|row| Some(row.map(Some)));
    Arc::new(FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>(rows, 3))
}

fn table(context: &SessionContext, name: &str, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let table = MemTable::try_new(batch.schema(), vec![vec![batch]]).unwrap();
    context.register_table(name, Arc::new(table)).unwrap();
}

async fn asked(context: &SessionContext, query: &str) -> Result<RecordBatch> {
    let found = context.sql(query).await?;
    let schema = Arc::new(found.schema().as_arrow().clone());
    Ok(concat_batches(&schema, &found.collect().await?)?)
}

fn numbers(batch: &RecordBatch, column: usize) -> Vec<f64> {
    batch.column(column).as_primitive::<Float64Type>().values().to_vec()
}

/// A ball at the origin and ones along x: their distance is that of the centres less one.
fn balls(context: &SessionContext) -> Vec<f64> {
    let places = [3.0, 1.5, 1.0, 0.75];
    let zeros = || integers([0; 4]);
    let (at, still) = (triples(places.map(|x| [x, 0.0, 0.0])), triples([[0.0; 3]; 4]));
    let velocity = triples([[-4.0, 0.0, 0.0]; 4]);
    let columns = vec![
        ("a", zeros()),
        ("pose_a", still),
        ("b", zeros()),
        ("pose_b", at),
        ("velocity", velocity),
    ];
    table(context, "pairs", columns);
    places.map(|x| x - 1.0).to_vec()
}

#[tokio::test]
async fn distances_of_balls() {
    let context = context();
    let truth = balls(&context);
    let query = "select get_field(p, 'distance'), get_field(p, 'gap'), get_field(p, 'status'), get_field(p, 'point_b') from \
                 (select proximity(a, pose_a, b, pose_b) as p from pairs)";
    let found = asked(&context, query).await.unwrap();
    let gaps = numbers(&found, 1);
    for ((one, gap), truth) in numbers(&found, 0).iter().zip(&gaps).zip(&truth) {
        assert!((one - truth).abs() <= *gap && *gap < 1e-12, "{one} is not {truth}");
    }
    assert_eq!(found.column(2).as_primitive::<Int8Type>().values(), &[0, 0, 1, 1]);
    let points = found.column(3).as_fixed_size_list().values();
    assert!((points.as_primitive::<Float64Type>().value(0) - 2.5).abs() < 1e-12);
    let flags = asked(&context, "select intersects(a, NULL, b, pose_b) from pairs").await.unwrap();
    let flags: Vec<_> = flags.column(0).as_boolean().iter().collect();
    assert_eq!(flags, [Some(false), Some(false), Some(true), Some(true)]);
}

#[tokio::test]
async fn casts_of_balls() {
    let context = context();
    let truth = balls(&context);
    for (given, speed, times) in [
        ("velocity", 4.0, 1.0),
        ("velocity, velocity", 0.0, 1.0),
        ("velocity, NULL, 0.25", 4.0, 0.25),
        ("velocity, NULL, 1, 0, 'report'", 4.0, 1.0),
    ] {
        let query = format!(
            "select get_field(p, 'time_low'), get_field(p, 'time_high'), get_field(p, 'outcome') from \
             (select casts(a, pose_a, b, pose_b, {given}) as p from pairs)"
        );
        let found = asked(&context, &query).await.unwrap();
        let outcome = found.column(2).as_primitive::<Int8Type>();
        for (row, apart) in truth.iter().enumerate() {
            let at = if *apart > 0.0 { apart / speed } else { 0.0 };
            let is_hit = *apart <= 0.0 || at <= times;
            assert_eq!(outcome.value(row), i8::from(is_hit), "{given}, row {row}");
            if is_hit {
                let (low, high) = (numbers(&found, 0)[row], numbers(&found, 1)[row]);
                assert!(low - 1e-9 <= at && at <= high + 1e-9 && high - low < 1e-6, "{given}");
            }
        }
    }
}

#[tokio::test]
async fn boxes_touch_at_four_points() {
    let context = context();
    let ones = || integers([1, 1]);
    let at = triples([[0.5, 2.0, 0.0], [0.0, 3.0, 0.0]]);
    table(&context, "boxes", vec![("a", ones()), ("b", ones()), ("at", at)]);
    let query = "select get_field(p, 'points'), get_field(p, 'normal'), get_field(p, 'distance') from \
                 (select manifolds(a, NULL, b, at) as p from boxes)";
    let found = asked(&context, query).await.unwrap();
    let points = found.column(0).as_list::<i64>();
    assert_eq!((points.value(0).len(), points.value(1).len()), (4, 0));
    let first = points.value(0);
    let on_a = first.as_struct().column_by_name("point_a").unwrap().as_fixed_size_list().values();
    let mut corners: Vec<_> =
        on_a.as_primitive::<Float64Type>().values().chunks(3).map(|p| [p[0], p[1], p[2]]).collect();
    corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
    let truth = [[-0.5, 1.0, -1.0], [-0.5, 1.0, 1.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0]];
    for (found, truth) in corners.iter().flatten().zip(truth.iter().flatten()) {
        assert!((found - truth).abs() < 1e-12, "{corners:?}");
    }
    assert!(numbers(&found, 2)[1].is_nan());
    let wide =
        asked(&context, "select get_field(manifolds(a, NULL, b, at, 1.5), 'distance') from boxes");
    assert!((numbers(&wide.await.unwrap(), 0)[1] - 1.0).abs() < 1e-12);
}

#[tokio::test]
async fn points_inside_and_outside() {
    let context = context();
    let points = triples([[2.0, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 3.0]]);
    table(&context, "points", vec![("shape", integers([0, 0, 1])), ("to", points)]);
    let query = "select get_field(signed_distance(shape, NULL, \"to\"), 'distance') from points";
    let found = numbers(&asked(&context, query).await.unwrap(), 0);
    for (found, truth) in found.iter().zip([1.5, -0.25, 2.0]) {
        assert!((found - truth).abs() < 1e-12, "{found} is not {truth}");
    }
}

#[tokio::test]
async fn nulls_are_null_and_faults_name_their_rows() {
    let context = context();
    let mut shape = Int64Builder::new();
    shape.extend([Some(0), None, Some(0), Some(0)]);
    let mut pose = ListBuilder::new(Float64Builder::new());
    for row in [Some(vec![Some(3.0), Some(0.0), Some(0.0)]), Some(vec![]), None] {
        match row {
            Some(row) if row.is_empty() => pose.append_value([Some(1.0); 3]),
            Some(row) => pose.append_value(row),
            None => pose.append_null(),
        }
    }
    pose.append_value([Some(2.0), None, Some(0.0)]);
    let columns: Vec<(&str, ArrayRef)> =
        vec![("s", Arc::new(shape.finish())), ("at", Arc::new(pose.finish()))];
    table(&context, "some", columns);
    let found = asked(&context, "select proximity(s, NULL, s, at) from some").await.unwrap();
    let valid: Vec<_> = (0..4).map(|row| found.column(0).is_valid(row)).collect();
    assert_eq!(valid, [true, false, false, false]);

    let wrong = |name: &'static str, column: ArrayRef, zeros: ArrayRef| {
        let context = context.clone();
        async move {
            table(&context, name, vec![("x", column), ("z", zeros)]);
            let query = match name {
                "index" => format!("select intersects(x, NULL, z, NULL) from {name}"),
                _ => format!("select intersects(z, NULL, z, x) from {name}"),
            };
            asked(&context, &query).await.unwrap_err().to_string()
        }
    };
    let told = wrong("index", integers([0, 7]), integers([0, 0])).await;
    assert!(told.contains("a[1]: names shape 7, but there are 2"), "{told}");
    let nan = triples([[0.0; 3], [f64::NAN, 0.0, 0.0]]);
    let told = wrong("nan", nan, integers([0, 0])).await;
    assert!(told.contains("pose_b[1]"), "{told}");
    let told = wrong("text", Arc::new(StringArray::from(vec!["x"])), integers([0])).await;
    assert!(told.contains("must be of lists of numbers"), "{told}");
}

/// Balls on a lattice, whose neighbours along an axis are 0.25 apart.
fn lattice(context: &SessionContext, side: i64) {
    let count = side * side * side;
    let place = |n: i64| [n / (side * side), n / side % side, n % side].map(|k| k as f64 * 1.25);
    let group = (0..count).map(|n| (n / (side * side) == 0).then_some("floor"));
    let columns: Vec<(&str, ArrayRef)> = vec![
        // Not in order.
        ("id", integers((0..count).rev())),
        ("shape", integers((0..count).map(|_| 0))),
        ("pose", triples((0..count).rev().map(place))),
    ];
    table(context, "bodies", columns.clone());
    let with_group =
        [columns, vec![("group", Arc::new(StringArray::from_iter(group.rev())))]].concat();
    table(context, "grouped", with_group);
}

#[tokio::test]
async fn near_pairs_of_a_lattice() {
    let context = context();
    let side = 12;
    lattice(&context, side);
    let found = asked(&context, "select a, b, distance, gap from near('bodies', 0.25001)").await;
    let found = found.unwrap();
    // Of each of its lines one pair less than it has balls.
    assert_eq!(found.num_rows() as i64, 3 * side * side * (side - 1));
    let [a, b] = [0, 1].map(|i| found.column(i).as_primitive::<Int64Type>().values().to_vec());
    for ((a, b), (distance, gap)) in
        a.iter().zip(&b).zip(numbers(&found, 2).iter().zip(numbers(&found, 3)))
    {
        assert!([1, side, side * side].contains(&(b - a)));
        assert!((distance - 0.25).abs() <= gap && gap < 1e-12);
    }
    assert!(a.iter().zip(&b).is_sorted(), "in order of a, then b");
    let none = asked(&context, "select count(*) from near('bodies', 0.2)").await.unwrap();
    assert_eq!(none.column(0).as_primitive::<Int64Type>().value(0), 0);
    let query = "select count(*) from near('grouped', 0.25001)";
    let grouped = asked(&context, query).await.unwrap();
    // Without the pairs of the first layer.
    let floor = 2 * side * (side - 1);
    let count = grouped.column(0).as_primitive::<Int64Type>().value(0);
    assert_eq!(count, 3 * side * side * (side - 1) - floor);
}

#[tokio::test]
async fn more_pairs_than_are_held_at_once() {
    let context = context();
    lattice(&context, 8);
    let query = "select count(*), count(distinct a * 1000 + b), max(distance) \
                 from near('bodies', 1000)";
    let found = asked(&context, query).await.unwrap();
    let count = |i: usize| found.column(i).as_primitive::<Int64Type>().value(0);
    assert_eq!((count(0), count(1)), (512 * 511 / 2, 512 * 511 / 2));
    let farthest = 3_f64.sqrt() * 7.0 * 1.25 - 1.0;
    assert!((numbers(&found, 2)[0] - farthest).abs() < 1e-11);
}

#[tokio::test]
async fn near_refuses() {
    let context = context();
    lattice(&context, 2);
    let twice = vec![
        ("id", integers([5, 5])),
        ("shape", integers([0, 0])),
        ("pose", triples([[0.0; 3], [9.0; 3]])),
    ];
    table(&context, "twice", twice);
    for (query, told) in [
        ("select * from near('twice', 1)", "5 stands for more than one body"),
        ("select * from near('nowhere', 1)", "there is no table nowhere"),
        ("select * from near('bodies', -1)", "must be a length"),
        ("select * from near('bodies')", "a length"),
    ] {
        let error = asked(&context, query).await.unwrap_err().to_string();
        assert!(error.contains(told), "{query}: {error}");
    }
}

fn read(folder: &str, name: &str) -> RecordBatch {
    let file = std::fs::File::open(format!("{folder}/{name}.arrow")).unwrap();
    let reader = FileReader::try_new(file, None).unwrap();
    let schema = reader.schema();
    let batches: Vec<_> = reader.map(std::result::Result::unwrap).collect();
    concat_batches(&schema, &batches).unwrap()
}

/// The bits of all numbers of a column.
fn bits(column: &ArrayRef) -> Vec<u64> {
    match column.data_type() {
        DataType::Struct(_) => column.as_struct().columns().iter().flat_map(bits).collect(),
        DataType::FixedSizeList(..) => bits(column.as_fixed_size_list().values()),
        DataType::LargeList(_) => {
            let lists = column.as_list::<i64>();
            let ends = lists.value_offsets().iter().map(|end| *end as u64);
            ends.chain(bits(lists.values())).collect()
        }
        DataType::Float64 => {
            let numbers: &Float64Array = column.as_primitive::<Float64Type>();
            numbers.values().iter().map(|number| number.to_bits()).collect()
        }
        DataType::Int8 => {
            column.as_primitive::<Int8Type>().values().iter().map(|n| *n as u64).collect()
        }
        DataType::Int64 => {
            column.as_primitive::<Int64Type>().values().iter().map(|n| *n as u64).collect()
        }
        DataType::UInt64 => column.as_primitive::<UInt64Type>().values().to_vec(),
        DataType::Boolean => column.as_boolean().values().iter().map(u64::from).collect(),
        _ => vec![u64::MAX],
    }
}

#[tokio::test]
async fn names_in_plans_say_which_shapes() {
    let names = |text: &str| -> Vec<String> {
        let functions = scalar_functions(&Shapes::of(text).unwrap());
        functions.iter().map(|function| function.name().to_owned()).collect()
    };
    let (these, others) = (names(SHAPES), names(&SHAPES.replace("0.5", "0.25")));
    assert_eq!(these, names(SHAPES));
    assert!(these.len() == 5 && these.iter().all(|name| !others.contains(name)), "{these:?}");
    assert_ne!(these, names(SHAPES.lines().next().unwrap()));

    // Queries call them as ever.
    let context = SessionContext::new();
    for function in scalar_functions(&Shapes::of(SHAPES).unwrap()) {
        context.register_udf(function);
    }
    let found = asked(&context, "select intersects(0, null, 1, null) as it").await.unwrap();
    assert!(found.column(0).as_boolean().value(0));
}

/// What `against_python.py` has written: tables, and the answers of `clearance.arrow`.
#[tokio::test]
#[ignore = "test.sh runs it, with a folder that Python has written"]
async fn equal_to_python_byte_by_byte() {
    let folder = std::env::var("CLEARANCE_ARROW").unwrap();
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    register_all(&context, Shapes::read(format!("{folder}/shapes.jsonl")).unwrap());
    for name in ["pairs", "bodies"] {
        let batch = read(&folder, name);
        let held = MemTable::try_new(batch.schema(), vec![vec![batch]]).unwrap();
        context.register_table(name, Arc::new(held)).unwrap();
    }
    for (name, query) in [
        ("proximity", "select proximity(a, pose_a, b, pose_b) from pairs"),
        ("intersects", "select intersects(a, pose_a, b, pose_b) from pairs"),
        ("casts", "select casts(a, pose_a, b, pose_b, velocity) from pairs"),
        ("manifolds", "select manifolds(a, pose_a, b, pose_b, 0.25) from pairs"),
        ("signed_distance", "select signed_distance(a, pose_a, velocity) from pairs"),
        ("near", "select * from near('bodies', 0.1)"),
    ] {
        let (found, truth) = (asked(&context, query).await.unwrap(), read(&folder, name));
        let found: ArrayRef = match name {
            "near" => Arc::new(datafusion::arrow::array::StructArray::from(found)),
            _ => Arc::clone(found.column(0)),
        };
        assert!(truth.num_rows() > 500, "{name}: {} rows", truth.num_rows());
        assert_eq!(found.len(), truth.num_rows(), "{name}");
        assert!(bits(&found) == bits(truth.column(0)), "{name}");
    }
}
