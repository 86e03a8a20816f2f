//! The families of the suite: what they draw, and what a sample of each must hold so that it tests
//! what it claims.

use clearance::{Scalar, Vector};

use crate::court::{Court, Truth};
use crate::kinds::{KINDS, WALL};
use crate::pair::Pair;
use crate::random::Random;
use crate::{
    camera, casts, coaxial, contact, critical, edges, ladder, nested, odd, overlaps, rays, resting,
    stacks, turns,
};

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
    /// About one axis but for a drift: regular solids, prisms, pyramids, antiprisms, round shapes.
    Coaxial,
    /// The same with hundreds of corners, whose facets no judge lists: checked by their own proofs
    /// and for time.
    Many,
    /// Exact contact of curved shapes along an axis of the grid.
    Resting,
    /// Sizes at the ends of the range that each kernel is proved for, and of the floats' range.
    Edges,
    /// Scaled, rounded and summed up to eight times over.
    Nested,
    /// The frustum of a camera's matrix.
    Camera,
    /// Mirrored, doubled, enclosed, thin, far: unlikely pairs.
    Odd,
    /// Pairs of the other families whose certificates are found and forged, for some also those of
    /// their contact points; no other query runs.
    Forged,
    /// Pairs of the other families at some time of a motion; casts are their only queries.
    Casts,
    /// The same for motions that turn.
    Turns,
    /// Pairs that touch along more than a point, for the contact manifold.
    Manifolds,
    /// A shape and the origin of a ray, which is cast again from wherever it hits; solid and
    /// hollow. Each ray counts as a pair, apart or overlapping by where it begins.
    Rays,
    /// Polytopes of few corners, and pairs of the other families: the volume of their overlap is
    /// the only query.
    Overlaps,
}

/// One pair of a family.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Case<V: Vector> {
    pub pair: Pair<V>,
    /// The sort of pair within its family.
    pub sort: &'static str,
    /// The pair before it was multiplied, and by how much, if nothing was rounded.
    pub unscaled: Option<(Pair<V>, f64)>,
    pub truth: Known,
    pub asks: Asks,
}

/// The queries of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Every verb for distances and booleans.
    Everything,
    /// Certificates, and forgeries of them.
    Certificates,
    /// Casts, by the motion of this seed.
    Casts(u64),
    /// When shapes that turn meet, by the motion of this seed.
    Turns(u64),
    /// The contact manifold.
    Manifold,
    /// Rays, at the target of this seed.
    Rays(u64),
    /// The volume of the overlap.
    Volume,
}

/// Families whose pairs' certificates are forged; those that are faster to judge come more often.
const FORGED: [Family; 13] = [
    Family::Ladder,
    Family::Scales,
    Family::Contact,
    Family::Contact,
    Family::Critical,
    Family::Resting,
    Family::Edges,
    Family::Edges,
    Family::Edges,
    Family::Nested,
    Family::Camera,
    Family::Odd,
    Family::Manifolds,
];

/// What is known about a pair before the judge.
#[derive(Clone, Debug)]
pub enum Known {
    /// Nothing: the judge finds it.
    Judged,
    /// The truth, from how the pair was built; and whether the booleans of shapes that the library
    /// knows must be decided.
    Built(Truth, bool),
    /// Nothing, and judging would take too long: answers are checked by their own proofs.
    Nothing,
}

/// Least shares of a sample, of 1: apart, exactly touching (or within the judge's bracket of it),
/// overlapping, and nearer than a millionth of the size.
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
    pub const ALL: [Self; 17] = [
        Self::Ladder,
        Self::Scales,
        Self::Contact,
        Self::Critical,
        Self::Coaxial,
        Self::Many,
        Self::Resting,
        Self::Edges,
        Self::Nested,
        Self::Camera,
        Self::Odd,
        Self::Forged,
        Self::Casts,
        Self::Turns,
        Self::Manifolds,
        Self::Rays,
        Self::Overlaps,
    ];

    /// Those of a run for every change: all but the meshes of thousands of corners, which take long
    /// to build, and what is not right yet, the ends of `coaxial`.
    pub const QUICK: [Self; 15] = [
        Self::Ladder,
        Self::Scales,
        Self::Contact,
        Self::Critical,
        Self::Resting,
        Self::Edges,
        Self::Nested,
        Self::Camera,
        Self::Odd,
        Self::Forged,
        Self::Casts,
        Self::Turns,
        Self::Manifolds,
        Self::Rays,
        Self::Overlaps,
    ];

    /// For the command line and the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Scales => "scales",
            Self::Contact => "contact",
            Self::Critical => "critical",
            Self::Coaxial => "coaxial",
            Self::Many => "many",
            Self::Resting => "resting",
            Self::Edges => "edges",
            Self::Nested => "nested",
            Self::Camera => "camera",
            Self::Odd => "odd",
            Self::Forged => "forged",
            Self::Casts => "casts",
            Self::Turns => "turns",
            Self::Manifolds => "manifolds",
            Self::Rays => "rays",
            Self::Overlaps => "overlaps",
        }
    }

    /// What a sample of some hundred pairs must hold at least.
    pub const fn shares(self) -> Shares {
        match self {
            // In a pose that rounds, shapes touch exactly only by accident; `contact` covers that.
            Self::Ladder | Self::Scales => {
                Shares { apart: 0.25, touching: 0.0, overlapping: 0.25, near: 0.3 }
            }
            Self::Contact => Shares { apart: 0.08, touching: 0.5, overlapping: 0.08, near: 0.7 },
            Self::Critical => Shares { apart: 0.2, touching: 0.0, overlapping: 0.4, near: 0.1 },
            Self::Coaxial => Shares { apart: 0.0, touching: 0.0, overlapping: 0.8, near: 0.0 },
            Self::Many | Self::Casts => {
                Shares { apart: 0.0, touching: 0.0, overlapping: 0.0, near: 0.0 }
            }
            // Misses, hits on the way, hits at the start; what is nearer than rounding is undecided.
            Self::Turns => Shares { apart: 0.12, touching: 0.2, overlapping: 0.1, near: 0.0 },
            Self::Resting => Shares { apart: 0.1, touching: 0.5, overlapping: 0.1, near: 1.0 },
            Self::Edges => Shares { apart: 0.2, touching: 0.0, overlapping: 0.2, near: 0.1 },
            Self::Nested => Shares { apart: 0.2, touching: 0.0, overlapping: 0.2, near: 0.2 },
            Self::Camera => Shares { apart: 0.2, touching: 0.0, overlapping: 0.2, near: 0.4 },
            Self::Odd => Shares { apart: 0.1, touching: 0.0, overlapping: 0.4, near: 0.2 },
            Self::Forged => Shares { apart: 0.2, touching: 0.05, overlapping: 0.2, near: 0.3 },
            Self::Manifolds => Shares { apart: 0.15, touching: 0.15, overlapping: 0.3, near: 0.3 },
            Self::Rays => Shares { apart: 0.15, touching: 0.0, overlapping: 0.3, near: 0.0 },
            Self::Overlaps => Shares { apart: 0.1, touching: 0.0, overlapping: 0.4, near: 0.1 },
        }
    }

    /// The pair of a seed.
    pub fn case<V: Court>(self, seed: u64) -> Case<V> {
        let plain = |(pair, sort)| Case {
            pair,
            sort,
            unscaled: None,
            truth: Known::Judged,
            asks: Asks::Everything,
        };
        let built = |(pair, sort, truth), decided| Case {
            truth: Known::Built(truth, decided),
            ..plain((pair, sort))
        };
        match self {
            Self::Ladder => plain((mixed(seed), "any")),
            Self::Contact => plain(contact::pair(seed)),
            Self::Critical => plain(critical::pair(seed)),
            Self::Scales => scaled(seed),
            Self::Coaxial => plain(coaxial::pair(seed)),
            Self::Many => Case { truth: Known::Nothing, ..plain(coaxial::many(seed)) },
            Self::Resting => built(resting::pair(seed), true),
            Self::Edges => plain(edges::pair(seed)),
            Self::Nested => plain(nested::pair(seed)),
            // The plane has no cameras.
            Self::Camera => match camera::pair(seed) {
                Some(case) => plain(case),
                None => plain(nested::pair(seed)),
            },
            Self::Odd => plain(odd::pair(seed)),
            Self::Manifolds => Case { asks: Asks::Manifold, ..plain(stacks::pair(seed)) },
            Self::Overlaps => Case { asks: Asks::Volume, ..plain(overlaps::pair(seed)) },
            Self::Forged => {
                let mut r = Random(seed);
                let of = FORGED[r.below(FORGED.len() as u64) as usize];
                Case { asks: Asks::Certificates, ..of.case(r.bits()) }
            }
            Self::Casts => {
                let casts::Motion { pair, sort, .. } = casts::motion(seed);
                Case { asks: Asks::Casts(seed), ..plain((pair, sort)) }
            }
            Self::Turns => {
                let turns::Turns { pair, sort, .. } = turns::turns(seed);
                Case { asks: Asks::Turns(seed), ..plain((pair, sort)) }
            }
            Self::Rays => {
                let target = rays::target(seed);
                let sort = target.sort;
                Case { asks: Asks::Rays(seed), ..plain((target.pair(), sort)) }
            }
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

/// Multiplied by a power of two as far as the range allows: the products of a pair's numbers must
/// stay finite.
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
        return Case {
            pair: here,
            sort: "beyond the range",
            unscaled: None,
            truth: Known::Judged,
            asks: Asks::Everything,
        };
    }
    let back = there.magnified(factor.recip());
    let exact =
        back.a == here.a && back.b == here.b && back.at_a == here.at_a && back.at_b == here.at_b;
    let sort = if exponent > 0 { "larger" } else { "smaller" };
    let unscaled = exact.then_some((here, factor));
    Case { pair: there, sort, unscaled, truth: Known::Judged, asks: Asks::Everything }
}
