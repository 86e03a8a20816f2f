//! The libraries that are timed, each behind one interface.

pub mod batched;
#[cfg(feature = "peers")]
pub(crate) mod box2d;
#[cfg(feature = "peers")]
pub(crate) mod box3d;
#[cfg(feature = "debian")]
mod debian;
#[cfg(feature = "peers")]
pub mod depths;
mod moved;
mod ours;
#[cfg(feature = "peers")]
pub(crate) mod parry;
pub(crate) mod pool;
#[cfg(feature = "peers")]
mod watched;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::pairs::PairSet;

#[cfg(feature = "peers")]
pub use box3d::cached as box3d_cached;
pub use moved::{casts, contacts, roomy_turns, turns};
pub use ours::{concrete, shapes, warm};
pub use pool::Precision;
#[cfg(feature = "peers")]
pub use watched::WATCHED;

/// The queries of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Whether they intersect.
    Intersects,
    /// The distance, with the nearest points.
    Distance,
    /// The depth, with normal and points.
    Penetration,
}

impl Verb {
    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Intersects => "bool",
            Self::Distance => "dist",
            Self::Penetration => "pen",
        }
    }
}

/// An answer, as far as it can be judged: a length where the verb has one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Answer {
    Apart(Option<f64>),
    Overlap(Option<f64>),
    /// It gave up.
    Failed,
}

/// One library at one precision, with the shapes of a set of pairs built beforehand.
pub trait Contender {
    /// Whether the library has this query.
    fn answers(&self, _: Verb) -> bool {
        true
    }
    /// The answer for one pair.
    fn answer(&self, verb: Verb, pair: usize) -> Answer;
    /// Queries every pair once and drops the answers. The loop is inside, so that no call through
    /// this trait is timed.
    fn run(&self, verb: Verb);
}

/// Makes a contender for a set; `None` where the library lacks the shapes.
pub type Enlist = fn(&PairSet) -> Option<Box<dyn Contender>>;

/// The contenders, by name, in the order of the tables: this library first.
pub const CONTENDERS: &[(&str, Enlist)] = &[
    ("clearance f32", ours::single),
    ("clearance f64", ours::double),
    #[cfg(feature = "peers")]
    ("parry f32", parry::by_shape_single),
    #[cfg(feature = "peers")]
    ("parry f64", parry::by_shape_double),
    #[cfg(feature = "peers")]
    ("parry-gjk f32", parry::by_map_single),
    #[cfg(feature = "peers")]
    ("parry-gjk f64", parry::by_map_double),
    #[cfg(feature = "peers")]
    ("box3d f32", box3d::enlist),
    #[cfg(feature = "peers")]
    ("box2d f32", box2d::enlist),
    #[cfg(feature = "debian")]
    ("ccd-mpr f64", debian::mpr),
    #[cfg(feature = "debian")]
    ("ccd-gjk f64", debian::gjk),
    #[cfg(feature = "debian")]
    ("bullet f32", debian::bullet),
];

/// How many of [`CONTENDERS`] are this library.
pub const OURS: usize = 2;

/// The answer; `None` if it panics.
pub fn caught(contender: &dyn Contender, verb: Verb, pair: usize) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| contender.answer(verb, pair))).ok()
}
