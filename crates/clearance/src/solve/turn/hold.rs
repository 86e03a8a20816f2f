//! Bodies in contact that stay so, of which one turns: some point of its core stays near the other.
//!
//! As the other sees it, the point's way is the sum of a straight one and an arc. The arc lies in
//! the triangle of its ends and of the point where the tangents there meet, the straight way
//! between its ends. What is near a convex body is convex: if the six sums are, the whole way is.

use crate::math::{Rotation, Space, Xyz, smaller};
use crate::shape::SupportMap;
use crate::solve::cores::Signed;

use super::course::Course;
use super::pair::{Look, Two};

/// The longest arc of one trial, in radians.
const LONGEST: f64 = 1.0;

/// Each trial is this part of the last.
const SHORTER: f64 = 0.25;

/// Whether a body, A or else B, comes as near to a point of its own frame as a length.
pub(crate) type IsNear<'n, S> = dyn Fn(bool, S, f64) -> bool + 'n;

impl<S: Space, A: SupportMap<S>> Two<'_, S, A> {
    /// The time until which the shapes are proved to stay in contact, to within a length, by one
    /// point of the core that turns: that below its centre, where there is one, or the deepest.
    /// `None` where both turn, and where it is no later than after the shortest time.
    pub(super) fn held(
        &self,
        look: &Look<S>,
        signed: &Signed<S>,
        [time, last]: [f64; 2],
        [shortest, longest]: [f64; 2],
        within: f64,
        is_near: &IsNear<'_, S>,
    ) -> Option<f64> {
        let [a, b] = &self.courses;
        let is_a = a.turns();
        if is_a && b.turns() {
            return None;
        }
        let (moves, rests) = if is_a { (a, b) } else { (b, a) };
        let frame = &look.frame;
        let (deepest, radius, middle) = if is_a {
            let middle = self.a.center().map(|center| frame.point_of_a(center));
            (signed.on_a, self.a.radius_f64(), middle)
        } else {
            let middle = self.b.center().map(|center| frame.point_of_b(center));
            (signed.on_b, self.b.radius_f64(), middle)
        };
        let below = middle.map(|at| at - signed.normal * signed.normal.dot(at - deepest));
        let below = below.filter(|below| {
            let local = if is_a { *below } else { frame.point_in_b(*below) };
            is_near(is_a, local * frame.unit, radius + within)
        });
        let from = if is_a { a.center(time) } else { self.offset + b.center(time) };
        let center = |time: f64| {
            if is_a {
                a.center(time) - (self.offset + b.way(time))
            } else {
                self.offset + b.center(time) - a.way(time)
            }
        };
        let axes = Rotation::matrix(rests.rotation(time));
        let stays = |point: S, then: f64| {
            // From A's first origin, in the world.
            let arm = frame.world_direction(point) * frame.unit + a.way(time) - from;
            let angle = moves.angle_between(time, then);
            let tangents = turned(moves, arm, 0.5 * angle, 1.0 / libm::cos(0.5 * angle));
            let loss = 2.0 * (look.loss + self.at(then).loss);
            let bound = radius + self.skin + within - loss;
            // Those of the end first, where it is likeliest to be far.
            [center(then), center(time)].into_iter().all(|center| {
                [turned(moves, arm, angle, 1.0), tangents, arm]
                    .into_iter()
                    .all(|arm| is_near(!is_a, (center + arm).rotate_back(&axes), bound))
            })
        };
        let mut ahead = smaller(smaller(last - time, longest), LONGEST / moves.rate);
        while ahead > shortest {
            let then = smaller(time + ahead, last);
            let mut points = below.into_iter().chain([deepest]);
            if then > time && points.any(|point| stays(point, then)) {
                return Some(then);
            }
            ahead *= SHORTER;
        }
        None
    }
}

/// A vector turned about the axis of a motion, what is across the axis stretched.
fn turned<S: Space>(course: &Course<'_, S>, arm: S, angle: f64, stretch: f64) -> S {
    let (sin, cos) = libm::sincos(angle);
    let [x, y, z] = arm.coordinates();
    let arm = Xyz::new(x, y, z);
    let along = course.axis * arm.dot(course.axis);
    let across = arm - along;
    let turned = along + (across * cos + course.axis.cross(across) * sin) * stretch;
    S::from_xyz(turned.x, turned.y, turned.z)
}
