//! Takes the time of each contender, and the error of its answers.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::cells::Cell;
use crate::contenders::{Answer, CONTENDERS, Contender, Verb, caught};
use crate::pairs::{Pair, PairSet};

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The least time of one contender's turn in a round; the pairs are asked again until then.
    pub turn: Duration,
    /// Rounds, at least.
    pub rounds: usize,
    /// Go on with rounds until all contenders together took this long.
    pub budget: Duration,
}

/// What was seen of one contender in one cell.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Nanoseconds a query: the least of all rounds, which noise can only raise.
    pub least: f64,
    /// The median of all rounds.
    pub median: f64,
    /// The largest distance of a length from the certified interval, in parts of the size.
    pub error: f64,
    /// Wrong booleans, or no answer.
    pub wrong: usize,
}

/// A row of the table.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Row {
    pub cell: Cell,
    pub pairs: usize,
    pub rounds: usize,
    /// In the order of [`CONTENDERS`]; `None` for one that panicked, or was not asked.
    pub seen: [Option<Seen>; CONTENDERS.len()],
    /// The widest half of a certified interval, in parts of the size.
    pub gap: f64,
}

/// Measures one cell, with the contenders whose name holds `only`.
pub fn measure(cell: Cell, set: &PairSet, effort: &Effort, only: &str) -> Row {
    let mut seen = [None; CONTENDERS.len()];
    let mut timed = Vec::new();
    for (place, (name, enlist)) in CONTENDERS.iter().enumerate() {
        if name.contains(only) {
            let contender = enlist(set);
            // One that panics cannot be timed.
            if let Some(judged) = judge(&*contender, cell.verb, &set.pairs) {
                timed.push((place, contender, judged));
            }
        }
    }
    let contenders: Vec<&dyn Contender> = timed.iter().map(|(_, c, _)| &**c).collect();
    let times = rounds(&contenders, cell.verb, effort);
    let count = set.pairs.len() as f64;
    for ((place, _, (error, wrong)), times) in timed.iter().zip(&times) {
        let mut times: Vec<f64> = times.iter().map(|t| t / count).collect();
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[times.len() / 2]);
        seen[*place] = Some(Seen { least, median, error: *error, wrong: *wrong });
    }
    Row {
        cell,
        pairs: set.pairs.len(),
        rounds: times.first().map_or(0, Vec::len),
        seen,
        gap: set.pairs.iter().map(|p| p.gap / p.size).fold(0.0, f64::max),
    }
}

/// The largest error, in parts of the size, and the number of wrong answers; `None` where it panics.
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
        if let Some(signed) = signed {
            worst = worst.max(((signed - pair.truth).abs() - pair.gap) / pair.size);
        }
    }
    Some((worst, wrong))
}

/// More rounds than this change nothing.
const MOST_ROUNDS: usize = 64;

/// Nanoseconds for all pairs, by contender and round. In every round each contender has its turn, so that a slow spell of the
/// machine strikes all alike; thread time leaves out what other programs did meanwhile.
pub fn rounds(contenders: &[&dyn Contender], verb: Verb, effort: &Effort) -> Vec<Vec<f64>> {
    let turn = |contender: &dyn Contender, times: u32| {
        let start = ThreadTime::now();
        for _ in 0..times {
            contender.run(verb);
        }
        start.elapsed()
    };
    let times: Vec<u32> = contenders
        .iter()
        .map(|contender| {
            let once = turn(*contender, 1).max(Duration::from_nanos(100));
            (effort.turn.as_nanos() / once.as_nanos() + 1) as u32
        })
        .collect();
    let mut seen = vec![Vec::new(); contenders.len()];
    let start = ThreadTime::now();
    for round in 0.. {
        if contenders.is_empty()
            || round >= effort.rounds && (start.elapsed() >= effort.budget || round >= MOST_ROUNDS)
        {
            break;
        }
        for ((contender, times), seen) in contenders.iter().zip(&times).zip(&mut seen) {
            seen.push(turn(*contender, *times).as_nanos() as f64 / f64::from(*times));
        }
    }
    seen
}
