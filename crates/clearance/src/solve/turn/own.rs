//! Turns that leave a shape as it is: of a ball about its centre, of a body of revolution about its
//! own axis, of a half-space about its normal.
//!
//! A shape that turns so does not turn at all. Turned about a line that is off its own axis by a
//! little, it sways by little more: its axis moves on a cone around that line, and what the shape
//! turns about its axis shows nowhere.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Rotation, Space, Vector, Xyz};
use crate::shape::{Primitive, SupportMap, length_above};

use super::course::Course;

/// The turns that leave a core as it is, in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Own<S> {
    /// All about a point.
    Point(S),
    /// Those about the line through a point, along a direction.
    Line(S, S),
    /// Those about any line along a direction.
    Lines(S),
}

impl<S: Space> Own<S> {
    /// The own axis of a shape, but for its rounding.
    pub(crate) fn of<V: Vector<Space = S>, A: SupportMap<V> + ?Sized>(shape: &A) -> Option<Self> {
        let origin = S::default();
        if let (Some([p, q]), true) = (shape.primitive().ends(), S::DIM == 3) {
            return Some(if p == q { Self::Point(p) } else { Self::Line(p, q - p) });
        }
        match shape.primitive() {
            Primitive::Point(p) => Some(Self::Point(p)),
            Primitive::Revolved(_) => Some(Self::Line(origin, S::axis(1))),
            Primitive::Ellipsoid(radii) if S::DIM == 3 => {
                let [x, y, z] = radii.coordinates();
                let axis = if x == y { 2 } else { 0 };
                (x == y || y == z).then_some(Self::Line(origin, S::axis(axis)))
            }
            Primitive::HalfSpace(normal, _) if S::DIM == 3 => Some(Self::Lines(normal)),
            _ => None,
        }
    }
}

/// A shape whose turn is its own but for this part of its size is worth a look at what it sweeps.
const MOST: f64 = 1e-2;

/// More than the roundings of an axis and of a direction in the world.
const TILT: f64 = 64.0 * UNIT_ROUNDOFF;

impl<S: Space> Course<'_, S> {
    /// The sine by which the axis of the turn leans from a direction of the body's frame, at most.
    fn lean(&self, direction: S) -> f64 {
        let matrix = self.motion.from.rotation.matrix();
        let Some(along) = direction.try_normalize() else { return f64::INFINITY };
        let [x, y, z] = along.rotate(&matrix).coordinates();
        length_above(self.axis.cross(Xyz::new(x, y, z))) + TILT
    }

    /// How far the points of a core whose turns are these are, at any time, from where they would
    /// be had it not turned at all; a point stands for each that it is like.
    pub(crate) fn sway(&self, own: &Own<S>, reach: f64) -> f64 {
        let center = self.motion.center;
        let (lean, aside) = match *own {
            Own::Point(point) => (0.0, center - point),
            Own::Line(point, direction) => {
                let Some(along) = direction.try_normalize() else { return f64::INFINITY };
                let from = center - point;
                (self.lean(direction), from - along * from.dot(along))
            }
            Own::Lines(_) => return f64::INFINITY,
        };
        let arm = self.arm_length();
        let rounded = if matches!(own, Own::Point(_)) { 0.0 } else { TILT * (reach + arm) };
        2.0 * (lean * (reach + arm) + length_above(aside) + rounded) * (1.0 + 1e-9)
    }

    /// Whether the turn is one of these, as far as floats show.
    pub(crate) fn seems(&self, own: &Own<S>, reach: f64) -> bool {
        match own {
            Own::Lines(normal) => self.lean(*normal) < 4.0 * TILT,
            _ => self.sway(own, reach) <= 16.0 * TILT * (reach + self.arm_length()),
        }
    }

    /// The course without the turn, if that is nearly one of the shape's own; it sways instead. So
    /// does what is not quite round, for being rounded.
    pub(crate) fn settled<A: SupportMap<S>>(&self, shape: &A) -> Option<Self> {
        if !self.turns() {
            return None;
        }
        let reach = shape.reach();
        let sway = self.sway(&Own::of(shape)?, reach) + 4.0 * shape.rounding() * reach;
        let is_little = sway <= MOST * (reach + shape.radius_f64()) && sway < f64::INFINITY;
        is_little.then(|| self.without_turn(sway))
    }
}
