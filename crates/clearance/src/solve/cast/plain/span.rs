//! When a line is inside a convex set: bounds of the time at which it enters and of that at which
//! it leaves. For an intersection of sets, the tighter bounds hold.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, larger, smaller, sqrt};

/// Rounding by a larger part of the radius leaves no direction that one Newton step could
/// normalise.
const ROUND: f64 = 1e-9;

/// The points `from + t · along`, seen from a body.
#[derive(Clone, Copy)]
pub(super) struct RayLine<S> {
    pub(super) from: S,
    pub(super) along: S,
    /// The exact beginning is no farther than this from `from`, with room for the roundings of a
    /// height at `t = 0`.
    pub(super) off: f64,
    /// How much that grows with a unit of time.
    pub(super) drift: f64,
}

/// Inside from the first time on to the second. Each bound holds for the exact line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Outside before this.
    pub(super) free: f64,
    /// Inside from this time on, if it is not negative,
    pub(super) inside: f64,
    /// until this.
    pub(super) stays: f64,
    /// Outside after this.
    pub(super) gone: f64,
}

impl Span {
    /// Nothing is known.
    const UNKNOWN: Self = Self {
        free: f64::NEG_INFINITY,
        inside: f64::INFINITY,
        stays: f64::NEG_INFINITY,
        gone: f64::INFINITY,
    };
    /// Never inside.
    const NEVER: Self = Self { free: f64::INFINITY, gone: f64::NEG_INFINITY, ..Self::UNKNOWN };
    /// Inside all the time.
    pub(super) const EVER: Self = Self {
        free: f64::NEG_INFINITY,
        inside: f64::NEG_INFINITY,
        stays: f64::INFINITY,
        gone: f64::INFINITY,
    };

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            free: larger(other.free, self.free),
            inside: larger(other.inside, self.inside),
            stays: smaller(other.stays, self.stays),
            gone: smaller(other.gone, self.gone),
        }
    }

    /// Within an endless cylinder about the origin or a ball: the part of the line across the axis,
    /// or all of it.
    ///
    /// Lemma 37. With `p`, `v` the line's, good to `off` and to `drift`, and `w = drift / |v|`:
    /// the time `m` at which it is nearest is good to `te = (1.25 off + |p| (4 w + 12 u)) / |v|`,
    /// and the distance `d` from there to `e = off + (|m| + te) drift + 8 u |p|`. Where `e < r /
    /// 4` and `d <= 2 r`, `r² - d²` is good to `(4 r + 2 e) e + 16 u r²`; half the time inside is
    /// the root of that over `|v|²`, good to `2 w + 8 u` of itself.
    #[inline(always)]
    pub(super) fn round<S: Space>(line: &RayLine<S>, radius: f64) -> Self {
        let RayLine { from, along, off, drift } = *line;
        let squared = along.length_squared();
        if !(squared > 4096.0 * drift * drift) {
            return Self::along_axis(line, radius);
        }
        let per_squared = 1.0 / squared;
        let per_speed = sqrt(per_squared);
        let size = sum_of(from);
        let middle = -from.dot(along) * per_squared;
        let nearest = from + along * middle;
        let apart = nearest.length_squared();
        let tilt = drift * per_speed;
        let shift = per_speed * (1.25 * off + size * (4.0 * tilt + 12.0 * UNIT_ROUNDOFF));
        let error = off + (middle.abs() + shift) * drift + 8.0 * UNIT_ROUNDOFF * size;
        let square = radius * radius;
        if !(error < ROUND * radius) {
            return Self::UNKNOWN;
        }
        let left = square - apart;
        let error = (4.0 * radius + 2.0 * error) * error + 16.0 * UNIT_ROUNDOFF * square;
        if left < -error || apart > 4.0 * square {
            return Self::NEVER;
        }
        let longest = sqrt((left + error) * per_squared);
        let shift = shift + longest * (2.0 * tilt + 8.0 * UNIT_ROUNDOFF);
        let (free, gone) = (middle - longest - shift, middle + longest + shift);
        if !(left > error) {
            return Self { free, gone, ..Self::UNKNOWN };
        }
        let shortest = sqrt((left - error) * per_squared);
        Self { free, inside: middle - shortest + shift, stays: middle + shortest - shift, gone }
    }

    /// The same where the line runs along the axis, or nearly: only where it begins matters.
    fn along_axis<S: Space>(line: &RayLine<S>, radius: f64) -> Self {
        let error = line.off + 8.0 * UNIT_ROUNDOFF * sum_of(line.from);
        let room = radius - line.from.length();
        // The least that counts as a speed is 64 of these.
        let drift = 66.0 * line.drift;
        if room > error {
            Self { inside: 0.0, stays: (room - error) / drift, ..Self::EVER }
        } else if -room > error {
            Self { free: (-room - error) / drift, ..Self::UNKNOWN }
        } else {
            Self::UNKNOWN
        }
    }

    /// Within a slab about the origin, from a point's coordinate and its speed. See [`Self::below`]
    /// for the two planes, of which this is the closed form.
    #[inline(always)]
    pub(super) fn slab<S: Space>(line: &RayLine<S>, axis: usize, half: f64) -> Self {
        let RayLine { off, drift, .. } = *line;
        let (from, along) = (line.from.coordinate(axis), line.along.coordinate(axis));
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        let (from, along) = (from * sign, along * sign);
        let (to_near, to_far) = (-half - from, half - from);
        let per_fast = 1.0 / (along + drift);
        let (free, stays) = ((to_near - off) * per_fast, (to_far - off) * per_fast);
        let slow = along - drift;
        if slow > 0.0 {
            let per_slow = 1.0 / slow;
            return Self {
                free,
                inside: (to_near + off) * per_slow,
                stays,
                gone: (to_far + off) * per_slow,
            };
        }
        // The other direction is the same by symmetry.
        let back = drift - along;
        Self {
            free: larger((-to_far - off) / back, free),
            inside: f64::NEG_INFINITY,
            stays: smaller((-to_near - off) / back, stays),
            gone: f64::INFINITY,
        }
    }
}

/// No less than the length, up to rounding.
#[inline(always)]
pub(super) fn sum_of<S: Space>(v: S) -> f64 {
    (0..S::DIM).fold(0.0, |sum, i| sum + v.coordinate(i).abs())
}
