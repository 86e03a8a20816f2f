//! The outline of a convex body of the plane, from its support mapping: every corner of a polygon,
//! and as many points of curves as the caller wants.

use std::f64::consts::TAU;

use clearance::{Rotation2, Space, Xyz};

/// How often an arc between two directions is halved at most: this limit ends a curve; a polygon's
/// corners are found long before.
const DEPTH: u32 = 8;

/// The closed outline, counter-clockwise, as x y x y; the first point is not repeated. Starts from
/// `detail` directions.
pub(crate) fn outline(core: &dyn Fn(Xyz) -> Xyz, radius: f64, detail: u32) -> Vec<f32> {
    let count = detail.clamp(8, 4096);
    let direction = |i: u32| {
        // Avoids the axes, to which sides are often perpendicular: the support point could then be
        // any point of the side.
        let angle = TAU * (f64::from(i % count) + 0.37) / f64::from(count);
        // The library's own sine: another would add five kilobytes to the page.
        let Rotation2 { cos, sin } = Rotation2::from_angle(angle);
        Xyz::new(cos, sin, 0.0)
    };
    let mut points = Vec::new();
    // A straight side is done; a piece of curve this flat looks straight in a picture.
    let size = (0..4).map(|i| core(direction(i * count / 4)).max_abs()).fold(0.0, f64::max);
    let outline = Outline { core, radius, flat: 1e-5 * size };
    for i in 0..count {
        let (from, to) = (direction(i), direction(i + 1));
        let (p, q) = (core(from), core(to));
        outline.put(&mut points, p, from);
        outline.between(&mut points, (from, p), (to, q), DEPTH);
        outline.put(&mut points, q, to);
    }
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points.concat()
}

struct Outline<'c> {
    core: &'c dyn Fn(Xyz) -> Xyz,
    radius: f64,
    flat: f64,
}

impl Outline<'_> {
    #[allow(clippy::cast_possible_truncation)] // For a picture.
    fn put(&self, points: &mut Vec<[f32; 2]>, core: Xyz, normal: Xyz) {
        let point = core + normal * self.radius;
        points.push([point.x as f32, point.y as f32]);
    }

    /// What lies between two support points: the side that joins them, or the corners and curves
    /// beyond it.
    fn between(&self, points: &mut Vec<[f32; 2]>, from: (Xyz, Xyz), to: (Xyz, Xyz), depth: u32) {
        let (p, q) = (from.1, to.1);
        let side = q - p;
        let Some(normal) = Xyz::new(side.y, -side.x, 0.0).try_normalize() else { return };
        let farthest = (self.core)(normal);
        let beyond = normal.dot(farthest - p);
        if depth == 0 || !(beyond > self.flat) {
            self.put(points, p, normal);
            self.put(points, q, normal);
            return;
        }
        self.between(points, from, (normal, farthest), depth - 1);
        self.put(points, farthest, normal);
        self.between(points, (normal, farthest), to, depth - 1);
    }
}
