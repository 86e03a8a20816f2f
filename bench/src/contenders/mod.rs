//! The libraries that are timed, each behind one face.

pub mod batched;
mod ours;
mod parry;
mod watched;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::pairs::PairSet;

pub use watched::WATCHED;

/// What is asked of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Yes or no.
    Intersects,
    /// How far apart, with the nearest points.
    Distance,
    /// How deep, with normal and points.
    Penetration,
}

/// An answer, as far as it can be judged: lengths where the verb gives any.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Answer {
    Apart(Option<f64>),
    Overlap(Option<f64>),
    /// It gave up.
    Failed,
}

/// One library at one precision, with the shapes of one set of pairs built beforehand.
pub trait Contender {
    /// The answer for one pair.
    fn answer(&self, verb: Verb, pair: usize) -> Answer;
    /// Asks every pair once and throws the answers away. The loop is inside, so that no call through this trait is timed.
    fn run(&self, verb: Verb);
}

/// Makes a contender of a set.
pub type Enlist = fn(&PairSet) -> Box<dyn Contender>;

/// The contenders, by name, in the order of the tables.
pub const CONTENDERS: [(&str, Enlist); 4] = [
    ("clearance f32", ours::single),
    ("clearance f64", ours::double),
    ("parry f32", parry::single::enlist),
    ("parry f64", parry::double::enlist),
];

/// The answer; `None` where it panics.
pub fn caught(contender: &dyn Contender, verb: Verb, pair: usize) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| contender.answer(verb, pair))).ok()
}
