//! The four families of the suite: what they draw, and what a sample of each must hold so that it tests what it claims.

use clearance::{Scalar, Vector};

use crate::court::Court;
use crate::kinds::{KINDS, WALL};
use crate::pair::Pair;
use crate::random::Random;
use crate::{contact, critical, ladder};

/// Where pairs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Every kind of shape with every other, on the ladder of gaps, near and far from the origin.
    Ladder,
    /// The same with every length multiplied by a power of two up to the ends of the range.
    Scales,
    /// Exact contact of every kind of feature, and missed by an ulp.
    Contact,
    /// Nearly parallel, equal, concentric, coaxial, deep.
    Critical,
}

/// One pair of a family.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Case<V: Vector> {
    pub pair: Pair<V>,
    /// The sort of pair within its family.
    pub sort: &'static str,
    /// The pair before it was multiplied, and by how much; where nothing was rounded.
    pub unscaled: Option<(Pair<V>, f64)>,
}

/// Least shares of a sample, of 1: apart, exactly touching (or within the judge's bracket of it), overlapping, and nearer
/// than a millionth of the size.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Shares {
    pub apart: f64,
    pub touching: f64,
    pub overlapping: f64,
    pub near: f64,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ladder, Self::Scales, Self::Contact, Self::Critical];

    /// For the command line and the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Scales => "scales",
            Self::Contact => "contact",
            Self::Critical => "critical",
        }
    }

    /// What a sample of some hundred pairs must hold at least.
    pub const fn shares(self) -> Shares {
        match self {
            // A pose that rounds touches exactly by accident only; `contact` is there for that.
            Self::Ladder | Self::Scales => {
                Shares { apart: 0.25, touching: 0.0, overlapping: 0.25, near: 0.3 }
            }
            Self::Contact => Shares { apart: 0.08, touching: 0.5, overlapping: 0.08, near: 0.7 },
            Self::Critical => Shares { apart: 0.2, touching: 0.0, overlapping: 0.4, near: 0.1 },
        }
    }

    /// The pair of a seed.
    pub fn case<V: Court>(self, seed: u64) -> Case<V> {
        let plain = |(pair, sort)| Case { pair, sort, unscaled: None };
        match self {
            Self::Ladder => plain((mixed(seed), "any")),
            Self::Contact => plain(contact::pair(seed)),
            Self::Critical => plain(critical::pair(seed)),
            Self::Scales => scaled(seed),
        }
    }
}

fn mixed<V: Court>(seed: u64) -> Pair<V> {
    let mut r = Random(seed);
    let (mut one, mut other) = (r.below(KINDS), r.below(WALL));
    if r.below(2) == 0 {
        (one, other) = (other, one);
    }
    ladder::pair(r.bits(), one, other)
}

/// Multiplied by a power of two as far as the range allows: the products of a pair's numbers must stay finite.
fn scaled<V: Court>(seed: u64) -> Case<V> {
    let here = mixed::<V>(seed);
    let mut r = Random(!seed);
    let most = if V::Scalar::EPSILON > 1e-10 { 100 } else { 1000 };
    let exponent = match r.below(3) {
        0 => most,
        1 => -most,
        _ => r.below(2 * most as u64 + 1) as i32 - most,
    };
    let factor = 2.0_f64.powi(exponent);
    let there = here.magnified(factor);
    if clearance::check(&there.a, &there.at_a, &there.b, &there.at_b).is_err() {
        return Case { pair: here, sort: "beyond the range", unscaled: None };
    }
    let back = there.magnified(factor.recip());
    let exact =
        back.a == here.a && back.b == here.b && back.at_a == here.at_a && back.at_b == here.at_b;
    let sort = if exponent > 0 { "larger" } else { "smaller" };
    Case { pair: there, sort, unscaled: exact.then_some((here, factor)) }
}
