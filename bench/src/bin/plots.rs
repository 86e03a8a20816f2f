//! `cargo run --profile dist --features peers --bin plots`: the tables of `docs/speed.md` and
//! `docs/speed-tables.md`, and their charts, from the latest records. Measures nothing.
//!
//! The program rewrites the parts of the pages between `<!-- name -->` and `<!-- end -->`; people
//! write the rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use clearance_bench::measure::{Row, Seen, best_peer};
use clearance_bench::record::read;
use clearance_bench::svg::{Bar, Colour, Series, bars, lines};
use clearance_bench::table::{self, Verdict, part, times_best, warm_name};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const SINGLE: &str = "clearance f32";

/// Draws the records of the library's speed into its documentation.
#[derive(Parser)]
struct Options {
    /// The record [default: the last by name in bench/records of a baseline build]; the batch
    /// record is the one beside it or, if there is none, the last
    record: Option<PathBuf>,
    /// The folder of the pages, and of the charts in `img`.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"))]
    docs: PathBuf,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plots: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let record = options.record.clone().map_or_else(|| latest("-baseline.csv"), Ok)?;
    let (mut rows, circumstances) = read(&record)?;
    let beside = record.with_extension("").to_string_lossy().into_owned() + "-batch.csv";
    let beside = Some(PathBuf::from(beside)).filter(|path| path.exists());
    let of_batches = beside.map_or_else(|| latest("-baseline-batch.csv"), Ok)?;
    let (batches, circumstances_of_batches) = read(&of_batches)?;
    rows.extend(batches);
    let (run, batch_run) =
        (measured(&record, circumstances), measured(&of_batches, circumstances_of_batches));
    let [space, plane, degenerate, warm, growth, batch, cores] =
        ["space", "plane", "degenerate", "warm", "growth", "batch", "cores"]
            .map(|p| part(&rows, p));

    let mut pages = Vec::new();
    for name in ["speed.md", "speed-tables.md"] {
        let path = options.docs.join(name);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        pages.push((path, text));
    }
    let blocks = [
        ("run", run),
        ("space summary", table::summary(&space)),
        ("space", table::cells(&space)),
        ("misses", misses(&space)),
        ("plane summary", table::summary(&plane)),
        ("plane", table::cells(&plane)),
        ("degenerate", table::degenerate(&degenerate)),
        ("warm", table::warm(&warm)),
        ("growth", table::growth(&growth)),
        ("batch run", batch_run),
        ("batch", table::batch(&batch)),
        ("cores", table::cores(&cores)),
    ];
    for (name, text) in blocks {
        replace(&mut pages, name, &text)?;
    }
    for (path, text) in pages {
        fs::write(path, text).map_err(|e| e.to_string())?;
    }

    let charts = [
        ("cells", ratios("Space, cold: times faster than the best accurate peer", &space)),
        ("plane", ratios("The plane, cold: times faster than the best accurate peer", &plane)),
        ("warm", shares(&warm)),
        ("growth", grown(&growth)),
        ("batch", batched(&batch)),
    ];
    for (name, chart) in charts {
        let path = options.docs.join(format!("img/speed-{name}.svg"));
        fs::write(&path, chart).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("wrote {}", path.strip_prefix(ROOT).unwrap_or(&path).display());
    }
    Ok(())
}

/// The circumstances of a record: where and how it was measured.
fn measured(record: &Path, [date, cpu, flags, revision]: [String; 4]) -> String {
    let flags = if flags.is_empty() { "the target's baseline".into() } else { flags };
    let name = record.file_stem().unwrap_or_default().to_string_lossy();
    format!(
        "Measured {date} on {cpu}, {flags}, revision {revision}; the whole record: [`bench/records/{name}.md`](../bench/records/{name}.md).\n"
    )
}

/// The last record by name with this ending.
fn latest(ending: &str) -> Result<PathBuf, String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/records");
    let found = fs::read_dir(folder).map_err(|e| format!("{folder}: {e}"))?;
    let paths = found.filter_map(|entry| Some(entry.ok()?.path()));
    let ours = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
    paths.filter(ours).max().ok_or_else(|| format!("{folder} has no record that ends in {ending}"))
}

/// Replaces the text of a page's block.
fn replace(pages: &mut [(PathBuf, String)], name: &str, text: &str) -> Result<(), String> {
    let (open, close) = (format!("<!-- {name} -->\n"), "<!-- end -->");
    let found = pages.iter_mut().find_map(|(_, page)| page.find(&open).map(|at| (page, at)));
    let (page, at) = found.ok_or_else(|| format!("no page has a block `{name}`"))?;
    let start = at + open.len();
    let length = page[start..].find(close).ok_or_else(|| format!("block `{name}` has no end"))?;
    page.replace_range(start..start + length, text);
    Ok(())
}

/// The cells that are not twice as fast as the best accurate peer, worst first.
fn misses(rows: &[&Row]) -> String {
    let mut missed: Vec<(f64, &Row)> = rows
        .iter()
        .filter_map(|row| Some((times_best(row)?, *row)))
        .filter(|(times, _)| Verdict::of(*times) != Verdict::Met)
        .collect();
    missed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = |(times, row): &(f64, &Row)| {
        let best = best_peer(row);
        vec![
            row.shapes.clone(),
            row.query.clone(),
            format!("{times:.2}"),
            table::nanoseconds(row.least(SINGLE)),
            best.map_or(String::new(), |seen| seen.name.clone()),
            table::nanoseconds(best.and_then(Seen::least)),
        ]
    };
    let head =
        ["shapes", "query", "× best", "f32", "best accurate peer", "its ns"].map(String::from);
    table::aligned(&head, &missed.iter().map(line).collect::<Vec<_>>())
}

fn ratios(title: &str, rows: &[&Row]) -> String {
    let bar = |row: &&Row| {
        let times = times_best(row)?;
        let colour = match Verdict::of(times) {
            Verdict::Met => Colour::Green,
            Verdict::Near => Colour::Blue,
            Verdict::Below => Colour::Orange,
            Verdict::Slower => Colour::Red,
        };
        let best = best_peer(row)?;
        let note = format!(
            "{times:.2}×: {} against {} of {}",
            table::nanoseconds(row.least(SINGLE)),
            table::nanoseconds(best.least()),
            best.name
        );
        Some(Bar { label: format!("{} {}", row.shapes, row.query), value: times, colour, note })
    };
    let drawn: Vec<Bar> = rows.iter().filter_map(bar).collect();
    bars(title, &drawn, [0.2, 20.0], &[0.25, 0.5, 1.0, 1.3, 2.0, 4.0, 8.0, 16.0])
}

fn shares(rows: &[&Row]) -> String {
    let share = |row: &Row, name: &str| Some(row.least(&warm_name(name))? / row.least(name)?);
    let mut drawn = Vec::new();
    for row in rows {
        for (name, colour) in [(SINGLE, Colour::Blue), ("box3d f32", Colour::Grey)] {
            if let Some(value) = share(row, name) {
                let label = if name == SINGLE {
                    format!("{} {}", row.shapes, row.query)
                } else {
                    "Box3D".into()
                };
                let note = format!(
                    "{value:.2}: {} after {}",
                    table::nanoseconds(row.least(&warm_name(name))),
                    table::nanoseconds(row.least(name))
                );
                drawn.push(Bar { label, value, colour, note });
            }
        }
    }
    bars("Warm, in parts of cold", &drawn, [0.1, 1.5], &[0.1, 0.25, 0.4, 0.7, 1.0])
}

fn grown(rows: &[&Row]) -> String {
    let vertices = |row: &Row| row.shapes.trim_start_matches("hull").parse::<f64>().ok();
    let drawn = [
        ("dist near", SINGLE, Colour::Blue),
        ("dist near", "parry f32", Colour::Red),
        ("dist near", "box3d f32", Colour::Grey),
        ("bool near", SINGLE, Colour::Green),
        ("pen shallow", SINGLE, Colour::Purple),
        ("pen shallow", "parry f32", Colour::Orange),
    ];
    let series = drawn.map(|(query, name, colour)| Series {
        name: format!("{query}, {name}"),
        colour,
        points: rows
            .iter()
            .filter(|row| row.query == query)
            .filter_map(|row| Some([vertices(row)?, row.least(name)?]))
            .collect(),
    });
    lines("Growth", ["vertices of each hull", "ns a query"], &series)
}

fn batched(rows: &[&Row]) -> String {
    let bar = |row: &&Row| {
        let lanes = ["AVX-512", "AVX2", "SSE2"].into_iter().find_map(|name| row.of(name))?;
        let (single, batch) = (row.least(SINGLE)?, lanes.least()?);
        let times = single / batch;
        let note = format!("{times:.1}×: {batch:.1} ns a pair ({}), alone {single:.1}", lanes.name);
        Some(Bar {
            label: format!("{} {}", row.shapes, row.query),
            value: times,
            colour: Colour::Blue,
            note,
        })
    };
    let drawn: Vec<Bar> = rows.iter().filter_map(bar).collect();
    bars(
        "A batch on one core: times faster than single calls",
        &drawn,
        [0.5, 30.0],
        &[1.0, 2.0, 3.0, 5.0, 10.0, 20.0],
    )
}
