//! Measures the time of each contender, and the error of its answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::cells::Cell;
use crate::contenders::{Answer, CONTENDERS, Contender, Verb, caught};
use crate::pairs::{Pair, PairSet};

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The least time of one contender's turn in a round; the pairs are repeated until then.
    pub turn: Duration,
    /// Rounds, at least.
    pub rounds: usize,
    /// Rounds continue until all contenders together took this long.
    pub budget: Duration,
}

/// The measurements of one contender in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its name.
    pub name: String,
    /// Nanoseconds a query, the least of all rounds, which noise can only raise, and their median.
    /// `None` for a contender that panics: it cannot be timed.
    pub time: Option<[f64; 2]>,
    /// The largest distance of a length from the certified interval, in parts of the size.
    pub error: f64,
    /// Wrong booleans, or missing answers.
    pub wrong: usize,
}

impl Seen {
    /// The least time.
    pub fn least(&self) -> Option<f64> {
        self.time.map(|[least, _]| least)
    }

    /// Right in every pair, within the accuracy customary in the field.
    pub fn accurate(&self, verb: Verb) -> bool {
        let most = match verb {
            Verb::Intersects => f64::INFINITY,
            Verb::Distance => 2e-6,
            Verb::Penetration => 5e-5,
        };
        self.time.is_some() && self.wrong == 0 && self.error <= most
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Row {
    /// The table: `space`, `plane`, `degenerate`, `warm`, `growth`, `observers`, `shapes`, `mixed`,
    /// `rest`, `batch`, `cores`.
    pub part: String,
    pub shapes: String,
    pub query: String,
    pub verb: Verb,
    pub bar: Option<f64>,
    pub pairs: usize,
    pub rounds: usize,
    /// The contenders that have the shapes and the query.
    pub seen: Vec<Seen>,
    /// The largest half-width of a certified interval, in parts of the size.
    pub gap: f64,
}

impl Row {
    /// The least time of a contender.
    pub fn least(&self, name: &str) -> Option<f64> {
        self.of(name)?.least()
    }

    /// The measurements of a contender.
    pub fn of(&self, name: &str) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.name == name)
    }
}

/// The fastest of the accurate peers of a row.
pub fn best_peer(row: &Row) -> Option<&Seen> {
    let peers = row.seen.iter().filter(|seen| !seen.name.starts_with("clearance"));
    let accurate = peers.filter(|seen| seen.accurate(row.verb));
    let time = |seen: &&Seen| seen.least().unwrap_or(f64::INFINITY);
    accurate.min_by(|a, b| time(a).total_cmp(&time(b)))
}

/// The contenders, by name.
pub type Entrant<'a> = (&'static str, Box<dyn Fn(&PairSet) -> Option<Box<dyn Contender>> + 'a>);

/// The [`CONTENDERS`] whose name contains `only`.
pub fn field(only: &str) -> Vec<Entrant<'static>> {
    let entered = CONTENDERS.iter().filter(|(name, _)| name.contains(only));
    entered.map(|(name, enlist)| -> Entrant { (name, Box::new(enlist)) }).collect()
}

/// Runs every contender on the same pairs, and takes times and errors.
pub fn race(
    (part, shapes, query): (&str, &str, &str),
    verb: Verb,
    set: &PairSet,
    entrants: &[Entrant<'_>],
    effort: &Effort,
) -> Row {
    let mut seen = Vec::new();
    let mut timed = Vec::new();
    for (name, enlist) in entrants {
        let failed = Seen { name: (*name).into(), time: None, error: 0.0, wrong: set.pairs.len() };
        // A library that panics when it builds the shapes has failed in all pairs; one without such
        // shapes takes no part.
        match catch_unwind(AssertUnwindSafe(|| enlist(set))) {
            Err(_) => seen.push(failed),
            Ok(None) => {}
            Ok(Some(contender)) if !contender.answers(verb) => {}
            Ok(Some(contender)) => match judge(&*contender, verb, &set.pairs) {
                None => seen.push(failed),
                Some((error, wrong)) => {
                    timed.push((seen.len(), contender));
                    seen.push(Seen { error, wrong, ..failed });
                }
            },
        }
    }
    let runs: Vec<_> = timed.iter().map(|(_, contender)| || contender.run(verb)).collect();
    let runs: Vec<&dyn Fn()> = runs.iter().map(|run| run as &dyn Fn()).collect();
    let times = rounds(&runs, effort);
    let count = set.pairs.len() as f64;
    for ((place, _), times) in timed.iter().zip(&times) {
        seen[*place].time = Some(least_and_median(times.iter().map(|t| t / count).collect()));
    }
    Row {
        part: part.into(),
        shapes: shapes.into(),
        query: query.into(),
        verb,
        bar: None,
        pairs: set.pairs.len(),
        rounds: times.first().map_or(0, Vec::len),
        seen,
        gap: set.pairs.iter().map(|p| p.gap / p.size).fold(0.0, f64::max),
    }
}

/// Measures one cell.
pub fn measure(
    part: &str,
    cell: &Cell,
    set: &PairSet,
    entrants: &[Entrant<'_>],
    effort: &Effort,
) -> Row {
    let query = cell.query();
    let row = race((part, cell.shapes.name, &query), cell.verb, set, entrants, effort);
    Row { bar: cell.bar, ..row }
}

/// The largest error, in parts of the size, and the number of wrong answers; `None` if it panics.
fn judge(contender: &dyn Contender, verb: Verb, pairs: &[Pair]) -> Option<(f64, usize)> {
    let mut worst = 0.0_f64;
    let mut wrong = 0;
    for (index, pair) in pairs.iter().enumerate() {
        let signed = match caught(contender, verb, index)? {
            Answer::Apart(length) if pair.truth > 0.0 => length,
            Answer::Overlap(length) if pair.truth <= 0.0 => length.map(|l| -l),
            _ => {
                wrong += 1;
                continue;
            }
        };
        match signed {
            Some(signed) if !signed.is_finite() => wrong += 1,
            Some(signed) => worst = worst.max(((signed - pair.truth).abs() - pair.gap) / pair.size),
            None => {}
        }
    }
    Some((worst, wrong))
}

/// More rounds change nothing.
const MOST_ROUNDS: usize = 64;

/// Nanoseconds a run, by runner and round. In every round each has its turn, so that a slow spell
/// of the machine affects all alike; thread time excludes what other programs did meanwhile.
pub fn rounds(runs: &[&dyn Fn()], effort: &Effort) -> Vec<Vec<f64>> {
    let turn = |run: &dyn Fn(), times: u32| {
        let start = ThreadTime::now();
        for _ in 0..times {
            run();
        }
        start.elapsed()
    };
    let times: Vec<u32> = runs
        .iter()
        .map(|run| {
            let once = turn(run, 1).max(Duration::from_nanos(100));
            (effort.turn.as_nanos() / once.as_nanos() + 1) as u32
        })
        .collect();
    let mut seen = vec![Vec::new(); runs.len()];
    let start = ThreadTime::now();
    for round in 0.. {
        if runs.is_empty()
            || round >= effort.rounds && (start.elapsed() >= effort.budget || round >= MOST_ROUNDS)
        {
            break;
        }
        for ((run, times), seen) in runs.iter().zip(&times).zip(&mut seen) {
            seen.push(turn(run, *times).as_nanos() as f64 / f64::from(*times));
        }
    }
    seen
}

/// The least and the median of the times of all rounds, of which there must be at least one.
pub fn least_and_median(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}
