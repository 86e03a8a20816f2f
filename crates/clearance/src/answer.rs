//! The answers of queries.

use crate::math::{Scalar, Space, Vector};

/// Where and by how much two shapes are apart or overlap. In the world frame, in the caller's
/// lengths.
///
/// Apart: `on_b - on_a = length * normal`. Overlapping: `on_a - on_b = length * normal`, and moving
/// B by `length * normal` just separates the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Witness<V: Vector> {
    /// The point of A nearest to B or, where they overlap, deepest in it.
    pub on_a: V,
    /// The point of B nearest to A or, where they overlap, deepest in it.
    pub on_b: V,
    /// The unit vector from A to B.
    pub normal: V,
    /// The distance, or the depth where they overlap. Never negative.
    pub length: V::Scalar,
    /// The exact distance or depth differs from `length` by no more than this, rounding included;
    /// so do the distance of `on_a` and `on_b` and what the pair needs along `normal`, but for the
    /// rounding of their own coordinates. Infinite where nothing is known: after input that
    /// [`check`](crate::check) refuses.
    pub gap: V::Scalar,
    /// Why the search ended.
    pub end: End,
}

/// Why a search ended. It affects how wide the gap is, never whether the answer is true: that is
/// certified separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End {
    /// The bounds met, as far as rounding lets them.
    Converged,
    /// The shapes are farther apart than the cut-off; the gap is what was known then.
    CutOff,
    /// The iteration limit was reached, or EPA's storage was full; the gap is what was known then.
    Limit,
}

/// How two shapes stand to each other. Touching shapes intersect.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub enum Proximity<V: Vector> {
    /// Proved: they have no point in common. The witness holds the distance.
    Separated(Witness<V>),
    /// Proved: they have a point in common. The witness holds the depth, 0 where they just touch.
    Intersecting(Witness<V>),
    /// The search was stopped too early, or the shapes are curved or the user's own and too close
    /// to call; in a build without `alloc` others may be too. The witness's `gap` covers both
    /// cases. Its `length` is a depth.
    Undecided(Witness<V>),
}

impl<S: Space> Proximity<S> {
    /// In the caller's vectors.
    #[inline]
    pub(crate) fn narrowed<V: Vector<Space = S>>(self) -> Proximity<V> {
        match self {
            Self::Separated(witness) => Proximity::Separated(witness.narrowed()),
            Self::Intersecting(witness) => Proximity::Intersecting(witness.narrowed()),
            Self::Undecided(witness) => Proximity::Undecided(witness.narrowed()),
        }
    }
}

impl<V: Vector> Proximity<V> {
    /// The same in `f64`, exactly.
    #[doc(hidden)]
    #[must_use]
    pub fn widened(self) -> Proximity<V::Space> {
        self.fold(|verdict, witness| Proximity::of(verdict, witness.widened()))
    }

    pub(crate) const fn of(verdict: Verdict, witness: Witness<V>) -> Self {
        match verdict {
            Verdict::Separated => Self::Separated(witness),
            Verdict::Intersecting => Self::Intersecting(witness),
            Verdict::Undecided => Self::Undecided(witness),
        }
    }

    /// Whether they have a point in common; `true` where undecided, as culling and safety need.
    #[inline]
    #[must_use]
    pub const fn intersects(&self) -> bool {
        !matches!(self, Self::Separated(_))
    }

    /// Whether the boolean is proved.
    #[inline]
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        !matches!(self, Self::Undecided(_))
    }

    /// Points, normal, length and gap of any of the three.
    #[inline]
    #[must_use]
    pub const fn witness(&self) -> &Witness<V> {
        match self {
            Self::Separated(witness) | Self::Intersecting(witness) | Self::Undecided(witness) => {
                witness
            }
        }
    }

    /// Calls `case` with the verdict and the witness.
    pub(crate) fn fold<R>(self, case: impl FnOnce(Verdict, Witness<V>) -> R) -> R {
        match self {
            Self::Separated(witness) => case(Verdict::Separated, witness),
            Self::Intersecting(witness) => case(Verdict::Intersecting, witness),
            Self::Undecided(witness) => case(Verdict::Undecided, witness),
        }
    }

    /// The distance, or minus the depth. The exact value lies within `witness().gap`.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self) -> V::Scalar {
        let length = self.witness().length;
        match self {
            Self::Separated(_) => length,
            // No depth is 0, and not -0.
            Self::Intersecting(_) | Self::Undecided(_) => {
                V::Scalar::from_f64(0.0 - length.to_f64())
            }
        }
    }
}

/// Whether two shapes have a point in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// Proved: no common point.
    Separated,
    /// Proved: a common point. Touching counts.
    Intersecting,
    /// The search was stopped too early, or the shapes are curved or the user's own and too close
    /// to call. In a build without `alloc` others may be too.
    Undecided,
}

impl Verdict {
    /// A verdict that is certain.
    #[inline]
    pub(crate) const fn decided(meet: bool) -> Self {
        if meet { Self::Intersecting } else { Self::Separated }
    }
    /// `true` unless proved separate.
    #[inline]
    #[must_use]
    pub const fn intersects(self) -> bool {
        !matches!(self, Self::Separated)
    }
}

/// How far apart two shapes are along one direction. See [`separation`](crate::separation).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Separation<T> {
    /// From A's farthest point to B's nearest along the direction, positive where that slab is
    /// free. The distance is at least this. Where it is negative, moving B by minus this along the
    /// direction separates them.
    pub length: T,
    /// The exact value differs from `length` by no more than this.
    pub gap: T,
}

impl Separation<f64> {
    /// In the caller's precision.
    pub(crate) fn narrowed<T: Scalar>(self) -> Separation<T> {
        let (length, gap) = with_gap(self.length, self.gap);
        Separation { length, gap }
    }
}

impl<T: Scalar> Separation<T> {
    pub(crate) fn new(length: f64, gap: f64, unit: f64) -> Self {
        let (length, gap) = scaled_back(length, gap, unit);
        Self { length, gap }
    }
}

/// The same as [`with_gap`], of a length and its gap in solver units: scaling back rounds both
/// where they are subnormal, perhaps to zero.
pub(crate) fn scaled_back<T: Scalar>(length: f64, gap: f64, unit: f64) -> (T, T) {
    let (scaled, scaled_gap) = (length * unit, gap * unit);
    let is_rounded = scaled_gap < f64::MIN_POSITIVE && (length != 0.0 || gap != 0.0);
    with_gap(scaled, scaled_gap + if is_rounded { f64::from_bits(2) } else { 0.0 })
}

/// Rounds a length to the caller's precision and charges the rounding to the gap.
// A call would cost a twentieth of a distance of two balls.
#[inline(always)]
pub(crate) fn with_gap<T: Scalar>(length: f64, gap: f64) -> (T, T) {
    let rounded = T::from_f64(length);
    let charged = gap + (rounded.to_f64() - length).abs();
    // Where the rounded length is out of range, so is what that charges.
    if charged < f64::INFINITY {
        (rounded, T::from_f64_up(charged))
    } else {
        (
            if rounded.to_f64().is_finite() { rounded } else { T::ZERO },
            T::from_f64_up(f64::INFINITY),
        )
    }
}

impl<S: Space> Witness<S> {
    /// In the caller's vectors, of the precision in which it was found or less.
    #[inline]
    pub(crate) fn narrowed<V: Vector<Space = S>>(self) -> Witness<V> {
        let [on_a, on_b] = [self.on_a, self.on_b].map(V::from_space);
        // Where the points are beyond the caller's largest float, the gap is infinite.
        let are_there = on_a.to_space().is_finite() && on_b.to_space().is_finite();
        let gap = if are_there { self.gap } else { f64::INFINITY };
        let (length, gap) = with_gap(self.length, gap);
        Witness { on_a, on_b, normal: V::from_space(self.normal), length, gap, end: self.end }
    }
}

impl<V: Vector> Witness<V> {
    /// The same in `f64`, exactly.
    pub(crate) fn widened(self) -> Witness<V::Space> {
        let Self { on_a, on_b, normal, length, gap, end } = self;
        let [on_a, on_b, normal] = [on_a, on_b, normal].map(V::to_space);
        Witness { on_a, on_b, normal, length: length.to_f64(), gap: gap.to_f64(), end }
    }

    /// What [`distance`](crate::distance()) answers.
    pub(crate) fn apart(verdict: Verdict, witness: Self) -> Option<Self> {
        (verdict == Verdict::Separated).then_some(witness)
    }

    /// What [`penetration`](crate::penetration()) answers.
    pub(crate) fn overlapping(verdict: Verdict, witness: Self) -> Option<Self> {
        (verdict != Verdict::Separated).then_some(witness)
    }

    /// The witness of a query about which nothing is known.
    pub(crate) fn unknown() -> Self {
        let origin = V::from_space(V::Space::default());
        Self {
            on_a: origin,
            on_b: origin,
            normal: V::from_space(V::Space::axis(0)),
            length: V::Scalar::ZERO,
            gap: V::Scalar::from_f64(f64::INFINITY),
            end: End::Limit,
        }
    }
}
