//! What a cast takes and returns: motions, rays, times.

use crate::answer::Witness;
use crate::math::{Precision, Scalar, Space, Vector};

/// A span of time, rounded outward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval<T> {
    /// Not later.
    pub low: T,
    /// Not sooner.
    pub high: T,
}

impl<T: Scalar> Interval<T> {
    pub(crate) fn around([low, high]: [f64; 2]) -> Self {
        Self { low: T::from_f64_down(low), high: T::from_f64_up(high) }
    }

    /// The middle, rounded to nearest: the best single number.
    #[must_use]
    pub fn middle(&self) -> T {
        let (low, high) = (self.low.to_f64(), self.high.to_f64());
        T::from_f64(low + 0.5 * (high - low))
    }

    /// How wide it is, rounded up.
    #[must_use]
    pub fn width(&self) -> T {
        T::from_f64_up((self.high.to_f64() - self.low.to_f64()) * (1.0 + f64::EPSILON))
    }
}

/// How a cast treats shapes that touch or overlap before they move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AtStart {
    /// A hit at time 0. The witness holds how deep they overlap.
    #[default]
    Report,
    /// A miss if the motion takes them apart or along each other: if, a millionth of their size
    /// ahead, they overlap no deeper than now, to within 1e-7 of that way. Otherwise a hit at time
    /// 0.
    IgnoreSeparating,
    /// A miss: convex shapes that leave each other on a straight line never meet again.
    Ignore,
}

/// A motion on a straight line without turning: B moves by `t · velocity`, in the world frame, for
/// `t` from 0 to `max_time`.
///
/// The product is exact, and so is its sum with the translation: "B at time `t`" is `p + t v` for
/// the very floats given. Moving a body there rounds, and may place it one rounding deeper; a small
/// [`target_distance`](Self::target_distance) leaves room for that.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Sweep<V: Vector> {
    pub(crate) velocity: V,
    pub(crate) velocity_of_a: V,
    pub(crate) max_time: V::Scalar,
    pub(crate) target_distance: V::Scalar,
    pub(crate) at_start: AtStart,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) tolerance: V::Scalar,
}

impl<V: Vector> Sweep<V> {
    /// B moves with this velocity, for times from 0 to 1; A rests.
    pub fn new(velocity: V) -> Self {
        Self {
            velocity,
            velocity_of_a: V::from_space(V::Space::default()),
            max_time: V::Scalar::ONE,
            target_distance: V::Scalar::ZERO,
            at_start: AtStart::Report,
            tolerance: V::Scalar::ZERO,
        }
    }

    /// A moves too, with this velocity.
    pub fn and_a(self, velocity: V) -> Self {
        Self { velocity_of_a: velocity, ..self }
    }

    /// For times up to this one. Infinity is allowed, and is no time itself: what meets later than
    /// at the largest float is [`Cast::Undecided`] from there on.
    pub fn until(self, max_time: V::Scalar) -> Self {
        Self { max_time, ..self }
    }

    /// A hit where the shapes come as near as this; if negative, where they overlap that deep: an
    /// allowed penetration.
    pub fn target_distance(self, distance: V::Scalar) -> Self {
        Self { target_distance: distance, ..self }
    }

    /// How to treat shapes in contact at time 0.
    pub fn at_start(self, at_start: AtStart) -> Self {
        Self { at_start, ..self }
    }

    /// How far the shapes may approach within a hit's interval of time: the search ends once it is
    /// as narrow, and proved as ever. By default, at 0, as narrow as rounding allows. What is a
    /// hit, and what a miss, does not change.
    pub fn tolerance(self, length: V::Scalar) -> Self {
        Self { tolerance: length, ..self }
    }

    /// The target distance.
    #[must_use]
    pub const fn skin(&self) -> V::Scalar {
        self.target_distance
    }

    /// The largest time.
    #[must_use]
    pub const fn last(&self) -> V::Scalar {
        self.max_time
    }

    pub(crate) fn velocities(&self) -> [V::Space; 2] {
        [self.velocity_of_a.to_space(), self.velocity.to_space()]
    }

    /// B's velocity seen from A, rounded.
    #[cfg(feature = "alloc")]
    pub(crate) fn relative_velocity(&self) -> V::Space {
        let [of_a, of_b] = self.velocities();
        of_b - of_a
    }
}

/// The first contact of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Hit<V: Vector> {
    /// The time of the first contact lies in here: there is none before `low`.
    pub time: Interval<V::Scalar>,
    /// Where, with A and B as they stand at `time.low`. For a contact at the start, the length is
    /// how deep they overlap or, within the target distance, how far apart they are; otherwise it
    /// is the target distance, with a gap of what the motion covers within `time`.
    pub witness: Witness<V>,
}

/// Whether, when and where B meets A. Each of the first two is proved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub enum Cast<V: Vector> {
    /// Proved: they do not meet.
    Miss,
    /// Proved: they meet, within the time given.
    Hit(Hit<V>),
    /// Curved shapes, or shapes of the user's own, that graze too close to call or whose contact at
    /// the start is too close to call; a search that was limited; a contact of a motion without end
    /// that is later than any time the caller's floats hold; or input that describes nothing. If
    /// they meet, it is within the time given.
    Undecided(Hit<V>),
}

impl<V: Vector> Cast<V> {
    /// The hit, also where it is undecided, as safety needs.
    #[must_use]
    pub const fn hit(&self) -> Option<&Hit<V>> {
        match self {
            Self::Miss => None,
            Self::Hit(hit) | Self::Undecided(hit) => Some(hit),
        }
    }

    /// Where there is a contact or may be one: a time up to which the motion is free of contact,
    /// `low`.
    #[must_use]
    pub fn time(&self) -> Option<V::Scalar> {
        self.hit().map(|hit| hit.time.low)
    }

    /// Whether the answer is proved.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        !matches!(self, Self::Undecided(_))
    }
}

/// A ray: the points `origin + t · direction`, for `t` from 0 to a largest time, infinity by
/// default. The direction may have any length, and times are multiples of it.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Ray<V: Vector> {
    /// Where it begins.
    pub origin: V,
    /// Its direction.
    pub direction: V,
    /// Where it ends, in multiples of `direction`.
    pub max_time: V::Scalar,
    /// Whether shapes count as surfaces: a ray that begins inside, or on the surface, then hits
    /// where it leaves, and misses if it does not by its end. Otherwise it hits at time 0.
    pub hollow: bool,
}

impl<V: Vector> Ray<V> {
    /// Without end, against solid shapes.
    pub fn new(origin: V, direction: V) -> Self {
        let max_time = V::Scalar::from_f64(f64::INFINITY);
        Self { origin, direction, max_time, hollow: false }
    }

    /// For times up to this one.
    pub fn until(self, max_time: V::Scalar) -> Self {
        Self { max_time, ..self }
    }

    /// Against surfaces: from inside it hits where it leaves.
    pub fn hollow(self) -> Self {
        Self { hollow: true, ..self }
    }

    /// The point at a time, rounded.
    #[must_use]
    pub fn at(&self, time: V::Scalar) -> V {
        V::from_space(self.origin.to_space() + self.direction.to_space() * time.to_f64())
    }
}

/// Where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct RayHit<V: Vector> {
    /// The time lies in here.
    pub time: Interval<V::Scalar>,
    /// The point of the shape; for a solid one that holds the ray's origin, the origin.
    pub point: V,
    /// A unit vector out of the shape, which lies below the plane across it: at an edge or a
    /// corner the normal of any facet there, or one between. For a solid shape that holds the ray's
    /// origin, the shortest way out.
    pub normal: V,
}

/// Whether, when and where a ray meets a shape. Each of the first two is proved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub enum RayCast<V: Vector> {
    /// Proved: it does not meet the shape.
    Miss,
    /// Proved: it meets it, within the time given.
    Hit(RayHit<V>),
    /// The same as [`Cast::Undecided`]. For a hollow shape also a ray that begins too close to the
    /// surface to tell whether it enters there or leaves.
    Undecided(RayHit<V>),
}

impl<V: Vector> RayCast<V> {
    /// The hit, also where it is undecided.
    #[must_use]
    pub const fn hit(&self) -> Option<&RayHit<V>> {
        match self {
            Self::Miss => None,
            Self::Hit(hit) | Self::Undecided(hit) => Some(hit),
        }
    }

    /// Where the ray meets the shape or may: a time up to which it is free of it.
    #[must_use]
    pub fn time(&self) -> Option<V::Scalar> {
        self.hit().map(|hit| hit.time.low)
    }

    /// Whether the answer is proved.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        !matches!(self, Self::Undecided(_))
    }
}

/// The point of a shape's surface nearest to a point, which may be inside.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct PointProjection<V: Vector> {
    /// On the surface.
    pub point: V,
    /// The unit vector out of the shape.
    pub normal: V,
    /// From the surface to the point: negative inside.
    pub signed_distance: V::Scalar,
    /// The exact value differs from `signed_distance` by no more than this.
    pub gap: V::Scalar,
    /// Whether the shape holds the point; its boundary counts.
    pub verdict: crate::answer::Verdict,
}

impl Precision {
    /// A span of time, rounded outward to the caller's numbers.
    pub(crate) fn around(self, times: [f64; 2]) -> Interval<f64> {
        if self.epsilon > f64::EPSILON {
            Interval::<f32>::around(times).widened()
        } else {
            Interval::around(times)
        }
    }
}

impl Interval<f64> {
    fn narrowed<T: Scalar>(self) -> Interval<T> {
        Interval::around([self.low, self.high])
    }
}

impl<T: Scalar> Interval<T> {
    fn has_end(&self) -> bool {
        self.high.to_f64() < f64::INFINITY
    }

    fn widened(self) -> Interval<f64> {
        Interval { low: self.low.to_f64(), high: self.high.to_f64() }
    }
}

impl<V: Vector> Sweep<V> {
    /// The same in `f64`, exactly.
    pub(crate) fn widened(self) -> Sweep<V::Space> {
        Sweep {
            velocity: self.velocity.to_space(),
            velocity_of_a: self.velocity_of_a.to_space(),
            max_time: self.max_time.to_f64(),
            target_distance: self.target_distance.to_f64(),
            at_start: self.at_start,
            tolerance: self.tolerance.to_f64(),
        }
    }
}

impl<V: Vector> Ray<V> {
    /// The same in `f64`, exactly.
    pub(crate) fn widened(self) -> Ray<V::Space> {
        Ray {
            origin: self.origin.to_space(),
            direction: self.direction.to_space(),
            max_time: self.max_time.to_f64(),
            hollow: self.hollow,
        }
    }
}

impl<V: Vector> Cast<V> {
    /// The same in `f64`, exactly.
    #[doc(hidden)]
    #[must_use]
    pub fn widened(self) -> Cast<V::Space> {
        let wide = |hit: Hit<V>| Hit { time: hit.time.widened(), witness: hit.witness.widened() };
        match self {
            Self::Miss => Cast::Miss,
            Self::Hit(hit) => Cast::Hit(wide(hit)),
            Self::Undecided(hit) => Cast::Undecided(wide(hit)),
        }
    }
}

impl<S: Space> Hit<S> {
    fn narrowed<V: Vector<Space = S>>(self) -> Hit<V> {
        Hit { time: self.time.narrowed(), witness: self.witness.narrowed() }
    }
}

impl<S: Space> Cast<S> {
    /// In the caller's vectors. Infinity is no time: a contact later than the largest float of the
    /// caller's is not known to be one.
    pub(crate) fn narrowed<V: Vector<Space = S>>(self) -> Cast<V> {
        match self {
            Self::Miss => Cast::Miss,
            Self::Hit(hit) => {
                let hit = hit.narrowed::<V>();
                if hit.time.has_end() { Cast::Hit(hit) } else { Cast::Undecided(hit) }
            }
            Self::Undecided(hit) => Cast::Undecided(hit.narrowed()),
        }
    }
}

impl<S: Space> RayHit<S> {
    fn narrowed<V: Vector<Space = S>>(self) -> RayHit<V> {
        let [point, normal] = [self.point, self.normal].map(V::from_space);
        RayHit { time: self.time.narrowed(), point, normal }
    }
}

impl<S: Space> RayCast<S> {
    /// See [`Cast::narrowed`].
    pub(crate) fn narrowed<V: Vector<Space = S>>(self) -> RayCast<V> {
        match self {
            Self::Miss => RayCast::Miss,
            Self::Hit(hit) => {
                let hit = hit.narrowed::<V>();
                if hit.time.has_end() { RayCast::Hit(hit) } else { RayCast::Undecided(hit) }
            }
            Self::Undecided(hit) => RayCast::Undecided(hit.narrowed()),
        }
    }
}
