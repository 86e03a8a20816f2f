//! Boxes along the axes, and how moving and waiting boxes meet.

use bevy_math::{DVec3, Vec3, Vec3A};
use clearance::{BoundingBox, Pose};

/// The part of a coordinate by which a test of boxes is generous: millions of times what its own
/// arithmetic, in `f64`, rounds. A box that is met too often costs time, never an answer.
const SLACK: f64 = 1e-9;
/// The same for boxes of parts, whose poses are rounded to `f32` where they are composed: four
/// products a coordinate, each rounded by 6e-8.
const LOOSE: f64 = 1e-6;

/// A box along the axes; empty if its lows are above its highs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: Vec3A,
    pub(crate) max: Vec3A,
}

impl From<BoundingBox<Vec3>> for Bounds {
    fn from(bounds: BoundingBox<Vec3>) -> Self {
        Self { min: bounds.min.into(), max: bounds.max.into() }
    }
}

impl Bounds {
    pub(crate) const NONE: Self = Self { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY };

    pub(crate) fn joined(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        (self.min.cmple(other.max) & other.min.cmple(self.max)).all()
    }

    pub(crate) fn is_bounded(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// Half of the surface: what a query costs that comes by.
    pub(crate) fn half_area(&self) -> f64 {
        let size = (self.max - self.min).max(Vec3A::ZERO).as_dvec3();
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    pub(crate) fn twice_center(&self, axis: usize) -> f32 {
        self.min.to_array().get(axis).copied().unwrap_or(0.0)
            + self.max.to_array().get(axis).copied().unwrap_or(0.0)
    }

    pub(crate) fn longest_axis(&self) -> usize {
        let size = self.max - self.min;
        if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        }
    }

    /// A little larger: by more than poses of parts round, see [`LOOSE`].
    pub(crate) fn loosened(self) -> Self {
        let slack = self.min.abs().max(self.max.abs()).max_element() * LOOSE as f32;
        Self { min: self.min - slack, max: self.max + slack }
    }

    /// Every point that is no farther than `by` along an axis, and a little more.
    pub(crate) fn grown(self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }.loosened()
    }

    /// The corners, for a box that has some.
    pub(crate) fn corners(&self) -> [Vec3; 8] {
        let (low, high) = (Vec3::from(self.min), Vec3::from(self.max));
        std::array::from_fn(|i| {
            let pick = |bit: usize, low: f32, high: f32| if i & bit == 0 { low } else { high };
            Vec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z))
        })
    }

    /// A box in the frame of `pose` that holds this one of the world.
    pub(crate) fn in_frame(&self, frame: &Frame) -> Self {
        if !self.is_bounded() {
            return Self { min: Vec3A::NEG_INFINITY, max: Vec3A::INFINITY };
        }
        let (low, high) = (self.min.as_dvec3(), self.max.as_dvec3());
        let center = frame.back(0.5 * (low + high) - frame.origin);
        let half = 0.5 * (high - low);
        let half = frame.columns.map(|column| column.abs().dot(half));
        let half = DVec3::from_array(half);
        let largest = (center.abs() + half).max_element() + frame.origin.abs().max_element();
        let slack = largest * LOOSE;
        Self { min: (center - half - slack).as_vec3a(), max: (center + half + slack).as_vec3a() }
    }
}

/// A frame that boxes and ways are brought into.
pub(crate) struct Frame {
    origin: DVec3,
    columns: [DVec3; 3],
}

impl Frame {
    /// The frame of a pose, as the library reads it: a quaternion counts as normalised.
    pub(crate) fn new(pose: &Pose<Vec3>) -> Self {
        let r = pose.rotation;
        let q = bevy_math::DQuat::from_xyzw(r.x.into(), r.y.into(), r.z.into(), r.w.into());
        let q = q.normalize();
        let columns = [q * DVec3::X, q * DVec3::Y, q * DVec3::Z];
        Self { origin: pose.translation.as_dvec3(), columns }
    }

    /// A direction of the world in this frame.
    pub(crate) fn back(&self, way: DVec3) -> DVec3 {
        DVec3::from_array(self.columns.map(|column| column.dot(way)))
    }
}

/// A box that moves on a straight line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) bounds: Bounds,
    velocity: DVec3,
    inverse: DVec3,
}

impl Moving {
    pub(crate) fn new(bounds: Bounds, velocity: DVec3) -> Self {
        Self { bounds, velocity, inverse: velocity.recip() }
    }

    pub(crate) fn in_frame(&self, frame: &Frame) -> Self {
        Self::new(self.bounds.in_frame(frame), frame.back(self.velocity))
    }

    /// A time, not later than that at which it first meets a box; `None` if it never does.
    pub(crate) fn enters(&self, other: &Bounds) -> Option<f64> {
        let (low, high) = (self.bounds.min.as_dvec3(), self.bounds.max.as_dvec3());
        let (other_low, other_high) = (other.min.as_dvec3(), other.max.as_dvec3());
        let slack = low.abs().max(high.abs()).max(other_low.abs()).max(other_high.abs()) * SLACK;
        // The way to where the fronts meet, and to where the backs part.
        let (to_meet, to_part) = (other_low - high - slack, other_high - low + slack);
        let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
        let ways = to_meet.to_array().into_iter().zip(to_part.to_array());
        for ((meet, part), inverse) in ways.zip(self.inverse.to_array()) {
            if inverse.is_infinite() {
                if meet > 0.0 || part < 0.0 {
                    return None;
                }
                continue;
            }
            let (one, two) = (meet * inverse, part * inverse);
            enters = enters.max(one.min(two));
            leaves = leaves.min(one.max(two));
        }
        (enters * (1.0 - SLACK) <= leaves).then_some(enters * (1.0 - SLACK))
    }
}

/// Not more than the distance of two boxes.
pub(crate) fn distance(one: &Bounds, two: &Bounds) -> f64 {
    let apart = (one.min.as_dvec3() - two.max.as_dvec3())
        .max(two.min.as_dvec3() - one.max.as_dvec3())
        .max(DVec3::ZERO);
    apart.length() * (1.0 - SLACK)
}
