//! What two polytopes share: a surface, and bounds of its volume.

use alloc::vec::Vec;

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, sqrt};

use super::mesh::{Cut, Knife, Mesh};
use super::proof::{Measured, Plane, measure};

/// A polytope as it is placed: its surface, rounded, and planes that bound the exact one.
pub(super) struct Body {
    pub(super) mesh: Mesh,
    pub(super) planes: Vec<Plane>,
    /// Whether a point of the exact body is known to be below the low heights of all planes.
    pub(super) is_open: bool,
    /// How far a point of the mesh may be from its exact place.
    pub(super) off: f64,
}

/// The common part of two bodies.
pub(super) struct Common {
    /// Nearly the common part; where `volume` is not proved to be positive, a thin polytope that
    /// holds it.
    pub(super) mesh: Mesh,
    pub(super) centroid: Xyz,
    /// No less, and no more.
    pub(super) volume: [f64; 2],
    /// No more than half of its surface.
    pub(super) area: f64,
}

/// Points this near to a plane, in roundings of the size, count as on it, and are not cut: first as
/// near as they are computed, then more, where rounding made the surface wrinkle.
const NEAR: [f64; 3] = [8.0, 64.0, 1024.0];

/// What two bodies share.
pub(super) fn common(a: &Body, b: &Body) -> Common {
    // The body of fewer faces is cut by the planes of the other.
    let [a, b] = if a.planes.len() <= b.planes.len() { [a, b] } else { [b, a] };
    let planes: Vec<Plane> = a.planes.iter().chain(&b.planes).copied().collect();
    let mut knife = Knife::default();
    if a.is_open && b.is_open {
        for near in NEAR {
            let mut mesh = a.mesh.clone();
            match cut_all(&mut knife, &mut mesh, &planes, a.planes.len(), near) {
                Cut::Lost => continue,
                Cut::Emptied => break,
                Cut::Left => {}
            }
            if let Some(found) = measure(&mesh, &planes)
                && found.volume > found.off
            {
                let volume = [found.volume - found.off, found.volume + found.off];
                let (centroid, area) = (found.centroid, 0.5 * found.area);
                return Common { mesh, centroid, volume, area };
            }
        }
    }
    thin(&mut knife, a, b, &planes)
}

/// Cuts by all planes from a number on.
fn cut_all(knife: &mut Knife, mesh: &mut Mesh, planes: &[Plane], from: usize, near: f64) -> Cut {
    let (size, center) = (mesh.size(), mesh.middle());
    // What cuts most comes first, and leaves the others less to cut.
    let room = |plane: &Plane| plane.middle() - plane.normal.dot(center);
    let numbered = (0..).zip(planes).skip(from);
    let mut order: Vec<(f64, u32, &Plane)> =
        numbered.map(|(number, plane)| (room(plane), number, plane)).collect();
    order.sort_unstable_by(|(one, ..), (other, ..)| one.total_cmp(other));
    for (_, number, plane) in order {
        let offset = plane.middle();
        let slack = near * UNIT_ROUNDOFF * (size + offset.abs());
        let cut = knife.cut(mesh, (number, plane.normal, offset), slack);
        if cut != Cut::Left {
            return cut;
        }
    }
    Cut::Left
}

/// Bounds what is too thin to be measured by what is inside planes moved outward, as little as
/// shows. Its area shows better a little farther out, where rounding counts for less.
fn thin(knife: &mut Knife, a: &Body, b: &Body, planes: &[Plane]) -> Common {
    let [min, max] = shared_box(a, b);
    let size = min.max_abs().max(max.max_abs());
    let spread = planes.iter().map(|plane| plane.high - plane.low).fold(0.0, f64::max);
    let least = 64.0 * (spread + UNIT_ROUNDOFF * size);
    let steps = core::iter::successors(Some(least), |by| Some(by * 64.0)).take(8);
    let mut found = steps.filter_map(|by| grown(knife, [min, max], planes, by));
    let first = found.next();
    drop(found);
    let area = grown(knife, [min, max], planes, sqrt(least * size)).map(|(_, found)| found.area);
    if let Some((mesh, Measured { volume, centroid, area: near, off })) = first {
        let area = 0.5 * area.unwrap_or(near).min(near);
        return Common { mesh, centroid, volume: [0.0, volume + off], area };
    }
    let edges = (max - min).map(|edge| edge.max(0.0) * (1.0 + 1e-15));
    let (x, y, z) = (edges.x, edges.y, edges.z);
    Common {
        mesh: Mesh::of_box([min, max], 0),
        centroid: (min + max) * 0.5,
        volume: [0.0, x * y * z * (1.0 + 1e-15)],
        area: (x * y + y * z + z * x) * (1.0 + 1e-15),
    }
}

/// What is inside all planes, moved outward.
fn grown(
    knife: &mut Knife,
    [min, max]: [Xyz; 2],
    planes: &[Plane],
    by: f64,
) -> Option<(Mesh, Measured)> {
    let moved = |plane: &Plane| Plane { low: plane.low + by, high: plane.high + by, ..*plane };
    let margin = Xyz::new(by, by, by) * 2.0;
    let sides = [min - margin, max + margin];
    let mut all: Vec<Plane> = sides_of(sides).into_iter().collect();
    all.extend(planes.iter().map(moved));
    let mut mesh = Mesh::of_box(sides, 0);
    if cut_all(knife, &mut mesh, &all, 6, 8.0) != Cut::Left {
        return None;
    }
    let found = measure(&mesh, &all)?;
    Some((mesh, found))
}

/// The lowest and highest coordinates of what both boxes hold; the highest are not below the
/// lowest.
fn shared_box(a: &Body, b: &Body) -> [Xyz; 2] {
    let of = |body: &Body| {
        let first = body.mesh.points.first().copied().unwrap_or_default();
        let box_of = body
            .mesh
            .points
            .iter()
            .fold([first; 2], |[min, max], p| [min.zip(*p, f64::min), max.zip(*p, f64::max)]);
        let size = box_of[0].max_abs().max(box_of[1].max_abs());
        let off = body.off + 4.0 * UNIT_ROUNDOFF * size;
        let off = Xyz::new(off, off, off);
        [box_of[0] - off, box_of[1] + off]
    };
    let [[min, max], [other_min, other_max]] = [of(a), of(b)];
    let (min, max) = (min.zip(other_min, f64::max), max.zip(other_max, f64::min));
    [min.zip(max, f64::min), max.zip(min, f64::max)]
}

/// The planes of a box, in the order of [`Mesh::of_box`].
fn sides_of([min, max]: [Xyz; 2]) -> [Plane; 6] {
    let side = |normal: Xyz, at: f64| Plane { normal, low: at, high: at };
    [
        side(Xyz::new(-1.0, 0.0, 0.0), -min.x),
        side(Xyz::new(1.0, 0.0, 0.0), max.x),
        side(Xyz::new(0.0, -1.0, 0.0), -min.y),
        side(Xyz::new(0.0, 1.0, 0.0), max.y),
        side(Xyz::new(0.0, 0.0, -1.0), -min.z),
        side(Xyz::new(0.0, 0.0, 1.0), max.z),
    ]
}
