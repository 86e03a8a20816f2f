//! The cells of the suite, a family in a space each, run on all cores.

// Indices of cells come from the list itself.
#![allow(clippy::indexing_slicing)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use clearance::Warm;
use clearance_trust::court::Court;
use clearance_trust::family::Family;
use clearance_trust::random::Random;
use clearance_trust::tally::{Fault, Tally};
use clearance_trust::trial::try_case;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::args::{Args, Length, SPACES};

/// The result of a family in a space.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) family: Family,
    pub(crate) space: &'static str,
    pub(crate) tally: Tally,
    /// The time of all cores together.
    pub(crate) seconds: f64,
}

/// Pairs that one memory goes through, from one to the next.
const CHUNK: usize = 16;
/// Fewer pairs show nothing about shares.
const SAMPLE: usize = 100;

impl Cell {
    /// The faults that fail the run. A run for every change only reports times: its machine may be
    /// any.
    pub(crate) fn complaints(&self, length: Length) -> Vec<String> {
        // One in ten thousand may be unsteady, and one in any sample.
        let few_tremble = self.tally.unsteady <= 1 + self.tally.steady / 10_000;
        let counts = |fault: Fault| match fault {
            Fault::Slow => length == Length::Long,
            Fault::Unsteady => !few_tremble,
            _ => true,
        };
        let faults = Fault::ALL.iter().filter(|f| counts(**f) && self.tally.count(**f) > 0);
        let mut all: Vec<String> =
            faults.map(|f| format!("{} × {}", self.tally.count(*f), f.name())).collect();
        if self.tally.pairs >= SAMPLE {
            all.extend(self.tally.lacks(self.family.shares()));
        }
        all
    }
}

pub(crate) fn run(args: &Args) -> Vec<Cell> {
    let mut cells = Vec::new();
    for family in Family::ALL {
        for space in SPACES {
            if args.wants(family, space) {
                cells.push(Cell { family, space, tally: Tally::default(), seconds: 0.0 });
            }
        }
    }
    let chunks = args.pairs().div_ceil(CHUNK);
    // Cells in turn, so that the progress bar shows the remaining time: curved pairs of space take
    // the longest.
    let jobs: Vec<(usize, usize)> =
        (0..chunks).flat_map(|chunk| (0..cells.len()).map(move |cell| (cell, chunk))).collect();
    let bar = ProgressBar::new((chunks * CHUNK * cells.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left") {
        bar.set_style(style);
    }
    // A panic is a find like any other, and printed as one.
    std::panic::set_hook(Box::new(|_| {}));
    let results: Vec<(usize, Tally, f64)> = jobs
        .into_par_iter()
        .map(|(cell, chunk)| {
            let start = Instant::now();
            let Cell { family, space, .. } = cells[cell];
            let tally = match space {
                "vec2" => run_chunk::<glam::Vec2>(args.seed, family, chunk),
                "dvec2" => run_chunk::<glam::DVec2>(args.seed, family, chunk),
                "vec3" => run_chunk::<glam::Vec3>(args.seed, family, chunk),
                _ => run_chunk::<glam::DVec3>(args.seed, family, chunk),
            };
            bar.inc(CHUNK as u64);
            (cell, tally, start.elapsed().as_secs_f64())
        })
        .collect();
    drop(std::panic::take_hook());
    bar.finish_and_clear();
    for (cell, tally, seconds) in results {
        let cell = &mut cells[cell];
        cell.tally = std::mem::take(&mut cell.tally).with(tally);
        cell.seconds += seconds;
    }
    cells
}

/// The same seeds in every space.
fn run_chunk<V: Court>(seed: u64, family: Family, chunk: usize) -> Tally {
    let mut memory = Warm::default();
    let mut all = Tally::default();
    for i in chunk * CHUNK..(chunk + 1) * CHUNK {
        let index = (family as u64) << 48 | i as u64;
        let seed = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ index).bits();
        let mut tried = None;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let case = tried.insert(family.case::<V>(seed));
            try_case(case, seed, &mut memory)
        }));
        let tally = result.unwrap_or_else(|panic| {
            let mut tally = Tally { pairs: 1, ..Tally::default() };
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
            let pair = tried.as_ref().map(|case| case.pair.literal());
            tally.find(Fault::Panic, || {
                format!(
                    "{}: seed {seed:#x} of {}\n  judged::<{}>({})",
                    words.unwrap_or_default(),
                    family.name(),
                    std::any::type_name::<V>(),
                    pair.unwrap_or_default()
                )
            });
            tally
        });
        all = all.with(tally);
    }
    all
}
