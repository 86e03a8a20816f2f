//! What was found, counted: of one pair, or of a million.

use std::collections::BTreeMap;

use clearance_oracle::Bracket;

use crate::family::Shares;

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Shapes that meet reported as apart, or the reverse.
    Boolean,
    /// The truth lies outside of `length ± gap`.
    Interval,
    /// Two answers about one pair cannot both be true, or do not have the form that they should.
    Contradiction,
    /// A point is not on its shape, or the two points are not as far apart as the answer claims.
    Witness,
    /// The direction is not one of least motion.
    Normal,
    /// `Undecided` for shapes whose booleans are exact, or farther from touching than the gap.
    Undecided,
    /// The search of known shapes ended at its own limit.
    Limit,
    /// A certificate verifies and is false, or is found and does not verify.
    Certificate,
    /// A contact point is not on its shape, not as deep as it claims, or lost; or swapping the two
    /// changes it.
    Manifold,
    /// A tremor changes a manifold's count, keys or normal; one in ten thousand may.
    Unsteady,
    /// Shapes that the library knows took longer than a millisecond.
    Slow,
    /// The library, or the suite itself, panicked.
    Panic,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Boolean,
        Self::Interval,
        Self::Contradiction,
        Self::Witness,
        Self::Normal,
        Self::Undecided,
        Self::Limit,
        Self::Certificate,
        Self::Manifold,
        Self::Unsteady,
        Self::Slow,
        Self::Panic,
    ];

    /// For the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "wrong boolean",
            Self::Interval => "violated interval",
            Self::Contradiction => "contradiction",
            Self::Witness => "witness off",
            Self::Normal => "normal not optimal",
            Self::Undecided => "undecided though exact",
            Self::Limit => "limit hit",
            Self::Certificate => "false certificate",
            Self::Manifold => "wrong manifold",
            Self::Unsteady => "unsteady manifold",
            Self::Slow => "slow",
            Self::Panic => "panic",
        }
    }
}

/// How many of each fault are kept as text in a tally.
const KEPT: usize = 12;

/// Counts over pairs, and the first finds as text.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Tally {
    pub pairs: usize,
    /// Answers compared with the truth.
    pub queries: usize,
    pub apart: usize,
    pub touching: usize,
    pub overlapping: usize,
    /// Nearer to touching than a millionth of the size.
    pub near: usize,
    /// Pairs of polytopes and of those grown by balls.
    pub straight: usize,
    /// Undecided answers that are allowed: a curved core or a closure, and the truth within the gap
    /// of touching.
    pub undecided: usize,
    /// Answers about closures that ended at the library's own limits, since it does not know that
    /// they are round.
    pub limited: usize,
    /// Weak claims on forged evidence, and how many of them verified, being true.
    pub forged: usize,
    pub believed: usize,
    /// Manifolds that were found again after a tremor, and how many had changed by it.
    pub steady: usize,
    pub unsteady: usize,
    pub faults: BTreeMap<Fault, usize>,
    pub finds: BTreeMap<Fault, Vec<String>>,
    /// How many pairs of each sort there were.
    pub sorts: BTreeMap<&'static str, usize>,
    /// Gaps in eps of the pair's size.
    pub straight_gaps: Vec<f64>,
    pub curved_gaps: Vec<f64>,
    /// The longest that a pair took, in seconds.
    pub slowest: f64,
}

impl Tally {
    /// Counts a pair by its truth.
    pub fn sample(&mut self, signed: Bracket, size: f64, straight: bool) {
        self.pairs += 1;
        self.straight += usize::from(straight);
        if signed.lo > 0.0 {
            self.apart += 1;
        } else if signed.hi < 0.0 {
            self.overlapping += 1;
        } else {
            self.touching += 1;
        }
        self.near += usize::from(signed.lo.max(-signed.hi) < 1e-6 * size);
    }

    /// Notes a fault; the text is made only if it is kept.
    pub fn find(&mut self, fault: Fault, text: impl FnOnce() -> String) {
        *self.faults.entry(fault).or_default() += 1;
        let finds = self.finds.entry(fault).or_default();
        if finds.len() < KEPT {
            finds.push(text());
        }
    }

    /// How often a fault was found.
    pub fn count(&self, fault: Fault) -> usize {
        self.faults.get(&fault).copied().unwrap_or_default()
    }

    /// How many faults there are in all.
    pub fn total(&self) -> usize {
        self.faults.values().sum()
    }

    /// Faults other than a missing decision or a loose bound: false answers, or none.
    pub fn untrue(&self) -> Vec<&String> {
        let honest = [Fault::Undecided, Fault::Limit, Fault::Slow, Fault::Unsteady];
        let worse = self.finds.iter().filter(|(fault, _)| !honest.contains(fault));
        worse.flat_map(|(_, finds)| finds).collect()
    }

    /// Both together, this one first.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.pairs += other.pairs;
        self.queries += other.queries;
        self.apart += other.apart;
        self.touching += other.touching;
        self.overlapping += other.overlapping;
        self.near += other.near;
        self.straight += other.straight;
        self.undecided += other.undecided;
        self.limited += other.limited;
        self.forged += other.forged;
        self.believed += other.believed;
        self.steady += other.steady;
        self.unsteady += other.unsteady;
        for (fault, count) in other.faults {
            *self.faults.entry(fault).or_default() += count;
        }
        for (fault, finds) in other.finds {
            let mine = self.finds.entry(fault).or_default();
            mine.extend(finds);
            mine.truncate(KEPT);
        }
        for (sort, count) in other.sorts {
            *self.sorts.entry(sort).or_default() += count;
        }
        self.straight_gaps.extend(other.straight_gaps);
        self.curved_gaps.extend(other.curved_gaps);
        self.slowest = self.slowest.max(other.slowest);
        self
    }

    /// The required shares that the sample does not reach.
    pub fn lacks(&self, least: Shares) -> Vec<String> {
        let share = |count: usize| count as f64 / self.pairs.max(1) as f64;
        [
            ("apart", self.apart, least.apart),
            ("touching", self.touching, least.touching),
            ("overlapping", self.overlapping, least.overlapping),
            ("near", self.near, least.near),
        ]
        .into_iter()
        .filter(|(_, count, least)| share(*count) < *least)
        .map(|(name, count, least)| {
            format!("{:.1} % {name}, not {:.1} %", 100.0 * share(count), 100.0 * least)
        })
        .collect()
    }
}

/// The distribution of gaps, in eps of the pairs' sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Tightness {
    pub median: f64,
    /// 99.9 of 100 are below.
    pub most: f64,
    pub worst: f64,
}

impl Tightness {
    /// The distribution of a sample; `None` for an empty one.
    pub fn of(gaps: &[f64]) -> Option<Self> {
        let mut sorted = gaps.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get(((sorted.len() - 1) as f64 * share).round() as usize);
        if sorted.is_empty() {
            return None;
        }
        Some(Self { median: *at(0.5)?, most: *at(0.999)?, worst: *at(1.0)? })
    }
}
