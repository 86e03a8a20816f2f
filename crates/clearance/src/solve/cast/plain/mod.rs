//! Rays against balls, boxes, capsules, cylinders, half-spaces and hulls, in closed form, where
//! rounding leaves no doubt. What is closer falls through to the search.
//!
//! Each of these shapes is an intersection of slabs, half-spaces and round cylinders, or two of
//! those in turn. The line is inside such a set for a span of time, of which each end has bounds
//! ([`span`]); the ray hits where it surely enters before it may leave. A time that
//! is not good to 2e-13 of the size, over the speed at which the surface is approached, is left to
//! the search.

#[cfg(feature = "alloc")]
mod planes;
mod span;
#[cfg(all(test, feature = "alloc"))]
mod tests;

use crate::cast::{Interval, Ray, RayCast, RayHit};
use crate::math::tolerance::{SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Precision, Rotation, Scalar, Space, Vector, Xy, larger, smaller, sqrt};
#[cfg(feature = "alloc")]
use crate::shape::Planes;
use crate::shape::{Family, Primitive, SupportMap, unit_boundary};

use span::{RayLine, Span, sum_of};

/// How far the line is off in a body's frame, in units of `u` of the lengths that its heights are
/// sums of: the difference of the positions (1), a height over a plane (3), a boundary's normal and
/// height (6.5), a radius (1), and the last sums (3). Sum 14.5. Sizes are summed coordinate by
/// coordinate, which is no less than the length.
const OFF: f64 = 16.0;

/// How fast that grows along the line, in units of `u` of the way: a height (3), a boundary's
/// normal (4.5), the last sums (3).
const DRIFT: f64 = 12.0;

/// What a turn adds to either: the matrix (18.3) and applying it (5.2).
const TURNED: f64 = 24.0;

/// The bounds of a time may be at most this many times as far apart as the way of `off`; otherwise
/// the search takes the ray. For planes it is 2, for round surfaces met head on 17. So it is
/// narrower than 1.7e-13 of the size and the way.
const WIDEST: f64 = 20.0;

/// A shape in its pose, its kind matched once.
pub(crate) struct RayBody<'a, S: Space> {
    core: RayCore<'a, S>,
    /// The reach of the whole shape; for a half-space, how far its boundary is from the local
    /// origin.
    reach: f64,
    matrix: Option<S::Matrix>,
    place: S,
}

enum RayCore<'a, S: Space> {
    Ball(f64),
    /// Half its length, and its radius.
    Capsule(f64, f64),
    Cuboid(S),
    /// Its radius and half height.
    Cylinder(Xy),
    /// Its outward unit normal; the boundary's height is the reach, with a sign.
    HalfSpace(S, f64),
    #[cfg(feature = "alloc")]
    Hull(&'a Planes, clearance_lanes::Level),
    /// Nothing else borrows where there is no allocator.
    #[cfg(not(feature = "alloc"))]
    #[allow(dead_code)]
    Borrowed(core::marker::PhantomData<&'a S>),
}

/// Where a ray enters a body, in its frame.
struct Entry<S> {
    times: [f64; 2],
    /// A point of the surface there, and its normal.
    point: S,
    normal: S,
}

impl<'a, S: Space> RayBody<'a, S> {
    /// `None` of shapes that have no closed form here, and where the numbers describe no shape or
    /// no pose.
    #[inline(always)]
    pub(crate) fn new<V, A>(shape: &'a A, pose: &Pose<V>) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
    {
        let radius = shape.radius_f64();
        let is_sharp = radius == 0.0;
        let core = shape.primitive();
        let core = match Family::of(&core, shape.rounding()) {
            Family::Point if radius > 0.0 => RayCore::Ball(radius),
            Family::Upright(top) if radius > 0.0 => RayCore::Capsule(top.coordinate(1), radius),
            Family::Cuboid(half) if is_sharp => RayCore::Cuboid(half),
            Family::Cylinder(sizes) if is_sharp => RayCore::Cylinder(sizes),
            #[cfg(feature = "alloc")]
            Family::Hull(hull) if is_sharp => {
                let (planes, level) = hull.planes()?;
                RayCore::Hull(planes, level)
            }
            Family::Other if is_sharp => match core {
                // One that is scaled is rounded itself.
                Primitive::HalfSpace(normal, offset) if shape.rounding() == 0.0 => {
                    let (normal, height) = unit_boundary(normal, offset);
                    RayCore::HalfSpace(normal, height)
                }
                _ => return None,
            },
            _ => return None,
        };
        let reach = match core {
            RayCore::HalfSpace(_, height) => height.abs(),
            _ => shape.reach() + radius,
        };
        let place = pose.translation.to_space();
        let is_turned = !matches!(core, RayCore::Ball(_)) && pose.rotation != Rotation::IDENTITY;
        let is_placed = pose.rotation.turns()
            && place.max_abs() <= V::Scalar::LARGEST
            && reach <= V::Scalar::LARGEST;
        let matrix = is_turned.then(|| pose.rotation.matrix());
        is_placed.then_some(Self { core, reach, matrix, place })
    }

    /// The answer for a ray; `None` where it is close, where the ray begins inside, and where
    /// squares of sizes may leave the range.
    #[inline(always)]
    pub(crate) fn cast(&self, ray: &Ray<S>, precision: Precision) -> Option<RayCast<S>> {
        let (from, along) = (ray.origin - self.place, ray.direction);
        let (size, speed) = (sum_of(from) + self.reach, sum_of(along));
        // Sizes that are NaN fail every comparison.
        let is_plain = SAFE_REACH.contains(&size) && SAFE_REACH.contains(&speed);
        let last = ray.max_time;
        if !(is_plain && last >= 0.0) {
            return None;
        }
        let [from, along] = match &self.matrix {
            Some(matrix) => [from.rotate_back(matrix), along.rotate_back(matrix)],
            None => [from, along],
        };
        let turned = if self.matrix.is_some() { TURNED } else { 0.0 };
        let off = (OFF + turned) * UNIT_ROUNDOFF * size;
        let line = RayLine { from, along, off, drift: (DRIFT + turned) * UNIT_ROUNDOFF * speed };
        let Some(Entry { times, point, normal }) = self.entry(&line, last)? else {
            return Some(RayCast::Miss);
        };
        let [low, high] = times;
        let width = high - low;
        let closing = -normal.dot(along);
        let is_narrow = width * closing <= WIDEST * (line.off + high * line.drift)
            || width <= 0.125 * precision.epsilon * high;
        let [point, normal] = match &self.matrix {
            Some(matrix) => [point.rotate(matrix), normal.rotate(matrix)],
            None => [point, normal],
        };
        let (point, time) = (point + self.place, Interval { low, high });
        is_narrow.then_some(RayCast::Hit(RayHit { time, point, normal }))
    }

    /// Where the line enters the body by that time, if it does.
    #[inline(always)]
    fn entry(&self, line: &RayLine<S>, last: f64) -> Option<Option<Entry<S>>> {
        match &self.core {
            RayCore::Ball(radius) => ball(line, S::default(), *radius, last),
            RayCore::Capsule(half, radius) => capsule(line, *half, *radius, last),
            RayCore::Cuboid(half) => cuboid(line, *half, last),
            RayCore::Cylinder(sizes) => cylinder(line, *sizes, last),
            RayCore::HalfSpace(normal, height) => half_space(line, *normal, *height, last),
            #[cfg(feature = "alloc")]
            RayCore::Hull(planes, level) => {
                if passes_by(line, self.reach) {
                    return Some(None);
                }
                let (span, facet) = planes::below_all(planes, *level, line);
                let Some(times) = entered(&span, last)? else { return Some(None) };
                let (normal, height) = planes.get::<S>(facet)?;
                let point = line.at(times);
                // The error of the planes is bounded this near the hull alone.
                let is_near = sum_of(line.at([times[1]; 2])) <= 2.0 * self.reach;
                let point = point + normal * (height - normal.dot(point));
                is_near.then_some(Some(Entry { times, point, normal }))
            }
            #[cfg(not(feature = "alloc"))]
            RayCore::Borrowed(_) => None,
        }
    }
}

impl<S: Space> RayLine<S> {
    #[inline(always)]
    fn at(&self, [low, high]: [f64; 2]) -> S {
        self.from + self.along * (0.5 * (low + high))
    }
}

/// When a line that is inside for this span enters, if by the given time. `None` where that is not
/// certain, and where it begins inside.
#[inline(always)]
fn entered(span: &Span, last: f64) -> Option<Option<[f64; 2]>> {
    // The roundings of a quotient and of the sum before it.
    let (less, more) = (1.0 - 4.0 * f64::EPSILON, 1.0 + 4.0 * f64::EPSILON);
    let Span { free, inside, stays, gone } = *span;
    // Not before it is known to be outside: otherwise it is inside for no time.
    let low = free * less;
    let high = larger(inside * more, low);
    if (low > 0.0 && (low > last || low > gone * more)) || gone < 0.0 {
        return Some(None);
    }
    (low > 0.0 && high <= stays * less && high <= last).then_some(Some([low, high]))
}

/// Whether the line stays outside of a ball about the origin, from time 0 on. Without a quotient,
/// since most rays of a scene miss most shapes.
#[cfg(feature = "alloc")]
#[inline(always)]
fn passes_by<S: Space>(line: &RayLine<S>, radius: f64) -> bool {
    let RayLine { from, along, off, .. } = *line;
    // The turn of the direction moves the nearest point by twice `off`, at most.
    let radius = radius + 4.0 * off;
    let (squared, towards) = (from.length_squared(), from.dot(along));
    let speed = along.length_squared();
    let room = radius * radius * (1.0 + 8.0 * UNIT_ROUNDOFF);
    let across = squared * (1.0 - 32.0 * UNIT_ROUNDOFF) * speed - towards * towards;
    squared > room && (towards > 0.0 || across > room * speed)
}

#[inline(always)]
fn ball<S: Space>(
    line: &RayLine<S>,
    center: S,
    radius: f64,
    last: f64,
) -> Option<Option<Entry<S>>> {
    let line = RayLine { from: line.from - center, ..*line };
    let Some(times) = entered(&Span::round(&line, radius), last)? else { return Some(None) };
    let normal = unit_of(line.at(times), radius);
    Some(Some(Entry { times, point: center + normal * radius, normal }))
}

/// A vector whose length is known but for rounding as one of unit length: one Newton step from what
/// is known, which is faster than a root.
#[inline(always)]
fn unit_of<S: Space>(v: S, length: f64) -> S {
    let unit = v * (1.0 / length);
    unit * (1.5 - 0.5 * unit.length_squared())
}

/// The number of magnitude up to `most` that is nearest to a given one.
#[inline(always)]
fn within(x: f64, most: f64) -> f64 {
    larger(smaller(x, most), -most)
}

/// A vector without its part along y.
#[inline(always)]
fn across<S: Space>(v: S) -> S {
    S::from_xyz(v.coordinate(0), 0.0, if S::DIM == 3 { v.coordinate(2) } else { 0.0 })
}

/// First the endless cylinder: a line that enters it between the caps enters the capsule there.
/// Beyond, it meets the nearer cap's ball first or nothing, since it cannot come to the other side
/// of the cap without passing through the disc that the ball holds.
#[inline(always)]
fn capsule<S: Space>(
    line: &RayLine<S>,
    half: f64,
    radius: f64,
    last: f64,
) -> Option<Option<Entry<S>>> {
    let flat = RayLine { from: across(line.from), along: across(line.along), ..*line };
    let span = Span::round(&flat, radius);
    let begins_inside = span.inside <= 0.0 && span.stays >= 0.0;
    let times = if begins_inside {
        [0.0; 2]
    } else {
        match entered(&span, last)? {
            Some(times) => times,
            None => return Some(None),
        }
    };
    let [low, high] = times;
    let (from, rise) = (line.from.coordinate(1), line.along.coordinate(1));
    let height = from + rise * low;
    let error = line.off + high * line.drift + rise.abs() * (high - low);
    if height.abs() - error > half {
        let cap = S::axis(1) * if height < 0.0 { -half } else { half };
        return ball(line, cap, radius, last);
    }
    if begins_inside || height.abs() + error > half {
        return None;
    }
    let normal = unit_of(flat.at(times), radius);
    Some(Some(Entry { times, point: S::axis(1) * height + normal * radius, normal }))
}

#[inline(always)]
fn cuboid<S: Space>(line: &RayLine<S>, half: S, last: f64) -> Option<Option<Entry<S>>> {
    let mut span = Span::EVER;
    let mut side = 0;
    for axis in 0..S::DIM {
        let slab = Span::slab(line, axis, half.coordinate(axis));
        side = if slab.free > span.free { axis } else { side };
        span = span.and(slab);
    }
    let Some(times) = entered(&span, last)? else { return Some(None) };
    let sign = if line.along.coordinate(side) < 0.0 { 1.0 } else { -1.0 };
    let normal = S::axis(side) * sign;
    let at = line.at(times).zip(half, within);
    // The side that it enters by is met exactly.
    let point = at.zip(normal, |x, n| if n == 0.0 { x } else { 0.0 });
    let point = point + normal.zip(half, |n, h| n * h);
    Some(Some(Entry { times, point, normal }))
}

#[inline(always)]
fn cylinder<S: Space>(line: &RayLine<S>, sizes: Xy, last: f64) -> Option<Option<Entry<S>>> {
    let Xy { x: radius, y: half } = sizes;
    let flat = RayLine { from: across(line.from), along: across(line.along), ..*line };
    let slab = Span::slab(line, 1, half);
    let round = Span::round(&flat, radius);
    let Some(times) = entered(&slab.and(round), last)? else { return Some(None) };
    let at = line.at(times);
    if slab.free > round.free {
        let up = S::axis(1) * if line.along.coordinate(1) < 0.0 { 1.0 } else { -1.0 };
        let point = across(at);
        let out = sqrt(point.length_squared());
        let point = if out > radius { point * (radius / out) } else { point };
        return Some(Some(Entry { times, point: point + up * half, normal: up }));
    }
    let normal = unit_of(across(at), radius);
    let height = within(at.coordinate(1), half);
    Some(Some(Entry { times, point: normal * radius + S::axis(1) * height, normal }))
}

#[inline(always)]
fn half_space<S: Space>(
    line: &RayLine<S>,
    normal: S,
    height: f64,
    last: f64,
) -> Option<Option<Entry<S>>> {
    let above = normal.dot(line.from) - height;
    let (early, late) = (above - line.off, above + line.off);
    let rise = normal.dot(line.along);
    let (fast, slow) = (line.drift - rise, -rise - line.drift);
    // As one plane of a hull. Outside and not coming nearer, it never enters.
    if early > 0.0 && fast <= 0.0 {
        return Some(None);
    }
    // Along the boundary it may never enter.
    let [inside, stays] =
        if slow > 0.0 { [late / slow, f64::INFINITY] } else { [0.0, f64::NEG_INFINITY] };
    let span = Span { free: early / larger(fast, 0.0), inside, stays, ..Span::EVER };
    let Some(times) = entered(&span, last)? else { return Some(None) };
    let at = line.at(times);
    Some(Some(Entry { times, point: at + normal * (height - normal.dot(at)), normal }))
}
