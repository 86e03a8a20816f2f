//! Evidence for an answer that can be checked without the search that found it.

use alloc::vec::Vec;
use core::fmt;

use crate::answer::Verdict;
use crate::check::InputError;
#[cfg(doc)]
use crate::{certificate, verify};

/// Evidence for the relation of two shapes: plain data, which [`certificate`] finds and [`verify`]
/// checks in exact arithmetic.
///
/// Two claims, each with its evidence. The signed distance (the distance, or minus the depth) is at
/// least [`lower`](Self::lower): seen along [`direction`](Self::direction) the shapes are that far
/// apart. It is at most [`upper`](Self::upper): the hull of the differences of the
/// [`pairs`](Self::pairs) of points comes that near to the origin, or, where there are
/// [`facets`](Self::facets), holds a ball about it. The [`verdict`](Self::verdict) follows from the
/// same evidence, without any tolerance.
///
/// Lengths and directions are those of the world, in `f64` for either precision of the caller.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
pub struct Certificate<S> {
    /// Whether they have a point in common. [`Verdict::Undecided`] claims nothing.
    pub verdict: Verdict,
    /// The signed distance is not below this; minus infinity claims nothing.
    pub lower: f64,
    /// The signed distance is not above this; infinity claims nothing.
    pub upper: f64,
    /// A direction from A to B, of any length, as the unevaluated sum of these: usually one, more
    /// where the shapes miss each other by less than a rounding. Proves `lower`, and
    /// [`Verdict::Separated`].
    pub direction: Vec<S>,
    /// Pairs of a point of A's core and one of B's. Prove `upper`, and [`Verdict::Intersecting`].
    pub pairs: Vec<SupportPair<S>>,
    /// Where there are no facets: weights of the pairs that give the point of their hull nearest to
    /// the origin, to some ten digits. They locate it; the proof is in the exact points of the
    /// pairs.
    pub weights: Vec<f64>,
    /// The facets of a closed surface around the origin, as indices of pairs: in space triangles
    /// counter-clockwise from outside, in the plane edges counter-clockwise (the third index
    /// repeats the second). Only where the cores overlap.
    pub facets: Vec<[u32; 3]>,
}

/// Claims nothing.
impl<S> Default for Certificate<S> {
    fn default() -> Self {
        Self {
            verdict: Verdict::Undecided,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            direction: Vec::new(),
            pairs: Vec::new(),
            weights: Vec::new(),
            facets: Vec::new(),
        }
    }
}

/// A point of A's core and a point of B's; their difference is a point of the Minkowski difference.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
#[allow(missing_docs)]
pub struct SupportPair<S> {
    pub on_a: CorePoint<S>,
    pub on_b: CorePoint<S>,
}

/// A point of a shape's core.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
pub enum CorePoint<S> {
    /// The corner of this index ([`SupportMap::corner`](crate::SupportMap::corner)).
    Corner(u64),
    /// A point of a cylinder, cone or ellipsoid, in its local frame.
    Inside(S),
    /// For a half-space: the point of its boundary nearest to the other point of the pair.
    Boundary,
}

/// Why a certificate proves nothing, or none was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The shapes or poses are invalid.
    Input(InputError),
    /// A shape that exact arithmetic does not know: a closure, a shape of the user's own without
    /// [`corners`](crate::SupportMap::corners), or one that stretches or sums curved ones or
    /// half-spaces. `which` is 'a' or 'b'.
    Unsupported {
        /// Which of the two.
        which: char,
    },
    /// A sum of polytopes with over 16 384 sums of one corner of each: evidence counts them.
    TooManySums {
        /// Which of the two.
        which: char,
    },
    /// For a cast: the motion is not finite, ends before it begins, or has a target depth greater
    /// than the radii.
    Motion,
    /// A bound is NaN, or the lower is above the upper; for a cast, a time is beyond the largest.
    Bounds,
    /// There is no direction although a lower bound or a separation is claimed; or it is zero, or
    /// not finite.
    NoDirection,
    /// Along the direction the shapes are not as far apart as `lower` claims.
    LowerTooHigh,
    /// Along the direction the shapes are not apart.
    NotSeparated,
    /// There is no pair although an upper bound or an intersection is claimed.
    NoPairs,
    /// A pair names a point outside the cores.
    NotInShape {
        /// Which pair.
        pair: usize,
    },
    /// Without facets: the origin has no foot within the hull of the pairs. There are more pairs
    /// than dimensions plus one, or the wrong ones.
    NoFoot,
    /// Weights are missing, negative, do not sum to 1, or give another point than the nearest.
    Weights,
    /// The pairs do not come as near to each other as `upper` claims.
    UpperTooLow,
    /// The pairs' hull does not come as near to the origin as the radii reach.
    NotIntersecting,
    /// The facets are not a closed surface, or one of them does not have the origin on its inner
    /// side.
    Surface {
        /// Which facet; in the first case one of those at the hole.
        facet: usize,
    },
    /// For a manifold: the normal is zero or not finite, or leans farther from a half-space's own
    /// than `tilt`.
    Normal,
    /// For a manifold: it has more points than allowed, or one of them twice.
    Points,
    /// For a manifold: a contact point is not finite, or not where its own certificate claims,
    /// relative to shape 'a' or 'b'.
    Place {
        /// Which point.
        point: usize,
        /// Relative to which shape.
        which: char,
    },
    /// For a manifold: along the normal the pair of points does not overlap by `depth` to within
    /// `gap`.
    Depth {
        /// Which point.
        point: usize,
    },
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "{error}"),
            Self::Unsupported { which } => {
                write!(f, "shape {which} is not one that exact arithmetic knows")
            }
            Self::TooManySums { which } => {
                write!(
                    f,
                    "shape {which} is a sum with over 16384 sums of one corner of each summand, more \
                     than certificates count"
                )
            }
            Self::Motion => f.write_str(
                "the motion is not finite, ends before it begins, or its target is deeper than radii",
            ),
            Self::Bounds => f.write_str("a bound is NaN, or the lower bound is above the upper"),
            Self::NoDirection => {
                f.write_str("a lower bound or separation is claimed without a direction")
            }
            Self::LowerTooHigh => {
                f.write_str("along the direction the shapes are not as far apart as claimed")
            }
            Self::NotSeparated => f.write_str("the direction does not separate the shapes"),
            Self::NoPairs => {
                f.write_str("an upper bound or intersection is claimed without pairs of points")
            }
            Self::NotInShape { pair } => {
                write!(f, "pair {pair} names a point that is not one of the shapes'")
            }
            Self::NoFoot => f.write_str("the pairs are not the corners of one feature"),
            Self::Weights => f.write_str("the weights do not give the nearest point"),
            Self::UpperTooLow => f.write_str("the shapes do not come as near as claimed"),
            Self::NotIntersecting => f.write_str("the pairs do not prove a common point"),
            Self::Surface { facet } => {
                write!(f, "facet {facet} is not part of a closed surface around the origin")
            }
            Self::Normal => {
                f.write_str("the normal is no direction, or leans from the half-space's own")
            }
            Self::Points => f.write_str("there are too many points, or one of them twice"),
            Self::Place { point, which } => {
                write!(
                    f,
                    "contact point {point} is not as near to the surface of {which} as claimed"
                )
            }
            Self::Depth { point } => {
                write!(f, "contact point {point} is not as deep as claimed")
            }
        }
    }
}

impl core::error::Error for CertificateError {}

impl From<InputError> for CertificateError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}
