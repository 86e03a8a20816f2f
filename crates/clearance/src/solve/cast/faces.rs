//! The first look at a box: when the other shape comes down to it, by its faces.
//!
//! While the plane of any face is between them there is no contact. If the shape's point that is
//! nearest to the last plane to be reached comes down inside that face, this plane and this point
//! are all there is to know, and nothing has to be searched. Where round shapes come down beside
//! it, on an edge or a corner, the plane across the way from there to that point may do as well.
//! Otherwise the search begins at that time.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, larger, smaller};
use crate::shape::{Primitive, SupportMap};
use crate::solve::cores::Signed;
use crate::solve::difference::{Difference, Placed};

use super::advance::{Stand, Touch, speed_above};
use super::arrival::time_within;

/// A face, an edge or a corner of a box that the other shape approaches.
#[derive(Clone, Copy)]
pub(super) struct Face<S> {
    /// In solver units.
    half: S,
    /// Across the face.
    axis: usize,
    is_of_b: bool,
    /// Unit, from A to B.
    along: S,
    /// The other shape's nearest point in that direction.
    point: S,
}

/// A plane across a guess counts if it is reached no earlier than this part of the face's time.
const NEARLY: f64 = 1.0 - 1e-9;

/// How many times the features that a point comes down to may change.
const CHANGES: usize = 3;

/// How the shapes stand along the plane that is reached last, if one is ahead; `least` is the
/// height at which they touch.
#[inline(always)]
pub(super) fn stand<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    velocity: S,
    target: f64,
    least: f64,
) -> Option<(Stand<S>, Face<S>)> {
    let boxes = [placed.a.primitive(), placed.b.primitive()].map(|core| half_of(&core));
    if boxes == [None; 2] { None } else { stand_at(boxes, placed, velocity, target, least) }
}

#[inline(never)]
fn stand_at<S: Space, A: SupportMap<S>>(
    boxes: [Option<S>; 2],
    placed: &Placed<'_, S, A>,
    velocity: S,
    target: f64,
    least: f64,
) -> Option<(Stand<S>, Face<S>)> {
    let (face, later) = last_face(boxes, placed, velocity, least)?;
    let arrival = if target > 0.0 { face.arrival(placed, velocity, later, target) } else { None };
    // A guess is only as good as the plane across it.
    let directions = [arrival, Some(face.along)];
    directions.into_iter().flatten().find_map(|along| {
        let vertex = placed.support(along, None);
        let (height, error) = (-along.dot(vertex.point), placed.error());
        let is_ahead = height > least && height - least >= NEARLY * later * -along.dot(velocity);
        let face =
            Face { along, point: if face.is_of_b { vertex.on_a } else { vertex.on_b() }, ..face };
        let bounds = [height - error, height + error];
        let signed = Signed::proved(bounds, height, along, vertex.on_a, vertex.on_b());
        let stand = Stand { signed, run: None, height: bounds[0], error, follows_b: true };
        is_ahead.then_some((stand, face))
    })
}

/// The face that is reached last, and when: about, which decides nothing.
#[inline(always)]
fn last_face<S: Space, A: SupportMap<S>>(
    boxes: [Option<S>; 2],
    placed: &Placed<'_, S, A>,
    velocity: S,
    least: f64,
) -> Option<(Face<S>, f64)> {
    let mut last: Option<(Face<S>, f64)> = None;
    for (is_of_b, half) in [false, true].into_iter().zip(boxes) {
        let Some(half) = half else { continue };
        let half = half * placed.frame.per_unit;
        let own = if is_of_b { placed.frame.direction_in_b(velocity) } else { velocity };
        for axis in 0..S::DIM {
            let rate = own.coordinate(axis);
            let out = if (rate < 0.0) == is_of_b { -S::axis(axis) } else { S::axis(axis) };
            let (point, local) = nearest(placed, is_of_b, -out);
            let later = (out.dot(local) - half.coordinate(axis) - least) / rate.abs();
            if later > 0.0 && last.as_ref().is_none_or(|(_, other)| later > *other) {
                last = Some((Face { half, axis, is_of_b, along: out, point }, later));
            }
        }
    }
    let (face, later) = last?;
    let along = if face.is_of_b {
        -placed.frame.direction_out_of_b(face.along).try_normalize()?
    } else {
        face.along
    };
    later.is_finite().then_some((Face { along, ..face }, later))
}

/// The other shape's point that is farthest along a direction of a box's frame: in A's frame, and
/// in the box's.
#[inline(always)]
fn nearest<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    is_of_b: bool,
    direction: S,
) -> (S, S) {
    let frame = placed.frame;
    if is_of_b {
        let support = placed.support_of_a(frame.direction_out_of_b(direction), 0);
        let point = frame.point_of_a(support.point);
        (point, frame.point_in_b(point))
    } else {
        let support = placed.support_of_b(frame.direction_in_b(direction), 0);
        let point = frame.point_of_b(support.point);
        (point, point)
    }
}

/// The half extents of a box. In the plane an upright segment is one without breadth.
fn half_of<S: Space>(core: &Primitive<'_, S>) -> Option<S> {
    match *core {
        Primitive::Cuboid(half) => Some(half),
        Primitive::Segment(from, to) if S::DIM == 2 => {
            let is_upright = from == -to && to.coordinate(0) == 0.0;
            is_upright.then(|| to.map(f64::abs))
        }
        _ => None,
    }
}

impl<S: Space> Face<S> {
    /// The other shape's point in the box's frame, once B has moved by this way.
    fn point_after<A: SupportMap<S>>(&self, placed: &Placed<'_, S, A>, way: S) -> S {
        let Self { is_of_b, point, .. } = *self;
        if is_of_b { placed.frame.point_in_b(point - way) } else { point + way }
    }

    /// The direction in which the point will touch if it comes down beside the face. `later` is
    /// when it reaches the face's plane.
    fn arrival<A: SupportMap<S>>(
        &self,
        placed: &Placed<'_, S, A>,
        velocity: S,
        later: f64,
        target: f64,
    ) -> Option<S> {
        let Self { half, axis, is_of_b, .. } = *self;
        let point = self.point_after(placed, S::default());
        let speed = if is_of_b { -placed.frame.direction_in_b(velocity) } else { velocity };
        let mut later = later;
        let mut known = S::axis(axis);
        for _ in 0..CHANGES {
            // Along the axes on which it is beside the box then: a face, an edge or a corner.
            let then = point + speed * later;
            let is_beside = |i: usize| i == axis || then.coordinate(i).abs() > half.coordinate(i);
            let part = |i: usize| if i < S::DIM && is_beside(i) { 1.0 } else { 0.0 };
            let beside = S::from_xyz(part(0), part(1), part(2));
            let corner = half.with_signs_of(then);
            let (from, speed) = (beside.zip(point - corner, mul), beside.zip(speed, mul));
            let way = from + speed * later;
            if beside == known {
                let direction = way.try_normalize()?;
                if direction == S::axis(axis) || direction == -S::axis(axis) {
                    return None;
                }
                return if is_of_b {
                    (-placed.frame.direction_out_of_b(direction)).try_normalize()
                } else {
                    Some(direction)
                };
            }
            known = beside;
            later = time_within(from, speed, target)?;
        }
        None
    }

    /// When the point has come down, and where. `ahead` is the time before which it has not,
    /// `closing` how fast it approaches.
    pub(super) fn landing<A: SupportMap<S>>(
        &self,
        placed: &Placed<'_, S, A>,
        velocity: S,
        ahead: f64,
        (target, error): (f64, f64),
        closing: f64,
    ) -> Option<(f64, Touch<S>)> {
        let Self { half, axis, is_of_b, along, point } = *self;
        // The way is turned, and so is the point, where the box is B.
        let rounding = 128.0 * UNIT_ROUNDOFF * (placed.reach() + speed_above(velocity) * ahead);
        let late = ahead + 4.0 * (error + rounding) / closing;
        let way = velocity * late;
        let local = self.point_after(placed, way);
        let nearest = local.zip(half, |x, most| larger(smaller(x, most), -most));
        let doubt = 2.0 * error + rounding;
        let (touches, foot) = if target > 0.0 {
            ((local - nearest).length() + doubt <= target, nearest)
        } else {
            let is_inside = |i| local.coordinate(i).abs() + doubt <= half.coordinate(i);
            let axis = S::axis(axis);
            let on_face = axis.zip(half, mul).with_signs_of(local);
            let across = local.zip(axis, |x, is_along| x * (1.0 - is_along));
            ((0..S::DIM).all(is_inside), across + on_face)
        };
        if !(touches && late.is_finite()) {
            return None;
        }
        let (on_a, on_b) =
            if is_of_b { (point, placed.frame.point_out_of_b(foot) + way) } else { (foot, local) };
        Some((late, Touch { on_a, on_b, normal: along }))
    }
}

fn mul(x: f64, y: f64) -> f64 {
    x * y
}
