//! A point inside both of two bodies whose surfaces only touch.
//!
//! Bodies that rest on each other touch as those do that share a piece, or are one solid in two
//! tessellations. What both have in common is bounded by faces of either. Each such face runs
//! inside the other body, or lies on a face of the other that has its solid on the same side; and
//! its border is where triangles of both meet. So a step from the middle of where two triangles
//! meet, along either or off both, leads inside both bodies if any step does. Where it does is
//! found in floats; that the point is inside, and how far, is proved.

use clearance::{End, Point, Pose, Proximity, Query, Shape, Space, SupportMap, Witness, Xyz};

use super::body::{placed, point_off, rounding_of};
use super::closed::{Side, side};
use super::depth::{self, Spot};
use super::extent::{Extent, Motion};
use super::object::Object;
use super::tree::descend;
use crate::lengths::length;

/// A point inside two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) point: Xyz,
    pub(super) of_a: Within,
    pub(super) of_b: Within,
}

/// How far a point is inside a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// The ball of this radius about the point is in the body.
    pub(super) length: f64,
    /// The unit vector to the nearest surface.
    pub(super) toward: Xyz,
    /// The part about the point, or the triangle nearest to it.
    pub(super) part: u32,
}

impl Shared {
    /// How deep the bodies are in each other at least: so far the balls about the point have to go.
    pub(super) fn depth(&self) -> f64 {
        self.of_a.length + self.of_b.length
    }

    /// The ends of the way of one ball out of the other.
    pub(super) fn witness(&self) -> Witness<Xyz> {
        let Self { point, of_a, of_b } = *self;
        let normal = if of_a.length < of_b.length { of_a.toward } else { -of_b.toward };
        let (on_a, on_b) = (point + normal * of_a.length, point - normal * of_b.length);
        let length = length(on_a - on_b).min(self.depth());
        let gap = rounding_of(point.max_abs() + length);
        Witness { on_a, on_b, normal, length, gap, end: End::Converged }
    }
}

/// A point inside both, if they share more than `floor` is deep; their surfaces cross no deeper
/// than `reach`. One of them is a closed surface, or there is none. Ends where `go_on` says no.
pub(super) fn deepest(
    a: &Object,
    b: &Object,
    floor: f64,
    reach: f64,
    go_on: &dyn Fn() -> bool,
) -> Option<Shared> {
    let search = Search { a, b, floor, go_on };
    let is_closed = |object: &Object| object.body.soup().map(|soup| soup.surface().is_closed);
    let first = match [is_closed(a), is_closed(b)] {
        [Some(true), Some(true)] => search.between_triangles(reach),
        [Some(true), None] => search.in_parts(b),
        [None, Some(true)] => search.in_parts(a),
        _ => None,
    };
    first.map(|shared| search.climbed(shared))
}

struct Search<'s> {
    a: &'s Object,
    b: &'s Object,
    floor: f64,
    go_on: &'s dyn Fn() -> bool,
}

impl Search<'_> {
    fn at(&self, point: Xyz) -> Option<Shared> {
        if !(self.go_on)() {
            return None;
        }
        let of_a = within(self.a, point)?;
        let of_b = within(self.b, point)?;
        let shared = Shared { point, of_a, of_b };
        (shared.depth() > self.floor).then_some(shared)
    }

    /// No triangle crosses a convex part, so that one point of it is on the side of all.
    fn in_parts(&self, object: &Object) -> Option<Shared> {
        object.body.parts().iter().find_map(|part| {
            let (pose, _) = placed(&object.pose, part);
            self.at(pose.transform_point(middle_of(&part.shape)?))
        })
    }

    fn between_triangles(&self, reach: f64) -> Option<Shared> {
        let (one, two) = (self.a.body.soup()?, self.b.body.soup()?);
        let at = |pose: &Pose<Xyz>, clearance::Triangle { a, b, c }| {
            [a, b, c].map(|corner| pose.transform_point(corner))
        };
        let motion = Motion::between(&self.a.pose, &self.b.pose);
        let mut found = None;
        descend(self.a.body.tree(), self.b.body.tree(), &motion, reach, |i, j| {
            let (first, second) =
                (at(&self.a.pose, one.triangle(i)), at(&self.b.pose, two.triangle(j)));
            found = self.beside(first, second, reach);
            (found.is_none() && (self.go_on)()).then_some(reach)
        });
        found
    }

    /// Steps from the middle of where two triangles meet.
    fn beside(&self, one: [Xyz; 3], two: [Xyz; 3], reach: f64) -> Option<Shared> {
        /// How far, in parts of what is common: large for the depth, and small.
        const STEPS: [f64; 2] = [0.25, 1.0 / 64.0];
        let (up, other) = (normal(one)?, normal(two)?);
        let size = one.iter().chain(&two).map(|v| v.max_abs()).fold(0.0, f64::max);
        let close = reach + 2.0 * rounding_of(size);
        let common = common(one, two, other, close);
        let (along, area) = (longest(&common), area(&common, up));
        let long = length(along);
        if !(long > 16.0 * close) {
            return None;
        }
        let middle =
            common.iter().fold(Xyz::default(), |sum, v| sum + *v) * (1.0 / common.len() as f64);
        let wide = area / long;
        let off_both = STEPS.into_iter().flat_map(|step| {
            let far = (step * wide).max(4.0 * close);
            [up * far, up * -far]
        });
        if wide > 4.0 * close
            && let Some(shared) = off_both.map(|by| middle + by).find_map(|point| self.at(point))
        {
            return Some(shared);
        }
        if wide > 0.125 * long {
            return None;
        }
        STEPS.into_iter().find_map(|step| {
            [up, other].into_iter().find_map(|normal| {
                let far = 0.5 * step * long;
                let beside = normal.cross(along).try_normalize()? * far;
                let off = normal * (far / 16.0);
                let points = [beside + off, beside - off, off - beside, -beside - off];
                points.into_iter().find_map(|by| self.at(middle + by))
            })
        })
    }

    /// The deepest point that steps away from the nearest surfaces lead to.
    fn climbed(&self, mut best: Shared) -> Shared {
        /// Halvings of the step.
        const FINEST: usize = 8;
        /// Steps of one length.
        const MOST: usize = 8;
        let mut step = best.depth();
        for _ in 0..FINEST {
            for _ in 0..MOST {
                let away =
                    [best.of_a.toward, best.of_b.toward, best.of_a.toward + best.of_b.toward];
                let next = away
                    .into_iter()
                    .filter_map(|toward| self.at(best.point - toward * step))
                    .max_by(|one, two| one.depth().total_cmp(&two.depth()));
                match next.filter(|next| next.depth() > best.depth()) {
                    Some(next) => best = next,
                    None => break,
                }
            }
            step *= 0.5;
        }
        best
    }
}

/// How far inside a body a point of the world is, if it is.
fn within(object: &Object, point: Xyz) -> Option<Within> {
    let spot = Spot::new(point, 0.0, object);
    if let Some(soup) = object.body.soup() {
        let tree = object.body.tree();
        if side(spot.local, soup, tree) != Some(Side::Inside) {
            return None;
        }
        let (witness, part) = depth::nearest_triangle(spot.local, soup, tree, 2.0 * spot.gap)?;
        let surface = object.pose.transform_point(witness.on_a);
        let length = witness.length - witness.gap - spot.gap;
        let toward = (surface - point).try_normalize()?;
        return (length > 0.0).then_some(Within { length, toward, part });
    }
    let mut best: Option<Within> = None;
    object.body.tree().near(&Extent::of_points([spot.local]), spot.gap, |number| {
        let Some(part) = object.body.parts().get(number as usize) else { return };
        let (pose, off) = placed(&object.pose, part);
        let found = Query::new().proximity(&Point(point), &Pose::identity(), &part.shape, &pose);
        let Proximity::Intersecting(witness) = found else { return };
        let length = witness.length - witness.gap - off - point_off(part);
        if length > best.map_or(0.0, |best| best.length) {
            best = Some(Within { length, toward: -witness.normal, part: number });
        }
    });
    best
}

/// A point inside a convex shape, as far as floats go.
fn middle_of(shape: &Shape<Xyz>) -> Option<Xyz> {
    if shape.unbounded().is_some() {
        return None;
    }
    let mean = |points: &mut dyn Iterator<Item = Xyz>| {
        let (sum, count) = points.fold((Xyz::default(), 0.0), |(sum, n), v| (sum + v, n + 1.0));
        sum * (1.0 / count)
    };
    match shape.corners().filter(|count| *count > 0) {
        Some(count) => Some(mean(&mut (0..count).filter_map(|i| shape.vertex(i)))),
        None => {
            let axes = [0, 1, 2].map(Xyz::axis);
            let ways = axes.into_iter().flat_map(|axis| [axis, -axis]);
            Some(mean(&mut ways.map(|way| shape.support_f64(way, 0).point)))
        }
    }
}

fn normal([a, b, c]: [Xyz; 3]) -> Option<Xyz> {
    (b - a).cross(c - a).try_normalize()
}

/// The part of a triangle that is near another, whose unit normal is given.
fn common(one: [Xyz; 3], two: [Xyz; 3], normal: Xyz, close: f64) -> Vec<Xyz> {
    let [p, q, r] = two;
    let mut left = cut(one.to_vec(), p, normal, close);
    left = cut(left, p, -normal, close);
    for (from, to) in [(p, q), (q, r), (r, p)] {
        let Some(out) = (to - from).cross(normal).try_normalize() else { return Vec::new() };
        left = cut(left, from, out, close);
    }
    left
}

/// The part of a convex polygon that is below a plane through a point, raised by `by`.
fn cut(polygon: Vec<Xyz>, base: Xyz, up: Xyz, by: f64) -> Vec<Xyz> {
    let height = |v: Xyz| (v - base).dot(up) - by;
    let next = polygon.iter().skip(1).chain(polygon.first());
    let mut left = Vec::with_capacity(polygon.len() + 1);
    for (from, to) in polygon.iter().zip(next) {
        let (low, high) = (height(*from), height(*to));
        if low <= 0.0 {
            left.push(*from);
        }
        if (low < 0.0 && high > 0.0) || (low > 0.0 && high < 0.0) {
            left.push(*from + (*to - *from) * (low / (low - high)));
        }
    }
    left
}

/// The longest way from one of the points to another.
fn longest(points: &[Xyz]) -> Xyz {
    let ways = points.iter().flat_map(|from| points.iter().map(|to| *to - *from));
    ways.fold(Xyz::default(), |best, way| if length(way) > length(best) { way } else { best })
}

fn area(polygon: &[Xyz], up: Xyz) -> f64 {
    let Some((first, rest)) = polygon.split_first() else { return 0.0 };
    let fan = rest.iter().zip(rest.iter().skip(1));
    0.5 * fan.map(|(p, q)| (*p - *first).cross(*q - *first).dot(up)).sum::<f64>().abs()
}
