//! `cargo run --profile dist --features peers`: all tables, and their record.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};

use clearance_bench::casts::rows::{Outcome, Run};
use clearance_bench::cells::{Cell, cells, flat_cells, mixed_cells};
use clearance_bench::chains::FRAMES;
use clearance_bench::contenders::{Verb, WATCHED, box3d_cached, concrete, shapes, warm};
use clearance_bench::degenerate::{self, Degenerate};
use clearance_bench::forms::Kind;
use clearance_bench::measure::{Effort, Entrant, Row, field, measure, race};
use clearance_bench::pairs::{PairSet, Pools, Regime, Shapes, UNLEARNED};
use clearance_bench::record::{Circumstances, exit_code, save, write};
use clearance_bench::rest::{self, Rest};
use clearance_bench::{export, table, truth};

/// Times clearance against its peers on the same pairs in the same run.
#[derive(Parser)]
#[command(after_help = "Examples, with timed='cargo run --profile dist --features peers':\n  \
    $timed\n  $timed -- --quick\n  $timed -- hull64 'box-box dist'\n  \
    $timed -- --parts warm,growth\n  RUSTFLAGS='-C target-cpu=native' $timed")]
struct Options {
    /// Only rows whose "shapes query" contains one of these, such as `hull64`, `dist near`,
    /// `box-box bool`. Writes no record.
    rows: Vec<String>,
    /// Only these parts. Writes no record.
    #[arg(long, value_delimiter = ',')]
    parts: Vec<Part>,
    /// Few pairs, few rounds, no record: checks that everything works, not how fast it is.
    #[arg(long)]
    quick: bool,
    /// Pairs in a set; half as many for the largest hulls [default: 10000 in the cells, 2000
    /// elsewhere, quick: 50]
    #[arg(long)]
    pairs: Option<usize>,
    /// Seconds for each row, at least [default: 1, quick: 0]
    #[arg(long)]
    seconds: Option<f64>,
    /// Pairs in a set that exact arithmetic judges [default: 200, quick: 3]
    #[arg(long)]
    judged: Option<usize>,
    /// Judge the depths of as many pairs of large hulls as of all others: takes a day.
    #[arg(long)]
    patient: bool,
    /// Seed of the pairs.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Only contenders whose name contains this, such as `clearance f32`: for a profiler. Writes no
    /// record.
    #[arg(long, default_value = "")]
    only: String,
    /// Pin the program to this core.
    #[arg(long)]
    core: Option<usize>,
    /// Write the rows here as comma-separated values, whatever the selection.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Write the pairs of the cells in space here, one set on each line, and do nothing else.
    #[arg(long)]
    export: Option<PathBuf>,
    /// Where records go.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/records"))]
    records: PathBuf,
}

/// The parts to measure.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The cells in space.
    Space,
    /// The cells in the plane.
    Plane,
    /// Sets that are hard to get right.
    Degenerate,
    /// Queries that remember the last frame.
    Warm,
    /// Hulls of 8 to 4096 vertices.
    Growth,
    /// The cost of an observer.
    Observers,
    /// The cells again, through `Shape` besides concrete types.
    Shapes,
    /// Unlike kinds, concrete and as `Shape`.
    Mixed,
    /// Resting or aligned pairs.
    Rest,
    /// Rays, casts, times of impact, manifolds.
    Casts,
}

/// Exact arithmetic tries all pairs of edges where hulls overlap: with more vertices than this a
/// pair takes seconds.
const PATIENCE: usize = 64;

/// Pairs in sets that are only compared with themselves.
const USUAL: usize = 2000;

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(id) = options.core
        && !core_affinity::set_for_current(core_affinity::CoreId { id })
    {
        eprintln!("cannot stay on core {id}");
    }
    if let Some(path) = &options.export {
        return match export::write(path, options.pairs.unwrap_or(500), options.seed) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                ExitCode::FAILURE
            }
        };
    }
    let here = Circumstances::here(options.seed);
    println!("{}", here.lines());
    let mut bench = Bench { options, rows: vec![], judged: vec![], casts: Outcome::default() };
    if let Err(disagreement) = bench.run() {
        eprintln!("the truth is in doubt: {disagreement}");
        return ExitCode::FAILURE;
    }
    let text = bench.text(&here);
    println!("{text}");
    let saved = bench.options.csv.as_ref().map_or(Ok(()), |path| save(path, &here, &bench.rows));
    let written = match saved {
        Ok(()) if bench.is_whole() => write(&bench.options.records, &here, "", &text, &bench.rows),
        other => other.map(|()| vec![]),
    };
    exit_code(written)
}

struct Bench {
    options: Options,
    rows: Vec<Row>,
    /// For each set: its name, how many pairs exact arithmetic judged for length, and in how many
    /// seconds.
    judged: Vec<(String, usize, f64)>,
    casts: Outcome,
}

impl Bench {
    fn is_whole(&self) -> bool {
        let o = &self.options;
        !o.quick && o.rows.is_empty() && o.parts.is_empty() && o.only.is_empty()
    }

    fn has(&self, part: Part) -> bool {
        self.options.parts.is_empty() || self.options.parts.contains(&part)
    }

    fn wants(&self, shapes: &str, query: &str) -> bool {
        let name = format!("{shapes} {query}");
        let rows = &self.options.rows;
        rows.is_empty() || rows.iter().any(|row| name.contains(row.as_str()))
    }

    fn effort(&self) -> Effort {
        let quick = self.options.quick;
        let seconds = self.options.seconds.unwrap_or(if quick { 0.0 } else { 1.0 });
        Effort {
            turn: Duration::from_micros(if quick { 100 } else { 2000 }),
            rounds: if quick { 3 } else { 7 },
            budget: Duration::from_secs_f64(seconds),
        }
    }

    fn count(&self, shapes: &Shapes, usual: usize) -> usize {
        let count = self.options.pairs.unwrap_or(if self.options.quick { 50 } else { usual });
        match shapes.a {
            Kind::Hull(1000..) => count.div_ceil(2),
            _ => count,
        }
    }

    fn run(&mut self) -> Result<(), String> {
        if self.has(Part::Space) {
            self.cells("space", cells())?;
        }
        if self.has(Part::Plane) {
            self.cells("plane", flat_cells())?;
        }
        if self.has(Part::Degenerate) {
            self.degenerate();
        }
        if self.has(Part::Warm) {
            self.warm();
        }
        if self.has(Part::Growth) {
            self.growth();
        }
        if self.has(Part::Observers) {
            self.observers();
        }
        if self.has(Part::Shapes) {
            self.by_shape("shapes", cells().chain(flat_cells()));
        }
        if self.has(Part::Mixed) {
            self.by_shape("mixed", mixed_cells());
        }
        if self.has(Part::Rest) {
            self.rest();
        }
        if self.has(Part::Casts) {
            self.casts = self.cast()?;
        }
        progress("");
        Ok(())
    }

    fn cells(
        &mut self,
        part: &str,
        all: impl Iterator<Item = (Shapes, [Cell; 8])>,
    ) -> Result<(), String> {
        let entrants = field(&self.options.only);
        for (shapes, cells) in all {
            let wanted = |cell: &Cell| self.wants(shapes.name, &cell.query());
            let cells: Vec<Cell> = cells.into_iter().filter(wanted).collect();
            if cells.is_empty() {
                continue;
            }
            let pools = Pools::draw(shapes, self.options.seed);
            let mut sets: Vec<(Regime, PairSet)> = Vec::new();
            for cell in cells {
                if !sets.iter().any(|(regime, _)| *regime == cell.regime) {
                    let count = self.count(&shapes, UNLEARNED);
                    let set = pools.pairs(cell.regime, count, self.options.seed);
                    self.judge(&set, cell.regime)?;
                    sets.push((cell.regime, set));
                }
                let Some((_, set)) = sets.iter().find(|(regime, _)| *regime == cell.regime) else {
                    continue;
                };
                progress(&format!("{} {}", shapes.name, cell.query()));
                self.rows.push(measure(part, &cell, set, &entrants, &self.effort()));
            }
        }
        Ok(())
    }

    /// Has the oracle judge a sample: the booleans, and the lengths as far as time permits.
    fn judge(&mut self, set: &PairSet, regime: Regime) -> Result<(), String> {
        let sample = self.options.judged.unwrap_or(if self.options.quick { 3 } else { 200 });
        let name = format!("{} {}", set.shapes.name, regime.name());
        progress(&format!("{name}: exact"));
        let overlap = matches!(regime, Regime::Shallow | Regime::Deep);
        let start = Instant::now();
        let lengths = match set.shapes.a {
            Kind::Hull(n) if n > PATIENCE && overlap && !self.options.patient => {
                truth::check_booleans(set, sample)?;
                truth::check(set, sample * PATIENCE * PATIENCE / (2 * n * n))?
            }
            _ => truth::check(set, sample)?,
        };
        self.judged.push((name, lengths, start.elapsed().as_secs_f64()));
        Ok(())
    }

    fn degenerate(&mut self) {
        let count = if self.options.quick { 10 } else { 200 };
        let entrants = field(&self.options.only);
        for Degenerate { set, length } in degenerate::sets(count, self.options.seed) {
            for verb in [Verb::Intersects, length] {
                if self.wants(set.shapes.name, verb.name()) {
                    progress(set.shapes.name);
                    let name = ("degenerate", set.shapes.name, verb.name());
                    self.rows.push(race(name, verb, &set, &entrants, &self.effort()));
                }
            }
        }
    }

    /// Concrete types, `Shape`, and parry's `dyn Shape`.
    fn users(&self) -> Vec<Entrant<'static>> {
        let mut entrants: Vec<Entrant<'static>> = vec![
            ("clearance f32", Box::new(|set| Some(concrete::<f32>(set)))),
            ("clearance Shape f32", Box::new(|set| Some(shapes::<f32>(set)))),
            ("clearance f64", Box::new(|set| Some(concrete::<f64>(set)))),
            ("clearance Shape f64", Box::new(|set| Some(shapes::<f64>(set)))),
        ];
        entrants.retain(|(name, _)| name.contains(&self.options.only));
        let parry = ["parry f32", "parry f64"];
        entrants
            .extend(field(&self.options.only).into_iter().filter(|(name, _)| parry.contains(name)));
        entrants
    }

    fn by_shape(&mut self, part: &str, all: impl Iterator<Item = (Shapes, [Cell; 8])>) {
        let entrants = self.users();
        for (shapes, cells) in all {
            let pools = Pools::draw(shapes, self.options.seed);
            for cell in cells {
                if self.wants(shapes.name, &cell.query()) {
                    progress(&format!("{} {}, {part}", shapes.name, cell.query()));
                    let count = self.count(&shapes, USUAL);
                    let set = pools.pairs(cell.regime, count, self.options.seed);
                    self.rows.push(measure(part, &cell, &set, &entrants, &self.effort()));
                }
            }
        }
    }

    fn rest(&mut self) {
        let count = if self.options.quick { 5 } else { 50 };
        let entrants = self.users();
        for Rest { set, length } in rest::sets(count, self.options.seed) {
            for verb in [Verb::Intersects, length] {
                if self.wants(set.shapes.name, verb.name()) {
                    progress(set.shapes.name);
                    let name = ("rest", set.shapes.name, verb.name());
                    self.rows.push(race(name, verb, &set, &entrants, &self.effort()));
                }
            }
        }
    }

    fn cast(&self) -> Result<Outcome, String> {
        let options = &self.options;
        Run {
            wants: &|shapes, query| self.wants(shapes, query),
            only: &options.only,
            count: options.pairs.unwrap_or(if options.quick { 50 } else { UNLEARNED }),
            judged: options.judged.unwrap_or(if options.quick { 3 } else { 200 }),
            effort: self.effort(),
            seed: options.seed,
            progress,
        }
        .all()
    }

    fn warm(&mut self) {
        const SHAPES: [&str; 5] = ["box-box", "caps-caps", "hull12", "hull64", "hull256"];
        let entrants: Vec<Entrant<'static>> = vec![
            ("clearance f32 warm", Box::new(|set| Some(warm::<f32>(set, FRAMES)))),
            ("clearance f64 warm", Box::new(|set| Some(warm::<f64>(set, FRAMES)))),
            ("box3d f32 warm", Box::new(|set| box3d_cached(set, FRAMES))),
        ];
        let mut entrants: Vec<_> =
            entrants.into_iter().filter(|(name, _)| name.contains(&self.options.only)).collect();
        let cold = ["clearance f32", "clearance f64", "box3d f32"];
        entrants
            .extend(field(&self.options.only).into_iter().filter(|(name, _)| cold.contains(name)));
        for (shapes, cells) in cells().filter(|(shapes, _)| SHAPES.contains(&shapes.name)) {
            let pools = Pools::draw(shapes, self.options.seed);
            for cell in cells {
                if !self.wants(shapes.name, &cell.query()) {
                    continue;
                }
                progress(&format!("{} {}, warm", shapes.name, cell.query()));
                let chains = self.count(&shapes, USUAL).div_ceil(FRAMES);
                let set = pools.chains(cell.regime, chains, self.options.seed);
                self.rows.push(measure("warm", &cell, &set, &entrants, &self.effort()));
            }
        }
    }

    fn growth(&mut self) {
        const HULLS: [(&str, usize); 10] = [
            ("hull8", 8),
            ("hull16", 16),
            ("hull32", 32),
            ("hull64", 64),
            ("hull128", 128),
            ("hull256", 256),
            ("hull512", 512),
            ("hull1000", 1000),
            ("hull2048", 2048),
            ("hull4096", 4096),
        ];
        const QUERIES: [(Verb, Regime); 5] = [
            (Verb::Intersects, Regime::Far),
            (Verb::Intersects, Regime::Near),
            (Verb::Intersects, Regime::Shallow),
            (Verb::Distance, Regime::Near),
            (Verb::Penetration, Regime::Shallow),
        ];
        let mut entrants = field(&self.options.only);
        entrants.retain(|(name, _)| !name.starts_with("parry-gjk"));
        for (name, vertices) in HULLS {
            let shapes = Shapes::hulls(name, vertices);
            let cells = QUERIES.map(|(verb, regime)| Cell { shapes, verb, regime, bar: None });
            let wanted = |cell: &Cell| self.wants(name, &cell.query());
            let cells: Vec<Cell> = cells.into_iter().filter(wanted).collect();
            if cells.is_empty() {
                continue;
            }
            let pools = Pools::draw(shapes, self.options.seed);
            for cell in cells {
                progress(&format!("{name} {}, growth", cell.query()));
                let count = self.count(&shapes, USUAL).min(500);
                let set = pools.pairs(cell.regime, count, self.options.seed);
                self.rows.push(measure("growth", &cell, &set, &entrants, &self.effort()));
            }
        }
    }

    fn observers(&mut self) {
        let entrants: Vec<Entrant<'static>> =
            WATCHED.into_iter().map(|(name, f)| -> Entrant { (name, Box::new(f)) }).collect();
        for (shapes, cells) in cells() {
            for cell in cells {
                let telling = matches!(
                    (shapes.name, cell.verb, cell.regime),
                    ("hull12" | "hull64", Verb::Distance, Regime::Near)
                        | ("hull12", Verb::Penetration, Regime::Deep)
                );
                if telling && self.wants(shapes.name, &cell.query()) {
                    let pools = Pools::draw(shapes, self.options.seed);
                    let count = self.count(&shapes, USUAL);
                    let set = pools.pairs(cell.regime, count, self.options.seed);
                    self.rows.push(measure("observers", &cell, &set, &entrants, &self.effort()));
                }
            }
        }
    }

    fn text(&self, here: &Circumstances) -> String {
        let mut text = format!("# Speed, {}\n\n{}", here.date, here.lines());
        text.push_str(
            "\nNanoseconds a query, one thread; `../README.md` says what the columns mean.\n",
        );
        let mut add = |name: &str, title: &str, tables: &[table::Table]| {
            let rows = table::part(&self.rows, name);
            if !rows.is_empty() {
                text.push_str(&format!("\n## {title}\n"));
                tables.iter().for_each(|table| text.push_str(&format!("\n{}", table(&rows))));
            }
        };
        add("space", "Space, cold", &[table::summary, table::cells, table::everyone]);
        add("plane", "The plane, cold", &[table::summary, table::cells, table::everyone]);
        add("degenerate", "Degenerate sets: wrong booleans; worst length", &[table::degenerate]);
        add("warm", "Warm, cold, and the ratio", &[table::warm]);
        add("growth", "Growth with the number of vertices", &[table::growth]);
        add("observers", "What an observer costs (clearance f32)", &[table::everyone]);
        add("shapes", "`Shape` beside concrete types", &[table::by_shape, table::everyone]);
        add("mixed", "Unlike kinds", &[table::by_shape, table::everyone]);
        add("rest", "At rest and aligned", &[table::everyone]);
        text.push_str(&self.casts.text());
        if !self.judged.is_empty() {
            text.push_str(&self.oracle());
        }
        text
    }

    /// How much of the truth was checked.
    fn oracle(&self) -> String {
        let seconds: f64 = self.judged.iter().map(|(.., seconds)| seconds).sum();
        let most = self.judged.iter().map(|(_, lengths, _)| *lengths).max().unwrap_or(0);
        let fewer: Vec<String> = self
            .judged
            .iter()
            .filter(|(_, lengths, _)| *lengths < most)
            .map(|(name, lengths, _)| format!("{lengths} of {name}"))
            .collect();
        let fewer = if fewer.is_empty() {
            String::new()
        } else {
            format!(
                " Of large hulls that overlap it judged fewer depths, which take seconds to minutes each: {}.",
                fewer.join(", ")
            )
        };
        format!(
            "\n## The truth\n\nThe truth of degenerate pairs is exact. Of each of the other {} sets exact arithmetic judged {most} pairs, \
             in {seconds:.0} s in all: the booleans agree, and each certified interval and the exact value's have a point in \
             common.{fewer}\n",
            self.judged.len(),
        )
    }
}

/// Prints the row in progress, on a terminal.
fn progress(row: &str) {
    if stderr().is_terminal() {
        eprint!("\r{row:<40}\r");
    }
}
