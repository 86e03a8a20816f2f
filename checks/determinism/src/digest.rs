//! The record of the answers: hashes of the decisions and of the numbers, and how often each case
//! came up.

use core::fmt::{self, Write};

use clearance::{
    End, EpaStep, GjkStep, Observer, Proximity, Scalar, Space, Vector, Verdict, Witness,
};

use crate::scene::PLACEMENTS;
use crate::shapes::KINDS;

/// FNV-1a, 64 bits, over the bytes of each word from the lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub fn add(&mut self, word: u64) {
        word.to_le_bytes().into_iter().for_each(|byte| self.add_byte(byte));
    }
    pub fn add_byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    pub fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Fnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The answers for one pair.
#[derive(Default)]
pub struct Digest<'a> {
    /// Booleans, verdicts, variants, counts.
    pub decisions: Fnv,
    /// Lengths, gaps, points, normals.
    pub numbers: Fnv,
    pub tally: Tally,
    /// A log of everything that is hashed, one line for each query.
    pub log: Option<&'a mut dyn Write>,
}

impl Digest<'_> {
    fn write(&mut self, text: fmt::Arguments<'_>) {
        if let Some(log) = &mut self.log {
            log.write_fmt(text).expect("the log takes everything");
        }
    }

    /// Names the query that the next answers belong to.
    pub fn question(&mut self, name: &str) {
        self.write(format_args!("\n{name}:"));
    }

    pub fn decide(&mut self, what: impl Into<u64>) {
        let what = what.into();
        self.decisions.add(what);
        self.write(format_args!(" {what}"));
    }

    /// Takes a number by its bits, so that the sign of a zero counts. Which of the many NaNs a
    /// processor produces is ignored.
    pub fn number(&mut self, x: f64) {
        let canonical = if x.is_nan() { f64::NAN } else { x };
        self.numbers.add(canonical.to_bits());
        self.write(format_args!(" {x:?}"));
    }

    pub fn vector<V: Vector>(&mut self, v: V) {
        for i in 0..V::Space::DIM {
            self.number(v.to_space().coordinate(i));
        }
    }

    pub fn verdict(&mut self, verdict: Verdict) {
        self.decide(match verdict {
            Verdict::Separated => 0_u8,
            Verdict::Intersecting => 1,
            Verdict::Undecided => 2,
        });
    }

    pub fn witness<V: Vector>(&mut self, witness: &Witness<V>) {
        let end = match witness.end {
            End::Converged => 0,
            End::CutOff => 1,
            End::Limit => 2,
        };
        self.tally.ends[end] += 1;
        self.decide(end as u8);
        for v in [witness.on_a, witness.on_b, witness.normal] {
            self.vector(v);
        }
        self.number(witness.length.to_f64());
        self.number(witness.gap.to_f64());
    }

    pub fn maybe<V: Vector>(&mut self, witness: Option<Witness<V>>) {
        self.decide(witness.is_some());
        if let Some(witness) = witness {
            self.witness(&witness);
        }
    }

    pub fn proximity<V: Vector>(&mut self, proximity: &Proximity<V>) {
        let variant = match proximity {
            Proximity::Separated(_) => 0,
            Proximity::Intersecting(_) => 1,
            Proximity::Undecided(_) => 2,
        };
        self.tally.proximities[variant] += 1;
        self.decide(variant as u8);
        self.witness(proximity.witness());
    }
}

/// Every iteration counts, so that a difference shows where it arises, not only where it reaches an
/// answer.
impl<S: Space> Observer<S> for Digest<'_> {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        self.tally.steps[0] += 1;
        self.question("GJK's step");
        self.decide(step.support.features[0]);
        self.decide(step.support.features[1]);
        self.vector(step.direction);
        self.number(step.lower);
        self.number(step.upper);
    }
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        self.tally.steps[1] += 1;
        self.question("EPA's step");
        self.decide(step.facets.len() as u64);
        self.decide(step.chosen as u64);
        self.vector(step.direction);
        self.number(step.lower);
        self.number(step.upper);
    }
}

/// How often each case came up: a summary of the set of pairs.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub kinds: [u64; KINDS.len()],
    pub placements: [u64; PLACEMENTS.len()],
    pub proximities: [u64; 3],
    pub ends: [u64; 3],
    pub steps: [u64; 2],
}

impl Tally {
    pub fn add(&mut self, other: &Self) {
        fn sum(to: &mut [u64], from: &[u64]) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        sum(&mut self.kinds, &other.kinds);
        sum(&mut self.placements, &other.placements);
        sum(&mut self.proximities, &other.proximities);
        sum(&mut self.ends, &other.ends);
        sum(&mut self.steps, &other.steps);
    }

    /// Each counter's title, the names of its cases, and their counts.
    pub fn rows(&self) -> [(&str, &[&str], &[u64]); 5] {
        [
            ("shapes", &KINDS, &self.kinds),
            ("placements", &PLACEMENTS, &self.placements),
            ("answers", &["separated", "penetrating", "undecided"], &self.proximities),
            ("searches", &["converged", "cut off", "at a limit"], &self.ends),
            ("iterations", &["GJK", "EPA"], &self.steps),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::scene::Scene;

    #[test]
    fn the_hash_is_fnv_1a() {
        let hash_of = |word: u64| {
            let mut hash = Fnv::default();
            hash.add(word);
            hash.value()
        };
        assert_eq!(hash_of(0), 0xa8c7_f832_281a_39c5);
        assert_eq!(hash_of(u64::from_le_bytes(*b"foobarzz")), 0x73a4_f9eb_4e2c_9e84);
    }

    #[test]
    fn the_last_bit_of_a_number_and_the_sign_of_a_zero_count() {
        let hash = |x: f64| {
            let mut digest = Digest::default();
            digest.number(x);
            digest.numbers.value()
        };
        assert_ne!(hash(1.0), hash(1.0_f64.next_up()));
        assert_ne!(hash(0.0), hash(-0.0));
        assert_eq!(hash(f64::NAN), hash(f64::from_bits(f64::NAN.to_bits() ^ 1 << 63 ^ 1)));
    }

    #[test]
    fn the_pairs_hold_every_case() {
        let mut tally = Tally::default();
        for pair in 0..1000 {
            let scene = Scene::<glam::Vec3>::new(Random::new(2, pair));
            tally.add(&crate::questions::ask(&scene, None).tally);
        }
        for (what, labels, counts) in tally.rows() {
            for (label, count) in labels.iter().zip(counts) {
                assert!(*count > 0, "{what}: no {label}");
            }
        }
    }
}
