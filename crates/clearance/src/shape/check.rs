//! Checks that a user's support mapping is one.

use core::fmt;

use crate::math::{Precision, Scalar, Space, Vector};

use super::support::SupportMap;

/// How a function fails to be a support mapping. Directions and points in the mapping's local
/// frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SupportFault<S> {
    /// The point for `direction` has a coordinate that is NaN or infinite.
    NotFinite {
        /// The direction of the call.
        direction: S,
    },
    /// Two calls gave points of different heights.
    Unstable {
        /// The direction of the call.
        direction: S,
    },
    /// The height of the point changed when only the length of the direction did.
    DependsOnLength {
        /// The direction of the call.
        direction: S,
        /// The factor applied to it.
        factor: f64,
    },
    /// Another point of the shape, which the mapping itself returned for `other`, lies farther
    /// along `direction`.
    NotFarthest {
        /// The direction of the call.
        direction: S,
        /// The direction that uncovered the farther point.
        other: S,
        /// How much farther it lies along `direction`, as a length.
        by: f64,
    },
    /// The ball of radius [`inradius`](SupportMap::inradius) about [`center`](SupportMap::center)
    /// is not within the core.
    CenterOutside {
        /// The direction along which the ball is farther than any point.
        direction: S,
    },
    /// The core that [`primitive`](SupportMap::primitive) names, or the hull of the
    /// [`corners`](SupportMap::corners), does not end where the support point lies. Answers would
    /// be about the one or the other.
    OtherCore {
        /// The direction of the call.
        direction: S,
    },
    /// A point lies outside the ball of radius [`reach`](SupportMap::reach) about the local origin.
    BeyondReach {
        /// The direction of the call.
        direction: S,
    },
}

impl<S: fmt::Debug> fmt::Display for SupportFault<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { direction } => {
                write!(f, "the support point along {direction:?} is NaN or infinite")
            }
            Self::Unstable { direction } => {
                write!(f, "two calls along {direction:?} gave different heights")
            }
            Self::DependsOnLength { direction, factor } => write!(
                f,
                "the support point along {direction:?} changes when the direction is {factor} times as long; \
                 normalise the direction where the mapping needs a unit vector"
            ),
            Self::NotFarthest { direction, other, by } => write!(
                f,
                "along {direction:?} the mapping's own point for {other:?} lies {by} farther; \
                 the mapping must return the farthest point of one convex shape"
            ),
            Self::CenterOutside { direction } => write!(
                f,
                "along {direction:?} the ball of radius `inradius()` about `center()` is farther than any point of the shape; \
                 give a ball or a point within the shape, or none"
            ),
            Self::OtherCore { direction } => write!(
                f,
                "along {direction:?} the core that `primitive()` names, or the hull of the \
                 corners, does not end at the support point; name the exact core, or `Primitive::General`"
            ),
            Self::BeyondReach { direction } => write!(
                f,
                "the support point along {direction:?} is farther from the local origin than `reach()` says"
            ),
        }
    }
}

impl<S: fmt::Debug> core::error::Error for SupportFault<S> {}

/// Directions are those of a spiral of this many steps, and both ways along each axis, where a
/// mapping's branches meet.
const SPIRAL: u32 = 96;
const AXES: u32 = 6;

/// Whether a mapping is the support mapping of some convex shape, as far as some hundred directions
/// over the circle or sphere, and every pair of them, show.
///
/// Points `p_i` found along `d_i` are the support points of their own hull exactly if no `p_j` lies
/// farther along `d_i` than `p_i`: that is tested for every pair, up to the mapping's stated
/// [`rounding`](SupportMap::rounding). The core that [`primitive`](SupportMap::primitive) names,
/// and up to 256 [`corners`](SupportMap::corners), must reach as far along each direction. Costs
/// about 500 calls and 10 000 dot products, and 100 for each corner: for tests and imports, not for
/// frames.
///
/// ```
/// use clearance::{SupportFault, check_support};
/// use glam::Vec2;
///
/// // Forgets to normalise: a disc only for unit directions.
/// let wrong = |d: Vec2| d * 2.0;
/// assert!(matches!(check_support(&wrong), Err(SupportFault::DependsOnLength { .. })));
/// assert!(check_support(&|d: Vec2| d.normalize_or_zero() * 2.0).is_ok());
/// ```
///
/// # Errors
/// The first [`SupportFault`] found.
pub fn check_support<V: Vector, A: SupportMap<V> + ?Sized>(
    shape: &A,
) -> Result<(), SupportFault<V::Space>> {
    let reach = shape.reach();
    // Called with the caller's types, the mapping rounds its points to them.
    let steps = Precision::of::<V::Scalar>().steps;
    let tolerance = 4.0 * (reach * (shape.rounding() + 2.0 * V::Scalar::EPSILON) + steps);
    let support = |d: V::Space| shape.support(V::from_space(d), 0).point.to_space();
    // The direction that the mapping receives, in the caller's precision.
    let directions = || {
        let axis =
            |i: u32| V::Space::axis(i as usize / 2) * if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let spread = (0..AXES).map(axis).chain((0..SPIRAL).map(spiral::<V::Space>));
        spread.map(|d| V::from_space(d).to_space())
    };

    for direction in directions() {
        let point = support(direction);
        if !point.is_finite() {
            return Err(SupportFault::NotFinite { direction });
        }
        if point.max_abs() > reach + tolerance {
            return Err(SupportFault::BeyondReach { direction });
        }
        let height = direction.dot(point);
        let inner = |center: V::Space| direction.dot(center) + shape.inradius();
        if shape.center().is_some_and(|center| !(inner(center) <= height + tolerance)) {
            return Err(SupportFault::CenterOutside { direction });
        }
        let is_off = |other: f64| !((other - height).abs() <= tolerance);
        let differs = |other: V::Space| is_off(direction.dot(other));
        let named = [shape.primitive().height(direction), of_corners(shape, direction)];
        if named.into_iter().flatten().any(is_off) {
            return Err(SupportFault::OtherCore { direction });
        }
        if differs(support(direction)) {
            return Err(SupportFault::Unstable { direction });
        }
        for factor in [1024.0, 1.0 / 1024.0] {
            if differs(support(direction * factor)) {
                return Err(SupportFault::DependsOnLength { direction, factor });
            }
        }
    }
    for direction in directions() {
        let height = direction.dot(support(direction));
        for other in directions() {
            let by = direction.dot(support(other)) - height;
            if by > tolerance {
                return Err(SupportFault::NotFarthest { direction, other, by });
            }
        }
    }
    Ok(())
}

/// How far the corners reach along a direction, where they are few and known.
fn of_corners<V: Vector, A: SupportMap<V> + ?Sized>(shape: &A, direction: V::Space) -> Option<f64> {
    const FEW: u32 = 256;
    let count = shape.corners().filter(|count| (1..=FEW).contains(count))?;
    let height = |index| {
        let [corner, rest] = shape.corner(index)?;
        Some(direction.dot(corner) + direction.dot(rest))
    };
    (0..count).map(height).try_fold(f64::NEG_INFINITY, |most, height| Some(most.max(height?)))
}

/// A Fibonacci spiral over the sphere, evenly spread and free of symmetric accidents; over the
/// circle, equal angles.
fn spiral<S: Space>(index: u32) -> S {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let i = f64::from(index);
    let n = f64::from(SPIRAL);
    if S::DIM == 2 {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * (i + 0.3) / n);
        return S::axis(0) * cos + S::axis(1) * sin;
    }
    let y = 1.0 - 2.0 * (i + 0.5) / n;
    let ring = libm::sqrt(1.0 - y * y);
    let (sin, cos) = libm::sincos(GOLDEN_ANGLE * i);
    S::axis(0) * (ring * cos) + S::axis(1) * y + S::axis(2) * (ring * sin)
}
