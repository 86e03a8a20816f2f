//! Axis-aligned boxes, rounded outward: never smaller than what they contain.

use clearance::{Pose, Rotation, Space, SupportMap, Xyz};

use crate::lengths::length;

/// How much the roundings of a sum, a rotation and a support point may shrink a box, relative to
/// the operands.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// The same next to zero, where roundings are absolute, many times over.
const LEAST: f64 = f64::MIN_POSITIVE;

/// An axis-aligned box, from its lowest corner to its highest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The lowest coordinates.
    pub low: Xyz,
    /// The highest coordinates.
    pub high: Xyz,
}

impl Extent {
    /// The empty box, the identity of joining.
    pub const NONE: Self = Self {
        low: Xyz { x: f64::INFINITY, y: f64::INFINITY, z: f64::INFINITY },
        high: Xyz { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY, z: f64::NEG_INFINITY },
    };
    /// The box of all space.
    pub const ALL: Self = Self { low: Self::NONE.high, high: Self::NONE.low };

    /// The box of points, exactly.
    pub fn of_points(points: impl IntoIterator<Item = Xyz>) -> Self {
        points.into_iter().fold(Self::NONE, |all, p| all.joined(Self { low: p, high: p }))
    }

    /// The box of a shape in a pose; all of space if the shape is unbounded or the numbers are not
    /// finite.
    pub fn of_shape<S: SupportMap<Xyz> + ?Sized>(shape: &S, pose: &Pose<Xyz>) -> Self {
        let size = shape.reach() + shape.radius_f64();
        if shape.unbounded().is_some() || !size.is_finite() || pose.check().is_err() {
            return Self::ALL;
        }
        let rows = Xyz::rows(&pose.rotation.matrix());
        let top = |row: Xyz| row.dot(shape.support_f64(row, 0).point) + shape.radius_f64();
        let [x, y, z] = rows;
        let high = Xyz::new(top(x), top(y), top(z));
        let low = -Xyz::new(top(-x), top(-y), top(-z));
        let slack = ROUNDING * (size + pose.translation.max_abs()) + LEAST;
        Self { low: low + pose.translation, high: high + pose.translation }.grown(slack).or_all()
    }

    /// The box around both.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self { low: self.low.zip(other.low, f64::min), high: self.high.zip(other.high, f64::max) }
    }

    /// Grown by at least a length on every side; the same for 0.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        if by == 0.0 {
            return self;
        }
        // Next to a length, the box itself may be lost in the rounding.
        Self {
            low: self.low.map(|x| (x - by).next_down()),
            high: self.high.map(|x| (x + by).next_up()),
        }
    }

    /// All of space for a box that leaves the range of floats.
    fn or_all(self) -> Self {
        if self.low.is_finite() && self.high.is_finite() { self } else { Self::ALL }
    }

    /// A lower bound on the distance of the boxes, and so of their contents; 0 where the boxes
    /// meet.
    #[inline]
    pub fn apart(&self, other: &Self) -> f64 {
        let gap = (other.low - self.high).zip(self.low - other.high, f64::max);
        // One rounding of each difference, and five of the length.
        length(gap.map(|x| x.max(0.0))) * (1.0 - 8.0 * f64::EPSILON)
    }

    /// Whether the box contains the other.
    pub fn holds(&self, other: &Self) -> bool {
        let inside = (other.low - self.low).min().min((self.high - other.high).min());
        inside >= 0.0
    }

    /// The two boxes that a cut across the longest side leaves.
    pub(super) fn halves(&self) -> [Self; 2] {
        let axis = self.longest();
        let unit = Xyz::axis(axis);
        let cut = unit * (0.5 * self.middle(axis));
        let other = Xyz::splat(1.0) - unit;
        let set = |v: Xyz| v.zip(other, |x, keep| x * keep) + cut;
        [Self { high: set(self.high), ..*self }, Self { low: set(self.low), ..*self }]
    }

    /// Its eight corners.
    pub(super) fn corners(&self) -> [Xyz; 8] {
        let Self { low, high } = self;
        let side =
            |i: usize, bit: usize, low: f64, high: f64| if i & bit == 0 { low } else { high };
        core::array::from_fn(|i| {
            Xyz::new(
                side(i, 1, low.x, high.x),
                side(i, 2, low.y, high.y),
                side(i, 4, low.z, high.z),
            )
        })
    }

    /// The longest side, and along which axis.
    pub(super) fn longest(&self) -> usize {
        (self.high - self.low).largest().0
    }

    /// Twice the middle of the box along an axis; 0 where the box has no end.
    pub(super) fn middle(&self, axis: usize) -> f64 {
        let sum = self.low.coordinate(axis) + self.high.coordinate(axis);
        if sum.is_finite() { sum } else { 0.0 }
    }
}

/// The motion from one frame to another, for boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    /// The rows of the rotation; `None` if neither pose has one.
    rows: Option<[Xyz; 3]>,
    by: Xyz,
    slack: f64,
}

impl Motion {
    /// From a body's own frame to the world.
    pub(super) fn to_world(pose: &Pose<Xyz>) -> Self {
        Self::between(&Pose::identity(), pose)
    }

    /// From the frame of `inner` to that of `outer`.
    pub(super) fn between(outer: &Pose<Xyz>, inner: &Pose<Xyz>) -> Self {
        let by = inner.translation - outer.translation;
        if outer.check().is_err() || inner.check().is_err() {
            return Self { rows: None, by: Xyz::splat(f64::NAN), slack: 0.0 };
        }
        let upright = Pose::<Xyz>::identity().rotation;
        if outer.rotation == upright && inner.rotation == upright {
            let slack = if by == Xyz::default() { 0.0 } else { ROUNDING * by.max_abs() };
            return Self { rows: None, by, slack };
        }
        let columns = |pose: &Pose<Xyz>| {
            let matrix = pose.rotation.matrix();
            [0, 1, 2].map(|i| Xyz::axis(i).rotate(&matrix))
        };
        let (of_outer, of_inner) = (columns(outer), columns(inner));
        let into = |v: Xyz| {
            let [x, y, z] = of_outer;
            Xyz::new(x.dot(v), y.dot(v), z.dot(v))
        };
        let [x, y, z] = of_outer;
        let rows = [x, y, z].map(|axis| {
            let [a, b, c] = of_inner;
            Xyz::new(axis.dot(a), axis.dot(b), axis.dot(c))
        });
        let slack = ROUNDING * (inner.translation.max_abs() + outer.translation.max_abs()) + LEAST;
        Self { rows: Some(rows), by: into(by), slack }
    }

    /// The box around a box after the motion.
    pub(super) fn of(&self, inner: &Extent) -> Extent {
        let Some([x, y, z]) = self.rows else {
            let moved = Extent { low: inner.low + self.by, high: inner.high + self.by };
            if self.by == Xyz::default() {
                return moved;
            }
            let size = ROUNDING * moved.low.max_abs().max(moved.high.max_abs());
            return moved.grown(self.slack + size).or_all();
        };
        let (middle, half) = ((inner.low + inner.high) * 0.5, (inner.high - inner.low) * 0.5);
        if !(middle.is_finite() && half.is_finite()) {
            return Extent::ALL;
        }
        let turned = |v: Xyz, [x, y, z]: [Xyz; 3]| Xyz::new(x.dot(v), y.dot(v), z.dot(v));
        let middle_there = turned(middle, [x, y, z]) + self.by;
        let reach = turned(half, [x, y, z].map(|row| row.map(f64::abs)));
        let size = ROUNDING * (middle.max_abs() + half.max_abs());
        Extent { low: middle_there - reach, high: middle_there + reach }
            .grown(self.slack + size)
            .or_all()
    }
}
