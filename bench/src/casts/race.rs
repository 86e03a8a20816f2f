//! Takes the time of each contender, and counts its wrong answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::contenders::{CONTENDERS, Contender, Found};
use super::{Case, CaseSet, Question, Truth};
use crate::measure::{Effort, least_and_median, rounds};

/// A wrong answer farther than this from a graze, in parts of the size, is not due to rounding.
pub const PLAIN: f64 = 1e-5;

/// A row of the tables.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Line {
    pub question: Question,
    pub shapes: &'static str,
    pub regime: &'static str,
    pub cases: usize,
    /// The aim for this library as a multiple of parry's speed, where the peers were measured once.
    pub aim: Option<f64>,
    /// The contenders that have the shapes and the query.
    pub seen: Vec<Seen>,
}

/// The measurements of one contender.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its name.
    pub name: &'static str,
    /// Nanoseconds a query, the least of all rounds and their median; `None` for a contender that
    /// panics.
    pub time: Option<[f64; 2]>,
    /// Its answers.
    pub tally: Tally,
}

/// Answers, judged.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// A hit where they never meet, a contact where they are too far apart.
    pub wrong_hits: usize,
    /// A miss where they meet.
    pub wrong_misses: usize,
    /// How many of these wrong answers are farther than [`PLAIN`] from a graze.
    pub plain: usize,
    /// Answers where it gave up.
    pub open: usize,
    /// The largest error of times, as lengths in parts of the size; for manifolds, of depths.
    pub error: f64,
    /// The widest interval of time, in the same unit.
    pub width: f64,
}

impl Line {
    /// The measurements of a contender.
    pub fn of(&self, name: &str) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.name == name)
    }

    /// The least time of a contender.
    pub fn least(&self, name: &str) -> Option<f64> {
        self.of(name)?.time.map(|[least, _]| least)
    }
}

/// Runs every contender whose name contains `only` on the same cases.
pub fn race(set: &CaseSet, aim: Option<f64>, only: &str, effort: &Effort) -> Line {
    let mut seen = Vec::new();
    let mut timed = Vec::new();
    for (name, enlist) in CONTENDERS.into_iter().filter(|(name, _)| name.contains(only)) {
        let failed = Tally { open: set.cases.len(), ..Tally::default() };
        match catch_unwind(AssertUnwindSafe(|| enlist(set))) {
            Err(_) => seen.push(Seen { name, time: None, tally: failed }),
            Ok(None) => {}
            Ok(Some(contender)) => match judged(&*contender, set) {
                None => seen.push(Seen { name, time: None, tally: failed }),
                Some(tally) => {
                    timed.push((seen.len(), contender));
                    seen.push(Seen { name, time: None, tally });
                }
            },
        }
    }
    let runs: Vec<_> = timed.iter().map(|(_, contender)| || contender.run()).collect();
    let runs: Vec<&dyn Fn()> = runs.iter().map(|run| run as &dyn Fn()).collect();
    let count = set.cases.len() as f64;
    for ((place, _), times) in timed.iter().zip(rounds(&runs, effort)) {
        let each = times.iter().map(|time| time / count).collect();
        seen[*place].time = Some(least_and_median(each));
    }
    let (question, shapes, regime) = (set.question, set.subject.name, set.regime);
    Line { question, shapes, regime, cases: set.cases.len(), aim, seen }
}

/// All answers of a contender, judged; `None` if it panics.
fn judged(contender: &dyn Contender, set: &CaseSet) -> Option<Tally> {
    let mut tally = Tally::default();
    for (index, case) in set.cases.iter().enumerate() {
        let outcome = catch_unwind(AssertUnwindSafe(|| contender.answer(index))).ok()?;
        tally.add(case, &outcome);
    }
    Some(tally)
}

impl Tally {
    /// Judges one more answer.
    pub fn add(&mut self, case: &Case, outcome: &Found) {
        let is_plain = case.beside.abs() > PLAIN;
        match (outcome, case.truth) {
            (Found::Open, _) => self.open += 1,
            (Found::Miss, Truth::Apart) => {}
            (Found::Hit([low, high]), Truth::Meet([first, last])) => {
                let way = case.speed / case.size;
                let off = (low - last).max(first - high).max(0.0);
                self.error = self.error.max(off * way);
                self.width = self.width.max((high - low) * way);
            }
            (Found::Touch(touch), Truth::Stand([signed, gap])) => {
                let off = ((touch.signed - signed).abs() - gap) / case.size;
                self.error = self.error.max(off);
            }
            (Found::Miss, _) => {
                self.wrong_misses += 1;
                self.plain += usize::from(is_plain);
            }
            (Found::Hit(_) | Found::Touch(_), _) => {
                self.wrong_hits += 1;
                self.plain += usize::from(is_plain);
            }
        }
    }

    /// Wrong answers of either kind.
    pub const fn wrong(&self) -> usize {
        self.wrong_hits + self.wrong_misses
    }
}
