//! Bounds of the volume that two polytopes share, from a surface that a cut in plain `f64` left.
//!
//! Every plane `i` of the bodies has a normal, any normal, and two heights: `low`, which no corner
//! of its facet is below, and `high`, which no corner of its body is above. So the common part `K`
//! lies below all `high`, and what lies below all `low` is in `K`: on the way there from inside, a
//! point outside a body would have to pass a facet, whose points are above `low`, and heights grow
//! on.
//!
//! The surface is looked at, not trusted. Lower each `low` to the lowest corner of its face in the
//! surface, raise each `high` to the highest of all corners, and call what is below these `D` and
//! `E`. Then `D` and `K` are in `E`, `D` is in `K`, no face comes into `D`, and none leaves `E`. If
//! the surface is closed and a ray from inside `D` passes it once, it winds once about all of `D`,
//! so that its volume and that of `K` differ by no more than that of `E` and `D`: between these, as
//! the planes move by `s` at most, the volume grows by `s` times the area of `E`, and that is `λ²`
//! times the area of `D` at most, where `λ` is how much `D` must grow about the centre to hold `E`.
//! The surface's own area is larger than that of `D`, which is convex.
//!
//! A triangle that may be seen from behind, being too small to tell, may cover points once more or
//! once less: with `n` of these the difference counts `n + 1` times.

use alloc::vec::Vec;

use crate::list::item;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, two_sum};

use super::mesh::Mesh;

/// A plane of a body, by a normal that is of unit length but for rounding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plane {
    pub(super) normal: Xyz,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Plane {
    pub(super) fn middle(&self) -> f64 {
        0.5 * (self.low + self.high)
    }
}

/// The sum of the magnitudes of the products in `normal · p`.
pub(super) fn magnitude(normal: Xyz, p: Xyz) -> f64 {
    (normal.x * p.x).abs() + (normal.y * p.y).abs() + (normal.z * p.z).abs()
}

/// Three roundings of a dot product, and one of what is done with it.
pub(super) const DOT: f64 = 4.0 * UNIT_ROUNDOFF;

/// What a surface proves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) volume: f64,
    pub(super) centroid: Xyz,
    /// No convex part of `E` has a larger surface.
    pub(super) area: f64,
    /// How far the volume of the common part may be from this one.
    pub(super) off: f64,
}

/// Sums that keep what they round.
#[derive(Clone, Copy, Default)]
struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let (sum, rest) = two_sum(self.high, x);
        *self = Self { high: sum, low: self.low + rest };
    }
}

/// Measures a surface beside the planes of both bodies. `None` where it proves nothing: `D` is
/// empty, or too small beside `E`.
pub(super) fn measure(mesh: &Mesh, planes: &[Plane]) -> Option<Measured> {
    let center = mesh.middle();
    let room = room(mesh, planes, center)?;
    if !is_closed(mesh) {
        return None;
    }
    let seen: Vec<Xyz> = mesh.points.iter().map(|p| *p - center).collect();
    let at = |corner: u32| item(&seen, corner as usize);
    let (mut six, mut first) = (Sum::default(), Xyz::default());
    let (mut error, mut area, mut unclear) = (0.0, 0.0, 0.0);
    let mut largest = (0.0, Xyz::default());
    for triangle in triangles(mesh) {
        let [p, q, r] = triangle.map(at);
        let (part, off) = determinant(p, q, r);
        if part <= off {
            unclear += 1.0;
        }
        if part > largest.0 {
            largest = (part, p + q + r);
        }
        six.add(part);
        error += off;
        first += (p + q + r) * part;
        area += (q - p).cross(r - p).length();
    }
    if !passes_once(mesh, &seen, largest.1) {
        return None;
    }
    let total = six.high + six.low;
    let volume = total / 6.0;
    let area = 0.5 * area;
    // A cross product and its length are good to some 8 roundings of the edges' product, which is
    // more than that of a sliver: these are summed beside the others.
    #[allow(clippy::cast_precision_loss)]
    let edges = 1e-13 * mesh.corners.len() as f64 * room.size * room.size;
    let widest = room.growth * room.growth * (area + edges) * (1.0 + 1e-12);
    let growth = widest * room.slack;
    let rounding = error / 6.0 + 4.0 * UNIT_ROUNDOFF * volume.abs();
    Some(Measured {
        volume,
        centroid: if total > 0.0 { center + first * (0.25 / total) } else { center },
        area: widest,
        off: ((1.0 + unclear) * growth + rounding) * (1.0 + 1e-12),
    })
}

/// How `D` and `E` differ.
struct Room {
    /// `s`: how far a plane of `E` is from that of `D` at most.
    slack: f64,
    /// `λ`.
    growth: f64,
    /// How far a corner is from the centre, at most.
    size: f64,
}

fn room(mesh: &Mesh, planes: &[Plane], center: Xyz) -> Option<Room> {
    let size = mesh.points.iter().map(|p| (*p - center).max_abs()).fold(0.0, f64::max);
    let mut lowest: Vec<f64> = planes.iter().map(|_| f64::INFINITY).collect();
    for (face, plane) in mesh.faces().zip(&mesh.planes) {
        let normal = planes.get(*plane as usize)?.normal;
        let lowest = lowest.get_mut(*plane as usize)?;
        for corner in face {
            let p = mesh.point(*corner);
            *lowest = lowest.min(normal.dot(p) - DOT * magnitude(normal, p));
        }
    }
    let mut room = Room { slack: 0.0, growth: 1.0, size };
    let mut others = Vec::new();
    for (plane, lowest) in planes.iter().zip(lowest) {
        let Plane { normal, low, high } = *plane;
        let highest = |p: &Xyz| normal.dot(*p) + DOT * magnitude(normal, *p);
        let top = mesh.points.iter().map(highest).fold(f64::NEG_INFINITY, f64::max);
        let at = normal.dot(center);
        let off = DOT * magnitude(normal, center);
        let (low, high) = (low.min(lowest), high.max(top));
        let inner = (low - at) - off;
        if lowest < f64::INFINITY {
            room.take(inner, (high - at) + off, high - low)?;
        } else {
            others.push([inner, (high - at) + off, high - low, (top - at) + off]);
        }
    }
    // A plane that `E` does not come up to counts for nothing.
    let growth = room.growth * (1.0 + 1e-14);
    for [inner, outer, slack, top] in others {
        if growth * top > inner {
            room.take(inner, outer, slack)?;
        }
    }
    Some(room)
}

impl Room {
    /// Takes account of a plane, by how far its heights are from the centre; `None` where `D` would
    /// be too small.
    fn take(&mut self, inner: f64, outer: f64, slack: f64) -> Option<()> {
        let growth = outer / inner;
        // Of the heights, their differences and the normal's length some roundings.
        let slack = (slack + 2.0 * UNIT_ROUNDOFF * outer.abs()) * (1.0 + 1e-14);
        if !(inner > 0.0 && growth < 2.0) {
            return None;
        }
        self.slack = self.slack.max(slack);
        self.growth = self.growth.max(growth * (1.0 + 1e-14));
        Some(())
    }
}

/// Whether each edge is there as often in one direction as in the other.
fn is_closed(mesh: &Mesh) -> bool {
    let edge = |from: u32, to: u32| u64::from(from) << 32 | u64::from(to);
    let mut edges: [Vec<u64>; 2] = [mesh.corners.len(); 2].map(Vec::with_capacity);
    for face in mesh.faces() {
        let Some(mut from) = face.last().copied() else { continue };
        for to in face {
            let [there, back] = &mut edges;
            there.push(edge(from, *to));
            back.push(edge(*to, from));
            from = *to;
        }
    }
    let [mut there, mut back] = edges;
    there.sort_unstable();
    back.sort_unstable();
    there == back
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = [u32; 3]> {
    mesh.faces().flat_map(|face| {
        let first = face.first().copied().unwrap_or_default();
        let rest = face.get(1..).unwrap_or_default();
        rest.iter().zip(rest.iter().skip(1)).map(move |(q, r)| [first, *q, *r])
    })
}

/// `p × q · r`, and how far it is off at most, where each coordinate is off by a rounding.
fn determinant(p: Xyz, q: Xyz, r: Xyz) -> (f64, f64) {
    let [a, b, c, d, e, f] = [p.y * q.z, p.z * q.y, p.z * q.x, p.x * q.z, p.x * q.y, p.y * q.x];
    let part = (a - b) * r.x + (c - d) * r.y + (e - f) * r.z;
    let all = (a.abs() + b.abs()) * r.x.abs()
        + (c.abs() + d.abs()) * r.y.abs()
        + (e.abs() + f.abs()) * r.z.abs();
    // Three coordinates, two products, a difference and two sums of each term; `all` rounds too.
    (part, 10.0 * UNIT_ROUNDOFF * all)
}

/// Whether a ray passes exactly one triangle, and that from inside.
fn passes_once(mesh: &Mesh, seen: &[Xyz], along: Xyz) -> bool {
    let is_behind = |p: Xyz| p.dot(along) < -DOT * magnitude(p, along);
    let mut passed = false;
    for triangle in triangles(mesh) {
        let [p, q, r] = triangle.map(|corner| item(seen, corner as usize));
        if is_behind(p) && is_behind(q) && is_behind(r) {
            continue;
        }
        // Seen from the centre, the ray is left or right of each side.
        let (mut left, mut right) = (0, 0);
        for (from, to) in [(p, q), (q, r), (r, p)] {
            let (part, off) = determinant(from, to, along);
            left += u32::from(part > off);
            right += u32::from(part < -off);
        }
        if left > 0 && right > 0 {
            continue;
        }
        let (part, off) = determinant(p, q, r);
        match (left, right) {
            (3, 0) if part > off && !passed => passed = true,
            // On the other side.
            (0, 1..) if part > off => {}
            _ => return false,
        }
    }
    passed
}
